//! The operator `?` and the loop `for` of a `const fn`, which has neither.

/// The operator `?` on a result.
macro_rules! attempt {
    ($result:expr) => {
        match $result {
            Ok(value) => value,
            Err(error) => return Err(error),
        }
    };
}

/// The operator `?` on an option.
macro_rules! present {
    ($option:expr) => {
        match $option {
            Some(value) => value,
            None => return None,
        }
    };
}

/// The loop `for` over a range of numbers. Its body must not contain `continue`.
macro_rules! each {
    ($number:ident, $range:expr, $body:block) => {{
        let core::ops::Range {
            start: mut $number,
            end,
        } = $range;
        while $number < end {
            $body
            // A `continue` in the body would skip this step, and the loop would not end.
            $number += 1;
        }
    }};
}
