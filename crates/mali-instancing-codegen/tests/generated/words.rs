//! The words of the golden rows, in every language of code and in both notations of manifests.

use std::collections::BTreeMap;
use std::fmt::Write as _;

use mali_instancing_codegen::pack::Words;
use mali_instancing_codegen::{Language, Manifest, Naming, Prefix, generate};
use serde_json::{Map, Value, json};

use crate::rows::{Row, rows, texts};

/// The columns that are results. Every other column is a key of a manifest.
const RESULTS: [&str; 3] = ["padded_vertices", "mode", "words"];

/// The columns whose values are words.
const NAMES: [&str; 4] = ["arch", "rounding", "record", "kind"];

/// The keys of a row, with the values that they have in TOML.
fn keys(row: &Row) -> impl Iterator<Item = (&String, String)> {
    let keys = row
        .0
        .iter()
        .filter(|(key, value)| !RESULTS.contains(&&***key) && !value.is_empty());
    keys.map(|(key, value)| {
        let quote = if NAMES.contains(&&**key) { "\"" } else { "" };
        (key, format!("{quote}{value}{quote}"))
    })
}

fn toml(kind: &str, rows: &[Row]) -> Manifest {
    let mut text = String::new();
    for (index, row) in rows.iter().enumerate() {
        writeln!(text, "[[{kind}]]\nname = \"row{index}\"").unwrap();
        for (key, value) in keys(row) {
            writeln!(text, "{key} = {value}").unwrap();
        }
    }
    Manifest::from_toml("rows.toml", text).unwrap()
}

/// In JSON, a number is a string: JSON has no hexadecimal.
fn json(kind: &str, rows: &[Row]) -> Manifest {
    let tables = rows.iter().enumerate().map(|(index, row)| {
        let keys = keys(row).map(|(key, value)| (key.clone(), value.trim_matches('"').into()));
        let name = ("name".to_owned(), Value::from(format!("row{index}")));
        Value::Object(keys.chain([name]).collect())
    });
    let tables: Vec<Value> = tables.collect();
    Manifest::from_json("rows.json", json!({ kind: tables }).to_string()).unwrap()
}

fn code(manifest: &Manifest, language: Language, naming: Naming) -> String {
    String::from_utf8(generate(manifest, language, naming).unwrap()).unwrap()
}

/// The kinds, each with the number of its golden rows.
const KINDS: [(&str, usize); 6] = [
    ("attribute_buffer", 493),
    ("attribute", 160),
    ("special", 240),
    ("invocation", 160),
    ("draw", 160),
    ("valhall_attribute", 193),
];

/// The parts of a row's JSON other than its name, its architecture and its words.
fn details(kind: &str, row: &Row) -> Value {
    match kind {
        "attribute_buffer" => {
            let padded = row.number("padded_vertices");
            let divides = row.mode().ends_with("divisor");
            let divisor = divides.then(|| padded * row.number("divisor"));
            json!({"mode": row.mode(), "padded_vertices": padded, "hardware_divisor": divisor})
        }
        "special" | "draw" => json!({"padded_vertices": row.number("padded_vertices")}),
        "valhall_attribute" => json!({"mode": row.mode()}),
        _ => json!({}),
    }
}

#[test]
fn every_golden_row_has_its_words_and_numbers_in_json() {
    for (kind, count) in KINDS {
        let rows = rows(kind, count);
        let descriptors = rows.iter().enumerate().map(|(index, row)| {
            let mut descriptor = details(kind, row);
            descriptor["name"] = format!("row{index}").into();
            descriptor["arch"] = row.text("arch").into();
            descriptor["words"] = texts(&row.words()).into();
            descriptor
        });
        let descriptors: Vec<Value> = descriptors.collect();
        let mut expected = Map::from_iter([("attribute_buffers".to_owned(), json!([]))]);
        expected.insert(format!("{kind}s"), descriptors.into());
        for manifest in [toml(kind, &rows), json(kind, &rows)] {
            let generated = code(&manifest, Language::Json, Naming::default());
            let generated: Value = serde_json::from_str(&generated).unwrap();
            assert_eq!(generated, Value::Object(expected.clone()), "{kind}");
        }
    }
}

