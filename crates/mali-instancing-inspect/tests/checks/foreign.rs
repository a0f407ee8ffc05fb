//! Dumps as people have them: cut out of logs, and with lines of others between those of the printer.

use mali_instancing_inspect::check::CheckedDraws;
use serde_json::Value;

use super::dump;
use super::dumps::names;

/// The findings in a text: the JSON without the lines, and with the errors of the text itself.
fn found(text: Vec<u8>) -> (Value, Vec<String>) {
    let source = CheckedDraws::source("dump.txt", text).unwrap();
    let mut draws = CheckedDraws::default();
    let errors = draws.add(&source, None);
    let mut json = serde_json::to_value(&draws).unwrap();
    for draw in json["draws"].as_array_mut().unwrap() {
        draw["line"] = Value::Null;
        for finding in draw["findings"].as_array_mut().unwrap() {
            finding["line"] = Value::Null;
        }
    }
    (json, errors.iter().map(ToString::to_string).collect())
}

/// Lines that the printer cannot have written.
const FOREIGN: [&str; 18] = [
    "",
    "    ",
    "}",
    "{",
    "11-22 12:00:00.000  4242  4250 D Other: nothing: of ours",
    "[   12.345678] usb 1-1: new high-speed USB device number 4 using xhci_hcd",
    "Nov 22 12:00:00 phone kernel: panfrost ffa30000.gpu: clock rate = 500000000",
    "W/Adreno  (  17): a tag",
    "hello: world",
    "hello:",
    "warning:",
    "  frames: 17",
    "      deep: 3",
    "  Shader cache:",
    "some words without a colon",
    "\tat java.lang.Thread.run(Thread.java:1012)",
    "0x7fffe0: 12 34 56 78",
    "\u{fffd}\u{fffd}",
];

/// Numbers that look random, the same each time.
struct Random(u64);

impl Random {
    fn below(&mut self, end: usize) -> usize {
        self.0 = self
            .0
            .wrapping_mul(6_364_136_223_846_793_005)
            .wrapping_add(1);
        (self.0 >> 33) as usize % end
    }
}

#[test]
fn a_foreign_line_changes_nothing_that_is_found() {
    let mut random = Random(26);
    let dumps: Vec<(String, String, _)> = names()
        .into_iter()
        .map(|name| {
            let text = dump(&name);
            let expected = found(text.clone().into_bytes());
            (name, text, expected)
        })
        .collect();
    for round in 0..1_500 {
        let (name, text, expected) = &dumps[round % dumps.len()];
        let mut lines: Vec<&str> = text.lines().collect();
        let foreign = FOREIGN[random.below(FOREIGN.len())];
        let place = random.below(lines.len() + 1);
        lines.insert(place, foreign);
        let changed = found(lines.join("\n").into_bytes());
        assert_eq!(&changed, expected, "{name}:{}: {foreign:?}", place + 1);
    }
}

/// The prefix of each line in a log, by the number of the line.
const LOGS: [fn(usize) -> String; 4] = [
    |_| "I/MESA    ( 4242): ".to_owned(),
    |line| {
        format!(
            "11-22 12:00:{:02}.{:03}  4242  4250 I MESA: ",
            line / 1000 % 60,
            line % 1000
        )
    },
    |line| format!("[{:5}.{:06}] ", line / 1000, line % 1000),
    |line| {
        format!(
            "Nov {:2} 12:00:{:02} phone weston[4242]: ",
            1 + line % 30,
            line % 60
        )
    },
];

#[test]
fn a_prefix_of_every_line_is_passed_over() {
    for name in names() {
        let text = dump(&name);
        let expected = found(text.clone().into_bytes());
        for log in LOGS {
            let mut prefixed = String::new();
            for (number, line) in text.lines().enumerate() {
                if number % 40 == 7 {
                    prefixed += "E/other   (   17): a line of another process\r\n";
                }
                prefixed += &log(number);
                prefixed += line;
                prefixed += "\r\n";
            }
            assert_eq!(found(prefixed.into_bytes()), expected, "{name}");
        }
    }
}

