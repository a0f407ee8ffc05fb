use super::built_in::{BuiltInOutput, FragmentInputs, VertexOutputs};
use super::descriptor::constant;
use super::elements::Elements;
use super::linkage::Linkage;
use super::slot::Slot;
use crate::error::Error;
use mali_instancing::descriptor::{Attribute, AttributeBuffer, AttributeFields, BufferAddress};
use mali_instancing::draw::DrawCall;
use mali_instancing::{Arch, FetchMode, Format};

/// genxml's "Snap 4": the position, snapped to the grid of subpixels.
const SNAP_4: u32 = 94 << 12;

/// The format of the descriptors of `gl_PointCoord`, `gl_FrontFacing` and `gl_FragCoord`, and genxml's "Attribute
/// Special", the type of their buffers: their values are computed for each fragment. Type 97
/// has its origin in the upper left corner.
const SPECIAL: [(Format, u32); 3] = [
    (Format::R32G32B32A32_SFLOAT, 97),
    (Format::R32_SINT, 38),
    (Format::R32G32B32A32_SFLOAT, 37),
];

/// The number of buffers of a table: three in memory, three special ones of V4 and V5.
const BUFFERS: usize = 3 + SPECIAL.len();

/// The number of words of a descriptor of the table of buffers.
const BUFFER_WORDS: usize = 4;

/// The descriptors of two linked stages on V4 to V7.
///
/// Each stage has a table of `Attribute` descriptors over the same buffers. The descriptors of its varyings come
/// first, in the order of their [index](super::Interface::index), then those of the built-in values. The vertex
/// stage writes through its table: an output that is not read through a descriptor of format "Constant", which drops
/// it; then the position, then the point size. The fragment stage reads through its table, an input that is not written
/// also through a descriptor of format "Constant". On V4 and V5 the descriptors of `gl_PointCoord`, `gl_FrontFacing`
/// and `gl_FragCoord` follow, if the stage reads these.
///
/// The buffers are one after the other in their table: the generic section, positions, point sizes, and on
/// V4 and V5 the special ones.
///
/// On V7 Mesa's drivers differ in the component order of the point size: its GL driver sets none, its Vulkan
/// driver R000, which genxml calls internal. This library sets none.
///
/// Facts: Mesa's `panfrost_bi_emit_varying_descs` and `panfrost_bi_emit_varying_descriptor`.
///
/// ```
/// use mali_instancing::Arch;
/// use mali_instancing::descriptor::Attribute;
/// use mali_instancing::draw::DrawCall;
/// use mali_varyings::{Interface, AttributeBufferVaryings, Linkage, Varying, VaryingType};
///
/// let varyings = [Varying::new(VaryingType::Vec3), Varying::new(VaryingType::Float).with_array(2)?];
/// let interface = Interface::new(&varyings)?;
/// let linkage = Linkage::from_separable(interface.clone(), interface.clone());
/// let mali = AttributeBufferVaryings::new(Arch::V7, &linkage)?;
///
/// let second = interface.index(interface.location(1).unwrap() + 1).unwrap();
/// let fields = Attribute::decode(mali.fragment_descriptor(second).unwrap().words());
/// assert_eq!((fields.buffer_index, fields.offset), (AttributeBufferVaryings::GENERIC, 16));
/// assert_eq!((mali.fragment_descriptors(), mali.vertex_descriptors()), (3, 4));
///
/// let call = DrawCall::instanced(Arch::V7, 70, 100);
/// let [generic, position, _] = mali.buffers(&call)?;
/// assert_eq!((generic.stride, generic.size), (20, 20 * 72 * 100));
/// assert_eq!((position.stride, position.size), (16, 16 * 72 * 100));
/// # Ok::<(), mali_varyings::Error>(())
/// ```
#[derive(Clone, Copy, Debug)]
pub struct AttributeBufferVaryings<'a> {
    arch: Arch,
    linkage: &'a Linkage,
    outputs: VertexOutputs,
    inputs: FragmentInputs,
}

/// A buffer of varyings, with an element for every thread.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "defmt", derive(defmt::Format))]
pub struct VaryingBuffer {
    /// The distance between elements, in bytes; 0 if nothing is written to the buffer.
    pub stride: u32,
    /// The size of the buffer in bytes.
    pub size: u32,
}

