//! The code of a driver without std.
#![no_std]

use gpu::{AttributeBuffer, BufferAddress, Error, instanced_attr, vertex_input};
use varyings::{BaseType, MemoryLayout, Slot};

/// Rows of the model matrix, one per 3 instances.
pub static MODEL_ROW: AttributeBuffer = instanced_attr!(vertices = 70, divisor = 3, stride = 64);

instanced_attr! {
    /// Positions, one per vertex.
    pub static POSITION: vertices = 70, stride = 12, size = 70 * 12;
}

vertex_input! {
    /// A whole draw of them.
    pub static CUBE: arch = v7, vertices = 70, instances = 100;
    /// Positions, one per vertex.
    buffer mesh { stride = 12, size = 70 * 12 }
    /// The model's matrix, one per 3 instances.
    buffer model { stride = 64, divisor = 3 }
    /// Where the vertex is.
    attribute position: mesh { format = R32G32B32_SFLOAT }
    /// The matrix's first row.
    attribute row0: model { format = R32G32B32A32_SFLOAT }
}

/// The outputs of its vertex shader: the position, and where the light comes from.
pub const OUTPUTS: [Slot; 2] = [
    Slot::new(0, 0, BaseType::Float, 4),
    Slot::new(Slot::VAR0, 1, BaseType::Float, 3),
];

/// Their places.
pub static LAYOUT: MemoryLayout = match MemoryLayout::place(&OUTPUTS) {
    Ok(layout) => layout,
    Err(_) => panic!("a slot is wrong"),
};

/// The two descriptors with their buffers' addresses.
///
/// # Errors
///
/// An address that is not valid for a buffer.
pub fn bind(model: u64, mesh: u64) -> Result<[AttributeBuffer; 2], Error> {
    Ok([
        MODEL_ROW.with_address(BufferAddress::new(model)?),
        POSITION.with_address(BufferAddress::new(mesh)?),
    ])
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn addresses_are_patched_into_constants() {
        let [model, mesh] = bind(0x12_0000_0040, 0x80).unwrap();
        let other = [0x44, 0x2700_0012, 64, 0, 0x20, 0x17b4_25ed, 0, 3];
        assert_eq!(model.words(), other);
        assert_eq!(mesh.words(), [0x83, 0x8300_0000, 12, 840, 0, 0, 0, 0]);
        assert_eq!(bind(1, 0), Err(Error::MisalignedAddress { address: 1 }));
    }

    #[test]
    fn a_layout_is_a_constant() {
        assert_eq!((LAYOUT.offset(Slot::VAR0), LAYOUT.bytes()), (Some(0), 12));
    }

    #[test]
    fn a_draw_is_made_of_the_same_descriptors() {
        assert_eq!(
            CUBE.buffers()[CubeBuffer::Model as usize],
            MODEL_ROW.words()
        );
        assert_eq!(CUBE.buffers()[CubeBuffer::Mesh as usize], POSITION.words());
        assert_eq!(
            CUBE.attributes()[CubeAttribute::Row0 as usize][0] & 0x1ff,
            2
        );
    }
}
