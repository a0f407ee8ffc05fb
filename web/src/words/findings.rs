//! What the check finds in words, and where.

use mali_instancing::check::{Finding, Part, check};
use mali_instancing::descriptor::Field;
use mali_instancing_text::check::CheckedDraws;
use mali_instancing_text::{Answer, DrawWords};

/// A finding, in words.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Found {
    finding: Finding,
    pub(crate) severity: String,
    pub(crate) problem: String,
    pub(crate) place: String,
    pub(crate) help: String,
}

impl Found {
    /// Whether it is about a field of a record whose first word is `first`, or about a word as a whole.
    pub(super) fn is_about(&self, part: Part, first: usize, field: &Field) -> bool {
        let Finding {
            part: own,
            word,
            field: named,
            ..
        } = self.finding;
        own == part
            && match named {
                Some(named) => word == first + field.word() && named.name == field.name,
                None => word
                    .checked_sub(first)
                    .is_some_and(|word| field.mask(word) != 0),
            }
    }
}

/// Everything that the check finds.
pub(crate) fn findings(draw: &DrawWords) -> Vec<Found> {
    let mut checked = CheckedDraws::default();
    checked.add_words(&draw.state());
    let json = checked.json().to_string();
    let json: serde_json::Value = serde_json::from_str(&json).unwrap_or_default();
    let texts = json["draws"][0]["findings"]
        .as_array()
        .cloned()
        .unwrap_or_default();
    let mut findings = Vec::new();
    check(&draw.state(), |finding| findings.push(finding));
    let found = findings.into_iter().zip(texts).map(|(finding, texts)| {
        let text = |key: &str| texts[key].as_str().unwrap_or_default().to_owned();
        let attribute = finding
            .attribute
            .map(|number| format!("attribute {number}: "));
        Found {
            severity: text("severity"),
            problem: attribute.unwrap_or_default() + &text("problem"),
            place: finding.to_string(),
            help: text("help"),
            finding,
        }
    });
    found.collect()
}
