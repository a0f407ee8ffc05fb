//! `decode`: explains words.

use std::path::{Path, PathBuf};

use clap::Args;
use mali_instancing::Arch;
use mali_instancing::decode::Kind;
use mali_instancing_inspect::decode::{DecodedDescriptors, DecodedTables, KindNames};

use crate::failure::Failure;
use crate::files::{self, print_answer};
use crate::help::{examples, help};
use crate::options::{OutputFormatOptions, choice, words};

/// Explains words: a table of buffers, or other descriptors.
#[derive(Args)]
#[command(after_help = examples(&help!("decode")), after_long_help = help!("decode"))]
#[command(allow_negative_numbers = true)]
pub(crate) struct Decode {
    /// The words, in memory order: decimal, or hexadecimal with 0x; - alone is the standard input
    #[arg(required_unless_present_any = ["file", "buffers", "attributes"])]
    words: Vec<String>,

    /// A file with the words, separated by spaces, commas or line ends, or binary; - is the standard
    /// input
    #[arg(long, conflicts_with = "words")]
    file: Option<PathBuf>,

    /// A draw's table of buffers from its first descriptor on: the words, or a file as for --file
    #[arg(long, value_name = "WORDS|FILE", num_args = 1.., requires = "attributes", conflicts_with_all = ["words", "file", "descriptor"])]
    buffers: Vec<String>,

    /// The draw's table of attributes: the words, or a file as for --file
    #[arg(long, value_name = "WORDS|FILE", num_args = 1.., requires = "buffers")]
    attributes: Vec<String>,

    /// The kind of the words: a table of buffers (from V9 on, of buffer descriptors), a table of
    /// attributes, words 0 and 1 of draws, or invocations
    #[arg(long, value_name = "KIND", alias = "record", value_parser = choice::parser::<KindNames>(), default_value = "attribute-buffer")]
    descriptor: Kind,

    /// The GPU's architecture, or its name: g52
    #[arg(long, value_parser = choice::ArchParser, default_value = "v7")]
    arch: Arch,

    /// Draws the words' bits and fields
    #[arg(long, value_name = "OUT.svg", conflicts_with = "buffers")]
    plot: Option<PathBuf>,

    #[command(flatten)]
    format: OutputFormatOptions,
}

impl Decode {
    pub(crate) fn run(&self) -> Result<(), Failure> {
        if !self.buffers.is_empty() {
            return self.follow();
        }
        let standard_input = (self.words == ["-"]).then(|| Path::new("-"));
        let (place, words) = match self.file.as_deref().or(standard_input) {
            Some(path) => (
                format!("{}: ", files::name_of_input(path)),
                words::of_file(path)?,
            ),
            None => (String::new(), words::of_arguments("WORDS", &self.words)?),
        };
        let descriptors = DecodedDescriptors::new(self.arch, self.descriptor, &words)?;
        if let Some(path) = &self.plot {
            files::check_picture(path)?;
            files::write(Some(path), descriptors.svg().as_bytes())?;
        }
        // Valid descriptors are shown, whatever is wrong with the other words.
        print_answer(&descriptors, self.format.is_json())?;
        let errors = descriptors.errors().iter();
        let errors: Vec<String> = errors.map(|error| format!("{place}{error}")).collect();
        Failure::all(&errors)
    }

    /// Decodes a draw's attributes, and the descriptors that they name.
    fn follow(&self) -> Result<(), Failure> {
        // The first of both would read all of it, and leave none.
        if self.buffers == ["-"] && self.attributes == ["-"] {
            let reason = "the standard input already has the buffers";
            return Err(Failure::option("attributes", reason));
        }
        let buffers = words::of_option("buffers", &self.buffers)?;
        let attributes = words::of_option("attributes", &self.attributes)?;
        let tables = DecodedTables::new(self.arch, &buffers, &attributes);
        print_answer(&tables, self.format.is_json())?;
        Failure::all(tables.errors())
    }
}
