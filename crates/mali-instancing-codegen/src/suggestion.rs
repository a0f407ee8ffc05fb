//! Suggestions for unknown names.

use crate::quote::Quoted;

/// The message for an unknown `name`, with the known names.
#[must_use]
pub fn unknown(name: &str, known: &[&str]) -> String {
    let quoted = Quoted::new(name);
    format!("`{quoted}` is unknown, {}", known_names(name, known))
}

/// The part of a message with the name in `known` that is nearest to `name`, if one is near, and all of `known`.
#[must_use]
pub fn known_names(name: &str, known: &[&str]) -> String {
    let all = known.iter().map(|name| Quoted::new(name).to_string());
    let all: Vec<_> = all.collect();
    format!("{}known: {}", nearest(name, known), all.join(", "))
}

/// The message for an unknown `name` among too many known names to list. `allowed` describes these.
#[must_use]
pub fn unknown_of_many(name: &str, known: &[&str], allowed: &str) -> String {
    let (quoted, nearest) = (Quoted::new(name), nearest(name, known));
    format!("`{quoted}` is unknown, {nearest}allowed: {allowed}")
}

/// How similar a name is to a known one, up to 1; `None` if it is not near. The prefix that an API has before the names
/// of formats does not count, and capitals do not if nothing else differs.
fn similarity(name: &str, known: &str) -> Option<f64> {
    let prefixes = ["PIPE_FORMAT_", "VK_FORMAT_"];
    let rest = prefixes.iter().find_map(|prefix| name.strip_prefix(prefix));
    let name = rest.unwrap_or(name);
    if name.eq_ignore_ascii_case(known) {
        return Some(1.0);
    }
    // In short names, the similarity of names with one first letter is large.
    let edits = strsim::levenshtein(name, known);
    // A beginning passes even if more than half of the name is missing, as `base` of `base_vertex`.
    let is_near = known.starts_with(name) || edits * 2 <= name.len().max(known.len());
    Some(strsim::jaro_winkler(name, known)).filter(|similarity| is_near && *similarity >= 0.7)
}

/// The question for the nearest name, if one is near.
fn nearest(name: &str, known: &[&str]) -> String {
    let similar = |known| Some((similarity(name, known)?, known));
    let known = known.iter().copied().filter_map(similar);
    match known.max_by(|(one, _), (other, _)| one.total_cmp(other)) {
        Some((_, nearest)) => format!("did you mean `{}`? ", Quoted::new(nearest)),
        None => String::new(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_name_is_suggested_if_at_most_half_of_its_letters_differ() {
        for (name, known, is_near) in [
            ("nope", "n", false),
            ("nope", "no", true),
            ("both", "out", false),
            ("mehs", "mesh", true),
            ("base", "base_vertex", true),
            ("VK_FORMAT_R8_UNROM", "R8_UNORM", true),
            ("r8_unorm", "R8_UNORM", true),
        ] {
            assert_eq!(
                !nearest(name, &[known]).is_empty(),
                is_near,
                "{name}, {known}"
            );
        }
    }
}
