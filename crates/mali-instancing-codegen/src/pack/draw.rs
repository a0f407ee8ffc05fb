//! The vertex input of a draw: both its tables, and what else the hardware reads of it.

use mali_instancing::check::{Counts, DrawState};
use mali_instancing::descriptor::{Draw, Invocation};
use mali_instancing::draw::{
    AttributeSource, BufferRange, DrawCall, DrawError, Tables, VertexAttribute, VertexBuffer,
    words_needed, write,
};
use mali_instancing::{Arch, AttributeBuffer, Error, FetchMode, InputRate, ThreadCount};
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
    /// What generated code says of the part.
    pub(crate) sentence: &'static str,
    pub(crate) descriptor_words: usize,
    pub(crate) descriptors: Vec<&'a [u32]>,
}

/// A descriptor beside the tables.
pub(crate) struct OtherDescriptor {
    pub(crate) name: &'static str,
    /// In bytes.
    pub(crate) alignment: usize,
    pub(crate) words: [u32; 2],
}

/// The divisor of the hardware, where the unit divides.
///
/// # Errors
///
/// One that 32 bits cannot hold.
pub fn hardware_divisor(
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
        let mut sized = ranges.to_vec();
        for range in &mut sized {
            range.size = range.size.or(Some(0));
        }
        let tables = write(&call, &buffers, attributes, &sized, &mut words)?;
        let descriptors = words[tables.buffers.clone()].chunks_exact_mut(BUFFER_WORDS);
        for (descriptor, range) in descriptors.zip(ranges) {
            if range.size.is_none() && call.arch.has_attribute_buffers() {
                clear_size(descriptor);
            }
        }
        let rate = |attribute: &VertexAttribute| match attribute.source {
            AttributeSource::Buffer(buffer) => buffers.get(buffer).map(|buffer| buffer.rate),
            AttributeSource::VertexId | AttributeSource::InstanceId => None,
        };
        Ok(Self {
            draw: call.draw()?.map(|draw| draw.words()),
            invocation: call.invocation()?.map(|invocation| invocation.words()),
            rates: attributes.iter().map(rate).collect(),
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
        let counts = |instances| Counts {
            vertices: Some(self.call.vertices),
            instances,
            first_vertex: self.call.first_vertex.into(),
        };
        DrawState {
            draw: self.draw,
            invocation: self.invocation,
            counts: self.call.instances.filter(|_| !has_tables).map(counts),
            table: (!has_tables).then_some(self.call.resource_table),
            rates: &self.rates,
            first_instance: Some(self.call.first_instance),
            ..DrawState::new(self.call.arch, self.buffer_words(), self.attribute_words())
        }
    }

    /// What generated code says of the vertex input.
    pub(crate) fn sentence(&self) -> String {
        let buffers = count(self.buffers.len(), "buffer", "buffers");
        let attributes = count(self.rates.len(), "attribute", "attributes");
        let vertices = count(self.call.vertices as usize, "vertex", "vertices");
        let instances = match self.call.instances {
            Some(instances) => count(instances as usize, "instance", "instances"),
            None => "instanced".to_owned(),
        };
        let arch = self.call.arch;
        format!("Mali {arch}, vertex input: {buffers}, {attributes}, {vertices}, {instances}.")
    }

    /// The parts that the tables have, in their order.
    pub(crate) fn members(&self) -> Vec<Member<'_>> {
        let buffer_words = BUFFER_WORDS * self.buffers.len();
        let (buffers, trailing) = self.buffer_words().split_at(buffer_words);
        let attribute_words = self.call.arch.attribute_words();
        let members = [
            (
                "buffers",
                "What the hardware reads of each buffer, by its number.",
                BUFFER_WORDS,
                buffers,
            ),
            (
                "trailing_descriptors",
                "The descriptors behind those of the buffers, in the same table.",
                TRAILING_DESCRIPTOR_WORDS,
                trailing,
            ),
            (
                "attributes",
                "What the hardware reads of each attribute, by its number.",
                attribute_words,
                self.attribute_words(),
            ),
        ];
        let members = members
            .into_iter()
            .map(|(name, sentence, descriptor_words, words)| Member {
                name,
                sentence,
                descriptor_words,
                descriptors: words.chunks(descriptor_words).collect(),
            });
        members
            .filter(|member| !member.descriptors.is_empty())
            .collect()
    }

    /// The descriptors beside the tables, in the order in which they are generated.
    pub(crate) fn other_descriptors(&self) -> impl Iterator<Item = OtherDescriptor> {
        let other = |name, alignment, words| OtherDescriptor {
            name,
            alignment,
            words,
        };
        let draw = self
            .draw
            .map(|words| other("draw", align_of::<Draw>(), words));
        let invocation = self
            .invocation
            .map(|words| other("invocation", align_of::<Invocation>(), words));
        draw.into_iter().chain(invocation)
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

/// A number of things, in words: `1 buffer`, `2 buffers`.
pub(super) fn count(number: usize, one: &str, several: &str) -> String {
    format!("{number} {}", if number == 1 { one } else { several })
}

/// Takes away what an unaligned address adds to the size of an attribute buffer: a size that is to be
/// patched shows by being 0.
fn clear_size(descriptor: &mut [u32]) {
    if let Some(words) = descriptor.first_chunk_mut() {
        if let Ok(fields) = AttributeBuffer::decode(*words) {
            let (mode, address, stride) = (fields.mode, fields.address, fields.stride);
            *words = AttributeBuffer::new(mode, address, stride, 0).words();
        }
    }
}
