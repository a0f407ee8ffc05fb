/* The bytes of stack that functions of the library take on this machine. */
#define _GNU_SOURCE
#include "mali_inst_buffers.h"
#include "mali_inst_varyings.h"

#include <stdio.h>
#include <string.h>
#include <ucontext.h>

#define COUNT(array) (sizeof(array) / sizeof *(array))

/* A stack of its own, and the value of bytes that no call has written. */
static uint8_t stack[1 << 16];
static const uint8_t unused = 0xa5;

static uint32_t input[MALI_INST_VERTEX_INPUT_WORDS(MALI_INST_ARCH_V7, 3, 5)];
static mali_inst_linkage linkage;
static uint64_t state_memory[MALI_INST_PLANNER_STATE_WORDS(16)];
static mali_inst_planner_state *state;
static mali_inst_planner planner;
static uint32_t words[512];
static mali_inst_tables tables;
static mali_inst_error error;
static mali_inst_status status;

static mali_inst_target target = {.arch = MALI_INST_ARCH_V7, .padding = MALI_INST_PADDING_HARDWARE};
static mali_inst_draw_call call = {.vertices = 70, .instances = 100};
static const mali_inst_vertex_buffer buffers[] = {
    {.stride = 20, .rate = MALI_INST_RATE_VERTEX},
    {.stride = 64, .rate = MALI_INST_RATE_INSTANCE, .divisor = 3},
};
static const mali_inst_vertex_attribute attributes[] = {
    {.buffer = 0, .format = MALI_INST_FORMAT_R32G32B32_SFLOAT},
    {.buffer = 1, .format = MALI_INST_FORMAT_R32G32B32A32_SFLOAT},
};
static const mali_inst_buffer_range ranges[] = {
    {.address = 0x10000000, .size = 70 * 20},
    {.address = 0x20000010, .size = 34 * 64},
};
static const mali_inst_varying outputs[] = {
    {.name = "normal", .bits = 32, .components = 3, .columns = 1},
    {.name = "uv", .bits = 32, .components = 2, .columns = 1},
};

static void nothing(void)
{
}

static void pad(void)
{
    uint32_t padded;
    status = mali_inst_padded_vertices(&target, &call, &padded, &error);
}

static void init(void)
{
    status = mali_inst_vertex_input_init(input, sizeof input / sizeof *input, &target, buffers, COUNT(buffers), attributes,
                                         COUNT(attributes), &tables, &error);
}

static void write_draw(void)
{
    const mali_inst_draw draw = {.input = input,
                                 .input_words = COUNT(input),
                                 .ranges = ranges,
                                 .range_count = COUNT(ranges),
                                 .words = words,
                                 .word_count = COUNT(words),
                                 .call = call};
    tables = mali_inst_draw_write(&draw);
    status = tables.is_written ? MALI_INST_OK : MALI_INST_ERROR_OTHER;
}

static void write_job(void)
{
    mali_inst_job_words job;
    status = mali_inst_draw_job_words(&target, &call, &job, &error);
}

static void depend(void)
{
    static mali_inst_dependencies of_buffers[2][MALI_INST_MAX_DESCRIPTOR_WORDS];
    static mali_inst_dependencies of_attributes[2][MALI_INST_MAX_DESCRIPTOR_WORDS];
    status = mali_inst_draw_dependencies(&target, buffers, COUNT(buffers), attributes, COUNT(attributes), of_buffers,
                                         of_attributes, &error);
}

static void decode(void)
{
    static mali_inst_descriptor descriptors[8];
    size_t found;
    status = mali_inst_decode(target.arch, MALI_INST_KIND_BUFFERS, words, tables.buffer_words, descriptors, 8, &found,
                              &error);
}

static void link_together(void)
{
    status = mali_inst_linkage_init(&linkage, MALI_INST_DRIVER_PANFROST, target.arch, outputs, COUNT(outputs), outputs,
                                    COUNT(outputs), NULL, MALI_INST_MATCHING_GL_ES, MALI_INST_LINKING_LINKED, &error);
}

