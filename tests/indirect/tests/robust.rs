//! Kernels write nothing outside of the draws' words, whatever the commands and their number.

use mali_indirect::{
    Binding, BoundBuffer, IndexType, IndirectDraw, IndirectIndices, IndirectVertices, Kernel,
    Language, Status,
};
use mali_indirect_verify::KernelSource;
use mali_instancing::Arch;
use mali_instancing::draw::Pipeline;

use crate::cases::{
    Random, buffers_in_memory, cases, commands, draw_count, expected, in_memory, indices_in_memory,
    parameters,
};
use crate::gpu;
use crate::words::Text;

const GUARD: u32 = 0xdead_beef;

#[test]
fn random_bytes_write_nothing_outside_and_a_count_ends_the_draws() {
    let Some(gpu) = gpu() else { return };
    let mut random = Random(0xf00d);
    for case in cases() {
        let kernel = case.kernel();
        let compile = |source: String| gpu.compile(KernelSource::Wgsl(&source), Kernel::ENTRY);
        let pipeline = compile(kernel.source(Language::Wgsl)).unwrap();
        let bounds_source = kernel.index_bounds_source(Language::Wgsl);
        let bounds_pipeline = bounds_source.map(|source| compile(source).unwrap());
        let layout = kernel.layout();
        for (maximum, count) in [(1000, 700_u32), (65, 1000), (64, 0), (1, 1)] {
            let commands: Vec<u32> = (0..maximum * case.draw.command_bytes() / 4)
                .map(|_| random.next() as u32)
                .collect();
            // Random bounds too, if they are not searched for.
            let bounds: Vec<u32> = (0..2 * maximum).map(|_| random.next() as u32).collect();
            let parameters = parameters(&case, maximum, 1 << 20).words(&case.draw);
            let draws = gpu.buffer(&vec![GUARD; (maximum + 100) * layout.words]);
            let found = gpu.buffer(&vec![GUARD; 2 * maximum + 100]);
            let counted = [count].repeat(case.place.first_count as usize + 1);
            let others = [
                (Binding::Commands, gpu.buffer(&in_memory(&case, &commands))),
                (Binding::DrawCount, gpu.buffer(&counted)),
                (Binding::Parameters, gpu.buffer(&parameters.unwrap())),
                (Binding::Bounds, gpu.buffer(&bounds)),
                (Binding::Heap, gpu.buffer(&[0])),
                (Binding::Indices, gpu.buffer(&indices_in_memory(&case))),
                (
                    Binding::VertexBuffers,
                    gpu.buffer(&buffers_in_memory(&case)),
                ),
            ];
            let buffer = |buffer: &BoundBuffer| {
                let binding = buffer.binding;
                let memory = match binding {
                    Binding::Draws => &draws,
                    Binding::Bounds if buffer.is_written => &found,
                    _ => {
                        &others
                            .iter()
                            .find(|(other, _)| *other == binding)
                            .unwrap()
                            .1
                    }
                };
                (binding.number(Language::Wgsl), memory)
            };
            let buffers: Vec<_> = kernel.buffers(Language::Wgsl).iter().map(buffer).collect();
            // More workgroups than there are draws.
            gpu.run(&pipeline, &buffers, [20, 1]).unwrap();
            if let Some(pipeline) = &bounds_pipeline {
                let buffers = kernel.index_bounds_buffers(Language::Wgsl).unwrap();
                let buffers: Vec<_> = buffers.iter().map(buffer).collect();
                gpu.run(pipeline, &buffers, [1100, 2]).unwrap();
                let words = gpu.read(&found).unwrap();
                let (written, guards) = words.split_at(2 * maximum.min(count as usize));
                assert!(!written.contains(&GUARD), "{}", case.name);
                assert!(guards.iter().all(|word| *word == GUARD), "{}", case.name);
            }
            let words = gpu.read(&draws).unwrap();
            let (written, guards) = words.split_at(maximum * layout.words);
            assert!(guards.iter().all(|word| *word == GUARD), "{}", case.name);
            for (number, words) in written.chunks_exact(layout.words).enumerate() {
                let status = Status::from_word(words[layout.status]).unwrap();
                if number >= count as usize {
                    assert_eq!(status, Status::Empty, "{}", case.name);
                }
            }
        }
    }
}

/// With a `maximum` above the size of the buffers, a draw without place is not written, and one without a command is
/// empty.
#[test]
fn buffers_that_are_shorter_than_the_parameters_say_end_the_draws() {
    shorter_buffers_end_the_draws(Language::Wgsl);
}

#[test]
fn buffers_of_glsl_es_that_are_shorter_end_the_draws() {
    shorter_buffers_end_the_draws(Language::GlslEs);
}

