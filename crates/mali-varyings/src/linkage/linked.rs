use super::built_ins::BuiltIns;
use super::interface::Interface;
use super::matching::Matching;
use super::named::{NamedVarying, differing_members, first_of_array, position};
use crate::error::{Error, Mismatch};
use crate::slots::{MesaVersion, Slots};
use mali_instancing::Arch;

/// The way in which two stages are compiled.
///
/// | | outputs that the fragment stage does not read | from V9 on, the fragment stage finds a varying |
/// |---|---|---|
/// | `Linked` | are not stored | by a baked offset, if it is small enough |
/// | `Monolithic` | are stored | the same |
/// | `Separable` | are stored | through a descriptor |
///
/// Before Mesa 26, V4 to V7 store only what is read, and from V9 on the linking does not change how a varying is found.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "defmt", derive(defmt::Format))]
pub enum Linking {
    /// A program of OpenGL. Its compiler also removes what is constant or stored twice, and packs what is left anew: it
    /// stores no more than this, but the places are known only for the slots that it has left.
    #[default]
    Linked,
    /// A pipeline of Vulkan, or libraries that are linked with optimization.
    Monolithic,
    /// A separable program of OpenGL, or libraries of Vulkan that are linked fast.
    Separable,
}

names!(Linking, "`linked`, `monolithic` or `separable`.": Linked "linked", Monolithic "monolithic", Separable "separable");

/// The declarations of a vertex stage and a fragment stage, matched: the slots that a driver has of them.
///
/// [`outputs`](Self::outputs) are what [`MemoryLayout::place`](crate::MemoryLayout::place) takes, and
/// [`inputs`](Self::inputs) what [`VaryingDescriptors::link`](crate::VaryingDescriptors::link) takes. The vertex stage
/// decides the places and bit sizes of the varyings; the fragment stage decides the types that they
/// are read as. An input that is not written has no place; the APIs leave its value undefined.
///
/// ```
/// use mali_varyings::{Linkage, Linking, Matching, MemoryLayout, NamedVarying, Slot, Varying, VaryingType};
///
/// let named = |name, varying_type| NamedVarying { name, varying: Varying::new(varying_type) };
/// let producer = [named("normal", VaryingType::Vec3), named("uv", VaryingType::Vec2)];
/// let consumer = [named("colour", VaryingType::Vec4), named("uv", VaryingType::Vec2)];
/// let uv = Slot::VAR0 + 1;
/// for (linking, place) in [(Linking::Linked, (Some(0), 8)), (Linking::Monolithic, (Some(16), 24))] {
///     let linkage = Linkage::new(&producer, &consumer, Matching::GlEs, linking)?;
///     assert_eq!(linkage.consumer.location(1), Some(1));
///     let layout = MemoryLayout::place(&linkage.outputs())?;
///     assert_eq!((layout.offset(uv), layout.bytes()), place);
/// }
/// # Ok::<(), mali_varyings::Error>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "defmt", derive(defmt::Format))]
pub struct Linkage {
    /// The outputs of the vertex stage.
    pub producer: Interface,
    /// The inputs of the fragment stage.
    pub consumer: Interface,
    /// The built-in variables that the vertex stage writes, and those that the fragment stage reads. The position is always
    /// written. Those that a driver does not place have no slots; see [`BuiltIns::check`].
    pub built_ins: [BuiltIns; 2],
    /// The way in which the stages are compiled, which decides which outputs are stored.
    pub linking: Linking,
}

impl Linkage {
    /// A linkage of two stages without varyings.
    pub const EMPTY: Self = Self {
        producer: Interface::EMPTY,
        consumer: Interface::EMPTY,
        built_ins: [BuiltIns::NONE; 2],
        linking: Linking::Linked,
    };

