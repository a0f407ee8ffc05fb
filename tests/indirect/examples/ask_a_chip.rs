//! Tests on a GPU which vertices, instances and elements its vertex shaders get, and compares them with the APIs'
//! rules.
//!
//! Each invocation of the vertex shader draws a point whose colour is the numbers that it read: an element per vertex,
//! an element per instance, and both IDs. Half of the draws compute the point's pixel from the IDs, the others from
//! the elements, so that a wrong number shows in the draw that does not compute the pixel from it.
//! `docs/internals/asking-a-chip.md` explains each line of the output.
//!
//! `--gl` uses the GL driver, which needs the feature `gl`. `--wrong` makes the draws read per-instance data like a
//! unit that adds the first vertex to it, which the program must notice.

use std::process::ExitCode;

use wgpu::util::DeviceExt;

const SHADER: &str = "
struct Draw {
    first_vertex: u32,
    first_instance: u32,
    by_elements: u32,
    size: vec2<u32>,
}

@group(0) @binding(0) var<uniform> draw: Draw;

struct Read {
    @builtin(position) position: vec4<f32>,
    @location(0) @interpolate(flat, either) numbers: vec4<u32>,
}

@vertex
fn vertex(
    @builtin(vertex_index) vertex: u32,
    @builtin(instance_index) instance: u32,
    @location(0) per_vertex: u32,
    @location(1) per_instance: u32,
) -> Read {
    let ids = vec2<u32>(vertex, instance);
    let elements = vec2<u32>(per_vertex, per_instance);
    let first = vec2<u32>(draw.first_vertex, draw.first_instance);
    let pixel = select(ids, elements, draw.by_elements != 0u) - first;
    let place = (vec2<f32>(pixel) + 0.5) / vec2<f32>(draw.size) * 2.0 - 1.0;
    return Read(vec4<f32>(place.x, -place.y, 0.0, 1.0), vec4<u32>(elements, ids));
}

@fragment
fn fragment(read: Read) -> @location(0) vec4<u32> {
    return read.numbers;
}
";

const FORMAT: wgpu::TextureFormat = wgpu::TextureFormat::Rgba32Uint;

/// The size of the picture: a column for each vertex, a row for each instance. A row of texels is a multiple of 256
/// bytes.
const SIZE: [u32; 2] = [80, 8];

/// The number of elements in each buffer.
const ELEMENTS: u32 = 256;

/// The strides of the data per vertex and of the data per instance, in bytes.
const STRIDES: [u32; 2] = [12, 20];

/// A number that no draw reads.
const NOTHING: u32 = 1 << 20;

/// The names of the four numbers of a texel.
const NAMES: [&str; 4] = [
    "per-vertex element",
    "per-instance element",
    "vertex ID",
    "instance ID",
];

/// A draw to test.
#[derive(Clone, Copy)]
struct Draw {
    vertices: u32,
    instances: u32,
    first_vertex: u32,
    first_instance: u32,
    is_indexed: bool,
    by_elements: bool,
}

impl Draw {
    /// Draws with counts whose padded count is a power of two (3, 7, 31 become 4, 8, 32), and with others,
    /// each with several first vertices and instances.
    fn all() -> Vec<Self> {
        let mut draws = Vec::new();
        for vertices in [1, 3, 7, 10, 31, 70] {
            for instances in [1, 2, 5] {
                for (first_vertex, first_instance) in [(0, 0), (9, 0), (0, 6), (9, 6), (100, 33)] {
                    for (is_indexed, by_elements) in
                        [(false, false), (false, true), (true, false), (true, true)]
                    {
                        draws.push(Self {
                            vertices,
                            instances,
                            first_vertex,
                            first_instance,
                            is_indexed,
                            by_elements,
                        });
                    }
                }
            }
        }
        draws
    }

    /// The smallest index. The rest of the first vertex is the base vertex.
    fn smallest_index(self) -> u32 {
        self.first_vertex / 2
    }

    /// The indices, from the largest to the smallest.
    fn indices(self) -> Vec<u32> {
        let smallest = self.smallest_index();
        (smallest..smallest + self.vertices).rev().collect()
    }

