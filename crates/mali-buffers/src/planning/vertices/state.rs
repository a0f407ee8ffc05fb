use core::num::NonZeroU64;

use arrayvec::ArrayVec;

use super::data::{MAX_ATTRIBUTES, MOST_ATTRIBUTES, VertexData};
use super::limits::Limits;
use crate::draw::{ApplicationDraw, Attribute, Vertices};
use crate::draw::{OutOfBounds, Target};
use crate::error::Error;
use crate::list::append;
use crate::memory::Buffer;
use crate::memory::{ClientState, Constants, FoundBounds, GpuMemory};
use crate::planning::decision::Decision;
use crate::planning::fetched_array::whole_buffer;
use crate::planning::fetched_array::{Fetch, FetchedArray};
use crate::planning::indices::ElementSource;
use crate::planning::indices::data::IndexData;
use crate::types::BufferId;
use crate::types::Sequence;
use crate::types::{Location, MemoryRef};
use mali_instancing::Arch;
use mali_instancing::draw::{
    BufferRange, DrawCall, IndexedVertices, Tables, VertexAttribute, VertexBuffer,
};

/// The state that a driver keeps between draws: the attributes, and what was found out about them.
///
/// Any [`Planner`](crate::Planner) of the same buffers may draw with it. Of a deleted buffer whose
/// [`BufferId`] is given again it must [forget](VertexState::forget) what it knows.
///
/// `ATTRIBUTES` is how many attributes a draw may have, at most 32.
///
/// ```
/// use mali_buffers::{Attribute, ConstantValue, VertexState};
///
/// let white = Attribute::Constant(ConstantValue::Float([1.0; 4]));
/// let state: VertexState = VertexState::new(&[white])?;
/// assert_eq!(state.attributes(), [white]);
/// # Ok::<(), mali_buffers::Error>(())
/// ```
#[derive(Clone, Debug)]
pub struct VertexState<const ATTRIBUTES: usize = MAX_ATTRIBUTES> {
    attributes: ArrayVec<Attribute, ATTRIBUTES>,
    /// Those of them that are arrays, and which these are.
    arrays: ArrayVec<Fetch, ATTRIBUTES>,
    numbers: ArrayVec<u8, ATTRIBUTES>,
    template: DrawCall,
    /// Whether the shader is said not to read the vertex's number.
    ignores_vertex_id: bool,
    /// The buffers that were looked at, as they were.
    buffers: ArrayVec<KnownBuffer, ATTRIBUTES>,
    is_known: bool,
    /// The planner whose constants were looked at, and their revision.
    constants: Option<(usize, u64)>,
    /// Whether all attributes are read where the application has put them, or from copies and constants that are there.
    is_found: bool,
    limits: Limits<ATTRIBUTES>,
    data: VertexData<ATTRIBUTES>,
    /// Where the buffers of `data` begin, if all attributes are found.
    ranges: ArrayVec<BufferRange, ATTRIBUTES>,
    index_data: Option<IndexData>,
    /// The bounds of its indices that were found before.
    found_bounds: Option<FoundBounds>,
    last: Option<LastDraw>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct KnownBuffer {
    id: BufferId,
    address: Option<u64>,
    size: u64,
    /// If its copies matter, a number that changes if they may have.
    copies: Option<NonZeroU64>,
}

impl KnownBuffer {
    #[inline]
    fn new(buffer: &Buffer, is_copied: bool) -> Self {
        let made = buffer.state.copies.made();
        let copies = || {
            buffer
                .changes
                .epoch()
                .saturating_add(made.into())
                .saturating_add(1)
        };
        Self {
            id: buffer.id(),
            address: buffer.address(),
            size: buffer.size(),
            copies: is_copied.then(copies).and_then(NonZeroU64::new),
        }
    }
}

/// The last draw, all of whose data was in place.
#[derive(Clone, Copy, Debug)]
struct LastDraw {
    target: Target,
    draw: ApplicationDraw,
    sequence: Sequence,
    /// Its indices' buffer.
    indices: Option<KnownBuffer>,
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
        const {
            assert!(
                ATTRIBUTES <= MOST_ATTRIBUTES,
                "at most 32 attributes are allowed"
            );
        }
        let mut state = Self {
            attributes: ArrayVec::new_const(),
            arrays: ArrayVec::new_const(),
            numbers: ArrayVec::new_const(),
            template: DrawCall::new(Arch::V7, 0),
            ignores_vertex_id: false,
            buffers: ArrayVec::new_const(),
            is_known: false,
            constants: None,
            is_found: false,
            limits: Limits::NONE,
            data: VertexData::new(),
            ranges: ArrayVec::new_const(),
            index_data: None,
            found_bounds: None,
            last: None,
        };
        state.set_attributes(attributes)?;
        Ok(state)
    }

