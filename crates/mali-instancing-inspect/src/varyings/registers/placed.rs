//! A varying in its registers, and what is said of it.

use mali_instancing_codegen::read::Quoted;
use mali_varyings::{Placement, Span, Varying};
use mali_varyings_shader::Name;
use serde::{Serialize, Serializer};

/// The names of a register's components.
pub(super) const COMPONENTS: [&str; 4] = ["x", "y", "z", "w"];

/// A declaration and its place.
pub(super) struct PlacedVarying {
    pub(super) name: Name,
    pub(super) declaration: Varying,
    pub(super) placement: Placement,
}

/// The place of a varying.
#[derive(Serialize)]
#[cfg_attr(
    feature = "schemars",
    derive(schemars::JsonSchema),
    schemars(rename = "PlacedVarying")
)]
pub(super) struct PlacedVaryingData<'a> {
    name: &'a str,
    /// The type of an element in GLSL.
    r#type: &'static str,
    /// The number of elements of an array; null if the varying is not an array.
    array: Option<u32>,
    interpolation: &'static str,
    sampling: &'static str,
    register: u32,
    component: u32,
    components: u32,
    rows: u32,
}

impl Serialize for PlacedVarying {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let (declaration, placement) = (self.declaration, self.placement);
        let data = PlacedVaryingData {
            name: &self.name.text,
            r#type: declaration.varying_type().name(),
            array: declaration.is_array().then(|| declaration.length()),
            interpolation: declaration.interpolation().name(),
            sampling: declaration.sampling().name(),
            register: placement.register(),
            component: placement.component(),
            components: placement.components(),
            rows: placement.rows(),
        };
        data.serialize(serializer)
    }
}

impl PlacedVarying {
    /// The name without characters that would move a terminal's cursor.
    pub(super) fn label(&self) -> String {
        Quoted::whole(&self.name.text).to_string()
    }

    /// A vector as GLSL writes it: `uv[2]`, or `bones[2][1]` for a column of a matrix.
    pub(super) fn vector_label(&self, element: u32, vector: u32) -> String {
        let mut label = self.label();
        if self.declaration.is_array() {
            label = format!("{label}[{element}]");
        }
        if self.declaration.varying_type().is_matrix() {
            label = format!("{label}[{vector}]");
        }
        label
    }

    /// `3` or `3 to 5`.
    pub(super) fn registers(&self) -> String {
        let first = self.placement.register();
        match self.placement.rows() {
            1 => first.to_string(),
            rows => format!("{first} to {}", first + rows - 1),
        }
    }

    /// `xy`.
    pub(super) fn components(&self) -> String {
        let first = self.placement.component() as usize;
        COMPONENTS[first..first + self.placement.components() as usize].concat()
    }

    /// The sentence on the varying in generated code.
    pub(super) fn sentence(&self) -> String {
        let several = if self.placement.rows() == 1 { "" } else { "s" };
        format!(
            "{}: register{several} {}, {}.",
            self.declaration,
            self.registers(),
            self.components()
        )
    }

    /// The sentence on the places of the vectors in generated code.
    pub(super) fn vectors_sentence(&self) -> String {
        let is_matrix = self.declaration.varying_type().is_matrix();
        let vectors = match (self.declaration.is_array(), is_matrix) {
            (false, false) => "",
            (true, false) => " of each element",
            (false, true) => " of each column",
            (true, true) => " of each column of each element",
        };
        format!("Register and component{vectors}.")
    }

    /// Every vector: its element, its number in the element, and its place.
    pub(super) fn vectors(&self) -> impl Iterator<Item = (u32, u32, Span)> {
        let placement = self.placement;
        let vectors = move |element| (0..placement.vectors()).map(move |vector| (element, vector));
        (0..placement.length())
            .flat_map(vectors)
            .filter_map(move |(element, vector)| {
                Some((element, vector, placement.vector(element, vector)?))
            })
    }
}
