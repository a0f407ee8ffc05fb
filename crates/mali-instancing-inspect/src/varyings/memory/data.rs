//! The memory between two stages, from their slots.

use mali_instancing::Format;
use mali_instancing_codegen::Source;
use mali_instancing_codegen::read::Quoted;
use mali_varyings::{
    BuiltIn, BuiltIns, Error, Linkage, Linking, MemoryLayout, MesaVersion, Section, Slot, Stage,
    Treatment, VaryingAccess, VaryingDescriptors,
};
use mali_varyings_shader::StageVaryings;
use serde::Serialize;

use super::VaryingMemory;
use super::options::Target;
use crate::output::Words;

/// Two stages, and what links them.
pub(super) struct Stages<'a> {
    /// Whether the driver has these places.
    pub(super) places_hold: bool,
    pub(super) layout: &'a MemoryLayout,
    /// The slots of the fragment stage; `None` if it is not known yet.
    pub(super) inputs: Option<&'a [Slot]>,
    /// The built-in variables of each stage.
    pub(super) built_ins: [BuiltIns; 2],
    /// The varyings of each stage at a location.
    pub(super) names: &'a dyn Fn(u8) -> [Option<String>; 2],
}

/// A location at which a stage has a varying, and the varying that is stored there.
#[derive(Serialize)]
#[cfg_attr(feature = "schemars", derive(schemars::JsonSchema))]
pub(super) struct LocationData {
    /// The location of the application; null for a built-in variable.
    pub(super) location: Option<u32>,
    /// The location among all variables, Mesa's `gl_varying_slot`: that of the application plus 32.
    pub(super) slot: u32,
    pub(super) vertex: Option<String>,
    pub(super) fragment: Option<String>,
    /// The number of the vertex stage's descriptor; null if the stage has no such output.
    pub(super) vertex_index: Option<u32>,
    /// The number of the fragment stage's descriptor; null if it does not read the location.
    pub(super) fragment_index: Option<u32>,
    pub(super) offset: Option<u32>,
    pub(super) bytes: Option<u32>,
    pub(super) format: Option<&'static str>,
    /// The way in which the fragment shader finds the varying: by a `baked` offset, or through a descriptor of
    /// `descriptors`; null if it does not read the varying.
    pub(super) access: Option<&'static str>,
}

/// A built-in variable that takes no memory of varyings.
#[derive(Serialize)]
#[cfg_attr(feature = "schemars", derive(schemars::JsonSchema))]
pub(super) struct BuiltInData {
    pub(super) name: &'static str,
    /// `vertex` or `fragment`.
    pub(super) stage: &'static str,
    /// The way in which the driver passes it.
    pub(super) treatment: String,
}

/// The descriptors of a stage's table.
fn table(mali: &VaryingDescriptors<'_>, stage: Stage) -> Vec<Words> {
    let mut words = vec![0; mali.words(stage) as usize];
    mali.write(stage, &mut words);
    let descriptors = words.chunks_exact(mali.words_per_descriptor() as usize);
    descriptors.map(Words::from).collect()
}

impl<'a> VaryingMemory<'a> {
    /// The memory between two stages.
    ///
    /// # Errors
    ///
    /// Those of [`VaryingDescriptors::link`].
    pub(super) fn of(
        source: &'a Source,
        target: Target,
        stages: &Stages<'_>,
    ) -> Result<Self, Error> {
        let Target {
            arch,
            driver,
            mesa,
            linking,
            ..
        } = target;
        let Stages { layout, inputs, .. } = *stages;
        let is_known = linking != Linking::Separable;
        let read = inputs.unwrap_or_default();
        let mali = VaryingDescriptors::link(driver, arch, layout, read, is_known)?;
        let locations = (0..64).filter_map(|slot| LocationData::new(slot, stages, &mali));
        let locations: Vec<_> = locations.collect();
        let notes = mesa.note(driver, arch).into_iter();
        let table = |stage| inputs.map_or_else(Vec::new, |_| table(&mali, stage));
        let packets = mali.in_packets().filter(|_| inputs.is_some());
        // Before Mesa 26 a stage knows the offsets without the other stage.
        let is_baked_apart = is_known || mesa != MesaVersion::V26;
        let is_baked = |location: &LocationData| location.access != Some("descriptors");
        Ok(Self {
            source,
            target,
            declared: None,
            arch: arch.name(),
            driver: driver.name(),
            mesa: mesa.name(),
            linking: linking.name(),
            places_hold: stages.places_hold,
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
            built_ins: built_ins(target, stages),
            vertex_descriptors: table(Stage::Vertex),
            fragment_descriptors: table(Stage::Fragment),
            notes: notes.map(|note| note.as_str().to_owned()).collect(),
            feedback: None,
        })
    }

