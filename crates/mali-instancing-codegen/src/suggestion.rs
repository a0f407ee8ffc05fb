//! Names that somebody may have meant.

use mali_instancing::data::Quoted;

/// Says that there is no `name`, and what there is.
#[must_use]
pub fn unknown(name: &str, known: &[&str]) -> String {
    format!(
        "`{}` is unknown, {}",
        Quoted::new(name),
        known_names(name, known)
    )
}

/// Says which of `known` is nearest to `name`, if any is near, and what all of them are.
#[must_use]
pub fn known_names(name: &str, known: &[&str]) -> String {
    let all: Vec<_> = known
        .iter()
        .map(|name| Quoted::new(name).to_string())
        .collect();
    format!("{}known: {}", nearest(name, known), all.join(", "))
}

/// Says that there is no `name`, where there are too many to list, and what is `allowed`.
#[must_use]
pub fn unknown_of_many(name: &str, known: &[&str], allowed: &str) -> String {
    format!(
        "`{}` is unknown, {}allowed: {allowed}",
        Quoted::new(name),
        nearest(name, known)
    )
}

/// Asks for the name that is nearest, if any is near.
fn nearest(name: &str, known: &[&str]) -> String {
    let similarity = |known: &&&str| strsim::jaro_winkler(name, known);
    let nearest = known
        .iter()
        .max_by(|one, other| similarity(one).total_cmp(&similarity(other)));
    match nearest.filter(|nearest| similarity(nearest) > 0.7) {
        Some(nearest) => format!("did you mean `{}`? ", Quoted::new(nearest)),
        None => String::new(),
    }
}
