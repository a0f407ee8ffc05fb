//! `gen` for a whole draw: `[[vertex_input]]`.

use mali_instancing::draw::{BufferRange, VertexInput};
use mali_instancing::vertex_input;
use serde_json::json;

use crate::generate_json;

/// The manifest's words are those that the macro's constant writes when it is bound to the ranges.
#[track_caller]
fn assert_bound<const BUFFERS: usize, const ATTRIBUTES: usize, const WORDS: usize>(
    manifest: &str,
    input: &VertexInput<BUFFERS, ATTRIBUTES, WORDS>,
    ranges: [(u64, u32); BUFFERS],
) {
    let ranges = ranges.map(|(address, size)| BufferRange::new(address, size));
    let mut words = vec![0; input.words_needed()];
    let tables = input.write(&ranges, &mut words).unwrap();
    let descriptor = &generate_json(manifest)["vertex_inputs"][0];
    for (table, words) in [
        ("buffer_words", Some(&words[tables.buffers])),
        ("attribute_words", Some(&words[tables.attributes])),
        (
            "draw_words",
            input.draw_words().as_ref().map(|words| &words[..]),
        ),
        (
            "invocation_words",
            input.invocation_words().as_ref().map(|words| &words[..]),
        ),
    ] {
        let texts = words.map(|words| {
            words
                .iter()
                .map(|word| format!("{word:#010x}"))
                .collect::<Vec<_>>()
        });
        assert_eq!(descriptor[table], json!(texts), "{table}");
    }
}

#[test]
fn a_draw_has_the_words_of_the_macros_constant() {
    vertex_input! {
        const WITH_IDS: arch = v5, vertices = 70, first_vertex = 7, first_instance = 2, padding = tight;
        buffer mesh { stride = 8 }
        buffer model { stride = 64, divisor = 2 }
        attribute instance: instance_id;
        attribute position: mesh { format = R32G32B32_SFLOAT, overlap = true }
        attribute vertex: vertex_id;
        attribute row0: model { format = R32G32B32A32_SFLOAT, offset = 48 }
    }
    let with_ids = r#"
        [[vertex_input]]
        name = "with_ids"
        arch = "v5"
        vertices = 70
        first_vertex = 7
        first_instance = 2
        padding = "tight"
        buffers = [
            { name = "mesh", stride = 8 },
            { name = "model", stride = 64, divisor = 2, size = 640, address = 0x1234_5678_0044 },
        ]
        attributes = [
            { name = "instance", source = "instance-id" },
            { name = "position", buffer = "mesh", format = "R32G32B32_SFLOAT", overlap = true },
            { name = "vertex", source = "vertex-id" },
            { name = "row0", buffer = "model", format = "R32G32B32A32_SFLOAT", offset = 48 },
        ]
    "#;
    assert_bound(with_ids, &WITH_IDS, [(0, 0), (0x1234_5678_0044, 640)]);

    vertex_input! {
        const RULES: arch = v6, vertices = 5, instances = 9, padding = mesa, rounding = nearest,
            idvs = true, primitive_vertices = 3;
        buffer light { stride = 16, rate = constant }
        buffer model { stride = 16, rate = instance }
        attribute colour: light { format = R8G8B8A8_UNORM }
        attribute row0: model { format = R32G32B32A32_SFLOAT }
    }
    let rules = r#"
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
    "#;
    assert_bound(rules, &RULES, [(0, 0), (0, 0)]);

    vertex_input! {
        const FULL_SCREEN: arch = v7, vertices = 3, instances = 1;
    }
    let full_screen =
        "[[vertex_input]]\nname = \"full_screen\"\narch = \"v7\"\nvertices = 3\ninstances = 1\n";
    assert_bound(full_screen, &FULL_SCREEN, []);

    vertex_input! {
        const PULLED: arch = v10, vertices = 3;
    }
    let pulled = "[[vertex_input]]\nname = \"pulled\"\narch = \"v10\"\nvertices = 3\n";
    assert_bound(pulled, &PULLED, []);
}
