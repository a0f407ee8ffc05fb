use arrayvec::ArrayVec;

use super::data::{MAX_ATTRIBUTES, MOST_ATTRIBUTES, VertexData};
use super::found::{FoundAttributes, KnownBuffer};
use crate::draw::{ApplicationDraw, Attribute, ElementArray, OutOfBounds, Target, Vertices};
use crate::error::Error;
use crate::two_phase::Location;
use crate::two_phase::memory::{ClientState, Constants, FoundBounds, GpuMemory, keep_bounds};
use crate::two_phase::planning::fetched_array::{ElementLayout, FetchedArray};
use crate::two_phase::planning::in_place::InPlace;
use crate::two_phase::planning::indices::data::IndexData;
use crate::two_phase::planning::indices::found_indices;
use crate::types::{ContextId, Sequence};
use mali_instancing::draw::{DrawCall, DrawError, IndexedVertices};

/// The state that a driver keeps between draws: the attributes, and the facts that were found about them.
///
/// Any [`Planner`](crate::two_phase::Planner) of the same buffers may draw with it. If the [`BufferId`](crate::BufferId) of a
/// deleted buffer is given to another, the state must [forget](VertexState::forget) these facts.
///
/// `ATTRIBUTES` is the largest number of attributes that a draw may have, at most 32.
///
/// ```
/// use mali_buffers::two_phase::{Attribute, ConstantValue, VertexState};
///
/// let white = Attribute::Constant(ConstantValue::Float([1.0; 4]));
/// let state: VertexState = VertexState::new(&[white])?;
/// assert_eq!(state.attributes(), [white]);
/// # Ok::<(), mali_buffers::Error>(())
/// ```
#[derive(Clone, Debug)]
pub struct VertexState<const ATTRIBUTES: usize = MAX_ATTRIBUTES> {
    attributes: ArrayVec<Attribute, ATTRIBUTES>,
    /// The size and the alignment of the elements of each attribute that is an array.
    elements: [ElementLayout; ATTRIBUTES],
    /// Whether the caller has declared that the shader does not read the vertex's number.
    ignores_vertex_id: bool,
    found: FoundAttributes<ATTRIBUTES>,
    index_data: IndexData,
    /// The buffer of the draw's indices.
    indices: Option<KnownIndices>,
    /// The last draw whose data was all in place, and its work.
    last: Option<(ApplicationDraw, Sequence)>,
}

/// The buffer of a draw's indices.
#[derive(Clone, Copy, Debug)]
struct KnownIndices {
    buffer: KnownBuffer,
    /// The epoch of its data.
    epoch: u64,
    /// The bounds of the indices that were found before.
    bounds: Option<FoundBounds>,
}

