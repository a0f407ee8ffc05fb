use crate::base_type::BaseType;
use crate::error::Error;
use crate::slots::{
    BACK_COLOR, BACK_SECONDARY_COLOR, BuiltIn, CLIP_DISTANCES, COLOR, Driver, FACE, LAYER,
    MesaVersion, POINT_COORD, POINT_SIZE, POSITION, PRIMITIVE_ID, SECONDARY_COLOR, Slot, Slots,
    VIEWPORT, hardware_place,
};
use crate::stage::Stage;
use mali_instancing::Arch;

/// The number of locations of built-in variables.
const LOCATIONS: usize = Slot::VAR0 as usize;

/// The built-in variables that one stage uses.
///
/// ```
/// use mali_varyings::{BuiltIn, BuiltIns};
///
/// let used = BuiltIns::NONE.with(BuiltIn::PointSize).with_elements(BuiltIn::ClipDistance, 0b11);
/// assert!(used.has(BuiltIn::ClipDistance) && !used.has(BuiltIn::Layer));
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "defmt", derive(defmt::Format))]
pub struct BuiltIns {
    /// A bit for each variable.
    // The bit is the variable's number in `BuiltIn`, which has fewer than 32 variables.
    used: u32,
    /// A bit for each element of the arrays.
    texture_coordinates: u8,
    clip_distances: u8,
}

impl BuiltIns {
    /// No variable.
    pub const NONE: Self = Self {
        used: 0,
        texture_coordinates: 0,
        clip_distances: 0,
    };

    /// The same variables and another one; of an array its first element.
    #[must_use]
    pub const fn with(self, built_in: BuiltIn) -> Self {
        self.with_elements(built_in, 1)
    }

    /// The same variables and elements of an array, a bit each. Any other variable is used if a bit is set.
    #[must_use]
    pub const fn with_elements(mut self, built_in: BuiltIn, elements: u8) -> Self {
        if elements != 0 {
            self.used |= 1 << built_in as u32;
            match built_in {
                BuiltIn::TexCoord => self.texture_coordinates |= elements,
                BuiltIn::ClipDistance => self.clip_distances |= elements,
                _ => {}
            }
        }
        self
    }

    /// Whether the stage uses a variable.
    #[must_use]
    pub const fn has(self, built_in: BuiltIn) -> bool {
        self.used >> built_in as u32 & 1 != 0
    }

    /// Whether the stage uses no variable.
    #[must_use]
    pub const fn is_empty(self) -> bool {
        self.used == 0
    }

    /// Checks that a driver places all variables that a stage writes or reads, or passes them in another way.
    ///
    /// # Errors
    ///
    /// [`Error::BuiltIn`].
    ///
    /// ```
    /// use mali_instancing::Arch;
    /// use mali_varyings::{BuiltIn, BuiltIns, Driver, Error, MesaVersion, Stage, Treatment};
    ///
    /// let (built_in, stage) = (BuiltIn::ClipVertex, Stage::Vertex);
    /// let (version, driver, arch) = (MesaVersion::V26, Driver::Panfrost, Arch::V7);
    /// let error = BuiltIns::NONE.with(built_in).check(stage, version, driver, arch);
    /// let treatment = Treatment::Lowered;
    /// assert_eq!(error, Err(Error::BuiltIn { built_in, stage, version, driver, arch, treatment }));
    /// ```
    pub const fn check(
        self,
        stage: Stage,
        version: MesaVersion,
        driver: Driver,
        arch: Arch,
    ) -> Result<(), Error> {
        each!(number, 0..BuiltIn::ALL.len(), {
            let built_in = BuiltIn::ALL[number];
            if self.has(built_in) {
                attempt!(built_in.check(stage, version, driver, arch));
            }
        });
        Ok(())
    }

    /// Adds the slots of the variables that the vertex stage writes. Without the fragment stage's variables `read`, all of
    /// them are stored.
    pub(super) const fn push_outputs(self, list: &mut Slots, read: Option<Self>) {
        // Every vertex stage has a position.
        let mut slots = self.with(BuiltIn::Position).components(Stage::Vertex);
        if let Some(read) = read {
            slots = kept(slots, read.components(Stage::Fragment));
        }
        push(list, slots, u32::MAX);
    }

    /// Adds the slots of the variables that the fragment stage reads, if `written` are those that the vertex stage writes.
    pub(super) const fn push_inputs(self, list: &mut Slots, written: Self, arch: Arch) {
        // Panfrost clips in the fragment stage: it reads every distance that is written, and discards.
        let clip_distances = self.clip_distances | written.clip_distances;
        let read = self.with_elements(BuiltIn::ClipDistance, clip_distances);
        let special = 1 << POSITION | 1 << FACE | 1 << POINT_COORD;
        // What else is hardware's has no slot in the fragment stage.
        let mut excluded = 1 << POINT_SIZE | 1 << PRIMITIVE_ID | 1 << LAYER | 1 << VIEWPORT;
        // From V6 on the fragment stage gets these three from an instruction or a register.
        if !matches!(arch, Arch::V4 | Arch::V5) {
            excluded |= special;
        }
        push(list, read.components(Stage::Fragment), !excluded);
    }

    /// The number of components that a stage writes or reads at each location.
    const fn components(self, stage: Stage) -> [u8; LOCATIONS] {
        let mut components = [0; LOCATIONS];
        each!(number, 0..BuiltIn::ALL.len(), {
            let built_in = BuiltIn::ALL[number];
            if self.has(built_in) && !built_in.name(stage).is_empty() {
                let first = built_in.locations().start as usize;
                each!(slot, 0..built_in.locations().end as usize - first, {
                    components[first + slot] = match built_in {
                        BuiltIn::TexCoord if self.texture_coordinates >> slot & 1 == 0 => 0,
                        // The elements of both slots are adjacent, those before the last are stored too.
                        BuiltIn::ClipDistance => {
                            let count = 8 - self.clip_distances.leading_zeros() as u8;
                            let left = count.saturating_sub(4 * slot as u8);
                            if left > 4 { 4 } else { left }
                        }
                        _ => built_in.components(),
                    };
                });
            }
        });
        components
    }
}

/// The slots that are left if the stages are linked together: those that are read, and those that the fixed functions
/// read, which include clip distances.
const fn kept(mut written: [u8; LOCATIONS], read: [u8; LOCATIONS]) -> [u8; LOCATIONS] {
    each!(number, 0..LOCATIONS, {
        let location = number as u8;
        // A back colour replaces the front colour that is read.
        let reader = match location {
            BACK_COLOR => COLOR,
            BACK_SECONDARY_COLOR => SECONDARY_COLOR,
            other => other,
        };
        let is_clip_distance = location == CLIP_DISTANCES[0] || location == CLIP_DISTANCES[1];
        let is_fixed = hardware_place(location).is_some() || is_clip_distance;
        if !is_fixed && read[reader as usize] == 0 {
            written[number] = 0;
        }
    });
    written
}

/// Adds a slot for each location with components whose bit is set.
const fn push(list: &mut Slots, components: [u8; LOCATIONS], included: u32) {
    each!(location, 0..LOCATIONS, {
        if components[location] != 0 && included >> location & 1 != 0 {
            let base_type = match location as u8 {
                FACE | PRIMITIVE_ID | LAYER | VIEWPORT => BaseType::Uint,
                _ => BaseType::Float,
            };
            list.push_ranked(Slot::new(
                location as u8,
                0,
                base_type,
                components[location],
            ));
        }
    });
}
