//! Random programs for as long as the caller says, from another seed each time.

use std::cell::Cell;
use std::env;
use std::time::{Duration, Instant, SystemTime};

use proptest::prelude::*;
use proptest::test_runner::{RngAlgorithm, TestRng, TestRunner};

use crate::programs::programs;
use crate::soft_driver::driver::Driver;
use crate::soft_driver::program::{Call, settings};

/// The value of an environment variable, or another if it is not set.
fn variable(name: &str, default: impl FnOnce() -> u64) -> u64 {
    match env::var(name) {
        Ok(value) => (value.parse()).unwrap_or_else(|_| panic!("{name}={value} is not a number")),
        Err(_) => default(),
    }
}

#[test]
#[ignore = "takes SOAK_SECONDS, or a minute: .ci/all runs it"]
fn every_vertex_gets_its_data_for_as_long_as_asked() {
    let duration = Duration::from_secs(variable("SOAK_SECONDS", || 60));
    let seed = variable("SOAK_SEED", || {
        let now = SystemTime::now().duration_since(SystemTime::UNIX_EPOCH);
        now.expect("a clock after 1970").as_nanos() as u64
    });
    println!("SOAK_SEED={seed} repeats these programs");
    let config = ProptestConfig {
        cases: 1,
        failure_persistence: None,
        ..ProptestConfig::default()
    };
    let programs = (settings(), programs(500..2000));
    let (begin, mut reported) = (Instant::now(), Duration::ZERO);
    let (total, calls) = (Cell::new(0_u64), Cell::new(0));
    for number in 0_u64.. {
        let mut bytes = [0; 32];
        bytes[..8].copy_from_slice(&seed.to_le_bytes());
        bytes[8..16].copy_from_slice(&number.to_le_bytes());
        let rng = TestRng::from_seed(RngAlgorithm::ChaCha, &bytes);
        let mut runner = TestRunner::new_with_rng(config.clone(), rng);
        let result = runner.run(&programs, |(setting, program)| {
            Driver::new(setting).run(&program);
            let draws = program.iter().filter(|call| is_draw(call));
            total.set(total.get() + draws.count() as u64);
            calls.set(calls.get() + program.len());
            Ok(())
        });
        if let Err(error) = result {
            panic!("SOAK_SEED={seed}: {error}");
        }
        let elapsed = begin.elapsed();
        if elapsed >= reported + Duration::from_secs(10) || elapsed >= duration {
            reported = elapsed;
            let (calls, draws) = (calls.get(), total.get());
            println!("{calls} calls, {draws} draws in {} s", elapsed.as_secs());
        }
        if elapsed >= duration {
            break;
        }
    }
}

fn is_draw(call: &Call) -> bool {
    matches!(call, Call::Draw(_) | Call::Again)
}
