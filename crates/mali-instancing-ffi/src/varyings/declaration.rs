//! The varyings that a shader declares.

use core::ffi::c_char;

use mali_varyings::{
    BaseType, Error, Interpolation, NamedVarying, Precision, Sampling, Varying, VaryingType,
};

use crate::abi::arguments::arguments;
use crate::abi::cause::Cause;
use crate::abi::failure::Failure;
use crate::abi::growth::{Growing, growing};
use crate::abi::list::List;
use crate::abi::values::values;

/// The largest number of varyings of a stage.
pub const MALI_INST_MAX_VARYINGS: usize = 128;

/// The kind of a varying's components: one of `MALI_INST_BASE_*`.
pub type mali_inst_base_type = u32;

values! {
    mali_inst_base_type read as BaseType by base_type(element), "MALI_INST_BASE_*, 0 to 2,";
    /// `float`, which can be interpolated.
    MALI_INST_BASE_FLOAT = 0 => Float;
    /// `int`.
    MALI_INST_BASE_INT = 1 => Int;
    /// `uint`.
    MALI_INST_BASE_UINT = 2 => Uint;
}

/// The way in which a fragment's value is computed: one of `MALI_INST_INTERPOLATION_*`.
pub type mali_inst_interpolation = u32;

values! {
    mali_inst_interpolation read as Interpolation by interpolation(element), "MALI_INST_INTERPOLATION_*, 0 to 2,";
    /// With perspective. Floats only.
    MALI_INST_INTERPOLATION_SMOOTH = 0 => Smooth;
    /// The value of the provoking vertex.
    MALI_INST_INTERPOLATION_FLAT = 1 => Flat;
    /// Linear on the screen. Floats only.
    MALI_INST_INTERPOLATION_NOPERSPECTIVE = 2 => Noperspective;
}

/// The place in the fragment at which the value is taken: one of `MALI_INST_SAMPLING_*`.
pub type mali_inst_sampling = u32;

values! {
    mali_inst_sampling read as Sampling by sampling(element), "MALI_INST_SAMPLING_*, 0 to 2,";
    /// At the pixel's centre.
    MALI_INST_SAMPLING_CENTER = 0 => Center;
    /// At a place inside the triangle.
    MALI_INST_SAMPLING_CENTROID = 1 => Centroid;
    /// At the place of each sample.
    MALI_INST_SAMPLING_SAMPLE = 2 => Sample;
}

/// The precision that a varying's components need: one of `MALI_INST_PRECISION_*`.
pub type mali_inst_precision = u32;

values! {
    mali_inst_precision read as Precision by precision(element), "MALI_INST_PRECISION_*, 0 to 2,";
    /// 32 bits.
    MALI_INST_PRECISION_HIGH = 0 => High;
    /// 16 bits are enough for a float. Integers keep their 32 bits.
    MALI_INST_PRECISION_MEDIUM = 1 => Medium;
    /// Stored as `MALI_INST_PRECISION_MEDIUM` is.
    MALI_INST_PRECISION_LOW = 2 => Low;
}

/// A varying that a shader declares. All fields may be 0, except `bits`, `components` and `columns`; integers must be
/// flat. Members of structures and blocks are varyings of their own.
#[repr(C)]
#[derive(Clone, Copy)]
pub struct mali_inst_varying {
    /// The name, in UTF-8, with a 0 at its end. The stages match varyings without a location by their names. It may be
    /// null for other varyings, and for `mali_inst_registers_pack`.
    pub name: *const c_char,
    /// The kind of the components.
    pub base_type: mali_inst_base_type,
    /// The number of bits of a component in the declared type, 16 or 32.
    pub bits: u32,
    /// The number of components of a vector, 1 to 4: the rows of a matrix.
    pub components: u32,
    /// The number of vectors: 1, or the columns of a matrix, 2 to 4. A matrix has 2 to 4 components of floats of 32
    /// bits.
    pub columns: u32,
    /// The number of elements of an array. 0 if it is not an array.
    pub length: u32,
    /// The interpolation.
    pub interpolation: mali_inst_interpolation,
    /// The sampling.
    pub sampling: mali_inst_sampling,
    /// The precision.
    pub precision: mali_inst_precision,
    /// Not 0 if the declaration has a location.
    pub has_location: u32,
    /// The first location, 0 to 31. Not used if `has_location` is 0.
    pub location: u32,
    /// The first component in each location, 0 to 3. Not used if `has_location` is 0.
    pub component: u32,
    /// Zeros, for fields of later versions.
    pub reserved: [u32; 3],
}

