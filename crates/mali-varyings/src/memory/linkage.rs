use super::interface::Interface;
use super::layout::MemoryLayout;
use super::matching::{Matching, Numbered};
use super::named::{NamedVarying, differing_members, position};
use super::slot::Slot;
use crate::error::Error;

/// A vertex stage and a fragment stage, and the memory between them.
///
/// The vertex stage decides the places and bit sizes of the varyings; the fragment stage decides the types that they
/// are read as. If the stages are linked together, outputs that are not read are not stored. An input that is
/// not written has no place; the APIs leave its value undefined.
///
/// ```
/// use mali_varyings::{Linkage, Matching, NamedVarying, Varying, VaryingType};
///
/// let named = |name, varying_type| NamedVarying { name, varying: Varying::new(varying_type) };
/// let producer = [named("normal", VaryingType::Vec3), named("uv", VaryingType::Vec2)];
/// let consumer = [named("colour", VaryingType::Vec4), named("uv", VaryingType::Vec2)];
/// let linkage = Linkage::new(&producer, &consumer, Matching::GlEs)?;
/// let uv = linkage.consumer().location(1).unwrap();
/// assert_eq!(linkage.memory().offset(uv), Some(0));
/// assert_eq!(linkage.memory().bytes(), 8);
/// # Ok::<(), mali_varyings::Error>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
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
    /// A varying of the fragment stage without a location takes the location of the vertex stage's varying of the same
    /// name. If there is none, it takes locations that no declaration of either stage names.
    ///
    /// # Errors
    ///
    /// The errors of [`Interface::new`] for either stage: varyings are counted from 0 in the vertex stage, and on
    /// in the fragment stage. For stages that do not [match](Matching): [`Error::TypeMismatch`],
    /// [`Error::InterpolationMismatch`], [`Error::BeginMismatch`] and [`Error::MemberMismatch`].
    ///
    /// ```
    /// use mali_varyings::{Error, Linkage, Matching, NamedVarying, Varying, VaryingType};
    ///
    /// let named = |varying_type| [NamedVarying { name: "uv", varying: Varying::new(varying_type) }];
    /// let (written, read) = (named(VaryingType::Vec2), named(VaryingType::Vec3));
    /// let error = Linkage::new(&written, &read, Matching::GlEs).unwrap_err();
    /// let expected = Error::TypeMismatch { varying: 1, producer: 0, written: VaryingType::Vec2, length: 1 };
    /// assert_eq!(error, expected);
    /// ```
    pub const fn new(
        producer: &[NamedVarying<'_>],
        consumer: &[NamedVarying<'_>],
        matching: Matching,
    ) -> Result<Self, Error> {
        let mut written = Interface::EMPTY;
        attempt!(written.declare(producer));
        attempt!(written.place(named_locations(consumer)));
        let read = match find_outputs(consumer, producer, &written, matching) {
            Ok(read) => read,
            Err(error) => return Err(error.counted_from(producer.len())),
        };
        if let Err(error) = check_members(producer, consumer, matching) {
            return Err(error.counted_from(producer.len()));
        }
        let mut number = 0;
        while number < consumer.len() {
            if let Err(error) = check_place(number, &read, &written, matching, false) {
                return Err(error.counted_from(producer.len()));
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

    /// Combines two stages that are compiled separately: each has the interface of [`Interface::sorted_by_name`].
    ///
    /// A varying that is read but not written has an undefined value.
    ///
    /// # Errors
    ///
    /// The errors of [`Interface::sorted_by_name`] for either stage, the mismatches of [`new`](Self::new), and
    /// [`Error::PrecisionMismatch`].
    /// [`Error::LocationMismatch`] for a varying without a location that has another one in the vertex stage: such a
    /// varying has the same location in both stages only if both declare the same varyings.
    ///
    /// ```
    /// use mali_varyings::{Error, Linkage, Matching, NamedVarying, Varying, VaryingType};
    ///
    /// let named = |name| NamedVarying { name, varying: Varying::new(VaryingType::Vec2) };
    /// let (both, one) = ([named("uv"), named("colour")], [named("uv")]);
    /// let linkage = Linkage::separable(&both, &[both[1], both[0]], Matching::GlEs)?;
    /// assert_eq!(linkage.producer().location(0), linkage.consumer().location(1));
    /// let error = Linkage::separable(&both, &one, Matching::GlEs).unwrap_err();
    /// assert_eq!(error, Error::LocationMismatch { varying: 2, location: 0, written: 1 });
    /// # Ok::<(), Error>(())
    /// ```
    pub const fn separable(
        producer: &[NamedVarying<'_>],
        consumer: &[NamedVarying<'_>],
        matching: Matching,
    ) -> Result<Self, Error> {
        let written = attempt!(Interface::sorted_by_name(producer));
        let read = match Interface::sorted_by_name(consumer) {
            Ok(read) => read,
            Err(error) => return Err(error.counted_from(producer.len())),
        };
        if let Err(error) = check_members(producer, consumer, matching) {
            return Err(error.counted_from(producer.len()));
        }
        let mut number = 0;
        while number < consumer.len() {
            let NamedVarying { name, varying } = consumer[number];
            let checked = match (varying.location(), read.location(number)) {
                (None, Some(location)) => {
                    // The output of the same name is probably the one at the same place.
                    let likely = match written.owner(location, 0) {
                        Some(owner) => owner,
                        None => 0,
                    };
                    match position(producer, name, likely) {
                        Some(namesake) => {
                            check_namesake(number, &read, namesake, &written, matching)
                        }
                        None => Ok(()),
                    }
                }
                _ => check_place(number, &read, &written, matching, true),
            };
            if let Err(error) = checked {
                return Err(error.counted_from(producer.len()));
            }
            number += 1;
        }
        Ok(Self::from_separable(written, read))
    }

    /// Combines two stages that were compiled separately, without changing either.
    #[must_use]
    pub const fn from_separable(producer: Interface, consumer: Interface) -> Self {
        Self {
            memory: MemoryLayout::new(&producer),
            producer,
            consumer,
            is_separable: true,
        }
    }

    /// The same linkage that also stores the vertex stage's outputs at the locations whose bits are set, read or not.
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

    /// The places of the vertex stage's outputs in memory.
    #[must_use]
    pub const fn memory(&self) -> &MemoryLayout {
        &self.memory
    }

    /// Whether the stages were compiled separately.
    #[must_use]
    pub const fn is_separable(&self) -> bool {
        self.is_separable
    }

    /// The slot as which the fragment stage reads a location: with its own type, and the bits and components that
    /// the vertex stage has stored. `None` if it does not read the location, or nothing is stored there.
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

/// The locations that the declarations name, a bit each.
const fn named_locations(varyings: &[NamedVarying<'_>]) -> u32 {
    let mut named = 0;
    let mut number = 0;
    while number < varyings.len() {
        let varying = varyings[number].varying;
        if let Some(first) = varying.location() {
            let vectors = varying.vectors();
            let several = if vectors < 32 {
                (1 << vectors) - 1
            } else {
                u64::MAX
            };
            named |= (several << first) as u32;
        }
        number += 1;
    }
    named
}

/// The fragment stage's interface. Its varyings without a location are placed where the vertex stage has those of the
/// same name, and otherwise where the vertex stage has nothing.
const fn find_outputs(
    varyings: &[NamedVarying<'_>],
    producer: &[NamedVarying<'_>],
    written: &Interface,
    matching: Matching,
) -> Result<Interface, Error> {
    let mut interface = Interface::EMPTY;
    attempt!(interface.declare(varyings));
    let mut number = 0;
    while number < varyings.len() {
        let NamedVarying { name, varying } = varyings[number];
        if varying.location().is_none() {
            if let Some(namesake) = position(producer, name, number) {
                let output = Numbered {
                    number: namesake,
                    varying: producer[namesake].varying,
                };
                if let Err(error) = matching.check(Numbered { number, varying }, output, false) {
                    return Err(error);
                }
                if let Some(location) = written.location(namesake) {
                    interface.located[number] = varying.at(location);
                }
            }
        }
        number += 1;
    }
    attempt!(interface.place(written.locations()));
    Ok(interface)
}

/// Checks that blocks and structures of one name have the same members.
const fn check_members(
    producer: &[NamedVarying<'_>],
    consumer: &[NamedVarying<'_>],
    matching: Matching,
) -> Result<(), Error> {
    match differing_members(producer, consumer) {
        Some((varying, producer)) if matching.has_blocks() => {
            Err(Error::MemberMismatch { varying, producer })
        }
        _ => Ok(()),
    }
}

/// Checks an input against the output of the same name, if the stages are compiled separately.
const fn check_namesake(
    number: usize,
    read: &Interface,
    namesake: usize,
    written: &Interface,
    matching: Matching,
) -> Result<(), Error> {
    let (Some(varying), Some(output)) = (read.varying(number), written.varying(namesake)) else {
        return Ok(());
    };
    match (varying.location(), output.location()) {
        (Some(location), Some(written)) if location != written => Err(Error::LocationMismatch {
            varying: number,
            location,
            written,
        }),
        _ => {
            let output = Numbered {
                number: namesake,
                varying: output,
            };
            matching.check(Numbered { number, varying }, output, true)
        }
    }
}

/// Checks an input against the outputs that share components of its locations with it.
const fn check_place(
    number: usize,
    read: &Interface,
    written: &Interface,
    matching: Matching,
    is_separable: bool,
) -> Result<(), Error> {
    let Some(varying) = read.varying(number) else {
        return Ok(());
    };
    let Some(first) = varying.location() else {
        return Ok(());
    };
    let mut location = first;
    while location < first + varying.vectors() as u32 {
        let mut component = varying.component();
        let end = component + varying.varying_type().components();
        while component < end {
            let owner = written.owner(location, component);
            if let Some(owner) = owner {
                if let Some(output) = written.varying(owner) {
                    let output = Numbered {
                        number: owner,
                        varying: output,
                    };
                    let input = Numbered { number, varying };
                    attempt!(matching.check(input, output, is_separable));
                }
            }
            component += 1;
        }
        location += 1;
    }
    Ok(())
}
