use arrayvec::ArrayVec;

use super::data::{MAX_ATTRIBUTES, MOST_ATTRIBUTES, VertexData};
use super::limits::Limits;
use crate::draw::{ApplicationDraw, Attribute, Vertices};
use crate::draw::{OutOfBounds, Target};
use crate::error::Error;
use crate::list::append;
use crate::memory::Buffer;
use crate::memory::{ClientState, FoundBounds};
use crate::planning::decision::Decision;
use crate::planning::fetched_array::FetchedArray;
use crate::planning::fetched_array::whole_buffer;
use crate::planning::indices::data::IndexData;
use crate::planning::indices::known_indices;
use crate::types::Sequence;
use crate::types::{BufferId, DataSource};
use crate::types::{Location, MemoryRef};
use mali_instancing::Arch;
use mali_instancing::draw::{
    BufferRange, DrawCall, IndexedVertices, Tables, VertexAttribute, VertexBuffer,
};

/// What a driver keeps between draws: the attributes, and what was found out about them.
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
    arrays: ArrayVec<FetchedArray, ATTRIBUTES>,
    numbers: ArrayVec<u8, ATTRIBUTES>,
    template: DrawCall,
    /// The buffers that were looked at, as they were.
    buffers: ArrayVec<KnownBuffer, ATTRIBUTES>,
    is_known: bool,
    /// Whether all attributes are read where the application has put them.
    is_in_place: bool,
    limits: Limits<ATTRIBUTES>,
    data: VertexData<ATTRIBUTES>,
    /// Where the buffers of `data` begin, if all attributes are in place.
    ranges: ArrayVec<BufferRange, ATTRIBUTES>,
    index_data: Option<IndexData>,
    /// What was found before of its indices.
    found_bounds: Option<FoundBounds>,
    last: Option<LastDraw>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct KnownBuffer {
    id: BufferId,
    address: Option<u64>,
    size: u64,
}

impl KnownBuffer {
    const fn new(buffer: &Buffer) -> Self {
        Self {
            id: buffer.id(),
            address: buffer.address(),
            size: buffer.size(),
        }
    }
}

/// The last draw, all of whose data was in place.
#[derive(Clone, Copy, Debug)]
struct LastDraw {
    target: Target,
    draw: ApplicationDraw,
    sequence: Sequence,
    /// Its indices' buffer, and its epoch.
    indices: Option<(KnownBuffer, u64)>,
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
            buffers: ArrayVec::new_const(),
            is_known: false,
            is_in_place: false,
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
                append(&mut self.arrays, FetchedArray::new(array));
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

    /// What the primitives of the last [draw in place](crate::Planner::draw_in_place) are made of.
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

    /// The attributes that are arrays.
    pub(crate) fn arrays(&self) -> &[FetchedArray] {
        &self.arrays
    }

    /// The same, each with the attribute that it is.
    pub(crate) fn numbered_arrays(&self) -> impl Iterator<Item = (usize, &FetchedArray)> {
        let numbers = self.numbers.iter().map(|&number| usize::from(number));
        numbers.zip(&self.arrays)
    }

    /// Whether all attributes are read in place, as far as no count says otherwise: known, or looked for.
    #[inline]
    pub(crate) fn is_in_place<A: ClientState>(&mut self, application: &A) -> bool {
        let is_as_it_was = |known: &KnownBuffer| {
            let buffer = application.buffer(known.id);
            buffer.is_some_and(|buffer| KnownBuffer::new(buffer) == *known)
        };
        if !(self.is_known && self.buffers.iter().all(is_as_it_was)) {
            self.last = None;
            self.is_known = true;
            self.is_in_place = self.find(application);
        }
        self.is_in_place
    }

    #[inline(never)]
    fn find<A: ClientState>(&mut self, application: &A) -> bool {
        self.buffers.clear();
        self.ranges.clear();
        self.limits = Limits::NONE;
        self.data.begin(&self.attributes);
        let is_constant = |attribute: &Attribute| matches!(attribute, Attribute::Constant(_));
        if self.attributes.iter().any(is_constant) {
            return false;
        }
        for (fetched, &number) in self.arrays.iter().zip(&self.numbers) {
            let array = &fetched.array;
            let DataSource::Buffer(id) = array.source else {
                return false;
            };
            let Some(buffer) = application.buffer(id) else {
                // Nothing says when there is one.
                self.buffers.clear();
                self.is_known = false;
                return false;
            };
            let known = KnownBuffer::new(buffer);
            if !self.buffers.contains(&known) {
                append(&mut self.buffers, known);
            }
            let whole = whole_buffer(array.offset, buffer.size());
            let (Some((size, offset)), Some(address), None) =
                (whole, buffer.address(), fetched.obstacle(buffer))
            else {
                return false;
            };
            self.limits.add(fetched, fetched.elements_in(buffer.size()));
            let memory = MemoryRef::Buffer {
                buffer: id,
                address,
            };
            let vertex_buffer = VertexBuffer {
                size: Some(size),
                ..VertexBuffer::new(fetched.stride, array.rate)
            };
            let location = Location { memory, offset: 0 };
            let index = self.data.add_buffer(location, vertex_buffer);
            if index == self.ranges.len() {
                append(&mut self.ranges, BufferRange::at(address));
            }
            let attribute = VertexAttribute::new(index, array.format, offset);
            self.data.set(number.into(), attribute);
            self.data.decide(number.into(), Decision::InPlace);
        }
        true
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
            && last.indices.is_none_or(|(known, epoch)| {
                application.buffer(known.id).is_some_and(|buffer| {
                    buffer.changes.epoch() == epoch
                        && KnownBuffer::new(buffer) == known
                        && !buffer.is_volatile()
                })
            });
        is_same.then_some(last.sequence)
    }

    /// Takes a draw's counts, if all its attributes are in place. `false` if it needs elements that are not
    /// there, or if more must be known of its indices.
    pub(crate) fn set_counts<A: ClientState>(
        &mut self,
        target: Target,
        draw: &ApplicationDraw,
        application: &A,
    ) -> Result<bool, Error> {
        self.last = None;
        self.found_bounds = None;
        let (index_data, may_be_unbounded) = match draw.vertices {
            Vertices::Arrays { first, count } => {
                let vertices = IndexedVertices {
                    vertices: count,
                    first_vertex: first,
                    base_vertex_offset: 0,
                };
                (IndexData::new(vertices), false)
            }
            Vertices::Elements(ref array) => match known_indices(target, array, application)? {
                Some((index_data, found)) => {
                    self.found_bounds = found;
                    (index_data, !target.needs_bounds())
                }
                None => return Ok(false),
            },
        };
        if index_data.vertices.vertices == 0 {
            return Err(Error::ZeroCount);
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

    /// Writes down that `draw` was drawn in place by that work.
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
        for id in self.buffers.iter().map(|known| known.id).chain(indices) {
            if let Some(buffer) = application.buffer_mut(id) {
                buffer.read_in_place(sequence);
            }
        }
        if let (Some(id), Some(found)) = (indices, self.found_bounds) {
            let used = application.buffer_mut(id).map_or(0, Buffer::count_use);
            FoundBounds::put(application.found_bounds_mut(id), found, used);
        }
        let indices = indices.and_then(|id| application.buffer(id));
        self.last = Some(LastDraw {
            target,
            draw: *draw,
            sequence,
            indices: indices.map(|buffer| (KnownBuffer::new(buffer), buffer.changes.epoch())),
        });
    }
}
