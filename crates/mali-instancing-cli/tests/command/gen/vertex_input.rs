//! `gen` for a whole draw: `[[vertex_input]]`.

use mali_instancing::draw::{BufferRange, VertexInput};
use mali_instancing::vertex_input;
use serde_json::json;

use crate::{accept, assert_contains, generate, generate_json, refuse};

/// The draw of the documentation.
const CUBE: &str = include_str!("../../../../../tests/manifests/cube.toml");

fn texts(words: &[u32]) -> Vec<String> {
    words.iter().map(|word| format!("{word:#010x}")).collect()
}

/// The manifest's words are those that the macro's constant writes when it is bound to the ranges.
#[track_caller]
fn assert_bound<const BUFFERS: usize, const ATTRIBUTES: usize, const WORDS: usize>(
    manifest: &str,
    input: &VertexInput<BUFFERS, ATTRIBUTES, WORDS>,
    ranges: [(u64, u32); BUFFERS],
) {
    let ranges = ranges.map(|(address, size)| BufferRange {
        address,
        size: Some(size),
    });
    let mut words = vec![0; input.words_needed()];
    let tables = input.write(&ranges, &mut words).unwrap();
    let descriptor = &generate_json(manifest)["vertex_inputs"][0];
    let optional = |words: Option<[u32; 2]>| words.map(|words| texts(&words));
    assert_eq!(
        descriptor["buffer_words"],
        json!(texts(&words[tables.buffers]))
    );
    assert_eq!(
        descriptor["attribute_words"],
        json!(texts(&words[tables.attributes]))
    );
    assert_eq!(
        descriptor["draw_words"],
        json!(optional(input.draw_words()))
    );
    assert_eq!(
        descriptor["invocation_words"],
        json!(optional(input.invocation_words()))
    );
}

#[test]
fn a_draw_has_the_words_of_the_macros_constant() {
    vertex_input! {
        const CUBE_CONSTANT: arch = v7, vertices = 70, instances = 100;
        buffer mesh { stride = 20 }
        buffer model { stride = 64, divisor = 3 }
        attribute position: mesh { format = R32G32B32_SFLOAT }
        attribute uv: mesh { format = R16G16_UNORM, offset = 12 }
        attribute row0: model { format = R32G32B32A32_SFLOAT }
    }
    assert_bound(
        CUBE,
        &CUBE_CONSTANT,
        [(0x1000_0000, 1400), (0x2000_0010, 2176)],
    );

    vertex_input! {
        const WITH_IDS: arch = v5, vertices = 70, first_vertex = 7, first_instance = 2, padding = tight;
        buffer mesh { stride = 8 }
        buffer model { stride = 64, divisor = 2 }
        attribute instance: instance_id;
        attribute position: mesh { format = R32G32B32_SFLOAT, overlap = true }
        attribute vertex: vertex_id;
        attribute row0: model { format = R32G32B32A32_SFLOAT, offset = 48 }
    }
    assert_bound(
        r#"
        [[vertex_input]]
        name = "with_ids"
        arch = "v5"
        vertices = 70
        first_vertex = 7
        first_instance = 2
        padding = "tight"
        [[vertex_input.buffers]]
        name = "mesh"
        stride = 8
        [[vertex_input.buffers]]
        name = "model"
        stride = 64
        divisor = 2
        size = 640
        address = 0x1234_5678_0044
        [[vertex_input.attributes]]
        name = "instance"
        source = "instance-id"
        [[vertex_input.attributes]]
        name = "position"
        buffer = "mesh"
        format = "R32G32B32_SFLOAT"
        overlap = true
        [[vertex_input.attributes]]
        name = "vertex"
        source = "vertex-id"
        [[vertex_input.attributes]]
        name = "row0"
        buffer = "model"
        format = "R32G32B32A32_SFLOAT"
        offset = 48
        "#,
        &WITH_IDS,
        [(0, 0), (0x1234_5678_0044, 640)],
    );

    vertex_input! {
        const RULES: arch = v6, vertices = 5, instances = 9, padding = mesa, rounding = nearest,
            idvs = true, primitive_vertices = 3;
        buffer light { stride = 16, rate = constant }
        buffer model { stride = 16, rate = instance }
        attribute colour: light { format = R8G8B8A8_UNORM }
        attribute row0: model { format = R32G32B32A32_SFLOAT }
    }
    assert_bound(
        r#"
        [[vertex_input]]
        name = "rules"
        arch = "v6"
        vertices = 5
        instances = 9
        padding = "mesa"
        rounding = "nearest"
        idvs = true
        primitive_vertices = 3
        buffers = [
            { name = "light", stride = 16, rate = "constant" },
            { name = "model", stride = 16, rate = "instance" },
        ]
        attributes = [
            { name = "colour", buffer = "light", format = "R8G8B8A8_UNORM" },
            { name = "row0", buffer = "model", format = "R32G32B32A32_SFLOAT" },
        ]
        "#,
        &RULES,
        [(0, 0), (0, 0)],
    );

    vertex_input! {
        const VALHALL: arch = v10, vertices = 70, instances = 100, resource_table = 2, first_instance = 1;
        buffer mesh { stride = 20 }
        buffer model { stride = 64, divisor = 3 }
        attribute position: mesh { format = R32G32B32_SFLOAT }
        attribute row0: model { format = R32G32B32A32_SFLOAT, offset = 16 }
    }
    assert_bound(
        r#"
        arch = "v10"
        [[vertex_input]]
        name = "valhall"
        vertices = 70
        instances = 100
        resource_table = 2
        first_instance = 1
        buffers = [
            { name = "mesh", stride = 20, address = 0x1_0000_0004, size = 1400 },
            { name = "model", stride = 64, divisor = 3, size = 2176 },
        ]
        attributes = [
            { name = "position", buffer = "mesh", format = "R32G32B32_SFLOAT" },
            { name = "row0", buffer = "model", format = "R32G32B32A32_SFLOAT", offset = 16 },
        ]
        "#,
        &VALHALL,
        [(0x1_0000_0004, 1400), (0, 2176)],
    );
}

#[test]
fn the_binary_has_both_tables_then_the_draw_and_the_invocation() {
    let draw = &generate_json(CUBE)["vertex_inputs"][0];
    let mut expected = Vec::new();
    for words in [
        "buffer_words",
        "attribute_words",
        "draw_words",
        "invocation_words",
    ] {
        for word in draw[words].as_array().unwrap() {
            let digits = word.as_str().unwrap().strip_prefix("0x").unwrap();
            expected.extend(u32::from_str_radix(digits, 16).unwrap().to_le_bytes());
        }
    }
    assert_eq!(expected.len(), 4 * (5 * 4 + 3 * 2 + 2 + 2));
    assert_eq!(accept(&["gen", "-", "--emit", "bin"], CUBE), expected);
}

#[test]
fn a_draw_has_at_most_256_buffers() {
    let with = |count: u32| {
        let buffers = (0..count).map(|number| format!("{{ name = \"b{number}\", stride = 4 }},\n"));
        let draw = "[[vertex_input]]\nname = \"cube\"\narch = \"v7\"\nvertices = 70\nbuffers = [\n";
        format!("{draw}{}]\n", buffers.collect::<String>())
    };
    generate(&with(256), &[]);
    let message = refuse(&["gen", "-"], with(257), 1);
    assert_contains(
        &message,
        &[
            ":262: ",
            "buffer `b256`, buffers: 257 buffers",
            "at most 256",
        ],
    );
}
