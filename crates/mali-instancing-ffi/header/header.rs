//! The headers are those that the sources say: cbindgen writes each declaration, and here they get their order.

mod abi;

use std::collections::HashMap;
use std::fmt::Write;
use std::path::Path;

/// The sources of each header, in the order in which its reader wants them. What a declaration needs is before it.
const HEADERS: [(&str, &str, &[&str]); 3] = [
    (
        "mali_inst.h",
        INTRODUCTION,
        &[
            "abi/version.rs",
            "enums.rs",
            "format.rs",
            "abi/status.rs",
            "draws/call.rs",
            "draws/tables.rs",
            "draws/vertex_input.rs",
            "draws/write.rs",
            "draws/indices.rs",
            "draws/pack.rs",
            "draws/dependencies.rs",
            "inspect/decode.rs",
            "inspect/check.rs",
        ],
    ),
    (
        "mali_inst_buffers.h",
        INTRODUCTION_OF_BUFFERS,
        &[
            "planner/source.rs",
            "planner/kept_buffer.rs",
            "planner/callbacks.rs",
            "planner/buffer.rs",
            "planner/draw.rs",
            "planner/input.rs",
            "planner/elements.rs",
            "planner/state.rs",
            "planner/decision.rs",
            "planner/planning.rs",
            "planner/line_loop.rs",
            "planner/counters.rs",
        ],
    ),
    (
        "mali_inst_varyings.h",
        INTRODUCTION_OF_VARYINGS,
        &[
            "varyings/declaration.rs",
            "varyings/built_ins.rs",
            "varyings/linkage.rs",
            "varyings/memory.rs",
            "varyings/descriptors.rs",
            "varyings/slots.rs",
            "varyings/capture.rs",
            "varyings/registers.rs",
        ],
    ),
];

const INTRODUCTION: &str = "\
// SPDX-License-Identifier: MIT OR Apache-2.0
//
// The C interface of mali-instancing: C99, and C++.
//
// header/header.rs writes this file from src/; do not edit it.
//
// Every function that can fail returns a status: MALI_INST_OK, or the number of an error. Three return lengths instead:
// mali_inst_draw_write, whose status mali_inst_draw_error returns, and mali_inst_vertex_input_words and
// mali_inst_planner_state_words, which return 0 for what they refuse. The argument `error` can be null; otherwise a
// function that fails fills it. Any function can return MALI_INST_ERROR_NULL, MALI_INST_ERROR_MISALIGNED for a pointer
// that is not aligned to its type, MALI_INST_ERROR_TOO_MANY for a length that no memory has, MALI_INST_ERROR_VALUE for
// a number that is not allowed, MALI_INST_ERROR_UNKNOWN_FIELD for a reserved word that is not 0, and
// MALI_INST_ERROR_UNINITIALISED for zeros in place of what a function fills. The other errors of a function are under
// \"Errors\". No function can check the conditions under \"Safety\": the caller must ensure them. The capacity of memory
// that a function writes is always checked.
//
// The tables of a draw can be in write-combined memory: no word of them is read, and a word is written twice only in
// rare draws, of more than 16 buffers or with offsets of 2^29 bytes or more.
//
// All memory belongs to the caller. The library keeps values only in the structures of `opaque` words and in a
// planner's states, and one pointer: a mali_inst_planner_buffer keeps that to the bounds of
// mali_inst_planner_buffer_keep_bounds, which must not be moved as long as the buffer has them, and neither must
// states. The other structures may be moved and discarded while no function uses them. Any number of threads may call
// functions on structures of their own, and share structures that do not change. An array without elements may be null.
// Memory that a function writes must not overlap any other memory that it gets. It need not be initialised, except for
// the words of tables and the memory that a callback of a mali_inst_gpu_memory returns.
";

const INTRODUCTION_OF_BUFFERS: &str = "\
// SPDX-License-Identifier: MIT OR Apache-2.0
//
// The planner of buffers of mali-instancing: C99, and C++. A library that was built with the feature \"planner\" has it.
//
// header/header.rs writes this file from src/; do not edit it. The introduction of mali_inst.h is about this header
// too.
//
// A work is a piece of the GPU's work, such as a submission. The caller numbers works from 1 on, in the order in which
// the GPU finishes them; 0 is none.
";

