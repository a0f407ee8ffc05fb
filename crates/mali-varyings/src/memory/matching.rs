use crate::declaration::Varying;
use crate::error::Error;

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
/// use mali_varyings::{Error, Linkage, Matching, NamedVarying, Varying, VaryingType};
///
/// let at = |varying_type| Varying::new(varying_type).with_location(2).map(|varying| [NamedVarying { name: "", varying }]);
/// let (written, read) = (at(VaryingType::Vec4)?, at(VaryingType::Vec2)?);
/// assert!(Linkage::new(&written, &read, Matching::Vulkan).is_ok());
/// assert!(matches!(Linkage::new(&written, &read, Matching::Gl), Err(Error::TypeMismatch { .. })));
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
        if let (Some(begin), Some(location)) = (read.location(), location) {
            if begin != location || read.component() != component {
                return Err(Error::BeginMismatch {
                    varying,
                    producer,
                    location,
                    component,
                });
            }
        }
        let is_shorter = matches!(self, Self::Vulkan) && is_shorter_vector(read, written);
        if !is_shorter && !is_same_type(read, written) {
            return Err(Error::TypeMismatch {
                varying,
                producer,
                written: written.varying_type(),
                length: written.length(),
            });
        }
        let interpolation = written.interpolation();
        if matches!(self, Self::GlEs) && read.interpolation() as u8 != interpolation as u8 {
            return Err(Error::InterpolationMismatch {
                varying,
                producer,
                written: interpolation,
            });
        }
        let is_precise = matches!(self, Self::GlEs) && is_separable;
        if is_precise && read.precision() as u8 != written.precision() as u8 {
            return Err(Error::PrecisionMismatch {
                varying,
                producer,
                written: written.precision(),
            });
        }
        Ok(())
    }

    /// Whether blocks of the same name must be equal.
    pub(super) const fn has_blocks(self) -> bool {
        !matches!(self, Self::Vulkan)
    }
}

const fn is_same_type(read: Varying, written: Varying) -> bool {
    read.varying_type() as u8 == written.varying_type() as u8
        && read.is_array() == written.is_array()
        && read.length() == written.length()
}

const fn is_shorter_vector(read: Varying, written: Varying) -> bool {
    let (read_type, written_type) = (read.varying_type(), written.varying_type());
    let is_one = read.vectors() == 1 && written.vectors() == 1;
    let is_plain = !read.is_array() && !written.is_array();
    is_one
        && is_plain
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
