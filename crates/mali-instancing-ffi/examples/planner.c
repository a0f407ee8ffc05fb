/* Draws of indices and vertices that an application has in its own memory, through the planner: what is allocated, what
 * is written, where each attribute is read from, and when a driver must wait. The GPU's memory is the heap here. */
#include "mali_inst_buffers.h"

#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { MAX_ATTRIBUTES = 8, MAX_BLOCKS = 16 };

/* A context of the driver's. */
struct context {
    mali_inst_planner planner;
    uint64_t state_memory[MALI_INST_PLANNER_STATE_WORDS(MAX_ATTRIBUTES)];
    mali_inst_planner_state *state;
    mali_inst_client_state client_state;
    mali_inst_gpu_memory memory;
    /* The tables of the state's last draw, and its other parts. */
    uint32_t words[64];
    mali_inst_drawn drawn;
    uint8_t *blocks[MAX_BLOCKS];
    const uint8_t *client;
    size_t client_size;
    uint16_t loop[8];
};

/* The callbacks of an application that has no buffers. Its memory is number 0, and the indices of a line loop number 1. */
static mali_inst_planner_buffer *find_buffer(void *user, uint64_t number)
{
    (void)user;
    (void)number;
    return NULL;
}

static const uint8_t *read_bytes(void *user, mali_inst_data_source source, uint64_t begin, uint64_t size)
{
    const struct context *context = user;
    const uint8_t *bytes = source.number ? (const uint8_t *)context->loop : context->client;
    const size_t held = source.number ? sizeof context->loop : context->client_size;
    return begin <= held && size <= held - begin ? bytes + begin : NULL;
}

/* The callbacks of the GPU's memory. */
static uint32_t allocate(void *user, uint64_t size, mali_inst_block *block)
{
    struct context *context = user;
    for (uint64_t i = 0; i < MAX_BLOCKS; i++) {
        if (context->blocks[i])
            continue;
        context->blocks[i] = calloc(1, size);
        *block = (mali_inst_block){.handle = i, .address = 0x10000000 + 0x100000 * i, .size = size};
        return context->blocks[i] != NULL;
    }
    return 0;
}

/* A driver keeps the block until its GPU has finished `until`. The GPU of this example has finished everything. */
static void retire(void *user, mali_inst_block block, uint64_t until)
{
    struct context *context = user;
    (void)until;
    free(context->blocks[block.handle]);
    context->blocks[block.handle] = NULL;
}

static uint8_t *write_bytes(void *user, mali_inst_block block, uint64_t begin, uint64_t size)
{
    struct context *context = user;
    return begin <= block.size && size <= block.size - begin ? context->blocks[block.handle] + begin : NULL;
}

static bool fail(const mali_inst_error *error)
{
    fprintf(stderr, "%s\n", error->text);
    return false;
}

/* Returns whether there is something to submit, with `words` and `drawn.input`. */
static bool draw(struct context *context, const mali_inst_planned_draw *draw, uint64_t work)
{
    mali_inst_drawn *drawn = &context->drawn;
    mali_inst_error error;
    for (;;) {
        if (mali_inst_planner_draw(&context->planner, context->state, draw, &context->client_state, &context->memory, work,
                                   context->words, sizeof context->words / sizeof *context->words, drawn,
                                   &error) != MALI_INST_OK)
            return fail(&error);
        if (drawn->outcome != MALI_INST_OUTCOME_WAIT)
            /* If it is unchanged, the words and the input of the last draw with this state are right. */
            return drawn->outcome != MALI_INST_OUTCOME_NOTHING;
        /* A driver submits what it has of that work, and waits for its fence. */
        printf("work %u waits for work %u\n", (unsigned)work, (unsigned)drawn->until);
        mali_inst_planner_complete(&context->planner, drawn->until, NULL);
    }
}

