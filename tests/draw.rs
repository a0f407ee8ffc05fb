//! Whole draws: the reference model fetches through the tables the bytes that GL and Vulkan define for a
//! vertex.

use mali_instancing::descriptor::{Attribute, Invocation};
use mali_instancing::draw::{
    AttributeSource, BufferRange, DrawCounts, DrawError, IndexBounds, IndexSlice, Pipeline,
    StateWords, Tables, VertexAttribute, VertexBuffer, VertexInput, VertexInputState,
    check_overlap, words_needed, write,
};
use mali_instancing::model::{Fetched, Memory, Thread, fetch, fetch_valhall, thread};
use mali_instancing::{Arch, Argument, Error, Format, InputRate, PaddedCount, Padding, Rounding};
use proptest::prelude::*;

const MEMORY_ADDRESS: u64 = 0x12_3456_7000;
const MEMORY_SIZE: usize = 1 << 14;

/// The data that an application gives for a draw.
#[derive(Clone, Debug)]
struct RightDraw {
    pipeline: Pipeline,
    counts: DrawCounts,
    buffers: Vec<VertexBuffer>,
    attributes: Vec<VertexAttribute>,
    ranges: Vec<BufferRange>,
    /// The element that each range begins with.
    first_elements: Vec<u32>,
}

/// The bytes of an attribute by the rules of GL and Vulkan; `None` outside the buffer.
fn expected<'a>(
    draw: &RightDraw,
    attribute: &VertexAttribute,
    [vertex, instance]: [u32; 2],
    memory: &'a [u8],
) -> Option<&'a [u8]> {
    let AttributeSource::Buffer(buffer) = attribute.source else {
        panic!("not from a buffer")
    };
    let element = match draw.buffers[buffer].rate {
        InputRate::Vertex => draw.counts.first_vertex + vertex,
        InputRate::Instance { divisor } => instance / divisor + draw.counts.first_instance,
        InputRate::Constant => draw.counts.first_instance,
    };
    let range = draw.ranges[buffer];
    let first = (range.address - MEMORY_ADDRESS) as usize;
    let bytes = &memory[first..first + range.size as usize];
    let element = element - draw.first_elements[buffer];
    let begin = element as usize * draw.buffers[buffer].stride as usize + attribute.offset as usize;
    bytes.get(begin..begin + attribute.format.size() as usize)
}

fn memory() -> Vec<u8> {
    (0..MEMORY_SIZE)
        .map(|at| (at * 167 + at / 256 * 59) as u8)
        .collect()
}

/// Fetches every attribute for every thread through the model, and compares the bytes.
fn assert_fetched(draw: &RightDraw, instances: u32) {
    let mut words = vec![0xdead_beef; 1000];
    let RightDraw {
        pipeline,
        counts,
        buffers,
        attributes,
        ranges,
        first_elements,
    } = draw;
    let state = VertexInputState::<20, 30>::new(*pipeline, buffers, attributes).unwrap();
    let written = state.write_from(counts, ranges, first_elements, &mut words);
    let tables = written.unwrap();
    if first_elements.iter().all(|&element| element == 0) {
        let mut at_once = vec![0xdead_beef; 1000];
        let expected = write(pipeline, counts, buffers, attributes, ranges, &mut at_once);
        assert_eq!(expected.as_ref(), Ok(&tables));
        assert_eq!(
            at_once[..tables.attributes.end],
            words[..tables.attributes.end]
        );
    }
    let buffer_table = &words[tables.buffers];
    let attribute_table = &words[tables.attributes];
    let bytes = memory();
    let memory = Memory {
        address: MEMORY_ADDRESS,
        bytes: &bytes,
    };
    let check = |number: usize, fetched: Option<Fetched>, [vertex, instance]: [u32; 2]| {
        let expected = match attributes[number].source {
            AttributeSource::VertexId => Fetched::Id(vertex),
            AttributeSource::InstanceId => Fetched::Id(instance),
            AttributeSource::Buffer(_) => {
                let bytes = expected(draw, &attributes[number], [vertex, instance], &bytes);
                bytes.map_or(Fetched::OutOfRange, Fetched::Bytes)
            }
        };
        assert_eq!(
            fetched,
            Some(expected),
            "attribute {number}, vertex {vertex}, instance {instance}"
        );
    };

    if pipeline.arch.has_attribute_buffers() {
        let draw_words = pipeline.draw(counts).unwrap().unwrap().words();
        let invocation = Invocation::draw(counts.vertices, instances)
            .unwrap()
            .words();
        let threads = (0..).map_while(|id| Some((id, thread(draw_words, invocation, id)?)));
        let mut kept = 0;
        for (
            linear_id,
            Thread {
                vertex,
                instance,
                is_padding,
            },
        ) in threads
        {
            if is_padding {
                continue;
            }
            kept += 1;
            for number in 0..attributes.len() {
                let fetched = fetch(
                    pipeline.arch,
                    buffer_table,
                    attribute_table,
                    draw_words,
                    number,
                    linear_id,
                    memory,
                );
                check(number, fetched, [vertex, instance]);
            }
        }
        assert_eq!(kept, counts.vertices * instances);
    } else {
        assert_eq!(
            (pipeline.draw(counts), pipeline.invocation(counts)),
            (Ok(None), Ok(None))
        );
        for (vertex, instance) in (0..counts.vertices)
            .flat_map(|vertex| (0..instances).map(move |instance| (vertex, instance)))
        {
            for number in 0..attributes.len() {
                let fetched = fetch_valhall(
                    buffer_table,
                    attribute_table,
                    counts.first_vertex,
                    number,
                    [vertex, instance],
                    memory,
                );
                check(number, fetched, [vertex, instance]);
            }
        }
    }
}

