//! An instruction of a command stream that draws, V10 and later.

use super::draw::{Finished, counts};
use super::fields::word;
use super::resources::{ShaderEnvironment, draws};
use super::text::{Line, LineReader};

/// The lines that the printer writes after `RUN_IDVS`, up to the line that was read: the registers, and what they
/// point at.
#[derive(Debug, Default)]
pub(super) struct Run {
    line: usize,
    /// The position shader's and the varying shader's; from V12 on the vertex shader's.
    environments: [ShaderEnvironment; 2],
    /// Which of them the lines are about.
    current: Option<usize>,
    vertices: Option<u32>,
    instances: Option<u32>,
    first_vertex: Option<u32>,
    is_indexed: bool,
    /// The line of a number that does not fit in 32 bits, or that is there twice.
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
            Some(("Index type", index_type)) => self.is_indexed = index_type != "None",
            _ => {
                if let Some(current) = self.current {
                    self.environments[current].read(line, lines);
                }
            }
        }
    }

    pub(super) fn finish(self) -> Finished {
        if let Some(line) = self.unreadable {
            return Finished::Unreadable(line);
        }
        let (Some(vertices), Some(instances), Some(first_vertex)) =
            (self.vertices, self.instances, self.first_vertex)
        else {
            return Finished::Cut(self.line);
        };
        let counts = counts(self.is_indexed, [vertices, instances, first_vertex]);
        Finished::Draws(draws(&self.environments, self.line, counts))
    }
}

/// The stage that lines are about from a heading on: `Position resources resource table @…`,
/// `Position shader Shader @…`, or `Position Local Storage @…`.
fn stage(text: &str) -> Option<&str> {
    let (stage, rest) = text.split_once(' ')?;
    let is_stage = matches!(stage, "Position" | "Varying" | "Vertex" | "Fragment");
    let headings = ["resources ", "shader ", "Local Storage ", "FAU "];
    let is_heading = headings.iter().any(|begin| rest.starts_with(begin));
    (is_stage && is_heading).then_some(stage)
}
