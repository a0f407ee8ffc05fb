use super::nearest::{Nearest, is_padded};
use crate::check::finding::{Expected, Finding, Location, Table};
use crate::check::reporter::Reporter;
use crate::check::rule::Rule;
use crate::check::state::DrawState;
use crate::descriptor::{DecodeError, DecodeErrorKind, Draw, Invocation, InvocationFields};
use crate::padded_count::PaddedCount;
use crate::padding::Padding;

/// The threads of the nearest draw, as far as they are known.
#[derive(Clone, Copy)]
pub(super) struct Threads {
    pub(super) instance_size: Option<PaddedCount>,
    pub(super) vertices: Option<u32>,
    pub(super) instances: Option<u32>,
    pub(super) offset_start: Option<u32>,
}

impl Threads {
    /// The largest linear id of a thread that is not discarded.
    pub(super) fn last_id(&self) -> Option<u32> {
        let before =
            u64::from(self.instances?.checked_sub(1)?) * u64::from(self.instance_size?.get());
        let last = before + u64::from(self.vertices?.checked_sub(1)?);
        // An id of more than 32 bits is left to `Rule::ThreadCount`.
        u32::try_from(last).ok()
    }
}

/// Checks the descriptors of the draw itself.
pub(super) fn check(
    state: &DrawState<'_>,
    nearest: &Nearest<'_>,
    reporter: &mut Reporter<'_>,
) -> Threads {
    check_draw(state, reporter);
    let mut counts = decode_invocation(state, reporter);
    let size = |words: [u32; 2]| PaddedCount::from_bits(Draw::INSTANCE_SIZE.read(&words) as u8);
    let mut instance_size = state.draw.and_then(size);
    // Only where a statement differs: there is no nearest draw beside right words.
    if let Some(right) = nearest.counts() {
        instance_size = state.draw.map(|_| right.size());
        counts = right
            .vertices
            .zip(right.instances)
            .map(|(vertices, instances)| [vertices, instances]);
    }
    if state.draw.is_none() {
        reporter.not_checked(Rule::NearestDraw);
    }
    match (instance_size, counts) {
        (Some(size), Some(counts)) => check_counts(state, size, counts, reporter),
        _ => {
            for rule in [Rule::ThreadCount, Rule::Padding, Rule::SingleInstance] {
                reporter.not_checked(rule);
            }
        }
    }
    Threads {
        instance_size,
        vertices: counts.map(|[vertices, _]| vertices),
        instances: counts.map(|[_, instances]| instances),
        offset_start: state.draw.map(|draw| Draw::OFFSET_START.read(&draw)),
    }
}

/// Checks the size of primitives. The instance size is one of the statements that the nearest draw has.
fn check_draw(state: &DrawState<'_>, reporter: &mut Reporter<'_>) {
    let Some(words) = state.draw else {
        return;
    };
    let field = &Draw::INSTANCE_PRIMITIVE_SIZE;
    if PaddedCount::from_bits(field.read(&words) as u8).is_none() {
        let kind = DecodeErrorKind::InstanceSize { field };
        let error = DecodeError::new(&words, field.word(), kind);
        reporter.found(Location::of_draw(Table::Draw, &words).undecodable(Rule::Descriptor, error));
    }
}

/// Decodes the vertices and the instances.
fn decode_invocation(state: &DrawState<'_>, reporter: &mut Reporter<'_>) -> Option<[u32; 2]> {
    let words = state.invocation?;
    let location = Location::of_draw(Table::Invocation, &words);
    match Invocation::decode(words) {
        Ok(InvocationFields::Draw {
            vertices,
            instances,
        }) => Some([vertices, instances]),
        // Before the compute job: two words of 0 are one of a single thread.
        _ if words == [0, 0] => {
            reporter.found(location.word(Rule::Unpatched, 1, Expected::Other));
            None
        }
        Ok(InvocationFields::Compute { .. }) => {
            reporter.found(location.word(Rule::Descriptor, 1, Expected::Other));
            None
        }
        Err(error) => {
            reporter.found(location.undecodable(Rule::Descriptor, error));
            None
        }
    }
}

/// Checks the counts of the nearest draw.
fn check_counts(
    state: &DrawState<'_>,
    size: PaddedCount,
    [vertices, instances]: [u32; 2],
    reporter: &mut Reporter<'_>,
) {
    if instances == 1 {
        if size != PaddedCount::ONE {
            reporter.found(count(state, Rule::SingleInstance, 1, Expected::AtLeast(2)));
        }
        return;
    }
    if is_padded(state, size, vertices) {
        // No thread is wasted by a rule that is not known.
    } else if vertices == 1 {
        // An instance size for more vertices shows that the 1 is a placeholder.
        let (rule, expected) = (Rule::Unpatched, Expected::AtLeast(2));
        reporter.found(count(state, rule, vertices, expected));
    } else if let Ok(padded) = PaddedCount::new(vertices, Padding::Hardware) {
        let words = state.draw.unwrap_or_default();
        let expected = Expected::Value(padded.to_bits().into());
        let location = Location::of_draw(Table::Draw, &words);
        reporter.found(location.field(Rule::Padding, Draw::INSTANCE_SIZE, expected));
    }
    // The last thread has the id padded · instances − 1, which must fit 32 bits.
    let maximum = (1 << 32) / u64::from(size.get());
    if u64::from(instances) > maximum {
        let expected = Expected::AtMost(maximum);
        reporter.found(count(state, Rule::ThreadCount, instances, expected));
    }
}

/// The finding for a number of vertices or instances.
pub(super) fn count(state: &DrawState<'_>, rule: Rule, found: u32, expected: Expected) -> Finding {
    let words = state.invocation.unwrap_or_default();
    Finding {
        found: found.into(),
        ..Location::of_draw(Table::Invocation, &words).word(rule, 0, expected)
    }
}
