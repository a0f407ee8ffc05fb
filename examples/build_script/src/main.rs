//! Prints the words for the model's buffer, which the build script packed.
//!
//! `cargo run --manifest-path examples/build_script/Cargo.toml`

include!(concat!(env!("OUT_DIR"), "/draws.rs"));

fn main() {
    // A driver copies both tables to a multiple of 64 bytes, and patches the buffers' addresses and sizes.
    assert_eq!(align_of_val(&CUBE), 64);
    // The model's descriptor is followed by its continuation.
    println!("{:#010x?}", &CUBE.buffers[CUBE_BUFFER_MODEL..][..2]);
}
