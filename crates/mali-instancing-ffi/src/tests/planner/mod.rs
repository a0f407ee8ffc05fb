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
use crate::enums::{MALI_INST_ARCH_V7, MALI_INST_PADDING_HARDWARE, MALI_INST_RATE_VERTEX};
use crate::format::{mali_inst_format, number as format_number};
use crate::planner::buffer::*;
use crate::planner::callbacks::*;
use crate::planner::counters::*;
use crate::planner::decision::*;
use crate::planner::draw::*;
use crate::planner::input::*;
use crate::planner::memory::*;
use crate::planner::plan::*;
use crate::planner::planning::*;
use crate::planner::state::*;

/// A buffer of 16 bytes, and all of the GPU's memory but that.
struct Scene {
    buffer: mali_inst_buffer,
    bytes: [u8; 16],
    memory: [u8; 64],
}

unsafe extern "C" fn buffer(user: *mut c_void, number: u32) -> *mut mali_inst_buffer {
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
        return std::ptr::null();
    }
    let bytes = unsafe { &raw const (*user.cast::<Scene>()).bytes };
    bytes.cast::<u8>().wrapping_add(begin as usize)
}

unsafe extern "C" fn address(
    _: *mut c_void,
    place: mali_inst_memory_ref,
    address: *mut u64,
) -> u32 {
    if place.kind == MALI_INST_MEMORY_BUFFER {
        return 0;
    }
    unsafe { address.write(0x2000_0000) };
    1
}

unsafe extern "C" fn write(
    user: *mut c_void,
    _: mali_inst_memory_ref,
    begin: u64,
    size: u64,
) -> *mut u8 {
    assert!(begin + size <= 64);
    let memory = unsafe { &raw mut (*user.cast::<Scene>()).memory };
    memory.cast::<u8>().wrapping_add(begin as usize)
}

/// A planner, and a pipeline with one attribute in buffer 1, which is static and at 0x1000_0000.
struct Context {
    scene: Box<Scene>,
    planner: mali_inst_planner,
    state: mali_inst_vertex_state,
    plan: mali_inst_plan,
    words: [u32; 32],
}

impl Context {
    fn new(format: mali_inst_format) -> Self {
        let mut context: Self = Self {
            scene: Box::new(unsafe { zeroed() }),
            planner: unsafe { zeroed() },
            state: unsafe { zeroed() },
            plan: unsafe { zeroed() },
            words: [0; 32],
        };
        let target = mali_inst_planner_target {
            arch: MALI_INST_ARCH_V7,
            robust_access: 0,
            unchecked_indices: 0,
        };
        unsafe {
            let buffer = &raw mut context.scene.buffer;
            let made = mali_inst_buffer_init(
                buffer,
                size_of::<mali_inst_buffer>(),
                1,
                16,
                MALI_INST_USAGE_STATIC,
                0x1000_0000,
                null_mut(),
            );
            assert_eq!(made, MALI_INST_OK);
            let planner = &raw mut context.planner;
            let made = mali_inst_planner_init(
                planner,
                size_of::<mali_inst_planner>(),
                1,
                &raw const target,
                64,
                64,
                null_mut(),
            );
            assert_eq!(made, MALI_INST_OK);
            assert_eq!(
                mali_inst_plan_init(
                    &raw mut context.plan,
                    size_of::<mali_inst_plan>(),
                    0,
                    null_mut()
                ),
                MALI_INST_OK
            );
        }
        context.read(MALI_INST_DATA_BUFFER, format);
        context
    }

    fn read(&mut self, kind: mali_inst_data_kind, format: mali_inst_format) {
        let mut rules: mali_inst_planned_rules = unsafe { zeroed() };
        rules.padding = MALI_INST_PADDING_HARDWARE;
        let mut attribute: mali_inst_planned_attribute = unsafe { zeroed() };
        attribute.source = mali_inst_data_source { kind, number: 1 };
        attribute.format = format;
        let is_it = |known: &&Format| format_number(**known) == format;
        attribute.stride = Format::ALL
            .iter()
            .find(is_it)
            .map_or(0, |format| format.size());
        let state = &raw mut self.state;
        let made = unsafe {
            mali_inst_vertex_state_init(
                state,
                size_of::<mali_inst_vertex_state>(),
                &raw const rules,
                &raw const attribute,
                1,
                null_mut(),
            )
        };
        assert_eq!(made, MALI_INST_OK);
    }

    fn application(&mut self) -> mali_inst_client_state {
        mali_inst_client_state {
            user: (&raw mut *self.scene).cast(),
            buffer: Some(buffer),
            read: Some(read),
        }
    }

    /// Draws two vertices in place, and returns what came of it.
    fn draw_in_place(&mut self, work: u64) -> mali_inst_in_place {
        let (mut outcome, mut input) = (9, MaybeUninit::uninit());
        let application = self.application();
        let draw = of_two_vertices();
        let drawn = unsafe {
            mali_inst_planner_draw_in_place(
                &raw mut self.planner,
                &raw mut self.state,
                &raw const draw,
                &raw const application,
                null(),
                work,
                self.words.as_mut_ptr(),
                self.words.len(),
                &raw mut outcome,
                input.as_mut_ptr(),
                null_mut(),
            )
        };
        assert_eq!(drawn, MALI_INST_OK);
        outcome
    }

    /// Plans a draw of two vertices, and returns the memory that it allocates.
    fn prepare(&mut self, work: u64) -> Vec<mali_inst_memory_ref> {
        let application = self.application();
        let draw = of_two_vertices();
        let (mut drawn, mut found) = (9, 9);
        let mut allocations =
            unsafe { zeroed::<[mali_inst_allocation; MALI_INST_MAX_ALLOCATIONS]>() };
        unsafe {
            let prepared = mali_inst_planner_prepare(
                &raw const self.planner,
                &raw const self.state,
                &raw const draw,
                &raw const application,
                work,
                &raw mut self.plan,
                &raw mut drawn,
                null_mut(),
            );
            assert_eq!((prepared, drawn), (MALI_INST_OK, 1));
            let plan = &raw const self.plan;
            let (places, capacity) = (allocations.as_mut_ptr(), allocations.len());
            let listed =
                mali_inst_plan_allocations(plan, places, capacity, &raw mut found, null_mut());
            assert_eq!(listed, MALI_INST_OK);
        }
        let allocations = allocations[..found].iter();
        allocations.map(|allocation| allocation.memory).collect()
    }

    fn commit(&mut self) -> mali_inst_status {
        let application = self.application();
        let (planner, plan) = (&raw mut self.planner, &raw const self.plan);
        unsafe { mali_inst_planner_commit(planner, plan, &raw const application, null_mut()) }
    }

    /// The only decision of the plan, which is about attribute 0.
    fn decision(&self) -> mali_inst_decision {
        let (mut found, mut decisions) = (9, unsafe { zeroed::<[mali_inst_decision; 2]>() });
        let plan = &raw const self.plan;
        let places = decisions.as_mut_ptr();
        let listed =
            unsafe { mali_inst_plan_decisions(plan, places, 2, &raw mut found, null_mut()) };
        assert_eq!((listed, found), (MALI_INST_OK, 1));
        assert_eq!(decisions[0].attribute, 0);
        decisions[0]
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

fn of_two_vertices() -> mali_inst_planned_draw {
    let mut draw: mali_inst_planned_draw = unsafe { zeroed() };
    (draw.count, draw.instances) = (2, 1);
    draw
}
