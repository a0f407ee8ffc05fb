use super::linked::VaryingDescriptors;
use crate::slots::location::{LAYER, POINT_SIZE};
use crate::slots::slot::with_index;
use crate::stage::Stage;
use mali_instancing::Arch;
use mali_instancing::descriptor::{ValhallAttribute, ValhallAttributeFields, ValhallFetchMode};

/// The built-in outputs of each vertex that the hardware passes from the vertex to the fragment stage.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "defmt", derive(defmt::Format))]
pub enum FifoFormat {
    /// Only the position.
    Basic,
    /// The position, the point size, the layer, the viewport and the primitive ID.
    Extended,
}

names!(FifoFormat, "`basic` or `extended`.": Basic "basic", Extended "extended");

/// The descriptors and sizes of two linked stages on V9 and later.
///
/// The vertex stage's instructions contain the offsets into the section: `LEA_BUF`. The hardware allocates a
/// packet for the vertices that it shades, and must be told the number of bytes of each.
///
/// Facts: Mesa's `emit_varying_descs` and `set_tiler_idvs_flags`, both of panvk, the GL driver's
/// `panfrost_val_emit_varying_descriptors`, and the compiler's `pan_nir_lower_fs_inputs` and `pan_ld_var_buf_off_size`.
///
/// ```
/// use mali_instancing::Arch;
/// use mali_varyings::{BaseType, Driver, MemoryLayout, Slot, VaryingAccess, VaryingDescriptors};
///
/// let at = |location, index, components| Slot::new(Slot::VAR0 + location, index, BaseType::Float, components);
/// let layout = MemoryLayout::place(&[at(0, 1, 3), at(1, 2, 2)])?;
/// let inputs = [at(1, 0, 2)];
/// let linked = VaryingDescriptors::link(Driver::Panfrost, Arch::V9, &layout, &inputs, false)?;
/// let mali = linked.in_packets().unwrap();
/// assert_eq!(linked.access(0), Some(VaryingAccess::Descriptors));
/// let uv = mali.fragment_descriptor(0).unwrap().words();
/// assert_eq!(uv[1..5], [61, 1024 + 16, 0, 40 << 16 | 24]);
/// assert_eq!(mali.allocation(), Some(24 << 16 | 40));
/// # Ok::<(), mali_varyings::Error>(())
/// ```
#[derive(Clone, Copy, Debug)]
pub struct ValhallVaryings<'a>(VaryingDescriptors<'a>);

impl<'a> VaryingDescriptors<'a> {
    /// The packets of V9 and later, which the hardware allocates; `None` on V4 to V7.
    #[must_use]
    pub const fn in_packets(&self) -> Option<ValhallVaryings<'a>> {
        if self.arch.has_attribute_buffers() {
            None
        } else {
            Some(ValhallVaryings(*self))
        }
    }
}

impl ValhallVaryings<'_> {
    /// The number of the table of buffers that the hardware itself writes.
    pub const RESOURCE_TABLE: u32 = 61;

    /// The offset at which the vertices' sections begin in a packet, in bytes: after the positions.
    pub const SECTIONS: u32 = 1024;

    /// The number of the hardware's buffer of packets in [its table](Self::RESOURCE_TABLE): 0, and 1 from V12 on.
    #[must_use]
    pub const fn buffer_index(&self) -> u32 {
        match self.0.arch {
            Arch::V9 | Arch::V10 | Arch::V11 => 0,
            _ => 1,
        }
    }

    /// The descriptor with this number; `None` past the last and for a number that no slot has, whose words are zeros. An
    /// input that is not written has the format "Constant".
    #[must_use]
    pub const fn fragment_descriptor(&self, number: u32) -> Option<ValhallAttribute> {
        if self.0.descriptors(Stage::Fragment) == 0 {
            return None;
        }
        let input = present!(with_index(self.0.inputs, number));
        let place = self.0.layout.input_offset(input.location);
        let (format, offset) = match (self.0.read_as(number), place) {
            (Some(slot), Some(offset)) => (
                present!(present!(slot.format()).hardware(self.0.arch)),
                offset,
            ),
            _ => (self.0.constant(), 0),
        };
        let fields = ValhallAttributeFields {
            mode: ValhallFetchMode::VertexPacket {
                // A section has at most 64 locations of 16 bytes, so 16 bits hold the stride.
                packet_stride: self.packet_stride() as u16,
            },
            format,
            table: Self::RESOURCE_TABLE,
            offset: (Self::SECTIONS + offset) as i32,
            buffer_index: self.buffer_index(),
            stride: self.attribute_stride(),
        };
        // `new` refuses only formats of more than 22 bits, tables above its largest and strides of more than 16 bits,
        // which do not occur here.
        match ValhallAttribute::new(fields) {
            Ok(descriptor) => Some(descriptor),
            Err(_) => None,
        }
    }

    /// The number of bytes that a vertex's varyings take in a packet.
    #[must_use]
    pub const fn attribute_stride(&self) -> u32 {
        self.0.layout.bytes()
    }

    /// The number of bytes that a vertex takes in a packet: those of its varyings and 16.
    #[must_use]
    pub const fn packet_stride(&self) -> u32 {
        self.attribute_stride() + size_of::<[f32; 4]>() as u32
    }

    /// The `Allocation` word of V9's job: the packet stride in bits 0..15, the attribute stride in bits
    /// 16..31; without varyings 16 and 0. `None` from V10 on, which have [`vary_size`](Self::vary_size).
    #[must_use]
    pub const fn allocation(&self) -> Option<u32> {
        match self.0.arch {
            Arch::V9 => Some(self.packet_stride() | self.attribute_stride() << 16),
            _ => None,
        }
    }

    /// The register `VARY_SIZE` of V10 and later: the section's size, in bytes. `None` on V9.
    #[must_use]
    pub const fn vary_size(&self) -> Option<u32> {
        match self.0.arch {
            Arch::V9 => None,
            _ => Some(self.attribute_stride()),
        }
    }

    /// The FIFO format that the primitive's flags need, for a draw of points or of another primitive, in one view or in
    /// several.
    ///
    /// The point size counts only in draws of points: other draws have a variant of the shader without it. With several
    /// views it counts in each draw, because the shader finds a view's outputs by the format. A layer that comes from
    /// the view mask is not an output.
    ///
    /// Facts: Mesa's `set_tiler_idvs_flags` of panvk, and `valhal_writes_extended_fifo` of the compiler.
    #[must_use]
    pub const fn fifo_format(&self, draws_points: bool, is_multiview: bool) -> FifoFormat {
        let layout = self.0.layout;
        // A driver refuses the other outputs that the format has.
        if layout.has(LAYER) || layout.has(POINT_SIZE) && (draws_points || is_multiview) {
            FifoFormat::Extended
        } else {
            FifoFormat::Basic
        }
    }
}
