//! Manifests as data: read, written, and made in Rust.

use mali_instancing::draw::{BufferRange, DrawCounts, Pipeline, VertexAttribute, VertexBuffer};
use mali_instancing::{Arch, Format, InputRate};
use mali_instancing_codegen::{
    Descriptor, Draw, Language, Manifest, Naming, Number, VertexInput, descriptor_keys, generate,
};

/// A descriptor of every kind, with every key that it can have, in the order in which they are written.
const EVERY_KEY: &str = r#"arch = "v7"
padding = "mesa"
rounding = "nearest"

[[attribute_buffer]]
name = "mesh"
arch = "v6"
padding = "tight"
rounding = "nearest"
idvs = true
vertices = 70
instances = 100
rate = "instance"
divisor = 3
stride = 64
size = 6400
address = 4096

[[attribute]]
name = "uv"
arch = "v5"
buffer_index = 2
offset_enable = false
format = "R16G16_UNORM"
offset = -12

[[special]]
name = "id"
arch = "v4"
padding = "mesa"
rounding = "round-down"
idvs = false
vertices = 70
instances = 100
record = "instance-id"

[[invocation]]
name = "job"
arch = "v7"
kind = "compute"
workgroups_x = 1
workgroups_y = 2
workgroups_z = 3
size_x = 4
size_y = 5
size_z = 6

[[draw]]
name = "cube_draw"
arch = "v7"
padding = "hardware"
idvs = true
vertices = 70
instances = 100
primitive_vertices = 3
offset_start = 7

[[valhall_attribute]]
name = "row0"
arch = "v9"
rounding = "nearest"
vertices = 70
instances = 100
rate = "instance"
divisor = 3
stride = 64
format = 4096
offset = 16
buffer_index = 1

[[vertex_input]]
name = "cube"
arch = "v5"
padding = "tight"
rounding = "nearest"
idvs = false
layout = "fixed"
reserved_buffers = 2
reserved_attributes = 1
bound_strides = true
unaligned = true
vertices = 70
instances = 100
first_vertex = 7
first_instance = 9
primitive_vertices = 3
padded_vertices = 72

[[vertex_input.buffers]]
name = "model"
rate = "instance"
divisor = 3
stride = 64
size = 6400
address = 268435456

[[vertex_input.attributes]]
name = "row0"
offset = 32
buffer = "model"
format = "R32G32B32A32_SFLOAT"
overlap = true

[[vertex_input.attributes]]
name = "vertex"
source = "vertex-id"

[[vertex_input]]
name = "culled"
arch = "v7"
vertices = "indirect"
instances = 100
first_instance = "indirect"
varyings = 32
index_type = "u16"
restart_index = 65535
minimum_index = 0
maximum_index = 100

[[vertex_input.buffers]]
name = "mesh"
stride = 20
size = 1400
"#;

#[test]
fn an_architecture_has_the_names_of_its_gpus() {
    let read = |text: &str| Manifest::from_toml("every_key.toml", text).unwrap();
    let of_gpu = EVERY_KEY
        .replace("\"v7\"", "\"g52\"")
        .replace("\"v9\"", "\"Mali-G57\"");
    assert_ne!(of_gpu, EVERY_KEY);
    assert_eq!(read(&of_gpu).descriptors, read(EVERY_KEY).descriptors);
}

/// A draw of each kind. 9 vertices are padded to 9 by the rule `tight` and to 12 by `hardware`. The multipliers of 9 and of
/// 81 = 9 · 9 are rounded to another side by the rule `nearest`: 2^35 mod 9 is 5, more than the half of 9.
const DRAWS: &str = r#"arch = "v7"
TOP
[[attribute_buffer]]
name = "model"
vertices = 9
divisor = 9
OWN
[[special]]
name = "id"
arch = "v5"
record = "instance-id"
vertices = 9
OWN
[[draw]]
name = "job"
vertices = 9
PADDING
[[valhall_attribute]]
name = "row"
arch = "v9"
buffer_index = 0
format = 0
divisor = 9
ROUNDING
[[vertex_input]]
name = "cube"
vertices = 9
buffers = [{ name = "model", stride = 64, divisor = 9, size = 6400 }]
OWN
[[vertex_input]]
name = "cube9"
arch = "v9"
vertices = 9
buffers = [{ name = "model", stride = 64, divisor = 9, size = 6400 }]
attributes = [{ name = "row", buffer = "model", format = "R32_SFLOAT" }]
ROUNDING
[[vertex_input]]
name = "pipeline"
buffers = [{ name = "model", stride = 64, divisor = 9, size = 6400 }]
OWN
"#;

