//! From a printed field to the bits of a descriptor.

use mali_instancing::descriptor::{Field, FieldKind};

use super::format;
use super::text::{PrintedField, Section};
use super::words::{PrintedValue, PrintedWords, Unread};

/// The fields of a kind of descriptor, and the printer's names of some values.
pub(super) struct PrintedDescriptor {
    pub(super) fields: &'static [Field],
    /// The fields that not every printer prints.
    pub(super) optional: &'static [&'static str],
    /// The fields whose lines are ignored.
    pub(super) ignored: &'static [&'static str],
    pub(super) values: &'static [(&'static str, u64)],
}

impl PrintedDescriptor {
    /// A descriptor of which the printer prints every field, without names of values.
    pub(super) const fn of(fields: &'static [Field]) -> Self {
        Self {
            fields,
            optional: &[],
            ignored: &[],
            values: &[],
        }
    }

    /// Reads the fields of the descriptor at `begin`, each of which is in the section once.
    pub(super) fn read_fields(
        &self,
        words: &mut PrintedWords,
        begin: usize,
        section: &Section,
    ) -> Result<(), Unread> {
        // A bit for each field: no descriptor has more than 32.
        let mut seen = 0_u32;
        for (line, name, printed) in section.fields() {
            let Some(position) = self.position(name) else {
                continue;
            };
            if seen >> position & 1 != 0 {
                return Err(Unread::twice(line, name));
            }
            seen |= 1 << position;
            self.set(words, begin, (line, name, printed))?;
        }
        let missing = self.required() & !seen;
        // If none is missing, this is position 32, at which no descriptor has a field.
        match self.fields.get(missing.trailing_zeros() as usize) {
            Some(field) => Err(Unread::missing(section.heading.number, field.name)),
            None => Ok(()),
        }
    }

    /// A bit for each field that every printer prints.
    fn required(&self) -> u32 {
        let fields = self.fields.iter().enumerate();
        let others = [self.optional, self.ignored];
        let required =
            fields.filter(|(_, field)| !others.iter().any(|others| others.contains(&field.name)));
        required.fold(0, |bits, (position, _)| bits | 1 << position)
    }

    /// Sets a printed field in the descriptor at `begin`, if that has it.
    pub(super) fn set(
        &self,
        words: &mut PrintedWords,
        begin: usize,
        (line, name, printed): PrintedField,
    ) -> Result<(), Unread> {
        let Some(field) = self.position(name).map(|position| &self.fields[position]) else {
            return Ok(());
        };
        words.set(begin, field, self.value(field, name, printed), line)
    }

    /// The position of the field with that name.
    pub(super) fn position(&self, name: &str) -> Option<usize> {
        let position = self.fields.iter().position(|field| has_name(field, name))?;
        let is_ignored = self.ignored.contains(&self.fields[position].name);
        (!is_ignored).then_some(position)
    }

    fn value(&self, field: &Field, name: &str, printed: &str) -> PrintedValue {
        let is_named = matches!(field.kind, FieldKind::Named(_));
        let Some(number) = number(printed).filter(|_| !is_named) else {
            return self.named_value(field, name, printed);
        };
        // A negative number is in two's complement, so it does not fit `i64`.
        match (field.kind, i64::try_from(number)) {
            (FieldKind::PaddedCount, _) => padded_count_bits(number)
                .map_or(PrintedValue::Impossible(number), PrintedValue::Number),
            // Older printers write it as an unsigned number.
            (FieldKind::SignedBytes, Ok(..)) if u32::try_from(number).is_ok() => {
                PrintedValue::Number(number as u32 as i32 as u64)
            }
            // Newer printers write some of them as signed numbers.
            (FieldKind::Number, Err(_)) if field.width == u32::BITS && is_signed_word(number) => {
                PrintedValue::Number((number as u32).into())
            }
            _ => PrintedValue::Number(number),
        }
    }

    fn named_value(&self, field: &Field, name: &str, printed: &str) -> PrintedValue {
        let known = match field.kind {
            // A byte of the log was not UTF-8. A format with it would have no known name, and be read as 0.
            _ if printed.contains(char::REPLACEMENT_CHARACTER) => None,
            FieldKind::Format => format::bits(name, printed).map(u64::from),
            FieldKind::Flag if printed == "true" => Some(1),
            FieldKind::Flag if printed == "false" => Some(0),
            FieldKind::Named(_) => {
                let known = self.values.iter().find(|(known, _)| *known == printed);
                match known {
                    Some((_, number)) => Some(*number),
                    None if printed == INVALID => return PrintedValue::Unnamed,
                    None => None,
                }
            }
            _ => None,
        };
        known.map_or(PrintedValue::Unreadable, PrintedValue::Number)
    }
}

/// The printer's text for a value without a name.
pub(super) const INVALID: &str = "XXX: INVALID";

/// Whether a number in two's complement is a signed 32-bit number.
fn is_signed_word(number: u64) -> bool {
    i32::try_from(number as i64).is_ok()
}

/// A 32-bit number, with or without a sign.
pub(super) fn word(printed: &str) -> Option<u32> {
    let number = number(printed)?;
    (is_signed_word(number) || u32::try_from(number).is_ok()).then_some(number as u32)
}

/// Whether a field has the printer's name `name`. The printer's names are genxml's, as ours are, except for capitals
/// and for two names.
fn has_name(field: &Field, name: &str) -> bool {
    field.name.eq_ignore_ascii_case(name)
        || field.name == "descriptor type" && name == "Type"
        || field.kind == FieldKind::Format && name.starts_with("Format (")
}

/// A number in the printer's notation: decimal, or hexadecimal with 0x. Negative numbers are returned in two's
/// complement.
pub(super) fn number(printed: &str) -> Option<u64> {
    if let Some(digits) = printed.strip_prefix("0x") {
        u64::from_str_radix(digits, 16).ok()
    } else if printed.starts_with('-') {
        printed.parse::<i64>().ok().map(|value| value as u64)
    } else {
        printed.parse().ok()
    }
}

/// The 8-bit form of a padded count.
fn padded_count_bits(count: u64) -> Option<u64> {
    // Of 0 this is 64, which `checked_shr` refuses.
    let shift = count.trailing_zeros();
    let odd = count.checked_shr(shift)?;
    // The shift has five bits and (odd - 1) / 2 three, which hold odd numbers up to 15. The padding rules give those
    // up to 9.
    (odd < 16 && shift < 32).then_some((odd / 2) << 5 | u64::from(shift))
}

#[cfg(test)]
mod tests {
    use super::*;
    use mali_instancing::PaddedCount;

    #[test]
    fn numbers_are_decimal_hexadecimal_or_negative() {
        assert_eq!(number("67106048"), Some(0x03ff_f500));
        assert_eq!(number("0xf3ff7b00"), Some(0xf3ff_7b00));
        assert_eq!(number("-15724"), Some(0xffff_ffff_ffff_c294));
        for garbled in ["", "0x", "XXX: INVALID", "1.0", "-"] {
            assert_eq!(number(garbled), None, "{garbled}");
        }
    }

    #[test]
    fn every_padded_count_has_its_bits() {
        for bits in 0..=u8::MAX {
            if let Some(count) = PaddedCount::from_bits(bits) {
                let count = u64::from(count.get());
                assert_eq!(padded_count_bits(count), Some(u64::from(bits)));
            }
        }
        for count in [0, 17, 70, 1 << 32] {
            assert_eq!(padded_count_bits(count), None, "{count}");
        }
    }
}
