//! Precomputes the tables of `mali-instancing/lookup.rs` with the library's const fns.

#[macro_use]
#[path = "mali-instancing/arch/names.rs"]
mod arch_names;
#[path = "mali-instancing/arithmetic.rs"]
mod arithmetic;

use std::ops::RangeInclusive;
use std::path::Path;
use std::{env, fs, process};

const VERTICES: Variable = Variable {
    name: "MALI_INSTANCING_TABLE_VERTICES",
    default: 256,
    range: 0..=65_536,
};
const DIVISORS: Variable = Variable {
    name: "MALI_INSTANCING_TABLE_DIVISORS",
    default: 16,
    range: 0..=4_096,
};

/// The names of the architectures.
macro_rules! names {
    ($($variant:ident: $name:literal,)+) => {
        &[$($name,)+]
    };
}

/// The architectures that a build is for, if it is not for all: one, or a family.
const ARCH: &str = "MALI_INSTANCING_ARCH";
const ARCHS: &[&str] = architectures!(names);

/// The GPUs, each with its architecture.
macro_rules! gpus_of_archs {
    ($($name:literal: $variant:ident,)+) => {
        &[$(($name, stringify!($variant)),)+]
    };
}

const GPUS: &[(&str, &str)] = gpus!(gpus_of_archs);

/// The odd factors of padded counts.
const ODDS: [u32; 5] = [1, 3, 5, 7, 9];

fn main() {
    println!("cargo::rustc-check-cfg=cfg(mali_instancing_small)");
    println!("cargo::rerun-if-changed=build.rs");
    println!("cargo::rerun-if-changed=mali-instancing/arch/names.rs");
    println!("cargo::rerun-if-changed=mali-instancing/arithmetic.rs");
    println!("cargo::rustc-check-cfg=cfg(tables_of_build_script)");
    println!("cargo::rustc-cfg=tables_of_build_script");
    // In code for size, the core leaves out the quick way of draws and keeps one copy of the padding.
    if matches!(env::var("OPT_LEVEL").as_deref(), Ok("s" | "z")) {
        println!("cargo::rustc-cfg=mali_instancing_small");
    }
    let archs: Vec<_> = ARCHS.iter().map(|arch| format!("\"{arch}\"")).collect();
    let archs = archs.join(", ");
    println!("cargo::rustc-check-cfg=cfg(mali_instancing_arch, values({archs}))");

    // All three are read first: one build shows the mistakes in all of them.
    match (VERTICES.read(), DIVISORS.read(), read_archs()) {
        (Ok(vertices), Ok(divisors), Ok(archs)) => {
            for arch in archs {
                println!("cargo::rustc-cfg=mali_instancing_arch=\"{arch}\"");
            }
            let directory = env::var_os("OUT_DIR").expect("cargo sets OUT_DIR");
            let path = Path::new(&directory).join("lookup.rs");
            if let Err(error) = fs::write(&path, tables(vertices, divisors)) {
                stop(&[format!("cannot write {}: {error}", path.display())]);
            }
        }
        (vertices, divisors, arch) => {
            let errors = [vertices.err(), divisors.err(), arch.err()];
            stop(&errors.into_iter().flatten().collect::<Vec<_>>());
        }
    }
}

fn stop(messages: &[String]) {
    for message in messages {
        println!("cargo::error={message}");
    }
    process::exit(1);
}

/// The architectures that the variable names: none if all are built.
fn read_archs() -> Result<&'static [&'static str], String> {
    println!("cargo::rerun-if-env-changed={ARCH}");
    let Some(value) = env::var_os(ARCH) else {
        return Ok(&[]);
    };
    let value = value.to_string_lossy();
    // The name of a GPU may have a hyphen, too. `g1-pro` is no family, since `g1` is no architecture.
    let family = value.split_once('-').and_then(|(first, last)| {
        let place = |name| ARCHS.iter().position(|arch| *arch == name);
        let archs = ARCHS.get(place(first)?..=place(last)?)?;
        // The newest before the oldest names none.
        (!archs.is_empty()).then_some(archs)
    });
    if let Some(archs) = family {
        return Ok(archs);
    }
    let mut gpus = GPUS.iter();
    let of_gpu = gpus.find(|(gpu, _)| arch_names::is_name_of_gpu(&value, gpu));
    let is_named =
        |arch: &&str| value == *arch || of_gpu.is_some_and(|(_, of)| of.eq_ignore_ascii_case(arch));
    match ARCHS.iter().position(is_named) {
        Some(place) => Ok(&ARCHS[place..=place]),
        None => Err(format!(
            "{ARCH} is \"{value}\": {} and {} are allowed, a family of them such as v4-v7, and the name of a GPU: g52",
            ARCHS[..ARCHS.len() - 1].join(", "),
            ARCHS[ARCHS.len() - 1]
        )),
    }
}

