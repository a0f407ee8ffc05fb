use mali_instancing::draw::Tables;

/// The result of [`Planner::draw_in_place`](crate::two_phase::Planner::draw_in_place).
#[derive(Clone, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "defmt", derive(defmt::Format))]
pub enum InPlace {
    /// The draw's data is in place, or in copies and constants that are there, and the tables are written.
    Written(Tables),
    /// The draw is the same as the last draw of its [`VertexState`](crate::two_phase::VertexState), with any planner: the tables
    /// that were written for that draw are right for this one. Nothing is written, so the caller must keep the tables
    /// with the state, and must not overwrite them while the GPU reads them.
    Unchanged,
    /// The draw must be [planned](crate::two_phase::Planner::prepare): something must be written or found out before it, or it
    /// draws nothing.
    NeedsPlan,
}
