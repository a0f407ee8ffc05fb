//! Each descriptor's list of fields against its packer and plain arithmetic.

use std::num::NonZeroU32;

use mali_instancing::descriptor::{
    Attribute, AttributeFields, Buffer, Draw, Field, FieldError, FieldKind, InstanceId, Invocation,
    ValhallAttribute, ValhallAttributeFields, ValhallFetchMode, VertexId,
};
use mali_instancing::{
    Arch, AttributeBuffer, BufferAddress, FetchMode, MagicDivisor, PaddedCount, PowerOfTwo,
    ThreadCount,
};
use proptest::prelude::*;

/// The fields and the number of words of each descriptor.
const DESCRIPTORS: [(&[Field], usize); 8] = [
    (AttributeBuffer::FIELDS, 8),
    (VertexId::FIELDS, 4),
    (InstanceId::FIELDS, 4),
    (Attribute::FIELDS, 2),
    (Draw::FIELDS, 2),
    (Invocation::FIELDS, 2),
    (ValhallAttribute::FIELDS, 8),
    (Buffer::FIELDS, 8),
];

#[test]
fn fields_of_one_type_do_not_overlap() {
    for (fields, words) in DESCRIPTORS {
        for first in fields {
            for second in fields {
                let share_a_type = match (first.only, second.only) {
                    (Some((_, first)), Some((_, second))) => {
                        first.iter().any(|one| second.contains(one))
                    }
                    _ => true,
                };
                let overlap = (0..words).any(|word| first.mask(word) & second.mask(word) != 0);
                let is_error = share_a_type && overlap && first != second;
                assert!(!is_error, "{} and {}", first.name, second.name);
            }
        }
    }
}

#[test]
fn a_field_ends_within_its_descriptor_and_its_masks_have_its_bits() {
    for (fields, words) in DESCRIPTORS {
        for field in fields {
            let bits: u32 = (0..words).map(|word| field.mask(word).count_ones()).sum();
            assert_eq!(bits, field.width, "{}", field.name);
            let first = field.start as usize / 32;
            assert_eq!((field.word(), field.shift()), (first, field.start % 32));
            assert_eq!(field.mask(first).trailing_zeros(), field.start % 32);
            assert_eq!(field.mask(words) | field.mask(usize::MAX), 0);
        }
    }
}

#[test]
fn a_descriptor_that_is_too_short_has_no_field() {
    for (fields, words) in DESCRIPTORS {
        for field in fields {
            let needed = (0..words).rfind(|word| field.mask(*word) != 0).unwrap() + 1;
            for given in 0..needed {
                let mut short = vec![0; given];
                assert_eq!(field.get(&short), None);
                assert!(!field.is_in(&short));
                let error = field.set(&mut short, 0).unwrap_err();
                assert_eq!(
                    error,
                    FieldError::Words {
                        field: *field,
                        given
                    }
                );
                let name = field.name;
                assert_eq!(
                    error.to_string(),
                    format!("{given} words are too few for the field {name}: {needed} are needed")
                );
            }
            assert!(field.get(&vec![0; needed]).is_some());
        }
    }
}

#[test]
fn what_does_not_fit_a_field_is_refused_with_what_does() {
    let refused = |fields: &[Field], name: &str, value: u64| {
        let field = fields.iter().find(|field| field.name == name).unwrap();
        let mut words = [0x5555_5555; 8];
        let error = field.set(&mut words, value).unwrap_err();
        assert_eq!(words, [0x5555_5555; 8], "nothing is written");
        error.to_string()
    };
    assert_eq!(
        refused(ValhallAttribute::FIELDS, "table", 64),
        "table 64: 0 to 63 are allowed"
    );
    assert_eq!(
        refused(AttributeBuffer::FIELDS, "pointer", 1 << 56),
        "pointer 0x100000000000000: multiples of 64 up to 0xffffffffffffc0 are allowed"
    );
    assert_eq!(
        refused(AttributeBuffer::FIELDS, "pointer", 0x20),
        "pointer 0x20: multiples of 64 up to 0xffffffffffffc0 are allowed"
    );
    assert_eq!(
        refused(Attribute::FIELDS, "offset", 1 << 31),
        "offset 2147483648: -2147483648 to 2147483647 are allowed"
    );
    assert_eq!(
        refused(Attribute::FIELDS, "offset", (-(1_i64 << 31) - 1) as u64),
        "offset -2147483649: -2147483648 to 2147483647 are allowed"
    );
}

