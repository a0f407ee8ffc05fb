use arrayvec::ArrayVec;

use super::member::{KEY_OFFSETS, Member, key};
use super::stream::{Content, Source, Stream};
use crate::conversion::FetchFormat;
use crate::error::Error;
use crate::input::{Binding, Element};
use crate::list::append;
use crate::memory::{CELL_SIZE, RECORD_MEMBERS};
use mali_instancing::Format;
use mali_instancing::draw::{VertexAttribute, VertexBuffer};

/// The facts about bindings and elements that are known when they are bound.
#[derive(Clone, Debug)]
pub(crate) struct InputLayout<const ATTRIBUTES: usize> {
    /// Those of bindings, and then that of the constants.
    pub(crate) streams: ArrayVec<Stream, ATTRIBUTES>,
    /// One for each attribute.
    pub(crate) members: ArrayVec<Member, ATTRIBUTES>,
    /// The number of bindings that the elements need.
    bindings: u8,
}

/// The way in which an element is read. Elements of a binding that are read in different ways are in different streams, so
/// that one which must be copied does not take its neighbours with it.
fn content_of(binding: &Binding, format: Format, offset: u32) -> Content {
    let reading = FetchFormat::of(format);
    // The binding's offset is not part of the layout: `place_in_buffer` checks it, with the buffer's address.
    let is_aligned = (offset | binding.stride) & (format.alignment() - 1) == 0;
    if binding.source.buffer().is_some() && reading.is_direct() && is_aligned {
        Content::Raw
    } else {
        Content::Records {
            // Client memory is copied anyway, so its elements share a stream whether or not they are converted.
            converts: binding.source.buffer().is_some() && !reading.is_direct(),
        }
    }
}

impl<const ATTRIBUTES: usize> InputLayout<ATTRIBUTES> {
    pub(crate) const NONE: Self = Self {
        streams: ArrayVec::new_const(),
        members: ArrayVec::new_const(),
        bindings: 0,
    };

    /// Makes this the layout of other bindings and elements.
    ///
    /// # Errors
    ///
    /// [`Error::TooManyAttributes`] and [`Error::UnknownBinding`]. The layout is unchanged then.
    pub(crate) fn set(&mut self, bindings: &[Binding], elements: &[Element]) -> Result<(), Error> {
        Error::check_attributes(elements.len(), ATTRIBUTES)?;
        self.bindings = check_bindings(bindings, elements.iter())?;
        // Nothing fails from here on: an error leaves the layout unchanged.
        self.streams.clear();
        self.members.clear();
        for element in elements {
            let stream = match *element {
                Element::Bound {
                    binding: number,
                    format,
                    offset,
                } => match bindings.get(usize::from(number)) {
                    Some(binding) => self.join(number, binding, format, offset),
                    None => Member::NO_STREAM,
                },
                _ => Member::NO_STREAM,
            };
            let member = Member {
                element: *element,
                stream,
                // `finish` finds it when all elements of the stream are known.
                at: 0,
            };
            append(&mut self.members, member);
        }
        for number in 0..self.streams.len() {
            self.finish(number, bindings);
        }
        // The constants are the last stream: `VertexState` looks for them there.
        let number = self.streams.len() as u8;
        let is_constant = |it: &&mut Member| matches!(it.element, Element::Constant(_));
        for constant in self.members.iter_mut().filter(is_constant) {
            // `place_constants` finds the offset of each constant, in its cell or in the ring.
            constant.stream = number;
            if self.streams.len() == usize::from(number) {
                append(
                    &mut self.streams,
                    Stream {
                        number,
                        ..Stream::NONE
                    },
                );
            }
            if let Some(stream) = self.streams.last_mut() {
                stream.members += 1;
                stream.length += CELL_SIZE as u32;
                // This is the size in the ring, where the values follow each other.
                stream.record_length = stream.length;
            }
        }
        Ok(())
    }

