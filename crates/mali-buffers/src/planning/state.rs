use core::num::NonZeroU32;

use arrayvec::ArrayVec;

use super::answers::{AttributePlace, Decision, IndexData};
use super::places::{KnownBuffer, Places};
use crate::draw::{ApplicationDraw, Attribute};
use crate::error::Error;
use crate::layout::{ConstantAttribute, InputLayout, MAX_ATTRIBUTES, MOST_ATTRIBUTES};
use crate::memory::{ClientState, UploadRing};
use crate::types::{DataSource, Sequence};
use mali_instancing::draw::{BufferRange, DrawCounts, Pipeline, VertexAttribute, VertexBuffer};
use mali_instancing::{Arch, InputRate};

/// The state that a driver keeps between draws, beside its vertex elements or its vertex array object: the layout of the
/// attributes, and the facts that were found about them.
///
/// Any [`Planner`](crate::Planner) of the same buffers may draw with it, but each planner that does must find the facts
/// again. So it is best to have a state for each context.
///
/// `ATTRIBUTES` is the largest number of attributes that a draw may have, at most 32.
///
/// A clone has no last draw: its tables are written anew.
///
/// ```
/// use mali_buffers::{Attribute, ConstantValue, VertexState};
///
/// let white = Attribute::Constant(ConstantValue::Float([1.0; 4]));
/// let state: VertexState = VertexState::new(&[white])?;
/// assert_eq!(state.attributes(), 1);
/// # Ok::<(), mali_buffers::Error>(())
/// ```
#[derive(Clone, Debug)]
pub struct VertexState<const ATTRIBUTES: usize = MAX_ATTRIBUTES> {
    pub(crate) layout: InputLayout<ATTRIBUTES>,
    pub(crate) pipeline: Pipeline,
    /// Whether the caller has declared that the shader does not read the vertex's number.
    ignores_vertex_id: bool,
    pub(crate) places: Places<ATTRIBUTES>,
    pub(crate) last: LastDraw,
}

/// The buffer of a draw's indices.
#[derive(Clone, Copy, Debug)]
pub(crate) struct KnownIndices {
    pub(crate) buffer: KnownBuffer,
    /// The epoch of its data.
    pub(crate) epoch: u64,
    /// The copy that the draw reads.
    pub(crate) copy: Option<u64>,
}

/// The last draw.
#[derive(Debug)]
pub(crate) struct LastDraw {
    /// The draw; `None` if it was not drawn, or the state has changed since.
    pub(crate) draw: Option<ApplicationDraw>,
    /// Its work. It is kept when the draw is forgotten.
    pub(crate) work: Sequence,
    pub(crate) counts: DrawCounts,
    pub(crate) index_data: IndexData,
    pub(crate) index_decision: Option<Decision>,
    pub(crate) indices: Option<KnownIndices>,
    /// Whether data was streamed, and whether some of it was in memory that may change without a call.
    pub(crate) is_streamed: bool,
    pub(crate) may_change: bool,
    /// The number of times that the ring was discarded before.
    pub(crate) discards: u64,
}

/// The words of a draw are those of one state.
impl Clone for LastDraw {
    fn clone(&self) -> Self {
        Self {
            draw: None,
            ..*self
        }
    }
}

impl<const ATTRIBUTES: usize> VertexState<ATTRIBUTES> {
    /// The attributes that a shader reads, in its order.
    ///
    /// # Errors
    ///
    /// [`Error::TooManyAttributes`].
    ///
    /// ```
    /// use mali_buffers::{Attribute, Error, VertexState};
    ///
    /// let attributes = [Attribute::VertexId; 3];
    /// let error = VertexState::<2>::new(&attributes).unwrap_err();
    /// assert_eq!(error, Error::TooManyAttributes { attributes: 3, maximum: 2 });
    /// ```
    pub fn new(attributes: &[Attribute]) -> Result<Self, Error> {
        let mut state = Self::empty();
        state.set_attributes(attributes)?;
        Ok(state)
    }

    /// A state without attributes, which [`set_attributes`](Self::set_attributes) makes that of some in place: a large
    /// state is not moved then.
    #[must_use]
    pub const fn empty() -> Self {
        const {
            assert!(
                ATTRIBUTES <= MOST_ATTRIBUTES,
                "at most 32 attributes are allowed"
            );
        }
        Self {
            layout: InputLayout::NONE,
            pipeline: Pipeline::new(Arch::V7),
            ignores_vertex_id: false,
            places: Places::NONE,
            last: LastDraw {
                draw: None,
                work: Sequence::NONE,
                counts: DrawCounts::any_instances(0),
                index_data: IndexData::of_arrays(0, 0),
                index_decision: None,
                indices: None,
                is_streamed: false,
                may_change: false,
                discards: 0,
            },
        }
    }

