//! The OpenCL kernels, run by Python's pyopencl, write the reference's words. `MALI_INDIRECT_PYTHON` names a
//! Python that must have pyopencl. Without the variable, `python3` is used, and the test is skipped, with a message, if
//! that has no pyopencl.

use std::path::Path;
use std::process::Command;
use std::{env, fs};

use crate::attributes;
use crate::cases::{
    assert_equal, buffers_in_memory, cases, commands, draw_count, expected, in_memory,
    indices_in_memory, parameters,
};
use crate::places::{self, in_place};
use mali_indirect::{BoundBuffer, Kernel, Language, functions};

/// The number of commands of the first kind of draws. Other kinds have an eighth of it.
const COMMANDS: usize = 1_000_000;

const PYTHON: &str = "MALI_INDIRECT_PYTHON";

/// The exit code of the Python script if there is no OpenCL.
const SKIPPED: i32 = 77;

const VARYINGS: u64 = (1 << 38) - 64;

fn write_words(path: &Path, words: &[u32]) {
    let bytes: Vec<u8> = words.iter().flat_map(|word| word.to_le_bytes()).collect();
    fs::write(path, bytes).unwrap();
}

fn read_words(path: &Path) -> Vec<u32> {
    let bytes = fs::read(path).unwrap();
    let words = bytes.chunks_exact(4);
    words
        .map(|word| u32::from_le_bytes(word.try_into().unwrap()))
        .collect()
}

/// A Python with pyopencl. `None`, with a message, if there is none.
fn python() -> Option<String> {
    let named = env::var(PYTHON);
    let python = named.as_deref().unwrap_or("python3");
    let output = Command::new(python)
        .args(["-c", "import pyopencl, numpy"])
        .output();
    if output.is_ok_and(|output| output.status.success()) {
        return Some(python.to_owned());
    }
    assert!(named.is_err(), "{python} has no pyopencl");
    eprintln!("skipped: no pyopencl. tests/indirect/run installs it");
    None
}

/// Runs the kernels in a folder, and returns whether there is an OpenCL device.
fn run_script(python: &str, folder: &Path) -> bool {
    let script = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/words/opencl.py");
    let output = Command::new(python)
        .arg(script)
        .arg(folder)
        .output()
        .unwrap();
    let [stdout, stderr] =
        [&output.stdout, &output.stderr].map(|text| String::from_utf8_lossy(text));
    print!("{stdout}");
    if output.status.code() == Some(SKIPPED) {
        assert!(env::var(PYTHON).is_err(), "{python}: {stdout}");
        eprintln!("skipped: {stdout}");
        return false;
    }
    assert!(output.status.success(), "{stderr}");
    true
}

/// The names of buffers, as JSON.
fn names(buffers: &[BoundBuffer]) -> String {
    let names: Vec<_> = buffers
        .iter()
        .map(|buffer| format!("\"{}\"", buffer.binding.name()))
        .collect();
    format!("[{}]", names.join(", "))
}

/// Writes the kernels of a case, and returns its description as JSON.
fn write_case(folder: &Path, name: &str, kernel: &Kernel<'_>, draws: usize) -> String {
    let at = |name: &str| folder.join(name);
    fs::write(at(&format!("{name}.cl")), kernel.source(Language::OpenCl)).unwrap();
    if let Some(source) = kernel.index_bounds_source(Language::OpenCl) {
        fs::write(at(&format!("{name}.bounds.cl")), source).unwrap();
    }
    format!(
        r#"{{"name": "{name}", "draws": {draws}, "words": {}, "bindings": {}, "bounds_bindings": {},
            "workgroups": {:?}, "bounds_workgroups": {:?}}}"#,
        kernel.layout().words,
        names(&kernel.buffers(Language::OpenCl)),
        names(
            kernel
                .index_bounds_buffers(Language::OpenCl)
                .unwrap_or_default()
        ),
        Kernel::workgroups(draws as u32),
        Kernel::index_bounds_workgroups(draws as u32),
    )
}

