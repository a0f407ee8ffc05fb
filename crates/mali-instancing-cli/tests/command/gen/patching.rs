//! What a driver fills in that was not known when the header was made.

use std::fmt::Write;
use std::fs;

use mali_instancing::descriptor::Buffer;
use mali_instancing::{Arch, AttributeBuffer, BufferAddress};

use crate::generate;
use crate::tools::{C, CPP, assert_prints, compile_for_firmware, is_there, words};

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

fn compile(compiler: &str, extension: &str, standards: &[&str]) {
    if !is_there(compiler, "C patches an address as the library does") {
        return;
    }
    let folder = tempfile::tempdir().unwrap();
    let folder = folder.path();
    let header = generate(&format!("{BUFFERS}{VALHALL}"), &["--emit", "c"]);
    fs::write(folder.join("draws.h"), header).unwrap();
    let program = program();
    let files = [program.as_str(), "#include \"draws.h\"\n"];
    assert_prints(compiler, extension, standards, folder, files, &printed());
}

#[test]
fn c_patches_an_address_as_the_library_does() {
    compile("gcc", "c", &C);
}

#[test]
fn cpp_patches_an_address_as_the_library_does() {
    compile("g++", "cc", &CPP);
}

/// Worked out by hand: 70 vertices are padded to 72, and 3 instances of them share an element. As the
/// length of an array a constant is what C calls an integer constant expression.
#[test]
fn counts_divisors_and_masks_are_constant_expressions() {
    let cube = include_str!("../../../../../tests/manifests/cube.toml");
    let draw = "[[draw]]\nname = \"points\"\nvertices = 9\n";
    let main = "#include \"draws.h\"\n\
        #include \"draws.h\"\n\
        extern char modulus[MODULUS_PADDED_VERTICES == 72 ? 1 : -1];\n\
        extern char power[POWER_HARDWARE_DIVISOR == 256 ? 1 : -1];\n\
        extern char other[OTHER_HARDWARE_DIVISOR == 216 ? 1 : -1];\n\
        extern char points[POINTS_PADDED_VERTICES == 12 ? 1 : -1];\n\
        extern char cube[CUBE_PADDED_VERTICES == 72 ? 1 : -1];\n\
        extern char model[CUBE_BUFFER_MODEL_HARDWARE_DIVISOR == 216 ? 1 : -1];\n\
        extern char pointer[MALI_INST_ATTRIBUTE_BUFFER_POINTER_MASK_0 == 0xffffffc0u ? 1 : -1];\n\
        extern char upper[MALI_INST_ATTRIBUTE_BUFFER_POINTER_MASK_1 == 0x00ffffffu ? 1 : -1];\n\
        extern char size[MALI_INST_DRAW_INSTANCE_SIZE_MASK_0 == 0xff0000u ? 1 : -1];\n\
        #ifdef MODULUS_HARDWARE_DIVISOR\n#error a modulus has no divisor\n#endif\n\
        #ifdef CUBE_BUFFER_MESH_HARDWARE_DIVISOR\n#error nor has the mesh\n#endif\n\
        int nothing(void);\nint nothing(void) { return 0; }\n";
    let folder = tempfile::tempdir().unwrap();
    let folder = folder.path();
    let valhall = VALHALL.replace("\"cube\"", "\"valhall\"");
    let header = generate(&format!("{BUFFERS}{draw}{cube}{valhall}"), &["--emit", "c"]);
    fs::write(folder.join("draws.h"), header).unwrap();
    compile_for_firmware(folder, main);
    if is_there("gcc", "counts, divisors and masks are constant expressions") {
        fs::write(folder.join("host.c"), main).unwrap();
        crate::tools::run("gcc", &["-std=c99", "-Werror", "-c", "host.c"], folder);
    }
}
