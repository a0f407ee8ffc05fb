use core::fmt;

use crate::limits::{LOCATIONS, MAX_REGISTERS};
use crate::qualifiers::{Interpolation, Precision};
use crate::rules::{Feature, Rules};
use crate::varying_type::VaryingType;
use mali_instancing::{Arch, Message};

/// The reasons why varyings cannot be packed, captured or given memory.
///
/// Varyings are counted from 0, in the order in which they were given.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Error {
    /// An array of no elements.
    EmptyArray,
    /// Integers with an interpolation other than `flat`.
    InterpolatedInteger {
        /// The type of the varying.
        varying_type: VaryingType,
        /// The interpolation that was given; only `flat` is allowed.
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
    /// A component at which the type does not fit into a location, or which the varying cannot have.
    Component {
        /// The type.
        varying_type: VaryingType,
        /// The component, from 0.
        component: u32,
    },
    /// A varying that extends past the last location.
    LocationRange {
        /// The varying.
        varying: usize,
        /// Its first location.
        location: u32,
        /// The number of locations that the varying takes.
        needed: u64,
    },
    /// A varying for which no free consecutive locations are left.
    NoLocations {
        /// The varying.
        varying: usize,
        /// The number of locations that the varying takes.
        needed: u64,
    },
    /// A varying at a location where another one has the same components or another type.
    SharedLocation {
        /// The varying.
        varying: usize,
        /// The varying of the same stage that was placed there before.
        other: usize,
        /// The location.
        location: u32,
    },
    /// A varying of the fragment stage whose type differs from the one that the vertex stage writes.
    TypeMismatch {
        /// The varying, counted after those of the vertex stage.
        varying: usize,
        /// The varying of the vertex stage.
        producer: usize,
        /// The type that the vertex stage writes.
        written: VaryingType,
        /// The number of elements of this type: 1 if the vertex stage's varying is not an array.
        length: u32,
    },
    /// A varying of the fragment stage whose interpolation differs from the vertex stage's.
    InterpolationMismatch {
        /// The varying, counted after those of the vertex stage.
        varying: usize,
        /// The varying of the vertex stage.
        producer: usize,
        /// The interpolation in the vertex stage.
        written: Interpolation,
    },
    /// A varying of the fragment stage whose precision differs from that of a vertex stage that is compiled separately.
    PrecisionMismatch {
        /// The varying, counted after those of the vertex stage.
        varying: usize,
        /// The varying of the vertex stage.
        producer: usize,
        /// The precision in the vertex stage.
        written: Precision,
    },
    /// A varying of the fragment stage that does not begin where the vertex stage's varying with its components begins.
    BeginMismatch {
        /// The varying, counted after those of the vertex stage.
        varying: usize,
        /// The varying of the vertex stage.
        producer: usize,
        /// The location at which the vertex stage's varying begins.
        location: u32,
        /// The first component of the vertex stage's varying.
        component: u32,
    },
    /// A member of a block or structure of the fragment stage that the vertex stage's of the same name lacks there.
    MemberMismatch {
        /// The varying, counted after those of the vertex stage.
        varying: usize,
        /// The member that the vertex stage writes there, or its last.
        producer: usize,
    },
    /// A varying of the fragment stage without a location, for which a separately compiled vertex stage uses another
    /// location.
    LocationMismatch {
        /// The varying, counted after those of the vertex stage.
        varying: usize,
        /// The location in the fragment stage.
        location: u32,
        /// The location in the vertex stage.
        written: u32,
    },
    /// An architecture whose varyings are in attribute buffers and not in packets.
    PacketArch {
        /// The architecture.
        arch: Arch,
    },
    /// More varyings than there can be components.
    TooManyVaryings {
        /// The number of varyings.
        varyings: usize,
        /// The largest number of varyings that is allowed.
        allowed: usize,
    },
    /// A varying that does not fit beside those that were placed before it.
    DoesNotFit {
        /// The varying.
        varying: usize,
        /// The number of additional registers needed to place the varying, if the others stay where they are.
        missing_rows: u64,
    },
    /// A declaration that the edition of GLSL ES whose rules are used does not have.
    NotInEdition {
        /// The varying.
        varying: usize,
        /// The edition.
        rules: Rules,
        /// The part of the declaration that the edition does not have.
        feature: Feature,
    },
    /// A number of placements that differs from the number of varyings.
    PlacementCount {
        /// The number of placements that were given.
        given: usize,
        /// The number of varyings.
        needed: usize,
    },
    /// A capture of a varying that does not exist.
    CapturedVarying {
        /// The capture, from 0.
        capture: usize,
        /// The varying that it names.
        varying: usize,
        /// The number of varyings.
        varyings: usize,
    },
    /// A captured element that the varying does not have.
    CapturedElement {
        /// The capture, from 0.
        capture: usize,
        /// The element that it names.
        element: u32,
        /// The number of elements.
        length: u32,
    },
    /// A captured component that the element does not have.
    CapturedComponent {
        /// The capture, from 0.
        capture: usize,
        /// The component that it names.
        component: u32,
        /// The number of components.
        components: u32,
    },
    /// An invalid draw, or an architecture without varying descriptors.
    Draw(mali_instancing::Error),
    /// A draw whose number of instances, and so the size of its varyings' memory, is not known.
    UnknownInstances,
    /// A buffer of varyings whose size does not fit 32 bits.
    BufferSize {
        /// The distance between elements, in bytes.
        stride: u32,
        /// The number of elements.
        elements: u64,
    },
}

