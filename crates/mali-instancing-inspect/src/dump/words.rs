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
    pub(super) fn set(&mut self, begin: usize, field: &Field, value: PrintedValue, line: usize) {
        let descriptor = self.words.get_mut(begin..).unwrap_or_default();
        match value {
            PrintedValue::Number(value) => {
                if let Err(error) = field.set(descriptor, value) {
                    self.is_wrong(begin, line, error.to_string());
                }
            }
            PrintedValue::Impossible(value) => {
                let name = field.name;
                let allowed = "an odd number up to 15 times a power of two is allowed";
                self.is_wrong(begin, line, format!("{name} {value}: {allowed}"));
            }
            PrintedValue::Unnamed => {}
            PrintedValue::Unreadable => {
                let reason = format!("{} is not a value that the printer writes", field.name);
                self.is_unread(begin, line, reason);
            }
        }
        for offset in field.word()..field.word() + 3 {
            let (word, mask) = (begin + offset, field.mask(offset));
            if mask != 0 {
                self.places.push(Place { word, mask, line });
            }
        }
    }

    /// Sets a word of the descriptor at `begin`, if there is a value.
    pub(super) fn set_word(&mut self, begin: usize, word: usize, value: Option<u32>, line: usize) {
        if let Some(found) = self.words.get_mut(word) {
            *found = value.unwrap_or_default();
            let mask = u32::MAX;
            self.places.push(Place { word, mask, line });
        }
        if value.is_none() {
            self.is_wrong(begin, line, "this is not a number of 32 bits".to_owned());
        }
    }

    /// Notes that a number on `line` is invalid in the descriptor at `begin`.
    fn is_wrong(&mut self, begin: usize, line: usize, reason: String) {
        self.add_unread(begin, line, reason, true);
    }

    /// Notes that the descriptor at `begin` cannot be read from its lines.
    pub(super) fn is_unread(&mut self, begin: usize, line: usize, reason: String) {
        self.add_unread(begin, line, reason, false);
    }

    fn add_unread(&mut self, begin: usize, line: usize, reason: String, is_error: bool) {
        let unread = Unread {
            line,
            reason,
            is_error,
        };
        self.unread.push((begin, unread));
    }

    /// Notes that a name occurs twice in the descriptor at `begin`, the second time on `line`.
    pub(super) fn is_twice(&mut self, begin: usize, line: usize, name: &str) {
        self.is_unread(begin, line, format!("`{name}` occurs twice"));
    }

    /// The reason why the descriptor that begins at a word was not read; `None` if it was.
    pub(super) fn unread(&self, begin: usize) -> Option<&Unread> {
        let own = self.unread.iter().filter(|(of, _)| *of == begin);
        let mut unread = own.map(|(_, unread)| unread);
        let first = unread.next();
        unread.find(|unread| unread.is_error).or(first)
    }

    /// The line that has bits of `mask` in a word. If there is none, the line of the word, or of the heading
    /// before it.
    pub(super) fn line(&self, word: usize, mask: u32) -> Option<usize> {
        let places = || self.places.iter().rev();
        let of_word = places().filter(|place| place.word == word && place.mask != 0);
        let fit = |place: &&Place| (place.mask == mask, place.mask & mask != 0);
        let heading = || places().find(|place| place.word <= word && place.mask == 0);
        let place = of_word.max_by_key(fit).or_else(heading)?;
        Some(place.line)
    }
}
