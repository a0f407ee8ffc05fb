//! A job of the job manager, V4 to V9.

use mali_instancing::descriptor::{Draw, Field, Invocation};

use super::attribute_tables::AttributeTables;
use super::draw::{DumpedDraw, Finished, Unchecked, counts};
use super::fields::{PrintedDescriptor, number, word};
use super::resources::{ShaderEnvironment, draws};
use super::shader::AttributeReads;
use super::text::{Line, LineReader};
use super::words::PrintedWords;

/// The kind of a job that has vertex input.
#[derive(Debug, Default)]
enum Kind {
    /// Vertex shading of V4 to V7. A tiler job has the primitives, or on V6 and V7 the same job with tiling.
    Vertex {
        has_primitive: bool,
    },
    /// Vertex shading and tiling of V9.
    MallocVertex,
    Tiler,
    Other,
    /// Its type is lost.
    #[default]
    Unknown,
}

/// The types of jobs that have no vertex input.
const OTHER_TYPES: [&str; 8] = [
    "Not started",
    "Null",
    "Write value",
    "Cache flush",
    "Compute",
    "Geometry",
    "Fused",
    "Fragment",
];

/// A job, read up to the current line.
#[derive(Debug, Default)]
pub(super) struct Job {
    kind: Kind,
    dependencies: [u64; 2],
    /// The address of the next job in its chain; 0 for the last.
    pub(super) next: u64,
    /// Whether the current line is in the vertex stage.
    is_in_vertex_stage: bool,
    reads: AttributeReads,
    tables: AttributeTables,
    /// Its words, except for the tables.
    draw: DumpedDraw,
    instances: Option<u64>,
    vertex_environments: Vec<ShaderEnvironment>,
    /// Whether lines after the tables of the last shader were read.
    is_after_tables: bool,
    /// Whether a line after the heading was read.
    is_begun: bool,
    /// The headings of shaders whose stage is lost.
    lost_stages: Vec<usize>,
}

impl Job {
    /// Reads a job's header.
    pub(super) fn new(heading: &Line, lines: &mut LineReader) -> Self {
        let mut job = Self {
            is_in_vertex_stage: true,
            ..Self::default()
        };
        job.draw.line = heading.number;
        let names = ["Type", "Index", "Dependency 1", "Dependency 2", "Next"];
        let is_its_name = |name: &str| names.contains(&name);
        let mut is_complete = false;
        while let Some((_, name, value)) = lines.field(heading, is_its_name, is_complete) {
            is_complete |= name == names[4];
            job.is_begun = true;
            let number = number(value).unwrap_or(0);
            match (name, value) {
                ("Type", "Vertex" | "Indexed Vertex") => {
                    let has_primitive = value == "Indexed Vertex";
                    job.kind = Kind::Vertex { has_primitive };
                }
                ("Type", "Malloc vertex") => job.kind = Kind::MallocVertex,
                ("Type", "Tiler") => job.kind = Kind::Tiler,
                ("Type", other) if OTHER_TYPES.contains(&other) => job.kind = Kind::Other,
                ("Index", _) => job.draw.job = Some(number),
                ("Dependency 1", _) => job.dependencies[0] = number,
                ("Dependency 2", _) => job.dependencies[1] = number,
                ("Next", _) => job.next = number,
                _ => {}
            }
        }
        job
    }

    pub(super) fn read(&mut self, line: &Line, lines: &mut LineReader) {
        self.is_begun = true;
        match self.kind {
            Kind::Vertex { .. } if self.is_in_vertex_stage => self.read_vertex_stage(line, lines),
            Kind::MallocVertex => self.read_environments(line, lines),
            _ => {}
        }
        match line.text {
            "Primitive:" => self.read_primitive(line, lines),
            "Draw:" if matches!(self.kind, Kind::Tiler) => {
                self.draw.draw = descriptor(Draw::FIELDS, line, lines);
            }
            "Fragment Draw:" if matches!(self.kind, Kind::Vertex { .. }) => {
                self.draw.tiler_draw = descriptor(Draw::FIELDS, line, lines);
            }
            // The one of an indexed vertex job is after its fragment stage.
            "Invocation:" => {
                let invocation = descriptor(Invocation::FIELDS, line, lines);
                if self.draw.invocation.unread(0).is_some() || self.draw.invocation.words.is_empty()
                {
                    self.draw.invocation = invocation;
                }
            }
            _ => {}
        }
    }

    fn read_vertex_stage(&mut self, line: &Line, lines: &mut LineReader) {
        match line.text {
            // A shader's state has such a heading too.
            "Fragment:" if line.indent == 0 && lines.begins_stage() => {
                self.is_in_vertex_stage = false;
            }
            "Attribute:" => self.tables.read(line, lines),
            "Draw:" | "Vertex Draw:" => self.draw.draw = descriptor(Draw::FIELDS, line, lines),
            _ => match line.field() {
                Some(("Attribute count", count)) => {
                    let count = number(count).map(|count| (line.number, count as usize));
                    self.tables.count = self.tables.count.or(count);
                }
                _ => self.reads.look(line),
            },
        }
    }

