//! The built-in variables that a shader passes on, and the elements of arrays that it uses.

use mali_varyings::{BuiltIn, BuiltIns, Stage};

use super::cursor::after_brackets;
use super::statics::Uses;
use super::tokens::Token;
use crate::stage::first_elements;

pub(super) fn used(stage: Stage, uses: &Uses<'_>, tokens: &[Token<'_>]) -> BuiltIns {
    let all = BuiltIn::ALL.iter().copied();
    all.fold(BuiltIns::NONE, |found, built_in| {
        let name = built_in.name(stage);
        let reached = match stage {
            Stage::Vertex => &uses.written,
            Stage::Fragment => &uses.used,
        };
        // `GL_OVR_multiview` has another name for `gl_ViewIndex`.
        let has_alias = built_in == BuiltIn::ViewIndex && reached.contains("gl_ViewID_OVR");
        if name.is_empty() || !reached.contains(name) && !has_alias {
            return found;
        }
        let elements = match built_in {
            BuiltIn::TexCoord => elements(tokens, name, false),
            BuiltIn::ClipDistance => elements(tokens, name, true),
            _ => 1,
        };
        found.with_elements(built_in, elements)
    })
}

/// The elements of an array in use, a bit each. All elements that a shader declares are `dense`; without a declaration,
/// those up to the last index.
fn elements(tokens: &[Token<'_>], name: &str, is_dense: bool) -> u8 {
    let (mut indexed, mut declared) = (0, None);
    for (at, token) in tokens.iter().enumerate() {
        if token.text != name || token.is_local {
            continue;
        }
        // `gl_ClipDistance` is declared as an array of `float`, `gl_TexCoord` of `vec4`.
        let is_declaration = at > 0 && ["float", "vec4"].contains(&tokens[at - 1].text);
        let index = match tokens.get(at + 1) {
            Some(bracket) if bracket.text == "[" => {
                // The bracket is closed: the reader of declarations has refused a text that ends within one.
                match &tokens[at + 2..after_brackets(tokens, at + 1) - 1] {
                    [number] => number.text.parse::<u32>().ok(),
                    _ => None,
                }
            }
            // The whole array.
            _ => None,
        };
        if is_declaration {
            declared = index.map(first_elements).or(declared);
        } else {
            // An index that is not a number can be any.
            // No array has more than eight elements, so an index past them counts as the last.
            indexed |= index.map_or(u8::MAX, |index| 1 << index.min(7));
        }
    }
    match declared {
        Some(declared) if is_dense => declared,
        Some(declared) => indexed & declared,
        None => indexed,
    }
}
