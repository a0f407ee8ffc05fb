//! From a printed field to the bits of a descriptor.

use mali_instancing::descriptor::{Field, FieldKind};

use super::format;
use super::line::PrintedField;
use super::words::PrintedWords;

/// The fields of a kind of descriptor, and what the printer calls some of their values.
pub(super) struct PrintedDescriptor {
    pub(super) fields: &'static [Field],
    pub(super) values: &'static [(&'static str, u64)],
}

impl PrintedDescriptor {
    /// Gives the descriptor at `begin` the value of a printed field. Returns whether it has that field.
    pub(super) fn set(
        &self,
        words: &mut PrintedWords,
        begin: usize,
        (line, name, printed): PrintedField,
    ) -> bool {
        let field = self.fields.iter().find(|field| has_name(field, name));
        if let Some(field) = field {
            words.set(begin, field, self.value(field, name, printed), line);
        }
        field.is_some()
    }

    fn value(&self, field: &Field, name: &str, printed: &str) -> Option<u64> {
        match field.kind {
            FieldKind::Format => format::bits(name, printed).map(u64::from),
            FieldKind::Flag if printed == "true" => Some(1),
            FieldKind::Flag if printed == "false" => Some(0),
            FieldKind::Named(_) => {
                let known = self.values.iter().find(|(known, _)| *known == printed);
                known.map(|(_, number)| *number)
            }
            FieldKind::PaddedCount => padded_count_bits(number(printed)?),
            // Older printers write it without a sign.
            FieldKind::SignedBytes => number(printed).map(|value| value as u32 as i32 as u64),
            _ => number(printed),
        }
    }
}

/// The printer's names are genxml's, as ours are but for capitals and for two names.
fn has_name(field: &Field, name: &str) -> bool {
    field.name.eq_ignore_ascii_case(name)
        || field.name == "descriptor type" && name == "Type"
        || field.kind == FieldKind::Format && name.starts_with("Format (")
}

/// A number as the printer writes it: decimal, hexadecimal with 0x, negative ones in two's
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

/// The eight bits of odd · 2^shift.
fn padded_count_bits(count: u64) -> Option<u64> {
    let shift = count.trailing_zeros();
    let odd = count.checked_shr(shift)?;
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
