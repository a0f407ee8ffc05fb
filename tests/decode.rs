//! Any words to their records, for every kind and architecture.

mod decoding;
mod golden;

use decoding::{KINDS, check};
use mali_instancing::decode::{Kind, Record};
use mali_instancing::descriptor::{Buffer, Fault, VertexId};
use mali_instancing::{
    Arch, AttributeBufferFields, DecodeError, FetchMode, MagicDivisor, PaddedCount,
};
use proptest::prelude::*;

/// The words of every golden row of a file, in the files' order.
fn golden_words<const LENGTH: usize>(file: &str, count: usize, arch: &str) -> Vec<[u32; LENGTH]> {
    golden::rows(file, count)
        .iter()
        .filter(|row| row.text("arch") == arch)
        .map(golden::Row::words)
        .collect()
}

#[test]
fn tables_of_golden_rows_are_decoded_whole() {
    for arch in [Arch::V4, Arch::V5, Arch::V6, Arch::V7] {
        let name = arch.to_string();
        let mut buffers: Vec<u32> = golden_words::<8>("attribute_buffer.csv", 493, &name).concat();
        if arch <= Arch::V5 {
            buffers.extend(golden_words::<4>("special.csv", 240, &name).concat());
        }
        assert!(check(arch, Kind::Buffers, &buffers).unwrap().len() > 100);
        let attributes = golden_words::<2>("attribute.csv", 160, &name).concat();
        assert_eq!(
            check(arch, Kind::Attributes, &attributes).unwrap().len(),
            40
        );
        let draws = golden_words::<2>("draw.csv", 160, &name).concat();
        assert_eq!(check(arch, Kind::Draw, &draws).unwrap().len(), 40);
        let invocations = golden_words::<2>("invocation.csv", 160, &name).concat();
        assert_eq!(
            check(arch, Kind::Invocation, &invocations).unwrap().len(),
            40
        );
    }
    for arch in Arch::ALL.iter().copied().filter(|arch| *arch >= Arch::V9) {
        let attributes = golden_words::<8>("valhall_attribute.csv", 193, "v9").concat();
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
                let fault = Fault::Arch { arch };
                assert_eq!(
                    answer,
                    Err(DecodeError {
                        word: 0,
                        found: 0,
                        fault
                    })
                );
            }
        }
        let answer = check(arch, Kind::Buffers, &[0x22, 0x8300_0000, 0, 0]);
        match arch {
            Arch::V4 | Arch::V5 => {
                let padded = VertexId::decode([0x22, 0x8300_0000, 0, 0]).unwrap();
                assert_eq!(padded.map(PaddedCount::get), Some(72));
                assert_eq!(answer, Ok(vec![Record::VertexId(padded)]));
            }
            _ => assert_eq!(
                answer.unwrap_err().word,
                if arch >= Arch::V9 { 4 } else { 0 }
            ),
        }
    }
}

/// Drivers leave places of a table unused. From V9 on such a place is a descriptor of type 0, and nothing
/// else is set in it.
#[test]
fn a_table_has_gaps() {
    for arch in Arch::ALL.iter().copied().filter(|arch| *arch >= Arch::V9) {
        let buffer = Buffer::new(arch, 0x40, 6400).unwrap().words();
        let attribute = [0x2dc0_4115, 0, 0, 2, 20, 0, 0, 0];
        for (kind, record) in [(Kind::Buffers, buffer), (Kind::Attributes, attribute)] {
            let table = [[0; 8], record, [0; 8]].concat();
            let records = check(arch, kind, &table).unwrap();
            let gaps = records.iter().map(|record| *record == Record::Empty);
            assert!(gaps.eq([true, false, true]), "{records:?}");
            let mut wrong = table;
            wrong[3] = 1;
            let error = check(arch, kind, &wrong).unwrap_err();
            assert_eq!(error.word, 0);
            assert!(
                matches!(error.fault, Fault::Value { field, .. } if field.name == "descriptor type")
            );
        }
    }
}

#[test]
fn words_that_end_within_a_record_are_an_error_at_their_end() {
    let truncated = |word, missing| {
        Err(DecodeError {
            word,
            found: 0,
            fault: Fault::Truncated { missing },
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
    // A pair begins at an even record.
    let fault = Fault::OddRecord;
    let error = DecodeError {
        word: 4,
        found: 4,
        fault,
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
    let fault = Fault::ReservedBits {
        reserved: 0xff00_0000,
    };
    let error = DecodeError {
        word: 9,
        found: 1 << 24,
        fault,
    };
    assert_eq!(
        check(Arch::V7, Kind::Buffers, words.as_flattened()),
        Err(error)
    );
    // A continuation alone, and an empty record that is not.
    for (record, word) in [([0x20, 1, 0, 3], 8), ([0, 0, 0, 3], 11)] {
        words[2] = record;
        let answer = check(Arch::V7, Kind::Buffers, words.as_flattened());
        assert_eq!(answer.unwrap_err().word, word);
    }
}

/// Fields that no divisor has are answered as they are, for whoever looks at a broken table.
#[test]
fn numbers_of_no_divisor_are_still_fields() {
    let words = [4, 0x3f00_0000, 0, 0, 0x20, 5, 0, 7];
    let decoded = check(Arch::V7, Kind::Buffers, &words).unwrap();
    let Record::AttributeBuffer(AttributeBufferFields {
        mode: FetchMode::OtherDivisor { magic, divisor },
        ..
    }) = decoded[0]
    else {
        panic!("type 4 is \"other divisor\"");
    };
    assert_eq!(Some(magic), MagicDivisor::from_fields(31, true, 5));
    assert_eq!(divisor.get(), 7);
}

/// Golden words of every file, some bits flipped.
fn nearly_golden() -> impl Strategy<Value = Vec<u32>> {
    let mut rows: Vec<Vec<u32>> = Vec::new();
    for arch in ["v4", "v7"] {
        rows.extend(
            golden_words::<8>("attribute_buffer.csv", 493, arch)
                .iter()
                .map(|w| w.to_vec()),
        );
        rows.extend(
            golden_words::<2>("invocation.csv", 160, arch)
                .iter()
                .map(|w| w.to_vec()),
        );
        rows.extend(
            golden_words::<2>("draw.csv", 160, arch)
                .iter()
                .map(|w| w.to_vec()),
        );
    }
    rows.extend(
        golden_words::<4>("special.csv", 240, "v4")
            .iter()
            .map(|w| w.to_vec()),
    );
    rows.extend(
        golden_words::<8>("valhall_attribute.csv", 193, "v9")
            .iter()
            .map(|w| w.to_vec()),
    );
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
