//! A draw, of a form or of a text, and the data of it that are shown.

use std::cell::RefCell;
use std::rc::Rc;

use mali_instancing::Arch;
use mali_instancing::decode::{Descriptor, attributes};
use mali_instancing_inspect::DrawWords;
use serde::{Deserialize, Serialize};

use super::edits::Edit;
use super::findings::{Found, all_fixed, findings};
use super::form::Form;
use super::packed::{Elements, Mistake, Packed, attribute_names, elements, name_mistake, pack};
use super::recovered::{follow, form_of};
use super::shown::{Names, ShownDescriptor, shown_descriptors};
use super::text;
use super::threads::Threads;
use super::waste::{Waste, percent, waste};

/// The draw that a question is about.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub(crate) struct Subject {
    pub(crate) of: Origin,
    /// The words that differ from those of the form or the text.
    pub(crate) edits: Vec<Edit>,
    /// Whether everything that the check can fix is fixed.
    pub(crate) is_fixed: bool,
}

/// The origin of a draw.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(rename_all = "snake_case")]
pub(crate) enum Origin {
    Form(Box<Form>),
    Text(Text),
}

/// A text with words.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub(crate) struct Text {
    text: String,
    arch: String,
    /// The table that all words belong to; empty if their names give it.
    table: String,
    /// The number of the draw in the text.
    number: usize,
}

/// The words of a draw, and the other data known about it.
#[derive(Clone, Debug)]
pub(crate) struct LoadedDraw {
    pub(crate) words: DrawWords,
    /// The words without edits.
    pub(crate) unedited: DrawWords,
    pub(crate) names: Names,
    pub(crate) elements: Vec<Option<Elements>>,
    pub(crate) manifest: Option<String>,
    pub(crate) form: Option<Form>,
    name_mistake: Option<Mistake>,
    /// The number of draws in the text.
    draws: usize,
    report: Option<String>,
}

fn load(subject: &Subject) -> Result<LoadedDraw, Mistake> {
    let mut draw = match &subject.of {
        Origin::Form(form) => of_form(form)?,
        Origin::Text(text) => of_text(text)?,
    };
    // Edits come first, since they can make the findings that are to be fixed.
    for edit in &subject.edits {
        edit.apply(&mut draw.words);
    }
    if subject.is_fixed {
        draw.words = all_fixed(&draw.words);
    }
    // Of a text only the words tell where elements are, so its edits move them. A form's buffers are where the form has
    // them, whatever the words say.
    if draw.form.is_none() {
        draw.elements = elements_of_words(&draw.words);
        let numbers = 0..draw.elements.len();
        draw.names.attributes = numbers
            .map(|number| format!("attribute {number}"))
            .collect();
    }
    Ok(draw)
}

fn of_form(form: &Form) -> Result<LoadedDraw, Mistake> {
    let packed = pack(form)?;
    let name_mistake = name_mistake(&packed);
    let Packed { manifest, words } = packed;
    Ok(LoadedDraw {
        unedited: words.clone(),
        words,
        names: Names {
            buffers: form
                .buffers
                .iter()
                .map(|buffer| buffer.name.clone())
                .collect(),
            attributes: attribute_names(form),
        },
        elements: elements(form),
        manifest: Some(manifest.text),
        form: Some(form.clone()),
        name_mistake,
        draws: 1,
        report: None,
    })
}

fn of_text(text: &Text) -> Result<LoadedDraw, Mistake> {
    let arch = Arch::from_name(&text.arch).unwrap_or(Arch::V7);
    let said = |message| Mistake {
        part: None,
        key: "text".to_owned(),
        message,
    };
    let read = text::read(&text.text, arch, &text.table).map_err(said)?;
    let draws = read.draws.len();
    // The text may have changed since a draw of it was chosen.
    let number = text.number.min(draws.saturating_sub(1));
    let words = read.draws.into_iter().nth(number);
    let words = words.ok_or_else(|| said("there are no words here, and no draw".to_owned()))?;
    Ok(LoadedDraw {
        unedited: words.clone(),
        words,
        names: Names::default(),
        elements: Vec::new(),
        manifest: None,
        form: None,
        name_mistake: None,
        draws,
        report: read.report,
    })
}

/// The elements of the attributes of a draw of which only the words are known.
fn elements_of_words(words: &DrawWords) -> Vec<Option<Elements>> {
    let followed = attributes(words.arch, &words.buffers, &words.attributes);
    let elements = followed.map(|followed| {
        let attribute = followed.attribute.ok()?.descriptor;
        let (address, stride) = match (attribute, followed.buffer?.ok()?.descriptor) {
            (_, Descriptor::AttributeBuffer(buffer)) => (buffer.address.get(), buffer.stride),
            (Descriptor::ValhallAttribute(attribute), Descriptor::Buffer(buffer)) => {
                (buffer.address, attribute.stride)
            }
            _ => return None,
        };
        Some(Elements {
            address,
            stride: stride.into(),
        })
    });
    elements.collect()
}

type Loaded = Rc<Result<LoadedDraw, Mistake>>;

thread_local! {
    /// The last draws: a view asks several questions about one draw.
    static LAST: RefCell<Vec<(Subject, Loaded)>> = const { RefCell::new(Vec::new()) };
}