#[test]
fn the_rules_of_a_manifest_are_those_of_its_draws() {
    let [padding, rounding] = ["padding = \"tight\"", "rounding = \"nearest\""];
    let both = format!("{padding}\n{rounding}");
    let with = |top: &str, own: [&str; 3]| {
        let text = DRAWS.replace("TOP", top).replace("OWN", own[0]);
        let text = text.replace("PADDING", own[1]).replace("ROUNDING", own[2]);
        let manifest = Manifest::from_toml("draws.toml", text).unwrap();
        [Language::Rust, Language::C, Language::Asm].map(|language| {
            let code = generate(&manifest, language, Naming::default()).unwrap();
            String::from_utf8(code).unwrap()
        })
    };
    let own = with("", [&both, padding, rounding]);
    assert_ne!(own, with("", [padding, padding, ""]));
    assert_ne!(own, with("", [rounding, "", rounding]));
    assert_eq!(own, with(&both, [""; 3]));
    // A draw's own rules come first.
    let other = "padding = \"mesa\"\nrounding = \"round-down\"";
    assert_eq!(own, with(other, [&both, padding, rounding]));
}

#[test]
fn what_is_read_is_written_again() {
    let manifest = Manifest::from_toml("every_key.toml", EVERY_KEY).unwrap();
    assert_eq!(toml::to_string(&manifest).unwrap(), EVERY_KEY);
    for (kind, keys) in descriptor_keys() {
        let (_, table) = EVERY_KEY.split_once(&format!("[[{kind}]]")).unwrap();
        for key in keys {
            // No architecture has all keys of a draw.
            let elsewhere = ["buffers", "attributes", "resource_table"].contains(&key);
            assert!(
                elsewhere || table.contains(&format!("\n{key} = ")),
                "{kind}.{key}"
            );
        }
    }
}

#[cfg(feature = "json")]
#[test]
fn json_and_toml_say_the_same() {
    let manifest = Manifest::from_toml("every_key.toml", EVERY_KEY).unwrap();
    let json = serde_json::to_string(&manifest).unwrap();
    let again = Manifest::from_json("every_key.json", &*json).unwrap();
    assert_eq!(again.descriptors, manifest.descriptors);
    // Without the text, in which kinds may be mixed, too.
    let again: Manifest = serde_json::from_str(&json).unwrap();
    assert_eq!(again.descriptors, manifest.descriptors);
    assert_eq!((again.arch, again.name()), (Some(Arch::V7), ""));
}

#[test]
fn descriptors_are_in_the_order_of_the_text() {
    let toml = "[[draw]]\nname = \"b\"\nvertices = 7\n[[special]]\nname = \"c\"\nrecord = \"vertex-id\"\n\
                vertices = 7\n[[draw]]\nname = \"a\"\nvertices = 7\n";
    let manifest = Manifest::from_toml("mixed.toml", toml).unwrap();
    let names: Vec<&str> = manifest.descriptors.iter().map(Descriptor::name).collect();
    assert_eq!(names, ["b", "c", "a"]);
}

