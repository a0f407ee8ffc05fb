use super::rectangle::{Matrices, Rectangle};
use super::rules::Rules;
use crate::declaration::{Interpolation, Varying};
use crate::limits::MAX_VARYINGS;

/// The positions of varyings: first those whose elements have more rows, then longer arrays.
///
/// The rest of the key distinguishes varyings whose elements take the same space, so
/// that the result does not depend on the order in which they were declared.
// The numbers of at most 256 varyings, so 8 bits hold each.
pub(super) struct Order([u8; MAX_VARYINGS]);

/// The order among varyings of one type.
#[derive(Clone, Copy)]
pub(super) struct Precedence {
    /// The rules that say whether flat varyings come first, or the others.
    rules: Rules,
    /// Whether the interpolation decides before the size of an array.
    before_size: bool,
}

impl Precedence {
    /// The order by the size of arrays, or first by interpolation if the rules consider it.
    pub(super) const fn new(rules: Rules, before_size: bool) -> Self {
        Self { rules, before_size }
    }

    const fn is_earlier(self, interpolation: Interpolation) -> bool {
        let is_flat = matches!(interpolation, Interpolation::Flat);
        match self.rules {
            Rules::Es100 => false,
            Rules::Es300 => is_flat,
            Rules::Es310 | Rules::Es320 => !is_flat,
        }
    }
}

impl Order {
    /// No order yet.
    pub(super) const NONE: Self = Self([0; MAX_VARYINGS]);

    pub(super) const fn new(
        varyings: &[Varying],
        matrices: Matrices,
        precedence: Precedence,
    ) -> Self {
        let mut positions = [0; MAX_VARYINGS];
        let mut keys = [0; MAX_VARYINGS];
        each!(next, 0..varyings.len(), {
            let element = Rectangle::of_element(varyings[next], matrices);
            let key = key(varyings[next], element.rows, precedence);
            let mut at = next;
            // By insertion, since a constant has no `sort`. Varyings of equal keys stay in the order of their
            // declaration.
            while at > 0 && keys[at - 1] < key {
                positions[at] = positions[at - 1];
                keys[at] = keys[at - 1];
                at -= 1;
            }
            positions[at] = next as u8;
            keys[at] = key;
        });
        Self(positions)
    }

    pub(super) const fn varying(&self, position: usize) -> usize {
        self.0[position] as usize
    }
}

/// The larger the key, the earlier the varying.
const fn key(varying: Varying, rows: u64, precedence: Precedence) -> u64 {
    let length = varying.length() as u64;
    let qualifiers = (varying.interpolation() as u64) << 8
        | (varying.sampling() as u64) << 4
        | varying.is_array() as u64;
    // Square matrices go before others, smooth varyings before flat ones, as in the standard.
    let earlier = qualifiers << 8 | varying.varying_type() as u64;
    let is_earlier = precedence.is_earlier(varying.interpolation()) as u64;
    let is_earlier = is_earlier << if precedence.before_size { 56 } else { 23 };
    // From the most significant bit on: rows, interpolation if it decides first, length, interpolation if it decides after,
    // and last the qualifiers and the type.
    // Elements have at most 4 rows (bits 57 to 59), lengths 32 bits (24 to 55), and `earlier` 18. Its smaller values
    // come first, so it is subtracted. Columns are not in the key: the packers take one width after the other.
    rows << 57 | length << 24 | is_earlier | ((1 << 23) - 1 - earlier)
}