fn rates() -> impl Strategy<Value = InputRate> {
    prop_oneof![
        2 => Just(InputRate::Vertex),
        1 => Just(InputRate::Constant),
        3 => (1..20_u32).prop_map(InputRate::from_gl_divisor),
        1 => (0..8_u32).prop_map(|exponent| InputRate::from_gl_divisor(1 << exponent)),
        1 => (1 << 28..=u32::MAX).prop_map(InputRate::from_gl_divisor),
    ]
}

fn buffers() -> impl Strategy<Value = (VertexBuffer, BufferRange)> {
    (0..80_u32, rates(), 0..6_000_u64, 0..8_000_u32).prop_map(|(stride, rate, offset, size)| {
        (
            VertexBuffer::new(stride, rate),
            BufferRange::new(MEMORY_ADDRESS + offset, size),
        )
    })
}

fn attributes(buffers: usize) -> impl Strategy<Value = VertexAttribute> {
    let formats: Vec<Format> = Format::ALL
        .iter()
        .copied()
        .filter(|format| format.hardware(Arch::V7).is_some())
        .collect();
    (0..buffers, prop::sample::select(formats), 0..70_u32)
        .prop_map(|(buffer, format, offset)| VertexAttribute::new(buffer, format, offset))
}

fn calls() -> impl Strategy<Value = (Pipeline, DrawCounts, u32)> {
    let arch = prop::sample::select(Arch::ALL);
    let padding = prop::sample::select(vec![Padding::Hardware, Padding::Tight, Padding::Mesa]);
    let rounding = prop::sample::select(vec![Rounding::RoundDown, Rounding::Nearest]);
    let counts = (
        1..40_u32,
        prop_oneof![Just(1_u32), 1..12_u32],
        any::<bool>(),
    );
    let starts = (
        prop_oneof![Just(0_u32), 0..30_u32],
        prop_oneof![Just(0_u32), 0..30_u32],
    );
    (arch, padding, rounding, counts, starts, any::<bool>()).prop_map(
        |(arch, padding, rounding, (vertices, instances, known), starts, idvs)| {
            let pipeline = Pipeline::new(arch)
                .with_padding(padding)
                .with_rounding(rounding)
                .with_idvs(idvs && arch >= Arch::V6);
            let mut counts = DrawCounts::any_instances(vertices)
                .with_first_vertex(starts.0)
                .with_first_instance(starts.1);
            if known {
                counts.instances = Some(instances);
            }
            (pipeline, counts, instances)
        },
    )
}

/// The element that a buffer begins with: if `is_cut`, the first one that the draw reads.
fn first_element(buffer: &VertexBuffer, counts: &DrawCounts, is_cut: bool) -> u32 {
    match buffer.rate {
        _ if !is_cut => 0,
        InputRate::Vertex => counts.first_vertex,
        InputRate::Instance { .. } | InputRate::Constant => counts.first_instance,
    }
}

/// Whether the hardware need not divide, or can divide by the divisor: the draws here are padded to less
/// than 2^7 vertices.
fn is_accepted(counts: &DrawCounts, rate: InputRate) -> bool {
    match rate {
        InputRate::Instance { divisor } => counts.instances.is_some() || divisor.get() < 1 << 25,
        InputRate::Vertex | InputRate::Constant => true,
    }
}

/// The draw with every element at a multiple of its component.
fn aligned(mut draw: RightDraw) -> RightDraw {
    for attribute in &mut draw.attributes {
        if let AttributeSource::Buffer(buffer) = attribute.source {
            let mask = attribute.format.alignment() - 1;
            attribute.offset &= !mask;
            draw.buffers[buffer].stride &= !mask;
            draw.ranges[buffer].address &= !u64::from(mask);
        }
    }
    draw
}

fn draws() -> impl Strategy<Value = (RightDraw, u32)> {
    let buffers = prop::collection::vec((buffers(), prop::bool::weighted(0.2)), 1..6);
    (calls(), buffers).prop_flat_map(|((pipeline, counts, instances), buffers)| {
        let (buffers, (ranges, first_elements)): (Vec<_>, (Vec<_>, Vec<_>)) = buffers
            .into_iter()
            .map(|((buffer, range), is_cut)| {
                (buffer, (range, first_element(&buffer, &counts, is_cut)))
            })
            .filter(|(buffer, _)| is_accepted(&counts, buffer.rate))
            .unzip();
        let attribute_count = if buffers.is_empty() { 0..1 } else { 0..8 };
        let attributes = prop::collection::vec(attributes(buffers.len().max(1)), attribute_count);
        (attributes, any::<[bool; 2]>()).prop_map(move |(mut attributes, built_in)| {
            if pipeline.arch <= Arch::V5 {
                let ids = [VertexAttribute::VERTEX_ID, VertexAttribute::INSTANCE_ID];
                attributes.extend(
                    ids.into_iter()
                        .zip(built_in)
                        .filter_map(|(id, add)| add.then_some(id)),
                );
            }
            let draw = RightDraw {
                pipeline,
                counts,
                buffers: buffers.clone(),
                attributes,
                ranges: ranges.clone(),
                first_elements: first_elements.clone(),
            };
            (aligned(draw), instances)
        })
    })
}

/// Draws of V4 to V7 whose first vertex is any number, from buffers that begin with that vertex.
fn far_draws() -> impl Strategy<Value = (RightDraw, u32)> {
    let last = u32::MAX - 40;
    let first = prop_oneof![0..=last, 1_100_000..1_u32 << 28, last - 9..=last];
    let strides = prop_oneof![0..80_u32, Just(256), 2040..2056_u32];
    let draws = draws().prop_filter("V4 to V7", |(draw, _)| {
        draw.pipeline.arch.has_attribute_buffers()
    });
    (draws, first, strides).prop_map(|((mut draw, instances), first_vertex, stride)| {
        draw.counts.first_vertex = first_vertex;
        for (buffer, element) in draw.buffers.iter_mut().zip(&mut draw.first_elements) {
            buffer.stride = stride;
            let is_cut = buffer.rate == InputRate::Vertex || *element != 0;
            *element = first_element(buffer, &draw.counts, is_cut);
        }
        (aligned(draw), instances)
    })
}

