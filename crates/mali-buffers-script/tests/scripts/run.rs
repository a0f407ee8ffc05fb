//! Scripts that are run, and what is stated about them in tables.

use std::str::Split;

use mali_buffers_script::{MEMORY_LIMIT, PlannedScript};
use mali_instancing_codegen::Source;
use serde_json::Value;

use crate::edits::edited;

/// The results of a script, as text and as data, and its errors.
pub(crate) struct Plan {
    pub(crate) text: String,
    /// The calls, counted from 1, after a null.
    pub(crate) calls: Value,
    totals: Value,
    pub(crate) errors: Vec<String>,
}

impl Plan {
    /// The results of a script that is run in at most `limit` bytes, or the error that ends it.
    pub(crate) fn within(limit: u64, script: &str) -> Result<Self, String> {
        let source = Source::new("script.toml", script.to_owned().into()).unwrap();
        let planned = PlannedScript::new(&source, limit).map_err(|error| error.to_string())?;
        let mut plan = serde_json::to_value(&planned).unwrap();
        let calls = plan["calls"].as_array_mut().unwrap();
        calls.insert(0, Value::Null);
        Ok(Self {
            text: planned.to_string(),
            calls: plan["calls"].take(),
            totals: plan["totals"].take(),
            errors: planned.errors.iter().map(ToString::to_string).collect(),
        })
    }

    /// The results of a script of which no call is refused.
    #[track_caller]
    pub(crate) fn of(script: &str) -> Self {
        let plan = Self::within(MEMORY_LIMIT, script).unwrap();
        assert!(plan.errors.is_empty(), "{:?}", plan.errors);
        plan
    }

    /// The value at a place: `2/attributes/0/stride` in the second call, or `totals/draws`. `*` is all elements that have
    /// the value.
    pub(crate) fn value(&self, place: &str) -> Option<Value> {
        match place.strip_prefix("totals/") {
            Some(place) => find(&self.totals, place.split('/')),
            None => find(&self.calls, place.split('/')),
        }
    }

    /// Checks statements: `place = value`, or `> line` for a line of the text, with the columns' widths left aside.
    /// `! error` is an error of a call that is refused; there are no others.
    #[track_caller]
    pub(crate) fn assert(&self, statements: &str) {
        let mut errors = self.errors.iter();
        let text = &self.text;
        for statement in statements.split('&').map(str::trim) {
            if let Some(line) = statement.strip_prefix("> ") {
                let has = text.lines().any(|other| words(other) == words(line));
                assert!(has, "no `{line}` in\n{text}");
            } else if let Some(error) = statement.strip_prefix("! ") {
                assert_eq!(errors.next().map(String::as_str), Some(error));
            } else {
                let (place, value) = statement.split_once(" = ").expect(statement);
                let value = serde_json::from_str(value).unwrap_or_else(|_| value.into());
                assert_eq!(self.value(place), Some(value), "{place} in\n{text}");
            }
        }
        assert_eq!(errors.next(), None, "{statements}");
    }
}

fn words(line: &str) -> String {
    line.split_whitespace().collect::<Vec<_>>().join(" ")
}

fn find(value: &Value, mut steps: Split<'_, char>) -> Option<Value> {
    match (steps.next(), value) {
        (None, value) => Some(value.clone()),
        (Some("*"), Value::Array(elements)) => {
            let found = elements.iter().map(|each| find(each, steps.clone()));
            Some(found.flatten().collect())
        }
        (Some(index), Value::Array(elements)) => {
            find(elements.get(index.parse::<usize>().ok()?)?, steps)
        }
        (Some(key), value) => find(value.get(key)?, steps),
    }
}

/// The rows of a table, each `edits → text`. The text of a row goes on in lines that begin with spaces.
fn rows(table: &str) -> Vec<(&str, String)> {
    let mut rows: Vec<(&str, String)> = Vec::new();
    for line in table.trim_matches('\n').lines() {
        let (edits, text) = line.split_once("→ ").expect(line);
        match rows.last_mut() {
            Some((_, texts)) if edits.len() > 1 && edits.trim().is_empty() => {
                texts.extend([" & ", text]);
            }
            _ => rows.push((edits.strip_suffix(' ').unwrap_or(edits), text.to_owned())),
        }
    }
    rows
}

/// Checks statements about a script that is edited, a row `edits → statement & statement` for each.
#[track_caller]
pub(crate) fn assert_plans(script: &str, table: &str) {
    for (edits, statements) in rows(table) {
        let script = edited(script, edits);
        Plan::within(MEMORY_LIMIT, &script)
            .expect(&script)
            .assert(&statements);
    }
}

/// Checks the mistakes in a script that is edited, a row `edits → line: mistake` for each.
#[track_caller]
pub(crate) fn assert_refused(script: &str, table: &str) {
    for (edits, mistake) in rows(table) {
        let script = edited(script, edits);
        let error = Plan::within(MEMORY_LIMIT, &script).err();
        assert_eq!(error, Some(format!("script.toml:{mistake}")), "{script}");
    }
}
