use super::application_draw::{ApplicationDraw, Mode, Vertices};
use super::decision::Decision;
use super::draft::Draft;
use super::element_source::ElementSource;
use super::error::Error;
use super::fetched_array::FetchedArray;
use super::index_stream::IndexStream;
use super::index_type::IndexType;
use super::line_loop::{sequential_closing_segment, sequential_strip_length};
use super::memory::Application;
use super::place::Location;
use super::plan::Contents;
use super::target::LineLoops;
use mali_instancing::draw::IndexedVertices;

/// Where a draw reads indices from.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "defmt", derive(defmt::Format))]
pub struct IndexInput {
    /// Where the first one is.
    pub location: Location,
    /// What they are.
    pub index_type: IndexType,
    /// How many there are.
    pub count: u32,
    /// The index that restarts primitives, if one does.
    pub restart_index: Option<u32>,
}

/// What a draw's primitives are made of.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "defmt", derive(defmt::Format))]
pub struct IndexData {
    /// What its vertices make, which is not what the application said if its line loops are strips.
    pub mode: Mode,
    /// Its indices; `None` if its vertices are one behind the other.
    pub indices: Option<IndexInput>,
    /// The segment that closes its line loop: another draw, of two indices, [`Mode::Lines`] and the
    /// same vertex input.
    pub closing_segment: Option<IndexInput>,
    /// The vertices that it shades, and what is added to an index to count among them: to an index of
    /// the application's as to one that was written for it. A target that counts from vertex 0 adds
    /// `offset_start` too.
    pub vertices: IndexedVertices,
    /// Where the indices come from, and why; `None` if there are none.
    pub decision: Option<Decision>,
}

/// Plans a draw's index data; `None` if nothing is drawn.
pub(super) fn prepare<A: Application, const ATTRIBUTES: usize>(
    draft: &mut Draft<'_, A, ATTRIBUTES>,
    arrays: &[FetchedArray],
    draw: &ApplicationDraw,
) -> Result<Option<IndexData>, Error> {
    let line_loops = match draw.mode {
        Mode::LineLoop => draft.target().line_loops,
        _ => LineLoops::Drawn,
    };
    let mode = match line_loops {
        LineLoops::Drawn => draw.mode,
        LineLoops::ClosingSegment | LineLoops::Strip => Mode::LineStrip,
    };
    match draw.vertices {
        Vertices::Arrays { first, count } => {
            let vertices = IndexedVertices {
                vertices: count,
                offset_start: first,
                base_vertex_offset: 0,
            };
            without_indices(draft, IndexData::new(mode, vertices), line_loops)
        }
        Vertices::Elements(array) => match ElementSource::new(draft, arrays, array, line_loops)? {
            Some(elements) => elements.prepare(draft, mode),
            None => Ok(None),
        },
    }
}

fn without_indices<A: Application, const ATTRIBUTES: usize>(
    draft: &mut Draft<'_, A, ATTRIBUTES>,
    mut data: IndexData,
    line_loops: LineLoops,
) -> Result<Option<IndexData>, Error> {
    let count = data.vertices.vertices;
    if count == 0 {
        return Err(Error::ZeroCount);
    }
    if line_loops == LineLoops::Drawn {
        return Ok(Some(data));
    }
    let Some(closing_segment) = sequential_closing_segment(count) else {
        return Ok(None);
    };
    let mut stream = IndexStream::new(IndexType::of(count - 1));
    if line_loops == LineLoops::Strip {
        let to = stream.index_type;
        let length = sequential_strip_length(count);
        stream.indices = Some((length, Contents::LineLoop { to, count }));
        data.decision = Some(Decision::Generated);
    } else {
        stream.closing_segment = Some(closing_segment);
    }
    stream.write(draft, None, &mut data)?;
    Ok(Some(data))
}

impl IndexData {
    /// Vertices one behind the other, until there is more to say.
    pub(super) const fn new(mode: Mode, vertices: IndexedVertices) -> Self {
        Self {
            mode,
            indices: None,
            closing_segment: None,
            vertices,
            decision: None,
        }
    }
}
