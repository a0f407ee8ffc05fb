//! The vertex input of a draw: both its tables, and what else the hardware reads of it.

use mali_instancing::check::{Counts, DrawState};
use mali_instancing::descriptor::{Draw, Invocation};
use mali_instancing::draw::{
    AttributeSource, BufferRange, DrawCall, DrawError, Tables, VertexAttribute, VertexBuffer,
    words_needed, write,
};
use mali_instancing::{Arch, AttributeBuffer, AttributeBufferFields, FetchMode, InputRate};
use serde::Serialize;

use super::attribute_buffer::hardware_divisor;
use super::packed::word;
use crate::output::count::count;

/// How many words a table has of each buffer, and of each descriptor behind them.
const BUFFER_WORDS: usize = 8;
const TRAILING_DESCRIPTOR_WORDS: usize = 4;

pub struct PackedVertexInput {
    arch: Arch,
    /// `None` from V9 on, where nothing is padded.
    pub padded_vertices: Option<u32>,
    /// What the unit divides by for each buffer; `None` where it does not divide, and from V9 on.
    pub hardware_divisors: Vec<Option<u32>>,
    /// Both tables, one behind the other.
    pub words: Vec<u32>,
    tables: Tables,
    buffers: usize,
    draw: Option<[u32; 2]>,
    invocation: Option<[u32; 2]>,
    /// What is drawn, where no descriptor says it: from V9 on.
    counts: Option<Counts>,
    table: u32,
    first_instance: u32,
    /// What steps each attribute.
    rates: Vec<Option<InputRate>>,
    /// What the draw is, in words.
    summary: String,
}

/// A part of the tables whose descriptors are all of one length.
pub struct Member<'a> {
    pub name: &'static str,
    pub descriptor_words: usize,
    words: &'a [u32],
}

/// A descriptor beside the tables.
pub struct OtherDescriptor {
    pub name: &'static str,
    /// In bytes.
    pub alignment: usize,
    pub words: [u32; 2],
}

impl PackedVertexInput {
    /// A size that is not there is 0 in the descriptor, to be patched.
    pub fn new(
        call: &DrawCall,
        buffers: &[VertexBuffer],
        attributes: &[VertexAttribute],
        ranges: &[BufferRange],
    ) -> Result<Self, DrawError> {
        let thread_count = call.thread_count().map_err(DrawError::Draw)?;
        let padded = thread_count.padded_vertices();
        let mut words = vec![0; words_needed(call, buffers.len(), attributes)?];
        let sized: Vec<BufferRange> = ranges.iter().copied().map(with_size).collect();
        let tables = write(call, buffers, attributes, &sized, &mut words)?;
        let descriptors = words[tables.buffers.clone()].chunks_exact_mut(BUFFER_WORDS);
        for (descriptor, range) in descriptors.zip(ranges) {
            if range.size.is_none() && call.arch.has_attribute_buffers() {
                clear_size(descriptor);
            }
        }
        let hardware_divisors = buffers
            .iter()
            .map(|buffer| {
                if !call.arch.has_attribute_buffers() {
                    return Ok(None);
                }
                let mode = FetchMode::new(thread_count, buffer.rate, call.rounding)?;
                hardware_divisor(thread_count, mode, buffer.rate)
            })
            .collect::<Result<_, _>>()
            .map_err(DrawError::Draw)?;
        Ok(Self {
            arch: call.arch,
            hardware_divisors,
            padded_vertices: call.arch.has_attribute_buffers().then(|| padded.get()),
            words,
            tables,
            buffers: buffers.len(),
            draw: call.draw()?.map(|draw| draw.words()),
            invocation: call.invocation()?.map(|invocation| invocation.words()),
            counts: counts(call),
            table: call.resource_table,
            first_instance: call.first_instance,
            rates: attributes.iter().map(|one| rate(one, buffers)).collect(),
            summary: summary(call, buffers.len(), attributes.len()),
        })
    }

    pub const fn arch(&self) -> Arch {
        self.arch
    }

    /// The words and what else is known of the draw, to be checked.
    pub fn state(&self) -> DrawState<'_> {
        let buffers = &self.words[self.tables.buffers.clone()];
        let attributes = &self.words[self.tables.attributes.clone()];
        DrawState {
            draw: self.draw,
            invocation: self.invocation,
            counts: self.counts,
            table: (!self.arch.has_attribute_buffers()).then_some(self.table),
            rates: &self.rates,
            first_instance: Some(self.first_instance),
            ..DrawState::new(self.arch, buffers, attributes)
        }
    }

    /// What generated code says of the vertex input.
    pub fn sentence(&self) -> String {
        format!("Mali {}, {}.", self.arch, self.summary)
    }

    /// The parts that the tables have, in their order.
    pub fn members(&self) -> impl Iterator<Item = Member<'_>> {
        let (buffers, trailing) =
            self.words[self.tables.buffers.clone()].split_at(BUFFER_WORDS * self.buffers);
        let attributes = &self.words[self.tables.attributes.clone()];
        [
            ("buffers", BUFFER_WORDS, buffers),
            ("trailing_descriptors", TRAILING_DESCRIPTOR_WORDS, trailing),
            ("attributes", self.arch.attribute_words(), attributes),
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
    pub fn other_descriptors(&self) -> impl Iterator<Item = OtherDescriptor> {
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

    pub fn to_json<'a>(&self, name: &'a str) -> VertexInputJson<'a> {
        let texts = |words: &[u32]| words.iter().copied().map(word).collect();
        VertexInputJson {
            name,
            arch: self.arch.name(),
            padded_vertices: self.padded_vertices,
            buffer_words: texts(&self.words[self.tables.buffers.clone()]),
            attribute_words: texts(&self.words[self.tables.attributes.clone()]),
            draw_words: self.draw.map(|words| words.map(word)),
            invocation_words: self.invocation.map(|words| words.map(word)),
        }
    }
}

impl Member<'_> {
    /// How many descriptors there are.
    pub fn len(&self) -> usize {
        self.words.len() / self.descriptor_words
    }

    /// What generated code says of the part.
    pub fn sentence(&self) -> &'static str {
        match self.name {
            "buffers" => "What the hardware reads of each buffer, by its number.",
            "attributes" => "What the hardware reads of each attribute, by its number.",
            _ => "The descriptors behind those of the buffers, in the same table.",
        }
    }

    /// In bytes.
    pub fn size(&self) -> usize {
        size_of_val(self.words)
    }

    /// The words of each descriptor.
    pub fn descriptors(&self) -> impl Iterator<Item = &[u32]> {
        self.words.chunks(self.descriptor_words)
    }
}

fn counts(call: &DrawCall) -> Option<Counts> {
    if call.arch.has_attribute_buffers() {
        return None;
    }
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

fn summary(call: &DrawCall, buffers: usize, attributes: usize) -> String {
    let instances = match call.instances {
        Some(instances) => count(instances as usize, "instance", "instances"),
        None => "instanced".to_owned(),
    };
    format!(
        "vertex input: {}, {}, {}, {instances}",
        count(buffers, "buffer", "buffers"),
        count(attributes, "attribute", "attributes"),
        count(call.vertices as usize, "vertex", "vertices")
    )
}

/// A vertex input in JSON.
#[derive(Serialize)]
pub struct VertexInputJson<'a> {
    name: &'a str,
    arch: &'static str,
    padded_vertices: Option<u32>,
    buffer_words: Vec<String>,
    attribute_words: Vec<String>,
    draw_words: Option<[String; 2]>,
    invocation_words: Option<[String; 2]>,
}
