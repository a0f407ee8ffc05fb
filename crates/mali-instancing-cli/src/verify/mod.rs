//! `verify`: every divisor and every vertex count there is.

mod divisors;
mod fields;
mod finding;
mod floating_point;
mod progress;
mod shard;
mod vertex_counts;

use std::io::{self, Write};
use std::num::NonZeroUsize;
use std::ops::RangeInclusive;
use std::time::Instant;

use clap::Args;
use mali_instancing::{Padding, Rounding};
use rayon::iter::{IntoParallelIterator, ParallelIterator};
use rayon::{ThreadPool, ThreadPoolBuilder};
use serde::Serialize;

use crate::failure::Failure;
use crate::format::FormatArguments;
use crate::{json, output, range};
use divisors::{Divisors, Library, RoundingRule};
use finding::Findings;
use floating_point::FloatingPoint;
use progress::Progress;
use shard::Shard;
use vertex_counts::PaddingRule;

const EXAMPLES: &str = "Examples:
  mali-instancing verify
  mali-instancing verify --shard 2/4 --json
  mali-instancing verify --divisors 1..=216 --vertices 70
  mali-instancing verify --floating-point --divisors 4_970_000..4_980_000";

/// Verifies every divisor and every vertex count against the rules and the reference model.
///
/// For each divisor, under both rounding rules: the fields are those of the rule, by the theorem that
/// makes them exact for every 32-bit id; the model's quotients are the true ones where they would
/// first go wrong; multiplier and E are those of the odd part; the tables say the same.
///
/// For each vertex count, under the three padding rules, with and without IDVS: the padded count is
/// the smallest that the rule allows, its 8-bit form is read back, the tables say the same, and what
/// does not fit is refused.
///
/// Exits with 1 if anything is wrong. Takes minutes: install the command, or run it with --release.
#[derive(Args)]
#[command(after_help = EXAMPLES)]
pub(crate) struct Arguments {
    /// Verifies one of N parts, to spread the work over machines
    #[arg(long, value_name = "I/N", value_parser = Shard::parse, default_value = "1/1")]
    shard: Shard,

    /// How many threads work at a time; without it, as many as there are cores
    #[arg(long, value_name = "J")]
    jobs: Option<NonZeroUsize>,

    /// Verifies these divisors only, and no vertex counts if --vertices is not given too
    #[arg(long, value_name = "A..B", value_parser = parse_divisors)]
    divisors: Option<RangeInclusive<u32>>,

    /// Verifies these vertex counts only, and no divisors if --divisors is not given too
    #[arg(long, value_name = "A..B", value_parser = range::parse_or_number)]
    vertices: Option<RangeInclusive<u32>>,

    /// Verifies a known mistake instead, to see it found: multipliers rounded up in double
    /// precision, which is wrong for 3297 divisors
    #[arg(long, conflicts_with = "vertices")]
    floating_point: bool,

    #[command(flatten)]
    format: FormatArguments,
}

fn parse_divisors(text: &str) -> Result<RangeInclusive<u32>, String> {
    match range::parse_or_number(text)? {
        divisors if divisors.contains(&0) => Err("no record divides by 0".to_owned()),
        divisors => Ok(divisors),
    }
}

/// What is said of numbers, and can be wrong.
trait Rule: Sync {
    fn name(&self) -> String;

    /// Looks at every number.
    fn verify(&self, numbers: RangeInclusive<u32>) -> Findings;
}

/// How many numbers a thread takes at a time.
const CHUNK: u64 = 1 << 20;

pub(crate) fn run(arguments: &Arguments) -> Result<(), Failure> {
    let threads = ThreadPoolBuilder::new()
        .num_threads(arguments.jobs.map_or(0, NonZeroUsize::get))
        .build()
        .map_err(|error| Failure::option("jobs", error))?;
    let start = Instant::now();
    let work = work(arguments);
    let progress = Progress::new(work.iter().map(|work| work.length() * work.weight).sum());
    let results: Vec<_> = work
        .into_iter()
        .map(|work| work.verify(&threads, &progress))
        .collect();
    progress.finish();
    let seconds = start.elapsed().as_secs_f64();
    output::print(|output| {
        if arguments.format.is_json() {
            print_json(output, arguments.shard, seconds, &results)
        } else {
            print_text(output, seconds, &results)
        }
    })?;
    match results.iter().map(|result| result.findings.wrong).sum() {
        0 => Ok(()),
        wrong => Err(Failure::Disproved(wrong)),
    }
}

