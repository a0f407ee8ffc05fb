use super::interface::Interface;
use super::layout::MemoryLayout;
use super::named::{NamedVarying, position};
use super::slot::Slot;
use crate::declaration::Varying;
use crate::error::Error;

/// A vertex stage and a fragment stage, and the memory between them.
///
/// The vertex stage decides where everything is and how many bits it has; the fragment stage decides as
/// what it is read. Where they are linked together, nothing is stored that nobody reads. What is read and
/// not written has no place, and its value is undefined by the APIs.
///
/// ```
/// use mali_varyings::{Linkage, NamedVarying, Varying, VaryingType};
///
/// let named = |name, varying_type| NamedVarying { name, varying: Varying::new(varying_type) };
/// let producer = [named("normal", VaryingType::Vec3), named("uv", VaryingType::Vec2)];
/// let consumer = [named("colour", VaryingType::Vec4), named("uv", VaryingType::Vec2)];
/// let linkage = Linkage::new(&producer, &consumer)?;
/// let uv = linkage.consumer().location(1).unwrap();
/// assert_eq!(linkage.memory().offset(uv), Some(0));
/// assert_eq!(linkage.memory().bytes(), 8);
/// # Ok::<(), mali_varyings::Error>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "defmt", derive(defmt::Format))]
pub struct Linkage {
    producer: Interface,
    consumer: Interface,
    memory: MemoryLayout,
    is_separable: bool,
}

