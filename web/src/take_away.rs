//! What a draw becomes in a program, ready to copy.

use leptos::prelude::*;
use mali_instancing_text::Source;
use mali_instancing_text::code::{Naming, RecordLanguage, generate, macro_calls};

/// What can be taken away: the tab's name, and for whom it is.
const KINDS: &[(&str, &str)] = &[
    (
        "Macro",
        "A constant of Rust, by the macro of the crate mali-instancing. Buffers are bound before the draw.",
    ),
    (
        "Manifest",
        "For the command: mali-instancing gen draw.toml, or check, or trace.",
    ),
    ("C header", "For C and C++, without any library."),
    ("Rust", "Rust that depends on nothing."),
    (
        "Words",
        "As the command writes them: mali-instancing gen draw.toml --emit json.",
    ),
];

fn code(manifest: &str, kind: usize) -> Result<String, String> {
    let source = Source::new("draw.toml", manifest.as_bytes().to_vec());
    let source = source.map_err(|error| error.to_string())?;
    let language = match kind {
        0 => return macro_calls(&source).map_err(|error| error.to_string()),
        1 => return Ok(manifest.to_owned()),
        2 => RecordLanguage::C,
        3 => RecordLanguage::Rust,
        _ => RecordLanguage::Json,
    };
    let bytes =
        generate(&source, language, Naming::default()).map_err(|error| error.to_string())?;
    Ok(String::from_utf8_lossy(&bytes).into_owned())
}

/// The draw as code.
#[component]
pub(crate) fn TakeAway(#[prop(into)] manifest: Signal<Option<String>>) -> impl IntoView {
    let kind = RwSignal::new(0_usize);
    let code =
        Memo::new(move |_| manifest.with(|manifest| Some(code(manifest.as_deref()?, kind.get()))));
    view! {
        <div class="take-away">
            <div class="tabs" role="group" aria-label="As what">
                {KINDS.iter().enumerate().map(|(number, (name, _))| view! {
                    <button type="button" aria-pressed=move || (kind.get() == number).to_string() on:click=move |_| kind.set(number)>
                        {*name}
                    </button>
                }).collect_view()}
            </div>
            <p class="hint">{move || KINDS[kind.get()].1}</p>
            {move || match code.get()? {
                Ok(code) => Some(view! { <CodeBlock code label=KINDS[kind.get_untracked()].0/> }.into_any()),
                Err(reason) => Some(view! { <p class="error">{reason}</p> }.into_any()),
            }}
        </div>
    }
}

/// Text with a button that copies it.
#[component]
pub(crate) fn CodeBlock(code: String, label: &'static str) -> impl IntoView {
    let is_copied = RwSignal::new(false);
    let text = code.clone();
    let copy = move |_| {
        // A browser may refuse it; the text can be selected all the same.
        let _ = window().navigator().clipboard().write_text(&text);
        is_copied.set(true);
        set_timeout(
            move || {
                is_copied.try_set(false);
            },
            std::time::Duration::from_secs(2),
        );
    };
    view! {
        <div class="code">
            <button type="button" class="copy" on:click=copy>
                {move || if is_copied.get() { "Copied" } else { "Copy" }}
            </button>
            <pre tabindex="0" role="region" aria-label=label><code>{code}</code></pre>
        </div>
    }
}
