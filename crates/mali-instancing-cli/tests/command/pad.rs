use std::fs;

use crate::{assert_contains, failure, json, output};

#[test]
fn one_count_is_shown_under_each_rule() {
    let text = output(&["pad", "20"]);
    assert_contains(&text, &["20 vertices", "3·2^3", "5·2^2", "16.7 %", "0.0 %"]);
    let counts = &json(&["pad", "20", "--json"])["padded_counts"];
    assert_eq!(counts.as_array().unwrap().len(), 1);
    let of = |padded: u32, odd: u32, shift: u32| serde_json::json!({"padded": padded, "odd": odd, "shift": shift, "wasted": padded - 20});
    assert_eq!(counts[0]["hardware"], of(24, 3, 3));
    assert_eq!(counts[0]["tight"], of(20, 5, 2));
    assert_eq!(counts[0]["mesa"], of(24, 3, 3));
}

#[test]
fn a_range_ends_before_its_end_unless_it_says_otherwise() {
    let length = |range: &str| {
        json(&["pad", range, "--format", "json"])["padded_counts"]
            .as_array()
            .unwrap()
            .len()
    };
    assert_eq!(length("1..21"), 20);
    assert_eq!(length("1..=21"), 21);
    assert_eq!(length("0x10..=0x10"), 1);
    assert_eq!(output(&["pad", "1..21"]).lines().count(), 21);
}

#[test]
fn a_count_that_a_rule_cannot_pad_is_empty() {
    let counts = &json(&["pad", "0xe000_0000", "--json"])["padded_counts"][0];
    assert!(counts["hardware"].is_null() && counts["mesa"].is_null());
    assert_eq!(counts["tight"]["padded"], 0xe000_0000_u32);
    assert_contains(&output(&["pad", "0xe000_0000"]), &["at most 3758096383"]);
}

#[test]
fn idvs_pads_to_multiples_of_four() {
    let counts = &json(&["pad", "9", "--idvs", "--json"])["padded_counts"][0];
    assert_eq!(counts["tight"]["padded"], 12);
    assert_eq!(counts["hardware"]["padded"], 16);
}

#[test]
fn the_plot_is_a_picture_with_every_rule() {
    let folder = tempfile::tempdir().unwrap();
    for range in ["1..200", "60..100", "1..=0xe000_0000"] {
        let path = folder.path().join("padding.svg");
        let summary = output(&["pad", range, "--plot", path.to_str().unwrap()]);
        assert_contains(&summary, &["hardware", "tight", "mesa", "mean", "worst"]);
        let svg = fs::read_to_string(&path).unwrap();
        assert!(svg.starts_with("<svg") && svg.trim_end().ends_with("</svg>"));
        assert_contains(&svg, &["hardware", "tight", "mesa", "wasted threads"]);
        assert!(svg.matches("<polyline").count() >= 3);
    }
}

/// Of few counts each has a step of its own, from the count to the next.
#[test]
fn the_plot_of_few_counts_has_a_step_for_each() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("padding.svg");
    for (range, counts) in [("70..71", 1), ("70..73", 3), ("1..=20", 20)] {
        output(&["pad", range, "--plot", path.to_str().unwrap()]);
        let svg = fs::read_to_string(&path).unwrap();
        let width = |line: &&str| line.contains("stroke-width=\"7\"");
        let line = svg.lines().find(width).unwrap();
        let (_, places) = line.split_once("points=\"").unwrap();
        let (places, _) = places.split_once('"').unwrap();
        let places: Vec<Vec<f64>> = places
            .split(' ')
            .map(|place| {
                place
                    .split(',')
                    .map(|number| number.parse().unwrap())
                    .collect()
            })
            .collect();
        assert_eq!(places.len(), 2 * counts);
        let edges = (places[0][0], places[2 * counts - 1][0]);
        assert_eq!(edges, (72.0, 916.0));
        assert!(
            places
                .chunks(2)
                .all(|step| (step[0][1] - step[1][1]).abs() < 0.01 && step[0][0] < step[1][0])
        );
        let last = if counts == 20 { 20 } else { 69 + counts };
        assert_contains(&svg, &[&format!(">{last}</text>")]);
    }
}

#[test]
fn the_summary_is_right_about_the_first_twenty() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("padding.svg");
    let summary = output(&["pad", "1..20", "--plot", path.to_str().unwrap()]);
    // 3 times 4 threads and 4 times 8, 12, 16 and 20 are 236, for 190 vertices: 46 are wasted.
    assert_contains(&summary, &["hardware   19.5 %  75.0 %  1\n"]);
}

#[test]
fn an_error_says_what_is_allowed() {
    for (counts, parts) in [
        ("0", ["0 vertices", "1 to 3758096384"]),
        ("0..5", ["0 vertices", "1 to 3758096384"]),
        ("0xe0000001", ["3758096385", "at most 3758096384"]),
        ("1..0xf000_0000", ["4026531839", "at most 3758096384"]),
        ("5..5", ["5..5", "holds no number"]),
        ("5..=4", ["5..=4", "holds no number"]),
        ("0..0", ["0..0", "holds no number"]),
        ("1..x", ["`x`", "decimal and 0x"]),
        ("1...5", ["`.5`", "decimal and 0x"]),
        ("many", ["`many`", "decimal and 0x"]),
        ("-5", ["-5", "below 0"]),
        ("5..", ["5..", "A..B and A..=B"]),
        ("..5", ["..5", "A..B and A..=B"]),
    ] {
        assert_contains(&failure(&["pad", counts], 2), &parts);
    }
    assert_contains(
        &failure(&["pad", "70", "--plot", "x.svg"], 2),
        &["--plot", "A..B"],
    );
    assert_contains(
        &failure(&["pad", "1..9", "--plot", "-"], 2),
        &["--plot", "needs a file"],
    );
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("missing/padding.svg");
    let error = failure(&["pad", "1..9", "--plot", path.to_str().unwrap()], 1);
    assert_contains(&error, &["cannot write", "missing"]);
}
