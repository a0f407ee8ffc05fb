//! The declaration of a varying, in a manifest or a shader.

use mali_varyings::{Error, Interpolation, Precision, Sampling, Varying, VaryingType};

/// The parts of the declaration other than the name and the type.
#[derive(Clone, Copy, Default)]
pub(super) struct Declared {
    pub(super) array: Option<u32>,
    pub(super) interpolation: Option<Interpolation>,
    pub(super) sampling: Option<Sampling>,
    pub(super) precision: Option<Precision>,
    pub(super) location: Option<u32>,
    pub(super) component: Option<u32>,
}

impl Declared {
    /// The varying of that type, or the error and the manifest's key that causes it.
    pub(super) fn varying(
        self,
        varying_type: VaryingType,
    ) -> Result<Varying, (&'static str, Error)> {
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
        if let Some(first) = self.component {
            varying = varying.with_component(first).map_err(blame("component"))?;
        }
        Ok(varying
            .with_sampling(self.sampling.unwrap_or_default())
            .with_precision(self.precision.unwrap_or_default()))
    }

    /// The same declaration, with the parts that it lacks taken from the declaration around it.
    pub(super) fn within(self, around: Self) -> Self {
        Self {
            interpolation: self.interpolation.or(around.interpolation),
            sampling: self.sampling.or(around.sampling),
            precision: self.precision.or(around.precision),
            ..self
        }
    }
}

/// The location after those of the varying, if it exists.
pub(super) fn location_after(location: Option<u32>, varying: &Varying) -> Option<u32> {
    let vectors = u32::try_from(varying.vectors()).unwrap_or(u32::MAX);
    location.map(|location| location.saturating_add(vectors))
}
