//! Nothing is written outside of the draws' words, whatever the commands and however many.

use mali_indirect::gpu::KernelSource;
use mali_indirect::{Binding, Kernel, Language, Status};

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
