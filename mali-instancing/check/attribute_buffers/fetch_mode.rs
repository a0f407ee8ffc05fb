use core::num::NonZeroU32;

use super::table::Named;
use super::threads::{Instancing, Threads};
use crate::check::division::{
    differences, exact_divisor, first_id_above_zero, first_wrong_shift, is_power_of_two,
    nearest_rounding,
};
use crate::check::finding::{Detail, Expected, Finding, Location};
use crate::check::reporter::Reporter;
use crate::check::rule::Rule;
use crate::check::state::DrawState;
use crate::check::verdict::{Verdict, check_division};
use crate::descriptor::{AttributeBuffer, AttributeBufferFields, Field};
use crate::divisor::{MagicDivisor, PowerOfTwo};
use crate::fetch::{FetchMode, InputRate};
use crate::padded_count::PaddedCount;

/// The numbers that a descriptor's mode is compared with.
#[derive(Clone, Copy)]
pub(super) struct ModeCheck<'a> {
    pub(super) location: Location<'a>,
    pub(super) threads: &'a Threads,
    /// The rate of the attribute that names the descriptor.
    pub(super) rate: Option<InputRate>,
}

/// Checks the mode of an attribute buffer. Returns whether it fits, at least for this draw's ids.
pub(super) fn check(
    state: &DrawState<'_>,
    named: &Named,
    fields: AttributeBufferFields,
    check: ModeCheck<'_>,
    reporter: &mut Reporter<'_>,
) -> bool {
    if check.rate.is_none() {
        reporter.not_checked(Rule::Stride);
    }
    if check.threads.instancing().is_none() {
        for rule in [
            Rule::FetchMode,
            Rule::Modulus,
            Rule::HardwareDivisor,
            Rule::Rounding,
        ] {
            reporter.not_checked(rule);
        }
        return true;
    }
    let (finding, fits) = match check.verdict(fields) {
        Verdict::Fits => {
            let has_multiplier = !matches!(fields.mode, FetchMode::NpotDivisor { magic, .. } if is_power_of_two(magic));
            if !has_multiplier && named.is_first(state) {
                let (rule, field) = (Rule::PotMode, AttributeBuffer::DIVISOR_D);
                reporter.found(check.location.field(rule, field, Expected::Other));
            }
            return true;
        }
        Verdict::Nearly(finding) => (finding, true),
        Verdict::Wrong(finding) => (check.wrong_type(named).unwrap_or(finding), false),
    };
    if named.is_first(state) {
        reporter.found(finding);
    }
    fits
}

