//! Decodes any words to their descriptors, for every kind and architecture.

mod decoding;
mod golden;

use decoding::{KINDS, check};
use mali_instancing::decode::{Descriptor, Kind, attributes, descriptors};
use mali_instancing::descriptor::{Buffer, DecodeErrorKind, VertexId};
use mali_instancing::{
    Arch, AttributeBufferFields, DecodeError, FetchMode, Format, MagicDivisor, PaddedCount,
};
use proptest::prelude::*;

/// The words of every golden row of a file, in the files' order.
fn golden_words(file: &str, count: usize, arch: &str) -> Vec<Vec<u32>> {
    golden::rows(file, count)
        .iter()
        .filter(|row| row.text("arch") == arch)
        .map(|row| row.word_list("words"))
        .collect()
}

#[test]
fn tables_of_golden_rows_are_decoded_whole() {
    for arch in [Arch::V4, Arch::V5, Arch::V6, Arch::V7] {
        let name = arch.to_string();
        let mut buffers: Vec<u32> = golden_words("attribute_buffer.csv", 493, &name).concat();
        if arch <= Arch::V5 {
            buffers.extend(golden_words("special.csv", 240, &name).concat());
        }
        assert!(check(arch, Kind::Buffers, &buffers).unwrap().len() > 100);
        let attributes = golden_words("attribute.csv", 160, &name).concat();
        assert_eq!(
            check(arch, Kind::Attributes, &attributes).unwrap().len(),
            40
        );
        let draws = golden_words("draw.csv", 160, &name).concat();
        assert_eq!(check(arch, Kind::Draw, &draws).unwrap().len(), 40);
        let invocations = golden_words("invocation.csv", 160, &name).concat();
        assert_eq!(
            check(arch, Kind::Invocation, &invocations).unwrap().len(),
            40
        );
    }
    for arch in Arch::ALL.iter().copied().filter(|arch| *arch >= Arch::V9) {
        let attributes = golden_words("valhall_attribute.csv", 193, "v9").concat();
        assert_eq!(
            check(arch, Kind::Attributes, &attributes).unwrap().len(),
            193
        );
        let buffers = [
            Buffer::new(arch, 0x12_0000_0040, 6400).unwrap().words(),
            Buffer::new(arch, 1, 2).unwrap().words(),
        ];
        assert_eq!(
            check(arch, Kind::Buffers, buffers.as_flattened())
                .unwrap()
                .len(),
            2
        );
    }
}

#[test]
fn what_an_architecture_does_not_have_is_an_error() {
    for &arch in Arch::ALL {
        for kind in [Kind::Draw, Kind::Invocation] {
            let answer = check(arch, kind, &[0x0083_0000, 0]);
            if arch >= Arch::V9 {
                let kind = DecodeErrorKind::Arch { arch };
                assert_eq!(
                    answer,
                    Err(DecodeError {
                        word: 0,
                        found: 0,
                        kind
                    })
                );
            }
        }
        let answer = check(arch, Kind::Buffers, &[0x22, 0x8300_0000, 0, 0]);
        match arch {
            Arch::V4 | Arch::V5 => {
                let padded = VertexId::decode([0x22, 0x8300_0000, 0, 0]).unwrap();
                assert_eq!(padded.map(PaddedCount::get), Some(72));
                assert_eq!(answer, Ok(vec![Descriptor::VertexId(padded)]));
            }
            _ => assert_eq!(
                answer.unwrap_err().word,
                if arch >= Arch::V9 { 4 } else { 0 }
            ),
        }
    }
}