/// Draws from up to 20 buffers. Every other one has only aligned buffers, or begins with the first vertex.
fn common_draws() -> impl Strategy<Value = (RightDraw, u32)> {
    let buffers = prop::collection::vec(buffers(), 0..=20);
    let is_common = || prop::bool::weighted(0.6);
    (calls(), buffers, is_common(), is_common()).prop_flat_map(
        |((pipeline, mut counts, instances), buffers, is_aligned, is_at_first)| {
            if is_at_first {
                (counts.first_vertex, counts.first_instance) = (0, 0);
            }
            let (buffers, ranges): (Vec<_>, Vec<_>) = buffers
                .into_iter()
                .filter(|(buffer, _)| is_accepted(&counts, buffer.rate))
                .map(|(buffer, range)| {
                    let remainder = if is_aligned { range.address % 64 } else { 0 };
                    let address = range.address - remainder;
                    (buffer, BufferRange { address, ..range })
                })
                .unzip();
            let attribute_count = if buffers.is_empty() { 0..1 } else { 0..24 };
            let attributes = attributes(buffers.len().max(1));
            prop::collection::vec(attributes, attribute_count).prop_map(move |attributes| {
                let draw = RightDraw {
                    pipeline,
                    counts,
                    buffers: buffers.clone(),
                    attributes,
                    ranges: ranges.clone(),
                    first_elements: vec![0; ranges.len()],
                };
                (aligned(draw), instances)
            })
        },
    )
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(3000))]

    /// A state, its words and the writer of everything at once take different ways to the same tables.
    #[test]
    fn a_common_draw_is_packed_as_any_draw((draw, instances) in common_draws()) {
        assert_fetched(&draw, instances);
        let RightDraw { pipeline, counts, buffers, attributes, ranges, .. } = &draw;
        let mut words = vec![[0; 8]; StateWords::rows_needed(pipeline.arch, buffers.len(), attributes.len())];
        StateWords::pack(*pipeline, buffers, attributes, &mut words).unwrap();
        let [mut at_once, mut by_words] = [[0xdead_beef; 400]; 2];
        let tables = write(pipeline, counts, buffers, attributes, ranges, &mut at_once);
        let state = StateWords::new(&words).unwrap();
        prop_assert_eq!(&state.write(counts, ranges, &mut by_words), &tables);
        let packed = ..tables.unwrap().attributes.end;
        prop_assert_eq!(&by_words[packed], &at_once[packed]);
    }

    #[test]
    fn every_kept_thread_gets_the_bytes_that_the_apis_say((draw, instances) in draws()) {
        assert_fetched(&draw, instances);
    }

    /// An indexed draw shades every vertex from the smallest to the largest index.
    #[test]
    fn every_index_gets_the_bytes_of_its_vertex(
        (draw, instances) in draws(),
        indices in prop::collection::vec(0..40_u16, 1..30),
        restarts in prop::collection::vec(any::<bool>(), 30),
        base_vertex in -20..20_i32,
    ) {
        let indices: Vec<u16> = indices
            .into_iter()
            .zip(restarts)
            .map(|(index, restart)| if restart { 0xffff } else { index })
            .collect();
        let buffer = IndexSlice::U16(&indices);
        let kept: Vec<u32> = indices.iter().filter(|&&i| i != 0xffff).map(|&i| u32::from(i)).collect();
        let bounds = buffer.bounds(Some(buffer.fixed_restart_index()));
        prop_assert_eq!(bounds.is_none(), kept.is_empty());
        if let Some(bounds) = bounds {
            let first = i64::from(bounds.minimum) + i64::from(base_vertex);
            match bounds.vertices(base_vertex) {
                Ok(vertices) if first < 0 => {
                    prop_assert_eq!(i64::from(vertices.first_vertex.cast_signed()), first);
                    prop_assert_eq!(vertices.vertices, bounds.maximum - bounds.minimum + 1);
                }
                Ok(vertices) => {
                    for index in kept {
                        // The tiler's vertex, which is counted among the shaded ones, is the application's.
                        let shaded = index.wrapping_add_signed(vertices.base_vertex_offset);
                        prop_assert!(shaded < vertices.vertices);
                        let vertex = i64::from(shaded) + i64::from(vertices.first_vertex);
                        prop_assert_eq!(vertex, i64::from(index) + i64::from(base_vertex));
                    }
                    let mut draw = draw;
                    draw.counts.vertices = vertices.vertices;
                    draw.counts.first_vertex = vertices.first_vertex;
                    for (buffer, element) in draw.buffers.iter().zip(&mut draw.first_elements) {
                        *element = first_element(buffer, &draw.counts, *element != 0);
                    }
                    assert_fetched(&draw, instances);
                }
                Err(error) => prop_assert!(false, "{error}"),
            }
        }
    }

    /// If an offset minus the offset start does not fit 32 bits, the offset start is not added.
    #[test]
    fn a_draw_may_begin_with_any_vertex((draw, instances) in far_draws()) {
        assert_fetched(&draw, instances);
    }

    /// Binding buffers to a constant writes the same as writing everything at once.
    #[test]
    fn a_bound_constant_is_a_written_draw((draw, _) in prop_oneof![draws(), far_draws()]) {
        let RightDraw { pipeline, counts, .. } = draw;
        let attributes: [VertexAttribute; 2] = match draw.attributes.first_chunk() {
            Some(attributes) => *attributes,
            None => return Ok(()),
        };
        let (Some(buffers), Some(ranges)) = (draw.buffers.first_chunk::<1>(), draw.ranges.first_chunk::<1>()) else {
            return Ok(());
        };
        let mut written = vec![0; 100];
        let expected = write(&pipeline, &counts, buffers, &attributes, ranges, &mut written);
        let mut bound = vec![0; 100];
        let answered = if pipeline.arch.has_attribute_buffers() {
            VertexInput::<1, 2, 2>::new(pipeline, counts, *buffers, attributes)
                .and_then(|input| input.write(ranges, &mut bound))
        } else {
            VertexInput::<1, 2, 8>::new(pipeline, counts, *buffers, attributes)
                .and_then(|input| input.write(ranges, &mut bound))
        };
        prop_assert_eq!(&answered, &expected);
        if expected.is_ok() {
            prop_assert_eq!(bound, written);
        }
    }
}

