use super::data::{IndexData, IndexInput};
use super::element_source::{is_plain, obstacle_of_indices, restart_index, restarts, vertices_of};
use crate::draw::{ElementArray, Target};
use crate::error::Error;
use crate::memory::{BoundsKey, ClientState, FoundBounds};
use crate::planning::decision::Decision;
use crate::types::{Location, MemoryRef};

/// The indices of a draw, if they can be read where they are and what must be known of them is, and what of that
/// was found before.
pub(crate) fn known_indices<A: ClientState>(
    target: Target,
    array: &ElementArray,
    application: &A,
) -> Result<Option<(IndexData, Option<FoundBounds>)>, Error> {
    let Some(id) = array.source.buffer() else {
        return Ok(None);
    };
    let Some(buffer) = application.buffer(id) else {
        return Ok(None);
    };
    let end = array
        .offset
        .checked_add(array.index_type.size_of(array.count));
    let is_there = array.count > 0 && end.is_some_and(|end| end <= buffer.size());
    let restart_index = restart_index(array);
    let (true, None, Some(address), false) = (
        is_there,
        obstacle_of_indices(buffer, array),
        buffer.address(),
        !restarts(target, array, restart_index),
    ) else {
        return Ok(None);
    };
    let are_needed = !is_plain(array, restart_index) || target.needs_bounds();
    let mut used = None;
    let bounds = match target.stated_bounds(array) {
        None if are_needed => {
            let key = BoundsKey::new(array, restart_index);
            let found = FoundBounds::find(application.found_bounds(id), &key, &buffer.changes);
            let Some((
                _,
                found @ FoundBounds {
                    bounds: Some(_), ..
                },
            )) = found
            else {
                return Ok(None);
            };
            used = Some(found);
            found.bounds
        }
        stated => stated,
    };
    let memory = MemoryRef::Buffer {
        buffer: id,
        address,
    };
    let mut data = IndexData::new(vertices_of(bounds, array.base_vertex)?);
    data.indices = Some(IndexInput {
        location: Location {
            memory,
            offset: array.offset,
        },
        index_type: array.index_type,
        count: array.count,
        restart_index,
    });
    data.decision = Some(Decision::InPlace);
    Ok(Some((data, used)))
}