#[test]
fn words_of_opencl_are_the_references() {
    let Some(python) = python() else { return };
    let folder = tempfile::tempdir().unwrap();
    let at = |name: &str| folder.path().join(name);
    let mut list = Vec::new();
    let mut all_commands = Vec::new();
    for (number, case) in cases().iter().enumerate() {
        let name = case.name;
        let kernel = case.kernel();
        let draws = if number == 0 { COMMANDS } else { COMMANDS / 8 };
        let commands = commands(case, draws);
        let parameters = parameters(case, draws, VARYINGS).words(&case.draw).unwrap();
        for (kind, words) in [
            ("commands", &*in_memory(case, &commands)),
            ("draw_count", &draw_count(case, &parameters)),
            ("parameters", &parameters),
            ("indices", &indices_in_memory(case)),
            ("vertex_buffers", &buffers_in_memory(case)),
        ] {
            write_words(&at(&format!("{name}.{kind}")), words);
        }
        list.push(write_case(folder.path(), name, &kernel, draws));
        all_commands.push(commands);
    }
    fs::write(at("cases.json"), format!("[{}]", list.join(",\n"))).unwrap();
    if !run_script(&python, folder.path()) {
        return;
    }
    for (case, commands) in cases().iter().zip(all_commands) {
        let words = read_words(&at(&format!("{}.result", case.name)));
        let expected = expected(case, &commands);
        let units = (VARYINGS / 64) as u32;
        assert_equal(case, Language::OpenCl, &commands, &words, &expected, units);
    }
}

#[test]
fn words_of_opencl_are_in_place() {
    let Some(python) = python() else { return };
    let folder = tempfile::tempdir().unwrap();
    let at = |name: &str| folder.path().join(name);
    let all = in_place();
    let mut list = Vec::new();
    for draws in &all {
        let (case, kernel) = (&draws.case, draws.kernel());
        let parameters = draws.parameters.words(&case.draw).unwrap();
        for (kind, words) in [
            ("commands", &*in_memory(case, &draws.commands)),
            ("draw_count", &draw_count(case, &parameters)),
            ("parameters", &parameters),
            ("indices", &indices_in_memory(case)),
            ("vertex_buffers", &buffers_in_memory(case)),
            ("memory", &draws.memory),
        ] {
            write_words(&at(&format!("{}.{kind}", case.name)), words);
        }
        list.push(write_case(folder.path(), case.name, &kernel, places::DRAWS));
    }
    fs::write(at("cases.json"), format!("[{}]", list.join(",\n"))).unwrap();
    if !run_script(&python, folder.path()) {
        return;
    }
    for draws in &all {
        let words = read_words(&at(&format!("{}.result", draws.case.name)));
        draws.assert_patched(&words, Language::OpenCl);
    }
}

const FUNCTIONS: &str = "
kernel void mali_inst_main(global const uint *inputs, global uint *outputs) {
    size_t i = get_global_id(0) * 8;
    size_t o = get_global_id(0) * 11;
    MaliInstDescriptor descriptor = mali_inst_valhall_attribute(inputs[i], inputs[i + 1], inputs[i + 2], inputs[i + 3],
        inputs[i + 4], inputs[i + 5], inputs[i + 6], inputs[i + 7]);
    vstore4(descriptor.first, 0, outputs + o);
    vstore4(descriptor.second, 0, outputs + o + 4);
    uint2 pair = mali_inst_attribute(inputs[i + 5] & 0xff, inputs[i + 3], inputs[i + 7]);
    vstore2(pair, 0, outputs + o + 8);
    outputs[o + 10] = mali_inst_job_header(inputs[i + 7], inputs[i]);
}
";

#[test]
fn attributes_of_opencl_are_the_cores() {
    let Some(python) = python() else { return };
    let folder = tempfile::tempdir().unwrap();
    let at = |name: &str| folder.path().join(name);
    let inputs = attributes::inputs();
    write_words(&at("functions.inputs"), &inputs);
    write_words(
        &at("functions.result"),
        &vec![0; attributes::COUNT * attributes::OUTPUT],
    );
    fs::write(at("functions.cl"), functions(Language::OpenCl) + FUNCTIONS).unwrap();
    fs::write(at("cases.json"), "[]").unwrap();
    if !run_script(&python, folder.path()) {
        return;
    }
    let words = read_words(&at("functions.result"));
    let inputs = inputs.chunks_exact(attributes::INPUT);
    for (input, words) in inputs.zip(words.chunks_exact(attributes::OUTPUT)) {
        assert_eq!(words, attributes::expected(input), "{input:?}");
    }
}
