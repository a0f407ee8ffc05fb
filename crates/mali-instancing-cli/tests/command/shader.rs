//! `shader`: the functions and kernels of `mali-indirect`, which runs them; here it is what a manifest says.

use std::fs;

use crate::tools::is_there;
use crate::{assert_contains, failure, output, refuse, refuse_after};

const LANGUAGES: [&str; 4] = ["glsl", "glsl-es", "wgsl", "opencl"];

const CUBES: &str = "[[vertex_input]]
name = \"cubes\"
arch = \"v7\"
vertices = \"indirect\"
buffers = [
    { name = \"mesh\", stride = 20, address = 0x1000_0000, size = 1400 },
    { name = \"model\", stride = 64, divisor = 3, address = 0x2000_0010, size = 2176 },
]
attributes = [
    { name = \"position\", buffer = \"mesh\", format = \"R32G32B32_SFLOAT\" },
    { name = \"row0\", buffer = \"model\", format = \"R32G32B32A32_SFLOAT\", offset = 0 },
]
";

/// The same with another line behind the vertices.
fn with(line: &str) -> String {
    CUBES.replace(
        "vertices = \"indirect\"\n",
        &format!("vertices = \"indirect\"\n{line}\n"),
    )
}

fn kernel(manifest: &str, language: &str) -> String {
    accept_from(manifest, &["--language", language])
}

fn accept_from(manifest: &str, arguments: &[&str]) -> String {
    let assert = crate::command(&["shader", "--from", "-"])
        .args(arguments)
        .write_stdin(manifest)
        .assert()
        .success()
        .stderr("");
    String::from_utf8(assert.get_output().stdout.clone()).unwrap()
}

fn refuse_from(manifest: &str, arguments: &[&str]) -> String {
    let assert = crate::command(&["shader", "--from", "-", "--language", "wgsl"])
        .args(arguments)
        .write_stdin(manifest)
        .assert()
        .code(1)
        .stdout("");
    String::from_utf8(assert.get_output().stderr.clone()).unwrap()
}

#[test]
fn functions_are_the_same_in_every_language() {
    for language in LANGUAGES {
        let text = output(&["shader", "--language", language]);
        for function in [
            "mali_inst_padded_bits(",
            "mali_inst_magic_divisor(",
            "mali_inst_valhall_attribute(",
        ] {
            assert_contains(&text, &[function]);
        }
        assert!(!text.contains("#version"), "{language}");
    }
    assert_contains(
        &output(&["shader", "--language", "glsl-es"]),
        &["precision highp int;"],
    );
}

#[test]
fn a_kernel_computes_what_depends_on_the_counts_alone() {
    for language in LANGUAGES {
        let text = kernel(CUBES, language);
        // The model's stride depends on the counts, the mesh's size and the formats on nothing.
        assert_contains(
            &text,
            &[
                "draws[at + 3u] = 0x578u;",
                "draws[at + 10u] = buffer1.first.z;",
            ],
        );
        assert_contains(
            &text,
            &["draws[at + 21u] = 0u;", "draws[at + 22u] = 0x2fc00202u;"],
        );
        assert_contains(&text, &["draws[at + 23u] = offset1.words.x;"]);
    }
    let known = with("instances = 100\nfirst_instance = 0\nfirst_vertex = 0");
    assert_contains(&kernel(&known, "wgsl"), &["let instances: u32 = 100u;"]);
}

#[test]
fn kernels_compile() {
    if !is_there("glslangValidator", "kernels compile") {
        return;
    }
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("kernel.comp");
    let indexed = with("index_type = \"u16\"\nrestart_index = 0xffff\nvaryings = 32");
    for language in ["glsl", "glsl-es"] {
        for (manifest, arguments) in [
            (CUBES, &["--language", language][..]),
            (&indexed, &["--language", language]),
            (&indexed, &["--language", language, "--index-bounds"]),
        ] {
            fs::write(&file, accept_from(manifest, arguments)).unwrap();
            let compiled = std::process::Command::new("glslangValidator")
                .arg(&file)
                .output()
                .unwrap();
            let said = String::from_utf8_lossy(&compiled.stdout);
            assert!(compiled.status.success(), "{language}: {said}");
        }
    }
}

#[test]
fn a_manifest_that_has_no_kernel_is_refused_at_its_line() {
    for (manifest, parts) in [
        (
            CUBES.replace("\"indirect\"", "\"direct\""),
            [
                "input:4: vertex_input `cubes`, vertices: ",
                "Write a number or \"indirect\"",
            ],
        ),
        (
            with("instances = true"),
            [
                "input:5: vertex_input `cubes`, instances: ",
                "Write a number or \"indirect\"",
            ],
        ),
        (
            CUBES.replace("\"indirect\"", "70"),
            [
                "no [[vertex_input]] has a count that is \"indirect\"",
                "vertices = \"indirect\"",
            ],
        ),
        (
            format!("{CUBES}{}", CUBES.replace("cubes", "spheres")),
            ["2 draws are indirect", "--name one of cubes, spheres"],
        ),
        (
            with("index_type = \"u64\""),
            ["input:5: ", "known: u8, u16, u32"],
        ),
        (
            with("restart_index = 1"),
            ["input:5: ", "give its index_type too"],
        ),
        (
            with("index_type = \"u8\"\nfirst_vertex = 3"),
            ["input:6: ", "write \"indirect\", or leave out index_type"],
        ),
        (
            with("index_type = \"u8\"\nminimum_index = 3"),
            ["vertex_input `cubes`, ", "maximum_index is missing"],
        ),
        (
            with("index_type = \"u8\"\nminimum_index = 3\nmaximum_index = 2"),
            ["input:7: ", "the first must not be above the second"],
        ),
        (
            with("instances = 0"),
            ["input:4: vertex_input `cubes`", "not drawn"],
        ),
        (
            with("varying = 1"),
            ["unknown key `varying`", "did you mean `varyings`"],
        ),
        (
            with("varyings = 4").replace("\"v7\"", "\"v9\""),
            ["input:5: ", "on V4 to V7 only"],
        ),
    ] {
        assert_contains(&refuse_from(&manifest, &[]), &parts);
    }
    assert_contains(
        &refuse_from(CUBES, &["--index-bounds"]),
        &["input:2: cubes has no indices to look through"],
    );
    assert_contains(
        &refuse_from(CUBES, &["--name", "cube"]),
        &["no indirect draw is called `cube`, known: cubes"],
    );
}

#[test]
fn words_of_an_indirect_draw_are_refused() {
    let parts = [
        "input:4: ",
        "vertices: only the GPU knows it",
        "mali-instancing shader --from",
    ];
    assert_contains(&refuse(CUBES, &[]), &parts);
    assert_contains(
        &refuse_after("check", CUBES, &[], "0 draws in 1 file: nothing found\n"),
        &["only the GPU knows it"],
    );
    let both = format!(
        "{CUBES}{}",
        CUBES
            .replace("cubes", "known")
            .replace("\"indirect\"", "70")
    );
    assert_contains(&kernel(&both, "wgsl"), &["mali_inst_main"]);
}

#[test]
fn a_language_that_is_none_is_refused() {
    let message = failure(&["shader", "--language", "hlsl"], 2);
    assert_contains(&message, &["hlsl", "glsl, glsl-es, wgsl, opencl"]);
    assert_contains(&failure(&["shader"], 2), &["--language"]);
    assert_contains(
        &failure(&["shader", "--language", "wgsl", "--name", "a"], 2),
        &["--from"],
    );
}

#[test]
fn a_kernel_is_of_json_too() {
    let json = "{\"vertex_input\": [{\"name\": \"a\", \"arch\": \"v9\", \"vertices\": \"indirect\", \
                \"buffers\": [{\"name\": \"b\", \"stride\": 4, \"size\": 64}]}]}";
    assert_contains(&kernel(json, "opencl"), &["kernel __attribute__"]);
}
