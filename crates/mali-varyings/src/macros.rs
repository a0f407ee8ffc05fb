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
/// let uv = CUBE.location(CubeVarying::Uv);
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
///
/// A varying is declared as in GLSL: `smooth`, `flat` or `noperspective`, and `centroid` or
/// `sample`, in any order, where they are wanted; a [type](crate::VaryingType); a name; the
/// length of an array, a constant `u32`. Where nothing is said, integers are flat and floats are
/// smooth. Documentation in front of a varying goes to its variant.
///
/// What cannot be is a compile error under the argument, what does not fit one under the varying:
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
