//! One number of a right dump is changed, and the rule that it breaks is found first, on that line.

use super::dumps::names;
use super::{check, dump, findings};

/// Each rule: the dump, the number of a line, its text, the text that is written instead; and the line that is blamed
/// for it where another is, for the fault shows where two descriptors meet, or for the driver's own multiplier is a
/// finding in that line already.
const CHANGES: &str = "\
nearest-draw | 22.3.6/g72-03 | 299 | 1517555111 | 3035110222
descriptor | 22.3.6/g57-09 | 381 | Attribute | 1D
nearest-draw | 25.0.7/g610-01 | 76 | 0 | 1
nearest-draw | 22.3.6/g52-05 | 302 | 0 | 9
nearest-draw | 22.3.6/t860-08 | 516 | 0 | 1
nearest-draw | 25.0.7/g57-02 | 381 | 0 | 80
resource-table | 22.3.6/g57-09 | 400 | 2 | 3
resource-table | 25.0.7/g610-01 | 74 | 2 | 3
nearest-draw | 22.3.6/g52-04 | 674 | Continuation | 1D
nearest-draw | 25.0.7/t620-00 | 808 | Continuation | 1D
alignment | 25.0.7/g72-04 | 288 | 1D Modulus | 1D Modulus Write Reduction
empty-buffer | 22.3.6/g52-04 | 669 | 49999873 | 0
unpatched | 22.3.6/g57-09 | 433 | 0xf3ff7050 | 0x0
nearest-draw | 22.3.6/g52-04 | 873 | 192 | 1
unpatched | 22.3.6/g52-04 | 1220 | 8 | 1
nearest-draw | 22.3.6/g72-03 | 371 | 96 | 192
nearest-draw | 25.0.7/t620-00 | 1138 | 72 | 144
nearest-draw | 25.0.7/g72-04 | 288 | 1D Modulus | 1D
nearest-draw | 25.0.7/g610-01 | 71 | 1D | 1D POT Divisor
nearest-draw | 22.3.6/g72-05 | 514 | 5 | 6
nearest-draw | 25.0.7/g72-04 | 294 | 1 | 2
nearest-draw | 22.3.6/g72-03 | 295 | 11 | 12
nearest-draw | 22.3.6/g72-03 | 299 | 1517555111 | 1517555112
nearest-draw | 22.3.6/g57-09 | 394 | 1476394980 | 1476394979 | 607
nearest-draw | 22.3.6/g57-09 | 386 | Instance | Vertex
nearest-draw | 25.0.7/g610-01 | 60 | Instance | Vertex
offset-enable | 22.3.6/g52-04 | 601 | true | false
nearest-draw | 25.0.7/g57-02 | 374 | false | true
format | 22.3.6/g72-03 | 276 | RGB32F RGB1 | BC2 UNORM RGBA
format | 25.0.7/g610-01 | 58 | RGB8UI RGB1 | BC2 UNORM RGBA
base-vertex | 22.3.6/g52-04 | 1218 | 4294967243 | 1
base-vertex | 25.0.7/g52-04 | 699 | 0 | 1
out-of-bounds | 22.3.6/g72-03 | 293 | 39991936 | 80
out-of-bounds | 22.3.6/g57-09 | 389 | 0 | -1
nearest-draw | 25.0.7/g52-04 | 292 | 906715318 | 906715319
nearest-draw | 25.0.7/g610-01 | 128 | 1283129855 | 1283129856
missing-attribute | 22.3.6/g52-05 | 33 | attribute_index:0 | attribute_index:33 | 311
nearest-draw | 25.0.7/g610-01 | 64 | 0 | 1 | 80
padding | 25.0.7/g52-04 | 685 | 12 | 1 | 354
tiler-job | 25.0.7/g52-04 | 356 | 0 | 1000000000 | 623";

/// The dump with another value on a line.
pub(super) fn change(name: &str, line: usize, old: &str, new: &str) -> String {
    let text = dump(name);
    let mut lines: Vec<&str> = text.lines().collect();
    let place = lines[line - 1].rfind(old);
    let place = place.unwrap_or_else(|| panic!("{name}:{line}: {}", lines[line - 1]));
    let (begin, end) = lines[line - 1].split_at(place);
    let changed = format!("{begin}{new}{}", &end[old.len()..]);
    lines[line - 1] = &changed;
    lines.join("\n")
}

