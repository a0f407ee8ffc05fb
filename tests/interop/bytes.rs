//! Descriptors can be read as the bytes of other crates, but bytes never as descriptors.

use mali_instancing::descriptor::{
    Attribute, AttributeFields, Buffer, Draw, InstanceId, Invocation, ValhallAttribute,
    ValhallAttributeFields, ValhallFetchMode, VertexId,
};
use mali_instancing::{
    Arch, AttributeBuffer, BufferAddress, FetchMode, InputRate, PaddedCount, Rounding, ThreadCount,
};

/// Runs a check on each kind of descriptor, with its expected words in memory.
macro_rules! each_descriptor {
    ($check:ident) => {
        let instanced = ThreadCount::for_any_instance_count(PaddedCount::from_exact(72).unwrap());
        let by_3 = InputRate::instance(3).unwrap();
        let mode = FetchMode::new(instanced, by_3, Rounding::RoundDown).unwrap();
        $check(
            AttributeBuffer::new(mode, BufferAddress::NULL, 64, 6400),
            &[4, 0x2700_0000, 64, 6400, 0x20, 0x17b4_25ed, 0, 3],
        );
        let fields = AttributeFields {
            buffer_index: 2,
            offset_enable: true,
            format: 0x0a_c010,
            offset: -4,
        };
        $check(Attribute::new(fields).unwrap(), &[0x2b00_4202, 0xffff_fffc]);
        $check(VertexId::new(instanced), &[0x22, 0x8300_0000, 0, 0]);
        $check(
            InstanceId::new(instanced, Rounding::RoundDown),
            &[0x24, 0x2600_0000, 0x638e_38e3, 0],
        );
        $check(Draw::new(instanced, 7), &[0x0083_0000, 7]);
        $check(Invocation::draw(22, 905).unwrap(), &[0x7115, 0x2140_0000]);
        let fields = ValhallAttributeFields {
            mode: ValhallFetchMode::new(by_3, Rounding::RoundDown),
            format: 0x0b_f000,
            table: 0,
            offset: 16,
            buffer_index: 1,
            stride: 64,
        };
        $check(
            ValhallAttribute::new(fields).unwrap(),
            &[0x2fc0_0035, 0x2100_0040, 16, 1, 64, 0x2aaa_aaaa, 0, 0],
        );
        $check(
            Buffer::new(Arch::V9, 0x12_0000_0054, 6400).unwrap(),
            &[0x19, 6400, 0x54, 0x12, 0, 0, 0, 0],
        );
    };
}

/// Fails to compile if a type has one of the traits, because `_` then has two candidates.
macro_rules! assert_has_none_of {
    ($type:ty: $($trait:path),*) => {
        const _: fn() = || {
            trait HasNone<Marker> {
                fn check() {}
            }
            impl<T: ?Sized> HasNone<()> for T {}
            $({
                struct Has;
                impl<T: ?Sized + $trait> HasNone<Has> for T {}
            })*
            <$type as HasNone<_>>::check();
        };
    };
}

macro_rules! assert_no_descriptor_has {
    ($($trait:path),*) => {
        assert_has_none_of!(AttributeBuffer: $($trait),*);
        assert_has_none_of!(Attribute: $($trait),*);
        assert_has_none_of!(VertexId: $($trait),*);
        assert_has_none_of!(InstanceId: $($trait),*);
        assert_has_none_of!(Draw: $($trait),*);
        assert_has_none_of!(Invocation: $($trait),*);
        assert_has_none_of!(ValhallAttribute: $($trait),*);
        assert_has_none_of!(Buffer: $($trait),*);
        assert_has_none_of!(BufferAddress: $($trait),*);
    };
}

/// The bytes of words in the host's memory.
fn bytes(words: &[u32]) -> Vec<u8> {
    words.iter().flat_map(|word| word.to_ne_bytes()).collect()
}

mod with_bytemuck {
    use super::*;

    fn check<Descriptor: bytemuck::NoUninit>(descriptor: Descriptor, words: &[u32]) {
        assert_eq!(bytemuck::bytes_of(&descriptor), bytes(words));
        let table = [descriptor; 3];
        assert_eq!(bytemuck::cast_slice::<_, u32>(&table), words.repeat(3));
    }

    #[test]
    fn a_descriptor_is_its_words_and_nothing_between_two_of_them() {
        each_descriptor!(check);
    }

    #[test]
    fn an_address_is_64_bits() {
        let address = BufferAddress::new(0x12_3456_7880).unwrap();
        assert_eq!(bytemuck::cast::<_, u64>(address), 0x12_3456_7880);
    }

    assert_no_descriptor_has!(
        bytemuck::AnyBitPattern,
        bytemuck::CheckedBitPattern,
        bytemuck::Zeroable
    );
}

mod with_zerocopy {
    use super::*;
    use zerocopy::{Immutable, IntoBytes, KnownLayout};

    fn check<Descriptor: IntoBytes + Immutable + KnownLayout + Copy>(
        descriptor: Descriptor,
        words: &[u32],
    ) {
        assert_eq!(descriptor.as_bytes(), bytes(words));
        assert_eq!([descriptor; 3].as_bytes(), bytes(&words.repeat(3)));
    }

    #[test]
    fn a_descriptor_is_its_words_and_nothing_between_two_of_them() {
        each_descriptor!(check);
    }

    #[test]
    fn an_address_is_64_bits() {
        let address = BufferAddress::new(0x12_3456_7880).unwrap();
        assert_eq!(address.as_bytes(), 0x12_3456_7880_u64.to_ne_bytes());
    }

    assert_no_descriptor_has!(zerocopy::TryFromBytes, zerocopy::FromZeros);
}