impl Error {
    /// The number of rows that a misfit lacks; any other error counts as more than every misfit.
    pub(super) const fn missing_rows(self) -> u64 {
        match self {
            Self::DoesNotFit { missing_rows, .. } => missing_rows,
            _ => u64::MAX,
        }
    }

    /// The same error about a varying that comes after `earlier` others.
    pub(super) const fn counted_from(mut self, earlier: usize) -> Self {
        if let Self::SharedLocation { other, .. } = &mut self {
            *other += earlier;
        }
        match &mut self {
            Self::LocationRange { varying, .. }
            | Self::NoLocations { varying, .. }
            | Self::SharedLocation { varying, .. }
            | Self::TypeMismatch { varying, .. }
            | Self::InterpolationMismatch { varying, .. }
            | Self::PrecisionMismatch { varying, .. }
            | Self::BeginMismatch { varying, .. }
            | Self::MemberMismatch { varying, .. }
            | Self::LocationMismatch { varying, .. } => *varying += earlier,
            _ => {}
        }
        self
    }

    /// The number of the varying that the error is about, in its stage or counted on in the second of two stages;
    /// `None` if the error is not about a single varying.
    ///
    /// ```
    /// use mali_varyings::Error;
    ///
    /// assert_eq!(Error::SharedLocation { varying: 3, other: 0, location: 1 }.varying(), Some(3));
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

    /// The varying that the one of the error does not match, or with which it cannot share a location, counted as
    /// [`varying`](Self::varying) is; `None` if the error is about one varying.
    ///
    /// ```
    /// use mali_varyings::{Error, Interface, Varying, VaryingType};
    ///
    /// let varying = Varying::new(VaryingType::Vec2).with_location(1)?;
    /// assert_eq!(Interface::new(&[varying; 2]).unwrap_err().other(), Some(0));
    /// assert_eq!(Error::EmptyArray.other(), None);
    /// # Ok::<(), Error>(())
    /// ```
    #[must_use]
    pub const fn other(self) -> Option<usize> {
        match self {
            Self::SharedLocation { other, .. } => Some(other),
            Self::TypeMismatch { producer, .. }
            | Self::InterpolationMismatch { producer, .. }
            | Self::PrecisionMismatch { producer, .. }
            | Self::BeginMismatch { producer, .. }
            | Self::MemberMismatch { producer, .. } => Some(producer),
            _ => None,
        }
    }

    /// The error's text, for a constant whose evaluation panics with it.
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
            Self::SharedLocation {
                varying,
                other,
                location,
            } => Message::new("varying ")
                .decimal(varying as u64)
                .text(" cannot share location ")
                .decimal(location as u64)
                .text(" with varying ")
                .decimal(other as u64)
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
