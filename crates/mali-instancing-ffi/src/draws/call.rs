//! A draw and its GPU, and the words beside its tables.

use core::num::NonZeroU32;

use mali_instancing::draw::{DrawCounts, Pipeline};
use mali_instancing::{Arch, Error, PaddedCount, Padding};

use crate::abi::arguments::{Input, arguments};
use crate::abi::failure::Failure;
use crate::abi::growth::growing;
use crate::abi::status::{mali_inst_error, mali_inst_status};
use crate::enums::{self, mali_inst_arch, mali_inst_layout, mali_inst_padding, mali_inst_rounding};

/// The GPU and the rules, which are the same for all draws. All fields may be 0, except `arch` and, up to V7,
/// `padding`.
#[repr(C)]
#[derive(Clone, Copy)]
pub struct mali_inst_target {
    /// The GPU's architecture.
    pub arch: mali_inst_arch,
    /// The rule by which vertex counts are padded. Not used from V9 on.
    pub padding: mali_inst_padding,
    /// The rule by which multipliers are rounded.
    pub rounding: mali_inst_rounding,
    /// From V9 on, the resource table that holds the buffers, 0 to 63.
    pub resource_table: u32,
    /// Not 0 if the draws use index-driven vertex shading, which V6 and later have.
    pub idvs: u32,
    /// The layout of the buffers' table. V4 to V7 only.
    pub layout: mali_inst_layout,
    /// The number of the driver's own descriptors in the table of buffers, at most 255, after the others and before
    /// the null terminator. The driver writes them after `mali_inst_draw_write`.
    pub reserved_buffers: u32,
    /// The number of the driver's own descriptors at the end of the table of attributes, at most 255.
    pub reserved_attributes: u32,
    /// Not 0 if the ranges of a draw have the strides of its buffers, as after `vkCmdBindVertexBuffers2`. The strides
    /// of the buffers are not used then.
    pub bound_strides: u32,
    /// Not 0 if elements of 32-bit floats and integers may be unaligned. V4 and V5 only, which read them more slowly. All
    /// other elements are converted, and wrongly if they are not aligned to their components.
    pub unaligned: u32,
    /// Zeros, for fields of later versions.
    pub reserved: [u32; 4],
}

/// A draw of an application: Rust's `draw::DrawCounts`. The target has the rest of a draw, Rust's `draw::Pipeline`. All
/// fields may be 0, except `vertices` and `instances`.
#[repr(C)]
#[derive(Clone, Copy)]
pub struct mali_inst_draw_call {
    /// The number of vertices. For an indexed draw, `mali_inst_indexed_vertices` returns it.
    pub vertices: u32,
    /// The number of instances, at least 1.
    pub instances: u32,
    /// The first vertex: GL's `first`, Vulkan's `firstVertex`. In an indexed draw, the smallest index plus the
    /// base vertex.
    pub first_vertex: u32,
    /// Vulkan's `firstInstance`, GL's `baseinstance`.
    pub first_instance: u32,
    /// The number of vertices of a primitive: 3 for triangles, 2 for lines, 1 for points; 0 writes an instance
    /// primitive size of 1. V4 to V7 only.
    pub primitive_vertices: u32,
    /// Not 0 if the number of instances is not known yet: `instances` is not used then.
    pub any_instances: u32,
    /// The padded vertex count, if it is known, such as from the tables of the draw; with 0 the library computes it. V4
    /// to V7 only. For a draw with index-driven vertex shading of a pipeline that also has other draws, it is what
    /// `mali_inst_padded_vertices` returns for a target whose `idvs` is not 0.
    pub padded_vertices: u32,
    /// Zeros, for fields of later versions.
    pub reserved: [u32; 3],
}

/// The bits of word 0 of a `Draw` that `mali_inst_draw_job_words` writes: instance sizes. The others are the driver's.
pub const MALI_INST_DRAW_WORD_0_MASK: u32 = 0xffff_0000;

/// The bits of word 1 of a `Draw` that `mali_inst_draw_job_words` writes, all of them: the offset start.
pub const MALI_INST_DRAW_WORD_1_MASK: u32 = 0xffff_ffff;

/// The words of a job of V4 to V7 beside its tables. From V9 on there are none.
#[repr(C)]
pub struct mali_inst_job_words {
    /// Whether there is a `Draw`: 1, or 0 from V9 on.
    pub has_draw: u32,
    /// Words 0 and 1 of the `Draw`: `MALI_INST_DRAW_WORD_0_MASK` has the bits that are not flags.
    pub draw: [u32; 2],
    /// Whether there is an `Invocation`: 1, or 0 from V9 on and if the number of instances is not known.
    pub has_invocation: u32,
    /// The `Invocation`.
    pub invocation: [u32; 2],
    /// The padded vertex count, as `mali_inst_padded_vertices` returns it; 0 from V9 on.
    pub padded_vertices: u32,
}

growing! {
    mali_inst_target: a b c d;
    mali_inst_draw_call: a b c;
}

impl mali_inst_target {
    /// The rules that a padded count depends on, so that firmware that only pads contains no other code.
    #[inline]
    fn padding_rules(&self) -> Result<Pipeline, Failure> {
        let arch = enums::arch(self.arch)?;
        // From V9 on nothing is padded, so the number of a rule may be anything, also 0.
        let padding = if arch.has_attribute_buffers() {
            enums::padding(self.padding)?
        } else {
            Padding::Hardware
        };
        let pipeline = Pipeline::new(arch).with_padding(padding);
        Ok(pipeline.with_idvs(self.idvs != 0))
    }

