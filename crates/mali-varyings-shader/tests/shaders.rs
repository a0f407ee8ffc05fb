//! The two stages of `tests/shaders`, in each language, as somebody reads them who knows the languages; and bad input.

use mali_varyings::{BuiltIn, BuiltIns};
use mali_varyings_shader::{Shader, ShaderError, Stage, StageVaryings};

fn read(name: &str, stage: Stage) -> StageVaryings {
    let path = format!("{}/../../tests/shaders/{name}", env!("CARGO_MANIFEST_DIR"));
    let shader = Shader::new(name, std::fs::read(path).unwrap()).unwrap();
    shader.read(stage).unwrap()
}

/// A line for each varying: name, type, length, location, qualifiers, and whether it is used.
fn lines(found: &StageVaryings) -> Vec<String> {
    let varyings = found.names.iter().zip(&found.varyings).zip(&found.used);
    let lines = varyings.map(|((name, varying), used)| {
        format!(
            "{} {}[{}] at {}: {} {} {used:?}",
            name.text,
            varying.varying_type().name(),
            varying.length(),
            varying.location().unwrap(),
            varying.interpolation(),
            varying.precision(),
        )
    });
    lines.collect()
}

/// Members of a block have the name of the block, as in GL's reflection, and not that of its instance.
const WRITTEN: [&str; 9] = [
    "normal vec3[1] at 0: smooth highp Some(true)",
    "material uint[1] at 1: flat highp Some(true)",
    "uv vec2[1] at 2: smooth mediump Some(true)",
    "unread mat3[1] at 3: smooth highp Some(true)",
    "light.direction vec3[1] at 6: smooth highp Some(true)",
    "light.size vec2[2] at 7: smooth mediump Some(true)",
    "Surface.colour vec4[1] at 9: smooth mediump Some(true)",
    "Surface.depth float[3] at 10: noperspective highp Some(true)",
    "shared_by vec2[1] at 13: smooth highp Some(true)",
];

#[test]
fn the_outputs_of_a_vertex_shader_are_those_that_it_declares() {
    let written = lines(&read("cube.vert", Stage::Vertex));
    assert_eq!(written, WRITTEN);
}

#[cfg(feature = "spirv")]
#[test]
fn a_module_has_the_varyings_of_its_source() {
    assert_eq!(lines(&read("cube.vert.spv", Stage::Vertex)), WRITTEN);
    // A module lists its inputs in any order.
    let read_by = |name| {
        let mut lines = lines(&read(name, Stage::Fragment));
        lines.sort();
        lines
    };
    assert_eq!(read_by("cube.frag.spv"), read_by("cube.frag"));
}

#[test]
fn a_mistake_has_its_line_and_says_what_is_allowed() {
    for (name, text, expected) in [
        (
            "a.vert",
            &b"#version 300 es\n\nout sampler2D a;"[..],
            "a.vert:3: `sampler2D` cannot be a varying",
        ),
        (
            "a.vert",
            b"#version 300 es\nout vec4 a",
            "a.vert:2: the text ends within a declaration",
        ),
        ("a.vert", b"out vec4 a; /*", "a.vert:1: "),
        (
            "a.vert",
            b"#version 300 es\nout vec2 a;\nout vec2 a;",
            "a.vert:3: varying `a`: line 2 already has this name",
        ),
        ("a.vert", b"\n\xff", "a.vert:2: this is not UTF-8"),
        (
            "a.vert",
            b"#version 310 es\nlayout(location = 70) out vec2 a;",
            "a.vert:2: varying `a`: ",
        ),
        ("a.spv", b"\x03\x02\x23\x07", "a.spv: "),
    ] {
        let shader = Shader::new(name, text.to_vec());
        let read = shader.and_then(|shader| shader.read(Stage::Vertex));
        let error: ShaderError = read.err().unwrap();
        assert!(error.to_string().starts_with(expected), "{error}");
    }
}

#[test]
fn a_name_points_to_its_declaration() {
    let text = "\u{feff}#version 310 es\nout vec2 first, second;";
    let shader = Shader::new("a.vert", text.into()).unwrap();
    for name in shader.read(Stage::Vertex).unwrap().names {
        assert!(shader.text()[name.offset..].starts_with(&name.text));
    }
}