/// Of a command stream, the printer indents every line. So an excerpt without shaders has no line that begins where the
/// log's prefix ends.
#[test]
fn a_prefix_of_indented_lines_is_passed_over() {
    for name in names().iter().filter(|name| name.contains("g610")) {
        let text = dump(name);
        let stream: Vec<&str> = text.lines().filter(|line| line.starts_with("  ")).collect();
        let expected = found(stream.join("\n").into_bytes());
        assert_eq!(expected.0["draws"].as_array().unwrap().len(), 1, "{name}");
        // Some logs write more than one space after their prefix, and some take off the spaces of a line.
        let changes: [LineChange; 3] = [
            |line| line.to_owned(),
            |line| format!("  {line}"),
            |line| line.trim_start().to_owned(),
        ];
        for change in changes {
            for log in LOGS {
                let lines = stream.iter().enumerate();
                let lines = lines.map(|(number, line)| log(number) + &change(line) + "\n");
                assert_eq!(found(lines.collect::<String>().into_bytes()), expected);
            }
        }
    }
}

/// The lines of two texts between each other, each with the prefix of its process: a few lines of one, and then of the
/// other.
fn interleaved(texts: [&str; 2], prefix: impl Fn(usize, usize) -> String) -> String {
    let mut random = Random(11);
    let mut rests = texts.map(|text| text.lines().peekable());
    let mut log = String::new();
    let mut number = 0;
    while rests.iter_mut().any(|rest| rest.peek().is_some()) {
        for (process, rest) in rests.iter_mut().enumerate() {
            for line in rest.by_ref().take(random.below(7)) {
                number += 1;
                log += &prefix(process, number);
                log += line;
                log += "\n";
            }
        }
    }
    log
}

#[test]
fn the_lines_of_two_processes_are_told_apart_by_their_numbers() {
    let logs: [fn(usize, usize) -> String; 4] = [
        |process, _| format!("I/MESA    ({:5}): ", [4242, 14250][process]),
        |process, line| {
            let time = format!("12:00:{:02}.{:03}", line / 1000 % 60, line % 1000);
            format!(
                "11-22 {time} {:5} {:5} I MESA: ",
                [4242, 14250][process],
                4243 + line % 2
            )
        },
        |process, line| {
            let (time, process) = (line % 60, [7, 4711][process]);
            format!(
                "Nov {:2} 12:00:{time:02} phone weston[{process}]: ",
                1 + line % 30
            )
        },
        |process, _| format!("[pid {:5}] ", [99, 100][process]),
    ];
    let of_chip = |chip: &'static str| names().into_iter().filter(move |name| name.contains(chip));
    for chip in ["t620", "t860", "g72", "g52", "g57", "g610"] {
        let texts: Vec<String> = of_chip(chip).map(|name| dump(&name)).collect();
        for pair in texts.chunks_exact(2).take(3) {
            let alone = [0, 1].map(|text| found(pair[text].clone().into_bytes()).0);
            for log in logs {
                let text = interleaved([&pair[0], &pair[1]], log);
                let (together, errors) = found(text.into_bytes());
                assert_eq!(errors, Vec::<String>::new());
                let draws = |json: &Value| json["draws"].as_array().unwrap().clone();
                let mut expected = alone.iter().flat_map(draws).collect::<Vec<_>>();
                // The draw whose first line is first in the log is first.
                if draws(&together).first() != expected.first() {
                    expected.reverse();
                }
                assert_eq!(draws(&together), expected, "{chip}: {}", log(0, 1));
            }
        }
    }
}

/// A time and a count grow from line to line, and are no process.
#[test]
fn a_number_that_does_not_come_back_is_no_process() {
    let text = dump("25.0.7/g52-04");
    let expected = found(text.clone().into_bytes());
    for lines in [1, 100] {
        let numbered = text.lines().enumerate();
        let numbered = numbered.map(|(number, line)| format!("[{:5}] {line}\n", number / lines));
        assert_eq!(found(numbered.collect::<String>().into_bytes()), expected);
    }
}

#[test]
fn utf_16_is_read_in_both_orders() {
    for name in ["22.3.6/g72-03", "25.0.7/g610-01"] {
        let text = dump(name);
        let expected = found(text.clone().into_bytes());
        let orders: [fn(u16) -> [u8; 2]; 2] = [u16::to_le_bytes, u16::to_be_bytes];
        for order in orders {
            // The first line is another program's, in letters of which no byte is 0.
            let marked = format!("\u{feff}\u{4e2d}\u{6587}\r\n{}", text.replace('\n', "\r\n"));
            let bytes = marked.encode_utf16().flat_map(order).collect();
            assert_eq!(found(bytes), expected);
        }
    }
}

