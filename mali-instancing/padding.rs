//! The rules by which a vertex count is padded.

use core::num::NonZeroU32;

use crate::arithmetic;
use crate::error::Error;
use crate::names::names;
use crate::padded_count::PaddedCount;

/// The rule that chooses a padded count for a vertex count.
///
/// | vertices | `Hardware` | `Tight` | `Mesa` |
/// |---|---|---|---|
/// | 3 | 4 | 3 | 3 |
/// | 4 | 8 | 4 | 4 |
/// | 17 | 20 | 18 | 18 |
/// | 20 | 24 | 20 | 24 |
/// | 70 | 72 | 72 | 72 |
/// | 72 | 80 | 72 | 80 |
///
/// Under each rule every vertex has a thread. The draw descriptor tells the hardware the padded count; that the hardware
/// takes it from there, whatever rule chose it, is an assumption. Chips have confirmed it for the counts of `Mesa`:
/// [what is certain](crate::guide::certainty).
///
/// Facts: Mesa's documentation of Panfrost, "Instancing"; Mesa's `pan_padded_vertex_count`.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Padding {
    /// The documented rule: the smallest representable multiple of four above the vertex count.
    /// Valid for 1 to 0xDFFF_FFFF vertices. Below 20 vertices no driver known to us writes these counts.
    #[default]
    Hardware,
    /// The smallest representable count that is at least the vertex count. Valid for 1 to 0xE000_0000 vertices. From
    /// 20 vertices on no driver in use writes these counts, and no chip is known to have run them.
    Tight,
    /// `Tight` below 20 vertices, `Hardware` from 20: what Mesa's direct draws emit, bit for bit, and so what chips run.
    /// Valid for 1 to 0xDFFF_FFFF vertices.
    Mesa,
}

/// The largest padded count as a number. It is a constant, because the compiler evaluates that once, and a call once
/// for every constant of a user.
const LARGEST: u32 = PaddedCount::MAX.get();

impl Padding {
    /// The largest number of vertices that this rule can pad.
    ///
    /// ```
    /// use mali_instancing::Padding;
    ///
    /// assert_eq!(Padding::Hardware.maximum(), 0xdfff_ffff);
    /// assert_eq!(Padding::Tight.maximum(), 0xe000_0000);
    /// ```
    #[must_use]
    pub const fn maximum(self) -> u32 {
        match self {
            // A count of this size is padded to more than itself, so it must be below the largest padded count.
            Self::Hardware | Self::Mesa => LARGEST - 1,
            Self::Tight => LARGEST,
        }
    }

    /// Whether this rule pads `vertices` as [`Padding::Tight`] does. If not, it pads them as
    /// [`Padding::Hardware`] does.
    pub(crate) const fn is_tight(self, vertices: u32) -> bool {
        match self {
            Self::Hardware => false,
            Self::Tight => true,
            Self::Mesa => vertices < 20,
        }
    }
}

names! {
    impl Padding {
        /// Every rule, the default first.
        ALL;
        /// The name that the command, manifests and macros use: `hardware`.
        name;
        /// The rule whose [`Padding::name`] is `name`; `None` if there is none.
        ///
        /// ```
        /// use mali_instancing::Padding;
        ///
        /// assert_eq!(Padding::from_name("tight"), Some(Padding::Tight));
        /// assert_eq!(Padding::from_name("loose"), None);
        /// ```
        from_name;
    }
    Hardware: "hardware",
    Tight: "tight",
    Mesa: "mesa",
}

/// [`arithmetic::pad_tight`], of which a build for small code has one copy.
#[cfg_attr(not(mali_instancing_small), inline)]
#[cfg_attr(mali_instancing_small, inline(never))]
const fn pad_tight(vertices: u32) -> u8 {
    arithmetic::pad_tight(vertices)
}

impl PaddedCount {
    /// The padded count of a draw of `vertices` vertices.
    ///
    /// # Errors
    ///
    /// [`Error::VertexCount`] for 0 and for more than [`Padding::maximum`].
    ///
    /// ```
    /// use mali_instancing::{PaddedCount, Padding};
    ///
    /// assert_eq!(PaddedCount::new(70, Padding::Hardware)?.get(), 72);
    /// assert_eq!(PaddedCount::new(72, Padding::Hardware)?.get(), 80);
    /// assert_eq!(PaddedCount::new(72, Padding::Tight)?.get(), 72);
    /// assert!(PaddedCount::new(0, Padding::Tight).is_err());
    /// # Ok::<(), mali_instancing::Error>(())
    /// ```
    #[inline]
    pub const fn new(vertices: u32, padding: Padding) -> Result<Self, Error> {
        let maximum = padding.maximum();
        if vertices == 0 || vertices > maximum {
            return Err(Error::VertexCount { vertices, maximum });
        }
        Ok(Self(if padding.is_tight(vertices) {
            pad_tight(vertices)
        } else {
            // After the check above, the next multiple of four is at most 0xE000_0000, the largest padded count.
            pad_tight(arithmetic::above(vertices))
        }))
    }

    /// The padded count of a draw that uses index-driven vertex shading (V6 and later).
    ///
    /// The positions of two instances must not share a cache line of 64 bytes, which holds four positions.
    /// So the vertex count is rounded up to a multiple of four before it is padded. Mesa does the
    /// same wherever it uses index-driven vertex shading.
    ///
    /// # Errors
    ///
    /// [`Error::VertexCount`] as for [`PaddedCount::new`], except that the largest count is a multiple of four.
    ///
    /// ```
    /// use mali_instancing::{PaddedCount, Padding};
    ///
    /// assert_eq!(PaddedCount::for_idvs(9, Padding::Tight)?.get(), 12);
    /// assert_eq!(PaddedCount::for_idvs(9, Padding::Hardware)?.get(), 16);
    /// # Ok::<(), mali_instancing::Error>(())
    /// ```
    #[inline]
    pub const fn for_idvs(vertices: u32, padding: Padding) -> Result<Self, Error> {
        match Self::check_for_idvs(vertices, padding) {
            Ok(vertices) => Self::new(vertices, padding),
            Err(error) => Err(error),
        }
    }

    /// The multiple of four vertices that index-driven vertex shading runs, which is padded then.
    #[inline]
    pub(crate) const fn check_for_idvs(vertices: u32, padding: Padding) -> Result<u32, Error> {
        // The last multiple of four that the rule can pad: no smaller count is rounded up past it.
        let maximum = padding.maximum() & !3;
        if vertices == 0 || vertices > maximum {
            return Err(Error::VertexCount { vertices, maximum });
        }
        Ok(vertices.next_multiple_of(4))
    }

    /// The padded count that is exactly `count`.
    ///
    /// # Errors
    ///
    /// [`Error::PaddedCount`] if the hardware cannot express it.
    ///
    /// ```
    /// use mali_instancing::PaddedCount;
    ///
    /// assert_eq!(PaddedCount::from_exact(72)?.shift(), 3);
    /// assert!(PaddedCount::from_exact(70).is_err());
    /// # Ok::<(), mali_instancing::Error>(())
    /// ```
    pub const fn from_exact(count: u32) -> Result<Self, Error> {
        match NonZeroU32::new(count) {
            Some(nonzero) => {
                let shift = nonzero.trailing_zeros();
                let odd = count >> shift;
                if odd <= 9 {
                    Ok(Self::from_parts(odd, shift))
                } else {
                    Err(Error::PaddedCount { count })
                }
            }
            None => Err(Error::PaddedCount { count }),
        }
    }
}
