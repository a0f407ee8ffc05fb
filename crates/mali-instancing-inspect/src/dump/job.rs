//! A job of the job manager, V4 to V9.

use mali_instancing::descriptor::{Draw, Field, Invocation};

use super::attribute_tables::AttributeTables;
use super::draw::{DumpedDraw, Finished, Unchecked, counts};
use super::fields::{PrintedDescriptor, number, word};
use super::resources::{ShaderEnvironment, draws};
use super::shader::AttributeReads;
use super::text::Section;
use super::words::{PrintedWords, Unread};

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

enum Kind {
    /// Vertex shading of V4 to V7. A tiler job has the primitives, or on V6 and V7 the same job with tiling.
    Vertex {
        is_tiled: bool,
    },
    /// Vertex shading and tiling of V9.
    MallocVertex,
    Tiler,
    Other,
}

/// A job, whose header was read.
pub(super) struct Job<'a> {
    /// The header, and the sections after it.
    sections: &'a [Section<'a>],
    /// The line of the header.
    line: usize,
    kind: Kind,
    number: u64,
    /// The numbers of the jobs on which it depends.
    dependencies: [u64; 2],
    /// Whether it is the last of its chain.
    pub(super) is_last: bool,
    /// Whether the text ends here, possibly too early.
    is_at_end: bool,
}

