use super::attribute_buffers::AttributeBufferVaryings;
use super::valhall::{ValhallVaryings, VaryingAccess};
use crate::error::Error;
use crate::memory::driver::Driver;
use crate::memory::layout::MemoryLayout;
use crate::memory::slot::Slot;
use crate::memory::version::MesaVersion;
use crate::stage::Stage;
use mali_instancing::Arch;

/// The descriptors of two linked stages on any architecture, as tables of words.
///
/// ```
/// use mali_instancing::Arch;
/// use mali_varyings::{BaseType, Driver, MemoryLayout, Slot, Stage, VaryingAccess, VaryingDescriptors};
///
/// let uv = [Slot::new(Slot::VAR0, 0, BaseType::Float, 2)];
/// let layout = MemoryLayout::place(&uv)?;
/// let link = |arch| VaryingDescriptors::link(Driver::Panfrost, arch, &layout, &uv, true);
/// let (v7, v10) = (link(Arch::V7)?, link(Arch::V10)?);
/// assert_eq!(Stage::ALL.map(|stage| v7.words(stage)), [2, 2]);
/// assert_eq!(Stage::ALL.map(|stage| v10.words(stage)), [0, 8]);
/// assert_eq!(v7.access(0), Some(VaryingAccess::Descriptors));
/// assert_eq!(v10.access(0), Some(VaryingAccess::Baked));
/// # Ok::<(), mali_varyings::Error>(())
/// ```
#[derive(Clone, Copy, Debug)]
pub enum VaryingDescriptors<'a> {
    /// Those of V4 to V7.
    AttributeBuffers(AttributeBufferVaryings<'a>),
    /// Those of V9 and later.
    Valhall(ValhallVaryings<'a>),
}

impl<'a> VaryingDescriptors<'a> {
    /// The descriptors of stages: the second of two steps, when a driver knows both. `inputs` are the slots that the
    /// fragment stage reads, in the order of their indices. `is_layout_known` is whether the fragment stage was compiled
    /// with this layout, and so has its offsets, which V9 and later can use; this is so in all stages that are not
    /// [`Separable`](crate::Linking::Separable). A layout of a Mesa before 26 does not depend on it.
    ///
    /// # Errors
    ///
    /// [`Error::DriverArch`] for `PanVk` on V4 and V5; [`Error::InvalidSlot`] for an input; [`Error::TooManySlots`] for more
    /// than 37 of a stage; [`Error::PlacedLayout`] for a [layout](MemoryLayout::place_in_mesa) of an earlier Mesa for another
    /// driver or architecture; [`Error::BuiltIn`] for a slot of a built-in variable that the driver does not support.
    ///
    /// ```
    /// use mali_instancing::Arch;
    /// use mali_varyings::{BaseType, Driver, Error, MemoryLayout, Slot, SlotProblem, VaryingDescriptors};
    ///
    /// let layout = MemoryLayout::place(&[])?;
    /// let frag_coord = [Slot::new(0, 0, BaseType::Float, 4)];
    /// let link = |arch| VaryingDescriptors::link(Driver::Panfrost, arch, &layout, &frag_coord, true).map(|_| ());
    /// assert_eq!(link(Arch::V5), Ok(()));
    /// assert_eq!(link(Arch::V6), Err(Error::InvalidSlot { slot: 0, problem: SlotProblem::NotAnInput(0) }));
    /// # Ok::<(), Error>(())
    /// ```
    pub const fn link(
        driver: Driver,
        arch: Arch,
        layout: &'a MemoryLayout,
        inputs: &'a [Slot],
        is_layout_known: bool,
    ) -> Result<Self, Error> {
        attempt!(MesaVersion::V26.check(driver, arch));
        attempt!(layout.check_link(driver, arch, inputs));
        Ok(if arch.has_attribute_buffers() {
            Self::AttributeBuffers(AttributeBufferVaryings::of_checked(
                driver, arch, layout, inputs,
            ))
        } else {
            Self::Valhall(ValhallVaryings::of_checked(
                driver,
                arch,
                layout,
                inputs,
                is_layout_known,
            ))
        })
    }

    /// What V4 to V7 have, buffers of their own; `None` from V9 on.
    #[must_use]
    pub const fn in_buffers(&self) -> Option<&AttributeBufferVaryings<'a>> {
        match self {
            Self::AttributeBuffers(varyings) => Some(varyings),
            Self::Valhall(_) => None,
        }
    }

    /// What V9 and later have, packets that the hardware allocates; `None` on V4 to V7.
    #[must_use]
    pub const fn in_packets(&self) -> Option<&ValhallVaryings<'a>> {
        match self {
            Self::AttributeBuffers(_) => None,
            Self::Valhall(varyings) => Some(varyings),
        }
    }

    /// The slot as which the fragment stage reads the input with an index; `None` if nothing is stored for it.
    #[must_use]
    pub const fn read_as(&self, index: u32) -> Option<Slot> {
        match self {
            Self::AttributeBuffers(varyings) => varyings.read_as(index),
            Self::Valhall(varyings) => varyings.read_as(index),
        }
    }

    /// The way in which the fragment stage finds its input with an index; `None` if nothing is stored for it.
    #[must_use]
    pub const fn access(&self, index: u32) -> Option<VaryingAccess> {
        match self {
            Self::AttributeBuffers(varyings) => {
                present!(varyings.read_as(index));
                Some(VaryingAccess::Descriptors)
            }
            Self::Valhall(varyings) => varyings.access(index),
        }
    }

    /// The number of words of a descriptor: 2 on V4 to V7, 8 from V9 on.
    #[must_use]
    pub const fn words_per_descriptor(&self) -> u32 {
        match self {
            Self::AttributeBuffers(_) => 2,
            Self::Valhall(_) => 8,
        }
    }

    /// The number of words of a stage's table; 0 for the vertex stage from V9 on.
    #[must_use]
    pub const fn words(&self, stage: Stage) -> u32 {
        self.words_per_descriptor()
            * match (self, stage) {
                (Self::AttributeBuffers(varyings), Stage::Vertex) => varyings.vertex_descriptors(),
                (Self::AttributeBuffers(varyings), Stage::Fragment) => {
                    varyings.fragment_descriptors()
                }
                (Self::Valhall(_), Stage::Vertex) => 0,
                (Self::Valhall(varyings), Stage::Fragment) => varyings.fragment_descriptors(),
            }
    }

    /// Writes a stage's table, as many descriptors of it as there is room for. The words of a number that no slot has are
    /// zeros.
    ///
    /// ```
    /// use mali_instancing::Arch;
    /// use mali_varyings::{BaseType, Driver, MemoryLayout, Slot, Stage, VaryingDescriptors};
    ///
    /// let uv = [Slot::new(Slot::VAR0, 1, BaseType::Float, 2)];
    /// let layout = MemoryLayout::place(&uv)?;
    /// let linked = VaryingDescriptors::link(Driver::Panfrost, Arch::V7, &layout, &uv, true)?;
    /// let mut words = vec![1; linked.words(Stage::Fragment) as usize];
    /// linked.write(Stage::Fragment, &mut words);
    /// assert_eq!(words[..2], [0, 0]);
    /// # Ok::<(), mali_varyings::Error>(())
    /// ```
    pub fn write(&self, stage: Stage, words: &mut [u32]) {
        let rows = words.chunks_exact_mut(self.words_per_descriptor() as usize);
        for (number, row) in (0..).zip(rows) {
            row.fill(0);
            match (self, stage) {
                (Self::AttributeBuffers(varyings), _) => {
                    let descriptor = match stage {
                        Stage::Vertex => varyings.vertex_descriptor(number),
                        Stage::Fragment => varyings.fragment_descriptor(number),
                    };
                    if let Some(descriptor) = descriptor {
                        row.copy_from_slice(&descriptor.words());
                    }
                }
                (Self::Valhall(varyings), Stage::Fragment) => {
                    if let Some(descriptor) = varyings.fragment_descriptor(number) {
                        row.copy_from_slice(&descriptor.words());
                    }
                }
                (Self::Valhall(_), Stage::Vertex) => {}
            }
        }
    }
}
