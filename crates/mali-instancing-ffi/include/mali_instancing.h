// The C interface of mali-instancing: C99, and C++.
//
// tests/header.rs writes this file from src/; do not edit it.
//
// Every function returns MALI_INST_OK or what is wrong. An error can be null; if it is not, it gets a text. Any
// function can return MALI_INST_ERROR_NULL, MALI_INST_ERROR_MISALIGNED, MALI_INST_ERROR_TOO_MANY for a length that no
// memory has, MALI_INST_ERROR_VALUE for a number that is none of an enumeration's values, and
// MALI_INST_ERROR_UNINITIALISED for zeros where a structure must be that a function has filled. What else it can
// return, it says under "Errors". What it says under "Safety" cannot be checked: it is the caller's to see to.
//
// All memory is the caller's and stays so. Nothing is kept of what a pointer points to, except in the structures of
// `opaque` words, which hold no pointer: they may be moved and thrown away while no function uses them.
// Any number of threads may call anything on structures of their own, and share what is not changed.
// An array without elements may be null. What is written must overlap nothing else that is handed over. It need not be
// initialised, except the words of tables, and what the callback of a mali_inst_gpu_memory hands out to be written.
//
// Work is what the GPU is given to do at a time. The caller numbers it from 1 on, in the order in which it is finished;
// 0 is none.
//
// mali_inst_planner_*, mali_inst_plan_*, mali_inst_vertex_state_* and mali_inst_buffer_* are in a library that was
// built with the feature "planner".


#ifndef MALI_INSTANCING_H
#define MALI_INSTANCING_H

#include <stddef.h>
#include <stdint.h>

// The `element` of an error that is not about an element of an array.
#define MALI_INST_NO_ELEMENT UINT32_MAX

// How long the text of an error can be, with its end.
#define MALI_INST_ERROR_TEXT_SIZE 256

// The most buffers that a call takes.
#define MALI_INST_MAX_BUFFERS 32

// The most attributes that a call takes.
#define MALI_INST_MAX_ATTRIBUTES 32

// The size of a `mali_inst_vertex_input`, in units of eight bytes.
#define MALI_INST_VERTEX_INPUT_WORDS 304

// How long the text of a finding can be, with its end.
#define MALI_INST_FINDING_TEXT_SIZE 256

// How long the text of a descriptor can be, with its end.
#define MALI_INST_DESCRIPTOR_TEXT_SIZE 320

// How long the name of a field can be, with its end.
#define MALI_INST_FIELD_NAME_SIZE 32

// How long the text of a field can be, with its end.
#define MALI_INST_FIELD_TEXT_SIZE 96

// The size of a `mali_inst_buffer`, in units of eight bytes.
#define MALI_INST_BUFFER_WORDS 184

// The most memory that a change of a buffer makes free.
#define MALI_INST_MAX_RELEASED 9

// How long the text of a decision can be, with its end.
#define MALI_INST_DECISION_TEXT_SIZE 160

// The most decisions of a plan: for each attribute, and for the indices.
#define MALI_INST_MAX_DECISIONS (MALI_INST_MAX_PLANNED_ATTRIBUTES + 1)

// How many bytes the constants of a planner take.
#define MALI_INST_PLANNER_CONSTANTS_SIZE 1024

// The size of a `mali_inst_plan`, in units of eight bytes.
#define MALI_INST_PLAN_WORDS 368

// The most memory that a plan needs: blocks of both streams, and copies of the attributes and of the indices.
#define MALI_INST_MAX_ALLOCATIONS (MALI_INST_MAX_PLANNED_ATTRIBUTES + 3)

// The most memory that a plan retires: blocks of both streams.
#define MALI_INST_MAX_RETIRED 2

// The size of a `mali_inst_planner`, in units of eight bytes.
#define MALI_INST_PLANNER_WORDS 488

// The size of a `mali_inst_vertex_state`, in units of eight bytes.
#define MALI_INST_VERTEX_STATE_WORDS 496

// The most attributes that a planned draw has: fewer than the `MALI_INST_MAX_ATTRIBUTES` of other draws.
#define MALI_INST_MAX_PLANNED_ATTRIBUTES 16

// The outcome of a function: `MALI_INST_OK`, or what is wrong.
typedef uint32_t mali_inst_status;

// Which Mali: one of `MALI_INST_ARCH_*`, the architecture's number.
typedef uint32_t mali_inst_arch;

// How a vertex count is padded: one of `MALI_INST_PADDING_*`.
typedef uint32_t mali_inst_padding;

// How multipliers are rounded: one of `MALI_INST_ROUNDING_*`. Both are exact.
typedef uint32_t mali_inst_rounding;

// Where the descriptors of buffers are in the table of V4 to V7: one of `MALI_INST_LAYOUT_*`.
typedef uint32_t mali_inst_layout;

// The GPU and the rules, which are the same for all draws. A field that is not set is 0, except `arch`.
typedef struct mali_inst_target {
  // The GPU's architecture.
  mali_inst_arch arch;
  // How vertex counts are padded.
  mali_inst_padding padding;
  // How multipliers are rounded.
  mali_inst_rounding rounding;
  // From V9 on, the resource table that holds the buffers, 0 to 63.
  uint32_t resource_table;
  // Whether the draws use index-driven vertex shading, which V6 and later have: not 0 if they do.
  uint32_t idvs;
  // The layout of the buffers' table. V4 to V7 only.
  mali_inst_layout layout;
  // The number of descriptors of the driver's own in the table of buffers, at most 255, after the others and before
  // the end. The driver writes them, after `mali_inst_draw_write`.
  uint32_t reserved_buffers;
  // The number of descriptors of the driver's own at the end of the table of attributes, at most 255.
  uint32_t reserved_attributes;
} mali_inst_target;

// A draw as an application states it. A field that is not set is 0, except `vertices` and `instances`.
typedef struct mali_inst_draw_call {
  // The number of vertices. Of an indexed draw, `mali_inst_indexed_vertices` returns it.
  uint32_t vertices;
  // The number of instances, at least 1.
  uint32_t instances;
  // The first vertex: GL's `first`, Vulkan's `firstVertex`. Of an indexed draw, the smallest index plus the
  // base vertex.
  uint32_t first_vertex;
  // Vulkan's `firstInstance`, GL's `baseinstance`.
  uint32_t first_instance;
  // The number of vertices of a primitive: 3 for triangles, 2 for lines, 1 for points; 0 writes an instance
  // primitive size of 1. V4 to V7 only.
  uint32_t primitive_vertices;
  // Not 0 where the number of instances is not known yet: `instances` is not looked at then.
  uint32_t any_instances;
  // The padded vertex count, where the driver has computed it already; 0 lets the library do it. V4 to V7 only.
  uint32_t padded_vertices;
} mali_inst_draw_call;

// The rate at which a buffer's elements follow each other: one of `MALI_INST_RATE_*`.
typedef uint32_t mali_inst_rate;

// A buffer as the shader reads it: Vulkan's `VkVertexInputBindingDescription` with its divisor.
typedef struct mali_inst_vertex_buffer {
  // The distance between elements, in bytes.
  uint32_t stride;
  // The rate at which elements follow each other.
  mali_inst_rate rate;
  // With `MALI_INST_RATE_INSTANCE`, how many instances share an element, at least 1. Not looked at otherwise.
  uint32_t divisor;
  // The element that the buffer begins with: 0, unless it is a copy of part of another buffer.
  uint32_t first_element;
} mali_inst_vertex_buffer;

// Where a buffer is.
typedef struct mali_inst_buffer_range {
  // Its first byte, of any alignment, as the GPU sees it.
  uint64_t address;
  // Its size in bytes.
  uint32_t size;
  // Not 0 where `stride` is bound with it, as by `vkCmdBindVertexBuffers2`. Else it has its buffer's.
  uint32_t has_stride;
  // The distance between its elements, in bytes. Not looked at without `has_stride`.
  uint32_t stride;
} mali_inst_buffer_range;

