//! Varyings in memory: the words that Mesa's GL driver wrote for slots, and the bytes of declarations.

use std::fmt::Write;

use mali_instancing::Arch;
use mali_instancing_inspect::varyings::{LinkOptions, Shader, VaryingMemory};
use mali_varyings::{Driver, MesaVersion};
use serde_json::{Value, json};

use super::edits::edited;
use super::manifest;

/// Links of the driver's: its version and architecture, and each slot with the words of its descriptor.
const RECORDED: &str = include_str!("../../../mali-varyings/tests/memory/panfrost.txt");

/// A manifest with the slots of a recorded link, and the words of each stage's descriptors.
fn slots(link: &str) -> (String, [Vec<Value>; 2]) {
    let (mut slots, mut words) = (String::new(), [Vec::new(), Vec::new()]);
    for row in link.lines().filter(|row| !row.is_empty()) {
        let fields: Vec<_> = row.split(' ').collect();
        let [stage, location, kind, components, first, second] = fields[..] else {
            panic!("{row}");
        };
        let of_one = match kind {
            "f16" => ["float16_t", "f16vec"],
            "f32" => ["float", "vec"],
            "u32" => ["uint", "uvec"],
            _ => panic!("{row}"),
        };
        let of = match components {
            "1" => of_one[0].to_owned(),
            _ => format!("{}{components}", of_one[1]),
        };
        writeln!(
            slots,
            "[[slot]]\nstage = \"{stage}\"\nlocation = {location}\ntype = \"{of}\""
        )
        .unwrap();
        words[usize::from(stage == "in")]
            .push(json!([format!("0x{first}"), format!("0x{second}")]));
    }
    (slots, words)
}

#[test]
fn the_descriptors_of_slots_are_the_gl_drivers() {
    // The version places varyings when both stages are known, and a manifest without slots of one has only the other.
    let links = RECORDED.split("\nlink ").skip(1);
    let links: Vec<_> = links.filter(|link| link.contains("\nin ")).collect();
    assert!(links.len() > 30);
    for link in links {
        let (head, rows) = link.split_once('\n').unwrap();
        let (version, arch) = head.split_once(' ').unwrap();
        let (slots, [outputs, inputs]) = slots(rows);
        let slots = manifest(slots);
        let options = LinkOptions {
            mesa: MesaVersion::from_name(version).unwrap(),
            draws_points: true,
            ..LinkOptions::new(Arch::from_name(arch).unwrap())
        };
        let memory = VaryingMemory::of_manifest(&slots, options).unwrap();
        let memory = serde_json::to_value(&memory).unwrap();
        assert_eq!(memory["vertex_descriptors"], json!(outputs), "{link}");
        assert_eq!(memory["fragment_descriptors"], json!(inputs), "{link}");
    }
}

const VERTEX: &str = "#version 310 es
out highp vec3 normal;
out mediump vec2 uv;
out highp float fog;
void main() { normal = vec3(0.0); uv = vec2(0.0); fog = 1.0; }
";

const FRAGMENT: &str = "#version 310 es
in highp vec3 normal;
in mediump vec2 uv;
in highp float fog;
out highp vec4 colour;
void main() { colour = vec4(normal, uv.x + fog); }
";

fn shader(name: &str, text: &str) -> Shader {
    Shader::new(name, text.into()).unwrap()
}

#[test]
fn the_varyings_of_two_shaders_follow_each_other() {
    let (vertex, fragment) = (shader("a.vert", VERTEX), shader("a.frag", FRAGMENT));
    for arch in Arch::ALL {
        let memory = VaryingMemory::link(&vertex, &fragment, LinkOptions::new(*arch)).unwrap();
        // Three floats of 4 bytes, two of 2, and one of 4.
        assert_eq!(memory.bytes_per_vertex, 3 * 4 + 2 * 2 + 4, "{arch}");
        let memory = serde_json::to_value(&memory).unwrap();
        let locations = memory["locations"].as_array().unwrap().iter();
        let places: Vec<_> = locations
            .map(|one| {
                [
                    &one["vertex"],
                    &one["fragment"],
                    &one["offset"],
                    &one["bytes"],
                ]
            })
            .collect();
        let expected = [("normal", 0, 12), ("uv", 12, 4), ("fog", 16, 4)];
        let expected = expected
            .map(|(name, offset, bytes)| [json!(name), json!(name), json!(offset), json!(bytes)]);
        assert_eq!(json!(places), json!(expected), "{arch}");
    }
}

#[test]
fn stages_that_do_not_match_are_named_with_their_lines() {
    for (old, new, expected) in [
        (
            "in highp vec3 normal",
            "in highp vec4 normal",
            "2: varying `normal` is vec4 here, vec3 on line 2 of a.vert: the types must be equal",
        ),
        (
            "fog",
            "mist",
            "4: varying `mist`: the fragment shader reads it, and the vertex shader declares nothing there",
        ),
    ] {
        let vertex = shader("a.vert", VERTEX);
        let fragment = shader("a.frag", &FRAGMENT.replace(old, new));
        let error = VaryingMemory::link(&vertex, &fragment, LinkOptions::new(Arch::V7));
        let error = error.err().unwrap();
        assert_eq!(error.to_string(), format!("a.frag:{expected}"));
    }
}

