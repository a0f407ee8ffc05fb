//! The varyings of shaders that programs have, against glslang's own reflection. `tests/real_shaders/run` fetches them.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use serde_json::Value;

use crate::{command, finish, output};

/// Types of OpenGL, by the numbers that glslang prints.
const TYPES: [(u32, &str); 21] = [
    (0x1404, "int"),
    (0x1405, "uint"),
    (0x1406, "float"),
    (0x8b50, "vec2"),
    (0x8b51, "vec3"),
    (0x8b52, "vec4"),
    (0x8b53, "ivec2"),
    (0x8b54, "ivec3"),
    (0x8b55, "ivec4"),
    (0x8b5a, "mat2"),
    (0x8b5b, "mat3"),
    (0x8b5c, "mat4"),
    (0x8b65, "mat2x3"),
    (0x8b66, "mat2x4"),
    (0x8b67, "mat3x2"),
    (0x8b68, "mat3x4"),
    (0x8b69, "mat4x2"),
    (0x8b6a, "mat4x3"),
    (0x8dc6, "uvec2"),
    (0x8dc7, "uvec3"),
    (0x8dc8, "uvec4"),
];

/// Of each path, without its indices, the type and how many elements there are.
type Varyings = BTreeMap<String, (String, u64)>;

/// The reflection of a stage by glslang, and the paths in which it has indices: of an array of blocks it lists one.
#[derive(Default)]
struct Reflected {
    varyings: Varyings,
    indexed: BTreeSet<String>,
}

/// A vertex and a fragment shader.
struct Pair {
    from: PathBuf,
    texts: [String; 2],
}

/// All files below a folder, in order.
fn files(folder: &Path, found: &mut Vec<PathBuf>) {
    let mut entries: Vec<_> = fs::read_dir(folder)
        .unwrap()
        .map(|entry| entry.unwrap().path())
        .collect();
    entries.sort();
    for path in entries {
        if path.is_dir() {
            files(&path, found);
        } else {
            found.push(path);
        }
    }
}

/// The pairs of piglit's tests, whose `#version` can be a requirement, and those of two files.
fn pairs(folder: &Path) -> Vec<Pair> {
    let mut paths = Vec::new();
    files(folder, &mut paths);
    let mut pairs = Vec::new();
    for from in paths {
        let read = |path: &Path| fs::read_to_string(path).ok();
        let extension = from.extension().and_then(|extension| extension.to_str());
        let texts = match extension {
            Some("shader_test") => read(&from).and_then(|text| of_sections(&text)),
            Some("vert") => read(&from)
                .zip(read(&from.with_extension("frag")))
                .map(<[_; 2]>::from),
            _ => None,
        };
        pairs.extend(texts.map(|texts| Pair { from, texts }));
    }
    pairs
}

fn of_sections(shaders: &str) -> Option<[String; 2]> {
    let (mut required, mut section) = (String::new(), "");
    let mut texts: BTreeMap<&str, String> = BTreeMap::new();
    for line in shaders.lines() {
        if let Some(title) = line.strip_prefix('[') {
            section = title.trim_end().trim_end_matches(']');
        } else if let ("require", Some(version)) = (section, line.strip_prefix("GLSL")) {
            let es = if version.trim_start().starts_with("ES") {
                " es"
            } else {
                ""
            };
            let digits = version.chars().filter(char::is_ascii_digit);
            required = format!("#version {}{es}\n", digits.collect::<String>());
        } else {
            let text = texts.entry(section).or_default();
            text.push_str(line);
            text.push('\n');
        }
    }
    // Between other stages, the two do not meet.
    let others = ["geometry shader", "tessellation evaluation shader"];
    if others.iter().any(|title| texts.contains_key(title)) {
        return None;
    }
    ["vertex shader", "fragment shader"]
        .map(|title| {
            let text = texts.get(title)?.trim_start();
            let version = if text.contains("#version") {
                ""
            } else {
                &required
            };
            Some(format!("{version}{text}"))
        })
        .into_iter()
        .collect::<Option<Vec<_>>>()?
        .try_into()
        .ok()
}

/// The reflection of a shader by glslang; nothing where it refuses it, or lists what has no type of ours.
fn reflected(path: &Path, list: &str) -> Option<Reflected> {
    let mut glslang = Command::new("glslangValidator");
    glslang.args([
        "-q",
        "-l",
        "--reflect-intermediate-io",
        "--reflect-all-io-variables",
    ]);
    let output = glslang
        .arg("--reflect-unwrap-io-blocks")
        .arg(path)
        .output()
        .unwrap();
    let text = String::from_utf8(output.stdout).ok()?;
    let (_, listed) = text.split_once(&format!("Pipeline {list} reflection:\n"))?;
    let mut reflected = Reflected::default();
    for line in listed.lines().take_while(|line| !line.is_empty()) {
        let (name, rest) = line.split_once(": ")?;
        let field = |name: &str| rest.split(", ").find_map(|field| field.strip_prefix(name));
        if !name.starts_with("gl_") {
            let number = u32::from_str_radix(field("type ")?, 16).ok()?;
            let (_, known) = TYPES.iter().find(|(known, _)| *known == number)?;
            let path = add(
                &mut reflected.varyings,
                name,
                known,
                field("size ")?.parse().ok()?,
            );
            if name.contains("].") {
                reflected.indexed.insert(path);
            }
        }
    }
    output.status.success().then_some(reflected)
}

