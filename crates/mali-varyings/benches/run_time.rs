//! What 32 varyings cost where they are known only at run time: at most 5 µs to link, and to pack.
//!
//! `cargo bench --package mali-varyings` prints the least of many rounds, and fails above the target; with
//! `-- --test` everything runs once.

use std::hint::black_box;
use std::process::ExitCode;
use std::time::Instant;

use mali_varyings::{
    Linkage, NamedVarying, Placement, Precision, Target, Varying, VaryingType, pack,
};

const TARGET_NANOSECONDS: u128 = 5_000;
const CALLS: u32 = 200;

fn varyings() -> Vec<Varying> {
    let types = [
        VaryingType::Vec4,
        VaryingType::Vec2,
        VaryingType::Float,
        VaryingType::Vec3,
        VaryingType::Uvec2,
        VaryingType::Int,
    ];
    let precisions = [Precision::High, Precision::Medium];
    let varying = |number: usize| {
        Varying::new(types[number % types.len()])
            .with_precision(precisions[number / types.len() % precisions.len()])
    };
    (0..32).map(varying).collect()
}

/// The least time of a call, in nanoseconds.
fn least(rounds: u32, mut call: impl FnMut()) -> u128 {
    let round = |_| {
        let begin = Instant::now();
        (0..CALLS).for_each(|_| call());
        begin.elapsed().as_nanos() / u128::from(CALLS)
    };
    (0..rounds).map(round).min().unwrap_or(0)
}

fn main() -> ExitCode {
    let is_test = std::env::args().any(|argument| argument == "--test");
    let rounds = if is_test { 1 } else { 500 };
    let titles: Vec<String> = (0..32).map(|number| format!("varying_{number}")).collect();
    let stage = |is_located: bool| {
        let varyings = varyings().into_iter().zip(&titles).zip(0..);
        let named = varyings.map(|((varying, name), location)| NamedVarying {
            name,
            varying: if is_located {
                varying
                    .with_location(location)
                    .expect("there are 32 locations")
            } else {
                varying
            },
        });
        named.collect::<Vec<_>>()
    };
    let (located, named) = (stage(true), stage(false));
    let (all, target) = (varyings(), Target::ES320.with_registers(32));
    let target = target.expect("64 registers are allowed");
    let mut placements = vec![Placement::UNPLACED; all.len()];
    let measured = [
        (
            "linked by location",
            least(rounds, || {
                black_box(Linkage::new(black_box(&located), black_box(&located))).unwrap();
            }),
        ),
        (
            "linked by name",
            least(rounds, || {
                black_box(Linkage::new(black_box(&named), black_box(&named))).unwrap();
            }),
        ),
        (
            "compiled apart, by name",
            least(rounds, || {
                black_box(Linkage::separable(black_box(&named), black_box(&named))).unwrap();
            }),
        ),
        (
            "packed into registers",
            least(rounds, || {
                black_box(pack(black_box(&all), &target, &mut placements)).unwrap();
            }),
        ),
    ];
    for (what, nanoseconds) in measured {
        println!("32 varyings {what}: {nanoseconds} ns");
    }
    let is_met = measured
        .iter()
        .all(|&(_, nanoseconds)| nanoseconds <= TARGET_NANOSECONDS);
    if is_met || is_test {
        ExitCode::SUCCESS
    } else {
        eprintln!("the target is {TARGET_NANOSECONDS} ns");
        ExitCode::FAILURE
    }
}
