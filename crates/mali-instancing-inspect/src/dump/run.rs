//! An instruction of a command stream that runs a draw, V10 and later.

use super::draw::{Finished, counts};
use super::fields::word;
use super::resources::{ShaderEnvironment, draws};
use super::text::{Line, Section, stage, values};
use super::words::Unread;

/// Reads what the printer prints after `RUN_IDVS`, the first section of `run`: the registers, and the memory that they
/// point at. `is_at_end` is whether the text ends here, possibly too early.
pub(super) fn read_run(first: &Section, run: &[Section], is_at_end: bool) -> Finished {
    let line = first.heading.number;
    // The printer prints these after the tables, below no heading that `sections` knows: they are lines of whichever
    // section is before them, at any indentation.
    let lines = run.iter().flat_map(|section| section.lines);
    let names = [
        "Index count",
        "Instance count",
        "Vertex offset",
        "Index type",
    ];
    let fields = lines.filter_map(Line::field);
    let fields: Vec<_> = fields.filter(|(_, name, _)| names.contains(name)).collect();
    // A field is missing where a dump was cut, which has a message of its own. A field that is there twice is an
    // error of `values`.
    if names
        .iter()
        .any(|name| fields.iter().all(|(_, found, _)| found != name))
    {
        return Finished::cut(line, is_at_end);
    }
    let read =
        values(line, fields.into_iter(), names).and_then(|[numbers @ .., (.., index_type)]| {
            let mut words = [0; 3];
            for (found, (line, _, value)) in words.iter_mut().zip(numbers) {
                *found = word(value).ok_or_else(|| Unread::not_a_word(line))?;
            }
            Ok((index_type != "None", words))
        });
    let (is_indexed, numbers) = match read {
        Ok(read) => read,
        Err(unread) => return Finished::unread(&unread),
    };
    let counts = counts(is_indexed, numbers);
    Finished::Draws(draws(&environments(run), line, counts))
}

/// The environments of the position shader and the varying shader; from V12 on only the vertex shader's.
fn environments(run: &[Section]) -> [ShaderEnvironment; 2] {
    let mut environments = [ShaderEnvironment::default(), ShaderEnvironment::default()];
    let mut current = None;
    for section in run {
        if let Some(stage) = stage(section.heading.text) {
            let named = match stage {
                "Position" => Some((0, Some("position"))),
                "Varying" => Some((1, Some("varying"))),
                "Vertex" => Some((0, None)),
                _ => None,
            };
            // After a heading of the fragment stage there is no environment, and its tables are passed over.
            current = named.map(|(shader, _)| shader);
            if let Some((shader, name)) = named {
                environments[shader].name = name;
            }
        }
        if let Some(current) = current {
            environments[current].add_section(section);
        }
    }
    environments
}