    /// Links two stages.
    ///
    /// In stages that are compiled together, a varying of the fragment stage without a location takes the location of the
    /// vertex stage's varying of the same name. If there is none, it takes locations that no declaration of either
    /// stage names. In stages that are compiled separately, those of each stage take theirs in
    /// the order of their names: a varying without a location has the same one in both only if both declare the same
    /// varyings, in any order. Parts of one variable, such as `light.size`, stay together in their own order.
    ///
    /// # Errors
    ///
    /// For either stage [`Error::TooManyVaryings`] above 128, [`Error::LocationRange`] and [`Error::NoLocations`] for more than
    /// 32 locations, [`Error::SharedLocation`] for varyings that cannot share one: varyings are counted from 0 in the vertex
    /// stage, and on in the fragment stage. [`Error::Mismatch`] for stages that do not [match](Matching).
    ///
    /// Facts: OpenGL ES 3.1, 7.4.1, "Shader Interface Matching"; the order of names is that of Mesa's
    /// `canonicalize_shader_io`.
    ///
    /// ```
    /// use mali_varyings::{Error, Linkage, Linking, Matching, Mismatch, NamedVarying, Varying, VaryingType};
    ///
    /// let named = |name| NamedVarying { name, varying: Varying::new(VaryingType::Vec2) };
    /// let (both, one) = ([named("uv"), named("colour")], [named("uv")]);
    /// let apart = |read: &[_]| Linkage::new(&both, read, Matching::GlEs, Linking::Separable);
    /// let linkage = apart(&[both[1], both[0]])?;
    /// assert_eq!(linkage.producer.location(0), linkage.consumer.location(1));
    /// let mismatch = Mismatch::Location(0, 1);
    /// assert_eq!(apart(&one), Err(Error::Mismatch { varying: 2, producer: 0, mismatch }));
    /// # Ok::<(), Error>(())
    /// ```
    pub const fn new(
        producer: &[NamedVarying<'_>],
        consumer: &[NamedVarying<'_>],
        matching: Matching,
        linking: Linking,
    ) -> Result<Self, Error> {
        let mut linkage = Self::EMPTY;
        attempt!(linkage.set(producer, consumer, matching, linking));
        Ok(linkage)
    }

    /// Links other stages in place, as [`new`](Self::new) does, without a second linkage on the stack. They use no built-in
    /// variables.
    ///
    /// # Errors
    ///
    /// The errors of [`new`](Self::new). The linkage is unspecified then.
    pub const fn set(
        &mut self,
        producer: &[NamedVarying<'_>],
        consumer: &[NamedVarying<'_>],
        matching: Matching,
        linking: Linking,
    ) -> Result<(), Error> {
        *self = Self::EMPTY;
        self.linking = linking;
        let read = if matches!(linking, Linking::Separable) {
            attempt!(self.producer.declare_sorted(producer));
            self.read_apart(producer, consumer, matching)
        } else {
            attempt!(self.producer.declare(producer));
            // An output without a location must not take one that an input names: the input would read it.
            attempt!(self.producer.place(named_locations(consumer)));
            self.read_together(producer, consumer, matching)
        };
        match read {
            Ok(()) => Ok(()),
            Err(error) => Err(error.counted_from(producer.len())),
        }
    }

    /// The slots that the vertex stage stores. The index of a slot is its rank among them: first the position, then the other
    /// built-in variables, then the application's locations.
    ///
    /// ```
    /// use mali_varyings::{BuiltIn, BuiltIns, Linkage, Linking, Matching, MemoryLayout, NamedVarying, Slot};
    /// use mali_varyings::{Varying, VaryingType};
    ///
    /// let normal = [NamedVarying { name: "normal", varying: Varying::new(VaryingType::Vec3) }];
    /// let mut linkage = Linkage::new(&normal, &normal, Matching::GlEs, Linking::Linked)?;
    /// linkage.built_ins = [BuiltIns::NONE.with(BuiltIn::ClipDistance), BuiltIns::NONE];
    /// let layout = MemoryLayout::place(&linkage.outputs())?;
    /// assert_eq!((layout.offset(Slot::VAR0), layout.bytes()), (Some(16), 28));
    /// # Ok::<(), mali_varyings::Error>(())
    /// ```
    #[must_use]
    pub const fn outputs(&self) -> Slots {
        let [written, read] = self.built_ins;
        let (read, locations) = match self.linking {
            // Panfrost removes what nobody reads before it places the rest.
            Linking::Linked => (Some(read), self.consumer.locations()),
            Linking::Monolithic | Linking::Separable => (None, u32::MAX),
        };
        let mut outputs = Slots::EMPTY;
        written.push_outputs(&mut outputs, read);
        self.producer.push_slots(&mut outputs, locations);
        outputs
    }

    /// The slots that the fragment stage reads, ranked as the [outputs](Self::outputs) are. The compilers of a
    /// [version](MesaVersion) before 26 read a flat one as an unsigned integer of 32 bits.
    ///
    /// ```
    /// use mali_instancing::Arch;
    /// use mali_varyings::{BuiltIn, BuiltIns, Linkage, Linking, Matching, MesaVersion, NamedVarying};
    /// use mali_varyings::{Varying, VaryingType};
    ///
    /// let uv = [NamedVarying { name: "uv", varying: Varying::new(VaryingType::Vec2) }];
    /// let mut linkage = Linkage::new(&uv, &uv, Matching::GlEs, Linking::Linked)?;
    /// linkage.built_ins = [BuiltIns::NONE, BuiltIns::NONE.with(BuiltIn::PointCoord)];
    /// let locations = |arch| linkage.inputs(MesaVersion::V26, arch).iter().map(|slot| slot.location).collect::<Vec<_>>();
    /// assert_eq!(locations(Arch::V5), [25, 32]);
    /// assert_eq!(locations(Arch::V6), [32]);
    /// # Ok::<(), mali_varyings::Error>(())
    /// ```
    #[must_use]
    pub const fn inputs(&self, version: MesaVersion, arch: Arch) -> Slots {
        let [written, read] = self.built_ins;
        let mut inputs = Slots::EMPTY;
        read.push_inputs(&mut inputs, written, arch);
        // Also those that nobody writes: they have an index and a descriptor.
        self.consumer.push_slots(&mut inputs, u32::MAX);
        if !matches!(version, MesaVersion::V26) {
            inputs.read_flat_as_uint();
        }
        inputs
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
                    // As if the shader had named it, so that what follows looks at locations alone.
                    if let Some(location) = written.location(namesake) {
                        read.located[number] = varying.at(location);
                    }
                }
            }
        });
        // An input that nobody writes must not read another output.
        attempt!(read.place(written.locations()));
        attempt!(check_members(producer, consumer, matching));
        each!(number, 0..consumer.len(), {
            attempt!(check_place(
                number,
                (read, consumer),
                (written, producer),
                matching,
                false
            ));
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
                // Each stage has been placed alone: a varying that only one of them has moves those after it in the
                // order of names, so namesakes may lie apart.
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
                _ => attempt!(check_place(
                    number,
                    (read, consumer),
                    (written, producer),
                    matching,
                    true
                )),
            }
        });
        Ok(())
    }
}

