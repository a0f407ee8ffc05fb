//! Compiles the golden rows into the image, and writes its memory layout.

use std::fmt::Write;
use std::path::{Path, PathBuf};
use std::{env, fs};

struct Board {
    target: &'static str,
    core: &'static str,
    memory: &'static str,
}

const BOARDS: [Board; 2] = [
    Board {
        target: "thumbv7m-none-eabi",
        core: "cortex-m3",
        // 4 KiB of stack below all other memory: a stack that needs more leaves the memory, and faults.
        memory:
            "MEMORY { FLASH : ORIGIN = 0, LENGTH = 256K  RAM : ORIGIN = 0x20001000, LENGTH = 60K }
            _stack_start = 0x20001000;  _stack_end = 0x20000000;",
    },
    Board {
        target: "thumbv6m-none-eabi",
        core: "cortex-m0",
        memory: "MEMORY { FLASH : ORIGIN = 0, LENGTH = 256K  RAM : ORIGIN = 0x20000000, LENGTH = 16K }",
    },
];

fn main() {
    let target = env::var("TARGET").expect("cargo sets TARGET");
    let board = BOARDS
        .iter()
        .find(|board| board.target == target)
        .unwrap_or_else(|| {
            panic!("no board for {target}: firmware/run builds for those there are")
        });
    let out = PathBuf::from(env::var_os("OUT_DIR").expect("cargo sets OUT_DIR"));
    fs::write(out.join("memory.x"), board.memory).expect("OUT_DIR can be written");
    println!("cargo::rustc-link-search={}", out.display());
    println!("cargo::rustc-env=CORE={}", board.core);
    fs::write(out.join("golden.rs"), golden()).expect("OUT_DIR can be written");
}

struct Row {
    header: csv::StringRecord,
    descriptor: csv::StringRecord,
}

impl Row {
    fn text(&self, column: &str) -> &str {
        let position = self.header.iter().position(|name| name == column);
        &self.descriptor[position.unwrap_or_else(|| panic!("no column {column}"))]
    }

    /// A column as a Rust literal.
    fn number(&self, column: &str) -> &str {
        self.text(column)
    }

    fn words(&self) -> String {
        let words: Vec<String> = self
            .text("words")
            .split(' ')
            .map(|word| format!("0x{word}"))
            .collect();
        format!("[{}]", words.join(", "))
    }

    fn is_nearest(&self) -> bool {
        self.text("rounding") == "nearest"
    }
}

fn rows(file: &str) -> Vec<Row> {
    let path = Path::new(env!("CARGO_MANIFEST_DIR"))
        .join("../tests/vectors")
        .join(file);
    println!("cargo::rerun-if-changed={}", path.display());
    let mut reader =
        csv::Reader::from_path(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display()));
    let header = reader.headers().expect("a csv file has a header").clone();
    reader
        .records()
        .map(|descriptor| Row {
            header: header.clone(),
            descriptor: descriptor.expect("a csv descriptor"),
        })
        .collect()
}

fn table(text: &mut String, name: &str, row_type: &str, rows: &[String]) {
    write!(
        text,
        "pub static {name}: [{row_type}; {}] = [\n    {},\n];\n",
        rows.len(),
        rows.join(",\n    ")
    )
    .expect("a String takes any text");
}