#[test]
fn every_golden_row_has_its_words_in_each_language_of_code() {
    for (kind, count) in KINDS {
        let rows = rows(kind, count);
        let manifest = toml(kind, &rows);
        let expected: Vec<u32> = rows.iter().flat_map(Row::words).collect();
        let bytes = generate(&manifest, Language::Bin, Naming::default()).unwrap();
        let little_endian = expected.iter().flat_map(|word| word.to_le_bytes());
        assert!(bytes.into_iter().eq(little_endian), "{kind}");
        for language in [Language::Rust, Language::C, Language::Asm] {
            let code = code(&manifest, language, Naming::default());
            // Comments have numbers too, and a header the masks of fields.
            let code = code.lines().filter(|line| !line.starts_with(['/', '#']));
            let found: Vec<u32> = code.flat_map(eight_digits).collect();
            assert_eq!(found, expected, "{kind} in {}", language.name());
        }
    }
}

/// The numbers of a line of code that are written with eight hexadecimal digits.
fn eight_digits(line: &str) -> impl Iterator<Item = u32> {
    line.split("0x").skip(1).filter_map(|rest| {
        let end = rest.find(|digit: char| !digit.is_ascii_hexdigit());
        let digits = &rest[..end.unwrap_or(rest.len())];
        (digits.len() == 8).then(|| u32::from_str_radix(digits, 16).unwrap())
    })
}

/// A draw of one buffer has the descriptors of a row.
#[test]
fn the_buffer_of_a_draw_has_the_words_of_its_golden_row() {
    let mut compared = 0;
    for row in rows("attribute_buffer", 493) {
        let (arch, instances) = (row.text("arch"), row.text("instances"));
        let rounding = match row.text("rounding") {
            "" => "round-down",
            rounding => rounding,
        };
        let divisor = match row.text("divisor") {
            "0" => String::new(),
            divisor => format!("divisor = {divisor}, "),
        };
        let (vertices, stride) = (row.text("vertices"), row.text("stride"));
        let (address, size) = (row.text("address"), row.text("size"));
        let text = format!(
            "[[vertex_input]]\nname = \"draw\"\narch = \"{arch}\"\nvertices = {vertices}\ninstances = {instances}\n\
             rounding = \"{rounding}\"\n\
             buffers = [{{ name = \"buffer\", {divisor}stride = {stride}, address = {address}, size = {size} }}]\n"
        );
        let manifest = Manifest::from_toml("draw.toml", &*text).unwrap();
        let generated = match generate(&manifest, Language::Json, Naming::default()) {
            Ok(generated) => generated,
            // The product of a draw's counts fits an invocation; a buffer alone has none.
            Err(error) => {
                assert_eq!(error.key.as_deref(), Some("instances"), "{error}");
                continue;
            }
        };
        let draw: Value = serde_json::from_slice(&generated).unwrap();
        let buffers = draw["vertex_inputs"][0]["buffer_words"].as_array().unwrap();
        // A row always has two descriptors. The second is empty without a continuation.
        let mut expected = row.words();
        if expected[4..] == [0; 4] {
            expected.truncate(4);
        }
        // V6 and V7 end the table with an empty descriptor.
        if ["v6", "v7"].contains(&arch) {
            expected.extend([0; 4]);
        }
        assert_eq!(json!(buffers), json!(texts(&expected)), "{text}");
        compared += 1;
    }
    assert!(compared > 300, "{compared}");
}

/// With a prefix, all descriptors of a kind are in one table too.
#[test]
fn a_table_has_the_words_of_its_rows_and_no_empty_descriptor_before_its_end() {
    let prefix: Prefix = "scene".parse().unwrap();
    let naming = Naming {
        prefix: Some(&prefix),
        ..Naming::default()
    };
    for (kind, count, table, length, closing) in [
        // V6 and V7 read a closing descriptor.
        ("attribute_buffer", 493, "SCENE_ATTRIBUTE_BUFFERS", 4, 4),
        ("attribute", 160, "SCENE_ATTRIBUTES", 2, 0),
        ("valhall_attribute", 193, "SCENE_VALHALL_ATTRIBUTES", 8, 0),
    ] {
        let rows = rows(kind, count);
        let code = code(&toml(kind, &rows), Language::Rust, naming);
        let (_, table) = code.split_once(&format!(" {table}: ")).unwrap();
        let (table, _) = table.split_once(";\n").unwrap();
        let found: Vec<u32> = table.lines().flat_map(eight_digits).collect();
        let mut expected = Vec::new();
        for row in &rows {
            let words = row.words();
            for descriptor in words.chunks(length) {
                let is_empty = descriptor.iter().all(|word| *word == 0);
                expected.extend(if is_empty {
                    &words[..length]
                } else {
                    descriptor
                });
            }
        }
        expected.resize(expected.len() + closing, 0);
        assert_eq!(found, expected, "{kind}");
    }
}

