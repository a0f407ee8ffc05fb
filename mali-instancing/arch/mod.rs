//! The architectures of Mali GPUs.

// `build.rs` includes `names.rs`, which imports nothing: the names of architectures and GPUs.
#[macro_use]
mod names;

use self::names::is_name_of_gpu;
use crate::error::{Argument, Error};
use crate::names::names;

/// Whether an architecture is one of some. If all architectures of the build are, or none is, it is a constant, and the
/// compiler leaves out the code for others. A macro, since a call would take compile time in every constant of a user.
macro_rules! is_one_of {
    ($arch:expr, $($variant:ident)|+) => {{
        const OF_BUILD: Option<bool> = is_all_of_build($(1 << Arch::$variant as u16)|+);
        match OF_BUILD {
            Some(is_one) => is_one,
            None => matches!($arch, $(Arch::$variant)|+),
        }
    }};
}

/// The architecture of a Mali GPU, numbered as by Mesa and Arm.
///
/// Ordered by age: "V6 and later" is `arch >= Arch::V6`.
///
/// ```
/// use mali_instancing::Arch;
///
/// assert!(Arch::V10 > Arch::V9);
/// assert_eq!(Arch::V7.to_string(), "v7");
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[non_exhaustive]
#[cfg_attr(feature = "defmt", derive(defmt::Format))]
pub enum Arch {
    /// Midgard: Mali-T600 to T720.
    V4 = 4,
    /// Midgard: Mali-T760 to T880.
    V5 = 5,
    /// Bifrost: Mali-G71 and G72.
    V6 = 6,
    /// Bifrost: Mali-G31, G51, G52 and G76.
    V7 = 7,
    /// Valhall: Mali-G57, G77 and G78.
    V9 = 9,
    /// Valhall with a command stream frontend: Mali-G310, G510, G610 and G710.
    V10 = 10,
    /// Valhall with a command stream frontend: Mali-G615, G715 and Immortalis-G715.
    V11 = 11,
    /// Fifth generation: Mali-G620 and Immortalis-G720.
    V12 = 12,
    /// Fifth generation: Mali-G725 and Immortalis-G925.
    V13 = 13,
    /// Fifth generation: Mali-G1-Pro, G1-Premium and G1-Ultra.
    V14 = 14,
    /// Mali-G2-Pro, G2-Premium and G2-Ultra.
    V15 = 15,
}

/// The bits of the architectures that `--cfg mali_instancing_arch="…"` names, each at its number.
macro_rules! named_bits {
    ($($variant:ident: $name:tt,)+) => {
        $((cfg!(mali_instancing_arch = $name) as u16) << Arch::$variant as u16)|+
    };
}

/// The bits of all architectures.
macro_rules! all_bits {
    ($($variant:ident: $name:tt,)+) => {
        $(1 << Arch::$variant as u16)|+
    };
}

// Each architecture has the bit of its number. A number above 15 needs a wider type here, and more than the four bits
// that a state's words have for it.
const ALL_BITS: u16 = architectures!(all_bits);

/// The bits of the architectures of the build: those that are named, or all.
const BITS_OF_BUILD: u16 = match architectures!(named_bits) {
    0 => ALL_BITS,
    named => named,
};

/// Whether all architectures of the build are of some; `None` if only some are.
const fn is_all_of_build(bits: u16) -> Option<bool> {
    match bits & BITS_OF_BUILD {
        0 => Some(false),
        BITS_OF_BUILD => Some(true),
        _ => None,
    }
}

const NUMBER_IN_BUILD: usize = BITS_OF_BUILD.count_ones() as usize;

/// The architectures of the build.
const OF_BUILD: [Arch; NUMBER_IN_BUILD] = {
    let mut archs = [Arch::V4; NUMBER_IN_BUILD];
    let (mut place, mut found) = (0, 0);
    while place < Arch::ALL.len() {
        let arch = Arch::ALL[place];
        // `ALL` begins with the oldest, so the first element here is the oldest of the build, and the last is the
        // newest.
        if BITS_OF_BUILD >> arch as u16 & 1 != 0 {
            archs[found] = arch;
            found += 1;
        }
        place += 1;
    }
    archs
};

const NEWEST_OF_BUILD: Arch = OF_BUILD[NUMBER_IN_BUILD - 1];

