//! Two stages linked, and the memory between them on a Mali: as text, as JSON or as code.

mod code;
mod data;
mod declared;
mod feedback;
mod options;
mod text;

use std::fmt;

use mali_instancing_codegen::code::Naming;
use mali_instancing_codegen::read::Quoted;
use mali_instancing_codegen::{Source, TextError};
use mali_varyings::{Error, Linkage, Linking, Matching, MemoryLayout, MesaVersion, Varying};
use mali_varyings_shader::{Edition, Stage, StageVaryings};
use serde::Serialize;

use super::VaryingLanguage;
use super::manifest;
use super::name;
use super::shader::Shader;
use super::slots::{self, Slots};
use crate::output::Words;
use crate::output::json::to_json;
use data::{BuiltInData, LocationData, Stages, names};
use declared::{linkage, other_structure, types, undeclared};
use feedback::CapturedMemory;
pub use feedback::FeedbackOptions;
pub use options::LinkOptions;
use options::Target;

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
    #[serde(skip)]
    declared: Option<Box<Declared>>,
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
    bytes_per_vertex: u32,
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

/// The stages that sources declare. A manifest of slots has none.
struct Declared {
    linkage: Linkage,
    layout: MemoryLayout,
    stages: [StageVaryings; 2],
}

/// The stored varying of a location, as [`VaryingMemory::stored`] returns it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct StoredVarying {
    /// The name in the vertex stage, or in the fragment stage if the vertex stage has none.
    pub name: String,
    /// The offset of the varying in the memory of a vertex, in bytes.
    pub offset: u32,
    /// The size of the varying in bytes: at least 1.
    pub bytes: u32,
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
        let sources = [vertex.source(), fragment.source()];
        let is_module = stages[0].edition.is_none();
        let mut memory = Self::of_stages(sources, stages, is_module, options)?;
        memory.notes.extend(notes);
        if vertex.is_wgsl() && fragment.is_wgsl() {
            memory.check_interpolation(sources)?;
        }
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
    /// assert_eq!(memory.bytes_per_vertex(), 6);
    /// # Ok::<(), mali_instancing_codegen::TextError>(())
    /// ```
    pub fn of_manifest(manifest: &'a Source, options: LinkOptions) -> Result<Self, TextError> {
        let read = manifest::Contents::read(manifest)?;
        if read.has_slots() {
            return Self::of_slots(manifest, &read.slots, options);
        }
        let stages = Stage::ALL.map(|stage| read.of_stage(stage));
        Self::of_stages([manifest; 2], stages, false, options)
    }

    /// Checks that both stages interpolate alike, as WebGPU demands of inter-stage variables and Vulkan does not.
    fn check_interpolation(&self, [vertex, fragment]: [&Source; 2]) -> Result<(), TextError> {
        let Some(Declared { stages, .. }) = self.declared.as_deref() else {
            return Ok(());
        };
        let [written, read] = stages;
        for (input, name) in read.varyings.iter().zip(&read.names) {
            let mut outputs = written.varyings.iter().zip(&written.names);
            let output = outputs.find(|(output, _)| output.location() == input.location());
            let of = |varying: &Varying| (varying.interpolation(), varying.sampling());
            if let Some((output, other)) = output.filter(|(output, _)| of(output) != of(input)) {
                let (interpolation, sampling) = of(output);
                let message = format!(
                    "varying `{}` is interpolated otherwise in the vertex stage, which has it {interpolation}, at the \
                     {sampling}: WebGPU allows the same{}",
                    Quoted::new(&name.text),
                    name::as_other(other, vertex)
                );
                return Err(fragment.error(name.offset, None, message));
            }
        }
        Ok(())
    }

    fn of_slots(
        manifest: &'a Source,
        slots: &Slots,
        options: LinkOptions,
    ) -> Result<Self, TextError> {
        let [written, read] = slots;
        let link_error = |error| slots::link_error(slots, error, manifest, options.arch);
        let (_, driver) = options
            .rules(None, false)
            .map_err(|message| manifest.error(0, None, message))?;
        let target = options.target(driver);
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
            .place_in_mesa(options.mesa, driver, options.arch, read_slots)
            .map_err(link_error)?;
        let stages = Stages {
            linking: options.linking(driver),
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

    fn of_stages(
        [vertex, fragment]: [&'a Source; 2],
        mut stages: [StageVaryings; 2],
        is_module: bool,
        options: LinkOptions,
    ) -> Result<Self, TextError> {
        let rules = options.rules(stages[0].edition, is_module);
        let (rules, driver) = rules.map_err(|message| vertex.error(0, None, message))?;
        let means_nothing = |stage: &StageVaryings| {
            let edition = stage.edition;
            rules != Matching::Vulkan && !edition.is_none_or(Edition::has_precision)
        };
        let captures = stages[0].captures.clone();
        let is_captured = options.is_captured || !captures.is_empty();
        for stage in &mut stages {
            // The compilers of earlier versions do not look at transform feedback.
            let is_raised = is_captured && options.mesa == MesaVersion::V26;
            if is_raised || means_nothing(stage) {
                stage.raise_precision();
            }
        }
        let arch = options.arch;
        let linking = options.linking(driver);
        let blame = |stage: usize, number: usize, error: &dyn Fn(Quoted<'_>) -> String| {
            let name = stages[stage]
                .names
                .get(number)
                .or(stages[stage].names.last());
            let (offset, text) = name.map_or((0, ""), |name| (name.offset, name.text.as_str()));
            [vertex, fragment][stage].error(offset, None, error(Quoted::new(text)))
        };
        // The rules of GL ES are also those of other texts: GLSL before 4.40, and manifests.
        let is_exact = linking == Linking::Separable
            && rules == Matching::GlEs
            && stages
                .iter()
                .any(|stage| stage.edition.is_some_and(|edition| edition.is_es));
        let linked = linkage(&stages, linking, rules, is_exact);
        let mut linkage = linked.map_err(|error| {
            let written = stages[0].names.len();
            let other = error.other().and_then(|other| {
                let (source, names, number) = match other.checked_sub(written) {
                    None => (vertex, &stages[0].names, other),
                    Some(number) => (fragment, &stages[1].names, number),
                };
                Some(name::as_other(names.get(number)?, source))
            });
            let other = other.unwrap_or_default();
            let types = types(error, &stages, vertex, rules);
            let message = |name: Quoted<'_>| match &types {
                Some(types) => format!("varying `{name}` {types}"),
                None => format!("{}{other}", error.with_name(name)),
            };
            let number = error.varying().unwrap_or(usize::MAX / 2);
            match number.checked_sub(written) {
                None => blame(0, number, &message),
                Some(number) => blame(1, number, &message),
            }
        })?;
        if is_exact {
            if let Some((number, other)) = other_structure(&linkage, &stages) {
                let [here, there] = [&stages[1].containers[number], &stages[0].containers[other]];
                let (line, file) = (vertex.line(stages[0].names[other].offset), vertex.name());
                return Err(blame(1, number, &|name| {
                    let [here, there] = [here, there].map(|of| match of.as_str() {
                        "" => "in none",
                        of => of,
                    });
                    format!(
                        "varying `{name}` is a member of other types than the vertex stage's: {here} here, {there} on line \
                         {line} of {file}"
                    )
                }));
            }
        }
        if is_exact || !options.is_separable {
            if let Some(number) = undeclared(&linkage, &stages[1]) {
                return Err(blame(1, number, &|name| {
                    format!(
                        "varying `{name}`: the fragment shader reads it, and the vertex shader declares nothing there"
                    )
                }));
            }
        }
        for ((stage, source), used) in Stage::ALL.into_iter().zip([vertex, fragment]).zip(&stages) {
            let checked = used.built_ins.check(stage, options.mesa, driver, arch);
            checked.map_err(|error| {
                let name = match error {
                    Error::BuiltIn { built_in, .. } => built_in.name(stage),
                    _ => "",
                };
                let at = source.text().find(name).unwrap_or(0);
                source.error(at, None, error.to_string())
            })?;
        }
        let [written, read] = stages.each_ref().map(|stage| stage.built_ins);
        linkage.built_ins = [written, read];
        let target = options.target(driver);
        let inputs = linkage.inputs(options.mesa, arch);
        let refused = |error: Error| vertex.error(0, None, error.to_string());
        let mut layout = MemoryLayout::place(&linkage.outputs()).map_err(refused)?;
        layout
            .place_in_mesa(options.mesa, driver, arch, &inputs)
            .map_err(refused)?;
        let linked = Stages {
            linking,
            places_hold: linking != Linking::Linked,
            layout: &layout,
            inputs: Some(inputs.as_slice()),
            built_ins: stages.each_ref().map(|stage| stage.built_ins),
            names: &|slot| names(slot, &linkage, (&layout, &inputs), &stages),
        };
        let mut memory = Self::of(vertex, target, &linked).map_err(refused)?;
        memory.declared = Some(Box::new(Declared {
            linkage,
            layout,
            stages,
        }));
        if captures.is_empty() {
            return Ok(memory);
        }
        let with_feedback = memory.with_feedback(FeedbackOptions::default());
        with_feedback.map_err(|message| vertex.error(0, None, message))
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
        let Some(Declared {
            linkage, stages, ..
        }) = self.declared.as_deref()
        else {
            return Err("captures have the names of varyings: slots have none".to_owned());
        };
        let (arch, [vertex, _]) = (self.target.arch, stages);
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
        let captured =
            CapturedMemory::new(options, arch, linkage.producer.varyings(), &vertex.names)?;
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

    /// The number of bytes of each vertex in memory.
    #[must_use]
    pub fn bytes_per_vertex(&self) -> u32 {
        self.bytes_per_vertex
    }

    /// The varyings that are stored for each vertex, in the order of their locations.
    ///
    /// ```
    /// use mali_instancing::Arch;
    /// use mali_instancing_inspect::varyings::{LinkOptions, Shader, VaryingMemory};
    ///
    /// let vertex = Shader::new("a.vert", b"out vec3 normal; out mediump vec2 uv;".to_vec())?;
    /// let fragment = Shader::new("a.frag", b"in vec3 normal; in mediump vec2 uv;".to_vec())?;
    /// let memory = VaryingMemory::link(&vertex, &fragment, LinkOptions::new(Arch::V10))?;
    /// let stored = memory.stored();
    /// assert_eq!(stored.iter().map(|varying| varying.bytes).sum::<u32>(), memory.bytes_per_vertex());
    /// assert_eq!(stored[0].name, "normal");
    /// # Ok::<(), mali_instancing_codegen::TextError>(())
    /// ```
    #[must_use]
    pub fn stored(&self) -> Vec<StoredVarying> {
        let stored = self.locations.iter().filter_map(|location| {
            let name = location.vertex.as_ref().or(location.fragment.as_ref());
            Some(StoredVarying {
                name: name.cloned().unwrap_or_default(),
                offset: location.offset?,
                bytes: location.bytes?,
            })
        });
        stored.collect()
    }
}

/// Writes a line for each location and each descriptor.
impl fmt::Display for VaryingMemory<'_> {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str(&text::text(self))
    }
}
