//! The table of faults.

use std::ops::Range;

use mali_instancing::check::{Rule, Table};
use mali_instancing::{Arch, Format, MagicDivisor, Rounding};

use super::draws::{Words, fixed, from_20, ids, rows, single, tints};
use super::{Fault, InDump};
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
        found: Ok((Rule::Continuation, Table::Buffers, 4)),
        in_dump: InDump::Same,
    },
    Fault {
        name: "continuation of zeros",
        archs: V4_TO_V7,
        draw: rows,
        change: |words| words.buffers[4..8].fill(0),
        found: Ok((Rule::Continuation, Table::Buffers, 4)),
        in_dump: InDump::Same,
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
        found: Ok((Rule::ContinuationPlace, Table::Attributes, 0)),
        in_dump: InDump::Same,
    },
    Fault {
        name: "R and P of a modulus swapped",
        archs: V4_TO_V7,
        draw: rows,
        change: |words| {
            put(&mut words.buffers[MESH + 1], 24..29, 4);
            put(&mut words.buffers[MESH + 1], 29..32, 3);
        },
        found: Ok((Rule::Modulus, Table::Buffers, MESH + 1)),
        in_dump: InDump::Same,
    },
    Fault {
        name: "divisor times the count that is not padded",
        archs: V4_TO_V7,
        draw: rows,
        change: |words| divide_by(words, 70 * 3),
        found: Ok((Rule::HardwareDivisor, Table::Buffers, PAIR + 5)),
        in_dump: InDump::Same,
    },
    Fault {
        name: "application's divisor alone",
        archs: V4_TO_V7,
        draw: rows,
        change: |words| divide_by(words, 3),
        found: Ok((Rule::HardwareDivisor, Table::Buffers, PAIR + 1)),
        in_dump: InDump::Same,
    },
    Fault {
        name: "R one too large",
        archs: V4_TO_V7,
        draw: rows,
        change: |words| words.buffers[1] += 1 << 24,
        found: Ok((Rule::HardwareDivisor, Table::Buffers, PAIR + 1)),
        in_dump: InDump::Same,
    },
    Fault {
        name: "R one too small",
        archs: V4_TO_V7,
        draw: rows,
        change: |words| words.buffers[1] -= 1 << 24,
        found: Ok((Rule::HardwareDivisor, Table::Buffers, PAIR + 1)),
        in_dump: InDump::Same,
    },
    Fault {
        name: "E inverted",
        archs: V4_TO_V7,
        draw: rows,
        change: |words| words.buffers[1] ^= 1 << 29,
        found: Ok((Rule::HardwareDivisor, Table::Buffers, PAIR + 1)),
        in_dump: InDump::Same,
    },
    Fault {
        name: "D one too small",
        archs: V4_TO_V7,
        draw: rows,
        change: |words| words.buffers[5] -= 1,
        found: Ok((Rule::Rounding, Table::Buffers, PAIR + 5)),
        in_dump: InDump::Same,
    },
    Fault {
        name: "D one too large",
        archs: V4_TO_V7,
        draw: rows,
        change: |words| words.buffers[5] += 1,
        found: Ok((Rule::HardwareDivisor, Table::Buffers, PAIR + 5)),
        in_dump: InDump::Same,
    },
    Fault {
        name: "stride in words",
        archs: V4_TO_V7,
        draw: rows,
        change: |words| words.buffers[2] /= 4,
        // The offset, from which the stride was subtracted seven times, does not fit the stride.
        found: Ok((Rule::Stride, Table::Buffers, PAIR + 2)),
        in_dump: InDump::Same,
    },
    Fault {
        name: "stride in words, below the format",
        archs: V4_TO_V7,
        draw: rows,
        change: |words| words.buffers[MESH + 2] /= 4,
        found: Ok((Rule::ElementAlignment, Table::Buffers, MESH + 2)),
        in_dump: InDump::Same,
    },
    Fault {
        name: "D not filled in",
        archs: V4_TO_V7,
        draw: rows,
        change: |words| words.buffers[5] = 0,
        found: Ok((Rule::HardwareDivisor, Table::Buffers, PAIR + 5)),
        in_dump: InDump::Same,
    },
    Fault {
        name: "size in elements",
        archs: V4_TO_V7,
        draw: rows,
        change: |words| words.buffers[3] /= 64,
        found: Ok((Rule::OutOfBounds, Table::Buffers, PAIR + 3)),
        in_dump: InDump::Same,
    },
    Fault {
        name: "lower bits of the pointer in the type",
        archs: V4_TO_V7,
        draw: rows,
        change: |words| words.buffers[MESH] |= 0x10,
        found: Ok((Rule::Alignment, Table::Buffers, MESH)),
        in_dump: InDump::Rule(Rule::FetchMode),
    },
    Fault {
        name: "instance size below the vertices",
        archs: V4_TO_V7,
        draw: rows,
        change: |words| set_size(words, 0x06),
        found: Ok((Rule::InstanceSize, Table::Draw, 0)),
        in_dump: InDump::Same,
    },
    Fault {
        name: "instance size 1",
        archs: V4_TO_V7,
        draw: rows,
        change: |words| set_size(words, 0),
        found: Ok((Rule::Unpatched, Table::Draw, 0)),
        in_dump: InDump::Same,
    },
    Fault {
        name: "index on a continuation",
        archs: V4_TO_V7,
        draw: rows,
        change: |words| words.attributes[MESH_ATTRIBUTE] -= 1,
        found: Ok((Rule::ContinuationIndex, Table::Attributes, MESH_ATTRIBUTE)),
        in_dump: InDump::Same,
    },
    Fault {
        name: "index on a copy",
        archs: V4_TO_V7,
        draw: fixed,
        change: |words| words.attributes[MESH_ATTRIBUTE] -= 1,
        found: Ok((Rule::CopyIndex, Table::Attributes, MESH_ATTRIBUTE)),
        in_dump: InDump::Same,
    },
    Fault {
        name: "index on the null terminator",
        archs: V6_AND_V7,
        draw: rows,
        change: |words| words.attributes[MESH_ATTRIBUTE] += 1,
        found: Ok((Rule::EmptyIndex, Table::Attributes, MESH_ATTRIBUTE)),
        in_dump: InDump::Same,
    },
    Fault {
        name: "index after the end",
        archs: V4_TO_V7,
        draw: rows,
        change: |words| words.attributes[MESH_ATTRIBUTE] += 7,
        found: Ok((Rule::BufferIndex, Table::Attributes, MESH_ATTRIBUTE)),
        in_dump: InDump::Rule(Rule::EmptyIndex),
    },
    Fault {
        name: "null terminator missing",
        archs: V6_AND_V7,
        draw: rows,
        change: |words| words.buffers.truncate(TERMINATOR),
        found: Ok((Rule::NullTerminator, Table::Buffers, TERMINATOR)),
        in_dump: InDump::Hidden("the printer does not print it"),
    },
    Fault {
        name: "another architecture's format",
        archs: V4_TO_V7,
        draw: rows,
        change: |words| {
            let other = if words.arch < V7 { V7 } else { V6 };
            let format = Format::R32G32B32_SFLOAT.hardware(other).unwrap();
            put(&mut words.attributes[MESH_ATTRIBUTE], 10..32, format);
        },
        found: Ok((Rule::Format, Table::Attributes, MESH_ATTRIBUTE)),
        in_dump: InDump::Same,
    },
    Fault {
        name: "offset enable forgotten",
        archs: V4_TO_V7,
        draw: rows,
        change: |words| words.attributes[MESH_ATTRIBUTE] ^= 1 << 9,
        found: Ok((Rule::OffsetEnable, Table::Attributes, MESH_ATTRIBUTE)),
        in_dump: InDump::Same,
    },
    Fault {
        name: "first instance divided",
        archs: V4_TO_V7,
        draw: from_20,
        change: |words| words.attributes[1] = (20 * 64 / 3 - 7 * 64_i32) as u32,
        found: Ok((Rule::DividedFirstInstance, Table::Attributes, 1)),
        // It does not have the first instance.
        in_dump: InDump::Rule(Rule::ElementAlignment),
    },
    Fault {
        name: "first instance left out",
        archs: V4_TO_V7,
        draw: from_20,
        change: |words| words.attributes[1] = (-7 * 64_i32) as u32,
        found: Ok((Rule::FirstInstance, Table::Attributes, 1)),
        in_dump: InDump::Hidden("it does not have the first instance"),
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
    },
    Fault {
        name: "offset start not subtracted",
        archs: V4_TO_V7,
        draw: rows,
        change: |words| words.attributes[1] = 0,
        found: Ok((Rule::OffsetStart, Table::Attributes, 1)),
        in_dump: InDump::Same,
    },
    Fault {
        name: "sign of an offset lost",
        archs: V4_TO_V7,
        draw: rows,
        change: |words| words.attributes[1] &= 0x00ff_ffff,
        found: Ok((Rule::OffsetSign, Table::Attributes, 1)),
        in_dump: InDump::Same,
    },
    Fault {
        name: "tables of one instance in a draw of several",
        archs: V4_TO_V7,
        draw: rows,
        change: |words| {
            let single = single(words.arch);
            (words.buffers, words.attributes) = (single.buffers, single.attributes);
        },
        found: Ok((Rule::FetchMode, Table::Buffers, 4)),
        in_dump: InDump::Same,
    },
    Fault {
        name: "tiler job of another draw",
        archs: V4_TO_V7,
        draw: rows,
        change: |words| put(&mut words.tiler_draw[0], 16..24, 0x25),
        found: Ok((Rule::TilerJob, Table::TilerDraw, 0)),
        in_dump: InDump::Same,
    },
    Fault {
        name: "vertex ID and instance ID exchanged",
        archs: V4_AND_V5,
        draw: ids,
        change: |words| words.attributes.swap(4, 6),
        found: Err("both are right, and the shader decides which one it takes for which"),
        in_dump: InDump::Same,
    },
    Fault {
        name: "R of the instance ID one too large",
        archs: V4_AND_V5,
        draw: ids,
        change: |words| words.buffers[INSTANCE_ID + 1] += 1 << 24,
        found: Ok((Rule::HardwareDivisor, Table::Buffers, INSTANCE_ID + 1)),
        in_dump: InDump::Same,
    },
    Fault {
        name: "E of the instance ID inverted",
        archs: V4_AND_V5,
        draw: ids,
        change: |words| words.buffers[INSTANCE_ID + 1] ^= 1 << 29,
        found: Ok((Rule::HardwareDivisor, Table::Buffers, INSTANCE_ID + 1)),
        in_dump: InDump::Same,
    },
    Fault {
        name: "D of the instance ID not filled in",
        archs: V4_AND_V5,
        draw: ids,
        change: |words| words.buffers[INSTANCE_ID + 2] = 0,
        found: Ok((Rule::HardwareDivisor, Table::Buffers, INSTANCE_ID + 2)),
        in_dump: InDump::Same,
    },
    Fault {
        name: "npot-divisor with the type of pot-divisor",
        archs: VALHALL,
        draw: rows,
        change: |words| put(&mut words.attributes[0], 4..8, 2),
        found: Ok((Rule::FetchMode, Table::Attributes, 0)),
        in_dump: InDump::Same,
    },
    Fault {
        name: "frequency exchanged",
        archs: VALHALL,
        draw: rows,
        change: |words| put(&mut words.attributes[1], 6..8, 0),
        found: Ok((Rule::Frequency, Table::Attributes, 1)),
        in_dump: InDump::Same,
    },
    Fault {
        name: "one attribute of another table",
        archs: VALHALL,
        draw: rows,
        change: |words| put(&mut words.attributes[9], 0..6, 3),
        found: Ok((Rule::MixedTables, Table::Attributes, 9)),
        in_dump: InDump::Rule(Rule::ResourceTable),
    },
    Fault {
        name: "stride in words",
        archs: VALHALL,
        draw: rows,
        change: |words| words.attributes[4] /= 4,
        found: Err(NO_RATES),
        in_dump: InDump::Same,
    },
    Fault {
        name: "D one too small",
        archs: VALHALL,
        draw: rows,
        change: |words| words.attributes[5] -= 1,
        found: Ok((Rule::Rounding, Table::Attributes, 5)),
        in_dump: InDump::Same,
    },
    Fault {
        name: "D not filled in",
        archs: VALHALL,
        draw: rows,
        change: |words| words.attributes[5] = 0,
        found: Ok((Rule::HardwareDivisor, Table::Attributes, 5)),
        in_dump: InDump::Same,
    },
    Fault {
        name: "D and E not filled in",
        archs: VALHALL,
        draw: rows,
        change: |words| {
            words.attributes[5] = 0;
            put(&mut words.attributes[1], 29..30, 0);
        },
        found: Ok((Rule::PotMode, Table::Attributes, 5)),
        in_dump: InDump::Same,
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
    },
    Fault {
        name: "reserved bits set",
        archs: VALHALL,
        draw: rows,
        change: |words| words.attributes[6] = 1,
        found: Ok((Rule::Descriptor, Table::Attributes, 6)),
        in_dump: InDump::Hidden("the printer does not print them"),
    },
    Fault {
        name: "upper half of a size, from V11 on",
        archs: &[V9, V10],
        draw: rows,
        change: |words| words.buffers[5] = 1,
        found: Ok((Rule::Descriptor, Table::Buffers, 5)),
        in_dump: InDump::Hidden("the printer does not print it"),
    },
];

/// Writes the division of the pair.
fn divide_by(words: &mut Words, divisor: u32) {
    let magic = MagicDivisor::new(divisor.try_into().unwrap(), Rounding::RoundDown);
    put(&mut words.buffers[PAIR + 1], 24..29, magic.divisor_r());
    put(
        &mut words.buffers[PAIR + 1],
        29..30,
        magic.divisor_e().into(),
    );
    put(&mut words.buffers[PAIR + 5], 0..31, magic.divisor_d());
}

/// Writes the instance size of both jobs.
fn set_size(words: &mut Words, bits: u32) {
    put(&mut words.draw[0], 16..24, bits);
}

/// Writes bits of a word.
fn put(word: &mut u32, bits: Range<u32>, value: u32) {
    let mask = u32::MAX >> (32 - bits.len() as u32) << bits.start;
    *word = *word & !mask | value << bits.start;
}
