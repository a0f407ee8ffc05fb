//! `gen` for the kinds of descriptors besides attribute buffers.

use serde_json::json;

use crate::{assert_contains, generate, generate_json, output, refuse};

/// One descriptor of every kind but `vertex_input`, which is several, each on an architecture that has it.
pub(crate) const EVERY_KIND: &str = r#"
    [[valhall_attribute]]
    name = "row0_valhall"
    buffer_index = 1
    divisor = 3
    format = "R32G32B32A32_SFLOAT"
    stride = 64
    offset = 16
    [[draw]]
    name = "cube_draw"
    vertices = 70
    instances = 100
    offset_start = 7
    [[invocation]]
    name = "cube_invocation"
    kind = "draw"
    workgroups_y = 22
    workgroups_z = 905
    [[special]]
    name = "vertex_id"
    arch = "v5"
    record = "vertex-id"
    vertices = 70
    [[attribute]]
    name = "uv"
    buffer_index = 2
    format = "R16G16_UNORM"
    offset = -12
    [[attribute_buffer]]
    name = "mesh"
    vertices = 70
"#;

#[test]
fn every_kind_has_its_array() {
    let expected = json!({
        "attribute_buffers": [{
            "name": "mesh", "arch": "v7", "mode": "modulus", "padded_vertices": 72,
            "hardware_divisor": null,
            "words": ["0x00000003", "0x83000000", "0x00000000", "0x00000000",
                      "0x00000000", "0x00000000", "0x00000000", "0x00000000"],
        }],
        "attributes": [{
            "name": "uv", "arch": "v7", "words": ["0x2b004202", "0xfffffff4"],
        }],
        "specials": [{
            "name": "vertex_id", "arch": "v5", "padded_vertices": 72,
            "words": ["0x00000022", "0x83000000", "0x00000000", "0x00000000"],
        }],
        "invocations": [{
            "name": "cube_invocation", "arch": "v7", "words": ["0x00007115", "0x21400000"],
        }],
        "draws": [{
            "name": "cube_draw", "arch": "v7", "padded_vertices": 72,
            "words": ["0x00830000", "0x00000007"],
        }],
        "valhall_attributes": [{
            "name": "row0_valhall", "arch": "v9", "mode": "npot-divisor",
            "words": ["0x2fc00035", "0x21000040", "0x00000010", "0x00000001",
                      "0x00000040", "0x2aaaaaaa", "0x00000000", "0x00000000"],
        }],
    });
    assert_eq!(generate_json(EVERY_KIND), expected);
    // A descriptor a line, and the closing line of each array begins the next one.
    assert_eq!(generate(EVERY_KIND, &[]).lines().count(), 1 + 2 * 6);
}

#[test]
fn rust_has_every_kind_in_the_order_of_the_manifest() {
    let code = generate(EVERY_KIND, &["--emit", "rust"]);
    let parts = [
        "/// Mali v9, attribute of buffer 1, other divisor: format 0x0bf000, offset 16.\n\
         pub static ROW0_VALHALL: [u32; 8] = [\n    0x2fc00035,",
        "/// Mali v7, draw: instance size 72, offset start 7.\n\
         pub static CUBE_DRAW: [u32; 2] = [\n    0x00830000, 0x00000007,\n];",
        "/// Mali v7, invocation: draw of 22 vertices, 905 instances.\n\
         pub static CUBE_INVOCATION: [u32; 2] = [\n    0x00007115, 0x21400000,\n];",
        "/// Mali v5, vertex ID: 72 threads an instance.\n\
         pub static VERTEX_ID: [u32; 4] = [\n    0x00000022,",
        "/// Mali v7, attribute of descriptor 2: format 0x0ac010, offset -12.\n\
         pub static UV: [u32; 2] = [\n    0x2b004202, 0xfffffff4,\n];",
        "pub static MESH: [u32; 8] = [\n    0x00000003,",
    ];
    assert_contains(&code, &parts);
    let places: Vec<_> = parts.iter().map(|part| code.find(part)).collect();
    assert!(places.is_sorted());
}

