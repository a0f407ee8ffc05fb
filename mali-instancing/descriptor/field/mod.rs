//! A field of a descriptor: where its bits are, and what they mean.
//!
//! `descriptor!` makes a constant `Field` of each row of a table. Packers use the `place` of these constants, or `write`,
//! and decoders use `read` and `read_wide`: only shifts and masks are left in the machine code, and no value is
//! checked. `get`, `set`, `is_in` and `display` are for callers that have words from anywhere. They check the length of
//! the words, and `set` checks the value. The meaning of a value, and its text, are in `value`.

mod value;

use core::fmt;

pub use value::{FieldKind, FieldValue};
use value::{FieldText, contains};

/// A field of a hardware descriptor: the position of its bits, and their meaning.
///
/// Each descriptor has a list of its fields: [`Attribute::FIELDS`](super::Attribute::FIELDS) and so on. Names, widths
/// and positions are those of Mesa's genxml, the names in lower case.
///
/// ```
/// use mali_instancing::AttributeBuffer;
///
/// let pointer = &AttributeBuffer::FIELDS[1];
/// assert_eq!((pointer.name, pointer.mask(0), pointer.mask(1)), ("pointer", 0xffff_ffc0, 0x00ff_ffff));
/// assert_eq!(pointer.get(&[0x3456_7881, 0x12, 20, 1400, 0, 0, 0, 0]), Some(0x12_3456_7880));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub struct Field {
    /// Its name.
    pub name: &'static str,
    /// Its lowest bit, counted from bit 0 of the descriptor's word 0.
    pub start: u32,
    /// The number of its bits, 1 to 64. They may continue in the next word.
    pub width: u32,
    /// The factor between its bits and its value: a power of two, 1 except for a pointer.
    pub scale: u64,
    /// The meaning of its value.
    pub kind: FieldKind,
    /// The descriptors that have it: those in which another field has one of these values. `None` if all
    /// descriptors have it.
    pub only: Option<(&'static Field, &'static [FieldValue])>,
    /// The position in the form that packers use.
    pub(super) place: Place,
}

/// The position of a field's bits, computed once: packers are evaluated again for every constant, and each call takes
/// rustc some microseconds.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) struct Place {
    /// The word that has its lowest bit.
    pub(super) word: usize,
    /// The lowest bit in that word.
    pub(super) shift: u32,
    /// All of its bits, counted from bit 0 of that word.
    pub(super) bits: u64,
}

/// The reason why a field cannot be set, see [`Field::set`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum FieldError {
    /// A value that the field cannot hold.
    Value {
        /// The field.
        field: Field,
        /// The value.
        value: u64,
    },
    /// A descriptor with fewer words than the field needs.
    Words {
        /// The field.
        field: Field,
        /// The number of words that were given.
        given: usize,
    },
}

impl Field {
    /// A field of `width` bits. Its lowest bit is bit `bit` of a word: genxml's "start", `word:bit`.
    pub(super) const fn new(
        name: &'static str,
        (word, bit): (u32, u32),
        width: u32,
        kind: FieldKind,
    ) -> Self {
        Self {
            name,
            start: word * u32::BITS + bit,
            width,
            scale: 1,
            kind,
            only: None,
            place: Place {
                word: word as usize,
                shift: bit,
                // Every field ends within the word after its first, so that 64 bits hold all of it.
                bits: (u64::MAX >> (u64::BITS - width)) << bit,
            },
        }
    }

    /// This field, whose bits hold the value divided by `scale`.
    pub(super) const fn scaled(mut self, scale: u64) -> Self {
        self.scale = scale;
        self
    }

    /// This field, for a field that only descriptors have in which `field` has one of the `values`.
    pub(super) const fn only(
        mut self,
        field: &'static Self,
        values: &'static [FieldValue],
    ) -> Self {
        self.only = Some((field, values));
        self
    }

    /// The word that has its lowest bit.
    #[must_use]
    pub const fn word(&self) -> usize {
        self.place.word
    }

    /// The position of its lowest bit in its word.
    #[must_use]
    pub const fn shift(&self) -> u32 {
        self.place.shift
    }

    /// The mask of its bits in one of the descriptor's words; 0 for a word that has none of them.
    ///
    /// ```
    /// use mali_instancing::descriptor::{Attribute, Field};
    ///
    /// let masks = |field: &Field| [field.mask(0), field.mask(1)];
    /// assert_eq!(masks(&Attribute::FIELDS[0]), [0x1ff, 0]);
    /// assert_eq!(masks(&Attribute::FIELDS[3]), [0, u32::MAX]);
    /// ```
    #[must_use]
    pub const fn mask(&self, word: usize) -> u32 {
        match word.checked_sub(self.word()) {
            Some(0) => self.place.bits as u32,
            Some(1) => (self.place.bits >> 32) as u32,
            _ => 0,
        }
    }

