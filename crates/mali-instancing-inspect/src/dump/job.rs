//! A job of the job manager, V4 to V9.

use mali_instancing::check::Counts;
use mali_instancing::descriptor::{Draw, Invocation};

use super::attribute_tables::AttributeTables;
use super::draw::{self, DumpedDraw};
use super::fields::{PrintedDescriptor, number};
use super::line::Line;
use super::lines::LineReader;
use super::resources::{self, ShaderEnvironment};
use super::shader::AttributeReads;
use super::words::PrintedWords;

const DRAW: PrintedDescriptor = PrintedDescriptor {
    fields: Draw::FIELDS,
    values: &[],
};

const INVOCATION: PrintedDescriptor = PrintedDescriptor {
    fields: Invocation::FIELDS,
    values: &[],
};

/// What a job does, as far as vertex input is concerned.
#[derive(Debug, PartialEq)]
enum Kind {
    /// Vertex shading of V4 to V7. Its primitives are those of a tiler job.
    Vertex,
    /// Vertex shading and tiling of V6 and V7.
    IndexedVertex,
    /// Vertex shading and tiling of V9.
    MallocVertex,
    Tiler,
    Other,
}

/// How a job stands among others.
#[derive(Debug)]
struct Header {
    line: usize,
    kind: Kind,
    index: u64,
    dependencies: [u64; 2],
    /// Whether no other job follows in its chain.
    is_last: bool,
}

/// A job, up to the line that was read.
#[derive(Debug)]
pub(super) struct Job {
    header: Header,
    /// Whether the lines are about shading vertices.
    is_in_vertex_stage: bool,
    reads: AttributeReads,
    tables: AttributeTables,
    draw: Option<PrintedWords>,
    invocation: Option<PrintedWords>,
    primitive: Option<PrintedWords>,
    is_indexed: bool,
    instances: Option<u64>,
    vertex_environments: Vec<ShaderEnvironment>,
    /// Whether what stands behind the tables of the last of them was read.
    is_behind_tables: bool,
}

/// What a job is to the draws.
pub(super) enum Finished {
    /// It has draws.
    Draws(Vec<DumpedDraw>),
    /// It tiles the primitives of a draw, whose job it depends on.
    Primitive(PrintedWords, [u64; 2]),
    /// It has nothing to do with draws.
    Nothing,
    /// It is a draw, from this line on, that ends before what it counts is said.
    Cut(usize),
}

impl Job {
    /// Reads a job's header.
    pub(super) fn new(heading: &Line, lines: &mut LineReader) -> Self {
        Self {
            header: Header::read(heading, lines),
            is_in_vertex_stage: true,
            reads: AttributeReads::default(),
            tables: AttributeTables::default(),
            draw: None,
            invocation: None,
            primitive: None,
            is_indexed: false,
            instances: None,
            vertex_environments: Vec::new(),
            is_behind_tables: false,
        }
    }

    /// Whether no other job follows in its chain.
    pub(super) fn is_last(&self) -> bool {
        self.header.is_last
    }

    pub(super) fn read(&mut self, line: &Line, lines: &mut LineReader) {
        match self.header.kind {
            Kind::Vertex | Kind::IndexedVertex => self.read_vertex_stage(line, lines),
            Kind::MallocVertex => self.read_environments(line, lines),
            Kind::Tiler | Kind::Other => {}
        }
        match line.text {
            "Primitive:" => self.read_primitive(line, lines),
            // That of an indexed vertex job stands behind its fragment stage.
            "Invocation:" => {
                let invocation = descriptor(&INVOCATION, line, lines);
                self.invocation = self.invocation.take().or(invocation);
            }
            _ => {}
        }
    }

    fn read_vertex_stage(&mut self, line: &Line, lines: &mut LineReader) {
        if !self.is_in_vertex_stage {
            return;
        }
        match line.text {
            // A shader's state has such a heading too.
            "Fragment:" if line.indent == 0 => self.is_in_vertex_stage = false,
            "Attribute:" => self.tables.read(line, lines),
            "Draw:" | "Vertex Draw:" => self.draw = descriptor(&DRAW, line, lines),
            text => self.reads.look(text),
        }
    }

