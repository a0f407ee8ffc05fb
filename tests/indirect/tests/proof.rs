//! The proof for all numbers, which `mali-indirect-verify` runs, finds mistakes.

use mali_indirect_verify::{Claim, prove};
use mali_instancing::{Padding, Rounding};

use crate::gpu;

#[test]
fn right_shaders_are_proved_and_broken_ones_are_not() {
    let Some(gpu) = gpu() else { return };
    for claim in Claim::all() {
        let proved = prove(&gpu, claim, 128, |source| source).unwrap();
        let expected = match claim {
            Claim::Divisors(_) => (2 << 24) - 1,
            Claim::VertexCounts { .. } => 2 << 24,
        };
        assert_eq!((proved.checked, proved.wrong), (expected, 0), "{claim}");
    }
    let divisors = Claim::Divisors(Rounding::RoundDown);
    let padding = Padding::Hardware;
    let counts = Claim::VertexCounts {
        padding,
        idvs: false,
    };
    let breaks = [
        (
            divisors,
            "quotient = quotient + 1u;",
            "quotient = quotient + 2u;",
        ),
        (divisors, "digit = digit - 1u;", "digit = digit - 2u;"),
        (
            divisors,
            "if (remainder <= most)",
            "if (remainder < most - 5u)",
        ),
        (counts, "(count | 3u) + 1u", "(count | 3u) + 2u"),
        (counts, "if (top < 12u)", "if (top < 11u)"),
        (counts, "return low_bits + 4u;", "return low_bits + 5u;"),
    ];
    for (claim, right, broken) in breaks {
        let change = |source: String| {
            assert!(source.contains(right), "{right}");
            source.replace(right, broken)
        };
        let proved = prove(&gpu, claim, 128, change).unwrap();
        assert!(proved.wrong > 0, "{right} -> {broken}");
    }
}
