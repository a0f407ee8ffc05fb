use crate::declaration::Varying;
use crate::limits::MAX_LOCATED_VARYINGS;

/// A varying and its name, by which the stages match varyings without a location.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "defmt", derive(defmt::Format))]
pub struct NamedVarying<'a> {
    /// The name of the varying in both stages.
    pub name: &'a str,
    /// The declaration of the varying.
    pub varying: Varying,
}

/// The position of the varying of that name without a location. `likely` is tried first, then those after it.
pub(super) const fn position(
    varyings: &[NamedVarying<'_>],
    name: &str,
    likely: usize,
) -> Option<usize> {
    // A stage that declares the same has the namesake at `likely`: one comparison is enough then.
    let mut number = likely;
    each!(tried, 0..varyings.len(), {
        if number >= varyings.len() {
            number = 0;
        }
        if varyings[number].varying.location().is_none()
            && is_same(varyings[number].name.as_bytes(), name.as_bytes())
        {
            return Some(number);
        }
        number += 1;
    });
    None
}

/// The varyings without a location in the order of their names, and their number. Parts of one variable
/// (`light.size`, `light[2]`) stay in the order of their declaration.
pub(super) const fn name_order(
    varyings: &[NamedVarying<'_>],
) -> ([u8; MAX_LOCATED_VARYINGS], usize) {
    let mut keys = [0; MAX_LOCATED_VARYINGS];
    let mut count = 0;
    each!(number, 0..varyings.len(), {
        if varyings[number].varying.location().is_none() {
            let name = varyings[number].name.as_bytes();
            // `declare` has refused more than 128 varyings, so the number fits 8 bits.
            let key = key(name, number as u8);
            // By insertion: a constant has no `sort`.
            let mut at = count;
            while at > 0 {
                let earlier = keys[at - 1];
                let is_before = key < earlier
                    || begin_alike(key, earlier)
                        && is_before(name, varyings[number_of(earlier)].name.as_bytes());
                if !is_before {
                    break;
                }
                keys[at] = earlier;
                at -= 1;
            }
            keys[at] = key;
            count += 1;
        }
    });
    let mut order = [0; MAX_LOCATED_VARYINGS];
    each!(position, 0..count, {
        order[position] = number_of(keys[position]) as u8;
    });
    (order, count)
}

/// The number of bytes of a name in its key.
const BEGINNING: usize = size_of::<u128>() - 1;

/// The first bytes of a variable, then the number of its varying. The varying with the smaller key comes first, except
/// among names that [begin alike](begin_alike).
const fn key(name: &[u8], number: u8) -> u128 {
    let end = if name.len() < BEGINNING {
        name.len()
    } else {
        BEGINNING
    };
    // Most comparisons need only these integers, and not the names.
    let mut key = [0; size_of::<u128>()];
    let mut byte = 0;
    // Only the variable's name is in the key, so parts of one variable differ only in their numbers.
    while byte < end && !is_end(name[byte]) {
        key[byte] = name[byte];
        byte += 1;
    }
    key[BEGINNING] = number;
    u128::from_be_bytes(key)
}

const fn number_of(key: u128) -> usize {
    key as u8 as usize
}

/// Whether two names have the same first bytes, and are longer than these.
const fn begin_alike(key: u128, other: u128) -> bool {
    // The last byte before the number is 0 if the name is shorter. Then the keys alone decide.
    key >> 8 & 0xff != 0 && key >> 8 == other >> 8
}

/// Whether the variable of the first name comes before that of the other, for names that begin alike.
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
    if byte < name.len() && !is_end(name[byte]) {
        Some(name[byte])
    } else {
        None
    }
}

const fn is_end(letter: u8) -> bool {
    matches!(letter, b'.' | b'[')
}

const fn is_same(one: &[u8], other: &[u8]) -> bool {
    if one.len() != other.len() {
        return false;
    }
    // Names are compared from the end, because many begin alike.
    each!(after, 0..one.len(), {
        let byte = one.len() - 1 - after;
        if one[byte] != other[byte] {
            return false;
        }
    });
    true
}

/// The first pair of members that differ at one place in blocks or structures of one name: a number in each
/// stage. A block is compared if both stages give it the same location, or none.
pub(super) const fn differing_members(
    producer: &[NamedVarying<'_>],
    consumer: &[NamedVarying<'_>],
) -> Option<(usize, usize)> {
    let mut number = 0;
    while number < consumer.len() {
        let variable = variable(consumer[number].name);
        let end = end_of(consumer, number, variable);
        let mut first = 0;
        while first < producer.len() && !has_member(producer[first].name, variable) {
            first += 1;
        }
        // A variable that is not a block or a structure has no members, so `end` is its own number.
        let is_member = end > number;
        if is_member && first < producer.len() {
            let first_location = producer[first].varying.location();
            let is_same_place = match (consumer[number].varying.location(), first_location) {
                (None, None) => true,
                (Some(read), Some(written)) => read == written,
                _ => false,
            };
            // Both walk on together, so that a member that one stage alone has, or has elsewhere, is met at its place.
            let written_end = end_of(producer, first, variable);
            while is_same_place && (number < end || first < written_end) {
                let is_both = number < end && first < written_end;
                if !is_both
                    || !is_same(
                        consumer[number].name.as_bytes(),
                        producer[first].name.as_bytes(),
                    )
                {
                    return Some((before(number, end), before(first, written_end)));
                }
                number += 1;
                first += 1;
            }
        }
        // The next step is past the whole variable, compared or not: none of its other members begins a comparison.
        number = if is_member { end } else { number + 1 };
    }
    None
}

/// The number of the first varying of the array of structures that a varying is of an element of; `None` if it is of none.
pub(super) const fn first_of_array(varyings: &[NamedVarying<'_>], number: usize) -> Option<usize> {
    let name = varyings[number].name;
    let variable = variable(name);
    if variable.len() == name.len() || name.as_bytes()[variable.len()] != b'[' {
        return None;
    }
    let mut first = number;
    // Members of one variable are declared one after the other, so its first one is found backwards.
    while first > 0 && has_member(varyings[first - 1].name, variable) {
        first -= 1;
    }
    Some(first)
}

/// The bytes of the variable's name.
const fn variable(name: &str) -> &[u8] {
    let mut end = 0;
    while letter(name.as_bytes(), end).is_some() {
        end += 1;
    }
    name.as_bytes().split_at(end).0
}

/// Whether a name is the path of a member of that variable.
const fn has_member(name: &str, variable: &[u8]) -> bool {
    let name = name.as_bytes();
    if name.len() <= variable.len() || !is_end(name[variable.len()]) {
        return false;
    }
    is_same(name.split_at(variable.len()).0, variable)
}

/// The number after the last member of this variable, whose first member is `first`.
const fn end_of(varyings: &[NamedVarying<'_>], first: usize, variable: &[u8]) -> usize {
    let mut end = first;
    while end < varyings.len() && has_member(varyings[end].name, variable) {
        end += 1;
    }
    end
}

const fn before(number: usize, end: usize) -> usize {
    // Where one stage has no further member, the error is about its last one.
    if number < end { number } else { end - 1 }
}
