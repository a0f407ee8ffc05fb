//! Any manifest: it is refused with one of its lines, or gives the same words in every language, which decode to the
//! fields in the JSON.

use std::collections::BTreeSet;

use mali_instancing::decode::{Descriptor, Kind, descriptors};
use mali_instancing::descriptor::ValhallFetchMode;
use mali_instancing::draw::StateWords;
use mali_instancing::model::element_index;
use mali_instancing::{Arch, FetchMode};
use mali_instancing_codegen::{Language, Manifest, Naming, Source, generate};
use serde_json::Value;

/// Checks a manifest in both notations.
pub fn check(manifest: &[u8]) {
    let toml = check_notation("m.toml", manifest);
    let json = check_notation("m.json", manifest);
    if json.is_ok() {
        // `Source` skips a byte order mark, and `serde_json` refuses it.
        let text = manifest.strip_prefix(b"\xef\xbb\xbf").unwrap_or(manifest);
        if let Err(error) = serde_json::from_slice::<Value>(text) {
            panic!("taken for JSON, and is none: {error}");
        }
        assert_eq!(
            json, toml,
            "every JSON object begins with a brace, and no TOML does"
        );
    }
}

/// The languages that a person reads, and the texts that may be before the words of a line.
const CODE: [(Language, &[&str]); 3] = [
    (Language::Rust, &["    0x", "        [0x"]),
    (Language::C, &["    0x", "        {0x"]),
    (Language::Asm, &["    .long 0x"]),
];

/// The words of the descriptors in their order, or the error.
fn check_notation(name: &str, manifest: &[u8]) -> Result<Vec<u32>, String> {
    let emit = |language| {
        Source::new(name, manifest.to_owned())
            .and_then(Manifest::read)
            .and_then(|manifest| generate(&manifest, language, Naming::default()))
            .map_err(|error| error.to_string())
    };
    let [json, bin] = [Language::Json, Language::Bin].map(emit);
    let (json, bin) = match (json, bin) {
        (Ok(json), Ok(bin)) => (json, bin),
        (json, bin) => {
            let refusal = bin.expect_err("refused as JSON");
            check_refusal(name, manifest, &refusal);
            assert_eq!(json.as_ref(), Err(&refusal));
            for (language, _) in CODE {
                assert_eq!(emit(language).as_ref(), Err(&refusal));
            }
            let message = refusal.strip_prefix(name).unwrap_or(&refusal);
            return Err(message.to_owned());
        }
    };
    let words = crate::words(&bin);
    assert_eq!(bin.len(), 4 * words.len());
    check_json(&json, &words);
    // The words are on separate lines, after their explanation.
    for (language, before) in CODE {
        match emit(language) {
            Ok(code) => {
                let code = String::from_utf8(code).expect("code is UTF-8");
                // A pipeline has no words in Rust.
                if code.contains("mali_instancing::vertex_input! {") {
                    continue;
                }
                let is_list = |line: &&str| before.iter().any(|before| line.starts_with(before));
                let lists = code.lines().filter(is_list);
                // The null terminator has a comment.
                let lists = lists.filter_map(|line| line.split(" /").next());
                let listed = lists
                    .flat_map(|line| line.trim_start_matches(|letter| letter != '0').split(", "));
                let listed: Vec<u32> = listed
                    .map(|text| word(text.trim_end_matches([',', ']', '}'])))
                    .collect();
                assert_eq!(listed, words, "{language:?}");
            }
            // The language cannot have a name of the manifest.
            Err(refusal) => {
                check_refusal(name, manifest, &refusal);
                assert!(refusal.contains("`, name: "), "{refusal}");
            }
        }
    }
    Ok(words)
}

/// A refusal names the file and one of its lines, for JSON text also a column, and has a message.
pub(crate) fn check_refusal(name: &str, manifest: &[u8], refusal: &str) {
    let place = refusal
        .strip_prefix(name)
        .and_then(|rest| rest.strip_prefix(':'));
    let (place, message) = place.and_then(|rest| rest.split_once(": ")).expect(refusal);
    let (line, column) = match place.split_once(':') {
        Some((line, column)) => (line, Some(column)),
        None => (place, None),
    };
    let column: Option<usize> = column.map(|column| column.parse().expect(refusal));
    assert!(column.is_none_or(|column| column >= 1), "{refusal}");
    let lines = manifest.split(|&byte| byte == b'\n').count();
    assert!(
        (1..=lines).contains(&line.parse().expect(refusal)),
        "{lines} lines: {refusal}"
    );
    assert!(!message.trim().is_empty(), "{refusal:?}");
}

fn word(text: &str) -> u32 {
    let digits = text.strip_prefix("0x").expect(text);
    assert_eq!(digits.len(), 8);
    u32::from_str_radix(digits, 16).expect(text)
}

