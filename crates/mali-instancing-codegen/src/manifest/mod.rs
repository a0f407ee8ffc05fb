//! Manifests: the descriptors and draws of a program. Each kind is a flat structure, whose reading and writing are derived.
//!
//! The macro `table` (in `table`) declares each structure: `descriptors` has the single descriptors, `vertex_input` a
//! draw with its buffers and attributes, and `value` the types of keys' values that are not the core's. Every key but
//! the name and arrays is an `Option`, which keeps the difference between an absent key and one with the default value:
//! `check_arguments` refuses a present key that has no effect, and only present keys are written.
//!
//! serde reads a whole manifest as `Tables`, an array for each kind, since TOML and JSON have it so. `Manifest` has one
//! list instead. `Manifest::read` puts that into the order of the text, and keeps the text, so that a later error finds
//! its line. `located` gives each descriptor its place in `Tables` back: the kind's array and the number in it.
//!
//! An unknown key, a missing name, and a value of a wrong type or notation are errors here. All other mistakes, also
//! other missing keys, are found by `pack`.

mod descriptors;
#[cfg(feature = "schemars")]
mod schema;
mod table;
mod value;
mod vertex_input;

use std::collections::HashMap;
use std::ops::RangeInclusive;

use mali_instancing::{Arch, Argument, Padding, Rounding, descriptor};
use serde::{Deserialize, Serialize};

use crate::error::TextError;
use crate::read::{Fault, Location, Reason, parse};
use crate::source::Source;
pub use descriptors::{Attribute, AttributeBuffer, Draw, Invocation, Special, ValhallAttribute};
pub(crate) use table::{Kind, Table};
pub use value::{Flag, FormatOrField, IndexTypeNames, Job, NumberOrIndirect};
pub(crate) use vertex_input::COUNTS;
pub use vertex_input::{InputAttribute, InputBuffer, VertexInput};

/// Descriptors and draws, from which code is generated.
///
/// It is read from TOML or JSON, or made in Rust. [`generate`](crate::generate) generates code from it. Any
/// serializer of serde writes it in the form in which it is read. A deserializer reads it without its text: to keep the
/// text for errors, use [`Manifest::read`].
///
/// ```
/// use mali_instancing::draw::{BufferRange, DrawCounts, Pipeline, VertexAttribute, VertexBuffer};
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
/// let cube = VertexInput::new("cube", Pipeline::new(Arch::V7), DrawCounts::any_instances(70))
///     .with_buffer("mesh", VertexBuffer::new(20, InputRate::Vertex), None)
///     .with_attribute("position", VertexAttribute::new(0, Format::R32G32B32_SFLOAT, 0));
/// made.descriptors.push(cube.into());
/// assert_eq!(made.descriptors, read.descriptors);
/// assert!(toml::to_string(&made).unwrap().contains("vertices = 70"));
/// # Ok::<(), mali_instancing_codegen::TextError>(())
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq, Deserialize, Serialize)]
#[cfg_attr(feature = "schemars", derive(schemars::JsonSchema))]
#[cfg_attr(
    feature = "schemars",
    schemars(
        description = "A manifest of mali-instancing: descriptors and draws, from which code is generated."
    )
)]
#[serde(from = "Tables", into = "Tables")]
pub struct Manifest {
    name: String,
    /// The text that it was read from, to which errors point.
    source: Option<Source>,
    /// The architecture of descriptors without one of their own.
    pub arch: Option<Arch>,
    /// The rule of padding of draws without one of their own, on V4 to V7.
    pub padding: Option<Padding>,
    /// The rule of rounding of draws without one of their own.
    pub rounding: Option<Rounding>,
    /// The descriptors, in the order in which they are generated.
    pub descriptors: Vec<Descriptor>,
}

