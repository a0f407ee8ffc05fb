//! Rules, and their numbers, which are divided among threads.

use std::ops::RangeInclusive;
use std::sync::atomic::{AtomicU64, Ordering};
use std::thread;

use super::findings::{Findings, Outcome};
use super::progress::Progress;

/// A statement about numbers that is verified.
pub(super) trait Rule: Sync {
    fn name(&self) -> String;

    /// Verifies all numbers.
    fn verify(&self, numbers: RangeInclusive<u32>) -> Findings;
}

/// The number of numbers that a thread takes at a time.
const CHUNK: u64 = 1 << 20;

/// A rule and the numbers to verify under it.
pub(super) struct Work {
    pub(super) of: &'static str,
    /// The time that a number takes, relative to other rules: a divisor takes divisions.
    pub(super) weight: u64,
    pub(super) rule: Box<dyn Rule>,
    pub(super) numbers: RangeInclusive<u32>,
}

impl Work {
    fn length(&self) -> u64 {
        u64::from(*self.numbers.end()) - u64::from(*self.numbers.start()) + 1
    }

    /// The time that the work takes, relative to other work.
    pub(super) fn cost(&self) -> u64 {
        self.length() * self.weight
    }

    pub(super) fn verify(self, threads: usize, progress: &Progress) -> Outcome {
        let name = format!("{}, {}", self.of, self.rule.name());
        progress.begin(name, self.weight);
        let (first, last) = (*self.numbers.start(), *self.numbers.end());
        let chunks = self.length().div_ceil(CHUNK);
        // Threads take chunks as they get done, so a slow core does not hold up the others.
        let next = AtomicU64::new(0);
        let verify_chunks = || {
            let mut findings = Findings::default();
            loop {
                // Only the number has to be unique. Joining a thread makes its findings visible.
                let chunk = next.fetch_add(1, Ordering::Relaxed);
                if chunk >= chunks {
                    return findings;
                }
                let begin = u64::from(first) + chunk * CHUNK;
                let end = u64::from(last).min(begin + CHUNK - 1);
                // Both are at most the last number.
                findings = findings.merge(self.rule.verify(begin as u32..=end as u32));
                progress.add(end + 1 - begin);
            }
        };
        // This thread works too. There is at least one thread and one chunk, so nothing underflows.
        let helpers = threads.min(usize::try_from(chunks).unwrap_or(threads)) - 1;
        let findings = thread::scope(|scope| {
            // If the system refuses a thread, the others take its chunks.
            let spawn = |_| thread::Builder::new().spawn_scoped(scope, verify_chunks);
            let helpers: Vec<_> = (0..helpers).map(spawn).map_while(Result::ok).collect();
            helpers.into_iter().fold(verify_chunks(), |all, helper| {
                all.merge(helper.join().expect("a rule does not panic"))
            })
        });
        let (of, rule) = (self.of, self.rule.name());
        Outcome {
            of,
            rule,
            first,
            last,
            findings,
        }
    }
}
