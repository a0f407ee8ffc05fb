//! The version of the interface.

/// The version of the interface that this header declares.
pub const MALI_INST_ABI: u32 = 1;

/// The version of the library's interface: its `MALI_INST_ABI`. A program that loads the library calls this
/// first, and no other function if its own header has another version.
#[unsafe(no_mangle)]
pub extern "C" fn mali_inst_abi() -> u32 {
    MALI_INST_ABI
}