const INTRODUCTION_OF_VARYINGS: &str = "\
// SPDX-License-Identifier: MIT OR Apache-2.0
//
// The varyings between a vertex and a fragment stage: C99, and C++. A library that was built with the feature
// \"varyings\" has them.
//
// header/header.rs writes this file from src/; do not edit it. The introduction of mali_inst.h is about this header
// too.
//
// `mali_inst_linkage_init` links the declarations of two stages, `mali_inst_linkage_init_slots` their slots, for a
// driver and an architecture. Other functions return the places of their varyings in memory, the words of descriptors,
// and the sizes that the hardware needs. `mali_inst_registers_pack` is independent of these: it finds
// out whether the standard guarantees that a shader's varyings fit.
";

const INCLUDES: &str = "\
#include <stddef.h>
#include <stdint.h>

// The enumerations have 32 bits, whatever a compiler's own choice is (-fshort-enums).
#ifdef __GNUC__
#define MALI_INST_ENUM __attribute__((__mode__(__SI__)))
#else
#define MALI_INST_ENUM
#endif
";

/// cbindgen has no macros with arguments.
const VERTEX_INPUT_WORDS: &str = "\
// The length of a pipeline for `mali_inst_vertex_input_init`, in words. It is a constant if the arguments are:
//
//   static uint32_t input[MALI_INST_VERTEX_INPUT_WORDS(MALI_INST_ARCH_V7, 2, 3)];
#define MALI_INST_VERTEX_INPUT_WORDS(arch, buffer_count, attribute_count) \\
  (8 * (1 + ((arch) < MALI_INST_ARCH_V9 \\
                 ? 2 * (size_t)(buffer_count) + ((size_t)(attribute_count) + 3) / 4 \\
                 : (size_t)(buffer_count) + (size_t)(attribute_count))))

";

const VERTEX_STATE_WORDS: &str = "\
// The length of a state's memory for `mali_inst_planner_state_init`, in units of eight bytes. It is a constant if the
// argument is:
//
//   static uint64_t memory[MALI_INST_PLANNER_STATE_WORDS(5)];
#define MALI_INST_PLANNER_STATE_WORDS(attribute_count) \\
  ((attribute_count) <= 8 ? MALI_INST_PLANNER_STATE_WORDS_OF_8 : MALI_INST_PLANNER_STATE_WORDS_OF_16)

";

