//! `varyings`: what is said of a packing, in JSON, as text and as a picture.

use std::fmt::Write;
use std::fs;

use serde_json::{Value, json};

use crate::{accept, assert_contains, command, output, refuse_after};

/// A manifest of varyings that are declared as in GLSL, `vec2[6] d`, under the `head` of one.
pub(crate) fn manifest(head: &str, declarations: &[&str]) -> String {
    let mut manifest = format!("{head}\n");
    for declaration in declarations {
        let (declared, name) = declaration.rsplit_once(' ').unwrap();
        let (qualifiers, element) = declared.rsplit_once(' ').unwrap_or(("", declared));
        writeln!(manifest, "[[varying]]\nname = \"{name}\"").unwrap();
        match element
            .strip_suffix(']')
            .and_then(|array| array.split_once('['))
        {
            Some((element, length)) => {
                writeln!(manifest, "type = \"{element}\"\narray = {length}").unwrap();
            }
            None => writeln!(manifest, "type = \"{element}\"").unwrap(),
        }
        if !qualifiers.is_empty() {
            writeln!(manifest, "interpolation = \"{qualifiers}\"").unwrap();
        }
    }
    manifest
}

fn pack(manifest: &str) -> Value {
    serde_json::from_str(&accept("varyings", manifest, &["--json"])).unwrap()
}

/// The words of the grid's rows, without the registers' numbers.
fn cells(manifest: &str) -> Vec<Vec<String>> {
    let text = accept("varyings", manifest, &[]);
    let (grid, _) = text.split_once("\n\n").unwrap();
    let mut lines = grid.lines();
    assert_eq!(
        lines.next().unwrap().split_whitespace().collect::<Vec<_>>(),
        ["x", "y", "z", "w"]
    );
    lines
        .enumerate()
        .map(|(register, line)| {
            let mut words = line.split_whitespace().map(str::to_owned);
            assert_eq!(words.next(), Some(register.to_string()));
            words.collect()
        })
        .collect()
}

#[test]
fn the_manifest_of_the_contract_has_the_json_of_the_contract() {
    let toml = "registers = 8\nrules = \"es320\"\n[[varying]]\nname = \"uv\"\ntype = \"vec2\"\n\
                array = 3\ninterpolation = \"smooth\"\n";
    let json = r#"{"rules": "es320", "registers": "0x8", "varying": [
        {"name": "uv", "type": "vec2", "array": 3, "sampling": "centroid"}]}"#;
    let expected = "{\n  \"version\": 1,\n  \"fits\": true,\n  \"registers_used\": 3,\n  \"varyings\": [\n    \
                    {\"name\": \"uv\", \"register\": 0, \"component\": 0, \"components\": 2, \"rows\": 3, \
                    \"orientation\": \"vertical\", \"element_components\": 2, \"height\": 3}\n  ]\n}\n";
    for manifest in [toml, json] {
        for arguments in [&["--json"][..], &["--format", "json"], &["--emit", "json"]] {
            assert_eq!(accept("varyings", manifest, arguments), expected);
        }
    }
}

/// GLSL ES 3.20, section 11, with the grid that the specification draws.
#[test]
fn the_example_of_the_specification_is_drawn_as_there() {
    let manifest = manifest(
        "registers = 16",
        &[
            "vec4 a",
            "mat3 b",
            "mat2x3 c",
            "vec2[6] d",
            "vec2[4] e",
            "vec2 f",
            "float[3] g",
            "float[2] h",
            "float i",
        ],
    );
    let expected = [
        "a a a a",
        "b[0] b[0] b[0] .",
        "b[1] b[1] b[1] .",
        "b[2] b[2] b[2] .",
        "c[0] c[0] c[0] .",
        "c[1] c[1] c[1] .",
        "- - - .",
        "d[0] d[0] g[0] .",
        "d[1] d[1] g[1] .",
        "d[2] d[2] g[2] .",
        "d[3] d[3] . .",
        "d[4] d[4] . .",
        "d[5] d[5] e[0] e[0]",
        "f f e[1] e[1]",
        "h[0] i e[2] e[2]",
        "h[1] . e[3] e[3]",
    ];
    let expected: Vec<Vec<&str>> = expected
        .into_iter()
        .map(|row| row.split(' ').collect())
        .collect();
    assert_eq!(cells(&manifest), expected);
}

