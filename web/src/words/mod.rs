//! The words of a draw as bits, each field in a colour of its own.

mod bits;
pub(crate) mod findings;

use crate::live::{Each, live};
use leptos::prelude::*;
use mali_instancing::Arch;
use mali_instancing::check::Table;
use mali_instancing::decode::{Descriptor, Kind, descriptors};
use mali_instancing::descriptor::Field;
use mali_instancing_inspect::DrawWords;
use mali_instancing_inspect::decode::descriptor_title;

use bits::DescriptorBits;
use findings::{Found, findings};

/// A descriptor as it is shown.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct ShownDescriptor {
    arch: Arch,
    part: Table,
    title: String,
    /// The position of its first word.
    first: usize,
    words: Vec<u32>,
    fields: Vec<Field>,
    /// What is wrong with words that are no descriptor.
    error: Option<String>,
}

/// The descriptors of a draw, in the order of its words. Empty ones are left out.
fn shown_descriptors(draw: &DrawWords, names: &Names) -> Vec<ShownDescriptor> {
    let pair = |words: &Option<[u32; 2]>| words.map(|words| words.to_vec()).unwrap_or_default();
    let parts = [
        (Table::Draw, Kind::Draw, pair(&draw.draw)),
        (Table::Invocation, Kind::Invocation, pair(&draw.invocation)),
        (Table::Buffers, Kind::Buffers, draw.buffers.clone()),
        (Table::Attributes, Kind::Attributes, draw.attributes.clone()),
    ];
    let mut shown = Vec::new();
    for (part, kind, words) in parts {
        for decoded in descriptors(draw.arch, kind, &words) {
            let descriptor = match decoded {
                Ok(decoded) if decoded.descriptor == Descriptor::Empty => continue,
                Ok(decoded) => {
                    let own = &words[decoded.word..decoded.word + decoded.length];
                    let fields = decoded.descriptor.fields(draw.arch).iter();
                    ShownDescriptor {
                        arch: draw.arch,
                        part,
                        title: names.title(draw.arch, part, decoded.word, &decoded.descriptor),
                        first: decoded.word,
                        words: own.to_vec(),
                        fields: fields.filter(|field| is_in(field, own)).copied().collect(),
                        error: None,
                    }
                }
                Err(error) => {
                    let length = match (kind, draw.arch.attribute_words()) {
                        (Kind::Buffers, 2) => 4,
                        (_, words) => words,
                    };
                    let first = error.word.min(words.len()) / length * length;
                    let end = (first + length).min(words.len());
                    ShownDescriptor {
                        arch: draw.arch,
                        part,
                        title: format!("{}, words {first} to {end}: no descriptor", part.name()),
                        first,
                        words: words[first..end].to_vec(),
                        fields: Vec::new(),
                        error: Some(error.to_string()),
                    }
                }
            };
            shown.push(descriptor);
        }
    }
    shown
}

/// Whether a descriptor has a field, by its type; a descriptor without its continuation has fewer words.
fn is_in(field: &Field, words: &[u32]) -> bool {
    let mut padded = words.to_vec();
    padded.resize(words.len().max(8), 0);
    field.is_in(&padded) && field.word() < words.len()
}

/// What the user calls buffers and attributes.
#[derive(Clone, Debug, Default, PartialEq)]
pub(crate) struct Names {
    pub(crate) buffers: Vec<String>,
    pub(crate) attributes: Vec<String>,
}

impl Names {
    fn title(&self, arch: Arch, part: Table, word: usize, descriptor: &Descriptor) -> String {
        let title = descriptor_title(descriptor);
        let (names, number) = match part {
            // Every buffer has eight words: two descriptors, or a descriptor.
            Table::Buffers => (&self.buffers, word / 8),
            Table::Attributes => (&self.attributes, word / arch.attribute_words()),
            _ => return title.to_owned(),
        };
        match names.get(number) {
            Some(name)
                if !matches!(
                    descriptor,
                    Descriptor::VertexId(_) | Descriptor::InstanceId(_)
                ) =>
            {
                format!("{title} {name}")
            }
            _ if part == Table::Attributes => format!("{title} {number}"),
            _ => title.to_owned(),
        }
    }
}

/// The words, and what is wrong with them. `edited` gets them with a word changed.
#[component]
pub(crate) fn Words(
    #[prop(into)] draw: Signal<Option<DrawWords>>,
    #[prop(into)] names: Signal<Names>,
    edited: Callback<DrawWords>,
) -> impl IntoView {
    let shown = Memo::new(move |_| {
        draw.with(|draw| {
            let draw = draw.as_ref()?;
            let descriptors = names.with(|names| shown_descriptors(draw, names));
            Some((descriptors, findings(draw)))
        })
    });
    let set = move |part: Table, position: usize, word: u32| {
        if let Some(mut draw) = draw.get_untracked() {
            let pair = |words: &mut Option<[u32; 2]>| {
                if let Some(place) = words.as_mut().and_then(|words| words.get_mut(position)) {
                    *place = word;
                }
            };
            match part {
                Table::Buffers => draw.buffers[position] = word,
                Table::Attributes => draw.attributes[position] = word,
                Table::Draw => pair(&mut draw.draw),
                Table::Invocation => pair(&mut draw.invocation),
                _ => {}
            }
            edited.run(draw);
        }
    };
    let set = Callback::new(move |(part, position, word)| set(part, position, word));
    view! {
        <div class="words">
            {live(move || {
                let (descriptors, findings) = shown.get()?;
                let list = list(&findings);
                let descriptors = descriptors
                    .into_iter()
                    .map(|descriptor| view! { <DescriptorBits descriptor findings=findings.clone() set/> })
                    .each();
                Some(view! { {list} <div class="descriptors">{descriptors}</div> })
            })}
        </div>
    }
}

fn list(found: &[Found]) -> impl IntoView + use<> {
    if found.is_empty() {
        return view! { <p class="fine" id="findings">"The check finds nothing wrong with these words."</p> }.into_any();
    }
    let items = found.iter().map(|found| {
        view! {
            <li class=found.severity>
                <strong>{found.severity}": "{found.problem.clone()}</strong>
                <span class="where">{found.place.clone()}</span>
                <span>{found.help}</span>
            </li>
        }
    });
    view! { <ul class="findings" id="findings">{items.each()}</ul> }.into_any()
}
