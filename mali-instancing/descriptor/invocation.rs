use super::decode_error::{DecodeError, DecodeErrorKind};
use super::field::{Field, FieldKind};
use crate::error::Error;

/// Where each dimension but the first begins.
const STARTS: [Field; 5] = [
    Invocation::SIZE_Y_SHIFT,
    Invocation::SIZE_Z_SHIFT,
    Invocation::WORKGROUPS_X_SHIFT,
    Invocation::WORKGROUPS_Y_SHIFT,
    Invocation::WORKGROUPS_Z_SHIFT,
];

const START_SHIFTS: [u32; 5] = {
    let mut shifts = [0; 5];
    let mut start = 0;
    while start < shifts.len() {
        shifts[start] = STARTS[start].shift();
        start += 1;
    }
    shifts
};

const START_MASKS: [u32; 5] = {
    let mut masks = [0; 5];
    let mut start = 0;
    while start < masks.len() {
        masks[start] = STARTS[start].mask(1);
        start += 1;
    }
    masks
};

const SPLIT_SHIFT: u32 = Invocation::THREAD_GROUP_SPLIT.shift();

/// The largest thread group split.
const MAX_SPLIT: u32 = Invocation::THREAD_GROUP_SPLIT.mask(1) >> SPLIT_SHIFT;

/// The thread group split of every draw.
const DRAW_SPLIT: u32 = 2;

/// The start bit of workgroups z that stands for a draw of one instance.
const ONE_INSTANCE: u32 = 32;

descriptor! {
    /// The `Invocation` of V4 to V7: how many threads a draw or a compute job runs.
    ///
    /// | word | bits | field | value |
    /// |---|---|---|---|
    /// | 0 | 0..31 | invocations | hexadecimal |
    /// | 1 | 0..4 | size y shift | a number |
    /// | 1 | 5..9 | size z shift | a number |
    /// | 1 | 10..15 | workgroups x shift | a number |
    /// | 1 | 16..21 | workgroups y shift | a number |
    /// | 1 | 22..27 | workgroups z shift | a number |
    /// | 1 | 28..31 | thread group split | a number |
    ///
    /// The invocations are the six dimensions, one after the other: sizes x, y and z, then workgroups
    /// x, y and z. Each is stored less one, so that a dimension n takes ceil(log2 n) bits. The shifts
    /// say where each but the first begins.
    ///
    /// ```
    /// use mali_instancing::descriptor::Invocation;
    ///
    /// let draw = Invocation::draw(22, 905)?;
    /// assert_eq!(draw.words(), [0x7115, 0x2140_0000]);
    /// # Ok::<(), mali_instancing::Error>(())
    /// ```
    #[repr(C, align(8))]
    pub struct Invocation {
        words: [u32; 2],
    }
}

/// What an [`Invocation`] says.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "defmt", derive(defmt::Format))]
pub enum InvocationFields {
    /// A draw.
    Draw {
        /// The number of vertices, as given, not padded.
        vertices: u32,
        /// The number of instances.
        instances: u32,
    },
    /// A compute job.
    Compute {
        /// The threads of a workgroup, along x, y and z.
        size: [u32; 3],
        /// The workgroups, along x, y and z.
        workgroups: [u32; 3],
    },
}

impl Invocation {
    const INVOCATIONS: Field = Field::new("invocations", (0, 0), 32, FieldKind::Hexadecimal);
    const SIZE_Y_SHIFT: Field = Field::new("size y shift", (1, 0), 5, FieldKind::Number);
    const SIZE_Z_SHIFT: Field = Field::new("size z shift", (1, 5), 5, FieldKind::Number);
    const WORKGROUPS_X_SHIFT: Field =
        Field::new("workgroups x shift", (1, 10), 6, FieldKind::Number);
    const WORKGROUPS_Y_SHIFT: Field =
        Field::new("workgroups y shift", (1, 16), 6, FieldKind::Number);
    const WORKGROUPS_Z_SHIFT: Field =
        Field::new("workgroups z shift", (1, 22), 6, FieldKind::Number);
    const THREAD_GROUP_SPLIT: Field =
        Field::new("thread group split", (1, 28), 4, FieldKind::Number);

    /// The descriptor's fields, from its first bit to its last.
    pub const FIELDS: &[Field] = &[
        Self::INVOCATIONS,
        Self::SIZE_Y_SHIFT,
        Self::SIZE_Z_SHIFT,
        Self::WORKGROUPS_X_SHIFT,
        Self::WORKGROUPS_Y_SHIFT,
        Self::WORKGROUPS_Z_SHIFT,
        Self::THREAD_GROUP_SPLIT,
    ];

    /// Packs the invocation of a draw.
    ///
    /// # Errors
    ///
    /// [`Error::InvocationDimension`] for 0 vertices or instances, [`Error::InvocationBits`] if both
    /// together need more than 32 bits.
    ///
    /// ```
    /// use mali_instancing::descriptor::Invocation;
    ///
    /// assert_eq!(Invocation::draw(86, 1)?.words(), [0x55, 0x2800_0000]);
    /// assert!(Invocation::draw(1 << 20, 1 << 13).is_err());
    /// # Ok::<(), mali_instancing::Error>(())
    /// ```
    pub const fn draw(vertices: u32, instances: u32) -> Result<Self, Error> {
        match Packing::new([1, 1, 1, 1, vertices, instances]) {
            Ok(mut packing) => {
                if instances == 1 {
                    packing.starts[4] = ONE_INSTANCE;
                }
                Ok(packing.finish(DRAW_SPLIT))
            }
            Err(error) => Err(error),
        }
    }

