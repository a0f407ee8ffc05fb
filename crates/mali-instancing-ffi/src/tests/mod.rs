//! C gets what the core makes, and a code for what cannot be right. Miri runs these tests too.

mod draws;
mod inspect;
#[cfg(all(feature = "planner", feature = "varyings"))]
mod layout;
mod mistakes;
#[cfg(feature = "planner")]
mod planner;
#[cfg(feature = "varyings")]
mod varyings;

use std::ffi::CStr;
use std::ptr::{null, null_mut};

use mali_instancing::Format;

use crate::abi::status::*;
use crate::draws::call::*;
use crate::draws::tables::*;
use crate::draws::vertex_input::*;
use crate::draws::write::*;
use crate::enums::*;
use crate::format::number;
use crate::inspect::check::mali_inst_draw_state;

static TARGET: mali_inst_target = mali_inst_target {
    arch: MALI_INST_ARCH_V7,
    padding: MALI_INST_PADDING_HARDWARE,
    rounding: MALI_INST_ROUNDING_ROUND_DOWN,
    resource_table: 0,
    idvs: 0,
    layout: MALI_INST_LAYOUT_DRIVER,
    reserved_buffers: 0,
    reserved_attributes: 0,
    bound_strides: 0,
    unaligned: 0,
    reserved: [0; 4],
};
static CALL: mali_inst_draw_call = mali_inst_draw_call {
    vertices: 70,
    instances: 100,
    first_vertex: 0,
    first_instance: 0,
    primitive_vertices: 0,
    any_instances: 0,
    padded_vertices: 0,
    reserved: [0; 3],
};
static BUFFERS: [mali_inst_vertex_buffer; 2] = [
    mali_inst_vertex_buffer {
        stride: 20,
        rate: MALI_INST_RATE_VERTEX,
        divisor: 0,
        reserved: [0; 5],
    },
    mali_inst_vertex_buffer {
        stride: 64,
        rate: MALI_INST_RATE_INSTANCE,
        divisor: 3,
        reserved: [0; 5],
    },
];
static RANGES: [mali_inst_buffer_range; 2] = [
    mali_inst_buffer_range {
        address: 0x1000_0000,
        size: 1400,
        stride: 0,
    },
    mali_inst_buffer_range {
        address: 0x2000_0010,
        size: 2176,
        stride: 0,
    },
];
static ATTRIBUTES: [mali_inst_vertex_attribute; 2] = [
    mali_inst_vertex_attribute {
        source: MALI_INST_SOURCE_BUFFER,
        buffer: 0,
        format: number(Format::R32G32B32_SFLOAT),
        offset: 0,
        reserved: [0; 4],
    },
    mali_inst_vertex_attribute {
        source: MALI_INST_SOURCE_BUFFER,
        buffer: 1,
        format: number(Format::R32G32B32A32_SFLOAT),
        offset: 16,
        reserved: [0; 4],
    },
];

const NO_JOB: mali_inst_job_words = mali_inst_job_words {
    has_draw: 0,
    draw: [0; 2],
    has_invocation: 0,
    invocation: [0; 2],
    padded_vertices: 0,
};

/// The words of a draw on V7, of which nothing else is known.
fn state_of(
    buffers: &[u32],
    attributes: &[u32],
    job: &mali_inst_job_words,
) -> mali_inst_draw_state {
    mali_inst_draw_state {
        buffers: buffers.as_ptr(),
        buffer_words: buffers.len(),
        attributes: attributes.as_ptr(),
        attribute_words: attributes.len(),
        draw: job.draw.as_ptr(),
        invocation: job.invocation.as_ptr(),
        primitive: null(),
        tiler_draw: null(),
        tiler_invocation: null(),
        indexed: null(),
        counts: null(),
        resource_table: null(),
        read_attributes: null(),
        rates: null(),
        rate_count: 0,
        first_instance: null(),
        base_vertex: null(),
        index_bounds: null(),
        arch: MALI_INST_ARCH_V7,
        whole_buffers: 0,
        reserved: [0; 4],
    }
}

