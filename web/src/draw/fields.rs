//! The form. What is wrong is said at the field that is wrong.

use leptos::prelude::*;
use mali_instancing::{Arch, Format};

use super::form::{Form, IDS, Part, Place};
use super::packed::Mistake;
use crate::live::{Each, live};
use crate::threads::waste::rule_names;

/// The form and what is wrong with it.
#[derive(Clone, Copy)]
pub(crate) struct Fields {
    pub(crate) form: RwSignal<Form>,
    pub(crate) mistake: Signal<Option<Mistake>>,
}

impl Fields {
    fn value(self, place: Place) -> impl Fn() -> String + Copy {
        move || self.form.with(|form| form.get(place).to_owned())
    }

    fn set(self, place: Place, value: &str) {
        self.form.update(|form| form.set(place, value));
    }

    fn message(self, (part, key): Place) -> impl Fn() -> Option<String> + Copy {
        move || {
            self.mistake.with(|mistake| {
                let mistake = mistake.as_ref()?;
                (mistake.part == part && mistake.key == key).then(|| mistake.message.clone())
            })
        }
    }
}

fn id((part, key): Place) -> String {
    match part {
        Part::Draw => key.to_owned(),
        Part::Buffer(number) => format!("buffer-{number}-{key}"),
        Part::Attribute(number) => format!("attribute-{number}-{key}"),
    }
}

/// What is wrong with a field.
fn message(fields: Fields, place: Place) -> impl IntoView {
    let message = fields.message(place);
    let id = format!("{}-error", id(place));
    move || message().map(|text| view! { <p class="error" id=id.clone() role="alert">{text}</p> })
}

fn described(fields: Fields, place: Place) -> impl Fn() -> Option<String> {
    let message = fields.message(place);
    let id = format!("{}-error", id(place));
    move || message().map(|_| id.clone())
}

fn text(fields: Fields, place: Place, label: &'static str, hint: &'static str) -> AnyView {
    let is_wrong = fields.message(place);
    view! {
        <div class="field">
            <label for=id(place)>{label}</label>
            <input
                id=id(place)
                type="text"
                autocomplete="off"
                spellcheck="false"
                placeholder=hint
                prop:value=fields.value(place)
                on:input=move |event| fields.set(place, &event_target_value(&event))
                aria-invalid=move || is_wrong().map(|_| "true")
                aria-describedby=described(fields, place)
            />
            {message(fields, place)}
        </div>
    }
    .into_any()
}

fn choice(
    fields: Fields,
    place: Place,
    label: &'static str,
    choices: Callback<(), Vec<(String, String)>>,
) -> AnyView {
    let is_wrong = fields.message(place);
    let value = fields.value(place);
    let options = move || {
        let options = choices.run(()).into_iter().map(|(name, title)| {
            let is_chosen = {
                let name = name.clone();
                move || value() == name
            };
            view! { <option value=name.clone() selected=is_chosen>{title}</option> }
        });
        options.each()
    };
    view! {
        <div class="field">
            <label for=id(place)>{label}</label>
            <select
                id=id(place)
                on:change=move |event| fields.set(place, &event_target_value(&event))
                prop:value=value
                aria-invalid=move || is_wrong().map(|_| "true")
                aria-describedby=described(fields, place)
            >
                {options}
            </select>
            {message(fields, place)}
        </div>
    }
    .into_any()
}

fn plain(names: impl IntoIterator<Item = &'static str>) -> Vec<(String, String)> {
    let names = names
        .into_iter()
        .map(|name| (name.to_owned(), name.to_owned()));
    names.collect()
}