/// The words in which `values` are set, which must be all fields of such a descriptor.
fn by_fields<const WORDS: usize>(fields: &[Field], values: &[(&str, u64)]) -> [u32; WORDS] {
    let mut words = [0; WORDS];
    let mut values = values.iter();
    for field in fields {
        if field.is_in(&words) {
            let (name, value) = values.next().expect("a value for each field");
            assert_eq!(*name, field.name);
            field.set(&mut words, *value).unwrap();
        }
    }
    assert_eq!(values.next(), None);
    for field in fields.iter().filter(|field| field.is_in(&words)) {
        let bits = (field.start..).take(field.width as usize);
        let stored: u128 = bits
            .enumerate()
            .filter(|(_, bit)| words[*bit as usize / 32] >> (bit % 32) & 1 != 0)
            .map(|(place, _)| 1 << place)
            .sum();
        let value = field.get(&words).unwrap();
        let mask = (1 << field.width) - 1;
        assert_eq!(
            stored,
            u128::from(value / field.scale) & mask,
            "{}",
            field.name
        );
    }
    words
}

fn padded() -> impl Strategy<Value = PaddedCount> {
    any::<u8>().prop_filter_map("no padded count", PaddedCount::from_bits)
}

fn magic() -> impl Strategy<Value = MagicDivisor> {
    let in_range = "no magic divisor";
    (0..32_u32, any::<bool>(), any::<u32>()).prop_filter_map(in_range, |(r, e, d)| {
        MagicDivisor::from_fields(r, e, d & 0x7fff_ffff)
    })
}

fn fetch_mode() -> impl Strategy<Value = FetchMode> {
    prop_oneof![
        Just(FetchMode::Linear),
        Just(FetchMode::Constant),
        padded().prop_map(FetchMode::Modulus),
        (0..32_u32).prop_map(|r| { FetchMode::PotDivisor(PowerOfTwo::from_divisor_r(r).unwrap()) }),
        (magic(), any::<NonZeroU32>())
            .prop_map(|(magic, divisor)| FetchMode::NpotDivisor { magic, divisor }),
    ]
}

fn valhall_mode() -> impl Strategy<Value = ValhallFetchMode> {
    prop_oneof![
        Just(ValhallFetchMode::Vertex),
        Just(ValhallFetchMode::Instance),
        Just(ValhallFetchMode::Constant),
        (0..32_u32)
            .prop_map(|r| { ValhallFetchMode::PotDivisor(PowerOfTwo::from_divisor_r(r).unwrap()) }),
        magic().prop_map(ValhallFetchMode::NpotDivisor),
        any::<u16>().prop_map(|packet_stride| ValhallFetchMode::VertexPacket { packet_stride }),
    ]
}

/// The value of a signed field.
fn signed(value: i32) -> u64 {
    i64::from(value) as u64
}

