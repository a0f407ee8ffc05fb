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

names!(Stage, "`vertex` or `fragment`.": Vertex "vertex", Fragment "fragment");
