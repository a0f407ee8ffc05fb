// The planner of buffers of mali-instancing: C99, and C++. A library has it that was built with the feature "planner".
//
// tests/header.rs writes this file from src/; do not edit it. What mali_inst.h says of functions and memory holds here.
//
// Work is what the GPU is given to do at a time. The caller numbers it from 1 on, in the order in which it is finished;
// 0 is none.
#ifndef MALI_INST_BUFFERS_H
#define MALI_INST_BUFFERS_H

#include "mali_inst.h"

#ifdef __cplusplus
extern "C" {
#endif

// Which memory: one of `MALI_INST_MEMORY_*`.
typedef uint32_t mali_inst_memory_kind;

enum {
  // A buffer of the application's, where it is.
  MALI_INST_MEMORY_BUFFER = 0,
  // A block of the stream of vertices: that of `generation`.
  MALI_INST_MEMORY_VERTEX_STREAM = 1,
  // A block of the stream of indices: that of `generation`.
  MALI_INST_MEMORY_INDEX_STREAM = 2,
  // Copy `number` of a buffer.
  MALI_INST_MEMORY_COPY = 3,
  // The constants, `MALI_INST_PLANNER_CONSTANTS_SIZE` bytes that are always there.
  MALI_INST_MEMORY_CONSTANTS = 4,
};

// How many bytes the constants of a planner take.
#define MALI_INST_PLANNER_CONSTANTS_SIZE 1024

// Some of the GPU's memory. What its kind does not have is 0.
typedef struct mali_inst_memory_ref {
  // The address of a buffer.
  uint64_t address;
  // The generation of a stream.
  uint64_t generation;
  // Which memory.
  mali_inst_memory_kind kind;
  // The buffer, or that which was copied.
  uint32_t buffer;
  // Which copy of the buffer.
  uint32_t number;
} mali_inst_memory_ref;

// Memory that must be there before a plan is executed. Its first byte is aligned to 64 bytes.
typedef struct mali_inst_allocation {
  // By this it will be asked for.
  struct mali_inst_memory_ref memory;
  // How many bytes.
  uint64_t size;
} mali_inst_allocation;

// Memory that no later draw reads.
typedef struct mali_inst_retired {
  // Which memory.
  struct mali_inst_memory_ref memory;
  // The last work that reads it: it may be freed when the GPU has finished that. 0 where none does.
  uint64_t until;
} mali_inst_retired;

// The origin of data: one of `MALI_INST_DATA_*`.
typedef uint32_t mali_inst_data_kind;

enum {
  // A buffer of the application's, by its number.
  MALI_INST_DATA_BUFFER = 0,
  // Memory of the client's, by a number that the callback `read` understands.
  MALI_INST_DATA_CLIENT = 1,
};

// Where the data of an application lies.
typedef struct mali_inst_data_source {
  // Which of both.
  mali_inst_data_kind kind;
  // Its number.
  uint32_t number;
} mali_inst_data_source;

// The size of a `mali_inst_buffer`, in units of eight bytes.
#define MALI_INST_BUFFER_WORDS 176

// The state of one of the application's buffers. `mali_inst_buffer_init` fills it.
typedef struct mali_inst_buffer {
  // Private to the library.
  uint64_t opaque[MALI_INST_BUFFER_WORDS];
} mali_inst_buffer;

// How the data of a buffer is used: one of `MALI_INST_USAGE_*`.
typedef uint32_t mali_inst_usage;

enum {
  // It is given once and drawn often.
  MALI_INST_USAGE_STATIC = 0,
  // It is changed often and drawn often.
  MALI_INST_USAGE_DYNAMIC = 1,
  // It is given once and drawn a few times.
  MALI_INST_USAGE_STREAM = 2,
};

// The most memory that a change of a buffer makes free.
#define MALI_INST_MAX_RELEASED 9

// A new buffer of the application's: `glBufferData` of one that had no data. `address` is where the GPU sees it, and
// 0 where it does not.
// `buffer_size` is `sizeof *buffer`: less than the library's is `MALI_INST_ERROR_SIZE`.
//
// `number` is what the callbacks know it by. A buffer that is initialised again forgets what is copied of it, so data
// is given again by `mali_inst_buffer_data`. A number must not be given to another buffer while the GPU may read
// memory of the one that had it, for both would have the same `mali_inst_memory_ref`: GL gives the names of deleted
// buffers again, so a count of all buffers is better. Each `mali_inst_vertex_state` that drew with the buffer that had
// the number must forget it: `mali_inst_vertex_state_forget`.
//
// A size of 0 is that of a buffer that is orphaned.
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

// Takes note that the application gives a buffer new data of any size and usage, at another address: `glBufferData`.
// `address` is 0 where the GPU sees none of it. `retired` has room for `MALI_INST_MAX_RELEASED`, and gets what no
// later draw reads. Until the GPU is done with that, the old address must not be given again.
//
// A size of 0 gives up what there was.
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

// Takes note that the application changes `size` bytes of a buffer from `begin` on: `glBufferSubData`. `in_flight`
// gets the work that the GPU must have finished before they are written where they are, or 0; who does not want to
// wait writes all of the data to another place and calls `mali_inst_buffer_moved`. `retired` has room for
// `MALI_INST_MAX_RELEASED`, and gets what no later draw reads.
//
// # Errors
//
// `MALI_INST_ERROR_ZERO` for no bytes, and `MALI_INST_ERROR_PAST_END`. Nothing has changed then.
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

// Takes note that a buffer, with all the data that it held, is at another address now, which is not 0: else
// `MALI_INST_ERROR_ZERO`. `retired` has room for `MALI_INST_MAX_RELEASED`, and gets the old address, which the GPU may
// still read.
//
// # Safety
//
// `buffer` is zeros or was initialised, and may be changed; the others may be written. `error` may be null.
mali_inst_status mali_inst_buffer_moved(struct mali_inst_buffer *buffer,
                                        uint64_t address,
                                        struct mali_inst_retired *retired,
                                        size_t *retired_count,
                                        struct mali_inst_error *error);

// Takes note that the data of a buffer may change without a call from now on, or, where `is_volatile` is 0, that it no
// longer may. It may where it is mapped persistently, or where the GPU writes it: transform feedback, storage buffers.
// As long as it may, there are no copies of it, and the bounds of its indices are looked for at each draw. `retired`
// has room for `MALI_INST_MAX_RELEASED`, and gets the copies that no later draw reads.
//
// # Safety
//
// `buffer` is zeros or was initialised, and may be changed; the others may be written. `error` may be null.
mali_inst_status mali_inst_buffer_set_volatile(struct mali_inst_buffer *buffer,
                                               uint32_t is_volatile,
                                               struct mali_inst_retired *retired,
                                               size_t *retired_count,
                                               struct mali_inst_error *error);

// Takes note that a buffer is deleted: `glDeleteBuffers`. `retired` has room for `MALI_INST_MAX_RELEASED`, and gets
// all that it took. The `mali_inst_buffer` may be thrown away then, or initialised again.
//
// # Safety
//
// `buffer` is zeros or was initialised, and may be changed; the others may be written. `error` may be null.
mali_inst_status mali_inst_buffer_release(struct mali_inst_buffer *buffer,
                                          struct mali_inst_retired *retired,
                                          size_t *retired_count,
                                          struct mali_inst_error *error);

// The buffers of an application, and its bytes.
//
// Memory that a callback hands out stays as it is until the function that called it has returned. A callback calls no
// function of this header with what that function was given. It returns: it must not throw, nor leave by `longjmp`.
typedef struct mali_inst_client_state {
  // The first argument of both.
  void *user;
  // The buffer of a number, always in the same place; null if there is none. One of another number is none.
  struct mali_inst_buffer *(*buffer)(void *user, uint32_t number);
  // `size` bytes of a source, from its byte `begin` on; null if they cannot be read.
  const uint8_t *(*read)(void *user, struct mali_inst_data_source source, uint64_t begin, uint64_t size);
} mali_inst_client_state;

// The GPU's memory. A callback returns: it must not throw, nor leave by `longjmp`.
typedef struct mali_inst_gpu_memory {
  // The first argument of both.
  void *user;
  // Writes the address of some memory as the GPU sees it; returns 0 if there is none, else another number.
  uint32_t (*address)(void *user, struct mali_inst_memory_ref memory, uint64_t *address);
  // `size` bytes of some memory, from its byte `begin` on, to be written; null if they cannot be. They are
  // initialised.
  uint8_t *(*write)(void *user, struct mali_inst_memory_ref memory, uint64_t begin, uint64_t size);
} mali_inst_gpu_memory;

// Where an attribute of a planned draw has its values from: one of `MALI_INST_ATTRIBUTE_*`.
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
  // The vertex's number. V4 and V5 only.
  MALI_INST_ATTRIBUTE_VERTEX_ID = 4,
  // The instance's number. V4 and V5 only.
  MALI_INST_ATTRIBUTE_INSTANCE_ID = 5,
};