/// Declares the kinds of descriptors, in their order in JSON, each with its array, its alignment, the architectures that
/// have it, and the default architecture.
macro_rules! descriptors {
    ($($Kind:ident: $array:ident, $alignment:expr, $archs:expr, $default:expr;)+) => {
        /// A descriptor of a manifest, of any kind.
        #[derive(Clone, Debug, PartialEq, Eq)]
        #[non_exhaustive]
        pub enum Descriptor {
            $(#[doc = concat!("`[[", stringify!($array), "]]`.")] $Kind($Kind),)+
        }

        $(impl From<$Kind> for Descriptor {
            fn from(descriptor: $Kind) -> Self {
                Self::$Kind(descriptor)
            }
        }

        impl $Kind {
            const KIND: Kind = Kind {
                name: stringify!($array),
                alignment: $alignment,
                archs: $archs,
                default_arch: $default,
            };
        })+

        impl Descriptor {
            /// The name of the descriptor.
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

            /// The architecture that it names.
            pub(crate) fn arch(&self) -> Option<Arch> {
                match self {
                    $(Self::$Kind(descriptor) => descriptor.arch,)+
                }
            }
        }

        #[cfg(any(feature = "json", feature = "schemars"))]
        pub(crate) static KINDS: &[&Kind] = &[$(&$Kind::KIND),+];

        const KIND_KEYS: &[(&str, &[&str])] = &[$((stringify!($array), $Kind::KEYS)),+];

        /// A manifest as it is written: the descriptors of each kind in an array.
        #[derive(Deserialize, Serialize)]
        #[cfg_attr(feature = "schemars", derive(schemars::JsonSchema))]
        #[cfg_attr(feature = "schemars", schemars(transform = complete))]
        #[serde(rename = "Manifest", deny_unknown_fields)]
        struct Tables {
            /// The architecture of descriptors without one of their own.
            #[serde(skip_serializing_if = "Option::is_none")]
            arch: Option<Arch>,
            /// The rule of padding of draws without one of their own, on V4 to V7.
            #[serde(skip_serializing_if = "Option::is_none")]
            padding: Option<Padding>,
            /// The rule of rounding of draws without one of their own.
            #[serde(skip_serializing_if = "Option::is_none")]
            rounding: Option<Rounding>,
            $(
                #[serde(default, skip_serializing_if = "Vec::is_empty")]
                $array: Vec<$Kind>,
            )+
        }

        impl From<Tables> for Manifest {
            fn from(tables: Tables) -> Self {
                let mut descriptors = Vec::new();
                $(descriptors.extend(tables.$array.into_iter().map(Descriptor::from));)+
                Self {
                    arch: tables.arch,
                    padding: tables.padding,
                    rounding: tables.rounding,
                    descriptors,
                    ..Self::default()
                }
            }
        }

        impl From<Manifest> for Tables {
            fn from(manifest: Manifest) -> Self {
                let mut tables = Self {
                    arch: manifest.arch,
                    padding: manifest.padding,
                    rounding: manifest.rounding,
                    $($array: Vec::new(),)+
                };
                for descriptor in manifest.descriptors {
                    match descriptor {
                        $(Descriptor::$Kind(descriptor) => tables.$array.push(descriptor),)+
                    }
                }
                tables
            }
        }
    };
}

/// Completes the derived schema.
#[cfg(feature = "schemars")]
fn complete(schema: &mut schemars::Schema) {
    schema::of_manifest(schema, KINDS);
}

const V4_TO_V7: RangeInclusive<Arch> = Arch::V4..=Arch::V7;

descriptors! {
    AttributeBuffer: attribute_buffer, align_of::<descriptor::AttributeBuffer>(), V4_TO_V7, Some(Arch::V7);
    Attribute: attribute, align_of::<descriptor::Attribute>(), V4_TO_V7, Some(Arch::V7);
    Special: special, align_of::<descriptor::VertexId>(), Arch::V4..=Arch::V5, Some(Arch::V5);
    Invocation: invocation, align_of::<descriptor::Invocation>(), V4_TO_V7, Some(Arch::V7);
    Draw: draw, align_of::<descriptor::Draw>(), V4_TO_V7, Some(Arch::V7);
    ValhallAttribute: valhall_attribute, align_of::<descriptor::ValhallAttribute>(), Arch::V9..=Arch::V15, Some(Arch::V9);
    VertexInput: vertex_input, 64, Arch::V4..=Arch::V15, None;
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
        // The names are those of the parts in TOML's headers, `[[vertex_input.buffers]]`.
        ("vertex_input.buffers", InputBuffer::KEYS.to_vec()),
        ("vertex_input.attributes", InputAttribute::KEYS.to_vec()),
    ];
    let kinds = KIND_KEYS.iter().map(|(kind, keys)| {
        let keys = keys.iter().filter(|key| !["name", "arch"].contains(key));
        (*kind, keys.copied().collect())
    });
    kinds.chain(parts).collect()
}

/// A table that may have rules of its own.
pub(crate) trait OfRules: Clone {
    fn rules(&mut self) -> (Option<&mut Option<Padding>>, Option<&mut Option<Rounding>>);
}

impl OfRules for VertexInput {
    fn rules(&mut self) -> (Option<&mut Option<Padding>>, Option<&mut Option<Rounding>>) {
        (Some(&mut self.padding), Some(&mut self.rounding))
    }
}

impl OfRules for Descriptor {
    fn rules(&mut self) -> (Option<&mut Option<Padding>>, Option<&mut Option<Rounding>>) {
        match self {
            Self::AttributeBuffer(one) => (Some(&mut one.padding), Some(&mut one.rounding)),
            Self::Special(one) => (Some(&mut one.padding), Some(&mut one.rounding)),
            Self::Draw(one) => (Some(&mut one.padding), None),
            Self::ValhallAttribute(one) => (None, Some(&mut one.rounding)),
            Self::VertexInput(one) => one.rules(),
            Self::Attribute(_) | Self::Invocation(_) => (None, None),
        }
    }
}

impl Manifest {
    /// A manifest without descriptors. `name` is in the notice of generated code.
    #[must_use]
    pub fn new(name: impl Into<String>) -> Self {
        Self {
            name: name.into(),
            ..Self::default()
        }
    }

