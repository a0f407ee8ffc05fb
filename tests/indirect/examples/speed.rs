//! Measures how many draws a kernel packs in a second on the first Vulkan driver, beside the reference on one thread.

use std::time::{Duration, Instant};

use mali_indirect::{
    Binding, FoundIndices, IndirectDraw, Kernel, Language, Parameters, VaryingHeap,
};
use mali_indirect_verify::{Gpu, KernelSource};
use mali_instancing::draw::{BufferRange, Pipeline, VertexAttribute, VertexBuffer};
use mali_instancing::{Arch, Format, InputRate};

const DRAWS: u32 = 1 << 17;

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let draw = IndirectDraw {
        buffers: &[
            VertexBuffer::new(20, InputRate::Vertex),
            VertexBuffer::new(64, InputRate::instance(3)?),
        ],
        attributes: &[
            VertexAttribute::new(0, Format::R32G32B32_SFLOAT, 0),
            VertexAttribute::new(0, Format::R16G16_UNORM, 12),
            VertexAttribute::new(1, Format::R32G32B32A32_SFLOAT, 0),
        ],
        ranges: &[
            BufferRange::new(0x1000_0000, 1400),
            BufferRange::new(0x2000_0010, 2176),
        ],
        ..IndirectDraw::new(Pipeline::new(Arch::V7))
    };
    // Commands as a culling pass would write them.
    let commands: Vec<u32> = (0..DRAWS)
        .flat_map(|number| [number % 4999 + 1, number % 101 + 1, number % 7, number % 13])
        .collect();
    let bytes: Vec<u8> = commands
        .iter()
        .flat_map(|word| word.to_le_bytes())
        .collect();

    let kernel = Kernel::new(&draw)?;
    let words = kernel.layout().words;
    let mut expected = vec![0; words * DRAWS as usize];
    let reference = fastest(|| {
        let mut heap = VaryingHeap::new(0);
        let commands = bytes.chunks_exact(draw.command_bytes());
        for (command, words) in commands.zip(expected.chunks_exact_mut(words)) {
            draw.write(command, FoundIndices::None, &mut heap, words)?;
        }
        Ok(())
    })?;
    println!(
        "{:>8.2} million draws a second, Rust, one thread",
        rate(reference)
    );

    let gpu = Gpu::new()?;
    let source = kernel.source(Language::Wgsl);
    let pipeline = gpu.compile(KernelSource::Wgsl(&source), Kernel::ENTRY)?;
    let parameters = Parameters {
        maximum: DRAWS,
        ..Parameters::default()
    };
    let [commands, parameters] =
        [&commands[..], &parameters.words(&draw)?].map(|it| gpu.buffer(it));
    let draws = gpu.buffer(&vec![0; words * DRAWS as usize]);
    let buffers = [
        (Binding::Commands.number(Language::Wgsl), &commands),
        (Binding::DrawCount.number(Language::Wgsl), &parameters),
        (Binding::Parameters.number(Language::Wgsl), &parameters),
        (Binding::Draws.number(Language::Wgsl), &draws),
    ];
    let time = fastest(|| Ok(gpu.run(&pipeline, &buffers, Kernel::workgroups(DRAWS))?))?;
    println!("{:>8.2} million draws a second, {}", rate(time), gpu.name());
    assert_eq!(gpu.read(&draws)?, expected);
    Ok(())
}

type Outcome = Result<(), Box<dyn std::error::Error>>;

/// The shortest of several times. The first one compiles for the device.
fn fastest(mut run: impl FnMut() -> Outcome) -> Result<Duration, Box<dyn std::error::Error>> {
    let mut shortest = Duration::MAX;
    for _ in 0..7 {
        let start = Instant::now();
        run()?;
        shortest = shortest.min(start.elapsed());
    }
    Ok(shortest)
}

fn rate(time: Duration) -> f64 {
    f64::from(DRAWS) / time.as_secs_f64() / 1e6
}
