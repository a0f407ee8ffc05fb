// SPDX-License-Identifier: MIT OR Apache-2.0
//
// The planner of buffers of mali-instancing: C99, and C++. A library that was built with the feature "planner" has it.
//
// header/header.rs writes this file from src/; do not edit it. The introduction of mali_inst.h is about this header too.
//
// A work is a piece of the GPU's work, such as a submission. The caller numbers works from 1 on, in the order in which
// the GPU finishes them; 0 is none.
#ifndef MALI_INST_BUFFERS_H
#define MALI_INST_BUFFERS_H

#include "mali_inst.h"

#ifdef __cplusplus
extern "C" {
#endif

// A kind of memory: one of `MALI_INST_MEMORY_*`.
typedef uint32_t mali_inst_memory_kind;

enum {
  // A buffer of the application, at its own address.
  MALI_INST_MEMORY_BUFFER = 0,
  // The block of the vertex stream with this `generation`.
  MALI_INST_MEMORY_VERTEX_STREAM = 1,
  // The block of the index stream with this `generation`.
  MALI_INST_MEMORY_INDEX_STREAM = 2,
  // A converted copy of a buffer's data, with this `number`.
  MALI_INST_MEMORY_COPY = 3,
  // The block of `MALI_INST_PLANNER_CONSTANTS_SIZE` bytes that holds constants, and always exists.
  MALI_INST_MEMORY_CONSTANTS = 4,
};

// The size of the block of constants, in bytes.
#define MALI_INST_PLANNER_CONSTANTS_SIZE 1024

// Memory that the GPU reads. Fields that its kind does not have are 0.
typedef struct mali_inst_memory_ref {
  // The address of a buffer.
  uint64_t address;
  // The generation of a stream.
  uint64_t generation;
  // The kind of memory.
  mali_inst_memory_kind kind;
  // The number of the buffer, or of the buffer that was copied.
  uint32_t buffer;
  // The number of the copy among the buffer's copies.
  uint32_t number;
} mali_inst_memory_ref;

// Memory that must be allocated before a plan is executed, at a multiple of 64 bytes.
typedef struct mali_inst_allocation {
  // The reference by which the callbacks are asked for the memory.
  struct mali_inst_memory_ref memory;
  // The size, in bytes.
  uint64_t size;
} mali_inst_allocation;

// Memory that no later draw reads.
typedef struct mali_inst_retired {
  // The memory.
  struct mali_inst_memory_ref memory;
  // The work after which the memory may be freed; 0 if it may be freed at once.
  uint64_t until;
} mali_inst_retired;

// The kind of place that data comes from: one of `MALI_INST_DATA_*`.
typedef uint32_t mali_inst_data_kind;

enum {
  // A buffer of the application, by its number.
  MALI_INST_DATA_BUFFER = 0,
  // Client memory, by a number that the caller chooses and the callback `read` gets.
  MALI_INST_DATA_CLIENT = 1,
};

// The place of an application's data.
typedef struct mali_inst_data_source {
  // The kind of place.
  mali_inst_data_kind kind;
  // The number of the buffer or of the client memory.
  uint32_t number;
} mali_inst_data_source;

// The size of a `mali_inst_buffer`, in units of eight bytes.
#define MALI_INST_BUFFER_WORDS 64

// The state of one of the application's buffers. `mali_inst_buffer_init` fills it.
typedef struct mali_inst_buffer {
  // Private to the library.
  uint64_t opaque[MALI_INST_BUFFER_WORDS];
} mali_inst_buffer;

// The application's hint about how often a buffer's data changes: one of `MALI_INST_USAGE_*`.
typedef uint32_t mali_inst_usage;

enum {
  // Specified once and drawn many times: `GL_STATIC_DRAW`.
  MALI_INST_USAGE_STATIC = 0,
  // Specified again and again, and drawn many times: `GL_DYNAMIC_DRAW`.
  MALI_INST_USAGE_DYNAMIC = 1,
  // Specified once and drawn a few times: `GL_STREAM_DRAW`.
  MALI_INST_USAGE_STREAM = 2,
};

// The largest number of pieces of memory that a change of a buffer retires.
#define MALI_INST_MAX_RELEASED 9

// Initialises the state of a new buffer of `size` bytes: `glBufferData` of a buffer without data. A buffer that was
// orphaned has 0 bytes. `address` is the buffer's GPU address, or 0 if the GPU does not see the buffer.
//
// `number` is the buffer's number in the callbacks. It must not be given to another buffer while the GPU may read
// memory of this one, since the memory of both would have the same `mali_inst_memory_ref`. GL reuses the names of
// deleted buffers, so it is better to count all buffers. Before the number is given to another buffer, call
// `mali_inst_vertex_state_forget` on each state that drew with this one.
//
// The bounds of its indices are found again in each draw, unless `mali_inst_buffer_keep_bounds` gives it room for them.
//
// An initialised buffer that gets new data needs `mali_inst_buffer_data` instead: to initialise it again would forget
// its copies.
//
// # Errors
//
// `MALI_INST_ERROR_SIZE` if `buffer_size`, which is `sizeof *buffer`, is less than the library's size of a buffer.
//
// # Safety
//
// `buffer` and `error` may be written. `error` may be null.
mali_inst_status mali_inst_buffer_init(struct mali_inst_buffer *buffer,
                                       size_t buffer_size,
                                       uint32_t number,
                                       uint64_t size,
                                       mali_inst_usage usage,
                                       uint64_t address,
                                       struct mali_inst_error *error);

// Records that a buffer gets new data of any size and usage, at another address: `glBufferData`. `address` is 0 if the
// GPU does not see the data. A size of 0 releases the old data.
//
// `retired` has room for `MALI_INST_MAX_RELEASED` elements, and gets the memory that no later draw reads. The old
// address must not be used again before the GPU has finished the work that is named with it.
//
// # Safety
//
// `buffer` is zeros or was initialised, and may be changed; the others may be written. `error` may be null.
mali_inst_status mali_inst_buffer_data(struct mali_inst_buffer *buffer,
                                       uint64_t size,
                                       mali_inst_usage usage,
                                       uint64_t address,
                                       struct mali_inst_retired *retired,
                                       size_t *retired_count,
                                       struct mali_inst_error *error);

// Records that the application changes `size` bytes of a buffer from byte `begin` on: `glBufferSubData`. `completed`
// is the last work that the GPU has finished.
//
// `in_flight` gets the work that must be finished before the bytes can be written in place, or 0 if they can be
// written at once. A caller that does not want to wait writes all the data to another place and calls
// `mali_inst_buffer_moved`. `retired` has room for `MALI_INST_MAX_RELEASED` elements, and gets the memory that no
// later draw reads.
//
// # Errors
//
// `MALI_INST_ERROR_ZERO` for 0 bytes, and `MALI_INST_ERROR_PAST_END` for bytes past the end of the buffer. Nothing has
// changed then.
//
// # Safety
//
// `buffer` is zeros or was initialised, and may be changed; the others may be written. `error` may be null.
mali_inst_status mali_inst_buffer_changed(struct mali_inst_buffer *buffer,
                                          uint64_t begin,
                                          uint64_t size,
                                          uint64_t completed,
                                          uint64_t *in_flight,
                                          struct mali_inst_retired *retired,
                                          size_t *retired_count,
                                          struct mali_inst_error *error);

// Records that a buffer is at another address now, with all its data. `retired` has room for `MALI_INST_MAX_RELEASED`
// elements, and gets the memory at the old address, which the GPU may still read.
//
// # Errors
//
// `MALI_INST_ERROR_ZERO` for address 0. Nothing has changed then.
//
// # Safety
//
// `buffer` is zeros or was initialised, and may be changed; the others may be written. `error` may be null.
mali_inst_status mali_inst_buffer_moved(struct mali_inst_buffer *buffer,
                                        uint64_t address,
                                        struct mali_inst_retired *retired,
                                        size_t *retired_count,
                                        struct mali_inst_error *error);

// Records that the data of a buffer may change without a call from now on, or, if `is_volatile` is 0, that it no
// longer does. Data may change without a call if it is mapped persistently, or if the GPU writes it: transform
// feedback, storage buffers. While it may, there are no copies of it, and the bounds of its indices are found again at
// each draw. `retired` has room for `MALI_INST_MAX_RELEASED` elements, and gets the copies that no later draw reads.
//
// # Safety
//
// `buffer` is zeros or was initialised, and may be changed; the others may be written. `error` may be null.
mali_inst_status mali_inst_buffer_set_volatile(struct mali_inst_buffer *buffer,
                                               uint32_t is_volatile,
                                               struct mali_inst_retired *retired,
                                               size_t *retired_count,
                                               struct mali_inst_error *error);

// Records that a buffer is deleted: `glDeleteBuffers`. `retired` has room for `MALI_INST_MAX_RELEASED` elements, and
// gets all memory of the buffer. The `mali_inst_buffer` can then be discarded, or initialised again.
//
// # Safety
//
// `buffer` is zeros or was initialised, and may be changed; the others may be written. `error` may be null.
mali_inst_status mali_inst_buffer_release(struct mali_inst_buffer *buffer,
                                          struct mali_inst_retired *retired,
                                          size_t *retired_count,
                                          struct mali_inst_error *error);

// The size of a `mali_inst_index_bounds`, in units of eight bytes.
#define MALI_INST_INDEX_BOUNDS_WORDS 7

// Room for the smallest and the largest index of one draw. `mali_inst_buffer_keep_bounds` initialises it.
typedef struct mali_inst_index_bounds {
  // Private to the library.
  uint64_t opaque[MALI_INST_INDEX_BOUNDS_WORDS];
} mali_inst_index_bounds;

// Gives a buffer with indices room for the smallest and the largest index of `count` draws, so that these are not
// found again in each draw: 64 as in Mesa's drivers, or the number of meshes. A new buffer has none, and needs none if
// it has no indices. What was found before is forgotten. `count` may be 0.
//
// # Safety
//
// `buffer` is zeros or was initialised, and may be changed. As many bounds may be written. They belong to the buffer
// until it gets others or is used no more: nothing else reads or writes them. `error` may be written, or is null.
mali_inst_status mali_inst_buffer_keep_bounds(struct mali_inst_buffer *buffer,
                                              struct mali_inst_index_bounds *bounds,
                                              size_t count,
                                              struct mali_inst_error *error);

// The callbacks for the buffers and the bytes of an application.
//
// Memory to which a callback returns a pointer must not change until the function that called it has returned. A
// callback must not call a function of this header with the arguments of that function. It must return: it must
// neither throw nor call `longjmp`.
typedef struct mali_inst_client_state {
  // The first argument of both callbacks.
  void *user;
  // Returns the buffer with this number, always at the same address, or null if there is none. A buffer that was
  // initialised with another number counts as none.
  struct mali_inst_buffer *(*buffer)(void *user, uint32_t number);
  // Returns `size` bytes of a source from byte `begin` on, or null if they cannot be read.
  const uint8_t *(*read)(void *user, struct mali_inst_data_source source, uint64_t begin, uint64_t size);
} mali_inst_client_state;

// The callbacks for the memory that the GPU reads. A callback must return: it must neither throw nor call `longjmp`.
typedef struct mali_inst_gpu_memory {
  // The first argument of both callbacks.
  void *user;
  // Writes the GPU address of the memory to `address`. Returns 0 if the memory does not exist, or else another
  // number.
  uint32_t (*address)(void *user, struct mali_inst_memory_ref memory, uint64_t *address);
  // Returns `size` bytes of the memory from byte `begin` on, to be written, or null if they do not exist. The bytes
  // must be initialised.
  uint8_t *(*write)(void *user, struct mali_inst_memory_ref memory, uint64_t begin, uint64_t size);
} mali_inst_gpu_memory;

// The source of the values of a planned attribute: one of `MALI_INST_ATTRIBUTE_*`.
typedef uint32_t mali_inst_attribute_kind;

enum {
  // An array.
  MALI_INST_ATTRIBUTE_ARRAY = 0,
  // The same four floats for all vertices.
  MALI_INST_ATTRIBUTE_FLOAT = 1,
  // The same four signed integers for all vertices.
  MALI_INST_ATTRIBUTE_INT = 2,
  // The same four unsigned integers for all vertices.
  MALI_INST_ATTRIBUTE_UINT = 3,
  // The vertex's number, counted from the draw's first vertex. V4 and V5 only.
  MALI_INST_ATTRIBUTE_VERTEX_ID = 4,
  // The instance's number. V4 and V5 only.
  MALI_INST_ATTRIBUTE_INSTANCE_ID = 5,
};

// An attribute, as an application states it. Fields that its kind does not need are ignored.
typedef struct mali_inst_planned_attribute {
  // The offset of an array in its source, in bytes.
  uint64_t offset;
  // The source of the values.
  mali_inst_attribute_kind kind;
  // The place of an array's bytes.
  struct mali_inst_data_source source;
  // The format of an array's bytes.
  mali_inst_format format;
  // The distance between elements of an array, in bytes. If it is 0, all vertices and instances read the element at
  // `offset`.
  uint32_t stride;
  // The rate at which an array steps from one element to the next.
  mali_inst_rate rate;
  // The number of instances that share an element, with `MALI_INST_RATE_INSTANCE`.
  uint32_t divisor;
  // The bits of the four components of a constant.
  uint32_t constant[4];
} mali_inst_planned_attribute;

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
} mali_inst_planned_draw;