#[test]
fn a_variable_is_written_by_assignments_and_by_output_parameters() {
    let shader = |statement: &str| {
        format!(
            "#version 320 es\nvoid f(out float a, in float b) {{ a = b; }}\nvoid main() {{ float x[2]; {statement}; }}"
        )
    };
    let is_written = |statement: &str| {
        let read = of_text(&shader(statement), Stage::Vertex).unwrap();
        read.built_ins.has(BuiltIn::PointSize)
    };
    for written in [
        "gl_PointSize = 1.0",
        "(gl_PointSize) *= 2.0",
        "gl_PointSize++",
        "--gl_PointSize",
        "++(gl_PointSize)",
        "f(gl_PointSize, 1.0)",
        "f((gl_PointSize), x[1])",
        "x[0] = modf(1.5, gl_PointSize)",
        "for (int i = 0; i < 2; i++) gl_PointSize = x[i]",
        "switch (1) { case 0: float y = 1.0; break; default: gl_PointSize = 1.0; }",
    ] {
        assert!(is_written(written), "{written}");
    }
    for read in [
        "x[0] = gl_PointSize",
        "x[int(gl_PointSize)] = 1.0",
        "x[0] += gl_PointSize == 1.0 ? 0.0 : 1.0",
        "f(x[0], gl_PointSize)",
        "f(x[int(gl_PointSize)], 1.0)",
        "x[0] = modf(gl_PointSize, x[1])",
        "float gl_PointSize = 1.0; gl_PointSize = 2.0",
        "float[2] y, gl_PointSize; gl_PointSize = 2.0",
        "switch (1) { case 0: float gl_PointSize = 1.0; gl_PointSize = 2.0; }",
        "struct S { float gl_PointSize; } s; s.gl_PointSize = 1.0",
    ] {
        assert!(!is_written(read), "{read}");
    }
}

#[test]
fn an_extension_that_nothing_defines_counts_as_absent_and_is_named() {
    for (text, absent) in [
        (
            "#version 330\n#ifdef GL_ARB_one\n#endif",
            &["GL_ARB_one"][..],
        ),
        (
            "#version 330\n#if GL_ARB_one || defined(GL_EXT_two)\n#endif",
            &["GL_ARB_one", "GL_EXT_two"],
        ),
        (
            "#version 330\n#ifndef GL_ARB_one\n#endif\n#ifdef GL_ARB_one\n#endif",
            &["GL_ARB_one"],
        ),
        (
            "#version 300 es\n#if defined GL_EXT_two\n#endif",
            &["GL_EXT_two"],
        ),
        (
            "#version 330\n#extension GL_ARB_one : require\n#if GL_ARB_one\n#endif",
            &[],
        ),
        (
            "#version 330\n#ifdef GL_ES\n#elif defined(GL_compatibility_profile)\n#endif",
            &[],
        ),
        (
            "#version 330\n#if 0\n#ifdef GL_ARB_one\n#endif\n#endif",
            &[],
        ),
        (
            "#version 330\n#ifdef GL_ARB_separate_shader_objects\n#endif",
            &[],
        ),
    ] {
        let found = of_text(text, Stage::Vertex).unwrap().absent_extensions;
        let names: Vec<_> = found.iter().map(|name| &*name.text).collect();
        assert_eq!(names, absent, "{text}");
    }
}

/// The elements are those that are indexed; of clip distances those that are declared.
#[test]
fn built_in_variables_are_found_with_their_elements() {
    let built_ins = |text: &str, stage| of_text(text, stage).unwrap().built_ins;
    let none = BuiltIns::NONE;
    let text = "#version 150 compatibility\nin vec4 p; out vec2 uv;\n\
        void main() { gl_Position = p; gl_TexCoord[0] = p; gl_TexCoord[3].x = 1.0; gl_FrontColor = p; \
        gl_ClipDistance[1] = 1.0; }";
    let written = none
        .with(BuiltIn::Position)
        .with(BuiltIn::FrontColor)
        .with_elements(BuiltIn::TexCoord, 0b1001)
        .with_elements(BuiltIn::ClipDistance, 0b10);
    assert_eq!(built_ins(text, Stage::Vertex), written);
    let text = "#version 150 compatibility\n\
        void main() { int i = 2; gl_FragColor = gl_TexCoord[i] + gl_Color * gl_FogFragCoord; }";
    let read = none
        .with_elements(BuiltIn::TexCoord, 0xff)
        .with(BuiltIn::FrontColor)
        .with(BuiltIn::FogFragCoord);
    assert_eq!(built_ins(text, Stage::Fragment), read);
    let text = "#version 320 es\n#extension GL_EXT_clip_cull_distance : require\n\
        out float gl_ClipDistance[5];\nvoid main() { gl_ClipDistance[0] = 1.0; }";
    let declared = none.with_elements(BuiltIn::ClipDistance, 0b1_1111);
    assert_eq!(built_ins(text, Stage::Vertex), declared);
    let text = "#version 320 es\nprecision highp float; out vec4 c;\n\
        void main() { c = gl_FrontFacing ? vec4(gl_PointCoord, 0, 0) : gl_FragCoord; }";
    let read = none
        .with(BuiltIn::FrontFacing)
        .with(BuiltIn::PointCoord)
        .with(BuiltIn::FragCoord);
    assert_eq!(built_ins(text, Stage::Fragment), read);
}

