use super::definition::{DrawCounts, Pipeline};
use super::error::DrawError;
use super::packing::attribute::AttributePacker;
use super::packing::buffer_indices::{BufferIndices, has_continuation, with_copy, write_at};
use super::packing::exact::{bound_size, size_from};
use super::packing::ids::{id_descriptors, write_ids, write_null_terminator};
use super::packing::layout::{DescriptorWords, Layout, Tables};
use super::packing::offset::ElementStart;
use super::packing::valhall::move_attribute;
use super::packing::variant::{Common, divisor_of};
use super::packing::words::{BUFFER_WORDS, DESCRIPTOR_WORDS, set};
use super::parts::{AttributeSource, BufferRange, VertexAttribute, VertexBuffer};
use super::table_layout::TableLayout;
use crate::descriptor::{Attribute, AttributeBuffer, Buffer, BufferAddress, ValhallAttribute};
use crate::error::{Error, tri};
use crate::padded_count::PaddedCount;

/// The packed vertex input of a draw whose counts are known: ready descriptors, to which
/// [`write`](VertexInput::write) adds addresses. It can be a constant, if its parts are constants.
///
/// If a draw's counts are known later than its buffers and attributes, as in a driver's pipeline, make a
/// [`VertexInputState`](super::VertexInputState) instead.
///
/// `WORDS` is [`Arch::attribute_words`](crate::Arch::attribute_words): 2 on V4 to V7, 8 from V9 on.
///
/// ```
/// use mali_instancing::draw::{BufferRange, DrawCounts, Pipeline, VertexAttribute, VertexBuffer, VertexInput};
/// use mali_instancing::{Arch, Format, InputRate};
///
/// static CUBE: VertexInput<2, 3, 2> = {
///     let pipeline = Pipeline::new(Arch::V7);
///     let counts = DrawCounts::instanced(70, 100);
///     let buffers = [
///         VertexBuffer::new(20, InputRate::Vertex),
///         VertexBuffer::new(64, InputRate::from_gl_divisor(3)),
///     ];
///     let attributes = [
///         VertexAttribute::new(0, Format::R32G32B32_SFLOAT, 0),
///         VertexAttribute::new(0, Format::R16G16_UNORM, 12),
///         VertexAttribute::new(1, Format::R32G32B32A32_SFLOAT, 0),
///     ];
///     match VertexInput::new(pipeline, counts, buffers, attributes) {
///         Ok(input) => input,
///         Err(_) => panic!(),
///     }
/// };
///
/// let mut words = [0; CUBE.words_needed()];
/// let ranges = [
///     BufferRange::new(0x1000_0000, 1400),
///     BufferRange::new(0x2000_0010, 2176),
/// ];
/// let tables = CUBE.write(&ranges, &mut words)?;
/// assert_eq!(words[8..12], [0x2000_0004, 0x2700_0000, 64, 2192]);
/// assert_eq!(words[tables.attributes][4..], [0x2fc0_0202, 16]);
/// # Ok::<(), mali_instancing::draw::DrawError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct VertexInput<const BUFFERS: usize, const ATTRIBUTES: usize, const WORDS: usize> {
    pipeline: Pipeline,
    counts: DrawCounts,
    layout: Layout,
    buffers: [[u32; BUFFER_WORDS]; BUFFERS],
    buffer_indices: [u32; BUFFERS],
    /// The number of each attribute's buffer; [`NO_BUFFER`] for an ID.
    attribute_buffers: [u8; ATTRIBUTES],
    /// The number of descriptors of all buffers.
    buffer_descriptors: u32,
    padded_vertices: Option<PaddedCount>,
    /// The size of each buffer, or [`BufferRange::NO_SIZE`].
    sizes: [u32; BUFFERS],
    id_descriptors: [[u32; DESCRIPTOR_WORDS]; 2],
    attributes: [[u32; WORDS]; ATTRIBUTES],
    draw: Option<[u32; 2]>,
    invocation: Option<[u32; 2]>,
}

/// The number that an ID has in place of a buffer's.
const NO_BUFFER: u8 = u8::MAX;

