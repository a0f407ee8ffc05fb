//! `[[draw]]`: words 0 and 1 of a draw of V4 to V7.

use std::num::NonZeroU32;

use mali_instancing::descriptor::Draw;
use mali_instancing::draw::DrawCall;
use mali_instancing::{Arch, Error};

use super::{DescriptorKind, Pack};
use crate::descriptor::packed::{Details, PackedDescriptor};
use crate::error::Rejected;
use crate::manifest::keys::{Keys, number};

pub(super) static KIND: DescriptorKind = DescriptorKind {
    name: "draw",
    plural: "draws",
    alignment: align_of::<Draw>(),
    archs: Arch::V4..=Arch::V7,
    default_arch: Some(Arch::V7),
    keys: &[
        "vertices",
        "instances",
        "primitive_vertices",
        "offset_start",
        "padding",
        "idvs",
    ],
    pack: Pack::Keys(pack),
};

/// The number of vertices of a primitive, where it is given.
pub(super) fn primitive_vertices(keys: &Keys) -> Result<Option<NonZeroU32>, Rejected> {
    match keys.optional("primitive_vertices", number)? {
        Some(vertices) => match NonZeroU32::new(vertices) {
            Some(vertices) => Ok(Some(vertices)),
            None => Err(Error::PrimitiveVertices.into()),
        },
        None => Ok(None),
    }
}

fn pack(keys: &Keys, arch: Arch) -> Result<PackedDescriptor, Rejected> {
    let primitive_vertices = primitive_vertices(keys)?;
    let call = DrawCall {
        primitive_vertices,
        ..keys.draw_call(arch)?
    };
    let thread_count = call.thread_count()?;
    let instance_primitive_size = call.instance_primitive_size()?;
    let offset_start = keys.optional("offset_start", number)?.unwrap_or(0);
    let instance_size = thread_count.instance_size().get();
    let primitives = match primitive_vertices {
        Some(_) => format!(
            "instance primitive size {}, ",
            instance_primitive_size.get()
        ),
        None => String::new(),
    };
    Ok(PackedDescriptor {
        arch,
        details: Details::Padded {
            padded_vertices: thread_count.padded_vertices().get(),
        },
        words: Draw::new(thread_count, offset_start)
            .with_instance_primitive_size(instance_primitive_size)
            .words()
            .to_vec(),
        summary: format!(
            "draw: instance size {instance_size}, {primitives}offset start {offset_start}"
        ),
    })
}