/// The golden rows as tables of inputs and words, and as constants that the macros make from the inputs.
fn golden() -> String {
    let mut text = String::new();
    let buffers = rows("attribute_buffer.csv");
    let inputs: Vec<String> = buffers
        .iter()
        .map(|row| {
            format!(
                "AttributeBufferRow {{ vertices: {}, instances: {}, divisor: {}, nearest: {}, \
                 address: {}, stride: {}, size: {}, words: {} }}",
                row.number("vertices"),
                row.number("instances"),
                row.number("divisor"),
                row.is_nearest(),
                row.number("address"),
                row.number("stride"),
                row.number("size"),
                row.words()
            )
        })
        .collect();
    table(
        &mut text,
        "ATTRIBUTE_BUFFERS",
        "AttributeBufferRow",
        &inputs,
    );
    let constants: Vec<String> = buffers
        .iter()
        .map(|row| {
            // GL's divisor 0 is an element per vertex, which is a macro without a divisor.
            let divisor = match row.number("divisor") {
                "0" => String::new(),
                divisor => format!("divisor = {divisor}, "),
            };
            format!(
                "instanced_attr!({divisor}vertices = {}, instances = {}, stride = {}, size = {}, \
                 rounding = {})",
                row.number("vertices"),
                row.number("instances"),
                row.number("stride"),
                row.number("size"),
                if row.is_nearest() {
                    "nearest"
                } else {
                    "round_down"
                }
            )
        })
        .collect();
    table(&mut text, "INSTANCED_ATTRS", "AttributeBuffer", &constants);

    for (index, arch) in ["v4", "v5", "v6", "v7"].into_iter().enumerate() {
        // Such a buffer has a continuation, so that all eight words of its two descriptors are compared.
        let divides = |row: &&Row| row.text("arch") == arch && row.text("mode") == "npot";
        let row = buffers
            .iter()
            .find(divides)
            .expect("every architecture has such a row");
        write!(
            text,
            "vertex_input! {{\n    pub static DRAW_{index}: arch = {arch}, vertices = {}, \
             instances = {}, rounding = {};\n    buffer data {{ stride = {}, divisor = {}, size = \
             {} }}\n}}\npub const ADDRESS_{index}: u64 = {};\npub const WORDS_{index}: [u32; 8] = {};\n",
            row.number("vertices"),
            row.number("instances"),
            if row.is_nearest() { "nearest" } else { "round_down" },
            row.number("stride"),
            row.number("divisor"),
            row.number("size"),
            row.number("address"),
            row.words()
        )
        .expect("a String takes any text");
    }

    let attributes: Vec<String> = rows("attribute.csv")
        .iter()
        .map(|row| {
            format!(
                "AttributeRow {{ fields: AttributeFields {{ buffer_index: {}, offset_enable: {}, \
                 format: {}, offset: {} }}, words: {} }}",
                row.number("buffer_index"),
                row.number("offset_enable") == "1",
                row.number("format"),
                row.number("offset"),
                row.words()
            )
        })
        .collect();
    table(&mut text, "ATTRIBUTES", "AttributeRow", &attributes);
    let ids: Vec<String> = rows("special.csv")
        .iter()
        .map(|row| {
            format!(
                "BuiltInIdRow {{ vertex_id: {}, vertices: {}, instances: {}, nearest: {}, words: {} }}",
                row.text("record") == "vertex-id",
                row.number("vertices"),
                row.number("instances"),
                row.is_nearest(),
                row.words()
            )
        })
        .collect();
    table(&mut text, "BUILT_IN_IDS", "BuiltInIdRow", &ids);
    let draws: Vec<String> = rows("draw.csv")
        .iter()
        .map(|row| {
            format!(
                "DrawRow {{ vertices: {}, instances: {}, offset_start: {}, words: {} }}",
                row.number("vertices"),
                row.number("instances"),
                row.number("offset_start"),
                row.words()
            )
        })
        .collect();
    table(&mut text, "DRAWS", "DrawRow", &draws);
    let invocations: Vec<String> = rows("invocation.csv")
        .iter()
        .map(|row| {
            format!(
                "InvocationRow {{ is_draw: {}, size: [{}, {}, {}], workgroups: [{}, {}, {}], words: {} }}",
                row.text("kind") == "draw",
                row.number("size_x"),
                row.number("size_y"),
                row.number("size_z"),
                row.number("workgroups_x"),
                row.number("workgroups_y"),
                row.number("workgroups_z"),
                row.words()
            )
        })
        .collect();
    table(&mut text, "INVOCATIONS", "InvocationRow", &invocations);
    let valhall: Vec<String> = rows("valhall_attribute.csv")
        .iter()
        .map(|row| {
            format!(
                "ValhallAttributeRow {{ divisor: {}, nearest: {}, format: {}, stride: {}, \
                 offset: {}, buffer_index: {}, words: {} }}",
                row.number("divisor"),
                row.is_nearest(),
                row.number("format"),
                row.number("stride"),
                row.number("offset"),
                row.number("buffer_index"),
                row.words()
            )
        })
        .collect();
    table(
        &mut text,
        "VALHALL_ATTRIBUTES",
        "ValhallAttributeRow",
        &valhall,
    );
    text
}
