//! A draw from its plan to its words.

use super::*;

#[test]
fn a_static_buffer_of_64_bit_floats_is_converted_once() {
    let mut scene: Scene = unsafe { zeroed() };
    scene.bytes[..8].copy_from_slice(&1.5_f64.to_le_bytes());
    scene.bytes[8..].copy_from_slice(&(-2.0_f64).to_le_bytes());
    let scene = &raw mut scene;
    let application = mali_inst_client_state {
        user: scene.cast(),
        buffer: Some(buffer),
        read: Some(read),
    };
    let memory = mali_inst_gpu_memory {
        user: scene.cast(),
        address: Some(address),
        write: Some(write),
    };
    let target = mali_inst_planner_target {
        arch: MALI_INST_ARCH_V7,
        robust_access: 0,
        unchecked_indices: 0,
    };
    let mut rules: mali_inst_planned_rules = unsafe { zeroed() };
    rules.padding = MALI_INST_PADDING_HARDWARE;
    let attribute = mali_inst_planned_attribute {
        offset: 0,
        kind: MALI_INST_ATTRIBUTE_ARRAY,
        source: mali_inst_data_source {
            kind: MALI_INST_DATA_BUFFER,
            number: 1,
        },
        format: format_number(Format::R64_SFLOAT),
        stride: 8,
        rate: MALI_INST_RATE_VERTEX,
        divisor: 0,
        constant: [0; 4],
    };
    let mut draw: mali_inst_planned_draw = unsafe { zeroed() };
    (draw.count, draw.instances) = (2, 1);

    let mut planner = MaybeUninit::uninit();
    let mut plan = MaybeUninit::uninit();
    let mut state = MaybeUninit::uninit();
    let mut error = MaybeUninit::uninit();
    let (planner, plan, state, error) = (
        planner.as_mut_ptr(),
        plan.as_mut_ptr(),
        state.as_mut_ptr(),
        error.as_mut_ptr(),
    );
    unsafe {
        let buffer = &raw mut (*scene).buffer;
        assert_eq!(
            mali_inst_buffer_init(
                buffer,
                size_of::<mali_inst_buffer>(),
                1,
                16,
                MALI_INST_USAGE_STATIC,
                0x1000_0000,
                error
            ),
            MALI_INST_OK
        );
        assert_eq!(
            mali_inst_planner_init(
                planner,
                size_of::<mali_inst_planner>(),
                1,
                &raw const target,
                1024,
                1024,
                error
            ),
            MALI_INST_OK
        );
        let filled = mali_inst_vertex_state_init(
            state,
            size_of::<mali_inst_vertex_state>(),
            &raw const rules,
            &raw const attribute,
            1,
            error,
        );
        assert_eq!(filled, MALI_INST_OK);
        assert_eq!(
            mali_inst_plan_init(plan, size_of::<mali_inst_plan>(), 0, error),
            MALI_INST_OK
        );
    }

    let mut words = [0; 32];
    let mut allocations = [unsafe { zeroed::<mali_inst_allocation>() }; 2];
    let mut copied = Vec::new();
    for work in [1, 2] {
        unsafe {
            let (mut outcome, mut found) = (9, 9);
            let mut drawn = 9;
            let mut input = zeroed::<mali_inst_planned_input>();
            let in_place = mali_inst_planner_draw_in_place(
                planner,
                state,
                &raw const draw,
                &raw const application,
                null(),
                work,
                words.as_mut_ptr(),
                words.len(),
                &raw mut outcome,
                &raw mut input,
                error,
            );
            assert_eq!(
                (in_place, outcome),
                (MALI_INST_OK, MALI_INST_IN_PLACE_NEEDS_PLAN)
            );
            let (draw, application) = (&raw const draw, &raw const application);
            let prepared = mali_inst_planner_prepare(
                planner,
                state,
                draw,
                application,
                work,
                plan,
                &raw mut drawn,
                error,
            );
            assert_eq!((prepared, drawn), (MALI_INST_OK, 1));
            let listed = mali_inst_plan_allocations(
                plan,
                allocations.as_mut_ptr(),
                2,
                &raw mut found,
                error,
            );
            assert_eq!(listed, MALI_INST_OK);
            copied.push((found, allocations[0].memory.kind, allocations[0].size));
            let (memory, input) = (&raw const memory, &raw mut input);
            assert_eq!(
                mali_inst_plan_write(plan, memory, words.as_mut_ptr(), 32, input, error),
                MALI_INST_OK
            );
            assert_eq!(((*input).vertices.vertices, (*input).index_size), (2, 0));
            assert_eq!(
                mali_inst_plan_execute(plan, application, memory, error),
                MALI_INST_OK
            );
            assert_eq!(
                mali_inst_planner_commit(planner, plan, application, error),
                MALI_INST_OK
            );
            assert_eq!(
                mali_inst_planner_commit(planner, plan, application, error),
                MALI_INST_ERROR_OUTDATED_PLAN
            );
        }
    }
    // The copy is made for the first draw, and is there for the second.
    assert_eq!(copied[0], (1, MALI_INST_MEMORY_COPY, 8));
    assert_eq!(copied[1].0, 0);
    let floats = unsafe { &(*scene).memory };
    assert_eq!(
        floats[..8],
        [1.5_f32.to_le_bytes(), (-2.0_f32).to_le_bytes()].concat()
    );
    assert_eq!(words[..4], [0x2000_0001, 0, 4, 8]);

    let (mut retired, mut count, mut in_flight) =
        ([unsafe { zeroed::<mali_inst_retired>() }; 9], 0, 9);
    let mut drawn = 9;
    unsafe {
        let buffer = &raw mut (*scene).buffer;
        let (retired, count) = (retired.as_mut_ptr(), &raw mut count);
        let in_flight = &raw mut in_flight;
        assert_eq!(
            mali_inst_buffer_changed(buffer, 0, 17, 0, in_flight, retired, count, error),
            MALI_INST_ERROR_PAST_END
        );
        assert_eq!(
            mali_inst_buffer_changed(buffer, 0, 8, 0, in_flight, retired, count, error),
            MALI_INST_OK
        );
        assert_eq!(mali_inst_planner_complete(planner, 2, error), MALI_INST_OK);
        let late = mali_inst_planner_prepare(
            planner,
            state,
            &raw const draw,
            &raw const application,
            2,
            plan,
            &raw mut drawn,
            error,
        );
        assert_eq!(late, MALI_INST_ERROR_SEQUENCE);
    }
    assert_eq!(
        (count, retired[0].memory.kind, retired[0].until),
        (1, MALI_INST_MEMORY_COPY, 2)
    );

    // The GPU may still read copy 0 when the buffer has new data: a copy of that is another place.
    unsafe {
        let buffer = &raw mut (*scene).buffer;
        let (place, count) = (retired.as_mut_ptr(), &raw mut count);
        let renew = |size, retired, count| {
            mali_inst_buffer_data(
                buffer,
                size,
                MALI_INST_USAGE_STATIC,
                0x1100_0000,
                retired,
                count,
                error,
            )
        };
        assert_eq!(renew(16, null_mut(), count), MALI_INST_ERROR_NULL);
        assert_eq!(renew(16, place, null_mut()), MALI_INST_ERROR_NULL);
        // None of these has changed anything: the old address is given up now.
        assert_eq!(renew(16, place, count), MALI_INST_OK);
        assert_eq!(
            (*count, retired[0].memory.kind, retired[0].memory.address),
            (1, MALI_INST_MEMORY_BUFFER, 0x1000_0000)
        );
        let mut prepare = |state| {
            mali_inst_planner_prepare(
                planner,
                state,
                &raw const draw,
                &raw const application,
                3,
                plan,
                &raw mut drawn,
                error,
            )
        };
        assert_eq!(prepare(state), MALI_INST_OK);
        let place = allocations.as_mut_ptr();
        assert_eq!(
            mali_inst_plan_allocations(plan, place, 2, count, error),
            MALI_INST_OK
        );
        let copy = allocations[0].memory;
        assert_eq!(
            (*count, copy.kind, copy.number),
            (1, MALI_INST_MEMORY_COPY, 1)
        );

        // A callback that hands out buffer 1 for buffer 3 has no buffer 3.
        let mut other = attribute;
        other.source.number = 3;
        assert_eq!(
            mali_inst_vertex_state_init(
                state,
                size_of::<mali_inst_vertex_state>(),
                &raw const rules,
                &raw const other,
                1,
                error
            ),
            MALI_INST_OK
        );
        assert_eq!(prepare(state), MALI_INST_ERROR_UNKNOWN_BUFFER);
    }
}
