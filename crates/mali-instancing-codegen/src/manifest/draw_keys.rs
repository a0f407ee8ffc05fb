//! The keys of a draw. Some of its counts may be known only to the GPU.

use mali_indirect::Count;
use mali_instancing::data::{DrawCountsKeys, Keys, PipelineKeys, concat, parse_number};
use mali_instancing::draw::{DrawCounts, Pipeline};
use mali_instancing::{Arch, Argument, Error};
use serde_core::de::{Deserialize, Deserializer, MapAccess};
use serde_core::ser::SerializeMap;

use super::value::read_text;

/// The value for a count that is in a command in the GPU's memory.
pub(super) const INDIRECT: &str = "indirect";

/// The counts besides `vertices`, which a draw has and a pipeline does not.
pub(crate) const COUNTS: &[&str] = DrawCounts::FIELDS.split_at(1).1;

/// The schemas of tables that have one of the [`COUNTS`].
#[cfg(feature = "schemars")]
pub(super) fn with_a_count() -> Vec<schemars::Schema> {
    let required = |count| schemars::json_schema!({ "required": [count] });
    COUNTS.iter().map(required).collect()
}

/// The keys of a draw.
///
/// ```
/// use mali_instancing::Argument;
/// use mali_instancing_codegen::{Descriptor, Manifest};
///
/// let toml = "[[vertex_input]]\nname = \"cube\"\nvertices = \"indirect\"\ninstances = 100\n";
/// let manifest = Manifest::from_toml("cube.toml", toml)?;
/// let Descriptor::VertexInput(cube) = &manifest.descriptors[0] else {
///     panic!("it is one");
/// };
/// assert_eq!(cube.draw.indirect, [Argument::Vertices]);
/// assert_eq!(cube.draw.counts.instances, Some(100));
/// # Ok::<(), mali_instancing_codegen::TextError>(())
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct DrawKeys {
    /// The rules and the architecture.
    pub pipeline: PipelineKeys,
    /// The counts whose values are known.
    pub counts: DrawCountsKeys,
    /// The counts that only the GPU knows, which packs such a draw itself: among vertices, instances, first vertex
    /// and first instance, in the order of their names.
    pub indirect: Vec<Argument>,
}

impl DrawKeys {
    pub(super) fn new(pipeline: Pipeline, counts: DrawCounts) -> Self {
        Self {
            pipeline: pipeline.into(),
            counts: counts.into(),
            indirect: Vec::new(),
        }
    }

    /// A count of an indirect draw. An absent count is the command's.
    pub(crate) fn count(&self, count: Argument) -> Count {
        let mut counts = self.counts;
        let known = known_count(&mut counts, count).and_then(|count| *count);
        known.map_or(Count::Indirect, Count::Known)
    }

    /// Checks that each key that is present has an effect.
    pub(crate) fn check_arguments(&self, arch: Arch) -> Result<(), Error> {
        let mut arguments = self.present().filter_map(Argument::from_name);
        arguments.try_for_each(|argument| arch.check_argument(argument))
    }
}

/// The place of a known count, for a count that a command can have.
fn known_count(counts: &mut DrawCountsKeys, count: Argument) -> Option<&mut Option<u32>> {
    match count {
        Argument::Vertices => Some(&mut counts.vertices),
        Argument::Instances => Some(&mut counts.instances),
        Argument::FirstVertex => Some(&mut counts.first_vertex),
        Argument::FirstInstance => Some(&mut counts.first_instance),
        _ => None,
    }
}

#[cfg(feature = "schemars")]
super::schema::schema!(DrawKeys: "The keys of a draw, whose counts may be `\"indirect\"`.", |generator| {
    let mut schema = <PipelineKeys as schemars::JsonSchema>::json_schema(generator);
    let counts = <DrawCountsKeys as schemars::JsonSchema>::json_schema(generator);
    for (key, value) in counts.get("properties").and_then(|keys| keys.as_object()).into_iter().flatten() {
        schema.ensure_object()["properties"][key] = value.clone();
    }
    let is_count = |one: &&Argument| known_count(&mut DrawCountsKeys::default(), **one).is_some();
    for count in Argument::ALL.iter().filter(is_count) {
        if let Some(known) = schema.pointer_mut(&format!("/properties/{}", count.name())) {
            let mut number = std::mem::take(known);
            let description = number.as_object_mut().and_then(|one| one.remove("description"));
            let either = schemars::json_schema!({
                "description": description,
                "anyOf": [number, { "const": INDIRECT }],
            });
            *known = either.into();
        }
    }
    schema
});

impl Keys for DrawKeys {
    const KEYS: &'static [&'static str] = {
        const PARTS: [&[&str]; 2] = [PipelineKeys::KEYS, DrawCountsKeys::KEYS];
        &concat::<{ PARTS[0].len() + PARTS[1].len() }>(&PARTS)
    };

    fn take<'de, A: MapAccess<'de>>(&mut self, key: &str, map: &mut A) -> Result<bool, A::Error> {
        let count = Argument::from_name(key);
        let known = count.and_then(|count| Some((count, known_count(&mut self.counts, count)?)));
        let Some((count, known)) = known else {
            return Ok(self.pipeline.take(key, map)? || self.counts.take(key, map)?);
        };
        match map.next_value::<NumberOrIndirect>()?.0 {
            Count::Indirect => {
                self.indirect.push(count);
                // The order of the keys in the text does not matter.
                self.indirect.sort_by_key(|count| count.name());
            }
            Count::Known(number) => *known = Some(number),
        }
        Ok(true)
    }

    fn present(&self) -> impl Iterator<Item = &'static str> {
        let indirect = self.indirect.iter().map(|count| count.name());
        self.pipeline
            .present()
            .chain(self.counts.present())
            .chain(indirect)
    }

    fn write<M: SerializeMap>(&self, table: &mut M) -> Result<(), M::Error> {
        self.pipeline.write(table)?;
        self.counts.write(table)?;
        let mut indirect = self.indirect.iter();
        indirect.try_for_each(|count| table.serialize_entry(count.name(), INDIRECT))
    }
}

/// A number, or `"indirect"` for a command's.
struct NumberOrIndirect(Count);

impl<'de> Deserialize<'de> for NumberOrIndirect {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let expected = "a number or \"indirect\"";
        read_text(deserializer, expected, |text| match parse_number(text) {
            _ if text == INDIRECT => Ok(Self(Count::Indirect)),
            Ok(number) => Ok(Self(Count::Known(number))),
            Err(reason) => Err(format!("{reason}. Write {expected}")),
        })
    }
}
