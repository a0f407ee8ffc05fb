//! How many vertices the dispatcher really runs.
//!
//! With instancing, the GPU dispatches `padded · instances` threads, numbers them with one linear
//! id, and gets vertex and instance back by dividing by `padded`. That is cheap because `padded`
//! is not the vertex count but the next number the hardware divides by easily: 1, 3, 5, 7 or 9
//! times a power of two. Threads past the vertex count are discarded.
//!
//! Facts: Mesa's documentation of Panfrost, "Instancing"; Mesa's `pan_padded_vertex_count`.

use core::fmt;
use core::num::NonZeroU32;

use crate::error::Error;

/// Which padded count is chosen for a vertex count.
///
/// | vertices | `Hardware` | `Tight` | `Mesa` |
/// |---|---|---|---|
/// | 3 | 4 | 3 | 3 |
/// | 4 | 8 | 4 | 4 |
/// | 17 | 20 | 18 | 18 |
/// | 20 | 24 | 20 | 24 |
/// | 70 | 72 | 72 | 72 |
/// | 72 | 80 | 72 | 80 |
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Padding {
    /// The documented rule: the smallest representable multiple of four above the vertex count.
    /// Serves 1 to 0xDFFF_FFFF vertices.
    #[default]
    Hardware,
    /// The smallest representable count that is at least the vertex count. Sound because the draw
    /// descriptor tells the hardware the padded count. Serves 1 to 0xE000_0000 vertices.
    Tight,
    /// `Tight` below 20 vertices, `Hardware` from 20: what Mesa's direct draws emit, bit for bit.
    /// Serves 1 to 0xDFFF_FFFF vertices.
    Mesa,
}

/// The largest padded count as a number: a constant is evaluated once, calls for every constant
/// of a user's.
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
            Self::Hardware | Self::Mesa => LARGEST - 1,
            Self::Tight => LARGEST,
        }
    }
}

/// Writes the name that the command and the manifest use: `hardware`.
impl fmt::Display for Padding {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.pad(match self {
            Self::Hardware => "hardware",
            Self::Tight => "tight",
            Self::Mesa => "mesa",
        })
    }
}

/// A vertex count as the hardware pads it: 1, 3, 5, 7 or 9 times a power of two, below 2^32.
///
/// One byte inside, in the form that the `Draw` record packs: the power of two in bits 0..4 (the
/// field "R" of the other records, or "shift"), (odd − 1) / 2 in bits 5..7 ("P", or "odd").
///
/// ```
/// use mali_instancing::{PaddedCount, Padding};
///
/// const PADDED: PaddedCount = match PaddedCount::new(70, Padding::Hardware) {
///     Ok(padded) => padded,
///     Err(_) => panic!(),
/// };
/// assert_eq!(PADDED.get(), 72);
/// assert_eq!((PADDED.odd(), PADDED.shift()), (9, 3));
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
#[repr(transparent)]
pub struct PaddedCount(u8);

impl PaddedCount {
    /// A single vertex: what a draw that is not instanced tells the hardware.
    pub const ONE: Self = Self::from_parts(1, 0);

    /// The largest padded count, 7 · 2^29 = 0xE000_0000.
    pub const MAX: Self = Self::from_parts(7, 29);

    const P_SHIFT: u32 = 5;

