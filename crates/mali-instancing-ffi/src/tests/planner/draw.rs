//! A draw, from an application's bytes to its words.

use super::*;

#[test]
fn a_static_buffer_of_64_bit_floats_is_converted_once() {
    let mut context = Context::new(format_number(Format::R64_SFLOAT));
    context.scene().bytes[..8].copy_from_slice(&1.5_f64.to_le_bytes());
    context.scene().bytes[8..].copy_from_slice(&(-2.0_f64).to_le_bytes());

    assert_eq!(context.draw(1), MALI_INST_OUTCOME_WRITTEN);
    let input = &context.drawn.input;
    assert_eq!((input.vertices.vertices, input.index_size), (2, 0));
    assert_eq!(context.words[..4], [0x2000_0001, 0, 4, 8]);
    let floats = [1.5_f32.to_le_bytes(), (-2.0_f32).to_le_bytes()].concat();
    assert_eq!(context.scene().blocks[0][..8], floats);

    // The copy is made for the first draw, and is there for the second.
    assert_eq!(context.draw(2), MALI_INST_OUTCOME_UNCHANGED);
    assert_eq!(context.scene().blocks.len(), 1);
    let counters = context.counters();
    assert_eq!((counters.copies_made, counters.bytes_kept), (1, 8));
    assert_eq!((counters.written, counters.unchanged), (1, 1));
}

/// For number 3 the callback hands out buffer 1, and for a number of 64 bits none, whatever its low half is.
#[test]
fn a_callback_that_does_not_hand_out_the_buffer_has_none() {
    let mut context = Context::new(format_number(Format::R32_SFLOAT));
    for number in [3, 1 << 32 | 1] {
        let mut other = attribute(MALI_INST_DATA_BUFFER, format_number(Format::R32_SFLOAT));
        other.binding.source.number = number;
        assert_eq!(context.set(&[other]), MALI_INST_OK);
        let status = context.draw_as(&of_two_vertices(), 1);
        assert_eq!(status, MALI_INST_ERROR_UNKNOWN_BUFFER, "{number}");
    }
}

/// The smaller memory holds eight attributes, and the larger sixteen.
#[test]
fn a_state_takes_the_memory_of_its_attributes() {
    let format = format_number(Format::R32_SFLOAT);
    let attributes = [attribute(MALI_INST_DATA_BUFFER, format); 17];
    let mut context = Context::new(format);
    let few = MALI_INST_PLANNER_STATE_WORDS_OF_8;
    let too_few = context.init(few - 1, &rules());
    assert_eq!(too_few, MALI_INST_ERROR_OUTPUT_TOO_SMALL);
    for (words, most) in [(few, 8), (MALI_INST_PLANNER_STATE_WORDS_OF_16, 16)] {
        assert_eq!(context.init(words, &rules()), MALI_INST_OK);
        assert_eq!(context.set(&attributes[..most]), MALI_INST_OK);
        // Two vertices of 4 bytes are in the buffer of 16.
        assert_eq!(context.draw(1), MALI_INST_OUTCOME_WRITTEN);
        let more = context.set(&attributes[..=most]);
        assert_eq!(more, MALI_INST_ERROR_TOO_MANY, "{words} words");
        assert_eq!(context.draw(1), MALI_INST_OUTCOME_UNCHANGED);
        // Each buffer has at most two descriptors of four words; a null terminator, and two words an attribute.
        assert_eq!(context.table_words(), 8 * most + 4 + 2 * most);
    }
}

/// Two floats of eight bytes are one binding, and a third that begins past them another one.
#[test]
fn arrays_of_one_buffer_are_merged_where_they_are_interleaved() {
    let format = format_number(Format::R32_SFLOAT);
    let mut context = Context::new(format);
    let mut attributes = [attribute(MALI_INST_DATA_BUFFER, format); 3];
    for (attribute, offset) in attributes.iter_mut().zip([0, 4, 8]) {
        (attribute.binding.stride, attribute.binding.offset) = (8, offset);
    }
    let (bindings, elements) = parts(&attributes);
    for (set, buffers) in [
        (mali_inst_planner_state_set as Set, 3),
        (mali_inst_planner_state_set_arrays, 2),
    ] {
        assert_eq!(context.set_parts(set, &bindings, &elements), MALI_INST_OK);
        assert_eq!(context.table_words(), 8 * buffers + 4 + 2 * 3);
        let mut of_one = of_two_vertices();
        of_one.count = 1;
        assert_eq!(context.draw_as(&of_one, 1), MALI_INST_OK);
        assert_eq!(context.drawn.outcome, MALI_INST_OUTCOME_WRITTEN);
    }
}

