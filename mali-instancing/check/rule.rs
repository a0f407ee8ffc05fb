use core::fmt;

use crate::names::names;

/// The severity of a finding.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[cfg_attr(feature = "defmt", derive(defmt::Format))]
pub enum Severity {
    /// The draw is not known to read anything wrong.
    Note,
    /// A thread does not read what the API defines, or the descriptors contradict each other, see
    /// [`Rule::is_contradiction`].
    Error,
}

impl Severity {
    /// An error if `is_error`, and a note otherwise.
    pub(super) const fn error_if(is_error: bool) -> Self {
        if is_error { Self::Error } else { Self::Note }
    }
}

names! {
    impl Severity {
        /// Both, the lesser first.
        ALL;
        /// The name that the command uses: `error`.
        name;
        /// The severity whose [`Severity::name`] is `name`; `None` if there is none.
        ///
        /// ```
        /// use mali_instancing::check::Severity;
        ///
        /// assert_eq!(Severity::from_name("note"), Some(Severity::Note));
        /// assert_eq!(Severity::from_name("warning"), None);
        /// ```
        from_name;
    }
    Note: "note",
    Error: "error",
}

/// Declares the rules, the likelier cause first.
macro_rules! rules {
    ($($(#[$attribute:meta])* $rule:ident: $severity:ident, $name:literal, $description:literal;)+) => {
        /// A rule for a draw's words, the likelier cause of others first.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
        #[cfg_attr(feature = "defmt", derive(defmt::Format))]
        #[non_exhaustive]
        pub enum Rule {
            $($(#[$attribute])* #[doc = $description] $rule,)+
        }

        names! {
            impl Rule {
                /// Every rule, in the order of their findings.
                ALL;
                /// The name that the command uses: `nearest-draw`.
                name;
                /// The rule whose [`Rule::name`] is `name`; `None` if there is none.
                ///
                /// ```
                /// use mali_instancing::check::Rule;
                ///
                /// assert_eq!(Rule::from_name("padding"), Some(Rule::Padding));
                /// assert_eq!(Rule::from_name("Padding"), None);
                /// ```
                from_name;
            }
            $($rule: $name,)+
        }

        impl Rule {
            /// The rule in a sentence.
            #[must_use]
            pub const fn description(self) -> &'static str {
                match self {
                    $(Self::$rule => $description,)+
                }
            }

            /// Whether breaking this rule means that the descriptors contradict each other. Breaking any other rule
            /// means that a thread does not read what the API defines, if the draw has that thread. For
            /// [`Rule::NearestDraw`], [`NearestDraw::is_read`](super::NearestDraw::is_read) tells the two apart.
            ///
            /// ```
            /// use mali_instancing::check::Rule;
            ///
            /// assert!(Rule::TilerJob.is_contradiction() && !Rule::OutOfBounds.is_contradiction());
            /// ```
            #[must_use]
            pub const fn is_contradiction(self) -> bool {
                matches!(
                    self,
                    Self::Descriptor
                        | Self::Unpatched
                        | Self::TilerJob
                        | Self::IndexCount
                )
            }

            /// The severity of a finding of this rule, see [`Finding::severity`](super::Finding::severity).
            #[must_use]
            pub const fn severity(self) -> Severity {
                match self {
                    $(Self::$rule => Severity::$severity,)+
                }
            }
        }
    };
}

// All rules that are errors come before those that are notes.
rules! {
    Descriptor: Error, "descriptor", "Words are a descriptor that the architecture has, and a table ends at the end of a descriptor.";
    NearestDraw: Error, "nearest-draw", "The words are those of one right draw; a note if no thread reads another element than in the nearest one.";
    BufferIndex: Error, "buffer-index", "An attribute names a descriptor of the table of buffers.";
    ResourceTable: Error, "resource-table", "An attribute names the table that holds the buffers.";
    MissingAttribute: Error, "missing-attribute", "Every attribute that the shader reads has a descriptor.";
    Alignment: Error, "alignment", "A buffer's descriptor holds an address that is aligned to 64 bytes.";
    Unpatched: Error, "unpatched", "Addresses, counts and sizes have their values: none is 0 or 1 if the other descriptors show a larger value.";
    ThreadCount: Error, "thread-count", "The threads of all instances have linear ids of 32 bits.";
    StaleOffsetStart: Error, "stale-offset-start", "The offset start is the one that was subtracted from the offsets of attributes per instance; a note if an unknown first instance may be the difference.";
    TilerJob: Error, "tiler-job", "The tiler job has the instance size, the offset start and the invocation of the vertex job.";
    IndexCount: Error, "index-count", "A draw without indices counts as many indices as it has vertices.";
    OffsetEnable: Error, "offset-enable", "The offset start is added to attributes per vertex, and to attributes whose offset has it subtracted.";
    Format: Error, "format", "The architecture can fetch the attribute's format.";
    BaseVertex: Error, "base-vertex", "The base vertex offset leads from every index to a thread, and the offset start from there to its vertex.";
    OutOfBounds: Error, "out-of-bounds", "Every element that a thread reads is within its buffer.";
    OffsetSign: Error, "offset-sign", "An offset below 0 has its sign in all its 32 bits.";
    AddressRange: Error, "address-range", "A buffer of V9 and later ends within the 48 bits of an address.";
    ElementAlignment: Error, "element-alignment", "Elements are aligned to their components, packed ones to their size; a note on V4 and V5 where nothing is converted.";
    NullTerminator: Error, "null-terminator", "The table of buffers ends with a null terminator, an empty descriptor, on V6 and V7.";
    EmptyBuffer: Note, "empty-buffer", "A buffer that is read is not empty: an application may bind an empty one, a driver may forget the size.";
    OffsetStart: Note, "offset-start", "The offset start is subtracted from the offset of an attribute per instance; drivers disagree.";
    NegativeVertex: Note, "negative-vertex", "No vertex is below 0: GL does not define what such a vertex reads.";
    MissingFirstInstance: Note, "missing-first-instance", "An offset includes the first instance if the buffer's base does not; an error where buffers begin with element 0.";
    DividedFirstInstance: Note, "divided-first-instance", "The first instance that an offset includes is not divided by the divisor; an error where buffers begin with element 0.";
    FirstInstance: Note, "first-instance", "An offset includes the stride once for each instance before the first; twice is an error where buffers begin with element 0.";
    Overlap: Note, "overlap", "The stride is 0, or at least the size of the format: elements do not overlap.";
    Padding: Note, "padding", "The instance size is the number of vertices, padded by a known rule.";
    PotMode: Note, "pot-mode", "A division by a power of two has the mode for it, which needs no multiplier.";
    SingleInstance: Note, "single-instance", "A draw of one instance has descriptors for one; descriptors for several read the same elements.";
    UnreachedVertices: Note, "unreached-vertices", "An indexed draw has no more vertices than its indices can reach: each reaches one.";
}

/// A set of rules, such as those that [`check()`](super::check()) could not check.
///
/// ```
/// use mali_instancing::check::{Rule, Rules};
///
/// let rules = Rules::EMPTY.with(Rule::Padding);
/// assert!(rules.contains(Rule::Padding) && !rules.contains(Rule::Format));
/// assert!(rules.iter().eq([Rule::Padding]));
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "defmt", derive(defmt::Format))]
pub struct Rules(u64);

impl Rules {
    /// No rule.
    pub const EMPTY: Self = Self(0);

    /// These rules and another.
    #[must_use]
    pub const fn with(self, rule: Rule) -> Self {
        Self(self.0 | bit(rule))
    }

    /// Whether a rule is in the set.
    #[must_use]
    pub const fn contains(self, rule: Rule) -> bool {
        self.0 & bit(rule) != 0
    }

    /// The rules of the set, in the order of [`Rule::ALL`].
    pub fn iter(self) -> impl Iterator<Item = Rule> {
        let rules = Rule::ALL.iter().copied();
        rules.filter(move |rule| self.contains(*rule))
    }
}

const fn bit(rule: Rule) -> u64 {
    1 << rule as u32
}

const _: () = assert!(Rule::ALL.len() <= u64::BITS as usize, "each rule has a bit");

impl fmt::Debug for Rules {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.debug_set().entries(self.iter()).finish()
    }
}
