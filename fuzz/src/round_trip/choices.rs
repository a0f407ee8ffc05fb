//! The library's types, made of arbitrary bytes: a byte selects one of several values.

use libfuzzer_sys::arbitrary::{Result, Unstructured};
use mali_instancing::draw::TableLayout;
use mali_instancing::{Arch, Format, InputRate, Padding, Rounding};

pub(super) fn arch(bytes: &mut Unstructured) -> Result<Arch> {
    bytes.choose(Arch::ALL).copied()
}

pub(super) fn format(bytes: &mut Unstructured) -> Result<Format> {
    bytes.choose(Format::ALL).copied()
}

pub(super) fn padding(bytes: &mut Unstructured) -> Result<Padding> {
    bytes.choose(Padding::ALL).copied()
}

pub(super) fn rounding(bytes: &mut Unstructured) -> Result<Rounding> {
    bytes.choose(Rounding::ALL).copied()
}

pub(super) fn layout(bytes: &mut Unstructured) -> Result<TableLayout> {
    bytes.choose(TableLayout::ALL).copied()
}

pub(super) fn rate(bytes: &mut Unstructured) -> Result<InputRate> {
    let from_divisor =
        *bytes.choose(&[InputRate::from_gl_divisor, InputRate::from_vulkan_divisor])?;
    Ok(from_divisor(bytes.arbitrary()?))
}
