use super::driver::Driver;
use super::location::{
    BACK_COLOR, BACK_SECONDARY_COLOR, CLIP_DISTANCES, CLIP_VERTEX, COLOR, CULL_DISTANCES, FACE,
    FOG, LAYER, POINT_COORD, POINT_SIZE, POSITION, PRIMITIVE_ID, SECONDARY_COLOR, TEXTURE,
    VIEWPORT, is_midgard,
};
use super::version::MesaVersion;
use crate::error::Error;
use crate::stage::Stage;
use core::ops::Range;
use mali_instancing::Arch;

/// The way in which a driver passes a built-in variable.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "defmt", derive(defmt::Format))]
pub enum Treatment {
    /// In a [`Slot`](crate::Slot).
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
    /// Whether a stage with the variable is refused.
    #[must_use]
    pub const fn is_refused(self) -> bool {
        matches!(self, Self::Lowered | Self::Unsupported)
    }

    /// The driver's way, as the end of a sentence that begins with the variable's name.
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
    ($($(#[$attribute:meta])* $variant:ident $output:literal $input:literal [$location:expr; $count:literal] $components:literal,)*) => {
        /// A built-in variable that the vertex stage writes or the fragment stage reads.
        ///
        /// The driver, its version and the architecture decide whether it has a [`Slot`](crate::Slot):
        ///
        /// | | Panfrost | PanVK | in Mesa's |
        /// |---|---|---|---|
        /// | `gl_Position`, `gl_PointSize` | slot | slot | `pan_nir_collect_varyings.c` |
        /// | written: `gl_Layer` | refused | slot from V10 on in Mesa 26, otherwise refused | `pan_screen.c`: no `vs_layer_viewport`; `panvk_vX_physical_device.c`: `shaderOutputLayer` |
        /// | written: `gl_ViewportIndex`, `gl_PrimitiveShadingRateEXT` | refused | refused | the same; no fragment shading rate |
        /// | written: `gl_PrimitiveID` | refused | refused | no vertex shader has such an output: GLSL 4.60, 7.1.1 |
        /// | `gl_ClipDistance` | slots, four distances each; the fragment stage reads them too, and discards | refused | `panvk_vX_physical_device.c`: no `shaderClipDistance` |
        /// | `gl_ClipVertex` | refused: replaced by clip distances | refused | |
        /// | `gl_CullDistance` | refused | refused | `panvk_vX_physical_device.c`: no `shaderCullDistance` |
        /// | colours, `gl_FogFragCoord`, `gl_TexCoord[]` | slots; the back colours if the fragment stage reads the front ones | refused | |
        /// | read: `gl_FragCoord`, `gl_PointCoord` | slots on V4 and V5, an instruction from V6 on | an instruction | `pan_nir_collect_varyings.c` |
        /// | read: `gl_FrontFacing` | a slot on V4 and V5, a register from V6 on | a register | `pan_nir_collect_varyings.c`; `bi_preload` |
        /// | read: `gl_PrimitiveID` | a register from V6 on, before refused | a register | `bi_preload` |
        /// | read: `gl_Layer`, `gl_ViewIndex` | a register from V9 on, before refused | a register from V9 on, before a push constant | `bi_preload` |
        /// | read: `gl_ViewportIndex` | refused | refused | |
        ///
        /// # Hardware
        ///
        /// | | section | byte | size |
        /// |---|---|---|---|
        /// | `gl_Position` | position | 0 | 16: four floats |
        /// | `gl_PointSize` | attributes | 0 | 2: a 16-bit float |
        /// | `gl_Layer`, `gl_ViewportIndex` | attributes | 2 | 1 each: the two share a byte |
        /// | `gl_PrimitiveID` | attributes | 12 | 4 |
        ///
        /// Facts: Mesa's `hw_varying_slots`, in `pan_nir_collect_varyings.c`, and its `gl_varying_slot`; `bi_preload` of its
        /// compiler; the files above. On V6 and V7 PanVK draws once for each layer and passes its number as a system value
        /// among the push constants, `layer_id` in `panvk_shader.h`; in several views it is the view's, and otherwise the view
        /// index is 0 (`panvk_vX_shader.c`). Inferred, not found in the sources: that a back colour is kept with its front
        /// colour, and the rows without a file.
        ///
        /// ```
        /// use mali_instancing::Arch;
        /// use mali_varyings::{BuiltIn, Driver, MesaVersion, Stage, Treatment};
        ///
        /// let point = BuiltIn::from_name("gl_PointCoord").unwrap();
        /// let read = |arch| point.treatment(Stage::Fragment, MesaVersion::V26, Driver::Panfrost, arch);
        /// assert_eq!([Arch::V5, Arch::V6].map(read), [Treatment::Slot, Treatment::Instruction]);
        /// ```
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
        #[cfg_attr(feature = "defmt", derive(defmt::Format))]
        pub enum BuiltIn {
            $($(#[$attribute])* $variant,)*
        }

        impl BuiltIn {
            /// Every built-in variable.
            pub const ALL: &[Self] = &[$(Self::$variant,)*];

            /// GLSL's name in a stage; empty if this stage does not write or read the variable.
            #[must_use]
            pub const fn name(self, stage: Stage) -> &'static str {
                match (self, stage) {
                    $((Self::$variant, Stage::Vertex) => $output,
                    (Self::$variant, Stage::Fragment) => $input,)*
                }
            }

            /// The locations of the variable in Mesa's `gl_varying_slot`; empty if it has none. Whether a driver has slots
            /// there is its [`treatment`](Self::treatment).
            #[must_use]
            pub const fn locations(self) -> Range<u8> {
                match self {
                    $(Self::$variant => $location..$location + $count,)*
                }
            }

            /// The number of components of a slot; of the last one of clip distances it may be less. 0: it never has
            /// one.
            pub(crate) const fn components(self) -> u8 {
                match self {
                    $(Self::$variant => $components,)*
                }
            }
        }
    };
}

built_ins! {
    /// `gl_Position`.
    Position "gl_Position" "" [POSITION; 1] 4,
    /// `gl_FrontColor`, which the fragment stage reads as `gl_Color`.
    FrontColor "gl_FrontColor" "gl_Color" [COLOR; 1] 4,
    /// `gl_FrontSecondaryColor`, which the fragment stage reads as `gl_SecondaryColor`.
    FrontSecondaryColor "gl_FrontSecondaryColor" "gl_SecondaryColor" [SECONDARY_COLOR; 1] 4,
    /// `gl_FogFragCoord`.
    FogFragCoord "gl_FogFragCoord" "gl_FogFragCoord" [FOG; 1] 1,
    /// `gl_TexCoord`, an array.
    TexCoord "gl_TexCoord" "gl_TexCoord" [TEXTURE; 8] 4,
    /// `gl_PointSize`.
    PointSize "gl_PointSize" "" [POINT_SIZE; 1] 1,
    /// `gl_BackColor`.
    BackColor "gl_BackColor" "" [BACK_COLOR; 1] 4,
    /// `gl_BackSecondaryColor`.
    BackSecondaryColor "gl_BackSecondaryColor" "" [BACK_SECONDARY_COLOR; 1] 4,
    /// `gl_ClipVertex`.
    ClipVertex "gl_ClipVertex" "" [CLIP_VERTEX; 1] 0,
    /// `gl_ClipDistance`, an array.
    ClipDistance "gl_ClipDistance" "gl_ClipDistance" [CLIP_DISTANCES[0]; 2] 4,
    /// `gl_CullDistance`, an array.
    CullDistance "gl_CullDistance" "gl_CullDistance" [CULL_DISTANCES; 2] 0,
    /// `gl_PrimitiveID`.
    PrimitiveId "gl_PrimitiveID" "gl_PrimitiveID" [PRIMITIVE_ID; 1] 1,
    /// `gl_Layer`.
    Layer "gl_Layer" "gl_Layer" [LAYER; 1] 1,
    /// `gl_ViewportIndex`.
    ViewportIndex "gl_ViewportIndex" "gl_ViewportIndex" [VIEWPORT; 1] 1,
    /// `gl_PrimitiveShadingRateEXT`.
    ShadingRate "gl_PrimitiveShadingRateEXT" "" [0; 0] 0,
    /// `gl_FragCoord`.
    FragCoord "" "gl_FragCoord" [POSITION; 1] 4,
    /// `gl_FrontFacing`.
    FrontFacing "" "gl_FrontFacing" [FACE; 1] 1,
    /// `gl_PointCoord`.
    PointCoord "" "gl_PointCoord" [POINT_COORD; 1] 2,
    /// `gl_ViewIndex`, which both stages read.
    ViewIndex "" "gl_ViewIndex" [0; 0] 0,
}

impl BuiltIn {
    /// The variable with this name in either stage; `None` for any other name.
    #[must_use]
    pub fn from_name(name: &str) -> Option<Self> {
        // A variable is named "" in a stage that does not have it, and an empty name must not find it.
        let all = Self::ALL.iter().copied().filter(|_| !name.is_empty());
        all.into_iter()
            .find(|built_in| Stage::ALL.map(|stage| built_in.name(stage)).contains(&name))
    }

    /// The variable of a stage whose slots have a location, and the number of the slot among them.
    ///
    /// ```
    /// use mali_varyings::{BuiltIn, Stage};
    ///
    /// assert_eq!(BuiltIn::at(Stage::Vertex, 6), Some((BuiltIn::TexCoord, 2)));
    /// assert_eq!(BuiltIn::at(Stage::Fragment, 0), Some((BuiltIn::FragCoord, 0)));
    /// assert_eq!(BuiltIn::at(Stage::Vertex, 32), None);
    /// ```
    #[must_use]
    pub const fn at(stage: Stage, location: u8) -> Option<(Self, u8)> {
        each!(number, 0..Self::ALL.len(), {
            let built_in = Self::ALL[number];
            let Range { start, end } = built_in.locations();
            // The name decides between two variables of one location: 0 is `gl_Position` when written, and
            // `gl_FragCoord` when read.
            if !built_in.name(stage).is_empty() && start <= location && location < end {
                return Some((built_in, location - start));
            }
        });
        None
    }

    /// The way in which a driver of a version of Mesa passes the variable, if a stage writes or reads it. For an
    /// architecture for which the version does not build the driver, it is what the conditions of its sources say.
    #[must_use]
    pub const fn treatment(
        self,
        stage: Stage,
        version: MesaVersion,
        driver: Driver,
        arch: Arch,
    ) -> Treatment {
        match stage {
            Stage::Vertex => self.as_output(version, driver, arch),
            Stage::Fragment => self.as_input(driver, arch),
        }
    }

    /// Checks that a driver places the variable that a stage writes or reads, or passes it in another way.
    ///
    /// # Errors
    ///
    /// [`Error::BuiltIn`].
    pub const fn check(
        self,
        stage: Stage,
        version: MesaVersion,
        driver: Driver,
        arch: Arch,
    ) -> Result<(), Error> {
        let treatment = self.treatment(stage, version, driver, arch);
        if treatment.is_refused() {
            return Err(Error::BuiltIn {
                built_in: self,
                stage,
                version,
                driver,
                arch,
                treatment,
            });
        }
        Ok(())
    }

    const fn as_output(self, version: MesaVersion, driver: Driver, arch: Arch) -> Treatment {
        match (self, driver) {
            (Self::Position | Self::PointSize, _) => Treatment::Slot,
            // The condition names V10, and so says of V9, for which nothing is built, that it has none.
            (Self::Layer, Driver::PanVk)
                if matches!(version, MesaVersion::V26)
                    && !arch.has_attribute_buffers()
                    && !matches!(arch, Arch::V9) =>
            {
                Treatment::Slot
            }
            _ => self.of_compatibility(driver),
        }
    }

    const fn as_input(self, driver: Driver, arch: Arch) -> Treatment {
        let is_midgard = is_midgard(arch);
        match self {
            Self::FragCoord | Self::PointCoord | Self::FrontFacing if is_midgard => Treatment::Slot,
            Self::FragCoord | Self::PointCoord => Treatment::Instruction,
            Self::FrontFacing => Treatment::Register,
            // `bi_preload` of the compiler has a register for this one from V6 on, and for the two below from V9 on.
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
}
