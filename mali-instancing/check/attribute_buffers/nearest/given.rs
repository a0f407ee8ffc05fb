//! A descriptor that attributes name, as it is.

use core::num::NonZeroU32;

use crate::arch::Arch;
use crate::check::nearest::{Index, stated_divisor};
use crate::descriptor::{AttributeBuffer, InstanceId, VertexId};
use crate::divisor::MagicDivisor;
use crate::fetch::InputRate;
use crate::padded_count::PaddedCount;

/// A descriptor, and what its place in the table leaves of it.
#[derive(Clone, Copy)]
pub(in crate::check::attribute_buffers) struct Given {
    pub(super) number: usize,
    /// Its words and the four after it; zeros after the end of the table.
    pub(super) words: [u32; 8],
    /// Whether the four words after it are a continuation's, or can be.
    pub(super) has_room: bool,
    /// The rate of the attributes that name it, if it is known.
    pub(super) rate: Option<InputRate>,
}

impl Given {
    pub(super) fn kind(&self) -> u32 {
        AttributeBuffer::TYPE.read(&self.words)
    }

    /// Whether the descriptor's type is that of a division.
    pub(super) fn divides(&self) -> bool {
        matches!(
            self.kind(),
            AttributeBuffer::POT_DIVISOR | AttributeBuffer::NPOT_DIVISOR
        )
    }

    pub(super) fn stride(&self) -> u32 {
        self.words[2]
    }

    pub(super) fn size(&self) -> u32 {
        self.words[3]
    }

    pub(super) fn magic(&self) -> Option<MagicDivisor> {
        MagicDivisor::from_fields(
            AttributeBuffer::DIVISOR_R.read(&self.words),
            AttributeBuffer::DIVISOR_E.read(&self.words) != 0,
            AttributeBuffer::DIVISOR_D.read(&self.words),
        )
    }

    pub(super) fn has_continuation(&self) -> bool {
        self.has_room && self.words[4] == AttributeBuffer::CONTINUATION
    }

    /// Whether the descriptor is a `Vertex ID` or an `Instance ID`, which has no rate.
    pub(super) fn is_id(&self, arch: Arch) -> bool {
        arch.has_id_descriptors()
            && self.rate.is_none()
            && matches!(self.kind(), VertexId::VERTEX_ID | InstanceId::INSTANCE_ID)
    }

    /// The index that the unit computes from the descriptor; `None` if the words are none.
    pub(super) fn index(&self, arch: Arch) -> Option<Index> {
        let [first, second, third, fourth, continuation, ..] = self.words;
        let words = [first, second, third, fourth];
        // R and P are the upper byte of word 1, in the form of a padded count.
        let padded = || PaddedCount::from_bits((second >> 24) as u8);
        Some(match self.kind() {
            AttributeBuffer::LINEAR => Index::Id,
            AttributeBuffer::POT_DIVISOR => {
                Index::Shifted(AttributeBuffer::DIVISOR_R.read(&self.words))
            }
            AttributeBuffer::MODULUS => Index::Remainder(padded()?.get().into()),
            AttributeBuffer::NPOT_DIVISOR
                // What the unit reads of a pair that begins at an odd number is not known.
                if continuation == AttributeBuffer::CONTINUATION && self.number % 2 == 0 =>
            {
                Index::Quotient(self.magic()?)
            }
            VertexId::VERTEX_ID if self.is_id(arch) => match VertexId::decode(words).ok()? {
                Some(padded) => Index::Remainder(padded.get().into()),
                None => Index::Id,
            },
            InstanceId::INSTANCE_ID if self.is_id(arch) => {
                Index::Quotient(InstanceId::decode(words).ok()?)
            }
            _ => return None,
        })
    }

    /// The padded vertex count that the descriptor states.
    pub(super) fn padded_vertices(&self, arch: Arch) -> Option<PaddedCount> {
        let [first, second, third, fourth, ..] = self.words;
        let words = [first, second, third, fourth];
        let hardware_divisor = || self.magic().and_then(stated_divisor).map(NonZeroU32::get);
        match self.kind() {
            AttributeBuffer::MODULUS => PaddedCount::from_bits((words[1] >> 24) as u8),
            VertexId::VERTEX_ID if self.is_id(arch) => VertexId::decode(words).ok().flatten(),
            // An `Instance ID` divides by the padded count itself.
            InstanceId::INSTANCE_ID if self.is_id(arch) => {
                let magic = InstanceId::decode(words).ok()?;
                PaddedCount::from_exact(stated_divisor(magic)?.get()).ok()
            }
            AttributeBuffer::NPOT_DIVISOR if self.has_continuation() => {
                // The product is the padded count times the divisor, which is the last word of the continuation.
                let product = hardware_divisor()?;
                let divisor = self.words[7];
                let is_multiple = divisor != 0 && product % divisor == 0;
                let padded = is_multiple.then(|| PaddedCount::from_exact(product / divisor));
                padded?.ok()
            }
            // A linear descriptor has no count, and a power of two does not show which part of it is the count.
            _ => None,
        }
    }
}
