use super::driver::Driver;
use crate::error::Error;
use mali_instancing::{Arch, Message};

/// A version of Mesa, whose way of placing varyings is followed.
///
/// | | `V25_0`, V4 to V7 | `V25_0`, V9 and later | `V26` |
/// |---|---|---|---|
/// | placed | what both stages have | every location up to the last that a stage has | what the vertex stage stores |
/// | when | both stages are known | the offsets with the vertex stage, the size with both | the vertex stage is compiled |
/// | sizes and formats in memory | those that the fragment stage reads | 16 bytes; components of 32 bits | those that the vertex stage stores |
/// | offsets | in the order of the indices, without gaps; with `PanVk` in that of the locations, for the stored components | built-in variables without gaps, then location · 16 | multiples of the next power of two of the size |
/// | the fragment stage finds an input | through a descriptor | by a baked offset; with `PanVk`, if it has more than 16, through a descriptor | see [`VaryingAccess`](super::VaryingAccess) |
/// | `Panfrost` | all four | V9, V10 | V4 to V7, V9, V10, V12, V13 |
/// | `PanVk` | V6 and V7 | V10 | V6, V7, V10, V12, V13, V14 |
///
/// The last two rows are what a version builds. Where `V26` does not build a driver, places and words are those of the
/// [nearest](Self::nearest) architecture for which it does, and [`note`](Self::note) says so. No build has V11, but the
/// compiler has rules of its own for it: whether a driver uses them is not known.
///
/// Versions between these two are not described: they changed from one way to the other. Panfrost of Mesa 22.3 places as
/// that of 25.0 does, and its name is one of `V25_0`. Their compilers store 32 bits of a component, and read a flat input
/// as an unsigned integer, whatever its type.
///
/// Facts: Mesa 22.3.6 and 25.0.7, `pan_assign_varyings` and `panfrost_emit_varying` of the GL driver, `link_shaders` and
/// `emit_varying_descs` of panvk, `bi_varying_base_bytes` and `walk_varyings` of the compiler. The GL driver's words on V4
/// to V7 were compared with the library's; the rest was read in the sources. What a version builds is in
/// `src/gallium/drivers/panfrost/meson.build` and `src/panfrost/vulkan/meson.build`.
///
/// ```
/// use mali_instancing::Arch;
/// use mali_varyings::{Driver, MesaVersion};
///
/// assert_eq!(MesaVersion::from_name("25.0"), Some(MesaVersion::V25_0));
/// assert!(MesaVersion::V25_0.supports(Driver::PanVk, Arch::V10));
/// assert!(!MesaVersion::V25_0.supports(Driver::PanVk, Arch::V9));
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "defmt", derive(defmt::Format))]
#[non_exhaustive]
pub enum MesaVersion {
    /// Mesa 25.0, of 2025, and Panfrost of 22.3.
    V25_0,
    /// The newest Mesa of 2026. In the first half of that year Panfrost stored 32 bits of each float, as unsigned integers.
    #[default]
    V26,
}

names!(MesaVersion, "`25.0`, which has `22.3` as another name, or `26`.": V25_0 "25.0" or "22.3", V26 "26");

impl MesaVersion {
    /// Whether the version builds the driver for an architecture.
    ///
    /// ```
    /// use mali_instancing::Arch;
    /// use mali_varyings::{Driver, MesaVersion};
    ///
    /// let panvk = |arch| MesaVersion::V26.supports(Driver::PanVk, arch);
    /// assert_eq!([Arch::V7, Arch::V9, Arch::V14].map(panvk), [true, false, true]);
    /// ```
    #[must_use]
    pub const fn supports(self, driver: Driver, arch: Arch) -> bool {
        match (self, driver) {
            (Self::V25_0, Driver::Panfrost) => {
                arch.has_attribute_buffers() || matches!(arch, Arch::V9 | Arch::V10)
            }
            (Self::V25_0, Driver::PanVk) => matches!(arch, Arch::V6 | Arch::V7 | Arch::V10),
            (Self::V26, Driver::Panfrost) => {
                arch.has_attribute_buffers()
                    || matches!(arch, Arch::V9 | Arch::V10 | Arch::V12 | Arch::V13)
            }
            (Self::V26, Driver::PanVk) => matches!(
                arch,
                Arch::V6 | Arch::V7 | Arch::V10 | Arch::V12 | Arch::V13 | Arch::V14
            ),
        }
    }

