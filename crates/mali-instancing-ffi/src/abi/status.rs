//! The errors of calls: a number for the program, a text for people.

use core::ffi::c_char;

/// The result of a function: `MALI_INST_OK`, or one of `MALI_INST_ERROR_*`.
pub type mali_inst_status = u32;

/// The function succeeded.
pub const MALI_INST_OK: mali_inst_status = 0;
/// A pointer is null and must not be.
pub const MALI_INST_ERROR_NULL: mali_inst_status = 1;
/// A pointer is not aligned to the type that it points to.
pub const MALI_INST_ERROR_MISALIGNED: mali_inst_status = 2;
/// An array has more elements than are allowed.
pub const MALI_INST_ERROR_TOO_MANY: mali_inst_status = 3;
/// An array has fewer elements than are needed.
pub const MALI_INST_ERROR_OUTPUT_TOO_SMALL: mali_inst_status = 4;
/// A number that is not one of an enumeration's values.
pub const MALI_INST_ERROR_VALUE: mali_inst_status = 5;
/// No descriptor begins at a word.
pub const MALI_INST_ERROR_NO_DESCRIPTOR: mali_inst_status = 6;
/// Every index restarts a primitive, so that nothing is drawn.
pub const MALI_INST_ERROR_NO_INDICES: mali_inst_status = 7;
/// Words are not a descriptor.
pub const MALI_INST_ERROR_DECODE: mali_inst_status = 8;
/// Memory that no function has initialised, and words that are not a pipeline's constant.
pub const MALI_INST_ERROR_UNINITIALISED: mali_inst_status = 9;

/// A structure that is smaller than the library's: the caller's header is of another version.
pub const MALI_INST_ERROR_SIZE: mali_inst_status = 10;

/// A field that this version of the library does not know: a reserved word of a structure is not 0.
pub const MALI_INST_ERROR_UNKNOWN_FIELD: mali_inst_status = 11;

