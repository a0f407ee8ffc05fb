//! The versions of the interface and of the library.

use core::ffi::c_char;

/// The version of the interface that this header declares.
pub const MALI_INST_ABI: u32 = 1;

/// The version of the library's interface: its `MALI_INST_ABI`. A program that loads the library calls this
/// first, and no other function if its own header has another version.
#[unsafe(no_mangle)]
pub extern "C" fn mali_inst_abi() -> u32 {
    MALI_INST_ABI
}

/// The version of the library, for a log: three numbers with points between them, and a 0 at the end. It is a constant.
/// `mali_inst_abi` decides whether a program can use the library.
#[unsafe(no_mangle)]
pub extern "C" fn mali_inst_version() -> *const c_char {
    c"0.1.0".as_ptr()
}
