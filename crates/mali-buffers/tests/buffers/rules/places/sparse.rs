//! Few indices of many vertices: the vertices that they name are gathered, and drawn without the indices.

use mali_buffers::two_phase::{
    ApplicationDraw, Attribute, AttributeArray, BufferId, DataSource, Decision, ElementArray,
    Error, IndexType, MemoryRef, OutOfBounds, Plan, Planner, StreamKind, Target, Usage,
    VertexState,
};
use mali_instancing::draw::{AttributeSource, IndexBounds};
use mali_instancing::{Arch, InputRate};
use proptest::prelude::*;

use crate::rules::{Blocks, World, array, id, source};

const CLIENT: DataSource = DataSource::Client(0);

/// A world with `bytes` bytes in client memory, each different from its neighbours.
fn world(bytes: usize) -> World {
    let mut world = World::new(Target::new(Arch::V7));
    world.data.client = (0..bytes).map(|at| (at * 7 + at / 256) as u8).collect();
    world
}

/// 32-bit indices in buffer 9.
fn with_indices(world: World, indices: &[u32]) -> (World, ElementArray) {
    let bytes = indices
        .iter()
        .flat_map(|index| index.to_le_bytes())
        .collect();
    let elements = ElementArray::new(source(9), IndexType::U32, indices.len() as u32);
    (world.with_bytes(9, bytes), elements)
}

fn plan(world: &World, draw: &ApplicationDraw, attributes: &[Attribute]) -> Plan {
    let state: VertexState = VertexState::new(attributes).unwrap().without_vertex_id();
    let mut plan = Plan::new();
    let drawn = world
        .planner
        .prepare(&state, draw, &world.data, world.sequence, &mut plan);
    assert_eq!(drawn, Ok(true));
    plan
}

/// The bytes that an attribute gets for each drawn vertex.
fn streamed(world: &World, plan: &Plan, attribute: usize, size: usize) -> Vec<Vec<u8>> {
    let mut blocks = Blocks::default();
    plan.execute(&world.data, &mut blocks).unwrap();
    let data = plan.vertex_data().unwrap();
    let attribute = data.attributes()[attribute];
    let AttributeSource::Buffer(number) = attribute.source else {
        panic!("no array");
    };
    let (buffer, location) = (data.buffers()[number], data.locations()[number]);
    assert_eq!(data.first_elements()[number], 0);
    let memory = MemoryRef::Stream {
        stream: StreamKind::Vertex,
        generation: 0,
    };
    assert_eq!(location.memory, memory);
    let begin = |vertex| {
        location.offset as usize
            + attribute.offset as usize
            + vertex as usize * buffer.stride as usize
    };
    let vertices = 0..data.call.vertices;
    vertices
        .map(|vertex| blocks.bytes(memory)[begin(vertex)..][..size].to_vec())
        .collect()
}

#[test]
fn two_vertices_that_are_a_million_apart_are_48_bytes() {
    let (world, elements) = with_indices(world(16_000_000), &[0, 999_999, 0]);
    let attributes = [Attribute::Array(array(CLIENT, "R32G32B32A32_SFLOAT"))];
    let draw = ApplicationDraw::elements(elements);
    let plan = plan(&world, &draw, &attributes);
    assert_eq!(plan.bytes_copied(), 48);
    assert_eq!(
        plan.gathered().unwrap().bounds,
        Some(IndexBounds {
            minimum: 0,
            maximum: 999_999
        })
    );
    let data = plan.index_data().unwrap();
    assert_eq!((data.indices, data.decision), (None, None));
    assert_eq!(
        (
            data.vertices.vertices,
            data.vertices.first_vertex,
            data.vertices.base_vertex_offset
        ),
        (3, 0, 0)
    );
    assert_eq!(
        plan.vertex_data().unwrap().decisions(),
        [Some(Decision::Gathered)]
    );
    let elements = [0, 15_999_984, 0].map(|at| world.data.client[at..at + 16].to_vec());
    assert_eq!(streamed(&world, &plan, 0, 16), elements);

    // They are not gathered if the shader may read the vertex's number.
    let state: VertexState = VertexState::new(&attributes).unwrap();
    let mut plan = Plan::new();
    world
        .planner
        .prepare(&state, &draw, &world.data, world.sequence, &mut plan)
        .unwrap();
    assert_eq!((plan.gathered(), plan.bytes_copied()), (None, 16_000_000));
}

