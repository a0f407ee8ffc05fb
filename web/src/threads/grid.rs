//! The grid of threads on a canvas. Only what can be seen is drawn, so that it can be of any size.

use crate::live::{Each, live};
use crate::parts::option;
use leptos::html;
use leptos::prelude::*;
use leptos::wasm_bindgen::{Clamped, JsCast};
use leptos::web_sys::{CanvasRenderingContext2d, HtmlCanvasElement, ImageData, KeyboardEvent};

use super::paint::{Palette, Window, color, pixels};
use super::{Threads, grouped};

/// The sizes of a thread, in pixels.
const SMALLEST: f64 = 1.0;
const LARGEST: f64 = 28.0;

/// From this size on there are gaps between threads, and from that on numbers.
const GAPS_FROM: f64 = 5.0;
const NUMBERS_FROM: f64 = 9.0;

/// Where the numbers of instances and vertices stand.
const LEFT: f64 = 52.0;
const TOP: f64 = 20.0;

/// Longer than this a browser scrolls no element.
const LONGEST: f64 = 8e6;

/// What can be seen of the grid, in pixels.
#[derive(Clone, Copy)]
struct View {
    width: f64,
    height: f64,
    left: f64,
    top: f64,
    size: f64,
}

impl View {
    /// The first row or column that can be seen of so many, and how far it is scrolled out. Very long grids
    /// are scrolled in larger steps.
    fn first(self, count: u32, scrolled: f64, seen: f64) -> (u32, f64) {
        let all = f64::from(count) * self.size;
        let shown = length(count, self.size);
        let scrolled = if all > shown {
            scrolled / (shown - seen).max(1.0) * (all - seen)
        } else {
            scrolled
        };
        let first = (scrolled / self.size).floor().max(0.0);
        (first as u32, scrolled - first * self.size)
    }
}

fn length(count: u32, size: f64) -> f64 {
    (f64::from(count) * size).min(LONGEST)
}