#[test]
fn other_memory_is_bound_for_the_same_elements() {
    let format = format_number(Format::R32_SFLOAT);
    let mut context = Context::new(format);
    assert_eq!(context.draw(1), MALI_INST_OUTCOME_WRITTEN);
    let mut binding = attribute(MALI_INST_DATA_BUFFER, format).binding;
    let bind = |context: &Context, bindings: &[mali_inst_planned_binding]| unsafe {
        let count = bindings.len();
        mali_inst_planner_state_bind(context.state, bindings.as_ptr(), count, null_mut())
    };
    assert_eq!(bind(&context, &[binding]), MALI_INST_OK);
    assert_eq!(context.draw(1), MALI_INST_OUTCOME_UNCHANGED);
    binding.offset = 8;
    assert_eq!(bind(&context, &[binding]), MALI_INST_OK);
    assert_eq!(context.draw(1), MALI_INST_OUTCOME_WRITTEN);
    // The record begins at a multiple of 64 bytes, and the attribute eight bytes after it.
    let attribute = context.drawn.input.tables.buffer_words as usize;
    assert_eq!(context.words[..4], [0x1000_0001, 0, 4, 16]);
    assert_eq!(context.words[attribute + 1], 8);
    assert_eq!(bind(&context, &[]), MALI_INST_ERROR_VALUE);
}

#[test]
fn a_ring_that_waits_says_for_which_work() {
    let format = format_number(Format::R32_SFLOAT);
    let mut context = Context::new(format);
    let mut target = target();
    target.waits_when_full = 1;
    // Room for two draws of eight bytes, each at a multiple of 64.
    context.init_planner(2, &target, 128);
    let client = attribute(MALI_INST_DATA_CLIENT, format);
    assert_eq!(context.set(&[client]), MALI_INST_OK);
    assert_eq!(context.draw(5), MALI_INST_OUTCOME_WRITTEN);
    assert_eq!(context.draw(6), MALI_INST_OUTCOME_WRITTEN);
    assert_eq!(context.draw(7), MALI_INST_OUTCOME_WAIT);
    assert_eq!(context.drawn.until, 5);
    assert_eq!(context.counters().waits, 1);
    let planner = &raw mut context.planner;
    let completed = unsafe { mali_inst_planner_complete(planner, 5, null_mut()) };
    assert_eq!(completed, MALI_INST_OK);
    assert_eq!(context.draw(7), MALI_INST_OUTCOME_WRITTEN);
    assert_eq!(context.scene().blocks.len(), 1);
    // Work that is finished cannot be drawn with.
    let late = context.draw_as(&of_two_vertices(), 5);
    assert_eq!(late, MALI_INST_ERROR_SEQUENCE);
}

unsafe extern "C" fn copy(user: *mut c_void, number: u64, block: mali_inst_block) -> u32 {
    let scene = unsafe { &mut *user.cast::<Scene>() };
    let bytes = &mut scene.blocks[block.handle as usize];
    bytes[..16].fill(number as u8 + 0x40);
    1
}

/// A buffer that the GPU does not see is copied as it is.
#[test]
fn a_callback_copies_a_buffer_with_the_gpu() {
    let mut context = Context::new(format_number(Format::R32_SFLOAT));
    let buffer = context.buffer();
    let memory = context.gpu_memory();
    let mut last_read = 9;
    let hidden = unsafe {
        mali_inst_planner_buffer_data(
            buffer,
            16,
            MALI_INST_USAGE_STATIC,
            0,
            &raw const memory,
            &raw mut last_read,
            null_mut(),
        )
    };
    assert_eq!((hidden, last_read), (MALI_INST_OK, 0));
    let memory = mali_inst_gpu_memory {
        copy_buffer: Some(copy),
        ..memory
    };
    let application = context.application();
    let drawn = context.draw_with(&of_two_vertices(), &application, &memory, 1);
    assert_eq!(drawn, MALI_INST_OK);
    assert_eq!(context.scene().blocks[0][..16], [0x41; 16]);
    assert_eq!(context.decision().kind, MALI_INST_DECISION_COPY_MADE);
}
