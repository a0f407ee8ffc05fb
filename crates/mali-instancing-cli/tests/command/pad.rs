//! `pad --plot`: pictures.

use std::fs;

use crate::{assert_contains, output};

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