/// The functions that know the size of a structure, and the declaration after which each stands.
const INLINE: [(&str, &str); 5] = [
    (
        "mali_inst_planner_buffer_init_sized",
        "\
// `mali_inst_planner_buffer_init_sized` of a `mali_inst_planner_buffer`. A library that needs a larger one returns
// `MALI_INST_ERROR_SIZE`.
static inline mali_inst_status mali_inst_planner_buffer_init(struct mali_inst_planner_buffer *buffer, uint64_t number,
                                                             uint64_t size, mali_inst_usage usage, uint64_t address,
                                                             struct mali_inst_error *error)
{
  return mali_inst_planner_buffer_init_sized(buffer, sizeof *buffer, number, size, usage, address, error);
}

",
    ),
    (
        "mali_inst_planner_buffer_keep_bounds_sized",
        "\
// `mali_inst_planner_buffer_keep_bounds_sized` of an array of `mali_inst_planner_index_bounds`. A library that needs
// larger ones returns `MALI_INST_ERROR_SIZE`.
static inline mali_inst_status mali_inst_planner_buffer_keep_bounds(struct mali_inst_planner_buffer *buffer,
                                                                    struct mali_inst_planner_index_bounds *bounds,
                                                                    size_t count, struct mali_inst_error *error)
{
  return mali_inst_planner_buffer_keep_bounds_sized(buffer, bounds, sizeof *bounds, count, error);
}

",
    ),
    (
        "mali_inst_linkage_init_sized",
        "\
// `mali_inst_linkage_init_sized` of a `mali_inst_linkage`. A library that needs a larger one returns
// `MALI_INST_ERROR_SIZE`.
static inline mali_inst_status mali_inst_linkage_init(struct mali_inst_linkage *linkage, mali_inst_driver driver,
                                                      mali_inst_arch arch, const struct mali_inst_varying *outputs,
                                                      size_t output_count, const struct mali_inst_varying *inputs,
                                                      size_t input_count, const struct mali_inst_built_ins *built_ins,
                                                      mali_inst_matching matching, mali_inst_linking linking,
                                                      struct mali_inst_error *error)
{
  return mali_inst_linkage_init_sized(linkage, sizeof *linkage, driver, arch, outputs, output_count, inputs,
                                      input_count, built_ins, matching, linking, error);
}

",
    ),
    (
        "mali_inst_linkage_init_slots_sized",
        "\
// `mali_inst_linkage_init_slots_sized` of a `mali_inst_linkage`. A library that needs a larger one returns
// `MALI_INST_ERROR_SIZE`.
static inline mali_inst_status mali_inst_linkage_init_slots(struct mali_inst_linkage *linkage,
                                                            mali_inst_driver driver, mali_inst_arch arch,
                                                            const struct mali_inst_slot *outputs, size_t output_count,
                                                            const struct mali_inst_slot *inputs, size_t input_count,
                                                            uint32_t is_layout_known, struct mali_inst_error *error)
{
  return mali_inst_linkage_init_slots_sized(linkage, sizeof *linkage, driver, arch, outputs, output_count, inputs,
                                            input_count, is_layout_known, error);
}

",
    ),
    (
        "mali_inst_planner_init_sized",
        "\
// `mali_inst_planner_init_sized` of a `mali_inst_planner`. A library that needs a larger one returns
// `MALI_INST_ERROR_SIZE`.
static inline mali_inst_status mali_inst_planner_init(struct mali_inst_planner *planner, uint64_t context,
                                                      const struct mali_inst_planner_target *target,
                                                      uint64_t ring_capacity, struct mali_inst_error *error)
{
  return mali_inst_planner_init_sized(planner, sizeof *planner, context, target, ring_capacity, error);
}

",
    ),
];

/// A declaration: its lines, with its comment.
type Declarations = HashMap<String, String>;

/// The name that a declaration of cbindgen's gives.
fn name_of(code: &str) -> Option<&str> {
    let is_word = |character: char| character.is_alphanumeric() || character == '_';
    if let Some(rest) = code.strip_prefix("#define ") {
        return rest.split(' ').next();
    }
    if let Some(rest) = code.strip_prefix("typedef ") {
        let words: Vec<_> = rest
            .split(|character| !is_word(character))
            .filter(|word| !word.is_empty())
            .collect();
        return if rest.starts_with("struct") {
            words.get(1).copied()
        } else {
            words.last().copied()
        };
    }
    let before = code
        .split('(')
        .next()
        .filter(|before| before.len() < code.len())?;
    before.rsplit(|character| !is_word(character)).next()
}

/// The declarations that cbindgen makes of the sources, by name.
fn declarations(package: &Path) -> Declarations {
    let config = cbindgen::Config::from_file(package.join("cbindgen.toml")).unwrap();
    let builder = cbindgen::Builder::new().with_config(config);
    let mut text = Vec::new();
    builder
        .with_src(package.join("src/lib.rs"))
        .generate()
        .unwrap()
        .write(&mut text);
    let text = String::from_utf8(text).unwrap();
    let mut declarations = Declarations::new();
    for block in text.split("\n\n") {
        let block = block.trim_matches('\n');
        let code = block
            .lines()
            .find(|line| !line.starts_with("//"))
            .unwrap_or("");
        if let Some(name) = name_of(code) {
            declarations.insert(name.to_owned(), block.to_owned());
        }
    }
    declarations
}

