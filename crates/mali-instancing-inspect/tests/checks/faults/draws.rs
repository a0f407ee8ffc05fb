//! The draws in which the faults are, and what their threads read by the reference model.

use std::collections::BTreeMap;

use mali_instancing::check::{Counts, DrawState, Finding, Rule, Table, check};
use mali_instancing::descriptor::{Invocation, InvocationFields};
use mali_instancing::draw::{
    AttributeSource, BufferRange, DrawCounts, Pipeline, TableLayout, VertexAttribute, VertexBuffer,
    words_needed, write,
};
use mali_instancing::model::{Access, locate, locate_valhall, thread};
use mali_instancing::{Arch, Format, InputRate};

use super::said::{Named, NearestDraw, Said};

/// The words of a draw, each of which can be changed.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Words {
    pub(super) arch: Arch,
    pub(super) buffers: Vec<u32>,
    pub(super) attributes: Vec<u32>,
    pub(super) draw: [u32; 2],
    pub(super) invocation: [u32; 2],
    pub(super) tiler_draw: [u32; 2],
    pub(super) counts: Option<Counts>,
    pub(super) first_instance: Option<u32>,
}

/// 70 vertices from number 7 on, padded to 72, and 100 instances. A row of 64 bytes for 3 instances each is in a
/// descriptor with a continuation, numbers 0 and 1. The mesh, number 2, has elements of 20 bytes per vertex.
pub(super) fn rows(arch: Arch) -> Words {
    packed(&Pipeline::new(arch), &COUNTS, &[ROW, MESH])
}

/// The same draw of other vertices.
pub(super) fn rows_of(arch: Arch, vertices: u32) -> Words {
    packed(
        &Pipeline::new(arch),
        &COUNTS.with_vertices(vertices),
        &[ROW, MESH],
    )
}

/// The draw of tints with other vertices.
pub(super) fn tints_of(arch: Arch, vertices: u32) -> Words {
    packed(
        &Pipeline::new(arch),
        &COUNTS.with_vertices(vertices),
        &[ROW, TINT, MESH],
    )
}

/// The same draw of one instance.
pub(super) fn single(arch: Arch) -> Words {
    let counts = COUNTS.with_instances(Some(1));
    packed(&Pipeline::new(arch), &counts, &[ROW, MESH])
}

/// The same draw with 8 bytes more for each 2 instances, in numbers 2 and 3, and the mesh in number 4.
pub(super) fn tints(arch: Arch) -> Words {
    packed(&Pipeline::new(arch), &COUNTS, &[ROW, TINT, MESH])
}

/// The same draw from instance 20 on.
pub(super) fn from_20(arch: Arch) -> Words {
    let counts = COUNTS.with_first_instance(20);
    let row = ROW.with_size(Some(54 * 64));
    packed(&Pipeline::new(arch), &counts, &[row, MESH])
}

/// The mesh first, in numbers 0 and 1 of the layout `fixed`.
pub(super) fn fixed(arch: Arch) -> Words {
    let pipeline = Pipeline::new(arch).with_layout(TableLayout::Fixed);
    packed(&pipeline, &COUNTS, &[MESH, ROW])
}

/// The vertex ID and the instance ID, in numbers 3 and 4.
pub(super) fn ids(arch: Arch) -> Words {
    let sources = [AttributeSource::VertexId, AttributeSource::InstanceId];
    let id = |source| VertexAttribute {
        source,
        ..VertexAttribute::new(0, Format::R32_UINT, 0)
    };
    packed_with(
        &Pipeline::new(arch),
        &COUNTS,
        &[ROW, MESH],
        &sources.map(id),
    )
}

const ROW: VertexBuffer =
    VertexBuffer::new(64, InputRate::from_gl_divisor(3)).with_size(Some(34 * 64));
const TINT: VertexBuffer =
    VertexBuffer::new(8, InputRate::from_gl_divisor(2)).with_size(Some(50 * 8));
const MESH: VertexBuffer = VertexBuffer::new(20, InputRate::Vertex).with_size(Some(77 * 20));

const COUNTS: DrawCounts = DrawCounts::instanced(70, 100).with_first_vertex(7);

fn packed(pipeline: &Pipeline, counts: &DrawCounts, buffers: &[VertexBuffer]) -> Words {
    packed_with(pipeline, counts, buffers, &[])
}