// The parts of a planned draw, or of a draw in place, besides its tables.
typedef struct mali_inst_planned_input {
  // The memory that the indices are in.
  struct mali_inst_memory_ref index_memory;
  // The offset of the first index in this memory, in bytes.
  uint64_t index_offset;
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

// The size of a `mali_inst_vertex_state`, in units of eight bytes.
#define MALI_INST_VERTEX_STATE_WORDS 592

// The attributes of a pipeline, and the facts that were found about them. `mali_inst_vertex_state_init` initialises
// it.
typedef struct mali_inst_vertex_state {
  // Private to the library.
  uint64_t opaque[MALI_INST_VERTEX_STATE_WORDS];
} mali_inst_vertex_state;

// The largest number of attributes of a planned draw: fewer than the `MALI_INST_MAX_ATTRIBUTES` of other draws.
#define MALI_INST_MAX_PLANNED_ATTRIBUTES 16

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
} mali_inst_planned_rules;

// Initialises the state of a pipeline: the attributes that its shader reads, in the shader's order, and the rules of
// its draws.
//
// # Errors
//
// `MALI_INST_ERROR_TOO_MANY` for more than `MALI_INST_MAX_PLANNED_ATTRIBUTES` attributes,
// `MALI_INST_ERROR_ZERO_DIVISOR`, and `MALI_INST_ERROR_SIZE` if `state_size`, which is `sizeof *state`, is less than
// the library's size of a state.
//
// # Safety
//
// `rules` and the attributes may be read, `state` and `error` may be written. `error` may be null.
mali_inst_status mali_inst_vertex_state_init(struct mali_inst_vertex_state *state,
                                             size_t state_size,
                                             const struct mali_inst_planned_rules *rules,
                                             const struct mali_inst_planned_attribute *attributes,
                                             size_t attribute_count,
                                             struct mali_inst_error *error);