#[test]
fn gpu_buffers_and_client_memory_are_gathered_and_converted_but_not_what_steps_by_instance() {
    let world = world(64_000).with_buffer(1, 64_000, Usage::Dynamic);
    let (world, elements) = with_indices(world, &[1000, 3, 990, 3]);
    let in_place = array(source(1), "R32G32_SFLOAT")
        .with_offset(4)
        .with_stride(60);
    let attributes = [
        Attribute::Array(in_place),
        Attribute::Array(array(CLIENT, "R64_SFLOAT").with_stride(20)),
        Attribute::Array(in_place.with_rate(InputRate::from_gl_divisor(1))),
    ];
    let draw = ApplicationDraw::elements(elements.with_base_vertex(-2)).with_instances(5);
    let plan = plan(&world, &draw, &attributes);
    let decisions = [Decision::Gathered, Decision::Gathered, Decision::InPlace].map(Some);
    assert_eq!(plan.vertex_data().unwrap().decisions(), decisions);
    assert_eq!(plan.bytes_copied(), 4 * (8 + 4));
    let bytes = &world.data.buffers[&id(1)].1;
    let expected = [998, 1, 988, 1].map(|vertex| bytes[4 + 60 * vertex..][..8].to_vec());
    assert_eq!(streamed(&world, &plan, 0, 8), expected);
    let floats: Vec<u8> = [998, 1, 988, 1]
        .map(|vertex| {
            f64::from_le_bytes(world.data.client[20 * vertex..][..8].try_into().unwrap()) as f32
        })
        .iter()
        .flat_map(|float| float.to_le_bytes())
        .collect();
    let copies: Vec<_> = plan.copies().collect();
    let mut blocks = Blocks::default();
    plan.execute(&world.data, &mut blocks).unwrap();
    let at = copies[1].destination;
    assert_eq!(blocks.bytes(at.memory)[at.offset as usize..][..16], floats);
}

#[test]
fn interleaved_arrays_are_gathered_as_one_block() {
    let (world, elements) = with_indices(world(64_000), &[999, 0, 500]);
    let attributes = [0, 4].map(|offset| {
        Attribute::Array(
            array(CLIENT, "R8G8B8A8_UNORM")
                .with_stride(8)
                .with_offset(offset),
        )
    });
    let plan = plan(&world, &ApplicationDraw::elements(elements), &attributes);
    assert_eq!((plan.copies().count(), plan.bytes_copied()), (1, 24));
    for (number, offset) in [(0, 0), (1, 4)] {
        let expected =
            [999, 0, 500].map(|vertex| world.data.client[8 * vertex + offset..][..4].to_vec());
        assert_eq!(streamed(&world, &plan, number, 4), expected);
    }
}

#[test]
fn nothing_is_gathered_where_it_would_be_wrong_or_of_no_use() {
    let indices = [0, 999, 500];
    let client = Attribute::Array(array(CLIENT, "R8G8B8A8_UNORM"));
    let (gathered, elements) = with_indices(
        world(64_000).with_buffer(1, 64_000, Usage::Static),
        &indices,
    );
    let is_gathered = |world: &World, elements, attributes: &[Attribute]| {
        let plan = plan(world, &ApplicationDraw::elements(elements), attributes);
        plan.gathered().is_some()
    };
    assert!(is_gathered(&gathered, elements, &[client]));
    // Indices may restart primitives, although none of these does.
    assert!(!is_gathered(
        &gathered,
        elements.with_restart_index(7),
        &[client]
    ));
    // All data is in place, or in a copy that is worth keeping.
    let of_buffer = |format| Attribute::Array(array(source(1), format));
    assert!(!is_gathered(
        &gathered,
        elements,
        &[of_buffer("R8G8B8A8_UNORM")]
    ));
    assert!(!is_gathered(
        &gathered,
        elements,
        &[of_buffer("R64_SFLOAT")]
    ));
    // Streamed data is the same for all vertices.
    let constant = array(CLIENT, "R8G8B8A8_UNORM").with_stride(0);
    assert!(!is_gathered(
        &gathered,
        elements,
        &[Attribute::Array(constant)]
    ));
    // The shader reads the vertex's number.
    let (mut v5, elements) = with_indices(world(64_000), &indices);
    v5.planner = Planner::new(
        v5.planner.id(),
        Target::new(Arch::V5),
        v5.planner.rings().clone(),
    );
    assert!(is_gathered(&v5, elements, &[client]));
    assert!(!is_gathered(&v5, elements, &[client, Attribute::VertexId]));
    // The application does not provide all vertices of a buffer.
    let mut robust = gathered.clone().with_buffer(2, 100, Usage::Dynamic);
    let target = Target::new(Arch::V7).with_out_of_bounds(OutOfBounds::Clamp);
    robust.planner = Planner::new(robust.planner.id(), target, robust.planner.rings().clone());
    assert!(is_gathered(&robust, elements, &[client]));
    assert!(!is_gathered(
        &robust,
        elements,
        &[client, Attribute::Array(array(source(2), "R8_UNORM"))]
    ));
}

