//! Manifests: what descriptors and draws a program wants, each kind as a type that reads and writes itself.

mod attribute;
mod attribute_buffer;
mod draw;
mod draw_keys;
mod format;
mod invocation;
pub(crate) mod kind;
#[cfg(feature = "schemars")]
mod schema;
mod special;
mod table;
mod valhall_attribute;
mod vertex_input;

use std::collections::HashMap;
use std::fmt;

use mali_instancing::Arch;
use mali_instancing::data::KnownKey;
use serde_core::de::{Deserialize, Deserializer, MapAccess, Visitor};
use serde_core::ser::{Serialize, SerializeStruct, Serializer};

use crate::error::TextError;
use crate::read::{Fault, Location, Reason, parse};
use crate::source::Source;
pub use attribute::{Attribute, Flag};
pub use attribute_buffer::AttributeBuffer;
pub use draw::Draw;
pub use draw_keys::DrawKeys;
pub use format::FormatOrField;
pub use invocation::{Invocation, Job};
pub(crate) use kind::{Kind, Wrong};
pub use special::Special;
#[cfg(feature = "json")]
pub(crate) use table::Written;
pub use valhall_attribute::ValhallAttribute;
pub(crate) use vertex_input::Parts;
pub use vertex_input::{InputAttribute, InputBuffer, VertexInput};

/// Descriptors and draws that code is made of.
///
/// It is read from TOML or JSON, or made in Rust; [`generate`](crate::generate) makes code of it. With any
/// serializer of serde it is written as it is read.
///
/// ```
/// use mali_instancing::draw::{BufferRange, DrawCall, VertexAttribute, VertexBuffer};
/// use mali_instancing::{Arch, Format, InputRate};
/// use mali_instancing_codegen::{Manifest, VertexInput};
///
/// let read = Manifest::from_toml(
///     "cube.toml",
///     r#"
///         [[vertex_input]]
///         name = "cube"
///         arch = "v7"
///         vertices = 70
///         buffers = [{ name = "mesh", stride = 20, rate = "vertex" }]
///         attributes = [{ name = "position", buffer = "mesh", format = "R32G32B32_SFLOAT" }]
///     "#,
/// )?;
/// let mut made = Manifest::new("cube");
/// let cube = VertexInput::new("cube", DrawCall::new(Arch::V7, 70))
///     .with_buffer("mesh", VertexBuffer::new(20, InputRate::Vertex), None)
///     .with_attribute("position", VertexAttribute::new(0, Format::R32G32B32_SFLOAT, 0));
/// made.descriptors.push(cube.into());
/// assert_eq!(made.descriptors, read.descriptors);
/// assert!(toml::to_string(&made).unwrap().contains("vertices = 70"));
/// # Ok::<(), mali_instancing_codegen::TextError>(())
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Manifest {
    name: String,
    /// What it was read from, for errors to point into.
    source: Option<Source>,
    /// The architecture of descriptors that name none.
    pub arch: Option<Arch>,
    /// The descriptors, in the order in which they are generated.
    pub descriptors: Vec<Descriptor>,
}