// An error with its numbers. A function that fails fills it; a function that does not leaves it alone.
typedef struct mali_inst_error {
  // The status that the function returned.
  mali_inst_status status;
  // The buffer or attribute that is at fault, or the word; else `MALI_INST_NO_ELEMENT`.
  uint32_t element;
  // With `MALI_INST_ERROR_IN_FLIGHT`, the work that the GPU must have finished first; else 0.
  uint64_t work;
  // A sentence with the offending numbers, which says what is allowed. It ends with a 0.
  char text[MALI_INST_ERROR_TEXT_SIZE];
} mali_inst_error;

// The words of a job of V4 to V7 beside its tables. From V9 on there are none.
typedef struct mali_inst_job_words {
  // Whether there is a `Draw`: 1, or 0 from V9 on.
  uint32_t has_draw;
  // Words 0 and 1 of the `Draw`.
  uint32_t draw[2];
  // Whether there is an `Invocation`: 1, or 0 from V9 on and where the number of instances is not known.
  uint32_t has_invocation;
  // The `Invocation`.
  uint32_t invocation[2];
} mali_inst_job_words;

// The lengths of a draw's tables. The table of attributes comes right after that of the buffers.
typedef struct mali_inst_tables {
  // The table of buffers, in words. The GPU wants it aligned to 64 bytes.
  size_t buffer_words;
  // The table of attributes, in words.
  size_t attribute_words;
  // The number of descriptors in the table of buffers, all of them.
  size_t buffer_descriptors;
  // The number of descriptors in the table of attributes, all of them.
  size_t attribute_descriptors;
  // The padded vertex count of the draw; 0 where there is no draw yet, and from V9 on.
  uint32_t padded_vertices;
} mali_inst_tables;

// The words that an indexed draw gives the vertex job and the tiler.
typedef struct mali_inst_indexed_draw {
  // The number of vertices that are shaded: `vertices` of the draw call.
  uint32_t vertices;
  // The first of them: `first_vertex` of the draw call.
  uint32_t first_vertex;
  // The number that the tiler adds to an index to find its shaded vertex: genxml's "base vertex offset".
  int32_t base_vertex_offset;
} mali_inst_indexed_draw;

// The buffers and attributes of a pipeline, checked once: they do not change from draw to draw.
//
// It lies in memory of the caller's, is filled by `mali_inst_vertex_input_init`, and may be copied and thrown away.
typedef struct mali_inst_vertex_input {
  // Private to the library.
  uint64_t opaque[MALI_INST_VERTEX_INPUT_WORDS];
} mali_inst_vertex_input;

// Where an attribute's value comes from: one of `MALI_INST_SOURCE_*`.
typedef uint32_t mali_inst_source;

// The meaning of an attribute's bytes: one of `MALI_INST_FORMAT_*`, named as in Vulkan, or as in Gallium where Vulkan
// has no such format.
typedef uint32_t mali_inst_format;

// An attribute of a draw: Vulkan's `VkVertexInputAttributeDescription`.
typedef struct mali_inst_vertex_attribute {
  // Where its value comes from.
  mali_inst_source source;
  // With `MALI_INST_SOURCE_BUFFER`, which buffer, counted from 0. Not looked at otherwise.
  uint32_t buffer;
  // The meaning of its bytes.
  mali_inst_format format;
  // Where it begins in its element, in bytes.
  uint32_t offset;
} mali_inst_vertex_attribute;

// The counts of a draw on V9 and later.
typedef struct mali_inst_draw_counts {
  // The number that is added to each vertex's: GL's `first`, or the base vertex of an indexed draw.
  int64_t first_vertex;
  // Not 0 for an indexed draw: `vertices` is not looked at then.
  uint32_t indexed;
  // The number of vertices.
  uint32_t vertices;
  // The number of instances.
  uint32_t instances;
} mali_inst_draw_counts;

// The rate of an attribute, as far as it is known.
typedef struct mali_inst_known_rate {
  // Not 0 where the rate is known. Nothing else is looked at where it is not.
  uint32_t known;
  // The rate at which elements follow each other.
  mali_inst_rate rate;
  // With `MALI_INST_RATE_INSTANCE`, how many instances share an element.
  uint32_t divisor;
} mali_inst_known_rate;

// The words of one draw, and what else is known of it. Only `arch` and the tables must be there; a pointer to what
// is not known is null.
typedef struct mali_inst_draw_state {
  // The table of buffers, from the descriptor on that an attribute's buffer index 0 names.
  const uint32_t *buffers;
  // How many words that are.
  size_t buffer_words;
  // The table of attributes.
  const uint32_t *attributes;
  // How many words that are.
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
  // The number of the resource table that `buffers` are, from V9 on.
  const uint32_t *resource_table;
  // Which attributes the shader reads: bit i for attribute i.
  const uint64_t *read_attributes;
  // The rates of the first attributes.
  const struct mali_inst_known_rate *rates;
  // How many there are.
  size_t rate_count;
  // The first instance.
  const uint32_t *first_instance;
  // The base vertex of an indexed draw. V4 to V7 only.
  const int32_t *base_vertex;
  // The smallest and the largest index of an indexed draw: two numbers.
  const uint32_t *index_bounds;
  // The GPU's architecture.
  mali_inst_arch arch;
} mali_inst_draw_state;

// A rule for a draw's words: one of `MALI_INST_RULE_*`. `mali_inst_rule_text` says what it is.
typedef uint32_t mali_inst_rule;

// Which words a finding is about: one of `MALI_INST_TABLE_*`.
typedef uint32_t mali_inst_table;

// The value that was expected where another was found: one of `MALI_INST_EXPECTED_*`.
typedef uint32_t mali_inst_expectation;

// The effect of a wrong word: one of `MALI_INST_DETAIL_*`, which say what `detail` of a finding holds.
typedef uint32_t mali_inst_detail_kind;

// A finding: which rule found it, and where.
typedef struct mali_inst_finding {
  // The value that is there.
  uint64_t found;
  // The value that should be there, see `expectation`.
  uint64_t expected;
  // An example of what comes of it, see `detail_kind`.
  int64_t detail[3];
  // The position of the word at fault, in the words of `table`.
  size_t word;
  // The rule.
  mali_inst_rule rule;
  // 1 if the words do not go together, 0 for a note.
  uint32_t is_error;
  // Which words it is about.
  mali_inst_table table;
  // The attribute through which they are reached, or `MALI_INST_NO_ELEMENT`.
  uint32_t attribute;
  // How `expected` is to be read.
  mali_inst_expectation expectation;
  // The kind of `detail`.
  mali_inst_detail_kind detail_kind;
  // The finding in a sentence. It ends with a 0.
  char text[MALI_INST_FINDING_TEXT_SIZE];
} mali_inst_finding;

// The way in which words are to be read: one of `MALI_INST_KIND_*`.
typedef uint32_t mali_inst_kind;

// Which descriptor words are: one of `MALI_INST_DESCRIPTOR_*`.
typedef uint32_t mali_inst_descriptor_type;

// A descriptor, or words that are none.
typedef struct mali_inst_descriptor {
  // The position of its first word; of words that are not a descriptor, of the word at fault.
  size_t word;
  // How many words it has; 0 if it is none.
  size_t length;
  // Which descriptor it is.
  mali_inst_descriptor_type descriptor_type;
  // `MALI_INST_OK`, or `MALI_INST_ERROR_DECODE` for words that are not a descriptor.
  mali_inst_status status;
  // The descriptor's fields with their values, or what is wrong. It ends with a 0.
  char text[MALI_INST_DESCRIPTOR_TEXT_SIZE];
} mali_inst_descriptor;

