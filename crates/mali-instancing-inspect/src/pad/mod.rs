//! Padded counts, and the threads that they waste under each rule.

// `waste` pads counts under a rule and finds the steps: neighbouring counts with the same padded count. Sums and
// curves are made of steps, of which there are few, so a range of all counts costs little. `plot` draws the curves.
// Texts and JSON pad each count of a range when they are written.
mod plot;
mod waste;

use std::fmt;
use std::ops::RangeInclusive;

use mali_instancing::{Error, PaddedCount, Padding};
use serde::Serialize;

use crate::notation::{parse_number, parse_range_or_number};
use crate::output::count;
pub use waste::DrawPadding;

/// Vertex counts: one, or a range.
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
    /// Text that is neither.
    pub fn parse(text: &str) -> Result<Self, String> {
        if text.contains("..") {
            parse_range_or_number(text).map(Self::Range)
        } else {
            let number = parse_number(text).map(Self::Single);
            number.map_err(|error| match text.split_once('-') {
                Some((first, last)) if !first.is_empty() => {
                    format!("{error}; is this the range {first}..={last}?")
                }
                _ => error,
            })
        }
    }

    fn range(&self) -> RangeInclusive<u32> {
        match self {
            Self::Single(vertices) => *vertices..=*vertices,
            Self::Range(counts) => counts.clone(),
        }
    }
}

/// The padded counts of vertex counts under each rule.
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
pub struct PaddedCounts {
    padded_counts: RulesOfCounts,
}

/// Vertex counts, each of which is padded only when it is written, because they may not fit in memory.
#[derive(Debug)]
struct RulesOfCounts {
    counts: Counts,
    idvs: bool,
}

impl Serialize for RulesOfCounts {
    fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let counts = self.counts.range();
        serializer.collect_seq(counts.map(|vertices| RulesOfCount::new(vertices, self.idvs)))
    }
}

/// A vertex count, and its padded count under each rule; null if the rule cannot pad it.
#[derive(Serialize)]
struct RulesOfCount {
    vertices: u32,
    hardware: Option<Padded>,
    tight: Option<Padded>,
    mesa: Option<Padded>,
}

/// A padded count: `odd` times 2 to the power of `shift`.
#[derive(Serialize)]
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
        // This rule can pad every count that another rule can, and every count between two that it can.
        let padding = Padding::Tight;
        for vertices in [*counts.range().start(), *counts.range().end()] {
            DrawPadding { padding, idvs }.pad(vertices)?;
        }
        let padded_counts = RulesOfCounts { counts, idvs };
        Ok(Self { padded_counts })
    }

    /// The number of threads that each rule wastes, on average and at worst, with a line for each rule.
    #[must_use]
    pub fn summary(&self) -> String {
        let counts = self.padded_counts.counts.range();
        let (first, last) = (counts.start(), counts.end());
        let mut lines = vec![
            format!("{first} to {last} vertices: threads wasted\n"),
            "rule         mean   worst  at vertices".to_owned(),
        ];
        lines.extend(self.rules().map(|rule| {
            let name = rule.padding.name();
            let Some(summary) = rule.summary(&counts) else {
                return format!("{name:<9} pads none of them");
            };
            let [mean, worst] = [summary.mean, summary.worst].map(percent);
            let vertices = summary.worst_vertices;
            format!("{name:<9} {mean:>7} {worst:>7}  {vertices}")
        }));
        lines.join("\n") + "\n"
    }

    /// The part of the threads that each rule wastes over the counts, as a picture.
    #[must_use]
    pub fn svg(&self) -> String {
        let rules: Vec<_> = self.rules().collect();
        plot::waste(&rules, &self.padded_counts.counts.range())
    }

    fn rules(&self) -> impl Iterator<Item = DrawPadding> {
        let idvs = self.padded_counts.idvs;
        let rule = move |&padding| DrawPadding { padding, idvs };
        Padding::ALL.iter().map(rule)
    }

    fn print_single(&self, output: &mut dyn fmt::Write, vertices: u32) -> fmt::Result {
        let title = count(vertices as usize, "vertex", "vertices");
        let has_idvs = self.padded_counts.idvs;
        let idvs = if has_idvs { " with IDVS" } else { "" };
        writeln!(output, "{title}{idvs}\n")?;
        writeln!(output, "rule          padded             threads  wasted")?;
        for rule in self.rules() {
            let name = rule.padding.name();
            match rule.pad(vertices) {
                Ok(padded) => {
                    let factors = format!("{}·2^{}", padded.odd(), padded.shift());
                    let padded = padded.get();
                    let wasted = padded - vertices;
                    let part = percent(f64::from(wasted) / f64::from(padded));
                    write!(output, "{name:<9} {padded:>10}  {factors:<7} ")?;
                    writeln!(output, "{wasted:>10}  {part}")?;
                }
                Err(error) => writeln!(output, "{name:<9} {error}")?,
            }
        }
        Ok(())
    }
}

/// Writes a line for each rule for one count, and a line for each count for a range.
impl fmt::Display for PaddedCounts {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        let counts = match &self.padded_counts.counts {
            Counts::Single(vertices) => return self.print_single(formatter, *vertices),
            Counts::Range(counts) => counts.clone(),
        };
        write!(formatter, "{:>10}", "vertices")?;
        for rule in self.rules() {
            write!(formatter, " {:>10} {:>9}", rule.padding.name(), "wasted")?;
        }
        for vertices in counts {
            write!(formatter, "\n{vertices:>10}")?;
            for rule in self.rules() {
                match rule.pad(vertices).map(PaddedCount::get) {
                    Ok(padded) => write!(formatter, " {padded:>10} {:>9}", padded - vertices)?,
                    Err(_) => write!(formatter, " {:>10} {:>9}", "-", "-")?,
                }
            }
        }
        writeln!(formatter)
    }
}

fn percent(part: f64) -> String {
    format!("{:.1} %", part * 100.0)
}
