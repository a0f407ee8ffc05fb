use arrayvec::ArrayVec;

use super::interleaving::{self, Interleaving};
use super::state::VertexState;
use super::vertex_source::VertexSource;
use crate::draw::{ApplicationDraw, Attribute, ConstantValue, Vertices};
use crate::error::Error;
use crate::memory::{CONSTANT_SIZE, ClientState};
use crate::planning::data_copy::Contents;
use crate::planning::decision::Decision;
use crate::planning::plan_builder::PlanBuilder;
use crate::types::StreamKind;
use mali_instancing::draw::IndexedVertices;

/// The alignment of streamed elements, in bytes: the size of the largest element that a Mali fetches.
const STREAM_ALIGNMENT: u64 = 16;

/// Plans the vertex data of a draw that needs `vertices`.
pub(crate) fn prepare<A: ClientState, const ATTRIBUTES: usize>(
    builder: &mut PlanBuilder<'_, A, ATTRIBUTES>,
    state: &VertexState<ATTRIBUTES>,
    draw: &ApplicationDraw,
    vertices: IndexedVertices,
) -> Result<(), Error> {
    let call = state.call(builder.target, draw, vertices);
    call.invocation()?;
    builder.plan.vertex_data.call = call;
    builder.plan.vertex_data.begin(state.attributes());
    let is_indexed = matches!(draw.vertices, Vertices::Elements(_));
    let mut streamed: ArrayVec<VertexSource, ATTRIBUTES> = ArrayVec::new_const();
    for (number, fetched) in state.arrays() {
        let source = VertexSource::new(builder, (&call, is_indexed), number, &fetched)?;
        if builder.gathers(fetched.array.rate) {
            builder.plan.vertex_data.decide(number, Decision::Gathered);
            interleaving::add(&mut streamed, source);
        } else if !source.place(builder)? {
            interleaving::add(&mut streamed, source);
        }
    }
    let has_constants = constants(state.attributes()).next().is_some();
    if has_constants || !streamed.is_empty() {
        stream(builder, state.attributes(), &streamed)?;
    }
    Ok(())
}

/// Streams arrays, and the constants that get no cell, in one range, since a draw reserves once in a stream.
fn stream<A: ClientState, const ATTRIBUTES: usize>(
    builder: &mut PlanBuilder<'_, A, ATTRIBUTES>,
    attributes: &[Attribute],
    streamed: &[VertexSource],
) -> Result<(), Error> {
    let homeless = place_constants(builder, attributes);
    let mut needed = u64::from(homeless.count_ones()) * CONSTANT_SIZE;
    // Most draws have one group. Its layout is kept, so that it is not computed twice.
    let mut first = None;
    for group in Interleaving::groups(streamed) {
        let layout = group.layout()?;
        needed += layout.size.next_multiple_of(STREAM_ALIGNMENT);
        first.get_or_insert(layout);
    }
    for source in streamed.iter().filter(|source| source.count == 0) {
        source.read_nothing(&mut builder.plan.vertex_data);
    }
    if needed == 0 {
        return Ok(());
    }
    let mut location = builder.reserve(StreamKind::Vertex, needed, STREAM_ALIGNMENT)?;
    for group in Interleaving::groups(streamed) {
        let layout = match first.take() {
            Some(layout) => layout,
            None => group.layout()?,
        };
        group.write(builder, &layout, location);
        location.offset += layout.size.next_multiple_of(STREAM_ALIGNMENT);
    }
    for (number, value) in constants(attributes) {
        if homeless >> number & 1 == 1 {
            let contents = Contents::Constant(value.to_le_bytes());
            builder.write(location, CONSTANT_SIZE, contents);
            let data = &mut builder.plan.vertex_data;
            data.read_constant(number, value, location, Decision::ConstantStreamed);
            location.offset += CONSTANT_SIZE;
        }
    }
    Ok(())
}

fn constants(attributes: &[Attribute]) -> impl Iterator<Item = (usize, &ConstantValue)> {
    let numbered = attributes.iter().enumerate();
    numbered.filter_map(|(number, attribute)| match attribute {
        Attribute::Constant(value) => Some((number, value)),
        _ => None,
    })
}

/// Finds cells for constants, and writes those whose value is new. Returns the attributes whose values get no cell.
fn place_constants<A: ClientState, const ATTRIBUTES: usize>(
    builder: &mut PlanBuilder<'_, A, ATTRIBUTES>,
    attributes: &[Attribute],
) -> u32 {
    let (mut taken, mut new, mut homeless) = (0, 0_u32, 0_u32);
    // Existing values come first, so that a new value does not take the cell of one of them.
    for (number, value) in constants(attributes) {
        match builder.constant_found(value.to_le_bytes(), &mut taken) {
            Some(found) => {
                let data = &mut builder.plan.vertex_data;
                data.read_constant(number, value, found, Decision::ConstantFound);
            }
            None => new |= 1 << number,
        }
    }
    for (number, value) in constants(attributes) {
        if new >> number & 1 == 1 {
            match builder.constant_written(value.to_le_bytes(), &mut taken) {
                Some(cell) => {
                    let data = &mut builder.plan.vertex_data;
                    data.read_constant(number, value, cell, Decision::ConstantWritten);
                }
                None => homeless |= 1 << number,
            }
        }
    }
    homeless
}
