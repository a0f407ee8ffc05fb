//! Running kernels on the first Vulkan driver, for the tests and for `mali-indirect-verify`. A driver runs kernels with
//! its own functions.

mod proof;

use std::borrow::Cow;

pub use proof::{Claim, Proved, prove};
use wgpu::util::DeviceExt;

/// A Vulkan device.
#[derive(Debug)]
pub struct Gpu {
    device: wgpu::Device,
    queue: wgpu::Queue,
    name: String,
}

/// A kernel's source.
#[derive(Clone, Copy, Debug)]
pub enum KernelSource<'a> {
    /// In WGSL.
    Wgsl(&'a str),
    /// In GLSL 4.50, without atomic functions and barriers, which naga does not read.
    Glsl(&'a str),
    /// Compiled to SPIR-V.
    SpirV(&'a [u32]),
}

impl Gpu {
    /// The device of the first Vulkan driver, a real GPU if there is one.
    ///
    /// # Errors
    ///
    /// A message if there is no Vulkan driver.
    pub fn new() -> Result<Self, String> {
        let instance = wgpu::Instance::new(wgpu::InstanceDescriptor {
            backends: wgpu::Backends::VULKAN,
            ..wgpu::InstanceDescriptor::new_without_display_handle()
        });
        let options = wgpu::RequestAdapterOptions {
            power_preference: wgpu::PowerPreference::HighPerformance,
            ..wgpu::RequestAdapterOptions::default()
        };
        let adapter = pollster::block_on(instance.request_adapter(&options))
            .map_err(|error| format!("no Vulkan driver: {error}"))?;
        let descriptor = wgpu::DeviceDescriptor {
            required_limits: adapter.limits(),
            ..wgpu::DeviceDescriptor::default()
        };
        let (device, queue) = pollster::block_on(adapter.request_device(&descriptor))
            .map_err(|error| format!("the Vulkan driver gives no device: {error}"))?;
        Ok(Self {
            device,
            queue,
            name: adapter.get_info().name,
        })
    }

    /// The driver's name for the device.
    #[must_use]
    pub fn name(&self) -> &str {
        &self.name
    }

    /// Compiles a kernel. `entry` is its entry point's name.
    ///
    /// # Errors
    ///
    /// The compiler's message.
    pub fn compile(
        &self,
        source: KernelSource,
        entry: &str,
    ) -> Result<wgpu::ComputePipeline, String> {
        let source = match source {
            KernelSource::Wgsl(text) => wgpu::ShaderSource::Wgsl(Cow::Borrowed(text)),
            KernelSource::Glsl(text) => wgpu::ShaderSource::Glsl {
                shader: Cow::Borrowed(text),
                stage: wgpu::naga::ShaderStage::Compute,
                defines: &[],
            },
            KernelSource::SpirV(words) => wgpu::ShaderSource::SpirV(Cow::Borrowed(words)),
        };
        let scope = self.device.push_error_scope(wgpu::ErrorFilter::Validation);
        let module = self
            .device
            .create_shader_module(wgpu::ShaderModuleDescriptor {
                label: None,
                source,
            });
        let descriptor = wgpu::ComputePipelineDescriptor {
            label: None,
            layout: None,
            module: &module,
            entry_point: Some(entry),
            compilation_options: wgpu::PipelineCompilationOptions::default(),
            cache: None,
        };
        let pipeline = self.device.create_compute_pipeline(&descriptor);
        match pollster::block_on(scope.pop()) {
            Some(error) => Err(error.to_string()),
            None => Ok(pipeline),
        }
    }

    /// A buffer that holds `words`.
    #[must_use]
    pub fn buffer(&self, words: &[u32]) -> wgpu::Buffer {
        let bytes: Vec<u8> = words.iter().flat_map(|word| word.to_le_bytes()).collect();
        self.device
            .create_buffer_init(&wgpu::util::BufferInitDescriptor {
                label: None,
                contents: &bytes,
                usage: wgpu::BufferUsages::STORAGE
                    | wgpu::BufferUsages::UNIFORM
                    | wgpu::BufferUsages::COPY_SRC
                    | wgpu::BufferUsages::COPY_DST,
            })
    }

    /// Writes the first words of a buffer.
    pub fn write(&self, buffer: &wgpu::Buffer, words: &[u32]) {
        let bytes: Vec<u8> = words.iter().flat_map(|word| word.to_le_bytes()).collect();
        self.queue.write_buffer(buffer, 0, &bytes);
    }

    /// Runs a kernel on buffers, each with the number of its binding, and waits for its end.
    ///
    /// # Errors
    ///
    /// The driver's message if it lost the device.
    pub fn run(
        &self,
        pipeline: &wgpu::ComputePipeline,
        buffers: &[(u32, &wgpu::Buffer)],
        [x, y]: [u32; 2],
    ) -> Result<(), String> {
        let entries: Vec<_> = buffers
            .iter()
            .map(|(binding, buffer)| wgpu::BindGroupEntry {
                binding: *binding,
                resource: buffer.as_entire_binding(),
            })
            .collect();
        let group = self.device.create_bind_group(&wgpu::BindGroupDescriptor {
            label: None,
            layout: &pipeline.get_bind_group_layout(0),
            entries: &entries,
        });
        let descriptor = wgpu::CommandEncoderDescriptor::default();
        let mut encoder = self.device.create_command_encoder(&descriptor);
        {
            let mut pass = encoder.begin_compute_pass(&wgpu::ComputePassDescriptor::default());
            pass.set_pipeline(pipeline);
            pass.set_bind_group(0, &group, &[]);
            pass.dispatch_workgroups(x, y, 1);
        }
        self.queue.submit([encoder.finish()]);
        self.wait()
    }

    /// The words of a buffer.
    ///
    /// # Errors
    ///
    /// The driver's message if it lost the device.
    pub fn read(&self, buffer: &wgpu::Buffer) -> Result<Vec<u32>, String> {
        // A storage buffer cannot be mapped for reading, so its words are copied to one that can.
        let copy = self.device.create_buffer(&wgpu::BufferDescriptor {
            label: None,
            size: buffer.size(),
            usage: wgpu::BufferUsages::MAP_READ | wgpu::BufferUsages::COPY_DST,
            mapped_at_creation: false,
        });
        let descriptor = wgpu::CommandEncoderDescriptor::default();
        let mut encoder = self.device.create_command_encoder(&descriptor);
        encoder.copy_buffer_to_buffer(buffer, 0, &copy, 0, buffer.size());
        self.queue.submit([encoder.finish()]);
        copy.map_async(wgpu::MapMode::Read, .., |_| {});
        self.wait()?;
        let bytes = copy
            .get_mapped_range(..)
            .map_err(|error| error.to_string())?;
        let words = bytes.chunks_exact(4);
        Ok(words
            .map(|word| u32::from_le_bytes([word[0], word[1], word[2], word[3]]))
            .collect())
    }

    fn wait(&self) -> Result<(), String> {
        let poll = self.device.poll(wgpu::PollType::wait_indefinitely());
        poll.map(|_| ()).map_err(|error| error.to_string())
    }
}
