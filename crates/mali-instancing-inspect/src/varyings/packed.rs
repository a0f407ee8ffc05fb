//! Varyings in their registers, and sentences about them.

use std::fmt;

use mali_instancing_codegen::read::Quoted;
use mali_instancing_codegen::{Source, TextError};
use mali_varyings::{Error, Placement, Span, Target, Varying, pack, registers_needed};
use mali_varyings_shader::{Name, StageVaryings};
use serde::Serialize;

use super::manifest::rules_name;
use super::name;

/// The names of a register's components.
pub(super) const COMPONENTS: [&str; 4] = ["x", "y", "z", "w"];

/// The varyings of a manifest in their registers.
///
/// ```
/// use mali_instancing_codegen::code::Naming;
/// use mali_instancing_inspect::varyings::{VaryingLanguage, VaryingRegisters};
/// use mali_instancing_codegen::Source;
///
/// let toml = "[[varying]]\nname = \"uv\"\ntype = \"vec2\"\narray = 3\n";
/// let manifest = Source::new("cube.toml", toml.into())?;
/// let registers = VaryingRegisters::pack(&manifest).unwrap();
/// assert!(mali_instancing_inspect::to_json(&registers).contains("\"registers_used\": 3,"));
/// let code = registers.code(VaryingLanguage::Rust, Naming::default())?;
/// assert!(code.contains("pub const UV_ELEMENTS: [(u32, u32); 3]"));
/// assert!(registers.svg().starts_with("<svg"));
/// # Ok::<(), mali_instancing_codegen::TextError>(())
/// ```
#[derive(Serialize)]
#[cfg_attr(feature = "schemars", derive(schemars::JsonSchema))]
pub struct VaryingRegisters<'a> {
    #[serde(skip)]
    pub(super) source: &'a Source,
    /// Whether all varyings fit.
    fits: bool,
    #[serde(skip)]
    pub(super) target: Target,
    pub(super) registers_used: u32,
    /// The smallest number of registers that all varyings fit into.
    registers_needed: u32,
    /// The place of each varying, in the order of the manifest.
    pub(super) varyings: Vec<PlacedVarying>,
}

/// The place of a varying.
#[derive(Serialize)]
#[cfg_attr(feature = "schemars", derive(schemars::JsonSchema))]
pub(super) struct PlacedVarying {
    #[serde(serialize_with = "name::serialize")]
    #[cfg_attr(feature = "schemars", schemars(with = "String"))]
    pub(super) name: Name,
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
    #[serde(skip)]
    pub(super) declaration: Varying,
    #[serde(skip)]
    pub(super) placement: Placement,
}

/// A varying that does not fit.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schemars", derive(schemars::JsonSchema))]
pub struct MissingRows {
    fits: bool,
    varying: String,
    #[serde(rename = "missing_rows")]
    rows: u64,
    /// The smallest number of registers that all varyings fit into; null if there is none up to 64.
    registers_needed: Option<u32>,
}

/// Varyings that cannot be packed.
///
/// ```
/// use mali_instancing_codegen::Source;
/// use mali_instancing_inspect::varyings::VaryingRegisters;
///
/// let toml = "registers = 2\n[[varying]]\nname = \"m\"\ntype = \"mat3\"\n";
/// let manifest = Source::new("cube.toml", toml.into())?;
/// let error = VaryingRegisters::pack(&manifest).err().unwrap();
/// assert_eq!(error.error.line, Some(3));
/// let misfit = error.misfit.unwrap();
/// assert!(mali_instancing_inspect::to_json(&misfit).contains("\"missing_rows\": 1"));
/// # Ok::<(), mali_instancing_codegen::TextError>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PackError {
    /// The error, and its place.
    pub error: TextError,
    /// The varying that does not fit, for the JSON output. `None` if another error occurred.
    pub misfit: Option<Box<MissingRows>>,
}

impl fmt::Display for PackError {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.error.fmt(formatter)
    }
}