static bool make_context(struct context *context)
{
    /* A ring of 256 bytes is far too small for a driver: 2^20 are usual. It shows what waiting is. */
    const mali_inst_planner_target target = {.arch = MALI_INST_ARCH_V7, .waits_when_full = 1};
    const mali_inst_planned_rules rules = {.padding = MALI_INST_PADDING_MESA, .primitive_vertices = 3};
    mali_inst_error error;
    memset(context, 0, sizeof *context);
    context->client_state = (mali_inst_client_state){.user = context, .buffer = find_buffer, .read = read_bytes};
    context->memory = (mali_inst_gpu_memory){
        .user = context, .allocate = allocate, .retire = retire, .write = write_bytes};
    if (mali_inst_planner_init(&context->planner, 1, &target, 256, &error) != MALI_INST_OK ||
        mali_inst_planner_state_init(context->state_memory, sizeof context->state_memory / 8, &rules, &context->state,
                                    &error) != MALI_INST_OK)
        return fail(&error);
    return true;
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

static void explain(const struct context *context, uint64_t work)
{
    mali_inst_decision decisions[MALI_INST_MAX_DECISIONS];
    size_t found = 0;
    mali_inst_planner_state_explain(context->state, decisions, MALI_INST_MAX_DECISIONS, &found, NULL);
    for (size_t i = 0; i < found; i++) {
        if (decisions[i].attribute == MALI_INST_NO_ELEMENT)
            printf("work %u, indices: %s\n", (unsigned)work, place_of(decisions[i].kind));
        else
            printf("work %u, attribute %u: %s\n", (unsigned)work, (unsigned)decisions[i].attribute,
                   place_of(decisions[i].kind));
    }
}

/* A loop around the square, for an API that has line strips only: the strip, and the line that closes it. */
static bool draw_loop(struct context *context, uint64_t work)
{
    const mali_inst_planned_draw loop = {.count = 4, .instances = 1};
    const mali_inst_data_source written = {.kind = MALI_INST_DATA_CLIENT, .number = 1};
    mali_inst_line_loop lines;
    mali_inst_error error;
    if (mali_inst_planner_line_loop(&context->planner, &loop, &context->client_state, written, (uint8_t *)context->loop,
                                    sizeof context->loop, &lines, &error) != MALI_INST_OK)
        return fail(&error);
    if (lines.kind == MALI_INST_LINE_LOOP_CLOSED && !draw(context, &loop, work))
        return false;
    printf("the loop closes with a line of %u indices: %u, %u\n", (unsigned)lines.draw.count, context->loop[0],
           context->loop[1]);
    return draw(context, &lines.draw, work);
}

int main(void)
{
    /* Two triangles of a mesh: positions, and after them the indices. */
    const struct {
        float positions[4][3];
        uint16_t indices[6];
    } client = {{{0, 0, 0}, {1, 0, 0}, {1, 1, 0}, {0, 1, 0}}, {0, 1, 2, 2, 3, 0}};
    const mali_inst_data_source memory = {.kind = MALI_INST_DATA_CLIENT};
    const mali_inst_planned_binding bindings[] = {{.source = memory, .stride = sizeof client.positions[0]}};
    const mali_inst_planned_element elements[] = {
        {.binding = 0, .format = MALI_INST_FORMAT_R32G32B32_SFLOAT},
        {.kind = MALI_INST_ELEMENT_FLOAT, .constant = {0x3f800000, 0, 0, 0x3f800000}}, /* red */
    };
    const mali_inst_planned_draw triangles = {
        .count = 6, .instances = 2, .index_size = 2, .index_source = memory, .index_offset = sizeof client.positions};

    static struct context context;
    if (!make_context(&context))
        return 1;
    mali_inst_error error;
    if (mali_inst_planner_state_set(context.state, bindings, 1, elements, 2, &error) != MALI_INST_OK)
        return fail(&error), 1;
    context.client = (const uint8_t *)&client;
    context.client_size = sizeof client;
    for (uint64_t work = 1; work <= 3; work++) {
        if (!draw(&context, &triangles, work))
            return 1;
        explain(&context, work);
    }

    mali_inst_descriptor descriptors[8];
    size_t found = 0;
    mali_inst_decode(MALI_INST_ARCH_V7, MALI_INST_KIND_BUFFERS, context.words, context.drawn.input.tables.buffer_words,
                     descriptors, 8, &found, NULL);
    for (size_t i = 0; i < found && i < 8; i++)
        printf("word %u: %s\n", (unsigned)descriptors[i].word, descriptors[i].text);
    if (!draw_loop(&context, 4))
        return 1;
    mali_inst_planner_counters counters;
    if (mali_inst_planner_get_counters(&context.planner, &counters, NULL) == MALI_INST_OK)
        printf("%u draws, %u bytes streamed, %u of constants\n", (unsigned)counters.written,
               (unsigned)counters.bytes_streamed, (unsigned)counters.constant_bytes);
    mali_inst_planner_release(&context.planner, &context.memory, NULL);
    size_t left = 0;
    for (size_t i = 0; i < MAX_BLOCKS; i++)
        left += context.blocks[i] != NULL;
    printf("%u blocks are left\n", (unsigned)left);
    return left != 0;
}
