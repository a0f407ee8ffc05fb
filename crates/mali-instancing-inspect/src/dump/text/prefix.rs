//! The text of a log before each line of a dump.

use super::instruction::before_bytes;

/// The text before every line: a time, a process, a tag. Lines without it are not the printer's.
#[derive(Clone, Copy, Debug, Default)]
pub(in crate::dump) struct Prefix<'a> {
    /// The text without the spaces after it. Each number in it matches any number.
    text: &'a str,
    /// The smallest number of spaces between it and the printer's text.
    spaces: usize,
}

impl<'a> Prefix<'a> {
    /// The prefix in a text, found by a line whose beginning is known.
    pub(in crate::dump) fn of(text: &'a str) -> Self {
        let before = text.lines().find_map(before_known).unwrap_or_default();
        let mut prefix = Self {
            text: before.trim_end(),
            spaces: 0,
        };
        if !prefix.text.is_empty() {
            let rests = text.lines().filter_map(|line| prefix.rest(line));
            let printed = rests.filter(|rest| !rest.trim().is_empty());
            let spaces = printed.map(|rest| rest.len() - rest.trim_start_matches(' ').len());
            prefix.spaces = spaces.min().unwrap_or_default();
        }
        prefix
    }

    /// A line as it was printed; `None` for a line that does not have the prefix.
    pub(in crate::dump) fn strip<'b>(&self, line: &'b str) -> Option<&'b str> {
        let rest = self.rest(line)?;
        Some(rest.get(self.spaces..).unwrap_or_default())
    }

    fn rest<'b>(&self, line: &'b str) -> Option<&'b str> {
        let is_digit = |digit: char| digit.is_ascii_digit();
        // Most logs have the same number in most lines.
        if let Some(rest) = line.strip_prefix(self.text) {
            if !self.text.ends_with(is_digit) || !rest.starts_with(is_digit) {
                return Some(rest);
            }
        }
        let (mut expected, mut found) = (self.text, line);
        while let Some(first) = expected.chars().next() {
            let after_spaces = expected.trim_start_matches(' ');
            let after_number = after_spaces.trim_start_matches(is_digit);
            // A log aligns its numbers with spaces.
            let rest = if after_number.len() < after_spaces.len() {
                expected = after_number;
                found = found.trim_start_matches(' ');
                found.trim_start_matches(is_digit)
            } else if after_spaces.len() < expected.len() {
                expected = after_spaces;
                found.trim_start_matches(' ')
            } else {
                expected = &expected[first.len_utf8()..];
                found.strip_prefix(first)?
            };
            if rest.len() == found.len() {
                return None;
            }
            found = rest;
        }
        Some(found)
    }
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

    /// Logcat, brief and with times, the kernel's log, a journal, a CI system, a quotation.
    const PREFIXES: [[&str; 2]; 6] = [
        ["I/MESA    ( 4242): ", "I/MESA    (14242): "],
        [
            "11-22 12:00:00.000  4242  4242 I MESA: ",
            "11-22 12:00:01.123  4242 14250 I MESA: ",
        ],
        ["[   12.345678] ", "[12345.678901] "],
        [
            "Nov 22 12:00:00 phone compositor[7]: ",
            "Nov 23 09:08:07 phone compositor[4711]: ",
        ],
        [
            "2026-11-22T12:00:00.0000000Z ",
            "2026-11-22T12:00:01.5000000Z ",
        ],
        ["> ", "> "],
    ];

    #[test]
    fn the_prefix_of_a_known_line_is_taken_off_every_line() {
        for [one, other] in PREFIXES {
            let text = format!("{one}noise\n{other}Job Header (dc2af140):\n{one}  Type: Tiler\n");
            let prefix = Prefix::of(&text);
            let stripped: Vec<_> = text.lines().map(|line| prefix.strip(line)).collect();
            let expected = [
                Some("noise"),
                Some("Job Header (dc2af140):"),
                Some("  Type: Tiler"),
            ];
            assert_eq!(stripped, expected);
            assert_eq!(prefix.strip(one.trim_end()), Some(""), "an empty line");
            assert_eq!(prefix.strip("  Type: Tiler"), None);
        }
    }

    #[test]
    fn an_instruction_keeps_its_indentation() {
        let text = "[1] Job: no\n[2]   04 01 04 00 42 00 00 06    RUN_IDVS.frag_tsd0\n[3] 3c 3d 11 72 08 84 66 10    NOP\n";
        let prefix = Prefix::of(text);
        let stripped: Vec<_> = text.lines().filter_map(|line| prefix.strip(line)).collect();
        assert_eq!(
            stripped[1],
            "  04 01 04 00 42 00 00 06    RUN_IDVS.frag_tsd0"
        );
        assert_eq!(stripped[2], "3c 3d 11 72 08 84 66 10    NOP");
    }

    #[test]
    fn without_a_prefix_a_line_stays_as_it_is() {
        let prefix = Prefix::of("Job Header (dc2af140):\n  Type: Tiler\n");
        assert_eq!(prefix.strip("  Type: Tiler"), Some("  Type: Tiler"));
    }
}
