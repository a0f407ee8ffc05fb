//! The compute kernels that write the words of draws whose counts they read.
//!
//! A kernel is a text in WGSL, which `shader` translates. It has three parts: the arithmetic, which is the same for all
//! draws; the numbers of this draw, as constants; and the statements of [`draws`].
//!
//! The draw is packed once, by the core, with counts that stand for those of every command: the [`sample`]. A word that
//! depends on no count that a command has, which the core's `Dependencies` say, is a constant of the sample. For each other
//! word, [`draw_words`] has an expression that calls the arithmetic with the counts of the command. So a kernel has no more
//! work than the words that can change.
//!
//! [`vertex_buffers`] are part of the sample, or are read from memory by each invocation. [`command`] checks that there is a
//! command, and [`index_bounds`] is a kernel of its own, which runs before and searches the indices of a draw for the
//! smallest and the largest.
//!
//! The words go to [`rows`], one for each draw, that [`destination`] places, or [`in_place`] into the driver's own
//! tables and jobs. [`binding`] and [`parameters`] are what a driver binds; [`header`] has the same numbers as macros.
//!
//! Commands and parameters can have any values. A kernel writes the heap's counter, and of the draws' words and bounds
//! only those whose positions it has compared with the length of their buffer.

mod binding;
mod command;
mod destination;
mod draw_words;
mod draws;
mod header;
mod in_place;
mod index_bounds;
mod literals;
mod parameters;
mod rows;
mod sample;
mod vertex_buffers;

use alloc::format;
use alloc::string::String;
use alloc::vec;
use alloc::vec::Vec;

use mali_instancing::InputRate;
use mali_instancing::draw::{BufferRange, VertexBuffer};

pub use binding::{Binding, BoundBuffer};
use binding::{ROW, WORKGROUP};
use destination::Destination;
use draw_words::DrawWords;
use draws::DrawsKernel;
pub use in_place::places::{DrawPlaces, JobPlaces};
pub use parameters::Parameters;
use sample::sample_words;
use vertex_buffers::VertexBuffers;

use crate::error::IndirectError;
use crate::indirect_draw::{DrawLayout, IndirectDraw};
use crate::shader::{LICENCE, Language, functions};

/// The kernels for an array of draws, in any language.
///
/// ```
/// use mali_indirect::{IndirectDraw, Kernel, Language};
/// use mali_instancing::Arch;
/// use mali_instancing::draw::Pipeline;
///
/// let draw = IndirectDraw::new(Pipeline::new(Arch::V7));
/// let source = Kernel::new(&draw)?.source(Language::Wgsl);
/// assert!(source.contains("@compute @workgroup_size(64)"));
/// # Ok::<(), mali_indirect::IndirectError>(())
/// ```
#[derive(Clone, Debug)]
pub struct Kernel<'a> {
    draw: &'a IndirectDraw<'a>,
    // `draw.layout()`, which can fail, and so is computed once.
    layout: DrawLayout,
    // A draw's words: the tables, the `Draw` and the `Invocation` of the sample, and zeros.
    sample: Vec<u32>,
    // Those of `draw`, or as many that the kernel reads from memory.
    buffers: VertexBuffers<'a>,
    is_in_place: bool,
}

impl<'a> Kernel<'a> {
    /// The name of the entry point in WGSL and OpenCL C; `main` in the others.
    pub const ENTRY: &'static str = binding::ENTRY;

    /// The kernels for `draw`.
    ///
    /// # Errors
    ///
    /// [`IndirectError::Draw`] for an error in every draw, [`IndirectError::NotDrawn`] for known
    /// numbers with which no draw runs, and [`IndirectError::Varyings`].
    ///
    /// ```
    /// use mali_indirect::{Count, IndirectDraw, IndirectError, Kernel, Status};
    /// use mali_instancing::Arch;
    /// use mali_instancing::draw::Pipeline;
    ///
    /// let draw = IndirectDraw {
    ///     instances: Count::Known(0),
    ///     ..IndirectDraw::new(Pipeline::new(Arch::V7))
    /// };
    /// let error = Kernel::new(&draw).unwrap_err();
    /// assert_eq!(error, IndirectError::NotDrawn(Status::Empty));
    /// ```
    pub fn new(draw: &'a IndirectDraw<'a>) -> Result<Self, IndirectError> {
        let (buffers, ranges) = (draw.buffers, draw.ranges);
        let constant = VertexBuffers::Constant { buffers, ranges };
        Self::of_buffers(draw, constant, buffers, ranges)
    }

