/// Packs an [`AttributeBuffer`](crate::AttributeBuffer) of V4 to V7 at compile time.
///
/// The descriptor is the same on all of these architectures, so none is given. For V9 and later, use
/// [`vertex_input!`](crate::vertex_input).
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
/// Or as items, any number of them in one invocation. That compiles thousands of constants
/// faster, as `docs/internals/benchmarks.md` of the repository says.
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
/// | `vertices` | the number of vertices drawn | an error |
/// | `divisor` | the number of instances that share an element, at least 1 | an element per vertex |
/// | `instances` | the number of instances drawn | instanced, number not known |
/// | `stride` | the distance between elements in bytes | 0, to be set later |
/// | `size` | the buffer's size in bytes | 0, to be set later |
/// | `address` | the buffer's address, a multiple of 64 below 2^56 | 0, to be set later |
/// | `rate` | `vertex`, `instance` or `constant`, see [`InputRate`](crate::InputRate) | `instance` with a divisor, else `vertex` |
/// | `padding` | `hardware`, `tight` or `mesa`, see [`Padding`](crate::Padding) | `hardware` |
/// | `rounding` | `round_down` or `nearest`, see [`Rounding`](crate::Rounding) | `round_down` |
/// | `idvs` | whether the draw uses index-driven vertex shading, `bool` | `false` |
///
/// `rate = instance` without a divisor means a divisor of 1, as in Vulkan. For GL's divisor 0, leave
/// `divisor` out. For Vulkan's divisor 0, write `rate = constant`.
///
/// A number is any constant expression of any integer type of at most 64 bits: a literal, a `const` item, `N * 4`,
/// `size_of::<T>()`, `offset_of!(T, field)`. The value of any other macro is a literal, or has the type `u32`, for an
/// address `u64`. An address has at most 64 bits, every other number 32.
///
/// ```
/// use mali_instancing::{AttributeBuffer, instanced_attr};
///
/// const VERTICES: usize = 70;
/// static POSITIONS: AttributeBuffer =
///     instanced_attr!(vertices = VERTICES, stride = size_of::<[f32; 3]>(), size = VERTICES * size_of::<[f32; 3]>());
/// assert_eq!(POSITIONS.words()[2..4], [12, 840]);
/// ```
///
/// An invalid number is a compile error that points at it, even in a function that nobody calls:
///
/// ```compile_fail
/// # use mali_instancing::instanced_attr;
/// let _ = instanced_attr!(vertices = 70, address = 1 << 60);
/// //                                               ^^^^^^^
/// // address 0x1000000000000000 has more than 56 bits: it must be below 0x100000000000000
/// ```
///
/// For numbers that are known at run time only, use [`FetchMode::new`](crate::FetchMode::new) and
/// [`AttributeBuffer::new`](crate::AttributeBuffer::new), which take divisors from [tables](crate::lookup).
///
/// An expression that mentions `Self` is checked only when the function around it is compiled. If an
/// expression depends on a generic parameter, call the const fns in a `const { … }`:
///
/// ```
/// use mali_instancing::{
///     AttributeBuffer, BufferAddress, ThreadCount, FetchMode, InputRate, PaddedCount, Padding, Rounding,
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
        // `$crate` tells the proc macro what this crate is called where it is used, since a user may have renamed it.
        $crate::__private::instanced_attr! { $crate; $($tokens)* }
    };
}
