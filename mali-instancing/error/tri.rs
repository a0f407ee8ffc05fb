//! The operator `?` for const fns, which cannot use the real one.

/// Evaluates to the value of a result, or returns its error, unchanged or wrapped in a variant.
macro_rules! tri {
    ($result:expr) => {
        match $result {
            Ok(value) => value,
            Err(error) => return Err(error),
        }
    };
    ($result:expr, $variant:path) => {
        match $result {
            Ok(value) => value,
            Err(error) => return Err($variant(error)),
        }
    };
}

pub(crate) use tri;
