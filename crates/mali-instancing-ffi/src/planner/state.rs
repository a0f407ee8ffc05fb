//! The attributes of a pipeline.

use core::mem::MaybeUninit;
use core::num::NonZeroU32;

use mali_buffers::VertexState;
use mali_instancing::Arch;
use mali_instancing::draw::Pipeline;

use super::elements::{
    self, MALI_INST_MAX_PLANNED_ATTRIBUTES, mali_inst_planned_binding, mali_inst_planned_element,
};
use crate::abi::arguments::{Input, Output, arguments};
use crate::abi::failure::Failure;
use crate::abi::growth::growing;
use crate::abi::list::List;
use crate::abi::opaque::{Empty, Opaque, Tagged};
use crate::abi::status::{mali_inst_error, mali_inst_status};
use crate::enums::{self, mali_inst_padding, mali_inst_rounding};

/// The number of attributes for which a state has the smaller of its two sizes.
const FEW: usize = 8;

/// The length of a state of at most 8 attributes, in units of eight bytes.
pub const MALI_INST_PLANNER_STATE_WORDS_OF_8: usize = 328;

/// The length of a state of more attributes, in units of eight bytes.
pub const MALI_INST_PLANNER_STATE_WORDS_OF_16: usize = 600;

/// The attributes of a pipeline, and the facts that were found about them, in memory that the caller gave
/// `mali_inst_planner_state_init`.
pub struct mali_inst_planner_state {
    _private: [u8; 0],
}

type Few = VertexState<FEW>;
type Many = VertexState<MALI_INST_MAX_PLANNED_ATTRIBUTES>;

impl Opaque for Few {
    type Structure = [MaybeUninit<u64>; MALI_INST_PLANNER_STATE_WORDS_OF_8];
    const STATE: u64 = 0x6d61_6c69_7374_6138;
}

impl Opaque for Many {
    type Structure = [MaybeUninit<u64>; MALI_INST_PLANNER_STATE_WORDS_OF_16];
    const STATE: u64 = 0x6d61_6c69_7374_6174;
}

impl Empty for Few {
    const EMPTY: &'static Tagged<Self> = &Tagged::unused(Self::empty());
}

impl Empty for Many {
    const EMPTY: &'static Tagged<Self> = &Tagged::unused(Self::empty());
}

const fn words_needed(attributes: usize) -> usize {
    if attributes <= FEW {
        MALI_INST_PLANNER_STATE_WORDS_OF_8
    } else {
        MALI_INST_PLANNER_STATE_WORDS_OF_16
    }
}

/// The length of a state's memory, in units of eight bytes: what the macro `MALI_INST_PLANNER_STATE_WORDS` is, for
/// memory that a program allocates, and for other languages than C. It is 0 for more than
/// `MALI_INST_MAX_PLANNED_ATTRIBUTES`.
#[unsafe(no_mangle)]
pub extern "C" fn mali_inst_planner_state_words(attribute_count: usize) -> usize {
    if attribute_count > MALI_INST_MAX_PLANNED_ATTRIBUTES {
        0
    } else {
        words_needed(attribute_count)
    }
}

/// A state of one of the two sizes.
pub(super) enum OfSize<F, M> {
    Few(F),
    Many(M),
}

/// An expression for a state of each size.
macro_rules! of_each_size {
    ($state:expr, $name:ident => $value:expr) => {
        match $state {
            $crate::planner::state::OfSize::Few($name) => $value,
            $crate::planner::state::OfSize::Many($name) => $value,
        }
    };
}
pub(super) use of_each_size;

/// The number with which a state begins, which tells its size.
#[inline]
fn number_of(state: Input<'_, mali_inst_planner_state>) -> Result<u64, Failure> {
    // SAFETY: every state begins with a number, and so do zeros.
    unsafe { state.cast(1) }.get().copied()
}

