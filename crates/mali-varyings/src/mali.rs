//! The records through which Mali's shaders write and read packed varyings.

use super::declaration::Varying;
use super::error::Error;
use super::location::Location;
use super::orientation::REGISTER_COMPONENTS;
use super::varying_type::BaseType;
use mali_instancing::Arch;
use mali_instancing::FetchMode;
use mali_instancing::Format;
use mali_instancing::descriptor::{Attribute, AttributeBuffer, AttributeFields, BufferAddress};
use mali_instancing::draw::DrawCall;

const COMPONENT_BYTES: u32 = 4;
const REGISTER_BYTES: u32 = REGISTER_COMPONENTS * COMPONENT_BYTES;

/// Four 32-bit floats.
const POSITION_BYTES: u32 = 16;

/// genxml's "Snap 4": the position, snapped to the grid of subpixels.
const SNAP_4: u32 = 94 << 12;

/// The records of an interface on V4 to V7.
///
/// A vertex's varyings lie in a buffer, register after register. Every vector has an `Attribute`
/// record, which says at which byte it begins and how many components of which type it has: those
/// of varying 0 first, element after element, of a matrix column after column. So the record of an
/// array's element is found by adding its index, and straddling registers costs nothing.
///
/// The vertex shader writes through these, and through one more for the position, and one more for
/// the point size, if it writes that; these two have buffers of their own. The fragment shader reads
/// through the same records without the last ones.
///
/// Facts: Mesa's `panfrost_emit_varying_descs` and `panfrost_emit_varying_descriptor`. Mesa lets the
/// vectors follow each other without gaps; here they are where the packing has put them.
///
/// ```
/// use mali_instancing::descriptor::Attribute;
/// use mali_instancing::draw::DrawCall;
/// use mali_varyings::{MaliVaryings, Packing, Target, Varying, VaryingType};
/// use mali_instancing::Arch;
///
/// let varyings = [Varying::new(VaryingType::Vec3), Varying::new(VaryingType::Float).with_array(2)?];
/// let packing = Packing::new(&varyings, &Target::MALI.with_registers(2)?)?;
/// let mali = MaliVaryings::new(Arch::V7, &varyings, packing.locations())?;
///
/// assert_eq!(mali.record_number(1, 1, 0), Some(2));
/// let second = Attribute::decode(mali.record(2).unwrap().words());
/// assert_eq!((second.buffer_index, second.offset), (0, 16 + 12));
/// assert_eq!((mali.fragment_records(), mali.vertex_records()), (3, 4));
///
/// let call = DrawCall { instances: Some(100), ..DrawCall::new(Arch::V7, 70) };
/// let [general, position, _] = mali.buffers(&call)?;
/// assert_eq!((general.stride, general.size), (32, 32 * 72 * 100));
/// assert_eq!((position.stride, position.size), (16, 16 * 72 * 100));
/// # Ok::<(), mali_varyings::Error>(())
/// ```
#[derive(Clone, Copy, Debug)]
pub struct MaliVaryings<'a> {
    arch: Arch,
    varyings: &'a [Varying],
    locations: &'a [Location],
    point_size: bool,
}

/// A buffer of varyings, an element of it for every thread.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "defmt", derive(defmt::Format))]
pub struct VaryingBuffer {
    /// The distance between elements, in bytes; 0 if nothing is written to it.
    pub stride: u32,
    /// How many bytes it has.
    pub size: u32,
}

impl<'a> MaliVaryings<'a> {
    /// The number of the buffer of all varyings but the special ones.
    pub const GENERAL: u32 = 0;
    /// The number of the buffer of positions.
    pub const POSITION: u32 = 1;
    /// The number of the buffer of point sizes.
    pub const POINT_SIZE: u32 = 2;

    /// The records of packed varyings. The vertex shader writes a position and no point size.
    ///
    /// # Errors
    ///
    /// [`Error::Draw`] on V9 and later, which have no such records, [`Error::LocationCount`] if
    /// there are not as many locations as varyings.
    pub const fn new(
        arch: Arch,
        varyings: &'a [Varying],
        locations: &'a [Location],
    ) -> Result<Self, Error> {
        if let Err(error) = arch.check_attribute_buffers() {
            return Err(Error::Draw(error));
        }
        if locations.len() != varyings.len() {
            return Err(Error::LocationCount {
                given: locations.len(),
                needed: varyings.len(),
            });
        }
        Ok(Self {
            arch,
            varyings,
            locations,
            point_size: false,
        })
    }

