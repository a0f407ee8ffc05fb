//! Single descriptors, for a driver that lays out its tables itself.

use mali_instancing::Arch;
use mali_instancing::descriptor::{
    Attribute, AttributeFields, ValhallAttribute, ValhallAttributeFields,
};
use mali_instancing::draw::{AttributeSource, VertexAttribute, VertexInputState};

use crate::abi::arguments::{Input, Output, arguments};
use crate::abi::failure::Failure;
use crate::abi::status::{mali_inst_error, mali_inst_status};
use crate::draws::call::{draw_call, mali_inst_draw_call, mali_inst_target};
use crate::draws::tables::{mali_inst_buffer_range, of_core};
use crate::draws::vertex_input::{
    attribute_source, mali_inst_source, mali_inst_vertex_attribute, mali_inst_vertex_buffer,
};

/// The largest number of words of a descriptor, with its continuation.
const MAX_WORDS: usize = 8;

/// The words of a draw with one buffer or one ID, and at most one attribute.
struct Single {
    arch: Arch,
    /// The buffer's or the ID's descriptor, with other descriptors of the table after it.
    buffer: [u32; MAX_WORDS],
    attribute: [u32; MAX_WORDS],
    attribute_words: usize,
}

impl Single {
    /// `buffer` is there unless the attribute is an ID.
    fn new(
        target: Input<'_, mali_inst_target>,
        call: Input<'_, mali_inst_draw_call>,
        attribute: Option<VertexAttribute>,
        buffer: Option<(
            Input<'_, mali_inst_vertex_buffer>,
            Input<'_, mali_inst_buffer_range>,
        )>,
    ) -> Result<Self, Failure> {
        let (mut pipeline, counts) = draw_call(target, call)?;
        // The driver's own descriptors are in its tables, which are not written here.
        (pipeline.reserved_buffers, pipeline.reserved_attributes) = (0, 0);
        let (mut buffers, mut ranges) = (None, None);
        if let Some((buffer, range)) = buffer {
            buffers = Some(buffer.structure()?.convert(0)?);
            ranges = Some(*of_core(range).get()?);
        }
        let state =
            VertexInputState::<1, 1>::new(pipeline, buffers.as_slice(), attribute.as_slice())?;
        // The descriptors of a buffer, the null terminator and the attribute.
        let mut words = [0; 3 * MAX_WORDS];
        let tables = state.write(&counts, ranges.as_slice(), &mut words)?;
        let mut single = Self {
            arch: pipeline.arch,
            buffer: [0; MAX_WORDS],
            attribute: [0; MAX_WORDS],
            attribute_words: tables.attributes.len(),
        };
        // Of the table of buffers only the first eight words: two descriptors of V4 to V7, or one of V9.
        copy(&mut single.buffer, &words[tables.buffers]);
        copy(&mut single.attribute, &words[tables.attributes]);
        Ok(single)
    }

    /// The number of words of the buffer's descriptor: eight with a continuation, whose first word is not 0.
    fn buffer_words(&self) -> usize {
        // A continuation or a copy has a type in its first word. Zeros are the null terminator, or no descriptor.
        if self.arch.has_attribute_buffers() && self.buffer[4] == 0 {
            4
        } else {
            MAX_WORDS
        }
    }

    /// The attribute's words, with `buffer_index` as the index of its buffer's descriptor.
    fn attribute_of(&self, buffer_index: u32) -> Result<[u32; MAX_WORDS], Failure> {
        // The attribute was packed for a draw of one buffer. In the caller's table, only the index of the buffer is
        // another one.
        if !self.arch.has_attribute_buffers() {
            let fields = ValhallAttribute::decode(self.attribute)?;
            let fields = ValhallAttributeFields {
                buffer_index,
                ..fields
            };
            return Ok(ValhallAttribute::new(fields)?.words());
        }
        let [first, second, ..] = self.attribute;
        let fields = Attribute::decode([first, second]);
        let mut words = [0; MAX_WORDS];
        let attribute = Attribute::new(AttributeFields {
            buffer_index,
            ..fields
        })?;
        copy(&mut words, &attribute.words());
        Ok(words)
    }
}

/// Copies words, as many as the shorter slice has.
fn copy(to: &mut [u32], from: &[u32]) {
    for (to, from) in to.iter_mut().zip(from) {
        *to = *from;
    }
}

/// Writes words, and their number if there is a place for it.
fn write_words(
    words: &[u32],
    to: Output<'_, u32>,
    word_count: Option<Output<'_, usize>>,
) -> Result<(), Failure> {
    for (output, word) in to.first(words.len())?.slice()?.iter_mut().zip(words) {
        output.write(*word);
    }
    // The pointer may be null, so one that cannot be written is no failure.
    if let Some(word_count) = word_count.and_then(|place| place.get().ok()) {
        word_count.write(words.len());
    }
    Ok(())
}

