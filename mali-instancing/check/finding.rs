use core::fmt;

use super::rule::{Rule, Severity};
use crate::descriptor::{DecodeError, DecodeErrorKind, Field, FieldKind};
use crate::fetch::InputRate;
use crate::names::names;
use crate::padded_count::PaddedCount;

/// A rule that is broken, and the word that breaks it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Finding {
    /// The rule.
    pub rule: Rule,
    /// The severity, which is the rule's except where the rule says otherwise.
    pub severity: Severity,
    /// The words of the [`DrawState`](super::DrawState) that it is about.
    pub table: Table,
    /// The position of the wrong word in the table. For a field of two words, the position of the first.
    pub word: usize,
    /// The number of the attribute that names the descriptor.
    pub attribute: Option<usize>,
    /// The wrong field; `None` for the whole word.
    pub field: Option<Field>,
    /// The wrong value, as [`Field::get`] returns it. For the `Invocation` of a draw, the number of vertices or of
    /// instances, whichever the rule is about.
    pub found: u64,
    /// The value that should be there.
    pub expected: Expected,
    /// The consequence, if there is an example of it.
    pub detail: Option<Detail>,
    /// The number of the right draw that the finding is about, if several are as near to the words: the words become
    /// that draw's if the expected values of all findings with its number are written. 0 for the nearest, and where
    /// there is only one.
    pub alternative: u32,
}

/// The parts of a [`DrawState`](super::DrawState) that findings point at.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "defmt", derive(defmt::Format))]
#[non_exhaustive]
pub enum Table {
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
    /// [`DrawState::tiler_draw`](super::DrawState::tiler_draw).
    TilerDraw,
    /// [`DrawState::tiler_invocation`](super::DrawState::tiler_invocation).
    TilerInvocation,
}

names! {
    impl Table {
        /// Every table, in the order in which a [`DrawState`](super::DrawState) has them.
        ALL;
        /// The name that the command uses: `buffers`.
        name;
        /// The table whose [`Table::name`] is `name`; `None` if there is none.
        ///
        /// ```
        /// use mali_instancing::check::Table;
        ///
        /// assert_eq!(Table::from_name("draw"), Some(Table::Draw));
        /// assert_eq!(Table::from_name("tiler"), None);
        /// ```
        from_name;
    }
    Buffers: "buffers",
    Attributes: "attributes",
    Draw: "draw",
    Invocation: "invocation",
    Primitive: "primitive",
    TilerDraw: "tiler-draw",
    TilerInvocation: "tiler-invocation",
}

/// The value that should be there instead of [`Finding::found`], in the same unit.
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
    /// Another value, which the words do not show.
    Other,
    /// Words that are a descriptor. The kind of error in the present words.
    Descriptor(DecodeErrorKind),
}

/// A right draw that is near to the words.
///
/// It writes itself as a part of a sentence:
///
/// ```
/// use mali_instancing::check::{Detail, DrawState, check};
/// use mali_instancing::Arch;
///
/// // 100 instances of 70 vertices, which are padded to 72, with a modulus of 144.
/// let buffers = [0x1000_0003, 0x8400_0000, 20, 1400, 0, 0, 0, 0];
/// let state = DrawState {
///     draw: Some([0x0083_0000, 0]),
///     invocation: Some([0x31c5, 0x21c0_0000]),
///     ..DrawState::new(Arch::V7, &buffers, &[0x2dc0_4200, 0])
/// };
/// let mut draws = None;
/// check(&state, |finding| draws = draws.or(finding.detail));
/// let Some(Detail::NearestDraw(draw)) = draws else { panic!() };
/// assert_eq!(draw.to_string(), "a draw of 70 vertices padded to 72, 100 instances, per vertex");
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "defmt", derive(defmt::Format))]
#[non_exhaustive]
pub struct NearestDraw {
    /// The number of vertices, if it is known.
    pub vertices: Option<u32>,
    /// The padded vertex count. `None` for a draw of one instance with descriptors for one, and from V9 on.
    pub padded_vertices: Option<PaddedCount>,
    /// The number of instances, if it is known.
    pub instances: Option<u32>,
    /// The rate of the buffer that the finding is about.
    pub rate: Option<InputRate>,
    /// Whether a thread of this draw reads another element than with the words as they are.
    pub is_read: bool,
    /// Whether the whole table of buffers is another draw's.
    pub has_other_table: bool,
}

