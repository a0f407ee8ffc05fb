//! The edition of GLSL of a text, and the macros and constants that it defines.

use std::fmt;

/// A version of GLSL, or of GLSL ES.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Edition {
    /// The number in `#version`: 300 for GLSL ES 3.00.
    pub version: u32,
    /// Whether it is an edition of GLSL ES.
    pub is_es: bool,
    /// Whether `#version` gives the edition.
    pub(crate) is_given: bool,
    /// Whether `#version` names the compatibility profile.
    pub(crate) is_compatibility: bool,
}

/// The extensions of Mesa's Mali drivers that concern varyings or precision.
const ES_EXTENSIONS: &[&str] = &[
    "GL_EXT_frag_depth",
    "GL_EXT_separate_shader_objects",
    "GL_EXT_shader_io_blocks",
    "GL_EXT_shader_texture_lod",
    "GL_NV_shader_noperspective_interpolation",
    "GL_OES_EGL_image_external",
    "GL_OES_shader_io_blocks",
    "GL_OES_shader_multisample_interpolation",
    "GL_OES_standard_derivatives",
];

const EXTENSIONS: &[&str] = &[
    "GL_ARB_enhanced_layouts",
    "GL_ARB_explicit_attrib_location",
    "GL_ARB_separate_shader_objects",
    "GL_ARB_shading_language_420pack",
    "GL_ARB_texture_rectangle",
];

/// The minimum of each limit in GLSL ES 1.00, in later GLSL ES, and in GLSL.
const LIMITS: &[(&str, [Option<i64>; 3])] = &[
    ("gl_MaxClipDistances", [None, None, Some(8)]),
    ("gl_MaxDrawBuffers", [Some(1), Some(4), Some(8)]),
    ("gl_MaxFragmentInputComponents", [None, None, Some(128)]),
    ("gl_MaxFragmentInputVectors", [None, Some(15), None]),
    ("gl_MaxGeometryInputComponents", [None, None, Some(64)]),
    ("gl_MaxGeometryOutputComponents", [None, None, Some(128)]),
    ("gl_MaxTextureCoords", [None, None, Some(8)]),
    ("gl_MaxVaryingComponents", [None, None, Some(60)]),
    ("gl_MaxVaryingFloats", [None, None, Some(60)]),
    ("gl_MaxVaryingVectors", [Some(8), None, Some(15)]),
    ("gl_MaxVertexAttribs", [Some(8), Some(16), Some(16)]),
    ("gl_MaxVertexOutputComponents", [None, None, Some(64)]),
    ("gl_MaxVertexOutputVectors", [None, Some(16), None]),
];

/// Writes the name and the version: `GLSL ES 3.10`.
impl fmt::Display for Edition {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        let name = if self.is_es { "GLSL ES" } else { "GLSL" };
        write!(
            formatter,
            "{name} {}.{:02}",
            self.version / 100,
            self.version % 100
        )
    }
}

impl Edition {
    /// The edition of a text without `#version`: GLSL, unless the text is to be read as GLSL ES.
    pub(crate) const fn unsaid(is_es: bool) -> Self {
        let version = if is_es { 100 } else { 110 };
        Self {
            version,
            is_es,
            is_given: false,
            is_compatibility: false,
        }
    }

    /// Whether OpenGL takes precision qualifiers for more than spelling: GLSL ES does, and a text without `#version` may be
    /// GLSL ES.
    ///
    /// ```
    /// use mali_varyings_shader::{Shader, Stage};
    ///
    /// let edition = |text: &str| Shader::new("a.vert", text.into()).unwrap().read(Stage::Vertex).unwrap().edition.unwrap();
    /// assert!(edition("#version 310 es").has_precision());
    /// assert!(!edition("#version 450").has_precision());
    /// ```
    #[must_use]
    pub const fn has_precision(self) -> bool {
        self.is_es || !self.is_given
    }

    /// The words after `#version` that give an edition, for an error.
    pub(crate) const KNOWN: &str =
        "100, 300 es, 310 es, 320 es, and of GLSL 110 to 150, 330 and 400 to 460";

    /// The edition that the words after `#version` give.
    pub(crate) fn new(words: &[&str]) -> Option<Self> {
        let (version, profile) = words.split_first()?;
        let version = version.parse().ok()?;
        let is_es = match profile {
            // Of GLSL ES only 1.00 is named by the number alone.
            [] => version == 100,
            ["es"] => true,
            ["core" | "compatibility"] => false,
            _ => return None,
        };
        let is_known = match version {
            100 | 300 | 310 | 320 => is_es,
            110 | 120 | 130 | 140 | 150 | 330 | 400 | 410 | 420 | 430 | 440 | 450 | 460 => !is_es,
            _ => false,
        };
        is_known.then_some(Self {
            version,
            is_es,
            is_given: true,
            is_compatibility: matches!(profile, ["compatibility"]),
        })
    }

    /// Whether a program may have shaders of both editions: GLSL ES asks for one version. An edition that `#version` does
    /// not give may be any.
    ///
    /// ```
    /// use mali_varyings_shader::{Shader, Stage};
    ///
    /// let edition = |text: &str| Shader::new("a.vert", text.into()).unwrap().read(Stage::Vertex).unwrap().edition.unwrap();
    /// assert!(edition("#version 450").links_with(edition("#version 330")));
    /// assert!(!edition("#version 310 es").links_with(edition("#version 300 es")));
    /// ```
    #[must_use]
    pub const fn links_with(self, other: Self) -> bool {
        let is_same = self.is_es == other.is_es && (!self.is_es || self.version == other.version);
        is_same || !self.is_given || !other.is_given
    }

    /// The macros that are defined as 1 from the beginning.
    pub(crate) fn macros(self) -> impl Iterator<Item = &'static str> {
        let (extensions, other) = if self.is_es {
            (ES_EXTENSIONS, "GL_ES")
        } else {
            (EXTENSIONS, "GL_core_profile")
        };
        // GLSL 1.50 brought the profiles.
        let is_defined = self.is_es || self.version >= 150;
        let other = is_defined.then_some(other);
        let compatibility =
            (self.is_compatibility && is_defined).then_some("GL_compatibility_profile");
        extensions
            .iter()
            .copied()
            .chain(other)
            .chain(compatibility)
            .chain(["GL_FRAGMENT_PRECISION_HIGH"])
    }

    /// The value of a built-in constant.
    pub(crate) fn limit(self, name: &str) -> Option<i64> {
        let (_, limits) = LIMITS.iter().find(|(known, _)| *known == name)?;
        limits[match (self.is_es, self.version) {
            (true, 100) => 0,
            (true, _) => 1,
            (false, _) => 2,
        }]
    }
}