/// The location at which the variable of a varying begins, if the varying is of an element of an array of structures;
/// otherwise its own location.
const fn array_begin(interface: &Interface, varyings: &[NamedVarying<'_>], number: usize) -> u32 {
    let first = match first_of_array(varyings, number) {
        Some(first) => first,
        None => number,
    };
    match interface.location(first) {
        Some(location) => location,
        None => 0,
    }
}

/// Checks that blocks and structures of one name have the same members, unless they match by location alone.
pub(super) const fn check_members(
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

/// Checks an input against the outputs that share components of its locations with it. The stages have their names.
const fn check_place(
    number: usize,
    (read, consumer): (&Interface, &[NamedVarying<'_>]),
    (written, producer): (&Interface, &[NamedVarying<'_>]),
    matching: Matching,
    is_separable: bool,
) -> Result<(), Error> {
    let input = read.located[number];
    // Every input has been placed, so the location is never absent.
    let Some(first) = input.location() else {
        return Ok(());
    };
    let end = input.component() + input.varying_type().components();
    each!(location, first..first + input.vectors() as u32, {
        each!(component, input.component()..end, {
            // Several outputs may share the locations of one input, so the owner of each component is looked up.
            if let Some(owner) = written.owner(location, component) {
                let output = (owner, written.located[owner]);
                attempt!(matching.check((number, input), output, is_separable));
                // A member of another element matches in all else, so the arrays have to begin at the same location.
                let [own, begin] = [
                    array_begin(read, consumer, number),
                    array_begin(written, producer, owner),
                ];
                if own != begin {
                    return Err(Error::Mismatch {
                        varying: number,
                        producer: owner,
                        mismatch: Mismatch::Begin(begin, 0),
                    });
                }
            }
        });
    });
    Ok(())
}
