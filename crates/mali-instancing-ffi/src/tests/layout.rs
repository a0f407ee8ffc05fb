//! Where the fields of each structure lie: the numbers that tests/c/layout.h holds against the C compiler's.

use std::mem::offset_of;

use mali_instancing::Format;

use crate::abi::status::{MALI_INST_OK, mali_inst_error};
use crate::draws::call::{mali_inst_draw_call, mali_inst_job_words, mali_inst_target};
use crate::draws::indices::mali_inst_indexed_draw;
use crate::draws::tables::{mali_inst_buffer_range, mali_inst_tables};
use crate::draws::vertex_input::{mali_inst_vertex_attribute, mali_inst_vertex_buffer};
use crate::draws::write::mali_inst_draw;
use crate::format;
use crate::inspect::check::{
    mali_inst_draw_counts, mali_inst_draw_state, mali_inst_finding, mali_inst_known_rate,
};
use crate::inspect::decode::{mali_inst_descriptor, mali_inst_field};
use crate::planner::{
    buffer::{mali_inst_planner_buffer_size, mali_inst_planner_index_bounds_size},
    callbacks::{mali_inst_block, mali_inst_client_state, mali_inst_gpu_memory},
    counters::mali_inst_planner_counters,
    decision::mali_inst_decision,
    draw::mali_inst_planned_draw,
    elements::{mali_inst_planned_binding, mali_inst_planned_element},
    input::mali_inst_planned_input,
    kept_buffer::{KeptBuffer, mali_inst_planner_buffer, mali_inst_planner_index_bounds},
    line_loop::mali_inst_line_loop,
    planning::{
        mali_inst_drawn, mali_inst_planner, mali_inst_planner_size, mali_inst_planner_target,
    },
    source::mali_inst_data_source,
    state::{
        MALI_INST_PLANNER_STATE_WORDS_OF_8, MALI_INST_PLANNER_STATE_WORDS_OF_16,
        mali_inst_planned_rules, mali_inst_planner_state_words,
    },
};
use crate::varyings::{
    built_ins::mali_inst_built_ins,
    capture::{mali_inst_capture, mali_inst_captured_span},
    declaration::mali_inst_varying,
    descriptors::{mali_inst_varying_buffer, mali_inst_varying_sizes},
    linkage::mali_inst_linkage,
    memory::mali_inst_varying_slot,
    registers::mali_inst_varying_place,
    slots::mali_inst_slot,
};

/// A line for the size, the alignment and each field of each structure. A field that is missing here does not
/// compile.
macro_rules! layout {
    ($($structure:ident { $($field:ident),* })*) => {{
        let mut lines = Vec::new();
        $(
            let name = stringify!($structure);
            let _ = |value: &$structure| { let $structure { $($field: _),* } = value; };
            lines.push(format!("SIZE({name}, {}, {})", size_of::<$structure>(), align_of::<$structure>()));
            $(lines.push(format!(
                "OFFSET({name}, {}, {})",
                stringify!($field),
                offset_of!($structure, $field)
            ));)*
        )*
        lines
    }};
}

#[test]
#[cfg_attr(miri, ignore = "it reads a file")]
fn c_has_the_layouts_of_rust() {
    let lines = layout! {
        mali_inst_error { status, element, text }
        mali_inst_target {
            arch, padding, rounding, resource_table, idvs, layout, reserved_buffers, reserved_attributes,
            bound_strides, unaligned, reserved
        }
        mali_inst_draw_call {
            vertices, instances, first_vertex, first_instance, primitive_vertices, any_instances, padded_vertices, reserved
        }
        mali_inst_vertex_buffer { stride, rate, divisor, reserved }
        mali_inst_buffer_range { address, size, stride }
        mali_inst_vertex_attribute { source, buffer, format, offset, reserved }
        mali_inst_draw {
            input, input_words, ranges, first_elements, range_count, words, word_count, call, reserved
        }
        mali_inst_tables {
            is_written, buffer_words, attribute_words, padded_vertices
        }
        mali_inst_job_words { has_draw, draw, has_invocation, invocation, padded_vertices }
        mali_inst_indexed_draw { vertices, first_vertex, base_vertex_offset }
        mali_inst_descriptor { word, length, descriptor_type, status, text }
        mali_inst_field { value, start, width, kind, name, text }
        mali_inst_known_rate { known, rate, divisor, reserved }
        mali_inst_draw_counts { indexed, vertices, instances, first_vertex, reserved }
        mali_inst_draw_state {
            buffers, buffer_words, attributes, attribute_words, draw, invocation, primitive, tiler_draw,
            tiler_invocation, indexed, counts, resource_table, read_attributes, rates,
            rate_count, first_instance, base_vertex, index_bounds, arch, whole_buffers, reserved
        }
        mali_inst_finding {
            found, expected, detail, word, rule, is_error, table, attribute, expectation, detail_kind,
            alternative, reserved, text
        }
    };
    let lines = [
        lines,
        layout! {
            mali_inst_data_source { number, kind }
            mali_inst_block { handle, address, size }
            mali_inst_decision { attribute, kind, obstacle, reason }
            mali_inst_planner_counters {
                written, unchanged, bytes_streamed, copies_made, bytes_kept, constant_bytes, waits, recycled, blocks
            }
            mali_inst_planned_binding { offset, source, stride, rate, divisor, reserved }
            mali_inst_planned_element { kind, binding, format, offset, constant, reserved }
            mali_inst_planned_draw {
                index_offset, count, instances, first, first_instance, index_size, index_source, base_vertex,
                has_restart_index, restart_index, has_index_bounds, minimum_index, maximum_index, reserved
            }
            mali_inst_line_loop { size, draw, kind }
            mali_inst_client_state { user, buffer, read, reserved }
            mali_inst_gpu_memory { user, allocate, retire, write, copy_buffer, reserved }
            mali_inst_planner_target { arch, robust_access, unchecked_indices, waits_when_full, reserved }
            mali_inst_planner { opaque }
            mali_inst_planned_rules {
                padding, rounding, resource_table, idvs, primitive_vertices, no_vertex_id, reserved
            }
            mali_inst_planner_buffer { opaque }
            mali_inst_planner_index_bounds { opaque }
            mali_inst_planned_input {
                index_address, index_size, index_count, has_restart_index, restart_index, vertices, job, tables
            }
            mali_inst_drawn { outcome, until, input }
        },
        layout! {
            mali_inst_varying {
                name, base_type, bits, components, columns, length, interpolation, sampling, precision, has_location,
                location, component, reserved
            }
            mali_inst_linkage { opaque }
            mali_inst_varying_slot {
                location, vertex_index, fragment_index, offset, bytes, format, read_format, access
            }
            mali_inst_capture { kind, varying, element, component, reserved }
            mali_inst_captured_span { capture, base_type, components, buffer, offset }
            mali_inst_slot {
                location, index, bits, component, components, is_flat, is_only_captured, reserved, base_type
            }
            mali_inst_built_ins {
                written, read, written_tex_coords, read_tex_coords, written_clip_distances, read_clip_distances, reserved
            }
            mali_inst_varying_sizes {
                section_bytes, vertex_words, fragment_words, packet_stride, allocation, points_fifo_format, fifo_format
            }
            mali_inst_varying_buffer { address, stride, size, reserved }
            mali_inst_varying_place { first_register, registers, first_component, components }
        },
    ]
    .concat();
    let text = format!(
        "/* What src/tests/layout.rs says, where pointers have 64 bits; HEADER=overwrite has it written. */\n{}\n",
        lines.join("\n")
    );
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/c/layout.h");
    if std::env::var_os("HEADER").is_some() {
        std::fs::write(path, &text).unwrap();
    }
    assert_eq!(std::fs::read_to_string(path).unwrap(), text);
}

