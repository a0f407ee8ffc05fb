//! Changes by the application and the caller between draws, and their effect on later draws.

use super::*;

/// Memory that a change has made free: its kind, its address, and the last work that reads it.
fn retired(
    context: &mut Context,
    change: impl FnOnce(*mut mali_inst_buffer, *mut mali_inst_retired, *mut usize) -> mali_inst_status,
) -> Vec<(mali_inst_memory_kind, u64, u64)> {
    let mut retired = unsafe { zeroed::<[mali_inst_retired; MALI_INST_MAX_RELEASED]>() };
    let mut count = 9;
    let buffer = &raw mut context.scene.buffer;
    assert_eq!(
        change(buffer, retired.as_mut_ptr(), &raw mut count),
        MALI_INST_OK
    );
    let retired = retired[..count].iter();
    retired
        .map(|retired| (retired.memory.kind, retired.memory.address, retired.until))
        .collect()
}

#[test]
fn a_volatile_buffer_is_streamed_and_never_copied() {
    let mut context = Context::new(format_number(Format::R64_SFLOAT));
    let set_volatile = |is_volatile| {
        move |buffer, place, count| unsafe {
            mali_inst_buffer_set_volatile(buffer, is_volatile, place, count, null_mut())
        }
    };
    assert_eq!(context.prepare(1)[0].kind, MALI_INST_MEMORY_COPY);
    let decision = |kind, reason| mali_inst_decision {
        attribute: 0,
        kind,
        obstacle: MALI_INST_OBSTACLE_FORMAT,
        reason,
    };
    let made = decision(MALI_INST_DECISION_COPY_MADE, MALI_INST_REASON_STATIC);
    assert_eq!(context.decision(), made);
    assert_eq!(context.commit(), MALI_INST_OK);

    let copies = retired(&mut context, set_volatile(1));
    assert_eq!(copies, [(MALI_INST_MEMORY_COPY, 0, 1)]);
    assert!(context.prepare(2).is_empty());
    let streamed = decision(MALI_INST_DECISION_STREAMED, MALI_INST_REASON_VOLATILE);
    assert_eq!(context.decision(), streamed);
    assert_eq!(context.commit(), MALI_INST_OK);
    assert!(retired(&mut context, set_volatile(0)).is_empty());

    // Two floats of 4 bytes each time.
    let counters = context.counters();
    assert_eq!((counters.planned, counters.copies_made), (2, 1));
    assert_eq!((counters.bytes_kept, counters.bytes_streamed), (8, 8));
}

#[test]
fn a_buffer_that_moved_is_drawn_from_its_new_address() {
    let mut context = Context::new(format_number(Format::R32_SFLOAT));
    assert_eq!(context.draw_in_place(1), MALI_INST_IN_PLACE_WRITTEN);
    assert_eq!(context.words[..4], [0x1000_0001, 0, 4, 16]);

    let mut error: mali_inst_error = unsafe { zeroed() };
    let nowhere = unsafe {
        let buffer = &raw mut context.scene.buffer;
        let mut place = zeroed::<[mali_inst_retired; MALI_INST_MAX_RELEASED]>();
        let mut count = 9;
        let (place, count) = (place.as_mut_ptr(), &raw mut count);
        mali_inst_buffer_moved(buffer, 0, place, count, &raw mut error)
    };
    assert_eq!(
        (nowhere, error.status),
        (MALI_INST_ERROR_ZERO, MALI_INST_ERROR_ZERO)
    );
    assert!(text(&error.text).starts_with("a buffer cannot be moved to address 0"));
    assert_eq!(context.draw_in_place(2), MALI_INST_IN_PLACE_UNCHANGED);

    let old = retired(&mut context, |buffer, place, count| unsafe {
        mali_inst_buffer_moved(buffer, 0x3000_0000, place, count, null_mut())
    });
    assert_eq!(old, [(MALI_INST_MEMORY_BUFFER, 0x1000_0000, 2)]);
    assert_eq!(context.draw_in_place(3), MALI_INST_IN_PLACE_WRITTEN);
    assert_eq!(context.words[..4], [0x3000_0001, 0, 4, 16]);
    let counters = context.counters();
    assert_eq!((counters.in_place, counters.unchanged), (2, 1));
}

#[test]
fn a_discarded_stream_begins_another_generation() {
    let mut context = Context::new(format_number(Format::R32_SFLOAT));
    context.read(MALI_INST_DATA_CLIENT, format_number(Format::R32_SFLOAT));
    let discard = |context: &mut Context| {
        let planner = &raw mut context.planner;
        let discarded = unsafe {
            mali_inst_planner_discard(planner, MALI_INST_MEMORY_VERTEX_STREAM, null_mut())
        };
        assert_eq!(discarded, MALI_INST_OK);
    };
    assert!(context.prepare(1).is_empty());
    discard(&mut context);
    assert_eq!(context.commit(), MALI_INST_ERROR_OUTDATED_PLAN);
    let places = context.prepare(1);
    let [place] = places.as_slice() else {
        panic!("a block is allocated");
    };
    assert_eq!(
        (place.kind, place.generation),
        (MALI_INST_MEMORY_VERTEX_STREAM, 1)
    );
    assert_eq!(context.commit(), MALI_INST_OK);
    assert_eq!(context.counters().generations, 1);
}
