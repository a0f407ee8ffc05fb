/* The words of draws: made, decoded, checked. */
#include "check.h"
#include "pipelines.h"

/* A matrix row for every 3 instances, 64 bytes apart. */
static const mali_inst_vertex_buffer row_buffer = {64, MALI_INST_RATE_INSTANCE, 3, {0}};
static const mali_inst_vertex_attribute row_attribute = {MALI_INST_SOURCE_BUFFER, 0,
                                                         MALI_INST_FORMAT_R32G32B32A32_SFLOAT, 16, {0}};

/* Mesa's packer made these words: tests/vectors/. */
static void an_attribute_buffer_is_made_of_counts(void)
{
    static const uint32_t golden[8] = {0x44, 0x27000012, 64, 6400, 0x20, 0x17b425ed, 0, 3};
    const mali_inst_target target = target_of(MALI_INST_ARCH_V7);
    const mali_inst_draw_call call = call_of(70, 100);
    mali_inst_buffer_range range = {UINT64_C(0x1200000040), 6400, 0};
    mali_inst_error error;
    uint32_t *words = words_of(8);
    size_t count;
    CHECK(mali_inst_pack_buffer(&target, &call, &row_buffer, &range, words, 8, &count, &error) == MALI_INST_OK);
    CHECK(count == 8 && memcmp(words, golden, sizeof golden) == 0);

    const mali_inst_vertex_buffer mesh = {20, MALI_INST_RATE_VERTEX, 0, {0}};
    CHECK(mali_inst_pack_buffer(&target, &call, &mesh, &range, words, 8, &count, NULL) == MALI_INST_OK);
    CHECK(count == 4);
    range.address = UINT64_MAX;
    CHECK(mali_inst_pack_buffer(&target, &call, &row_buffer, &range, words, 8, NULL, &error) ==
          MALI_INST_ERROR_ADDRESS_RANGE);
    free(words);
}

static void a_draw_is_written_on_every_architecture(void)
{
    static const mali_inst_arch archs[] = {MALI_INST_ARCH_V4,  MALI_INST_ARCH_V5,  MALI_INST_ARCH_V6,  MALI_INST_ARCH_V7,
                                           MALI_INST_ARCH_V9,  MALI_INST_ARCH_V10, MALI_INST_ARCH_V11, MALI_INST_ARCH_V12,
                                           MALI_INST_ARCH_V13, MALI_INST_ARCH_V14, MALI_INST_ARCH_V15};
    static const uint32_t of_v9[16] = {0x19, 6400, 0x10000004, 0, 0, 0, 0, 0,
                                       0x2fc00035, 0x21000040, 16, 0, 64, 0x2aaaaaaa, 0, 0};
    const mali_inst_draw_call call = call_of(70, 100);
    const mali_inst_buffer_range range = {0x10000004, 6400, 0};
    for (size_t i = 0; i < sizeof archs / sizeof *archs; i++) {
        const mali_inst_target target = target_of(archs[i]);
        const int before_v9 = archs[i] < MALI_INST_ARCH_V9;
        uint32_t input[MALI_INST_VERTEX_INPUT_WORDS(MALI_INST_ARCH_V7, 3, 5)];
        mali_inst_tables tables;
        mali_inst_error error;
        CHECK(mali_inst_vertex_input_init(input, sizeof input / sizeof *input, &target, &row_buffer, 1, &row_attribute, 1, &tables, &error) ==
              MALI_INST_OK);
        /* On V6 and V7 an empty descriptor closes the table. */
        const int closes = archs[i] == MALI_INST_ARCH_V6 || archs[i] == MALI_INST_ARCH_V7;
        CHECK(tables.buffer_words == (closes ? 12u : 8u));
        CHECK(tables.attribute_words == (before_v9 ? 2u : 8u));

        const size_t count = tables.buffer_words + tables.attribute_words;
        uint32_t *words = words_of(count);
        const mali_inst_draw draw = draw_of(input, sizeof input / sizeof *input, call, &range, 1, words, count);
        tables = mali_inst_draw_write(&draw);
        CHECK(tables.is_written);
        if (archs[i] == MALI_INST_ARCH_V9)
            CHECK(memcmp(words, of_v9, sizeof of_v9) == 0);

        mali_inst_descriptor descriptor;
        size_t found = 0;
        CHECK(mali_inst_decode(archs[i], MALI_INST_KIND_BUFFERS, words, tables.buffer_words, &descriptor, 1, &found,
                               &error) == MALI_INST_OK);
        CHECK(found == (closes ? 2u : 1u));
        CHECK(descriptor.descriptor_type == (mali_inst_descriptor_type)(before_v9
                                                                            ? MALI_INST_DESCRIPTOR_ATTRIBUTE_BUFFER
                                                                            : MALI_INST_DESCRIPTOR_BUFFER));
        CHECK(descriptor.length == 8);

        mali_inst_draw_state state;
        memset(&state, 0, sizeof state);
        state.arch = archs[i];
        state.buffers = words;
        state.buffer_words = tables.buffer_words;
        state.attributes = words + tables.buffer_words;
        state.attribute_words = tables.attribute_words;
        mali_inst_job_words job;
        CHECK(mali_inst_draw_job_words(&target, &call, &job, &error) == MALI_INST_OK);
        CHECK(job.has_draw == (uint32_t)before_v9 && job.has_invocation == (uint32_t)before_v9);
        if (before_v9) {
            state.draw = job.draw;
            state.invocation = job.invocation;
        }
        uint64_t unchecked = 0;
        CHECK(mali_inst_check(&state, NULL, 0, &found, &unchecked, &error) == MALI_INST_OK);
        CHECK(found == 0);
        free(words);
    }
}

