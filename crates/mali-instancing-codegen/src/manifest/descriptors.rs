//! What a manifest of descriptors says: packed descriptors.

use mali_instancing::Arch;

use super::document::{Fault, Name};
use super::keys::{Keys, choice};
use super::kind::{DescriptorKind, KINDS, Packed};
use super::{check_names, document};
use crate::error::TextError;
use crate::notation::source::Source;

/// One packed descriptor of a manifest.
pub struct NamedDescriptor {
    pub kind: &'static DescriptorKind,
    pub name: Name,
    pub packed: Packed,
}

/// Packs every descriptor of a manifest, in its order.
pub fn descriptors(source: &Source) -> Result<Vec<NamedDescriptor>, TextError> {
    read(source).map_err(|fault| fault.in_text(source))
}

fn read(source: &Source) -> Result<Vec<NamedDescriptor>, Fault> {
    let mut document = document(source)?;
    let known: Vec<_> = ["arch"]
        .into_iter()
        .chain(KINDS.iter().map(|kind| kind.name))
        .collect();
    document.check_known(&known)?;
    let arch = document.take("arch");
    if let Some(arch) = &arch {
        arch.read(choice::<Arch>)?;
    }
    let mut descriptors = Vec::new();
    for kind in KINDS {
        let Some(entry) = document.take(kind.name) else {
            continue;
        };
        for (name, mut keys) in Keys::of_descriptors(kind.name, entry, arch.as_ref())? {
            descriptors.push(NamedDescriptor {
                kind,
                name,
                packed: kind.read(source, &mut keys)?,
            });
        }
    }
    descriptors.sort_by_key(|descriptor| descriptor.name.offset);
    check_names(
        source,
        descriptors.iter().map(|descriptor| &descriptor.name),
    )?;
    Ok(descriptors)
}
