//! `shader`: shaders for a GPU that pads and divides itself.

use std::path::PathBuf;

use clap::Args;
use mali_instancing_codegen::Manifest;
use mali_instancing_codegen::shader::{
    KernelOptions, ShaderLanguage, functions, index_bounds_kernel, kernel, kernel_header,
};

use crate::failure::Failure;
use crate::files;
use crate::help::{examples, help};
use crate::options::choice;
use crate::outputs;

/// Writes the kernel of an indirect draw, or functions for shaders.
///
/// The functions pad, divide and pack descriptors. The kernel does so for every draw of an array.
#[derive(Args)]
#[command(after_help = examples(&help!("shader")), after_long_help = help!("shader"))]
#[expect(
    clippy::struct_excessive_bools,
    reason = "each is an option of the command"
)]
pub(crate) struct Shader {
    /// The language
    #[arg(long, value_parser = choice::parser::<ShaderLanguage>())]
    language: ShaderLanguage,

    /// The manifest, TOML or JSON, with the indirect draw; - is the standard input. Absent: only the functions
    /// are written
    #[arg(long, value_name = "MANIFEST")]
    from: Option<PathBuf>,

    /// The name of the indirect draw in the manifest; absent: the only one
    #[arg(long, requires = "from")]
    name: Option<String>,

    /// Writes the kernel that finds the bounds of each draw's indices instead
    #[arg(long, requires = "from")]
    index_bounds: bool,

    /// Writes a kernel that reads the addresses, sizes, strides and divisors of the vertex buffers from memory
    #[arg(long, requires = "from", conflicts_with = "index_bounds")]
    buffers_in_memory: bool,

    /// Writes a kernel that writes the words of each draw into the driver's jobs and tables, at places that it reads
    #[arg(long, requires = "from")]
    in_place: bool,

    /// Writes the numbers of the kernel for a program in C or OpenCL C instead: the positions of a draw's words, the
    /// statuses, and the bindings
    #[arg(long, requires = "from", conflicts_with = "index_bounds")]
    header: bool,

    /// The file to write; absent or -: the standard output
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
        } else if self.header {
            kernel_header
        } else {
            kernel
        };
        let options = KernelOptions {
            buffers_in_memory: self.buffers_in_memory,
            in_place: self.in_place,
        };
        let kernel = write(&manifest, self.name.as_deref(), self.language, options)?;
        files::write(output, kernel.as_bytes())
    }
}
