use super::linked::VaryingDescriptors;
use crate::error::Error;
use crate::slots::driver::Driver;
use crate::slots::elements::elements;
use crate::slots::location::{FACE, POINT_COORD, POINT_SIZE, POSITION, Section, is_midgard};
use crate::slots::slot::{Slot, number_of, with_index};
use mali_instancing::descriptor::{Attribute, AttributeBuffer, AttributeFields, BufferAddress};
use mali_instancing::draw::{DrawCounts, Pipeline};
use mali_instancing::{Arch, FetchMode, Format};

/// genxml's "Snap 4": the position, snapped to the grid of subpixels.
const SNAP_4: u32 = 94 << 12;

/// genxml's order "R000" of V7.
const ORDER_R000: u32 = 240;

/// A value that is computed for each fragment: the slot's location, the format of its descriptor, and genxml's "Attribute
/// Special", the type of its buffer. Type 97 has its origin in the upper left corner. In the order of the buffers.
const SPECIAL: [(u8, Format, u32); 3] = [
    (POINT_COORD, Format::R32G32B32A32_SFLOAT, 97),
    (FACE, Format::R32_SINT, 38),
    (POSITION, Format::R32G32B32A32_SFLOAT, 37),
];

/// The number of buffers of a table: three in memory, three special ones of V4 and V5.
const BUFFERS: usize = 3 + SPECIAL.len();

/// The number of words of a descriptor of the table of buffers.
const BUFFER_WORDS: usize = 4;

/// The descriptors of two linked stages on V4 to V7.
///
/// Each stage has a table of `Attribute` descriptors over the same buffers: that of a slot has the slot's index as its
/// number. The vertex stage writes through its table: an output that is not read through a descriptor of format
/// "Constant", which drops it. The fragment stage reads through its table, an input that is not written
/// also through a descriptor of format "Constant". On V4 and V5 the position, the facing and the point coordinate of a
/// fragment are slots of the fragment stage too, at the locations 0, 24 and 25.
///
/// The buffers are one after the other in their table: the generic section, positions, point sizes, and on
/// V4 and V5 the special ones of the point coordinate, the facing and the position. Panfrost gives no number to a buffer
/// that the stages do not use, except for the first two; without a point size, the special ones follow the positions.
///
/// Where `sprite_coord_enable` replaces texture coordinates by point coordinates, on V4 and V5, Panfrost links anew in
/// the draw; the slot is then that of a point coordinate.
///
/// The [`Driver`] decides the rest. Facts: Mesa's `panfrost_bi_emit_varying_descs` and
/// `panfrost_bi_emit_varying_descriptor`, and `link_shaders` and `emit_varying_attrs` of panvk.
///
/// ```
/// use mali_instancing::Arch;
/// use mali_instancing::descriptor::Attribute;
/// use mali_instancing::draw::{DrawCounts, Pipeline};
/// use mali_varyings::{AttributeBufferVaryings, BaseType, Driver, MemoryLayout, Slot, Stage, VaryingDescriptors};
///
/// let at = |location, index, components| Slot::new(location, index, BaseType::Float, components);
/// let layout = MemoryLayout::place(&[at(0, 0, 4), at(Slot::VAR0, 1, 3), at(Slot::VAR0 + 1, 2, 1)])?;
/// let inputs = [at(Slot::VAR0 + 1, 0, 1)];
/// let linked = VaryingDescriptors::link(Driver::Panfrost, Arch::V7, &layout, &inputs, true)?;
/// let mali = linked.in_buffers().unwrap();
///
/// let read = Attribute::decode(mali.fragment_descriptor(0).unwrap().words());
/// assert_eq!((read.buffer_index, read.offset), (AttributeBufferVaryings::GENERIC, 12));
/// assert_eq!(Stage::ALL.map(|stage| linked.descriptors(stage)), [3, 1]);
///
/// let pipeline = Pipeline::new(Arch::V7);
/// let counts = DrawCounts::instanced(70, 100);
/// let [generic, position, _] = mali.buffers(&pipeline, &counts)?;
/// assert_eq!((generic.stride, generic.size), (16, 16 * 72 * 100));
/// assert_eq!((position.stride, position.size), (16, 16 * 72 * 100));
/// # Ok::<(), mali_varyings::Error>(())
/// ```
#[derive(Clone, Copy, Debug)]
pub struct AttributeBufferVaryings<'a>(VaryingDescriptors<'a>);