/* A constant that `gen` made, and the architecture that its manifest says. */
struct constant {
    mali_inst_arch arch;
    const uint32_t *words;
    size_t count;
};

static void a_constant_writes_what_a_pipeline_does(void)
{
#define CONSTANT(arch) {MALI_INST_ARCH_V##arch, CUBE_V##arch, sizeof CUBE_V##arch / sizeof *CUBE_V##arch}
    static const struct constant constants[] = {CONSTANT(4),  CONSTANT(5),  CONSTANT(6),  CONSTANT(7),  CONSTANT(9),
                                                CONSTANT(10), CONSTANT(11), CONSTANT(12), CONSTANT(13), CONSTANT(14)};
    static const mali_inst_vertex_buffer buffers[] = {
        {20, MALI_INST_RATE_VERTEX, 0, {0}}, {64, MALI_INST_RATE_INSTANCE, 3, {0}}, {16, MALI_INST_RATE_CONSTANT, 0, {0}}};
    static const mali_inst_vertex_attribute attributes[] = {
        {MALI_INST_SOURCE_BUFFER, CUBE_V4_BUFFER_MESH, MALI_INST_FORMAT_R32G32B32_SFLOAT, 0, {0}},
        {MALI_INST_SOURCE_BUFFER, CUBE_V4_BUFFER_MODEL, MALI_INST_FORMAT_R32G32B32A32_SFLOAT, 48, {0}},
        {MALI_INST_SOURCE_BUFFER, CUBE_V4_BUFFER_LIGHT, MALI_INST_FORMAT_R8G8B8A8_UNORM, 4, {0}},
        {MALI_INST_SOURCE_INSTANCE_ID, 0, MALI_INST_FORMAT_R32_UINT, 0, {0}},
        {MALI_INST_SOURCE_VERTEX_ID, 0, MALI_INST_FORMAT_R32_UINT, 0, {0}},
    };
    static const mali_inst_buffer_range ranges[] = {
        {0x10000000, 1400, 0}, {0x20000010, 6400, 0}, {0x30000000, 64, 0}};
    for (size_t i = 0; i < sizeof constants / sizeof *constants; i++) {
        const struct constant constant = constants[i];
        mali_inst_target target = target_of(constant.arch);
        target.rounding = MALI_INST_ROUNDING_NEAREST;
        if (constant.arch == MALI_INST_ARCH_V6) {
            target.padding = MALI_INST_PADDING_TIGHT;
            target.idvs = 1;
        }
        if (constant.arch == MALI_INST_ARCH_V10)
            target.resource_table = 3;
        const size_t attribute_count = constant.arch < MALI_INST_ARCH_V6 ? 5 : 3;
        uint32_t input[MALI_INST_VERTEX_INPUT_WORDS(MALI_INST_ARCH_V7, 3, 5)];
        mali_inst_tables tables, written;
        mali_inst_error error;
        CHECK(mali_inst_vertex_input_init(input, sizeof input / sizeof *input, &target, buffers, 3, attributes, attribute_count, &tables, &error) ==
              MALI_INST_OK);
        const size_t count = tables.buffer_words + tables.attribute_words;
        for (uint32_t first_instance = 0; first_instance < 2; first_instance++) {
            mali_inst_draw_call call = call_of(70, 100);
            call.first_instance = first_instance;
            uint32_t *expected = words_of(count), *words = words_of(count);
            mali_inst_draw draw = draw_of(input, sizeof input / sizeof *input, call, ranges, 3, expected, count);
            tables = mali_inst_draw_write(&draw);
            draw = draw_of(constant.words, constant.count, call, ranges, 3, words, count);
            written = mali_inst_draw_write(&draw);
            CHECK(tables.is_written && written.is_written);
            CHECK(written.buffer_words == tables.buffer_words && written.attribute_words == tables.attribute_words);
            CHECK(written.padded_vertices == tables.padded_vertices);
            CHECK(memcmp(words, expected, count * sizeof *words) == 0);
            draw.range_count = 2;
            CHECK(!mali_inst_draw_write(&draw).is_written);
            CHECK(mali_inst_draw_error(&draw, &error) == MALI_INST_ERROR_BUFFER_COUNT);
            draw.range_count = 3;
            draw.input_words = constant.count - 1;
            CHECK(mali_inst_draw_error(&draw, &error) == MALI_INST_ERROR_UNINITIALISED);
            free(expected);
            free(words);
        }
    }
    CHECK(CUBE_V7_WORDS_NEEDED == 34);
}

