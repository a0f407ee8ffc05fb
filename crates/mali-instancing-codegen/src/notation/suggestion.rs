//! What somebody may have meant.

use super::quote::quote;

/// Says that there is no `name`, and what there is.
pub fn unknown(name: &str, known: &[&str]) -> String {
    format!("`{}` is unknown, {}", quote(name), known_names(name, known))
}

/// Says which of `known` is nearest to `name`, if any is near, and what all of them are.
pub fn known_names(name: &str, known: &[&str]) -> String {
    let all: Vec<String> = known.iter().map(|name| quote(name)).collect();
    let all = all.join(", ");
    match nearest(name, known) {
        Some(nearest) => format!("did you mean `{}`? known: {all}", quote(nearest)),
        None => format!("known: {all}"),
    }
}

/// Which of `known` is nearest to `name`, if any is near.
pub fn nearest<'a>(name: &str, known: &[&'a str]) -> Option<&'a str> {
    let similarity = |known: &str| strsim::jaro_winkler(name, known);
    known
        .iter()
        .copied()
        .max_by(|one, other| similarity(one).total_cmp(&similarity(other)))
        .filter(|nearest| similarity(nearest) > 0.7)
}
