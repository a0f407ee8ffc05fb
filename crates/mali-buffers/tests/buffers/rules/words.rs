//! The texts of decisions and places.

use mali_buffers::{
    CopyId, CopyPolicy, Decision, MemoryRef, Obstacle, StreamKind, StreamingReason, Usage,
};

use super::{ADDRESS, id};

#[test]
fn a_decision_says_where_and_why_in_words() {
    let obstacles = [
        (Obstacle::ClientMemory, "it is in client memory"),
        (Obstacle::NotMapped, "the GPU does not see its buffer"),
        (Obstacle::Format, "the GPU cannot fetch its format"),
        (
            Obstacle::Unaligned,
            "its elements are not aligned to their components",
        ),
        (
            Obstacle::RestartIndex,
            "the GPU cannot restart primitives at its restart index",
        ),
    ];
    let copy_policies = [
        (CopyPolicy::Static, "its usage is static"),
        (
            CopyPolicy::Promoted,
            "more than three times its size was drawn unchanged",
        ),
        (
            CopyPolicy::Streaming(Usage::Dynamic),
            "its usage is dynamic",
        ),
        (CopyPolicy::Streaming(Usage::Stream), "its usage is stream"),
        (CopyPolicy::Updated, "it changed after it was drawn"),
        (CopyPolicy::Volatile, "it may change without a call"),
    ];
    let reasons = [
        (
            StreamingReason::ClientMemory,
            "client memory may change before the next draw",
        ),
        (
            StreamingReason::NoRoom,
            "its buffer's copies would take too much memory",
        ),
        (StreamingReason::NoMemory, "there is no memory for a copy"),
        (
            StreamingReason::Unaligned,
            "it does not begin at a multiple of an index's size",
        ),
    ];
    let of_buffers =
        copy_policies.map(|(copy_policy, text)| (StreamingReason::Buffer(copy_policy), text));
    for (obstacle, why) in obstacles {
        assert_eq!(obstacle.to_string(), why);
        let found = Decision::CopyFound { obstacle };
        assert_eq!(found.to_string(), format!("static copy found: {why}"));
        for (copy_policy, text) in copy_policies {
            let made = Decision::CopyMade {
                obstacle,
                copy_policy,
            };
            assert_eq!(made.to_string(), format!("static copy made: {why}; {text}"));
            assert_eq!(copy_policy.to_string(), text);
        }
        for (reason, text) in reasons.into_iter().chain(of_buffers) {
            let streamed = Decision::Streamed { obstacle, reason };
            assert_eq!(streamed.to_string(), format!("streamed: {why}; {text}"));
            assert_eq!(reason.to_string(), text);
        }
    }
    for (decision, text) in [
        (Decision::InPlace, "in place"),
        (Decision::ConstantFound, "constant found"),
        (Decision::ConstantWritten, "constant written"),
        (
            Decision::ConstantStreamed,
            "constant streamed: the GPU still reads all the constants",
        ),
    ] {
        assert_eq!(decision.to_string(), text);
    }
}

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
