//! The threads that a padding rule wastes, over a range of vertex counts of any length.

use std::ops::RangeInclusive;

use mali_instancing::{Error, PaddedCount, Padding};

/// The number of points that are drawn for a step, so that its line bends correctly on a logarithmic axis.
const POINTS_PER_STEP: u32 = 12;

/// The padding of a draw's vertex count: a rule, with or without index-driven vertex shading.
///
/// ```
/// use mali_instancing::Padding;
/// use mali_instancing_inspect::pad::DrawPadding;
///
/// let tight = DrawPadding { padding: Padding::Tight, idvs: true };
/// assert_eq!(tight.pad(70)?.get(), 72);
/// assert!(tight.pad(0).is_err());
/// # Ok::<(), mali_instancing::Error>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct DrawPadding {
    /// The rule.
    pub padding: Padding,
    /// Whether the draw uses index-driven vertex shading (V6 and later).
    pub idvs: bool,
}

/// Neighbouring vertex counts that are padded to the same count.
struct Step {
    first: u32,
    last: u32,
    padded: u32,
}

/// The parts of the threads that a rule wastes over a range.
pub(super) struct Summary {
    /// The part of all threads, if every count is drawn once.
    pub(super) mean: f64,
    pub(super) worst: f64,
    /// The vertex count of the worst draw.
    pub(super) worst_vertices: u32,
}

impl DrawPadding {
    /// The padded count.
    ///
    /// # Errors
    ///
    /// 0 vertices, and more than the rule can pad.
    // The command verifies every vertex count, and only its own package is optimized for that.
    #[inline]
    pub fn pad(self, vertices: u32) -> Result<PaddedCount, Error> {
        if self.idvs {
            PaddedCount::for_idvs(vertices, self.padding)
        } else {
            PaddedCount::new(vertices, self.padding)
        }
    }

    /// The vertex counts nearest to `vertices`, below and above, that waste a smaller part of their threads. The one
    /// above is the next count within a step, and further away from the last count of a step. `None` if there is none.
    ///
    /// ```
    /// use mali_instancing::Padding;
    /// use mali_instancing_inspect::pad::DrawPadding;
    ///
    /// let rule = DrawPadding { padding: Padding::Hardware, idvs: false };
    /// // 70 vertices use 70 of 72 threads, 63 use 63 of 64, and 71 use 71 of 72.
    /// assert_eq!(rule.nearest_with_less_waste(70), [Some(63), Some(71)]);
    /// assert_eq!(rule.nearest_with_less_waste(0), [None, None]);
    /// ```
    #[must_use]
    pub fn nearest_with_less_waste(self, vertices: u32) -> [Option<u32>; 2] {
        let Some(own) = self.steps(&(vertices..=vertices)).pop() else {
            return [None, None];
        };
        let waste = own.waste_of(vertices);
        // Few steps are needed, because each is at most a quarter longer than the one before.
        let steps = self.steps(&((vertices / 4).max(1)..=vertices.saturating_mul(4)));
        let below = steps.iter().rev().find_map(|step| {
            // `steps` has padded the count, so it is at least 1.
            let last = step.last.min(vertices - 1);
            (step.first <= last && step.waste_of(last) < waste).then_some(last)
        });
        // Each count of a step wastes less than the one before.
        let above = steps.iter().find_map(|step| {
            let first = step.first.max(vertices.saturating_add(1));
            let found = first_not(first, step.last, |count| step.waste_of(count) >= waste);
            found.filter(|count| *count <= step.last)
        });
        [below, above]
    }

    /// The steps of the rule over `counts`, up to the last count that it can pad. There are at most
    /// five for every power of two, so that a range of all counts takes about as long as a short one.
    fn steps(self, counts: &RangeInclusive<u32>) -> Vec<Step> {
        let mut steps = Vec::new();
        let mut next = Some(*counts.start());
        while let Some(first) = next.filter(|first| first <= counts.end()) {
            let Ok(padded) = self.pad(first) else {
                break;
            };
            // More vertices never have a smaller padded count.
            next = first_not(first, *counts.end(), |count| self.pad(count) == Ok(padded));
            steps.push(Step {
                first,
                // `None` is the number after `u32::MAX`.
                last: next.map_or(u32::MAX, |next| next - 1),
                padded: padded.get(),
            });
        }
        steps
    }

    /// Enough counts to draw the curve, each with the part of the threads that it wastes.
    pub(super) fn curve(self, counts: &RangeInclusive<u32>) -> Vec<(u32, f64)> {
        let points = |step: Step| {
            let interval = ((step.last - step.first) / POINTS_PER_STEP).max(1) as usize;
            // The last count always has a point: after it the waste jumps.
            let counts = (step.first..step.last).step_by(interval).chain([step.last]);
            counts.map(move |vertices| (vertices, step.waste_of(vertices)))
        };
        self.steps(counts).into_iter().flat_map(points).collect()
    }

