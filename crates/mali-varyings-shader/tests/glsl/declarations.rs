//! GLSL 4.60, 4.4: locations, components and arrays of declarations, and what is too much.

use mali_varyings_shader::{Shader, Stage};

use super::outputs;

#[test]
fn a_layout_has_a_location_and_a_component() {
    let found = outputs(
        "#version 450\nconst int PLACE = 3;\nlayout(location = PLACE + 2, component = 1) out vec2 a;\n\
         layout(component = 3, location = 5) out float b;",
    );
    let varyings = found.unwrap().varyings;
    let places = varyings
        .iter()
        .map(|varying| (varying.location(), varying.component()));
    assert_eq!(places.collect::<Vec<_>>(), [(Some(5), 1), (Some(5), 3)]);
}

/// The lengths of an array of arrays multiply, wherever they are written.
#[test]
fn arrays_of_arrays_have_the_product_of_their_lengths() {
    for declaration in ["float a[2][3]", "float[2][3] a", "float[3] a[2]"] {
        let found = outputs(&format!(
            "#version 450\nlayout(location = 0) out {declaration};"
        ));
        assert_eq!(found.unwrap().varyings[0].length(), 6, "{declaration}");
    }
    let error = outputs("#version 450\nlayout(location = 0) out float a[65536][65536];");
    let error = error.map(|_| ()).unwrap_err();
    assert_eq!(
        error,
        "a.vert:2: this array has more elements than 32 bits can count"
    );
}

/// 32 locations have 128 components, and so at most as many parts of structures.
#[test]
fn a_stage_has_as_many_members_as_components() {
    let declared = |count: usize| {
        let text = format!("#version 450\nstruct S {{ float a; }};\nout S s[{count}];");
        outputs(&text)
    };
    assert_eq!(declared(128).unwrap().varyings.len(), 128);
    for count in [129, 200] {
        let error = declared(count).map(|_| ()).unwrap_err();
        assert_eq!(
            error,
            "a.vert:3: `s[128]` is one too many: at most 128 varyings are allowed"
        );
    }
}

/// A stride has 16 bits in Mesa's drivers, and the end of a capture is the smallest stride.
#[test]
fn a_capture_ends_within_the_largest_stride() {
    let declared = |length: u32| {
        outputs(&format!(
            "#version 450\nlayout(location = 0, xfb_offset = 8) out vec3 a[{length}];"
        ))
    };
    assert_eq!(declared(5460).unwrap().captures.len(), 2);
    for length in [5461, 0x4000_0000, u32::MAX] {
        let end = 8 + 12 * u64::from(length);
        let error = declared(length).map(|_| ()).unwrap_err();
        assert_eq!(
            error,
            format!(
                "a.vert:2: the end {end} is too large: strides of at most 65535 bytes are allowed"
            )
        );
    }
}

/// Qualifiers may come before each structure: GLSL 4.60, 4.3 to 4.7 and "fully_specified_type" of chapter 9.
#[test]
fn structures_nest_only_so_deep() {
    for qualifiers in ["", "flat", "highp const", "layout(location = 0) precise"] {
        let nested = |depth| {
            let open = format!("{qualifiers} struct {{ ").repeat(depth);
            outputs(&format!(
                "#version 450\n{open} float a; {}\nvoid main() {{}}",
                "} a; ".repeat(depth)
            ))
        };
        assert_eq!(nested(200).unwrap().varyings.len(), 0, "{qualifiers}");
        for depth in [300, 10_000] {
            let error = nested(depth).map(|_| ()).unwrap_err();
            assert_eq!(
                error, "a.vert:2: these statements are nested more than 256 deep",
                "{qualifiers}"
            );
        }
    }
}

/// Structures of structures by their names nest as deep as a text is long, and their memory is freed all the same.
#[test]
fn named_structures_nest_as_deep_as_they_want() {
    let mut text = "#version 450\nstruct S0 { float a; };".to_owned();
    for number in 1..20_000 {
        let outer = format!("struct S{number} {{ S{} a; }};", number - 1);
        text.push_str(&outer);
    }
    let thread = std::thread::Builder::new().stack_size(512 << 10);
    let found = thread.spawn(move || outputs(&text).unwrap().varyings.len());
    assert_eq!(found.unwrap().join().unwrap(), 0);
}

/// GLSL ES 3.10, 4.2.2: members and variables of a function are not the shader's.
#[test]
fn a_structure_of_a_function_names_no_output() {
    for qualifiers in ["", "const", "const highp", "precise"] {
        let found = outputs(&format!(
            "#version 320 es\nout float member; out vec4 variable; out float passed;\n\
             void main() {{ {qualifiers} struct S {{ float member; }} variable = S(1.0); passed = variable.member; }}"
        ));
        let used = found.unwrap().used;
        assert_eq!(used, [Some(false), Some(false), Some(true)], "{qualifiers}");
    }
}

#[test]
fn main_is_the_only_entry_point() {
    let shader = || Shader::new("a.vert", "#version 300 es\nout vec2 a;".into()).unwrap();
    let read = |name| shader().with_entry_point(name).read(Stage::Vertex);
    assert_eq!(read("main").unwrap().varyings.len(), 1);
    let error = read("other").map(|_| ()).unwrap_err().to_string();
    assert_eq!(
        error,
        "a.vert:1: GLSL has no entry point `other`: `main` is its only one"
    );
}
