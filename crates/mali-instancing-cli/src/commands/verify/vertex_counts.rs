//! Verifies that a padded count is the smallest that its rule allows, and that its packed form is read back.
//!
//! The counts that a rule allows are found among all counts that the hardware can express, and not, as in the library,
//! by the top four bits.

use std::ops::RangeInclusive;

use mali_instancing::{PaddedCount, Padding, lookup};
use mali_instancing_inspect::pad::DrawPadding;

use super::findings::{Finding, Findings};
use super::rule::Rule;

/// From here on, the rule "mesa" is the rule "hardware".
const MESA_IS_HARDWARE: u32 = 20;

/// A padding rule: the counts that its text allows, and an implementation.
pub(super) struct PaddingRule {
    padding: Padding,
    idvs: bool,
    library: DrawPadding,
    /// The allowed padded counts, ascending, if the rule takes one above the vertex count.
    above: Vec<u32>,
    /// The allowed padded counts, ascending, if the rule takes one that is at least the vertex count.
    at_least: Vec<u32>,
}

/// Neighbouring vertex counts, and the padded count that they must have.
struct Step {
    last: u32,
    padded: u32,
}

impl PaddingRule {
    pub(super) fn new(padding: Padding, idvs: bool) -> Self {
        let mut expressible: Vec<u32> = [1_u64, 3, 5, 7, 9]
            .into_iter()
            // In 64 bits, since 9 · 2^31 has 35. No count has more than 32.
            .flat_map(|odd| (0..32).map(move |shift| odd << shift))
            .filter_map(|count| u32::try_from(count).ok())
            .collect();
        expressible.sort_unstable();
        let mut multiples_of_four = expressible.clone();
        multiples_of_four.retain(|count| count.is_multiple_of(4));
        Self {
            padding,
            idvs,
            library: DrawPadding { padding, idvs },
            at_least: if idvs {
                multiples_of_four.clone()
            } else {
                expressible
            },
            above: multiples_of_four,
        }
    }

    /// The padded count of `vertices` and of the vertex counts after it, by the text of the rule; `None` for 0
    /// vertices, and for more than can be padded.
    fn step(&self, vertices: u32) -> Option<Step> {
        // With index-driven vertex shading the vertices are rounded up to a multiple of four first.
        let unit = if self.idvs { 4 } else { 1 };
        let rounded = vertices.checked_next_multiple_of(unit)?;
        let takes_more = match self.padding {
            Padding::Hardware => true,
            Padding::Tight => false,
            Padding::Mesa => rounded >= MESA_IS_HARDWARE,
        };
        let counts = [&self.at_least, &self.above][usize::from(takes_more)];
        let minimum = rounded.checked_add(u32::from(takes_more))?;
        let padded = *counts.get(counts.partition_point(|&count| count < minimum))?;
        // A rule that takes more pads the count `padded` to more than `padded`. The multiple of `unit` before it is
        // the last that is padded to `padded`.
        let last = if takes_more { padded - unit } else { padded };
        (vertices > 0).then(|| Step {
            last: match self.padding {
                // "tight" pads 19 and 20 vertices to 20, but from 20 on this rule pads as "hardware", to 24.
                Padding::Mesa if !takes_more => last.min(MESA_IS_HARDWARE - 1),
                _ => last,
            },
            padded,
        })
    }
}

/// The padded count that is looked up in the tables.
#[expect(clippy::inline_always, reason = "or each count tells the rule apart")]
#[inline(always)]
fn looked_up(library: DrawPadding, vertices: u32) -> Option<PaddedCount> {
    if library.idvs {
        lookup::padded_count_for_idvs(vertices, library.padding).ok()
    } else {
        lookup::padded_count(vertices, library.padding).ok()
    }
}

impl Rule for PaddingRule {
    fn name(&self) -> String {
        let idvs = if self.idvs { ", IDVS" } else { "" };
        format!("{}{idvs}", self.padding)
    }

    fn verify(&self, numbers: RangeInclusive<u32>) -> Findings {
        let mut findings = Findings::default();
        let mut next = Some(*numbers.start());
        while let Some(first) = next.filter(|next| numbers.contains(next)) {
            let last = match self.step(first) {
                Some(step) => {
                    let last = step.last.min(*numbers.end());
                    self.verify_step(first..=last, step.padded, &mut findings);
                    last
                }
                None => {
                    // Vertex counts that cannot be padded have no step, and are checked one by one.
                    findings.add(self.accepted(first));
                    first
                }
            };
            next = last.checked_add(1);
        }
        findings
    }
}

impl PaddingRule {
    /// Verifies vertex counts that must all be padded to `expected`.
    fn verify_step(&self, counts: RangeInclusive<u32>, expected: u32, findings: &mut Findings) {
        // A loop for each rule, which takes half the time of one loop for all.
        match self.library.padding {
            Padding::Hardware => self.verify_counts(Padding::Hardware, counts, expected, findings),
            Padding::Tight => self.verify_counts(Padding::Tight, counts, expected, findings),
            Padding::Mesa => self.verify_counts(Padding::Mesa, counts, expected, findings),
        }
    }