    /// The value that a pixel must have: by Vulkan's and by GL's rules an ID includes the first vertex or instance, and
    /// elements are counted by the IDs.
    fn expected(self, column: u32, row: u32) -> [u32; 4] {
        if column >= self.vertices || row >= self.instances {
            return [NOTHING; 4];
        }
        let [vertex, instance] = [self.first_vertex + column, self.first_instance + row];
        [vertex, instance, vertex, instance]
    }
}

/// A device, and the objects that its draws share.
struct Chip {
    device: wgpu::Device,
    queue: wgpu::Queue,
    pipeline: wgpu::RenderPipeline,
    elements: [wgpu::Buffer; 2],
}

impl Chip {
    fn new(backends: wgpu::Backends) -> Result<Self, String> {
        let instance = wgpu::Instance::new(wgpu::InstanceDescriptor {
            backends,
            // Without this flag, PanVK is hidden on GPUs on which it is not conformant.
            flags: wgpu::InstanceFlags::ALLOW_UNDERLYING_NONCOMPLIANT_ADAPTER,
            ..wgpu::InstanceDescriptor::new_without_display_handle()
        });
        let options = wgpu::RequestAdapterOptions {
            power_preference: wgpu::PowerPreference::HighPerformance,
            ..wgpu::RequestAdapterOptions::default()
        };
        let adapter = pollster::block_on(instance.request_adapter(&options))
            .map_err(|error| format!("no driver: {error}"))?;
        let info = adapter.get_info();
        println!("adapter  {} ({:?})", info.name, info.device_type);
        println!("driver   {} {}", info.driver, info.driver_info);
        println!("backend  {}", info.backend);
        let descriptor = wgpu::DeviceDescriptor {
            required_limits: adapter.limits(),
            ..wgpu::DeviceDescriptor::default()
        };
        let (device, queue) = pollster::block_on(adapter.request_device(&descriptor))
            .map_err(|error| format!("the driver gives no device: {error}"))?;
        let elements = STRIDES.map(|stride| {
            let words = (0..ELEMENTS).flat_map(|element| {
                let padding = (1..stride / 4).map(|_| NOTHING);
                std::iter::once(element).chain(padding)
            });
            buffer(
                &device,
                &words.collect::<Vec<u32>>(),
                wgpu::BufferUsages::VERTEX,
            )
        });
        let pipeline = pipeline(&device);
        Ok(Self {
            device,
            queue,
            pipeline,
            elements,
        })
    }

    /// The texels of a draw. The per-instance data begins `wrong` elements too late.
    fn read(&self, draw: Draw, wrong: u32) -> Result<Vec<[u32; 4]>, String> {
        let extent = wgpu::Extent3d {
            width: SIZE[0],
            height: SIZE[1],
            depth_or_array_layers: 1,
        };
        let texture = self.device.create_texture(&wgpu::TextureDescriptor {
            label: None,
            size: extent,
            mip_level_count: 1,
            sample_count: 1,
            dimension: wgpu::TextureDimension::D2,
            format: FORMAT,
            usage: wgpu::TextureUsages::RENDER_ATTACHMENT | wgpu::TextureUsages::COPY_SRC,
            view_formats: &[],
        });
        let row = SIZE[0] * 16;
        let copy = self.device.create_buffer(&wgpu::BufferDescriptor {
            label: None,
            size: u64::from(row * SIZE[1]),
            usage: wgpu::BufferUsages::MAP_READ | wgpu::BufferUsages::COPY_DST,
            mapped_at_creation: false,
        });
        let mut encoder = self
            .device
            .create_command_encoder(&wgpu::CommandEncoderDescriptor::default());
        self.draw(&mut encoder, &texture, draw, wrong);
        let layout = wgpu::TexelCopyBufferLayout {
            offset: 0,
            bytes_per_row: Some(row),
            rows_per_image: None,
        };
        let target = wgpu::TexelCopyBufferInfo {
            buffer: &copy,
            layout,
        };
        encoder.copy_texture_to_buffer(texture.as_image_copy(), target, extent);
        self.queue.submit([encoder.finish()]);
        copy.map_async(wgpu::MapMode::Read, .., |_| {});
        let poll = self.device.poll(wgpu::PollType::wait_indefinitely());
        poll.map_err(|error| error.to_string())?;
        let bytes = copy
            .get_mapped_range(..)
            .map_err(|error| error.to_string())?;
        let words = bytes.chunks_exact(4);
        let words = words.map(|word| u32::from_le_bytes([word[0], word[1], word[2], word[3]]));
        let words: Vec<u32> = words.collect();
        Ok(words
            .chunks_exact(4)
            .map(|texel| [texel[0], texel[1], texel[2], texel[3]])
            .collect())
    }

