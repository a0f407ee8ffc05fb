/// Packs a shader interface at compile time.
///
/// ```
/// use mali_varyings::varyings;
///
/// varyings! {
///     /// What the cube's vertex shader hands to its fragment shader.
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
/// [`Packing`](crate::Packing) whose varyings have the names of `CubeVarying`. The keys:
///
/// | key | value | where absent |
/// |---|---|---|
/// | `registers` | how many registers of four components there are, `u32`, 1 to 64 | an error |
/// | `rules` | `es100`, `es300`, `es310`, `es320`, `relaxed` or `chosen`, see [`Rules`](crate::Rules) | `es320` |
/// | `lenient` | whether declarations are packed that the edition does not have, `bool` | `false` |
/// | `memory` | instead of these three: `linked`, or `separable` for stages that are compiled apart | registers |
///
/// A varying is declared as in GLSL: `layout(location = 2, component = 1)`, `smooth`, `flat` or
/// `noperspective`, `centroid` or `sample`, `highp`, `mediump` or `lowp`, and `invariant`, in any order,
/// where they are wanted; a [type](crate::VaryingType); names, each with the lengths of an array, constant
/// `u32`s. Where nothing is said, integers are flat and floats are smooth. Documentation in front of a
/// varying goes to its variant.
///
/// With `memory`, `out` is what the vertex stage alone declares, `in` what the fragment stage does, and
/// what says nothing of that, or `varying`, is declared by both. `CUBE` is a `CubeMemory`: a
/// [`Linkage`](crate::Linkage) whose varyings have names. `matching = vulkan`, `gl` or `gles`, which is the default, says by
/// whose rules the stages match: those of [`Matching`](crate::Matching).
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
/// A structure or a block is its members, one after the other, and so is each element of an array of them,
/// whose length is a number; `light.size` is called `LightSize`:
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
/// A mistake is a compile error under the argument, a varying that does not fit one under the varying:
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
