//! Words that were packed again from what a printer says of their fields.

use mali_instancing::descriptor::Field;

/// Words, and the line of each of their fields.
#[derive(Clone, Debug, Default)]
pub(crate) struct PrintedWords {
    words: Vec<u32>,
    /// In the order of the lines, and so of the descriptors.
    places: Vec<Place>,
}

/// Where the bits of a word were printed.
#[derive(Clone, Copy, Debug)]
struct Place {
    word: usize,
    mask: u32,
    line: usize,
}

impl PrintedWords {
    pub(crate) fn words(&self) -> &[u32] {
        &self.words
    }

    /// Adds a descriptor of zeros, and answers the position of its first word. Its heading is on `line`.
    pub(super) fn add(&mut self, length: usize, line: usize) -> usize {
        let begin = self.words.len();
        self.words.resize(begin + length, 0);
        let word = begin;
        self.places.push(Place {
            word,
            mask: 0,
            line,
        });
        begin
    }

    /// Gives a field of the descriptor at `begin` its value. A value that the printer garbled is 0, and one
    /// that the field has no bits for too.
    pub(super) fn set(&mut self, begin: usize, field: &Field, value: Option<u64>, line: usize) {
        let descriptor = self.words.get_mut(begin..).unwrap_or_default();
        if let Some(value) = value {
            // What stands in memory that nobody reads can be anything.
            let _ = field.set(descriptor, value);
        }
        let first = field.word();
        for word in first..first + 3 {
            match field.mask(word) {
                0 => {}
                mask => self.places.push(Place {
                    word: begin + word,
                    mask,
                    line,
                }),
            }
        }
    }

    /// Gives the bits of `mask` in a word the value `bits`.
    pub(super) fn set_bits(&mut self, word: usize, mask: u32, bits: u32, line: usize) {
        if let Some(found) = self.words.get_mut(word) {
            *found = *found & !mask | bits & mask;
            self.places.push(Place { word, mask, line });
        }
    }

    /// The line that has bits of `mask` in a word; without one, that of the word or of the heading
    /// before it.
    pub(crate) fn line(&self, word: usize, mask: u32) -> Option<usize> {
        let of_field = |place: &&Place| place.word == word && place.mask == mask && mask != 0;
        let of_bits = |place: &&Place| place.word == word && place.mask & mask != 0;
        let of_word = |place: &&Place| place.word == word && place.mask != 0;
        let before = |place: &&Place| place.word <= word && place.mask == 0;
        let places = &self.places;
        places
            .iter()
            .find(of_field)
            .or_else(|| places.iter().find(of_bits))
            .or_else(|| places.iter().find(of_word))
            .or_else(|| places.iter().rfind(before))
            .map(|place| place.line)
    }
}
