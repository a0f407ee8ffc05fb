//! Random programs of an application on the soft driver.

use std::cell::RefCell;
use std::collections::BTreeMap;
use std::ops::Range;

use proptest::prelude::*;
use proptest::test_runner::{RngAlgorithm, TestRng, TestRunner};

use crate::cases;
use crate::soft_driver::driver::Driver;
use crate::soft_driver::program::{Call, calls, settings, setups};

/// All events that a draw or an update can cause.
const EVENTS: [&str; 23] = [
    "arrays overlap",
    "indices among vertices",
    "in place",
    "copy found",
    "copy made",
    "copied by the GPU",
    "copied by later work",
    "streamed",
    "gathered",
    "constant found",
    "constant written",
    "constant streamed",
    "retired",
    "moved",
    "waited for an update",
    "waited for the ring",
    "written",
    "unchanged",
    "changed without a call",
    "no memory",
    "failed",
    "nothing",
    "error",
];

/// A setup and calls after it.
pub(crate) fn programs(length: Range<usize>) -> impl Strategy<Value = Vec<Call>> {
    let calls = prop::collection::vec(calls(), length);
    (setups(), calls).prop_map(|(setup, calls)| [setup, calls].concat())
}

proptest! {
    #![proptest_config(cases(512))]

    #[test]
    fn every_vertex_gets_what_the_data_was_when_it_was_drawn(
        setting in settings(),
        program in programs(1..200),
    ) {
        Driver::new(setting).run(&program);
    }
}

/// Programs of thousands of calls, in which all events occur.
#[test]
fn so_it_does_after_thousands_of_calls() {
    let config = ProptestConfig {
        cases: (cases(0).cases / 16).max(16),
        failure_persistence: None,
        ..ProptestConfig::default()
    };
    let rng = TestRng::deterministic_rng(RngAlgorithm::ChaCha);
    let mut runner = TestRunner::new_with_rng(config, rng);
    let events = RefCell::new(BTreeMap::new());
    let result = runner.run(&(settings(), programs(2000..4000)), |(setting, program)| {
        let mut driver = Driver::new(setting);
        driver.run(&program);
        for (event, count) in driver.events {
            *events.borrow_mut().entry(event).or_insert(0) += count;
        }
        Ok(())
    });
    if let Err(error) = result {
        panic!("{error}");
    }
    let events = events.into_inner();
    for event in EVENTS {
        assert!(events.contains_key(event), "never: {event}");
    }
}
