//! The check that the descriptors of a draw belong together.

use core::ffi::c_char;

use mali_instancing::InputRate;
use mali_instancing::check::{
    Counts, Detail, DrawState, Expected, Finding, Rule, Severity, Table, check,
};
use mali_instancing::draw::IndexBounds;

use crate::abi::arguments::arguments;
use crate::abi::failure::Failure;
use crate::abi::growth::{Growing, growing};
use crate::abi::list::List;
use crate::abi::status::{MALI_INST_NO_ELEMENT, mali_inst_error, mali_inst_status};
use crate::abi::text;
use crate::abi::values::values;
use crate::draws::vertex_input::MALI_INST_MAX_ATTRIBUTES;
use crate::enums::{self, mali_inst_arch, mali_inst_rate};

/// A rule for a draw's words: one of `MALI_INST_RULE_*`. `mali_inst_rule_text` explains it. The numbers of rules of
/// older versions are not used again.
pub type mali_inst_rule = u32;

/// The number of a rule that the header does not name.
const UNKNOWN_RULE: mali_inst_rule = u32::MAX;

values! {
    mali_inst_rule written for Rule by rule_number, otherwise UNKNOWN_RULE;
    /// Words are a descriptor that the architecture has, and a table ends at the end of a descriptor.
    MALI_INST_RULE_DESCRIPTOR = 0 => Descriptor;
    /// An attribute names a descriptor of the table of buffers.
    MALI_INST_RULE_BUFFER_INDEX = 1 => BufferIndex;
    /// An attribute names the table that holds the buffers.
    MALI_INST_RULE_RESOURCE_TABLE = 5 => ResourceTable;
    /// Every attribute that the shader reads has a descriptor.
    MALI_INST_RULE_MISSING_ATTRIBUTE = 6 => MissingAttribute;
    /// A buffer's descriptor holds an address that is aligned to 64 bytes.
    MALI_INST_RULE_ALIGNMENT = 9 => Alignment;
    /// Addresses, counts and sizes have their values: none is 0 or 1 if the other descriptors show a larger value.
    MALI_INST_RULE_UNPATCHED = 10 => Unpatched;
    /// The threads of all instances have linear ids of 32 bits.
    MALI_INST_RULE_THREAD_COUNT = 13 => ThreadCount;
    /// The offset start is the one that was subtracted from the offsets of attributes per instance.
    MALI_INST_RULE_STALE_OFFSET_START = 14 => StaleOffsetStart;
    /// The tiler job has the instance size, the offset start and the invocation of the vertex job.
    MALI_INST_RULE_TILER_JOB = 15 => TilerJob;
    /// A draw without indices counts as many indices as it has vertices.
    MALI_INST_RULE_INDEX_COUNT = 16 => IndexCount;
    /// The offset start is added to attributes per vertex, and to attributes whose offset has it subtracted.
    MALI_INST_RULE_OFFSET_ENABLE = 21 => OffsetEnable;
    /// The architecture can fetch the attribute's format.
    MALI_INST_RULE_FORMAT = 23 => Format;
    /// The base vertex offset leads from every index to a thread, and the offset start from there to its vertex.
    MALI_INST_RULE_BASE_VERTEX = 24 => BaseVertex;
    /// Every element that a thread reads is within its buffer.
    MALI_INST_RULE_OUT_OF_BOUNDS = 25 => OutOfBounds;
    /// An offset below 0 has its sign in all its 32 bits.
    MALI_INST_RULE_OFFSET_SIGN = 26 => OffsetSign;
    /// An offset includes the first instance if the buffer's base does not.
    MALI_INST_RULE_MISSING_FIRST_INSTANCE = 27 => MissingFirstInstance;
    /// The first instance that an offset includes is not divided by the divisor.
    MALI_INST_RULE_DIVIDED_FIRST_INSTANCE = 28 => DividedFirstInstance;
    /// Elements are aligned to their components, packed ones to their size; a note on V4 and V5 where nothing is
    /// converted.
    MALI_INST_RULE_ELEMENT_ALIGNMENT = 29 => ElementAlignment;
    /// The table of buffers ends with a null terminator, an empty descriptor, on V6 and V7.
    MALI_INST_RULE_NULL_TERMINATOR = 30 => NullTerminator;
    /// A buffer that is read is not empty: an application may bind an empty one, a driver may forget the size.
    MALI_INST_RULE_EMPTY_BUFFER = 31 => EmptyBuffer;
    /// The offset start is subtracted from the offset of an attribute per instance; drivers disagree.
    MALI_INST_RULE_OFFSET_START = 32 => OffsetStart;
    /// No vertex is below 0: GL does not define what such a vertex reads.
    MALI_INST_RULE_NEGATIVE_VERTEX = 33 => NegativeVertex;
    /// An offset includes the stride once for each instance before the first.
    MALI_INST_RULE_FIRST_INSTANCE = 34 => FirstInstance;
    /// The stride is 0, or at least the size of the format: elements do not overlap.
    MALI_INST_RULE_OVERLAP = 35 => Overlap;
    /// The instance size is the number of vertices, padded by a known rule.
    MALI_INST_RULE_PADDING = 36 => Padding;
    /// A division by a power of two has the mode for it, which needs no multiplier.
    MALI_INST_RULE_POT_MODE = 39 => PotMode;
    /// A draw of one instance has descriptors for one; descriptors for several read the same elements.
    MALI_INST_RULE_SINGLE_INSTANCE = 40 => SingleInstance;
    /// An indexed draw has no more vertices than its indices can reach: each reaches one.
    MALI_INST_RULE_UNREACHED_VERTICES = 41 => UnreachedVertices;
    /// The words are those of one right draw; a note if no thread reads another element than in the nearest one.
    MALI_INST_RULE_NEAREST_DRAW = 42 => NearestDraw;
    /// A buffer of V9 and later ends within the 48 bits of an address.
    MALI_INST_RULE_ADDRESS_RANGE = 43 => AddressRange;
}

