//! `pad --plot`: pictures.

use std::fs;

use crate::{assert_contains, output};

/// Of few counts each has a step of its own, from the count to the next.
#[test]
fn the_plot_is_a_picture_with_every_rule() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("padding.svg");
    for (range, steps) in [
        ("1..200", None),
        ("60..100", None),
        ("1..=0xe000_0000", None),
        ("70..71", Some((1, "70"))),
        ("70..73", Some((3, "72"))),
        ("1..=20", Some((20, "20"))),
    ] {
        let summary = output(&["pad", range, "--plot", path.to_str().unwrap()]);
        assert_contains(&summary, &["hardware", "tight", "mesa", "mean", "worst"]);
        let svg = fs::read_to_string(&path).unwrap();
        assert!(svg.starts_with("<svg") && svg.trim_end().ends_with("</svg>"));
        assert_contains(&svg, &["hardware", "tight", "mesa", "wasted threads"]);
        assert!(svg.matches("<polyline").count() >= 3);
        let Some((counts, last)) = steps else {
            continue;
        };
        let line = svg
            .lines()
            .find(|line| line.contains("stroke-width=\"7\""))
            .unwrap();
        let (_, places) = line.split_once("points=\"").unwrap();
        let numbers = places.split('"').next().unwrap().split([' ', ',']);
        let places: Vec<f64> = numbers.map(|number| number.parse().unwrap()).collect();
        assert_eq!(places.len(), 4 * counts);
        assert_eq!((places[0], places[4 * counts - 2]), (72.0, 916.0));
        let is_flat = |step: &[f64]| step[0] < step[2] && (step[1] - step[3]).abs() < 0.01;
        assert!(places.chunks(4).all(is_flat));
        assert_contains(&svg, &[&format!(">{last}</text>")]);
    }
}