    /// Reads TOML. `name` is the file's name, for errors.
    ///
    /// # Errors
    ///
    /// Text that is not TOML, unknown keys, and values that a key cannot have, each with its line. Values that are
    /// wrong only together are errors when code is generated.
    pub fn from_toml(name: impl Into<String>, text: impl Into<String>) -> Result<Self, TextError> {
        Self::read(Source::from_text(name, text).with_json(false))
    }

    /// Reads JSON. `name` is the file's name, for errors.
    ///
    /// # Errors
    ///
    /// As [`Manifest::from_toml`], each with its line and its column.
    #[cfg(feature = "json")]
    #[cfg_attr(docsrs, doc(cfg(feature = "json")))]
    pub fn from_json(name: impl Into<String>, text: impl Into<String>) -> Result<Self, TextError> {
        Self::read(Source::from_text(name, text).with_json(true))
    }

    /// Reads TOML or, with the feature `json`, a source that [is JSON](Source::is_json).
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
            let mut manifest: Self = root.read()?;
            // A reader takes each kind's array as a whole, but the kinds may be mixed in the text.
            // Here the descriptors are still in the order of the arrays, so the numbers of `located` are those in the
            // text. Elements of an array have ascending offsets, so the sorting keeps them in order, and the numbers
            // stay right.
            let offsets = manifest.located().map(|(location, _)| root.find(&location));
            let offsets: Vec<usize> = offsets.collect();
            let mut placed: Vec<_> = offsets.into_iter().zip(manifest.descriptors).collect();
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

    /// The JSON Schema of manifests in TOML or JSON, draft 7, with which editors complete and check.
    ///
    /// ```
    /// use mali_instancing_codegen::Manifest;
    ///
    /// assert!(Manifest::SCHEMA.contains("\"vertex_input\""));
    /// ```
    pub const SCHEMA: &str = include_str!("../../schemas/manifest.json");

    /// Its name, or the name of the file that it was read from.
    #[must_use]
    pub fn name(&self) -> &str {
        &self.name
    }

    /// A mistake at a location, with its place in the text.
    pub(crate) fn error(&self, location: Location, reason: Reason) -> TextError {
        let fault = Fault::new(location, reason);
        match &self.source {
            Some(source) => fault.in_text(source, self.offset(&fault.location)),
            None => fault.without_text(&self.name),
        }
    }

    /// The line of a location in the text.
    pub(crate) fn line(&self, location: &Location) -> Option<usize> {
        let source = self.source.as_ref()?;
        Some(source.line(self.offset(location)))
    }

    fn offset(&self, location: &Location) -> usize {
        // A tree of the text would borrow from it, so none is kept. Only errors need one, and each parses the text
        // again.
        let root = self.source.as_ref().and_then(|source| parse(source).ok());
        root.map_or(0, |root| root.find(location))
    }

    /// A descriptor on an architecture with the rules that are the same for the whole manifest, where it has none of its
    /// own.
    pub(crate) fn with_rules<D: OfRules>(&self, descriptor: &D, arch: Arch) -> D {
        let mut descriptor = descriptor.clone();
        let (padding, rounding) = descriptor.rules();
        // From V9 on the key `padding` is an error. There the manifest's rule is for its other draws, and is not
        // copied.
        let is_padded = arch.check_argument(Argument::Padding).is_ok();
        if let Some(padding) = padding.filter(|_| is_padded) {
            *padding = padding.or(self.padding);
        }
        if let Some(rounding) = rounding {
            *rounding = rounding.or(self.rounding);
        }
        descriptor
    }

    /// Each descriptor with its location.
    pub(crate) fn located(&self) -> impl Iterator<Item = (Location, &Descriptor)> {
        let mut counts = HashMap::new();
        self.descriptors.iter().map(move |descriptor| {
            let (kind, name) = (descriptor.kind().name, descriptor.name().to_owned());
            let count = counts.entry(kind).or_insert(0);
            *count += 1;
            // In the text each kind is an array of its own, so the number counts the descriptors of the same kind.
            let location = Location::default().in_element(kind, *count - 1, Some(name));
            (location, descriptor)
        })
    }

    /// Checks that no two tables have the same name.
    pub(crate) fn check_names(
        &self,
        locations: impl IntoIterator<Item = Location>,
    ) -> Result<(), TextError> {
        let mut seen: HashMap<String, Location> = HashMap::new();
        for location in locations {
            // Names of all kinds share one space: each becomes a constant of the generated file.
            if let Some(first) = seen.insert(location.name().to_owned(), location.clone()) {
                let reason = match self.line(&first.clone().with_key("name")) {
                    Some(line) => format!("line {line} already has this name"),
                    None => format!("there already is another {first}"),
                };
                return Err(self.error(location.with_key("name"), Reason::Wrong(reason)));
            }
        }
        Ok(())
    }
}