/// The names of the list.
macro_rules! arch_names {
    ($($variant:ident: $name:tt,)+) => {
        names! {
            impl Arch {
                /// Every architecture, oldest first.
                ALL;
                /// The name that the command, manifests and macros use: `v7`.
                name;
                /// The architecture whose [`Arch::name`] is `name`; `None` if there is none.
                ///
                /// ```
                /// use mali_instancing::Arch;
                ///
                /// assert_eq!(Arch::from_name("v7"), Some(Arch::V7));
                /// assert_eq!(Arch::from_name("V7"), None);
                /// ```
                from_name;
            }
            $($variant: $name,)+
        }
    };
}

architectures!(arch_names);

/// The GPUs of the list.
macro_rules! gpu_names {
    ($($name:literal: $variant:ident,)+) => {
        &[$(($name, Self::$variant),)+]
    };
}

impl Arch {
    /// The architectures that this build is for, oldest first: all of them, unless the environment variable
    /// `MALI_INSTANCING_ARCH` names some, or `--cfg mali_instancing_arch="v7"` without cargo, which may be there several
    /// times. The code for others is left out then: for firmware, which runs beside one GPU (`v7`, or `g52`), and for a
    /// driver of one family (`v4-v7`, `v9-v15`). Draws for another architecture are an [error](Error::OtherArch) then. Single
    /// descriptors are not checked.
    ///
    /// ```
    /// use mali_instancing::Arch;
    ///
    /// assert_eq!(Arch::OF_BUILD, Arch::ALL);
    /// ```
    pub const OF_BUILD: &[Self] = &OF_BUILD;

    /// Whether the architectures of the build have `Attribute Buffer` descriptors; `None` if only some have, which are the
    /// older ones.
    pub(crate) const BUILD_HAS_ATTRIBUTE_BUFFERS: Option<bool> = {
        // V4 to V7 have them and no later one has, so the two ends decide for all between.
        let oldest = OF_BUILD[0].has_attribute_buffers();
        if oldest == NEWEST_OF_BUILD.has_attribute_buffers() {
            Some(oldest)
        } else {
            None
        }
    };

    /// Whether the build has architectures whose shaders read vertex and instance ID as attributes, which are the oldest.
    pub(crate) const BUILD_HAS_ID_DESCRIPTORS: bool = OF_BUILD[0].has_id_descriptors();

    /// Whether a number is that of an architecture in this build. If the build has all, any number is.
    pub(crate) const fn is_number_in_build(number: u32) -> bool {
        // Both callers pass at most 15. The mask keeps the shift in range for any other number.
        BITS_OF_BUILD == ALL_BITS || (BITS_OF_BUILD as u32) >> (number & 0xf) & 1 != 0
    }

    /// The architecture of a GPU by its product id, which the kernel's Panfrost driver reports: the upper half of a
    /// 32-bit register `GPU_ID`.
    ///
    /// Midgard's ids have no system; from Bifrost on the top four bits are the architecture. Mali-T604
    /// reports 0x6956, which kernel drivers map to 0x600. Both are accepted. From V15 on, product ids do not have 16
    /// bits: see [`Arch::from_gpu_id`].
    ///
    /// Facts: Mesa's `pan_arch`; the kernel's Panfrost and Arm's own driver for 0x6956.
    ///
    /// # Errors
    ///
    /// [`Error::ProductId`] for an id that belongs to no known GPU.
    ///
    /// ```
    /// use mali_instancing::{Arch, Error};
    ///
    /// assert_eq!(Arch::from_product_id(0x860)?, Arch::V5); // Mali-T860
    /// assert_eq!(Arch::from_product_id(0x7212)?, Arch::V7); // Mali-G52
    /// assert_eq!(Arch::from_product_id(0x8000), Err(Error::ProductId { id: 0x8000 }));
    /// # Ok::<(), Error>(())
    /// ```
    pub const fn from_product_id(id: u16) -> Result<Self, Error> {
        Ok(match id {
            // 0x6956 is in the range of V6, too. It is V4, since the first pattern that matches counts.
            0x600 | 0x620 | 0x720 | 0x6956 => Self::V4,
            0x750 | 0x820 | 0x830 | 0x860 | 0x880 => Self::V5,
            0x6000..=0x6fff => Self::V6,
            0x7000..=0x7fff => Self::V7,
            0x9000..=0x9fff => Self::V9,
            0xa000..=0xafff => Self::V10,
            0xb000..=0xbfff => Self::V11,
            0xc000..=0xcfff => Self::V12,
            0xd000..=0xdfff => Self::V13,
            0xe000..=0xefff => Self::V14,
            _ => return Err(Error::ProductId { id }),
        })
    }

