use crate::base_type::BaseType;
use core::fmt;

macro_rules! varying_types {
    ($($name:ident = $glsl:literal, $base:ident $bits:literal, $columns:literal x $rows:literal;)*) => {
        /// A type of GLSL that a varying can have.
        ///
        /// ```
        /// use mali_varyings::VaryingType;
        ///
        /// let matrix = VaryingType::from_name("mat2x3").unwrap();
        /// assert_eq!(matrix, VaryingType::Mat2x3);
        /// // Two columns, each a vec3.
        /// assert_eq!((matrix.columns(), matrix.components()), (2, 3));
        /// ```
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
        #[cfg_attr(feature = "defmt", derive(defmt::Format))]
        #[expect(missing_docs, reason = "the names are GLSL's")]
        pub enum VaryingType {
            $($name,)*
        }

        impl VaryingType {
            /// Every type.
            pub const ALL: &[Self] = &[$(Self::$name,)*];

            /// GLSL's name: `mat2x3`.
            #[must_use]
            pub const fn name(self) -> &'static str {
                match self {
                    $(Self::$name => $glsl,)*
                }
            }

            /// The kind of the components.
            #[must_use]
            pub const fn base_type(self) -> BaseType {
                match self {
                    $(Self::$name => BaseType::$base,)*
                }
            }

            /// The number of bits of each component: 16 or 32.
            #[must_use]
            pub const fn bits(self) -> u32 {
                match self {
                    $(Self::$name => $bits,)*
                }
            }

            /// The number of vectors: 1, or the columns of a matrix.
            #[must_use]
            pub const fn columns(self) -> u32 {
                match self {
                    $(Self::$name => $columns,)*
                }
            }

            /// The number of components of each vector: 1 for a scalar, the rows of a matrix.
            #[must_use]
            pub const fn components(self) -> u32 {
                match self {
                    $(Self::$name => $rows,)*
                }
            }
        }
    };
}

varying_types! {
    Float = "float", Float 32, 1 x 1;
    Vec2 = "vec2", Float 32, 1 x 2;
    Vec3 = "vec3", Float 32, 1 x 3;
    Vec4 = "vec4", Float 32, 1 x 4;
    Int = "int", Int 32, 1 x 1;
    Ivec2 = "ivec2", Int 32, 1 x 2;
    Ivec3 = "ivec3", Int 32, 1 x 3;
    Ivec4 = "ivec4", Int 32, 1 x 4;
    Uint = "uint", Uint 32, 1 x 1;
    Uvec2 = "uvec2", Uint 32, 1 x 2;
    Uvec3 = "uvec3", Uint 32, 1 x 3;
    Uvec4 = "uvec4", Uint 32, 1 x 4;
    F16 = "float16_t", Float 16, 1 x 1;
    F16vec2 = "f16vec2", Float 16, 1 x 2;
    F16vec3 = "f16vec3", Float 16, 1 x 3;
    F16vec4 = "f16vec4", Float 16, 1 x 4;
    I16 = "int16_t", Int 16, 1 x 1;
    I16vec2 = "i16vec2", Int 16, 1 x 2;
    I16vec3 = "i16vec3", Int 16, 1 x 3;
    I16vec4 = "i16vec4", Int 16, 1 x 4;
    U16 = "uint16_t", Uint 16, 1 x 1;
    U16vec2 = "u16vec2", Uint 16, 1 x 2;
    U16vec3 = "u16vec3", Uint 16, 1 x 3;
    U16vec4 = "u16vec4", Uint 16, 1 x 4;
    Mat2 = "mat2", Float 32, 2 x 2;
    Mat3 = "mat3", Float 32, 3 x 3;
    Mat4 = "mat4", Float 32, 4 x 4;
    Mat2x3 = "mat2x3", Float 32, 2 x 3;
    Mat2x4 = "mat2x4", Float 32, 2 x 4;
    Mat3x2 = "mat3x2", Float 32, 3 x 2;
    Mat3x4 = "mat3x4", Float 32, 3 x 4;
    Mat4x2 = "mat4x2", Float 32, 4 x 2;
    Mat4x3 = "mat4x3", Float 32, 4 x 3;
}

impl VaryingType {
    /// The type with this name in GLSL; `None` if no varying can have it. `mat2x2` is `mat2`, and the names of
    /// `GL_EXT_shader_explicit_arithmetic_types` for types of 32 bits are those of GLSL: `f32vec2` is `vec2`.
    ///
    /// ```
    /// use mali_varyings::VaryingType;
    ///
    /// assert_eq!(VaryingType::from_name("uvec2"), Some(VaryingType::Uvec2));
    /// assert_eq!(VaryingType::from_name("u32vec2"), Some(VaryingType::Uvec2));
    /// assert_eq!(VaryingType::from_name("sampler2D"), None);
    /// ```
    #[must_use]
    pub fn from_name(name: &str) -> Option<Self> {
        let name = match name {
            "mat2x2" | "f32mat2x2" => "mat2",
            "mat3x3" | "f32mat3x3" => "mat3",
            "mat4x4" | "f32mat4x4" => "mat4",
            "float32_t" => "float",
            "int32_t" => "int",
            "uint32_t" => "uint",
            _ => name,
        };
        let explicit = [
            ("f32vec", "vec"),
            ("f32mat", "mat"),
            ("i32vec", "ivec"),
            ("u32vec", "uvec"),
        ];
        let mut explicit = explicit.into_iter();
        // The prefix of the name, and that of the type, before the same size.
        let (own, of_type) = explicit
            .find(|(own, _)| name.starts_with(own))
            .unwrap_or(("", ""));
        let size = &name[own.len()..];
        let mut all = Self::ALL.iter().copied();
        // Without an explicit prefix, `own` and `of_type` are empty and the whole names are compared.
        all.find(|known| known.name().strip_prefix(of_type) == Some(size))
    }

    /// Whether `name` is a type of 64 bits, which a Mali's varyings cannot have.
    ///
    /// ```
    /// use mali_varyings::VaryingType;
    ///
    /// assert!(VaryingType::is_64_bits("dvec2"));
    /// assert!(!VaryingType::is_64_bits("vec2"));
    /// ```
    #[must_use]
    pub fn is_64_bits(name: &str) -> bool {
        let scalars = ["double", "int64_t", "uint64_t", "float64_t"];
        let others = ["dvec", "dmat", "i64vec", "u64vec", "f64vec", "f64mat"];
        scalars.contains(&name) || others.iter().any(|prefix| name.starts_with(prefix))
    }

    /// Whether the type has several columns.
    #[must_use]
    pub const fn is_matrix(self) -> bool {
        self.columns() > 1
    }
}

/// Writes GLSL's name.
impl fmt::Display for VaryingType {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.pad(self.name())
    }
}
