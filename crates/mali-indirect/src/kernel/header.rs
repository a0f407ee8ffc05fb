//! The numbers of a kernel as macros, for a driver in C or a kernel in OpenCL C that comes before or after it.

use alloc::format;
use alloc::string::String;
use core::fmt::Write;

use super::Kernel;
use super::binding::{BoundBuffer, WORKGROUP};
use super::in_place::places;
use super::parameters;
use crate::shader::{LICENCE, Language};
use crate::status::Status;

/// Upper-case words with underscores: of a name in lower case, in mixed case, or with other characters.
fn upper(name: &str) -> String {
    let mut text = String::new();
    let mut previous = '_';
    for character in name.chars() {
        if character.is_ascii_uppercase() && previous.is_ascii_lowercase() {
            text.push('_');
        }
        previous = character;
        let is_word = character.is_ascii_alphanumeric();
        text.push(if is_word {
            character.to_ascii_uppercase()
        } else {
            '_'
        });
    }
    text
}

/// The macros of a header, all of which begin with a prefix.
struct Macros {
    text: String,
    prefix: String,
}

impl Macros {
    fn comment(&mut self, comment: &str) {
        self.text += &format!("\n// {comment}\n");
    }

    fn define(&mut self, name: &str, value: usize) {
        // Writing to a text does not fail.
        let _ = writeln!(self.text, "#define {}_{name} {value}", self.prefix);
    }

    /// The numbers of the buffers of the kernel that does what `purpose` says; their names begin with `prefix`.
    fn buffers(
        &mut self,
        purpose: &str,
        prefix: &str,
        buffers: &[BoundBuffer],
        language: Language,
    ) {
        let has_arguments = language == Language::OpenCl;
        self.comment(&if has_arguments {
            format!(
                "The arguments of the kernel that {purpose}, by number: buffers, and after them the length of each, in words."
            )
        } else {
            format!("The bindings of the kernel that {purpose}, in descriptor set 0.")
        });
        for (position, buffer) in buffers.iter().enumerate() {
            let binding = upper(buffer.binding.name());
            if has_arguments {
                self.define(&format!("{prefix}ARGUMENT_{binding}"), position);
                self.define(
                    &format!("{prefix}ARGUMENT_{binding}_WORDS"),
                    buffers.len() + position,
                );
            } else {
                let number = buffer.binding.number(language) as usize;
                self.define(&format!("{prefix}BINDING_{binding}"), number);
            }
        }
    }
}

impl Kernel<'_> {
    /// A header for C, C++ and OpenCL C with the numbers of the kernels: the positions of a draw's words, or of the words
    /// of its places, those of the parameters, the statuses, and the bindings or arguments. Every macro begins with `name`
    /// in upper case.
    ///
    /// ```
    /// use mali_indirect::{IndirectDraw, Kernel, Language};
    /// use mali_instancing::Arch;
    /// use mali_instancing::draw::Pipeline;
    ///
    /// let draw = IndirectDraw::new(Pipeline::new(Arch::V7));
    /// let header = Kernel::new(&draw)?.header("cube", Language::Glsl);
    /// assert!(header.contains("#define CUBE_STATUS_INSTANCE_COUNT 3\n"));
    /// assert!(header.contains("#define CUBE_BINDING_DRAWS 3\n"));
    /// assert!(header.contains("#define CUBE_DRAW_WORDS 16\n"));
    /// # Ok::<(), mali_indirect::IndirectError>(())
    /// ```
    #[must_use]
    pub fn header(&self, name: &str, language: Language) -> String {
        let prefix = upper(name);
        let mut macros = Macros {
            text: format!(
                "{LICENCE}// The numbers of the kernels of indirect draws.\n#ifndef {prefix}_KERNEL_H\n\
                 #define {prefix}_KERNEL_H\n"
            ),
            prefix,
        };
        macros.buffers("writes the draws", "", &self.buffers(language), language);
        if let Some(buffers) = self.index_bounds_buffers(language) {
            macros.buffers(
                "finds the bounds of indices",
                "INDEX_BOUNDS_",
                buffers,
                language,
            );
        }
        macros.comment("The number of invocations in a workgroup.");
        macros.define("WORKGROUP", WORKGROUP as usize);
        macros.comment("The words of the parameters.");
        for (word, parameter) in parameters::NAMES.iter().enumerate() {
            macros.define(&format!("PARAMETER_{}", upper(parameter)), word);
        }
        macros.define("PARAMETER_WORDS", parameters::PARAMETERS);
        if self.is_in_place {
            macros.comment("The words of a draw's places, which have the positions of its parts.");
            for (word, place) in places::names() {
                macros.define(&format!("PLACE_{}", upper(place)), word);
            }
            macros.define("PLACE_WORDS", super::DrawPlaces::WORDS);
        } else {
            macros.comment("The words of a draw.");
            for (word, name, _) in self.destination(language).parts() {
                macros.define(&format!("DRAW_{}", upper(name)), word);
            }
            macros.define("DRAW_WORDS", self.layout.words);
        }
        macros.comment("The status of a draw: whether it runs, or the reason why it does not.");
        for status in Status::ALL {
            let name = upper(&format!("{status:?}"));
            macros.define(&format!("STATUS_{name}"), status.word() as usize);
        }
        macros.text + "\n#endif\n"
    }
}
