//! The compute kernels that write the words of draws whose counts they read.

mod binding;
mod draws;
mod index_bounds;

use alloc::format;
use alloc::string::String;
use alloc::vec;
use alloc::vec::Vec;

use mali_instancing::draw::{DrawCall, write};

pub use binding::Binding;
use binding::WORKGROUP;
use draws::DrawsKernel;

use crate::error::IndirectError;
use crate::indices::IndirectIndices;
use crate::indirect_draw::{DrawLayout, IndirectDraw, IndirectVertices};
use crate::shader::{Language, functions};

/// The kernels of an array of draws, to be written in any language.
///
/// ```
/// use mali_indirect::{IndirectDraw, Kernel, Language};
/// use mali_instancing::Arch;
/// use mali_instancing::draw::DrawCall;
///
/// let draw = IndirectDraw::new(DrawCall::new(Arch::V7, 0));
/// let source = Kernel::new(&draw)?.source(Language::Wgsl);
/// assert!(source.contains("@compute @workgroup_size(64)"));
/// # Ok::<(), mali_indirect::IndirectError>(())
/// ```
#[derive(Clone, Debug)]
pub struct Kernel<'a> {
    draw: &'a IndirectDraw<'a>,
    layout: DrawLayout,
    sample: Vec<u32>,
}

impl<'a> Kernel<'a> {
    /// The name of the entry point in WGSL and OpenCL C; `main` in the others.
    pub const ENTRY: &'static str = binding::ENTRY;

    /// The kernels of such draws.
    ///
    /// # Errors
    ///
    /// [`IndirectError::Draw`] for what is wrong with every such draw, [`IndirectError::NotDrawn`] for known
    /// numbers with which none is drawn, [`IndirectError::FirstElement`] and [`IndirectError::Varyings`].
    ///
    /// ```
    /// use mali_indirect::{Count, IndirectDraw, IndirectError, Kernel, Status};
    /// use mali_instancing::Arch;
    /// use mali_instancing::draw::DrawCall;
    ///
    /// let draw = IndirectDraw {
    ///     instances: Count::Known(0),
    ///     ..IndirectDraw::new(DrawCall::new(Arch::V7, 0))
    /// };
    /// let error = Kernel::new(&draw).unwrap_err();
    /// assert_eq!(error, IndirectError::NotDrawn(Status::Empty));
    /// ```
    pub fn new(draw: &'a IndirectDraw<'a>) -> Result<Self, IndirectError> {
        for (number, buffer) in draw.buffers.iter().enumerate() {
            if buffer.first_element != 0 {
                return Err(IndirectError::FirstElement {
                    buffer: number,
                    first_element: buffer.first_element,
                });
            }
        }
        if draw.varyings != 0 && !draw.call.arch.has_attribute_buffers() {
            return Err(IndirectError::Varyings {
                arch: draw.call.arch.number(),
            });
        }
        let layout = draw.layout()?;
        let mut sample = vec![0; layout.words];
        let call = sample_call(draw)?;
        write(
            &call,
            draw.buffers,
            draw.attributes,
            draw.ranges,
            &mut sample,
        )?;
        for (at, words) in [
            (layout.draw, call.draw()?.map(|draw| draw.words())),
            (
                layout.invocation,
                call.invocation()?.map(|invocation| invocation.words()),
            ),
        ] {
            sample[at..at + 2].copy_from_slice(&words.unwrap_or_default());
        }
        Ok(Self {
            draw,
            layout,
            sample,
        })
    }

    /// The kernel that writes the words of each draw, an invocation a draw.
    #[must_use]
    pub fn source(&self, language: Language) -> String {
        let text = functions(language);
        let kernel = self.draws().source(language);
        format!(
            "{}{text}\n{}\n{kernel}",
            version(language),
            self.description()
        )
    }

    /// The kernel that looks for the bounds of each draw's indices, a workgroup a draw; `None` where there is
    /// nothing to look for.
    #[must_use]
    pub fn index_bounds_source(&self, language: Language) -> Option<String> {
        self.draw
            .searched_indices()
            .map(|indices: IndirectIndices| {
                let precision = match language {
                    Language::GlslEs => "precision highp int;\n",
                    _ => "",
                };
                let kernel = index_bounds::source(language, indices);
                format!("{}{precision}{kernel}", version(language))
            })
    }

    /// What the kernel that writes the draws is bound to, in the order of an OpenCL kernel's arguments.
    #[must_use]
    pub fn bindings(&self) -> Vec<Binding> {
        let bindings = self.draws().bindings();
        bindings.into_iter().map(|(binding, _)| binding).collect()
    }

    /// What the kernel that looks for bounds is bound to, likewise.
    #[must_use]
    pub fn index_bounds_bindings(&self) -> Vec<Binding> {
        let bindings = index_bounds::BINDINGS.iter();
        bindings.map(|(binding, _)| *binding).collect()
    }

    /// Where the words of each draw are.
    #[must_use]
    pub const fn layout(&self) -> &DrawLayout {
        &self.layout
    }