/// An environment variable with which a user of the library sets a number.
struct Variable {
    name: &'static str,
    default: u32,
    range: RangeInclusive<u32>,
}

impl Variable {
    fn read(&self) -> Result<u32, String> {
        println!("cargo::rerun-if-env-changed={}", self.name);
        let Some(value) = env::var_os(self.name) else {
            return Ok(self.default);
        };
        let value = value.to_string_lossy();
        match value.parse() {
            Ok(number) if self.range.contains(&number) => Ok(number),
            _ => Err(format!(
                "{} is \"{value}\": a whole number from {} to {} is allowed",
                self.name,
                self.range.start(),
                self.range.end()
            )),
        }
    }
}

fn tables(vertices: u32, divisors: u32) -> String {
    let padded_counts: Vec<u8> = (0..vertices)
        .map(|vertices| match vertices {
            0 => 0,
            // The rule `Padding::Hardware`, which `Padding::Mesa` shares from 20 vertices on.
            _ => arithmetic::pad_tight(arithmetic::above(vertices)),
        })
        .collect();
    let rows_of = |name: &str, to_nearest| {
        ODDS.map(|odd| {
            let words = multipliers(odd, divisors, to_nearest);
            format!("const {name}_{odd}: [u32; {divisors}] = [{words}];\n")
        })
        .concat()
    };
    let names = |name: &str| ODDS.map(|odd| format!("{name}_{odd}")).join(", ");
    let licence = env!("CARGO_PKG_LICENSE");

    format!(
        "// SPDX-License-Identifier: {licence}
// Made by build.rs: {vertices_name} = {vertices}, {divisors_name} = {divisors}.

/// Vertex counts below this are looked up.
pub const VERTEX_LIMIT: u32 = {vertices};

/// Divisors up to this are looked up, whatever the padded count they are multiplied with.
pub const DIVISOR_LIMIT: u32 = {divisors};

/// The padded count of every vertex count under `Padding::Hardware`, by vertex count, in its 8-bit
/// form: the power of two in bits 0..4, (odd - 1) / 2 in bits 5..7. No value means 0 vertices.
pub(super) static PADDED_COUNTS: [u8; {padded_counts_len}] = [{padded_counts}];

{rows_down}
{rows_near}
/// The multipliers under `Rounding::RoundDown`: for each odd factor of a padded count, a row of words,
/// one for each divisor from 1 on. D is in bits 0..30, E in bit 31. Zeros stand for powers of two,
/// which need none.
pub(super) static ROUND_DOWN: [[u32; {divisors}]; {odds}] = [{down}];

/// The same under `Rounding::Nearest`.
pub(super) static NEAREST: [[u32; {divisors}]; {odds}] = [{near}];
",
        vertices_name = VERTICES.name,
        divisors_name = DIVISORS.name,
        padded_counts_len = padded_counts.len(),
        padded_counts = rows(&padded_counts, 16, |bits| format!("0x{bits:02x}")),
        rows_down = rows_of("DOWN", false),
        rows_near = rows_of("NEAR", true),
        down = names("DOWN"),
        near = names("NEAR"),
        odds = ODDS.len(),
    )
}

/// A word for each divisor.
fn multipliers(odd: u32, divisors: u32, to_nearest: bool) -> String {
    let words: Vec<u32> = (1..=divisors)
        // At most 9 · 4,096. The padded count's power of two is left out, since it does not change the word.
        .map(|divisor| odd * divisor)
        .map(|product| {
            if product.is_power_of_two() {
                0
            } else {
                arithmetic::reciprocal(product << product.leading_zeros(), to_nearest)
            }
        })
        .collect();
    rows(&words, 8, |word| format!("0x{word:08x}"))
}

/// The elements of an array as rustfmt would format them: on one line if there are few, or else `width` in a row.
fn rows<T>(elements: &[T], width: usize, literal: impl Fn(&T) -> String) -> String {
    let literals: Vec<_> = elements.iter().map(literal).collect();
    let line = literals.join(", ");
    // rustfmt keeps at most 60 characters between brackets on one line. Literals of 4 or 10 characters make 58 at most,
    // never 59 or 60. An empty table must be on one line: as rows it would be a lone comma, which does not compile.
    if line.len() <= 58 {
        return line;
    }
    let rows: Vec<_> = literals.chunks(width).map(|row| row.join(", ")).collect();
    format!("\n    {},\n", rows.join(",\n    "))
}
