//! `verify`: verifies every divisor and every vertex count.
//!
//! The options become a list of `Work`: a rule and a range of numbers, of which a shard takes a part (`shard`). `rule`
//! divides a range into chunks among threads. A rule returns `Findings` of a chunk, which are merged in any order,
//! since a sum of them is sorted (`findings`). `progress` counts what is done.
//!
//! Three files have the rules. `divisors` checks multipliers: the fields by the theorem, which covers every id, and
//! some quotients by the reference model. `long_division` checks the division of machines without one in 64 bits.
//! `vertex_counts` checks padded counts against the list of all counts that the hardware can express.

mod divisors;
mod findings;
mod long_division;
mod progress;
mod rule;
mod shard;
mod vertex_counts;

use std::num::NonZeroUsize;
use std::ops::RangeInclusive;
use std::thread;
use std::time::Instant;

use clap::Args;
use mali_instancing::{Padding, Rounding};
use mali_instancing_inspect::notation::{parse_number, parse_range_or_number};

use crate::failure::Failure;
use crate::files::print_answer;
use crate::help::help;
use crate::options::OutputFormatOptions;
use divisors::{floating_point, library};
use findings::Verification;
use long_division::{ByHalves, NORMALIZED};
use progress::Progress;
use rule::Work;
use shard::Shard;
use vertex_counts::PaddingRule;

/// Verifies every divisor and every vertex count.
///
/// They are compared with the rules and the reference model. For each divisor, under both rounding rules: the fields are those of the rule, and by its theorem
/// they are exact for every 32-bit id; the model's quotients are right at the ids where they would be
/// wrong first; multiplier and E are those of the odd part; the tables have the same numbers. The long division
/// that computes a multiplier on machines without a 64-bit division is exact.
///
/// For each vertex count, under the three padding rules, with and without IDVS: the padded count is
/// the smallest that the rule allows, its 8-bit form is read back, the tables have the same count, and a count
/// that does not fit is refused.
///
/// Exits with 1 if a number is wrong. Takes minutes: install the command, or run it with --release.
#[derive(Args)]
#[command(after_help = help!("verify"))]
pub(crate) struct Verify {
    /// Verifies one of N parts, to spread the work over machines
    #[arg(long, value_name = "I/N", value_parser = Shard::parse, default_value = "1/1")]
    shard: Shard,

    /// The number of threads, at most the number of cores; absent: the number of cores
    #[arg(long, value_name = "J", value_parser = parse_jobs)]
    jobs: Option<NonZeroUsize>,

    /// Verifies only these divisors, and vertex counts only with --vertices
    #[arg(long, value_name = "A..B", value_parser = parse_divisors)]
    divisors: Option<RangeInclusive<u32>>,

    /// Verifies only these vertex counts, and divisors only with --divisors
    #[arg(long, value_name = "A..B", value_parser = parse_range_or_number)]
    vertices: Option<RangeInclusive<u32>>,

    /// Verifies a known mistake instead, to see that it is found: multipliers rounded up in double
    /// precision, which are wrong for 3297 divisors
    #[arg(long, conflicts_with = "vertices")]
    floating_point: bool,

    #[command(flatten)]
    format: OutputFormatOptions,
}

fn parse_divisors(text: &str) -> Result<RangeInclusive<u32>, String> {
    match parse_range_or_number(text)? {
        divisors if divisors.contains(&0) => Err("no descriptor divides by 0".to_owned()),
        divisors => Ok(divisors),
    }
}

fn parse_jobs(text: &str) -> Result<NonZeroUsize, String> {
    let jobs = usize::try_from(parse_number::<u32>(text)?).unwrap_or(usize::MAX);
    NonZeroUsize::new(jobs).ok_or_else(|| "0 threads do no work: at least 1 is allowed".to_owned())
}

impl Verify {
    pub(crate) fn run(&self) -> Result<(), Failure> {
        let cores = thread::available_parallelism().unwrap_or(NonZeroUsize::MIN);
        // The work is arithmetic alone, so more threads than cores would only add switches.
        let threads = self.jobs.unwrap_or(cores).min(cores).get();
        let start = Instant::now();
        let work = work(self);
        let progress = Progress::new(work.iter().map(Work::cost).sum());
        let work = work.into_iter();
        let outcomes: Vec<_> = work.map(|work| work.verify(threads, &progress)).collect();
        progress.finish();
        let wrong = outcomes.iter().map(|outcome| outcome.findings.wrong).sum();
        let verification = Verification {
            shard: self.shard,
            // The JSON has the same digits as the text.
            seconds: (start.elapsed().as_secs_f64() * 10.0).round() / 10.0,
            outcomes,
        };
        print_answer(&verification, self.format.is_json())?;
        match wrong {
            0_u64 => Ok(()),
            1 => Err(Failure::input("1 check failed")),
            wrong => Err(Failure::input(format_args!("{wrong} checks failed"))),
        }
    }
}

fn work(options: &Verify) -> Vec<Work> {
    // One of both options means that numbers of the other kind are not wanted.
    let everything = options.divisors.is_none() && options.vertices.is_none();
    let part = |numbers: &Option<RangeInclusive<u32>>, all: RangeInclusive<u32>| {
        let all = everything.then_some(all);
        options.shard.of(&numbers.clone().or(all)?)
    };
    let mut work = Vec::new();
    if let Some(numbers) = part(&options.divisors, 1..=u32::MAX) {
        let rule = if options.floating_point {
            floating_point
        } else {
            library
        };
        work.extend(Rounding::ALL.iter().map(|&rounding| Work {
            of: "divisors",
            weight: 6,
            rule: rule(rounding),
            numbers: numbers.clone(),
        }));
    }
    if options.floating_point {
        return work;
    }
    // The long division gets divisors shifted up to their top bit, so only the upper half of `--divisors` is its own. A
    // divisor below is checked as the number that it is shifted to, in a run over all of them.
    let normalized = part(&options.divisors, 1..=u32::MAX)
        .map(|divisors| *NORMALIZED.start().max(divisors.start())..=*divisors.end())
        .filter(|normalized| !normalized.is_empty());
    if let Some(numbers) = normalized {
        work.push(Work {
            of: "long division",
            weight: 2,
            rule: Box::new(ByHalves),
            numbers,
        });
    }
    if let Some(numbers) = part(&options.vertices, 0..=u32::MAX) {
        for idvs in [false, true] {
            work.extend(Padding::ALL.iter().map(|&padding| Work {
                of: "vertex counts",
                weight: 1,
                rule: Box::new(PaddingRule::new(padding, idvs)),
                numbers: numbers.clone(),
            }));
        }
    }
    work
}
