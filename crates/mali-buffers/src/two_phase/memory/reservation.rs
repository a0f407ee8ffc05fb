use crate::types::Sequence;

/// A range of an [`UploadRing`](crate::two_phase::UploadRing) to which data may be written at once.
///
/// ```
/// use mali_buffers::two_phase::{Placement, Sequence, UploadRing};
///
/// let mut stream = UploadRing::new(1024)?;
/// stream.reserve(100, 64, Sequence::new(1))?;
/// let second = stream.reserve(100, 64, Sequence::new(1))?;
/// assert_eq!((second.offset, second.size), (128, 100));
/// assert_eq!((second.generation, second.capacity), (0, 1024));
/// assert_eq!(second.placement, Placement::Appended);
/// # Ok::<(), mali_buffers::Error>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "defmt", derive(defmt::Format))]
pub struct Reservation {
    /// The offset of the range in the generation's memory, in bytes.
    pub offset: u64,
    /// The size of the range in bytes, as requested.
    pub size: u64,
    /// The block of memory that the range is in: 0 is the block that the caller allocated first.
    pub generation: u64,
    /// The size of that block, in bytes. The caller allocates this size for a new generation.
    pub capacity: u64,
    /// The way in which the range was found.
    pub placement: Placement,
}

/// A block of memory that an [`UploadRing`](crate::two_phase::UploadRing) no longer writes to.
///
/// ```
/// use mali_buffers::two_phase::{Placement, RetiredGeneration, Sequence, UploadRing};
///
/// let mut stream = UploadRing::new(1024)?;
/// stream.reserve(100, 64, Sequence::new(7))?;
/// let large = stream.reserve(4000, 64, Sequence::new(8))?;
/// let retired = RetiredGeneration { generation: 0, until: Sequence::new(7) };
/// assert_eq!(large.placement, Placement::Grown(retired));
/// # Ok::<(), mali_buffers::Error>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "defmt", derive(defmt::Format))]
pub struct RetiredGeneration {
    /// The generation of the block.
    pub generation: u64,
    /// The work after which the caller may free the block: at once for [`Sequence::NONE`].
    pub until: Sequence,
}

/// The way in which a range of an [`UploadRing`](crate::two_phase::UploadRing) was found.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "defmt", derive(defmt::Format))]
pub enum Placement {
    /// After the data that was written before.
    Appended,
    /// At the start of the block again, where the GPU has finished reading.
    Recycled,
    /// At the start of a new block of the same capacity, since the one before was discarded.
    NewGeneration(RetiredGeneration),
    /// At the start of a new block of a larger capacity, since the one before was too small for the range, or for all
    /// that is in flight.
    Grown(RetiredGeneration),
    /// At the start of a new block of a smaller capacity, since the one before was too large for a long time.
    Shrunk(RetiredGeneration),
}

impl Placement {
    /// The block that the stream no longer writes to, if the range is in a new one.
    pub(crate) const fn retired(self) -> Option<RetiredGeneration> {
        match self {
            Self::Appended | Self::Recycled => None,
            Self::NewGeneration(retired) | Self::Grown(retired) | Self::Shrunk(retired) => {
                Some(retired)
            }
        }
    }
}