fn no_error() -> mali_inst_error {
    mali_inst_error {
        status: MALI_INST_OK,
        element: 0,
        text: [0; MALI_INST_ERROR_TEXT_SIZE],
    }
}

fn text(bytes: &[core::ffi::c_char]) -> String {
    let bytes: Vec<u8> = bytes.iter().map(|byte| byte.to_ne_bytes()[0]).collect();
    CStr::from_bytes_until_nul(&bytes)
        .expect("a text ends")
        .to_str()
        .unwrap()
        .to_owned()
}

/// Makes a pipeline, and returns the status, its words, the tables and the error.
fn input(
    target: &mali_inst_target,
    buffers: &[mali_inst_vertex_buffer],
    attributes: &[mali_inst_vertex_attribute],
) -> (
    mali_inst_status,
    Vec<u32>,
    mali_inst_tables,
    mali_inst_error,
) {
    let words = mali_inst_vertex_input_words(target.arch, buffers.len(), attributes.len());
    input_of(target, buffers, attributes, words)
}

/// The same in memory of a number of words.
fn input_of(
    target: &mali_inst_target,
    buffers: &[mali_inst_vertex_buffer],
    attributes: &[mali_inst_vertex_attribute],
    words: usize,
) -> (
    mali_inst_status,
    Vec<u32>,
    mali_inst_tables,
    mali_inst_error,
) {
    let mut input = vec![0xdead_beef; words];
    let mut tables = mali_inst_tables::NONE;
    let mut error = no_error();
    // SAFETY: every pointer is a reference's, with its length.
    let status = unsafe {
        mali_inst_vertex_input_init(
            input.as_mut_ptr(),
            input.len(),
            target,
            buffers.as_ptr(),
            buffers.len(),
            attributes.as_ptr(),
            attributes.len(),
            &raw mut tables,
            &raw mut error,
        )
    };
    (status, input, tables, error)
}

/// The words of both tables.
fn words_of(tables: &mali_inst_tables) -> usize {
    tables.buffer_words as usize + tables.attribute_words as usize
}

fn draw(
    input: &[u32],
    call: &mali_inst_draw_call,
    ranges: &[mali_inst_buffer_range],
    words: &mut [u32],
) -> (mali_inst_status, mali_inst_error) {
    let (status, _, error) = draw_from(input, call, ranges, &[], words);
    (status, error)
}

/// A draw of ranges that begin with elements of their buffers, and the tables that it has.
fn draw_from(
    input: &[u32],
    call: &mali_inst_draw_call,
    ranges: &[mali_inst_buffer_range],
    first_elements: &[u32],
    words: &mut [u32],
) -> (mali_inst_status, mali_inst_tables, mali_inst_error) {
    let first_elements = if first_elements.is_empty() {
        null()
    } else {
        assert_eq!(first_elements.len(), ranges.len());
        first_elements.as_ptr()
    };
    let draw = mali_inst_draw {
        input: input.as_ptr(),
        input_words: input.len(),
        ranges: ranges.as_ptr(),
        first_elements,
        range_count: ranges.len(),
        words: words.as_mut_ptr(),
        word_count: words.len(),
        call: *call,
        reserved: [0; 2],
    };
    // SAFETY: every pointer is null or a reference's, with its length.
    let tables = unsafe { mali_inst_draw_write(&raw const draw) };
    let mut error = no_error();
    if tables.is_written == 1 {
        return (MALI_INST_OK, tables, error);
    }
    assert_eq!(tables.is_written, 0);
    assert_eq!((words_of(&tables), tables.padded_vertices), (0, 0));
    // SAFETY: the same pointers, and a reference's.
    let status = unsafe { mali_inst_draw_error(&raw const draw, &raw mut error) };
    assert_eq!(status, error.status);
    assert_ne!(status, MALI_INST_OK);
    (status, tables, error)
}
