//! `[[special]]`: a vertex or instance ID of V4 and V5.

use mali_instancing::Arch;
use mali_instancing::descriptor::{InstanceId, VertexId};

use super::{Pack, RecordKind};
use crate::error::Rejected;
use crate::manifest::keys::{Keys, choice};
use crate::notation::Choice;
use crate::record::packed::{Details, PackedRecord};

pub(super) static KIND: RecordKind = RecordKind {
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

/// The number that the record stands for.
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

fn pack(keys: &Keys, arch: Arch) -> Result<PackedRecord, Rejected> {
    let special = keys.required("record", choice)?;
    let call = keys.draw_call(arch)?;
    let dispatch = call.dispatch()?;
    let (title, words) = match special {
        Special::VertexId => ("vertex ID", VertexId::new(dispatch).words()),
        Special::InstanceId => (
            "instance ID",
            InstanceId::new(dispatch, call.rounding).words(),
        ),
    };
    let padded_vertices = dispatch.padded_vertices().get();
    let draw = if dispatch.is_instanced() {
        format!("{padded_vertices} threads an instance")
    } else {
        "not instanced".to_owned()
    };
    Ok(PackedRecord {
        arch,
        details: Details::Padded { padded_vertices },
        words: words.to_vec(),
        summary: format!("{title}: {draw}"),
    })
}
