//! Draws of which only the padded count is known.

use mali_instancing::check::Detail;
use mali_instancing::draw::{DrawCounts, Pipeline, VertexAttribute, VertexBuffer};
use mali_instancing::{Arch, Format, InputRate};

use crate::draws::{Words, findings, packed};

/// Whether a thread reads another element of the first of three buffers, after its descriptor has become linear.
fn linear_is_read_wrongly(vertices: u32) -> bool {
    let buffers = [VertexBuffer::new(16, InputRate::Vertex).with_size(Some(4096)); 3];
    let attributes = [0, 1, 2].map(|buffer| VertexAttribute::new(buffer, Format::R32_UINT, 0));
    let words = packed(
        &Pipeline::new(Arch::V7),
        &DrawCounts::any_instances(vertices),
        &buffers,
        &attributes,
        &[0x1000, 0x2000, 0x3000],
    );
    let linear = Words {
        invocation: None,
        ..words
    }
    .changed(|words| words.buffers[..2].copy_from_slice(&[0x1001, 0]));
    let nearest = findings(&linear.state())
        .into_iter()
        .find_map(|finding| match finding.detail {
            Some(Detail::NearestDraw(draw)) => Some(draw.is_read),
            _ => None,
        });
    nearest.expect("the descriptor is not that of the draw")
}

/// 2^31 + 1 vertices are padded to 9 · 2^28. Two instances of them would have ids above 32 bits, so that a draw has one,
/// in which the index of a vertex is the id.
#[test]
fn a_linear_buffer_is_right_where_there_are_ids_for_one_instance_only() {
    assert!(linear_is_read_wrongly(70));
    assert!(!linear_is_read_wrongly(0x8000_0001));
}