#[test]
fn columns_are_aligned_and_the_legend_says_where_everything_is() {
    let manifest = manifest("registers = 3", &["mat2[1] m", "flat uvec2 n"]);
    let expected = "   x        y        z  w\n\
                    0  m[0][0]  m[0][0]  -  -\n\
                    1  m[0][1]  m[0][1]  -  -\n\
                    2  n        n        .  .\n\
                    \n\
                    varying  declaration     registers  components  elements\n\
                    m        smooth mat2[1]  0 to 1     xyzw        vertical, height 1\n\
                    n        flat uvec2      2          xy\n\
                    \n\
                    3 of 3 registers used, rules es320\n";
    assert_eq!(accept("varyings", &manifest, &[]), expected);
}

#[test]
fn a_matrix_takes_what_the_rules_say() {
    for (rules, components, rows) in [("es320", 4, 2), ("relaxed", 2, 2), ("chosen", 2, 2)] {
        let manifest = manifest(&format!("rules = \"{rules}\""), &["mat2 m"]);
        let varying = &pack(&manifest)["varyings"][0];
        assert_eq!(
            (&varying["components"], &varying["rows"]),
            (&json!(components), &json!(rows)),
            "{rules}"
        );
    }
}

/// Fifteen registers have as many components as twenty vectors of three, and three columns hold
/// fifteen of them.
#[test]
fn an_array_is_laid_out_as_it_fits() {
    let dense = manifest("rules = \"chosen\"\nregisters = 15", &["vec3[20] a"]);
    let mut expected = json!({"version": 1, "fits": true, "registers_used": 15, "varyings": [{
        "name": "a", "register": 0, "component": 0, "components": 4, "rows": 15,
        "orientation": "dense", "element_components": 3, "height": 15,
    }]});
    assert_eq!(pack(&dense), expected);
    let rows = cells(&dense);
    assert_eq!(rows[0], ["a[0]", "a[0]", "a[0]", "a[1]"]);
    assert_eq!(rows[1], ["a[1]", "a[1]", "a[2]", "a[2]"]);
    assert_eq!(rows[14], ["a[18]", "a[19]", "a[19]", "a[19]"]);

    let across = manifest("rules = \"chosen\"\nregisters = 15", &["vec2[30] a"]);
    let varying = &mut expected["varyings"][0];
    varying["element_components"] = json!(2);
    varying["orientation"] = json!("horizontal");
    assert_eq!(pack(&across), expected);
    assert_eq!(cells(&across)[1], ["a[2]", "a[2]", "a[3]", "a[3]"]);
}

#[test]
fn interpolations_share_a_register_where_the_rules_let_them() {
    for flat in ["flat float b", "int b", "uint b"] {
        let manifest = |rules: &str| {
            manifest(
                &format!("registers = 1\nrules = \"{rules}\""),
                &["vec3 a", flat],
            )
        };
        for rules in ["es100", "relaxed", "chosen"] {
            assert_eq!(cells(&manifest(rules)), [["a", "a", "a", "b"]], "{rules}");
        }
        let printed = "{\n  \"version\": 1,\n  \"fits\": false,\n  \"varying\": \"b\",\n  \"missing_rows\": 1\n}\n";
        for rules in ["es300", "es310", "es320"] {
            refuse_after("varyings", &manifest(rules), &["--json"], printed);
        }
    }
}

#[test]
fn the_target_has_its_registers_where_the_manifest_names_none() {
    for (rules, registers) in [
        ("es100", 8),
        ("es300", 16),
        ("es310", 16),
        ("es320", 16),
        ("relaxed", 8),
        ("chosen", 16),
    ] {
        let rules = format!("rules = \"{rules}\"");
        let full = manifest(&rules, &[&format!("vec4[{registers}] a")]);
        assert_eq!(pack(&full)["registers_used"], registers);
        let misfit = manifest(&rules, &[&format!("vec4[{}] a", registers + 1)]);
        let printed = "{\n  \"version\": 1,\n  \"fits\": false,\n  \"varying\": \"a\",\n  \"missing_rows\": 1\n}\n";
        refuse_after("varyings", &misfit, &["--json"], printed);
    }
    assert_eq!(cells("varying = []").len(), 16);
    assert_eq!(
        pack("registers = 64\nvarying = []"),
        json!({"version": 1, "fits": true, "registers_used": 0, "varyings": []})
    );
}

