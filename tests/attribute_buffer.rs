//! `Attribute Buffer` descriptors against Mesa's packers, and words that no descriptor can be.

mod golden;

use golden::Row;
use mali_instancing::{
    AttributeBuffer, AttributeBufferFields, BufferAddress, DecodeError, Error, FetchMode,
    InputRate, PaddedCount, Padding, ThreadCount, descriptor::DecodeErrorKind,
};
use proptest::prelude::*;

fn rows() -> Vec<Row> {
    golden::rows("attribute_buffer.csv", 493)
}

/// The mode that a row's draw needs.
fn mode(row: &Row) -> FetchMode {
    let padded = PaddedCount::new(row.number("vertices"), Padding::Hardware).unwrap();
    assert_eq!(padded.get(), row.number::<u32>("padded_vertices"));
    let thread_count = ThreadCount::new(padded, row.number("instances")).unwrap();
    let rate = InputRate::from_gl_divisor(row.number("divisor"));
    FetchMode::new(thread_count, rate, row.rounding()).unwrap()
}

/// A row's descriptor.
fn descriptor(row: &Row) -> AttributeBuffer {
    let address = BufferAddress::new(row.number("address")).unwrap();
    AttributeBuffer::new(mode(row), address, row.number("stride"), row.number("size"))
}

#[test]
fn every_golden_row_is_packed() {
    for row in rows() {
        assert_eq!(descriptor(&row).words(), row.words());

        let address = BufferAddress::new(row.number("address")).unwrap();
        let patched = AttributeBuffer::new(mode(&row), BufferAddress::NULL, 0, 0)
            .with_address(address)
            .with_stride(mode(&row).stride(row.number("stride")))
            .with_size(row.number("size"));
        assert_eq!(patched.words(), row.words());
    }
}

#[test]
fn every_golden_row_is_decoded() {
    for row in rows() {
        let fields = AttributeBuffer::decode(row.words()).unwrap();
        let (padded_vertices, divisor) = (
            row.number::<u32>("padded_vertices"),
            row.number::<u32>("divisor"),
        );
        let name = match fields.mode {
            FetchMode::Linear | FetchMode::Constant => "linear",
            FetchMode::Modulus(padded) => {
                assert_eq!(padded.get(), padded_vertices);
                "modulus"
            }
            FetchMode::PotDivisor(power) => {
                assert_eq!(1 << power.divisor_r(), padded_vertices * divisor);
                "pot"
            }
            FetchMode::NpotDivisor {
                divisor: stored, ..
            } => {
                assert_eq!(stored.get(), divisor);
                "npot"
            }
        };
        assert_eq!(name, row.text("mode"));
        assert_eq!(fields.address.get(), row.number::<u64>("address"));
        assert_eq!(fields.size, row.number::<u32>("size"));
        let constant = row.number::<u32>("instances") == 1 && divisor != 0;
        assert_eq!(fields.mode == FetchMode::Constant, constant);
        assert_eq!(
            fields.stride,
            if constant { 0 } else { row.number("stride") }
        );
    }
}

#[test]
fn a_descriptor_is_thirty_two_aligned_bytes_little_end_first() {
    assert_eq!(size_of::<AttributeBuffer>(), 32);
    assert_eq!(align_of::<AttributeBuffer>(), 32);
    for row in rows() {
        let bytes: Vec<u8> = row
            .words::<8>()
            .iter()
            .flat_map(|word| word.to_le_bytes())
            .collect();
        assert_eq!(descriptor(&row).to_le_bytes()[..], bytes);
    }
}

#[test]
fn a_descriptor_can_be_moved_and_moved_back() {
    let high = BufferAddress::new((1 << 56) - 64).unwrap();
    for row in rows() {
        let descriptor = descriptor(&row).with_address(high);
        assert_eq!(
            AttributeBuffer::decode(descriptor.words()).unwrap().address,
            high
        );
        let address = BufferAddress::new(row.number("address")).unwrap();
        let descriptor = descriptor.with_address(address);
        assert_eq!(descriptor.words(), row.words());
    }
}

