//! What a driver fills in that was not known when the header was made.

use std::fmt::Write;
use std::fs;

use mali_instancing::descriptor::Buffer;
use mali_instancing::{Arch, AttributeBuffer, BufferAddress};

use crate::generate;
use crate::tools::{compile, words};

/// A buffer of every mode, with an address that is to be replaced.
const BUFFERS: &str = r#"
    [[attribute_buffer]]
    name = "linear"
    vertices = 70
    instances = 1
    stride = 20
    size = 1400
    [[attribute_buffer]]
    name = "modulus"
    vertices = 70
    stride = 20
    address = 0xff_ffff_ffff_ffc0
    [[attribute_buffer]]
    name = "power"
    vertices = 64
    divisor = 4
    padding = "tight"
    address = 0x1000_0000
    [[attribute_buffer]]
    name = "other"
    vertices = 70
    divisor = 3
    stride = 64
"#;

/// On V9 a buffer's address is anything.
const VALHALL: &str = r#"
    [[vertex_input]]
    name = "cube"
    arch = "v9"
    vertices = 70
    instances = 100
    buffers = [{ name = "mesh", stride = 20, size = 1400, address = 0xffff_ffff_ffff_ffff }]
    attributes = [{ name = "position", buffer = "mesh", format = "R32G32B32_SFLOAT" }]
"#;

const ADDRESSES: [u64; 6] = [
    0,
    0x40,
    0x1000_0000,
    0x12_3456_7880,
    0xaa_aaaa_aaaa_aa80,
    0xff_ffff_ffff_ffc0,
];

const MODES: [&str; 4] = ["LINEAR", "MODULUS", "POWER", "OTHER"];

fn program() -> String {
    let mut main = String::from(
        "#include \"draws.h\"\n#include <stdio.h>\n\
         static void print(const uint32_t *words) {\n\
         unsigned i;\n\
         for (i = 0; i < 8; i++) printf(\"%lx \", (unsigned long)words[i]);\n\
         }\n\
         int main(void) {\n\
         uint32_t descriptor[8];\n\
         uint64_t address;\n\
         unsigned i;\n",
    );
    for address in ADDRESSES {
        let (high, low) = (address >> 32, address & u64::from(u32::MAX));
        writeln!(main, "address = (uint64_t){high:#x}u << 32 | {low:#x}u;").unwrap();
        for (descriptor, function) in MODES
            .map(|mode| (mode, "attribute_buffer"))
            .into_iter()
            .chain([("CUBE.buffers[0]", "buffer")])
        {
            writeln!(
                main,
                "for (i = 0; i < 8; i++) descriptor[i] = {descriptor}[i];\n\
                 mali_inst_{function}_set_address(descriptor, address); print(descriptor);"
            )
            .unwrap();
        }
    }
    main + "return 0;\n}\n"
}

/// What the library makes of the same descriptors.
fn printed() -> String {
    let descriptors = words(BUFFERS);
    let mut printed = String::new();
    let mut print = |words: [u32; 8]| {
        for word in words {
            write!(printed, "{word:x} ").unwrap();
        }
    };
    for address in ADDRESSES {
        for mode in MODES {
            let fields =
                AttributeBuffer::decode(descriptors[mode].as_slice().try_into().unwrap()).unwrap();
            let descriptor =
                AttributeBuffer::new(fields.mode, fields.address, fields.stride, fields.size);
            print(
                descriptor
                    .with_address(BufferAddress::new(address).unwrap())
                    .words(),
            );
        }
        print(Buffer::new(Arch::V9, address, 1400).unwrap().words());
    }
    printed
}

#[test]
fn c_and_cpp_patch_an_address_as_the_library_does() {
    let folder = tempfile::tempdir().unwrap();
    let header = generate(&format!("{BUFFERS}{VALHALL}"), &["--emit", "c"]);
    fs::write(folder.path().join("draws.h"), header).unwrap();
    fs::write(folder.path().join("main.c"), program()).unwrap();
    if let Some(found) = compile(folder.path(), &["main.c"]) {
        assert_eq!(found, printed());
    }
}