// The meaning of a field's value: one of `MALI_INST_FIELD_*`.
typedef uint32_t mali_inst_field_kind;

// A field of a descriptor.
typedef struct mali_inst_field {
  // Its value, in the unit that its kind says.
  uint64_t value;
  // Its lowest bit, counted from bit 0 of the descriptor's word 0.
  uint32_t start;
  // How many bits it has.
  uint32_t width;
  // The meaning of its value.
  mali_inst_field_kind kind;
  // Its name, as Mesa's genxml has it, in lower case. It ends with a 0.
  char name[MALI_INST_FIELD_NAME_SIZE];
  // Its name and its value: "stride 64 bytes". It ends with a 0.
  char text[MALI_INST_FIELD_TEXT_SIZE];
} mali_inst_field;

// The state of one of the application's buffers. `mali_inst_buffer_init` fills it.
typedef struct mali_inst_buffer {
  // Private to the library.
  uint64_t opaque[MALI_INST_BUFFER_WORDS];
} mali_inst_buffer;

// How the data of a buffer is used: one of `MALI_INST_USAGE_*`.
typedef uint32_t mali_inst_usage;

// Which memory: one of `MALI_INST_MEMORY_*`.
typedef uint32_t mali_inst_memory_kind;

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

// Memory that no later draw reads.
typedef struct mali_inst_retired {
  // Which memory.
  struct mali_inst_memory_ref memory;
  // The last work that reads it: it may be freed when the GPU has finished that. 0 where none does.
  uint64_t until;
} mali_inst_retired;

// The state that the draws of one context share. `mali_inst_planner_init` fills it.
typedef struct mali_inst_planner {
  // Private to the library.
  uint64_t opaque[MALI_INST_PLANNER_WORDS];
} mali_inst_planner;

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

// The work that must be done before a draw, and the input that it reads then. `mali_inst_plan_init` fills it.
typedef struct mali_inst_plan {
  // Private to the library.
  uint64_t opaque[MALI_INST_PLAN_WORDS];
} mali_inst_plan;

// Memory that must be there before a plan is executed. Its first byte is aligned to 64 bytes.
typedef struct mali_inst_allocation {
  // By this it will be asked for.
  struct mali_inst_memory_ref memory;
  // How many bytes.
  uint64_t size;
} mali_inst_allocation;

// Where the GPU reads an attribute or indices from: one of `MALI_INST_DECISION_*`.
typedef uint32_t mali_inst_decision_kind;

// Where the GPU reads an attribute or the indices of a draw from.
typedef struct mali_inst_decision {
  // Which attribute, counted from 0; `MALI_INST_NO_ELEMENT` for the indices.
  uint32_t attribute;
  // From where.
  mali_inst_decision_kind kind;
  // From where, and why there. It ends with a 0.
  char text[MALI_INST_DECISION_TEXT_SIZE];
} mali_inst_decision;

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

// The origin of data: one of `MALI_INST_DATA_*`.
typedef uint32_t mali_inst_data_kind;

// Where the data of an application lies.
typedef struct mali_inst_data_source {
  // Which of both.
  mali_inst_data_kind kind;
  // Its number.
  uint32_t number;
} mali_inst_data_source;

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

// The attributes of a pipeline, and what was found out about them. `mali_inst_vertex_state_init` fills it.
typedef struct mali_inst_vertex_state {
  // Private to the library.
  uint64_t opaque[MALI_INST_VERTEX_STATE_WORDS];
} mali_inst_vertex_state;

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

// The outcome of `mali_inst_planner_draw_in_place`: one of `MALI_INST_IN_PLACE_*`.
typedef uint32_t mali_inst_in_place;

// A driver's choices for the planned draws of a pipeline. A field that is not set is 0.
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

// Where an attribute of a planned draw has its values from: one of `MALI_INST_ATTRIBUTE_*`.
typedef uint32_t mali_inst_attribute_kind;

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
  // Of an array, the distance between elements in bytes; 0 where they are packed.
  uint32_t stride;
  // Of an array, what steps from one element to the next.
  mali_inst_rate rate;
  // With `MALI_INST_RATE_INSTANCE`, how many instances share an element.
  uint32_t divisor;
  // Of a constant, the bits of its four components.
  uint32_t constant[4];
} mali_inst_planned_attribute;

// All is well.
#define MALI_INST_OK 0

// A pointer is null where something must be.
#define MALI_INST_ERROR_NULL 1

// A pointer is not aligned to the type that it points to.
#define MALI_INST_ERROR_MISALIGNED 2

// An array has more elements than are allowed.
#define MALI_INST_ERROR_TOO_MANY 3

// An array has fewer elements than are needed.
#define MALI_INST_ERROR_OUTPUT_TOO_SMALL 4

// A number that is none of an enumeration's values.
#define MALI_INST_ERROR_VALUE 5

// No descriptor begins at a word.
#define MALI_INST_ERROR_NO_DESCRIPTOR 6

// Every index restarts a primitive, so that nothing is drawn.
#define MALI_INST_ERROR_NO_INDICES 7

// Words are not a descriptor.
#define MALI_INST_ERROR_DECODE 8

// Memory that no function has initialised, and words that are no pipeline's constant.
#define MALI_INST_ERROR_UNINITIALISED 9

// A draw of no vertices, or of more than can be padded.
#define MALI_INST_ERROR_VERTEX_COUNT 16

// A draw of no instances, or of more threads than ids of 32 bits can number.
#define MALI_INST_ERROR_INSTANCE_COUNT 17

// A divisor of 0 with `MALI_INST_RATE_INSTANCE`.
#define MALI_INST_ERROR_ZERO_DIVISOR 18

// A divisor whose product with the padded vertex count does not fit 32 bits.
#define MALI_INST_ERROR_DIVISOR 19

// An address of a single descriptor that is not a multiple of 64.
#define MALI_INST_ERROR_MISALIGNED_ADDRESS 20

// An address of more than 56 bits.
#define MALI_INST_ERROR_ADDRESS_RANGE 21

// A resource table above 63.
#define MALI_INST_ERROR_TABLE 22

// An invocation whose dimensions take more than 32 bits.
#define MALI_INST_ERROR_INVOCATION_BITS 23

// A product id that belongs to no known Mali.
#define MALI_INST_ERROR_GPU_ID 24

// An attribute buffer on an architecture that has no such descriptor.
#define MALI_INST_ERROR_ATTRIBUTE_BUFFER_ARCH 25

// Index-driven vertex shading on an architecture that does not have it.
#define MALI_INST_ERROR_IDVS_ARCH 26

// A size that does not fit 32 bits when the unaligned part of the address is added.
#define MALI_INST_ERROR_BUFFER_SIZE 27

// More buffers than an attribute's index can name.
#define MALI_INST_ERROR_TOO_MANY_BUFFERS 28

// An attribute of a buffer that does not exist.
#define MALI_INST_ERROR_UNKNOWN_BUFFER 29

// A format that the architecture cannot fetch.
#define MALI_INST_ERROR_FORMAT 30

// An attribute's offset that does not fit 32 bits with all that is added to it.
#define MALI_INST_ERROR_OFFSET 31

// A vertex or instance ID as an attribute, where shaders have them in registers.
#define MALI_INST_ERROR_BUILT_IN_ID 32

// The instance ID of one instance of more than 2^31 vertices.
#define MALI_INST_ERROR_INSTANCE_ID 33

// An index that is no vertex when the base vertex is added.
#define MALI_INST_ERROR_BASE_VERTEX 34

// Indices that span 2^32 vertices.
#define MALI_INST_ERROR_INDEX_BOUNDS 35

