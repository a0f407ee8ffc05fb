use super::nearest::Nearest;
use super::table::Named;
use super::threads::Threads;
use crate::check::bounds::longest_offset;
use crate::check::finding::{Expected, Location, Table};
use crate::check::reporter::Reporter;
use crate::check::rule::Rule;
use crate::check::state::{DrawState, Read};
use crate::decode::Descriptor;
use crate::descriptor::Draw;
use crate::fetch::FetchMode;

/// Finds an offset start that is less than the one that was subtracted from the offsets of several attributes per
/// instance: all of them begin before their buffers. The offset start that was subtracted becomes that of the threads.
pub(super) fn check(
    state: &DrawState<'_>,
    nearest: &Nearest<'_>,
    threads: &mut Threads,
    reporter: &mut Reporter<'_>,
) {
    let Some(offset_start) = threads.offset_start else {
        return;
    };
    let Some(subtracted) = subtracted(nearest, offset_start) else {
        return;
    };
    let words = state.draw.unwrap_or_default();
    let location = Location {
        table: Table::Draw,
        attribute: None,
        start: 0,
        words: &words,
    };
    let expected = Expected::Value(subtracted.into());
    reporter.found(location.field(Rule::StaleOffsetStart, Draw::OFFSET_START, expected));
    threads.offset_start = Some(subtracted);
}

/// The offset start that was subtracted, if the draw has a smaller one and all attributes per instance agree on it.
fn subtracted(nearest: &Nearest<'_>, offset_start: u32) -> Option<u32> {
    let state = nearest.state();
    let mut all = (0, i64::MAX);
    let mut agreeing = 0;
    for read in state.read() {
        let Some((least, most)) = range(nearest, read) else {
            continue;
        };
        if least > all.0 {
            agreeing = 0;
        }
        all = (all.0.max(least), all.1.min(most));
        agreeing += usize::from(least == all.0);
    }
    let (least, most) = all;
    // The offsets show this even if they do not include the first instance.
    let shown = least - i64::from(state.first_instance.unwrap_or_default());
    let is_stale = shown > i64::from(offset_start) && agreeing > 1 && least <= most;
    u32::try_from(least).ok().filter(|_| is_stale)
}

/// The smallest and the largest offset start that can have been subtracted from the offset of an attribute.
fn range(nearest: &Nearest<'_>, read: Read<'_>) -> Option<(i64, i64)> {
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
    // Whole elements apart, so that all numbers fit 64 bits.
    let first_instance = i64::from(state.first_instance.unwrap_or_default());
    let stride = i64::from(buffer.stride);
    let below = -i64::from(attribute.offset);
    Some((
        first_instance + (below + stride - 1).div_euclid(stride),
        first_instance + (below + longest_offset(buffer.stride) as i64 - 1).div_euclid(stride),
    ))
}
