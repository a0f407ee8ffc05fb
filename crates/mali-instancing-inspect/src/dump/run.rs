//! An instruction of a command stream that draws, V10 and later.

use mali_instancing::check::Counts;

use super::draw::{self, DumpedDraw};
use super::fields::number;
use super::line::Line;
use super::lines::LineReader;
use super::resources::{self, ShaderEnvironment};

/// What the printer says behind `RUN_IDVS`, up to the line that was read: the registers, and what they
/// point at.
#[derive(Debug)]
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
        Self {
            line: line.number,
            environments: Default::default(),
            current: None,
            vertices: None,
            instances: None,
            first_vertex: None,
            is_indexed: false,
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
                if let Some(environment) = self.current {
                    let environment = &mut self.environments[environment];
                    environment.reads.look(line.text);
                    environment.read(line, lines);
                }
            }
        }
    }

    /// The draws; the line where they begin, if the text ends before what they count is said.
    pub(super) fn finish(self) -> Result<Vec<DumpedDraw>, usize> {
        let counts = self.counts().ok_or(self.line)?;
        let draws = resources::draws(&self.environments, self.line, Some(counts));
        Ok(draws)
    }

    fn counts(&self) -> Option<Counts> {
        let numbers = [self.vertices?, self.instances?, self.first_vertex?];
        let numbers = numbers.map(|number| number as u32);
        Some(draw::counts(self.is_indexed, numbers))
    }
}

/// The stage that lines are about from a heading on: `Position resources resource table @…`,
/// `Position shader Shader @…`, or `Position Local Storage @…`.
fn stage(text: &str) -> Option<&str> {
    let (stage, rest) = text.split_once(' ')?;
    let is_stage = matches!(stage, "Position" | "Varying" | "Vertex" | "Fragment");
    let is_heading = ["resources ", "shader ", "Local Storage ", "FAU "]
        .iter()
        .any(|begin| rest.starts_with(begin));
    (is_stage && is_heading).then_some(stage)
}
