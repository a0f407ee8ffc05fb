use libfuzzer_sys::arbitrary::{self, Arbitrary, Unstructured};
use mali_varyings::chooser::{self, Layout, Machine, Placement};
use mali_varyings::{Error, Interpolation, RegisterTarget, Rules, Varying, pack};

use super::choices;

/// Declarations, and registers that hold them or not.
#[derive(Arbitrary, Debug)]
pub struct RegistersInput {
    registers: Registers,
    varyings: Vec<VaryingInput>,
}

#[derive(Arbitrary, Debug)]
struct VaryingInput(#[arbitrary(with = choices::varying)] Varying);

#[derive(Arbitrary, Debug)]
enum Registers {
    RegisterTarget(#[arbitrary(with = target)] RegisterTarget),
    Machine(#[arbitrary(with = machine)] Machine),
}

fn registers(bytes: &mut Unstructured) -> arbitrary::Result<u32> {
    // 1 to 64 are allowed.
    bytes.int_in_range(0..=65)
}

fn target(bytes: &mut Unstructured) -> arbitrary::Result<RegisterTarget> {
    Ok(RegisterTarget {
        registers: registers(bytes)?,
        rules: *bytes.choose(&[Rules::Es100, Rules::Es300, Rules::Es310, Rules::Es320])?,
        is_lenient: bytes.arbitrary()?,
    })
}

fn machine(bytes: &mut Unstructured) -> arbitrary::Result<Machine> {
    let layout = *bytes.choose(&[
        Layout::Standard,
        Machine::RELAXED.layout,
        Machine::CHOSEN.layout,
    ])?;
    Ok(Machine {
        registers: registers(bytes)?,
        layout,
        straddling: bytes.arbitrary()?,
        smooth_beside_noperspective: bytes.arbitrary()?,
        flat_beside_interpolated: bytes.arbitrary()?,
        index_cost: bytes.arbitrary()?,
        second_move_cost: bytes.arbitrary()?,
    })
}

impl Registers {
    fn pack(&self, varyings: &[Varying], placements: &mut [Placement]) -> Result<u32, Error> {
        match self {
            Self::RegisterTarget(target) => {
                let mut placed = vec![mali_varyings::Placement::UNPLACED; placements.len()];
                let used = pack(varyings, target, &mut placed)?;
                for (placement, placed) in placements.iter_mut().zip(placed) {
                    *placement = placed.into();
                }
                Ok(used)
            }
            Self::Machine(machine) => chooser::pack(varyings, machine, placements),
        }
    }

    fn count(&self) -> u32 {
        match self {
            Self::RegisterTarget(target) => target.registers,
            Self::Machine(machine) => machine.registers,
        }
    }

    /// Whether two interpolations may share a register.
    fn may_share(&self, one: Interpolation, other: Interpolation) -> bool {
        let is_flat = |interpolation| interpolation == Interpolation::Flat;
        match self {
            _ if one == other => true,
            Self::RegisterTarget(target) => {
                target.rules == Rules::Es100 || is_flat(one) == is_flat(other)
            }
            Self::Machine(machine) if is_flat(one) != is_flat(other) => {
                machine.flat_beside_interpolated
            }
            Self::Machine(machine) => machine.smooth_beside_noperspective,
        }
    }
}

impl RegistersInput {
    pub(super) fn check(&self) {
        let varyings: Vec<Varying> = self.varyings.iter().map(|input| input.0).collect();
        let mut placements = vec![Placement::UNPLACED; varyings.len()];
        let packed = self.registers.pack(&varyings, &mut placements);
        match packed {
            Ok(used) => self.check_placed(&varyings, &placements, used),
            Err(error) => assert!(!error.to_string().is_empty()),
        }
    }

    /// No component is in a register twice, and registers hold what may be together.
    fn check_placed(&self, varyings: &[Varying], placements: &[Placement], used: u32) {
        let count = self.registers.count();
        assert!((1..=64).contains(&count));
        let mut held = vec![[None; 4]; count as usize];
        for (varying, placement) in varyings.iter().zip(placements) {
            let varying_type = varying.varying_type();
            assert_eq!(placement.length(), varying.length());
            assert_eq!(placement.vectors(), varying_type.columns());
            assert!(
                varying
                    .location()
                    .is_none_or(|it| it == placement.register())
            );
            for number in 0..varying.length() * varying_type.columns() {
                let (element, column) = (
                    number / varying_type.columns(),
                    number % varying_type.columns(),
                );
                let vector = placement.vector(element, column).expect("a vector");
                let mut components = 0;
                for span in [Some(vector.first), vector.second].into_iter().flatten() {
                    components += span.components;
                    let register = &mut held[span.register as usize];
                    let end = span.component + span.components;
                    for component in &mut register[span.component as usize..end as usize] {
                        assert_eq!(component.replace(varying.interpolation()), None);
                    }
                }
                assert_eq!(components, varying_type.components());
            }
            assert_eq!(placement.vector(varying.length(), 0), None);
        }
        let is_used = |register: &&[Option<Interpolation>; 4]| register.iter().any(Option::is_some);
        // A matrix may take registers and components that hold none of it.
        assert!((held.iter().filter(is_used).count()..=count as usize).contains(&(used as usize)));
        for register in held {
            let held: Vec<_> = register.into_iter().flatten().collect();
            let together = held
                .iter()
                .flat_map(|&one| held.iter().map(move |&other| (one, other)));
            for (one, other) in together {
                assert!(self.registers.may_share(one, other), "{one} beside {other}");
            }
        }
    }
}
