//! Varyings: the numbers of mali-varyings' documentation and of plain arithmetic, and the mistakes that C can make.

mod capture;
mod descriptors;
mod linkage;
mod mistakes;
mod registers;
mod slots;

use std::ffi::CStr;
use std::mem::MaybeUninit;
use std::ptr::{null, null_mut};

use mali_instancing::Format;

use super::{CALL, TARGET, no_error, text};
use crate::abi::status::*;
use crate::draws::call::{mali_inst_draw_call, mali_inst_target};
use crate::enums::*;
use crate::format::number;
use crate::varyings::built_ins::*;
use crate::varyings::capture::*;
use crate::varyings::declaration::*;
use crate::varyings::descriptors::*;
use crate::varyings::linkage::*;
use crate::varyings::memory::*;
use crate::varyings::registers::*;
use crate::varyings::slots::*;

/// A float vector.
const fn vector(name: &'static CStr, components: u32) -> mali_inst_varying {
    mali_inst_varying {
        name: name.as_ptr(),
        base_type: MALI_INST_BASE_FLOAT,
        bits: 32,
        components,
        columns: 1,
        length: 0,
        interpolation: MALI_INST_INTERPOLATION_SMOOTH,
        sampling: MALI_INST_SAMPLING_CENTER,
        precision: MALI_INST_PRECISION_HIGH,
        has_location: 0,
        location: 0,
        component: 0,
        reserved: [0; 3],
    }
}

const NORMAL: mali_inst_varying = vector(c"normal", 3);

const COLOUR: mali_inst_varying = vector(c"colour", 4);

const UV: mali_inst_varying = mali_inst_varying {
    precision: MALI_INST_PRECISION_MEDIUM,
    ..vector(c"uv", 2)
};

type Refused = (mali_inst_status, u32, String);

/// The linkage that a function fills, or the error's status, element and text.
fn filled(
    fill: impl FnOnce(*mut mali_inst_linkage, usize, *mut mali_inst_error) -> mali_inst_status,
) -> Result<Box<mali_inst_linkage>, Refused> {
    let mut linkage = Box::new(mali_inst_linkage {
        opaque: [MaybeUninit::uninit(); MALI_INST_LINKAGE_WORDS],
    });
    let mut error = no_error();
    let size = size_of::<mali_inst_linkage>();
    let status = fill(&raw mut *linkage, size, &raw mut error);
    if status == MALI_INST_OK {
        return Ok(linkage);
    }
    assert_eq!(status, error.status);
    Err((status, error.element, text(&error.text)))
}

/// The linkage of stages without built-in variables on V7.
fn link(
    outputs: &[mali_inst_varying],
    inputs: &[mali_inst_varying],
    matching: mali_inst_matching,
    linking: mali_inst_linking,
) -> Result<Box<mali_inst_linkage>, Refused> {
    let target = (MALI_INST_DRIVER_PANFROST, MALI_INST_ARCH_V7);
    link_with(target, outputs, inputs, NO_BUILT_INS, matching, linking)
}

fn link_with(
    (driver, arch): (mali_inst_driver, mali_inst_arch),
    outputs: &[mali_inst_varying],
    inputs: &[mali_inst_varying],
    built_ins: mali_inst_built_ins,
    matching: mali_inst_matching,
    linking: mali_inst_linking,
) -> Result<Box<mali_inst_linkage>, Refused> {
    // SAFETY: every pointer is a reference's, and every length that of its slice.
    filled(|linkage, size, error| unsafe {
        mali_inst_linkage_init_sized(
            linkage,
            size,
            driver,
            arch,
            outputs.as_ptr(),
            outputs.len(),
            inputs.as_ptr(),
            inputs.len(),
            &raw const built_ins,
            matching,
            linking,
            error,
        )
    })
}

fn locations(linkage: &mali_inst_linkage, stage: mali_inst_stage) -> Vec<u32> {
    let mut locations = [0; MALI_INST_MAX_VARYINGS];
    let mut found = 0;
    // SAFETY: every pointer is a reference's, and every length that of its slice.
    let status = unsafe {
        mali_inst_linkage_locations(
            linkage,
            stage,
            locations.as_mut_ptr(),
            locations.len(),
            &raw mut found,
            null_mut(),
        )
    };
    assert_eq!(status, MALI_INST_OK);
    locations[..found].to_vec()
}

