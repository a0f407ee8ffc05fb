//! The words of the draws in a manifest or a dump, and everything else that is known of each draw.

use core::ops::Range;

use mali_instancing::check::{Counts, DrawState};
use mali_instancing::{Arch, InputRate};
use mali_instancing_codegen::code::names::Named;
use mali_instancing_codegen::pack::Words;
use mali_instancing_codegen::{Manifest, Source, TextError};

use crate::dump;

/// The words of one draw's vertex input, with the fields of [`DrawState`].
///
/// ```
/// use mali_instancing_codegen::Source;
/// use mali_instancing_inspect::DrawWords;
///
/// let toml = "[[vertex_input]]\nname = \"cube\"\narch = \"v7\"\nvertices = 36\ninstances = 1\n\
///             buffers = [{ name = \"mesh\", stride = 12, size = 432, address = 0x1000_0000 }]\n";
/// let draws = DrawWords::read(&Source::new("cube.toml", toml.into())?, None)?;
/// assert_eq!(draws[0].buffers[..4], [0x1000_0001, 0, 12, 432]);
/// # Ok::<(), mali_instancing_codegen::TextError>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DrawWords {
    /// The GPU's architecture.
    pub arch: Arch,
    /// The first line of the draw in the text, from 1.
    pub line: usize,
    /// The table of buffers.
    pub buffers: Vec<u32>,
    /// The table of attributes.
    pub attributes: Vec<u32>,
    /// Words 0 and 1 of the `Draw` descriptor.
    pub draw: Option<[u32; 2]>,
    /// The `Invocation` descriptor.
    pub invocation: Option<[u32; 2]>,
    /// Words 1 and 3 of the `Primitive` descriptor.
    pub primitive: Option<[u32; 2]>,
    /// Words 0 and 1 of the `Draw` descriptor that the tiler reads.
    pub tiler_draw: Option<[u32; 2]>,
    /// The `Invocation` descriptor of the tiler job.
    pub tiler_invocation: Option<[u32; 2]>,
    /// Whether the draw has indices.
    pub is_indexed: Option<bool>,
    /// The counts of the draw, if no descriptor has them.
    pub counts: Option<Counts>,
    /// The number of the resource table that has the buffers.
    pub table: Option<u32>,
    /// The attributes that the shader reads, as far as a dump shows them: bit i for attribute i. `None` for all of them.
    pub read_attributes: Option<u64>,
    /// The rate of each attribute, if it is known.
    pub rates: Vec<Option<InputRate>>,
    /// The first instance.
    pub first_instance: Option<u32>,
    /// The words of each buffer of a manifest in the table of buffers: its descriptors, and the copy in a gap after
    /// them. It is empty for a dump, which does not say which descriptors a buffer has.
    pub words_of_buffers: Vec<Range<usize>>,
}

impl DrawWords {
    /// Reads the draws of a manifest, or of a dump by Mesa's pandecode. The vertex input of a pipeline, which is not a
    /// draw, is left out.
    ///
    /// So is what a dump does not show: a draw that is cut, a `Draw` or another single descriptor with a line that
    /// cannot be read, and the bit in `read_attributes` of each attribute with such a line, of which the words are not
    /// complete. [`CheckedDraws`](crate::check::CheckedDraws) shows the reasons.
    ///
    /// `arch` is the architecture of a dump that does not show it. A manifest has it.
    ///
    /// # Errors
    ///
    /// The first error in a manifest, and a dump that does not show its architecture, or shows another one.
    pub fn read(source: &Source, arch: Option<Arch>) -> Result<Vec<Self>, TextError> {
        if let Some(dump) = dump::read_dump(source, arch)? {
            let draws = dump.draws.iter();
            let words = draws.map(|draw| Self::new(draw.line, &draw.state(dump.arch)));
            return Ok(words.collect());
        }
        Self::of_manifest(source)
    }

    /// The draws of a manifest.
    pub(crate) fn of_manifest(source: &Source) -> Result<Vec<Self>, TextError> {
        let manifest = Manifest::read(source.clone())?;
        let descriptors = manifest.pack()?.into_iter();
        let draws = descriptors.filter_map(|descriptor| match &descriptor.words {
            Words::VertexInput(input) => {
                let line = descriptor.name.line().unwrap_or(1);
                Some(Self {
                    words_of_buffers: input.words_of_buffers().collect(),
                    ..Self::new(line, &input.state())
                })
            }
            // A single descriptor is no draw, and a pipeline has no counts.
            Words::Descriptor(_) | Words::Pipeline(_) => None,
        });
        Ok(draws.collect())
    }

    pub(crate) fn new(line: usize, state: &DrawState) -> Self {
        Self {
            arch: state.arch,
            line,
            buffers: state.buffers.to_vec(),
            attributes: state.attributes.to_vec(),
            draw: state.draw,
            invocation: state.invocation,
            primitive: state.primitive,
            tiler_draw: state.tiler_draw,
            tiler_invocation: state.tiler_invocation,
            is_indexed: state.is_indexed,
            counts: state.counts,
            table: state.table,
            read_attributes: state.read_attributes,
            rates: state.rates.to_vec(),
            first_instance: state.first_instance,
            words_of_buffers: Vec::new(),
        }
    }

    /// The draw's state, for a check.
    #[must_use]
    pub fn state(&self) -> DrawState<'_> {
        DrawState {
            draw: self.draw,
            invocation: self.invocation,
            primitive: self.primitive,
            tiler_draw: self.tiler_draw,
            tiler_invocation: self.tiler_invocation,
            is_indexed: self.is_indexed,
            counts: self.counts,
            table: self.table,
            read_attributes: self.read_attributes,
            rates: &self.rates,
            first_instance: self.first_instance,
            ..DrawState::new(self.arch, &self.buffers, &self.attributes)
        }
    }
}
