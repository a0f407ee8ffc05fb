//! One draw: a single record, both tables, the words beside them.

use core::num::NonZeroU32;

use mali_instancing::draw::{
    BufferRange, DrawCall, DrawError, IndexedVertices, Indices, Source, VertexAttribute,
    VertexBuffer, words_needed,
};
use mali_instancing::{AttributeBuffer, BufferAddress, FetchMode};

use crate::format::{format, mali_format};
use crate::given::{self, List};
use crate::kept::{self, Kept};
use crate::status::{Failure, finish, mali_error, mali_status};
use crate::terms::{self, mali_arch, mali_padding, mali_rate, mali_rounding};

/// The most buffers that a call takes.
pub const MALI_MAX_BUFFERS: usize = 32;
/// The most attributes that a call takes.
pub const MALI_MAX_ATTRIBUTES: usize = 32;

/// What is the same for all draws: the GPU and the rules. What is not set is 0, but for `arch`.
#[repr(C)]
#[derive(Clone, Copy)]
pub struct mali_target {
    /// The GPU's architecture.
    pub arch: mali_arch,
    /// How vertex counts are padded.
    pub padding: mali_padding,
    /// How multipliers are rounded.
    pub rounding: mali_rounding,
    /// From V9 on, the resource table that holds the buffers, 0 to 63.
    pub table: u32,
    /// Whether the draws use index-driven vertex shading, which V6 and later have: not 0 if they do.
    pub idvs: u32,
}

/// What an application says of a draw. What is not set is 0, but for `vertices` and `instances`.
#[repr(C)]
#[derive(Clone, Copy)]
pub struct mali_draw_call {
    /// The number of vertices. Of an indexed draw, `mali_indexed_vertices` answers it.
    pub vertices: u32,
    /// The number of instances, at least 1.
    pub instances: u32,
    /// The first vertex: GL's `first`, Vulkan's `firstVertex`. Of an indexed draw, the smallest index plus the
    /// base vertex.
    pub offset_start: u32,
    /// Vulkan's `firstInstance`, GL's `baseinstance`.
    pub first_instance: u32,
    /// The number of vertices of a primitive: 3 for triangles, 2 for lines, 1 for points; 0 writes an instance
    /// primitive size of 1. V4 to V7 only.
    pub primitive_vertices: u32,
    /// Not 0 where the number of instances is not known yet: `instances` is not looked at then.
    pub any_instances: u32,
}

/// A buffer as the shader reads it: Vulkan's `VkVertexInputBindingDescription` with its divisor.
#[repr(C)]
#[derive(Clone, Copy)]
pub struct mali_vertex_buffer {
    /// The distance between elements, in bytes.
    pub stride: u32,
    /// What steps from one element to the next.
    pub rate: mali_rate,
    /// With `MALI_RATE_INSTANCE`, how many instances share an element, at least 1. Not looked at otherwise.
    pub divisor: u32,
    /// The element that the buffer begins with: 0, unless it is a copy of part of another buffer.
    pub first_element: u32,
}

/// Where a buffer is.
#[repr(C)]
#[derive(Clone, Copy)]
pub struct mali_buffer_range {
    /// Its first byte, of any alignment, as the GPU sees it.
    pub address: u64,
    /// Its size in bytes.
    pub size: u32,
}

/// Where an attribute's value comes from: one of `MALI_SOURCE_*`.
pub type mali_source = u32;

/// A buffer of the draw.
pub const MALI_SOURCE_BUFFER: mali_source = 0;
/// The vertex's number, from 0. V4 and V5 only.
pub const MALI_SOURCE_VERTEX_ID: mali_source = 1;
/// The instance's number, from 0. V4 and V5 only.
pub const MALI_SOURCE_INSTANCE_ID: mali_source = 2;