impl<const ATTRIBUTES: usize> VertexState<ATTRIBUTES> {
    /// The attributes that a shader reads, in its order.
    ///
    /// # Errors
    ///
    /// [`Error::TooManyAttributes`].
    ///
    /// ```
    /// use mali_buffers::two_phase::{Attribute, Error, VertexState};
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
            elements: [ElementLayout::NONE; ATTRIBUTES],
            ignores_vertex_id: false,
            found: FoundAttributes::NONE,
            index_data: IndexData::of_arrays(0, 0),
            indices: None,
            last: None,
        };
        state.set_attributes(attributes)?;
        Ok(state)
    }

    /// Replaces the attributes.
    ///
    /// # Errors
    ///
    /// [`Error::TooManyAttributes`]. The attributes are unchanged then.
    ///
    /// ```
    /// # use mali_buffers::two_phase::{Attribute, VertexState};
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
        for (elements, attribute) in self.elements.iter_mut().zip(attributes) {
            if let Attribute::Array(array) = attribute {
                *elements = ElementLayout::of(array.format);
            }
        }
        self.forget();
        Ok(())
    }

    /// This state, drawn with the padding, the rounding, the table and other choices of a driver. The values that the
    /// application states of a draw, and the architecture, are not taken from `call`.
    #[must_use]
    pub fn with_call(mut self, template: DrawCall) -> Self {
        self.found.data.call = template;
        self.forget();
        self
    }

    /// This state, for a shader that does not read the vertex's number: GL's `gl_VertexID`. If a draw's indices are few
    /// and far apart, none restarts, and vertices must be streamed, then only the vertices that the indices name are
    /// streamed, and they are drawn [without the indices](crate::two_phase::Plan::gathered).
    ///
    /// A draw's n indices are far apart if they span V vertices, and V is above 256 and more than 4 n, above 64 and
    /// more than 8 n, or more than 16 n, as in Mesa's `u_vbuf`.
    #[must_use]
    pub fn without_vertex_id(mut self) -> Self {
        self.ignores_vertex_id = true;
        self
    }

    /// The attributes.
    #[must_use]
    pub fn attributes(&self) -> &[Attribute] {
        &self.attributes
    }

    /// Forgets the facts that were found about the attributes.
    pub fn forget(&mut self) {
        self.found.forget();
        self.last = None;
    }

    /// The vertices from which the primitives of the last [draw in place](crate::two_phase::Planner::draw_in_place) are made.
    #[must_use]
    pub const fn index_data(&self) -> Option<&IndexData> {
        match self.last {
            Some(_) => Some(&self.index_data),
            None => None,
        }
    }

    /// The vertex input of the last [draw in place](crate::two_phase::Planner::draw_in_place).
    #[must_use]
    pub const fn vertex_data(&self) -> Option<&VertexData<ATTRIBUTES>> {
        match self.last {
            Some(_) => Some(&self.found.data),
            None => None,
        }
    }

    /// Whether vertices may be drawn with other numbers than those of the application.
    pub(crate) fn may_gather(&self) -> bool {
        self.ignores_vertex_id && !self.attributes.contains(&Attribute::VertexId)
    }

    /// Those of the attributes in the set `among` that are arrays, each with its number.
    #[inline]
    pub(crate) fn arrays(&self, among: u32) -> impl Iterator<Item = (usize, FetchedArray)> {
        arrays(&self.attributes, &self.elements, among)
    }

    /// The facts about the places of the attributes.
    #[inline]
    pub(crate) const fn found(&self) -> &FoundAttributes<ATTRIBUTES> {
        &self.found
    }

    /// Finds the places of the attributes.
    #[inline(never)]
    pub(crate) fn find<A: ClientState, M: GpuMemory>(
        &mut self,
        target: Target,
        constants: (&Constants, ContextId),
        application: &A,
        memory: &M,
    ) {
        self.last = None;
        let arrays = arrays(&self.attributes, &self.elements, u32::MAX);
        let attributes = (&*self.attributes, arrays);
        let found = &mut self.found;
        found.find(target, attributes, constants, application, memory);
    }

    /// The work of the last draw, if a draw whose attributes are found is the same as the last one, with the same data
    /// in the same places.
    #[inline]
    pub(crate) fn is_last<A: ClientState>(
        &self,
        draw: &ApplicationDraw,
        application: &A,
    ) -> Option<Sequence> {
        let (last, sequence) = self.last.as_ref()?;
        let is_same = last == draw
            && self.indices.as_ref().is_none_or(|known| {
                let buffer = known.buffer.of(application);
                buffer.is_some_and(|buffer| {
                    buffer.changes.epoch() == known.epoch && !buffer.is_volatile()
                })
            });
        is_same.then_some(*sequence)
    }

    /// Writes the tables of a draw whose attributes are all found. The draw still needs a plan if it needs elements
    /// that do not exist, or more facts about its indices.
    #[inline]
    pub(crate) fn write<A: ClientState>(
        &mut self,
        target: Target,
        draw: &ApplicationDraw,
        application: &A,
        words: &mut [u32],
    ) -> Result<InPlace, Error> {
        self.last = None;
        self.indices = None;
        if draw.is_of_nothing() {
            return Ok(InPlace::NeedsPlan);
        }
        let mut is_unbounded = false;
        match draw.vertices {
            Vertices::Arrays { first, count } => {
                self.index_data = IndexData::of_arrays(first, count);
            }
            Vertices::Elements(ref array) => {
                if !self.find_indices(target, array, application)? {
                    return Ok(InPlace::NeedsPlan);
                }
                is_unbounded = !target.needs_bounds();
            }
        }
        let FoundAttributes { data, limits, .. } = &mut self.found;
        let call = &mut data.call;
        set_counts(call, draw, self.index_data.vertices)?;
        let refuses = target.out_of_bounds == OutOfBounds::Refuse;
        if refuses && limits.are_passed(call, is_unbounded) || !limits.are_within_reach(call) {
            return Ok(InPlace::NeedsPlan);
        }
        Ok(InPlace::Written(self.found.write(words)?))
    }

    /// Finds a draw's indices. The result is `false` if something must be written or found out for them, or if they
    /// draw nothing. This is a separate function, since draws without indices need less stack.
    #[inline(never)]
    fn find_indices<A: ClientState>(
        &mut self,
        target: Target,
        array: &ElementArray,
        application: &A,
    ) -> Result<bool, Error> {
        let Some(buffer) = array.source.buffer().and_then(|id| application.buffer(id)) else {
            return Ok(false);
        };
        let known = application.found_bounds(buffer.id());
        let Some((index_data, bounds)) = found_indices(target, array, buffer, known)? else {
            return Ok(false);
        };
        self.index_data = index_data;
        self.indices = Some(KnownIndices {
            buffer: KnownBuffer::new(buffer),
            epoch: buffer.changes.epoch(),
            bounds: bounds.map(|bounds| bounds.at(&buffer.changes)),
        });
        Ok(self.index_data.vertices.vertices > 0)
    }

    /// Records that `draw` was drawn.
    #[inline]
    pub(crate) fn note(&mut self, draw: &ApplicationDraw, sequence: Sequence) {
        self.last = Some((*draw, sequence));
    }

    /// Records that the last draw is also part of the work `sequence`.
    pub(crate) fn drawn<A: ClientState>(&mut self, application: &mut A, sequence: Sequence) {
        if let Some(KnownIndices {
            buffer,
            bounds: Some(found),
            ..
        }) = self.indices
        {
            keep_bounds(application, buffer.id, found);
        }
        if let Some((_, last)) = &mut self.last {
            *last = sequence;
        }
    }

    /// The places from which the last draw reads its attributes and its indices.
    pub(crate) fn places_read(&self) -> impl Iterator<Item = Location> {
        let indices = self.index_data.indices.map(|indices| indices.location);
        self.found.data.locations().iter().copied().chain(indices)
    }
}

/// Sets the counts of a draw in `call`, or returns the error of counts that no descriptor can hold.
pub(crate) fn set_counts(
    call: &mut DrawCall,
    draw: &ApplicationDraw,
    vertices: IndexedVertices,
) -> Result<(), DrawError> {
    call.vertices = vertices.vertices;
    call.instances = Some(draw.instances);
    call.first_vertex = vertices.first_vertex;
    call.first_instance = draw.first_instance;
    // A descriptor can hold every count of 16 bits.
    if call.vertices.max(draw.instances) > 1 << 16 {
        call.invocation()?;
    }
    Ok(())
}

#[inline]
fn arrays(
    attributes: &[Attribute],
    elements: &[ElementLayout],
    among: u32,
) -> impl Iterator<Item = (usize, FetchedArray)> {
    let numbered = attributes.iter().zip(elements).enumerate();
    numbered.filter_map(move |(number, (attribute, &elements))| match attribute {
        Attribute::Array(array) if among >> number & 1 == 1 => {
            Some((number, FetchedArray::new(*array, elements)))
        }
        _ => None,
    })
}