/// The whole form.
#[component]
pub(crate) fn DrawForm(fields: Fields) -> impl IntoView {
    let form = fields.form;
    let draw = |key| (Part::Draw, key);
    let arch = Memo::new(move |_| form.with(super::packed::arch));
    let buffers = Memo::new(move |_| form.with(Form::buffers));
    let attributes = Memo::new(move |_| form.with(Form::attributes));
    let architectures = |()| {
        let archs = Arch::ALL
            .iter()
            .map(|arch| (arch.name().to_owned(), format!("Mali V{}", arch.number())));
        archs.collect()
    };
    view! {
        <form class="draw-form" on:submit=|event| event.prevent_default()>
            <fieldset>
                <legend>"Draw"</legend>
                <div class="fields">
                    {choice(fields, draw("arch"), "Architecture", Callback::new(architectures))}
                    {text(fields, draw("name"), "Name", "cube")}
                    {text(fields, draw("vertices"), "Vertices", "")}
                    {text(fields, draw("instances"), "Instances", "not known")}
                    {text(fields, draw("first_vertex"), "First vertex", "0")}
                    {text(fields, draw("first_instance"), "First instance", "0")}
                    {live(move || arch.get().has_attribute_buffers().then(|| choice(fields, draw("padding"), "Padding", Callback::new(|()| plain(rule_names()[0].clone())))))}
                    {choice(fields, draw("rounding"), "Rounding", Callback::new(|()| plain(rule_names()[1].clone())))}
                    {live(move || arch.get().has_attribute_buffers().then(|| text(fields, draw("primitive_vertices"), "Primitive's vertices", "not said")))}
                    {live(move || (!arch.get().has_attribute_buffers()).then(|| text(fields, draw("resource_table"), "Resource table", "0")))}
                </div>
                <div class="field check">
                    <input
                        id="idvs"
                        type="checkbox"
                        prop:checked=move || form.with(|form| form.get(draw("idvs")) == "true")
                        on:change=move |event| fields.set(draw("idvs"), if event_target_checked(&event) { "true" } else { "" })
                        aria-describedby=described(fields, draw("idvs"))
                    />
                    <label for="idvs">"Index-driven vertex shading"</label>
                    {message(fields, draw("idvs"))}
                </div>
            </fieldset>
            <fieldset>
                <legend>"Buffers"</legend>
                {message(fields, draw("buffers"))}
                {live(move || (0..buffers.get()).map(|number| view! { <Buffer fields number/> }).each())}
                <button type="button" class="add" id="add-buffer" on:click=move |_| form.update(Form::add_buffer)>
                    "Add a buffer"
                </button>
            </fieldset>
            <fieldset>
                <legend>"Attributes"</legend>
                {live(move || (0..attributes.get()).map(|number| view! { <Attribute fields number/> }).each())}
                <button type="button" class="add" id="add-attribute" on:click=move |_| form.update(Form::add_attribute)>
                    "Add an attribute"
                </button>
            </fieldset>
        </form>
    }
}

fn remove_button(fields: Fields, part: Part) -> impl IntoView {
    let name = fields.value((part, "name"));
    view! {
        <button
            type="button"
            class="remove"
            aria-label=move || format!("Remove {}", name())
            on:click=move |_| fields.form.update(|form| form.remove(part))
        >
            "×"
        </button>
    }
}

#[component]
fn Buffer(fields: Fields, number: usize) -> impl IntoView {
    let part = Part::Buffer(number);
    let rate = fields.value((part, "rate"));
    let rates = |()| {
        let rates = [
            ("vertex", "vertex"),
            ("instance", "instances"),
            ("constant", "draw (Vulkan's 0)"),
        ];
        rates
            .map(|(name, title)| (name.to_owned(), title.to_owned()))
            .to_vec()
    };
    view! {
        <div class="part" role="group" aria-label=move || format!("Buffer {}", fields.value((part, "name"))())>
            {remove_button(fields, part)}
            <div class="fields">
                {text(fields, (part, "name"), "Name", "")}
                {text(fields, (part, "stride"), "Stride, bytes", "")}
                {choice(fields, (part, "rate"), "An element per", Callback::new(rates))}
                {live(move || (rate() != "vertex" && rate() != "constant").then(|| text(fields, (part, "divisor"), "Divisor", "1")))}
                {text(fields, (part, "size"), "Size, bytes", "what is read")}
                {text(fields, (part, "address"), "Address", "0")}
            </div>
        </div>
    }
}

#[component]
fn Attribute(fields: Fields, number: usize) -> impl IntoView {
    let part = Part::Attribute(number);
    let form = fields.form;
    let buffer = fields.value((part, "buffer"));
    let sources = move |()| {
        form.with(|form| {
            let mut names = form.buffer_names();
            let own = form.get((part, "buffer"));
            let has_ids = super::packed::arch(form).has_id_descriptors();
            names.extend(
                IDS.iter()
                    .filter(|id| has_ids || **id == own)
                    .map(|id| (*id).to_owned()),
            );
            names.into_iter().map(|name| (name.clone(), name)).collect()
        })
    };
    let formats = |()| plain(Format::ALL.iter().map(|format| format.name()));
    view! {
        <div class="part" role="group" aria-label=move || format!("Attribute {}", fields.value((part, "name"))())>
            {remove_button(fields, part)}
            <div class="fields">
                {text(fields, (part, "name"), "Name", "")}
                {choice(fields, (part, "buffer"), "Of", Callback::new(sources))}
                {live(move || (!IDS.contains(&&*buffer())).then(|| view! {
                    {choice(fields, (part, "format"), "Format", Callback::new(formats))}
                    {text(fields, (part, "offset"), "Offset, bytes", "0")}
                }))}
            </div>
            {message(fields, (part, "source"))}
        </div>
    }
}
