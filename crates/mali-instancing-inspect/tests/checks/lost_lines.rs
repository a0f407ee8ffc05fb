//! Dumps in which one line is lost, doubled or cut in half: nothing is made up from what is left.

use std::collections::BTreeSet;
use std::thread;

use serde_json::Value;

use super::dumps::names;
use super::{checked, dump};

/// The faults that a line can have.
#[derive(Clone, Copy, Debug)]
enum Fault {
    LeftOut,
    Doubled,
    Halved,
}

/// The lines of a text, of which one has a fault.
fn with_fault(lines: &[&str], number: usize, fault: Fault) -> String {
    let mut lines = lines.to_vec();
    match fault {
        Fault::LeftOut => {
            lines.remove(number);
        }
        Fault::Doubled => lines.insert(number, lines[number]),
        Fault::Halved => lines[number] = &lines[number][..lines[number].len() / 2],
    }
    lines.join("\n")
}

/// The result of a check: the errors, as attribute, rule and message, and all that could not be checked.
#[derive(Debug, PartialEq)]
struct Checked {
    draws: usize,
    /// The numbers of attributes.
    attributes: Vec<Value>,
    errors: BTreeSet<[String; 3]>,
    missing: Vec<String>,
}

impl Checked {
    fn of(text: &str) -> Self {
        let (draws, said) = checked(text, None);
        let json = serde_json::to_value(&draws).unwrap();
        let draws = json["draws"].as_array().unwrap();
        let of_all = |key: &str| {
            let lists = draws
                .iter()
                .map(|draw| draw[key].as_array().unwrap().clone());
            lists.flatten().collect::<Vec<Value>>()
        };
        let found = of_all("findings").into_iter();
        let errors = found.filter(|finding| finding["severity"] == "error");
        let errors = errors
            .map(|finding| ["attribute", "rule", "message"].map(|key| finding[key].to_string()));
        let mut not_checked: Vec<Value> = of_all("not_checked");
        not_checked.extend(of_all("unread"));
        let not_checked = not_checked.iter().map(Value::to_string);
        Self {
            draws: draws.len(),
            attributes: draws
                .iter()
                .map(|draw| draw["attributes"].clone())
                .collect(),
            errors: errors.collect(),
            missing: not_checked
                .chain(said.iter().map(ToString::to_string))
                .collect(),
        }
    }
}

/// A cut line that is another right line: nothing shows that it is cut.
fn is_right(fault: Fault, line: &str) -> bool {
    matches!(fault, Fault::Halved) && line == "  Type: 1D POT Divisor"
}

/// The lines of a dump that have errors of their own with a fault, and the number of lines that were given one: of a dump
/// with more than `most` lines a share of them, since the time grows with the square of their number.
fn with_errors(name: &str, faults: &[Fault], most: usize) -> (Vec<String>, usize) {
    let text = dump(name);
    let whole = Checked::of(&text);
    let lines: Vec<&str> = text.lines().collect();
    let mut found = Vec::new();
    let each = lines.len().div_ceil(most);
    for (number, line) in lines.iter().enumerate().step_by(each) {
        for fault in faults.iter().filter(|fault| !is_right(**fault, line)) {
            let checked = Checked::of(&with_fault(&lines, number, *fault));
            if let Some(error) = checked.errors.difference(&whole.errors).next() {
                let (line, error) = (line.trim(), error.join(" "));
                found.push(format!("{name}:{}: {line}: {fault:?}: {error}", number + 1));
            }
        }
    }
    (found, lines.len().div_ceil(each))
}

fn check_all(names: &[String], faults: &[Fault], most: usize) {
    let mut found = Vec::new();
    let mut lines = 0;
    thread::scope(|scope| {
        let parts = names.chunks(names.len().div_ceil(4));
        let check = |names: &[String]| {
            let checked = names.iter().map(|name| with_errors(name, faults, most));
            checked.collect::<Vec<_>>()
        };
        let parts: Vec<_> = parts
            .map(|names| scope.spawn(move || check(names)))
            .collect();
        for part in parts {
            for (errors, count) in part.join().unwrap() {
                found.extend(errors);
                lines += count;
            }
        }
    });
    println!(
        "{} dumps, {lines} lines, {} with errors",
        names.len(),
        found.len()
    );
    assert!(found.is_empty(), "{}", found.join("\n"));
}

#[test]
fn a_lost_line_of_a_trimmed_dump_gives_no_error() {
    let names = names().into_iter();
    let trimmed = names.filter(|name| name.contains("-trimmed"));
    check_all(&trimmed.collect::<Vec<_>>(), &[Fault::LeftOut], 150);
}

#[test]
#[ignore = "takes ten minutes without optimization: .ci/all runs it with"]
fn a_faulty_line_of_a_dump_gives_no_error() {
    let faults = [Fault::LeftOut, Fault::Doubled, Fault::Halved];
    check_all(&names(), &faults, usize::MAX);
}

/// Where a dump ends early, what is left gives no error, and what is missing is said.
#[test]
fn a_dump_that_ends_early_is_said_to() {
    for name in names() {
        let text = dump(&name);
        let whole = Checked::of(&text);
        let lines: Vec<&str> = text.lines().collect();
        for end in (1..lines.len()).step_by(lines.len() / 30) {
            let cut = Checked::of(&lines[..end].join("\n"));
            let place = format!("{name}:{end}: {:?}", cut.missing);
            assert!(
                cut.errors.is_subset(&whole.errors),
                "{place}: {:?}",
                cut.errors
            );
            // Where nothing is said to be missing, everything was read.
            let is_said = cut.draws == 0 || cut.missing != whole.missing;
            assert!(is_said || cut == whole, "{place}");
        }
    }
}
