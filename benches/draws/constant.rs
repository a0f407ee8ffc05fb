//! Constants with counts, of as many buffers and attributes as a draw has.

use mali_instancing::draw::{
    BufferRange, DrawCounts, DrawError, Pipeline, Tables, VertexAttribute, VertexBuffer,
    VertexInput,
};

pub(crate) trait Constant {
    fn write(&self, ranges: &[BufferRange], words: &mut [u32]) -> Result<Tables, DrawError>;
}

impl<const BUFFERS: usize, const ATTRIBUTES: usize, const WORDS: usize> Constant
    for VertexInput<BUFFERS, ATTRIBUTES, WORDS>
{
    fn write(&self, ranges: &[BufferRange], words: &mut [u32]) -> Result<Tables, DrawError> {
        let ranges = ranges.try_into().expect("a range for each buffer");
        self.write(ranges, words)
    }
}

type Made = Result<Box<dyn Constant>, DrawError>;

fn of<const BUFFERS: usize, const ATTRIBUTES: usize>(
    pipeline: Pipeline,
    counts: DrawCounts,
    buffers: [VertexBuffer; BUFFERS],
    attributes: [VertexAttribute; ATTRIBUTES],
) -> Made {
    Ok(if pipeline.arch.has_attribute_buffers() {
        Box::new(VertexInput::<_, _, 2>::new(
            pipeline, counts, buffers, attributes,
        )?)
    } else {
        Box::new(VertexInput::<_, _, 8>::new(
            pipeline, counts, buffers, attributes,
        )?)
    })
}

/// Calls [`of`] with arrays. Each pair of lengths is code of its own, so only those that a draw has are here.
macro_rules! of_lengths {
    ($pipeline:ident, $counts:ident, $buffers:ident, $attributes:ident: $($buffer_count:literal { $($count:literal)* })*) => {
        match ($buffers.len(), $attributes.len()) {
            $($(($buffer_count, $count) => of::<$buffer_count, $count>(
                $pipeline,
                $counts,
                $buffers.try_into().expect("this length"),
                $attributes.try_into().expect("this length"),
            ),)*)*
            (buffers, attributes) => panic!("{buffers} buffers, {attributes} attributes: add them here"),
        }
    };
}

/// A constant of the parts.
pub(crate) fn constant(
    pipeline: Pipeline,
    counts: DrawCounts,
    buffers: &[VertexBuffer],
    attributes: &[VertexAttribute],
) -> Made {
    of_lengths! { pipeline, counts, buffers, attributes:
        1 { 0 1 2 3 4 5 6 7 }
        2 { 0 1 2 3 4 5 6 7 }
        3 { 0 1 2 3 4 5 6 7 }
        4 { 0 1 2 3 4 5 6 7 }
        5 { 0 1 2 3 4 5 6 7 8 }
        6 { 8 10 }
        7 { 8 }
        8 { 8 10 16 }
        13 { 13 }
        16 { 16 18 }
    }
}
