//! The other descriptors against Mesa's packers.

mod golden;

use mali_instancing::descriptor::{
    Attribute, AttributeFields, Buffer, BufferFields, DecodeErrorKind, Draw, DrawFields,
    InstanceId, Invocation, InvocationFields, ValhallAttribute, ValhallAttributeFields,
    ValhallFetchMode, VertexId,
};
use mali_instancing::{
    Arch, DecodeError, Error, InputRate, PaddedCount, Padding, Rounding, ThreadCount,
};
use proptest::prelude::*;

use golden::Row;

/// The architectures with buffer descriptors, and the meaningful bits of word 5.
const VALHALL: [(Arch, u32); 7] = [
    (Arch::V9, 0),
    (Arch::V10, 0),
    (Arch::V11, u32::MAX),
    (Arch::V12, u32::MAX),
    (Arch::V13, u32::MAX),
    (Arch::V14, u32::MAX),
    (Arch::V15, u32::MAX),
];

fn thread_count(row: &Row) -> ThreadCount {
    let padded = PaddedCount::new(row.number("vertices"), Padding::Hardware).unwrap();
    assert_eq!(padded.get(), row.number::<u32>("padded_vertices"));
    ThreadCount::new(padded, row.number("instances")).unwrap()
}

#[test]
fn every_golden_attribute_is_packed_and_decoded() {
    for row in golden::rows("attribute.csv", 160) {
        let fields = AttributeFields {
            buffer_index: row.number("buffer_index"),
            offset_enable: row.number::<u32>("offset_enable") != 0,
            format: row.number("format"),
            offset: row.number("offset"),
        };
        assert_eq!(Attribute::new(fields).unwrap().words(), row.words());
        assert_eq!(Attribute::decode(row.words()), fields);
    }
}

#[test]
fn every_golden_built_in_id_is_packed_and_decoded() {
    for row in golden::rows("special.csv", 240) {
        let thread_count = thread_count(&row);
        if row.text("record") == "vertex-id" {
            assert_eq!(VertexId::new(thread_count).words(), row.words());
            let expected = thread_count
                .is_instanced()
                .then(|| thread_count.padded_vertices());
            assert_eq!(VertexId::decode(row.words()), Ok(expected));
        } else {
            assert_eq!(
                InstanceId::new(thread_count, row.rounding()).words(),
                row.words()
            );
            let magic = InstanceId::decode(row.words()).unwrap();
            let threads_per_instance = if thread_count.is_instanced() {
                row.number::<u32>("padded_vertices")
            } else {
                1 << 31
            };
            for id in [0, 1, threads_per_instance - 1] {
                assert_eq!(magic.divide(id), 0);
            }
            assert_eq!(magic.divide(threads_per_instance), 1);
        }
    }
}

/// Only the tight rule and Mesa's rule pad to a single vertex.
#[test]
fn the_instance_id_of_one_padded_vertex_is_the_linear_id() {
    let thread_count = ThreadCount::for_any_instance_count(PaddedCount::ONE);
    for rounding in [Rounding::RoundDown, Rounding::Nearest] {
        let words = InstanceId::new(thread_count, rounding).words();
        assert_eq!(words, [0x24, 0x2000_0000, 0x7fff_ffff, 0]);
    }
}

#[test]
fn every_golden_draw_is_packed_and_decoded() {
    for row in golden::rows("draw.csv", 160) {
        let thread_count = thread_count(&row);
        let offset_start = row.number("offset_start");
        assert_eq!(Draw::new(thread_count, offset_start).words(), row.words());
        let fields = Draw::decode(row.words()).unwrap();
        let instance_size = match row.number::<u32>("instances") {
            1 => 1,
            _ => row.number("padded_vertices"),
        };
        assert_eq!(fields.instance_size.get(), instance_size);
        assert_eq!(fields.instance_primitive_size, PaddedCount::ONE);
        assert_eq!((fields.offset_start, fields.flags), (offset_start, 0));
    }
}

