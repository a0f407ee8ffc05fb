//! One thread: what it is, what it reads, and by what arithmetic.

use crate::live::{Each, live};
use crate::parts::{number, row_name, wide};
use leptos::prelude::*;
use mali_instancing::model::Access;
use mali_instancing_inspect::trace::steps;

use super::{Threads, grouped};

/// What the thread under the pointer is, or the selected one.
#[component]
pub(crate) fn Inspector(
    threads: Signal<Option<Threads>>,
    selected: RwSignal<u32>,
    hovered: RwSignal<Option<u32>>,
) -> impl IntoView {
    let shown = Memo::new(move |_| hovered.get().unwrap_or_else(|| selected.get()));
    view! {
        <div class="inspector">
            <p class="which">
                <label for="thread">"Thread"</label>
                <input
                    id="thread"
                    type="number"
                    min="0"
                    max=move || threads.with(|threads| threads.as_ref().map(|threads| (threads.count() - 1).to_string()))
                    prop:value=move || shown.get().to_string()
                    on:input=move |event| {
                        if let Ok(id) = event_target_value(&event).parse() {
                            selected.set(id);
                        }
                    }
                />
                <output for="thread">
                    {live(move || threads.with(|threads| threads.as_ref().map(|threads| fate(threads, shown.get()))))}
                </output>
            </p>
            {live(move || threads.with(|threads| threads.as_ref().map(|threads| reads(threads, shown.get()))))}
        </div>
    }
}

fn fate(threads: &Threads, id: u32) -> AnyView {
    let Some(thread) = threads.thread(id) else {
        let last = grouped(threads.count() - 1);
        return view! { <span class="error">{format!("There is no such thread: 0 to {last} are there.")}</span> }
            .into_any();
    };
    let place = format!(
        "vertex {} of instance {}: ",
        grouped(thread.vertex.into()),
        grouped(thread.instance.into())
    );
    if thread.is_padding {
        view! { {place} <strong class="wasted">"thrown away"</strong> }.into_any()
    } else {
        view! { {place} <strong class="kept">"kept"</strong> }.into_any()
    }
}

fn reads(threads: &Threads, id: u32) -> Option<AnyView> {
    let thread = threads.thread(id)?;
    let rows = threads.names.iter().enumerate().map(|(attribute, name)| {
        let access = threads.access(attribute, id);
        let element = access.and_then(|access| threads.element(attribute, access));
        let element = element.map_or("–".to_owned(), grouped);
        let place = match access {
            None => "the words say nothing".to_owned(),
            Some(Access::Id(_)) => "in the descriptor itself".to_owned(),
            Some(Access::OutOfRange) => "beyond the buffer".to_owned(),
            Some(Access::Bytes { address, length }) => format!("{length} bytes at {address:#x}"),
        };
        let steps = steps(
            &threads.words,
            attribute,
            id,
            [thread.vertex, thread.instance],
        );
        let steps = steps.unwrap_or_default().into_iter().map(|step| {
            let value = if step.operation.contains("address") {
                format!("{:#x}", step.value)
            } else {
                step.value.to_string()
            };
            view! {
                <li class:index=step.is_index>
                    <span class="operation">{step.operation}</span>
                    " "
                    <span class="value">{value}</span>
                </li>
            }
        });
        let steps = steps.each();
        view! {
            <tr>
                {row_name(name.clone())}
                {number(element)}
                <td class="place">{place}</td>
                <td>
                    <ol class="steps">{steps}</ol>
                </td>
            </tr>
        }
    });
    let rows = rows.each();
    let table = view! {
        <table class="reads">
            <thead>
                <tr>
                    <th scope="col">"Attribute"</th>
                    <th scope="col" class="number">"Element"</th>
                    <th scope="col">"Reads"</th>
                    <th scope="col">"Arithmetic"</th>
                </tr>
            </thead>
            <tbody>{rows}</tbody>
        </table>
    };
    Some(wide("What the thread reads".to_owned(), table.into_any()))
}