/// The rows of `values!` and `statuses!` in a source: the type, and its values with their comments.
fn rows_of(source: &str) -> HashMap<&str, String> {
    let tables =
        ["\nvalues! {\n    ", "\nstatuses! {\n    "].map(|begin| source.split(begin).skip(1));
    let rows = tables.into_iter().flatten().map(|table| {
        let (name, rows) = table.split_once([' ', ';']).expect("a table has a type");
        let mut values = String::new();
        for line in rows.lines().take_while(|line| *line != "}").map(str::trim) {
            if let Some(comment) = line.strip_prefix("///") {
                writeln!(values, "  //{comment}").unwrap();
            } else if let Some((name, rest)) = line.split_once(" = ") {
                let number = rest.split([' ', ';']).next().unwrap_or_default();
                writeln!(values, "  {name} = {number},").unwrap();
            }
        }
        (name, values)
    });
    rows.collect()
}

/// A name of a source, and of a constant its type.
fn names_of(source: &str) -> Vec<(&str, Option<&str>)> {
    let line_name = |line: &'_ str| -> Option<(usize, usize, bool)> {
        for (prefix, is_constant) in [
            ("pub const ", true),
            ("pub type ", false),
            ("pub struct ", false),
            ("pub unsafe extern \"C\" fn ", false),
            ("pub extern \"C\" fn ", false),
        ] {
            if let Some(rest) = line.strip_prefix(prefix) {
                let length =
                    rest.find(|character: char| !character.is_alphanumeric() && character != '_');
                return Some((prefix.len(), prefix.len() + length?, is_constant));
            }
        }
        None
    };
    source
        .lines()
        .filter_map(|line| {
            let (start, end, is_constant) = line_name(line)?;
            let constant = is_constant.then(|| {
                line[end..]
                    .trim_start_matches(": ")
                    .split(" =")
                    .next()
                    .unwrap()
            });
            Some((&line[start..end], constant))
        })
        .collect()
}

/// The types whose values are sums of others: integers for C, in which an enumeration is one of its values.
const FLAGS: [&str; 1] = ["mali_inst_dependencies"];

/// A type and its values, each with its comment.
fn enumeration(name: &str, declared: &str, values: &str) -> String {
    if FLAGS.contains(&name) {
        return format!("{declared}\n\nenum {{\n{values}}};\n\n");
    }
    let comment = declared
        .rsplit_once('\n')
        .map_or("", |(comment, _)| comment);
    format!("{comment}\ntypedef enum {name} {{\n{values}}} MALI_INST_ENUM {name};\n\n")
}

/// The values of a type, each with its comment.
fn enumerators<'a>(constants: impl Iterator<Item = &'a str>) -> String {
    let mut text = String::new();
    for constant in constants {
        for line in constant.lines() {
            match line
                .strip_prefix("#define ")
                .and_then(|rest| rest.split_once(' '))
            {
                Some((name, value)) => writeln!(text, "  {name} = {value},").unwrap(),
                None => writeln!(text, "  {line}").unwrap(),
            }
        }
    }
    text
}

/// A declaration, in which a number that C would take for a signed one of 64 bits is one of 32 bits: a mask.
fn unsigned(declared: &str) -> String {
    let number = declared.rsplit(' ').next().and_then(|it| it.parse().ok());
    match number {
        Some(number @ 0x8000_0000_u32..) => {
            format!(
                "{}{number:#x}u",
                declared.trim_end_matches(char::is_numeric)
            )
        }
        _ => declared.to_owned(),
    }
}

/// The formats, whose names and numbers `formats!` has.
fn formats(source: &str) -> String {
    let (_, rows) = source
        .split_once("\nformats! {\n")
        .expect("there is a list of formats");
    let mut text = String::from("enum {\n");
    let rows = rows.lines().take_while(|line| *line != "}");
    for (name, number) in rows.filter_map(|row| row.trim().strip_suffix(';')?.split_once(" = ")) {
        writeln!(
            text,
            "  MALI_INST_FORMAT_{name} = {},",
            number.replace('_', "")
        )
        .unwrap();
    }
    text + "};\n\n"
}