/// The header has each rule, with the number that `mali_inst_rule_text` takes for it.
#[test]
fn each_rule_has_a_number_of_its_own() {
    let numbers = include_str!("../../include/mali_inst.h")
        .lines()
        .filter_map(|line| {
            let row = line.trim().strip_prefix("MALI_INST_RULE_")?;
            let (name, number) = row.strip_suffix(',')?.split_once(" = ")?;
            Some((name.to_owned(), number.parse().unwrap()))
        });
    let numbers: Vec<(String, u32)> = numbers.collect();
    assert_eq!(numbers.len(), mali_instancing::check::Rule::ALL.len());
    for (name, number) in numbers {
        let mut text = [0; 64];
        // SAFETY: every pointer is a reference's, with its length.
        let status = unsafe {
            crate::inspect::check::mali_inst_rule_text(
                number,
                text.as_mut_ptr(),
                text.len(),
                core::ptr::null_mut(),
            )
        };
        assert_eq!(status, MALI_INST_OK, "{name}");
        let text = super::text(&text);
        let (found, _) = text.split_once(':').unwrap();
        assert_eq!(found.to_uppercase().replace('-', "_"), name);
    }
}

/// The interop tests compare the numbers with Vulkan's.
#[test]
fn each_format_has_a_number_of_its_own() {
    for (place, format) in Format::ALL.iter().enumerate() {
        let number = format::number(*format);
        assert!(format::format(number, 0).is_ok_and(|found| found == *format));
        assert!(
            Format::ALL[..place]
                .iter()
                .all(|other| format::number(*other) != number)
        );
    }
}

/// A structure has place for the value that the library keeps in it, and not much more.
#[cfg(target_pointer_width = "64")]
#[test]
fn opaque_structures_waste_little() {
    let sizes = [
        (
            size_of::<mali_inst_planner_buffer>(),
            8 + size_of::<KeptBuffer>(),
        ),
        (
            size_of::<mali_inst_planner>(),
            8 + size_of::<mali_buffers::Planner>(),
        ),
        (
            8 * MALI_INST_PLANNER_STATE_WORDS_OF_8,
            8 + size_of::<mali_buffers::VertexState<8>>(),
        ),
        (
            8 * MALI_INST_PLANNER_STATE_WORDS_OF_16,
            8 + size_of::<mali_buffers::VertexState<16>>(),
        ),
        (
            size_of::<mali_inst_linkage>(),
            8 + size_of::<crate::varyings::linkage::Linked>(),
        ),
    ];
    assert_eq!(mali_inst_planner_size(), size_of::<mali_inst_planner>());
    assert_eq!(
        mali_inst_planner_buffer_size(),
        size_of::<mali_inst_planner_buffer>()
    );
    assert_eq!(
        mali_inst_planner_index_bounds_size(),
        size_of::<mali_inst_planner_index_bounds>()
    );
    let words = [0, 8, 9, 16, 17].map(|attributes| mali_inst_planner_state_words(attributes));
    let (few, many) = (
        MALI_INST_PLANNER_STATE_WORDS_OF_8,
        MALI_INST_PLANNER_STATE_WORDS_OF_16,
    );
    assert_eq!(words, [few, few, many, many, 0]);
    for (given, needed) in sizes {
        assert!(given >= needed && given - needed <= 256, "{sizes:?}");
    }
}
