//! What `gen` says of a whole draw that it must refuse: what the macro says, on the line.

use crate::{assert_contains, generate, refuse};

/// A draw of the lines 1 to 4, and `rest`.
fn draw(rest: &str) -> String {
    format!("[[vertex_input]]\nname = \"cube\"\narch = \"v7\"\nvertices = 70\n{rest}")
}

const MESH: &str = "buffers = [\n{ name = \"mesh\", stride = 20 },\n]\n";

/// A draw of an attribute `uv` of `mesh`, on line 9.
fn attribute(keys: &str) -> String {
    draw(&format!(
        "{MESH}attributes = [\n{{ name = \"uv\", {keys} }},\n]\n"
    ))
}

/// A draw of a buffer `model` on line 6.
fn buffer(keys: &str) -> String {
    draw(&format!(
        "buffers = [\n{{ name = \"model\", {keys} }},\n]\n"
    ))
}

#[test]
fn an_error_names_the_line_the_part_and_the_key() {
    let instances = |keys: &str| draw(&format!("{keys}\n{MESH}"));
    let too_many = |count: u32| {
        let buffers = (0..count).map(|number| format!("{{ name = \"b{number}\", stride = 4 }},\n"));
        draw(&format!("buffers = [\n{}]\n", buffers.collect::<String>()))
    };
    for (manifest, parts) in [
        // The draw.
        (
            instances("").replace("arch = \"v7\"\n", ""),
            [":1: ", "vertex_input `cube`, arch is missing", ""],
        ),
        (
            instances("").replace("v7", "v8"),
            [":3: ", "`cube`, arch: `v8` is unknown", "v9"],
        ),
        (
            instances("").replace("vertices = 70\n", ""),
            [":1: ", "`cube`, vertices is missing", ""],
        ),
        (
            instances("").replace("70", "0"),
            [":4: ", "`cube`, vertices: 0 vertices", "1 to 3758096383"],
        ),
        (
            instances("").replace("70", "0xe000_0000"),
            [":4: ", "vertices: 3758096384", "at most 3758096383"],
        ),
        (
            instances("instances = 67_108_864"),
            [":5: ", "`cube`, instances", "at most 59652323"],
        ),
        (
            instances("instances = 40_000\npadding = \"tight\"").replace("70", "65_537"),
            [":5: ", "`cube`, instances", "33 bits: at most 32"],
        ),
        (
            instances("idvs = true").replace("v7", "v5"),
            [":5: ", "`cube`, idvs", "V6 and later"],
        ),
        (
            instances("resource_table = 64"),
            [":5: ", "`cube`, resource_table: table 64", "0 to 63"],
        ),
        (
            instances("primitive_vertices = 0"),
            [":5: ", "`cube`, primitive_vertices: 0 vertices", ""],
        ),
        (
            instances("bufers = []"),
            [":5: ", "`cube`: unknown key `bufers`", "`buffers`?"],
        ),
        // The buffers.
        (
            draw(""),
            [
                ":1: ",
                "`cube`, buffers: a vertex input has at least one",
                "`source`",
            ],
        ),
        (
            draw("instances = 3\nbuffers = []\n"),
            [
                ":6: ",
                "`cube`, buffers: a vertex input has at least one",
                "",
            ],
        ),
        (
            draw("buffers = { name = \"mesh\" }\n"),
            [":5: ", "vertex_input.buffers: expected an array", "a table"],
        ),
        (
            draw("buffers = [\n{ stride = 20 },\n]\n"),
            [":6: ", "`cube`, buffer 1: name is missing", ""],
        ),
        (
            draw("buffers = [\n{ name = \"a\", stride = 4 },\n{ name = \"a\", stride = 8 },\n]\n"),
            [":7: ", "`cube`, buffer `a`, name", "line 6"],
        ),
        (
            buffer("divisor = 3"),
            [":6: ", "buffer `model`, stride is missing", ""],
        ),
        (
            buffer("strid = 20"),
            [":6: ", "buffer `model`: unknown key `strid`", "`stride`?"],
        ),
        (
            buffer("stride = 64, divisor = 59_652_324"),
            [":6: ", "buffer `model`, divisor", "at most 59652323"],
        ),
        (
            buffer("stride = 64, rate = \"constant\", divisor = 1"),
            [":6: ", "buffer `model`, divisor", "leave it out"],
        ),
        (
            buffer("stride = 64, rate = \"instance\", divisor = 0"),
            [":6: ", "buffer `model`, divisor", "at least 1"],
        ),
        (
            buffer("stride = 64, address = 0x100_0000_0000_0000"),
            [":6: ", "buffer `model`, address", "56 bits"],
        ),
        (
            buffer("stride = 64, address = 0x41, size = 0xffff_ffff"),
            [
                ":6: ",
                "buffer `model`, size: 4294967295 bytes",
                "at most 4294967294",
            ],
        ),
        (
            too_many(257),
            [":262: ", "`cube`, buffers: 257 buffers", "at most 256"],
        ),
        // The attributes.
        (
            attribute("buffer = \"mehs\", format = \"R32_SFLOAT\""),
            [
                ":9: ",
                "attribute `uv`, buffer: `mehs` is unknown",
                "`mesh`?",
            ],
        ),
        (
            attribute("format = \"R32_SFLOAT\""),
            [":9: ", "attribute `uv`, buffer is missing", ""],
        ),
        (
            attribute("buffer = \"mesh\""),
            [":9: ", "attribute `uv`, format is missing", ""],
        ),
        (
            attribute("buffer = \"mesh\", format = \"R32_FLOAT\""),
            [
                ":9: ",
                "attribute `uv`, format: `R32_FLOAT`",
                "`R32_SFLOAT`?",
            ],
        ),
        (
            attribute("buffer = \"mesh\", format = \"R64_SFLOAT\""),
            [
                ":9: ",
                "attribute `uv`, format: Mali V7 cannot fetch R64_SFLOAT",
                "packed",
            ],
        ),
        (
            attribute("buffer = \"mesh\", format = 0x3f_ffff"),
            [
                ":9: ",
                "attribute `uv`, format: no format of Mali V7",
                "0x3fffff",
            ],
        ),
        (
            attribute("buffer = \"mesh\", format = \"R32_SFLOAT\", ofset = 4"),
            [":9: ", "attribute `uv`: unknown key `ofset`", "`offset`?"],
        ),
        (
            attribute("buffer = \"mesh\", format = \"R32G32_SFLOAT\", offset = 13"),
            [
                ":9: ",
                "attribute `uv`, offset: it ends at byte 21 of an element of 20 bytes",
                "`overlap`",
            ],
        ),
        (
            attribute("buffer = \"mesh\", format = \"R32G32B32_SFLOAT\"").replace("20", "8"),
            [
                ":9: ",
                "attribute `uv`, offset: it ends at byte 12 of an element of 8 bytes",
                "",
            ],
        ),
        (
            attribute("buffer = \"mesh\", format = \"R32_SFLOAT\"")
                .replace("20", "64, divisor = 1")
                .replace("buffers", "first_instance = 0x8000_0000\nbuffers"),
            [
                ":10: ",
                "attribute `uv`, offset: offset 137438953472",
                "2147483647",
            ],
        ),
        (
            attribute("source = \"vertex-id\""),
            [":9: ", "attribute `uv`, source: Mali V7", "V4 and V5"],
        ),
        (
            attribute("source = \"vertex_id\""),
            [
                ":9: ",
                "attribute `uv`, source: `vertex_id`",
                "`vertex-id`?",
            ],
        ),
        (
            attribute("source = \"vertex-id\", buffer = \"mesh\""),
            [":9: ", "attribute `uv`, buffer", "leave one of both out"],
        ),
        (
            attribute("source = \"instance-id\"")
                .replace("v7", "v4")
                .replace("70", "0x8000_0001\ninstances = 1"),
            [
                ":10: ",
                "attribute `uv`, source: the instance ID of one instance is wrong with 2147483649 vertices",
                "at most 2147483648",
            ],
        ),
        (
            draw(
                "attributes = [\n{ name = \"uv\", buffer = \"mesh\", format = \"R32_SFLOAT\" },\n]\n",
            ),
            [
                ":1: ",
                "`cube`, buffers: a vertex input has at least one",
                "",
            ],
        ),
    ] {
        let error = refuse(&manifest, &[]);
        assert_contains(&error, &parts);
        assert!(error.starts_with("error: standard input:"), "{error}");
        assert!(!error.contains("attribute 0"), "{error}");
    }
    generate(&too_many(256), &[]);
}