/// The rate of an attribute, as far as it is known.
#[repr(C)]
#[derive(Clone, Copy)]
pub struct mali_inst_known_rate {
    /// Not 0 if the rate is known. If it is 0, the other fields are not used.
    pub known: u32,
    /// The rate at which elements follow each other.
    pub rate: mali_inst_rate,
    /// With `MALI_INST_RATE_INSTANCE`, the number of instances that share an element.
    pub divisor: u32,
    /// Zeros, for fields of later versions.
    pub reserved: [u32; 1],
}

/// The words of one draw, and other values that are known of it. Only `arch` and the tables are required. A pointer is
/// null if its value is not known.
#[repr(C)]
pub struct mali_inst_draw_state {
    /// The table of buffers, which begins with the descriptor that buffer index 0 names.
    pub buffers: *const u32,
    /// The number of these words.
    pub buffer_words: usize,
    /// The table of attributes.
    pub attributes: *const u32,
    /// The number of these words.
    pub attribute_words: usize,
    /// Two words, 0 and 1 of the `Draw`. V4 to V7 only.
    pub draw: *const u32,
    /// The two words of the `Invocation`. V4 to V7 only.
    pub invocation: *const u32,
    /// Two words, 1 and 3 of the `Primitive`. V4 to V7 only.
    pub primitive: *const u32,
    /// Two words, 0 and 1 of the `Draw` that the tiler reads. V4 to V7 only.
    pub tiler_draw: *const u32,
    /// The two words of the tiler job's `Invocation`. V4 to V7 only.
    pub tiler_invocation: *const u32,
    /// Not 0 for an indexed draw. V4 to V7 only.
    pub indexed: *const u32,
    /// The counts of the draw, from V9 on.
    pub counts: *const mali_inst_draw_counts,
    /// The number of the resource table with `buffers`, from V9 on.
    pub resource_table: *const u32,
    /// The attributes that the shader reads: bit i for attribute i.
    pub read_attributes: *const u64,
    /// The rates of the first attributes.
    pub rates: *const mali_inst_known_rate,
    /// The number of these rates.
    pub rate_count: usize,
    /// The first instance.
    pub first_instance: *const u32,
    /// The base vertex of an indexed draw. V4 to V7 only.
    pub base_vertex: *const i32,
    /// The smallest and the largest index of an indexed draw: two numbers.
    pub index_bounds: *const u32,
    /// The GPU's architecture.
    pub arch: mali_inst_arch,
    /// Not 0 if every buffer is known to begin with its element 0: then an offset that does not include the first
    /// instance is an error.
    pub whole_buffers: u32,
    /// Zeros, for fields of later versions.
    pub reserved: [u64; 4],
}

