//! An instruction of a command stream that runs a draw, V10 and later.

use super::draw::{Finished, counts};
use super::fields::word;
use super::resources::{ShaderEnvironment, draws};
use super::text::{Line, LineReader};
use super::words::Unread;

/// The lines of the printer after `RUN_IDVS`, read up to the current line: the registers, and the memory that they
/// point at.
#[derive(Debug, Default)]
pub(super) struct Run {
    line: usize,
    /// The environments of the position shader and the varying shader; from V12 on only the vertex shader's.
    environments: [ShaderEnvironment; 2],
    /// The one with the current line.
    current: Option<usize>,
    vertices: Option<u32>,
    instances: Option<u32>,
    first_vertex: Option<u32>,
    is_indexed: Option<bool>,
    /// The line of a number that does not fit 32 bits, or that occurs twice.
    unreadable: Option<usize>,
}

impl Run {
    pub(super) fn new(line: &Line) -> Self {
        let line = line.number;
        Self {
            line,
            ..Self::default()
        }
    }

    pub(super) fn read(&mut self, line: &Line, lines: &mut LineReader) {
        if let Some(stage) = stage(line.text) {
            let named = match stage {
                "Position" => Some((0, Some("position"))),
                "Varying" => Some((1, Some("varying"))),
                "Vertex" => Some((0, None)),
                _ => None,
            };
            self.current = named.map(|(shader, _)| shader);
            if let Some((shader, name)) = named {
                self.environments[shader].name = name;
            }
            return;
        }
        match line.field() {
            Some((name @ ("Index count" | "Instance count" | "Vertex offset"), printed)) => {
                let count = match name {
                    "Index count" => &mut self.vertices,
                    "Instance count" => &mut self.instances,
                    _ => &mut self.first_vertex,
                };
                let number = word(printed);
                if count.is_some() || number.is_none() {
                    self.unreadable = self.unreadable.or(Some(line.number));
                }
                *count = number;
            }
            Some(("Index type", index_type)) => {
                self.is_indexed = Some(index_type != "None");
            }
            _ => {
                if let Some(current) = self.current {
                    self.environments[current].read(line, lines);
                }
            }
        }
    }

    /// The draws. `is_at_end` is whether the text ends here, possibly too early.
    pub(super) fn finish(self, is_at_end: bool) -> Finished {
        if let Some(line) = self.unreadable {
            let reason = "this is not a number of 32 bits, or the draw has it twice".to_owned();
            return Finished::Unread(Unread::new(line, reason));
        }
        let (Some(vertices), Some(instances), Some(first_vertex), Some(is_indexed)) = (
            self.vertices,
            self.instances,
            self.first_vertex,
            self.is_indexed,
        ) else {
            return Finished::Cut(self.line, is_at_end);
        };
        let counts = counts(is_indexed, [vertices, instances, first_vertex]);
        Finished::Draws(draws(&self.environments, self.line, counts))
    }
}

/// The stage of the lines after a heading: `Position resources resource table @…`,
/// `Position shader Shader @…`, or `Position Local Storage @…`.
fn stage(text: &str) -> Option<&str> {
    let (stage, rest) = text.split_once(' ')?;
    let is_stage = matches!(stage, "Position" | "Varying" | "Vertex" | "Fragment");
    let headings = ["resources ", "shader ", "Local Storage ", "FAU "];
    let is_heading = headings.iter().any(|begin| rest.starts_with(begin));
    (is_stage && is_heading).then_some(stage)
}