impl<'a> Job<'a> {
    pub(super) fn new(
        header: &Section<'a>,
        sections: &'a [Section<'a>],
        is_at_end: bool,
    ) -> Result<Self, Unread> {
        let names = ["Type", "Index", "Dependency 1", "Dependency 2", "Next"];
        let [(line, _, kind), others @ ..] = header.values(names)?;
        let kind = match kind {
            "Vertex" => Kind::Vertex { is_tiled: false },
            "Indexed Vertex" => Kind::Vertex { is_tiled: true },
            "Malloc vertex" => Kind::MallocVertex,
            "Tiler" => Kind::Tiler,
            other if OTHER_TYPES.contains(&other) => Kind::Other,
            // Only the known types are sure to have no vertex input: a garbled type could be a part of `Vertex`.
            _ => return Err(Unread::garbled(line, "Type")),
        };
        let mut numbers = [0; 4];
        for (found, (line, name, value)) in numbers.iter_mut().zip(others) {
            *found = number(value).ok_or_else(|| Unread::garbled(line, name))?;
        }
        let [number, first, second, next] = numbers;
        Ok(Self {
            sections,
            line: header.heading.number,
            kind,
            number,
            dependencies: [first, second],
            is_last: next == 0,
            is_at_end,
        })
    }

    /// Reads the job. `has_specials` is whether the printer prints `Special` of every buffer.
    pub(super) fn read_draws(&self, has_specials: bool) -> Finished {
        match self.kind {
            Kind::Vertex { is_tiled } => self.vertex(has_specials, is_tiled),
            Kind::MallocVertex => self.malloc_vertex(),
            Kind::Tiler => {
                let mut draw = DumpedDraw::default();
                self.read_primitive(&mut draw);
                draw.tiler_draw = draw.take("tiler-draw", self.required(DRAW));
                draw.tiler_invocation = draw.take("tiler-invocation", self.required(INVOCATION));
                Finished::Tiler(Box::new(draw), self.dependencies)
            }
            Kind::Other => Finished::Draws(Vec::new()),
        }
    }

    fn vertex(&self, has_specials: bool, is_tiled: bool) -> Finished {
        // An indexed vertex job has `Vertex Draw:` and `Fragment Draw:`, a vertex job only `Draw:`.
        let vertex_draw = if is_tiled { VERTEX_DRAW } else { DRAW };
        let stage = self.vertex_stage();
        // The invocation of an indexed vertex job is after its fragment stage.
        let descriptors = (
            find_section(stage, vertex_draw.0),
            find_section(self.sections, INVOCATION.0),
        );
        let (Some(printed_draw), Some(invocation)) = descriptors else {
            return Finished::cut(self.line, self.is_at_end);
        };
        let mut draw = DumpedDraw {
            line: self.line,
            job: Some(self.number),
            is_tiled,
            ..DumpedDraw::default()
        };
        if is_tiled {
            self.read_primitive(&mut draw);
        }
        draw.draw = draw.take("draw", read_two_words(printed_draw, vertex_draw.1));
        draw.invocation = draw.take("invocation", read_two_words(invocation, INVOCATION.1));
        // The tiler reads the `Fragment Draw` of this job, as it reads the `Draw` of a tiler job.
        if let Some(section) = find_section(self.sections, FRAGMENT_DRAW.0).filter(|_| is_tiled) {
            draw.tiler_draw = draw.take("tiler-draw", read_two_words(section, FRAGMENT_DRAW.1));
        }
        let mut tables = AttributeTables::new(has_specials);
        let mut reads = AttributeReads::default();
        for section in stage {
            if section.heading.text == "Attribute:" {
                tables.add_section(section);
            }
            for line in section.lines {
                match line.field() {
                    Some((line, "Attribute count", count)) => {
                        // `usize` has 32 bits in WebAssembly.
                        let count = number(count)
                            .map(|count| (line, usize::try_from(count).unwrap_or(usize::MAX)));
                        tables.count = tables.count.or(count);
                    }
                    Some(_) => {}
                    // No disassembled instruction has a colon with a space after it, so none is a field.
                    None => reads.look(line),
                }
            }
        }
        let (mask, unchecked) = tables.checked(reads.mask());
        draw.read_attributes = mask;
        draw.unchecked.extend(unchecked);
        draw.unchecked.extend(reads.unchecked());
        // The printer does not print the descriptor after the last one.
        tables.add_null_terminator(draw.line);
        (draw.buffers, draw.attributes) = (tables.buffers, tables.attributes);
        Finished::Draws(vec![draw])
    }

    /// The sections of the vertex stage. A shader's state has a heading `Fragment:` too, with fields.
    fn vertex_stage(&self) -> &'a [Section<'a>] {
        let is_stage = |section: &Section| {
            let heading = &section.heading;
            heading.text == "Fragment:" && heading.indent == 0 && section.fields().next().is_none()
        };
        let end = self.sections.iter().position(is_stage);
        &self.sections[..end.unwrap_or(self.sections.len())]
    }

    fn malloc_vertex(&self) -> Finished {
        // The job has a fragment shader and vertex shaders, each with its tables after it.
        let mut environments: Vec<ShaderEnvironment> = Vec::new();
        let mut stage = Stage::Unknown;
        let mut unchecked = Vec::new();
        for section in self.sections {
            let heading = &section.heading;
            if heading.is_heading("Shader Shader") {
                stage = Stage::of(section).unwrap_or_else(|unread| {
                    unchecked.push(Unchecked::descriptor("shader", unread));
                    Stage::Other
                });
                if let Stage::Vertex = stage {
                    environments.push(ShaderEnvironment::default());
                }
            } else if matches!(heading.text, "Local Storage:" | "Draw:") {
                // These follow the tables of a shader.
                stage = Stage::Unknown;
            }
            match stage {
                Stage::Vertex => {
                    if let Some(environment) = environments.last_mut() {
                        environment.add_section(section);
                    }
                }
                // A table without a shader before it: the heading of the shader is lost, which may be the vertex
                // shader. `Stage::Other` makes one message of all its tables.
                Stage::Unknown if heading.text.starts_with("Entry ") => {
                    let unread = Unread::missing(heading.number, "Shader Shader");
                    unchecked.push(Unchecked::descriptor("shader", unread));
                    stage = Stage::Other;
                }
                Stage::Unknown | Stage::Other => {}
            }
        }
        // The text ends among the tables of a vertex shader, of which some may be missing.
        let is_cut = self.is_at_end && matches!(stage, Stage::Vertex);
        let [primitive, instances] =
            ["Primitive:", "Instance count:"].map(|heading| find_section(self.sections, heading));
        let (Some(primitive), Some(instances), false, false) =
            (primitive, instances, environments.is_empty(), is_cut)
        else {
            return Finished::cut(self.line, self.is_at_end);
        };
        let counted = instances
            .values(["Count"])
            .and_then(|[(line, name, count)]| {
                let count = word(count).ok_or_else(|| Unread::garbled(line, name))?;
                Ok((read_primitive(primitive)?, count))
            });
        let ((primitive, is_indexed), instances) = match counted {
            Ok(counted) => counted,
            Err(unread) => return Finished::unread(&unread),
        };
        // The words are the base vertex offset, and the index count minus one: the sum wraps only for 2^32 indices.
        let numbers = [
            primitive.words[1].wrapping_add(1),
            instances,
            primitive.words[0],
        ];
        let mut draws = draws(&environments, self.line, counts(is_indexed, numbers));
        // These are of the job, not of one shader: the first draw has them for all.
        if let Some(draw) = draws.first_mut() {
            draw.unchecked.extend(unchecked);
        }
        Finished::Draws(draws)
    }

    /// Reads the primitive, which the tiler needs.
    fn read_primitive(&self, draw: &mut DumpedDraw) {
        let missing = || Unread::missing(self.line, "Primitive:");
        let primitive = find_section(self.sections, "Primitive:").ok_or_else(missing);
        match primitive.and_then(read_primitive) {
            Ok((words, is_indexed)) => {
                draw.primitive = words;
                draw.is_indexed = Some(is_indexed);
            }
            Err(unread) => draw
                .unchecked
                .push(Unchecked::descriptor("primitive", unread)),
        }
    }

    /// The words of a descriptor that every job of its kind has.
    fn required(&self, (heading, fields): Descriptor) -> Result<PrintedWords, Unread> {
        let section = find_section(self.sections, heading);
        let missing = || Unread::missing(self.line, heading);
        read_two_words(section.ok_or_else(missing)?, fields)
    }
}