    /// The architecture of a GPU by the value of its register `GPU_ID`.
    ///
    /// Up to V14 the register has 32 bits, and bits 16 to 31 are the product id of [`Arch::from_product_id`]. Bits 32 to
    /// 63 are ignored then: a read of 64 bits has the next register there. If bits 28 to 31 are 0xf, the register has 64
    /// bits, and the architecture is in bits 56 to 63.
    ///
    /// Facts: Mesa's newest `pan_arch`, which has Mali-G2 as 15.8; no chip was asked.
    ///
    /// # Errors
    ///
    /// [`Error::GpuId`] for a value that belongs to no known GPU.
    ///
    /// ```
    /// use mali_instancing::{Arch, Error};
    ///
    /// assert_eq!(Arch::from_gpu_id(0x7212_0010)?, Arch::V7); // Mali-G52
    /// assert_eq!(Arch::from_gpu_id(0x0f08_0000_f000_0000)?, Arch::V15); // Mali-G2-Ultra
    /// assert_eq!(Arch::from_gpu_id(0x7212), Err(Error::GpuId { id: 0x7212 }));
    /// # Ok::<(), Error>(())
    /// ```
    pub const fn from_gpu_id(id: u64) -> Result<Self, Error> {
        if id >> 28 & 0xf == 0xf {
            return match id >> 56 {
                15 => Ok(Self::V15),
                _ => Err(Error::GpuId { id }),
            };
        }
        // The cast drops bits 32 and up, which are of the next register.
        match Self::from_product_id((id >> 16) as u16) {
            Ok(arch) => Ok(arch),
            Err(_) => Err(Error::GpuId { id }),
        }
    }

    /// The names of Mali GPUs, each with its architecture: without `Mali-` or `Immortalis-`, in lower case.
    ///
    /// Facts: Arm's data sheet of Mali GPUs; Mesa's `pan_model.c`.
    pub const GPUS: &[(&str, Self)] = gpus!(gpu_names);

    /// The architecture of a GPU by its name, in upper or lower case, with or without `Mali-` or `Immortalis-`.
    ///
    /// ```
    /// use mali_instancing::Arch;
    ///
    /// assert_eq!(Arch::from_gpu_name("Mali-G52"), Some(Arch::V7));
    /// assert_eq!(Arch::from_gpu_name("g610"), Some(Arch::V10));
    /// assert_eq!(Arch::from_gpu_name("Immortalis-G925"), Some(Arch::V13));
    /// assert_eq!(Arch::from_gpu_name("Adreno 740"), None);
    /// ```
    #[must_use]
    pub const fn from_gpu_name(name: &str) -> Option<Self> {
        let mut index = 0;
        while index < Self::GPUS.len() {
            let (gpu, arch) = Self::GPUS[index];
            if is_name_of_gpu(name, gpu) {
                return Some(arch);
            }
            index += 1;
        }
        None
    }

    /// The architecture by its own name or by that of a GPU, as the command, manifests and macros read it.
    ///
    /// ```
    /// use mali_instancing::Arch;
    ///
    /// assert_eq!(Arch::from_any_name("v7"), Some(Arch::V7));
    /// assert_eq!(Arch::from_any_name("g52"), Some(Arch::V7));
    /// assert_eq!(Arch::from_any_name("g53"), None);
    /// ```
    #[must_use]
    pub const fn from_any_name(name: &str) -> Option<Self> {
        match Self::from_name(name) {
            Some(arch) => Some(arch),
            None => Self::from_gpu_name(name),
        }
    }

    /// The number: 7 for V7.
    #[must_use]
    pub const fn number(self) -> u8 {
        self as u8
    }

    /// The number of words of an `Attribute`: 2 on V4 to V7, 8 from V9 on.
    #[must_use]
    pub const fn attribute_words(self) -> usize {
        if self.has_attribute_buffers() { 2 } else { 8 }
    }

    /// Whether attributes are fetched through `Attribute Buffer` descriptors, as on V4 to V7.
    #[must_use]
    pub const fn has_attribute_buffers(self) -> bool {
        is_one_of!(self, V4 | V5 | V6 | V7)
    }

    /// Checks that the architecture has `Attribute Buffer` descriptors, as V4 to V7 have.
    ///
    /// # Errors
    ///
    /// [`Error::AttributeBufferArch`] if it has none.
    ///
    /// ```
    /// use mali_instancing::Arch;
    ///
    /// assert!(Arch::V7.check_attribute_buffers().is_ok());
    /// assert!(Arch::V9.check_attribute_buffers().is_err());
    /// ```
    pub const fn check_attribute_buffers(self) -> Result<(), Error> {
        if self.has_attribute_buffers() {
            Ok(())
        } else {
            Err(Error::AttributeBufferArch {
                arch: self.number(),
            })
        }
    }

