use libfuzzer_sys::arbitrary::{self, Arbitrary};
use mali_instancing::decode::{self, Descriptor, Kind};
use mali_instancing::descriptor::{BufferFields, Draw};
use mali_instancing::draw::{
    AttributeSource, BufferRange, DrawCounts, DrawError, Pipeline, TableLayout, Tables,
    VertexAttribute, VertexBuffer, VertexInput, words_needed, write,
};
use mali_instancing::model::{Fetched, Memory, fetch, fetch_valhall};
use mali_instancing::{Arch, Error, Format, InputRate, Rounding, ThreadCount};

use super::choices;
use super::threads::Threads;
use crate::decoding;

/// A whole draw: an attribute of every buffer, and both IDs on architectures where they are attributes.
#[derive(Arbitrary, Clone, Debug, PartialEq)]
pub struct TablesInput {
    #[arbitrary(with = choices::arch)]
    pub arch: Arch,
    pub threads: Threads,
    pub first_vertex: u32,
    pub first_instance: u32,
    #[arbitrary(with = choices::rounding)]
    pub rounding: Rounding,
    pub table: u32,
    pub ids: bool,
    #[arbitrary(with = choices::layout)]
    pub layout: TableLayout,
    /// Whether all buffers begin within the first.
    pub overlaps: bool,
    pub parts: Vec<BufferPart>,
}

/// A buffer and its attribute.
#[derive(Arbitrary, Clone, Debug, PartialEq)]
pub struct BufferPart {
    #[arbitrary(with = choices::rate)]
    pub rate: InputRate,
    pub stride: u32,
    pub address: u64,
    pub size: u32,
    /// Whether the size is known before the buffer is bound.
    pub size_known: bool,
    #[arbitrary(with = choices::format)]
    pub format: Format,
    pub offset: u32,
}

impl BufferPart {
    fn buffer(&self) -> VertexBuffer {
        VertexBuffer::new(self.stride, self.rate).with_size(self.size_known.then_some(self.size))
    }

    fn range(&self) -> BufferRange {
        // What a pipeline knows, a range need not have.
        if self.size_known {
            BufferRange::at(self.address)
        } else {
            BufferRange::new(self.address, self.size)
        }
    }

    /// Whether bytes at that address reach the shader unharmed.
    fn is_readable(&self, arch: Arch, address: u64) -> bool {
        let name: &str = self.format.name();
        // In words, integers that become floats are integers: the shader's load decides.
        let kinds = ["_SFLOAT", "_UINT", "_SINT", "SCALED"];
        let is_float_or_integer = kinds.map(|kind| name.ends_with(kind));
        if arch <= Arch::V5 && name.starts_with("R32") && is_float_or_integer.contains(&true) {
            return true;
        }
        // Four bytes in one number are four components for the hardware.
        let is_packed = name.contains("_PACK") && !name.starts_with("A8B8G8R8");
        let components = if is_packed {
            1
        } else {
            self.format.components()
        };
        address.is_multiple_of(u64::from(self.format.size() / components))
    }
}

impl TablesInput {
    pub(super) fn check(&self) {
        let mut placed = self.clone();
        if let (true, [first, others @ ..]) = (self.overlaps, placed.parts.as_mut_slice()) {
            for part in others {
                let distance = part.address % u64::from(first.size.max(1));
                part.address = first.address.wrapping_add(distance);
            }
        }
        placed.check_tables();
    }

