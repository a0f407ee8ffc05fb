use super::driver::Driver;
use super::layout::{FACE, POINT_COORD, POSITION};
use super::slot::{Slot, SlotList};
use crate::error::Error;
use crate::varying_type::BaseType;
use mali_instancing::Arch;

/// A part of the memory that the hardware has for a vertex.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "defmt", derive(defmt::Format))]
pub enum Section {
    /// The position, four 32-bit floats.
    Position,
    /// The other outputs that the rasterizer needs: point size, layer, viewport, shading rate and primitive ID.
    Attributes,
    /// What only the fragment stage reads; see [`MemoryLayout`](super::MemoryLayout).
    Generic,
}

/// The section, the offset and the size of an output that the hardware itself reads; `None` for any other location.
pub(super) const fn hardware_place(location: u8) -> Option<(Section, u32, u32)> {
    Some(match location {
        POSITION => (Section::Position, 0, 16),
        POINT_SIZE => (Section::Attributes, 0, 2),
        LAYER | VIEWPORT => (Section::Attributes, 2, 1),
        FACE => (Section::Attributes, 4, 1),
        PRIMITIVE_ID => (Section::Attributes, 12, 4),
        _ => return None,
    })
}

pub(super) const POINT_SIZE: u8 = 12;
pub(super) const PRIMITIVE_ID: u8 = 21;
pub(super) const LAYER: u8 = 22;
pub(super) const VIEWPORT: u8 = 23;
/// Of the first texture coordinates.
const TEXTURE: u8 = 4;
/// Of the first four clip distances.
const CLIP: u8 = 17;

/// The way in which a driver passes a built-in variable.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "defmt", derive(defmt::Format))]
pub enum Treatment {
    /// In a [`Slot`].
    Slot,
    /// In a register, which has its value when the shader begins.
    Register,
    /// By an instruction, `LD_VAR_SPECIAL`, which computes it for the fragment.
    Instruction,
    /// As a push constant: the driver draws once for each value.
    PushConstant,
    /// Not at all: the compiler replaces it by clip distances, as many as there are enabled planes.
    Lowered,
    /// Not at all: the driver does not support it there.
    Unsupported,
}

impl Treatment {
    /// What the driver does, for a sentence that begins with the variable's name.
    #[must_use]
    pub const fn text(self) -> &'static str {
        match self {
            Self::Slot => "has a slot",
            Self::Register => "takes no memory: it is in a register",
            Self::Instruction => "takes no memory: an instruction computes it",
            Self::PushConstant => "takes no memory: it is a push constant",
            Self::Lowered => {
                "has no place: the compiler replaces it by as many clip distances as planes are enabled, \
                 which `gl_ClipDistance` declares"
            }
            Self::Unsupported => "has no place: the driver does not support it there",
        }
    }
}