/// An attribute of a draw: Vulkan's `VkVertexInputAttributeDescription`.
#[repr(C)]
#[derive(Clone, Copy)]
pub struct mali_vertex_attribute {
    /// Where its value comes from.
    pub source: mali_source,
    /// With `MALI_SOURCE_BUFFER`, which buffer, counted from 0. Not looked at otherwise.
    pub buffer: u32,
    /// What its bytes mean.
    pub format: mali_format,
    /// Where it begins in its element, in bytes.
    pub offset: u32,
}

/// How long the tables of a draw are, in words. That of the attributes stands right behind that of the buffers.
#[repr(C)]
pub struct mali_tables {
    /// The table of buffers. The GPU wants it aligned to 64 bytes.
    pub buffer_words: usize,
    /// The table of attributes.
    pub attribute_words: usize,
}

/// What a job of V4 to V7 holds beside its tables. From V9 on there is nothing of this.
#[repr(C)]
pub struct mali_job_words {
    /// Whether there is a `Draw`: 1, or 0 from V9 on.
    pub has_draw: u32,
    /// Words 0 and 1 of the `Draw`.
    pub draw: [u32; 2],
    /// Whether there is an `Invocation`: 1, or 0 from V9 on and where the number of instances is not known.
    pub has_invocation: u32,
    /// The `Invocation`.
    pub invocation: [u32; 2],
}

/// What an indexed draw tells the vertex job and the tiler.
#[repr(C)]
pub struct mali_indexed_draw {
    /// The number of vertices that are shaded: `vertices` of the draw call.
    pub vertices: u32,
    /// The first of them: `offset_start` of the draw call.
    pub offset_start: u32,
    /// What the tiler adds to an index to find its shaded vertex: genxml's "base vertex offset".
    pub base_vertex_offset: i32,
}

impl mali_target {
    /// A draw of nothing on the GPU, under its rules.
    pub(crate) fn convert(&self) -> Result<DrawCall, Failure> {
        let call = DrawCall {
            padding: terms::padding(self.padding)?,
            rounding: terms::rounding(self.rounding)?,
            table: self.table,
            idvs: self.idvs != 0,
            ..DrawCall::new(terms::arch(self.arch)?, 0)
        };
        Ok(call)
    }
}

