//! Constants for firmware: everything that is known at build time is packed then.
//!
//! The items outside `main` work in a `no_std` image; `firmware/` is such an image.
//! Run it with `cargo run --example firmware_constants`.

use mali_instancing::draw::{BufferRange, DrawError};
use mali_instancing::{AttributeBuffer, BufferAddress, instanced_attr, vertex_input};

/// The address of the buffers, as the linker script defines it.
const MESH: u64 = 0x1000_0000;
const MODEL: u64 = 0x2000_0010;

/// A vertex of the mesh. The data is in flash, where another program has written it: `repr(C)` keeps the order of fields.
#[repr(C)]
struct Vertex {
    position: [f32; 3],
    uv: [u16; 2],
    normal: u32,
}

/// The matrix of an instance.
#[repr(C)]
struct Model {
    rows: [[f32; 4]; 4],
}

const VERTICES: usize = 70;
const MODELS: usize = 34;

instanced_attr! {
    /// Positions, one per vertex. The whole descriptor is read-only data.
    static POSITIONS:
        vertices = VERTICES, stride = size_of::<Vertex>(), size = VERTICES * size_of::<Vertex>(), address = MESH;
    /// Rows of the model's matrix, one per 3 instances. Their address is known at run time.
    static MODEL_ROWS:
        vertices = VERTICES, divisor = 3, stride = size_of::<Model>(), size = MODELS * size_of::<Model>();
}

vertex_input! {
    /// A whole draw: 70 vertices, 100 instances.
    static CUBE: arch = v7, vertices = VERTICES, instances = 100;
    buffer mesh:  Vertex { size = VERTICES * size_of::<Vertex>() }
    buffer model: Model  { size = MODELS * size_of::<Model>(), divisor = 3 }
    attribute position: mesh.position { format = R32G32B32_SFLOAT }
    attribute uv:       mesh.uv       { format = R16G16_UNORM }
    attribute normal:   mesh.normal   { format = A2B10G10R10_SNORM_PACK32 }
    attribute row:      model.rows[0] { format = R32G32B32A32_SFLOAT }
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
