//! The dumps of Mesa's drivers: their known faults are found, and nothing else.

use std::collections::BTreeMap;
use std::fs;

use mali_instancing_inspect::check::CheckedDraws;
use serde_json::Value;

use super::{check, dump, folder};

/// The folders of the two versions' dumps. Those of a folder `-trimmed` have what is about vertex input
/// and what tells the architecture, and nothing else.
const FOLDERS: [&str; 4] = ["22.3.6", "22.3.6-trimmed", "25.0.7", "25.0.7-trimmed"];

/// By dump, the attributes of which something is found, which `tests/driver_draws/checked.rs` finds in the words too.
/// Of those with the first note, the driver computed the multiplier in double precision and got one too small, of those
/// with the second the hardware divisor in 32 bits. The draws with an error read past the end of a buffer of 64 bytes.
const FAULTS: [(&str, &[u64], [&str; 2]); 13] = [
    ("22.3.6/g52-04", &[0, 8, 10], ["nearest-draw", "note"]),
    ("22.3.6/g52-09", &[0], ["nearest-draw", "note"]),
    ("22.3.6/g57-09", &[0], ["nearest-draw", "note"]),
    ("22.3.6/g72-06", &[0], ["nearest-draw", "note"]),
    ("22.3.6/t860-08", &[2, 3, 8], ["nearest-draw", "note"]),
    ("25.0.7/t620-00", &[1], ["nearest-draw", "note"]),
    ("25.0.7/t860-02", &[1], ["nearest-draw", "note"]),
    ("22.3.6/t860-02", &[0, 1], ["nearest-draw", "note"]),
    ("22.3.6/t860-03", &[3], ["nearest-draw", "note"]),
    ("22.3.6/g72-03", &[1], ["out-of-bounds", "error"]),
    ("22.3.6/g72-05", &[3], ["out-of-bounds", "error"]),
    // Offsets of -4635 and 39 bytes to 32-bit and 16-bit components: the driver divides the bytes of the first instance.
    ("22.3.6/g52-04", &[4], ["element-alignment", "error"]),
    ("22.3.6/g72-00", &[2], ["element-alignment", "error"]),
];

/// The dumps of draws with fewer indices than there are vertices from the smallest index to the largest.
const FEW_INDICES: [&str; 13] = [
    "22.3.6/g52-04",
    "22.3.6/g52-06",
    "22.3.6/g52-09",
    "22.3.6/g72-01",
    "22.3.6/g72-06",
    "22.3.6/t860-02",
    "22.3.6/t860-03",
    "22.3.6/t860-05",
    "22.3.6/t860-06",
    "22.3.6/t860-08",
    "22.3.6/t860-09",
    "25.0.7/g52-04",
    "25.0.7/g72-01",
];

/// The attributes that the shader reads: slots that no instruction names hold what was in memory before. The first has 17
/// slots, of which three and the vertex ID are read, the second 18, of which 16 and both IDs are.
const READ: [(&str, u64); 4] = [
    ("25.0.7/t620-00", 4),
    ("25.0.7/t860-01", 18),
    ("22.3.6/t860-05", 0),
    ("22.3.6/g52-03", 1),
];

const CHIPS: [(&str, &str); 6] = [
    ("t620", "v4"),
    ("t860", "v5"),
    ("g72", "v6"),
    ("g52", "v7"),
    ("g57", "v9"),
    ("g610", "v10"),
];

/// The names of all dumps.
pub(super) fn names() -> Vec<String> {
    let in_folder = |version: &&str| {
        let entries = fs::read_dir(folder(version)).unwrap();
        let names = entries.map(|entry| entry.unwrap().file_name().into_string().unwrap());
        let names = names.map(|name| format!("{version}/{}", name.strip_suffix(".txt").unwrap()));
        names.collect::<Vec<String>>()
    };
    FOLDERS.iter().flat_map(in_folder).collect()
}