static void what_cannot_be_right_is_an_error(void)
{
    const mali_inst_target target = target_of(MALI_INST_ARCH_V7);
    const mali_inst_buffer_range range = {0x10000000, 6400, 0};
    uint32_t input[MALI_INST_VERTEX_INPUT_WORDS(MALI_INST_ARCH_V7, 3, 5)];
    mali_inst_tables tables;
    mali_inst_error error;
    CHECK(mali_inst_vertex_input_init(input, sizeof input / sizeof *input, NULL, NULL, 0, NULL, 0, &tables, &error) == MALI_INST_ERROR_NULL);
    CHECK(strcmp(error.text, "target is null") == 0);
    CHECK(mali_inst_vertex_input_init(NULL, sizeof input / sizeof *input, &target, NULL, 0, NULL, 0, &tables, &error) == MALI_INST_ERROR_NULL);
    CHECK(mali_inst_vertex_input_init(input, sizeof input / sizeof *input, &target, NULL, 1, NULL, 0, &tables, &error) == MALI_INST_ERROR_NULL);
    CHECK(mali_inst_vertex_input_init(input, sizeof input / sizeof *input, &target, NULL, 0, NULL, 0, &tables, &error) == MALI_INST_OK);
    CHECK(mali_inst_vertex_input_init(input, sizeof input / sizeof *input, &target, &row_buffer, SIZE_MAX, NULL, 0, &tables, &error) ==
          MALI_INST_ERROR_TOO_MANY);

    const mali_inst_target of_v8 = target_of((mali_inst_arch)8);
    CHECK(mali_inst_vertex_input_init(input, sizeof input / sizeof *input, &of_v8, NULL, 0, NULL, 0, &tables, &error) == MALI_INST_ERROR_VALUE);
    CHECK(strcmp(error.text, "arch 8 is not known: 4 to 7 and 9 to 15 are allowed") == 0);

    memset(input, 0, sizeof input);
    uint32_t *words = words_of(15);
    mali_inst_draw draw = draw_of(input, sizeof input / sizeof *input, call_of(70, 100), &range, 1, words, 14);
    CHECK(mali_inst_draw_error(&draw, &error) == MALI_INST_ERROR_UNINITIALISED);
    CHECK(mali_inst_vertex_input_init(input, sizeof input / sizeof *input, &target, &row_buffer, 1, &row_attribute, 1, &tables, NULL) ==
          MALI_INST_OK);
    draw.word_count = 13;
    CHECK(mali_inst_draw_error(&draw, &error) == MALI_INST_ERROR_OUTPUT_TOO_SMALL);
    CHECK(strcmp(error.text, "13 words are too few for the tables: 14 are needed") == 0);
    draw.word_count = 14;
    draw.range_count = 0;
    CHECK(mali_inst_draw_error(&draw, &error) == MALI_INST_ERROR_BUFFER_COUNT);
    draw.range_count = 1;
    draw.call.vertices = 0;
    CHECK(mali_inst_draw_error(&draw, &error) == MALI_INST_ERROR_VERTEX_COUNT);
    draw.call.vertices = 70;
    CHECK(mali_inst_draw_error(&draw, &error) == MALI_INST_OK);
    draw.reserved[1] = 1;
    CHECK(!mali_inst_draw_write(&draw).is_written);
    CHECK(mali_inst_draw_error(&draw, &error) == MALI_INST_ERROR_UNKNOWN_FIELD);
    draw.reserved[1] = 0;
    CHECK(mali_inst_draw_error(NULL, &error) == MALI_INST_ERROR_NULL);
    CHECK(strcmp(error.text, "draw is null") == 0);
    /* An input may be copied. */
    uint32_t copy[MALI_INST_VERTEX_INPUT_WORDS(MALI_INST_ARCH_V7, 3, 5)];
    memcpy(copy, input, sizeof copy);
    draw.input = copy;
    CHECK(mali_inst_draw_error(&draw, &error) == MALI_INST_OK);
    free(words);
}