/// A driver may make a slice of what it is asked for from a pointer alone.
#[test]
fn nothing_past_the_end_of_a_buffer_is_read() {
    let (mut world, elements) = with_indices(
        world(0).with_buffer(1, 256, Usage::Stream),
        &[0, 1_000_000, 7],
    );
    let attributes = [Attribute::Array(array(source(1), "R32_SFLOAT"))];
    let state: VertexState = VertexState::new(&attributes).unwrap().without_vertex_id();
    let draw = ApplicationDraw::elements(elements);
    let drawn = |world: &World| {
        let (data, mut plan) = (&world.data, Plan::new());
        let drawn = world
            .planner
            .prepare(&state, &draw, data, world.sequence, &mut plan);
        assert!(drawn.is_err() || plan.execute(data, &mut Blocks::default()).is_ok());
        drawn
    };
    // Without an address, the vertices would be gathered if they existed.
    world.buffer(1).buffer_data(256, Usage::Stream, None);
    let past_end = Error::AttributePastEnd {
        attribute: 0,
        end: 4_000_004,
        size: 256,
    };
    assert_eq!(drawn(&world), Err(past_end));
    let target = Target::new(Arch::V7).with_out_of_bounds(OutOfBounds::Clamp);
    world.planner = Planner::new(world.planner.id(), target, world.planner.rings().clone());
    assert_eq!(drawn(&world), Ok(true));
}

/// A copy would be worth keeping, but the plan may not have new memory.
#[test]
fn a_static_buffer_is_gathered_where_there_is_no_memory_for_a_copy() {
    let (world, elements) = with_indices(
        world(0).with_buffer(1, 64_000, Usage::Static),
        &[0, 999, 500],
    );
    let attributes = [Attribute::Array(array(source(1), "R64_SFLOAT"))];
    let state: VertexState = VertexState::new(&attributes).unwrap().without_vertex_id();
    let mut plan = Plan::new().without_new_memory();
    let draw = ApplicationDraw::elements(elements);
    let drawn = world
        .planner
        .prepare(&state, &draw, &world.data, world.sequence, &mut plan);
    assert_eq!((drawn, plan.bytes_copied()), (Ok(true), 12));
}

/// This is no worse than the hardware, which reads nearby data if bounds are wrong.
#[test]
fn an_index_outside_of_bounds_that_are_stated_names_the_nearest_vertex() {
    let (world, elements) = with_indices(world(64_000), &[9, 5000, 100]);
    let elements = elements.with_bounds(IndexBounds {
        minimum: 50,
        maximum: 999,
    });
    let attributes = [Attribute::Array(array(CLIENT, "R8G8B8A8_UNORM"))];
    let plan = plan(&world, &ApplicationDraw::elements(elements), &attributes);
    let expected = [50, 999, 100].map(|vertex| world.data.client[4 * vertex..][..4].to_vec());
    assert_eq!(streamed(&world, &plan, 0, 4), expected);
}

/// A plan is outdated if its indices have changed, since they are read when it is executed.
#[test]
fn a_plan_reads_the_indices_of_which_it_was_made() {
    let (mut world, elements) = with_indices(world(64_000), &[0, 999, 500]);
    let attributes = [Attribute::Array(array(CLIENT, "R8G8B8A8_UNORM"))];
    let plan = plan(&world, &ApplicationDraw::elements(elements), &attributes);
    let sequence = world.sequence;
    world.buffer(9).buffer_sub_data(0..4, sequence).unwrap();
    assert!(world.planner.commit(&plan, &mut world.data).is_err());
    let gone: BufferId = id(9);
    world.data.buffers.remove(&gone);
    assert!(plan.execute(&world.data, &mut Blocks::default()).is_err());
}

proptest! {
    #[test]
    fn they_are_gathered_where_mesas_u_vbuf_unrolls_them(
        first in 0_u32..50,
        range in prop_oneof![1_u32..70, 60_u32..300, 250_u32..2000],
        count in 1_usize..80,
        seed in any::<u64>(),
    ) {
        let mut indices: Vec<u32> = (0..count as u64)
            .map(|number| first + (seed.rotate_left(number as u32 * 7) % u64::from(range)) as u32)
            .collect();
        indices[0] = first;
        indices[count - 1] = if count == 1 { first } else { first + range - 1 };
        let vertices = if count == 1 { 1 } else { range as usize };
        let expected = match vertices {
            0..=64 => vertices > 16 * count,
            65..=256 => vertices > 8 * count,
            _ => vertices > 4 * count,
        };
        let (world, elements) = with_indices(world(8 * 2050), &indices);
        let position: AttributeArray = array(CLIENT, "R32G32_SFLOAT");
        let plan = plan(&world, &ApplicationDraw::elements(elements), &[Attribute::Array(position)]);
        prop_assert_eq!(plan.gathered().is_some(), expected);
        if expected {
            let named: Vec<_> = indices.iter().map(|&index| world.data.client[8 * index as usize..][..8].to_vec()).collect();
            prop_assert_eq!(streamed(&world, &plan, 0, 8), named);
        }
    }
}
