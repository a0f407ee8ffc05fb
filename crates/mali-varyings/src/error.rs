use core::fmt;

use crate::limits::{LOCATIONS, MAX_REGISTERS};
use crate::qualifiers::{Interpolation, Precision};
use crate::rules::{Feature, Rules};
use crate::varying_type::VaryingType;
use mali_instancing::{Arch, Message};

/// Why varyings cannot be packed, not be captured, or not be given memory.
///
/// Varyings are counted from 0, in the order in which they were given.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Error {
    /// An array of no elements.
    EmptyArray,
    /// Integers that are to be interpolated.
    InterpolatedInteger {
        /// Their type.
        varying_type: VaryingType,
        /// The interpolation that was asked for; `flat` is allowed.
        interpolation: Interpolation,
    },
    /// A number of registers that no target has.
    Registers {
        /// The number.
        registers: u32,
    },
    /// A location above 31.
    Location {
        /// The location.
        location: u32,
    },
    /// A component from which on the type does not fit a location, or which it cannot have.
    Component {
        /// The type.
        varying_type: VaryingType,
        /// The component, from 0.
        component: u32,
    },
    /// A varying that goes on past the last location.
    LocationRange {
        /// The varying.
        varying: usize,
        /// Its first location.
        location: u32,
        /// How many it takes.
        needed: u64,
    },
    /// A varying that finds no locations in a row beside the others.
    NoLocations {
        /// The varying.
        varying: usize,
        /// How many it takes.
        needed: u64,
    },
    /// A varying at a location where another one has the same components, or another type.
    SharedLocation {
        /// The varying.
        varying: usize,
        /// The location.
        location: u32,
    },
    /// A fragment stage's varying of another type than the vertex stage writes.
    TypeMismatch {
        /// The varying, counted on from those of the vertex stage.
        varying: usize,
        /// The one that is written.
        producer: usize,
        /// The type that is written.
        written: VaryingType,
        /// How many elements of it are: 1 if it is not an array.
        length: u32,
    },
    /// A fragment stage's varying that the vertex stage interpolates otherwise.
    InterpolationMismatch {
        /// The varying, counted on from those of the vertex stage.
        varying: usize,
        /// The one that is written.
        producer: usize,
        /// The interpolation that is written.
        written: Interpolation,
    },
    /// A fragment stage's varying of another precision than a vertex stage that is compiled apart writes.
    PrecisionMismatch {
        /// The varying, counted on from those of the vertex stage.
        varying: usize,
        /// The one that is written.
        producer: usize,
        /// The precision that is written.
        written: Precision,
    },
    /// A fragment stage's varying that begins elsewhere than the one whose components it has.
    BeginMismatch {
        /// The varying, counted on from those of the vertex stage.
        varying: usize,
        /// The one that is written.
        producer: usize,
        /// The location at which that begins.
        location: u32,
        /// Its first component.
        component: u32,
    },
    /// A member of a fragment stage's block or structure that the vertex stage's of the same name does not have there.
    MemberMismatch {
        /// The varying, counted on from those of the vertex stage.
        varying: usize,
        /// The member that is written there, or the last.
        producer: usize,
    },
    /// A fragment stage's varying without a location that a vertex stage which is compiled apart has
    /// elsewhere.
    LocationMismatch {
        /// The varying, counted on from those of the vertex stage.
        varying: usize,
        /// Where the fragment stage has it.
        location: u32,
        /// Where the vertex stage has it.
        written: u32,
    },
    /// An architecture whose varyings go through attribute buffers and not through packets.
    PacketArch {
        /// The architecture.
        arch: Arch,
    },
    /// More varyings than there are components for.
    TooManyVaryings {
        /// How many there are.
        varyings: usize,
        /// How many there may be.
        allowed: usize,
    },
    /// A varying that finds no place beside those that were placed before it.
    DoesNotFit {
        /// The varying.
        varying: usize,
        /// How many registers more it would take to place it, the others staying where they are.
        missing_rows: u64,
    },
    /// A varying that the edition of GLSL ES by whose rules it is packed does not have.
    NotInEdition {
        /// The varying.
        varying: usize,
        /// The edition.
        rules: Rules,
        /// The part of the declaration that it does not have.
        feature: Feature,
    },
    /// Another number of placements than there are varyings.
    PlacementCount {
        /// How many were given.
        given: usize,
        /// How many varyings there are.
        needed: usize,
    },
    /// A captured varying that there is not.
    CapturedVarying {
        /// The capture, from 0.
        capture: usize,
        /// The varying that it names.
        varying: usize,
        /// How many there are.
        varyings: usize,
    },
    /// A captured element that the varying does not have.
    CapturedElement {
        /// The capture, from 0.
        capture: usize,
        /// The element that it names.
        element: u32,
        /// How many there are.
        length: u32,
    },
    /// A captured component that the element does not have.
    CapturedComponent {
        /// The capture, from 0.
        capture: usize,
        /// The component that it names.
        component: u32,
        /// How many there are.
        components: u32,
    },
    /// A draw that cannot be, or an architecture without varying descriptors.
    Draw(mali_instancing::Error),
    /// A draw whose number of instances is not known: nor is how much memory its varyings take.
    UnknownInstances,
    /// A buffer of varyings whose size leaves 32 bits.
    BufferSize {
        /// The distance between elements, in bytes.
        stride: u32,
        /// How many elements there are.
        elements: u64,
    },
}

