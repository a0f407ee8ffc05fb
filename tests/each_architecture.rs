//! One draw on every architecture, worked out by hand from the places that Mesa's genxml gives each
//! field (`start="word:bit"`).
//!
//! 70 vertices are padded to 72 = 9·2^3. An element of `model` serves 3 instances, on V4 to V7 3 · 72 = 216
//! threads:
//!
//! * 216 is between 2^7 and 2^8. 2^39 = 216 · 2545165805 + 8, and 8 is at most 2^7: R = 7, E = 1,
//!   D = 2545165805 − 2^31 = 0x17b425ed.
//! * 3 is between 2^1 and 2^2. 2^33 = 3 · 2863311530 + 2, and 2 is at most 2^1: R = 1, E = 1,
//!   D = 2863311530 − 2^31 = 0x2aaaaaaa.
//!
//! Fields that are 0 are left out of the lists.

use std::num::NonZeroU32;

use mali_instancing::descriptor::Buffer;
use mali_instancing::draw::{
    BufferRange, DrawCounts, Pipeline, VertexAttribute, VertexBuffer, write,
};
use mali_instancing::model::{Fetched, Memory, Thread, fetch_valhall, thread};
use mali_instancing::{Arch, Format, InputRate};

/// A field: its name, the word and the bit at which it starts, its size in bits, and its value.
type Row = (&'static str, usize, u32, u32, i64);

/// The words that contain these fields, and zeros elsewhere.
fn words(length: usize, rows: &[Row]) -> Vec<u32> {
    let mut words = vec![0_u32; length];
    for &(name, word, bit, size, value) in rows {
        let mask = u64::MAX >> (64 - size);
        let value = value as u64;
        assert!(value <= mask || value | mask == u64::MAX, "{name}");
        let bits = u128::from(value & mask) << bit;
        for (word, part) in (word..).zip([bits as u32, (bits >> 32) as u32]) {
            if part != 0 {
                assert_eq!(words[word] & part, 0, "{name}");
                words[word] |= part;
            }
        }
    }
    words
}

const MESH: BufferRange = BufferRange::new(0x1000_0000, 1400);
const MODEL: BufferRange = BufferRange::new(0x12_2000_0040, 2176);

/// 70 vertices from number 7 on in triangles, 100 instances.
const COUNTS: DrawCounts = DrawCounts::instanced(70, 100)
    .with_first_vertex(7)
    .with_primitive_vertices(NonZeroU32::new(3));

/// In V9's words the buffers' table is number 2.
fn pipeline(arch: Arch) -> Pipeline {
    Pipeline::new(arch).with_resource_table(2)
}

/// The tables of buffers and of attributes.
fn tables(arch: Arch, attributes: &[VertexAttribute]) -> [Vec<u32>; 2] {
    let buffers = [
        VertexBuffer::new(20, InputRate::Vertex),
        VertexBuffer::new(64, InputRate::from_gl_divisor(3)),
    ];
    let mut words = [0; 64];
    let tables = write(
        &pipeline(arch),
        &COUNTS,
        &buffers,
        attributes,
        &[MESH, MODEL],
        &mut words,
    )
    .unwrap();
    [
        words[tables.buffers].to_vec(),
        words[tables.attributes].to_vec(),
    ]
}

const POSITION: VertexAttribute = VertexAttribute::new(0, Format::R32G32B32_SFLOAT, 0);
const ROW: VertexAttribute = VertexAttribute::new(1, Format::R32G32B32A32_SFLOAT, 16);

/// Format 183 is RGB32F, 191 RGBA32F, 133 R32UI. The lower twelve bits are the components: up to V6
/// selectors of three bits each (4 is 0, 5 is 1), from V7 on an order (16 is RGB1, 0 RGBA).
const RGB32F: i64 = 183 << 12;
const RGBA32F: i64 = 191 << 12;
const R32UI: i64 = 133 << 12;
const SELECT_RGB1: i64 = 5 << 9 | 2 << 6 | 1 << 3;
const SELECT_RGBA: i64 = 3 << 9 | 2 << 6 | 1 << 3;
const SELECT_R001: i64 = 5 << 9 | 4 << 6 | 4 << 3;
const ORDER_RGB1: i64 = 16;

/// The buffers of V4 to V7: mesh in descriptor 0, with a copy in 1, because a pair begins at an even index, and
/// model in descriptors 2 and 3.
const ATTRIBUTE_BUFFERS: [Row; 21] = [
    ("Type: 1D Modulus", 0, 0, 6, 3),
    ("Pointer / 64", 0, 6, 50, 0x1000_0000 / 64),
    ("Divisor R", 1, 24, 5, 3),
    ("Divisor P", 1, 29, 3, 4),
    ("Stride", 2, 0, 32, 20),
    ("Size", 3, 0, 32, 1400),
    ("Type: 1D Modulus", 4, 0, 6, 3),
    ("Pointer / 64", 4, 6, 50, 0x1000_0000 / 64),
    ("Divisor R", 5, 24, 5, 3),
    ("Divisor P", 5, 29, 3, 4),
    ("Stride", 6, 0, 32, 20),
    ("Size", 7, 0, 32, 1400),
    ("Type: 1D NPOT Divisor", 8, 0, 6, 4),
    ("Pointer / 64", 8, 6, 50, 0x12_2000_0040 / 64),
    ("Divisor R", 9, 24, 5, 7),
    ("Divisor E", 9, 29, 1, 1),
    ("Stride", 10, 0, 32, 64),
    ("Size", 11, 0, 32, 2176),
    ("Type: Continuation", 12, 0, 6, 0x20),
    ("Divisor Numerator", 13, 0, 32, 0x17b4_25ed),
    ("Divisor", 15, 0, 32, 3),
];
const MESH_WORDS: [u32; 8] = [
    0x1000_0003,
    0x8300_0000,
    20,
    1400,
    0x1000_0003,
    0x8300_0000,
    20,
    1400,
];
const MODEL_WORDS: [u32; 8] = [0x2000_0044, 0x2700_0012, 64, 2176, 0x20, 0x17b4_25ed, 0, 3];

/// The unit is taken to add the offset start, 7, to every index. An attribute that steps every 3 instances must not be
/// moved, so 7 · 64 bytes are subtracted from its offset: 16 − 448 = −432.
fn attributes(position: i64, row: i64) -> [Row; 7] {
    [
        ("Buffer index", 0, 0, 9, 0),
        ("Offset enable", 0, 9, 1, 1),
        ("Format", 0, 10, 22, position),
        ("Buffer index", 2, 0, 9, 2),
        ("Offset enable", 2, 9, 1, 1),
        ("Format", 2, 10, 22, row),
        ("Offset", 3, 0, 32, -432),
    ]
}

/// 72 padded vertices are 24 triangles, padded by Mesa's rule to 28 = 7·2^2.
const DRAW: [Row; 5] = [
    ("Instance size, R", 0, 16, 5, 3),
    ("Instance size, P", 0, 21, 3, 4),
    ("Instance primitive size, R", 0, 24, 5, 2),
    ("Instance primitive size, P", 0, 29, 3, 3),
    ("Offset start", 1, 0, 32, 7),
];

/// 70 vertices take seven bits, so 100 instances begin at bit 7.
const INVOCATION: [Row; 3] = [
    ("Invocations", 0, 0, 32, 69 + (99 << 7)),
    ("Workgroups Z shift", 1, 22, 6, 7),
    ("Thread group split", 1, 28, 4, 2),
];

/// Checks draw and invocation, which are the same from V4 to V7.
fn assert_draw(arch: Arch) {
    let draw = pipeline(arch).draw(&COUNTS).unwrap().unwrap().words();
    assert_eq!(draw, [0x6283_0000, 7]);
    assert_eq!(draw, *words(2, &DRAW));
    let invocation = pipeline(arch).invocation(&COUNTS).unwrap().unwrap().words();
    assert_eq!(invocation, [0x0000_31c5, 0x21c0_0000]);
    assert_eq!(invocation, *words(2, &INVOCATION));
    for (linear_id, vertex, instance) in [(0, 0, 0), (71, 71, 0), (72, 0, 1), (7199, 71, 99)] {
        let expected = Thread {
            vertex,
            instance,
            is_padding: vertex >= 70,
        };
        assert_eq!(thread(draw, invocation, linear_id), Some(expected));
    }
}

/// Vertex and instance ID are attributes of their own, and their descriptors follow those of the buffers.
///
/// The instance is the linear id divided by 72, which is between 2^6 and 2^7. 2^38 = 72 · 3817748707 + 40,
/// and 40 is at most 2^6: R = 6, E = 1, D = 3817748707 − 2^31 = 0x638e38e3.
#[test]
fn midgard() {
    for arch in [Arch::V4, Arch::V5] {
        let ids = [VertexAttribute::VERTEX_ID, VertexAttribute::INSTANCE_ID];
        let [buffers, table] = tables(arch, &[POSITION, ROW, ids[0], ids[1]]);
        let id_descriptors: [Row; 7] = [
            ("Type: Vertex ID", 16, 0, 6, 0x22),
            ("Divisor R", 17, 24, 5, 3),
            ("Divisor P", 17, 29, 3, 4),
            ("Type: Instance ID", 20, 0, 6, 0x24),
            ("Divisor R", 21, 24, 5, 6),
            ("Divisor E", 21, 29, 1, 1),
            ("Divisor Numerator", 22, 0, 32, 0x638e_38e3),
        ];
        let rows = [&ATTRIBUTE_BUFFERS[..], &id_descriptors].concat();
        assert_eq!(buffers, words(24, &rows), "{arch}");
        assert_eq!(buffers[..16], [MESH_WORDS, MODEL_WORDS].concat());
        assert_eq!(buffers[16..20], [0x22, 0x8300_0000, 0, 0]);
        assert_eq!(buffers[20..], [0x24, 0x2600_0000, 0x638e_38e3, 0]);

        let id_rows: [Row; 6] = [
            ("Buffer index", 4, 0, 9, 4),
            ("Offset enable", 4, 9, 1, 1),
            ("Format", 4, 10, 22, R32UI | SELECT_R001),
            ("Buffer index", 6, 0, 9, 5),
            ("Offset enable", 6, 9, 1, 1),
            ("Format", 6, 10, 22, R32UI | SELECT_R001),
        ];
        let rows = attributes(RGB32F | SELECT_RGB1, RGBA32F | SELECT_RGBA);
        assert_eq!(table, words(8, &[&rows[..], &id_rows].concat()), "{arch}");
        assert_eq!(table[..4], [0x2dea_2200, 0, 0x2fda_2202, 0xffff_fe50]);
        assert_eq!(table[4..], [0x216c_8204, 0, 0x216c_8205, 0]);
        assert_draw(arch);
    }
}

/// A null terminator ends the table of buffers. V7 has another notation of components.
#[test]
fn bifrost() {
    for (arch, attribute_rows, attribute_words) in [
        (
            Arch::V6,
            attributes(RGB32F | SELECT_RGB1, RGBA32F | SELECT_RGBA),
            [0x2dea_2200, 0, 0x2fda_2202, 0xffff_fe50],
        ),
        (
            Arch::V7,
            attributes(RGB32F | ORDER_RGB1, RGBA32F),
            [0x2dc0_4200, 0, 0x2fc0_0202, 0xffff_fe50],
        ),
    ] {
        let [buffers, table] = tables(arch, &[POSITION, ROW]);
        assert_eq!(buffers, words(20, &ATTRIBUTE_BUFFERS), "{arch}");
        assert_eq!(buffers[..16], [MESH_WORDS, MODEL_WORDS].concat());
        assert_eq!(table, words(4, &attribute_rows), "{arch}");
        assert_eq!(table, attribute_words);
        assert_draw(arch);
    }
}

const BUFFERS: [Row; 8] = [
    ("Type: Buffer", 0, 0, 4, 9),
    ("Buffer type: Simple", 0, 4, 4, 1),
    ("Size", 1, 0, 32, 1400),
    ("Address", 2, 0, 64, 0x1000_0000),
    ("Type: Buffer", 8, 0, 4, 9),
    ("Buffer type: Simple", 8, 4, 4, 1),
    ("Size", 9, 0, 32, 2176),
    ("Address", 10, 0, 64, 0x12_2000_0040),
];
const VALHALL_ATTRIBUTES: [Row; 17] = [
    ("Type: Attribute", 0, 0, 4, 5),
    ("Attribute type: 1D", 0, 4, 4, 1),
    ("Offset enable", 0, 8, 1, 1),
    ("Format", 0, 10, 22, RGB32F | ORDER_RGB1),
    ("Table", 1, 0, 6, 2),
    ("Stride", 4, 0, 32, 20),
    ("Type: Attribute", 8, 0, 4, 5),
    ("Attribute type: 1D NPOT Divisor", 8, 4, 4, 3),
    ("Format", 8, 10, 22, RGBA32F),
    ("Table", 9, 0, 6, 2),
    ("Frequency: Instance", 9, 6, 2, 1),
    ("Divisor R", 9, 24, 5, 1),
    ("Divisor E", 9, 29, 1, 1),
    ("Offset", 10, 0, 32, 16),
    ("Buffer index", 11, 0, 32, 1),
    ("Stride", 12, 0, 32, 64),
    ("Divisor D", 13, 0, 32, 0x2aaa_aaaa),
];

/// Nothing is padded, and no descriptor contains the number of vertices or instances.
#[test]
fn valhall_and_the_fifth_generation() {
    for arch in [
        Arch::V9,
        Arch::V10,
        Arch::V11,
        Arch::V12,
        Arch::V13,
        Arch::V14,
        // By Mesa's description alone: no packer made rows of V15.
        Arch::V15,
    ] {
        let [buffers, table] = tables(arch, &[POSITION, ROW]);
        assert_eq!(buffers, words(16, &BUFFERS), "{arch}");
        assert_eq!(buffers[..8], [0x19, 1400, 0x1000_0000, 0, 0, 0, 0, 0]);
        assert_eq!(buffers[8..], [0x19, 2176, 0x2000_0040, 0x12, 0, 0, 0, 0]);
        assert_eq!(table, words(16, &VALHALL_ATTRIBUTES), "{arch}");
        assert_eq!(table[..8], [0x2dc0_4115, 2, 0, 0, 20, 0, 0, 0]);
        assert_eq!(
            table[8..],
            [0x2fc0_0035, 0x2100_0042, 16, 1, 64, 0x2aaa_aaaa, 0, 0]
        );
        assert_eq!(pipeline(arch).draw(&COUNTS), Ok(None));
        assert_eq!(pipeline(arch).invocation(&COUNTS), Ok(None));
    }
}

/// 20 elements of 2^28 bytes: the unit reads all of them, the last ones above 2^32.
#[test]
fn the_unit_reads_past_four_gibibytes() {
    let attribute = words(
        8,
        &[
            ("Type: Attribute", 0, 0, 4, 5),
            ("Attribute type: 1D", 0, 4, 4, 1),
            ("Format", 0, 10, 22, R32UI | ORDER_RGB1),
            ("Frequency: Instance", 1, 6, 2, 1),
            ("Stride", 4, 0, 32, 1 << 28),
        ],
    );
    let read = |size, instance: u32| {
        let buffer = Buffer::new(Arch::V11, 0x1000, size).unwrap().words();
        let memory = Memory {
            address: 0x1000 + (u64::from(instance) << 28),
            bytes: &[1, 2, 3, 4],
        };
        fetch_valhall(&buffer, &attribute, 0, 0, [0, instance], memory)
    };
    for instance in [0, 15, 16, 19] {
        let expected = Some(Fetched::Bytes(&[1, 2, 3, 4]));
        assert_eq!(read(20 << 28, instance), expected, "{instance}");
    }
    assert_eq!(read(20 << 28, 20), Some(Fetched::OutOfRange));
    assert_eq!(read(0x4000_0000, 4), Some(Fetched::OutOfRange));
}