    fn check_tables(&self) {
        let (pipeline, counts) = (self.pipeline(), self.counts());
        let buffers: Vec<VertexBuffer> = self.parts.iter().map(BufferPart::buffer).collect();
        let ranges: Vec<BufferRange> = self.parts.iter().map(BufferPart::range).collect();
        let attributes = self.attributes();
        let Ok(needed) = words_needed(&pipeline, buffers.len(), &attributes) else {
            return;
        };
        let mut words = vec![0; needed];
        let written = write(
            &pipeline,
            &counts,
            &buffers,
            &attributes,
            &ranges,
            &mut words,
        );
        self.check_bound(pipeline, counts, &attributes, &written, &words);
        let tables = match written {
            Ok(tables) => tables,
            Err(error) => {
                assert!(
                    !matches!(error, DrawError::OutputTooSmall { .. }),
                    "{error}"
                );
                return;
            }
        };
        assert_eq!(tables.buffers.end, tables.attributes.start);
        assert!(tables.attributes.end <= needed);
        let [buffers, attributes] = [&words[tables.buffers], &words[tables.attributes]];
        self.check_decoded(buffers, attributes);
        let thread_count = pipeline
            .thread_count(&counts)
            .expect("a draw that was written");
        for part in &self.parts {
            // `write` has refused offsets and strides that are not aligned, on V4 and V5 by the same rule. It checks no
            // address.
            let distances = u64::from(part.offset | part.stride);
            assert!(part.is_readable(Arch::V7, distances), "{part:?}");
        }
        let ids = if self.arch.has_attribute_buffers() {
            self.threads.vertex_and_instance(thread_count)
        } else {
            // The hardware has both numbers, and pads nothing. `write` has refused a draw of 0 vertices.
            let instance = self.threads.linear_id / self.threads.vertices;
            Some([self.threads.linear_id % self.threads.vertices, instance])
        };
        if let Some(ids) = ids {
            self.check_fetched(thread_count, buffers, attributes, ids);
        }
    }

    fn pipeline(&self) -> Pipeline {
        Pipeline::new(self.arch)
            .with_padding(self.threads.padding)
            .with_rounding(self.rounding)
            .with_idvs(self.threads.idvs)
            .with_resource_table(self.table)
            .with_layout(self.layout)
    }

    fn counts(&self) -> DrawCounts {
        DrawCounts::any_instances(self.threads.vertices)
            .with_instances(self.threads.instances)
            .with_first_vertex(self.first_vertex)
            .with_first_instance(self.first_instance)
    }

    fn attributes(&self) -> Vec<VertexAttribute> {
        let parts = self.parts.iter().enumerate();
        let mut attributes: Vec<VertexAttribute> = parts
            .map(|(buffer, part)| VertexAttribute::new(buffer, part.format, part.offset))
            .collect();
        if self.ids {
            attributes.extend([VertexAttribute::VERTEX_ID, VertexAttribute::INSTANCE_ID]);
        }
        attributes
    }

    /// A bound constant is equal to the written tables. A constant's parts are counted when it is compiled: one here.
    fn check_bound(
        &self,
        pipeline: Pipeline,
        counts: DrawCounts,
        attributes: &[VertexAttribute],
        written: &Result<Tables, DrawError>,
        words: &[u32],
    ) {
        let ([part], [attribute]) = (self.parts.as_slice(), attributes) else {
            return;
        };
        let mut bound = vec![0; words.len()];
        let tables = if self.arch.has_attribute_buffers() {
            VertexInput::<1, 1, 2>::new(pipeline, counts, [part.buffer()], [*attribute])
                .and_then(|input| input.write(&[part.range()], &mut bound))
        } else {
            VertexInput::<1, 1, 8>::new(pipeline, counts, [part.buffer()], [*attribute])
                .and_then(|input| input.write(&[part.range()], &mut bound))
        };
        match (&tables, written) {
            (Ok(bound_tables), Ok(_)) => {
                assert_eq!(&tables, written);
                let end = bound_tables.attributes.end;
                assert_eq!(bound[..end], words[..end]);
            }
            // A constant also has an invocation, which cannot count as many threads as tables can.
            (Err(DrawError::Draw(Error::InvocationBits { .. })), _) => {}
            // If there are several errors, the two may return different ones.
            _ => assert!(
                tables.is_err() && written.is_err(),
                "{tables:?}, {written:?}"
            ),
        }
    }

