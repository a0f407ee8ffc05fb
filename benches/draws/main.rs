//! Packs the draws of a case in turn, with a given number of repetitions: `draws write v7 c 10`. With 0 repetitions it
//! prints their number, and `draws numbers v7 c 1` prints the draws for `draws.c`.
//!
//! The draws are made up (`cases`) or recorded (`recorded`). `draw` prepares each for all functions that are measured,
//! with a `constant` that has its numbers of buffers and attributes.

use std::hint::black_box;

use mali_instancing::Arch;

#[allow(dead_code, reason = "the test reads more of a case")]
#[path = "../../tests/driver_draws/case.rs"]
mod case;
mod cases;
mod constant;
mod draw;
#[path = "../../tests/driver_draws/gl.rs"]
mod gl;
#[allow(dead_code, reason = "the tests read more columns")]
#[path = "../../tests/golden/mod.rs"]
mod golden;
mod numbers;
#[path = "../../tests/driver_draws/parse.rs"]
mod parse;
mod random;
mod recorded;
#[allow(dead_code, reason = "the test reads more of a case")]
#[path = "../../tests/driver_draws/vulkan.rs"]
mod vulkan;

use draw::{BenchedDraw, State};
use random::Random;

/// The caller chooses the function, since the loop is measured together with it.
fn pack(draws: &[BenchedDraw], rounds: u32, write: impl Fn(&BenchedDraw, &mut [u32]) -> bool) {
    let mut words = [0; 512];
    for _ in 0..rounds {
        for draw in draws {
            assert!(black_box(write(black_box(draw), &mut words)));
            black_box(&mut words);
        }
    }
}

fn make_states(draws: &[BenchedDraw], rounds: u32) {
    let mut state = State::empty();
    for _ in 0..rounds {
        for draw in draws {
            assert!(black_box(draw).make_state(&mut state).is_ok());
            black_box(&mut state);
        }
    }
}

/// The draws of a case: `recorded`, `products` for the same and those whose product of a divisor and the padded count
/// does not fit 32 bits, `random` for the recorded ones with random divisors, `a` to `e`, `a64` to `d64` with aligned
/// buffers.
fn draws(case: &str, arch: Arch) -> Vec<BenchedDraw> {
    match (case, case.strip_suffix("64")) {
        ("recorded", _) => recorded::draws(arch, None),
        ("products", _) => recorded::draws_with_products(arch),
        ("random", _) => recorded::draws(arch, Some(Random(1))),
        (_, Some(case)) => cases::draws(case, 64, arch),
        (case, None) => cases::draws(case, 4, arch),
    }
}

fn main() {
    let arguments: Vec<String> = std::env::args().collect();
    let [_, function, arch, case, rounds] = &arguments[..] else {
        panic!("usage: draws FUNCTION ARCH CASE ROUNDS");
    };
    let arch = Arch::from_name(arch).expect("an architecture");
    let draws = draws(case, arch);
    let rounds = rounds.parse().expect("a number of rounds");
    if rounds == 0 {
        println!("{}", draws.len());
    }
    match &function[..] {
        "write" => pack(&draws, rounds, |draw, words| draw.write(words).is_ok()),
        "state" => pack(&draws, rounds, |draw, words| {
            draw.write_state(words).is_ok()
        }),
        "constant" => pack(&draws, rounds, |draw, words| {
            draw.write_constant(words).is_ok()
        }),
        "make" => make_states(&draws, rounds),
        "numbers" => numbers::print(&draws),
        _ => panic!("no function is called {function}"),
    }
}
