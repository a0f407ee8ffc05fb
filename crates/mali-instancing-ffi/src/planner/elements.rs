//! The bindings and elements of an application.

use mali_buffers::{Attribute, AttributeArray, Binding, ConstantValue, Element, Error};

use super::source::mali_inst_data_source;
use crate::abi::arguments::Input;
use crate::abi::failure::Failure;
use crate::abi::growth::{Growing, growing};
use crate::abi::list::List;
use crate::enums::{self, mali_inst_rate};
use crate::format::{format, mali_inst_format};

/// The largest number of attributes, and of bindings, of a planned draw: fewer than the `MALI_INST_MAX_ATTRIBUTES`
/// of other draws.
pub const MALI_INST_MAX_PLANNED_ATTRIBUTES: usize = 16;

/// Memory with a stride and a rate, from which elements are read: a vertex buffer binding.
#[repr(C)]
#[derive(Clone, Copy)]
pub struct mali_inst_planned_binding {
    /// The offset of the first element in the source, in bytes.
    pub offset: u64,
    /// The place of the bytes.
    pub source: mali_inst_data_source,
    /// The distance between elements, in bytes. If it is 0, all vertices and instances read the first element.
    pub stride: u32,
    /// The rate at which elements are stepped through.
    pub rate: mali_inst_rate,
    /// The number of instances that share an element, with `MALI_INST_RATE_INSTANCE`.
    pub divisor: u32,
    /// Zeros, for fields of later versions.
    pub reserved: [u32; 3],
}

/// The source of an attribute's values: one of `MALI_INST_ELEMENT_*`.
pub type mali_inst_element_kind = u32;

/// A part of each element of a binding.
pub const MALI_INST_ELEMENT_BOUND: mali_inst_element_kind = 0;
/// The same four floats for all vertices.
pub const MALI_INST_ELEMENT_FLOAT: mali_inst_element_kind = 1;
/// The same four signed integers for all vertices.
pub const MALI_INST_ELEMENT_INT: mali_inst_element_kind = 2;
/// The same four unsigned integers for all vertices.
pub const MALI_INST_ELEMENT_UINT: mali_inst_element_kind = 3;
/// The vertex's number, counted from the draw's first vertex. V4 and V5 only.
pub const MALI_INST_ELEMENT_VERTEX_ID: mali_inst_element_kind = 4;
/// The instance's number. V4 and V5 only.
pub const MALI_INST_ELEMENT_INSTANCE_ID: mali_inst_element_kind = 5;

/// The source of a shader's attribute. Fields that its kind does not need are ignored.
#[repr(C)]
#[derive(Clone, Copy)]
pub struct mali_inst_planned_element {
    /// The source of the values.
    pub kind: mali_inst_element_kind,
    /// The binding, counted from 0.
    pub binding: u32,
    /// The format of the bytes.
    pub format: mali_inst_format,
    /// The offset in each element of the binding, in bytes.
    pub offset: u32,
    /// The bits of the four components of a constant.
    pub constant: [u32; 4],
    /// Zeros, for fields of later versions.
    pub reserved: [u32; 4],
}

growing! {
    mali_inst_planned_binding: a b c;
    mali_inst_planned_element: a b c d;
}

impl mali_inst_planned_binding {
    fn convert(&self, number: usize) -> Result<Binding, Failure> {
        self.check("bindings", Some(number))?;
        Ok(Binding {
            source: self.source.convert(Some(number))?,
            offset: self.offset,
            stride: self.stride,
            rate: enums::rate(self.rate, self.divisor, number)?,
        })
    }
}

impl mali_inst_planned_element {
    fn convert(&self, number: usize) -> Result<Element, Failure> {
        self.check("elements", Some(number))?;
        let constant = self.constant;
        Ok(match self.kind {
            MALI_INST_ELEMENT_BOUND => Element::Bound {
                // 16 to 255 are refused later, as bindings that do not exist.
                binding: u8::try_from(self.binding).map_err(|_| {
                    Failure::value("binding", Some(number), self.binding, "0 to 15")
                })?,
                format: format(self.format, number)?,
                offset: self.offset,
            },
            MALI_INST_ELEMENT_FLOAT => {
                Element::Constant(ConstantValue::Float(constant.map(f32::from_bits)))
            }
            MALI_INST_ELEMENT_INT => Element::Constant(ConstantValue::Int(
                constant.map(|bits| i32::from_ne_bytes(bits.to_ne_bytes())),
            )),
            MALI_INST_ELEMENT_UINT => Element::Constant(ConstantValue::Uint(constant)),
            MALI_INST_ELEMENT_VERTEX_ID => Element::VertexId,
            MALI_INST_ELEMENT_INSTANCE_ID => Element::InstanceId,
            kind => {
                return Err(Failure::value(
                    "kind of element",
                    Some(number),
                    kind,
                    "MALI_INST_ELEMENT_*, 0 to 5,",
                ));
            }
        })
    }
}

/// A list of a state's bindings, elements or arrays: at most 16 of each.
type ListOf<T> = List<T, MALI_INST_MAX_PLANNED_ATTRIBUTES>;

pub(super) fn bindings<'list>(
    list: &'list mut ListOf<Binding>,
    given: Input<'_, mali_inst_planned_binding>,
) -> Result<&'list [Binding], Failure> {
    list.fill(given.slice()?, "bindings", |number, binding| {
        binding.convert(number)
    })
}

pub(super) fn elements<'list>(
    list: &'list mut ListOf<Element>,
    given: Input<'_, mali_inst_planned_element>,
) -> Result<&'list [Element], Failure> {
    list.fill(given.slice()?, "elements", |number, element| {
        element.convert(number)
    })
}

/// The arrays that elements of bindings are.
pub(super) fn arrays<'list>(
    list: &'list mut ListOf<Attribute>,
    bindings: Input<'_, mali_inst_planned_binding>,
    elements: Input<'_, mali_inst_planned_element>,
) -> Result<&'list [Attribute], Failure> {
    let (bindings, elements) = (bindings.slice()?, elements.slice()?);
    // Also those that no element names, as where elements are set: a second list would take more stack.
    ListOf::<Binding>::check_length(bindings.len(), "bindings")?;
    for (number, binding) in bindings.iter().enumerate() {
        binding.convert(number)?;
    }
    list.fill(elements, "elements", |attribute, element| {
        Ok(match element.convert(attribute)? {
            Element::Bound {
                binding: number,
                format,
                offset,
            } => {
                let binding = usize::from(number);
                let unknown = Error::UnknownBinding {
                    attribute,
                    binding,
                    bindings: bindings.len(),
                };
                let bound = bindings.get(binding).ok_or(unknown)?.convert(binding)?;
                let past_end = Error::EndOverflow {
                    offset: bound.offset,
                    size: offset.into(),
                };
                let begin = bound.offset.checked_add(offset.into());
                Attribute::Array(AttributeArray {
                    source: bound.source,
                    format,
                    stride: bound.stride,
                    offset: begin.ok_or(past_end)?,
                    rate: bound.rate,
                })
            }
            Element::Constant(value) => Attribute::Constant(value),
            Element::VertexId => Attribute::VertexId,
            Element::InstanceId => Attribute::InstanceId,
        })
    })
}