    /// Both tables are decoded completely, and the descriptors that attributes name are those of the parts.
    fn check_decoded(&self, buffers: &[u32], attributes: &[u32]) {
        for (kind, words) in [(Kind::Buffers, buffers), (Kind::Attributes, attributes)] {
            decoding::check(self.arch, kind, words).expect("a written table");
        }
        let followed = decode::attributes(self.arch, buffers, attributes);
        for (part, followed) in self.parts.iter().zip(followed) {
            let format = match followed
                .attribute
                .expect("an attribute for every part")
                .descriptor
            {
                Descriptor::Attribute(fields) => fields.format,
                Descriptor::ValhallAttribute(fields) => {
                    assert_eq!(fields.table, self.table);
                    fields.format
                }
                other => panic!("no attribute: {other:?}"),
            };
            assert_eq!(Some(format), part.format.hardware(self.arch));
            let buffer = followed.buffer.expect("a buffer for every part");
            match buffer.expect("a written buffer").descriptor {
                Descriptor::AttributeBuffer(fields) => {
                    let remainder = part.address % 64;
                    assert_eq!(fields.address.get(), part.address - remainder);
                    assert_eq!(u64::from(fields.size), u64::from(part.size) + remainder);
                    // 0 if all instances read one element.
                    assert!([0, part.stride].contains(&fields.stride));
                }
                Descriptor::Buffer(fields) => {
                    let BufferPart { address, size, .. } = *part;
                    let size = size.into();
                    assert_eq!(fields, BufferFields { address, size });
                }
                other => panic!("no buffer: {other:?}"),
            }
        }
    }

    /// The model fetches the bytes for the thread that GL and Vulkan define.
    fn check_fetched(
        &self,
        thread_count: ThreadCount,
        buffers: &[u32],
        attributes: &[u32],
        [vertex, instance]: [u32; 2],
    ) {
        // Only the addresses of the fetched bytes are compared.
        const BYTES: [u8; 16] = [0; 16];
        const NOTHING: Memory = Memory {
            address: 0,
            bytes: &[],
        };
        for (number, attribute) in self.attributes().into_iter().enumerate() {
            let (expected, memory) = match attribute.source {
                AttributeSource::VertexId => (Fetched::Id(vertex), NOTHING),
                AttributeSource::InstanceId => (Fetched::Id(instance), NOTHING),
                AttributeSource::Buffer(buffer) => {
                    let part = &self.parts[buffer];
                    let begin = part.begin(self, [vertex, instance]);
                    let bytes = &BYTES[..part.format.size() as usize];
                    let end = begin + u128::from(part.format.size());
                    let address = u128::from(part.address) + begin;
                    match u64::try_from(address) {
                        _ if end > part.size.into() => (Fetched::OutOfRange, NOTHING),
                        Ok(address) if !part.is_readable(self.arch, address) => {
                            (Fetched::Unaligned, NOTHING)
                        }
                        // This is the only memory: the model returns nothing for another address.
                        Ok(address) => (Fetched::Bytes(bytes), Memory { address, bytes }),
                        Err(_) => continue,
                    }
                }
            };
            let fetched = if self.arch.has_attribute_buffers() {
                let draw = Draw::new(thread_count, self.first_vertex);
                let id = self.threads.linear_id;
                fetch(
                    self.arch,
                    buffers,
                    attributes,
                    draw.words(),
                    number,
                    id,
                    memory,
                )
            } else {
                let ids = [vertex, instance];
                fetch_valhall(buffers, attributes, self.first_vertex, number, ids, memory)
            };
            assert_eq!(fetched, Some(expected), "attribute {number}");
        }
    }
}

impl BufferPart {
    /// The offset in the buffer of the attribute of a vertex, by the rules of GL and Vulkan.
    fn begin(&self, draw: &TablesInput, [vertex, instance]: [u32; 2]) -> u128 {
        let [vertex, instance] = [vertex, instance].map(u128::from);
        let first_instance = u128::from(draw.first_instance);
        let element = match self.rate {
            InputRate::Vertex => vertex + u128::from(draw.first_vertex),
            InputRate::Instance { divisor } => {
                instance / u128::from(divisor.get()) + first_instance
            }
            InputRate::Constant => first_instance,
        };
        element * u128::from(self.stride) + u128::from(self.offset)
    }
}
