//! The vertex input of a pipeline writes for a draw what is written for the whole draw at once.

use core::num::NonZeroU32;

use mali_instancing::draw::{
    AttributeSource, BufferRange, DrawCounts, DrawError, Pipeline, StateWords, TableLayout, Tables,
    VertexAttribute, VertexBuffer, VertexInput, VertexInputState, words_needed, write,
};
use mali_instancing::{
    Arch, Argument, Error, Format, InputRate, PaddedCount, Padding, Part, Place, Rounding,
};
use proptest::prelude::*;
use proptest::sample::select;

/// Small numbers, numbers at the limits, and any numbers.
fn numbers() -> impl Strategy<Value = u32> {
    prop_oneof![
        6 => 0..300_u32,
        1 => select(vec![1 << 31, (1 << 31) + 1, u32::MAX - 1, u32::MAX]),
        1 => any::<u32>(),
    ]
}

/// Offsets and strides, of which most are aligned for every format that is fetched.
fn distances() -> impl Strategy<Value = u32> {
    prop_oneof![9 => numbers().prop_map(|number| number & !3), 1 => numbers()]
}

/// Mostly zeros, as in most draws.
fn first() -> impl Strategy<Value = u32> {
    prop_oneof![3 => Just(0), 1 => numbers()]
}

fn pipelines() -> impl Strategy<Value = Pipeline> {
    let rules = (select(Padding::ALL), select(Rounding::ALL), any::<bool>());
    let layouts = (select(TableLayout::ALL), 0..4_u32, 0..3_u32);
    let unaligned = prop::bool::weighted(0.3);
    let targets = (select(Arch::ALL), rules, 0..66_u32, layouts, unaligned);
    targets.prop_map(
        |(arch, (padding, rounding, idvs), table, layout, unaligned)| {
            let (layout, reserved_buffers, reserved_attributes) = layout;
            Pipeline::new(arch)
                .with_layout(layout)
                .with_reserved_buffers(reserved_buffers)
                .with_reserved_attributes(reserved_attributes)
                .with_padding(padding)
                .with_rounding(rounding)
                .with_idvs(idvs && arch.check_idvs().is_ok())
                .with_resource_table(table)
                .with_unaligned(unaligned && arch <= Arch::V5)
        },
    )
}

fn counts() -> impl Strategy<Value = DrawCounts> {
    let firsts = (first(), first());
    let padded = prop::option::weighted(0.2, (0..20_u32, numbers()));
    (
        numbers(),
        prop::option::of(numbers()),
        firsts,
        0..5_u32,
        padded,
    )
        .prop_map(
            |(vertices, instances, (first_vertex, first_instance), primitive, padded)| {
                DrawCounts::any_instances(vertices)
                    .with_padded_vertices(padded.and_then(|(more, other)| {
                        let near = vertices
                            .checked_add(more)
                            .and_then(|count| PaddedCount::from_exact(count).ok());
                        near.or(PaddedCount::from_exact(other).ok())
                    }))
                    .with_instances(instances)
                    .with_first_vertex(first_vertex)
                    .with_first_instance(first_instance)
                    .with_primitive_vertices(NonZeroU32::new(primitive))
            },
        )
}

fn rates() -> impl Strategy<Value = InputRate> {
    prop_oneof![
        Just(InputRate::Vertex),
        Just(InputRate::Constant),
        numbers().prop_map(InputRate::from_gl_divisor),
    ]
}

fn buffers() -> impl Strategy<Value = (VertexBuffer, BufferRange)> {
    let aligned = (0..1_u64 << 50).prop_map(|address| address * 64);
    let addresses = prop_oneof![1 => aligned, 4 => 0..1_u64 << 56, 1 => 0..1_u64 << 57];
    let size = prop::option::weighted(0.2, numbers());
    let ranges =
        (addresses, numbers(), distances()).prop_map(|(address, size, stride)| BufferRange {
            address,
            size,
            stride,
        });
    (distances(), rates(), size, ranges).prop_map(|(stride, rate, size, range)| {
        let buffer = VertexBuffer::new(stride, rate).with_size(size);
        (buffer, range)
    })
}

