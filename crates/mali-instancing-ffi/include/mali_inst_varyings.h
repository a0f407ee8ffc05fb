// SPDX-License-Identifier: MIT OR Apache-2.0
//
// The varyings between a vertex and a fragment stage: C99, and C++. A library that was built with the feature
// "varyings" has them.
//
// header/header.rs writes this file from src/; do not edit it. The introduction of mali_inst.h is about this header
// too.
//
// `mali_inst_linkage_init` links the declarations of two stages, `mali_inst_linkage_init_slots` their slots, for a
// driver and an architecture. Other functions return the places of their varyings in memory, the words of descriptors,
// and the sizes that the hardware needs. `mali_inst_registers_pack` is independent of these: it finds
// out whether the standard guarantees that a shader's varyings fit.
#ifndef MALI_INST_VARYINGS_H
#define MALI_INST_VARYINGS_H

#include "mali_inst.h"

#ifdef __cplusplus
extern "C" {
#endif

// The largest number of varyings of a stage.
#define MALI_INST_MAX_VARYINGS 128

// The kind of a varying's components: one of `MALI_INST_BASE_*`.
typedef enum mali_inst_base_type {
  // `float`, which can be interpolated.
  MALI_INST_BASE_FLOAT = 0,
  // `int`.
  MALI_INST_BASE_INT = 1,
  // `uint`.
  MALI_INST_BASE_UINT = 2,
} MALI_INST_ENUM mali_inst_base_type;

// The way in which a fragment's value is computed: one of `MALI_INST_INTERPOLATION_*`.
typedef enum mali_inst_interpolation {
  // With perspective. Floats only.
  MALI_INST_INTERPOLATION_SMOOTH = 0,
  // The value of the provoking vertex.
  MALI_INST_INTERPOLATION_FLAT = 1,
  // Linear on the screen. Floats only.
  MALI_INST_INTERPOLATION_NOPERSPECTIVE = 2,
} MALI_INST_ENUM mali_inst_interpolation;

// The place in the fragment at which the value is taken: one of `MALI_INST_SAMPLING_*`.
typedef enum mali_inst_sampling {
  // At the pixel's centre.
  MALI_INST_SAMPLING_CENTER = 0,
  // At a place inside the triangle.
  MALI_INST_SAMPLING_CENTROID = 1,
  // At the place of each sample.
  MALI_INST_SAMPLING_SAMPLE = 2,
} MALI_INST_ENUM mali_inst_sampling;

// The precision that a varying's components need: one of `MALI_INST_PRECISION_*`.
typedef enum mali_inst_precision {
  // 32 bits.
  MALI_INST_PRECISION_HIGH = 0,
  // 16 bits are enough for a float. Integers keep their 32 bits.
  MALI_INST_PRECISION_MEDIUM = 1,
  // Stored as `MALI_INST_PRECISION_MEDIUM` is.
  MALI_INST_PRECISION_LOW = 2,
} MALI_INST_ENUM mali_inst_precision;

// A varying that a shader declares. All fields may be 0, except `bits`, `components` and `columns`; integers must be
// flat. Members of structures and blocks are varyings of their own.
typedef struct mali_inst_varying {
  // The name, in UTF-8, with a 0 at its end. The stages match varyings without a location by their names. It may be
  // null for other varyings, and for `mali_inst_registers_pack`.
  const char *name;
  // The kind of the components.
  mali_inst_base_type base_type;
  // The number of bits of a component in the declared type, 16 or 32.
  uint32_t bits;
  // The number of components of a vector, 1 to 4: the rows of a matrix.
  uint32_t components;
  // The number of vectors: 1, or the columns of a matrix, 2 to 4. A matrix has 2 to 4 components of floats of 32
  // bits.
  uint32_t columns;
  // The number of elements of an array. 0 if it is not an array.
  uint32_t length;
  // The interpolation.
  mali_inst_interpolation interpolation;
  // The sampling.
  mali_inst_sampling sampling;
  // The precision.
  mali_inst_precision precision;
  // Not 0 if the declaration has a location.
  uint32_t has_location;
  // The first location, 0 to 31. Not used if `has_location` is 0.
  uint32_t location;
  // The first component in each location, 0 to 3. Not used if `has_location` is 0.
  uint32_t component;
  // Zeros, for fields of later versions.
  uint32_t reserved[3];
} mali_inst_varying;

// A built-in variable that the vertex stage writes or the fragment stage reads: one of `MALI_INST_BUILT_IN_*`.
typedef enum mali_inst_built_in {
  // `gl_Position`, which every vertex stage writes.
  MALI_INST_BUILT_IN_POSITION = 0,
  // `gl_FrontColor`, which the fragment stage reads as `gl_Color`.
  MALI_INST_BUILT_IN_FRONT_COLOR = 1,
  // `gl_FrontSecondaryColor`, which the fragment stage reads as `gl_SecondaryColor`.
  MALI_INST_BUILT_IN_FRONT_SECONDARY_COLOR = 2,
  // `gl_FogFragCoord`.
  MALI_INST_BUILT_IN_FOG_FRAG_COORD = 3,
  // `gl_TexCoord[0]`; fields of the structure have the other elements.
  MALI_INST_BUILT_IN_TEX_COORD = 4,
  // `gl_PointSize`.
  MALI_INST_BUILT_IN_POINT_SIZE = 5,
  // `gl_BackColor`.
  MALI_INST_BUILT_IN_BACK_COLOR = 6,
  // `gl_BackSecondaryColor`.
  MALI_INST_BUILT_IN_BACK_SECONDARY_COLOR = 7,
  // `gl_ClipVertex`.
  MALI_INST_BUILT_IN_CLIP_VERTEX = 8,
  // `gl_ClipDistance[0]`; fields of the structure have the other elements.
  MALI_INST_BUILT_IN_CLIP_DISTANCE = 9,
  // `gl_CullDistance`.
  MALI_INST_BUILT_IN_CULL_DISTANCE = 10,
  // `gl_PrimitiveID`.
  MALI_INST_BUILT_IN_PRIMITIVE_ID = 11,
  // `gl_Layer`.
  MALI_INST_BUILT_IN_LAYER = 12,
  // `gl_ViewportIndex`.
  MALI_INST_BUILT_IN_VIEWPORT_INDEX = 13,
  // `gl_PrimitiveShadingRateEXT`.
  MALI_INST_BUILT_IN_SHADING_RATE = 14,
  // `gl_FragCoord`.
  MALI_INST_BUILT_IN_FRAG_COORD = 15,
  // `gl_FrontFacing`.
  MALI_INST_BUILT_IN_FRONT_FACING = 16,
  // `gl_PointCoord`.
  MALI_INST_BUILT_IN_POINT_COORD = 17,
  // `gl_ViewIndex`.
  MALI_INST_BUILT_IN_VIEW_INDEX = 18,
} MALI_INST_ENUM mali_inst_built_in;

// The built-in variables that the stages use. All fields may be 0. The vertex stage always writes the position.
typedef struct mali_inst_built_ins {
  // The variables that the vertex stage writes: a bit each, `1 << MALI_INST_BUILT_IN_POINT_SIZE` for example.
  uint32_t written;
  // The variables that the fragment stage reads, a bit each.
  uint32_t read;
  // The elements of `gl_TexCoord` that the vertex stage writes, a bit each.
  uint8_t written_tex_coords;
  // The elements of `gl_TexCoord` that the fragment stage reads, a bit each.
  uint8_t read_tex_coords;
  // The elements of `gl_ClipDistance` that the vertex stage writes, a bit each.
  uint8_t written_clip_distances;
  // The elements of `gl_ClipDistance` that the fragment stage reads, a bit each.
  uint8_t read_clip_distances;
  // Zeros, for fields of later versions.
  uint32_t reserved[3];
} mali_inst_built_ins;

// The rules by which the fragment stage's inputs match the vertex stage's outputs: one of `MALI_INST_MATCHING_*`.
typedef enum mali_inst_matching {
  // Vulkan 1.3, or earlier with `maintenance4`: an input reads the output of its location and component.
  MALI_INST_MATCHING_VULKAN = 0,
  // OpenGL with GLSL 4.40 and later: by name where neither has a location; interpolations may differ.
  MALI_INST_MATCHING_GL = 1,
  // OpenGL ES: by name where neither has a location; interpolations are equal.
  MALI_INST_MATCHING_GL_ES = 2,
} MALI_INST_ENUM mali_inst_matching;

// The driver of Mesa that links, and its version: one of `MALI_INST_DRIVER_*`.
typedef enum mali_inst_driver {
  // Panfrost of 2026, for OpenGL and OpenGL ES.
  MALI_INST_DRIVER_PANFROST = 0,
  // PanVK of 2026, for Vulkan, on V6 and later.
  MALI_INST_DRIVER_PANVK = 1,
  // Panfrost of Mesa 25.0, on V4 to V7, V9 and V10.
  MALI_INST_DRIVER_PANFROST_25_0 = 2,
  // PanVK of Mesa 25.0, on V6, V7 and V10.
  MALI_INST_DRIVER_PANVK_25_0 = 3,
  // The same as `MALI_INST_DRIVER_PANFROST_25_0`: Panfrost of Mesa 22.3 places as that of 25.0 does.
  MALI_INST_DRIVER_PANFROST_22_3 = 4,
} MALI_INST_ENUM mali_inst_driver;

// The way in which the stages are compiled: one of `MALI_INST_LINKING_*`.
typedef enum mali_inst_linking {
  // A program of OpenGL: only the outputs that are read are stored. The driver's compiler packs anew what it leaves of
  // them, so that the places are known only for slots.
  MALI_INST_LINKING_LINKED = 0,
  // A pipeline of Vulkan, or libraries that are linked with optimization: all outputs are stored, and their offsets
  // are known to the fragment stage.
  MALI_INST_LINKING_MONOLITHIC = 1,
  // A separable program of OpenGL, or libraries of Vulkan that are linked fast: all outputs are stored, and found
  // through descriptors.
  MALI_INST_LINKING_SEPARABLE = 2,
} MALI_INST_ENUM mali_inst_linking;

// A stage: one of `MALI_INST_STAGE_*`.
typedef enum mali_inst_stage {
  // The vertex stage, which writes varyings.
  MALI_INST_STAGE_VERTEX = 0,
  // The fragment stage, which reads varyings.
  MALI_INST_STAGE_FRAGMENT = 1,
} MALI_INST_ENUM mali_inst_stage;

// The size of a `mali_inst_linkage`, in units of eight bytes.
#define MALI_INST_LINKAGE_WORDS 659

// Two stages that a driver has linked for an architecture, and the memory between them.
//
// It is in the caller's memory. `mali_inst_linkage_init` fills it from declarations, `mali_inst_linkage_init_slots`
// from slots. It may be copied, and needs no clean-up.
typedef struct mali_inst_linkage {
  // Private to the library.
  uint64_t opaque[MALI_INST_LINKAGE_WORDS];
} mali_inst_linkage;

// The size of a linkage in the library, in bytes, for memory that a program allocates, and for other languages than
// C. Its alignment is that of a `uint64_t`.
size_t mali_inst_linkage_size(void);

// Links the declarations of two stages for a driver and an architecture, and decides the places of the varyings
// between them. `mali_inst_linkage_init` is the same for a `mali_inst_linkage`, whose size it knows.
//
// Stages that are compiled separately take locations in the order of the names, so that both stages agree. An input
// that the vertex stage does not write is allowed, and its value is undefined. A null `built_ins` means that the
// stages use none of them.
//
// After an error, `linkage` is unchanged, or all functions refuse it. In an error, `element` is a varying: the
// fragment stage's inputs are counted on after the vertex stage's outputs.
//
// # Errors
//
// `MALI_INST_ERROR_SIZE` if `linkage_size`, the size of the memory, is less than `mali_inst_linkage_size()`;
// `MALI_INST_ERROR_DRIVER_ARCH` for a driver that does not support the architecture, `MALI_INST_ERROR_SLOT` for a
// built-in variable that it does not support, and for more than 37 slots of a stage; `MALI_INST_ERROR_TOO_MANY` for
// more than `MALI_INST_MAX_VARYINGS` in a stage; for a declaration `MALI_INST_ERROR_INTERPOLATED_INTEGER`,
// `MALI_INST_ERROR_LOCATION` and `MALI_INST_ERROR_COMPONENT`; for a stage `MALI_INST_ERROR_NO_LOCATIONS` and
// `MALI_INST_ERROR_SHARED_LOCATION`; for a pair that does not match `MALI_INST_ERROR_TYPE_MISMATCH`,
// `MALI_INST_ERROR_INTERPOLATION_MISMATCH`, `MALI_INST_ERROR_PRECISION_MISMATCH`, `MALI_INST_ERROR_BEGIN_MISMATCH`,
// `MALI_INST_ERROR_MEMBER_MISMATCH` and `MALI_INST_ERROR_LOCATION_MISMATCH`.
//
// # Safety
//
// The outputs, the inputs, their names and `built_ins` may be read, `linkage` and `error` may be written.
// `built_ins` and `error` may be null.
mali_inst_status mali_inst_linkage_init_sized(struct mali_inst_linkage *linkage,
                                              size_t linkage_size,
                                              mali_inst_driver driver,
                                              mali_inst_arch arch,
                                              const struct mali_inst_varying *outputs,
                                              size_t output_count,
                                              const struct mali_inst_varying *inputs,
                                              size_t input_count,
                                              const struct mali_inst_built_ins *built_ins,
                                              mali_inst_matching matching,
                                              mali_inst_linking linking,
                                              struct mali_inst_error *error);

// `mali_inst_linkage_init_sized` of a `mali_inst_linkage`. A library that needs a larger one returns
// `MALI_INST_ERROR_SIZE`.
static inline mali_inst_status mali_inst_linkage_init(struct mali_inst_linkage *linkage, mali_inst_driver driver,
                                                      mali_inst_arch arch, const struct mali_inst_varying *outputs,
                                                      size_t output_count, const struct mali_inst_varying *inputs,
                                                      size_t input_count, const struct mali_inst_built_ins *built_ins,
                                                      mali_inst_matching matching, mali_inst_linking linking,
                                                      struct mali_inst_error *error)
{
  return mali_inst_linkage_init_sized(linkage, sizeof *linkage, driver, arch, outputs, output_count, inputs,
                                      input_count, built_ins, matching, linking, error);
}

// The first location of each varying of a stage, 0 to 31, in the order of the declarations, and the number of
// varyings: `found`, which can be more than `capacity`. At most `capacity` are written. Stages that were linked by
// their slots have no varyings.
//
// # Safety
//
// `linkage` may be read: it is zeros, or was filled by a function. `capacity` locations, `found` and `error`
// may be written. `error` may be null.
mali_inst_status mali_inst_linkage_locations(const struct mali_inst_linkage *linkage,
                                             mali_inst_stage stage,
                                             uint32_t *locations,
                                             size_t capacity,
                                             size_t *found,
                                             struct mali_inst_error *error);

// The way in which the fragment stage finds a varying: one of `MALI_INST_ACCESS_*`.
typedef enum mali_inst_access {
  // It reads nothing there, or nothing is stored there.
  MALI_INST_ACCESS_NONE = 0,
  // Through a descriptor: `LD_VAR`.
  MALI_INST_ACCESS_DESCRIPTOR = 1,
  // By the offset and the format, which its instructions contain: `LD_VAR_BUF`. V9 and later.
  MALI_INST_ACCESS_BAKED = 2,
} MALI_INST_ENUM mali_inst_access;

// The largest number of slots of a stage and of a linkage: one for each location.
#define MALI_INST_MAX_SLOTS 64

// The slot at which the locations of the application begin. Those before it are built-in variables: 0 is the
// position, and of a fragment stage of V4 and V5 `gl_FragCoord`.
#define MALI_INST_FIRST_APPLICATION_SLOT 32

// The varying of both stages at one location: up to four components of one type.
typedef struct mali_inst_varying_slot {
  // The location, 0 to 63: Mesa's `gl_varying_slot`. `MALI_INST_FIRST_APPLICATION_SLOT` and a location of the
  // application.
  uint32_t location;
  // The number of its descriptor in the vertex stage's table, which V4 to V7 have; `MALI_INST_NO_ELEMENT` if the
  // stage has no slot there.
  uint32_t vertex_index;
  // The number of its descriptor in the fragment stage's table, if there is one; `MALI_INST_NO_ELEMENT` if the
  // stage does not read it.
  uint32_t fragment_index;
  // Its offset from the beginning of a vertex's section, in bytes; `MALI_INST_NO_ELEMENT` if it has no place
  // there, as the position.
  uint32_t offset;
  // The number of bytes that it takes in the section; 0 if it is not stored there.
  uint32_t bytes;
  // The format that the vertex stage writes there; 0 if it is not stored there.
  mali_inst_format format;
  // The format that the fragment stage reads there, with its own base type; 0 if it reads nothing there.
  mali_inst_format read_format;
  // The way in which the fragment stage finds it.
  mali_inst_access access;
} mali_inst_varying_slot;

// The slots of both stages, in the order of their locations, and their number: `found`, which can be more than
// `capacity`. At most `capacity` are written. A location that the vertex stage writes is among them even if it is
// not stored.
//
// # Safety
//
// `linkage` may be read: it is zeros, or was filled by a function. `capacity` slots, `found` and `error` may be
// written. `error` may be null.
mali_inst_status mali_inst_linkage_slots(const struct mali_inst_linkage *linkage,
                                         struct mali_inst_varying_slot *slots,
                                         size_t capacity,
                                         size_t *found,
                                         struct mali_inst_error *error);

// The built-in outputs that the hardware passes from the vertex to the fragment stage: one of `MALI_INST_FIFO_*`.
typedef enum mali_inst_fifo_format {
  // Only the position.
  MALI_INST_FIFO_BASIC = 0,
  // The position, the point size, the layer, the viewport and the primitive ID.
  MALI_INST_FIFO_EXTENDED = 1,
} MALI_INST_ENUM mali_inst_fifo_format;

// The sizes of linked stages.
typedef struct mali_inst_varying_sizes {
  // The number of bytes of a vertex's section: the varyings that are stored. From V9 on it is the attribute
  // stride, from V10 on also the register `VARY_SIZE`.
  uint32_t section_bytes;
  // The length of the vertex stage's table of descriptors, in words; 0 from V9 on.
  uint32_t vertex_words;
  // The length of the fragment stage's table of descriptors, in words. From V9 on it is 0 if all offsets are
  // baked.
  uint32_t fragment_words;
  // The number of bytes that a vertex takes in a packet; 0 on V4 to V7.
  uint32_t packet_stride;
  // The `Allocation` word of V9's job; 0 on all others.
  uint32_t allocation;
  // The FIFO format of draws of points, and of all draws in several views. V9 and later.
  mali_inst_fifo_format points_fifo_format;
  // The FIFO format of draws of other primitives in one view. V9 and later.
  mali_inst_fifo_format fifo_format;
} mali_inst_varying_sizes;

// The sizes of linked stages.
//
// # Safety
//
// `linkage` may be read, `sizes` and `error` may be written. `error` may be null. `linkage` is zeros, or was filled
// by a function.
mali_inst_status mali_inst_linkage_sizes(const struct mali_inst_linkage *linkage,
                                         struct mali_inst_varying_sizes *sizes,
                                         struct mali_inst_error *error);

// Writes the table of a stage's descriptors. `mali_inst_linkage_sizes` returns its length, `mali_inst_linkage_slots`
// the number of each descriptor. The words of a number that no slot has are zeros.
//
// The descriptors of declarations are in the order of Mesa's locations, which its drivers use: that of the position,
// of the point size, of varyings. On V4 and V5 the fragment stage's begin with those of `gl_FragCoord`,
// `gl_FrontFacing` and `gl_PointCoord`. Each is there if the stage uses it. Those of slots have the slots' own
// indices.
//
// # Errors
//
// `MALI_INST_ERROR_OUTPUT_TOO_SMALL`.
//
// # Safety
//
// `linkage` may be read, `word_count` words, which are initialised, and `error` may be written.
// `error` may be null. `linkage` is zeros, or was filled by a function.
mali_inst_status mali_inst_linkage_descriptors(const struct mali_inst_linkage *linkage,
                                               mali_inst_stage stage,
                                               uint32_t *words,
                                               size_t word_count,
                                               struct mali_inst_error *error);

// The number of buffers of varyings in memory: the section's, that of positions, and that of point sizes.
#define MALI_INST_VARYING_BUFFERS 3

// The number of words of the table of varyings' buffers, with the special buffers of V4 and V5 and the null
// terminator of V6 and V7.
#define MALI_INST_VARYING_TABLE_WORDS 24

// A buffer of varyings on V4 to V7, with an element for each thread of a draw.
typedef struct mali_inst_varying_buffer {
  // The GPU's address, a multiple of 64. `mali_inst_linkage_buffers` sets it to 0.
  uint64_t address;
  // The distance between elements, in bytes; 0 if there is no such buffer.
  uint32_t stride;
  // The size of the buffer in bytes.
  uint32_t size;
  // Zeros, for fields of later versions.
  uint32_t reserved[2];
} mali_inst_varying_buffer;

// The sizes of the buffers that a draw writes varyings to, on V4 to V7: `MALI_INST_VARYING_BUFFERS` of them. The
// threads that padding adds have elements too.
//
// # Errors
//
// `MALI_INST_ERROR_ATTRIBUTE_BUFFER_ARCH` from V9 on, and `MALI_INST_ERROR_VALUE` for a target of another
// architecture than the linkage's; for the call `MALI_INST_ERROR_VERTEX_COUNT`, `MALI_INST_ERROR_INSTANCE_COUNT`,
// `MALI_INST_ERROR_PADDED_VERTICES`, `MALI_INST_ERROR_IDVS_ARCH` and `MALI_INST_ERROR_UNKNOWN_INSTANCES`;
// `MALI_INST_ERROR_BUFFER_SIZE`.
//
// # Safety
//
// `linkage`, `target` and `call` may be read, `MALI_INST_VARYING_BUFFERS` buffers and `error` may be
// written. `error` may be null. `linkage` is zeros, or was filled by a function.
mali_inst_status mali_inst_linkage_buffers(const struct mali_inst_linkage *linkage,
                                           const struct mali_inst_target *target,
                                           const struct mali_inst_draw_call *call,
                                           struct mali_inst_varying_buffer *buffers,
                                           struct mali_inst_error *error);

// Writes the table of varyings' buffers of V4 to V7, which both stages share: `MALI_INST_VARYING_TABLE_WORDS` words.
// On V4 and V5 it has the special buffers of `gl_PointCoord`, `gl_FrontFacing` and `gl_FragCoord`, the slots 25, 24
// and 0 of the fragment stage. `buffers` are those of `mali_inst_linkage_buffers`, with their addresses.
//
// # Errors
//
// `MALI_INST_ERROR_ATTRIBUTE_BUFFER_ARCH` from V9 on; for a buffer `MALI_INST_ERROR_MISALIGNED_ADDRESS` and
// `MALI_INST_ERROR_ADDRESS_RANGE`; `MALI_INST_ERROR_OUTPUT_TOO_SMALL`.
//
// # Safety
//
// `linkage` and `MALI_INST_VARYING_BUFFERS` buffers may be read, `word_count` words, which are
// initialised, and `error` may be written. `error` may be null. `linkage` is zeros, or was filled by a function.
mali_inst_status mali_inst_linkage_table(const struct mali_inst_linkage *linkage,
                                         const struct mali_inst_varying_buffer *buffers,
                                         uint32_t *words,
                                         size_t word_count,
                                         struct mali_inst_error *error);

// A location that one stage accesses. Several stores or loads of one location are one slot. All fields may be 0,
// except `bits` and `components`; integers that the fragment stage reads must be flat.
typedef struct mali_inst_slot {
  // The location, 0 to 63: Mesa's `gl_varying_slot`. 0 is the position, 12 the point size; the locations of the
  // application begin at 32.
  uint8_t location;
  // The number by which the stage's instructions name the slot, and the number of its descriptor: NIR's base. The
  // slots of a stage are in the order of their indices, which may have gaps.
  uint8_t index;
  // The number of bits of a component in memory, 16 or 32.
  uint8_t bits;
  // The first component that is accessed, 0 to 3.
  uint8_t component;
  // The number of components from there on, at least 1.
  uint8_t components;
  // Not 0 if the fragment stage reads the slot without interpolation.
  uint8_t is_flat;
  // Not 0 if only transform feedback reads what the vertex stage stores: NIR's `no_varying`.
  uint8_t is_only_captured;
  // Zeros, for fields of later versions.
  uint8_t reserved[1];
  // The kind of the components.
  mali_inst_base_type base_type;
} mali_inst_slot;

// Places what the vertex stage stores, as Mesa of 2026 does: the first of two steps, when a driver compiles that
// stage. `offsets`, of the same length, gets the offset of each output from the beginning of a vertex's section, in
// bytes: `MALI_INST_NO_ELEMENT` for one that is not there, as the position. `section_bytes` gets the section's size.
//
// In an error, `element` is an output.
//
// # Errors
//
// `MALI_INST_ERROR_TOO_MANY` for more than `MALI_INST_MAX_SLOTS`, `MALI_INST_ERROR_SLOT`.
//
// # Safety
//
// The outputs may be read, as many offsets, `section_bytes` and `error` may be written. `error` may be null.
mali_inst_status mali_inst_slots_place(const struct mali_inst_slot *outputs,
                                       size_t output_count,
                                       uint32_t *offsets,
                                       uint32_t *section_bytes,
                                       struct mali_inst_error *error);

// Links the slots of two stages for a driver and an architecture: the second step, when a driver knows both.
// `is_layout_known` is not 0 if the fragment stage was compiled with these outputs, and so can have their offsets.
// `mali_inst_linkage_init_slots` is the same for a `mali_inst_linkage`, whose size it knows. All functions of a
// linkage take the result, in which no slot is of a declaration.
//
// After an error, `linkage` is unchanged, or all functions refuse it. In an error, `element` is a slot: the fragment
// stage's inputs are counted on after the vertex stage's outputs. A slot of a built-in variable that the driver does
// not support is `MALI_INST_ERROR_SLOT` with the variable's name in the message, and without an `element`.
//
// # Errors
//
// `MALI_INST_ERROR_SIZE` if `linkage_size`, the size of the memory, is less than `mali_inst_linkage_size()`; the
// errors of `mali_inst_slots_place`, also for the inputs, and `MALI_INST_ERROR_DRIVER_ARCH`.
//
// # Safety
//
// The outputs and the inputs may be read, `linkage` and `error` may be written. `error` may be null.
mali_inst_status mali_inst_linkage_init_slots_sized(struct mali_inst_linkage *linkage,
                                                    size_t linkage_size,
                                                    mali_inst_driver driver,
                                                    mali_inst_arch arch,
                                                    const struct mali_inst_slot *outputs,
                                                    size_t output_count,
                                                    const struct mali_inst_slot *inputs,
                                                    size_t input_count,
                                                    uint32_t is_layout_known,
                                                    struct mali_inst_error *error);

// `mali_inst_linkage_init_slots_sized` of a `mali_inst_linkage`. A library that needs a larger one returns
// `MALI_INST_ERROR_SIZE`.
static inline mali_inst_status mali_inst_linkage_init_slots(struct mali_inst_linkage *linkage,
                                                            mali_inst_driver driver, mali_inst_arch arch,
                                                            const struct mali_inst_slot *outputs, size_t output_count,
                                                            const struct mali_inst_slot *inputs, size_t input_count,
                                                            uint32_t is_layout_known, struct mali_inst_error *error)
{
  return mali_inst_linkage_init_slots_sized(linkage, sizeof *linkage, driver, arch, outputs, output_count, inputs,
                                            input_count, is_layout_known, error);
}

// The values that are captured: one of `MALI_INST_CAPTURE_*`.
typedef enum mali_inst_capture_kind {
  // All elements of a varying.
  MALI_INST_CAPTURE_VARYING = 0,
  // An element of a varying.
  MALI_INST_CAPTURE_ELEMENT = 1,
  // A component of an element; those of a matrix are counted column by column.
  MALI_INST_CAPTURE_COMPONENT = 2,
  // `gl_Position`, four components.
  MALI_INST_CAPTURE_POSITION = 3,
  // `gl_PointSize`, one component.
  MALI_INST_CAPTURE_POINT_SIZE = 4,
  // Components that are left as they are, `gl_SkipComponents1` to `gl_SkipComponents4`. Only for interleaved captures.
  MALI_INST_CAPTURE_SKIP_COMPONENTS = 5,
  // `gl_NextBuffer`: the captures after it go to the next buffer. Only for interleaved captures.
  MALI_INST_CAPTURE_NEXT_BUFFER = 6,
} MALI_INST_ENUM mali_inst_capture_kind;

// A capture of the application: a name of `glTransformFeedbackVaryings`.
typedef struct mali_inst_capture {
  // The values.
  mali_inst_capture_kind kind;
  // The number of the varying among the vertex stage's outputs. Used for the first three kinds.
  uint32_t varying;
  // The element of the array, from 0. Used for `MALI_INST_CAPTURE_ELEMENT` and `MALI_INST_CAPTURE_COMPONENT`.
  uint32_t element;
  // The component, from 0, for `MALI_INST_CAPTURE_COMPONENT`; the number of components, 1 to 4, for
  // `MALI_INST_CAPTURE_SKIP_COMPONENTS`.
  uint32_t component;
  // Zeros, for fields of later versions.
  uint32_t reserved[2];
} mali_inst_capture;

// The buffers of the captures: one of `MALI_INST_CAPTURE_MODE_*`.
typedef enum mali_inst_capture_mode {
  // All captures follow each other, from buffer 0 on: `GL_INTERLEAVED_ATTRIBS`.
  MALI_INST_CAPTURE_MODE_INTERLEAVED = 0,
  // Each capture has a buffer of its own: `GL_SEPARATE_ATTRIBS`.
  MALI_INST_CAPTURE_MODE_SEPARATE = 1,
} MALI_INST_ENUM mali_inst_capture_mode;

// The components of a capture, of 32 bits each, and their place.
typedef struct mali_inst_captured_span {
  // The number of the capture.
  uint32_t capture;
  // The kind of the components.
  mali_inst_base_type base_type;
  // The number of components.
  uint32_t components;
  // The number of the buffer.
  uint32_t buffer;
  // The offset at which the components are written, in bytes from the beginning of the vertex in the buffer.
  uint32_t offset;
} mali_inst_captured_span;

// The places of the captures, and their number: `found`, which can be more than `capacity`. At most `capacity` are
// written. Captures that skip components or change the buffer have none.
//
// The last span of a buffer ends with the vertex, unless components are skipped after it, so that the buffer's
// stride is the span's `offset + 4 * components`, and the skipped ones. Vertex `v` of instance `i` of a draw is
// captured at `(i * vertices + v) * stride + offset`: what padding adds is not captured. A variant of the vertex
// shader stores the captures.
//
// # Errors
//
// `MALI_INST_ERROR_TOO_MANY` for more than `MALI_INST_MAX_VARYINGS` captures, and `MALI_INST_ERROR_CAPTURE`.
//
// # Safety
//
// The captures and `linkage` may be read, `capacity` spans, `found` and `error` may be written. `error` may be null.
// `linkage` is zeros, or was filled by a function.
mali_inst_status mali_inst_linkage_capture(const struct mali_inst_linkage *linkage,
                                           const struct mali_inst_capture *captures,
                                           size_t capture_count,
                                           mali_inst_capture_mode mode,
                                           struct mali_inst_captured_span *spans,
                                           size_t capacity,
                                           size_t *found,
                                           struct mali_inst_error *error);

// An edition of GLSL ES: one of `MALI_INST_GLSL_ES_*`, the number of its `#version`.
typedef enum mali_inst_edition {
  // GLSL ES 1.00, which guarantees 8 registers.
  MALI_INST_GLSL_ES_100 = 100,
  // GLSL ES 3.00, which guarantees 16 registers, as the later editions do.
  MALI_INST_GLSL_ES_300 = 300,
  // GLSL ES 3.10.
  MALI_INST_GLSL_ES_310 = 310,
  // GLSL ES 3.20.
  MALI_INST_GLSL_ES_320 = 320,
} MALI_INST_ENUM mali_inst_edition;

// The place of a varying in registers: a rectangle of rows, which are registers, and components.
typedef struct mali_inst_varying_place {
  // The first register.
  uint32_t first_register;
  // The number of registers.
  uint32_t registers;
  // The first component, 0 for x to 3 for w.
  uint32_t first_component;
  // The number of components of each register, 1 to 4.
  uint32_t components;
} mali_inst_varying_place;

// Packs the varyings of a shader by the algorithm of an edition of GLSL ES. Every implementation must accept a
// shader whose varyings this algorithm packs into the registers. `places` gets the place of each varying, and
// `registers_used` the number of registers that hold anything.
//
// `built_ins`, which may be null, has the built-in inputs of the fragment stage, of which `gl_FragCoord`,
// `gl_FrontFacing` and `gl_PointCoord` take registers too; its outputs are not used. `registers` is the number of
// the GPU's registers, 1 to 64. Names are not used. A Mali stores no registers: `mali_inst_linkage_slots` returns
// what it stores.
//
// # Errors
//
// `MALI_INST_ERROR_TOO_MANY` for more than `MALI_INST_MAX_VARYINGS`; for a declaration the errors of
// `mali_inst_linkage_init`; `MALI_INST_ERROR_REGISTERS`, `MALI_INST_ERROR_DOES_NOT_FIT`,
// `MALI_INST_ERROR_SHARED_LOCATION`, and `MALI_INST_ERROR_NOT_IN_EDITION` for a declaration that the edition does
// not have. The built-in inputs are counted on after the varyings.
//
// # Safety
//
// The varyings and `built_ins` may be read, as many places, `registers_used` and `error` may be written. `built_ins`
// and `error` may be null.
mali_inst_status mali_inst_registers_pack(mali_inst_edition edition,
                                          uint32_t registers,
                                          const struct mali_inst_varying *varyings,
                                          size_t varying_count,
                                          const struct mali_inst_built_ins *built_ins,
                                          struct mali_inst_varying_place *places,
                                          uint32_t *registers_used,
                                          struct mali_inst_error *error);

#ifdef __cplusplus
}
#endif

#endif