/// A header defines how a compiler aligns a table exactly if it has one, and takes the definition back.
#[test]
fn a_header_says_how_to_align_tables_where_it_has_one() {
    const DRAW: &str = "[[vertex_input]]\nname = \"cube\"\narch = \"v7\"\nvertices = 70\n\
                        buffers = [{ name = \"mesh\", stride = 20 }]\n";
    const BUFFER: &str = "[[attribute_buffer]]\nname = \"model\"\nvertices = 70\n";
    let prefix: Prefix = "scene".parse().unwrap();
    for (text, prefix, has_table) in [
        (DRAW.to_owned(), None, true),
        (BUFFER.to_owned(), None, false),
        (BUFFER.to_owned(), Some(&prefix), true),
        (format!("{BUFFER}{DRAW}"), Some(&prefix), true),
    ] {
        let manifest = Manifest::from_toml("draws.toml", &*text).unwrap();
        let naming = Naming {
            prefix,
            ..Naming::default()
        };
        let header = code(&manifest, Language::C, naming);
        for line in ["#define mali_inst_aligned", "#undef mali_inst_aligned"] {
            assert_eq!(header.contains(line), has_table, "{line}: {header}");
        }
    }
}

/// Shaders may compute vertices from IDs, or read them from other memory. V6 and V7 read the null terminator.
#[test]
fn a_draw_without_buffers_has_the_tables_of_its_architecture() {
    for (arch, buffers) in [
        ("v4", 0),
        ("v5", 0),
        ("v6", 4),
        ("v7", 4),
        ("v9", 0),
        ("v10", 0),
        ("v15", 0),
    ] {
        // 6 vertices are padded to 8, and take 3 bits of an invocation, as 5 instances do.
        let has_job = ["v4", "v5", "v6", "v7"].contains(&arch);
        let job = |words: [&str; 2]| if has_job { json!(words) } else { json!(null) };
        let expected = json!({"attribute_buffers": [], "vertex_inputs": [{
            "name": "quad",
            "arch": arch,
            "padded_vertices": if has_job { json!(8) } else { json!(null) },
            "buffer_words": vec!["0x00000000"; buffers],
            "attribute_words": [],
            "draw_words": job(["0x00030000", "0x00000000"]),
            "invocation_words": job(["0x00000025", "0x20c00000"]),
        }]});
        let draw = format!("name = \"quad\"\narch = \"{arch}\"\nvertices = 6\ninstances = 5\n");
        let toml = |parts| {
            let text = format!("[[vertex_input]]\n{draw}{parts}");
            Manifest::from_toml("quad.toml", text).unwrap()
        };
        let table =
            json!({"name": "quad", "arch": arch, "vertices": 6, "instances": 5, "buffers": []});
        let json = json!({ "vertex_input": [table] }).to_string();
        for manifest in [
            toml(""),
            toml("buffers = []\nattributes = []\n"),
            Manifest::from_json("quad.json", json).unwrap(),
        ] {
            let generated = code(&manifest, Language::Json, Naming::default());
            let generated: Value = serde_json::from_str(&generated).unwrap();
            assert_eq!(generated, expected);
            let bytes = generate(&manifest, Language::Bin, Naming::default()).unwrap();
            let words = buffers + if has_job { 4 } else { 0 };
            assert_eq!(bytes.len(), 4 * words, "{arch}");
        }
    }
}

