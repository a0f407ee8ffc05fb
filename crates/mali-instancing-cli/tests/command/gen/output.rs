//! Where `gen` writes: a file is there whole or not at all.

use std::fs;
use std::path::Path;

use super::descriptors::DESIGN_MANIFEST;
use crate::{assert_contains, command, failure, output};

#[test]
#[cfg(unix)]
fn a_link_to_nothing_is_followed() {
    let folder = tempfile::tempdir().unwrap();
    let (link, there) = (folder.path().join("link"), folder.path().join("there"));
    std::os::unix::fs::symlink(&there, &link).unwrap();
    let arguments = ["gen", "-", "-o", link.to_str().unwrap()];
    command(&arguments)
        .write_stdin(DESIGN_MANIFEST)
        .assert()
        .success();
    assert!(link.is_symlink());
    assert!(fs::read_to_string(&there).unwrap().contains("0x17b425ed"));
}

#[test]
fn the_output_is_whole_or_not_there() {
    let folder = tempfile::tempdir().unwrap();
    let good = folder.path().join("good.toml");
    let bad = folder.path().join("bad.toml");
    let out = folder.path().join("out.json");
    fs::write(&good, DESIGN_MANIFEST).unwrap();
    fs::write(&bad, "[[attribute_buffer]]\nname = \"a\"\nvertices = 0\n").unwrap();
    let path = |path: &Path| path.to_str().unwrap().to_owned();

    failure(&["gen", &path(&bad), "-o", &path(&out)], 1);
    assert!(!out.exists());
    assert_eq!(output(&["gen", &path(&good), "-o", &path(&out)]), "");
    let written = fs::read_to_string(&out).unwrap();
    assert_eq!(written, output(&["gen", &path(&good), "--output", "-"]));
    failure(&["gen", &path(&bad), "-o", &path(&out)], 1);
    assert_eq!(fs::read_to_string(&out).unwrap(), written);
    assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 3);

    let nowhere = folder.path().join("missing/out.json");
    assert_contains(
        &failure(&["gen", &path(&good), "-o", &path(&nowhere)], 1),
        &["cannot write"],
    );
    assert_contains(
        &failure(&["gen", &path(&good), "-o", &path(folder.path())], 1),
        &["cannot write"],
    );
}

#[test]
fn a_refused_name_leaves_the_last_output_as_it_was() {
    let folder = tempfile::tempdir().unwrap();
    let manifest = folder.path().join("draws.toml");
    let out = folder.path().join("out");
    let [manifest_path, out_path] = [&manifest, &out].map(|path| path.to_str().unwrap());
    for language in ["rust", "c", "asm"] {
        let arguments = ["gen", manifest_path, "--emit", language, "-o", out_path];
        fs::write(&manifest, DESIGN_MANIFEST).unwrap();
        assert_eq!(output(&arguments), "");
        let written = fs::read_to_string(&out).unwrap();
        assert_contains(&written, &["MODEL_ROW0", "0x17b425ed"]);

        fs::write(&manifest, DESIGN_MANIFEST.replace("model_row0", "0row")).unwrap();
        let place = format!("{manifest_path}:4: attribute_buffer `0row`, name: ");
        assert_contains(&failure(&arguments, 1), &[&place]);
        assert_eq!(fs::read_to_string(&out).unwrap(), written);
        assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 2);
    }
}
