//! The progress of the work: a line that changes on a terminal, or new lines now and then in a log.

use std::io::{self, IsTerminal, Write};
use std::sync::Mutex;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::{Duration, Instant};

/// The time between lines in a log.
const LOG_INTERVAL: Duration = Duration::from_secs(5);

/// The time between changes of the line on a terminal.
const BAR_INTERVAL: Duration = Duration::from_millis(100);

/// With the longest rule and pace, the line has 80 columns.
const BAR_WIDTH: u64 = 12;

/// The sequence that clears the line on a terminal.
const CLEAR_LINE: &str = "\r\x1b[K";

/// A counter of work. Numbers take different amounts of work, so that the remaining time is about right.
pub(super) struct Progress {
    all: u64,
    done: AtomicU64,
    /// The amount of work of each number of the current rule.
    weight: AtomicU64,
    begin: Instant,
    /// Whether stderr is a terminal.
    is_terminal: bool,
    /// How often there is a line.
    interval: Duration,
    /// The rule, and the time when it was last shown.
    line: Mutex<(String, Instant)>,
}

impl Progress {
    /// A counter for `work` in all, shown on stderr.
    pub(super) fn new(work: u64) -> Self {
        let begin = Instant::now();
        let is_terminal = io::stderr().is_terminal();
        let intervals = [LOG_INTERVAL, BAR_INTERVAL];
        Self {
            // `percent` and `bar` divide by it.
            all: work.max(1),
            done: AtomicU64::new(0),
            weight: AtomicU64::new(1),
            begin,
            is_terminal,
            interval: intervals[usize::from(is_terminal)],
            line: Mutex::new((String::new(), begin)),
        }
    }

    /// Begins a rule, in which each number is `weight` of work.
    pub(super) fn begin(&self, rule: String, weight: u64) {
        self.weight.store(weight, Ordering::Relaxed);
        if let Ok(mut line) = self.line.lock() {
            line.0 = rule;
        }
    }

    /// Counts numbers that were verified.
    pub(super) fn add(&self, numbers: u64) {
        // Counters for people: no other data depends on their order.
        let weight = self.weight.load(Ordering::Relaxed);
        let done = self.done.fetch_add(numbers * weight, Ordering::Relaxed) + numbers * weight;
        // Another thread that holds the lock is writing the line.
        let Ok(mut line) = self.line.try_lock() else {
            return;
        };
        let (rule, last) = &mut *line;
        if last.elapsed() < self.interval {
            return;
        }
        *last = Instant::now();
        // All work is below 2^37, far from 64 bits.
        let percent = done * 100 / self.all;
        let pace = pace(done, self.all, weight, self.begin.elapsed());
        // A line that cannot be written is left out.
        let text = if self.is_terminal {
            let bar = bar(done, self.all);
            format!("{CLEAR_LINE}{rule:>29} {bar} {percent:>3} %  {pace}")
        } else {
            format!("{percent} % of all numbers verified, now {rule}, {pace}\n")
        };
        let _ = io::stderr().write_all(text.as_bytes());
    }

    /// Clears the line.
    pub(super) fn finish(&self) {
        if self.is_terminal {
            let _ = write!(io::stderr(), "{CLEAR_LINE}");
        }
    }
}

fn bar(done: u64, all: u64) -> String {
    let filled = (done * BAR_WIDTH / all) as usize;
    "█".repeat(filled) + &"░".repeat(BAR_WIDTH as usize - filled)
}

/// The speed, and the remaining time.
fn pace(done: u64, all: u64, weight: u64, elapsed: Duration) -> String {
    let a_second = u128::from(done) * 1000 / elapsed.as_millis().max(1);
    let numbers = a_second / u128::from(weight.max(1));
    let speed = match numbers {
        1_000_000.. => format!("{} million/s", numbers / 1_000_000),
        _ => format!("{} thousand/s", numbers / 1_000),
    };
    // Work is weighed, so that the pace so far also holds for the rules to come.
    let left = u128::from(all - done) / a_second.max(1);
    format!("{speed}, {} left", rounded(left))
}

/// A duration in its largest unit, rounded to the nearest whole number. Less than one and a half of a unit is given in
/// the next smaller unit.
fn rounded(seconds: u128) -> String {
    let (unit, name) = match seconds {
        5_400.. => (3_600, "hour"),
        90.. => (60, "minute"),
        _ => (1, "second"),
    };
    let count = (seconds + unit / 2) / unit;
    format!("{count} {name}{}", if count == 1 { "" } else { "s" })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_duration_is_said_in_its_largest_unit() {
        let durations = [0, 1, 89, 90, 149, 151, 5_399, 5_400].map(rounded);
        let expected =
            "0 seconds, 1 second, 89 seconds, 2 minutes, 2 minutes, 3 minutes, 90 minutes, 2 hours";
        assert_eq!(durations.join(", "), expected);
    }

    /// Numbers that are 6 of work each have a sixth of the work's speed.
    #[test]
    fn the_time_that_is_left_is_at_the_pace_so_far() {
        let pace = pace(60_000_000, 240_000_000, 6, Duration::from_secs(2));
        assert_eq!(pace, "5 million/s, 6 seconds left");
        let slow = super::pace(1_200_000, 2_400_000, 6, Duration::from_secs(2));
        assert_eq!(slow, "100 thousand/s, 2 seconds left");
        assert!(bar(60, 240).starts_with("███░"));
    }
}
