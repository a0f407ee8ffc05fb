/* A library that was built for V7 only: it refuses other architectures, and constant pipelines for them. */
#include "check.h"
#include "mali_inst.h"
#include "pipelines.h"

int failures;

#define WRITE(pipeline) \
    (draw.input = pipeline, draw.input_words = sizeof pipeline / sizeof *pipeline, mali_inst_draw_error(&draw, &error))

int main(void)
{
    const mali_inst_draw_call call = call_of(70, 100);
    const mali_inst_buffer_range ranges[3] = {{0x10000000, 1400, 0}, {0x20000000, 2176, 0}, {0x30000000, 4, 0}};
    mali_inst_target target = target_of(MALI_INST_ARCH_V7);
    uint32_t input[MALI_INST_VERTEX_INPUT_WORDS(MALI_INST_ARCH_V7, 3, 5)];
    mali_inst_tables tables;
    mali_inst_error error;
    uint32_t words[64] = {0}, padded = 0;
    mali_inst_draw draw = draw_of(NULL, 0, call, ranges, 3, words, 64);

    CHECK(mali_inst_padded_vertices(&target, &call, &padded, &error) == MALI_INST_OK && padded == 72);
    CHECK(WRITE(CUBE_V7) == MALI_INST_OK && words[0] == 0x10000003);
    CHECK(WRITE(CUBE_V5) == MALI_INST_ERROR_UNINITIALISED);
    CHECK(WRITE(CUBE_V9) == MALI_INST_ERROR_UNINITIALISED);
    for (int arch = 0; arch <= 15; arch++) {
        target.arch = (mali_inst_arch)arch;
        const int is_v7 = target.arch == MALI_INST_ARCH_V7;
        CHECK(mali_inst_vertex_input_init(input, sizeof input / sizeof *input, &target, NULL, 0, NULL, 0, &tables, &error) ==
              (is_v7 ? MALI_INST_OK : MALI_INST_ERROR_VALUE));
        CHECK(mali_inst_padded_vertices(&target, &call, &padded, &error) ==
              (is_v7 ? MALI_INST_OK : MALI_INST_ERROR_VALUE));
    }
    return failures;
}
