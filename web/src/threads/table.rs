//! The threads as a table, for whoever does not see the grid.

use crate::live::{Each, live};
use crate::parts::{number, wide};
use leptos::prelude::*;

use super::{Threads, grouped};

const ROWS: u32 = 20;

/// Instances, their kept and wasted threads, and the elements that the first thread of each reads.
#[component]
pub(crate) fn ThreadTable(threads: Signal<Option<Threads>>) -> impl IntoView {
    let first = RwSignal::new(0_u32);
    let rows = move || threads.with(|threads| threads.as_ref().map_or(0, |threads| threads.rows));
    let start = Memo::new(move |_| first.get().min(rows().saturating_sub(1) / ROWS * ROWS));
    view! {
        <details class="as-table">
            <summary>"The threads as a table"</summary>
            {wide("Threads, instance by instance".to_owned(), live(move || threads.with(|threads| threads.as_ref().map(|threads| page(threads, start.get())))))}
            <p class="pages">
                <button type="button" disabled=move || start.get() == 0
                    on:click=move |_| first.set(start.get_untracked().saturating_sub(ROWS))>
                    "Earlier instances"
                </button>
                <button type="button" disabled=move || { start.get() + ROWS >= rows() }
                    on:click=move |_| first.set(start.get_untracked() + ROWS)>
                    "Later instances"
                </button>
            </p>
        </details>
    }
}

fn page(threads: &Threads, start: u32) -> impl IntoView + use<> {
    let names = threads.names.iter().map(|name| {
        view! { <th scope="col" class="number">{format!("Elements of {name}")}</th> }
    });
    let names = names.each();
    let instances = start..threads.rows.min(start.saturating_add(ROWS));
    let rows = instances.filter_map(|instance| {
        let first = threads.linear_id(instance, 0)?;
        let last_kept = threads.linear_id(instance, threads.vertices - 1)?;
        let last = threads.linear_id(instance, threads.columns - 1)?;
        let wasted = if last > last_kept {
            format!(
                "{} to {}",
                grouped(u64::from(last_kept) + 1),
                grouped(last.into())
            )
        } else {
            "none".to_owned()
        };
        let elements = (0..threads.names.len()).map(|attribute| {
            let at = |id| {
                let access = threads.access(attribute, id)?;
                threads.element(attribute, access)
            };
            let text = match (at(first), at(last_kept)) {
                (Some(one), Some(other)) if one == other => grouped(one),
                (Some(one), Some(other)) => format!("{} to {}", grouped(one), grouped(other)),
                _ => "beyond the buffer".to_owned(),
            };
            number(text)
        });
        let elements = elements.each();
        Some(view! {
            <tr>
                <th scope="row" class="number">{grouped(instance.into())}</th>
                {number(format!("{} to {}", grouped(first.into()), grouped(last_kept.into())))}
                {number(wasted)}
                {elements}
            </tr>
        })
    });
    let rows = rows.each();
    view! {
        <table>
            <thead>
                <tr>
                    <th scope="col" class="number">"Instance"</th>
                    <th scope="col" class="number">"Kept threads"</th>
                    <th scope="col" class="number">"Wasted threads"</th>
                    {names}
                </tr>
            </thead>
            <tbody>{rows}</tbody>
        </table>
    }
}
