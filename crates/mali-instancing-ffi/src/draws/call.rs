//! A draw and its GPU, and the words beside its tables.

use core::num::NonZeroU32;

use mali_instancing::draw::DrawCall;

use crate::border::failure::{Failure, finish};
use crate::border::given;
use crate::border::status::{mali_inst_error, mali_inst_status};
use crate::terms::{self, mali_inst_arch, mali_inst_padding, mali_inst_rounding};

/// What is the same for all draws: the GPU and the rules. What is not set is 0, but for `arch`.
#[repr(C)]
#[derive(Clone, Copy)]
pub struct mali_inst_target {
    /// The GPU's architecture.
    pub arch: mali_inst_arch,
    /// How vertex counts are padded.
    pub padding: mali_inst_padding,
    /// How multipliers are rounded.
    pub rounding: mali_inst_rounding,
    /// From V9 on, the resource table that holds the buffers, 0 to 63.
    pub table: u32,
    /// Whether the draws use index-driven vertex shading, which V6 and later have: not 0 if they do.
    pub idvs: u32,
}

/// What an application says of a draw. What is not set is 0, but for `vertices` and `instances`.
#[repr(C)]
#[derive(Clone, Copy)]
pub struct mali_inst_draw_call {
    /// The number of vertices. Of an indexed draw, `mali_inst_indexed_vertices` answers it.
    pub vertices: u32,
    /// The number of instances, at least 1.
    pub instances: u32,
    /// The first vertex: GL's `first`, Vulkan's `firstVertex`. Of an indexed draw, the smallest index plus the
    /// base vertex.
    pub first_vertex: u32,
    /// Vulkan's `firstInstance`, GL's `baseinstance`.
    pub first_instance: u32,
    /// The number of vertices of a primitive: 3 for triangles, 2 for lines, 1 for points; 0 writes an instance
    /// primitive size of 1. V4 to V7 only.
    pub primitive_vertices: u32,
    /// Not 0 where the number of instances is not known yet: `instances` is not looked at then.
    pub any_instances: u32,
}

/// What a job of V4 to V7 holds beside its tables. From V9 on there is nothing of this.
#[repr(C)]
pub struct mali_inst_job_words {
    /// Whether there is a `Draw`: 1, or 0 from V9 on.
    pub has_draw: u32,
    /// Words 0 and 1 of the `Draw`.
    pub draw: [u32; 2],
    /// Whether there is an `Invocation`: 1, or 0 from V9 on and where the number of instances is not known.
    pub has_invocation: u32,
    /// The `Invocation`.
    pub invocation: [u32; 2],
}

impl mali_inst_target {
    /// A draw of nothing on the GPU, under its rules.
    pub(crate) fn convert(&self) -> Result<DrawCall, Failure> {
        let call = DrawCall {
            padding: terms::padding(self.padding)?,
            rounding: terms::rounding(self.rounding)?,
            resource_table: self.table,
            idvs: self.idvs != 0,
            ..DrawCall::new(terms::arch(self.arch)?, 0)
        };
        Ok(call)
    }
}

impl mali_inst_draw_call {
    #[inline]
    pub(crate) fn convert(&self, target: &DrawCall) -> DrawCall {
        DrawCall {
            vertices: self.vertices,
            instances: (self.any_instances == 0).then_some(self.instances),
            first_vertex: self.first_vertex,
            first_instance: self.first_instance,
            primitive_vertices: NonZeroU32::new(self.primitive_vertices),
            ..*target
        }
    }
}

/// The draw that two structures of C's describe.
///
/// # Safety
///
/// As for [`given::reference`].
pub(crate) unsafe fn draw_call(
    target: *const mali_inst_target,
    call: *const mali_inst_draw_call,
) -> Result<DrawCall, Failure> {
    // SAFETY: the same is asked of the caller.
    let target = unsafe { given::reference(target, "target") }?.convert()?;
    // SAFETY: the same is asked of the caller.
    Ok(unsafe { given::reference(call, "call") }?.convert(&target))
}

/// The padded vertex count of a draw: how many threads an instance runs. From V9 on, 1.
///
/// # Errors
///
/// `MALI_INST_ERROR_VERTEX_COUNT` and `MALI_INST_ERROR_IDVS_ARCH`.
///
/// # Safety
///
/// `target` and `call` may be read, `padded` and `error` may be written. `error` may be null.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn mali_inst_padded_vertices(
    target: *const mali_inst_target,
    call: *const mali_inst_draw_call,
    padded: *mut u32,
    error: *mut mali_inst_error,
) -> mali_inst_status {
    let answer = || {
        // SAFETY: the caller lets both be read.
        let call = unsafe { draw_call(target, call) }?;
        let count = call.padded_vertices()?.get();
        // SAFETY: the caller lets it be written.
        unsafe { given::place(padded, "padded") }?.write(count);
        Ok(())
    };
    // SAFETY: the caller lets it be written, and nothing else of the caller's is held here.
    finish(answer(), unsafe { given::optional(error) })
}

/// The words beside the tables.
pub(crate) fn job_words(call: &DrawCall) -> Result<mali_inst_job_words, Failure> {
    let draw = call.draw()?.map(|draw| draw.words());
    let invocation = call.invocation()?.map(|invocation| invocation.words());
    Ok(mali_inst_job_words {
        has_draw: draw.is_some().into(),
        draw: draw.unwrap_or_default(),
        has_invocation: invocation.is_some().into(),
        invocation: invocation.unwrap_or_default(),
    })
}

/// The words of a draw's `Draw` and `Invocation`, which V4 to V7 have beside the tables.
///
/// # Errors
///
/// `MALI_INST_ERROR_VERTEX_COUNT`, `MALI_INST_ERROR_INSTANCE_COUNT`, `MALI_INST_ERROR_IDVS_ARCH` and
/// `MALI_INST_ERROR_INVOCATION_BITS`.
///
/// # Safety
///
/// `target` and `call` may be read, `job` and `error` may be written. `error` may be null.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn mali_inst_draw_job_words(
    target: *const mali_inst_target,
    call: *const mali_inst_draw_call,
    job: *mut mali_inst_job_words,
    error: *mut mali_inst_error,
) -> mali_inst_status {
    let answer = || {
        // SAFETY: the caller lets both be read.
        let call = unsafe { draw_call(target, call) }?;
        let words = job_words(&call)?;
        // SAFETY: the caller lets it be written.
        unsafe { given::place(job, "job") }?.write(words);
        Ok(())
    };
    // SAFETY: the caller lets it be written, and nothing else of the caller's is held here.
    finish(answer(), unsafe { given::optional(error) })
}

/// The architecture of a GPU by its product id, the upper half of the register `GPU_ID`.
///
/// # Errors
///
/// `MALI_INST_ERROR_GPU_ID`.
///
/// # Safety
///
/// `arch` and `error` may be written. `error` may be null.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn mali_inst_arch_from_gpu_id(
    id: u16,
    arch: *mut mali_inst_arch,
    error: *mut mali_inst_error,
) -> mali_inst_status {
    let answer = || {
        let number = mali_instancing::Arch::from_gpu_id(id)?.number();
        // SAFETY: the caller lets it be written.
        unsafe { given::place(arch, "arch") }?.write(number.into());
        Ok(())
    };
    // SAFETY: the caller lets it be written, and nothing else of the caller's is held here.
    finish(answer(), unsafe { given::optional(error) })
}
