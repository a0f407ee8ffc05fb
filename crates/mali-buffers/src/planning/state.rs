use core::num::NonZeroU32;

use arrayvec::ArrayVec;

use super::answers::{AttributePlace, Decision, IndexData};
use super::indices::Indices;
use super::planner::Planner;
use crate::draw::ApplicationDraw;
use crate::error::Error;
use crate::input::{Attribute, Binding, Element, VertexInput};
use crate::memory::{Cells, ClientState, UploadRing};
use crate::streams::{Bound, InputLayout, MAX_ATTRIBUTES, Place, Source, assert_is_allowed};
use crate::types::{BufferId, ContextId, Sequence};
use mali_instancing::Arch;
use mali_instancing::draw::{BufferRange, DrawCounts, Pipeline, VertexInputState};

/// The state that a driver keeps between draws, beside its vertex elements or its vertex array object: the layout of
/// bindings and elements, and the facts that were found about them.
///
/// Any [`Planner`](crate::Planner) of the same buffers may draw with it, but each planner that does must find the facts
/// again. So it is best to have a state for each context.
///
/// `ATTRIBUTES` is the largest number of attributes that a draw may have, at most 32.
///
/// A clone has no last draw: its tables are written anew.
///
/// ```
/// use mali_buffers::{Binding, BufferId, ConstantValue, DataSource, Element, VertexState};
/// use mali_instancing::Format;
///
/// let mesh = Binding::new(DataSource::Buffer(BufferId::new(1)), 20);
/// let position = Element::new(0, Format::R32G32B32_SFLOAT, 0);
/// let white = Element::Constant(ConstantValue::Float([1.0; 4]));
/// let state: VertexState = VertexState::new(&[mesh], &[position, white])?;
/// assert_eq!(state.attributes(), 2);
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

/// The places of the streams, as they were found.
#[derive(Clone, Debug)]
#[expect(clippy::struct_excessive_bools, reason = "each is a fact by itself")]
pub(crate) struct Places<const ATTRIBUTES: usize> {
    /// The range of each stream.
    pub(crate) ranges: [BufferRange; ATTRIBUTES],
    /// The buffers of the streams, each with its revision then.
    pub(crate) known: ArrayVec<(BufferId, u64), ATTRIBUTES>,
    /// The checked vertex input, and whether it is that of the layout.
    pub(crate) input: VertexInputState<ATTRIBUTES, ATTRIBUTES>,
    pub(crate) has_input: bool,
    /// The context whose planner has found the places.
    pub(crate) finder: Option<ContextId>,
    /// Whether each stream has a place.
    pub(crate) are_found: bool,
    /// Whether the vertices that indices name are gathered.
    pub(crate) gathers: bool,
    /// The set of streams that are in the ring.
    pub(crate) in_ring: u32,
    /// The number of vertices that all streams have which step per vertex, and whether there are others.
    pub(crate) vertices: u32,
    pub(crate) has_others: bool,
    /// Whether a stream may find a better place at the next work.
    pub(crate) retries: bool,
    /// Whether a place was made, which the next draw finds.
    pub(crate) has_made: bool,
    /// The work whose reads are noted.
    pub(crate) noted: Sequence,
    /// The cells of the constants, and the set of those attributes whose values were written.
    pub(crate) cells: Cells,
    pub(crate) written: u32,
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
    /// The indices; `None` for a draw without.
    pub(crate) indices: Option<Indices>,
    /// Whether data was streamed, and whether some of what was read may change without a call.
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
    /// The bindings and the elements that a shader reads, in its order.
    ///
    /// # Errors
    ///
    /// [`Error::TooManyAttributes`] and [`Error::UnknownBinding`].
    ///
    /// ```
    /// use mali_buffers::{Element, Error, VertexState};
    ///
    /// let elements = [Element::VertexId; 3];
    /// let error = VertexState::<2>::new(&[], &elements).unwrap_err();
    /// assert_eq!(error, Error::TooManyAttributes { attributes: 3, maximum: 2 });
    /// ```
    pub fn new(bindings: &[Binding], elements: &[Element]) -> Result<Self, Error> {
        let mut state = Self::empty();
        state.set(bindings, elements)?;
        Ok(state)
    }

