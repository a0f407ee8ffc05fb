//! Nothing is written outside of the draws' words, whatever the commands and however many.

use mali_indirect::gpu::KernelSource;
use mali_indirect::{
    Binding, IndexType, IndirectDraw, IndirectIndices, IndirectVertices, Kernel, Language, Status,
};
use mali_instancing::Arch;
use mali_instancing::draw::DrawCall;

use crate::cases::{Random, cases, parameters};
use crate::gpu;

const GUARD: u32 = 0xdead_beef;

#[test]
fn random_bytes_write_nothing_outside_and_a_count_ends_the_draws() {
    let Some(gpu) = gpu() else { return };
    let mut random = Random(0xf00d);
    for case in cases() {
        let kernel = Kernel::new(&case.draw).unwrap();
        let pipeline = gpu
            .compile(
                KernelSource::Wgsl(&kernel.source(Language::Wgsl)),
                Kernel::ENTRY,
            )
            .unwrap();
        let layout = kernel.layout();
        for (maximum, count) in [(1000, 700_u32), (65, 1000), (64, 0), (1, 1)] {
            let commands: Vec<u32> = (0..maximum * case.draw.command_bytes() / 4)
                .map(|_| random.next() as u32)
                .collect();
            // Bounds at random too, where they are not looked for.
            let bounds: Vec<u32> = (0..2 * maximum).map(|_| random.next() as u32).collect();
            let draws = gpu.buffer(&vec![GUARD; (maximum + 100) * layout.words]);
            let parameters = gpu.buffer(&parameters(&case, maximum, 1 << 20));
            let others = [
                (Binding::Commands, gpu.buffer(&commands)),
                (Binding::Counts, gpu.buffer(&[count])),
                (Binding::Bounds, gpu.buffer(&bounds)),
                (Binding::Heap, gpu.buffer(&[0])),
            ];
            let bindings: Vec<_> = kernel
                .bindings()
                .iter()
                .map(|binding| {
                    let buffer = match binding {
                        Binding::Draws => &draws,
                        Binding::Parameters => &parameters,
                        _ => &others.iter().find(|(other, _)| other == binding).unwrap().1,
                    };
                    (binding.number(), buffer)
                })
                .collect();
            // More workgroups than there are draws.
            gpu.run(&pipeline, &bindings, [20, 1]).unwrap();
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
        ..IndirectDraw::new(DrawCall::new(Arch::V7, 0))
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
    let pipeline = gpu
        .compile(KernelSource::Wgsl(&source), Kernel::ENTRY)
        .unwrap();
    let parameters = gpu.buffer(&[1, 0, 5, 0, u32::MAX]);
    let commands = gpu.buffer(&[u32::MAX, 1, 0, 0, 0]);
    let bounds = gpu.buffer(&[GUARD; 2]);
    // An index behind its end is read as one within it.
    let indices = gpu.buffer(&[7; 64]);
    let buffers = [
        (Binding::Commands.number(), &commands),
        (Binding::Counts.number(), &parameters),
        (Binding::Parameters.number(), &parameters),
        (Binding::Bounds.number(), &bounds),
        (Binding::Indices.number(), &indices),
    ];
    gpu.run(&pipeline, &buffers, [1, 1]).unwrap();
    assert_eq!(gpu.read(&bounds).unwrap()[1], 7);
}
