//! A vertex stage and a fragment stage, linked.

use core::mem::MaybeUninit;

use mali_instancing::Arch;
use mali_varyings::{
    AttributeBufferVaryings, Driver, Error, Linkage, Linking, Matching, MemoryLayout, MesaVersion,
    Slots, Stage, VaryingDescriptors,
};

use crate::abi::arguments::arguments;
use crate::abi::failure::Failure;
use crate::abi::opaque::{Empty, Opaque, Tagged};
use crate::abi::status::{MALI_INST_NO_ELEMENT, mali_inst_error, mali_inst_status};
use crate::abi::values::values;
use crate::enums::{self, mali_inst_arch};
use crate::varyings::built_ins::mali_inst_built_ins;
use crate::varyings::declaration::{Declarations, mali_inst_varying};

/// The rules by which the fragment stage's inputs match the vertex stage's outputs: one of `MALI_INST_MATCHING_*`.
pub type mali_inst_matching = u32;

values! {
    mali_inst_matching read as Matching by matching, "MALI_INST_MATCHING_*, 0 to 2,";
    /// Vulkan 1.3, or earlier with `maintenance4`: an input reads the output of its location and component.
    MALI_INST_MATCHING_VULKAN = 0 => Vulkan;
    /// OpenGL with GLSL 4.40 and later: by name where neither has a location; interpolations may differ.
    MALI_INST_MATCHING_GL = 1 => Gl;
    /// OpenGL ES: by name where neither has a location; interpolations are equal.
    MALI_INST_MATCHING_GL_ES = 2 => GlEs;
}

/// The driver of Mesa that links, and its version: one of `MALI_INST_DRIVER_*`.
pub type mali_inst_driver = u32;

/// Panfrost of 2026, for OpenGL and OpenGL ES.
pub const MALI_INST_DRIVER_PANFROST: mali_inst_driver = 0;
/// PanVK of 2026, for Vulkan, on V6 and later.
pub const MALI_INST_DRIVER_PANVK: mali_inst_driver = 1;
/// Panfrost of Mesa 25.0, on V4 to V7, V9 and V10.
pub const MALI_INST_DRIVER_PANFROST_25_0: mali_inst_driver = 2;
/// PanVK of Mesa 25.0, on V6, V7 and V10.
pub const MALI_INST_DRIVER_PANVK_25_0: mali_inst_driver = 3;
/// The same as `MALI_INST_DRIVER_PANFROST_25_0`: Panfrost of Mesa 22.3 places as that of 25.0 does.
pub const MALI_INST_DRIVER_PANFROST_22_3: mali_inst_driver = 4;

pub(crate) fn driver(number: mali_inst_driver) -> Result<(Driver, MesaVersion), Failure> {
    Ok(match number {
        MALI_INST_DRIVER_PANFROST => (Driver::Panfrost, MesaVersion::V26),
        MALI_INST_DRIVER_PANVK => (Driver::PanVk, MesaVersion::V26),
        MALI_INST_DRIVER_PANFROST_25_0 | MALI_INST_DRIVER_PANFROST_22_3 => {
            (Driver::Panfrost, MesaVersion::V25_0)
        }
        MALI_INST_DRIVER_PANVK_25_0 => (Driver::PanVk, MesaVersion::V25_0),
        _ => {
            let allowed = "MALI_INST_DRIVER_*, 0 to 4,";
            return Err(Failure::value("driver", None, number, allowed));
        }
    })
}

/// The way in which the stages are compiled: one of `MALI_INST_LINKING_*`.
pub type mali_inst_linking = u32;

values! {
    mali_inst_linking read as Linking by linking, "MALI_INST_LINKING_*, 0 to 2,";
    /// A program of OpenGL: only the outputs that are read are stored. The driver's compiler packs anew what it leaves of
    /// them, so that the places are known only for slots.
    MALI_INST_LINKING_LINKED = 0 => Linked;
    /// A pipeline of Vulkan, or libraries that are linked with optimization: all outputs are stored, and their offsets
    /// are known to the fragment stage.
    MALI_INST_LINKING_MONOLITHIC = 1 => Monolithic;
    /// A separable program of OpenGL, or libraries of Vulkan that are linked fast: all outputs are stored, and found
    /// through descriptors.
    MALI_INST_LINKING_SEPARABLE = 2 => Separable;
}

