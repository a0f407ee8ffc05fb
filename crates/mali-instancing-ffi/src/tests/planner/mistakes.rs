//! Mistakes in the planner's arguments: each has a code.

use super::*;

#[test]
fn what_the_planner_cannot_take_is_an_error() {
    let mut error: mali_inst_error = unsafe { zeroed() };
    let error = &raw mut error;
    let mut buffer: mali_inst_buffer = unsafe { zeroed() };
    let mut state: mali_inst_vertex_state = unsafe { zeroed() };
    let mut planner: mali_inst_planner = unsafe { zeroed() };
    let mut attribute: mali_inst_planned_attribute = unsafe { zeroed() };
    attribute.format = format_number(Format::R32G32B32_SFLOAT);
    let target = mali_inst_planner_target {
        arch: MALI_INST_ARCH_V7,
        robust_access: 0,
        unchecked_indices: 0,
    };
    let mut rules: mali_inst_planned_rules = unsafe { zeroed() };
    rules.padding = MALI_INST_PADDING_HARDWARE;
    unsafe {
        assert_eq!(
            mali_inst_buffer_init(
                &raw mut buffer,
                size_of::<mali_inst_buffer>(),
                1,
                4,
                3,
                0,
                error
            ),
            MALI_INST_ERROR_VALUE
        );
        assert_eq!(
            mali_inst_buffer_init(null_mut(), size_of::<mali_inst_buffer>(), 1, 4, 0, 0, error),
            MALI_INST_ERROR_NULL
        );
        let (mut retired, mut count) = (zeroed::<[mali_inst_retired; 9]>(), 0);
        let released =
            mali_inst_buffer_release(&raw mut buffer, retired.as_mut_ptr(), &raw mut count, error);
        assert_eq!(released, MALI_INST_ERROR_UNINITIALISED);
        assert_eq!(
            mali_inst_planner_complete(&raw mut planner, 1, error),
            MALI_INST_ERROR_UNINITIALISED
        );
        let mut init = |attribute: &mali_inst_planned_attribute| {
            mali_inst_vertex_state_init(
                &raw mut state,
                size_of::<mali_inst_vertex_state>(),
                &raw const rules,
                attribute,
                1,
                error,
            )
        };
        assert_eq!(init(&attribute), MALI_INST_OK);
        assert_eq!(
            init(&mali_inst_planned_attribute {
                kind: 6,
                ..attribute
            }),
            MALI_INST_ERROR_VALUE
        );
        assert_eq!(
            init(&mali_inst_planned_attribute {
                format: 0,
                ..attribute
            }),
            MALI_INST_ERROR_VALUE
        );
        let nowhere = mali_inst_data_source { kind: 2, number: 0 };
        assert_eq!(
            init(&mali_inst_planned_attribute {
                source: nowhere,
                ..attribute
            }),
            MALI_INST_ERROR_VALUE
        );

        assert_eq!(
            mali_inst_planner_init(
                &raw mut planner,
                size_of::<mali_inst_planner>(),
                1,
                &raw const target,
                1024,
                1024,
                error
            ),
            MALI_INST_OK
        );
        let mut plan: mali_inst_plan = zeroed();
        assert_eq!(
            mali_inst_plan_init(&raw mut plan, size_of::<mali_inst_plan>(), 0, error),
            MALI_INST_OK
        );
        let draw: mali_inst_planned_draw = zeroed();
        let mut drawn = 9;
        let nobody = mali_inst_client_state {
            user: null_mut(),
            buffer: None,
            read: None,
        };
        let mut prepare = |draw: &mali_inst_planned_draw, application: &mali_inst_client_state| {
            mali_inst_planner_prepare(
                &raw const planner,
                &raw const state,
                draw,
                application,
                1,
                &raw mut plan,
                &raw mut drawn,
                error,
            )
        };
        assert_eq!(prepare(&draw, &nobody), MALI_INST_ERROR_NULL);
        let odd = mali_inst_planned_draw {
            index_size: 3,
            ..draw
        };
        assert_eq!(prepare(&odd, &nobody), MALI_INST_ERROR_VALUE);
    }
}

#[test]
fn changes_without_a_buffer_or_without_room_are_errors() {
    let mut buffer: mali_inst_buffer = unsafe { zeroed() };
    let buffer = &raw mut buffer;
    let mut retired = unsafe { zeroed::<[mali_inst_retired; MALI_INST_MAX_RELEASED]>() };
    let mut count = 9;
    let (place, count) = (retired.as_mut_ptr(), &raw mut count);
    let moved = |buffer, place, count| unsafe {
        mali_inst_buffer_moved(buffer, 0x1000, place, count, null_mut())
    };
    let volatile = |buffer, place, count| unsafe {
        mali_inst_buffer_set_volatile(buffer, 1, place, count, null_mut())
    };
    for change in [&moved as &dyn Fn(_, _, _) -> _, &volatile] {
        let uninitialised = unsafe {
            mali_inst_buffer_init(
                buffer,
                size_of::<mali_inst_buffer>(),
                1,
                4,
                3,
                0,
                null_mut(),
            )
        };
        assert_eq!(uninitialised, MALI_INST_ERROR_VALUE);
        unsafe { (*buffer).opaque[0] = MaybeUninit::new(0) };
        assert_eq!(change(null_mut(), place, count), MALI_INST_ERROR_NULL);
        assert_eq!(change(buffer, place, count), MALI_INST_ERROR_UNINITIALISED);
        let made = unsafe {
            mali_inst_buffer_init(
                buffer,
                size_of::<mali_inst_buffer>(),
                1,
                4,
                0,
                0x40,
                null_mut(),
            )
        };
        assert_eq!(made, MALI_INST_OK);
        assert_eq!(change(buffer, null_mut(), count), MALI_INST_ERROR_NULL);
        assert_eq!(change(buffer, place, null_mut()), MALI_INST_ERROR_NULL);
        assert_eq!(change(buffer, place, count), MALI_INST_OK);
    }
}

