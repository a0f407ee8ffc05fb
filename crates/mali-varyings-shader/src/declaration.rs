//! The declaration of a varying, in a manifest or a shader.

use mali_varyings::{Error, Interpolation, Precision, Sampling, Varying, VaryingType};

/// The parts of a varying's declaration other than the name and the type, in a shader or elsewhere.
///
/// ```
/// use mali_varyings::{Interpolation, VaryingType};
/// use mali_varyings_shader::Declaration;
///
/// let flat = Declaration { interpolation: Some(Interpolation::Flat), ..Declaration::default() };
/// assert_eq!(flat.varying(VaryingType::Vec2).unwrap().interpolation(), Interpolation::Flat);
/// let smooth = Declaration { interpolation: Some(Interpolation::Smooth), ..flat };
/// assert_eq!(smooth.varying(VaryingType::Uint).unwrap_err().0, "interpolation");
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Declaration {
    /// The number of elements of an array.
    pub array: Option<u32>,
    /// The interpolation between vertices.
    pub interpolation: Option<Interpolation>,
    /// The place in a pixel at which the value is taken.
    pub sampling: Option<Sampling>,
    /// The precision.
    pub precision: Option<Precision>,
    /// The location.
    pub location: Option<u32>,
    /// The component of the location at which the varying begins.
    pub component: Option<u32>,
}

impl Declaration {
    /// The varying of that type.
    ///
    /// # Errors
    ///
    /// The error of a part that the type cannot have, and the name of that part.
    pub fn varying(self, varying_type: VaryingType) -> Result<Varying, (&'static str, Error)> {
        let mut varying = Varying::new(varying_type);
        let blame = |key| move |error| (key, error);
        if let Some(length) = self.array {
            varying = varying.with_array(length).map_err(blame("array"))?;
        }
        if let Some(chosen) = self.interpolation {
            let interpolated = varying.with_interpolation(chosen);
            varying = interpolated.map_err(blame("interpolation"))?;
        }
        if let Some(location) = self.location {
            varying = varying.with_location(location).map_err(blame("location"))?;
        }
        // The component comes after the location, because a component alone is an error.
        if let Some(first) = self.component {
            varying = varying.with_component(first).map_err(blame("component"))?;
        }
        Ok(varying
            .with_sampling(self.sampling.unwrap_or_default())
            .with_precision(self.precision.unwrap_or_default()))
    }

    /// The same declaration, with the parts that it lacks taken from the declaration around it.
    pub(crate) fn within(self, around: Self) -> Self {
        Self {
            // Length, location and component are the member's own.
            interpolation: self.interpolation.or(around.interpolation),
            sampling: self.sampling.or(around.sampling),
            precision: self.precision.or(around.precision),
            ..self
        }
    }
}

/// The location after those of the varying, if it exists.
pub(crate) fn location_after(location: Option<u32>, varying: &Varying) -> Option<u32> {
    // A saturated location is refused where a varying gets it.
    let vectors = u32::try_from(varying.vectors()).unwrap_or(u32::MAX);
    location.map(|location| location.saturating_add(vectors))
}
