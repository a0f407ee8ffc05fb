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

/// Declares `vertex_input!`, which passes the keys of the table of arguments. The table in its documentation has them too.
macro_rules! with_draw_keys {
    (
        // `$d` is a `$` for the macro that this one declares. A `$` in its place would belong to this one.
        { $d:tt { $(#[$before:meta])* } { $(#[$after:meta])* } }
        $($half:ident {
            $({
                $(#[$doc:meta])*
                $field:ident, $with_field:ident: $Field:ty = $default:expr;
                $Argument:ident, $form:ident $($of_form:ident)?;
                $(only $archs:pat, $names:literal, $without:literal;)?
                key $Key:ty,
                $what:literal
            })*
        })*
    ) => {
        $(#[$before])*
        $($(#[doc = concat!(
            "| `", stringify!($field), "` | `", stringify!($Key), "` | ", $what, $(" ", $names, " only.",)?
            " | `", stringify!($default), "` |"
        )])*)*
        $(#[$after])*
        #[macro_export]
        macro_rules! vertex_input {
            ($d($d tokens:tt)*) => {
                $crate::__private::vertex_input! { $crate; $($half [$($field $form)*])* $d($d tokens)* }
            };
        }
    };
}

draw_arguments! {
    with_draw_keys {
        $
        {
            /// Packs a whole draw's vertex input at compile time.
            ///
            /// ```
            /// use mali_instancing::draw::BufferRange;
            /// use mali_instancing::vertex_input;
            ///
            /// vertex_input! {
            ///     /// 70 vertices, 100 instances.
            ///     pub static CUBE: arch = v7, vertices = 70, instances = 100;
            ///     buffer mesh  { stride = 20 }
            ///     buffer model { stride = 64, divisor = 3 }
            ///     attribute position: mesh  { format = R32G32B32_SFLOAT, offset = 0 }
            ///     attribute uv:       mesh  { format = R16G16_UNORM,     offset = 12 }
            ///     attribute row0:     model { format = R32G32B32A32_SFLOAT, offset = 0 }
            /// }
            ///
            /// assert_eq!(CUBE.draw_words(), Some([0x0083_0000, 0]));
            /// assert_eq!(CUBE.buffers()[CubeBuffer::Model as usize][5], 0x17b4_25ed);
            /// assert_eq!(CUBE.attributes()[CubeAttribute::Uv as usize], [0x2b00_4200, 12]);
            ///
            /// let mut words = [0; CUBE.words_needed()];
            /// let mesh = BufferRange::new(0x1000_0000, 1400);
            /// let model = BufferRange::new(0x2000_0010, 2176);
            /// let tables = CUBE.write(&[mesh, model], &mut words)?;
            /// assert_eq!(words[tables.buffers][..4], [0x1000_0003, 0x8300_0000, 20, 1400]);
            /// # Ok::<(), mali_instancing::draw::DrawError>(())
            /// ```
            ///
            /// `CUBE` is a [`VertexInput`](crate::draw::VertexInput), as a `static` or a `const`; `CubeBuffer`
            /// and `CubeAttribute` are enums that name its parts by their numbers. They have no traits, since the compiler takes
            /// about as long for each as for a descriptor. To add traits, write `#[derive(Clone, Copy, Debug)]`, say, in front of
            /// the item.
            ///
            /// Without `vertices` it is a [`VertexInputState`](crate::draw::VertexInputState): the part that a pipeline knows.
            /// Each draw adds its counts to it.
            ///
            /// ```
            /// use mali_instancing::draw::{BufferRange, DrawCounts};
            /// use mali_instancing::vertex_input;
            ///
            /// vertex_input! {
            ///     static CUBE: arch = v7;
            ///     buffer mesh { stride = 20, size = 1400 }
            ///     attribute position: mesh { format = R32G32B32_SFLOAT }
            /// }
            ///
            /// let mut words = [0; CUBE.words_needed()];
            /// CUBE.write(&DrawCounts::any_instances(70), &[BufferRange::at(0x1000_0000)], &mut words)?;
            /// assert_eq!(words[..4], [0x1000_0003, 0x8300_0000, 20, 1400]);
            /// # Ok::<(), mali_instancing::draw::DrawError>(())
            /// ```
            ///
            /// A buffer whose elements have a type has that type's size as its stride, and its attributes are fields, each at the
            /// field's offset:
            ///
            /// ```
            /// use mali_instancing::vertex_input;
            ///
            /// #[repr(C)]
            /// struct Vertex {
            ///     position: [f32; 3],
            ///     uv: [u16; 2],
            /// }
            ///
            /// #[repr(C)]
            /// struct Model {
            ///     rows: [[f32; 4]; 4],
            /// }
            ///
            /// vertex_input! {
            ///     static CUBE: arch = v7, vertices = 70, instances = 100;
            ///     buffer mesh:  Vertex;
            ///     buffer model: Model { divisor = 3 }
            ///     attribute position: mesh.position { format = R32G32B32_SFLOAT }
            ///     attribute uv:       mesh.uv       { format = R16G16_UNORM }
            ///     attribute row1:     model.rows[1] { format = R32G32B32A32_SFLOAT }
            /// }
            ///
            /// assert_eq!(CUBE.buffers()[CubeBuffer::Mesh as usize][2], 16);
            /// assert_eq!(CUBE.attributes()[CubeAttribute::Uv as usize], [0x2b00_4200, 12]);
            /// assert_eq!(CUBE.attributes()[CubeAttribute::Row1 as usize], [0x2fc0_0202, 16]);
            /// ```
            ///
            /// An attribute is a whole field, or one element of a field that is an array, and has as many bytes as its format. Another
            /// part has an `offset` in place of the field: `offset = offset_of!(Vertex, uv) + 2`. A type is `#[repr(C)]` if anything
            /// else than the program itself writes the data, such as a file, a tool or a program in another language: without it, Rust
            /// chooses the order of the fields. A type that is `packed` may have fields that a Mali cannot read: an offset that is no
            /// multiple of the [format's alignment](crate::Format::alignment) is an error under the field.
            ///
            /// The draw's keys. A number has any integer type, as in [`instanced_attr!`](crate::instanced_attr), and a value that
            /// the type in the table holds:
            ///
            /// | key | type | value | where absent |
            /// |---|---|---|---|
            /// | `arch` | [`Arch`](crate::Arch) | The GPU's architecture by its name or by a GPU's: `v7`, `g52`. | an error |
            /// | `vertices` | `u32` | The number of vertices drawn. | a pipeline, which has none of the next five |
        }
        {
            ///
            /// A value of an enumeration is its name, `fixed` or `round_down`, say.
            ///
            /// A buffer's; after `buffer mesh: Vertex` they may be absent, with a `;` in place of the braces:
            ///
            /// | key | value | where absent |
            /// |---|---|---|
            /// | `stride` | the distance between elements in bytes | the size of the elements' type, or an error |
            /// | `divisor`, `rate` | as for [`instanced_attr!`](crate::instanced_attr) | an element per vertex |
            /// | `size` | the buffer's size in bytes | given when it is bound |
            ///
            /// An attribute's; after `attribute uv: mesh.uv`, only the format:
            ///
            /// | key | value | where absent |
            /// |---|---|---|
            /// | `format` | a [`Format`](crate::Format) | an error |
            /// | `offset` | its offset in the element in bytes | the field's, or 0 |
            /// | `overlap` | whether it may reach into the next element, `bool` | `false` |
            ///
            /// On V4 and V5, shaders read vertex and instance ID as attributes. Such an attribute has the ID in place of a
            /// buffer: `attribute vertex: vertex_id;`, `attribute instance: instance_id;`. Documentation in
            /// front of a buffer or an attribute goes to its variant. Buffers and attributes may come in any order. A draw may have
            /// none of either.
            ///
            /// A mistake is a compile error that points at the argument. So is an argument that changes nothing on the
            /// architecture, see [`Arch::check_argument`](crate::Arch::check_argument). If the default of an absent argument is wrong, the
            /// error points at the attribute's format, the buffer's name or the draw's vertices.
            ///
            /// ```compile_fail
            /// mali_instancing::vertex_input! {
            ///     static CUBE: arch = v7, vertices = 70;
            ///     buffer mesh { stride = 12 }
            ///     attribute uv: mesh { format = R16G16_UNORM, offset = 12 }
            ///     // attribute `uv`: it ends at byte 16 of an element of 12 bytes            ^^
            /// }
            /// ```
        }
    }
}
