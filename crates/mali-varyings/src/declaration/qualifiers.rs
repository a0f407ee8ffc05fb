//! The qualifiers of a declaration.

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

names!(Interpolation, "GLSL's keyword.": Smooth "smooth", Flat "flat", Noperspective "noperspective");

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

names!(Sampling, "GLSL's keyword; `center` for the value that has none.": Center "center", Centroid "centroid", Sample "sample");

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

names!(Precision, "GLSL's keyword.": High "highp", Medium "mediump", Low "lowp");
