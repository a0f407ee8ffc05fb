//! Mistakes in the planner's arguments: each has a code.

use super::*;
use crate::tests::MALI_INST_RATE_INSTANCE;

#[test]
fn what_a_state_cannot_take_is_an_error() {
    let mut context = Context::new(format_number(Format::R32_SFLOAT));
    let right = attribute(MALI_INST_DATA_BUFFER, format_number(Format::R32_SFLOAT));
    let nowhere = mali_inst_data_source { number: 0, kind: 2 };
    let mut wrong = [right; 4];
    wrong[0].element.kind = 6;
    wrong[1].element.format = 0;
    wrong[2].binding.source = nowhere;
    wrong[3].binding.rate = 3;
    for wrong in wrong {
        assert_eq!(context.set(&[wrong]), MALI_INST_ERROR_VALUE);
    }
    let zero_divisor = mali_inst_planned_binding {
        rate: MALI_INST_RATE_INSTANCE,
        divisor: 0,
        ..right.binding
    };
    for set in [
        mali_inst_planner_state_set as Set,
        mali_inst_planner_state_set_arrays,
    ] {
        for binding in [1, 256] {
            let element = mali_inst_planned_element {
                binding,
                ..right.element
            };
            let unknown = context.set_parts(set, &[right.binding], &[element]);
            assert_eq!(unknown, MALI_INST_ERROR_VALUE);
        }
        // Bindings that no element names are wrong too.
        for (bindings, status) in [
            (&[right.binding; 17][..], MALI_INST_ERROR_TOO_MANY),
            (&[right.binding, zero_divisor], MALI_INST_ERROR_ZERO_DIVISOR),
        ] {
            let refused = context.set_parts(set, bindings, &[right.element]);
            assert_eq!(refused, status);
        }
    }
    // What was there before is still there.
    assert_eq!(context.draw(1), MALI_INST_OUTCOME_WRITTEN);
    let odd = mali_inst_planned_draw {
        index_size: 3,
        ..of_two_vertices()
    };
    assert_eq!(context.draw_as(&odd, 1), MALI_INST_ERROR_VALUE);
}

