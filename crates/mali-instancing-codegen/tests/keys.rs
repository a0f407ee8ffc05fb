//! The keys of manifests, compared with the core's table of a draw's arguments, and with the macro's keys.

use mali_instancing::Argument;
use mali_instancing::draw::{DrawCounts, Pipeline};
use mali_instancing_codegen::{Manifest, descriptor_keys};

fn keys_of(table: &str) -> Vec<&'static str> {
    let tables = descriptor_keys();
    let (_, mut keys) = tables.into_iter().find(|(name, _)| *name == table).unwrap();
    keys.retain(|key| *key != "name");
    keys
}

#[test]
fn a_draw_has_every_argument_of_the_core() {
    let arguments = [&Pipeline::FIELDS[1..], DrawCounts::FIELDS].concat();
    let keys = keys_of("vertex_input");
    // `arch` is left out, since every descriptor has it.
    let (of_draw, others) = keys.split_at(arguments.len());
    assert_eq!(of_draw, arguments);
    for key in others {
        let is_field = [Pipeline::FIELDS, DrawCounts::FIELDS]
            .concat()
            .contains(key);
        assert!(!is_field, "{key}");
    }
    for key in [of_draw, &keys_of("vertex_input.buffers")].concat() {
        assert!(Argument::from_name(key).is_some(), "{key}");
    }
}

/// The keys of `vertex_input!`, taken from its error about another key.
fn keys_of_the_macro(message: &str) -> Vec<&str> {
    let (_, known) = message
        .lines()
        .next()
        .unwrap()
        .split_once("known: ")
        .unwrap();
    known.split(", ").map(|key| key.trim_matches('`')).collect()
}

#[track_caller]
fn assert_same(one: &[&str], other: &[&str]) {
    let [mut one, mut other] = [one.to_vec(), other.to_vec()];
    one.sort_unstable();
    other.sort_unstable();
    assert_eq!(one, other);
}

#[test]
fn the_macro_has_the_keys_that_manifests_have() {
    let draw = keys_of_the_macro(include_str!(
        "../../../tests/ui/fail/vertex_input/unknown_key_of_a_draw.stderr"
    ));
    assert_same(&draw, &[Pipeline::FIELDS, DrawCounts::FIELDS].concat());
    let buffer = keys_of_the_macro(include_str!(
        "../../../tests/ui/fail/vertex_input/unknown_key_of_a_buffer.stderr"
    ));
    // A constant has no addresses.
    let mut expected = keys_of("vertex_input.buffers");
    expected.retain(|key| *key != "address");
    assert_same(&buffer, &expected);
    let attribute = keys_of_the_macro(include_str!(
        "../../../tests/ui/fail/vertex_input/unknown_key_of_an_attribute.stderr"
    ));
    // The buffer or the ID is in front of the braces.
    let mut expected = keys_of("vertex_input.attributes");
    expected.retain(|key| !["buffer", "source"].contains(key));
    assert_same(&attribute, &expected);
}

/// A table of a manifest with a line, which is the third.
fn with_line(table: &str, line: &str) -> String {
    match table.split_once('.') {
        Some((draw, part)) => format!("[[{draw}]]\n{part} = [\n{{ {line} }},\n]\n"),
        None => format!("[[{table}]]\nname = \"cube\"\n{line}\n"),
    }
}

#[test]
fn a_key_that_is_unknown_or_has_a_value_of_another_kind_is_refused_where_it_stands() {
    for (table, keys) in descriptor_keys() {
        let refused = |line: &str| {
            let error = Manifest::from_toml("draws", with_line(table, line)).unwrap_err();
            assert_eq!(error.line, Some(3), "{table}: {error}");
            error
        };
        for key in keys
            .iter()
            .filter(|key| !["buffers", "attributes"].contains(key))
        {
            for wrong in ["[]", "1.5", "{}", "1979-05-27"] {
                let error = refused(&format!("{key} = {wrong}"));
                assert_eq!(error.key.as_deref(), Some(*key), "{table}: {error}");
                assert!(
                    error.message.contains(&format!("{key}: expected ")),
                    "{error}"
                );
            }
        }
        let error = refused("colour = 1");
        for known in keys {
            assert!(error.message.contains(known), "{table}: {known}: {error}");
        }
    }
}