/// A rule and the numbers to verify under it.
struct Work {
    of: &'static str,
    /// How long a number takes, beside the other rules': a divisor is divided by.
    weight: u64,
    rule: Box<dyn Rule>,
    numbers: RangeInclusive<u32>,
}

/// A rule and what was found.
#[derive(Serialize)]
struct Outcome {
    of: &'static str,
    rule: String,
    first: u32,
    last: u32,
    #[serde(flatten)]
    findings: Findings,
}

fn work(arguments: &Arguments) -> Vec<Work> {
    let everything = arguments.divisors.is_none() && arguments.vertices.is_none();
    let part = |numbers: &Option<RangeInclusive<u32>>, all: RangeInclusive<u32>| {
        let all = everything.then_some(all);
        arguments.shard.of(&numbers.clone().or(all)?)
    };
    let mut work = Vec::new();
    if let Some(numbers) = part(&arguments.divisors, 1..=u32::MAX) {
        for rounding in [Rounding::RoundDown, Rounding::Nearest] {
            work.push(Work {
                of: "divisors",
                weight: 6,
                rule: if arguments.floating_point {
                    rounding_rule(rounding, FloatingPoint)
                } else {
                    rounding_rule(rounding, Library)
                },
                numbers: numbers.clone(),
            });
        }
    }
    if arguments.floating_point {
        return work;
    }
    if let Some(numbers) = part(&arguments.vertices, 0..=u32::MAX) {
        for idvs in [false, true] {
            for padding in [Padding::Hardware, Padding::Tight, Padding::Mesa] {
                work.push(Work {
                    of: "vertex counts",
                    weight: 1,
                    rule: Box::new(PaddingRule::new(padding, idvs)),
                    numbers: numbers.clone(),
                });
            }
        }
    }
    work
}

fn rounding_rule(rounding: Rounding, divisors: impl Divisors + 'static) -> Box<dyn Rule> {
    Box::new(RoundingRule::new(rounding, divisors))
}

impl Work {
    fn length(&self) -> u64 {
        u64::from(*self.numbers.end()) - u64::from(*self.numbers.start()) + 1
    }

    fn verify(self, threads: &ThreadPool, progress: &Progress) -> Outcome {
        progress.begin(self.rule.name(), self.weight);
        let (first, last) = (*self.numbers.start(), *self.numbers.end());
        let verify = |chunk: u64| {
            let begin = u64::from(first) + chunk * CHUNK;
            let end = u64::from(last).min(begin + CHUNK - 1);
            // Neither is beyond the last number.
            let findings = self.rule.verify(begin as u32..=end as u32);
            progress.add(end + 1 - begin);
            findings
        };
        let findings = threads.install(|| {
            (0..self.length().div_ceil(CHUNK))
                .into_par_iter()
                .map(verify)
                .reduce(Findings::default, Findings::merge)
        });
        Outcome {
            of: self.of,
            rule: self.rule.name(),
            first,
            last,
            findings,
        }
    }
}

fn print_text(output: &mut dyn Write, seconds: f64, outcomes: &[Outcome]) -> io::Result<()> {
    writeln!(
        output,
        "{:<15} {:<15} {:>10}  {:>10}  {:>10}  {:>10}",
        "", "rule", "first", "last", "checked", "wrong"
    )?;
    for outcome in outcomes {
        let Findings { checked, wrong, .. } = outcome.findings;
        writeln!(
            output,
            "{:<15} {:<15} {:>10}  {:>10}  {checked:>10}  {wrong:>10}",
            outcome.of, outcome.rule, outcome.first, outcome.last
        )?;
    }
    for outcome in outcomes {
        for finding in &outcome.findings.first_wrong {
            writeln!(output, "\n{}, {}: {finding}", outcome.of, outcome.rule)?;
        }
    }
    writeln!(output, "\nin {seconds:.1} seconds")
}

fn print_json(
    output: &mut dyn Write,
    shard: Shard,
    seconds: f64,
    outcomes: &[Outcome],
) -> io::Result<()> {
    write!(
        output,
        "{{\"shard\": \"{shard}\", \"seconds\": {seconds:.1}, "
    )?;
    json::write_array(output, "results", outcomes)?;
    writeln!(output, "}}")
}
