//! The names of the varyings that stages have at their locations.

use std::collections::BTreeMap;

use mali_instancing_codegen::read::Quoted;
use mali_varyings::{BuiltIn, BuiltIns, Interface, Slot};
use mali_varyings_shader::{Stage, StageVaryings};

/// The names of what a stage has at each location, and its built-in variables.
pub(super) struct StageNames {
    pub(super) built_ins: BuiltIns,
    names: BTreeMap<u8, String>,
}

impl StageNames {
    /// Slots, which have indices for names.
    pub(super) fn of_slots(stage: Stage, slots: &[Slot]) -> Self {
        let found = slots.iter();
        let found = found.filter_map(|slot| BuiltIn::at(stage, slot.location));
        let names = slots.iter();
        let names = names.map(|slot| (slot.location, format!("index {}", slot.index)));
        Self {
            built_ins: found.fold(BuiltIns::NONE, |all, (built_in, _)| all.with(built_in)),
            names: names.collect(),
        }
    }

    /// Declarations at the locations of their interface, and the built-in variables at those of the slots.
    pub(super) fn of_declarations<'a>(
        stage: Stage,
        declared: &StageVaryings,
        interface: &Interface,
        slots: impl IntoIterator<Item = &'a Slot>,
    ) -> Self {
        let built_ins = slots.into_iter().filter_map(|slot| {
            let name = built_in_name(stage, slot.location)?;
            Some((slot.location, name))
        });
        let mut names: BTreeMap<u8, String> = built_ins.collect();
        for (number, name) in declared.names.iter().enumerate() {
            let vectors = declared.varyings[number].vectors();
            let Some(first) = interface.location(number) else {
                continue;
            };
            // `Interface` has 32 locations and refuses a varying that leaves them, so all of these are below 64.
            for (vector, location) in (0..vectors).zip(Slot::VAR0 + first as u8..) {
                let name = Quoted::whole(&name.text);
                let name = match vectors {
                    1 => name.to_string(),
                    _ => format!("{name}[{vector}]"),
                };
                // Varyings that share a location have components of their own there.
                let there = names.entry(location);
                there
                    .and_modify(|others| *others = format!("{others}, {name}"))
                    .or_insert(name);
            }
        }
        Self {
            built_ins: declared.built_ins,
            names,
        }
    }

    pub(super) fn at(&self, location: u8) -> Option<String> {
        self.names.get(&location).cloned()
    }
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
