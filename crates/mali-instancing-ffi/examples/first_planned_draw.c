/* A draw of a triangle that an application has in its own memory: the planner copies it to memory that the GPU sees. */
#include "mali_inst_buffers.h"

#include <stdio.h>

static const float triangle[3][3] = {{0, 0, 0}, {1, 0, 0}, {0, 1, 0}};
static uint8_t heap[4096];

/* clang-format off */
static mali_inst_planner_buffer *find_buffer(void *user, uint64_t number) { return (void)user, (void)number, NULL; }
static const uint8_t *read_bytes(void *user, mali_inst_data_source source, uint64_t begin, uint64_t size)
{ return (void)user, (void)source, begin + size <= sizeof triangle ? (const uint8_t *)triangle + begin : NULL; }
static uint32_t allocate(void *user, uint64_t size, mali_inst_block *block)
{ *block = (mali_inst_block){.address = 0x10000000, .size = sizeof heap}; return (void)user, size <= sizeof heap; }
static void retire(void *user, mali_inst_block block, uint64_t until) { (void)user, (void)block, (void)until; }
static uint8_t *write_bytes(void *user, mali_inst_block block, uint64_t begin, uint64_t size)
{ return (void)user, (void)block, begin + size <= sizeof heap ? heap + begin : NULL; }
/* clang-format on */

int main(void)
{
    const mali_inst_client_state client = {.buffer = find_buffer, .read = read_bytes};
    const mali_inst_gpu_memory memory = {.allocate = allocate, .retire = retire, .write = write_bytes};
    const mali_inst_planner_target target = {.arch = MALI_INST_ARCH_V7};
    const mali_inst_planned_rules rules = {.padding = MALI_INST_PADDING_MESA, .primitive_vertices = 3};
    const mali_inst_planned_binding binding = {.source = {.kind = MALI_INST_DATA_CLIENT}, .stride = 12};
    const mali_inst_planned_element position = {.binding = 0, .format = MALI_INST_FORMAT_R32G32B32_SFLOAT};
    const mali_inst_planned_draw draw = {.count = 3, .instances = 1};
    static mali_inst_planner planner;
    static uint64_t state_memory[MALI_INST_PLANNER_STATE_WORDS(1)];
    static mali_inst_drawn drawn;
    mali_inst_planner_state *state;
    uint32_t words[32] = {0};
    mali_inst_error error;
    if (mali_inst_planner_init(&planner, 1, &target, sizeof heap, &error) != MALI_INST_OK ||
        mali_inst_planner_state_init(state_memory, sizeof state_memory / 8, &rules, &state, &error) != MALI_INST_OK ||
        mali_inst_planner_state_set(state, &binding, 1, &position, 1, &error) != MALI_INST_OK ||
        mali_inst_planner_draw(&planner, state, &draw, &client, &memory, 1, words, 32, &drawn, &error) != MALI_INST_OK)
        return fprintf(stderr, "%s\n", error.text), 1;
    const mali_inst_tables tables = drawn.input.tables;
    printf("%u words of buffers, of attributes %u\n", (unsigned)tables.buffer_words, (unsigned)tables.attribute_words);
    return printf("positions at 0x%08x\n", (unsigned)(words[0] & 0xffffffc0)) < 0;
}