/// Adds elements to a path without its indices, which it returns.
fn add(varyings: &mut Varyings, path: &str, of: &str, elements: u64) -> String {
    let parts = path.split(']').map(|part| part.split('[').next().unwrap());
    let path: String = parts.collect();
    varyings.entry(path.clone()).or_insert((of.to_owned(), 0)).1 += elements;
    path
}

fn varyings_of(stage: &Value, indexed: &BTreeSet<String>) -> Varyings {
    let (mut all, mut first) = (Varyings::new(), Varyings::new());
    for varying in stage["varyings"].as_array().unwrap() {
        let name = varying["name"].as_str().unwrap();
        if !name.starts_with("gl_") {
            let elements = varying["array"].as_u64().unwrap_or(1);
            let of = varying["type"].as_str().unwrap();
            add(&mut all, name, of, elements);
            if !name.contains('[') || name.contains("[0]") {
                add(&mut first, name, of, elements);
            }
        }
    }
    let counted = all.into_iter().map(|(path, of)| {
        let is_indexed = indexed.iter().any(|indexed| path.ends_with(indexed));
        let of = if is_indexed { of } else { first[&path].clone() };
        (path, of)
    });
    counted.collect()
}

/// glslang leaves the name of a block out whose instance has none.
fn without_blocks(varyings: &Varyings) -> Varyings {
    let last = |path: &String| path.rsplit('.').next().unwrap().to_owned();
    varyings
        .iter()
        .map(|(path, of)| (last(path), of.clone()))
        .collect()
}

#[test]
fn real_shaders_are_read_as_glslang_reads_them() {
    let Some(folder) = std::env::var_os("REAL_SHADERS") else {
        println!(
            "skipped: real shaders are read as glslang reads them: no REAL_SHADERS, see tests/real_shaders/run"
        );
        return;
    };
    let work = tempfile::tempdir().unwrap();
    let paths = ["a.vert", "a.frag"].map(|name| work.path().join(name));
    let (mut read_alike, mut differing, mut linked, mut refused, mut unknown) =
        (0, Vec::new(), 0, Vec::new(), 0);
    for Pair { from, texts } in pairs(Path::new(&folder)) {
        for (path, text) in paths.iter().zip(&texts) {
            fs::write(path, text).unwrap();
        }
        let stages = [
            reflected(&paths[0], "output"),
            reflected(&paths[1], "input"),
        ];
        let [Some(written), Some(taken)] = stages else {
            unknown += 1;
            continue;
        };
        let [vertex, fragment] = paths.each_ref().map(|path| path.to_str().unwrap());
        let packed = [
            "--rules",
            "es320",
            "--lenient",
            "--registers",
            "64",
            "--separable",
            "--json",
        ];
        let arguments = [&["varyings", vertex, fragment], &packed[..]].concat();
        let (code, printed, said) = finish(&mut command(&arguments), "");
        if said.contains("does not fit") {
            unknown += 1;
            continue;
        }
        if code != 0 {
            refused.push(format!("{}: {said}", from.display()));
            continue;
        }
        let json: Value = serde_json::from_slice(&printed).unwrap();
        for (stage, expected) in [("vertex", written), ("fragment", taken)] {
            let found = varyings_of(&json[stage], &expected.indexed);
            let expected = expected.varyings;
            if found == expected || without_blocks(&found) == without_blocks(&expected) {
                read_alike += 1;
            } else {
                differing.push(format!(
                    "{}: {found:?}\n  glslang: {expected:?}",
                    from.display()
                ));
            }
        }
        // What glslang links is linked.
        let mut glslang = Command::new("glslangValidator");
        let output = glslang.arg("-l").args([vertex, fragment]).output().unwrap();
        if output.status.success() {
            let (code, _, said) = finish(&mut command(&["varyings", vertex, fragment]), "");
            // glslang does not ask whether anybody declares what is read; of two compiler tests nobody does. There are
            // tests of more than 32 vectors.
            let is_pair = !from.components().any(|part| part.as_os_str() == "compiler");
            if code == 0 {
                linked += 1;
            } else if !is_pair || said.contains("free locations in a row") {
                unknown += 1;
            } else {
                refused.push(format!("{}: {said}", from.display()));
            }
        }
    }
    println!(
        "{read_alike} shaders read as glslang reads them, {linked} pairs linked, {unknown} pairs left out"
    );
    assert!(
        differing.is_empty(),
        "{} differ:\n{}",
        differing.len(),
        differing.join("\n")
    );
    assert!(
        refused.is_empty(),
        "{} refused:\n{}",
        refused.len(),
        refused.join("")
    );
    assert!(
        read_alike >= 200 && linked >= 100,
        "too few shaders below {}",
        Path::new(&folder).display()
    );
}

