use core::fmt;

/// One of the two stages that share varyings.
///
/// ```
/// use mali_varyings::Stage;
///
/// assert_eq!(Stage::ALL.map(Stage::name), ["vertex", "fragment"]);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "defmt", derive(defmt::Format))]
pub enum Stage {
    /// The vertex stage, which writes varyings.
    Vertex,
    /// The fragment stage, which reads varyings.
    Fragment,
}

impl Stage {
    /// Both stages.
    pub const ALL: [Self; 2] = [Self::Vertex, Self::Fragment];

    /// `vertex` or `fragment`.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Vertex => "vertex",
            Self::Fragment => "fragment",
        }
    }
}

/// Writes the [`name`](Stage::name).
impl fmt::Display for Stage {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.pad(self.name())
    }
}
