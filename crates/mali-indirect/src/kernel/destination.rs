//! The memory that the kernel of the draws writes, and that both kernels share.

use alloc::format;
use alloc::string::String;
use core::fmt::Write;

use super::binding::{Binding, BoundBuffer};
use super::in_place::InPlace;
use super::in_place::places::{self, DrawPlaces};
use super::parameters::Parameters;
use super::rows::{BoundsPlace, Rows};
use crate::indirect_draw::{DrawLayout, IndirectDraw};
use crate::shader::Language;

/// The memory of the draws' words, of the bounds of their indices and of the heap's counter, in a language.
#[derive(Clone, Copy)]
pub(super) struct Destination<'a> {
    pub(super) language: Language,
    pub(super) draw: &'a IndirectDraw<'a>,
    pub(super) layout: &'a DrawLayout,
    /// Whether each draw's words have places of their own.
    pub(super) is_in_place: bool,
}

impl Destination<'_> {
    /// A draw's part of the buffer of the draws: its words, or their places.
    fn rows(&self) -> Rows {
        Rows {
            binding: Binding::Draws,
            stride: if self.is_in_place {
                DrawPlaces::WORDS
            } else {
                self.layout.words
            },
            is_placed: self.is_in_place,
        }
    }

    /// Whether bounds and counter are in the buffer of the draws: GLSL ES does not promise a fifth storage block.
    fn has_one_buffer(&self) -> bool {
        self.language == Language::GlslEs
    }

    fn in_place(&self) -> Option<InPlace<'_>> {
        let (draw, layout) = (self.draw, self.layout);
        self.is_in_place.then_some(InPlace { draw, layout })
    }

    /// The buffers beside those of the commands.
    pub(super) fn buffers(&self) -> impl Iterator<Item = BoundBuffer> {
        let has_others = !self.has_one_buffer();
        let bounds = has_others && self.draw.searched_indices().is_some();
        let heap = has_others && self.draw.varyings != 0;
        let bounds = bounds.then_some(BoundBuffer::read(Binding::Bounds));
        let heap = heap.then_some(BoundBuffer::written(Binding::Heap));
        let draws = [BoundBuffer::written(Binding::Draws)];
        draws.into_iter().chain(bounds).chain(heap)
    }

    /// The number of bytes of one of these buffers; 0 for one that is not among them.
    pub(super) fn bytes(&self, binding: Binding, parameters: &Parameters) -> u64 {
        let draws = u64::from(parameters.maximum);
        match binding {
            Binding::Draws => {
                let rows = self.rows();
                let first = if rows.is_placed {
                    parameters.first_place
                } else {
                    0
                };
                let counter = u64::from(self.has_one_buffer() && self.draw.varyings != 0);
                4 * (u64::from(first) + rows.stride as u64 * draws + counter)
            }
            _ if !self.buffers().any(|buffer| buffer.binding == binding) => 0,
            Binding::Bounds => 8 * draws,
            _ => 4,
        }
    }

    /// The place of the bounds of a draw's indices, for draws whose indices are searched.
    pub(super) fn bounds_place(&self) -> BoundsPlace {
        let own = Rows {
            binding: Binding::Bounds,
            stride: 2,
            is_placed: false,
        };
        // In the buffer of the draws, the kernel of the draws reads these words before it writes them.
        let (rows, first) = match (self.has_one_buffer(), self.is_in_place) {
            (false, _) => (own, 0),
            (true, true) => (self.rows(), places::BOUNDS),
            (true, false) => (self.rows(), self.layout.primitive),
        };
        BoundsPlace { rows, first }
    }

    /// The heap's counter, if the draws have one: after the draws, or after their places, where it has no buffer.
    pub(super) fn counter(&self) -> Option<String> {
        let counter = if self.has_one_buffer() {
            format!("draws[{}]", self.rows().begin("parameters[0]"))
        } else {
            String::from("heap[0]")
        };
        (self.draw.varyings != 0).then_some(counter)
    }

    /// The condition that the heap's counter is not in its buffer. A draw that has words is in front of it.
    pub(super) fn lacks_counter(&self) -> Option<String> {
        let rows = self.rows();
        let (length, stride) = (rows.length(self.language), rows.stride);
        // The counter is the word after `parameters[0]` draws. That product can wrap, and this quotient cannot:
        // `length` is not 0, because `draw` is within it.
        let condition = || format!("parameters[0] > (({length} - 1u) / {stride}u)");
        (self.has_one_buffer() && self.draw.varyings != 0).then(condition)
    }

    /// The condition that `draw` has no words, whatever the parameters are.
    pub(super) fn is_outside(&self) -> String {
        self.rows().is_outside(self.language)
    }

    /// Writes the statements that find the words of `draw`, at `at` or at their places.
    pub(super) fn find(&self, text: &mut String) -> core::fmt::Result {
        let begin = self.rows().begin("draw");
        match self.in_place() {
            Some(in_place) => {
                in_place.write_loads(text, &Binding::Draws.words(self.language), &begin)
            }
            None => writeln!(text, "    let at: u32 = {begin};"),
        }
    }

    /// Writes the statement that gives a draw its status if a place is not within the buffer.
    pub(super) fn check(&self, text: &mut String) {
        if self.is_in_place {
            text.push_str(
                "    if (is_outside != 0u) {
        status = MALI_INST_EMPTY;
    }
",
            );
        }
    }

    /// The statements that end a draw that must not run.
    pub(super) fn not_drawn(&self, why: &str) -> String {
        if self.is_in_place {
            return InPlace::not_drawn(why);
        }
        let DrawLayout { status, words, .. } = self.layout;
        // The words can be those of an earlier use of the buffer.
        format!(
            "        var word: u32 = 0u;
        while (word < {words}u) {{
            draws[at + word] = 0u;
            word = word + 1u;
        }}
        draws[at + {status}u] = {why};
        return;
"
        )
    }

    /// Writes the statements that store the words of a draw.
    pub(super) fn store(&self, text: &mut String, words: &[String]) -> core::fmt::Result {
        if let Some(in_place) = self.in_place() {
            in_place.store(text, words);
            return Ok(());
        }
        for (number, word) in words.iter().enumerate() {
            writeln!(text, "    draws[at + {number}u] = {word};")?;
        }
        Ok(())
    }

    /// The position, the name and the contents of each part of a draw's words.
    pub(super) fn parts(&self) -> impl Iterator<Item = (usize, &'static str, &'static str)> {
        let layout = self.layout;
        let parts = [
            (layout.buffers.start, "buffers", "table of buffers"),
            (layout.attributes.start, "attributes", "table of attributes"),
            (
                layout.status,
                "status",
                "status: MALI_INST_DRAWN, or the reason why the draw must not run",
            ),
            (layout.draw, "draw", "words 0 and 1 of the draw descriptor"),
            (layout.invocation, "invocation", "the invocation"),
            (
                layout.primitive,
                "primitive",
                "words 1 and 3 of the primitive descriptor",
            ),
            (
                layout.first_index,
                "first_index",
                "the first index, to be added to the address of the indices",
            ),
            (
                layout.first_instance,
                "first_instance",
                "the first instance, for shaders",
            ),
            (
                layout.varyings,
                "varyings",
                "the varyings' first unit of 64 bytes, and their bytes",
            ),
        ];
        let has_jobs = self.draw.pipeline.arch.has_attribute_buffers();
        // From V9 on the words after the status are zeros, so three parts are left.
        let count = if has_jobs { parts.len() } else { 3 };
        parts.into_iter().take(count)
    }

    /// The comments about the words, at the top of a source.
    pub(super) fn description(&self) -> String {
        if self.is_in_place {
            return places::description();
        }
        let mut text = format!("// The words of draws, {} each.\n//\n", self.layout.words);
        for (word, _, part) in self.parts() {
            text.push_str(&format!("// {word:>3}   {part}\n"));
        }
        text
    }
}
