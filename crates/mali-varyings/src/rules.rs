//! The rules that varyings are packed by, and what an edition of GLSL ES does not have.

use crate::qualifiers::{Interpolation, Sampling};
use crate::varying_type::VaryingType;

/// The rules for the space that a varying takes, and for how an array lies in it.
///
/// The editions of GLSL ES differ in what may share a row, and in what comes first among varyings of one
/// type. Whether the size of an array or the interpolation decides that before the other, the text leaves
/// open: what fits by either reading is accepted.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "defmt", derive(defmt::Format))]
pub enum Rules {
    /// GLSL ES 1.00, which has no flat varyings: all share rows.
    Es100,
    /// GLSL ES 3.00: a row holds flat varyings or others; flat ones come first.
    Es300,
    /// GLSL ES 3.10: a row holds flat varyings or others; flat ones come last.
    Es310,
    /// GLSL ES 3.20, as 3.10.
    Es320,
    /// As `Es100`, but a matrix takes the components that it has.
    Relaxed,
    /// As `Relaxed`, and arrays are laid out as costs the target the least.
    ///
    /// An array's elements may lie in one to four columns, each time with as few below each other
    /// as there can be. Those in one column cost nothing. Otherwise an element's place is
    /// computed by dividing its index: by a power of two at a cost of 1, by anything else at
    /// [`Target::with_index_cost`](crate::Target::with_index_cost) (if that is less, a power of two costs as little).
    /// Any varying may be dense too, one vector after the other through registers that it shares with other dense
    /// varyings: where vectors of three components straddle two registers, they cost a
    /// [second move](crate::Target::with_second_move_cost) besides.
    ///
    /// Arrays of at most 256 combinations of orientations, as four arrays have, get the cheapest in which everything
    /// fits as the standard places it, with other varyings as they are. If there is none, or there are more, one
    /// varying after the other is made dense until everything fits; then one after the other goes back to
    /// what costs less and fits too, in at most 64 packings. So varyings without locations that may straddle
    /// registers fit exactly if their components do, those that may not be beside each other counted by themselves; where
    /// smooth and noperspective ones may not, every interpolation is counted by itself.
    /// Without straddling, of 300 random interfaces each of 5, 6 and 7 arrays, in the fewest registers that hold them in
    /// some orientation, 0, 2 and 6 do not fit.
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
    /// The qualifier of interpolation.
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