// Forgets the facts that were found about the attributes. Call it before the number of a deleted buffer is given to
// another.
//
// # Safety
//
// `state` is zeros or was initialised, and may be changed; `error` may be written, or is null.
mali_inst_status mali_inst_vertex_state_forget(struct mali_inst_vertex_state *state,
                                               struct mali_inst_error *error);

// The place from which the GPU reads an attribute or indices: one of `MALI_INST_DECISION_*`.
typedef uint32_t mali_inst_decision_kind;

enum {
  // The place where the application has put the data.
  MALI_INST_DECISION_IN_PLACE = 0,
  // A copy of the buffer that an earlier draw made.
  MALI_INST_DECISION_COPY_FOUND = 1,
  // A copy of the buffer that this draw makes.
  MALI_INST_DECISION_COPY_MADE = 2,
  // A stream, for this draw alone.
  MALI_INST_DECISION_STREAMED = 3,
  // The constants, which have the value already.
  MALI_INST_DECISION_CONSTANT_FOUND = 4,
  // The constants, to which this draw writes the value.
  MALI_INST_DECISION_CONSTANT_WRITTEN = 5,
  // The vertex stream, since the GPU still reads all the constants.
  MALI_INST_DECISION_CONSTANT_STREAMED = 6,
  // A stream that holds only the vertices that few indices name. The draw then has no indices.
  MALI_INST_DECISION_GATHERED = 7,
  // A place that this header does not name.
  MALI_INST_DECISION_OTHER = 255,
};