impl Linkage {
    /// Links two stages that are compiled together.
    ///
    /// A varying of the fragment stage without a location is the vertex stage's of the same name.
    ///
    /// # Errors
    ///
    /// As of [`Interface::new`] for either stage: varyings are counted from 0 in the vertex stage, and on
    /// in the fragment stage. [`Error::TypeMismatch`] for one that is not of the type that is written.
    ///
    /// ```
    /// use mali_varyings::{Error, Linkage, NamedVarying, Varying, VaryingType};
    ///
    /// let named = |varying_type| [NamedVarying { name: "uv", varying: Varying::new(varying_type) }];
    /// let error = Linkage::new(&named(VaryingType::Vec2), &named(VaryingType::Vec3)).unwrap_err();
    /// assert_eq!(error, Error::TypeMismatch { varying: 1, written: VaryingType::Vec2, length: 1 });
    /// ```
    pub const fn new(
        producer: &[NamedVarying<'_>],
        consumer: &[NamedVarying<'_>],
    ) -> Result<Self, Error> {
        let written = match interface(producer, &[], &Interface::EMPTY) {
            Ok(written) => written,
            Err(error) => return Err(error),
        };
        let read = match interface(consumer, producer, &written) {
            Ok(read) => read,
            Err(error) => return Err(error.counted_from(producer.len())),
        };
        let mut number = 0;
        while number < consumer.len() {
            let varying = consumer[number].varying;
            let other = match read.location(number) {
                Some(first) => unreadable(varying, first, producer, &written),
                None => None,
            };
            if let Some(other) = other {
                let number = producer.len() + number;
                return Err(mismatch(number, producer[other].varying));
            }
            number += 1;
        }
        let memory = MemoryLayout::of_locations(&written, read.locations());
        Ok(Self {
            producer: written,
            consumer: read,
            memory,
            is_separable: false,
        })
    }

    /// Puts two stages together that are compiled apart: each is as [`Interface::sorted_by_name`] has it.
    ///
    /// A varying that is read and not written has an undefined value, and one that is written as another type too:
    /// neither stage knows the other.
    ///
    /// # Errors
    ///
    /// As of [`Interface::sorted_by_name`] for either stage, varyings being counted as by [`new`](Self::new).
    /// [`Error::LocationMismatch`] for a varying without a location that is elsewhere in the vertex stage: that finds
    /// its place only where both stages declare the same.
    ///
    /// ```
    /// use mali_varyings::{Error, Linkage, NamedVarying, Varying, VaryingType};
    ///
    /// let named = |name| NamedVarying { name, varying: Varying::new(VaryingType::Vec2) };
    /// let linkage = Linkage::separable(&[named("uv"), named("colour")], &[named("colour"), named("uv")])?;
    /// assert_eq!(linkage.producer().location(0), linkage.consumer().location(1));
    /// let error = Linkage::separable(&[named("uv"), named("colour")], &[named("uv")]).unwrap_err();
    /// assert_eq!(error, Error::LocationMismatch { varying: 2, location: 0, written: 1 });
    /// # Ok::<(), Error>(())
    /// ```
    pub const fn separable(
        producer: &[NamedVarying<'_>],
        consumer: &[NamedVarying<'_>],
    ) -> Result<Self, Error> {
        let written = match Interface::sorted_by_name(producer) {
            Ok(written) => written,
            Err(error) => return Err(error),
        };
        let read = match Interface::sorted_by_name(consumer) {
            Ok(read) => read,
            Err(error) => return Err(error.counted_from(producer.len())),
        };
        let mut number = 0;
        while number < consumer.len() {
            let NamedVarying { name, varying } = consumer[number];
            if let (None, Some(location)) = (varying.location(), read.location(number)) {
                // It should be what is at the same place there.
                let likely = match written.owner(location, 0) {
                    Some(owner) => owner,
                    None => 0,
                };
                if let Some(namesake) = position(producer, name, likely) {
                    match written.location(namesake) {
                        Some(written) if written != location => {
                            return Err(Error::LocationMismatch {
                                varying: producer.len() + number,
                                location,
                                written,
                            });
                        }
                        _ => {}
                    }
                }
            }
            number += 1;
        }
        Ok(Self::from_separable(written, read))
    }

    /// Puts two stages together that were compiled apart, each of which stays as it is.
    #[must_use]
    pub const fn from_separable(producer: Interface, consumer: Interface) -> Self {
        Self {
            producer,
            consumer,
            memory: MemoryLayout::new(&producer),
            is_separable: true,
        }
    }

    /// The same, with the vertex stage's outputs at the locations whose bits are set stored, read or not.
    pub(super) const fn with_stored(mut self, locations: u32) -> Self {
        if !self.is_separable {
            let kept = self.consumer.locations() | locations;
            self.memory = MemoryLayout::of_locations(&self.producer, kept);
        }
        self
    }

    /// The outputs of the vertex stage.
    #[must_use]
    pub const fn producer(&self) -> &Interface {
        &self.producer
    }

    /// The inputs of the fragment stage.
    #[must_use]
    pub const fn consumer(&self) -> &Interface {
        &self.consumer
    }

    /// Where the vertex stage's outputs lie.
    #[must_use]
    pub const fn memory(&self) -> &MemoryLayout {
        &self.memory
    }

    /// Whether the stages were compiled apart.
    #[must_use]
    pub const fn is_separable(&self) -> bool {
        self.is_separable
    }

    /// As what the fragment stage reads a location: its own type, with the bits and the components that
    /// the vertex stage has stored. `None` where it does not read, or nothing is stored.
    #[must_use]
    pub const fn read_as(&self, location: u32) -> Option<Slot> {
        match (self.consumer.slot(location), self.memory.slot(location)) {
            (Some(read), Some(stored)) => Some(Slot {
                base_type: read.base_type,
                ..stored
            }),
            _ => None,
        }
    }
}

/// A stage's interface, its varyings without a location being where the other stage has those of the same
/// name, or else where it has nothing.
const fn interface(
    varyings: &[NamedVarying<'_>],
    others: &[NamedVarying<'_>],
    other: &Interface,
) -> Result<Interface, Error> {
    let mut interface = Interface::EMPTY;
    if let Err(error) = interface.declare(varyings) {
        return Err(error);
    }
    let mut number = 0;
    while number < varyings.len() {
        let NamedVarying { name, varying } = varyings[number];
        if varying.location().is_none() {
            if let Some(namesake) = position(others, name, number) {
                let written = others[namesake].varying;
                if !varying.can_read(written) {
                    return Err(mismatch(number, written));
                }
                if let Some(location) = other.location(namesake) {
                    interface.located[number] = varying.at(location);
                }
            }
        }
        number += 1;
    }
    match interface.place(other.locations()) {
        Ok(()) => Ok(interface),
        Err(error) => Err(error),
    }
}

const fn mismatch(varying: usize, written: Varying) -> Error {
    Error::TypeMismatch {
        varying,
        written: written.varying_type(),
        length: written.length(),
    }
}

/// The varying of the vertex stage that another one is to read and cannot.
const fn unreadable(
    varying: Varying,
    first: u32,
    producer: &[NamedVarying<'_>],
    written: &Interface,
) -> Option<usize> {
    let mut location = first;
    while location < first + varying.vectors() as u32 {
        let mut component = varying.component();
        let end = component + varying.varying_type().components();
        while component < end {
            if let Some(owner) = written.owner(location, component) {
                if !varying.can_read(producer[owner].varying) {
                    return Some(owner);
                }
                // What it can read has all of its components.
                break;
            }
            component += 1;
        }
        location += 1;
    }
    None
}
