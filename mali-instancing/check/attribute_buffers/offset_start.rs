use core::num::NonZeroU32;

use super::named::Named;
use super::nearest::Nearest;
use super::threads::Threads;
use crate::check::bounds::{Elements, longest_offset, saturated};
use crate::check::finding::{Expected, Location, Table};
use crate::check::first_instance;
use crate::check::reporter::Reporter;
use crate::check::rule::Rule;
use crate::check::state::{DrawState, ReadAttribute};
use crate::decode::Descriptor;
use crate::descriptor::{Attribute, AttributeBuffer, AttributeBufferFields, AttributeFields, Draw};
use crate::fetch::{FetchMode, InputRate};

/// An attribute and the buffer that it is fetched from, in a mode that fits the draw.
pub(super) struct Fetch<'a> {
    pub(super) read: ReadAttribute<'a>,
    pub(super) attribute: AttributeFields,
    pub(super) named: &'a Named,
    pub(super) buffer: AttributeBufferFields,
    pub(super) threads: &'a Threads,
    /// The size of the format in bytes; `None` if the format is not known.
    pub(super) format_size: Option<u32>,
}

/// Notes a negative offset start. It gives vertices below 0, and GL does not define what those read.
pub(super) fn check_sign(
    state: &DrawState<'_>,
    nearest: &Nearest<'_>,
    threads: &Threads,
    reporter: &mut Reporter<'_>,
) {
    let Some(offset_start) = threads.offset_start else {
        reporter.not_checked(Rule::NegativeVertex);
        return;
    };
    if with_sign(nearest, offset_start) < 0 {
        let words = state.draw.unwrap_or_default();
        let location = Location::of_draw(Table::Draw, &words);
        let expected = Expected::AtMost(i32::MAX as u64);
        reporter.found(location.field(Rule::NegativeVertex, Draw::OFFSET_START, expected));
    }
}

/// The offset start as a signed number, if no buffer has so many elements as the unsigned number needs. Mesa's
/// descriptions of V4 and V7 made it signed in 2026.
fn with_sign(nearest: &Nearest<'_>, offset_start: u32) -> i64 {
    let [signed, unsigned] = [i64::from(offset_start as i32), i64::from(offset_start)];
    if signed >= 0 {
        return unsigned;
    }
    let begins = nearest.state().read_attributes().filter_map(|read| {
        let attribute = nearest.attribute(read);
        let Ok(Descriptor::AttributeBuffer(buffer)) = Named::new(nearest, read)?.descriptor else {
            return None;
        };
        let is_moved = attribute.offset_enable && buffer.stride != 0;
        let begin = i128::from(unsigned) * i128::from(buffer.stride) + i128::from(attribute.offset);
        is_moved.then_some(begin < i128::from(buffer.size))
    });
    let mut begins = begins.peekable();
    // Where it moves no attribute, nothing shows the sign.
    if begins.peek().is_none() || begins.any(|is_within| is_within) {
        unsigned
    } else {
        signed
    }
}

