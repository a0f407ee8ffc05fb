//! The vertex input of a draw: its two tables, and the other descriptors that the hardware reads.

use core::ops::Range;

use mali_instancing::check::{Counts, DrawState};
use mali_instancing::descriptor::{Draw, Invocation};
use mali_instancing::draw::{
    AttributeSource, BufferIndices, BufferRange, DrawCounts, DrawError, Pipeline, TableLayout,
    Tables, VertexAttribute, VertexBuffer, check_ranges, words_needed, write,
};
use mali_instancing::{Arch, Error, FetchMode, InputRate, ThreadCount};
use serde::ser::SerializeStruct;

use super::descriptor::{WordTexts, word};

/// The words of a descriptor in the table of buffers, on V4 to V7.
const DESCRIPTOR_WORDS: usize = 4;

/// The bits of a descriptor's type in word 0, and the type of a continuation.
const TYPE: u32 = 0x3f;
const CONTINUATION: u32 = 0x20;
/// The word of a buffer's size.
const SIZE_WORD: usize = 3;

/// A packed vertex input.
pub struct PackedDraw {
    pipeline: Pipeline,
    counts: DrawCounts,
    /// Both tables, one after the other.
    pub(crate) words: Vec<u32>,
    tables: Tables,
    buffers: Vec<VertexBuffer>,
    pub(crate) rows: BufferRows,
    draw: Option<[u32; 2]>,
    invocation: Option<[u32; 2]>,
    /// The rate of each attribute.
    rates: Vec<Option<InputRate>>,
}

/// A part of the tables whose descriptors are all of one length.
pub(crate) struct Member<'a> {
    pub(crate) name: &'static str,
    /// The comment on the part in generated code.
    pub(crate) sentence: &'static str,
    pub(crate) rows: TableRows<'a>,
}

/// The words of descriptors of one length, a row each.
pub(crate) struct TableRows<'a> {
    pub(crate) descriptor_words: usize,
    pub(crate) descriptors: Vec<&'a [u32]>,
    /// Whether the last descriptor is the null terminator of the table of buffers.
    pub(crate) is_terminated: bool,
}

impl<'a> Member<'a> {
    fn new(
        name: &'static str,
        sentence: &'static str,
        descriptor_words: usize,
        words: &'a [u32],
    ) -> Self {
        Self {
            name,
            sentence,
            rows: TableRows {
                descriptor_words,
                descriptors: words.chunks(descriptor_words).collect(),
                is_terminated: false,
            },
        }
    }
}

/// A descriptor beside the tables.
pub(crate) struct OtherDescriptor {
    pub(crate) name: &'static str,
    /// Its alignment, in bytes.
    pub(crate) alignment: usize,
    pub(crate) words: [u32; 2],
}

/// The hardware divisor; `None` if the unit does not divide.
///
/// # Errors
///
/// The error for a hardware divisor that does not fit 32 bits.
pub fn hardware_divisor(
    thread_count: ThreadCount,
    mode: FetchMode,
    rate: InputRate,
) -> Result<Option<u32>, Error> {
    match (mode, rate) {
        // Padded count · divisor: the number of neighbouring threads that read one element.
        (
            FetchMode::PotDivisor(_) | FetchMode::NpotDivisor { .. },
            InputRate::Instance { divisor },
        ) => Ok(Some(thread_count.hardware_divisor(divisor)?.get())),
        _ => Ok(None),
    }
}

impl PackedDraw {
    /// Packs a draw. An absent size is 0 in the descriptor, to be patched by the program.
    pub(super) fn new(
        pipeline: Pipeline,
        counts: DrawCounts,
        buffers: Vec<VertexBuffer>,
        ranges: &[BufferRange],
        attributes: &[VertexAttribute],
    ) -> Result<Self, DrawError> {
        // This length depends on no count: on V4 to V7 there is room for two descriptors of each buffer. `write`
        // returns the length that is used.
        let mut words = vec![0; words_needed(&pipeline, buffers.len(), attributes)?];
        // `write` does not check the alignment of addresses.
        check_ranges(&pipeline, attributes, ranges)?;
        let tables = write(&pipeline, &counts, &buffers, attributes, ranges, &mut words)?;
        words.truncate(tables.attributes.end);
        // Rows follow from the same counts as the words of `write`, so they are at the same places.
        let rows = BufferRows::new(&pipeline, &counts, &buffers)?;
        for (number, buffer) in buffers.iter().enumerate() {
            // From V9 on the address has all its bits in the descriptor, so nothing is added to the size.
            if buffer.size.is_none() && pipeline.arch.has_attribute_buffers() {
                clear_size(&mut words[rows.words_of(number)]);
            }
        }
        let rate = |attribute: &VertexAttribute| match attribute.source {
            AttributeSource::Buffer(buffer) => buffers.get(buffer).map(|buffer| buffer.rate),
            AttributeSource::VertexId | AttributeSource::InstanceId => None,
        };
        Ok(Self {
            draw: pipeline.draw(&counts)?.map(|draw| draw.words()),
            invocation: pipeline
                .invocation(&counts)?
                .map(|invocation| invocation.words()),
            rates: attributes.iter().map(rate).collect(),
            pipeline,
            counts,
            words,
            tables,
            buffers,
            rows,
        })
    }

