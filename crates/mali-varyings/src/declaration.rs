//! What a shader declares.

use core::fmt;
use core::num::NonZeroU32;

use super::error::Error;
use super::varying_type::{BaseType, VaryingType};

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
    const fn name(self) -> &'static str {
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

/// A varying, as the vertex shader declares it.
///
/// ```
/// use mali_varyings::{Interpolation, Varying, VaryingType};
///
/// let weights = Varying::new(VaryingType::Float).with_array(4)?;
/// assert_eq!((weights.length(), weights.interpolation()), (4, Interpolation::Smooth));
/// let material = Varying::new(VaryingType::Uint);
/// assert_eq!(material.interpolation(), Interpolation::Flat);
/// # Ok::<(), mali_varyings::Error>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "defmt", derive(defmt::Format))]
pub struct Varying {
    element_type: VaryingType,
    array: Option<NonZeroU32>,
    interpolation: Interpolation,
    sampling: Sampling,
}

impl Varying {
    /// A varying that is no array, interpolated smoothly if it can be: integers are flat.
    #[must_use]
    pub const fn new(varying_type: VaryingType) -> Self {
        Self {
            element_type: varying_type,
            array: None,
            interpolation: match varying_type.base_type() {
                BaseType::Float => Interpolation::Smooth,
                BaseType::Int | BaseType::Uint => Interpolation::Flat,
            },
            sampling: Sampling::Center,
        }
    }

    /// The same as an array of `length` elements.
    ///
    /// # Errors
    ///
    /// [`Error::EmptyArray`] for a length of 0.
    pub const fn with_array(mut self, length: u32) -> Result<Self, Error> {
        match NonZeroU32::new(length) {
            Some(length) => {
                self.array = Some(length);
                Ok(self)
            }
            None => Err(Error::EmptyArray),
        }
    }

    /// The same, interpolated so.
    ///
    /// # Errors
    ///
    /// [`Error::InterpolatedInteger`] for integers that are not flat.
    ///
    /// ```
    /// use mali_varyings::{Interpolation, Varying, VaryingType};
    ///
    /// let integer = Varying::new(VaryingType::Ivec2);
    /// assert!(integer.with_interpolation(Interpolation::Flat).is_ok());
    /// assert!(integer.with_interpolation(Interpolation::Smooth).is_err());
    /// ```
    pub const fn with_interpolation(mut self, interpolation: Interpolation) -> Result<Self, Error> {
        let is_float = matches!(self.element_type.base_type(), BaseType::Float);
        if is_float || matches!(interpolation, Interpolation::Flat) {
            self.interpolation = interpolation;
            Ok(self)
        } else {
            Err(Error::InterpolatedInteger {
                varying_type: self.element_type,
                interpolation,
            })
        }
    }

    /// The same, taken there.
    #[must_use]
    pub const fn with_sampling(mut self, sampling: Sampling) -> Self {
        self.sampling = sampling;
        self
    }

    /// Its type, or that of its elements.
    #[must_use]
    pub const fn varying_type(self) -> VaryingType {
        self.element_type
    }

    /// How many elements it has: 1 if it is no array.
    #[must_use]
    pub const fn length(self) -> u32 {
        self.array_length().get()
    }

    pub(super) const fn array_length(self) -> NonZeroU32 {
        match self.array {
            Some(length) => length,
            None => NonZeroU32::MIN,
        }
    }

    /// Whether it is declared as an array, be it of one element.
    #[must_use]
    pub const fn is_array(self) -> bool {
        self.array.is_some()
    }

    /// How it is interpolated.
    #[must_use]
    pub const fn interpolation(self) -> Interpolation {
        self.interpolation
    }

    /// Where it is taken.
    #[must_use]
    pub const fn sampling(self) -> Sampling {
        self.sampling
    }
}

/// Writes the declaration as GLSL would, without a name: `flat uvec2[3]`.
impl fmt::Display for Varying {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.sampling != Sampling::Center {
            write!(formatter, "{} ", self.sampling)?;
        }
        write!(formatter, "{} {}", self.interpolation, self.element_type)?;
        match self.array {
            Some(length) => write!(formatter, "[{length}]"),
            None => Ok(()),
        }
    }
}
