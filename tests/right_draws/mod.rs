//! Random right draws: what an application may give, for all tests that need any of it.

use mali_instancing::draw::{
    AttributeSource, BufferRange, DrawCounts, Pipeline, TableLayout, VertexAttribute, VertexBuffer,
};
use mali_instancing::{Arch, Format, InputRate, Padding, Rounding};
use proptest::prelude::*;
use proptest::sample::select;

/// The address at which the memory of the buffers begins. They take its first 14,000 bytes.
pub(crate) const MEMORY_ADDRESS: u64 = 0x12_3456_7000;

/// The numbers that an application gives for a draw.
#[derive(Clone, Debug)]
pub(crate) struct RightDraw {
    pub(crate) pipeline: Pipeline,
    pub(crate) counts: DrawCounts,
    /// The number of instances, which `counts` may leave open.
    pub(crate) instances: u32,
    pub(crate) buffers: Vec<VertexBuffer>,
    pub(crate) attributes: Vec<VertexAttribute>,
    pub(crate) ranges: Vec<BufferRange>,
    /// The element that each range begins with.
    pub(crate) first_elements: Vec<u32>,
}

fn rates() -> impl Strategy<Value = InputRate> {
    prop_oneof![
        2 => Just(InputRate::Vertex),
        1 => Just(InputRate::Constant),
        3 => (1..20_u32).prop_map(InputRate::from_gl_divisor),
        1 => (0..8_u32).prop_map(|exponent| InputRate::from_gl_divisor(1 << exponent)),
        // Many products with a padded count leave 32 bits.
        1 => (1 << 28..=u32::MAX).prop_map(InputRate::from_gl_divisor),
    ]
}

pub(crate) fn buffers() -> impl Strategy<Value = (VertexBuffer, BufferRange)> {
    (0..80_u32, rates(), 0..6_000_u64, 0..8_000_u32).prop_map(|(stride, rate, offset, size)| {
        (
            VertexBuffer::new(stride, rate),
            BufferRange::new(MEMORY_ADDRESS + offset, size),
        )
    })
}

pub(crate) fn attributes(buffers: usize) -> impl Strategy<Value = VertexAttribute> {
    let formats: Vec<Format> = Format::ALL
        .iter()
        .copied()
        .filter(|format| format.hardware(Arch::V7).is_some())
        .collect();
    (0..buffers, select(formats), 0..70_u32)
        .prop_map(|(buffer, format, offset)| VertexAttribute::new(buffer, format, offset))
}

pub(crate) fn calls() -> impl Strategy<Value = (Pipeline, DrawCounts, u32)> {
    let target = (select(Arch::ALL), select(TableLayout::ALL));
    let padding = select(Padding::ALL);
    let rounding = select(Rounding::ALL);
    // One instance, and starts of 0, have rules of their own: each has at least half of the draws.
    let counts = (
        1..40_u32,
        prop_oneof![Just(1_u32), 1..12_u32],
        any::<bool>(),
    );
    let starts = (
        prop_oneof![Just(0_u32), 0..30_u32],
        prop_oneof![Just(0_u32), 0..30_u32],
    );
    (target, padding, rounding, counts, starts, any::<bool>()).prop_map(
        |((arch, layout), padding, rounding, (vertices, instances, known), starts, idvs)| {
            let pipeline = Pipeline::new(arch)
                .with_padding(padding)
                .with_rounding(rounding)
                .with_idvs(idvs && arch >= Arch::V6);
            let pipeline = if arch.has_attribute_buffers() {
                pipeline.with_layout(layout)
            } else {
                pipeline
            };
            let mut counts = DrawCounts::any_instances(vertices)
                .with_first_vertex(starts.0)
                .with_first_instance(starts.1);
            if known {
                counts.instances = Some(instances);
            }
            (pipeline, counts, instances)
        },
    )
}

/// The element that a buffer begins with: if `is_cut`, the first one that the draw reads.
pub(crate) fn first_element(buffer: &VertexBuffer, counts: &DrawCounts, is_cut: bool) -> u32 {
    match buffer.rate {
        _ if !is_cut => 0,
        InputRate::Vertex => counts.first_vertex,
        InputRate::Instance { .. } | InputRate::Constant => counts.first_instance,
    }
}

/// Whether the hardware need not divide, or can divide by the divisor: the draws here are padded to less
/// than 2^7 vertices.
pub(crate) fn is_accepted(counts: &DrawCounts, rate: InputRate) -> bool {
    match rate {
        InputRate::Instance { divisor } => counts.instances.is_some() || divisor.get() < 1 << 25,
        InputRate::Vertex | InputRate::Constant => true,
    }
}

/// The draw with every element at a multiple of its component.
pub(crate) fn aligned(mut draw: RightDraw) -> RightDraw {
    for attribute in &mut draw.attributes {
        if let AttributeSource::Buffer(buffer) = attribute.source {
            // Bits are only cleared, so that the other attributes of the buffer stay aligned.
            let mask = attribute.format.alignment() - 1;
            attribute.offset &= !mask;
            draw.buffers[buffer].stride &= !mask;
            draw.ranges[buffer].address &= !u64::from(mask);
        }
    }
    draw
}

pub(crate) fn draws() -> impl Strategy<Value = RightDraw> {
    let buffers = prop::collection::vec((buffers(), prop::bool::weighted(0.2)), 1..6);
    (calls(), buffers).prop_flat_map(|((pipeline, counts, instances), buffers)| {
        let (buffers, (ranges, first_elements)): (Vec<_>, (Vec<_>, Vec<_>)) = buffers
            .into_iter()
            .map(|((buffer, range), is_cut)| {
                (buffer, (range, first_element(&buffer, &counts, is_cut)))
            })
            .filter(|(buffer, _)| is_accepted(&counts, buffer.rate))
            .unzip();
        let attribute_count = if buffers.is_empty() { 0..1 } else { 0..8 };
        // A strategy needs a range that is not empty, also where it makes no attribute.
        let attributes = prop::collection::vec(attributes(buffers.len().max(1)), attribute_count);
        (attributes, any::<[bool; 2]>()).prop_map(move |(mut attributes, built_in)| {
            if pipeline.arch <= Arch::V5 {
                let ids = [VertexAttribute::VERTEX_ID, VertexAttribute::INSTANCE_ID];
                attributes.extend(
                    ids.into_iter()
                        .zip(built_in)
                        .filter_map(|(id, add)| add.then_some(id)),
                );
            }
            let draw = RightDraw {
                pipeline,
                counts,
                instances,
                buffers: buffers.clone(),
                attributes,
                ranges: ranges.clone(),
                first_elements: first_elements.clone(),
            };
            aligned(draw)
        })
    })
}
