//! `decode`: what words say.

use std::path::PathBuf;

use clap::Args;
use mali_instancing::Arch;
use mali_instancing::decode::Kind;
use mali_instancing_text::Source;
use mali_instancing_text::decode::{DecodeError, DecodedRecords, read_words};

use crate::failure::Failure;
use crate::files::{self, print_answer};
use crate::options::choice;
use crate::options::output_format::OutputFormatOptions;

const EXAMPLES: &str = "Examples:
  mali-instancing decode 4 0x27000000 64 0 0x20 0x17b425ed 0 3
  mali-instancing decode --record attribute 0x2b00_4202 12
  mali-instancing decode --arch v9 --record attribute --file attributes.txt --json
  mali-instancing decode --record draw --file - < draw.txt";

const NOTATION: &str = "Words are decimal or, with 0x, hexadecimal, and take _ between digits, as \
                        arguments and in a file. Eight digits without 0x and _, as a dump has \
                        them, are refused: they could be decimal or hexadecimal.";

/// Explains words: a table of attribute buffers, or other records.
#[derive(Args)]
#[command(after_help = EXAMPLES, after_long_help = format!("{NOTATION}\n\n{EXAMPLES}"))]
#[command(allow_negative_numbers = true)]
pub(crate) struct Decode {
    /// The words, in memory order: decimal, or hexadecimal with 0x
    #[arg(required_unless_present = "file")]
    words: Vec<String>,

    /// A file with the words, spaces, commas or line ends between them; - is the standard input
    #[arg(long, conflicts_with = "words")]
    file: Option<PathBuf>,

    /// What the words are: a table of buffers (from V9 on, of buffer descriptors), a table of
    /// attributes, words 0 and 1 of draws, or invocations
    #[arg(long, value_name = "KIND", value_parser = choice::parser::<Kind>(), default_value = "attribute-buffer")]
    record: Kind,

    /// The GPU's architecture
    #[arg(long, value_parser = choice::parser::<Arch>(), default_value = "v7")]
    arch: Arch,

    #[command(flatten)]
    format: OutputFormatOptions,
}

impl Decode {
    pub(crate) fn run(&self) -> Result<(), Failure> {
        let (name, words) = self.read()?;
        let records = DecodedRecords::new(self.arch, self.record, &words);
        let records = records.map_err(|error| match (error, name) {
            (DecodeError::Kind(rejected), _) => rejected.into(),
            (DecodeError::Word(error), Some(name)) => Failure::Input(format!("{name}: {error}")),
            (DecodeError::Word(error), None) => Failure::Input(error.to_string()),
        })?;
        print_answer(&records, self.format.is_json())
    }

    /// The words, and the name of the file that they were read from.
    fn read(&self) -> Result<(Option<String>, Vec<u32>), Failure> {
        if let Some(path) = &self.file {
            let source = files::read(path)?;
            return Ok((Some(source.name().to_owned()), read_words(&source)?));
        }
        let words = Source::new("WORDS", self.words.join(" ").into_bytes())?;
        match read_words(&words) {
            Ok(words) => Ok((None, words)),
            Err(error) => Err(Failure::Usage(format!("WORDS: {}", error.message()))),
        }
    }
}