fn shorter_buffers_end_the_draws(language: Language) {
    const PLACES: usize = 3000;
    const LAST: usize = PLACES - 1;
    let Some(gpu) = gpu() else { return };
    for case in cases() {
        let kernel = case.kernel();
        let entry = match language {
            Language::Wgsl => Kernel::ENTRY,
            _ => "main",
        };
        let compile = |source: String| {
            let text = Text::new(language, source)?;
            Some(gpu.compile(text.source(), entry).unwrap())
        };
        let Some(pipeline) = compile(kernel.source(language)) else {
            return;
        };
        let bounds_source = kernel.index_bounds_source(language);
        let bounds_pipeline = bounds_source.map(|source| compile(source).unwrap());
        let layout = kernel.layout();
        let all_commands = commands(&case, PLACES);
        let mut held = in_memory(&case, &all_commands);
        // The last command lacks a word.
        let between = (case.place.stride as usize).saturating_sub(case.draw.command_bytes()) / 4;
        held.truncate(held.len() - between - 1);
        let parameters = parameters(&case, 5000, 1 << 38).words(&case.draw).unwrap();
        let draws = gpu.buffer(&vec![GUARD; PLACES * layout.words + layout.words - 1]);
        let bounds = gpu.buffer(&vec![GUARD; 2 * PLACES + 1]);
        let others = [
            (Binding::Commands, gpu.buffer(&held)),
            (
                Binding::DrawCount,
                gpu.buffer(&[6000].repeat(case.place.first_count as usize + 1)),
            ),
            (Binding::Parameters, gpu.buffer(&parameters)),
            (Binding::Heap, gpu.buffer(&[0])),
            (Binding::Indices, gpu.buffer(&indices_in_memory(&case))),
            (
                Binding::VertexBuffers,
                gpu.buffer(&buffers_in_memory(&case)),
            ),
        ];
        let buffer = |BoundBuffer { binding, .. }: &BoundBuffer| {
            let memory = match binding {
                Binding::Draws => &draws,
                Binding::Bounds => &bounds,
                _ => &others.iter().find(|(other, _)| other == binding).unwrap().1,
            };
            (binding.number(language), memory)
        };
        if let Some(pipeline) = &bounds_pipeline {
            let buffers: Vec<_> = kernel
                .index_bounds_buffers(language)
                .unwrap()
                .iter()
                .map(buffer)
                .collect();
            gpu.run(pipeline, &buffers, [5000, 1]).unwrap();
            // The words after the last bounds, and those of the draw without a command.
            let (written, stride) = match language {
                Language::GlslEs => (&draws, layout.words),
                _ => (&bounds, 2),
            };
            let words = gpu.read(written).unwrap();
            let guards = &words[stride * LAST..];
            assert!(guards.iter().all(|word| *word == GUARD), "{}", case.name);
        }
        let buffers: Vec<_> = kernel.buffers(language).iter().map(buffer).collect();
        gpu.run(&pipeline, &buffers, [80, 1]).unwrap();
        let words = gpu.read(&draws).unwrap();
        let (written, guards) = words.split_at(PLACES * layout.words);
        assert!(guards.iter().all(|word| *word == GUARD), "{}", case.name);
        let expected = expected(&case, &all_commands);
        let draws = written
            .chunks_exact(layout.words)
            .zip(expected.chunks_exact(layout.words));
        for (number, (words, expected)) in draws.enumerate() {
            let status = words[layout.status];
            let right = match number {
                LAST => Status::Empty.word(),
                _ => expected[layout.status],
            };
            // Not all draws find memory for their varyings.
            assert!(
                status == right || (right == 0 && status == Status::Varyings.word()),
                "{}: draw {number}: {status}, not {right}",
                case.name
            );
        }
    }
}

/// A search steps by 64 indices, and has to stop where the next step passes 2^32. With steps of 2^26 it gets there
/// after 64 of them instead of 2^26.
#[test]
fn a_search_ends_at_the_largest_index_of_all() {
    let Some(gpu) = gpu() else { return };
    let draw = IndirectDraw {
        vertices: IndirectVertices::Indexed(IndirectIndices {
            index_type: IndexType::U32,
            restart_index: None,
            bounds: None,
        }),
        ..IndirectDraw::new(Pipeline::new(Arch::V7))
    };
    let kernel = Kernel::new(&draw).unwrap();
    let mut source = kernel.index_bounds_source(Language::Wgsl).unwrap();
    for (right, wider) in [
        ("at + 64u", "at + 0x4000000u"),
        ("min(left, 64u)", "min(left, 0x4000000u)"),
    ] {
        assert!(source.contains(right), "{right}");
        source = source.replace(right, wider);
    }
    // The kernel would notice that there are fewer indices.
    let source = source.replace("arrayLength(&indices)", "0xffffffffu");
    let pipeline = gpu
        .compile(KernelSource::Wgsl(&source), Kernel::ENTRY)
        .unwrap();
    let parameters = gpu.buffer(&[1, 0, 0, 5, 0, 0, u32::MAX, 0]);
    let commands = gpu.buffer(&[u32::MAX, 1, 0, 0, 0]);
    let bounds = gpu.buffer(&[GUARD; 2]);
    // An index after its end is read as one within it.
    let indices = gpu.buffer(&[7; 64]);
    let buffers = [
        (Binding::Commands.number(Language::Wgsl), &commands),
        (Binding::DrawCount.number(Language::Wgsl), &parameters),
        (Binding::Parameters.number(Language::Wgsl), &parameters),
        (Binding::Bounds.number(Language::Wgsl), &bounds),
        (Binding::Indices.number(Language::Wgsl), &indices),
    ];
    gpu.run(&pipeline, &buffers, [1, 1]).unwrap();
    assert_eq!(gpu.read(&bounds).unwrap()[1], 7);
}

