//! A number of things, in words.

/// `1 vertex`, `2 vertices`.
pub(crate) fn count(number: usize, one: &str, several: &str) -> String {
    format!("{number} {}", if number == 1 { one } else { several })
}