    /// The same for a vertex shader that writes a point size or does not.
    #[must_use]
    pub const fn with_point_size(mut self, point_size: bool) -> Self {
        self.point_size = point_size;
        self
    }

    /// How many records the fragment shader reads through: the first of the vertex shader's.
    #[must_use]
    pub const fn fragment_records(&self) -> usize {
        self.first_record(self.locations.len())
    }

    /// How many records the vertex shader writes through: the fragment shader's, then one for the
    /// position, then one for the point size, if there is that.
    #[must_use]
    pub const fn vertex_records(&self) -> usize {
        self.fragment_records() + 1 + self.point_size as usize
    }

    /// The number of the record of a vector; `None` for what there is not.
    #[must_use]
    pub const fn record_number(&self, varying: usize, element: u32, vector: u32) -> Option<usize> {
        if varying >= self.locations.len() {
            return None;
        }
        let location = &self.locations[varying];
        if element >= location.length() || vector >= location.vectors() {
            return None;
        }
        let within = element as usize * location.vectors() as usize + vector as usize;
        Some(self.first_record(varying) + within)
    }

    /// The record of that number; `None` past the vertex shader's last.
    #[must_use]
    pub const fn record(&self, number: usize) -> Option<Attribute> {
        let mut first = 0;
        let mut varying = 0;
        while varying < self.locations.len() {
            let location = &self.locations[varying];
            let count = location.length() as usize * location.vectors() as usize;
            if number < first + count {
                let vectors = location.vectors() as usize;
                let within = number - first;
                return self.vector_record(
                    varying,
                    (within / vectors) as u32,
                    (within % vectors) as u32,
                );
            }
            first += count;
            varying += 1;
        }
        if number == first {
            let order = match Format::R32G32B32A32_SFLOAT.hardware(self.arch) {
                Some(format) => format & 0xfff,
                None => return None,
            };
            self.attribute(Self::POSITION, Some(SNAP_4 | order), 0)
        } else if self.point_size && number == first + 1 {
            let format = Format::R16_SFLOAT.hardware(self.arch);
            self.attribute(Self::POINT_SIZE, format, 0)
        } else {
            None
        }
    }

    /// The general buffer, that of positions, and that of point sizes, of a draw: an element for
    /// each of its threads, those that padding adds included.
    ///
    /// On V4 and V5, whose records add the draw's offset start to the index, that many more.
    ///
    /// # Errors
    ///
    /// [`Error::Draw`] for a draw that cannot be, [`Error::UnknownInstances`] where the number of
    /// instances is not known, [`Error::BufferSize`] for buffers that leave 32 bits.
    pub const fn buffers(&self, call: &DrawCall) -> Result<[VaryingBuffer; 3], Error> {
        let dispatch = match call.dispatch() {
            Ok(dispatch) => dispatch,
            Err(error) => return Err(Error::Draw(error)),
        };
        let Some(instances) = dispatch.instances() else {
            return Err(Error::UnknownInstances);
        };
        let mut elements = if dispatch.is_instanced() {
            dispatch.padded_vertices().get() as u64 * instances.get() as u64
        } else {
            call.vertices as u64
        };
        if self.adds_offset_start() {
            elements += call.offset_start as u64;
        }
        let point_size_bytes = Format::R16_SFLOAT.size() * self.point_size as u32;
        let strides = [self.stride(), POSITION_BYTES, point_size_bytes];
        let mut buffers = [VaryingBuffer { stride: 0, size: 0 }; 3];
        let mut number = 0;
        while number < buffers.len() {
            let stride = strides[number];
            let size = stride as u64 * elements;
            if size > u32::MAX as u64 {
                return Err(Error::BufferSize { stride, elements });
            }
            buffers[number] = VaryingBuffer {
                stride,
                size: size as u32,
            };
            number += 1;
        }
        Ok(buffers)
    }

