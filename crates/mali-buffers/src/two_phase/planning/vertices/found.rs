use arrayvec::ArrayVec;

use super::data::{VertexData, constants_among, in_cell};
use super::limits::Limits;
use crate::draw::{Attribute, Target};
use crate::list::append;
use crate::planning::Decision;
use crate::two_phase::memory::{Buffer, ClientState, Constants, GpuMemory};
use crate::two_phase::planning::fetched_array::FetchedArray;
use crate::types::{BufferId, ContextId};
use mali_instancing::draw::{BufferRange, DrawError, Tables, VertexInputState};

/// The places from which a state's attributes are read, if no draw needs a write for any of them.
#[derive(Clone, Debug)]
pub(crate) struct FoundAttributes<const ATTRIBUTES: usize> {
    /// The target for which the places were found; `None` if they must be found again.
    target: Option<Target>,
    /// Whether the places of all attributes were found.
    pub(crate) is_found: bool,
    /// The buffers that were inspected, as they were then.
    buffers: ArrayVec<KnownBuffer, ATTRIBUTES>,
    /// The planner whose constants were inspected, and the revision of the constants.
    constants: Option<(ContextId, u64)>,
    pub(crate) limits: Limits<ATTRIBUTES>,
    pub(crate) data: VertexData<ATTRIBUTES>,
    /// The same vertex input, checked. It is valid if `checked` is `Ok`.
    input: VertexInputState<ATTRIBUTES, ATTRIBUTES>,
    checked: Result<(), DrawError>,
    /// The offsets and the sizes of its buffers.
    ranges: ArrayVec<BufferRange, ATTRIBUTES>,
}

/// A buffer, and a number that changes if its data or its copies move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct KnownBuffer {
    pub(crate) id: BufferId,
    places: u32,
}

impl KnownBuffer {
    pub(crate) const fn new(buffer: &Buffer) -> Self {
        Self {
            id: buffer.id(),
            places: buffer.places,
        }
    }

    /// The buffer, if its data and copies have not moved since.
    #[inline]
    pub(crate) fn of<A: ClientState>(self, application: &A) -> Option<&Buffer> {
        let buffer = application.buffer(self.id);
        buffer.filter(|buffer| buffer.places == self.places)
    }
}

impl<const ATTRIBUTES: usize> FoundAttributes<ATTRIBUTES> {
    pub(crate) const NONE: Self = Self {
        target: None,
        is_found: false,
        buffers: ArrayVec::new_const(),
        constants: None,
        limits: Limits::NONE,
        data: VertexData::new(),
        input: VertexInputState::empty(),
        checked: Ok(()),
        ranges: ArrayVec::new_const(),
    };

    /// Requires the places to be found again.
    pub(crate) const fn forget(&mut self) {
        self.target = None;
    }

    /// Whether the places that were found are still valid.
    #[inline]
    #[expect(
        clippy::trivially_copy_pass_by_ref,
        reason = "a value would be put together from its bytes in every draw"
    )]
    pub(crate) fn is_known<A: ClientState>(
        &self,
        target: &Target,
        (constants, planner): (&Constants, ContextId),
        application: &A,
    ) -> bool {
        let revision = || constants.revision(self.is_found);
        let mut buffers = self.buffers.iter();
        self.target.as_ref() == Some(target)
            && (self.constants).is_none_or(|known| known == (planner, revision()))
            && buffers.all(|known| known.of(application).is_some())
    }

    /// Finds the places, for this target and the rules of the call in `data`.
    #[inline]
    pub(crate) fn find<A: ClientState, M: GpuMemory>(
        &mut self,
        target: Target,
        (attributes, arrays): (&[Attribute], impl Iterator<Item = (usize, FetchedArray)>),
        (constants, planner): (&Constants, ContextId),
        application: &A,
        memory: &M,
    ) {
        self.target = Some(target);
        self.data.call.arch = target.arch;
        self.buffers.clear();
        self.data.begin(attributes);
        self.is_found =
            self.find_arrays(arrays, application) && self.find_constants(attributes, constants);
        if self.is_found && !self.find_addresses(memory) {
            self.is_found = false;
            // No event tells when there is an address.
            self.forget();
        }
        let has_constants = constants_among(attributes, u32::MAX).next().is_some();
        self.constants = has_constants.then(|| (planner, constants.revision(self.is_found)));
        if self.is_found {
            self.check();
        }
    }

    #[inline(never)]
    fn check(&mut self) {
        let (pipeline, data) = (self.data.call.pipeline(), &self.data);
        self.checked = self.input.set(pipeline, data.buffers(), data.attributes());
    }

    /// Writes the tables of a draw whose counts are those of `data`. This is a separate function, since finding indices
    /// needs stack too.
    #[inline(never)]
    pub(crate) fn write(&self, words: &mut [u32]) -> Result<Tables, DrawError> {
        self.checked?;
        let counts = self.data.call.counts();
        self.input
            .write_from(&counts, &self.ranges, self.data.first_elements(), words)
    }

    fn find_arrays<A: ClientState>(
        &mut self,
        arrays: impl Iterator<Item = (usize, FetchedArray)>,
        application: &A,
    ) -> bool {
        self.limits = Limits::NONE;
        for (number, fetched) in arrays {
            let Some(id) = fetched.array.source.buffer() else {
                return false;
            };
            let Some(buffer) = application.buffer(id) else {
                // No event tells when there is an address.
                self.forget();
                return false;
            };
            let known = KnownBuffer::new(buffer);
            if !self.buffers.contains(&known) {
                append(&mut self.buffers, known);
            }
            let Some((found, whole)) = fetched.found_whole(buffer) else {
                return false;
            };
            let elements = fetched.elements_in(buffer.size());
            self.limits.add(fetched.array.rate, &found, elements);
            self.data.read_array(number, &fetched, &found, whole);
        }
        true
    }

    fn find_constants(&mut self, attributes: &[Attribute], constants: &Constants) -> bool {
        for (number, value) in constants_among(attributes, u32::MAX) {
            let Some(cell) = constants.find(value.to_le_bytes(), &mut 0) else {
                return false;
            };
            let decision = Decision::ConstantFound;
            self.data
                .read_constant(number, value, in_cell(cell), decision);
        }
        true
    }

    /// This is a separate function, as are the addresses and the checks that follow: finding arrays needs the most
    /// stack.
    #[inline(never)]
    fn find_addresses<M: GpuMemory>(&mut self, memory: &M) -> bool {
        self.data.find_ranges(memory, &mut self.ranges).is_ok()
    }
}
