//! Precomputes the tables of `mali-instancing/tables.rs` with the library's own const fns.

#[path = "mali-instancing/arithmetic.rs"]
mod arithmetic;

use std::fmt::Write;
use std::num::NonZeroU32;
use std::ops::RangeInclusive;
use std::path::Path;
use std::{env, fs, process};

use arithmetic::Reciprocal;

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

/// The largest odd factor of a padded count.
const LARGEST_ODD: u32 = 9;

fn main() {
    println!("cargo::rerun-if-changed=build.rs");
    println!("cargo::rerun-if-changed=mali-instancing/arithmetic.rs");
    println!("cargo::rustc-check-cfg=cfg(tables_of_build_script)");
    println!("cargo::rustc-cfg=tables_of_build_script");

    match (VERTICES.read(), DIVISORS.read()) {
        (Ok(vertices), Ok(divisors)) => {
            let directory = env::var_os("OUT_DIR").expect("cargo sets OUT_DIR");
            let path = Path::new(&directory).join("tables.rs");
            if let Err(error) = fs::write(&path, tables(vertices, divisors)) {
                stop(&[format!("cannot write {}: {error}", path.display())]);
            }
        }
        (vertices, divisors) => {
            stop(
                &[vertices, divisors]
                    .into_iter()
                    .filter_map(Result::err)
                    .collect::<Vec<_>>(),
            );
        }
    }
}

fn stop(messages: &[String]) {
    for message in messages {
        println!("cargo::error={message}");
    }
    process::exit(1);
}

/// A number that the user of the library can set from outside.
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
            _ => arithmetic::pad_hardware(vertices),
        })
        .collect();
    let largest_product = LARGEST_ODD * divisors.saturating_sub(1 - divisors % 2);
    let reciprocals: Vec<u32> = (1..=largest_product)
        .step_by(2)
        .filter_map(NonZeroU32::new)
        .map(|odd| match odd.get() {
            1 => 0,
            _ => word(Reciprocal::new(odd, false)),
        })
        .collect();

    format!(
        "// Made by build.rs: {vertices_name} = {vertices}, {divisors_name} = {divisors}.

/// Vertex counts below this are looked up.
pub const VERTEX_LIMIT: u32 = {vertices};

/// Divisors up to this are looked up, whatever the padded count they are multiplied with.
pub const DIVISOR_LIMIT: u32 = {divisors};

/// The padded count of every vertex count under `Padding::Hardware`, by vertex count, in its 8-bit
/// form: the power of two in bits 0..4, (odd - 1) / 2 in bits 5..7. Nothing stands for 0 vertices.
pub(super) static PADDED_COUNTS: [u8; {padded_counts_len}] = [{padded_counts}];

/// The multiplier of every odd number p under `Rounding::RoundDown`, by (p - 1) / 2: D in bits
/// 0..30, E in bit 31. Nothing stands for 1, whose multiples by powers of two need none.
pub(super) static RECIPROCALS: [u32; {reciprocals_len}] = [{reciprocals}];
",
        vertices_name = VERTICES.name,
        divisors_name = DIVISORS.name,
        padded_counts_len = padded_counts.len(),
        padded_counts = rows(&padded_counts, 16, |bits| format!("0x{bits:02x}")),
        reciprocals_len = reciprocals.len(),
        reciprocals = rows(&reciprocals, 8, |word| format!("0x{word:08x}")),
    )
}

/// The multiplier's top bit, which is always 1, makes room for the increment.
fn word(reciprocal: Reciprocal) -> u32 {
    reciprocal.multiplier & !(1 << 31) | u32::from(reciprocal.increment) << 31
}

/// The elements of an array as rustfmt would set them, `width` in a row.
fn rows<T>(elements: &[T], width: usize, literal: impl Fn(&T) -> String) -> String {
    let mut text = String::new();
    for row in elements.chunks(width) {
        let row: Vec<_> = row.iter().map(&literal).collect();
        write!(text, "\n    {},", row.join(", ")).expect("a String takes any text");
    }
    if !text.is_empty() {
        text.push('\n');
    }
    text
}
