use super::data::IndexData;
use super::element_source::ElementSource;
use crate::asked::{ApplicationDraw, Vertices};
use crate::memory::Application;
use crate::planning::draft::Draft;
use crate::planning::fetched_array::FetchedArray;
use crate::terms::Error;
use mali_instancing::draw::IndexedVertices;

/// Plans a draw's index data; `None` if nothing is drawn.
pub(crate) fn prepare<A: Application, const ATTRIBUTES: usize>(
    draft: &mut Draft<'_, A, ATTRIBUTES>,
    arrays: &[FetchedArray],
    draw: &ApplicationDraw,
) -> Result<Option<IndexData>, Error> {
    match draw.vertices {
        Vertices::Arrays { first, count } => {
            if count == 0 {
                return Err(Error::ZeroCount);
            }
            Ok(Some(IndexData::new(IndexedVertices {
                vertices: count,
                first_vertex: first,
                base_vertex_offset: 0,
            })))
        }
        Vertices::Elements(array) => match ElementSource::new(draft, arrays, array)? {
            Some(elements) => elements.prepare(draft).map(Some),
            None => Ok(None),
        },
    }
}