    /// Other attributes from now on.
    ///
    /// # Errors
    ///
    /// [`Error::TooManyAttributes`]. They stay what they were then.
    ///
    /// ```
    /// # use mali_buffers::{Attribute, VertexState};
    /// let mut state: VertexState = VertexState::new(&[])?;
    /// state.set_attributes(&[Attribute::VertexId])?;
    /// assert_eq!(state.attributes().len(), 1);
    /// # Ok::<(), mali_buffers::Error>(())
    /// ```
    pub fn set_attributes(&mut self, attributes: &[Attribute]) -> Result<(), Error> {
        let too_many = Error::TooManyAttributes {
            attributes: attributes.len(),
            maximum: ATTRIBUTES,
        };
        self.attributes = ArrayVec::try_from(attributes).map_err(|_| too_many)?;
        self.arrays.clear();
        self.numbers.clear();
        for (number, attribute) in (0..).zip(attributes) {
            if let Attribute::Array(array) = attribute {
                append(&mut self.arrays, Fetch::of(array));
                append(&mut self.numbers, number);
            }
        }
        self.forget();
        Ok(())
    }

    /// This state, drawn with the padding, the rounding, the table and so on that a driver chooses. What
    /// the application says of a draw, and the architecture, are not taken from here.
    ///
    /// ```
    /// use mali_instancing::{Arch, Padding};
    /// use mali_instancing::draw::DrawCall;
    /// # use mali_buffers::VertexState;
    /// let call = DrawCall { padding: Padding::Tight, ..DrawCall::new(Arch::V7, 0) };
    /// let state: VertexState = VertexState::new(&[])?.with_call(call);
    /// # Ok::<(), mali_buffers::Error>(())
    /// ```
    #[must_use]
    pub fn with_call(mut self, template: DrawCall) -> Self {
        self.template = template;
        self.last = None;
        self
    }

    /// This state, with which a shader is drawn that does not read the vertex's number: GL's `gl_VertexID`. Where a
    /// draw's indices are few, far apart and none restarts, and vertices must be streamed, only those are then that the
    /// indices name, and they are drawn [without the indices](crate::Plan::gathered).
    ///
    /// Far apart are n indices of V vertices if V is above 256 and more than 4 n, above 64 and more than 8 n, or more
    /// than 16 n, as for Mesa's `u_vbuf`.
    ///
    /// ```
    /// # use mali_buffers::VertexState;
    /// let state: VertexState = VertexState::new(&[])?.without_vertex_id();
    /// # Ok::<(), mali_buffers::Error>(())
    /// ```
    #[must_use]
    pub fn without_vertex_id(mut self) -> Self {
        self.ignores_vertex_id = true;
        self
    }

    /// The attributes.
    ///
    /// ```
    /// # use mali_buffers::VertexState;
    /// assert_eq!(VertexState::<16>::new(&[])?.attributes(), []);
    /// # Ok::<(), mali_buffers::Error>(())
    /// ```
    #[must_use]
    pub fn attributes(&self) -> &[Attribute] {
        &self.attributes
    }

    /// Forgets what was found out.
    ///
    /// ```
    /// # use mali_buffers::VertexState;
    /// let mut state: VertexState = VertexState::new(&[])?;
    /// state.forget();
    /// assert!(state.index_data().is_none());
    /// # Ok::<(), mali_buffers::Error>(())
    /// ```
    pub fn forget(&mut self) {
        self.is_known = false;
        self.last = None;
        self.index_data = None;
    }

    /// The vertices from which the primitives of the last [draw in place](crate::Planner::draw_in_place) are made.
    ///
    /// ```
    /// # use mali_buffers::VertexState;
    /// assert!(VertexState::<16>::new(&[])?.index_data().is_none());
    /// # Ok::<(), mali_buffers::Error>(())
    /// ```
    #[must_use]
    pub const fn index_data(&self) -> Option<&IndexData> {
        self.index_data.as_ref()
    }

