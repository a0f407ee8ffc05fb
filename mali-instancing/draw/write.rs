use super::definition::DrawCall;
use super::error::DrawError;
use super::packing::attribute::AttributePacker;
use super::packing::draw_tables::DrawTables;
use super::packing::layout::{Layout, Tables};
use super::parts::{BufferRange, VertexAttribute, VertexBuffer};

/// The length of both tables of a draw, in words: at most, where it depends on the counts. The
/// [`Tables`] that are written say where they end.
///
/// # Errors
///
/// [`DrawError::TooManyBuffers`].
///
/// ```
/// use mali_instancing::Arch;
/// use mali_instancing::draw::{DrawCall, words_needed};
///
/// assert_eq!(words_needed(&DrawCall::new(Arch::V7, 70), 2, &[])?, 20);
/// # Ok::<(), mali_instancing::draw::DrawError>(())
/// ```
pub const fn words_needed(
    call: &DrawCall,
    buffers: usize,
    attributes: &[VertexAttribute],
) -> Result<usize, DrawError> {
    match Layout::new(&call.pipeline(), buffers, attributes) {
        Ok(layout) => Ok(layout.words_needed()),
        Err(error) => Err(error),
    }
}

/// Writes both tables of a draw whose parts are only known at run time.
///
/// A [`VertexInput`](super::VertexInput) of the same parts writes the same tables when it is bound to
/// the same ranges. For the descriptors `Draw` and `Invocation`, see [`DrawCall::draw`] and
/// [`DrawCall::invocation`].
///
/// # Errors
///
/// A [`DrawError`] that names the buffer or the attribute, or the length that `words` must have. What
/// `words` hold then is of no use.
///
/// ```
/// use mali_instancing::draw::{BufferRange, DrawCall, VertexAttribute, VertexBuffer, write};
/// use mali_instancing::{Arch, Format, InputRate};
///
/// let call = DrawCall { instances: Some(100), ..DrawCall::new(Arch::V9, 70) };
/// let buffers = [VertexBuffer::new(64, InputRate::from_vulkan_divisor(3))];
/// let attributes = [VertexAttribute::new(0, Format::R32G32B32A32_SFLOAT, 16)];
/// let ranges = [BufferRange::new(0x1000_0004, 6400)];
/// let mut words = [0; 16];
/// let tables = write(&call, &buffers, &attributes, &ranges, &mut words)?;
/// assert_eq!(words[tables.buffers], [0x19, 6400, 0x1000_0004, 0, 0, 0, 0, 0]);
/// assert_eq!(words[tables.attributes], [0x2fc0_0035, 0x2100_0040, 16, 0, 64, 0x2aaa_aaaa, 0, 0]);
/// # Ok::<(), mali_instancing::draw::DrawError>(())
/// ```
pub fn write(
    call: &DrawCall,
    buffers: &[VertexBuffer],
    attributes: &[VertexAttribute],
    ranges: &[BufferRange],
    words: &mut [u32],
) -> Result<Tables, DrawError> {
    let pipeline = call.pipeline();
    pipeline.check().map_err(DrawError::Draw)?;
    let layout = Layout::new(&pipeline, buffers.len(), attributes)?;
    let draw = DrawTables {
        pipeline: &pipeline,
        layout: &layout,
        buffers,
        counts: &call.counts(),
        ranges,
    };
    let thread_count = draw.thread_count()?;
    let mut packer = AttributePacker::new(pipeline, buffers);
    if pipeline.arch.has_attribute_buffers() {
        draw.write_attribute_buffers(thread_count, words, |indices, offsets, words| {
            offsets.write_attributes(words, attributes, |number, attribute, begin| {
                let [first, second] = packer.words(number, attribute, begin)?;
                Ok([
                    first | indices.of(begin.buffer, offsets.draw, offsets.thread_count),
                    second,
                ])
            })
        })
    } else {
        draw.write_valhall(thread_count, words, |offsets, words| {
            offsets.write_attributes(words, attributes, |number, attribute, begin| {
                packer.valhall_words(number, attribute, begin)
            })
        })
    }
}
