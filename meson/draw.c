/* A driver in C with the tables of a draw of 70 vertices and 100 instances. */
#include "mali_inst.h"
#include "mali_inst_buffers.h"
#include "mali_inst_varyings.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

/* 70 vertices are padded to 72, and ids are divided by 72 * 3 as in Mesa's documentation of Panfrost. */
static const uint32_t model_row[8] = {0x20000004, 0x27000000, 64, 2176, 0x20, 0x17b425ed, 0, 3};

static int report(const char *text)
{
    fprintf(stderr, "%s\n", text);
    return 1;
}

int main(void)
{
    if (mali_inst_abi() != MALI_INST_ABI)
        return report("the library is not that of the header");
    const mali_inst_target target = {.arch = MALI_INST_ARCH_V7, .padding = MALI_INST_PADDING_HARDWARE};
    const mali_inst_vertex_buffer buffers[] = {{.stride = 64, .rate = MALI_INST_RATE_INSTANCE, .divisor = 3}};
    const mali_inst_vertex_attribute attributes[] = {{.format = MALI_INST_FORMAT_R32G32B32A32_SFLOAT}};
    uint32_t input[MALI_INST_VERTEX_INPUT_WORDS(MALI_INST_ARCH_V7, 3, 5)];
    mali_inst_tables tables;
    mali_inst_error error;
    if (mali_inst_vertex_input_init(input, sizeof input / sizeof *input, &target, buffers, 1, attributes, 1, &tables, &error) !=
        MALI_INST_OK)
        return report(error.text);

    uint32_t words[32] = {0};
    const mali_inst_buffer_range ranges[] = {{.address = 0x20000000, .size = 34 * 64}};
    mali_inst_draw draw = {
        .input = input,
        .input_words = sizeof input / sizeof *input,
        .ranges = ranges,
        .range_count = 1,
        .words = words,
        .word_count = 32,
        .call = {.vertices = 70, .instances = 100},
    };
    tables = mali_inst_draw_write(&draw);
    if (!tables.is_written)
        return report("the draw was not written");
    printf("run time");
    for (int word = 0; word < 8; word++)
        printf(" 0x%08x", (unsigned)words[word]);
    printf("\n");
    if (memcmp(words, model_row, sizeof model_row) != 0)
        return report("these are not the words of Mesa's documentation");

    /* A draw of no vertices has no descriptor, and the error gives the reason. */
    draw.call.vertices = 0;
    if (mali_inst_draw_error(&draw, &error) != MALI_INST_ERROR_VERTEX_COUNT)
        return report("a draw of no vertices was packed");
    printf("%s\n", error.text);

    /* The planner of buffers and varyings are in the library, and libm's functions come from libm. */
    static const mali_inst_planner_target of_v7 = {.arch = MALI_INST_ARCH_V7};
    mali_inst_planner planner;
    mali_inst_linkage linkage;
    if (mali_inst_linkage_init(&linkage, MALI_INST_DRIVER_PANVK, MALI_INST_ARCH_V7, NULL, 0, NULL, 0, NULL,
                               MALI_INST_MATCHING_VULKAN, MALI_INST_LINKING_MONOLITHIC, &error) != MALI_INST_OK)
        return report(error.text);
    volatile double one = 1;
    return mali_inst_planner_init(&planner, 1, &of_v7, 4096, &error) == MALI_INST_OK && fmax(one, 2) == 2 ? 0 : 1;
}
