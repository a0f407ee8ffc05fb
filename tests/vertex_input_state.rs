//! The vertex input of a pipeline writes for a draw what is written for the whole draw at once.

use core::num::NonZeroU32;

use mali_instancing::draw::{
    AttributeSource, BufferRange, DrawCall, DrawCounts, DrawError, Pipeline, StateWords,
    TableLayout, Tables, VertexAttribute, VertexBuffer, VertexInput, VertexInputState,
    words_needed, write,
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

/// Mostly zeros, as in most draws.
fn first() -> impl Strategy<Value = u32> {
    prop_oneof![3 => Just(0), 1 => numbers()]
}

fn pipelines() -> impl Strategy<Value = Pipeline> {
    let rules = (select(Padding::ALL), select(Rounding::ALL), any::<bool>());
    let layouts = (select(TableLayout::ALL), 0..4_u32, 0..3_u32);
    let targets = (select(Arch::ALL), rules, 0..66_u32, layouts);
    targets.prop_map(|(arch, (padding, rounding, idvs), table, layout)| {
        let (layout, reserved_buffers, reserved_attributes) = layout;
        Pipeline {
            layout,
            reserved_buffers,
            reserved_attributes,
            padding,
            rounding,
            idvs: idvs && arch.check_idvs().is_ok(),
            resource_table: table,
            ..Pipeline::new(arch)
        }
    })
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
            |(vertices, instances, (first_vertex, first_instance), primitive, padded)| DrawCounts {
                padded_vertices: padded.and_then(|(more, other)| {
                    let near = vertices
                        .checked_add(more)
                        .and_then(|count| PaddedCount::from_exact(count).ok());
                    near.or(PaddedCount::from_exact(other).ok())
                }),
                instances,
                first_vertex,
                first_instance,
                primitive_vertices: NonZeroU32::new(primitive),
                ..DrawCounts::new(vertices)
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
    let sizes = || prop::option::weighted(0.9, numbers());
    let aligned = (0..1_u64 << 50).prop_map(|address| address * 64);
    let addresses = prop_oneof![4 => aligned, 1 => 0..1_u64 << 57];
    let bound = (addresses, sizes(), prop::option::weighted(0.2, numbers()));
    (numbers(), rates(), first(), sizes(), bound).prop_map(
        |(stride, rate, first_element, size, (address, range_size, range_stride))| {
            let buffer = VertexBuffer {
                size,
                first_element,
                ..VertexBuffer::new(stride, rate)
            };
            let range = BufferRange {
                address,
                size: range_size,
                stride: range_stride,
            };
            (buffer, range)
        },
    )
}

fn attributes() -> impl Strategy<Value = VertexAttribute> {
    let sources = prop_oneof![
        12 => (0..5_usize).prop_map(AttributeSource::Buffer),
        1 => Just(AttributeSource::VertexId),
        1 => Just(AttributeSource::InstanceId),
    ];
    (sources, select(Format::ALL), numbers()).prop_map(|(source, format, offset)| VertexAttribute {
        source,
        format,
        offset,
    })
}

/// Writes the driver's own descriptors of buffers, as a driver does after a draw, and leaves only the tables: those
/// descriptors and the words after the tables are unspecified.
fn finish(pipeline: Pipeline, tables: &Tables, words: &mut Vec<u32>) {
    let arch = pipeline.arch;
    let of_each = if arch.has_attribute_buffers() { 4 } else { 8 };
    let end = tables.buffers.end - of_each * usize::from(arch.needs_null_terminator());
    let length = of_each * pipeline.reserved_buffers as usize;
    words[end - length..end].fill(0x5eed);
    words.truncate(tables.attributes.end);
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
    ) {
        let (buffers, ranges): (Vec<_>, Vec<_>) = parts.into_iter().unzip();
        let call = DrawCall::of(pipeline, &counts);
        let needed = words_needed(&call, buffers.len(), &attributes).unwrap();
        let length = needed.saturating_sub(usize::from(short));
        let [mut at_once, mut by_state] = [vec![0xdead_beef; length], vec![0xdead_beef; length]];
        let expected = write(&call, &buffers, &attributes, &ranges, &mut at_once);
        match VertexInputState::<5, 5>::new(pipeline, &buffers, &attributes) {
            Ok(state) => {
                let found = state.write(&counts, &ranges, &mut by_state);
                prop_assert_eq!(&found, &expected);
                let constant: Vec<u32> = state.state_words().collect();
                let constant = StateWords::new(&constant).expect("they are a state's");
                let mut by_words = vec![0xdead_beef; length];
                prop_assert_eq!(&constant.write(&counts, &ranges, &mut by_words), &expected);
                prop_assert_eq!(constant.pipeline(), pipeline);
                if let Ok(tables) = &found {
                    for words in [&mut at_once, &mut by_state, &mut by_words] {
                        finish(pipeline, tables, words);
                    }
                    prop_assert_eq!(&by_state, &at_once);
                    prop_assert_eq!(&by_words, &at_once);
                }
            }
            Err(_) => prop_assert!(expected.is_err()),
        }
        // A stride that is bound with a buffer becomes the buffer's.
        let strided: Vec<_> = (buffers.iter().zip(&ranges))
            .map(|(buffer, range)| VertexBuffer { stride: range.stride.unwrap_or(buffer.stride), ..*buffer })
            .collect();
        let ranges: Vec<_> = ranges.iter().map(|range| BufferRange { stride: None, ..*range }).collect();
        let mut by_buffers = vec![0xdead_beef; length];
        prop_assert_eq!(&write(&call, &strided, &attributes, &ranges, &mut by_buffers), &expected);
        if let Ok(tables) = expected {
            for words in [&mut at_once, &mut by_buffers] {
                finish(pipeline, &tables, words);
            }
            prop_assert_eq!(by_buffers, at_once);
            prop_assert_eq!(tables.padded_vertices.is_some(), pipeline.arch.number() < 9);
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
        let ranges = parts.map(|(_, range)| BufferRange { stride: None, ..range });
        let call = DrawCall::of(pipeline, &counts);
        let mut at_once = vec![0; words_needed(&call, 3, &attributes).unwrap()];
        let expected = write(&call, &buffers, &attributes, &ranges, &mut at_once);
        let (found, words) = if pipeline.arch.attribute_words() == 2 {
            constant::<2>(call, buffers, attributes, ranges)
        } else {
            constant::<8>(call, buffers, attributes, ranges)
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
    call: DrawCall,
    buffers: [VertexBuffer; 3],
    attributes: [VertexAttribute; 4],
    ranges: [BufferRange; 3],
) -> (Result<Tables, DrawError>, Vec<u32>) {
    match VertexInput::<3, 4, WORDS>::new(call, buffers, attributes) {
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
        if let Ok(state) = VertexInputState::<5, 5>::new(pipeline, &buffers, &attributes) {
            let mut constant: Vec<u32> = state.state_words().collect();
            prop_assert!(StateWords::new(&constant[..length.index(constant.len())]).is_none());
            *changed.get_mut(&mut constant) = value;
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
    let ranges = [
        BufferRange::new(0x1000_0000, 1400),
        BufferRange::new(0x2000_0010, 2176),
    ];
    let mut words = [0; CUBE.words_needed()];
    let counts = DrawCounts {
        instances: Some(100),
        ..DrawCounts::new(70)
    };
    CUBE.write(&counts, &ranges, &mut words).unwrap();
    assert_eq!(words[..4], [0x1000_0003, 0x8300_0000, 20, 1400]);
    assert_eq!(
        words[8..16],
        [0x2000_0004, 0x2700_0000, 64, 2192, 0x20, 0x17b4_25ed, 0, 3]
    );
    // One instance reads linearly, and per-instance data with stride 0.
    let counts = DrawCounts {
        instances: Some(1),
        ..counts
    };
    CUBE.write(&counts, &ranges, &mut words).unwrap();
    assert_eq!(words[..4], [0x1000_0001, 0, 20, 1400]);
    assert_eq!(words[4..12], [0x2000_0001, 0, 0, 2192, 0, 0, 0, 0]);
}

/// The meaning of these words never changes: a program may have a copy that another build of the library made.
#[test]
fn the_words_of_a_state_are_those_of_their_version() {
    let expected = [
        [0x3149_564d, 0x0002_0003, 0, 0, 0, 2, 2, 0].as_slice(),
        &[20, 0, 0, 0, 1],
        &[64, 3, 0, 0, 0],
        &[0x2dc0_4200, 0, 0, 0],
        &[0x2fc0_0200, 0, 1, 0],
    ];
    assert!(CUBE.state_words().eq(expected.concat()));
}

#[test]
fn words_have_at_most_32_buffers() {
    for count in [8, 9, 32, 33] {
        let buffers = vec![VertexBuffer::new(20, InputRate::Vertex); count];
        let attributes = [VertexAttribute::new(count - 1, Format::R32_SFLOAT, 0)];
        let state = VertexInputState::<33, 1>::new(Pipeline::new(Arch::V7), &buffers, &attributes);
        let state = state.unwrap();
        let constant: Vec<u32> = state.state_words().collect();
        let Some(constant) = StateWords::new(&constant) else {
            assert_eq!(count, 33);
            continue;
        };
        assert!(count <= StateWords::MAX_BUFFERS);
        let ranges: Vec<_> = (0..count as u64)
            .map(|number| BufferRange::new(4096 * number, 1400))
            .collect();
        let counts = DrawCounts::new(70);
        let [mut by_state, mut by_words] = [[0; 512], [0; 512]];
        let tables = state.write(&counts, &ranges, &mut by_state);
        assert_eq!(constant.write(&counts, &ranges, &mut by_words), tables);
        assert!(tables.is_ok());
        assert_eq!(by_words, by_state);
    }
}

#[test]
fn a_state_packs_the_draw_of_its_counts() {
    let counts = DrawCounts {
        instances: Some(100),
        first_vertex: 7,
        ..DrawCounts::new(70)
    };
    let call = CUBE.call(&counts);
    assert_eq!(call.draw().unwrap().unwrap().words(), [0x0083_0000, 7]);
    assert_eq!(call.pipeline(), Pipeline::new(Arch::V7));
    assert_eq!(call.counts(), counts);
}

#[test]
fn a_state_may_have_place_for_more() {
    let state = VertexInputState::<16, 32>::new(Pipeline::new(Arch::V7), &BUFFERS, &ATTRIBUTES);
    assert_eq!(state.unwrap().words_needed(), CUBE.words_needed());
    let state = VertexInputState::<1, 2>::new(Pipeline::new(Arch::V7), &BUFFERS, &ATTRIBUTES);
    let error = state.unwrap_err();
    assert_eq!(
        error,
        DrawError::NoPlace {
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
        state(
            Pipeline {
                resource_table: 64,
                ..Pipeline::new(Arch::V9)
            },
            position
        ),
        Err(DrawError::Draw(Error::Table { table: 64 }))
    );
    assert_eq!(
        state(
            Pipeline {
                idvs: true,
                ..Pipeline::new(Arch::V5)
            },
            position
        ),
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
