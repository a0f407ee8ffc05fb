//! GLSL 4.60, 3.3 and 5.1: constant expressions of integers, in lengths and in conditions.

use proptest::prelude::*;

use super::{names, outputs};

/// Values by hand: each operator, and what binds tighter.
const VALUES: [(&str, i64); 26] = [
    ("6 & 3", 2),
    ("6 | 3", 7),
    ("6 ^ 3", 5),
    ("1 << 4", 16),
    ("37 >> 2", 9),
    ("7 + 2 - 4", 5),
    ("7 * 5", 35),
    ("7 / 2", 3),
    ("7 % 4", 3),
    ("-(-3)", 3),
    ("~(-6)", 5),
    ("+4", 4),
    ("2 + 3 * 4", 14),
    ("(2 + 3) * 4", 20),
    ("10 - 4 - 3", 3),
    ("24 / 4 / 2", 3),
    ("1 << 2 + 1", 8),
    ("8 | 4 ^ 6 & 3", 14),
    ("0x1F", 31),
    ("0x1f + 010", 39),
    ("1 + (5 > 3 ? 4 : 9)", 5),
    ("5 < 3 ? 4 : 9", 9),
    ("1 > 2 ? 3 : 2 > 1 ? 5 : 7", 5),
    ("3 == 3 && 2 != 3 ? 6 : 8", 6),
    ("2 <= 1 || 3 >= 3 ? 6 : 8", 6),
    ("true ^^ true ? 6 : 8", 8),
];

#[test]
fn a_length_is_what_its_expression_says() {
    for (expression, value) in VALUES {
        let text = format!("#version 450\nlayout(location = 0) out float a[{expression}];");
        let found = outputs(&text).unwrap_or_else(|error| panic!("{expression}: {error}"));
        assert_eq!(i64::from(found.varyings[0].length()), value, "{expression}");
    }
}

/// GLSL 4.60, 4.1.3 and 4.1.10: unsigned integers keep the low 32 bits, and a signed operand becomes unsigned beside one.
#[test]
fn unsigned_integers_have_32_bits() {
    for (expression, value) in [
        ("~0u >> 28", 15),
        ("~ZERO >> 28", 15),
        ("MOST / 0x20000000u", 7),
        ("uint(-1) >> 30", 3),
        ("(2u - 3u) % 7u + 1u", 4),
        ("int(~0u) + 3", 2),
        ("-1u >> 31", 1),
        ("max(~0u, 1u) >> 30", 3),
        ("-1 < 0u ? 2 : 3", 3),
        ("(true ? 1 : 0u) - 2 > 5 ? 2 : 3", 2),
        ("-1 >> 1 == -1 ? 2 : 3", 2),
        ("(-8 >> 1u) + 6", 2),
        ("(~0u == -1) ? 2 : 3", 2),
    ] {
        let text = format!(
            "#version 450\nconst uint ZERO = 0u;\nconst uint MOST = ~0u;\n\
             layout(location = 0) out float a[{expression}];"
        );
        let found = outputs(&text).unwrap_or_else(|error| panic!("{expression}: {error}"));
        assert_eq!(found.varyings[0].length(), value, "{expression}");
    }
}

/// GLSL 4.60, 5.4.1 and 5.4.2: a constructor keeps the 32 bits of an integer of the other type.
#[test]
fn the_components_of_a_constant_have_its_type() {
    for (constant, expression, value) in [
        ("ivec2 A = ivec2(1u, 2u)", "A.x - 2 < 0 ? 2 : 3", 2),
        ("ivec2 A = ivec2(~0u)", "A.y + 3", 2),
        ("uvec2 A = uvec2(1, 2)", "A.x - 2 < 0 ? 2 : 3", 3),
    ] {
        let text = format!(
            "#version 450\nconst {constant};\nlayout(location = 0) out float a[{expression}];"
        );
        let found = outputs(&text).unwrap_or_else(|error| panic!("{constant}: {error}"));
        assert_eq!(found.varyings[0].length(), value, "{constant}");
    }
}

/// Conditions have no `?`, and 0 where a length has `false`.
#[test]
fn a_condition_is_what_its_expression_says() {
    let is_taken = |condition: &str| {
        !names(&format!(
            "#version 450\n#if {condition}\nlayout(location = 0) out float a;\n#endif"
        ))
        .is_empty()
    };
    for (expression, value) in VALUES
        .iter()
        .filter(|(expression, _)| !expression.contains(['?', 't']))
    {
        assert!(
            is_taken(&format!("({expression}) == {value}")),
            "{expression}"
        );
        assert!(
            !is_taken(&format!("({expression}) != {value}")),
            "{expression}"
        );
    }
    assert!(is_taken("1 || 0 && 0"));
    assert!(is_taken("!0 && !defined(NOWHERE)"));
    assert!(is_taken("-7 / 2 == -3"));
    assert!(!is_taken("0 && 1 / 0"));
}

proptest! {
    /// Random sums of products, with the arithmetic of Rust.
    #[test]
    fn sums_of_products(terms in prop::collection::vec((1..9_i64, 1..9_i64, any::<bool>()), 1..6)) {
        let (mut text, mut value) = ("1000".to_owned(), 1000);
        for (one, other, is_added) in terms {
            let sign = if is_added { '+' } else { '-' };
            text = format!("{text} {sign} {one} * {other}");
            value += if is_added { one * other } else { -one * other };
        }
        let found = outputs(&format!("#version 450\nlayout(location = 0) out float a[{text}];")).unwrap();
        prop_assert_eq!(i64::from(found.varyings[0].length()), value);
    }
}

#[test]
fn an_expression_without_a_value_is_refused() {
    for (expression, message) in [
        ("1 / 0", "a.vert:2: "),
        ("1 % 0", "a.vert:2: "),
        (
            "2 3",
            "a.vert:2: `3` is not expected here: constant expressions of integers are supported",
        ),
        ("n", "a.vert:2: "),
        ("-1", "a.vert:2: "),
    ] {
        let text = format!("#version 450\nlayout(location = 0) out float a[{expression}];");
        let error = outputs(&text).map(|_| ()).unwrap_err();
        assert!(error.starts_with(message), "{expression}: {error}");
    }
    let deep = "(".repeat(200) + "1" + &")".repeat(200);
    let error = outputs(&format!(
        "#version 450\nlayout(location = 0) out float a[{deep}];"
    ));
    let error = error.map(|_| ()).unwrap_err();
    assert_eq!(
        error,
        "a.vert:2: this expression is nested more than 64 deep"
    );
}