#[test]
fn zeros_and_null_are_errors() {
    let mut context = Context::new(format_number(Format::R32_SFLOAT));
    let memory = context.gpu_memory();
    let memory = &raw const memory;
    let mut zeros = [0_u64; MALI_INST_PLANNER_WORDS];
    let zeros = zeros.as_mut_ptr();
    let mut out = [0_u64; 64];
    let out = out.as_mut_ptr();
    let none = null_mut();
    unsafe {
        for (buffer, status) in [
            (null_mut(), MALI_INST_ERROR_NULL),
            (zeros.cast(), MALI_INST_ERROR_UNINITIALISED),
        ] {
            for given in [
                mali_inst_planner_buffer_data(buffer, 4, 0, 0, memory, out, none),
                mali_inst_planner_buffer_changed(buffer, 0, 4, 0, memory, out, none),
                mali_inst_planner_buffer_moved(buffer, 64, out, none),
                mali_inst_planner_buffer_set_volatile(buffer, 1, memory, none),
                mali_inst_planner_buffer_release(buffer, memory, out, none),
                mali_inst_planner_buffer_keep_bounds_sized(buffer, null_mut(), 56, 0, none),
            ] {
                assert_eq!(given, status);
            }
        }
        let buffer = context.buffer();
        for given in [
            mali_inst_planner_buffer_data(buffer, 4, 0, 0, null(), out, none),
            mali_inst_planner_buffer_data(buffer, 4, 0, 0, memory, null_mut(), none),
            mali_inst_planner_buffer_changed(buffer, 0, 4, 0, null(), out, none),
            mali_inst_planner_buffer_changed(buffer, 0, 4, 0, memory, null_mut(), none),
            mali_inst_planner_buffer_moved(buffer, 64, null_mut(), none),
            mali_inst_planner_buffer_set_volatile(buffer, 1, null(), none),
            mali_inst_planner_buffer_release(buffer, null(), out, none),
            mali_inst_planner_buffer_release(buffer, memory, null_mut(), none),
            mali_inst_planner_buffer_keep_bounds_sized(buffer, null_mut(), 56, 1, none),
            mali_inst_planner_buffer_init_sized(
                null_mut(),
                size_of::<mali_inst_planner_buffer>(),
                1,
                4,
                0,
                0,
                none,
            ),
        ] {
            assert_eq!(given, MALI_INST_ERROR_NULL);
        }
        for (planner, status) in [
            (null_mut::<mali_inst_planner>(), MALI_INST_ERROR_NULL),
            (zeros.cast(), MALI_INST_ERROR_UNINITIALISED),
        ] {
            for given in [
                mali_inst_planner_complete(planner, 1, none),
                mali_inst_planner_discard(planner, none),
                mali_inst_planner_release(planner, memory, none),
                mali_inst_planner_get_counters(planner, out.cast(), none),
            ] {
                assert_eq!(given, status);
            }
        }
        let state = zeros.cast::<mali_inst_planner_state>();
        let found = out.cast::<usize>();
        for (state, status) in [
            (null_mut(), MALI_INST_ERROR_NULL),
            (state, MALI_INST_ERROR_UNINITIALISED),
        ] {
            for given in [
                mali_inst_planner_state_set(state, null(), 0, null(), 0, none),
                mali_inst_planner_state_set_arrays(state, null(), 0, null(), 0, none),
                mali_inst_planner_state_bind(state, null(), 0, none),
                mali_inst_planner_state_explain(state, null_mut(), 0, found, none),
            ] {
                assert_eq!(given, status);
            }
        }
        let null = null::<mali_inst_planner>();
        let words = mali_inst_planner_table_words(null, state, found, none);
        assert_eq!(words, MALI_INST_ERROR_NULL);
        let words = mali_inst_planner_table_words(zeros.cast(), state, found, none);
        assert_eq!(words, MALI_INST_ERROR_UNINITIALISED);
        let small = mali_inst_planner_buffer_init_sized(buffer, 8, 1, 4, 0, 0, none);
        assert_eq!(small, MALI_INST_ERROR_SIZE);
        // Room that is smaller in the caller's header is refused, and larger room is taken.
        let mut room = [0_u64; 16];
        let room = room.as_mut_ptr().cast();
        for (size, status) in [
            (48, MALI_INST_ERROR_SIZE),
            (56, MALI_INST_OK),
            (64, MALI_INST_OK),
        ] {
            let kept = mali_inst_planner_buffer_keep_bounds_sized(buffer, room, size, 2, none);
            assert_eq!(kept, status, "{size}");
        }
        let kept = mali_inst_planner_buffer_keep_bounds_sized(buffer, null_mut(), 56, 0, none);
        assert_eq!(kept, MALI_INST_OK);
        let usage = mali_inst_planner_buffer_init_sized(
            buffer,
            size_of::<mali_inst_planner_buffer>(),
            1,
            4,
            3,
            0,
            none,
        );
        assert_eq!(usage, MALI_INST_ERROR_VALUE);
    }
    // None of these has changed anything.
    assert_eq!(context.draw(1), MALI_INST_OUTCOME_WRITTEN);
    assert!(context.scene().retired.is_empty());
}

#[test]
fn a_draw_without_a_callback_is_an_error() {
    let mut context = Context::new(format_number(Format::R32_SFLOAT));
    let (application, memory) = (context.application(), context.gpu_memory());
    let draw = of_two_vertices();
    let mut draw_with = |application: mali_inst_client_state, memory: mali_inst_gpu_memory| {
        context.draw_with(&draw, &application, &memory, 1)
    };
    let without = |change: fn(&mut mali_inst_client_state)| {
        let mut application = application;
        change(&mut application);
        application
    };
    let without_memory = |change: fn(&mut mali_inst_gpu_memory)| {
        let mut memory = memory;
        change(&mut memory);
        memory
    };
    for status in [
        draw_with(without(|it| it.buffer = None), memory),
        draw_with(without(|it| it.read = None), memory),
        draw_with(application, without_memory(|it| it.allocate = None)),
        draw_with(application, without_memory(|it| it.retire = None)),
        draw_with(application, without_memory(|it| it.write = None)),
    ] {
        assert_eq!(status, MALI_INST_ERROR_NULL);
    }
    assert_eq!(draw_with(application, memory), MALI_INST_OK);
}