/// GLSL 4.60, 7.1: an array of distances is as long as its declaration, alone or in the block, says.
#[test]
fn clip_distances_are_those_that_any_declaration_has() {
    for declaration in [
        "out float gl_ClipDistance[4];",
        "out float[4] gl_ClipDistance;",
        "const int N = 2; out float gl_ClipDistance[2 * N];",
        "out gl_PerVertex { vec4 gl_Position; float gl_ClipDistance[4]; };",
        "const int N = 4; out gl_PerVertex { vec4 gl_Position; float gl_ClipDistance[N]; };",
    ] {
        let text = format!(
            "#version 450\n{declaration}\nvoid main() {{ gl_Position = vec4(0); gl_ClipDistance[0] = 1.0; }}"
        );
        let written = BuiltIns::NONE
            .with(BuiltIn::Position)
            .with_elements(BuiltIn::ClipDistance, 0b1111);
        let found = of_text(&text, Stage::Vertex).unwrap();
        assert_eq!(found.built_ins, written, "{declaration}");
    }
}

fn of_text(text: &str, stage: Stage) -> Result<StageVaryings, ShaderError> {
    Shader::new("a.glsl", text.into()).unwrap().read(stage)
}

/// GLSL 4.60, 3.3: the compatibility profile has a macro of its own, beside that of the core profile.
#[test]
fn each_profile_has_its_macros() {
    let text = "out float core;\n#ifdef GL_compatibility_profile\nout float compatibility;\n#endif\n\
        #ifndef GL_core_profile\n#error no core\n#endif\n";
    let names = |version: &str| {
        let found = of_text(&format!("#version {version}\n{text}"), Stage::Vertex).unwrap();
        found
            .names
            .into_iter()
            .map(|name| name.text)
            .collect::<Vec<_>>()
    };
    assert_eq!(names("330 compatibility"), ["core", "compatibility"]);
    assert_eq!(names("330 core"), ["core"]);
    assert_eq!(names("330"), ["core"]);
}

/// GLSL ES 3.00, 3.1: a backslash before a line's end is deleted before words are read, and the lines are counted.
#[test]
fn a_mistake_after_continued_lines_has_its_own_line() {
    for end in ["\n", "\r\n"] {
        let text = format!("#version 310 es\nout ve\\{end}c\\{end}3 n\\{end}ormal;\nout vec2 uv");
        let error = of_text(&text, Stage::Vertex).unwrap_err().to_string();
        let expected = "a.glsl:6: the text ends within a declaration";
        assert!(error.starts_with(expected), "{error}");
    }
}

#[test]
fn a_length_that_the_pipeline_decides_is_refused() {
    let text = "#version 450\nlayout(constant_id = 0) const int N = 3;\nlayout(location = 0) out float a[N];";
    let error = of_text(text, Stage::Vertex).unwrap_err().to_string();
    let expected = "a.glsl:3: `N` is a specialization constant, whose value the pipeline decides: a number is allowed";
    assert_eq!(error, expected);
}

/// A variable is no function, and a function of other parameters is another one.
#[test]
fn what_main_reaches_is_what_it_calls() {
    let uses_point_size = |calls: &str| {
        let text = format!(
            "#version 310 es\nvoid g(float a, vec2 b) {{ gl_PointSize = a; }}\nvoid g(float a) {{}}\nvoid h() {{ g(1.0, vec2(0, 1)); }}\n\
             void main() {{ {calls} gl_Position = vec4(0); }}"
        );
        let found = of_text(&text, Stage::Vertex).unwrap();
        found.built_ins.has(BuiltIn::PointSize)
    };
    assert!(uses_point_size("g(1.0, vec2(0, 1));"));
    assert!(uses_point_size("h();"));
    assert!(!uses_point_size("g(1.0);"));
    assert!(!uses_point_size("float h = 1.0; h += 1.0;"));
    assert!(!uses_point_size(""));
}

#[test]
fn the_varyings_in_use_stay_when_the_others_are_removed_again() {
    let text = "#version 320 es\nout float a; out S { float b; } s; out float c; out float d;\n\
        void main() { s.b = 1.0; d = 1.0; }";
    let mut found = of_text(text, Stage::Vertex).unwrap();
    for _ in 0..2 {
        found.retain_used();
        let names: Vec<_> = found.names.iter().map(|name| &name.text[..]).collect();
        assert_eq!(names, ["S.b", "d"]);
        assert_eq!(found.varyings.len(), 2);
        assert_eq!(found.used, [Some(true); 2]);
        assert_eq!(found.containers, ["block S", ""]);
    }
}