    fn draw(
        &self,
        encoder: &mut wgpu::CommandEncoder,
        texture: &wgpu::Texture,
        draw: Draw,
        wrong: u32,
    ) {
        let numbers = [
            draw.first_vertex,
            draw.first_instance,
            draw.by_elements.into(),
            0,
            SIZE[0],
            SIZE[1],
            0,
            0,
        ];
        let uniforms = buffer(&self.device, &numbers, wgpu::BufferUsages::UNIFORM);
        let indices = buffer(&self.device, &draw.indices(), wgpu::BufferUsages::INDEX);
        let group = self.device.create_bind_group(&wgpu::BindGroupDescriptor {
            label: None,
            layout: &self.pipeline.get_bind_group_layout(0),
            entries: &[wgpu::BindGroupEntry {
                binding: 0,
                resource: uniforms.as_entire_binding(),
            }],
        });
        let nothing = f64::from(NOTHING);
        let clear = wgpu::Color {
            r: nothing,
            g: nothing,
            b: nothing,
            a: nothing,
        };
        let mut pass = encoder.begin_render_pass(&wgpu::RenderPassDescriptor {
            color_attachments: &[Some(wgpu::RenderPassColorAttachment {
                view: &texture.create_view(&wgpu::TextureViewDescriptor::default()),
                depth_slice: None,
                resolve_target: None,
                ops: wgpu::Operations {
                    load: wgpu::LoadOp::Clear(clear),
                    store: wgpu::StoreOp::Store,
                },
            })],
            ..wgpu::RenderPassDescriptor::default()
        });
        pass.set_pipeline(&self.pipeline);
        pass.set_bind_group(0, &group, &[]);
        pass.set_vertex_buffer(0, self.elements[0].slice(..));
        pass.set_vertex_buffer(1, self.elements[1].slice(u64::from(wrong * STRIDES[1])..));
        let instances = draw.first_instance..draw.first_instance + draw.instances;
        if draw.is_indexed {
            let base_vertex = draw.first_vertex - draw.smallest_index();
            let base_vertex = i32::try_from(base_vertex).expect("a small number");
            pass.set_index_buffer(indices.slice(..), wgpu::IndexFormat::Uint32);
            pass.draw_indexed(0..draw.vertices, base_vertex, instances);
        } else {
            pass.draw(
                draw.first_vertex..draw.first_vertex + draw.vertices,
                instances,
            );
        }
    }
}

fn buffer(device: &wgpu::Device, words: &[u32], usage: wgpu::BufferUsages) -> wgpu::Buffer {
    let contents: Vec<u8> = words.iter().flat_map(|word| word.to_le_bytes()).collect();
    device.create_buffer_init(&wgpu::util::BufferInitDescriptor {
        label: None,
        contents: &contents,
        usage,
    })
}

