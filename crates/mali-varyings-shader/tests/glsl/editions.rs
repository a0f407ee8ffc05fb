//! Which version of the two languages has a part of a declaration, by the changes that their specifications list.

use mali_varyings_shader::{Shader, Stage};

use super::outputs;

/// A part, the declarations that have it, and the first versions of GLSL ES and of GLSL with it; 0 if none has it.
const PARTS: [(&str, &str, u32, u32); 12] = [
    ("`out`", "out vec2 a;", 300, 130),
    ("`smooth`", "smooth out vec2 a;", 300, 130),
    ("`flat`", "flat out vec2 a;", 300, 130),
    ("`noperspective`", "noperspective out vec2 a;", 0, 130),
    ("`centroid`", "centroid out vec2 a;", 300, 130),
    ("`sample`", "sample out vec2 a;", 320, 400),
    (
        "`location` of a varying",
        "layout(location = 1) out vec2 a;",
        310,
        410,
    ),
    (
        "`component`",
        "layout(location = 1, component = 2) out vec2 a;",
        0,
        440,
    ),
    ("integer varyings", "flat out uvec2 a;", 300, 130),
    ("matrices that are not square", "out mat2x3 a;", 300, 130),
    ("blocks of varyings", "out Block { vec2 a; };", 320, 150),
    (
        "varyings that are structures",
        "struct S { vec2 a; }; out S s;",
        300,
        150,
    ),
];

#[test]
fn a_part_is_accepted_from_its_version_on() {
    let versions = [
        (true, &[300, 310, 320][..]),
        (false, &[130, 150, 330, 400, 410, 430, 440, 460]),
    ];
    for (part, declaration, es, gl) in PARTS {
        for (is_es, versions) in versions {
            let first = if is_es { es } else { gl };
            for &version in versions {
                let suffix = if is_es { " es" } else { "" };
                let read = outputs(&format!("#version {version}{suffix}\n{declaration}"));
                let has = first != 0 && version >= first;
                assert_eq!(
                    read.is_ok(),
                    has,
                    "{part} in {version}{suffix}: {:?}",
                    read.err()
                );
                if let Err(error) = read {
                    let named =
                        error.starts_with("a.vert:2: ") && error.contains(" does not have ");
                    assert!(named, "{part} in {version}{suffix}: {error}");
                }
            }
        }
    }
}

/// A desktop's shader without `#version` has probably lost the line: only what it says is checked.
#[test]
fn a_text_without_a_version_may_have_all_of_glsl() {
    for (_, declaration, ..) in PARTS {
        assert!(outputs(declaration).is_ok(), "{declaration}");
    }
    let error = outputs("#version 110\nflat out vec2 a;")
        .map(|_| ())
        .unwrap_err();
    assert!(
        error.starts_with("a.vert:2: GLSL 1.10 does not have "),
        "{error}"
    );
}

#[test]
fn an_extension_adds_a_part() {
    let read = |extension: &str| {
        let text =
            format!("#version 310 es\n#extension {extension} : enable\nout Block {{ vec2 a; }};");
        outputs(&text).is_ok()
    };
    assert!(read("GL_EXT_shader_io_blocks"));
    assert!(read("GL_OES_shader_io_blocks"));
    assert!(!read("GL_OES_shader_multisample_interpolation"));
}

/// A caller may say which extensions the driver has. The language is that of `#version`, where there is one.
#[test]
fn a_callers_macro_is_defined_in_every_edition() {
    let is_taken = |definition: &str, version: &str, condition: &str| {
        let text = format!("{version}\n#if {condition}\n#error taken\n#endif");
        let shader = Shader::new("a.vert", text.into()).unwrap();
        let read = shader
            .with_definition(definition)
            .unwrap()
            .read(Stage::Vertex);
        read.is_err_and(|error| error.to_string().contains("`#error`: taken"))
    };
    let is_on = "defined(GL_EXT_shader_io_blocks) && GL_EXT_shader_io_blocks";
    for version in ["", "#version 300 es", "#version 310 es", "#version 450"] {
        assert!(
            !is_taken("GL_EXT_shader_io_blocks=0", version, is_on),
            "{version}"
        );
        assert!(
            is_taken("GL_EXT_shader_io_blocks", version, is_on),
            "{version}"
        );
        let rectangles = "GL_ARB_texture_rectangle";
        assert!(
            is_taken(rectangles, version, &format!("defined({rectangles})")),
            "{version}"
        );
    }
    // The edition decides about the others.
    assert!(is_taken("OTHER", "#version 310 es", is_on));
    assert!(!is_taken("OTHER", "#version 450", is_on));
    for (version, is_es) in [
        ("", true),
        ("#version 300 es", true),
        ("#version 450", false),
    ] {
        assert_eq!(
            is_taken("GL_ES", version, "defined(GL_ES)"),
            is_es,
            "{version}"
        );
    }
}

/// An integer that is interpolated means nothing: GLSL ES 3.00 to 3.20, 4.3.4, and GLSL 1.30 to 4.60, 4.3.4, want `flat`
/// for it, or for a structure or a block with it, where it is read; GLSL ES 3.00, 4.3.6, also where it is written.
#[test]
fn integers_are_flat() {
    let read = |version: &str, stage: Stage, declaration: &str| {
        let text = format!("#version {version}\n{declaration}");
        let shader = Shader::new("a.glsl", text.into()).unwrap();
        let read = shader.read(stage).map(|found| found.names.len());
        read.map_err(|error| error.to_string())
    };
    for version in ["300 es", "310 es", "320 es", "130", "330", "460"] {
        for of in ["int", "uvec3"] {
            let input = |flat: &str| read(version, Stage::Fragment, &format!("{flat} in {of} a;"));
            assert_eq!(input("flat"), Ok(1));
            let error = input("").unwrap_err();
            assert!(
                error.contains("integer inputs without `flat`: no edition does"),
                "{error}"
            );
            assert_eq!(input("smooth").unwrap_err(), error);
            let output = read(version, Stage::Vertex, &format!("out {of} a;"));
            assert_eq!(
                output.is_err(),
                version == "300 es",
                "{version}: {output:?}"
            );
        }
    }
    let structure = "struct S { vec2 a; ivec2 b; };";
    let read = |declaration: &str| read("450", Stage::Fragment, declaration);
    assert_eq!(read(&format!("{structure} flat in S s;")), Ok(2));
    assert!(read(&format!("{structure} in S s;")).is_err());
    assert_eq!(read("in Block { vec2 a; flat int b; };"), Ok(2));
    assert!(read("in Block { vec2 a; int b; };").is_err());
}