    /// A sentence with the GPU, the driver and the size of the memory.
    pub(super) fn summary(&self) -> String {
        let linked = match self.linking {
            "linked" => "linked together",
            "monolithic" => "one pipeline",
            _ => "compiled apart",
        };
        let Self {
            arch,
            driver,
            mesa,
            bytes_per_vertex,
            ..
        } = self;
        format!(
            "{arch} with {driver} of Mesa {mesa}, {linked}: {bytes_per_vertex} bytes of each vertex"
        )
    }
}

impl LocationData {
    fn new(slot: u8, stages: &Stages<'_>, mali: &VaryingDescriptors<'_>) -> Option<Self> {
        let special = BuiltIn::at(Stage::Fragment, slot);
        let is_hardware = matches!(stages.layout.place_of(slot), Some((section, _)) if section != Section::Generic);
        if is_hardware || special.is_some_and(|(built_in, _)| is_special(built_in)) {
            return None;
        }
        let [vertex, fragment] = (stages.names)(slot);
        if vertex.is_none() && fragment.is_none() {
            return None;
        }
        let at = mali.at(slot);
        let in_memory = at.stored.or(at.read_as);
        let format = at.read_as.or(in_memory).and_then(Slot::format);
        let index = |slot: Slot| u32::from(slot.index);
        Some(Self {
            location: slot.checked_sub(Slot::VAR0).map(u32::from),
            slot: slot.into(),
            vertex_index: at.output.map(index),
            fragment_index: at.input.map(index),
            vertex,
            fragment,
            offset: at.offset,
            bytes: in_memory.map(Slot::bytes),
            format: format.map(Format::name),
            access: at.access.map(VaryingAccess::name),
        })
    }
}

/// The varyings of declared stages at a location.
pub(super) fn names(
    slot: u8,
    linkage: &Linkage,
    (layout, inputs): (&MemoryLayout, &[Slot]),
    stages: &[StageVaryings; 2],
) -> [Option<String>; 2] {
    let Some(location) = slot.checked_sub(Slot::VAR0) else {
        let is_used = [
            layout.offset(slot).is_some(),
            inputs.iter().any(|input| input.location == slot),
        ];
        let name = |stage: Stage| is_used[stage as usize].then(|| built_in_name(stage, slot))?;
        return Stage::ALL.map(name);
    };
    let interfaces = [&linkage.producer, &linkage.consumer];
    [0, 1].map(|stage| {
        let varyings = stages[stage].varyings.iter().zip(&stages[stage].names);
        let names = varyings
            .enumerate()
            .filter_map(|(number, (varying, name))| {
                let vector =
                    u32::from(location).checked_sub(interfaces[stage].location(number)?)?;
                let name = Quoted::whole(&name.text).to_string();
                match varying.vectors() {
                    1 if vector == 0 => Some(name),
                    vectors => (u64::from(vector) < vectors).then(|| format!("{name}[{vector}]")),
                }
            });
        let names: Vec<_> = names.collect();
        (!names.is_empty()).then(|| names.join(", "))
    })
}

/// Whether the variable is computed for each fragment.
fn is_special(built_in: BuiltIn) -> bool {
    matches!(
        built_in,
        BuiltIn::FragCoord | BuiltIn::FrontFacing | BuiltIn::PointCoord
    )
}

/// The name of the built-in variable at a location in the generic section.
fn built_in_name(stage: Stage, slot: u8) -> Option<String> {
    let (built_in, number) = BuiltIn::at(stage, slot)?;
    let name = built_in.name(stage);
    Some(match built_in {
        BuiltIn::TexCoord => format!("{name}[{number}]"),
        BuiltIn::ClipDistance => format!("{name}[{}]", 4 * number),
        _ => name.to_owned(),
    })
}

/// The built-in variables of both stages that are not in the generic section.
fn built_ins(target: Target, stages: &Stages<'_>) -> Vec<BuiltInData> {
    let Target {
        arch, driver, mesa, ..
    } = target;
    let [vertex, fragment] = stages.built_ins;
    let all = BuiltIn::ALL.iter().copied();
    let written = all.clone().filter_map(|built_in| {
        let slot = built_in.locations().next()?;
        let (section, byte) = stages.layout.place_of(slot)?;
        let is_used = section == Section::Attributes && vertex.has(built_in);
        let name = built_in.name(Stage::Vertex);
        (is_used && !name.is_empty()).then(|| BuiltInData {
            name,
            stage: Stage::Vertex.name(),
            treatment: if arch.has_attribute_buffers() {
                "is in a buffer of its own".to_owned()
            } else {
                format!("is at byte {byte} of the vertex's attributes")
            },
        })
    });
    let read = all.filter_map(|built_in| {
        let treatment = match built_in.treatment(Stage::Fragment, mesa, driver, arch) {
            _ if !fragment.has(built_in) => return None,
            Treatment::Slot if is_special(built_in) => {
                "takes no memory: a descriptor of a special buffer computes it"
            }
            Treatment::Slot => return None,
            treatment => treatment.text(),
        };
        Some(BuiltInData {
            name: built_in.name(Stage::Fragment),
            stage: Stage::Fragment.name(),
            treatment: treatment.to_owned(),
        })
    });
    written.chain(read).collect()
}
