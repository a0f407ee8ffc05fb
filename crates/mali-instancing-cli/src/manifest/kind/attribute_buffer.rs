//! `[[attribute_buffer]]`: an attribute buffer of V4 to V7 and its continuation.

use mali_instancing::{Arch, AttributeBuffer};

use super::Kind;
use crate::attribute_buffer::Request;
use crate::manifest::keys::{Keys, choice, number};
use crate::record::{Record, Rejected};

pub(super) static KIND: Kind = Kind {
    name: "attribute_buffer",
    plural: "attribute_buffers",
    alignment: align_of::<AttributeBuffer>(),
    archs: Arch::V4..=Arch::V7,
    default_arch: Arch::V7,
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
    pack,
};

fn pack(keys: &Keys, arch: Arch) -> Result<Record, Rejected> {
    let request = Request {
        call: keys.draw_call(arch)?,
        divisor: keys.optional("divisor", number)?,
        rate: keys.optional("rate", choice)?,
        address: keys.optional("address", number)?.unwrap_or(0),
        stride: keys.optional("stride", number)?.unwrap_or(0),
        size: keys.optional("size", number)?.unwrap_or(0),
    };
    Ok(request.record(&request.pack()?))
}
