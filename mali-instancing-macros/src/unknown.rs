//! The error for a name that is not known.

/// The message for an unknown `name`, with the nearest known name and a list of all known names.
pub(crate) fn unknown(kind: &str, name: &str, known: &[&str]) -> String {
    let suggestion = match nearest(name, known) {
        Some(known) => format!(", did you mean `{known}`?"),
        None => String::from(";"),
    };
    format!("unknown {kind} `{name}`{suggestion} known: {}", list(known))
}

pub(crate) fn list(names: &[&str]) -> String {
    names
        .iter()
        .map(|name| format!("`{name}`"))
        .collect::<Vec<_>>()
        .join(", ")
}

/// The known name with the fewest edits from `name`, if these are at most half of its letters. Of
/// several such names, the last: `vec4`, not `vec2`, for `vec5`.
fn nearest<'a>(name: &str, known: &[&'a str]) -> Option<&'a str> {
    let distances = known
        .iter()
        // `min_by_key` takes the first of equal ones.
        .rev()
        .map(|known| (distance(name, known), known));
    let (distance, nearest) = distances.min_by_key(|(distance, _)| *distance)?;
    (distance * 2 <= name.len().max(nearest.len())).then_some(*nearest)
}

/// The Levenshtein distance: the number of letters to insert, delete or replace to get from one name to the other.
/// It is implemented here because a build without cargo has only syn, quote and proc-macro2.
fn distance(one: &str, other: &str) -> usize {
    // From the letters of `one` so far to each beginning of `other`.
    let mut row: Vec<usize> = (0..=other.len()).collect();
    for (index, letter) in one.bytes().enumerate() {
        let mut diagonal = row[0];
        row[0] = index + 1;
        for (column, other_letter) in other.bytes().enumerate() {
            // `diagonal` is the entry of the row before, one column to the left, which is overwritten already.
            let replaced = diagonal + usize::from(letter != other_letter);
            diagonal = row[column + 1];
            row[column + 1] = replaced.min(diagonal + 1).min(row[column] + 1);
        }
    }
    row[other.len()]
}

#[cfg(test)]
mod tests {
    use super::{distance, nearest};

    #[test]
    fn an_edit_puts_in_takes_out_or_replaces_a_letter() {
        for (one, other, edits) in [
            ("stride", "stride", 0),
            ("strid", "stride", 1),
            ("sstride", "stride", 1),
            ("divizor", "divisor", 1),
            ("mehs", "mesh", 2),
            ("kitten", "sitting", 3),
            ("", "size", 4),
        ] {
            assert_eq!(distance(one, other), edits, "{one}, {other}");
            assert_eq!(distance(other, one), edits, "{other}, {one}");
        }
    }

    #[test]
    fn a_name_unlike_all_others_has_no_nearest() {
        assert_eq!(nearest("rows", &["registers", "rules"]), None);
        assert_eq!(nearest("vec5", &["float", "vec3", "vec4"]), Some("vec4"));
        assert_eq!(nearest("size", &[]), None);
    }
}