/// The schema of a draw's keys.
#[cfg(feature = "json")]
mod schema {
    use mali_instancing::Arch;
    use mali_instancing_codegen::{Language, Naming, generate};

    use super::*;

    /// The schemas of a draw's keys.
    fn properties() -> serde_json::Map<String, serde_json::Value> {
        let schema: serde_json::Value = serde_json::from_str(Manifest::SCHEMA).unwrap();
        let keys = &schema["properties"]["vertex_input"]["items"]["properties"];
        keys.as_object().unwrap().clone()
    }

    /// `V4 to V7 only.` is at the end of the description of a key that other architectures do not use, whose error names the
    /// same architectures.
    #[test]
    fn a_key_says_the_architectures_that_use_it() {
        let properties = properties();
        for argument in Argument::ALL {
            let Some(description) = properties.get(argument.name()) else {
                continue;
            };
            let description = description["description"].as_str().unwrap();
            let sentence = description
                .trim_end_matches('.')
                .rsplit(". ")
                .next()
                .unwrap();
            let archs = sentence.strip_suffix(" only");
            let refused = Arch::ALL
                .iter()
                .filter_map(|arch| arch.check_argument(*argument).err());
            let refused: Vec<String> = refused.map(|error| error.to_string()).collect();
            assert_eq!(archs.is_some(), !refused.is_empty(), "{description}");
            for error in refused {
                let users = error.split(". ").last().unwrap().strip_suffix(" use it");
                assert_eq!(users, archs, "{error}");
            }
        }
    }

    #[test]
    fn a_key_is_described_as_the_core_describes_its_argument() {
        let table = include_str!("../../../mali-instancing/draw_arguments.rs").replace("\\\n", "");
        let table = table.split_whitespace().collect::<Vec<_>>().join(" ");
        let properties = properties();
        for key in Pipeline::FIELDS[1..].iter().chain(&DrawCounts::FIELDS[1..]) {
            let description = properties[*key]["description"].as_str().unwrap();
            // The architectures that use it are another column.
            let of_all = match description.strip_suffix(" only.") {
                Some(rest) => rest.rsplit_once(". ").unwrap().0.to_owned() + ".",
                None => description.to_owned(),
            };
            assert!(table.contains(&format!("\"{of_all}\"")), "{key}: {of_all}");
        }
    }

    /// Counts have a smallest number, and a resource table and the driver's own descriptors have a largest one.
    #[test]
    fn a_number_that_the_schema_does_not_allow_is_refused() {
        let properties = properties();
        let is_packed = |arch: &str, key: &str, number: u64| {
            let vertices = if key == "vertices" {
                ""
            } else {
                "vertices = 70\n"
            };
            let text = format!(
                "arch = \"{arch}\"\n[[vertex_input]]\nname = \"cube\"\n{vertices}{key} = {number}\n"
            );
            let read = Manifest::from_toml("draws", text);
            read.is_ok_and(|one| generate(&one, Language::Bin, Naming::default()).is_ok())
        };
        for (arch, key, allowed, refused) in [
            ("v7", "vertices", 1, 0),
            ("v7", "instances", 1, 0),
            ("v7", "primitive_vertices", 1, 0),
            ("v9", "resource_table", 63, 64),
            ("v7", "reserved_buffers", 255, 256),
            ("v7", "reserved_attributes", 255, 256),
        ] {
            let schema = &properties[key];
            // A count may be `"indirect"`.
            let number = schema.pointer("/anyOf/0").unwrap_or(schema);
            let limit = if allowed < refused {
                "maximum"
            } else {
                "minimum"
            };
            assert_eq!(number[limit], allowed, "{key}");
            assert!(is_packed(arch, key, allowed), "{key}");
            assert!(!is_packed(arch, key, refused), "{key}");
        }
    }
}
