//! The state of reading a script.

use mali_instancing_codegen::read::Node;

use super::names::Names;

pub(super) struct Reader<'a> {
    pub(super) root: &'a Node<'a>,
    pub(super) names: Names,
    /// Whether line loops are drawn as strips and lines.
    pub(super) has_segments: bool,
    /// The number of draws that were read so far.
    pub(super) draws: u64,
    /// The number of the last submission.
    pub(super) submissions: u64,
}