#[test]
fn the_tables_of_the_readmes_cube() {
    let pipeline = Pipeline::new(Arch::V7);
    let counts = DrawCounts::instanced(70, 100);
    let buffers = [
        VertexBuffer::new(20, InputRate::Vertex).with_size(Some(1400)),
        VertexBuffer::new(64, InputRate::from_gl_divisor(3)).with_size(Some(2176)),
    ];
    let attributes = [
        VertexAttribute::new(0, Format::R32G32B32_SFLOAT, 0),
        VertexAttribute::new(0, Format::R16G16_UNORM, 12),
        VertexAttribute::new(1, Format::R32G32B32A32_SFLOAT, 0),
    ];
    let ranges = [BufferRange::at(0x1000_0000), BufferRange::at(0x2000_0010)];
    let mut words = [0xdead_beef; 27];
    let tables = write(
        &pipeline,
        &counts,
        &buffers,
        &attributes,
        &ranges,
        &mut words,
    )
    .unwrap();
    assert_eq!((tables.buffers, tables.attributes), (0..20, 20..26));
    let expected = [
        // A pair begins at an even index: the descriptor in between is a copy.
        [
            0x1000_0003,
            0x8300_0000,
            20,
            1400,
            0x1000_0003,
            0x8300_0000,
            20,
            1400,
        ],
        [
            0x2000_0004,
            0x2700_0000,
            64,
            2176 + 16,
            0x20,
            0x17b4_25ed,
            0,
            3,
        ],
    ];
    assert_eq!(words[..16], *expected.as_flattened());
    assert_eq!(words[16..20], [0; 4]);
    assert_eq!(
        words[20..26],
        [0x2dc0_4200, 0, 0x2b00_4200, 12, 0x2fc0_0202, 16]
    );
    assert_eq!(words[26], 0xdead_beef);
    assert_eq!(
        pipeline.draw(&counts).unwrap().unwrap().words(),
        [0x0083_0000, 0]
    );
    assert_eq!(
        pipeline.invocation(&counts).unwrap().unwrap().words(),
        [0b11_0001_1100_0101, 2 << 28 | 7 << 22]
    );
}

#[test]
fn the_table_of_buffers_ends_as_the_architecture_wants_it() {
    let buffers = [VertexBuffer::new(20, InputRate::Vertex); 2];
    let ids = [VertexAttribute::VERTEX_ID, VertexAttribute::INSTANCE_ID];
    let ranges = [BufferRange::new(0, 0); 2];
    let length = |arch, attributes: &[VertexAttribute]| {
        let pipeline = Pipeline::new(arch);
        let counts = DrawCounts::any_instances(70);
        let mut words = [0; 100];
        write(
            &pipeline, &counts, &buffers, attributes, &ranges, &mut words,
        )
        .map(|tables| tables.buffers.len())
    };
    for &arch in Arch::ALL {
        let plain = match arch {
            Arch::V4 | Arch::V5 => 8,
            Arch::V6 | Arch::V7 => 12,
            _ => 16,
        };
        assert_eq!(length(arch, &[]), Ok(plain), "{arch}");
        match arch {
            Arch::V4 | Arch::V5 => {
                assert_eq!(length(arch, &ids[..1]), Ok(12));
                assert_eq!(length(arch, &ids[1..]), Ok(12));
                assert_eq!(length(arch, &ids), Ok(16));
            }
            _ => {
                let error = DrawError::BuiltInId { attribute: 0, arch };
                assert_eq!(length(arch, &ids), Err(error));
            }
        }
    }
}

/// Their descriptors come after two for each buffer, and are counted in the index.
#[test]
fn vertex_and_instance_id_come_after_all_buffers() {
    let ids = [VertexAttribute::VERTEX_ID, VertexAttribute::INSTANCE_ID];
    let pipeline = Pipeline::new(Arch::V5);
    for (attributes, descriptors) in [(&[][..], 64), (&ids[..1], 65), (&ids[1..], 65), (&ids, 66)] {
        let words = 4 * descriptors + 2 * attributes.len();
        assert_eq!(words_needed(&pipeline, 32, attributes), Ok(words));
    }
}

#[test]
fn a_draw_has_at_most_32_buffers() {
    for &arch in Arch::ALL {
        let pipeline = Pipeline::new(arch);
        assert!(words_needed(&pipeline, 32, &[]).is_ok());
        let error = DrawError::TooManyBuffers {
            buffers: 33,
            maximum: 32,
        };
        assert_eq!(words_needed(&pipeline, 33, &[]), Err(error));
        assert_eq!(
            error.to_string(),
            "buffer 32: 33 buffers are too many for a draw: at most 32 are allowed"
        );
    }
}

