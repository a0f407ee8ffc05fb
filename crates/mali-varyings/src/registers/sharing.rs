use super::rules::Rules;
use crate::declaration::Interpolation;

/// The interpolations that may share a register.
#[derive(Clone, Copy)]
pub(super) struct Sharing {
    pub(super) smooth_beside_noperspective: bool,
    pub(super) flat_beside_interpolated: bool,
}

impl Sharing {
    /// Those of an edition: all in GLSL ES 1.00, and then flat ones apart from the others.
    pub(super) const fn of(rules: Rules) -> Self {
        Self {
            smooth_beside_noperspective: true,
            flat_beside_interpolated: matches!(rules, Rules::Es100),
        }
    }

    pub(super) const fn allows(self, one: Interpolation, other: Interpolation) -> bool {
        match (one, other) {
            (Interpolation::Smooth, Interpolation::Noperspective)
            | (Interpolation::Noperspective, Interpolation::Smooth) => {
                self.smooth_beside_noperspective
            }
            _ if one as u8 == other as u8 => true,
            // A flat varying and an interpolated one: no other pair is left.
            _ => self.flat_beside_interpolated,
        }
    }
}
