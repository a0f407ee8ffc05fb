//! `[[draw]]`: words 0 and 1 of a draw of V4 to V7.

use mali_instancing::Arch;
use mali_instancing::descriptor::Draw;

use super::{Pack, RecordKind};
use crate::error::Rejected;
use crate::manifest::keys::{Keys, number};
use crate::record::packed::{Details, PackedRecord};

pub(super) static KIND: RecordKind = RecordKind {
    name: "draw",
    plural: "draws",
    alignment: align_of::<Draw>(),
    archs: Arch::V4..=Arch::V7,
    default_arch: Some(Arch::V7),
    keys: &["vertices", "instances", "offset_start", "padding", "idvs"],
    pack: Pack::Keys(pack),
};

fn pack(keys: &Keys, arch: Arch) -> Result<PackedRecord, Rejected> {
    let dispatch = keys.draw_call(arch)?.dispatch()?;
    let offset_start = keys.optional("offset_start", number)?.unwrap_or(0);
    let instance_size = dispatch.instance_size().get();
    Ok(PackedRecord {
        arch,
        details: Details::Padded {
            padded_vertices: dispatch.padded_vertices().get(),
        },
        words: Draw::new(dispatch, offset_start).words().to_vec(),
        summary: format!("draw: instance size {instance_size}, offset start {offset_start}"),
    })
}
