use mali_instancing::draw::{IndexedVertices, Tables, VertexAttribute, write};

use crate::case::{Case, Parts, attribute_buffer_at};
use crate::counts::{Class, Counts, Descriptor};
use crate::difference::{attribute, attribute_buffer, buffer, valhall_attribute};

impl Case {
    /// The tables of the draw as the library packs them.
    pub(crate) fn packed(&self) -> (Vec<u32>, Tables) {
        let Parts {
            buffers,
            attributes,
            ranges,
            mut words,
        } = self.parts();
        let tables = write(
            &self.pipeline,
            &self.counts,
            &buffers,
            &attributes,
            &ranges,
            &mut words,
        )
        .unwrap_or_else(|error| panic!("{}: {error}", self.name));
        (words, tables)
    }

    /// Packs the draw and compares every descriptor that the driver wrote.
    pub(crate) fn compare(&self, counts: &mut Counts) {
        let (words, tables) = self.packed();
        let (buffers, attributes) = (&words[tables.buffers], &words[tables.attributes]);
        if self.pipeline.arch.has_attribute_buffers() {
            self.compare_attribute_buffers(buffers, attributes, counts);
        } else {
            for ((bound, theirs), ours) in self.buffers.iter().zip(buffers.chunks(8)) {
                counts.add_all(Descriptor::Buffer, &buffer(self, bound, theirs, ours));
            }
        }
        self.compare_attributes(attributes, counts);
        self.compare_draw(counts);
    }

    /// Compares each descriptor at the index in our attributes, which [`Case::compare_attributes`] compares with the
    /// driver's.
    fn compare_attribute_buffers(&self, words: &[u32], attributes: &[u32], counts: &mut Counts) {
        let index_of = |attribute: usize| (attributes[2 * attribute] & 0x1ff) as usize;
        for (number, (bound, theirs)) in self.buffers.iter().enumerate() {
            let attribute = (self.attributes.iter()).position(|read| read.buffer == number);
            // Each of Vulkan's bindings has a place of its own, whether or not it has a buffer.
            let index = attribute.map_or(2 * number, index_of);
            let padded = |words: &[u32]| {
                let mut padded = [0; 8];
                padded[..words.len()].copy_from_slice(words);
                padded
            };
            let (theirs, ours) = (padded(theirs), padded(&attribute_buffer_at(words, index)));
            let differences = attribute_buffer(self, bound, &theirs, &ours);
            counts.add_all(Descriptor::AttributeBuffer, &differences);
        }
        for (number, (id, _, theirs)) in self.ids.iter().enumerate() {
            let index = index_of(self.attributes.len() + number);
            let ours = &words[4 * index..4 * index + 4];
            let descriptor = if *id == VertexAttribute::VERTEX_ID {
                Descriptor::VertexId
            } else {
                Descriptor::InstanceId
            };
            assert_eq!(theirs, ours, "{}", self.name);
            counts.add(descriptor, Class::Equal);
        }
        if let Some(theirs) = self.null_terminator {
            assert_eq!(*words.last_chunk().unwrap(), [0; 4]);
            let class = match theirs {
                [0, 0, 0, 0] => Class::Equal,
                [1, 0, 0, 0] => Class::NullTerminatorHasType,
                _ => panic!("{}: {theirs:x?}", self.name),
            };
            counts.add(Descriptor::Closing, class);
        }
    }

    fn compare_attributes(&self, words: &[u32], counts: &mut Counts) {
        let mut ours = words.chunks(self.pipeline.arch.attribute_words());
        for read in &self.attributes {
            let ours = ours.next().unwrap();
            let (descriptor, differences) = if self.pipeline.arch.has_attribute_buffers() {
                (Descriptor::Attribute, attribute(self, read, ours))
            } else {
                (
                    Descriptor::ValhallAttribute,
                    valhall_attribute(self, read, ours),
                )
            };
            counts.add_all(descriptor, &differences);
        }
        for (_, theirs, _) in &self.ids {
            let ours = ours.next().unwrap();
            let [theirs, ours] = [theirs, ours].map(|words| self.comparable(words));
            assert_eq!(theirs, ours, "{}", self.name);
            counts.add(Descriptor::Attribute, Class::Equal);
        }
    }

    /// The descriptors of the draw itself, and its index bounds.
    fn compare_draw(&self, counts: &mut Counts) {
        let draw = self.pipeline.draw(&self.counts).unwrap();
        for theirs in &self.draws {
            let ours = draw.unwrap().words();
            // The lower half contains the driver's flags of rasterization.
            let sizes = |[word, offset_start]: [u32; 2]| (word >> 16, offset_start);
            assert_eq!(sizes(*theirs), sizes(ours), "{}", self.name);
            counts.add(Descriptor::Draw, Class::Equal);
        }
        if let Some(theirs) = self.invocation {
            let ours = self
                .pipeline
                .invocation(&self.counts)
                .unwrap()
                .unwrap()
                .words();
            assert_eq!(theirs, ours, "{}", self.name);
            counts.add(Descriptor::Invocation, Class::Equal);
        }
        if let Some(indices) = &self.indices {
            let ours = indices.bounds.vertices(indices.base_vertex).unwrap();
            let expected = IndexedVertices {
                vertices: self.counts.vertices,
                first_vertex: self.counts.first_vertex,
                base_vertex_offset: indices.base_vertex_offset as i32,
            };
            assert_eq!(ours, expected, "{}", self.name);
            counts.add(Descriptor::Indices, Class::Equal);
        }
    }
}