/// A stage: one of `MALI_INST_STAGE_*`.
pub type mali_inst_stage = u32;

values! {
    mali_inst_stage read as Stage by stage, "MALI_INST_STAGE_*, 0 and 1,";
    /// The vertex stage, which writes varyings.
    MALI_INST_STAGE_VERTEX = 0 => Vertex;
    /// The fragment stage, which reads varyings.
    MALI_INST_STAGE_FRAGMENT = 1 => Fragment;
}

/// The size of a `mali_inst_linkage`, in units of eight bytes.
pub const MALI_INST_LINKAGE_WORDS: usize = 659;

/// Two stages that a driver has linked for an architecture, and the memory between them.
///
/// It is in the caller's memory. `mali_inst_linkage_init` fills it from declarations, `mali_inst_linkage_init_slots`
/// from slots. It may be copied, and needs no clean-up.
#[repr(C)]
pub struct mali_inst_linkage {
    /// Private to the library.
    pub opaque: [MaybeUninit<u64>; MALI_INST_LINKAGE_WORDS],
}

/// Two linked stages. Slots have no declarations.
pub(crate) struct Linked {
    pub(crate) declared: Linkage,
    pub(crate) layout: MemoryLayout,
    /// The slots that the fragment stage reads.
    pub(crate) inputs: Slots,
    driver: Driver,
    pub(crate) arch: Arch,
    is_layout_known: bool,
}

impl Linked {
    /// Sets what links the stages, and checks that it can.
    pub(crate) fn set_target(
        &mut self,
        driver: Driver,
        arch: Arch,
        is_layout_known: bool,
    ) -> Result<(), Failure> {
        (self.driver, self.arch, self.is_layout_known) = (driver, arch, is_layout_known);
        // For its errors. Each function links again, because descriptors borrow the layout and the inputs of this
        // structure.
        self.descriptors().map(|_| ())
    }

    /// The descriptors, which were checked when the stages were linked.
    pub(crate) fn descriptors(&self) -> Result<VaryingDescriptors<'_>, Failure> {
        let (layout, inputs) = (&self.layout, self.inputs.as_slice());
        let is_known = self.is_layout_known;
        let linked = VaryingDescriptors::link(self.driver, self.arch, layout, inputs, is_known);
        Ok(linked?)
    }

    /// The varyings in attribute buffers, which V4 to V7 have.
    pub(crate) fn in_buffers(&self) -> Result<AttributeBufferVaryings<'_>, Failure> {
        self.arch.check_attribute_buffers().map_err(Error::Draw)?;
        let linked = self.descriptors()?;
        let (driver, arch) = (self.driver, self.arch);
        let varyings = linked.in_buffers();
        Ok(varyings.ok_or(Error::DriverArch { driver, arch })?)
    }
}

impl Opaque for Linked {
    type Structure = mali_inst_linkage;
    const STATE: u64 = 0x6d61_6c69_6c69_6e6b;
}

impl Empty for Linked {
    const EMPTY: &'static Tagged<Self> = &Tagged::unused(Self {
        declared: Linkage::EMPTY,
        layout: MemoryLayout::EMPTY,
        inputs: Slots::EMPTY,
        driver: Driver::Panfrost,
        arch: Arch::V7,
        is_layout_known: true,
    });
}

/// The size of a linkage in the library, in bytes, for memory that a program allocates, and for other languages than
/// C. Its alignment is that of a `uint64_t`.
#[unsafe(no_mangle)]
pub extern "C" fn mali_inst_linkage_size() -> usize {
    size_of::<mali_inst_linkage>()
}

