use crate::declaration::Varying;
use crate::error::{Error, Mismatch};

/// The rules that decide which output of the vertex stage a fragment stage's input reads, and whether the two match.
///
/// | | `Vulkan` | `Gl` | `GlEs` |
/// |---|---|---|---|
/// | the output that an input reads | that of its location and component | that of its name, if neither has a location, or of its location and component | the same |
/// | types, lengths of arrays | equal; a vector may read the beginning of a longer one, a scalar may not | equal | equal |
/// | interpolation | may differ | may differ | equal |
/// | precision | may differ | may differ | equal between programs that are compiled separately |
/// | members of a block or a structure that have its name | | equal | equal |
///
/// An input that is not written matches nothing, and is no error here: its value is undefined.
///
/// Facts: Vulkan 1.3, 16.1.3, "Interface Matching" (the shorter vector is `maintenance4`'s), and 16.1.4, "Location
/// and Component Assignment"; GLSL 4.60, 4.5, and OpenGL 4.6, 7.4.1; GLSL ES 3.20, 4.3.4 and 4.5, and OpenGL ES 3.2,
/// 7.4.1, "Shader Interface Matching". Before GLSL 4.40 interpolation must be equal as in GLSL ES.
///
/// ```
/// use mali_varyings::{Error, Linkage, Linking, Matching, Mismatch, NamedVarying, Varying, VaryingType};
///
/// let at = |varying_type| Varying::new(varying_type).with_location(2).map(|varying| [NamedVarying { name: "", varying }]);
/// let (written, read) = (at(VaryingType::Vec4)?, at(VaryingType::Vec2)?);
/// let link = |matching| Linkage::new(&written, &read, matching, Linking::Monolithic);
/// assert!(link(Matching::Vulkan).is_ok());
/// let mismatch = Mismatch::Type(VaryingType::Vec4, 1);
/// let error = Error::Mismatch { varying: 1, producer: 0, mismatch };
/// assert_eq!(link(Matching::Gl), Err(error));
/// # Ok::<(), Error>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "defmt", derive(defmt::Format))]
pub enum Matching {
    /// Vulkan 1.3, or earlier with `maintenance4`.
    Vulkan,
    /// OpenGL with GLSL 4.40 and later.
    Gl,
    /// OpenGL ES.
    GlEs,
}

impl Matching {
    /// Checks an input against the output that it reads, both at their locations and with their numbers in their stages.
    pub(super) const fn check(
        self,
        (varying, read): (usize, Varying),
        (producer, written): (usize, Varying),
        is_separable: bool,
    ) -> Result<(), Error> {
        let (location, component) = (written.location(), written.component());
        // Varyings that were matched by name may have no locations here. They do not begin apart.
        let begins_apart = match (read.location(), location) {
            (Some(begin), Some(location)) => begin != location || read.component() != component,
            _ => false,
        };
        let is_shorter = matches!(self, Self::Vulkan) && is_shorter_vector(read, written);
        let is_es = matches!(self, Self::GlEs);
        let (interpolation, precision) = (written.interpolation(), written.precision());
        let mismatch = match location {
            Some(location) if begins_apart => Mismatch::Begin(location, component),
            _ if !is_shorter && !is_same_type(read, written) => {
                Mismatch::Type(written.varying_type(), written.length())
            }
            _ if is_es && read.interpolation() as u8 != interpolation as u8 => {
                Mismatch::Interpolation(interpolation)
            }
            _ if is_es && is_separable && read.precision() as u8 != precision as u8 => {
                Mismatch::Precision(precision)
            }
            _ => return Ok(()),
        };
        Err(Error::Mismatch {
            varying,
            producer,
            mismatch,
        })
    }
}

const fn is_same_type(read: Varying, written: Varying) -> bool {
    read.varying_type() as u8 == written.varying_type() as u8
        && read.is_array() == written.is_array()
        && read.length() == written.length()
}

const fn is_shorter_vector(read: Varying, written: Varying) -> bool {
    let (read_type, written_type) = (read.varying_type(), written.varying_type());
    !read.is_array()
        && !written.is_array()
        && !read_type.is_matrix()
        && !written_type.is_matrix()
        && read_type.base_type() as u8 == written_type.base_type() as u8
        && read_type.bits() == written_type.bits()
        && read_type.components() > 1
        && read_type.components() < written_type.components()
}

/// Whether two varyings may have components of one location: GLSL 4.60, 4.4.1, "Input Layout Qualifiers", on
/// location aliasing.
pub(super) const fn may_share(one: Varying, other: Varying) -> bool {
    let (one_type, other_type) = (one.varying_type(), other.varying_type());
    one_type.base_type() as u8 == other_type.base_type() as u8
        && one_type.bits() == other_type.bits()
        && one.interpolation() as u8 == other.interpolation() as u8
        && one.sampling() as u8 == other.sampling() as u8
}
