//! The qualifiers of a declaration.

use core::fmt;

/// Defines the names of a qualifier's values.
macro_rules! names {
    ($type:ident: $($value:ident $name:literal),*) => {
        impl $type {
            pub(super) const fn name(self) -> &'static str {
                match self {
                    $(Self::$value => $name,)*
                }
            }
        }

        /// Writes GLSL's keyword; `center` for the value that has none.
        impl fmt::Display for $type {
            fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
                formatter.pad(self.name())
            }
        }
    };
}

/// The way in which a fragment's value is computed from its triangle's vertices.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "defmt", derive(defmt::Format))]
pub enum Interpolation {
    /// Interpolation with perspective.
    #[default]
    Smooth,
    /// No interpolation: the value of the provoking vertex.
    Flat,
    /// Linear interpolation on the screen.
    Noperspective,
}

impl Interpolation {
    /// Every interpolation.
    pub const ALL: [Self; 3] = [Self::Smooth, Self::Flat, Self::Noperspective];
}

names!(Interpolation: Smooth "smooth", Flat "flat", Noperspective "noperspective");

/// The place in the fragment at which the value is taken.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "defmt", derive(defmt::Format))]
pub enum Sampling {
    /// At the pixel's centre, inside the triangle or not.
    #[default]
    Center,
    /// `centroid`: at a place inside the triangle.
    Centroid,
    /// `sample`: at the place of each sample.
    Sample,
}

names!(Sampling: Center "center", Centroid "centroid", Sample "sample");

/// The precision that a varying's components must have.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "defmt", derive(defmt::Format))]
pub enum Precision {
    /// `highp`: 32 bits.
    #[default]
    High,
    /// `mediump`, SPIR-V's `RelaxedPrecision`: 16 bits are enough for a float.
    Medium,
    /// `lowp`, which is stored as `mediump` is.
    Low,
}

names!(Precision: High "highp", Medium "mediump", Low "lowp");