    /// The architecture whose rule gives the places and words: the same one if the version builds the driver for it, and
    /// in `V26` otherwise the nearest one of the same kind of memory for which it does, the earlier of two. `None` where
    /// [`check`](Self::check) refuses the driver.
    ///
    /// ```
    /// use mali_instancing::Arch;
    /// use mali_varyings::{Driver, MesaVersion};
    ///
    /// let panvk = |arch| MesaVersion::V26.nearest(Driver::PanVk, arch);
    /// assert_eq!([Arch::V5, Arch::V9, Arch::V10].map(panvk), [None, Some(Arch::V10), Some(Arch::V10)]);
    /// ```
    #[must_use]
    pub const fn nearest(self, driver: Driver, arch: Arch) -> Option<Arch> {
        if self.supports(driver, arch) {
            return Some(arch);
        }
        // Of the architectures with attribute buffers, version 26 lacks only V4 and V5 with PanVK, which has no rule
        // for them.
        if !matches!(self, Self::V26) || arch.has_attribute_buffers() {
            return None;
        }
        let mut nearest: Option<Arch> = None;
        each!(number, 0..Arch::ALL.len(), {
            let built = Arch::ALL[number];
            if self.supports(driver, built) && !built.has_attribute_buffers() {
                let is_nearer = match nearest {
                    Some(known) => {
                        // Strictly nearer: of two at the same distance the earlier stays, because `ALL` ascends.
                        (built as u8).abs_diff(arch as u8) < (known as u8).abs_diff(arch as u8)
                    }
                    None => true,
                };
                if is_nearer {
                    nearest = Some(built);
                }
            }
        });
        nearest
    }

    /// A sentence on places and words of an architecture for which the version does not build the driver, with the file that
    /// says so; `None` if it builds it, or has no such driver at all.
    ///
    /// ```
    /// use mali_instancing::Arch;
    /// use mali_varyings::{Driver, MesaVersion};
    ///
    /// let note = MesaVersion::V26.note(Driver::PanVk, Arch::V9).unwrap();
    /// assert_eq!(
    ///     note.as_str(),
    ///     "Mesa 26 does not build panvk for v9 (src/panfrost/vulkan/meson.build): placed by the rule of v10"
    /// );
    /// ```
    #[must_use]
    pub const fn note(self, driver: Driver, arch: Arch) -> Option<Message> {
        let nearest = present!(self.nearest(driver, arch));
        // The numbers are compared, because `==` of enumerations is not const.
        if nearest as u8 == arch as u8 {
            return None;
        }
        let file = match driver {
            Driver::Panfrost => "src/gallium/drivers/panfrost/meson.build",
            Driver::PanVk => "src/panfrost/vulkan/meson.build",
        };
        let message = Message::new("Mesa ").text(self.name());
        let message = message.text(" does not build ").text(driver.name());
        let message = message.text(" for ").text(arch.name());
        let message = message
            .text(" (")
            .text(file)
            .text("): placed by the rule of ");
        let message = message.text(nearest.name());
        Some(if matches!(arch, Arch::V11) {
            message.text(", with what the compiler has for v11")
        } else {
            message
        })
    }

    /// Checks that the version has the driver, and so a rule for an architecture.
    ///
    /// # Errors
    ///
    /// [`Error::DriverArch`] for `PanVk` on V4 and V5 in the newest version, which has no rule for them;
    /// [`Error::MesaVersion`] if an earlier one does not build the driver.
    ///
    /// ```
    /// use mali_instancing::Arch;
    /// use mali_varyings::{Driver, Error, MesaVersion};
    ///
    /// let (version, driver, arch) = (MesaVersion::V25_0, Driver::Panfrost, Arch::V12);
    /// let error = version.check(driver, arch).unwrap_err();
    /// assert_eq!(error, Error::MesaVersion { version, driver, arch });
    /// assert!(error.to_string().starts_with("Mesa 25.0 has no panfrost for v12: panfrost for V4 to V7"));
    /// assert_eq!(MesaVersion::V26.check(driver, Arch::V15), Ok(()));
    /// ```
    pub const fn check(self, driver: Driver, arch: Arch) -> Result<(), Error> {
        let version = self;
        match self {
            _ if self.nearest(driver, arch).is_some() => Ok(()),
            Self::V26 => Err(Error::DriverArch { driver, arch }),
            _ => Err(Error::MesaVersion {
                version,
                driver,
                arch,
            }),
        }
    }

    /// The text of the error for a driver and an architecture that the version does not support.
    pub(crate) const fn refusal(self, driver: Driver, arch: Arch) -> Message {
        let message = Message::new("Mesa ").text(self.name()).text(" has no ");
        let message = message.text(driver.name()).text(" for ").text(arch.name());
        message.text(": ").text(self.drivers())
    }

    /// The drivers that are allowed, for an error.
    const fn drivers(self) -> &'static str {
        match self {
            Self::V25_0 => {
                "panfrost for V4 to V7, V9 and V10, and panvk for V6, V7 and V10 are allowed"
            }
            Self::V26 => "panfrost, and panvk for V6 and later, are allowed",
        }
    }
}
