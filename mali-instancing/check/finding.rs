use core::fmt;

use super::rule::Rule;
use crate::descriptor::{Fault, Field};
use crate::names::names;

/// What a rule found, and where.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Finding {
    /// The rule.
    pub rule: Rule,
    /// Which words of the [`DrawState`](super::DrawState) it is about.
    pub part: Part,
    /// The position in them of the word at fault; of a field of two words, the first of them.
    pub word: usize,
    /// The attribute through which the words are reached, by its number.
    pub attribute: Option<usize>,
    /// The field; `None` where the whole word is meant.
    pub field: Option<Field>,
    /// What stands there, as [`Field::get`] answers it.
    pub found: u64,
    /// What should.
    pub expected: Expected,
    /// What comes of it.
    pub evidence: Option<Evidence>,
}

/// The parts of a [`DrawState`](super::DrawState) that findings point at.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "defmt", derive(defmt::Format))]
#[non_exhaustive]
pub enum Part {
    /// [`DrawState::buffers`](super::DrawState::buffers).
    Buffers,
    /// [`DrawState::attributes`](super::DrawState::attributes).
    Attributes,
    /// [`DrawState::draw`](super::DrawState::draw).
    Draw,
    /// [`DrawState::invocation`](super::DrawState::invocation).
    Invocation,
    /// [`DrawState::primitive`](super::DrawState::primitive).
    Primitive,
}

names! {
    impl Part {
        /// Every part, in the order in which a [`DrawState`](super::DrawState) has them.
        ALL;
        /// The name that the command uses: `buffers`.
        name;
        /// The part of that name, as [`Part::name`] has it.
        ///
        /// ```
        /// use mali_instancing::check::Part;
        ///
        /// assert_eq!(Part::from_name("draw"), Some(Part::Draw));
        /// assert_eq!(Part::from_name("tiler"), None);
        /// ```
        from_name;
    }
    Buffers: "buffers",
    Attributes: "attributes",
    Draw: "draw",
    Invocation: "invocation",
    Primitive: "primitive",
}

/// What should stand in a field, as [`Field::get`] would answer it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "defmt", derive(defmt::Format))]
#[non_exhaustive]
pub enum Expected {
    /// This value.
    Value(u64),
    /// This value or a larger one.
    AtLeast(u64),
    /// This value or a smaller one.
    AtMost(u64),
    /// Another value; which, the words do not tell.
    Other,
    /// Words that are a record: what is wrong with these.
    Record(Fault),
}

/// What comes of a wrong word: an example that can be looked for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "defmt", derive(defmt::Format))]
#[non_exhaustive]
pub enum Evidence {
    /// A division is wrong, for no smaller id than this.
    FirstWrongId {
        /// The linear id, or the instance from V9 on.
        id: u32,
        /// The element that the record makes of it.
        element: u32,
        /// The element that it should make of it.
        expected: u32,
    },
    /// An element that is read reaches past the end of its buffer.
    LastElement {
        /// Its index, the offset start included.
        index: u64,
        /// The end of the attribute in it, in bytes from the record's pointer on.
        end: u64,
        /// The buffer's size, in bytes.
        size: u64,
    },
}

/// Writes the rule, the place and what stands there: `modulus: buffers, word 1: 80`.
impl fmt::Display for Finding {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self {
            rule,
            part,
            word,
            found,
            ..
        } = self;
        write!(formatter, "{rule}: {part}, word {word}")?;
        if let Some(field) = self.field {
            write!(formatter, ", {}", field.name)?;
        }
        write!(formatter, ": {found:#x}")
    }
}
