//! The vertex input of a draw: both its tables, and what else the hardware reads of it.

use mali_instancing::check::{Counts, DrawState};
use mali_instancing::descriptor::{Draw, Invocation};
use mali_instancing::draw::{
    AttributeSource, BufferRange, DrawCall, DrawError, Tables, VertexAttribute, VertexBuffer,
    words_needed, write,
};
use mali_instancing::{
    Arch, AttributeBuffer, AttributeBufferFields, Error, FetchMode, InputRate, ThreadCount,
};
use serde_core::ser::SerializeStruct;

use super::descriptor::{WordTexts, word};

/// How many words a table has of each buffer, and of each descriptor after them.
const BUFFER_WORDS: usize = 8;
const TRAILING_DESCRIPTOR_WORDS: usize = 4;

/// A packed vertex input.
pub struct PackedDraw {
    call: DrawCall,
    /// Both tables, one after the other.
    pub(crate) words: Vec<u32>,
    tables: Tables,
    buffers: Vec<VertexBuffer>,
    draw: Option<[u32; 2]>,
    invocation: Option<[u32; 2]>,
    /// What steps each attribute.
    rates: Vec<Option<InputRate>>,
}

/// A part of the tables whose descriptors are all of one length.
pub(crate) struct Member<'a> {
    pub(crate) name: &'static str,
    pub(crate) descriptor_words: usize,
    words: &'a [u32],
}

/// A descriptor beside the tables.
pub(crate) struct OtherDescriptor {
    pub(crate) name: &'static str,
    /// In bytes.
    pub(crate) alignment: usize,
    pub(crate) words: [u32; 2],
}

/// The divisor of the hardware, where the unit divides.
pub(super) fn hardware_divisor(
    thread_count: ThreadCount,
    mode: FetchMode,
    rate: InputRate,
) -> Result<Option<u32>, Error> {
    match (mode, rate) {
        (
            FetchMode::PotDivisor(_) | FetchMode::NpotDivisor { .. },
            InputRate::Instance { divisor },
        ) => Ok(Some(thread_count.hardware_divisor(divisor)?.get())),
        _ => Ok(None),
    }
}

impl PackedDraw {
    /// A size that is not there is 0 in the descriptor, to be patched.
    pub(super) fn new(
        call: DrawCall,
        buffers: Vec<VertexBuffer>,
        ranges: &[BufferRange],
        attributes: &[VertexAttribute],
    ) -> Result<Self, DrawError> {
        let mut words = vec![0; words_needed(&call, buffers.len(), attributes)?];
        let sized: Vec<BufferRange> = ranges.iter().copied().map(with_size).collect();
        let tables = write(&call, &buffers, attributes, &sized, &mut words)?;
        let descriptors = words[tables.buffers.clone()].chunks_exact_mut(BUFFER_WORDS);
        for (descriptor, range) in descriptors.zip(ranges) {
            if range.size.is_none() && call.arch.has_attribute_buffers() {
                clear_size(descriptor);
            }
        }
        Ok(Self {
            draw: call.draw()?.map(|draw| draw.words()),
            invocation: call.invocation()?.map(|invocation| invocation.words()),
            rates: attributes.iter().map(|one| rate(one, &buffers)).collect(),
            call,
            words,
            tables,
            buffers,
        })
    }

    /// The padded number of vertices; `None` from V9 on, where nothing is padded.
    pub(crate) fn padded_vertices(&self) -> Option<u32> {
        let padded = self.call.padded_vertices().ok()?;
        self.call.arch.has_attribute_buffers().then(|| padded.get())
    }

    /// What the unit divides by for each buffer; `None` where it does not divide, and from V9 on.
    pub(crate) fn hardware_divisors(&self) -> impl Iterator<Item = Option<u32>> {
        self.buffers.iter().map(|buffer| {
            let thread_count = self.call.thread_count().ok()?;
            if !self.call.arch.has_attribute_buffers() {
                return None;
            }
            let mode = FetchMode::new(thread_count, buffer.rate, self.call.rounding).ok()?;
            hardware_divisor(thread_count, mode, buffer.rate).ok()?
        })
    }

    pub(crate) const fn arch(&self) -> Arch {
        self.call.arch
    }

    fn buffer_words(&self) -> &[u32] {
        &self.words[self.tables.buffers.clone()]
    }

    fn attribute_words(&self) -> &[u32] {
        &self.words[self.tables.attributes.clone()]
    }

