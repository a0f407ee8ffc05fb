//! `[[draw]]`: words 0 and 1 of a draw of V4 to V7.

use mali_instancing::data::DrawCallKeys;
use mali_instancing::draw::DrawCall;
use mali_instancing::{Arch, descriptor};

use super::kind::{Kind, Wrong};
use super::table::table;
use crate::pack::PackedDescriptor;

table! {
    /// `[[draw]]`: words 0 and 1 of a draw of V4 to V7.
    ///
    /// ```
    /// use mali_instancing::Arch;
    /// use mali_instancing::draw::DrawCall;
    /// use mali_instancing_codegen::{Draw, Language, Manifest, Naming, generate};
    ///
    /// let cube = Draw {
    ///     name: "cube".to_owned(),
    ///     call: DrawCall::new(Arch::V7, 70).into(),
    ///     offset_start: Some(7),
    /// };
    /// let mut manifest = Manifest::new("draws");
    /// manifest.descriptors.push(cube.into());
    /// let bytes = generate(&manifest, Language::Bin, Naming::default())?;
    /// assert_eq!(bytes, [0, 0, 0x83, 0, 7, 0, 0, 0]);
    /// # Ok::<(), mali_instancing_codegen::TextError>(())
    /// ```
    pub struct Draw
    of {
        /// The draw: its counts, rules and architecture.
        call: DrawCallKeys =
            &["arch", "vertices", "instances", "primitive_vertices", "padding", "idvs"],
    }
    with {
        /// The first thread's vertex. Absent: 0.
        offset_start: u32,
    }
    needs { "required": ["vertices"] }
}

impl Draw {
    pub(super) const KIND: Kind = Kind {
        name: "draw",
        alignment: align_of::<descriptor::Draw>(),
        archs: Arch::V4..=Arch::V7,
        default_arch: Some(Arch::V7),
    };

    pub(crate) fn pack(&self, arch: Arch) -> Result<PackedDescriptor, Wrong> {
        let call = DrawCall::try_from(DrawCallKeys {
            arch: Some(arch),
            ..self.call
        })?;
        let thread_count = call.thread_count()?;
        let primitive_size = call.instance_primitive_size()?;
        let offset_start = self.offset_start.unwrap_or(0);
        let instance_size = thread_count.instance_size().get();
        let primitives = match call.primitive_vertices {
            Some(_) => format!("instance primitive size {}, ", primitive_size.get()),
            None => String::new(),
        };
        let words = descriptor::Draw::new(thread_count, offset_start)
            .with_instance_primitive_size(primitive_size)
            .words();
        let summary =
            format!("draw: instance size {instance_size}, {primitives}offset start {offset_start}");
        Ok(PackedDescriptor {
            padded_vertices: Some(thread_count.padded_vertices().get()),
            ..PackedDescriptor::new(arch, words, summary)
        })
    }
}