proptest! {
    #[test]
    fn an_attribute_buffer_is_packed_field_by_field(
        mode in fetch_mode(),
        address in 0..1_u64 << 50,
        stride: u32,
        size: u32,
    ) {
        let address = BufferAddress::new(address * 64).unwrap();
        let number = match mode {
            FetchMode::Linear | FetchMode::Constant => 1,
            FetchMode::PotDivisor(_) => 2,
            FetchMode::Modulus(_) => 3,
            FetchMode::NpotDivisor { .. } => 4,
        };
        let mut values = vec![("type", number), ("pointer", address.get())];
        match mode {
            FetchMode::Linear | FetchMode::Constant => {}
            FetchMode::PotDivisor(power) => {
                values.push(("divisor R", power.divisor_r().into()));
            }
            FetchMode::Modulus(padded) => values.extend([
                ("divisor R", padded.shift().into()),
                ("divisor P", u64::from(padded.odd()) / 2),
            ]),
            FetchMode::NpotDivisor { magic, .. } => values.extend([
                ("divisor R", magic.divisor_r().into()),
                ("divisor E", magic.divisor_e().into()),
            ]),
        }
        let written = if mode == FetchMode::Constant { 0 } else { stride };
        values.extend([("stride", written.into()), ("size", size.into())]);
        if let FetchMode::NpotDivisor { magic, divisor } = mode {
            values.extend([
                ("type", 0x20),
                ("divisor D", magic.divisor_d().into()),
                ("divisor", divisor.get().into()),
            ]);
        }
        let buffer = AttributeBuffer::new(mode, address, stride, size);
        prop_assert_eq!(buffer.words(), by_fields(AttributeBuffer::FIELDS, &values));
        let moved = AttributeBuffer::new(mode, BufferAddress::NULL, 0, 0)
            .with_address(address)
            .with_stride(written)
            .with_size(size);
        prop_assert_eq!(moved.words(), buffer.words());
    }

    #[test]
    fn built_in_ids_are_packed_field_by_field(padded in padded(), magic in magic()) {
        let values = [
            ("type", 0x22),
            ("divisor R", padded.shift().into()),
            ("divisor P", u64::from(padded.odd()) / 2),
        ];
        let descriptor = VertexId::from_fields(Some(padded));
        prop_assert_eq!(descriptor.words(), by_fields(VertexId::FIELDS, &values));
        let values = [
            ("type", 0x24),
            ("divisor R", magic.divisor_r().into()),
            ("divisor E", magic.divisor_e().into()),
            ("divisor D", magic.divisor_d().into()),
        ];
        let descriptor = InstanceId::from_fields(magic);
        prop_assert_eq!(descriptor.words(), by_fields(InstanceId::FIELDS, &values));
    }

    #[test]
    fn an_attribute_is_packed_field_by_field(
        buffer_index in 0..512_u32,
        offset_enable: bool,
        format in 0..1_u32 << 22,
        offset: i32,
    ) {
        let fields = AttributeFields { buffer_index, offset_enable, format, offset };
        let values = [
            ("buffer index", buffer_index.into()),
            ("offset enable", offset_enable.into()),
            ("format", format.into()),
            ("offset", signed(offset)),
        ];
        let words = by_fields(Attribute::FIELDS, &values);
        prop_assert_eq!(Attribute::new(fields).unwrap().words(), words);
        prop_assert_eq!(Attribute::decode(words), fields);
    }

    #[test]
    fn a_draw_is_packed_field_by_field(padded in padded(), primitives in padded(), offset_start: u32) {
        let values = [
            ("instance size", padded.to_bits().into()),
            ("instance primitive size", primitives.to_bits().into()),
            ("offset start", offset_start.into()),
        ];
        let draw = Draw::new(ThreadCount::for_any_instance_count(padded), offset_start);
        let draw = draw.with_instance_primitive_size(primitives);
        prop_assert_eq!(draw.words(), by_fields(Draw::FIELDS, &values));
    }

    #[test]
    fn an_invocation_is_packed_field_by_field(bits in prop::array::uniform6(0..6_u32), draw: bool) {
        // The largest dimensions of these bits: all bits are ones.
        let last = bits.map(|bits| (1_u32 << bits) - 1);
        let (packed, split, bits) = if draw {
            let packed = Invocation::draw(last[4] + 1, last[5] + 1);
            (packed, 2, [0, 0, 0, 0, bits[4], bits[5]])
        } else {
            let [x, y, z, groups @ ..] = last.map(|last| last + 1);
            (Invocation::compute([x, y, z], groups), bits[..3].iter().sum(), bits)
        };
        let mut begins = 0;
        let shifts: Vec<u64> = bits[..5]
            .iter()
            .map(|bits| {
                begins += u64::from(*bits);
                begins
            })
            .collect();
        let all = begins + u64::from(bits[5]);
        prop_assume!(all <= 32);
        let one_instance = draw && bits[5] == 0;
        let values = [
            ("invocations", (1 << all) - 1),
            ("size y shift", shifts[0]),
            ("size z shift", shifts[1]),
            ("workgroups x shift", shifts[2]),
            ("workgroups y shift", shifts[3]),
            ("workgroups z shift", if one_instance { 32 } else { shifts[4] }),
            ("thread group split", split.into()),
        ];
        prop_assert_eq!(packed.unwrap().words(), by_fields(Invocation::FIELDS, &values));
    }

    #[test]
    fn a_valhall_attribute_is_packed_field_by_field(
        mode in valhall_mode(),
        format in 0..1_u32 << 22,
        table in 0..64_u32,
        offset: i32,
        buffer_index: u32,
        stride: u32,
    ) {
        let number = match mode {
            ValhallFetchMode::PotDivisor(_) => 2,
            ValhallFetchMode::NpotDivisor(_) => 3,
            ValhallFetchMode::VertexPacket { .. } => 6,
            _ => 1,
        };
        let stride = if number == 6 { stride & 0xffff } else { stride };
        let per_vertex = u64::from(mode == ValhallFetchMode::Vertex);
        let mut values = vec![
            ("descriptor type", 5),
            ("attribute type", number),
            ("offset enable", per_vertex),
            ("format", format.into()),
            ("table", table.into()),
            ("frequency", u64::from(per_vertex == 0 && number != 6)),
        ];
        match mode {
            ValhallFetchMode::PotDivisor(power) => {
                values.push(("divisor R", power.divisor_r().into()));
            }
            ValhallFetchMode::NpotDivisor(magic) => values.extend([
                ("divisor R", magic.divisor_r().into()),
                ("divisor E", magic.divisor_e().into()),
            ]),
            _ => {}
        }
        let written = if mode == ValhallFetchMode::Constant { 0 } else { stride };
        values.extend([
            ("offset", signed(offset)),
            ("buffer index", buffer_index.into()),
        ]);
        if let ValhallFetchMode::VertexPacket { packet_stride } = mode {
            values.push(("attribute stride", stride.into()));
            values.push(("packet stride", packet_stride.into()));
        } else {
            values.push(("stride", written.into()));
        }
        if let ValhallFetchMode::NpotDivisor(magic) = mode {
            values.push(("divisor D", magic.divisor_d().into()));
        }
        let fields = ValhallAttributeFields { mode, format, table, offset, buffer_index, stride };
        let words = ValhallAttribute::new(fields).unwrap().words();
        prop_assert_eq!(words, by_fields(ValhallAttribute::FIELDS, &values));
    }

    #[test]
    fn a_buffer_is_packed_field_by_field(address: u64, size: u64) {
        let values = [
            ("descriptor type", 9),
            ("buffer type", 1),
            ("size", size % (1 << 32)),
            ("address", address),
            ("size hi", size >> 32),
        ];
        let buffer = Buffer::new(Arch::V11, address, size).unwrap();
        prop_assert_eq!(buffer.words(), by_fields(Buffer::FIELDS, &values));
    }

    #[test]
    fn setting_a_field_leaves_the_others_alone(words: [u32; 8], value: u64) {
        for (fields, count) in DESCRIPTORS {
            for field in fields {
                let mut changed = words;
                let unused = 64 - field.width;
                let value = match field.kind {
                    FieldKind::SignedBytes => ((value << unused) as i64 >> unused) as u64,
                    _ => (value >> unused) * field.scale,
                };
                field.set(&mut changed, value).unwrap();
                prop_assert_eq!(field.get(&changed), Some(value));
                for word in 0..count {
                    let mask = field.mask(word);
                    prop_assert_eq!(changed[word] & !mask, words[word] & !mask);
                }
            }
        }
    }
}
