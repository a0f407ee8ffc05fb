//! Indices of one type written as another, and their bounds.

use mali_buffers::{Error, IndexType, convert_indices, index_bounds};
use mali_instancing::draw::IndexSlice;
use proptest::prelude::*;

use crate::soft_driver::runs::{expected_bounds, from_bytes};

pub(crate) const TYPES: [IndexType; 3] = [IndexType::U8, IndexType::U16, IndexType::U32];

/// The bytes of indices in memory.
pub(crate) fn to_bytes(index_type: IndexType, indices: &[u32]) -> Vec<u8> {
    let size = index_type.size() as usize;
    indices
        .iter()
        .flat_map(|index| index.to_le_bytes().into_iter().take(size))
        .collect()
}

fn converted(index: u32, to: IndexType, restart_index: Option<u32>) -> u32 {
    if Some(index) == restart_index {
        to.largest()
    } else {
        index
    }
}

#[test]
fn every_8_bit_index_beside_every_restart_index() {
    let indices: Vec<u32> = (0..256).collect();
    let source = to_bytes(IndexType::U8, &indices);
    let restarts = (0..300)
        .map(Some)
        .chain([None, Some(u32::MAX), Some(0xff00)]);
    for restart_index in restarts {
        for to in TYPES {
            let mut destination = vec![0; 256 * to.size() as usize];
            convert_indices(IndexType::U8, to, restart_index, &source, &mut destination).unwrap();
            let expected: Vec<u32> = indices
                .iter()
                .map(|&index| converted(index, to, restart_index))
                .collect();
            assert_eq!(from_bytes(to, &destination), expected, "{restart_index:?}");
        }
        let bounds = index_bounds(IndexType::U8, &source, restart_index);
        assert_eq!(
            bounds,
            expected_bounds(&indices, restart_index),
            "{restart_index:?}"
        );
    }
}

#[test]
fn every_16_bit_index() {
    let indices: Vec<u32> = (0..0x1_0000).collect();
    let source = to_bytes(IndexType::U16, &indices);
    for restart_index in [
        None,
        Some(0),
        Some(1),
        Some(0xfffe),
        Some(0xffff),
        Some(0x1_0000),
    ] {
        for to in [IndexType::U16, IndexType::U32] {
            let mut destination = vec![0; 0x1_0000 * to.size() as usize];
            convert_indices(IndexType::U16, to, restart_index, &source, &mut destination).unwrap();
            let expected: Vec<u32> = indices
                .iter()
                .map(|&index| converted(index, to, restart_index))
                .collect();
            assert_eq!(from_bytes(to, &destination), expected, "{restart_index:?}");
        }
    }
}

#[test]
fn no_type_is_narrowed() {
    for (from, to) in TYPES
        .into_iter()
        .flat_map(|from| TYPES.map(|to| (from, to)))
    {
        let answered = convert_indices(from, to, None, &[], &mut []);
        let expected = if from <= to {
            Ok(())
        } else {
            Err(Error::NarrowerIndices { from, to })
        };
        assert_eq!(answered, expected);
    }
}

/// All sequences of up to five indices that are the smallest, the largest, or next to the sign bit.
#[test]
fn the_bounds_of_every_short_sequence() {
    for index_type in TYPES {
        let largest = index_type.largest();
        let alphabet = [0, 1, largest / 2, largest / 2 + 1, largest - 1, largest];
        let restarts = alphabet.map(Some).into_iter().chain([None]);
        for restart_index in restarts {
            for length in 0..=5 {
                for number in 0..alphabet.len().pow(length) {
                    let indices: Vec<u32> = (0..length)
                        .map(|memory| {
                            alphabet[number / alphabet.len().pow(memory) % alphabet.len()]
                        })
                        .collect();
                    let source = to_bytes(index_type, &indices);
                    assert_eq!(
                        index_bounds(index_type, &source, restart_index),
                        expected_bounds(&indices, restart_index),
                        "{indices:?}, {restart_index:?}"
                    );
                }
            }
        }
    }
}

fn sequences() -> impl Strategy<Value = (IndexType, Vec<u32>, Option<u32>)> {
    prop::sample::select(&TYPES[..]).prop_flat_map(|index_type| {
        let largest = index_type.largest();
        let index = prop_oneof![
            4 => 0..=largest,
            2 => 0..=9_u32,
            1 => Just(largest),
        ];
        let restart_index = prop_oneof![
            Just(None),
            (0..=9_u32).prop_map(Some),
            Just(Some(largest)),
            any::<u32>().prop_map(Some),
        ];
        (
            Just(index_type),
            prop::collection::vec(index, 0..300),
            restart_index,
        )
    })
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(2000))]

    #[test]
    fn bounds_are_those_of_the_kept_indices_at_any_alignment(
        (index_type, indices, restart_index) in sequences(),
        offset in 0..4_usize,
        more in 0..4_usize,
    ) {
        let more = more % index_type.size() as usize;
        let bytes = [vec![0; offset], to_bytes(index_type, &indices), vec![0; more]].concat();
        let expected = expected_bounds(&indices, restart_index);
        prop_assert_eq!(index_bounds(index_type, &bytes[offset..], restart_index), expected);

        let bytes: Vec<u8> = indices.iter().map(|&index| index as u8).collect();
        let words: Vec<u16> = indices.iter().map(|&index| index as u16).collect();
        let typed = match index_type {
            IndexType::U8 => IndexSlice::U8(&bytes),
            IndexType::U16 => IndexSlice::U16(&words),
            IndexType::U32 => IndexSlice::U32(&indices),
        };
        prop_assert_eq!(typed.bounds(restart_index), expected);
    }

    #[test]
    fn indices_keep_their_value_but_those_that_restart(
        (from, indices, restart_index) in sequences(),
        wider in 0..3_usize,
        offset in 0..4_usize,
        spare in 0..9_usize,
    ) {
        let to = TYPES[(TYPES.iter().position(|&to| to == from).unwrap() + wider).min(2)];
        let source = [vec![0; offset], to_bytes(from, &indices)].concat();
        let length = indices.len() * to.size() as usize;
        let mut destination = vec![0xa5; offset + length + spare];
        let space = &mut destination[offset..];
        prop_assert_eq!(convert_indices(from, to, restart_index, &source[offset..], space), Ok(()));
        let expected: Vec<u32> =
            indices.iter().map(|&index| converted(index, to, restart_index)).collect();
        prop_assert_eq!(from_bytes(to, &destination[offset..offset + length]), expected);
        prop_assert!(destination[..offset].iter().all(|&byte| byte == 0xa5));
        prop_assert!(destination[offset + length..].iter().all(|&byte| byte == 0xa5));

        if length > 0 {
            let mut short = vec![0xa5; length - 1];
            let answered = convert_indices(from, to, restart_index, &source[offset..], &mut short);
            let (given, needed) = (length as u64 - 1, length as u64);
            prop_assert_eq!(answered, Err(Error::TooShort { given, needed }));
            prop_assert!(short.iter().all(|&byte| byte == 0xa5));
        }
    }
}
