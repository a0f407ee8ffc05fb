use serde_json::{Value, json};

use crate::{assert_contains, failure, output};

fn threads(options: &str) -> Vec<Value> {
    let arguments: Vec<&str> = ["trace", "--json"]
        .into_iter()
        .chain(options.split_whitespace())
        .collect();
    crate::json(&arguments)["threads"]
        .as_array()
        .unwrap()
        .clone()
}

#[test]
fn a_thread_is_a_line() {
    let text = output(&[
        "trace",
        "--vertices",
        "3",
        "--instances",
        "3",
        "--divisor",
        "0",
        "--divisor",
        "2",
    ]);
    assert_eq!(
        text,
        "\
linear id      vertex    instance  thread     per vertex   divisor 2
        0           0           0  kept                0           0
        1           1           0  kept                1           0
        2           2           0  kept                2           0
        3           3           0  discarded           3           0
        4           0           1  kept                0           0
        5           1           1  kept                1           0
        6           2           1  kept                2           0
        7           3           1  discarded           3           0
        8           0           2  kept                0           1
        9           1           2  kept                1           1
       10           2           2  kept                2           1
       11           3           2  discarded           3           1
"
    );
}

#[test]
fn json_has_a_thread_a_line_too() {
    let text = output(&["trace", "--vertices", "3", "--json"]);
    assert_eq!(text.lines().count(), 3 + 4 * 2 + 2);
    assert_eq!(
        threads("--vertices 3 --instances 2 --divisor 1")[7],
        json!({"linear_id": 7, "vertex": 3, "instance": 1, "discarded": true, "elements": [1]})
    );
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
fn one_instance_is_not_padded() {
    for arch in ["v4", "v7", "v9"] {
        let threads = threads(&format!(
            "--vertices 3 --instances 1 --divisor 0 --divisor 2 --first-instance 5 --arch {arch}"
        ));
        let expected: Vec<Value> = (0..3)
            .map(|vertex| {
                json!({"linear_id": vertex, "vertex": vertex, "instance": 0, "discarded": false,
                       "elements": [vertex, 5]})
            })
            .collect();
        assert_eq!(threads, expected);
    }
}

#[test]
fn the_rules_of_padding_are_those_of_the_options() {
    for (options, padded) in [
        ("--vertices 5", 8),
        ("--vertices 5 --padding tight", 5),
        ("--vertices 5 --padding tight --idvs", 8),
        ("--vertices 9 --padding mesa", 9),
        ("--vertices 5 --arch v9", 5),
    ] {
        assert_eq!(threads(options).len(), 2 * padded, "{options}");
    }
}

#[test]
fn as_many_threads_as_allowed_are_run() {
    let count = |options: &str| threads(options).len();
    assert_eq!(count("--vertices 65536 --instances 1"), 65_536);
    assert_eq!(count("--vertices 1000 --instances 64 --arch v9"), 64_000);
    assert_eq!(count("--vertices 70 --instances 910"), 910 * 72);
    let last = "--vertices 2 --divisor 0 --divisor 1 --first-vertex 268435456 \
                --first-instance 268435456";
    let last = &threads(last)[5];
    assert_eq!(last["elements"], json!([268_435_457, 268_435_457]));
}

/// 72 padded vertices times it leave 32 bits, and both instances share element 0.
#[test]
fn a_divisor_that_no_descriptor_holds_gives_every_thread_one_element() {
    let threads = threads("--vertices 70 --divisor 59652324");
    assert_eq!(threads.len(), 144);
    for thread in threads {
        assert_eq!(thread["elements"], json!([0]));
    }
}

#[test]
fn an_error_names_the_option_and_what_is_allowed() {
    for (options, parts) in [
        ("--vertices 0", ["--vertices", "0 vertices", "1 to"]),
        (
            "--vertices 3 --instances 0",
            ["--instances", "0 instances", "at least 1"],
        ),
        (
            "--vertices 70 --instances 911",
            [
                "--instances: 911",
                "65592 threads",
                "at most 65536 are allowed, which is 910",
            ],
        ),
        (
            "--vertices 70 --instances 937 --arch v9",
            [
                "--instances: 937",
                "65590 threads",
                "at most 65536 are allowed, which is 936",
            ],
        ),
        (
            "--vertices 70000",
            ["--vertices: 70000", "padded to 73728", "at most 65536"],
        ),
        (
            "--vertices 65537 --instances 1",
            ["--vertices: 65537", "threads", "at most 65536"],
        ),
        (
            "--vertices 4000000000 --instances 4000000000 --arch v9",
            ["--vertices: 4000000000", "threads", "at most 65536"],
        ),
        (
            "--vertices 70 --first-vertex 268435457",
            ["--first-vertex: 268435457", "at most", "268435456"],
        ),
        (
            "--vertices 70 --first-instance 0xffff_ffff",
            ["--first-instance: 4294967295", "at most", "268435456"],
        ),
        (
            "--vertices 3 --arch v5 --idvs",
            ["--idvs", "V5", "V6 and later"],
        ),
        ("--instances 3", ["--vertices", "required", "Usage"]),
        ("--vertices 3 --divisor -1", ["--divisor", "-1", "below 0"]),
        (
            "--vertices 3 --divisor all",
            ["--divisor", "`all` is no whole number", "and `constant`"],
        ),
    ] {
        let arguments: Vec<&str> = ["trace"].into_iter().chain(options.split(' ')).collect();
        assert_contains(&failure(&arguments, 2), &parts);
    }
    let mut many = vec!["trace", "--vertices", "3"];
    many.extend(["--divisor", "1"].repeat(300));
    assert_contains(
        &failure(&many, 2),
        &["--divisor: 300 buffers", "at most 256"],
    );
}

/// Vulkan's divisor 0: every thread reads the element of the first instance.
#[test]
fn a_constant_attribute_is_one_element_for_all() {
    for arch in ["v4", "v7", "v9"] {
        let arguments = [
            "trace",
            "--vertices",
            "3",
            "--divisor",
            "constant",
            "--first-instance",
            "5",
            "--json",
        ];
        let threads = crate::json(&[&arguments[..], &["--arch", arch]].concat());
        let threads = threads["threads"].as_array().unwrap();
        assert!(threads.len() >= 6);
        assert!(
            threads
                .iter()
                .all(|thread| thread["elements"] == serde_json::json!([5]))
        );
    }
}