/// The stage of the lines after a shader's heading.
enum Stage {
    Vertex,
    Other,
    /// After the tables of a shader: another one follows, if any.
    Unknown,
}

impl Stage {
    fn of(shader: &Section) -> Result<Self, Unread> {
        match shader.values(["Stage"])? {
            [(.., "Vertex")] => Ok(Self::Vertex),
            [(.., "Fragment" | "Compute")] => Ok(Self::Other),
            [(line, name, _)] => Err(Unread::garbled(line, name)),
        }
    }
}

/// The heading and the fields of a descriptor of two words.
type Descriptor = (&'static str, &'static [Field]);

const DRAW: Descriptor = ("Draw:", Draw::FIELDS);
const VERTEX_DRAW: Descriptor = ("Vertex Draw:", Draw::FIELDS);
const FRAGMENT_DRAW: Descriptor = ("Fragment Draw:", Draw::FIELDS);
const INVOCATION: Descriptor = ("Invocation:", Invocation::FIELDS);

fn find_section<'a>(sections: &'a [Section<'a>], heading: &str) -> Option<&'a Section<'a>> {
    sections
        .iter()
        .find(|section| section.heading.text == heading)
}

/// Reads a descriptor of two words.
fn read_two_words(section: &Section, fields: &'static [Field]) -> Result<PrintedWords, Unread> {
    let mut words = PrintedWords::default();
    let begin = words.add(2, section.heading.number);
    PrintedDescriptor::of(fields).read_fields(&mut words, begin, section)?;
    Ok(words)
}

/// Reads words 1 and 3 of a primitive, and whether it has indices.
fn read_primitive(section: &Section) -> Result<(PrintedWords, bool), Unread> {
    let names = ["Base vertex offset", "Index count", "Index type"];
    let [(line, _, offset), (count_line, _, count), (.., index_type)] = section.values(names)?;
    // The word is the index count minus one, to which the printer has added one.
    let last = number(count).and_then(|count| u32::try_from(count.checked_sub(1)?).ok());
    let mut words = PrintedWords::default();
    words.add(2, section.heading.number);
    words.set_word(0, word(offset), line)?;
    words.set_word(1, last, count_line)?;
    Ok((words, index_type != "None"))
}