    /// The padded number of vertices; `None` from V9 on, where nothing is padded.
    pub(crate) fn padded_vertices(&self) -> Option<u32> {
        // The counts were packed, so there is no error.
        let padded = self.pipeline.padded_vertices(&self.counts).ok()?;
        self.pipeline
            .arch
            .has_attribute_buffers()
            .then(|| padded.get())
    }

    /// The number that the unit divides by for each buffer; `None` if it does not divide, and from V9 on.
    pub(crate) fn hardware_divisors(&self) -> impl Iterator<Item = Option<u32>> {
        self.buffers.iter().map(|buffer| {
            let thread_count = self.pipeline.thread_count(&self.counts).ok()?;
            if !self.pipeline.arch.has_attribute_buffers() {
                return None;
            }
            let mode = FetchMode::new(thread_count, buffer.rate, self.pipeline.rounding).ok()?;
            hardware_divisor(thread_count, mode, buffer.rate).ok()?
        })
    }

    pub(crate) const fn arch(&self) -> Arch {
        self.pipeline.arch
    }

    fn buffer_words(&self) -> &[u32] {
        &self.words[self.tables.buffers.clone()]
    }

    fn attribute_words(&self) -> &[u32] {
        &self.words[self.tables.attributes.clone()]
    }

    /// The words and all other facts about the draw, for the check.
    #[must_use]
    pub fn state(&self) -> DrawState<'_> {
        let has_tables = self.pipeline.arch.has_attribute_buffers();
        let counts = |instances| Counts {
            vertices: Some(self.counts.vertices),
            instances,
            first_vertex: self.counts.first_vertex.into(),
        };
        DrawState {
            draw: self.draw,
            invocation: self.invocation,
            // Up to V7 the counts are in the words of `draw` and `invocation`. From V9 on no descriptor has them.
            counts: self.counts.instances.filter(|_| !has_tables).map(counts),
            table: (!has_tables).then_some(self.pipeline.resource_table),
            rates: &self.rates,
            first_instance: Some(self.counts.first_instance),
            ..DrawState::new(
                self.pipeline.arch,
                self.buffer_words(),
                self.attribute_words(),
            )
        }
    }

    /// The words of each buffer in the table of buffers: its descriptors, and the copy in a gap after them.
    ///
    /// ```
    /// use mali_instancing_codegen::pack::Words;
    /// use mali_instancing_codegen::{Manifest, Source};
    ///
    /// let toml = "[[vertex_input]]\nname = \"cube\"\narch = \"v7\"\nvertices = 70\n\
    ///             buffers = [{ name = \"mesh\", stride = 20 }, { name = \"tint\", stride = 4 }]\n";
    /// let manifest = Manifest::read(Source::new("cube.toml", toml.into())?)?;
    /// let packed = manifest.pack()?;
    /// let Words::VertexInput(draw) = &packed[0].words else {
    ///     unreachable!("the manifest has a draw");
    /// };
    /// assert!(draw.words_of_buffers().eq([0..4, 4..8]));
    /// # Ok::<(), mali_instancing_codegen::TextError>(())
    /// ```
    pub fn words_of_buffers(&self) -> impl Iterator<Item = Range<usize>> {
        (0..self.buffers.len()).map(|buffer| self.rows.words_of(buffer))
    }

    /// The comment on the vertex input in generated code.
    pub(crate) fn sentence(&self) -> String {
        let buffers = count(self.buffers.len(), "buffer", "buffers");
        let attributes = count(self.rates.len(), "attribute", "attributes");
        let vertices = count(self.counts.vertices as usize, "vertex", "vertices");
        let instances = match self.counts.instances {
            Some(instances) => count(instances as usize, "instance", "instances"),
            None => "instanced".to_owned(),
        };
        let arch = self.pipeline.arch;
        let without = if self.words.is_empty() {
            " Its tables have no words."
        } else {
            ""
        };
        format!(
            "Mali {arch}, vertex input: {buffers}, {attributes}, {vertices}, {instances}.{without}"
        )
    }

    /// The parts that the tables have, in their order.
    pub(crate) fn members(&self) -> Vec<Member<'_>> {
        // IDs, the driver's own descriptors and the null terminator follow the buffers in one table.
        let (buffers, trailing) = self.buffer_words().split_at(self.rows.words());
        let attributes = self.attribute_words();
        let (of_one, length) = (self.rows.words_of_one, self.pipeline.arch.attribute_words());
        let of_trailing = "The descriptors after those of the buffers, in the same table.";
        let of_attributes =
            "The words that the hardware reads of each attribute, by the attribute's number.";
        // In the layout `fixed` a row of a buffer has two descriptors, and one after the buffers is still alone. From V9
        // on every row is one descriptor.
        let alone = if self.pipeline.arch.has_attribute_buffers() {
            DESCRIPTOR_WORDS
        } else {
            of_one
        };
        let mut members = vec![
            Member::new("buffers", self.rows.sentence(), of_one, buffers),
            Member::new("trailing_descriptors", of_trailing, alone, trailing),
            Member::new("attributes", of_attributes, length, attributes),
        ];
        members[1].rows.is_terminated = self.pipeline.arch.needs_null_terminator();
        members.retain(|member| !member.rows.descriptors.is_empty());
        members
    }

    /// The descriptors beside the tables, in the order in which they are generated.
    pub(crate) fn other_descriptors(&self) -> impl Iterator<Item = OtherDescriptor> {
        let others = [
            ("draw", align_of::<Draw>(), self.draw),
            ("invocation", align_of::<Invocation>(), self.invocation),
        ];
        others.into_iter().filter_map(|(name, alignment, words)| {
            let words = words?;
            Some(OtherDescriptor {
                name,
                alignment,
                words,
            })
        })
    }

    /// Writes the members of the vertex input in JSON, besides its name.
    pub(super) fn write<S: SerializeStruct>(&self, table: &mut S) -> Result<(), S::Error> {
        let texts = |words: Option<[u32; 2]>| words.map(|words| words.map(word));
        table.serialize_field("arch", self.pipeline.arch.name())?;
        table.serialize_field("padded_vertices", &self.padded_vertices())?;
        table.serialize_field("buffer_words", &WordTexts(self.buffer_words()))?;
        table.serialize_field("attribute_words", &WordTexts(self.attribute_words()))?;
        table.serialize_field("draw_words", &texts(self.draw))?;
        table.serialize_field("invocation_words", &texts(self.invocation))
    }
}

