//! The planner through the callbacks of a caller.

#![allow(
    clippy::multiple_unsafe_ops_per_block,
    clippy::too_many_lines,
    clippy::undocumented_unsafe_blocks,
    reason = "one call follows another, and every pointer is null, a reference's or the scene's"
)]

mod changes;
mod draw;
mod mistakes;

use std::ffi::c_void;
use std::mem::{MaybeUninit, zeroed};
use std::ptr::{null, null_mut};

use mali_instancing::Format;

use super::text;
use crate::abi::status::*;
use crate::enums::{
    MALI_INST_ARCH_V7, MALI_INST_ARCH_V9, MALI_INST_PADDING_HARDWARE, MALI_INST_RATE_VERTEX,
};
use crate::format::{mali_inst_format, number as format_number};
use crate::planner::buffer::*;
use crate::planner::callbacks::*;
use crate::planner::counters::*;
use crate::planner::decision::*;
use crate::planner::draw::*;
use crate::planner::elements::*;
use crate::planner::kept_buffer::*;
use crate::planner::planning::*;
use crate::planner::source::*;
use crate::planner::state::*;

/// A buffer of 16 bytes, blocks of the GPU's memory, and what was given back of these.
struct Scene {
    buffer: mali_inst_planner_buffer,
    bytes: [u8; 16],
    blocks: Vec<Vec<u8>>,
    /// The handle of each block that was retired, and the last work that reads it.
    retired: Vec<(u64, u64)>,
}

unsafe extern "C" fn buffer(user: *mut c_void, number: u64) -> *mut mali_inst_planner_buffer {
    match number {
        1 | 3 => unsafe { &raw mut (*user.cast::<Scene>()).buffer },
        _ => null_mut(),
    }
}

unsafe extern "C" fn read(
    user: *mut c_void,
    _: mali_inst_data_source,
    begin: u64,
    size: u64,
) -> *const u8 {
    if begin.checked_add(size).is_none_or(|end| end > 16) {
        return null();
    }
    let bytes = unsafe { &raw const (*user.cast::<Scene>()).bytes };
    bytes.cast::<u8>().wrapping_add(begin as usize)
}

/// Blocks 0, 1 and so on, at 0x2000_0000, 0x2100_0000 and so on; none larger than 4 KiB.
unsafe extern "C" fn allocate(user: *mut c_void, size: u64, block: *mut mali_inst_block) -> u32 {
    let blocks = unsafe { &raw mut (*user.cast::<Scene>()).blocks };
    let blocks = unsafe { &mut *blocks };
    if size > 4096 {
        return 0;
    }
    let handle = blocks.len() as u64;
    let address = 0x2000_0000 + (handle << 24);
    blocks.push(vec![0; size as usize]);
    unsafe {
        block.write(mali_inst_block {
            handle,
            address,
            size,
        });
    };
    1
}

unsafe extern "C" fn retire(user: *mut c_void, block: mali_inst_block, until: u64) {
    let retired = unsafe { &raw mut (*user.cast::<Scene>()).retired };
    unsafe { (*retired).push((block.handle, until)) };
}

unsafe extern "C" fn write(
    user: *mut c_void,
    block: mali_inst_block,
    begin: u64,
    size: u64,
) -> *mut u8 {
    let blocks = unsafe { &raw mut (*user.cast::<Scene>()).blocks };
    let blocks = unsafe { &mut *blocks };
    let Some(bytes) = blocks.get_mut(block.handle as usize) else {
        return null_mut();
    };
    assert!(begin + size <= bytes.len() as u64);
    bytes.as_mut_ptr().wrapping_add(begin as usize)
}

/// An element, and its binding.
#[derive(Clone, Copy)]
struct Attribute {
    binding: mali_inst_planned_binding,
    element: mali_inst_planned_element,
}

/// A function that sets bindings and elements.
type Set = unsafe extern "C" fn(
    *mut mali_inst_planner_state,
    *const mali_inst_planned_binding,
    usize,
    *const mali_inst_planned_element,
    usize,
    *mut mali_inst_error,
) -> mali_inst_status;