    /// The words and what else is known of the draw, to be checked.
    #[must_use]
    pub fn state(&self) -> DrawState<'_> {
        let has_tables = self.call.arch.has_attribute_buffers();
        DrawState {
            draw: self.draw,
            invocation: self.invocation,
            counts: if has_tables { None } else { counts(&self.call) },
            table: (!has_tables).then_some(self.call.resource_table),
            rates: &self.rates,
            first_instance: Some(self.call.first_instance),
            ..DrawState::new(self.call.arch, self.buffer_words(), self.attribute_words())
        }
    }

    /// What generated code says of the vertex input.
    pub(crate) fn sentence(&self) -> String {
        let count =
            |number, one, several| format!("{number} {}", if number == 1 { one } else { several });
        let instances = match self.call.instances {
            Some(instances) => count(instances as usize, "instance", "instances"),
            None => "instanced".to_owned(),
        };
        format!(
            "Mali {}, vertex input: {}, {}, {}, {instances}.",
            self.call.arch,
            count(self.buffers.len(), "buffer", "buffers"),
            count(self.rates.len(), "attribute", "attributes"),
            count(self.call.vertices as usize, "vertex", "vertices")
        )
    }

    /// The parts that the tables have, in their order.
    pub(crate) fn members(&self) -> impl Iterator<Item = Member<'_>> {
        let (buffers, trailing) = self
            .buffer_words()
            .split_at(BUFFER_WORDS * self.buffers.len());
        [
            ("buffers", BUFFER_WORDS, buffers),
            ("trailing_descriptors", TRAILING_DESCRIPTOR_WORDS, trailing),
            (
                "attributes",
                self.call.arch.attribute_words(),
                self.attribute_words(),
            ),
        ]
        .into_iter()
        .filter(|(_, _, words)| !words.is_empty())
        .map(|(name, descriptor_words, words)| Member {
            name,
            descriptor_words,
            words,
        })
    }

    /// The descriptors beside the tables, in the order in which they are generated.
    pub(crate) fn other_descriptors(&self) -> impl Iterator<Item = OtherDescriptor> {
        [
            ("draw", align_of::<Draw>(), self.draw),
            ("invocation", align_of::<Invocation>(), self.invocation),
        ]
        .into_iter()
        .filter_map(|(name, alignment, words)| {
            let words = words?;
            Some(OtherDescriptor {
                name,
                alignment,
                words,
            })
        })
    }

    /// Writes what JSON has of the vertex input beside its name.
    pub(super) fn write<S: SerializeStruct>(&self, table: &mut S) -> Result<(), S::Error> {
        let texts = |words: Option<[u32; 2]>| words.map(|words| words.map(word));
        table.serialize_field("arch", self.call.arch.name())?;
        table.serialize_field("padded_vertices", &self.padded_vertices())?;
        table.serialize_field("buffer_words", &WordTexts(self.buffer_words()))?;
        table.serialize_field("attribute_words", &WordTexts(self.attribute_words()))?;
        table.serialize_field("draw_words", &texts(self.draw))?;
        table.serialize_field("invocation_words", &texts(self.invocation))
    }
}

impl Member<'_> {
    /// How many descriptors there are.
    pub(crate) fn len(&self) -> usize {
        self.words.len() / self.descriptor_words
    }

    /// What generated code says of the part.
    pub(crate) fn sentence(&self) -> &'static str {
        match self.name {
            "buffers" => "What the hardware reads of each buffer, by its number.",
            "attributes" => "What the hardware reads of each attribute, by its number.",
            _ => "The descriptors behind those of the buffers, in the same table.",
        }
    }

    /// In bytes.
    pub(crate) fn size(&self) -> usize {
        size_of_val(self.words)
    }

    /// The words of each descriptor.
    pub(crate) fn descriptors(&self) -> impl Iterator<Item = &[u32]> {
        self.words.chunks(self.descriptor_words)
    }
}

fn counts(call: &DrawCall) -> Option<Counts> {
    Some(Counts {
        vertices: Some(call.vertices),
        instances: call.instances?,
        first_vertex: call.first_vertex.into(),
    })
}

/// The range, of no bytes where its size is not known.
fn with_size(range: BufferRange) -> BufferRange {
    BufferRange {
        size: range.size.or(Some(0)),
        ..range
    }
}

/// Takes away what an unaligned address adds to the size of an attribute buffer: a size that is to be
/// patched shows by being 0.
fn clear_size(descriptor: &mut [u32]) {
    let Some(words) = descriptor.first_chunk_mut() else {
        return;
    };
    if let Ok(fields) = AttributeBuffer::decode(*words) {
        let AttributeBufferFields {
            mode,
            address,
            stride,
            ..
        } = fields;
        *words = AttributeBuffer::new(mode, address, stride, 0).words();
    }
}

fn rate(attribute: &VertexAttribute, buffers: &[VertexBuffer]) -> Option<InputRate> {
    match attribute.source {
        AttributeSource::Buffer(buffer) => buffers.get(buffer).map(|buffer| buffer.rate),
        AttributeSource::VertexId | AttributeSource::InstanceId => None,
    }
}
