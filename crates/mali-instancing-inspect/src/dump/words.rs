//! Words that were packed again from printed fields.

use mali_instancing::descriptor::Field;

/// Words, and the line of each of their fields.
#[derive(Clone, Debug, Default)]
pub(super) struct PrintedWords {
    pub(super) words: Vec<u32>,
    /// The places, in the order of the lines, and so of the descriptors.
    places: Vec<Place>,
    /// The descriptors that were not read, each with the position of its first word.
    unread: Vec<(usize, Unread)>,
}

/// The line of bits in a word. Without bits, the line of the heading of the descriptor that begins with the word.
#[derive(Clone, Copy, Debug)]
struct Place {
    word: usize,
    mask: u32,
    line: usize,
}

/// The reason why a descriptor could not be read from the printer's lines.
#[derive(Clone, Debug)]
pub(crate) struct Unread {
    pub(crate) line: usize,
    pub(crate) reason: String,
    /// Whether the line has a number that does not fit its field.
    pub(super) is_error: bool,
}

/// The printed value of a field.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum PrintedValue {
    Number(u64),
    /// A number that the field cannot have.
    Impossible(u64),
    /// The printer's text for a value without a name.
    Unnamed,
    /// A text that the printer does not write.
    Unreadable,
}

impl Unread {
    pub(super) fn new(line: usize, reason: String) -> Self {
        let is_error = false;
        Self {
            line,
            reason,
            is_error,
        }
    }

    /// A number on `line` that its field cannot hold.
    fn error(line: usize, reason: String) -> Self {
        Self {
            is_error: true,
            ..Self::new(line, reason)
        }
    }

    pub(super) fn not_a_word(line: usize) -> Self {
        Self::error(line, "this is not a number of 32 bits".to_owned())
    }

    /// A section from `line` on, in which `name` is missing.
    pub(super) fn missing(line: usize, name: &str) -> Self {
        Self::new(line, format!("`{name}` is missing"))
    }

    /// A section in which `name` occurs twice, the second time on `line`.
    pub(super) fn twice(line: usize, name: &str) -> Self {
        Self::new(line, format!("`{name}` occurs twice"))
    }

    /// A line with a text that the printer does not write.
    pub(super) fn garbled(line: usize, name: &str) -> Self {
        Self::new(
            line,
            format!("{name} is not a value that the printer writes"),
        )
    }
}

impl PrintedWords {
    /// Adds a descriptor of zeros, and returns the position of its first word. Its heading is on `line`.
    pub(super) fn add(&mut self, length: usize, line: usize) -> usize {
        let (word, mask) = (self.words.len(), 0);
        self.words.resize(word + length, 0);
        self.places.push(Place { word, mask, line });
        word
    }

    /// Sets a field of the descriptor at `begin`. A value without a name is 0.
    pub(super) fn set(
        &mut self,
        begin: usize,
        field: &Field,
        value: PrintedValue,
        line: usize,
    ) -> Result<(), Unread> {
        let descriptor = self.words.get_mut(begin..).unwrap_or_default();
        match value {
            // `Field::set` refuses what the bits cannot hold, such as a pointer that is not a multiple of 64.
            PrintedValue::Number(value) => field
                .set(descriptor, value)
                .map_err(|error| Unread::error(line, error.to_string()))?,
            PrintedValue::Impossible(value) => {
                let name = field.name;
                let allowed = "an odd number up to 15 times a power of two is allowed";
                return Err(Unread::error(line, format!("{name} {value}: {allowed}")));
            }
            PrintedValue::Unnamed => {}
            PrintedValue::Unreadable => return Err(Unread::garbled(line, field.name)),
        }
        // A field has at most 64 bits, in its first word and the next.
        for offset in [field.word(), field.word() + 1] {
            let (word, mask) = (begin + offset, field.mask(offset));
            if mask != 0 {
                self.places.push(Place { word, mask, line });
            }
        }
        Ok(())
    }

    /// Sets a word, if there is a value.
    pub(super) fn set_word(
        &mut self,
        word: usize,
        value: Option<u32>,
        line: usize,
    ) -> Result<(), Unread> {
        let value = value.ok_or_else(|| Unread::not_a_word(line))?;
        if let Some(found) = self.words.get_mut(word) {
            *found = value;
            let mask = u32::MAX;
            self.places.push(Place { word, mask, line });
        }
        Ok(())
    }

    /// Notes whether the descriptor at `begin` was read.
    pub(super) fn note(&mut self, begin: usize, read: Result<(), Unread>) {
        self.unread.extend(read.err().map(|unread| (begin, unread)));
    }

    /// The reason why the descriptor that begins at a word was not read; `None` if it was.
    pub(super) fn unread(&self, begin: usize) -> Option<&Unread> {
        let mut unread = self.unread.iter();
        unread
            .find(|(of, _)| *of == begin)
            .map(|(_, unread)| unread)
    }

    /// The line that has bits of `mask` in a word. If there is none, the line of the word, or of the heading
    /// before it.
    pub(super) fn line(&self, word: usize, mask: u32) -> Option<usize> {
        let places = || self.places.iter().rev();
        let of_word = places().filter(|place| place.word == word && place.mask != 0);
        // The best place has exactly these bits, the second best some of them. The list is reversed, and `max_by_key`
        // takes the last of equal places, so this is the one that was set first.
        let fit = |place: &&Place| (place.mask == mask, place.mask & mask != 0);
        // Headings are in the order of their words, so this is the nearest one before the word.
        let heading = || places().find(|place| place.word <= word && place.mask == 0);
        let place = of_word.max_by_key(fit).or_else(heading)?;
        Some(place.line)
    }
}
