use super::named::Named;
use super::nearest::Nearest;
use super::threads::Threads;
use crate::check::bounds::longest_offset;
use crate::check::finding::{Expected, Finding, Location, Table};
use crate::check::reporter::Reporter;
use crate::check::rule::{Rule, Severity};
use crate::check::state::{DrawState, ReadAttribute};
use crate::decode::Descriptor;
use crate::descriptor::Draw;
use crate::fetch::FetchMode;

/// Finds an offset start that was not subtracted from the offsets of several attributes per instance: a larger one was,
/// so that all of them begin before their buffers, or attributes of different strides agree on a smaller one. The one that
/// was subtracted becomes that of the threads.
pub(super) fn check(
    state: &DrawState<'_>,
    nearest: &Nearest<'_>,
    threads: &mut Threads,
    reporter: &mut Reporter<'_>,
) {
    let Some(offset_start) = threads.offset_start else {
        return;
    };
    let agreement = Agreement::of(nearest);
    let Some((subtracted, severity)) = agreement.other_than(offset_start, state) else {
        return;
    };
    let words = state.draw.unwrap_or_default();
    let location = Location::of_draw(Table::Draw, &words);
    let expected = Expected::Value(subtracted.into());
    reporter.found(Finding {
        severity,
        ..location.field(Rule::StaleOffsetStart, Draw::OFFSET_START, expected)
    });
    if severity == Severity::Error {
        threads.offset_start = Some(subtracted);
    }
}

/// The offset start by the offsets of all attributes per instance.
struct Agreement {
    /// The smallest and the largest offset start that can have been subtracted from all of them.
    least: i64,
    most: i64,
    /// The number of attributes that say the smallest.
    agreeing: usize,
    /// Whether two of them have different strides, so that bytes of the first instance cannot be both.
    has_several_strides: bool,
}

impl Agreement {
    fn of(nearest: &Nearest<'_>) -> Self {
        let mut all = Self {
            least: 0,
            most: i64::MAX,
            agreeing: 0,
            has_several_strides: false,
        };
        let mut first_stride = None;
        for read in nearest.state().read_attributes() {
            let Some(Range {
                least,
                most,
                stride,
            }) = range(nearest, read)
            else {
                continue;
            };
            if least > all.least {
                all.agreeing = 0;
            }
            all.least = all.least.max(least);
            all.most = all.most.min(most);
            all.agreeing += usize::from(least == all.least);
            all.has_several_strides |= *first_stride.get_or_insert(stride) != stride;
        }
        all
    }

    /// The offset start that was subtracted, if it is another one.
    fn other_than(&self, offset_start: u32, state: &DrawState<'_>) -> Option<(u32, Severity)> {
        // One offset alone may be the wrong word.
        let is_possible = self.agreeing > 1 && self.least <= self.most;
        // The offsets show this even if they do not include the first instance.
        let first_instance = i64::from(state.first_instance.unwrap_or_default());
        let shown = self.least - first_instance;
        if !is_possible {
            return None;
        }
        let subtracted = u32::try_from(self.least).ok()?;
        if shown > i64::from(offset_start) {
            return Some((subtracted, Severity::Error));
        }
        // A driver that subtracts nothing shows 0. The largest is that of offsets with the whole first instance.
        let shows_larger = self.has_several_strides && shown > 0;
        // From 2^31 on it may be a number below 0, see `with_sign` in `offset_start.rs`.
        let is_negative = i32::try_from(offset_start).is_err();
        if !shows_larger || is_negative || i64::from(offset_start) <= self.most {
            return None;
        }
        let severity = match state.first_instance {
            Some(_) => Severity::Error,
            // A first instance that is not known may be the difference.
            None => Severity::Note,
        };
        Some((subtracted, severity))
    }
}

/// The smallest and the largest offset start that can have been subtracted from an offset.
struct Range {
    least: i64,
    most: i64,
    stride: u32,
}

/// The smallest and the largest offset start that can have been subtracted from the offset of an attribute.
fn range(nearest: &Nearest<'_>, read: ReadAttribute<'_>) -> Option<Range> {
    let state = nearest.state();
    let attribute = nearest.attribute(read);
    let Ok(Descriptor::AttributeBuffer(buffer)) = Named::new(nearest, read)?.descriptor else {
        return None;
    };
    let is_per_instance = matches!(
        buffer.mode,
        FetchMode::PotDivisor(_) | FetchMode::NpotDivisor { .. }
    );
    if !is_per_instance || !attribute.offset_enable || buffer.stride == 0 {
        return None;
    }
    // The first instance is added after the division, in elements: before it, its bytes could leave 64 bits.
    let first_instance = i64::from(state.first_instance.unwrap_or_default());
    let stride = i64::from(buffer.stride);
    let below = -i64::from(attribute.offset);
    let longest = longest_offset(buffer.stride) as i64;
    Some(Range {
        // The offset is begin + (first instance − offset start) · stride, with a begin from 0 to below `longest`. So
        // begin 0 gives the least offset start, rounded up, and the last begin the largest.
        least: first_instance + (below + stride - 1).div_euclid(stride),
        most: first_instance + (below + longest - 1).div_euclid(stride),
        stride: buffer.stride,
    })
}
