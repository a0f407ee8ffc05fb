//! A draw: what the user says of it, and what the libraries make of that.

mod edits;
pub(crate) mod fields;
mod follow;
pub(crate) mod form;
mod manifest;
pub(crate) mod packed;

use leptos::prelude::*;

use crate::live::live;
use crate::parts::{button, hint};
use crate::take_away::TakeAway;
use crate::threads::grid::Grid;
use crate::threads::inspector::Inspector;
use crate::threads::table::ThreadTable;
use crate::threads::waste::{SetVertices, Waste};
use crate::threads::{Threads, grouped};
use crate::words::{Names, Words};
use edits::Edit;
use fields::{DrawForm, Fields};
use follow::follow;
use form::{Form, Part};
use mali_instancing_inspect::DrawWords;
use packed::{Mistake, Packed, attribute_names, elements, pack};

/// The view of a draw.
#[component]
pub(crate) fn DrawView(form: RwSignal<Form>) -> impl IntoView {
    let result = Memo::new(move |_| form.with(pack));
    let mistake: Signal<Option<Mistake>> =
        Signal::derive(move || result.with(|result| result.clone().err()));
    // While a number is typed, the draw before it stays in sight.
    let packed: Memo<Option<Packed>> = Memo::new(move |before: Option<&Option<Packed>>| {
        result.with(|result| match result {
            Ok(packed) => Some(packed.clone()),
            Err(_) => before.cloned().flatten(),
        })
    });
    let words = Memo::new(move |_| {
        let mut words = packed.with(|packed| packed.as_ref().map(|packed| packed.words.clone()))?;
        form.with(|form| form.edits.iter().for_each(|edit| edit.apply(&mut words)));
        Some(words)
    });
    let names = Memo::new(move |_| {
        form.with(|form| Names {
            buffers: form.buffer_names(),
            attributes: attribute_names(form),
        })
    });
    let edited = move |words: DrawWords| {
        let Some(packed) = packed.get_untracked() else {
            return;
        };
        form.update(|form| match follow(form, &packed.words, &words) {
            Some(followed) => *form = followed,
            None => form.edits = Edit::between(&packed.words, &words),
        });
    };
    let is_edited = Memo::new(move |_| form.with(|form| !form.edits.is_empty()));
    let threads = Memo::new(move |before: Option<&Option<Threads>>| {
        if mistake.with(Option::is_some) {
            return before.cloned().flatten();
        }
        let words = words.get()?;
        form.with(|form| Threads::new(words, attribute_names(form), elements(form)))
    });
    let manifest = Memo::new(move |_| {
        packed.with(|packed| packed.as_ref().map(|packed| packed.manifest.clone()))
    });
    let threads: Signal<Option<Threads>> = threads.into();
    let selected = RwSignal::new(0_u32);
    let hovered = RwSignal::new(None);
    let set = move |count: u32| {
        form.update(|form| form.set((Part::Draw, "vertices"), &count.to_string()));
    };
    provide_context(SetVertices(Callback::new(set)));
    let status = move || {
        mistake.with(|mistake| {
            mistake.as_ref().map(|mistake| {
                view! { <p class="stale" id="mistake">{format!("This is the draw before the mistake: {}", mistake.message)}</p> }
            })
        })
    };
    let has_threads = Memo::new(move |_| threads.with(Option::is_some));
    let shown_threads = move || {
        if !has_threads.get() {
            let unknown = "The number of instances is not known. The descriptors hold for any; the threads can be seen of a number of them.";
            return mistake
                .with(Option::is_none)
                .then(|| hint(unknown.to_owned()));
        }
        let shown = view! {
            <p class="lead">{live(move || threads.with(|threads| threads.as_ref().map(lead)))}</p>
            <Waste form=form.into() threads/>
            <Grid threads selected hovered/>
            <Inspector threads selected hovered/>
            <ThreadTable threads/>
        };
        Some(shown.into_any())
    };
    let notice = move || {
        let back = Callback::new(move |()| form.update(|form| form.edits.clear()));
        is_edited.get().then(|| view! {
            <p class="edited" id="edited">
                "These words are edited, and no form has them. The threads above are what the hardware makes of them. "
                {button("Back to the draw's words", back)}
            </p>
        })
    };
    view! {
        <div class="draw">
            <DrawForm fields=Fields { form, mistake }/>
            <div class="results">
                {status}
                <section aria-labelledby="threads-title">
                    <h2 id="threads-title">"Threads"</h2>
                    {live(shown_threads)}
                </section>
                <section aria-labelledby="words-title">
                    <h2 id="words-title">"Words"</h2>
                    <p class="hint">"What the hardware reads. Each field has a colour; a word can be edited, and the draw follows where the words are a draw's."</p>
                    {live(notice)}
                    <Words draw=words names edited=Callback::new(edited)/>
                </section>
                <section aria-labelledby="take-away-title">
                    <h2 id="take-away-title">"To take away"</h2>
                    <TakeAway manifest/>
                </section>
            </div>
        </div>
    }
}

fn lead(threads: &Threads) -> String {
    let Threads {
        vertices,
        columns,
        rows,
        ..
    } = threads;
    let [vertices, columns, rows] = [vertices, columns, rows].map(|count| grouped((*count).into()));
    if vertices == columns {
        format!("{rows} × {vertices} threads run, a thread for each vertex of each instance.")
    } else {
        format!("Each of {rows} instances takes {columns} threads for {vertices} vertices.")
    }
}