fn slots(linkage: &mali_inst_linkage) -> Vec<[u32; 8]> {
    let mut slots =
        [const { MaybeUninit::<mali_inst_varying_slot>::uninit() }; MALI_INST_MAX_SLOTS];
    let mut found = 0;
    // SAFETY: every pointer is a reference's, and every length that of its slice.
    let status = unsafe {
        mali_inst_linkage_slots(
            linkage,
            slots.as_mut_ptr().cast(),
            slots.len(),
            &raw mut found,
            null_mut(),
        )
    };
    assert_eq!(status, MALI_INST_OK);
    let slots = slots[..found].iter();
    slots
        .map(|slot| {
            // SAFETY: the function has written that many.
            let slot = unsafe { slot.assume_init() };
            [
                slot.location,
                slot.vertex_index,
                slot.fragment_index,
                slot.offset,
                slot.bytes,
                slot.format,
                slot.read_format,
                slot.access,
            ]
        })
        .collect()
}

fn sizes(linkage: &mali_inst_linkage) -> mali_inst_varying_sizes {
    let mut sizes = MaybeUninit::uninit();
    // SAFETY: every pointer is a reference's.
    let status = unsafe { mali_inst_linkage_sizes(linkage, sizes.as_mut_ptr(), null_mut()) };
    assert_eq!(status, MALI_INST_OK);
    // SAFETY: the function has written it.
    unsafe { sizes.assume_init() }
}

fn descriptors(
    linkage: &mali_inst_linkage,
    stage: mali_inst_stage,
    words: &mut [u32],
) -> mali_inst_status {
    // SAFETY: every pointer is a reference's, and every length that of its slice.
    unsafe {
        mali_inst_linkage_descriptors(linkage, stage, words.as_mut_ptr(), words.len(), null_mut())
    }
}

const NONE: u32 = MALI_INST_NO_ELEMENT;

const NO_BUILT_INS: mali_inst_built_ins = mali_inst_built_ins {
    written: 0,
    read: 0,
    written_tex_coords: 0,
    read_tex_coords: 0,
    written_clip_distances: 0,
    read_clip_distances: 0,
    reserved: [0; 3],
};

/// A point size, `gl_PointCoord` and `gl_FragCoord`.
const POINTS: mali_inst_built_ins = mali_inst_built_ins {
    written: 1 << MALI_INST_BUILT_IN_POINT_SIZE,
    read: 1 << MALI_INST_BUILT_IN_POINT_COORD | 1 << MALI_INST_BUILT_IN_FRAG_COORD,
    ..NO_BUILT_INS
};

/// A slot of floats of 32 bits.
const fn slot(location: u8, index: u8, components: u8) -> mali_inst_slot {
    mali_inst_slot {
        location,
        index,
        bits: 32,
        component: 0,
        components,
        is_flat: 0,
        is_only_captured: 0,
        reserved: [0],
        base_type: MALI_INST_BASE_FLOAT,
    }
}

fn link_slots(
    (driver, arch): (mali_inst_driver, mali_inst_arch),
    outputs: &[mali_inst_slot],
    inputs: &[mali_inst_slot],
    is_layout_known: u32,
) -> Result<Box<mali_inst_linkage>, Refused> {
    // SAFETY: every pointer is a reference's, and every length that of its slice.
    filled(|linkage, size, error| unsafe {
        mali_inst_linkage_init_slots_sized(
            linkage,
            size,
            driver,
            arch,
            outputs.as_ptr(),
            outputs.len(),
            inputs.as_ptr(),
            inputs.len(),
            is_layout_known,
            error,
        )
    })
}

fn capture(kind: mali_inst_capture_kind, varying: u32, component: u32) -> mali_inst_capture {
    mali_inst_capture {
        kind,
        varying,
        element: 0,
        component,
        reserved: [0; 2],
    }
}

/// The status, the error's element, and the spans: capture, components, buffer, offset.
fn captures(
    linkage: &mali_inst_linkage,
    captures: &[mali_inst_capture],
    mode: mali_inst_capture_mode,
) -> (mali_inst_status, u32, Vec<[u32; 4]>) {
    let mut spans = [const { MaybeUninit::<mali_inst_captured_span>::uninit() }; 8];
    let (mut found, mut error) = (0, no_error());
    // SAFETY: every pointer is a reference's, and every length that of its slice.
    let status = unsafe {
        mali_inst_linkage_capture(
            &raw const *linkage,
            captures.as_ptr(),
            captures.len(),
            mode,
            spans.as_mut_ptr().cast(),
            spans.len(),
            &raw mut found,
            &raw mut error,
        )
    };
    let spans = spans.iter().take(found).map(|span| {
        // SAFETY: as many were found.
        let span = unsafe { span.assume_init_ref() };
        assert_eq!(span.base_type, MALI_INST_BASE_FLOAT);
        [span.capture, span.components, span.buffer, span.offset]
    });
    (status, error.element, spans.collect())
}
