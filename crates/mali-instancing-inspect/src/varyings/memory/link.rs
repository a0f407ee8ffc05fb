//! The way from two shaders or a manifest to the memory: the slots of both stages, placed and linked.

use mali_instancing_codegen::{Source, TextError};
use mali_varyings::{Error, Matching, MemoryLayout, MesaVersion};
use mali_varyings_shader::{Edition, Stage};

use super::options::{LinkOptions, LinkTarget};
use super::pair::Pair;
use super::stage_names::StageNames;
use super::{FeedbackOptions, VaryingMemory};
use crate::varyings::manifest;
use crate::varyings::shader::{Shader, first_mention};
use crate::varyings::slots::{self, Slots};

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
        // SPIR-V and WGSL have no edition.
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
        // Placing finds mistakes of the vertex stage alone; what comes after it finds those of both.
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
        let stages = [
            StageNames::of_slots(Stage::Vertex, &written.slots),
            StageNames::of_slots(Stage::Fragment, &read.slots),
        ];
        let memory = Self::of(manifest, target, &layout, inputs, stages).map_err(link_error)?;
        // Slots are what the driver's compiler has left.
        Ok(Self {
            places_hold: true,
            ..memory
        })
    }

    fn of_pair(
        mut pair: Pair<'a>,
        is_module: bool,
        options: LinkOptions,
    ) -> Result<Self, TextError> {
        let sources @ [vertex, _] = pair.sources;
        let decided = options.decide(pair.stages[0].edition, is_module);
        let target = decided.map_err(|message| vertex.error(0, None, message))?;
        let LinkTarget {
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
            // GLSL without ES has the words of precision, and they mean nothing there.
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
                let at = match error {
                    Error::BuiltIn { built_in, .. } => first_mention(source, built_in, stage),
                    _ => 0,
                };
                source.error(at, None, error.to_string())
            })?;
        }
        let refused = |error: Error| vertex.error(0, None, error.to_string());
        let inputs = linkage.inputs(mesa, arch);
        // `place` places as the newest Mesa does, by the outputs alone. An earlier Mesa places by the inputs, too.
        let mut layout = MemoryLayout::place(&linkage.outputs()).map_err(refused)?;
        layout
            .place_in_mesa(mesa, driver, arch, &inputs)
            .map_err(refused)?;
        // An earlier Mesa can drop built-in outputs that are not read, so what is stored decides which are named.
        let stored = layout.outputs().iter();
        let stored = stored.filter(|output| layout.offset(output.location).is_some());
        let [written, read] = &pair.stages;
        let stages = [
            StageNames::of_declarations(Stage::Vertex, written, &linkage.producer, stored),
            StageNames::of_declarations(Stage::Fragment, read, &linkage.consumer, &*inputs),
        ];
        let memory = Self::of(vertex, target, &layout, Some(&inputs), stages);
        let mut memory = memory.map_err(refused)?;
        let [mut declared, _] = pair.stages;
        // With the locations of the linkage, by which the code finds what is stored.
        declared.varyings = linkage.producer.varyings().to_vec();
        let has_captures = !declared.captures.is_empty();
        memory.declared = Some(Box::new(declared));
        if has_captures {
            // Options without captures take those that the shader declares.
            let captured = memory.with_feedback(FeedbackOptions::default());
            return captured.map_err(|rejected| vertex.error(0, None, rejected.reason));
        }
        Ok(memory)
    }
}
