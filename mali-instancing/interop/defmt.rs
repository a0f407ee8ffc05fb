//! The implementations of `defmt::Format` that are not derived. Errors print their text, choices and fields
//! print their names, and numbers print the meaning of their fields.

use defmt::{Display2Format, Format, Formatter, write};

use crate::descriptor::{BufferAddress, DecodeError, Field, FieldError};
use crate::divisor::{MagicDivisor, PowerOfTwo, Rounding};
use crate::draw::DrawError;
use crate::error::Error;
use crate::padded_count::PaddedCount;
use crate::padding::Padding;

impl Format for Error {
    fn format(&self, formatter: Formatter<'_>) {
        write!(formatter, "{=str}", self.message().as_str());
    }
}

impl Format for DrawError {
    fn format(&self, formatter: Formatter<'_>) {
        write!(formatter, "{=str}", self.message().as_str());
    }
}

#[cfg(any(feature = "ash", feature = "wgpu-types"))]
impl Format for super::ConversionError {
    fn format(&self, formatter: Formatter<'_>) {
        write!(formatter, "{=str}", self.message().as_str());
    }
}

// `DecodeError` and `FieldError` have no `Message`, unlike the errors above: `core::fmt` writes their texts.
impl Format for DecodeError {
    fn format(&self, formatter: Formatter<'_>) {
        Display2Format(self).format(formatter);
    }
}

impl Format for Field {
    fn format(&self, formatter: Formatter<'_>) {
        write!(formatter, "{=str}", self.name);
    }
}

impl Format for FieldError {
    fn format(&self, formatter: Formatter<'_>) {
        Display2Format(self).format(formatter);
    }
}

impl Format for BufferAddress {
    fn format(&self, formatter: Formatter<'_>) {
        write!(formatter, "{=u64:#x}", self.get());
    }
}

impl Format for Padding {
    fn format(&self, formatter: Formatter<'_>) {
        write!(formatter, "{=str}", self.name());
    }
}

impl Format for Rounding {
    fn format(&self, formatter: Formatter<'_>) {
        write!(formatter, "{=str}", self.name());
    }
}

impl Format for PaddedCount {
    fn format(&self, formatter: Formatter<'_>) {
        write!(formatter, "PaddedCount({=u32})", self.get());
    }
}

impl Format for MagicDivisor {
    fn format(&self, formatter: Formatter<'_>) {
        write!(
            formatter,
            "MagicDivisor(R {=u32}, E {=bool}, D {=u32:#x})",
            self.divisor_r(),
            self.divisor_e(),
            self.divisor_d()
        );
    }
}

impl Format for PowerOfTwo {
    fn format(&self, formatter: Formatter<'_>) {
        write!(formatter, "PowerOfTwo(R {=u32})", self.divisor_r());
    }
}
