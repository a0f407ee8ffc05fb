//! The threads that a draw dispatches.

use core::num::NonZeroU32;

use crate::error::Error;
use crate::padded_count::PaddedCount;

/// A draw's padded vertex count and its number of instances, whose product, the number of threads, is at most
/// 2^32.
///
/// Facts: Mesa's documentation of Panfrost, "Instancing".
///
/// ```
/// use mali_instancing::{ThreadCount, PaddedCount, Padding};
///
/// let padded = PaddedCount::new(70, Padding::Hardware)?;
/// let thread_count = ThreadCount::new(padded, 100)?;
/// assert_eq!(thread_count.padded_vertices().get(), 72);
/// assert!(thread_count.is_instanced());
/// # Ok::<(), mali_instancing::Error>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "defmt", derive(defmt::Format))]
pub struct ThreadCount {
    pub(crate) padded_vertices: PaddedCount,
    instances: Option<NonZeroU32>,
}

impl ThreadCount {
    /// One thread, as any draw of one instance has threads that read linearly.
    // The variant of one instance is made for it: see `THREADS` in `draw/packing/variant.rs`.
    pub(crate) const ONE: Self = Self {
        padded_vertices: PaddedCount::ONE,
        instances: Some(NonZeroU32::MIN),
    };

    /// A draw of `instances` instances. A draw of 1 instance is not instanced.
    ///
    /// # Errors
    ///
    /// [`Error::InstanceCount`] for 0, and for more than 2^32 threads in all, which a linear id of 32 bits
    /// cannot number.
    ///
    /// ```
    /// use mali_instancing::{ThreadCount, PaddedCount};
    ///
    /// let padded = PaddedCount::from_exact(72)?;
    /// assert!(ThreadCount::new(padded, 59_652_323).is_ok());
    /// assert!(ThreadCount::new(padded, 59_652_324).is_err());
    /// # Ok::<(), mali_instancing::Error>(())
    /// ```
    pub const fn new(padded_vertices: PaddedCount, instances: u32) -> Result<Self, Error> {
        match NonZeroU32::new(instances) {
            // Ids begin at 0, so 2^32 threads still have ids of 32 bits.
            Some(count) if padded_vertices.get() as u64 * instances as u64 <= 1 << 32 => Ok(Self {
                padded_vertices,
                instances: Some(count),
            }),
            _ => Err(Error::InstanceCount {
                instances,
                padded_vertices,
            }),
        }
    }

    /// An instanced draw whose number of instances is not known yet. Descriptors packed for it are right
    /// for any number that [`ThreadCount::new`] accepts, 1 included.
    #[must_use]
    pub const fn for_any_instance_count(padded_vertices: PaddedCount) -> Self {
        Self {
            padded_vertices,
            instances: None,
        }
    }

    /// The threads of so many instances, or of any number of them.
    #[inline]
    pub(crate) const fn of(
        padded_vertices: PaddedCount,
        instances: Option<u32>,
    ) -> Result<Self, Error> {
        match instances {
            Some(instances) => Self::new(padded_vertices, instances),
            None => Ok(Self::for_any_instance_count(padded_vertices)),
        }
    }

    /// The number of threads that each instance takes.
    #[must_use]
    pub const fn padded_vertices(self) -> PaddedCount {
        self.padded_vertices
    }

    /// The number of instances; `None` if it is not known.
    #[must_use]
    pub const fn instances(self) -> Option<NonZeroU32> {
        self.instances
    }

    /// Whether there may be more than one instance.
    #[must_use]
    pub const fn is_instanced(self) -> bool {
        !matches!(self.instances, Some(NonZeroU32::MIN))
    }

    /// The instance size of the `Draw` descriptor: the padded vertex count, or 1 if the draw is
    /// not instanced.
    #[must_use]
    pub const fn instance_size(self) -> PaddedCount {
        if self.is_instanced() {
            self.padded_vertices
        } else {
            PaddedCount::ONE
        }
    }

    /// The hardware's divisor for an application's: the number of threads that share an element.
    ///
    /// # Errors
    ///
    /// [`Error::Divisor`] if it is not below 2^32.
    ///
    /// ```
    /// use core::num::NonZeroU32;
    /// use mali_instancing::{ThreadCount, PaddedCount};
    ///
    /// let thread_count = ThreadCount::new(PaddedCount::from_exact(72)?, 100)?;
    /// let divisor = NonZeroU32::new(3).unwrap();
    /// assert_eq!(thread_count.hardware_divisor(divisor)?.get(), 216);
    /// # Ok::<(), mali_instancing::Error>(())
    /// ```
    #[inline]
    pub const fn hardware_divisor(self, divisor: NonZeroU32) -> Result<NonZeroU32, Error> {
        let padded_vertices = self.padded_vertices;
        // `NonZeroU32::checked_mul` would be seven more calls in every constant of a user.
        let product = divisor.get() as u64 * padded_vertices.get() as u64;
        // R is floor(log2 product), and has five bits: 2^32 would need an R of 32.
        if product > u32::MAX as u64 {
            return Err(Error::Divisor {
                divisor: divisor.get(),
                padded_vertices,
            });
        }
        match NonZeroU32::new(product as u32) {
            Some(hardware_divisor) => Ok(hardware_divisor),
            // Neither factor is 0, so the product is not.
            None => Ok(NonZeroU32::MIN),
        }
    }
}
