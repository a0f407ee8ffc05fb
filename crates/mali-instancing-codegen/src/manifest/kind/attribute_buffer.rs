//! `[[attribute_buffer]]`: an attribute buffer of V4 to V7 and its continuation.

use mali_instancing::{Arch, AttributeBuffer};

use super::{DescriptorKind, Pack};
use crate::descriptor::attribute_buffer::AttributeBufferRequest;
use crate::descriptor::packed::PackedDescriptor;
use crate::error::Rejected;
use crate::manifest::keys::{Keys, choice, number};

pub(super) static KIND: DescriptorKind = DescriptorKind {
    name: "attribute_buffer",
    plural: "attribute_buffers",
    alignment: align_of::<AttributeBuffer>(),
    archs: Arch::V4..=Arch::V7,
    default_arch: Some(Arch::V7),
    keys: &[
        "vertices",
        "divisor",
        "instances",
        "stride",
        "size",
        "address",
        "padding",
        "rounding",
        "rate",
        "idvs",
    ],
    pack: Pack::Keys(pack),
};

fn pack(keys: &Keys, arch: Arch) -> Result<PackedDescriptor, Rejected> {
    let request = AttributeBufferRequest {
        call: keys.draw_call(arch)?,
        divisor: keys.optional("divisor", number)?,
        rate: keys.optional("rate", choice)?,
        address: keys.optional("address", number)?.unwrap_or(0),
        stride: keys.optional("stride", number)?.unwrap_or(0),
        size: keys.optional("size", number)?.unwrap_or(0),
    };
    Ok(request.descriptor(&request.pack()?))
}