fn attributes() -> impl Strategy<Value = VertexAttribute> {
    let sources = prop_oneof![
        12 => (0..5_usize).prop_map(AttributeSource::Buffer),
        1 => Just(AttributeSource::VertexId),
        1 => Just(AttributeSource::InstanceId),
    ];
    (sources, select(Format::ALL), distances()).prop_map(|(source, format, offset)| {
        VertexAttribute {
            source,
            format,
            offset,
        }
    })
}

/// Writes the driver's own descriptors, as a driver does after a draw, and leaves only the tables: those descriptors and
/// the words after the tables are unspecified.
fn finish(pipeline: Pipeline, tables: &Tables, words: &mut Vec<u32>) {
    let arch = pipeline.arch;
    let of_each = if arch.has_attribute_buffers() { 4 } else { 8 };
    let end = tables.buffers.end - of_each * usize::from(arch.needs_null_terminator());
    let length = of_each * pipeline.reserved_buffers as usize;
    words[end - length..end].fill(0x5eed);
    words.truncate(tables.attributes.end);
    let length = arch.attribute_words() * pipeline.reserved_attributes as usize;
    words[tables.attributes.end - length..].fill(0x5eed);
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(20_000))]

    /// Valid and invalid draws: both report errors that are not the pipeline's in the same words.
    #[test]
    fn a_state_writes_what_is_written_at_once(
        pipeline in pipelines(),
        counts in counts(),
        parts in prop::collection::vec(buffers(), 0..5),
        attributes in prop::collection::vec(attributes(), 0..5),
        short in prop::bool::weighted(0.05),
        strides_are_bound in any::<bool>(),
    ) {
        let (buffers, ranges): (Vec<_>, Vec<_>) = parts.into_iter().unzip();
        let pipeline = pipeline.with_bound_strides(strides_are_bound);
        // The strides that a draw reads.
        let strided: Vec<_> = (buffers.iter().zip(&ranges))
            .map(|(buffer, range)| {
                let mut buffer = *buffer;
                if strides_are_bound {
                    buffer.stride = range.stride;
                }
                buffer
            })
            .collect();
        let expected = words_needed(&pipeline, buffers.len(), &attributes).and_then(|needed| {
            let mut words = vec![0xdead_beef; needed.saturating_sub(usize::from(short))];
            let tables = write(&pipeline, &counts, &buffers, &attributes, &ranges, &mut words)?;
            let mut of_strides = words.clone();
            let unbound = pipeline.with_bound_strides(false);
            match write(&unbound, &counts, &strided, &attributes, &ranges, &mut of_strides) {
                // A stride that is bound is checked apart.
                Err(DrawError::UnalignedBuffer { .. }) if strides_are_bound => {}
                found => assert_eq!((found, &of_strides), (Ok(tables.clone()), &words)),
            }
            Ok((tables, words))
        });
        let mut constant = vec![[0; 8]; StateWords::rows_needed(pipeline.arch, buffers.len(), attributes.len())];
        let packed = StateWords::pack(pipeline, &buffers, &attributes, &mut constant);
        let state = match VertexInputState::<5, 5>::new(pipeline, &buffers, &attributes) {
            Ok(state) => state,
            Err(error) => {
                prop_assert_eq!(packed, Err(error));
                prop_assert!(expected.is_err());
                return Ok(());
            }
        };
        prop_assert_eq!(packed, Ok(()));
        let of_words = StateWords::new(&constant).expect("they are a state's");
        prop_assert_eq!(of_words.pipeline(), pipeline);
        prop_assert_eq!(of_words.tables_needed(), state.tables_needed());
        let length = state.words_needed().saturating_sub(usize::from(short));
        let [mut by_state, mut by_words] = [vec![0xdead_beef; length], vec![0xdead_beef; length]];
        let found = state.write(&counts, &ranges, &mut by_state);
        prop_assert_eq!(&of_words.write(&counts, &ranges, &mut by_words), &found);
        match expected {
            Err(error) => prop_assert_eq!(found, Err(error)),
            Ok((tables, mut at_once)) => {
                prop_assert_eq!(found.as_ref(), Ok(&tables));
                for words in [&mut at_once, &mut by_state, &mut by_words] {
                    finish(pipeline, &tables, words);
                }
                prop_assert_eq!(&by_state, &at_once);
                prop_assert_eq!(&by_words, &at_once);
                prop_assert_eq!(tables.padded_vertices.is_some(), pipeline.arch.number() < 9);
            }
        }
    }

    /// A constant of the whole draw writes the same, whatever the layout.
    #[test]
    fn a_draws_constant_writes_what_is_written_at_once(
        pipeline in pipelines(),
        counts in counts(),
        parts in prop::array::uniform3(buffers()),
        attributes in prop::array::uniform4(attributes()),
    ) {
        let buffers = parts.map(|(buffer, _)| buffer);
        let ranges = parts.map(|(_, range)| range);
        let mut at_once = vec![0; words_needed(&pipeline, 3, &attributes).unwrap_or(0)];
        let expected = write(&pipeline, &counts, &buffers, &attributes, &ranges, &mut at_once);
        let (found, words) = if pipeline.arch.attribute_words() == 2 {
            constant::<2>(pipeline, counts, buffers, attributes, ranges)
        } else {
            constant::<8>(pipeline, counts, buffers, attributes, ranges)
        };
        match (&expected, &found) {
            (Ok(tables), Ok(of_constant)) => {
                prop_assert_eq!(tables, of_constant);
                prop_assert_eq!(words.len(), tables.attributes.end);
                if pipeline.reserved_buffers == 0 {
                    prop_assert_eq!(&words[tables.buffers.clone()], &at_once[tables.buffers.clone()]);
                }
                let start = tables.attributes.start;
                let own = start..start + 4 * pipeline.arch.attribute_words();
                prop_assert_eq!(&words[own.clone()], &at_once[own]);
            }
            // For a constant, the invocation is also checked, and the counts, which no table needs on V9 and later.
            (_, found) => prop_assert!(found.is_err(), "{:?}", expected),
        }
    }
}

