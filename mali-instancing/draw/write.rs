use super::definition::{DrawCounts, Pipeline};
use super::error::DrawError;
use super::packing::alignment::{alignment_masks, check_aligned};
use super::packing::exact::{self, Bindings};
use super::packing::given::Given;
use super::packing::layout::{Layout, Tables};
use super::parts::{BufferRange, VertexAttribute, VertexBuffer};
use crate::error::tri;

/// The length of both tables of a draw, in words. If it depends on the counts, the largest length: the
/// [`Tables`] that [`write()`] returns have the real one.
///
/// # Errors
///
/// [`DrawError::Draw`] for rules that the architecture does not have, and [`DrawError::TooManyBuffers`] for more than
/// 32 buffers.
///
/// ```
/// use mali_instancing::Arch;
/// use mali_instancing::draw::{Pipeline, words_needed};
///
/// assert_eq!(words_needed(&Pipeline::new(Arch::V7), 2, &[])?, 20);
/// # Ok::<(), mali_instancing::draw::DrawError>(())
/// ```
pub const fn words_needed(
    pipeline: &Pipeline,
    buffers: usize,
    attributes: &[VertexAttribute],
) -> Result<usize, DrawError> {
    tri!(pipeline.check(), DrawError::Draw);
    Ok(tri!(Layout::new(pipeline, buffers, attributes)).words_needed())
}

/// Writes both tables of a draw, of which all parts may be known only at run time.
///
/// [`VertexInput::write`](super::VertexInput::write) writes the same tables for the same parts and
/// ranges. For the descriptors `Draw` and `Invocation`, see [`Pipeline::draw`] and
/// [`Pipeline::invocation`]. Words after the tables may be overwritten, at most [`words_needed`] in all.
///
/// `words` can be write-combined memory: no word of them is read. On V4 to V7 some words of the table of buffers are
/// written twice.
///
/// # Errors
///
/// A [`DrawError`] that names the buffer or the attribute, or the length that `words` must have. After an error, the
/// contents of `words` are unspecified. No vertices and no instances are an error on every architecture: they draw
/// nothing, and the caller skips the draw.
///
/// ```
/// use mali_instancing::draw::{BufferRange, DrawCounts, Pipeline, VertexAttribute, VertexBuffer, write};
/// use mali_instancing::{Arch, Format, InputRate};
///
/// let pipeline = Pipeline::new(Arch::V9);
/// let counts = DrawCounts::instanced(70, 100);
/// let buffers = [VertexBuffer::new(64, InputRate::from_vulkan_divisor(3))];
/// let attributes = [VertexAttribute::new(0, Format::R32G32B32A32_SFLOAT, 16)];
/// let ranges = [BufferRange::new(0x1000_0004, 6400)];
/// let mut words = [0; 16];
/// let tables = write(&pipeline, &counts, &buffers, &attributes, &ranges, &mut words)?;
/// assert_eq!(words[tables.buffers], [0x19, 6400, 0x1000_0004, 0, 0, 0, 0, 0]);
/// assert_eq!(words[tables.attributes], [0x2fc0_0035, 0x2100_0040, 16, 0, 64, 0x2aaa_aaaa, 0, 0]);
/// # Ok::<(), mali_instancing::draw::DrawError>(())
/// ```
#[inline]
pub fn write(
    pipeline: &Pipeline,
    counts: &DrawCounts,
    buffers: &[VertexBuffer],
    attributes: &[VertexAttribute],
    ranges: &[BufferRange],
    words: &mut [u32],
) -> Result<Tables, DrawError> {
    write_from(pipeline, counts, buffers, attributes, ranges, &[], words)
}

/// Checks that the ranges of a draw are aligned for its attributes: the addresses, and the strides that are bound with them.
/// A Mali converts unaligned elements wrongly, see [`Format::alignment`](crate::Format::alignment).
///
/// [`write()`] and [`VertexInput::write`](super::VertexInput::write) do not check this. Call it where the application binds
/// its buffers, or in a constant for addresses that never change.
///
/// # Errors
///
/// [`DrawError::UnalignedBuffer`] for the first range that is not aligned. A misaligned buffer has to be copied.
///
/// ```
/// use mali_instancing::draw::{BufferRange, Pipeline, VertexAttribute, check_ranges};
/// use mali_instancing::{Arch, Format};
///
/// const POSITION: VertexAttribute = VertexAttribute::new(0, Format::R32G32B32_SFLOAT, 0);
/// const MESH: BufferRange = BufferRange::new(0x1000_0004, 1400);
/// const _: () = assert!(check_ranges(&Pipeline::new(Arch::V7), &[POSITION], &[MESH]).is_ok());
/// let odd = BufferRange::new(0x1000_0001, 1400);
/// assert!(check_ranges(&Pipeline::new(Arch::V7), &[POSITION], &[odd]).is_err());
/// ```
pub const fn check_ranges(
    pipeline: &Pipeline,
    attributes: &[VertexAttribute],
    ranges: &[BufferRange],
) -> Result<(), DrawError> {
    let masks = alignment_masks(pipeline, attributes);
    check_aligned(&masks, pipeline.bound_strides, ranges)
}

/// Writes both tables of a draw whose ranges are parts of buffers, as
/// [`VertexInputState::write_from`](super::VertexInputState::write_from) does: each begins with the element of its buffer
/// that `first_elements` has for it. Empty `first_elements` are zeros.
///
/// # Errors
///
/// Those of [`write()`], and [`DrawError::BufferCount`] for a wrong length of `first_elements`.
///
/// ```
/// use mali_instancing::draw::{BufferRange, DrawCounts, Pipeline, VertexAttribute, VertexBuffer, write_from};
/// use mali_instancing::{Arch, Format, InputRate};
///
/// // A copy of elements 10 to 79, of which the draw reads the first 70.
/// let pipeline = Pipeline::new(Arch::V7);
/// let counts = DrawCounts::any_instances(70).with_first_vertex(10);
/// let buffers = [VertexBuffer::new(8, InputRate::Vertex)];
/// let attributes = [VertexAttribute::new(0, Format::R32G32_SFLOAT, 0)];
/// let copy = [BufferRange::new(0x1000_0000, 70 * 8)];
/// let mut words = [0; 14];
/// let tables = write_from(&pipeline, &counts, &buffers, &attributes, &copy, &[10], &mut words)?;
/// assert_eq!(words[tables.attributes][1] as i32, -80);
/// # Ok::<(), mali_instancing::draw::DrawError>(())
/// ```
pub fn write_from(
    pipeline: &Pipeline,
    counts: &DrawCounts,
    buffers: &[VertexBuffer],
    attributes: &[VertexAttribute],
    ranges: &[BufferRange],
    first_elements: &[u32],
    words: &mut [u32],
) -> Result<Tables, DrawError> {
    pipeline.check().map_err(DrawError::Draw)?;
    let layout = Layout::new(pipeline, buffers.len(), attributes)?;
    let given = Given {
        pipeline,
        buffers,
        attributes,
    };
    let bindings = Bindings {
        ranges,
        first_elements,
    };
    exact::write(pipeline, &layout, given, counts, bindings, words)
}