    /// A value of its width, sign-extended to 64 bits if the field is signed.
    const fn extend(&self, value: u64) -> u64 {
        let unused = u64::BITS - self.width;
        match self.kind {
            FieldKind::SignedBytes => ((value << unused) as i64 >> unused) as u64,
            _ => value,
        }
    }

    /// The largest number that its bits hold.
    const fn max_wide(&self) -> u64 {
        u64::MAX >> (u64::BITS - self.width)
    }

    /// The largest number that the bits of a field of at most 32 bits hold.
    pub(super) const fn max(&self) -> u32 {
        self.max_wide() as u32
    }

    /// Its named values; empty for a field of another kind.
    pub(crate) const fn values(&self) -> &'static [FieldValue] {
        match self.kind {
            FieldKind::Named(values) => values,
            _ => &[],
        }
    }

    /// Its named value with that number, for constants.
    ///
    /// # Panics
    ///
    /// If it has none.
    pub(crate) const fn value(&self, number: u32) -> FieldValue {
        let mut values = self.values();
        while let [value, others @ ..] = values {
            if value.number == number {
                return *value;
            }
            values = others;
        }
        panic!("the field has no name for this number");
    }

    /// The number of words up to its last one.
    const fn words_needed(&self) -> usize {
        (self.start + self.width).div_ceil(u32::BITS) as usize
    }

    /// Its value in a descriptor; `None` if that is too short.
    ///
    /// The value is scaled. The value of a signed field is sign-extended to 64 bits.
    ///
    /// ```
    /// use mali_instancing::descriptor::Attribute;
    ///
    /// let offset = Attribute::FIELDS[3];
    /// assert_eq!(offset.get(&[0x2b00_4202, 12]), Some(12));
    /// assert_eq!(offset.get(&[0x2b00_4202, 0xffff_fffc]).map(|value| value as i64), Some(-4));
    /// assert_eq!(offset.get(&[0x2b00_4202]), None);
    /// ```
    #[must_use]
    pub const fn get(&self, words: &[u32]) -> Option<u64> {
        if words.len() < self.words_needed() {
            return None;
        }
        Some(self.extend(self.read_wide(words)))
    }

    /// Whether a descriptor has it, depending on the descriptor's type, see [`only`](field@Field::only). A descriptor
    /// that is too short does not have it.
    ///
    /// ```
    /// use mali_instancing::AttributeBuffer;
    ///
    /// let divisor_p = AttributeBuffer::FIELDS[3];
    /// assert!(divisor_p.is_in(&[3, 0x8300_0000, 20, 1400, 0, 0, 0, 0]));
    /// assert!(!divisor_p.is_in(&[1, 0, 20, 1400, 0, 0, 0, 0]));
    /// ```
    #[must_use]
    pub const fn is_in(&self, words: &[u32]) -> bool {
        if words.len() < self.words_needed() {
            return false;
        }
        let Some((field, values)) = self.only else {
            return true;
        };
        match field.get(words) {
            Some(number) => contains(values, number),
            None => false,
        }
    }

    /// Its name and its value in a descriptor, as text: `stride 64 bytes`. Empty if the descriptor is too short.
    ///
    /// ```
    /// use mali_instancing::AttributeBuffer;
    ///
    /// let mode = AttributeBuffer::FIELDS[0];
    /// assert_eq!(mode.display(&[1, 0, 20, 1400]).to_string(), "type 1 (linear)");
    /// ```
    #[must_use]
    pub const fn display(&self, words: &[u32]) -> impl fmt::Display {
        FieldText {
            name: self.name,
            kind: self.kind,
            value: self.get(words),
        }
    }

    /// Sets its value in a descriptor, and leaves the descriptor's other bits as they are.
    ///
    /// `value` must be one that [`Field::get`] can return. It is not checked any further.
    ///
    /// # Errors
    ///
    /// A [`FieldError`] for a value that does not fit the field, and for a descriptor that is too
    /// short.
    ///
    /// ```
    /// use mali_instancing::AttributeBuffer;
    ///
    /// let pointer = AttributeBuffer::FIELDS[1];
    /// let mut words = [3, 0x8300_0000, 20, 1400, 0, 0, 0, 0];
    /// pointer.set(&mut words, 0x12_3456_7880)?;
    /// assert_eq!(words[..2], [0x3456_7883, 0x8300_0012]);
    /// assert_eq!(
    ///     pointer.set(&mut words, 0x41).unwrap_err().to_string(),
    ///     "pointer 0x41: multiples of 64 up to 0xffffffffffffc0 are allowed"
    /// );
    /// # Ok::<(), mali_instancing::descriptor::FieldError>(())
    /// ```
    pub const fn set(&self, words: &mut [u32], value: u64) -> Result<(), FieldError> {
        if words.len() < self.words_needed() {
            return Err(FieldError::Words {
                field: *self,
                given: words.len(),
            });
        }
        // No signed field is scaled, so the division changes no negative value.
        let unsigned = ((value / self.scale) & self.max_wide()) * self.scale;
        // A value that is too large, or no multiple of the scale, would not be read back as it is.
        if self.extend(unsigned) != value {
            return Err(FieldError::Value {
                field: *self,
                value,
            });
        }
        self.write(words, unsigned);
        Ok(())
    }
}

