use super::detail::Tables;
use crate::arch::Arch;
use crate::check::finding::{Expected, Finding, Location, Table};
use crate::check::reporter::Reporter;
use crate::check::rule::Rule;
use crate::check::state::DrawState;
use crate::descriptor::{DecodeErrorKind, Draw, DrawFields, Invocation, InvocationFields};
use crate::padded_count::PaddedCount;
use crate::padding::Padding;

/// The threads of a draw, as far as they are known: by its descriptors, or as they were meant if one of the descriptors
/// contradicts all others.
#[derive(Clone, Copy)]
pub(super) struct Threads {
    pub(super) instance_size: Option<PaddedCount>,
    pub(super) vertices: Option<u32>,
    pub(super) instances: Option<u32>,
    pub(super) offset_start: Option<u32>,
}

/// The number of instances that a draw's descriptors must be for: one, or several.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Instancing {
    One,
    /// Several instances, each with this number of threads.
    Several(PaddedCount),
}

impl Threads {
    /// Whether the draw's ids are divided; `None` if that is not known.
    pub(super) fn instancing(&self) -> Option<Instancing> {
        let size = self.instance_size?;
        let is_instanced = match self.instances {
            Some(instances) => instances > 1 || size != PaddedCount::ONE,
            None => size != PaddedCount::ONE,
        };
        Some(if is_instanced {
            Instancing::Several(size)
        } else {
            Instancing::One
        })
    }

    /// The largest linear id of a thread that is not discarded.
    pub(super) fn last_id(&self) -> Option<u32> {
        let before =
            u64::from(self.instances?.checked_sub(1)?) * u64::from(self.instance_size?.get());
        let last = before + u64::from(self.vertices?.checked_sub(1)?);
        u32::try_from(last).ok()
    }
}

/// Checks the descriptors of the draw itself.
pub(super) fn check(state: &DrawState<'_>, reporter: &mut Reporter<'_>) -> Threads {
    let draw = decode_draw(state, reporter);
    let counts = decode_invocation(state, reporter);
    let mut threads = Threads {
        instance_size: draw.map(|draw| draw.instance_size),
        vertices: counts.map(|[vertices, _]| vertices),
        instances: counts.map(|[_, instances]| instances),
        offset_start: draw.map(|draw| draw.offset_start),
    };
    let tables = Tables::of(state);
    match (threads.instance_size, counts) {
        (Some(size), Some([vertices, 1])) => {
            check_one(state, &mut threads, &tables, (size, vertices), reporter);
        }
        (Some(size), Some(counts)) => {
            check_several(state, &mut threads, &tables, (size, counts), reporter);
        }
        (size, _) => {
            for rule in [
                Rule::InstanceCount,
                Rule::ThreadCount,
                Rule::Padding,
                Rule::SingleInstance,
            ] {
                reporter.not_checked(rule);
            }
            match size {
                Some(size) => check_size(state, &mut threads, &tables, size, reporter),
                None => reporter.not_checked(Rule::InstanceSize),
            }
        }
    }
    threads
}

fn decode_draw(state: &DrawState<'_>, reporter: &mut Reporter<'_>) -> Option<DrawFields> {
    let words = state.draw?;
    match Draw::decode(words) {
        Ok(draw) => Some(draw),
        Err(error) => {
            let rule = match error.kind {
                DecodeErrorKind::InstanceSize { field } if *field == Draw::INSTANCE_SIZE => {
                    Rule::InstanceSize
                }
                _ => Rule::Descriptor,
            };
            reporter.found(location(Table::Draw, &words).undecodable(rule, error));
            None
        }
    }
}

