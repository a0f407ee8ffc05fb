use std::fmt;
use std::time::{Duration, Instant};

use mali_indirect::{Language, functions};
use mali_instancing::{Padding, Rounding};

use super::{Gpu, KernelSource};

const CHECKS: &str = include_str!("proof.wgsl");

/// The number of invocations that run at a time, each of which checks 2^8 numbers.
const INVOCATIONS: u32 = 1 << 16;
const EACH: u32 = 1 << 8;
const BATCH: u64 = (INVOCATIONS as u64) * (EACH as u64);

/// The theorem that is proved.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Claim {
    /// The shaders' divisors are exact for every id, by the theorem of
    /// [`MagicDivisor`](mali_instancing::MagicDivisor), and are those of the rule.
    Divisors(Rounding),
    /// The shaders' padded counts are the smallest that the rule allows.
    VertexCounts {
        /// The rule.
        padding: Padding,
        /// Whether the draws use index-driven vertex shading.
        idvs: bool,
    },
}

impl Claim {
    /// All claims.
    #[must_use]
    pub fn all() -> Vec<Self> {
        let mut all: Vec<_> = Rounding::ALL.iter().copied().map(Self::Divisors).collect();
        for idvs in [false, true] {
            all.extend(
                Padding::ALL
                    .iter()
                    .map(|&padding| Self::VertexCounts { padding, idvs }),
            );
        }
        all
    }

    /// The rule's number in the shader.
    const fn number(self) -> u32 {
        // `prove` in `proof.wgsl` takes 8 and more for a rounding, and the bit of 4 below that for IDVS.
        match self {
            Self::Divisors(Rounding::RoundDown) => 8,
            Self::Divisors(Rounding::Nearest) => 9,
            Self::VertexCounts { padding, idvs } => {
                let padding = match padding {
                    Padding::Hardware => 1,
                    Padding::Tight => 2,
                    Padding::Mesa => 3,
                };
                padding + 4 * idvs as u32
            }
        }
    }
}

impl fmt::Display for Claim {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (of, rule) = match self {
            Self::Divisors(rounding) => ("divisors", rounding.name().to_string()),
            Self::VertexCounts { padding, idvs } => {
                let idvs = if *idvs { ", IDVS" } else { "" };
                ("vertex counts", format!("{}{idvs}", padding.name()))
            }
        };
        write!(formatter, "{of:<15} {rule:<15}")
    }
}

/// The result of a proof.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Proved {
    /// The number of numbers that were checked.
    pub checked: u64,
    /// The number of wrong ones.
    pub wrong: u64,
    /// The smallest wrong one.
    pub first_wrong: Option<u32>,
    /// The time that it took.
    pub time: Duration,
}

/// Checks the 32-bit numbers on the GPU: all of them, or one in `one_in` of the ranges of 2^24.
///
/// `change` changes the shader's source first, for a test that breaks it.
///
/// # Errors
///
/// The message of the compiler or the driver.
pub fn prove(
    gpu: &Gpu,
    claim: Claim,
    one_in: usize,
    change: impl FnOnce(String) -> String,
) -> Result<Proved, String> {
    let source = change(functions(Language::Wgsl)) + CHECKS;
    let pipeline = gpu.compile(KernelSource::Wgsl(&source), "prove")?;
    let numbers = gpu.buffer(&[0; 4]);
    let found = gpu.buffer(&[0; 3]);
    let start = Instant::now();
    let (mut checked, mut wrong, mut smallest) = (0, 0, u32::MAX);
    for batch in (0..(1_u64 << 32) / BATCH).step_by(one_in.max(1)) {
        let first = (batch * BATCH) as u32;
        gpu.write(&numbers, &[claim.number(), first, INVOCATIONS, EACH]);
        gpu.write(&found, &[0, 0, u32::MAX]);
        gpu.run(
            &pipeline,
            &[(0, &numbers), (1, &found)],
            [INVOCATIONS / 64, 1],
        )?;
        let words = gpu.read(&found)?;
        checked += u64::from(words[0]);
        wrong += u64::from(words[1]);
        smallest = smallest.min(words[2]);
    }
    if matches!(claim, Claim::Divisors(_)) {
        // 0 is not a divisor.
        checked -= 1;
    }
    Ok(Proved {
        checked,
        wrong,
        first_wrong: (wrong > 0).then_some(smallest),
        time: start.elapsed(),
    })
}
