//! What a person reads.

use std::num::NonZeroU32;

use mali_instancing::descriptor::ValhallFetchMode;
use mali_instancing::{
    Arch, BufferAddress, Dispatch, FetchMode, Format, InputRate, PaddedCount, Padding, PowerOfTwo,
    Rounding,
};

#[test]
fn choices_have_the_names_of_the_options() {
    assert_eq!(
        Arch::ALL
            .iter()
            .map(ToString::to_string)
            .collect::<Vec<_>>(),
        ["v4", "v5", "v6", "v7", "v9", "v10", "v12", "v13"]
    );
    assert_eq!(
        [Padding::Hardware, Padding::Tight, Padding::Mesa].map(|padding| padding.to_string()),
        ["hardware", "tight", "mesa"]
    );
    assert_eq!(
        [Rounding::RoundDown, Rounding::Nearest].map(|rounding| rounding.to_string()),
        ["round-down", "nearest"]
    );
}

#[test]
fn rates_say_what_an_element_is_for() {
    assert_eq!(
        [
            InputRate::Vertex,
            InputRate::from_gl_divisor(1),
            InputRate::from_gl_divisor(3),
            InputRate::Constant,
        ]
        .map(|rate| rate.to_string()),
        ["per vertex", "per instance", "per 3 instances", "constant"]
    );
}

#[test]
fn modes_are_named_as_the_records_types() {
    let dispatch = Dispatch::for_any_instance_count(PaddedCount::exactly(64).unwrap());
    let mode = |divisor| {
        let rate = InputRate::from_gl_divisor(divisor);
        FetchMode::new(dispatch, rate, Rounding::RoundDown)
            .unwrap()
            .to_string()
    };
    assert_eq!(mode(0), "modulus");
    assert_eq!(mode(4), "power-of-two divisor");
    assert_eq!(mode(3), "other divisor");
    assert_eq!(FetchMode::Linear.to_string(), "linear");
    assert_eq!(FetchMode::Constant.to_string(), "linear, with stride 0");
}

#[test]
fn valhalls_modes_say_which_index_they_read() {
    let mode = |rate| ValhallFetchMode::new(rate, Rounding::RoundDown).to_string();
    assert_eq!(mode(InputRate::Vertex), "linear, per vertex");
    assert_eq!(mode(InputRate::from_gl_divisor(1)), "linear, per instance");
    assert_eq!(
        mode(InputRate::Constant),
        "linear, per instance, with stride 0"
    );
    assert_eq!(mode(InputRate::from_gl_divisor(4)), "power-of-two divisor");
    assert_eq!(mode(InputRate::from_gl_divisor(3)), "other divisor");
}

#[test]
fn numbers_come_with_their_factors() {
    assert_eq!(PaddedCount::exactly(72).unwrap().to_string(), "72 (9·2^3)");
    let power = |divisor| PowerOfTwo::new(NonZeroU32::new(divisor).unwrap()).unwrap();
    assert_eq!(power(1).to_string(), "1 (2^0)");
    assert_eq!(power(1 << 31).to_string(), "2147483648 (2^31)");
}

#[test]
fn addresses_are_hexadecimal() {
    assert_eq!(BufferAddress::NULL.to_string(), "0x0");
    assert_eq!(
        BufferAddress::new(0x12_3456_7880).unwrap().to_string(),
        "0x1234567880"
    );
}

#[test]
fn names_are_padded_to_a_columns_width() {
    assert_eq!(format!("{:>9}", Padding::Tight), "    tight");
    assert_eq!(format!("{:<9}", Rounding::Nearest), "nearest  ");
    assert_eq!(format!("{:^10}", FetchMode::Linear), "  linear  ");
    assert_eq!(format!("{:>9}", Format::R8_UNORM), " R8_UNORM");
}
