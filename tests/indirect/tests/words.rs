use std::fs;
use std::process::Command;

use mali_indirect::{Binding, BoundBuffer, Kernel, Language};
use mali_indirect_verify::{Gpu, KernelSource};

use crate::cases::{
    Case, assert_as_core_writes, assert_equal, buffers_in_memory, cases, commands, draw_count,
    expected, in_memory, indices_in_memory, parameters,
};
use crate::gpu;

/// The number of commands of the first kind of draws. Other kinds have an eighth of it.
const COMMANDS: usize = 1_000_000;

/// The number of commands that are run at once.
const BATCH: usize = 1 << 17;

/// A shader in a form that wgpu accepts.
pub(crate) enum Text {
    Wgsl(String),
    Glsl(String),
    SpirV(Vec<u32>),
}

impl Text {
    /// naga does not read GLSL with atomic functions and GLSL ES 3.10, and takes `barrier()` for more than it is. So
    /// glslang compiles these.
    pub(crate) fn new(language: Language, text: String) -> Option<Self> {
        match language {
            Language::Wgsl => Some(Self::Wgsl(text)),
            Language::Glsl if !text.contains("atomicCompSwap") && !text.contains("barrier()") => {
                Some(Self::Glsl(text))
            }
            _ => compile_with_glslang(&text).map(Self::SpirV),
        }
    }

    pub(crate) fn source(&self) -> KernelSource<'_> {
        match self {
            Self::Wgsl(text) => KernelSource::Wgsl(text),
            Self::Glsl(text) => KernelSource::Glsl(text),
            Self::SpirV(words) => KernelSource::SpirV(words),
        }
    }
}

/// The compiled shader; `None` if glslang is not installed.
fn compile_with_glslang(text: &str) -> Option<Vec<u32>> {
    let folder = tempfile::tempdir().unwrap();
    let [source, module] = ["kernel.comp", "kernel.spv"].map(|name| folder.path().join(name));
    fs::write(&source, text).unwrap();
    let mut command = Command::new("glslangValidator");
    let Ok(output) = command
        .arg("-V")
        .arg(&source)
        .arg("-o")
        .arg(&module)
        .output()
    else {
        eprintln!("skipped: no glslangValidator. Debian's glslang-tools has it");
        return None;
    };
    assert!(
        output.status.success(),
        "{}\n{text}",
        String::from_utf8_lossy(&output.stdout)
    );
    let bytes = fs::read(module).unwrap();
    let words = bytes.chunks_exact(4);
    Some(
        words
            .map(|word| u32::from_le_bytes(word.try_into().unwrap()))
            .collect(),
    )
}

/// The words that the kernels of a case write for commands.
fn run(
    gpu: &Gpu,
    case: &Case,
    language: Language,
    commands: &[u32],
    varyings: u64,
) -> Option<Vec<u32>> {
    let kernel = case.kernel();
    let entry = match language {
        Language::Wgsl => Kernel::ENTRY,
        _ => "main",
    };
    let compile = |text: String| {
        let text = Text::new(language, text)?;
        let compiled = gpu.compile(text.source(), entry);
        Some(compiled.unwrap_or_else(|error| panic!("{}, {language:?}: {error}", case.name)))
    };
    let pipeline = compile(kernel.source(language))?;
    let draws = commands.len() * 4 / case.draw.command_bytes();
    let length = kernel.layout().words;
    let bounds_buffer = gpu.buffer(&vec![0xdead_beef; 2 * draws.min(BATCH)]);
    let bounds_pipeline = match kernel.index_bounds_source(language) {
        Some(text) => Some(compile(text)?),
        None => None,
    };
    let indices_buffer = gpu.buffer(&indices_in_memory(case));
    let vertex_buffers = gpu.buffer(&buffers_in_memory(case));
    let heap_buffer = gpu.buffer(&[0]);
    // In GLSL ES the counter is after the draws.
    let mut counter = 0;
    let mut words = Vec::with_capacity(draws * length);
    for commands in commands.chunks(BATCH * case.draw.command_bytes() / 4) {
        let draws = commands.len() * 4 / case.draw.command_bytes();
        let commands_buffer = gpu.buffer(&in_memory(case, commands));
        let parameters = parameters(case, draws, varyings);
        let parameter_words = parameters.words(&case.draw).unwrap();
        let parameters_buffer = gpu.buffer(&parameter_words);
        let draw_count_buffer = gpu.buffer(&draw_count(case, &parameter_words));
        let mut draws_words = vec![0xdead_beef; draws * length];
        let draws_bytes = kernel.bytes(Binding::Draws, language, &parameters);
        let has_counter = draws_bytes.unwrap() as usize > draws_words.len() * 4;
        draws_words.extend(has_counter.then_some(counter));
        let draws_buffer = gpu.buffer(&draws_words);
        let buffer = |BoundBuffer { binding, .. }: &BoundBuffer| {
            let buffer = match binding {
                Binding::Commands => &commands_buffer,
                Binding::DrawCount => &draw_count_buffer,
                Binding::Parameters => &parameters_buffer,
                Binding::Draws => &draws_buffer,
                Binding::Bounds => &bounds_buffer,
                Binding::Heap => &heap_buffer,
                Binding::Indices => &indices_buffer,
                Binding::VertexBuffers => &vertex_buffers,
            };
            let bytes = kernel.bytes(*binding, language, &parameters).unwrap();
            assert!(bytes <= buffer.size(), "{}: {binding:?}", case.name);
            (binding.number(language), buffer)
        };
        if let Some(pipeline) = &bounds_pipeline {
            let buffers = kernel.index_bounds_buffers(language).unwrap();
            let bindings: Vec<_> = buffers.iter().map(buffer).collect();
            let workgroups = Kernel::index_bounds_workgroups(draws as u32);
            gpu.run(pipeline, &bindings, workgroups).unwrap();
        }
        let bindings: Vec<_> = kernel.buffers(language).iter().map(buffer).collect();
        let workgroups = Kernel::workgroups(draws as u32);
        gpu.run(&pipeline, &bindings, workgroups).unwrap();
        let mut written = gpu.read(&draws_buffer).unwrap();
        if has_counter {
            counter = written.pop().unwrap();
        }
        words.extend(written);
    }
    Some(words)
}

#[test]
fn words_are_the_references() {
    let Some(gpu) = gpu() else { return };
    let varyings = (1 << 38) - 64;
    let units = (varyings / 64) as u32;
    for (number, case) in cases().iter().enumerate() {
        let commands = commands(case, if number == 0 { COMMANDS } else { COMMANDS / 8 });
        // The reference takes longer than a driver, so that all languages share its words.
        let expected = expected(case, &commands);
        let drawn = assert_as_core_writes(case, &commands, &expected);
        let count = expected.len() / case.draw.layout().unwrap().words;
        for language in [Language::Wgsl, Language::Glsl, Language::GlslEs] {
            let Some(words) = run(&gpu, case, language, &commands, varyings) else {
                continue;
            };
            assert_equal(case, language, &commands, &words, &expected, units);
            println!(
                "{}, {language:?}: {count} draws, {drawn} of them drawn, equal on {}",
                case.name,
                gpu.name()
            );
        }
    }
}
