//! The qualifiers of a declaration.

use core::fmt;

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
    ///
    /// ```
    /// use mali_varyings::Interpolation;
    ///
    /// assert_eq!(Interpolation::ALL[1].to_string(), "flat");
    /// ```
    pub const ALL: [Self; 3] = [Self::Smooth, Self::Flat, Self::Noperspective];

    pub(super) const fn name(self) -> &'static str {
        match self {
            Self::Smooth => "smooth",
            Self::Flat => "flat",
            Self::Noperspective => "noperspective",
        }
    }
}

/// Writes GLSL's name.
impl fmt::Display for Interpolation {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.pad(self.name())
    }
}

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

impl Sampling {
    pub(super) const fn name(self) -> &'static str {
        match self {
            Self::Center => "center",
            Self::Centroid => "centroid",
            Self::Sample => "sample",
        }
    }
}

/// Writes GLSL's name; `center` for the value that has no keyword in GLSL.
impl fmt::Display for Sampling {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.pad(self.name())
    }
}

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

impl Precision {
    pub(super) const fn name(self) -> &'static str {
        match self {
            Self::High => "highp",
            Self::Medium => "mediump",
            Self::Low => "lowp",
        }
    }
}
