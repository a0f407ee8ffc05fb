//! An instruction of a command stream that draws, V10 and later.

use super::draw::{Finished, counts};
use super::fields::number;
use super::line::{Line, LineReader};
use super::resources::{ShaderEnvironment, draws};

/// What the printer says after `RUN_IDVS`, up to the line that was read: the registers, and what they
/// point at.
#[derive(Debug, Default)]
pub(super) struct Run {
    line: usize,
    /// The position shader's and the varying shader's; from V12 on the vertex shader's.
    environments: [ShaderEnvironment; 2],
    /// Which of them the lines are about.
    current: Option<usize>,
    vertices: Option<u64>,
    instances: Option<u64>,
    first_vertex: Option<u64>,
    is_indexed: bool,
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
            self.current = match stage {
                "Position" | "Vertex" => Some(0),
                "Varying" => Some(1),
                _ => None,
            };
            return;
        }
        match line.field() {
            Some(("Index count", count)) => self.vertices = number(count),
            Some(("Instance count", count)) => self.instances = number(count),
            Some(("Vertex offset", offset)) => self.first_vertex = number(offset),
            Some(("Index type", index_type)) => self.is_indexed = index_type != "None",
            _ => {
                if let Some(current) = self.current {
                    self.environments[current].read(line, lines);
                }
            }
        }
    }

    pub(super) fn finish(self) -> Finished {
        let (Some(vertices), Some(instances), Some(first_vertex)) =
            (self.vertices, self.instances, self.first_vertex)
        else {
            return Finished::Cut(self.line);
        };
        let numbers = [vertices, instances, first_vertex].map(|number| number as u32);
        let counts = counts(self.is_indexed, numbers);
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
