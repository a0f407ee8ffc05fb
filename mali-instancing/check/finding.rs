use core::fmt;

use super::rule::Rule;
use crate::descriptor::{DecodeError, Fault, Field};
use crate::names::names;
use crate::padded_count::PaddedCount;

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
    /// What stands there, as [`Field::get`] answers it. Of an `Invocation` that is a draw's, the number
    /// that the rule is about: the vertices or the instances.
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

/// What should stand in the place of [`Finding::found`], in the same unit.
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
    /// Two padded vertex counts that should be one.
    PaddedVertices {
        /// The record's.
        record: PaddedCount,
        /// The draw's instance size.
        draw: PaddedCount,
    },
    /// An element that is read reaches past the end of its buffer.
    LastElement {
        /// Its index, the offset start included.
        index: i64,
        /// The end of the attribute in it, in bytes from the record's pointer on.
        end: i64,
        /// The buffer's size, in bytes.
        size: u64,
    },
    /// An element that is read begins before its buffer.
    FirstElement {
        /// Its index, the offset start included.
        index: i64,
        /// Where the attribute begins in it, in bytes from the record's pointer on: below 0.
        begin: i64,
    },
}

/// Where a record stands, and through which attribute it is reached.
#[derive(Clone, Copy)]
pub(super) struct Place<'a> {
    pub(super) part: Part,
    pub(super) attribute: Option<usize>,
    /// The position of the record's first word.
    pub(super) start: usize,
    /// The record's words.
    pub(super) words: &'a [u32],
}

impl Place<'_> {
    /// What a rule found in a field.
    pub(super) fn field(self, rule: Rule, field: Field, expected: Expected) -> Finding {
        Finding {
            field: Some(field),
            found: field.get(self.words).unwrap_or_default(),
            ..self.word(rule, field.word(), expected)
        }
    }

    /// What a rule found in a word.
    pub(super) fn word(self, rule: Rule, word: usize, expected: Expected) -> Finding {
        Finding {
            rule,
            part: self.part,
            word: self.start + word,
            attribute: self.attribute,
            field: None,
            found: self.words.get(word).copied().unwrap_or_default().into(),
            expected,
            evidence: None,
        }
    }

    /// What a rule found in words that are no record.
    pub(super) fn fault(self, rule: Rule, error: DecodeError) -> Finding {
        Finding {
            found: error.found.into(),
            ..self.word(rule, error.word, Expected::Record(error.fault))
        }
    }
}

impl Finding {
    pub(super) fn with_evidence(mut self, evidence: Option<Evidence>) -> Self {
        self.evidence = evidence;
        self
    }
}

/// Writes the rule, the place, what stands there and what should:
/// `modulus: buffers, word 1, divisor R: 0x3 should be 0x5`.
impl fmt::Display for Finding {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self {
            rule,
            part,
            word,
            found,
            ..
        } = self;
        if let Expected::Record(fault) = self.expected {
            let error = DecodeError {
                word: *word,
                found: *found as u32,
                fault,
            };
            return write!(formatter, "{rule}: {part}, {error}");
        }
        write!(formatter, "{rule}: {part}, word {word}")?;
        if let Some(field) = self.field {
            write!(formatter, ", {}", field.name)?;
        }
        write!(formatter, ": {found:#x}")?;
        match self.expected {
            Expected::Value(value) => write!(formatter, " should be {value:#x}"),
            Expected::AtLeast(value) => write!(formatter, " should be at least {value:#x}"),
            Expected::AtMost(value) => write!(formatter, " should be at most {value:#x}"),
            Expected::Other | Expected::Record(_) => Ok(()),
        }
    }
}
