use super::interface::Interface;
use super::layout::MemoryLayout;
use super::matching::Matching;
use super::named::{NamedVarying, differing_members, position};
use super::slot::Slot;
use crate::error::{Error, Mismatch};

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
    /// A linkage of two stages without varyings.
    pub const EMPTY: Self = Self::from_separable(Interface::EMPTY, Interface::EMPTY);

    /// Links two stages that are compiled together.
    ///
    /// A varying of the fragment stage without a location takes the location of the vertex stage's varying of the same
    /// name. If there is none, it takes locations that no declaration of either stage names.
    ///
    /// # Errors
    ///
    /// The errors of [`Interface::new`] for either stage: varyings are counted from 0 in the vertex stage, and on
    /// in the fragment stage. [`Error::Mismatch`] for stages that do not [match](Matching).
    pub const fn new(
        producer: &[NamedVarying<'_>],
        consumer: &[NamedVarying<'_>],
        matching: Matching,
    ) -> Result<Self, Error> {
        let mut linkage = Self::EMPTY;
        attempt!(linkage.set(producer, consumer, matching));
        Ok(linkage)
    }

    /// Links other stages in place, as [`new`](Self::new) does, without a second linkage on the stack.
    ///
    /// # Errors
    ///
    /// The errors of [`new`](Self::new). The linkage is unspecified then.
    ///
    /// ```
    /// use mali_varyings::{Linkage, Matching, NamedVarying, Varying, VaryingType};
    ///
    /// let varyings = [NamedVarying { name: "uv", varying: Varying::new(VaryingType::Vec2) }];
    /// let mut linkage = Linkage::EMPTY;
    /// linkage.set(&varyings, &varyings, Matching::GlEs)?;
    /// assert_eq!(linkage.memory().bytes(), 8);
    /// # Ok::<(), mali_varyings::Error>(())
    /// ```
    pub const fn set(
        &mut self,
        producer: &[NamedVarying<'_>],
        consumer: &[NamedVarying<'_>],
        matching: Matching,
    ) -> Result<(), Error> {
        *self = Self::EMPTY;
        self.is_separable = false;
        attempt!(self.producer.declare(producer));
        attempt!(self.producer.place(named_locations(consumer)));
        if let Err(error) = self.read_together(producer, consumer, matching) {
            return Err(error.counted_from(producer.len()));
        }
        self.memory = MemoryLayout::of_locations(&self.producer, self.consumer.locations());
        Ok(())
    }

    /// Combines two stages that are compiled separately: each has the interface of [`Interface::sorted_by_name`].
    ///
    /// A varying that is read but not written has an undefined value.
    ///
    /// # Errors
    ///
    /// The errors of [`Interface::sorted_by_name`] for either stage, and [`Error::Mismatch`]. A varying without a
    /// location has the same one in both stages only if both declare the same varyings.
    ///
    /// ```
    /// use mali_varyings::{Error, Linkage, Matching, Mismatch, NamedVarying, Varying, VaryingType};
    ///
    /// let named = |name| NamedVarying { name, varying: Varying::new(VaryingType::Vec2) };
    /// let (both, one) = ([named("uv"), named("colour")], [named("uv")]);
    /// let linkage = Linkage::separable(&both, &[both[1], both[0]], Matching::GlEs)?;
    /// assert_eq!(linkage.producer().location(0), linkage.consumer().location(1));
    /// let error = Linkage::separable(&both, &one, Matching::GlEs).unwrap_err();
    /// let mismatch = Mismatch::Location(0, 1);
    /// assert_eq!(error, Error::Mismatch { varying: 2, producer: 0, mismatch });
    /// # Ok::<(), Error>(())
    /// ```
    pub const fn separable(
        producer: &[NamedVarying<'_>],
        consumer: &[NamedVarying<'_>],
        matching: Matching,
    ) -> Result<Self, Error> {
        let mut linkage = Self::EMPTY;
        attempt!(linkage.set_separable(producer, consumer, matching));
        Ok(linkage)
    }

    /// Combines other stages in place, as [`separable`](Self::separable) does, without a second linkage on the stack.
    ///
    /// # Errors
    ///
    /// The errors of [`separable`](Self::separable). The linkage is unspecified then.
    pub const fn set_separable(
        &mut self,
        producer: &[NamedVarying<'_>],
        consumer: &[NamedVarying<'_>],
        matching: Matching,
    ) -> Result<(), Error> {
        *self = Self::EMPTY;
        attempt!(self.producer.declare_sorted(producer));
        if let Err(error) = self.read_apart(producer, consumer, matching) {
            return Err(error.counted_from(producer.len()));
        }
        self.memory = MemoryLayout::new(&self.producer);
        Ok(())
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

    /// Also stores the vertex stage's outputs at the locations whose bits are set, read or not.
    pub(super) const fn store(&mut self, locations: u32) {
        if !self.is_separable {
            let kept = self.consumer.locations() | locations;
            self.memory = MemoryLayout::of_locations(&self.producer, kept);
        }
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
        let (slot, _) = present!(self.read_place(location));
        Some(slot)
    }

    /// [`read_as`](Self::read_as), and the offset.
    pub(super) const fn read_place(&self, location: u32) -> Option<(Slot, u32)> {
        let base_type = present!(self.consumer.slot(location)).base_type;
        let (stored, offset) = present!(self.memory.place(location));
        let slot = Slot {
            base_type,
            ..stored
        };
        Some((slot, offset))
    }
}

/// The locations that the declarations name, a bit each.
const fn named_locations(varyings: &[NamedVarying<'_>]) -> u32 {
    let mut named = 0;
    each!(number, 0..varyings.len(), {
        named |= varyings[number].varying.locations();
    });
    named
}

impl Linkage {
    /// Sets the fragment stage's interface, if it is compiled together with the vertex stage. Its varyings without a
    /// location are placed where the vertex stage has those of the same name, and otherwise where the vertex stage has
    /// nothing.
    const fn read_together(
        &mut self,
        producer: &[NamedVarying<'_>],
        consumer: &[NamedVarying<'_>],
        matching: Matching,
    ) -> Result<(), Error> {
        let (written, read) = (&self.producer, &mut self.consumer);
        attempt!(read.declare(consumer));
        each!(number, 0..consumer.len(), {
            let NamedVarying { name, varying } = consumer[number];
            if varying.location().is_none() {
                if let Some(namesake) = position(producer, name, number) {
                    let output = (namesake, producer[namesake].varying);
                    attempt!(matching.check((number, varying), output, false));
                    if let Some(location) = written.location(namesake) {
                        read.located[number] = varying.at(location);
                    }
                }
            }
        });
        attempt!(read.place(written.locations()));
        attempt!(check_members(producer, consumer, matching));
        each!(number, 0..consumer.len(), {
            attempt!(check_place(number, read, written, matching, false));
        });
        Ok(())
    }

    /// Sets the fragment stage's interface, if it is compiled separately.
    const fn read_apart(
        &mut self,
        producer: &[NamedVarying<'_>],
        consumer: &[NamedVarying<'_>],
        matching: Matching,
    ) -> Result<(), Error> {
        let (written, read) = (&self.producer, &mut self.consumer);
        attempt!(read.declare_sorted(consumer));
        attempt!(check_members(producer, consumer, matching));
        each!(number, 0..consumer.len(), {
            let NamedVarying { name, varying } = consumer[number];
            match (varying.location(), read.location(number)) {
                (None, Some(location)) => {
                    // The output of the same name is probably the one at the same place.
                    let likely = match written.owner(location, 0) {
                        Some(owner) => owner,
                        None => 0,
                    };
                    if let Some(producer) = position(producer, name, likely) {
                        let output = written.located[producer];
                        match output.location() {
                            Some(other) if other != location => {
                                return Err(Error::Mismatch {
                                    varying: number,
                                    producer,
                                    mismatch: Mismatch::Location(location, other),
                                });
                            }
                            _ => {
                                let input = (number, read.located[number]);
                                attempt!(matching.check(input, (producer, output), true));
                            }
                        }
                    }
                }
                _ => attempt!(check_place(number, read, written, matching, true)),
            }
        });
        Ok(())
    }
}

/// Checks that blocks and structures of one name have the same members, unless they match by location alone.
const fn check_members(
    producer: &[NamedVarying<'_>],
    consumer: &[NamedVarying<'_>],
    matching: Matching,
) -> Result<(), Error> {
    match differing_members(producer, consumer) {
        Some((varying, producer)) if !matches!(matching, Matching::Vulkan) => {
            Err(Error::Mismatch {
                varying,
                producer,
                mismatch: Mismatch::Member,
            })
        }
        _ => Ok(()),
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
    let input = read.located[number];
    let Some(first) = input.location() else {
        return Ok(());
    };
    let end = input.component() + input.varying_type().components();
    each!(location, first..first + input.vectors() as u32, {
        each!(component, input.component()..end, {
            if let Some(owner) = written.owner(location, component) {
                let output = (owner, written.located[owner]);
                attempt!(matching.check((number, input), output, is_separable));
            }
        });
    });
    Ok(())
}
