//! The faults that a driver's author makes, each in the words and in a dump of a draw.

mod draws;
mod printer;
mod table;

use std::fs;

use mali_instancing::Arch;
use mali_instancing::check::{Rule, Severity, Table};
use mali_instancing_codegen::Source;
use mali_instancing_inspect::check::CheckedDraws;

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
    mended: Mended,
}

/// Whether the values that are printed lead to the draw that the fault was made from.
#[derive(Clone, Copy, Debug, PartialEq)]
enum Mended {
    /// Those of the alternative with this number do.
    By(u32),
    /// The words without the values read the same elements already.
    Unread,
    /// They do not, or there are none.
    No,
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

/// Writing the values of an alternative leads to the draw that the fault was made from.
#[test]
fn faults_are_mended_by_the_alternatives_of_the_table() {
    let mut wrong = Vec::new();
    for fault in FAULTS {
        for arch in fault.archs {
            let right = (fault.draw)(*arch);
            let mut words = right.clone();
            (fault.change)(&mut words);
            let alternatives = words.alternatives();
            let mends = |number: &u32| words.mended(*number).reads() == right.reads();
            let found = if words.reads() == right.reads() {
                Mended::Unread
            } else {
                (0..=alternatives)
                    .find(mends)
                    .map_or(Mended::No, Mended::By)
            };
            if found != fault.mended {
                wrong.push(format!("{}, {arch}: {found:?}", fault.name));
            }
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

/// A value that is printed mends: with the values of any alternative nothing that names a value is found any more, and
/// every thread reads the elements of the draw that the alternative describes.
#[test]
fn every_alternative_leads_to_a_right_draw() {
    let mut followed = 0;
    for fault in FAULTS {
        for arch in fault.archs {
            let mut words = (fault.draw)(*arch);
            (fault.change)(&mut words);
            followed += assert_alternatives_mend(&words, fault.name);
        }
    }
    assert!(followed > 100, "{followed}");
}

/// Two faults at once, in the draws that both can be in.
#[test]
fn every_alternative_leads_to_a_right_draw_with_two_faults() {
    let mut followed = 0;
    for (number, first) in FAULTS.iter().enumerate() {
        for second in &FAULTS[number + 1..] {
            let same = first.draw as usize == second.draw as usize;
            let archs = first
                .archs
                .iter()
                .filter(|arch| second.archs.contains(arch));
            for arch in archs.take(1).filter(|_| same) {
                let mut words = (first.draw)(*arch);
                let length = words.buffers.len();
                (first.change)(&mut words);
                // The second is made for the table as it was.
                if words.buffers.len() == length {
                    (second.change)(&mut words);
                    let name = format!("{} and {}", first.name, second.name);
                    followed += assert_alternatives_mend(&words, &name);
                }
            }
        }
    }
    assert!(followed > 300, "{followed}");
}

/// Follows every alternative all of whose findings name a value. Returns their number.
fn assert_alternatives_mend(words: &Words, name: &str) -> usize {
    let mut followed = 0;
    for number in 0..=words.alternatives() {
        if !words.has_values(number) {
            continue;
        }
        let arch = words.arch;
        let mended = words.mended(number);
        let errors = mended.findings().into_iter();
        let errors = errors.filter(|finding| finding.severity == Severity::Error);
        let named = errors.filter(draws::names_value);
        let named: Vec<_> = named.map(|finding| finding.to_string()).collect();
        assert_eq!(
            named, [""; 0],
            "{name}, {arch}, alternative {number}: {words:x?}"
        );
        followed += 1;
    }
    followed
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
        let found = match fault.found {
            Ok((rule, ..)) => format!("`{rule}`"),
            Err(_) => "not found".to_owned(),
        };
        let mended = match (fault.mended, fault.found) {
            (Mended::By(0), Ok(_)) => "yes".to_owned(),
            (Mended::By(number), Ok(_)) => format!("yes, by alternative {number}"),
            (Mended::Unread, _) => "reads right as it is".to_owned(),
            (_, Err(reason)) => format!("no: {reason}"),
            (Mended::No, Ok(_)) => "no".to_owned(),
        };
        let dump = match fault.in_dump {
            InDump::Same if fault.found.is_ok() => "the same".to_owned(),
            InDump::Same => "not found".to_owned(),
            InDump::Rule(rule) => format!("`{rule}`"),
            InDump::Hidden(reason) => format!("not found: {reason}"),
        };
        format!(
            "| {} | {archs} | {found} | {dump} | {mended} |\n",
            fault.name
        )
    });
    crate::assert_contains(
        &fs::read_to_string(format!("{ROOT}/docs/reference/checking.md")).unwrap(),
        &[&rows.collect::<String>()],
    );
}
