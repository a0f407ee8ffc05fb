//! The attributes of a pipeline.

use core::mem::MaybeUninit;
use core::num::NonZeroU32;

use mali_buffers::{Attribute, VertexState};
use mali_instancing::Arch;
use mali_instancing::draw::Pipeline;

use super::draw::mali_inst_planned_attribute;
use crate::abi::cause::Cause;
use crate::abi::failure::{Failure, finish};
use crate::abi::growth::{self, growing};
use crate::abi::opaque::{self, Empty, Opaque, Tagged};
use crate::abi::pointers::{self, List};
use crate::abi::status::{mali_inst_error, mali_inst_status};
use crate::enums::{self, mali_inst_padding, mali_inst_rounding};

/// The largest number of attributes of a planned draw: fewer than the `MALI_INST_MAX_ATTRIBUTES` of other draws.
pub const MALI_INST_MAX_PLANNED_ATTRIBUTES: usize = 16;

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
///
/// # Safety
///
/// A state that is not null may be read, and is zeros or was initialised.
#[inline]
unsafe fn number_of(state: *const mali_inst_planner_state) -> Result<u64, Failure> {
    // SAFETY: `# Safety` of this function requires the same.
    unsafe { pointers::reference(state.cast(), "state") }.copied()
}

/// A state that may be read.
///
/// # Safety
///
/// As for [`number_of`].
pub(super) unsafe fn state<'a>(
    state: *const mali_inst_planner_state,
) -> Result<OfSize<&'a Few, &'a Many>, Failure> {
    // SAFETY: `# Safety` of this function requires the same.
    match unsafe { number_of(state) }? {
        // SAFETY: `# Safety` of this function requires the same.
        Few::STATE => unsafe { opaque::get(state.cast(), "state") }.map(OfSize::Few),
        // SAFETY: `# Safety` of this function requires the same.
        _ => unsafe { opaque::get(state.cast(), "state") }.map(OfSize::Many),
    }
}

