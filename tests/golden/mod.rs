//! Rows of `tests/vectors/`: records as Mesa's own generated packers packed them.

use std::path::Path;

use mali_instancing::Rounding;

pub(crate) struct Row {
    header: csv::StringRecord,
    record: csv::StringRecord,
}

/// All rows of a file, of which there must be `count`.
pub(crate) fn rows(file: &str, count: usize) -> Vec<Row> {
    // The folder of this package, or of one inside it that runs the same tests.
    let mut packages = Path::new(env!("CARGO_MANIFEST_DIR")).ancestors();
    let path = packages.find_map(|package| {
        let path = package.join("tests/vectors").join(file);
        path.is_file().then_some(path)
    });
    let mut reader = csv::Reader::from_path(path.unwrap()).unwrap();
    let header = reader.headers().unwrap().clone();
    let rows: Vec<Row> = reader
        .records()
        .map(|record| Row {
            header: header.clone(),
            record: record.unwrap(),
        })
        .collect();
    assert_eq!(rows.len(), count, "{file}");
    rows
}

#[allow(dead_code, reason = "not every test reads every kind of column")]
impl Row {
    pub(crate) fn text(&self, column: &str) -> &str {
        let position = self.header.iter().position(|name| name == column);
        &self.record[position.unwrap_or_else(|| panic!("no column {column}"))]
    }

    pub(crate) fn number<T: TryFrom<i128, Error: std::fmt::Debug>>(&self, column: &str) -> T {
        let text = self.text(column);
        let number = match text.strip_prefix("0x") {
            Some(digits) => i128::from_str_radix(digits, 16),
            None => text.parse(),
        };
        T::try_from(number.unwrap()).unwrap()
    }

    pub(crate) fn words<const COUNT: usize>(&self) -> [u32; COUNT] {
        let words: Vec<u32> = self
            .text("words")
            .split(' ')
            .map(|word| u32::from_str_radix(word, 16).unwrap())
            .collect();
        words.try_into().unwrap()
    }

    pub(crate) fn rounding(&self) -> Rounding {
        match self.text("rounding") {
            "round-down" => Rounding::RoundDown,
            "nearest" => Rounding::Nearest,
            other => panic!("rounding {other}"),
        }
    }
}