/// The draw with an attribute for each buffer, and others.
fn packed_with(
    pipeline: &Pipeline,
    counts: &DrawCounts,
    buffers: &[VertexBuffer],
    others: &[VertexAttribute],
) -> Words {
    let format = |stride| match stride {
        64 => Format::R32G32B32A32_SFLOAT,
        20 => Format::R32G32B32_SFLOAT,
        _ => Format::R32G32_SFLOAT,
    };
    let numbered = buffers.iter().enumerate();
    let attributes = numbered.map(|(number, buffer)| {
        let format = format(buffer.stride);
        VertexAttribute::new(number, format, 0)
    });
    let attributes: Vec<_> = attributes.chain(others.iter().copied()).collect();
    let ranges = (1..=buffers.len() as u64).map(|number| BufferRange::at(number << 28));
    let ranges: Vec<_> = ranges.collect();
    let mut words = vec![0; words_needed(pipeline, buffers.len(), &attributes).unwrap()];
    let tables = write(pipeline, counts, buffers, &attributes, &ranges, &mut words).unwrap();
    let draw = pipeline
        .draw(counts)
        .unwrap()
        .map_or([0; 2], |draw| draw.words());
    let invocation = pipeline.invocation(counts).unwrap();
    Words {
        arch: pipeline.arch,
        buffers: words[tables.buffers].to_vec(),
        attributes: words[tables.attributes].to_vec(),
        draw,
        invocation: invocation.map_or([0; 2], |invocation| invocation.words()),
        tiler_draw: draw,
        counts: (!pipeline.arch.has_attribute_buffers()).then(|| Counts {
            vertices: Some(counts.vertices),
            instances: counts.instances.unwrap(),
            first_vertex: counts.first_vertex.into(),
        }),
        first_instance: Some(counts.first_instance).filter(|first| *first > 0),
    }
}