growing! {
    mali_inst_varying: a b c;
}

impl mali_inst_varying {
    fn varying_type(&self, element: usize) -> Result<VaryingType, Failure> {
        let base_type = base_type(self.base_type, element)?;
        // First the values that no type has, so that a failure names the field that is wrong.
        if !matches!(self.bits, 16 | 32) {
            return Err(value("bits", element, self.bits, "16 and 32"));
        }
        if !(1..=4).contains(&self.components) {
            return Err(value("components", element, self.components, "1 to 4"));
        }
        let mut types = VaryingType::ALL.iter().copied();
        types
            .find(|known| {
                known.base_type() == base_type
                    && known.bits() == self.bits
                    && known.components() == self.components
                    && known.columns() == self.columns
            })
            .ok_or_else(|| {
                let allowed = "1, and 2 to 4 of 2 to 4 floats of 32 bits,";
                value("columns", element, self.columns, allowed)
            })
    }

    /// The declaration that is `element` among all that the caller gives.
    fn convert(&self, element: usize) -> Result<Varying, Failure> {
        self.check("varyings", Some(element))?;
        let interpolation = interpolation(self.interpolation, element)?;
        let sampling = sampling(self.sampling, element)?;
        let precision = precision(self.precision, element)?;
        let declared = Varying::new(self.varying_type(element)?)
            .with_sampling(sampling)
            .with_precision(precision);
        let finish = || -> Result<Varying, Error> {
            let mut declared = declared.with_interpolation(interpolation)?;
            if self.length != 0 {
                declared = declared.with_array(self.length)?;
            }
            if self.has_location != 0 {
                declared = declared.with_location(self.location)?;
            }
            if self.has_location != 0 && self.component != 0 {
                declared = declared.with_component(self.component)?;
            }
            Ok(declared)
        };
        finish().map_err(|error| {
            Cause::Varyings {
                error,
                element: Some(element),
            }
            .into()
        })
    }
}

fn value(argument: &'static str, element: usize, value: u32, allowed: &'static str) -> Failure {
    Failure::value(argument, Some(element), value, allowed)
}

/// The declarations of a stage, of which the first is `first` among all that the caller gives.
pub(crate) struct Declarations<'a, Declared> {
    varyings: &'a [mali_inst_varying],
    first: usize,
    converted: List<Declared, MALI_INST_MAX_VARYINGS>,
}

impl<'a, Declared: Copy> Declarations<'a, Declared> {
    pub(crate) fn new(varyings: &'a [mali_inst_varying], first: usize) -> Self {
        Self {
            varyings,
            first,
            converted: List::new(),
        }
    }
}

impl Declarations<'_, Varying> {
    pub(crate) fn convert(&mut self) -> Result<&[Varying], Failure> {
        let first = self.first;
        self.converted
            .fill(self.varyings, "varyings", |number, varying| {
                varying.convert(first + number)
            })
    }
}

impl<'a> Declarations<'a, NamedVarying<'a>> {
    pub(crate) fn convert_named(&mut self) -> Result<&[NamedVarying<'a>], Failure> {
        let first = self.first;
        self.converted
            .fill(self.varyings, "varyings", |number, varying| {
                let element = first + number;
                arguments!(unsafe in varying { name });
                if name.if_any().is_none() && varying.has_location == 0 {
                    return Err(Cause::Null {
                        argument: "name".into(),
                    }
                    .into());
                }
                let name = name.bytes_to_0();
                let name = core::str::from_utf8(name).map_err(|error| {
                    let wrong = name.get(error.valid_up_to()).copied();
                    let allowed = "bytes of UTF-8";
                    value("byte", element, wrong.unwrap_or_default().into(), allowed)
                })?;
                Ok(NamedVarying {
                    name,
                    varying: varying.convert(element)?,
                })
            })
    }
}
