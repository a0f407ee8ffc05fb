//! The kinds of descriptors: what differs between them.

use std::ops::RangeInclusive;

use mali_instancing::Arch;

/// The facts of a kind of descriptor.
pub(crate) struct Kind {
    /// Its key in a manifest.
    pub(crate) name: &'static str,
    /// Its alignment in memory, in bytes.
    pub(crate) alignment: usize,
    /// The architectures that have such descriptors.
    pub(crate) archs: RangeInclusive<Arch>,
    /// The architecture of a descriptor that names none, in a manifest that names none; `None` where one
    /// of them must.
    pub(crate) default_arch: Option<Arch>,
}
