//! What two shaders share: its registers as a picture, and its bytes in a Mali's memory.

use crate::live::{Each, live};
use crate::parts::{arch_choice, error, hint, report, text_area};
use leptos::prelude::*;
use mali_instancing::Arch;
use mali_instancing_inspect::varyings::{
    LinkOptions, Shader, StoredVarying, VaryingMemory, VaryingRegisters,
};

/// The shaders that the view opens with.
pub(crate) const VERTEX: &str =
    "out vec3 normal;\nout mediump vec2 uv;\nflat out int material;\nout vec4 color[2];\n";
pub(crate) const FRAGMENT: &str =
    "in vec3 normal;\nin mediump vec2 uv;\nflat in int material;\nin vec4 color[2];\n";

/// What two shaders share.
#[derive(Clone, PartialEq)]
struct Linked {
    text: String,
    bytes_per_vertex: u32,
    stored: Vec<StoredVarying>,
}

fn link(vertex: &str, fragment: &str, arch: Arch, is_separable: bool) -> Result<Linked, String> {
    let shader = |name: &str, text: &str| Shader::new(name, text.as_bytes().to_vec());
    let read = || {
        let (vertex, fragment) = (
            shader("vertex shader", vertex)?,
            shader("fragment shader", fragment)?,
        );
        let memory = VaryingMemory::link(
            &vertex,
            &fragment,
            LinkOptions {
                is_separable,
                ..LinkOptions::new(arch)
            },
        )?;
        Ok(Linked {
            text: memory.to_string(),
            bytes_per_vertex: memory.bytes_per_vertex(),
            stored: memory.stored(),
        })
    };
    read().map_err(|error: mali_instancing_codegen::TextError| error.to_string())
}

/// The registers of what a vertex shader writes, as a picture.
fn registers(vertex: &str) -> Result<String, String> {
    let shader = Shader::new("vertex shader", vertex.as_bytes().to_vec());
    let shader = shader.map_err(|error| error.to_string())?;
    let registers = VaryingRegisters::of_vertex_shader(&shader);
    Ok(registers.map_err(|error| error.to_string())?.svg())
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
    let picture = Memo::new(move |_| vertex.with(|vertex| registers(vertex)));
    let wrong = Signal::derive(move || linked.with(Result::is_err).then_some("varyings-error"));
    let area = |id, label, text: RwSignal<String>| {
        let typed = Callback::new(move |typed| text.set(typed));
        text_area([id, label, "7"], text, typed, wrong, ().into_any())
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
                {arch_choice("varyings-arch", arch, Callback::new(move |name| arch.set(name)), Arch::V10)}
                <input id="separable" type="checkbox" on:change=move |event| is_separable.set(event_target_checked(&event))/>
                <label for="separable">"Separate programs"</label>
            </div>
            {live(move || Some(error("varyings-error", linked.get().err()?)))}
            <h3>"In memory"</h3>
            {live(move || linked.get().ok().map(|linked| view! {
                {bytes(&linked)}
                {report("The memory of the varyings", linked.text)}
            }))}
            <h3>"In registers"</h3>
            {live(move || match picture.get() {
                Ok(svg) => view! { <div class="picture" role="img" aria-label="Registers down, components across" inner_html=svg></div> }.into_any(),
                Err(error) => hint(error),
            })}
        </section>
    }
}

/// The bytes of a vertex as a strip, a box a location.
fn bytes(linked: &Linked) -> Option<AnyView> {
    let all = linked.bytes_per_vertex;
    if all == 0 {
        return None;
    }
    let boxes = linked.stored.iter().enumerate().map(|(number, varying)| {
        let StoredVarying {
            name,
            offset,
            bytes,
        } = varying;
        let part = |bytes: u32| {
            let thousandths = 100_000 * u64::from(bytes) / u64::from(all);
            format!("{}.{:03}%", thousandths / 1000, thousandths % 1000)
        };
        view! {
            <li class=format!("f{}", number % 6) style:left=part(*offset) style:width=part(*bytes)>
                <span>{name.clone()}</span>
                <span class="number">{format!("{offset} to {}", offset + bytes - 1)}</span>
            </li>
        }
    });
    let boxes = boxes.each();
    Some(
        view! { <ol class="bytes" aria-label=format!("{all} bytes of each vertex")>{boxes}</ol> }
            .into_any(),
    )
}
