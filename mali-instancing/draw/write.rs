use super::definition::{DrawCall, Pipeline};
use super::error::DrawError;
use super::packing::attribute::{AttributeBegin, AttributePacker};
use super::packing::checked::{AttributeError, Attributes, Checked};
use super::packing::indices::{FIRST, Indices};
use super::packing::layout::{Layout, Tables};
use super::packing::offset::offset_word;
use super::packing::plain::{IS_WORTH_ITS_CODE, can_be_plain};
use super::packing::words::set;
use super::parts::{AttributeSource, BufferRange, VertexAttribute, VertexBuffer};
use crate::arch::Arch;

/// The length of both tables of a draw, in words. If it depends on the counts, the largest length: the
/// [`Tables`] that [`write()`] returns have the real one.
///
/// # Errors
///
/// [`DrawError::TooManyBuffers`] for more buffers than an attribute's index can number.
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

/// Writes both tables of a draw, of which all parts may be known only at run time.
///
/// [`VertexInput::write`](super::VertexInput::write) writes the same tables for the same parts and
/// ranges. For the descriptors `Draw` and `Invocation`, see [`DrawCall::draw`] and
/// [`DrawCall::invocation`]. Words after the tables may be overwritten, at most [`words_needed`] in all.
///
/// # Errors
///
/// A [`DrawError`] that names the buffer or the attribute, or the length that `words` must have. After an error, the
/// contents of `words` are unspecified.
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
// Its calls pass arguments on the stack, which a function in between would copy.
#[cfg_attr(target_pointer_width = "64", inline)]
pub fn write(
    call: &DrawCall,
    buffers: &[VertexBuffer],
    attributes: &[VertexAttribute],
    ranges: &[BufferRange],
    words: &mut [u32],
) -> Result<Tables, DrawError> {
    if !IS_WORTH_ITS_CODE {
        write_any(call, buffers, attributes, ranges, words)
    } else if !call.arch.has_attribute_buffers() {
        write_plain_valhall(call, buffers, attributes, ranges, words)
    } else if call.first_vertex | call.first_instance != 0 {
        write_plain::<false, true>(call, buffers, attributes, ranges, words)
    } else if call.instances == Some(1) {
        write_plain::<true, false>(call, buffers, attributes, ranges, words)
    } else {
        write_plain::<false, false>(call, buffers, attributes, ranges, words)
    }
}

/// Writes both tables of a draw on V4 to V7, with little work if it is a common one. With `ONE_EACH`, the draw has one
/// instance; with `MOVES`, it may move attributes. Each of these functions and the next one have their own registers and
/// stack.
#[inline(never)]
fn write_plain<const ONE_EACH: bool, const MOVES: bool>(
    call: &DrawCall,
    buffers: &[VertexBuffer],
    attributes: &[VertexAttribute],
    ranges: &[BufferRange],
    words: &mut [u32],
) -> Result<Tables, DrawError> {
    match plain_tables::<ONE_EACH, MOVES>(call, buffers, attributes, ranges, words) {
        Some(tables) => Ok(tables),
        None if MOVES => write_any(call, buffers, attributes, ranges, words),
        None => write_plain::<false, true>(call, buffers, attributes, ranges, words),
    }
}

/// Writes both tables of a common draw on V4 to V7. `None` if it is not a common one.
#[inline(always)]
fn plain_tables<const ONE_EACH: bool, const MOVES: bool>(
    call: &DrawCall,
    buffers: &[VertexBuffer],
    attributes: &[VertexAttribute],
    ranges: &[BufferRange],
    words: &mut [u32],
) -> Option<Tables> {
    let pipeline = call.pipeline();
    // The architecture has attribute buffers, and this tells the compiler so.
    if !pipeline.arch.has_attribute_buffers() || has_ids(pipeline.arch, attributes) {
        return None;
    }
    pipeline.check().ok()?;
    let layout = Layout::with_ids(&pipeline, buffers.len(), attributes.len(), false, None).ok()?;
    if !can_be_plain(&pipeline, buffers.len()) {
        return None;
    }
    let draw = GivenAttributes::checked(&pipeline, &layout, buffers, attributes);
    draw.write_plain::<ONE_EACH, MOVES>(&call.counts(), ranges, words)
}

/// Writes both tables of a draw from V9 on, with little work if it is a common one.
#[inline(never)]
fn write_plain_valhall(
    call: &DrawCall,
    buffers: &[VertexBuffer],
    attributes: &[VertexAttribute],
    ranges: &[BufferRange],
    words: &mut [u32],
) -> Result<Tables, DrawError> {
    let pipeline = call.pipeline();
    // The architecture is not before V9, and this tells the compiler so.
    if pipeline.arch.has_attribute_buffers() {
        return Ok(Tables::default());
    }
    pipeline.check().map_err(DrawError::Draw)?;
    let layout = Layout::from_v9(&pipeline, buffers.len(), attributes.len())?;
    let draw = GivenAttributes::checked(&pipeline, &layout, buffers, attributes);
    match draw.write_plain_valhall(&call.counts(), ranges, words) {
        Some(tables) => Ok(tables),
        None => write_any(call, buffers, attributes, ranges, words),
    }
}