/// WGSL, 13.3.1.1: a vertex shader returns `position`, and a fragment shader has another built-in value of that name.
#[cfg(feature = "wgsl")]
#[test]
fn an_entry_point_writes_the_position_that_it_returns() {
    for (text, stage, expected) in [
        (
            "@vertex fn f() -> @builtin(position) vec4f { return vec4f(); }",
            Stage::Vertex,
            Some(true),
        ),
        (
            "struct Out { @location(1) uv: vec2f, @builtin(position) place: vec4f };
            @vertex fn f() -> Out { return Out(); }",
            Stage::Vertex,
            Some(true),
        ),
        (
            "@vertex fn f() -> @location(0) vec4f { return vec4f(); }",
            Stage::Vertex,
            Some(false),
        ),
        ("@vertex fn f() {}", Stage::Vertex, Some(false)),
        (
            "@fragment fn f(@builtin(position) place: vec4f) {}",
            Stage::Fragment,
            None,
        ),
    ] {
        let shader = Shader::new("a.wgsl", text.into()).unwrap();
        let found = shader.read(stage).unwrap();
        assert_eq!(found.writes_position, expected, "{text}");
    }
}

#[cfg(feature = "wgsl")]
#[test]
fn a_module_with_several_entry_points_needs_a_choice() {
    let text = "struct Out { @builtin(position) place: vec4f, @location(1) uv: vec2f };
        @vertex fn plain() -> @builtin(position) vec4f { return vec4f(); }
        @vertex fn textured() -> Out { return Out(); }";
    let shader = || Shader::new("a.wgsl", text.into()).unwrap();
    let error = shader().read(Stage::Vertex).unwrap_err().to_string();
    let expected = "a.wgsl:1: this WGSL has 2 entry points of a vertex shader: choose one of `plain`, `textured`";
    assert_eq!(error, expected);
    let count = |name| {
        shader()
            .with_entry_point(name)
            .read(Stage::Vertex)
            .unwrap()
            .varyings
            .len()
    };
    assert_eq!((count("plain"), count("textured")), (0, 1));
    let error = shader()
        .with_entry_point("lit")
        .read(Stage::Vertex)
        .unwrap_err()
        .to_string();
    let expected = "a.wgsl:1: this WGSL has no entry point `lit` of a vertex shader: `plain`, `textured` can be chosen";
    assert_eq!(error, expected);
}

/// The entry point of a module of another name, and one that is added to the module.
#[cfg(feature = "spirv")]
#[test]
fn a_spirv_module_with_several_entry_points_needs_a_choice() {
    let path = format!(
        "{}/../../tests/shaders/cube.vert.spv",
        env!("CARGO_MANIFEST_DIR")
    );
    let module = std::fs::read(path).unwrap();
    // The words of `OpEntryPoint`, opcode 15, and a copy of them whose name begins with another letter.
    let words: Vec<u32> = module
        .chunks_exact(4)
        .map(|word| u32::from_le_bytes(word.try_into().unwrap()))
        .collect();
    let mut at = 5;
    while words[at] & 0xffff != 15 {
        at += words[at] as usize >> 16;
    }
    let end = at + (words[at] as usize >> 16);
    let mut other = words[at..end].to_vec();
    assert_eq!(other[3].to_le_bytes(), *b"main");
    other[3] = u32::from_le_bytes(*b"rain");
    let both = [&words[..end], &other, &words[end..]].concat();
    let bytes: Vec<u8> = both.into_iter().flat_map(u32::to_le_bytes).collect();
    let shader = || Shader::new("a.spv", bytes.clone()).unwrap();
    let error = shader().read(Stage::Vertex).unwrap_err().to_string();
    let expected =
        "a.spv: this SPIR-V has 2 entry points of a vertex shader: choose one of `main`, `rain`";
    assert_eq!(error, expected);
    assert_eq!(
        lines(
            &shader()
                .with_entry_point("rain")
                .read(Stage::Vertex)
                .unwrap()
        ),
        WRITTEN
    );
}

/// By GLSL 4.60, 4.4.2: bytes 4, 32 and 44 of the first buffer, 0, 16 and 32 of the second, 8 of each other.
const CAPTURES: [&str; 18] = [
    "gl_SkipComponents1",
    "lamp.size",
    "lamp.at",
    "gl_SkipComponents2",
    "normal",
    "gl_Position",
    "gl_SkipComponents1",
    "gl_NextBuffer",
    "Surface.x",
    "gl_SkipComponents3",
    "Surface.y",
    "Surface.z",
    "gl_NextBuffer",
    "gl_SkipComponents2",
    "Pair[0].first",
    "gl_NextBuffer",
    "gl_SkipComponents2",
    "Pair[1].first",
];

#[test]
fn captures_are_where_the_shader_declares_them() {
    assert_eq!(read("captures.vert", Stage::Vertex).captures, CAPTURES);
    assert!(read("cube.vert", Stage::Vertex).captures.is_empty());
    #[cfg(feature = "spirv")]
    assert_eq!(read("captures.vert.spv", Stage::Vertex).captures, CAPTURES);
}
