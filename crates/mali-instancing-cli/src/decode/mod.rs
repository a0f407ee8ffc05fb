//! `decode`: what words say.

mod json;
mod kind;
mod words;

use std::io::{self, Write};
use std::path::PathBuf;

use clap::Args;
use mali_instancing::Arch;
use mali_instancing::decode::{Decoded, Kind, Record, records};
use mali_instancing::descriptor::Fault;

use crate::division::Division;
use crate::failure::Failure;
use crate::format::FormatArguments;
use crate::mode::Mode;
use crate::source::Source;
use crate::{choice, explain, output};
use json::Json;

const EXAMPLES: &str = "Examples:
  mali-instancing decode 4 0x27000000 64 0 0x20 0x17b425ed 0 3
  mali-instancing decode --record attribute 0x2b00_4202 12
  mali-instancing decode --arch v9 --record attribute --file attributes.txt --json
  mali-instancing decode --record draw --file - < draw.txt";

const NOTATION: &str = "Words are decimal or, with 0x, hexadecimal, and take _ between digits, as \
                        arguments and in a file. Eight digits with neither, as a dump has them, \
                        could be either and are refused.";

/// Explains words: a table of attribute buffers, or other records.
#[derive(Args)]
#[command(after_help = EXAMPLES, after_long_help = format!("{NOTATION}\n\n{EXAMPLES}"))]
#[command(allow_negative_numbers = true)]
pub(crate) struct Arguments {
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
    format: FormatArguments,
}

pub(crate) fn run(arguments: &Arguments) -> Result<(), Failure> {
    let arch = arguments.arch;
    let (source, words) = read(arguments)?;
    let decoded = records(arch, arguments.record, &words)
        .collect::<Result<Vec<Decoded>, _>>()
        .map_err(|error| match error.fault {
            Fault::Arch { .. } => Failure::option(
                "record",
                format!("Mali V{} has no such record: V4 to V7 have", arch.number()),
            ),
            _ => Failure::Input(match &source {
                Some(source) => format!("{}: {error}", source.name()),
                None => error.to_string(),
            }),
        })?;
    output::print(|output| {
        if arguments.format.is_json() {
            let records = decoded
                .iter()
                .map(|decoded| Json::new(arch, decoded, own_words(decoded, &words)));
            crate::json::write_object(output, "records", records)
        } else {
            decoded.iter().try_for_each(|decoded| {
                if decoded.word > 0 {
                    writeln!(output)?;
                }
                print(output, arch, decoded, own_words(decoded, &words))
            })
        }
    })
}

/// The words, and the file that they were read from.
fn read(arguments: &Arguments) -> Result<(Option<Source>, Vec<u32>), Failure> {
    match &arguments.file {
        Some(path) => {
            let source = Source::open(path)?;
            let words = words::parse(source.text())
                .map_err(|(offset, message)| source.failure(offset, message))?;
            Ok((Some(source), words))
        }
        None => match words::parse(&arguments.words.join(" ")) {
            Ok(words) => Ok((None, words)),
            Err((_, message)) => Err(Failure::Usage(format!("WORDS: {message}"))),
        },
    }
}

fn own_words<'a>(decoded: &Decoded, words: &'a [u32]) -> &'a [u32] {
    words
        .get(decoded.word..decoded.word + decoded.length)
        .unwrap_or_default()
}

fn print(output: &mut dyn Write, arch: Arch, decoded: &Decoded, words: &[u32]) -> io::Result<()> {
    let record = &decoded.record;
    writeln!(output, "word {}: {}", decoded.word, kind::title(record))?;
    let mode = match record {
        Record::AttributeBuffer(buffer) => Some(Mode::from(buffer.mode)),
        Record::ValhallAttribute(attribute) => Some(Mode::from(attribute.mode)),
        _ => None,
    };
    if let Some(mode) = mode {
        writeln!(output, "mode: {}", mode.title)?;
        writeln!(output, "element: {}", mode.element)?;
    }
    if let Some(division) = Division::of(record) {
        writeln!(output, "divides by {division}")?;
    }
    explain::print_words(output, arch, record, words, decoded.word)
}
