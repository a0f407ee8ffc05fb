//! The reference model fetches through the tables the bytes that GL and Vulkan define for a vertex.

use mali_instancing::InputRate;
use mali_instancing::descriptor::Invocation;
use mali_instancing::draw::{
    AttributeSource, BufferRange, IndexSlice, StateWords, VertexAttribute, VertexInput,
    VertexInputState, write,
};
use mali_instancing::model::{Fetched, Memory, Thread, fetch, fetch_valhall, thread};
use proptest::prelude::*;

use crate::right_draws::{
    MEMORY_ADDRESS, RightDraw, aligned, attributes, buffers, calls, draws, first_element,
    is_accepted,
};

const MEMORY_SIZE: usize = 1 << 14;

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
fn assert_fetched(draw: &RightDraw) {
    let mut words = vec![0xdead_beef; 1000];
    let RightDraw {
        pipeline,
        counts,
        instances,
        buffers,
        attributes,
        ranges,
        first_elements,
    } = draw;
    let instances = *instances;
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

/// Draws of V4 to V7 whose first vertex is any number, from buffers that begin with that vertex.
fn far_draws() -> impl Strategy<Value = RightDraw> {
    let last = u32::MAX - 40;
    let first = prop_oneof![0..=last, 1_100_000..1_u32 << 28, last - 9..=last];
    let strides = prop_oneof![0..80_u32, Just(256), 2040..2056_u32];
    let draws = draws().prop_filter("V4 to V7", |draw| {
        draw.pipeline.arch.has_attribute_buffers()
    });
    (draws, first, strides).prop_map(|(mut draw, first_vertex, stride)| {
        draw.counts.first_vertex = first_vertex;
        for (buffer, element) in draw.buffers.iter_mut().zip(&mut draw.first_elements) {
            buffer.stride = stride;
            let is_cut = buffer.rate == InputRate::Vertex || *element != 0;
            *element = first_element(buffer, &draw.counts, is_cut);
        }
        aligned(draw)
    })
}

/// Draws from up to 20 buffers. Every other one has only aligned buffers, or begins with the first vertex.
fn common_draws() -> impl Strategy<Value = RightDraw> {
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
                    instances,
                    buffers: buffers.clone(),
                    attributes,
                    ranges: ranges.clone(),
                    first_elements: vec![0; ranges.len()],
                };
                aligned(draw)
            })
        },
    )
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(3000))]

    /// A state, its words and the writer of everything at once take different ways to the same tables.
    #[test]
    fn a_common_draw_is_packed_as_any_draw(draw in common_draws()) {
        assert_fetched(&draw);
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
    fn every_kept_thread_gets_the_bytes_that_the_apis_say(draw in draws()) {
        assert_fetched(&draw);
    }

    /// An indexed draw shades every vertex from the smallest to the largest index.
    #[test]
    fn every_index_gets_the_bytes_of_its_vertex(
        draw in draws(),
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
                    assert_fetched(&draw);
                }
                Err(error) => prop_assert!(false, "{error}"),
            }
        }
    }

    /// If an offset minus the offset start does not fit 32 bits, the offset start is not added.
    #[test]
    fn a_draw_may_begin_with_any_vertex(draw in far_draws()) {
        assert_fetched(&draw);
    }

    /// Binding buffers to a constant writes the same as writing everything at once.
    #[test]
    fn a_bound_constant_is_a_written_draw(draw in prop_oneof![draws(), far_draws()]) {
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