/// Links the declarations of two stages for a driver and an architecture, and decides the places of the varyings
/// between them. `mali_inst_linkage_init` is the same for a `mali_inst_linkage`, whose size it knows.
///
/// Stages that are compiled separately take locations in the order of the names, so that both stages agree. An input
/// that the vertex stage does not write is allowed, and its value is undefined. A null `built_ins` means that the
/// stages use none of them.
///
/// After an error, `linkage` is unchanged, or all functions refuse it. In an error, `element` is a varying: the
/// fragment stage's inputs are counted on after the vertex stage's outputs.
///
/// # Errors
///
/// `MALI_INST_ERROR_SIZE` if `linkage_size`, the size of the memory, is less than `mali_inst_linkage_size()`;
/// `MALI_INST_ERROR_DRIVER_ARCH` for a driver that does not support the architecture, `MALI_INST_ERROR_SLOT` for a
/// built-in variable that it does not support, and for more than 37 slots of a stage; `MALI_INST_ERROR_TOO_MANY` for
/// more than `MALI_INST_MAX_VARYINGS` in a stage; for a declaration `MALI_INST_ERROR_INTERPOLATED_INTEGER`,
/// `MALI_INST_ERROR_LOCATION` and `MALI_INST_ERROR_COMPONENT`; for a stage `MALI_INST_ERROR_NO_LOCATIONS` and
/// `MALI_INST_ERROR_SHARED_LOCATION`; for a pair that does not match `MALI_INST_ERROR_TYPE_MISMATCH`,
/// `MALI_INST_ERROR_INTERPOLATION_MISMATCH`, `MALI_INST_ERROR_PRECISION_MISMATCH`, `MALI_INST_ERROR_BEGIN_MISMATCH`,
/// `MALI_INST_ERROR_MEMBER_MISMATCH` and `MALI_INST_ERROR_LOCATION_MISMATCH`.
///
/// # Safety
///
/// The outputs, the inputs, their names and `built_ins` may be read, `linkage` and `error` may be written.
/// `built_ins` and `error` may be null.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn mali_inst_linkage_init_sized(
    linkage: *mut mali_inst_linkage,
    linkage_size: usize,
    driver: mali_inst_driver,
    arch: mali_inst_arch,
    outputs: *const mali_inst_varying,
    output_count: usize,
    inputs: *const mali_inst_varying,
    input_count: usize,
    built_ins: *const mali_inst_built_ins,
    matching: mali_inst_matching,
    linking: mali_inst_linking,
    error: *mut mali_inst_error,
) -> mali_inst_status {
    arguments!(unsafe {
        linkage[linkage_size], outputs[output_count], inputs[input_count], built_ins, error
    });
    error.status_of(|| {
        let matching = self::matching(matching)?;
        let outputs = outputs.slice()?;
        let inputs = inputs.slice()?;
        let mut written = Declarations::new(outputs, 0);
        let written = written.convert_named()?;
        // An error counts inputs from the number of outputs on, because it has one number for both arrays.
        let mut read = Declarations::new(inputs, outputs.len());
        let read = read.convert_named()?;
        let built_ins = mali_inst_built_ins::of_stages(built_ins)?;
        let ((driver, version), arch) = (self::driver(driver)?, enums::arch(arch)?);
        let linking = self::linking(linking)?;
        let link = |linked: &mut Linked| {
            let declared = &mut linked.declared;
            declared.set(written, read, matching, linking)?;
            declared.built_ins = built_ins;
            linked.inputs = declared.inputs(version, arch);
            linked.layout = MemoryLayout::place(&declared.outputs())?;
            // `place` has followed the newest Mesa. For an earlier version, the places change here.
            let placed = &mut linked.layout;
            placed.place_in_mesa(version, driver, arch, &linked.inputs)?;
            linked.set_target(driver, arch, linking != Linking::Separable)
        };
        linkage.fill(link)
    })
}

/// The first location of each varying of a stage, 0 to 31, in the order of the declarations, and the number of
/// varyings: `found`, which can be more than `capacity`. At most `capacity` are written. Stages that were linked by
/// their slots have no varyings.
///
/// # Safety
///
/// `linkage` may be read: it is zeros, or was filled by a function. `capacity` locations, `found` and `error`
/// may be written. `error` may be null.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn mali_inst_linkage_locations(
    linkage: *const mali_inst_linkage,
    stage: mali_inst_stage,
    locations: *mut u32,
    capacity: usize,
    found: *mut usize,
    error: *mut mali_inst_error,
) -> mali_inst_status {
    arguments!(unsafe { linkage, locations[capacity], found, error });
    error.status_of(|| {
        let Linked { declared, .. } = linkage.value()?;
        let interface = match self::stage(stage)? {
            Stage::Vertex => &declared.producer,
            Stage::Fragment => &declared.consumer,
        };
        let mut list = locations.list(found)?;
        for varying in 0..interface.varyings().len() {
            list.push(|| interface.location(varying).unwrap_or(MALI_INST_NO_ELEMENT));
        }
        Ok(())
    })
}
