/// The kind of number that a component is, of 16 or of 32 bits.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "defmt", derive(defmt::Format))]
pub enum BaseType {
    /// `float`, which can be interpolated.
    Float,
    /// `int`.
    Int,
    /// `uint`.
    Uint,
}