impl mali_draw_call {
    #[inline]
    fn convert(&self, target: &DrawCall) -> DrawCall {
        DrawCall {
            vertices: self.vertices,
            instances: (self.any_instances == 0).then_some(self.instances),
            offset_start: self.offset_start,
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
unsafe fn draw_call(
    target: *const mali_target,
    call: *const mali_draw_call,
) -> Result<DrawCall, Failure> {
    // SAFETY: the same is asked of the caller.
    let target = unsafe { given::reference(target, "target") }?.convert()?;
    // SAFETY: the same is asked of the caller.
    Ok(unsafe { given::reference(call, "call") }?.convert(&target))
}

impl mali_vertex_buffer {
    #[inline]
    fn convert(&self, number: usize) -> Result<VertexBuffer, Failure> {
        Ok(VertexBuffer {
            stride: self.stride,
            rate: terms::rate(self.rate, self.divisor, number)?,
            size: None,
            first_element: self.first_element,
        })
    }
}

impl mali_buffer_range {
    #[inline]
    fn convert(&self) -> BufferRange {
        BufferRange {
            address: self.address,
            size: Some(self.size),
        }
    }
}

impl mali_vertex_attribute {
    #[inline]
    fn convert(&self, number: usize) -> Result<VertexAttribute, Failure> {
        Ok(VertexAttribute {
            source: match self.source {
                MALI_SOURCE_BUFFER => Source::Buffer(self.buffer as usize),
                MALI_SOURCE_VERTEX_ID => Source::VertexId,
                MALI_SOURCE_INSTANCE_ID => Source::InstanceId,
                source => {
                    return Err(Failure::Value {
                        argument: "source",
                        element: Some(number),
                        value: source,
                        allowed: "MALI_SOURCE_*, 0 to 2,",
                    });
                }
            },
            format: format(self.format, number)?,
            offset: self.offset,
        })
    }
}

/// The padded vertex count of a draw: how many threads an instance runs. From V9 on, 1.
///
/// # Safety
///
/// `target` and `call` may be read, `padded` and `error` may be written. `error` may be null.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn mali_padded_vertices(
    target: *const mali_target,
    call: *const mali_draw_call,
    padded: *mut u32,
    error: *mut mali_error,
) -> mali_status {
    let answer = || {
        // SAFETY: the caller lets both be read.
        let call = unsafe { draw_call(target, call) }?;
        let count = call.padded_vertices()?.get();
        // SAFETY: the caller lets it be written.
        *unsafe { given::mutable(padded, "padded") }? = count;
        Ok(())
    };
    // SAFETY: the caller lets it be written, and nothing else of the caller's is held here.
    finish(answer(), unsafe { given::optional(error) })
}

/// Packs one attribute buffer of V4 to V7 from the draw's counts: a record and its continuation. `range`'s
/// address must be a multiple of 64; `first_element` is not looked at, which is for tables.
///
/// # Safety
///
/// `target`, `call`, `buffer` and `range` may be read, eight words may be written, and `error`. `error` may be null.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn mali_attribute_buffer_pack(
    target: *const mali_target,
    call: *const mali_draw_call,
    buffer: *const mali_vertex_buffer,
    range: *const mali_buffer_range,
    words: *mut u32,
    error: *mut mali_error,
) -> mali_status {
    let answer = || {
        // SAFETY: the caller lets both be read.
        let call = unsafe { draw_call(target, call) }?;
        // SAFETY: the caller lets it be read.
        let buffer = unsafe { given::reference(buffer, "buffer") }?.convert(0)?;
        // SAFETY: the caller lets it be read.
        let range = *unsafe { given::reference(range, "range") }?;
        call.arch.check_attribute_buffers()?;
        let address = BufferAddress::new(range.address)?;
        let mode = FetchMode::new(call.dispatch()?, buffer.rate, call.rounding)?;
        let record = AttributeBuffer::new(mode, address, buffer.stride, range.size);
        // SAFETY: the caller lets eight words be written.
        *unsafe { given::mutable(words.cast::<[u32; 8]>(), "words") }? = record.words();
        Ok(())
    };
    // SAFETY: the caller lets it be written, and nothing else of the caller's is held here.
    finish(answer(), unsafe { given::optional(error) })
}

/// What does not change from draw to draw: the buffers and attributes of a pipeline, checked once.
///
/// It lies in memory of the caller's, is filled by `mali_vertex_input_init`, and may be copied and thrown away.
#[repr(C)]
pub struct mali_vertex_input {
    /// Nobody's business.
    pub opaque: [u64; MALI_VERTEX_INPUT_WORDS],
}

/// The size of a `mali_vertex_input`, in units of eight bytes.
pub const MALI_VERTEX_INPUT_WORDS: usize = 200;

/// What a `mali_vertex_input` keeps.
struct VertexInput {
    /// A draw of nothing.
    target: DrawCall,
    /// How many words both tables have.
    words: usize,
    buffers: List<VertexBuffer, MALI_MAX_BUFFERS>,
    attributes: List<VertexAttribute, MALI_MAX_ATTRIBUTES>,
}

impl Kept for VertexInput {
    type Place = mali_vertex_input;
    const STATE: u64 = 0x6d61_6c69_2d69_6e70;
}

/// Checks the buffers and attributes of a pipeline, for the draws that use them, and answers how long their tables
/// are.
///
/// # Safety
///
/// `target`, the buffers and the attributes may be read, `input`, `tables` and `error` may be written. `error` may be null.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn mali_vertex_input_init(
    input: *mut mali_vertex_input,
    target: *const mali_target,
    buffers: *const mali_vertex_buffer,
    buffer_count: usize,
    attributes: *const mali_vertex_attribute,
    attribute_count: usize,
    tables: *mut mali_tables,
    error: *mut mali_error,
) -> mali_status {
    let answer = || {
        // SAFETY: the caller lets it be read.
        let target = unsafe { given::reference(target, "target") }?.convert()?;
        // SAFETY: the caller lets so many be read.
        let buffers = unsafe { given::slice(buffers, buffer_count, "buffers") }?;
        // SAFETY: the caller lets so many be read.
        let attributes = unsafe { given::slice(attributes, attribute_count, "attributes") }?;
        let mut filled = VertexInput {
            target,
            words: 0,
            buffers: List::new(),
            attributes: List::new(),
        };
        filled
            .buffers
            .fill(buffers, "buffers", |number, buffer| buffer.convert(number))?;
        filled
            .attributes
            .fill(attributes, "attributes", |number, attribute| {
                attribute.convert(number)
            })?;
        let (buffers, attributes) = (filled.buffers.as_slice(), filled.attributes.as_slice());
        filled.words = words_needed(&target, buffers.len(), attributes)?;
        let attribute_words = attributes.len() * target.arch.attribute_words();
        // SAFETY: the caller lets it be written.
        *unsafe { given::mutable(tables, "tables") }? = mali_tables {
            buffer_words: filled.words - attribute_words,
            attribute_words,
        };
        // SAFETY: the caller lets it be written.
        unsafe { kept::put(input, filled, "input") }
    };
    // SAFETY: the caller lets it be written, and nothing else of the caller's is held here.
    finish(answer(), unsafe { given::optional(error) })
}