static void link_separable(void)
{
    status = mali_inst_linkage_init(&linkage, MALI_INST_DRIVER_PANFROST, target.arch, outputs, COUNT(outputs), outputs,
                                    COUNT(outputs), NULL, MALI_INST_MATCHING_GL_ES, MALI_INST_LINKING_SEPARABLE, &error);
}

static void link_buffers(void)
{
    mali_inst_varying_buffer sizes[MALI_INST_VARYING_BUFFERS];
    status = mali_inst_linkage_buffers(&linkage, &target, &call, sizes, &error);
}

static void link_descriptors(void)
{
    status = mali_inst_linkage_descriptors(&linkage, MALI_INST_STAGE_FRAGMENT, words, COUNT(words), &error);
}

/* The position and an output of the application. */
static const mali_inst_slot slots[] = {
    {.bits = 32, .components = 4},
    {.location = 32, .index = 1, .bits = 32, .components = 2},
};

static void place_slots(void)
{
    uint32_t offsets[COUNT(slots)], bytes;
    status = mali_inst_slots_place(slots, COUNT(slots), offsets, &bytes, &error);
}

static void link_slots(void)
{
    static mali_inst_linkage of_slots;
    status = mali_inst_linkage_init_slots(&of_slots, MALI_INST_DRIVER_PANFROST, target.arch, slots, COUNT(slots),
                                          &slots[1], 1, 1, &error);
}

static void capture(void)
{
    static const mali_inst_capture captures[] = {{.kind = MALI_INST_CAPTURE_VARYING, .varying = 1}};
    mali_inst_captured_span spans[COUNT(captures)];
    size_t found;
    status = mali_inst_linkage_capture(&linkage, captures, COUNT(captures), MALI_INST_CAPTURE_MODE_INTERLEAVED, spans,
                                       COUNT(spans), &found, &error);
}

static void pack_registers(void)
{
    static mali_inst_varying_place places[COUNT(outputs)];
    uint32_t used;
    status = mali_inst_registers_pack(MALI_INST_GLSL_ES_100, 8, outputs, COUNT(outputs), NULL, places, &used, &error);
}

static const mali_inst_planned_binding bindings[] = {{.source.kind = MALI_INST_DATA_CLIENT, .stride = 4}};
static const mali_inst_planned_element elements[] = {{.format = MALI_INST_FORMAT_R32_SFLOAT}};

static void state_init(void)
{
    static const mali_inst_planned_rules rules = {.padding = MALI_INST_PADDING_HARDWARE};
    status = mali_inst_planner_state_init(state_memory, COUNT(state_memory), &rules, &state, &error);
}

static void state_set(void)
{
    status = mali_inst_planner_state_set(state, bindings, COUNT(bindings), elements, COUNT(elements), &error);
}

static void state_bind(void)
{
    status = mali_inst_planner_state_bind(state, bindings, COUNT(bindings), &error);
}

static void state_set_arrays(void)
{
    status = mali_inst_planner_state_set_arrays(state, bindings, COUNT(bindings), elements, COUNT(elements), &error);
}

static void planner_init(void)
{
    static const mali_inst_planner_target planned = {.arch = MALI_INST_ARCH_V7};
    status = mali_inst_planner_init(&planner, 1, &planned, 4096, &error);
}

static mali_inst_planner_buffer *no_buffer(void *user, uint64_t number)
{
    (void)user;
    (void)number;
    return NULL;
}

static const uint8_t *read_zeros(void *user, mali_inst_data_source source, uint64_t begin, uint64_t size)
{
    static const uint8_t zeros[512];
    (void)user;
    (void)source;
    return begin + size <= sizeof zeros ? zeros + begin : NULL;
}

static uint32_t allocate(void *user, uint64_t size, mali_inst_block *block)
{
    (void)user;
    *block = (mali_inst_block){1, 0x10000000, size};
    return 1;
}

static void retire(void *user, mali_inst_block block, uint64_t until)
{
    (void)user;
    (void)block;
    (void)until;
}

static uint8_t *write_bytes(void *user, mali_inst_block block, uint64_t begin, uint64_t size)
{
    static uint8_t memory[8192];
    (void)user;
    (void)block;
    return begin + size <= sizeof memory ? memory + begin : NULL;
}

