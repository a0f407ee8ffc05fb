//! Constants for firmware: everything that is known at build time is packed then.
//!
//! The items outside `main` work in a `no_std` image; `firmware/` is such an image.
//! Run it with `cargo run --example firmware_constants`.

use mali_instancing::draw::{BufferRange, DrawError};
use mali_instancing::{AttributeBuffer, BufferAddress, instanced_attr, vertex_input};

/// The address of the buffers, as the linker script defines it.
const MESH: u64 = 0x1000_0000;
const MODEL: u64 = 0x2000_0010;

instanced_attr! {
    /// Positions, one per vertex. The whole descriptor is read-only data.
    static POSITIONS: vertices = 70, stride = 12, size = 70 * 12, address = MESH;
    /// Rows of the model's matrix, one per 3 instances. Their address is known at run time.
    static MODEL_ROWS: vertices = 70, divisor = 3, stride = 64, size = 34 * 64;
}

vertex_input! {
    /// A whole draw: 70 vertices, 100 instances.
    static CUBE: arch = v7, vertices = 70, instances = 100;
    buffer mesh  { stride = 20, size = 70 * 20 }
    buffer model { stride = 64, size = 34 * 64, divisor = 3 }
    attribute position: mesh  { format = R32G32B32_SFLOAT }
    attribute uv:       mesh  { format = R16G16_UNORM, offset = 12 }
    attribute row:      model { format = R32G32B32A32_SFLOAT }
}

/// Writes a buffer's address into its descriptor: two stores.
fn placed(descriptor: &AttributeBuffer, address: BufferAddress) -> AttributeBuffer {
    descriptor.with_address(address)
}

/// Writes the draw's tables into memory that the GPU reads.
fn bind(words: &mut [u32; CUBE.words_needed()]) -> Result<(), DrawError> {
    let ranges = [MESH, MODEL].map(BufferRange::at);
    CUBE.write(&ranges, words)?;
    Ok(())
}

fn main() {
    println!("positions   {:08x?}", POSITIONS.words());
    let address = BufferAddress::new(0x12_0000_0040).expect("aligned and below 2^56");
    println!("model rows  {:08x?}", placed(&MODEL_ROWS, address).words());

    let mut words = [0; CUBE.words_needed()];
    match bind(&mut words) {
        Ok(()) => println!("{} words of tables", words.len()),
        Err(error) => println!("error: {error}"),
    }
    let uv = CUBE.attributes()[CubeAttribute::Uv as usize];
    println!("uv          {uv:#010x?}");
}
