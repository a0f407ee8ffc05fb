/* The tables of a draw of 70 vertices and 100 instances on a Mali-G52, whose second buffer has an element for 3 instances. */
#include "mali_inst.h"

#include <stdio.h>

int main(void)
{
    const mali_inst_target target = {.arch = MALI_INST_ARCH_V7, .padding = MALI_INST_PADDING_MESA};
    const mali_inst_vertex_buffer buffers[2] = {
        {.stride = 20, .rate = MALI_INST_RATE_VERTEX},
        {.stride = 64, .rate = MALI_INST_RATE_INSTANCE, .divisor = 3},
    };
    const mali_inst_vertex_attribute attributes[2] = {
        {.buffer = 0, .format = MALI_INST_FORMAT_R32G32B32_SFLOAT},
        {.buffer = 1, .format = MALI_INST_FORMAT_R32G32B32A32_SFLOAT},
    };
    /* Once, when the pipeline is made. */
    uint32_t pipeline[MALI_INST_VERTEX_INPUT_WORDS(MALI_INST_ARCH_V7, 2, 2)];
    const size_t length = sizeof pipeline / sizeof *pipeline;
    mali_inst_tables needed;
    mali_inst_error error;
    if (mali_inst_vertex_input_init(pipeline, length, &target, buffers, 2, attributes, 2, &needed, &error) != MALI_INST_OK)
        return fprintf(stderr, "%s\n", error.text), 1;

    /* For each draw. */
    const mali_inst_buffer_range ranges[2] = {
        {.address = 0x10000000, .size = 70 * 20},
        {.address = 0x20000000, .size = 34 * 64},
    };
    uint32_t words[64] = {0};
    const mali_inst_draw draw = {
        .input = pipeline, .input_words = length, .ranges = ranges, .range_count = 2,
        .words = words, .word_count = 64, .call = {.vertices = 70, .instances = 100},
    };
    const mali_inst_tables tables = mali_inst_draw_write(&draw);
    if (!tables.is_written) {
        mali_inst_draw_error(&draw, &error);
        return fprintf(stderr, "%s\n", error.text), 1;
    }
    for (uint32_t i = 0; i < tables.buffer_words + tables.attribute_words; i++)
        printf("%08x%c", (unsigned)words[i], i % 4 == 3 ? '\n' : ' ');
    return 0;
}