/// The grid. `selected` is the thread that it marks, by its linear id.
#[component]
pub(crate) fn Grid(
    threads: Signal<Option<Threads>>,
    selected: RwSignal<u32>,
    hovered: RwSignal<Option<u32>>,
) -> impl IntoView {
    let canvas = NodeRef::<html::Canvas>::new();
    let scroller = NodeRef::<html::Div>::new();
    let zoom = RwSignal::new(None::<f64>);
    let by_attribute = RwSignal::new(None::<usize>);
    let tick = RwSignal::new(0_u32);

    let fitting = move || {
        tick.track();
        let columns = threads.with(|threads| threads.as_ref().map_or(1, |threads| threads.columns));
        let width = scroller
            .get()
            .map_or(600.0, |scroller| scroller.client_width().into());
        ((width - LEFT - 1.0) / f64::from(columns))
            .floor()
            .clamp(SMALLEST, 14.0)
    };
    let size = Memo::new(move |_| zoom.get().unwrap_or_else(fitting));
    let view = move || {
        let scroller = scroller.get_untracked()?;
        Some(View {
            width: scroller.client_width().into(),
            height: scroller.client_height().into(),
            left: scroller.scroll_left().into(),
            top: scroller.scroll_top().into(),
            size: size.get_untracked(),
        })
    };

    let is_pending = StoredValue::new(false);
    let redraw = move || {
        if is_pending.get_value() {
            return;
        }
        is_pending.set_value(true);
        request_animation_frame(move || {
            is_pending.set_value(false);
            if let (Some(canvas), Some(view)) = (canvas.try_get_untracked().flatten(), view()) {
                let marked = [Some(selected.get_untracked()), hovered.get_untracked()];
                threads.with_untracked(|threads| {
                    if let Some(threads) = threads {
                        draw(&canvas, threads, by_attribute.get_untracked(), view, marked);
                    }
                });
            }
        });
    };
    Effect::new(move |_| {
        threads.track();
        size.track();
        by_attribute.track();
        selected.track();
        hovered.track();
        tick.track();
        canvas.track();
        redraw();
    });
    let resized =
        window_event_listener(leptos::ev::resize, move |_| tick.update(|tick| *tick += 1));
    // It has no width until it is in the page.
    Effect::new(move |_| {
        if scroller.get().is_some() {
            request_animation_frame(move || {
                tick.try_update(|tick| *tick += 1);
            });
        }
    });
    let dark = window()
        .match_media("(prefers-color-scheme: dark)")
        .ok()
        .flatten();
    if let Some(dark) = dark {
        let changed = leptos::wasm_bindgen::closure::Closure::<dyn Fn()>::new(redraw);
        dark.set_onchange(Some(changed.as_ref().unchecked_ref()));
        changed.forget();
    }
    on_cleanup(move || resized.remove());

    let under = move |x: i32, y: i32| {
        let view = view()?;
        let (x, y) = (f64::from(x) - LEFT, f64::from(y) - TOP);
        threads.with_untracked(|threads| {
            let threads = threads.as_ref()?;
            let (row, above) = view.first(threads.rows, view.top, view.height - TOP);
            let (column, before) = view.first(threads.columns, view.left, view.width - LEFT);
            let row = f64::from(row) + ((y + above) / view.size).floor();
            let column = f64::from(column) + ((x + before) / view.size).floor();
            let is_beside = x < 0.0 || y < 0.0 || row >= f64::from(threads.rows);
            (!is_beside)
                .then(|| threads.linear_id(row as u32, column as u32))
                .flatten()
        })
    };
    let step = move |event: KeyboardEvent| {
        let moved = threads.with_untracked(|threads| {
            let threads = threads.as_ref()?;
            let [row, column] = threads.place(selected.get_untracked());
            let page = 10;
            let [row, column] = match event.key().as_str() {
                "ArrowLeft" => [row, column.checked_sub(1)?],
                "ArrowRight" => [row, column + 1],
                "ArrowUp" => [row.checked_sub(1)?, column],
                "ArrowDown" => [row.checked_add(1)?, column],
                "PageUp" => [row.saturating_sub(page), column],
                "PageDown" => [row.saturating_add(page).min(threads.rows - 1), column],
                "Home" => [row, 0],
                "End" => [row, threads.columns - 1],
                _ => return None,
            };
            threads.linear_id(row, column)
        });
        if let Some(id) = moved {
            event.prevent_default();
            selected.set(id);
            show(scroller, threads, size.get_untracked(), id);
        }
    };
    let names = Memo::new(move |_| {
        threads.with(|threads| {
            threads
                .as_ref()
                .map(|threads| threads.names.clone())
                .unwrap_or_default()
        })
    });
    let label = move || {
        threads.with(|threads| {
            threads.as_ref().map_or(String::new(), |threads| {
                format!(
                    "Threads: {} instances of {} threads each, {} of them kept. The arrow keys step from thread to thread.",
                    grouped(threads.rows.into()),
                    grouped(threads.columns.into()),
                    grouped(threads.vertices.into()),
                )
            })
        })
    };

    view! {
        <div class="grid-tools">
            <label for="color-by">"Colour"</label>
            <select
                id="color-by"
                on:change=move |event| by_attribute.set(event_target_value(&event).parse().ok())
            >
                <option value="">"kept and wasted"</option>
                {live(move || {
                    let names = names.get().into_iter().enumerate();
                    names
                        .map(|(number, name)| option(number.to_string(), format!("element of {name}")))
                        .each()
                })}
            </select>
            <label for="zoom">"Zoom"</label>
            <input
                id="zoom"
                type="range"
                min=SMALLEST as u32
                max=LARGEST as u32
                step="1"
                prop:value=move || (size.get() as u32).to_string()
                on:input=move |event| zoom.set(event_target_value(&event).parse::<u32>().ok().map(f64::from))
            />
            {live(move || legend(by_attribute.get().is_some()))}
        </div>
        <div
            class="grid"
            node_ref=scroller
            tabindex="0"
            role="application"
            aria-label=label
            on:scroll=move |_| redraw()
            on:keydown=step
            on:mousemove=move |event| {
                let box_ = scroller.get_untracked().map(|scroller| scroller.get_bounding_client_rect());
                if let Some(box_) = box_ {
                    let (x, y) = (event.client_x() - box_.left() as i32, event.client_y() - box_.top() as i32);
                    hovered.set(under(x, y));
                }
            }
            on:mouseleave=move |_| hovered.set(None)
            on:click=move |_| {
                if let Some(id) = hovered.get_untracked() {
                    selected.set(id);
                }
            }
        >
            <div
                class="all"
                style:width=move || format!("{}px", (LEFT + columns_length(threads, size.get())) as u32)
                style:height=move || format!("{}px", (TOP + rows_length(threads, size.get())) as u32)
            >
                <canvas node_ref=canvas aria-hidden="true"></canvas>
            </div>
        </div>
    }
}

