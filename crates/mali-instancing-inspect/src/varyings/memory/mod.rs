//! Two stages linked, and the memory between them on a Mali: as text, as JSON or as code.
//!
//! 1. `options` decides the target: the driver, the rules of matching and the way of linking.
//! 2. `link` reads both stages, of two shaders or of a manifest, and adapts their precision to the target.
//! 3. `pair` matches the declarations. From here on there are slots: locations with components, which have no names.
//!    The slots of a manifest begin here.
//! 4. `mali_varyings` places the slots of the vertex stage in memory, and links them with those of the fragment stage.
//! 5. `VaryingMemory::of` makes the answer. `stage_names` finds the names again by the location, `location` has a row
//!    for each location and each built-in variable.
//! 6. `feedback` adds what transform feedback captures, which needs the declarations once more.
//! 7. `text` and `code` write the answer, and serde writes it as JSON.
//!
//! An error has the place of what is to blame, as far as it is known: a name in either text, a slot of the manifest, or
//! the key of an option.

mod code;
mod feedback;
mod link;
mod location;
mod options;
mod pair;
mod stage_names;
mod text;

use std::fmt;

use mali_instancing::draw::{DrawCounts, Pipeline};
use mali_instancing_codegen::code::Naming;
use mali_instancing_codegen::read::Quoted;
use mali_instancing_codegen::{Source, TextError};
use mali_varyings::{Error, Linking, MemoryLayout, MesaVersion, Slot, Stage, VaryingDescriptors};
use mali_varyings_shader::StageVaryings;
use serde::Serialize;

use super::VaryingLanguage;
use crate::output::Words;
use crate::output::json::to_json;
use crate::rejected::Rejected;
use feedback::CapturedMemory;
pub use feedback::FeedbackOptions;
use location::{BuiltInData, LocationData};
pub use options::LinkOptions;
use options::LinkTarget;
use stage_names::StageNames;

/// The varyings that a vertex and a fragment shader share, in a Mali's memory.
///
/// ```
/// use mali_instancing::Arch;
/// use mali_instancing_inspect::varyings::{LinkOptions, Shader, VaryingMemory};
///
/// let vertex = Shader::new("a.vert", b"out vec3 normal; out mediump vec2 uv;".to_vec())?;
/// let fragment = Shader::new("a.frag", b"in mediump vec2 uv;".to_vec())?;
/// let memory = VaryingMemory::link(&vertex, &fragment, LinkOptions::new(Arch::V10))?;
/// assert!(memory.to_string().starts_with("v10 with panfrost of Mesa 26, linked together: 4 bytes of each vertex"));
/// assert!(mali_instancing_inspect::to_json(&memory).contains("\"bytes_per_vertex\": 4"));
/// # Ok::<(), mali_instancing_codegen::TextError>(())
/// ```
#[derive(Serialize)]
#[cfg_attr(feature = "schemars", derive(schemars::JsonSchema))]
pub struct VaryingMemory<'a> {
    #[serde(skip)]
    source: &'a Source,
    /// The declarations of the vertex stage, each at its location; `None` for slots.
    #[serde(skip)]
    declared: Option<Box<StageVaryings>>,
    #[serde(flatten)]
    target: LinkTarget,
    /// Whether the driver has these places. It has other ones in a program that is `linked`: its compiler packs anew
    /// what it leaves of the varyings.
    places_hold: bool,
    /// The number of bytes of each vertex in memory.
    pub bytes_per_vertex: u32,
    /// The way in which shaders find varyings: all by `baked` offsets, or some through `descriptors`; empty if the fragment
    /// stage is not known yet.
    access: &'static str,
    allocation: Option<String>,
    vary_size: Option<u32>,
    fifo_format: Option<&'static str>,
    locations: Vec<LocationData>,
    /// The built-in variables that are not at a location of the list.
    built_ins: Vec<BuiltInData>,
    vertex_descriptors: Vec<Words>,
    fragment_descriptors: Vec<Words>,
    /// A GPU for which Mesa does not build the driver, with the rule that was used; and the assumptions under which the
    /// shaders were read: extensions that conditions of the text name are absent.
    notes: Vec<String>,
    #[serde(flatten)]
    feedback: Option<CapturedMemory>,
}

impl<'a> VaryingMemory<'a> {
    /// The memory between two stages. Without `inputs` the fragment stage is not known yet.
    ///
    /// # Errors
    ///
    /// Those of [`VaryingDescriptors::link`].
    fn of(
        source: &'a Source,
        target: LinkTarget,
        layout: &MemoryLayout,
        inputs: Option<&[Slot]>,
        stages: [StageNames; 2],
    ) -> Result<Self, Error> {
        let LinkTarget {
            arch,
            driver,
            mesa,
            linking,
            ..
        } = target;
        let is_known = linking != Linking::Separable;
        let read = inputs.unwrap_or_default();
        let mali = VaryingDescriptors::link(driver, arch, layout, read, is_known)?;
        // Mesa's `gl_varying_slot` ends at 63, with the application's location 31.
        let locations = (0..64).filter_map(|slot| {
            let names = stages.each_ref().map(|stage| stage.at(slot));
            LocationData::new(slot, layout, names, &mali)
        });
        let locations: Vec<_> = locations.collect();
        let notes = mesa.note(driver, arch).into_iter();
        let table = |stage| inputs.map_or_else(Vec::new, |_| table(&mali, stage));
        // Without the fragment stage there are no words: its slots decide them.
        let packets = mali.in_packets().filter(|_| inputs.is_some());
        // Before Mesa 26 a stage knows the offsets without the other stage.
        let is_baked_apart = is_known || mesa != MesaVersion::V26;
        let is_baked = |location: &LocationData| location.access != Some("descriptors");
        Ok(Self {
            source,
            target,
            declared: None,
            places_hold: linking != Linking::Linked,
            bytes_per_vertex: layout.bytes(),
            access: match packets {
                _ if inputs.is_none() => "",
                Some(_) if is_baked_apart && locations.iter().all(is_baked) => "baked",
                _ => "descriptors",
            },
            allocation: packets
                .and_then(|packets| packets.allocation())
                .map(|word| format!("{word:#010x}")),
            vary_size: packets.and_then(|packets| packets.vary_size()),
            fifo_format: packets.map(|packets| {
                let format = packets.fifo_format(target.draws_points, target.is_multiview);
                format.name()
            }),
            locations,
            built_ins: location::built_ins(target, layout, stages.map(|stage| stage.built_ins)),
            vertex_descriptors: table(Stage::Vertex),
            fragment_descriptors: table(Stage::Fragment),
            notes: notes.map(|note| note.as_str().to_owned()).collect(),
            feedback: None,
        })
    }