    fn read_environments(&mut self, line: &Line, lines: &mut LineReader) {
        if line.is_heading("Shader Shader") {
            let stage = lines.field(line, |name| name == "Stage", false);
            match stage {
                Some((_, _, stage)) => self.begin_stage(stage),
                None => self.lost_stages.push(line.number),
            }
        } else if let Some(("Stage", stage)) = line.field() {
            // Its heading is lost.
            self.begin_stage(stage);
        } else if line.text == "Instance count:" {
            let count = lines.field(line, |name| name == "Count", false);
            self.instances = count.and_then(|(_, _, count)| number(count));
        } else if line.text == "Draw:" {
            // Another shader follows, if any.
            self.is_in_vertex_stage = false;
        } else if self.is_in_vertex_stage {
            if let Some(environment) = self.vertex_environments.last_mut() {
                self.is_after_tables |= line.text == "Local Storage:";
                environment.read(line, lines);
            }
        }
    }

    fn begin_stage(&mut self, stage: &str) {
        self.is_in_vertex_stage = stage == "Vertex";
        self.is_after_tables = !self.is_in_vertex_stage;
        if self.is_in_vertex_stage {
            self.vertex_environments.push(ShaderEnvironment::default());
        }
    }

    fn read_primitive(&mut self, heading: &Line, lines: &mut LineReader) {
        let mut words = PrintedWords::default();
        let begin = words.add(2, heading.number);
        let names = ["Base vertex offset", "Index count", "Index type"];
        let mut seen: Vec<&str> = Vec::new();
        let is_its_name = |name: &str| names.contains(&name);
        while let Some((line, name, value)) =
            lines.field(heading, is_its_name, seen.len() == names.len())
        {
            if seen.contains(&name) {
                words.is_twice(begin, line, name);
                continue;
            }
            seen.push(name);
            match name {
                "Base vertex offset" => words.set_word(begin, 0, word(value), line),
                "Index count" => {
                    let last =
                        number(value).and_then(|count| u32::try_from(count.checked_sub(1)?).ok());
                    words.set_word(begin, 1, last, line);
                }
                _ => self.draw.is_indexed = Some(value != "None"),
            }
        }
        if let Some(missing) = names.iter().find(|name| !seen.contains(name)) {
            words.is_unread(begin, heading.number, format!("`{missing}` is missing"));
        }
        self.draw.primitive = words;
    }

    /// The draws of the job. `is_at_end` is whether the text ends here, possibly too early.
    pub(super) fn finish(mut self, is_at_end: bool) -> Finished {
        let line = self.draw.line;
        let cut = Finished::Cut(line, is_at_end);
        match self.kind {
            Kind::Unknown if self.is_begun => Finished::Untyped(line),
            Kind::Other | Kind::Unknown => Finished::Draws(Vec::new()),
            Kind::Tiler => {
                self.note_missing();
                Finished::Tiler(Box::new(self.draw), self.dependencies)
            }
            Kind::Vertex { has_primitive } => {
                if self.draw.draw.words.is_empty() || self.draw.invocation.words.is_empty() {
                    return cut;
                }
                self.note_missing();
                let (mut draw, mut tables) = (self.draw, self.tables);
                draw.is_tiled = has_primitive;
                let (mask, unchecked) = tables.checked(self.reads.mask());
                draw.read_attributes = mask;
                draw.unchecked.extend(unchecked);
                draw.unchecked.extend(self.reads.unchecked());
                // The printer does not print the descriptor after the last one.
                tables.add_null_terminator(draw.line);
                (draw.buffers, draw.attributes) = (tables.buffers, tables.attributes);
                Finished::Draws(vec![draw])
            }
            Kind::MallocVertex => {
                let is_cut = is_at_end && !self.is_after_tables;
                let primitive = &self.draw.primitive;
                if let Some(unread) = primitive.unread(0) {
                    return Finished::Unread(unread.clone());
                }
                match (&primitive.words[..], self.instances) {
                    (&[offset, last], Some(instances))
                        if !self.vertex_environments.is_empty() && !is_cut =>
                    {
                        let numbers = [last.wrapping_add(1), instances as u32, offset];
                        let counts = counts(self.draw.is_indexed == Some(true), numbers);
                        let mut draws = draws(&self.vertex_environments, line, counts);
                        let stages = self.lost_stages.iter();
                        let stages =
                            stages.map(|line| Unchecked::missing("shader", *line, "Stage"));
                        if let Some(draw) = draws.first_mut() {
                            draw.unchecked.extend(stages);
                        }
                        Finished::Draws(draws)
                    }
                    _ => cut,
                }
            }
        }
    }

    /// Notes the descriptors that the tiler reads and the dump does not have.
    fn note_missing(&mut self) {
        let is_tiler = matches!(self.kind, Kind::Tiler);
        let has_primitive = is_tiler
            || matches!(
                self.kind,
                Kind::Vertex {
                    has_primitive: true
                }
            );
        let draw = &self.draw;
        let descriptors = [
            ("primitive", "Primitive:", &draw.primitive, has_primitive),
            ("tiler-draw", "Draw:", &draw.draw, is_tiler),
            (
                "tiler-invocation",
                "Invocation:",
                &draw.invocation,
                is_tiler,
            ),
        ];
        let missing = descriptors
            .iter()
            .filter(|(_, _, words, is_needed)| *is_needed && words.words.is_empty());
        let missing = missing.map(|(part, name, ..)| Unchecked::missing(part, draw.line, name));
        self.draw.unchecked = missing.collect();
    }
}

/// Reads a descriptor of two words.
fn descriptor(fields: &'static [Field], heading: &Line, lines: &mut LineReader) -> PrintedWords {
    let mut words = PrintedWords::default();
    let begin = words.add(2, heading.number);
    PrintedDescriptor::of(fields).read(&mut words, begin, heading, lines);
    words
}