impl Error {
    /// How many rows a misfit lacks; no other error is nearer to fitting than any misfit.
    pub(super) const fn missing_rows(self) -> u64 {
        match self {
            Self::DoesNotFit { missing_rows, .. } => missing_rows,
            _ => u64::MAX,
        }
    }

    /// The same of a varying that comes after `earlier` others.
    pub(super) const fn counted_from(self, earlier: usize) -> Self {
        match self {
            Self::LocationRange {
                varying,
                location,
                needed,
            } => Self::LocationRange {
                varying: varying + earlier,
                location,
                needed,
            },
            Self::NoLocations { varying, needed } => Self::NoLocations {
                varying: varying + earlier,
                needed,
            },
            Self::SharedLocation { varying, location } => Self::SharedLocation {
                varying: varying + earlier,
                location,
            },
            Self::TypeMismatch {
                varying,
                producer,
                written,
                length,
            } => Self::TypeMismatch {
                varying: varying + earlier,
                producer,
                written,
                length,
            },
            Self::InterpolationMismatch {
                varying,
                producer,
                written,
            } => Self::InterpolationMismatch {
                varying: varying + earlier,
                producer,
                written,
            },
            Self::PrecisionMismatch {
                varying,
                producer,
                written,
            } => Self::PrecisionMismatch {
                varying: varying + earlier,
                producer,
                written,
            },
            Self::BeginMismatch {
                varying,
                producer,
                location,
                component,
            } => Self::BeginMismatch {
                varying: varying + earlier,
                producer,
                location,
                component,
            },
            Self::MemberMismatch { varying, producer } => Self::MemberMismatch {
                varying: varying + earlier,
                producer,
            },
            Self::LocationMismatch {
                varying,
                location,
                written,
            } => Self::LocationMismatch {
                varying: varying + earlier,
                location,
                written,
            },
            error => error,
        }
    }

    /// The varying that it is about, of a stage or counted on in the second of two; `None` where it is about no single
    /// one.
    ///
    /// ```
    /// use mali_varyings::Error;
    ///
    /// assert_eq!(Error::SharedLocation { varying: 3, location: 1 }.varying(), Some(3));
    /// assert_eq!(Error::EmptyArray.varying(), None);
    /// ```
    #[must_use]
    pub const fn varying(self) -> Option<usize> {
        match self {
            Self::LocationRange { varying, .. }
            | Self::NoLocations { varying, .. }
            | Self::SharedLocation { varying, .. }
            | Self::TypeMismatch { varying, .. }
            | Self::InterpolationMismatch { varying, .. }
            | Self::PrecisionMismatch { varying, .. }
            | Self::BeginMismatch { varying, .. }
            | Self::MemberMismatch { varying, .. }
            | Self::LocationMismatch { varying, .. }
            | Self::DoesNotFit { varying, .. }
            | Self::NotInEdition { varying, .. } => Some(varying),
            _ => None,
        }
    }

    #[cfg(feature = "macros")]
    pub(super) const fn is_about(self, number: usize) -> bool {
        matches!(self.varying(), Some(varying) if varying == number)
    }

    /// The vertex stage's varying that the fragment stage's does not match; `None` of any other error.
    #[must_use]
    pub const fn producer(self) -> Option<usize> {
        match self {
            Self::TypeMismatch { producer, .. }
            | Self::InterpolationMismatch { producer, .. }
            | Self::PrecisionMismatch { producer, .. }
            | Self::BeginMismatch { producer, .. }
            | Self::MemberMismatch { producer, .. } => Some(producer),
            _ => None,
        }
    }

