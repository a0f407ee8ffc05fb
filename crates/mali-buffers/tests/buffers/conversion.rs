//! Elements at any address: each is converted correctly, and nothing else is written.

use mali_buffers::{ComponentCount, Conversion, Error};
use proptest::prelude::*;

const COUNTS: [ComponentCount; 4] = [
    ComponentCount::One,
    ComponentCount::Two,
    ComponentCount::Three,
    ComponentCount::Four,
];

/// The element that a conversion should write.
fn element(conversion: Conversion, source: &[u8]) -> Vec<u8> {
    match conversion {
        Conversion::Copy { size } => source[..size as usize].to_vec(),
        Conversion::NarrowFloats(count) => {
            let floats = source.chunks_exact(8).take(count as usize);
            let narrowed = floats.map(|bytes| f64::from_le_bytes(bytes.try_into().unwrap()) as f32);
            narrowed.flat_map(f32::to_le_bytes).collect()
        }
    }
}

fn conversions() -> impl Strategy<Value = Conversion> {
    prop_oneof![
        (0..40_u32).prop_map(|size| Conversion::Copy { size }),
        prop::sample::select(&COUNTS[..]).prop_map(Conversion::NarrowFloats),
    ]
}

/// Strides of elements without gaps, with gaps, or that overlap.
fn strides(size: u32) -> impl Strategy<Value = u32> {
    prop_oneof![Just(size), size..size + 20, 0..=size]
}

fn runs() -> impl Strategy<Value = (Conversion, u32, u32, u32)> {
    conversions().prop_flat_map(|conversion| {
        let to_stride = prop_oneof![
            3 => Just(conversion.size()),
            3 => conversion.size()..conversion.size() + 20,
        ];
        (
            Just(conversion),
            strides(conversion.source_size()),
            to_stride,
            0..40_u32,
        )
    })
}

/// Numbers of all sizes, except NaNs, whose bits may change.
fn memory() -> Vec<u8> {
    (0..3000_u32)
        .map(|at| (at * 167 + at / 256 * 59) as u8 & 0xbf)
        .collect()
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(5000))]

    #[test]
    fn every_element_is_converted_and_nothing_else_written(
        (conversion, stride, to_stride, elements) in runs(),
        offset in 0..9_usize,
        to_offset in 0..9_usize,
    ) {
        let memory = memory();
        let source = &memory[offset..];
        let mut destination = vec![0xa5; 3000];
        let before = destination.clone();
        let result = conversion.run(source, stride, &mut destination[to_offset..], to_stride, elements);
        prop_assert_eq!(result, Ok(()));

        let mut written = vec![false; destination.len()];
        for number in 0..elements as usize {
            let from = &source[number * stride as usize..];
            let at = to_offset + number * to_stride as usize;
            let range = at..at + conversion.size() as usize;
            let expected = element(conversion, from);
            prop_assert_eq!(&destination[range.clone()], expected, "element {}", number);
            written[range].fill(true);
        }
        for (at, written) in written.into_iter().enumerate() {
            prop_assert!(written || destination[at] == before[at], "byte {}", at);
        }
    }

    /// One byte less than the last element needs is an error of the first slice that is too short.
    #[test]
    fn what_is_too_short_is_left_alone(
        (conversion, stride, to_stride, elements) in runs(),
        missing in prop::sample::select(&[[0, 0], [1, 0], [0, 1], [1, 1]][..]),
    ) {
        let needed = |stride: u32, size| match elements {
            0 => 0,
            _ => (elements - 1) * stride + size,
        };
        let needed = [
            needed(stride, conversion.source_size()),
            needed(to_stride, conversion.size()),
        ];
        let given = [0, 1].map(|slice| needed[slice].saturating_sub(missing[slice]));
        let source = memory();
        let mut destination = vec![0xa5; given[1] as usize];
        let answered = conversion.run(
            &source[..given[0] as usize], stride, &mut destination, to_stride, elements,
        );
        match (0..2).find(|&slice| given[slice] < needed[slice]) {
            Some(slice) => {
                let (given, needed) = (u64::from(given[slice]), u64::from(needed[slice]));
                prop_assert_eq!(answered, Err(Error::TooShort { given, needed }));
                prop_assert!(destination.iter().all(|&byte| byte == 0xa5));
            }
            None => prop_assert_eq!(answered, Ok(())),
        }
    }

    #[test]
    fn no_strides_and_counts_panic(
        conversion in conversions(),
        strides in any::<[u32; 2]>(),
        sizes in (0..300_usize, 0..300_usize),
        elements in any::<u32>(),
    ) {
        let source = vec![1; sizes.0];
        let mut destination = vec![0xa5; sizes.1];
        let needed = |stride: u32, size: u32| match elements {
            0 => 0,
            _ => u128::from(elements - 1) * u128::from(stride) + u128::from(size),
        };
        let fits = needed(strides[0], conversion.source_size()) <= sizes.0 as u128
            && needed(strides[1], conversion.size()) <= sizes.1 as u128;
        let result = conversion.run(&source, strides[0], &mut destination, strides[1], elements);
        prop_assert_eq!(result.is_ok(), fits);
    }

    #[test]
    fn elements_that_overlap_are_written_in_their_order(to_stride in 0..12_u32, elements in 1..20_u32) {
        let source = memory();
        let conversion = Conversion::Copy { size: 12 };
        let mut destination = vec![0; 300];
        conversion.run(&source, 12, &mut destination, to_stride, elements).unwrap();
        let mut expected = vec![0; 300];
        for number in 0..elements as usize {
            let at = number * to_stride as usize;
            expected[at..at + 12].copy_from_slice(&source[12 * number..12 * number + 12]);
        }
        prop_assert_eq!(destination, expected);
    }
}

fn narrowed(number: f64) -> f32 {
    let mut float = [0; 4];
    let conversion = Conversion::NarrowFloats(ComponentCount::One);
    let done = conversion.run(&number.to_le_bytes(), 8, &mut float, 4, 1);
    assert_eq!(done, Ok(()));
    f32::from_le_bytes(float)
}

#[test]
#[expect(
    clippy::float_cmp,
    reason = "the floats are to the bit what they should be"
)]
fn a_64_bit_float_becomes_the_nearest_of_32_bits() {
    assert_eq!(narrowed(-0.1), -0.1_f32);
    assert_eq!(narrowed(1.0 + 2_f64.powi(-24)), 1.0);
    assert_eq!(narrowed(1.0 + 3.0 * 2_f64.powi(-24)), 1.0 + 2_f32.powi(-22));
    assert_eq!(narrowed(1e300), f32::INFINITY);
    assert_eq!(narrowed(-1e300), f32::NEG_INFINITY);
    assert_eq!(narrowed(-0.0).to_bits(), 1 << 31);
    assert_eq!(narrowed(2_f64.powi(-149)), f32::from_bits(1));
    assert!(narrowed(f64::NAN).is_nan());
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(20_000))]

    #[test]
    fn no_32_bit_float_is_nearer_to_a_64_bit_one(number in -1e30..1e30_f64) {
        let float = narrowed(number);
        let distance = |float: f32| (f64::from(float) - number).abs();
        // The neighbours of the same sign. 0 has none before it.
        let bits = float.to_bits();
        let others = [bits.wrapping_add(1), bits.wrapping_sub(1)].map(f32::from_bits);
        for other in others.into_iter().filter(|other| !other.is_nan()) {
            prop_assert!(distance(float) <= distance(other));
        }
    }
}
