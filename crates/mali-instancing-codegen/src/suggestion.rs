//! What somebody may have meant.

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
    let all: Vec<String> = known
        .iter()
        .map(|name| Quoted::new(name).to_string())
        .collect();
    let all = all.join(", ");
    match nearest(name, known) {
        Some(nearest) => format!("did you mean `{}`? known: {all}", Quoted::new(nearest)),
        None => format!("known: {all}"),
    }
}

/// Says that there is no `name`, where there are too many to list, and what is `allowed`.
#[must_use]
pub fn unknown_of_many(name: &str, known: &[&str], allowed: &str) -> String {
    let suggestion = match nearest(name, known) {
        Some(nearest) => format!("did you mean `{}`? ", Quoted::new(nearest)),
        None => String::new(),
    };
    format!(
        "`{}` is unknown, {suggestion}allowed: {allowed}",
        Quoted::new(name)
    )
}

/// Which of `known` is nearest to `name`, if any is near.
fn nearest<'a>(name: &str, known: &[&'a str]) -> Option<&'a str> {
    let similarity = |known: &str| strsim::jaro_winkler(name, known);
    known
        .iter()
        .copied()
        .max_by(|one, other| similarity(one).total_cmp(&similarity(other)))
        .filter(|nearest| similarity(nearest) > 0.7)
}
