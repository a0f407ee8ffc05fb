//! The way in which two stages are linked, and what they are linked for.

use std::fmt::Display;

use mali_instancing::Arch;
use mali_varyings::{Driver, Linking, Matching, MesaVersion};
use mali_varyings_shader::Edition;
use serde::{Serialize, Serializer};

use crate::rejected::Rejected;
use crate::varyings::shader::Shader;

/// The GPU, the driver and the rules that two stages are linked for, as decided from the options and the shaders.
#[derive(Clone, Copy, Serialize)]
#[cfg_attr(feature = "schemars", derive(schemars::JsonSchema))]
pub(super) struct LinkTarget {
    #[serde(serialize_with = "by_name")]
    #[cfg_attr(feature = "schemars", schemars(with = "String"))]
    pub(super) arch: Arch,
    /// The driver of Mesa that places and links so: `panfrost` or `panvk`.
    #[serde(serialize_with = "by_name")]
    #[cfg_attr(feature = "schemars", schemars(with = "String"))]
    pub(super) driver: Driver,
    /// The version of Mesa: `25.0` or `26`.
    #[serde(serialize_with = "by_name")]
    #[cfg_attr(feature = "schemars", schemars(with = "String"))]
    pub(super) mesa: MesaVersion,
    /// The way in which the stages are compiled: `linked`, `monolithic` or `separable`.
    #[serde(serialize_with = "by_name")]
    #[cfg_attr(feature = "schemars", schemars(with = "String"))]
    pub(super) linking: Linking,
    #[serde(skip)]
    pub(super) matching: Matching,
    #[serde(skip)]
    pub(super) draws_points: bool,
    #[serde(skip)]
    pub(super) is_multiview: bool,
}

fn by_name<S: Serializer>(value: &impl Display, serializer: S) -> Result<S::Ok, S::Error> {
    serializer.collect_str(value)
}

/// The way in which two stages are linked, and the draws and the GPU that they are linked for.
///
/// ```
/// use mali_instancing::Arch;
/// use mali_instancing_inspect::varyings::{LinkOptions, Matching};
///
/// let options = LinkOptions { matching: Some(Matching::Vulkan), ..LinkOptions::new(Arch::V10) };
/// assert!(!options.is_separable);
/// ```
#[derive(Clone, Copy, Debug)]
#[expect(
    clippy::struct_excessive_bools,
    reason = "each is an option of its own"
)]
pub struct LinkOptions {
    /// The GPU whose memory is shown.
    pub arch: Arch,
    /// Whether the stages are compiled separately.
    pub is_separable: bool,
    /// The rules that decide what matches; `None` selects Vulkan for SPIR-V and WGSL, and GL for GLSL and manifests. GL
    /// is OpenGL ES, unless the vertex shader is in GLSL 4.40 or later.
    pub matching: Option<Matching>,
    /// The driver that links; `None` selects Panfrost for the rules of GL and on V4 and V5, and otherwise `PanVk`, whose
    /// stages, if they are not compiled separately, are one pipeline.
    pub driver: Option<Driver>,
    /// The version of Mesa that the driver is of.
    pub mesa: MesaVersion,
    /// Whether the draws are of points; the point size counts only then.
    pub draws_points: bool,
    /// Whether the draws have several views.
    pub is_multiview: bool,
    /// Whether transform feedback captures varyings that the vertex shader does not declare as captured: the compiler of Mesa 26 makes nothing 16 bits in such a program.
    pub is_captured: bool,
}

impl LinkOptions {
    /// Stages that are linked together by Mesa of 2026, for draws of triangles in one view.
    #[must_use]
    pub const fn new(arch: Arch) -> Self {
        Self {
            arch,
            is_separable: false,
            matching: None,
            driver: None,
            mesa: MesaVersion::V26,
            draws_points: false,
            is_multiview: false,
            is_captured: false,
        }
    }

    /// Checks that the driver, its version, the rules and the GPU go together. The language of the vertex shader, if there is
    /// one, decides which rules are the default.
    ///
    /// # Errors
    ///
    /// A driver and the rules of the other API, and a driver that the version does not have for the GPU: with the key of the
    /// option that is to blame.
    ///
    /// ```
    /// use mali_instancing::Arch;
    /// use mali_instancing_inspect::varyings::{Driver, LinkOptions};
    ///
    /// let options = LinkOptions { driver: Some(Driver::PanVk), ..LinkOptions::new(Arch::V5) };
    /// let error = options.check(None).unwrap_err();
    /// assert_eq!(error.key, "driver");
    /// assert!(error.reason.starts_with("panvk does not support v5"));
    /// ```
    pub fn check(self, vertex: Option<&Shader>) -> Result<(), Rejected> {
        let is_module = vertex.is_some_and(Shader::is_vulkans);
        // What is wrong in every version is not the version's mistake.
        let newest = Self {
            mesa: MesaVersion::default(),
            ..self
        };
        let decided = [newest, self].map(|options| options.decide(None, is_module));
        let (key, reason) = match decided {
            [Ok(_), Ok(_)] => return Ok(()),
            [Ok(_), Err(reason)] => ("mesa", reason),
            [Err(reason), _] if self.driver.is_some() => ("driver", reason),
            [Err(reason), _] => ("matching", reason),
        };
        Err(Rejected::new(key, reason))
    }

    /// The rules and the driver for stages of this kind.
    pub(super) fn decide(
        self,
        edition: Option<Edition>,
        is_module: bool,
    ) -> Result<LinkTarget, String> {
        let Self { arch, mesa, .. } = self;
        let is_vulkan = match (self.matching, self.driver) {
            (Some(matching), _) => matching == Matching::Vulkan,
            (None, Some(driver)) => driver == Driver::PanVk,
            // What runs on V4 and V5 is OpenGL's: Vulkan's driver is not built for them.
            (None, None) => is_module && !matches!(arch, Arch::V4 | Arch::V5),
        };
        let driver = if is_vulkan {
            Driver::PanVk
        } else {
            Driver::Panfrost
        };
        if self.driver.is_some_and(|given| given != driver) {
            let reason = if is_vulkan {
                "panfrost is a driver of OpenGL: --matching gl is allowed"
            } else {
                "panvk is a driver of Vulkan: --matching vulkan is allowed"
            };
            return Err(reason.to_owned());
        }
        let is_default = is_vulkan && self.matching.is_none() && self.driver.is_none();
        let default = if is_default {
            ". panvk is the default for SPIR-V and WGSL, --driver panfrost is the other"
        } else {
            ""
        };
        let checked = mesa.check(driver, arch);
        checked.map_err(|error| format!("{error}{default}"))?;
        // Before 4.40, GLSL demands equal interpolation of both stages, as GLSL ES does.
        let is_late = edition.is_some_and(|edition| !edition.is_es && edition.version >= 440);
        Ok(LinkTarget {
            arch,
            driver,
            mesa,
            matching: match (is_vulkan, is_module || is_late) {
                (true, _) => Matching::Vulkan,
                (false, true) => Matching::Gl,
                (false, false) => Matching::GlEs,
            },
            linking: match driver {
                _ if self.is_separable => Linking::Separable,
                // Mesa's compiler packs the varyings of a linked GL program anew. In a pipeline of Vulkan they keep
                // their places.
                Driver::Panfrost => Linking::Linked,
                Driver::PanVk => Linking::Monolithic,
            },
            draws_points: self.draws_points,
            is_multiview: self.is_multiview,
        })
    }
}