    /// A sentence with the GPU, the driver and the size of the memory.
    fn summary(&self) -> String {
        let linked = match self.target.linking {
            Linking::Linked => "linked together",
            Linking::Monolithic => "one pipeline",
            Linking::Separable => "compiled apart",
        };
        let LinkTarget {
            arch, driver, mesa, ..
        } = self.target;
        let bytes = self.bytes_per_vertex;
        format!("{arch} with {driver} of Mesa {mesa}, {linked}: {bytes} bytes of each vertex")
    }

    /// The same memory with the captures of transform feedback: those of the options, or if these are none those that the
    /// vertex shader declares, which the memory has anyway, for the draw of the options.
    ///
    /// # Errors
    ///
    /// A name that the vertex shader does not have, an element that the varying does not have, an invalid
    /// draw, captures beside those that the shader declares, and none at all: with the key of the option that is to blame.
    ///
    /// ```
    /// use mali_instancing::Arch;
    /// use mali_instancing_inspect::varyings::{FeedbackOptions, LinkOptions, Shader, VaryingMemory};
    ///
    /// let vertex = Shader::new("a.vert", b"out vec4 colour; out vec2 uv[3];".to_vec())?;
    /// let fragment = Shader::new("a.frag", b"in vec4 colour;".to_vec())?;
    /// let memory = || VaryingMemory::link(&vertex, &fragment, LinkOptions::new(Arch::V7)).unwrap();
    /// let options = |name: &str| FeedbackOptions { captures: vec![name.to_owned()], ..FeedbackOptions::default() };
    /// let captured = memory().with_feedback(options("uv[1]")).unwrap();
    /// assert!(captured.to_string().starts_with("v7 with panfrost of Mesa 26, linked together: 16 bytes of each vertex"));
    /// assert!(memory().with_feedback(options("uv[3]")).is_err());
    /// # Ok::<(), mali_instancing_codegen::TextError>(())
    /// ```
    pub fn with_feedback(mut self, options: FeedbackOptions) -> Result<Self, Rejected> {
        let pipeline = Pipeline::new(self.target.arch);
        let counts = options.counts(&pipeline)?;
        // Without captures, the draw is to blame, whose first key is `vertices`.
        let key = match options.captures[..] {
            [] => "vertices",
            _ => "capture",
        };
        let captured = self.captured(options, &pipeline, counts.as_ref());
        self.feedback = Some(captured.map_err(|reason| Rejected::new(key, reason))?);
        Ok(self)
    }

    fn captured(
        &self,
        mut options: FeedbackOptions,
        pipeline: &Pipeline,
        counts: Option<&DrawCounts>,
    ) -> Result<CapturedMemory, String> {
        let Some(vertex) = self.declared.as_deref() else {
            return Err("captures have the names of varyings: slots have none".to_owned());
        };
        match (options.captures.is_empty(), vertex.captures.is_empty()) {
            (false, false) => {
                return Err(format!(
                    "{} declares its captures: others beside them are not allowed",
                    Quoted::whole(self.source.name())
                ));
            }
            (true, true) => {
                return Err(
                    "nothing is captured, and the vertex shader declares no captures".to_owned(),
                );
            }
            (true, false) => options.captures.clone_from(&vertex.captures),
            (false, true) => {}
        }
        CapturedMemory::new(options, pipeline, counts, vertex)
    }

    /// The memory as code. The include guard of a C header has the name of its file, or else
    /// of the vertex shader.
    ///
    /// # Errors
    ///
    /// A name that the language does not allow.
    pub fn code(&self, language: VaryingLanguage, naming: Naming) -> Result<String, TextError> {
        match language {
            VaryingLanguage::Json => Ok(to_json(self)),
            VaryingLanguage::Rust => code::rust(self, naming),
            VaryingLanguage::C => code::c(self, naming),
        }
    }
}

/// The descriptors of a stage's table.
fn table(mali: &VaryingDescriptors<'_>, stage: Stage) -> Vec<Words> {
    let mut words = vec![0; mali.words(stage) as usize];
    mali.write(stage, &mut words);
    let descriptors = words.chunks_exact(mali.words_per_descriptor() as usize);
    descriptors.map(Words::from).collect()
}

/// Writes a line for each location and each descriptor.
impl fmt::Display for VaryingMemory<'_> {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str(&text::text(self))
    }
}