/// The text of a header.
fn header(
    package: &Path,
    declarations: &Declarations,
    (file, introduction, sources): (&str, &str, &[&str]),
) -> String {
    let guard = file.to_uppercase().replace('.', "_");
    let includes = match file {
        "mali_inst.h" => INCLUDES,
        _ => "#include \"mali_inst.h\"\n",
    };
    let mut text = format!(
        "{introduction}#ifndef {guard}\n#define {guard}\n\n{includes}\n#ifdef __cplusplus\nextern \"C\" {{\n#endif\n\n"
    );
    for source in sources {
        let source = std::fs::read_to_string(package.join("src").join(source)).unwrap();
        let (names, rows) = (names_of(&source), rows_of(&source));
        for (name, constant) in &names {
            let declared = declarations
                .get(*name)
                .unwrap_or_else(|| panic!("cbindgen knows no {name}"));
            if *name == "mali_inst_vertex_input_words" {
                text += VERTEX_INPUT_WORDS;
            }
            if *name == "mali_inst_planner_state" {
                text += VERTEX_STATE_WORDS;
            }
            let mut enumerators = names
                .iter()
                .filter(|(_, of)| *of == Some(*name))
                .map(|(enumerator, _)| declarations[*enumerator].as_str())
                .peekable();
            if let Some(values) = rows.get(name) {
                text += &enumeration(name, declared, values);
            } else if enumerators.peek().is_some() {
                text += &enumeration(name, declared, &self::enumerators(enumerators));
            } else if !constant.is_some_and(|of| of.starts_with("mali_inst_")) {
                writeln!(text, "{}\n", unsigned(declared)).unwrap();
            }
            for (after, inline) in INLINE {
                if after == *name {
                    text += inline;
                }
            }
        }
    }
    if file == "mali_inst.h" {
        text += "// Vertex formats: a `mali_inst_format`.\n";
        text += &formats(&std::fs::read_to_string(package.join("src/format.rs")).unwrap());
    }
    text + "#ifdef __cplusplus\n}\n#endif\n\n#endif\n"
}

#[test]
fn the_headers_declare_what_the_library_has() {
    let package = Path::new(concat!(env!("CARGO_MANIFEST_DIR"), "/.."));
    let declarations = declarations(package);
    let mut all = String::new();
    for of in HEADERS {
        let header = header(package, &declarations, of);
        let path = package.join("include").join(of.0);
        if std::env::var_os("HEADER").is_some() {
            std::fs::write(&path, &header).unwrap();
        }
        let checked_in = std::fs::read_to_string(&path).unwrap_or_default();
        assert!(
            checked_in == header,
            "include/{} is out of date: run this test with HEADER=overwrite",
            of.0
        );
        let long = header.lines().find(|line| line.len() > 120);
        assert_eq!(long, None, "a line of include/{} is too long", of.0);
        all += &header;
    }
    for name in declarations.keys() {
        assert!(all.contains(name.as_str()), "no header declares {name}");
    }
    keep_the_interface(package, &all);
}

/// Compares the interface with the text that is checked in, and says whether the change is compatible.
fn keep_the_interface(package: &Path, headers: &str) {
    let layouts = std::fs::read_to_string(package.join("tests/c/layout.h")).unwrap();
    let path = package.join("include/abi.txt");
    let checked_in = std::fs::read_to_string(&path).unwrap_or_default();
    let old: Vec<_> = checked_in.lines().map(str::to_owned).collect();
    let new = abi::lines(headers, &layouts);
    if old == new {
        return;
    }
    let breaking = abi::incompatible(&old, &new);
    match std::env::var("HEADER").as_deref() {
        Ok("overwrite") if breaking.is_empty() => {}
        Ok("break") => {}
        _ if breaking.is_empty() => panic!(
            "the interface has changed, and old programs can use it: accept it with HEADER=overwrite, which writes \
             include/abi.txt"
        ),
        _ => panic!(
            "old programs cannot use the interface any more: raise MALI_INST_ABI in src/abi/version.rs, or accept it \
             with HEADER=break before the first release. Lines of include/abi.txt:\n{}",
            breaking.join("\n")
        ),
    }
    std::fs::write(path, new.join("\n") + "\n").unwrap();
}