#[test]
fn optional_keys_have_their_words() {
    for (kind, keys, plural, words) in [
        // Offset enable is on unless the manifest says otherwise.
        (
            "attribute",
            "buffer_index = 1\nformat = 0",
            "attributes",
            ["0x00000201", "0x00000000"],
        ),
        (
            "attribute",
            "buffer_index = 1\nformat = 0\noffset_enable = false",
            "attributes",
            ["0x00000001", "0x00000000"],
        ),
        (
            "attribute",
            "buffer_index = 1\nformat = \"0x3f_ffff\"\noffset_enable = 0\noffset = \"-0x10\"",
            "attributes",
            ["0xfffffc01", "0xfffffff0"],
        ),
        (
            "draw",
            "vertices = 5",
            "draws",
            ["0x00030000", "0x00000000"],
        ),
        (
            "draw",
            "vertices = 5\npadding = \"tight\"",
            "draws",
            ["0x00400000", "0x00000000"],
        ),
        (
            "draw",
            "vertices = 5\npadding = \"tight\"\nidvs = true",
            "draws",
            ["0x00030000", "0x00000000"],
        ),
        // 72 padded vertices are 24 triangles, which are padded to 28, 7·2^2.
        (
            "draw",
            "vertices = 70\ninstances = 3\nprimitive_vertices = 3",
            "draws",
            ["0x62830000", "0x00000000"],
        ),
        // 86 − 1 is 0x55 in seven bits, and a single instance has no bits.
        (
            "invocation",
            "kind = \"draw\"\nworkgroups_y = 86",
            "invocations",
            ["0x00000055", "0x28000000"],
        ),
        (
            "valhall_attribute",
            "arch = \"v14\"\nbuffer_index = 0\nformat = 0\nrate = \"constant\"\nstride = 64",
            "valhall_attributes",
            ["0x00000015", "0x00000040"],
        ),
    ] {
        let manifest = format!("[[{kind}]]\nname = \"a\"\n{keys}\n");
        let descriptor = &generate_json(&manifest)[plural][0];
        assert_eq!(
            (&descriptor["words"][0], &descriptor["words"][1]),
            (&words[0].into(), &words[1].into()),
            "{manifest}"
        );
    }
}

#[test]
fn the_architecture_of_the_manifest_holds_for_the_descriptors_that_name_none() {
    let uv = "[[attribute]]\nname = \"uv\"\nbuffer_index = 2\nformat = \"R16G16_UNORM\"\n";
    let descriptor = &generate_json(&format!("arch = \"v5\"\n{uv}"))["attributes"][0];
    // V5's order of the components in the format field is another than V7's.
    assert_eq!(descriptor["words"][0], "0x2b2c2202");
    assert_eq!(descriptor["arch"], "v5");
}

