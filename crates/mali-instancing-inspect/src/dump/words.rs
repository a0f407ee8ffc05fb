//! Words that were packed again from what a printer says of their fields.

use mali_instancing::descriptor::Field;

/// Words, and the line of each of their fields.
#[derive(Clone, Debug, Default)]
pub(super) struct PrintedWords {
    pub(super) words: Vec<u32>,
    /// In the order of the lines, and so of the descriptors.
    places: Vec<Place>,
    /// Each with the position of its first word.
    unread: Vec<(usize, Unread)>,
}

/// Where the bits of a word were printed; of no bits, the heading of a descriptor that begins with the word.
#[derive(Clone, Copy, Debug)]
struct Place {
    word: usize,
    mask: u32,
    line: usize,
}

/// The reason why the printer's lines do not tell a descriptor.
#[derive(Clone, Debug)]
pub(crate) struct Unread {
    pub(crate) line: usize,
    pub(crate) reason: String,
    /// Whether the line has a number that its field cannot hold.
    pub(super) is_error: bool,
}

/// The value of a field, as it is printed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum PrintedValue {
    Number(u64),
    /// A number that no bits of such a field make.
    Impossible(u64),
    /// The printer's word for bits that have no name.
    Unnamed,
    /// Nothing that the printer writes.
    Unreadable,
}

impl PrintedWords {
    /// Adds a descriptor of zeros, and returns the position of its first word. Its heading is on `line`.
    pub(super) fn add(&mut self, length: usize, line: usize) -> usize {
        let (word, mask) = (self.words.len(), 0);
        self.words.resize(word + length, 0);
        self.places.push(Place { word, mask, line });
        word
    }

    /// Gives a field of the descriptor at `begin` its value. What has no name is 0.
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

    /// Gives a word of the descriptor at `begin` its value, where there is one.
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

    /// A number on `line` cannot be one of the descriptor at `begin`.
    fn is_wrong(&mut self, begin: usize, line: usize, reason: String) {
        self.add_unread(begin, line, reason, true);
    }

    /// The lines do not tell the descriptor at `begin`.
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

    /// A name is there twice in the descriptor at `begin`, the second time on `line`.
    pub(super) fn is_twice(&mut self, begin: usize, line: usize, name: &str) {
        self.is_unread(begin, line, format!("`{name}` is there twice"));
    }

    /// Why the descriptor that begins at a word was not read, if it was not.
    pub(super) fn unread(&self, begin: usize) -> Option<&Unread> {
        let own = self.unread.iter().filter(|(of, _)| *of == begin);
        let mut unread = own.map(|(_, unread)| unread);
        let first = unread.next();
        unread.find(|unread| unread.is_error).or(first)
    }

    /// The line that has bits of `mask` in a word; without one, that of the word or of the heading
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
