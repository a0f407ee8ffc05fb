//! Conversions between the library's types and other crates' types.
//!
//! Each crate is a feature of its own, and off by default. `ash` and `wgpu-types` publish a version that breaks every few
//! months: their features take the newest one, and a change of it is no breaking change of this crate.
//!
//! | feature | additions |
//! |---|---|
//! | `ash` | [`Format`](crate::Format) from `vk::Format` and back, [`VertexBuffer`] and [`VertexAttribute`] from Vulkan's structs |
//! | `bytemuck` | [`NoUninit`] for the descriptors of [`descriptor`](crate::descriptor) and for [`BufferAddress`](crate::BufferAddress) |
//! | `zerocopy` | [`IntoBytes`], [`Immutable`] and [`KnownLayout`] for the same types |
//! | `defmt` | [`Format`](https://docs.rs/defmt/1/defmt/trait.Format.html) for descriptors, their fields, what they are made of, and errors, which print their text |
//! | `wgpu-types` | [`Format`](crate::Format), [`InputRate`](crate::InputRate), [`VertexBuffer`] and [`VertexAttribute`] from wgpu's types |
//!
//! [`VertexAttribute`]: crate::draw::VertexAttribute
//! [`VertexBuffer`]: crate::draw::VertexBuffer
//! [`NoUninit`]: https://docs.rs/bytemuck/1/bytemuck/trait.NoUninit.html
//! [`IntoBytes`]: https://docs.rs/zerocopy/0.8/zerocopy/trait.IntoBytes.html
//! [`Immutable`]: https://docs.rs/zerocopy/0.8/zerocopy/trait.Immutable.html
//! [`KnownLayout`]: https://docs.rs/zerocopy/0.8/zerocopy/trait.KnownLayout.html
//!
//! # Descriptors as bytes
//!
//! A table of descriptors can be viewed as a slice of bytes or of words, without a copy. The bytes are in the host's
//! order, which is the GPU's on a little-endian host. Bytes cannot be viewed as descriptors, because not all
//! words are valid: use `decode` of the descriptor instead.
//!
#![cfg_attr(feature = "bytemuck", doc = "```")]
#![cfg_attr(not(feature = "bytemuck"), doc = "```ignore")]
//! use mali_instancing::{AttributeBuffer, BufferAddress, FetchMode};
//!
//! let mesh = AttributeBuffer::new(FetchMode::Linear, BufferAddress::NULL, 20, 1400);
//! let table = [mesh, mesh.with_stride(32)];
//! let words: &[u32] = bytemuck::cast_slice(&table);
//! assert_eq!(words[8..], [1, 0, 32, 1400, 0, 0, 0, 0]);
//! ```
//!
#![cfg_attr(feature = "zerocopy", doc = "```")]
#![cfg_attr(not(feature = "zerocopy"), doc = "```ignore")]
//! use mali_instancing::Arch;
//! use mali_instancing::descriptor::Buffer;
//! use zerocopy::IntoBytes;
//!
//! let table = [Buffer::new(Arch::V9, 0, 1400)?, Buffer::new(Arch::V9, 0x40, 6400)?];
//! assert_eq!(table.as_bytes().len(), 64);
//! # Ok::<(), mali_instancing::Error>(())
//! ```

// `ash` and `wgpu_types` convert types, and share the errors in `error`. The formats of `ash` come from the rows in
// `format.rs`, and those of `wgpu_types` are listed. `defmt` has the implementations that are not derived. The crates
// bytemuck and zerocopy have no file: `descriptor!` and `BufferAddress` derive their traits.

#[cfg(feature = "ash")]
mod ash;
#[cfg(feature = "defmt")]
mod defmt;
#[cfg(any(feature = "ash", feature = "wgpu-types"))]
mod error;
#[cfg(feature = "wgpu-types")]
mod wgpu_types;

#[cfg(any(feature = "ash", feature = "wgpu-types"))]
pub use error::ConversionError;
