/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* Made by mali-instancing 0.1.0 from cube.toml. Do not edit. */

#ifndef MALI_INST_CUBE_H_EFAFA4E7
#define MALI_INST_CUBE_H_EFAFA4E7

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

#ifndef MALI_INST_ATTRIBUTE_BUFFER
#define MALI_INST_ATTRIBUTE_BUFFER

/* The fields of the descriptor "attribute buffer": their bits in the word of the number at the end. */
#define MALI_INST_ATTRIBUTE_BUFFER_TYPE_MASK_0 0x0000003fu
#define MALI_INST_ATTRIBUTE_BUFFER_POINTER_MASK_0 0xffffffc0u
#define MALI_INST_ATTRIBUTE_BUFFER_POINTER_MASK_1 0x00ffffffu
#define MALI_INST_ATTRIBUTE_BUFFER_DIVISOR_R_MASK_1 0x1f000000u
#define MALI_INST_ATTRIBUTE_BUFFER_DIVISOR_P_MASK_1 0xe0000000u
#define MALI_INST_ATTRIBUTE_BUFFER_DIVISOR_E_MASK_1 0x20000000u
#define MALI_INST_ATTRIBUTE_BUFFER_STRIDE_MASK_2 0xffffffffu
#define MALI_INST_ATTRIBUTE_BUFFER_SIZE_MASK_3 0xffffffffu
#define MALI_INST_ATTRIBUTE_BUFFER_TYPE_MASK_4 0x0000003fu
#define MALI_INST_ATTRIBUTE_BUFFER_DIVISOR_D_MASK_5 0x7fffffffu
#define MALI_INST_ATTRIBUTE_BUFFER_DIVISOR_MASK_7 0xffffffffu

/* The low bits of an address are in the offsets of the buffer's attributes: a descriptor has no place for them. */
#ifndef MALI_INST_ASSERT
#if defined(__STDC_HOSTED__) && __STDC_HOSTED__ == 0
#define MALI_INST_ASSERT(condition) ((void)0)
#else
#include <assert.h>
#define MALI_INST_ASSERT(condition) assert(condition)
#endif
#endif

/* Puts the address of a buffer, a multiple of 64 below 2^56, into its descriptor. */
static inline void mali_inst_attribute_buffer_set_address(uint32_t *descriptor, uint64_t address)
{
    MALI_INST_ASSERT((address & 63) == 0 && address >> 56 == 0);
    descriptor[0] = (descriptor[0] & ~MALI_INST_ATTRIBUTE_BUFFER_POINTER_MASK_0)
        | ((uint32_t)address & MALI_INST_ATTRIBUTE_BUFFER_POINTER_MASK_0);
    descriptor[1] = (descriptor[1] & ~MALI_INST_ATTRIBUTE_BUFFER_POINTER_MASK_1)
        | ((uint32_t)(address >> 32) & MALI_INST_ATTRIBUTE_BUFFER_POINTER_MASK_1);
}

/* Puts the size of a buffer in bytes, from its address on, into its descriptor. */
static inline void mali_inst_attribute_buffer_set_size(uint32_t *descriptor, uint32_t size)
{
    descriptor[3] = (descriptor[3] & ~MALI_INST_ATTRIBUTE_BUFFER_SIZE_MASK_3)
        | ((uint32_t)size & MALI_INST_ATTRIBUTE_BUFFER_SIZE_MASK_3);
}

#endif

#ifndef MALI_INST_ATTRIBUTE
#define MALI_INST_ATTRIBUTE

/* The fields of the descriptor "attribute": their bits in the word of the number at the end. */
#define MALI_INST_ATTRIBUTE_BUFFER_INDEX_MASK_0 0x000001ffu
#define MALI_INST_ATTRIBUTE_OFFSET_ENABLE_MASK_0 0x00000200u
#define MALI_INST_ATTRIBUTE_FORMAT_MASK_0 0xfffffc00u
#define MALI_INST_ATTRIBUTE_OFFSET_MASK_1 0xffffffffu

#endif

#ifndef MALI_INST_DRAW
#define MALI_INST_DRAW

/* The fields of the descriptor "draw": their bits in the word of the number at the end. */
#define MALI_INST_DRAW_INSTANCE_SIZE_MASK_0 0x00ff0000u
#define MALI_INST_DRAW_INSTANCE_PRIMITIVE_SIZE_MASK_0 0xff000000u
#define MALI_INST_DRAW_OFFSET_START_MASK_1 0xffffffffu

#endif

#if defined(__cplusplus) && __cplusplus >= 201103L
#define mali_inst_aligned alignas(64)
#elif defined(__STDC_VERSION__) && __STDC_VERSION__ >= 201112L
#define mali_inst_aligned _Alignas(64)
#elif defined(_MSC_VER)
#define mali_inst_aligned __declspec(align(64))
#else
#define mali_inst_aligned __attribute__((aligned(64)))
#endif

/* Both tables of CUBE, one after the other. */
struct CUBE_TABLES {
    /* The descriptors of the buffers. A buffer has the one with its number, and may have a continuation after it. */
    uint32_t buffers[4][4];
    /* The descriptors after those of the buffers, in the same table. */
    uint32_t trailing_descriptors[1][4];
    /* The words that the hardware reads of each attribute, by the attribute's number. */
    uint32_t attributes[3][2];
};

/* Mali v7, vertex input: 2 buffers, 3 attributes, 70 vertices, 100 instances. */
mali_inst_aligned static const struct CUBE_TABLES CUBE = {
    {
        {0x10000003, 0x83000000, 0x00000014, 0x00000578},
        {0x10000003, 0x83000000, 0x00000014, 0x00000578},
        {0x20000004, 0x27000000, 0x00000040, 0x00000890},
        {0x00000020, 0x17b425ed, 0x00000000, 0x00000003},
    },
    {
        {0x00000000, 0x00000000, 0x00000000, 0x00000000}, /* The null terminator, which stops prefetching. */
    },
    {
        {0x2dc04200, 0x00000000},
        {0x2b004200, 0x0000000c},
        {0x2fc00202, 0x00000010},
    },
};
mali_inst_check_words(CUBE, 26);

enum CUBE_BUFFER {
    CUBE_BUFFER_MESH = 0,
    CUBE_BUFFER_MODEL = 2
};

enum CUBE_ATTRIBUTE {
    CUBE_ATTRIBUTE_POSITION,
    CUBE_ATTRIBUTE_UV,
    CUBE_ATTRIBUTE_ROW0
};

/* The draw descriptor of CUBE. */
static const uint32_t CUBE_DRAW[2] = {
    0x00830000, 0x00000000,
};
mali_inst_check_words(CUBE_DRAW, 2);

/* The invocation descriptor of CUBE. */
static const uint32_t CUBE_INVOCATION[2] = {
    0x000031c5, 0x21c00000,
};
mali_inst_check_words(CUBE_INVOCATION, 2);

/* Threads of an instance: the padded number of vertices. */
#define CUBE_PADDED_VERTICES 72u

/* Threads that share an element: the divisor of the hardware. */
#define CUBE_BUFFER_MODEL_HARDWARE_DIVISOR 216u

#undef mali_inst_aligned
#undef mali_inst_check_words

#endif