    /// The padded count of a draw of so many vertices.
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
        Ok(match padding {
            Padding::Tight => Self::at_least(vertices),
            Padding::Mesa if vertices < 20 => Self::at_least(vertices),
            Padding::Hardware | Padding::Mesa => Self::at_least((vertices | 3) + 1),
        })
    }

    /// The padded count of a draw that uses index-driven vertex shading (V6 and later).
    ///
    /// The positions of two instances must not share a cache line of 64 bytes, which holds four,
    /// so the vertex count is rounded up to a multiple of four before it is padded. Mesa does the
    /// same wherever it uses index-driven vertex shading.
    ///
    /// # Errors
    ///
    /// [`Error::VertexCount`] as for [`PaddedCount::new`]; the largest count is a multiple of four
    /// here.
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
        let maximum = padding.maximum() & !3;
        if vertices == 0 || vertices > maximum {
            return Err(Error::VertexCount { vertices, maximum });
        }
        Self::new(vertices.next_multiple_of(4), padding)
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
    /// assert_eq!(PaddedCount::exactly(72)?.shift(), 3);
    /// assert!(PaddedCount::exactly(70).is_err());
    /// # Ok::<(), mali_instancing::Error>(())
    /// ```
    pub const fn exactly(count: u32) -> Result<Self, Error> {
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

    /// The padded count whose 8-bit form is `bits`; `None` where that stands for no count below
    /// 2^32.
    ///
    /// ```
    /// use mali_instancing::PaddedCount;
    ///
    /// assert_eq!(PaddedCount::from_bits(0x83).unwrap().get(), 72);
    /// assert_eq!(PaddedCount::from_bits(0xa0), None); // 11 · 2^0
    /// assert_eq!(PaddedCount::from_bits(0x3f), None); // 3 · 2^31
    /// ```
    #[must_use]
    pub const fn from_bits(bits: u8) -> Option<Self> {
        let candidate = Self(bits);
        let odd = candidate.odd();
        if odd <= 9 && odd <= u32::MAX >> candidate.shift() {
            Some(candidate)
        } else {
            None
        }
    }

    /// The padded count whose 8-bit form `bits` is known to be.
    pub(crate) const fn from_table(bits: u8) -> Self {
        Self(bits)
    }

    /// The 8-bit form: shift in bits 0..4, (odd − 1) / 2 in bits 5..7.
    ///
    /// ```
    /// use mali_instancing::PaddedCount;
    ///
    /// assert_eq!(PaddedCount::exactly(72)?.to_bits(), 0x83); // 9 · 2^3: P 4, R 3
    /// # Ok::<(), mali_instancing::Error>(())
    /// ```
    #[must_use]
    pub const fn to_bits(self) -> u8 {
        self.0
    }

    /// The number of threads that each instance takes.
    ///
    /// ```
    /// use mali_instancing::PaddedCount;
    ///
    /// assert_eq!(PaddedCount::MAX.get(), 7 << 29);
    /// ```
    #[must_use]
    pub const fn get(self) -> u32 {
        self.odd() << self.shift()
    }

    /// The same number, with the proof that it is not 0.
    pub(crate) const fn get_nonzero(self) -> NonZeroU32 {
        match NonZeroU32::new(self.get()) {
            Some(count) => count,
            None => NonZeroU32::MIN,
        }
    }

    /// The odd factor: 1, 3, 5, 7 or 9.
    ///
    /// ```
    /// use mali_instancing::PaddedCount;
    ///
    /// assert_eq!(PaddedCount::exactly(96)?.odd(), 3);
    /// # Ok::<(), mali_instancing::Error>(())
    /// ```
    #[must_use]
    pub const fn odd(self) -> u32 {
        (self.0 >> Self::P_SHIFT) as u32 * 2 + 1
    }

    /// The exponent of the power of two, 0 to 31.
    ///
    /// ```
    /// use mali_instancing::PaddedCount;
    ///
    /// assert_eq!(PaddedCount::exactly(96)?.shift(), 5);
    /// # Ok::<(), mali_instancing::Error>(())
    /// ```
    #[must_use]
    pub const fn shift(self) -> u32 {
        (self.0 & ((1 << Self::P_SHIFT) - 1)) as u32
    }

    const fn from_parts(odd: u32, shift: u32) -> Self {
        Self(((odd / 2) << Self::P_SHIFT | shift) as u8)
    }

    /// The smallest padded count that is at least `count`, which is 1 to [`Self::MAX`].
    ///
    /// Below 8 every count is one. From there on the four top bits of `count − 1` decide, since
    /// the padded counts between two powers of two are 9, 10, 12, 14 and 16 eighths of the lower.
    #[inline]
    const fn at_least(count: u32) -> Self {
        let below = count - 1;
        if below < 8 {
            let shift = count.trailing_zeros();
            return Self::from_parts(count >> shift, shift);
        }
        // `ilog2` says the same in more calls, which take their time in every constant of a user's.
        let low_bits = 28 - below.leading_zeros();
        match below >> low_bits {
            0b1000 => Self::from_parts(9, low_bits),
            0b1001 => Self::from_parts(5, low_bits + 1),
            0b1010 | 0b1011 => Self::from_parts(3, low_bits + 2),
            0b1100 | 0b1101 => Self::from_parts(7, low_bits + 1),
            _ => Self::from_parts(1, low_bits + 4),
        }
    }
}

impl fmt::Debug for PaddedCount {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(formatter, "PaddedCount({self})")
    }
}

/// Writes the count and its factors: `72 (9·2^3)`.
impl fmt::Display for PaddedCount {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(
            formatter,
            "{} ({}·2^{})",
            self.get(),
            self.odd(),
            self.shift()
        )
    }
}
