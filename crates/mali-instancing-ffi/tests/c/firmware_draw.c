/* Firmware that writes draws of ARCH, whose size `run` measures. */
#include "mali_inst.h"

static uint32_t words[64];
static uint32_t input[MALI_INST_VERTEX_INPUT_WORDS(ARCH, 3, 5)];

uint32_t start(void);
uint32_t start(void)
{
    const mali_inst_target target = {.arch = ARCH, .padding = MALI_INST_PADDING_HARDWARE};
    static const mali_inst_vertex_buffer buffers[] = {{20, MALI_INST_RATE_VERTEX, 0, {0}},
                                                      {64, MALI_INST_RATE_INSTANCE, 3, {0}}};
    static const mali_inst_vertex_attribute attributes[] = {
        {MALI_INST_SOURCE_BUFFER, 0, MALI_INST_FORMAT_R32G32B32_SFLOAT, 0, {0}},
        {MALI_INST_SOURCE_BUFFER, 1, MALI_INST_FORMAT_R32G32B32A32_SFLOAT, 0, {0}}};
    const mali_inst_buffer_range ranges[] = {{0x10000000, 1400, 0}, {0x20000010, 2176, 0}};
    const mali_inst_draw draw = {.input = input,
                                 .input_words = sizeof input / sizeof *input,
                                 .ranges = ranges,
                                 .range_count = 2,
                                 .words = words,
                                 .word_count = 64,
                                 .call = {.vertices = *(volatile uint32_t *)0x20000000, .instances = 100}};
    mali_inst_tables tables;
    mali_inst_job_words job;
    if (mali_inst_vertex_input_init(input, sizeof input / sizeof *input, &target, buffers, 2, attributes, 2, &tables, NULL) !=
            MALI_INST_OK ||
        !mali_inst_draw_write(&draw).is_written || mali_inst_draw_job_words(&target, &draw.call, &job, NULL) != MALI_INST_OK)
        return 1;
    return words[0] ^ job.draw[0];
}
