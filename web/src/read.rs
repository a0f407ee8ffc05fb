//! Words and dumps from elsewhere: decoded and checked.

use leptos::prelude::*;
use mali_instancing::Arch;
use mali_instancing_codegen::Source;
use mali_instancing_inspect::DrawWords;
use mali_instancing_inspect::check::CheckedDraws;
use mali_instancing_inspect::decode::{Listing, read_listings};

use crate::live::{Each, live};
use crate::parts::{arch_choice, error, option, report, text_area};
use crate::words::{Names, Words};

/// A job with the fault of a driver that kept the tables of the draw before.
pub(crate) const EXAMPLE: &str = "// A draw of 80 vertices and 100 instances; its tables are of one with 70.\n\
static const uint32_t buffers[] = {\n    0x10000003, 0x83000000, 20, 1600, 0, 0, 0, 0,\n    \
0x20000004, 0x27000000, 64, 2176, 0x20, 0x17b425ed, 0, 3,\n    0, 0, 0, 0,\n};\n\
static const uint32_t attributes[] = { 0x2dc04200, 0, 0x2fc00202, 0 };\n\
static const uint32_t draw[] = { 0x00250000, 0 };\n\
static const uint32_t invocation[] = { 0x000031cf, 0x21c00000 };\n";

/// What words can be.
const KINDS: [(&str, &str); 4] = [
    ("buffers", "table of buffers"),
    ("attributes", "table of attributes"),
    ("draw", "draw"),
    ("invocation", "invocation"),
];

/// What the words of a listing are, by its name: an array's, or a member's without a name by its number.
fn kind_of(name: &str) -> usize {
    let name = name.to_ascii_lowercase();
    let last = name.rsplit('.').next().unwrap_or_default();
    if last.contains("attribute") || last == "2" {
        1
    } else if last.contains("draw") {
        2
    } else if last.contains("invocation") {
        3
    } else {
        0
    }
}

/// Everything that was read of a text.
#[derive(Clone, Debug, PartialEq)]
struct ReadText {
    draws: Vec<DrawWords>,
    /// What the check says, where the text has lines to speak of.
    report: Option<String>,
}

fn read(text: &str, arch: Arch, only: Option<usize>) -> Result<ReadText, String> {
    let source =
        |name: &str| Source::new(name, text.as_bytes().to_vec()).map_err(|error| error.to_string());
    let is_dump = text.contains("Job Header") || text.contains("RUN_IDVS");
    if is_dump || text.contains("[[vertex_input]]") {
        let source = source(if is_dump { "dump" } else { "manifest.toml" })?;
        let draws = DrawWords::read(&source, None)
            .or_else(|_| DrawWords::read(&source, Some(arch)))
            .map_err(|error| error.to_string())?;
        let mut checked = CheckedDraws::default();
        let arch = draws.first().map(|draw| draw.arch);
        let errors = checked.add(&source, arch);
        let lines = errors.iter().map(ToString::to_string);
        let mut report = lines.collect::<Vec<_>>().join("\n");
        if !report.is_empty() {
            report.push('\n');
        }
        report += &without_styles(&checked.to_string());
        return Ok(ReadText {
            draws,
            report: Some(report),
        });
    }
    let listings = read_listings(&source("words")?).map_err(|error| error.message)?;
    Ok(ReadText {
        draws: draw_of(&listings, arch, only).into_iter().collect(),
        report: None,
    })
}

/// The draw whose words were listed.
fn draw_of(listings: &[Listing], arch: Arch, only: Option<usize>) -> Option<DrawWords> {
    let mut parts: [Vec<u32>; 4] = Default::default();
    for listing in listings {
        parts[only.unwrap_or_else(|| kind_of(&listing.name))].extend(&listing.words);
    }
    if parts.iter().all(Vec::is_empty) {
        return None;
    }
    let [buffers, attributes, draw, invocation] = parts;
    Some(DrawWords {
        arch,
        line: 1,
        buffers,
        attributes,
        draw: draw.first_chunk().copied(),
        invocation: invocation.first_chunk().copied(),
        primitive: None,
        tiler_draw: None,
        tiler_invocation: None,
        is_indexed: None,
        counts: None,
        table: None,
        read_attributes: None,
        rates: Vec::new(),
        first_instance: None,
    })
}

/// A terminal's text without what says its colours.
fn without_styles(text: &str) -> String {
    let mut plain = String::new();
    let mut parts = text.split("\u{1b}[");
    plain += parts.next().unwrap_or_default();
    for part in parts {
        plain += part.split_once('m').map_or("", |(_, rest)| rest);
    }
    plain
}

/// The view of words from elsewhere.
#[component]
pub(crate) fn ReadView(text: RwSignal<String>, arch: RwSignal<String>) -> impl IntoView {
    let only = RwSignal::new(None::<usize>);
    let number = RwSignal::new(0_usize);
    let known_arch = move || Arch::from_name(&arch.get()).unwrap_or(Arch::V7);
    let result = Memo::new(move |_| text.with(|text| read(text, known_arch(), only.get())));
    let count = Memo::new(move |_| {
        result.with(|result| result.as_ref().map_or(0, |read| read.draws.len()))
    });
    let edited = RwSignal::new(None::<DrawWords>);
    let draw = Memo::new(move |_| {
        let draws = result.with(|result| {
            result
                .as_ref()
                .map(|read| read.draws.clone())
                .unwrap_or_default()
        });
        edited.get().or_else(|| {
            draws
                .get(number.get().min(draws.len().saturating_sub(1)))
                .cloned()
        })
    });
    let set = move |new: String| {
        edited.set(None);
        text.set(new);
    };
    let set_arch = move |name: String| {
        edited.set(None);
        arch.set(name);
    };
    let wrong = Signal::derive(move || result.with(Result::is_err).then_some("words-text-error"));
    let mistake = live(move || Some(error("words-text-error", result.get().err()?)));
    let report = move || {
        result.with(|result| {
            let report = result.as_ref().ok()?.report.clone()?;
            Some(self::report("What the check says", report))
        })
    };
    let draws = move || {
        let count = count.get();
        let numbers = (0..count).map(|number| option(number.to_string(), number.to_string()));
        (count > 1).then(|| view! {
            <label for="words-draw">"Draw"</label>
            <select id="words-draw" on:change=move |event| { edited.set(None); number.set(event_target_value(&event).parse().unwrap_or(0)); }>
                {numbers.each()}
            </select>
        })
    };
    view! {
        <section aria-labelledby="read-title">
            <h2 id="read-title">"Words from elsewhere"</h2>
            <p class="hint">
                "Words in hexadecimal or decimal, arrays of C or Rust, a manifest, or what Mesa's pandecode prints. \
                 Arrays are told apart by their names: buffers, attributes, draw, invocation."
            </p>
            {text_area(["words-text", "Words or a dump", "10"], text, Callback::new(set), wrong, mistake)}
            <div class="row">
                {arch_choice("words-arch", arch, Callback::new(set_arch), Arch::V7)}
                <label for="words-kind">"The words are"</label>
                <select id="words-kind" on:change=move |event| { edited.set(None); only.set(event_target_value(&event).parse().ok()); }>
                    <option value="">"what their names say"</option>
                    {KINDS.iter().enumerate().map(|(number, (_, title))| option(number.to_string(), format!("a {title}"))).each()}
                </select>
                {live(draws)}
            </div>
            {live(report)}
            <Words draw names=Names::default() edited=Callback::new(move |words| edited.set(Some(words)))/>
        </section>
    }
}
