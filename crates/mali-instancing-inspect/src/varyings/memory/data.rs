//! The memory between two stages as data, for the output in JSON.

use mali_instancing::data::Quoted;
use mali_instancing::descriptor::Attribute;
use mali_varyings::{AttributeBufferVaryings, FifoFormat, Linkage, ValhallVaryings, VaryingAccess};
use mali_varyings_shader::StageVaryings;
use serde::Serialize;

use super::LinkOptions;
use crate::output::Words;

/// The memory as it is written.
#[derive(Default, Serialize)]
#[cfg_attr(feature = "schemars", derive(schemars::JsonSchema))]
pub(super) struct MemoryData {
    pub(super) arch: &'static str,
    pub(super) separable: bool,
    pub(super) bytes_per_vertex: u32,
    /// The way in which shaders find varyings: all by `baked` offsets, or some through `descriptors`.
    pub(super) access: &'static str,
    pub(super) allocation: Option<String>,
    pub(super) vary_size: Option<u32>,
    pub(super) fifo_format: Option<&'static str>,
    pub(super) locations: Vec<LocationData>,
    pub(super) vertex_descriptors: Vec<Words>,
    pub(super) fragment_descriptors: Vec<Words>,
}

/// A location at which a stage has a varying, and the varying that is stored there.
#[derive(Serialize)]
#[cfg_attr(feature = "schemars", derive(schemars::JsonSchema))]
pub(super) struct LocationData {
    pub(super) location: u32,
    pub(super) vertex: Option<String>,
    pub(super) fragment: Option<String>,
    pub(super) offset: Option<u32>,
    pub(super) bytes: Option<u32>,
    pub(super) format: Option<&'static str>,
    /// The way in which the fragment shader finds the varying: by a `baked` offset, or through a descriptor of
    /// `descriptors`; null if it does not read the varying.
    pub(super) access: Option<&'static str>,
}

impl MemoryData {
    pub(super) fn new(
        options: LinkOptions,
        linkage: &Linkage,
        stages: &[StageVaryings; 2],
    ) -> Self {
        let arch = options.arch;
        let locations = 0..32;
        let data = Self {
            arch: arch.name(),
            separable: linkage.is_separable(),
            bytes_per_vertex: linkage.memory().bytes(),
            locations: locations
                .filter_map(|location| LocationData::new(location, linkage, stages))
                .collect(),
            ..Self::default()
        };
        let words = |descriptor: Attribute| Words::from(&descriptor.words()[..]);
        if let Ok(mali) = AttributeBufferVaryings::new(arch, linkage) {
            let mali = mali.with_built_ins(stages[0].outputs, stages[1].inputs);
            let (written, read) = (mali.vertex_descriptors(), mali.fragment_descriptors());
            let written = (0..written).filter_map(|number| mali.vertex_descriptor(number));
            let read = (0..read).filter_map(|number| mali.fragment_descriptor(number));
            return Self {
                access: "descriptors",
                vertex_descriptors: written.map(words).collect(),
                fragment_descriptors: read.map(words).collect(),
                ..data
            };
        }
        let mali = ValhallVaryings::new(arch, linkage)
            .expect("what has no attribute buffers has packets")
            .with_outputs(stages[0].outputs);
        let read = 0..mali.fragment_descriptors();
        let read = read.filter_map(|number| mali.fragment_descriptor(number));
        Self {
            access: if mali.has_descriptors() {
                "descriptors"
            } else {
                "baked"
            },
            locations: data
                .locations
                .into_iter()
                .map(|location| location.of(&mali))
                .collect(),
            allocation: mali.allocation().map(|word| format!("{word:#010x}")),
            vary_size: mali.vary_size(),
            fifo_format: Some(
                match mali.fifo_format(options.draws_points, options.is_multiview) {
                    FifoFormat::Basic => "basic",
                    FifoFormat::Extended => "extended",
                },
            ),
            fragment_descriptors: read
                .map(|descriptor| Words::from(&descriptor.words()[..]))
                .collect(),
            ..data
        }
    }

    /// A sentence with the GPU and the size of the memory.
    pub(super) fn summary(&self) -> String {
        let linked = if self.separable {
            "compiled apart"
        } else {
            "linked together"
        };
        let Self {
            arch,
            bytes_per_vertex,
            ..
        } = self;
        format!("{arch}, {linked}: {bytes_per_vertex} bytes of each vertex")
    }
}

impl LocationData {
    fn new(location: u32, linkage: &Linkage, stages: &[StageVaryings; 2]) -> Option<Self> {
        let interfaces = [linkage.producer(), linkage.consumer()];
        let mut used = interfaces.iter();
        used.find(|interface| interface.slot(location).is_some())?;
        // The varyings of a stage at the location: `uv`, or `bones[2]` for the third vector.
        let [vertex, fragment] = [0, 1].map(|stage| {
            let varyings = stages[stage].varyings.iter().zip(&stages[stage].names);
            let names = varyings
                .enumerate()
                .filter_map(|(number, (varying, name))| {
                    let vector = location.checked_sub(interfaces[stage].location(number)?)?;
                    let name = Quoted::whole(&name.text).to_string();
                    match varying.vectors() {
                        1 if vector == 0 => Some(name),
                        vectors => {
                            (u64::from(vector) < vectors).then(|| format!("{name}[{vector}]"))
                        }
                    }
                });
            let names: Vec<_> = names.collect();
            (!names.is_empty()).then(|| names.join(", "))
        });
        let memory = linkage.memory();
        let slot = linkage.read_as(location).or(memory.slot(location));
        let place = slot.zip(memory.offset(location));
        Some(Self {
            location,
            vertex,
            fragment,
            offset: place.map(|(_, offset)| offset),
            bytes: place.map(|(slot, _)| slot.bytes()),
            format: place.map(|(slot, _)| slot.format().name()),
            access: linkage.read_as(location).map(|_| "descriptors"),
        })
    }

    /// The same data on V9 and later.
    fn of(self, mali: &ValhallVaryings<'_>) -> Self {
        let access = mali.access(self.location).map(|access| match access {
            VaryingAccess::Baked => "baked",
            VaryingAccess::Descriptors => "descriptors",
        });
        Self { access, ..self }
    }
}
