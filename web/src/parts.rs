//! What several views are made of, once and as one type: each view of its own makes the page larger.

use leptos::prelude::*;
use mali_instancing::Arch;

use crate::live::Each;

/// A cell of a table with a number in it.
pub(crate) fn number(text: String) -> AnyView {
    view! { <td class="number">{text}</td> }.into_any()
}

/// The cell that names a row.
pub(crate) fn row_name(text: String) -> AnyView {
    view! { <th scope="row">{text}</th> }.into_any()
}

/// A region that is scrolled where it is wider than the page.
pub(crate) fn wide(label: String, content: AnyView) -> AnyView {
    view! { <div class="wide" tabindex="0" role="region" aria-label=label>{content}</div> }
        .into_any()
}

/// What is wrong. A field is described by it, by its id.
pub(crate) fn error(id: &'static str, text: String) -> AnyView {
    view! { <p class="error" id=id role="alert">{text}</p> }.into_any()
}

/// A sentence that explains.
pub(crate) fn hint(text: String) -> AnyView {
    view! { <p class="hint">{text}</p> }.into_any()
}

/// A text as the command prints it.
pub(crate) fn report(label: &'static str, text: String) -> AnyView {
    view! { <pre class="report" tabindex="0" role="region" aria-label=label>{text}</pre> }
        .into_any()
}

/// A choice of a value by its title.
pub(crate) fn option(value: String, title: String) -> AnyView {
    view! { <option value=value>{title}</option> }.into_any()
}

/// A button with words on it.
pub(crate) fn button(title: &'static str, click: Callback<()>) -> AnyView {
    view! { <button type="button" on:click=move |_| click.run(())>{title}</button> }.into_any()
}

/// The choice of an architecture, and its label. `arch` is its name; `otherwise` is chosen where it is unknown.
pub(crate) fn arch_choice(
    id: &'static str,
    arch: RwSignal<String>,
    chosen: Callback<String>,
    otherwise: Arch,
) -> AnyView {
    let options = Arch::ALL.iter().map(|known| {
        let is_chosen = move || arch.with(|arch| Arch::from_name(arch)).unwrap_or(otherwise) == *known;
        view! { <option value=known.name() selected=is_chosen>{format!("Mali V{}", known.number())}</option> }
    });
    let options = options.each();
    view! {
        <label for=id>"Architecture"</label>
        <select id=id on:change=move |event| chosen.run(event_target_value(&event))>{options}</select>
    }
    .into_any()
}

/// A field for a long text. `error` is the id of what says what is wrong with it, while anything is.
pub(crate) fn text_area(
    [id, label, rows]: [&'static str; 3],
    text: RwSignal<String>,
    typed: Callback<String>,
    error: Signal<Option<&'static str>>,
    below: AnyView,
) -> AnyView {
    view! {
        <div class="field">
            <label for=id>{label}</label>
            <textarea id=id rows=rows spellcheck="false"
                prop:value=move || text.get()
                on:input=move |event| typed.run(event_target_value(&event))
                aria-invalid=move || error.get().map(|_| "true")
                aria-describedby=move || error.get()
            ></textarea>
            {below}
        </div>
    }
    .into_any()
}
