use super::data::IndexData;
use super::element_source::ElementSource;
use super::index_stream::IndexStream;
use crate::asked::LineLoops;
use crate::asked::{ApplicationDraw, Mode, Vertices};
use crate::conversion::{sequential_closing_segment, sequential_strip_length};
use crate::memory::Application;
use crate::planning::data_copy::Contents;
use crate::planning::decision::Decision;
use crate::planning::draft::Draft;
use crate::planning::fetched_array::FetchedArray;
use crate::terms::Error;
use crate::terms::IndexType;
use mali_instancing::draw::IndexedVertices;

/// Plans a draw's index data; `None` if nothing is drawn.
pub(crate) fn prepare<A: Application, const ATTRIBUTES: usize>(
    draft: &mut Draft<'_, A, ATTRIBUTES>,
    arrays: &[FetchedArray],
    draw: &ApplicationDraw,
) -> Result<Option<IndexData>, Error> {
    let line_loops = match draw.mode {
        Mode::LineLoop => draft.target.line_loops,
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