/// A descriptor in the table of buffers has four words up to V7, and eight from V9 on. V6 and V7 read the null terminator
/// after the driver's own.
#[test]
fn a_row_of_the_drivers_own_buffers_is_a_descriptor_of_the_architecture() {
    for (arch, layout, rows) in [
        ("v5", "driver", "[[u32; 4]; 2]"),
        ("v7", "driver", "[[u32; 4]; 3]"),
        ("v7", "fixed", "[[u32; 4]; 3]"),
        ("v9", "driver", "[[u32; 8]; 2]"),
        ("v15", "driver", "[[u32; 8]; 2]"),
    ] {
        let layout = match arch {
            "v9" | "v15" => String::new(),
            _ => format!("layout = \"{layout}\"\n"),
        };
        let text = format!(
            "[[vertex_input]]\nname = \"cube\"\narch = \"{arch}\"\n{layout}vertices = 70\ninstances = 1\n\
             reserved_buffers = 2\nbuffers = [{{ name = \"mesh\", stride = 20, size = 1400 }}]\n"
        );
        let manifest = Manifest::from_toml("cube.toml", text).unwrap();
        let rust = code(&manifest, Language::Rust, Naming::default());
        let member = format!("    pub trailing_descriptors: {rows},\n");
        assert!(rust.contains(&member), "{arch}: {rust}");
    }
}

/// C has no structure without members, and the header of assembly cannot declare one either.
#[test]
fn tables_without_words_have_no_name_in_c_and_assembly() {
    for (arch, has_words) in [("v5", false), ("v6", true), ("v9", false)] {
        let text = format!("[[vertex_input]]\nname = \"quad\"\narch = \"{arch}\"\nvertices = 6\n");
        let manifest = Manifest::from_toml("quad.toml", text).unwrap();
        for (language, declaration) in [
            (Language::C, "struct QUAD_TABLES QUAD = {"),
            (Language::C, "#define mali_inst_aligned"),
            (Language::AsmHeader, "struct QUAD_TABLES QUAD;"),
            (Language::AsmHeader, "check_words(QUAD,"),
            (Language::Asm, "\nQUAD:\n"),
        ] {
            let code = code(&manifest, language, Naming::default());
            assert_eq!(code.contains(declaration), has_words, "{arch}: {code}");
            let says = "6 vertices, instanced. Its tables have no words. */";
            assert_eq!(code.contains(says), !has_words, "{arch}: {code}");
        }
    }
}

/// A buffer with a continuation begins at an even descriptor, so that the one before it has a copy in the gap.
#[test]
fn the_words_of_a_buffer_end_where_the_next_buffer_begins() {
    let of = |arch: &str, divisors: &[u32]| {
        let mut buffers = String::new();
        for (index, divisor) in divisors.iter().enumerate() {
            let rate = format!("stride = 4, divisor = {divisor}");
            write!(buffers, "{{ name = \"b{index}\", {rate} }},").unwrap();
        }
        let text = format!(
            "[[vertex_input]]\nname = \"draw\"\narch = \"{arch}\"\nvertices = 70\nbuffers = [{buffers}]\n"
        );
        let manifest = Manifest::from_toml("draw.toml", text).unwrap();
        let packed = manifest.pack().unwrap();
        match &packed[0].words {
            Words::VertexInput(draw) => draw.words_of_buffers().collect::<Vec<_>>(),
            _ => panic!("it is a draw"),
        }
    };
    // 72 times 3 is not a power of two; a divisor of 0 does not divide.
    assert_eq!(of("v7", &[3, 0, 0]), [0..8, 8..12, 12..16]);
    assert_eq!(of("v7", &[0, 3, 0]), [0..8, 8..16, 16..20]);
    assert_eq!(of("v9", &[0, 3, 0]), [0..8, 8..16, 16..24]);
}

/// A header for C has the numbers of a row as macros.
#[test]
fn a_header_has_the_padded_count_and_the_divisor_of_each_golden_row() {
    let rows = rows("attribute_buffer", 493);
    let header = code(
        &toml("attribute_buffer", &rows),
        Language::C,
        Naming::default(),
    );
    let defined: BTreeMap<&str, &str> = header
        .lines()
        .filter_map(|line| line.strip_prefix("#define ")?.split_once(' '))
        .collect();
    for (index, row) in rows.iter().enumerate() {
        let of = |name| defined.get(&*format!("ROW{index}_{name}")).copied();
        let padded = row.number("padded_vertices");
        assert_eq!(of("PADDED_VERTICES"), Some(&*format!("{padded}u")));
        let divides = row.mode().ends_with("divisor");
        let divisor = divides.then(|| format!("{}u", padded * row.number("divisor")));
        assert_eq!(of("HARDWARE_DIVISOR"), divisor.as_deref(), "row {index}");
    }
}
