//! `[[special]]`: a vertex or instance ID of V4 and V5.

use mali_instancing::Arch;
use mali_instancing::data::{BuiltInId, DrawCallKeys};
use mali_instancing::descriptor::{InstanceId, VertexId};
use mali_instancing::draw::DrawCall;

use super::kind::{Kind, Wrong};
use super::table::table;
use crate::pack::PackedDescriptor;

table! {
    /// `[[special]]`: a vertex or instance ID of V4 and V5.
    ///
    /// ```
    /// use mali_instancing_codegen::{Language, Manifest, Naming, generate};
    ///
    /// let toml = "[[special]]\nname = \"id\"\nrecord = \"vertex-id\"\nvertices = 70\n";
    /// let manifest = Manifest::from_toml("ids.toml", toml)?;
    /// let bytes = generate(&manifest, Language::Bin, Naming::default())?;
    /// assert_eq!(bytes[..8], [0x22, 0, 0, 0, 0, 0, 0, 0x83]);
    /// # Ok::<(), mali_instancing_codegen::TextError>(())
    /// ```
    pub struct Special
    of {
        /// The draw: its counts, rules and architecture.
        call: DrawCallKeys = &["arch", "vertices", "instances", "padding", "rounding", "idvs"],
    }
    with {
        /// The number that it is.
        record: BuiltInId,
    }
    needs { "required": ["record", "vertices"] }
}

impl Special {
    pub(super) const KIND: Kind = Kind {
        name: "special",
        alignment: align_of::<VertexId>(),
        archs: Arch::V4..=Arch::V5,
        default_arch: Some(Arch::V5),
    };

    pub(crate) fn pack(&self, arch: Arch) -> Result<PackedDescriptor, Wrong> {
        let record = self.record.ok_or(Wrong::missing("record"))?;
        let call = DrawCall::try_from(DrawCallKeys {
            arch: Some(arch),
            ..self.call
        })?;
        let thread_count = call.thread_count()?;
        let (title, words) = match record {
            BuiltInId::VertexId => ("vertex ID", VertexId::new(thread_count).words()),
            BuiltInId::InstanceId => (
                "instance ID",
                InstanceId::new(thread_count, call.rounding).words(),
            ),
        };
        let padded_vertices = thread_count.padded_vertices().get();
        let draw = if thread_count.is_instanced() {
            format!("{padded_vertices} threads an instance")
        } else {
            "not instanced".to_owned()
        };
        Ok(PackedDescriptor {
            padded_vertices: Some(padded_vertices),
            ..PackedDescriptor::new(arch, words, format!("{title}: {draw}"))
        })
    }
}