growing! {
    mali_inst_draw_state: a b c d;
    mali_inst_draw_counts: a b c;
    mali_inst_known_rate: a;
}

/// The counts of a draw on V9 and later: Rust's `check::Counts`.
#[repr(C)]
#[derive(Clone, Copy)]
pub struct mali_inst_draw_counts {
    /// The number that is added to each vertex's: GL's `first`, or the base vertex of an indexed draw.
    pub first_vertex: i64,
    /// Not 0 for an indexed draw: `vertices` is not used then.
    pub indexed: u32,
    /// The number of vertices.
    pub vertices: u32,
    /// The number of instances.
    pub instances: u32,
    /// Zeros, for fields of later versions.
    pub reserved: [u32; 3],
}

/// The words that a finding is about: one of `MALI_INST_TABLE_*`.
pub type mali_inst_table = u32;

values! {
    mali_inst_table written for Table by table_number, otherwise MALI_INST_TABLE_OTHER;
    /// The table of buffers.
    MALI_INST_TABLE_BUFFERS = 0 => Buffers;
    /// The table of attributes.
    MALI_INST_TABLE_ATTRIBUTES = 1 => Attributes;
    /// The `Draw`.
    MALI_INST_TABLE_DRAW = 2 => Draw;
    /// The `Invocation`.
    MALI_INST_TABLE_INVOCATION = 3 => Invocation;
    /// The `Primitive`.
    MALI_INST_TABLE_PRIMITIVE = 4 => Primitive;
    /// The `Draw` that the tiler reads.
    MALI_INST_TABLE_TILER_DRAW = 5 => TilerDraw;
    /// The `Invocation` of the tiler job.
    MALI_INST_TABLE_TILER_INVOCATION = 6 => TilerInvocation;
    /// Another one.
    MALI_INST_TABLE_OTHER = 255;
}

/// The relation of the expected value to `expected`: one of `MALI_INST_EXPECTED_*`.
pub type mali_inst_expectation = u32;

/// Another value than `found`, which is not known, or is in the text.
pub const MALI_INST_EXPECTED_OTHER: mali_inst_expectation = 0;
/// The value in `expected`.
pub const MALI_INST_EXPECTED_VALUE: mali_inst_expectation = 1;
/// The value in `expected` or a larger one.
pub const MALI_INST_EXPECTED_AT_LEAST: mali_inst_expectation = 2;
/// The value in `expected` or a smaller one.
pub const MALI_INST_EXPECTED_AT_MOST: mali_inst_expectation = 3;

/// The effect of a wrong word: one of `MALI_INST_DETAIL_*`, which is the meaning of `detail` of a finding.
pub type mali_inst_detail_kind = u32;

/// No effect is known.
pub const MALI_INST_DETAIL_NONE: mali_inst_detail_kind = 0;
/// A division is wrong. The numbers are the smallest id for which it is, the element that the descriptor reads for
/// that id, and the element that it should read.
pub const MALI_INST_DETAIL_FIRST_WRONG_ID: mali_inst_detail_kind = 1;
/// An element reaches past the end of its buffer: its index, its end in bytes, and its number in the application's
/// array, which includes the first instance.
pub const MALI_INST_DETAIL_LAST_ELEMENT: mali_inst_detail_kind = 3;
/// An element begins before its buffer: its index, its offset in bytes, and its number in the application's array.
pub const MALI_INST_DETAIL_FIRST_ELEMENT: mali_inst_detail_kind = 4;
/// The right draw to which the expected value belongs: its padded vertex count, 0 for one instance and from V9 on;
/// the rate of the buffer, -1 per vertex, 0 for one element, the divisor, or -2 if the finding is about no buffer; and
/// 1 if a thread of the draw reads another element, 0 if none does.
pub const MALI_INST_DETAIL_NEAREST_DRAW: mali_inst_detail_kind = 5;
/// Another one.
pub const MALI_INST_DETAIL_OTHER: mali_inst_detail_kind = 255;

