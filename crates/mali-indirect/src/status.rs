use mali_instancing::Error;
use mali_instancing::draw::DrawError;

/// The word that the kernel writes for each draw: whether it runs, or the reason why it does not.
///
/// The tables and the other words of a draw that does not run are zeros. Its jobs must not run either: see
/// `docs/reference/indirect-kernels.md`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[repr(u32)]
pub enum Status {
    /// The draw runs.
    Drawn = 0,
    /// It has no vertices or no instances, or its number is not below the number of draws. This is not an error.
    Empty = 1,
    /// It has more vertices than its rule can pad.
    VertexCount = 2,
    /// Its padded count · instances is above 2^32.
    InstanceCount = 3,
    /// Its vertices and instances take more than the 32 bits of the `Invocation` descriptor.
    Invocation = 4,
    /// The offset of one of its attributes does not fit a signed number of 32 bits.
    Offset = 5,
    /// It has an instance ID, one instance and more than 2^31 vertices.
    InstanceId = 6,
    /// Some of its indices are outside their buffer, or some of its vertices are not in 0 to 2^32 − 1.
    Indices = 7,
    /// Its varyings take 2^32 bytes or more, or more memory than is left.
    Varyings = 8,
}

impl Status {
    /// Every status, in the order of their words.
    pub const ALL: &[Self] = &[
        Self::Drawn,
        Self::Empty,
        Self::VertexCount,
        Self::InstanceCount,
        Self::Invocation,
        Self::Offset,
        Self::InstanceId,
        Self::Indices,
        Self::Varyings,
    ];

    /// The word of the status.
    #[must_use]
    pub const fn word(self) -> u32 {
        self as u32
    }

    /// The status of a word; `None` for 9 and more.
    ///
    /// ```
    /// use mali_indirect::Status;
    ///
    /// assert_eq!(Status::from_word(3), Some(Status::InstanceCount));
    /// assert_eq!(Status::from_word(9), None);
    /// ```
    #[must_use]
    pub const fn from_word(word: u32) -> Option<Self> {
        if (word as usize) < Self::ALL.len() {
            Some(Self::ALL[word as usize])
        } else {
            None
        }
    }

    /// The status of a draw with this error; `None` for an error in every draw of the same buffers
    /// and attributes.
    ///
    /// ```
    /// use mali_indirect::Status;
    /// use mali_instancing::draw::DrawError;
    ///
    /// let error = DrawError::Offset { attribute: 0, offset: 1 << 31 };
    /// assert_eq!(Status::of_error(error), Some(Status::Offset));
    /// ```
    #[must_use]
    pub const fn of_error(error: DrawError) -> Option<Self> {
        match error {
            DrawError::Draw(Error::VertexCount { .. }) => Some(Self::VertexCount),
            DrawError::Draw(Error::InstanceCount { .. }) => Some(Self::InstanceCount),
            DrawError::Draw(Error::InvocationBits { .. }) => Some(Self::Invocation),
            // The core has an error of its own for a first instance that alone moves an offset above 2^31 − 1.
            DrawError::Offset { .. } | DrawError::FirstInstance { .. } => Some(Self::Offset),
            DrawError::InstanceId { .. } => Some(Self::InstanceId),
            DrawError::BaseVertex { .. } | DrawError::IndexBounds { .. } => Some(Self::Indices),
            // `Error::Divisor` is not a status. The number of instances is known, so a hardware divisor of 2^32 or more
            // makes all instances read one element.
            _ => None,
        }
    }
}
