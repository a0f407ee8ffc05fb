//! The interface as lines of text, and whether a change of it is compatible.

/// The interface: a line for each function, value, macro, type and field that headers declare, and the sizes and
/// offsets of `layouts`.
pub(crate) fn lines(headers: &str, layouts: &str) -> Vec<String> {
    let code: String = headers
        .lines()
        .map(|line| line.split("//").next().unwrap_or_default().trim_end())
        .filter(|line| !line.is_empty() && !line.starts_with("extern \"C\""))
        .fold(String::new(), |code, line| code + line + "\n")
        .replace("\\\n", " ");
    let mut lines = Vec::new();
    let mut rest = String::new();
    for line in code.lines() {
        match line.strip_prefix("#define ") {
            Some(macro_) => lines.push(format!("macro {}", spaced(macro_))),
            None if line.starts_with('#') => {}
            None => rest = rest + line + "\n",
        }
    }
    // A guard has no value.
    lines.retain(|line| line.split(' ').count() > 2);
    let mut rest = rest.as_str();
    while let Some(end) = rest.find(['{', ';']) {
        let head = spaced(&rest[..end]);
        let body = &rest[end + 1..];
        if rest[end..].starts_with(';') {
            if !head.is_empty() && head != "}" {
                lines.push(head);
            }
            rest = body;
            continue;
        }
        let close = body.find('}').expect("a block ends");
        let inside = &body[..close];
        let name = head.rsplit(' ').next().unwrap_or_default();
        if head.starts_with("static inline") {
            lines.push(head);
            rest = &body[close + 1..];
            continue;
        }
        let separator = if head.contains("enum") { ',' } else { ';' };
        let parts = inside
            .split(separator)
            .filter(|part| !spaced(part).is_empty());
        lines.extend(parts.map(|part| format!("{name}: {}", spaced(part))));
        let after = &body[close + 1..];
        rest = &after[after.find(';').map_or(0, |end| end + 1)..];
    }
    lines.extend(
        layouts
            .lines()
            .filter(|line| !line.starts_with("/*"))
            .map(str::to_owned),
    );
    lines
}

/// Words with one space between them.
fn spaced(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}

/// The structure of a field's line, if it is one.
fn structure(line: &str) -> Option<&str> {
    line.split_once(": ").map(|(name, _)| name)
}

fn is_reserved(line: &str) -> bool {
    line.contains(" reserved[") || line.contains(", reserved, ")
}

/// The lines of a change for which old programs must be compiled again: those that went or changed, and fields that a
/// structure without reserved words got. What is reserved may become a field. With another `MALI_INST_ABI` any change
/// is allowed.
pub(crate) fn incompatible<'a>(old: &'a [String], new: &'a [String]) -> Vec<&'a str> {
    let abi = |line: &&String| line.starts_with("macro MALI_INST_ABI ");
    if old.iter().find(abi) != new.iter().find(abi) {
        return Vec::new();
    }
    let gone = old
        .iter()
        .filter(|line| !new.contains(line) && !is_reserved(line));
    let could_not_grow = |name: &str| {
        let mut fields = old
            .iter()
            .filter(|line| structure(line) == Some(name))
            .peekable();
        fields.peek().is_some() && !fields.any(|line| is_reserved(line))
    };
    let grown = new.iter().filter(|line| {
        !old.contains(line) && !line.contains(" = ") && structure(line).is_some_and(could_not_grow)
    });
    gone.chain(grown).map(String::as_str).collect()
}

#[test]
fn an_interface_is_a_line_for_each_part() {
    let header = "\
        #ifndef A_H\n#define A_H\n#define LIMIT 3\n#define SUM(a) \\\n  (a + \\\n   1)\n\
        // A number.\ntypedef uint32_t number;\n\
        typedef enum kind {\n  // The first.\n  FIRST = 0,\n  SECOND = 1,\n} MALI_INST_ENUM kind;\n\
        typedef struct pair {\n  // One.\n  uint32_t one;\n  uint32_t reserved[2];\n} pair;\n\
        // Adds.\nkind add(const struct pair *pair,\n         uint32_t number);\n\
        static inline kind twice(number n)\n{\n  return add(0, n);\n}\n#endif\n";
    assert_eq!(
        lines(header, "/* Layouts. */\nSIZE(pair, 12, 4)\n"),
        [
            "macro LIMIT 3",
            "macro SUM(a) (a + 1)",
            "typedef uint32_t number",
            "kind: FIRST = 0",
            "kind: SECOND = 1",
            "pair: uint32_t one",
            "pair: uint32_t reserved[2]",
            "kind add(const struct pair *pair, uint32_t number)",
            "static inline kind twice(number n)",
            "SIZE(pair, 12, 4)",
        ]
    );
}

#[test]
fn what_old_programs_do_not_see_is_compatible() {
    let lines = |text: &str| -> Vec<String> { text.lines().map(str::to_owned).collect() };
    let old = lines(
        "macro MALI_INST_ABI 1\nkind: FIRST = 0\npair: uint32_t one\npair: uint32_t reserved[2]\nfinal: uint32_t x\n\
         kind add(uint32_t n)\nSIZE(pair, 12, 4)\nOFFSET(pair, reserved, 4)",
    );
    let changed = |from: &str, to: &str| {
        let new = lines(&old.join("\n").replace(from, to));
        incompatible(&old, &new).join("; ")
    };
    // A field in the place of a reserved word, a new value, a new function.
    let field = "pair: uint32_t two\npair: uint32_t reserved[1]";
    assert_eq!(changed("pair: uint32_t reserved[2]", field), "");
    assert_eq!(
        changed(
            "(pair, reserved, 4)",
            "(pair, two, 4)\nOFFSET(pair, reserved, 8)"
        ),
        ""
    );
    assert_eq!(
        changed("kind: FIRST = 0", "kind: FIRST = 0\nkind: SECOND = 1"),
        ""
    );
    assert_eq!(
        changed(
            "kind add(uint32_t n)",
            "kind add(uint32_t n)\nkind twice(uint32_t n)"
        ),
        ""
    );
    // What goes or changes, and a field where none was reserved.
    assert_eq!(
        changed("(uint32_t n)", "(uint64_t n)"),
        "kind add(uint32_t n)"
    );
    assert_eq!(changed("FIRST = 0", "FIRST = 1"), "kind: FIRST = 0");
    assert_eq!(changed("12", "16"), "SIZE(pair, 12, 4)");
    assert_eq!(
        changed("final: uint32_t x", "final: uint32_t x\nfinal: uint32_t y"),
        "final: uint32_t y"
    );
    // Another version of the interface.
    assert_eq!(
        changed("MALI_INST_ABI 1\nkind: FIRST = 0", "MALI_INST_ABI 2"),
        ""
    );
}
