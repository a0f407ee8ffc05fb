//! A check that the descriptors of a draw belong together.
//!
//! A decoder reads one descriptor at a time. The check compares descriptors with each other: a modulus with the draw's
//! instance size, a multiplier with the number that it must divide by, a buffer's size with the last
//! element that any thread reads. [`check()`] takes a [`DrawState`]: the words of one draw, of any driver, and
//! anything else that is known of it. Each [`Finding`] is a [`Rule`] that is broken, the word that breaks
//! it, its value and the expected value. Only descriptors that an attribute names are checked: the words between them
//! may have any values.
//!
//! The check is arithmetic on the counts. It runs no thread and allocates nothing, so that a
//! driver can check every draw in its debug build, and a test kernel its own words:
//!
//! ```
//! use mali_instancing::check::{DrawState, Finding, Severity, check};
//! use mali_instancing::draw::{
//!     BufferRange, DrawCounts, DrawError, Pipeline, VertexAttribute, VertexBuffer, write,
//! };
//! use mali_instancing::{Arch, Format, InputRate};
//!
//! /// The first finding that is an error, not a note.
//! fn first_error(state: &DrawState<'_>) -> Option<Finding> {
//!     let mut first = None;
//!     check(state, |finding| {
//!         if finding.severity == Severity::Error {
//!             first = first.or(Some(finding));
//!         }
//!     });
//!     first
//! }
//!
//! // 70 vertices of a mesh, and a matrix row for every 3 of 100 instances.
//! let pipeline = Pipeline::new(Arch::V7);
//! let counts = DrawCounts::instanced(70, 100);
//! let buffers = [
//!     VertexBuffer::new(20, InputRate::Vertex),
//!     VertexBuffer::new(64, InputRate::from_gl_divisor(3)),
//! ];
//! let attributes = [
//!     VertexAttribute::new(0, Format::R32G32B32_SFLOAT, 0),
//!     VertexAttribute::new(1, Format::R32G32B32A32_SFLOAT, 0),
//! ];
//! let ranges = [
//!     BufferRange::new(0x1000_0000, 70 * 20),
//!     BufferRange::new(0x2000_0000, 34 * 64),
//! ];
//! let mut words = [0; 24];
//! let tables = write(&pipeline, &counts, &buffers, &attributes, &ranges, &mut words)?;
//!
//! // The words that the kernel puts into the job beside its tables.
//! let draw = pipeline.draw(&counts)?.map(|draw| draw.words());
//! let invocation = pipeline.invocation(&counts)?.map(|invocation| invocation.words());
//! let right = DrawState {
//!     draw,
//!     invocation,
//!     ..DrawState::new(pipeline.arch, &words[tables.buffers], &words[tables.attributes])
//! };
//! assert_eq!(first_error(&right), None);
//!
//! // The same tables in a draw of 80 vertices, which are padded to 96 and not to 72.
//! let other = counts.with_vertices(80);
//! let stale = DrawState {
//!     draw: pipeline.draw(&other)?.map(|draw| draw.words()),
//!     invocation: pipeline.invocation(&other)?.map(|invocation| invocation.words()),
//!     ..right
//! };
//! let finding = first_error(&stale).unwrap();
//! assert_eq!(finding.to_string(), "nearest-draw: buffers, word 1, divisor R: 0x3 should be 0x5");
//! # Ok::<(), DrawError>(())
//! ```
//!
//! A rule that needs an unknown value is not applied. [`check()`] returns the rules that were not applied. Of buffers alone,
//! without attributes and without anything of their draw, only [`Rule::Descriptor`] is checked.
//!
//! # The nearest right draw
//!
//! The words of a draw state one draw many times over: its padded vertex count is in the draw, in each modulus and in
//! each product, a divisor in R, E and D and in the continuation. So the check searches for the right draws that are
//! nearest to the words, those from which the fewest statements differ, and reports these statements
//! ([`Rule::NearestDraw`]), each with its value in that draw, which [`Detail::NearestDraw`] describes. If several draws
//! are as near, they have numbers, [`Finding::alternative`]: the words become a right draw if all values with one
//! number are written. All other rules are about the nearest draw, number 0. So nothing is found twice.
//!
//! Where several words agree on a wrong value, the draw of that value is the nearest. Where nothing repeats a
//! statement, such as an offset or a stride, a wrong one is found only if an element is then out of bounds or not aligned.
//!
//! # The order
//!
//! Findings come in the order of [`Rule::ALL`], the likelier cause first, and alternatives to the nearest draw last. An
//! [`Error`](Severity::Error) means that a thread does not read what the API defines, or that the descriptors contradict
//! each other: [`Rule::is_contradiction`] tells the two apart. A [`Note`](Severity::Note) may be intended: a driver's own
//! padding, statements that differ from the nearest draw where no thread of this draw reads another element, an
//! empty buffer, or words that two drivers write differently and that were not tried on a chip.
//!
//! Facts: Mesa's genxml and its documentation of Panfrost, "Instancing"; what Mesa's drivers write on each
//! of these GPUs.

