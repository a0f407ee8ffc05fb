use super::built_in::{BuiltInOutput, VertexOutputs};
use super::descriptor::constant;
use super::linkage::Linkage;
use crate::error::Error;
use crate::limits::LOCATIONS;
use mali_instancing::Arch;
use mali_instancing::descriptor::{ValhallAttribute, ValhallAttributeFields, ValhallFetchMode};

/// The way in which the fragment stage of V9 and later finds a varying.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "defmt", derive(defmt::Format))]
pub enum VaryingAccess {
    /// Its instructions contain the offset and the format: `LD_VAR_BUF`. There are no descriptors.
    Baked,
    /// Each varying has an `Attribute` descriptor: `LD_VAR`.
    Descriptors,
}

/// The built-in outputs of each vertex that the hardware passes from the vertex to the fragment stage.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "defmt", derive(defmt::Format))]
pub enum FifoFormat {
    /// Only the position.
    Basic,
    /// The position, the point size, the layer, the viewport and the primitive ID.
    Extended,
}

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
/// use mali_varyings::{Interface, Linkage, ValhallVaryings, Varying, VaryingAccess, VaryingType};
///
/// let interface = Interface::new(&[Varying::new(VaryingType::Vec3), Varying::new(VaryingType::Vec2)])?;
/// let linkage = Linkage::from_separable(interface.clone(), interface);
/// let mali = ValhallVaryings::new(Arch::V9, &linkage)?;
/// assert_eq!(mali.access(0), Some(VaryingAccess::Descriptors));
/// let uv = mali.fragment_descriptor(1).unwrap().words();
/// assert_eq!(uv[1..5], [61, 1024 + 16, 0, 40 << 16 | 24]);
/// assert_eq!(mali.allocation(), Some(24 << 16 | 40));
/// # Ok::<(), mali_varyings::Error>(())
/// ```
#[derive(Clone, Copy, Debug)]
pub struct ValhallVaryings<'a> {
    arch: Arch,
    linkage: &'a Linkage,
    outputs: VertexOutputs,
}

impl<'a> ValhallVaryings<'a> {
    /// The number of the table of buffers that the hardware itself writes.
    pub const RESOURCE_TABLE: u32 = 61;

    /// The offset at which the vertices' sections begin in a packet, in bytes: after the positions.
    pub const SECTIONS: u32 = 1024;

    /// The descriptors of linked stages whose vertex stage writes only the position of the built-in outputs.
    ///
    /// # Errors
    ///
    /// [`Error::PacketArch`] on V4 to V7, which use
    /// [`AttributeBufferVaryings`](super::AttributeBufferVaryings).
    pub const fn new(arch: Arch, linkage: &'a Linkage) -> Result<Self, Error> {
        if arch.has_attribute_buffers() {
            return Err(Error::PacketArch { arch });
        }
        Ok(Self {
            arch,
            linkage,
            outputs: VertexOutputs::NONE,
        })
    }

    /// The same descriptors with those of the built-in outputs that the vertex stage writes.
    #[must_use]
    pub const fn with_outputs(mut self, outputs: VertexOutputs) -> Self {
        self.outputs = outputs;
        self
    }

    /// The way in which the fragment stage finds the varying at a location: by a baked offset, if both stages are
    /// compiled together and the offset is below 256 bytes on V9 and V10 or 2048 from V11 on, and otherwise through its
    /// descriptor. Each location is decided independently of the others. `None` if nothing is stored there or nothing is
    /// read.
    #[must_use]
    pub const fn access(&self, location: u32) -> Option<VaryingAccess> {
        let (_, offset) = present!(self.linkage.read_place(location));
        let limit = match self.arch {
            Arch::V9 | Arch::V10 => 256,
            _ => 2048,
        };
        Some(if !self.linkage.is_separable() && offset < limit {
            VaryingAccess::Baked
        } else {
            VaryingAccess::Descriptors
        })
    }

    /// Whether the fragment stage has descriptors: if it reads a varying through one, or is compiled separately.
    #[must_use]
    pub const fn has_descriptors(&self) -> bool {
        each!(location, 0..LOCATIONS, {
            if matches!(self.access(location), Some(VaryingAccess::Descriptors)) {
                return true;
            }
        });
        self.linkage.is_separable()
    }

    /// The number of the hardware's buffer of packets in [its table](Self::RESOURCE_TABLE): 0, and 1 from V12 on.
    #[must_use]
    pub const fn buffer_index(&self) -> u32 {
        match self.arch {
            Arch::V9 | Arch::V10 | Arch::V11 => 0,
            _ => 1,
        }
    }

    /// The number of descriptors of the fragment stage: one for each of its locations in use, whether read through it
    /// or not, or 0 if it has no descriptors.
    #[must_use]
    pub const fn fragment_descriptors(&self) -> u32 {
        if self.has_descriptors() {
            self.linkage.consumer().slots()
        } else {
            0
        }
    }

    /// The descriptor with this number; `None` past the last. An input that is not written has the format "Constant".
    #[must_use]
    pub const fn fragment_descriptor(&self, number: u32) -> Option<ValhallAttribute> {
        if number >= self.fragment_descriptors() {
            return None;
        }
        let location = present!(self.linkage.consumer().location_at(number));
        let (format, offset) = match self.linkage.read_place(location) {
            Some((slot, offset)) => (present!(slot.format().hardware(self.arch)), offset),
            None => (constant(self.arch), 0),
        };
        let fields = ValhallAttributeFields {
            mode: ValhallFetchMode::VertexPacket {
                packet_stride: self.packet_stride() as u16,
            },
            format,
            table: Self::RESOURCE_TABLE,
            offset: (Self::SECTIONS + offset) as i32,
            buffer_index: self.buffer_index(),
            stride: self.attribute_stride(),
        };
        match ValhallAttribute::new(fields) {
            Ok(descriptor) => Some(descriptor),
            Err(_) => None,
        }
    }

    /// The number of bytes that a vertex's varyings take in a packet.
    #[must_use]
    pub const fn attribute_stride(&self) -> u32 {
        self.linkage.memory().bytes()
    }

    /// The number of bytes that a vertex takes in a packet: those of its varyings and 16.
    #[must_use]
    pub const fn packet_stride(&self) -> u32 {
        self.attribute_stride() + BuiltInOutput::Position.bytes()
    }

    /// The `Allocation` word of V9's job: the packet stride in bits 0..15, the attribute stride in bits
    /// 16..31; without varyings 16 and 0. `None` from V10 on, which have [`vary_size`](Self::vary_size).
    #[must_use]
    pub const fn allocation(&self) -> Option<u32> {
        match self.arch {
            Arch::V9 => Some(self.packet_stride() | self.attribute_stride() << 16),
            _ => None,
        }
    }

    /// The register `VARY_SIZE` of V10 and later: the section's size, in bytes. `None` on V9.
    #[must_use]
    pub const fn vary_size(&self) -> Option<u32> {
        match self.arch {
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
        let VertexOutputs {
            point_size,
            layer,
            viewport,
            primitive_id,
        } = self.outputs;
        if layer || viewport || primitive_id || point_size && (draws_points || is_multiview) {
            FifoFormat::Extended
        } else {
            FifoFormat::Basic
        }
    }
}
