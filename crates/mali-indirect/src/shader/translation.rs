//! The translation of the shaders from WGSL into the three languages that are like C. In what the shaders use, these
//! differ from WGSL only in the place of types in declarations and in the names of vectors.

use alloc::format;
use alloc::string::{String, ToString};
use alloc::vec::Vec;

use super::language::Language;

/// The longest line that is written.
const LINE: usize = 110;

/// Translates `source`, which has only these parts of WGSL: declarations with their types, functions, structs whose
/// members have a line each, and vectors of 32-bit words.
pub(crate) fn translate(source: &str, language: Language) -> String {
    if language == Language::Wgsl {
        return source.to_string();
    }
    let mut translated = String::new();
    let mut structure = None;
    let mut lines = source.lines();
    while let Some(line) = lines.next() {
        let code = line.trim_start();
        let indent = &line[..line.len() - code.len()];
        if let Some(head) = code.strip_prefix("fn ") {
            let mut head = head.to_string();
            // A head of several lines becomes one. At the end of the source, a brace ends the loop.
            while !head.ends_with('{') {
                head.push(' ');
                head.push_str(lines.next().map_or("{", str::trim));
            }
            translated.push_str(&function(&head, language));
        } else if let Some(rest) = code.strip_prefix("struct ") {
            let name = rest.trim_end_matches(" {");
            // OpenCL C names a struct without its keyword only after a `typedef`, which has the name at its end.
            structure = Some(name);
            translated.push_str(match language {
                Language::OpenCl => "typedef struct ",
                _ => "struct ",
            });
            translated.push_str(rest);
        } else if let (Some(name), "}") = (structure, line) {
            structure = None;
            translated.push('}');
            if language == Language::OpenCl {
                translated.push(' ');
                translated.push_str(name);
            }
            translated.push(';');
        } else if structure.is_some() {
            translated.push_str(indent);
            translated.push_str(&declared(code.trim_end_matches(','), language));
            translated.push(';');
        } else if let Some(constant) = code.strip_prefix("const ") {
            // A global of OpenCL C 1.2 must be in this address space.
            translated.push_str(match language {
                Language::OpenCl => "__constant ",
                _ => "const ",
            });
            translated.push_str(&statement(constant, language));
        } else {
            translated.push_str(indent);
            let variable = code.strip_prefix("let ").or(code.strip_prefix("var "));
            translated.push_str(&match variable {
                Some(variable) => statement(variable, language),
                None => types(code, language),
            });
        }
        translated.push('\n');
    }
    translated
}

/// `name(a: A, b: B) -> T {` with the types in front.
fn function(head: &str, language: Language) -> String {
    let (name, rest) = head.split_once('(').unwrap_or((head, ""));
    let (parameters, result) = rest.rsplit_once(')').unwrap_or((rest, ""));
    let result = result.trim_start_matches(" -> ").trim_end_matches(" {");
    let parameters: Vec<String> = parameters
        .split(", ")
        .map(|parameter| declared(parameter.trim(), language))
        .collect();
    let result = types(result, language);
    let line = format!("{result} {name}({}) {{", parameters.join(", "));
    if line.len() <= LINE {
        line
    } else {
        format!("{result} {name}(\n    {}\n) {{", parameters.join(",\n    "))
    }
}

/// `name: T = value;` or `name: T;` with the type in front.
fn statement(text: &str, language: Language) -> String {
    let (declaration, rest) = match text.split_once(" = ") {
        Some((declaration, value)) => (declaration, format!(" = {}", types(value, language))),
        None => (text.trim_end_matches(';'), ";".to_string()),
    };
    declared(declaration, language) + &rest
}

/// `name: T` with the type in front.
fn declared(text: &str, language: Language) -> String {
    match text.split_once(": ") {
        Some((name, kind)) => format!("{} {name}", types(kind, language)),
        None => text.to_string(),
    }
}

/// Replaces the names of types.
fn types(text: &str, language: Language) -> String {
    if text.starts_with("//") {
        return text.to_string();
    }
    let mut text = text.to_string();
    for (from, to) in language.vector_names() {
        for width in ["2", "4"] {
            text = text.replace(&from.replace('?', width), &to.replace('?', width));
        }
    }
    // The source has no conversions, so `u32` is always a whole type, or a part of a vector's.
    if text == "u32" {
        "uint".to_string()
    } else {
        text
    }
}
