//! The names of statuses.

use core::ffi::c_char;

#[allow(
    clippy::wildcard_imports,
    reason = "each status has its name, and there are many"
)]
use crate::abi::status::*;

/// The name of each of these statuses, with a 0 at its end.
macro_rules! names {
    ($status:expr, $($name:ident),+ $(,)?) => {
        match $status {
            $($name => concat!(stringify!($name), "\0"),)+
            _ => "a status of another version\0",
        }
    };
}

/// Returns the name of a status, such as `MALI_INST_ERROR_NULL`, for a log: a constant, which ends with a 0. Of a
/// number that only another version of the library has, the name is `a status of another version`.
#[unsafe(no_mangle)]
pub extern "C" fn mali_inst_status_name(status: mali_inst_status) -> *const c_char {
    let name = names!(
        status,
        MALI_INST_OK,
        MALI_INST_ERROR_NULL,
        MALI_INST_ERROR_MISALIGNED,
        MALI_INST_ERROR_TOO_MANY,
        MALI_INST_ERROR_OUTPUT_TOO_SMALL,
        MALI_INST_ERROR_VALUE,
        MALI_INST_ERROR_NO_DESCRIPTOR,
        MALI_INST_ERROR_NO_INDICES,
        MALI_INST_ERROR_DECODE,
        MALI_INST_ERROR_UNINITIALISED,
        MALI_INST_ERROR_SIZE,
        MALI_INST_ERROR_UNKNOWN_FIELD,
        MALI_INST_ERROR_VERTEX_COUNT,
        MALI_INST_ERROR_INSTANCE_COUNT,
        MALI_INST_ERROR_ZERO_DIVISOR,
        MALI_INST_ERROR_DIVISOR,
        MALI_INST_ERROR_MISALIGNED_ADDRESS,
        MALI_INST_ERROR_ADDRESS_RANGE,
        MALI_INST_ERROR_TABLE,
        MALI_INST_ERROR_INVOCATION_BITS,
        MALI_INST_ERROR_GPU_ID,
        MALI_INST_ERROR_ATTRIBUTE_BUFFER_ARCH,
        MALI_INST_ERROR_IDVS_ARCH,
        MALI_INST_ERROR_BUFFER_SIZE,
        MALI_INST_ERROR_TOO_MANY_BUFFERS,
        MALI_INST_ERROR_UNKNOWN_BUFFER,
        MALI_INST_ERROR_FORMAT,
        MALI_INST_ERROR_OFFSET,
        MALI_INST_ERROR_BUILT_IN_ID,
        MALI_INST_ERROR_INSTANCE_ID,
        MALI_INST_ERROR_BASE_VERTEX,
        MALI_INST_ERROR_INDEX_BOUNDS,
        MALI_INST_ERROR_BUFFER_COUNT,
        MALI_INST_ERROR_PADDED_VERTICES,
        MALI_INST_ERROR_RESERVED,
        MALI_INST_ERROR_MISSING_BUFFER_SIZE,
        MALI_INST_ERROR_ELEMENT_ALIGNMENT,
        MALI_INST_ERROR_UNUSED,
        MALI_INST_ERROR_SEQUENCE,
        MALI_INST_ERROR_NO_MEMORY,
        MALI_INST_ERROR_ZERO,
        MALI_INST_ERROR_PAST_END,
        MALI_INST_ERROR_NO_ACCESS,
        MALI_INST_ERROR_INTERPOLATED_INTEGER,
        MALI_INST_ERROR_LOCATION,
        MALI_INST_ERROR_COMPONENT,
        MALI_INST_ERROR_NO_LOCATIONS,
        MALI_INST_ERROR_SHARED_LOCATION,
        MALI_INST_ERROR_TYPE_MISMATCH,
        MALI_INST_ERROR_INTERPOLATION_MISMATCH,
        MALI_INST_ERROR_PRECISION_MISMATCH,
        MALI_INST_ERROR_BEGIN_MISMATCH,
        MALI_INST_ERROR_MEMBER_MISMATCH,
        MALI_INST_ERROR_LOCATION_MISMATCH,
        MALI_INST_ERROR_REGISTERS,
        MALI_INST_ERROR_DOES_NOT_FIT,
        MALI_INST_ERROR_NOT_IN_EDITION,
        MALI_INST_ERROR_UNKNOWN_INSTANCES,
        MALI_INST_ERROR_CAPTURE,
        MALI_INST_ERROR_SLOT,
        MALI_INST_ERROR_DRIVER_ARCH,
        MALI_INST_ERROR_OTHER,
    );
    name.as_ptr().cast()
}