/// Conversions between values and words, for packing and decoding. For a field that is a constant, only masks and
/// shifts remain in the machine code.
#[expect(
    clippy::inline_always,
    reason = "a function that is not inlined computes masks and shifts at run time"
)]
impl Field {
    /// Its unsigned value in a descriptor that has all words that it needs.
    #[inline(always)]
    pub(super) const fn read_wide(&self, words: &[u32]) -> u64 {
        let Place { shift, bits, .. } = self.place;
        ((self.words_of(words) & bits) >> shift) * self.scale
    }

    /// All bits of the words that contain the field, from the first of these words on.
    #[inline(always)]
    const fn words_of(&self, words: &[u32]) -> u64 {
        let Place { word, bits, .. } = self.place;
        let mut all = words[word] as u64;
        // A field in one word must not touch the next one, which need not exist.
        if bits > u32::MAX as u64 {
            all |= (words[word + 1] as u64) << u32::BITS;
        }
        all
    }

    /// The unsigned value of a field of at most 32 bits, in a descriptor that has all words that it needs.
    #[inline(always)]
    pub(crate) const fn read(&self, words: &[u32]) -> u32 {
        self.read_wide(words) as u32
    }

    /// Sets a value that fits it, in a descriptor that has all words that it needs.
    #[inline(always)]
    pub(super) const fn write(&self, words: &mut [u32], value: u64) {
        let Place { word, shift, bits } = self.place;
        // Shifted up before it is scaled down, because the lower bits of a scaled value are known to be 0. For the
        // pointer of an attribute buffer, at bit 6 and in units of 64, both shifts cancel out.
        let value = ((value as u128) << shift >> self.scale.trailing_zeros()) as u64;
        let all = self.words_of(words) & !bits | value;
        words[word] = all as u32;
        if bits > u32::MAX as u64 {
            words[word + 1] = (all >> u32::BITS) as u32;
        }
    }
}

/// For each word, the bits that have a meaning in a descriptor of the type `number`.
pub(super) const fn used_bits<const WORDS: usize>(fields: &[Field], number: u32) -> [u32; WORDS] {
    let mut used = [0; WORDS];
    let mut field = 0;
    while field < fields.len() {
        let is_in = match fields[field].only {
            // `descriptor!` makes every `only` with the field `TYPE`, so the number decides alone.
            Some((_, values)) => contains(values, number as u64),
            None => true,
        };
        let mut word = 0;
        while is_in && word < WORDS {
            used[word] |= fields[field].mask(word);
            word += 1;
        }
        field += 1;
    }
    used
}

impl fmt::Display for FieldError {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Value { field, value } => {
                let Field { name, scale, .. } = field;
                let all_bits = field.max_wide();
                match field.kind {
                    FieldKind::SignedBytes => {
                        let (value, half) = (*value as i64, all_bits / 2);
                        write!(
                            formatter,
                            "{name} {value}: -{} to {half} are allowed",
                            half + 1
                        )
                    }
                    FieldKind::Address => {
                        let maximum = all_bits * scale;
                        write!(
                            formatter,
                            "{name} {value:#x}: multiples of {scale} up to {maximum:#x} are allowed"
                        )
                    }
                    _ => write!(formatter, "{name} {value}: 0 to {all_bits} are allowed"),
                }
            }
            Self::Words { field, given } => {
                let Field { name, .. } = field;
                let needed = field.words_needed();
                write!(
                    formatter,
                    "{given} words are too few for the field {name}: {needed} are needed"
                )
            }
        }
    }
}

impl core::error::Error for FieldError {}