/// A state that may be read.
pub(super) fn state(
    state: Input<'_, mali_inst_planner_state>,
) -> Result<OfSize<&Few, &Many>, Failure> {
    match number_of(state)? {
        // SAFETY: the number tells that it has this size.
        Few::STATE => unsafe { state.cast(1) }.value().map(OfSize::Few),
        // SAFETY: it has this size, or another number, which is all that is read.
        _ => unsafe { state.cast(1) }.value().map(OfSize::Many),
    }
}

/// A state that may be changed.
#[inline]
pub(super) fn state_mut(
    state: Output<'_, mali_inst_planner_state>,
) -> Result<OfSize<&mut Few, &mut Many>, Failure> {
    match number_of(state.input())? {
        // SAFETY: the number tells that it has this size.
        Few::STATE => unsafe { state.cast(1) }.value_mut().map(OfSize::Few),
        // SAFETY: it has this size, or another number, which is all that is read.
        _ => unsafe { state.cast(1) }.value_mut().map(OfSize::Many),
    }
}

/// A driver's choices for the planned draws of a pipeline. Every field except `padding` can be left at 0.
#[repr(C)]
#[derive(Clone, Copy)]
pub struct mali_inst_planned_rules {
    /// The rule by which vertex counts are padded.
    pub padding: mali_inst_padding,
    /// The rule by which multipliers are rounded.
    pub rounding: mali_inst_rounding,
    /// The resource table that holds the buffers, 0 to 63. V9 and later only.
    pub resource_table: u32,
    /// Whether the draws use index-driven vertex shading, which V6 and later have: not 0 if they do.
    pub idvs: u32,
    /// The number of vertices of a primitive: 3 for triangles, 2 for lines, 1 for points; 0 writes an instance
    /// primitive size of 1. V4 to V7 only.
    pub primitive_vertices: u32,
    /// Whether the shader does not read the vertex's number, GL's `gl_VertexID`: not 0 if it does not. If a draw's
    /// indices are few and far apart, none restarts, and vertices must be streamed, then only the vertices that the
    /// indices name are streamed, and they are drawn without indices.
    pub no_vertex_id: u32,
    /// Zeros, for fields of later versions.
    pub reserved: [u32; 4],
}

growing! {
    mali_inst_planned_rules: a b c d;
}

impl mali_inst_planned_rules {
    fn set<const ATTRIBUTES: usize>(
        &self,
        state: &mut VertexState<ATTRIBUTES>,
    ) -> Result<(), Failure> {
        // The planner sets the architecture.
        let pipeline = Pipeline::new(Arch::V7)
            .with_padding(enums::padding(self.padding)?)
            .with_rounding(enums::rounding(self.rounding)?)
            .with_resource_table(self.resource_table)
            .with_idvs(self.idvs != 0);
        state.set_rules(pipeline, NonZeroU32::new(self.primitive_vertices));
        state.set_ignores_vertex_id(self.no_vertex_id != 0);
        Ok(())
    }
}

/// Initialises the state of a pipeline in the caller's memory, which `state` then points to: the rules of its draws, and
/// no attributes yet.
///
/// The memory has `MALI_INST_PLANNER_STATE_WORDS(attribute_count)` words or more, for the largest number of attributes
/// that are set. It belongs to the state until the state is used no more, and must not be moved.
///
/// # Errors
///
/// `MALI_INST_ERROR_OUTPUT_TOO_SMALL` for too few words.
///
/// # Safety
///
/// `rules` may be read, as many words, `state` and `error` may be written. `error` may be null.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn mali_inst_planner_state_init(
    memory: *mut u64,
    word_count: usize,
    rules: *const mali_inst_planned_rules,
    state: *mut *mut mali_inst_planner_state,
    error: *mut mali_inst_error,
) -> mali_inst_status {
    // `arguments!` shadows `memory`, whose pointer is an output.
    let made = memory.cast();
    arguments!(unsafe { memory[word_count], rules, state, error });
    error.status_of(|| {
        let rules = rules.structure()?;
        let state = state.get()?;
        // The caller chooses the size of a state by the memory it gives.
        if word_count < MALI_INST_PLANNER_STATE_WORDS_OF_16 {
            let memory = memory.first(MALI_INST_PLANNER_STATE_WORDS_OF_8)?;
            // SAFETY: it has as many words.
            let memory = unsafe { memory.cast(size_of::<<Few as Opaque>::Structure>()) };
            memory.fill(|made: &mut Few| rules.set(made))?;
        } else {
            // SAFETY: it has as many words.
            let memory = unsafe { memory.cast(size_of::<<Many as Opaque>::Structure>()) };
            memory.fill(|made: &mut Many| rules.set(made))?;
        }
        state.write(made);
        Ok(())
    })
}