    fn read_environments(&mut self, line: &Line, lines: &mut LineReader) {
        if line.is_heading("Shader Shader") {
            self.is_in_vertex_stage = false;
            while let Some((_, name, value)) = lines.field(line) {
                self.is_in_vertex_stage |= (name, value) == ("Stage", "Vertex");
            }
            self.is_behind_tables = !self.is_in_vertex_stage;
            if self.is_in_vertex_stage {
                self.vertex_environments.push(ShaderEnvironment::default());
            }
        } else if line.text == "Instance count:" {
            while let Some((_, name, value)) = lines.field(line) {
                if name == "Count" {
                    self.instances = number(value);
                }
            }
        } else if line.text == "Draw:" {
            // Behind it stands another shader, if any.
            self.is_in_vertex_stage = false;
        } else if let (true, Some(environment)) =
            (self.is_in_vertex_stage, self.vertex_environments.last_mut())
        {
            self.is_behind_tables |= line.text == "Local Storage:";
            environment.reads.look(line.text);
            environment.read(line, lines);
        }
    }

    fn read_primitive(&mut self, heading: &Line, lines: &mut LineReader) {
        let mut words = PrintedWords::default();
        words.add(2, heading.number);
        let mut fields = 0;
        while let Some((line, name, value)) = lines.field(heading) {
            let (word, subtracted) = match name {
                "Base vertex offset" => (0, 0),
                "Index count" => (1, 1),
                "Index type" => {
                    self.is_indexed = value != "None";
                    continue;
                }
                _ => continue,
            };
            if let Some(value) = number(value) {
                let bits = (value as u32).wrapping_sub(subtracted);
                words.set_bits(word, u32::MAX, bits, line.number);
                fields += 1;
            }
        }
        if fields == 2 {
            self.primitive = Some(words);
        }
    }

    /// What the job has; `is_at_end` where the text ends, maybe too early.
    pub(super) fn finish(self, is_at_end: bool) -> Finished {
        match self.header.kind {
            Kind::Other => Finished::Nothing,
            Kind::Tiler => match self.primitive {
                Some(primitive) => Finished::Primitive(primitive, self.header.dependencies),
                None => Finished::Nothing,
            },
            Kind::Vertex | Kind::IndexedVertex => {
                if self.draw.is_none() || self.invocation.is_none() {
                    return Finished::Cut(self.header.line);
                }
                let mut tables = self.tables;
                let (read_attributes, lost) = tables.checked(self.reads.mask());
                // The printer does not print the one behind the last.
                tables.add_null_terminator(self.header.line);
                Finished::Draws(vec![DumpedDraw {
                    line: self.header.line,
                    lost,
                    buffers: tables.buffers,
                    attributes: tables.attributes,
                    draw: self.draw,
                    invocation: self.invocation,
                    primitive: self.primitive,
                    read_attributes,
                    job: Some(self.header.index),
                    ..DumpedDraw::default()
                }])
            }
            Kind::MallocVertex => {
                let counts = self.counts();
                let is_cut = is_at_end && !self.is_behind_tables;
                if counts.is_none() || self.vertex_environments.is_empty() || is_cut {
                    return Finished::Cut(self.header.line);
                }
                let draws = resources::draws(&self.vertex_environments, self.header.line, counts);
                Finished::Draws(draws)
            }
        }
    }

    fn counts(&self) -> Option<Counts> {
        let [offset, last] = *self.primitive.as_ref()?.words().first_chunk()?;
        let numbers = [last.wrapping_add(1), self.instances? as u32, offset];
        Some(draw::counts(self.is_indexed, numbers))
    }
}

impl Header {
    fn read(heading: &Line, lines: &mut LineReader) -> Self {
        let mut header = Self {
            line: heading.number,
            kind: Kind::Other,
            index: 0,
            dependencies: [0; 2],
            is_last: true,
        };
        while let Some((_, name, value)) = lines.field(heading) {
            let number = || number(value).unwrap_or(0);
            match name {
                "Type" => header.kind = Kind::of(value),
                "Index" => header.index = number(),
                "Dependency 1" => header.dependencies[0] = number(),
                "Dependency 2" => header.dependencies[1] = number(),
                "Next" => header.is_last = number() == 0,
                _ => {}
            }
        }
        header
    }
}

impl Kind {
    fn of(name: &str) -> Self {
        match name {
            "Vertex" => Self::Vertex,
            "Indexed Vertex" => Self::IndexedVertex,
            "Malloc vertex" => Self::MallocVertex,
            "Tiler" => Self::Tiler,
            _ => Self::Other,
        }
    }
}

/// Reads a descriptor of two words; none if not all of its fields are there.
fn descriptor(
    descriptor: &PrintedDescriptor,
    heading: &Line,
    lines: &mut LineReader,
) -> Option<PrintedWords> {
    let mut words = PrintedWords::default();
    let begin = words.add(2, heading.number);
    let mut fields = 0;
    while let Some(field) = lines.field(heading) {
        fields += usize::from(descriptor.set(&mut words, begin, field));
    }
    (fields >= descriptor.fields.len()).then_some(words)
}