#[test]
fn an_address_is_aligned_to_64_bytes_and_has_56_bits() {
    assert_eq!(BufferAddress::new(0).unwrap(), BufferAddress::NULL);
    assert_eq!(
        BufferAddress::new((1 << 56) - 64).unwrap().get(),
        (1 << 56) - 64
    );
    for address in [1, 63, 65, (1 << 56) - 1] {
        assert_eq!(
            BufferAddress::new(address),
            Err(Error::MisalignedAddress { address })
        );
        let (base, remainder) = BufferAddress::split(address).unwrap();
        assert_eq!(base.get() + u64::from(remainder), address);
        assert!(base.get() % 64 == 0 && remainder < 64);
    }
    for address in [1 << 56, u64::MAX] {
        assert_eq!(
            BufferAddress::new(address),
            Err(Error::AddressRange { address })
        );
        assert_eq!(
            BufferAddress::split(address),
            Err(Error::AddressRange { address })
        );
    }
}

#[test]
fn words_that_are_no_descriptor_are_told_apart() {
    let other = [4, 0x2700_0000, 64, 0, 0x20, 0x17b4_25ed, 0, 3];
    let with = |word: usize, value| {
        let mut words = other;
        words[word] = value;
        AttributeBuffer::decode(words).unwrap_err()
    };
    let error = |word, found, kind| DecodeError { word, found, kind };
    let reserved =
        |word, found, reserved| error(word, found, DecodeErrorKind::ReservedBits { reserved });

    for found in (0..0x40).filter(|found| !(1..=4).contains(found)) {
        let DecodeError {
            word: 0,
            found: reported,
            kind: DecodeErrorKind::Value { .. },
        } = with(0, found)
        else {
            panic!("type {found}");
        };
        assert_eq!(reported, found);
    }
    assert_eq!(with(0, 1), reserved(1, 0x2700_0000, 0xff00_0000));
    assert_eq!(with(0, 2), reserved(1, 0x2700_0000, 0xe000_0000));
    assert_eq!(with(1, 0x6700_0000), reserved(1, 0x6700_0000, 0xc000_0000));
    assert_eq!(
        with(4, 0x120),
        error(4, 0x120, DecodeErrorKind::Continuation)
    );
    assert_eq!(with(5, 0x97b4_25ed), reserved(5, 0x97b4_25ed, 0x8000_0000));
    assert_eq!(with(6, 1), reserved(6, 1, u32::MAX));
    assert_eq!(with(7, 0), error(7, 0, DecodeErrorKind::ZeroDivisor));

    let modulus = |word1| AttributeBuffer::decode([3, word1, 64, 0, 0, 0, 0, 0]);
    assert!(modulus(0x8300_0000).is_ok());
    for word1 in [0xa300_0000, 0x9d00_0000] {
        assert_eq!(
            modulus(word1),
            Err(error(1, word1, DecodeErrorKind::PaddedCount))
        );
    }
    for word in 4..8 {
        let mut words = [1, 0, 64, 0, 0, 0, 0, 0];
        words[word] = 7;
        assert_eq!(
            AttributeBuffer::decode(words),
            Err(reserved(word, 7, u32::MAX))
        );
    }
}

#[test]
fn a_decode_error_names_the_word_and_what_it_holds() {
    for (words, text) in [
        (
            [9, 0, 0, 0, 0, 0, 0, 0],
            "word 0: 0x00000009 has no type known here: 1 (linear)",
        ),
        ([4, 0, 0, 0, 0x21, 0, 0, 1], "word 4: 0x00000021 "),
        ([1, 0x0100_0000, 0, 0, 0, 0, 0, 0], "word 1: 0x01000000 "),
        (
            [3, 0xa300_0000, 0, 0, 0, 0, 0, 0],
            "word 1: 0xa3000000 has an R and a P",
        ),
        ([4, 0, 0, 0, 0x20, 0, 0, 0], "word 7: a divisor of 0"),
    ] {
        let error = AttributeBuffer::decode(words).unwrap_err().to_string();
        assert!(error.starts_with(text), "{error}");
    }
}

/// Words that are often enough descriptors to be interesting, and other words.
fn words() -> impl Strategy<Value = [u32; 8]> {
    let golden = prop::sample::select(rows().iter().map(Row::words).collect::<Vec<_>>());
    let flipped = (golden.clone(), prop::collection::vec(0..256_usize, 1..4)).prop_map(
        |(mut words, bits)| {
            for bit in bits {
                words[bit / 32] ^= 1 << (bit % 32);
            }
            words
        },
    );
    prop_oneof![any::<[u32; 8]>(), golden, flipped]
}

proptest! {
    #[test]
    fn what_is_decoded_packs_to_the_same_words(words in words()) {
        if let Ok(AttributeBufferFields { mode, address, stride, size }) =
            AttributeBuffer::decode(words)
        {
            prop_assert_eq!(AttributeBuffer::new(mode, address, stride, size).words(), words);
        }
    }
}