/// Draws go on in a second row of workgroups where a first of 2^15 is full. With rows of one workgroup, the second
/// comes sooner.
#[test]
fn rows_of_workgroups_number_the_draws_on() {
    const DRAWS: usize = 1000;
    let Some(gpu) = gpu() else { return };
    let case = &cases()[0];
    let kernel = case.kernel();
    let source = kernel.source(Language::Wgsl);
    let row = format!("{}u", Kernel::workgroups(u32::MAX)[0] * 64);
    assert!(source.contains(&row), "{row}");
    let source = source.replace(&row, "64u");
    let pipeline = gpu
        .compile(KernelSource::Wgsl(&source), Kernel::ENTRY)
        .unwrap();
    let commands = commands(case, DRAWS);
    let parameters = parameters(case, DRAWS, 0).words(&case.draw).unwrap();
    let draws = gpu.buffer(&vec![GUARD; DRAWS * kernel.layout().words]);
    let [commands_buffer, count, parameters] =
        [&*commands, &draw_count(case, &parameters), &parameters].map(|words| gpu.buffer(words));
    let buffers = [
        (Binding::Commands.number(Language::Wgsl), &commands_buffer),
        (Binding::DrawCount.number(Language::Wgsl), &count),
        (Binding::Parameters.number(Language::Wgsl), &parameters),
        (Binding::Draws.number(Language::Wgsl), &draws),
    ];
    gpu.run(&pipeline, &buffers, [1, DRAWS.div_ceil(64) as u32])
        .unwrap();
    assert_eq!(gpu.read(&draws).unwrap(), expected(case, &commands));
}

/// Vertex buffers whose words end outside of their buffer are not read: no draw runs.
#[test]
fn vertex_buffers_that_are_not_all_in_memory_draw_nothing() {
    const DRAWS: usize = 100;
    let Some(gpu) = gpu() else { return };
    let all = cases();
    let case = all.iter().find(|case| case.name == "v9-in-memory").unwrap();
    let kernel = case.kernel();
    let source = kernel.source(Language::Wgsl);
    let pipeline = gpu
        .compile(KernelSource::Wgsl(&source), Kernel::ENTRY)
        .unwrap();
    let commands = gpu.buffer(&[3, 1, 0, 0].repeat(DRAWS));
    let words = parameters(case, DRAWS, 0).words(&case.draw).unwrap();
    let held = buffers_in_memory(case);
    let needed = words[7] as usize + 6 * case.draw.buffers.len();
    for (first, length, status) in [
        (words[7], needed, Status::Drawn),
        (words[7], needed - 1, Status::Empty),
        (words[7] + 1, needed, Status::Empty),
        (u32::MAX, needed, Status::Empty),
    ] {
        let mut words = words;
        words[7] = first;
        let parameters = gpu.buffer(&words);
        let draws = gpu.buffer(&vec![GUARD; DRAWS * kernel.layout().words]);
        let vertex_buffers = gpu.buffer(&held[..length]);
        let buffers = [
            (Binding::Commands, &commands),
            (Binding::DrawCount, &parameters),
            (Binding::Parameters, &parameters),
            (Binding::Draws, &draws),
            (Binding::VertexBuffers, &vertex_buffers),
        ]
        .map(|(binding, buffer)| (binding.number(Language::Wgsl), buffer));
        gpu.run(&pipeline, &buffers, [2, 1]).unwrap();
        for words in gpu
            .read(&draws)
            .unwrap()
            .chunks_exact(kernel.layout().words)
        {
            assert_eq!(words[kernel.layout().status], status.word());
            let others = words.iter().filter(|word| **word != 0).count();
            assert!(status == Status::Drawn || others == 1, "{words:?}");
        }
    }
}