#[test]
fn a_constant_draw_has_its_descriptors_and_the_length_of_its_tables() {
    let buffers = [VertexBuffer::new(4, InputRate::Vertex); 3];
    let attributes = [VertexAttribute::new(0, Format::R32_SFLOAT, 0); 5];
    let counts = DrawCounts::instanced(70, 100).with_first_vertex(7);
    let pipeline = Pipeline::new(Arch::V7);
    let input = VertexInput::<3, 5, 2>::new(pipeline, counts, buffers, attributes).unwrap();
    assert_eq!(input.draw_words(), Some([0x0083_0000, 7]));
    assert_eq!(input.invocation_words(), Some([0x31c5, 0x21c0_0000]));
    assert_eq!(input.words_needed(), 3 * 4 + 4 + 5 * 2);
    let pipeline = pipeline.with_arch(Arch::V9);
    let input = VertexInput::<3, 5, 8>::new(pipeline, counts, buffers, attributes).unwrap();
    assert_eq!((input.draw_words(), input.invocation_words()), (None, None));
    assert_eq!(input.words_needed(), 3 * 8 + 5 * 8);
}

/// 80 = 5 · 2^4, instead of the count that the rule gives for 70 vertices: R is 4, and P 2.
#[test]
fn a_padded_count_that_is_known_is_taken() {
    let pipeline = Pipeline::new(Arch::V7);
    let counts =
        DrawCounts::any_instances(70).with_padded_vertices(PaddedCount::from_exact(80).ok());
    let buffers = [VertexBuffer::new(20, InputRate::Vertex)];
    let mut words = [0; 12];
    let ranges = [BufferRange::new(0x1000_0000, 1400)];
    let tables = write(&pipeline, &counts, &buffers, &[], &ranges, &mut words).unwrap();
    assert_eq!(words[..4], [0x1000_0003, 2 << 29 | 4 << 24, 20, 1400]);
    assert_eq!(tables.padded_vertices, counts.padded_vertices);
    let draw = pipeline.draw(&counts).unwrap().unwrap().words();
    assert_eq!(draw, [(2 << 5 | 4) << 16, 0]);
}

#[test]
fn no_word_depends_on_the_counts_on_v9_and_later() {
    let buffers = [VertexBuffer::new(64, InputRate::from_gl_divisor(3))];
    let attributes = [VertexAttribute::new(0, Format::R32_SFLOAT, 16)];
    let ranges = [BufferRange::new(0x1000_0004, 6400)];
    let written = |vertices, instances| {
        let pipeline = Pipeline::new(Arch::V10);
        let counts = DrawCounts::any_instances(vertices)
            .with_instances(instances)
            .with_first_instance(2);
        let mut words = [0; 16];
        write(
            &pipeline,
            &counts,
            &buffers,
            &attributes,
            &ranges,
            &mut words,
        )
        .map(|tables| (tables, words))
    };
    let expected = written(70, Some(100));
    assert_eq!(expected.as_ref().unwrap().1[10], 16 + 2 * 64);
    assert_eq!(written(1, Some(1)), expected);
    assert_eq!(written(u32::MAX, Some(u32::MAX)), expected);
    assert_eq!(written(3, None), expected);
}

/// The words of Mesa's driver: its shaders add the first vertex, so it takes the unit to add it to neither ID.
#[test]
fn offset_enable_is_set_on_both_ids() {
    let pipeline = Pipeline::new(Arch::V5);
    let counts = DrawCounts::instanced(70, 100).with_first_vertex(7);
    let ids = [VertexAttribute::VERTEX_ID, VertexAttribute::INSTANCE_ID];
    let mut words = [0; 12];
    let tables = write(&pipeline, &counts, &[], &ids, &[], &mut words).unwrap();
    let offset_enable = 1 << 9;
    let r32_uint = 0x8_5b20 << 10;
    let expected = [r32_uint | offset_enable, 0, r32_uint | offset_enable | 1, 0];
    assert_eq!(words[tables.attributes.clone()], expected);
    let draw = pipeline.draw(&counts).unwrap().unwrap().words();
    let nothing = Memory {
        address: 0,
        bytes: &[],
    };
    let (buffers, attributes) = words.split_at(tables.attributes.start);
    let id = |attribute| {
        fetch(
            pipeline.arch,
            buffers,
            attributes,
            draw,
            attribute,
            72 * 5 + 3,
            nothing,
        )
    };
    assert_eq!(id(0), Some(Fetched::Id(3)));
    assert_eq!(id(1), Some(Fetched::Id(5)));
}

/// The offset start is subtracted from attributes per instance, in elements.
#[test]
fn an_attributes_offset_takes_all_of_its_32_bits() {
    let buffers = [VertexBuffer::new(1 << 16, InputRate::from_gl_divisor(1))];
    let offset = |first_vertex, offset| {
        let pipeline = Pipeline::new(Arch::V7);
        let counts = DrawCounts::any_instances(70).with_first_vertex(first_vertex);
        let attributes = [VertexAttribute::new(0, Format::R8_UNORM, offset)];
        VertexInput::<1, 1, 2>::new(pipeline, counts, buffers, attributes)
            .map(|input| input.attributes()[0][1].cast_signed())
    };
    assert_eq!(offset(1 << 15, 0), Ok(i32::MIN));
    assert_eq!(offset(1 << 15, 1), Ok(i32::MIN + 1));
    // With one more, the offset start is not added, and so not subtracted.
    assert_eq!(offset((1 << 15) + 1, 0), Ok(0));
}

