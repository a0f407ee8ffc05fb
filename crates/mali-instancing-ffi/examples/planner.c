/* A draw of indices and vertices that an application has in its own memory, through the planner: what is allocated,
 * what is written, and where each attribute is read from. The GPU's memory is the heap here. */
#include "mali_inst_buffers.h"

#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Memory of the GPU's: a block for each that the planner names. */
struct block {
    mali_inst_memory_ref memory;
    uint64_t address;
    uint8_t *bytes;
};

/* A context of the driver's. */
struct context {
    mali_inst_planner planner;
    mali_inst_vertex_state state;
    mali_inst_plan plan;
    mali_inst_planned_input input;
    mali_inst_client_state client_state;
    mali_inst_gpu_memory memory;
    uint32_t words[64];
    struct block blocks[32];
    size_t block_count;
    const uint8_t *client;
    size_t client_size;
};

static bool same_memory(const mali_inst_memory_ref *a, const mali_inst_memory_ref *b)
{
    return a->kind == b->kind && a->buffer == b->buffer && a->number == b->number && a->generation == b->generation &&
           a->address == b->address;
}

static struct block *find_block(struct context *context, const mali_inst_memory_ref *memory)
{
    for (size_t i = 0; i < context->block_count; i++)
        if (same_memory(&context->blocks[i].memory, memory))
            return &context->blocks[i];
    return NULL;
}

/* The callbacks. This application has no buffers, and its memory is number 0. */
static mali_inst_buffer *find_buffer(void *user, uint32_t number)
{
    (void)user;
    (void)number;
    return NULL;
}

static const uint8_t *read_bytes(void *user, mali_inst_data_source source, uint64_t begin, uint64_t size)
{
    const struct context *context = user;
    if (source.kind != MALI_INST_DATA_CLIENT || source.number != 0 || begin > context->client_size ||
        size > context->client_size - begin)
        return NULL;
    return context->client + begin;
}

static uint32_t address_of(void *user, mali_inst_memory_ref memory, uint64_t *address)
{
    const struct block *block = find_block(user, &memory);
    if (block)
        *address = block->address;
    return block != NULL;
}

static uint8_t *write_bytes(void *user, mali_inst_memory_ref memory, uint64_t begin, uint64_t size)
{
    const struct block *block = find_block(user, &memory);
    (void)size;
    return block ? block->bytes + begin : NULL;
}

static bool fail(const mali_inst_error *error)
{
    fprintf(stderr, "%s\n", error->text);
    return false;
}

static bool allocate(struct context *context, mali_inst_memory_ref memory, uint64_t size)
{
    uint8_t *bytes = context->block_count < 32 ? calloc(1, size) : NULL;
    if (!bytes)
        return false;
    const uint64_t address = 0x10000000 + 0x100000 * (uint64_t)context->block_count;
    context->blocks[context->block_count++] = (struct block){memory, address, bytes};
    return true;
}

static bool allocate_all(struct context *context, const mali_inst_allocation *allocations, size_t count)
{
    for (size_t i = 0; i < count; i++)
        if (!allocate(context, allocations[i].memory, allocations[i].size))
            return false;
    return true;
}

static void free_memory(struct context *context, const mali_inst_memory_ref *memory)
{
    struct block *block = find_block(context, memory);
    if (!block)
        return;
    free(block->bytes);
    *block = context->blocks[--context->block_count];
}

/* A plan that is not committed has no effect: its memory can be freed. */
static bool give_up(struct context *context, const mali_inst_allocation *allocations, size_t count)
{
    for (size_t i = 0; i < count; i++)
        free_memory(context, &allocations[i].memory);
    return false;
}

/* The GPU of this example has finished everything at once. */
static void free_when_finished(struct context *context, const mali_inst_retired *retired, size_t count)
{
    for (size_t i = 0; i < count; i++)
        free_memory(context, &retired[i].memory);
}

/* Returns whether there is something to submit, with `words` and `input`. */
static bool plan_draw(struct context *context, const mali_inst_planned_draw *draw, uint64_t work)
{
    const mali_inst_client_state *client_state = &context->client_state;
    uint32_t *words = context->words;
    const size_t word_count = sizeof context->words / sizeof *words;
    mali_inst_error error;
    mali_inst_in_place outcome;
    if (mali_inst_planner_draw_in_place(&context->planner, &context->state, draw, client_state, &context->memory, work,
                                        words, word_count, &outcome, &context->input, &error) != MALI_INST_OK)
        return fail(&error);
    if (outcome != MALI_INST_IN_PLACE_NEEDS_PLAN)
        return true; /* written, or those of the last draw with this state are right */

    mali_inst_plan *plan = &context->plan;
    uint32_t drawn;
    if (mali_inst_planner_prepare(&context->planner, &context->state, draw, client_state, work, plan, &drawn, &error) !=
        MALI_INST_OK)
        return fail(&error); /* MALI_INST_ERROR_IN_FLIGHT: wait for error.work, complete it, plan again */

    mali_inst_allocation allocations[MALI_INST_MAX_ALLOCATIONS];
    mali_inst_retired retired[MALI_INST_MAX_RETIRED];
    size_t allocated = 0, retired_count = 0;
    if (drawn &&
        (mali_inst_plan_allocations(plan, allocations, MALI_INST_MAX_ALLOCATIONS, &allocated, &error) != MALI_INST_OK ||
         !allocate_all(context, allocations, allocated) ||
         mali_inst_plan_write(plan, &context->memory, words, word_count, &context->input, &error) != MALI_INST_OK ||
         mali_inst_plan_execute(plan, client_state, &context->memory, &error) != MALI_INST_OK))
        return give_up(context, allocations, allocated); /* the plan is not committed, so it has no effect */
    if (mali_inst_plan_retired(plan, retired, MALI_INST_MAX_RETIRED, &retired_count, &error) != MALI_INST_OK ||
        mali_inst_planner_commit(&context->planner, plan, client_state, &error) != MALI_INST_OK)
        return give_up(context, allocations, allocated);
    free_when_finished(context, retired, retired_count); /* each when the GPU has finished its `until` */
    return drawn;
}

