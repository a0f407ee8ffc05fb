//! The rows of `tests/vectors/`.

use std::error::Error;
use std::path::Path;
use std::str::FromStr;

/// The files whose rows are descriptors.
pub(crate) const KINDS: [&str; 6] = [
    "attribute",
    "attribute_buffer",
    "draw",
    "invocation",
    "special",
    "valhall_attribute",
];

pub(crate) struct Row {
    header: csv::StringRecord,
    descriptor: csv::StringRecord,
}

pub(crate) fn rows(kind: &str) -> Result<Vec<Row>, Box<dyn Error>> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../tests/vectors");
    let mut reader = csv::Reader::from_path(folder.join(kind).with_extension("csv"))?;
    let header = reader.headers()?.clone();
    reader
        .records()
        .map(|descriptor| {
            Ok(Row {
                header: header.clone(),
                descriptor: descriptor?,
            })
        })
        .collect()
}

impl Row {
    pub(crate) fn columns(&self) -> impl Iterator<Item = (&str, &str)> {
        self.header.iter().zip(&self.descriptor)
    }

    pub(crate) fn text(&self, column: &str) -> Result<&str, Box<dyn Error>> {
        let found = self.columns().find(|(name, _)| *name == column);
        Ok(found.ok_or_else(|| format!("no column {column}"))?.1)
    }

    pub(crate) fn number<T>(&self, column: &str) -> Result<T, Box<dyn Error>>
    where
        T: FromStr<Err: Error + 'static> + TryFrom<u64, Error: Error + 'static>,
    {
        let text = self.text(column)?;
        Ok(match text.strip_prefix("0x") {
            Some(digits) => u64::from_str_radix(digits, 16)?.try_into()?,
            None => text.parse()?,
        })
    }

    pub(crate) fn words(&self) -> Result<Vec<u32>, Box<dyn Error>> {
        let words = self.text("words")?.split(' ');
        Ok(words
            .map(|word| u32::from_str_radix(word, 16))
            .collect::<Result<_, _>>()?)
    }
}
