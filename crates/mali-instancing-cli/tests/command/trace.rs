//! `trace`: draws too large to be shown.

use serde_json::{Value, json};

use crate::output;

fn arguments(options: &str) -> Vec<&str> {
    let all = ["trace", "--json"].into_iter();
    all.chain(options.split_whitespace()).collect()
}

fn threads(options: &str) -> Vec<Value> {
    let threads = &crate::json(&arguments(options), "")["threads"];
    threads.as_array().unwrap().clone()
}

/// What GL says of every thread that is kept, on every architecture. Padded by hand: 70 to 72 with
/// the hardware rule, which leaves a divisor of 216 for 3, and 70 to 70 under none.
#[test]
fn every_kept_thread_gets_the_element_that_gl_says() {
    for (arch, padding, padded) in [
        ("v4", "hardware", 72),
        ("v5", "hardware", 72),
        ("v6", "mesa", 72),
        ("v7", "tight", 72),
        ("v9", "hardware", 70),
        ("v10", "hardware", 70),
        ("v11", "mesa", 70),
        ("v14", "tight", 70),
    ] {
        for rounding in ["round-down", "nearest"] {
            let threads = threads(&format!(
                "--vertices 70 --instances 13 --arch {arch} --padding {padding} \
                 --rounding {rounding} --first-vertex 1000 --first-instance 100 \
                 --divisor 0 --divisor 1 --divisor 3 --divisor 4"
            ));
            assert_eq!(threads.len(), padded * 13);
            let kept = threads.iter().filter(|thread| thread["discarded"] == false);
            assert_eq!(kept.count(), 70 * 13);
            for (linear_id, thread) in threads.iter().enumerate() {
                let (vertex, instance) = (linear_id % padded, linear_id / padded);
                assert_eq!(
                    *thread,
                    json!({
                        "linear_id": linear_id, "vertex": vertex, "instance": instance,
                        "discarded": vertex >= 70,
                        "elements": [
                            1000 + vertex, 100 + instance, 100 + instance / 3, 100 + instance / 4,
                        ],
                    }),
                    "{arch} {padding} {rounding}"
                );
            }
        }
    }
}

#[test]
fn as_many_threads_as_allowed_are_run() {
    let count = |options| output(&arguments(options)).matches("\"linear_id\"").count();
    assert_eq!(count("--vertices 65536 --instances 1"), 65_536);
    assert_eq!(count("--vertices 1000 --instances 64 --arch v9"), 64_000);
    assert_eq!(count("--vertices 70 --instances 910"), 910 * 72);
    // The rules of padding are those of the options.
    assert_eq!(count("--vertices 5"), 2 * 8);
    assert_eq!(count("--vertices 5 --padding tight"), 2 * 5);
    assert_eq!(count("--vertices 5 --padding tight --idvs"), 2 * 8);
    assert_eq!(count("--vertices 9 --padding mesa"), 2 * 9);
    assert_eq!(count("--vertices 5 --arch v9"), 2 * 5);
    let last = "--vertices 2 --divisor 0 --divisor 1 --first-vertex 268435456 \
                --first-instance 268435456";
    let last = &threads(last)[5];
    assert_eq!(last["elements"], json!([268_435_457, 268_435_457]));
}