/// The size of the text of a finding in bytes, with its 0.
pub const MALI_INST_FINDING_TEXT_SIZE: usize = 256;

/// A finding: the rule that is broken, and the wrong word.
#[repr(C)]
pub struct mali_inst_finding {
    /// The wrong value.
    pub found: u64,
    /// The value that should be there, see `expectation`.
    pub expected: u64,
    /// An example of the effect, see `detail_kind`.
    pub detail: [i64; 3],
    /// The position of the wrong word, in the words of `table`.
    pub word: usize,
    /// The rule.
    pub rule: mali_inst_rule,
    /// 1 for an error, 0 for a note.
    pub is_error: u32,
    /// The words that it is about.
    pub table: mali_inst_table,
    /// The attribute that names the descriptor, or `MALI_INST_NO_ELEMENT`.
    pub attribute: u32,
    /// The meaning of `expected`.
    pub expectation: mali_inst_expectation,
    /// The meaning of `detail`.
    pub detail_kind: mali_inst_detail_kind,
    /// The number of the right draw that the finding is about, if several are as near to the words: these become
    /// that draw's if the expected values of all findings with its number are written. 0 for the nearest.
    pub alternative: u32,
    /// Zero, for fields of later versions.
    pub reserved: u32,
    /// The finding in a sentence. It ends with a 0.
    pub text: [c_char; MALI_INST_FINDING_TEXT_SIZE],
}

impl mali_inst_finding {
    fn new(finding: &Finding) -> Self {
        let (expectation, expected) = match finding.expected {
            Expected::Value(value) => (MALI_INST_EXPECTED_VALUE, value),
            Expected::AtLeast(value) => (MALI_INST_EXPECTED_AT_LEAST, value),
            Expected::AtMost(value) => (MALI_INST_EXPECTED_AT_MOST, value),
            _ => (MALI_INST_EXPECTED_OTHER, 0),
        };
        let (detail_kind, detail) = detail(finding.detail);
        Self {
            found: finding.found,
            expected,
            detail,
            word: finding.word,
            rule: rule_number(&finding.rule),
            is_error: (finding.severity == Severity::Error).into(),
            table: table_number(&finding.table),
            attribute: finding
                .attribute
                .and_then(|attribute| u32::try_from(attribute).ok())
                .unwrap_or(MALI_INST_NO_ELEMENT),
            expectation,
            detail_kind,
            alternative: finding.alternative,
            reserved: 0,
            text: text::array(finding),
        }
    }
}

fn detail(detail: Option<Detail>) -> (mali_inst_detail_kind, [i64; 3]) {
    match detail {
        None => (MALI_INST_DETAIL_NONE, [0; 3]),
        Some(Detail::FirstWrongId {
            id,
            element,
            expected,
        }) => {
            let numbers = [id.into(), element.into(), expected.into()];
            (MALI_INST_DETAIL_FIRST_WRONG_ID, numbers)
        }
        Some(Detail::NearestDraw(draw)) => {
            let padded = draw.padded_vertices.map_or(0, |padded| padded.get().into());
            let rate = match draw.rate {
                Some(InputRate::Vertex) => -1,
                Some(InputRate::Constant) => 0,
                Some(InputRate::Instance { divisor }) => divisor.get().into(),
                None => -2,
            };
            (
                MALI_INST_DETAIL_NEAREST_DRAW,
                [padded, rate, draw.is_read.into()],
            )
        }
        Some(Detail::LastElement {
            index,
            element,
            end,
        }) => (MALI_INST_DETAIL_LAST_ELEMENT, [index, end, element]),
        Some(Detail::FirstElement {
            index,
            element,
            begin,
        }) => (MALI_INST_DETAIL_FIRST_ELEMENT, [index, begin, element]),
        Some(_) => (MALI_INST_DETAIL_OTHER, [0; 3]),
    }
}