static void any_words_are_decoded_and_checked(void)
{
    /* A generator of George Marsaglia's. */
    uint32_t random = 0x2545f491;
    for (int i = 0; i < 20000; i++) {
        uint32_t words[24];
        for (int word = 0; word < 24; word++) {
            random ^= random << 13;
            random ^= random >> 17;
            random ^= random << 5;
            words[word] = random & (random >> 7) & (word % 4 == 0 ? 0x3f : 0xffffffff);
        }
        const mali_inst_arch arch = (mali_inst_arch)(4 + random % 11);
        mali_inst_descriptor descriptors[12];
        mali_inst_field fields[16];
        mali_inst_finding findings[4];
        size_t found = 0;
        const mali_inst_status status = mali_inst_decode(arch, (mali_inst_kind)(random % 4), words, 24, descriptors, 12, &found, NULL);
        CHECK(status == (arch == 8 ? (mali_inst_status)MALI_INST_ERROR_VALUE : (mali_inst_status)MALI_INST_OK));
        for (size_t descriptor = 0; descriptor < found && descriptor < 12; descriptor++) {
            CHECK(memchr(descriptors[descriptor].text, 0, sizeof descriptors[descriptor].text) != NULL);
            if (descriptors[descriptor].status == MALI_INST_OK)
                mali_inst_decode_fields(arch, (mali_inst_kind)(random % 4), words, 24, descriptors[descriptor].word, fields, 16, &found,
                                        NULL);
        }
        mali_inst_draw_state state;
        memset(&state, 0, sizeof state);
        state.arch = arch;
        state.buffers = words;
        state.buffer_words = 16;
        state.attributes = words + 16;
        state.attribute_words = 8;
        state.draw = words + 2;
        state.invocation = words + 4;
        mali_inst_check(&state, findings, 4, &found, NULL, NULL);
        for (size_t finding = 0; finding < found && finding < 4; finding++)
            CHECK(memchr(findings[finding].text, 0, sizeof findings[finding].text) != NULL);
    }
}

void test_draws(void)
{
    an_attribute_buffer_is_made_of_counts();
    a_draw_is_written_on_every_architecture();
    a_constant_writes_what_a_pipeline_does();
    what_cannot_be_right_is_an_error();
    any_words_are_decoded_and_checked();
}