/// Writes both tables of a draw: that of the buffers, and behind it that of the attributes, where
/// `mali_vertex_input_init` said.
///
/// There is a range for each buffer. What `words` hold after an error is of no use.
///
/// # Safety
///
/// `input`, `call` and the ranges may be read, so many words may be written, and `error`. What is written
/// overlaps nothing else. `error` may be null. `input` is zeros, or `mali_vertex_input_init` filled it.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn mali_draw_write(
    input: *const mali_vertex_input,
    call: *const mali_draw_call,
    ranges: *const mali_buffer_range,
    range_count: usize,
    words: *mut u32,
    word_count: usize,
    error: *mut mali_error,
) -> mali_status {
    let answer = || {
        // SAFETY: the caller lets it be read, and says that it was filled.
        let input: &VertexInput = unsafe { kept::get(input, "input") }?;
        // SAFETY: the caller lets it be read.
        let call = unsafe { given::reference(call, "call") }?.convert(&input.target);
        let VertexInput {
            buffers,
            attributes,
            words: needed,
            ..
        } = input;
        let (buffers, attributes) = (buffers.as_slice(), attributes.as_slice());
        // Lengths first: what is no larger than a list is no larger than memory.
        if range_count != buffers.len() {
            return Err(Failure::from(DrawError::BufferCount {
                given: range_count,
                needed: buffers.len(),
            }));
        }
        if word_count < *needed {
            return Err(Failure::from(DrawError::TooShort {
                given: word_count,
                needed: *needed,
            }));
        }
        // SAFETY: the caller lets so many be read.
        let ranges = unsafe { given::slice(ranges, range_count, "ranges") }?;
        // SAFETY: the caller lets more or as many be written.
        let words = unsafe { given::slice_mut(words, *needed, "words") }?;
        let mut converted: List<_, MALI_MAX_BUFFERS> = List::new();
        let ranges = converted.fill(ranges, "ranges", |_, range| Ok(range.convert()))?;
        mali_instancing::draw::write(&call, buffers, attributes, ranges, words)?;
        Ok(())
    };
    // SAFETY: the caller lets it be written, and nothing else of the caller's is held here.
    finish(answer(), unsafe { given::optional(error) })
}

