//! The page: its views, and the address that has their state.

use leptos::ev;
use leptos::prelude::*;
use leptos::wasm_bindgen::JsValue;

use crate::address::Address;
use crate::divisor::DivisorView;
use crate::draw::DrawView;
use crate::draw::form::Form;
use crate::live::{Each, live};
use crate::read::{EXAMPLE, ReadView};
use crate::varyings::{FRAGMENT, VERTEX, VaryingsView};

/// The views by the name that the address has, and their titles.
const VIEWS: &[(&str, &str)] = &[
    ("draw", "A draw"),
    ("words", "Words"),
    ("divisor", "Dividing"),
    ("varyings", "Varyings"),
];

fn fragment() -> String {
    window().location().hash().unwrap_or_default()
}

/// The page.
#[component]
pub(crate) fn App() -> impl IntoView {
    let view_of = |address: &Address| {
        let known = VIEWS.iter().find(|(name, _)| *name == address.view);
        known.map_or(VIEWS[0].0, |(name, _)| name)
    };
    let address = Address::parse(&fragment());
    let view = RwSignal::new(view_of(&address));
    let form = RwSignal::new(Form::default());
    let said = Said::default();
    let read = move |address: &Address| {
        view.set(view_of(address));
        match view_of(address) {
            "draw" => form.set(Form::from_address(address)),
            name => said.read(name, address),
        }
    };
    read(&address);
    let written = move |name: &str| match name {
        "draw" => form.with(Form::address).fragment(),
        name => said.address(name).fragment(),
    };
    Effect::new(move |_| {
        let fragment = written(view.get());
        if let Ok(history) = window().history() {
            // A browser may refuse an address that changes too often; the next change brings it.
            let _ = history.replace_state_with_url(&JsValue::NULL, "", Some(&fragment));
        }
    });
    let followed = window_event_listener(ev::hashchange, move |_| {
        let address = Address::parse(&fragment());
        if address.fragment() != written(view.get_untracked()) {
            read(&address);
        }
    });
    on_cleanup(move || followed.remove());
    let links = VIEWS.iter().map(|&(name, title)| {
        view! {
            <li>
                <a href=move || written(name) aria-current=move || (view.get() == name).then_some("page")>{title}</a>
            </li>
        }
    });
    let links = links.each();
    view! {
        <nav aria-label="Views"><ul>{links}</ul></nav>
        <main id="main">
            {live(move || match view.get() {
                "words" => view! { <ReadView text=said.words arch=said.words_arch/> }.into_any(),
                "divisor" => view! { <DivisorView divisor=said.divisor/> }.into_any(),
                "varyings" => {
                    view! { <VaryingsView vertex=said.vertex fragment=said.fragment arch=said.varyings_arch/> }.into_any()
                }
                _ => view! { <DrawView form/> }.into_any(),
            })}
        </main>
    }
}

/// What the user says in the views beside the draw.
#[derive(Clone, Copy)]
struct Said {
    words: RwSignal<String>,
    words_arch: RwSignal<String>,
    divisor: RwSignal<String>,
    vertex: RwSignal<String>,
    fragment: RwSignal<String>,
    varyings_arch: RwSignal<String>,
}

impl Default for Said {
    fn default() -> Self {
        let text = |text: &str| RwSignal::new(text.to_owned());
        Self {
            words: text(EXAMPLE),
            words_arch: text("v7"),
            divisor: text("4_971_027"),
            vertex: text(VERTEX),
            fragment: text(FRAGMENT),
            varyings_arch: text("v10"),
        }
    }
}

/// Longer texts are left out of the address: not every browser takes them.
const LONGEST: usize = 8000;

impl Said {
    /// The values of a view by the address's keys.
    fn values(self, view: &str) -> Vec<(&'static str, RwSignal<String>)> {
        match view {
            "words" => vec![("arch", self.words_arch), ("words", self.words)],
            "divisor" => vec![("divisor", self.divisor)],
            _ => vec![
                ("arch", self.varyings_arch),
                ("vertex", self.vertex),
                ("fragment", self.fragment),
            ],
        }
    }

    fn read(self, view: &str, address: &Address) {
        for (key, signal) in self.values(view) {
            if let Some(value) = address.get(key) {
                signal.set(value.to_owned());
            }
        }
    }

    fn address(self, view: &str) -> Address {
        let mut address = Address::new(view);
        for (key, signal) in self.values(view) {
            let value = signal.get();
            if value.len() <= LONGEST {
                address = address.with(key, &value);
            }
        }
        address
    }
}