/// In the library a panic would never end; here it ends the test.
#[test]
#[cfg_attr(
    miri,
    ignore = "it takes minutes, and hands over no pointer that other tests do not"
)]
fn numbers_at_their_limits_are_answered() {
    let limits = [0, 1, 2, u32::MAX - 1, u32::MAX];
    let mut refused = 0;
    for number in 0..5_usize.pow(6) {
        let limit = |place: u32| limits[number / 5_usize.pow(place) % 5];
        // Each of them, with few of the others: one in 101 of all.
        if number % 101 != 0 {
            continue;
        }
        let format = format_number(Format::R32_SFLOAT);
        let mut context = Context::new(format);
        let mut attribute = attribute(MALI_INST_DATA_BUFFER, format);
        let binding = &mut attribute.binding;
        binding.stride = limit(0);
        binding.offset = u64::from(limit(1)) << (limit(2) % 33);
        (binding.rate, binding.divisor) = (limit(3) % 3, limit(4).max(1));
        let draw = mali_inst_planned_draw {
            count: limit(5),
            instances: limit(4),
            first: limit(3),
            first_instance: limit(2),
            index_size: [0, 1, 2, 4][number % 4],
            index_offset: u64::from(limit(1)) << (limit(0) % 33),
            index_source: attribute.binding.source,
            base_vertex: i32::from_ne_bytes(limit(0).to_ne_bytes()),
            has_restart_index: limit(1) % 2,
            restart_index: limit(2),
            has_index_bounds: limit(3) % 2,
            minimum_index: limit(4),
            maximum_index: limit(5),
            reserved: [0; 4],
        };
        let is_drawn = context.set(&[attribute]) == MALI_INST_OK
            && context.draw_as(&draw, u64::MAX) == MALI_INST_OK;
        refused += usize::from(!is_drawn);
    }
    // Of the others many draw nothing.
    assert!(refused > 90, "{refused}");
}

/// A state knows no architecture: what it refuses is found in a draw.
#[test]
fn a_draw_has_the_errors_of_its_rules_its_attributes_and_its_indices() {
    let mut context = Context::new(format_number(Format::R32_SFLOAT));
    let indexed = |base_vertex, minimum_index, maximum_index| mali_inst_planned_draw {
        index_size: 2,
        index_source: mali_inst_data_source {
            number: 1,
            kind: MALI_INST_DATA_CLIENT,
        },
        base_vertex,
        has_index_bounds: 1,
        minimum_index,
        maximum_index,
        ..of_two_vertices()
    };
    let indices = context.draw_as(&indexed(-1, 0, 1), 1);
    assert_eq!(indices, MALI_INST_ERROR_BASE_VERTEX);
    let bounds = context.draw_as(&indexed(0, 1, 0), 1);
    assert_eq!(bounds, MALI_INST_ERROR_INDEX_BOUNDS);

    let right = attribute(MALI_INST_DATA_BUFFER, format_number(Format::R32_SFLOAT));
    let mut id = right;
    id.element.kind = MALI_INST_ELEMENT_VERTEX_ID;
    assert_eq!(context.set(&[id]), MALI_INST_OK);
    let on_v7 = context.draw_as(&of_two_vertices(), 1);
    assert_eq!(on_v7, MALI_INST_ERROR_BUILT_IN_ID);

    let v9 = mali_inst_planner_target {
        arch: MALI_INST_ARCH_V9,
        ..target()
    };
    let mut rules = rules();
    rules.resource_table = 64;
    context.init_planner(2, &v9, 64);
    let made = context.init(MALI_INST_PLANNER_STATE_WORDS_OF_16, &rules);
    assert_eq!(made, MALI_INST_OK);
    assert_eq!(context.set(&[right]), MALI_INST_OK);
    let table = context.draw_as(&of_two_vertices(), 1);
    assert_eq!(table, MALI_INST_ERROR_TABLE);
}
