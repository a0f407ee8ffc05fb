//! `[[special]]`: a vertex or instance ID of V4 and V5.

use mali_instancing::Arch;
use mali_instancing::descriptor::{InstanceId, VertexId};

use super::{DescriptorKind, Pack};
use crate::descriptor::packed::{Details, PackedDescriptor};
use crate::error::Rejected;
use crate::manifest::keys::{Keys, choice};
use crate::notation::Choice;

pub(super) static KIND: DescriptorKind = DescriptorKind {
    name: "special",
    plural: "specials",
    alignment: align_of::<VertexId>(),
    archs: Arch::V4..=Arch::V5,
    default_arch: Some(Arch::V5),
    keys: &[
        "record",
        "vertices",
        "instances",
        "padding",
        "rounding",
        "idvs",
    ],
    pack: Pack::Keys(pack),
};

/// The number that the descriptor stands for.
#[derive(Clone, Copy, PartialEq)]
pub(super) enum Special {
    VertexId,
    InstanceId,
}

impl Choice for Special {
    const NAMES: &'static [(&'static str, Self)] = &[
        ("vertex-id", Self::VertexId),
        ("instance-id", Self::InstanceId),
    ];
}

fn pack(keys: &Keys, arch: Arch) -> Result<PackedDescriptor, Rejected> {
    let special = keys.required("record", choice)?;
    let call = keys.draw_call(arch)?;
    let thread_count = call.thread_count()?;
    let (title, words) = match special {
        Special::VertexId => ("vertex ID", VertexId::new(thread_count).words()),
        Special::InstanceId => (
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
        arch,
        details: Details::Padded { padded_vertices },
        words: words.to_vec(),
        summary: format!("{title}: {draw}"),
    })
}