/// Two instances of stride 2048 from vertex 1,100,000: 2048 · 1,100,000 is above 2^31.
#[test]
fn an_offset_that_does_not_fit_is_without_the_offset_start() {
    let buffers = [VertexBuffer::new(2048, InputRate::from_gl_divisor(1))];
    let attributes = [VertexAttribute::new(0, Format::R32_UINT, 16)];
    let ranges = [BufferRange::new(0x1000_0000, 4096)];
    let attribute = |arch, first_vertex, first_instance| {
        let pipeline = Pipeline::new(arch);
        let counts = DrawCounts::instanced(3, 2)
            .with_first_vertex(first_vertex)
            .with_first_instance(first_instance);
        let mut words = [0; 24];
        let tables = write(
            &pipeline,
            &counts,
            &buffers,
            &attributes,
            &ranges,
            &mut words,
        )?;
        let words = &words[tables.attributes];
        let fields = Attribute::decode(*words.first_chunk().unwrap());
        Ok((fields.offset_enable, fields.offset))
    };
    assert_eq!(attribute(Arch::V7, 1_100_000, 0), Ok((false, 16)));
    assert_eq!(
        attribute(Arch::V7, 1_100_000, 3),
        Ok((false, 3 * 2048 + 16))
    );
    // The last offset that fits, and the first that does not.
    assert_eq!(attribute(Arch::V5, 1 << 20, 0), Ok((true, i32::MIN + 16)));
    assert_eq!(attribute(Arch::V5, (1 << 20) + 1, 0), Ok((false, 16)));
    let error = DrawError::FirstInstance {
        attribute: 0,
        bytes: 1 << 31,
    };
    assert_eq!(attribute(Arch::V7, 0, 1 << 20), Err(error));
}

/// The words of a draw of one buffer that is read as floats: of a draw at once, of a state, and of a constant.
fn in_three_ways(
    pipeline: Pipeline,
    counts: DrawCounts,
    buffer: VertexBuffer,
    range: BufferRange,
) -> [Result<Vec<u32>, DrawError>; 3] {
    fn of_constant<const WORDS: usize>(
        (pipeline, counts): (Pipeline, DrawCounts),
        buffer: VertexBuffer,
        attribute: VertexAttribute,
        range: BufferRange,
        words: &mut [u32],
    ) -> Result<Tables, DrawError> {
        VertexInput::<1, 1, WORDS>::new(pipeline, counts, [buffer], [attribute])?
            .write(&[range], words)
    }
    let attribute = VertexAttribute::new(0, Format::R32_SFLOAT, 0);
    let written = |write: &dyn Fn(&mut [u32]) -> Result<Tables, DrawError>| {
        let mut words = vec![0; 32];
        let tables = write(&mut words)?;
        words.truncate(tables.attributes.end);
        Ok(words)
    };
    [
        written(&|words| write(&pipeline, &counts, &[buffer], &[attribute], &[range], words)),
        written(&|words| {
            let state = VertexInputState::<1, 1>::new(pipeline, &[buffer], &[attribute])?;
            state.write(&counts, &[range], words)
        }),
        written(&|words| match pipeline.arch.attribute_words() {
            2 => of_constant::<2>((pipeline, counts), buffer, attribute, range, words),
            _ => of_constant::<8>((pipeline, counts), buffer, attribute, range, words),
        }),
    ]
}

#[test]
fn a_draw_of_nothing_is_an_error_on_every_architecture() {
    let buffer = VertexBuffer::new(20, InputRate::Vertex).with_size(Some(1400));
    for &arch in Arch::ALL {
        let pipeline = Pipeline::new(arch);
        for (counts, argument) in [
            (DrawCounts::instanced(0, 100), Argument::Vertices),
            (DrawCounts::any_instances(0), Argument::Vertices),
            (DrawCounts::instanced(70, 0), Argument::Instances),
        ] {
            for written in in_three_ways(pipeline, counts, buffer, BufferRange::at(0x1000_0000)) {
                let error = written.unwrap_err();
                assert_eq!(error.place().argument, argument, "{arch}: {error}");
                assert!(error.to_string().starts_with("0 "), "{arch}: {error}");
            }
        }
    }
}

#[test]
fn a_descriptor_has_the_smaller_size_of_the_buffer_and_its_range() {
    const NO_SIZE: u32 = BufferRange::NO_SIZE;
    for &arch in Arch::ALL {
        let (pipeline, counts) = (Pipeline::new(arch), DrawCounts::instanced(70, 100));
        // The unaligned part of an address is added up to V7, where it is taken off the address.
        let (word, added) = if arch.has_attribute_buffers() {
            (3, 4)
        } else {
            (1, 0)
        };
        for (of_buffer, of_range, expected) in [
            (None, 64, Some(64)),
            (None, 0, Some(0)),
            (Some(1400), NO_SIZE, Some(1400)),
            (Some(1400), 64, Some(64)),
            (Some(64), 1400, Some(64)),
            (Some(1400), 0, Some(0)),
            (Some(0), NO_SIZE, Some(0)),
            (None, NO_SIZE, None),
        ] {
            let buffer = VertexBuffer::new(20, InputRate::Vertex).with_size(of_buffer);
            let range = BufferRange::new(0x1000_0004, of_range);
            for written in in_three_ways(pipeline, counts, buffer, range) {
                assert_eq!(
                    written.map(|words| words[word]),
                    match expected {
                        Some(size) => Ok(size + added),
                        None => Err(DrawError::MissingBufferSize { buffer: 0 }),
                    },
                    "{arch}: {of_buffer:?}, {of_range}"
                );
            }
        }
    }
}

