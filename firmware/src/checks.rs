//! The properties that must hold on this core, checked with words that were compiled in.

use mali_instancing::descriptor::{
    Attribute, Draw, InstanceId, Invocation, ValhallAttribute, ValhallAttributeFields,
    ValhallFetchMode, VertexId,
};
use mali_instancing::draw::{BufferRange, DrawError, VertexInput};
use mali_instancing::{
    AttributeBuffer, BufferAddress, Error, FetchMode, InputRate, PaddedCount, Padding, Rounding,
    ThreadCount, lookup, model,
};

use crate::golden::{self, AttributeBufferRow};
use crate::planning;

/// A statement and whether it holds.
pub type Check = (&'static str, fn() -> bool);

pub const CHECKS: [Check; 13] = [
    (
        "constants of instanced_attr!, their addresses patched",
        constants_are_patched,
    ),
    (
        "constants of vertex_input!, bound to their addresses",
        draws_are_bound,
    ),
    ("padded counts, looked up and computed", padded_counts_agree),
    ("attribute buffers", attribute_buffers_pack),
    (
        "attribute buffers, decoded and packed again",
        decoded_buffers_pack_again,
    ),
    ("the model's quotients and remainders", model_divides),
    ("attributes of V4 to V7", attributes_pack),
    ("vertex and instance IDs", built_in_ids_pack),
    ("draws", draws_pack),
    ("invocations", invocations_pack),
    ("attributes of V9 and later", valhall_attributes_pack),
    (
        "static data that is planned, copied once",
        planning::copies_are_made_once,
    ),
    (
        "draws in place, written once",
        planning::draws_in_place_are_written_once,
    ),
];

fn rounding(nearest: bool) -> Rounding {
    if nearest {
        Rounding::Nearest
    } else {
        Rounding::RoundDown
    }
}

fn thread_count(vertices: u32, instances: u32) -> Result<ThreadCount, Error> {
    ThreadCount::new(PaddedCount::new(vertices, Padding::Hardware)?, instances)
}

fn constants_are_patched() -> bool {
    golden::INSTANCED_ATTRS
        .iter()
        .zip(&golden::ATTRIBUTE_BUFFERS)
        .all(|(constant, row)| {
            BufferAddress::new(row.address)
                .is_ok_and(|address| constant.with_address(address).words() == row.words)
        })
}

fn draws_are_bound() -> bool {
    fn binds<const WORDS: usize>(
        draw: &VertexInput<1, 0, WORDS>,
        address: u64,
        expected: [u32; 8],
    ) -> Result<bool, DrawError> {
        // Two descriptors, of four words each, and on V6 and V7 the null terminator.
        let mut words = [0; 12];
        let tables = draw.write(&[BufferRange::at(address)], &mut words)?;
        Ok(words[tables.buffers][..8] == expected)
    }
    [
        binds(&golden::DRAW_0, golden::ADDRESS_0, golden::WORDS_0),
        binds(&golden::DRAW_1, golden::ADDRESS_1, golden::WORDS_1),
        binds(&golden::DRAW_2, golden::ADDRESS_2, golden::WORDS_2),
        binds(&golden::DRAW_3, golden::ADDRESS_3, golden::WORDS_3),
    ]
    .into_iter()
    .all(|bound| bound == Ok(true))
}

fn padded_counts_agree() -> bool {
    golden::DRAWS.iter().all(|row| {
        let looked_up = lookup::padded_count(row.vertices, Padding::Hardware);
        let instance_size = row.words[0] >> 16;
        looked_up == PaddedCount::new(row.vertices, Padding::Hardware)
            // A draw of one instance has an instance size of 1, whatever the padded count is.
            && (row.instances == 1
                || looked_up.is_ok_and(|padded| u32::from(padded.to_bits()) == instance_size))
    })
}

fn packs(row: &AttributeBufferRow) -> Result<bool, Error> {
    let thread_count = thread_count(row.vertices, row.instances)?;
    let rate = InputRate::from_gl_divisor(row.divisor);
    let mode = FetchMode::new(thread_count, rate, rounding(row.nearest))?;
    let address = BufferAddress::new(row.address)?;
    Ok(AttributeBuffer::new(mode, address, row.stride, row.size).words() == row.words)
}

fn attribute_buffers_pack() -> bool {
    let mut rows = golden::ATTRIBUTE_BUFFERS.iter();
    rows.all(|row| packs(row) == Ok(true))
}

fn decoded_buffers_pack_again() -> bool {
    golden::ATTRIBUTE_BUFFERS.iter().all(|row| {
        AttributeBuffer::decode(row.words).is_ok_and(|fields| {
            let packed =
                AttributeBuffer::new(fields.mode, fields.address, fields.stride, fields.size);
            packed.words() == row.words
        })
    })
}

fn model_divides() -> bool {
    golden::ATTRIBUTE_BUFFERS
        .iter()
        .filter(|row| row.instances > 1)
        .all(|row| {
            let padded = match PaddedCount::new(row.vertices, Padding::Hardware) {
                Ok(padded) => padded.get(),
                Err(_) => return false,
            };
            // A draw can have 2^32 threads, which is 0 here, and the last one is 2^32 - 1.
            let threads = padded.wrapping_mul(row.instances);
            [0, padded - 1, padded, threads / 2, threads.wrapping_sub(1)]
                .into_iter()
                .all(|id| {
                    let expected = match row.divisor {
                        0 => id % padded,
                        divisor => id / padded / divisor,
                    };
                    model::element_index(&row.words, id) == Some(expected)
                })
        })
}

fn attributes_pack() -> bool {
    golden::ATTRIBUTES.iter().all(|row| {
        Attribute::new(row.fields).is_ok_and(|attribute| attribute.words() == row.words)
            && Attribute::decode(row.words) == row.fields
    })
}

fn built_in_ids_pack() -> bool {
    golden::BUILT_IN_IDS.iter().all(|row| {
        thread_count(row.vertices, row.instances).is_ok_and(|thread_count| {
            let words = if row.vertex_id {
                VertexId::new(thread_count).words()
            } else {
                InstanceId::new(thread_count, rounding(row.nearest)).words()
            };
            words == row.words
        })
    })
}

fn draws_pack() -> bool {
    golden::DRAWS.iter().all(|row| {
        thread_count(row.vertices, row.instances).is_ok_and(|thread_count| {
            Draw::new(thread_count, row.offset_start).words() == row.words
        })
    })
}

fn invocations_pack() -> bool {
    golden::INVOCATIONS.iter().all(|row| {
        let packed = if row.is_draw {
            Invocation::draw(row.workgroups[1], row.workgroups[2])
        } else {
            Invocation::compute(row.size, row.workgroups)
        };
        packed.is_ok_and(|packed| packed.words() == row.words)
    })
}

fn valhall_attributes_pack() -> bool {
    golden::VALHALL_ATTRIBUTES.iter().all(|row| {
        let rate = InputRate::from_gl_divisor(row.divisor);
        let fields = ValhallAttributeFields {
            mode: ValhallFetchMode::new(rate, rounding(row.nearest)),
            format: row.format,
            table: 0,
            offset: row.offset,
            buffer_index: row.buffer_index,
            stride: row.stride,
        };
        ValhallAttribute::new(fields).is_ok_and(|attribute| attribute.words() == row.words)
    })
}
