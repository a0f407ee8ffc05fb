use super::data::{IndexData, IndexInput};
use crate::memory::Application;
use crate::planning::data_copy::Contents;
use crate::planning::draft::Draft;
use crate::terms::Error;
use crate::terms::IndexType;
use crate::terms::Location;
use crate::terms::StreamKind;

/// What a draw streams of its indices: one range, since a draw asks a stream once.
pub(crate) struct IndexStream {
    pub(crate) index_type: IndexType,
    pub(crate) indices: Option<(u64, Contents)>,
    pub(crate) closing_segment: Option<[u32; 2]>,
}

impl IndexStream {
    pub(crate) const fn new(index_type: IndexType) -> Self {
        Self {
            index_type,
            indices: None,
            closing_segment: None,
        }
    }

    pub(crate) fn write<A: Application, const ATTRIBUTES: usize>(
        self,
        draft: &mut Draft<'_, A, ATTRIBUTES>,
        restart_index: Option<u32>,
        data: &mut IndexData,
    ) -> Result<(), Error> {
        const SEGMENT: u64 = 2;
        let index_type = self.index_type;
        let index_size = u64::from(index_type.size());
        let count = self.indices.map_or(0, |(count, _)| count);
        let draw_count = u32::try_from(count).map_err(|_| Error::TooLarge {
            size: count.saturating_mul(index_size),
            maximum: index_type.size_of(u32::MAX),
        })?;
        let segment = self.closing_segment.map_or(0, |_| SEGMENT);
        let stream = match index_type {
            IndexType::U8 | IndexType::U16 => StreamKind::Indices16,
            IndexType::U32 => StreamKind::Indices32,
        };
        let Location { place, offset } =
            draft.reserve(stream, (count + segment) * index_size, index_size)?;
        if let Some((_, contents)) = self.indices {
            let location = Location { place, offset };
            draft.write(location, count * index_size, contents);
            data.indices = Some(IndexInput {
                location,
                index_type,
                count: draw_count,
                restart_index,
            });
        }
        if let Some(indices) = self.closing_segment {
            let offset = offset + count * index_size;
            let location = Location { place, offset };
            let contents = Contents::ClosingSegment {
                to: index_type,
                indices,
            };
            draft.write(location, segment * index_size, contents);
            data.closing_segment = Some(IndexInput {
                location,
                index_type,
                count: SEGMENT as u32,
                restart_index: None,
            });
        }
        Ok(())
    }
}
