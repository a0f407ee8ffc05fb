//! What generated code defines, before it is in a language.

/// What code defines, in either language.
pub(super) enum Constant {
    /// A number, and its name.
    Number(String, u32),
    Numbers(String, Vec<u32>),
    /// Numbers of 64 bits.
    Wide(String, Vec<u64>),
    /// Rows of words as the code has them, each row as long as the first.
    Table(String, Vec<Vec<String>>),
    /// What is said of those that follow.
    Comment(String),
}
