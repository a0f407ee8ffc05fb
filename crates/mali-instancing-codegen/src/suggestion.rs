//! Names that somebody may have meant.

use mali_instancing::data::Quoted;

/// Says that there is no `name`, and what there is.
#[must_use]
pub fn unknown(name: &str, known: &[&str]) -> String {
    let quoted = Quoted::new(name);
    format!("`{quoted}` is unknown, {}", known_names(name, known))
}

/// Says which of `known` is nearest to `name`, if any is near, and what all of them are.
#[must_use]
pub fn known_names(name: &str, known: &[&str]) -> String {
    let all = known.iter().map(|name| Quoted::new(name).to_string());
    let all: Vec<_> = all.collect();
    format!("{}known: {}", nearest(name, known), all.join(", "))
}

/// Says that there is no `name`, where there are too many to list, and what is `allowed`.
#[must_use]
pub fn unknown_of_many(name: &str, known: &[&str], allowed: &str) -> String {
    let (quoted, nearest) = (Quoted::new(name), nearest(name, known));
    format!("`{quoted}` is unknown, {nearest}allowed: {allowed}")
}

/// Asks for the name that is nearest, if any is near.
fn nearest(name: &str, known: &[&str]) -> String {
    let similar = |known| (strsim::jaro_winkler(name, known), known);
    let known = known.iter().copied().map(similar);
    match known.max_by(|(one, _), (other, _)| one.total_cmp(other)) {
        Some((0.7.., nearest)) => format!("did you mean `{}`? ", Quoted::new(nearest)),
        _ => String::new(),
    }
}