/// A buffer of varyings, with an element for every thread.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "defmt", derive(defmt::Format))]
pub struct VaryingBuffer {
    /// The distance between elements, in bytes; 0 if nothing is written to the buffer.
    pub stride: u32,
    /// The size of the buffer in bytes.
    pub size: u32,
}

impl<'a> VaryingDescriptors<'a> {
    /// The buffers of varyings that V4 to V7 have; `None` from V9 on.
    #[must_use]
    pub const fn in_buffers(&self) -> Option<AttributeBufferVaryings<'a>> {
        if self.arch.has_attribute_buffers() {
            Some(AttributeBufferVaryings(*self))
        } else {
            None
        }
    }
}

impl AttributeBufferVaryings<'_> {
    /// The number of the buffer of the generic section.
    pub const GENERIC: u32 = 0;
    /// The number of the buffer of positions.
    pub const POSITION: u32 = 1;
    /// The number of the buffer of point sizes, if the vertex stage writes them.
    pub const POINT_SIZE: u32 = 2;

    /// The vertex stage's descriptor with this number; `None` past the last and for a number that no slot has, whose words
    /// are zeros.
    #[must_use]
    pub const fn vertex_descriptor(&self, number: u32) -> Option<Attribute> {
        let slot = present!(with_index(self.0.layout.outputs(), number));
        match slot.location {
            POSITION => {
                // A format field has the order of the components in its lower 12 bits, and the number of the format
                // above them. "Snap 4" replaces the number.
                let order = present!(Format::R32G32B32A32_SFLOAT.hardware(self.0.arch)) & 0xfff;
                self.descriptor(Self::POSITION, Some(SNAP_4 | order), 0)
            }
            POINT_SIZE => {
                let mut format = present!(Format::R16_SFLOAT.hardware(self.0.arch));
                // V7 has enumerated orders, unlike V4 to V6: Panfrost leaves the field 0, PanVK names one.
                if matches!(self.0.arch, Arch::V7) {
                    format &= !0xfff;
                    if matches!(self.0.driver, Driver::PanVk) {
                        format |= ORDER_R000;
                    }
                }
                self.descriptor(Self::POINT_SIZE, Some(format), 0)
            }
            location if self.is_read(location) => self.generic_descriptor(slot),
            _ => self.constant(),
        }
    }

    /// The fragment stage's descriptor with this number; `None` past the last and for a number that no slot has, whose
    /// words are zeros.
    #[must_use]
    pub const fn fragment_descriptor(&self, number: u32) -> Option<Attribute> {
        let input = present!(with_index(self.0.inputs, number));
        each!(special, 0..SPECIAL.len(), {
            let (location, format, _) = SPECIAL[special];
            if input.location == location {
                // Only on V4 and V5: `link` refuses inputs at these locations for V6 and V7.
                let buffer = self.special_buffer(special);
                return self.descriptor(buffer, format.hardware(self.0.arch), 0);
            }
        });
        match self.0.read_as(number) {
            Some(slot) => self.generic_descriptor(slot),
            None => self.constant(),
        }
    }

    /// The buffers of a draw: the generic section's, that of positions, and that of point sizes. Each has an element
    /// for each thread of the draw, including those that padding adds.
    ///
    /// On V4 and V5, whose descriptors add the draw's offset start to the index, the buffers have so many elements
    /// more.
    ///
    /// # Errors
    ///
    /// [`Error::LinkedArch`] for a pipeline of another architecture, [`Error::Draw`] for an invalid draw,
    /// [`Error::UnknownInstances`] if the number of instances is not known, [`Error::BufferSize`] for a buffer whose size
    /// does not fit 32 bits.
    pub const fn buffers(
        &self,
        pipeline: &Pipeline,
        counts: &DrawCounts,
    ) -> Result<[VaryingBuffer; 3], Error> {
        let (arch, linked) = (pipeline.arch, self.0.arch);
        // `elements` counts threads as the pipeline's architecture does, and from V9 on not those of padding.
        if arch as u8 != linked as u8 {
            return Err(Error::LinkedArch { arch, linked });
        }
        let (instances, threads) = attempt!(elements(pipeline, counts));
        let before = if is_midgard(arch) {
            counts.first_vertex
        } else {
            0
        };
        // A draw has fewer than 2^32 threads, so there are fewer than 2^33 elements. Their product with a stride of 16
        // bits fits 64 bits.
        let elements = before as u64 + threads as u64 * instances as u64;
        let strides = [
            self.0.layout.bytes(),
            size_of::<[f32; 4]>() as u32,
            size_of::<u16>() as u32 * self.0.layout.has(POINT_SIZE) as u32,
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
    /// use mali_instancing::draw::{DrawCounts, Pipeline};
    /// use mali_varyings::{BaseType, Driver, MemoryLayout, Slot, VaryingDescriptors};
    ///
    /// let layout = MemoryLayout::place(&[Slot::new(Slot::VAR0, 0, BaseType::Float, 2)])?;
    /// let linked = VaryingDescriptors::link(Driver::Panfrost, Arch::V7, &layout, &[], true)?;
    /// let mali = linked.in_buffers().unwrap();
    /// let buffers = mali.buffers(&Pipeline::new(Arch::V7), &DrawCounts::instanced(100, 1))?;
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
        // Buffers without a stride stay 0. On V6 and V7 so do the places of the special buffers, among them the null
        // terminator.
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
        each!(special, 0..SPECIAL.len(), {
            let (location, _, buffer_type) = SPECIAL[special];
            if self.is_read(location) && is_midgard(self.0.arch) {
                // Without a point size this may be number 2. The stride of point sizes is 0 then, so the loop above
                // has not written there.
                table[BUFFER_WORDS * self.special_buffer(special) as usize] = buffer_type;
            }
        });
        table
    }

    /// The number of a special buffer: that of the buffers before it which there are.
    const fn special_buffer(&self, special: usize) -> u32 {
        let mut number = Self::POINT_SIZE + self.0.layout.has(POINT_SIZE) as u32;
        each!(earlier, 0..special, {
            let (location, _, _) = SPECIAL[earlier];
            number += self.is_read(location) as u32;
        });
        number
    }

    /// Whether the fragment stage has a slot at a location.
    const fn is_read(&self, location: u8) -> bool {
        number_of(self.0.inputs, location).is_some()
    }

    /// The descriptor of a slot in the generic section; of another one, which the hardware does not read from there, that
    /// of a constant.
    const fn generic_descriptor(&self, slot: Slot) -> Option<Attribute> {
        match self.0.layout.place_of(slot.location) {
            Some((Section::Generic, offset)) => {
                let format = present!(slot.format()).hardware(self.0.arch);
                self.descriptor(Self::GENERIC, format, offset)
            }
            _ => self.constant(),
        }
    }

    const fn constant(&self) -> Option<Attribute> {
        self.descriptor(Self::GENERIC, Some(self.0.constant()), 0)
    }

    const fn descriptor(&self, buffer: u32, format: Option<u32>, offset: u32) -> Option<Attribute> {
        let format = present!(format);
        let fields = AttributeFields {
            buffer_index: buffer,
            // Descriptors of V4 and V5 add the offset start.
            offset_enable: is_midgard(self.0.arch),
            format,
            offset: offset as i32,
        };
        // `new` refuses only numbers of buffers above 511 and formats of more than 22 bits, which do not occur here.
        match Attribute::new(fields) {
            Ok(attribute) => Some(attribute),
            Err(_) => None,
        }
    }
}