static bool make_context(struct context *context, const mali_inst_planned_attribute *attributes, size_t attribute_count)
{
    const mali_inst_planner_target target = {.arch = MALI_INST_ARCH_V7};
    const mali_inst_planned_rules rules = {.padding = MALI_INST_PADDING_HARDWARE, .primitive_vertices = 3};
    const uint64_t capacity = 4096;
    mali_inst_error error;
    memset(context, 0, sizeof *context);
    context->client_state = (mali_inst_client_state){context, find_buffer, read_bytes};
    context->memory = (mali_inst_gpu_memory){context, address_of, write_bytes};
    if (mali_inst_planner_init(&context->planner, sizeof context->planner, 1, &target, capacity, capacity, &error) !=
            MALI_INST_OK ||
        mali_inst_plan_init(&context->plan, sizeof context->plan, 0, &error) != MALI_INST_OK ||
        mali_inst_vertex_state_init(&context->state, sizeof context->state, &rules, attributes, attribute_count,
                                    &error) != MALI_INST_OK)
        return fail(&error);
    /* What the planner takes to be there: a block of each stream, and one of constants. */
    return allocate(context, (mali_inst_memory_ref){.kind = MALI_INST_MEMORY_VERTEX_STREAM}, capacity) &&
           allocate(context, (mali_inst_memory_ref){.kind = MALI_INST_MEMORY_INDEX_STREAM}, capacity) &&
           allocate(context, (mali_inst_memory_ref){.kind = MALI_INST_MEMORY_CONSTANTS},
                    MALI_INST_PLANNER_CONSTANTS_SIZE);
}

/* A driver's log has its own words. `obstacle` and `reason` of a decision tell why. */
static const char *place_of(mali_inst_decision_kind kind)
{
    switch (kind) {
    case MALI_INST_DECISION_IN_PLACE:
        return "in place";
    case MALI_INST_DECISION_STREAMED:
        return "streamed";
    case MALI_INST_DECISION_CONSTANT_FOUND:
        return "constant found";
    case MALI_INST_DECISION_CONSTANT_WRITTEN:
        return "constant written";
    default:
        return "another place";
    }
}

int main(void)
{
    /* Two triangles of a mesh: positions, and after them the indices. */
    const struct {
        float positions[4][3];
        uint16_t indices[6];
    } client = {{{0, 0, 0}, {1, 0, 0}, {1, 1, 0}, {0, 1, 0}}, {0, 1, 2, 2, 3, 0}};
    const mali_inst_data_source memory = {.kind = MALI_INST_DATA_CLIENT};
    const mali_inst_planned_attribute attributes[] = {
        {.source = memory, .format = MALI_INST_FORMAT_R32G32B32_SFLOAT, .stride = sizeof client.positions[0]},
        {.kind = MALI_INST_ATTRIBUTE_FLOAT, .constant = {0x3f800000, 0, 0, 0x3f800000}}, /* red */
    };
    const mali_inst_planned_draw draw = {
        .count = 6, .instances = 2, .index_size = 2, .index_source = memory, .index_offset = sizeof client.positions};

    static struct context context;
    if (!make_context(&context, attributes, 2))
        return 1;
    context.client = (const uint8_t *)&client;
    context.client_size = sizeof client;
    for (uint64_t work = 1; work <= 2; work++) {
        if (!plan_draw(&context, &draw, work))
            return 1;
        mali_inst_decision decisions[MALI_INST_MAX_DECISIONS];
        size_t found = 0;
        mali_inst_plan_decisions(&context.plan, decisions, MALI_INST_MAX_DECISIONS, &found, NULL);
        for (size_t i = 0; i < found; i++) {
            if (decisions[i].attribute == MALI_INST_NO_ELEMENT)
                printf("draw %u, indices: %s\n", (unsigned)work, place_of(decisions[i].kind));
            else
                printf("draw %u, attribute %u: %s\n", (unsigned)work, (unsigned)decisions[i].attribute,
                       place_of(decisions[i].kind));
        }
    }

    mali_inst_descriptor descriptors[8];
    size_t found = 0;
    mali_inst_decode(MALI_INST_ARCH_V7, MALI_INST_KIND_BUFFERS, context.words, context.input.tables.buffer_words,
                     descriptors, 8, &found, NULL);
    for (size_t i = 0; i < found && i < 8; i++)
        printf("word %u: %s\n", (unsigned)descriptors[i].word, descriptors[i].text);
    mali_inst_planner_counters counters;
    if (mali_inst_planner_get_counters(&context.planner, &counters, NULL) == MALI_INST_OK)
        printf("%u plans, %u bytes streamed, %u of constants\n", (unsigned)counters.planned,
               (unsigned)counters.bytes_streamed, (unsigned)counters.constant_bytes);
    while (context.block_count)
        free(context.blocks[--context.block_count].bytes);
    return 0;
}
