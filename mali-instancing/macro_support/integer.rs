use super::stop;
use crate::error::Message;

/// An integer type, all of whose values have at most 64 bits.
#[diagnostic::on_unimplemented(
    message = "expected an integer, found `{Self}`",
    label = "expected an integer of at most 64 bits, found `{Self}`"
)]
pub trait IntegerType {}

macro_rules! integer_types {
    ($($integer:ident)*) => {
        $(
            #[diagnostic::do_not_recommend]
            impl IntegerType for $integer {}
        )*
    };
}

integer_types!(u8 u16 u32 u64 usize i8 i16 i32 i64 isize);

/// An integer of any type. A cast alone would convert a float, a `bool` or a `char` too.
#[derive(Clone, Copy)]
pub struct Integer<T: IntegerType> {
    /// The value as the user wrote it.
    pub value: T,
}

/// Panics for a value below 0 or of more than 32 bits.
#[track_caller]
pub const fn of_32_bits(value: i128) -> u32 {
    // Not `contains`, which cannot be called in a constant.
    if 0 <= value && value <= u32::MAX as i128 {
        return value as u32;
    }
    not_of(value, 32)
}

/// Panics for a value below 0 or of more than 64 bits.
#[track_caller]
pub const fn of_64_bits(value: i128) -> u64 {
    if 0 <= value && value <= u64::MAX as i128 {
        return value as u64;
    }
    not_of(value, 64)
}

#[track_caller]
const fn not_of(value: i128, bits: u64) -> ! {
    // Each `IntegerType` is one of these.
    let message = Message::new("");
    stop(&if value < 0 {
        let message = message.signed(value as i64);
        message.text(" is negative: it must be at least 0")
    } else {
        let message = message.decimal(value as u64).text(" has more than ");
        message.decimal(bits).text(" bits")
    })
}