/// Packs the descriptor of one buffer of a draw: on V4 to V7 an attribute buffer, whose `word_count` is 4, or 8 with
/// its continuation or the copy that `MALI_INST_LAYOUT_FIXED` has in its place; from V9 on a buffer of 8 words. A
/// `capacity` of 8 words is always enough. `word_count` may be null.
///
/// A descriptor of 8 words must begin at an even index of a table of V4 to V7. The address may be unaligned: its
/// remainder above a multiple of 64 is in the offset of the attributes that `mali_inst_pack_attribute` packs.
///
/// # Errors
///
/// The errors of `mali_inst_vertex_input_init` and of `mali_inst_draw_error` about a target, a call and a buffer, and
/// `MALI_INST_ERROR_OUTPUT_TOO_SMALL`.
///
/// # Safety
///
/// `target`, `call`, `buffer` and `range` may be read; `capacity` words may be written, and `word_count` and `error`.
/// `word_count` and `error` may be null.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn mali_inst_pack_buffer(
    target: *const mali_inst_target,
    call: *const mali_inst_draw_call,
    buffer: *const mali_inst_vertex_buffer,
    range: *const mali_inst_buffer_range,
    words: *mut u32,
    capacity: usize,
    word_count: *mut usize,
    error: *mut mali_inst_error,
) -> mali_inst_status {
    arguments!(unsafe { target, call, buffer, range, words[capacity], word_count, error });
    error.status_of(|| {
        let single = Single::new(target, call, None, Some((buffer, range)))?;
        let packed = &single.buffer[..single.buffer_words()];
        write_words(packed, words, Some(word_count))
    })
}

/// Packs the descriptor of a vertex or instance ID, which is in the table of buffers on V4 and V5: four words, which is
/// also the `capacity` that is needed. Pack the attribute that reads it by `mali_inst_pack_attribute` with the same
/// source.
///
/// # Errors
///
/// `MALI_INST_ERROR_BUILT_IN_ID` from V6 on, `MALI_INST_ERROR_INSTANCE_ID`, `MALI_INST_ERROR_VALUE` for
/// `MALI_INST_SOURCE_BUFFER`, `MALI_INST_ERROR_OUTPUT_TOO_SMALL`, and the errors of `mali_inst_draw_error` about a
/// call.
///
/// # Safety
///
/// `target` and `call` may be read; `capacity` words may be written, and `error`, which may be null.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn mali_inst_pack_id(
    target: *const mali_inst_target,
    call: *const mali_inst_draw_call,
    source: mali_inst_source,
    words: *mut u32,
    capacity: usize,
    error: *mut mali_inst_error,
) -> mali_inst_status {
    arguments!(unsafe { target, call, words[capacity], error });
    error.status_of(|| {
        let attribute = match attribute_source(source, 0, 0)? {
            AttributeSource::Buffer(_) => {
                return Err(Failure::value(
                    "source",
                    None,
                    source,
                    "MALI_INST_SOURCE_VERTEX_ID and MALI_INST_SOURCE_INSTANCE_ID",
                ));
            }
            source => VertexAttribute {
                source,
                ..VertexAttribute::VERTEX_ID
            },
        };
        // Without buffers, the descriptor of the ID is the first of the table.
        let single = Single::new(target, call, Some(attribute), None)?;
        write_words(&single.buffer[..4], words, None)
    })
}

/// Packs one attribute of a draw, whose buffer's descriptor has the index `buffer_index` in the table. `word_count` is
/// 2 on V4 to V7, and 8 from V9 on, which is always enough as `capacity`. `word_count` may be null.
///
/// On V4 to V7, `buffer_index` counts descriptors of four words. `buffer` and `range` are those that the attribute
/// reads, and `attribute.buffer` is not used. For an ID, both may be null.
///
/// # Errors
///
/// `MALI_INST_ERROR_TOO_MANY_BUFFERS` for an index that does not fit the descriptor, and the errors of
/// `mali_inst_vertex_input_init` and of `mali_inst_draw_error`, `MALI_INST_ERROR_OUTPUT_TOO_SMALL` among them.
///
/// # Safety
///
/// `target`, `call`, `buffer`, `range` and `attribute` may be read; `capacity` words may be written, and `word_count`
/// and `error`. `buffer` and `range` of an ID, `word_count` and `error` may be null.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn mali_inst_pack_attribute(
    target: *const mali_inst_target,
    call: *const mali_inst_draw_call,
    attribute: *const mali_inst_vertex_attribute,
    buffer: *const mali_inst_vertex_buffer,
    range: *const mali_inst_buffer_range,
    buffer_index: u32,
    words: *mut u32,
    capacity: usize,
    word_count: *mut usize,
    error: *mut mali_inst_error,
) -> mali_inst_status {
    arguments!(unsafe {
        target, call, attribute, buffer, range, words[capacity], word_count, error
    });
    error.status_of(|| {
        let mut attribute = attribute.structure()?.convert(0)?;
        let mut of_buffer = None;
        if let AttributeSource::Buffer(number) = &mut attribute.source {
            // The draw that is packed has one buffer, whatever number the buffer has in the caller's draw.
            *number = 0;
            of_buffer = Some((buffer, range));
        }
        let single = Single::new(target, call, Some(attribute), of_buffer)?;
        let packed = single.attribute_of(buffer_index)?;
        write_words(&packed[..single.attribute_words], words, Some(word_count))
    })
}