/// A number of things, as text: `1 buffer`, `2 buffers`.
#[must_use]
pub fn count(number: usize, one: &str, several: &str) -> String {
    format!("{number} {}", if number == 1 { one } else { several })
}

/// The rows in which the words of buffers are shown, all of one length. In the
/// layout `driver` a row is a descriptor, and in others it has all descriptors of a buffer.
pub(crate) struct BufferRows {
    words_of_one: usize,
    /// The number of each buffer's row.
    pub(crate) numbers: Vec<usize>,
    count: usize,
}

impl BufferRows {
    fn new(
        pipeline: &Pipeline,
        counts: &DrawCounts,
        buffers: &[VertexBuffer],
    ) -> Result<Self, DrawError> {
        // Eight words a buffer: one descriptor from V9 on, two before. Buffer and row have the same number.
        if !pipeline.arch.has_attribute_buffers() || pipeline.layout == TableLayout::Fixed {
            return Ok(Self {
                words_of_one: 2 * DESCRIPTOR_WORDS,
                numbers: (0..buffers.len()).collect(),
                count: buffers.len(),
            });
        }
        let thread_count = pipeline.thread_count(counts).map_err(DrawError::Draw)?;
        // A descriptor with a continuation begins at an even index, so rows depend on the modes, and there can be gaps.
        let mut indices = BufferIndices::new(pipeline.layout);
        let numbers = buffers.iter().enumerate().map(|(buffer, part)| {
            let mode = FetchMode::new(thread_count, part.rate, pipeline.rounding);
            let mode = mode.map_err(|error| DrawError::Buffer { buffer, error })?;
            Ok(indices.place(mode))
        });
        let numbers = numbers.collect::<Result<_, _>>()?;
        Ok(Self {
            words_of_one: DESCRIPTOR_WORDS,
            numbers,
            count: indices.next(),
        })
    }

    fn sentence(&self) -> &'static str {
        if self.words_of_one == DESCRIPTOR_WORDS {
            "The descriptors of the buffers. A buffer has the one with its number, and may have a continuation after it."
        } else {
            "The descriptors of each buffer, by its number."
        }
    }

    /// The number of words in all rows.
    fn words(&self) -> usize {
        self.words_of_one * self.count
    }

    /// The words from a buffer's row to the row of the next buffer.
    fn words_of(&self, buffer: usize) -> Range<usize> {
        // A gap in front of the next buffer belongs to this one: its descriptor is copied there.
        let next = self.numbers.get(buffer + 1).copied().unwrap_or(self.count);
        self.words_of_one * self.numbers[buffer]..self.words_of_one * next
    }
}

/// Clears the size of an attribute buffer and of its copy, to which an unaligned address has added its remainder: a
/// size that must be patched is 0.
fn clear_size(words: &mut [u32]) {
    for descriptor in words.chunks_exact_mut(DESCRIPTOR_WORDS) {
        // Word 3 of a continuation is the application's divisor.
        if descriptor[0] & TYPE != CONTINUATION {
            descriptor[SIZE_WORD] = 0;
        }
    }
}