/// Drivers leave entries of a table unused. On V9 and later such an entry is a descriptor of type 0 in which
/// nothing else is set.
#[test]
fn a_table_has_gaps() {
    for arch in Arch::ALL.iter().copied().filter(|arch| *arch >= Arch::V9) {
        let buffer = Buffer::new(arch, 0x40, 6400).unwrap().words();
        let attribute = [0x2dc0_4115, 0, 0, 2, 20, 0, 0, 0];
        for (kind, descriptor) in [(Kind::Buffers, buffer), (Kind::Attributes, attribute)] {
            let table = [[0; 8], descriptor, [0; 8]].concat();
            let descriptors = check(arch, kind, &table).unwrap();
            let gaps = descriptors
                .iter()
                .map(|descriptor| *descriptor == Descriptor::Empty);
            assert!(gaps.eq([true, false, true]), "{descriptors:?}");
            let mut wrong = table;
            wrong[3] = 1;
            let error = check(arch, kind, &wrong).unwrap_err();
            assert_eq!(error.word, 0);
            assert!(
                matches!(error.kind, DecodeErrorKind::Value { field, .. } if field.name == "descriptor type")
            );
        }
    }
}

#[test]
fn words_that_end_within_a_descriptor_are_an_error_at_their_end() {
    let truncated = |word, missing| {
        Err(DecodeError {
            word,
            found: 0,
            kind: DecodeErrorKind::Truncated { missing },
        })
    };
    let words = [
        3,
        0x8300_0000,
        20,
        1400,
        0,
        0,
        0,
        0,
        4,
        0x2700_0000,
        64,
        6400,
        0x20,
        0x17b4_25ed,
        0,
        3,
    ];
    for length in 1..words.len() {
        let expected = match length {
            4 | 8 => continue,
            0..4 => truncated(length, 4 - length),
            5..8 => truncated(length, 8 - length),
            9..12 => truncated(length, 12 - length),
            _ => truncated(length, 16 - length),
        };
        assert_eq!(check(Arch::V7, Kind::Buffers, &words[..length]), expected);
    }
    // A pair must begin at an even descriptor.
    let kind = DecodeErrorKind::OddDescriptor;
    let error = DecodeError {
        word: 4,
        found: 4,
        kind,
    };
    let odd = [&words[..4], &words[8..]].concat();
    assert_eq!(check(Arch::V7, Kind::Buffers, &odd), Err(error));
    assert_eq!(check(Arch::V9, Kind::Buffers, &[0x19; 3]), truncated(3, 5));
    assert_eq!(check(Arch::V9, Kind::Attributes, &[5; 7]), truncated(7, 1));
    assert_eq!(check(Arch::V6, Kind::Attributes, &[5; 3]), truncated(3, 1));
    for kind in KINDS {
        for &arch in Arch::ALL {
            assert_eq!(check(arch, kind, &[]), Ok(vec![]));
        }
    }
}

#[test]
fn an_error_in_a_table_is_at_its_own_word() {
    let mut words = [
        [3, 0x8300_0000, 20, 1400],
        [0; 4],
        [1, 0, 4, 8],
        [2, 0x0700_0000, 4, 8],
    ];
    assert!(check(Arch::V7, Kind::Buffers, words.as_flattened()).is_ok());
    words[2][1] = 1 << 24;
    let kind = DecodeErrorKind::ReservedBits {
        reserved: 0xff00_0000,
    };
    let error = DecodeError {
        word: 9,
        found: 1 << 24,
        kind,
    };
    assert_eq!(
        check(Arch::V7, Kind::Buffers, words.as_flattened()),
        Err(error)
    );
    // A continuation without its descriptor, and an empty descriptor that is not all zeros.
    for (descriptor, word) in [([0x20, 1, 0, 3], 8), ([0, 0, 0, 3], 11)] {
        words[2] = descriptor;
        let answer = check(Arch::V7, Kind::Buffers, words.as_flattened());
        assert_eq!(answer.unwrap_err().word, word);
    }
}

