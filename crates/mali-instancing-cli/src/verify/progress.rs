//! How far the work is: a bar for a person, a line now and then for a log.

use std::fmt;
use std::io::IsTerminal;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};

use indicatif::{HumanDuration, ProgressBar, ProgressDrawTarget, ProgressState, ProgressStyle};

/// How often a log gets a line.
const INTERVAL: Duration = Duration::from_secs(5);

/// Counts work, of which a number makes more or less: so the time that is left is about right.
pub(super) struct Progress {
    bar: ProgressBar,
    /// How much work a number is at present.
    weight: Arc<AtomicU64>,
    /// When a log got its last line; `None` if a person watches.
    last_line: Option<Mutex<Instant>>,
}

impl Progress {
    /// Of so much work, shown on stderr.
    pub(super) fn new(work: u64) -> Self {
        let weight = Arc::new(AtomicU64::new(1));
        if std::io::stderr().is_terminal() {
            let style = ProgressStyle::with_template(
                "{msg:>16} {wide_bar} {percent:>3} %  {rate}, {eta} left",
            )
            .unwrap_or_else(|_| ProgressStyle::default_bar())
            .with_key("rate", {
                let weight = Arc::clone(&weight);
                move |state: &ProgressState, text: &mut dyn fmt::Write| {
                    // A rate that cannot be written is left out.
                    let _ = text.write_str(&rate(state.per_sec(), &weight));
                }
            });
            Self {
                bar: ProgressBar::new(work).with_style(style),
                weight,
                last_line: None,
            }
        } else {
            Self {
                bar: ProgressBar::with_draw_target(Some(work), ProgressDrawTarget::hidden()),
                weight,
                last_line: Some(Mutex::new(Instant::now())),
            }
        }
    }

    /// Says which rule the numbers from now on are verified under, and how much work each is.
    pub(super) fn begin(&self, rule: String, weight: u64) {
        self.weight.store(weight, Ordering::Relaxed);
        self.bar.set_message(rule);
    }

    /// Counts numbers that are done.
    pub(super) fn add(&self, numbers: u64) {
        self.bar.inc(numbers * self.weight.load(Ordering::Relaxed));
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
            "{}: {} % of everything done, {}, {} left",
            self.bar.message(),
            done * 100 / all.max(1),
            rate(self.bar.per_sec(), &self.weight),
            HumanDuration(self.bar.eta())
        );
    }

    /// Takes the bar away.
    pub(super) fn finish(&self) {
        self.bar.finish_and_clear();
    }
}

fn rate(work_per_second: f64, weight: &AtomicU64) -> String {
    let weight = u32::try_from(weight.load(Ordering::Relaxed)).map_or(1.0, f64::from);
    format!("{:.0} million/s", work_per_second / weight / 1e6)
}