/// What the colours mean. Those of elements come again and again.
fn legend(is_by_element: bool) -> AnyView {
    let [kept, wasted] = if is_by_element {
        ["a colour an element, six in turn", "faint: thrown away"]
    } else {
        ["kept", "thrown away"]
    };
    let classes = if is_by_element {
        ["elements", "faint"]
    } else {
        ["kept", "wasted"]
    };
    view! {
        <p class="legend" aria-hidden="true">
            <span class=classes[0]></span>
            {kept}
            <span class=classes[1]></span>
            {wasted}
        </p>
    }
    .into_any()
}

fn columns_length(threads: Signal<Option<Threads>>, size: f64) -> f64 {
    threads.with(|threads| {
        threads
            .as_ref()
            .map_or(0.0, |threads| length(threads.columns, size))
    })
}

fn rows_length(threads: Signal<Option<Threads>>, size: f64) -> f64 {
    threads.with(|threads| {
        threads
            .as_ref()
            .map_or(0.0, |threads| length(threads.rows, size))
    })
}

/// Scrolls to a thread.
fn show(scroller: NodeRef<html::Div>, threads: Signal<Option<Threads>>, size: f64, id: u32) {
    let Some(scroller) = scroller.get_untracked() else {
        return;
    };
    threads.with_untracked(|threads| {
        let Some(threads) = threads else { return };
        let [row, column] = threads.place(id);
        let fraction = length(threads.rows, size) / f64::from(threads.rows);
        for (begin, length, seen, scrolled, set) in [
            (
                f64::from(row) * fraction,
                fraction,
                f64::from(scroller.client_height()) - TOP,
                f64::from(scroller.scroll_top()),
                true,
            ),
            (
                f64::from(column) * size,
                size,
                f64::from(scroller.client_width()) - LEFT,
                f64::from(scroller.scroll_left()),
                false,
            ),
        ] {
            let to = if begin < scrolled {
                begin
            } else if begin + length > scrolled + seen {
                begin + length - seen
            } else {
                continue;
            };
            if set {
                scroller.set_scroll_top(to as i32);
            } else {
                scroller.set_scroll_left(to as i32);
            }
        }
    });
}

