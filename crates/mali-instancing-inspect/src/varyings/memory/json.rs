//! The memory between two stages as data.

use mali_varyings::VaryingAccess;
use serde::{Serialize, Serializer};

use super::feedback::CapturedMemory;
use super::text::fifo_name;
use super::{Row, VaryingMemory};
use crate::output::words::Words;

/// The memory as it is written.
#[derive(Serialize)]
#[cfg_attr(feature = "schemars", derive(schemars::JsonSchema))]
struct MemoryData<'a> {
    arch: &'static str,
    separable: bool,
    bytes_per_vertex: u32,
    /// How shaders find a varying: `baked` offsets or `descriptors`.
    access: &'static str,
    allocation: Option<String>,
    vary_size: Option<u32>,
    fifo_format: Option<&'static str>,
    locations: Vec<LocationData>,
    vertex_descriptors: Vec<Words>,
    fragment_descriptors: Vec<Words>,
    #[serde(flatten)]
    feedback: Option<CapturedMemory<'a>>,
}

#[derive(Serialize)]
#[cfg_attr(feature = "schemars", derive(schemars::JsonSchema))]
struct LocationData {
    location: u32,
    vertex: Option<String>,
    fragment: Option<String>,
    offset: Option<u32>,
    bytes: Option<u32>,
    format: Option<&'static str>,
}

impl From<Row> for LocationData {
    fn from(row: Row) -> Self {
        let [vertex, fragment] = row
            .names
            .map(|name| Some(name).filter(|name| !name.is_empty()));
        Self {
            location: row.location,
            vertex,
            fragment,
            offset: row.place.map(|(offset, ..)| offset),
            bytes: row.place.map(|(_, bytes, _)| bytes),
            format: row.place.map(|(.., format)| format),
        }
    }
}

impl Serialize for VaryingMemory<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let descriptors = self.descriptors();
        let words = |descriptors: Vec<Vec<u32>>| descriptors.into_iter().map(Words).collect();
        let data = MemoryData {
            arch: self.arch.name(),
            separable: self.linkage.is_separable(),
            bytes_per_vertex: self.linkage.memory().bytes(),
            access: match descriptors.access {
                VaryingAccess::Baked => "baked",
                VaryingAccess::Descriptors => "descriptors",
            },
            allocation: descriptors.allocation.map(|word| format!("{word:#010x}")),
            vary_size: descriptors.vary_size,
            fifo_format: descriptors.fifo_format.map(fifo_name),
            locations: self.rows().into_iter().map(LocationData::from).collect(),
            vertex_descriptors: words(descriptors.vertex),
            fragment_descriptors: words(descriptors.fragment),
            feedback: (self.feedback.as_ref())
                .map(|feedback| CapturedMemory::new(feedback, &self.linkage)),
        };
        data.serialize(serializer)
    }
}

#[cfg(feature = "schemars")]
impl schemars::JsonSchema for VaryingMemory<'_> {
    fn schema_name() -> std::borrow::Cow<'static, str> {
        "VaryingMemory".into()
    }

    fn json_schema(generator: &mut schemars::SchemaGenerator) -> schemars::Schema {
        MemoryData::json_schema(generator)
    }
}