fn constant<const WORDS: usize>(
    pipeline: Pipeline,
    counts: DrawCounts,
    buffers: [VertexBuffer; 3],
    attributes: [VertexAttribute; 4],
    ranges: [BufferRange; 3],
) -> (Result<Tables, DrawError>, Vec<u32>) {
    match VertexInput::<3, 4, WORDS>::new(pipeline, counts, buffers, attributes) {
        Ok(input) => {
            let mut words = vec![0; input.words_needed()];
            (input.write(&ranges, &mut words), words)
        }
        Err(error) => (Err(error), Vec::new()),
    }
}

proptest! {
    /// A word that was changed, and words that are missing, give an error or a valid draw.
    #[test]
    fn no_words_of_a_state_panic(
        pipeline in pipelines(),
        counts in counts(),
        parts in prop::collection::vec(buffers(), 0..5),
        attributes in prop::collection::vec(attributes(), 0..5),
        (changed, value) in (any::<prop::sample::Index>(), numbers()),
        length in any::<prop::sample::Index>(),
    ) {
        let (buffers, ranges): (Vec<_>, Vec<_>) = parts.into_iter().unzip();
        let mut constant = vec![[0; 8]; StateWords::rows_needed(pipeline.arch, buffers.len(), attributes.len())];
        if StateWords::pack(pipeline, &buffers, &attributes, &mut constant).is_ok() {
            prop_assert!(StateWords::new(&constant[..length.index(constant.len())]).is_none());
            *changed.get_mut(constant.as_flattened_mut()) = value;
            if let Some(state) = StateWords::new(&constant) {
                let mut words = vec![0; state.words_needed().min(1 << 16)];
                let _ = state.write(&counts, &ranges, &mut words);
            }
        }
    }
}

