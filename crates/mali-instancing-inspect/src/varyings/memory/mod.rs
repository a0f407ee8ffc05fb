//! Two stages linked, and the memory between them on a Mali: as text, as JSON or as code.

mod code;
mod constant;
mod feedback;
mod json;
mod text;

use std::fmt;

use mali_instancing::Arch;
use mali_varyings::{
    AttributeBufferVaryings, Error, FifoFormat, Interface, Linkage, NamedVarying, ValhallVaryings,
    VaryingAccess,
};

use super::VaryingLanguage;
use super::manifest::Interface as Manifest;
use super::shader::{Shader, Stage, StageVaryings};
use crate::document::Fault;
use crate::notation::escape_controls;
use crate::output::json::to_json;
use feedback::Feedback;
pub use feedback::FeedbackOptions;
use mali_instancing_codegen::Source;
use mali_instancing_codegen::TextError;
use mali_instancing_codegen::code::Naming;

/// What a vertex and a fragment shader share, where a Mali keeps it.
///
/// ```
/// use mali_instancing::Arch;
/// use mali_instancing_inspect::varyings::{Shader, VaryingMemory};
///
/// let vertex = Shader::new("a.vert", b"out vec3 normal; out mediump vec2 uv;".to_vec())?;
/// let fragment = Shader::new("a.frag", b"in mediump vec2 uv;".to_vec())?;
/// let memory = VaryingMemory::link(&vertex, &fragment, Arch::V10, false)?;
/// assert!(memory.to_string().starts_with("v10, linked together: 4 bytes of each vertex"));
/// assert!(mali_instancing_inspect::to_json(&memory).contains("\"bytes_per_vertex\": 4"));
/// # Ok::<(), mali_instancing_codegen::TextError>(())
/// ```
pub struct VaryingMemory<'a> {
    source: &'a Source,
    arch: Arch,
    linkage: Linkage,
    stages: [StageVaryings; 2],
    feedback: Option<Feedback>,
}

/// What is stored of a varying at a location, as [`VaryingMemory::stored`] answers it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct StoredVarying {
    /// What the vertex stage calls it, or the fragment stage where the vertex stage has none.
    pub name: String,
    /// Its first byte, in the memory of a vertex.
    pub offset: u32,
    /// Its bytes: at least 1.
    pub bytes: u32,
}

/// A location of which a stage has something.
struct Row {
    location: u32,
    /// What the vertex and the fragment stage call it.
    names: [String; 2],
    /// Its first byte, its size and its format, if it is stored.
    place: Option<(u32, u32, &'static str)>,
}

/// What each stage needs beside its code.
struct Descriptors {
    vertex: Vec<Vec<u32>>,
    fragment: Vec<Vec<u32>>,
    access: VaryingAccess,
    allocation: Option<u32>,
    vary_size: Option<u32>,
    fifo_format: Option<FifoFormat>,
}

impl<'a> VaryingMemory<'a> {
    /// Links two shaders, or puts together what was compiled apart.
    ///
    /// # Errors
    ///
    /// Declarations that cannot be read or are not supported, and varyings that do not match or find no
    /// location.
    pub fn link(
        vertex: &'a Shader,
        fragment: &'a Shader,
        arch: Arch,
        is_separable: bool,
    ) -> Result<Self, TextError> {
        let read = |shader: &Shader, stage| {
            let varyings = shader.read(stage);
            varyings.map_err(|fault| fault.in_text(shader.source()))
        };
        let stages = [
            read(vertex, Stage::Vertex)?,
            read(fragment, Stage::Fragment)?,
        ];
        Self::of_stages(
            [vertex.source(), fragment.source()],
            stages,
            arch,
            is_separable,
        )
    }

    /// Links the two stages of a manifest: each has the varyings whose `stage` is not the other one.
    ///
    /// # Errors
    ///
    /// Whatever is wrong with the manifest, and varyings that do not match or find no location.
    ///
    /// ```
    /// use mali_instancing::Arch;
    /// use mali_instancing_codegen::Source;
    /// use mali_instancing_inspect::varyings::VaryingMemory;
    ///
    /// let toml = "[[varying]]\nname = \"uv\"\ntype = \"vec2\"\nprecision = \"mediump\"\n";
    /// let manifest = Source::new("cube.toml", toml.into())?;
    /// let memory = VaryingMemory::of_manifest(&manifest, Arch::V10, false)?;
    /// assert!(memory.to_string().starts_with("v10, linked together: 4 bytes of each vertex"));
    /// # Ok::<(), mali_instancing_codegen::TextError>(())
    /// ```
    pub fn of_manifest(
        manifest: &'a Source,
        arch: Arch,
        is_separable: bool,
    ) -> Result<Self, TextError> {
        let read = Manifest::read(manifest).map_err(|fault| fault.in_text(manifest))?;
        let stages = [Stage::Vertex, Stage::Fragment].map(|stage| read.of_stage(stage));
        Self::of_stages([manifest; 2], stages, arch, is_separable)
    }