/// Outputs of a vertex shader, in as many ways as there are features to refuse.
const OUTPUTS: [&str; 17] = [
    "varying vec2 a;",
    "varying mat3 a[2];",
    "varying mat2x3 a;",
    "centroid varying vec2 a;",
    "out vec2 a;",
    "out mat2x3 a;",
    "smooth out vec2 a;",
    "flat out uint a;",
    "noperspective out vec2 a;",
    "sample out vec2 a;",
    "layout(location = 1) out vec2 a;",
    "layout(location = 1, component = 1) out vec2 a;",
    "out B { vec2 x; } b;",
    "struct S { vec2 x; }; out S s;",
    "struct S { vec2 x[2]; }; out S s;",
    "struct S { vec2 x; }; out S s[2];",
    "out vec2 a[2][2];",
];

/// Editions with `varying` for compatibility, which we always read, and those without.
const EDITIONS: [&str; 9] = [
    "100",
    "300 es",
    "310 es",
    "320 es",
    "110",
    "120",
    "130",
    "150 compatibility",
    "440 compatibility",
];

#[test]
fn an_edition_refuses_what_glslang_refuses() {
    if std::env::var_os("REAL_SHADERS").is_none() {
        println!(
            "skipped: an edition refuses what glslang refuses: no REAL_SHADERS, see tests/real_shaders/run"
        );
        return;
    }
    let work = tempfile::tempdir().unwrap();
    let [vertex, fragment] = ["a.vert", "a.frag"].map(|name| work.path().join(name));
    fs::write(&fragment, "void main() {}").unwrap();
    let (mut accepted, mut all) = (0, 0);
    for edition in EDITIONS {
        for output in OUTPUTS {
            fs::write(
                &vertex,
                format!("#version {edition}\n{output}\nvoid main() {{}}\n"),
            )
            .unwrap();
            let glslang = Command::new("glslangValidator")
                .arg(&vertex)
                .output()
                .unwrap();
            let arguments = [
                "varyings",
                vertex.to_str().unwrap(),
                fragment.to_str().unwrap(),
            ];
            let (code, _, said) = finish(&mut command(&arguments), "");
            assert_eq!(
                code == 0,
                glslang.status.success(),
                "#version {edition}, {output} {said}"
            );
            accepted += u32::from(code == 0);
            all += 1;
        }
    }
    println!("{accepted} of {all} outputs accepted");
    assert!(accepted > 60 && all - accepted > 60);
}

/// Lengths of arrays, after declarations that they may name.
const LENGTHS: [[&str; 2]; 19] = [
    [
        "",
        "gl_MaxGeometryOutputComponents - gl_MaxGeometryInputComponents",
    ],
    ["", "int(2.0)"],
    ["", "uint(3.75)"],
    ["", "+3 - -1 * 010 % 0x5"],
    ["", "~(~1 << 2) & 6 | 1"],
    ["", "1 < 2 && !false || 1 / 2 == 0 ? 3 : 4"],
    ["", "clamp(max(2, min(5, 7)), 1, 4)"],
    ["const int N = 2, M = N * N;", "M + N"],
    ["const bool B = false;", "B ? 2 : 5"],
    ["const ivec3 N = ivec3(1, 2, 3);", "N.y + N.b"],
    ["const uvec2 N = uvec2(4u);", "N.t"],
    ["const ivec2 N = ivec2(2, 3);", "N[1]"],
    ["const int N[3] = int[3](2, 4, 6);", "N[1]"],
    ["const int N[] = int[](2, 4, 6);", "N[2] + N.length()"],
    ["uniform vec4 u[7];", "u.length() - 1"],
    ["uniform vec2[2] u[5];", "u.length()"],
    ["#define N(a, b) a ## b\nconst int n12 = 3;\n", "N(n1, 2)"],
    [
        "#define N(a, b, c) a ## b ## c\nconst int three = 3;\n",
        "N(th, re, e)",
    ],
    [
        "#define M 4\n#define N(x) x ## M + x\nconst int MM = 1;\n",
        "N(M)",
    ],
];

#[test]
fn constant_expressions_have_glslangs_values() {
    if std::env::var_os("REAL_SHADERS").is_none() {
        println!(
            "skipped: constant expressions have glslang's values: no REAL_SHADERS, see tests/real_shaders/run"
        );
        return;
    }
    let work = tempfile::tempdir().unwrap();
    let [vertex, fragment] = ["a.vert", "a.frag"].map(|name| work.path().join(name));
    fs::write(&fragment, "void main() {}").unwrap();
    for [before, length] in LENGTHS {
        let text = format!("#version 450\n{before}out float a[{length}];\nvoid main() {{}}\n");
        fs::write(&vertex, &text).unwrap();
        let expected = reflected(&vertex, "output").expect(&text);
        let paths = [&vertex, &fragment].map(|path| path.to_str().unwrap());
        let arguments = [
            &["varyings"],
            &paths[..],
            &["--registers", "64", "--separable", "--json"],
        ];
        let json: Value = serde_json::from_str(&output(&arguments.concat())).unwrap();
        assert_eq!(
            varyings_of(&json["vertex"], &expected.indexed),
            expected.varyings,
            "{text}"
        );
    }
}
