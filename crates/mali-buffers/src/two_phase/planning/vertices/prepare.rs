use arrayvec::ArrayVec;

use super::data::{constants_among, in_cell};
use super::interleaving::Group;
use super::state::{VertexState, set_counts};
use super::vertex_source::VertexSource;
use crate::draw::{ApplicationDraw, Attribute, Vertices};
use crate::error::Error;
use crate::list::append;
use crate::planning::Decision;
use crate::two_phase::StreamKind;
use crate::two_phase::memory::{CONSTANT_SIZE, ClientState};
use crate::two_phase::planning::data_copy::Contents;
use crate::two_phase::planning::plan_builder::PlanBuilder;
use mali_instancing::descriptor::BufferAddress;
use mali_instancing::draw::{DrawCall, IndexedVertices};

/// The alignment of streamed elements, in bytes: that of a descriptor's address, so that no offset has to correct it.
const STREAM_ALIGNMENT: u64 = BufferAddress::ALIGNMENT;

/// Plans the vertex data of a draw that needs `vertices`.
pub(crate) fn prepare<A: ClientState, const ATTRIBUTES: usize>(
    builder: &mut PlanBuilder<'_, A, ATTRIBUTES>,
    state: &VertexState<ATTRIBUTES>,
    draw: &ApplicationDraw,
    vertices: IndexedVertices,
) -> Result<(), Error> {
    let data = &mut builder.plan.vertex_data;
    data.call = DrawCall {
        arch: builder.target.arch,
        ..state.found().data.call
    };
    set_counts(&mut data.call, draw, vertices)?;
    data.begin(state.attributes());
    let is_indexed = matches!(draw.vertices, Vertices::Elements(_));
    let mut groups: ArrayVec<Group, ATTRIBUTES> = ArrayVec::new_const();
    for (number, fetched) in state.arrays(u32::MAX) {
        let source = VertexSource::new(builder, is_indexed, number, &fetched)?;
        if builder.gathers(fetched.array.rate) {
            builder.plan.vertex_data.decide(number, Decision::Gathered);
        } else if source.place(builder)? {
            continue;
        }
        if source.count == 0 {
            source.read_nothing(&mut builder.plan.vertex_data);
        } else if !groups.iter_mut().any(|group| group.add(&source)) {
            append(&mut groups, Group::new(&source));
        }
    }
    let homeless = place_constants(builder, state.attributes());
    stream(builder, state, homeless, &mut groups)
}

/// Streams arrays, and the constants that get no cell, in one range, since a draw reserves once in a stream.
fn stream<A: ClientState, const ATTRIBUTES: usize>(
    builder: &mut PlanBuilder<'_, A, ATTRIBUTES>,
    state: &VertexState<ATTRIBUTES>,
    homeless: u32,
    groups: &mut [Group],
) -> Result<(), Error> {
    let mut needed = u64::from(homeless.count_ones()) * CONSTANT_SIZE;
    for group in &mut *groups {
        group.lay_out()?;
        needed = needed.next_multiple_of(STREAM_ALIGNMENT) + group.size;
    }
    if needed == 0 {
        return Ok(());
    }
    let mut location = builder.reserve(StreamKind::Vertex, needed, STREAM_ALIGNMENT)?;
    for (number, value) in constants_among(state.attributes(), homeless) {
        let contents = Contents::Constant(value.to_le_bytes());
        builder.write(location, CONSTANT_SIZE, contents);
        let data = &mut builder.plan.vertex_data;
        data.read_constant(number, value, location, Decision::ConstantStreamed);
        location.offset += CONSTANT_SIZE;
    }
    for group in groups {
        location.offset = location.offset.next_multiple_of(STREAM_ALIGNMENT);
        group.write(builder, state, location);
        location.offset += group.size;
    }
    Ok(())
}

/// Finds cells for constants, and writes those whose value is new. Returns the attributes whose values get no cell.
fn place_constants<A: ClientState, const ATTRIBUTES: usize>(
    builder: &mut PlanBuilder<'_, A, ATTRIBUTES>,
    attributes: &[Attribute],
) -> u32 {
    let (mut taken, mut new, mut homeless) = (0, 0_u32, 0_u32);
    // Existing values come first, so that a new value does not take the cell of one of them.
    for (number, value) in constants_among(attributes, u32::MAX) {
        match builder.constants.find(value.to_le_bytes(), &mut taken) {
            Some(cell) => {
                let data = &mut builder.plan.vertex_data;
                data.read_constant(number, value, in_cell(cell), Decision::ConstantFound);
            }
            None => new |= 1 << number,
        }
    }
    for (number, value) in constants_among(attributes, new) {
        let contents = Contents::Constant(value.to_le_bytes());
        let mut copies = builder.plan.copies.iter();
        let written = copies.find(|copy| copy.contents == contents);
        let location = match written {
            Some(copy) => copy.destination,
            None => match builder.constants.free(&mut taken) {
                Some(cell) => {
                    builder.write(in_cell(cell), CONSTANT_SIZE, contents);
                    in_cell(cell)
                }
                None => {
                    homeless |= 1 << number;
                    continue;
                }
            },
        };
        let data = &mut builder.plan.vertex_data;
        data.read_constant(number, value, location, Decision::ConstantWritten);
    }
    homeless
}