    /// Binds other attributes. If they differ from the earlier ones in their buffers, their offsets by multiples of 16,
    /// or their constants alone, their layout is not made again.
    ///
    /// # Errors
    ///
    /// [`Error::TooManyAttributes`]. The attributes are unchanged then.
    ///
    /// ```
    /// # use mali_buffers::{Attribute, VertexState};
    /// let mut state: VertexState = VertexState::new(&[])?;
    /// state.set_attributes(&[Attribute::VertexId])?;
    /// assert_eq!(state.attributes(), 1);
    /// # Ok::<(), mali_buffers::Error>(())
    /// ```
    pub fn set_attributes(&mut self, attributes: &[Attribute]) -> Result<(), Error> {
        if attributes.len() > ATTRIBUTES {
            return Err(Error::TooManyAttributes {
                attributes: attributes.len(),
                maximum: ATTRIBUTES,
            });
        }
        if !self.layout.bind(attributes) {
            self.layout.set(attributes);
            self.places.template = None;
        }
        self.forget();
        Ok(())
    }

    /// This state, drawn with the padding, the rounding, the table and other choices of a driver, and with primitives of
    /// that many vertices, see [`DrawCounts`]. The architecture is not taken from `pipeline`.
    #[must_use]
    pub fn with_rules(
        mut self,
        pipeline: Pipeline,
        primitive_vertices: Option<NonZeroU32>,
    ) -> Self {
        self.set_rules(pipeline, primitive_vertices);
        self
    }

    /// Makes this state draw as [`with_rules`](Self::with_rules) does.
    pub fn set_rules(&mut self, pipeline: Pipeline, primitive_vertices: Option<NonZeroU32>) {
        self.pipeline = pipeline;
        self.last.counts.primitive_vertices = primitive_vertices;
        self.places.template = None;
        self.forget();
    }

    /// This state, for a shader that does not read the vertex's number: GL's `gl_VertexID`. If a draw's indices are few
    /// and far apart, none restarts, and vertices must be streamed, then only the vertices that the indices name are
    /// streamed, and they are drawn without the indices.
    ///
    /// A draw's n indices are far apart if they span V vertices, and V is above 256 and more than 4 n, above 64 and
    /// more than 8 n, or more than 16 n, as in Mesa's `u_vbuf`.
    #[must_use]
    pub fn without_vertex_id(mut self) -> Self {
        self.set_ignores_vertex_id(true);
        self
    }

    /// Sets whether the shader does not read the vertex's number, as [`without_vertex_id`](Self::without_vertex_id) does.
    pub fn set_ignores_vertex_id(&mut self, ignores_vertex_id: bool) {
        self.ignores_vertex_id = ignores_vertex_id;
        self.forget();
    }

    /// The number of attributes.
    #[must_use]
    pub const fn attributes(&self) -> usize {
        self.layout.count
    }

    /// Forgets the facts that were found about the attributes.
    fn forget(&mut self) {
        self.places.finder = None;
        self.last.draw = None;
    }

    /// The vertices from which the primitives of the last draw are made; `None` if it was not drawn.
    #[must_use]
    pub const fn index_data(&self) -> Option<&IndexData> {
        match self.last.draw {
            Some(_) => Some(&self.last.index_data),
            None => None,
        }
    }

    /// The rules of the draws.
    #[must_use]
    pub const fn pipeline(&self) -> &Pipeline {
        &self.pipeline
    }

    /// The counts of the last draw, for which [`pipeline`](Self::pipeline) packs the other descriptors; `None` if it was
    /// not drawn.
    #[must_use]
    pub const fn counts(&self) -> Option<&DrawCounts> {
        match self.last.draw {
            Some(_) => Some(&self.last.counts),
            None => None,
        }
    }

    /// The place from which the last draw reads an attribute, and the reason. `None` for a vertex or instance ID, for an
    /// attribute that does not exist, and if the last draw was not drawn.
    #[must_use]
    pub fn explain(&self, attribute: usize) -> Option<AttributePlace> {
        self.last.draw.as_ref()?;
        let is_it = |number: u8| usize::from(number) == attribute;
        let mut constants = self.layout.constants.iter().enumerate();
        if let Some((place, constant)) = constants.find(|(_, it)| is_it(it.attribute)) {
            let range = self.places.ranges.get(self.layout.groups.len())?;
            return Some(AttributePlace {
                decision: constant.decision,
                address: range
                    .address
                    .wrapping_add(self.constant_offset(place, constant).into()),
                first_element: 0,
                stride: 0,
                rate: InputRate::Constant,
                format: constant.value.format(),
            });
        }
        let mut groups = self.layout.groups.iter().enumerate();
        let (number, group, member) = groups.find_map(|(number, group)| {
            let mut members = self.layout.members_of(group).iter();
            let member = members.find(|member| is_it(member.attribute))?;
            Some((number, group, member))
        })?;
        let (found, range) = (
            self.places.found.get(number)?,
            self.places.ranges.get(number)?,
        );
        let (first_element, _) = group.elements_of(&self.last.counts);
        let stride = found.stride(group);
        // What is streamed begins with the first element that the draw reads.
        let before = if found.is_streamed() {
            0
        } else {
            u64::from(first_element.saturating_sub(found.begin)) * u64::from(stride)
        };
        Some(AttributePlace {
            decision: found.decision,
            address: range
                .address
                .wrapping_add(before)
                .wrapping_add(found.offset(group, member).into()),
            first_element,
            stride,
            rate: group.rate,
            format: member.format,
        })
    }