impl<'a> AttributeBufferVaryings<'a> {
    /// The number of the buffer of the generic section.
    pub const GENERIC: u32 = 0;
    /// The number of the buffer of positions.
    pub const POSITION: u32 = 1;
    /// The number of the buffer of point sizes.
    pub const POINT_SIZE: u32 = 2;
    /// The number of the special buffer of `gl_PointCoord`.
    pub const POINT_COORD: u32 = 3;
    /// The number of the special buffer of `gl_FrontFacing`.
    pub const FRONT_FACING: u32 = 4;
    /// The number of the special buffer of `gl_FragCoord`.
    pub const FRAG_COORD: u32 = 5;

    /// The descriptors of linked stages. The vertex stage writes only the position of the built-in outputs, and the
    /// fragment stage reads no built-in input.
    ///
    /// # Errors
    ///
    /// [`Error::Draw`] on V9 and later, which use [`ValhallVaryings`](super::ValhallVaryings).
    pub const fn new(arch: Arch, linkage: &'a Linkage) -> Result<Self, Error> {
        if let Err(error) = arch.check_attribute_buffers() {
            return Err(Error::Draw(error));
        }
        Ok(Self {
            arch,
            linkage,
            outputs: VertexOutputs::NONE,
            inputs: FragmentInputs::NONE,
        })
    }

    /// The same descriptors with those of these built-in outputs and inputs.
    #[must_use]
    pub const fn with_built_ins(mut self, outputs: VertexOutputs, inputs: FragmentInputs) -> Self {
        self.outputs = outputs;
        self.inputs = inputs;
        self
    }

    /// The number of descriptors that the vertex stage writes through.
    #[must_use]
    pub const fn vertex_descriptors(&self) -> u32 {
        self.linkage.producer().slots() + 1 + self.outputs.point_size as u32
    }

    /// The number of descriptors that the fragment stage reads through.
    #[must_use]
    pub const fn fragment_descriptors(&self) -> u32 {
        let [point_coord, front_facing, frag_coord] = self.special_inputs();
        self.linkage.consumer().slots()
            + point_coord as u32
            + front_facing as u32
            + frag_coord as u32
    }

    /// The vertex stage's descriptor with this number; `None` past the last.
    #[must_use]
    pub const fn vertex_descriptor(&self, number: u32) -> Option<Attribute> {
        let producer = self.linkage.producer();
        if let Some(location) = producer.location_at(number) {
            return self.generic_descriptor(self.linkage.memory().place(location));
        }
        if number == producer.slots() {
            let order = present!(Format::R32G32B32A32_SFLOAT.hardware(self.arch)) & 0xfff;
            self.descriptor(Self::POSITION, Some(SNAP_4 | order), 0)
        } else if number + 1 == self.vertex_descriptors() {
            let format = match Format::R16_SFLOAT.hardware(self.arch) {
                Some(format) if matches!(self.arch, Arch::V7) => Some(format & !0xfff),
                format => format,
            };
            self.descriptor(Self::POINT_SIZE, format, 0)
        } else {
            None
        }
    }

    /// The fragment stage's descriptor with this number; `None` past the last.
    #[must_use]
    pub const fn fragment_descriptor(&self, number: u32) -> Option<Attribute> {
        let consumer = self.linkage.consumer();
        if let Some(location) = consumer.location_at(number) {
            return self.generic_descriptor(self.linkage.read_place(location));
        }
        let is_read = self.special_inputs();
        let mut next = consumer.slots();
        each!(special, 0..SPECIAL.len(), {
            if is_read[special] && next == number {
                let format = SPECIAL[special].0.hardware(self.arch);
                return self.descriptor(Self::POINT_COORD + special as u32, format, 0);
            }
            next += is_read[special] as u32;
        });
        None
    }