/// A state that may be changed.
///
/// # Safety
///
/// As for [`number_of`], and it may be changed.
#[inline]
pub(super) unsafe fn state_mut<'a>(
    state: *mut mali_inst_planner_state,
) -> Result<OfSize<&'a mut Few, &'a mut Many>, Failure> {
    // SAFETY: `# Safety` of this function requires the same.
    match unsafe { number_of(state) }? {
        // SAFETY: `# Safety` of this function requires the same.
        Few::STATE => unsafe { opaque::get_mut(state.cast(), "state") }.map(OfSize::Few),
        // SAFETY: `# Safety` of this function requires the same.
        _ => unsafe { opaque::get_mut(state.cast(), "state") }.map(OfSize::Many),
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
    fn convert(&self) -> Result<(Pipeline, Option<NonZeroU32>), Failure> {
        // The planner sets the architecture.
        let pipeline = Pipeline::new(Arch::V7)
            .with_padding(enums::padding(self.padding)?)
            .with_rounding(enums::rounding(self.rounding)?)
            .with_resource_table(self.resource_table)
            .with_idvs(self.idvs != 0);
        Ok((pipeline, NonZeroU32::new(self.primitive_vertices)))
    }
}

/// The attributes of C.
type Attributes = List<Attribute, MALI_INST_MAX_PLANNED_ATTRIBUTES>;

/// # Safety
///
/// As many attributes may be read.
unsafe fn attributes(
    list: &mut Attributes,
    given: *const mali_inst_planned_attribute,
    count: usize,
) -> Result<&[Attribute], Failure> {
    // SAFETY: `# Safety` of this function requires the same.
    let given = unsafe { pointers::slice(given, count, "attributes") }?;
    list.fill(given, "attributes", |number, attribute| {
        attribute.convert(number)
    })
}

/// Initialises the state of a pipeline in the caller's memory, which `state` then points to: the attributes that its
/// shader reads, in the shader's order, and the rules of its draws.
///
/// The memory has `MALI_INST_PLANNER_STATE_WORDS(attribute_count)` words or more: the state can be bound to as many
/// attributes as fit. It belongs to the state until the state is used no more, and must not be moved.
///
/// # Errors
///
/// `MALI_INST_ERROR_TOO_MANY` for more than `MALI_INST_MAX_PLANNED_ATTRIBUTES` attributes,
/// `MALI_INST_ERROR_ZERO_DIVISOR`, and `MALI_INST_ERROR_OUTPUT_TOO_SMALL` for too few words.
///
/// # Safety
///
/// `rules` and the attributes may be read, as many words, `state` and `error` may be written. `error` may be null.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn mali_inst_planner_state_init(
    memory: *mut u64,
    word_count: usize,
    rules: *const mali_inst_planned_rules,
    attributes: *const mali_inst_planned_attribute,
    attribute_count: usize,
    state: *mut *mut mali_inst_planner_state,
    error: *mut mali_inst_error,
) -> mali_inst_status {
    let run = || {
        // SAFETY: an input of the call.
        let rules = unsafe { growth::structure(rules, "rules") }?;
        let (converted, ignores_vertex_id) = (rules.convert()?, rules.no_vertex_id != 0);
        let mut list = List::new();
        // SAFETY: an input of the call.
        let attributes = unsafe { self::attributes(&mut list, attributes, attribute_count) }?;
        // SAFETY: an output of the call.
        let state = unsafe { pointers::output(state, "state") }?;
        let needed = words_needed(attributes.len());
        if word_count < needed {
            let given = word_count;
            return Err(Cause::TooFewWords { given, needed }.into());
        }
        if word_count < MALI_INST_PLANNER_STATE_WORDS_OF_16 {
            let size = size_of::<<Few as Opaque>::Structure>();
            // SAFETY: an output of the call, which need not be initialised.
            unsafe {
                opaque::fill(memory.cast(), size, "memory", |made: &mut Few| {
                    set(made, converted, attributes, ignores_vertex_id)
                })
            }?;
        } else {
            let size = size_of::<<Many as Opaque>::Structure>();
            // SAFETY: an output of the call, which need not be initialised.
            unsafe {
                opaque::fill(memory.cast(), size, "memory", |made: &mut Many| {
                    set(made, converted, attributes, ignores_vertex_id)
                })
            }?;
        }
        state.write(memory.cast());
        Ok(())
    };
    // SAFETY: an output of the call, and `run` has given back what it borrowed.
    finish(run(), unsafe { pointers::optional(error) })
}

fn set<const ATTRIBUTES: usize>(
    state: &mut VertexState<ATTRIBUTES>,
    (pipeline, primitive_vertices): (Pipeline, Option<NonZeroU32>),
    attributes: &[Attribute],
    ignores_vertex_id: bool,
) -> Result<(), Failure> {
    state.set_arrays(attributes)?;
    state.set_rules(pipeline, primitive_vertices);
    state.set_ignores_vertex_id(ignores_vertex_id);
    Ok(())
}

/// Binds other attributes to a state, for the same rules. If they differ from the earlier ones in their buffers, in the
/// offsets of all interleaved arrays by a multiple of 16, or in their constants alone, their layout is not made again.
///
/// # Errors
///
/// `MALI_INST_ERROR_TOO_MANY` for more attributes than the state's memory can hold, and `MALI_INST_ERROR_ZERO_DIVISOR`.
/// Nothing has changed then.
///
/// # Safety
///
/// `state` is zeros or was initialised, and may be changed; the attributes may be read. `error` may be written, or is
/// null.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn mali_inst_planner_state_bind(
    state: *mut mali_inst_planner_state,
    attributes: *const mali_inst_planned_attribute,
    attribute_count: usize,
    error: *mut mali_inst_error,
) -> mali_inst_status {
    let run = || {
        // SAFETY: exclusive to the call, and its tag tells whether it was made.
        let state = unsafe { state_mut(state) }?;
        let mut list = List::new();
        // SAFETY: an input of the call.
        let attributes = unsafe { self::attributes(&mut list, attributes, attribute_count) }?;
        of_each_size!(state, state => state.set_arrays(attributes))?;
        Ok(())
    };
    // SAFETY: an output of the call, and `run` has given back what it borrowed.
    finish(run(), unsafe { pointers::optional(error) })
}
