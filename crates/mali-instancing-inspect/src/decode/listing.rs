//! Words in the source of a program.

use mali_instancing_codegen::{Source, TextError};

use super::words;

/// An array of words in a text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Listing {
    /// The name of the array, or of a structure and its member. Empty for words without a name.
    pub name: String,
    /// The words.
    pub words: Vec<u32>,
}

/// Reads the arrays in source of C or Rust, or words without source, as [`read_words`](super::read_words)
/// does. Other source is skipped.
///
/// ```
/// use mali_instancing_codegen::Source;
/// use mali_instancing_inspect::decode::read_listings;
///
/// let c = "static const uint32_t CUBE[2] = { 0x4u, 64 }; /* 7 */\n";
/// let listings = read_listings(&Source::new("cube.h", c.into())?)?;
/// assert_eq!((listings[0].name.as_str(), &*listings[0].words), ("CUBE", &[4, 64][..]));
///
/// let rust = "pub static CUBE: Tables = Tables { buffers: [[4, 0x40_u32]], attributes: [[1, 2]] };";
/// let listings = read_listings(&Source::new("cube.rs", rust.into())?)?;
/// assert_eq!(listings[1].name, "CUBE.attributes");
/// # Ok::<(), mali_instancing_codegen::TextError>(())
/// ```
///
/// # Errors
///
/// Text that is not a 32-bit number.
pub fn read_listings(source: &Source) -> Result<Vec<Listing>, TextError> {
    let text = source.text();
    if !text.contains(['{', '[']) {
        let (name, words) = (String::new(), words::read_words(source)?);
        return Ok(vec![Listing { name, words }]);
    }
    let mut reader = Reader::default();
    let mut offset = 0;
    while let Some(first) = text[offset..].chars().next() {
        let (length, is_token) = next_token(&text[offset..], first);
        if is_token {
            let taken = reader.take(&text[offset..offset + length]);
            taken.map_err(|reason| source.error(offset, None, reason))?;
        }
        offset += length;
    }
    reader.end();
    Ok(reader.listings)
}

/// The state of reading a text.
#[derive(Default)]
struct Reader {
    listings: Vec<Listing>,
    words: Vec<u32>,
    /// The name in front of the current `=` or `:`, and the one in front of a bracket.
    last_name: String,
    array: String,
    member: String,
    is_after_equals: bool,
    depth: usize,
    /// The largest depth since the first bracket of a member.
    deepest: usize,
    /// The number of members without names in the structure so far.
    members: usize,
    last: char,
}

impl Reader {
    fn take(&mut self, token: &str) -> Result<(), String> {
        let first = token.chars().next().unwrap_or(' ');
        match first {
            '{' | '[' => {
                self.depth += 1;
                self.deepest = self.depth.max(self.deepest);
            }
            '}' | ']' => self.close(first),
            // The numbers so far are lengths in the declaration: 2 in `CUBE[2] =`.
            '=' if self.depth == 0 => {
                self.array = std::mem::take(&mut self.last_name);
                self.is_after_equals = true;
                self.words.clear();
            }
            ';' if self.depth == 0 => self.end(),
            // A member of a structure: `buffers:` in Rust, `.buffers =` in C.
            ':' | '=' if self.depth > 0 && self.is_after_equals => {
                self.push();
                self.member.clone_from(&self.last_name);
            }
            '0'..='9' if self.depth > 0 => {
                // A number without the suffix of its type.
                let number = token.strip_suffix("u32").unwrap_or(token);
                let number = number.trim_end_matches(['u', 'U', 'l', 'L']);
                let number = number.trim_end_matches('_');
                let word = words::parse_word(number, self.words.len())?;
                self.words.push(word);
            }
            letter if letter == '_' || letter.is_alphabetic() => {
                // In Rust the type is between the name and the `=`: `CUBE: Tables =`.
                let is_type = self.last == ':' && !self.is_after_equals;
                if (self.depth == 0 && !is_type) || self.is_after_equals {
                    token.clone_into(&mut self.last_name);
                }
            }
            _ => {}
        }
        self.last = first;
        Ok(())
    }

    /// Handles a closing bracket: of a member without a name in C, of source that is not a value, or of a value.
    fn close(&mut self, bracket: char) {
        self.depth = self.depth.saturating_sub(1);
        // Without `=`, this is the end of a function or of a type, or of words without a name.
        if self.depth == 0 && bracket == '}' && !self.is_after_equals {
            self.end();
        }
        if self.depth == 1 {
            // The rows of an array are at depth 2. Rows at depth 3 are those of a structure's member. C gives it by
            // position, so its number is its name.
            if self.is_after_equals && self.deepest > 2 && self.member.is_empty() {
                self.member = self.members.to_string();
                self.push();
                self.member.clear();
                self.members += 1;
            }
            self.deepest = 1;
        }
    }

