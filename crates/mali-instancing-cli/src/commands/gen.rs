//! `gen`: generates code from a manifest.

use std::path::PathBuf;

use clap::Args;
use mali_instancing_codegen::{Language, Manifest, Naming, Prefix, descriptor_keys, generate};

use crate::failure::Failure;
use crate::files;
use crate::help::{examples, help};
use crate::options::choice;
use crate::outputs;

/// The keys of every kind of descriptor.
fn keys() -> String {
    const WIDTH: usize = 80;
    const INDENT: usize = 27;
    let mut lines = Vec::new();
    for (kind, keys) in descriptor_keys() {
        let mut line = format!("  {kind:<width$}", width = INDENT - 2);
        for key in keys {
            // Indented lines of help stay as they are, see `paragraphs`, so they are broken here.
            if line.len() + key.len() >= WIDTH {
                lines.push(line);
                line = " ".repeat(INDENT);
            }
            line += key;
            line.push(' ');
        }
        lines.push(line);
    }
    let lines: Vec<&str> = lines.iter().map(|line| line.trim_end()).collect();
    lines.join("\n")
}

/// Generates code from a manifest of descriptors.
#[derive(Args)]
#[command(after_help = examples(&help!("gen")), after_long_help = help!("gen").replace("  KEYS", &keys()))]
pub(crate) struct Gen {
    /// The manifest, TOML or JSON; - is the standard input
    file: PathBuf,

    /// The language to write
    #[arg(long, value_name = "LANGUAGE", value_parser = choice::parser::<Language>(), default_value = "json")]
    emit: Language,

    /// Short for --emit json
    #[arg(long, conflicts_with = "emit")]
    json: bool,

    /// The file to write; absent or -: the standard output
    #[arg(short, long, value_name = "OUT")]
    output: Option<PathBuf>,

    /// The prefix of all names in the code: CUBE_ for cube
    #[arg(long)]
    prefix: Option<Prefix>,
}

impl Gen {
    pub(crate) fn run(&self) -> Result<(), Failure> {
        let output = self.output.as_deref();
        outputs::check(&self.file, &[("output", output)])?;
        if self.emit == Language::Bin && files::is_terminal(output) {
            let reason = "a terminal cannot show bin: name a file with -o, or redirect the output";
            return Err(Failure::option("emit", reason));
        }
        if self.prefix.is_some() && !self.emit.has_names() {
            let reason = "json has the manifest's names and bin has none: only the names in code take a prefix";
            return Err(Failure::option("prefix", reason));
        }
        let source = files::read(&self.file)?;
        let manifest = Manifest::read(source.clone())?;
        Failure::if_empty(&source, "descriptor")?;
        let naming = Naming {
            prefix: self.prefix.as_ref(),
            // A header on the standard output has no name of its own. Its guard has the manifest's name.
            header: files::file(output),
        };
        let code = generate(&manifest, self.emit, naming)?;
        files::write(output, &code)
    }
}
