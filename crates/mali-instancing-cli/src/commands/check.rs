//! `check`: checks that the words of draws belong together.

use std::path::{Path, PathBuf};

use clap::Args;
use mali_instancing::Arch;
use mali_instancing::check::{Counts, DrawState};
use mali_instancing_codegen::Source;
use mali_instancing_codegen::pack::count;
use mali_instancing_inspect::check::CheckedDraws;
use mali_instancing_inspect::notation::parse_number;

use crate::failure::Failure;
use crate::files::{self, print_answer, write_styled};
use crate::help::{examples, help};
use crate::options::{OutputFormatOptions, choice, words};

/// The options of a draw that is given by its words. With one of them, others are required, but no file.
const OF_WORDS: &str = "buffers attributes draw invocation primitive tiler_draw first_instance vertices instances \
                        first_vertex resource_table";

/// Checks the vertex input of draws: in a dump, a manifest or words.
#[derive(Args)]
#[command(after_help = examples(&help!("check")), after_long_help = help!("check"))]
pub(crate) struct Check {
    /// Dumps, which may be in a log or packed by gzip, and manifests; - is the standard input
    #[arg(value_name = "FILE", required_unless_present_any = OF_WORDS.split(' '))]
    files: Vec<PathBuf>,

    /// A draw's table of buffers, up to the null terminator: the words, or a file of them, text
    /// or binary
    #[arg(long, value_name = "WORDS|FILE", num_args = 0.., requires = "attributes", conflicts_with = "files")]
    buffers: Vec<String>,

    /// The draw's table of attributes: the words, or a file of them; nothing for a draw without attributes
    #[arg(long, value_name = "WORDS|FILE", num_args = 0.., requires = "buffers")]
    attributes: Vec<String>,

    /// Words 0 and 1 of the `Draw` descriptor (V4 to V7)
    #[arg(long, value_name = "WORD", num_args = 2, requires = "buffers")]
    draw: Vec<String>,

    /// The `Invocation` descriptor (V4 to V7)
    #[arg(long, value_name = "WORD", num_args = 2, requires = "buffers")]
    invocation: Vec<String>,

    /// Words 1 and 3 of the `Primitive` descriptor: base vertex offset, and index count minus one (V4 to V7)
    #[arg(
        long,
        hide_short_help = true,
        value_name = "WORD",
        num_args = 2,
        requires = "buffers"
    )]
    primitive: Vec<String>,

    /// Words 0 and 1 of the `Draw` descriptor of the tiler job, for a comparison (V4 to V7)
    #[arg(
        long,
        hide_short_help = true,
        value_name = "WORD",
        num_args = 2,
        requires = "draw"
    )]
    tiler_draw: Vec<String>,

    /// The first instance, which is included in the attributes' offsets
    #[arg(long, hide_short_help = true, value_parser = parse_number::<u32>, requires = "buffers")]
    first_instance: Option<u32>,

    /// Says that every buffer begins with its element 0, so that offsets include the first instance
    #[arg(long, hide_short_help = true, requires = "first_instance")]
    whole_buffers: bool,

    /// The number of the resource table that --buffers is (V9 and later)
    #[arg(long, hide_short_help = true, value_parser = parse_number::<u32>, requires = "buffers")]
    resource_table: Option<u32>,

    /// The draw's number of vertices; absent for an indexed draw (V9 and later)
    #[arg(long, hide_short_help = true, value_parser = parse_number::<u32>, requires = "instances")]
    vertices: Option<u32>,

    /// The draw's number of instances (V9 and later)
    #[arg(long, hide_short_help = true, value_parser = parse_number::<u32>, requires = "buffers")]
    instances: Option<u32>,

    /// The number that is added to each vertex's number: `first`, or the base vertex of an indexed draw (V9 and later)
    #[arg(
        long, hide_short_help = true, value_parser = parse_first_vertex, default_value = "0", requires = "instances",
        allow_negative_numbers = true
    )]
    first_vertex: i64,

    /// The GPU's architecture, or its name (g52): for a dump that does not show it; for words, v7 if absent
    #[arg(long, value_parser = choice::ArchParser)]
    arch: Option<Arch>,

    #[command(flatten)]
    format: OutputFormatOptions,
}