    /// Ends a listing of the words so far.
    fn push(&mut self) {
        let dot = if self.member.is_empty() { "" } else { "." };
        let name = format!("{}{dot}{}", self.array, self.member);
        if !self.words.is_empty() {
            let words = std::mem::take(&mut self.words);
            self.listings.push(Listing { name, words });
        }
    }

    /// Handles the end of a statement. Numbers without a name are words too. Numbers after a name without a value are
    /// lengths.
    fn end(&mut self) {
        if self.is_after_equals || self.last_name.is_empty() {
            self.push();
        }
        let listings = std::mem::take(&mut self.listings);
        *self = Self {
            listings,
            ..Self::default()
        };
    }
}

/// The length of the token with which a text begins, and whether it is a name, a number or a sign, and not spaces, a
/// comment, an attribute or a line for the preprocessor.
fn next_token(rest: &str, first: char) -> (usize, bool) {
    let is_of_name = |letter: char| letter == '_' || letter.is_alphanumeric();
    let until = |end: &str| rest.find(end).map_or(rest.len(), |at| at + end.len());
    if rest.starts_with("#[") {
        (until("]"), false)
    } else if rest.starts_with("//") || first == '#' {
        let lines = || rest.split_inclusive('\n');
        // In C a backslash at the end of a line continues it, even in a comment.
        let is_continued = |line: &&str| line.trim_end().ends_with('\\');
        let count = lines().take_while(is_continued).count() + 1;
        (lines().take(count).map(str::len).sum(), false)
    } else if rest.starts_with("/*") {
        (until("*/"), false)
    } else if is_of_name(first) {
        let end = rest.find(|letter| !is_of_name(letter));
        (end.unwrap_or(rest.len()), true)
    } else {
        (first.len_utf8(), !first.is_whitespace())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use mali_instancing_codegen::{Language, Manifest, Naming, generate};

    fn listings(text: &str) -> Vec<Listing> {
        read_listings(&Source::new("text", text.into()).unwrap()).unwrap()
    }

    fn named(name: &str, words: &[u32]) -> Listing {
        let (name, words) = (name.to_owned(), words.to_vec());
        Listing { name, words }
    }

    #[test]
    fn words_stand_in_any_notation() {
        for (text, name) in [
            ("0x4 64", ""),
            ("[4, 64]", ""),
            ("{ 0x4u, 64U }", ""),
            ("const W: [u32; 2] = [4, 64_u32];", "W"),
            (
                "#[rustfmt::skip]\nstatic W: [u32; 2] = [\n4, // 9\n0x40,];",
                "W",
            ),
            ("#define N 2\nconst uint32_t W[N] = {4, /* 5 */ 64};", "W"),
            ("let w = [4, 64];", "w"),
        ] {
            assert_eq!(listings(text), [named(name, &[4, 64])], "{text}");
        }
    }

    #[test]
    fn what_is_generated_is_read_back() {
        let toml = "[[vertex_input]]\nname = \"cube\"\narch = \"v7\"\nvertices = 70\ninstances = 100\n\
             buffers = [{ name = \"mesh\", stride = 20, divisor = 3 }]\n\
             attributes = [{ name = \"p\", buffer = \"mesh\", format = \"R32G32B32_SFLOAT\" }]\n";
        let manifest = Manifest::from_toml("cube.toml", toml).unwrap();
        let rust = ["buffers", "trailing_descriptors", "attributes"];
        for (language, members) in [(Language::Rust, rust), (Language::C, ["0", "1", "2"])] {
            let [buffers, trailing, attributes] = members.map(|member| format!("CUBE.{member}"));
            let expected = [
                named(&buffers, &[4, 0x2700_0000, 20, 0, 0x20, 0x17b4_25ed, 0, 3]),
                named(&trailing, &[0; 4]),
                named(&attributes, &[0x2dc0_4200, 0]),
                named("CUBE_DRAW", &[0x0083_0000, 0]),
                named("CUBE_INVOCATION", &[0x31c5, 0x21c0_0000]),
            ];
            let code = generate(&manifest, language, Naming::default()).unwrap();
            let found = listings(&String::from_utf8(code).unwrap());
            assert_eq!(found, expected, "{language:?}");
        }
    }
}