    /// The rules of the draws of a pipeline on the GPU.
    pub(crate) fn pipeline(&self) -> Result<Pipeline, Failure> {
        let rules = self.padding_rules()?;
        Ok(rules
            .with_rounding(enums::rounding(self.rounding)?)
            .with_resource_table(self.resource_table)
            .with_layout(enums::layout(self.layout)?)
            .with_reserved_buffers(self.reserved_buffers)
            .with_reserved_attributes(self.reserved_attributes)
            .with_bound_strides(self.bound_strides != 0)
            .with_unaligned(self.unaligned != 0))
    }
}

impl mali_inst_draw_call {
    #[inline]
    fn known_padded_vertices(&self) -> Result<Option<PaddedCount>, Error> {
        Ok(match self.padded_vertices {
            0 => None,
            count => Some(PaddedCount::from_exact(count)?),
        })
    }

    #[inline]
    fn known_instances(&self) -> Option<u32> {
        (self.any_instances == 0).then_some(self.instances)
    }

    /// The counts that a padded count depends on.
    #[inline]
    fn padded_counts(&self) -> Result<DrawCounts, Error> {
        let padded_vertices = self.known_padded_vertices()?;
        Ok(DrawCounts::any_instances(self.vertices).with_padded_vertices(padded_vertices))
    }

    /// The counts of a draw.
    #[inline]
    pub(crate) fn counts(&self) -> Result<DrawCounts, Error> {
        let padded_vertices = self.known_padded_vertices()?;
        Ok(DrawCounts::any_instances(self.vertices)
            .with_instances(self.known_instances())
            .with_first_vertex(self.first_vertex)
            .with_first_instance(self.first_instance)
            .with_primitive_vertices(NonZeroU32::new(self.primitive_vertices))
            .with_padded_vertices(padded_vertices))
    }
}

/// The draw that two structures of C describe.
pub(crate) fn draw_call(
    target: Input<'_, mali_inst_target>,
    call: Input<'_, mali_inst_draw_call>,
) -> Result<(Pipeline, DrawCounts), Failure> {
    let pipeline = target.structure()?.pipeline()?;
    let counts = call.structure()?.counts()?;
    Ok((pipeline, counts))
}

/// The padded vertex count of a draw: the number of threads of an instance. From V9 on, 1.
///
/// # Errors
///
/// `MALI_INST_ERROR_VERTEX_COUNT`, `MALI_INST_ERROR_IDVS_ARCH`, and `MALI_INST_ERROR_PADDED_VERTICES` for a
/// `padded_vertices` that is not a padded count, or is less than `vertices`.
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
    arguments!(unsafe { target, call, padded, error });
    error.status_of(|| {
        let target = target.structure()?;
        let call = call.structure()?;
        let (pipeline, counts) = (target.padding_rules()?, call.padded_counts()?);
        padded.write(pipeline.padded_vertices(&counts)?.get())
    })
}

/// The words beside the tables.
#[inline]
pub(crate) fn job_words(
    pipeline: &Pipeline,
    counts: &DrawCounts,
) -> Result<mali_inst_job_words, Failure> {
    let thread_count = pipeline.thread_count(counts)?;
    let [draw, invocation] = pipeline.draw_and_invocation_words(counts, thread_count)?;
    let padded_vertices = thread_count.padded_vertices().get();
    Ok(mali_inst_job_words {
        has_draw: draw.is_some().into(),
        draw: draw.unwrap_or_default(),
        has_invocation: invocation.is_some().into(),
        invocation: invocation.unwrap_or_default(),
        // From V9 on, where there is no `Draw`, the core's count is 1, which says nothing.
        padded_vertices: draw.map_or(0, |_| padded_vertices),
    })
}

/// The words of a draw's `Draw` and `Invocation`, which V4 to V7 have beside the tables.
///
/// # Errors
///
/// The errors of `mali_inst_padded_vertices`, `MALI_INST_ERROR_INSTANCE_COUNT` and `MALI_INST_ERROR_INVOCATION_BITS`.
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
    arguments!(unsafe { target, call, job, error });
    error.status_of(|| {
        let target = target.structure()?;
        let call = call.structure()?;
        // No word of either descriptor depends on the other rules or on the first instance.
        let (pipeline, counts) = (target.padding_rules()?, call.padded_counts()?);
        let words = job_words(
            &pipeline,
            &counts
                .with_instances(call.known_instances())
                .with_first_vertex(call.first_vertex)
                .with_primitive_vertices(NonZeroU32::new(call.primitive_vertices)),
        )?;
        job.write(words)
    })
}

/// The architecture of a GPU by its product id of 16 bits, the upper half of a 32-bit register `GPU_ID`.
///
/// # Errors
///
/// `MALI_INST_ERROR_GPU_ID`.
///
/// # Safety
///
/// `arch` and `error` may be written. `error` may be null.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn mali_inst_arch_from_product_id(
    id: u16,
    arch: *mut mali_inst_arch,
    error: *mut mali_inst_error,
) -> mali_inst_status {
    arguments!(unsafe { arch, error });
    error.status_of(|| arch.write(Arch::from_product_id(id)?.number().into()))
}

/// The architecture of a GPU by the value of its register `GPU_ID`, which has 64 bits from V15 on. The upper half of
/// earlier ones is ignored.
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
    id: u64,
    arch: *mut mali_inst_arch,
    error: *mut mali_inst_error,
) -> mali_inst_status {
    arguments!(unsafe { arch, error });
    error.status_of(|| arch.write(Arch::from_gpu_id(id)?.number().into()))
}
