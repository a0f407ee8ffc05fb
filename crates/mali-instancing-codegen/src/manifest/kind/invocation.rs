//! `[[invocation]]`: how many threads a draw or a compute job of V4 to V7 runs.

use mali_instancing::Arch;
use mali_instancing::descriptor::Invocation;

use super::{DescriptorKind, Pack};
use crate::descriptor::packed::{Details, PackedDescriptor};
use crate::error::{DIMENSIONS, Rejected, reject};
use crate::manifest::keys::{Keys, choice, number};
use crate::notation::Choice;

pub(super) static KIND: DescriptorKind = DescriptorKind {
    name: "invocation",
    plural: "invocations",
    alignment: align_of::<Invocation>(),
    archs: Arch::V4..=Arch::V7,
    default_arch: Some(Arch::V7),
    keys: &[
        "kind",
        "workgroups_x",
        "workgroups_y",
        "workgroups_z",
        "size_x",
        "size_y",
        "size_z",
    ],
    pack: Pack::Keys(pack),
};

/// What runs.
#[derive(Clone, Copy, PartialEq)]
enum Job {
    Draw,
    Compute,
}

impl Choice for Job {
    const NAMES: &'static [(&'static str, Self)] =
        &[("draw", Self::Draw), ("compute", Self::Compute)];
}

fn pack(keys: &Keys, arch: Arch) -> Result<PackedDescriptor, Rejected> {
    let job = keys.required("kind", choice)?;
    let mut dimensions = [1; DIMENSIONS.len()];
    for (key, dimension) in DIMENSIONS.into_iter().zip(&mut dimensions) {
        *dimension = keys.optional(key, number)?.unwrap_or(1);
    }
    let [size_x, size_y, size_z, x, y, z] = dimensions;
    let (packed, summary) = match job {
        Job::Draw => {
            for (key, dimension) in DIMENSIONS.into_iter().zip(dimensions).take(4) {
                if dimension != 1 {
                    let reason = format!(
                        "a draw cannot have {dimension}: 1 is allowed, workgroups_y are its vertices, \
                         workgroups_z its instances"
                    );
                    return Err(reject(key)(reason));
                }
            }
            (
                Invocation::draw(y, z),
                format!("draw of {y} vertices, {z} instances"),
            )
        }
        Job::Compute => (
            Invocation::compute([size_x, size_y, size_z], [x, y, z]),
            format!("{x} · {y} · {z} workgroups of {size_x} · {size_y} · {size_z} threads"),
        ),
    };
    let words = packed?;
    Ok(PackedDescriptor {
        arch,
        details: Details::Nothing {},
        words: words.words().to_vec(),
        summary: format!("invocation: {summary}"),
    })
}