    /// How many workgroups the kernel that writes the draws takes, in x.
    #[must_use]
    pub const fn workgroups(draws: u32) -> u32 {
        draws.div_ceil(WORKGROUP)
    }

    /// How many workgroups the kernel that looks for bounds takes, in x and y.
    #[must_use]
    pub const fn index_bounds_workgroups(draws: u32) -> [u32; 2] {
        [
            if draws < 0x8000 { draws } else { 0x8000 },
            draws.div_ceil(0x8000),
        ]
    }

    fn draws(&self) -> DrawsKernel<'_> {
        DrawsKernel {
            draw: self.draw,
            layout: &self.layout,
            sample: &self.sample,
        }
    }

    /// What a reader of the source must know, as comments.
    fn description(&self) -> String {
        let DrawLayout {
            tables,
            status,
            draw,
            invocation,
            primitive,
            varyings,
            words,
        } = &self.layout;
        let mut text = format!(
            "// The words of draws, {words} each.\n//\n\
             // {:>3}   table of buffers\n",
            tables.buffers.start
        );
        let parts = [
            (tables.attributes.start, "table of attributes"),
            (*status, "status: MALI_DRAWN, or why the draw must not run"),
            (*draw, "words 0 and 1 of the draw descriptor"),
            (*invocation, "the invocation"),
            (*primitive, "words 1 and 3 of the primitive descriptor"),
            (
                *varyings,
                "the varyings' first unit of 64 bytes, and their bytes",
            ),
        ];
        let parts = if self.draw.call.arch.has_attribute_buffers() {
            &parts[..]
        } else {
            &parts[..2]
        };
        for (word, part) in parts {
            text.push_str(&format!("// {word:>3}   {part}\n"));
        }
        text.push_str(
            "//\n\
             // parameters: the largest number of draws, the first word of the commands and the words from one to\n\
             // the next, the units of 64 bytes of the varyings' memory, and the number of indices in their buffer.\n",
        );
        text
    }
}

/// What a kernel must be told of a call, word by word.
///
/// ```
/// use mali_indirect::{IndirectDraw, Parameters};
/// use mali_instancing::Arch;
/// use mali_instancing::draw::DrawCall;
///
/// let draw = IndirectDraw::new(DrawCall::new(Arch::V7, 0));
/// let parameters = Parameters { maximum: 1000, ..Parameters::default() };
/// assert_eq!(parameters.words(&draw)?, [1000, 0, 4, 0, 0]);
/// # Ok::<(), mali_indirect::IndirectError>(())
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Parameters {
    /// The largest number of draws: Vulkan's `maxDrawCount`. There are as many commands and as many draws'
    /// words in their buffers.
    pub maximum: u32,
    /// Where the first command is in its buffer, in words.
    pub first_command: u32,
    /// The distance between commands, in bytes: Vulkan's `stride`. 0 if they are side by side.
    pub stride: u32,
    /// The bytes that there are for varyings. Of more than 2^38 the rest is not used.
    pub varyings: u64,
    /// How many indices the index buffer has.
    pub indices: u32,
}

impl Parameters {
    /// The words of the buffer of parameters.
    ///
    /// # Errors
    ///
    /// [`IndirectError::CommandStride`].
    pub const fn words(&self, draw: &IndirectDraw<'_>) -> Result<[u32; 5], IndirectError> {
        let minimum = draw.command_bytes() as u32;
        let stride = match self.stride {
            0 => minimum,
            stride => stride,
        };
        if stride < minimum || stride % 4 != 0 {
            return Err(IndirectError::CommandStride { stride, minimum });
        }
        Ok([
            self.maximum,
            self.first_command,
            stride / 4,
            crate::VaryingHeap::new(self.varyings).units(),
            self.indices,
        ])
    }
}

const fn version(language: Language) -> &'static str {
    match language {
        Language::Glsl => "#version 450\n",
        Language::GlslEs => "#version 310 es\n",
        Language::Wgsl | Language::OpenCl => "",
    }
}

/// A draw with the known numbers, and the smallest of all that is drawn.
fn sample_call(draw: &IndirectDraw) -> Result<DrawCall, IndirectError> {
    let (vertices, offset_start) = match draw.vertices {
        IndirectVertices::InOrder {
            vertices,
            offset_start,
        } => (vertices.or(1), offset_start.or(0)),
        IndirectVertices::Indexed(IndirectIndices {
            bounds: Some(bounds),
            ..
        }) => (bounds.vertices(0)?.vertices, 0),
        IndirectVertices::Indexed(_) => (1, 0),
    };
    let instances = draw.instances.or(1);
    if vertices == 0 || instances == 0 {
        return Err(IndirectError::NotDrawn(crate::Status::Empty));
    }
    Ok(DrawCall {
        vertices,
        offset_start,
        instances: Some(instances),
        first_instance: draw.first_instance.or(0),
        ..draw.call
    })
}