/// A planner, and a pipeline with one attribute in buffer 1, which is static and at 0x1000_0000.
struct Context {
    /// The pointers that the library has stay right when this is moved.
    scene: *mut Scene,
    planner: mali_inst_planner,
    memory: *mut [u64; MALI_INST_PLANNER_STATE_WORDS_OF_16],
    state: *mut mali_inst_planner_state,
    words: [u32; 256],
    drawn: mali_inst_drawn,
}

impl Drop for Context {
    fn drop(&mut self) {
        drop(unsafe { Box::from_raw(self.scene) });
        drop(unsafe { Box::from_raw(self.memory) });
    }
}

impl Context {
    fn new(format: mali_inst_format) -> Self {
        let mut context = Self {
            scene: Box::into_raw(Box::new(Scene {
                buffer: unsafe { zeroed() },
                bytes: [0; 16],
                blocks: Vec::new(),
                retired: Vec::new(),
            })),
            planner: unsafe { zeroed() },
            memory: Box::into_raw(Box::new([0; MALI_INST_PLANNER_STATE_WORDS_OF_16])),
            state: null_mut(),
            words: [0; 256],
            drawn: unsafe { zeroed() },
        };
        let made = unsafe {
            mali_inst_planner_buffer_init_sized(
                context.buffer(),
                size_of::<mali_inst_planner_buffer>(),
                1,
                16,
                MALI_INST_USAGE_STATIC,
                0x1000_0000,
                null_mut(),
            )
        };
        assert_eq!(made, MALI_INST_OK);
        context.init_planner(1, &target(), 64);
        let made = context.init(MALI_INST_PLANNER_STATE_WORDS_OF_16, &rules());
        assert_eq!(made, MALI_INST_OK);
        let set = context.set(&[attribute(MALI_INST_DATA_BUFFER, format)]);
        assert_eq!(set, MALI_INST_OK);
        context
    }

    /// Makes the planner, with a ring of that many bytes.
    fn init_planner(&mut self, context: u64, target: &mali_inst_planner_target, ring: u64) {
        let (planner, size) = (&raw mut self.planner, size_of::<mali_inst_planner>());
        let made = unsafe {
            mali_inst_planner_init_sized(planner, size, context, target, ring, null_mut())
        };
        assert_eq!(made, MALI_INST_OK);
    }

    /// Makes a state with that many words of memory.
    fn init(&mut self, words: usize, rules: &mali_inst_planned_rules) -> mali_inst_status {
        let (memory, state) = (self.memory.cast(), &raw mut self.state);
        unsafe { mali_inst_planner_state_init(memory, words, rules, state, null_mut()) }
    }

    /// Sets the elements of the state, each with a binding of its own.
    fn set(&mut self, attributes: &[Attribute]) -> mali_inst_status {
        let (bindings, elements) = parts(attributes);
        self.set_parts(mali_inst_planner_state_set, &bindings, &elements)
    }

    fn set_parts(
        &mut self,
        set: Set,
        bindings: &[mali_inst_planned_binding],
        elements: &[mali_inst_planned_element],
    ) -> mali_inst_status {
        let (state, error) = (self.state, null_mut());
        let (first, second) = (bindings.as_ptr(), elements.as_ptr());
        unsafe { set(state, first, bindings.len(), second, elements.len(), error) }
    }

    fn scene(&mut self) -> &mut Scene {
        unsafe { &mut *self.scene }
    }

    fn buffer(&self) -> *mut mali_inst_planner_buffer {
        unsafe { &raw mut (*self.scene).buffer }
    }

    fn application(&mut self) -> mali_inst_client_state {
        mali_inst_client_state {
            user: self.scene.cast(),
            buffer: Some(buffer),
            read: Some(read),
            reserved: [0; 2],
        }
    }

    fn gpu_memory(&mut self) -> mali_inst_gpu_memory {
        mali_inst_gpu_memory {
            user: self.scene.cast(),
            allocate: Some(allocate),
            retire: Some(retire),
            write: Some(write),
            copy_buffer: None,
            reserved: [0; 4],
        }
    }

    /// Draws, and returns the status.
    fn draw_as(&mut self, draw: &mali_inst_planned_draw, work: u64) -> mali_inst_status {
        let (application, memory) = (self.application(), self.gpu_memory());
        self.draw_with(draw, &application, &memory, work)
    }

