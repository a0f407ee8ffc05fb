//! Values that are one of several words, in options and in manifests.

use mali_instancing::{Arch, Padding, Rounding};

use super::suggestion::unknown;

/// A type whose values have names.
///
/// ```
/// use mali_instancing::Padding;
/// use mali_instancing_text::notation::Choice;
///
/// assert_eq!(Padding::parse("tight"), Ok(Padding::Tight));
/// assert_eq!(Choice::name(Padding::Tight), "tight");
/// let error = Padding::parse("tihgt").unwrap_err();
/// assert_eq!(error, "`tihgt` is unknown, did you mean `tight`? known: hardware, tight, mesa");
/// ```
pub trait Choice: Copy + PartialEq + Send + Sync + 'static {
    /// The values in the order in which they are listed, each with its name.
    const NAMES: &'static [(&'static str, Self)];

    /// The value of that name.
    ///
    /// # Errors
    ///
    /// No value has that name; the message says which name is nearest, and lists all.
    fn parse(text: &str) -> Result<Self, String> {
        Self::NAMES
            .iter()
            .find(|(name, _)| *name == text)
            .map(|(_, choice)| *choice)
            .ok_or_else(|| unknown(text, &names::<Self>()))
    }

    /// The name of the value.
    fn name(self) -> &'static str {
        Self::NAMES
            .iter()
            .find(|(_, choice)| *choice == self)
            .map_or("", |(name, _)| name)
    }
}

fn names<T: Choice>() -> Vec<&'static str> {
    T::NAMES.iter().map(|(name, _)| *name).collect()
}

impl Choice for Arch {
    const NAMES: &'static [(&'static str, Self)] = &[
        ("v4", Self::V4),
        ("v5", Self::V5),
        ("v6", Self::V6),
        ("v7", Self::V7),
        ("v9", Self::V9),
        ("v10", Self::V10),
        ("v12", Self::V12),
        ("v13", Self::V13),
    ];
}

impl Choice for Padding {
    const NAMES: &'static [(&'static str, Self)] = &[
        ("hardware", Self::Hardware),
        ("tight", Self::Tight),
        ("mesa", Self::Mesa),
    ];
}

impl Choice for Rounding {
    const NAMES: &'static [(&'static str, Self)] =
        &[("round-down", Self::RoundDown), ("nearest", Self::Nearest)];
}
