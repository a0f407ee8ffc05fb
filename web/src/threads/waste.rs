//! How many threads are wasted, by each rule, and the counts nearby that waste less.

use leptos::prelude::*;
use mali_instancing::{Padding, Rounding};
use mali_instancing_inspect::notation::parse_number;
use mali_instancing_inspect::notation::tenths;
use mali_instancing_inspect::pad::DrawPadding;

use super::{Threads, grouped};
use crate::draw::form::{Form, Part};
use crate::live::{Each, live};
use crate::parts::{hint, number, row_name, wide};

/// What the rules make of the draw's vertices.
#[component]
pub(crate) fn Waste(form: Signal<Form>, threads: Signal<Option<Threads>>) -> impl IntoView {
    view! {
        {live(move || threads.with(|threads| threads.as_ref().map(totals)))}
        {live(move || form.with(rules))}
    }
}

fn percent(part: f64) -> String {
    tenths(part * 100.0) + " %"
}

fn totals(threads: &Threads) -> impl IntoView + use<> {
    let all = threads.count();
    let kept = u64::from(threads.vertices) * u64::from(threads.rows);
    let wasted = all.saturating_sub(kept);
    let part = percent(wasted as f64 / all as f64);
    view! {
        <dl class="totals">
            <div>
                <dt>"threads"</dt>
                <dd id="threads-total">{grouped(all)}</dd>
            </div>
            <div>
                <dt>"kept"</dt>
                <dd id="threads-kept">{grouped(kept)}</dd>
            </div>
            <div>
                <dt>"thrown away"</dt>
                <dd id="threads-wasted">{grouped(wasted)}" "<small>{part}</small></dd>
            </div>
        </dl>
    }
}

fn rules(form: &Form) -> Option<AnyView> {
    let arch = crate::draw::packed::arch(form);
    let value = |key| form.get((Part::Draw, key));
    let instances = value("instances");
    if !arch.has_attribute_buffers() {
        let text = format!(
            "Mali V{} pads nothing: the unit is handed vertex and instance, and every thread is kept.",
            arch.number()
        );
        return Some(hint(text));
    }
    if instances.trim() == "1" {
        let text =
            "One instance is not padded. With more, each would take the padded number of threads:";
        return Some(view! { {hint(text.to_owned())} {table(form)?} }.into_any());
    }
    table(form)
}

fn table(form: &Form) -> Option<AnyView> {
    let value = |key| form.get((Part::Draw, key));
    let vertices = parse_number::<u32>(value("vertices").trim()).ok()?;
    let idvs = value("idvs") == "true";
    let own = Padding::from_name(value("padding")).unwrap_or_default();
    let padded = |padding| DrawPadding { padding, idvs }.pad(vertices).ok();
    let least = Padding::ALL
        .iter()
        .filter_map(|&rule| padded(rule))
        .min_by_key(|padded| padded.get())?;
    let rows = Padding::ALL.iter().map(|&padding| {
        let rule = DrawPadding { padding, idvs };
        let count = |count: Option<u32>| match count {
            Some(count) => {
                let set = use_context::<SetVertices>();
                view! {
                    <button type="button" class="count" on:click=move |_| if let Some(set) = set { set.0.run(count) }>
                        {grouped(count.into())}
                    </button>
                }
                .into_any()
            }
            None => "–".into_any(),
        };
        let [below, above] = rule.nearest_with_less_waste(vertices);
        let (threads, form, wasted) = match rule.pad(vertices) {
            Ok(padded) => {
                let wasted = padded.get() - vertices;
                let part = percent(f64::from(wasted) / f64::from(padded.get()));
                let text = format!("{}·2^{}", padded.odd(), padded.shift());
                (grouped(padded.get().into()), text, format!("{} ({part})", grouped(wasted.into())))
            }
            Err(error) => (String::new(), error.to_string(), String::new()),
        };
        view! {
            <tr class:own=padding == own>
                {row_name(padding.name().to_owned())}
                {number(threads)}
                <td>{form}</td>
                {number(wasted)}
                <td class="number">{count(below)}</td>
                <td class="number">{count(above)}</td>
            </tr>
        }
    });
    let rows = rows.each();
    let hint = padded(own).filter(|padded| padded.get() > least.get()).map(|padded| {
        let rules = Padding::ALL.iter().filter(|&&rule| self::padded(rule, idvs, vertices) == Some(least.get()));
        let names: Vec<_> = rules.map(|rule| format!("`{}`", rule.name())).collect();
        format!(
            "The rule {} would do with {} threads an instance, {} fewer: the draw tells the hardware the padded count.",
            names.join(" or "),
            least.get(),
            padded.get() - least.get()
        )
    });
    let table = view! {
                <table class="rules">
                    <caption>"An instance's threads under each rule, and the nearest vertex counts that waste a smaller part"</caption>
                    <thead>
                        <tr>
                            <th scope="col">"Rule"</th>
                            <th scope="col" class="number">"Padded"</th>
                            <th scope="col">"As"</th>
                            <th scope="col" class="number">"Wasted"</th>
                            <th scope="col" class="number">"Below"</th>
                            <th scope="col" class="number">"Above"</th>
                        </tr>
                    </thead>
                    <tbody>{rows}</tbody>
                </table>
    };
    Some(
        view! {
            {wide("Waste by rule".to_owned(), table.into_any())}
            {hint.map(|hint| view! { <p class="hint" id="rule-hint">{hint}</p> })}
        }
        .into_any(),
    )
}

fn padded(padding: Padding, idvs: bool, vertices: u32) -> Option<u32> {
    let rule = DrawPadding { padding, idvs };
    rule.pad(vertices)
        .ok()
        .map(mali_instancing::PaddedCount::get)
}

/// Gives the draw another number of vertices.
#[derive(Clone, Copy)]
pub(crate) struct SetVertices(pub(crate) Callback<u32>);

/// The rules' names, for a form.
pub(crate) fn rule_names() -> [Vec<&'static str>; 2] {
    [
        Padding::ALL.iter().map(|rule| rule.name()).collect(),
        Rounding::ALL.iter().map(|rule| rule.name()).collect(),
    ]
}
