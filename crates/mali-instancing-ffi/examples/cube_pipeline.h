/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* Made by mali-instancing 0.1.0 from cube_pipeline.toml. Do not edit. */

#ifndef MALI_INST_CUBE_PIPELINE_H_1659E830
#define MALI_INST_CUBE_PIPELINE_H_1659E830

#include <stdint.h>

#if defined(__cplusplus) && __cplusplus >= 201103L
#define mali_inst_check_words(name, words) \
    static_assert(sizeof(name) == 4 * (words), #name " is not " #words " words of 32 bits")
#elif defined(__STDC_VERSION__) && __STDC_VERSION__ >= 201112L
#define mali_inst_check_words(name, words) \
    _Static_assert(sizeof(name) == 4 * (words), #name " is not " #words " words of 32 bits")
#else
#define mali_inst_check_words(name, words) \
    typedef char mali_inst_words_of_##name[sizeof(name) == 4 * (words) ? 1 : -1]
#endif

/* Mali v7, vertex input of a pipeline: 2 buffers, 3 attributes. */
static const uint32_t CUBE[48] = {
    0x3549564d, 0x000c0007, 0x00000001, 0x00030002, 0x0000000c, 0x00000040, 0x0000001a, 0x00000003,
    0x00000000, 0x00000014, 0xffffffff, 0x00000003, 0x00000100, 0x00000000, 0x40000300, 0x80000000,
    0x40000320, 0x80000000, 0x40000340, 0x80000000, 0x40000360, 0x80000000, 0x40000380, 0x80000000,
    0x00000003, 0x00000040, 0x00000880, 0x00000003, 0xc0000100, 0x00000000, 0x80000421, 0xaaaaaaaa,
    0x80000423, 0xe38e38e3, 0x80000423, 0x88888888, 0x80000424, 0xc30c30c3, 0x80000424, 0x97b425ed,
    0x2dc04200, 0x00000000, 0x2b004200, 0x0000000c, 0x2fc00201, 0x00000000, 0x00000000, 0x00000000,
};
mali_inst_check_words(CUBE, 48);

enum CUBE_BUFFER {
    CUBE_BUFFER_MESH,
    CUBE_BUFFER_MODEL
};

enum CUBE_ATTRIBUTE {
    CUBE_ATTRIBUTE_POSITION,
    CUBE_ATTRIBUTE_UV,
    CUBE_ATTRIBUTE_ROW0
};

/* The number of words of both tables. If it depends on a draw's counts, the largest. */
#define CUBE_WORDS_NEEDED 26u

#undef mali_inst_check_words

#endif
