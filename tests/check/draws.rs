use mali_instancing::check::{Counts, DrawState, Finding, Rule, check};
use mali_instancing::draw::{
    BufferRange, DrawCounts, Pipeline, VertexAttribute, VertexBuffer, VertexInputState,
};
use mali_instancing::{Arch, Format, InputRate};

/// The words of a draw, each of which can be changed.
#[derive(Clone, Debug)]
pub(crate) struct Words {
    pub(crate) arch: Arch,
    pub(crate) buffers: Vec<u32>,
    pub(crate) attributes: Vec<u32>,
    pub(crate) draw: Option<[u32; 2]>,
    pub(crate) invocation: Option<[u32; 2]>,
    pub(crate) counts: Option<Counts>,
}

impl Words {
    pub(crate) fn state(&self) -> DrawState<'_> {
        DrawState {
            draw: self.draw,
            invocation: self.invocation,
            counts: self.counts,
            ..DrawState::new(self.arch, &self.buffers, &self.attributes)
        }
    }

    pub(crate) fn changed(&self, change: impl FnOnce(&mut Self)) -> Self {
        let mut changed = self.clone();
        change(&mut changed);
        changed
    }
}

pub(crate) fn findings(state: &DrawState<'_>) -> Vec<Finding> {
    let mut findings = Vec::new();
    check(state, |finding| findings.push(finding));
    findings
}

/// The rules that a draw breaks, each once, without the alternatives.
pub(crate) fn rules(state: &DrawState<'_>) -> Vec<Rule> {
    let nearest = findings(state)
        .into_iter()
        .filter(|finding| finding.alternative == 0);
    let mut rules: Vec<Rule> = nearest.map(|finding| finding.rule).collect();
    rules.dedup();
    rules
}

pub(crate) fn first(words: &Words) -> Option<Rule> {
    rules(&words.state()).first().copied()
}

/// The words of a draw, with each buffer at its address.
pub(crate) fn packed(
    pipeline: &Pipeline,
    counts: &DrawCounts,
    buffers: &[VertexBuffer],
    attributes: &[VertexAttribute],
    addresses: &[u64],
) -> Words {
    packed_from(pipeline, counts, buffers, attributes, addresses, &[])
}

/// The same for ranges that begin with the elements `first_elements`, or with element 0 if these are empty.
pub(crate) fn packed_from(
    pipeline: &Pipeline,
    counts: &DrawCounts,
    buffers: &[VertexBuffer],
    attributes: &[VertexAttribute],
    addresses: &[u64],
    first_elements: &[u32],
) -> Words {
    let ranges: Vec<BufferRange> = addresses.iter().map(|at| BufferRange::at(*at)).collect();
    let state = VertexInputState::<32, 32>::new(*pipeline, buffers, attributes).unwrap();
    let mut words = vec![0; state.words_needed()];
    let tables = state
        .write_from(counts, &ranges, first_elements, &mut words)
        .unwrap();
    Words {
        arch: pipeline.arch,
        buffers: words[tables.buffers].to_vec(),
        attributes: words[tables.attributes].to_vec(),
        draw: pipeline.draw(counts).unwrap().map(|draw| draw.words()),
        invocation: pipeline
            .invocation(counts)
            .unwrap()
            .map(|descriptor| descriptor.words()),
        counts: (!pipeline.arch.has_attribute_buffers()).then(|| Counts {
            vertices: Some(counts.vertices),
            instances: counts.instances.unwrap(),
            first_vertex: counts.first_vertex.into(),
        }),
    }
}

/// The elements of a buffer that a draw reads: the first, and one after the last.
pub(crate) fn elements(rate: InputRate, counts: &DrawCounts) -> [u32; 2] {
    match rate {
        InputRate::Vertex => [counts.first_vertex, counts.first_vertex + counts.vertices],
        InputRate::Instance { divisor } => {
            let last = (counts.instances.unwrap() - 1) / divisor;
            [counts.first_instance, counts.first_instance + last + 1]
        }
        // Vulkan's divisor of 0: all instances read the element of the first.
        InputRate::Constant => [counts.first_instance, counts.first_instance + 1],
    }
}

/// 70 vertices from number 7 on, padded to 72, and 100 instances. The mesh has two attributes and
/// elements of 20 bytes per vertex, the model's row elements of 64 bytes for 3 instances each.
pub(crate) fn cubes(arch: Arch) -> Words {
    draw(arch, 100)
}

/// The same draw of one instance, which is not padded.
pub(crate) fn cube(arch: Arch) -> Words {
    draw(arch, 1)
}

fn draw(arch: Arch, instances: u32) -> Words {
    let pipeline = Pipeline::new(arch);
    let counts = DrawCounts::instanced(70, instances).with_first_vertex(7);
    let addresses = [0x1000_0000, 0x2000_0000];
    packed(
        &pipeline,
        &counts,
        &CUBE_BUFFERS,
        &CUBE_ATTRIBUTES,
        &addresses,
    )
}

/// The draw reads vertices 7 to 76 and elements 0 to 33: instance 99 has element 33.
const CUBE_BUFFERS: [VertexBuffer; 2] = [
    VertexBuffer::new(20, InputRate::Vertex).with_size(Some(77 * 20)),
    VertexBuffer::new(64, InputRate::from_gl_divisor(3)).with_size(Some(34 * 64)),
];

const CUBE_ATTRIBUTES: [VertexAttribute; 3] = [
    VertexAttribute::new(0, Format::R32G32B32_SFLOAT, 0),
    VertexAttribute::new(0, Format::R16G16_UNORM, 12),
    VertexAttribute::new(1, Format::R32G32B32A32_SFLOAT, 0),
];
