// SPDX-License-Identifier: MIT OR Apache-2.0
//
// The C interface of mali-instancing: C99, and C++.
//
// header/header.rs writes this file from src/; do not edit it.
//
// Every function that can fail returns a status: MALI_INST_OK, or the number of an error. Three return lengths instead:
// mali_inst_draw_write, whose status mali_inst_draw_error returns, and mali_inst_vertex_input_words and
// mali_inst_planner_state_words, which return 0 for what they refuse. The argument `error` can be null; otherwise a
// function that fails fills it. Any function can return MALI_INST_ERROR_NULL, MALI_INST_ERROR_MISALIGNED for a pointer
// that is not aligned to its type, MALI_INST_ERROR_TOO_MANY for a length that no memory has, MALI_INST_ERROR_VALUE for
// a number that is not allowed, MALI_INST_ERROR_UNKNOWN_FIELD for a reserved word that is not 0, and
// MALI_INST_ERROR_UNINITIALISED for zeros in place of what a function fills. The other errors of a function are under
// "Errors". No function can check the conditions under "Safety": the caller must ensure them. The capacity of memory
// that a function writes is always checked.
//
// The tables of a draw can be in write-combined memory: no word of them is read, and a word is written twice only in
// rare draws, of more than 16 buffers or with offsets of 2^29 bytes or more.
//
// All memory belongs to the caller. The library keeps values only in the structures of `opaque` words and in a
// planner's states, and one pointer: a mali_inst_planner_buffer keeps that to the bounds of
// mali_inst_planner_buffer_keep_bounds, which must not be moved as long as the buffer has them, and neither must
// states. The other structures may be moved and discarded while no function uses them. Any number of threads may call
// functions on structures of their own, and share structures that do not change. An array without elements may be null.
// Memory that a function writes must not overlap any other memory that it gets. It need not be initialised, except for
// the words of tables and the memory that a callback of a mali_inst_gpu_memory returns.
#ifndef MALI_INST_H
#define MALI_INST_H

#include <stddef.h>
#include <stdint.h>

// The enumerations have 32 bits, whatever a compiler's own choice is (-fshort-enums).
#ifdef __GNUC__
#define MALI_INST_ENUM __attribute__((__mode__(__SI__)))
#else
#define MALI_INST_ENUM
#endif

