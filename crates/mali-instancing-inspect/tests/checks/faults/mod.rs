//! The faults that a driver's author makes, each in the words and in a dump of a draw.

mod draws;
mod printer;
mod said;
mod table;

use std::fs;

use mali_instancing::Arch;
use mali_instancing::check::{Rule, Table};
use serde_json::json;

use super::{ROOT, checked};
use draws::Words;
use said::Said;
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

/// The answer of the check for a dump of a draw.
fn checked_dump(words: &Words) -> serde_json::Value {
    checked_text(&printer::print(words), words.arch)
}

fn checked_text(text: &str, arch: Arch) -> serde_json::Value {
    let (draws, errors) = checked(text, Some(arch));
    assert!(errors.is_empty(), "{errors:?}\n{text}");
    let mut json = serde_json::to_value(&draws).unwrap();
    json["draws"][0].take()
}

/// The rule of the first finding in a dump of a draw, and all parts that could not be read.
fn first_in_dump(words: &Words) -> (Option<String>, String) {
    let draw = checked_dump(words);
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

/// A dump without a disassembly does not show which attributes the shader reads, so all 70 count as read.
#[test]
fn an_attribute_is_checked_or_named_as_not_checked() {
    for arch in [Arch::V7, Arch::V9] {
        let mut words = draws::rows(arch);
        words.attributes = words.attributes.repeat(35);
        let text = printer::print(&words);
        let whole = checked_text(&text, arch);
        assert_eq!(
            [&whole["attributes"], &whole["unread"]],
            [&json!(70), &json!([])]
        );
        // Odd attributes name another buffer than number 0.
        let parts: Vec<&str> = text.split("Buffer index: ").collect();
        for lost in [3, 67] {
            let [before, after] =
                [&parts[..=lost], &parts[lost + 1..]].map(|parts| parts.join("Buffer index: "));
            let draw = checked_text(&format!("{before}Buffer index: ?{after}"), arch);
            assert_eq!(draw["findings"], json!([]), "{arch}, {lost}");
            let unchecked = draw["unchecked_attributes"].as_array().unwrap();
            assert!(unchecked.contains(&lost.into()));
            // With one that is not checked, those after number 63 are not either.
            let named = (0..70).filter(|number| *number == lost || *number > 63);
            assert_eq!(*unchecked, named.collect::<Vec<_>>());
            assert_eq!(draw["attributes"], 70 - unchecked.len());
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
            let said = words.said();
            let alternatives = said.iter().map(|said| said.alternative).max().unwrap_or(0);
            let mends = |number: &u32| words.mended(*number, Words::said).reads() == right.reads();
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

/// The draws with a fault each.
fn one_at_a_time() -> Vec<(String, Words)> {
    let wrong = FAULTS.iter().flat_map(|fault| {
        fault.archs.iter().map(|arch| {
            let mut words = (fault.draw)(*arch);
            (fault.change)(&mut words);
            (fault.name.to_owned(), words)
        })
    });
    wrong.collect()
}

/// The draws with two faults at once, on the first architecture that has both.
fn two_at_a_time() -> Vec<(String, Words)> {
    let mut wrong = Vec::new();
    for (number, first) in FAULTS.iter().enumerate() {
        for second in &FAULTS[number + 1..] {
            let same = first.draw as usize == second.draw as usize;
            let mut archs = first
                .archs
                .iter()
                .filter(|arch| second.archs.contains(arch));
            let Some(arch) = archs.next().filter(|_| same) else {
                continue;
            };
            let mut words = (first.draw)(*arch);
            let length = words.buffers.len();
            (first.change)(&mut words);
            // The second is made for the table as it was.
            if words.buffers.len() == length {
                (second.change)(&mut words);
                wrong.push((format!("{} and {}", first.name, second.name), words));
            }
        }
    }
    wrong
}

/// A value that is printed mends: with the values of any alternative nothing that names a value is found any more, and
/// every thread reads the elements of the draw that the alternative describes.
#[test]
fn every_alternative_in_words_leads_to_the_draw_that_it_describes() {
    assert_alternatives_mend(Words::said, one_at_a_time(), 100);
    assert_alternatives_mend(Words::said, a_tenth(two_at_a_time()), 30);
}

#[test]
fn every_alternative_in_a_dump_leads_to_the_draw_that_it_describes() {
    assert_alternatives_mend(said_in_dump, one_at_a_time(), 100);
    assert_alternatives_mend(said_in_dump, a_tenth(two_at_a_time()), 30);
}

#[test]
#[ignore = "takes 40 s without optimization: .ci/all runs it with"]
fn every_alternative_of_two_faults_leads_to_the_draw_that_it_describes() {
    assert_alternatives_mend(Words::said, two_at_a_time(), 300);
    assert_alternatives_mend(said_in_dump, two_at_a_time(), 300);
}

/// Draws of all faults and architectures, which are in order.
fn a_tenth(wrong: Vec<(String, Words)>) -> Vec<(String, Words)> {
    wrong.into_iter().step_by(10).collect()
}

fn said_in_dump(words: &Words) -> Vec<Said> {
    let dump = checked_dump(words);
    let findings = dump["findings"].as_array().unwrap().iter();
    findings
        .map(|finding| Said::in_dump(words.arch, finding))
        .collect()
}

/// Follows every alternative all of whose errors name a value, which are at least as many.
fn assert_alternatives_mend(
    said: fn(&Words) -> Vec<Said>,
    wrong: Vec<(String, Words)>,
    at_least: usize,
) {
    let mut followed = 0;
    for (name, words) in wrong {
        let all = said(&words);
        let last = all.iter().map(|said| said.alternative).max().unwrap_or(0);
        for number in 0..=last {
            let own = all.iter().filter(|said| said.alternative == number);
            let mut errors = own.clone().filter(|said| said.is_error).peekable();
            if errors.peek().is_none() || errors.any(|said| said.value.is_none()) {
                continue;
            }
            let place = format!("{name}, {}, alternative {number}", words.arch);
            let mended = words.mended(number, said);
            let mut left = said(&mended);
            left.retain(|said| said.is_error && said.value.is_some());
            assert!(left.is_empty(), "{place}: {words:x?}: {left:#?}");
            for said in own {
                if let Some(draw) = said.draw {
                    mended.assert_is(draw, said.attribute, &place);
                }
            }
            followed += 1;
        }
    }
    assert!(followed > at_least, "{followed}");
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