    /// The vertex input of the last [draw in place](crate::Planner::draw_in_place).
    ///
    /// ```
    /// # use mali_buffers::VertexState;
    /// assert!(VertexState::<16>::new(&[])?.vertex_data().is_none());
    /// # Ok::<(), mali_buffers::Error>(())
    /// ```
    #[must_use]
    pub const fn vertex_data(&self) -> Option<&VertexData<ATTRIBUTES>> {
        match self.last {
            Some(_) => Some(&self.data),
            None => None,
        }
    }

    /// Whether vertices may be drawn with other numbers than the application's.
    pub(crate) fn may_gather(&self) -> bool {
        self.ignores_vertex_id && !self.attributes.contains(&Attribute::VertexId)
    }

    /// The draw, as descriptors say it.
    pub(crate) fn call(
        &self,
        target: Target,
        draw: &ApplicationDraw,
        vertices: IndexedVertices,
    ) -> DrawCall {
        DrawCall {
            arch: target.arch,
            vertices: vertices.vertices,
            instances: Some(draw.instances),
            first_vertex: vertices.first_vertex,
            first_instance: draw.first_instance,
            ..self.template
        }
    }

    /// The attributes that are arrays, each with the attribute that it is.
    pub(crate) fn arrays(&self) -> impl Iterator<Item = (usize, FetchedArray)> {
        joined(&self.attributes, &self.numbers, &self.arrays)
    }

    /// Whether nothing need be written for any attribute, as far as no count says otherwise: known, or looked for.
    #[inline]
    pub(crate) fn is_found<A: ClientState, M: GpuMemory>(
        &mut self,
        (constants, planner): (&Constants, usize),
        application: &A,
        memory: &M,
    ) -> bool {
        let is_as_it_was = |known: &KnownBuffer| {
            let buffer = application.buffer(known.id);
            buffer.is_some_and(|buffer| KnownBuffer::new(buffer, known.copies.is_some()) == *known)
        };
        let are_constants_known = match self.constants {
            None => true,
            Some(known) => known == (planner, constants.revision(self.is_found)),
        };
        if !(self.is_known && are_constants_known && self.buffers.iter().all(is_as_it_was)) {
            self.last = None;
            self.is_known = true;
            self.constants = None;
            self.is_found = self.find(constants, application, memory).is_some();
            if self.attributes.len() > self.arrays.len() {
                self.constants = Some((planner, constants.revision(self.is_found)));
            }
        }
        self.is_found
    }

    #[inline(never)]
    fn find<A: ClientState, M: GpuMemory>(
        &mut self,
        constants: &Constants,
        application: &A,
        memory: &M,
    ) -> Option<()> {
        self.buffers.clear();
        self.ranges.clear();
        self.limits = Limits::NONE;
        self.data.begin(&self.attributes);
        for (number, fetched) in joined(&self.attributes, &self.numbers, &self.arrays) {
            let id = fetched.array.source.buffer()?;
            let Some(buffer) = application.buffer(id) else {
                // Nothing says when there is one.
                self.buffers.clear();
                self.is_known = false;
                return None;
            };
            let known = KnownBuffer::new(buffer, fetched.obstacle(buffer).is_some());
            if !self.buffers.contains(&known) {
                append(&mut self.buffers, known);
            }
            let found = fetched.found(buffer)?;
            let (size, offset) = whole_buffer(found.offset, found.size)?;
            self.limits
                .add(&fetched, &found, fetched.elements_in(buffer.size()));
            let vertex_buffer = VertexBuffer {
                size: Some(size),
                ..VertexBuffer::new(found.stride, fetched.array.rate)
            };
            let location = Location {
                memory: found.memory,
                offset: 0,
            };
            let index = self.data.add_buffer(location, vertex_buffer);
            let attribute = VertexAttribute::new(index, fetched.reading.format, offset);
            self.data.set(number, attribute);
            self.data.decide(number, found.decision);
        }
        for (number, attribute) in self.attributes.iter().enumerate() {
            if let Attribute::Constant(value) = attribute {
                let offset = constants.find(value.to_le_bytes(), &mut 0)?;
                let location = Location {
                    memory: MemoryRef::Constants,
                    offset,
                };
                self.data
                    .read_constant(number, value, location, Decision::ConstantFound);
            }
        }
        for location in self.data.locations() {
            append(
                &mut self.ranges,
                BufferRange::at(memory.address_of(location).ok()?),
            );
        }
        Some(())
    }

