use super::decode_error::{DecodeError, DecodeErrorKind};
use super::field::{Field, FieldKind};
use crate::padded_count::PaddedCount;
use crate::thread_count::ThreadCount;

const INSTANCE_SIZE_SHIFT: u32 = Draw::INSTANCE_SIZE.shift();
const INSTANCE_PRIMITIVE_SIZE_SHIFT: u32 = Draw::INSTANCE_PRIMITIVE_SIZE.shift();
const INSTANCE_PRIMITIVE_SIZE_MASK: u32 = Draw::INSTANCE_PRIMITIVE_SIZE.mask(0);
const FLAGS_MASK: u32 = !(Draw::INSTANCE_SIZE.mask(0) | INSTANCE_PRIMITIVE_SIZE_MASK);

descriptor! {
    /// Words 0 and 1 of the `Draw` of V4 to V7, which the dispatcher and the attribute unit read.
    ///
    /// | word | bits | field | value |
    /// |---|---|---|---|
    /// | 0 | 16..23 | instance size | [`PaddedCount::to_bits`](crate::PaddedCount::to_bits) |
    /// | 0 | 24..31 | instance primitive size | [`PaddedCount::to_bits`](crate::PaddedCount::to_bits) |
    /// | 1 | 0..31 | offset start | a number |
    ///
    /// The instance size is the padded vertex count, and 1 if the draw is not instanced. The instance
    /// primitive size is the padded number of primitives that an instance has, see
    /// [`DrawCall::instance_primitive_size`](crate::draw::DrawCall::instance_primitive_size). The other
    /// bits of word 0 are flags that have nothing to do with vertex input.
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

/// What the two words of a [`Draw`] say.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "defmt", derive(defmt::Format))]
pub struct DrawFields {
    /// The number of threads that each instance takes; 1 if the draw is not instanced.
    pub instance_size: PaddedCount,
    /// The padded number of primitives of each instance; 1 if nobody asked for more.
    pub instance_primitive_size: PaddedCount,
    /// What is added to the element's index of attributes with offset enable.
    pub offset_start: u32,
    /// Bits 0 to 15 of word 0.
    pub flags: u16,
}

impl Draw {
    pub(crate) const INSTANCE_SIZE: Field =
        Field::new("instance size", (0, 16), 8, FieldKind::PaddedCount);
    const INSTANCE_PRIMITIVE_SIZE: Field = Field::new(
        "instance primitive size",
        (0, 24),
        8,
        FieldKind::PaddedCount,
    );
    pub(crate) const OFFSET_START: Field =
        Field::new("offset start", (1, 0), 32, FieldKind::Number);

    /// The descriptor's fields, from its first bit to its last. The flags of word 0 are not among them.
    pub const FIELDS: &[Field] = &[
        Self::INSTANCE_SIZE,
        Self::INSTANCE_PRIMITIVE_SIZE,
        Self::OFFSET_START,
    ];

    /// Packs a draw, all flags off, with an instance primitive size of 1.
    ///
    /// `offset_start` is GL's `first` or, of an indexed draw, the smallest index plus the base
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
        let instance_size = thread_count.instance_size().to_bits() as u32;
        Self {
            words: [instance_size << INSTANCE_SIZE_SHIFT, offset_start],
        }
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
    pub const fn with_instance_primitive_size(mut self, size: PaddedCount) -> Self {
        let bits = (size.to_bits() as u32) << INSTANCE_PRIMITIVE_SIZE_SHIFT;
        self.words[0] = self.words[0] & !INSTANCE_PRIMITIVE_SIZE_MASK | bits;
        self
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
        self.words[0] = self.words[0] & !FLAGS_MASK | flags as u32;
        self
    }

    /// The two words, in memory order.
    #[must_use]
    pub const fn words(&self) -> [u32; 2] {
        self.words
    }

    /// The fields of any two words.
    ///
    /// # Errors
    ///
    /// A [`DecodeError`] if the instance size or the instance primitive size is no padded count.
    ///
    /// ```
    /// use mali_instancing::descriptor::Draw;
    ///
    /// let fields = Draw::decode([0x0083_0000, 7])?;
    /// assert_eq!((fields.instance_size.get(), fields.offset_start), (72, 7));
    /// # Ok::<(), mali_instancing::DecodeError>(())
    /// ```
    pub const fn decode(words: [u32; 2]) -> Result<DrawFields, DecodeError> {
        let Some(instance_size) = PaddedCount::from_bits((words[0] >> INSTANCE_SIZE_SHIFT) as u8)
        else {
            let field = &Self::INSTANCE_SIZE;
            return Err(DecodeError::new(
                &words,
                0,
                DecodeErrorKind::InstanceSize { field },
            ));
        };
        let bits = (words[0] >> INSTANCE_PRIMITIVE_SIZE_SHIFT) as u8;
        let Some(instance_primitive_size) = PaddedCount::from_bits(bits) else {
            let field = &Self::INSTANCE_PRIMITIVE_SIZE;
            return Err(DecodeError::new(
                &words,
                0,
                DecodeErrorKind::InstanceSize { field },
            ));
        };
        Ok(DrawFields {
            instance_size,
            instance_primitive_size,
            offset_start: words[1],
            flags: words[0] as u16,
        })
    }
}
