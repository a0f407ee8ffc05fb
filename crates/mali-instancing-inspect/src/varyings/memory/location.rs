//! The answer's data of each location, and of the built-in variables that are at none.

use mali_instancing::Format;
use mali_varyings::{
    BuiltIn, BuiltIns, MemoryLayout, Section, Slot, Stage, Treatment, VaryingAccess,
    VaryingDescriptors,
};
use serde::Serialize;

use super::options::LinkTarget;

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

impl LocationData {
    /// `None` where no stage has a varying, and for what has another place than the generic section.
    pub(super) fn new(
        slot: u8,
        layout: &MemoryLayout,
        [vertex, fragment]: [Option<String>; 2],
        mali: &VaryingDescriptors<'_>,
    ) -> Option<Self> {
        let special = BuiltIn::at(Stage::Fragment, slot);
        let is_hardware =
            matches!(layout.place_of(slot), Some((section, _)) if section != Section::Generic);
        // `built_ins` tells of both: the hardware has sections for the first, and computes the second for each fragment.
        if is_hardware || special.is_some_and(|(built_in, _)| is_special(built_in)) {
            return None;
        }
        if vertex.is_none() && fragment.is_none() {
            return None;
        }
        let at = mali.at(slot);
        // An earlier Mesa has bytes for what is read and never stored.
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

/// Whether the variable is computed for each fragment.
fn is_special(built_in: BuiltIn) -> bool {
    matches!(
        built_in,
        BuiltIn::FragCoord | BuiltIn::FrontFacing | BuiltIn::PointCoord
    )
}

/// The built-in variables of both stages that are not in the generic section.
pub(super) fn built_ins(
    target: LinkTarget,
    layout: &MemoryLayout,
    [vertex, fragment]: [BuiltIns; 2],
) -> Vec<BuiltInData> {
    let LinkTarget {
        arch, driver, mesa, ..
    } = target;
    let all = BuiltIn::ALL.iter().copied();
    let written = all.clone().filter_map(|built_in| {
        let slot = built_in.locations().next()?;
        let (section, byte) = layout.place_of(slot)?;
        // The position has a section of its own in every program, and no entry here.
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