#ifdef __cplusplus
extern "C" {
#endif

// The version of the interface that this header declares.
#define MALI_INST_ABI 1

// The version of the library's interface: its `MALI_INST_ABI`. A program that loads the library calls this
// first, and no other function if its own header has another version.
uint32_t mali_inst_abi(void);

// The version of the library, for a log: three numbers with points between them, and a 0 at the end. It is a constant.
// `mali_inst_abi` decides whether a program can use the library.
const char *mali_inst_version(void);

// The architecture of a Mali GPU: one of `MALI_INST_ARCH_*`, the architecture's number.
typedef enum mali_inst_arch {
  // Midgard: Mali-T600 to T720.
  MALI_INST_ARCH_V4 = 4,
  // Midgard: Mali-T760 to T880.
  MALI_INST_ARCH_V5 = 5,
  // Bifrost: Mali-G71 and G72.
  MALI_INST_ARCH_V6 = 6,
  // Bifrost: Mali-G31, G51, G52 and G76.
  MALI_INST_ARCH_V7 = 7,
  // Valhall: Mali-G57, G77 and G78.
  MALI_INST_ARCH_V9 = 9,
  // Valhall with a command stream frontend: Mali-G310, G510, G610 and G710.
  MALI_INST_ARCH_V10 = 10,
  // Valhall with a command stream frontend: Mali-G615, G715 and Immortalis-G715.
  MALI_INST_ARCH_V11 = 11,
  // Fifth generation: Mali-G620 and Immortalis-G720.
  MALI_INST_ARCH_V12 = 12,
  // Fifth generation: Mali-G725 and Immortalis-G925.
  MALI_INST_ARCH_V13 = 13,
  // Fifth generation: Mali-G1-Pro, G1-Premium and G1-Ultra.
  MALI_INST_ARCH_V14 = 14,
  // Mali-G2-Pro, G2-Premium and G2-Ultra.
  MALI_INST_ARCH_V15 = 15,
} MALI_INST_ENUM mali_inst_arch;

// The rule by which a vertex count is padded: one of `MALI_INST_PADDING_*`. There is no 0, since drivers differ.
typedef enum mali_inst_padding {
  // The documented rule: the smallest representable multiple of four above the vertex count. Below 20 vertices no
  // driver known to us writes these counts.
  MALI_INST_PADDING_HARDWARE = 1,
  // The smallest representable count that is at least the vertex count. From 20 vertices on no driver in use writes
  // these counts, and no chip is known to have run them.
  MALI_INST_PADDING_TIGHT = 2,
  // Tight below 20 vertices, the documented rule from 20 on: what Mesa's direct draws emit.
  MALI_INST_PADDING_MESA = 3,
} MALI_INST_ENUM mali_inst_padding;

// The rule by which multipliers are rounded: one of `MALI_INST_ROUNDING_*`. Both are exact.
typedef enum mali_inst_rounding {
  // Down wherever that is exact, otherwise up: the documented rule.
  MALI_INST_ROUNDING_ROUND_DOWN = 0,
  // To the nearer integer: Mesa since 2025, and Arm's driver.
  MALI_INST_ROUNDING_NEAREST = 1,
} MALI_INST_ENUM mali_inst_rounding;

// The layout of the descriptors of buffers in the table of V4 to V7: one of `MALI_INST_LAYOUT_*`.
typedef enum mali_inst_layout {
  // One descriptor after the other, as drivers write them. The index of a buffer's descriptor depends on the counts.
  MALI_INST_LAYOUT_DRIVER = 0,
  // Two descriptors for each buffer, so that no word moves with the counts.
  MALI_INST_LAYOUT_FIXED = 1,
} MALI_INST_ENUM mali_inst_layout;

// The rate at which a buffer's elements follow each other: one of `MALI_INST_RATE_*`.
typedef enum mali_inst_rate {
  // An element per vertex: GL's divisor 0.
  MALI_INST_RATE_VERTEX = 0,
  // An element per `divisor` instances, at least 1.
  MALI_INST_RATE_INSTANCE = 1,
  // One element for all vertices and instances: Vulkan's divisor 0.
  MALI_INST_RATE_CONSTANT = 2,
} MALI_INST_ENUM mali_inst_rate;

// The format of an attribute's bytes: one of `MALI_INST_FORMAT_*`, with Vulkan's name and number, so that a `VkFormat`
// can be given unchanged. A format that Vulkan does not have has Gallium's name and a number from 0x10000 on.
typedef uint32_t mali_inst_format;

// The result of a function: `MALI_INST_OK`, or one of `MALI_INST_ERROR_*`.
typedef enum mali_inst_status {
  // The function succeeded.
  MALI_INST_OK = 0,
  // A pointer is null and must not be.
  MALI_INST_ERROR_NULL = 1,
  // A pointer is not aligned to the type that it points to.
  MALI_INST_ERROR_MISALIGNED = 2,
  // An array has more elements than are allowed.
  MALI_INST_ERROR_TOO_MANY = 3,
  // An array has fewer elements than are needed.
  MALI_INST_ERROR_OUTPUT_TOO_SMALL = 4,
  // A number that is not one of an enumeration's values, or of a binding that is not there.
  MALI_INST_ERROR_VALUE = 5,
  // No descriptor begins at a word.
  MALI_INST_ERROR_NO_DESCRIPTOR = 6,
  // Every index restarts a primitive, so that nothing is drawn.
  MALI_INST_ERROR_NO_INDICES = 7,
  // Words are not a descriptor.
  MALI_INST_ERROR_DECODE = 8,
  // Memory that no function has initialised, and words that are not a pipeline's constant.
  MALI_INST_ERROR_UNINITIALISED = 9,
  // A structure that is smaller than the library's: the caller's header is of another version.
  MALI_INST_ERROR_SIZE = 10,
  // A field that this version of the library does not know: a reserved word of a structure is not 0.
  MALI_INST_ERROR_UNKNOWN_FIELD = 11,
  // A draw of no vertices, or of more than can be padded.
  MALI_INST_ERROR_VERTEX_COUNT = 16,
  // A draw of no instances, or of more threads than ids of 32 bits can number.
  MALI_INST_ERROR_INSTANCE_COUNT = 17,
  // A divisor of 0 with `MALI_INST_RATE_INSTANCE`.
  MALI_INST_ERROR_ZERO_DIVISOR = 18,
  // A divisor whose product with the padded vertex count does not fit 32 bits.
  MALI_INST_ERROR_DIVISOR = 19,
  // An address of a single descriptor that is not a multiple of 64.
  MALI_INST_ERROR_MISALIGNED_ADDRESS = 20,
  // An address of more than 56 bits.
  MALI_INST_ERROR_ADDRESS_RANGE = 21,
  // A resource table above 63.
  MALI_INST_ERROR_TABLE = 22,
  // An invocation whose dimensions take more than 32 bits.
  MALI_INST_ERROR_INVOCATION_BITS = 23,
  // A product id or a `GPU_ID` that belongs to no known Mali.
  MALI_INST_ERROR_GPU_ID = 24,
  // An attribute buffer on an architecture that has no such descriptor.
  MALI_INST_ERROR_ATTRIBUTE_BUFFER_ARCH = 25,
  // Index-driven vertex shading on an architecture that does not have it.
  MALI_INST_ERROR_IDVS_ARCH = 26,
  // A size that does not fit 32 bits: of a buffer with the unaligned part of its address, or of a buffer of varyings.
  MALI_INST_ERROR_BUFFER_SIZE = 27,
  // More buffers than an attribute's index can number.
  MALI_INST_ERROR_TOO_MANY_BUFFERS = 28,
  // An attribute of a buffer that does not exist.
  MALI_INST_ERROR_UNKNOWN_BUFFER = 29,
  // A format that the architecture cannot fetch.
  MALI_INST_ERROR_FORMAT = 30,
  // An attribute's offset, or a first instance, that does not fit 32 bits with the numbers that are added to it.
  MALI_INST_ERROR_OFFSET = 31,
  // A vertex or instance ID as an attribute, on an architecture that has them in registers.
  MALI_INST_ERROR_BUILT_IN_ID = 32,
  // The instance ID of a draw of one instance and more than 2^31 vertices.
  MALI_INST_ERROR_INSTANCE_ID = 33,
  // An index that gives an invalid vertex when the base vertex is added.
  MALI_INST_ERROR_BASE_VERTEX = 34,
  // Indices that span 2^32 vertices, or a stated minimum that is above the stated maximum.
  MALI_INST_ERROR_INDEX_BOUNDS = 35,
  // More or fewer ranges than buffers.
  MALI_INST_ERROR_BUFFER_COUNT = 36,
  // A number that is not a padded vertex count, or is below the vertices of the draw.
  MALI_INST_ERROR_PADDED_VERTICES = 37,
  // More than 255 of the driver's own descriptors in a table.
  MALI_INST_ERROR_RESERVED = 38,
  // A buffer of which neither the pipeline nor the range has a size.
  MALI_INST_ERROR_MISSING_BUFFER_SIZE = 39,
  // An offset, a stride or an address that is not a multiple of the alignment of an attribute's format.
  MALI_INST_ERROR_ELEMENT_ALIGNMENT = 40,
  // A rule that the architecture does not have: `unaligned` from V6 on.
  MALI_INST_ERROR_UNUSED = 41,
  // Work that is older than what was drawn, or finished.
  MALI_INST_ERROR_SEQUENCE = 64,
  // No memory for a draw, and none that waiting makes.
  MALI_INST_ERROR_NO_MEMORY = 65,
  // A ring, a change or an address of 0.
  MALI_INST_ERROR_ZERO = 66,
  // Data past the end of its buffer.
  MALI_INST_ERROR_PAST_END = 67,
  // Bytes that a callback does not provide.
  MALI_INST_ERROR_NO_ACCESS = 68,
  // A varying of integers that is not flat.
  MALI_INST_ERROR_INTERPOLATED_INTEGER = 96,
  // A location above 31, or a varying that takes locations above 31.
  MALI_INST_ERROR_LOCATION = 97,
  // A component at which a varying of its type cannot begin.
  MALI_INST_ERROR_COMPONENT = 98,
  // A varying for which no free locations in a row are left.
  MALI_INST_ERROR_NO_LOCATIONS = 99,
  // A varying at a location where another has the same components or another type.
  MALI_INST_ERROR_SHARED_LOCATION = 100,
  // A fragment stage's varying of another type than the vertex stage writes.
  MALI_INST_ERROR_TYPE_MISMATCH = 101,
  // A fragment stage's varying of another interpolation than the vertex stage's.
  MALI_INST_ERROR_INTERPOLATION_MISMATCH = 102,
  // A fragment stage's varying of another precision than that of a separately compiled vertex stage.
  MALI_INST_ERROR_PRECISION_MISMATCH = 103,
  // A fragment stage's varying that begins in the middle of the vertex stage's.
  MALI_INST_ERROR_BEGIN_MISMATCH = 104,
  // A member of a fragment stage's block or structure that the vertex stage's of that name does not have there.
  MALI_INST_ERROR_MEMBER_MISMATCH = 105,
  // A fragment stage's varying without a location that has another one in a separately compiled vertex stage.
  MALI_INST_ERROR_LOCATION_MISMATCH = 106,
  // A number of registers that is not 1 to 64.
  MALI_INST_ERROR_REGISTERS = 107,
  // A varying that does not fit into the registers.
  MALI_INST_ERROR_DOES_NOT_FIT = 108,
  // A varying with a type or qualifier that the edition of GLSL ES does not have.
  MALI_INST_ERROR_NOT_IN_EDITION = 109,
  // Memory for varyings of a draw whose number of instances is not known.
  MALI_INST_ERROR_UNKNOWN_INSTANCES = 110,
  // A capture of a varying, an element or a component that does not exist.
  MALI_INST_ERROR_CAPTURE = 111,
  // A slot that no stage can have, one of a built-in variable that the driver does not support, or a second one of its
  // location or index.
  MALI_INST_ERROR_SLOT = 112,
  // An architecture that the driver, in the version that was named, does not support.
  MALI_INST_ERROR_DRIVER_ARCH = 113,
  // Another error, which is in the text.
  MALI_INST_ERROR_OTHER = 255,
} MALI_INST_ENUM mali_inst_status;

// The `element` of an error that is not about an element of an array.
#define MALI_INST_NO_ELEMENT UINT32_MAX

// The size of the text of an error in bytes, with its 0.
#define MALI_INST_ERROR_TEXT_SIZE 256

// An error with its numbers. Only a function that fails fills it.
typedef struct mali_inst_error {
  // The status that the function returned.
  mali_inst_status status;
  // The buffer, binding, attribute, varying, slot, capture or word that is wrong; otherwise `MALI_INST_NO_ELEMENT`.
  uint32_t element;
  // A sentence with the invalid numbers and the allowed ones. It ends with a 0. It is empty in a library
  // that was built without texts.
  char text[MALI_INST_ERROR_TEXT_SIZE];
} mali_inst_error;

// Returns the name of a status, such as `MALI_INST_ERROR_NULL`, for a log: a constant, which ends with a 0. Of a
// number that only another version of the library has, the name is `a status of another version`.
const char *mali_inst_status_name(mali_inst_status status);

// The GPU and the rules, which are the same for all draws. All fields may be 0, except `arch` and, up to V7,
// `padding`.
typedef struct mali_inst_target {
  // The GPU's architecture.
  mali_inst_arch arch;
  // The rule by which vertex counts are padded. Not used from V9 on.
  mali_inst_padding padding;
  // The rule by which multipliers are rounded.
  mali_inst_rounding rounding;
  // From V9 on, the resource table that holds the buffers, 0 to 63.
  uint32_t resource_table;
  // Not 0 if the draws use index-driven vertex shading, which V6 and later have.
  uint32_t idvs;
  // The layout of the buffers' table. V4 to V7 only.
  mali_inst_layout layout;
  // The number of the driver's own descriptors in the table of buffers, at most 255, after the others and before
  // the null terminator. The driver writes them after `mali_inst_draw_write`.
  uint32_t reserved_buffers;
  // The number of the driver's own descriptors at the end of the table of attributes, at most 255.
  uint32_t reserved_attributes;
  // Not 0 if the ranges of a draw have the strides of its buffers, as after `vkCmdBindVertexBuffers2`. The strides
  // of the buffers are not used then.
  uint32_t bound_strides;
  // Not 0 if elements of 32-bit floats and integers may be unaligned. V4 and V5 only, which read them more slowly. All
  // other elements are converted, and wrongly if they are not aligned to their components.
  uint32_t unaligned;
  // Zeros, for fields of later versions.
  uint32_t reserved[4];
} mali_inst_target;

// A draw of an application: Rust's `draw::DrawCounts`. The target has the rest of a draw, Rust's `draw::Pipeline`. All
// fields may be 0, except `vertices` and `instances`.
typedef struct mali_inst_draw_call {
  // The number of vertices. For an indexed draw, `mali_inst_indexed_vertices` returns it.
  uint32_t vertices;
  // The number of instances, at least 1.
  uint32_t instances;
  // The first vertex: GL's `first`, Vulkan's `firstVertex`. In an indexed draw, the smallest index plus the
  // base vertex.
  uint32_t first_vertex;
  // Vulkan's `firstInstance`, GL's `baseinstance`.
  uint32_t first_instance;
  // The number of vertices of a primitive: 3 for triangles, 2 for lines, 1 for points; 0 writes an instance
  // primitive size of 1. V4 to V7 only.
  uint32_t primitive_vertices;
  // Not 0 if the number of instances is not known yet: `instances` is not used then.
  uint32_t any_instances;
  // The padded vertex count, if it is known, such as from the tables of the draw; with 0 the library computes it. V4
  // to V7 only. For a draw with index-driven vertex shading of a pipeline that also has other draws, it is what
  // `mali_inst_padded_vertices` returns for a target whose `idvs` is not 0.
  uint32_t padded_vertices;
  // Zeros, for fields of later versions.
  uint32_t reserved[3];
} mali_inst_draw_call;

// The bits of word 0 of a `Draw` that `mali_inst_draw_job_words` writes: instance sizes. The others are the driver's.
#define MALI_INST_DRAW_WORD_0_MASK 0xffff0000u

// The bits of word 1 of a `Draw` that `mali_inst_draw_job_words` writes, all of them: the offset start.
#define MALI_INST_DRAW_WORD_1_MASK 0xffffffffu

// The words of a job of V4 to V7 beside its tables. From V9 on there are none.
typedef struct mali_inst_job_words {
  // Whether there is a `Draw`: 1, or 0 from V9 on.
  uint32_t has_draw;
  // Words 0 and 1 of the `Draw`: `MALI_INST_DRAW_WORD_0_MASK` has the bits that are not flags.
  uint32_t draw[2];
  // Whether there is an `Invocation`: 1, or 0 from V9 on and if the number of instances is not known.
  uint32_t has_invocation;
  // The `Invocation`.
  uint32_t invocation[2];
  // The padded vertex count, as `mali_inst_padded_vertices` returns it; 0 from V9 on.
  uint32_t padded_vertices;
} mali_inst_job_words;

// The padded vertex count of a draw: the number of threads of an instance. From V9 on, 1.
//
// # Errors
//
// `MALI_INST_ERROR_VERTEX_COUNT`, `MALI_INST_ERROR_IDVS_ARCH`, and `MALI_INST_ERROR_PADDED_VERTICES` for a
// `padded_vertices` that is not a padded count, or is less than `vertices`.
//
// # Safety
//
// `target` and `call` may be read, `padded` and `error` may be written. `error` may be null.
mali_inst_status mali_inst_padded_vertices(const struct mali_inst_target *target,
                                           const struct mali_inst_draw_call *call,
                                           uint32_t *padded,
                                           struct mali_inst_error *error);

// The words of a draw's `Draw` and `Invocation`, which V4 to V7 have beside the tables.
//
// # Errors
//
// The errors of `mali_inst_padded_vertices`, `MALI_INST_ERROR_INSTANCE_COUNT` and `MALI_INST_ERROR_INVOCATION_BITS`.
//
// # Safety
//
// `target` and `call` may be read, `job` and `error` may be written. `error` may be null.
mali_inst_status mali_inst_draw_job_words(const struct mali_inst_target *target,
                                          const struct mali_inst_draw_call *call,
                                          struct mali_inst_job_words *job,
                                          struct mali_inst_error *error);

// The architecture of a GPU by its product id of 16 bits, the upper half of a 32-bit register `GPU_ID`.
//
// # Errors
//
// `MALI_INST_ERROR_GPU_ID`.
//
// # Safety
//
// `arch` and `error` may be written. `error` may be null.
mali_inst_status mali_inst_arch_from_product_id(uint16_t id,
                                                mali_inst_arch *arch,
                                                struct mali_inst_error *error);

// The architecture of a GPU by the value of its register `GPU_ID`, which has 64 bits from V15 on. The upper half of
// earlier ones is ignored.
//
// # Errors
//
// `MALI_INST_ERROR_GPU_ID`.
//
// # Safety
//
// `arch` and `error` may be written. `error` may be null.
mali_inst_status mali_inst_arch_from_gpu_id(uint64_t id,
                                            mali_inst_arch *arch,
                                            struct mali_inst_error *error);

// The largest number of buffers of a call.
#define MALI_INST_MAX_BUFFERS 32

// The `size` of a range without one: the buffer of the pipeline has the size, in a constant that `mali-instancing gen`
// made. No buffer has this size.
#define MALI_INST_NO_SIZE UINT32_MAX

// The memory of a buffer in a draw, of less than 4 GiB.
typedef struct mali_inst_buffer_range {
  // The GPU's address of its first byte. `mali_inst_check_ranges` checks that it is aligned for the attributes in it.
  uint64_t address;
  // Its size in bytes, 0 for an empty buffer, or `MALI_INST_NO_SIZE`. If the pipeline's buffer has a size too, the
  // descriptor has the smaller.
  uint32_t size;
  // The distance between its elements in bytes, if `bound_strides` of the target is not 0. Not used otherwise.
  uint32_t stride;
} mali_inst_buffer_range;

// The lengths of a draw's tables. The table of attributes is right after the table of buffers.
typedef struct mali_inst_tables {
  // 1 if a draw was written; 0 after an error, and before the first draw.
  uint32_t is_written;
  // The length of the table of buffers, in words. The GPU requires the table to be aligned to 64 bytes. A descriptor
  // has 4 words on V4 to V7, and 8 from V9 on.
  uint32_t buffer_words;
  // The length of the table of attributes, in words. A descriptor has 2 words on V4 to V7, and 8 from V9 on.
  uint32_t attribute_words;
  // The padded vertex count of the draw; 0 if there is no draw yet, and from V9 on.
  uint32_t padded_vertices;
} mali_inst_tables;

// The largest number of attributes of a call.
#define MALI_INST_MAX_ATTRIBUTES 32

// A buffer of a draw: Vulkan's `VkVertexInputBindingDescription` with its divisor.
typedef struct mali_inst_vertex_buffer {
  // The distance between elements, in bytes.
  uint32_t stride;
  // The rate at which elements follow each other.
  mali_inst_rate rate;
  // With `MALI_INST_RATE_INSTANCE`, the number of instances that share an element, at least 1. Not used otherwise.
  uint32_t divisor;
  // Zeros, for fields of later versions.
  uint32_t reserved[5];
} mali_inst_vertex_buffer;

// The source of an attribute's value: one of `MALI_INST_SOURCE_*`.
typedef enum mali_inst_source {
  // A buffer of the draw.
  MALI_INST_SOURCE_BUFFER = 0,
  // The vertex's number, from 0. V4 and V5 only.
  MALI_INST_SOURCE_VERTEX_ID = 1,
  // The instance's number, from 0. V4 and V5 only.
  MALI_INST_SOURCE_INSTANCE_ID = 2,
} MALI_INST_ENUM mali_inst_source;

// An attribute of a draw: Vulkan's `VkVertexInputAttributeDescription`.
typedef struct mali_inst_vertex_attribute {
  // The source of its value.
  mali_inst_source source;
  // With `MALI_INST_SOURCE_BUFFER`, the number of the buffer, from 0. Not used otherwise.
  uint32_t buffer;
  // The format of its bytes.
  mali_inst_format format;
  // Its offset in the element, in bytes.
  uint32_t offset;
  // Zeros, for fields of later versions.
  uint32_t reserved[4];
} mali_inst_vertex_attribute;

// The length of a pipeline for `mali_inst_vertex_input_init`, in words. It is a constant if the arguments are:
//
//   static uint32_t input[MALI_INST_VERTEX_INPUT_WORDS(MALI_INST_ARCH_V7, 2, 3)];
#define MALI_INST_VERTEX_INPUT_WORDS(arch, buffer_count, attribute_count) \
  (8 * (1 + ((arch) < MALI_INST_ARCH_V9 \
                 ? 2 * (size_t)(buffer_count) + ((size_t)(attribute_count) + 3) / 4 \
                 : (size_t)(buffer_count) + (size_t)(attribute_count))))

// The length of a pipeline for `mali_inst_vertex_input_init`, in words: what the macro
// `MALI_INST_VERTEX_INPUT_WORDS` is, for other languages than C. It is 0 for an unknown architecture and for more than
// `MALI_INST_MAX_BUFFERS` or `MALI_INST_MAX_ATTRIBUTES`.
size_t mali_inst_vertex_input_words(mali_inst_arch arch,
                                    size_t buffer_count,
                                    size_t attribute_count);

// Checks that the ranges of a draw are aligned for the attributes in them: the addresses and, with `bound_strides`, the
// strides. A Mali converts elements wrongly that are not aligned to their components, or to their size in packed
// formats.
//
// `mali_inst_draw_write` does not check this, since ranges change less often than draws: call this where the
// application binds its buffers. A misaligned buffer has to be copied. `input` is a pipeline, as for
// `mali_inst_draw_write`.
//
// # Errors
//
// `MALI_INST_ERROR_ELEMENT_ALIGNMENT` for the first range that is not aligned, `MALI_INST_ERROR_BUFFER_COUNT`, and
// `MALI_INST_ERROR_UNINITIALISED` for words that are not a pipeline's.
//
// # Safety
//
// As many words of `input` and as many ranges may be read, and `error` may be written. It may be null.
mali_inst_status mali_inst_check_ranges(const uint32_t *input,
                                        size_t input_words,
                                        const struct mali_inst_buffer_range *ranges,
                                        size_t range_count,
                                        struct mali_inst_error *error);

// Checks the buffers and attributes of a pipeline, for the draws that use them, and returns the lengths of their
// tables. If these depend on the counts of a draw, the largest lengths. `input` is memory for the pipeline, of at
// least `MALI_INST_VERTEX_INPUT_WORDS` words. It may be copied, and needs no clean-up.
//
// # Errors
//
// `MALI_INST_ERROR_OUTPUT_TOO_SMALL` for `input_words`; `MALI_INST_ERROR_TOO_MANY` for more than
// `MALI_INST_MAX_BUFFERS` or `MALI_INST_MAX_ATTRIBUTES`; for the target `MALI_INST_ERROR_IDVS_ARCH`,
// `MALI_INST_ERROR_TABLE`, `MALI_INST_ERROR_RESERVED` and `MALI_INST_ERROR_UNUSED`; for a buffer
// `MALI_INST_ERROR_ZERO_DIVISOR` and, for its stride, `MALI_INST_ERROR_ELEMENT_ALIGNMENT`; for an attribute
// `MALI_INST_ERROR_UNKNOWN_BUFFER`, `MALI_INST_ERROR_FORMAT`, `MALI_INST_ERROR_BUILT_IN_ID` and, for its offset,
// `MALI_INST_ERROR_ELEMENT_ALIGNMENT`.
//
// # Safety
//
// `target`, the buffers and the attributes may be read; as many words of `input` may be written, and `tables` and
// `error`. `error` may be null.
mali_inst_status mali_inst_vertex_input_init(uint32_t *input,
                                             size_t input_words,
                                             const struct mali_inst_target *target,
                                             const struct mali_inst_vertex_buffer *buffers,
                                             size_t buffer_count,
                                             const struct mali_inst_vertex_attribute *attributes,
                                             size_t attribute_count,
                                             struct mali_inst_tables *tables,
                                             struct mali_inst_error *error);

// A draw of a pipeline, and the memory of its tables. All fields may be 0, except those of `call`, `input` and
// `input_words`, and for a pipeline with buffers or attributes the ranges and the words. A driver can keep one, and set
// the fields that change.
typedef struct mali_inst_draw {
  // The pipeline: words that `mali_inst_vertex_input_init` made, or a constant that `mali-instancing gen` made from a
  // `[[vertex_input]]` without `vertices`.
  const uint32_t *input;
  // The number of words of `input`, at least those of the pipeline.
  size_t input_words;
  // A range for each buffer of the pipeline.
  const struct mali_inst_buffer_range *ranges;
  // Null, or where ranges are parts of buffers, such as copies for one draw, the element of its buffer that each range
  // begins with. The draw must not read the elements before.
  const uint32_t *first_elements;
  // The number of ranges, and of first elements if there are any.
  size_t range_count;
  // The memory of both tables. It must be initialised. No word of it is read, and words after the tables may be
  // overwritten.
  uint32_t *words;
  // The number of words, at least those that `mali_inst_vertex_input_init` returned.
  size_t word_count;
  // The counts.
  struct mali_inst_draw_call call;
  // Zeros, for fields of later versions.
  uint64_t reserved[2];
} mali_inst_draw;

// Writes both tables of a draw, the table of buffers and after it the table of attributes, and returns their lengths
// and the padded vertex count, for `padded_vertices` of the call of `mali_inst_draw_job_words`. With
// `MALI_INST_LAYOUT_FIXED`, and from V9 on, the lengths are those of `mali_inst_vertex_input_init`. After an error
// `is_written` is 0, the contents of all words are unspecified, and `mali_inst_draw_error` returns the error.
//
// # Safety
//
// `draw` may be read, and as many words of `input`, ranges and first elements as it says; as many words may be written,
// and overlap nothing else. `first_elements` may be null.
struct mali_inst_tables mali_inst_draw_write(const struct mali_inst_draw *draw);

// Takes the draw with which `mali_inst_draw_write` failed, and returns the error. For a draw that can be written
// it returns `MALI_INST_OK`. It writes the words again.
//
// # Errors
//
// `MALI_INST_ERROR_UNINITIALISED` for words that are not a pipeline's, or are one's of another version of
// `mali-instancing`; for the call `MALI_INST_ERROR_VERTEX_COUNT`, `MALI_INST_ERROR_INSTANCE_COUNT` and
// `MALI_INST_ERROR_PADDED_VERTICES`, from V9 on only for a `padded_vertices` that is not a padded count; for
// lengths `MALI_INST_ERROR_BUFFER_COUNT` and `MALI_INST_ERROR_OUTPUT_TOO_SMALL`; for a buffer
// `MALI_INST_ERROR_MISSING_BUFFER_SIZE`, `MALI_INST_ERROR_DIVISOR`, `MALI_INST_ERROR_ADDRESS_RANGE` and
// `MALI_INST_ERROR_BUFFER_SIZE`; for an attribute `MALI_INST_ERROR_OFFSET` and `MALI_INST_ERROR_INSTANCE_ID`.
//
// # Safety
//
// That of `mali_inst_draw_write`, and `error` may be written. It may be null.
mali_inst_status mali_inst_draw_error(const struct mali_inst_draw *draw,
                                      struct mali_inst_error *error);

// The numbers of an indexed draw for the vertex job and the tiler.
typedef struct mali_inst_indexed_draw {
  // The number of vertices that are shaded: `vertices` of the draw call.
  uint32_t vertices;
  // The first of them: `first_vertex` of the draw call.
  uint32_t first_vertex;
  // The number that the tiler adds to an index to get its shaded vertex: genxml's "base vertex offset".
  int32_t base_vertex_offset;
} mali_inst_indexed_draw;

// Finds the smallest and the largest index of a draw, and returns the numbers that follow from them.
//
// `index_size` is 1, 2 or 4 bytes. `restart_index` points to the index that restarts a primitive; null
// if none does.
//
// # Errors
//
// `MALI_INST_ERROR_VALUE` for another size, `MALI_INST_ERROR_NO_INDICES` if all indices restart,
// `MALI_INST_ERROR_BASE_VERTEX` and `MALI_INST_ERROR_INDEX_BOUNDS`.
//
// # Safety
//
// `index_count` indices may be read, and `restart_index`; `draw` and `error` may be written. `restart_index` and
// `error` may be null.
mali_inst_status mali_inst_indexed_vertices(const void *indices,
                                            uint32_t index_size,
                                            size_t index_count,
                                            const uint32_t *restart_index,
                                            int32_t base_vertex,
                                            struct mali_inst_indexed_draw *draw,
                                            struct mali_inst_error *error);

// Packs the descriptor of one buffer of a draw: on V4 to V7 an attribute buffer, whose `word_count` is 4, or 8 with
// its continuation or the copy that `MALI_INST_LAYOUT_FIXED` has in its place; from V9 on a buffer of 8 words. A
// `capacity` of 8 words is always enough. `word_count` may be null.
//
// A descriptor of 8 words must begin at an even index of a table of V4 to V7. The address may be unaligned: its
// remainder above a multiple of 64 is in the offset of the attributes that `mali_inst_pack_attribute` packs.
//
// # Errors
//
// The errors of `mali_inst_vertex_input_init` and of `mali_inst_draw_error` about a target, a call and a buffer, and
// `MALI_INST_ERROR_OUTPUT_TOO_SMALL`.
//
// # Safety
//
// `target`, `call`, `buffer` and `range` may be read; `capacity` words may be written, and `word_count` and `error`.
// `word_count` and `error` may be null.
mali_inst_status mali_inst_pack_buffer(const struct mali_inst_target *target,
                                       const struct mali_inst_draw_call *call,
                                       const struct mali_inst_vertex_buffer *buffer,
                                       const struct mali_inst_buffer_range *range,
                                       uint32_t *words,
                                       size_t capacity,
                                       size_t *word_count,
                                       struct mali_inst_error *error);

// Packs the descriptor of a vertex or instance ID, which is in the table of buffers on V4 and V5: four words, which is
// also the `capacity` that is needed. Pack the attribute that reads it by `mali_inst_pack_attribute` with the same
// source.
//
// # Errors
//
// `MALI_INST_ERROR_BUILT_IN_ID` from V6 on, `MALI_INST_ERROR_INSTANCE_ID`, `MALI_INST_ERROR_VALUE` for
// `MALI_INST_SOURCE_BUFFER`, `MALI_INST_ERROR_OUTPUT_TOO_SMALL`, and the errors of `mali_inst_draw_error` about a
// call.
//
// # Safety
//
// `target` and `call` may be read; `capacity` words may be written, and `error`, which may be null.
mali_inst_status mali_inst_pack_id(const struct mali_inst_target *target,
                                   const struct mali_inst_draw_call *call,
                                   mali_inst_source source,
                                   uint32_t *words,
                                   size_t capacity,
                                   struct mali_inst_error *error);

// Packs one attribute of a draw, whose buffer's descriptor has the index `buffer_index` in the table. `word_count` is
// 2 on V4 to V7, and 8 from V9 on, which is always enough as `capacity`. `word_count` may be null.
//
// On V4 to V7, `buffer_index` counts descriptors of four words. `buffer` and `range` are those that the attribute
// reads, and `attribute.buffer` is not used. For an ID, both may be null.
//
// # Errors
//
// `MALI_INST_ERROR_TOO_MANY_BUFFERS` for an index that does not fit the descriptor, and the errors of
// `mali_inst_vertex_input_init` and of `mali_inst_draw_error`, `MALI_INST_ERROR_OUTPUT_TOO_SMALL` among them.
//
// # Safety
//
// `target`, `call`, `buffer`, `range` and `attribute` may be read; `capacity` words may be written, and `word_count`
// and `error`. `buffer` and `range` of an ID, `word_count` and `error` may be null.
mali_inst_status mali_inst_pack_attribute(const struct mali_inst_target *target,
                                          const struct mali_inst_draw_call *call,
                                          const struct mali_inst_vertex_attribute *attribute,
                                          const struct mali_inst_vertex_buffer *buffer,
                                          const struct mali_inst_buffer_range *range,
                                          uint32_t buffer_index,
                                          uint32_t *words,
                                          size_t capacity,
                                          size_t *word_count,
                                          struct mali_inst_error *error);

// The changes that make a word stale: a sum of `MALI_INST_DEPENDS_ON_*`, 0 for a word that no draw changes.
typedef uint32_t mali_inst_dependencies;

enum {
  // The number of vertices or of instances, and the padding of vertices.
  MALI_INST_DEPENDS_ON_COUNTS = 1,
  // The first instance.
  MALI_INST_DEPENDS_ON_FIRST_INSTANCE = 2,
  // The first vertex.
  MALI_INST_DEPENDS_ON_FIRST_VERTEX = 4,
  // The address or the size of the buffer, or its stride, if strides are bound.
  MALI_INST_DEPENDS_ON_ADDRESS = 8,
};

// The largest number of words of a descriptor.
#define MALI_INST_MAX_DESCRIPTOR_WORDS 8

// Writes, for each word of a pipeline's descriptors, the changes that make it stale: `MALI_INST_MAX_DESCRIPTOR_WORDS`
// elements for each buffer, and as many for each attribute; V4 to V7 use the first two of these. The last four words
// of a buffer of V4 to V7 are those of its continuation.
//
// # Errors
//
// `MALI_INST_ERROR_TOO_MANY` and `MALI_INST_ERROR_ZERO_DIVISOR`. An attribute of a buffer that does not exist has no
// dependencies: `mali_inst_vertex_input_init` reports it.
//
// # Safety
//
// `target`, the buffers and the attributes may be read; as many elements of `of_buffers` and `of_attributes` may be
// written, and `error`, which may be null.
mali_inst_status mali_inst_draw_dependencies(const struct mali_inst_target *target,
                                             const struct mali_inst_vertex_buffer *buffers,
                                             size_t buffer_count,
                                             const struct mali_inst_vertex_attribute *attributes,
                                             size_t attribute_count,
                                             mali_inst_dependencies (*of_buffers)[MALI_INST_MAX_DESCRIPTOR_WORDS],
                                             mali_inst_dependencies (*of_attributes)[MALI_INST_MAX_DESCRIPTOR_WORDS],
                                             struct mali_inst_error *error);

// The kind of table that words are read as: one of `MALI_INST_KIND_*`.
typedef enum mali_inst_kind {
  // A table of buffers.
  MALI_INST_KIND_BUFFERS = 0,
  // A table of attributes.
  MALI_INST_KIND_ATTRIBUTES = 1,
  // Words 0 and 1 of `Draw` descriptors. V4 to V7 only.
  MALI_INST_KIND_DRAW = 2,
  // `Invocation` descriptors. V4 to V7 only.
  MALI_INST_KIND_INVOCATION = 3,
} MALI_INST_ENUM mali_inst_kind;

// The type of a descriptor: one of `MALI_INST_DESCRIPTOR_*`.
typedef enum mali_inst_descriptor_type {
  // Words that are not a descriptor.
  MALI_INST_DESCRIPTOR_NONE = 0,
  // A descriptor of zeros: the end of a table, or a gap in it.
  MALI_INST_DESCRIPTOR_EMPTY = 1,
  // An attribute buffer of V4 to V7, with its continuation if it has one.
  MALI_INST_DESCRIPTOR_ATTRIBUTE_BUFFER = 2,
  // A vertex ID of V4 and V5.
  MALI_INST_DESCRIPTOR_VERTEX_ID = 3,
  // An instance ID of V4 and V5.
  MALI_INST_DESCRIPTOR_INSTANCE_ID = 4,
  // An attribute of V4 to V7.
  MALI_INST_DESCRIPTOR_ATTRIBUTE = 5,
  // Words 0 and 1 of a draw.
  MALI_INST_DESCRIPTOR_DRAW = 6,
  // An invocation.
  MALI_INST_DESCRIPTOR_INVOCATION = 7,
  // An attribute of V9 and later.
  MALI_INST_DESCRIPTOR_VALHALL_ATTRIBUTE = 8,
  // A buffer of V9 and later.
  MALI_INST_DESCRIPTOR_BUFFER = 9,
} MALI_INST_ENUM mali_inst_descriptor_type;

// The size of the text of a descriptor in bytes, with its 0.
#define MALI_INST_DESCRIPTOR_TEXT_SIZE 320

// A descriptor, or words that are not a descriptor.
typedef struct mali_inst_descriptor {
  // The position of its first word. For words that are not a descriptor, the position of the wrong word.
  size_t word;
  // The number of its words; 0 if it is not a descriptor.
  size_t length;
  // The type of the descriptor.
  mali_inst_descriptor_type descriptor_type;
  // `MALI_INST_OK`, or `MALI_INST_ERROR_DECODE` for words that are not a descriptor.
  mali_inst_status status;
  // The descriptor's fields with their values, or the error. It ends with a 0.
  char text[MALI_INST_DESCRIPTOR_TEXT_SIZE];
} mali_inst_descriptor;

// The meaning of a field's value: one of `MALI_INST_FIELD_*`.
typedef enum mali_inst_field_kind {
  // A number.
  MALI_INST_FIELD_NUMBER = 0,
  // 1 for yes, 0 for no.
  MALI_INST_FIELD_FLAG = 1,
  // Bits that are shown in hexadecimal.
  MALI_INST_FIELD_HEXADECIMAL = 2,
  // A number of bytes.
  MALI_INST_FIELD_BYTES = 3,
  // A signed number of bytes: read the value as an `int64_t`.
  MALI_INST_FIELD_SIGNED_BYTES = 4,
  // An address, in bytes.
  MALI_INST_FIELD_ADDRESS = 5,
  // The hardware's number of a format.
  MALI_INST_FIELD_FORMAT = 6,
  // A padded vertex count, in its 8-bit form.
  MALI_INST_FIELD_PADDED_COUNT = 7,
  // One of several named values. The text has the name.
  MALI_INST_FIELD_NAMED = 8,
  // Another kind.
  MALI_INST_FIELD_OTHER = 255,
} MALI_INST_ENUM mali_inst_field_kind;

// The size of the name of a field in bytes, with its 0.
#define MALI_INST_FIELD_NAME_SIZE 32

// The size of the text of a field in bytes, with its 0.
#define MALI_INST_FIELD_TEXT_SIZE 96

// A field of a descriptor.
typedef struct mali_inst_field {
  // Its value, in the unit of its kind.
  uint64_t value;
  // Its lowest bit, counted from bit 0 of the descriptor's word 0.
  uint32_t start;
  // The number of its bits.
  uint32_t width;
  // The meaning of its value.
  mali_inst_field_kind kind;
  // Its name in Mesa's genxml, in lower case. It ends with a 0.
  char name[MALI_INST_FIELD_NAME_SIZE];
  // Its name and its value: "stride 64 bytes". It ends with a 0.
  char text[MALI_INST_FIELD_TEXT_SIZE];
} mali_inst_field;

// Decodes words from the first to the last. `found` gets the number of descriptors, which can be more than `capacity`.
// At most `capacity` are written; `descriptors` may be null if `capacity` is 0.
//
// Words that are not a descriptor count as one, and the words after them are decoded.
//
// # Safety
//
// The words may be read. `capacity` descriptors, `found` and `error` may be written. `error` may be null.
mali_inst_status mali_inst_decode(mali_inst_arch arch,
                                  mali_inst_kind kind,
                                  const uint32_t *words,
                                  size_t word_count,
                                  struct mali_inst_descriptor *descriptors,
                                  size_t capacity,
                                  size_t *found,
                                  struct mali_inst_error *error);

// The fields of the descriptor that begins at a word, in the order of their bits. `found` gets their number, which can
// be more than `capacity`. At most `capacity` are written.
//
// # Errors
//
// `MALI_INST_ERROR_NO_DESCRIPTOR`.
//
// # Safety
//
// The words may be read. `capacity` fields, `found` and `error` may be written. `error` may be null.
mali_inst_status mali_inst_decode_fields(mali_inst_arch arch,
                                         mali_inst_kind kind,
                                         const uint32_t *words,
                                         size_t word_count,
                                         size_t word,
                                         struct mali_inst_field *fields,
                                         size_t capacity,
                                         size_t *found,
                                         struct mali_inst_error *error);

// A rule for a draw's words: one of `MALI_INST_RULE_*`. `mali_inst_rule_text` explains it. The numbers of rules of
// older versions are not used again.
typedef enum mali_inst_rule {
  // Words are a descriptor that the architecture has, and a table ends at the end of a descriptor.
  MALI_INST_RULE_DESCRIPTOR = 0,
  // An attribute names a descriptor of the table of buffers.
  MALI_INST_RULE_BUFFER_INDEX = 1,
  // An attribute names the table that holds the buffers.
  MALI_INST_RULE_RESOURCE_TABLE = 5,
  // Every attribute that the shader reads has a descriptor.
  MALI_INST_RULE_MISSING_ATTRIBUTE = 6,
  // A buffer's descriptor holds an address that is aligned to 64 bytes.
  MALI_INST_RULE_ALIGNMENT = 9,
  // Addresses, counts and sizes have their values: none is 0 or 1 if the other descriptors show a larger value.
  MALI_INST_RULE_UNPATCHED = 10,
  // The threads of all instances have linear ids of 32 bits.
  MALI_INST_RULE_THREAD_COUNT = 13,
  // The offset start is the one that was subtracted from the offsets of attributes per instance.
  MALI_INST_RULE_STALE_OFFSET_START = 14,
  // The tiler job has the instance size, the offset start and the invocation of the vertex job.
  MALI_INST_RULE_TILER_JOB = 15,
  // A draw without indices counts as many indices as it has vertices.
  MALI_INST_RULE_INDEX_COUNT = 16,
  // The offset start is added to attributes per vertex, and to attributes whose offset has it subtracted.
  MALI_INST_RULE_OFFSET_ENABLE = 21,
  // The architecture can fetch the attribute's format.
  MALI_INST_RULE_FORMAT = 23,
  // The base vertex offset leads from every index to a thread, and the offset start from there to its vertex.
  MALI_INST_RULE_BASE_VERTEX = 24,
  // Every element that a thread reads is within its buffer.
  MALI_INST_RULE_OUT_OF_BOUNDS = 25,
  // An offset below 0 has its sign in all its 32 bits.
  MALI_INST_RULE_OFFSET_SIGN = 26,
  // An offset includes the first instance if the buffer's base does not.
  MALI_INST_RULE_MISSING_FIRST_INSTANCE = 27,
  // The first instance that an offset includes is not divided by the divisor.
  MALI_INST_RULE_DIVIDED_FIRST_INSTANCE = 28,
  // Elements are aligned to their components, packed ones to their size; a note on V4 and V5 where nothing is
  // converted.
  MALI_INST_RULE_ELEMENT_ALIGNMENT = 29,
  // The table of buffers ends with a null terminator, an empty descriptor, on V6 and V7.
  MALI_INST_RULE_NULL_TERMINATOR = 30,
  // A buffer that is read is not empty: an application may bind an empty one, a driver may forget the size.
  MALI_INST_RULE_EMPTY_BUFFER = 31,
  // The offset start is subtracted from the offset of an attribute per instance; drivers disagree.
  MALI_INST_RULE_OFFSET_START = 32,
  // No vertex is below 0: GL does not define what such a vertex reads.
  MALI_INST_RULE_NEGATIVE_VERTEX = 33,
  // An offset includes the stride once for each instance before the first.
  MALI_INST_RULE_FIRST_INSTANCE = 34,
  // The stride is 0, or at least the size of the format: elements do not overlap.
  MALI_INST_RULE_OVERLAP = 35,
  // The instance size is the number of vertices, padded by a known rule.
  MALI_INST_RULE_PADDING = 36,
  // A division by a power of two has the mode for it, which needs no multiplier.
  MALI_INST_RULE_POT_MODE = 39,
  // A draw of one instance has descriptors for one; descriptors for several read the same elements.
  MALI_INST_RULE_SINGLE_INSTANCE = 40,
  // An indexed draw has no more vertices than its indices can reach: each reaches one.
  MALI_INST_RULE_UNREACHED_VERTICES = 41,
  // The words are those of one right draw; a note if no thread reads another element than in the nearest one.
  MALI_INST_RULE_NEAREST_DRAW = 42,
  // A buffer of V9 and later ends within the 48 bits of an address.
  MALI_INST_RULE_ADDRESS_RANGE = 43,
} MALI_INST_ENUM mali_inst_rule;

// The rate of an attribute, as far as it is known.
typedef struct mali_inst_known_rate {
  // Not 0 if the rate is known. If it is 0, the other fields are not used.
  uint32_t known;
  // The rate at which elements follow each other.
  mali_inst_rate rate;
  // With `MALI_INST_RATE_INSTANCE`, the number of instances that share an element.
  uint32_t divisor;
  // Zeros, for fields of later versions.
  uint32_t reserved[1];
} mali_inst_known_rate;

// The words of one draw, and other values that are known of it. Only `arch` and the tables are required. A pointer is
// null if its value is not known.
typedef struct mali_inst_draw_state {
  // The table of buffers, which begins with the descriptor that buffer index 0 names.
  const uint32_t *buffers;
  // The number of these words.
  size_t buffer_words;
  // The table of attributes.
  const uint32_t *attributes;
  // The number of these words.
  size_t attribute_words;
  // Two words, 0 and 1 of the `Draw`. V4 to V7 only.
  const uint32_t *draw;
  // The two words of the `Invocation`. V4 to V7 only.
  const uint32_t *invocation;
  // Two words, 1 and 3 of the `Primitive`. V4 to V7 only.
  const uint32_t *primitive;
  // Two words, 0 and 1 of the `Draw` that the tiler reads. V4 to V7 only.
  const uint32_t *tiler_draw;
  // The two words of the tiler job's `Invocation`. V4 to V7 only.
  const uint32_t *tiler_invocation;
  // Not 0 for an indexed draw. V4 to V7 only.
  const uint32_t *indexed;
  // The counts of the draw, from V9 on.
  const struct mali_inst_draw_counts *counts;
  // The number of the resource table with `buffers`, from V9 on.
  const uint32_t *resource_table;
  // The attributes that the shader reads: bit i for attribute i.
  const uint64_t *read_attributes;
  // The rates of the first attributes.
  const struct mali_inst_known_rate *rates;
  // The number of these rates.
  size_t rate_count;
  // The first instance.
  const uint32_t *first_instance;
  // The base vertex of an indexed draw. V4 to V7 only.
  const int32_t *base_vertex;
  // The smallest and the largest index of an indexed draw: two numbers.
  const uint32_t *index_bounds;
  // The GPU's architecture.
  mali_inst_arch arch;
  // Not 0 if every buffer is known to begin with its element 0: then an offset that does not include the first
  // instance is an error.
  uint32_t whole_buffers;
  // Zeros, for fields of later versions.
  uint64_t reserved[4];
} mali_inst_draw_state;

// The counts of a draw on V9 and later: Rust's `check::Counts`.
typedef struct mali_inst_draw_counts {
  // The number that is added to each vertex's: GL's `first`, or the base vertex of an indexed draw.
  int64_t first_vertex;
  // Not 0 for an indexed draw: `vertices` is not used then.
  uint32_t indexed;
  // The number of vertices.
  uint32_t vertices;
  // The number of instances.
  uint32_t instances;
  // Zeros, for fields of later versions.
  uint32_t reserved[3];
} mali_inst_draw_counts;

// The words that a finding is about: one of `MALI_INST_TABLE_*`.
typedef enum mali_inst_table {
  // The table of buffers.
  MALI_INST_TABLE_BUFFERS = 0,
  // The table of attributes.
  MALI_INST_TABLE_ATTRIBUTES = 1,
  // The `Draw`.
  MALI_INST_TABLE_DRAW = 2,
  // The `Invocation`.
  MALI_INST_TABLE_INVOCATION = 3,
  // The `Primitive`.
  MALI_INST_TABLE_PRIMITIVE = 4,
  // The `Draw` that the tiler reads.
  MALI_INST_TABLE_TILER_DRAW = 5,
  // The `Invocation` of the tiler job.
  MALI_INST_TABLE_TILER_INVOCATION = 6,
  // Another one.
  MALI_INST_TABLE_OTHER = 255,
} MALI_INST_ENUM mali_inst_table;

// The relation of the expected value to `expected`: one of `MALI_INST_EXPECTED_*`.
typedef enum mali_inst_expectation {
  // Another value than `found`, which is not known, or is in the text.
  MALI_INST_EXPECTED_OTHER = 0,
  // The value in `expected`.
  MALI_INST_EXPECTED_VALUE = 1,
  // The value in `expected` or a larger one.
  MALI_INST_EXPECTED_AT_LEAST = 2,
  // The value in `expected` or a smaller one.
  MALI_INST_EXPECTED_AT_MOST = 3,
} MALI_INST_ENUM mali_inst_expectation;

// The effect of a wrong word: one of `MALI_INST_DETAIL_*`, which is the meaning of `detail` of a finding.
typedef enum mali_inst_detail_kind {
  // No effect is known.
  MALI_INST_DETAIL_NONE = 0,
  // A division is wrong. The numbers are the smallest id for which it is, the element that the descriptor reads for
  // that id, and the element that it should read.
  MALI_INST_DETAIL_FIRST_WRONG_ID = 1,
  // An element reaches past the end of its buffer: its index, its end in bytes, and its number in the application's
  // array, which includes the first instance.
  MALI_INST_DETAIL_LAST_ELEMENT = 3,
  // An element begins before its buffer: its index, its offset in bytes, and its number in the application's array.
  MALI_INST_DETAIL_FIRST_ELEMENT = 4,
  // The right draw to which the expected value belongs: its padded vertex count, 0 for one instance and from V9 on;
  // the rate of the buffer, -1 per vertex, 0 for one element, the divisor, or -2 if the finding is about no buffer; and
  // 1 if a thread of the draw reads another element, 0 if none does.
  MALI_INST_DETAIL_NEAREST_DRAW = 5,
  // Another one.
  MALI_INST_DETAIL_OTHER = 255,
} MALI_INST_ENUM mali_inst_detail_kind;

// The size of the text of a finding in bytes, with its 0.
#define MALI_INST_FINDING_TEXT_SIZE 256

// A finding: the rule that is broken, and the wrong word.
typedef struct mali_inst_finding {
  // The wrong value.
  uint64_t found;
  // The value that should be there, see `expectation`.
  uint64_t expected;
  // An example of the effect, see `detail_kind`.
  int64_t detail[3];
  // The position of the wrong word, in the words of `table`.
  size_t word;
  // The rule.
  mali_inst_rule rule;
  // 1 for an error, 0 for a note.
  uint32_t is_error;
  // The words that it is about.
  mali_inst_table table;
  // The attribute that names the descriptor, or `MALI_INST_NO_ELEMENT`.
  uint32_t attribute;
  // The meaning of `expected`.
  mali_inst_expectation expectation;
  // The meaning of `detail`.
  mali_inst_detail_kind detail_kind;
  // The number of the right draw that the finding is about, if several are as near to the words: these become
  // that draw's if the expected values of all findings with its number are written. 0 for the nearest.
  uint32_t alternative;
  // Zero, for fields of later versions.
  uint32_t reserved;
  // The finding in a sentence. It ends with a 0.
  char text[MALI_INST_FINDING_TEXT_SIZE];
} mali_inst_finding;

// Checks the words of a draw, and returns the number of findings in `found`, which can be more than `capacity`. At
// most `capacity` of them are written, the likelier causes first. `findings` may be null if `capacity` is 0.
//
// `unchecked` gets a bit, `UINT64_C(1)` << `MALI_INST_RULE_*`, for each rule that needs a value that is not known.
//
// # Errors
//
// `MALI_INST_ERROR_ZERO_DIVISOR` and `MALI_INST_ERROR_TOO_MANY` of the rates.
//
// # Safety
//
// `state` and all that it points to may be read. `capacity` findings may be written, and `found`, `unchecked` and
// `error`. `unchecked` and `error` may be null.
mali_inst_status mali_inst_check(const struct mali_inst_draw_state *state,
                                 struct mali_inst_finding *findings,
                                 size_t capacity,
                                 size_t *found,
                                 uint64_t *unchecked,
                                 struct mali_inst_error *error);

// Writes the text of a rule: its name and a sentence, which ends with a 0 and is cut off after `size` bytes.
//
// # Errors
//
// `MALI_INST_ERROR_VALUE` for an unknown rule.
//
// # Safety
//
// `size` bytes may be written at `text`, and `error`. `error` may be null.
mali_inst_status mali_inst_rule_text(mali_inst_rule rule,
                                     char *text,
                                     size_t size,
                                     struct mali_inst_error *error);

// Vertex formats: a `mali_inst_format`.
enum {
  MALI_INST_FORMAT_R8_UNORM = 9,
  MALI_INST_FORMAT_R8_SNORM = 10,
  MALI_INST_FORMAT_R8_USCALED = 11,
  MALI_INST_FORMAT_R8_SSCALED = 12,
  MALI_INST_FORMAT_R8_UINT = 13,
  MALI_INST_FORMAT_R8_SINT = 14,
  MALI_INST_FORMAT_R8G8_UNORM = 16,
  MALI_INST_FORMAT_R8G8_SNORM = 17,
  MALI_INST_FORMAT_R8G8_USCALED = 18,
  MALI_INST_FORMAT_R8G8_SSCALED = 19,
  MALI_INST_FORMAT_R8G8_UINT = 20,
  MALI_INST_FORMAT_R8G8_SINT = 21,
  MALI_INST_FORMAT_R8G8B8_UNORM = 23,
  MALI_INST_FORMAT_R8G8B8_SNORM = 24,
  MALI_INST_FORMAT_R8G8B8_USCALED = 25,
  MALI_INST_FORMAT_R8G8B8_SSCALED = 26,
  MALI_INST_FORMAT_R8G8B8_UINT = 27,
  MALI_INST_FORMAT_R8G8B8_SINT = 28,
  MALI_INST_FORMAT_B8G8R8_UNORM = 30,
  MALI_INST_FORMAT_B8G8R8_USCALED = 32,
  MALI_INST_FORMAT_B8G8R8_SSCALED = 33,
  MALI_INST_FORMAT_B8G8R8_UINT = 34,
  MALI_INST_FORMAT_B8G8R8_SINT = 35,
  MALI_INST_FORMAT_R8G8B8A8_UNORM = 37,
  MALI_INST_FORMAT_R8G8B8A8_SNORM = 38,
  MALI_INST_FORMAT_R8G8B8A8_USCALED = 39,
  MALI_INST_FORMAT_R8G8B8A8_SSCALED = 40,
  MALI_INST_FORMAT_R8G8B8A8_UINT = 41,
  MALI_INST_FORMAT_R8G8B8A8_SINT = 42,
  MALI_INST_FORMAT_B8G8R8A8_UNORM = 44,
  MALI_INST_FORMAT_B8G8R8A8_SNORM = 45,
  MALI_INST_FORMAT_B8G8R8A8_USCALED = 46,
  MALI_INST_FORMAT_B8G8R8A8_SSCALED = 47,
  MALI_INST_FORMAT_B8G8R8A8_UINT = 48,
  MALI_INST_FORMAT_B8G8R8A8_SINT = 49,
  MALI_INST_FORMAT_R16_UNORM = 70,
  MALI_INST_FORMAT_R16_SNORM = 71,
  MALI_INST_FORMAT_R16_USCALED = 72,
  MALI_INST_FORMAT_R16_SSCALED = 73,
  MALI_INST_FORMAT_R16_UINT = 74,
  MALI_INST_FORMAT_R16_SINT = 75,
  MALI_INST_FORMAT_R16_SFLOAT = 76,
  MALI_INST_FORMAT_R16G16_UNORM = 77,
  MALI_INST_FORMAT_R16G16_SNORM = 78,
  MALI_INST_FORMAT_R16G16_USCALED = 79,
  MALI_INST_FORMAT_R16G16_SSCALED = 80,
  MALI_INST_FORMAT_R16G16_UINT = 81,
  MALI_INST_FORMAT_R16G16_SINT = 82,
  MALI_INST_FORMAT_R16G16_SFLOAT = 83,
  MALI_INST_FORMAT_R16G16B16_UNORM = 84,
  MALI_INST_FORMAT_R16G16B16_SNORM = 85,
  MALI_INST_FORMAT_R16G16B16_USCALED = 86,
  MALI_INST_FORMAT_R16G16B16_SSCALED = 87,
  MALI_INST_FORMAT_R16G16B16_UINT = 88,
  MALI_INST_FORMAT_R16G16B16_SINT = 89,
  MALI_INST_FORMAT_R16G16B16_SFLOAT = 90,
  MALI_INST_FORMAT_R16G16B16A16_UNORM = 91,
  MALI_INST_FORMAT_R16G16B16A16_SNORM = 92,
  MALI_INST_FORMAT_R16G16B16A16_USCALED = 93,
  MALI_INST_FORMAT_R16G16B16A16_SSCALED = 94,
  MALI_INST_FORMAT_R16G16B16A16_UINT = 95,
  MALI_INST_FORMAT_R16G16B16A16_SINT = 96,
  MALI_INST_FORMAT_R16G16B16A16_SFLOAT = 97,
  MALI_INST_FORMAT_R32_UINT = 98,
  MALI_INST_FORMAT_R32_SINT = 99,
  MALI_INST_FORMAT_R32_SFLOAT = 100,
  MALI_INST_FORMAT_R32G32_UINT = 101,
  MALI_INST_FORMAT_R32G32_SINT = 102,
  MALI_INST_FORMAT_R32G32_SFLOAT = 103,
  MALI_INST_FORMAT_R32G32B32_UINT = 104,
  MALI_INST_FORMAT_R32G32B32_SINT = 105,
  MALI_INST_FORMAT_R32G32B32_SFLOAT = 106,
  MALI_INST_FORMAT_R32G32B32A32_UINT = 107,
  MALI_INST_FORMAT_R32G32B32A32_SINT = 108,
  MALI_INST_FORMAT_R32G32B32A32_SFLOAT = 109,
  MALI_INST_FORMAT_A1R5G5B5_UNORM_PACK16 = 8,
  MALI_INST_FORMAT_B5G6R5_UNORM_PACK16 = 5,
  MALI_INST_FORMAT_R5G6B5_UNORM_PACK16 = 4,
  MALI_INST_FORMAT_A8B8G8R8_UNORM_PACK32 = 51,
  MALI_INST_FORMAT_A8B8G8R8_SNORM_PACK32 = 52,
  MALI_INST_FORMAT_A8B8G8R8_USCALED_PACK32 = 53,
  MALI_INST_FORMAT_A8B8G8R8_SSCALED_PACK32 = 54,
  MALI_INST_FORMAT_A8B8G8R8_UINT_PACK32 = 55,
  MALI_INST_FORMAT_A8B8G8R8_SINT_PACK32 = 56,
  MALI_INST_FORMAT_A2B10G10R10_UNORM_PACK32 = 64,
  MALI_INST_FORMAT_A2B10G10R10_SNORM_PACK32 = 65,
  MALI_INST_FORMAT_A2B10G10R10_USCALED_PACK32 = 66,
  MALI_INST_FORMAT_A2B10G10R10_SSCALED_PACK32 = 67,
  MALI_INST_FORMAT_A2B10G10R10_UINT_PACK32 = 68,
  MALI_INST_FORMAT_A2B10G10R10_SINT_PACK32 = 69,
  MALI_INST_FORMAT_A2R10G10B10_UNORM_PACK32 = 58,
  MALI_INST_FORMAT_A2R10G10B10_SNORM_PACK32 = 59,
  MALI_INST_FORMAT_A2R10G10B10_USCALED_PACK32 = 60,
  MALI_INST_FORMAT_A2R10G10B10_SSCALED_PACK32 = 61,
  MALI_INST_FORMAT_A2R10G10B10_UINT_PACK32 = 62,
  MALI_INST_FORMAT_A2R10G10B10_SINT_PACK32 = 63,
  MALI_INST_FORMAT_B10G11R11_UFLOAT_PACK32 = 122,
  MALI_INST_FORMAT_E5B9G9R9_UFLOAT_PACK32 = 123,
  MALI_INST_FORMAT_R64_SFLOAT = 112,
  MALI_INST_FORMAT_R64G64_SFLOAT = 115,
  MALI_INST_FORMAT_R64G64B64_SFLOAT = 118,
  MALI_INST_FORMAT_R64G64B64A64_SFLOAT = 121,
  MALI_INST_FORMAT_R32_UNORM = 0x10000,
  MALI_INST_FORMAT_R32G32_UNORM = 0x10001,
  MALI_INST_FORMAT_R32G32B32_UNORM = 0x10002,
  MALI_INST_FORMAT_R32G32B32A32_UNORM = 0x10003,
  MALI_INST_FORMAT_R32_SNORM = 0x10004,
  MALI_INST_FORMAT_R32G32_SNORM = 0x10005,
  MALI_INST_FORMAT_R32G32B32_SNORM = 0x10006,
  MALI_INST_FORMAT_R32G32B32A32_SNORM = 0x10007,
  MALI_INST_FORMAT_R32_USCALED = 0x10008,
  MALI_INST_FORMAT_R32G32_USCALED = 0x10009,
  MALI_INST_FORMAT_R32G32B32_USCALED = 0x1000a,
  MALI_INST_FORMAT_R32G32B32A32_USCALED = 0x1000b,
  MALI_INST_FORMAT_R32_SSCALED = 0x1000c,
  MALI_INST_FORMAT_R32G32_SSCALED = 0x1000d,
  MALI_INST_FORMAT_R32G32B32_SSCALED = 0x1000e,
  MALI_INST_FORMAT_R32G32B32A32_SSCALED = 0x1000f,
  MALI_INST_FORMAT_R32_FIXED = 0x10010,
  MALI_INST_FORMAT_R32G32_FIXED = 0x10011,
  MALI_INST_FORMAT_R32G32B32_FIXED = 0x10012,
  MALI_INST_FORMAT_R32G32B32A32_FIXED = 0x10013,
  MALI_INST_FORMAT_A1B5G5R5_UNORM_PACK16 = 1000470000,
  MALI_INST_FORMAT_A4B4G4R4_UNORM_PACK16 = 1000340001,
  MALI_INST_FORMAT_A4R4G4B4_UNORM_PACK16 = 1000340000,
};

#ifdef __cplusplus
}
#endif

#endif
