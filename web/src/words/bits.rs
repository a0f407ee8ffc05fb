//! One descriptor: its words as bits, and its fields.

use crate::live::{Each, live};
use crate::parts::{number as number_cell, wide};
use leptos::prelude::*;
use mali_instancing::check::Table;
use mali_instancing::descriptor::Field;
use mali_instancing_inspect::decode::field_value;
use mali_instancing_inspect::notation::parse_number;

use super::ShownDescriptor;
use super::findings::Found;

const COLORS: usize = 6;

/// Bits of a word that stand together and belong to one field, or to none.
struct Segment {
    field: Option<usize>,
    bits: String,
}

/// The bits of a word, from the highest.
fn segments(word: u32, index: usize, fields: &[Field]) -> Vec<Segment> {
    let mut segments: Vec<Segment> = Vec::new();
    for bit in (0..u32::BITS).rev() {
        let field = fields
            .iter()
            .position(|field| field.mask(index) >> bit & 1 != 0);
        let digit = if word >> bit & 1 == 0 { '0' } else { '1' };
        match segments.last_mut() {
            Some(last) if last.field == field => last.bits.push(digit),
            _ => segments.push(Segment {
                field,
                bits: digit.into(),
            }),
        }
    }
    segments
}

/// Where a field's bits are.
fn place(field: &Field, first: usize) -> String {
    let (word, bit) = (first + field.word(), field.shift());
    let last = bit + field.width - 1;
    if field.width == 1 {
        format!("word {word}, bit {bit}")
    } else if last < u32::BITS {
        format!("word {word}, bits {bit} to {last}")
    } else {
        let (words, bit_of_last) = (last / u32::BITS, last % u32::BITS);
        format!(
            "word {word}, bit {bit} to word {}, bit {bit_of_last}",
            word + words as usize
        )
    }
}

/// A descriptor's words, and its fields by their names, places and values.
#[component]
pub(super) fn DescriptorBits(
    descriptor: ShownDescriptor,
    findings: Vec<Found>,
    set: Callback<(Table, usize, u32)>,
) -> impl IntoView {
    let pointed = RwSignal::new(None::<usize>);
    let wrong = RwSignal::new(None::<String>);
    let ShownDescriptor {
        arch,
        part,
        title,
        first,
        words,
        fields,
        error,
    } = descriptor;
    let is_bad: Vec<bool> = fields
        .iter()
        .map(|field| {
            findings
                .iter()
                .any(|found| found.is_about(part, first, field))
        })
        .collect();
    let class = |number: usize| {
        let bad = if is_bad[number] { " bad" } else { "" };
        format!("f{}{bad}", number % COLORS)
    };
    let lines = words.iter().enumerate().map(|(index, &word)| {
        let position = first + index;
        let segments = segments(word, index, &fields).into_iter().map(|segment| {
            let number = segment.field;
            let title = number.map(|number| {
                let field = &fields[number];
                let value = field_value(arch, field, &words).unwrap_or_default();
                format!("{}: {value}", field.name)
            });
            view! {
                <span
                    class=number.map_or("none".to_owned(), class)
                    class:pointed=move || number.is_some() && pointed.get() == number
                    title=title
                    on:mouseenter=move |_| pointed.set(number)
                    on:mouseleave=move |_| pointed.set(None)
                >
                    {segment.bits}
                </span>
            }
        });
        let segments = segments.each();
        let input = move |event| match parse_number::<u32>(event_target_value(&event).trim()) {
            Ok(word) => {
                wrong.set(None);
                set.run((part, position, word));
            }
            Err(reason) => wrong.set(Some(format!("word {position}: {reason}"))),
        };
        view! {
            <div class="word">
                <span class="position" aria-hidden="true">{position}</span>
                <input
                    type="text"
                    autocomplete="off"
                    spellcheck="false"
                    aria-label=format!("{}, word {position}", part.name())
                    prop:value=format!("{word:#010x}")
                    on:change=input
                />
                <span class="bits" aria-hidden="true">{segments}</span>
            </div>
        }
    });
    let lines = lines.each();
    let rows = fields.iter().enumerate().filter_map(|(number, field)| {
        let value = field_value(arch, field, &words)?;
        Some(view! {
            <tr
                class:pointed=move || pointed.get() == Some(number)
                class:bad=is_bad[number]
                on:mouseenter=move |_| pointed.set(Some(number))
                on:mouseleave=move |_| pointed.set(None)
            >
                <th scope="row"><span class=format!("swatch {}", class(number)) aria-hidden="true"></span>{field.name}</th>
                {number_cell(value)}
                <td class="place">{place(field, first)}</td>
            </tr>
        })
    });
    let rows = rows.each();
    let table = view! {
        <table class="descriptor-fields">
            <thead class="unseen">
                <tr><th scope="col">"Field"</th><th scope="col">"Value"</th><th scope="col">"Bits"</th></tr>
            </thead>
            <tbody>{rows}</tbody>
        </table>
    };
    view! {
        <article class="descriptor" data-part=part.name() data-word=first>
            <h3>{title}</h3>
            {error.map(|error| view! { <p class="error">{error}</p> })}
            {wide(format!("Words of {} from {first} on", part.name()), lines.into_any())}
            {live(move || wrong.get().map(|wrong| view! { <p class="error" role="alert">{wrong}</p> }))}
            {wide(format!("Fields of {} from word {first} on", part.name()), table.into_any())}
        </article>
    }
}
