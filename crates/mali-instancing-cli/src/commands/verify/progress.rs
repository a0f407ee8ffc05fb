//! How far the work is: a line that changes for a person, a line now and then for a log.

use std::fmt::{self, Write as _};
use std::io::{self, IsTerminal, Write as _};
use std::sync::Mutex;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::{Duration, Instant};

/// How often a log gets a line.
const LOG_INTERVAL: Duration = Duration::from_secs(5);

/// How often a person's line changes.
const BAR_INTERVAL: Duration = Duration::from_millis(100);

const BAR_WIDTH: u64 = 32;

/// What takes the line of a terminal away.
const CLEAR_LINE: &str = "\r\x1b[K";

/// Counts work, of which a number makes more or less: so the time that is left is about right.
pub(super) struct Progress {
    all: u64,
    done: AtomicU64,
    /// How much work a number is at present.
    weight: AtomicU64,
    begin: Instant,
    /// Whether a person watches.
    is_terminal: bool,
    line: Mutex<Line>,
}

/// What is shown.
struct Line {
    rule: String,
    last: Instant,
}

impl Progress {
    /// Of so much work, shown on stderr.
    pub(super) fn new(work: u64) -> Self {
        let now = Instant::now();
        Self {
            all: work,
            done: AtomicU64::new(0),
            weight: AtomicU64::new(1),
            begin: now,
            is_terminal: io::stderr().is_terminal(),
            line: Mutex::new(Line {
                rule: String::new(),
                last: now,
            }),
        }
    }

    /// Says which rule the numbers from now on are verified under, and how much work each is.
    pub(super) fn begin(&self, rule: String, weight: u64) {
        self.weight.store(weight, Ordering::Relaxed);
        if let Ok(mut line) = self.line.lock() {
            line.rule = rule;
        }
    }

    /// Counts numbers that are done.
    pub(super) fn add(&self, numbers: u64) {
        let weight = self.weight.load(Ordering::Relaxed);
        let done = self.done.fetch_add(numbers * weight, Ordering::Relaxed) + numbers * weight;
        // Whoever holds it is writing the line.
        let Ok(mut line) = self.line.try_lock() else {
            return;
        };
        let interval = if self.is_terminal {
            BAR_INTERVAL
        } else {
            LOG_INTERVAL
        };
        if line.last.elapsed() < interval {
            return;
        }
        line.last = Instant::now();
        let state = State {
            done,
            all: self.all.max(1),
            weight,
            elapsed: self.begin.elapsed(),
        };
        // A line that cannot be written is left out.
        let _ = if self.is_terminal {
            write!(io::stderr(), "{CLEAR_LINE}{}", state.bar(&line.rule))
        } else {
            writeln!(io::stderr(), "{}", state.log(&line.rule))
        };
    }

    /// Takes the line away.
    pub(super) fn finish(&self) {
        if self.is_terminal {
            let _ = write!(io::stderr(), "{CLEAR_LINE}");
        }
    }
}

/// How far the work is.
struct State {
    done: u64,
    all: u64,
    weight: u64,
    elapsed: Duration,
}

impl State {
    fn percent(&self) -> u64 {
        self.done * 100 / self.all
    }

    fn bar(&self, rule: &str) -> String {
        let filled = self.done * BAR_WIDTH / self.all;
        let mut bar = String::new();
        for place in 0..BAR_WIDTH {
            bar.push(if place < filled { '█' } else { '░' });
        }
        format!("{rule:>16} {bar} {:>3} %  {}", self.percent(), self.pace())
    }

    fn log(&self, rule: &str) -> String {
        let percent = self.percent();
        format!("{rule}: {percent} % of everything done, {}", self.pace())
    }

    /// How fast it goes, and how long it will.
    fn pace(&self) -> String {
        let milliseconds = u64::try_from(self.elapsed.as_millis()).unwrap_or(u64::MAX);
        let a_second = u128::from(self.done) * 1000 / u128::from(milliseconds.max(1));
        let numbers = a_second / u128::from(self.weight.max(1));
        let left = u128::from(self.all - self.done) / a_second.max(1);
        let left = Duration::from_secs(u64::try_from(left).unwrap_or(u64::MAX));
        format!("{} million/s, {} left", numbers / 1_000_000, Rounded(left))
    }
}

/// A duration in its largest unit, rounded to the nearest.
struct Rounded(Duration);

impl fmt::Display for Rounded {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        const MINUTE: u64 = 60;
        const HOUR: u64 = 60 * MINUTE;
        let seconds = self.0.as_secs();
        // Of less than one and a half of a unit the smaller one says more.
        let (count, unit) = if seconds >= HOUR + HOUR / 2 {
            ((seconds + HOUR / 2) / HOUR, "hour")
        } else if seconds >= MINUTE + MINUTE / 2 {
            ((seconds + MINUTE / 2) / MINUTE, "minute")
        } else {
            (seconds, "second")
        };
        write!(formatter, "{count} {unit}")?;
        if count == 1 {
            return Ok(());
        }
        formatter.write_char('s')
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_duration_is_said_in_its_largest_unit() {
        for (seconds, text) in [
            (0, "0 seconds"),
            (1, "1 second"),
            (89, "89 seconds"),
            (90, "2 minutes"),
            (149, "2 minutes"),
            (151, "3 minutes"),
            (5_399, "90 minutes"),
            (5_400, "2 hours"),
        ] {
            let duration = Duration::from_secs(seconds);
            assert_eq!(Rounded(duration).to_string(), text, "{seconds}");
        }
    }

    /// A number that is six of work goes by a sixth of the work's pace.
    #[test]
    fn the_time_that_is_left_is_at_the_pace_so_far() {
        let state = State {
            done: 60_000_000,
            all: 240_000_000,
            weight: 6,
            elapsed: Duration::from_secs(2),
        };
        assert_eq!(
            state.log("nearest"),
            "nearest: 25 % of everything done, 5 million/s, 6 seconds left"
        );
        assert!(state.bar("nearest").contains("████████░"));
    }
}
