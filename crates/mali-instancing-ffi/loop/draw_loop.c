// A driver's loop that packs draws through the C interface. loop/draw_loop.rs is the same in Rust; both print
// the sum of a word of each draw. With `CONSTANT`, the pipeline is a constant, whose words are in that file.
//
// Arguments: architecture, number of draws, number of buffers, number of attributes.
#include "mali_inst.h"

#include <stdio.h>
#include <stdlib.h>

#ifdef CONSTANT
static const uint32_t pipeline[] = {
#include CONSTANT
};
#endif

int main(int argc, char **argv)
{
    if (argc != 5)
        return 2;
    const uint32_t draws = (uint32_t)atoi(argv[2]);
    const size_t buffer_count = (size_t)atoi(argv[3]);
    mali_inst_tables tables;
#ifndef CONSTANT
    const mali_inst_target target = {.arch = (mali_inst_arch)atoi(argv[1]), .padding = MALI_INST_PADDING_HARDWARE};
    const size_t attribute_count = (size_t)atoi(argv[4]);
    const mali_inst_vertex_buffer buffers[4] = {
        {.stride = 24, .rate = MALI_INST_RATE_VERTEX},
        {.stride = 64, .rate = MALI_INST_RATE_INSTANCE, .divisor = 3},
        {.stride = 16, .rate = MALI_INST_RATE_INSTANCE, .divisor = 1},
        {.stride = 12, .rate = MALI_INST_RATE_VERTEX},
    };
    mali_inst_vertex_attribute attributes[16];
    for (uint32_t i = 0; i < 16; i++)
        attributes[i] = (mali_inst_vertex_attribute){
            .buffer = i % (uint32_t)buffer_count, .format = MALI_INST_FORMAT_R32G32B32_SFLOAT, .offset = i % 4 * 4};

    // With few buffers, the pipeline of V9 and later is the longest.
    uint32_t input[MALI_INST_VERTEX_INPUT_WORDS(MALI_INST_ARCH_V9, 4, 16)];
    if (mali_inst_vertex_input_init(input, sizeof input / sizeof *input, &target, buffers, buffer_count, attributes, attribute_count,
                                    &tables, NULL) != MALI_INST_OK)
        return 1;
#endif

    uint32_t words[256] = {0};
    uint64_t sum = 0;
    mali_inst_draw draw = {.range_count = buffer_count, .words = words, .word_count = 256};
#ifdef CONSTANT
    draw.input = pipeline;
    draw.input_words = sizeof pipeline / sizeof *pipeline;
#else
    draw.input = input;
    draw.input_words = sizeof input / sizeof *input;
#endif
    for (uint32_t i = 0; i < draws; i++) {
        draw.call.vertices = 3 + i % 1000;
        draw.call.instances = 2 + i % 7;
        draw.call.first_vertex = i % 5;
        const mali_inst_buffer_range ranges[4] = {
            {.address = 0x10000000 + 64 * (uint64_t)i, .size = 24 * 1100},
            {.address = 0x20000000 + 16 * (uint64_t)i, .size = 64 * 10},
            {.address = 0x30000000, .size = 16 * 10},
            {.address = 0x40000000, .size = 12 * 1100},
        };
        draw.ranges = ranges;
        tables = mali_inst_draw_write(&draw);
        if (!tables.is_written)
            return 1;
        sum += words[i % (tables.buffer_words + tables.attribute_words)];
    }
    printf("%llu\n", (unsigned long long)sum);
    return 0;
}
