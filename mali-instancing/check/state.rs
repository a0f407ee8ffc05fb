use super::finding::{Expected, Location, Table};
use super::reporter::Reporter;
use super::rule::Rule;
use crate::arch::Arch;
use crate::descriptor::{DecodeError, DecodeErrorKind, ValhallAttribute};
use crate::draw::IndexBounds;
use crate::fetch::InputRate;

/// The words of one draw, and anything else that is known of it.
///
/// Only the tables are required. A rule that needs an absent value is reported as not checked, see
/// [`check`](super::check()).
///
/// ```
/// use mali_instancing::Arch;
/// use mali_instancing::check::DrawState;
///
/// let buffers = [0x1000_0003, 0x8300_0000, 20, 1400, 0, 0, 0, 0, 0, 0, 0, 0];
/// let attributes = [0x2dc0_4200, 0];
/// let state = DrawState {
///     draw: Some([0x0083_0000, 0]),
///     ..DrawState::new(Arch::V7, &buffers, &attributes)
/// };
/// assert_eq!(state.invocation, None);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct DrawState<'a> {
    /// The GPU's architecture.
    pub arch: Arch,
    /// The table of buffers. It begins with the descriptor that buffer index 0 names. On V6 and V7
    /// its last descriptor is the null terminator.
    pub buffers: &'a [u32],
    /// The table of attributes.
    pub attributes: &'a [u32],
    /// Words 0 and 1 of the `Draw` descriptor. V4 to V7 only.
    pub draw: Option<[u32; 2]>,
    /// The `Invocation` descriptor. V4 to V7 only.
    pub invocation: Option<[u32; 2]>,
    /// Words 1 and 3 of the `Primitive` descriptor: genxml's "base vertex offset", and "index count" less
    /// one. V4 to V7 only.
    pub primitive: Option<[u32; 2]>,
    /// Words 0 and 1 of the `Draw` descriptor of the tiler job or, of an indexed vertex job, of its fragment stage. V4
    /// to V7 only.
    pub tiler_draw: Option<[u32; 2]>,
    /// The `Invocation` descriptor of the tiler job. V4 to V7 only, where the tiler has a job of its own.
    pub tiler_invocation: Option<[u32; 2]>,
    /// Whether the draw has indices. V4 to V7 only: later, [`Counts::vertices`] is `None` for such a draw.
    pub is_indexed: Option<bool>,
    /// The draw's counts. From V9 on, where no descriptor has them.
    pub counts: Option<Counts>,
    /// The number of the resource table that `buffers` are. From V9 on.
    pub table: Option<u32>,
    /// The attributes that the shader reads: bit i for attribute i. `None` for all of them.
    pub read_attributes: Option<u64>,
    /// The rate of each attribute, by its number. The rates of attributes that have `None`, and of attributes after the
    /// last, are not known.
    pub rates: &'a [Option<InputRate>],
    /// The first instance, which is included in the offsets of the attributes.
    pub first_instance: Option<u32>,
    /// Whether every buffer is known to begin with its element 0, not with the first element that the draw reads or
    /// with one between. Then an offset that does not include the first instance is an error.
    pub has_whole_buffers: bool,
    /// The base vertex of an indexed draw. V4 to V7 only: later, [`Counts::first_vertex`] has it.
    pub base_vertex: Option<i32>,
    /// The smallest and the largest index of an indexed draw.
    pub index_bounds: Option<IndexBounds>,
}

/// The counts of a draw on V9 and later. They are the arguments of the draw, in registers or in descriptors that
/// are not vertex input.
///
/// ```
/// use mali_instancing::check::Counts;
///
/// let cubes = Counts { vertices: Some(36), instances: 100, first_vertex: 0 };
/// assert_eq!(cubes.instances, 100);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "defmt", derive(defmt::Format))]
pub struct Counts {
    /// The number of vertices; `None` for an indexed draw, whose vertices follow from
    /// [`DrawState::index_bounds`].
    pub vertices: Option<u32>,
    /// The number of instances.
    pub instances: u32,
    /// The number that is added to each vertex's: GL's `first`, up to 2^32 − 1, or the base vertex of an indexed
    /// draw, from −2^31 on.
    pub first_vertex: i64,
}

impl<'a> DrawState<'a> {
    /// The two tables of a draw about which nothing else is known.
    ///
    /// ```
    /// use mali_instancing::Arch;
    /// use mali_instancing::check::DrawState;
    ///
    /// let state = DrawState::new(Arch::V9, &[], &[]);
    /// assert_eq!(state.counts, None);
    /// ```
    #[must_use]
    pub const fn new(arch: Arch, buffers: &'a [u32], attributes: &'a [u32]) -> Self {
        Self {
            arch,
            buffers,
            attributes,
            draw: None,
            invocation: None,
            primitive: None,
            tiler_draw: None,
            tiler_invocation: None,
            is_indexed: None,
            counts: None,
            table: None,
            read_attributes: None,
            rates: &[],
            first_instance: None,
            has_whole_buffers: false,
            base_vertex: None,
            index_bounds: None,
        }
    }
}

/// An attribute that the shader reads.
#[derive(Clone, Copy)]
pub(super) struct ReadAttribute<'a> {
    pub(super) number: usize,
    pub(super) words: &'a [u32],
    pub(super) rate: Option<InputRate>,
}