    /// The stream of an element: one of the same binding, if all its elements are within one stride and are read in the
    /// same way, or a new one.
    fn join(&mut self, number: u8, binding: &Binding, format: Format, offset: u32) -> u8 {
        let content = content_of(binding, format, offset);
        let end = u64::from(offset) + u64::from(format.size());
        let own_bytes = format.size() as u16;
        for (at, stream) in self.streams.iter_mut().enumerate() {
            if stream.binding != number || stream.content != content {
                continue;
            }
            // The ends have 64 bits: the sum of an offset and a size may have 33.
            let low = offset.min(stream.within);
            let high = end.max(u64::from(stream.within) + u64::from(stream.length));
            let length = high - u64::from(low);
            // The key of a copy holds 8 attributes, with offsets below 2^24. Raw bytes and client memory have no such
            // key.
            let has_key = stream.members < RECORD_MEMBERS as u8 && length <= KEY_OFFSETS.into();
            let is_keyed = content != Content::Raw && binding.source.buffer().is_some();
            // An array that lies after another one in the buffer is a stream of its own. In one stream, a draw of few
            // vertices would stream all that lies between them.
            if length <= binding.stride.into() && (has_key || !is_keyed) {
                (stream.within, stream.length) = (low, length as u32);
                stream.members += 1;
                // 32 attributes of 32 bytes are 1,024 bytes, far below 2^16.
                stream.bytes += own_bytes;
                stream.alignment = stream.alignment.max(format.alignment() as u8);
                return at as u8;
            }
        }
        let stream = Stream {
            source: binding.source.into(),
            content,
            rate: binding.stepped(),
            stride: binding.stride,
            length: format.size(),
            within: offset,
            bytes: own_bytes,
            alignment: format.alignment() as u8,
            number: self.streams.len() as u8,
            binding: number,
            first_member: self.members.len() as u8,
            members: 1,
            ..Stream::NONE
        };
        append(&mut self.streams, stream);
        self.streams.len() as u8 - 1
    }

    /// Finds the places of a stream's attributes in what the GPU reads.
    fn finish(&mut self, number: usize, bindings: &[Binding]) {
        let Some(stream) = self.streams.get_mut(number) else {
            return;
        };
        if stream.content == Content::Raw {
            // A descriptor begins where every attribute is aligned, since `place_in_buffer` checks only that byte's
            // address. Attributes at 6 and 8 that are aligned to 2 and 4 begin at 4.
            let before = stream.within & u32::from(stream.alignment - 1);
            stream.within -= before;
            stream.length += before;
        } else {
            pack(stream, &mut self.members);
            let is_client = matches!(stream.source, Source::Client(_));
            // Elements of which nothing is left out are copied as they are. The client's pointer need not be aligned
            // for that, since their place in the ring is.
            if is_client && is_block(stream, &self.members) {
                stream.content = Content::Raw;
            }
        }
        if stream.content == Content::Raw {
            (stream.record_stride, stream.record_length) = (stream.stride, stream.length);
            let number = stream.number;
            for member in self.members.iter_mut().filter(|it| it.stream == number) {
                member.at = member.bound().map_or(0, |(_, offset)| offset) - stream.within;
            }
        } else {
            // The GPU reads records only from new memory, so the source may have any address.
            stream.alignment = 1;
        }
        if let Some(binding) = bindings.get(usize::from(stream.binding)) {
            stream.bind(binding);
        }
    }

    /// Binds other memory for the same elements. Returns whether anything is other memory.
    ///
    /// # Errors
    ///
    /// [`Error::UnknownBinding`]. The layout is unchanged then.
    #[inline]
    pub(crate) fn bind(&mut self, bindings: &[Binding]) -> Result<Bound, Error> {
        let Some(needed) = bindings.get(..self.bindings.into()) else {
            let elements = self.members.iter().map(|member| &member.element);
            check_bindings(bindings, elements)?;
            return Ok(Bound::Same);
        };
        let mut bound = Bound::Same;
        for stream in &mut self.streams {
            // The constants have binding 255, which no element can name.
            let Some(binding) = needed.get(usize::from(stream.binding)) else {
                continue;
            };
            match stream.bind(binding) {
                Some(false) => {}
                Some(true) => bound = Bound::Other,
                None => {
                    // Streams before this one are bound already, which does no harm: all are made anew.
                    self.lay_out_again(bindings)?;
                    return Ok(Bound::OtherLayout);
                }
            }
        }
        Ok(bound)
    }

    #[cold]
    #[inline(never)]
    fn lay_out_again(&mut self, bindings: &[Binding]) -> Result<(), Error> {
        let elements = self.members.iter().map(|member| member.element);
        let elements: ArrayVec<Element, ATTRIBUTES> = elements.collect();
        self.set(bindings, &elements)
    }

    /// Whether elements are the same, except for the values of constants.
    pub(crate) fn has_elements(&self, elements: &[Element]) -> bool {
        let mut all = self.members.iter().zip(elements);
        self.members.len() == elements.len()
            && all.all(|(member, element)| member.element.is_like(element))
    }