#[test]
fn a_manifest_that_is_made_has_the_words_of_one_that_is_read() {
    let (address, size) = (0x1000_0000, 1400);
    let mesh = VertexBuffer::new(20, InputRate::Vertex);
    let position = VertexAttribute::new(0, Format::R32G32B32_SFLOAT, 0);
    let cube = VertexInput::new(
        "cube",
        Pipeline::new(Arch::V5),
        DrawCounts::any_instances(70),
    )
    .with_buffer("mesh", mesh, Some(BufferRange::new(address, size)))
    .with_attribute("position", position)
    .with_attribute("vertex", VertexAttribute::VERTEX_ID);
    let mut made = Manifest::new("draws.toml");
    made.descriptors.push(cube.into());
    let read = r#"
        [[vertex_input]]
        name = "cube"
        arch = "v5"
        vertices = 70
        buffers = [{ name = "mesh", stride = 20, rate = "vertex", address = 0x1000_0000, size = 1400 }]
        attributes = [
            { name = "position", buffer = "mesh", format = "R32G32B32_SFLOAT" },
            { name = "vertex", source = "vertex-id" },
        ]
    "#;
    let read = Manifest::from_toml("draws.toml", read).unwrap();
    assert_eq!(made.descriptors, read.descriptors);
    for language in Language::ALL {
        let [made, read] = [&made, &read]
            .map(|manifest| generate(manifest, *language, Naming::default()).unwrap());
        assert_eq!(made, read, "{}", language.name());
    }
}

#[test]
fn what_is_wrong_with_a_manifest_that_was_made_has_no_line() {
    let draw = |name: &str, vertices| Draw {
        name: name.to_owned(),
        vertices: Some(Number(vertices)),
        ..Draw::default()
    };
    for (second, key, text) in [
        (
            draw("cube", 7),
            "name",
            "draw `cube`, name: there already is another draw `cube`",
        ),
        (
            draw("Cube", 7),
            "name",
            "draw `Cube`, name: `cube` is `CUBE` in upper case too",
        ),
        (
            draw("ball", 0),
            "vertices",
            "draw `ball`, vertices: 0 vertices draw nothing: 1 to 3758096383 are allowed",
        ),
    ] {
        let mut manifest = Manifest::new("draws");
        manifest.descriptors = vec![draw("cube", 70).into(), second.into()];
        let error = generate(&manifest, Language::Rust, Naming::default()).unwrap_err();
        assert_eq!((error.line, error.key.as_deref()), (None, Some(key)));
        assert_eq!(error.to_string(), format!("draws: {text}"));
    }
}

#[test]
fn a_pipeline_has_at_most_32_buffers() {
    let of = |buffers: u32| {
        let mut cube = VertexInput::of_pipeline("cube", Pipeline::new(Arch::V9));
        for number in 0..buffers {
            let buffer = VertexBuffer::new(20, InputRate::Vertex);
            cube = cube.with_buffer(format!("mesh{number}"), buffer, None);
        }
        let mut manifest = Manifest::new("cube");
        manifest.descriptors.push(cube.into());
        generate(&manifest, Language::Rust, Naming::default())
    };
    assert!(of(32).is_ok());
    assert_eq!(
        of(33).unwrap_err().to_string(),
        "cube: vertex_input `cube`, buffer `mesh32`, buffers: 33 buffers are too many for a draw: at most 32 are \
         allowed",
    );
}

#[cfg(feature = "json")]
#[test]
fn what_is_wrong_with_json_has_its_line_and_column() {
    let nested = |depth| format!("{{\"arch\": {}{}}}", "[".repeat(depth), "]".repeat(depth));
    for (json, line, column, part) in [
        ("", 1, 1, "expected an object"),
        (" \n", 1, 1, "expected an object"),
        ("[]", 1, 1, "expected an object, found an array"),
        ("{\"a\": 1,\n}", 2, 1, "key must be a string"),
        ("{\"a\":\n tru}", 2, 5, "expected ident"),
        ("{\"a\": 1}\n\nx", 3, 1, "trailing characters"),
        ("{\"a\":\n \"\\ud800\"}", 2, 2, "hex escape"),
        ("{\"a\": 1,\n\"a\": 2}", 2, 1, "`a` is given twice"),
        ("{\"arch\": \"é\",\n \"é\" : 1}", 1, 10, "`é` is unknown"),
        ("{\"arch\": \"v7\", \"é\" : 1}", 1, 16, "unknown key `é`"),
        (&nested(32), 1, 10, "arch: expected a string, found"),
        (&nested(33), 1, 42, "too deep"),
        (&nested(100_000), 1, 42, "too deep"),
    ] {
        let error = Manifest::from_json("draws.json", json).unwrap_err();
        let place = (error.line, error.column);
        assert_eq!(place, (Some(line), Some(column)), "{error}");
        assert!(error.message.contains(part), "{error}");
    }
}
