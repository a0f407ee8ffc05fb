use core::fmt;

use crate::declaration::{Interpolation, Precision, VaryingType};
use crate::limits::{LOCATIONS, MAX_REGISTERS, REGISTER_COMPONENTS, SLOTS};
use crate::registers::{Feature, Rules};
use crate::slots::{BuiltIn, Driver, MesaVersion, Treatment};
use crate::stage::Stage;
use mali_instancing::{Arch, Message};

/// Appends texts, numbers in parentheses and names in brackets to a message.
macro_rules! append {
    ($message:expr;) => { $message };
    ($message:expr; $text:literal $($rest:tt)*) => { append!($message.text($text); $($rest)*) };
    ($message:expr; ($number:expr) $($rest:tt)*) => { append!($message.decimal($number as u64); $($rest)*) };
    ($message:expr; [$name:expr] $($rest:tt)*) => { append!($message.text($name); $($rest)*) };
}

/// Defines the errors, each with its text.
macro_rules! errors {
    ($(
        $(#[$attribute:meta])*
        $variant:ident $({ $($(#[$of_field:meta])* $field:ident: $type:ty,)* })? => [$($part:tt)*],
    )*) => {
        /// The reasons why varyings cannot be packed, captured or given memory.
        ///
        /// Varyings are counted from 0, in the order in which they were given.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
        #[non_exhaustive]
        pub enum Error {
            $($(#[$attribute])* $variant $({ $($(#[$of_field])* $field: $type,)* })?,)*
            /// An invalid draw, or an architecture without varying descriptors.
            Draw(mali_instancing::Error),
        }

        impl Error {
            /// The error's text, for a constant whose evaluation panics with it.
            #[must_use]
            #[allow(unused_variables, reason = "a text does not need every field")]
            pub const fn message(self) -> Message {
                match self {
                    $(Self::$variant $({ $($field),* })? => append!(Message::new(""); $($part)*),)*
                    Self::Draw(error) => error.message(),
                }
            }
        }
    };
}

errors! {
    /// An array of no elements.
    EmptyArray => ["an array of 0 elements is nothing: at least 1 is allowed"],
    /// Integers with an interpolation other than `flat`.
    InterpolatedInteger {
        /// The type of the varying.
        varying_type: VaryingType,
        /// The interpolation that was given; only `flat` is allowed.
        interpolation: Interpolation,
    } => [[varying_type.name()] " cannot be " [interpolation.name()] ": integers are `flat`"],
    /// A number of registers that no target has.
    Registers {
        /// The number.
        registers: u32,
    } => [(registers) " registers are not in 1 to " (MAX_REGISTERS)],
    /// A location above 31.
    Location {
        /// The location.
        location: u32,
    } => ["location " (location) " does not exist: 0 to " (LOCATIONS - 1) " are allowed"],
    /// A component at which the type does not fit into a location, or which the varying cannot have.
    Component {
        /// The type.
        varying_type: VaryingType,
        /// The component, from 0.
        component: u32,
    } => [[varying_type.name()] " cannot begin at component " (component)
        ": a vector with a location can, if it ends with component 3 or before"],
    /// A varying that extends past the last location.
    LocationRange {
        /// The varying.
        varying: usize,
        /// Its first location.
        location: u32,
        /// The number of locations that the varying takes.
        needed: u64,
    } => ["varying " (varying) " takes " (needed) " locations from " (location) " on: the last is " (LOCATIONS - 1)],
    /// A varying for which no free consecutive locations are left.
    NoLocations {
        /// The varying.
        varying: usize,
        /// The number of locations that the varying takes.
        needed: u64,
    } => ["varying " (varying) " does not find " (needed) " free locations in a row: there are " (LOCATIONS)],
    /// A varying at a location where another one has the same components or another type.
    SharedLocation {
        /// The varying.
        varying: usize,
        /// The varying of the same stage that was placed there before.
        other: usize,
        /// The location.
        location: u32,
    } => ["varying " (varying) " cannot share location " (location) " with varying " (other)
        ": other components can, of the same base type and bits, interpolated alike"],
    /// A varying of the fragment stage that does not match the vertex stage's.
    Mismatch {
        /// The varying, counted after those of the vertex stage.
        varying: usize,
        /// The varying of the vertex stage.
        producer: usize,
        /// The part that differs.
        mismatch: Mismatch,
    } => ["varying " (varying) [mismatch.message().as_str()]],
    /// An input of a program of OpenGL ES that is compiled separately, for which the vertex stage has no output.
    NoOutput {
        /// The varying, counted after those of the vertex stage.
        varying: usize,
    } => ["varying " (varying) " has no output of its name or location in the vertex stage: programs of OpenGL ES \
        that are compiled apart declare the same"],
    /// An output of a program of OpenGL ES that is compiled separately, for which the fragment stage has no input.
    NoInput {
        /// The varying.
        varying: usize,
    } => ["varying " (varying) " has no input of its name or location in the fragment stage: programs of OpenGL ES \
        that are compiled apart declare the same"],
    /// A slot that no stage can have.
    InvalidSlot {
        /// The slot, from 0.
        slot: usize,
        /// The mistake.
        problem: SlotProblem,
    } => ["slot " (slot) " " [problem.message().as_str()]],
    /// More slots than a driver has descriptors for.
    TooManySlots {
        /// The number of slots of a stage, without those that are only captured.
        slots: usize,
        /// The largest number of slots that is allowed.
        allowed: usize,
    } => [(slots) " slots are more than Mesa has descriptors for: at most " (allowed) " of a stage are allowed"],
    /// A built-in variable that a stage writes or reads and that the driver neither places nor passes on.
    BuiltIn {
        /// The variable.
        built_in: BuiltIn,
        /// The stage.
        stage: Stage,
        /// The version of Mesa.
        version: MesaVersion,
        /// The driver.
        driver: Driver,
        /// The architecture.
        arch: Arch,
        /// The way in which the driver passes it instead.
        treatment: Treatment,
    } => ["`" [built_in.name(stage)] "`, with " [driver.name()] " of Mesa " [version.name()] " on " [arch.name()] ", " [treatment.text()]],
    /// An architecture that the driver does not support.
    DriverArch {
        /// The driver.
        driver: Driver,
        /// The architecture.
        arch: Arch,
    } => [[driver.name()] " does not support " [arch.name()] ": V6 and later are allowed, or panfrost"],
    /// A driver that a version of Mesa does not have for an architecture, or that is not described.
    MesaVersion {
        /// The version.
        version: MesaVersion,
        /// The driver.
        driver: Driver,
        /// The architecture.
        arch: Arch,
    } => ["" [version.refusal(driver, arch).as_str()]],
    /// A layout that was placed as a Mesa before 26 does, and is placed again, or linked by another driver or for another
    /// architecture.
    PlacedLayout {
        /// The driver that it was placed for.
        driver: Driver,
        /// The architecture that it was placed for.
        arch: Arch,
    } => ["the layout was placed for " [driver.name()] " on " [arch.name()]
        ", as before Mesa 26: these alone can link it, and it cannot be placed again"],
    /// More varyings than there can be components.
    TooManyVaryings {
        /// The number of varyings.
        varyings: usize,
        /// The largest number of varyings that is allowed.
        allowed: usize,
    } => [(varyings) " varyings are more than there are components for: at most " (allowed) " are allowed"],
    /// A varying that does not fit beside those that were placed before it.
    DoesNotFit {
        /// The varying.
        varying: usize,
        /// The number of additional registers needed to place the varying, if the others stay where they are.
        missing_rows: u64,
    } => ["varying " (varying) " does not fit: " (missing_rows)
        [if missing_rows == 1 { " register is missing" } else { " registers are missing" }]],
    /// A declaration that the edition of GLSL ES whose rules are used does not have.
    NotInEdition {
        /// The varying.
        varying: usize,
        /// The edition.
        rules: Rules,
        /// The part of the declaration that the edition does not have.
        feature: Feature,
    } => ["varying " (varying) " has `" [feature.name()] "`, which " [rules.title()] " does not have: "
        [feature.allowed(rules)]],
    /// A number of placements that differs from the number of varyings.
    PlacementCount {
        /// The number of placements that were given.
        given: usize,
        /// The number of varyings.
        needed: usize,
    } => [(given) " placements were given: there are " (needed) " varyings"],
    /// A capture of a varying that does not exist.
    CapturedVarying {
        /// The capture, from 0.
        capture: usize,
        /// The varying that it names.
        varying: usize,
        /// The number of varyings.
        varyings: usize,
    } => ["capture " (capture) ": varying " (varying) " does not exist: there are " (varyings) ", counted from 0"],
    /// A captured element that the varying does not have.
    CapturedElement {
        /// The capture, from 0.
        capture: usize,
        /// The element that it names.
        element: u32,
        /// The number of elements.
        length: u32,
    } => ["capture " (capture) ": element " (element) " does not exist: there are " (length) ", counted from 0"],
    /// A captured component that the element does not have.
    CapturedComponent {
        /// The capture, from 0.
        capture: usize,
        /// The component that it names.
        component: u32,
        /// The number of components.
        components: u32,
    } => ["capture " (capture) ": component " (component) " does not exist: there are " (components) ", counted from 0"],
    /// A number of skipped components that a capture cannot have.
    SkippedComponents {
        /// The capture, from 0.
        capture: usize,
        /// The number.
        components: u32,
    } => ["capture " (capture) ": " (components) " components cannot be skipped at once: 1 to 4 can"],
    /// Skipped components, or a next buffer, among captures that have a buffer each.
    SeparateGap {
        /// The capture, from 0.
        capture: usize,
    } => ["capture " (capture) ": components are skipped and buffers changed only if captures are interleaved"],
    /// A draw on another architecture than that for which its varyings were linked.
    LinkedArch {
        /// The architecture of the draw.
        arch: Arch,
        /// The architecture of the linked stages.
        linked: Arch,
    } => ["the draw is on " [arch.name()] ", and its varyings were linked for " [linked.name()]
        ": the same architecture is allowed"],
    /// A draw whose number of instances, and so the size of its varyings' memory, is not known.
    UnknownInstances => ["the memory for varyings depends on the number of instances: give it"],
    /// A buffer of varyings whose size does not fit 32 bits.
    BufferSize {
        /// The distance between elements, in bytes.
        stride: u32,
        /// The number of elements.
        elements: u64,
    } => [(elements) " elements of " (stride) " bytes leave 32 bits: at most "
        // The fields are public, so the stride can be 0, by which nothing can be divided.
        (u32::MAX / if stride == 0 { 1 } else { stride }) " are allowed"],
}

impl Error {
    /// The number of rows that a misfit lacks; any other error counts as more than every misfit.
    pub(super) const fn missing_rows(self) -> u64 {
        match self {
            Self::DoesNotFit { missing_rows, .. } => missing_rows,
            _ => u64::MAX,
        }
    }

    /// The varying that the error is about, and the one that it does not match.
    // Mutable, so that one list serves both `counted_from` and the methods that only read, on a copy.
    const fn numbers(&mut self) -> (Option<&mut usize>, Option<&mut usize>) {
        match self {
            Self::SharedLocation { varying, other, .. }
            | Self::Mismatch {
                varying,
                producer: other,
                ..
            } => (Some(varying), Some(other)),
            Self::LocationRange { varying, .. }
            | Self::NoLocations { varying, .. }
            | Self::NoOutput { varying }
            | Self::NoInput { varying }
            | Self::DoesNotFit { varying, .. }
            | Self::NotInEdition { varying, .. } => (Some(varying), None),
            _ => (None, None),
        }
    }

    /// The same error about a varying that comes after `earlier` others.
    pub(super) const fn counted_from(mut self, earlier: usize) -> Self {
        // A mismatch has its other varying in the vertex stage, which is counted from 0 anyway.
        let is_of_one_stage = matches!(self, Self::SharedLocation { .. });
        let (varying, other) = self.numbers();
        if let Some(varying) = varying {
            *varying += earlier;
        }
        if let (true, Some(other)) = (is_of_one_stage, other) {
            *other += earlier;
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
    pub const fn varying(mut self) -> Option<usize> {
        match self.numbers() {
            (Some(varying), _) => Some(*varying),
            _ => None,
        }
    }

    /// The varying that the one of the error does not match, or with which it cannot share a location, counted as
    /// [`varying`](Self::varying) is; `None` if the error is about one varying.
    ///
    /// ```
    /// use mali_varyings::{Error, Linkage, Linking, Matching, NamedVarying, Varying, VaryingType};
    ///
    /// let varying = Varying::new(VaryingType::Vec2).with_location(1)?;
    /// let both = ["a", "b"].map(|name| NamedVarying { name, varying });
    /// let error = Linkage::new(&both, &[], Matching::Gl, Linking::Linked).unwrap_err();
    /// assert_eq!(error.other(), Some(0));
    /// assert_eq!(Error::EmptyArray.other(), None);
    /// # Ok::<(), Error>(())
    /// ```
    #[must_use]
    pub const fn other(mut self) -> Option<usize> {
        match self.numbers() {
            (_, Some(other)) => Some(*other),
            _ => None,
        }
    }
}

/// The part of its declaration by which a varying of the fragment stage does not match the vertex stage's.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Mismatch {
    /// The type that the vertex stage writes, and the number of elements of this type: 1 if it is not an array.
    Type(VaryingType, u32),
    /// The interpolation in the vertex stage.
    Interpolation(Interpolation),
    /// The precision in the vertex stage, which is compiled separately.
    Precision(Precision),
    /// The location and the component at which the vertex stage's varying begins, within which this one begins.
    Begin(u32, u32),
    /// The members of a block or structure: the vertex stage's of the same name has another one there, or ends before.
    Member,
    /// The locations in the fragment stage and in the vertex stage, which are compiled separately and declare neither.
    Location(u32, u32),
}

impl Mismatch {
    /// The error's text after the varying.
    const fn message(self) -> Message {
        let matched = Message::new(" does not match the vertex stage, which ");
        match self {
            Self::Type(written, length) => {
                let message = append!(matched; "writes " [written.name()]);
                let message = match length {
                    1 => message,
                    _ => append!(message; "[" (length) "]"),
                };
                message.text(": the same type is allowed, in Vulkan also a shorter vector")
            }
            Self::Interpolation(written) => {
                append!(matched; "has it " [written.name()] ": the same interpolation is allowed")
            }
            Self::Precision(written) => {
                append!(matched; "has it " [written.name()] ": stages compiled apart have the same precision")
            }
            Self::Begin(location, component) => append!(Message::new("");
                " begins within what the vertex stage writes, which begins at location " (location)
                ", component " (component)),
            Self::Member => Message::new(
                " is in a block or structure with other members than the vertex stage's of that name",
            ),
            Self::Location(location, written) => append!(Message::new("");
                " is at location " (location) ", but the vertex stage has it at " (written)
                ": stages compiled apart match by name only if they declare the same"),
        }
    }
}

/// The reason why no stage can have a slot.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum SlotProblem {
    /// A location above 63.
    Location(u8),
    /// A location that a slot before it has.
    RepeatedLocation(u8),
    /// An index that is not larger than that of the slot before.
    Index {
        /// The index.
        index: u8,
        /// The index of the slot before.
        before: u8,
    },
    /// A number of bits other than 16 and 32.
    Bits(u8),
    /// No components, or components past the fourth.
    Components {
        /// The first component.
        component: u8,
        /// The number of components.
        components: u8,
    },
    /// A location that no vertex stage stores.
    NotAnOutput(u8),
    /// A location that no fragment stage of the architecture reads from memory or through a descriptor.
    NotAnInput(u8),
    /// Integers that the fragment stage reads with interpolation.
    InterpolatedInteger,
    /// A slot of the fragment stage that is only captured.
    CapturedInput,
}

impl SlotProblem {
    /// The error's text after the slot: `has 8 bits: 16 and 32 are allowed`.
    ///
    /// ```
    /// use mali_varyings::SlotProblem;
    ///
    /// assert_eq!(SlotProblem::Bits(8).message().as_str(), "has 8 bits: 16 and 32 are allowed");
    /// ```
    #[must_use]
    pub const fn message(self) -> Message {
        let message = Message::new("");
        match self {
            Self::Location(location) => append!(message;
                "has location " (location) ": 0 to " (SLOTS - 1) " are allowed"),
            Self::RepeatedLocation(location) => append!(message;
                "has location " (location) ", as one before it has: all accesses of a location are one slot"),
            Self::Index { index, before } => append!(message;
                "has index " (index) " after index " (before) ": a larger one is allowed"),
            Self::Bits(bits) => append!(message; "has " (bits) " bits: 16 and 32 are allowed"),
            Self::Components {
                component,
                components,
            } => match (component, components) {
                (_, 0) => message.text("has 0 components: 1 to 4 are allowed"),
                (0, _) => append!(message; "has " (components) " components: 1 to 4 are allowed"),
                _ => append!(message; "has " (components) " components from component " (component)
                    " on, and so ends after component " (REGISTER_COMPONENTS - 1) ", the last"),
            },
            Self::NotAnOutput(location) => append!(message;
                "has location " (location) ", which no vertex stage stores: 0 to 23 and 32 to 63 are allowed"),
            Self::NotAnInput(location) => append!(message;
                "has location " (location) ", which this fragment stage reads without a slot: the locations of the \
                 generic section are allowed, and on V4 and V5 0, 24 and 25"),
            Self::InterpolatedInteger => {
                append!(message; "has integers that are interpolated: only flat ones are allowed")
            }
            Self::CapturedInput => append!(message;
                "is only captured, and a fragment stage reads it: transform feedback captures outputs"),
        }
    }
}

/// An error with the name of its varying in place of the number, as [`Error::with_name`] returns it.
#[derive(Clone, Copy, Debug)]
pub struct NamedError<N> {
    error: Error,
    name: N,
}

impl Error {
    /// The error with the name of its varying in place of the number.
    ///
    /// ```
    /// use mali_varyings::{Error, Mismatch, VaryingType};
    ///
    /// let mismatch = Mismatch::Type(VaryingType::Vec2, 1);
    /// let error = Error::Mismatch { varying: 3, producer: 0, mismatch };
    /// assert!(error.to_string().starts_with("varying 3 does not match the vertex stage"));
    /// assert!(error.with_name("uv").to_string().starts_with("varying `uv` does not match the vertex stage"));
    /// ```
    pub const fn with_name<N: fmt::Display>(self, name: N) -> NamedError<N> {
        NamedError { error: self, name }
    }
}

/// Writes the error's text: after the name if it is not about a varying.
impl<N: fmt::Display> fmt::Display for NamedError<N> {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (name, message) = (&self.name, self.error.message());
        let text = message.as_str();
        // The texts of errors about a varying begin with `varying` and its number.
        match text.strip_prefix("varying ") {
            Some(rest) => {
                let rest = rest.trim_start_matches(|digit: char| digit.is_ascii_digit());
                write!(formatter, "varying `{name}`{rest}")
            }
            None => write!(formatter, "varying `{name}`: {text}"),
        }
    }
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