    /// Packs the invocation of a compute job: the threads of a workgroup, and the workgroups.
    ///
    /// The thread group split is the bit at which workgroups x begins.
    ///
    /// # Errors
    ///
    /// [`Error::InvocationDimension`] for a dimension of 0, [`Error::InvocationBits`] if all
    /// together need more than 32 bits, [`Error::InvocationSplit`] if the split is above 15.
    ///
    /// ```
    /// use mali_instancing::descriptor::Invocation;
    ///
    /// let job = Invocation::compute([1, 2, 2], [2, 3, 2])?;
    /// assert_eq!(job.words(), [0x37, 0x2143_0820]);
    /// # Ok::<(), mali_instancing::Error>(())
    /// ```
    pub const fn compute(size: [u32; 3], workgroups: [u32; 3]) -> Result<Self, Error> {
        let dimensions = [
            size[0],
            size[1],
            size[2],
            workgroups[0],
            workgroups[1],
            workgroups[2],
        ];
        match Packing::new(dimensions) {
            Ok(packing) => {
                let split = packing.starts[2];
                if split > MAX_SPLIT {
                    return Err(Error::InvocationSplit {
                        bit: split,
                        largest: largest(&size),
                    });
                }
                Ok(packing.finish(split))
            }
            Err(error) => Err(error),
        }
    }

    /// The two words, in memory order.
    #[must_use]
    pub const fn words(&self) -> [u32; 2] {
        self.words
    }

    /// The dimensions of any two words.
    ///
    /// # Errors
    ///
    /// A [`DecodeError`] for start bits that no packing has.
    ///
    /// ```
    /// use mali_instancing::descriptor::{Invocation, InvocationFields};
    ///
    /// let fields = Invocation::decode([0x7115, 0x2140_0000])?;
    /// assert_eq!(fields, InvocationFields::Draw { vertices: 22, instances: 905 });
    /// # Ok::<(), mali_instancing::DecodeError>(())
    /// ```
    pub const fn decode(words: [u32; 2]) -> Result<InvocationFields, DecodeError> {
        let mut dimensions = [1_u32; 6];
        let mut start = 0;
        let mut dimension = 0;
        while dimension < dimensions.len() {
            let end = if dimension < START_SHIFTS.len() {
                (words[1] & START_MASKS[dimension]) >> START_SHIFTS[dimension]
            } else {
                u32::BITS
            };
            if end < start || end > u32::BITS {
                return Err(DecodeError::new(&words, 1, DecodeErrorKind::Invocation));
            }
            let bits = (words[0] as u64 >> start) & ((1 << (end - start)) - 1);
            dimensions[dimension] = (bits as u32).wrapping_add(1);
            start = end;
            dimension += 1;
        }
        let [
            size_x,
            size_y,
            size_z,
            workgroups_x,
            workgroups_y,
            workgroups_z,
        ] = dimensions;
        let draw = Self::draw(workgroups_y, workgroups_z);
        let size = [size_x, size_y, size_z];
        let workgroups = [workgroups_x, workgroups_y, workgroups_z];
        if packs_to(draw, words) {
            Ok(InvocationFields::Draw {
                vertices: workgroups_y,
                instances: workgroups_z,
            })
        } else if packs_to(Self::compute(size, workgroups), words) {
            Ok(InvocationFields::Compute { size, workgroups })
        } else {
            Err(DecodeError::new(&words, 1, DecodeErrorKind::Invocation))
        }
    }
}

/// Whether dimensions were packed, and to these words.
const fn packs_to(packed: Result<Invocation, Error>, words: [u32; 2]) -> bool {
    match packed {
        Ok(packed) => packed.words[0] == words[0] && packed.words[1] == words[1],
        Err(_) => false,
    }
}

/// The number of the largest dimension; of equal ones, of the last.
const fn largest(dimensions: &[u32]) -> usize {
    let mut largest = 0;
    let mut dimension = 1;
    while dimension < dimensions.len() {
        if dimensions[dimension] >= dimensions[largest] {
            largest = dimension;
        }
        dimension += 1;
    }
    largest
}

/// Dimensions one after the other, and where each but the first begins.
struct Packing {
    dimensions: u32,
    starts: [u32; 5],
}

impl Packing {
    const fn new(dimensions: [u32; 6]) -> Result<Self, Error> {
        let mut packed = 0_u64;
        let mut starts = [0; 5];
        let mut bits = 0;
        let mut dimension = 0;
        while dimension < dimensions.len() {
            if dimension > 0 {
                starts[dimension - 1] = bits;
            }
            let Some(last) = dimensions[dimension].checked_sub(1) else {
                return Err(Error::InvocationDimension { dimension });
            };
            if bits < u32::BITS {
                packed |= (last as u64) << bits;
            }
            bits += u32::BITS - last.leading_zeros();
            dimension += 1;
        }
        if bits > u32::BITS {
            return Err(Error::InvocationBits {
                bits,
                largest: largest(&dimensions),
            });
        }
        Ok(Self {
            dimensions: packed as u32,
            starts,
        })
    }

    const fn finish(self, split: u32) -> Invocation {
        let mut starts = split << SPLIT_SHIFT;
        let mut dimension = 0;
        while dimension < START_SHIFTS.len() {
            starts |= self.starts[dimension] << START_SHIFTS[dimension];
            dimension += 1;
        }
        Invocation {
            words: [self.dimensions, starts],
        }
    }
}