impl<'a> DrawState<'a> {
    /// Whether there are no attributes, and nothing shows that the draw has none: descriptors that someone has pasted.
    pub(super) const fn is_only_words(&self) -> bool {
        self.attributes.is_empty()
            && self.draw.is_none()
            && self.invocation.is_none()
            && self.counts.is_none()
    }

    /// The attributes that the shader reads and that exist: a descriptor of zeros is not an attribute.
    pub(super) fn read_attributes(self) -> impl Iterator<Item = ReadAttribute<'a>> {
        // Numbers are counted before absent attributes are left out: they are places in the table. Words after the last
        // whole descriptor are left to `check_whole`.
        let words = self.attributes.chunks_exact(self.arch.attribute_words());
        let attributes = words.enumerate().filter_map(move |(number, words)| {
            let rate = self.rates.get(number).copied().flatten();
            self.reads(number).then_some(ReadAttribute {
                number,
                words,
                rate,
            })
        });
        attributes.filter(move |read| !self.is_unused(read.words))
    }

    /// Whether words are those that a driver writes for an absent attribute: zeros or, from V10 on in Mesa's newer
    /// Vulkan driver, a descriptor that has a table and a format, and no type.
    fn is_unused(&self, words: &[u32]) -> bool {
        // That descriptor is `0x31c00005 17 0 0 0 0 0 0`: the descriptor type 5, a format and table 17.
        const FORMAT: u32 = u32::MAX << 10;
        let is_zero = |words: &[u32]| words.iter().all(|word| *word == 0);
        match words {
            [first, table, rest @ ..] if self.arch >= Arch::V10 => {
                // The table has bits 0 to 5 of word 1. R, E and the frequency are above them, and are 0.
                let has_type = *first & !FORMAT != ValhallAttribute::ATTRIBUTE;
                is_zero(words) || !has_type && *table < 1 << 6 && is_zero(rest)
            }
            _ => is_zero(words),
        }
    }

    /// The number of words from one descriptor number of the table of buffers to the next.
    const fn buffer_words(&self) -> usize {
        if self.arch.has_attribute_buffers() {
            4
        } else {
            8
        }
    }

    /// The buffer indices that an attribute may have, if `index` is after the last whole descriptor. `None` if the
    /// table is cut within the descriptor of that index, which is reported for the table.
    pub(super) fn expected_buffer_index(&self, index: u32) -> Option<Expected> {
        let length = self.buffer_words();
        let descriptors = self.buffers.len() / length;
        if index as usize == descriptors && self.buffers.len() % length != 0 {
            return None;
        }
        Some(match descriptors.checked_sub(1) {
            Some(last) => Expected::AtMost(last as u64),
            None => Expected::Other,
        })
    }

    /// Whether the shader may read an attribute.
    fn reads(&self, number: usize) -> bool {
        match self.read_attributes {
            Some(mask) => {
                // The mask says nothing of attributes above 63, which count as not read.
                u32::try_from(number).is_ok_and(|bit| mask.checked_shr(bit).unwrap_or(0) & 1 != 0)
            }
            None => true,
        }
    }
}

impl<'a> ReadAttribute<'a> {
    pub(super) fn location(self, arch: Arch) -> Location<'a> {
        Location {
            table: Table::Attributes,
            attribute: Some(self.number),
            start: self.number * arch.attribute_words(),
            words: self.words,
        }
    }
}

/// Checks whether what the shader reads is there.
pub(super) fn check_missing(state: &DrawState<'_>, reporter: &mut Reporter<'_>) {
    let Some(mask) = state.read_attributes else {
        reporter.not_checked(Rule::MissingAttribute);
        return;
    };
    let length = state.arch.attribute_words();
    // A table that is cut is reported as cut.
    let cut = state.attributes.len().div_ceil(length);
    let whole = state.attributes.len() / length;
    for number in (0..u64::BITS as usize).filter(|number| mask >> number & 1 != 0) {
        let words = state.attributes.get(number * length..).unwrap_or_default();
        // After the end of the table the words are empty, and so unused.
        let words = words.get(..length).unwrap_or_default();
        let is_cut = (whole..cut).contains(&number);
        if !is_cut && state.is_unused(words) {
            let location = Location {
                table: Table::Attributes,
                attribute: Some(number),
                start: number * length,
                words,
            };
            reporter.found(location.word(Rule::MissingAttribute, 0, Expected::Other));
        }
    }
}

/// Checks whether the tables end where a descriptor does.
pub(super) fn check_whole(state: &DrawState<'_>, reporter: &mut Reporter<'_>) {
    let tables = [
        (Table::Buffers, state.buffers, state.buffer_words()),
        (
            Table::Attributes,
            state.attributes,
            state.arch.attribute_words(),
        ),
    ];
    for (table, words, length) in tables {
        let rest = words.len() % length;
        if rest == 0 {
            continue;
        }
        let start = words.len() - rest;
        let attribute = (table == Table::Attributes).then_some(start / length);
        let location = Location {
            table,
            attribute,
            start,
            words: &words[start..],
        };
        // The error is at the end of the table, where the first missing word would be.
        let kind = DecodeErrorKind::Truncated {
            missing: length - rest,
        };
        let error = DecodeError::new(&[], rest, kind);
        reporter.found(location.undecodable(Rule::Descriptor, error));
    }
}
