//! What a draw becomes in a program, ready to copy.

use crate::live::{Each, live};
use leptos::prelude::*;
use mali_instancing_codegen::code::macro_calls;
use mali_instancing_codegen::shader::{ShaderLanguage, functions};
use mali_instancing_codegen::{Language, Manifest, Naming, generate};

/// What a draw becomes.
#[derive(Clone, Copy)]
enum Code {
    Macro,
    Manifest,
    Descriptors(Language),
    /// The functions are the same for every draw.
    Shader(ShaderLanguage),
}

/// What can be taken away: the tab's name, for whom it is, and what it is.
const KINDS: &[(&str, &str, Code)] = &[
    (
        "Macro",
        "A constant of Rust, by the macro of the crate mali-instancing. Buffers are bound before the draw.",
        Code::Macro,
    ),
    (
        "Manifest",
        "For the command: mali-instancing gen draw.toml, or check, or trace.",
        Code::Manifest,
    ),
    (
        "C header",
        "For C and C++, without any library.",
        Code::Descriptors(Language::C),
    ),
    (
        "Rust",
        "Rust that depends on nothing.",
        Code::Descriptors(Language::Rust),
    ),
    (
        "Words",
        "As the command writes them: mali-instancing gen draw.toml --emit json.",
        Code::Descriptors(Language::Json),
    ),
    ("GLSL", FUNCTIONS, Code::Shader(ShaderLanguage::Glsl)),
    ("GLSL ES", FUNCTIONS, Code::Shader(ShaderLanguage::GlslEs)),
    ("WGSL", FUNCTIONS, Code::Shader(ShaderLanguage::Wgsl)),
    ("OpenCL", FUNCTIONS, Code::Shader(ShaderLanguage::OpenCl)),
];

const FUNCTIONS: &str = "Functions for a shader that pads, divides and packs by itself. They are for draws whose counts \
                         only the GPU knows, and are the same for every draw.";

fn code(manifest: &str, kind: Code) -> Result<String, String> {
    let read = || Manifest::from_toml("draw.toml", manifest).map_err(|error| error.to_string());
    match kind {
        Code::Macro => macro_calls(&read()?).map_err(|error| error.to_string()),
        Code::Manifest => Ok(manifest.to_owned()),
        Code::Descriptors(language) => {
            let code = generate(&read()?, language, Naming::default());
            let bytes = code.map_err(|error| error.to_string())?;
            Ok(String::from_utf8_lossy(&bytes).into_owned())
        }
        Code::Shader(language) => Ok(functions(language)),
    }
}

/// The draw as code.
#[component]
pub(crate) fn TakeAway(#[prop(into)] manifest: Signal<Option<String>>) -> impl IntoView {
    let kind = RwSignal::new(0_usize);
    let code = Memo::new(move |_| {
        manifest.with(|manifest| Some(code(manifest.as_deref()?, KINDS[kind.get()].2)))
    });
    view! {
        <div class="take-away">
            <div class="tabs" role="group" aria-label="As what">
                {KINDS.iter().enumerate().map(|(number, (name, ..))| view! {
                    <button type="button" aria-pressed=move || (kind.get() == number).to_string() on:click=move |_| kind.set(number)>
                        {*name}
                    </button>
                }).each()}
            </div>
            <p class="hint">{live(move || KINDS[kind.get()].1)}</p>
            {live(move || match code.get()? {
                Ok(code) => Some(view! { <CodeBlock code label=KINDS[kind.get_untracked()].0/> }.into_any()),
                Err(reason) => Some(view! { <p class="error">{reason}</p> }.into_any()),
            })}
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
                {live(move || if is_copied.get() { "Copied" } else { "Copy" })}
            </button>
            <pre tabindex="0" role="region" aria-label=label><code>{code}</code></pre>
        </div>
    }
}
