//! How exact a multiplier is, over all ids.

use std::fmt::Write;
use std::num::NonZeroU32;

use leptos::prelude::*;
use mali_instancing::check::{Detail, first_wrong_id};
use mali_instancing::{MagicDivisor, Rounding};
use mali_instancing_inspect::divisor::{error, in_double_precision};
use mali_instancing_inspect::notation::{parse_number, tenths};

use crate::live::{Each, live};
use crate::parts::{button, number, wide};
use crate::threads::grouped;

/// The picture's size, as its `viewBox` has it.
const WIDTH: f64 = 720.0;
const HEIGHT: f64 = 320.0;
const LEFT: f64 = 56.0;
const BOTTOM: f64 = 36.0;

/// What stands below 0 and above 1, in the same unit.
const BEYOND: f64 = 0.5;

/// A multiplier, and what it is called.
struct Curve {
    name: String,
    class: &'static str,
    magic: MagicDivisor,
}

fn curves(divisor: NonZeroU32) -> Vec<Curve> {
    let exact = Rounding::ALL.iter().zip(["exact-0", "exact-1"]);
    let exact = exact.map(|(&rounding, class)| Curve {
        name: rounding.name().to_owned(),
        class,
        magic: MagicDivisor::new(divisor, rounding),
    });
    let mut curves: Vec<_> = exact.collect();
    curves.push(Curve {
        name: "double precision".to_owned(),
        class: "double",
        magic: in_double_precision(divisor, Rounding::RoundDown),
    });
    curves
}

fn x(id: u32) -> f64 {
    LEFT + f64::from(id) / f64::from(u32::MAX) * (WIDTH - LEFT - 8.0)
}

fn y(error: f64) -> f64 {
    let part = (1.0 + BEYOND - error.clamp(-BEYOND, 1.0 + BEYOND)) / (1.0 + 2.0 * BEYOND);
    8.0 + part * (HEIGHT - BOTTOM - 8.0)
}

/// The error is a straight line; it is cut off where it leaves the picture.
fn path(magic: MagicDivisor, divisor: NonZeroU32) -> String {
    const POINTS: u32 = 256;
    let mut path = String::new();
    for point in 0..=POINTS {
        let id = (u64::from(u32::MAX) * u64::from(point) / u64::from(POINTS)) as u32;
        let letter = if point == 0 { 'M' } else { 'L' };
        write!(
            path,
            "{letter}{} {}",
            tenths(x(id)),
            tenths(y(error(magic, divisor, id)))
        )
        .expect("a String takes any text");
    }
    path
}

fn wrong(magic: MagicDivisor, divisor: NonZeroU32) -> String {
    match first_wrong_id(magic, divisor) {
        Some(Detail::FirstWrongId {
            id,
            element,
            expected,
        }) => format!(
            "id {} is the first that goes wrong: element {}, not {}",
            grouped(id.into()),
            grouped(element.into()),
            grouped(expected.into())
        ),
        _ => "exact for every id".to_owned(),
    }
}

/// The view of a divisor.
#[component]
pub(crate) fn DivisorView(divisor: RwSignal<String>) -> impl IntoView {
    let parsed = Memo::new(move |_| {
        let number = divisor.with(|divisor| parse_number::<u32>(divisor.trim()))?;
        NonZeroU32::new(number)
            .ok_or_else(|| "no descriptor divides by 0: 1 to 4294967295 are allowed".to_owned())
    });
    let example = |text: &'static str| Callback::new(move |()| divisor.set(text.to_owned()));
    view! {
        <section aria-labelledby="divisor-title">
            <h2 id="divisor-title">"Dividing by multiplying"</h2>
            <p>
                "The attribute unit divides an id by multiplying: ((id + E) · multiplier) >> (32 + R). The multiplier is \
                 rounded, so the unit steps from one element to the next a little early or late. Early by less than one id is exact."
            </p>
            <div class="row">
                <label for="divisor">"Divisor"</label>
                <input id="divisor" type="text" autocomplete="off" spellcheck="false"
                    prop:value=move || divisor.get()
                    on:input=move |event| divisor.set(event_target_value(&event))
                    aria-invalid=move || parsed.with(Result::is_err).then_some("true")
                    aria-describedby=move || parsed.with(Result::is_err).then_some("divisor-error")
                />
                {button("216", example("216"))}
                {button("4 971 027, where double precision goes wrong", example("4_971_027"))}
            </div>
            {live(move || match parsed.get() {
                Ok(divisor) => picture(divisor).into_any(),
                Err(error) => crate::parts::error("divisor-error", error),
            })}
        </section>
    }
}

fn picture(divisor: NonZeroU32) -> impl IntoView {
    let curves = curves(divisor);
    let lines = curves.iter().map(|curve| {
        let class = format!("curve {}", curve.class);
        view! { <path class=class d=path(curve.magic, divisor)/> }
    });
    let lines = lines.each();
    let marks = curves
        .iter()
        .filter_map(|curve| match first_wrong_id(curve.magic, divisor)? {
            Detail::FirstWrongId { id, .. } => {
                let [x, y] = [x(id), y(error(curve.magic, divisor, id))];
                Some(view! { <circle class="mark" cx=tenths(x) cy=tenths(y) r="5"/> })
            }
            _ => None,
        });
    let marks = marks.each();
    let levels = [(-BEYOND, "-0.5"), (0.0, "0"), (1.0, "1"), (1.0 + BEYOND, "1.5")].map(|(level, title)| {
        view! { <text x=tenths(LEFT - 8.0) y=tenths(y(level) + 4.0) text-anchor="end">{title}</text> }
    });
    let ids = [0, 1 << 30, 1 << 31, 3 << 30, u32::MAX].map(|id: u32| {
        let anchor = if id == u32::MAX { "end" } else { "middle" };
        let title = if id == u32::MAX {
            "2^32 − 1".to_owned()
        } else {
            grouped(id.into())
        };
        view! { <text x=tenths(x(id)) y=tenths(HEIGHT - 14.0) text-anchor=anchor>{title}</text> }
    });
    let rows = curves.iter().map(|curve| {
        let magic = curve.magic;
        view! {
            <tr>
                <th scope="row"><span class=format!("line {}", curve.class) aria-hidden="true"></span>{curve.name.clone()}</th>
                {number(format!("{:#010x}", magic.multiplier()))}
                {number(magic.divisor_r().to_string())}
                {number(u8::from(magic.divisor_e()).to_string())}
                <td>{wrong(magic, divisor)}</td>
            </tr>
        }
    });
    let rows = rows.each();
    let table = view! {
        <table id="multipliers">
            <thead><tr>
                <th scope="col">"Rounding"</th><th scope="col" class="number">"Multiplier"</th>
                <th scope="col" class="number">"R"</th><th scope="col" class="number">"E"</th><th scope="col">"Of all ids"</th>
            </tr></thead>
            <tbody>{rows}</tbody>
        </table>
    };
    let table = table.into_any();
    view! {
        <figure>
            <svg class="plot" viewBox="0 0 720 320" role="img"
                aria-label="How early each multiplier steps to the next element, over all ids; the table below says where one goes wrong">
                <rect class="exact" x=tenths(LEFT) y=tenths(y(1.0))
                    width=tenths(WIDTH - LEFT - 8.0) height=tenths(y(0.0) - y(1.0))/>
                {levels.into_iter().each()}
                {ids.into_iter().each()}
                {lines}
                {marks}
            </svg>
            <figcaption>"How many ids early the unit steps to the next element, by id. The shaded band is exact."</figcaption>
        </figure>
        {wide("Multipliers".to_owned(), table)}
    }
}
