//! The declarations of a shader.

use core::fmt;
use core::num::NonZeroU32;

use crate::error::Error;
use crate::limits::{LOCATIONS, REGISTER_COMPONENTS};
use crate::qualifiers::{Interpolation, Precision, Sampling};
use crate::varying_type::{BaseType, VaryingType};

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
    precision: Precision,
    location: Option<u8>,
    component: u8,
    is_built_in: bool,
}

impl Varying {
    /// `gl_FragCoord`, as an interface that is packed counts it.
    pub const FRAG_COORD: Self = Self::new(VaryingType::Vec4);

    /// `gl_FrontFacing`, as an interface that is packed counts it: a scalar that is flat, and that every edition has.
    pub const FRONT_FACING: Self = Self {
        is_built_in: true,
        ..Self::new(VaryingType::Int)
    };

    /// `gl_PointCoord`, as an interface that is packed counts it.
    pub const POINT_COORD: Self = Self::new(VaryingType::Vec2);

    /// A varying that is not an array, interpolated smoothly if it can be: integers are flat.
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
            precision: Precision::High,
            location: None,
            component: 0,
            is_built_in: false,
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

    /// The same with that precision, by default `highp`.
    #[must_use]
    pub const fn with_precision(mut self, precision: Precision) -> Self {
        self.precision = precision;
        self
    }

    /// The same at that location, and those after it: `layout(location = 2)`.
    ///
    /// # Errors
    ///
    /// [`Error::Location`] above 31.
    ///
    /// ```
    /// use mali_varyings::{Error, Varying, VaryingType};
    ///
    /// let uv = Varying::new(VaryingType::Vec2);
    /// assert_eq!(uv.with_location(2)?.location(), Some(2));
    /// assert_eq!(uv.with_location(32), Err(Error::Location { location: 32 }));
    /// # Ok::<(), Error>(())
    /// ```
    pub const fn with_location(self, location: u32) -> Result<Self, Error> {
        if location < LOCATIONS {
            Ok(self.at(location))
        } else {
            Err(Error::Location { location })
        }
    }

    /// The same at a location that there is.
    pub(super) const fn at(mut self, location: u32) -> Self {
        self.location = Some(location as u8);
        self
    }

    /// The same at any location: only what has one has a component.
    pub(super) const fn without_location(mut self) -> Self {
        self.location = None;
        self
    }

    /// The same from that component of its location on, 0 for x to 3 for w:
    /// `layout(location = 2, component = 1)`.
    ///
    /// # Errors
    ///
    /// [`Error::Component`] where that, with the components of the type, is more than four, for a matrix,
    /// and without a location.
    ///
    /// ```
    /// use mali_varyings::{Error, Varying, VaryingType};
    ///
    /// let uv = Varying::new(VaryingType::Vec2).with_location(2)?;
    /// assert_eq!(uv.with_component(2)?.component(), 2);
    /// let error = uv.with_component(3).unwrap_err();
    /// assert_eq!(error, Error::Component { varying_type: VaryingType::Vec2, component: 3 });
    /// # Ok::<(), Error>(())
    /// ```
    pub const fn with_component(mut self, component: u32) -> Result<Self, Error> {
        let varying_type = self.element_type;
        let is_within = component < REGISTER_COMPONENTS
            && component + varying_type.components() <= REGISTER_COMPONENTS;
        if !is_within || varying_type.is_matrix() || self.location.is_none() {
            return Err(Error::Component {
                varying_type,
                component,
            });
        }
        self.component = component as u8;
        Ok(self)
    }

    /// Its type, or that of its elements.
    #[must_use]
    pub const fn varying_type(self) -> VaryingType {
        self.element_type
    }

    /// How many elements it has: 1 if it is not an array.
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

    /// How precise its components have to be.
    #[must_use]
    pub const fn precision(self) -> Precision {
        self.precision
    }

    /// Its first location, if the declaration says it.
    #[must_use]
    pub const fn location(self) -> Option<u32> {
        match self.location {
            Some(location) => Some(location as u32),
            None => None,
        }
    }

    /// The first component of each of its locations that it takes: 0 if the declaration says nothing.
    #[must_use]
    pub const fn component(self) -> u32 {
        self.component as u32
    }

    /// How many vectors it has: each takes a location.
    #[must_use]
    pub const fn vectors(self) -> u64 {
        self.length() as u64 * self.element_type.columns() as u64
    }

    pub(super) const fn is_built_in(self) -> bool {
        self.is_built_in
    }

    /// Whether 16 bits hold a component: floats that need not be precise, and types of 16 bits. Integers
    /// of `mediump` keep their 32.
    pub(super) const fn is_16_bit(self) -> bool {
        let is_float = matches!(self.element_type.base_type(), BaseType::Float);
        self.element_type.bits() == 16 || is_float && !matches!(self.precision, Precision::High)
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