    /// Kernels that read the address, size, stride and divisor of each vertex buffer from memory
    /// ([`Binding::VertexBuffers`]), so that a pipeline can use them with any buffers. Formats and offsets are
    /// constants. Only the number of [`IndirectDraw::buffers`] is used, and [`IndirectDraw::ranges`] are not.
    ///
    /// # Errors
    ///
    /// As [`Kernel::new`].
    ///
    /// ```
    /// use mali_indirect::{IndirectDraw, Kernel, Language};
    /// use mali_instancing::draw::{BufferRange, Pipeline, VertexBuffer};
    /// use mali_instancing::{Arch, InputRate};
    ///
    /// let pipeline = IndirectDraw {
    ///     buffers: &[VertexBuffer::new(0, InputRate::Vertex)],
    ///     ..IndirectDraw::new(Pipeline::new(Arch::V7))
    /// };
    /// let kernel = Kernel::with_buffers_in_memory(&pipeline)?;
    /// assert!(kernel.source(Language::Wgsl).contains("vertex_buffers: array<u32>"));
    /// let bound = IndirectDraw {
    ///     buffers: &[VertexBuffer::new(20, InputRate::Vertex)],
    ///     ranges: &[BufferRange::new(0x1000_0000, 1400)],
    ///     ..pipeline
    /// };
    /// assert_eq!(bound.buffer_words()?, [0x1000_0000, 0, 1400, 20, 0, 0]);
    /// # Ok::<(), mali_indirect::IndirectError>(())
    /// ```
    pub fn with_buffers_in_memory(draw: &'a IndirectDraw<'a>) -> Result<Self, IndirectError> {
        // Stand-ins: address 0 and stride 0 are aligned for every format, and no first instance moves an offset by a
        // stride of 0.
        let count = draw.buffers.len();
        let buffers = vec![VertexBuffer::new(0, InputRate::Vertex); count];
        let ranges = vec![BufferRange::new(0, 0); count];
        let in_memory = match count {
            0 => VertexBuffers::NONE,
            count => VertexBuffers::InMemory { count },
        };
        Self::of_buffers(draw, in_memory, &buffers, &ranges)
    }

    /// The same kernels, which write each draw's words to [places](DrawPlaces) of its own in the buffer of the draws: into
    /// the driver's jobs, tables and state, which the buffer contains. The driver's own words stay as they are. A launch
    /// has the draws of one batch, whose memory is one buffer.
    ///
    /// A draw that must not run gets its status, and its jobs the type Null; its other words stay as they are. If
    /// one of its places is not within the buffer, it is [`Status::Empty`](crate::Status::Empty).
    ///
    /// ```
    /// use mali_indirect::{Binding, IndirectDraw, Kernel, Language, Parameters};
    /// use mali_instancing::Arch;
    /// use mali_instancing::draw::Pipeline;
    ///
    /// let draw = IndirectDraw::new(Pipeline::new(Arch::V7));
    /// let kernel = Kernel::new(&draw)?.in_place();
    /// // The places of ten draws begin at word 500.
    /// let parameters = Parameters { maximum: 10, first_place: 500, ..Parameters::default() };
    /// let bytes = kernel.bytes(Binding::Draws, Language::Wgsl, &parameters)?;
    /// assert_eq!(bytes, 4 * (500 + 10 * 16));
    /// # Ok::<(), mali_indirect::IndirectError>(())
    /// ```
    #[must_use]
    pub fn in_place(mut self) -> Self {
        self.is_in_place = true;
        self
    }

    fn of_buffers(
        draw: &'a IndirectDraw<'a>,
        buffers: VertexBuffers<'a>,
        sample_buffers: &[VertexBuffer],
        sample_ranges: &[BufferRange],
    ) -> Result<Self, IndirectError> {
        let layout = draw.layout()?;
        let sample = sample_words(draw, &layout, sample_buffers, sample_ranges)?;
        Ok(Self {
            draw,
            layout,
            sample,
            buffers,
            is_in_place: false,
        })
    }

    /// The source of the kernel that writes the words of each draw, with an invocation for each draw.
    #[must_use]
    pub fn source(&self, language: Language) -> String {
        let text = functions(language);
        let kernel = self.draws(language).source();
        format!(
            "{}{text}\n{}\n{kernel}",
            version(language),
            self.description(language)
        )
    }

    /// The source of the kernel that finds the bounds of each draw's indices, with a workgroup for each draw; `None` if
    /// there are no bounds to find.
    #[must_use]
    pub fn index_bounds_source(&self, language: Language) -> Option<String> {
        let indices = self.draw.searched_indices()?;
        let place = self.destination(language).bounds_place();
        let precision = match language {
            Language::GlslEs => "precision highp int;\n",
            _ => "",
        };
        let command_words = self.draw.command_bytes() / 4;
        let kernel = index_bounds::source(language, indices, command_words, &place);
        Some(format!(
            "{}{LICENCE}\n{precision}{kernel}",
            version(language)
        ))
    }

    /// The bindings of the kernel that writes the draws, in the order of an OpenCL kernel's arguments. In GLSL ES at
    /// most four are storage buffers.
    ///
    /// ```
    /// use mali_indirect::{Binding, IndirectDraw, Kernel, Language};
    /// use mali_instancing::Arch;
    /// use mali_instancing::draw::Pipeline;
    ///
    /// let draw = IndirectDraw { varyings: 32, ..IndirectDraw::new(Pipeline::new(Arch::V7)) };
    /// let kernel = Kernel::new(&draw)?;
    /// let has_heap = |language| {
    ///     let buffers = kernel.buffers(language);
    ///     buffers.iter().any(|buffer| buffer.binding == Binding::Heap)
    /// };
    /// assert!(has_heap(Language::Wgsl));
    /// assert!(!has_heap(Language::GlslEs));
    /// # Ok::<(), mali_indirect::IndirectError>(())
    /// ```
    #[must_use]
    pub fn buffers(&self, language: Language) -> Vec<BoundBuffer> {
        self.draws(language).buffers()
    }