fn pipeline(device: &wgpu::Device) -> wgpu::RenderPipeline {
    let module = device.create_shader_module(wgpu::ShaderModuleDescriptor {
        label: None,
        source: wgpu::ShaderSource::Wgsl(SHADER.into()),
    });
    let attribute = |shader_location| wgpu::VertexAttribute {
        format: wgpu::VertexFormat::Uint32,
        offset: 0,
        shader_location,
    };
    let attributes = [[attribute(0)], [attribute(1)]];
    let layout = |buffer: usize, step_mode| {
        Some(wgpu::VertexBufferLayout {
            array_stride: STRIDES[buffer].into(),
            step_mode,
            attributes: &attributes[buffer],
        })
    };
    device.create_render_pipeline(&wgpu::RenderPipelineDescriptor {
        label: None,
        layout: None,
        vertex: wgpu::VertexState {
            module: &module,
            entry_point: Some("vertex"),
            compilation_options: wgpu::PipelineCompilationOptions::default(),
            buffers: &[
                layout(0, wgpu::VertexStepMode::Vertex),
                layout(1, wgpu::VertexStepMode::Instance),
            ],
        },
        primitive: wgpu::PrimitiveState {
            topology: wgpu::PrimitiveTopology::PointList,
            ..wgpu::PrimitiveState::default()
        },
        depth_stencil: None,
        multisample: wgpu::MultisampleState::default(),
        fragment: Some(wgpu::FragmentState {
            module: &module,
            entry_point: Some("fragment"),
            compilation_options: wgpu::PipelineCompilationOptions::default(),
            targets: &[Some(FORMAT.into())],
        }),
        multiview_mask: None,
        cache: None,
    })
}

/// The first wrong texel of a draw: its column and row, and the numbers in it.
fn first_wrong(draw: Draw, texels: &[[u32; 4]]) -> Option<([u32; 2], [u32; 4])> {
    let places = (0..SIZE[1]).flat_map(|row| (0..SIZE[0]).map(move |column| [column, row]));
    let mut wrong = places.zip(texels);
    let wrong = wrong.find(|([column, row], texel)| **texel != draw.expected(*column, *row));
    wrong.map(|(place, texel)| (place, *texel))
}

/// The errors in a texel, number by number.
fn explain(draw: Draw, [column, row]: [u32; 2], texel: [u32; 4]) -> String {
    let expected = draw.expected(column, row);
    let place = format!("vertex {column} of instance {row}");
    if texel[0] == NOTHING {
        return format!("{place}: no point is drawn there");
    }
    if expected[0] == NOTHING {
        return format!("{place}, which the draw does not have: {texel:?} is drawn there");
    }
    let numbers = NAMES.iter().zip(texel).zip(expected);
    let wrong = numbers.filter(|((_, found), expected)| found != expected);
    let wrong = wrong.map(|((name, found), expected)| format!("{name} {found}, not {expected}"));
    format!("{place}: {}", wrong.collect::<Vec<_>>().join("; "))
}

fn ask(backends: wgpu::Backends, is_wrong: bool) -> Result<bool, String> {
    let chip = Chip::new(backends)?;
    let draws = Draw::all();
    let mut wrong = 0;
    println!("\nvertices  instances  first vertex  first instance  kind     pixel by  read");
    for draw in &draws {
        let shift = if is_wrong { draw.first_vertex } else { 0 };
        let read = match first_wrong(*draw, &chip.read(*draw, shift)?) {
            None => "right".to_owned(),
            Some((place, texel)) => {
                wrong += 1;
                explain(*draw, place, texel)
            }
        };
        println!(
            "{:>8}  {:>9}  {:>12}  {:>14}  {:7}  {:8}  {read}",
            draw.vertices,
            draw.instances,
            draw.first_vertex,
            draw.first_instance,
            if draw.is_indexed { "indexed" } else { "direct" },
            if draw.by_elements { "elements" } else { "IDs" },
        );
    }
    println!(
        "\n{wrong} of {} draws do not read what the APIs define",
        draws.len()
    );
    Ok(wrong == 0)
}

fn main() -> ExitCode {
    let (mut backends, mut is_wrong) = (wgpu::Backends::VULKAN, false);
    for argument in std::env::args().skip(1) {
        match argument.as_str() {
            "--gl" => backends = wgpu::Backends::GL,
            "--wrong" => is_wrong = true,
            _ => {
                eprintln!("usage: ask_a_chip [--gl] [--wrong]");
                return ExitCode::from(2);
            }
        }
    }
    match ask(backends, is_wrong) {
        Ok(true) => ExitCode::SUCCESS,
        Ok(false) => ExitCode::FAILURE,
        Err(message) => {
            eprintln!("error: {message}");
            ExitCode::FAILURE
        }
    }
}