#[test]
fn an_error_names_the_line_the_descriptor_and_the_key() {
    let descriptor = |kind: &str, keys: &str| format!("[[{kind}]]\nname = \"row\"\n{keys}\n");
    let attribute = |keys: &str| descriptor("attribute", &format!("buffer_index = 2\n{keys}"));
    let compute = |keys: &str| descriptor("invocation", &format!("kind = \"compute\"\n{keys}"));
    let valhall = |keys: &str| {
        let keys = format!("buffer_index = 2\nformat = 0\n{keys}");
        descriptor("valhall_attribute", &keys)
    };
    for (manifest, parts) in [
        (
            descriptor("attribute", "format = 0"),
            [":1: ", "attribute `row`", "buffer_index is missing"],
        ),
        (
            attribute(""),
            [":1: ", "attribute `row`", "format is missing"],
        ),
        (
            descriptor("attribute", "format = 0\nbuffer_index = 512"),
            [":4: ", "`row`, buffer_index", "0 to 511"],
        ),
        (
            attribute("format = 0x40_0000"),
            [":4: ", "`row`, format", "22 bits"],
        ),
        (
            attribute("format = -1"),
            [":4: ", "`row`, format", "below 0"],
        ),
        (
            attribute("format = \"R32G32B32_FLOAT\""),
            [
                ":4: ",
                "`row`, format: `R32G32B32_FLOAT`",
                "`R32G32B32_SFLOAT`?",
            ],
        ),
        (
            attribute("format = \"\""),
            [":4: ", "`row`, format", "Vulkan's name"],
        ),
        (
            attribute("format = \"R64_SFLOAT\""),
            [":4: ", "`row`, format: Mali V7", "packed ones are allowed"],
        ),
        (
            attribute("format = true"),
            [":4: ", "`row`, format", "name or number"],
        ),
        (
            attribute("format = 0\noffset = 0x8000_0000"),
            [
                ":5: ",
                "`row`, offset: 0x80000000",
                "-2147483648 to 2147483647",
            ],
        ),
        (
            attribute("format = 0\noffset = -2147483649"),
            [
                ":5: ",
                "`row`, offset: -2147483649",
                "-2147483648 to 2147483647",
            ],
        ),
        (
            attribute("format = 0\noffset = 1.5"),
            [":5: ", "`row`, offset", "a fraction"],
        ),
        (
            attribute("format = 0\noffset_enable = 2"),
            [":5: ", "`row`, offset_enable: 2", "true (1)"],
        ),
        (
            attribute("format = 0\noffset_enable = []"),
            [":5: ", "`row`, offset_enable", "an array"],
        ),
        (
            attribute("format = 0\nstride = 4"),
            [":5: ", "unknown key `stride`", "offset_enable"],
        ),
        (
            attribute("format = 0\narch = \"v9\""),
            [
                ":5: ",
                "`row`, arch: Mali V9 has no attribute descriptors",
                "V4 to V7",
            ],
        ),
        (
            descriptor(
                "special",
                "arch = \"v7\"\nrecord = \"vertex-id\"\nvertices = 70",
            ),
            [
                ":3: ",
                "`row`, arch: Mali V7 has no special descriptors",
                "V4 to V5",
            ],
        ),
        (
            descriptor("special", "arch = \"v4\"\nvertices = 70"),
            [":1: ", "`row`", "record is missing"],
        ),
        (
            descriptor("special", "arch = \"v4\"\nrecord = \"vertexid\""),
            [":4: ", "`row`, record: `vertexid`", "`vertex-id`?"],
        ),
        (
            descriptor(
                "special",
                "arch = \"v4\"\nrecord = \"instance-id\"\nvertices = 0",
            ),
            [":5: ", "`row`, vertices", "1 to"],
        ),
        (
            descriptor(
                "special",
                "arch = \"v4\"\nrecord = \"instance-id\"\nvertices = 70\nidvs = true",
            ),
            [":6: ", "`row`, idvs", "V6 and later"],
        ),
        (
            descriptor("invocation", ""),
            [":1: ", "`row`", "kind is missing"],
        ),
        (
            descriptor("invocation", "kind = \"mesh\""),
            [":3: ", "`row`, kind: `mesh`", "draw, compute"],
        ),
        (
            descriptor(
                "invocation",
                "kind = \"draw\"\nworkgroups_y = 70\nsize_y = 2",
            ),
            [
                ":5: ",
                "`row`, size_y: a draw cannot have 2",
                "1 is allowed",
            ],
        ),
        (
            descriptor(
                "invocation",
                "kind = \"draw\"\nworkgroups_y = 70\nworkgroups_x = 2",
            ),
            [
                ":5: ",
                "`row`, workgroups_x: a draw cannot have 2",
                "1 is allowed",
            ],
        ),
        (
            compute("size_z = 0"),
            [":4: ", "`row`, size_z: size z is 0", "at least 1"],
        ),
        (
            compute("workgroups_x = 0x10_0000\nworkgroups_z = 0x2000"),
            [":4: ", "`row`, workgroups_x", "33 bits: at most 32"],
        ),
        (
            compute("workgroups_x = 0x100\nsize_x = 64\nsize_y = 2048"),
            [":6: ", "`row`, size_y", "at most 15"],
        ),
        (
            descriptor("draw", "instances = 3"),
            [":1: ", "`row`", "vertices is missing"],
        ),
        (
            descriptor("draw", "vertices = 70\ninstances = 59652324"),
            [":4: ", "`row`, instances", "at most 59652323"],
        ),
        (
            descriptor("draw", "vertices = 70\nprimitive_vertices = 0"),
            [
                ":4: ",
                "`row`, primitive_vertices: 0 vertices",
                "at least 1",
            ],
        ),
        (
            descriptor("draw", "vertices = 70\nrounding = \"nearest\""),
            [":4: ", "unknown key `rounding`", "offset_start"],
        ),
        (
            descriptor("draw", "vertices = 70\narch = \"v10\""),
            [
                ":4: ",
                "`row`, arch: Mali V10 has no draw descriptors",
                "V4 to V7",
            ],
        ),
        (
            descriptor("draw", "vertices = 70\noffset_start = -1"),
            [":4: ", "`row`, offset_start: -1", "below 0"],
        ),
        (
            valhall("arch = \"v7\""),
            [
                ":5: ",
                "`row`, arch: Mali V7 has no valhall attribute",
                "V9 to V14",
            ],
        ),
        (
            valhall("").replacen('[', "arch = \"v6\"\n[", 1),
            [
                ":1: ",
                "`row`, arch: Mali V6 has no valhall attribute",
                "V9 to V14",
            ],
        ),
        (
            valhall("padding = \"tight\""),
            [":5: ", "unknown key `padding`", "buffer_index"],
        ),
        (valhall("vertices = 0"), [":5: ", "`row`, vertices", "1 to"]),
        (
            valhall("instances = 0"),
            [":5: ", "`row`, instances", "at least 1"],
        ),
        (
            valhall("rate = \"vertex\"\ndivisor = 3"),
            [":6: ", "`row`, divisor", "leave it out"],
        ),
        (
            "[[draw]]\nvertices = 7\n".into(),
            [":1: ", "draw 1", "name is missing"],
        ),
        (
            "[draw]\nname = \"row\"\n".into(),
            [":1: ", "[[draw]]", "a table"],
        ),
        (
            "[[drow]]\nname = \"row\"\n".into(),
            [":1: ", "unknown key `drow`", "`draw`?"],
        ),
    ] {
        let error = refuse(&manifest, &[]);
        assert_contains(&error, &parts);
        assert!(error.starts_with("error: standard input:"), "{error}");
    }
}

