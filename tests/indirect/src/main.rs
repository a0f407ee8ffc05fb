//! `mali-indirect-verify`: verifies every divisor and every vertex count in the shaders' arithmetic, on the first
//! Vulkan driver.

use std::env;
use std::process::ExitCode;

use mali_indirect_verify::{Claim, Gpu, prove};

const USAGE: &str = "Usage: mali-indirect-verify [--sampled]

Checks on the GPU, for every 32-bit number, that the shaders' divisors are exact by the theorem and their padded
counts the smallest that each rule allows. --sampled checks the first 2^24 of each 2^28 numbers. Exits with 1 if
anything is wrong.";

fn main() -> ExitCode {
    let arguments: Vec<String> = env::args().skip(1).collect();
    let is_sampled = match arguments.iter().map(String::as_str).collect::<Vec<_>>()[..] {
        [] => false,
        ["--sampled"] => true,
        _ => {
            eprintln!("{USAGE}");
            return ExitCode::from(2);
        }
    };
    match verify(is_sampled) {
        Ok(0) => ExitCode::SUCCESS,
        Ok(wrong) => {
            eprintln!("error: {wrong} numbers are wrong");
            ExitCode::FAILURE
        }
        Err(reason) => {
            eprintln!("error: {reason}");
            ExitCode::FAILURE
        }
    }
}

/// Verifies numbers, and returns how many are wrong.
fn verify(is_sampled: bool) -> Result<u64, String> {
    let gpu = Gpu::new()?;
    let numbers = if is_sampled {
        "one in 16 of all 2^32 numbers"
    } else {
        "all 2^32 numbers"
    };
    println!("{numbers}, on {}\n", gpu.name());
    println!(
        "{:<31} {:>11}  {:>10}  {:>9}",
        "", "checked", "wrong", "seconds"
    );
    let mut all_wrong = 0;
    for claim in Claim::all() {
        let proved = prove(&gpu, claim, if is_sampled { 16 } else { 1 }, |source| {
            source
        })?;
        let seconds = proved.time.as_secs_f64();
        println!(
            "{claim} {:>11}  {:>10}  {seconds:>9.1}",
            proved.checked, proved.wrong
        );
        if let Some(number) = proved.first_wrong {
            println!("    the first that is wrong is {number}");
        }
        all_wrong += proved.wrong;
    }
    Ok(all_wrong)
}
