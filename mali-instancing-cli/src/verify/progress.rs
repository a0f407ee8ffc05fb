//! How far the work is: a bar for a person, a line now and then for a log.

use std::fmt;
use std::io::IsTerminal;
use std::sync::Mutex;
use std::time::{Duration, Instant};

use indicatif::{
    HumanCount, HumanDuration, ProgressBar, ProgressDrawTarget, ProgressState, ProgressStyle,
};

/// How often a log gets a line.
const INTERVAL: Duration = Duration::from_secs(5);

pub(super) struct Progress {
    bar: ProgressBar,
    /// When a log got its last line; `None` if a person watches.
    last_line: Option<Mutex<Instant>>,
}

impl Progress {
    /// Of so many numbers, shown on stderr.
    pub(super) fn new(numbers: u64) -> Self {
        if std::io::stderr().is_terminal() {
            let style = ProgressStyle::with_template(
                "{msg:>16} {wide_bar} {percent:>3} %  {rate}, {eta} left",
            )
            .unwrap_or_else(|_| ProgressStyle::default_bar())
            .with_key(
                "rate",
                |state: &ProgressState, text: &mut dyn fmt::Write| {
                    // A rate that cannot be written is left out.
                    let _ = text.write_str(&rate(state.per_sec()));
                },
            );
            Self {
                bar: ProgressBar::new(numbers).with_style(style),
                last_line: None,
            }
        } else {
            Self {
                bar: ProgressBar::with_draw_target(Some(numbers), ProgressDrawTarget::hidden()),
                last_line: Some(Mutex::new(Instant::now())),
            }
        }
    }

    /// Says which rule the numbers from now on are verified under.
    pub(super) fn begin(&self, rule: String) {
        self.bar.set_message(rule);
    }

    /// Counts numbers that are done.
    pub(super) fn add(&self, numbers: u64) {
        self.bar.inc(numbers);
        if let Some(last_line) = &self.last_line {
            self.log(last_line);
        }
    }

    fn log(&self, last_line: &Mutex<Instant>) {
        // Whoever holds it is writing the line.
        let Ok(mut last_line) = last_line.try_lock() else {
            return;
        };
        if last_line.elapsed() < INTERVAL {
            return;
        }
        *last_line = Instant::now();
        let (done, all) = (self.bar.position(), self.bar.length().unwrap_or_default());
        eprintln!(
            "{}: {} % of {} numbers, {}, {} left",
            self.bar.message(),
            done * 100 / all.max(1),
            HumanCount(all),
            rate(self.bar.per_sec()),
            HumanDuration(self.bar.eta())
        );
    }

    /// Takes the bar away.
    pub(super) fn finish(&self) {
        self.bar.finish_and_clear();
    }
}

fn rate(per_second: f64) -> String {
    format!("{:.0} million/s", per_second / 1e6)
}