    /// The waste over a range; `None` if the rule can pad none of the counts.
    pub(super) fn summary(self, counts: &RangeInclusive<u32>) -> Option<Summary> {
        let steps = self.steps(counts);
        let (mut wasted, mut threads) = (0.0, 0.0);
        for step in &steps {
            let draws = f64::from(step.last - step.first) + 1.0;
            // Each count of a step is drawn once, so their mean is the middle.
            let mean_vertices = f64::midpoint(f64::from(step.first), f64::from(step.last));
            wasted += draws * (f64::from(step.padded) - mean_vertices);
            threads += draws * f64::from(step.padded);
        }
        // The first of equals: `max_by` takes the last.
        let steps = steps.iter().rev();
        let parts = steps.map(|step| (step.waste_of(step.first), step.first));
        let (worst, worst_vertices) = parts.max_by(|(one, _), (other, _)| one.total_cmp(other))?;
        let mean = wasted / threads;
        Some(Summary {
            mean,
            worst,
            worst_vertices,
        })
    }
}

impl Step {
    /// The part of the threads that a count of the step wastes. The first count wastes the most.
    fn waste_of(&self, vertices: u32) -> f64 {
        f64::from(self.padded - vertices) / f64::from(self.padded)
    }
}

/// The first number from `first` to `last` for which `is_so` is false, by bisection: it must be false for all numbers
/// after that one. If it is true for all, the number after `last`; `None` if there is no such number.
fn first_not(first: u32, last: u32, is_so: impl Fn(u32) -> bool) -> Option<u32> {
    // The number after `u32::MAX` has 33 bits.
    let (mut low, mut high) = (u64::from(first), u64::from(last) + 1);
    while low < high {
        let middle = u64::midpoint(low, high);
        if is_so(middle as u32) {
            low = middle + 1;
        } else {
            high = middle;
        }
    }
    u32::try_from(low).ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn rules() -> impl Iterator<Item = DrawPadding> {
        let with_idvs = |&padding| [false, true].map(|idvs| DrawPadding { padding, idvs });
        Padding::ALL.iter().flat_map(with_idvs)
    }

    fn waste(rule: DrawPadding, vertices: u32) -> f64 {
        let padded = f64::from(rule.pad(vertices).unwrap().get());
        (padded - f64::from(vertices)) / padded
    }

    #[test]
    fn steps_are_the_padded_counts_of_every_vertex_count() {
        for rule in rules() {
            for counts in [1..=1, 1..=3000, 17..=23, 65_000..=66_000] {
                let mut expected = counts.clone();
                for step in rule.steps(&counts) {
                    for vertices in step.first..=step.last {
                        assert_eq!(expected.next(), Some(vertices));
                        assert_eq!(rule.pad(vertices).unwrap().get(), step.padded);
                    }
                }
                assert_eq!(expected.next(), None);
            }
        }
    }

    #[test]
    fn the_summary_of_a_range_is_that_of_its_counts() {
        for rule in rules() {
            let counts = 1..=1000;
            let pad = |vertices| rule.pad(vertices).unwrap().get();
            let padded = counts.clone().map(pad);
            let (threads, vertices) = (padded.sum::<u32>(), counts.clone().sum::<u32>());
            let wastes = counts.clone().map(|vertices| waste(rule, vertices));
            let summary = rule.summary(&counts).unwrap();
            assert!(
                (summary.mean - (1.0 - f64::from(vertices) / f64::from(threads))).abs() < 1e-12
            );
            assert!((summary.worst - wastes.fold(0.0, f64::max)).abs() < 1e-12);
        }
    }

    #[test]
    fn the_nearest_counts_that_waste_less_are_those_that_a_search_finds() {
        for rule in rules() {
            for vertices in (1..700).chain([3000, 4095, 4096, 4097]) {
                let is_less = |count: &u32| waste(rule, *count) < waste(rule, vertices);
                let below = (1..vertices).rev().find(is_less);
                let above = (vertices + 1..=4 * vertices).find(is_less);
                let below = below.filter(|below| *below >= vertices / 4);
                let found = rule.nearest_with_less_waste(vertices);
                assert_eq!(found, [below, above], "{vertices}");
            }
        }
    }

    #[test]
    fn the_curve_is_what_its_counts_waste() {
        for rule in rules() {
            let curve = rule.curve(&(1..=3000));
            assert_eq!((curve[0].0, curve[curve.len() - 1].0), (1, 3000));
            assert!(curve.is_sorted_by(|one, other| one.0 < other.0));
            for (vertices, found) in curve {
                assert!((found - waste(rule, vertices)).abs() < 1e-12);
            }
        }
    }

    #[test]
    fn all_counts_there_are_take_few_steps() {
        for rule in rules() {
            let steps = rule.steps(&(1..=u32::MAX));
            assert!(steps.len() < 170, "{} steps", steps.len());
            assert_eq!(steps.last().unwrap().padded, 0xe000_0000);
        }
        let (padding, idvs) = (Padding::Tight, false);
        let tight = DrawPadding { padding, idvs };
        assert!(tight.summary(&(0xe000_0001..=u32::MAX)).is_none());
    }
}
