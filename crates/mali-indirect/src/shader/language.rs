/// A language of shaders.
///
/// ```
/// use mali_indirect::Language;
///
/// assert_eq!(Language::from_name("glsl-es"), Some(Language::GlslEs));
/// assert_eq!(Language::from_name("hlsl"), None);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Language {
    /// GLSL 4.50, for Vulkan and GL.
    Glsl,
    /// GLSL ES 3.10.
    GlslEs,
    /// WGSL.
    Wgsl,
    /// OpenCL C 1.2.
    OpenCl,
}

impl Language {
    /// Every language.
    pub const ALL: &[Self] = &[Self::Glsl, Self::GlslEs, Self::Wgsl, Self::OpenCl];

    /// The name that the command uses.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Glsl => "glsl",
            Self::GlslEs => "glsl-es",
            Self::Wgsl => "wgsl",
            Self::OpenCl => "opencl",
        }
    }

    /// The language whose [`Language::name`] is `name`; `None` if there is none.
    #[must_use]
    pub fn from_name(name: &str) -> Option<Self> {
        Self::ALL.iter().copied().find(|known| known.name() == name)
    }

    /// The name of each of WGSL's types, and of the function that makes a value from its parts.
    pub(super) const fn vector_names(self) -> [(&'static str, &'static str); 3] {
        match self {
            // Functions that make vectors come before types, whose names they begin with.
            Self::Glsl | Self::GlslEs => [
                ("vec2<u32>(", "uvec2("),
                ("vec4<u32>(", "uvec4("),
                ("vec?<u32>", "uvec?"),
            ],
            Self::OpenCl => [
                ("vec2<u32>(", "(uint2)("),
                ("vec4<u32>(", "(uint4)("),
                ("vec?<u32>", "uint?"),
            ],
            // Not used, because WGSL is not translated.
            Self::Wgsl => [("", ""); 3],
        }
    }
}
