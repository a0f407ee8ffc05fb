use crate::declaration::Varying;
use crate::error::Error;
use crate::limits::MAX_LOCATED_VARYINGS;
use crate::varying_type::VaryingType;

/// A varying and its name, by which the stages find each other where there is no location.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "defmt", derive(defmt::Format))]
pub struct NamedVarying<'a> {
    /// What both stages call it.
    pub name: &'a str,
    /// What it is.
    pub varying: Varying,
}

/// The varyings without their names, and others behind them.
pub(super) const fn unnamed(
    named: &[NamedVarying<'_>],
) -> Result<[Varying; MAX_LOCATED_VARYINGS], Error> {
    let mut varyings = [Varying::new(VaryingType::Float); MAX_LOCATED_VARYINGS];
    if named.len() > varyings.len() {
        return Err(Error::TooManyVaryings {
            varyings: named.len(),
            allowed: varyings.len(),
        });
    }
    let mut number = 0;
    while number < named.len() {
        varyings[number] = named[number].varying;
        number += 1;
    }
    Ok(varyings)
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

/// The varying without a location that comes behind that one, or first, in the order of names. Parts of one
/// variable (`light.size`, `light[2]`) stay in the order of their declaration.
pub(super) const fn next_by_name(
    varyings: &[NamedVarying<'_>],
    behind: Option<usize>,
) -> Option<usize> {
    let mut next = None;
    let mut number = 0;
    while number < varyings.len() {
        let is_candidate = varyings[number].varying.location().is_none()
            && match behind {
                Some(behind) => is_before(varyings, behind, number),
                None => true,
            };
        let is_first = match next {
            Some(next) => is_before(varyings, number, next),
            None => true,
        };
        if is_candidate && is_first {
            next = Some(number);
        }
        number += 1;
    }
    next
}

const fn is_before(varyings: &[NamedVarying<'_>], one: usize, other: usize) -> bool {
    let names = (
        varyings[one].name.as_bytes(),
        varyings[other].name.as_bytes(),
    );
    let mut byte = 0;
    loop {
        match (letter(names.0, byte), letter(names.1, byte)) {
            (None, None) => return one < other,
            (None, Some(_)) => return true,
            (Some(_), None) => return false,
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
