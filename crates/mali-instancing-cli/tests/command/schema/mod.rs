//! JSON Schemas: those that are checked in are those of the types, and manifests are what they say.

mod manifests;
mod numbers;
mod read;
mod validator;

use std::path::Path;
use std::{env, fs};

use mali_buffers_script::Script;
use mali_instancing_codegen::Manifest;
use mali_instancing_inspect::schema;
use schemars::generate::SchemaSettings;
use serde_json::Value;

use crate::cases::ROOT;
use crate::{output, refuse};

/// Compares the schema with the file, or writes it there where `SCHEMAS` is `overwrite`.
fn assert_checked_in(path: &str, schema: &schemars::Schema) {
    let path = Path::new(ROOT).join(path);
    let made = serde_json::to_string_pretty(schema).unwrap() + "\n";
    if env::var("SCHEMAS").is_ok_and(|choice| choice == "overwrite") {
        fs::write(&path, &made).unwrap();
    }
    let found = fs::read_to_string(&path).unwrap_or_default();
    assert!(
        found == made,
        "{} is not the schema of the types: run the test with SCHEMAS=overwrite",
        path.display()
    );
}

#[test]
fn the_schemas_that_are_checked_in_are_those_of_the_types() {
    let generator = SchemaSettings::draft07().into_generator();
    assert_checked_in(
        "crates/mali-instancing-codegen/schemas/manifest.json",
        &generator.into_root_schema_for::<Manifest>(),
    );
    for (path, schema) in schema::of_answers() {
        assert_checked_in(
            &format!("crates/mali-instancing-inspect/schemas/{path}"),
            &schema,
        );
    }
    assert_checked_in(
        "crates/mali-buffers-script/schemas/script.json",
        &schema::of_file::<Script>(),
    );
}

fn parsed(arguments: &[&str]) -> Value {
    serde_json::from_str(&output(&[&["schema"], arguments].concat())).unwrap()
}

#[test]
fn a_schema_that_is_not_there_is_bad_usage() {
    assert!(refuse(&["schema", "draws"], "", 2).contains("[possible values: manifest"));
}

/// A manifest with each of the changes, a line of which has what replaces what, and with that line. `\n` is a line end.
fn changed(manifest: &str, changes: &'static str) -> impl Iterator<Item = (&'static str, String)> {
    let changes = changes
        .lines()
        .filter(|line| !line.is_empty() && !line.starts_with('#'));
    changes.map(move |change| {
        let (old, new) = change.split_once(" =>").unwrap();
        let [old, new] = [old, new.trim_start()].map(|text| text.replace("\\n", "\n"));
        assert_eq!(manifest.matches(&old).count(), 1, "{change}");
        (change, manifest.replace(&old, &new))
    })
}