    /// Draws with other callbacks, and returns the status.
    fn draw_with(
        &mut self,
        draw: &mali_inst_planned_draw,
        application: &mali_inst_client_state,
        memory: &mali_inst_gpu_memory,
        work: u64,
    ) -> mali_inst_status {
        unsafe {
            mali_inst_planner_draw(
                &raw mut self.planner,
                self.state,
                draw,
                application,
                memory,
                work,
                self.words.as_mut_ptr(),
                self.words.len(),
                &raw mut self.drawn,
                null_mut(),
            )
        }
    }

    /// Draws two vertices, and returns what came of it.
    fn draw(&mut self, work: u64) -> mali_inst_outcome {
        assert_eq!(self.draw_as(&of_two_vertices(), work), MALI_INST_OK);
        self.drawn.outcome
    }

    /// The only decision of the last draw, which is about attribute 0.
    fn decision(&self) -> mali_inst_decision {
        let (mut found, mut decisions) = (9, unsafe { zeroed::<[mali_inst_decision; 2]>() });
        let places = decisions.as_mut_ptr();
        let listed = unsafe {
            mali_inst_planner_state_explain(self.state, places, 2, &raw mut found, null_mut())
        };
        assert_eq!((listed, found), (MALI_INST_OK, 1));
        assert_eq!(decisions[0].attribute, 0);
        decisions[0]
    }

    fn table_words(&self) -> usize {
        let mut words = 0;
        let (planner, place) = (&raw const self.planner, &raw mut words);
        let status =
            unsafe { mali_inst_planner_table_words(planner, self.state, place, null_mut()) };
        assert_eq!(status, MALI_INST_OK);
        words
    }

    fn counters(&self) -> mali_inst_planner_counters {
        let mut counters = MaybeUninit::uninit();
        let (planner, place) = (&raw const self.planner, counters.as_mut_ptr());
        assert_eq!(
            unsafe { mali_inst_planner_get_counters(planner, place, null_mut()) },
            MALI_INST_OK
        );
        unsafe { counters.assume_init() }
    }
}

fn rules() -> mali_inst_planned_rules {
    mali_inst_planned_rules {
        padding: MALI_INST_PADDING_HARDWARE,
        ..unsafe { zeroed() }
    }
}

fn target() -> mali_inst_planner_target {
    mali_inst_planner_target {
        arch: MALI_INST_ARCH_V7,
        robust_access: 0,
        unchecked_indices: 0,
        waits_when_full: 0,
        reserved: [0; 4],
    }
}

/// Elements of that format, one after the other, in buffer 1 or client memory 1.
fn attribute(kind: mali_inst_data_kind, format: mali_inst_format) -> Attribute {
    let is_it = |known: &&Format| format_number(**known) == format;
    let size = Format::ALL.iter().find(is_it).map_or(0, |it| it.size());
    let (binding, element) = (
        mali_inst_planned_binding {
            offset: 0,
            source: mali_inst_data_source { number: 1, kind },
            stride: size,
            rate: MALI_INST_RATE_VERTEX,
            divisor: 0,
            reserved: [0; 3],
        },
        mali_inst_planned_element {
            kind: MALI_INST_ELEMENT_BOUND,
            binding: 0,
            format,
            offset: 0,
            constant: [0; 4],
            reserved: [0; 4],
        },
    );
    Attribute { binding, element }
}

/// The bindings and the elements of attributes.
fn parts(
    attributes: &[Attribute],
) -> (
    Vec<mali_inst_planned_binding>,
    Vec<mali_inst_planned_element>,
) {
    let element = |(binding, attribute): (u32, &Attribute)| mali_inst_planned_element {
        binding,
        ..attribute.element
    };
    let bindings = attributes.iter().map(|attribute| attribute.binding);
    (
        bindings.collect(),
        (0..).zip(attributes).map(element).collect(),
    )
}

fn of_two_vertices() -> mali_inst_planned_draw {
    let mut draw: mali_inst_planned_draw = unsafe { zeroed() };
    (draw.count, draw.instances) = (2, 1);
    draw
}
