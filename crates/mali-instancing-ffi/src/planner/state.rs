//! The attributes of a pipeline.

use mali_buffers::VertexState;

use super::asked::mali_planned_attribute;
use crate::draw::mali_target;
use crate::given::{self, List};
use crate::kept::{self, Kept};
use crate::status::{finish, mali_error, mali_status};
use crate::vertex_input::MALI_MAX_ATTRIBUTES;

/// The size of a `mali_vertex_state`, in units of eight bytes.
pub const MALI_VERTEX_STATE_WORDS: usize = 512;

/// The attributes of a pipeline, and what was found out about them. `mali_vertex_state_init` fills it.
#[repr(C)]
pub struct mali_vertex_state {
    /// Nobody's business.
    pub opaque: [u64; MALI_VERTEX_STATE_WORDS],
}

impl Kept for VertexState {
    type Place = mali_vertex_state;
    const STATE: u64 = 0x6d61_6c69_7374_6174;
}

/// The attributes that a shader reads, in its order, and the rules of their draws.
///
/// # Safety
///
/// `target` and the attributes may be read, `state` and `error` may be written. `error` may be null.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn mali_vertex_state_init(
    state: *mut mali_vertex_state,
    target: *const mali_target,
    attributes: *const mali_planned_attribute,
    attribute_count: usize,
    error: *mut mali_error,
) -> mali_status {
    let answer = || {
        // SAFETY: the caller lets it be read.
        let call = unsafe { given::reference(target, "target") }?.convert()?;
        // SAFETY: the caller lets so many be read.
        let attributes = unsafe { given::slice(attributes, attribute_count, "attributes") }?;
        let mut list: List<_, MALI_MAX_ATTRIBUTES> = List::new();
        let attributes = list.fill(attributes, "attributes", |number, attribute| {
            attribute.convert(number)
        })?;
        let made: VertexState = VertexState::new(attributes)?.with_call(call);
        // SAFETY: the caller lets it be written.
        unsafe { kept::put(state, made, "state") }
    };
    // SAFETY: the caller lets it be written, and nothing else of the caller's is held here.
    finish(answer(), unsafe { given::optional(error) })
}

/// Forgets what was found out: of a deleted buffer, whose number is given to another.
///
/// # Safety
///
/// `state` is zeros or was initialised, and may be changed; `error` may be written, or is null.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn mali_vertex_state_forget(
    state: *mut mali_vertex_state,
    error: *mut mali_error,
) -> mali_status {
    let answer = || {
        // SAFETY: the caller lets it be changed.
        let state: &mut VertexState = unsafe { kept::get_mut(state, "state") }?;
        state.forget();
        Ok(())
    };
    // SAFETY: the caller lets it be written, and nothing else of the caller's is held here.
    finish(answer(), unsafe { given::optional(error) })
}