/// Writes both tables of any draw, or returns its error. On 32-bit cores this is all that [`write()`] does.
#[cfg_attr(target_pointer_width = "64", inline(never))]
#[cfg_attr(not(target_pointer_width = "64"), inline(always))]
fn write_any(
    call: &DrawCall,
    buffers: &[VertexBuffer],
    attributes: &[VertexAttribute],
    ranges: &[BufferRange],
    words: &mut [u32],
) -> Result<Tables, DrawError> {
    if !call.arch.has_attribute_buffers() {
        return write_any_valhall(call, buffers, attributes, ranges, words);
    }
    let pipeline = call.pipeline();
    pipeline.check().map_err(DrawError::Draw)?;
    let layout = Layout::new(&pipeline, buffers.len(), attributes)?;
    let draw = GivenAttributes::checked(&pipeline, &layout, buffers, attributes);
    draw.write_attribute_buffers(&call.counts(), ranges, words)
}

/// Writes both tables of any draw from V9 on.
#[inline(never)]
fn write_any_valhall(
    call: &DrawCall,
    buffers: &[VertexBuffer],
    attributes: &[VertexAttribute],
    ranges: &[BufferRange],
    words: &mut [u32],
) -> Result<Tables, DrawError> {
    let pipeline = call.pipeline();
    pipeline.check().map_err(DrawError::Draw)?;
    let layout = Layout::from_v9(&pipeline, buffers.len(), attributes.len())?;
    let draw = GivenAttributes::checked(&pipeline, &layout, buffers, attributes);
    draw.write_valhall(&call.counts(), ranges, words)
}

/// Attributes that were not checked.
#[derive(Clone, Copy)]
struct GivenAttributes<'a> {
    pipeline: Pipeline,
    buffers: &'a [VertexBuffer],
    attributes: &'a [VertexAttribute],
}

impl<'a> GivenAttributes<'a> {
    #[inline(always)]
    fn checked(
        pipeline: &'a Pipeline,
        layout: &'a Layout,
        buffers: &'a [VertexBuffer],
        attributes: &'a [VertexAttribute],
    ) -> Checked<'a, Self> {
        Checked {
            pipeline,
            layout,
            buffers,
            attributes: Self {
                pipeline: *pipeline,
                buffers,
                attributes,
            },
        }
    }
}

impl Attributes for GivenAttributes<'_> {
    const ARE_CHECKED: bool = false;

    #[inline(always)]
    fn write(
        &self,
        indices: Indices<'_, impl Fn(usize) -> u32>,
        words: &mut [u32],
    ) -> Option<bool> {
        let packer = AttributePacker::new(self.pipeline, self.buffers);
        let first = self.buffers.len().min(FIRST);
        let mut offsets = 0;
        let parts = self.attributes.iter().zip(words.chunks_exact_mut(2));
        for (number, (attribute, words)) in parts.enumerate() {
            let index = match attribute.source {
                AttributeSource::Buffer(buffer) if buffer < first => (indices.first)(buffer),
                _ => indices
                    .others?
                    .of(begin(self.pipeline, self.buffers, attribute)?),
            };
            set(words, packer.words(number, attribute, index).ok()?);
            words[1] = attribute.offset;
            offsets |= attribute.offset;
        }
        Some(i32::try_from(offsets).is_ok())
    }

    #[inline(always)]
    fn write_valhall(&self, words: &mut [u32]) -> Option<bool> {
        let mut packer = AttributePacker::new(self.pipeline, self.buffers);
        let mut offsets = 0;
        let parts = self.attributes.iter().zip(words.chunks_exact_mut(8));
        for (number, (attribute, words)) in parts.enumerate() {
            let buffer = match attribute.source {
                AttributeSource::Buffer(buffer) => buffer,
                _ => begin(self.pipeline, self.buffers, attribute)? as usize,
            };
            set(words, packer.valhall_words(number, attribute, buffer).ok()?);
            words[offset_word(8)] = attribute.offset;
            offsets |= attribute.offset;
        }
        Some(i32::try_from(offsets).is_ok())
    }

    #[inline]
    fn offsets_fit(&self) -> bool {
        true
    }

    #[inline]
    fn are_plain(&self) -> bool {
        true
    }

    fn error(&self) -> Option<AttributeError> {
        let mut packer = AttributePacker::new(self.pipeline, self.buffers);
        let mut attributes = self.attributes.iter().enumerate();
        attributes.find_map(|(number, attribute)| {
            let begin = packer.begin(number, attribute);
            let words = begin.and_then(|begin| packer.words_of_any(number, attribute, begin));
            words.err().map(|error| (number, error))
        })
    }

    #[inline]
    fn begins(&self) -> impl Iterator<Item = AttributeBegin> {
        self.attributes.iter().map(AttributeBegin::of)
    }
}

/// The number of an attribute's buffer or ID. This is a separate function for attributes whose buffers are not among
/// the first.
#[cold]
#[inline(never)]
fn begin(pipeline: Pipeline, buffers: &[VertexBuffer], attribute: &VertexAttribute) -> Option<u32> {
    let begin = AttributePacker::new(pipeline, buffers).begin(0, attribute);
    begin.ok().map(|begin| begin.buffer)
}

/// Whether an attribute has a descriptor of an ID.
#[inline]
fn has_ids(arch: Arch, attributes: &[VertexAttribute]) -> bool {
    let mut sources = attributes.iter().map(|attribute| attribute.source);
    arch.has_id_descriptors() && sources.any(|source| !matches!(source, AttributeSource::Buffer(_)))
}