/// Writes `a draw of 70 vertices padded to 72, 100 instances, divisor 3`.
impl fmt::Display for NearestDraw {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str("a draw")?;
        match self.vertices {
            Some(1) => formatter.write_str(" of 1 vertex")?,
            Some(vertices) => write!(formatter, " of {vertices} vertices")?,
            None => {}
        }
        match self.padded_vertices {
            Some(padded) if self.vertices.is_some() => {
                write!(formatter, " padded to {}", padded.get())?;
            }
            Some(padded) => write!(formatter, " of {} padded vertices", padded.get())?,
            None => {}
        }
        match (self.instances, self.padded_vertices) {
            (Some(1), _) => formatter.write_str(", one instance")?,
            (Some(instances), _) => write!(formatter, ", {instances} instances")?,
            (None, Some(_)) => formatter.write_str(", several instances")?,
            (None, None) => {}
        }
        match self.rate {
            Some(InputRate::Instance { divisor }) => write!(formatter, ", divisor {divisor}")?,
            Some(rate) => write!(formatter, ", {rate}")?,
            None => {}
        }
        if self.has_other_table {
            formatter.write_str("; the table of buffers is another draw's")?;
        }
        Ok(())
    }
}

/// The consequence of a wrong word: an example that can be observed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "defmt", derive(defmt::Format))]
#[non_exhaustive]
pub enum Detail {
    /// A division is wrong. This is the smallest id for which it is.
    FirstWrongId {
        /// The linear id, or the instance from V9 on.
        id: u32,
        /// The index of the element that the descriptor reads for it.
        element: u32,
        /// The index of the element that it should read.
        expected: u32,
    },
    /// The right draw to which the expected value belongs.
    NearestDraw(NearestDraw),
    /// The last element that is read reaches past the end of its buffer.
    LastElement {
        /// Its index, the offset start included.
        index: i64,
        /// Its number in the application's array: the first instance included, the offset start only where the
        /// application adds it. A first instance that is not known counts as 0.
        element: i64,
        /// The end of the attribute in it, in bytes from the descriptor's pointer.
        end: i64,
    },
    /// The first element that is read begins before its buffer.
    FirstElement {
        /// Its index, the offset start included.
        index: i64,
        /// Its number in the application's array, as in [`LastElement`](Self::LastElement).
        element: i64,
        /// The start of the attribute in it, in bytes from the descriptor's pointer. It is below 0.
        begin: i64,
    },
}

/// The location of a descriptor, and the attribute that names it.
#[derive(Clone, Copy)]
pub(super) struct Location<'a> {
    pub(super) table: Table,
    pub(super) attribute: Option<usize>,
    /// The position of the descriptor's first word.
    pub(super) start: usize,
    /// The descriptor's words.
    pub(super) words: &'a [u32],
}

impl<'a> Location<'a> {
    /// The words of the draw itself in one of its parts: they begin at word 0, and no attribute names them.
    pub(super) const fn of_draw(table: Table, words: &'a [u32]) -> Self {
        Self {
            table,
            attribute: None,
            start: 0,
            words,
        }
    }

    /// The finding for a field.
    pub(super) fn field(self, rule: Rule, field: Field, expected: Expected) -> Finding {
        Finding {
            field: Some(field),
            // Words that are cut or absent are 0.
            found: field.get(self.words).unwrap_or_default(),
            ..self.word(rule, field.word(), expected)
        }
    }

    /// The finding for a word.
    pub(super) fn word(self, rule: Rule, word: usize, expected: Expected) -> Finding {
        Finding {
            rule,
            severity: rule.severity(),
            table: self.table,
            word: self.start + word,
            attribute: self.attribute,
            field: None,
            found: self.words.get(word).copied().unwrap_or_default().into(),
            expected,
            detail: None,
            alternative: 0,
        }
    }

    /// The finding for words that are not a descriptor.
    pub(super) fn undecodable(self, rule: Rule, error: DecodeError) -> Finding {
        Finding {
            found: error.found.into(),
            ..self.word(rule, error.word, Expected::Descriptor(error.kind))
        }
    }
}

