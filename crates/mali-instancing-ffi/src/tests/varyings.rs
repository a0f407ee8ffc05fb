//! Varyings: the numbers of mali-varyings' documentation and of plain arithmetic, and the mistakes that C can make.

use std::ffi::CStr;
use std::mem::MaybeUninit;
use std::ptr::{null, null_mut};

use mali_instancing::Format;

use super::{CALL, TARGET};
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

fn empty_error() -> mali_inst_error {
    mali_inst_error {
        status: 0,
        element: 0,
        text: [0; MALI_INST_ERROR_TEXT_SIZE],
    }
}

fn text_of(error: &mali_inst_error) -> String {
    let bytes: Vec<u8> = error
        .text
        .iter()
        .map(|byte| byte.to_ne_bytes()[0])
        .collect();
    CStr::from_bytes_until_nul(&bytes)
        .unwrap()
        .to_str()
        .unwrap()
        .into()
}

type Refused = (mali_inst_status, u32, String);

/// The linkage that a function fills, or the error's status, element and text.
fn filled(
    fill: impl FnOnce(*mut mali_inst_linkage, usize, *mut mali_inst_error) -> mali_inst_status,
) -> Result<Box<mali_inst_linkage>, Refused> {
    let mut linkage = Box::new(mali_inst_linkage {
        opaque: [MaybeUninit::uninit(); MALI_INST_LINKAGE_WORDS],
    });
    let mut error = empty_error();
    let size = size_of::<mali_inst_linkage>();
    let status = fill(&raw mut *linkage, size, &raw mut error);
    if status == MALI_INST_OK {
        return Ok(linkage);
    }
    assert_eq!(status, error.status);
    Err((status, error.element, text_of(&error)))
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

#[test]
fn stages_are_linked_by_name_and_what_is_not_read_is_not_stored() {
    let vec3 = number(Format::R32G32B32_SFLOAT);
    let half2 = number(Format::R16G16_SFLOAT);
    for (arch, access) in [
        (MALI_INST_ARCH_V7, MALI_INST_ACCESS_DESCRIPTOR),
        (MALI_INST_ARCH_V10, MALI_INST_ACCESS_BAKED),
    ] {
        let linkage = link_with(
            (MALI_INST_DRIVER_PANFROST, arch),
            &[NORMAL, COLOUR, UV],
            &[UV, NORMAL],
            NO_BUILT_INS,
            MALI_INST_MATCHING_GL_ES,
            MALI_INST_LINKING_LINKED,
        )
        .unwrap();
        assert_eq!(locations(&linkage, MALI_INST_STAGE_VERTEX), [0, 1, 2]);
        assert_eq!(locations(&linkage, MALI_INST_STAGE_FRAGMENT), [2, 0]);
        // The normal takes 12 bytes. The coordinates, of 16 bits, are at the next multiple of 4.
        assert_eq!(
            slots(&linkage),
            [
                [0, 0, NONE, NONE, 0, 0, 0, MALI_INST_ACCESS_NONE],
                [32, 1, 0, 0, 12, vec3, vec3, access],
                [33, NONE, NONE, NONE, 0, 0, 0, MALI_INST_ACCESS_NONE],
                [34, 2, 1, 12, 4, half2, half2, access],
            ]
        );
        assert_eq!(sizes(&linkage).section_bytes, 16);
    }
    // Everything is stored if another fragment stage may read it: the colour is at 16.
    let linkage = link_with(
        (MALI_INST_DRIVER_PANFROST, MALI_INST_ARCH_V9),
        &[NORMAL, COLOUR, UV],
        &[NORMAL, COLOUR, UV],
        NO_BUILT_INS,
        MALI_INST_MATCHING_GL_ES,
        MALI_INST_LINKING_SEPARABLE,
    )
    .unwrap();
    // By name: colour, normal, uv.
    assert_eq!(locations(&linkage, MALI_INST_STAGE_VERTEX), [1, 0, 2]);
    let found = slots(&linkage);
    let places: Vec<_> = found[1..].iter().map(|slot| (slot[3], slot[7])).collect();
    let expected = [0, 16, 28].map(|offset| (offset, MALI_INST_ACCESS_DESCRIPTOR));
    assert_eq!(places, expected);
}

/// Mesa 25.0 stores 16 bytes for each location on V10, and on V7 what is read without gaps.
#[test]
fn stages_are_linked_as_earlier_versions_do() {
    for (arch, bytes) in [(MALI_INST_ARCH_V7, 12 + 4), (MALI_INST_ARCH_V10, 3 * 16)] {
        let linkage = link_with(
            (MALI_INST_DRIVER_PANFROST_25_0, arch),
            &[NORMAL, COLOUR, UV],
            &[UV, NORMAL],
            NO_BUILT_INS,
            MALI_INST_MATCHING_GL_ES,
            MALI_INST_LINKING_MONOLITHIC,
        )
        .unwrap();
        assert_eq!(sizes(&linkage).section_bytes, bytes);
    }
}

/// The example of `ValhallVaryings`, whose descriptor's fields are those of Mesa's packers.
#[test]
fn packets_of_v9_have_descriptors_and_sizes() {
    let varyings = [NORMAL, vector(c"uv", 2)];
    let of = |target, built_ins| {
        let (matching, linking) = (MALI_INST_MATCHING_GL_ES, MALI_INST_LINKING_SEPARABLE);
        link_with(target, &varyings, &varyings, built_ins, matching, linking)
    };
    let panfrost = |arch| (MALI_INST_DRIVER_PANFROST, arch);
    let linkage = of(panfrost(MALI_INST_ARCH_V9), NO_BUILT_INS).unwrap();
    let found = sizes(&linkage);
    assert_eq!(
        (found.section_bytes, found.packet_stride, found.allocation),
        (24, 40, 0x0018_0028)
    );
    assert_eq!((found.vertex_words, found.fragment_words), (0, 16));
    let mut words = [0; 16];
    let status = descriptors(&linkage, MALI_INST_STAGE_FRAGMENT, &mut words);
    assert_eq!(status, MALI_INST_OK);
    // Type 5, attribute type 6; table 61; offset 1024 and the slot's; strides 24 and 40.
    assert_eq!(words[0] & 0xff, 0x65);
    assert_eq!(words[1..5], [61, 1024, 0, 0x0028_0018]);
    assert_eq!(words[9..13], [61, 1024 + 16, 0, 0x0028_0018]);
    let v10 = panfrost(MALI_INST_ARCH_V10);
    let later = sizes(&of(v10, NO_BUILT_INS).unwrap());
    assert_eq!((later.allocation, later.section_bytes), (0, 24));

    let fifo = |target, variable: mali_inst_built_in| {
        let built_ins = mali_inst_built_ins {
            written: 1 << variable,
            ..NO_BUILT_INS
        };
        let linked = of(target, built_ins).map(|linkage| sizes(&linkage));
        linked
            .map(|sizes| [sizes.points_fifo_format, sizes.fifo_format])
            .map_err(|refused| refused.0)
    };
    let (basic, extended) = (MALI_INST_FIFO_BASIC, MALI_INST_FIFO_EXTENDED);
    assert_eq!(fifo(v10, MALI_INST_BUILT_IN_POSITION), Ok([basic; 2]));
    let point_size = fifo(v10, MALI_INST_BUILT_IN_POINT_SIZE);
    assert_eq!(point_size, Ok([extended, basic]));
    // Of the hardware's other outputs, PanVK alone passes one, the layer.
    let panvk = (MALI_INST_DRIVER_PANVK, MALI_INST_ARCH_V10);
    assert_eq!(fifo(panvk, MALI_INST_BUILT_IN_LAYER), Ok([extended; 2]));
    for refused in [
        MALI_INST_BUILT_IN_LAYER,
        MALI_INST_BUILT_IN_VIEWPORT_INDEX,
        MALI_INST_BUILT_IN_PRIMITIVE_ID,
    ] {
        assert_eq!(fifo(v10, refused), Err(MALI_INST_ERROR_SLOT));
    }
}

/// A slot of four distances, then one of two; coordinates 1 and 3 of `gl_TexCoord`, the slots 5 and 7; of both stages.
#[test]
fn arrays_of_built_in_variables_have_slots_for_their_elements() {
    let built_ins = mali_inst_built_ins {
        read: 1 << MALI_INST_BUILT_IN_CLIP_DISTANCE,
        written_tex_coords: 0b1010,
        read_tex_coords: 0b1010,
        written_clip_distances: 0b11_1111,
        ..NO_BUILT_INS
    };
    let target = (MALI_INST_DRIVER_PANFROST, MALI_INST_ARCH_V7);
    let (matching, linking) = (MALI_INST_MATCHING_GL, MALI_INST_LINKING_MONOLITHIC);
    let linkage = link_with(target, &[], &[], built_ins, matching, linking).unwrap();
    let places = slots(&linkage);
    let places: Vec<_> = places
        .iter()
        .map(|slot| [slot[0], slot[3], slot[4]])
        .collect();
    let section = [[5, 0, 16], [7, 16, 16], [17, 32, 16], [18, 48, 8]];
    assert_eq!(places, [&[[0, NONE, 0]][..], &section].concat());
}

/// A bit that no variable has, and a variable that the stage does not have.
#[test]
fn a_bit_of_no_built_in_variable_is_refused() {
    let of = |written, read| {
        let built_ins = mali_inst_built_ins {
            written,
            read,
            ..NO_BUILT_INS
        };
        let target = (MALI_INST_DRIVER_PANFROST, MALI_INST_ARCH_V7);
        let (matching, linking) = (MALI_INST_MATCHING_GL, MALI_INST_LINKING_LINKED);
        let linked = link_with(target, &[], &[], built_ins, matching, linking);
        linked.map(|_| ()).map_err(|refused| refused.0)
    };
    let value = Err(MALI_INST_ERROR_VALUE);
    assert_eq!(of(1 << 19, 0), value);
    assert_eq!(of(1 << MALI_INST_BUILT_IN_FRAG_COORD, 0), value);
    assert_eq!(of(0, 1 << MALI_INST_BUILT_IN_POINT_SIZE), value);
    assert_eq!(of(0, 1 << MALI_INST_BUILT_IN_FRAG_COORD), Ok(()));
}

#[test]
fn attribute_buffers_have_descriptors_and_sizes() {
    let of = |arch| {
        let target = (MALI_INST_DRIVER_PANFROST, arch);
        let (outputs, matching) = ([NORMAL, COLOUR], MALI_INST_MATCHING_GL_ES);
        let linking = MALI_INST_LINKING_LINKED;
        link_with(target, &outputs, &[NORMAL], POINTS, matching, linking).unwrap()
    };
    // The position, the point size and the normal; on V5 the fragment stage has two special descriptors.
    for (arch, words) in [(MALI_INST_ARCH_V5, (6, 6)), (MALI_INST_ARCH_V7, (6, 2))] {
        let sizes = sizes(&of(arch));
        assert_eq!((sizes.vertex_words, sizes.fragment_words), words);
        assert_eq!(
            (sizes.section_bytes, sizes.packet_stride, sizes.allocation),
            (12, 0, 0)
        );
    }
    let linkage = of(MALI_INST_ARCH_V7);
    let mut words = [0; 6];
    let status = descriptors(&linkage, MALI_INST_STAGE_VERTEX, &mut words);
    assert_eq!(status, MALI_INST_OK);
    // Buffers: the positions, the point sizes, the section.
    let buffers = [words[0], words[2], words[4]].map(|word| word & 0x1ff);
    assert_eq!(buffers, [1, 2, 0]);
    // "Snap 4", "R16F", "RGB32F".
    let formats = [words[0], words[2], words[4]].map(|word| word >> 22);
    assert_eq!(formats, [94, 199, 183]);
    let status = descriptors(&linkage, MALI_INST_STAGE_VERTEX, &mut words[..5]);
    assert_eq!(status, MALI_INST_ERROR_OUTPUT_TOO_SMALL);
}

const NO_BUFFERS: [mali_inst_varying_buffer; MALI_INST_VARYING_BUFFERS] =
    [mali_inst_varying_buffer {
        address: 1,
        stride: 1,
        size: 1,
        reserved: [0; 2],
    }; MALI_INST_VARYING_BUFFERS];

/// The buffers of a draw, or the error's status.
fn buffers(
    linkage: &mali_inst_linkage,
    target: mali_inst_target,
    call: mali_inst_draw_call,
) -> Result<[mali_inst_varying_buffer; MALI_INST_VARYING_BUFFERS], mali_inst_status> {
    let mut buffers = NO_BUFFERS;
    // SAFETY: every pointer is a reference's, and every length that of its array.
    let status = unsafe {
        mali_inst_linkage_buffers(
            linkage,
            &raw const target,
            &raw const call,
            buffers.as_mut_ptr(),
            null_mut(),
        )
    };
    if status == MALI_INST_OK {
        Ok(buffers)
    } else {
        Err(status)
    }
}

/// Writes the table of buffers at these addresses; the error's status and element.
fn table(
    linkage: &mali_inst_linkage,
    mut buffers: [mali_inst_varying_buffer; MALI_INST_VARYING_BUFFERS],
    addresses: [u64; MALI_INST_VARYING_BUFFERS],
    table: &mut [u32],
) -> (mali_inst_status, u32) {
    for (buffer, address) in buffers.iter_mut().zip(addresses) {
        buffer.address = address;
    }
    let mut error = empty_error();
    // SAFETY: every pointer is a reference's, and every length that of its slice.
    let status = unsafe {
        mali_inst_linkage_table(
            linkage,
            buffers.as_ptr(),
            table.as_mut_ptr(),
            table.len(),
            &raw mut error,
        )
    };
    (status, error.element)
}

/// 70 vertices of 100 instances are padded to 72. On V5, after the section, the positions and the point sizes, come the
/// special buffers of the point coordinate, type 97, and of the fragment's position, type 37, of declarations and of slots
/// alike; the facing is not read, and has no number.
#[test]
fn the_table_has_the_buffers_of_all_threads() {
    let threads = 72 * 100;
    let expected = [
        (0, 12, 12 * threads),
        (0, 16, 16 * threads),
        (0, 2, 2 * threads),
    ];
    let addresses = [0x1000, 0x12_0000_2000, 0x3000];
    let in_memory = [
        [0x1001, 0, 12, 12 * threads],
        [0x2001, 0x12, 16, 16 * threads],
        [0x3001, 0, 2, 2 * threads],
    ];
    let outputs = [slot(0, 0, 4), slot(12, 1, 1), slot(32, 2, 3)];
    let inputs = [slot(0, 0, 4), slot(25, 1, 2), slot(32, 2, 3)];
    for (arch, inputs, special) in [
        (MALI_INST_ARCH_V5, &inputs[..], [97, 37]),
        (MALI_INST_ARCH_V7, &inputs[2..], [0, 0]),
    ] {
        let driver = (MALI_INST_DRIVER_PANFROST, arch);
        let (declared, matching) = ([NORMAL, COLOUR], MALI_INST_MATCHING_GL_ES);
        let linking = MALI_INST_LINKING_LINKED;
        let declared = link_with(driver, &declared, &[NORMAL], POINTS, matching, linking);
        let special = special.map(|word| [word, 0, 0, 0]);
        let written = [&in_memory.concat()[..], &special.concat(), &[0; 4]].concat();
        for linkage in [declared, link_slots(driver, &outputs, inputs, 1)] {
            let linkage = linkage.unwrap();
            let target = mali_inst_target { arch, ..TARGET };
            let buffers = buffers(&linkage, target, CALL).unwrap();
            assert_eq!(
                buffers.map(|buffer| (buffer.address, buffer.stride, buffer.size)),
                expected
            );
            let mut words = [1; MALI_INST_VARYING_TABLE_WORDS];
            let (status, _) = table(&linkage, buffers, addresses, &mut words);
            assert_eq!(status, MALI_INST_OK);
            assert_eq!(words[..], written);
            let too_high = [0, 1 << 56, 0];
            for (addresses, status, element) in [
                ([0, 0, 0x3020], MALI_INST_ERROR_MISALIGNED_ADDRESS, 2),
                (too_high, MALI_INST_ERROR_ADDRESS_RANGE, 1),
            ] {
                let refused = table(&linkage, buffers, addresses, &mut words);
                assert_eq!(refused, (status, element));
            }
            let (status, _) = table(&linkage, buffers, addresses, &mut words[1..]);
            assert_eq!(status, MALI_INST_ERROR_OUTPUT_TOO_SMALL);
        }
    }
}

#[test]
fn buffers_that_cannot_be_have_an_error() {
    let of = |arch| {
        let target = (MALI_INST_DRIVER_PANFROST, arch);
        let (matching, linking) = (MALI_INST_MATCHING_GL_ES, MALI_INST_LINKING_LINKED);
        link_with(
            target,
            &[NORMAL],
            &[NORMAL],
            NO_BUILT_INS,
            matching,
            linking,
        )
        .unwrap()
    };
    let linkage = of(MALI_INST_ARCH_V7);
    let sizes = |instances, any_instances| {
        let call = mali_inst_draw_call {
            instances,
            any_instances,
            ..CALL
        };
        buffers(&linkage, TARGET, call).err()
    };
    assert_eq!(sizes(0, 0), Some(MALI_INST_ERROR_INSTANCE_COUNT));
    assert_eq!(sizes(0, 1), Some(MALI_INST_ERROR_UNKNOWN_INSTANCES));
    // 72 * 16 bytes of positions for each instance.
    let most = u32::MAX / (72 * 16);
    assert_eq!(sizes(most, 0), None);
    assert_eq!(sizes(most + 1, 0), Some(MALI_INST_ERROR_BUFFER_SIZE));
    let v6 = mali_inst_target {
        arch: MALI_INST_ARCH_V6,
        ..TARGET
    };
    let other = buffers(&linkage, v6, CALL).err();
    assert_eq!(other, Some(MALI_INST_ERROR_VALUE));
    // A job of V9 has no buffers of varyings.
    let (v9, refused) = (of(MALI_INST_ARCH_V9), MALI_INST_ERROR_ATTRIBUTE_BUFFER_ARCH);
    assert_eq!(buffers(&v9, TARGET, CALL).err(), Some(refused));
    let mut words = [0; MALI_INST_VARYING_TABLE_WORDS];
    assert_eq!(table(&v9, NO_BUFFERS, [0; 3], &mut words).0, refused);
}

#[test]
fn mistakes_in_declarations_name_the_varying() {
    let at = |varying, location| mali_inst_varying {
        has_location: 1,
        location,
        ..varying
    };
    let flat = |varying| mali_inst_varying {
        interpolation: MALI_INST_INTERPOLATION_FLAT,
        ..varying
    };
    let integer = mali_inst_varying {
        base_type: MALI_INST_BASE_INT,
        ..UV
    };
    let beyond = mali_inst_varying {
        component: 2,
        ..at(NORMAL, 0)
    };
    let long = mali_inst_varying {
        length: 33,
        ..NORMAL
    };
    let pair = mali_inst_varying {
        length: 2,
        ..NORMAL
    };
    let matrix = mali_inst_varying {
        columns: 3,
        ..integer
    };
    let value = MALI_INST_ERROR_VALUE;
    // The second input of a stage that has one output is varying 2.
    for (wrong, status) in [
        (integer, MALI_INST_ERROR_INTERPOLATED_INTEGER),
        (at(NORMAL, 32), MALI_INST_ERROR_LOCATION),
        (at(pair, 31), MALI_INST_ERROR_LOCATION),
        (beyond, MALI_INST_ERROR_COMPONENT),
        (long, MALI_INST_ERROR_NO_LOCATIONS),
        (at(COLOUR, 5), MALI_INST_ERROR_SHARED_LOCATION),
        (flat(matrix), value),
        (mali_inst_varying { base_type: 3, ..UV }, value),
        (mali_inst_varying { bits: 0, ..UV }, value),
        (
            mali_inst_varying {
                components: 5,
                ..UV
            },
            value,
        ),
        (mali_inst_varying { columns: 0, ..UV }, value),
        (
            mali_inst_varying {
                interpolation: 3,
                ..UV
            },
            value,
        ),
        (mali_inst_varying { sampling: 3, ..UV }, value),
        (mali_inst_varying { precision: 3, ..UV }, value),
        (
            mali_inst_varying {
                name: c"\xff".as_ptr(),
                ..UV
            },
            value,
        ),
    ] {
        let first = at(vector(c"other", 1), 5);
        let error = link(
            &[UV],
            &[first, wrong],
            MALI_INST_MATCHING_GL_ES,
            MALI_INST_LINKING_LINKED,
        )
        .map(|_| ());
        let (found, element, text) = error.unwrap_err();
        assert_eq!((found, element), (status, 2), "{text}");
        assert_eq!(text.is_empty(), cfg!(not(feature = "texts")));
    }
}

#[test]
fn stages_that_do_not_match_have_the_input_and_a_number() {
    let uv3 = mali_inst_varying {
        components: 3,
        ..UV
    };
    let flat = mali_inst_varying {
        interpolation: MALI_INST_INTERPOLATION_FLAT,
        ..UV
    };
    let high = mali_inst_varying {
        precision: MALI_INST_PRECISION_HIGH,
        ..UV
    };
    let (size, place) = (vector(c"light.size", 1), vector(c"light.place", 1));
    for (outputs, inputs, linking, status, element) in [
        (
            &[UV][..],
            &[uv3][..],
            MALI_INST_LINKING_LINKED,
            MALI_INST_ERROR_TYPE_MISMATCH,
            1,
        ),
        (
            &[UV],
            &[flat],
            MALI_INST_LINKING_LINKED,
            MALI_INST_ERROR_INTERPOLATION_MISMATCH,
            1,
        ),
        (
            &[UV],
            &[high],
            MALI_INST_LINKING_SEPARABLE,
            MALI_INST_ERROR_PRECISION_MISMATCH,
            1,
        ),
        (
            &[UV, COLOUR],
            &[UV],
            MALI_INST_LINKING_SEPARABLE,
            MALI_INST_ERROR_LOCATION_MISMATCH,
            2,
        ),
        (
            &[size, place],
            &[size],
            MALI_INST_LINKING_LINKED,
            MALI_INST_ERROR_MEMBER_MISMATCH,
            2,
        ),
    ] {
        let error = link(outputs, inputs, MALI_INST_MATCHING_GL_ES, linking).map(|_| ());
        let (found, varying, text) = error.unwrap_err();
        assert_eq!((found, varying), (status, element), "{text}");
    }
    let at = |varying, location, component| mali_inst_varying {
        has_location: 1,
        location,
        component,
        ..varying
    };
    let scalar = vector(c"", 1);
    let error = link(
        &[at(COLOUR, 0, 0)],
        &[at(scalar, 0, 1)],
        MALI_INST_MATCHING_VULKAN,
        0,
    );
    assert_eq!(
        error.map(|_| ()).unwrap_err().0,
        MALI_INST_ERROR_BEGIN_MISMATCH
    );
    // A shorter vector is allowed in Vulkan, and interpolations may differ in GL.
    assert!(
        link(
            &[at(COLOUR, 0, 0)],
            &[at(UV, 0, 0)],
            MALI_INST_MATCHING_VULKAN,
            0
        )
        .is_ok()
    );
    assert!(
        link(
            &[UV],
            &[flat],
            MALI_INST_MATCHING_GL,
            MALI_INST_LINKING_LINKED
        )
        .is_ok()
    );
    let error = link(&[UV], &[UV], 3, 0).map(|_| ()).unwrap_err();
    assert_eq!((error.0, error.1), (MALI_INST_ERROR_VALUE, NONE));
    let many = [UV; MALI_INST_MAX_VARYINGS + 1];
    assert_eq!(
        link(&many, &[], MALI_INST_MATCHING_GL, MALI_INST_LINKING_LINKED)
            .map(|_| ())
            .unwrap_err()
            .0,
        MALI_INST_ERROR_TOO_MANY
    );
}

/// The status, the error's element, the registers used, and the places: first register, registers, first component,
/// components.
fn pack(
    edition: mali_inst_edition,
    registers: u32,
    varyings: &[mali_inst_varying],
    built_ins: mali_inst_built_ins,
) -> (mali_inst_status, u32, u32, Vec<[u32; 4]>) {
    let place = mali_inst_varying_place {
        first_register: 0,
        registers: 0,
        first_component: 0,
        components: 0,
    };
    let mut places = vec![place; varyings.len()];
    let mut used = 0;
    let mut error = empty_error();
    // SAFETY: every pointer is a reference's, and every length that of its slice.
    let status = unsafe {
        mali_inst_registers_pack(
            edition,
            registers,
            varyings.as_ptr(),
            varyings.len(),
            &raw const built_ins,
            places.as_mut_ptr(),
            &raw mut used,
            &raw mut error,
        )
    };
    let places = places.iter().map(|place| {
        [
            place.first_register,
            place.registers,
            place.first_component,
            place.components,
        ]
    });
    (status, error.element, used, places.collect())
}

#[test]
fn registers_are_those_of_the_standard() {
    // The vec3 goes first; the scalar takes the component that it leaves.
    let scalar = vector(c"", 1);
    let (status, _, used, places) = pack(MALI_INST_GLSL_ES_100, 1, &[scalar, NORMAL], NO_BUILT_INS);
    assert_eq!((status, used), (MALI_INST_OK, 1));
    assert_eq!(places, [[0, 1, 3, 1], [0, 1, 0, 3]]);
    // The standard's mat2 takes two whole registers.
    let matrix = mali_inst_varying { columns: 2, ..UV };
    assert_eq!(
        pack(MALI_INST_GLSL_ES_320, 16, &[matrix], NO_BUILT_INS).3,
        [[0, 2, 0, 4]]
    );

    let frag_coord = mali_inst_built_ins {
        read: 1 << MALI_INST_BUILT_IN_FRAG_COORD,
        ..NO_BUILT_INS
    };
    let nine = [NORMAL; 9];
    let eight = &nine[..8];
    let integer = mali_inst_varying {
        base_type: MALI_INST_BASE_UINT,
        interpolation: MALI_INST_INTERPOLATION_FLAT,
        ..NORMAL
    };
    for (edition, registers, varyings, built_ins, status, element) in [
        (
            MALI_INST_GLSL_ES_100,
            8,
            eight,
            NO_BUILT_INS,
            MALI_INST_OK,
            0,
        ),
        (
            MALI_INST_GLSL_ES_100,
            8,
            &nine,
            NO_BUILT_INS,
            MALI_INST_ERROR_DOES_NOT_FIT,
            8,
        ),
        // gl_FragCoord is placed first, as it is a vec4, so that the last normal has no place.
        (
            MALI_INST_GLSL_ES_100,
            8,
            eight,
            frag_coord,
            MALI_INST_ERROR_DOES_NOT_FIT,
            7,
        ),
        (
            MALI_INST_GLSL_ES_100,
            8,
            &[integer],
            NO_BUILT_INS,
            MALI_INST_ERROR_NOT_IN_EDITION,
            0,
        ),
        (
            MALI_INST_GLSL_ES_300,
            16,
            &[integer],
            NO_BUILT_INS,
            MALI_INST_OK,
            0,
        ),
        (
            MALI_INST_GLSL_ES_300,
            65,
            &[],
            NO_BUILT_INS,
            MALI_INST_ERROR_REGISTERS,
            NONE,
        ),
        (200, 16, &[], NO_BUILT_INS, MALI_INST_ERROR_VALUE, NONE),
    ] {
        let (found, at, ..) = pack(edition, registers, varyings, built_ins);
        assert_eq!((found, at), (status, element));
    }
}

#[test]
fn memory_that_was_not_filled_is_refused() {
    let zeros = mali_inst_linkage {
        opaque: [MaybeUninit::new(0); MALI_INST_LINKAGE_WORDS],
    };
    let mut found = 0;
    // SAFETY: zeros are allowed, and are an error.
    let uninitialised = unsafe {
        mali_inst_linkage_locations(
            &raw const zeros,
            MALI_INST_STAGE_VERTEX,
            null_mut(),
            0,
            &raw mut found,
            null_mut(),
        )
    };
    assert_eq!(uninitialised, MALI_INST_ERROR_UNINITIALISED);
    let mut memory = MaybeUninit::<mali_inst_linkage>::uninit();
    let (pointer, full) = (memory.as_mut_ptr(), size_of::<mali_inst_linkage>());
    for (linkage, size, expected) in [
        (pointer, full, MALI_INST_OK),
        (pointer, full - 1, MALI_INST_ERROR_SIZE),
        (null_mut(), full, MALI_INST_ERROR_NULL),
    ] {
        // SAFETY: null pointers are allowed, and the memory has its size.
        let status = unsafe {
            mali_inst_linkage_init_sized(
                linkage,
                size,
                MALI_INST_DRIVER_PANFROST,
                MALI_INST_ARCH_V7,
                null(),
                0,
                null(),
                0,
                null(),
                MALI_INST_MATCHING_GL,
                0,
                null_mut(),
            )
        };
        assert_eq!(status, expected);
    }
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
    let (mut found, mut error) = (0, empty_error());
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

#[test]
fn captured_varyings_have_spans() {
    let linkage = link(
        &[NORMAL, COLOUR, UV],
        &[UV],
        MALI_INST_MATCHING_GL,
        MALI_INST_LINKING_LINKED,
    )
    .unwrap();
    let bytes = |linkage: &mali_inst_linkage| sizes(linkage).section_bytes;
    assert_eq!(bytes(&linkage), 4);
    let all = [
        capture(MALI_INST_CAPTURE_VARYING, 1, 0),
        capture(MALI_INST_CAPTURE_POSITION, 0, 0),
        capture(MALI_INST_CAPTURE_COMPONENT, 2, 1),
    ];
    // The coordinates have 16 bits each in memory, and 32 where they are captured.
    let (status, _, spans) = captures(&linkage, &all, MALI_INST_CAPTURE_MODE_INTERLEAVED);
    assert_eq!(status, MALI_INST_OK);
    let expected = [[0, 4, 0, 0], [1, 4, 0, 16], [2, 1, 0, 32]];
    assert_eq!(spans, expected);
    assert_eq!(bytes(&linkage), 4);
    let (_, _, spans) = captures(&linkage, &all, MALI_INST_CAPTURE_MODE_SEPARATE);
    let places: Vec<_> = spans.iter().map(|span| [span[2], span[3]]).collect();
    assert_eq!(places, [[0, 0], [1, 0], [2, 0]]);

    let element = mali_inst_capture {
        element: 1,
        ..capture(MALI_INST_CAPTURE_ELEMENT, 1, 0)
    };
    for (wrong, status, number) in [
        (
            capture(MALI_INST_CAPTURE_VARYING, 3, 0),
            MALI_INST_ERROR_CAPTURE,
            1,
        ),
        (element, MALI_INST_ERROR_CAPTURE, 1),
        (
            capture(MALI_INST_CAPTURE_COMPONENT, 1, 4),
            MALI_INST_ERROR_CAPTURE,
            1,
        ),
        (capture(7, 0, 0), MALI_INST_ERROR_VALUE, 1),
    ] {
        let given = [all[1], wrong];
        let found = captures(&linkage, &given, MALI_INST_CAPTURE_MODE_SEPARATE);
        assert_eq!((found.0, found.1), (status, number));
    }
    let (status, element, _) = captures(&linkage, &all, 2);
    assert_eq!((status, element), (MALI_INST_ERROR_VALUE, NONE));
}

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

/// The position, the point size, a clip distance, a normal and coordinates.
const OUTPUTS: [mali_inst_slot; 5] = [
    slot(0, 0, 4),
    slot(12, 1, 1),
    slot(17, 2, 1),
    slot(32, 3, 3),
    slot(33, 4, 2),
];

fn place(outputs: &[mali_inst_slot]) -> Result<(Vec<u32>, u32), (mali_inst_status, u32)> {
    let (mut offsets, mut bytes, mut error) = (vec![0; outputs.len()], 0, empty_error());
    // SAFETY: every pointer is a reference's, and every length that of its slice.
    let status = unsafe {
        mali_inst_slots_place(
            outputs.as_ptr(),
            outputs.len(),
            offsets.as_mut_ptr(),
            &raw mut bytes,
            &raw mut error,
        )
    };
    if status == MALI_INST_OK {
        return Ok((offsets, bytes));
    }
    Err((status, error.element))
}

/// The first number of a slot that takes `n` bytes is a multiple of the next power of two of `n`.
#[test]
fn slots_have_their_places() {
    assert_eq!(
        place(&OUTPUTS),
        Ok((vec![NONE, NONE, 0, 16, 32], 40)),
        "4, 12 and 8 bytes"
    );
    assert_eq!(place(&[]), Ok((vec![], 0)));
    let [position, .., uv] = OUTPUTS;
    let refused = |wrong| place(&[position, wrong]).unwrap_err();
    let too_high = mali_inst_slot { location: 64, ..uv };
    assert_eq!(refused(too_high), (MALI_INST_ERROR_SLOT, 1));
    let no_type = mali_inst_slot { base_type: 3, ..uv };
    assert_eq!(refused(no_type), (MALI_INST_ERROR_VALUE, 1));
    let too_many = [uv; MALI_INST_MAX_SLOTS + 1];
    assert_eq!(place(&too_many).unwrap_err().0, MALI_INST_ERROR_TOO_MANY);
}

/// The same without the clip distance, which Vulkan's driver does not support.
const VULKAN_OUTPUTS: [mali_inst_slot; 4] = [
    slot(0, 0, 4),
    slot(12, 1, 1),
    slot(32, 2, 3),
    slot(33, 3, 2),
];

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

/// The offset, the format and the access of what the fragment stage reads.
fn words_of(linkage: &mali_inst_linkage) -> Vec<[u32; 3]> {
    let slots = slots(linkage);
    let read = slots.iter().filter(|slot| slot[2] != NONE);
    read.map(|slot| [slot[3], slot[6], slot[7]]).collect()
}

#[test]
fn slots_are_linked_at_the_callers_own_indices() {
    // Coordinates and something that nobody stores, with a gap before them.
    let inputs = [slot(33, 2, 2), slot(40, 3, 1)];
    let two = number(Format::R32G32_SFLOAT);
    let of = |driver, arch, is_known| {
        let outputs: &[_] = match driver {
            MALI_INST_DRIVER_PANVK => &VULKAN_OUTPUTS,
            _ => &OUTPUTS,
        };
        link_slots((driver, arch), outputs, &inputs, is_known)
    };
    let linkage = of(MALI_INST_DRIVER_PANVK, MALI_INST_ARCH_V10, 1).unwrap();
    let found = sizes(&linkage);
    // 12 bytes, aligned to 16 with the 8 after them.
    assert_eq!((found.section_bytes, found.fragment_words), (24, 0));
    let baked = [16, two, MALI_INST_ACCESS_BAKED];
    assert_eq!(
        words_of(&linkage),
        [baked, [NONE, 0, MALI_INST_ACCESS_NONE]]
    );
    // Slots have no declarations.
    assert!(locations(&linkage, MALI_INST_STAGE_VERTEX).is_empty());
    let whole = [capture(MALI_INST_CAPTURE_VARYING, 0, 0)];
    let (status, ..) = captures(&linkage, &whole, MALI_INST_CAPTURE_MODE_SEPARATE);
    assert_eq!(status, MALI_INST_ERROR_CAPTURE);
    // Without the layout, through descriptors: four, of 8 words.
    let linkage = of(MALI_INST_DRIVER_PANVK, MALI_INST_ARCH_V10, 0).unwrap();
    assert_eq!(sizes(&linkage).fragment_words, 4 * 8);
    assert_eq!(words_of(&linkage)[0][2], MALI_INST_ACCESS_DESCRIPTOR);
    // On V7 both stages have descriptors, of 2 words: to the highest index.
    let linkage = of(MALI_INST_DRIVER_PANFROST, MALI_INST_ARCH_V7, 0).unwrap();
    let found = sizes(&linkage);
    assert_eq!((found.vertex_words, found.fragment_words), (5 * 2, 4 * 2));
    let indices = slots(&linkage)
        .into_iter()
        .map(|slot| [slot[0], slot[1], slot[2]]);
    let expected = [
        [0, 0, NONE],
        [12, 1, NONE],
        [17, 2, NONE],
        [32, 3, NONE],
        [33, 4, 2],
        [40, NONE, 3],
    ];
    assert_eq!(indices.collect::<Vec<_>>(), expected);
    let mut words = [0xaaaa_aaaa; 8];
    let write = |words: &mut [u32]| descriptors(&linkage, MALI_INST_STAGE_FRAGMENT, words);
    assert_eq!(write(&mut words[..7]), MALI_INST_ERROR_OUTPUT_TOO_SMALL);
    assert_eq!(write(&mut words), MALI_INST_OK);
    // No slot has the indices 0 and 1. The offset of the coordinates is 32, the other is genxml's "Constant", 95.
    assert_eq!(words[..4], [0; 4]);
    assert_eq!((words[5], words[6] >> 22), (32, 95));
    let refused = |driver, arch| of(driver, arch, 0).map(|_| ()).unwrap_err().0;
    let no_driver = refused(MALI_INST_DRIVER_PANVK, MALI_INST_ARCH_V5);
    assert_eq!(no_driver, MALI_INST_ERROR_DRIVER_ARCH);
    assert_eq!(refused(5, MALI_INST_ARCH_V7), MALI_INST_ERROR_VALUE);
}

/// No version of Vulkan's driver has clip distances, in either stage.
#[test]
fn a_slot_that_the_driver_does_not_support_is_refused() {
    let (clip_distance, uv) = ([slot(17, 0, 1)], [slot(33, 0, 2)]);
    for driver in [MALI_INST_DRIVER_PANVK, MALI_INST_DRIVER_PANVK_25_0] {
        let target = (driver, MALI_INST_ARCH_V10);
        let of = |outputs, inputs| link_slots(target, outputs, inputs, 1).map(|_| ());
        let refused = of(&OUTPUTS, &[]).unwrap_err();
        assert_eq!((refused.0, refused.1), (MALI_INST_ERROR_SLOT, NONE));
        let refused = of(&VULKAN_OUTPUTS, &clip_distance).unwrap_err();
        assert_eq!(refused.0, MALI_INST_ERROR_SLOT);
        assert_eq!(of(&VULKAN_OUTPUTS, &uv), Ok(()));
    }
}

/// The five outputs are elements 0 to 4, so that the second input is element 6.
#[test]
fn a_wrong_input_is_counted_on_after_the_outputs() {
    let [first, right] = [slot(32, 0, 3), slot(33, 1, 2)];
    let target = (MALI_INST_DRIVER_PANFROST, MALI_INST_ARCH_V7);
    let refused = |wrong| {
        let linked = link_slots(target, &OUTPUTS, &[first, wrong], 0);
        linked.map(|_| ()).unwrap_err()
    };
    let again = mali_inst_slot { index: 0, ..right };
    let text = "slot 6 has index 0 after index 0: a larger one is allowed";
    assert_eq!(refused(again), (MALI_INST_ERROR_SLOT, 6, text.into()));
    let no_type = mali_inst_slot {
        base_type: 3,
        ..right
    };
    let text = "base_type 3 of element 6 is not known: MALI_INST_BASE_*, 0 to 2, are allowed";
    assert_eq!(refused(no_type), (MALI_INST_ERROR_VALUE, 6, text.into()));
    let later = mali_inst_slot {
        reserved: [1],
        ..right
    };
    let (status, element, _) = refused(later);
    assert_eq!((status, element), (MALI_INST_ERROR_UNKNOWN_FIELD, 6));
}

/// `PanVK` has no V4 and V5.
#[test]
fn declarations_are_not_linked_for_an_architecture_that_the_driver_does_not_have() {
    let target = (MALI_INST_DRIVER_PANVK, MALI_INST_ARCH_V5);
    let (matching, linking) = (MALI_INST_MATCHING_VULKAN, MALI_INST_LINKING_MONOLITHIC);
    let refused = link_with(target, &[], &[], NO_BUILT_INS, matching, linking);
    let refused = refused.map(|_| ()).unwrap_err();
    assert_eq!(refused.0, MALI_INST_ERROR_DRIVER_ARCH);
}

/// Before Mesa 26, V4 to V7 store only what is read, and V9 and later 16 bytes for each location.
#[test]
fn slots_are_linked_as_earlier_versions_do() {
    let inputs = [slot(33, 2, 2), slot(40, 3, 1)];
    let of = |driver, arch| {
        let outputs: &[_] = match driver {
            MALI_INST_DRIVER_PANVK_25_0 => &VULKAN_OUTPUTS,
            _ => &OUTPUTS,
        };
        link_slots((driver, arch), outputs, &inputs, 0)
    };
    let [two, one] = [Format::R32G32_SFLOAT, Format::R32_SFLOAT].map(number);
    for driver in [
        MALI_INST_DRIVER_PANFROST_22_3,
        MALI_INST_DRIVER_PANFROST_25_0,
        MALI_INST_DRIVER_PANVK_25_0,
    ] {
        let linkage = of(driver, MALI_INST_ARCH_V7).unwrap();
        assert_eq!(sizes(&linkage).section_bytes, 8);
        let first = [0, two, MALI_INST_ACCESS_DESCRIPTOR];
        assert_eq!(
            words_of(&linkage),
            [first, [NONE, 0, MALI_INST_ACCESS_NONE]]
        );
    }
    // A clip distance is before the application's locations.
    let linkage = of(MALI_INST_DRIVER_PANFROST_25_0, MALI_INST_ARCH_V10).unwrap();
    assert_eq!(sizes(&linkage).section_bytes, 16 * (1 + 9));
    let baked = [[16 * 2, two], [16 * 9, one]];
    let baked = baked.map(|[offset, format]| [offset, format, MALI_INST_ACCESS_BAKED]);
    assert_eq!(words_of(&linkage), baked);
    let refused = of(MALI_INST_DRIVER_PANFROST_22_3, MALI_INST_ARCH_V12);
    let refused = refused.map(|_| ()).unwrap_err();
    assert_eq!(refused.0, MALI_INST_ERROR_DRIVER_ARCH);
}
