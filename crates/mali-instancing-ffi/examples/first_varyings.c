/* Two varyings between a vertex and a fragment stage: their places in a vertex's memory on a Mali-G52. */
#include "mali_inst_varyings.h"

#include <stdio.h>

int main(void)
{
    const mali_inst_varying outputs[2] = {
        {.name = "normal", .bits = 32, .components = 3, .columns = 1},
        {.name = "uv", .bits = 32, .components = 2, .columns = 1, .precision = MALI_INST_PRECISION_MEDIUM},
    };
    static mali_inst_linkage linkage;
    mali_inst_varying_slot slots[MALI_INST_MAX_SLOTS];
    mali_inst_varying_sizes sizes;
    size_t found;
    mali_inst_error error;
    if (mali_inst_linkage_init(&linkage, MALI_INST_DRIVER_PANFROST, MALI_INST_ARCH_V7, outputs, 2, outputs, 2, NULL,
                               MALI_INST_MATCHING_GL_ES, MALI_INST_LINKING_LINKED, &error) != MALI_INST_OK ||
        mali_inst_linkage_slots(&linkage, slots, MALI_INST_MAX_SLOTS, &found, &error) != MALI_INST_OK ||
        mali_inst_linkage_sizes(&linkage, &sizes, &error) != MALI_INST_OK)
        return fprintf(stderr, "%s\n", error.text), 1;
    printf("%u bytes a vertex\n", (unsigned)sizes.section_bytes);
    for (size_t i = 0; i < found; i++)
        if (slots[i].location >= MALI_INST_FIRST_APPLICATION_SLOT)
            printf("location %u: VkFormat %u at byte %u\n",
                   (unsigned)(slots[i].location - MALI_INST_FIRST_APPLICATION_SLOT), (unsigned)slots[i].read_format,
                   (unsigned)slots[i].offset);
    return 0;
}
