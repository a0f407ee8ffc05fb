//! `[[valhall_attribute]]`: an attribute of V9 and later.

use mali_instancing::Arch;
use mali_instancing::descriptor::{ValhallAttribute, ValhallAttributeFields, ValhallFetchMode};
use mali_instancing::draw::DrawCall;

use super::{DescriptorKind, Pack};
use crate::descriptor::mode::Mode;
use crate::descriptor::packed::{Details, PackedDescriptor};
use crate::error::{Rejected, reject};
use crate::manifest::keys::{Keys, choice, format, number, signed_number};
use crate::notation::rate::input_rate;

pub(super) static KIND: DescriptorKind = DescriptorKind {
    name: "valhall_attribute",
    plural: "valhall_attributes",
    alignment: align_of::<ValhallAttribute>(),
    archs: Arch::V9..=Arch::V14,
    default_arch: Some(Arch::V9),
    keys: &[
        "vertices",
        "instances",
        "divisor",
        "rate",
        "rounding",
        "format",
        "stride",
        "offset",
        "buffer_index",
    ],
    pack: Pack::Keys(pack),
};

fn pack(keys: &Keys, arch: Arch) -> Result<PackedDescriptor, Rejected> {
    // Neither number is in the descriptor, but a draw must be able to have it.
    DrawCall {
        instances: keys.optional("instances", number)?,
        ..DrawCall::new(arch, keys.optional("vertices", number)?.unwrap_or(1))
    }
    .thread_count()?;
    let format = keys.required("format", format)?;
    let rate = input_rate(
        keys.optional("rate", choice)?,
        keys.optional("divisor", number)?,
    )?;
    let rounding = keys.optional("rounding", choice)?.unwrap_or_default();
    let fields = ValhallAttributeFields {
        mode: ValhallFetchMode::new(rate, rounding),
        format: format.field(arch).map_err(reject("format"))?,
        table: 0,
        offset: keys.optional("offset", signed_number)?.unwrap_or(0),
        buffer_index: keys.required("buffer_index", number)?,
        stride: keys.optional("stride", number)?.unwrap_or(0),
    };
    let mode = Mode::from(fields.mode);
    Ok(PackedDescriptor {
        arch,
        details: Details::Mode { mode: mode.name },
        words: ValhallAttribute::new(fields)?.words().to_vec(),
        summary: format!(
            "attribute of buffer {}, {}: format {:#08x}, offset {}",
            fields.buffer_index, mode.title, fields.format, fields.offset
        ),
    })
}
