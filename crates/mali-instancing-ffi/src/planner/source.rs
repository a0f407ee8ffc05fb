//! The places of an application's data.

use mali_buffers::{BufferId, DataSource};

use crate::abi::failure::Failure;

/// The kind of place that data comes from: one of `MALI_INST_DATA_*`.
pub type mali_inst_data_kind = u32;

/// A buffer of the application, by its number.
pub const MALI_INST_DATA_BUFFER: mali_inst_data_kind = 0;
/// Client memory, by a number that the caller chooses and the callback `read` gets: the pointer, for example.
pub const MALI_INST_DATA_CLIENT: mali_inst_data_kind = 1;

/// The place of an application's data.
#[repr(C)]
#[derive(Clone, Copy)]
pub struct mali_inst_data_source {
    /// The number of the buffer or of the client memory.
    pub number: u64,
    /// The kind of place.
    pub kind: mali_inst_data_kind,
}

impl mali_inst_data_source {
    pub(super) fn convert(self, element: Option<usize>) -> Result<DataSource, Failure> {
        match self.kind {
            MALI_INST_DATA_BUFFER => Ok(DataSource::Buffer(BufferId::new(self.number))),
            MALI_INST_DATA_CLIENT => Ok(DataSource::Client(self.number)),
            kind => Err(Failure::value(
                "kind of data",
                element,
                kind,
                "MALI_INST_DATA_*, 0 and 1,",
            )),
        }
    }
}

impl From<DataSource> for mali_inst_data_source {
    fn from(source: DataSource) -> Self {
        let (number, kind) = match source {
            DataSource::Buffer(buffer) => (buffer.get(), MALI_INST_DATA_BUFFER),
            DataSource::Client(number) => (number, MALI_INST_DATA_CLIENT),
        };
        Self { number, kind }
    }
}
