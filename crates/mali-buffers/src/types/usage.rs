use core::fmt;

/// The application's hint about how often a buffer's data changes: the `STATIC` of `GL_STATIC_DRAW`.
///
/// ```
/// assert_eq!(mali_buffers::Usage::Static.to_string(), "static");
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "defmt", derive(defmt::Format))]
pub enum Usage {
    /// Specified once and drawn many times: `GL_STATIC_DRAW`.
    Static,
    /// Specified again and again, and drawn many times: `GL_DYNAMIC_DRAW`.
    Dynamic,
    /// Specified once and drawn a few times: `GL_STREAM_DRAW`.
    Stream,
}

/// Writes `static`, `dynamic` or `stream`.
impl fmt::Display for Usage {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.pad(match self {
            Self::Static => "static",
            Self::Dynamic => "dynamic",
            Self::Stream => "stream",
        })
    }
}
