//! What two shaders share: its registers as a picture, and its bytes in a Mali's memory.

use crate::live::live;
use leptos::prelude::*;
use mali_instancing::Arch;
use mali_instancing_text::varyings::{Shader, VaryingMemory, VaryingRegisters};
use mali_instancing_text::{Answer, Source};
use serde_json::Value;

/// The shaders that the view opens with.
pub(crate) const VERTEX: &str =
    "out vec3 normal;\nout mediump vec2 uv;\nflat out int material;\nout vec4 color[2];\n";
pub(crate) const FRAGMENT: &str =
    "in vec3 normal;\nin mediump vec2 uv;\nflat in int material;\nin vec4 color[2];\n";

fn link(
    vertex: &str,
    fragment: &str,
    arch: Arch,
    is_separable: bool,
) -> Result<[String; 2], String> {
    let shader = |name: &str, text: &str| Shader::new(name, text.as_bytes().to_vec());
    let read = || {
        let (vertex, fragment) = (
            shader("vertex shader", vertex)?,
            shader("fragment shader", fragment)?,
        );
        let memory = VaryingMemory::link(&vertex, &fragment, arch, is_separable)?;
        Ok([memory.to_string(), memory.json().to_string()])
    };
    read().map_err(|error: mali_instancing_text::TextError| error.to_string())
}

/// The registers of a manifest of varyings as a picture.
fn registers(manifest: &str) -> Result<String, String> {
    let source = Source::new("varyings.toml", manifest.as_bytes().to_vec())
        .map_err(|error| error.to_string())?;
    let registers = VaryingRegisters::pack(&source).map_err(|error| error.to_string())?;
    Ok(registers.svg())
}

/// A declaration of GLSL ES as a manifest has it: `flat out mediump vec2 uv[3];`.
fn manifest(declarations: &str) -> String {
    let mut manifest = String::new();
    for statement in declarations.split(';') {
        let mut words: Vec<&str> = statement.split_whitespace().collect();
        words.retain(|word| !word.starts_with("layout"));
        let Some((name, words)) = words.split_last() else {
            continue;
        };
        let Some((kind, qualifiers)) = words.split_last() else {
            continue;
        };
        let (name, array) = name.split_once('[').map_or((*name, None), |(name, rest)| {
            (name, Some(rest.trim_end_matches(']')))
        });
        manifest.extend([
            "[[varying]]\n",
            &format!("name = {name:?}\n"),
            &format!("type = {kind:?}\n"),
        ]);
        if let Some(array) = array {
            manifest.extend(["array = ", array, "\n"]);
        }
        if qualifiers.contains(&"flat") {
            manifest += "interpolation = \"flat\"\n";
        }
    }
    manifest
}

/// The view of varyings.
#[component]
pub(crate) fn VaryingsView(
    vertex: RwSignal<String>,
    fragment: RwSignal<String>,
    arch: RwSignal<String>,
) -> impl IntoView {
    let is_separable = RwSignal::new(false);
    let known_arch = move || Arch::from_name(&arch.get()).unwrap_or(Arch::V10);
    let linked = Memo::new(move |_| {
        vertex.with(|vertex| {
            fragment.with(|fragment| link(vertex, fragment, known_arch(), is_separable.get()))
        })
    });
    let picture = Memo::new(move |_| vertex.with(|vertex| registers(&manifest(vertex))));
    let area = |id: &'static str, label: &'static str, text: RwSignal<String>| {
        view! {
            <div class="field">
                <label for=id>{label}</label>
                <textarea id=id rows="7" spellcheck="false" prop:value=move || text.get()
                    on:input=move |event| text.set(event_target_value(&event))
                    aria-invalid=move || linked.with(Result::is_err).then_some("true")
                    aria-describedby=move || linked.with(Result::is_err).then_some("varyings-error")
                ></textarea>
            </div>
        }
    };
    view! {
        <section aria-labelledby="varyings-title">
            <h2 id="varyings-title">"Varyings"</h2>
            <p class="hint">"What a vertex and a fragment shader share, as GLSL declares it: whole shaders or their declarations."</p>
            <div class="two">
                {area("vertex-shader", "Vertex shader", vertex)}
                {area("fragment-shader", "Fragment shader", fragment)}
            </div>
            <div class="row">
                <label for="varyings-arch">"Architecture"</label>
                <select id="varyings-arch" on:change=move |event| arch.set(event_target_value(&event))>
                    {Arch::ALL.iter().map(|known| view! {
                        <option value=known.name() selected=move || known_arch() == *known>{format!("Mali V{}", known.number())}</option>
                    }).collect_view()}
                </select>
                <input id="separable" type="checkbox" on:change=move |event| is_separable.set(event_target_checked(&event))/>
                <label for="separable">"Separate programs"</label>
            </div>
            {live(move || linked.get().err().map(|error| view! { <p class="error" id="varyings-error" role="alert">{error}</p> }))}
            <h3>"In memory"</h3>
            {live(move || linked.get().ok().map(|[text, json]| view! {
                {bytes(&json)}
                <pre class="report" tabindex="0" role="region" aria-label="The memory of the varyings">{text}</pre>
            }))}
            <h3>"In registers"</h3>
            {live(move || match picture.get() {
                Ok(svg) => view! { <div class="picture" role="img" aria-label="Registers down, components across" inner_html=svg></div> }.into_any(),
                Err(error) => view! { <p class="hint">{error}</p> }.into_any(),
            })}
        </section>
    }
}

/// The bytes of a vertex as a strip, a box a location.
fn bytes(json: &str) -> Option<AnyView> {
    let json: Value = serde_json::from_str(json).ok()?;
    let all = json["bytes_per_vertex"]
        .as_u64()
        .filter(|bytes| *bytes > 0)?;
    let rows = json["locations"].as_array()?;
    let boxes = rows.iter().enumerate().filter_map(|(number, row)| {
        let offset = row["offset"].as_u64()?;
        let size = row["bytes"].as_u64()?;
        let name = row["vertex"]
            .as_str()
            .or(row["fragment"].as_str())
            .unwrap_or_default()
            .to_owned();
        let part = |bytes: u64| format!("{:.3}%", 100.0 * bytes as f64 / all as f64);
        Some(view! {
            <li class=format!("f{}", number % 6) style:left=part(offset) style:width=part(size)>
                <span>{name}</span>
                <span class="number">{format!("{offset} to {}", offset + size - 1)}</span>
            </li>
        })
    });
    let boxes = boxes.collect_view();
    Some(
        view! { <ol class="bytes" aria-label=format!("{all} bytes of each vertex")>{boxes}</ol> }
            .into_any(),
    )
}
