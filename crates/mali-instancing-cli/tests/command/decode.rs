//! `decode` of files of bytes.

use std::fs;

use crate::{accept, assert_contains, output, refuse};

#[test]
fn a_file_of_bytes_has_four_for_a_word() {
    let folder = tempfile::tempdir().unwrap();
    let write = |name: &str, bytes: &[u8]| {
        let path = folder.path().join(name);
        fs::write(&path, bytes).unwrap();
        path.to_str().unwrap().to_owned()
    };
    let bytes = |words: &[u32]| {
        words
            .iter()
            .flat_map(|word| word.to_le_bytes())
            .collect::<Vec<_>>()
    };
    let buffer = bytes(&[0x1000_0003, 0x8300_0000, 20, 1400]);
    let [buffer_file, attribute_file] = [
        write("b.bin", &buffer),
        write("a.bin", &bytes(&[0x2dc0_4200, 0])),
    ];
    let words = output(&["decode", "0x10000003", "0x83000000", "20", "1400"]);
    assert_eq!(output(&["decode", "--file", &buffer_file]), words);
    assert_eq!(
        accept(&["decode", "--file", "-"], &buffer),
        words.as_bytes()
    );
    let words = [
        "decode",
        "--buffers",
        "0x10000003",
        "0x83000000",
        "20",
        "1400",
        "--attributes",
        "0x2dc04200",
        "0",
    ];
    let words = output(&words);
    assert_eq!(
        output(&[
            "decode",
            "--buffers",
            &buffer_file,
            "--attributes",
            &attribute_file
        ]),
        words
    );
    let tables = ["decode", "--buffers", "-", "--attributes", &attribute_file];
    assert_eq!(accept(&tables, &buffer), words.as_bytes());
    let message = refuse(&["decode", "--file", &write("odd.bin", &[1, 0, 0])], "", 1);
    assert_contains(&message, &["odd.bin has 3 bytes", "four bytes each"]);
}
