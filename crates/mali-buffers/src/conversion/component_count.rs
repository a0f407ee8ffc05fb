/// The number of components of an attribute.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[cfg_attr(feature = "defmt", derive(defmt::Format))]
pub enum ComponentCount {
    /// R.
    One = 1,
    /// R and G.
    Two = 2,
    /// R, G and B.
    Three = 3,
    /// R, G, B and A.
    Four = 4,
}
