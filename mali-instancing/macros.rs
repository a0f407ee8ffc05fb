/// Packs an [`AttributeBuffer`](crate::AttributeBuffer) at compile time.
///
/// As an expression, in a `static`, a `const`, an array's length or a function:
///
/// ```
/// use mali_instancing::{AttributeBuffer, instanced_attr};
///
/// static MODEL_ROW: AttributeBuffer = instanced_attr!(vertices = 70, divisor = 3, stride = 64);
/// assert_eq!(MODEL_ROW.words(), [4, 0x2700_0000, 64, 0, 0x20, 0x17b4_25ed, 0, 3]);
/// ```
///
/// Or as items:
///
/// ```
/// use mali_instancing::instanced_attr;
///
/// instanced_attr! {
///     /// Rows of the model matrix, one per instance.
///     pub static MODEL_ROW: vertices = 70, divisor = 3, stride = 64;
///     const COLOUR: vertices = 70, divisor = 1, stride = 4, rounding = nearest;
/// }
/// assert_eq!(COLOUR.words()[4..], [0x20, 0x638e_38e4, 0, 1]);
/// # assert_eq!(MODEL_ROW.words()[7], 3);
/// ```
///
/// | key | value | where absent |
/// |---|---|---|
/// | `vertices` | the number of vertices drawn, `u32` | an error |
/// | `divisor` | how many instances share an element, `u32`, at least 1 | an element per vertex |
/// | `instances` | the number of instances drawn, `u32` | instanced, number not known |
/// | `stride` | the distance between elements in bytes, `u32` | 0, to be set later |
/// | `size` | the buffer's size in bytes, `u32` | 0, to be set later |
/// | `address` | where the buffer begins, `u64`, a multiple of 64 below 2^56 | 0, to be set later |
/// | `rate` | `vertex`, `instance` or `constant`, see [`InputRate`](crate::InputRate) | `instance` with a divisor, else `vertex` |
/// | `padding` | `hardware`, `tight` or `mesa`, see [`Padding`](crate::Padding) | `hardware` |
/// | `rounding` | `round_down` or `nearest`, see [`Rounding`](crate::Rounding) | `round_down` |
/// | `idvs` | whether the draw uses index-driven vertex shading, `bool` | `false` |
///
/// `rate = instance` without a divisor means a divisor of 1, as in Vulkan. GL's divisor 0 is
/// written by leaving `divisor` out, Vulkan's divisor 0 as `rate = constant`.
///
/// Numbers are any constant expressions: a literal, a `const` item, `N * 4`,
/// `size_of::<T>() as u32`. One that no record can be made of is a compile error under it, also in
/// a function that nobody calls:
///
/// ```compile_fail
/// # use mali_instancing::instanced_attr;
/// let _ = instanced_attr!(vertices = 70, address = 1 << 60);
/// //                                               ^^^^^^^
/// // address 0x1000000000000000 has more than 56 bits: it must be below 0x100000000000000
/// ```
///
/// An expression that mentions `Self` is checked where the function around it is compiled, not
/// before. For one that depends on a generic parameter, call the const fns in a `const { … }`:
///
/// ```
/// use mali_instancing::{
///     AttributeBuffer, BufferAddress, Dispatch, FetchMode, InputRate, PaddedCount, Padding, Rounding,
/// };
///
/// fn per_vertex<const VERTICES: u32>() -> AttributeBuffer {
///     const {
///         let Ok(padded) = PaddedCount::new(VERTICES, Padding::Hardware) else {
///             panic!("the vertex count does not fit");
///         };
///         let mode = FetchMode::Modulus(padded);
///         AttributeBuffer::new(mode, BufferAddress::NULL, 20, 0)
///     }
/// }
/// assert_eq!(per_vertex::<70>().words()[1], 0x8300_0000);
/// ```
#[macro_export]
macro_rules! instanced_attr {
    ($($tokens:tt)*) => {
        $crate::__private::instanced_attr! { $crate; $($tokens)* }
    };
}
