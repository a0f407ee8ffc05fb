//! Any program of an application: every vertex gets the data that it had when it was drawn, also if arrays, indices and
//! updates overlap.

use proptest::strategy::{Strategy, ValueTree};
use proptest::test_runner::{Config, RngAlgorithm, TestRng, TestRunner};

use crate::soft_driver::driver::Driver;
use crate::soft_driver::program::{calls, settings, setups};
use crate::words;

/// Runs a program. The first two words are the seeds of its setting and of its buffers and arrays, each other one is
/// that of a call, so that a change of a word changes only that call.
pub fn check(bytes: &[u8]) {
    if let [setting, setup, seeds @ ..] = &words(bytes)[..] {
        let mut program = value(&setups(), *setup);
        let calls = calls();
        program.extend(seeds.iter().map(|seed| value(&calls, *seed)));
        Driver::new(value(&settings(), *setting)).run(&program);
    }
}

fn value<S: Strategy>(strategy: &S, seed: u32) -> S::Value {
    let mut bytes = [0; 16];
    bytes[..4].copy_from_slice(&seed.to_le_bytes());
    // The generator must not begin with zeros.
    bytes[15] = 1;
    let rng = TestRng::from_seed(RngAlgorithm::XorShift, &bytes);
    let mut runner = TestRunner::new_with_rng(Config::default(), rng);
    let tree = strategy.new_tree(&mut runner);
    tree.expect("a strategy without filters").current()
}
