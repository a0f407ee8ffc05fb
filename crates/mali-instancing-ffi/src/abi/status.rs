//! The errors of calls: a number for the program, a text for people.

use core::ffi::c_char;

use mali_instancing::Error;
use mali_instancing::draw::DrawError;

use crate::abi::cause::Cause;

/// The result of a function: `MALI_INST_OK`, or one of `MALI_INST_ERROR_*`.
pub type mali_inst_status = u32;

/// Declares the statuses in rows: documentation, name, number, and the causes and errors that have the status. The
/// header's generator reads the rows as text, so a number is a literal. Every cause needs a row, or an arm below if an
/// error has its status; an error without a row is `MALI_INST_ERROR_OTHER`.
macro_rules! statuses {
    ($type:ident; $(
        $(#[$documentation:meta])*
        $name:ident = $number:literal
        $(cause[$($cause:ident)+])? $(error[$($error:ident)+])? $(draw[$($draw:ident)+])?
        $(planner[$($planner:ident)+])? $(varyings[$($varyings:ident)+])? $(mismatch[$($mismatch:ident)+])?;
    )+) => {
        $($(#[$documentation])* pub const $name: $type = $number;)+

        /// The status's name, with a 0 at its end.
        fn name(status: mali_inst_status) -> &'static str {
            match status {
                $($name => concat!(stringify!($name), "\0"),)+
                _ => "a status of another version\0",
            }
        }

        // A constant where the cause is made: 380 bytes less of firmware.
        #[inline(always)]
        pub(super) fn of_cause(cause: &Cause) -> mali_inst_status {
            match cause {
                Cause::Draw(error) => of_draw(error),
                #[cfg(feature = "planner")]
                Cause::Planner(error) => of_planner(error),
                #[cfg(feature = "varyings")]
                Cause::Varyings { error, .. } => of_varyings(error),
                #[cfg(feature = "varyings")]
                Cause::VaryingBuffer { error, .. } => of_error(error),
                $($($(Cause::$cause { .. })|+ => $name,)?)+
            }
        }

        pub(super) fn of_error(error: &Error) -> mali_inst_status {
            let status: u8 = match error {
                $($($(Error::$error { .. })|+ => $number,)?)+
                _ => const { MALI_INST_ERROR_OTHER as u8 },
            };
            // Otherwise the compiler widens the whole table, to four bytes for each error.
            core::hint::black_box(status).into()
        }

        // Apart from its caller: 16 bytes less of firmware.
        #[inline(never)]
        fn of_draw(error: &DrawError) -> mali_inst_status {
            match error {
                DrawError::Draw(error) | DrawError::Buffer { error, .. } => of_error(error),
                $($($(DrawError::$draw { .. })|+ => $name,)?)+
                _ => MALI_INST_ERROR_OTHER,
            }
        }

        #[cfg(feature = "planner")]
        fn of_planner(error: &mali_buffers::Error) -> mali_inst_status {
            match error {
                $($($(mali_buffers::Error::$planner { .. })|+ => $name,)?)+
                _ => MALI_INST_ERROR_OTHER,
            }
        }

        #[cfg(feature = "varyings")]
        fn of_varyings(error: &mali_varyings::Error) -> mali_inst_status {
            use mali_varyings::{Error, Mismatch};
            match error {
                Error::Draw(error) => of_error(error),
                $($($(Error::$varyings { .. })|+ => $name,)?)+
                $($($(Error::Mismatch { mismatch: Mismatch::$mismatch { .. }, .. })|+ => $name,)?)+
                _ => MALI_INST_ERROR_OTHER,
            }
        }
    };
}

statuses! {
    mali_inst_status;
    /// The function succeeded.
    MALI_INST_OK = 0;
    /// A pointer is null and must not be.
    MALI_INST_ERROR_NULL = 1 cause[Null];
    /// A pointer is not aligned to the type that it points to.
    MALI_INST_ERROR_MISALIGNED = 2 cause[Misaligned];
    /// An array has more elements than are allowed.
    MALI_INST_ERROR_TOO_MANY = 3 cause[TooMany] planner[TooManyAttributes] varyings[TooManyVaryings];
    /// An array has fewer elements than are needed.
    MALI_INST_ERROR_OUTPUT_TOO_SMALL = 4 cause[TooFewWords] draw[OutputTooSmall] planner[TooShort];
    /// A number that is not one of an enumeration's values, or of a binding that is not there.
    MALI_INST_ERROR_VALUE = 5 cause[Value] planner[UnknownBinding];
    /// No descriptor begins at a word.
    MALI_INST_ERROR_NO_DESCRIPTOR = 6 cause[NoDescriptor];
    /// Every index restarts a primitive, so that nothing is drawn.
    MALI_INST_ERROR_NO_INDICES = 7 cause[NoIndices];
    /// Words are not a descriptor.
    MALI_INST_ERROR_DECODE = 8 cause[Decode];
    /// Memory that no function has initialised, and words that are not a pipeline's constant.
    MALI_INST_ERROR_UNINITIALISED = 9 cause[Uninitialised NoPipeline];
    /// A structure that is smaller than the library's: the caller's header is of another version.
    MALI_INST_ERROR_SIZE = 10 cause[Size];
    /// A field that this version of the library does not know: a reserved word of a structure is not 0.
    MALI_INST_ERROR_UNKNOWN_FIELD = 11 cause[UnknownField];
    /// A draw of no vertices, or of more than can be padded.
    MALI_INST_ERROR_VERTEX_COUNT = 16 error[VertexCount];
    /// A draw of no instances, or of more threads than ids of 32 bits can number.
    MALI_INST_ERROR_INSTANCE_COUNT = 17 error[InstanceCount];
    /// A divisor of 0 with `MALI_INST_RATE_INSTANCE`.
    MALI_INST_ERROR_ZERO_DIVISOR = 18 cause[ZeroDivisor] error[ZeroDivisor];
    /// A divisor whose product with the padded vertex count does not fit 32 bits.
    MALI_INST_ERROR_DIVISOR = 19 error[Divisor];
    /// An address of a single descriptor that is not a multiple of 64.
    MALI_INST_ERROR_MISALIGNED_ADDRESS = 20 error[MisalignedAddress];
    /// An address of more than 56 bits.
    MALI_INST_ERROR_ADDRESS_RANGE = 21 error[AddressRange];
    /// A resource table above 63.
    MALI_INST_ERROR_TABLE = 22 error[Table];
    /// An invocation whose dimensions take more than 32 bits.
    MALI_INST_ERROR_INVOCATION_BITS = 23 error[InvocationBits];
    /// A product id or a `GPU_ID` that belongs to no known Mali.
    MALI_INST_ERROR_GPU_ID = 24 error[ProductId GpuId];
    /// An attribute buffer on an architecture that has no such descriptor.
    MALI_INST_ERROR_ATTRIBUTE_BUFFER_ARCH = 25 error[AttributeBufferArch];
    /// Index-driven vertex shading on an architecture that does not have it.
    MALI_INST_ERROR_IDVS_ARCH = 26 error[IdvsArch];
    /// A size that does not fit 32 bits: of a buffer with the unaligned part of its address, or of a buffer of varyings.
    MALI_INST_ERROR_BUFFER_SIZE = 27 error[BufferSize] draw[BufferSize] varyings[BufferSize];
    /// More buffers than an attribute's index can number.
    MALI_INST_ERROR_TOO_MANY_BUFFERS = 28 error[BufferIndex] draw[TooManyBuffers];
    /// An attribute of a buffer that does not exist.
    MALI_INST_ERROR_UNKNOWN_BUFFER = 29 draw[UnknownBuffer] planner[UnknownBuffer];
    /// A format that the architecture cannot fetch.
    MALI_INST_ERROR_FORMAT = 30 draw[Format];
    /// An attribute's offset, or a first instance, that does not fit 32 bits with the numbers that are added to it.
    MALI_INST_ERROR_OFFSET = 31 draw[Offset FirstInstance];
    /// A vertex or instance ID as an attribute, on an architecture that has them in registers.
    MALI_INST_ERROR_BUILT_IN_ID = 32 draw[BuiltInId];
    /// The instance ID of a draw of one instance and more than 2^31 vertices.
    MALI_INST_ERROR_INSTANCE_ID = 33 draw[InstanceId];
    /// An index that gives an invalid vertex when the base vertex is added.
    MALI_INST_ERROR_BASE_VERTEX = 34 draw[BaseVertex];
    /// Indices that span 2^32 vertices, or a stated minimum that is above the stated maximum.
    MALI_INST_ERROR_INDEX_BOUNDS = 35 draw[IndexBounds];
    /// More or fewer ranges than buffers.
    MALI_INST_ERROR_BUFFER_COUNT = 36 draw[BufferCount];
    /// A number that is not a padded vertex count, or is below the vertices of the draw.
    MALI_INST_ERROR_PADDED_VERTICES = 37 error[PaddedCount PaddedVertices];
    /// More than 255 of the driver's own descriptors in a table.
    MALI_INST_ERROR_RESERVED = 38 error[Reserved];
    /// A buffer of which neither the pipeline nor the range has a size.
    MALI_INST_ERROR_MISSING_BUFFER_SIZE = 39 draw[MissingBufferSize];
    /// An offset, a stride or an address that is not a multiple of the alignment of an attribute's format.
    MALI_INST_ERROR_ELEMENT_ALIGNMENT = 40 draw[UnalignedOffset UnalignedBuffer];
    /// A rule that the architecture does not have: `unaligned` from V6 on.
    MALI_INST_ERROR_UNUSED = 41 error[Unused];
    /// Work that is older than what was drawn, or finished.
    MALI_INST_ERROR_SEQUENCE = 64 planner[Sequence];
    /// No memory for a draw, and none that waiting makes.
    MALI_INST_ERROR_NO_MEMORY = 65 planner[NoMemory];
    /// A ring, a change or an address of 0.
    MALI_INST_ERROR_ZERO = 66 cause[ZeroAddress] planner[ZeroSize];
    /// Data past the end of its buffer.
    MALI_INST_ERROR_PAST_END = 67 planner[PastEnd AttributePastEnd IndicesPastEnd];
    /// Bytes that a callback does not provide.
    MALI_INST_ERROR_NO_ACCESS = 68 planner[Unreadable Unwritable];
    /// A varying of integers that is not flat.
    MALI_INST_ERROR_INTERPOLATED_INTEGER = 96 varyings[InterpolatedInteger];
    /// A location above 31, or a varying that takes locations above 31.
    MALI_INST_ERROR_LOCATION = 97 varyings[Location LocationRange];
    /// A component at which a varying of its type cannot begin.
    MALI_INST_ERROR_COMPONENT = 98 varyings[Component];
    /// A varying for which no free locations in a row are left.
    MALI_INST_ERROR_NO_LOCATIONS = 99 varyings[NoLocations];
    /// A varying at a location where another has the same components or another type.
    MALI_INST_ERROR_SHARED_LOCATION = 100 varyings[SharedLocation];
    /// A fragment stage's varying of another type than the vertex stage writes.
    MALI_INST_ERROR_TYPE_MISMATCH = 101 mismatch[Type];
    /// A fragment stage's varying of another interpolation than the vertex stage's.
    MALI_INST_ERROR_INTERPOLATION_MISMATCH = 102 mismatch[Interpolation];
    /// A fragment stage's varying of another precision than that of a separately compiled vertex stage.
    MALI_INST_ERROR_PRECISION_MISMATCH = 103 mismatch[Precision];
    /// A fragment stage's varying that begins in the middle of the vertex stage's.
    MALI_INST_ERROR_BEGIN_MISMATCH = 104 mismatch[Begin];
    /// A member of a fragment stage's block or structure that the vertex stage's of that name does not have there.
    MALI_INST_ERROR_MEMBER_MISMATCH = 105 mismatch[Member];
    /// A fragment stage's varying without a location that has another one in a separately compiled vertex stage.
    MALI_INST_ERROR_LOCATION_MISMATCH = 106 mismatch[Location];
    /// A number of registers that is not 1 to 64.
    MALI_INST_ERROR_REGISTERS = 107 varyings[Registers];
    /// A varying that does not fit into the registers.
    MALI_INST_ERROR_DOES_NOT_FIT = 108 varyings[DoesNotFit];
    /// A varying with a type or qualifier that the edition of GLSL ES does not have.
    MALI_INST_ERROR_NOT_IN_EDITION = 109 varyings[NotInEdition];
    /// Memory for varyings of a draw whose number of instances is not known.
    MALI_INST_ERROR_UNKNOWN_INSTANCES = 110 varyings[UnknownInstances];
    /// A capture of a varying, an element or a component that does not exist.
    MALI_INST_ERROR_CAPTURE = 111 varyings[CapturedVarying CapturedElement CapturedComponent SkippedComponents SeparateGap];
    /// A slot that no stage can have, one of a built-in variable that the driver does not support, or a second one of its
    /// location or index.
    MALI_INST_ERROR_SLOT = 112 varyings[InvalidSlot TooManySlots BuiltIn];
    /// An architecture that the driver, in the version that was named, does not support.
    MALI_INST_ERROR_DRIVER_ARCH = 113 varyings[DriverArch MesaVersion];
    /// Another error, which is in the text.
    MALI_INST_ERROR_OTHER = 255;
}

/// The `element` of an error that is not about an element of an array.
pub const MALI_INST_NO_ELEMENT: u32 = u32::MAX;

/// The size of the text of an error in bytes, with its 0.
pub const MALI_INST_ERROR_TEXT_SIZE: usize = 256;

/// An error with its numbers. Only a function that fails fills it.
#[repr(C)]
pub struct mali_inst_error {
    /// The status that the function returned.
    pub status: mali_inst_status,
    /// The buffer, binding, attribute, varying, slot, capture or word that is wrong; otherwise `MALI_INST_NO_ELEMENT`.
    pub element: u32,
    /// A sentence with the invalid numbers and the allowed ones. It ends with a 0. It is empty in a library
    /// that was built without texts.
    pub text: [c_char; MALI_INST_ERROR_TEXT_SIZE],
}

/// Returns the name of a status, such as `MALI_INST_ERROR_NULL`, for a log: a constant, which ends with a 0. Of a
/// number that only another version of the library has, the name is `a status of another version`.
#[unsafe(no_mangle)]
pub extern "C" fn mali_inst_status_name(status: mali_inst_status) -> *const c_char {
    name(status).as_ptr().cast()
}
