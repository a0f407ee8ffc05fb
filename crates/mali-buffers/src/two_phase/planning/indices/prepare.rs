use super::data::IndexData;
use super::element_source::ElementSource;
use crate::draw::{ApplicationDraw, AttributeArray, ElementArray, Vertices};
use crate::error::Error;
use crate::two_phase::memory::{ClientState, has};
use crate::two_phase::planning::plan_builder::PlanBuilder;
use crate::two_phase::planning::vertices::VertexState;
use mali_instancing::InputRate;

/// Plans a draw's index data; `None` if nothing is drawn.
pub(crate) fn prepare<A: ClientState, const ATTRIBUTES: usize>(
    builder: &mut PlanBuilder<'_, A, ATTRIBUTES>,
    state: &VertexState<ATTRIBUTES>,
    draw: &ApplicationDraw,
) -> Result<Option<IndexData>, Error> {
    if draw.is_of_nothing() {
        return Ok(None);
    }
    match draw.vertices {
        Vertices::Arrays { first, count } => Ok(Some(IndexData::of_arrays(first, count))),
        Vertices::Elements(ref array) => {
            let Some(elements) = ElementSource::of(builder, state.arrays(u32::MAX), array)? else {
                return Ok(None);
            };
            if state.may_gather() {
                let sparse = elements.sparse()?;
                builder.plan.gathered = sparse.filter(|array| gathers(builder, state, array));
            }
            match builder.plan.gathered {
                Some(array) => Ok(Some(IndexData::of_arrays(0, array.count))),
                None => elements.prepare(builder).map(Some),
            }
        }
    }
}

/// Whether the vertices that sparse indices name must be gathered: otherwise they would be streamed with all vertices
/// between them. Buffers must have the last of them.
fn gathers<A: ClientState, const ATTRIBUTES: usize>(
    builder: &PlanBuilder<'_, A, ATTRIBUTES>,
    state: &VertexState<ATTRIBUTES>,
    indices: &ElementArray,
) -> bool {
    let mut is_streamed = false;
    for (_, fetched) in state.arrays(u32::MAX) {
        let AttributeArray {
            source,
            offset,
            stride,
            rate,
            ..
        } = fetched.array;
        if rate != InputRate::Vertex {
            continue;
        }
        is_streamed |= match source.buffer().map(|id| builder.application.buffer(id)) {
            None => true,
            Some(None) => return false,
            Some(Some(buffer)) => {
                let is_kept = buffer.copy_policy().is_static() && builder.plan.may_allocate;
                fetched.found(buffer).is_none() && !is_kept
            }
        };
        let vertex = indices
            .bounds
            .and_then(|bounds| bounds.maximum.checked_add_signed(indices.base_vertex));
        let begin =
            vertex.and_then(|vertex| offset.checked_add(u64::from(vertex) * u64::from(stride)));
        let last = begin.and_then(|begin| Some(begin..begin.checked_add(fetched.size.into())?));
        if !last.is_some_and(|last| has(builder.application, source, &last)) {
            return false;
        }
    }
    is_streamed
}