    /// A state without attributes, which [`set`](Self::set) makes that of some in place: a large state is not moved then.
    #[must_use]
    pub const fn empty() -> Self {
        const { assert_is_allowed(ATTRIBUTES) };
        Self {
            layout: InputLayout::NONE,
            // `set_input` takes the architecture from the planner's target.
            pipeline: Pipeline::new(Arch::V7),
            ignores_vertex_id: false,
            places: Places {
                ranges: [BufferRange::new(0, 0); ATTRIBUTES],
                known: ArrayVec::new_const(),
                input: VertexInputState::empty(),
                has_input: false,
                finder: None,
                are_found: false,
                gathers: false,
                in_ring: 0,
                vertices: 0,
                has_others: false,
                retries: false,
                has_made: false,
                noted: Sequence::NONE,
                cells: 0,
                written: 0,
            },
            last: LastDraw {
                draw: None,
                work: Sequence::NONE,
                counts: DrawCounts::any_instances(0),
                index_data: IndexData::of_arrays(0, 0),
                indices: None,
                is_streamed: false,
                may_change: false,
                discards: 0,
            },
        }
    }

    /// Sets bindings and elements: a vertex array object, or a pipeline with its buffers. If only the memory of bindings
    /// and the values of constants are others, what is known of the elements is kept.
    ///
    /// # Errors
    ///
    /// [`Error::TooManyAttributes`] and [`Error::UnknownBinding`]. The state is unchanged then.
    ///
    /// ```
    /// # use mali_buffers::{Binding, BufferId, DataSource, Element, VertexState};
    /// use mali_instancing::Format;
    ///
    /// let mut state: VertexState = VertexState::empty();
    /// let mesh = Binding::new(DataSource::Buffer(BufferId::new(1)), 12);
    /// state.set(&[mesh], &[Element::new(0, Format::R32G32B32_SFLOAT, 0)])?;
    /// assert_eq!(state.attributes(), 1);
    /// # Ok::<(), mali_buffers::Error>(())
    /// ```
    pub fn set(&mut self, bindings: &[Binding], elements: &[Element]) -> Result<(), Error> {
        if !self.layout.has_elements(elements) {
            self.layout.set(bindings, elements)?;
            self.has_other_layout();
            return Ok(());
        }
        // First what may fail: an error leaves the state unchanged.
        self.bind(bindings)?;
        if self.layout.set_constants(elements) {
            self.has_other_places();
        }
        Ok(())
    }

    /// Binds other memory for the same elements: a few comparisons for each binding. If a binding has another stride,
    /// another rate, or is in client memory and was not or the other way round, the elements are laid out again.
    ///
    /// # Errors
    ///
    /// [`Error::UnknownBinding`] for fewer bindings than the elements need. The state is unchanged then.
    ///
    /// ```
    /// # use mali_buffers::{Binding, BufferId, DataSource, Element, VertexState};
    /// # use mali_instancing::Format;
    /// let mesh = |number| Binding::new(DataSource::Buffer(BufferId::new(number)), 12);
    /// let position = Element::new(0, Format::R32G32B32_SFLOAT, 0);
    /// let mut state: VertexState = VertexState::new(&[mesh(1)], &[position])?;
    /// state.bind(&[mesh(2).with_offset(240)])?;
    /// # Ok::<(), mali_buffers::Error>(())
    /// ```
    #[inline]
    pub fn bind(&mut self, bindings: &[Binding]) -> Result<(), Error> {
        match self.layout.bind(bindings)? {
            Bound::Same => {}
            Bound::Other => self.has_other_places(),
            Bound::OtherLayout => self.has_other_layout(),
        }
        Ok(())
    }

    /// Sets the arrays of GL ES 2, which are [merged](VertexInput) into bindings and elements.
    ///
    /// # Errors
    ///
    /// [`Error::TooManyAttributes`]. The state is unchanged then.
    ///
    /// ```
    /// # use mali_buffers::{Attribute, VertexState};
    /// let mut state: VertexState = VertexState::empty();
    /// state.set_arrays(&[Attribute::VertexId])?;
    /// assert_eq!(state.attributes(), 1);
    /// # Ok::<(), mali_buffers::Error>(())
    /// ```
    pub fn set_arrays(&mut self, attributes: &[Attribute]) -> Result<(), Error> {
        let input: VertexInput<ATTRIBUTES> = VertexInput::of_arrays(attributes)?;
        self.set(input.bindings(), input.elements())
    }

    const fn has_other_layout(&mut self) {
        self.places.has_input = false;
        self.has_other_places();
    }

    const fn has_other_places(&mut self) {
        self.places.are_found = false;
        self.last.draw = None;
    }

    /// Makes this state draw with the padding, the rounding, the table and other choices of a driver, and with primitives of
    /// that many vertices, see [`DrawCounts`]. The architecture is not taken from `pipeline`.
    pub fn set_rules(&mut self, pipeline: Pipeline, primitive_vertices: Option<NonZeroU32>) {
        // Only the checked input depends on these rules: the places stay.
        self.pipeline = pipeline;
        self.last.counts.primitive_vertices = primitive_vertices;
        self.places.has_input = false;
        self.last.draw = None;
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
        // The setting decides whether a draw is gathered, so the same draw may have other tables with it.
        self.ignores_vertex_id = ignores_vertex_id;
        self.last.draw = None;
    }

