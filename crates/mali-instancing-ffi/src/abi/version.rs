//! The version of the interface.

/// The version of the interface that this header declares.
pub const MALI_INST_ABI: u32 = 1;

/// The version of the interface that the library has: its `MALI_INST_ABI`. A program that loads the library calls this
/// first, and nothing else if its own header has another one.
#[unsafe(no_mangle)]
pub extern "C" fn mali_inst_abi() -> u32 {
    MALI_INST_ABI
}
