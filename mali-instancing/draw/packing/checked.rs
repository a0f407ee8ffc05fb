use super::attribute::AttributeBegin;
use super::indices::Indices;
use super::layout::Layout;
use crate::draw::definition::Pipeline;
use crate::draw::error::DrawError;
use crate::draw::parts::VertexBuffer;

/// The vertex input of a pipeline, with attributes in any form. All parts except the attributes were checked.
#[derive(Clone, Copy)]
pub(in crate::draw) struct Checked<'a, A> {
    pub(in crate::draw) pipeline: &'a Pipeline,
    pub(in crate::draw) layout: &'a Layout,
    pub(in crate::draw) buffers: &'a [VertexBuffer],
    pub(in crate::draw) attributes: A,
}

/// The attributes of a draw.
pub(in crate::draw) trait Attributes: Copy {
    /// Whether a pipeline's state has checked them.
    const ARE_CHECKED: bool;

    /// Writes the words of the attributes on V4 to V7. Returns whether the offsets of unchecked attributes fit, in a
    /// draw that does not move them; `None` if one cannot be fetched.
    fn write(&self, indices: Indices<'_, impl Fn(usize) -> u32>, words: &mut [u32])
    -> Option<bool>;

    /// As `write`, from V9 on.
    fn write_valhall(&self, words: &mut [u32]) -> Option<bool>;

    /// Whether the offsets of checked attributes fit.
    fn offsets_fit(&self) -> bool;

    /// Whether a common draw can have these attributes: the offsets fit, no attribute is an ID, and each buffer begins
    /// with its first element. Of unchecked attributes, this is checked elsewhere.
    fn are_plain(&self) -> bool;

    /// The first attribute that cannot be fetched, and the reason.
    fn error(&self) -> Option<AttributeError>;

    /// The position of each attribute.
    fn begins(&self) -> impl Iterator<Item = AttributeBegin>;
}

/// The number of an attribute that cannot be fetched, and the reason.
pub(in crate::draw) type AttributeError = (usize, DrawError);