/// Both sizes are random, including odd factors above 9, to which no count is padded.
#[test]
fn every_golden_draw_of_2025_is_packed_and_decoded() {
    let (mut packed, mut refused) = (0, 0);
    for row in golden::rows("2025/draw.csv", 600) {
        let [first, offset_start, _]: [u32; 3] = row.words();
        assert_eq!(offset_start, row.number::<u32>("offset_start"));
        let decoded = Draw::decode([first, offset_start]);
        let size = |column| PaddedCount::from_exact(row.number(column));
        let (instance_size, instance_primitive_size) = match (
            size("instance_size"),
            size("instance_primitive_size"),
        ) {
            (Ok(instance_size), Ok(primitives)) => (instance_size, primitives),
            (instance_size, _) => {
                let expected = match instance_size {
                    Err(_) => "instance size",
                    Ok(_) => "instance primitive size",
                };
                let DecodeError { word, found, kind } = decoded.unwrap_err();
                assert!(
                    matches!(kind, DecodeErrorKind::InstanceSize { field } if field.name == expected)
                );
                assert_eq!((word, found), (0, first));
                refused += 1;
                continue;
            }
        };
        let thread_count = match row.text("vertices") {
            "" => ThreadCount::for_any_instance_count(instance_size),
            _ => {
                let padded = PaddedCount::new(row.number("vertices"), Padding::Mesa).unwrap();
                assert_eq!(padded.get(), row.number::<u32>("padded_vertices"));
                ThreadCount::new(padded, row.number("instances")).unwrap()
            }
        };
        let flags: u16 = row.number("flags");
        let draw = Draw::new(thread_count, offset_start)
            .with_instance_primitive_size(instance_primitive_size)
            .with_flags(flags);
        assert_eq!(draw.words(), [first, offset_start]);
        let fields = DrawFields {
            instance_size,
            instance_primitive_size,
            offset_start,
            flags,
        };
        assert_eq!(decoded, Ok(fields));
        packed += 1;
    }
    assert_eq!((packed, refused), (444, 156));
}

#[test]
fn an_instance_size_that_is_no_padded_count_is_refused_by_its_name() {
    for (word, name) in [
        (0x00a0_0000, "an instance size that"),
        (0xa000_0000, "an instance primitive size that"),
        // The instance size is 3 · 2^31.
        (0x003f_0000, "an instance size that"),
        (0x3f00_0000, "an instance primitive size that"),
    ] {
        let error = Draw::decode([word, 0]).unwrap_err();
        let text = error.to_string();
        let expected = format!("word 0: {word:#010x} has {name} is no padded count");
        assert!(text.starts_with(&expected), "{text}");
    }
}

#[test]
fn flags_and_sizes_leave_each_other_alone() {
    let draw = Draw::new(ThreadCount::for_any_instance_count(PaddedCount::MAX), 7);
    let [instance_size, primitives] = [0x7d_u32 << 16, 0x62_u32 << 24];
    for flags in [0, 0x1234, u16::MAX] {
        let word = u32::from(flags) | instance_size;
        let plain = draw.with_flags(flags);
        assert_eq!(plain.words(), [word, 7]);
        let size = PaddedCount::from_exact(28).unwrap();
        let sized = plain.with_instance_primitive_size(size);
        assert_eq!(sized.words(), [word | primitives, 7]);
        // Both calls replace the earlier value.
        assert_eq!(sized.with_flags(!flags).with_flags(flags), sized);
        let back = sized.with_instance_primitive_size(PaddedCount::ONE);
        assert_eq!(back, plain);
        let fields = Draw::decode(sized.words()).unwrap();
        assert_eq!(
            (fields.flags, fields.instance_primitive_size),
            (flags, size)
        );
    }
}

