//! The JSON that the commands print with `--json` is valid by the schema of their output.

use serde_json::{Value, json};

use super::parsed;
use super::validator::is_valid;
use crate::cases::ROOT;
use crate::{command, finish};

/// A command line for each kind of answer.
const EXAMPLES: [&str; 20] = [
    "attr --vertices 70 --divisor 3",
    "attr --vertices 64 --rate constant",
    "check tests/manifests/cube.toml",
    "check --arch v7 --buffers 3 0x83000000 20 1 --attributes 0x2dc04200 0 --draw 0x830000 0 --invocation 0x31c5 0x21c00000",
    "decode 0x10000004 0x27000000 64 6400 0x20 0x17b425ed 0 3",
    "decode 9",
    "decode --buffers 3 0x83000000 20 1400 --attributes 0x2dc04200 0",
    "pad 80",
    "pad 20..100",
    "plan tests/manifests/line_loops.toml",
    "plan tests/manifests/sparse_indices.toml",
    "plan tests/manifests/streamed_cube.toml",
    "trace --vertices 3 --instances 2 --divisor 0 --divisor 1",
    "trace --vertices 3 --arch v9",
    "varyings tests/manifests/cube_varyings.toml",
    "varyings tests/manifests/cube_varyings.toml --arch v10",
    "varyings tests/manifests/slots.toml --arch v7",
    "varyings -",
    "verify --divisors 1..=9 --vertices 70",
    "verify --floating-point --divisors 4_971_000..4_971_100",
];

/// A manifest with a varying that does not fit.
const MISFIT: &str = "registers = 2\n[[varying]]\nname = \"m\"\ntype = \"mat3\"\n";

/// The JSON of a command line, with its schema.
fn answered(line: &str) -> (Value, Value) {
    let words: Vec<&str> = line.split(' ').chain(["--json"]).collect();
    let (_, printed, said) = finish(command(&words).current_dir(ROOT), MISFIT);
    let answer = serde_json::from_slice(&printed);
    let answer = answer.unwrap_or_else(|error| panic!("{line}: {error}: {said}"));
    (parsed(&["--answers", words[0]]), answer)
}

/// None without a member, and none of another version.
#[test]
fn every_answer_is_what_its_schema_says() {
    for line in EXAMPLES {
        let (schema, answer) = answered(line);
        assert!(is_valid(&schema, &schema, &answer), "{line}: {answer}");
        for member in answer.as_object().unwrap().keys() {
            let mut less = answer.clone();
            less.as_object_mut().unwrap().remove(member);
            assert!(!is_valid(&schema, &schema, &less), "{line}: {member}");
        }
        let mut newer = answer;
        newer["version"] = json!(2);
        assert!(!is_valid(&schema, &schema, &newer), "{line}");
    }
}