impl Finding {
    /// The name of the number that `found` is, if that is decoded from the words of an `Invocation`: `instances`.
    ///
    /// ```
    /// use mali_instancing::Arch;
    /// use mali_instancing::check::{DrawState, check};
    ///
    /// // 100 instances of a draw whose tables and whose instance size are for one.
    /// let state = DrawState {
    ///     draw: Some([0, 0]),
    ///     invocation: Some([0x31c5, 0x21c0_0000]),
    ///     ..DrawState::new(Arch::V5, &[0x1000_0001, 0, 20, 1400], &[0x2dc0_4200, 0])
    /// };
    /// let mut first = None;
    /// check(&state, |finding| first = first.or(Some(finding)));
    /// let finding = first.unwrap();
    /// assert_eq!((finding.count(), finding.found), (Some("instances"), 100));
    /// ```
    #[must_use]
    pub const fn count(&self) -> Option<&'static str> {
        if !matches!(self.table, Table::Invocation) {
            return None;
        }
        match (self.rule, self.expected) {
            (_, Expected::Descriptor(_)) => None,
            // The nearest draw has word 0 for the vertices, word 1 for the instances.
            (Rule::NearestDraw, _) if self.word == 0 => Some("vertices"),
            (Rule::NearestDraw | Rule::ThreadCount | Rule::SingleInstance, _) => Some("instances"),
            // Two words of 0 are unpatched, too: they expect `Other`, and are no count.
            (Rule::BaseVertex | Rule::UnreachedVertices, _)
            | (Rule::Unpatched, Expected::AtLeast(_)) => Some("vertices"),
            _ => None,
        }
    }

    /// Whether the finding is about one attribute, and not about the buffer that several read.
    pub(super) const fn is_of_an_attribute(&self) -> bool {
        // Attributes of one buffer have different offsets, so that each may be out of bounds by itself.
        matches!(self.table, Table::Attributes) || matches!(self.rule, Rule::OutOfBounds)
    }
}

/// Writes the rule, the location, the value and the expected value:
/// `nearest-draw: buffers, word 1, divisor R: 0x3 should be 0x5`.
impl fmt::Display for Finding {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self {
            rule,
            table,
            word,
            found,
            ..
        } = self;
        if let Expected::Descriptor(kind) = self.expected {
            let error = DecodeError {
                word: *word,
                // `Location::undecodable` extended it from 32 bits.
                found: *found as u32,
                kind,
            };
            return write!(formatter, "{rule}: {table}, {error}");
        }
        if let Some(count) = self.count() {
            write!(formatter, "{rule}: {table}, {count}: {found}")?;
            return match self.expected {
                Expected::Value(value) => write!(formatter, " should be {value}"),
                Expected::AtLeast(value) => write!(formatter, " should be at least {value}"),
                Expected::AtMost(value) => write!(formatter, " should be at most {value}"),
                Expected::Other | Expected::Descriptor(_) => Ok(()),
            };
        }
        write!(formatter, "{rule}: {table}, word {word}")?;
        if let Some(field) = self.field {
            write!(formatter, ", {}", field.name)?;
        }
        let field = self.field;
        let shown = |value| Shown { field, value };
        write!(formatter, ": {}", shown(*found))?;
        match self.expected {
            Expected::Value(value) => write!(formatter, " should be {}", shown(value)),
            Expected::AtLeast(value) => write!(formatter, " should be at least {}", shown(value)),
            Expected::AtMost(value) => write!(formatter, " should be at most {}", shown(value)),
            Expected::Other | Expected::Descriptor(_) => Ok(()),
        }
    }
}

/// A field's value, in hexadecimal. A padded count is the count, not the bits that it has in the field.
struct Shown {
    field: Option<Field>,
    value: u64,
}

impl fmt::Display for Shown {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        let is_count = matches!(self.field, Some(field) if field.kind == FieldKind::PaddedCount);
        let bits = u8::try_from(self.value).ok().filter(|_| is_count);
        match bits.and_then(PaddedCount::from_bits) {
            Some(count) => count.fmt(formatter),
            None => write!(formatter, "{:#x}", self.value),
        }
    }
}
