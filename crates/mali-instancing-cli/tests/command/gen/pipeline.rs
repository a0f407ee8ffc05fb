//! `gen` for a pipeline's vertex input: `[[vertex_input]]` without `vertices`.

use std::path::Path;

use mali_instancing::draw::{
    BufferRange, DrawCounts, Pipeline, TableLayout, VertexAttribute, VertexBuffer,
    VertexInputState, write,
};
use mali_instancing::{Arch, Format, InputRate, Padding, Rounding};

use crate::cases;
use crate::output;

/// The code that `--emit rust` generates from `pipelines.toml`.
#[deny(missing_docs)]
#[allow(dead_code, unreachable_pub, reason = "a crate exports them")]
mod generated {
    include!("pipelines.rs");
}

use generated::{EVERY_KEY, IDS, VALHALL};

#[test]
fn the_generated_rust_is_the_one_that_is_compiled_here() {
    assert_generated(
        "tests/command/gen/pipelines.toml",
        "rust",
        "tests/command/gen/pipelines.rs",
    );
}

/// The suite of the C interface compares what these write with what C writes of pipelines that it made itself.
#[test]
fn the_generated_c_is_the_one_that_the_c_interface_is_tested_with() {
    let interface = "../mali-instancing-ffi";
    let suite = format!("{interface}/tests/c/pipelines");
    assert_generated(&format!("{suite}.toml"), "c", &format!("{suite}.h"));
    let example = format!("{interface}/examples/cube_pipeline.h");
    assert_generated("../../tests/manifests/cube_pipeline.toml", "c", &example);
}

#[track_caller]
fn assert_generated(manifest: &str, language: &str, code: &str) {
    // Tests run in the package's folder: the path, of which a header's guard has a digest, is the same everywhere.
    cases::assert_same(Path::new(code), |_| {
        output(&["gen", manifest, "--emit", language])
    });
}

/// A constant writes the same words as its parts do at once.
#[track_caller]
fn assert_writes<const BUFFERS: usize, const ATTRIBUTES: usize>(
    state: &VertexInputState<BUFFERS, ATTRIBUTES>,
    pipeline: Pipeline,
    buffers: [VertexBuffer; BUFFERS],
    attributes: [VertexAttribute; ATTRIBUTES],
) {
    for first_instance in [0, 5] {
        let counts = DrawCounts::instanced(70, 100).with_first_instance(first_instance);
        let ranges =
            [0x1000_0000, 0x2000_0010, 0x3000_0000].map(|address| BufferRange::new(address, 6400));
        let (mut expected, mut words) = ([0; 80], [0; 80]);
        let ranges = &ranges[..BUFFERS];
        let at_once = write(
            &pipeline,
            &counts,
            &buffers,
            &attributes,
            ranges,
            &mut expected,
        );
        assert!(at_once.is_ok(), "{at_once:?}");
        assert_eq!(state.write(&counts, ranges, &mut words), at_once);
        assert_eq!(words, expected);
    }
}

#[test]
fn a_constant_writes_what_the_manifest_says() {
    let every_key = Pipeline::new(Arch::V6)
        .with_padding(Padding::Tight)
        .with_rounding(Rounding::Nearest)
        .with_idvs(true)
        .with_layout(TableLayout::Fixed)
        .with_reserved_buffers(1)
        .with_reserved_attributes(2);
    let lit = VertexBuffer::new(20, InputRate::Vertex).with_size(Some(1400));
    let model = VertexBuffer::new(64, InputRate::from_gl_divisor(3));
    assert_writes(
        &EVERY_KEY,
        every_key,
        [lit, model, VertexBuffer::new(16, InputRate::Constant)],
        [
            VertexAttribute::new(0, Format::R32G32B32_SFLOAT, 0),
            VertexAttribute::new(1, Format::R32G32B32A32_SFLOAT, 56),
            VertexAttribute::new(2, Format::R8G8B8A8_UNORM, 4),
        ],
    );
    assert_eq!(
        (EVERY_KEY.buffers(), generated::EVERY_KEY_BUFFER_SELF_LIT),
        (3, 0)
    );
    assert_eq!(
        generated::EveryKeyAttribute::In as usize,
        generated::EVERY_KEY_ATTRIBUTE_IN
    );
    assert_writes(
        &IDS,
        Pipeline::new(Arch::V5),
        [VertexBuffer::new(12, InputRate::Vertex)],
        [
            VertexAttribute::INSTANCE_ID,
            VertexAttribute::new(0, Format::R32G32B32_SFLOAT, 0),
            VertexAttribute::VERTEX_ID,
        ],
    );
    assert_writes(
        &VALHALL,
        Pipeline::new(Arch::V10)
            .with_rounding(Rounding::Nearest)
            .with_resource_table(2),
        [VertexBuffer::new(64, InputRate::from_gl_divisor(3))],
        [VertexAttribute::new(0, Format::R32G32B32A32_SFLOAT, 16)],
    );
}