#[test]
fn bits_that_a_descriptor_has_no_field_for_are_reserved() {
    fn assert_reserved<const WORDS: usize, T: std::fmt::Debug + PartialEq>(
        decode: impl Fn([u32; WORDS]) -> Result<T, DecodeError>,
        words: [u32; WORDS],
        reserved: [u32; WORDS],
    ) {
        assert!(decode(words).is_ok());
        for word in 0..WORDS {
            for bit in (0..32).map(|shift| 1 << shift) {
                let mut words = words;
                words[word] ^= bit;
                let error = DecodeError {
                    word,
                    found: words[word],
                    kind: DecodeErrorKind::ReservedBits {
                        reserved: reserved[word],
                    },
                };
                let is_reserved = reserved[word] & bit != 0;
                assert_eq!(
                    decode(words) == Err(error),
                    is_reserved,
                    "word {word}, {bit:#x}"
                );
            }
        }
    }
    let thread_count = ThreadCount::for_any_instance_count(PaddedCount::from_exact(72).unwrap());
    let instance_id = InstanceId::new(thread_count, Rounding::RoundDown).words();
    let reserved = [!0x3f, 0xc0ff_ffff, 0x8000_0000, u32::MAX];
    assert_reserved(InstanceId::decode, instance_id, reserved);
    let vertex_id = VertexId::new(thread_count).words();
    let reserved = [!0x3f, 0x00ff_ffff, u32::MAX, u32::MAX];
    assert_reserved(VertexId::decode, vertex_id, reserved);
    let unused = u32::MAX;
    for (arch, size_hi) in VALHALL {
        let buffer = Buffer::new(arch, 0x1000, 64).unwrap().words();
        let reserved = [0xffff_ff00, 0, 0, 0, unused, !size_hi, unused, unused];
        assert_reserved(|words| Buffer::decode(arch, words), buffer, reserved);
    }
}

/// The result does not depend on the other words.
#[test]
fn an_attribute_per_vertex_of_v9_that_divides_is_none() {
    for row in golden::rows("valhall_attribute.csv", 193) {
        let mut words: [u32; 8] = row.words();
        let divides = words[0] >> 4 & 0xf != 1;
        words[0] |= 1 << 8; // offset enable
        words[1] &= !(0b11 << 6); // frequency: vertex
        let decoded = ValhallAttribute::decode(words);
        if divides {
            let kind = decoded.unwrap_err().kind;
            assert!(matches!(kind, DecodeErrorKind::Value { .. }), "{kind:?}");
        } else {
            assert_eq!(decoded.unwrap().mode, ValhallFetchMode::Vertex);
        }
    }
}

/// Of the types of buffers, vertex data requires the simple one.
#[test]
fn every_golden_buffer_is_packed_and_decoded() {
    let mut simple = 0;
    for row in golden::rows("2025/buffer.csv", 300) {
        let arch = Arch::from_name(row.text("arch")).unwrap();
        let decoded = Buffer::decode(arch, row.words());
        let (address, size) = (row.number("address"), row.number("size"));
        if row.text("buffer_type") == "Simple" {
            assert_eq!(
                Buffer::new(arch, address, size).unwrap().words(),
                row.words()
            );
            assert_eq!(decoded, Ok(BufferFields { address, size }));
            simple += 1;
        } else {
            let error = decoded.unwrap_err();
            assert!(
                matches!(error.kind, DecodeErrorKind::Value { field, .. } if field.name == "buffer type")
            );
            assert_eq!((error.word, error.found), (0, row.words::<8>()[0]));
        }
    }
    assert_eq!(simple, 224);
}

#[test]
fn a_buffer_is_as_large_as_its_architecture_has_bits_for() {
    for &arch in Arch::ALL {
        let number = arch.number();
        let new = |size| Buffer::new(arch, 0, size).map(|buffer| buffer.words());
        if number <= 7 {
            assert_eq!(new(0), Err(Error::BufferArch { arch: number }));
            let error = Buffer::decode(arch, [0x19, 0, 0, 0, 0, 0, 0, 0]).unwrap_err();
            assert_eq!(error.kind, DecodeErrorKind::Arch { arch });
            assert!(
                error.to_string().ends_with("V9 and later have it"),
                "{error}"
            );
            continue;
        }
        assert_eq!(new(0xffff_ffff), Ok([0x19, u32::MAX, 0, 0, 0, 0, 0, 0]));
        for (size, words) in [
            (1 << 32, [0x19, 0, 0, 0, 0, 1, 0, 0]),
            (u64::MAX, [0x19, u32::MAX, 0, 0, 0, u32::MAX, 0, 0]),
        ] {
            let expected = match number {
                9 | 10 => Err(Error::BufferSize { arch: number, size }),
                _ => Ok(words),
            };
            assert_eq!(new(size), expected);
        }
    }
}