/// Declares the kinds of descriptors, in the order in which JSON has them.
macro_rules! descriptors {
    ($($Kind:ident: $name:literal, $($arch:ident).+;)+) => {
        /// A descriptor of a manifest, of any kind.
        #[derive(Clone, Debug, PartialEq, Eq)]
        #[non_exhaustive]
        pub enum Descriptor {
            $(#[doc = concat!("`[[", $name, "]]`.")] $Kind($Kind),)+
        }

        $(impl From<$Kind> for Descriptor {
            fn from(descriptor: $Kind) -> Self {
                Self::$Kind(descriptor)
            }
        })+

        impl Descriptor {
            /// The name.
            #[must_use]
            pub fn name(&self) -> &str {
                match self {
                    $(Self::$Kind(descriptor) => &descriptor.name,)+
                }
            }

            pub(crate) fn kind(&self) -> &'static Kind {
                match self {
                    $(Self::$Kind(_) => &$Kind::KIND,)+
                }
            }

            fn arch(&self) -> Option<Arch> {
                match self {
                    $(Self::$Kind(descriptor) => descriptor.$($arch).+,)+
                }
            }
        }

        const KEYS: &[&str] = &["arch", $($name),+];

        #[cfg(feature = "json")]
        pub(crate) static KINDS: &[&Kind] = &[$(&$Kind::KIND),+];

        /// Arrays of descriptors of each kind, and an architecture for all. `arch` is missing in no vertex input.
        #[cfg(feature = "schemars")]
        impl schemars::JsonSchema for Manifest {
            fn schema_name() -> std::borrow::Cow<'static, str> {
                "Manifest".into()
            }

            fn schema_id() -> std::borrow::Cow<'static, str> {
                "mali_instancing_codegen::Manifest".into()
            }

            fn json_schema(generator: &mut schemars::SchemaGenerator) -> schemars::Schema {
                let mut manifest = schema::ManifestSchema::new(generator);
                $(manifest.kind::<$Kind>(&$Kind::KIND);)+
                manifest.finish()
            }
        }

        const KIND_KEYS: &[(&str, &[&str])] = &[$(($name, $Kind::KEYS)),+];

        impl Manifest {
            fn take<'de, A: MapAccess<'de>>(
                &mut self,
                key: &str,
                map: &mut A,
            ) -> Result<(), A::Error> {
                match key {
                    "arch" => self.arch = Some(map.next_value()?),
                    $($name => {
                        let read: Vec<$Kind> = map.next_value()?;
                        self.descriptors.extend(read.into_iter().map(Descriptor::from));
                    })+
                    _ => {}
                }
                Ok(())
            }
        }

        /// Writes the descriptors of each kind in an array.
        impl Serialize for Manifest {
            fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
                let mut table = serializer.serialize_struct("Manifest", KEYS.len())?;
                if let Some(arch) = &self.arch {
                    table.serialize_field("arch", arch)?;
                }
                $(
                    let of_kind = self.descriptors.iter().filter_map(|descriptor| match descriptor {
                        Descriptor::$Kind(descriptor) => Some(descriptor),
                        _ => None,
                    });
                    let of_kind: Vec<_> = of_kind.collect();
                    if !of_kind.is_empty() {
                        table.serialize_field($name, &of_kind)?;
                    }
                )+
                table.end()
            }
        }
    };
}

descriptors! {
    AttributeBuffer: "attribute_buffer", call.arch;
    Attribute: "attribute", arch;
    Special: "special", call.arch;
    Invocation: "invocation", arch;
    Draw: "draw", call.arch;
    ValhallAttribute: "valhall_attribute", call.arch;
    VertexInput: "vertex_input", draw.call.arch;
}

/// The keys of every kind of descriptor of a manifest, under the kind's name, and of the parts of a
/// `vertex_input`. Every descriptor also has a `name` and may have an `arch`.
///
/// ```
/// let keys = mali_instancing_codegen::descriptor_keys();
/// let (_, keys) = keys.iter().find(|(kind, _)| *kind == "attribute").unwrap();
/// assert_eq!(*keys, ["buffer_index", "offset_enable", "format", "offset"]);
/// ```
#[must_use]
pub fn descriptor_keys() -> Vec<(&'static str, Vec<&'static str>)> {
    let parts = [
        ("vertex_input.buffers", InputBuffer::KEYS.to_vec()),
        ("vertex_input.attributes", InputAttribute::KEYS.to_vec()),
    ];
    let kinds = KIND_KEYS.iter().map(|(kind, keys)| {
        let keys = keys.iter().filter(|key| !["name", "arch"].contains(key));
        (*kind, keys.copied().collect())
    });
    kinds.chain(parts).collect()
}

impl Manifest {
    /// A manifest without descriptors, and what generated code says that it was made of.
    #[must_use]
    pub fn new(name: impl Into<String>) -> Self {
        Self {
            name: name.into(),
            ..Self::default()
        }
    }

    /// Reads TOML; `name` is the file's, for errors.
    ///
    /// # Errors
    ///
    /// What is not TOML, unknown keys, and values that a key cannot have, each with its line. What is wrong with
    /// values that belong together is found when code is generated.
    pub fn from_toml(name: impl Into<String>, text: impl Into<String>) -> Result<Self, TextError> {
        Self::read(Source::from_text(name, text).with_json(false))
    }

    /// Reads JSON; `name` is the file's, for errors.
    ///
    /// # Errors
    ///
    /// As [`Manifest::from_toml`]; each has its line and its column.
    #[cfg(feature = "json")]
    #[cfg_attr(docsrs, doc(cfg(feature = "json")))]
    pub fn from_json(name: impl Into<String>, text: impl Into<String>) -> Result<Self, TextError> {
        Self::read(Source::from_text(name, text).with_json(true))
    }