/// Sets the bindings of a state, and the elements that its shader reads, in the shader's order. If only the memory of
/// bindings and the values of constants are others, what is known of the elements is kept.
///
/// # Errors
///
/// `MALI_INST_ERROR_TOO_MANY` for more elements than the state's memory can hold, and for more bindings than
/// `MALI_INST_MAX_PLANNED_ATTRIBUTES`. `MALI_INST_ERROR_ZERO_DIVISOR`. `MALI_INST_ERROR_VALUE` also for an element of a
/// binding that is not there. Nothing has changed then.
///
/// # Safety
///
/// `state` is zeros or was initialised, and may be changed; the bindings and the elements may be read. `error` may be
/// written, or is null.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn mali_inst_planner_state_set(
    state: *mut mali_inst_planner_state,
    bindings: *const mali_inst_planned_binding,
    binding_count: usize,
    elements: *const mali_inst_planned_element,
    element_count: usize,
    error: *mut mali_inst_error,
) -> mali_inst_status {
    arguments!(unsafe { state, bindings[binding_count], elements[element_count], error });
    error.status_of(|| {
        let state = state_mut(state)?;
        let (mut first, mut second) = (List::new(), List::new());
        let bindings = elements::bindings(&mut first, bindings)?;
        let elements = elements::elements(&mut second, elements)?;
        of_each_size!(state, state => state.set(bindings, elements))?;
        Ok(())
    })
}

/// Binds other memory for the same elements: a few comparisons for each binding. If a binding has another stride or
/// rate, or is in client memory and was not or the other way round, the elements are laid out again.
///
/// # Errors
///
/// As for `mali_inst_planner_state_set`.
///
/// # Safety
///
/// `state` is zeros or was initialised, and may be changed; the bindings may be read. `error` may be written, or is
/// null.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn mali_inst_planner_state_bind(
    state: *mut mali_inst_planner_state,
    bindings: *const mali_inst_planned_binding,
    binding_count: usize,
    error: *mut mali_inst_error,
) -> mali_inst_status {
    arguments!(unsafe { state, bindings[binding_count], error });
    error.status_of(|| {
        let state = state_mut(state)?;
        let mut list = List::new();
        let bindings = elements::bindings(&mut list, bindings)?;
        of_each_size!(state, state => state.bind(bindings))?;
        Ok(())
    })
}

/// Sets the arrays of GL ES 2, each with a binding of its own: bindings whose elements are interleaved become one, which
/// takes one descriptor and one copy. Otherwise the same as `mali_inst_planner_state_set`.
///
/// # Errors
///
/// As for `mali_inst_planner_state_set`, and `MALI_INST_ERROR_OTHER` for an array that begins past 64 bits.
///
/// # Safety
///
/// As for `mali_inst_planner_state_set`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn mali_inst_planner_state_set_arrays(
    state: *mut mali_inst_planner_state,
    bindings: *const mali_inst_planned_binding,
    binding_count: usize,
    elements: *const mali_inst_planned_element,
    element_count: usize,
    error: *mut mali_inst_error,
) -> mali_inst_status {
    arguments!(unsafe { state, bindings[binding_count], elements[element_count], error });
    error.status_of(|| {
        let state = state_mut(state)?;
        let mut list = List::new();
        let arrays = elements::arrays(&mut list, bindings, elements)?;
        of_each_size!(state, state => state.set_arrays(arrays))?;
        Ok(())
    })
}
