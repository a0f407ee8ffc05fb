//! The layouts of Mesa up to 25.0, which depend on both stages.

use super::built_in::BuiltIn;
use super::check::check;
use super::driver::Driver;
use super::layout::{MemoryLayout, NOT_STORED};
use super::location::{LAYER, POINT_SIZE, POSITION, hardware_place, is_generic};
use super::slot::{Slot, number_of, table_length, with_index};
use super::version::MesaVersion;
use crate::error::Error;
use crate::limits::SLOTS;
use crate::stage::Stage;
use mali_instancing::Arch;

/// The bytes of a location on V9 and later: four components of 32 bits.
const LOCATION_BYTES: u32 = 16;

impl MemoryLayout {
    /// Places the same outputs as a [version](MesaVersion) of Mesa does, for a fragment stage with these inputs. In
    /// versions before 26 the layout is that of one driver and one architecture, which link it.
    ///
    /// On V4 to V7 the [`outputs`](Self::outputs) that are read then have the type, the bits and the components of their
    /// inputs; with `PanVk` an input of more components than its output, which Vulkan does not allow, extends into the next
    /// one. From V9 on, all outputs have 32 bits, and an input that is not stored has a place all the same.
    ///
    /// # Errors
    ///
    /// [`Error::MesaVersion`], and [`Error::DriverArch`] in the newest version, for a driver that the version does not have
    /// for the architecture; [`Error::InvalidSlot`] for an input; [`Error::PlacedLayout`] for a layout of an earlier version;
    /// [`Error::BuiltIn`] for a slot of a built-in variable that the driver does not support. The layout is unchanged then.
    ///
    /// ```
    /// use mali_instancing::Arch;
    /// use mali_varyings::{BaseType, Driver, MemoryLayout, MesaVersion, Slot};
    ///
    /// let at = |location, components| Slot::new(Slot::VAR0 + location, location, BaseType::Float, components);
    /// let newest = MemoryLayout::place(&[at(0, 1), at(1, 3), at(2, 2)])?;
    /// let offsets = |version, arch| {
    ///     let mut layout = newest;
    ///     layout.place_in_mesa(version, Driver::Panfrost, arch, &[at(1, 3), at(2, 2)])?;
    ///     let [first, second, third] = [32, 33, 34].map(|location| layout.offset(location));
    ///     Ok::<_, mali_varyings::Error>((first, second, third, layout.bytes()))
    /// };
    /// assert_eq!(offsets(MesaVersion::V26, Arch::V7)?, (Some(0), Some(16), Some(32), 40));
    /// assert_eq!(offsets(MesaVersion::V25_0, Arch::V7)?, (None, Some(0), Some(12), 20));
    /// assert_eq!(offsets(MesaVersion::V25_0, Arch::V10)?, (Some(0), Some(16), Some(32), 48));
    /// # Ok::<(), mali_varyings::Error>(())
    /// ```
    pub const fn place_in_mesa(
        &mut self,
        version: MesaVersion,
        driver: Driver,
        arch: Arch,
        inputs: &[Slot],
    ) -> Result<(), Error> {
        attempt!(version.check(driver, arch));
        attempt!(check(inputs, Some(arch)));
        if let Some((driver, arch)) = self.placed_for {
            return Err(Error::PlacedLayout { driver, arch });
        }
        attempt!(self.check_built_ins(version, driver, arch, inputs));
        // Everything is checked before the first change, so that an error leaves the layout as it was.
        if !matches!(version, MesaVersion::V26) {
            self.placed_for = Some((driver, arch));
            if arch.has_attribute_buffers() {
                self.place_what_is_read(driver, inputs);
            } else {
                self.place_locations(driver, arch, inputs);
            }
        }
        Ok(())
    }

