//! From any name to an upper-case identifier.

/// A name in upper case, with a _ before each word of `camelCase`: between a lower-case letter and a capital, and
/// before a capital that a lower-case letter follows.
pub(crate) fn upper_case(name: &str) -> String {
    let mut upper_case = String::new();
    let mut previous = None;
    let mut letters = name.chars().peekable();
    while let Some(letter) = letters.next() {
        // The last capital of `HTTPServer` begins a word, since a lower-case letter follows it.
        let is_first_of_word = letters.peek().is_some_and(char::is_ascii_lowercase);
        if letter.is_ascii_uppercase()
            && previous.is_some_and(|previous: char| {
                previous.is_ascii_lowercase()
                    || previous.is_ascii_alphanumeric() && is_first_of_word
            })
        {
            upper_case.push('_');
        }
        upper_case.push(letter.to_ascii_uppercase());
        previous = Some(letter);
    }
    upper_case
}

/// Only ASCII, because two spellings of another letter can be one name in Rust, and not every
/// C compiler or assembler accepts such letters.
pub(super) fn is_identifier(name: &str) -> bool {
    let is_letter = |character: char| character.is_ascii_alphabetic() || character == '_';
    let is_of_name = |character| is_letter(character) || character.is_ascii_digit();
    name != "_" && name.starts_with(is_letter) && name.chars().all(is_of_name)
}

#[cfg(test)]
mod tests {
    use super::upper_case;

    #[test]
    fn every_word_of_camel_case_is_a_word() {
        let names = "model_row0 modelRow0 ModelRow uvXY HTTPServer model2Row R32G32 Model_Row MODEL_ROW row0A";
        let expected = "MODEL_ROW0 MODEL_ROW0 MODEL_ROW UV_XY HTTP_SERVER MODEL2_ROW R32G32 MODEL_ROW MODEL_ROW ROW0A";
        let found: Vec<String> = names.split(' ').map(upper_case).collect();
        assert_eq!(found.join(" "), expected);
        assert_eq!(upper_case(""), "");
    }
}
