#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

/* What descriptors.rs exports. */
extern const uint32_t MODEL_ROW[8];
bool pack_per_instance(uint32_t vertices, uint32_t divisor, uint32_t stride, uint32_t words[8]);

/* 70 vertices are padded to 72, and 72 * 3 is divided by as Mesa's documentation of Panfrost has it. */
static const uint32_t expected[8] = {4, 0x27000000, 64, 0, 0x20, 0x17b425ed, 0, 3};

static bool print(const char *name, const uint32_t words[8])
{
    printf("%-8s", name);
    for (int word = 0; word < 8; word++)
        printf(" 0x%08x", (unsigned)words[word]);
    printf("\n");
    return memcmp(words, expected, sizeof expected) == 0;
}

int main(void)
{
    uint32_t words[8] = {0};
    bool right = print("constant", MODEL_ROW);
    right &= pack_per_instance(70, 3, 64, words);
    right &= print("run time", words);
    /* A draw of no vertices has no descriptor. */
    right &= !pack_per_instance(0, 3, 64, words);
    return right ? 0 : 1;
}
