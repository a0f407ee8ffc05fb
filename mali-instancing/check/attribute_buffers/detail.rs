use core::num::NonZeroU32;

use super::table::Named;
use crate::check::division::exact_divisor;
use crate::check::state::DrawState;
use crate::decode::Descriptor;
use crate::fetch::FetchMode;
use crate::padded_count::PaddedCount;

/// The padded vertex count that a draw's tables are made for, as found in their descriptors.
pub(super) struct Tables {
    /// The count of all descriptors that have one; `None` if these differ.
    pub(super) padded_vertices: Option<PaddedCount>,
    /// Whether there are descriptors for several instances.
    pub(super) are_instanced: bool,
    /// Whether there are descriptors for one instance.
    pub(super) are_for_one_instance: bool,
    /// Whether more than one descriptor has the count.
    pub(super) several_agree: bool,
}

impl Tables {
    pub(super) fn of(state: &DrawState<'_>) -> Self {
        let mut tables = Self {
            padded_vertices: None,
            are_instanced: false,
            are_for_one_instance: false,
            several_agree: false,
        };
        let mut differ = false;
        let mut first = None;
        for read in state.read() {
            let Some(named) = Named::new(state, read) else {
                continue;
            };
            let Ok(descriptor) = named.descriptor else {
                continue;
            };
            let padded = match descriptor {
                Descriptor::AttributeBuffer(fields) => match fields.mode {
                    FetchMode::Linear => {
                        tables.are_for_one_instance = true;
                        None
                    }
                    FetchMode::Constant => None,
                    FetchMode::Modulus(padded) => Some(padded),
                    FetchMode::PotDivisor(_) => {
                        tables.are_instanced = true;
                        None
                    }
                    FetchMode::NpotDivisor { magic, divisor } => {
                        tables.are_instanced = true;
                        padded_vertices(
                            exact_divisor(magic).map_or(0, NonZeroU32::get),
                            divisor.get(),
                        )
                    }
                },
                Descriptor::VertexId(padded) => {
                    tables.are_for_one_instance |= padded.is_none();
                    padded
                }
                _ => None,
            };
            let Some(padded) = padded else {
                continue;
            };
            tables.are_instanced = true;
            differ |= tables.padded_vertices.is_some_and(|other| other != padded);
            tables.padded_vertices = Some(padded);
            tables.several_agree |= *first.get_or_insert(named.number) != named.number;
        }
        if differ {
            tables.padded_vertices = None;
        }
        tables
    }
}

/// The padded vertex count whose product with an application's divisor is a hardware divisor.
pub(super) fn padded_vertices(hardware_divisor: u32, divisor: u32) -> Option<PaddedCount> {
    if divisor == 0 || hardware_divisor % divisor != 0 {
        return None;
    }
    PaddedCount::from_exact(hardware_divisor / divisor).ok()
}
