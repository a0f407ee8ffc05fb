//! Files that `check` takes.

use std::fs;

use crate::cases::read;
use crate::{assert_contains, command, finish};

#[test]
fn a_packed_dump_is_read() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("dump.gz");
    // Two members, as a log has them that was packed in parts, of one stored block each.
    let text = read("tests/vectors/driver/dumps/22.3.6/g52-05.txt").into_bytes();
    let packed: Vec<u8> = text.chunks(40_000).flat_map(stored).collect();
    fs::write(&path, &packed).unwrap();
    let run = |arguments: &[&str]| finish(command(arguments).current_dir(&folder), "");
    let (code, printed, _) = run(&["check", "dump.gz"]);
    assert_eq!(code, 0);
    assert_contains(
        &String::from_utf8(printed).unwrap(),
        &["1 draw in 1 file: nothing found"],
    );
    fs::write(&path, &packed[..packed.len() - 9]).unwrap();
    let (code, _, said) = run(&["check", "dump.gz"]);
    assert_eq!(code, 2);
    assert_contains(&said, &["cannot unpack dump.gz: "]);
}

/// A gzip member without compression (RFC 1952, and RFC 1951, 3.2.4).
fn stored(bytes: &[u8]) -> Vec<u8> {
    let length = u16::try_from(bytes.len()).unwrap();
    let mut crc = !0_u32;
    for byte in bytes {
        crc ^= u32::from(*byte);
        for _ in 0..8 {
            crc = (crc >> 1) ^ (0xedb8_8320 * (crc & 1));
        }
    }
    let mut member = vec![0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 0, 255, 1];
    member.extend(length.to_le_bytes());
    member.extend((!length).to_le_bytes());
    member.extend(bytes);
    member.extend((!crc).to_le_bytes());
    member.extend(u32::from(length).to_le_bytes());
    member
}