    /// The text, for a constant that stops with it.
    #[must_use]
    pub const fn message(self) -> Message {
        match self {
            Self::EmptyArray => {
                Message::new("an array of 0 elements is nothing: at least 1 is allowed")
            }
            Self::InterpolatedInteger {
                varying_type,
                interpolation,
            } => Message::new(varying_type.name())
                .text(" cannot be ")
                .text(interpolation.name())
                .text(": integers are `flat`"),
            Self::Registers { registers } => Message::new("")
                .decimal(registers as u64)
                .text(" registers are not in 1 to ")
                .decimal(MAX_REGISTERS as u64),
            Self::Location { location } => Message::new("location ")
                .decimal(location as u64)
                .text(" does not exist: 0 to ")
                .decimal(LOCATIONS as u64 - 1)
                .text(" are allowed"),
            Self::Component {
                varying_type,
                component,
            } => Message::new(varying_type.name())
                .text(" cannot begin at component ")
                .decimal(component as u64)
                .text(": a vector with a location can, if it ends with component 3 or before"),
            Self::LocationRange {
                varying,
                location,
                needed,
            } => Message::new("varying ")
                .decimal(varying as u64)
                .text(" takes ")
                .decimal(needed)
                .text(" locations from ")
                .decimal(location as u64)
                .text(" on: the last is ")
                .decimal(LOCATIONS as u64 - 1),
            Self::NoLocations { varying, needed } => Message::new("varying ")
                .decimal(varying as u64)
                .text(" does not find ")
                .decimal(needed)
                .text(" free locations in a row: there are ")
                .decimal(LOCATIONS as u64),
            Self::SharedLocation { varying, location } => Message::new("varying ")
                .decimal(varying as u64)
                .text(" cannot share location ")
                .decimal(location as u64)
                .text(": other components can, of the same base type and bits, interpolated alike"),
            Self::TypeMismatch {
                varying,
                written,
                length,
                ..
            } => {
                let message = Message::new("varying ")
                    .decimal(varying as u64)
                    .text(" does not match the vertex stage, which writes ")
                    .text(written.name());
                let message = if length > 1 {
                    message.text("[").decimal(length as u64).text("]")
                } else {
                    message
                };
                message.text(": the same type is allowed, in Vulkan also a shorter vector")
            }
            Self::InterpolationMismatch {
                varying, written, ..
            } => Message::new("varying ")
                .decimal(varying as u64)
                .text(" does not match the vertex stage, which has it ")
                .text(written.name())
                .text(": the same interpolation is allowed"),
            Self::PrecisionMismatch {
                varying, written, ..
            } => Message::new("varying ")
                .decimal(varying as u64)
                .text(" does not match the vertex stage, which has it ")
                .text(written.name())
                .text(": stages compiled apart have the same precision"),
            Self::BeginMismatch {
                varying,
                location,
                component,
                ..
            } => Message::new("varying ")
                .decimal(varying as u64)
                .text(" begins within what the vertex stage writes, which begins at location ")
                .decimal(location as u64)
                .text(", component ")
                .decimal(component as u64),
            Self::MemberMismatch { varying, .. } => Message::new("varying ")
                .decimal(varying as u64)
                .text(" is in a block or structure with other members than the vertex stage's of that name"),
            Self::LocationMismatch {
                varying,
                location,
                written,
            } => Message::new("varying ")
                .decimal(varying as u64)
                .text(" is at location ")
                .decimal(location as u64)
                .text(", but the vertex stage has it at ")
                .decimal(written as u64)
                .text(": stages compiled apart match by name only if they declare the same"),
            Self::PacketArch { arch } => {
                Message::new(arch.name()).text(" has no vertex packets: V9 and later are allowed")
            }
            Self::TooManyVaryings { varyings, allowed } => Message::new("")
                .decimal(varyings as u64)
                .text(" varyings are more than there are components for: at most ")
                .decimal(allowed as u64)
                .text(" are allowed"),
            Self::DoesNotFit {
                varying,
                missing_rows,
            } => Message::new("varying ")
                .decimal(varying as u64)
                .text(" does not fit: ")
                .decimal(missing_rows)
                .text(if missing_rows == 1 {
                    " register is missing"
                } else {
                    " registers are missing"
                }),
            Self::NotInEdition {
                varying,
                rules,
                feature,
            } => Message::new("varying ")
                .decimal(varying as u64)
                .text(" has `")
                .text(feature.name())
                .text("`, which ")
                .text(rules.title())
                .text(" does not have: ")
                .text(feature.allowed(rules)),
            Self::PlacementCount { given, needed } => Message::new("")
                .decimal(given as u64)
                .text(" placements were given: there are ")
                .decimal(needed as u64)
                .text(" varyings"),
            Self::CapturedVarying {
                capture,
                varying,
                varyings,
            } => no_such(capture, "varying", varying as u64, varyings as u64),
            Self::CapturedElement {
                capture,
                element,
                length,
            } => no_such(capture, "element", element as u64, length as u64),
            Self::CapturedComponent {
                capture,
                component,
                components,
            } => no_such(capture, "component", component as u64, components as u64),
            Self::Draw(error) => error.message(),
            Self::UnknownInstances => {
                Message::new("the memory for varyings depends on the number of instances: give it")
            }
            Self::BufferSize { stride, elements } => Message::new("")
                .decimal(elements)
                .text(" elements of ")
                .decimal(stride as u64)
                .text(" bytes leave 32 bits: at most ")
                .decimal((u32::MAX / if stride == 0 { 1 } else { stride }) as u64)
                .text(" are allowed"),
        }
    }
}

const fn no_such(capture: usize, thing: &str, number: u64, count: u64) -> Message {
    Message::new("capture ")
        .decimal(capture as u64)
        .text(": ")
        .text(thing)
        .text(" ")
        .decimal(number)
        .text(" does not exist: there are ")
        .decimal(count)
        .text(", counted from 0")
}

impl fmt::Display for Error {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.pad(self.message().as_str())
    }
}

impl core::error::Error for Error {}

#[cfg(feature = "defmt")]
impl defmt::Format for Error {
    fn format(&self, formatter: defmt::Formatter<'_>) {
        defmt::write!(formatter, "{=str}", self.message().as_str());
    }
}