impl Words {
    pub(super) fn state(&self) -> DrawState<'_> {
        let has_draw = self.arch.has_attribute_buffers();
        let known = |words| Some(words).filter(|_| has_draw);
        DrawState {
            draw: known(self.draw),
            invocation: known(self.invocation),
            tiler_draw: known(self.tiler_draw),
            counts: self.counts,
            first_instance: self.first_instance,
            ..DrawState::new(self.arch, &self.buffers, &self.attributes)
        }
    }

    pub(super) fn findings(&self) -> Vec<Finding> {
        let mut findings = Vec::new();
        check(&self.state(), |finding| findings.push(finding));
        findings
    }

    /// The findings of the check.
    pub(super) fn said(&self) -> Vec<Said> {
        self.findings().iter().map(Said::of_words).collect()
    }

    /// The words after the values of an alternative were written, and then those of all errors that are left.
    pub(super) fn mended(&self, alternative: u32, said: fn(&Self) -> Vec<Said>) -> Self {
        let mut mended = self.clone();
        for number in [alternative, 0, 0, 0, 0, 0, 0, 0] {
            let before = mended.clone();
            let own = said(&mended).into_iter();
            let own = own.filter(|said| said.alternative == number);
            let mut invocation = mended.counts_of_invocation();
            for said in own.filter(|said| said.is_error || said.rule == Rule::NearestDraw) {
                mended.follow(&said, &mut invocation);
            }
            if let Some([vertices, instances]) = invocation {
                let right = Invocation::draw(vertices, instances).unwrap().words();
                if mended.counts_of_invocation() != invocation {
                    mended.invocation = right;
                }
            }
            if mended == before {
                break;
            }
        }
        mended
    }

    fn counts_of_invocation(&self) -> Option<[u32; 2]> {
        match Invocation::decode(self.invocation) {
            Ok(InvocationFields::Draw {
                vertices,
                instances,
            }) if self.arch.has_attribute_buffers() => Some([vertices, instances]),
            _ => None,
        }
    }

    fn follow(&mut self, said: &Said, invocation: &mut Option<[u32; 2]>) {
        let Some(Named::Is(value) | Named::AtLeast(value)) = said.value else {
            return;
        };
        let words = match said.table {
            Table::Buffers => &mut self.buffers[..],
            Table::Attributes => &mut self.attributes[..],
            Table::Draw => &mut self.draw[..],
            Table::TilerDraw => &mut self.tiler_draw[..],
            Table::Invocation => {
                invocation.as_mut().unwrap()[said.count.unwrap()] = value as u32;
                return;
            }
            // The printer prints the invocation of the vertex job for the tiler's, too.
            Table::TilerInvocation => return,
            other => panic!("{other:?}"),
        };
        match said.field {
            None => words[said.word] = value as u32,
            Some(field) => {
                let begin = said.word - field.word();
                let words = &mut words[begin..];
                // Several attributes need several sizes, of which one is the largest.
                let given = field.get(words).unwrap() as i64;
                let is_least = matches!(said.value, Some(Named::AtLeast(_)));
                if !is_least || given < value as i64 {
                    field.set(words, value).unwrap();
                }
            }
        }
    }

    /// The bytes that every thread reads, attribute by attribute.
    pub(super) fn reads(&self) -> Vec<Option<Access>> {
        let attributes = self.attributes.len() / self.arch.attribute_words();
        let threads = self.threads().into_iter();
        let reads = threads.flat_map(|thread| {
            (0..attributes).map(move |attribute| self.access(attribute, thread))
        });
        reads.collect()
    }

    /// Asserts that these words are those of a draw: of its counts, and with an attribute's elements at its rate.
    pub(super) fn assert_is(&self, draw: NearestDraw, attribute: Option<usize>, place: &str) {
        let threads = self.threads();
        let end = |number: fn(&[u32; 3]) -> u32| {
            threads.iter().map(number).max().map_or(0, |last| last + 1)
        };
        let counts = [
            end(|[vertex, ..]| *vertex),
            end(|[_, instance, _]| *instance),
        ];
        for (count, said) in counts.into_iter().zip([draw.vertices, draw.instances]) {
            assert!(said.is_none_or(|said| said == count), "{place}: {counts:?}");
        }
        let (Some(attribute), Some(rate)) = (attribute, draw.rate) else {
            return;
        };
        // An element begins where its number says: the same number of bytes after each other element before it.
        let mut elements = BTreeMap::new();
        for thread @ [vertex, instance, _] in threads {
            let element = match rate {
                InputRate::Vertex => vertex,
                InputRate::Constant => 0,
                InputRate::Instance { divisor } => instance / divisor,
            };
            let address = match self.access(attribute, thread) {
                Some(Access::Bytes { address, .. }) => address,
                Some(Access::Id(id)) => id.into(),
                // Drivers disagree about the offset start. As this model adds it, the element can be past the end.
                Some(Access::OutOfRange) if self.has(Rule::OffsetStart) => return,
                other => panic!("{place}: {thread:?} reads nothing: {other:?}"),
            };
            let read = *elements.entry(element).or_insert(address);
            assert_eq!(address, read, "{place}: {thread:?} reads another element");
        }
        let strides = elements.values().zip(elements.values().skip(1));
        let mut strides: Vec<_> = strides
            .map(|(before, after)| after.wrapping_sub(*before))
            .collect();
        strides.dedup();
        assert!(strides.len() < 2, "{place}: {strides:?}");
    }

    fn has(&self, rule: Rule) -> bool {
        self.findings().iter().any(|finding| finding.rule == rule)
    }

    /// The threads that are not discarded: vertex and instance, counted from 0, and the linear id, which none has
    /// from V9 on.
    fn threads(&self) -> Vec<[u32; 3]> {
        if let Some(counts) = self.counts {
            let vertices = counts.vertices.unwrap();
            let instances = 0..counts.instances;
            let threads = instances
                .flat_map(|instance| (0..vertices).map(move |vertex| [vertex, instance, 0]));
            return threads.collect();
        }
        let threads = (0..).map_while(|id| Some((id, thread(self.draw, self.invocation, id)?)));
        let threads = threads.filter(|(_, thread)| !thread.is_padding);
        threads
            .map(|(id, thread)| [thread.vertex, thread.instance, id])
            .collect()
    }

    fn access(&self, attribute: usize, [vertex, instance, id]: [u32; 3]) -> Option<Access> {
        let Self {
            arch,
            buffers,
            attributes,
            draw,
            ..
        } = self;
        match self.counts {
            Some(counts) => {
                let first = counts.first_vertex as u32;
                locate_valhall(buffers, attributes, first, attribute, [vertex, instance])
            }
            None => locate(*arch, buffers, attributes, *draw, attribute, id),
        }
    }
}

/// The rule and the place of a finding.
pub(super) fn place(finding: &Finding) -> (Rule, Table, usize) {
    (finding.rule, finding.table, finding.word)
}