#[test]
fn a_draw_that_cannot_be_is_an_error_that_names_its_part() {
    let pipeline = Pipeline::new(Arch::V7);
    let counts = DrawCounts::instanced(70, 100);
    let buffer = VertexBuffer::new(64, InputRate::from_gl_divisor(3)).with_size(Some(6400));
    let attribute = VertexAttribute::new(0, Format::R32_SFLOAT, 0);
    let range = BufferRange::at(0x1000);
    let attempt = |pipeline: Pipeline, counts: DrawCounts, buffer, attribute, range| {
        let mut words = [0; 100];
        write(
            &pipeline,
            &counts,
            &[buffer],
            &[attribute],
            &[range],
            &mut words,
        )
        .unwrap_err()
    };
    let check = |error: DrawError, expected, text: &str| {
        assert_eq!(error, expected);
        assert!(error.to_string().contains(text), "{error}");
        assert!(error.to_string().len() < 256, "{error}");
    };

    let wrong = counts.with_vertices(0);
    let error = Error::VertexCount {
        vertices: 0,
        maximum: 0xdfff_ffff,
    };
    check(
        attempt(pipeline, wrong, buffer, attribute, range),
        DrawError::Draw(error),
        "0 vertices",
    );
    let wrong = Pipeline::new(Arch::V5).with_idvs(true);
    let error = Error::IdvsArch { arch: 5 };
    check(
        attempt(wrong, counts, buffer, attribute, range),
        DrawError::Draw(error),
        "V6 and later",
    );
    let padded_vertices = PaddedCount::from_exact(64).unwrap();
    let wrong = counts.with_padded_vertices(Some(padded_vertices));
    let error = Error::PaddedVertices {
        vertices: 70,
        padded_vertices,
    };
    assert_eq!(pipeline.padded_vertices(&wrong), Err(error));
    assert_eq!(pipeline.thread_count(&wrong), Err(error));
    check(
        attempt(pipeline, wrong, buffer, attribute, range),
        DrawError::Draw(error),
        "70 vertices are more than a padded vertex count of 64",
    );

    let instances_unknown = counts.with_instances(None);
    let wrong = VertexBuffer::new(64, InputRate::from_gl_divisor(u32::MAX)).with_size(Some(0));
    let padded_vertices = pipeline.padded_vertices(&counts).unwrap();
    let error = Error::Divisor {
        divisor: u32::MAX,
        padded_vertices,
    };
    let expected = DrawError::Buffer { buffer: 0, error };
    check(
        attempt(pipeline, instances_unknown, wrong, attribute, range),
        expected,
        "buffer 0: divisor 4294967295",
    );
    let address = 1 << 56;
    let expected = DrawError::Buffer {
        buffer: 0,
        error: Error::AddressRange { address },
    };
    check(
        attempt(
            pipeline,
            counts,
            buffer,
            attribute,
            BufferRange::at(address),
        ),
        expected,
        "buffer 0: address",
    );
    let wrong = BufferRange::at(0x1001);
    let large = buffer.with_size(Some(u32::MAX - 1));
    let wrong = BufferRange::at(wrong.address + 1);
    let expected = DrawError::BufferSize {
        buffer: 0,
        size: u32::MAX - 1,
        remainder: 2,
    };
    check(
        attempt(pipeline, counts, large, attribute, wrong),
        expected,
        "at most 4294967293",
    );
    let expected = DrawError::MissingBufferSize { buffer: 0 };
    for without in [None, Some(BufferRange::NO_SIZE)] {
        let without = buffer.with_size(without);
        check(
            attempt(pipeline, counts, without, attribute, range),
            expected,
            "buffer 0: it has no size",
        );
    }

    let wrong = VertexAttribute::new(1, Format::R32_SFLOAT, 0);
    let expected = DrawError::UnknownBuffer {
        attribute: 0,
        buffer: 1,
        buffers: 1,
    };
    check(
        attempt(pipeline, counts, buffer, wrong, range),
        expected,
        "buffer 1 does not exist: there are 1",
    );
    let wrong = VertexAttribute::new(0, Format::R64_SFLOAT, 0);
    let (format, arch) = (Format::R64_SFLOAT, Arch::V7);
    let expected = DrawError::Format {
        attribute: 0,
        format,
        arch,
    };
    check(
        attempt(pipeline, counts, buffer, wrong, range),
        expected,
        "V7 cannot fetch R64_SFLOAT",
    );
    let wrong = VertexAttribute::new(0, Format::R32_SFLOAT, 1 << 31);
    let expected = DrawError::Offset {
        attribute: 0,
        offset: 1 << 31,
    };
    check(
        attempt(pipeline, counts, buffer, wrong, range),
        expected,
        "offset 2147483648",
    );
    let wrong = counts.with_first_instance(u32::MAX);
    let expected = DrawError::FirstInstance {
        attribute: 0,
        bytes: 64 * u64::from(u32::MAX),
    };
    check(
        attempt(pipeline, wrong, buffer, attribute, range),
        expected,
        "274877906880 bytes after the start of the buffer of attribute 0",
    );
    for arch in [Arch::V7, Arch::V9] {
        let pipeline = Pipeline::new(arch);
        let first_instance = |first_instance| counts.with_first_instance(first_instance);
        let largest = i32::MAX as u32 / 64;
        let at = |offset| VertexAttribute::new(0, Format::R32_SFLOAT, offset);
        // The element begins within 32 bits, so the attribute's offset is too large.
        let error = attempt(pipeline, first_instance(largest), buffer, at(64), range);
        let expected = DrawError::Offset {
            attribute: 0,
            offset: 1 << 31,
        };
        assert_eq!(error, expected, "{arch}");
        let error = attempt(pipeline, first_instance(largest + 1), buffer, at(0), range);
        let expected = DrawError::FirstInstance {
            attribute: 0,
            bytes: 1 << 31,
        };
        assert_eq!(error, expected, "{arch}");
        assert_eq!(error.place().argument, Argument::FirstInstance);
    }
    let state = VertexInputState::<1, 1>::new(pipeline, &[buffer], &[attribute]).unwrap();
    let attempt_from =
        |first_elements: &[u32]| state.write_from(&counts, &[range], first_elements, &mut [0; 14]);
    let expected = DrawError::Offset {
        attribute: 0,
        offset: -64 * i64::from(u32::MAX),
    };
    check(
        attempt_from(&[u32::MAX]).unwrap_err(),
        expected,
        "offset -274877906880",
    );
    let expected = DrawError::BufferCount {
        given: 2,
        needed: 1,
    };
    check(
        attempt_from(&[0; 2]).unwrap_err(),
        expected,
        "the draw has 1",
    );
    let wrong = VertexAttribute::new(0, Format::R8_UNORM, i32::MAX as u32);
    let expected = DrawError::Offset {
        attribute: 0,
        offset: i64::from(i32::MAX) + 1,
    };
    check(
        attempt(pipeline, counts, buffer, wrong, BufferRange::at(0x1001)),
        expected,
        "offset 2147483648",
    );

    let short = write(
        &pipeline,
        &counts,
        &[buffer],
        &[attribute],
        &[range],
        &mut [0; 13],
    )
    .unwrap_err();
    check(
        short,
        DrawError::OutputTooSmall {
            given: 13,
            needed: 14,
        },
        "14 are needed",
    );
    let none = write(
        &pipeline,
        &counts,
        &[buffer],
        &[attribute],
        &[],
        &mut [0; 14],
    )
    .unwrap_err();
    check(
        none,
        DrawError::BufferCount {
            given: 0,
            needed: 1,
        },
        "the draw has 1",
    );
    let words = VertexInput::<1, 1, 8>::new(pipeline, counts, [buffer], [attribute]).unwrap_err();
    let expected = DrawError::AttributeWords {
        words: 8,
        arch: Arch::V7,
    };
    check(
        words,
        expected,
        "8 words for each attribute are wrong: on Mali V7 an attribute has 2",
    );

    let many = [buffer; 33];
    let error = write(&pipeline, &counts, &many, &[], &[range; 33], &mut [0; 3000]).unwrap_err();
    let expected = DrawError::TooManyBuffers {
        buffers: 33,
        maximum: 32,
    };
    check(error, expected, "at most 32");
    let last = VertexAttribute::new(31, Format::R32_SFLOAT, 0);
    assert!(
        write(
            &pipeline,
            &counts,
            &many[1..],
            &[last],
            &[range; 32],
            &mut [0; 3000]
        )
        .is_ok()
    );

    let overlap = |stride, overlap: &[bool]| {
        let buffers = [VertexBuffer::new(stride, buffer.rate)];
        check_overlap(&buffers, &[attribute, attribute], overlap)
    };
    let past = overlap(3, &[true]).unwrap_err();
    check(
        past,
        DrawError::AttributeExceedsStride {
            attribute: 1,
            end: 4,
            stride: 3,
        },
        "`overlap`",
    );
    assert!(overlap(3, &[true, true]).is_ok());
    // An attribute may extend to the next element.
    assert!(overlap(4, &[]).is_ok());
    assert!(overlap(0, &[]).is_ok());
}

