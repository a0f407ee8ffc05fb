use mali_instancing::draw::{
    BufferRange, DrawCounts, DrawError, Pipeline, Tables, VertexAttribute, VertexBuffer,
    VertexInputState, write,
};

use crate::constant::{Constant, constant};

/// As many buffers and attributes as the largest draw has.
pub(crate) type State = VertexInputState<16, 18>;

/// A draw of a case, prepared for each function that is measured.
pub(crate) struct BenchedDraw {
    pub(crate) pipeline: Pipeline,
    pub(crate) buffers: Vec<VertexBuffer>,
    pub(crate) attributes: Vec<VertexAttribute>,
    pub(crate) ranges: Vec<BufferRange>,
    state: State,
    pub(crate) counts: DrawCounts,
    constant: Box<dyn Constant>,
}

impl BenchedDraw {
    pub(crate) fn new(
        pipeline: Pipeline,
        counts: DrawCounts,
        buffers: Vec<VertexBuffer>,
        attributes: Vec<VertexAttribute>,
        ranges: Vec<BufferRange>,
    ) -> Result<Self, DrawError> {
        Ok(Self {
            state: State::new(pipeline, &buffers, &attributes)?,
            constant: constant(pipeline, counts, &buffers, &attributes)?,
            pipeline,
            counts,
            buffers,
            attributes,
            ranges,
        })
    }

    // Otherwise the call would be counted too.
    #[inline]
    pub(crate) fn write(&self, words: &mut [u32]) -> Result<Tables, DrawError> {
        let Self {
            pipeline,
            counts,
            buffers,
            attributes,
            ranges,
            ..
        } = self;
        write(pipeline, counts, buffers, attributes, ranges, words)
    }

    // The state's function is then in no loop whose values the compiler sees.
    #[inline(never)]
    pub(crate) fn write_state(&self, words: &mut [u32]) -> Result<Tables, DrawError> {
        self.state.write(&self.counts, &self.ranges, words)
    }

    pub(crate) fn write_constant(&self, words: &mut [u32]) -> Result<Tables, DrawError> {
        self.constant.write(&self.ranges, words)
    }

    #[inline(never)]
    pub(crate) fn make_state(&self, state: &mut State) -> Result<(), DrawError> {
        state.set(self.pipeline, &self.buffers, &self.attributes)
    }
}
