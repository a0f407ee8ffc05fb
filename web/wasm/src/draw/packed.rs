//! A draw that the libraries packed, or the mistake in the form.

use mali_instancing::check::{DrawState, Expected, Table, check};
use mali_instancing::{Arch, BufferAddress};
use mali_instancing_codegen::{Language, Manifest as Read, Naming, Source, TextError, generate};
use mali_instancing_inspect::DrawWords;
use mali_instancing_inspect::notation::parse_number;
use serde::Serialize;

use super::form::{Form, IDS, Part};
use super::manifest::Manifest;

/// A packed draw.
#[derive(Clone, Debug)]
pub(crate) struct Packed {
    /// The form as a manifest.
    pub(crate) manifest: Manifest,
    pub(crate) words: DrawWords,
}

/// A mistake, with the key and the part that it is about.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub(crate) struct Mistake {
    /// The part of the form; none for a text, or for the draw as a whole.
    pub(crate) part: Option<Part>,
    pub(crate) key: String,
    pub(crate) message: String,
}

/// The elements of an attribute's buffer in the application.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Elements {
    pub(crate) address: u64,
    pub(crate) stride: u64,
}

/// Packs the form. A size that is left out becomes the size that the draw needs.
pub(crate) fn pack(form: &Form) -> Result<Packed, Mistake> {
    // Without the number of vertices, the form would be a pipeline.
    if form.draw.vertices.trim().is_empty() {
        return Err(Mistake {
            part: Some(Part::Draw),
            key: "vertices".to_owned(),
            message: "a number of vertices is missing".to_owned(),
        });
    }
    // If a size is left out, the draw is packed twice: the first words tell which size it needs, the second have it.
    let mut manifest = Manifest::new(form, &[]);
    let mut words = draw_words(&manifest)?;
    let sizes = sizes(form, &words);
    if sizes.iter().any(Option::is_some) {
        manifest = Manifest::new(form, &sizes);
        words = draw_words(&manifest)?;
    }
    Ok(Packed { manifest, words })
}

/// The least number of bytes of each buffer without a size, if it is known.
fn sizes(form: &Form, words: &DrawWords) -> Vec<Option<u64>> {
    let mut sizes = vec![None; form.buffers.len()];
    if form
        .buffers
        .iter()
        .all(|buffer| !buffer.size.trim().is_empty())
    {
        return sizes;
    }
    // The check names only one attribute of a buffer that does not fit, so the attributes are checked one by one.
    let attributes = words.attributes.chunks_exact(words.arch.attribute_words());
    for (number, attribute) in attributes.enumerate() {
        let is_open = |buffer: &usize| form.buffers[*buffer].size.trim().is_empty();
        let Some(buffer) = form.buffer_of(number).filter(is_open) else {
            continue;
        };
        let state = DrawState {
            attributes: attribute,
            // `rates` and `read_attributes` are by the number of an attribute, which is 0 for the only one here.
            rates: &[],
            read_attributes: None,
            ..words.state()
        };
        check(&state, |finding| {
            let is_size = finding.field.is_some_and(|field| field.name == "size");
            if let (true, Table::Buffers, Expected::AtLeast(size)) =
                (is_size, finding.table, finding.expected)
            {
                let address = number_of(form, buffer, "address");
                let size = size.saturating_sub(remainder(words.arch, address));
                sizes[buffer] = sizes[buffer].max(Some(size));
            }
        });
    }
    sizes
}

/// The low bits of a buffer's address, which are not in its descriptor and are added to its size.
pub(super) fn remainder(arch: Arch, address: u64) -> u64 {
    if arch.has_attribute_buffers() {
        address % BufferAddress::ALIGNMENT
    } else {
        0
    }
}

/// A number of a buffer, 0 if it is absent or wrong.
fn number_of(form: &Form, buffer: usize, key: &'static str) -> u64 {
    parse_number(form.get((Part::Buffer(buffer), key)).trim()).unwrap_or(0)
}

fn mistake(manifest: &Manifest, error: &TextError) -> Mistake {
    Mistake {
        part: Some(manifest.part_of(error.line.unwrap_or(1))),
        key: error.key.as_deref().unwrap_or("name").to_owned(),
        message: error.message.clone(),
    }
}

fn source(manifest: &Manifest) -> Result<Source, TextError> {
    Source::new("draw.toml", manifest.text.clone().into_bytes())
}

fn draw_words(manifest: &Manifest) -> Result<DrawWords, Mistake> {
    let source = source(manifest).map_err(|error| mistake(manifest, &error))?;
    let draws = DrawWords::read(&source, None).map_err(|error| mistake(manifest, &error))?;
    let missing = || Mistake {
        part: None,
        key: "name".to_owned(),
        message: "there is no draw".to_owned(),
    };
    draws.into_iter().next().ok_or_else(missing)
}

/// The name that is not allowed in Rust or C, if there is one: the draw can be packed nevertheless.
pub(crate) fn name_mistake(packed: &Packed) -> Option<Mistake> {
    let manifest = Read::read(source(&packed.manifest).ok()?).ok()?;
    // A name can be right in Rust and wrong in C, which reserves some.
    let languages = [Language::Rust, Language::C].into_iter();
    let mut errors =
        languages.filter_map(|language| generate(&manifest, language, Naming::default()).err());
    errors.next().map(|error| mistake(&packed.manifest, &error))
}

/// The elements of each attribute; none for a vertex or instance ID.
pub(crate) fn elements(form: &Form) -> Vec<Option<Elements>> {
    let attributes = 0..form.attributes.len();
    let of = |attribute| {
        let buffer = form.buffer_of(attribute)?;
        Some(Elements {
            address: number_of(form, buffer, "address"),
            stride: number_of(form, buffer, "stride"),
        })
    };
    attributes.map(of).collect()
}

/// The attributes' names.
pub(crate) fn attribute_names(form: &Form) -> Vec<String> {
    let names = form.attributes.iter().map(|attribute| {
        if IDS.contains(&attribute.buffer.as_str()) {
            format!("{} ({})", attribute.name, attribute.buffer)
        } else {
            attribute.name.clone()
        }
    });
    names.collect()
}
