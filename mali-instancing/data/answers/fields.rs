//! The fields of decoded descriptors, and the types of these fields.

use serde_core::ser::{Serialize, SerializeMap, Serializer};

use crate::data::written::{Hexadecimal, Written, written};
use crate::descriptor::{
    AttributeBufferFields, AttributeFields, BufferAddress, BufferFields, DrawFields,
    InvocationFields, ValhallAttributeFields, ValhallFetchMode,
};
use crate::divisor::{MagicDivisor, PowerOfTwo};
use crate::fetch::FetchMode;
use crate::padded_count::PaddedCount;
use crate::thread_count::ThreadCount;

/// Writes the count.
impl Serialize for PaddedCount {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_u32(self.get())
    }
}

/// Writes the address, in hexadecimal in formats for people.
impl Serialize for BufferAddress {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        Hexadecimal::address(self.get()).serialize(serializer)
    }
}

written!(
    AttributeBufferFields,
    AttributeFields,
    BufferFields,
    DrawFields,
    FetchMode,
    InvocationFields,
    MagicDivisor,
    PowerOfTwo,
    ThreadCount,
    ValhallAttributeFields,
    ValhallFetchMode
);

impl Written for ThreadCount {
    fn write<M: SerializeMap>(&self, table: &mut M) -> Result<(), M::Error> {
        table.serialize_entry("padded_vertices", &self.padded_vertices())?;
        table.serialize_entry("instances", &self.instances())
    }
}

impl Written for PowerOfTwo {
    fn write<M: SerializeMap>(&self, table: &mut M) -> Result<(), M::Error> {
        table.serialize_entry("divisor_r", &self.divisor_r())
    }
}

impl Written for MagicDivisor {
    fn write<M: SerializeMap>(&self, table: &mut M) -> Result<(), M::Error> {
        table.serialize_entry("divisor_r", &self.divisor_r())?;
        table.serialize_entry("divisor_e", &u32::from(self.divisor_e()))?;
        table.serialize_entry("divisor_d", &Hexadecimal::word(self.divisor_d()))
    }
}

impl Written for FetchMode {
    fn write<M: SerializeMap>(&self, table: &mut M) -> Result<(), M::Error> {
        table.serialize_entry("mode", self.name())?;
        match self {
            Self::Linear | Self::Constant => Ok(()),
            Self::Modulus(padded) => {
                table.serialize_entry("divisor_r", &padded.shift())?;
                // P is (odd − 1) / 2: the division rounds down.
                table.serialize_entry("divisor_p", &(padded.odd() / 2))
            }
            Self::PotDivisor(power) => power.write(table),
            Self::NpotDivisor { magic, divisor } => {
                magic.write(table)?;
                table.serialize_entry("divisor", divisor)
            }
        }
    }
}

impl Written for ValhallFetchMode {
    fn write<M: SerializeMap>(&self, table: &mut M) -> Result<(), M::Error> {
        table.serialize_entry("mode", self.name())?;
        match self {
            Self::Vertex | Self::Instance | Self::Constant => Ok(()),
            Self::PotDivisor(power) => power.write(table),
            Self::NpotDivisor(magic) => magic.write(table),
            Self::VertexPacket { packet_stride } => {
                table.serialize_entry("packet_stride", packet_stride)
            }
        }
    }
}

impl Written for AttributeBufferFields {
    fn write<M: SerializeMap>(&self, table: &mut M) -> Result<(), M::Error> {
        self.mode.write(table)?;
        table.serialize_entry("address", &self.address)?;
        table.serialize_entry("stride", &self.stride)?;
        table.serialize_entry("size", &self.size)
    }
}

impl Written for AttributeFields {
    fn write<M: SerializeMap>(&self, table: &mut M) -> Result<(), M::Error> {
        table.serialize_entry("buffer_index", &self.buffer_index)?;
        table.serialize_entry("offset_enable", &self.offset_enable)?;
        table.serialize_entry("format", &Hexadecimal::format(self.format))?;
        table.serialize_entry("offset", &self.offset)
    }
}

impl Written for DrawFields {
    fn write<M: SerializeMap>(&self, table: &mut M) -> Result<(), M::Error> {
        table.serialize_entry("instance_size", &self.instance_size)?;
        table.serialize_entry("instance_primitive_size", &self.instance_primitive_size)?;
        table.serialize_entry("offset_start", &self.offset_start)?;
        table.serialize_entry("flags", &Hexadecimal::word(self.flags.into()))
    }
}

impl Written for InvocationFields {
    fn write<M: SerializeMap>(&self, table: &mut M) -> Result<(), M::Error> {
        match self {
            Self::Draw {
                vertices,
                instances,
            } => {
                table.serialize_entry("kind", "draw")?;
                table.serialize_entry("vertices", vertices)?;
                table.serialize_entry("instances", instances)
            }
            Self::Compute { size, workgroups } => {
                table.serialize_entry("kind", "compute")?;
                table.serialize_entry("size", size)?;
                table.serialize_entry("workgroups", workgroups)
            }
        }
    }
}

impl Written for ValhallAttributeFields {
    fn write<M: SerializeMap>(&self, table: &mut M) -> Result<(), M::Error> {
        self.mode.write(table)?;
        table.serialize_entry("format", &Hexadecimal::format(self.format))?;
        table.serialize_entry("table", &self.table)?;
        table.serialize_entry("offset", &self.offset)?;
        table.serialize_entry("buffer_index", &self.buffer_index)?;
        table.serialize_entry("stride", &self.stride)
    }
}

impl Written for BufferFields {
    fn write<M: SerializeMap>(&self, table: &mut M) -> Result<(), M::Error> {
        table.serialize_entry("address", &Hexadecimal::address(self.address))?;
        table.serialize_entry("size", &self.size)
    }
}