/// An error in one descriptor does not affect the others.
#[test]
fn descriptors_behind_an_error_are_decoded() {
    let places = |arch, kind, words: &[u32]| -> Vec<Result<usize, usize>> {
        let descriptors = descriptors(arch, kind, words);
        let place = descriptors.map(|descriptor| match descriptor {
            Ok(decoded) => Ok(decoded.word),
            Err(error) => Err(error.word),
        });
        place.collect()
    };
    let linear = [1, 0, 64, 6400];
    let refused = [9, 0, 0, 0];
    let pair = [4, 0x2700_0000, 64, 6400, 0x20, 0x17b4_25ed, 0, 3];
    let mut no_divisor = pair;
    no_divisor[7] = 0;
    let mut no_continuation = pair;
    no_continuation[4] = 1;
    for (parts, expected) in [
        (
            &[&linear[..], &refused, &linear][..],
            &[Ok(0), Err(4), Ok(8)][..],
        ),
        // The pair begins at an odd descriptor, and has a divisor of 0: its continuation is not a separate descriptor.
        (&[&linear, &pair, &linear], &[Ok(0), Err(4), Ok(12)]),
        (&[&no_divisor, &linear], &[Err(7), Ok(8)]),
        // There is no continuation: any words may follow.
        (
            &[&no_continuation[..4], &linear, &linear],
            &[Err(4), Ok(4), Ok(8)],
        ),
        (&[&refused, &linear, &pair[..6]], &[Err(0), Ok(4), Err(14)]),
    ] {
        let found = places(Arch::V7, Kind::Buffers, &parts.concat());
        assert_eq!(found, expected, "{parts:?}");
    }
    let valhall = |descriptor_type| [descriptor_type, 0, 0, 0, 0, 0, 0, 0];
    let table = [valhall(0x19), valhall(1), valhall(0x19)].concat();
    assert_eq!(
        places(Arch::V9, Kind::Buffers, &table),
        [Ok(0), Err(8), Ok(16)]
    );
    // The instance size has a P of 5.
    let draws = [0x00a0_0000, 0, 0x0083_0000, 7];
    assert_eq!(places(Arch::V7, Kind::Draw, &draws), [Err(0), Ok(2)]);
    assert_eq!(places(Arch::V9, Kind::Draw, &draws), [Err(0)]);
}

/// An attribute of Mali V4 to V7 that names a descriptor.
fn attribute_of(descriptor: u32) -> [u32; 2] {
    [0x2dc0_4000 | descriptor, 0]
}

#[test]
fn an_attribute_is_followed_whatever_stands_elsewhere() {
    let linear = [1, 0, 64, 6400];
    let stale = [0x3f80_0000, 9, 4, 0xdead_beef];
    let table = [linear, stale, linear].concat();
    let words = [attribute_of(2), attribute_of(1), [0; 2], attribute_of(3)].concat();
    let followed: Vec<_> = attributes(Arch::V7, &table, &words).collect();
    let places = followed.iter().map(|followed| {
        followed
            .buffer
            .map(|buffer| buffer.map(|buffer| buffer.word))
            .transpose()
            .map_err(|error| error.word)
    });
    assert!(places.eq([Ok(Some(8)), Err(4), Ok(None), Err(12)]));
    assert!(followed.iter().all(|followed| followed.attribute.is_ok()));
    let kind = DecodeErrorKind::Truncated { missing: 4 };
    let past_the_end = DecodeError {
        word: 12,
        found: 0,
        kind,
    };
    assert_eq!(followed[3].buffer, Some(Err(past_the_end)));

    // The largest descriptor that an attribute can name, of V7 and of V9.
    let far = attributes(Arch::V7, &table, &attribute_of(511))
        .next()
        .unwrap();
    let kind = DecodeErrorKind::Truncated {
        missing: 511 * 4 + 4 - 12,
    };
    assert_eq!(
        far.buffer,
        Some(Err(DecodeError {
            word: 12,
            found: 0,
            kind
        }))
    );
    let far = [0x2dc0_4115, 0, 0, u32::MAX, 20, 0, 0, 0];
    let far = attributes(Arch::V9, &table, &far).next().unwrap();
    assert_eq!(far.buffer.unwrap().unwrap_err().word, 12);

    // Words that are not an attribute name no buffer, but the words after them are read.
    let wrong = [[1; 8], [0x2dc0_4115, 0, 0, 1, 20, 0, 0, 0]].concat();
    let buffers = [[7; 8], Buffer::new(Arch::V9, 0x40, 6400).unwrap().words()].concat();
    let followed: Vec<_> = attributes(Arch::V9, &buffers, &wrong).collect();
    assert_eq!(followed[0].attribute.unwrap_err().word, 0);
    assert_eq!(followed[0].buffer, None);
    assert_eq!(followed[1].buffer.unwrap().unwrap().word, 8);
    // The words end within an attribute.
    let followed: Vec<_> = attributes(Arch::V7, &table, &words[..3]).collect();
    assert_eq!(followed.len(), 2);
    assert_eq!(followed[1].attribute.unwrap_err().word, 3);
}