    /// Whether a draw is the last one, and has what that had.
    #[inline]
    #[expect(
        clippy::trivially_copy_pass_by_ref,
        reason = "a value would be put together from its bytes in every draw that did not change"
    )]
    pub(crate) fn is_last<A: ClientState>(
        &self,
        target: &Target,
        draw: &ApplicationDraw,
        application: &A,
    ) -> Option<Sequence> {
        let last = self.last.as_ref()?;
        let is_same = last.draw == *draw
            && last.target == *target
            && last.indices.is_none_or(|known| {
                application.buffer(known.id).is_some_and(|buffer| {
                    KnownBuffer::new(buffer, true) == known && !buffer.is_volatile()
                })
            });
        is_same.then_some(last.sequence)
    }

    /// Takes a draw's counts, if all its attributes are in place. `false` if it needs elements that are not
    /// there, or if more must be known of its indices.
    #[inline(never)]
    pub(crate) fn set_counts<A: ClientState>(
        &mut self,
        target: Target,
        draw: &ApplicationDraw,
        application: &A,
    ) -> Result<bool, Error> {
        self.last = None;
        self.found_bounds = None;
        if draw.is_of_nothing() {
            return Ok(false);
        }
        let (index_data, may_be_unbounded) = match draw.vertices {
            Vertices::Arrays { first, count } => {
                let vertices = IndexedVertices {
                    vertices: count,
                    first_vertex: first,
                    base_vertex_offset: 0,
                };
                (IndexData::new(vertices), false)
            }
            Vertices::Elements(ref array) => {
                let Some((id, buffer)) = array
                    .source
                    .buffer()
                    .and_then(|id| Some((id, application.buffer(id)?)))
                else {
                    return Ok(false);
                };
                let known =
                    ElementSource::known(target, array, (buffer, application.found_bounds(id)));
                let Some((elements, found_bounds)) = known else {
                    return Ok(false);
                };
                let Some(index_data) = elements.found(buffer)? else {
                    return Ok(false);
                };
                self.found_bounds = found_bounds;
                (index_data, !target.needs_bounds())
            }
        };
        if index_data.vertices.vertices == 0 {
            return Ok(false);
        }
        let call = self.call(target, draw, index_data.vertices);
        let refuses = target.out_of_bounds == OutOfBounds::Refuse;
        let are_passed = refuses && self.limits.are_passed(&call, may_be_unbounded);
        if are_passed || !self.limits.are_within_reach(&call) {
            return Ok(false);
        }
        self.data.call = call;
        self.index_data = Some(index_data);
        Ok(true)
    }

    /// Writes the tables of the draw whose [counts](Self::set_counts) were taken. Kept apart from draws that did not
    /// change, which need fewer registers.
    #[inline(never)]
    pub(crate) fn write(&self, words: &mut [u32]) -> Result<Tables, Error> {
        self.data.call.invocation()?;
        self.data.write_at(&self.ranges, words)
    }

    /// Writes down that `draw` was drawn without a plan by that work.
    pub(crate) fn drawn<A: ClientState>(
        &mut self,
        target: Target,
        draw: &ApplicationDraw,
        application: &mut A,
        sequence: Sequence,
    ) {
        let indices = match draw.vertices {
            Vertices::Elements(array) => array.source.buffer(),
            Vertices::Arrays { .. } => None,
        };
        if let (Some(id), Some(found)) = (indices, self.found_bounds) {
            let used = application.buffer_mut(id).map_or(0, Buffer::count_use);
            FoundBounds::put(application.found_bounds_mut(id), found, used);
        }
        let indices = indices.and_then(|id| application.buffer(id));
        self.last = Some(LastDraw {
            target,
            draw: *draw,
            sequence,
            indices: indices.map(|buffer| KnownBuffer::new(buffer, true)),
        });
    }

    /// Where the last draw without a plan reads data from.
    pub(crate) fn places_read(&self) -> impl Iterator<Item = Location> {
        let indices = self.index_data.and_then(|data| data.indices);
        let indices = indices.map(|indices| indices.location);
        self.data.locations().iter().copied().chain(indices)
    }
}

/// The attributes that are arrays: of those `numbers`, with what is known of each.
fn joined(
    attributes: &[Attribute],
    numbers: &[u8],
    arrays: &[Fetch],
) -> impl Iterator<Item = (usize, FetchedArray)> {
    let numbers = numbers.iter().map(|&number| usize::from(number));
    numbers
        .zip(arrays)
        .filter_map(|(number, fetch)| match attributes.get(number) {
            Some(Attribute::Array(array)) => Some((number, fetch.with(*array))),
            _ => None,
        })
}