// An attribute as an application states it. What its kind does not need is not looked at.
typedef struct mali_inst_planned_attribute {
  // Of an array, its first byte in the source.
  uint64_t offset;
  // Where the values are from.
  mali_inst_attribute_kind kind;
  // Of an array, where its bytes are.
  struct mali_inst_data_source source;
  // Of an array, what its bytes mean.
  mali_inst_format format;
  // Of an array, the distance between elements in bytes; 0 where all read the element at `offset`.
  uint32_t stride;
  // Of an array, what steps from one element to the next.
  mali_inst_rate rate;
  // With `MALI_INST_RATE_INSTANCE`, how many instances share an element.
  uint32_t divisor;
  // Of a constant, the bits of its four components.
  uint32_t constant[4];
} mali_inst_planned_attribute;

// A draw as an application states it. A field that is not set is 0, except `count` and `instances`.
typedef struct mali_inst_planned_draw {
  // Of an indexed draw, the first byte of its indices in their source.
  uint64_t index_offset;
  // The number of vertices or indices.
  uint32_t count;
  // The number of instances.
  uint32_t instances;
  // The first vertex; of an indexed draw, not looked at.
  uint32_t first;
  // The first instance.
  uint32_t first_instance;
  // The size of an index: 1, 2 or 4 bytes; 0 where there are no indices.
  uint32_t index_size;
  // Of an indexed draw, where its indices are.
  struct mali_inst_data_source index_source;
  // The number that is added to every index.
  int32_t base_vertex;
  // Not 0 where `restart_index` restarts a primitive.
  uint32_t has_restart_index;
  // The index that does.
  uint32_t restart_index;
  // Not 0 where the application says that no index is below `minimum_index` and none above `maximum_index`.
  uint32_t has_index_bounds;
  // The smallest index.
  uint32_t minimum_index;
  // The largest index.
  uint32_t maximum_index;
} mali_inst_planned_draw;

