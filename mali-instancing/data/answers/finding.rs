//! The data of findings and of errors in words that are not a descriptor.

use serde_core::ser::{Serialize, SerializeMap, SerializeStructVariant, Serializer};

use crate::check::{Detail, Expected, Finding, NearestDraw};
use crate::data::rate::Rate;
use crate::data::written::{Hexadecimal, Text, Written, written};
use crate::descriptor::{DecodeError, DecodeErrorKind, Field, FieldKind, FieldValue};
use crate::fetch::InputRate;

written!(DecodeError, DecodeErrorKind, Finding, NearestDraw);

impl Written for DecodeError {
    fn write<M: SerializeMap>(&self, table: &mut M) -> Result<(), M::Error> {
        table.serialize_entry("word", &self.word)?;
        table.serialize_entry("found", &Hexadecimal::word(self.found))?;
        self.kind.write(table)?;
        table.serialize_entry("message", &Text(self))
    }
}

impl Written for DecodeErrorKind {
    fn write<M: SerializeMap>(&self, table: &mut M) -> Result<(), M::Error> {
        let kind = |table: &mut M, kind| table.serialize_entry("kind", kind);
        match self {
            Self::Value { field, allowed } => {
                kind(table, "value")?;
                table.serialize_entry("field", field.name)?;
                table.serialize_entry("allowed", &Names(allowed))
            }
            Self::ReservedBits { reserved } => {
                kind(table, "reserved-bits")?;
                table.serialize_entry("reserved", &Hexadecimal::word(*reserved))
            }
            Self::PaddedCount => kind(table, "padded-count"),
            Self::InstanceSize { field } => {
                kind(table, "instance-size")?;
                table.serialize_entry("field", field.name)
            }
            Self::Continuation => kind(table, "continuation"),
            Self::OddDescriptor => kind(table, "odd-descriptor"),
            Self::ZeroDivisor => kind(table, "zero-divisor"),
            Self::Invocation => kind(table, "invocation"),
            Self::Arch { arch } => {
                kind(table, "arch")?;
                table.serialize_entry("arch", arch)
            }
            Self::Truncated { missing } => {
                kind(table, "truncated")?;
                table.serialize_entry("missing", missing)
            }
        }
    }
}

/// The names of values.
struct Names(&'static [FieldValue]);

impl Serialize for Names {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_seq(self.0.iter().map(|value| value.name))
    }
}

impl Written for Finding {
    fn write<M: SerializeMap>(&self, table: &mut M) -> Result<(), M::Error> {
        table.serialize_entry("rule", &self.rule)?;
        table.serialize_entry("severity", &self.severity)?;
        table.serialize_entry("table", &self.table)?;
        table.serialize_entry("word", &self.word)?;
        table.serialize_entry("attribute", &self.attribute)?;
        table.serialize_entry("field", &self.field.map(|field| field.name))?;
        let field = self.field;
        let found = Number {
            field,
            value: self.found,
        };
        table.serialize_entry("found", &found)?;
        let expected = ExpectedData {
            field,
            expected: self.expected,
        };
        table.serialize_entry("expected", &expected)?;
        if let Some(detail) = &self.detail {
            table.serialize_entry("detail", detail)?;
        }
        table.serialize_entry("alternative", &self.alternative)
    }
}

impl Written for NearestDraw {
    fn write<M: SerializeMap>(&self, table: &mut M) -> Result<(), M::Error> {
        table.serialize_entry("vertices", &self.vertices)?;
        table.serialize_entry("padded_vertices", &self.padded_vertices)?;
        table.serialize_entry("instances", &self.instances)?;
        table.serialize_entry("rate", &self.rate.map(RateData))?;
        table.serialize_entry("is_read", &self.is_read)?;
        table.serialize_entry("has_other_table", &self.has_other_table)?;
        table.serialize_entry("message", &Text(self))
    }
}

/// A rate, as the keys `rate` and `divisor` of manifests.
struct RateData(InputRate);

impl Serialize for RateData {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let (rate, divisor) = match self.0 {
            InputRate::Vertex => (Rate::Vertex, None),
            InputRate::Instance { divisor } => (Rate::Instance, Some(divisor)),
            InputRate::Constant => (Rate::Constant, None),
        };
        let mut table = serializer.serialize_map(None)?;
        table.serialize_entry("rate", &rate)?;
        if let Some(divisor) = divisor {
            table.serialize_entry("divisor", &divisor)?;
        }
        table.end()
    }
}

/// A value of a field, or a word.
struct Number {
    field: Option<Field>,
    value: u64,
}

impl Serialize for Number {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match self.field.map(|field| field.kind) {
            // `Field::get` extends the sign to 64 bits.
            Some(FieldKind::SignedBytes) => serializer.serialize_i64(self.value as i64),
            _ => serializer.serialize_u64(self.value),
        }
    }
}

/// The value that should be in a field.
struct ExpectedData {
    field: Option<Field>,
    expected: Expected,
}

impl Serialize for ExpectedData {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        // The numbers are the positions of the variants, which formats without names write.
        const NAME: &str = "Expected";
        let number = |value| Number {
            field: self.field,
            value,
        };
        match self.expected {
            Expected::Value(value) => {
                serializer.serialize_newtype_variant(NAME, 0, "value", &number(value))
            }
            Expected::AtLeast(least) => {
                serializer.serialize_newtype_variant(NAME, 1, "at_least", &number(least))
            }
            Expected::AtMost(most) => {
                serializer.serialize_newtype_variant(NAME, 2, "at_most", &number(most))
            }
            Expected::Other => serializer.serialize_unit_variant(NAME, 3, "other"),
            Expected::Descriptor(kind) => {
                serializer.serialize_newtype_variant(NAME, 4, "descriptor", &kind)
            }
        }
    }
}

/// Writes the expected value without its field: negative numbers are written as unsigned numbers of 64 bits.
impl Serialize for Expected {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let expected = ExpectedData {
            field: None,
            expected: *self,
        };
        expected.serialize(serializer)
    }
}

/// Writes the numbers with their names: `{"first_element": {"index": 0, "begin": -4}}`.
impl Serialize for Detail {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        const NAME: &str = "Detail";
        match self {
            Self::FirstWrongId {
                id,
                element,
                expected,
            } => {
                let mut table =
                    serializer.serialize_struct_variant(NAME, 0, "first_wrong_id", 3)?;
                table.serialize_field("id", id)?;
                table.serialize_field("element", element)?;
                table.serialize_field("expected", expected)?;
                table.end()
            }
            Self::NearestDraw(draw) => {
                serializer.serialize_newtype_variant(NAME, 1, "nearest_draw", draw)
            }
            Self::LastElement {
                index,
                element,
                end,
            } => {
                let mut table = serializer.serialize_struct_variant(NAME, 2, "last_element", 3)?;
                table.serialize_field("index", index)?;
                table.serialize_field("element", element)?;
                table.serialize_field("end", end)?;
                table.end()
            }
            Self::FirstElement {
                index,
                element,
                begin,
            } => {
                let mut table = serializer.serialize_struct_variant(NAME, 3, "first_element", 3)?;
                table.serialize_field("index", index)?;
                table.serialize_field("element", element)?;
                table.serialize_field("begin", begin)?;
                table.end()
            }
        }
    }
}
