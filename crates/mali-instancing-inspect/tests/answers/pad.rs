use mali_instancing::Padding;
use mali_instancing_inspect::pad::{Counts, PaddedCounts};
use mali_instancing_inspect::to_json;
use serde_json::{Value, json};

/// The numbers that the hardware can pad to, up to 2^17: 1, 3, 5, 7 and 9 times powers of two.
fn representable() -> Vec<u32> {
    let odd = [1, 3, 5, 7, 9].into_iter();
    let mut all: Vec<u32> = odd
        .flat_map(|odd| (0..18).map(move |shift| odd << shift))
        .collect();
    all.sort_unstable();
    all
}

/// The padded count under a rule, found among all numbers.
fn searched(vertices: u32, padding: Padding, idvs: bool) -> u32 {
    // The positions of two instances are in different cache lines: a multiple of four vertices.
    let vertices = if idvs {
        vertices.next_multiple_of(4)
    } else {
        vertices
    };
    let is_tight = match padding {
        Padding::Tight => true,
        Padding::Mesa => vertices < 20,
        Padding::Hardware => false,
    };
    let mut all = representable().into_iter();
    let found = if is_tight {
        all.find(|padded| *padded >= vertices && (!idvs || padded % 4 == 0))
    } else {
        all.find(|padded| *padded > vertices && padded % 4 == 0)
    };
    found.unwrap()
}

#[test]
fn every_count_is_padded_to_the_number_that_a_search_finds() {
    for idvs in [false, true] {
        let counts = Counts::parse("1..3000").unwrap();
        let padded = PaddedCounts::new(counts, idvs).unwrap();
        let json: Value = serde_json::from_str(&to_json(&padded)).unwrap();
        let rows = json["padded_counts"].as_array().unwrap();
        assert_eq!(rows.len(), 2999);
        for (row, vertices) in rows.iter().zip(1..) {
            assert_eq!(row["vertices"], vertices);
            for padding in Padding::ALL {
                let expected = searched(vertices, *padding, idvs);
                let shift = expected.trailing_zeros();
                let expected = json!({
                    "padded": expected,
                    "odd": expected >> shift,
                    "shift": shift,
                    "wasted": expected - vertices,
                });
                assert_eq!(row[padding.name()], expected, "{vertices}, {padding}");
            }
        }
    }
}

#[test]
fn counts_that_cannot_be_padded_are_refused() {
    for text in ["", "7..", "9..7", "many", "-1"] {
        assert!(Counts::parse(text).is_err(), "{text}");
    }
    assert!(PaddedCounts::new(Counts::parse("0").unwrap(), false).is_err());
}

/// A program may read the lines one by one.
#[test]
fn json_has_a_line_for_each_count() {
    let padded = PaddedCounts::new(Counts::parse("7..10").unwrap(), false).unwrap();
    let json = to_json(&padded);
    let rows: Vec<&str> = (json.lines())
        .filter(|line| line.starts_with("    {\"vertices\": "))
        .collect();
    assert_eq!(rows.len(), 3, "{json}");
    let ends = rows.iter().map(|row| row.ends_with("}},"));
    assert!(ends.eq([true, true, false]), "{json}");
    assert_eq!(json.lines().count(), 3 + 5, "{json}");
}