    /// How many bytes of the general buffer a vertex takes: 16 for every register up to the last
    /// one used.
    #[must_use]
    pub const fn stride(&self) -> u32 {
        let mut registers = 0;
        let mut varying = 0;
        while varying < self.locations.len() {
            let location = &self.locations[varying];
            let end = location.register() + location.rows();
            if end > registers {
                registers = end;
            }
            varying += 1;
        }
        registers * REGISTER_BYTES
    }

    const fn first_record(&self, varying: usize) -> usize {
        let mut records = 0;
        let mut earlier = 0;
        while earlier < varying {
            let location = &self.locations[earlier];
            records += location.length() as usize * location.vectors() as usize;
            earlier += 1;
        }
        records
    }

    const fn vector_record(&self, varying: usize, element: u32, vector: u32) -> Option<Attribute> {
        let location = &self.locations[varying];
        let Some(place) = location.vector(element, vector) else {
            return None;
        };
        let base_type = self.varyings[varying].varying_type().base_type();
        let format = vector_format(base_type, location.element_components());
        let offset =
            place.first.register * REGISTER_BYTES + place.first.component * COMPONENT_BYTES;
        self.attribute(Self::GENERAL, format.hardware(self.arch), offset)
    }

    const fn attribute(
        &self,
        buffer_index: u32,
        format: Option<u32>,
        offset: u32,
    ) -> Option<Attribute> {
        let Some(format) = format else {
            return None;
        };
        let fields = AttributeFields {
            buffer_index,
            offset_enable: self.adds_offset_start(),
            format,
            offset: offset as i32,
        };
        match Attribute::new(fields) {
            Ok(attribute) => Some(attribute),
            Err(_) => None,
        }
    }

    const fn adds_offset_start(&self) -> bool {
        matches!(self.arch, Arch::V4 | Arch::V5)
    }
}

impl VaryingBuffer {
    /// The table of buffers, each at its address: a record each, and an empty one that closes the
    /// table for V6 and V7, which read one record past the end.
    ///
    /// ```
    /// use mali_instancing::BufferAddress;
    /// use mali_varyings::VaryingBuffer;
    ///
    /// let buffers = [32, 16, 0].map(|stride| VaryingBuffer { stride, size: stride * 100 });
    /// let addresses = [BufferAddress::new(0x1000)?, BufferAddress::new(0x2000)?, BufferAddress::NULL];
    /// let table = VaryingBuffer::table(&buffers, &addresses);
    /// assert_eq!(table[..8], [0x1001, 0, 32, 3200, 0x2001, 0, 16, 1600]);
    /// assert_eq!(table[8..], [0; 8]);
    /// # Ok::<(), mali_instancing::Error>(())
    /// ```
    #[must_use]
    pub const fn table(buffers: &[Self; 3], addresses: &[BufferAddress; 3]) -> [u32; 16] {
        let mut table = [0; 16];
        let mut number = 0;
        while number < buffers.len() {
            let Self { stride, size } = buffers[number];
            if stride != 0 {
                let record =
                    AttributeBuffer::new(FetchMode::Linear, addresses[number], stride, size);
                let words = record.words();
                let mut word = 0;
                while word < 4 {
                    table[4 * number + word] = words[word];
                    word += 1;
                }
            }
            number += 1;
        }
        table
    }
}

const fn vector_format(base_type: BaseType, components: u32) -> Format {
    match (base_type, components) {
        (BaseType::Float, 1) => Format::R32_SFLOAT,
        (BaseType::Float, 2) => Format::R32G32_SFLOAT,
        (BaseType::Float, 3) => Format::R32G32B32_SFLOAT,
        (BaseType::Float, _) => Format::R32G32B32A32_SFLOAT,
        (BaseType::Int, 1) => Format::R32_SINT,
        (BaseType::Int, 2) => Format::R32G32_SINT,
        (BaseType::Int, 3) => Format::R32G32B32_SINT,
        (BaseType::Int, _) => Format::R32G32B32A32_SINT,
        (BaseType::Uint, 1) => Format::R32_UINT,
        (BaseType::Uint, 2) => Format::R32G32_UINT,
        (BaseType::Uint, 3) => Format::R32G32B32_UINT,
        (BaseType::Uint, _) => Format::R32G32B32A32_UINT,
    }
}