/// On V4 to V7, two words of zeros are an attribute of no format.
#[test]
fn a_place_of_zeros_is_no_attribute() {
    for &arch in Arch::ALL {
        let words = vec![0; 2 * arch.attribute_words()];
        let followed: Vec<_> = attributes(arch, &[], &words).collect();
        let descriptors: Vec<_> = followed
            .iter()
            .map(|followed| followed.attribute.unwrap().descriptor)
            .collect();
        assert_eq!(descriptors, [Descriptor::Empty; 2]);
        assert!(followed.iter().all(|followed| followed.buffer.is_none()));
        let mut fields = Format::ALL
            .iter()
            .filter_map(|format| format.hardware(arch));
        assert!(fields.all(|field| field != 0));
    }
}

/// Fields that belong to no divisor are returned unchanged, for developers who inspect a broken table.
#[test]
fn numbers_of_no_divisor_are_still_fields() {
    let words = [4, 0x3f00_0000, 0, 0, 0x20, 5, 0, 7];
    let decoded = check(Arch::V7, Kind::Buffers, &words).unwrap();
    let Descriptor::AttributeBuffer(AttributeBufferFields {
        mode: FetchMode::NpotDivisor { magic, divisor },
        ..
    }) = decoded[0]
    else {
        panic!("type 4 is \"npot-divisor\"");
    };
    assert_eq!(Some(magic), MagicDivisor::from_fields(31, true, 5));
    assert_eq!(divisor.get(), 7);
}

/// The golden words of every file, with some bits flipped.
fn nearly_golden() -> impl Strategy<Value = Vec<u32>> {
    let mut rows = golden_words("special.csv", 240, "v4");
    rows.extend(golden_words("valhall_attribute.csv", 193, "v9"));
    for arch in ["v4", "v7"] {
        rows.extend(golden_words("attribute_buffer.csv", 493, arch));
        rows.extend(golden_words("invocation.csv", 160, arch));
        rows.extend(golden_words("draw.csv", 160, arch));
    }
    let tables = prop::collection::vec(prop::sample::select(rows), 1..4);
    (
        tables,
        prop::collection::vec(any::<prop::sample::Index>(), 0..4),
    )
        .prop_map(|(rows, flips)| {
            let mut words = rows.concat();
            for flip in flips {
                let bit = flip.index(words.len() * 32);
                words[bit / 32] ^= 1 << (bit % 32);
            }
            words
        })
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(2000))]

    #[test]
    fn any_words_are_decoded_or_refused(words in prop::collection::vec(any::<u32>(), 0..40)) {
        for (arch, kind) in Arch::ALL.iter().flat_map(|arch| KINDS.map(|kind| (*arch, kind))) {
            let _ = check(arch, kind, &words);
        }
    }

    #[test]
    fn nearly_golden_words_are_decoded_or_refused(words in nearly_golden()) {
        for (arch, kind) in Arch::ALL.iter().flat_map(|arch| KINDS.map(|kind| (*arch, kind))) {
            let _ = check(arch, kind, &words);
        }
    }
}
