//! The alignment of elements: the bits of addresses and strides that are 0, so that the hardware converts right.

use super::layout::MAX_BUFFERS;
use crate::draw::definition::Pipeline;
use crate::draw::error::DrawError;
use crate::draw::parts::{AttributeSource, BufferRange, VertexAttribute};
use crate::error::Argument;

/// For each buffer, the bits that are 0 in its address and its stride, so that every attribute in it is aligned.
pub(in crate::draw) type AlignmentMasks = [u8; MAX_BUFFERS];

pub(in crate::draw) const fn alignment_masks(
    pipeline: &Pipeline,
    attributes: &[VertexAttribute],
) -> AlignmentMasks {
    let mut masks = [0; MAX_BUFFERS];
    let mut number = 0;
    while number < attributes.len() {
        let VertexAttribute { source, format, .. } = attributes[number];
        match source {
            // A buffer that does not exist is found when the attribute is packed.
            AttributeSource::Buffer(buffer) if buffer < MAX_BUFFERS => {
                masks[buffer] |= pipeline.alignment_mask(format) as u8;
            }
            _ => {}
        }
        number += 1;
    }
    masks
}

/// Checks the addresses of ranges and, if they are bound with them, the strides.
pub(in crate::draw) const fn check_aligned(
    masks: &AlignmentMasks,
    bound_strides: bool,
    ranges: &[BufferRange],
) -> Result<(), DrawError> {
    let mut buffer = 0;
    while buffer < ranges.len() && buffer < MAX_BUFFERS {
        let mask = masks[buffer] as u64;
        let address = ranges[buffer].address;
        let stride = if bound_strides {
            ranges[buffer].stride as u64
        } else {
            0
        };
        if (address | stride) & mask != 0 {
            let (argument, value) = if address & mask != 0 {
                (Argument::Address, address)
            } else {
                (Argument::Stride, stride)
            };
            return Err(DrawError::UnalignedBuffer {
                buffer,
                argument,
                value,
                // Masks are powers of two less 1, so the union of several is the largest.
                alignment: mask as u32 + 1,
            });
        }
        buffer += 1;
    }
    Ok(())
}
