// SPDX-License-Identifier: MIT OR Apache-2.0
//
// The planner of buffers of mali-instancing: C99, and C++. A library that was built with the feature "planner" has it.
//
// header/header.rs writes this file from src/; do not edit it. The introduction of mali_inst.h is about this header
// too.
//
// A work is a piece of the GPU's work, such as a submission. The caller numbers works from 1 on, in the order in which
// the GPU finishes them; 0 is none.
#ifndef MALI_INST_BUFFERS_H
#define MALI_INST_BUFFERS_H

#include "mali_inst.h"

#ifdef __cplusplus
extern "C" {
#endif

// The kind of place that data comes from: one of `MALI_INST_DATA_*`.
typedef enum mali_inst_data_kind {
  // A buffer of the application, by its number.
  MALI_INST_DATA_BUFFER = 0,
  // Client memory, by a number that the caller chooses and the callback `read` gets: the pointer, for example.
  MALI_INST_DATA_CLIENT = 1,
} MALI_INST_ENUM mali_inst_data_kind;

// The place of an application's data.
typedef struct mali_inst_data_source {
  // The number of the buffer or of the client memory.
  uint64_t number;
  // The kind of place.
  mali_inst_data_kind kind;
} mali_inst_data_source;

// The size of a `mali_inst_planner_buffer`, in units of eight bytes.
#define MALI_INST_PLANNER_BUFFER_WORDS 80

// The state of one of the application's buffers. `mali_inst_planner_buffer_init` fills it.
typedef struct mali_inst_planner_buffer {
  // Private to the library.
  uint64_t opaque[MALI_INST_PLANNER_BUFFER_WORDS];
} mali_inst_planner_buffer;

// The size of a `mali_inst_planner_index_bounds`, in units of eight bytes.
#define MALI_INST_PLANNER_INDEX_BOUNDS_WORDS 7

// Room for the smallest and the largest index of one draw. `mali_inst_planner_buffer_keep_bounds` initialises it.
typedef struct mali_inst_planner_index_bounds {
  // Private to the library.
  uint64_t opaque[MALI_INST_PLANNER_INDEX_BOUNDS_WORDS];
} mali_inst_planner_index_bounds;

// The callbacks for the buffers and the bytes of an application.
//
// Memory to which a callback returns a pointer must not change until the function that called it has returned. A
// callback must not call a function of this header with the arguments of that function. It must return: it must
// neither throw nor call `longjmp`.
typedef struct mali_inst_client_state {
  // The first argument of both callbacks.
  void *user;
  // Returns the buffer with this number, or null if there is none. During the function that calls it, the buffer is
  // always at the same address. A buffer that was initialised with another number counts as none.
  struct mali_inst_planner_buffer *(*buffer)(void *user, uint64_t number);
  // Returns `size` bytes of a source from byte `begin` on, or null if they cannot be read. The bytes of a buffer
  // never end past its size. If the GPU writes them, that work must be finished: the caller waits for it before the
  // draw, or here.
  const uint8_t *(*read)(void *user, struct mali_inst_data_source source, uint64_t begin, uint64_t size);
  // Zeros, for fields of later versions.
  uint64_t reserved[2];
} mali_inst_client_state;

// A block of memory that the GPU reads and that the caller has allocated.
typedef struct mali_inst_block {
  // The caller's name of the block: a number of its own, or a pointer. No other block that is not freed has it.
  uint64_t handle;
  // The GPU address of its first byte: a multiple of 64.
  uint64_t address;
  // Its size, in bytes: at least what was asked for.
  uint64_t size;
} mali_inst_block;

// The callbacks for the memory that the GPU reads. A callback must return: it must neither throw nor call `longjmp`.
//
// A draw calls them while the caller may hold locks of buffers that contexts share. So none of them may wait for a
// thread that needs those locks.
typedef struct mali_inst_gpu_memory {
  // The first argument of all callbacks.
  void *user;
  // Allocates a block of at least `size` bytes, and writes it to `block`. Returns 0 if there is no memory, or none
  // without a wait, or else another number. The draw then finds another place for its data, waits, or fails.
  uint32_t (*allocate)(void *user, uint64_t size, struct mali_inst_block *block);
  // Takes back a block that no later draw reads. The GPU may read it until the work `until` is finished: not at all
  // if it is 0.
  void (*retire)(void *user, struct mali_inst_block block, uint64_t until);
  // Returns `size` bytes of a block from byte `begin` on, or null if they do not exist. They are written once and in
  // ascending order: the memory may be write-combined. The bytes must be initialised.
  uint8_t *(*write)(void *user, struct mali_inst_block block, uint64_t begin, uint64_t size);
  // Copies all bytes of a buffer to a block, with the GPU, in the work of the draw and before it. The buffer is read
  // until that work is finished, and no earlier work reads the block. Returns 0 if the planner must read and write the
  // bytes itself, or else another number. Null if it always must.
  uint32_t (*copy_buffer)(void *user, uint64_t buffer, struct mali_inst_block block);
  // Zeros, for fields of later versions.
  uint64_t reserved[4];
} mali_inst_gpu_memory;

// The application's hint about how often a buffer's data changes: one of `MALI_INST_USAGE_*`.
typedef enum mali_inst_usage {
  // Specified once and drawn many times: `GL_STATIC_DRAW`.
  MALI_INST_USAGE_STATIC = 0,
  // Specified again and again, and drawn many times: `GL_DYNAMIC_DRAW`.
  MALI_INST_USAGE_DYNAMIC = 1,
  // Specified once and drawn a few times: `GL_STREAM_DRAW`.
  MALI_INST_USAGE_STREAM = 2,
} MALI_INST_ENUM mali_inst_usage;

// The size of a buffer's state in the library, in bytes, for memory that a program allocates, and for other languages
// than C. Its alignment is that of a `uint64_t`.
size_t mali_inst_planner_buffer_size(void);

// Initialises the state of a new buffer of `size` bytes: `glBufferData` of a buffer without data. A buffer that was
// orphaned has 0 bytes. `address` is the buffer's GPU address, or 0 if the GPU does not see the buffer.
//
// `number` is the buffer's number in the callbacks. It must never be given to another buffer, although GL reuses the
// names of deleted buffers: a state recognizes its buffers by their numbers. So it is best to count all buffers.
//
// The bounds of its indices are found again in each draw, unless `mali_inst_planner_buffer_keep_bounds` gives it room
// for them.
//
// `mali_inst_planner_buffer_init` is the same for a `mali_inst_planner_buffer`, whose size it knows.
//
// An initialised buffer that gets new data needs `mali_inst_planner_buffer_data` instead: to initialise it again would
// forget its copies.
//
// # Errors
//
// `MALI_INST_ERROR_SIZE` if `buffer_size`, the size of the memory, is less than `mali_inst_planner_buffer_size()`.
//
// # Safety
//
// `buffer` and `error` may be written. `error` may be null.
mali_inst_status mali_inst_planner_buffer_init_sized(struct mali_inst_planner_buffer *buffer,
                                                     size_t buffer_size,
                                                     uint64_t number,
                                                     uint64_t size,
                                                     mali_inst_usage usage,
                                                     uint64_t address,
                                                     struct mali_inst_error *error);

// `mali_inst_planner_buffer_init_sized` of a `mali_inst_planner_buffer`. A library that needs a larger one returns
// `MALI_INST_ERROR_SIZE`.
static inline mali_inst_status mali_inst_planner_buffer_init(struct mali_inst_planner_buffer *buffer, uint64_t number,
                                                             uint64_t size, mali_inst_usage usage, uint64_t address,
                                                             struct mali_inst_error *error)
{
  return mali_inst_planner_buffer_init_sized(buffer, sizeof *buffer, number, size, usage, address, error);
}

// The size of the room for the bounds of one draw in the library, in bytes, for memory that a program allocates, and
// for other languages than C. Its alignment is that of a `uint64_t`.
size_t mali_inst_planner_index_bounds_size(void);

// Gives a buffer with indices room for the smallest and the largest index of `count` draws, so that these are not
// found again in each draw: 64 as in Mesa's drivers, or the number of meshes. A new buffer has none, and needs none if
// it has no indices. What was found before is forgotten. `count` may be 0.
//
// `mali_inst_planner_buffer_keep_bounds` is the same for an array of `mali_inst_planner_index_bounds`, whose size it
// knows.
//
// # Errors
//
// `MALI_INST_ERROR_SIZE` if `bounds_size`, the size of the room for one draw, is less than
// `mali_inst_planner_index_bounds_size()`. Nothing has changed then.
//
// # Safety
//
// `buffer` is zeros or was initialised, and may be changed. `count * bounds_size` bytes may be written. They belong to
// the buffer until it gets others or is used no more: nothing else reads or writes them, and they must not be moved.
// `error` may be written, or is null.
mali_inst_status mali_inst_planner_buffer_keep_bounds_sized(struct mali_inst_planner_buffer *buffer,
                                                            struct mali_inst_planner_index_bounds *bounds,
                                                            size_t bounds_size,
                                                            size_t count,
                                                            struct mali_inst_error *error);

// `mali_inst_planner_buffer_keep_bounds_sized` of an array of `mali_inst_planner_index_bounds`. A library that needs
// larger ones returns `MALI_INST_ERROR_SIZE`.
static inline mali_inst_status mali_inst_planner_buffer_keep_bounds(struct mali_inst_planner_buffer *buffer,
                                                                    struct mali_inst_planner_index_bounds *bounds,
                                                                    size_t count, struct mali_inst_error *error)
{
  return mali_inst_planner_buffer_keep_bounds_sized(buffer, bounds, sizeof *bounds, count, error);
}

// Records that a buffer gets new data of any size and usage, at another address: `glBufferData`. `address` is 0 if the
// GPU does not see the data. A size of 0 releases the old data. Copies of the old data are retired.
//
// `last_read` gets the last work that may read the old address, or 0. The old address must not be used again before
// that work is finished.
//
// # Safety
//
// `buffer` is zeros or was initialised, and may be changed; `memory` may be read, and its callbacks keep its rules;
// `last_read` and `error` may be written. `error` may be null.
mali_inst_status mali_inst_planner_buffer_data(struct mali_inst_planner_buffer *buffer,
                                               uint64_t size,
                                               mali_inst_usage usage,
                                               uint64_t address,
                                               const struct mali_inst_gpu_memory *memory,
                                               uint64_t *last_read,
                                               struct mali_inst_error *error);

// Records that the application changes `size` bytes of a buffer from byte `begin` on: `glBufferSubData`. `completed`
// is the last work that the GPU has finished. Copies of the old data are retired.
//
// `in_flight` gets the work that must be finished before the bytes can be written in place, or 0 if they can be
// written at once. A caller that does not want to wait writes all the data to another place and calls
// `mali_inst_planner_buffer_moved`.
//
// # Errors
//
// `MALI_INST_ERROR_ZERO` for 0 bytes, and `MALI_INST_ERROR_PAST_END` for bytes past the end of the buffer. Nothing has
// changed then.
//
// # Safety
//
// `buffer` is zeros or was initialised, and may be changed; `memory` may be read, and its callbacks keep its rules;
// `in_flight` and `error` may be written. `error` may be null.
mali_inst_status mali_inst_planner_buffer_changed(struct mali_inst_planner_buffer *buffer,
                                                  uint64_t begin,
                                                  uint64_t size,
                                                  uint64_t completed,
                                                  const struct mali_inst_gpu_memory *memory,
                                                  uint64_t *in_flight,
                                                  struct mali_inst_error *error);

// Records that a buffer is at another address now, with all its data. `last_read` gets the last work that may read the
// old address, or 0.
//
// # Errors
//
// `MALI_INST_ERROR_ZERO` for address 0. Nothing has changed then.
//
// # Safety
//
// `buffer` is zeros or was initialised, and may be changed; `last_read` and `error` may be written. `error` may be
// null.
mali_inst_status mali_inst_planner_buffer_moved(struct mali_inst_planner_buffer *buffer,
                                                uint64_t address,
                                                uint64_t *last_read,
                                                struct mali_inst_error *error);

// Records that the data of a buffer may change without a call from now on, or, if `is_volatile` is 0, that it no
// longer does. Data may change without a call if it is mapped persistently, or if the GPU writes it: transform
// feedback, storage buffers. While it may, there are no copies of it, and the bounds of its indices are found again at
// each draw. Copies that no later draw reads are retired. If a draw reads the data with the CPU, for bounds or a
// conversion, what the GPU writes must be finished when `read` returns it.
//
// # Safety
//
// `buffer` is zeros or was initialised, and may be changed; `memory` may be read, and its callbacks keep its rules.
// `error` may be written, or is null.
mali_inst_status mali_inst_planner_buffer_set_volatile(struct mali_inst_planner_buffer *buffer,
                                                       uint32_t is_volatile,
                                                       const struct mali_inst_gpu_memory *memory,
                                                       struct mali_inst_error *error);

// Records that a buffer is deleted: `glDeleteBuffers`. Its copies are retired, and `last_read` gets the last work that
// may read its address, or 0. The `mali_inst_planner_buffer` can then be discarded, or initialised again.
//
// # Safety
//
// `buffer` is zeros or was initialised, and may be changed; `memory` may be read, and its callbacks keep its rules;
// `last_read` and `error` may be written. `error` may be null.
mali_inst_status mali_inst_planner_buffer_release(struct mali_inst_planner_buffer *buffer,
                                                  const struct mali_inst_gpu_memory *memory,
                                                  uint64_t *last_read,
                                                  struct mali_inst_error *error);

// A draw, as an application states it. Every field except `count` and `instances` can be left at 0.
typedef struct mali_inst_planned_draw {
  // The offset of the first index in its source, in bytes.
  uint64_t index_offset;
  // The number of vertices or indices.
  uint32_t count;
  // The number of instances.
  uint32_t instances;
  // The first vertex. It is ignored if the draw has indices.
  uint32_t first;
  // The first instance.
  uint32_t first_instance;
  // The size of an index: 1, 2 or 4 bytes, or 0 if there are no indices.
  uint32_t index_size;
  // The place of the indices.
  struct mali_inst_data_source index_source;
  // The number that is added to each index.
  int32_t base_vertex;
  // Whether `restart_index` restarts primitives: not 0 if it does.
  uint32_t has_restart_index;
  // The index that restarts primitives.
  uint32_t restart_index;
  // Whether the application states that no index is below `minimum_index` and none above `maximum_index`: not 0 if
  // it does.
  uint32_t has_index_bounds;
  // The smallest index.
  uint32_t minimum_index;
  // The largest index.
  uint32_t maximum_index;
  // Zeros, for fields of later versions.
  uint32_t reserved[4];
} mali_inst_planned_draw;

// The parts of a planned draw besides its tables.
typedef struct mali_inst_planned_input {
  // The GPU address of the first index.
  uint64_t index_address;
  // The size of an index: 1, 2 or 4 bytes, or 0 if there are no indices.
  uint32_t index_size;
  // The number of indices.
  uint32_t index_count;
  // Whether `restart_index` restarts primitives: not 0 if it does.
  uint32_t has_restart_index;
  // The index that restarts primitives.
  uint32_t restart_index;
  // The vertices that are shaded.
  struct mali_inst_indexed_draw vertices;
  // The words of its job, which V4 to V7 have.
  struct mali_inst_job_words job;
  // The sizes of its tables.
  struct mali_inst_tables tables;
} mali_inst_planned_input;

// The largest number of attributes, and of bindings, of a planned draw: fewer than the `MALI_INST_MAX_ATTRIBUTES`
// of other draws.
#define MALI_INST_MAX_PLANNED_ATTRIBUTES 16

// Memory with a stride and a rate, from which elements are read: a vertex buffer binding.
typedef struct mali_inst_planned_binding {
  // The offset of the first element in the source, in bytes.
  uint64_t offset;
  // The place of the bytes.
  struct mali_inst_data_source source;
  // The distance between elements, in bytes. If it is 0, all vertices and instances read the first element.
  uint32_t stride;
  // The rate at which elements are stepped through.
  mali_inst_rate rate;
  // The number of instances that share an element, with `MALI_INST_RATE_INSTANCE`.
  uint32_t divisor;
  // Zeros, for fields of later versions.
  uint32_t reserved[3];
} mali_inst_planned_binding;

// The source of an attribute's values: one of `MALI_INST_ELEMENT_*`.
typedef enum mali_inst_element_kind {
  // A part of each element of a binding.
  MALI_INST_ELEMENT_BOUND = 0,
  // The same four floats for all vertices.
  MALI_INST_ELEMENT_FLOAT = 1,
  // The same four signed integers for all vertices.
  MALI_INST_ELEMENT_INT = 2,
  // The same four unsigned integers for all vertices.
  MALI_INST_ELEMENT_UINT = 3,
  // The vertex's number, counted from the draw's first vertex. V4 and V5 only.
  MALI_INST_ELEMENT_VERTEX_ID = 4,
  // The instance's number. V4 and V5 only.
  MALI_INST_ELEMENT_INSTANCE_ID = 5,
} MALI_INST_ENUM mali_inst_element_kind;

// The source of a shader's attribute. Fields that its kind does not need are ignored.
typedef struct mali_inst_planned_element {
  // The source of the values.
  mali_inst_element_kind kind;
  // The binding, counted from 0.
  uint32_t binding;
  // The format of the bytes.
  mali_inst_format format;
  // The offset in each element of the binding, in bytes.
  uint32_t offset;
  // The bits of the four components of a constant.
  uint32_t constant[4];
  // Zeros, for fields of later versions.
  uint32_t reserved[4];
} mali_inst_planned_element;

// The length of a state of at most 8 attributes, in units of eight bytes.
#define MALI_INST_PLANNER_STATE_WORDS_OF_8 328

// The length of a state of more attributes, in units of eight bytes.
#define MALI_INST_PLANNER_STATE_WORDS_OF_16 600

// The length of a state's memory for `mali_inst_planner_state_init`, in units of eight bytes. It is a constant if the
// argument is:
//
//   static uint64_t memory[MALI_INST_PLANNER_STATE_WORDS(5)];
#define MALI_INST_PLANNER_STATE_WORDS(attribute_count) \
  ((attribute_count) <= 8 ? MALI_INST_PLANNER_STATE_WORDS_OF_8 : MALI_INST_PLANNER_STATE_WORDS_OF_16)

// The attributes of a pipeline, and the facts that were found about them, in memory that the caller gave
// `mali_inst_planner_state_init`.
typedef struct mali_inst_planner_state mali_inst_planner_state;

// The length of a state's memory, in units of eight bytes: what the macro `MALI_INST_PLANNER_STATE_WORDS` is, for
// memory that a program allocates, and for other languages than C. It is 0 for more than
// `MALI_INST_MAX_PLANNED_ATTRIBUTES`.
size_t mali_inst_planner_state_words(size_t attribute_count);

// A driver's choices for the planned draws of a pipeline. Every field except `padding` can be left at 0.
typedef struct mali_inst_planned_rules {
  // The rule by which vertex counts are padded.
  mali_inst_padding padding;
  // The rule by which multipliers are rounded.
  mali_inst_rounding rounding;
  // The resource table that holds the buffers, 0 to 63. V9 and later only.
  uint32_t resource_table;
  // Whether the draws use index-driven vertex shading, which V6 and later have: not 0 if they do.
  uint32_t idvs;
  // The number of vertices of a primitive: 3 for triangles, 2 for lines, 1 for points; 0 writes an instance
  // primitive size of 1. V4 to V7 only.
  uint32_t primitive_vertices;
  // Whether the shader does not read the vertex's number, GL's `gl_VertexID`: not 0 if it does not. If a draw's
  // indices are few and far apart, none restarts, and vertices must be streamed, then only the vertices that the
  // indices name are streamed, and they are drawn without indices.
  uint32_t no_vertex_id;
  // Zeros, for fields of later versions.
  uint32_t reserved[4];
} mali_inst_planned_rules;

// Initialises the state of a pipeline in the caller's memory, which `state` then points to: the rules of its draws, and
// no attributes yet.
//
// The memory has `MALI_INST_PLANNER_STATE_WORDS(attribute_count)` words or more, for the largest number of attributes
// that are set. It belongs to the state until the state is used no more, and must not be moved.
//
// # Errors
//
// `MALI_INST_ERROR_OUTPUT_TOO_SMALL` for too few words.
//
// # Safety
//
// `rules` may be read, as many words, `state` and `error` may be written. `error` may be null.
mali_inst_status mali_inst_planner_state_init(uint64_t *memory,
                                              size_t word_count,
                                              const struct mali_inst_planned_rules *rules,
                                              struct mali_inst_planner_state **state,
                                              struct mali_inst_error *error);

// Sets the bindings of a state, and the elements that its shader reads, in the shader's order. If only the memory of
// bindings and the values of constants are others, what is known of the elements is kept.
//
// # Errors
//
// `MALI_INST_ERROR_TOO_MANY` for more elements than the state's memory can hold, and for more bindings than
// `MALI_INST_MAX_PLANNED_ATTRIBUTES`. `MALI_INST_ERROR_ZERO_DIVISOR`. `MALI_INST_ERROR_VALUE` also for an element of a
// binding that is not there. Nothing has changed then.
//
// # Safety
//
// `state` is zeros or was initialised, and may be changed; the bindings and the elements may be read. `error` may be
// written, or is null.
mali_inst_status mali_inst_planner_state_set(struct mali_inst_planner_state *state,
                                             const struct mali_inst_planned_binding *bindings,
                                             size_t binding_count,
                                             const struct mali_inst_planned_element *elements,
                                             size_t element_count,
                                             struct mali_inst_error *error);

// Binds other memory for the same elements: a few comparisons for each binding. If a binding has another stride or
// rate, or is in client memory and was not or the other way round, the elements are laid out again.
//
// # Errors
//
// As for `mali_inst_planner_state_set`.
//
// # Safety
//
// `state` is zeros or was initialised, and may be changed; the bindings may be read. `error` may be written, or is
// null.
mali_inst_status mali_inst_planner_state_bind(struct mali_inst_planner_state *state,
                                              const struct mali_inst_planned_binding *bindings,
                                              size_t binding_count,
                                              struct mali_inst_error *error);

// Sets the arrays of GL ES 2, each with a binding of its own: bindings whose elements are interleaved become one, which
// takes one descriptor and one copy. Otherwise the same as `mali_inst_planner_state_set`.
//
// # Errors
//
// As for `mali_inst_planner_state_set`, and `MALI_INST_ERROR_OTHER` for an array that begins past 64 bits.
//
// # Safety
//
// As for `mali_inst_planner_state_set`.
mali_inst_status mali_inst_planner_state_set_arrays(struct mali_inst_planner_state *state,
                                                    const struct mali_inst_planned_binding *bindings,
                                                    size_t binding_count,
                                                    const struct mali_inst_planned_element *elements,
                                                    size_t element_count,
                                                    struct mali_inst_error *error);

// The place from which the GPU reads an attribute or indices: one of `MALI_INST_DECISION_*`.
typedef enum mali_inst_decision_kind {
  // The place where the application has put the data.
  MALI_INST_DECISION_IN_PLACE = 0,
  // A copy of the buffer that an earlier draw made.
  MALI_INST_DECISION_COPY_FOUND = 1,
  // A copy of the buffer that this draw makes.
  MALI_INST_DECISION_COPY_MADE = 2,
  // The ring, for this draw alone.
  MALI_INST_DECISION_STREAMED = 3,
  // The constants, which have the value already.
  MALI_INST_DECISION_CONSTANT_FOUND = 4,
  // The constants, to which this draw writes the value.
  MALI_INST_DECISION_CONSTANT_WRITTEN = 5,
  // The ring, since the GPU still reads all the constants.
  MALI_INST_DECISION_CONSTANT_STREAMED = 6,
  // The ring, with only the vertices that few indices name. The draw then has no indices.
  MALI_INST_DECISION_GATHERED = 7,
  // A place that this header does not name.
  MALI_INST_DECISION_OTHER = 255,
} MALI_INST_ENUM mali_inst_decision_kind;

// The reason why data is not read in place: one of `MALI_INST_OBSTACLE_*`.
typedef enum mali_inst_obstacle {
  // No reason: the data is read in place, is gathered, or is a constant.
  MALI_INST_OBSTACLE_NONE = 0,
  // The data is in client memory.
  MALI_INST_OBSTACLE_CLIENT_MEMORY = 1,
  // The data is in a buffer that has no GPU address.
  MALI_INST_OBSTACLE_NOT_MAPPED = 2,
  // The GPU cannot fetch the data's format.
  MALI_INST_OBSTACLE_FORMAT = 3,
  // The data's address or stride is not a multiple of the size of a component, or of an index.
  MALI_INST_OBSTACLE_UNALIGNED = 4,
  // The GPU can restart primitives only at another index.
  MALI_INST_OBSTACLE_RESTART_INDEX = 5,
  // A reason that this header does not name.
  MALI_INST_OBSTACLE_OTHER = 255,
} MALI_INST_ENUM mali_inst_obstacle;

// The reason why a copy of data is made, or why the data is streamed: one of `MALI_INST_REASON_*`.
typedef enum mali_inst_reason {
  // No reason: the data is neither copied nor streamed.
  MALI_INST_REASON_NONE = 0,
  // Copied: the buffer's usage is `MALI_INST_USAGE_STATIC`.
  MALI_INST_REASON_STATIC = 1,
  // Copied: more than three times the buffer's size was streamed while the data did not change.
  MALI_INST_REASON_PROMOTED = 2,
  // Streamed: the buffer's usage is `MALI_INST_USAGE_DYNAMIC`.
  MALI_INST_REASON_DYNAMIC = 3,
  // Streamed: the buffer's usage is `MALI_INST_USAGE_STREAM`.
  MALI_INST_REASON_STREAM = 4,
  // Streamed: the data changed after it was drawn.
  MALI_INST_REASON_UPDATED = 5,
  // Streamed: the data may change without a call.
  MALI_INST_REASON_VOLATILE = 6,
  // Streamed: the data is in client memory, where it may change before the next draw.
  MALI_INST_REASON_CLIENT_MEMORY = 7,
  // Streamed: the buffer's copies would take more than four times its size, or be more than 4.
  MALI_INST_REASON_NO_ROOM = 8,
  // Streamed: there is no memory for a copy.
  MALI_INST_REASON_NO_MEMORY = 9,
  // Streamed: the first index is not at a multiple of an index's size, so a copy of the buffer does not contain it.
  MALI_INST_REASON_UNALIGNED = 10,
  // Streamed: the copy is one that the GPU makes in later work, of another context.
  MALI_INST_REASON_LATER_COPY = 11,
  // A reason that this header does not name.
  MALI_INST_REASON_OTHER = 255,
} MALI_INST_ENUM mali_inst_reason;

// The largest number of decisions of a draw: one for each attribute, and one for the indices.
#define MALI_INST_MAX_DECISIONS (MALI_INST_MAX_PLANNED_ATTRIBUTES + 1)

// The place from which the GPU reads an attribute or the indices of a draw, and the reason.
typedef struct mali_inst_decision {
  // The attribute, counted from 0; `MALI_INST_NO_ELEMENT` for the indices.
  uint32_t attribute;
  // The place.
  mali_inst_decision_kind kind;
  // The reason why the data is not read in place.
  mali_inst_obstacle obstacle;
  // The reason why a copy is made, or why the data is streamed.
  mali_inst_reason reason;
} mali_inst_decision;

// Lists where the last draw of a state has read each attribute and its indices, and why. Vertex and instance IDs have
// no decision. `found` gets the number of decisions, which can be more than `capacity`, but is at most
// `MALI_INST_MAX_DECISIONS`.
//
// # Safety
//
// `state` is zeros or was initialised; as many decisions may be written, and `found`
// and `error`. `error` may be null.
mali_inst_status mali_inst_planner_state_explain(const struct mali_inst_planner_state *state,
                                                 struct mali_inst_decision *decisions,
                                                 size_t capacity,
                                                 size_t *found,
                                                 struct mali_inst_error *error);

// The size of a `mali_inst_planner`, in units of eight bytes.
#define MALI_INST_PLANNER_WORDS 368

// The ring and the constants that the draws of one context share. `mali_inst_planner_init` initialises it.
typedef struct mali_inst_planner {
  // Private to the library.
  uint64_t opaque[MALI_INST_PLANNER_WORDS];
} mali_inst_planner;

// The GPU that draws, and the rules that it draws by. Every field except `arch` can be left at 0.
typedef struct mali_inst_planner_target {
  // The GPU's architecture.
  mali_inst_arch arch;
  // Whether a draw that needs elements or indices that its buffers do not have is drawn with those that exist, which
  // is robust access: not 0 if it is. Otherwise such a draw is an error.
  uint32_t robust_access;
  // Whether indices are read only if their bounds are needed, and not to check that none is past the last vertex:
  // not 0 if so. From V9 on, nothing needs the bounds if all data is in place or in copies of whole buffers.
  uint32_t unchecked_indices;
  // Whether a draw whose data does not fit the ring waits for the GPU, where waiting makes space: not 0 if it does.
  // Otherwise the ring continues in a larger block.
  uint32_t waits_when_full;
  // Zeros, for fields of later versions.
  uint32_t reserved[4];
} mali_inst_planner_target;

// The size of a planner in the library, in bytes, for memory that a program allocates, and for other languages than C.
// Its alignment is that of a `uint64_t`.
size_t mali_inst_planner_size(void);

// Initialises a planner for a GPU. Its ring has no memory yet; its first block will have `ring_capacity` bytes, 2^20
// for example.
//
// `context` is a number that no other planner has, nor had before, even if it was in the same memory: states recognize
// their planner by it. So it is best to count all planners.
//
// `mali_inst_planner_init` is the same for a `mali_inst_planner`, whose size it knows.
//
// # Errors
//
// `MALI_INST_ERROR_ZERO` for a capacity of 0, and `MALI_INST_ERROR_SIZE` if `planner_size`, the size of the memory, is
// less than `mali_inst_planner_size()`.
//
// # Safety
//
// `planner` and `error` may be written, `target` may be read. `error` may be null.
mali_inst_status mali_inst_planner_init_sized(struct mali_inst_planner *planner,
                                              size_t planner_size,
                                              uint64_t context,
                                              const struct mali_inst_planner_target *target,
                                              uint64_t ring_capacity,
                                              struct mali_inst_error *error);

// `mali_inst_planner_init_sized` of a `mali_inst_planner`. A library that needs a larger one returns
// `MALI_INST_ERROR_SIZE`.
static inline mali_inst_status mali_inst_planner_init(struct mali_inst_planner *planner, uint64_t context,
                                                      const struct mali_inst_planner_target *target,
                                                      uint64_t ring_capacity, struct mali_inst_error *error)
{
  return mali_inst_planner_init_sized(planner, sizeof *planner, context, target, ring_capacity, error);
}

// Records that the GPU has finished the work `completed` and all work before it.
//
// # Safety
//
// `planner` is zeros or was initialised, and may be changed; `error` may be written, or is null.
mali_inst_status mali_inst_planner_complete(struct mali_inst_planner *planner,
                                            uint64_t completed,
                                            struct mali_inst_error *error);

// Makes the ring continue in a new block of memory: for a caller that has lost the memory of a block, begins each
// frame with a new one, or does not want to wait any longer.
//
// # Safety
//
// `planner` is zeros or was initialised, and may be changed; `error` may be written, or is null.
mali_inst_status mali_inst_planner_discard(struct mali_inst_planner *planner,
                                           struct mali_inst_error *error);

// Gives back all memory of a planner, before the planner is used no more. Copies belong to their buffers.
//
// # Safety
//
// `planner` is zeros or was initialised, and may be changed; `memory` may be read, and its callbacks keep its rules.
// `error` may be written, or is null.
mali_inst_status mali_inst_planner_release(struct mali_inst_planner *planner,
                                           const struct mali_inst_gpu_memory *memory,
                                           struct mali_inst_error *error);

// Writes the length of the tables of any draw with the attributes of a state, in words, at most.
//
// # Safety
//
// `planner` and `state` are zeros or were initialised; `words` and `error` may be written. `error` may be null.
mali_inst_status mali_inst_planner_table_words(const struct mali_inst_planner *planner,
                                               const struct mali_inst_planner_state *state,
                                               size_t *words,
                                               struct mali_inst_error *error);

// The result of a planned draw: one of `MALI_INST_OUTCOME_*`.
typedef enum mali_inst_outcome {
  // The tables are written, and all data that they name is in its place.
  MALI_INST_OUTCOME_WRITTEN = 0,
  // The draw is the same as the last draw of its state, and so is its data: the tables of that draw are right for this
  // one too, and so is its `input`.
  MALI_INST_OUTCOME_UNCHANGED = 1,
  // Nothing is drawn: the draw has no vertices or no instances, all its indices restart, or robust access leaves none
  // of its indices.
  MALI_INST_OUTCOME_NOTHING = 2,
  // The GPU still reads the space that the draw needs. Submit the work `until`, wait until it is finished, call
  // `mali_inst_planner_complete`, and draw again.
  MALI_INST_OUTCOME_WAIT = 3,
} MALI_INST_ENUM mali_inst_outcome;

// A planned draw. The caller keeps it with the state and the tables.
typedef struct mali_inst_drawn {
  // The result.
  mali_inst_outcome outcome;
  // With `MALI_INST_OUTCOME_WAIT`, the work to wait for.
  uint64_t until;
  // With `MALI_INST_OUTCOME_WRITTEN`, the parts of the draw besides its tables.
  struct mali_inst_planned_input input;
} mali_inst_drawn;

// Draws: finds a place for each attribute and for the indices, allocates and copies what is missing, and writes the
// draw's tables to `words`. The draw is part of `work`.
//
// Each attribute is read in place, from a copy of its buffer that serves many draws, or from the ring. Fields of
// `drawn` that the outcome does not name are not written. `words` must be initialised; how many are enough,
// `mali_inst_planner_table_words` tells, and words after the tables may be overwritten up to that number. What is
// written must be visible to the GPU before it draws.
//
// # Errors
//
// After an error, or `MALI_INST_OUTCOME_WAIT`, `words` are unspecified, and the state has no last draw.
//
// `MALI_INST_ERROR_SEQUENCE` for work that is finished, or that is before the work of an earlier draw.
// `MALI_INST_ERROR_UNKNOWN_BUFFER`, `MALI_INST_ERROR_PAST_END` and `MALI_INST_ERROR_NO_ACCESS` for data that does not
// exist. `MALI_INST_ERROR_NO_MEMORY` if there is no memory, even after waiting. For indices
// `MALI_INST_ERROR_BASE_VERTEX` and `MALI_INST_ERROR_INDEX_BOUNDS`. For the state's rules and attributes the errors of
// `mali_inst_vertex_input_init`, `MALI_INST_ERROR_TABLE` and `MALI_INST_ERROR_BUILT_IN_ID` among them; for the draw
// those of `mali_inst_draw_error` and of `mali_inst_draw_job_words`. `MALI_INST_ERROR_OTHER` for a restart index that
// cannot be rewritten, and for sizes that no descriptor can hold.
//
// # Safety
//
// `planner` and `state` are zeros or were initialised, and may be changed; `draw`, `client_state` and `memory` may be
// read, and their callbacks keep their rules; the others may be written. Nothing that is written overlaps anything.
// `error` may be null.
mali_inst_status mali_inst_planner_draw(struct mali_inst_planner *planner,
                                        struct mali_inst_planner_state *state,
                                        const struct mali_inst_planned_draw *draw,
                                        const struct mali_inst_client_state *client_state,
                                        const struct mali_inst_gpu_memory *memory,
                                        uint64_t work,
                                        uint32_t *words,
                                        size_t word_count,
                                        struct mali_inst_drawn *drawn,
                                        struct mali_inst_error *error);

// The way in which a draw of line loops is drawn: one of `MALI_INST_LINE_LOOP_*`.
typedef enum mali_inst_line_loop_kind {
  // Nothing is drawn, since no loop has two vertices.
  MALI_INST_LINE_LOOP_NOTHING = 0,
  // The draw itself is drawn as a line strip, and then `draw` as a line, from the last vertex to the first.
  MALI_INST_LINE_LOOP_CLOSED = 1,
  // `draw` is drawn as line strips, in place of the draw. The first index of each loop is also at its end.
  MALI_INST_LINE_LOOP_REWRITTEN = 2,
} MALI_INST_ENUM mali_inst_line_loop_kind;

// The line strips and lines as which a draw of line loops is drawn.
typedef struct mali_inst_line_loop {
  // The size of the indices that `draw` reads, in bytes; 0 for `MALI_INST_LINE_LOOP_NOTHING`.
  uint64_t size;
  // The draw of these indices.
  struct mali_inst_planned_draw draw;
  // The way in which the loops are drawn.
  mali_inst_line_loop_kind kind;
} mali_inst_line_loop;

// Finds the line strips and lines as which a draw of line loops is drawn, and writes their indices: for a driver that
// draws with Vulkan or Direct3D. Every Mali itself draws loops.
//
// The caller provides the indices that are written as the data of `source`, an array in client memory, when `draw` is
// drawn. If `bytes` is null, none is written, and `line_loop` has their size. With robust access, the loops are those
// of the indices that exist.
//
// # Errors
//
// `MALI_INST_ERROR_OUTPUT_TOO_SMALL` if `capacity`, the number of bytes at `bytes`, is less than the size of the
// indices. `MALI_INST_ERROR_UNKNOWN_BUFFER`, `MALI_INST_ERROR_PAST_END` and `MALI_INST_ERROR_NO_ACCESS` for indices
// that do not exist. `MALI_INST_ERROR_OTHER` for vertices that do not fit 32 bits, and for loops that restart and also
// have vertex 4294967295.
//
// # Safety
//
// `planner` is zeros or was initialised; `loops` and `client_state` may be read, and its callbacks keep its rules. As
// many bytes may be written and are initialised, and `line_loop` and `error` may be written. `bytes` and `error` may
// be null.
mali_inst_status mali_inst_planner_line_loop(const struct mali_inst_planner *planner,
                                             const struct mali_inst_planned_draw *loops,
                                             const struct mali_inst_client_state *client_state,
                                             struct mali_inst_data_source source,
                                             uint8_t *bytes,
                                             size_t capacity,
                                             struct mali_inst_line_loop *line_loop,
                                             struct mali_inst_error *error);

// The numbers of draws and bytes since `mali_inst_planner_init`. All counters wrap.
typedef struct mali_inst_planner_counters {
  // The number of draws whose tables were written.
  uint64_t written;
  // The number of draws that were the same as the draw before.
  uint64_t unchanged;
  // The number of bytes that were written to the ring.
  uint64_t bytes_streamed;
  // The number of copies that were made of whole buffers.
  uint64_t copies_made;
  // The number of bytes that were written to these copies.
  uint64_t bytes_kept;
  // The number of bytes that were written to the constants.
  uint64_t constant_bytes;
  // The number of draws whose outcome was `MALI_INST_OUTCOME_WAIT`.
  uint64_t waits;
  // The number of times that the ring began again at the start of its block.
  uint64_t recycled;
  // The number of blocks of memory that the ring began, except for the first.
  uint64_t blocks;
} mali_inst_planner_counters;

// Writes the counters of a planner.
//
// # Safety
//
// `planner` is zeros or was initialised; `counters` and `error` may be written. `error` may be null.
mali_inst_status mali_inst_planner_get_counters(const struct mali_inst_planner *planner,
                                                struct mali_inst_planner_counters *counters,
                                                struct mali_inst_error *error);

#ifdef __cplusplus
}
#endif

#endif
