use crate::declaration::{Interpolation, Sampling, VaryingType};

/// The rules of an edition of GLSL ES for the space of varyings, and for their order.
///
/// The editions of GLSL ES differ in which varyings may share a row, and in the order of varyings of one type. The
/// text does not define whether the size of an array or the interpolation decides first: an interface that fits
/// by either reading is accepted.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "defmt", derive(defmt::Format))]
pub enum Rules {
    /// GLSL ES 1.00, which has no flat varyings: all varyings may share rows.
    Es100,
    /// GLSL ES 3.00: a row holds either flat varyings or others; flat ones come first.
    Es300,
    /// GLSL ES 3.10: a row holds either flat varyings or others; flat ones come last.
    Es310,
    /// GLSL ES 3.20, with the rules of 3.10.
    Es320,
}

impl Rules {
    /// The name of the edition.
    pub(crate) const fn title(self) -> &'static str {
        match self {
            Self::Es100 => "GLSL ES 1.00",
            Self::Es300 => "GLSL ES 3.00",
            Self::Es310 => "GLSL ES 3.10",
            Self::Es320 => "GLSL ES 3.20",
        }
    }
}

/// A part of a declaration that an edition of GLSL ES does not have.
///
/// | | since | clause |
/// |---|---|---|
/// | `float`, `vec2` to `vec4`, `mat2` to `mat4`, and arrays of them | 1.00 | 1.00, 4.3.5 |
/// | integers, matrices that are not square | 3.00 | 3.00, 4.3.4 and 4.3.6 |
/// | `flat`, `centroid` | 3.00 | 3.00, 4.3.9 |
/// | `noperspective` | 3.00 | `GL_NV_shader_noperspective_interpolation` |
/// | `sample` | 3.00 | `GL_OES_shader_multisample_interpolation`; 3.20, 4.5 |
/// | `layout(location = …)` | 3.10 | 3.10, 4.4.1 and 4.4.2 |
/// | `component`, types of 16 bits | in none | 3.20, 4.4.1 and 4.4.2 |
///
/// ```
/// use mali_varyings::{Error, Feature, Placement, Rules, RegisterTarget, Varying, VaryingType, pack};
///
/// let varyings = [Varying::new(VaryingType::Uint)];
/// let mut placements = [Placement::UNPLACED];
/// let error = pack(&varyings, &RegisterTarget::ES100, &mut placements).unwrap_err();
/// let feature = Feature::Type(VaryingType::Uint);
/// assert_eq!(error, Error::NotInEdition { varying: 0, rules: Rules::Es100, feature });
/// let lenient = RegisterTarget { is_lenient: true, ..RegisterTarget::ES100 };
/// assert_eq!(pack(&varyings, &lenient, &mut placements), Ok(1));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "defmt", derive(defmt::Format))]
pub enum Feature {
    /// The type.
    Type(VaryingType),
    /// The interpolation qualifier.
    Interpolation(Interpolation),
    /// `centroid` or `sample`.
    Sampling(Sampling),
    /// The location.
    Location,
    /// The component within a location.
    Component,
}

impl Feature {
    /// The name in GLSL.
    pub(crate) const fn name(self) -> &'static str {
        match self {
            Self::Type(varying_type) => varying_type.name(),
            Self::Interpolation(interpolation) => interpolation.name(),
            Self::Sampling(sampling) => sampling.name(),
            Self::Location => "location",
            Self::Component => "component",
        }
    }

    /// The declarations that are allowed instead.
    pub(crate) const fn allowed(self, rules: Rules) -> &'static str {
        match self {
            Self::Type(_) if matches!(rules, Rules::Es100) => {
                "float, vec2 to vec4 and mat2 to mat4 are allowed"
            }
            Self::Type(_) => "types of 32 bits are allowed",
            Self::Interpolation(_) | Self::Sampling(_) => {
                "varyings without such qualifiers are allowed, and all from 3.00 on"
            }
            Self::Location => "varyings are allowed without, and with locations from 3.10 on",
            Self::Component => "a varying begins at component 0 of its location",
        }
    }
}