// The reason why data is not read in place: one of `MALI_INST_OBSTACLE_*`.
typedef uint32_t mali_inst_obstacle;

enum {
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
};

// The reason why a copy of data is made, or why the data is streamed: one of `MALI_INST_REASON_*`.
typedef uint32_t mali_inst_reason;

enum {
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
  // Streamed: the buffer's copies would take more than four times its size, or be more than 8.
  MALI_INST_REASON_NO_ROOM = 8,
  // Streamed: the plan may not have new memory.
  MALI_INST_REASON_NO_MEMORY = 9,
  // Streamed: the first index is not at a multiple of an index's size, so a copy of the buffer does not contain it.
  MALI_INST_REASON_UNALIGNED = 10,
  // A reason that this header does not name.
  MALI_INST_REASON_OTHER = 255,
};

// The largest number of decisions of a plan: one for each attribute, and one for the indices.
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

// The size of a `mali_inst_plan`, in units of eight bytes.
#define MALI_INST_PLAN_WORDS 416

// The work before a draw, and the memory that the draw then reads. `mali_inst_plan_init` initialises it.
typedef struct mali_inst_plan {
  // Private to the library.
  uint64_t opaque[MALI_INST_PLAN_WORDS];
} mali_inst_plan;

// Initialises an empty plan. `mali_inst_planner_prepare` fills it, as often as the caller wants. If `no_new_memory` is
// not 0, the plan never needs new memory: `mali_inst_planner_prepare` returns `MALI_INST_ERROR_IN_FLIGHT` or
// `MALI_INST_ERROR_NO_MEMORY` for a draw that does.
//
// # Errors
//
// `MALI_INST_ERROR_SIZE` if `plan_size`, which is `sizeof *plan`, is less than the library's size of a plan.
//
// # Safety
//
// `plan` and `error` may be written. `error` may be null.
mali_inst_status mali_inst_plan_init(struct mali_inst_plan *plan,
                                     size_t plan_size,
                                     uint32_t no_new_memory,
                                     struct mali_inst_error *error);

