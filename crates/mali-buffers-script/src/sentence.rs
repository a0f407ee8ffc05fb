//! The planner's decisions and their reasons, as sentences.

use mali_buffers::{CopyPolicy, Decision, Obstacle, StreamingReason, Usage};

/// The reason why data is not read in place, as a sentence about the data.
pub(super) const fn obstacle(obstacle: Obstacle) -> &'static str {
    match obstacle {
        Obstacle::ClientMemory => "it is in client memory",
        Obstacle::NotMapped => "the GPU does not see its buffer",
        Obstacle::Format => "the GPU cannot fetch its format",
        Obstacle::Unaligned => "its elements are not aligned to their components",
        Obstacle::RestartIndex => "the GPU cannot restart primitives at its restart index",
        _ => "it cannot be read in place",
    }
}

/// The reason why a buffer's data is copied once or streamed, as a sentence about the buffer.
pub(super) const fn copy_policy(copy_policy: CopyPolicy) -> &'static str {
    match copy_policy {
        CopyPolicy::Static | CopyPolicy::Streaming(Usage::Static) => "its usage is static",
        CopyPolicy::Promoted => "more than three times its size was drawn unchanged",
        CopyPolicy::Streaming(Usage::Dynamic) => "its usage is dynamic",
        CopyPolicy::Streaming(Usage::Stream) => "its usage is stream",
        CopyPolicy::Updated => "it changed after it was drawn",
        CopyPolicy::Volatile => "it may change without a call",
        _ => "its policy is another one",
    }
}

/// The reason why no copy of data is kept, as a sentence about the data.
pub(super) const fn reason(reason: StreamingReason) -> &'static str {
    match reason {
        StreamingReason::ClientMemory => "client memory may change before the next draw",
        StreamingReason::Buffer(policy) => copy_policy(policy),
        StreamingReason::NoMemory => "there is no memory for a copy",
        StreamingReason::NoRoom => "its buffer's copies would take too much memory",
        StreamingReason::LaterCopy => "its copy is made by later work",
        StreamingReason::Unaligned => "it does not begin at a multiple of an index's size",
        _ => "no copy of it is kept",
    }
}

/// The place from which data is read, and the reason.
pub(super) fn decision(decision: Decision) -> String {
    let (place, why) = match decision {
        Decision::InPlace => ("in place", String::new()),
        Decision::CopyFound { obstacle: why } => ("static copy found", obstacle(why).to_owned()),
        Decision::CopyMade {
            obstacle: why,
            copy_policy: policy,
        } => (
            "static copy made",
            format!("{}; {}", obstacle(why), copy_policy(policy)),
        ),
        Decision::Streamed {
            obstacle: why,
            reason: because,
        } => (
            "streamed",
            format!("{}; {}", obstacle(why), reason(because)),
        ),
        Decision::Gathered => (
            "gathered",
            "few indices name vertices that are far apart".to_owned(),
        ),
        Decision::ConstantFound => ("constant found", String::new()),
        Decision::ConstantWritten => ("constant written", String::new()),
        Decision::ConstantStreamed => (
            "constant streamed",
            "the GPU still reads all the constants".to_owned(),
        ),
        _ => ("elsewhere", String::new()),
    };
    if why.is_empty() {
        place.to_owned()
    } else {
        format!("{place}: {why}")
    }
}

#[cfg(test)]
mod tests {
    use mali_buffers::{CopyPolicy, Decision, Obstacle, StreamingReason, Usage};

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
            (StreamingReason::LaterCopy, "its copy is made by later work"),
            (
                StreamingReason::Unaligned,
                "it does not begin at a multiple of an index's size",
            ),
        ];
        let of_buffers =
            copy_policies.map(|(copy_policy, text)| (StreamingReason::Buffer(copy_policy), text));
        for (obstacle, why) in obstacles {
            assert_eq!(super::obstacle(obstacle), why);
            let found = Decision::CopyFound { obstacle };
            assert_eq!(super::decision(found), format!("static copy found: {why}"));
            for (copy_policy, text) in copy_policies {
                let made = Decision::CopyMade {
                    obstacle,
                    copy_policy,
                };
                assert_eq!(
                    super::decision(made),
                    format!("static copy made: {why}; {text}")
                );
                assert_eq!(super::copy_policy(copy_policy), text);
            }
            for (reason, text) in reasons.into_iter().chain(of_buffers) {
                let streamed = Decision::Streamed { obstacle, reason };
                assert_eq!(
                    super::decision(streamed),
                    format!("streamed: {why}; {text}")
                );
                assert_eq!(super::reason(reason), text);
            }
        }
        for (decision, text) in [
            (Decision::InPlace, "in place"),
            (
                Decision::Gathered,
                "gathered: few indices name vertices that are far apart",
            ),
            (Decision::ConstantFound, "constant found"),
            (Decision::ConstantWritten, "constant written"),
            (
                Decision::ConstantStreamed,
                "constant streamed: the GPU still reads all the constants",
            ),
        ] {
            assert_eq!(super::decision(decision), text);
        }
    }
}
