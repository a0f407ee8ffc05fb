//! `gen`: a manifest to code.

use std::path::PathBuf;

use clap::Args;
use mali_instancing_codegen::{Language, Manifest, Naming, Prefix, descriptor_keys, generate};

use crate::failure::Failure;
use crate::files;
use crate::options::choice;
use crate::outputs;

const EXAMPLES: &str = "Examples:
  mali-instancing gen draws.toml
  mali-instancing gen draws.toml --emit rust -o draws.rs
  mali-instancing gen draws.toml --emit c -o draws.h
  mali-instancing gen draws.toml --emit c --prefix cube -o draws.h
  mali-instancing gen draws.toml --emit asm -o draws.s
  mali-instancing gen draws.toml --emit asm-header -o draws.h
  mali-instancing gen draws.toml --emit bin -o draws.bin
  mali-instancing gen - < draws.json

A manifest, in TOML; JSON has the same keys:
  arch = \"v7\"
  [[attribute_buffer]]
  name = \"model_row0\"
  vertices = 70
  divisor = 3
  stride = 64
  size = 6400
  address = 0x1000_0000
  [[attribute]]
  name = \"row0\"
  buffer_index = 2              # counts descriptors, two per attribute buffer
  format = \"R32G32B32A32_SFLOAT\"

A whole draw:
  [[vertex_input]]
  name = \"cube\"
  arch = \"v7\"
  vertices = 70
  instances = 100
  buffers = [
    { name = \"mesh\", stride = 20 },
    { name = \"model\", stride = 64, divisor = 3 },
  ]
  attributes = [
    { name = \"position\", buffer = \"mesh\", format = \"R32G32B32_SFLOAT\" },
    { name = \"row0\", buffer = \"model\", format = \"R32G32B32A32_SFLOAT\", offset = 16 },
  ]

The languages:
  json        an array per kind, with what the command knows of each descriptor
  rust        pub static MODEL_ROW0: [u32; 8], which needs no crate
  c           a header for C and C++ with static const uint32_t MODEL_ROW0[8]
  asm         GNU as: global label MODEL_ROW0 in .rodata, aligned
  asm-header  a header for C and C++ with extern const uint32_t MODEL_ROW0[8], which asm makes
  bin         the little-endian words of all descriptors in the manifest's order

Both headers also have MODEL_ROW0_PADDED_VERTICES, MODEL_ROW0_HARDWARE_DIVISOR, a mask for each
field and a function that puts an address into a descriptor. With a prefix such as cube, headers,
rust and asm have tables on 64 bytes: all attribute buffers and vertex and instance IDs of the
manifest are CUBE_ATTRIBUTE_BUFFERS as well, all attributes CUBE_ATTRIBUTES or
CUBE_VALHALL_ATTRIBUTES. CUBE_MODEL_ROW0_INDEX counts the table's descriptors.

Of a whole draw they have both tables in one piece on 64 bytes, buffers first; rust and c as a
struct with a number for each buffer and attribute. Behind them stand CUBE_DRAW and CUBE_INVOCATION,
where the architecture has them and the number of instances is known. A size or an address that the
manifest leaves out is 0.";

const WORDS: &str =
    "padding is hardware, tight or mesa; rounding round-down or nearest; rate vertex, instance
or constant; descriptor and source are vertex-id or instance-id; kind is draw or compute.
docs/reference/manifests.md in the sources has each key's unit, range and default.";

/// The examples, and the keys of every kind of descriptor.
fn after_help() -> String {
    const WIDTH: usize = 96;
    const INDENT: usize = 27;
    let mut lines = Vec::new();
    for (kind, keys) in descriptor_keys() {
        let mut line = format!("  {kind:<width$}", width = INDENT - 2);
        for key in keys {
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
    let keys = lines.join("\n");
    format!(
        "{EXAMPLES}\n\nThe kinds of descriptors and their keys, besides name and arch:\n{keys}\n\n{WORDS}"
    )
}

/// Turns a manifest of descriptors into code.
#[derive(Args)]
#[command(after_help = after_help())]
pub(crate) struct Gen {
    /// The manifest, TOML or JSON; - is the standard input
    file: PathBuf,

    /// What to write
    #[arg(long, value_name = "LANGUAGE", value_parser = choice::parser::<Language>(), default_value = "json")]
    emit: Language,

    /// Short for --emit json
    #[arg(long, conflicts_with = "emit")]
    json: bool,

    /// Where to write it; absent or -: the standard output
    #[arg(short, long, value_name = "OUT")]
    output: Option<PathBuf>,

    /// What all names of the code begin with: CUBE_ of cube
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
            let reason =
                "json has the manifest's names and bin has none: only code has names that take one";
            return Err(Failure::option("prefix", reason));
        }
        let source = files::read(&self.file)?;
        let manifest = Manifest::read(source.clone())?;
        Failure::if_empty(&source, "descriptor")?;
        let naming = Naming {
            prefix: self.prefix.as_ref(),
            header: files::file(output),
        };
        let code = generate(&manifest, self.emit, naming)?;
        files::write(output, &code)
    }
}