    #[expect(clippy::inline_always, reason = "or each count tells the rule apart")]
    #[inline(always)]
    fn verify_counts(
        &self,
        padding: Padding,
        counts: RangeInclusive<u32>,
        expected: u32,
        findings: &mut Findings,
    ) {
        let idvs = self.library.idvs;
        let library = DrawPadding { padding, idvs };
        // A step has one padded count, so its forms are checked once, and each vertex count takes two comparisons.
        let padded = PaddedCount::from_exact(expected).ok();
        let padded = padded.filter(|padded| is_read_back(*padded, expected));
        for vertices in counts {
            let is_right = padded.is_some()
                && library.pad(vertices).ok() == padded
                && looked_up(library, vertices) == padded;
            findings.add((!is_right).then(|| self.wrong(vertices, expected)));
        }
    }

    #[cold]
    fn wrong(&self, vertices: u32, expected: u32) -> Finding {
        let computed = describe(self.library.pad(vertices).ok());
        let looked_up = describe(looked_up(self.library, vertices));
        Finding {
            number: vertices,
            found: format!("{computed}; looked up, {looked_up}"),
            expected: format!("{expected}, and in 8 bits its odd part and its shift"),
        }
    }

    /// Verifies that a vertex count that cannot be padded is refused.
    fn accepted(&self, vertices: u32) -> Option<Finding> {
        let computed = self.library.pad(vertices).ok();
        let padded = computed.or_else(|| looked_up(self.library, vertices));
        padded.map(|padded| Finding {
            number: vertices,
            found: describe(Some(padded)),
            expected: "an error: there is no such padded count".to_owned(),
        })
    }
}

/// Whether a padded count is `count` in each of its forms.
fn is_read_back(padded: PaddedCount, count: u32) -> bool {
    let bits = padded.to_bits();
    let odd_in_bits = u32::from(bits >> 5) * 2 + 1;
    padded.get() == count
        && padded.odd() << padded.shift() == count
        && odd_in_bits << (bits & 0x1f) == count
        && PaddedCount::from_bits(bits) == Some(padded)
}

fn describe(padded: Option<PaddedCount>) -> String {
    match padded {
        Some(padded) => format!("{padded}, in 8 bits {:#04x}", padded.to_bits()),
        None => "an error".to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A rule whose implementation follows another rule's text.
    fn mistaken(text: Padding, library: Padding, idvs: bool) -> PaddingRule {
        let (padding, rule) = (library, PaddingRule::new(text, idvs));
        let library = DrawPadding {
            padding,
            idvs: false,
        };
        PaddingRule { library, ..rule }
    }

    fn wrong_numbers(rule: &PaddingRule, numbers: RangeInclusive<u32>) -> Vec<u32> {
        let findings = rule.verify(numbers.clone());
        let length = u64::from(*numbers.end()) + 1 - u64::from(*numbers.start());
        assert_eq!(findings.checked, length);
        findings.first_wrong.iter().map(|it| it.number).collect()
    }

    #[test]
    fn a_count_that_is_padded_to_another_than_the_text_says_is_found() {
        let rule = mistaken(Padding::Tight, Padding::Hardware, false);
        // The other counts are padded to 20 and 24 by both rules.
        assert_eq!(wrong_numbers(&rule, 16..=23), [16, 17, 18, 20]);
        let rule = mistaken(Padding::Mesa, Padding::Hardware, false);
        assert_eq!(wrong_numbers(&rule, 18..=100), [18]);
        let rule = mistaken(Padding::Tight, Padding::Tight, true);
        assert_eq!(wrong_numbers(&rule, 8..=13), [9, 10, 13]);
    }

    #[test]
    fn a_count_that_is_padded_though_it_does_not_fit_is_found() {
        let rule = mistaken(Padding::Hardware, Padding::Tight, false);
        let around = 0xe000_0000..=0xe000_0003;
        assert_eq!(wrong_numbers(&rule, around), [0xe000_0000]);
    }

    #[test]
    fn what_the_first_counts_are_padded_to() {
        let padded = |padding, idvs| {
            let rule = PaddingRule::new(padding, idvs);
            [1, 3, 4, 11, 17, 19, 20, 70, 72].map(|vertices| rule.step(vertices).unwrap().padded)
        };
        for (padding, idvs, expected) in [
            (Padding::Hardware, false, [4, 4, 8, 12, 20, 20, 24, 72, 80]),
            (Padding::Tight, false, [1, 3, 4, 12, 18, 20, 20, 72, 72]),
            (Padding::Mesa, false, [1, 3, 4, 12, 18, 20, 24, 72, 80]),
            (Padding::Hardware, true, [8, 8, 8, 16, 24, 24, 24, 80, 80]),
            (Padding::Tight, true, [4, 4, 4, 12, 20, 20, 20, 72, 72]),
            (Padding::Mesa, true, [4, 4, 4, 12, 24, 24, 24, 80, 80]),
        ] {
            assert_eq!(padded(padding, idvs), expected);
        }
    }
}
