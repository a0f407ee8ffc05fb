//! GLSL 4.60, 3.3: macros, and the comments and lines that are gone before them.

use super::{names, outputs};

/// An argument beside `##` is joined as it is written; any other is expanded first.
#[test]
fn words_are_joined_before_they_are_expanded() {
    let text = "#version 450\n#define N 3\n#define BEFORE(a) a ## _end\n#define AFTER(a) begin_ ## a\n\
        #define BOTH(a, b) a ## b\n#define PLAIN(a) a\n\
        layout(location = 0) out float BEFORE(N);\nlayout(location = 1) out float AFTER(N);\n\
        layout(location = 2) out float BOTH(u, v)[PLAIN(N)];";
    assert_eq!(names(text), ["N_end", "begin_N", "uv"]);
    assert_eq!(outputs(text).unwrap().varyings[2].length(), 3);
}

#[test]
fn a_macro_is_expanded_until_it_is_removed() {
    let text = "#version 450\n#define A B\n#define B(x) x\nlayout(location = 0) out float A(one);\n#undef A\n\
        layout(location = 1) out float A;";
    assert_eq!(names(text), ["one", "A"]);
    // A macro within itself is a word.
    assert_eq!(
        names("#version 450\n#define a a\nlayout(location = 0) out float a;"),
        ["a"]
    );
}

/// Both kinds of comments. One of them ends with its line, or with the text.
#[test]
fn a_comment_is_nothing() {
    for end in ["", "\n", "\r\n", " \\\nout vec2 b;", "\nout vec2 b;"] {
        let text = format!("#version 300 es\nout vec2 a; // out vec2 c;{end}");
        let expected: &[&str] = if end == "\nout vec2 b;" {
            &["a", "b"]
        } else {
            &["a"]
        };
        assert_eq!(names(&text), expected, "{end:?}");
    }
    assert_eq!(
        names("#version 300 es\nout vec2 a /* , c */, b /* \n */;"),
        ["a", "b"]
    );
}

/// GLSL 4.60, 3.1: a line that ends with a backslash is joined with the next one before words and signs are told apart.
#[test]
fn a_line_may_be_continued_anywhere() {
    let text = "#version 450\n#define JOIN(a, b) a ## b\n#if 2 >= 1 && 0 == 1 /* no */\nout\n#endif\n\
        #if 1 << 4 == 16 && 3 != 4\n\
        layout(location = 0) out float JOIN(u, v)[1 << 4 >> 2]; // out float none;\n\
        layout(location = 4) /* **/ out float w[2 >= 1 ? 0x1Fu : 2];\n\
        #endif\nvoid main() { for (int i = 0; i < 1; ++i) w[0] += 1.25e0f / 2.0; }";
    let lengths = |text: &str| -> Vec<(String, u32)> {
        let found = outputs(text).unwrap_or_else(|error| panic!("{error} in\n{text}"));
        let lengths = found.varyings.iter().map(|varying| varying.length());
        found
            .names
            .iter()
            .map(|name| name.text.clone())
            .zip(lengths)
            .collect()
    };
    let whole = lengths(text);
    assert_eq!(whole, [("uv".to_owned(), 4), ("w".to_owned(), 31)]);
    for at in 1..text.len() {
        for end in ["\\\n", "\\\r\n", "\\\n\\\n"] {
            let (before, after) = text.split_at(at);
            assert_eq!(
                lengths(&format!("{before}{end}{after}")),
                whole,
                "{end:?} at {at}"
            );
        }
    }
}

#[test]
fn branches_that_are_not_taken_are_not_read() {
    let text = "#version 450\n#if 0\n#error no\nout\n#elif 1\nlayout(location = 0) out float a;\n#else\n£\n#endif";
    assert_eq!(names(text), ["a"]);
    let error = outputs("#version 450\n#if 1\n#error no way\n#endif")
        .map(|_| ())
        .unwrap_err();
    assert!(
        error.starts_with("a.vert:3: ") && error.contains("no way"),
        "{error}"
    );
    let error = outputs("#version 450\n#if 1\n").map(|_| ()).unwrap_err();
    assert!(error.starts_with("a.vert:2: "), "{error}");
}