/// The findings in every dump, by its version and its name.
fn judged() -> BTreeMap<String, Value> {
    let mut judged = BTreeMap::new();
    for version in FOLDERS {
        let entries = fs::read_dir(folder(version)).unwrap();
        let names: Vec<_> = entries.map(|entry| entry.unwrap().file_name()).collect();
        let mut draws = CheckedDraws::default();
        for name in &names {
            let bytes = fs::read(folder(version).join(name)).unwrap();
            let source = CheckedDraws::source(name.to_str().unwrap(), bytes).unwrap();
            assert_eq!(draws.add(&source, None), []);
        }
        let json = serde_json::to_value(&draws).unwrap();
        for draw in json["draws"].as_array().unwrap() {
            let file = draw["file"].as_str().unwrap().strip_suffix(".txt").unwrap();
            let name = format!("{}/{file}", version.trim_end_matches("-trimmed"));
            assert_eq!(judged.insert(name, draw.clone()), None, "one draw a dump");
        }
    }
    judged
}

#[test]
fn the_drivers_known_faults_are_found_and_nothing_else() {
    let mut expected: Vec<_> = FAULTS
        .iter()
        .flat_map(|(name, attributes, found)| {
            attributes
                .iter()
                .map(move |attribute| (*name, Some(*attribute), *found))
        })
        .collect();
    expected.extend(FEW_INDICES.map(|name| (name, None, ["unreached-vertices", "note"])));
    expected.sort_unstable();
    let judged = judged();
    assert_eq!(judged.len(), 70);
    let mut found = Vec::new();
    for (name, draw) in &judged {
        for finding in draw["findings"].as_array().unwrap() {
            let kind = ["rule", "severity"].map(|key| finding[key].as_str().unwrap());
            let found_there = (&**name, finding["attribute"].as_u64(), kind);
            // Several fields of one descriptor can differ.
            if finding["alternative"] == 0 && !found.contains(&found_there) {
                found.push(found_there);
            }
        }
        let chip = name.split(['/', '-']).nth(1).unwrap();
        let (_, arch) = CHIPS.iter().find(|(name, _)| *name == chip).unwrap();
        assert_eq!(draw["arch"], *arch, "{name}");
        assert!(draw["instances"].is_u64(), "{name}");
        assert_eq!(
            draw["unchecked_attributes"].as_array().unwrap().len(),
            0,
            "{name}"
        );
    }
    found.sort_unstable();
    assert_eq!(found, expected);
    for (name, read) in READ {
        assert_eq!(judged[name]["attributes"], read, "{name}");
    }
}

/// A driver writes a file for each frame, and `cat` makes one of them.
#[test]
fn several_dumps_in_one_file_are_several_draws() {
    for names in [
        ["25.0.7-trimmed/g52-00", "25.0.7/g52-04"],
        ["25.0.7/g610-01", "25.0.7-trimmed/g610-00"],
    ] {
        let texts = names.map(dump);
        let attributes = |draw: &Value| draw["attributes"].as_u64().unwrap();
        let alone: Vec<_> = (texts.iter())
            .map(|text| attributes(&check(text)["draws"][0]))
            .collect();
        let together = check(&texts.concat());
        let draws = together["draws"].as_array().unwrap();
        let together: Vec<_> = draws.iter().map(attributes).collect();
        assert_eq!(together, alone);
    }
}

/// A driver chains its draws, and a tiler job also waits for the job that tiled before. That job may shade its vertices
/// too: it is not the vertex job of the draw after it.
#[test]
fn a_tiler_job_belongs_to_its_own_vertex_job() {
    let [one_job, two_jobs] = ["25.0.7/g72-04", "25.0.7-trimmed/g72-03"].map(dump);
    let (shades_and_tiles, _fragment_job) = one_job.rsplit_once("Job Header").unwrap();
    let first = shades_and_tiles.replace("Next: 0x0", "Next: 0xdc1b1300");
    let (vertex, tiler) = two_jobs.rsplit_once("Job Header").unwrap();
    let vertex = vertex.replace("  Index: 1", "  Index: 2");
    let tiler = tiler
        .replace("  Index: 2", "  Index: 3")
        .replace("Dependency 1: 1", "Dependency 1: 2")
        .replace("Dependency 2: 0", "Dependency 2: 1");
    let chain = check(&format!("{first}{vertex}Job Header{tiler}"));
    let draws = chain["draws"].as_array().unwrap();
    assert_eq!(draws.len(), 2);
    for (draw, text) in draws.iter().zip([&one_job, &two_jobs]) {
        assert_eq!(draw["findings"], Value::Array(Vec::new()));
        let alone = check(text);
        assert_eq!(draw["not_checked"], alone["draws"][0]["not_checked"]);
    }
}