/// Decodes the vertices and the instances.
fn decode_invocation(state: &DrawState<'_>, reporter: &mut Reporter<'_>) -> Option<[u32; 2]> {
    let words = state.invocation?;
    let location = location(Table::Invocation, &words);
    match Invocation::decode(words) {
        Ok(InvocationFields::Draw {
            vertices,
            instances,
        }) => Some([vertices, instances]),
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

fn check_one(
    state: &DrawState<'_>,
    threads: &mut Threads,
    tables: &Tables,
    (size, vertices): (PaddedCount, u32),
    reporter: &mut Reporter<'_>,
) {
    if size == PaddedCount::ONE {
        return;
    }
    let fits = size.get() >= vertices
        && !tables.are_for_one_instance
        && tables.padded_vertices.is_none_or(|padded| padded == size);
    if fits && (tables.are_instanced || is_padded(state.arch, size, vertices)) {
        reporter.found(count(state, Rule::SingleInstance, 1, Expected::AtLeast(2)));
    } else {
        reporter.found(instance_size(state, Rule::InstanceSize, PaddedCount::ONE));
        threads.instance_size = Some(PaddedCount::ONE);
    }
}

fn check_several(
    state: &DrawState<'_>,
    threads: &mut Threads,
    tables: &Tables,
    (size, [vertices, instances]): (PaddedCount, [u32; 2]),
    reporter: &mut Reporter<'_>,
) {
    let others = tables.padded_vertices.filter(|padded| {
        let is_likely = tables.several_agree || is_padded(state.arch, *padded, vertices);
        *padded != size && padded.get() >= vertices && is_likely
    });
    let is_known = is_padded(state.arch, size, vertices);
    let is_one = size == PaddedCount::ONE;
    let contradicts = others
        .is_some_and(|padded| tables.several_agree && is_padded(state.arch, padded, vertices));
    if is_known && !contradicts {
        // Tables that do not fit the instance size are another draw's.
    } else if is_one && !tables.are_instanced && tables.are_for_one_instance {
        reporter.found(count(
            state,
            Rule::InstanceCount,
            instances,
            Expected::Value(1),
        ));
        threads.instances = Some(1);
        return;
    } else if vertices == 1 && others.is_none() {
        reporter.found(count(
            state,
            Rule::Unpatched,
            vertices,
            Expected::AtLeast(2),
        ));
    } else if is_one || size.get() < vertices || others.is_some() {
        let rule = if is_one {
            Rule::Unpatched
        } else {
            Rule::InstanceSize
        };
        let padded = others.or_else(|| PaddedCount::new(vertices, Padding::Hardware).ok());
        reporter.found(instance_size(
            state,
            rule,
            padded.unwrap_or(PaddedCount::MAX),
        ));
        if others.is_some() || is_one {
            threads.instance_size = padded;
        }
    } else if let Ok(padded) = PaddedCount::new(vertices, Padding::Hardware) {
        reporter.found(instance_size(state, Rule::Padding, padded));
    }
    let maximum = (1 << 32) / u64::from(threads.instance_size.unwrap_or(size).get());
    if u64::from(instances) > maximum {
        reporter.found(count(
            state,
            Rule::ThreadCount,
            instances,
            Expected::AtMost(maximum),
        ));
    }
}

/// Checks the instance size. Without an invocation, it can be compared only with the tables.
fn check_size(
    state: &DrawState<'_>,
    threads: &mut Threads,
    tables: &Tables,
    size: PaddedCount,
    reporter: &mut Reporter<'_>,
) {
    let Some(padded) = tables.padded_vertices else {
        reporter.not_checked(Rule::InstanceSize);
        return;
    };
    if padded == size || tables.are_for_one_instance || !tables.several_agree {
        return;
    }
    let rule = if size == PaddedCount::ONE {
        Rule::Unpatched
    } else {
        Rule::InstanceSize
    };
    reporter.found(instance_size(state, rule, padded));
    threads.instance_size = Some(padded);
}

/// Whether a rule of padding gives `size` for `vertices`.
fn is_padded(arch: Arch, size: PaddedCount, vertices: u32) -> bool {
    Padding::ALL.iter().any(|padding| {
        PaddedCount::new(vertices, *padding) == Ok(size)
            || arch.has_idvs() && PaddedCount::for_idvs(vertices, *padding) == Ok(size)
    })
}

fn location(table: Table, words: &[u32]) -> Location<'_> {
    Location {
        table,
        attribute: None,
        start: 0,
        words,
    }
}

fn instance_size(state: &DrawState<'_>, rule: Rule, expected: PaddedCount) -> Finding {
    let words = state.draw.unwrap_or_default();
    let expected = Expected::Value(expected.to_bits().into());
    location(Table::Draw, &words).field(rule, Draw::INSTANCE_SIZE, expected)
}

/// The finding for a number of vertices or instances.
pub(super) fn count(state: &DrawState<'_>, rule: Rule, found: u32, expected: Expected) -> Finding {
    let words = state.invocation.unwrap_or_default();
    Finding {
        found: found.into(),
        ..location(Table::Invocation, &words).word(rule, 0, expected)
    }
}
