use crate::types::Sequence;
use mali_instancing::draw::Tables;

/// The result of [`Planner::draw`](crate::Planner::draw).
#[derive(Clone, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "defmt", derive(defmt::Format))]
pub enum Drawn {
    /// The tables are written, and all data that they name is in its place.
    Written(Tables),
    /// The draw is the same as the last draw of its [`VertexState`](crate::VertexState), and so is its data: the tables
    /// that were written for that draw are right for this one. Nothing is written, so the caller must keep the tables
    /// with the state, and must not overwrite them while the GPU reads them.
    Unchanged,
    /// Nothing is drawn: the draw has no vertices or no instances, all its indices restart, or a target with [robust
    /// access](crate::OutOfBounds::Clamp) has none of its indices.
    Nothing,
    /// The GPU still reads the space that the draw needs. Submit this work, wait until it is finished, [tell the
    /// planner](crate::Planner::complete), and draw again.
    Wait(Sequence),
}
