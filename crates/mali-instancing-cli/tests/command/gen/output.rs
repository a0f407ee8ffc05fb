//! Where `gen` writes: a file is there whole or not at all.

use std::fs;

use super::kinds::EVERY_KIND;
use crate::accept;

#[test]
#[cfg(unix)]
fn a_link_to_nothing_is_followed() {
    let folder = tempfile::tempdir().unwrap();
    let (link, there) = (folder.path().join("link"), folder.path().join("there"));
    std::os::unix::fs::symlink(&there, &link).unwrap();
    let arguments = ["gen", "-", "-o", link.to_str().unwrap()];
    accept(&arguments, EVERY_KIND);
    assert!(link.is_symlink());
    assert!(fs::read_to_string(&there).unwrap().contains("0x00830000"));
}