#[test]
fn every_golden_invocation_is_packed_and_decoded() {
    for row in golden::rows("invocation.csv", 160) {
        let size = ["size_x", "size_y", "size_z"].map(|column| row.number(column));
        let workgroups =
            ["workgroups_x", "workgroups_y", "workgroups_z"].map(|column| row.number(column));
        let (packed, fields) = if row.text("kind") == "draw" {
            let [one, vertices, instances] = workgroups;
            assert_eq!((size, one), ([1; 3], 1));
            (
                Invocation::draw(vertices, instances),
                InvocationFields::Draw {
                    vertices,
                    instances,
                },
            )
        } else {
            let fields = InvocationFields::Compute { size, workgroups };
            (Invocation::compute(size, workgroups), fields)
        };
        assert_eq!(packed.unwrap().words(), row.words());
        assert_eq!(Invocation::decode(row.words()), Ok(fields));
    }
}

#[test]
fn every_golden_valhall_attribute_is_packed_and_decoded() {
    for row in golden::rows("valhall_attribute.csv", 193) {
        let rate = InputRate::from_gl_divisor(row.number("divisor"));
        let fields = ValhallAttributeFields {
            mode: ValhallFetchMode::new(rate, row.rounding()),
            format: row.number("format"),
            table: 0,
            offset: row.number("offset"),
            buffer_index: row.number("buffer_index"),
            stride: row.number("stride"),
        };
        let name = match fields.mode {
            ValhallFetchMode::Vertex => "linear",
            ValhallFetchMode::Instance => "linear-instance",
            ValhallFetchMode::PotDivisor(_) => "pot",
            ValhallFetchMode::NpotDivisor(_) => "npot",
            ValhallFetchMode::Constant | ValhallFetchMode::VertexPacket { .. } => {
                panic!("no row has Vulkan's divisor 0 or a varying")
            }
        };
        assert_eq!(name, row.text("mode"));
        assert_eq!(ValhallAttribute::new(fields).unwrap().words(), row.words());
        // An instance stride of 0 means that one element is read.
        let mode = match fields.mode {
            ValhallFetchMode::Instance if fields.stride == 0 => ValhallFetchMode::Constant,
            mode => mode,
        };
        let decoded = ValhallAttributeFields { mode, ..fields };
        assert_eq!(ValhallAttribute::decode(row.words()), Ok(decoded));
    }
}

#[test]
fn what_does_not_fit_a_field_is_an_error() {
    let attribute = |buffer_index, format| {
        Attribute::new(AttributeFields {
            buffer_index,
            offset_enable: false,
            format,
            offset: 0,
        })
    };
    assert!(attribute(511, 0x3f_ffff).is_ok());
    assert_eq!(attribute(512, 0), Err(Error::BufferIndex { index: 512 }));
    assert_eq!(
        attribute(0, 0x40_0000),
        Err(Error::FormatField { format: 0x40_0000 })
    );

    assert!(Invocation::draw(1 << 20, 1 << 12).is_ok());
    assert_eq!(
        Invocation::draw(1 << 20, 1 << 13),
        Err(Error::InvocationBits {
            bits: 33,
            largest: 4
        })
    );
    assert_eq!(
        Invocation::draw(0, 1),
        Err(Error::InvocationDimension { dimension: 4 })
    );
    assert_eq!(
        Invocation::draw(1, 0),
        Err(Error::InvocationDimension { dimension: 5 })
    );
    assert!(Invocation::draw(u32::MAX, 1).is_ok());

    assert!(Invocation::compute([1 << 5; 3], [1; 3]).is_ok());
    let split = Invocation::compute([1 << 6, 1 << 5, 1 << 5], [1; 3]);
    let expected = Error::InvocationSplit {
        bit: 16,
        largest: 0,
    };
    assert_eq!(split, Err(expected));
    let bits = Invocation::compute([1 << 5; 3], [1 << 6; 3]);
    let expected = |bits, largest| Err(Error::InvocationBits { bits, largest });
    assert_eq!(bits, expected(33, 5));
    let most = Invocation::compute([u32::MAX; 3], [u32::MAX; 3]);
    assert_eq!(most, expected(192, 5));
}