impl ModeCheck<'_> {
    fn wrong(self, rule: Rule, field: Field, expected: u64) -> Verdict {
        Verdict::Wrong(self.location.field(rule, field, Expected::Value(expected)))
    }

    fn wrong_mode(self, expected: u32) -> Verdict {
        self.wrong(Rule::FetchMode, AttributeBuffer::TYPE, expected.into())
    }

    pub(super) fn verdict(self, fields: AttributeBufferFields) -> Verdict {
        match self.threads.instancing() {
            None => Verdict::Fits,
            Some(Instancing::One) => self.one_instance(fields),
            Some(Instancing::Several(padded)) => self.several_instances(fields, padded),
        }
    }

    fn one_instance(self, fields: AttributeBufferFields) -> Verdict {
        let is_per_vertex = matches!(self.rate, None | Some(InputRate::Vertex));
        match fields.mode {
            FetchMode::Constant => Verdict::Fits,
            FetchMode::Linear if is_per_vertex => Verdict::Fits,
            FetchMode::Linear => self.wrong(Rule::Stride, AttributeBuffer::STRIDE, 0),
            mode if self.reads_as_linear(mode, fields.stride) => {
                let expected = Expected::Value(AttributeBuffer::LINEAR.into());
                let (rule, field) = (Rule::SingleInstance, AttributeBuffer::TYPE);
                Verdict::Nearly(self.location.field(rule, field, expected))
            }
            _ => self.wrong_mode(AttributeBuffer::LINEAR),
        }
    }

    /// Whether a mode for several instances reads the same elements as a linear descriptor, for the ids of one
    /// instance.
    fn reads_as_linear(self, mode: FetchMode, stride: u32) -> bool {
        let is_per_vertex = matches!(self.rate, None | Some(InputRate::Vertex));
        let is_per_instance = self.rate != Some(InputRate::Vertex);
        match mode {
            FetchMode::Modulus(modulus) => {
                let vertices = self.threads.vertices;
                is_per_vertex && vertices.is_some_and(|vertices| vertices <= modulus.get())
            }
            FetchMode::PotDivisor(_) | FetchMode::NpotDivisor { .. } => {
                is_per_instance && (stride == 0 || self.is_first_element(mode))
            }
            _ => false,
        }
    }

    /// Whether a mode that divides returns 0 for every id of the draw.
    fn is_first_element(self, mode: FetchMode) -> bool {
        match (mode, self.threads.last_id()) {
            (FetchMode::PotDivisor(power), Some(last)) => power.divide(last) == 0,
            (FetchMode::NpotDivisor { magic, .. }, Some(last)) => magic.divide(last) == 0,
            _ => false,
        }
    }

    fn several_instances(self, fields: AttributeBufferFields, padded: PaddedCount) -> Verdict {
        // With a stride of 0 any mode reads one element.
        let is_constant = fields.stride == 0;
        match (fields.mode, self.rate) {
            // A descriptor that is constant because the application's stride is 0 has a mode of its own.
            (FetchMode::Constant, Some(InputRate::Instance { divisor }))
                if (self.threads.instances).is_some_and(|instances| instances > divisor.get()) =>
            {
                self.division(fields.mode, padded, divisor)
            }
            (FetchMode::Constant, _) => Verdict::Fits,
            (FetchMode::Linear, Some(InputRate::Constant)) => {
                self.wrong(Rule::Stride, AttributeBuffer::STRIDE, 0)
            }
            (_, Some(InputRate::Constant)) if is_constant => Verdict::Fits,
            (_, Some(InputRate::Constant)) => self.wrong_mode(AttributeBuffer::LINEAR),
            (FetchMode::Modulus(modulus), None | Some(InputRate::Vertex)) => {
                self.modulus(modulus, padded)
            }
            (_, Some(InputRate::Vertex)) => self.wrong_mode(AttributeBuffer::MODULUS),
            (mode, Some(InputRate::Instance { divisor })) => self.division(mode, padded, divisor),
            (FetchMode::PotDivisor(power), None) => self.power(power, padded),
            (mode @ FetchMode::NpotDivisor { divisor, .. }, None) => {
                self.division(mode, padded, divisor)
            }
            // The buffer does not have the vertices: it is for the attributes that are the same for all instances.
            (FetchMode::Linear, None) if !self.has_vertices(fields) => {
                self.wrong(Rule::Stride, AttributeBuffer::STRIDE, 0)
            }
            (FetchMode::Linear, None) => {
                let rule = Rule::FetchMode;
                Verdict::Wrong(
                    self.location
                        .field(rule, AttributeBuffer::TYPE, Expected::Other),
                )
            }
        }
    }

    /// Whether a buffer is large enough for an element of each vertex.
    fn has_vertices(self, fields: AttributeBufferFields) -> bool {
        self.threads.vertices.is_none_or(|vertices| {
            let last = u64::from(vertices.saturating_sub(1)) * u64::from(fields.stride);
            last < u64::from(fields.size)
        })
    }

    fn modulus(self, modulus: PaddedCount, padded: PaddedCount) -> Verdict {
        if modulus == padded {
            return Verdict::Fits;
        }
        Verdict::Wrong(modulus_finding(
            self.location,
            [AttributeBuffer::DIVISOR_R, AttributeBuffer::DIVISOR_P],
            modulus,
            padded,
        ))
    }

    /// The verdict on a power of two, if the application's divisor is not known.
    fn power(self, power: PowerOfTwo, padded: PaddedCount) -> Verdict {
        if padded.odd() != 1 {
            // A product that wraps can be a power of two.
            if self.is_first_element(FetchMode::PotDivisor(power)) {
                return self.too_large(FetchMode::PotDivisor(power));
            }
            return self.wrong_mode(AttributeBuffer::NPOT_DIVISOR);
        }
        if power.divisor_r() >= padded.shift() {
            return Verdict::Fits;
        }
        let expected = Expected::AtLeast(padded.shift().into());
        Verdict::Wrong(self.wrong_shift(power, padded.shift(), expected))
    }

    fn wrong_shift(self, power: PowerOfTwo, right: u32, expected: Expected) -> Finding {
        let (rule, field) = (Rule::HardwareDivisor, AttributeBuffer::DIVISOR_R);
        let finding = self.location.field(rule, field, expected);
        finding.with_detail(Some(first_wrong_shift(power.divisor_r(), right)))
    }

    /// The verdict on a mode that must divide by the padded count times the application's divisor.
    fn division(self, mode: FetchMode, padded: PaddedCount, divisor: NonZeroU32) -> Verdict {
        let product = u64::from(padded.get()) * u64::from(divisor.get());
        let Some(hardware_divisor) = u32::try_from(product).ok().and_then(NonZeroU32::new) else {
            return self.too_large(mode);
        };
        match (mode, PowerOfTwo::new(hardware_divisor)) {
            (FetchMode::PotDivisor(power), Some(right)) if power == right => Verdict::Fits,
            (FetchMode::PotDivisor(power), Some(right)) => {
                let expected = Expected::Value(right.divisor_r().into());
                Verdict::Wrong(self.wrong_shift(power, right.divisor_r(), expected))
            }
            (
                FetchMode::NpotDivisor {
                    magic,
                    divisor: stored,
                },
                _,
            ) => {
                let named = if stored == divisor {
                    None
                } else {
                    Some(divisor)
                };
                self.npot_divisor(magic, padded, hardware_divisor, named)
            }
            (_, Some(_)) => self.wrong_mode(AttributeBuffer::POT_DIVISOR),
            (_, None) => self.wrong_mode(AttributeBuffer::NPOT_DIVISOR),
        }
    }

    /// The verdict if the hardware divisor is above 32 bits, which no id reaches: all instances read one element. They
    /// also do so with a smaller divisor that no id of the draw reaches, such as one that wraps.
    fn too_large(self, mode: FetchMode) -> Verdict {
        let detail = match mode {
            FetchMode::NpotDivisor { magic, .. } => first_id_above_zero(magic),
            FetchMode::PotDivisor(power) => Some(Detail::FirstWrongId {
                id: 1 << power.divisor_r(),
                element: 1,
                expected: 0,
            }),
            _ => None,
        };
        let is_reached = match (detail, self.threads.last_id()) {
            (Some(Detail::FirstWrongId { id, .. }), Some(last_id)) => id <= last_id,
            // Without the counts, no id is known to get another element.
            (Some(_), None) => return Verdict::Fits,
            (_, _) => true,
        };
        let finding = |rule| {
            let expected = Expected::Value(AttributeBuffer::LINEAR.into());
            let finding = self.location.field(rule, AttributeBuffer::TYPE, expected);
            finding.with_detail(detail)
        };
        if is_reached {
            Verdict::Wrong(finding(Rule::HardwareDivisor))
        } else {
            Verdict::Nearly(finding(Rule::Rounding))
        }
    }

    /// The verdict on a division. `divisor` is the application's, if the continuation has another.
    fn npot_divisor(
        self,
        magic: MagicDivisor,
        padded: PaddedCount,
        hardware_divisor: NonZeroU32,
        divisor: Option<NonZeroU32>,
    ) -> Verdict {
        let fields = [
            AttributeBuffer::DIVISOR_R,
            AttributeBuffer::DIVISOR_D,
            AttributeBuffer::DIVISOR_E,
        ];
        let last_id = self.threads.last_id();
        let verdict = check_division(self.location, fields, magic, hardware_divisor, last_id);
        if let Some(divisor) = divisor {
            let is_right = matches!(verdict, Verdict::Fits | Verdict::Nearly(_));
            if is_right {
                let divisor = divisor.get().into();
                return self.wrong(Rule::HardwareDivisor, AttributeBuffer::DIVISOR, divisor);
            }
        }
        let Verdict::Wrong(finding) = verdict else {
            return verdict;
        };
        // A division that is right for another divisor of the application's.
        let several_differ = differences(magic, nearest_rounding(magic, hardware_divisor)) > 1;
        let exact = exact_divisor(magic).filter(|_| several_differ && self.rate.is_none());
        match exact.and_then(|exact| padded_multiple(exact.get(), padded)) {
            Some(expected) => Verdict::Wrong(
                self.location
                    .field(
                        Rule::HardwareDivisor,
                        AttributeBuffer::DIVISOR,
                        Expected::Value(expected.into()),
                    )
                    .with_detail(finding.detail),
            ),
            None => Verdict::Wrong(finding),
        }
    }

    /// The finding for a descriptor in which only the type is wrong.
    pub(super) fn wrong_type(self, named: &Named) -> Option<Finding> {
        let found = AttributeBuffer::TYPE.get(&named.words)?;
        let mut types = (AttributeBuffer::TYPE.values().iter()).map(|known| known.number);
        let right =
            types.find(|right| u64::from(*right) != found && self.fits_as(*right, named))?;
        let is_known = (1..=AttributeBuffer::NPOT_DIVISOR.into()).contains(&found);
        let has_type = found & u64::from(right) == u64::from(right);
        let rule = if has_type && !is_known {
            Rule::Alignment
        } else {
            Rule::FetchMode
        };
        let expected = Expected::Value(right.into());
        Some(self.location.field(rule, AttributeBuffer::TYPE, expected))
    }

    fn fits_as(self, right: u32, named: &Named) -> bool {
        let mut words = named.words;
        if right == AttributeBuffer::NPOT_DIVISOR {
            if named.number % 2 != 0 {
                return false;
            }
        } else {
            words[4..].fill(0);
        }
        if AttributeBuffer::TYPE.set(&mut words, right.into()).is_err() {
            return false;
        }
        let Ok(fields) = AttributeBuffer::decode(words) else {
            return false;
        };
        let proves = match fields.mode {
            // Every descriptor can be read in these modes, so they prove nothing.
            FetchMode::Constant => false,
            FetchMode::PotDivisor(_) => self.rate.is_some(),
            _ => true,
        };
        proves && matches!(self.verdict(fields), Verdict::Fits | Verdict::Nearly(_))
    }
}

/// The application's divisor in a hardware divisor.
fn padded_multiple(hardware_divisor: u32, padded: PaddedCount) -> Option<u32> {
    let is_multiple = hardware_divisor % padded.get() == 0;
    is_multiple.then(|| hardware_divisor / padded.get())
}

/// The finding for a padded vertex count that is not the draw's. `fields` hold its R and P.
pub(super) fn modulus_finding(
    location: Location<'_>,
    [divisor_r, divisor_p]: [Field; 2],
    modulus: PaddedCount,
    padded: PaddedCount,
) -> Finding {
    let (field, expected) = if modulus.shift() == padded.shift() {
        (divisor_p, padded.odd() / 2)
    } else {
        (divisor_r, padded.shift())
    };
    let detail = Detail::PaddedVertices {
        descriptor: modulus,
        draw: padded,
    };
    let finding = location.field(Rule::Modulus, field, Expected::Value(expected.into()));
    finding.with_detail(Some(detail))
}