    /// Places the outputs that are read one after the other, with the sizes of the inputs: in the order of their indices,
    /// and with `PanVk` in that of their locations, with their own sizes.
    const fn place_what_is_read(&mut self, driver: Driver, inputs: &[Slot]) {
        let mut end = 0;
        match driver {
            Driver::Panfrost => {
                let position = position_bytes(inputs);
                let length = table_length(self.outputs.as_slice());
                // What is not found by an index below, as an output that is only captured, is not stored.
                each!(number, 0..self.outputs.as_slice().len(), {
                    let location = self.outputs.as_slice()[number].location;
                    self.place_if_read(location, &[], 0);
                });
                each!(index, 0..length, {
                    let location = match with_index(self.outputs.as_slice(), index) {
                        Some(slot) => slot.location,
                        // An index without a slot counts as the position, whose location is 0.
                        None => POSITION,
                    };
                    end += match location {
                        POSITION => position,
                        // The output is stored with the size of its input. Other outputs of the hardware are no inputs,
                        // and add nothing.
                        _ => match self.place_if_read(location, inputs, end) {
                            Some((_, input)) => input.bytes(),
                            None => 0,
                        },
                    };
                });
            }
            Driver::PanVk => each!(location, 0..SLOTS, {
                if let Some((output, _)) = self.place_if_read(location as u8, inputs, end) {
                    // 32 bits for each component that is stored: an input of more components reads on into the next
                    // varying. An output of the hardware adds nothing, since no input from V6 on has its location.
                    end += size_of::<f32>() as u32 * output.width();
                }
            }),
        }
        // At most 16 bytes for each of 256 indices or 64 locations, since `check` has checked the inputs.
        self.bytes = end as u16;
    }

    /// Places the output of a location, if there is one and it is read. Returns the output as it was and its input then.
    const fn place_if_read(
        &mut self,
        location: u8,
        inputs: &[Slot],
        offset: u32,
    ) -> Option<(Slot, Slot)> {
        let Some(number) = number_of(self.outputs.as_slice(), location) else {
            return None;
        };
        let output = self.outputs.as_slice()[number];
        let read = match number_of(inputs, output.location) {
            Some(input) if !output.is_only_captured => Some((output, inputs[input])),
            _ => None,
        };
        if hardware_place(output.location).is_none() {
            self.offsets[number] = match read {
                Some((Slot { index, .. }, input)) => {
                    // The driver stores what the fragment stage will load, in its type and with its bits.
                    // The index stays the vertex stage's, whose descriptors it numbers.
                    self.outputs.replace(number, Slot { index, ..input });
                    offset as u16
                }
                None => NOT_STORED,
            };
        }
        read
    }

    /// Places a whole location for each output, and for the inputs up to the last one.
    const fn place_locations(&mut self, driver: Driver, arch: Arch, inputs: &[Slot]) {
        let mut locations = 0;
        let mut has_varyings = false;
        each!(number, 0..self.outputs.as_slice().len(), {
            let output = self.outputs.as_slice()[number];
            locations = larger(locations, application_locations(output));
            // These three are in sections of the hardware's, and need no varying shader.
            has_varyings |= !matches!(output.location, POSITION | POINT_SIZE | LAYER);
            if hardware_place(output.location).is_none() {
                self.offsets[number] = self.location_offset(driver, output.location) as u16;
                self.outputs.replace(number, Slot { bits: 32, ..output });
            }
        });
        each!(number, 0..inputs.len(), {
            // Locations have their bytes stored or not, so the section reaches to the last one of either stage.
            locations = larger(locations, application_locations(inputs[number]));
        });
        let built_ins = self.built_in_locations(driver).count_ones();
        // A job of V9 has no part for varyings if there are none.
        self.bytes = if !has_varyings && matches!(arch, Arch::V9) {
            0
        } else {
            (LOCATION_BYTES * (built_ins + locations)) as u16
        };
    }

    /// The offset at which a fragment stage that reads a location finds it, in bytes from the beginning of the vertex's
    /// generic section; `None` if it is not there. For an output of that section it is [`offset`](Self::offset). On V9 and
    /// later, Mesa before 26 has an offset for every location that a fragment stage can read, stored or not.
    ///
    /// ```
    /// use mali_instancing::Arch;
    /// use mali_varyings::{BaseType, Driver, MemoryLayout, MesaVersion, Slot};
    ///
    /// let mut layout = MemoryLayout::place(&[])?;
    /// assert_eq!(layout.input_offset(34), None);
    /// let input = Slot::new(Slot::VAR0 + 2, 0, BaseType::Float, 1);
    /// layout.place_in_mesa(MesaVersion::V25_0, Driver::PanVk, Arch::V10, &[input])?;
    /// assert_eq!(layout.input_offset(34), Some(32));
    /// # Ok::<(), mali_varyings::Error>(())
    /// ```
    #[must_use]
    pub const fn input_offset(&self, location: u8) -> Option<u32> {
        match self.placed_for {
            Some((driver, _)) if self.has_whole_locations() => {
                // `is_generic` takes any number above 31 for a location of the application.
                if is_generic(location) && (location as u32) < SLOTS {
                    Some(self.location_offset(driver, location))
                } else {
                    None
                }
            }
            _ => self.offset(location),
        }
    }

