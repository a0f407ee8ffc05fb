//! Rust that depends on nothing.

use std::collections::HashMap;
use std::fmt::Write;

use mali_instancing::FetchMode;

use crate::failure::Failure;
use crate::manifest::{Manifest, NamedBuffer};
use crate::record::{Packed, word};

pub(crate) fn emit(manifest: &Manifest, buffers: &[NamedBuffer]) -> Result<String, Failure> {
    let mut text = format!(
        "// Made by mali-instancing {} from {}. Do not edit.\n",
        env!("CARGO_PKG_VERSION"),
        manifest.name()
    );
    let mut seen: HashMap<String, &NamedBuffer> = HashMap::new();
    for buffer in buffers {
        let name = buffer.name.to_uppercase();
        if !is_identifier(&name) {
            return Err(manifest.blame_name(
                buffer,
                "a Rust name is made of letters, digits and _, and does not begin with a digit",
            ));
        }
        if let Some(first) = seen.insert(name.clone(), buffer) {
            let reason = format!(
                "`{}` on line {} is `{name}` in upper case too",
                first.name,
                manifest.name_line(first)
            );
            return Err(manifest.blame_name(buffer, &reason));
        }
        let words = buffer.packed.buffer.words().map(word).join(", ");
        write!(
            text,
            "\n/// {}\npub static {name}: [u32; 8] = [\n    {words},\n];\n",
            describe(&buffer.packed)
        )
        .expect("a String takes any text");
    }
    Ok(text)
}

fn is_identifier(name: &str) -> bool {
    let mut characters = name.chars();
    match characters.next() {
        Some('_') => name.len() > 1 && characters.all(unicode_ident::is_xid_continue),
        Some(first) => {
            unicode_ident::is_xid_start(first) && characters.all(unicode_ident::is_xid_continue)
        }
        None => false,
    }
}

fn describe(packed: &Packed) -> String {
    let padded = packed.padded_vertices.get();
    match packed.mode {
        FetchMode::Linear => format!("Mali {}, linear: an element per vertex.", packed.arch),
        FetchMode::Constant => {
            format!(
                "Mali {}, linear, stride 0: one element for all threads.",
                packed.arch
            )
        }
        FetchMode::Modulus(_) => {
            format!(
                "Mali {}, modulus: an element per vertex, {padded} threads an instance.",
                packed.arch
            )
        }
        FetchMode::PowerOfTwoDivisor(_) | FetchMode::OtherDivisor { .. } => format!(
            "Mali {}, divisor: an element per {} threads, {padded} threads an instance.",
            packed.arch,
            packed.hardware_divisor.unwrap_or_default()
        ),
    }
}
