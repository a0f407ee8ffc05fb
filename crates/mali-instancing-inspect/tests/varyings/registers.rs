//! The registers of varyings, by the algorithm of GLSL ES: four components first, then three, two and one.

use mali_instancing_codegen::code::Naming;
use mali_instancing_inspect::varyings::{
    RegisterOptions, Shader, StageRegisters, VaryingLanguage, VaryingRegisters,
};
use serde_json::Value;

use super::edits::edited;
use super::manifest;

/// Three components take row 0 and two take x and y of rows 1 and 2. Then x has one row left of four, z three and w
/// four: one component takes the column with the fewest.
const CUBE: &str = r#"
registers = 4
[[varying]]
name = "normal"
type = "vec3"
[[varying]]
name = "fog"
type = "float"
[[varying]]
name = "uv"
type = "vec2"
array = 2
"#;

/// The name, the register, the component, and the numbers of components and rows of each varying.
fn places(registers: &Value) -> Vec<(&str, [u64; 4])> {
    let varyings = registers["varyings"].as_array().unwrap().iter();
    let place = |varying: &'_ Value| {
        let numbers = ["register", "component", "components", "rows"];
        numbers.map(|key| varying[key].as_u64().unwrap())
    };
    varyings
        .map(|varying| (varying["name"].as_str().unwrap(), place(varying)))
        .collect()
}

#[test]
fn a_manifest_is_packed_as_the_standard_says() {
    let manifest = manifest(CUBE);
    let registers = VaryingRegisters::pack(&manifest).unwrap();
    let json = serde_json::to_value(&registers).unwrap();
    assert_eq!(json["registers_used"], 4);
    assert_eq!(
        places(&json),
        [
            ("normal", [0, 0, 3, 1]),
            ("fog", [3, 0, 1, 1]),
            ("uv", [1, 0, 2, 2]),
        ]
    );
}

#[test]
fn the_text_the_picture_and_the_code_have_the_same_places() {
    let manifest = manifest(CUBE);
    let registers = VaryingRegisters::pack(&manifest).unwrap();
    let text = registers.to_string();
    // A header, four rows, and below an empty line the legend with a header and a summary.
    let lines: Vec<_> = text.lines().collect();
    assert_eq!(lines.len(), 5 + 1 + 4 + 2, "{text}");
    for (row, names) in [
        (0, ["normal", "normal", "normal", "."]),
        (1, ["uv[0]", "uv[0]", ".", "."]),
        (2, ["uv[1]", "uv[1]", ".", "."]),
        (3, ["fog", ".", ".", "."]),
    ] {
        let mut shown = lines[1 + row].split_whitespace();
        assert_eq!(shown.next(), Some(&*row.to_string()));
        for name in names {
            let word = shown.next().unwrap();
            // A name is between two escape sequences.
            let is_plain = name == ".";
            assert_eq!(word == name, is_plain, "{word:?}");
            assert!(word.contains(name), "{word:?}");
        }
    }
    let picture = registers.svg();
    let rectangles = picture.matches("<rect").count();
    // The ground, four rows of four cells, and a square beside each line of the legend.
    assert_eq!(rectangles, 1 + 4 * 4 + 3);

    let rust = registers.code(VaryingLanguage::Rust, Naming::default());
    let rust = rust.unwrap();
    for line in [
        "pub const NORMAL_REGISTER: u32 = 0;",
        "pub const FOG_REGISTER: u32 = 3;",
        "pub const FOG_COMPONENT: u32 = 0;",
        "pub const UV_ELEMENTS: [(u32, u32); 2] = [\n    (1, 0),\n    (2, 0),\n];",
    ] {
        assert!(rust.contains(line), "{rust}");
    }
    let c = registers.code(VaryingLanguage::C, Naming::default());
    assert!(
        c.unwrap()
            .contains("enum { VARYING_FOG_REGISTER = 3, VARYING_FOG_COMPONENT = 0 };")
    );
}

#[test]
fn a_varying_that_does_not_fit_is_named_with_its_missing_rows() {
    // Three components fill x to z of every row, and w is one column: two components have none of their three rows.
    let manifest = manifest(
        r#"registers = 5
varying = [
    { name = "a", type = "vec3", array = 5 },
    { name = "b", type = "vec2", array = 3 },
]
"#,
    );
    let error = VaryingRegisters::pack(&manifest).err().unwrap();
    assert_eq!(
        error.to_string(),
        "cube.toml:4: varying `b` does not fit into the 5 registers beside the others: 3 rows are missing; all of them need 8 registers"
    );
}

#[test]
fn a_mistake_in_a_manifest_has_its_line_and_key() {
    for (edits, expected) in [
        (
            r#"registers = 65 | type = "vec2""#,
            "1: registers: 65 registers are not in 1 to 64",
        ),
        (
            r#"rules = "es330" | type = "vec2""#,
            "1: rules: `es330` is unknown, did you mean `es320`? known: es100, es300, es310, es320",
        ),
        ("registers = 8 | ", "2: varying `uv`, type is missing"),
        (
            r#"registers = 8 | type = "dvec2""#,
            "4: varying `uv`, type: `dvec2` is not supported: a component has at most 32 bits",
        ),
        (
            r#"registers = 8 | type = "ivec2"\ninterpolation = "smooth""#,
            "5: varying `uv`, interpolation: ivec2 cannot be smooth: integers are `flat`",
        ),
        (
            r#"registers = 8 | type = "vec2"\nsampling = "centre""#,
            "5: varying `uv`, sampling: `centre` is unknown, did you mean `center`? known: center, centroid, sample",
        ),
        (
            r#"registers = 8 | type = "vec2"\nstage = "out""#,
            "5: varying `uv`, stage: registers are packed for one stage: this is only for memory, which --arch shows",
        ),
    ] {
        let text = edited("…\n[[varying]]\nname = \"uv\"\n…\n", edits);
        let manifest = manifest(text.clone());
        let error = VaryingRegisters::pack(&manifest).err().expect(&text);
        assert_eq!(error.to_string(), format!("cube.toml:{expected}"), "{text}");
    }
}

#[test]
fn the_stages_of_shaders_are_packed_one_by_one() {
    let vertex = "#version 310 es\nout highp vec3 normal;\nout highp float fog;\n\
                  void main() { normal = vec3(0.0); }\n";
    let fragment = "#version 310 es\nin highp vec3 normal;\nout highp vec4 colour;\n\
                    void main() { colour = vec4(normal, 1.0); }\n";
    let vertex = Shader::new("a.vert", vertex.into()).unwrap();
    let fragment = Shader::new("a.frag", fragment.into()).unwrap();
    let normal = ("normal", [0, 0, 3, 1]);
    // Row 0 has one row less left in x than in w.
    let fog = ("fog", [1, 0, 1, 1]);
    for (is_separable, outputs) in [(false, vec![normal]), (true, vec![normal, fog])] {
        let options = RegisterOptions {
            is_separable,
            ..RegisterOptions::default()
        };
        let stages = StageRegisters::pack(&vertex, &fragment, options).unwrap();
        let stages = serde_json::to_value(&stages).unwrap();
        assert_eq!(places(&stages["vertex"]), outputs);
        assert_eq!(places(&stages["fragment"]), [normal]);
    }
}
