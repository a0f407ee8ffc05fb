//! `[[attribute]]`: an attribute of V4 to V7.

use mali_instancing::Arch;
use mali_instancing::descriptor::{Attribute, AttributeFields};

use super::{DescriptorKind, Pack};
use crate::descriptor::packed::{Details, PackedDescriptor};
use crate::error::{Rejected, reject};
use crate::manifest::keys::{Keys, flag, format, number, signed_number};

pub(super) static KIND: DescriptorKind = DescriptorKind {
    name: "attribute",
    plural: "attributes",
    alignment: align_of::<Attribute>(),
    archs: Arch::V4..=Arch::V7,
    default_arch: Some(Arch::V7),
    keys: &["buffer_index", "offset_enable", "format", "offset"],
    pack: Pack::Keys(pack),
};

fn pack(keys: &Keys, arch: Arch) -> Result<PackedDescriptor, Rejected> {
    let format = keys.required("format", format)?;
    let fields = AttributeFields {
        buffer_index: keys.required("buffer_index", number)?,
        offset_enable: keys.optional("offset_enable", flag)?.unwrap_or(true),
        format: format.field(arch).map_err(reject("format"))?,
        offset: keys.optional("offset", signed_number)?.unwrap_or(0),
    };
    Ok(PackedDescriptor {
        arch,
        details: Details::Nothing {},
        words: Attribute::new(fields)?.words().to_vec(),
        summary: format!(
            "attribute of descriptor {}: format {:#08x}, offset {}",
            fields.buffer_index, fields.format, fields.offset
        ),
    })
}