// The way of a draw through the files:
//
// 1. `state.rs` has the given words, and iterates over the attributes that the shader reads. It checks what needs no
//    other descriptor: a table that is cut, an attribute that is read and absent.
// 2. The search for the nearest right draws is in `attribute_buffers/nearest/` for V4 to V7, and in
//    `valhall/nearest.rs` and `valhall/choice.rs` for V9 and later. `nearest.rs` has what both searches share: the
//    costs, a list without allocation, and whether an index is right for every thread of a draw.
// 3. `attribute_buffers/mod.rs` and `valhall/mod.rs` report the statements that differ. Then they apply the other rules
//    to the words of the first of these draws, not to the given ones. So one wrong word is not reported by several
//    rules.
// 4. `bounds.rs`, `first_instance.rs`, `format.rs` and `element_alignment.rs` are rules of all architectures.
//    `division.rs` is the arithmetic of multipliers.
// 5. Findings (`finding.rs`, `rule.rs`) go through `reporter.rs` in the order in which the rules find them.
//    `report_in_order` below brings them into the order of `Rule::ALL`.
//
// The search is made once for each check. The rules are applied again for each pass over the findings.
mod attribute_buffers;
mod bounds;
mod division;
mod element_alignment;
mod finding;
mod first_instance;
mod format;
mod nearest;
mod reporter;
mod rule;
mod state;
mod valhall;

pub use division::first_wrong_id;
pub use finding::{Detail, Expected, Finding, NearestDraw, Table};
pub use rule::{Rule, Rules, Severity};
pub use state::{Counts, DrawState};

use reporter::Reporter;

/// Checks the words of a draw, see the [module](self).
///
/// `report` gets each finding, the likeliest cause first. Returns the rules that were not checked
/// because values that they need are absent from the draw's state.
///
/// Findings go to a function because a list would need memory, and an iterator would split every rule into steps.
///
/// ```
/// use mali_instancing::Arch;
/// use mali_instancing::check::{DrawState, Rule, check};
///
/// // Two attributes that name buffers 0 and 1, of one.
/// let buffers = [0x19, 1400, 0x1000_0000, 0, 0, 0, 0, 0];
/// let attributes = [
///     0x2dc0_4115, 0, 0, 0, 20, 0, 0, 0,
///     0x2dc0_4115, 0, 0, 1, 20, 0, 0, 0,
/// ];
/// let mut found = None;
/// let unchecked = check(&DrawState::new(Arch::V9, &buffers, &attributes), |finding| {
///     found = Some((finding.rule, finding.attribute));
/// });
/// assert_eq!(found, Some((Rule::NearestDraw, Some(1))));
/// assert!(unchecked.contains(Rule::OutOfBounds));
/// ```
pub fn check(state: &DrawState<'_>, mut report: impl FnMut(Finding)) -> Rules {
    // Of wrong words, the search for the nearest draws takes longer than all rules, which are applied once for each rule that
    // is broken.
    if state.arch.has_attribute_buffers() {
        let nearest = attribute_buffers::Nearest::of(state);
        let apply = |reporter: &mut Reporter<'_>| {
            attribute_buffers::check(state, &nearest, reporter);
        };
        report_in_order(state, &apply, &mut report)
    } else {
        let nearest = valhall::Nearest::of(state);
        let apply = |reporter: &mut Reporter<'_>| valhall::check(state, &nearest, reporter);
        report_in_order(state, &apply, &mut report)
    }
}

/// Reports findings in the order of [`Rule::ALL`], and alternatives to the nearest draw last. `apply` applies the rules of the
/// architecture.
fn report_in_order(
    state: &DrawState<'_>,
    apply: &dyn Fn(&mut Reporter<'_>),
    report: &mut dyn FnMut(Finding),
) -> Rules {
    // The first pass finds which rules are broken, and each pass after it picks the findings of one rule: a list to
    // sort would need memory.
    let mut rules = Rules::EMPTY;
    let mut alternatives = 0;
    let unchecked = report_by_word(state, apply, &mut |finding| {
        rules = rules.with(finding.rule);
        alternatives = alternatives.max(finding.alternative);
    });
    for rule in rules.iter() {
        report_by_word(state, apply, &mut |finding| {
            if finding.rule == rule && finding.alternative == 0 {
                report(finding);
            }
        });
    }
    if alternatives > 0 {
        // One pass is enough: the alternatives are reported in the order of their numbers.
        report_by_word(state, apply, &mut |finding| {
            if finding.alternative > 0 {
                report(finding);
            }
        });
    }
    unchecked
}

/// Reports findings in the order of the words.
fn report_by_word(
    state: &DrawState<'_>,
    apply: &dyn Fn(&mut Reporter<'_>),
    report: &mut dyn FnMut(Finding),
) -> Rules {
    let mut reporter = Reporter::new(report);
    state::check_whole(state, &mut reporter);
    // Words alone may be a part of a table, whose end and whose attributes are elsewhere.
    if state.is_only_words() {
        for rule in Rule::ALL.iter().filter(|rule| **rule != Rule::Descriptor) {
            reporter.not_checked(*rule);
        }
        return reporter.unchecked();
    }
    state::check_missing(state, &mut reporter);
    apply(&mut reporter);
    reporter.unchecked()
}
