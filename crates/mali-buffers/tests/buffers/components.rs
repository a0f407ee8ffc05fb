//! Components that become floats: the float is compared with the exact number, as integers.

use mali_buffers::{Component, ComponentCount, Conversion};
use proptest::prelude::*;

fn floats(component: Component, bytes: &[u8]) -> Vec<f32> {
    let conversion = Conversion::ToFloat(component, ComponentCount::One);
    let size = component.size();
    let elements = bytes.len() as u32 / size;
    let mut floats = vec![0; 4 * elements as usize];
    conversion
        .run(bytes, size, &mut floats, 4, elements)
        .unwrap();
    let floats = floats.as_chunks().0.iter();
    floats.map(|&bytes| f32::from_le_bytes(bytes)).collect()
}

/// Mantissa and exponent of a finite float.
fn parts(float: f32) -> (i128, i32) {
    let bits = float.to_bits();
    let (exponent, fraction) = (bits >> 23 & 0xff, i128::from(bits & 0x7f_ffff));
    let (mantissa, exponent) = match exponent {
        0 => (fraction, -149),
        _ => (fraction | 1 << 23, exponent.cast_signed() - 150),
    };
    (
        if float.is_sign_negative() {
            -mantissa
        } else {
            mantissa
        },
        exponent,
    )
}

/// How far `float` is from a fraction, in 2^−60 of the denominator's inverse. Exact for floats that
/// are 0 or not below 2^−36, and not above 2^33.
fn distance(float: f32, (numerator, denominator): (i64, i64)) -> i128 {
    let (mantissa, exponent) = parts(float);
    let scaled = match mantissa {
        0 => 0,
        _ => mantissa << (exponent + 60),
    };
    (scaled * i128::from(denominator) - (i128::from(numerator) << 60)).abs()
}

fn assert_nearest(float: f32, fraction: (i64, i64)) {
    if fraction.0 == 0 {
        return assert_eq!(float.to_bits(), 0);
    }
    let distances =
        [float, float.next_up(), float.next_down()].map(|float| distance(float, fraction));
    assert!(
        distances[0] <= distances[1] && distances[0] <= distances[2],
        "{float} for {fraction:?}"
    );
}

/// At most a 2^20-th of a step further off than the nearest can be.
fn assert_all_but_nearest(float: f32, fraction: (i64, i64)) {
    if fraction.0 == 0 {
        return assert_eq!(float.to_bits(), 0);
    }
    let step = i128::from(fraction.1) << (parts(float).1 + 60);
    let allowed = step / 2 + (step >> 20);
    assert!(
        distance(float, fraction) <= allowed,
        "{float} for {fraction:?}"
    );
}

/// GL's c / (2^b − 1), and max(c / (2^(b−1) − 1), −1).
fn fraction(number: i64, ones: i64) -> (i64, i64) {
    (number.max(-ones), ones)
}

#[test]
fn every_normalized_8_bit_number_becomes_the_nearest_float() {
    let numbers: Vec<u8> = (0..=u8::MAX).collect();
    let unsigned = floats(Component::Unorm8, &numbers);
    let signed = floats(Component::Snorm8, &numbers);
    for ((&number, unsigned), signed) in numbers.iter().zip(unsigned).zip(signed) {
        assert_nearest(unsigned, (i64::from(number), 255));
        assert_nearest(signed, fraction(i64::from(number.cast_signed()), 127));
    }
}

#[test]
fn every_normalized_16_bit_number_becomes_the_nearest_float() {
    let numbers: Vec<u16> = (0..=u16::MAX).collect();
    let bytes: Vec<u8> = numbers
        .iter()
        .flat_map(|number| number.to_le_bytes())
        .collect();
    let unsigned = floats(Component::Unorm16, &bytes);
    let signed = floats(Component::Snorm16, &bytes);
    for ((&number, unsigned), signed) in numbers.iter().zip(unsigned).zip(signed) {
        assert_nearest(unsigned, (i64::from(number), 65535));
        assert_nearest(signed, fraction(i64::from(number.cast_signed()), 32767));
    }
}

