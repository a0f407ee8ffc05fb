use super::decode_error::{DecodeError, DecodeErrorKind};
use crate::error::{Error, tri};

/// The thread group split of every draw.
// Mesa's `MALI_SPLIT_MIN_EFFICIENT`: its drivers use the smallest efficient value for graphics.
const DRAW_SPLIT: u32 = 2;

/// The start bit of workgroups z of a draw of one instance.
const ONE_INSTANCE: u32 = 32;

descriptor! {
    /// The `Invocation` of V4 to V7: the number of threads that a draw or a compute job runs.
    ///
    /// | word | bits | field | value |
    /// |---|---|---|---|
    fields {
        INVOCATIONS:        0 | 0..=31  | "invocations"        | Hexadecimal;
        SIZE_Y_SHIFT:       1 | 0..=4   | "size y shift"       | Number;
        SIZE_Z_SHIFT:       1 | 5..=9   | "size z shift"       | Number;
        WORKGROUPS_X_SHIFT: 1 | 10..=15 | "workgroups x shift" | Number;
        WORKGROUPS_Y_SHIFT: 1 | 16..=21 | "workgroups y shift" | Number;
        WORKGROUPS_Z_SHIFT: 1 | 22..=27 | "workgroups z shift" | Number;
        THREAD_GROUP_SPLIT: 1 | 28..=31 | "thread group split" | Number;
    }
    ///
    /// The field "invocations" contains the six dimensions, one after the other: sizes x, y and z, then workgroups
    /// x, y and z. Each is stored minus one, so that a dimension n takes ceil(log2 n) bits. The shifts
    /// are the first bits of all dimensions except the first.
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

/// The fields of an [`Invocation`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "defmt", derive(defmt::Format))]
pub enum InvocationFields {
    /// A draw.
    Draw {
        /// The number of vertices, not padded.
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
        let mut packing = Packing::EMPTY;
        // The sizes, and the workgroups x, are 1 and have no bits.
        tri!(packing.push(4, vertices));
        let end_of_vertices = tri!(packing.push(5, instances));
        if packing.bits > u32::BITS {
            return Err(too_many_bits(
                packing.bits,
                [1, 1, 1, 1, vertices, instances],
            ));
        }
        // One instance has no bits, so that its start may be anywhere from the end of the vertices on. Mesa's drivers write
        // 32, as Arm's does.
        let start_of_instances = if instances == 1 {
            ONE_INSTANCE
        } else {
            end_of_vertices
        };
        Ok(packing.finish([0, 0, 0, 0, start_of_instances], DRAW_SPLIT))
    }

    /// Packs the invocation of a compute job, from the threads of a workgroup and the workgroups.
    ///
    /// The thread group split is the first bit of workgroups x.
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
        let [x, y, z] = workgroups;
        let dimensions = [size[0], size[1], size[2], x, y, z];
        let mut packing = Packing::EMPTY;
        let mut starts = [0; 5];
        tri!(packing.push(0, dimensions[0]));
        let mut dimension = 1;
        while dimension < dimensions.len() {
            starts[dimension - 1] = tri!(packing.push(dimension, dimensions[dimension]));
            dimension += 1;
        }
        if packing.bits > u32::BITS {
            return Err(too_many_bits(packing.bits, dimensions));
        }
        // All invocations of a workgroup are together: the bits before the workgroups. Mesa's drivers say that barriers
        // need it.
        let split = starts[2];
        // This also keeps the first bits of sizes y and z, which are not above it, within their five bits.
        if split > Self::THREAD_GROUP_SPLIT.max() {
            return Err(Error::InvocationSplit {
                bit: split,
                largest: largest(&size),
            });
        }
        Ok(packing.finish(starts, split))
    }

    /// The dimensions of any two words.
    ///
    /// # Errors
    ///
    /// A [`DecodeError`] for shifts that no dimensions have.
    ///
    /// ```
    /// use mali_instancing::descriptor::{Invocation, InvocationFields};
    ///
    /// let fields = Invocation::decode([0x7115, 0x2140_0000])?;
    /// assert_eq!(fields, InvocationFields::Draw { vertices: 22, instances: 905 });
    /// # Ok::<(), mali_instancing::DecodeError>(())
    /// ```
    pub const fn decode(words: [u32; 2]) -> Result<InvocationFields, DecodeError> {
        let invocations = Self::INVOCATIONS.read_wide(&words);
        let ends = [
            Self::SIZE_Y_SHIFT.read(&words),
            Self::SIZE_Z_SHIFT.read(&words),
            Self::WORKGROUPS_X_SHIFT.read(&words),
            Self::WORKGROUPS_Y_SHIFT.read(&words),
            Self::WORKGROUPS_Z_SHIFT.read(&words),
            u32::BITS,
        ];
        let mut dimensions = [1_u32; 6];
        // A dimension has the bits from its start up to the next one's, less 1.
        let mut start = 0;
        let mut dimension = 0;
        while dimension < dimensions.len() {
            let end = ends[dimension];
            if end < start || end > u32::BITS {
                return Err(DecodeError::new(&words, 1, DecodeErrorKind::Invocation));
            }
            // In 64 bits, since a dimension may have all 32, and an empty one may begin at bit 32.
            let bits = (invocations >> start) & ((1 << (end - start)) - 1);
            // 2^32 becomes 0, which no packer accepts: these words have no dimensions then.
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
        // Starts can be in other places than the packers put them, which would be other words for the same dimensions: only
        // words that pack again are read.
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

/// Whether dimensions were packed to these words.
const fn packs_to(packed: Result<Invocation, Error>, words: [u32; 2]) -> bool {
    match packed {
        Ok(packed) => packed.words[0] == words[0] && packed.words[1] == words[1],
        Err(_) => false,
    }
}

/// The number of the largest dimension; of several equal ones, the last.
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

/// The error of dimensions that take too many bits. It is not inlined, or else dimensions that fit would be stored in
/// memory too.
#[cold]
#[inline(never)]
const fn too_many_bits(bits: u32, dimensions: [u32; 6]) -> Error {
    Error::InvocationBits {
        bits,
        largest: largest(&dimensions),
    }
}

/// Dimensions one after the other, and the number of their bits, of which only 32 have a place.
struct Packing {
    dimensions: u32,
    bits: u32,
}

impl Packing {
    const EMPTY: Self = Self {
        dimensions: 0,
        bits: 0,
    };

    /// Packs the next dimension, and returns its first bit.
    #[inline]
    const fn push(&mut self, dimension: usize, size: u32) -> Result<u32, Error> {
        let Some(last) = size.checked_sub(1) else {
            return Err(Error::InvocationDimension { dimension });
        };
        let start = self.bits;
        // From bit 32 on only a dimension of 1 has a place, since it has no bits. Bits that are lost here are counted,
        // and the callers return an error for more than 32.
        if start < u32::BITS {
            self.dimensions |= last << start;
        }
        self.bits += u32::BITS - last.leading_zeros();
        Ok(start)
    }

    #[inline]
    const fn finish(self, starts: [u32; 5], split: u32) -> Invocation {
        let [size_y, size_z, workgroups_x, workgroups_y, workgroups_z] = starts;
        Invocation::ZERO
            .with(Invocation::INVOCATIONS, self.dimensions)
            .with(Invocation::SIZE_Y_SHIFT, size_y)
            .with(Invocation::SIZE_Z_SHIFT, size_z)
            .with(Invocation::WORKGROUPS_X_SHIFT, workgroups_x)
            .with(Invocation::WORKGROUPS_Y_SHIFT, workgroups_y)
            .with(Invocation::WORKGROUPS_Z_SHIFT, workgroups_z)
            .with(Invocation::THREAD_GROUP_SPLIT, split)
    }
}
