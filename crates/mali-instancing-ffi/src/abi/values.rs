//! The values of C's enumerations: a row for each.

/// Declares the values of a type of C, in rows: documentation, name, number, and the variant of a Rust type. The header's
/// generator reads the rows as text, so a number is a literal.
///
/// `read by` makes a function that returns the Rust value of a number. Another number, or one whose `if` is false, is the
/// failure of the argument with the function's name; with `(element)` it is that of an element of an array.
///
/// `written by` makes a function that returns the number of a Rust value. A variant without a row has the number after
/// `otherwise`; if there is none, every variant needs a row.
macro_rules! values {
    (
        $type:ident read as $Type:ident by $read:ident $(($element:ident))?, $allowed:expr;
        $($(#[$documentation:meta])* $name:ident = $number:literal => $variant:ident $(if $is_there:expr)?;)+
    ) => {
        $($(#[$documentation])* pub const $name: $type = $number;)+

        #[inline]
        pub(crate) fn $read(
            number: $type,
            $($element: usize,)?
        ) -> Result<$Type, $crate::abi::failure::Failure> {
            Ok(match number {
                $($name $(if $is_there)? => $Type::$variant,)+
                _ => {
                    let element = None$(.or(Some($element)))?;
                    let argument = stringify!($read);
                    return Err($crate::abi::failure::Failure::value(argument, element, number, $allowed));
                }
            })
        }
    };
    (
        $type:ident written for $Type:ident by $write:ident $(, otherwise $other:ident)?;
        $($(#[$documentation:meta])* $name:ident = $number:literal $(=> $variant:ident)?;)+
    ) => {
        $($(#[$documentation])* pub const $name: $type = $number;)+

        const fn $write(value: &$Type) -> $type {
            match value {
                $($($Type::$variant { .. } => $name,)?)+
                $(_ => $other,)?
            }
        }
    };
}
pub(crate) use values;