// The input of a planned draw, or of one in place, beside its tables.
typedef struct mali_inst_planned_input {
  // Where its indices are, from `index_offset` on.
  struct mali_inst_memory_ref index_memory;
  // The first byte of its indices there.
  uint64_t index_offset;
  // The size of an index, 1, 2 or 4 bytes; 0 where there are none.
  uint32_t index_size;
  // How many there are.
  uint32_t index_count;
  // Not 0 where `restart_index` restarts a primitive.
  uint32_t has_restart_index;
  // The index that does.
  uint32_t restart_index;
  // How many vertices are shaded, and from which on.
  struct mali_inst_indexed_draw vertices;
  // The words of its job, on V4 to V7.
  struct mali_inst_job_words job;
  // How long its tables are.
  struct mali_inst_tables tables;
} mali_inst_planned_input;

// The size of a `mali_inst_vertex_state`, in units of eight bytes.
#define MALI_INST_VERTEX_STATE_WORDS 488

// The attributes of a pipeline, and what was found out about them. `mali_inst_vertex_state_init` fills it.
typedef struct mali_inst_vertex_state {
  // Private to the library.
  uint64_t opaque[MALI_INST_VERTEX_STATE_WORDS];
} mali_inst_vertex_state;

// The most attributes that a planned draw has: fewer than the `MALI_INST_MAX_ATTRIBUTES` of other draws.
#define MALI_INST_MAX_PLANNED_ATTRIBUTES 16