    /// The buffers of a draw: the generic section's, that of positions, and that of point sizes. Each has an element
    /// for each thread of the draw, including those that padding adds.
    ///
    /// On V4 and V5, whose descriptors add the draw's offset start to the index, the buffers have so many elements
    /// more.
    ///
    /// # Errors
    ///
    /// [`Error::Draw`] for an invalid draw, [`Error::UnknownInstances`] if the number of
    /// instances is not known, [`Error::BufferSize`] for a buffer whose size does not fit 32 bits.
    pub const fn buffers(&self, call: &DrawCall) -> Result<[VaryingBuffer; 3], Error> {
        let elements = attempt!(Elements::of(call)).count();
        let strides = [
            self.linkage.memory().bytes(),
            BuiltInOutput::Position.bytes(),
            BuiltInOutput::PointSize.bytes() * self.outputs.point_size as u32,
        ];
        let mut buffers = [VaryingBuffer { stride: 0, size: 0 }; 3];
        each!(number, 0..buffers.len(), {
            let stride = strides[number];
            let size = stride as u64 * elements;
            if size > u32::MAX as u64 {
                return Err(Error::BufferSize { stride, elements });
            }
            buffers[number] = VaryingBuffer {
                stride,
                size: size as u32,
            };
        });
        Ok(buffers)
    }

    /// The table of buffers: a descriptor for each address, the special descriptors of V4 and V5, and the null
    /// terminator of V6 and V7.
    ///
    /// ```
    /// use mali_instancing::{Arch, BufferAddress};
    /// use mali_instancing::draw::DrawCall;
    /// use mali_varyings::{Interface, AttributeBufferVaryings, Linkage, Varying, VaryingType};
    ///
    /// let interface = Interface::new(&[Varying::new(VaryingType::Vec2)])?;
    /// let linkage = Linkage::from_separable(interface.clone(), interface);
    /// let mali = AttributeBufferVaryings::new(Arch::V7, &linkage)?;
    /// let buffers = mali.buffers(&DrawCall::instanced(Arch::V7, 100, 1))?;
    /// let addresses = [BufferAddress::new(0x1000)?, BufferAddress::new(0x2000)?, BufferAddress::NULL];
    /// let table = mali.table(&buffers, &addresses);
    /// assert_eq!(table[..8], [0x1001, 0, 8, 800, 0x2001, 0, 16, 1600]);
    /// assert_eq!(table[8..], [0; 16]);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub const fn table(
        &self,
        buffers: &[VaryingBuffer; 3],
        addresses: &[BufferAddress; 3],
    ) -> [u32; BUFFERS * BUFFER_WORDS] {
        let mut table = [0; BUFFERS * BUFFER_WORDS];
        each!(number, 0..buffers.len(), {
            let VaryingBuffer { stride, size } = buffers[number];
            if stride != 0 {
                let descriptor =
                    AttributeBuffer::new(FetchMode::Linear, addresses[number], stride, size);
                let words = descriptor.words();
                each!(word, 0..BUFFER_WORDS, {
                    table[BUFFER_WORDS * number + word] = words[word];
                });
            }
        });
        let is_read = self.special_inputs();
        each!(special, 0..SPECIAL.len(), {
            if is_read[special] {
                table[BUFFER_WORDS * (Self::POINT_COORD as usize + special)] = SPECIAL[special].1;
            }
        });
        table
    }

    /// Whether each input with a special buffer has a descriptor.
    const fn special_inputs(&self) -> [bool; 3] {
        let FragmentInputs {
            point_coord,
            front_facing,
            frag_coord,
        } = self.inputs;
        let has = self.has_special_descriptors();
        [has && point_coord, has && front_facing, has && frag_coord]
    }

    /// The descriptor of a slot at an offset; of no slot, that of a constant.
    const fn generic_descriptor(&self, place: Option<(Slot, u32)>) -> Option<Attribute> {
        let (format, offset) = match place {
            Some((slot, offset)) => (slot.format().hardware(self.arch), offset),
            None => (Some(constant(self.arch)), 0),
        };
        self.descriptor(Self::GENERIC, format, offset)
    }

    const fn descriptor(&self, buffer: u32, format: Option<u32>, offset: u32) -> Option<Attribute> {
        let format = present!(format);
        let fields = AttributeFields {
            buffer_index: buffer,
            offset_enable: self.has_special_descriptors(),
            format,
            offset: offset as i32,
        };
        match Attribute::new(fields) {
            Ok(attribute) => Some(attribute),
            Err(_) => None,
        }
    }

    /// Whether built-in inputs have descriptors, and all descriptors add the offset start: on V4 and V5.
    const fn has_special_descriptors(&self) -> bool {
        matches!(self.arch, Arch::V4 | Arch::V5)
    }
}
