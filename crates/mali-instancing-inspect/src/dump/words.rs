//! Words that were packed again from what a printer says of their fields.

use mali_instancing::descriptor::Field;

/// Words, and the line of each of their fields.
#[derive(Clone, Debug, Default)]
pub(super) struct PrintedWords {
    pub(super) words: Vec<u32>,
    /// In the order of the lines, and so of the descriptors.
    places: Vec<Place>,
}

/// Where the bits of a word were printed; of no bits, the heading of a descriptor that begins with the word.
#[derive(Clone, Copy, Debug)]
struct Place {
    word: usize,
    mask: u32,
    line: usize,
}

impl PrintedWords {
    /// Adds a descriptor of zeros, and returns the position of its first word. Its heading is on `line`.
    pub(super) fn add(&mut self, length: usize, line: usize) -> usize {
        let (word, mask) = (self.words.len(), 0);
        self.words.resize(word + length, 0);
        self.places.push(Place { word, mask, line });
        word
    }

    /// Gives a field of the descriptor at `begin` its value. A value that the printer garbled is 0, and one
    /// that the field has no bits for too.
    pub(super) fn set(&mut self, begin: usize, field: &Field, value: Option<u64>, line: usize) {
        let descriptor = self.words.get_mut(begin..).unwrap_or_default();
        if let Some(value) = value {
            // What is in memory that nobody reads can be anything.
            let _ = field.set(descriptor, value);
        }
        for offset in field.word()..field.word() + 3 {
            let (word, mask) = (begin + offset, field.mask(offset));
            if mask != 0 {
                self.places.push(Place { word, mask, line });
            }
        }
    }

    /// Gives a word its value.
    pub(super) fn set_word(&mut self, word: usize, value: u32, line: usize) {
        if let Some(found) = self.words.get_mut(word) {
            *found = value;
            let mask = u32::MAX;
            self.places.push(Place { word, mask, line });
        }
    }

    /// The line that has bits of `mask` in a word; without one, that of the word or of the heading
    /// before it.
    pub(super) fn line(&self, word: usize, mask: u32) -> Option<usize> {
        let places = || self.places.iter().rev();
        let of_word = places().filter(|place| place.word == word && place.mask != 0);
        let fit = |place: &&Place| (place.mask == mask, place.mask & mask != 0);
        let heading = || places().find(|place| place.word <= word && place.mask == 0);
        of_word
            .max_by_key(fit)
            .or_else(heading)
            .map(|place| place.line)
    }
}
