use crate::{assert_contains, command, finish};

/// The output and the text on stderr, with the exit code `code`. On a slow machine the command says how far it is.
fn verify(arguments: &[&str], code: i32) -> (String, String) {
    let (found, printed, said) = finish(command(&["verify"]).args(arguments), "");
    assert_eq!(found, code, "{said}");
    (String::from_utf8(printed).unwrap(), said)
}

fn output(arguments: &[&str]) -> String {
    verify(arguments, 0).0
}

fn json(arguments: &[&str]) -> serde_json::Value {
    serde_json::from_str(&output(arguments)).unwrap()
}

#[test]
fn what_is_verified_is_shown_by_rule() {
    let text = output(&["--divisors", "1..=216", "--vertices", "70"]);
    assert_contains(
        &text,
        &[
            "divisors        round-down               1         216         216           0\n",
            "divisors        nearest                  1         216         216           0\n",
            "vertex counts   hardware                70          70           1           0\n",
            "vertex counts   mesa, IDVS              70          70           1           0\n",
            "seconds",
        ],
    );
    assert_eq!(text.matches("vertex counts").count(), 6);
    let text = output(&["--vertices", "0..10"]);
    assert!(!text.contains("divisors"));
}

#[test]
fn a_shard_of_everything_has_divisors_and_vertex_counts_to_the_last() {
    let report = json(&["--shard", "65536/65536", "--json", "--jobs", "2"]);
    assert_eq!(report["shard"], "65536/65536");
    assert!(report["seconds"].as_f64().unwrap() >= 0.0);
    let results = report["results"].as_array().unwrap();
    let rules = results
        .iter()
        .map(|result| format!("{} {}", result["of"], result["rule"]));
    let rules: Vec<_> = rules.map(|rule| rule.replace('"', "")).collect();
    let expected = "divisors round-down|divisors nearest|long division by halves|\
        vertex counts hardware|vertex counts tight|vertex counts mesa|\
        vertex counts hardware, IDVS|vertex counts tight, IDVS|vertex counts mesa, IDVS";
    assert_eq!(rules.join("|"), expected);
    for result in results {
        assert_eq!(result["checked"], 1 << 16, "{result}");
        assert_eq!(result["first"], 0xffff_0000_u32);
        assert_eq!(result["last"], u32::MAX);
        assert_eq!(result["wrong"], 0);
        assert_eq!(result["first_wrong"].as_array().unwrap().len(), 0);
    }
}

#[test]
fn of_more_shards_than_numbers_the_first_has_nothing_to_do() {
    let arguments = ["--divisors", "5", "--shard", "1/2", "--json"];
    assert_eq!(json(&arguments)["results"].as_array().unwrap().len(), 0);
}

/// The first divisor whose multiplier is wrong where it is rounded up in double precision, by plain arithmetic too, and
/// so for the first multiple of it that is then divided to less.
#[test]
fn the_mistake_of_floating_point_is_found() {
    let is_wrong = |divisor: &u32| {
        let power = 1_u64 << (32 + divisor.ilog2());
        #[expect(clippy::cast_precision_loss, reason = "a power of two")]
        let rounded_up = (power as f64 / f64::from(*divisor)).ceil() as u64;
        rounded_up != power.div_ceil(u64::from(*divisor))
    };
    assert_eq!((1..5_000_000).find(is_wrong), Some(4_971_027));
    let arguments = ["--floating-point", "--divisors", "4_950_000..=4_971_027"];
    let (text, message) = verify(&arguments, 1);
    let found = "found     multiplier 0xd7ffffe4, R 22, E 1; id 4289996301 goes to 862, not 863";
    let expected = "expected  multiplier 0xd7ffffe5, R 22, E 1";
    for rule in ["round-down", "nearest"] {
        let finding = format!("\ndivisors, {rule}: 4971027\n  {found}\n  {expected}\n");
        assert_contains(&text, &[&finding]);
    }
    assert_eq!(text.matches("expected").count(), 2);
    assert!(message.ends_with("error: 2 checks failed\n"), "{message}");
    // The library is right there.
    output(&["--divisors", "4_971_000..4_972_000"]);
}
