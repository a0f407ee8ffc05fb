use super::decode_error::{DecodeError, DecodeErrorKind};
use super::field::Field;
use crate::error::tri;
use crate::padded_count::PaddedCount;
use crate::thread_count::ThreadCount;

descriptor! {
    /// Words 0 and 1 of the `Draw` of V4 to V7, which the dispatcher and the attribute unit read.
    ///
    /// | word | bits | field | value |
    /// |---|---|---|---|
    fields {
        INSTANCE_SIZE:           0 | 16..=23 | "instance size"           | PaddedCount;
        INSTANCE_PRIMITIVE_SIZE: 0 | 24..=31 | "instance primitive size" | PaddedCount;
        OFFSET_START:            1 | 0..=31  | "offset start"            | Number;
    }
    ///
    /// The instance size is the padded vertex count, or 1 if the draw is not instanced. The instance
    /// primitive size is the padded number of primitives that an instance has, see
    /// [`Pipeline::instance_primitive_size`](crate::draw::Pipeline::instance_primitive_size). The other
    /// bits of word 0 are flags that do not change vertex input.
    ///
    /// ```
    /// use mali_instancing::descriptor::Draw;
    /// use mali_instancing::{ThreadCount, PaddedCount};
    ///
    /// let draw = Draw::new(ThreadCount::new(PaddedCount::from_exact(72)?, 100)?, 7);
    /// assert_eq!(draw.words(), [0x0083_0000, 7]);
    /// # Ok::<(), mali_instancing::Error>(())
    /// ```
    #[repr(C, align(8))]
    pub struct Draw {
        words: [u32; 2],
    }
}

/// The fields of a [`Draw`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "defmt", derive(defmt::Format))]
pub struct DrawFields {
    /// The number of threads that each instance takes; 1 if the draw is not instanced.
    pub instance_size: PaddedCount,
    /// The padded number of primitives of each instance, 1 by default.
    pub instance_primitive_size: PaddedCount,
    /// The number that is added to the element's index, for attributes with offset enable. Per instance,
    /// [drivers disagree](crate::guide::certainty#what-only-a-chip-can-say).
    pub offset_start: u32,
    /// Bits 0 to 15 of word 0.
    pub flags: u16,
}

impl Draw {
    /// Packs a draw with all flags off and an instance primitive size of 1.
    ///
    /// `offset_start` is GL's `first` or, in an indexed draw, the smallest index plus the base
    /// vertex.
    ///
    /// ```
    /// use mali_instancing::descriptor::Draw;
    /// use mali_instancing::{ThreadCount, PaddedCount};
    ///
    /// let not_instanced = ThreadCount::new(PaddedCount::from_exact(72)?, 1)?;
    /// assert_eq!(Draw::new(not_instanced, 0).words(), [0, 0]);
    /// # Ok::<(), mali_instancing::Error>(())
    /// ```
    #[must_use]
    pub const fn new(thread_count: ThreadCount, offset_start: u32) -> Self {
        let instance_size = thread_count.instance_size();
        Self::ZERO
            .with(Self::INSTANCE_SIZE, instance_size.to_bits() as u32)
            .with(Self::OFFSET_START, offset_start)
    }

    /// This draw with another instance primitive size.
    ///
    /// ```
    /// use mali_instancing::descriptor::Draw;
    /// use mali_instancing::{ThreadCount, PaddedCount};
    ///
    /// let draw = Draw::new(ThreadCount::new(PaddedCount::from_exact(72)?, 100)?, 7);
    /// let size = PaddedCount::from_exact(28)?;
    /// assert_eq!(draw.with_instance_primitive_size(size).words(), [0x6283_0000, 7]);
    /// # Ok::<(), mali_instancing::Error>(())
    /// ```
    #[must_use]
    pub const fn with_instance_primitive_size(self, size: PaddedCount) -> Self {
        self.with(Self::INSTANCE_PRIMITIVE_SIZE, size.to_bits() as u32)
    }

    /// This draw with `flags` in bits 0 to 15 of word 0.
    ///
    /// ```
    /// use mali_instancing::descriptor::Draw;
    /// use mali_instancing::{ThreadCount, PaddedCount};
    ///
    /// let draw = Draw::new(ThreadCount::new(PaddedCount::from_exact(72)?, 100)?, 7);
    /// assert_eq!(draw.with_flags(0x8001).words(), [0x0083_8001, 7]);
    /// # Ok::<(), mali_instancing::Error>(())
    /// ```
    #[must_use]
    pub const fn with_flags(mut self, flags: u16) -> Self {
        // The table of fields has no row for the flags, which do not change vertex input.
        self.words[0] = self.words[0] & !(u16::MAX as u32) | flags as u32;
        self
    }

    /// The fields of any two words.
    ///
    /// # Errors
    ///
    /// A [`DecodeError`] if the instance size or the instance primitive size is not a padded count.
    ///
    /// ```
    /// use mali_instancing::descriptor::Draw;
    ///
    /// let fields = Draw::decode([0x0083_0000, 7])?;
    /// assert_eq!((fields.instance_size.get(), fields.offset_start), (72, 7));
    /// # Ok::<(), mali_instancing::DecodeError>(())
    /// ```
    pub const fn decode(words: [u32; 2]) -> Result<DrawFields, DecodeError> {
        Ok(DrawFields {
            instance_size: tri!(padded_count(&words, &Self::INSTANCE_SIZE)),
            instance_primitive_size: tri!(padded_count(&words, &Self::INSTANCE_PRIMITIVE_SIZE)),
            offset_start: Self::OFFSET_START.read(&words),
            flags: words[0] as u16,
        })
    }
}

const fn padded_count(words: &[u32], field: &'static Field) -> Result<PaddedCount, DecodeError> {
    match PaddedCount::from_bits(field.read(words) as u8) {
        Some(padded) => Ok(padded),
        None => {
            let kind = DecodeErrorKind::InstanceSize { field };
            Err(DecodeError::new(words, field.word(), kind))
        }
    }
}
