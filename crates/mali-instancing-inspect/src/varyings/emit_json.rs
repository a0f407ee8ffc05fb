//! JSON: where every varying is, in the order of the manifest, or which does not fit.

use serde::Serialize;

use super::packed::{Misfit, PackedVaryings, Placed};
use mali_instancing_codegen::output::json::write_array;

#[derive(Serialize)]
struct PlacedJson<'a> {
    name: &'a str,
    register: u32,
    component: u32,
    components: u32,
    rows: u32,
    orientation: String,
    element_components: u32,
    height: u32,
}

impl<'a> PlacedJson<'a> {
    fn new(placed: &'a Placed) -> Self {
        let placement = &placed.placement;
        Self {
            name: &placed.name.text,
            register: placement.register(),
            component: placement.component(),
            components: placement.components(),
            rows: placement.rows(),
            orientation: placement.orientation().to_string(),
            element_components: placement.element_components(),
            height: placement.height(),
        }
    }
}

pub(super) fn emit(packed: &PackedVaryings) -> String {
    let mut varyings = String::new();
    write_array(
        &mut varyings,
        "varyings",
        packed.varyings.iter().map(PlacedJson::new),
    )
    .expect("a String takes any text");
    format!(
        "{{\"fits\": true, \"registers_used\": {}, {varyings}}}\n",
        packed.registers_used
    )
}

/// `None` for an error that is not about rows that are missing.
pub(super) fn emit_misfit(misfit: &Misfit) -> Option<String> {
    let missing_rows = misfit.missing_rows()?;
    let name = serde_json::to_string(misfit.name()).ok()?;
    Some(format!(
        "{{\"fits\": false, \"varying\": {name}, \"missing_rows\": {missing_rows}}}\n"
    ))
}
