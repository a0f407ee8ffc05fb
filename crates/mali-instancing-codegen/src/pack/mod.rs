//! From a manifest's descriptors to words.

mod alone;
mod descriptor;
mod draw;
mod indirect;
mod vertex_input;
mod wrong;

use mali_instancing::{Arch, Part};
use serde_core::ser::{Serialize, SerializeStruct, Serializer};

use crate::code::names::Named;
use crate::error::TextError;
use crate::manifest::{Descriptor, Kind, Manifest};
use crate::read::{Location, Reason};
pub use descriptor::{PackedDescriptor, word};
pub(crate) use draw::OtherDescriptor;
pub use draw::PackedDraw;
pub(crate) use indirect::with_kernel;
use wrong::Wrong;

/// A descriptor of a manifest, packed, and what it and its parts are called.
pub struct NamedDescriptor<'a> {
    pub(crate) kind: &'static Kind,
    pub name: Name<'a>,
    pub words: Words,
    pub(crate) buffers: Vec<Name<'a>>,
    pub(crate) attributes: Vec<Name<'a>>,
}

/// What a descriptor becomes.
pub enum Words {
    Descriptor(PackedDescriptor),
    VertexInput(PackedDraw),
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
        self.manifest.error(location, Reason::Wrong(reason))
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
            let (words, parts) = self.packed(&location, descriptor, |arch| match descriptor {
                Descriptor::AttributeBuffer(one) => {
                    alone::attribute_buffer(one, arch).map(Words::Descriptor)
                }
                Descriptor::Attribute(one) => alone::attribute(one, arch).map(Words::Descriptor),
                Descriptor::Special(one) => alone::special(one, arch).map(Words::Descriptor),
                Descriptor::Invocation(one) => alone::invocation(one, arch).map(Words::Descriptor),
                Descriptor::Draw(one) => alone::draw(one, arch).map(Words::Descriptor),
                Descriptor::ValhallAttribute(one) => {
                    alone::valhall_attribute(one, arch).map(Words::Descriptor)
                }
                Descriptor::VertexInput(input) => {
                    vertex_input::pack(input, arch).map(Words::VertexInput)
                }
            })?;
            let name = |location| Name {
                manifest: self,
                location,
            };
            let [buffers, attributes] = parts.map(|parts| parts.into_iter().map(name).collect());
            Ok(NamedDescriptor {
                kind: descriptor.kind(),
                words,
                buffers,
                attributes,
                name: name(location),
            })
        });
        descriptors.collect()
    }

    /// What `pack` makes of a descriptor for its architecture, and where its buffers and its attributes are, of which
    /// no two have one name.
    pub(crate) fn packed<P>(
        &self,
        location: &Location,
        descriptor: &Descriptor,
        pack: impl FnOnce(Arch) -> Result<P, Wrong>,
    ) -> Result<(P, [Vec<Location>; 2]), TextError> {
        let located = |array: &str, names: Vec<&String>| -> Vec<Location> {
            let names = names.into_iter().cloned().enumerate();
            names
                .map(|(index, name)| location.clone().in_element(array, index, Some(name)))
                .collect()
        };
        let [buffers, attributes] = match descriptor {
            Descriptor::VertexInput(input) => [
                located(
                    "buffers",
                    input.buffers.iter().map(|part| &part.name).collect(),
                ),
                located(
                    "attributes",
                    input.attributes.iter().map(|part| &part.name).collect(),
                ),
            ],
            _ => Default::default(),
        };
        self.check_names(buffers.iter().cloned())?;
        self.check_names(attributes.iter().cloned())?;
        match self.arch_of(descriptor).and_then(pack) {
            Ok(packed) => Ok((packed, [buffers, attributes])),
            Err(wrong) => {
                let part = match wrong.part {
                    Part::Buffer(index) => buffers.get(index),
                    Part::Attribute(index) => attributes.get(index),
                    Part::Draw => None,
                };
                let location = part.unwrap_or(location).clone();
                Err(self.error(location.with_key(wrong.key), wrong.reason))
            }
        }
    }

    fn arch_of(&self, descriptor: &Descriptor) -> Result<Arch, Wrong> {
        let Kind {
            name,
            archs,
            default_arch,
            ..
        } = descriptor.kind();
        let arch = descriptor.arch().or(self.arch).or(*default_arch);
        let arch = arch.ok_or(Wrong::missing("arch"))?;
        if archs.contains(&arch) {
            return Ok(arch);
        }
        let [arch, first, last] = [arch, *archs.start(), *archs.end()].map(Arch::number);
        let kind = name.replace('_', " ");
        let reason =
            format!("Mali V{arch} has no {kind} descriptors: only V{first} to V{last} have them");
        Err(Wrong::new("arch", reason))
    }
}

/// Writes what JSON has of the descriptor.
impl Serialize for NamedDescriptor<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut table = serializer.serialize_struct("Descriptor", 7)?;
        table.serialize_field("name", self.name.text())?;
        match &self.words {
            Words::Descriptor(descriptor) => descriptor.write(&mut table)?,
            Words::VertexInput(packed) => packed.write(&mut table)?,
        }
        table.end()
    }
}
