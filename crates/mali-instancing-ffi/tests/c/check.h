/* What the tests of the interface share. */
#ifndef CHECK_H
#define CHECK_H

#include "mali_inst_buffers.h"
#include "mali_inst_varyings.h"

#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

extern int failures;

void test_draws(void);
void test_planner(void);
void test_varyings(void);

#define CHECK(condition)                                                                                  \
    do {                                                                                                  \
        if (!(condition)) {                                                                               \
            fprintf(stderr, "%s:%d: %s\n", __FILE__, __LINE__, #condition);                               \
            failures++;                                                                                   \
        }                                                                                                 \
    } while (0)

static inline mali_inst_target target_of(mali_inst_arch arch)
{
    mali_inst_target target;
    memset(&target, 0, sizeof target);
    target.arch = arch;
    target.padding = MALI_INST_PADDING_HARDWARE;
    return target;
}

static inline mali_inst_draw_call call_of(uint32_t vertices, uint32_t instances)
{
    mali_inst_draw_call call;
    memset(&call, 0, sizeof call);
    call.vertices = vertices;
    call.instances = instances;
    return call;
}

/* In memory of exactly its size, so that the sanitizer sees what is read or written beyond it. */
static inline mali_inst_draw draw_of(const uint32_t *input, size_t input_words, mali_inst_draw_call call,
                                     const mali_inst_buffer_range *ranges, size_t range_count, uint32_t *words,
                                     size_t word_count)
{
    mali_inst_draw draw;
    memset(&draw, 0, sizeof draw);
    draw.input = input;
    draw.input_words = input_words;
    draw.ranges = ranges;
    draw.range_count = range_count;
    draw.words = words;
    draw.word_count = word_count;
    draw.call = call;
    return draw;
}

static inline uint32_t *words_of(size_t count)
{
    uint32_t *words = (uint32_t *)malloc(count ? count * sizeof *words : 1);
    if (!words)
        abort();
    memset(words, 0xa5, count * sizeof *words);
    return words;
}

#endif
