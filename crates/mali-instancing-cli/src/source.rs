//! Text that the user hands in: a file or the standard input, and where something in it stands.

use std::ffi::OsStr;
use std::fmt::Display;
use std::fs;
use std::io::{self, Read};
use std::path::Path;

use crate::failure::Failure;

/// A text, for errors to point into.
pub(crate) struct Source {
    name: String,
    text: String,
}

impl Source {
    /// Opens a file, or the standard input if `path` is `-`.
    pub(crate) fn open(path: &Path) -> Result<Self, Failure> {
        let standard_input = path.as_os_str() == "-";
        let name = if standard_input {
            "standard input".to_owned()
        } else {
            path.display().to_string()
        };
        let mut bytes = Vec::new();
        let read = if standard_input {
            io::stdin().read_to_end(&mut bytes).map(|_| bytes)
        } else {
            fs::read(path)
        };
        let bytes = read.map_err(|error| Failure::Input(format!("cannot read {name}: {error}")))?;
        Self::new(name, bytes)
    }

    /// Takes bytes that were read from what is called `name`.
    pub(crate) fn new(name: String, bytes: Vec<u8>) -> Result<Self, Failure> {
        match String::from_utf8(bytes) {
            Ok(text) => {
                // Some editors begin a file with a byte order mark.
                let text = text
                    .strip_prefix('\u{feff}')
                    .map(str::to_owned)
                    .unwrap_or(text);
                Ok(Self { name, text })
            }
            Err(error) => {
                let valid = error.utf8_error().valid_up_to();
                let line = line(error.as_bytes(), valid);
                Err(Failure::Input(format!("{name}:{line}: this is not UTF-8")))
            }
        }
    }

    /// What the text was read from.
    pub(crate) fn name(&self) -> &str {
        &self.name
    }

    /// What the text was read from, without the way there.
    pub(crate) fn file_name(&self) -> &str {
        Path::new(&self.name)
            .file_name()
            .and_then(OsStr::to_str)
            .unwrap_or(&self.name)
    }

    pub(crate) fn has_extension(&self, extension: &str) -> bool {
        Path::new(&self.name)
            .extension()
            .is_some_and(|found| found.eq_ignore_ascii_case(extension))
    }

    pub(crate) fn text(&self) -> &str {
        &self.text
    }

    /// The number of the line that the byte at `offset` is on, from 1.
    pub(crate) fn line(&self, offset: usize) -> usize {
        line(self.text.as_bytes(), offset)
    }

    /// The numbers of the lines that bytes are on, from 1. The bytes are asked for in their order.
    pub(crate) fn lines(
        &self,
        offsets: impl Iterator<Item = usize>,
    ) -> impl Iterator<Item = usize> {
        let text = self.text.as_bytes();
        let (mut line_number, mut begin) = (1, 0);
        offsets.map(move |offset| {
            match text.get(begin..offset) {
                Some(passed) => line_number += line(passed, passed.len()) - 1,
                None => line_number = line(text, offset),
            }
            begin = offset;
            line_number
        })
    }

    /// Says what is wrong at a byte of the text.
    pub(crate) fn failure(&self, offset: usize, message: impl Display) -> Failure {
        Failure::Input(format!("{}:{}: {message}", self.name, self.line(offset)))
    }
}

fn line(text: &[u8], offset: usize) -> usize {
    text[..offset.min(text.len())]
        .split(|&byte| byte == b'\n')
        .count()
}
