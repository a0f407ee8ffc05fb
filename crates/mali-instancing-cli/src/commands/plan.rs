//! `plan`: a script of buffers and draws, and where the data of each draw is read from.

use std::path::PathBuf;

use clap::Args;
use mali_instancing_inspect::plan::{MEMORY_LIMIT, PlannedScript};
use mali_instancing_inspect::to_json;

use crate::failure::Failure;
use crate::files;
use crate::options::output_format::OutputFormatOptions;
use crate::outputs;

const EXAMPLES: &str = "Examples:
  mali-instancing plan frame.toml
  mali-instancing plan frame.toml --json
  mali-instancing plan frame.toml -o frame.txt
  mali-instancing plan - < frame.json

A script, in TOML; JSON has the same keys:
  arch = \"v7\"                    # absent: v7
  [[call]]                       # the calls, in their order
  kind = \"buffer-data\"
  buffer = \"cube\"
  size = 1400
  usage = \"static\"               # or dynamic, stream
  address = 0x1000_0000          # absent: the GPU does not see the buffer
  [[call]]
  kind = \"draw\"
  mode = \"triangles\"
  count = 70
  instances = 100
  attributes = [
    { name = \"position\", buffer = \"cube\", stride = 20, format = \"R32G32B32_SFLOAT\" },
    { name = \"color\", client = \"colors\", divisor = 1, format = \"R8G8B8A8_UNORM\" },
    { name = \"tint\", constant = [1, 0.5, 0] },
  ]

The kinds of calls and their keys:
  buffer-data      buffer usage address, and size or data with its index_type; volatile (true, false):
                   whether it may change without a call from now on
  buffer-sub-data  buffer offset, and size or data with its index_type; address: where the buffer
                   moves if the GPU still reads it; absent: the call waits for the GPU
  draw             mode instances first_instance attributes, and first and count or indices;
                   submission: which one it is part of; absent: one of its own
  discard          stream (vertex, index): its next data goes to another block of memory
  complete         through: the GPU has finished this submission and all before it; absent: the last
  delete           buffer

The keys of a draw's indices:
  buffer offset count, or data, a list of them in client memory
  index_type (u8, u16, u32) base_vertex restart_index, minimum and maximum: what the application says
  that they are

The keys of an attribute, besides name:
  buffer or client, and format stride offset divisor rate (vertex, instance, constant)
  constant, one to four components, and their type (float, int, uint)
  id (vertex, instance), on V4 and V5

The target:
  checks_indices: whether indices are looked at where nothing else needs their bounds (true, false)
  robust_access: whether a draw that needs elements or indices which are not there is drawn (true,
  false)

The sizes of the streams in bytes, and what a stream does when the GPU still reads all of it:
  vertex_stream = 1048576, index_stream = 16384
  when_full = \"new-generation\"   # or wait

Draws and submissions are counted from 1. A draw reads from NAME, which is a buffer; from copy N of
NAME; from vertex or index stream N, in its generation N; or from constants.

The JSON: an object of calls and totals. A call has what the script says of it, and
  call line error waits_for moved_to retired freed changes
  a draw that draws something: vertices first_vertex attributes indices reserved copies allocated
  bytes_copied bytes_in_place, and the words of its tables, buffer_words attribute_words
  a decision is in-place, copy-found, copy-made, streamed, constant-found, constant-written
  or constant-streamed

A call that cannot be done is reported where it stands and on stderr. The script goes on, as GL
does, and the exit code is 1. All memory together is at most 268435456 bytes at a time.";

/// Plans where the vertex and index data of draws is read from: in place, from a converted copy, or
/// from a stream.
#[derive(Args)]
#[command(after_help = EXAMPLES)]
pub(crate) struct Plan {
    /// The script, TOML or JSON; - is the standard input
    file: PathBuf,

    /// Where to write what would be printed; absent or -: the standard output
    #[arg(short, long, value_name = "OUT")]
    output: Option<PathBuf>,

    #[command(flatten)]
    format: OutputFormatOptions,
}

impl Plan {
    pub(crate) fn run(&self) -> Result<(), Failure> {
        outputs::check(&self.file, &[("output", self.output.as_deref())])?;
        let script = files::read(&self.file)?;
        let plan = PlannedScript::new(&script, MEMORY_LIMIT)?;
        Failure::if_empty(&script, "[[call]]")?;
        let text = if self.format.is_json() {
            to_json(&plan)
        } else {
            plan.to_string()
        };
        files::write(self.output.as_deref(), text.as_bytes())?;
        Failure::all(&plan.errors)
    }
}
