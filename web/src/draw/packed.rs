//! A draw, packed by the libraries, or what is wrong with the form.

use mali_instancing::check::{Expected, Table as WordsPart, check};
use mali_instancing::{Arch, BufferAddress};
use mali_instancing_codegen::{Source, TextError};
use mali_instancing_inspect::DrawWords;
use mali_instancing_inspect::notation::parse_number;

use super::form::{Form, IDS, Part};
use super::manifest::Manifest;

/// A packed draw.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Packed {
    /// What the form says, as a manifest.
    pub(crate) manifest: String,
    pub(crate) words: DrawWords,
}

/// What is wrong, and with which key of which part.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Mistake {
    pub(crate) part: Part,
    pub(crate) key: String,
    pub(crate) message: String,
}

/// The elements of an attribute's buffer, as the application has them.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Elements {
    pub(crate) address: u64,
    pub(crate) stride: u64,
}

/// Packs the form. A size that is left out becomes as large as the draw needs.
pub(crate) fn pack(form: &Form) -> Result<Packed, Mistake> {
    // Without it, the form would be a pipeline's.
    if form.get((Part::Draw, "vertices")).is_empty() {
        return Err(Mistake {
            part: Part::Draw,
            key: "vertices".to_owned(),
            message: "vertices is missing".to_owned(),
        });
    }
    let sizes = sizes(form)?;
    let manifest = Manifest::new(form, &sizes);
    let words = read(&manifest)?;
    Ok(Packed {
        manifest: manifest.text,
        words,
    })
}

/// The bytes that each buffer without a size must have at least, as far as that is known.
fn sizes(form: &Form) -> Result<Vec<Option<u64>>, Mistake> {
    let numbers = 0..form.buffers();
    let is_open = |number: &usize| form.get((Part::Buffer(*number), "size")).is_empty();
    if !numbers.clone().any(|number| is_open(&number)) {
        return Ok(Vec::new());
    }
    let mut sizes = vec![None; form.buffers()];
    // Of a buffer the check names one attribute that does not fit. With a size for that one it names the next.
    for _ in 0..=form.attributes() {
        let words = read(&Manifest::new(form, &sizes))?;
        let before = sizes.clone();
        check(&words.state(), |finding| {
            if let (WordsPart::Buffers, Expected::AtLeast(size)) = (finding.table, finding.expected)
            {
                // Every buffer has eight words: two descriptors, or a descriptor.
                let number = finding.word / 8;
                if let Some(largest) = sizes.get_mut(number) {
                    *largest = (*largest).max(Some(
                        size.saturating_sub(remainder(form, words.arch, number)),
                    ));
                }
            }
        });
        if sizes == before {
            break;
        }
    }
    Ok(sizes)
}

/// The part of a buffer's address that its descriptor does not have, and its size has instead.
fn remainder(form: &Form, arch: Arch, buffer: usize) -> u64 {
    if !arch.has_attribute_buffers() {
        return 0;
    }
    let address = parse_number::<u64>(form.get((Part::Buffer(buffer), "address")));
    address.unwrap_or(0) % BufferAddress::ALIGNMENT
}

fn read(manifest: &Manifest) -> Result<DrawWords, Mistake> {
    let mistake = |error: &TextError| Mistake {
        part: manifest.part_of(error.line.unwrap_or(1)),
        key: error.key.as_deref().unwrap_or("name").to_owned(),
        message: error.message.clone(),
    };
    let source = Source::new("draw.toml", manifest.text.clone().into_bytes());
    let source = source.map_err(|error| mistake(&error))?;
    let draws = DrawWords::read(&source, None).map_err(|error| mistake(&error))?;
    let missing = || Mistake {
        part: Part::Draw,
        key: "name".to_owned(),
        message: "there is no draw".to_owned(),
    };
    draws.into_iter().next().ok_or_else(missing)
}

/// The elements of each attribute; none of a vertex or instance ID.
pub(crate) fn elements(form: &Form) -> Vec<Option<Elements>> {
    let attributes = 0..form.attributes();
    attributes
        .map(|attribute| {
            let buffer = form.buffer_of(attribute)?;
            let number = |key| parse_number::<u64>(form.get((Part::Buffer(buffer), key)));
            Some(Elements {
                address: number("address").unwrap_or(0),
                stride: number("stride").unwrap_or(0),
            })
        })
        .collect()
}

/// What an attribute is called.
pub(crate) fn attribute_names(form: &Form) -> Vec<String> {
    let attributes = 0..form.attributes();
    attributes
        .map(|number| {
            let name = form.get((Part::Attribute(number), "name"));
            let buffer = form.get((Part::Attribute(number), "buffer"));
            if IDS.contains(&buffer) {
                format!("{name} ({buffer})")
            } else {
                name.to_owned()
            }
        })
        .collect()
}

/// The architecture that the form names.
pub(crate) fn arch(form: &Form) -> Arch {
    Arch::from_name(form.get((Part::Draw, "arch"))).unwrap_or(Arch::V7)
}
