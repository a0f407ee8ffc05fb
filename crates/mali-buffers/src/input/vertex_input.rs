use arrayvec::ArrayVec;

use super::array::{Attribute, AttributeArray};
use super::binding::{Binding, Element};
use crate::error::Error;
use crate::list::append;
use crate::streams::{MAX_ATTRIBUTES, assert_is_allowed};
use crate::types::DataSource;

/// The arrays of GL ES 2 and of `glVertexAttribPointer` as bindings and elements: arrays whose elements are interleaved
/// share a binding. It is made when arrays are set, not when they are drawn.
///
/// ```
/// use mali_buffers::{Attribute, AttributeArray, BufferId, DataSource, VertexInput, VertexState};
/// use mali_instancing::Format;
///
/// let mesh = |format| AttributeArray::new(DataSource::Buffer(BufferId::new(1)), format).with_stride(20);
/// let arrays = [
///     Attribute::Array(mesh(Format::R32G32B32_SFLOAT)),
///     Attribute::Array(mesh(Format::R32G32_SFLOAT).with_offset(12)),
/// ];
/// let input: VertexInput = VertexInput::of_arrays(&arrays)?;
/// assert_eq!((input.bindings().len(), input.elements().len()), (1, 2));
/// let state: VertexState = VertexState::new(input.bindings(), input.elements())?;
/// # Ok::<(), mali_buffers::Error>(())
/// ```
#[derive(Clone, Debug)]
pub struct VertexInput<const ATTRIBUTES: usize = MAX_ATTRIBUTES> {
    bindings: ArrayVec<Binding, ATTRIBUTES>,
    elements: ArrayVec<Element, ATTRIBUTES>,
}

/// The first bytes that the arrays of a binding have.
#[derive(Clone, Copy)]
struct ArraySpan {
    begin: u64,
    /// `None` if it does not fit 64 bits, or if the array is longer than its stride: no other one shares its binding.
    end: Option<u64>,
    /// The largest alignment of those arrays whose elements are aligned to their components in aligned memory.
    alignment: u32,
}

impl ArraySpan {
    #[inline]
    fn of(array: &AttributeArray) -> Self {
        let (size, alignment) = (array.format.size(), array.format.alignment());
        let is_aligned = (array.offset | u64::from(array.stride)) & u64::from(alignment - 1) == 0;
        let end = array.offset.checked_add(size.into());
        Self {
            begin: array.offset,
            end: end.filter(|_| size <= array.stride),
            alignment: if is_aligned { alignment } else { 1 },
        }
    }

    /// The span of both, if it is within one stride.
    #[inline]
    fn with(self, other: Self, stride: u32) -> Option<Self> {
        let begin = self.begin.min(other.begin);
        let end = self.end?.max(other.end?);
        (end - begin <= stride.into()).then_some(Self {
            begin,
            end: Some(end),
            alignment: self.alignment.max(other.alignment),
        })
    }
}

impl<const ATTRIBUTES: usize> VertexInput<ATTRIBUTES> {
    /// The bindings and elements of arrays.
    ///
    /// # Errors
    ///
    /// [`Error::TooManyAttributes`].
    pub fn of_arrays(attributes: &[Attribute]) -> Result<Self, Error> {
        const { assert_is_allowed(ATTRIBUTES) };
        Error::check_attributes(attributes.len(), ATTRIBUTES)?;
        let mut input = Self {
            bindings: ArrayVec::new_const(),
            elements: ArrayVec::new_const(),
        };
        let mut spans: ArrayVec<ArraySpan, ATTRIBUTES> = ArrayVec::new_const();
        for attribute in attributes {
            let element = match attribute {
                Attribute::Array(array) => {
                    let binding = input.bind(&mut spans, array);
                    Element::new(binding, array.format, 0)
                }
                Attribute::Constant(value) => Element::Constant(*value),
                Attribute::VertexId => Element::VertexId,
                Attribute::InstanceId => Element::InstanceId,
            };
            append(&mut input.elements, element);
        }
        // All arrays of a binding are known here: the one at the lowest offset decides where it begins.
        for (binding, span) in input.bindings.iter_mut().zip(&spans) {
            binding.offset = match binding.source {
                // The GPU reads each element at a multiple of its alignment, counted from there.
                DataSource::Buffer(_) => span.begin & !u64::from(span.alignment - 1),
                // Client memory before the first array is not the application's.
                DataSource::Client(_) => span.begin,
            };
        }
        for (element, attribute) in input.elements.iter_mut().zip(attributes) {
            if let (
                Element::Bound {
                    binding, offset, ..
                },
                Attribute::Array(array),
            ) = (element, attribute)
            {
                let binding = input.bindings.get(usize::from(*binding));
                // This fits 32 bits: arrays that share a binding are within one stride, and the stride is a multiple
                // of the alignment that `begin` was rounded to.
                *offset = binding.map_or(0, |binding| array.offset - binding.offset) as u32;
            }
        }
        Ok(input)
    }

    /// The binding that an array shares, or a new one.
    #[inline]
    fn bind(&mut self, spans: &mut ArrayVec<ArraySpan, ATTRIBUTES>, array: &AttributeArray) -> u8 {
        let own = ArraySpan::of(array);
        for (number, (binding, span)) in self.bindings.iter().zip(&mut *spans).enumerate() {
            if binding.source == array.source
                && binding.stride == array.stride
                && binding.rate == array.rate
            {
                if let Some(both) = span.with(own, array.stride) {
                    *span = both;
                    return number as u8;
                }
            }
        }
        let binding = Binding::new(array.source, array.stride).with_rate(array.rate);
        append(&mut self.bindings, binding);
        append(spans, own);
        self.bindings.len() as u8 - 1
    }

    /// The bindings.
    #[must_use]
    pub fn bindings(&self) -> &[Binding] {
        &self.bindings
    }

    /// The elements, one for each attribute.
    #[must_use]
    pub fn elements(&self) -> &[Element] {
        &self.elements
    }
}
