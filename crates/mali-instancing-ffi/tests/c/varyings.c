/* Varyings, in memory of exactly their size. The places are those of plain arithmetic. */
#include "check.h"

static mali_inst_varying vector(const char *name, uint32_t components)
{
    mali_inst_varying varying;
    memset(&varying, 0, sizeof varying);
    varying.name = name;
    varying.bits = 32;
    varying.components = components;
    varying.columns = 1;
    return varying;
}

/* A name that ends where its memory does. */
static char *name_of(const char *text)
{
    char *name = (char *)malloc(strlen(text) + 1);
    if (!name)
        abort();
    return strcpy(name, text);
}

static void test_registers(void)
{
    const mali_inst_varying varyings[] = {vector(NULL, 1), vector(NULL, 3)};
    mali_inst_varying_place *places = (mali_inst_varying_place *)malloc(2 * sizeof *places);
    uint32_t used = 0;
    mali_inst_error error;
    if (!places)
        abort();
    CHECK(mali_inst_registers_pack(MALI_INST_GLSL_ES_100, 1, varyings, 2, NULL, places, &used, &error) == MALI_INST_OK);
    CHECK(used == 1 && places[0].first_component == 3 && places[1].components == 3);
    CHECK(mali_inst_registers_pack(MALI_INST_GLSL_ES_100, 0, varyings, 2, NULL, places, &used, &error) ==
          MALI_INST_ERROR_REGISTERS);
    CHECK(mali_inst_registers_pack(MALI_INST_GLSL_ES_100, 1, NULL, 1, NULL, places, &used, &error) == MALI_INST_ERROR_NULL);
    CHECK(mali_inst_registers_pack(MALI_INST_GLSL_ES_100, 1, varyings, 2, NULL, NULL, &used, &error) ==
          MALI_INST_ERROR_NULL);
    free(places);
}

/* A normal and coordinates, of which the coordinates are read. */
static void test_slots(mali_inst_linkage *linkage)
{
    const mali_inst_slot outputs[] = {{32, 0, 32, 0, 3, 0, 0, {0}, MALI_INST_BASE_FLOAT},
                                      {33, 1, 32, 0, 2, 0, 0, {0}, MALI_INST_BASE_FLOAT}};
    const mali_inst_slot inputs[] = {{33, 0, 32, 0, 2, 0, 0, {0}, MALI_INST_BASE_FLOAT}};
    mali_inst_error error;
    /* Both stages' tables, exactly as long as needed. */
    const mali_inst_arch archs[] = {MALI_INST_ARCH_V4, MALI_INST_ARCH_V7, MALI_INST_ARCH_V9, MALI_INST_ARCH_V14};
    for (size_t i = 0; i < sizeof archs / sizeof *archs; i++) {
        mali_inst_varying_sizes sizes;
        CHECK(mali_inst_linkage_init_slots(linkage, MALI_INST_DRIVER_PANFROST, archs[i], outputs, 2, inputs, 1, 1, &error) ==
              MALI_INST_OK);
        memset(&sizes, 0, sizeof sizes);
        CHECK(mali_inst_linkage_sizes(linkage, &sizes, &error) == MALI_INST_OK);
        CHECK(sizes.section_bytes == 24);
        const uint32_t lengths[] = {sizes.vertex_words, sizes.fragment_words};
        for (uint32_t stage = MALI_INST_STAGE_VERTEX; stage <= MALI_INST_STAGE_FRAGMENT; stage++) {
            uint32_t *words = words_of(lengths[stage]);
            CHECK(mali_inst_linkage_descriptors(linkage, (mali_inst_stage)stage, words, lengths[stage], &error) ==
                  MALI_INST_OK);
            if (lengths[stage])
                CHECK(mali_inst_linkage_descriptors(linkage, (mali_inst_stage)stage, words, lengths[stage] - 1, &error) ==
                      MALI_INST_ERROR_OUTPUT_TOO_SMALL);
            free(words);
        }
    }
}