// The largest number of allocations of a plan: blocks of both streams, and copies for the attributes and the indices.
#define MALI_INST_MAX_ALLOCATIONS (MALI_INST_MAX_PLANNED_ATTRIBUTES + 3)

// The largest number of pieces of memory that a plan retires: blocks of both streams.
#define MALI_INST_MAX_RETIRED 2

// Lists the memory that must be allocated before a plan is executed. `found` gets the number of allocations, which can
// be more than `capacity`, but is at most `MALI_INST_MAX_ALLOCATIONS`.
//
// # Safety
//
// `plan` is zeros or was initialised; as many allocations may be written, and `found` and `error`. `error` may be
// null.
mali_inst_status mali_inst_plan_allocations(const struct mali_inst_plan *plan,
                                            struct mali_inst_allocation *allocations,
                                            size_t capacity,
                                            size_t *found,
                                            struct mali_inst_error *error);

// Lists the memory that no later draw reads, once the plan is committed. `found` gets the number of pieces, which can
// be more than `capacity`, but is at most `MALI_INST_MAX_RETIRED`.
//
// # Safety
//
// `plan` is zeros or was initialised; as many elements may be written, and `found` and `error`. `error` may be null.
mali_inst_status mali_inst_plan_retired(const struct mali_inst_plan *plan,
                                        struct mali_inst_retired *retired,
                                        size_t capacity,
                                        size_t *found,
                                        struct mali_inst_error *error);

