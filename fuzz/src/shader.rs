//! Any shader, GLSL or SPIR-V: it is refused with one of its lines, or gives varyings at places that do not overlap.

use mali_instancing::Arch;
use mali_instancing_codegen::TextError;
use mali_instancing_codegen::code::Naming;
use mali_instancing_inspect::to_json;
use mali_instancing_inspect::varyings::{LinkOptions, Shader, VaryingLanguage, VaryingMemory};
use serde_json::Value;

use crate::manifest::check_refusal;

const VERTEX: &str = "s.vert";
const FRAGMENT: &str = "s.frag";

/// Checks bytes as either stage of a pair, and as both: in a text, the part after a zero byte is the fragment shader.
pub fn check(bytes: &[u8]) {
    let half = bytes.iter().position(|&byte| byte == 0);
    // A SPIR-V module, which begins with this number, has zero bytes inside, and is not divided there.
    let is_module = bytes.starts_with(&[3, 2, 0x23, 7]);
    let halves = match half.filter(|_| !is_module) {
        Some(end) => [&bytes[..end], &bytes[end + 1..]],
        None => [bytes, bytes],
    };
    for [vertex, fragment] in [halves, [halves[0], b""], [b"", halves[1]]] {
        for (arch, is_separable) in [(Arch::V5, false), (Arch::V9, true), (Arch::V12, false)] {
            check_pair(vertex, fragment, arch, is_separable);
        }
    }
}

fn check_pair(vertex: &[u8], fragment: &[u8], arch: Arch, is_separable: bool) {
    let refused = |error: TextError| {
        let refusal = error.to_string();
        let (name, text) = if refusal.starts_with(VERTEX) {
            (VERTEX, vertex)
        } else {
            (FRAGMENT, fragment)
        };
        // In GLSL a carriage return that no line feed follows ends a line, too.
        let mut text = text.to_owned();
        for at in 0..text.len() {
            if text[at] == b'\r' && text.get(at + 1) != Some(&b'\n') {
                text[at] = b'\n';
            }
        }
        check_refusal(name, &text, &refusal);
    };
    let shaders = Shader::new(VERTEX, vertex.to_owned())
        .and_then(|vertex| Ok((vertex, Shader::new(FRAGMENT, fragment.to_owned())?)));
    let (vertex, fragment) = match shaders {
        Ok(shaders) => shaders,
        Err(error) => return refused(error),
    };
    let options = LinkOptions {
        is_separable,
        ..LinkOptions::new(arch)
    };
    let memory = match VaryingMemory::link(&vertex, &fragment, options) {
        Ok(memory) => memory,
        Err(error) => return refused(error),
    };
    let json = to_json(&memory);
    let json: Value = serde_json::from_str(&json).expect("varyings writes JSON");
    check_places(&json);
    assert!(!memory.to_string().is_empty());
    for language in [VaryingLanguage::Rust, VaryingLanguage::C] {
        if let Err(error) = memory.code(language, Naming::default()) {
            // The language cannot have a name of the shader.
            refused(error);
        }
    }
}

/// Places follow each other, aligned to what their sizes need, and end where the section does.
fn check_places(json: &Value) {
    let mut end = 0;
    let locations = json["locations"].as_array().expect("an array of locations");
    for location in locations {
        let number = |key: &str| location[key].as_u64();
        let Some((offset, bytes)) = number("offset").zip(number("bytes")) else {
            continue;
        };
        assert!(offset >= end, "{json}");
        assert_eq!(offset % bytes.next_power_of_two(), 0, "{json}");
        end = offset + bytes;
    }
    assert_eq!(json["bytes_per_vertex"], end);
    assert!(end <= 512, "{json}");
}