#[test]
fn index_bounds_are_those_of_the_kept_indices() {
    let bounds = |minimum, maximum| Some(IndexBounds { minimum, maximum });
    assert_eq!(IndexSlice::U8(&[5, 255, 2]).bounds(Some(255)), bounds(2, 5));
    assert_eq!(
        IndexSlice::U16(&[5, 255, 2]).bounds(Some(0xffff)),
        bounds(2, 255)
    );
    assert_eq!(
        IndexSlice::U32(&[u32::MAX, 7]).bounds(None),
        bounds(7, u32::MAX)
    );
    assert_eq!(IndexSlice::U32(&[u32::MAX]).bounds(Some(u32::MAX)), None);
    assert_eq!(IndexSlice::U8(&[]).bounds(None), None);
    for (minimum, maximum) in [(0, u32::MAX), (9, 3)] {
        let error = DrawError::IndexBounds { minimum, maximum };
        assert_eq!(IndexBounds { minimum, maximum }.vertices(0), Err(error));
    }
    let high = IndexBounds {
        minimum: 0xffff_0000,
        maximum: 0xffff_fffe,
    };
    let error = DrawError::BaseVertex {
        index: 0xffff_fffe,
        base_vertex: 2,
    };
    assert_eq!(high.vertices(2), Err(error));
    assert_eq!(high.vertices(1).unwrap().first_vertex, 0xffff_0001);
}

/// The descriptor of a draw of one instance divides by 2^31.
#[test]
fn an_instance_id_is_not_asked_for_where_it_would_be_wrong() {
    let attempt = |vertices| {
        let pipeline = Pipeline::new(Arch::V4);
        let counts = DrawCounts::instanced(vertices, 1);
        write(
            &pipeline,
            &counts,
            &[],
            &[VertexAttribute::INSTANCE_ID],
            &[],
            &mut [0; 6],
        )
    };
    assert!(attempt(1 << 31).is_ok());
    let vertices = (1 << 31) + 1;
    assert_eq!(
        attempt(vertices),
        Err(DrawError::InstanceId {
            attribute: 0,
            vertices
        })
    );
}

/// The word of a descriptor that has the size is that of the pipeline, if it has one.
#[test]
fn a_size_is_the_pipelines_or_the_ranges() {
    let known = VertexBuffer::new(64, InputRate::Vertex).with_size(Some(1400));
    let buffers = [known, VertexBuffer::new(64, InputRate::Vertex)];
    let ranges = [0x1000, 0x2000].map(|address| BufferRange::new(address, 6400));
    for &arch in Arch::ALL {
        let pipeline = Pipeline::new(arch);
        let counts = DrawCounts::instanced(70, 1);
        let mut words = [[0; 20]; 3];
        write(&pipeline, &counts, &buffers, &[], &ranges, &mut words[0]).unwrap();
        let state = VertexInputState::<2, 0>::new(pipeline, &buffers, &[]).unwrap();
        state.write(&counts, &ranges, &mut words[1]).unwrap();
        let (size, next) = if arch.attribute_words() == 2 {
            let input = VertexInput::<2, 0, 2>::new(pipeline, counts, buffers, []).unwrap();
            input.write(&ranges, &mut words[2]).unwrap();
            (3, 4)
        } else {
            let input = VertexInput::<2, 0, 8>::new(pipeline, counts, buffers, []).unwrap();
            input.write(&ranges, &mut words[2]).unwrap();
            (1, 8)
        };
        for words in words {
            assert_eq!([words[size], words[next + size]], [1400, 6400], "{arch}");
        }
    }
}
