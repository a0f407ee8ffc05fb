use ash::vk;

use super::ConversionError;
use crate::draw::{VertexAttribute, VertexBuffer};
use crate::fetch::InputRate;
use crate::format::{Format, each_format};

/// The formats that are new in Vulkan 1.4, under their names there.
trait Vulkan14 {
    const A1B5G5R5_UNORM_PACK16: Self;
}

// If a later ash has the constant itself, that one is taken: it comes before a constant of a trait.
impl Vulkan14 for vk::Format {
    const A1B5G5R5_UNORM_PACK16: Self = Self::A1B5G5R5_UNORM_PACK16_KHR;
}

macro_rules! vulkan_formats {
    (
        vulkan { $($vulkan:ident: $row:tt;)* }
        gallium { $($gallium:ident: $gallium_row:tt;)* }
    ) => {
        /// Fails for formats of GL that Vulkan does not have.
        ///
        /// ```
        /// use ash::vk;
        /// use mali_instancing::Format;
        ///
        /// assert!(vk::Format::try_from(Format::R16G16_UNORM) == Ok(vk::Format::R16G16_UNORM));
        /// assert!(vk::Format::try_from(Format::R32_FIXED).is_err());
        /// ```
        impl TryFrom<Format> for vk::Format {
            type Error = ConversionError;

            fn try_from(format: Format) -> Result<Self, ConversionError> {
                match format {
                    $(Format::$vulkan => Ok(Self::$vulkan),)*
                    $(Format::$gallium)|* => Err(ConversionError::NotInVulkan { format }),
                }
            }
        }

        /// Fails for a `VkFormat` that is not a vertex format.
        impl TryFrom<vk::Format> for Format {
            type Error = ConversionError;

            fn try_from(format: vk::Format) -> Result<Self, ConversionError> {
                match format {
                    $(vk::Format::$vulkan => Ok(Self::$vulkan),)*
                    _ => Err(ConversionError::Format { format: format.as_raw() }),
                }
            }
        }
    };
}

each_format!(vulkan_formats);

impl VertexBuffer {
    /// The buffer of a pipeline's binding. Its size is given when it is bound.
    ///
    /// `divisors` are the pipeline's, from `VK_KHR_vertex_attribute_divisor` or from the older `EXT`.
    /// A binding per instance that is not among them has divisor 1.
    ///
    /// # Errors
    ///
    /// [`ConversionError::InputRate`] for a rate that Vulkan does not have,
    /// [`ConversionError::VertexRateDivisor`] for a divisor of a binding per vertex.
    ///
    /// ```
    /// use ash::vk;
    /// use mali_instancing::InputRate;
    /// use mali_instancing::draw::VertexBuffer;
    ///
    /// let binding = vk::VertexInputBindingDescription {
    ///     binding: 1,
    ///     stride: 64,
    ///     input_rate: vk::VertexInputRate::INSTANCE,
    /// };
    /// let divisors = [vk::VertexInputBindingDivisorDescriptionKHR { binding: 1, divisor: 3 }];
    /// let model = VertexBuffer::from_vulkan(binding, &divisors)?;
    /// assert_eq!(model, VertexBuffer::new(64, InputRate::from_vulkan_divisor(3)));
    /// # Ok::<(), mali_instancing::interop::ConversionError>(())
    /// ```
    pub fn from_vulkan(
        description: vk::VertexInputBindingDescription,
        divisors: &[vk::VertexInputBindingDivisorDescriptionKHR],
    ) -> Result<Self, ConversionError> {
        let vk::VertexInputBindingDescription {
            binding,
            stride,
            input_rate,
        } = description;
        let divisor = divisors
            .iter()
            .find(|divisor| divisor.binding == binding)
            .map(|divisor| divisor.divisor);
        let rate = match (input_rate, divisor) {
            (vk::VertexInputRate::VERTEX, None) => InputRate::Vertex,
            (vk::VertexInputRate::VERTEX, Some(divisor)) => {
                return Err(ConversionError::VertexRateDivisor { binding, divisor });
            }
            (vk::VertexInputRate::INSTANCE, divisor) => {
                InputRate::from_vulkan_divisor(divisor.unwrap_or(1))
            }
            _ => {
                let rate = input_rate.as_raw();
                return Err(ConversionError::InputRate { binding, rate });
            }
        };
        Ok(Self::new(stride, rate))
    }
}

impl VertexAttribute {
    /// An attribute of a pipeline.
    ///
    /// The numbers of bindings may have gaps and come in any order. The attribute's buffer is the
    /// position of its binding in `bindings`, so give the draw's buffers in the same order.
    ///
    /// The number of the attribute's descriptor is its position among the draw's attributes, not its
    /// location. The shader compiler maps locations to descriptors.
    ///
    /// # Errors
    ///
    /// [`ConversionError::AttributeFormat`] for a format that is not a vertex format,
    /// [`ConversionError::UnknownBinding`] for a binding that is not among `bindings`.
    ///
    /// ```
    /// use ash::vk;
    /// use mali_instancing::Format;
    /// use mali_instancing::draw::VertexAttribute;
    ///
    /// let binding = |binding| vk::VertexInputBindingDescription { binding, ..Default::default() };
    /// let uv = vk::VertexInputAttributeDescription {
    ///     location: 1,
    ///     binding: 7,
    ///     format: vk::Format::R16G16_UNORM,
    ///     offset: 12,
    /// };
    /// let uv = VertexAttribute::from_vulkan(uv, &[binding(2), binding(7)])?;
    /// assert_eq!(uv, VertexAttribute::new(1, Format::R16G16_UNORM, 12));
    /// # Ok::<(), mali_instancing::interop::ConversionError>(())
    /// ```
    pub fn from_vulkan(
        description: vk::VertexInputAttributeDescription,
        bindings: &[vk::VertexInputBindingDescription],
    ) -> Result<Self, ConversionError> {
        let vk::VertexInputAttributeDescription {
            location,
            binding,
            format,
            offset,
        } = description;
        let Ok(known_format) = Format::try_from(format) else {
            let format = format.as_raw();
            return Err(ConversionError::AttributeFormat { location, format });
        };
        match bindings.iter().position(|other| other.binding == binding) {
            Some(buffer) => Ok(Self::new(buffer, known_format, offset)),
            None => Err(ConversionError::UnknownBinding { location, binding }),
        }
    }
}
