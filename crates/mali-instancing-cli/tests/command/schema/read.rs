//! The schemas of what is read accept what commands accept, and see mistakes.

use std::path::Path;

use serde_json::{Value, json};

use super::validator::is_valid;
use super::{changed, parsed};
use crate::cases::{ROOT, listed, read};
use crate::{accept, refuse};

/// Each kind of text that is read, with a command that reads it and a key that no other kind has.
const KINDS: [(&str, &str, &str); 3] = [
    ("manifest", "gen", ""),
    ("varyings", "varyings", "varying"),
    ("script", "plan", "call"),
];

const VARYINGS: &str = r#"#:schema varyings.schema.json
registers = 16
rules = "es310"
lenient = true
[[varying]]
name = "uv"
type = "vec2"
array = "0x3"
interpolation = "smooth"
sampling = "centroid"
precision = "mediump"
location = 2
component = 1
"#;

const VARYINGS_MISTAKES: &str = r#"
# Keys that are not known, missing, or of another table.
registers = 16 => register = 16
array = "0x3" => length = 3
array = "0x3" => registers = 3
[[varying]] => [[varyings]]
name = "uv" =>
type = "vec2" =>
# Values of another type.
[[varying]] => [varying]
registers = 16 => registers = 1.5
rules = "es310" => rules = 310
lenient = true => lenient = "yes"
name = "uv" => name = 7
array = "0x3" => array = true
array = "0x3" => array = "three"
# Names that are not known.
rules = "es310" => rules = "es3100"
type = "vec2" => type = "vec5"
type = "vec2" => type = "dvec2"
interpolation = "smooth" => interpolation = "flatt"
sampling = "centroid" => sampling = "centre"
precision = "mediump" => precision = "highest"
component = 1 => stage = "both"
# Numbers that are too small or too large.
registers = 16 => registers = 0
registers = 16 => registers = 65
array = "0x3" => array = 0
array = "0x3" => array = -1
location = 2 => location = 4_294_967_296
component = 1 => component = 4
# What needs another key.
location = 2 =>
"#;

const SCRIPT: &str = r#"#:schema script.schema.json
arch = "v5"
checks_indices = true
robust_access = false
line_loops = "segments"
ring = "0x1000"
when_full = "wait"
[[call]]
kind = "buffer-data"
buffer = "mesh"
size = 1024
usage = "static"
address = 0x1000_0000
volatile = false
[[call]]
kind = "buffer-data"
buffer = "indices"
usage = "dynamic"
data = [0, 1, 2]
index_type = "u16"
[[call]]
kind = "buffer-sub-data"
buffer = "mesh"
offset = 4
size = 20
[[call]]
kind = "draw"
submission = 1
mode = "triangles"
count = 3
first = 1
instances = 2
first_instance = 1
attributes = [
    { name = "position", buffer = "mesh", format = "R32G32_SFLOAT", stride = 8, offset = 8, divisor = 0 },
    { name = "colour", client = "colours", format = "R8G8B8A8_UNORM", rate = "instance" },
    { name = "tint", constant = [1, 0.5, "0x7"], type = "float" },
    { id = "instance" },
]
[[call]]
kind = "draw"
mode = "triangle-strip"
indices = { buffer = "indices", index_type = "u16", count = 3, base_vertex = -1, minimum = 1, maximum = 2 }
[[call]]
kind = "draw"
mode = "points"
reads_vertex_id = false
indices = { data = [1, 2], index_type = "u8", offset = 1, restart_index = 255 }
[[call]]
kind = "discard"
[[call]]
kind = "complete"
through = 1
[[call]]
kind = "delete"
buffer = "mesh"
"#;