    /// The bindings of the kernel that finds bounds, in the same order; `None` if there is no such kernel.
    #[must_use]
    pub const fn index_bounds_buffers(&self, language: Language) -> Option<&'static [BoundBuffer]> {
        match self.draw.searched_indices() {
            Some(_) => Some(index_bounds::buffers(language)),
            None => None,
        }
    }

    /// The number of bytes that the kernels read or write in a buffer; 0 for a buffer that the kernels in a language do
    /// not have. For the draws of kernels [in place](Self::in_place), the bytes up to the end of the places.
    ///
    /// # Errors
    ///
    /// [`IndirectError::CommandStride`].
    ///
    /// ```
    /// use mali_indirect::{Binding, IndirectDraw, Kernel, Language, Parameters};
    /// use mali_instancing::Arch;
    /// use mali_instancing::draw::Pipeline;
    ///
    /// let draw = IndirectDraw::new(Pipeline::new(Arch::V7));
    /// let kernel = Kernel::new(&draw)?;
    /// let parameters = Parameters { maximum: 10, stride: 32, ..Parameters::default() };
    /// assert_eq!(kernel.bytes(Binding::Commands, Language::Wgsl, &parameters)?, 9 * 32 + 16);
    /// assert_eq!(kernel.bytes(Binding::Draws, Language::Wgsl, &parameters)?, 10 * 64);
    /// # Ok::<(), mali_indirect::IndirectError>(())
    /// ```
    pub fn bytes(
        &self,
        binding: Binding,
        language: Language,
        parameters: &Parameters,
    ) -> Result<u64, IndirectError> {
        Ok(match binding {
            Binding::Commands => parameters.command_bytes(self.draw)?,
            Binding::DrawCount => 4 * (u64::from(parameters.first_count) + 1),
            Binding::Parameters => 4 * parameters.words(self.draw)?.len() as u64,
            Binding::Draws | Binding::Bounds | Binding::Heap => {
                self.destination(language).bytes(binding, parameters)
            }
            Binding::VertexBuffers => match self.buffers.memory_words() as u64 {
                0 => 0,
                words => 4 * (u64::from(parameters.first_buffer) + words),
            },
            Binding::Indices => self.draw.searched_indices().map_or(0, |indices| {
                let count = u64::from(parameters.first_index) + u64::from(parameters.indices);
                (count * indices.index_type.bytes() as u64).next_multiple_of(4)
            }),
        })
    }

    /// The positions of each draw's words.
    #[must_use]
    pub const fn layout(&self) -> &DrawLayout {
        &self.layout
    }

    /// The number of workgroups for the kernel that writes the draws, in x and y.
    ///
    /// ```
    /// use mali_indirect::Kernel;
    ///
    /// assert_eq!(Kernel::workgroups(65), [2, 1]);
    /// assert_eq!(Kernel::workgroups(5_000_000), [0x8000, 3]);
    /// ```
    #[must_use]
    pub const fn workgroups(draws: u32) -> [u32; 2] {
        in_rows(draws.div_ceil(WORKGROUP))
    }

    /// The number of workgroups for the kernel that finds bounds, in x and y.
    #[must_use]
    pub const fn index_bounds_workgroups(draws: u32) -> [u32; 2] {
        in_rows(draws)
    }

    fn draws(&self, language: Language) -> DrawsKernel<'_> {
        DrawsKernel {
            draw: self.draw,
            buffers: self.buffers,
            words: DrawWords {
                draw: self.draw,
                layout: &self.layout,
                sample: &self.sample,
                buffers: self.buffers,
            },
            destination: self.destination(language),
        }
    }

    const fn destination(&self, language: Language) -> Destination<'_> {
        Destination {
            language,
            draw: self.draw,
            layout: &self.layout,
            is_in_place: self.is_in_place,
        }
    }

    /// The comments at the top of the source.
    fn description(&self, language: Language) -> String {
        self.destination(language).description()
            + "//\n\
             // parameters: the largest number of draws, and which word has their number; the first word of the\n\
             // commands, and the words from one to the next; the units of 64 bytes of the varyings' memory; the\n\
             // first index, and how many there are; the first words of the vertex buffers, and of the places.\n"
    }
}

const fn in_rows(workgroups: u32) -> [u32; 2] {
    let in_a_row = if workgroups < ROW { workgroups } else { ROW };
    // Where there are several rows, each is full, because a kernel numbers its draws x + y · `INVOCATIONS`, or x + y ·
    // `ROW`. Invocations after the last draw compare their number with `Parameters::maximum`, and return.
    [in_a_row, workgroups.div_ceil(ROW)]
}

const fn version(language: Language) -> &'static str {
    match language {
        Language::Glsl => "#version 450\n",
        Language::GlslEs => "#version 310 es\n",
        Language::Wgsl | Language::OpenCl => "",
    }
}
