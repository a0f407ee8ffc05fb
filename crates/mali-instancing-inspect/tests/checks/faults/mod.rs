//! The faults that a driver's author makes, each in the words and in a dump of a draw.

mod draws;
mod printer;
mod table;

use std::fs;

use mali_instancing::Arch;
use mali_instancing::check::{Expected, Rule, Severity, Table};
use mali_instancing_codegen::Source;
use mali_instancing_inspect::check::{Advice, CheckedDraws};

use super::ROOT;
use draws::Words;
use table::FAULTS;

/// A fault of a driver.
struct Fault {
    name: &'static str,
    archs: &'static [Arch],
    /// The right draw.
    draw: fn(Arch) -> Words,
    change: fn(&mut Words),
    /// The first finding and the word that it blames, or the reason why the words do not show the fault.
    found: Result<(Rule, Table, usize), &'static str>,
    in_dump: InDump,
}

/// The fault in a dump.
enum InDump {
    /// It is found as in the words.
    Same,
    /// Another rule finds it.
    Rule(Rule),
    /// It is not found, with the reason.
    Hidden(&'static str),
}

/// The rule of the first finding in a dump of a draw, and all parts that could not be read.
fn first_in_dump(words: &Words) -> (Option<String>, String) {
    let text = printer::print(words);
    let source = Source::new("dump.txt", text.clone().into_bytes()).unwrap();
    let mut draws = CheckedDraws::default();
    let errors = draws.add(&source, Some(words.arch));
    assert!(errors.is_empty(), "{errors:?}\n{text}");
    let json = serde_json::to_value(&draws).unwrap();
    let draw = &json["draws"][0];
    let first = draw["findings"][0]["rule"].as_str().map(str::to_owned);
    (first, draw["unread"].to_string())
}

#[test]
fn nothing_is_found_in_the_right_draws_and_in_their_dumps() {
    for fault in FAULTS {
        for arch in fault.archs {
            let words = (fault.draw)(*arch);
            assert_eq!(words.findings(), [], "{}, {arch}", fault.name);
            let dumped = first_in_dump(&words);
            assert_eq!(dumped, (None, "[]".to_owned()), "{}, {arch}", fault.name);
        }
    }
}

#[test]
fn every_fault_is_found_in_the_words_or_has_a_reason() {
    let mut wrong = Vec::new();
    for fault in FAULTS {
        for arch in fault.archs {
            let mut words = (fault.draw)(*arch);
            (fault.change)(&mut words);
            let findings = words.findings();
            let first = findings.first().map(draws::place);
            if first != fault.found.ok() {
                let found: Vec<_> = findings.iter().map(ToString::to_string).collect();
                wrong.push(format!("{}, {arch}: {found:?}", fault.name));
            }
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn every_fault_is_found_in_a_dump_or_has_a_reason() {
    let mut wrong = Vec::new();
    for fault in FAULTS {
        for arch in fault.archs {
            let mut words = (fault.draw)(*arch);
            (fault.change)(&mut words);
            let expected = match (&fault.in_dump, fault.found) {
                (InDump::Same, Ok((rule, ..))) => Some(rule),
                (InDump::Rule(rule), _) => Some(*rule),
                (InDump::Hidden(_), _) | (InDump::Same, Err(_)) => None,
            };
            let expected = expected.map(|rule| rule.name().to_owned());
            let (first, unread) = first_in_dump(&words);
            if first != expected {
                wrong.push(format!("{}, {arch}: {first:?} {unread}", fault.name));
            }
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

/// Where the first finding names a value, writing it, and the values that are named then, makes the draw right.
#[test]
fn following_an_advice_that_names_a_value_mends_the_draw() {
    let mut mended = 0;
    for fault in FAULTS {
        for arch in fault.archs {
            let right = (fault.draw)(*arch);
            let mut words = right.clone();
            (fault.change)(&mut words);
            let findings = words.findings();
            let errors = findings
                .iter()
                .filter(|finding| finding.severity == Severity::Error);
            let named = errors
                .take(1)
                .any(|finding| matches!(finding.expected, Expected::Value(_)));
            if named {
                let words = words.mended();
                let errors = words.findings().into_iter();
                let errors = errors.filter(|finding| finding.severity == Severity::Error);
                assert_eq!(errors.collect::<Vec<_>>(), [], "{}, {arch}", fault.name);
                assert!(words.reads() == right.reads(), "{}, {arch}", fault.name);
                mended += 1;
            }
        }
    }
    assert!(mended > 60, "{mended}");
}

/// `docs/reference/checking.md` has a row for each fault.
#[test]
fn every_fault_is_documented() {
    let rows = FAULTS.iter().map(|fault| {
        let archs: Vec<String> = fault
            .archs
            .iter()
            .map(|arch| arch.name().to_uppercase())
            .collect();
        let archs = match archs.as_slice() {
            [first, .., last] => format!("{first} to {last}"),
            archs => archs.concat(),
        };
        let (found, advice) = match fault.found {
            Ok((rule, ..)) => (format!("`{rule}`"), Advice::of(rule).help),
            Err(reason) => ("not found".to_owned(), reason),
        };
        let dump = match fault.in_dump {
            InDump::Same if fault.found.is_ok() => "the same".to_owned(),
            InDump::Same => "not found".to_owned(),
            InDump::Rule(rule) => format!("`{rule}`"),
            InDump::Hidden(reason) => format!("not found: {reason}"),
        };
        format!(
            "| {} | {archs} | {found} | {dump} | {advice} |\n",
            fault.name
        )
    });
    crate::assert_contains(
        &fs::read_to_string(format!("{ROOT}/docs/reference/checking.md")).unwrap(),
        &[&rows.collect::<String>()],
    );
}
