use core::fmt;
use core::num::NonZeroU32;

use super::qualifiers::{Interpolation, Precision, Sampling};
use super::varying_type::VaryingType;
use crate::base_type::BaseType;
use crate::error::Error;
use crate::limits::{LOCATIONS, REGISTER_COMPONENTS};

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
    /// `gl_FragCoord`, as it counts in an interface that is packed.
    pub const FRAG_COORD: Self = Self::new(VaryingType::Vec4);

    /// `gl_FrontFacing`, as it counts in an interface that is packed: a flat scalar of a type that every edition has.
    pub const FRONT_FACING: Self = Self {
        is_built_in: true,
        ..Self::new(VaryingType::Int)
    };

    /// `gl_PointCoord`, as it counts in an interface that is packed.
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

    /// The same varying as an array of `length` elements.
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

    /// The same varying with this interpolation.
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

    /// The same varying with this sampling.
    #[must_use]
    pub const fn with_sampling(mut self, sampling: Sampling) -> Self {
        self.sampling = sampling;
        self
    }

    /// The same varying with this precision; without this call it is `highp`.
    #[must_use]
    pub const fn with_precision(mut self, precision: Precision) -> Self {
        self.precision = precision;
        self
    }

    /// The same varying at this location and those after it: `layout(location = 2)`.
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

    /// The same varying at a location that is known to be valid.
    pub(crate) const fn at(mut self, location: u32) -> Self {
        self.location = Some(location as u8);
        self
    }

    /// The same varying, beginning at this component of its location, 0 for x to 3 for w:
    /// `layout(location = 2, component = 1)`.
    ///
    /// # Errors
    ///
    /// [`Error::Component`] if the component plus the components of the type is more than four, if the type is a
    /// matrix, and if the varying has no location.
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
        // The component is compared alone first, because the sum could leave 32 bits.
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

    /// The type of the varying, or of its elements if it is an array.
    #[must_use]
    pub const fn varying_type(self) -> VaryingType {
        self.element_type
    }

    /// The number of elements: 1 if the varying is not an array.
    #[must_use]
    pub const fn length(self) -> u32 {
        self.array_length().get()
    }

    pub(crate) const fn array_length(self) -> NonZeroU32 {
        match self.array {
            Some(length) => length,
            None => NonZeroU32::MIN,
        }
    }

    /// Whether the varying is declared as an array, even of one element.
    #[must_use]
    pub const fn is_array(self) -> bool {
        self.array.is_some()
    }

    /// The interpolation of the varying.
    #[must_use]
    pub const fn interpolation(self) -> Interpolation {
        self.interpolation
    }

    /// The place in the fragment at which the value is taken.
    #[must_use]
    pub const fn sampling(self) -> Sampling {
        self.sampling
    }

    /// The precision that the components must have.
    #[must_use]
    pub const fn precision(self) -> Precision {
        self.precision
    }

    /// The first location, if the declaration has one.
    #[must_use]
    pub const fn location(self) -> Option<u32> {
        Some(present!(self.location) as u32)
    }

    /// The first component that the varying takes in each of its locations: 0 if the declaration has none.
    #[must_use]
    pub const fn component(self) -> u32 {
        self.component as u32
    }

    /// The number of vectors, each of which takes a location.
    #[must_use]
    pub const fn vectors(self) -> u64 {
        self.length() as u64 * self.element_type.columns() as u64
    }

    /// The locations of the varying, a bit each, up to the last that exists.
    pub(crate) const fn locations(self) -> u32 {
        match self.location() {
            Some(first) if self.vectors() < LOCATIONS as u64 => {
                // At most 31 bits are shifted by at most 31 places, so 64 bits hold them. The cast cuts off those
                // past the last location.
                (((1_u64 << self.vectors()) - 1) << first) as u32
            }
            Some(first) => u32::MAX << first,
            None => 0,
        }
    }

    pub(crate) const fn is_built_in(self) -> bool {
        self.is_built_in
    }

    /// Whether 16 bits hold a component: floats of `mediump` or `lowp`, and types of 16 bits. Integers
    /// of `mediump` keep their 32 bits.
    pub(crate) const fn is_16_bit(self) -> bool {
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