type LineChange = fn(&str) -> String;

/// Changes of lines that terminals and editors make, and the printer does not.
#[test]
fn colours_tabs_and_lost_indentation_change_nothing() {
    let changes: [(&str, LineChange); 5] = [
        ("a quotation", |line| format!("    {line}")),
        ("colours", |line| format!("\u{1b}[32m{line}\u{1b}[0m")),
        ("a tab a level", |line| {
            let text = line.trim_start();
            "\t".repeat((line.len() - text.len()) / 2) + text
        }),
        ("a tab for 8 spaces", |line| {
            let text = line.trim_start();
            let indent = line.len() - text.len();
            "\t".repeat(indent / 8) + &" ".repeat(indent % 8) + text
        }),
        ("no indentation", |line| line.trim_start().to_owned()),
    ];
    for name in names() {
        let text = dump(&name);
        let expected = found(text.clone().into_bytes());
        for (what, change) in changes {
            let lines: Vec<String> = text.lines().map(change).collect();
            assert_eq!(
                found(lines.join("\n").into_bytes()),
                expected,
                "{name}: {what}"
            );
        }
    }
}

#[test]
fn a_byte_that_is_not_utf_8_is_passed_over_and_a_value_with_one_is_not_checked() {
    let text = dump("22.3.6/g72-03");
    let expected = found(text.clone().into_bytes());
    let mut bytes = b"\xff\xfe\n".to_vec();
    bytes.extend(text.bytes());
    assert_eq!(found(bytes), expected);

    let mut bytes = text.into_bytes();
    let size = bytes
        .windows(10)
        .position(|bytes| bytes == b"Size: 3999")
        .unwrap();
    bytes[size + 7] = 0xff;
    let (json, errors) = found(bytes);
    assert_eq!(errors, Vec::<String>::new());
    let unread = &json["draws"][0]["unread"][0];
    assert_eq!(unread["part"], "attribute 0");
    assert_eq!(
        unread["reason"],
        "size is not a value that the printer writes"
    );
}

/// Fields of vertex input, each with a value that is another than most.
const FIELDS: [(&str, &str); 15] = [
    ("Buffer index", "8"),
    ("Offset enable", "false"),
    ("Offset", "4"),
    ("Type", "1D"),
    ("Pointer", "0x40"),
    ("Stride", "1"),
    ("Size", "1"),
    ("Divisor R", "1"),
    ("Divisor", "7"),
    ("Divisor Numerator", "5"),
    ("Instance Size", "2"),
    ("Offset start", "1"),
    ("Invocations", "1"),
    ("Index count", "1"),
    ("Address", "0x0"),
];

#[test]
fn a_descriptor_in_which_a_field_is_there_twice_is_not_checked() {
    let mut random = Random(2);
    let mut unread = 0;
    for name in names() {
        let text = dump(&name);
        let (expected, _) = found(text.clone().into_bytes());
        let lines: Vec<&str> = text.lines().collect();
        let all = lines.iter().enumerate().filter_map(|(number, line)| {
            let (field, _) = line.trim_start().split_once(": ")?;
            let (_, value) = FIELDS.iter().find(|(known, _)| *known == field)?;
            let indent = &line[..line.len() - line.trim_start().len()];
            Some((number, format!("{indent}{field}: {value}")))
        });
        let all: Vec<(usize, String)> = all.collect();
        for _ in 0..10 {
            let (number, twice) = &all[random.below(all.len())];
            let mut changed = lines.clone();
            changed.insert(number + 1, twice);
            let (json, errors) = found(changed.join("\n").into_bytes());
            let findings = |json: &Value| match json["draws"].as_array().unwrap().first() {
                Some(draw) => draw["findings"].as_array().unwrap().clone(),
                None => Vec::new(),
            };
            let before = findings(&expected);
            let is_new = |finding: &Value| !before.contains(finding);
            assert!(
                !findings(&json).iter().any(is_new),
                "{name}:{}: {twice}",
                number + 2
            );
            // From V10 on the draw's counts are not in a descriptor.
            assert!(
                errors
                    .iter()
                    .all(|error| error.contains("twice") && error.contains("is not checked")),
                "{errors:?}"
            );
            let parts = json["draws"][0]["unread"].as_array().map_or(0, Vec::len);
            unread += errors.len() + parts;
        }
    }
    assert!(unread > 200, "{unread}");
}