#[test]
fn counters_decisions_and_streams_of_nothing_are_errors() {
    let planner: mali_inst_planner = unsafe { zeroed() };
    let mut counters: mali_inst_planner_counters = unsafe { zeroed() };
    let counters = &raw mut counters;
    let mut found = 9;
    unsafe {
        let count =
            |planner, counters| mali_inst_planner_get_counters(planner, counters, null_mut());
        assert_eq!(
            count(&raw const planner, counters),
            MALI_INST_ERROR_UNINITIALISED
        );
        let mut context = Context::new(format_number(Format::R64_SFLOAT));
        let planner = &raw mut context.planner;
        assert_eq!(count(planner, null_mut()), MALI_INST_ERROR_NULL);
        assert_eq!(count(planner, counters), MALI_INST_OK);
        let discard = |planner, stream| mali_inst_planner_discard(planner, stream, null_mut());
        assert_eq!(
            discard(null_mut(), MALI_INST_MEMORY_VERTEX_STREAM),
            MALI_INST_ERROR_NULL
        );
        for other in [MALI_INST_MEMORY_BUFFER, MALI_INST_MEMORY_COPY, u32::MAX] {
            assert_eq!(discard(planner, other), MALI_INST_ERROR_VALUE);
        }
        let decide = |places, capacity, found| {
            mali_inst_plan_decisions(&raw const context.plan, places, capacity, found, null_mut())
        };
        assert_eq!(decide(null_mut(), 1, &raw mut found), MALI_INST_ERROR_NULL);
        assert_eq!(decide(null_mut(), 0, null_mut()), MALI_INST_ERROR_NULL);
        assert_eq!(decide(null_mut(), 0, &raw mut found), MALI_INST_OK);
        assert_eq!(found, 0);
    }
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
        let mut context = Context::new(format_number(Format::R32_SFLOAT));
        let mut attribute: mali_inst_planned_attribute = unsafe { zeroed() };
        attribute.source.number = 1;
        attribute.format = format_number(Format::R32_SFLOAT);
        attribute.stride = limit(0);
        attribute.offset = u64::from(limit(1)) << (limit(2) % 33);
        (attribute.rate, attribute.divisor) = (limit(3) % 3, limit(4).max(1));
        let mut rules: mali_inst_planned_rules = unsafe { zeroed() };
        rules.padding = MALI_INST_PADDING_HARDWARE;
        let draw = mali_inst_planned_draw {
            count: limit(5),
            instances: limit(4),
            first: limit(3),
            first_instance: limit(2),
            index_size: [0, 1, 2, 4][number % 4],
            index_offset: u64::from(limit(1)) << (limit(0) % 33),
            index_source: attribute.source,
            base_vertex: i32::from_ne_bytes(limit(0).to_ne_bytes()),
            has_restart_index: limit(1) % 2,
            restart_index: limit(2),
            has_index_bounds: limit(3) % 2,
            minimum_index: limit(4),
            maximum_index: limit(5),
        };
        let application = context.application();
        let (mut outcome, mut drawn, mut input) = (9, 9, MaybeUninit::uninit());
        let statuses = unsafe {
            let (state, plan) = (&raw mut context.state, &raw mut context.plan);
            let filled = mali_inst_vertex_state_init(
                state,
                size_of::<mali_inst_vertex_state>(),
                &raw const rules,
                &raw const attribute,
                1,
                null_mut(),
            );
            let (draw, application) = (&raw const draw, &raw const application);
            let words = context.words.as_mut_ptr();
            let planner = &raw mut context.planner;
            let in_place = mali_inst_planner_draw_in_place(
                planner,
                state,
                draw,
                application,
                null(),
                u64::MAX,
                words,
                32,
                &raw mut outcome,
                input.as_mut_ptr(),
                null_mut(),
            );
            let prepared = mali_inst_planner_prepare(
                planner,
                state,
                draw,
                application,
                u64::MAX,
                plan,
                &raw mut drawn,
                null_mut(),
            );
            [filled, in_place, prepared]
        };
        refused += usize::from(statuses.iter().any(|status| *status != MALI_INST_OK));
    }
    // Of the others many draw nothing.
    assert!(refused > 90, "{refused}");
}
