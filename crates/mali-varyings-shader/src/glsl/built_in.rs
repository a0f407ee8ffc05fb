//! The built-in variables that a shader passes on, and the elements of arrays that it uses.

use std::collections::HashMap;

use mali_varyings::{BuiltIn, BuiltIns, Stage};

use super::cursor::after_brackets;
use super::statics::Uses;
use super::tokens::Token;
use crate::stage::first_elements;

/// `arrays` has the lengths of the arrays that the shader declares.
pub(super) fn used(
    stage: Stage,
    uses: &Uses<'_>,
    tokens: &[Token<'_>],
    arrays: &HashMap<&str, i64>,
) -> BuiltIns {
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
        let length = arrays.get(name).and_then(|&length| length.try_into().ok());
        let declared = length.map(first_elements);
        let elements = match built_in {
            BuiltIn::TexCoord => indexed(tokens, name) & declared.unwrap_or(u8::MAX),
            // All elements that a shader declares, used or not.
            BuiltIn::ClipDistance => declared.unwrap_or_else(|| indexed(tokens, name)),
            _ => 1,
        };
        found.with_elements(built_in, elements)
    })
}

/// The elements of an array that are used, a bit each.
fn indexed(tokens: &[Token<'_>], name: &str) -> u8 {
    let mut indexed = 0;
    for (at, token) in tokens.iter().enumerate() {
        // Its type, `float` or `vec4`, maybe with the length after it. In a block the declaration is a member, and local.
        let is_declaration = at > 0 && ["float", "vec4", "]"].contains(&tokens[at - 1].text);
        if token.text != name || token.is_local || is_declaration {
            continue;
        }
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
        // No array has more than eight elements: an index past them counts as the last.
        let element = index.map(|index| 1 << index.min(7));
        // An index that is not a number can be any.
        indexed |= element.unwrap_or(u8::MAX);
    }
    indexed
}