/* The first draw of a state, which is streamed. */
static void planner_draw(void)
{
    static const mali_inst_client_state client_state = {.buffer = no_buffer, .read = read_zeros};
    static const mali_inst_gpu_memory memory = {.allocate = allocate, .retire = retire, .write = write_bytes};
    static const mali_inst_planned_draw draw = {.count = 70, .instances = 100};
    static mali_inst_drawn drawn;
    status = mali_inst_planner_draw(&planner, state, &draw, &client_state, &memory, 1, words, COUNT(words), &drawn, &error);
}

static void fail(void)
{
    const mali_inst_buffer_range wrong[] = {ranges[0], {.address = 1ull << 56, .size = 1}};
    const mali_inst_draw draw = {.input = input,
                                 .input_words = COUNT(input),
                                 .ranges = wrong,
                                 .range_count = COUNT(wrong),
                                 .words = words,
                                 .word_count = COUNT(words),
                                 .call = call};
    status = mali_inst_draw_error(&draw, &error);
}

static void fail_to_link(void)
{
    const mali_inst_varying inputs[] = {{.name = "uv", .bits = 32, .components = 3, .columns = 1}};
    status = mali_inst_linkage_init(&linkage, MALI_INST_DRIVER_PANFROST, target.arch, outputs, COUNT(outputs), inputs,
                                    COUNT(inputs), NULL, MALI_INST_MATCHING_GL_ES, MALI_INST_LINKING_LINKED, &error);
}

static size_t bytes_of(void (*measured)(void))
{
    ucontext_t here, there;
    memset(stack, unused, sizeof stack);
    getcontext(&there);
    there.uc_stack.ss_sp = stack;
    there.uc_stack.ss_size = sizeof stack;
    there.uc_link = &here;
    makecontext(&there, measured, 0);
    swapcontext(&here, &there);
    size_t untouched = 0;
    while (untouched < sizeof stack && stack[untouched] == unused)
        untouched++;
    return sizeof stack - untouched;
}

int main(void)
{
    static const struct {
        const char *name;
        void (*call)(void);
        mali_inst_status expected;
    } cases[] = {
        {"padded_vertices", pad, MALI_INST_OK},
        {"vertex_input_init", init, MALI_INST_OK},
        {"draw_write", write_draw, MALI_INST_OK},
        {"draw_job_words", write_job, MALI_INST_OK},
        {"draw_dependencies", depend, MALI_INST_OK},
        {"decode", decode, MALI_INST_OK},
        {"linkage_init", link_together, MALI_INST_OK},
        {"linkage_init, separable", link_separable, MALI_INST_OK},
        {"linkage_buffers", link_buffers, MALI_INST_OK},
        {"linkage_descriptors", link_descriptors, MALI_INST_OK},
        {"slots_place", place_slots, MALI_INST_OK},
        {"linkage_init_slots", link_slots, MALI_INST_OK},
        {"linkage_capture", capture, MALI_INST_OK},
        {"registers_pack", pack_registers, MALI_INST_OK},
        {"planner_state_init", state_init, MALI_INST_OK},
        {"planner_state_set", state_set, MALI_INST_OK},
        {"planner_state_bind", state_bind, MALI_INST_OK},
        {"planner_state_set_arrays", state_set_arrays, MALI_INST_OK},
        {"planner_init", planner_init, MALI_INST_OK},
        {"planner_draw", planner_draw, MALI_INST_OK},
        {"draw_error, with its text", fail, MALI_INST_ERROR_ADDRESS_RANGE},
        {"a text of linkage_init", fail_to_link, MALI_INST_ERROR_TYPE_MISMATCH},
    };
    const size_t itself = bytes_of(nothing);
    int failed = 0;
    for (size_t i = 0; i < COUNT(cases); i++) {
        const size_t bytes = bytes_of(cases[i].call) - itself;
        printf("%6zu %s\n", bytes, cases[i].name);
        if (status != cases[i].expected) {
            fprintf(stderr, "%s: status %d, and not %d\n", cases[i].name, (int)status, (int)cases[i].expected);
            failed = 1;
        }
    }
    return failed;
}
