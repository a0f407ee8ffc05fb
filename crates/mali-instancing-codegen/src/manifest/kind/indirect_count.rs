//! The numbers of a draw that can be `"indirect"`.

use mali_indirect::Count;

use crate::error::reject;
use crate::manifest::document::{Fault, Node, Value};
use crate::manifest::keys::{Keys, number};

/// What stands for a number that a command has.
const INDIRECT: &str = "indirect";

/// The numbers that a command can have.
pub(super) const COUNTS: [&str; 4] = ["vertices", "instances", "first_vertex", "first_instance"];

/// Refuses an indirect draw where words are wanted.
pub(super) fn refuse(keys: &Keys) -> Result<(), Fault> {
    match COUNTS.into_iter().find(|key| is_indirect(keys, key)) {
        Some(key) => {
            let reason = "only the GPU knows it, which packs such a draw itself: \
                          `mali-instancing shader --from` writes its kernel";
            Err(keys.fault(&reject(key)(reason)))
        }
        None => Ok(()),
    }
}

fn is_indirect(keys: &Keys, key: &'static str) -> bool {
    let is = |node: &Node| Ok(matches!(&node.value, Value::Text(text) if text == INDIRECT));
    matches!(keys.optional(key, is), Ok(Some(true)))
}

/// Whether a descriptor is an indirect draw: a number of its is `"indirect"`, or neither that nor a number.
pub(super) fn is_meant(keys: &Keys) -> bool {
    let is_misspelt = |key| keys.optional(key, count).is_err();
    COUNTS
        .into_iter()
        .any(|key| is_indirect(keys, key) || is_misspelt(key))
}

/// Reads a number, or what stands for one that a command has.
pub(super) fn count(node: &Node) -> Result<Count, String> {
    match &node.value {
        Value::Text(text) if text == INDIRECT => Ok(Count::Indirect),
        _ => number(node)
            .map(Count::Known)
            .map_err(|reason| format!("{reason}. Write a number or \"{INDIRECT}\"")),
    }
}