const SCRIPT_MISTAKES: &str = r#"
# Keys that are not known, or of another call.
checks_indices = true => check_indices = true
volatile = false => volatil = false
volatile = false => mode = "points"
first = 1\n => first_vertex = 1\n
offset = 1, => first = 1,
type = "float" } => index_type = "u8" }
kind = "discard" => kind = "discard"\nbuffer = "mesh"
through = 1 => submission = 1
# Values of another type.
checks_indices = true => checks_indices = 1
volatile = false => volatile = 0
reads_vertex_id = false => reads_vertex_id = 0
ring = "0x1000" => ring = 0.5
size = 1024 => size = "many"
data = [0, 1, 2] => data = 3
data = [0, 1, 2] => data = [0.5]
constant = [1, 0.5, "0x7"] => constant = 1
constant = [1, 0.5, "0x7"] => constant = [true]
client = "colours" => client = 0
# Names that are not known.
arch = "v5" => arch = "v8"
when_full = "wait" => when_full = "stop"
line_loops = "segments" => line_loops = "lines"
kind = "discard" => kind = "discards"
usage = "static" => usage = "fixed"
index_type = "u16"\n => index_type = "u64"\n
mode = "points" => mode = "quads"
format = "R32G32_SFLOAT" => format = "R32G32_FLOAT"
rate = "instance" => rate = "primitive"
type = "float" } => type = "half" }
id = "instance" => id = "draw"
# Keys that are missing.
kind = "discard" =>
buffer = "mesh"\nsize => size
size = 1024 =>
usage = "static" =>
size = 20 =>
index_type = "u16"\n =>
data = [0, 1, 2] => size = 6
mode = "points" =>
count = 3\n =>
count = 3,  =>
buffer = "indices",  =>
, minimum = 1 =>
, maximum = 2 =>
index_type = "u8",  =>
, format = "R32G32_SFLOAT" =>
client = "colours",  =>
# Numbers that are too small or too large.
count = 3\n => count = -1\n
count = 3\n => count = 0x1_0000_0000\n
ring = "0x1000" => ring = 0
ring = "0x1000" => ring = 0x1000_0000
size = 1024 => size = -1
size = 20 => size = 0x2000_0000
base_vertex = -1 => base_vertex = 0x8000_0000
constant = [1, 0.5, "0x7"] => constant = []
constant = [1, 0.5, "0x7"] => constant = [0, 0, 0, 0, 0]
# What does not go together.
first = 1\n => indices = { data = [1], index_type = "u8" }\n
data = [1, 2], => data = [1, 2], buffer = "mesh", count = 2,
client = "colours" => client = "colours", buffer = "mesh"
id = "instance" => id = "instance", constant = [1]
id = "instance" => id = "instance", type = "int"
id = "instance" => id = "instance", divisor = 1
type = "float" } => format = "R8_UNORM" }
"#;

#[track_caller]
pub(super) fn is_valid_toml(schema: &Value, toml: &str) -> bool {
    is_valid(schema, schema, &toml::from_str(toml).unwrap())
}

/// Both the schema and the command accept the text, and neither does with a mistake.
pub(super) fn assert_sees(name: &str, command: &str, text: &str, mistakes: &'static str) {
    let schema = parsed(&[name]);
    assert!(is_valid_toml(&schema, text));
    accept(&[command, "-"], text);
    for (change, wrong) in changed(text, mistakes) {
        assert!(!is_valid_toml(&schema, &wrong), "{change}");
        refuse(&[command, "-"], wrong, 1);
    }
}

#[test]
fn the_schema_of_varyings_sees_what_is_wrong() {
    assert_sees("varyings", "varyings", VARYINGS, VARYINGS_MISTAKES);
}

#[test]
fn the_schema_of_scripts_sees_what_is_wrong() {
    assert_sees("script", "plan", SCRIPT, SCRIPT_MISTAKES);
}

/// Each manifest and script in `tests/manifests` and in the documentation is what the schema of its kind says, and of
/// no other kind.
#[test]
fn every_text_is_of_one_kind() {
    let schemas = KINDS.map(|(name, _, _)| parsed(&[name]));
    let manifests = listed(&Path::new(ROOT).join("tests/manifests")).into_iter();
    let manifests = manifests.map(|name| read(&format!("tests/manifests/{name}")));
    let mut texts: Vec<String> = manifests.collect();
    for page in ["manifests", "varyings", "buffers", "indirect"] {
        let page = read(&format!("docs/reference/{page}.md"));
        let blocks = page.split("```toml\n").skip(1);
        let blocks = blocks.map(|block| block.split("```").next().unwrap().to_owned());
        // What an editor and cargo are told is none.
        let others = ["[[rule]]", "[build-dependencies]"];
        texts.extend(blocks.filter(|block| !others.iter().any(|other| block.starts_with(other))));
    }
    assert_eq!(texts.len(), 20);
    for text in texts {
        // Slots are a manifest of varyings too.
        let text = text.replace("[[slot]]\n", "[[slot]]\n# [[varying]]\n");
        let has = |key: &&str| !key.is_empty() && text.contains(&format!("[[{key}]]"));
        let kind = KINDS.iter().position(|(_, _, key)| has(key)).unwrap_or(0);
        for (number, schema) in schemas.iter().enumerate() {
            assert_eq!(is_valid_toml(schema, &text), number == kind, "{text}");
        }
    }
}

/// An editor takes the schema of a file in JSON from a key of the file.
#[test]
fn a_text_may_name_its_schema() {
    for (name, command, key) in KINDS {
        let schema = parsed(&[name]);
        let mut text = json!({ "$schema": format!("./{name}.schema.json") });
        text[if key.is_empty() { "draw" } else { key }] = json!([]);
        assert!(is_valid(&schema, &schema, &text), "{name}");
        accept(&[command, "-"], text.to_string());
        text["$schema"] = json!(7);
        assert!(!is_valid(&schema, &schema, &text), "{name}");
        refuse(&[command, "-"], text.to_string(), 1);
    }
}
