//! `pad`: padded counts and the threads that they waste.

use std::io::{self, Write};
use std::ops::RangeInclusive;
use std::path::PathBuf;

use clap::Args;
use mali_instancing::{Error, PaddedCount, Padding};
use serde::Serialize;

use crate::failure::Failure;
use crate::format::FormatArguments;
use crate::waste::Rule;
use crate::{json, number, output, picture, plot, range};

const EXAMPLES: &str = "Examples:
  mali-instancing pad 70
  mali-instancing pad 1..21
  mali-instancing pad 1..200 --plot padding.svg";

/// Shows padded counts and the threads that they waste, under each rule.
#[derive(Args)]
#[command(after_help = EXAMPLES, allow_negative_numbers = true)]
pub(crate) struct Arguments {
    /// One vertex count, or a range: A..B without B, A..=B with it
    #[arg(value_name = "N|A..B", value_parser = parse_counts)]
    counts: Counts,

    /// Draws the part of the threads that is wasted over the range, and prints a summary
    #[arg(long, value_name = "OUT.svg")]
    plot: Option<PathBuf>,

    /// The draw uses index-driven vertex shading (V6 and later)
    #[arg(long)]
    idvs: bool,

    #[command(flatten)]
    format: FormatArguments,
}

#[derive(Clone)]
enum Counts {
    Single(u32),
    Range(RangeInclusive<u32>),
}

fn parse_counts(text: &str) -> Result<Counts, String> {
    match range::parse(text) {
        Some(counts) => counts.map(Counts::Range),
        None => number::parse(text).map(Counts::Single),
    }
}

const RULES: [Padding; 3] = [Padding::Hardware, Padding::Tight, Padding::Mesa];

pub(crate) fn run(arguments: &Arguments) -> Result<(), Failure> {
    let rules = RULES.map(|padding| Rule {
        padding,
        idvs: arguments.idvs,
    });
    let json = arguments.format.is_json();
    let counts = match &arguments.counts {
        Counts::Single(vertices) => *vertices..=*vertices,
        Counts::Range(counts) => counts.clone(),
    };
    // The tight rule serves every count that another does.
    for vertices in [*counts.start(), *counts.end()] {
        rules[1]
            .pad(vertices)
            .map_err(|error| Failure::Usage(format!("N|A..B: {error}")))?;
    }
    if let Some(path) = &arguments.plot {
        if matches!(arguments.counts, Counts::Single(_)) {
            return Err(Failure::option(
                "plot",
                "a picture needs a range of counts, A..B",
            ));
        }
        picture::write(path, &plot::waste(&rules, &counts)?)?;
    }
    output::print(|output| match (&arguments.counts, json, &arguments.plot) {
        (_, true, _) => print_json(output, rules, counts),
        (Counts::Range(_), false, Some(_)) => print_summary(output, &rules, &counts),
        (Counts::Range(_), false, None) => print_range(output, &rules, counts),
        (Counts::Single(vertices), false, _) => print_single(output, &rules, *vertices),
    })
}

fn print_single(output: &mut dyn Write, rules: &[Rule], vertices: u32) -> io::Result<()> {
    writeln!(
        output,
        "{vertices} vertices{}\n",
        if rules[0].idvs { " with IDVS" } else { "" }
    )?;
    writeln!(
        output,
        "{:<9} {:>10}  {:<7} {:>10}  wasted",
        "rule", "padded", "", "threads"
    )?;
    for rule in rules {
        let name = rule.padding.name();
        match rule.pad(vertices) {
            Ok(padded) => {
                let factors = format!("{}·2^{}", padded.odd(), padded.shift());
                let wasted = padded.get() - vertices;
                let part = percent(f64::from(wasted) / f64::from(padded.get()));
                let padded = padded.get();
                writeln!(
                    output,
                    "{name:<9} {padded:>10}  {factors:<7} {wasted:>10}  {part}"
                )?;
            }
            Err(error) => writeln!(output, "{name:<9} {error}")?,
        }
    }
    Ok(())
}

fn print_range(
    output: &mut dyn Write,
    rules: &[Rule],
    counts: RangeInclusive<u32>,
) -> io::Result<()> {
    write!(output, "{:>10}", "vertices")?;
    for rule in rules {
        write!(output, " {:>10} {:>9}", rule.padding.name(), "wasted")?;
    }
    writeln!(output)?;
    for vertices in counts {
        write!(output, "{vertices:>10}")?;
        for rule in rules {
            match rule.pad(vertices) {
                Ok(padded) => {
                    write!(
                        output,
                        " {:>10} {:>9}",
                        padded.get(),
                        padded.get() - vertices
                    )?;
                }
                Err(_) => write!(output, " {:>10} {:>9}", "-", "-")?,
            }
        }
        writeln!(output)?;
    }
    Ok(())
}

fn print_summary(
    output: &mut dyn Write,
    rules: &[Rule],
    counts: &RangeInclusive<u32>,
) -> io::Result<()> {
    writeln!(
        output,
        "{} to {} vertices: threads wasted\n",
        counts.start(),
        counts.end()
    )?;
    writeln!(
        output,
        "{:<9} {:>7} {:>7}  at vertices",
        "rule", "mean", "worst"
    )?;
    for rule in rules {
        let name = rule.padding.name();
        match rule.summary(counts) {
            Some(summary) => writeln!(
                output,
                "{name:<9} {:>7} {:>7}  {}",
                percent(summary.mean),
                percent(summary.worst),
                summary.worst_vertices
            )?,
            None => writeln!(output, "{name:<9} serves none of them")?,
        }
    }
    Ok(())
}

fn percent(part: f64) -> String {
    format!("{:.1} %", part * 100.0)
}

/// A padded count in JSON; null where the rule cannot pad the vertex count.
#[derive(Serialize)]
struct PaddedJson {
    padded: u32,
    odd: u32,
    shift: u32,
    wasted: u32,
}

#[derive(Serialize)]
struct CountJson {
    vertices: u32,
    hardware: Option<PaddedJson>,
    tight: Option<PaddedJson>,
    mesa: Option<PaddedJson>,
}

fn print_json(
    output: &mut dyn Write,
    rules: [Rule; 3],
    counts: RangeInclusive<u32>,
) -> io::Result<()> {
    let counts = counts.map(|vertices| {
        let json = |padded: Result<PaddedCount, Error>| {
            padded.ok().map(|padded| PaddedJson {
                padded: padded.get(),
                odd: padded.odd(),
                shift: padded.shift(),
                wasted: padded.get() - vertices,
            })
        };
        let [hardware, tight, mesa] = rules.map(|rule| json(rule.pad(vertices)));
        CountJson {
            vertices,
            hardware,
            tight,
            mesa,
        }
    });
    json::write_object(output, "padded_counts", counts)
}
