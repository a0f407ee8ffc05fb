//! The qualifiers of a declaration.

use core::fmt;

/// How a fragment's value comes from its triangle's.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "defmt", derive(defmt::Format))]
pub enum Interpolation {
    /// With perspective.
    #[default]
    Smooth,
    /// The provoking vertex's.
    Flat,
    /// Linear on the screen.
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

/// Where in the fragment the value is taken.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "defmt", derive(defmt::Format))]
pub enum Sampling {
    /// At the pixel's centre, be it inside the triangle or not.
    #[default]
    Center,
    /// `centroid`: at a place inside the triangle.
    Centroid,
    /// `sample`: at each sample's.
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

/// Writes GLSL's name; `center` for what GLSL has no word for.
impl fmt::Display for Sampling {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.pad(self.name())
    }
}

/// How precise a varying's components have to be.
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
