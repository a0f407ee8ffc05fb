use crate::error::Error;
use crate::slots::driver::Driver;
use crate::slots::layout::MemoryLayout;
use crate::slots::slot::{Slot, number_of, table_length, with_index};
use crate::slots::version::MesaVersion;
use crate::stage::Stage;
use mali_instancing::Arch;

/// genxml's "Constant": reads return the constant, and writes are lost.
const CONSTANT: u32 = 95 << 12;

/// The selector of the constant 0, four times.
const SELECTORS_0000: u32 = 4 | 4 << 3 | 4 << 6 | 4 << 9;

/// The same selectors among the enumerated orders of V7 and later.
const ORDER_0000: u32 = 231;

/// The way in which the fragment stage finds a varying.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "defmt", derive(defmt::Format))]
pub enum VaryingAccess {
    /// Its instructions contain the offset and the format: `LD_VAR_BUF`. V9 and later.
    Baked,
    /// Each varying has an `Attribute` descriptor: `LD_VAR`.
    Descriptors,
}

names!(VaryingAccess, "`baked` or `descriptors`.": Baked "baked", Descriptors "descriptors");

/// The slots of two linked stages at one location. Everything is absent where neither has a slot.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "defmt", derive(defmt::Format))]
pub struct LinkedLocation {
    /// The vertex stage's slot. An [earlier Mesa](MemoryLayout::place_in_mesa) does not store it if it is not read.
    pub output: Option<Slot>,
    /// The vertex stage's slot, if it is stored in the generic section.
    pub stored: Option<Slot>,
    /// The fragment stage's slot.
    pub input: Option<Slot>,
    /// The slot [as which](VaryingDescriptors::read_as) the fragment stage reads what is stored.
    pub read_as: Option<Slot>,
    /// The offset from the beginning of the vertex's generic section, in bytes: that at which the fragment stage
    /// [reads](MemoryLayout::input_offset), or else that at which the vertex stage stores.
    pub offset: Option<u32>,
    /// The way in which the fragment stage [finds](VaryingDescriptors::access) what is stored.
    pub access: Option<VaryingAccess>,
}

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
pub struct VaryingDescriptors<'a> {
    pub(super) driver: Driver,
    pub(super) arch: Arch,
    pub(super) layout: &'a MemoryLayout,
    pub(super) inputs: &'a [Slot],
    pub(super) is_layout_known: bool,
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
        Ok(Self {
            driver,
            arch,
            layout,
            inputs,
            is_layout_known,
        })
    }

    /// The slot as which the fragment stage reads the input with an index, with the format of its descriptor or of its
    /// instructions: with its own type, and the stored bits. The components are the stored ones, except for PanVK's
    /// descriptors of V6 and V7, and where each location has 16 bytes. `None` if nothing is stored for it in the generic
    /// section.
    #[must_use]
    pub const fn read_as(&self, index: u32) -> Option<Slot> {
        let input = present!(with_index(self.inputs, index));
        present!(self.layout.input_offset(input.location));
        if self.layout.has_whole_locations() {
            // Each location has room for four components of 32 bits, whatever is stored: the input alone decides.
            return Some(Slot { bits: 32, ..input });
        }
        let stored = present!(self.layout.slot(input.location));
        // PanVK has the components that the fragment stage declares in its descriptors of V6 and V7.
        let is_own = matches!(self.driver, Driver::PanVk) && self.arch.has_attribute_buffers();
        let components = if is_own { input } else { stored };
        Some(Slot {
            bits: stored.bits,
            component: components.component,
            components: components.components,
            ..input
        })
    }

    /// The way in which the fragment stage finds its input with an index: by a baked offset, if the layout is known and
    /// the offset is below 256 bytes on V9 and V10 or 2048 from V11 on, and otherwise through its descriptor. Each input is
    /// decided independently of the others. In a [version](MesaVersion) of Mesa before 26, all inputs of V9 and later are read
    /// by a baked offset, or with PanVK all through descriptors if there are more than 16. `None` if there is no such input, or
    /// nothing is stored for it.
    #[must_use]
    pub const fn access(&self, index: u32) -> Option<VaryingAccess> {
        let input = present!(with_index(self.inputs, index));
        let offset = present!(self.layout.input_offset(input.location));
        // An offset that the instruction `LD_VAR_BUF` can contain is below this.
        let limit = match self.arch {
            Arch::V9 | Arch::V10 => 256,
            _ => 2048,
        };
        let is_baked = match (self.layout.placed_for, self.driver) {
            _ if self.arch.has_attribute_buffers() => false,
            (None, _) => self.is_layout_known && offset < limit,
            (Some(_), Driver::Panfrost) => true,
            // PanVK of 25.0 decides for all inputs at once, by their number and not by their offsets.
            (Some(_), Driver::PanVk) => table_length(self.inputs) <= 16,
        };
        Some(if is_baked {
            VaryingAccess::Baked
        } else {
            VaryingAccess::Descriptors
        })
    }

    /// The slots of both stages at a location.
    ///
    /// ```
    /// use mali_instancing::Arch;
    /// use mali_varyings::{BaseType, Driver, MemoryLayout, Slot, VaryingDescriptors};
    ///
    /// let at = |location, index, components| Slot::new(Slot::VAR0 + location, index, BaseType::Float, components);
    /// let (outputs, inputs) = ([at(0, 0, 3), at(1, 1, 2)], [at(1, 0, 2)]);
    /// let layout = MemoryLayout::place(&outputs)?;
    /// let linked = VaryingDescriptors::link(Driver::Panfrost, Arch::V10, &layout, &inputs, true)?;
    /// let uv = linked.at(Slot::VAR0 + 1);
    /// assert_eq!((uv.output, uv.input, uv.offset), (Some(outputs[1]), Some(inputs[0]), Some(16)));
    /// assert_eq!(linked.at(Slot::VAR0).input, None);
    /// # Ok::<(), mali_varyings::Error>(())
    /// ```
    #[must_use]
    pub const fn at(&self, location: u8) -> LinkedLocation {
        let output = self.layout.slot(location);
        let stored = match self.layout.offset(location) {
            Some(_) => output,
            None => None,
        };
        let Some(number) = number_of(self.inputs, location) else {
            let offset = self.layout.offset(location);
            return LinkedLocation {
                output,
                stored,
                input: None,
                read_as: None,
                offset,
                access: None,
            };
        };
        let input = self.inputs[number];
        LinkedLocation {
            output,
            stored,
            input: Some(input),
            read_as: self.read_as(input.index as u32),
            // An earlier Mesa has an offset for what is read and not stored.
            offset: self.layout.input_offset(location),
            access: self.access(input.index as u32),
        }
    }

    /// The length of a stage's table, in descriptors: one for each index up to the last. From V9 on the vertex stage has none,
    /// and the fragment stage either all or none: all with Panfrost, and with PanVK if it reads an input through one, or was
    /// compiled without the layout; before Mesa 26, if it reads an input through one.
    #[must_use]
    pub const fn descriptors(&self, stage: Stage) -> u32 {
        let has_buffers = self.arch.has_attribute_buffers();
        match stage {
            Stage::Vertex if has_buffers => table_length(self.layout.outputs()),
            Stage::Fragment if has_buffers || self.has_packet_descriptors() => {
                table_length(self.inputs)
            }
            _ => 0,
        }
    }

    const fn has_packet_descriptors(&self) -> bool {
        let is_newest = self.layout.placed_for.is_none();
        // Here the table is written even if every input is baked or not stored, in which case `access` finds no
        // descriptor.
        if is_newest && (matches!(self.driver, Driver::Panfrost) || !self.is_layout_known) {
            return true;
        }
        each!(index, 0..table_length(self.inputs), {
            if matches!(self.access(index), Some(VaryingAccess::Descriptors)) {
                return true;
            }
        });
        false
    }

    /// The format field of an input that is not written or an output that is not read. Panfrost sets no order on V4 to V7:
    /// nobody reads the value.
    pub(super) const fn constant(&self) -> u32 {
        CONSTANT
            | match (self.driver, self.arch) {
                (Driver::Panfrost, Arch::V4 | Arch::V5 | Arch::V6 | Arch::V7) => 0,
                (_, Arch::V4 | Arch::V5 | Arch::V6) => SELECTORS_0000,
                _ => ORDER_0000,
            }
    }
}