// A driver's choices for the planned draws of a pipeline. A field that is not set is 0,
// except `padding`.
typedef struct mali_inst_planned_rules {
  // How vertex counts are padded.
  mali_inst_padding padding;
  // How multipliers are rounded.
  mali_inst_rounding rounding;
  // From V9 on, the resource table that holds the buffers, 0 to 63.
  uint32_t resource_table;
  // Whether the draws use index-driven vertex shading, which V6 and later have: not 0 if they do.
  uint32_t idvs;
  // The number of vertices of a primitive: 3 for triangles, 2 for lines, 1 for points; 0 writes an instance
  // primitive size of 1. V4 to V7 only.
  uint32_t primitive_vertices;
} mali_inst_planned_rules;

// The attributes that a shader reads, in its order, at most `MALI_INST_MAX_PLANNED_ATTRIBUTES`, and the rules of their
// draws.
// `state_size` is `sizeof *state`: less than the library's is `MALI_INST_ERROR_SIZE`.
//
// # Errors
//
// `MALI_INST_ERROR_TOO_MANY` and `MALI_INST_ERROR_ZERO_DIVISOR`.
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

// Forgets what was found out: of a deleted buffer, whose number is given to another.
//
// # Safety
//
// `state` is zeros or was initialised, and may be changed; `error` may be written, or is null.
mali_inst_status mali_inst_vertex_state_forget(struct mali_inst_vertex_state *state,
                                               struct mali_inst_error *error);

// Where the GPU reads an attribute or indices from: one of `MALI_INST_DECISION_*`.
typedef uint32_t mali_inst_decision_kind;

enum {
  // Where the application has put it.
  MALI_INST_DECISION_IN_PLACE = 0,
  // From a copy of the buffer that an earlier draw made.
  MALI_INST_DECISION_COPY_FOUND = 1,
  // From a copy of the buffer that this draw makes.
  MALI_INST_DECISION_COPY_MADE = 2,
  // From a stream, for this draw alone.
  MALI_INST_DECISION_STREAMED = 3,
  // From the constants, where the value was found.
  MALI_INST_DECISION_CONSTANT_FOUND = 4,
  // From the constants, where the value is written now.
  MALI_INST_DECISION_CONSTANT_WRITTEN = 5,
  // From the vertex stream, because the GPU still reads all the constants.
  MALI_INST_DECISION_CONSTANT_STREAMED = 6,
  // From somewhere else; the text says it.
  MALI_INST_DECISION_OTHER = 255,
};

// How long the text of a decision can be, with its end.
#define MALI_INST_DECISION_TEXT_SIZE 160

// The most decisions of a plan: for each attribute, and for the indices.
#define MALI_INST_MAX_DECISIONS (MALI_INST_MAX_PLANNED_ATTRIBUTES + 1)

// Where the GPU reads an attribute or the indices of a draw from.
typedef struct mali_inst_decision {
  // Which attribute, counted from 0; `MALI_INST_NO_ELEMENT` for the indices.
  uint32_t attribute;
  // From where.
  mali_inst_decision_kind kind;
  // From where, and why there. It ends with a 0.
  char text[MALI_INST_DECISION_TEXT_SIZE];
} mali_inst_decision;

// The size of a `mali_inst_plan`, in units of eight bytes.
#define MALI_INST_PLAN_WORDS 368

// The work that must be done before a draw, and the input that it reads then. `mali_inst_plan_init` fills it.
typedef struct mali_inst_plan {
  // Private to the library.
  uint64_t opaque[MALI_INST_PLAN_WORDS];
} mali_inst_plan;

