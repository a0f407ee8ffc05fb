//! The table of faults.

use std::ops::Range;

use mali_instancing::check::{Rule, Table};
use mali_instancing::{Arch, Format, MagicDivisor, Rounding};

use super::draws::{Words, fixed, from_20, ids, rows, rows_of, single, tints, tints_of};
use super::{Fault, InDump, Mended};
use Arch::{V4, V5, V6, V7, V9, V10, V11, V12, V13, V14, V15};

const V4_TO_V7: &[Arch] = &[V4, V5, V6, V7];
const V6_AND_V7: &[Arch] = &[V6, V7];
const V4_AND_V5: &[Arch] = &[V4, V5];
const VALHALL: &[Arch] = &[V9, V10, V11, V12, V13, V14, V15];

/// The words of the descriptors in the draw of rows: the pair, the mesh, the null terminator.
const PAIR: usize = 0;
const MESH: usize = 8;
const TERMINATOR: usize = 12;
/// The word of the instance ID's descriptor in the draw of IDs.
const INSTANCE_ID: usize = 16;
/// The words of the mesh's attribute.
const MESH_ATTRIBUTE: usize = 2;

const NO_RATES: &str = "the words do not have the application's rates and elements";

/// Every fault, in the order of the descriptors.
pub(super) const FAULTS: &[Fault] = &[
    Fault {
        name: "continuation forgotten",
        archs: V4_TO_V7,
        draw: rows,
        change: |words| {
            words.buffers.drain(4..8);
            words.attributes[MESH_ATTRIBUTE] -= 1;
        },
        found: Ok((Rule::NearestDraw, Table::Buffers, PAIR)),
        in_dump: InDump::Same,
        mended: Mended::No,
    },
    Fault {
        name: "continuation of zeros",
        archs: V4_TO_V7,
        draw: rows,
        change: |words| words.buffers[4..8].fill(0),
        found: Ok((Rule::NearestDraw, Table::Buffers, 4)),
        in_dump: InDump::Same,
        mended: Mended::By(0),
    },
    Fault {
        name: "pair at an odd number",
        archs: V4_TO_V7,
        draw: rows,
        change: |words| {
            let mesh: Vec<u32> = words.buffers.drain(MESH..MESH + 4).collect();
            words.buffers.splice(..0, mesh);
            words.attributes[0] += 1;
            words.attributes[MESH_ATTRIBUTE] -= 2;
        },
        found: Ok((Rule::NearestDraw, Table::Buffers, 4)),
        in_dump: InDump::Same,
        mended: Mended::No,
    },
    Fault {
        name: "R and P of a modulus swapped",
        archs: V4_TO_V7,
        draw: rows,
        change: |words| {
            set_bits(&mut words.buffers[MESH + 1], 24..29, 4);
            set_bits(&mut words.buffers[MESH + 1], 29..32, 3);
        },
        found: Ok((Rule::NearestDraw, Table::Buffers, MESH + 1)),
        in_dump: InDump::Same,
        mended: Mended::By(0),
    },
    Fault {
        name: "divisor times the count that is not padded",
        archs: V4_TO_V7,
        draw: rows,
        change: |words| divide_by(words, 70 * 3),
        found: Ok((Rule::NearestDraw, Table::Buffers, PAIR + 5)),
        in_dump: InDump::Same,
        mended: Mended::By(0),
    },
    Fault {
        name: "application's divisor alone",
        archs: V4_TO_V7,
        draw: rows,
        change: |words| divide_by(words, 3),
        found: Ok((Rule::NearestDraw, Table::Buffers, PAIR + 1)),
        in_dump: InDump::Same,
        mended: Mended::By(0),
    },
    Fault {
        name: "R one too large",
        archs: V4_TO_V7,
        draw: rows,
        change: |words| words.buffers[1] = words.buffers[1].wrapping_add(1 << 24),
        found: Ok((Rule::NearestDraw, Table::Buffers, PAIR + 1)),
        in_dump: InDump::Same,
        mended: Mended::By(0),
    },
    Fault {
        name: "R one too small",
        archs: V4_TO_V7,
        draw: rows,
        change: |words| words.buffers[1] = words.buffers[1].wrapping_sub(1 << 24),
        found: Ok((Rule::NearestDraw, Table::Buffers, PAIR + 1)),
        in_dump: InDump::Same,
        mended: Mended::By(0),
    },
    Fault {
        name: "E inverted",
        archs: V4_TO_V7,
        draw: rows,
        change: |words| words.buffers[1] ^= 1 << 29,
        found: Ok((Rule::NearestDraw, Table::Buffers, PAIR + 1)),
        in_dump: InDump::Same,
        mended: Mended::By(0),
    },
    Fault {
        name: "D one too small",
        archs: V4_TO_V7,
        draw: rows,
        change: |words| words.buffers[5] = words.buffers[5].wrapping_sub(1) & !(1 << 31),
        found: Ok((Rule::NearestDraw, Table::Buffers, PAIR + 5)),
        in_dump: InDump::Same,
        mended: Mended::Unread,
    },
    Fault {
        name: "D one too large",
        archs: V4_TO_V7,
        draw: rows,
        change: |words| words.buffers[5] = words.buffers[5].wrapping_add(1) & !(1 << 31),
        found: Ok((Rule::NearestDraw, Table::Buffers, PAIR + 5)),
        in_dump: InDump::Same,
        mended: Mended::Unread,
    },
    Fault {
        name: "stride in words",
        archs: V4_TO_V7,
        draw: rows,
        change: |words| words.buffers[2] /= 4,
        // The offset, from which the stride was subtracted seven times, does not fit the stride.
        found: Ok((Rule::OutOfBounds, Table::Buffers, PAIR + 2)),
        in_dump: InDump::Same,
        mended: Mended::By(0),
    },
    Fault {
        name: "stride in words, below the format",
        archs: V4_TO_V7,
        draw: rows,
        change: |words| words.buffers[MESH + 2] /= 4,
        found: Ok((Rule::ElementAlignment, Table::Buffers, MESH + 2)),
        in_dump: InDump::Same,
        mended: Mended::No,
    },
    Fault {
        name: "D not filled in",
        archs: V4_TO_V7,
        draw: rows,
        change: |words| words.buffers[5] = 0,
        found: Ok((Rule::NearestDraw, Table::Buffers, PAIR + 5)),
        in_dump: InDump::Same,
        mended: Mended::By(0),
    },
    Fault {
        name: "size in elements",
        archs: V4_TO_V7,
        draw: rows,
        change: |words| words.buffers[3] /= 64,
        found: Ok((Rule::OutOfBounds, Table::Buffers, PAIR + 3)),
        in_dump: InDump::Same,
        mended: Mended::By(0),
    },
    Fault {
        name: "lower bits of the pointer in the type",
        archs: V4_TO_V7,
        draw: rows,
        change: |words| words.buffers[MESH] |= 0x10,
        found: Ok((Rule::Alignment, Table::Buffers, MESH)),
        in_dump: InDump::Rule(Rule::NearestDraw),
        mended: Mended::By(0),
    },
    Fault {
        name: "instance size below the vertices",
        archs: V4_TO_V7,
        draw: rows,
        change: |words| set_size(words, 0x06),
        found: Ok((Rule::NearestDraw, Table::Draw, 0)),
        in_dump: InDump::Same,
        mended: Mended::By(0),
    },
    Fault {
        name: "instance size 1",
        archs: V4_TO_V7,
        draw: rows,
        change: |words| set_size(words, 0),
        found: Ok((Rule::NearestDraw, Table::Draw, 0)),
        in_dump: InDump::Same,
        mended: Mended::By(0),
    },
    Fault {
        name: "index on a continuation",
        archs: V4_TO_V7,
        draw: rows,
        change: |words| words.attributes[MESH_ATTRIBUTE] -= 1,
        found: Ok((Rule::NearestDraw, Table::Attributes, MESH_ATTRIBUTE)),
        in_dump: InDump::Same,
        mended: Mended::By(0),
    },
    Fault {
        name: "index on a copy",
        archs: V4_TO_V7,
        draw: fixed,
        change: |words| words.attributes[MESH_ATTRIBUTE] -= 1,
        found: Ok((Rule::NearestDraw, Table::Attributes, MESH_ATTRIBUTE)),
        in_dump: InDump::Same,
        mended: Mended::By(0),
    },
    Fault {
        name: "index on the null terminator",
        archs: V6_AND_V7,
        draw: rows,
        change: |words| words.attributes[MESH_ATTRIBUTE] += 1,
        found: Ok((Rule::NearestDraw, Table::Attributes, MESH_ATTRIBUTE)),
        in_dump: InDump::Same,
        mended: Mended::By(0),
    },
    Fault {
        name: "index after the end",
        archs: V4_TO_V7,
        draw: rows,
        change: |words| words.attributes[MESH_ATTRIBUTE] += 7,
        found: Ok((Rule::NearestDraw, Table::Attributes, MESH_ATTRIBUTE)),
        in_dump: InDump::Same,
        mended: Mended::By(0),
    },
    Fault {
        name: "null terminator missing",
        archs: V6_AND_V7,
        draw: rows,
        change: |words| words.buffers.truncate(TERMINATOR),
        found: Ok((Rule::NullTerminator, Table::Buffers, TERMINATOR)),
        in_dump: InDump::Hidden("the printer does not print it"),
        mended: Mended::Unread,
    },
    Fault {
        name: "another architecture's format",
        archs: V4_TO_V7,
        draw: rows,
        change: |words| {
            let other = if words.arch < V7 { V7 } else { V6 };
            let format = Format::R32G32B32_SFLOAT.hardware(other).unwrap();
            set_bits(&mut words.attributes[MESH_ATTRIBUTE], 10..32, format);
        },
        found: Ok((Rule::Format, Table::Attributes, MESH_ATTRIBUTE)),
        in_dump: InDump::Same,
        mended: Mended::Unread,
    },
    Fault {
        name: "offset enable forgotten",
        archs: V4_TO_V7,
        draw: rows,
        change: |words| words.attributes[MESH_ATTRIBUTE] ^= 1 << 9,
        found: Ok((Rule::OffsetEnable, Table::Attributes, MESH_ATTRIBUTE)),
        in_dump: InDump::Same,
        mended: Mended::By(0),
    },
    Fault {
        name: "first instance divided",
        archs: V4_TO_V7,
        draw: from_20,
        change: |words| words.attributes[1] = (20 * 64 / 3 - 7 * 64_i32) as u32,
        found: Ok((Rule::ElementAlignment, Table::Attributes, 1)),
        in_dump: InDump::Same,
        mended: Mended::No,
    },
    Fault {
        name: "first instance left out",
        archs: V4_TO_V7,
        draw: from_20,
        change: |words| words.attributes[1] = (-7 * 64_i32) as u32,
        found: Ok((Rule::FirstInstance, Table::Attributes, 1)),
        in_dump: InDump::Hidden("it does not have the first instance"),
        mended: Mended::No,
    },
    Fault {
        name: "offset start of another draw",
        archs: V4_TO_V7,
        draw: tints,
        change: |words| {
            words.draw[1] = 0;
            words.tiler_draw[1] = 0;
        },
        found: Ok((Rule::StaleOffsetStart, Table::Draw, 1)),
        in_dump: InDump::Same,
        mended: Mended::By(0),
    },
    Fault {
        name: "offset start not subtracted",
        archs: V4_TO_V7,
        draw: rows,
        change: |words| words.attributes[1] = 0,
        found: Ok((Rule::OffsetStart, Table::Attributes, 1)),
        in_dump: InDump::Same,
        mended: Mended::No,
    },
    Fault {
        name: "sign of an offset lost",
        archs: V4_TO_V7,
        draw: rows,
        change: |words| words.attributes[1] &= 0x00ff_ffff,
        found: Ok((Rule::OffsetSign, Table::Attributes, 1)),
        in_dump: InDump::Same,
        mended: Mended::By(0),
    },
    Fault {
        name: "tables of one instance in a draw of several",
        archs: V4_TO_V7,
        draw: rows,
        change: |words| {
            let single = single(words.arch);
            (words.buffers, words.attributes) = (single.buffers, single.attributes);
        },
        found: Ok((Rule::NearestDraw, Table::Buffers, 2)),
        in_dump: InDump::Same,
        mended: Mended::No,
    },
    Fault {
        name: "tiler job of another draw",
        archs: V4_TO_V7,
        draw: rows,
        change: |words| set_bits(&mut words.tiler_draw[0], 16..24, 0x25),
        found: Ok((Rule::TilerJob, Table::TilerDraw, 0)),
        in_dump: InDump::Same,
        mended: Mended::Unread,
    },
    Fault {
        name: "vertex ID and instance ID exchanged",
        archs: V4_AND_V5,
        draw: ids,
        change: |words| words.attributes.swap(4, 6),
        found: Err("both are right, and the shader decides which one it takes for which"),
        in_dump: InDump::Same,
        mended: Mended::No,
    },
    Fault {
        name: "R of the instance ID one too large",
        archs: V4_AND_V5,
        draw: ids,
        change: |words| {
            words.buffers[INSTANCE_ID + 1] = words.buffers[INSTANCE_ID + 1].wrapping_add(1 << 24);
        },
        found: Ok((Rule::NearestDraw, Table::Buffers, INSTANCE_ID + 1)),
        in_dump: InDump::Same,
        mended: Mended::By(0),
    },
    Fault {
        name: "E of the instance ID inverted",
        archs: V4_AND_V5,
        draw: ids,
        change: |words| words.buffers[INSTANCE_ID + 1] ^= 1 << 29,
        found: Ok((Rule::NearestDraw, Table::Buffers, INSTANCE_ID + 1)),
        in_dump: InDump::Same,
        mended: Mended::By(0),
    },
    Fault {
        name: "D of the instance ID not filled in",
        archs: V4_AND_V5,
        draw: ids,
        change: |words| words.buffers[INSTANCE_ID + 2] = 0,
        found: Ok((Rule::NearestDraw, Table::Buffers, INSTANCE_ID + 2)),
        in_dump: InDump::Same,
        mended: Mended::By(0),
    },
    Fault {
        name: "table of a draw of 90 vertices",
        archs: V4_TO_V7,
        draw: rows,
        change: |words| words.buffers = with_vertices(words.arch, 90),
        found: Ok((Rule::NearestDraw, Table::Buffers, 1)),
        in_dump: InDump::Same,
        mended: Mended::By(0),
    },
    Fault {
        name: "table of a draw of 1000 vertices",
        archs: V4_TO_V7,
        draw: tints,
        change: |words| words.buffers = tints_with_vertices(words.arch, 1000),
        found: Ok((Rule::NearestDraw, Table::Attributes, 4)),
        in_dump: InDump::Same,
        mended: Mended::No,
    },
    Fault {
        name: "modulus of the count that is not padded by the same rule",
        archs: V4_TO_V7,
        draw: rows,
        change: |words| {
            // 80, the padded count of 73 to 80 vertices.
            set_bits(&mut words.buffers[MESH + 1], 24..29, 4);
            set_bits(&mut words.buffers[MESH + 1], 29..32, 2);
        },
        found: Ok((Rule::NearestDraw, Table::Buffers, MESH + 1)),
        in_dump: InDump::Same,
        mended: Mended::By(0),
    },
    Fault {
        name: "instance size of another draw",
        archs: V4_TO_V7,
        draw: rows,
        change: |words| set_size(words, 0x25),
        found: Ok((Rule::NearestDraw, Table::Draw, 0)),
        in_dump: InDump::Same,
        mended: Mended::By(0),
    },
    Fault {
        name: "continuation before its descriptor",
        archs: V4_TO_V7,
        draw: rows,
        change: |words| words.buffers[..8].rotate_left(4),
        found: Ok((Rule::NearestDraw, Table::Buffers, 0)),
        in_dump: InDump::Same,
        mended: Mended::By(0),
    },
    Fault {
        name: "divisor of another buffer in R, E and D",
        archs: V4_TO_V7,
        draw: rows,
        change: |words| divide_by(words, 72 * 4),
        found: Ok((Rule::NearestDraw, Table::Buffers, 1)),
        in_dump: InDump::Same,
        mended: Mended::By(0),
    },
    Fault {
        name: "divisor of another buffer beside R, E and D",
        archs: V4_TO_V7,
        draw: rows,
        change: |words| words.buffers[7] = 4,
        found: Ok((Rule::NearestDraw, Table::Buffers, 7)),
        in_dump: InDump::Same,
        mended: Mended::Unread,
    },
    Fault {
        name: "divisor of another buffer in all words",
        archs: V4_TO_V7,
        draw: rows,
        change: |words| {
            divide_by(words, 72 * 4);
            words.buffers[7] = 4;
        },
        found: Err("all words agree on it"),
        in_dump: InDump::Same,
        mended: Mended::No,
    },
    Fault {
        name: "stride and size exchanged",
        archs: V4_TO_V7,
        draw: rows,
        change: |words| words.buffers.swap(MESH + 2, MESH + 3),
        found: Ok((Rule::OutOfBounds, Table::Buffers, MESH + 3)),
        in_dump: InDump::Same,
        mended: Mended::No,
    },
    Fault {
        name: "sign of an offset cut at 28 bits",
        archs: V4_TO_V7,
        draw: rows,
        change: |words| words.attributes[1] &= 0x0fff_ffff,
        found: Ok((Rule::OffsetSign, Table::Attributes, 1)),
        in_dump: InDump::Same,
        mended: Mended::By(0),
    },
    Fault {
        name: "modulus with the type of linear",
        archs: V4_TO_V7,
        draw: rows,
        change: |words| set_bits(&mut words.buffers[MESH], 0..6, 1),
        found: Ok((Rule::NearestDraw, Table::Buffers, MESH)),
        in_dump: InDump::Same,
        mended: Mended::By(0),
    },
    Fault {
        name: "npot-divisor with the type of pot-divisor",
        archs: V4_TO_V7,
        draw: rows,
        change: |words| set_bits(&mut words.buffers[PAIR], 0..6, 2),
        found: Ok((Rule::NearestDraw, Table::Buffers, 0)),
        in_dump: InDump::Same,
        mended: Mended::By(0),
    },
    Fault {
        name: "stride of 0",
        archs: V4_TO_V7,
        draw: rows,
        change: |words| words.buffers[PAIR + 2] = 0,
        found: Ok((Rule::OutOfBounds, Table::Attributes, 1)),
        in_dump: InDump::Same,
        mended: Mended::No,
    },
    Fault {
        name: "count of buffers for indices",
        archs: V4_TO_V7,
        draw: tints,
        change: |words| {
            words.attributes[2] -= 1;
            words.attributes[4] -= 2;
        },
        found: Ok((Rule::NearestDraw, Table::Attributes, 2)),
        in_dump: InDump::Same,
        mended: Mended::By(0),
    },
    Fault {
        name: "tables of several instances in a draw of one",
        archs: V4_TO_V7,
        draw: single,
        change: |words| words.buffers = rows(words.arch).buffers,
        found: Ok((Rule::NearestDraw, Table::Attributes, 2)),
        in_dump: InDump::Same,
        mended: Mended::By(0),
    },
    Fault {
        name: "instances of another draw",
        archs: V4_TO_V7,
        draw: single,
        change: |words| words.invocation = rows(words.arch).invocation,
        found: Ok((Rule::NearestDraw, Table::Invocation, 1)),
        in_dump: InDump::Same,
        mended: Mended::By(0),
    },
    Fault {
        name: "size of another draw",
        archs: V4_TO_V7,
        draw: rows,
        change: |words| words.buffers[MESH + 3] = 1000,
        found: Ok((Rule::OutOfBounds, Table::Buffers, MESH + 3)),
        in_dump: InDump::Same,
        mended: Mended::By(0),
    },
    Fault {
        name: "modulus of the vertex ID of another draw",
        archs: V4_AND_V5,
        draw: ids,
        change: |words| words.buffers[INSTANCE_ID - 3] = 0x8400_0000,
        found: Ok((Rule::NearestDraw, Table::Buffers, 13)),
        in_dump: InDump::Same,
        mended: Mended::By(0),
    },
    Fault {
        name: "npot-divisor with the type of pot-divisor",
        archs: VALHALL,
        draw: rows,
        change: |words| set_bits(&mut words.attributes[0], 4..8, 2),
        found: Ok((Rule::NearestDraw, Table::Attributes, 0)),
        in_dump: InDump::Same,
        mended: Mended::By(0),
    },
    Fault {
        name: "frequency exchanged",
        archs: VALHALL,
        draw: rows,
        change: |words| set_bits(&mut words.attributes[1], 6..8, 0),
        found: Ok((Rule::NearestDraw, Table::Attributes, 1)),
        in_dump: InDump::Same,
        mended: Mended::By(0),
    },
    Fault {
        name: "one attribute of another table",
        archs: VALHALL,
        draw: rows,
        change: |words| set_bits(&mut words.attributes[9], 0..6, 3),
        found: Ok((Rule::NearestDraw, Table::Attributes, 9)),
        in_dump: InDump::Rule(Rule::ResourceTable),
        mended: Mended::Unread,
    },
    Fault {
        name: "stride in words",
        archs: VALHALL,
        draw: rows,
        change: |words| words.attributes[4] /= 4,
        found: Err(NO_RATES),
        in_dump: InDump::Same,
        mended: Mended::No,
    },
    Fault {
        name: "R one too small",
        archs: VALHALL,
        draw: rows,
        change: |words| words.attributes[1] = words.attributes[1].wrapping_sub(1 << 24),
        found: Ok((Rule::NearestDraw, Table::Attributes, 1)),
        in_dump: InDump::Same,
        mended: Mended::By(0),
    },
    Fault {
        name: "R one too large",
        archs: VALHALL,
        draw: rows,
        change: |words| words.attributes[1] = words.attributes[1].wrapping_add(1 << 24),
        found: Err("R, E and D divide by twice the divisor"),
        in_dump: InDump::Same,
        mended: Mended::No,
    },
    Fault {
        name: "D one too small",
        archs: VALHALL,
        draw: rows,
        change: |words| words.attributes[5] = words.attributes[5].wrapping_sub(1) & !(1 << 31),
        found: Ok((Rule::NearestDraw, Table::Attributes, 5)),
        in_dump: InDump::Same,
        mended: Mended::Unread,
    },
    Fault {
        name: "D not filled in",
        archs: VALHALL,
        draw: rows,
        change: |words| words.attributes[5] = 0,
        found: Ok((Rule::NearestDraw, Table::Attributes, 5)),
        in_dump: InDump::Same,
        mended: Mended::By(0),
    },
    Fault {
        name: "D and E not filled in",
        archs: VALHALL,
        draw: rows,
        change: |words| {
            words.attributes[5] = 0;
            set_bits(&mut words.attributes[1], 29..30, 0);
        },
        found: Ok((Rule::PotMode, Table::Attributes, 5)),
        in_dump: InDump::Same,
        mended: Mended::No,
    },
    Fault {
        name: "pointer that is not aligned",
        archs: VALHALL,
        draw: rows,
        change: |words| words.buffers[2] |= 4,
        found: Err(
            "from V9 on an address has all its bits, and the words do not have the application's",
        ),
        in_dump: InDump::Same,
        mended: Mended::No,
    },
    Fault {
        name: "reserved bits set",
        archs: VALHALL,
        draw: rows,
        change: |words| words.attributes[6] = 1,
        found: Ok((Rule::Descriptor, Table::Attributes, 6)),
        in_dump: InDump::Hidden("the printer does not print them"),
        mended: Mended::Unread,
    },
    Fault {
        name: "upper half of a size, from V11 on",
        archs: &[V9, V10],
        draw: rows,
        change: |words| words.buffers[5] = 1,
        found: Ok((Rule::Descriptor, Table::Buffers, 5)),
        in_dump: InDump::Hidden("the printer does not print it"),
        mended: Mended::Unread,
    },
    Fault {
        name: "R one too large",
        archs: VALHALL,
        draw: rows,
        change: |words| words.attributes[1] += 1 << 24,
        found: Err("it is the division by another divisor"),
        in_dump: InDump::Same,
        mended: Mended::No,
    },
    Fault {
        name: "E inverted",
        archs: VALHALL,
        draw: rows,
        change: |words| words.attributes[1] ^= 1 << 29,
        found: Ok((Rule::NearestDraw, Table::Attributes, 1)),
        in_dump: InDump::Same,
        mended: Mended::By(0),
    },
    Fault {
        name: "offset enable of the other frequency",
        archs: VALHALL,
        draw: rows,
        change: |words| words.attributes[0] ^= 1 << 8,
        found: Ok((Rule::NearestDraw, Table::Attributes, 0)),
        in_dump: InDump::Same,
        mended: Mended::By(0),
    },
    Fault {
        name: "buffer index after the end",
        archs: VALHALL,
        draw: rows,
        change: |words| words.attributes[11] = 9,
        found: Ok((Rule::NearestDraw, Table::Attributes, 11)),
        in_dump: InDump::Same,
        mended: Mended::By(0),
    },
    Fault {
        name: "sign of an offset lost",
        archs: VALHALL,
        draw: rows,
        change: |words| words.attributes[10] = 0x00ff_fffc,
        found: Ok((Rule::OffsetSign, Table::Attributes, 10)),
        in_dump: InDump::Same,
        mended: Mended::No,
    },
    Fault {
        name: "size in elements",
        archs: VALHALL,
        draw: rows,
        change: |words| words.buffers[1] /= 64,
        found: Ok((Rule::OutOfBounds, Table::Buffers, 1)),
        in_dump: InDump::Same,
        mended: Mended::By(0),
    },
    Fault {
        name: "stride of 0",
        archs: VALHALL,
        draw: rows,
        change: |words| words.attributes[4] = 0,
        found: Err("the words do not have the application's stride"),
        in_dump: InDump::Same,
        mended: Mended::No,
    },
];

