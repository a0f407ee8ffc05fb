//! Edits of a manifest, each as a short text.

/// The text after edits, which ` | ` separates: `old => new`, or what replaces the next `…`. Each `…` that is left is
/// nothing. `\n` is a line's end.
pub(crate) fn edited(text: &str, edits: &str) -> String {
    let mut text = text.to_owned();
    for edit in edits.split(" | ") {
        let (old, new) = edit.split_once(" => ").unwrap_or(("…", edit));
        let (old, new) = (old.replace("\\n", "\n"), new.replace("\\n", "\n"));
        assert!(old == "…" || text.contains(&old), "no `{old}` in {text}");
        text = text.replacen(&old, &new, 1);
    }
    text.replace('…', "")
}
