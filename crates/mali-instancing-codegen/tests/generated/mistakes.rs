//! Manifests that are refused: each mistake has its line, its part and its key.

use crate::edits::edited;
use mali_instancing_codegen::{Language, Manifest, Naming, generate};

/// A mistake: the edits that make it in a manifest, and the error, from the line on.
type Mistake<'a> = (&'a str, &'a str);

/// Checks manifests in JSON or TOML, from which JSON is generated.
#[track_caller]
fn assert_refused(manifest: &str, mistakes: &[Mistake<'_>]) {
    assert_refused_in(Language::Json, manifest, mistakes);
}

/// Checks manifests from which code in a language is generated.
#[track_caller]
fn assert_refused_in(language: Language, manifest: &str, mistakes: &[Mistake<'_>]) {
    for (edits, expected) in mistakes {
        let text = edited(manifest, edits);
        let read = if text.starts_with('{') {
            Manifest::from_json("draws", &*text)
        } else {
            Manifest::from_toml("draws", &*text)
        };
        let generated = read.and_then(|manifest| generate(&manifest, language, Naming::default()));
        let error = generated.expect_err(&text);
        assert_eq!(error.to_string(), format!("draws:{expected}"), "{text}");
    }
}

/// Three floats and three halfs, 18 bytes apart; an offset, and an address.
#[test]
fn elements_that_are_not_aligned_have_the_line_of_the_number() {
    for arch in ["v4", "v7", "v10"] {
        assert_refused(
            &format!(
                r#"[[vertex_input]]
name = "cube"
arch = "{arch}"
vertices = 70
buffers = [
{{ name = "mesh", stride = 20, size = 1400, address = 0x1000_0000 }},
]
attributes = [
{{ name = "position", buffer = "mesh", format = "R32G32B32_SFLOAT" }},
{{ name = "normal", buffer = "mesh", format = "R16G16B16_SFLOAT", offset = 12 }},
]
"#
            ),
            &[
                (
                    "stride = 20 => stride = 18",
                    "6: vertex_input `cube`, buffer `mesh`, stride: stride 18 is not a multiple of 4, the alignment of an attribute in the buffer: a Mali converts unaligned elements wrongly",
                ),
                (
                    "offset = 12 => offset = 13",
                    "10: vertex_input `cube`, attribute `normal`, offset: offset 13 is not a multiple of 2: a Mali converts unaligned elements of R16G16B16_SFLOAT wrongly",
                ),
                (
                    "0x1000_0000 => 0x1000_0002",
                    "6: vertex_input `cube`, buffer `mesh`, address: address 0x10000002 is not a multiple of 4, the alignment of an attribute in the buffer: a Mali converts unaligned elements wrongly",
                ),
            ],
        );
    }
}

#[test]
fn a_mistake_in_an_attribute_buffer_has_its_line_and_key() {
    assert_refused(
        r#"[[attribute_buffer]]
name = "row"
…
"#,
        &[
            (
                "vertices = 0",
                "3: attribute_buffer `row`, vertices: 0 vertices draw nothing: 1 to 3758096383 are allowed",
            ),
            (
                "vertices = -5",
                "3: attribute_buffer `row`, vertices: -5 is below 0, the smallest number allowed",
            ),
            (
                "vertices = 7.0",
                "3: attribute_buffer `row`, vertices: expected a whole number from 0 to 4294967295, found a fraction",
            ),
            (
                r#"vertices = "many""#,
                "3: attribute_buffer `row`, vertices: `many` is not a whole number: decimal and 0x notation, with _ between digits, are allowed",
            ),
            (
                "vertices = true",
                "3: attribute_buffer `row`, vertices: expected a whole number from 0 to 4294967295, found true or false",
            ),
            (
                "vertices = 5_000_000_000",
                "3: attribute_buffer `row`, vertices: 5000000000 is too large: at most 4294967295 is allowed",
            ),
            (
                "divisor = 3",
                "1: attribute_buffer `row`, vertices is missing",
            ),
            (
                r"vertices = 70\n\ndivisor = 59652324",
                "5: attribute_buffer `row`, divisor: divisor 59652324 times 72 padded vertices is not below 2^32: at most 59652323 is allowed, or any divisor if the number of instances is known",
            ),
            (
                r#"vertices = 70\nrate = "constant"\ndivisor = 3"#,
                "5: attribute_buffer `row`, divisor: 3 does not go with the rate `constant`, which has no divisor: leave it out",
            ),
            (
                r#"vertices = 70\nrate = "instance"\ndivisor = 0"#,
                "5: attribute_buffer `row`, divisor: divisor 0 is not allowed: at least 1 is. For GL's 0 (an element per vertex), leave `divisor` out. For Vulkan's 0 (one element for all), use the rate `constant`",
            ),
            (
                r#"vertices = 70\nrate = "often""#,
                "4: attribute_buffer `row`, rate: `often` is unknown, known: vertex, instance, constant",
            ),
            (
                r"vertices = 70\ninstances = 0",
                "4: attribute_buffer `row`, instances: 0 instances draw nothing: at least 1 is allowed. Leave the number out if it is not known yet",
            ),
            (
                r"vertices = 70\naddress = 0x41",
                "4: attribute_buffer `row`, address: address 0x41 is not a multiple of 64: the next lower one is 0x40",
            ),
            (
                r"vertices = 70\naddress = 0x100_0000_0000_0000",
                "4: attribute_buffer `row`, address: address 0x100000000000000 has more than 56 bits: it must be below 0x100000000000000",
            ),
            (
                r#"vertices = 70\narch = "v9""#,
                "4: attribute_buffer `row`, arch: Mali V9 has no attribute buffer descriptors: only V4 to V7 have them. A `vertex_input` is packed for every Mali",
            ),
            (
                r"vertices = 70\narch = 7",
                "4: attribute_buffer `row`, arch: expected a string, found a number",
            ),
            (
                r#"vertices = 70\narch = "v5"\nidvs = true"#,
                "5: attribute_buffer `row`, idvs: Mali V5 has no index-driven vertex shading: only V6 and later have it",
            ),
            (
                r"vertices = 70\nidvs = 1",
                "4: attribute_buffer `row`, idvs: expected true or false, found a number",
            ),
            (
                r#"vertices = 70\npadding = "tigth""#,
                "4: attribute_buffer `row`, padding: `tigth` is unknown, did you mean `tight`? known: hardware, tight, mesa",
            ),
            (
                r#"vertices = 70\nrounding = "round_down""#,
                "4: attribute_buffer `row`, rounding: `round_down` is unknown, did you mean `round-down`? known: round-down, nearest",
            ),
            (
                r"vertices = 70\ndivizor = 3",
                "4: attribute_buffer `row`: unknown key `divizor`, did you mean `divisor`? known: name, arch, padding, rounding, idvs, vertices, instances, rate, divisor, stride, size, address",
            ),
            (
                r"vertices = 70\nvertices = 71",
                "4: duplicate key: `vertices`",
            ),
            (
                r#"vertices = 70\n[[attribute_buffer]]\nname = "row"\nvertices = 80"#,
                "5: attribute_buffer `row`, name: line 2 already has this name",
            ),
            (
                r#"vertices = 7 | [[ => arch = "v9"\n\n[["#,
                "1: attribute_buffer `row`, arch: Mali V9 has no attribute buffer descriptors: only V4 to V7 have them. A `vertex_input` is packed for every Mali",
            ),
        ],
    );
    assert_refused(
        r#"{"attribute_buffer": [
{"name": "row",
"vertices": …}]}
"#,
        &[
            (
                "0",
                "3:13: attribute_buffer `row`, vertices: 0 vertices draw nothing: 1 to 3758096383 are allowed",
            ),
            (
                "1e3",
                "3:13: attribute_buffer `row`, vertices: `1e3` is not a whole number: decimal and 0x notation, with _ between digits, are allowed",
            ),
            (
                "null",
                "3:13: attribute_buffer `row`, vertices: expected a whole number from 0 to 4294967295, found null",
            ),
        ],
    );
    assert_refused(
        "…
",
        &[
            (
                r"[[attribute_buffer]]\nvertices = 70",
                "1: attribute_buffer 1, name is missing",
            ),
            (
                r#"[attribute_buffer]\nname = "row""#,
                "1: attribute_buffer: expected an array of tables, [[attribute_buffer]], found a table",
            ),
            (
                "attribute_buffer = [1]",
                "1: attribute_buffer 1: expected a table, found a number",
            ),
            (
                "attribute_buffer = 1",
                "1: attribute_buffer: expected an array, found a number",
            ),
            (
                r#"\narch = "v8""#,
                "2: arch: `v8` is unknown, allowed: an architecture, v4 to v7 or v9 to v15, or a GPU, as g52",
            ),
            (
                r#"arhc = "v7""#,
                "1: unknown key `arhc`, did you mean `arch`? known: arch, padding, rounding, attribute_buffer, attribute, special, invocation, draw, valhall_attribute, vertex_input",
            ),
            (
                "vertices =",
                "1: string values must be quoted, expected literal string",
            ),
            (
                r#"{"arch": "v7",\n"arch": "v6"}"#,
                "2:1: `arch` is given twice",
            ),
            (r#"{"arch": "v7""#, "2:1: EOF while parsing an object"),
            (
                r#"{"attribute_buffer": [\n{"name": "a	b", "vertices": 7}]}"#,
                r"2:11: control character (\u0000-\u001F) found while parsing a string",
            ),
        ],
    );
}

#[test]
fn a_mistake_in_a_descriptor_of_another_kind_has_its_line_and_key() {
    assert_refused(
        r#"[[…]]
name = "row"
…
"#,
        &[
            (
                "attribute | buffer_index = 2",
                "1: attribute `row`, format is missing",
            ),
            (
                r"attribute | buffer_index = 2\nformat = 0x40_0000",
                "4: attribute `row`, format: format 0x400000 has more than 22 bits: at most 0x3fffff is allowed",
            ),
            (
                r#"attribute | buffer_index = 2\nformat = "R32G32B32_FLOAT""#,
                "4: attribute `row`, format: `R32G32B32_FLOAT` is unknown, did you mean `R32G32B32_SFLOAT`? allowed: Vulkan's name of a vertex format without VK_FORMAT_, or the 22-bit field",
            ),
            (
                r#"attribute | buffer_index = 2\nformat = """#,
                "4: attribute `row`, format: `` is unknown, allowed: Vulkan's name of a vertex format without VK_FORMAT_, or the 22-bit field",
            ),
            (
                r#"attribute | buffer_index = 2\nformat = "R64_SFLOAT""#,
                "4: attribute `row`, format: Mali V7 cannot fetch R64_SFLOAT: formats with 8-, 16- or 32-bit components and packed ones are allowed",
            ),
            (
                r"attribute | buffer_index = 2\nformat = true",
                "4: attribute `row`, format: expected a format's name or number, found true or false",
            ),
            (
                r"attribute | buffer_index = 2\nformat = 0\noffset = 0x8000_0000",
                "5: attribute `row`, offset: 0x80000000 is too large: at most 2147483647 is allowed",
            ),
            (
                r"attribute | buffer_index = 2\nformat = 0\noffset = -2147483649",
                "5: attribute `row`, offset: -2147483649 is below -2147483648, the smallest number allowed",
            ),
            (
                r"attribute | buffer_index = 2\nformat = 0\noffset_enable = 2",
                "5: attribute `row`, offset_enable: 2 is neither true (1) nor false (0)",
            ),
            (
                r"attribute | buffer_index = 2\nformat = 0\nstride = 4",
                "5: attribute `row`: unknown key `stride`, known: name, arch, buffer_index, offset_enable, format, offset",
            ),
            (
                r#"attribute | buffer_index = 2\nformat = 0\narch = "v9""#,
                "5: attribute `row`, arch: Mali V9 has no attribute descriptors: only V4 to V7 have them. A `vertex_input` is packed for every Mali",
            ),
            (
                r"attribute | format = 0\nbuffer_index = 512",
                "4: attribute `row`, buffer_index: attribute buffer descriptor 512 cannot be named by an attribute: 0 to 511 are allowed",
            ),
            (
                r#"special | arch = "v7"\nrecord = "vertex-id"\nvertices = 70"#,
                "3: special `row`, arch: Mali V7 has no special descriptors: only V4 to V5 have them. A `vertex_input` is packed for every Mali",
            ),
            (
                r#"special | arch = "v4"\nrecord = "vertexid""#,
                "4: special `row`, record: `vertexid` is unknown, did you mean `vertex-id`? known: vertex-id, instance-id",
            ),
            (
                r#"special | arch = "v4"\nrecord = "instance-id"\nvertices = 0"#,
                "5: special `row`, vertices: 0 vertices draw nothing: 1 to 3758096383 are allowed",
            ),
            (
                r#"invocation | kind = "mesh""#,
                "3: invocation `row`, kind: `mesh` is unknown, known: draw, compute",
            ),
            (
                r#"invocation | kind = "draw"\nworkgroups_y = 70\nsize_y = 2"#,
                "5: invocation `row`, size_y: a draw cannot have 2: 1 is allowed, workgroups_y are its vertices, workgroups_z its instances",
            ),
            (
                r#"invocation | kind = "compute"\nsize_z = 0"#,
                "4: invocation `row`, size_z: size z is 0, which runs nothing: at least 1 is allowed",
            ),
            (
                r#"invocation | kind = "compute"\nworkgroups_x = 0x10_0000\nworkgroups_z = 0x2000"#,
                "4: invocation `row`, workgroups_x: sizes and numbers of workgroups take 33 bits: at most 32 are allowed. A number n takes ceil(log2 n)",
            ),
            (
                r#"invocation | kind = "compute"\nworkgroups_x = 0x100\nsize_x = 64\nsize_y = 2048"#,
                "6: invocation `row`, size_y: the workgroups begin at bit 17: at most 15 is allowed. A size n takes ceil(log2 n) bits",
            ),
            (
                r"draw | vertices = 70\ninstances = 59652324",
                "4: draw `row`, instances: 59652324 instances of 72 padded vertices are more than 2^32 threads: at most 59652323 instances are allowed",
            ),
            (
                r"draw | vertices = 70\nprimitive_vertices = 0",
                "4: draw `row`, primitive_vertices: 0 is below 1, the smallest number allowed",
            ),
            (
                r#"draw | vertices = 70\nrounding = "nearest""#,
                "4: draw `row`: unknown key `rounding`, known: name, arch, padding, idvs, vertices, instances, primitive_vertices, offset_start",
            ),
            (
                r#"draw | vertices = 70\narch = "v10""#,
                "4: draw `row`, arch: Mali V10 has no draw descriptors: only V4 to V7 have them. A `vertex_input` is packed for every Mali",
            ),
            (
                r#"valhall_attribute | buffer_index = 2\nformat = 0\narch = "v7""#,
                "5: valhall_attribute `row`, arch: Mali V7 has no valhall attribute descriptors: only V9 to V15 have them. A `vertex_input` is packed for every Mali",
            ),
            (
                r#"valhall_attribute | buffer_index = 2\nformat = 0\npadding = "tight""#,
                "5: valhall_attribute `row`: unknown key `padding`, known: name, arch, rounding, vertices, instances, rate, divisor, stride, format, offset, buffer_index",
            ),
            (
                r"valhall_attribute | buffer_index = 2\nformat = 0\nvertices = 0",
                "5: valhall_attribute `row`, vertices: 0 vertices draw nothing: 1 to 4294967295 are allowed",
            ),
        ],
    );
}

#[test]
fn names_differ_over_all_kinds() {
    const MANIFEST: &str = r#"draw = [{ name = "…", vertices = 7 }]
attribute_buffer = [{ name = "row", vertices = 7 }]
"#;
    assert_refused(
        MANIFEST,
        &[(
            "row",
            "2: attribute_buffer `row`, name: line 1 already has this name",
        )],
    );
    assert_refused_in(
        Language::Rust,
        MANIFEST,
        &[(
            "Row",
            "2: attribute_buffer `row`, name: `Row` on line 1 is `ROW` in upper case too",
        )],
    );
}

#[test]
fn a_key_that_only_a_draw_has_is_a_mistake_in_a_pipeline() {
    assert_refused(
        r#"[[vertex_input]]
name = "cube"
arch = "v7"
…
buffers = [
{ name = "mesh", stride = 20 },
]
"#,
        &[
            (
                "instances = 100",
                "4: vertex_input `cube`, instances: it belongs to a draw, which needs `vertices` too; without any count, this is a pipeline's",
            ),
            (
                "first_vertex = 0",
                "4: vertex_input `cube`, first_vertex: it belongs to a draw, which needs `vertices` too; without any count, this is a pipeline's",
            ),
            (
                "first_instance = 0",
                "4: vertex_input `cube`, first_instance: it belongs to a draw, which needs `vertices` too; without any count, this is a pipeline's",
            ),
            (
                "padded_vertices = 72",
                "4: vertex_input `cube`, padded_vertices: it belongs to a draw, which needs `vertices` too; without any count, this is a pipeline's",
            ),
            (
                "primitive_vertices = 3",
                "4: vertex_input `cube`, primitive_vertices: it belongs to a draw, which needs `vertices` too; without any count, this is a pipeline's",
            ),
            (
                "varyings = 32",
                r#"4: vertex_input `cube`, varyings: only an indirect draw has it, with a count that is "indirect""#,
            ),
            (
                r#""v7" => "v5" | idvs = true"#,
                "4: vertex_input `cube`, idvs: Mali V5 has no index-driven vertex shading: only V6 and later have it",
            ),
            (
                "resource_table = 0",
                "4: vertex_input `cube`, resource_table: Mali V7 has no resource tables: leave `resource_table` out. V9 and later use it",
            ),
            (
                r#"name = "mesh", => name = "mesh", address = 0,"#,
                "6: vertex_input `cube`, buffer `mesh`, address: a pipeline's buffers have their addresses in each draw: leave it out",
            ),
            (
                r#"},\n] => },\n]\nattributes = [{ name = "uv", buffer = "mesh", format = "R32_SFLOAT", offset = 17 }]"#,
                "8: vertex_input `cube`, attribute `uv`, offset: it ends at byte 21 of an element of 20 bytes: it must end within the element, or set `overlap` to reach into the next one",
            ),
        ],
    );
}

#[test]
fn a_mistake_in_a_draw_has_its_line_its_part_and_its_key() {
    assert_refused(
        r#"[[vertex_input]]
name = "cube"
arch = "v7"
vertices = 70
…
buffers = [
{ name = "mesh", stride = 20 },
]
"#,
        &[
            (
                r#"arch = "v7"\n => "#,
                "1: vertex_input `cube`, arch is missing",
            ),
            (
                "= 70 => = 0xe000_0000",
                "4: vertex_input `cube`, vertices: 3758096384 vertices are too many to pad: at most 3758096383 (0xdfffffff) are allowed",
            ),
            (
                "instances = 67_108_864",
                "5: vertex_input `cube`, instances: 67108864 instances of 72 padded vertices are more than 2^32 threads: at most 59652323 instances are allowed",
            ),
            (
                r#"= 70 => = 65_537 | instances = 40_000\npadding = "tight""#,
                "5: vertex_input `cube`, instances: sizes and numbers of workgroups take 33 bits: at most 32 are allowed. A number n takes ceil(log2 n)",
            ),
            (
                r#""v7" => "v5" | idvs = true"#,
                "5: vertex_input `cube`, idvs: Mali V5 has no index-driven vertex shading: only V6 and later have it",
            ),
            (
                r#""v7" => "v9" | resource_table = 64"#,
                "5: vertex_input `cube`, resource_table: table 64 does not exist: 0 to 63 are allowed",
            ),
            (
                "resource_table = 0",
                "5: vertex_input `cube`, resource_table: Mali V7 has no resource tables: leave `resource_table` out. V9 and later use it",
            ),
            (
                r#""v7" => "v9" | padding = "hardware""#,
                "5: vertex_input `cube`, padding: Mali V9 pads nothing: leave `padding` out. V4 to V7 use it",
            ),
            (
                r#""v7" => "v9" | idvs = false"#,
                "5: vertex_input `cube`, idvs: Mali V9 pads nothing: leave `idvs` out. V6 and V7 use it",
            ),
            (
                r#""v7" => "v14" | first_vertex = 0"#,
                "5: vertex_input `cube`, first_vertex: Mali V14 has no offset start: leave `first_vertex` out. V4 to V7 use it",
            ),
            (
                r#""v7" => "v9" | primitive_vertices = 3"#,
                "5: vertex_input `cube`, primitive_vertices: Mali V9 has no instance primitive size: leave `primitive_vertices` out. V4 to V7 use it",
            ),
            (
                "varyings = 32",
                r#"5: vertex_input `cube`, varyings: only an indirect draw has it, with a count that is "indirect""#,
            ),
            (
                "bufers = []",
                "5: vertex_input `cube`: unknown key `bufers`, did you mean `buffers`? known: name, arch, padding, rounding, idvs, resource_table, layout, reserved_buffers, reserved_attributes, bound_strides, unaligned, vertices, instances, first_vertex, first_instance, primitive_vertices, padded_vertices, varyings, index_type, restart_index, minimum_index, maximum_index, buffers, attributes",
            ),
        ],
    );
    assert_refused(
        r#"[[vertex_input]]
name = "cube"
arch = "v7"
vertices = 70
buffers = [
{ name = "mesh", … stride = 20 },
]
"#,
        &[
            (
                "stride = 20 => divisor = 3",
                "6: vertex_input `cube`, buffer `mesh`, stride is missing",
            ),
            (
                "strid = 20,",
                "6: vertex_input `cube`, buffer `mesh`: unknown key `strid`, did you mean `stride`? known: name, rate, divisor, stride, size, address",
            ),
            (
                "divisor = 59_652_324,",
                "6: vertex_input `cube`, buffer `mesh`, divisor: divisor 59652324 times 72 padded vertices is not below 2^32: at most 59652323 is allowed, or any divisor if the number of instances is known",
            ),
            (
                "address = 0x100_0000_0000_0000,",
                "6: vertex_input `cube`, buffer `mesh`, address: address 0x100000000000000 has more than 56 bits: it must be below 0x100000000000000",
            ),
            (
                "address = 0x42, size = 0xffff_fffe,",
                "6: vertex_input `cube`, buffer `mesh`, size: 4294967294 bytes, and 2 more because its address is unaligned, do not fit 32 bits: at most 4294967293 bytes are allowed",
            ),
        ],
    );
    assert_refused(
        r#"[[vertex_input]]
name = "cube"
arch = "v7"
vertices = 70
buffers = [
{ name = "mesh", stride = 20 },
]
attributes = [
{ name = "uv", … },
]
"#,
        &[
            (
                r#"buffer = "mehs", format = "R32_SFLOAT""#,
                "9: vertex_input `cube`, attribute `uv`, buffer: `mehs` is unknown, did you mean `mesh`? known: mesh",
            ),
            (
                r#"buffer = "mesh""#,
                "9: vertex_input `cube`, attribute `uv`, format is missing",
            ),
            (
                r#"buffer = "mesh", format = "R64_SFLOAT""#,
                "9: vertex_input `cube`, attribute `uv`, format: Mali V7 cannot fetch R64_SFLOAT: formats with 8-, 16- or 32-bit components and packed ones are allowed",
            ),
            (
                r#"buffer = "mesh", format = 0x3f_ffff"#,
                "9: vertex_input `cube`, attribute `uv`, format: no format of Mali V7 has the field 0x3fffff: the field of a vertex format and its name without VK_FORMAT_ are allowed",
            ),
            (
                r#"buffer = "mesh", format = "R32_SFLOAT", ofset = 4"#,
                "9: vertex_input `cube`, attribute `uv`: unknown key `ofset`, did you mean `offset`? known: name, source, offset, buffer, format, overlap",
            ),
            (
                r#"buffer = "mesh", format = "R32G32_SFLOAT", offset = 13"#,
                "9: vertex_input `cube`, attribute `uv`, offset: it ends at byte 21 of an element of 20 bytes: it must end within the element, or set `overlap` to reach into the next one",
            ),
            (
                r#"stride = 20 => stride = 64, divisor = 1 | buffers =  => first_instance = 0x8000_0000\nbuffers =  | buffer = "mesh", format = "R32_SFLOAT""#,
                "5: vertex_input `cube`, first_instance: the element of the first instance is 137438953472 bytes after the start of the buffer of attribute 0: at most 2147483647 are allowed, with an unaligned address included",
            ),
            (
                r#"source = "vertex-id""#,
                "9: vertex_input `cube`, attribute `uv`, source: Mali V7 has vertex and instance ID in registers, not as attributes: V4 and V5 have them as attributes",
            ),
            (
                r#"source = "vertex_id""#,
                "9: vertex_input `cube`, attribute `uv`, source: `vertex_id` is unknown, did you mean `vertex-id`? known: vertex-id, instance-id",
            ),
            (
                r#"source = "vertex-id", buffer = "mesh""#,
                "9: vertex_input `cube`, attribute `uv`, buffer: an attribute with a `source` has none: leave one of both out",
            ),
            (
                r#""v7" => "v4" | vertices = 70 => vertices = 0x8000_0001\ninstances = 1 | source = "instance-id""#,
                "10: vertex_input `cube`, attribute `uv`, source: 2147483649 vertices are too many for an instance ID in a draw of one instance: at most 2147483648 are allowed",
            ),
        ],
    );
    assert_refused(
        r#"[[vertex_input]]
name = "cube"
arch = "v7"
vertices = 70
…
"#,
        &[
            (
                r#"attributes = [\n{ name = "uv", buffer = "mesh", format = "R32_SFLOAT" },\n]"#,
                "6: vertex_input `cube`, attribute `uv`, buffer: `mesh` is unknown: the vertex input has no buffers",
            ),
            (
                r#"buffers = { name = "mesh" }"#,
                "5: vertex_input `cube`, buffers: expected an array of tables, [[vertex_input.buffers]], found a table",
            ),
            (
                r"buffers = [\n{ stride = 20 },\n]",
                "6: vertex_input `cube`, buffer 0, name is missing",
            ),
            (
                r#"buffers = [\n{ name = "a", stride = 4 },\n{ name = "a", stride = 8 },\n]"#,
                "7: vertex_input `cube`, buffer `a`, name: line 6 already has this name",
            ),
        ],
    );
}

#[test]
fn names_of_parts_are_checked_where_the_language_has_them() {
    const MANIFEST: &str = r#"[[vertex_input]]
name = "sphere"
arch = "v7"
vertices = 70
buffers = [
{ name = "mesh", stride = 20 },
]
attributes = [
{ name = "…", buffer = "mesh", format = "R32_SFLOAT" },
]
"#;
    assert_refused_in(
        Language::C,
        MANIFEST,
        &[(
            "_a",
            "9: vertex_input `sphere`, attribute `_a`, name: a C name cannot be `SPHERE_ATTRIBUTE__A`: C++ reserves names with __ for the compiler and its library",
        )],
    );
    for (language, name) in [(Language::C, "a C name"), (Language::Rust, "a Rust name")] {
        let letters = format!(
            "9: vertex_input `sphere`, attribute `a b`, name: {name} is made of ASCII letters, digits and _, and does not begin with a digit"
        );
        let twice = format!(
            "10: vertex_input `sphere`, attribute `UV`, name: {name} cannot be `SPHERE_ATTRIBUTE_UV`: vertex_input `sphere`, attribute `uv` on line 9 has it"
        );
        let uv = r#"uv", buffer = "mesh", format = "R32_SFLOAT" },\n{ name = "UV"#;
        assert_refused_in(language, MANIFEST, &[("a b", &letters), (uv, &twice)]);
    }
}

#[test]
fn a_part_and_another_descriptor_cannot_have_one_name_in_code() {
    const DRAW: &str = "[[draw]]\nname = \"Cube_Draw\"\nvertices = 7\n";
    const CUBE: &str = "[[vertex_input]]\nname = \"cube\"\narch = \"v7\"\nvertices = 70\n\
                        buffers = [{ name = \"mesh\", stride = 20 }]\n";
    for (language, name) in [
        (Language::C, "a C name"),
        (Language::Rust, "a Rust name"),
        (Language::Asm, "a label"),
    ] {
        let taken = format!("name: {name} cannot be `CUBE_DRAW`");
        let cube = format!("5: vertex_input `cube`, {taken}: draw `Cube_Draw` on line 2 has it");
        assert_refused_in(language, &[DRAW, CUBE].concat(), &[("", &cube)]);
        let draw = format!("7: draw `Cube_Draw`, {taken}: vertex_input `cube` on line 2 has it");
        assert_refused_in(language, &[CUBE, DRAW].concat(), &[("", &draw)]);
    }
}
