//! What Mesa's drivers wrote: its known faults are found, and nothing else.

use std::collections::BTreeMap;
use std::fs;

use super::{VERSIONS, folder};
use crate::{command, finish};
use serde_json::Value;

/// By dump, the attributes whose multiplier the driver computed in double precision and got one too
/// small: those of the divisors 1,657,009 and 4,971,027. No id of these draws is divided wrongly.
const ROUNDED: [(&str, &[u64]); 7] = [
    ("22.3.6/g52-04", &[0, 8, 10]),
    ("22.3.6/g52-09", &[0]),
    ("22.3.6/g57-09", &[0]),
    ("22.3.6/g72-06", &[0]),
    ("22.3.6/t860-08", &[2, 3, 8]),
    ("25.0.7/t620-00", &[1]),
    ("25.0.7/t860-02", &[1]),
];

/// Attributes whose hardware divisor the driver computed in 32 bits: 896 and 1536 threads an instance
/// times 4,971,027 have 33. No id of these draws reaches what is left of them.
const WRAPPED: [(&str, &[u64]); 2] = [("22.3.6/t860-02", &[0, 1]), ("22.3.6/t860-03", &[3])];

/// Draws that read past the end of a buffer of 64 bytes: the attribute, and the last element.
const PAST_THE_END: [(&str, u64, i64); 2] = [("22.3.6/g72-03", 1, 224), ("22.3.6/g72-05", 3, 147)];

/// Every dump, judged, by its version and its name.
fn judged() -> BTreeMap<String, Value> {
    let mut judged = BTreeMap::new();
    for version in VERSIONS {
        for part in ["", "-trimmed"] {
            let folder = folder(&format!("{version}{part}"));
            let entries = fs::read_dir(&folder).unwrap();
            let names: Vec<_> = entries.map(|entry| entry.unwrap().file_name()).collect();
            let mut command = command(&["check", "--json"]);
            let (_, printed, said) = finish(command.args(&names).current_dir(&folder), "");
            assert_eq!(said, "");
            let json: Value = serde_json::from_slice(&printed).unwrap();
            for draw in json["draws"].as_array().unwrap() {
                let file = draw["file"].as_str().unwrap();
                let name = format!("{version}/{}", file.strip_suffix(".txt").unwrap());
                assert_eq!(judged.insert(name, draw.clone()), None, "one draw a dump");
            }
        }
    }
    judged
}

#[test]
fn the_drivers_known_faults_are_found_and_nothing_else() {
    let mut expected = BTreeMap::new();
    for (name, attributes) in ROUNDED.into_iter().chain(WRAPPED) {
        for attribute in attributes {
            expected.insert((name.to_owned(), *attribute), ("rounding", "note"));
        }
    }
    for (name, attribute, _) in PAST_THE_END {
        expected.insert((name.to_owned(), attribute), ("out-of-bounds", "error"));
    }
    let judged = judged();
    let mut found = BTreeMap::new();
    for (name, draw) in &judged {
        for finding in draw["findings"].as_array().unwrap() {
            let attribute = finding["attribute"].as_u64().unwrap();
            let rule = finding["rule"].as_str().unwrap();
            let severity = finding["severity"].as_str().unwrap();
            let before = found.insert((name.clone(), attribute), (rule, severity));
            assert_eq!(before, None, "{name}");
        }
    }
    assert_eq!(judged.len(), 70);
    assert_eq!(found, expected);
}

/// The multiplier, divided out of 2^(32 + R) in integers.
#[test]
fn a_rounded_multiplier_should_be_one_more() {
    let judged = judged();
    for (name, attributes) in ROUNDED {
        let findings = judged[name]["findings"].as_array().unwrap();
        assert_eq!(findings.len(), attributes.len());
        for finding in findings {
            assert_eq!(finding["field"], "divisor D");
            let found = finding["found"].as_u64().unwrap();
            assert_eq!(
                finding["expected"]["value"].as_u64(),
                Some(found + 1),
                "{name}"
            );
            // The first wrong id is a multiple of the divisor that should start an element, and does not.
            let wrong = &finding["detail"]["first_wrong_id"];
            let element = wrong["element"].as_u64().unwrap();
            assert_eq!(wrong["expected"].as_u64(), Some(element + 1));
            let id = wrong["id"].as_u64().unwrap() + 1;
            assert!(
                [1_657_009, 4_971_027]
                    .iter()
                    .any(|divisor| { (0..=1).any(|late| (id - late) % divisor == 0) })
            );
        }
    }
}

#[test]
fn what_is_read_past_the_end_is_named() {
    let judged = judged();
    for (name, attribute, element) in PAST_THE_END {
        let finding = &judged[name]["findings"][0];
        let last = &finding["detail"]["last_element"];
        assert_eq!(finding["attribute"], attribute);
        assert_eq!(last["index"].as_i64(), Some(element));
        assert_eq!(last["size"], 64);
    }
}

/// Slots that no instruction names hold what was in memory before.
#[test]
fn what_the_shader_does_not_read_is_not_checked() {
    let judged = judged();
    for (name, read) in [
        // 17 slots, of which three and the vertex ID are read.
        ("25.0.7/t620-00", 4),
        // 18, of which 16 and both IDs are read.
        ("25.0.7/t860-01", 18),
        ("22.3.6/t860-05", 0),
        ("22.3.6/g52-03", 1),
    ] {
        assert_eq!(judged[name]["attributes"], read, "{name}");
    }
}

#[test]
fn each_chips_architecture_is_told() {
    let judged = judged();
    for (name, draw) in &judged {
        let chip = name.split(['/', '-']).nth(1).unwrap();
        let arch = match chip {
            "t620" => "v4",
            "t860" => "v5",
            "g72" => "v6",
            "g52" => "v7",
            "g57" => "v9",
            "g610" => "v10",
            other => panic!("{other}"),
        };
        assert_eq!(draw["arch"], arch, "{name}");
        assert!(draw["instances"].is_u64(), "{name}");
        assert_eq!(
            draw["unchecked_attributes"].as_array().unwrap().len(),
            0,
            "{name}"
        );
    }
}