#[test]
fn a_mistake_in_a_slot_has_its_line_and_key() {
    for (edits, expected) in [
        (
            r#" | 64 | type = "vec4""#,
            "4: slot 1, location: 64 does not exist: 0 to 63 are allowed",
        ),
        (
            r#" | 33 | type = "mat2""#,
            "5: slot 1, type: mat2 takes several slots, one for each column",
        ),
        (
            r#" | 33 | type = "matrix""#,
            "5: slot 1, type: `matrix` is unknown, known: float, vec2, vec3, vec4, int, ivec2, ivec3, ivec4, uint, uvec2, uvec3, \
             uvec4, float16_t, f16vec2, f16vec3, f16vec4, int16_t, i16vec2, i16vec3, i16vec4, uint16_t, u16vec2, u16vec3, \
             u16vec4",
        ),
        (
            r#" | 33 | type = "vec4"\n[[slot]]\nstage = "out"\nlocation = 33\ntype = "vec2""#,
            "6: slot 2: has location 33, as one before it has: all accesses of a location are one slot (on v7)",
        ),
        (
            r#" | 33 | type = "vec4"\n[[varying]]\nname = "uv"\ntype = "vec2""#,
            "2: slot 1: a manifest has varyings or slots, which are what a compiler leaves of them",
        ),
        (
            r#" | 33 | type = "vec4"\n[[slot]]\nstage = "in"\nlocation = 33\ntype = "vec4"\ncaptured = true"#,
            "10: slot 2, captured: transform feedback captures what is `out` of the vertex stage",
        ),
        // Slots have neither a number of registers nor an edition.
        (
            r#"registers = 16 | 33 | type = "vec2""#,
            "1: registers: only varyings are packed into registers: slots are in memory",
        ),
        (
            r#"rules = "es100" | 33 | type = "vec2""#,
            "1: rules: only varyings are packed into registers: slots are in memory",
        ),
        (
            r#"lenient = false | 33 | type = "vec2""#,
            "1: lenient: only varyings are packed into registers: slots are in memory",
        ),
    ] {
        let text = edited("…\n[[slot]]\nstage = \"out\"\nlocation = …\n…\n", edits);
        assert_eq!(
            refusal(&text, LinkOptions::new(Arch::V7)),
            expected,
            "{text}"
        );
    }
    let none = refusal("\nslot = []\n", LinkOptions::new(Arch::V7));
    assert_eq!(none, "2: slot: 0 slots are nothing: at least 1 is allowed");
}

/// The line and the message of the error of a manifest.
fn refusal(text: &str, options: LinkOptions) -> String {
    let slots = manifest(text);
    let error = VaryingMemory::of_manifest(&slots, options)
        .err()
        .expect(text);
    let error = error.to_string();
    error.strip_prefix("cube.toml:").expect(&error).to_owned()
}

/// Vulkan's driver has no clip distances, nothing that only OpenGL has, and no cull distances; before V9 the layer is no
/// output.
#[test]
fn a_slot_that_the_driver_does_not_support_is_refused_by_name() {
    let text = "[[slot]]\nstage = \"out\"\nlocation = 32\ntype = \"vec4\"\n[[slot]]\nstage = \"out\"\nlocation = 17\n\
                type = \"vec4\"\n[[slot]]\nstage = \"in\"\nlocation = 17\ntype = \"vec4\"\n";
    let no_place = "has no place: the driver does not support it there";
    for row in [
        "17 25.0 v10 panvk gl_ClipDistance",
        "17 26 v10 panvk gl_ClipDistance",
        "18 26 v7 panvk gl_ClipDistance",
        "6 26 v12 panvk gl_TexCoord",
        "14 25.0 v6 panvk gl_BackSecondaryColor",
        "20 26 v7 panfrost gl_CullDistance",
    ] {
        let words: Vec<_> = row.split(' ').collect();
        let [location, mesa, arch, driver, name] = words[..] else {
            panic!("{row}");
        };
        let options = LinkOptions {
            mesa: MesaVersion::from_name(mesa).unwrap(),
            driver: Some(Driver::from_name(driver).unwrap()),
            ..LinkOptions::new(Arch::from_name(arch).unwrap())
        };
        let expected =
            format!("5: slot 2: `{name}`, with {driver} of Mesa {mesa} on {arch}, {no_place}");
        assert_eq!(refusal(&text.replace("17", location), options), expected);
    }
    assert!(VaryingMemory::of_manifest(&manifest(text), LinkOptions::new(Arch::V10)).is_ok());
    // What only the fragment stage has is blamed there.
    let input = text.replacen("location = 17", "location = 33", 1);
    let options = LinkOptions {
        driver: Some(Driver::PanVk),
        ..LinkOptions::new(Arch::V10)
    };
    let expected =
        format!("9: slot 3: `gl_ClipDistance`, with panvk of Mesa 26 on v10, {no_place}");
    assert_eq!(refusal(&input, options), expected);
}