#[test]
fn normalized_numbers_end_at_1_and_minus_1() {
    let all = [0xff; 4];
    assert_eq!(floats(Component::Unorm8, &all[..1]), [1.0]);
    assert_eq!(floats(Component::Unorm16, &all[..2]), [1.0]);
    assert_eq!(floats(Component::Unorm32, &all), [1.0]);
    assert_eq!(
        floats(Component::Snorm8, &[0x7f, 0x81, 0x80]),
        [1.0, -1.0, -1.0]
    );
    let ends = [0x7fff_u16, 0x8001, 0x8000].map(u16::to_le_bytes);
    assert_eq!(
        floats(Component::Snorm16, ends.as_flattened()),
        [1.0, -1.0, -1.0]
    );
    let ends = [0x7fff_ffff_u32, 0x8000_0001, 0x8000_0000].map(u32::to_le_bytes);
    assert_eq!(
        floats(Component::Snorm32, ends.as_flattened()),
        [1.0, -1.0, -1.0]
    );
}

/// Halves, where the exact number has 25 bits, go to the even neighbour.
#[test]
#[expect(
    clippy::float_cmp,
    reason = "the floats are to the bit what they should be"
)]
fn fixed_point_numbers_keep_their_24_highest_bits() {
    let fixed = |number: i32| floats(Component::Fixed, &number.to_le_bytes())[0];
    assert_eq!(fixed(0x0001_0000), 1.0);
    assert_eq!(fixed(-0x0001_8000), -1.5);
    assert_eq!(fixed(1), 1.0 / 65536.0);
    assert_eq!(fixed(i32::MIN), -32768.0);
    assert_eq!(fixed(0x0100_0001), 256.0);
    assert_eq!(fixed(0x0100_0003), 256.0 + 4.0 / 65536.0);
}

#[test]
#[expect(
    clippy::float_cmp,
    reason = "the floats are to the bit what they should be"
)]
fn a_64_bit_float_becomes_the_nearest_of_32_bits() {
    let narrowed = |number: f64| floats(Component::Float64, &number.to_le_bytes())[0];
    assert_eq!(narrowed(-0.1), -0.1_f32);
    assert_eq!(narrowed(1.0 + 2_f64.powi(-24)), 1.0);
    assert_eq!(narrowed(1.0 + 3.0 * 2_f64.powi(-24)), 1.0 + 2_f32.powi(-22));
    assert_eq!(narrowed(1e300), f32::INFINITY);
    assert_eq!(narrowed(-1e300), f32::NEG_INFINITY);
    assert_eq!(narrowed(-0.0).to_bits(), 1 << 31);
    assert_eq!(narrowed(2_f64.powi(-149)), f32::from_bits(1));
    assert!(narrowed(f64::NAN).is_nan());
}

/// The ends, where numbers begin to have more bits than a float, and any.
fn numbers() -> impl Strategy<Value = u32> {
    let near = prop_oneof![Just(0_u32), Just(1 << 24), Just(1 << 31), Just(0xffff_ff7f)];
    prop_oneof![
        any::<u32>(),
        (near, -300_i32..300).prop_map(|(number, distance)| number.wrapping_add_signed(distance)),
    ]
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(20_000))]

    #[test]
    fn a_32_bit_number_becomes_the_nearest_float(number in numbers()) {
        let bytes = number.to_le_bytes();
        let signed = i64::from(number.cast_signed());
        assert_nearest(floats(Component::Fixed, &bytes)[0], (signed, 65536));
        assert_nearest(floats(Component::Sscaled32, &bytes)[0], (signed, 1));
        assert_nearest(floats(Component::Uscaled32, &bytes)[0], (i64::from(number), 1));
    }

    #[test]
    fn a_normalized_32_bit_number_becomes_all_but_the_nearest_float(number in numbers()) {
        let bytes = number.to_le_bytes();
        let unsigned = floats(Component::Unorm32, &bytes)[0];
        assert_all_but_nearest(unsigned, (i64::from(number), i64::from(u32::MAX)));
        let signed = fraction(i64::from(number.cast_signed()), i64::from(i32::MAX));
        assert_all_but_nearest(floats(Component::Snorm32, &bytes)[0], signed);
    }

    #[test]
    fn no_32_bit_float_is_nearer_to_a_64_bit_one(number in -1e30..1e30_f64) {
        let float = floats(Component::Float64, &number.to_le_bytes())[0];
        let distance = |float: f32| (f64::from(float) - number).abs();
        prop_assert!(distance(float) <= distance(float.next_up()));
        prop_assert!(distance(float) <= distance(float.next_down()));
    }
}
