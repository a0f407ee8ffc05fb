use super::span::{CapturedSource, CapturedSpan};
use crate::declaration::Varying;
use crate::error::Error;
use crate::memory::linkage::Linkage;
use crate::varying_type::BaseType;

/// A capture of the application: a varying, one of its elements, one component of an element, or a built-in
/// output.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "defmt", derive(defmt::Format))]
pub struct Capture {
    part: Part,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "defmt", derive(defmt::Format))]
enum Part {
    Position,
    PointSize,
    Whole(usize),
    Element(usize, u32),
    Component(usize, u32, u32),
}

impl Capture {
    /// `gl_Position`, four components.
    pub const POSITION: Self = Self {
        part: Part::Position,
    };

    /// `gl_PointSize`, one component. The vertex stage must
    /// [write it](crate::VertexOutputs::point_size).
    pub const POINT_SIZE: Self = Self {
        part: Part::PointSize,
    };

    /// All elements of a varying, by its number.
    #[must_use]
    pub const fn whole(varying: usize) -> Self {
        let part = Part::Whole(varying);
        Self { part }
    }

    /// One element of an array.
    #[must_use]
    pub const fn element(varying: usize, element: u32) -> Self {
        let part = Part::Element(varying, element);
        Self { part }
    }

    /// One component of an element; those of a matrix are counted column by column.
    #[must_use]
    pub const fn component(varying: usize, element: u32, component: u32) -> Self {
        let part = Part::Component(varying, element, component);
        Self { part }
    }

    pub(super) const fn varying(self) -> Option<usize> {
        match self.part {
            Part::Position | Part::PointSize => None,
            Part::Whole(varying) | Part::Element(varying, _) | Part::Component(varying, _, _) => {
                Some(varying)
            }
        }
    }

    pub(super) const fn check(self, capture: usize, linkage: &Linkage) -> Result<(), Error> {
        let Some(number) = self.varying() else {
            return Ok(());
        };
        let Some(varying) = linkage.producer().varying(number) else {
            return Err(Error::CapturedVarying {
                capture,
                varying: number,
                varyings: linkage.producer().varyings(),
            });
        };
        let length = varying.length();
        let components = element_components(varying);
        match self.part {
            Part::Element(_, element) | Part::Component(_, element, _) if element >= length => {
                Err(Error::CapturedElement {
                    capture,
                    element,
                    length,
                })
            }
            Part::Component(_, _, component) if component >= components => {
                Err(Error::CapturedComponent {
                    capture,
                    component,
                    components,
                })
            }
            _ => Ok(()),
        }
    }

    /// The range of the captured components, counted element by element: the first, and the one after the last.
    pub(super) const fn components(self, linkage: &Linkage) -> [u32; 2] {
        let Some(number) = self.varying() else {
            return match self.part {
                Part::Position => [0, 4],
                _ => [0, 1],
            };
        };
        let Some(varying) = linkage.producer().varying(number) else {
            return [0, 0];
        };
        let components = element_components(varying);
        match self.part {
            Part::Element(_, element) => [element * components, (element + 1) * components],
            Part::Component(_, element, component) => {
                let first = element * components + component;
                [first, first + 1]
            }
            _ => [0, varying.length() * components],
        }
    }

    /// The components from `at` to `end`, excluded, that belong to the vector of component `at`. `capture`,
    /// `buffer` and `offset` are set later.
    pub(super) const fn in_memory(
        self,
        linkage: &Linkage,
        at: u32,
        end: u32,
    ) -> Option<CapturedSpan> {
        if at >= end {
            return None;
        }
        let source = match self.part {
            Part::Position => CapturedSource::Position,
            Part::PointSize => CapturedSource::PointSize,
            Part::Whole(number) | Part::Element(number, _) | Part::Component(number, _, _) => {
                return in_section(linkage, number, at, end);
            }
        };
        Some(CapturedSpan {
            capture: 0,
            source,
            base_type: BaseType::Float,
            bits: 32,
            components: end - at,
            buffer: 0,
            offset: 0,
        })
    }
}

/// [`Capture::in_memory`] of a varying.
const fn in_section(linkage: &Linkage, number: usize, at: u32, end: u32) -> Option<CapturedSpan> {
    let Some(varying) = linkage.producer().varying(number) else {
        return None;
    };
    let Some(first) = varying.location() else {
        return None;
    };
    let components = varying.varying_type().components();
    let location = first + at / components;
    let memory = linkage.memory();
    let (Some(slot), Some(offset)) = (memory.slot(location), memory.offset(location)) else {
        return None;
    };
    let component = at % components;
    let left = components - component;
    Some(CapturedSpan {
        capture: 0,
        source: CapturedSource::Generic {
            byte: offset + (varying.component() + component) * slot.bits() / 8,
        },
        base_type: slot.base_type(),
        bits: slot.bits(),
        components: if left < end - at { left } else { end - at },
        buffer: 0,
        offset: 0,
    })
}

/// The number of components of an element, in all its columns.
const fn element_components(varying: Varying) -> u32 {
    let varying_type = varying.varying_type();
    varying_type.columns() * varying_type.components()
}