impl Check {
    pub(crate) fn run(&self) -> Result<(), Failure> {
        let mut draws = CheckedDraws::default();
        let mut errors = Vec::new();
        let mut unusable = Vec::new();
        if self.files.is_empty() {
            self.add_words(&mut draws)?;
        }
        for path in &self.files {
            match source(path) {
                Ok(source) => {
                    // A file of which a draw could be read was checked, so its errors are the file's: exit code 1. A
                    // file without one was not checked at all: 2.
                    let before = draws.draws();
                    let found = draws.add(&source, self.arch);
                    let is_used = draws.draws() > before;
                    let errors = if is_used { &mut errors } else { &mut unusable };
                    errors.extend(found.iter().map(ToString::to_string));
                }
                Err(failure) => unusable.extend(failure.messages),
            }
        }
        if self.format.is_json() {
            print_answer(&draws, true)?;
        } else {
            write_styled(None, &draws.to_string())?;
        }
        // Without this, a log with nothing to check would pass for a right one.
        if !unusable.is_empty() || draws.draws() == 0 {
            unusable.extend(errors);
            return Err(Failure::unusable(unusable));
        }
        Failure::all(&errors)?;
        if draws.errors() > 0 {
            return Err(Failure::found());
        }
        Ok(())
    }

    fn add_words(&self, draws: &mut CheckedDraws) -> Result<(), Failure> {
        let arch = self.arch.unwrap_or(Arch::V7);
        self.check_options_of(arch)?;
        let buffers = words::of_option("buffers", &self.buffers)?;
        let attributes = words::of_option("attributes", &self.attributes)?;
        draws.add_words(&DrawState {
            draw: pair("draw", &self.draw)?,
            invocation: pair("invocation", &self.invocation)?,
            primitive: pair("primitive", &self.primitive)?,
            tiler_draw: pair("tiler-draw", &self.tiler_draw)?,
            first_instance: self.first_instance,
            has_whole_buffers: self.whole_buffers,
            table: self.resource_table,
            counts: self.instances.map(|instances| Counts {
                vertices: self.vertices,
                instances,
                first_vertex: self.first_vertex,
            }),
            ..DrawState::new(arch, &buffers, &attributes)
        })?;
        Ok(())
    }

    /// Refuses options that draws of the architecture do not have.
    fn check_options_of(&self, arch: Arch) -> Result<(), Failure> {
        let v4_to_v7 = [
            ("draw", !self.draw.is_empty()),
            ("invocation", !self.invocation.is_empty()),
            ("primitive", !self.primitive.is_empty()),
            ("tiler-draw", !self.tiler_draw.is_empty()),
        ];
        let valhall = [
            ("instances", self.instances.is_some()),
            ("resource-table", self.resource_table.is_some()),
        ];
        let (others, has_instead) = if arch.has_attribute_buffers() {
            let counts = "counts are in --invocation, and a draw has one table";
            (&valhall[..], counts)
        } else {
            let counts = "its counts are --vertices and --instances";
            (&v4_to_v7[..], counts)
        };
        let Some((option, _)) = others.iter().find(|(_, is_given)| *is_given) else {
            return Ok(());
        };
        let reason = format!("a draw of {} has none: {has_instead}", arch.name());
        Err(Failure::option(option, reason))
    }
}

/// Reads a dump or a manifest, which may be packed by gzip.
fn source(path: &Path) -> Result<Source, Failure> {
    let (name, bytes) = files::read_bytes(path)?;
    let bytes = files::unpacked(&name, bytes)?;
    Ok(CheckedDraws::source(name, bytes)?)
}

/// A base vertex, which is a signed number of 32 bits, or a first vertex, which is an unsigned one.
fn parse_first_vertex(text: &str) -> Result<i64, String> {
    match text.strip_prefix('-') {
        // The range is that of both together, -2^31 to 2^32 - 1, and an error names the limit of the one that was
        // meant.
        Some(_) => parse_number::<i32>(text).map(i64::from),
        None => parse_number::<u32>(text).map(i64::from),
    }
}

/// Two words, or none without the option.
fn pair(option: &str, values: &[String]) -> Result<Option<[u32; 2]>, Failure> {
    if values.is_empty() {
        return Ok(None);
    }
    // clap has seen to it that there are two values, but a value can have no word, or several.
    match *words::of_arguments(&format!("--{option}"), values)? {
        [first, second] => Ok(Some([first, second])),
        ref words => {
            let are = if words.len() == 1 { "is" } else { "are" };
            let words = count(words.len(), "word", "words");
            let reason = format!("there {are} {words} in it, not 2");
            Err(Failure::option(option, reason))
        }
    }
}