impl Fetch<'_> {
    /// Checks the number that is added to the elements' indices, and which elements are read.
    pub(super) fn check(&self, nearest: &Nearest<'_>, reporter: &mut Reporter<'_>) {
        let state = nearest.state();
        let Some(offset_start) = self.threads.offset_start else {
            for rule in [
                Rule::OffsetEnable,
                Rule::OutOfBounds,
                Rule::OffsetStart,
                Rule::FirstInstance,
            ] {
                reporter.not_checked(rule);
            }
            return;
        };
        let offset_start = with_sign(nearest, offset_start);
        // The unit adds the offset start to the index in every mode. It is the first vertex, so that a driver subtracts
        // these bytes from an offset that steps per instance, or leaves offset enable clear there.
        let shift = i128::from(offset_start) * i128::from(self.buffer.stride);
        let is_enabled = self.attribute.offset_enable;
        let begin = i128::from(self.attribute.offset);
        let is_per_instance = matches!(
            self.buffer.mode,
            FetchMode::PotDivisor(_) | FetchMode::NpotDivisor { .. }
        );
        let is_taken_off = is_per_instance && self.is_surely_taken_off(state, shift);
        // Per instance, only an offset from which it was certainly subtracted needs the bit. Per vertex the bit is needed
        // unless the first vertex is certainly in the buffer's address.
        let needs_enable = if is_per_instance {
            is_taken_off
        } else {
            !self.is_surely_in_the_base(state, offset_start)
        };
        if shift != 0 && !is_enabled && needs_enable {
            let (rule, field) = (Rule::OffsetEnable, Attribute::OFFSET_ENABLE);
            reporter.found(
                self.read
                    .location(state.arch)
                    .field(rule, field, Expected::Value(1)),
            );
            return;
        }

        let is_constant = self.buffer.mode == FetchMode::Constant;
        let has_first_instance =
            is_per_instance || is_constant && self.read.rate != Some(InputRate::Vertex);
        if has_first_instance {
            let offset = first_instance::PerInstance {
                attribute: self.read.location(state.arch),
                field: Attribute::OFFSET,
                offset: self.attribute.offset.into(),
                shift: if is_enabled { shift } else { 0 },
                address: Some(self.buffer.address.get()),
                stride: self.buffer.stride,
                divisor: self.divisor(),
            };
            offset.check(state, reporter);
        }

        let Some(last) = self.last_index() else {
            if self.threads.vertices.is_none() {
                reporter.not_checked(Rule::OutOfBounds);
            }
            return;
        };
        let Some(mut elements) = self.elements(state) else {
            return;
        };
        if let Some(finding) = elements.check_overlap() {
            reporter.found(finding);
        }
        // The element that an application counts is said beside the unit's.
        let added = if is_enabled { offset_start } else { 0 };
        let first_instance = i64::from(state.first_instance.unwrap_or_default());
        if has_first_instance {
            // The unit adds the first vertex, too, which has nothing to do with the application's element.
            elements.first_element = first_instance - added;
        }
        let with_offset_start = elements.check([added, last + added]);
        let mut finding = with_offset_start;
        // It was not certainly subtracted. The driver forgot to if it was certainly kept, or if the draw is out of bounds
        // only with the offset start.
        if is_per_instance && is_enabled && shift != 0 && !is_taken_off {
            elements.first_element = first_instance;
            let without = elements.check([0, last]);
            let is_kept = with_offset_start.is_some() && without.is_none();
            if is_kept || self.is_surely_kept(state, shift) {
                let expected = Expected::Value(saturated(begin - shift) as u64);
                let location = self.read.location(state.arch);
                reporter.found(location.field(Rule::OffsetStart, Attribute::OFFSET, expected));
                finding = without;
            }
        }
        // A descriptor's own fields are checked once, at its first attribute.
        let found =
            finding.filter(|finding| finding.is_of_an_attribute() || self.named.is_first(nearest));
        if let Some(finding) = found {
            reporter.found(finding);
        }
    }

    /// The application's divisor.
    fn divisor(&self) -> Option<NonZeroU32> {
        match (self.read.rate, self.buffer.mode) {
            (Some(InputRate::Instance { divisor }), _)
            | (_, FetchMode::NpotDivisor { divisor, .. }) => Some(divisor),
            (_, FetchMode::PotDivisor(power)) => {
                // The hardware divisor is the padded count times the application's.
                let hardware_divisor = 1_u64 << (power.divisor_r());
                let size = u64::from(self.threads.instance_size?.get());
                u32::try_from(hardware_divisor / size)
                    .ok()
                    .and_then(NonZeroU32::new)
            }
            _ => None,
        }
    }

    /// Whether a buffer begins with the first element of the draw: it is so small that it has no other element.
    fn is_surely_in_the_base(&self, state: &DrawState<'_>, offset_start: i64) -> bool {
        self.last_index()
            .zip(self.elements(state))
            .is_some_and(|(last, elements)| {
                let is_within = |first| elements.check([first, last + first]).is_none();
                is_within(0) && !is_within(offset_start)
            })
    }

    /// Whether the offset start was subtracted from an offset: no other offset is below 0, or so far below the first
    /// instance's.
    fn is_surely_taken_off(&self, state: &DrawState<'_>, shift: i128) -> bool {
        let first_instance = state.first_instance.unwrap_or_default();
        let begin = self.offset_in_element(first_instance);
        let whole = begin + shift;
        begin < 0
            && whole >= 0
            && (self.attribute.offset < 0 || whole < longest_offset(self.buffer.stride))
    }

    /// Whether the offset start was not subtracted from an offset: otherwise the attribute would begin after
    /// its first element, wherever in 64 bytes that begins.
    fn is_surely_kept(&self, state: &DrawState<'_>, shift: i128) -> bool {
        let Some(first_instance) = state.first_instance else {
            return false;
        };
        let begin = self.offset_in_element(first_instance);
        begin >= 0 && begin + shift >= longest_offset(self.buffer.stride)
    }

    /// The offset without the part that the first instance adds to it.
    fn offset_in_element(&self, first_instance: u32) -> i128 {
        let stride = i128::from(self.buffer.stride);
        i128::from(self.attribute.offset) - i128::from(first_instance) * stride
    }

    /// The largest index that the mode returns for the draw's threads.
    fn last_index(&self) -> Option<i64> {
        let vertices = self.threads.vertices?;
        let last = match self.buffer.mode {
            FetchMode::Linear => vertices.checked_sub(1)?,
            FetchMode::Constant => 0,
            FetchMode::Modulus(modulus) => vertices.min(modulus.get()).checked_sub(1)?,
            // A quotient never falls as the id grows, so that the last id has the largest.
            FetchMode::PotDivisor(power) => power.divide(self.threads.last_id()?),
            FetchMode::NpotDivisor { magic, .. } => magic.divide(self.threads.last_id()?),
        };
        Some(last.into())
    }

    fn elements(&self, state: &DrawState<'_>) -> Option<Elements<'_>> {
        Some(Elements {
            attribute: self.read.location(state.arch),
            offset_field: Attribute::OFFSET,
            offset: self.attribute.offset,
            format_size: self.format_size?,
            buffer: self.named.location(),
            fields: [AttributeBuffer::POINTER, AttributeBuffer::SIZE],
            address: self.buffer.address.get(),
            size: self.buffer.size.into(),
            stride: self.buffer.stride,
            stride_location: self.named.location(),
            stride_field: AttributeBuffer::STRIDE,
            first_element: 0,
        })
    }
}
