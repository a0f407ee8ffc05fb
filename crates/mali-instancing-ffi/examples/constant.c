/* A draw of 70 vertices and 100 instances of a pipeline that is a constant: `mali-instancing gen` made cube_pipeline.h. */
#include "cube_pipeline.h"
#include "mali_inst.h"

#include <stdio.h>

#define COUNT(array) (sizeof(array) / sizeof *(array))

int main(void)
{
    uint32_t words[CUBE_WORDS_NEEDED] = {0};
    const mali_inst_buffer_range ranges[] = {
        [CUBE_BUFFER_MESH] = {.address = 0x10000000, .size = 70 * 20},
        [CUBE_BUFFER_MODEL] = {.address = 0x20000000, .size = 34 * 64},
    };
    const mali_inst_draw draw = {
        .input = CUBE,
        .input_words = COUNT(CUBE),
        .ranges = ranges,
        .range_count = COUNT(ranges),
        .words = words,
        .word_count = COUNT(words),
        .call = {.vertices = 70, .instances = 100},
    };
    const mali_inst_tables tables = mali_inst_draw_write(&draw);
    if (!tables.is_written) {
        mali_inst_error error;
        mali_inst_draw_error(&draw, &error);
        fprintf(stderr, "%s\n", error.text);
        return 1;
    }

    for (size_t i = 0; i < tables.buffer_words + tables.attribute_words; i++)
        printf("%s%08x", i == 0 ? "" : i % 4 == 0 ? "\n" : " ", (unsigned)words[i]);
    printf("\n");
    return 0;
}
