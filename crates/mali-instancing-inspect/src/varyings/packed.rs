//! The varyings of a manifest where they were placed, and what is said of that.

use mali_varyings::{Error, Orientation, Placement, Target, Varying, VectorPlacement, pack};
use serde::{Serialize, Serializer};

use super::manifest::Interface;
use crate::document::{Fault, Name};
use crate::notation::{escape_controls, quote};

/// What the components of a register are called.
pub(super) const COMPONENTS: [&str; 4] = ["x", "y", "z", "w"];

/// Varyings in the order in which they were declared, and the registers that they share.
#[derive(Serialize)]
#[cfg_attr(feature = "schemars", derive(schemars::JsonSchema))]
pub(super) struct PackedVaryings {
    /// Whether all of them have a place.
    fits: bool,
    #[serde(skip)]
    pub(super) rules: &'static str,
    #[serde(skip)]
    pub(super) registers: u32,
    pub(super) registers_used: u32,
    /// Each varying's place, in the order of the manifest.
    #[cfg_attr(feature = "schemars", schemars(with = "Vec<PlacedVarying>"))]
    pub(super) varyings: Vec<Placed>,
}

/// A varying's place, as it is written.
#[derive(Serialize)]
#[cfg_attr(feature = "schemars", derive(schemars::JsonSchema))]
struct PlacedVarying<'a> {
    name: &'a str,
    register: u32,
    component: u32,
    components: u32,
    rows: u32,
    orientation: String,
    element_components: u32,
    height: u32,
}

impl Serialize for Placed {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let placement = &self.placement;
        let placed = PlacedVarying {
            name: &self.name.text,
            register: placement.register(),
            component: placement.component(),
            components: placement.components(),
            rows: placement.rows(),
            orientation: placement.orientation().to_string(),
            element_components: placement.element_components(),
            height: placement.height(),
        };
        placed.serialize(serializer)
    }
}

/// A varying that does not fit.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schemars", derive(schemars::JsonSchema))]
pub struct MissingRows {
    fits: bool,
    varying: String,
    #[serde(rename = "missing_rows")]
    rows: u64,
}

/// A varying in its place.
pub(super) struct Placed {
    pub(super) name: Name,
    pub(super) declaration: Varying,
    pub(super) placement: Placement,
}

/// Varyings that cannot be packed.
pub(super) struct Misfit {
    name: Name,
    error: Error,
    target: Target,
}

impl Interface {
    pub(super) fn pack(self) -> Result<PackedVaryings, Misfit> {
        let mut placements = vec![Placement::UNPLACED; self.varyings.len()];
        match pack(&self.varyings, &self.target, &mut placements) {
            Ok(registers_used) => Ok(PackedVaryings {
                fits: true,
                rules: self.rules,
                registers: self.target.registers(),
                registers_used,
                varyings: self
                    .names
                    .into_iter()
                    .zip(self.varyings)
                    .zip(placements)
                    .map(|((name, declaration), placement)| Placed {
                        name,
                        declaration,
                        placement,
                    })
                    .collect(),
            }),
            Err(error) => Err(self.misfit(error)),
        }
    }

    /// Blames the varying that the error is about, or else the last, which is one too many.
    fn misfit(mut self, error: Error) -> Misfit {
        let number = match error {
            Error::DoesNotFit { varying, .. } => varying,
            _ => self.names.len() - 1,
        };
        Misfit {
            name: self.names.swap_remove(number),
            error,
            target: self.target,
        }
    }
}

impl Misfit {
    /// The rows that are missing, where that is what is wrong.
    pub(super) fn missing_rows(&self) -> Option<MissingRows> {
        match self.error {
            Error::DoesNotFit { missing_rows, .. } => Some(MissingRows {
                fits: false,
                varying: self.name.text.clone(),
                rows: missing_rows,
            }),
            _ => None,
        }
    }

    pub(super) fn fault(&self) -> Fault {
        let Name { kind, text, offset } = &self.name;
        let text = quote(text);
        let message = match self.missing_rows() {
            Some(MissingRows { rows: missing, .. }) => format!(
                "{kind} `{text}` does not fit into the {} register{} beside the others: {missing} \
                 {} missing",
                self.target.registers(),
                if self.target.registers() == 1 {
                    ""
                } else {
                    "s"
                },
                if missing == 1 { "row is" } else { "rows are" },
            ),
            None => format!("{kind} `{text}`: {}", self.error),
        };
        Fault::new(*offset, message)
    }
}

impl PackedVaryings {
    /// How much of the registers is in use, in a sentence.
    pub(super) fn summary(&self) -> String {
        format!(
            "{} of {} registers used, rules {}",
            self.registers_used, self.registers, self.rules
        )
    }
}

impl Placed {
    /// The name without what would move a terminal's cursor.
    pub(super) fn label(&self) -> String {
        escape_controls(&self.name.text)
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

    /// How the elements of an array follow each other; of what is no array, nothing.
    pub(super) fn orientation(&self) -> String {
        let orientation = self.placement.orientation();
        match orientation {
            _ if !self.declaration.is_array() => String::new(),
            Orientation::Vertical { height } => format!("{orientation}, height {height}"),
            Orientation::Horizontal { width } => format!("{orientation}, width {width}"),
            Orientation::Dense => orientation.to_string(),
        }
    }

    /// What generated code says of the varying.
    pub(super) fn sentence(&self) -> String {
        let mut sentence = format!(
            "{}: register{} {}, {}",
            self.declaration,
            if self.placement.rows() == 1 { "" } else { "s" },
            self.registers(),
            self.components()
        );
        if self.declaration.is_array() {
            sentence = format!("{sentence}, {}", self.orientation());
        }
        sentence + "."
    }

    /// What generated code says of the places of the vectors.
    pub(super) fn vectors_sentence(&self) -> String {
        let vectors = match (
            self.declaration.is_array(),
            self.declaration.varying_type().is_matrix(),
        ) {
            (false, false) => "",
            (true, false) => " of each element",
            (false, true) => " of each column",
            (true, true) => " of each column of each element",
        };
        let straddling = if self.vectors().any(|(_, _, place)| place.second.is_some()) {
            "; what passes w goes on at x of the next register"
        } else {
            ""
        };
        format!("Register and component{vectors}{straddling}.")
    }

    /// Every vector: its element, its number in the element, and its place.
    pub(super) fn vectors(&self) -> impl Iterator<Item = (u32, u32, VectorPlacement)> {
        let placement = self.placement;
        (0..placement.length())
            .flat_map(move |element| (0..placement.vectors()).map(move |vector| (element, vector)))
            .filter_map(move |(element, vector)| {
                let place = placement.vector(element, vector)?;
                Some((element, vector, place))
            })
    }
}