impl<const BUFFERS: usize, const ATTRIBUTES: usize, const WORDS: usize>
    VertexInput<BUFFERS, ATTRIBUTES, WORDS>
{
    /// Packs the vertex input of a draw, with every buffer at address 0.
    ///
    /// # Errors
    ///
    /// A [`DrawError`] that names the buffer or the attribute.
    ///
    /// ```
    /// use mali_instancing::draw::{DrawCounts, DrawError, Pipeline, VertexAttribute, VertexBuffer, VertexInput};
    /// use mali_instancing::{Arch, Format, InputRate};
    ///
    /// let pipeline = Pipeline::new(Arch::V7);
    /// let counts = DrawCounts::any_instances(70);
    /// let buffers = [VertexBuffer::new(20, InputRate::Vertex)];
    /// let attributes = [VertexAttribute::new(1, Format::R32_SFLOAT, 0)];
    /// let error = VertexInput::<1, 1, 2>::new(pipeline, counts, buffers, attributes).unwrap_err();
    /// assert_eq!(error, DrawError::UnknownBuffer { attribute: 0, buffer: 1, buffers: 1 });
    /// ```
    pub const fn new(
        pipeline: Pipeline,
        counts: DrawCounts,
        buffers: [VertexBuffer; BUFFERS],
        attributes: [VertexAttribute; ATTRIBUTES],
    ) -> Result<Self, DrawError> {
        if WORDS != pipeline.arch.attribute_words() {
            return Err(DrawError::AttributeWords {
                words: WORDS,
                arch: pipeline.arch,
            });
        }
        tri!(pipeline.check(), DrawError::Draw);
        // `write` copies ready descriptors, and changes no stride.
        if pipeline.bound_strides {
            return Err(DrawError::Draw(Error::BoundStrides));
        }
        let layout = tri!(Layout::new(&pipeline, BUFFERS, &attributes));
        let thread_count = tri!(pipeline.thread_count(&counts), DrawError::Draw);
        tri!(layout.check_instance_id(thread_count, counts.vertices));
        let [draw, invocation] = tri!(pipeline.draw_and_invocation_words(&counts, thread_count));
        let mut input = Self {
            pipeline,
            counts,
            layout,
            buffers: [[0; BUFFER_WORDS]; BUFFERS],
            buffer_indices: [0; BUFFERS],
            attribute_buffers: [NO_BUFFER; ATTRIBUTES],
            buffer_descriptors: BUFFERS as u32,
            padded_vertices: if pipeline.arch.has_attribute_buffers() {
                Some(thread_count.padded_vertices())
            } else {
                None
            },
            sizes: [BufferRange::NO_SIZE; BUFFERS],
            id_descriptors: id_descriptors(&layout, thread_count, pipeline.rounding),
            attributes: [[0; WORDS]; ATTRIBUTES],
            draw,
            invocation,
        };
        let common = Common::new(thread_count, pipeline.rounding, &counts);
        // For aligned addresses. `write` adds remainders.
        let mut starts = [ElementStart::NONE; BUFFERS];
        let mut indices = BufferIndices::new(pipeline.layout);
        let mut number = 0;
        while number < BUFFERS {
            let VertexBuffer { stride, rate, size } = buffers[number];
            let known_size = match size {
                Some(size) => size,
                None => 0,
            };
            if pipeline.arch.has_attribute_buffers() {
                let variant = match common.variant(rate) {
                    Ok(variant) => variant,
                    Err(error) => {
                        return Err(DrawError::Buffer {
                            buffer: number,
                            error,
                        });
                    }
                };
                let has_continuation = variant.has_continuation();
                let first = variant.descriptor(BufferAddress::NULL, stride, known_size);
                let second = match pipeline.layout {
                    _ if has_continuation => variant.continuation(divisor_of(rate)),
                    TableLayout::Fixed => first,
                    TableLayout::Driver => [0; DESCRIPTOR_WORDS],
                };
                let (descriptor, continuation) =
                    input.buffers[number].split_at_mut(DESCRIPTOR_WORDS);
                set(descriptor, first);
                set(continuation, second);
                input.buffer_indices[number] = indices.place_descriptors(has_continuation) as u32;
                starts[number] = common.start(variant, stride);
                input.buffer_descriptors = indices.next() as u32;
            } else {
                input.buffer_indices[number] = number as u32;
                input.buffers[number] = Buffer::below_4_gib(0, known_size).words();
                starts[number] = ElementStart::from_v9(rate, stride, counts.first_instance, 0);
            }
            input.sizes[number] = buffers[number].size_or_none();
            number += 1;
        }
        let mut packer = AttributePacker::new(pipeline, &buffers);
        let mut number = 0;
        while number < ATTRIBUTES {
            let attribute = &attributes[number];
            let buffer = tri!(packer.buffer(number, attribute));
            let (index, start) = match attribute.source {
                AttributeSource::Buffer(buffer) => {
                    input.attribute_buffers[number] = buffer as u8;
                    (input.buffer_indices[buffer], starts[buffer])
                }
                _ => (
                    layout.id_index(buffer, input.buffer_descriptors),
                    ElementStart::NONE,
                ),
            };
            // `WORDS` was compared with the architecture: it is 2 for the two words, and 8 for the loop below.
            let descriptor = &mut input.attributes[number];
            if pipeline.arch.has_attribute_buffers() {
                // The counts are known, so this is the final index, not the number of a buffer as in a state.
                let [word, _] = tri!(packer.words(number, attribute, index));
                [descriptor[0], descriptor[1]] =
                    tri!(start.attribute_words(number, word, attribute.offset));
            } else {
                // From V9 on an ID is an error above, so this is the number of a buffer.
                let buffer = buffer as usize;
                let mut words = tri!(packer.valhall_words(number, attribute, buffer));
                words[ValhallAttribute::OFFSET.word()] = attribute.offset;
                let VertexBuffer { rate, stride, .. } = buffers[buffer];
                tri!(move_attribute(number, rate, stride, start, &mut words));
                let mut word = 0;
                while word < WORDS {
                    descriptor[word] = words[word];
                    word += 1;
                }
            }
            number += 1;
        }
        Ok(input)
    }

    /// The rules of the draw that this was packed for.
    #[must_use]
    pub const fn pipeline(&self) -> &Pipeline {
        &self.pipeline
    }

    /// The counts of the draw that this was packed for.
    #[must_use]
    pub const fn counts(&self) -> &DrawCounts {
        &self.counts
    }

    /// Each buffer's words, with address 0, and with size 0 if the size is not known: an attribute buffer and its
    /// continuation on V4 to V7, a buffer descriptor from V9 on. Without a continuation, the last four words are zeros,
    /// or the copy that [`TableLayout::Fixed`] has.
    #[must_use]
    pub const fn buffers(&self) -> &[[u32; 8]; BUFFERS] {
        &self.buffers
    }

    /// The index of each buffer's descriptor in the table. Descriptors have four words on V4 to V7, and eight from V9
    /// on.
    #[must_use]
    pub const fn buffer_indices(&self) -> &[u32; BUFFERS] {
        &self.buffer_indices
    }

    /// Each attribute's words, for buffers at aligned addresses.
    #[must_use]
    pub const fn attributes(&self) -> &[[u32; WORDS]; ATTRIBUTES] {
        &self.attributes
    }

    /// Words 0 and 1 of the `Draw` descriptor; `None` from V9 on.
    #[must_use]
    pub const fn draw_words(&self) -> Option<[u32; 2]> {
        self.draw
    }

    /// The `Invocation` descriptor; `None` from V9 on, and if the number of instances is not known.
    #[must_use]
    pub const fn invocation_words(&self) -> Option<[u32; 2]> {
        self.invocation
    }

    /// The length of both tables, in words.
    ///
    /// ```
    /// # use mali_instancing::draw::{DrawCounts, Pipeline, VertexBuffer, VertexInput};
    /// # use mali_instancing::{Arch, InputRate};
    /// let buffers = [VertexBuffer::new(20, InputRate::Vertex)];
    /// let input = VertexInput::<1, 0, 2>::new(Pipeline::new(Arch::V7), DrawCounts::any_instances(70), buffers, [])?;
    /// assert_eq!(input.words_needed(), 8); // with V7's null terminator
    /// # Ok::<(), mali_instancing::draw::DrawError>(())
    /// ```
    #[must_use]
    pub const fn words_needed(&self) -> usize {
        self.tables().attributes.end
    }

    const fn tables(&self) -> Tables {
        let descriptor_words = DescriptorWords::of(self.pipeline.arch);
        self.layout.tables_after(
            self.buffer_descriptors,
            descriptor_words,
            self.padded_vertices,
        )
    }

    /// Writes both tables, with every buffer at its range.
    ///
    /// `words` can be write-combined memory: no word of them is read. On V4 to V7 some words are written twice.
    ///
    /// # Errors
    ///
    /// [`DrawError::OutputTooSmall`], with the length that is needed. [`DrawError::MissingBufferSize`] for a buffer of which
    /// neither the pipeline nor the range has a size. [`DrawError::Buffer`] for an address of more than
    /// 56 bits. [`DrawError::BufferSize`] and [`DrawError::Offset`] for a size and an offset that do not fit 32 bits when the
    /// unaligned part of an address is added. After an error, the contents of `words` are unspecified.
    ///
    /// ```
    /// # use mali_instancing::draw::{BufferRange, DrawCounts, Pipeline, VertexBuffer, VertexInput};
    /// # use mali_instancing::{Arch, InputRate};
    /// let buffers = [VertexBuffer::new(20, InputRate::Vertex).with_size(Some(1400))];
    /// let input = VertexInput::<1, 0, 2>::new(Pipeline::new(Arch::V7), DrawCounts::any_instances(70), buffers, [])?;
    /// let mut words = [0; 12];
    /// input.write(&[BufferRange::at(0x1000_0000)], &mut words)?;
    /// assert_eq!(words[..4], [0x1000_0003, 0x8300_0000, 20, 1400]);
    /// # Ok::<(), mali_instancing::draw::DrawError>(())
    /// ```
    pub fn write(
        &self,
        ranges: &[BufferRange; BUFFERS],
        words: &mut [u32],
    ) -> Result<Tables, DrawError> {
        let (given, needed) = (words.len(), self.words_needed());
        // The parts are as long as the words, which the compiler does not know.
        let error = DrawError::OutputTooSmall { given, needed };
        let words = words.get_mut(..needed).ok_or(error)?;
        let tables = self.tables();
        let (table, attribute_words) = words
            .split_at_mut_checked(tables.buffers.end)
            .ok_or(error)?;
        let attributes = self.attributes.as_flattened();
        let own = attribute_words.get_mut(..attributes.len()).ok_or(error)?;
        own.copy_from_slice(attributes);
        let parts = self.buffers.iter().zip(ranges).zip(&self.sizes).enumerate();
        if !self.pipeline.arch.has_attribute_buffers() {
            let parts = parts.zip(table.chunks_exact_mut(BUFFER_WORDS));
            for ((number, ((_, range), size)), words) in parts {
                let size = bound_size(number, *size, range)?;
                set(words, Buffer::below_4_gib(range.address, size).words());
            }
            return Ok(tables);
        }
        let mut address_bits = 0;
        for ((number, ((buffer, range), size)), index) in parts.zip(&self.buffer_indices) {
            let (base, remainder) = match BufferAddress::split(range.address) {
                Ok(split) => split,
                Err(error) => {
                    return Err(DrawError::Buffer {
                        buffer: number,
                        error,
                    });
                }
            };
            let size = size_from(number, bound_size(number, *size, range)?, remainder)?;
            let descriptor = AttributeBuffer::from_words(*buffer).with_address(base);
            let descriptor = descriptor.with_size(size).words();
            if has_continuation(&descriptor) {
                write_at(*index, descriptor, table);
            } else {
                write_at(*index, with_copy(descriptor), table);
            }
            address_bits |= range.address;
        }
        if self.layout.has_ids() {
            let start = DESCRIPTOR_WORDS * self.buffer_descriptors as usize;
            write_ids(self.id_descriptors, table.get_mut(start..).ok_or(error)?);
        } else if self.layout.needs_null_terminator {
            write_null_terminator(table);
        }
        // The attributes are ready for aligned addresses: one test for all buffers tells whether any must change.
        if address_bits % BufferAddress::ALIGNMENT != 0 {
            let attributes = attribute_words
                .chunks_exact_mut(2)
                .zip(&self.attributes)
                .zip(&self.attribute_buffers);
            for (attribute, ((words, own), buffer)) in attributes.enumerate() {
                // For an ID there is no range: `NO_BUFFER` is above every number of a buffer.
                if let Some(range) = ranges.get(usize::from(*buffer)) {
                    let remainder = (range.address % BufferAddress::ALIGNMENT) as i64;
                    let offset = Attribute::OFFSET.word();
                    let packed = i64::from(own[offset] as i32);
                    words[offset] = ElementStart::after(remainder).offset(attribute, packed)?;
                }
            }
        }
        Ok(tables)
    }
}