impl std::error::Error for PackError {}

impl From<TextError> for PackError {
    fn from(error: TextError) -> Self {
        Self {
            error,
            misfit: None,
        }
    }
}

/// Packs the declarations of a stage.
pub(super) fn pack_stage(
    source: &Source,
    StageVaryings {
        names, varyings, ..
    }: StageVaryings,
    target: Target,
) -> Result<VaryingRegisters<'_>, PackError> {
    let mut placements = vec![Placement::UNPLACED; varyings.len()];
    let registers_needed = registers_needed(&varyings, &target, &mut placements).ok();
    let registers_used = pack(&varyings, &target, &mut placements)
        .map_err(|error| misfit(source, &names, target.registers, error, registers_needed))?;
    let placed = names.into_iter().zip(varyings).zip(placements);
    Ok(VaryingRegisters {
        source,
        fits: true,
        target,
        registers_used,
        // What the target has is enough.
        registers_needed: registers_needed.unwrap_or(target.registers),
        varyings: placed
            .map(|((name, declaration), placement)| PlacedVarying {
                name,
                r#type: declaration.varying_type().name(),
                array: declaration.is_array().then(|| declaration.length()),
                interpolation: declaration.interpolation().name(),
                sampling: declaration.sampling().name(),
                register: placement.register(),
                component: placement.component(),
                components: placement.components(),
                rows: placement.rows(),
                declaration,
                placement,
            })
            .collect(),
    })
}

/// Reports the varying that the error is about, or else the last, which is one too many. `needed` is the number of
/// registers that all varyings fit into.
fn misfit(
    source: &Source,
    names: &[Name],
    registers: u32,
    error: Error,
    needed: Option<u32>,
) -> PackError {
    let (number, rows) = match error {
        Error::DoesNotFit {
            varying,
            missing_rows,
            ..
        } => (varying, Some(missing_rows)),
        _ => (error.varying().unwrap_or(names.len() - 1), None),
    };
    let Name { text, offset } = &names[number];
    let missing = |rows| MissingRows {
        fits: false,
        varying: text.clone(),
        rows,
        registers_needed: needed,
    };
    let misfit = rows.map(missing).map(Box::new);
    let text = Quoted::new(text);
    let message = match rows {
        Some(rows) => format!(
            "varying `{text}` does not fit into the {registers} register{} beside the others: {rows} {} missing{}",
            if registers == 1 { "" } else { "s" },
            if rows == 1 { "row is" } else { "rows are" },
            needed.map_or_else(String::new, |needed| format!(
                "; all of them need {needed} registers"
            )),
        ),
        None => {
            let other = error.other().and_then(|other| names.get(other));
            let other = other.map_or_else(String::new, |other| name::as_other(other, source));
            format!("{}{other}", error.with_name(text))
        }
    };
    let error = source.error(*offset, None, message);
    PackError { error, misfit }
}

impl VaryingRegisters<'_> {
    /// The number of registers in use, in a sentence.
    pub(super) fn summary(&self) -> String {
        format!(
            "{} of {} registers used, {} needed, rules {}",
            self.registers_used,
            self.target.registers,
            self.registers_needed,
            rules_name(self.target.rules)
        )
    }
}

impl PlacedVarying {
    /// The name without characters that would move a terminal's cursor.
    pub(super) fn label(&self) -> String {
        Quoted::whole(&self.name.text).to_string()
    }

    /// `3` or `3 to 5`.
    pub(super) fn registers(&self) -> String {
        match self.rows {
            1 => self.register.to_string(),
            rows => format!("{} to {}", self.register, self.register + rows - 1),
        }
    }

    /// `xy`.
    pub(super) fn components(&self) -> String {
        let first = self.component as usize;
        COMPONENTS[first..first + self.components as usize].concat()
    }

    /// The sentence on the varying in generated code.
    pub(super) fn sentence(&self) -> String {
        let several = if self.rows == 1 { "" } else { "s" };
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