// A plan of nothing, which `mali_inst_planner_prepare` fills again and again. Where `no_new_memory` is not 0, it plans
// with the memory that is there: a draw that needs more is `MALI_INST_ERROR_IN_FLIGHT` or `MALI_INST_ERROR_NO_MEMORY`.
// `plan_size` is `sizeof *plan`: less than the library's is `MALI_INST_ERROR_SIZE`.
//
// # Safety
//
// `plan` and `error` may be written. `error` may be null.
mali_inst_status mali_inst_plan_init(struct mali_inst_plan *plan,
                                     size_t plan_size,
                                     uint32_t no_new_memory,
                                     struct mali_inst_error *error);

// The most memory that a plan needs: blocks of both streams, and copies of the attributes and of the indices.
#define MALI_INST_MAX_ALLOCATIONS (MALI_INST_MAX_PLANNED_ATTRIBUTES + 3)

// The most memory that a plan retires: blocks of both streams.
#define MALI_INST_MAX_RETIRED 2

// The memory that a plan needs, and how many pieces: `found`, which can be more than `capacity`, but
// is at most `MALI_INST_MAX_ALLOCATIONS`.
//
// # Safety
//
// `plan` is zeros or was initialised; so many allocations may be written, and `found` and `error`. `error` may be
// null.
mali_inst_status mali_inst_plan_allocations(const struct mali_inst_plan *plan,
                                            struct mali_inst_allocation *allocations,
                                            size_t capacity,
                                            size_t *found,
                                            struct mali_inst_error *error);

// The memory that no draw after a plan's reads, once it is committed, and how many pieces: `found`, which can be
// more than `capacity`, but is at most `MALI_INST_MAX_RETIRED`.
//
// # Safety
//
// `plan` is zeros or was initialised; so many may be written, and `found` and `error`. `error` may be null.
mali_inst_status mali_inst_plan_retired(const struct mali_inst_plan *plan,
                                        struct mali_inst_retired *retired,
                                        size_t capacity,
                                        size_t *found,
                                        struct mali_inst_error *error);

// Where the GPU reads each attribute and the indices of a planned draw from, and why there: in the order of the
// attributes, the indices last. For a person who looks for the copy that makes a draw slow; a driver needs none of it.
// A vertex or instance ID is read from nowhere, and is not among them. There are at most `MALI_INST_MAX_DECISIONS`.
//
// # Safety
//
// `plan` is zeros or was initialised; so many may be written, and `found` and `error`. `error` may be null.
mali_inst_status mali_inst_plan_decisions(const struct mali_inst_plan *plan,
                                          struct mali_inst_decision *decisions,
                                          size_t capacity,
                                          size_t *found,
                                          struct mali_inst_error *error);

// Writes the tables of a planned draw, and what it is submitted with. What the plan allocates must have its address.
// `words` must be initialised. A plan that draws nothing has no tables: `MALI_INST_ERROR_EMPTY_PLAN`.
//
// # Errors
//
// `MALI_INST_ERROR_EMPTY_PLAN`, `MALI_INST_ERROR_NO_ACCESS` for a place without an address, and those of
// `mali_inst_draw_write` and `mali_inst_draw_job_words`.
//
// # Safety
//
// `plan` is zeros or was initialised; `memory` may be read, and its callbacks do what it says; as many words may be
// written, and `input` and `error`. `error` may be null.
mali_inst_status mali_inst_plan_write(const struct mali_inst_plan *plan,
                                      const struct mali_inst_gpu_memory *memory,
                                      uint32_t *words,
                                      size_t word_count,
                                      struct mali_inst_planned_input *input,
                                      struct mali_inst_error *error);

// Writes everything that must be written before a planned draw: copies, streamed data and constants, into the memory
// that the callback hands out. The GPU must see it before it draws.
//
// # Errors
//
// `MALI_INST_ERROR_NO_ACCESS` for bytes that a callback does not hand out. Some may be written then: nothing is lost
// if the plan is not committed.
//
// # Safety
//
// `plan` is zeros or was initialised; `client_state` and `memory` may be read, and their callbacks do what they say.
// `error` may be written, or is null.
mali_inst_status mali_inst_plan_execute(const struct mali_inst_plan *plan,
                                        const struct mali_inst_client_state *client_state,
                                        const struct mali_inst_gpu_memory *memory,
                                        struct mali_inst_error *error);

