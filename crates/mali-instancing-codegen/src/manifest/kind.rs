//! The kinds of descriptors, and the differences between them.

use std::ops::RangeInclusive;

use mali_instancing::Arch;

/// The properties of a kind of descriptor.
pub(crate) struct Kind {
    /// Its key in a manifest.
    pub(crate) name: &'static str,
    /// Its alignment in memory, in bytes.
    pub(crate) alignment: usize,
    /// The architectures that have such descriptors.
    pub(crate) archs: RangeInclusive<Arch>,
    /// The architecture if neither the descriptor nor the manifest names one; `None` if one
    /// of them must.
    pub(crate) default_arch: Option<Arch>,
}