/// The escape sequences of a colour before `text`, in the order in which they are found.
fn colors<'a>(styled: &'a str, text: &str) -> Vec<&'a str> {
    let end = format!("m{text}\u{1b}");
    let positions = styled.match_indices(&end);
    positions
        .map(|(end, _)| &styled[styled[..end].rfind('\u{1b}').unwrap()..end])
        .collect()
}

#[test]
fn a_varying_has_one_color_where_colors_are_wanted() {
    let manifest = manifest("registers = 2", &["vec2[2] uv", "vec2 n"]);
    let run = |variable: &str, arguments: &[&str]| {
        let assert = command(&["varyings", "-"])
            .args(arguments)
            .env_remove("NO_COLOR")
            .env(variable, "1")
            .write_stdin(manifest.as_str())
            .assert()
            .success();
        String::from_utf8(assert.get_output().stdout.clone()).unwrap()
    };
    let styled = run("CLICOLOR_FORCE", &[]);
    let mut uv = colors(&styled, "uv[0]");
    uv.extend(colors(&styled, "uv[1]"));
    uv.extend(colors(&styled, "uv"));
    assert_eq!(uv.len(), 5);
    assert!(uv.iter().all(|color| *color == uv[0]), "{uv:?}");
    let n = colors(&styled, "n");
    assert_eq!(n.len(), 3);
    assert!(
        n.iter().all(|color| *color == n[0] && *color != uv[0]),
        "{n:?}"
    );

    let plain = run("NO_COLOR", &[]);
    assert!(!plain.contains('\u{1b}'));
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("grid.txt");
    assert_eq!(run("CLICOLOR_FORCE", &["-o", path.to_str().unwrap()]), "");
    assert_eq!(fs::read_to_string(path).unwrap(), plain);
}

#[test]
fn a_name_does_not_reach_the_terminal_as_a_command() {
    let manifest = "[[varying]]\nname = \"a\\u001b[2J\"\ntype = \"float\"\n";
    let text = accept("varyings", manifest, &[]);
    assert!(!text.contains('\u{1b}'), "{text}");
    assert_contains(&text, &["a\\u{1b}[2J  smooth float"]);
}

#[test]
fn the_plot_is_the_grid_and_the_legend_as_a_picture() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("varyings.svg");
    let manifest = manifest("registers = 3", &["vec2[2] uv", "flat uint <id>"]);
    let legend = accept("varyings", &manifest, &["--plot", path.to_str().unwrap()]);
    assert!(legend.starts_with("varying "), "{legend}");
    assert_contains(&legend, &["flat uint", "3 of 3 registers used"]);
    let svg = fs::read_to_string(&path).unwrap();
    assert!(svg.starts_with("<svg") && svg.trim_end().ends_with("</svg>"));
    assert_contains(&svg, &["3 of 3 registers used", "uv: smooth vec2[2]"]);
    let texts = |text: &str| svg.matches(&format!(">{text}<")).count();
    for (text, times) in [
        ("uv[0]", 2),
        ("uv[1]", 2),
        ("&lt;id&gt;", 1),
        ("w", 1),
        ("2", 1),
    ] {
        assert_eq!(texts(text), times, "{text} in {svg}");
    }
    // Twelve cells, two lines of the legend, and the picture's own ground.
    assert_eq!(svg.matches("<rect").count(), 15);
}

#[test]
fn a_file_has_what_would_be_printed() {
    let folder = tempfile::tempdir().unwrap();
    let source = folder.path().join("cube.toml");
    fs::write(&source, manifest("", &["vec2 uv"])).unwrap();
    let path = folder.path().join("cube.json");
    let (source, path) = (source.to_str().unwrap(), path.to_str().unwrap());
    assert_eq!(output(&["varyings", source, "--json", "-o", path]), "");
    assert_eq!(
        fs::read_to_string(path).unwrap(),
        output(&["varyings", source, "--emit", "json", "-o", "-"])
    );
}