#[test]
fn names_differ_over_all_kinds() {
    let manifest = "[[draw]]\nname = \"row\"\nvertices = 7\n\
                    [[attribute_buffer]]\nname = \"row\"\nvertices = 7\n";
    let error = refuse(manifest, &[]);
    assert_contains(
        &error,
        &["input:5: ", "attribute_buffer `row`, name", "line 2"],
    );
    let error = refuse(&manifest.replacen("row", "Row", 1), &["--emit", "rust"]);
    assert_contains(
        &error,
        &["input:5: ", "`row`, name", "`Row` on line 2", "`ROW`"],
    );
}

/// Each kind has a section with a table of its keys, in the order of the code.
#[test]
fn every_key_is_documented() {
    let page = include_str!("../../../../../docs/manifests.md");
    let (_, sections) = page.split_once("\n## Every key\n").unwrap();
    let sections = sections.split("\n### ").skip(1);
    let documented: Vec<(String, Vec<String>)> = sections
        .map(|section| {
            let (title, rest) = section.split_once('\n').unwrap();
            let kind = title.trim_matches(['`', '[', ']']);
            let rows = rest.lines().filter_map(|line| line.strip_prefix("| `"));
            let keys = rows.map(|row| {
                assert_eq!(row.matches(" |").count(), 4, "{row}");
                row.split('`').next().unwrap().to_owned()
            });
            (kind.to_owned(), keys.collect())
        })
        .collect();
    let expected = mali_instancing_codegen::descriptor_keys();
    assert_eq!(documented.len(), expected.len());
    let help = output(&["gen", "--help"]);
    let (_, help) = help
        .split_once("The kinds of descriptors and their keys")
        .unwrap();
    for (kind, keys) in expected {
        let (_, found) = documented.iter().find(|(title, _)| title == kind).unwrap();
        let mut both = [
            found.clone(),
            keys.iter().map(ToString::to_string).collect(),
        ];
        for keys in &mut both {
            keys.sort_unstable();
        }
        assert_eq!(both[0], both[1], "{kind}");
        let (_, listed) = help.split_once(&format!("\n  {kind} ")).unwrap();
        let mut listed = listed.split_whitespace();
        assert!(
            keys.iter().all(|key| listed.next() == Some(key)),
            "{kind} in {help}"
        );
    }
}
