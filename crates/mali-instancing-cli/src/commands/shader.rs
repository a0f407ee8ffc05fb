//! `shader`: what a GPU needs to pad and divide by itself.

use std::path::PathBuf;

use clap::Args;
use mali_instancing_codegen::Manifest;
use mali_instancing_codegen::shader::{ShaderLanguage, functions, index_bounds_kernel, kernel};

use crate::failure::Failure;
use crate::files;
use crate::options::choice;
use crate::outputs;

const EXAMPLES: &str = "Examples:
  mali-instancing shader --language wgsl
  mali-instancing shader --language glsl -o mali.glsl
  mali-instancing shader --language glsl --from draws.toml -o cubes.comp
  mali-instancing shader --language opencl --from draws.toml --name cubes
  mali-instancing shader --language wgsl --from draws.toml --index-bounds

The languages:
  glsl      GLSL 4.50
  glsl-es   GLSL ES 3.10
  wgsl      WGSL
  opencl    OpenCL C 1.2

A manifest's indirect draw is a [[vertex_input]] as `gen` takes it, and
  vertices = \"indirect\"          # or instances, first_vertex, first_instance: the draw's command has it
  varyings = 32                  # V4 to V7: the bytes of a vertex's varyings; absent: no memory for them
  index_type = \"u16\"             # or u8, u32: commands of indexed draws; absent: of others
  restart_index = 0xffff         # absent: none
  minimum_index = 0              # and maximum_index; absent: a second kernel looks for them (--index-bounds)
Of the four numbers of an indirect draw, those that are absent are in the command too.

A kernel begins with what its words are; docs/reference/indirect.md describes its buffers.";

/// Writes shader functions that pad, divide and pack descriptors, or the kernel of an indirect draw.
#[derive(Args)]
#[command(after_help = EXAMPLES)]
pub(crate) struct Shader {
    /// The language
    #[arg(long, value_parser = choice::parser::<ShaderLanguage>())]
    language: ShaderLanguage,

    /// The manifest, TOML or JSON, that has the indirect draw; - is the standard input. Absent, the functions
    /// are written alone
    #[arg(long, value_name = "MANIFEST")]
    from: Option<PathBuf>,

    /// Which of the manifest's indirect draws; absent, the only one
    #[arg(long, requires = "from")]
    name: Option<String>,

    /// Writes the kernel that looks for the bounds of each draw's indices instead
    #[arg(long, requires = "from")]
    index_bounds: bool,

    /// Where to write what would be printed; absent or -: the standard output
    #[arg(short, long, value_name = "OUT")]
    output: Option<PathBuf>,
}

impl Shader {
    pub(crate) fn run(&self) -> Result<(), Failure> {
        let output = self.output.as_deref();
        let Some(from) = &self.from else {
            return files::write(output, functions(self.language).as_bytes());
        };
        outputs::check(from, &[("output", output)])?;
        let manifest = Manifest::read(files::read(from)?)?;
        let write = if self.index_bounds {
            index_bounds_kernel
        } else {
            kernel
        };
        let kernel = write(&manifest, self.name.as_deref(), self.language)?;
        files::write(output, kernel.as_bytes())
    }
}