macro_rules! built_ins {
    ($($(#[$attribute:meta])* $variant:ident $output:literal $input:literal,)*) => {
        /// A built-in variable that the vertex stage writes or the fragment stage reads.
        ///
        /// Whether it has a [`Slot`] depends on the driver and the architecture:
        ///
        /// | | Panfrost | PanVK |
        /// |---|---|---|
        /// | `gl_Position`, `gl_PointSize` | slot | slot |
        /// | written: `gl_Layer`, `gl_ViewportIndex`, `gl_PrimitiveID`, `gl_PrimitiveShadingRateEXT` | slot from V9 on, before refused | the same |
        /// | `gl_ClipDistance` | slots, four distances each; the fragment stage reads them too, and discards | refused |
        /// | `gl_ClipVertex` | refused: replaced by clip distances | refused |
        /// | `gl_CullDistance` | refused | refused |
        /// | colours, `gl_FogFragCoord`, `gl_TexCoord[]` | slots; the back colours if the fragment stage reads the front ones | refused |
        /// | read: `gl_FragCoord`, `gl_PointCoord` | slots on V4 and V5, an instruction from V6 on | an instruction |
        /// | read: `gl_FrontFacing` | a slot on V4 and V5, a register from V6 on | a register |
        /// | read: `gl_PrimitiveID` | a register from V6 on, before refused | a register |
        /// | read: `gl_Layer`, `gl_ViewIndex` | a register from V9 on, before refused | a register from V9 on, before a push constant |
        /// | read: `gl_ViewportIndex` | refused | refused |
        ///
        /// # Hardware
        ///
        /// | | section | byte | size |
        /// |---|---|---|---|
        /// | `gl_Position` | position | 0 | 16: four floats |
        /// | `gl_PointSize` | attributes | 0 | 2: a 16-bit float |
        /// | `gl_Layer`, `gl_ViewportIndex` | attributes | 2 | 1 each: the two share a byte |
        /// | `gl_PrimitiveShadingRateEXT` | attributes | 4 | 1 |
        /// | `gl_PrimitiveID` | attributes | 12 | 4 |
        ///
        /// Facts: Mesa's `hw_varying_slots`, in `pan_nir_collect_varyings.c`, and its `gl_varying_slot`. The compiler reads
        /// layer and view from a register from V9 on, PanVK has a push constant for the layer on V6 and V7. Inferred, not
        /// found in the sources: what is refused, the registers of V6 and V7, and that a back colour is kept with its front
        /// colour.
        ///
        /// ```
        /// use mali_instancing::Arch;
        /// use mali_varyings::{BuiltIn, Driver, Treatment};
        ///
        /// let point = BuiltIn::from_name("gl_PointCoord").unwrap();
        /// assert_eq!(point.as_input(Driver::Panfrost, Arch::V5), Treatment::Slot);
        /// assert_eq!(point.as_input(Driver::Panfrost, Arch::V6), Treatment::Instruction);
        /// ```
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
        #[cfg_attr(feature = "defmt", derive(defmt::Format))]
        pub enum BuiltIn {
            $($(#[$attribute])* $variant,)*
        }

        impl BuiltIn {
            /// Every built-in variable.
            pub const ALL: &[Self] = &[$(Self::$variant,)*];

            /// GLSL's name in the vertex stage; empty if this stage does not have the variable.
            #[must_use]
            pub const fn output_name(self) -> &'static str {
                match self {
                    $(Self::$variant => $output,)*
                }
            }

            /// GLSL's name in the fragment stage; empty if this stage does not have the variable.
            #[must_use]
            pub const fn input_name(self) -> &'static str {
                match self {
                    $(Self::$variant => $input,)*
                }
            }
        }
    };
}

built_ins! {
    /// `gl_Position`.
    Position "gl_Position" "",
    /// `gl_FrontColor`, which the fragment stage reads as `gl_Color`.
    FrontColor "gl_FrontColor" "gl_Color",
    /// `gl_FrontSecondaryColor`, which the fragment stage reads as `gl_SecondaryColor`.
    FrontSecondaryColor "gl_FrontSecondaryColor" "gl_SecondaryColor",
    /// `gl_FogFragCoord`.
    FogFragCoord "gl_FogFragCoord" "gl_FogFragCoord",
    /// `gl_TexCoord`, an array.
    TexCoord "gl_TexCoord" "gl_TexCoord",
    /// `gl_PointSize`.
    PointSize "gl_PointSize" "",
    /// `gl_BackColor`.
    BackColor "gl_BackColor" "",
    /// `gl_BackSecondaryColor`.
    BackSecondaryColor "gl_BackSecondaryColor" "",
    /// `gl_ClipVertex`.
    ClipVertex "gl_ClipVertex" "",
    /// `gl_ClipDistance`, an array.
    ClipDistance "gl_ClipDistance" "gl_ClipDistance",
    /// `gl_CullDistance`, an array.
    CullDistance "gl_CullDistance" "gl_CullDistance",
    /// `gl_PrimitiveID`.
    PrimitiveId "gl_PrimitiveID" "gl_PrimitiveID",
    /// `gl_Layer`.
    Layer "gl_Layer" "gl_Layer",
    /// `gl_ViewportIndex`.
    ViewportIndex "gl_ViewportIndex" "gl_ViewportIndex",
    /// `gl_PrimitiveShadingRateEXT`.
    ShadingRate "gl_PrimitiveShadingRateEXT" "",
    /// `gl_FragCoord`.
    FragCoord "" "gl_FragCoord",
    /// `gl_FrontFacing`.
    FrontFacing "" "gl_FrontFacing",
    /// `gl_PointCoord`.
    PointCoord "" "gl_PointCoord",
    /// `gl_ViewIndex`, which both stages read.
    ViewIndex "" "gl_ViewIndex",
}

impl BuiltIn {
    /// The variable with this name in either stage; `None` for any other name.
    #[must_use]
    pub fn from_name(name: &str) -> Option<Self> {
        let all = Self::ALL.iter().copied().filter(|_| !name.is_empty());
        all.into_iter()
            .find(|built_in| [built_in.output_name(), built_in.input_name()].contains(&name))
    }

    /// The way in which a driver passes the variable on, if the vertex stage writes it.
    #[must_use]
    pub const fn as_output(self, driver: Driver, arch: Arch) -> Treatment {
        match self {
            Self::Position | Self::PointSize => Treatment::Slot,
            Self::Layer | Self::ViewportIndex | Self::PrimitiveId | Self::ShadingRate
                if !arch.has_attribute_buffers() =>
            {
                Treatment::Slot
            }
            _ => self.of_compatibility(driver),
        }
    }

    /// The way in which a driver passes the variable, if the fragment stage reads it.
    #[must_use]
    pub const fn as_input(self, driver: Driver, arch: Arch) -> Treatment {
        let is_midgard = matches!(arch, Arch::V4 | Arch::V5);
        match self {
            Self::FragCoord | Self::PointCoord | Self::FrontFacing if is_midgard => Treatment::Slot,
            Self::FragCoord | Self::PointCoord => Treatment::Instruction,
            Self::FrontFacing => Treatment::Register,
            Self::PrimitiveId if !is_midgard => Treatment::Register,
            Self::Layer | Self::ViewIndex if !arch.has_attribute_buffers() => Treatment::Register,
            Self::Layer | Self::ViewIndex if matches!(driver, Driver::PanVk) => {
                Treatment::PushConstant
            }
            _ => self.of_compatibility(driver),
        }
    }

    /// The way in which a driver passes what only OpenGL has.
    const fn of_compatibility(self, driver: Driver) -> Treatment {
        match (self, driver) {
            (Self::ClipVertex, Driver::Panfrost) => Treatment::Lowered,
            (
                Self::FrontColor
                | Self::FrontSecondaryColor
                | Self::BackColor
                | Self::BackSecondaryColor
                | Self::FogFragCoord
                | Self::TexCoord
                | Self::ClipDistance,
                Driver::Panfrost,
            ) => Treatment::Slot,
            _ => Treatment::Unsupported,
        }
    }

    /// The first location of the variable's slots; `None` if it never has one.
    const fn location(self) -> Option<u8> {
        Some(match self {
            Self::Position | Self::FragCoord => POSITION,
            Self::FrontColor => 1,
            Self::FrontSecondaryColor => 2,
            Self::FogFragCoord => 3,
            Self::TexCoord => TEXTURE,
            Self::PointSize => POINT_SIZE,
            Self::BackColor => 13,
            Self::BackSecondaryColor => 14,
            Self::ClipDistance => CLIP,
            Self::PrimitiveId => PRIMITIVE_ID,
            Self::Layer => LAYER,
            Self::ViewportIndex => VIEWPORT,
            Self::ShadingRate | Self::FrontFacing => FACE,
            Self::PointCoord => POINT_COORD,
            Self::ClipVertex | Self::CullDistance | Self::ViewIndex => return None,
        })
    }
}

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

    /// Checks that a driver places all variables that the vertex stage writes, or passes them in another way.
    ///
    /// # Errors
    ///
    /// [`Error::BuiltInOutput`].
    ///
    /// ```
    /// use mali_instancing::Arch;
    /// use mali_varyings::{BuiltIn, BuiltIns, Driver, Error, Treatment};
    ///
    /// let (built_in, driver, arch) = (BuiltIn::ClipVertex, Driver::Panfrost, Arch::V7);
    /// let error = BuiltIns::NONE.with(built_in).check_outputs(driver, arch);
    /// assert_eq!(error, Err(Error::BuiltInOutput { built_in, driver, arch, treatment: Treatment::Lowered }));
    /// ```
    pub const fn check_outputs(self, driver: Driver, arch: Arch) -> Result<(), Error> {
        each!(number, 0..BuiltIn::ALL.len(), {
            let built_in = BuiltIn::ALL[number];
            let treatment = built_in.as_output(driver, arch);
            let is_refused = matches!(treatment, Treatment::Lowered | Treatment::Unsupported);
            if self.has(built_in) && is_refused {
                return Err(Error::BuiltInOutput {
                    built_in,
                    driver,
                    arch,
                    treatment,
                });
            }
        });
        Ok(())
    }

    /// Checks that a driver passes all variables that the fragment stage reads.
    ///
    /// # Errors
    ///
    /// [`Error::BuiltInInput`].
    pub const fn check_inputs(self, driver: Driver, arch: Arch) -> Result<(), Error> {
        each!(number, 0..BuiltIn::ALL.len(), {
            let built_in = BuiltIn::ALL[number];
            let treatment = built_in.as_input(driver, arch);
            let is_refused = matches!(treatment, Treatment::Lowered | Treatment::Unsupported);
            if self.has(built_in) && is_refused {
                return Err(Error::BuiltInInput {
                    built_in,
                    driver,
                    arch,
                    treatment,
                });
            }
        });
        Ok(())
    }

    /// Adds the slots of the variables that the vertex stage writes. Without the fragment stage's variables `read`, all of
    /// them are stored.
    pub(super) const fn push_outputs(self, list: &mut SlotList, read: Option<Self>) {
        // Every vertex stage has a position.
        let mut slots = self.with(BuiltIn::Position).written();
        if let Some(read) = read {
            slots = Self::kept(slots, read.read());
        }
        push(list, slots, u32::MAX);
    }

    /// The slots that are left if the stages are linked together: those that are read, and those that the fixed functions
    /// read, which include clip distances.
    const fn kept(mut written: [u8; LOCATIONS], read: [u8; LOCATIONS]) -> [u8; LOCATIONS] {
        each!(location, 0..LOCATIONS, {
            // A back colour replaces the front colour that is read.
            let reader = match location {
                13 => 1,
                14 => 2,
                other => other,
            };
            let is_fixed = hardware_place(location as u8).is_some()
                || matches!(location as u8, CLIP | CLIP_AFTER);
            if !is_fixed && read[reader] == 0 {
                written[location] = 0;
            }
        });
        written
    }

    /// Adds the slots of the variables that the fragment stage reads, if `written` are those that the vertex stage writes.
    pub(super) const fn push_inputs(self, list: &mut SlotList, written: Self, arch: Arch) {
        let clip_distances = self.clip_distances | written.clip_distances;
        let read = self.with_elements(BuiltIn::ClipDistance, clip_distances);
        let special = 1 << POSITION | 1 << FACE | 1 << POINT_COORD;
        // What else is hardware's has no slot in the fragment stage.
        let mut excluded = 1 << POINT_SIZE | 1 << PRIMITIVE_ID | 1 << LAYER | 1 << VIEWPORT;
        if !matches!(arch, Arch::V4 | Arch::V5) {
            excluded |= special;
        }
        push(list, read.read(), !excluded);
    }

    /// The number of components that the vertex stage writes at each location.
    const fn written(self) -> [u8; LOCATIONS] {
        let mut of_stage = 0;
        each!(number, 0..BuiltIn::ALL.len(), {
            let is_output = !BuiltIn::ALL[number].output_name().is_empty();
            of_stage |= (is_output as u32) << number;
        });
        self.components(of_stage)
    }

    /// The number of components that the fragment stage reads at each location.
    const fn read(self) -> [u8; LOCATIONS] {
        let mut of_stage = 0;
        each!(number, 0..BuiltIn::ALL.len(), {
            let is_input = !BuiltIn::ALL[number].input_name().is_empty();
            of_stage |= (is_input as u32) << number;
        });
        self.components(of_stage)
    }

    /// The number of components at each location of the variables whose bits are set.
    const fn components(self, of_stage: u32) -> [u8; LOCATIONS] {
        let mut components = [0; LOCATIONS];
        each!(number, 0..BuiltIn::ALL.len(), {
            let built_in = BuiltIn::ALL[number];
            match built_in.location() {
                Some(location) if (self.used & of_stage) >> number & 1 != 0 => {
                    let location = location as usize;
                    match built_in {
                        BuiltIn::TexCoord => each!(element, 0..8, {
                            if self.texture_coordinates >> element & 1 != 0 {
                                components[location + element] = 4;
                            }
                        }),
                        // The elements of both slots are adjacent, those before the last are stored too.
                        BuiltIn::ClipDistance => {
                            let count = 8 - self.clip_distances.leading_zeros() as u8;
                            components[location] = if count > 4 { 4 } else { count };
                            components[location + 1] = count.saturating_sub(4);
                        }
                        BuiltIn::Position
                        | BuiltIn::FragCoord
                        | BuiltIn::FrontColor
                        | BuiltIn::FrontSecondaryColor
                        | BuiltIn::BackColor
                        | BuiltIn::BackSecondaryColor => components[location] = 4,
                        BuiltIn::PointCoord => components[location] = 2,
                        _ => components[location] = 1,
                    }
                }
                _ => {}
            }
        });
        components
    }
}

/// Adds a slot for each location with components whose bit is set.
const fn push(list: &mut SlotList, components: [u8; LOCATIONS], included: u32) {
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

/// Of the other clip distances.
const CLIP_AFTER: u8 = CLIP + 1;

/// The number of locations of built-in variables.
const LOCATIONS: usize = Slot::VAR0 as usize;
