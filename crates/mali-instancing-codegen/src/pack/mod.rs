//! From a manifest's descriptors to words.
//!
//! `Manifest::pack` takes each descriptor, copies the manifest's rules into it, and gives it to the file of its kind:
//! `alone` for a single descriptor, `vertex_input` and `draw` for a draw, `pipeline` for a vertex input without counts.
//! The result is a `NamedDescriptor`: `Words`, the descriptor with its rules, and the names of it and its parts.
//! `indirect` makes no words, but the kernel that writes them on the GPU.
//!
//! These files convert keys to the core's arguments, and the core computes and checks. Only `draw` changes a word
//! afterwards: it clears sizes that a program must patch. `PackedDraw` also knows where things are in its words:
//! `BufferRows` has the row of each buffer, `members` the parts of both tables.
//!
//! A mistake is a `Wrong`: a key, and the number of the buffer or attribute that has it. `Manifest::packed` turns that
//! into a location, which needs the numbers to be those of the manifest's arrays: no file here leaves a part out or
//! sorts any.

mod alone;
mod descriptor;
mod draw;
mod indirect;
mod pipeline;
mod vertex_input;
mod wrong;

use mali_instancing::{Arch, Part};
use serde::ser::{Serialize, SerializeStruct, Serializer};

use crate::code::names::Named;
use crate::error::TextError;
use crate::manifest::{Descriptor, Kind, Manifest};
use crate::read::{Location, Reason};
pub use descriptor::{PackedDescriptor, word};
pub(crate) use draw::{Member, OtherDescriptor, TableRows};
pub use draw::{PackedDraw, count, hardware_divisor};
pub(crate) use indirect::with_kernel;
pub use pipeline::PackedPipeline;
use wrong::Wrong;

/// A packed descriptor of a manifest, with its name and those of its parts.
pub struct NamedDescriptor<'a> {
    /// The descriptor, with the manifest's rules.
    pub(crate) descriptor: Descriptor,
    pub name: Name<'a>,
    pub words: Words,
    pub(crate) buffers: Vec<Name<'a>>,
    pub(crate) attributes: Vec<Name<'a>>,
}

impl NamedDescriptor<'_> {
    /// Its kind in the manifest.
    pub(crate) fn kind(&self) -> &'static Kind {
        self.descriptor.kind()
    }
}

/// The words of a descriptor.
pub enum Words {
    Descriptor(PackedDescriptor),
    VertexInput(PackedDraw),
    Pipeline(PackedPipeline),
}

impl Words {
    fn of(descriptor: &Descriptor, arch: Arch) -> Result<Self, Wrong> {
        let packed = match descriptor {
            Descriptor::AttributeBuffer(one) => alone::attribute_buffer(one, arch),
            Descriptor::Attribute(one) => alone::attribute(one, arch),
            Descriptor::Special(one) => alone::special(one, arch),
            Descriptor::Invocation(one) => alone::invocation(one, arch),
            Descriptor::Draw(one) => alone::draw(one, arch),
            Descriptor::ValhallAttribute(one) => alone::valhall_attribute(one, arch),
            Descriptor::VertexInput(input) if input.is_pipeline() => {
                return PackedPipeline::new(input, arch).map(Self::Pipeline);
            }
            Descriptor::VertexInput(input) => {
                return vertex_input::pack(input, arch).map(Self::VertexInput);
            }
        };
        packed.map(Self::Descriptor)
    }
}

/// The name of a table of a manifest.
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
    /// Packs all descriptors, in their order.
    ///
    /// # Errors
    ///
    /// A wrong descriptor, and two descriptors or parts with the same name.
    #[doc(hidden)]
    pub fn pack(&self) -> Result<Vec<NamedDescriptor<'_>>, TextError> {
        self.check_names(self.located().map(|(location, _)| location))?;
        let descriptors = self.located().map(|(location, descriptor)| {
            let ((words, descriptor), parts) = self.packed(&location, descriptor, |arch| {
                let descriptor = self.with_rules(descriptor, arch);
                Ok((Words::of(&descriptor, arch)?, descriptor))
            })?;
            let manifest = self;
            let name = |location| Name { manifest, location };
            let [buffers, attributes] = parts.map(|parts| parts.into_iter().map(name).collect());
            Ok(NamedDescriptor {
                descriptor,
                words,
                buffers,
                attributes,
                name: name(location),
            })
        });
        descriptors.collect()
    }

    /// The result of `pack` for a descriptor on its architecture, and the locations of its buffers and attributes, no
    /// two of which have the same name.
    pub(crate) fn packed<P>(
        &self,
        location: &Location,
        descriptor: &Descriptor,
        pack: impl FnOnce(Arch) -> Result<P, Wrong>,
    ) -> Result<(P, [Vec<Location>; 2]), TextError> {
        let mut parts = [Vec::new(), Vec::new()];
        if let Descriptor::VertexInput(input) = descriptor {
            let located = |array, (index, name): (usize, &String)| {
                let name = Some(name.clone());
                location.clone().in_element(array, index, name)
            };
            let buffers = input.buffers.iter().map(|part| &part.name).enumerate();
            let attributes = input.attributes.iter().map(|part| &part.name).enumerate();
            parts[0].extend(buffers.map(|part| located("buffers", part)));
            parts[1].extend(attributes.map(|part| located("attributes", part)));
        }
        // Buffers and attributes may share a name: the constants made from them have `BUFFER` or `ATTRIBUTE` in front
        // of the name.
        for locations in &parts {
            self.check_names(locations.iter().cloned())?;
        }
        match self.arch_of(descriptor).and_then(pack) {
            Ok(packed) => Ok((packed, parts)),
            Err(wrong) => {
                // The core knows a part by its number, which the manifest's parts have in the same order.
                let part = match wrong.part {
                    Part::Buffer(index) => parts[0].get(index),
                    Part::Attribute(index) => parts[1].get(index),
                    Part::Draw => None,
                };
                let location = part.unwrap_or(location).clone();
                Err(self.error(location.with_key(wrong.key), wrong.reason))
            }
        }
    }

    fn arch_of(&self, descriptor: &Descriptor) -> Result<Arch, Wrong> {
        let kind = descriptor.kind();
        let (archs, default_arch) = (&kind.archs, kind.default_arch);
        // The nearest one counts: that of the descriptor, of the manifest, then of the kind.
        let arch = descriptor.arch().or(self.arch).or(default_arch);
        let arch = arch.ok_or(Wrong::missing("arch"))?;
        if archs.contains(&arch) {
            return Ok(arch);
        }
        let [arch, first, last] = [arch, *archs.start(), *archs.end()].map(Arch::number);
        let kind = kind.name.replace('_', " ");
        let reason = format!(
            "Mali V{arch} has no {kind} descriptors: only V{first} to V{last} have them. A `vertex_input` is packed for \
             every Mali"
        );
        Err(Wrong::new("arch", reason))
    }
}

/// Writes the descriptor in JSON.
impl Serialize for NamedDescriptor<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut table = serializer.serialize_struct("Descriptor", 7)?;
        table.serialize_field("name", self.name.text())?;
        match &self.words {
            Words::Descriptor(descriptor) => descriptor.write(&mut table)?,
            Words::VertexInput(packed) => packed.write(&mut table)?,
            Words::Pipeline(packed) => packed.write(&mut table)?,
        }
        table.end()
    }
}