const BUFFERS: [VertexBuffer; 2] = [
    VertexBuffer::new(20, InputRate::Vertex),
    VertexBuffer::new(64, InputRate::from_gl_divisor(3)),
];
const ATTRIBUTES: [VertexAttribute; 2] = [
    VertexAttribute::new(0, Format::R32G32B32_SFLOAT, 0),
    VertexAttribute::new(1, Format::R32G32B32A32_SFLOAT, 0),
];

static CUBE: VertexInputState<2, 2> =
    match VertexInputState::new(Pipeline::new(Arch::V7), &BUFFERS, &ATTRIBUTES) {
        Ok(state) => state,
        Err(_) => panic!(),
    };

#[test]
fn a_constant_state_takes_any_counts() {
    assert_eq!(CUBE.pipeline(), Pipeline::new(Arch::V7));
    let ranges = [
        BufferRange::new(0x1000_0000, 1400),
        BufferRange::new(0x2000_0010, 2176),
    ];
    let mut words = [0; CUBE.words_needed()];
    let counts = DrawCounts::instanced(70, 100);
    CUBE.write(&counts, &ranges, &mut words).unwrap();
    assert_eq!(words[..4], [0x1000_0003, 0x8300_0000, 20, 1400]);
    assert_eq!(
        words[8..16],
        [0x2000_0004, 0x2700_0000, 64, 2192, 0x20, 0x17b4_25ed, 0, 3]
    );
    // One instance reads linearly, and per-instance data with stride 0.
    let counts = counts.with_instances(Some(1));
    CUBE.write(&counts, &ranges, &mut words).unwrap();
    assert_eq!(words[..4], [0x1000_0001, 0, 20, 1400]);
    assert_eq!(words[4..12], [0x2000_0001, 0, 0, 2192, 0, 0, 0, 0]);
}

/// The meaning of these words never changes: a program may have a copy that another build of the library made.
#[test]
fn the_words_of_a_state_are_those_of_their_version() {
    // Of a variant: R in bits 0 to 4, P or E from bit 5 on, the descriptor's type from bit 8 on, from bit 30 on whether the
    // index is linear, modulo, divided or constant; and D, with bit 31 for a second descriptor.
    let second = 1 << 31;
    // Between a modulus and a pair, which begins at an even index, there is a copy.
    let mesh = |p: u32| [p << 5 | 3 << 8 | 1 << 30, second];
    let model = |d, r: u32| [r | 1 << 5 | 4 << 8 | 2 << 30, d | second];
    let row = |[a, b]: [u32; 2], [c, d]: [u32; 2], [e, f]: [u32; 2], [g, h]: [u32; 2]| {
        [a, b, c, d, e, f, g, h]
    };
    // No size, and the bits that are 0 in addresses of 32-bit floats.
    let any_size = [u32::MAX, 3];
    let expected = [
        // The version; V7 with attribute buffers and a null terminator; one descriptor after the buffers', no ID; two buffers
        // and two attributes; the largest offset and stride; the words of both tables; the largest divisor.
        [
            0x3549_564d,
            7 | 1 << 18 | 1 << 19,
            1,
            2 | 2 << 16,
            0,
            64,
            24,
            3,
        ],
        // The divisor and the stride, the size and the alignment, and the variants: one instance is linear.
        row([0, 20], any_size, [1 << 8, 0], mesh(0)),
        row(mesh(1), mesh(2), mesh(3), mesh(4)),
        // What is per instance is constant with one instance. The hardware divisors of the others are 3, 9, 15, 21, 27.
        row(
            [3, 64],
            any_size,
            [1 << 8 | 3 << 30, 0],
            model(0x2aaa_aaaa, 1),
        ),
        row(
            model(0x638e_38e3, 3),
            model(0x0888_8888, 3),
            model(0x430c_30c3, 4),
            model(0x17b4_25ed, 4),
        ),
        [0x2dc0_4200, 0, 0x2fc0_0201, 0, 0, 0, 0, 0],
    ];
    let mut rows = vec![[0; 8]; StateWords::rows_needed(Arch::V7, 2, 2)];
    StateWords::pack(Pipeline::new(Arch::V7), &BUFFERS, &ATTRIBUTES, &mut rows).unwrap();
    assert_eq!(rows, expected);
}

