//! The texts of places.

use mali_buffers::two_phase::{CopyId, MemoryRef, StreamKind};

use super::{ADDRESS, id};

#[test]
fn a_place_says_what_it_is() {
    let buffer = id(7);
    let generation = 3;
    let stream = |stream| MemoryRef::Stream { stream, generation };
    for (memory, text) in [
        (
            MemoryRef::Buffer {
                buffer,
                address: ADDRESS,
            },
            "buffer 7",
        ),
        (
            MemoryRef::Copy(CopyId { buffer, number: 1 }),
            "copy 1 of buffer 7",
        ),
        (MemoryRef::Constants, "constants"),
        (
            stream(StreamKind::Vertex),
            "the vertex stream, generation 3",
        ),
        (
            stream(StreamKind::Indices),
            "the index stream, generation 3",
        ),
    ] {
        assert_eq!(memory.to_string(), text);
    }
}
