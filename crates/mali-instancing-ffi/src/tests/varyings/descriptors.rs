//! The descriptors and the buffers of a link.

use super::*;

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
    let mut error = no_error();
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
