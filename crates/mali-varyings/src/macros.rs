/// Packs a shader interface at compile time.
///
/// ```
/// use mali_varyings::varyings;
///
/// varyings! {
///     /// The varyings that the cube's vertex shader passes to its fragment shader.
///     pub static CUBE: registers = 16;
///     smooth        vec3  normal;
///     smooth        vec2  uv;
///     flat          uint  material;
///     noperspective float weights[4];
///     smooth        mat3  tangent_space;
/// }
///
/// let uv = CUBE.placement(CubeVarying::Uv);
/// assert_eq!((uv.register(), uv.component()), (4, 0));
/// assert_eq!((uv.components(), uv.rows()), (2, 1));
/// assert_eq!(CUBE.packing().registers_used(), 10);
/// ```
///
/// `CUBE` is a `CubePacking`, as a `static` or a `const`: a
/// [`Packing`](crate::Packing) whose varyings are the variants of `CubeVarying`. The keys:
///
/// | key | value | default |
/// |---|---|---|
/// | `registers` | the number of registers of four components, `u32`, 1 to 64 | an error |
/// | `rules` | `es100`, `es300`, `es310` or `es320`, see [`Rules`](crate::Rules) | `es320` |
/// | `lenient` | whether declarations that the edition does not have are accepted, `bool` | `false` |
/// | `memory` | instead of these three: `linked`, `monolithic` or `separable`, see [`Linking`](crate::Linking) | registers |
///
/// A varying is declared as in GLSL: optional qualifiers in any order, `layout(location = 2, component = 1)`,
/// `smooth`, `flat` or `noperspective`, `centroid` or `sample`, `highp`, `mediump` or `lowp`, and `invariant`;
/// a [type](crate::VaryingType); names, each with the lengths of an array, constant `u32`s. By default, integers are
/// flat and floats are smooth. Documentation in front of a varying is copied to its
/// variant.
///
/// With `memory`, only the vertex stage declares an `out`, and only the fragment stage an `in`; both declare a varying
/// without either, or with `varying`. `CUBE` is a `CubeMemory`: a
/// [`Linkage`](crate::Linkage) whose varyings have names. `matching = vulkan`, `gl` or `gles`, the default, selects
/// the rules of [`Matching`](crate::Matching) by which the stages match.
///
/// ```
/// mali_varyings::varyings! {
///     pub static CUBE: memory = linked;
///     layout(location = 3) mediump vec2 uv;
///     layout(location = 4) mediump vec2 offsets[2];
///     out vec3 normal;
///     in vec3 normal;
///     out vec4 unread;
/// }
///
/// assert_eq!(CUBE.linkage().memory().bytes(), 24);
/// assert_eq!(CUBE.offset(CubeVarying::Normal), Some(0));
/// assert_eq!(CUBE.offset(CubeVarying::Uv), Some(12));
/// assert_eq!(CUBE.offset(CubeVarying::Unread), None);
/// ```
///
/// A structure or a block is replaced by its members in order, and an array of them by its elements in order. The
/// length of such an array is a number. `light.size` is named `LightSize`:
///
/// ```
/// mali_varyings::varyings! {
///     pub static CUBE: memory = linked;
///     struct Light { vec3 direction; mediump vec2 size; };
///     layout(location = 1) Light lights[2];
///     Surface { mediump vec4 colour; float depth; } surface;
/// }
///
/// assert_eq!(CUBE.offset(CubeVarying::Lights0Direction), Some(16));
/// assert_eq!(CUBE.offset(CubeVarying::SurfaceColour), Some(0));
/// ```
///
/// A mistake is a compile error that points at the argument; a varying that does not fit is one at the varying:
///
/// ```compile_fail
/// mali_varyings::varyings! {
///     static CUBE: registers = 8;
///     vec4 rows[8];
///     vec2 uv;
/// //  ^^^^^^^ varying 1 does not fit: 1 register is missing
/// }
/// ```
#[macro_export]
macro_rules! varyings {
    ($($tokens:tt)*) => {
        $crate::__private::varyings! { $crate; $($tokens)* }
    };
}