// More or fewer ranges than buffers.
#define MALI_INST_ERROR_BUFFER_COUNT 36

// A padded vertex count that is not one, or is below the vertices of the draw.
#define MALI_INST_ERROR_PADDED_VERTICES 37

// More than 255 descriptors of the driver's own in a table.
#define MALI_INST_ERROR_RESERVED 38

// Work that is older than what was planned or finished.
#define MALI_INST_ERROR_SEQUENCE 64

// The GPU still reads memory that the plan needs: it is possible when that has finished.
#define MALI_INST_ERROR_IN_FLIGHT 65

// A plan without new memory that needs some.
#define MALI_INST_ERROR_NO_MEMORY 66

// A plan that was never made, was committed, or is older than what was committed last.
#define MALI_INST_ERROR_OUTDATED_PLAN 67

// A draw of no vertices or no instances, a buffer or a change of no bytes, or a buffer that is moved to address 0.
#define MALI_INST_ERROR_ZERO 68

// Data past the end of its buffer.
#define MALI_INST_ERROR_PAST_END 69

// Memory that a callback has not got.
#define MALI_INST_ERROR_NO_ACCESS 70

// A plan that was never made, or that draws nothing: it has no tables.
#define MALI_INST_ERROR_EMPTY_PLAN 71

// Another error; the text says which.
#define MALI_INST_ERROR_OTHER 255

// A buffer of the draw.
#define MALI_INST_SOURCE_BUFFER 0

// The vertex's number, from 0. V4 and V5 only.
#define MALI_INST_SOURCE_VERTEX_ID 1

// The instance's number, from 0. V4 and V5 only.
#define MALI_INST_SOURCE_INSTANCE_ID 2

// Midgard: Mali-T600 to T720.
#define MALI_INST_ARCH_V4 4

// Midgard: Mali-T760 to T880.
#define MALI_INST_ARCH_V5 5

// Bifrost: Mali-G71 and G72.
#define MALI_INST_ARCH_V6 6

// Bifrost: Mali-G31, G51, G52 and G76.
#define MALI_INST_ARCH_V7 7

// Valhall: Mali-G57, G77 and G78.
#define MALI_INST_ARCH_V9 9

// Valhall with a command stream frontend: Mali-G310, G510, G610 and G710.
#define MALI_INST_ARCH_V10 10

// Valhall with a command stream frontend: Mali-G615, G715 and Immortalis-G715.
#define MALI_INST_ARCH_V11 11

// Fifth generation: Mali-G620 and Immortalis-G720.
#define MALI_INST_ARCH_V12 12

// Fifth generation: Mali-G725 and Immortalis-G925.
#define MALI_INST_ARCH_V13 13

// Fifth generation: Mali-G1-Pro, G1-Premium and G1-Ultra.
#define MALI_INST_ARCH_V14 14

// The documented rule: the smallest representable multiple of four above the vertex count.
#define MALI_INST_PADDING_HARDWARE 0

// The smallest representable count that is at least the vertex count.
#define MALI_INST_PADDING_TIGHT 1

// Tight below 20 vertices, the documented rule from 20 on: what Mesa's direct draws emit.
#define MALI_INST_PADDING_MESA 2

// Down wherever that is exact, else up: the documented rule.
#define MALI_INST_ROUNDING_ROUND_DOWN 0

// To the nearer integer: Mesa since 2025, and Arm's driver.
#define MALI_INST_ROUNDING_NEAREST 1

// One descriptor after the other, as drivers write them: where a buffer's is depends on the counts of the draw.
#define MALI_INST_LAYOUT_DRIVER 0

// Two descriptors a buffer, so that no word moves with the counts.
#define MALI_INST_LAYOUT_FIXED 1

// An element per vertex: GL's divisor 0.
#define MALI_INST_RATE_VERTEX 0

// An element for as many instances as the divisor says, at least 1.
#define MALI_INST_RATE_INSTANCE 1

// One element for all vertices and instances: Vulkan's divisor 0.
#define MALI_INST_RATE_CONSTANT 2

#define MALI_INST_FORMAT_R8_UNORM 1

#define MALI_INST_FORMAT_R8_SNORM 2

#define MALI_INST_FORMAT_R8_USCALED 3

#define MALI_INST_FORMAT_R8_SSCALED 4

#define MALI_INST_FORMAT_R8_UINT 5

#define MALI_INST_FORMAT_R8_SINT 6

#define MALI_INST_FORMAT_R8G8_UNORM 7

#define MALI_INST_FORMAT_R8G8_SNORM 8

#define MALI_INST_FORMAT_R8G8_USCALED 9

#define MALI_INST_FORMAT_R8G8_SSCALED 10

#define MALI_INST_FORMAT_R8G8_UINT 11

#define MALI_INST_FORMAT_R8G8_SINT 12

#define MALI_INST_FORMAT_R8G8B8_UNORM 13

#define MALI_INST_FORMAT_R8G8B8_SNORM 14

#define MALI_INST_FORMAT_R8G8B8_USCALED 15

#define MALI_INST_FORMAT_R8G8B8_SSCALED 16

#define MALI_INST_FORMAT_R8G8B8_UINT 17

#define MALI_INST_FORMAT_R8G8B8_SINT 18

#define MALI_INST_FORMAT_B8G8R8_UNORM 19

#define MALI_INST_FORMAT_B8G8R8_USCALED 20

#define MALI_INST_FORMAT_B8G8R8_SSCALED 21

#define MALI_INST_FORMAT_B8G8R8_UINT 22

#define MALI_INST_FORMAT_B8G8R8_SINT 23

#define MALI_INST_FORMAT_R8G8B8A8_UNORM 24

#define MALI_INST_FORMAT_R8G8B8A8_SNORM 25

#define MALI_INST_FORMAT_R8G8B8A8_USCALED 26

#define MALI_INST_FORMAT_R8G8B8A8_SSCALED 27

#define MALI_INST_FORMAT_R8G8B8A8_UINT 28

#define MALI_INST_FORMAT_R8G8B8A8_SINT 29

#define MALI_INST_FORMAT_B8G8R8A8_UNORM 30

#define MALI_INST_FORMAT_B8G8R8A8_SNORM 31

#define MALI_INST_FORMAT_B8G8R8A8_USCALED 32

#define MALI_INST_FORMAT_B8G8R8A8_SSCALED 33

#define MALI_INST_FORMAT_B8G8R8A8_UINT 34

#define MALI_INST_FORMAT_B8G8R8A8_SINT 35

#define MALI_INST_FORMAT_R16_UNORM 36

#define MALI_INST_FORMAT_R16_SNORM 37

#define MALI_INST_FORMAT_R16_USCALED 38

#define MALI_INST_FORMAT_R16_SSCALED 39

#define MALI_INST_FORMAT_R16_UINT 40

#define MALI_INST_FORMAT_R16_SINT 41

#define MALI_INST_FORMAT_R16_SFLOAT 42

#define MALI_INST_FORMAT_R16G16_UNORM 43

#define MALI_INST_FORMAT_R16G16_SNORM 44

#define MALI_INST_FORMAT_R16G16_USCALED 45

#define MALI_INST_FORMAT_R16G16_SSCALED 46

#define MALI_INST_FORMAT_R16G16_UINT 47

#define MALI_INST_FORMAT_R16G16_SINT 48

#define MALI_INST_FORMAT_R16G16_SFLOAT 49

#define MALI_INST_FORMAT_R16G16B16_UNORM 50

#define MALI_INST_FORMAT_R16G16B16_SNORM 51

#define MALI_INST_FORMAT_R16G16B16_USCALED 52

#define MALI_INST_FORMAT_R16G16B16_SSCALED 53

