//! The parts of a draw as an application describes them. They may be wrong.

use super::attribute::{AttributePacker, PackedAttribute};
use super::exact::Parts;
use crate::descriptor::ValhallAttribute;
use crate::draw::definition::Pipeline;
use crate::draw::error::DrawError;
use crate::draw::parts::{VertexAttribute, VertexBuffer};

#[derive(Clone, Copy)]
pub(in crate::draw) struct Given<'a> {
    pub(in crate::draw) pipeline: &'a Pipeline,
    pub(in crate::draw) buffers: &'a [VertexBuffer],
    pub(in crate::draw) attributes: &'a [VertexAttribute],
}

impl Parts for Given<'_> {
    #[inline]
    fn buffers(self) -> impl Iterator<Item = VertexBuffer> {
        self.buffers.iter().copied()
    }

    #[inline]
    fn attributes(self) -> impl Iterator<Item = (usize, Result<PackedAttribute, DrawError>)> {
        let packer = AttributePacker::new(*self.pipeline, self.buffers);
        let attributes = self.attributes.iter().enumerate();
        attributes.map(move |(number, attribute)| (number, packer.packed(number, attribute)))
    }

    #[inline]
    fn attributes_from_v9(self) -> impl Iterator<Item = Result<[u32; 8], DrawError>> {
        let mut packer = AttributePacker::new(*self.pipeline, self.buffers);
        let attributes = self.attributes.iter().enumerate();
        attributes.map(move |(number, attribute)| {
            let buffer = packer.buffer(number, attribute)?;
            let mut words = packer.valhall_words(number, attribute, buffer as usize)?;
            words[ValhallAttribute::OFFSET.word()] = attribute.offset;
            Ok(words)
        })
    }
}