void test_varyings(void)
{
    char *normal = name_of("normal"), *uv = name_of("uv");
    const mali_inst_varying outputs[] = {vector(normal, 3), vector(uv, 2)};
    const mali_inst_varying inputs[] = {vector(uv, 2)};
    mali_inst_linkage *linkage = (mali_inst_linkage *)malloc(sizeof *linkage);
    mali_inst_error error;
    if (!linkage)
        abort();
    CHECK(mali_inst_linkage_init_sized(linkage, sizeof *linkage - 1, MALI_INST_DRIVER_PANFROST, MALI_INST_ARCH_V7, outputs, 2, inputs, 1, NULL, MALI_INST_MATCHING_GL, MALI_INST_LINKING_LINKED, &error) ==
          MALI_INST_ERROR_SIZE);
    CHECK(mali_inst_linkage_init(linkage, MALI_INST_DRIVER_PANFROST, MALI_INST_ARCH_V7, outputs, 2, inputs, 1, NULL, MALI_INST_MATCHING_GL, MALI_INST_LINKING_LINKED, &error) ==
          MALI_INST_OK);
    /* Stages that do not match leave no linkage of them. */
    const mali_inst_varying other = vector(uv, 3);
    mali_inst_varying_sizes none;
    CHECK(mali_inst_linkage_init(linkage, MALI_INST_DRIVER_PANFROST, MALI_INST_ARCH_V7, outputs, 2, &other, 1, NULL, MALI_INST_MATCHING_GL, MALI_INST_LINKING_LINKED, &error) ==
          MALI_INST_ERROR_TYPE_MISMATCH);
    CHECK(mali_inst_linkage_sizes(linkage, &none, &error) == MALI_INST_ERROR_UNINITIALISED);
    const mali_inst_varying unnamed = vector(NULL, 2);
    CHECK(mali_inst_linkage_init(linkage, MALI_INST_DRIVER_PANFROST, MALI_INST_ARCH_V7, outputs, 2, &unnamed, 1, NULL, MALI_INST_MATCHING_GL, MALI_INST_LINKING_LINKED, &error) ==
          MALI_INST_ERROR_NULL);
    CHECK(mali_inst_linkage_init(linkage, MALI_INST_DRIVER_PANFROST, MALI_INST_ARCH_V7, outputs, 2, inputs, 1, NULL, MALI_INST_MATCHING_GL, MALI_INST_LINKING_LINKED, &error) ==
          MALI_INST_OK);
    free(normal);
    free(uv);

    /* Only the coordinates are read. */
    uint32_t location = 9;
    size_t found = 0;
    CHECK(mali_inst_linkage_locations(linkage, MALI_INST_STAGE_FRAGMENT, &location, 1, &found, &error) == MALI_INST_OK);
    CHECK(found == 1 && location == 1);
    CHECK(mali_inst_linkage_locations(linkage, MALI_INST_STAGE_VERTEX, &location, 1, &found, &error) == MALI_INST_OK);
    CHECK(found == 2 && location == 0);
    mali_inst_varying_slot *slots = (mali_inst_varying_slot *)malloc(3 * sizeof *slots);
    if (!slots)
        abort();
    CHECK(mali_inst_linkage_slots(linkage, slots, 3, &found, &error) == MALI_INST_OK);
    /* The position, the normal, which is not stored, and the coordinates. */
    CHECK(found == 3 && slots[0].location == 0 && slots[0].vertex_index == 0);
    CHECK(slots[1].offset == MALI_INST_NO_ELEMENT && slots[1].access == MALI_INST_ACCESS_NONE);
    CHECK(slots[2].location == MALI_INST_FIRST_APPLICATION_SLOT + 1 && slots[2].offset == 0 && slots[2].bytes == 8);
    CHECK(slots[2].format == MALI_INST_FORMAT_R32G32_SFLOAT && slots[2].access == MALI_INST_ACCESS_DESCRIPTOR);
    free(slots);

    /* The normal is captured, which no stage reads. */
    const mali_inst_capture capture = {MALI_INST_CAPTURE_VARYING, 0, 0, 0, {0}};
    mali_inst_captured_span *span = (mali_inst_captured_span *)malloc(sizeof *span);
    if (!span)
        abort();
    CHECK(mali_inst_linkage_capture(linkage, &capture, 1, MALI_INST_CAPTURE_MODE_INTERLEAVED, span, 1, &found, &error) ==
          MALI_INST_OK);
    CHECK(found == 1 && span->components == 3 && span->offset == 0);
    const mali_inst_capture moved[] = {{MALI_INST_CAPTURE_NEXT_BUFFER, 0, 0, 0, {0}},
                                       {MALI_INST_CAPTURE_SKIP_COMPONENTS, 0, 0, 2, {0}},
                                       capture};
    CHECK(mali_inst_linkage_capture(linkage, moved, 3, MALI_INST_CAPTURE_MODE_INTERLEAVED, span, 1, &found, &error) ==
          MALI_INST_OK);
    CHECK(found == 1 && span->capture == 2 && span->buffer == 1 && span->offset == 8);
    CHECK(mali_inst_linkage_capture(linkage, moved, 3, MALI_INST_CAPTURE_MODE_SEPARATE, span, 1, &found, &error) ==
          MALI_INST_ERROR_CAPTURE);
    CHECK(mali_inst_linkage_capture(linkage, NULL, 0, MALI_INST_CAPTURE_MODE_INTERLEAVED, NULL, 0, &found, &error) ==
          MALI_INST_OK);
    CHECK(found == 0);
    free(span);

    /* 70 vertices are padded to 72. */
    const mali_inst_target target = target_of(MALI_INST_ARCH_V7);
    const mali_inst_draw_call call = call_of(70, 100);
    mali_inst_varying_buffer *buffers = (mali_inst_varying_buffer *)malloc(MALI_INST_VARYING_BUFFERS * sizeof *buffers);
    if (!buffers)
        abort();
    CHECK(mali_inst_linkage_buffers(linkage, &target, &call, buffers, &error) == MALI_INST_OK);
    CHECK(buffers[0].size == 8 * 72 * 100 && buffers[1].size == 16 * 72 * 100 && buffers[2].size == 0);
    uint32_t *table = words_of(MALI_INST_VARYING_TABLE_WORDS);
    buffers[1].address = 0x2000;
    CHECK(mali_inst_linkage_table(linkage, buffers, table, MALI_INST_VARYING_TABLE_WORDS, &error) ==
          MALI_INST_OK);
    CHECK(table[4] == 0x2001 && table[6] == 16 && table[7] == 16 * 72 * 100);
    free(table);
    free(buffers);
    test_slots(linkage);
    free(linkage);
    test_registers();
}