    /// Whether the architecture has index-driven vertex shading: V6 and later.
    #[must_use]
    pub const fn has_idvs(self) -> bool {
        !is_one_of!(self, V4 | V5)
    }

    /// Whether shaders read vertex and instance ID as attributes, as on V4 and V5, and not in registers.
    #[must_use]
    pub const fn has_id_descriptors(self) -> bool {
        is_one_of!(self, V4 | V5)
    }

    /// Whether a table of attribute buffers ends with a null terminator, an empty descriptor: on V6 and V7, as Mesa's
    /// drivers write it to stop prefetching.
    #[must_use]
    pub const fn needs_null_terminator(self) -> bool {
        is_one_of!(self, V6 | V7)
    }

    /// Whether elements that need no conversion may be unaligned: on V4 and V5.
    #[must_use]
    pub(crate) const fn reads_unaligned(self) -> bool {
        is_one_of!(self, V4 | V5)
    }

    /// Whether the size of a `Buffer` has 64 bits, as on V11 and later, and not 32.
    #[must_use]
    pub const fn has_64_bit_buffer_sizes(self) -> bool {
        !self.has_attribute_buffers() && !is_one_of!(self, V9 | V10)
    }

    /// Whether an architecture of V4 to V6, which select a format's components one by one, and not by a number.
    #[must_use]
    pub(crate) const fn has_component_selectors(self) -> bool {
        is_one_of!(self, V4 | V5 | V6)
    }

    /// Whether the architecture is in this build: one of [`Arch::OF_BUILD`].
    #[must_use]
    #[inline]
    pub const fn is_in_build(self) -> bool {
        Self::is_number_in_build(self as u32)
    }

    /// Checks that the architecture is in this build: one of [`Arch::OF_BUILD`].
    ///
    /// # Errors
    ///
    /// [`Error::OtherArch`] if it is not.
    ///
    /// ```
    /// use mali_instancing::Arch;
    ///
    /// assert_eq!(Arch::OF_BUILD, Arch::ALL);
    /// assert!(Arch::V7.check_built().is_ok());
    /// ```
    #[inline]
    pub const fn check_built(self) -> Result<(), Error> {
        if self.is_in_build() {
            Ok(())
        } else {
            Err(Error::OtherArch {
                arch: self.number(),
                first: OF_BUILD[0].number(),
                last: NEWEST_OF_BUILD.number(),
            })
        }
    }

    /// Checks that the architecture has index-driven vertex shading: V6 and later.
    ///
    /// # Errors
    ///
    /// [`Error::IdvsArch`] if it has none.
    ///
    /// ```
    /// use mali_instancing::Arch;
    ///
    /// assert!(Arch::V6.check_idvs().is_ok());
    /// assert!(Arch::V5.check_idvs().is_err());
    /// ```
    pub const fn check_idvs(self) -> Result<(), Error> {
        if self.has_idvs() {
            Ok(())
        } else {
            Err(Error::IdvsArch {
                arch: self.number(),
            })
        }
    }
    /// Checks that an argument has an effect on the architecture. Macros and manifests refuse an argument without an
    /// effect, whatever its value.
    ///
    /// From V9 on, the GPU counts vertices and instances itself: `padding`, `padded_vertices`, `idvs`,
    /// `first_vertex` and `primitive_vertices` change no word of vertex input, and its tables have only one `layout`.
    /// Before V9 there are no resource tables, so `resource_table` changes nothing. From V6 on, every element is converted,
    /// and `unaligned` allows nothing.
    ///
    /// # Errors
    ///
    /// [`Error::Unused`] if it has none.
    ///
    /// ```
    /// use mali_instancing::{Arch, Argument};
    ///
    /// assert!(Arch::V7.check_argument(Argument::Padding).is_ok());
    /// let error = Arch::V9.check_argument(Argument::Padding).unwrap_err();
    /// assert_eq!(
    ///     error.to_string(),
    ///     "Mali V9 pads nothing: leave `padding` out. V4 to V7 use it"
    /// );
    /// ```
    pub const fn check_argument(self, argument: Argument) -> Result<(), Error> {
        if argument.is_used_by(self.number()) {
            Ok(())
        } else {
            Err(Error::Unused {
                argument,
                arch: self.number(),
            })
        }
    }
}