    /// The offset of a constant in its range.
    fn constant_offset(&self, place: usize, constant: &ConstantAttribute) -> u32 {
        let cell = if self.places.streams_constants {
            place as u32
        } else {
            constant.cell.into()
        };
        cell * crate::memory::CELL_SIZE as u32
    }

    /// The place from which the last draw reads its indices, and the reason; `None` if it reads none, or was not drawn.
    #[must_use]
    pub const fn explain_indices(&self) -> Option<Decision> {
        match self.last.draw {
            Some(_) => self.last.index_decision,
            None => None,
        }
    }

    /// Counts a draw with the places that were found. What was made for the first draw is found by the others.
    #[inline]
    pub(crate) fn count_use(&mut self) {
        if self.places.made > 0 {
            self.places.made -= 1;
            if self.places.made == 0 {
                self.find_made();
            }
        }
    }

    #[cold]
    #[inline(never)]
    fn find_made(&mut self) {
        for found in &mut self.places.found {
            if let Decision::CopyMade { obstacle, .. } = found.decision {
                found.decision = Decision::CopyFound { obstacle };
            }
        }
        for constant in &mut self.layout.constants {
            if constant.decision == Decision::ConstantWritten {
                constant.decision = Decision::ConstantFound;
            }
        }
    }

    /// Whether vertices may be drawn with other numbers than those of the application.
    pub(crate) const fn may_gather(&self) -> bool {
        self.ignores_vertex_id && !self.layout.has_vertex_ids()
    }

    /// Whether a draw whose places are known is the same as the last one, with the same data in the same places.
    #[inline]
    pub(crate) fn is_last<A: ClientState>(
        &self,
        draw: &ApplicationDraw,
        ring: &UploadRing,
        application: &A,
        work: Sequence,
    ) -> bool {
        let last = &self.last;
        last.draw.as_ref() == Some(draw)
            && last.indices.as_ref().is_none_or(|known| {
                let buffer = known.buffer.of(application);
                buffer.is_some_and(|it| it.changes.epoch() == known.epoch && !it.is_volatile())
            })
            && (!last.is_streamed
                || last.work == work
                    && last.discards == ring.discards
                    && self.is_streamed_data_same(application))
    }

    /// Whether the data that was streamed is still the same.
    fn is_streamed_data_same<A: ClientState>(&self, application: &A) -> bool {
        let mut groups = self.layout.groups.iter().zip(&self.places.found);
        !self.last.may_change
            && groups.all(|(group, found)| {
                let (true, DataSource::Buffer(id)) = (found.is_streamed(), group.source) else {
                    return true;
                };
                let buffer = application.buffer(id);
                buffer.is_some_and(|it| it.changes.epoch() == found.epoch && !it.is_volatile())
            })
    }

    /// Makes the checked vertex input of the places that were found.
    #[inline(never)]
    pub(crate) fn set_input(&mut self) -> Result<(), Error> {
        let mut attributes = self.layout.ids();
        let mut buffers: ArrayVec<VertexBuffer, ATTRIBUTES> = ArrayVec::new_const();
        let mut read = |attribute: u8, source| {
            if let Some(attribute) = attributes.get_mut(usize::from(attribute)) {
                *attribute = source;
            }
        };
        for (group, found) in self.layout.groups.iter().zip(&self.places.found) {
            for member in self.layout.members_of(group) {
                let offset = found.offset(group, member);
                let source = VertexAttribute::new(buffers.len(), member.format, offset);
                read(member.attribute, source);
            }
            let stride = found.stride(group);
            crate::list::append(&mut buffers, VertexBuffer::new(stride, group.rate));
        }
        let constants = &self.layout.constants;
        for (place, constant) in constants.iter().enumerate() {
            let offset = self.constant_offset(place, constant);
            let source = VertexAttribute::new(buffers.len(), constant.value.format(), offset);
            read(constant.attribute, source);
        }
        if !constants.is_empty() {
            let constant = VertexBuffer::new(0, mali_instancing::InputRate::Constant);
            crate::list::append(&mut buffers, constant);
        }
        self.places
            .input
            .set(self.pipeline, &buffers, &attributes)
            .map_err(Error::Draw)
    }

    /// The range of the constants among those of the buffers.
    pub(crate) fn constants_range(&mut self) -> Option<&mut BufferRange> {
        let number = self.layout.groups.len();
        self.places.ranges.get_mut(number)
    }
}
