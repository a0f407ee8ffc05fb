//! The text of a log before each line of a dump.

use std::ops::Range;

use super::instruction::before_bytes;

/// The text before every line: a time, a process, a tag. Lines without it are not the printer's.
#[derive(Clone, Debug, Default)]
pub(in crate::dump) struct Prefix<'a> {
    /// The text without the spaces after it. Each number in it matches any number.
    text: &'a str,
    /// The place of the process's number in it.
    process: Range<usize>,
}

impl<'a> Prefix<'a> {
    /// The prefix in a text, found by a line whose beginning is known.
    pub(in crate::dump) fn of(text: &'a str) -> Self {
        let before = text.lines().find_map(before_known).unwrap_or_default();
        // These spaces can be the log's or the indentation of an instruction: `Log` counts them.
        let text = before.trim_end();
        let process = process(text).unwrap_or_default();
        Self { text, process }
    }

    /// A line without its prefix, and the number of the process that wrote it; `None` for a line that does not have the
    /// prefix.
    pub(in crate::dump) fn strip(&self, line: &'a str) -> Option<(&'a str, &'a str)> {
        let is_digit = |digit: char| digit.is_ascii_digit();
        // Most logs have the same number in most lines.
        if let Some(rest) = line.strip_prefix(self.text) {
            // Otherwise the number at the end of the prefix goes on in this line: 12 is not the whole of 123.
            if !self.text.ends_with(is_digit) || !rest.starts_with(is_digit) {
                return Some((rest, &self.text[self.process.clone()]));
            }
        }
        let (mut expected, mut found, mut process) = (self.text, line, "");
        // Piece by piece: a number, with or without spaces before it, matches any number. Other spaces match one or
        // more. Any other character matches only itself.
        while let Some(first) = expected.chars().next() {
            let after_spaces = expected.trim_start_matches(' ');
            let after_number = after_spaces.trim_start_matches(is_digit);
            // A log aligns its numbers with spaces.
            let rest = if after_number.len() < after_spaces.len() {
                // `expected` is the rest of the prefix, so the difference of the lengths is the position after the
                // number.
                let is_process = self.text.len() - after_number.len() == self.process.end;
                expected = after_number;
                found = found.trim_start_matches(' ');
                let rest = found.trim_start_matches(is_digit);
                if is_process {
                    process = &found[..found.len() - rest.len()];
                }
                rest
            } else if after_spaces.len() < expected.len() {
                expected = after_spaces;
                found.trim_start_matches(' ')
            } else {
                expected = &expected[first.len_utf8()..];
                found.strip_prefix(first)?
            };
            // The line has no digit where the prefix has a number, or no space where it has spaces.
            if rest.len() == found.len() {
                return None;
            }
            found = rest;
        }
        Some((found, process))
    }
}

/// The place of the number of a process: the last number at the end of brackets, `compositor[7]: ` or `( 4242): `, or
/// else the first one after a time, `12:00:00.000  4242  4250 I MESA: `.
fn process(prefix: &str) -> Option<Range<usize>> {
    let bytes = prefix.as_bytes();
    let is_digit = |position: usize| bytes.get(position).is_some_and(u8::is_ascii_digit);
    let begins = (0..bytes.len()).filter(|begin| {
        // `[   12.345678]` has no number of a process: 12 ends at a point, and 345678 begins after it.
        let is_first = begin
            .checked_sub(1)
            .is_none_or(|before| b" [(".contains(&bytes[before]));
        is_first && is_digit(*begin)
    });
    let numbers = begins.map(|begin| {
        let end = (begin..bytes.len()).find(|position| !is_digit(*position));
        begin..end.unwrap_or(bytes.len())
    });
    let after = |number: &Range<usize>| bytes.get(number.end).copied().unwrap_or(b' ');
    let in_brackets = |number: &Range<usize>| matches!(after(number), b']' | b')');
    let is_after_time =
        |number: &Range<usize>| after(number) == b' ' && bytes[..number.start].contains(&b':');
    let numbers: Vec<_> = numbers.collect();
    let last = numbers.iter().rfind(|number| in_brackets(number));
    last.or_else(|| numbers.iter().find(|number| is_after_time(number)))
        .cloned()
}

/// The text before a job's header, or before an instruction that runs a draw.
fn before_known(line: &str) -> Option<&str> {
    if let Some(begin) = line.find("Job Header (") {
        return Some(&line[..begin]);
    }
    let begin = line.find("RUN_IDVS")?;
    before_bytes(line[..begin].trim_end())
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Logcat, brief and with times, the kernel's log, a journal, a CI system, strace, a quotation, and the processes.
    const PREFIXES: [([&str; 2], [&str; 2]); 7] = [
        (
            ["I/MESA    ( 4242): ", "I/MESA    (14242): "],
            ["4242", "14242"],
        ),
        (
            [
                "11-22 12:00:00.000  4242  4242 I MESA: ",
                "11-22 12:00:01.123 14250  4251 I MESA: ",
            ],
            ["4242", "14250"],
        ),
        (["[   12.345678] ", "[12345.678901] "], ["", ""]),
        (
            [
                "Nov 22 12:00:00 phone compositor[7]: ",
                "Nov 23 09:08:07 phone compositor[4711]: ",
            ],
            ["7", "4711"],
        ),
        (
            [
                "2026-11-22T12:00:00.0000000Z ",
                "2026-11-22T12:00:01.5000000Z ",
            ],
            ["", ""],
        ),
        (["[pid  4242] ", "[pid 14242] "], ["4242", "14242"]),
        (["> ", "> "], ["", ""]),
    ];

    #[test]
    fn the_prefix_of_a_known_line_is_taken_off_every_line() {
        for ([one, other], [first, second]) in PREFIXES {
            let text = format!("{one}noise\n{other}Job Header (dc2af140):\n{one}  Type: Tiler\n");
            let prefix = Prefix::of(&text);
            let stripped: Vec<_> = text.lines().map(|line| prefix.strip(line)).collect();
            let expected = [
                Some((" noise", first)),
                Some((" Job Header (dc2af140):", second)),
                Some(("   Type: Tiler", first)),
            ];
            assert_eq!(stripped, expected);
            assert_eq!(
                prefix.strip(one.trim_end()),
                Some(("", first)),
                "an empty line"
            );
            assert_eq!(prefix.strip("  Type: Tiler"), None);
        }
    }

    #[test]
    fn an_instruction_keeps_its_indentation() {
        let text = "[1] Job: no\n[2]   04 01 04 00 42 00 00 06    RUN_IDVS.frag_tsd0\n[3] 3c 3d 11 72 08 84 66 10    NOP\n";
        let prefix = Prefix::of(text);
        let stripped: Vec<_> = text.lines().filter_map(|line| prefix.strip(line)).collect();
        assert_eq!(
            stripped[1].0,
            "   04 01 04 00 42 00 00 06    RUN_IDVS.frag_tsd0"
        );
        assert_eq!(stripped[2].0, " 3c 3d 11 72 08 84 66 10    NOP");
    }
}