    /// Reads TOML, or with the feature `json` what [is JSON](Source::is_json).
    ///
    /// ```
    /// use mali_instancing_codegen::{Manifest, Source};
    ///
    /// let source = Source::new("draws.toml", b"[[draw]]\nname = \"cube\"\nvertices = 70\n".to_vec())?;
    /// assert_eq!(Manifest::read(source)?.descriptors.len(), 1);
    /// # Ok::<(), mali_instancing_codegen::TextError>(())
    /// ```
    ///
    /// # Errors
    ///
    /// As [`Manifest::from_toml`].
    pub fn read(source: Source) -> Result<Self, TextError> {
        let read = parse(&source).and_then(|root| {
            let mut manifest = Self::deserialize(&root)?;
            // A reader takes each kind's array as a whole; the text may have them mixed.
            let mut counts = HashMap::new();
            let mut placed: Vec<_> = manifest
                .descriptors
                .into_iter()
                .map(|descriptor| {
                    let kind = descriptor.kind().name;
                    let index = counts.entry(kind).or_insert(0);
                    *index += 1;
                    let array = root.get(kind).map_or(&[][..], |array| array.elements());
                    (array.get(*index - 1).map(|node| node.offset), descriptor)
                })
                .collect();
            placed.sort_by_key(|(offset, _)| *offset);
            manifest.descriptors = placed.into_iter().map(|(_, one)| one).collect();
            Ok(manifest)
        });
        match read {
            Ok(manifest) => Ok(Self {
                name: source.name().to_owned(),
                source: Some(source),
                ..manifest
            }),
            Err(fault) => Err(fault.in_text(&source, 0)),
        }
    }

    /// The JSON Schema of manifests, in TOML or JSON, of draft 7: what editors complete and check by.
    ///
    /// ```
    /// use mali_instancing_codegen::Manifest;
    ///
    /// assert!(Manifest::SCHEMA.contains("\"vertex_input\""));
    /// ```
    pub const SCHEMA: &str = include_str!("../../schemas/manifest.json");

    /// What it is called, or was read from.
    #[must_use]
    pub fn name(&self) -> &str {
        &self.name
    }

    /// What is wrong, with its place in the text.
    pub(crate) fn error(&self, fault: &Fault) -> TextError {
        match &self.source {
            Some(source) => fault.in_text(source, self.offset(fault.location())),
            None => fault.without_text(&self.name),
        }
    }

    /// Where a location is in the text: `line 3`.
    pub(crate) fn line(&self, location: &Location) -> Option<usize> {
        let source = self.source.as_ref()?;
        Some(source.line(self.offset(location)))
    }

    fn offset(&self, location: &Location) -> usize {
        let root = self.source.as_ref().map(parse);
        root.map_or(0, |root| root.map_or(0, |root| root.find(location)))
    }

    /// Each descriptor with where it is.
    pub(crate) fn located(&self) -> impl Iterator<Item = (Location, &Descriptor)> {
        let mut counts = HashMap::new();
        self.descriptors.iter().map(move |descriptor| {
            let kind = descriptor.kind().name;
            let count = counts.entry(kind).or_insert(0);
            *count += 1;
            (
                Location::new(kind, *count - 1, descriptor.name()),
                descriptor,
            )
        })
    }

    /// Checks that no two tables have one name.
    pub(crate) fn check_names(
        &self,
        locations: impl IntoIterator<Item = Location>,
    ) -> Result<(), TextError> {
        let mut seen: HashMap<String, Location> = HashMap::new();
        for location in locations {
            let location = location.with_key("name");
            let first = seen.insert(location.name().to_owned(), location.clone());
            if let Some(first) = first {
                let reason = match self.line(&first) {
                    Some(line) => format!("line {line} has this name already"),
                    None => format!("another {first} is there already"),
                };
                return Err(self.error(&Fault::new(location, Reason::Wrong(reason))));
            }
        }
        Ok(())
    }

    /// The architecture of a descriptor.
    pub(crate) fn arch_of(&self, descriptor: &Descriptor) -> Result<Arch, Wrong> {
        let kind = descriptor.kind();
        let arch = descriptor.arch().or(self.arch).or(kind.default_arch);
        let arch = arch.ok_or(Wrong::missing("arch"))?;
        if kind.archs.contains(&arch) {
            return Ok(arch);
        }
        let reason = format!(
            "Mali V{} has no {} descriptors: only V{} to V{} have them",
            arch.number(),
            kind.name.replace('_', " "),
            kind.archs.start().number(),
            kind.archs.end().number()
        );
        Err(Wrong::new("arch", reason))
    }
}

/// Reads a table of the kinds' arrays. A manifest that should know its text is read by [`Manifest::read`].
impl<'de> Deserialize<'de> for Manifest {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct Kinds;

        impl<'de> Visitor<'de> for Kinds {
            type Value = Manifest;

            fn expecting(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
                formatter.write_str("a manifest")
            }

            fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Manifest, A::Error> {
                let mut manifest = Manifest::default();
                while let Some(key) = map.next_key_seed(KnownKey(KEYS))? {
                    manifest.take(key, &mut map)?;
                }
                Ok(manifest)
            }
        }

        deserializer.deserialize_struct("Manifest", KEYS, Kinds)
    }
}