    /// The number of attributes.
    #[must_use]
    pub const fn attributes(&self) -> usize {
        self.layout.members.len()
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
        let member = self.layout.members.get(attribute)?;
        let number = usize::from(member.stream);
        let (stream, range) = (
            self.layout.streams.get(number)?,
            self.places.ranges.get(number)?,
        );
        let mut place = AttributePlace {
            decision: stream.decision,
            address: range.address.wrapping_add(member.at.into()),
            first_element: 0,
            stride: stream.record_stride,
            rate: stream.rate,
            format: member.fetched()?,
        };
        // The stride is 0, so the address is that of each element.
        if stream.source == Source::Constants {
            if stream.place == Place::Source && self.places.written >> attribute & 1 == 1 {
                place.decision = Decision::ConstantWritten;
            }
            return Some(place);
        }
        (place.first_element, _) = stream.needed(&self.last.counts);
        // The ring's range begins with the first element that the draw reads.
        if stream.place != Place::Ring {
            let before = place.first_element.saturating_sub(stream.first);
            let before = u64::from(before) * u64::from(stream.record_stride);
            place.address = place.address.wrapping_add(before);
        }
        Some(place)
    }

    /// The place from which the last draw reads its indices, and the reason; `None` if it reads none, or was not drawn.
    #[must_use]
    pub const fn explain_indices(&self) -> Option<Decision> {
        match (
            &self.last.draw,
            &self.last.index_data.indices,
            &self.last.indices,
        ) {
            (Some(_), Some(_), Some(indices)) => Some(indices.stream.decision),
            _ => None,
        }
    }

    /// Makes known that what an earlier draw has made is there.
    #[cold]
    #[inline(never)]
    pub(crate) fn find_made(&mut self) {
        // Only the draw that has made a place reports it as made, and so do the unchanged draws after it.
        self.places.has_made = false;
        self.places.written = 0;
        let indices = self
            .last
            .indices
            .as_mut()
            .map(|indices| &mut indices.stream);
        for stream in self.layout.streams.iter_mut().chain(indices) {
            if let Decision::CopyMade { obstacle, .. } = stream.decision {
                stream.decision = Decision::CopyFound { obstacle };
            }
        }
    }

    /// Whether vertices may be drawn with other numbers than those of the application.
    pub(crate) fn may_gather(&self) -> bool {
        self.ignores_vertex_id && !self.layout.has_vertex_ids()
    }

    /// Whether all streams are where they were found.
    #[inline]
    pub(crate) fn is_placed<A: ClientState>(
        &self,
        planner: &Planner,
        application: &A,
        work: Sequence,
    ) -> bool {
        let places = &self.places;
        // A deleted buffer is not found, and a new one has another id. All other changes of places give a buffer
        // another revision.
        let is_same = |(id, revision): &(BufferId, u64)| {
            let buffer = application.buffer(*id);
            buffer.is_some_and(|buffer| buffer.revision == *revision)
        };
        places.are_found
            && places.finder == Some(planner.id)
            // Without cells, there are no constants, or each draw writes them to the ring.
            && (places.cells == 0 || self.has_cells(planner))
            && !(places.retries && self.last.work != work)
            && places.known.iter().all(is_same)
    }

    /// Whether the constants are in their cells.
    fn has_cells(&self, planner: &Planner) -> bool {
        let constants = self.layout.streams.last();
        constants.is_some_and(|constants| constants.token == planner.constants.revision())
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
            && !last.may_change
            && (last.indices.as_ref()).is_none_or(|indices| indices.stream.is_known(application))
            // The ring may give the bytes to other draws once their work is finished, or lose them in a discard.
            && (!last.is_streamed || last.work == work && last.discards == ring.discards)
    }

    /// Makes the checked vertex input of the layout.
    #[cold]
    #[inline(never)]
    pub(crate) fn set_input(&mut self, arch: Arch) -> Result<(), Error> {
        self.places.has_input = false;
        self.pipeline.arch = arch;
        let (buffers, attributes) = (self.layout.buffers(), self.layout.attributes());
        let input = &mut self.places.input;
        // If this fails, `has_input` stays `false`: the next draw tries again.
        input.set(self.pipeline, &buffers, &attributes)?;
        self.places.has_input = true;
        Ok(())
    }
}
