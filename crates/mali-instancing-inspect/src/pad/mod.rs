//! Padded counts, and the threads that they waste under each rule.

mod plot;
mod waste;

use std::fmt::{self, Write};
use std::ops::RangeInclusive;

use mali_instancing::{Error, Padding};
use serde::Serialize;

use crate::notation::{number, range};
use crate::output::count::count;
pub use waste::DrawPadding;

/// Vertex counts: one, or a range of them.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Counts {
    /// One count.
    Single(u32),
    /// Every count of a range.
    Range(RangeInclusive<u32>),
}

impl Counts {
    /// Reads a count, or a range: A..B without B, A..=B with it.
    ///
    /// ```
    /// use mali_instancing_inspect::pad::Counts;
    ///
    /// assert_eq!(Counts::parse("1..21"), Ok(Counts::Range(1..=20)));
    /// assert!(Counts::parse("many").is_err());
    /// ```
    ///
    /// # Errors
    ///
    /// What is neither.
    pub fn parse(text: &str) -> Result<Self, String> {
        match range::parse(text) {
            Some(counts) => counts.map(Self::Range),
            None => number::parse(text).map(Self::Single),
        }
    }

    fn range(&self) -> RangeInclusive<u32> {
        match self {
            Self::Single(vertices) => *vertices..=*vertices,
            Self::Range(counts) => counts.clone(),
        }
    }
}

/// What counts are padded to under each rule.
///
/// ```
/// use mali_instancing_inspect::pad::{Counts, PaddedCounts};
///
/// let padded = PaddedCounts::new(Counts::Range(1..=200), false)?;
/// assert_eq!(padded.to_string().lines().count(), 201);
/// assert!(padded.summary().contains("hardware"));
/// assert!(padded.svg().starts_with("<svg"));
/// assert!(PaddedCounts::new(Counts::Single(0), false).is_err());
/// # Ok::<(), mali_instancing::Error>(())
/// ```
#[derive(Debug, Serialize)]
#[cfg_attr(feature = "schemars", derive(schemars::JsonSchema))]
pub struct PaddedCounts {
    #[serde(skip)]
    counts: Counts,
    #[serde(rename = "padded_counts")]
    #[cfg_attr(feature = "schemars", schemars(with = "Vec<RulesOfCount>"))]
    rules: RulesOfRange,
}

/// A range of vertex counts, each of which is padded when it is written: they can be more than there is memory for.
#[derive(Debug)]
struct RulesOfRange {
    idvs: bool,
    counts: RangeInclusive<u32>,
}

impl Serialize for RulesOfRange {
    fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let counts = self.counts.clone();
        serializer.collect_seq(counts.map(|vertices| RulesOfCount::new(vertices, self.idvs)))
    }
}

/// A vertex count, and what each rule pads it to; null where the rule cannot pad it.
#[derive(Serialize)]
#[cfg_attr(feature = "schemars", derive(schemars::JsonSchema))]
struct RulesOfCount {
    vertices: u32,
    hardware: Option<Padded>,
    tight: Option<Padded>,
    mesa: Option<Padded>,
}

/// A padded count: `odd` times 2 to the power of `shift`.
#[derive(Serialize)]
#[cfg_attr(feature = "schemars", derive(schemars::JsonSchema))]
struct Padded {
    #[serde(rename = "padded")]
    count: u32,
    odd: u32,
    shift: u32,
    /// The threads of each instance that are discarded.
    wasted: u32,
}

impl RulesOfCount {
    fn new(vertices: u32, idvs: bool) -> Self {
        let padded = |padding| {
            let padded = DrawPadding { padding, idvs }.pad(vertices).ok()?;
            Some(Padded {
                count: padded.get(),
                odd: padded.odd(),
                shift: padded.shift(),
                wasted: padded.get() - vertices,
            })
        };
        Self {
            vertices,
            hardware: padded(Padding::Hardware),
            tight: padded(Padding::Tight),
            mesa: padded(Padding::Mesa),
        }
    }
}

impl PaddedCounts {
    /// `idvs`: the draws use index-driven vertex shading (V6 and later).
    ///
    /// # Errors
    ///
    /// A first or last count that no rule can pad: 0, or one above 0xE000_0000.
    pub fn new(counts: Counts, idvs: bool) -> Result<Self, Error> {
        let rule = |padding| DrawPadding { padding, idvs };
        // It serves every count that another rule does.
        let widest = rule(Padding::Tight);
        for vertices in [*counts.range().start(), *counts.range().end()] {
            widest.pad(vertices)?;
        }
        let rules = RulesOfRange {
            idvs,
            counts: counts.range(),
        };
        Ok(Self { counts, rules })
    }

    /// How many threads each rule wastes, on average and at worst: a line a rule.
    #[must_use]
    pub fn summary(&self) -> String {
        summary(&self.rules(), &self.counts.range())
    }

    /// The part of the threads that each rule wastes over the counts, as a picture.
    #[must_use]
    pub fn svg(&self) -> String {
        plot::waste(&self.rules(), &self.counts.range())
    }

    fn rules(&self) -> Vec<DrawPadding> {
        let idvs = self.rules.idvs;
        let rules = Padding::ALL.iter();
        rules
            .map(|padding| DrawPadding {
                padding: *padding,
                idvs,
            })
            .collect()
    }
}

/// Writes a line a rule for one count, a line a count for a range.
impl fmt::Display for PaddedCounts {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.counts {
            Counts::Single(vertices) => print_single(formatter, &self.rules(), *vertices),
            Counts::Range(counts) => print_range(formatter, &self.rules(), counts.clone()),
        }
    }
}

fn print_single(output: &mut dyn Write, rules: &[DrawPadding], vertices: u32) -> fmt::Result {
    writeln!(
        output,
        "{}{}\n",
        count(vertices as usize, "vertex", "vertices"),
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
    rules: &[DrawPadding],
    counts: RangeInclusive<u32>,
) -> fmt::Result {
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

fn summary(rules: &[DrawPadding], counts: &RangeInclusive<u32>) -> String {
    let mut lines = vec![
        format!(
            "{} to {} vertices: threads wasted\n",
            counts.start(),
            counts.end()
        ),
        format!("{:<9} {:>7} {:>7}  at vertices", "rule", "mean", "worst"),
    ];
    for rule in rules {
        let name = rule.padding.name();
        lines.push(match rule.summary(counts) {
            Some(summary) => format!(
                "{name:<9} {:>7} {:>7}  {}",
                percent(summary.mean),
                percent(summary.worst),
                summary.worst_vertices
            ),
            None => format!("{name:<9} serves none of them"),
        });
    }
    lines.join("\n") + "\n"
}

fn percent(part: f64) -> String {
    format!("{:.1} %", part * 100.0)
}
