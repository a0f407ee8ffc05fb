use core::ops::Range;

use super::call::DrawCall;
use super::error::DrawError;
use super::layout::{BUFFER_WORDS, Layout, RECORD_WORDS};
use super::parts::{BufferRange, Source, VertexAttribute, VertexBuffer};
use super::records::{add_to_offset, attribute_words, buffer_words, place_buffer};
use crate::dispatch::Dispatch;

/// Where the tables of a draw lie among the words that were written.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "defmt", derive(defmt::Format))]
pub struct Tables {
    /// The table of buffers. The hardware wants it aligned to 64 bytes.
    pub buffers: Range<usize>,
    /// The table of attributes, right behind it.
    pub attributes: Range<usize>,
}

/// What the tables of a draw are made by: the threads that it dispatches and where records stand.
pub(super) const fn dispatch_and_layout(
    call: &DrawCall,
    buffers: usize,
    attributes: &[VertexAttribute],
) -> Result<(Dispatch, Layout), DrawError> {
    match (call.dispatch(), Layout::new(call.arch, buffers, attributes)) {
        (Ok(dispatch), Ok(layout)) => Ok((dispatch, layout)),
        (Err(error), _) => Err(DrawError::Draw(error)),
        (_, Err(error)) => Err(error),
    }
}

/// The length of both tables of a draw, in words.
///
/// # Errors
///
/// A [`DrawError`] that names the attribute whose source does not exist.
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
    match Layout::new(call.arch, buffers, attributes) {
        Ok(layout) => Ok(layout.words_needed()),
        Err(error) => Err(error),
    }
}

/// Writes both tables of a draw whose parts are only known at run time.
///
/// A [`VertexInput`](super::VertexInput) of the same parts writes the same tables when it is bound to
/// the same ranges. For the records `Draw` and `Invocation`, see [`DrawCall::draw`] and
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
/// let ranges = [BufferRange { address: 0x1000_0004, size: Some(6400) }];
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
    if ranges.len() != buffers.len() {
        return Err(DrawError::BufferCount {
            given: ranges.len(),
            needed: buffers.len(),
        });
    }
    let (dispatch, layout) = dispatch_and_layout(call, buffers.len(), attributes)?;
    let mut writer = Writer::new(layout, words)?;
    for (number, (buffer, range)) in buffers.iter().zip(ranges).enumerate() {
        let buffer = buffer_words(call, dispatch, number, buffer)?;
        writer.buffer(call, number, buffer, *range)?;
    }
    writer.trailing_records(layout.trailing_records(call, dispatch));
    for (number, attribute) in attributes.iter().enumerate() {
        let words = attribute_words(call, dispatch, layout, number, attribute, buffers)?;
        if call.arch.has_attribute_buffers() {
            let [first, second, ..] = words;
            writer.attribute(call, number, [first, second], attribute.source, ranges)?;
        } else {
            writer.attribute(call, number, words, attribute.source, ranges)?;
        }
    }
    Ok(writer.tables)
}

/// Writes a draw's tables from front to back.
pub(super) struct Writer<'a> {
    rest: &'a mut [u32],
    pub(super) tables: Tables,
    trailing_record_count: usize,
}

impl<'a> Writer<'a> {
    pub(super) fn new(layout: Layout, words: &'a mut [u32]) -> Result<Self, DrawError> {
        let buffers = layout.buffer_table_words();
        let needed = layout.words_needed();
        let given = words.len();
        match words.get_mut(..needed) {
            Some(rest) => Ok(Self {
                rest,
                tables: Tables {
                    buffers: 0..buffers,
                    attributes: buffers..needed,
                },
                trailing_record_count: layout.trailing_record_count(),
            }),
            None => Err(DrawError::TooShort { given, needed }),
        }
    }

    /// Writes the next record. Lengths that are known at compile time make copies of a few stores.
    fn push<const WORDS: usize>(&mut self, words: [u32; WORDS]) {
        if let Some((front, rest)) = core::mem::take(&mut self.rest).split_first_chunk_mut() {
            *front = words;
            self.rest = rest;
        }
    }

    pub(super) fn buffer(
        &mut self,
        call: &DrawCall,
        number: usize,
        mut words: [u32; BUFFER_WORDS],
        range: BufferRange,
    ) -> Result<(), DrawError> {
        place_buffer(call.arch, number, &mut words, range)?;
        self.push(words);
        Ok(())
    }

    pub(super) fn trailing_records(&mut self, records: [[u32; RECORD_WORDS]; 2]) {
        for record in records.into_iter().take(self.trailing_record_count) {
            self.push(record);
        }
    }

    pub(super) fn attribute<const WORDS: usize>(
        &mut self,
        call: &DrawCall,
        number: usize,
        mut words: [u32; WORDS],
        source: Source,
        ranges: &[BufferRange],
    ) -> Result<(), DrawError> {
        let range = match source {
            Source::Buffer(buffer) => ranges.get(buffer),
            Source::VertexId | Source::InstanceId => None,
        };
        if let Some(range) = range {
            add_to_offset(call.arch, number, &mut words, range.remainder(call.arch))?;
        }
        self.push(words);
        Ok(())
    }
}
