use super::data::IndexData;
use super::element_source::ElementSource;
use crate::draw::{ApplicationDraw, Vertices};
use crate::error::Error;
use crate::memory::ClientState;
use crate::planning::fetched_array::FetchedArray;
use crate::planning::plan_builder::PlanBuilder;
use mali_instancing::draw::IndexedVertices;

/// Plans a draw's index data; `None` if nothing is drawn.
pub(crate) fn prepare<A: ClientState, const ATTRIBUTES: usize>(
    builder: &mut PlanBuilder<'_, A, ATTRIBUTES>,
    arrays: impl Iterator<Item = (usize, FetchedArray)>,
    draw: &ApplicationDraw,
) -> Result<Option<IndexData>, Error> {
    if draw.is_of_nothing() {
        return Ok(None);
    }
    match draw.vertices {
        Vertices::Arrays { first, count } => Ok(Some(IndexData::new(IndexedVertices {
            vertices: count,
            first_vertex: first,
            base_vertex_offset: 0,
        }))),
        Vertices::Elements(array) => match ElementSource::new(builder, arrays, array)? {
            Some(elements) => elements.prepare(builder).map(Some),
            None => Ok(None),
        },
    }
}
