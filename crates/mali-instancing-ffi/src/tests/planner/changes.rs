//! Changes by the application and the caller between draws, and their effect on later draws.

use super::*;

/// Makes the data of the buffer volatile, or no longer.
fn set_volatile(context: &mut Context, is_volatile: u32) {
    let memory = context.gpu_memory();
    let buffer = context.buffer();
    let set = unsafe {
        mali_inst_planner_buffer_set_volatile(buffer, is_volatile, &raw const memory, null_mut())
    };
    assert_eq!(set, MALI_INST_OK);
}

#[test]
fn a_volatile_buffer_is_streamed_and_never_copied() {
    let mut context = Context::new(format_number(Format::R64_SFLOAT));
    assert_eq!(context.draw(1), MALI_INST_OUTCOME_WRITTEN);
    let decision = |kind, reason| mali_inst_decision {
        attribute: 0,
        kind,
        obstacle: MALI_INST_OBSTACLE_FORMAT,
        reason,
    };
    let made = decision(MALI_INST_DECISION_COPY_MADE, MALI_INST_REASON_STATIC);
    assert_eq!(context.decision(), made);

    set_volatile(&mut context, 1);
    // The copy, which work 1 reads.
    assert_eq!(context.scene().retired, [(0, 1)]);
    assert_eq!(context.draw(2), MALI_INST_OUTCOME_WRITTEN);
    let streamed = decision(MALI_INST_DECISION_STREAMED, MALI_INST_REASON_VOLATILE);
    assert_eq!(context.decision(), streamed);
    set_volatile(&mut context, 0);
    assert_eq!(context.scene().retired.len(), 1);

    // Two floats of 4 bytes each time.
    let counters = context.counters();
    assert_eq!((counters.written, counters.copies_made), (2, 1));
    assert_eq!((counters.bytes_kept, counters.bytes_streamed), (8, 8));
}

#[test]
fn a_buffer_that_moved_is_drawn_from_its_new_address() {
    let mut context = Context::new(format_number(Format::R32_SFLOAT));
    assert_eq!(context.draw(1), MALI_INST_OUTCOME_WRITTEN);
    assert_eq!(context.words[..4], [0x1000_0001, 0, 4, 16]);

    let mut error: mali_inst_error = unsafe { zeroed() };
    let (buffer, mut last_read) = (context.buffer(), 9);
    let nowhere =
        unsafe { mali_inst_planner_buffer_moved(buffer, 0, &raw mut last_read, &raw mut error) };
    assert_eq!(
        (nowhere, error.status),
        (MALI_INST_ERROR_ZERO, MALI_INST_ERROR_ZERO)
    );
    assert!(text(&error.text).starts_with("a buffer cannot be moved to address 0"));
    assert_eq!(context.draw(2), MALI_INST_OUTCOME_UNCHANGED);

    let moved = unsafe {
        mali_inst_planner_buffer_moved(buffer, 0x3000_0000, &raw mut last_read, null_mut())
    };
    assert_eq!((moved, last_read), (MALI_INST_OK, 2));
    assert_eq!(context.draw(3), MALI_INST_OUTCOME_WRITTEN);
    assert_eq!(context.words[..4], [0x3000_0001, 0, 4, 16]);
    let counters = context.counters();
    assert_eq!((counters.written, counters.unchanged), (2, 1));
}

#[test]
fn bytes_that_change_say_which_work_reads_them() {
    let mut context = Context::new(format_number(Format::R32_SFLOAT));
    assert_eq!(context.draw(4), MALI_INST_OUTCOME_WRITTEN);
    let memory = context.gpu_memory();
    let (buffer, mut in_flight) = (context.buffer(), 9);
    let mut change = |begin, size, completed| {
        let memory = &raw const memory;
        let in_flight = &raw mut in_flight;
        let status = unsafe {
            mali_inst_planner_buffer_changed(
                buffer,
                begin,
                size,
                completed,
                memory,
                in_flight,
                null_mut(),
            )
        };
        (status, unsafe { *in_flight })
    };
    assert_eq!(change(0, 17, 0), (MALI_INST_ERROR_PAST_END, 9));
    assert_eq!(change(0, 0, 0), (MALI_INST_ERROR_ZERO, 9));
    assert_eq!(change(u64::MAX, 2, 0).0, MALI_INST_ERROR_ZERO);
    assert_eq!(change(0, 8, 0), (MALI_INST_OK, 4));
    assert_eq!(change(0, 8, 4), (MALI_INST_OK, 0));
}

#[test]
fn a_discarded_ring_begins_another_block_and_a_released_planner_has_none() {
    let mut context = Context::new(format_number(Format::R32_SFLOAT));
    let client = attribute(MALI_INST_DATA_CLIENT, format_number(Format::R32_SFLOAT));
    assert_eq!(context.set(&[client]), MALI_INST_OK);
    assert_eq!(context.draw(1), MALI_INST_OUTCOME_WRITTEN);
    let planner = &raw mut context.planner;
    let discarded = unsafe { mali_inst_planner_discard(planner, null_mut()) };
    assert_eq!(discarded, MALI_INST_OK);
    assert_eq!(context.draw(2), MALI_INST_OUTCOME_WRITTEN);
    assert_eq!(context.scene().blocks.len(), 2);
    assert_eq!(context.scene().retired, [(0, 1)]);
    assert_eq!(context.counters().blocks, 1);

    let memory = context.gpu_memory();
    let planner = &raw mut context.planner;
    let released = unsafe { mali_inst_planner_release(planner, &raw const memory, null_mut()) };
    assert_eq!(released, MALI_INST_OK);
    assert_eq!(context.scene().retired, [(0, 1), (1, 2)]);
}

#[test]
fn a_deleted_buffer_gives_its_copies_back() {
    let mut context = Context::new(format_number(Format::R64_SFLOAT));
    assert_eq!(context.draw(1), MALI_INST_OUTCOME_WRITTEN);
    let memory = context.gpu_memory();
    let (buffer, mut last_read) = (context.buffer(), 9);
    let released = unsafe {
        mali_inst_planner_buffer_release(buffer, &raw const memory, &raw mut last_read, null_mut())
    };
    // Only the copy was read, and not the buffer's address.
    assert_eq!((released, last_read), (MALI_INST_OK, 0));
    assert_eq!(context.scene().retired, [(0, 1)]);
}