proptest! {
    #[test]
    fn what_is_decoded_packs_to_the_same_words(words: [u32; 8], flips in prop::collection::vec(0..256_usize, 0..4)) {
        let [first, second, third, fourth, ..] = words;
        prop_assert_eq!(
            Attribute::new(Attribute::decode([first, second])).unwrap().words(),
            [first, second]
        );
        if let Ok(fields) = Draw::decode([first, second]) {
            let sizes = [fields.instance_size, fields.instance_primitive_size];
            let [size, primitives] = sizes.map(|size| u32::from(size.to_bits()));
            let word = primitives << 24 | size << 16 | u32::from(fields.flags);
            prop_assert_eq!([word, fields.offset_start], [first, second]);
        }
        // Random start bits are seldom a valid packing, so some inputs begin with valid ones.
        let mut pair = Invocation::draw(first >> 16 | 1, second >> 20 | 1).unwrap().words();
        for flip in &flips {
            pair[flip / 32 % 2] ^= 1 << (flip % 32);
        }
        for pair in [[first, second], pair] {
            let packed = match Invocation::decode(pair) {
                Ok(InvocationFields::Draw { vertices, instances }) => {
                    Invocation::draw(vertices, instances)
                }
                Ok(InvocationFields::Compute { size, workgroups }) => {
                    Invocation::compute(size, workgroups)
                }
                Err(_) => continue,
            };
            prop_assert_eq!(packed.unwrap().words(), pair);
        }
        let vertex_id = [0x22, second & 0xff00_0000, third & fourth & 1, 0];
        if let Ok(padded) = VertexId::decode(vertex_id) {
            prop_assert_eq!(VertexId::from_fields(padded).words(), vertex_id);
        }
        let instance_id = [0x24, second & 0x7f00_0000, third, 0];
        if let Ok(division) = InstanceId::decode(instance_id) {
            prop_assert_eq!(InstanceId::from_fields(division).words(), instance_id);
        }
    }

    #[test]
    fn valhall_descriptors_that_are_decoded_pack_to_the_same_words(
        row in 0..193_usize,
        flips in prop::collection::vec(0..256_usize, 0..4),
        address: u64,
        size: u64,
        arch in (0..VALHALL.len()).prop_map(|index| VALHALL[index]),
    ) {
        let mut words: [u32; 8] = golden::rows("valhall_attribute.csv", 193)[row].words();
        let (arch, size_hi) = arch;
        let size = size & (u64::from(size_hi) << 32 | u64::from(u32::MAX));
        let mut buffer = Buffer::new(arch, address, size).unwrap().words();
        prop_assert_eq!(Buffer::decode(arch, buffer), Ok(BufferFields { address, size }));
        for flip in flips {
            words[flip / 32] ^= 1 << (flip % 32);
            buffer[flip / 32] ^= 1 << (flip % 32);
        }
        if let Ok(fields) = ValhallAttribute::decode(words) {
            prop_assert_eq!(ValhallAttribute::new(fields).unwrap().words(), words);
        }
        if let Ok(BufferFields { address, size }) = Buffer::decode(arch, buffer) {
            prop_assert_eq!(Buffer::new(arch, address, size).unwrap().words(), buffer);
        }
    }
}
