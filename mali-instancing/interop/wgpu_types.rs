use wgpu_types::{VertexFormat, VertexStepMode};

use super::ConversionError;
use crate::draw::{VertexAttribute, VertexBuffer};
use crate::fetch::InputRate;
use crate::format::Format;

/// Every `VertexFormat` has a format here. No Mali can fetch the `Float64` formats.
///
/// ```
/// use mali_instancing::Format;
/// use wgpu_types::VertexFormat;
///
/// assert_eq!(Format::from(VertexFormat::Unorm16x2), Format::R16G16_UNORM);
/// ```
impl From<VertexFormat> for Format {
    fn from(format: VertexFormat) -> Self {
        match format {
            VertexFormat::Uint8 => Self::R8_UINT,
            VertexFormat::Uint8x2 => Self::R8G8_UINT,
            VertexFormat::Uint8x4 => Self::R8G8B8A8_UINT,
            VertexFormat::Sint8 => Self::R8_SINT,
            VertexFormat::Sint8x2 => Self::R8G8_SINT,
            VertexFormat::Sint8x4 => Self::R8G8B8A8_SINT,
            VertexFormat::Unorm8 => Self::R8_UNORM,
            VertexFormat::Unorm8x2 => Self::R8G8_UNORM,
            VertexFormat::Unorm8x4 => Self::R8G8B8A8_UNORM,
            VertexFormat::Snorm8 => Self::R8_SNORM,
            VertexFormat::Snorm8x2 => Self::R8G8_SNORM,
            VertexFormat::Snorm8x4 => Self::R8G8B8A8_SNORM,
            VertexFormat::Uint16 => Self::R16_UINT,
            VertexFormat::Uint16x2 => Self::R16G16_UINT,
            VertexFormat::Uint16x4 => Self::R16G16B16A16_UINT,
            VertexFormat::Sint16 => Self::R16_SINT,
            VertexFormat::Sint16x2 => Self::R16G16_SINT,
            VertexFormat::Sint16x4 => Self::R16G16B16A16_SINT,
            VertexFormat::Unorm16 => Self::R16_UNORM,
            VertexFormat::Unorm16x2 => Self::R16G16_UNORM,
            VertexFormat::Unorm16x4 => Self::R16G16B16A16_UNORM,
            VertexFormat::Snorm16 => Self::R16_SNORM,
            VertexFormat::Snorm16x2 => Self::R16G16_SNORM,
            VertexFormat::Snorm16x4 => Self::R16G16B16A16_SNORM,
            VertexFormat::Float16 => Self::R16_SFLOAT,
            VertexFormat::Float16x2 => Self::R16G16_SFLOAT,
            VertexFormat::Float16x4 => Self::R16G16B16A16_SFLOAT,
            VertexFormat::Float32 => Self::R32_SFLOAT,
            VertexFormat::Float32x2 => Self::R32G32_SFLOAT,
            VertexFormat::Float32x3 => Self::R32G32B32_SFLOAT,
            VertexFormat::Float32x4 => Self::R32G32B32A32_SFLOAT,
            VertexFormat::Uint32 => Self::R32_UINT,
            VertexFormat::Uint32x2 => Self::R32G32_UINT,
            VertexFormat::Uint32x3 => Self::R32G32B32_UINT,
            VertexFormat::Uint32x4 => Self::R32G32B32A32_UINT,
            VertexFormat::Sint32 => Self::R32_SINT,
            VertexFormat::Sint32x2 => Self::R32G32_SINT,
            VertexFormat::Sint32x3 => Self::R32G32B32_SINT,
            VertexFormat::Sint32x4 => Self::R32G32B32A32_SINT,
            VertexFormat::Float64 => Self::R64_SFLOAT,
            VertexFormat::Float64x2 => Self::R64G64_SFLOAT,
            VertexFormat::Float64x3 => Self::R64G64B64_SFLOAT,
            VertexFormat::Float64x4 => Self::R64G64B64A64_SFLOAT,
            VertexFormat::Unorm10_10_10_2 => Self::A2B10G10R10_UNORM_PACK32,
            VertexFormat::Unorm8x4Bgra => Self::B8G8R8A8_UNORM,
        }
    }
}

/// `Instance` is an element per instance, since WebGPU has no divisors.
///
/// ```
/// use mali_instancing::InputRate;
/// use wgpu_types::VertexStepMode;
///
/// assert_eq!(InputRate::from(VertexStepMode::Instance), InputRate::from_gl_divisor(1));
/// ```
impl From<VertexStepMode> for InputRate {
    fn from(step_mode: VertexStepMode) -> Self {
        match step_mode {
            VertexStepMode::Vertex => Self::Vertex,
            VertexStepMode::Instance => Self::from_gl_divisor(1),
        }
    }
}

impl VertexBuffer {
    /// The buffer of a `VertexBufferLayout`. Its size is given when it is bound.
    ///
    /// That struct is in wgpu itself, not in wgpu-types, so its fields are separate arguments.
    /// Its attributes are converted by [`VertexAttribute::from_wgpu`].
    ///
    /// # Errors
    ///
    /// [`ConversionError::Stride`] for a stride of more than 32 bits.
    ///
    /// ```
    /// use mali_instancing::InputRate;
    /// use mali_instancing::draw::VertexBuffer;
    /// use wgpu_types::VertexStepMode;
    ///
    /// let mesh = VertexBuffer::from_wgpu(20, VertexStepMode::Vertex)?;
    /// assert_eq!(mesh, VertexBuffer::new(20, InputRate::Vertex));
    /// # Ok::<(), mali_instancing::interop::ConversionError>(())
    /// ```
    pub fn from_wgpu(
        array_stride: wgpu_types::BufferAddress,
        step_mode: VertexStepMode,
    ) -> Result<Self, ConversionError> {
        match u32::try_from(array_stride) {
            Ok(stride) => Ok(Self::new(stride, step_mode.into())),
            Err(_) => Err(ConversionError::Stride {
                stride: array_stride,
            }),
        }
    }
}

impl VertexAttribute {
    /// An attribute of the buffer number `buffer`, which is the position of its layout in the pipeline, from
    /// 0.
    ///
    /// # Errors
    ///
    /// [`ConversionError::Offset`] for an offset of more than 32 bits.
    ///
    /// ```
    /// use mali_instancing::Format;
    /// use mali_instancing::draw::VertexAttribute;
    /// use wgpu_types::VertexFormat;
    ///
    /// let uv = wgpu_types::VertexAttribute {
    ///     format: VertexFormat::Unorm16x2,
    ///     offset: 12,
    ///     shader_location: 1,
    /// };
    /// let uv = VertexAttribute::from_wgpu(0, uv)?;
    /// assert_eq!(uv, VertexAttribute::new(0, Format::R16G16_UNORM, 12));
    /// # Ok::<(), mali_instancing::interop::ConversionError>(())
    /// ```
    pub fn from_wgpu(
        buffer: usize,
        attribute: wgpu_types::VertexAttribute,
    ) -> Result<Self, ConversionError> {
        let wgpu_types::VertexAttribute {
            format,
            offset,
            shader_location: location,
        } = attribute;
        match u32::try_from(offset) {
            Ok(offset) => Ok(Self::new(buffer, format.into(), offset)),
            Err(_) => Err(ConversionError::Offset { location, offset }),
        }
    }
}