// Lists the places from which the GPU reads each attribute and the indices of a planned draw, with the reasons: first
// the attributes in their order, and then the indices. Vertex IDs and instance IDs are not listed. `found` gets the
// number of decisions, which can be more than `capacity`, but is at most `MALI_INST_MAX_DECISIONS`.
//
// A driver does not need this function. It is for developers who search for the copy that makes a draw slow.
//
// # Safety
//
// `plan` is zeros or was initialised; as many elements may be written, and `found` and `error`. `error` may be null.
mali_inst_status mali_inst_plan_decisions(const struct mali_inst_plan *plan,
                                          struct mali_inst_decision *decisions,
                                          size_t capacity,
                                          size_t *found,
                                          struct mali_inst_error *error);

// Writes the tables of a planned draw, and its other parts to `input`. The plan's allocations must have addresses.
// `words` must be initialised.
//
// # Errors
//
// `MALI_INST_ERROR_EMPTY_PLAN` for a plan that draws nothing, `MALI_INST_ERROR_NO_ACCESS` for memory without an
// address, and the errors of `mali_inst_draw_write` and `mali_inst_draw_job_words`.
//
// # Safety
//
// `plan` is zeros or was initialised; `memory` may be read, and its callbacks keep its rules; as many words may be
// written, and `input` and `error`. `error` may be null.
mali_inst_status mali_inst_plan_write(const struct mali_inst_plan *plan,
                                      const struct mali_inst_gpu_memory *memory,
                                      uint32_t *words,
                                      size_t word_count,
                                      struct mali_inst_planned_input *input,
                                      struct mali_inst_error *error);

// Writes all copies, streamed data and constants of a plan, to the memory that the callbacks return. The written bytes
// must be visible to the GPU before it draws.
//
// # Errors
//
// `MALI_INST_ERROR_NO_ACCESS` for bytes that a callback does not provide. Some bytes may be written then. They have no
// effect on other draws if the plan is not committed.
//
// # Safety
//
// `plan` is zeros or was initialised; `client_state` and `memory` may be read, and their callbacks keep their rules.
// `error` may be written, or is null.
mali_inst_status mali_inst_plan_execute(const struct mali_inst_plan *plan,
                                        const struct mali_inst_client_state *client_state,
                                        const struct mali_inst_gpu_memory *memory,
                                        struct mali_inst_error *error);

// The size of a `mali_inst_planner`, in units of eight bytes.
#define MALI_INST_PLANNER_WORDS 488

// The state that the draws of one context share. `mali_inst_planner_init` initialises it.
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
  // not 0 if so. From V9 on, nothing needs the bounds if all data is in place.
  uint32_t unchecked_indices;
} mali_inst_planner_target;

// Initialises a planner for a GPU. The caller must have allocated three blocks of memory, each at a multiple of 64
// bytes: generation 0 of the vertex stream, with `vertex_capacity` bytes; generation 0 of the index stream, with
// `index_capacity` bytes; and `MALI_INST_PLANNER_CONSTANTS_SIZE` bytes for the constants.
//
// `context` is a number that no other planner has, nor had before, even if it was in the same memory: states and plans
// recognize their planner by it. So it is best to count all planners.
//
// # Errors
//
// `MALI_INST_ERROR_ZERO` for a capacity of 0, and `MALI_INST_ERROR_SIZE` if `planner_size`, which is `sizeof
// *planner`, is less than the library's size of a planner.
//
// # Safety
//
// `planner` and `error` may be written, `target` may be read. `error` may be null.
mali_inst_status mali_inst_planner_init(struct mali_inst_planner *planner,
                                        size_t planner_size,
                                        uint64_t context,
                                        const struct mali_inst_planner_target *target,
                                        uint64_t vertex_capacity,
                                        uint64_t index_capacity,
                                        struct mali_inst_error *error);

// Records that the GPU has finished the work `completed` and all work before it.
//
// # Safety
//
// `planner` is zeros or was initialised, and may be changed; `error` may be written, or is null.
mali_inst_status mali_inst_planner_complete(struct mali_inst_planner *planner,
                                            uint64_t completed,
                                            struct mali_inst_error *error);

