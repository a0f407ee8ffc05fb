//! The planner's decisions and their reasons, in words.

use std::fmt;

use mali_buffers::{CopyPolicy, Decision, Obstacle, StreamingReason, Usage};
use serde::Serialize;

/// The decision and its reasons.
#[derive(Clone, Copy, Default, Serialize)]
pub(crate) struct DecisionAnswer {
    decision: Option<&'static str>,
    /// The reason why data is not read in place, as a sentence about the data.
    obstacle: Option<&'static str>,
    reason: Option<&'static str>,
    /// The decision as words of a sentence, and the reason of one that has no others.
    #[serde(skip)]
    words: &'static str,
}

impl DecisionAnswer {
    /// The decision of a draw. What the draw before has made is found by one that is the same.
    pub(crate) fn new(decision: Decision, is_unchanged: bool) -> Self {
        let answer = |name, words, why: Option<Obstacle>, reason| Self {
            decision: Some(name),
            obstacle: why.map(obstacle),
            reason,
            words,
        };
        match decision {
            Decision::InPlace => answer("in-place", "in place", None, None),
            Decision::CopyMade {
                obstacle,
                copy_policy: policy,
            } if !is_unchanged => {
                let reason = Some(copy_policy(policy));
                answer("copy-made", "static copy made", Some(obstacle), reason)
            }
            // An unchanged draw has the decision of the draw that made the copy, and only finds it.
            Decision::CopyMade { obstacle, .. } | Decision::CopyFound { obstacle } => {
                answer("copy-found", "static copy found", Some(obstacle), None)
            }
            Decision::Streamed {
                obstacle,
                reason: why,
            } => answer("streamed", "streamed", Some(obstacle), Some(reason(why))),
            Decision::Gathered => {
                let words = "gathered: few indices name vertices that are far apart";
                answer("gathered", words, None, None)
            }
            Decision::ConstantWritten if !is_unchanged => {
                answer("constant-written", "constant written", None, None)
            }
            Decision::ConstantWritten | Decision::ConstantFound => {
                answer("constant-found", "constant found", None, None)
            }
            Decision::ConstantStreamed => {
                let words = "constant streamed: the GPU still reads all the constants";
                answer("constant-streamed", words, None, None)
            }
            _ => answer("other", "elsewhere", None, None),
        }
    }

    /// An attribute that is read from no place.
    pub(crate) const fn none(words: &'static str) -> Self {
        Self {
            decision: None,
            obstacle: None,
            reason: None,
            words,
        }
    }
}

/// Writes the decision and its reasons.
impl fmt::Display for DecisionAnswer {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str(self.words)?;
        let reasons = [(": ", self.obstacle), ("; ", self.reason)];
        reasons.iter().try_for_each(|(before, reason)| {
            reason.map_or(Ok(()), |reason| write!(formatter, "{before}{reason}"))
        })
    }
}

const fn obstacle(obstacle: Obstacle) -> &'static str {
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
pub(crate) const fn copy_policy(copy_policy: CopyPolicy) -> &'static str {
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
const fn reason(reason: StreamingReason) -> &'static str {
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

#[cfg(test)]
mod tests {
    use super::*;

    #[rustfmt::skip]
    const OBSTACLES: [(Obstacle, &str); 5] = [
        (Obstacle::ClientMemory, "it is in client memory"),
        (Obstacle::NotMapped, "the GPU does not see its buffer"),
        (Obstacle::Format, "the GPU cannot fetch its format"),
        (Obstacle::Unaligned, "its elements are not aligned to their components"),
        (Obstacle::RestartIndex, "the GPU cannot restart primitives at its restart index"),
    ];
    #[rustfmt::skip]
    const COPY_POLICIES: [(CopyPolicy, &str); 6] = [
        (CopyPolicy::Static, "its usage is static"),
        (CopyPolicy::Promoted, "more than three times its size was drawn unchanged"),
        (CopyPolicy::Streaming(Usage::Dynamic), "its usage is dynamic"),
        (CopyPolicy::Streaming(Usage::Stream), "its usage is stream"),
        (CopyPolicy::Updated, "it changed after it was drawn"),
        (CopyPolicy::Volatile, "it may change without a call"),
    ];
    #[rustfmt::skip]
    const REASONS: [(StreamingReason, &str); 5] = [
        (StreamingReason::ClientMemory, "client memory may change before the next draw"),
        (StreamingReason::NoRoom, "its buffer's copies would take too much memory"),
        (StreamingReason::NoMemory, "there is no memory for a copy"),
        (StreamingReason::LaterCopy, "its copy is made by later work"),
        (StreamingReason::Unaligned, "it does not begin at a multiple of an index's size"),
    ];

    /// Checks the words of a decision, and of the same in a draw that is the same as the one before.
    #[track_caller]
    fn assert_words(decision: Decision, words: &str, again: &str) {
        let texts = [false, true].map(|same| DecisionAnswer::new(decision, same).to_string());
        assert_eq!(texts, [words, again]);
    }

    #[test]
    fn a_decision_says_where_and_why_in_words() {
        for (obstacle, why) in OBSTACLES {
            let found = format!("static copy found: {why}");
            assert_words(Decision::CopyFound { obstacle }, &found, &found);
            for (copy_policy, text) in COPY_POLICIES {
                let decision = Decision::CopyMade {
                    obstacle,
                    copy_policy,
                };
                assert_words(
                    decision,
                    &format!("static copy made: {why}; {text}"),
                    &found,
                );
                assert_eq!(super::copy_policy(copy_policy), text);
            }
            let buffers =
                COPY_POLICIES.map(|(policy, text)| (StreamingReason::Buffer(policy), text));
            for (reason, text) in REASONS.into_iter().chain(buffers) {
                let streamed = format!("streamed: {why}; {text}");
                assert_words(
                    Decision::Streamed { obstacle, reason },
                    &streamed,
                    &streamed,
                );
            }
        }
        let gathered = "gathered: few indices name vertices that are far apart";
        let streamed = "constant streamed: the GPU still reads all the constants";
        for (decision, words, again) in [
            (Decision::InPlace, "in place", "in place"),
            (Decision::Gathered, gathered, gathered),
            (Decision::ConstantFound, "constant found", "constant found"),
            (
                Decision::ConstantWritten,
                "constant written",
                "constant found",
            ),
            (Decision::ConstantStreamed, streamed, streamed),
        ] {
            assert_words(decision, words, again);
        }
    }
}
