//! Two stages linked, and the memory between them on a Mali: as text, as JSON or as code.

mod code;
mod data;
mod feedback;
mod options;
mod pair;
mod text;

use std::fmt;

use mali_instancing_codegen::code::Naming;
use mali_instancing_codegen::read::Quoted;
use mali_instancing_codegen::{Source, TextError};
use mali_varyings::{Error, Linking, Matching, MemoryLayout, MesaVersion};
use mali_varyings_shader::{Edition, Stage, StageVaryings};
use serde::Serialize;

use super::VaryingLanguage;
use super::manifest;
use super::shader::Shader;
use super::slots::{self, Slots};
use crate::output::Words;
use crate::output::json::to_json;
use data::{BuiltInData, LocationData, Stages, names};
use feedback::CapturedMemory;
pub use feedback::FeedbackOptions;
pub use options::LinkOptions;
use options::Target;
use pair::Pair;

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
    #[serde(skip)]
    target: Target,
    /// The declarations of the vertex stage, each at its location; `None` for slots.
    #[serde(skip)]
    declared: Option<Box<StageVaryings>>,
    arch: &'static str,
    /// The driver of Mesa that places and links so: `panfrost` or `panvk`.
    driver: &'static str,
    /// The version of Mesa: `25.0` or `26`.
    mesa: &'static str,
    /// The way in which the stages are compiled: `linked`, `monolithic` or `separable`.
    linking: &'static str,
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
    /// Links two shaders, or combines two that were compiled separately.
    ///
    /// # Errors
    ///
    /// Declarations that cannot be read or are not supported, and varyings that do not match or for which no
    /// location is left.
    pub fn link(
        vertex: &'a Shader,
        fragment: &'a Shader,
        options: LinkOptions,
    ) -> Result<Self, TextError> {
        let stages = [vertex.read(Stage::Vertex)?, fragment.read(Stage::Fragment)?];
        if let ([Some(written), Some(read)], false) = (
            stages.each_ref().map(|stage| stage.edition),
            options.is_separable,
        ) {
            if !written.links_with(read) {
                let message = format!(
                    "a shader in {read} is not linked with one in {written}: the same version is allowed, and others with \
                     --separable"
                );
                return Err(fragment.source().error(0, None, message));
            }
        }
        let notes = [vertex.notes(&stages[0]), fragment.notes(&stages[1])].concat();
        let is_module = stages[0].edition.is_none();
        let pair = Pair {
            sources: [vertex.source(), fragment.source()],
            is_webgpu: vertex.is_wgsl() && fragment.is_wgsl(),
            stages,
        };
        let mut memory = Self::of_pair(pair, is_module, options)?;
        memory.notes.extend(notes);
        Ok(memory)
    }

    /// Links the two stages of a manifest: each has all varyings except those whose `stage` is the other one, or the slots
    /// of its `stage`. Without slots of the fragment stage, those of the vertex stage are only placed.
    ///
    /// # Errors
    ///
    /// Any error in the manifest, varyings that do not match or for which no location is left, and slots that a stage
    /// cannot have.
    ///
    /// ```
    /// use mali_instancing::Arch;
    /// use mali_instancing_codegen::Source;
    /// use mali_instancing_inspect::varyings::{LinkOptions, VaryingMemory};
    ///
    /// let toml = "[[varying]]\nname = \"uv\"\ntype = \"vec2\"\nprecision = \"mediump\"\n";
    /// let manifest = Source::new("cube.toml", toml.into())?;
    /// let memory = VaryingMemory::of_manifest(&manifest, LinkOptions::new(Arch::V10))?;
    /// assert!(memory.to_string().starts_with("v10 with panfrost of Mesa 26, linked together: 4 bytes of each vertex"));
    ///
    /// let toml = "slot = [{ stage = \"out\", location = 33, type = \"f16vec3\" }]";
    /// let slots = Source::new("slots.toml", toml.into())?;
    /// let memory = VaryingMemory::of_manifest(&slots, LinkOptions::new(Arch::V10))?;
    /// assert_eq!(memory.bytes_per_vertex, 6);
    /// # Ok::<(), mali_instancing_codegen::TextError>(())
    /// ```
    pub fn of_manifest(manifest: &'a Source, options: LinkOptions) -> Result<Self, TextError> {
        let read = manifest::Contents::read(manifest)?;
        if read.has_slots() {
            return Self::of_slots(manifest, &read.slots, options);
        }
        let pair = Pair {
            sources: [manifest; 2],
            is_webgpu: false,
            stages: read.stages,
        };
        Self::of_pair(pair, false, options)
    }

    fn of_slots(
        manifest: &'a Source,
        slots: &Slots,
        options: LinkOptions,
    ) -> Result<Self, TextError> {
        let [written, read] = slots;
        let link_error = |error| slots::link_error(slots, error, manifest, options.arch);
        let decided = options.decide(None, false);
        let target = decided.map_err(|message| manifest.error(0, None, message))?;
        let layout = MemoryLayout::place(&written.slots);
        let mut layout = layout.map_err(|error| written.error(error, manifest, options.arch))?;
        let inputs = read.first().map(|_| &read.slots[..]);
        if let (None, true) = (inputs, options.mesa != MesaVersion::V26) {
            let message = format!(
                "Mesa {} places varyings when both stages are known: slots with `stage = \"in\"` are needed",
                options.mesa
            );
            return Err(manifest.error(0, None, message));
        }
        let read_slots = inputs.unwrap_or_default();
        layout
            .place_in_mesa(target.mesa, target.driver, target.arch, read_slots)
            .map_err(link_error)?;
        let stages = Stages {
            places_hold: true,
            layout: &layout,
            inputs,
            built_ins: [
                written.built_ins(Stage::Vertex),
                read.built_ins(Stage::Fragment),
            ],
            names: &|location| [written.title(location), read.title(location)],
        };
        Self::of(manifest, target, &stages).map_err(link_error)
    }

    fn of_pair(
        mut pair: Pair<'a>,
        is_module: bool,
        options: LinkOptions,
    ) -> Result<Self, TextError> {
        let sources @ [vertex, _] = pair.sources;
        let decided = options.decide(pair.stages[0].edition, is_module);
        let target = decided.map_err(|message| vertex.error(0, None, message))?;
        let Target {
            arch,
            driver,
            mesa,
            matching,
            linking,
            ..
        } = target;
        // The compilers of earlier versions do not look at transform feedback.
        let is_captured = options.is_captured || !pair.stages[0].captures.is_empty();
        let is_raised = is_captured && mesa == MesaVersion::V26;
        for stage in &mut pair.stages {
            let has_precision = stage.edition.is_none_or(Edition::has_precision);
            if is_raised || matching != Matching::Vulkan && !has_precision {
                stage.raise_precision();
            }
        }
        let mut linkage = pair.link(linking, matching)?;
        linkage.built_ins = pair.stages.each_ref().map(|stage| stage.built_ins);
        for (stage, source) in Stage::ALL.into_iter().zip(sources) {
            let checked = linkage.built_ins[stage as usize].check(stage, mesa, driver, arch);
            checked.map_err(|error| {
                let name = match error {
                    Error::BuiltIn { built_in, .. } => built_in.name(stage),
                    _ => "",
                };
                let at = source.text().find(name).unwrap_or(0);
                source.error(at, None, error.to_string())
            })?;
        }
        let refused = |error: Error| vertex.error(0, None, error.to_string());
        let inputs = linkage.inputs(mesa, arch);
        let mut layout = MemoryLayout::place(&linkage.outputs()).map_err(refused)?;
        layout
            .place_in_mesa(mesa, driver, arch, &inputs)
            .map_err(refused)?;
        let linked = Stages {
            places_hold: linking != Linking::Linked,
            layout: &layout,
            inputs: Some(&inputs),
            built_ins: linkage.built_ins,
            names: &|slot| names(slot, &linkage, (&layout, &inputs), &pair.stages),
        };
        let mut memory = Self::of(vertex, target, &linked).map_err(refused)?;
        let [mut declared, _] = pair.stages;
        declared.varyings = linkage.producer.varyings().to_vec();
        let has_captures = !declared.captures.is_empty();
        memory.declared = Some(Box::new(declared));
        if has_captures {
            let captured = memory.with_feedback(FeedbackOptions::default());
            return captured.map_err(|message| vertex.error(0, None, message));
        }
        Ok(memory)
    }

    /// The same memory with the captures of transform feedback: those of the options, or if these are none those that the
    /// vertex shader declares, which the memory has anyway, for the draw of the options.
    ///
    /// # Errors
    ///
    /// A name that the vertex shader does not have, an element that the varying does not have, an invalid
    /// draw, captures beside those that the shader declares, and none at all.
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
    pub fn with_feedback(mut self, mut options: FeedbackOptions) -> Result<Self, String> {
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
        let captured = CapturedMemory::new(options, self.target.arch, vertex)?;
        self.feedback = Some(captured);
        Ok(self)
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

/// Writes a line for each location and each descriptor.
impl fmt::Display for VaryingMemory<'_> {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str(&text::text(self))
    }
}