#define MALI_INST_FORMAT_R16G16B16_UINT 54

#define MALI_INST_FORMAT_R16G16B16_SINT 55

#define MALI_INST_FORMAT_R16G16B16_SFLOAT 56

#define MALI_INST_FORMAT_R16G16B16A16_UNORM 57

#define MALI_INST_FORMAT_R16G16B16A16_SNORM 58

#define MALI_INST_FORMAT_R16G16B16A16_USCALED 59

#define MALI_INST_FORMAT_R16G16B16A16_SSCALED 60

#define MALI_INST_FORMAT_R16G16B16A16_UINT 61

#define MALI_INST_FORMAT_R16G16B16A16_SINT 62

#define MALI_INST_FORMAT_R16G16B16A16_SFLOAT 63

#define MALI_INST_FORMAT_R32_UINT 64

#define MALI_INST_FORMAT_R32_SINT 65

#define MALI_INST_FORMAT_R32_SFLOAT 66

#define MALI_INST_FORMAT_R32G32_UINT 67

#define MALI_INST_FORMAT_R32G32_SINT 68

#define MALI_INST_FORMAT_R32G32_SFLOAT 69

#define MALI_INST_FORMAT_R32G32B32_UINT 70

#define MALI_INST_FORMAT_R32G32B32_SINT 71

#define MALI_INST_FORMAT_R32G32B32_SFLOAT 72

#define MALI_INST_FORMAT_R32G32B32A32_UINT 73

#define MALI_INST_FORMAT_R32G32B32A32_SINT 74

#define MALI_INST_FORMAT_R32G32B32A32_SFLOAT 75

#define MALI_INST_FORMAT_A1B5G5R5_UNORM_PACK16 76

#define MALI_INST_FORMAT_A1R5G5B5_UNORM_PACK16 77

#define MALI_INST_FORMAT_A4B4G4R4_UNORM_PACK16 78

#define MALI_INST_FORMAT_A4R4G4B4_UNORM_PACK16 79

#define MALI_INST_FORMAT_B5G6R5_UNORM_PACK16 80

#define MALI_INST_FORMAT_R5G6B5_UNORM_PACK16 81

#define MALI_INST_FORMAT_A8B8G8R8_UNORM_PACK32 82

#define MALI_INST_FORMAT_A8B8G8R8_SNORM_PACK32 83

#define MALI_INST_FORMAT_A8B8G8R8_USCALED_PACK32 84

#define MALI_INST_FORMAT_A8B8G8R8_SSCALED_PACK32 85

#define MALI_INST_FORMAT_A8B8G8R8_UINT_PACK32 86

#define MALI_INST_FORMAT_A8B8G8R8_SINT_PACK32 87

#define MALI_INST_FORMAT_A2B10G10R10_UNORM_PACK32 88

#define MALI_INST_FORMAT_A2B10G10R10_SNORM_PACK32 89

#define MALI_INST_FORMAT_A2B10G10R10_USCALED_PACK32 90

#define MALI_INST_FORMAT_A2B10G10R10_SSCALED_PACK32 91

#define MALI_INST_FORMAT_A2B10G10R10_UINT_PACK32 92

#define MALI_INST_FORMAT_A2B10G10R10_SINT_PACK32 93

#define MALI_INST_FORMAT_A2R10G10B10_UNORM_PACK32 94

#define MALI_INST_FORMAT_A2R10G10B10_SNORM_PACK32 95

#define MALI_INST_FORMAT_A2R10G10B10_USCALED_PACK32 96

#define MALI_INST_FORMAT_A2R10G10B10_SSCALED_PACK32 97

#define MALI_INST_FORMAT_A2R10G10B10_UINT_PACK32 98

#define MALI_INST_FORMAT_A2R10G10B10_SINT_PACK32 99

#define MALI_INST_FORMAT_B10G11R11_UFLOAT_PACK32 100

#define MALI_INST_FORMAT_E5B9G9R9_UFLOAT_PACK32 101

#define MALI_INST_FORMAT_R64_SFLOAT 102

#define MALI_INST_FORMAT_R64G64_SFLOAT 103

#define MALI_INST_FORMAT_R64G64B64_SFLOAT 104

#define MALI_INST_FORMAT_R64G64B64A64_SFLOAT 105

#define MALI_INST_FORMAT_R32_UNORM 106

#define MALI_INST_FORMAT_R32G32_UNORM 107

#define MALI_INST_FORMAT_R32G32B32_UNORM 108

#define MALI_INST_FORMAT_R32G32B32A32_UNORM 109

#define MALI_INST_FORMAT_R32_SNORM 110

#define MALI_INST_FORMAT_R32G32_SNORM 111

#define MALI_INST_FORMAT_R32G32B32_SNORM 112

#define MALI_INST_FORMAT_R32G32B32A32_SNORM 113

#define MALI_INST_FORMAT_R32_USCALED 114

#define MALI_INST_FORMAT_R32G32_USCALED 115

#define MALI_INST_FORMAT_R32G32B32_USCALED 116

#define MALI_INST_FORMAT_R32G32B32A32_USCALED 117

#define MALI_INST_FORMAT_R32_SSCALED 118

#define MALI_INST_FORMAT_R32G32_SSCALED 119

#define MALI_INST_FORMAT_R32G32B32_SSCALED 120

#define MALI_INST_FORMAT_R32G32B32A32_SSCALED 121

#define MALI_INST_FORMAT_R32_FIXED 122

#define MALI_INST_FORMAT_R32G32_FIXED 123

#define MALI_INST_FORMAT_R32G32B32_FIXED 124

#define MALI_INST_FORMAT_R32G32B32A32_FIXED 125

// Words are a descriptor that the architecture has, and a table ends where one does.
#define MALI_INST_RULE_DESCRIPTOR 0

// An attribute names a descriptor of the table of buffers.
#define MALI_INST_RULE_BUFFER_INDEX 1

// An attribute names the table that holds the buffers.
#define MALI_INST_RULE_RESOURCE_TABLE 2

// Every attribute that the shader reads has a descriptor.
#define MALI_INST_RULE_MISSING_ATTRIBUTE 3

// A descriptor with a continuation has an even number.
#define MALI_INST_RULE_CONTINUATION_PLACE 4

// After a descriptor of the mode "other divisor" comes its continuation.
#define MALI_INST_RULE_CONTINUATION 5

// A buffer's descriptor holds an address that is aligned to 64 bytes.
#define MALI_INST_RULE_ALIGNMENT 6

// No address is still 0, and no count or size 0 or 1, where the other descriptors say more.
#define MALI_INST_RULE_UNPATCHED 7

// The draw and its tables are for several instances where the invocation has several.
#define MALI_INST_RULE_INSTANCE_COUNT 8

// The instance size is what the tables are made for, and at least the number of vertices.
#define MALI_INST_RULE_INSTANCE_SIZE 9

// The threads of all instances have linear ids of 32 bits.
#define MALI_INST_RULE_THREAD_COUNT 10

// The tiler job has the instance size, the offset start and the invocation of the vertex job.
#define MALI_INST_RULE_TILER_JOB 11

// A draw without indices counts as many indices as it has vertices.
#define MALI_INST_RULE_INDEX_COUNT 12

// A descriptor's mode is the one for the draw's instances and the attribute's rate.
#define MALI_INST_RULE_FETCH_MODE 13

// A modulus is the draw's instance size.
#define MALI_INST_RULE_MODULUS 14

// The ids of the draw are divided by its instance size times the application's divisor, from V9 on by that divisor.
#define MALI_INST_RULE_HARDWARE_DIVISOR 15

// An attribute steps per vertex or per instance, as its offset enable and its rate say.
#define MALI_INST_RULE_FREQUENCY 16