// The size of a `mali_inst_planner`, in units of eight bytes.
#define MALI_INST_PLANNER_WORDS 488

// The state that the draws of one context share. `mali_inst_planner_init` fills it.
typedef struct mali_inst_planner {
  // Private to the library.
  uint64_t opaque[MALI_INST_PLANNER_WORDS];
} mali_inst_planner;

// The GPU that draws, and what is asked of draws for it. A field that is not set is 0, except `arch`.
typedef struct mali_inst_planner_target {
  // The GPU's architecture.
  mali_inst_arch arch;
  // Not 0 for robust access: a draw is drawn with the elements and the indices that there are, where it needs more
  // than its buffers have. Else that is an error.
  uint32_t robust_access;
  // Not 0 where indices are looked at only if their bounds are needed, and not to see that none is past the last
  // vertex. From V9 on, the bounds are not needed where all data is in place.
  uint32_t unchecked_indices;
} mali_inst_planner_target;

// A planner for a GPU. The streams begin with blocks of so many bytes, which the caller has, under generation 0; so it
// has `MALI_INST_PLANNER_CONSTANTS_SIZE` bytes for the constants. All three begin at a multiple of 64.
// `planner_size` is `sizeof *planner`: less than the library's is `MALI_INST_ERROR_SIZE`.
//
// # Errors
//
// `MALI_INST_ERROR_ZERO` for a block of no bytes.
//
// # Safety
//
// `planner` and `error` may be written, `target` may be read. `error` may be null.
mali_inst_status mali_inst_planner_init(struct mali_inst_planner *planner,
                                        size_t planner_size,
                                        const struct mali_inst_planner_target *target,
                                        uint64_t vertex_capacity,
                                        uint64_t index_capacity,
                                        struct mali_inst_error *error);

// Takes note that the GPU has finished the work `completed` and all before it.
//
// # Safety
//
// `planner` is zeros or was initialised, and may be changed; `error` may be written, or is null.
mali_inst_status mali_inst_planner_complete(struct mali_inst_planner *planner,
                                            uint64_t completed,
                                            struct mali_inst_error *error);

// Has the next data for a stream begin a block of a new generation, which the plan that needs it allocates: where the
// caller loses the memory of a block, or begins a frame with another. Plans that were made before are outdated.
//
// `stream` is `MALI_INST_MEMORY_VERTEX_STREAM` or `MALI_INST_MEMORY_INDEX_STREAM`; others are `MALI_INST_ERROR_VALUE`.
//
// # Safety
//
// `planner` is zeros or was initialised, and may be changed; `error` may be written, or is null.
mali_inst_status mali_inst_planner_discard(struct mali_inst_planner *planner,
                                           mali_inst_memory_kind stream,
                                           struct mali_inst_error *error);

// The outcome of `mali_inst_planner_draw_in_place`: one of `MALI_INST_IN_PLACE_*`.
typedef uint32_t mali_inst_in_place;

enum {
  // The tables are written.
  MALI_INST_IN_PLACE_WRITTEN = 0,
  // The draw is the last one: the tables that were written for it are right.
  MALI_INST_IN_PLACE_UNCHANGED = 1,
  // Not all of its data is in place: it is to be planned.
  MALI_INST_IN_PLACE_NEEDS_PLAN = 2,
};

