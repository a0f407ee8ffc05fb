//! The golden rows: descriptors that Mesa's own generated packers packed.

use std::collections::BTreeMap;
use std::fs;

use mali_instancing::{Arch, Rounding};

/// The value of each column of a row.
pub(crate) struct Row(pub(crate) BTreeMap<String, String>);

/// All rows of a file, whose number must be `count`.
pub(crate) fn rows(kind: &str, count: usize) -> Vec<Row> {
    let vectors = concat!(env!("CARGO_MANIFEST_DIR"), "/../../tests/vectors");
    let text = fs::read_to_string(format!("{vectors}/{kind}.csv")).unwrap();
    let mut lines = text.lines().map(|line| line.split(','));
    let header: Vec<&str> = lines.next().unwrap().collect();
    let rows = lines.map(|line| {
        let columns = header.iter().map(|&column| column.to_owned());
        Row(columns.zip(line.map(str::to_owned)).collect())
    });
    let rows: Vec<Row> = rows.collect();
    assert_eq!(rows.len(), count, "{kind}");
    rows
}

#[allow(dead_code, reason = "not every test reads every kind of column")]
impl Row {
    pub(crate) fn text(&self, column: &str) -> &str {
        &self.0[column]
    }

    pub(crate) fn number(&self, column: &str) -> u64 {
        let text = self.text(column);
        let number = match text.strip_prefix("0x") {
            Some(digits) => u64::from_str_radix(digits, 16),
            None => text.parse(),
        };
        number.unwrap()
    }

    pub(crate) fn arch(&self) -> Arch {
        Arch::from_name(self.text("arch")).unwrap()
    }

    pub(crate) fn rounding(&self) -> Rounding {
        match self.text("rounding") {
            "nearest" => Rounding::Nearest,
            _ => Rounding::RoundDown,
        }
    }

    /// The command's name of the mode.
    pub(crate) fn mode(&self) -> &str {
        match self.text("mode") {
            "pot" => "pot-divisor",
            "npot" => "npot-divisor",
            mode => mode,
        }
    }

    pub(crate) fn words(&self) -> Vec<u32> {
        let words = self.text("words").split(' ');
        let words = words.map(|word| u32::from_str_radix(word, 16));
        words.collect::<Result<_, _>>().unwrap()
    }
}

/// Words as JSON has them.
pub(crate) fn texts(words: &[u32]) -> Vec<String> {
    words.iter().map(|word| format!("{word:#010x}")).collect()
}
