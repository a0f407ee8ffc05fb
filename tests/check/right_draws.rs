//! A draw that the library packs has no error, whatever the caller knows of it.

use mali_instancing::check::{DrawState, Severity, check};
use mali_instancing::draw::{DrawCounts, Pipeline, TableLayout, VertexAttribute, VertexBuffer};
use mali_instancing::{Arch, Format, InputRate, Padding, Rounding};

use crate::draws::{elements, packed_from};

/// Numbers that a seed determines: `SplitMix64`.
struct Random(u64);

impl Random {
    fn below(&mut self, end: u32) -> u32 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut mixed = self.0;
        mixed = (mixed ^ mixed >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        mixed = (mixed ^ mixed >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
        ((mixed ^ mixed >> 31) % u64::from(end)) as u32
    }

    fn of<T: Copy>(&mut self, values: &[T]) -> T {
        values[self.below(values.len() as u32) as usize]
    }

    fn is(&mut self) -> bool {
        self.below(2) == 1
    }
}

const FORMATS: [(Format, u32); 5] = [
    (Format::R32_SFLOAT, 4),
    (Format::R32G32B32_SFLOAT, 12),
    (Format::R32G32B32A32_UINT, 16),
    (Format::R16G16_SFLOAT, 4),
    (Format::R8G8B8A8_UNORM, 4),
];

fn assert_has_no_error(seed: u64) {
    let random = &mut Random(seed);
    let arch = random.of(Arch::ALL);
    let has_attribute_buffers = arch.has_attribute_buffers();
    let mut pipeline = Pipeline::new(arch)
        .with_padding(random.of(Padding::ALL))
        .with_rounding(random.of(Rounding::ALL))
        .with_idvs(arch.has_idvs() && random.is());
    if has_attribute_buffers {
        pipeline = pipeline.with_layout(random.of(&[TableLayout::Driver, TableLayout::Fixed]));
    }
    let most = random.of(&[3, 25, 400]);
    let counts = DrawCounts::instanced(1 + random.below(most), 1 + random.below(most))
        .with_first_vertex(random.of(&[0, 0, 1, 64, 1000]))
        .with_first_instance(random.of(&[0, 0, 1, 7, 100]));
    // The ranges of buffers begin with element 0, or with one up to the first that is read.
    let are_parts = random.is();
    let mut buffers = Vec::new();
    let mut first_elements = Vec::new();
    let mut addresses = Vec::new();
    for number in 0..=random.below(5) {
        let rate = match random.below(4) {
            0 => InputRate::Constant,
            1 | 2 => InputRate::Vertex,
            _ => InputRate::from_gl_divisor(random.of(&[1, 2, 3, 4, 5, 100, 65_537])),
        };
        let stride = 4 * (4 + random.below(12));
        let [first, end] = elements(rate, &counts);
        let first_element = if are_parts {
            random.below(first + 1)
        } else {
            0
        };
        let size = (end - first_element) * stride + 4 * random.below(3);
        buffers.push(VertexBuffer::new(stride, rate).with_size(Some(size)));
        first_elements.push(first_element);
        addresses.push(0x1000_0000 * u64::from(number + 1) + 4 * u64::from(random.below(40)));
    }
    let attributes: Vec<VertexAttribute> = (0..=random.below(6))
        .map(|_| {
            let buffer = random.below(buffers.len() as u32) as usize;
            let (format, size) = random.of(&FORMATS);
            let room = (buffers[buffer].stride - size) / 4;
            VertexAttribute::new(buffer, format, 4 * random.below(room + 1))
        })
        .collect();
    let first_elements = if are_parts { &first_elements[..] } else { &[] };
    let words = packed_from(
        &pipeline,
        &counts,
        &buffers,
        &attributes,
        &addresses,
        first_elements,
    );
    let rates: Vec<Option<InputRate>> = attributes
        .iter()
        .map(|attribute| match attribute.source {
            mali_instancing::draw::AttributeSource::Buffer(buffer) => Some(buffers[buffer].rate),
            _ => None,
        })
        .collect();
    let knows_all = random.is();
    let state = DrawState {
        tiler_draw: words.draw.filter(|_| knows_all),
        tiler_invocation: words.invocation.filter(|_| knows_all),
        is_indexed: (has_attribute_buffers && knows_all).then_some(false),
        first_instance: random.is().then_some(counts.first_instance),
        has_whole_buffers: !are_parts && random.is(),
        table: (!has_attribute_buffers && knows_all).then_some(0),
        read_attributes: knows_all.then(|| (1 << attributes.len()) - 1),
        rates: if random.is() { &rates } else { &[] },
        ..words.state()
    };
    check(&state, |finding| {
        assert!(
            finding.severity == Severity::Note,
            "seed {seed}: {finding}: {counts:?}, {buffers:?}, {attributes:?}, {state:x?}"
        );
    });
}

#[test]
fn no_right_draw_has_an_error() {
    (0..20_000).for_each(assert_has_no_error);
}

#[test]
#[ignore = "a million draws take minutes without optimization"]
fn none_of_a_million_right_draws_has_an_error() {
    (0..1_000_000).for_each(assert_has_no_error);
}