/// Checks the words of a draw, and returns the number of findings in `found`, which can be more than `capacity`. At
/// most `capacity` of them are written, the likelier causes first. `findings` may be null if `capacity` is 0.
///
/// `unchecked` gets a bit, `UINT64_C(1)` << `MALI_INST_RULE_*`, for each rule that needs a value that is not known.
///
/// # Errors
///
/// `MALI_INST_ERROR_ZERO_DIVISOR` and `MALI_INST_ERROR_TOO_MANY` of the rates.
///
/// # Safety
///
/// `state` and all that it points to may be read. `capacity` findings may be written, and `found`, `unchecked` and
/// `error`. `unchecked` and `error` may be null.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn mali_inst_check(
    state: *const mali_inst_draw_state,
    findings: *mut mali_inst_finding,
    capacity: usize,
    found: *mut usize,
    unchecked: *mut u64,
    error: *mut mali_inst_error,
) -> mali_inst_status {
    arguments!(unsafe { state, findings[capacity], found, unchecked, error });
    error.status_of(|| {
        let given = state.structure()?;
        let arch = enums::arch(given.arch)?;
        arguments!(unsafe in given {
            buffers[given.buffer_words], attributes[given.attribute_words], draw[2], invocation[2],
            primitive[2], tiler_draw[2], tiler_invocation[2], indexed, counts, resource_table,
            read_attributes, rates[given.rate_count], first_instance, base_vertex, index_bounds[2]
        });
        let (buffers, attributes) = (buffers.slice()?, attributes.slice()?);
        let mut converted: List<_, MALI_INST_MAX_ATTRIBUTES> = List::new();
        let rates = converted.fill(rates.slice()?, "rates", |number, rate| {
            rate.check("rates", Some(number))?;
            match rate.known {
                0 => Ok(None),
                _ => enums::rate(rate.rate, rate.divisor, number).map(Some),
            }
        })?;
        let counts = match counts.if_any() {
            None => None,
            Some(counts) => Some(counts.structure()?),
        };
        let bounds = index_bounds.known_array()?;
        let state = DrawState {
            draw: draw.known_array()?,
            invocation: invocation.known_array()?,
            primitive: primitive.known_array()?,
            tiler_draw: tiler_draw.known_array()?,
            tiler_invocation: tiler_invocation.known_array()?,
            is_indexed: indexed.known()?.map(|indexed| indexed != 0),
            counts: counts.map(|counts| Counts {
                vertices: (counts.indexed == 0).then_some(counts.vertices),
                instances: counts.instances,
                first_vertex: counts.first_vertex,
            }),
            table: resource_table.known()?,
            read_attributes: read_attributes.known()?,
            rates,
            first_instance: first_instance.known()?,
            has_whole_buffers: given.whole_buffers != 0,
            base_vertex: base_vertex.known()?,
            index_bounds: bounds.map(|[minimum, maximum]| IndexBounds { minimum, maximum }),
            ..DrawState::new(arch, buffers, attributes)
        };
        let mut list = findings.list(found)?;
        let not_checked = check(&state, |finding| {
            list.push(|| mali_inst_finding::new(&finding));
        });
        if let Some(unchecked) = unchecked.if_any() {
            let rules = not_checked.iter();
            // A rule without a number here has no bit, because `UNKNOWN_RULE` is too large a shift.
            let bits = rules.filter_map(|rule| 1_u64.checked_shl(rule_number(&rule)));
            unchecked.write(bits.fold(0, |bits, bit| bits | bit))?;
        }
        Ok(())
    })
}

/// Writes the text of a rule: its name and a sentence, which ends with a 0 and is cut off after `size` bytes.
///
/// # Errors
///
/// `MALI_INST_ERROR_VALUE` for an unknown rule.
///
/// # Safety
///
/// `size` bytes may be written at `text`, and `error`. `error` may be null.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn mali_inst_rule_text(
    rule: mali_inst_rule,
    text: *mut c_char,
    size: usize,
    error: *mut mali_inst_error,
) -> mali_inst_status {
    arguments!(unsafe { text[size], error });
    error.status_of(|| {
        let mut rules = Rule::ALL.iter();
        let is_that = |known: &&Rule| rule != UNKNOWN_RULE && rule_number(known) == rule;
        let Some(rule) = rules.find(is_that) else {
            return Err(Failure::value("rule", None, rule, "MALI_INST_RULE_*"));
        };
        let place = text.zeros()?;
        text::write(
            place,
            format_args!("{}: {}", rule.name(), rule.description()),
        );
        Ok(())
    })
}