/// No field of the six variants, of the buffers and of the attributes is without effect: a fault in it is seen in a draw.
#[test]
fn a_fault_in_each_field_of_a_state_is_seen() {
    let buffers = [
        VertexBuffer::new(21, InputRate::Vertex),
        VertexBuffer::new(65, InputRate::from_gl_divisor(11)),
        VertexBuffer::new(17, InputRate::Constant),
    ];
    let buffers = buffers.map(|buffer| buffer.with_size(Some(400)));
    let attributes = [0, 1, 2].map(|buffer| VertexAttribute::new(buffer, Format::R8_UNORM, 0));
    let mut rows = vec![[0; 8]; StateWords::rows_needed(Arch::V7, 3, 3)];
    StateWords::pack(Pipeline::new(Arch::V7), &buffers, &attributes, &mut rows).unwrap();

    // One instance, and counts that are padded to 16, 12, 20, 28 and 36: the odd parts 1, 3, 5, 7 and 9.
    let draws = [(3, 1), (12, 2), (8, 2), (16, 2), (24, 2), (32, 2)];
    let ranges = [0x1000_0004, 0x2000_0008, 0x3000_000c].map(|at| BufferRange::new(at, 6401));
    let written = |rows: &[[u32; 8]]| {
        let state = StateWords::new(rows)?;
        let aligned = state.check_ranges(&ranges.map(|range| BufferRange::at(range.address + 1)));
        let tables = draws.map(|(vertices, instances)| {
            let counts = DrawCounts::instanced(vertices, instances)
                .with_first_vertex(2)
                .with_first_instance(3);
            let mut words = vec![0; state.words_needed().min(1 << 12)];
            let tables = state.write(&counts, &ranges, &mut words);
            (tables, words)
        });
        Some((aligned, tables))
    };
    let expected = written(&rows).unwrap();
    assert!(expected.0.is_ok() && expected.1.iter().all(|(tables, _)| tables.is_ok()));

    // The rules have tests of their own. Each buffer has two rows, and three attributes are in the last.
    for row in 1..rows.len() {
        for word in 0..8 {
            let bits: &[u32] = match (row, (row - 1) % 2 * 8 + word) {
                // Only the second buffer has a divisor, and D is only in a continuation.
                (1 | 5, 0) | (7, 6..) => &[],
                (7, _) | (_, 0 | 1 | 3) => &[0],
                (_, 2) => &[1],
                (_, place) if place % 2 == 0 => &[0, 5, 8, 30, 31],
                _ if rows[row][word - 1] >> 8 & 0xf == 4 => &[0, 30, 31],
                _ => &[31],
            };
            for bit in bits {
                let mut faulty = rows.clone();
                faulty[row][word] ^= 1 << bit;
                let is_seen = written(&faulty).as_ref() != Some(&expected);
                assert!(is_seen, "bit {bit} of word {word} of row {row}");
            }
        }
    }
}

#[test]
fn a_state_has_at_most_32_buffers() {
    for count in [1, 16, 32, 33] {
        let buffers = vec![VertexBuffer::new(20, InputRate::Vertex); count];
        let attributes = [VertexAttribute::new(count - 1, Format::R32_SFLOAT, 0)];
        for arch in [Arch::V7, Arch::V14] {
            let pipeline = Pipeline::new(arch);
            let state = VertexInputState::<33, 1>::new(pipeline, &buffers, &attributes);
            if count > StateWords::MAX_BUFFERS {
                let error = DrawError::TooManyBuffers {
                    buffers: 33,
                    maximum: 32,
                };
                assert_eq!(state, Err(error));
                continue;
            }
            let ranges: Vec<_> = (0..count as u64)
                .map(|number| BufferRange::new(4096 * number, 1400))
                .collect();
            let counts = DrawCounts::any_instances(70);
            let mut words = [0; 512];
            let tables = state.unwrap().write(&counts, &ranges, &mut words).unwrap();
            let last = &words[tables.attributes];
            let index = if arch == Arch::V7 {
                last[0] & 0x1ff
            } else {
                last[3]
            };
            assert_eq!(index as usize, count - 1);
        }
    }
}