// Makes the next data for a stream begin a block of a new generation, which is among the allocations of the plan that
// needs it. This is for a caller that has lost the memory of a block, or begins each frame with a new block. Plans
// that were made before are outdated.
//
// # Errors
//
// `MALI_INST_ERROR_VALUE` if `stream` is neither `MALI_INST_MEMORY_VERTEX_STREAM` nor `MALI_INST_MEMORY_INDEX_STREAM`.
//
// # Safety
//
// `planner` is zeros or was initialised, and may be changed; `error` may be written, or is null.
mali_inst_status mali_inst_planner_discard(struct mali_inst_planner *planner,
                                           mali_inst_memory_kind stream,
                                           struct mali_inst_error *error);

// The result of `mali_inst_planner_draw_in_place`: one of `MALI_INST_IN_PLACE_*`.
typedef uint32_t mali_inst_in_place;

enum {
  // The tables are written.
  MALI_INST_IN_PLACE_WRITTEN = 0,
  // The draw is the same as the last draw of its state: the tables of that draw are right for this one too.
  MALI_INST_IN_PLACE_UNCHANGED = 1,
  // The draw must be planned: something must be written or found out before it, or it draws nothing.
  MALI_INST_IN_PLACE_NEEDS_PLAN = 2,
};

// Writes the tables of a draw that needs no other writes. A driver calls this function first for each draw. All data
// of such a draw is in place, or in copies and constants that earlier draws have made. `memory` provides the addresses
// of these; if it is null, draws that need them must be planned.
//
// `input` is written only if `outcome` is `MALI_INST_IN_PLACE_WRITTEN`. If it is `MALI_INST_IN_PLACE_UNCHANGED`, the
// input of the last draw of `state` is right for this one too. `words` must be initialised.
//
// # Errors
//
// `MALI_INST_ERROR_SEQUENCE` for work that is finished, or that is before the work of earlier draws, and the errors of
// `mali_inst_draw_write`. Nothing has changed then, except perhaps `words`.
//
// # Safety
//
// `planner` and `state` are zeros or were initialised, and may be changed; `draw`, `client_state` and `memory` may be
// read, and their callbacks keep their rules; the others may be written. Nothing that is written overlaps anything.
// `memory` and `error` may be null.
mali_inst_status mali_inst_planner_draw_in_place(struct mali_inst_planner *planner,
                                                 struct mali_inst_vertex_state *state,
                                                 const struct mali_inst_planned_draw *draw,
                                                 const struct mali_inst_client_state *client_state,
                                                 const struct mali_inst_gpu_memory *memory,
                                                 uint64_t sequence,
                                                 uint32_t *words,
                                                 size_t word_count,
                                                 mali_inst_in_place *outcome,
                                                 struct mali_inst_planned_input *input,
                                                 struct mali_inst_error *error);

// Plans a draw that is part of the work `sequence`. Only the plan changes.
//
// `drawn` gets 0 if nothing is drawn: the draw has no vertices or no instances, all its indices restart, or robust
// access leaves none of its indices. Such a plan has nothing to allocate, to write or to execute. Committing it keeps
// the facts that were found about its indices.
//
// Otherwise `drawn` gets 1. Then follow these steps, in this order: allocate the memory that
// `mali_inst_plan_allocations` lists, write the tables with `mali_inst_plan_write`, execute the plan, commit it,
// submit the draw, and free the memory that `mali_inst_plan_retired` lists once the GPU has finished the work that is
// named with it.
//
// # Errors
//
// The contents of the plan are unspecified after an error.
//
// `MALI_INST_ERROR_SEQUENCE` as for `mali_inst_planner_draw_in_place`. `MALI_INST_ERROR_UNKNOWN_BUFFER`,
// `MALI_INST_ERROR_PAST_END` and `MALI_INST_ERROR_NO_ACCESS` for data that does not exist. `MALI_INST_ERROR_IN_FLIGHT`
// if the plan needs memory that the GPU reads until the error's `work` is finished. `MALI_INST_ERROR_NO_MEMORY` if
// there is no memory and waiting makes none. The errors of counts and indices. `MALI_INST_ERROR_OTHER` for a restart
// index that cannot be rewritten, and for sizes that no descriptor can hold.
//
// # Safety
//
// `planner`, `state` and `plan` are zeros or were initialised, and `plan` may be changed; `draw` and `client_state`
// may be read, and its callbacks keep its rules. `drawn` and `error` may be written; `error` may be null.
mali_inst_status mali_inst_planner_prepare(const struct mali_inst_planner *planner,
                                           const struct mali_inst_vertex_state *state,
                                           const struct mali_inst_planned_draw *draw,
                                           const struct mali_inst_client_state *client_state,
                                           uint64_t sequence,
                                           struct mali_inst_plan *plan,
                                           uint32_t *drawn,
                                           struct mali_inst_error *error);