// The offset start is added to what steps per vertex, and to what has it taken off.
#define MALI_INST_RULE_OFFSET_ENABLE 17

// The stride is 0 where all instances read one element, and the same for all attributes of a buffer.
#define MALI_INST_RULE_STRIDE 18

// The architecture can fetch the attribute's format.
#define MALI_INST_RULE_FORMAT 19

// The base vertex offset leads from every index to a thread, and the offset start from there to its vertex.
#define MALI_INST_RULE_BASE_VERTEX 20

// Every element that a thread reads is within its buffer.
#define MALI_INST_RULE_OUT_OF_BOUNDS 21

// An offset has the first instance in it where the buffer's base has not, on V4 to V7.
#define MALI_INST_RULE_MISSING_FIRST_INSTANCE 22

// The table of buffers ends with a null terminator, an empty descriptor, on V6 and V7.
#define MALI_INST_RULE_NULL_TERMINATOR 23

// A buffer that is read has bytes: an application may bind none, a driver may forget the size.
#define MALI_INST_RULE_EMPTY_BUFFER 24

// The offset start is taken off the offset of what steps per instance; drivers disagree.
#define MALI_INST_RULE_OFFSET_START 25

// No vertex is below 0: GL leaves open what such a one reads.
#define MALI_INST_RULE_NEGATIVE_VERTEX 26

// An offset has the stride once for each instance before the first.
#define MALI_INST_RULE_FIRST_INSTANCE 27

// The instance size is the number of vertices, padded by a known rule.
#define MALI_INST_RULE_PADDING 28

// A multiplier is exact for ids that this draw does not have, too.
#define MALI_INST_RULE_ROUNDING 29

// A draw of one instance has descriptors for one; those for several read the same.
#define MALI_INST_RULE_SINGLE_INSTANCE 30

// The table of buffers.
#define MALI_INST_TABLE_BUFFERS 0

// The table of attributes.
#define MALI_INST_TABLE_ATTRIBUTES 1

// The `Draw`.
#define MALI_INST_TABLE_DRAW 2

// The `Invocation`.
#define MALI_INST_TABLE_INVOCATION 3

// The `Primitive`.
#define MALI_INST_TABLE_PRIMITIVE 4

// The `Draw` that the tiler reads.
#define MALI_INST_TABLE_TILER_DRAW 5

// The `Invocation` of the tiler job.
#define MALI_INST_TABLE_TILER_INVOCATION 6

// Something else.
#define MALI_INST_TABLE_OTHER 255

// Something else; which, the words do not tell, or the text does.
#define MALI_INST_EXPECTED_OTHER 0

// The value in `expected`.
#define MALI_INST_EXPECTED_VALUE 1

// That or more.
#define MALI_INST_EXPECTED_AT_LEAST 2

// That or less.
#define MALI_INST_EXPECTED_AT_MOST 3

// Nothing is known.
#define MALI_INST_DETAIL_NONE 0

// A division is wrong for no smaller id than the first number; the second is the element that the descriptor makes of
// it, the third the one that it should make.
#define MALI_INST_DETAIL_FIRST_WRONG_ID 1

// The padded vertex counts of the descriptor and of the draw.
#define MALI_INST_DETAIL_PADDED_VERTICES 2

// An element reaches past the end of its buffer: its index, its end and the buffer's size, in bytes.
#define MALI_INST_DETAIL_LAST_ELEMENT 3

// An element begins before its buffer: its index, and where it begins, in bytes.
#define MALI_INST_DETAIL_FIRST_ELEMENT 4

// Something else.
#define MALI_INST_DETAIL_OTHER 255

// A table of buffers.
#define MALI_INST_KIND_BUFFERS 0

// A table of attributes.
#define MALI_INST_KIND_ATTRIBUTES 1

// Words 0 and 1 of `Draw` descriptors. V4 to V7 only.
#define MALI_INST_KIND_DRAW 2

// `Invocation` descriptors. V4 to V7 only.
#define MALI_INST_KIND_INVOCATION 3

// Words that are not a descriptor.
#define MALI_INST_DESCRIPTOR_NONE 0

// A descriptor of zeros: it closes a table, or is a gap in it.
#define MALI_INST_DESCRIPTOR_EMPTY 1

// An attribute buffer of V4 to V7, with its continuation if it has one.
#define MALI_INST_DESCRIPTOR_ATTRIBUTE_BUFFER 2

// A vertex ID of V4 and V5.
#define MALI_INST_DESCRIPTOR_VERTEX_ID 3

// An instance ID of V4 and V5.
#define MALI_INST_DESCRIPTOR_INSTANCE_ID 4

// An attribute of V4 to V7.
#define MALI_INST_DESCRIPTOR_ATTRIBUTE 5

// Words 0 and 1 of a draw.
#define MALI_INST_DESCRIPTOR_DRAW 6

// An invocation.
#define MALI_INST_DESCRIPTOR_INVOCATION 7

// An attribute of V9 and later.
#define MALI_INST_DESCRIPTOR_VALHALL_ATTRIBUTE 8

// A buffer of V9 and later.
#define MALI_INST_DESCRIPTOR_BUFFER 9

// A number.
#define MALI_INST_FIELD_NUMBER 0

// Yes, 1, or no, 0.
#define MALI_INST_FIELD_FLAG 1

// Bits that a person reads in hexadecimal.
#define MALI_INST_FIELD_HEXADECIMAL 2

// A number of bytes.
#define MALI_INST_FIELD_BYTES 3

// A number of bytes, signed: the value is to be read as an `int64_t`.
#define MALI_INST_FIELD_SIGNED_BYTES 4

// An address, in bytes.
#define MALI_INST_FIELD_ADDRESS 5

// A format, as the hardware numbers it.
#define MALI_INST_FIELD_FORMAT 6

// A padded vertex count, in its form of eight bits.
#define MALI_INST_FIELD_PADDED_COUNT 7

// One of some values with names; the text has the name.
#define MALI_INST_FIELD_NAMED 8

// Something else.
#define MALI_INST_FIELD_OTHER 255

// It is given once and drawn often.
#define MALI_INST_USAGE_STATIC 0

// It is changed often and drawn often.
#define MALI_INST_USAGE_DYNAMIC 1

// It is given once and drawn a few times.
#define MALI_INST_USAGE_STREAM 2

// Where the application has put it.
#define MALI_INST_DECISION_IN_PLACE 0

// From a copy of the buffer that an earlier draw made.
#define MALI_INST_DECISION_COPY_FOUND 1

// From a copy of the buffer that this draw makes.
#define MALI_INST_DECISION_COPY_MADE 2

// From a stream, for this draw alone.
#define MALI_INST_DECISION_STREAMED 3

// From the constants, where the value was found.
#define MALI_INST_DECISION_CONSTANT_FOUND 4

// From the constants, where the value is written now.
#define MALI_INST_DECISION_CONSTANT_WRITTEN 5

// From the vertex stream, because the GPU still reads all the constants.
#define MALI_INST_DECISION_CONSTANT_STREAMED 6

// From somewhere else; the text says it.
#define MALI_INST_DECISION_OTHER 255

// An array.
#define MALI_INST_ATTRIBUTE_ARRAY 0

// The same four floats for all vertices.
#define MALI_INST_ATTRIBUTE_FLOAT 1

// The same four signed integers for all vertices.
#define MALI_INST_ATTRIBUTE_INT 2

// The same four unsigned integers for all vertices.
#define MALI_INST_ATTRIBUTE_UINT 3

// The vertex's number. V4 and V5 only.
#define MALI_INST_ATTRIBUTE_VERTEX_ID 4

// The instance's number. V4 and V5 only.
#define MALI_INST_ATTRIBUTE_INSTANCE_ID 5

// A buffer of the application's, where it is.
#define MALI_INST_MEMORY_BUFFER 0