    fn of_stages(
        [vertex, fragment]: [&'a Source; 2],
        stages: [StageVaryings; 2],
        arch: Arch,
        is_separable: bool,
    ) -> Result<Self, TextError> {
        let linkage = linkage(&stages, is_separable).map_err(|(number, error)| {
            let [producer, _] = &stages;
            let (source, stage, number) = match number.checked_sub(producer.names.len()) {
                None => (vertex, &stages[0], number),
                Some(number) => (fragment, &stages[1], number),
            };
            let name = stage.names.get(number).or(stage.names.last());
            let (offset, text) = name.map_or((0, ""), |name| (name.offset, name.text.as_str()));
            Fault::new(offset, format!("varying `{text}`: {error}")).in_text(source)
        })?;
        Ok(Self {
            source: vertex,
            arch,
            linkage,
            stages,
            feedback: None,
        })
    }

    /// The same with what transform feedback captures, which is stored whoever reads it.
    ///
    /// # Errors
    ///
    /// A name that the vertex shader does not have, an element that the varying does not have, and a draw
    /// that cannot be.
    ///
    /// ```
    /// use mali_instancing::Arch;
    /// use mali_instancing_inspect::varyings::{FeedbackOptions, Shader, VaryingMemory};
    ///
    /// let vertex = Shader::new("a.vert", b"out vec4 colour; out vec2 uv[3];".to_vec())?;
    /// let fragment = Shader::new("a.frag", b"in vec4 colour;".to_vec())?;
    /// let memory = || VaryingMemory::link(&vertex, &fragment, Arch::V7, false).unwrap();
    /// let options = |name: &str| FeedbackOptions { captures: vec![name.to_owned()], ..FeedbackOptions::default() };
    /// let captured = memory().with_feedback(options("uv[1]")).unwrap();
    /// assert!(captured.to_string().starts_with("v7, linked together: 40 bytes of each vertex"));
    /// assert!(memory().with_feedback(options("uv[3]")).is_err());
    /// # Ok::<(), mali_instancing_codegen::TextError>(())
    /// ```
    pub fn with_feedback(mut self, options: FeedbackOptions) -> Result<Self, String> {
        let [vertex, _] = &self.stages;
        let (linkage, feedback) = Feedback::new(options, self.arch, &self.linkage, &vertex.names)?;
        self.linkage = linkage;
        self.feedback = Some(feedback);
        Ok(self)
    }

    /// The memory in a language. The guard of a C header has the name of the file that it will be, or
    /// that of the vertex shader.
    ///
    /// # Errors
    ///
    /// A name that the language cannot have.
    pub fn code(&self, language: VaryingLanguage, naming: Naming) -> Result<String, TextError> {
        match language {
            VaryingLanguage::Json => Ok(to_json(self)),
            VaryingLanguage::Rust => code::rust(self, naming),
            VaryingLanguage::C => code::c(self, naming),
        }
    }

    /// The bytes that each vertex takes in memory.
    #[must_use]
    pub fn bytes_per_vertex(&self) -> u32 {
        self.linkage.memory().bytes()
    }

    /// What is stored of each vertex, in the order of its locations.
    ///
    /// ```
    /// use mali_instancing::Arch;
    /// use mali_instancing_inspect::varyings::{Shader, VaryingMemory};
    ///
    /// let vertex = Shader::new("a.vert", b"out vec3 normal; out mediump vec2 uv;".to_vec())?;
    /// let fragment = Shader::new("a.frag", b"in vec3 normal; in mediump vec2 uv;".to_vec())?;
    /// let memory = VaryingMemory::link(&vertex, &fragment, Arch::V10, false)?;
    /// let stored = memory.stored();
    /// assert_eq!(stored.iter().map(|varying| varying.bytes).sum::<u32>(), memory.bytes_per_vertex());
    /// assert_eq!(stored[0].name, "normal");
    /// # Ok::<(), mali_instancing_codegen::TextError>(())
    /// ```
    #[must_use]
    pub fn stored(&self) -> Vec<StoredVarying> {
        let stored = self.rows().into_iter().filter_map(|row| {
            let (offset, bytes, _) = row.place?;
            let mut names = row.names.into_iter();
            let name = names.find(|name| !name.is_empty()).unwrap_or_default();
            Some(StoredVarying {
                name,
                offset,
                bytes,
            })
        });
        stored.collect()
    }

    fn interfaces(&self) -> [&Interface; 2] {
        [self.linkage.producer(), self.linkage.consumer()]
    }

    fn rows(&self) -> Vec<Row> {
        let memory = self.linkage.memory();
        let row = |location| {
            let slot = self.linkage.read_as(location).or(memory.slot(location));
            let place = slot.zip(memory.offset(location));
            Row {
                location,
                names: [0, 1].map(|stage| self.names_at(stage, location)),
                place: place.map(|(slot, offset)| (offset, slot.bytes(), slot.format().name())),
            }
        };
        let is_used = |&location: &u32| {
            let mut interfaces = self.interfaces().into_iter();
            interfaces.any(|interface| interface.slot(location).is_some())
        };
        (0..32).filter(is_used).map(row).collect()
    }

    /// What a stage has at a location: `uv`, or `bones[2]` for the third vector.
    fn names_at(&self, stage: usize, location: u32) -> String {
        let interface = self.interfaces()[stage];
        let StageVaryings {
            names, varyings, ..
        } = &self.stages[stage];
        let names = varyings.iter().enumerate().filter_map(|(number, varying)| {
            let vector = location.checked_sub(interface.location(number)?)?;
            if u64::from(vector) >= varying.vectors() {
                return None;
            }
            let name = escape_controls(&names[number].text);
            Some(if varying.vectors() == 1 {
                name
            } else {
                format!("{name}[{vector}]")
            })
        });
        names.collect::<Vec<_>>().join(", ")
    }

    fn descriptors(&self) -> Descriptors {
        let [vertex, fragment] = &self.stages;
        if let Ok(mali) = AttributeBufferVaryings::new(self.arch, &self.linkage) {
            let mali = mali.with_built_ins(vertex.outputs, fragment.inputs);
            let words =
                |descriptor: mali_instancing::descriptor::Attribute| descriptor.words().to_vec();
            let written =
                (0..mali.vertex_descriptors()).filter_map(|number| mali.vertex_descriptor(number));
            let read = (0..mali.fragment_descriptors())
                .filter_map(|number| mali.fragment_descriptor(number));
            return Descriptors {
                vertex: written.map(words).collect(),
                fragment: read.map(words).collect(),
                access: VaryingAccess::Descriptors,
                allocation: None,
                vary_size: None,
                fifo_format: None,
            };
        }
        let mali = ValhallVaryings::new(self.arch, &self.linkage)
            .expect("what has no attribute buffers has packets")
            .with_outputs(vertex.outputs);
        let read =
            (0..mali.fragment_descriptors()).filter_map(|number| mali.fragment_descriptor(number));
        Descriptors {
            vertex: Vec::new(),
            fragment: read.map(|descriptor| descriptor.words().to_vec()).collect(),
            access: mali.access(),
            allocation: mali.allocation(),
            vary_size: mali.vary_size(),
            fifo_format: Some(mali.fifo_format()),
        }
    }
}

/// The two stages linked, or the number of the varying that is wrong, counted on in the second.
fn linkage(stages: &[StageVaryings; 2], is_separable: bool) -> Result<Linkage, (usize, Error)> {
    let [producer, consumer] = stages;
    let [written, read] = [producer, consumer].map(|stage| {
        let varyings = stage.varyings.iter().zip(&stage.names);
        let named = varyings.map(|(&varying, name)| NamedVarying {
            name: &name.text,
            varying,
        });
        named.collect::<Vec<_>>()
    });
    let linkage = if is_separable {
        Linkage::separable(&written, &read)
    } else {
        Linkage::new(&written, &read)
    };
    linkage.map_err(|error| (blamed(error), error))
}

/// The varying that an error is about, or else the last.
fn blamed(error: Error) -> usize {
    match error {
        Error::LocationRange { varying, .. }
        | Error::NoLocations { varying, .. }
        | Error::SharedLocation { varying, .. }
        | Error::TypeMismatch { varying, .. }
        | Error::LocationMismatch { varying, .. } => varying,
        _ => usize::MAX / 2,
    }
}

impl fmt::Display for VaryingMemory<'_> {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str(&text::text(self))
    }
}