// Writes the tables of a draw for which nothing else need be written: what a driver asks first, of each draw. All its
// data is in place, or in copies and constants that earlier draws have made. `memory` is asked where those are; it may
// be null, and draws that have some are planned then. `input` is
// written with `MALI_INST_IN_PLACE_WRITTEN` only: with `MALI_INST_IN_PLACE_UNCHANGED`, what was written for the last
// draw of `state` is right. `words` must be initialised.
//
// # Errors
//
// `MALI_INST_ERROR_SEQUENCE` for work that is finished or older than what was drawn, and those of
// `mali_inst_draw_write`. Nothing has changed then, but the words may have.
//
// # Safety
//
// `planner` and `state` are zeros or were initialised, and may be changed; `draw`, `client_state` and `memory` may be
// read, and their callbacks do what they say; the others may be written. Nothing that is written overlaps anything.
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

// Plans a draw of the work `sequence`. Nothing changes but the plan.
//
// `drawn` gets 0 if nothing is drawn: of no vertices or no instances, of indices that all restart, or of which robust access leaves none. There is
// nothing to allocate, to write or to execute then, and to commit the plan keeps what was found of its indices.
//
// Else `drawn` gets 1. Then, in this order: allocate what `mali_inst_plan_allocations` says, write the tables with
// `mali_inst_plan_write`, execute, commit, submit the draw, and free what `mali_inst_plan_retired` says when the GPU
// is done with it.
//
// # Errors
//
// `MALI_INST_ERROR_SEQUENCE` as for `mali_inst_planner_draw_in_place`;
// `MALI_INST_ERROR_UNKNOWN_BUFFER`, `MALI_INST_ERROR_PAST_END` and `MALI_INST_ERROR_NO_ACCESS` for data that is not
// there; `MALI_INST_ERROR_IN_FLIGHT` where the plan needs memory that the GPU still reads, until `work` of the error
// is finished; `MALI_INST_ERROR_NO_MEMORY` where waiting does not help; those of counts and of indices;
// `MALI_INST_ERROR_OTHER` for a restart index that cannot be rewritten and for sizes that no descriptor can say. What
// the plan holds then is of no use.
//
// # Safety
//
// `planner`, `state` and `plan` are zeros or were initialised, and `plan` may be changed; `draw` and `client_state`
// may be read, and its callbacks do what it says. `drawn` and `error` may be written; `error` may be null.
mali_inst_status mali_inst_planner_prepare(const struct mali_inst_planner *planner,
                                           const struct mali_inst_vertex_state *state,
                                           const struct mali_inst_planned_draw *draw,
                                           const struct mali_inst_client_state *client_state,
                                           uint64_t sequence,
                                           struct mali_inst_plan *plan,
                                           uint32_t *drawn,
                                           struct mali_inst_error *error);

// Takes note that a plan was executed: later draws rely on what it has written.
//
// # Errors
//
// `MALI_INST_ERROR_OUTDATED_PLAN` where another plan was committed since, or this one was. Nothing has changed then.
//
// # Safety
//
// `planner` and `plan` are zeros or were initialised, and `planner` may be changed; `client_state` may be read, and
// its callbacks do what it says. `error` may be written, or is null.
mali_inst_status mali_inst_planner_commit(struct mali_inst_planner *planner,
                                          const struct mali_inst_plan *plan,
                                          const struct mali_inst_client_state *client_state,
                                          struct mali_inst_error *error);

// How much was planned and drawn since `mali_inst_planner_init`. All counts wrap.
typedef struct mali_inst_planner_counters {
  // The plans that were committed.
  uint64_t planned;
  // The draws in place whose tables were written.
  uint64_t in_place;
  // The draws in place that were the last one again.
  uint64_t unchanged;
  // The bytes that were written to streams.
  uint64_t bytes_streamed;
  // The copies that were made of whole buffers.
  uint64_t copies_made;
  // The bytes that were written to them.
  uint64_t bytes_kept;
  // The bytes of constants that were written to the constants.
  uint64_t constant_bytes;
  // How often planning has returned `MALI_INST_ERROR_IN_FLIGHT` before it came to a plan that was committed.
  uint64_t waits;
  // How often streams have begun again at the start of their block.
  uint64_t recycled;
  // The blocks of memory that streams have begun, except their first.
  uint64_t generations;
} mali_inst_planner_counters;

// How much a planner has planned and drawn.
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