#[test]
fn an_attribute_that_may_overlap_ends_where_it_likes() {
    let keys = "buffer = \"mesh\", format = \"R32G32_SFLOAT\", offset = 13, overlap = true";
    generate(&attribute(keys), &[]);
}

#[test]
fn names_of_parts_are_checked_where_the_language_has_them() {
    let named =
        |name: &str| attribute("buffer = \"mesh\", format = \"R32_SFLOAT\"").replace("uv", name);
    for (name, language, reason) in [
        ("a b", "c", "a C name is made of ASCII letters"),
        ("a b", "rust", "a Rust name is made of ASCII letters"),
        ("_a", "c", "a C name cannot be `CUBE_ATTRIBUTE__A`"),
    ] {
        let error = refuse(&named(name), &["--emit", language]);
        let attribute = format!("attribute `{name}`, name");
        assert_contains(&error, &[":9: ", &attribute, reason]);
        for language in ["json", "asm"] {
            generate(&named(name), &["--emit", language]);
        }
    }
    let two = attribute(
        "buffer = \"mesh\", format = \"R32_SFLOAT\" },\n\
                         { name = \"UV\", buffer = \"mesh\", format = \"R32_SFLOAT\"",
    );
    for language in ["c", "rust"] {
        let error = refuse(&two, &["--emit", language]);
        assert_contains(
            &error,
            &[
                ":10: ",
                "attribute `UV`, name",
                "`CUBE_ATTRIBUTE_UV`",
                "attribute `uv` on line 9",
            ],
        );
    }
    generate(&two, &[]);
}

#[test]
fn names_made_of_a_draws_are_not_those_of_other_descriptors() {
    let cube = draw(MESH);
    let other = "[[draw]]\nname = \"Cube_Draw\"\nvertices = 7\n";
    for language in ["c", "rust", "asm"] {
        let error = refuse(&format!("{cube}{other}"), &["--emit", language]);
        assert_contains(
            &error,
            &[
                ":9: ",
                "draw `Cube_Draw`, name",
                "`CUBE_DRAW`",
                "vertex_input `cube` on line 2",
            ],
        );
        let error = refuse(&format!("{other}{cube}"), &["--emit", language]);
        assert_contains(
            &error,
            &[
                ":5: ",
                "vertex_input `cube`, name",
                "`CUBE_DRAW`",
                "draw `Cube_Draw` on line 2",
            ],
        );
    }
    generate(&format!("{cube}{other}"), &[]);
}
