//! An image that uses only constants, to show that the library adds nothing else to it.
#![no_std]
#![no_main]

use core::hint::black_box;
use core::panic::PanicInfo;

use cortex_m_rt::entry;
use mali_instancing::{AttributeBuffer, BufferAddress, instanced_attr, vertex_input};

static MODEL_ROW: AttributeBuffer = instanced_attr!(vertices = 70, divisor = 3, stride = 64);

vertex_input! {
    static CUBE: arch = v7, vertices = 70, instances = 100;
    buffer mesh  { stride = 20 }
    buffer model { stride = 64, divisor = 3 }
    attribute position: mesh  { format = R32G32B32_SFLOAT }
    attribute row0:     model { format = R32G32B32A32_SFLOAT }
}

/// The addresses at which the drivers of such a board keep their buffers.
const MODEL: BufferAddress = match BufferAddress::new(0x2000_0040) {
    Ok(address) => address,
    Err(_) => panic!("the address is aligned"),
};

#[entry]
fn main() -> ! {
    loop {
        black_box(black_box(&MODEL_ROW).with_address(black_box(MODEL)));
        black_box((
            CUBE.buffers(),
            CUBE.attributes(),
            CUBE.draw_words(),
            CUBE.invocation_words(),
        ));
    }
}

#[panic_handler]
fn panic(_: &PanicInfo) -> ! {
    loop {}
}