#[test]
fn a_state_whose_pipeline_was_refused_is_empty() {
    let v7 = Pipeline::new(Arch::V7);
    let state = VertexInputState::<2, 2>::new(v7, &BUFFERS, &ATTRIBUTES).unwrap();
    let wrong = [
        ATTRIBUTES[0],
        VertexAttribute {
            offset: 2,
            ..ATTRIBUTES[1]
        },
    ];
    let refused = [
        (v7, &BUFFERS[..], &wrong[..]),
        (v7, &BUFFERS[..1], &ATTRIBUTES[..]),
        (v7.with_unaligned(true), &BUFFERS[..], &ATTRIBUTES[..]),
        (v7, &[BUFFERS[0]; 3], &ATTRIBUTES[..]),
        (Pipeline::new(Arch::V9), &BUFFERS[..], &wrong[..]),
    ];
    for (pipeline, buffers, attributes) in refused {
        let mut refused = state;
        assert!(refused.set(pipeline, buffers, attributes).is_err());
        assert_eq!(refused, VertexInputState::empty());
        // No row of the mistaken pipeline is left in a smaller one.
        refused.set(v7, &BUFFERS[..1], &ATTRIBUTES[..1]).unwrap();
        assert_eq!(
            Ok(refused),
            VertexInputState::new(v7, &BUFFERS[..1], &ATTRIBUTES[..1])
        );
    }
}

#[test]
fn a_state_may_have_place_for_more() {
    let state = VertexInputState::<16, 32>::new(Pipeline::new(Arch::V7), &BUFFERS, &ATTRIBUTES);
    assert_eq!(state.unwrap().words_needed(), CUBE.words_needed());
    let state = VertexInputState::<1, 2>::new(Pipeline::new(Arch::V7), &BUFFERS, &ATTRIBUTES);
    let error = state.unwrap_err();
    assert_eq!(
        error,
        DrawError::StateTooSmall {
            part: Part::Buffer(1),
            given: 2
        }
    );
    assert_eq!(
        error.place(),
        Place {
            part: Part::Buffer(1),
            argument: Argument::Buffers
        }
    );
    let state = VertexInputState::<2, 1>::new(Pipeline::new(Arch::V9), &BUFFERS, &ATTRIBUTES);
    let error = state.unwrap_err();
    assert_eq!(
        error.place(),
        Place {
            part: Part::Attribute(1),
            argument: Argument::Source
        }
    );
    assert_eq!(
        error.to_string(),
        "attribute 1: 2 are more than fit the state: at most 1 are allowed"
    );
}

#[test]
fn what_no_count_changes_is_an_error_of_the_state() {
    let state =
        |pipeline, attribute| VertexInputState::<2, 1>::new(pipeline, &BUFFERS, &[attribute]);
    let v7 = Pipeline::new(Arch::V7);
    let position = ATTRIBUTES[0];
    assert_eq!(
        state(Pipeline::new(Arch::V9).with_resource_table(64), position),
        Err(DrawError::Draw(Error::Table { table: 64 }))
    );
    assert_eq!(
        state(Pipeline::new(Arch::V5).with_idvs(true), position),
        Err(DrawError::Draw(Error::IdvsArch { arch: 5 }))
    );
    assert_eq!(
        state(v7, VertexAttribute::new(2, Format::R32_SFLOAT, 0)),
        Err(DrawError::UnknownBuffer {
            attribute: 0,
            buffer: 2,
            buffers: 2
        })
    );
    assert_eq!(
        state(v7, VertexAttribute::VERTEX_ID),
        Err(DrawError::BuiltInId {
            attribute: 0,
            arch: Arch::V7
        })
    );
}