    /// Sets the values of constants of the same elements. Returns whether any value is another.
    pub(crate) fn set_constants(&mut self, elements: &[Element]) -> bool {
        let Some(constants) = self.streams.last_mut() else {
            return false;
        };
        if constants.source != Source::Constants {
            return false;
        }
        let mut changes = false;
        for (member, element) in self.members.iter_mut().zip(elements) {
            changes |= member.element != *element;
            member.element = *element;
        }
        if changes {
            constants.token = Stream::UNPLACED;
        }
        changes
    }

    /// Whether the shader may be given the vertices' numbers.
    pub(crate) fn has_vertex_ids(&self) -> bool {
        let mut members = self.members.iter();
        members.any(|member| member.element == Element::VertexId)
    }

    /// The streams as the core has them.
    pub(crate) fn buffers(&self) -> ArrayVec<VertexBuffer, ATTRIBUTES> {
        let buffer = |stream: &Stream| VertexBuffer::new(stream.record_stride, stream.rate);
        self.streams.iter().map(buffer).collect()
    }

    /// The attributes as the core has them.
    pub(crate) fn attributes(&self) -> ArrayVec<VertexAttribute, ATTRIBUTES> {
        let attribute = |member: &Member| match (member.fetched(), member.element) {
            (Some(format), _) => VertexAttribute::new(member.stream.into(), format, member.at),
            (None, Element::InstanceId) => VertexAttribute::INSTANCE_ID,
            (None, _) => VertexAttribute::VERTEX_ID,
        };
        self.members.iter().map(attribute).collect()
    }
}

/// The number of bindings that elements need.
fn check_bindings<'a>(
    bindings: &[Binding],
    elements: impl Iterator<Item = &'a Element>,
) -> Result<u8, Error> {
    // Binding 255 is that of the constants. So an element names 254 at most, and one more fits 8 bits.
    let known = bindings.len().min(usize::from(u8::MAX));
    let mut needed = 0;
    for (attribute, element) in elements.enumerate() {
        if let Element::Bound { binding, .. } = *element {
            if usize::from(binding) >= known {
                return Err(Error::UnknownBinding {
                    attribute,
                    binding: binding.into(),
                    bindings: bindings.len(),
                });
            }
            needed = needed.max(binding + 1);
        }
    }
    Ok(needed)
}

/// The outcome of binding memory: the same as before, other memory, or memory for another layout.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Bound {
    Same,
    Other,
    OtherLayout,
}

/// Finds the places of attributes in records without gaps, in the order in which they end: if the last element of a buffer
/// exists in part, the first of them exist.
fn pack(stream: &mut Stream, members: &mut [Member]) {
    let order = |member: &Member| {
        let (format, offset) = member.bound()?;
        let offset = offset - stream.within;
        Some((offset + format.size(), key(format, offset)))
    };
    let (mut end, mut alignment) = (0_u32, 1);
    let mut after = None;
    // Each round takes the next larger one: this sorts at most 32 attributes, without a copy of them.
    for _ in 0..stream.members {
        // Attributes of the same bytes follow each other in the order of the elements. All others do not depend on that
        // order, so the same attributes in another order find the same copy.
        let next = members.iter().enumerate();
        let next = next
            .filter(|(_, member)| member.stream == stream.number)
            .filter_map(|(place, member)| Some((order(member)?, place)))
            .filter(|next| after.is_none_or(|after| *next > after))
            .min();
        let Some((_, place)) = next else {
            break;
        };
        after = next;
        if let Some(member) = members.get_mut(place) {
            let format = member.fetched().unwrap_or(Format::R8_UNORM);
            end = end.next_multiple_of(format.alignment());
            member.at = end;
            end += format.size();
            alignment = alignment.max(format.alignment());
        }
    }
    stream.record_length = end;
    stream.record_stride = match stream.stride {
        // All vertices read the one record.
        0 => 0,
        // Each record is aligned if the first is.
        _ => end.next_multiple_of(alignment),
    };
}

/// Whether packed records would be no shorter than the elements, which the GPU can read as they are.
fn is_block(stream: &Stream, members: &[Member]) -> bool {
    let mut own = members
        .iter()
        .filter(|member| member.stream == stream.number);
    stream.record_stride >= stream.stride
        && stream.length <= stream.stride
        && own.all(|member| {
            let (format, offset) = member.bound().unwrap_or((Format::R8_UNORM, 0));
            let place = (offset - stream.within) | stream.stride;
            member.fetched() == Some(format) && place & (format.alignment() - 1) == 0
        })
}
