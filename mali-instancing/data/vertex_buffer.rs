use super::draw::unless;
use super::error::KeyError;
use super::input_rate::InputRateKeys;
use super::keys::keys;
use crate::draw::{BufferRange, VertexBuffer};
use crate::error::Argument;
use crate::fetch::InputRate;

keys! {
    /// The keys of a [`VertexBuffer`]. `stride` is required.
    ///
    /// ```
    /// use mali_instancing::InputRate;
    /// use mali_instancing::draw::VertexBuffer;
    ///
    /// let model: VertexBuffer = toml::from_str("stride = 64\ndivisor = 3\n")?;
    /// assert_eq!(model, VertexBuffer::new(64, InputRate::from_gl_divisor(3)));
    /// # Ok::<(), toml::de::Error>(())
    /// ```
    pub struct VertexBufferKeys of VertexBuffer, "a table of a buffer"
    with {
        /// The rate at which it steps from one element to the next: the keys `rate` and `divisor`.
        rate: InputRateKeys,
    }
    {
        /// The distance between elements, in bytes.
        stride: u32,
        /// The size in bytes, if it is known before the buffer is bound.
        size: u32,
    }
    needs [stride]
}

impl TryFrom<VertexBufferKeys> for VertexBuffer {
    type Error = KeyError;

    fn try_from(keys: VertexBufferKeys) -> Result<Self, KeyError> {
        Ok(Self {
            stride: keys.stride.ok_or(KeyError::Missing {
                argument: Argument::Stride,
            })?,
            rate: InputRate::try_from(keys.rate)?,
            size: keys.size,
        })
    }
}

impl From<VertexBuffer> for VertexBufferKeys {
    fn from(buffer: VertexBuffer) -> Self {
        Self {
            rate: buffer.rate.into(),
            stride: Some(buffer.stride),
            size: buffer.size,
        }
    }
}

keys! {
    /// The keys of a [`BufferRange`]. `address` is required.
    ///
    /// ```
    /// use mali_instancing::draw::BufferRange;
    ///
    /// let range: BufferRange = serde_json::from_str("{\"address\": \"0x1000_0000\", \"size\": 1400}")?;
    /// assert_eq!(range, BufferRange::new(0x1000_0000, 1400));
    /// # Ok::<(), serde_json::Error>(())
    /// ```
    pub struct BufferRangeKeys of BufferRange, "a table of a buffer's address" {
        /// The address of the first byte, aligned for the attributes in the buffer.
        address: u64,
        /// The size in bytes, if the buffer's key `size` is absent.
        size: u32,
        /// The distance between elements in bytes, if it is bound with the range.
        stride: u32,
    }
    needs [address]
}

impl TryFrom<BufferRangeKeys> for BufferRange {
    type Error = KeyError;

    fn try_from(keys: BufferRangeKeys) -> Result<Self, KeyError> {
        Ok(Self {
            address: keys.address.ok_or(KeyError::Missing {
                argument: Argument::Address,
            })?,
            size: keys.size.unwrap_or(BufferRange::NO_SIZE),
            stride: keys.stride.unwrap_or(0),
        })
    }
}

impl From<BufferRange> for BufferRangeKeys {
    fn from(range: BufferRange) -> Self {
        Self {
            address: Some(range.address),
            size: unless(range.size, BufferRange::NO_SIZE),
            stride: unless(range.stride, 0),
        }
    }
}