fn draw(
    canvas: &HtmlCanvasElement,
    threads: &Threads,
    by_attribute: Option<usize>,
    view: View,
    marked: [Option<u32>; 2],
) -> Option<()> {
    let ratio = window().device_pixel_ratio();
    let (width, height) = ((view.width * ratio) as u32, (view.height * ratio) as u32);
    if (canvas.width(), canvas.height()) != (width, height) {
        canvas.set_width(width);
        canvas.set_height(height);
        for (name, value) in [("width", view.width), ("height", view.height)] {
            let style = web_sys::HtmlElement::style(canvas);
            style
                .set_property(name, &format!("{}px", value as u32))
                .ok()?;
        }
    }
    let context: CanvasRenderingContext2d = canvas.get_context("2d").ok()??.dyn_into().ok()?;
    let style = window().get_computed_style(canvas).ok()??;
    let value = |name: &str| style.get_property_value(name).unwrap_or_default();
    let palette = Palette {
        kept: color(&value("--kept")),
        wasted: color(&value("--wasted")),
        nothing: color(&value("--nothing")),
        elements: (0..6)
            .map(|number| color(&value(&format!("--element-{number}"))))
            .collect(),
    };
    let (row, above) = view.first(threads.rows, view.top, view.height - TOP);
    let (column, before) = view.first(threads.columns, view.left, view.width - LEFT);
    let fit = |space: f64, out: f64| ((space + out) / view.size).ceil().max(1.0) as u32;
    let seen = Window {
        row,
        column,
        rows: fit(view.height - TOP, above).min(threads.rows - row.min(threads.rows - 1)),
        columns: fit(view.width - LEFT, before)
            .min(threads.columns - column.min(threads.columns - 1)),
    };
    let pixels = pixels(threads, by_attribute, seen, &palette);

    // Drawn as it is, a pixel a thread, and then enlarged.
    let small: HtmlCanvasElement = document().create_element("canvas").ok()?.dyn_into().ok()?;
    small.set_width(seen.columns);
    small.set_height(seen.rows);
    let small_context: CanvasRenderingContext2d = small.get_context("2d").ok()??.dyn_into().ok()?;
    let image =
        ImageData::new_with_u8_clamped_array_and_sh(Clamped(&pixels), seen.columns, seen.rows)
            .ok()?;
    small_context.put_image_data(&image, 0.0, 0.0).ok()?;

    context
        .set_transform(ratio, 0.0, 0.0, ratio, 0.0, 0.0)
        .ok()?;
    context.clear_rect(0.0, 0.0, view.width, view.height);
    context.set_image_smoothing_enabled(false);
    let (left, top) = (LEFT - before, TOP - above);
    let (across, down) = (
        f64::from(seen.columns) * view.size,
        f64::from(seen.rows) * view.size,
    );
    context
        .draw_image_with_html_canvas_element_and_dw_and_dh(&small, left, top, across, down)
        .ok()?;
    let ground = value("--ground");
    context.set_fill_style_str(&ground);
    if view.size >= GAPS_FROM {
        for line in 0..=seen.columns {
            context.fill_rect(left + f64::from(line) * view.size - 1.0, top, 1.0, down);
        }
        for line in 0..=seen.rows {
            context.fill_rect(left, top + f64::from(line) * view.size - 1.0, across, 1.0);
        }
    }
    context.set_stroke_style_str(&value("--ink"));
    for id in marked.into_iter().flatten() {
        let [marked_row, marked_column] = threads.place(id);
        let is_seen = (seen.row..seen.row + seen.rows).contains(&marked_row)
            && (seen.column..seen.column + seen.columns).contains(&marked_column);
        if is_seen {
            let x = left + f64::from(marked_column - seen.column) * view.size;
            let y = top + f64::from(marked_row - seen.row) * view.size;
            context.set_line_width(2.0);
            let size = view.size.max(3.0);
            context.stroke_rect(x - 1.0, y - 1.0, size + 1.0, size + 1.0);
        }
    }

    // Numbers over what is scrolled out.
    context.clear_rect(0.0, 0.0, view.width, TOP);
    context.clear_rect(0.0, 0.0, LEFT, view.height);
    context.set_fill_style_str(&value("--quiet"));
    context.set_font("11px ui-monospace, monospace");
    context.set_text_baseline("middle");
    let every = |gap: f64| {
        (1..u32::BITS)
            .map(|power| 1_u32 << power)
            .find(|count| f64::from(*count) * view.size >= gap)
    };
    context.set_text_align("right");
    let row_gap = if view.size >= NUMBERS_FROM + 4.0 {
        1
    } else {
        every(16.0)?
    };
    for number in (seen.row..seen.row + seen.rows).filter(|row| row % row_gap == 0) {
        let y = top + (f64::from(number - seen.row) + 0.5) * view.size;
        if y > TOP {
            context.fill_text(&number.to_string(), LEFT - 6.0, y).ok()?;
        }
    }
    context.set_text_align("center");
    let column_gap = every(40.0)?;
    for number in
        (seen.column..seen.column + seen.columns).filter(|column| column % column_gap == 0)
    {
        let x = left + (f64::from(number - seen.column) + 0.5) * view.size;
        if x > LEFT {
            context.fill_text(&number.to_string(), x, TOP / 2.0).ok()?;
        }
    }
    Some(())
}