    /// Whether each location has 16 bytes.
    pub(super) const fn has_whole_locations(&self) -> bool {
        matches!(self.placed_for, Some((_, arch)) if !arch.has_attribute_buffers())
    }

    /// The offset of a location that has 16 bytes: the built-in variables that are stored are before those of the
    /// application.
    const fn location_offset(&self, driver: Driver, location: u8) -> u32 {
        let built_ins = self.built_in_locations(driver);
        LOCATION_BYTES
            * match location.checked_sub(Slot::VAR0) {
                Some(of_application) => built_ins.count_ones() + of_application as u32,
                // Its rank: the number of stored built-in variables at lower locations.
                None => (built_ins & ((1 << location) - 1)).count_ones(),
            }
    }

    /// The locations of built-in variables that take memory, a bit each: all that are stored, except for the position and
    /// the point size. `PanVk` has none.
    const fn built_in_locations(&self, driver: Driver) -> u32 {
        let mut locations = 0_u32;
        each!(number, 0..self.outputs.as_slice().len(), {
            let location = self.outputs.as_slice()[number].location;
            if location < Slot::VAR0 {
                locations |= 1 << location;
            }
        });
        match driver {
            Driver::Panfrost => locations & !(1 << POSITION | 1 << POINT_SIZE),
            Driver::PanVk => 0,
        }
    }

    /// Checks that a driver can link the layout with the slots of a fragment stage for an architecture.
    pub(super) const fn check_link(
        &self,
        driver: Driver,
        arch: Arch,
        inputs: &[Slot],
    ) -> Result<(), Error> {
        match self.placed_for {
            // The outputs have got the places and types of one driver's rule on one architecture: no other fits.
            Some(placed) if placed.0 as u8 != driver as u8 || placed.1 as u8 != arch as u8 => {
                let (driver, arch) = placed;
                return Err(Error::PlacedLayout { driver, arch });
            }
            _ => {}
        }
        attempt!(check(inputs, Some(arch)));
        let version = match self.placed_for {
            Some(_) => MesaVersion::V25_0,
            None => MesaVersion::V26,
        };
        self.check_built_ins(version, driver, arch, inputs)
    }

    /// Checks that the driver supports the built-in variables at the locations of both stages.
    const fn check_built_ins(
        &self,
        version: MesaVersion,
        driver: Driver,
        arch: Arch,
        inputs: &[Slot],
    ) -> Result<(), Error> {
        let outputs = self.outputs.as_slice();
        attempt!(check_built_ins(
            outputs,
            Stage::Vertex,
            version,
            driver,
            arch
        ));
        check_built_ins(inputs, Stage::Fragment, version, driver, arch)
    }
}

/// Checks that the driver supports the built-in variable at the location of each slot.
const fn check_built_ins(
    slots: &[Slot],
    stage: Stage,
    version: MesaVersion,
    driver: Driver,
    arch: Arch,
) -> Result<(), Error> {
    each!(number, 0..slots.len(), {
        let location = slots[number].location;
        // GLSL has no name for what a fragment stage reads of a back colour.
        let (found, stage) = match BuiltIn::at(stage, location) {
            None => (BuiltIn::at(Stage::Vertex, location), Stage::Vertex),
            found => (found, stage),
        };
        if let Some((built_in, _)) = found {
            attempt!(built_in.check(stage, version, driver, arch));
        }
    });
    Ok(())
}

/// The number of the application's locations up to that of the slot.
const fn application_locations(slot: Slot) -> u32 {
    (slot.location as u32 + 1).saturating_sub(Slot::VAR0 as u32)
}

/// The bytes that `Panfrost` leaves for the position and for each index without an output, on V4 and V5, where the fragment
/// stage has a slot for `gl_FragCoord`: a search for its location, 0, finds it unless an index without an input comes
/// before.
///
/// Facts: `pan_assign_varyings` and `pan_find_vary` of Mesa 25.0.7, where what has no slot is zeros. This was read, and not
/// run: no recorded link has such an index.
const fn position_bytes(inputs: &[Slot]) -> u32 {
    match number_of(inputs, POSITION) {
        Some(number) if inputs[number].index as usize == number => inputs[number].bytes(),
        _ => 0,
    }
}

const fn larger(one: u32, other: u32) -> u32 {
    if one > other { one } else { other }
}
