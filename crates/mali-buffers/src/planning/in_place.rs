use mali_instancing::draw::Tables;

/// The result of [`Planner::draw_in_place`](crate::Planner::draw_in_place).
#[derive(Clone, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "defmt", derive(defmt::Format))]
pub enum InPlace {
    /// The draw's data is in place, or in copies and constants that are there, and the tables are written.
    Written(Tables),
    /// The draw is the last one of its [`VertexState`](crate::VertexState), whichever planner drew that: the tables that were
    /// written for it then are right for it now. Nothing is written, so they must be kept with the state,
    /// and not overwritten while the GPU reads them.
    Unchanged,
    /// Something must be written for it, or something must be found out first, or it draws nothing: the draw is to be
    /// [planned](crate::Planner::prepare).
    NeedsPlan,
}
