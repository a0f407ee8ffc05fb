//! Kernels that patch a driver's memory in place, on a Vulkan driver.

use mali_indirect::{Binding, BoundBuffer, Kernel, Language};

use crate::cases::{buffers_in_memory, draw_count, in_memory, indices_in_memory};
use crate::gpu;
use crate::places::{DRAWS, in_place};
use crate::words::Text;

fn words_are_patched(language: Language) {
    let Some(gpu) = gpu() else { return };
    for draws in in_place() {
        let case = &draws.case;
        let kernel = draws.kernel();
        let entry = match language {
            Language::Wgsl => Kernel::ENTRY,
            _ => "main",
        };
        let compile = |text: String| {
            let text = Text::new(language, text)?;
            let compiled = gpu.compile(text.source(), entry);
            Some(compiled.unwrap_or_else(|error| panic!("{}, {language:?}: {error}", case.name)))
        };
        let Some(pipeline) = compile(kernel.source(language)) else {
            return;
        };
        let bounds_source = kernel.index_bounds_source(language);
        let bounds_pipeline = bounds_source.map(|text| compile(text).unwrap());
        let parameters = draws.parameters.words(&case.draw).unwrap();
        let buffers = [
            (Binding::Commands, in_memory(case, &draws.commands)),
            (Binding::DrawCount, draw_count(case, &parameters)),
            (Binding::Parameters, parameters.to_vec()),
            (Binding::Draws, draws.memory.clone()),
            (Binding::Bounds, vec![0; 2 * DRAWS]),
            (Binding::Heap, vec![0]),
            (Binding::Indices, indices_in_memory(case)),
            (Binding::VertexBuffers, buffers_in_memory(case)),
        ]
        .map(|(binding, words)| (binding, gpu.buffer(&words)));
        let buffer = |BoundBuffer { binding, .. }: &BoundBuffer| {
            let (_, buffer) = buffers.iter().find(|(other, _)| other == binding).unwrap();
            let bytes = kernel.bytes(*binding, language, &draws.parameters).unwrap();
            assert!(bytes <= buffer.size(), "{}: {binding:?}", case.name);
            (binding.number(language), buffer)
        };
        if let Some(pipeline) = &bounds_pipeline {
            let bindings: Vec<_> = kernel
                .index_bounds_buffers(language)
                .unwrap()
                .iter()
                .map(buffer)
                .collect();
            gpu.run(
                pipeline,
                &bindings,
                Kernel::index_bounds_workgroups(DRAWS as u32),
            )
            .unwrap();
        }
        let bindings: Vec<_> = kernel.buffers(language).iter().map(buffer).collect();
        gpu.run(&pipeline, &bindings, Kernel::workgroups(DRAWS as u32))
            .unwrap();
        let (_, memory) = &buffers[3];
        draws.assert_patched(&gpu.read(memory).unwrap(), language);
        println!(
            "{}: {DRAWS} draws in place, equal on {}",
            case.name,
            gpu.name()
        );
    }
}

#[test]
fn words_of_wgsl_are_in_place() {
    words_are_patched(Language::Wgsl);
}

#[test]
fn words_of_glsl_are_in_place() {
    words_are_patched(Language::Glsl);
}

#[test]
fn words_of_glsl_es_are_in_place() {
    words_are_patched(Language::GlslEs);
}

/// Draws whose places are not within the buffer are not written, whatever the parameters are.
#[test]
fn places_that_are_not_in_the_buffer_are_not_read() {
    let Some(gpu) = gpu() else { return };
    let all = in_place();
    let draws = &all[0];
    let kernel = draws.kernel();
    let source = kernel.source(Language::Wgsl);
    let pipeline = gpu
        .compile(crate::words::Text::Wgsl(source).source(), Kernel::ENTRY)
        .unwrap();
    let held = draws.memory.len() as u32;
    let right = draws.parameters.words(&draws.case.draw).unwrap();
    for (maximum, first_place) in [
        (u32::MAX, held - 15),
        (u32::MAX, held),
        (1000, held + 1),
        (u32::MAX, u32::MAX),
    ] {
        let mut words = right;
        (words[0], words[8]) = (maximum, first_place);
        let buffers = [
            (Binding::Commands, &draws.commands[..]),
            (Binding::DrawCount, &words),
            (Binding::Parameters, &words),
            (Binding::Draws, &draws.memory),
        ]
        .map(|(binding, words)| (binding.number(Language::Wgsl), gpu.buffer(words)));
        let bindings: Vec<_> = buffers
            .iter()
            .map(|(number, buffer)| (*number, buffer))
            .collect();
        gpu.run(&pipeline, &bindings, [4, 1]).unwrap();
        assert_eq!(
            gpu.read(&buffers[3].1).unwrap(),
            draws.memory,
            "{first_place}"
        );
    }
}