// A block of the stream of vertices: that of `generation`.
#define MALI_INST_MEMORY_VERTEX_STREAM 1

// A block of the stream of indices: that of `generation`.
#define MALI_INST_MEMORY_INDEX_STREAM 2

// Copy `number` of a buffer.
#define MALI_INST_MEMORY_COPY 3

// The constants, `MALI_INST_PLANNER_CONSTANTS_SIZE` bytes that are always there.
#define MALI_INST_MEMORY_CONSTANTS 4

// A buffer of the application's, by its number.
#define MALI_INST_DATA_BUFFER 0

// Memory of the client's, by a number that the callback `read` understands.
#define MALI_INST_DATA_CLIENT 1

// The tables are written.
#define MALI_INST_IN_PLACE_WRITTEN 0

// The draw is the last one: the tables that were written for it are right.
#define MALI_INST_IN_PLACE_UNCHANGED 1

// Not all of its data is in place: it is to be planned.
#define MALI_INST_IN_PLACE_NEEDS_PLAN 2

#ifdef __cplusplus
extern "C" {
#endif // __cplusplus

// Packs one attribute buffer of V4 to V7 from the draw's counts: a descriptor and its continuation. `range`'s
// address must be a multiple of 64; `first_element` is not looked at, which is for tables.
//
// # Errors
//
// `MALI_INST_ERROR_ATTRIBUTE_BUFFER_ARCH` from V9 on, `MALI_INST_ERROR_VERTEX_COUNT`,
// `MALI_INST_ERROR_INSTANCE_COUNT`, `MALI_INST_ERROR_IDVS_ARCH`, `MALI_INST_ERROR_ZERO_DIVISOR`,
// `MALI_INST_ERROR_DIVISOR`, `MALI_INST_ERROR_MISALIGNED_ADDRESS` and `MALI_INST_ERROR_ADDRESS_RANGE`.
//
// # Safety
//
// `target`, `call`, `buffer` and `range` may be read, eight words may be written, and `error`. `error` may be null.
mali_inst_status mali_inst_attribute_buffer_pack(const struct mali_inst_target *target,
                                                 const struct mali_inst_draw_call *call,
                                                 const struct mali_inst_vertex_buffer *buffer,
                                                 const struct mali_inst_buffer_range *range,
                                                 uint32_t *words,
                                                 struct mali_inst_error *error);

// The padded vertex count of a draw: how many threads an instance runs. From V9 on, 1.
//
// # Errors
//
// `MALI_INST_ERROR_VERTEX_COUNT` and `MALI_INST_ERROR_IDVS_ARCH`.
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
// `MALI_INST_ERROR_VERTEX_COUNT`, `MALI_INST_ERROR_INSTANCE_COUNT`, `MALI_INST_ERROR_IDVS_ARCH` and
// `MALI_INST_ERROR_INVOCATION_BITS`.
//
// # Safety
//
// `target` and `call` may be read, `job` and `error` may be written. `error` may be null.
mali_inst_status mali_inst_draw_job_words(const struct mali_inst_target *target,
                                          const struct mali_inst_draw_call *call,
                                          struct mali_inst_job_words *job,
                                          struct mali_inst_error *error);

// The architecture of a GPU by its product id, the upper half of the register `GPU_ID`.
//
// # Errors
//
// `MALI_INST_ERROR_GPU_ID`.
//
// # Safety
//
// `arch` and `error` may be written. `error` may be null.
mali_inst_status mali_inst_arch_from_gpu_id(uint16_t id, mali_inst_arch *arch, struct mali_inst_error *error);

// Writes both tables of a draw of a pipeline that is a constant: words that `mali-instancing gen` made of a
// `[[vertex_input]]` without `vertices`, which were checked there. It is `mali_inst_draw_write` for these, without a
// `mali_inst_vertex_input`. `words` must be initialised here, too.
//
// # Errors
//
// `MALI_INST_ERROR_UNINITIALISED` for words that are not such a constant, or one of another version of
// `mali-instancing`; else those of `mali_inst_draw_write`.
//
// # Safety
//
// As many words of `input` may be read, and the call and the ranges; as many words may be written, and `tables` and
// `error`. What is written overlaps nothing else. `tables` and `error` may be null.
mali_inst_status mali_inst_vertex_input_write(const uint32_t *input,
                                              size_t input_words,
                                              const struct mali_inst_draw_call *call,
                                              const struct mali_inst_buffer_range *ranges,
                                              size_t range_count,
                                              uint32_t *words,
                                              size_t word_count,
                                              struct mali_inst_tables *tables,
                                              struct mali_inst_error *error);

// Looks for the smallest and the largest index of a draw, and returns what follows from them.
//
// `index_size` is 1, 2 or 4 bytes. `restart_index` points to the index that restarts a primitive, and is null
// where none does.
//
// # Errors
//
// `MALI_INST_ERROR_VALUE` for another size, `MALI_INST_ERROR_NO_INDICES` where nothing is left to draw,
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

// Checks the buffers and attributes of a pipeline, for the draws that use them, and returns how long their tables
// are: at most, where that depends on the counts of a draw.
//
// # Errors
//
// `MALI_INST_ERROR_TOO_MANY` for more than `MALI_INST_MAX_BUFFERS` or `MALI_INST_MAX_ATTRIBUTES`; of the target
// `MALI_INST_ERROR_IDVS_ARCH`, `MALI_INST_ERROR_TABLE` and `MALI_INST_ERROR_RESERVED`; of a buffer
// `MALI_INST_ERROR_ZERO_DIVISOR`; of an attribute `MALI_INST_ERROR_UNKNOWN_BUFFER`, `MALI_INST_ERROR_FORMAT` and
// `MALI_INST_ERROR_BUILT_IN_ID`.
//
// # Safety
//
// `target`, the buffers and the attributes may be read, `input`, `tables` and `error` may be written. `error` may be
// null.
mali_inst_status mali_inst_vertex_input_init(struct mali_inst_vertex_input *input,
                                             const struct mali_inst_target *target,
                                             const struct mali_inst_vertex_buffer *buffers,
                                             size_t buffer_count,
                                             const struct mali_inst_vertex_attribute *attributes,
                                             size_t attribute_count,
                                             struct mali_inst_tables *tables,
                                             struct mali_inst_error *error);

// Writes both tables of a draw: that of the buffers, and after it that of the attributes. `tables`, which may be null,
// says how long they are. With `MALI_INST_LAYOUT_FIXED`, and from V9 on, `mali_inst_vertex_input_init` said the same.
//
// There is a range for each buffer, and as many words as `mali_inst_vertex_input_init` said. `words` must be
// initialised. What they hold after an error is of no use.
//
// # Errors
//
// Of the call `MALI_INST_ERROR_VERTEX_COUNT`, `MALI_INST_ERROR_PADDED_VERTICES` and
// `MALI_INST_ERROR_INSTANCE_COUNT`, on V4 to V7 only; of lengths `MALI_INST_ERROR_BUFFER_COUNT` and
// `MALI_INST_ERROR_OUTPUT_TOO_SMALL`; of a buffer `MALI_INST_ERROR_DIVISOR`, `MALI_INST_ERROR_ADDRESS_RANGE` and
// `MALI_INST_ERROR_BUFFER_SIZE`; of an attribute `MALI_INST_ERROR_OFFSET` and `MALI_INST_ERROR_INSTANCE_ID`.
//
// # Safety
//
// `input`, `call` and the ranges may be read, as many words may be written, and `tables` and `error`. What is written
// overlaps nothing else. `tables` and `error` may be null. `input` is zeros, or `mali_inst_vertex_input_init` filled
// it.
mali_inst_status mali_inst_draw_write(const struct mali_inst_vertex_input *input,
                                      const struct mali_inst_draw_call *call,
                                      const struct mali_inst_buffer_range *ranges,
                                      size_t range_count,
                                      uint32_t *words,
                                      size_t word_count,
                                      struct mali_inst_tables *tables,
                                      struct mali_inst_error *error);

// Checks the words of a draw, and returns how many findings there are: `found`, which can be more than
// `capacity`. So many are written, the likelier causes first; `findings` may be null where `capacity` is 0.
//
// `unchecked` gets a bit for each rule that was not checked, for want of what is not known: 1 << `MALI_INST_RULE_*`.
//
// # Errors
//
// `MALI_INST_ERROR_ZERO_DIVISOR` and `MALI_INST_ERROR_TOO_MANY` of the rates.
//
// # Safety
//
// `state` and all that it points to may be read, so many findings may be written, and `found`, `unchecked` and
// `error`. `unchecked` and `error` may be null.
mali_inst_status mali_inst_check(const struct mali_inst_draw_state *state,
                                 struct mali_inst_finding *findings,
                                 size_t capacity,
                                 size_t *found,
                                 uint32_t *unchecked,
                                 struct mali_inst_error *error);

// Writes what a rule says: its name and a sentence, which ends with a 0 and is cut off after `size` bytes.
//
// # Errors
//
// `MALI_INST_ERROR_VALUE` for a rule that there is not.
//
// # Safety
//
// So many bytes may be written at `text`, and `error`. `error` may be null.
mali_inst_status mali_inst_rule_text(mali_inst_rule rule,
                                     char *text,
                                     size_t size,
                                     struct mali_inst_error *error);

// Decodes words from front to back, and returns how many descriptors there are: `found`, which can be more than
// `capacity`. So many are written; `descriptors` may be null where `capacity` is 0.
//
// Words that are not a descriptor are an item of their own, and what comes after them is decoded.
//
// # Safety
//
// The words may be read, so many descriptors may be written, and `found` and `error`. `error` may be null.
mali_inst_status mali_inst_decode(mali_inst_arch arch,
                                  mali_inst_kind kind,
                                  const uint32_t *words,
                                  size_t word_count,
                                  struct mali_inst_descriptor *descriptors,
                                  size_t capacity,
                                  size_t *found,
                                  struct mali_inst_error *error);

// The fields of the descriptor that begins at a word, from its first bit to its last, and how many there are:
// `found`, which can be more than `capacity`. So many are written.
//
// # Errors
//
// `MALI_INST_ERROR_NO_DESCRIPTOR`.
//
// # Safety
//
// The words may be read, so many fields may be written, and `found` and `error`. `error` may be null.
mali_inst_status mali_inst_decode_fields(mali_inst_arch arch,
                                         mali_inst_kind kind,
                                         const uint32_t *words,
                                         size_t word_count,
                                         size_t word,
                                         struct mali_inst_field *fields,
                                         size_t capacity,
                                         size_t *found,
                                         struct mali_inst_error *error);

// A new buffer of the application's: `glBufferData` of one that had no data. `address` is where the GPU sees it, and
// 0 where it does not.
//
// `number` is what the callbacks know it by. A buffer that is initialised again forgets what is copied of it, so data
// is given again by `mali_inst_buffer_data`. A number must not be given to another buffer while the GPU may read
// memory of the one that had it, for both would have the same `mali_inst_memory_ref`: GL gives the names of deleted
// buffers again, so a count of all buffers is better. Each `mali_inst_vertex_state` that drew with the buffer that had
// the number must forget it: `mali_inst_vertex_state_forget`.
//
// # Errors
//
// `MALI_INST_ERROR_ZERO` for a size of 0.
//
// # Safety
//
// `buffer` and `error` may be written. `error` may be null.
mali_inst_status mali_inst_buffer_init(struct mali_inst_buffer *buffer,
                                       uint32_t number,
                                       uint64_t size,
                                       mali_inst_usage usage,
                                       uint64_t address,
                                       struct mali_inst_error *error);

// Takes note that the application gives a buffer new data of any size and usage, at another address: `glBufferData`.
// `address` is 0 where the GPU sees none of it. `retired` has room for `MALI_INST_MAX_RELEASED`, and gets what no
// later draw reads. Until the GPU is done with that, the old address must not be given again.
//
// # Errors
//
// `MALI_INST_ERROR_ZERO` for a size of 0. Nothing has changed then.
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

// How much a planner has planned and drawn.
//
// # Safety
//
// `planner` is zeros or was initialised; `counters` and `error` may be written. `error` may be null.
mali_inst_status mali_inst_planner_get_counters(const struct mali_inst_planner *planner,
                                                struct mali_inst_planner_counters *counters,
                                                struct mali_inst_error *error);

// A plan of nothing, which `mali_inst_planner_prepare` fills again and again. Where `no_new_memory` is not 0, it plans
// with the memory that is there: a draw that needs more is `MALI_INST_ERROR_IN_FLIGHT` or `MALI_INST_ERROR_NO_MEMORY`.
//
// # Safety
//
// `plan` and `error` may be written. `error` may be null.
mali_inst_status mali_inst_plan_init(struct mali_inst_plan *plan,
                                     uint32_t no_new_memory,
                                     struct mali_inst_error *error);

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

// A planner for a GPU. The streams begin with blocks of so many bytes, which the caller has, under generation 0; so it
// has `MALI_INST_PLANNER_CONSTANTS_SIZE` bytes for the constants. All three begin at a multiple of 64.
//
// # Errors
//
// `MALI_INST_ERROR_ZERO` for a block of no bytes.
//
// # Safety
//
// `planner` and `error` may be written, `target` may be read. `error` may be null.
mali_inst_status mali_inst_planner_init(struct mali_inst_planner *planner,
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

// Writes the tables of a draw for which nothing else need be written: what a driver asks first, of each draw. All its
// data is in place, or in copies and constants that earlier draws have made. `memory` is asked where those are; it may
// be null, and draws that have some are planned then. `input` is
// written with `MALI_INST_IN_PLACE_WRITTEN` only: with `MALI_INST_IN_PLACE_UNCHANGED`, what was written for the last
// draw of `state` is right. `words` must be initialised.
//
// # Errors
//
// `MALI_INST_ERROR_SEQUENCE` for work that is finished or older than what was drawn, `MALI_INST_ERROR_ZERO` for no
// vertices or no instances, and those of `mali_inst_draw_write`. Nothing has changed then, but the words may have.
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
// `drawn` gets 0 if nothing is drawn: of indices that all restart, or of which robust access leaves none. There is
// nothing to allocate, to write or to execute then, and to commit the plan keeps what was found of its indices.
//
// Else `drawn` gets 1. Then, in this order: allocate what `mali_inst_plan_allocations` says, write the tables with
// `mali_inst_plan_write`, execute, commit, submit the draw, and free what `mali_inst_plan_retired` says when the GPU
// is done with it.
//
// # Errors
//
// `MALI_INST_ERROR_SEQUENCE` and `MALI_INST_ERROR_ZERO` as for `mali_inst_planner_draw_in_place`;
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

// The attributes that a shader reads, in its order, at most `MALI_INST_MAX_PLANNED_ATTRIBUTES`, and the rules of their
// draws.
//
// # Errors
//
// `MALI_INST_ERROR_TOO_MANY` and `MALI_INST_ERROR_ZERO_DIVISOR`.
//
// # Safety
//
// `rules` and the attributes may be read, `state` and `error` may be written. `error` may be null.
mali_inst_status mali_inst_vertex_state_init(struct mali_inst_vertex_state *state,
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

#ifdef __cplusplus
}  // extern "C"
#endif  // __cplusplus

#endif  /* MALI_INSTANCING_H */
