//! The notation of numbers, and rates with divisors.

use std::fmt::Debug;
use std::num::NonZeroU32;

use mali_instancing::InputRate;
use mali_instancing::data::Rate;
#[cfg(feature = "json")]
use mali_instancing_codegen::Number;
use mali_instancing_codegen::read::{Integer, RateKeys, parse_number};

#[test]
fn a_rate_and_a_divisor_make_an_input_rate() {
    let by = |divisor| InputRate::instance(divisor).map_err(|_| "");
    let zero = Err("divisor 0 is not allowed: at least 1 is");
    let of_vertex = Err("1 does not go with the rate `vertex`, which has no divisor: leave it out");
    let of_all = Err("0 does not go with the rate `constant`, which has no divisor: leave it out");
    for (rate, divisor, expected) in [
        (None, None, Ok(InputRate::Vertex)),
        (None, Some(0), Ok(InputRate::Vertex)),
        (None, Some(3), by(3)),
        (Some(Rate::Vertex), None, Ok(InputRate::Vertex)),
        (Some(Rate::Vertex), Some(0), Ok(InputRate::Vertex)),
        (Some(Rate::Vertex), Some(1), of_vertex),
        (Some(Rate::Instance), None, by(1)),
        (Some(Rate::Instance), Some(3), by(3)),
        (Some(Rate::Instance), Some(0), zero),
        (Some(Rate::Constant), None, Ok(InputRate::Constant)),
        (Some(Rate::Constant), Some(0), of_all),
    ] {
        match (RateKeys { rate, divisor }.input_rate(), expected) {
            (Ok(found), Ok(expected)) => assert_eq!(found, expected),
            (Err(found), Err(part)) => assert!(found.contains(part), "{found}"),
            (found, _) => panic!("{rate:?}, {divisor:?}: {found:?}"),
        }
    }
}

const NUMBERS: [(&str, u64); 6] = [
    ("70", 70),
    ("0x46", 70),
    ("0X1000_0000", 0x1000_0000),
    ("1_000", 1000),
    ("007", 7),
    ("0xffff_ffff_ffff_ffff", u64::MAX),
];

#[test]
fn a_number_is_decimal_or_hexadecimal() {
    for (text, number) in NUMBERS {
        assert_eq!(parse_number(text), Ok(number));
    }
    for (text, number) in [
        ("12", 12),
        ("-12", -12),
        ("-0x10", -16),
        ("2147483647", i32::MAX),
        ("-0x8000_0000", i32::MIN),
    ] {
        assert_eq!(parse_number(text), Ok(number));
    }
}

#[cfg(feature = "json")]
#[test]
fn a_number_is_an_integer_or_a_string() {
    let read = |json: &str| serde_json::from_str::<Number<u64>>(json).unwrap();
    for (text, number) in NUMBERS {
        assert_eq!(read(&format!("\"{text}\"")), Number(number));
    }
    assert_eq!(read("18446744073709551615"), Number(u64::MAX));
    assert_eq!(serde_json::to_string(&Number(70_u32)).unwrap(), "70");
}

fn refused<T: Integer + Debug>(text: &str) -> String {
    parse_number::<T>(text).unwrap_err().to_string()
}

#[test]
fn what_is_not_a_number_of_the_type_is_quoted() {
    for text in [
        "", "0x", "_1", "1_", "0x_1", "1.0", "1e3", "seventy", "+1", "0b1", " 1", "--1", "- 1",
        "-", "0x-1", "-_1", "٣",
    ] {
        let start = format!("`{text}` is not a whole number: decimal and 0x notation");
        assert!(
            refused::<u32>(text).starts_with(&start),
            "{}",
            refused::<u32>(text)
        );
        assert!(
            refused::<i32>(text).starts_with(&start),
            "{}",
            refused::<i32>(text)
        );
    }
    assert!(refused::<i32>("x").contains("and - before them"));
    assert!(!refused::<u32>("x").contains('-'));
    assert_eq!(
        refused::<u32>("-5"),
        "-5 is below 0, the smallest number allowed"
    );
    assert_eq!(
        refused::<NonZeroU32>("0x0"),
        "0x0 is below 1, the smallest number allowed"
    );
    assert_eq!(
        refused::<i32>("-2147483649"),
        "-2147483649 is below -2147483648, the smallest number allowed"
    );
    for (text, limit) in [
        ("2147483648", refused::<i32>("2147483648")),
        (
            "99999999999999999999",
            refused::<u64>("99999999999999999999"),
        ),
    ] {
        assert!(
            limit.starts_with(&format!("{text} is too large: at most ")),
            "{limit}"
        );
    }
    // A number may have any number of digits: its value is too large.
    let long = "9".repeat(5000);
    assert_eq!(
        refused::<u64>(&long),
        format!(
            "{}… is too large: at most 18446744073709551615 is allowed",
            "9".repeat(59)
        )
    );
    assert!(refused::<i32>(&format!("-{long}")).contains("is below -2147483648"));
}