/// The JSON has each word once, by kinds, and its fields of a descriptor agree with the words.
fn check_json(json: &[u8], words: &[u32]) {
    let json: Value = serde_json::from_slice(json).expect("gen writes JSON");
    let mut listed = Vec::new();
    let mut names = BTreeSet::new();
    for (kind, descriptors) in json.as_object().expect("an object of arrays") {
        for descriptor in descriptors.as_array().expect("an array of descriptors") {
            if kind == "vertex_inputs" {
                listed.extend(check_vertex_input(descriptor));
            } else {
                let words = json_words(&descriptor["words"]);
                check_descriptor(kind, descriptor, &words);
                listed.extend(words);
            }
            assert!(names.insert(descriptor["name"].as_str().expect("a name").to_owned()));
        }
    }
    let mut words = words.to_vec();
    words.sort_unstable();
    listed.sort_unstable();
    assert_eq!(listed, words);
}

fn json_words(texts: &Value) -> Vec<u32> {
    let texts = texts.as_array().expect("an array of words").iter();
    let words = texts.map(|text| word(text.as_str().expect("a string")));
    words.collect()
}

fn arch(descriptor: &Value) -> Arch {
    let mut all = Arch::ALL.iter().copied();
    all.find(|arch| descriptor["arch"] == arch.to_string())
        .expect("an architecture")
}

/// Every word of a whole draw belongs to a descriptor. Returns the words in the order in which they are generated.
fn check_vertex_input(descriptor: &Value) -> Vec<u32> {
    let arch = arch(descriptor);
    if descriptor["state_words"].is_array() {
        let words = json_words(&descriptor["state_words"]);
        let (rows, rest) = words.as_chunks();
        assert!(rest.is_empty());
        let state = StateWords::new(rows).expect("the words of a state");
        assert_eq!(state.pipeline().arch, arch);
        assert_eq!(descriptor["words_needed"], state.words_needed());
        return words;
    }
    let has_draw = arch.has_attribute_buffers();
    assert_eq!(descriptor["draw_words"].is_array(), has_draw);
    assert!(has_draw || descriptor["invocation_words"].is_null());
    let mut words = Vec::new();
    for (key, kind) in [
        ("buffer_words", Kind::Buffers),
        ("attribute_words", Kind::Attributes),
        ("draw_words", Kind::Draw),
        ("invocation_words", Kind::Invocation),
    ] {
        if descriptor[key].is_null() {
            continue;
        }
        let table = json_words(&descriptor[key]);
        for decoded in descriptors(arch, kind, &table) {
            assert!(decoded.is_ok(), "{key}: {decoded:?}");
        }
        words.extend(table);
    }
    words
}

fn check_descriptor(kind: &str, descriptor: &Value, words: &[u32]) {
    let table = match kind {
        "attribute_buffers" | "specials" => Kind::Buffers,
        "attributes" | "valhall_attributes" => Kind::Attributes,
        "draws" => Kind::Draw,
        "invocations" => Kind::Invocation,
        other => panic!("descriptors of the kind {other}"),
    };
    let decoded = descriptors(arch(descriptor), table, words).next();
    let decoded = decoded
        .expect("a descriptor has words")
        .expect("a descriptor's words")
        .descriptor;
    let padded_vertices = descriptor["padded_vertices"].as_u64();
    let mode = match decoded {
        Descriptor::AttributeBuffer(fields) => {
            check_elements(fields.mode, descriptor, words);
            Some(match fields.mode {
                FetchMode::Linear | FetchMode::Constant => "linear",
                FetchMode::Modulus(_) => "modulus",
                FetchMode::PotDivisor(_) => "pot-divisor",
                FetchMode::NpotDivisor { .. } => "npot-divisor",
            })
        }
        Descriptor::ValhallAttribute(fields) => Some(match fields.mode {
            ValhallFetchMode::Vertex => "linear",
            ValhallFetchMode::Instance | ValhallFetchMode::Constant => "linear-instance",
            ValhallFetchMode::PotDivisor(_) => "pot-divisor",
            ValhallFetchMode::NpotDivisor(_) => "npot-divisor",
            ValhallFetchMode::VertexPacket { .. } => {
                panic!("a manifest's attributes are read from buffers: {fields:?}")
            }
        }),
        Descriptor::VertexId(padded) => {
            assert!(padded.is_none_or(|padded| Some(padded.get().into()) == padded_vertices));
            None
        }
        Descriptor::Draw(fields) => {
            let size = fields.instance_size.get();
            assert!(size == 1 || Some(size.into()) == padded_vertices);
            None
        }
        _ => None,
    };
    assert_eq!(descriptor["mode"].as_str(), mode);
}

/// The numbers with an attribute buffer divide as its words do.
fn check_elements(mode: FetchMode, descriptor: &Value, words: &[u32]) {
    let words = words.try_into().expect("eight words");
    let number = |key: &str| descriptor[key].as_u64().expect(key);
    for id in [0, 1, 71, 72, 0x7fff_ffff, 0x8000_0000, u32::MAX] {
        let wide_id = u64::from(id);
        let expected = match mode {
            FetchMode::Linear | FetchMode::Constant => wide_id,
            FetchMode::Modulus(_) => wide_id % number("padded_vertices"),
            _ => {
                assert_eq!(number("hardware_divisor") % number("padded_vertices"), 0);
                wide_id / number("hardware_divisor")
            }
        };
        assert_eq!(element_index(&words, id).map(u64::from), Some(expected));
    }
}
