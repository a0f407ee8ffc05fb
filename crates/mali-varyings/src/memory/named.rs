use crate::declaration::Varying;
use crate::limits::MAX_LOCATED_VARYINGS;

/// A varying and its name, by which the stages find each other where there is no location.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "defmt", derive(defmt::Format))]
pub struct NamedVarying<'a> {
    /// What both stages call it.
    pub name: &'a str,
    /// What it is.
    pub varying: Varying,
}

/// The varying of that name without a location, which is often the one of the same number.
pub(super) const fn position(
    varyings: &[NamedVarying<'_>],
    name: &str,
    likely: usize,
) -> Option<usize> {
    let mut tried = 0;
    while tried < varyings.len() {
        let number = (likely + tried) % varyings.len();
        if varyings[number].varying.location().is_none() && is_same(varyings[number].name, name) {
            return Some(number);
        }
        tried += 1;
    }
    None
}

/// The varyings without a location in the order of names, and how many they are. Parts of one variable
/// (`light.size`, `light[2]`) stay in the order of their declaration.
pub(super) const fn by_name(varyings: &[NamedVarying<'_>]) -> ([u8; MAX_LOCATED_VARYINGS], usize) {
    let mut order = [0; MAX_LOCATED_VARYINGS];
    // Most names differ here, and rustc counts the steps of a constant's evaluation.
    let mut beginnings = [0; MAX_LOCATED_VARYINGS];
    let mut count = 0;
    let mut number = 0;
    while number < varyings.len() {
        if varyings[number].varying.location().is_none() {
            let name = varyings[number].name.as_bytes();
            let beginning = beginning(name);
            let mut at = count;
            while at > 0 {
                let earlier = varyings[order[at - 1] as usize].name.as_bytes();
                let goes_on = beginning as u8 != 0;
                let is_before = beginning < beginnings[at - 1]
                    || beginning == beginnings[at - 1] && goes_on && is_before(name, earlier);
                if !is_before {
                    break;
                }
                order[at] = order[at - 1];
                beginnings[at] = beginnings[at - 1];
                at -= 1;
            }
            order[at] = number as u8;
            beginnings[at] = beginning;
            count += 1;
        }
        number += 1;
    }
    (order, count)
}

const BEGINNING: usize = size_of::<u128>();

/// The first bytes of a variable, which are in the order of names as a number.
const fn beginning(name: &[u8]) -> u128 {
    let mut beginning = 0;
    let mut byte = 0;
    while byte < BEGINNING {
        let Some(letter) = letter(name, byte) else {
            return if byte == 0 {
                0
            } else {
                beginning << (8 * (BEGINNING - byte))
            };
        };
        beginning = beginning << 8 | letter as u128;
        byte += 1;
    }
    beginning
}

/// Of variables that begin alike and go on behind that.
const fn is_before(one: &[u8], other: &[u8]) -> bool {
    let mut byte = BEGINNING;
    loop {
        match (letter(one, byte), letter(other, byte)) {
            (_, None) => return false,
            (None, Some(_)) => return true,
            (Some(left), Some(right)) if left != right => return left < right,
            (Some(_), Some(_)) => byte += 1,
        }
    }
}

/// A byte of the variable that a path begins with.
const fn letter(name: &[u8], byte: usize) -> Option<u8> {
    if byte < name.len() && !matches!(name[byte], b'.' | b'[') {
        Some(name[byte])
    } else {
        None
    }
}

const fn is_same(one: &str, other: &str) -> bool {
    let (one, other) = (one.as_bytes(), other.as_bytes());
    if one.len() != other.len() {
        return false;
    }
    let mut byte = 0;
    while byte < one.len() {
        if one[byte] != other[byte] {
            return false;
        }
        byte += 1;
    }
    true
}
