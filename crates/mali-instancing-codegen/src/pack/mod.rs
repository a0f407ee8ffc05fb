//! From a manifest's descriptors to words.

mod descriptor;
mod draw;
mod indirect;

use serde_core::ser::{Serialize, SerializeStruct, Serializer};

use crate::code::names::Named;
use crate::error::TextError;
use crate::manifest::{Descriptor, Kind, Manifest, VertexInput, Wrong};
use crate::read::{Fault, Location, Reason};
use mali_instancing::Part;

pub use descriptor::{PackedDescriptor, word};
pub(crate) use draw::OtherDescriptor;
pub use draw::PackedDraw;
pub(crate) use draw::hardware_divisor;
pub use indirect::PackedIndirectDraw;

/// A descriptor of a manifest, packed.
pub struct NamedDescriptor<'a> {
    pub(crate) kind: &'static Kind,
    pub name: Name<'a>,
    pub words: Words<'a>,
}

/// What a descriptor becomes.
pub enum Words<'a> {
    Descriptor(PackedDescriptor),
    VertexInput(NamedVertexInput<'a>),
}

/// A packed vertex input, and what its parts are called.
pub struct NamedVertexInput<'a> {
    pub packed: PackedDraw,
    pub buffers: Vec<Name<'a>>,
    pub attributes: Vec<Name<'a>>,
}

/// What a table of a manifest is called.
#[derive(Clone)]
pub struct Name<'a> {
    manifest: &'a Manifest,
    location: Location,
}

impl Named for Name<'_> {
    fn text(&self) -> &str {
        self.location.name()
    }

    fn title(&self) -> String {
        self.location.to_string()
    }

    fn line(&self) -> Option<usize> {
        self.manifest.line(&self.location.clone().with_key("name"))
    }

    fn error(&self, reason: String) -> TextError {
        let location = self.location.clone().with_key("name");
        self.manifest
            .error(&Fault::new(location, Reason::Wrong(reason)))
    }
}

impl Manifest {
    /// Packs every descriptor, in its order.
    ///
    /// # Errors
    ///
    /// What is wrong with a descriptor, and two descriptors or parts of one name.
    #[doc(hidden)]
    pub fn pack(&self) -> Result<Vec<NamedDescriptor<'_>>, TextError> {
        self.check_names(self.located().map(|(location, _)| location))?;
        let descriptors = self.located().map(|(location, descriptor)| {
            if let Descriptor::VertexInput(input) = descriptor {
                self.check_part_names(&location, input)?;
            }
            let packed = self.arch_of(descriptor).and_then(|arch| match descriptor {
                Descriptor::AttributeBuffer(one) => one.pack(arch).map(Words::Descriptor),
                Descriptor::Attribute(one) => one.pack(arch).map(Words::Descriptor),
                Descriptor::Special(one) => one.pack(arch).map(Words::Descriptor),
                Descriptor::Invocation(one) => one.pack(arch).map(Words::Descriptor),
                Descriptor::Draw(one) => one.pack(arch).map(Words::Descriptor),
                Descriptor::ValhallAttribute(one) => one.pack(arch).map(Words::Descriptor),
                Descriptor::VertexInput(input) => input.pack(arch).map(|packed| {
                    Words::VertexInput(NamedVertexInput {
                        packed,
                        buffers: self.names(
                            &location,
                            "buffers",
                            input.buffers.iter().map(|one| &*one.name),
                        ),
                        attributes: self.names(
                            &location,
                            "attributes",
                            input.attributes.iter().map(|one| &*one.name),
                        ),
                    })
                }),
            });
            Ok(NamedDescriptor {
                kind: descriptor.kind(),
                words: packed.map_err(|wrong| self.blame(wrong, &location, descriptor))?,
                name: Name {
                    manifest: self,
                    location,
                },
            })
        });
        descriptors.collect()
    }

    /// Checks that no two buffers of a draw have one name, and no two attributes.
    pub(crate) fn check_part_names(
        &self,
        location: &Location,
        input: &VertexInput,
    ) -> Result<(), TextError> {
        let buffers = input.buffers.iter().map(|part| &*part.name);
        let attributes = input.attributes.iter().map(|part| &*part.name);
        self.check_names(located(location, "buffers", buffers))?;
        self.check_names(located(location, "attributes", attributes))
    }

    fn names<'a>(
        &'a self,
        location: &Location,
        array: &str,
        names: impl Iterator<Item = &'a str>,
    ) -> Vec<Name<'a>> {
        let names = located(location, array, names).map(|location| Name {
            manifest: self,
            location,
        });
        names.collect()
    }

    /// Puts what is wrong with a descriptor down to its place.
    pub(crate) fn blame(
        &self,
        wrong: Wrong,
        location: &Location,
        descriptor: &Descriptor,
    ) -> TextError {
        let part = match (wrong.part, descriptor) {
            (Part::Buffer(index), Descriptor::VertexInput(input)) => input
                .buffers
                .get(index)
                .map(|part| ("buffers", index, &part.name)),
            (Part::Attribute(index), Descriptor::VertexInput(input)) => input
                .attributes
                .get(index)
                .map(|part| ("attributes", index, &part.name)),
            _ => None,
        };
        let of_part = match part {
            Some((array, index, name)) => location.clone().in_table(array, index, name),
            None => location.clone(),
        };
        self.error(&Fault::new(of_part.with_key(wrong.key), wrong.reason))
    }
}

/// Where the parts of a descriptor are.
fn located<'a>(
    location: &Location,
    array: &str,
    names: impl Iterator<Item = &'a str>,
) -> impl Iterator<Item = Location> {
    let parts = names.enumerate();
    parts.map(move |(index, name)| location.clone().in_table(array, index, name))
}

/// Writes what JSON has of the descriptor.
impl Serialize for NamedDescriptor<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut table = serializer.serialize_struct("Descriptor", 7)?;
        table.serialize_field("name", self.name.text())?;
        match &self.words {
            Words::Descriptor(descriptor) => descriptor.write(&mut table)?,
            Words::VertexInput(input) => input.packed.write(&mut table)?,
        }
        table.end()
    }
}