/// The words beside the tables.
pub(crate) fn job_words(call: &DrawCall) -> Result<mali_job_words, Failure> {
    let draw = call.draw()?.map(|draw| draw.words());
    let invocation = call.invocation()?.map(|invocation| invocation.words());
    Ok(mali_job_words {
        has_draw: draw.is_some().into(),
        draw: draw.unwrap_or_default(),
        has_invocation: invocation.is_some().into(),
        invocation: invocation.unwrap_or_default(),
    })
}

/// The words of a draw's `Draw` and `Invocation`, which V4 to V7 have beside the tables.
///
/// # Safety
///
/// `target` and `call` may be read, `job` and `error` may be written. `error` may be null.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn mali_draw_job_words(
    target: *const mali_target,
    call: *const mali_draw_call,
    job: *mut mali_job_words,
    error: *mut mali_error,
) -> mali_status {
    let answer = || {
        // SAFETY: the caller lets both be read.
        let call = unsafe { draw_call(target, call) }?;
        let words = job_words(&call)?;
        // SAFETY: the caller lets it be written.
        *unsafe { given::mutable(job, "job") }? = words;
        Ok(())
    };
    // SAFETY: the caller lets it be written, and nothing else of the caller's is held here.
    finish(answer(), unsafe { given::optional(error) })
}

/// Looks for the smallest and the largest index of a draw, and answers what follows from them.
///
/// `index_size` is 1, 2 or 4 bytes. `restart_index` points to the index that restarts a primitive, and is null
/// where none does.
///
/// # Safety
///
/// `index_count` indices may be read, and `restart_index`; `draw` and `error` may be written. `restart_index` and
/// `error` may be null.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn mali_indexed_vertices(
    indices: *const core::ffi::c_void,
    index_size: u32,
    index_count: usize,
    restart_index: *const u32,
    base_vertex: i32,
    draw: *mut mali_indexed_draw,
    error: *mut mali_error,
) -> mali_status {
    let answer = || {
        let restart_index = if restart_index.is_null() {
            None
        } else {
            // SAFETY: it is not null, and the caller lets it be read.
            Some(*unsafe { given::reference(restart_index, "restart_index") }?)
        };
        let indices = match index_size {
            // SAFETY: the caller lets so many be read.
            1 => Indices::U8(unsafe { given::slice(indices.cast(), index_count, "indices") }?),
            // SAFETY: the caller lets so many be read.
            2 => Indices::U16(unsafe { given::slice(indices.cast(), index_count, "indices") }?),
            // SAFETY: the caller lets so many be read.
            4 => Indices::U32(unsafe { given::slice(indices.cast(), index_count, "indices") }?),
            _ => return Err(terms::unknown("index_size", index_size, "1, 2 and 4")),
        };
        let bounds = indices.bounds(restart_index).ok_or(Failure::NoIndices)?;
        let IndexedVertices {
            vertices,
            offset_start,
            base_vertex_offset,
        } = bounds.vertices(base_vertex)?;
        // SAFETY: the caller lets it be written.
        *unsafe { given::mutable(draw, "draw") }? = mali_indexed_draw {
            vertices,
            offset_start,
            base_vertex_offset,
        };
        Ok(())
    };
    // SAFETY: the caller lets it be written, and nothing else of the caller's is held here.
    finish(answer(), unsafe { given::optional(error) })
}

/// The architecture of a GPU by its product id, the upper half of the register `GPU_ID`.
///
/// # Safety
///
/// `arch` and `error` may be written. `error` may be null.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn mali_arch_from_gpu_id(
    id: u16,
    arch: *mut mali_arch,
    error: *mut mali_error,
) -> mali_status {
    let answer = || {
        let number = mali_instancing::Arch::from_gpu_id(id)?.number();
        // SAFETY: the caller lets it be written.
        *unsafe { given::mutable(arch, "arch") }? = number.into();
        Ok(())
    };
    // SAFETY: the caller lets it be written, and nothing else of the caller's is held here.
    finish(answer(), unsafe { given::optional(error) })
}