#[test]
fn one_changed_number_is_found_first() {
    let mut wrong = Vec::new();
    for change_line in CHANGES.lines() {
        let parts: Vec<&str> = change_line.split(" | ").collect();
        let [rule, name, line, old, new] = parts[..5] else {
            unreachable!("{change_line}")
        };
        let blamed = parts.get(5).unwrap_or(&line).parse().unwrap();
        let checked = check(&change(name, line.parse().unwrap(), old, new));
        // Some dumps have the driver's own faults.
        let unchanged = check(&dump(name));
        let of_the_driver = findings(&unchanged);
        let found = findings(&checked);
        let first = found.iter().find(|found| !of_the_driver.contains(found));
        if first != Some(&(rule, blamed)) {
            wrong.push(format!("{change_line}: {first:?}"));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
    assert_eq!(CHANGES.lines().count(), 36 + 4);
}

/// Both numbers of an invocation say how many instances there are.
#[test]
fn an_invocation_of_other_instances_is_found_first() {
    // 1779 vertices take 11 bits. Of one instance, the last dimension begins at bit 32.
    let two = dump("25.0.7-trimmed/g52-00").replace("Invocations: 1778", "Invocations: 3826");
    let two = two.replace("Workgroups Z shift: 32", "Workgroups Z shift: 11");
    assert_eq!(findings(&check(&two))[0].0, "nearest-draw");
    // 10 vertices take 4 bits.
    let one = dump("25.0.7/g72-04").replace("Invocations: 41", "Invocations: 9");
    let one = one.replace("Workgroups Z shift: 4", "Workgroups Z shift: 32");
    assert_eq!(findings(&check(&one))[0].0, "single-instance");
}

/// Both jobs have them, and one alone is changed.
#[test]
fn what_the_vertex_job_and_the_tiler_job_say_must_be_the_same() {
    let names = names().into_iter();
    for name in names.filter(|name| !["g57", "g610"].iter().any(|chip| name.contains(chip))) {
        let text = dump(&name);
        let before = check_text(&text);
        let mut fields = vec![("Offset start", 2), ("Instance Size", 2)];
        // An indexed vertex job has one of both.
        if !text.contains("Type: Indexed Vertex") {
            fields.push(("Invocations", 2));
        }
        for (field, least) in fields {
            let mut found = 0;
            for (number, line) in text.lines().enumerate() {
                let value = line
                    .trim_start()
                    .strip_prefix(field)
                    .and_then(|rest| rest.strip_prefix(": "));
                let Some(value) = value.map(|value| value.parse::<u32>().unwrap()) else {
                    continue;
                };
                let other = if field == "Instance Size" {
                    value * 2
                } else {
                    value ^ 1
                };
                let after = check_text(&change(
                    &name,
                    number + 1,
                    &value.to_string(),
                    &other.to_string(),
                ));
                // Jobs of fragments have such lines, too.
                if after != before {
                    // If the tables show which of both jobs is wrong, the finding is about that one.
                    let rules = [
                        "tiler-job",
                        "nearest-draw",
                        "stale-offset-start",
                        "unpatched",
                    ];
                    let is_found = after.iter().any(|rule| rules.contains(&&**rule));
                    assert!(is_found, "{name}:{}: {after:?}", number + 1);
                    found += 1;
                }
            }
            assert!(found >= least, "{name}: {field}");
        }
    }
}

#[test]
fn a_draw_without_indices_has_as_many_as_vertices() {
    let mut changed = 0;
    for name in names() {
        let text = dump(&name);
        let lines: Vec<&str> = text.lines().collect();
        let (before, mut is_indexed) = (check_text(&text), true);
        for (number, line) in lines.iter().enumerate() {
            match line.trim_start().split_once(": ") {
                Some(("Index type", index_type)) => is_indexed = index_type != "None",
                Some(("Index count", count))
                    if !is_indexed && !name.contains("/g57") && !name.contains("/g6") =>
                {
                    let more = (count.parse::<u32>().unwrap() + 1).to_string();
                    let after = check_text(&change(&name, number + 1, count, &more));
                    // Some tilers' jobs are of no draw.
                    if after != before {
                        assert!(
                            after.contains(&"index-count".to_owned()),
                            "{name}:{}",
                            number + 1
                        );
                        changed += 1;
                    }
                }
                _ => {}
            }
        }
    }
    assert!(changed > 20, "{changed}");
}

/// The rules that find something in a text.
fn check_text(text: &str) -> Vec<String> {
    let checked = check(text);
    let findings = findings(&checked).into_iter();
    findings.map(|(rule, _)| rule.to_owned()).collect()
}