// Records that a plan was executed: the data that it has written is available to later draws. Call it before anything
// else is planned and before the application changes any data.
//
// # Errors
//
// `MALI_INST_ERROR_SEQUENCE` if the plan's work is finished, or is before the work of a later draw.
// `MALI_INST_ERROR_OUTDATED_PLAN` if this plan or another was committed since it was made, if data that it reads has
// changed, moved or been deleted, if a constant has lost its place, or if another planner has made it. Nothing has
// changed then, and the plan must be made again.
//
// # Safety
//
// `planner` and `plan` are zeros or were initialised, and `planner` may be changed; `client_state` may be read, and
// its callbacks do what it says. `error` may be written, or is null.
mali_inst_status mali_inst_planner_commit(struct mali_inst_planner *planner,
                                          const struct mali_inst_plan *plan,
                                          const struct mali_inst_client_state *client_state,
                                          struct mali_inst_error *error);

// The way in which a draw of line loops is drawn: one of `MALI_INST_LINE_LOOP_*`.
typedef uint32_t mali_inst_line_loop_kind;

enum {
  // Nothing is drawn, since no loop has two vertices.
  MALI_INST_LINE_LOOP_NOTHING = 0,
  // The draw itself is drawn as a line strip, and then `draw` as a line, from the last vertex to the first.
  MALI_INST_LINE_LOOP_CLOSED = 1,
  // `draw` is drawn as line strips, in place of the draw. The first index of each loop is also at its end.
  MALI_INST_LINE_LOOP_REWRITTEN = 2,
};

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
// indices. `MALI_INST_ERROR_UNKNOWN_BUFFER`, `MALI_INST_ERROR_PAST_END` and `MALI_INST_ERROR_NO_ACCESS` for indices that do not
// exist. `MALI_INST_ERROR_OTHER` for vertices that do not fit 32 bits, and for loops that restart and also have vertex
// 4294967295.
//
// # Safety
//
// `planner` is zeros or was initialised; `loops` and `client_state` may be read, and its callbacks keep its rules. As
// many bytes may be written and are initialised, and `line_loop` and `error` may be written. `bytes` and `error` may be
// null.
mali_inst_status mali_inst_planner_line_loop(const struct mali_inst_planner *planner,
                                             const struct mali_inst_planned_draw *loops,
                                             const struct mali_inst_client_state *client_state,
                                             struct mali_inst_data_source source,
                                             uint8_t *bytes,
                                             size_t capacity,
                                             struct mali_inst_line_loop *line_loop,
                                             struct mali_inst_error *error);

// The numbers of plans, draws and bytes since `mali_inst_planner_init`. All counters wrap.
typedef struct mali_inst_planner_counters {
  // The number of plans that were committed.
  uint64_t planned;
  // The number of draws in place whose tables were written.
  uint64_t in_place;
  // The number of draws in place that were the same as the draw before.
  uint64_t unchanged;
  // The number of bytes that were written to streams.
  uint64_t bytes_streamed;
  // The number of copies that were made of whole buffers.
  uint64_t copies_made;
  // The number of bytes that were written to these copies.
  uint64_t bytes_kept;
  // The number of bytes that were written to the constants.
  uint64_t constant_bytes;
  // The number of times that planning returned `MALI_INST_ERROR_IN_FLIGHT` before it made a plan that was committed:
  // the caller waited each time.
  uint64_t waits;
  // The number of times that streams began again at the start of their block.
  uint64_t recycled;
  // The number of blocks of memory that streams began, except for the first of each.
  uint64_t generations;
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
