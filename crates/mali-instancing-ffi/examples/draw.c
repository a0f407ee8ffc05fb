/* A draw of 70 vertices and 100 instances on a Mali-G52: its tables, what they say, and a mistake that is found. */
#include "mali_inst.h"

#include <stdio.h>

#define COUNT(array) (sizeof(array) / sizeof *(array))

static int report(const char *text)
{
    fprintf(stderr, "%s\n", text);
    return 1;
}

int main(void)
{
    /* Once, when the pipeline is made. */
    const mali_inst_target target = {.arch = MALI_INST_ARCH_V7, .padding = MALI_INST_PADDING_MESA};
    const mali_inst_vertex_buffer buffers[] = {
        {.stride = 20, .rate = MALI_INST_RATE_VERTEX},
        {.stride = 64, .rate = MALI_INST_RATE_INSTANCE, .divisor = 3},
    };
    const mali_inst_vertex_attribute attributes[] = {
        {.buffer = 0, .format = MALI_INST_FORMAT_R32G32B32_SFLOAT, .offset = 0},
        {.buffer = 1, .format = MALI_INST_FORMAT_R32G32B32A32_SFLOAT, .offset = 0},
    };
    uint32_t input[MALI_INST_VERTEX_INPUT_WORDS(MALI_INST_ARCH_V7, COUNT(buffers), COUNT(attributes))];
    mali_inst_tables tables;
    mali_inst_error error;
    if (mali_inst_vertex_input_init(input, COUNT(input), &target, buffers, COUNT(buffers), attributes,
                                    COUNT(attributes), &tables, &error) != MALI_INST_OK)
        return report(error.text);

    /* For each draw. */
    uint32_t words[64] = {0};
    const mali_inst_buffer_range ranges[] = {
        {.address = 0x10000000, .size = 70 * 20},
        {.address = 0x20000000, .size = 34 * 64},
    };
    const mali_inst_draw draw = {
        .input = input,
        .input_words = COUNT(input),
        .ranges = ranges,
        .range_count = COUNT(ranges),
        .words = words,
        .word_count = COUNT(words),
        .call = {.vertices = 70, .instances = 100},
    };
    tables = mali_inst_draw_write(&draw);
    if (!tables.is_written) {
        mali_inst_draw_error(&draw, &error);
        return report(error.text);
    }

    /* What the words say. */
    mali_inst_descriptor descriptors[8];
    size_t found;
    if (mali_inst_decode(target.arch, MALI_INST_KIND_BUFFERS, words, tables.buffer_words, descriptors,
                         COUNT(descriptors), &found, &error) != MALI_INST_OK)
        return 1;
    for (size_t i = 0; i < found && i < COUNT(descriptors); i++)
        printf("word %zu: %s\n", descriptors[i].word, descriptors[i].text);

    /* The same tables in a draw of 80 vertices, which are padded to 96 and not to 72. */
    const mali_inst_draw_call other = {.vertices = 80, .instances = 100};
    mali_inst_job_words job;
    if (mali_inst_draw_job_words(&target, &other, &job, &error) != MALI_INST_OK)
        return 1;
    const mali_inst_draw_state state = {
        .arch = target.arch,
        .buffers = words,
        .buffer_words = tables.buffer_words,
        .attributes = words + tables.buffer_words,
        .attribute_words = tables.attribute_words,
        .draw = job.draw,
        .invocation = job.invocation,
    };
    mali_inst_finding findings[4];
    if (mali_inst_check(&state, findings, COUNT(findings), &found, NULL, &error) != MALI_INST_OK)
        return 1;
    for (size_t i = 0; i < found && i < COUNT(findings); i++)
        printf("%s: %s\n", findings[i].is_error ? "error" : "note", findings[i].text);
    return 0;
}
