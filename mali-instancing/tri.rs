//! The operator `?`, which a const fn cannot have.

/// The value of a result, or a return of its error, as it is or in a variant.
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
