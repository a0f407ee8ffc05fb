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
