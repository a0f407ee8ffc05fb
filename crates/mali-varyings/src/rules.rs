//! The rules by which varyings are packed, and the parts of declarations that an edition of GLSL ES lacks.

use crate::qualifiers::{Interpolation, Sampling};
use crate::varying_type::VaryingType;

/// The rules for the space of a varying, and for the arrangement of an array in it.
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
    /// Like `Es100`, but a matrix takes only the components that it has.
    Relaxed,
    /// Like `Relaxed`, but arrays are laid out at the least cost for the target.
    ///
    /// An array's elements may lie in one to four columns, each time with as few below each other
    /// as possible. Elements in one column cost nothing. Otherwise an element's place is
    /// computed by dividing its index: by a power of two at a cost of 1, by another number at
    /// [`Target::with_index_cost`](crate::Target::with_index_cost) (if that is less, a power of two also costs that).
    /// Any varying may also be dense, with one vector after the other through registers that it shares with other dense
    /// varyings: if vectors of three components straddle two registers, they also cost a
    /// [second move](crate::Target::with_second_move_cost).
    ///
    /// If the arrays have at most 256 combinations of orientations, as four arrays have, they get the cheapest one in
    /// which everything fits as the standard places it, while other varyings stay as they are. If there is none, or
    /// there are more combinations, one varying after the other is made dense until everything fits; then one after the
    /// other gets a cheaper orientation that still fits, in at most 64 packings. Varyings without locations that may
    /// straddle registers therefore fit exactly if their components do. Interpolations that may not share registers are
    /// counted separately; if smooth and noperspective varyings may not share one, every interpolation is. Without
    /// straddling, of 300 random interfaces each of 5, 6 and 7 arrays, in the fewest registers that hold them in some
    /// orientation, 0, 2 and 6 do not fit.
    Chosen,
}

impl Rules {
    /// The name of the edition.
    pub(crate) const fn title(self) -> &'static str {
        match self {
            Self::Es100 => "GLSL ES 1.00",
            Self::Es300 => "GLSL ES 3.00",
            Self::Es310 => "GLSL ES 3.10",
            Self::Es320 => "GLSL ES 3.20",
            Self::Relaxed | Self::Chosen => "no edition",
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
/// use mali_varyings::{Error, Feature, Packing, Rules, Target, Varying, VaryingType};
///
/// let varyings = [Varying::new(VaryingType::Uint)];
/// let error = Packing::new(&varyings, &Target::ES100).unwrap_err();
/// let feature = Feature::Type(VaryingType::Uint);
/// assert_eq!(error, Error::NotInEdition { varying: 0, rules: Rules::Es100, feature });
/// assert!(Packing::new(&varyings, &Target::ES100.with_leniency(true)).is_ok());
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
