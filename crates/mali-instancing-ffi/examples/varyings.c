/* The varyings of two stages: where a Mali-G52 and a Mali-G610 store them, and the sizes that the hardware needs. */
#include "mali_inst_varyings.h"

#include <stdio.h>

#define COUNT(array) (sizeof(array) / sizeof *(array))

static int report(const char *text)
{
    fprintf(stderr, "%s\n", text);
    return 1;
}

int main(void)
{
    const mali_inst_varying outputs[] = {
        {.name = "normal", .bits = 32, .components = 3, .columns = 1},
        {.name = "colour", .bits = 32, .components = 4, .columns = 1},
        {.name = "uv", .bits = 32, .components = 2, .columns = 1, .precision = MALI_INST_PRECISION_MEDIUM},
    };
    const mali_inst_varying inputs[] = {outputs[2], outputs[0]};
    mali_inst_linkage linkage;
    mali_inst_error error;

    /* Once, when the stages are linked, for a G610 and for a G52: the places in a vertex's memory. */
    const mali_inst_arch archs[] = {MALI_INST_ARCH_V10, MALI_INST_ARCH_V7};
    for (size_t i = 0; i < COUNT(archs); i++) {
        if (mali_inst_linkage_init(&linkage, MALI_INST_DRIVER_PANFROST, archs[i], outputs, COUNT(outputs), inputs,
                                   COUNT(inputs), NULL, MALI_INST_MATCHING_GL_ES, MALI_INST_LINKING_LINKED,
                                   &error) != MALI_INST_OK)
            return report(error.text);
        mali_inst_varying_slot slots[MALI_INST_MAX_SLOTS];
        size_t found;
        mali_inst_varying_sizes sizes;
        if (mali_inst_linkage_slots(&linkage, slots, COUNT(slots), &found, &error) != MALI_INST_OK ||
            mali_inst_linkage_sizes(&linkage, &sizes, &error) != MALI_INST_OK)
            return report(error.text);
        printf("V%u: %u bytes a vertex\n", (unsigned)archs[i], (unsigned)sizes.section_bytes);
        for (size_t slot = 0; slot < found; slot++) {
            if (slots[slot].access != MALI_INST_ACCESS_NONE)
                printf("  slot %u: VkFormat %u at byte %u%s\n", (unsigned)slots[slot].location,
                       (unsigned)slots[slot].read_format, (unsigned)slots[slot].offset,
                       slots[slot].access == MALI_INST_ACCESS_BAKED ? ", baked into the shader" : "");
        }
    }

    /* V4 to V7: the descriptors that the fragment stage reads through. */
    uint32_t words[2 * MALI_INST_MAX_SLOTS] = {0};
    mali_inst_varying_sizes sizes;
    if (mali_inst_linkage_sizes(&linkage, &sizes, &error) != MALI_INST_OK ||
        mali_inst_linkage_descriptors(&linkage, MALI_INST_STAGE_FRAGMENT, words, COUNT(words), &error) != MALI_INST_OK)
        return report(error.text);
    mali_inst_descriptor descriptors[MALI_INST_MAX_SLOTS];
    size_t found;
    if (mali_inst_decode(MALI_INST_ARCH_V7, MALI_INST_KIND_ATTRIBUTES, words, sizes.fragment_words, descriptors,
                         COUNT(descriptors), &found, &error) != MALI_INST_OK)
        return report(error.text);
    for (size_t i = 0; i < found; i++)
        printf("word %zu: %s\n", descriptors[i].word, descriptors[i].text);

    /* V4 to V7, for each draw: the buffers, which the driver allocates, and their table. */
    const mali_inst_target target = {.arch = MALI_INST_ARCH_V7, .padding = MALI_INST_PADDING_MESA};
    const mali_inst_draw_call call = {.vertices = 70, .instances = 100};
    mali_inst_varying_buffer buffers[MALI_INST_VARYING_BUFFERS];
    if (mali_inst_linkage_buffers(&linkage, &target, &call, buffers, &error) != MALI_INST_OK)
        return report(error.text);
    uint64_t free_memory = 0x10000000;
    for (size_t i = 0; i < COUNT(buffers); i++) {
        buffers[i].address = free_memory;
        free_memory += ((uint64_t)buffers[i].size + 63) & ~(uint64_t)63;
    }
    uint32_t table[MALI_INST_VARYING_TABLE_WORDS] = {0};
    if (mali_inst_linkage_table(&linkage, buffers, table, COUNT(table), &error) != MALI_INST_OK)
        return report(error.text);
    printf("%u bytes of varyings, %u of positions\n", (unsigned)buffers[0].size, (unsigned)buffers[1].size);

    /* Transform feedback: the coordinates are captured, and the colours, which no stage reads. */
    const mali_inst_capture captures[] = {
        {.kind = MALI_INST_CAPTURE_VARYING, .varying = 2},
        {.kind = MALI_INST_CAPTURE_VARYING, .varying = 1},
        {.kind = MALI_INST_CAPTURE_POSITION},
    };
    mali_inst_captured_span spans[8];
    if (mali_inst_linkage_capture(&linkage, captures, COUNT(captures), MALI_INST_CAPTURE_MODE_INTERLEAVED, spans,
                                  COUNT(spans), &found, &error) != MALI_INST_OK)
        return report(error.text);
    for (size_t i = 0; i < found; i++)
        printf("capture %u: %u components at byte %u\n", (unsigned)spans[i].capture, (unsigned)spans[i].components,
               (unsigned)spans[i].offset);

    /* A mistake: the fragment stage reads three components of the coordinates. */
    mali_inst_varying wrong = outputs[2];
    wrong.components = 3;
    if (mali_inst_linkage_init(&linkage, MALI_INST_DRIVER_PANFROST, MALI_INST_ARCH_V7, outputs, COUNT(outputs), &wrong, 1,
                               NULL, MALI_INST_MATCHING_GL_ES, MALI_INST_LINKING_LINKED,
                               &error) != MALI_INST_ERROR_TYPE_MISMATCH)
        return 1;
    printf("error: %s\n", error.text);
    return 0;
}