fn loaded(subject: &Subject) -> Loaded {
    const KEPT: usize = 4;
    // A draw follows from its subject alone, so an entry is right as long as it is kept.
    let known = LAST.with_borrow(|last| {
        let known = last.iter().find(|(known, _)| known == subject);
        known.map(|(_, loaded)| Rc::clone(loaded))
    });
    known.unwrap_or_else(|| {
        let loaded = Rc::new(load(subject));
        LAST.with_borrow_mut(|last| {
            last.truncate(KEPT - 1);
            last.insert(0, (subject.clone(), Rc::clone(&loaded)));
        });
        loaded
    })
}

/// The answer of `look` about the draw of a subject; `None` if the libraries refuse the subject, or if `look` has none.
pub(crate) fn with_draw<T>(
    subject: &Subject,
    look: impl FnOnce(&LoadedDraw) -> Option<T>,
) -> Option<T> {
    loaded(subject).as_ref().as_ref().ok().and_then(look)
}

/// A draw as it is shown, or the reason why it cannot be shown.
#[derive(Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(rename_all = "snake_case")]
pub(crate) enum Shown {
    Mistake(Mistake),
    Draw(Box<ShownDraw>),
}

/// A draw as it is shown.
#[derive(Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub(crate) struct ShownDraw {
    arch: &'static str,
    /// The attributes' names.
    attributes: Vec<String>,
    descriptors: Vec<ShownDescriptor>,
    findings: Vec<Found>,
    /// The changes that fix everything which the check can fix; none if it can fix nothing.
    fix: Option<Vec<Edit>>,
    threads: Option<Counted>,
    waste: Option<Waste>,
    is_edited: bool,
    /// A name that is not allowed in Rust or C.
    name_mistake: Option<Mistake>,
    /// The number of draws in the text.
    draws: usize,
    report: Option<String>,
}

/// The number of threads of a draw.
#[derive(Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub(crate) struct Counted {
    vertices: u32,
    columns: u32,
    rows: u32,
    all: String,
    kept: String,
    wasted: String,
    wasted_percent: String,
}

pub(crate) fn shown(subject: Subject) -> Shown {
    match loaded(&subject).as_ref() {
        Err(mistake) => Shown::Mistake(mistake.clone()),
        Ok(draw) => Shown::Draw(Box::new(shown_draw(draw))),
    }
}

fn shown_draw(draw: &LoadedDraw) -> ShownDraw {
    let threads = Threads::new(&draw.words, &draw.elements);
    let waste = waste(draw.words.arch, draw.form.as_ref(), threads.as_ref());
    let counted = threads.map(|threads| {
        let (all, kept) = (threads.count(), threads.kept());
        Counted {
            vertices: threads.vertices,
            columns: threads.columns,
            rows: threads.rows,
            all: all.to_string(),
            kept: kept.to_string(),
            wasted: (all - kept).to_string(),
            wasted_percent: percent(all - kept, all),
        }
    });
    let findings = findings(&draw.words);
    // Of a text's words only the numbers are known, and the titles contain these.
    let names = draw
        .form
        .as_ref()
        .map(|_| draw.names.clone())
        .unwrap_or_default();
    ShownDraw {
        arch: draw.words.arch.name(),
        attributes: draw.names.attributes.clone(),
        descriptors: shown_descriptors(&draw.words, &names),
        fix: findings
            .iter()
            .any(|found| found.fix.is_some())
            // Fixing one finding can change what the others expect, so this is not the sum of their fixes.
            .then(|| Edit::between(&draw.words, &all_fixed(&draw.words))),
        findings,
        threads: counted,
        waste,
        is_edited: draw.words != draw.unedited,
        name_mistake: draw.name_mistake.clone(),
        draws: draw.draws,
        report: draw.report.clone(),
    }
}

/// Words that are changed in a draw.
#[derive(Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub(crate) struct Edited {
    subject: Subject,
    changes: Vec<Edit>,
}

/// The draw with the changes: another form if the words have one, and otherwise edits.
pub(crate) fn edit(question: Edited) -> Subject {
    let Edited { subject, changes } = question;
    let edited = with_draw(&subject, |draw| {
        // The changes are to the words that are shown, with the edits and what was fixed. The answer has all of these
        // in one.
        let mut words = draw.words.clone();
        for change in &changes {
            change.apply(&mut words);
        }
        let followed = draw
            .form
            .as_ref()
            .and_then(|form| follow(form, &draw.unedited, &words));
        let (of, edits) = match followed {
            Some(form) => (Origin::Form(Box::new(form)), Vec::new()),
            None => (subject.of.clone(), Edit::between(&draw.unedited, &words)),
        };
        Some(Subject {
            of,
            edits,
            is_fixed: false,
        })
    });
    edited.unwrap_or(subject)
}

/// A form, or the reason why there is none.
#[derive(Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(rename_all = "snake_case")]
pub(crate) enum Opened {
    Form(Box<Form>),
    Error(String),
}

/// The form of a text's draw.
pub(crate) fn open(subject: Subject) -> Opened {
    let none = || Err("there is no draw in this text".to_owned());
    let form = with_draw(&subject, |draw| Some(form_of(&draw.words))).unwrap_or_else(none);
    // A form that the libraries refuse would be opened with a mistake in it.
    match form.and_then(|form| pack(&form).map(|_| form).map_err(|mistake| mistake.message)) {
        Ok(form) => Opened::Form(Box::new(form)),
        Err(reason) => Opened::Error(reason),
    }
}