/// Writes the division of the pair.
fn divide_by(words: &mut Words, divisor: u32) {
    let magic = MagicDivisor::new(divisor.try_into().unwrap(), Rounding::RoundDown);
    set_bits(&mut words.buffers[PAIR + 1], 24..29, magic.divisor_r());
    set_bits(
        &mut words.buffers[PAIR + 1],
        29..30,
        magic.divisor_e().into(),
    );
    set_bits(&mut words.buffers[PAIR + 5], 0..31, magic.divisor_d());
}

/// Writes the instance size of both jobs.
fn set_size(words: &mut Words, bits: u32) {
    set_bits(&mut words.draw[0], 16..24, bits);
}

/// Writes bits of a word.
fn set_bits(word: &mut u32, bits: Range<u32>, value: u32) {
    let mask = u32::MAX >> (32 - bits.len() as u32) << bits.start;
    *word = *word & !mask | value << bits.start;
}

/// The table of buffers of the draw of rows, with other vertices.
fn with_vertices(arch: Arch, vertices: u32) -> Vec<u32> {
    rows_of(arch, vertices).buffers
}

/// The table of buffers of the draw of tints, with other vertices.
fn tints_with_vertices(arch: Arch, vertices: u32) -> Vec<u32> {
    tints_of(arch, vertices).buffers
}