/// A draw of no vertices, or of more than can be padded.
pub const MALI_INST_ERROR_VERTEX_COUNT: mali_inst_status = 16;
/// A draw of no instances, or of more threads than ids of 32 bits can number.
pub const MALI_INST_ERROR_INSTANCE_COUNT: mali_inst_status = 17;
/// A divisor of 0 with `MALI_INST_RATE_INSTANCE`.
pub const MALI_INST_ERROR_ZERO_DIVISOR: mali_inst_status = 18;
/// A divisor whose product with the padded vertex count does not fit 32 bits.
pub const MALI_INST_ERROR_DIVISOR: mali_inst_status = 19;
/// An address of a single descriptor that is not a multiple of 64.
pub const MALI_INST_ERROR_MISALIGNED_ADDRESS: mali_inst_status = 20;
/// An address of more than 56 bits.
pub const MALI_INST_ERROR_ADDRESS_RANGE: mali_inst_status = 21;
/// A resource table above 63.
pub const MALI_INST_ERROR_TABLE: mali_inst_status = 22;
/// An invocation whose dimensions take more than 32 bits.
pub const MALI_INST_ERROR_INVOCATION_BITS: mali_inst_status = 23;
/// A product id or a `GPU_ID` that belongs to no known Mali.
pub const MALI_INST_ERROR_GPU_ID: mali_inst_status = 24;
/// An attribute buffer on an architecture that has no such descriptor.
pub const MALI_INST_ERROR_ATTRIBUTE_BUFFER_ARCH: mali_inst_status = 25;
/// Index-driven vertex shading on an architecture that does not have it.
pub const MALI_INST_ERROR_IDVS_ARCH: mali_inst_status = 26;
/// A size that does not fit 32 bits: of a buffer with the unaligned part of its address, or of a buffer of varyings.
pub const MALI_INST_ERROR_BUFFER_SIZE: mali_inst_status = 27;
/// More buffers than an attribute's index can number.
pub const MALI_INST_ERROR_TOO_MANY_BUFFERS: mali_inst_status = 28;
/// An attribute of a buffer that does not exist.
pub const MALI_INST_ERROR_UNKNOWN_BUFFER: mali_inst_status = 29;
/// A format that the architecture cannot fetch.
pub const MALI_INST_ERROR_FORMAT: mali_inst_status = 30;
/// An attribute's offset, or a first instance, that does not fit 32 bits with the numbers that are added to it.
pub const MALI_INST_ERROR_OFFSET: mali_inst_status = 31;
/// A vertex or instance ID as an attribute, on an architecture that has them in registers.
pub const MALI_INST_ERROR_BUILT_IN_ID: mali_inst_status = 32;
/// The instance ID of a draw of one instance and more than 2^31 vertices.
pub const MALI_INST_ERROR_INSTANCE_ID: mali_inst_status = 33;
/// An index that gives an invalid vertex when the base vertex is added.
pub const MALI_INST_ERROR_BASE_VERTEX: mali_inst_status = 34;
/// Indices that span 2^32 vertices, or a stated minimum that is above the stated maximum.
pub const MALI_INST_ERROR_INDEX_BOUNDS: mali_inst_status = 35;
/// More or fewer ranges than buffers.
pub const MALI_INST_ERROR_BUFFER_COUNT: mali_inst_status = 36;
/// A number that is not a padded vertex count, or is below the vertices of the draw.
pub const MALI_INST_ERROR_PADDED_VERTICES: mali_inst_status = 37;
/// More than 255 of the driver's own descriptors in a table.
pub const MALI_INST_ERROR_RESERVED: mali_inst_status = 38;
/// A buffer of which neither the pipeline nor the range has a size.
pub const MALI_INST_ERROR_MISSING_BUFFER_SIZE: mali_inst_status = 39;
/// An offset, a stride or an address that is not a multiple of the alignment of an attribute's format.
pub const MALI_INST_ERROR_ELEMENT_ALIGNMENT: mali_inst_status = 40;
/// A rule that the architecture does not have: `unaligned` from V6 on.
pub const MALI_INST_ERROR_UNUSED: mali_inst_status = 41;
/// Work that is older than what was drawn, or finished.
pub const MALI_INST_ERROR_SEQUENCE: mali_inst_status = 64;
/// No memory for a draw, and none that waiting makes.
pub const MALI_INST_ERROR_NO_MEMORY: mali_inst_status = 65;
/// A ring, a change or an address of 0.
pub const MALI_INST_ERROR_ZERO: mali_inst_status = 66;
/// Data past the end of its buffer.
pub const MALI_INST_ERROR_PAST_END: mali_inst_status = 67;
/// Bytes that a callback does not provide.
pub const MALI_INST_ERROR_NO_ACCESS: mali_inst_status = 68;
/// A varying of integers that is not flat.
pub const MALI_INST_ERROR_INTERPOLATED_INTEGER: mali_inst_status = 96;
/// A location above 31, or a varying that takes locations above 31.
pub const MALI_INST_ERROR_LOCATION: mali_inst_status = 97;
/// A component at which a varying of its type cannot begin.
pub const MALI_INST_ERROR_COMPONENT: mali_inst_status = 98;
/// A varying for which no free locations in a row are left.
pub const MALI_INST_ERROR_NO_LOCATIONS: mali_inst_status = 99;
/// A varying at a location where another has the same components or another type.
pub const MALI_INST_ERROR_SHARED_LOCATION: mali_inst_status = 100;
/// A fragment stage's varying of another type than the vertex stage writes.
pub const MALI_INST_ERROR_TYPE_MISMATCH: mali_inst_status = 101;
/// A fragment stage's varying of another interpolation than the vertex stage's.
pub const MALI_INST_ERROR_INTERPOLATION_MISMATCH: mali_inst_status = 102;
/// A fragment stage's varying of another precision than that of a separately compiled vertex stage.
pub const MALI_INST_ERROR_PRECISION_MISMATCH: mali_inst_status = 103;
/// A fragment stage's varying that begins in the middle of the vertex stage's.
pub const MALI_INST_ERROR_BEGIN_MISMATCH: mali_inst_status = 104;
/// A member of a fragment stage's block or structure that the vertex stage's of that name does not have there.
pub const MALI_INST_ERROR_MEMBER_MISMATCH: mali_inst_status = 105;
/// A fragment stage's varying without a location that has another one in a separately compiled vertex stage.
pub const MALI_INST_ERROR_LOCATION_MISMATCH: mali_inst_status = 106;
/// A number of registers that is not 1 to 64.
pub const MALI_INST_ERROR_REGISTERS: mali_inst_status = 107;
/// A varying that does not fit into the registers.
pub const MALI_INST_ERROR_DOES_NOT_FIT: mali_inst_status = 108;
/// A varying with a type or qualifier that the edition of GLSL ES does not have.
pub const MALI_INST_ERROR_NOT_IN_EDITION: mali_inst_status = 109;
/// Memory for varyings of a draw whose number of instances is not known.
pub const MALI_INST_ERROR_UNKNOWN_INSTANCES: mali_inst_status = 110;
/// A capture of a varying, an element or a component that does not exist.
pub const MALI_INST_ERROR_CAPTURE: mali_inst_status = 111;
/// A slot that no stage can have, one of a built-in variable that the driver does not support, or a second one of its
/// location or index.
pub const MALI_INST_ERROR_SLOT: mali_inst_status = 112;
/// An architecture that the driver, in the version that was named, does not support.
pub const MALI_INST_ERROR_DRIVER_ARCH: mali_inst_status = 113;
/// Another error, which is in the text.
pub const MALI_INST_ERROR_OTHER: mali_inst_status = 255;

/// The `element` of an error that is not about an element of an array.
pub const MALI_INST_NO_ELEMENT: u32 = u32::MAX;

/// The size of the text of an error in bytes, with its 0.
pub const MALI_INST_ERROR_TEXT_SIZE: usize = 256;

/// An error with its numbers. Only a function that fails fills it.
#[repr(C)]
pub struct mali_inst_error {
    /// The status that the function returned.
    pub status: mali_inst_status,
    /// The buffer, attribute, varying, slot, capture or word that is wrong; otherwise `MALI_INST_NO_ELEMENT`.
    pub element: u32,
    /// A sentence with the invalid numbers and the allowed ones. It ends with a 0. It is empty in a library
    /// that was built without texts.
    pub text: [c_char; MALI_INST_ERROR_TEXT_SIZE],
}
