/* The planner: the places that draws read their data from. */
#include "check.h"

/* The buffers and bytes of an application, and the GPU's memory. */
struct scene {
    mali_inst_planner_buffer buffer;
    uint8_t bytes[1400];
    uint8_t memory[8192];
    uint64_t allocated;
    /* The last block that was given back, and the last work that reads it. */
    uint64_t retired_handle;
    uint64_t retired_until;
    uint32_t retired;
};

#ifdef __cplusplus
extern "C" {
#endif

static mali_inst_planner_buffer *find_buffer(void *user, uint64_t number)
{
    return number == 1 ? &((struct scene *)user)->buffer : NULL;
}

static const uint8_t *read_bytes(void *user, mali_inst_data_source source, uint64_t begin, uint64_t size)
{
    (void)source;
    return begin + size <= 1400 ? ((struct scene *)user)->bytes + begin : NULL;
}

static uint32_t allocate(void *user, uint64_t size, mali_inst_block *block)
{
    struct scene *scene = (struct scene *)user;
    if (size > sizeof scene->memory - scene->allocated)
        return 0;
    block->handle = scene->allocated;
    block->address = 0x20000000 + scene->allocated;
    block->size = size;
    scene->allocated += (size + 63) / 64 * 64;
    return 1;
}

static void retire(void *user, mali_inst_block block, uint64_t until)
{
    struct scene *scene = (struct scene *)user;
    scene->retired++;
    scene->retired_handle = block.handle;
    scene->retired_until = until;
}

static uint8_t *write_bytes(void *user, mali_inst_block block, uint64_t begin, uint64_t size)
{
    return begin + size <= block.size ? ((struct scene *)user)->memory + block.handle + begin : NULL;
}

#ifdef __cplusplus
}
#endif

/* A planner, a state of one attribute, and a draw. */
struct drawing {
    struct scene scene;
    mali_inst_client_state client_state;
    mali_inst_gpu_memory memory;
    mali_inst_planner planner;
    uint64_t state_memory[MALI_INST_PLANNER_STATE_WORDS(1)];
    mali_inst_planner_state *state;
    mali_inst_planned_binding binding;
    mali_inst_planned_element element;
    mali_inst_planned_rules rules;
    mali_inst_planned_draw draw;
    mali_inst_drawn drawn;
    mali_inst_error error;
    /* Twelve words for the buffer and the terminator, and two for the attribute. */
    uint32_t *words;
};

static void bind(struct drawing *drawing)
{
    CHECK(mali_inst_planner_state_init(drawing->state_memory, MALI_INST_PLANNER_STATE_WORDS(1), &drawing->rules,
                                      &drawing->state, &drawing->error) == MALI_INST_OK);
    CHECK(mali_inst_planner_state_set(drawing->state, &drawing->binding, 1, &drawing->element, 1, &drawing->error) ==
          MALI_INST_OK);
}

/* A buffer of 1400 bytes with elements of 20, which the GPU sees, and a draw of 70 vertices and 100 instances. */
static void begin(struct drawing *drawing, uint64_t context, uint32_t robust_access, uint32_t waits)
{
    const mali_inst_planner_target target = {MALI_INST_ARCH_V7, robust_access, 0, waits, {0}};
    const mali_inst_planned_rules rules = {MALI_INST_PADDING_HARDWARE, MALI_INST_ROUNDING_ROUND_DOWN, 0, 0, 3, 0, {0}};
    memset(drawing, 0, sizeof *drawing);
    memset(drawing->scene.bytes, 7, sizeof drawing->scene.bytes);
    drawing->client_state.user = &drawing->scene;
    drawing->client_state.buffer = find_buffer;
    drawing->client_state.read = read_bytes;
    drawing->memory.user = &drawing->scene;
    drawing->memory.allocate = allocate;
    drawing->memory.retire = retire;
    drawing->memory.write = write_bytes;
    drawing->binding.source.number = 1;
    drawing->element.format = MALI_INST_FORMAT_R32G32B32_SFLOAT;
    drawing->binding.stride = 20;
    drawing->rules = rules;
    drawing->draw.count = 70;
    drawing->draw.instances = 100;
    drawing->words = words_of(14);
    CHECK(mali_inst_planner_buffer_init(&drawing->scene.buffer, 1, 1400, MALI_INST_USAGE_DYNAMIC, 0x10000000, NULL) ==
          MALI_INST_OK);
    CHECK(mali_inst_planner_init(&drawing->planner, context, &target, 1408, NULL) == MALI_INST_OK);
    bind(drawing);
}

static void end(struct drawing *drawing)
{
    free(drawing->words);
}

/* 35 indices of 16 bits in the same buffer. */
static void index_from(struct drawing *drawing, uint64_t offset)
{
    drawing->draw.count = 35;
    drawing->draw.index_size = 2;
    drawing->draw.index_source.number = 1;
    drawing->draw.index_offset = offset;
}

static mali_inst_status draw(struct drawing *drawing, uint64_t work)
{
    return mali_inst_planner_draw(&drawing->planner, drawing->state, &drawing->draw, &drawing->client_state,
                                  &drawing->memory, work, drawing->words, 14, &drawing->drawn, &drawing->error);
}

/* The outcome of a draw without an error. */
static mali_inst_outcome outcome(struct drawing *drawing, uint64_t work)
{
    drawing->drawn.outcome = (mali_inst_outcome)9;
    CHECK(draw(drawing, work) == MALI_INST_OK);
    return drawing->drawn.outcome;
}

static mali_inst_planner_counters counters_of(const struct drawing *drawing)
{
    mali_inst_planner_counters counters;
    CHECK(mali_inst_planner_get_counters(&drawing->planner, &counters, NULL) == MALI_INST_OK);
    return counters;
}

static void a_draw_is_written_and_the_same_again_is_not(void)
{
    struct drawing drawing;
    begin(&drawing, 1, 0, 0);
    const uint32_t *words = drawing.words;
    const mali_inst_planned_input *input = &drawing.drawn.input;
    size_t needed = 0;
    CHECK(mali_inst_planner_table_words(&drawing.planner, drawing.state, &needed, NULL) == MALI_INST_OK && needed == 14);

    /* In a buffer that the GPU sees: in place. */
    CHECK(mali_inst_planner_draw(&drawing.planner, drawing.state, &drawing.draw, &drawing.client_state, &drawing.memory, 1,
                                 drawing.words, 13, &drawing.drawn, &drawing.error) == MALI_INST_ERROR_OUTPUT_TOO_SMALL);
    CHECK(outcome(&drawing, 1) == MALI_INST_OUTCOME_WRITTEN);
    CHECK(input->tables.buffer_words == 8 && input->tables.attribute_words == 2);
    CHECK(words[0] == 0x10000003 && words[1] == 0x83000000 && words[2] == 20 && words[3] == 1400);
    CHECK(outcome(&drawing, 1) == MALI_INST_OUTCOME_UNCHANGED);
    CHECK(outcome(&drawing, 2) == MALI_INST_OUTCOME_UNCHANGED);

    /* In memory of the client's: streamed. */
    drawing.binding.source.kind = MALI_INST_DATA_CLIENT;
    bind(&drawing);
    CHECK(outcome(&drawing, 2) == MALI_INST_OUTCOME_WRITTEN);
    CHECK(words[0] == 0x20000003 && input->vertices.vertices == 70 && input->job.has_draw == 1);
    const mali_inst_target of_v7 = target_of(MALI_INST_ARCH_V7);
    mali_inst_draw_call call = call_of(70, 100);
    call.primitive_vertices = drawing.rules.primitive_vertices;
    mali_inst_job_words job;
    CHECK(mali_inst_draw_job_words(&of_v7, &call, &job, NULL) == MALI_INST_OK);
    CHECK(memcmp(&input->job, &job, sizeof job) == 0);
    CHECK(drawing.scene.memory[0] == 7);
    const mali_inst_planner_counters counters = counters_of(&drawing);
    CHECK(counters.written == 2 && counters.unchanged == 2 && counters.copies_made == 0);
    end(&drawing);
}

/* 70 elements of 12 bytes, of which 69 have a distance of 20, do not fit 1408 bytes twice. */
static void a_full_ring_waits_for_the_work_that_reads_it(void)
{
    struct drawing drawing;
    begin(&drawing, 2, 0, 1);
    drawing.binding.source.kind = MALI_INST_DATA_CLIENT;
    bind(&drawing);
    CHECK(outcome(&drawing, 1) == MALI_INST_OUTCOME_WRITTEN);
    CHECK(outcome(&drawing, 2) == MALI_INST_OUTCOME_WAIT && drawing.drawn.until == 1);
    CHECK(mali_inst_planner_complete(&drawing.planner, 1, NULL) == MALI_INST_OK);
    CHECK(outcome(&drawing, 2) == MALI_INST_OUTCOME_WRITTEN);
    CHECK(draw(&drawing, 1) == MALI_INST_ERROR_SEQUENCE && drawing.error.element == MALI_INST_NO_ELEMENT);
    CHECK(counters_of(&drawing).waits == 1 && drawing.scene.retired == 0);

    /* Another block, and then none. */
    CHECK(mali_inst_planner_discard(&drawing.planner, NULL) == MALI_INST_OK);
    CHECK(outcome(&drawing, 3) == MALI_INST_OUTCOME_WRITTEN);
    CHECK(drawing.scene.retired == 1 && drawing.scene.retired_handle == 0 && drawing.scene.retired_until == 2);
    CHECK(mali_inst_planner_release(&drawing.planner, &drawing.memory, NULL) == MALI_INST_OK);
    CHECK(drawing.scene.retired == 2 && drawing.scene.retired_until == 3);
    end(&drawing);
}

static void without_memory_a_draw_fails_and_leaves_no_harm(void)
{
    struct drawing drawing;
    begin(&drawing, 3, 0, 0);
    drawing.binding.source.kind = MALI_INST_DATA_CLIENT;
    bind(&drawing);
    drawing.scene.allocated = sizeof drawing.scene.memory;
    CHECK(draw(&drawing, 1) == MALI_INST_ERROR_NO_MEMORY);
    drawing.scene.allocated = 0;
    CHECK(outcome(&drawing, 1) == MALI_INST_OUTCOME_WRITTEN);
    end(&drawing);
}

static void elements_are_set_again_within_the_states_memory(void)
{
    struct drawing drawing;
    begin(&drawing, 4, 0, 0);
    mali_inst_planned_element elements[MALI_INST_MAX_PLANNED_ATTRIBUTES + 1];
    for (size_t i = 0; i < sizeof elements / sizeof *elements; i++)
        elements[i] = drawing.element;
    const mali_inst_planned_binding *binding = &drawing.binding;
    CHECK(mali_inst_planner_state_set(drawing.state, binding, 1, elements, 8, NULL) == MALI_INST_OK);
    CHECK(mali_inst_planner_state_set(drawing.state, binding, 1, elements, 9, NULL) == MALI_INST_ERROR_TOO_MANY);
    CHECK(mali_inst_planner_state_bind(drawing.state, binding, 0, NULL) == MALI_INST_ERROR_VALUE);
    static uint64_t larger[MALI_INST_PLANNER_STATE_WORDS(MALI_INST_MAX_PLANNED_ATTRIBUTES)];
    const size_t count = sizeof larger / sizeof *larger;
    CHECK(mali_inst_planner_state_init(larger, count, &drawing.rules, &drawing.state, NULL) == MALI_INST_OK);
    CHECK(mali_inst_planner_state_set(drawing.state, binding, 1, elements, 16, NULL) == MALI_INST_OK);
    CHECK(mali_inst_planner_state_set(drawing.state, binding, 1, elements, 17, NULL) == MALI_INST_ERROR_TOO_MANY);
    CHECK(mali_inst_planner_state_init(larger, MALI_INST_PLANNER_STATE_WORDS(8) - 1, &drawing.rules, &drawing.state,
                                      &drawing.error) == MALI_INST_ERROR_OUTPUT_TOO_SMALL);
    CHECK(strstr(drawing.error.text, "words are too few") != NULL);
    end(&drawing);
}

/* Positions, and colours after them in the same elements: one descriptor, as two arrays or as one binding. */
static void interleaved_arrays_are_one_binding(void)
{
    struct drawing drawing;
    begin(&drawing, 16, 0, 0);
    mali_inst_planned_binding bindings[2] = {drawing.binding, drawing.binding};
    mali_inst_planned_element elements[2] = {drawing.element, drawing.element};
    size_t separate = 0, merged = 0, bound = 0;
    bindings[1].offset = 12;
    elements[1].binding = 1;
    elements[1].format = MALI_INST_FORMAT_R8G8B8A8_UNORM;
    CHECK(mali_inst_planner_state_set(drawing.state, bindings, 2, elements, 2, NULL) == MALI_INST_OK);
    CHECK(mali_inst_planner_table_words(&drawing.planner, drawing.state, &separate, NULL) == MALI_INST_OK);
    CHECK(mali_inst_planner_state_set_arrays(drawing.state, bindings, 2, elements, 2, NULL) == MALI_INST_OK);
    CHECK(mali_inst_planner_table_words(&drawing.planner, drawing.state, &merged, NULL) == MALI_INST_OK);
    elements[1].binding = 0;
    elements[1].offset = 12;
    CHECK(mali_inst_planner_state_set(drawing.state, bindings, 1, elements, 2, NULL) == MALI_INST_OK);
    CHECK(mali_inst_planner_table_words(&drawing.planner, drawing.state, &bound, NULL) == MALI_INST_OK);
    CHECK(separate == 2 * 8 + 4 + 2 * 2 && merged == 8 + 4 + 2 * 2 && bound == merged);
    end(&drawing);
}

static void an_indexed_draw_says_what_it_is_submitted_with(void)
{
    struct drawing drawing;
    begin(&drawing, 5, 0, 0);
    index_from(&drawing, 64);
    drawing.draw.base_vertex = 2;
    drawing.draw.has_index_bounds = 1;
    drawing.draw.minimum_index = 3;
    drawing.draw.maximum_index = 12;
    CHECK(outcome(&drawing, 1) == MALI_INST_OUTCOME_WRITTEN);
    /* Vertices 5 to 14, and an index counts from the first of them. */
    const mali_inst_planned_input *input = &drawing.drawn.input;
    CHECK(input->vertices.vertices == 10 && input->vertices.first_vertex == 5);
    CHECK(input->vertices.base_vertex_offset == -3);
    CHECK(input->index_address == 0x10000040 && input->index_size == 2 && input->index_count == 35);
    CHECK(input->job.has_draw == 1 && input->job.has_invocation == 1);
    end(&drawing);
}

/* Reads of the bytes of indices are counted by what they return: bounds that were kept stay as they were. */
static void bounds_are_kept_in_memory_that_the_caller_gives(void)
{
    struct drawing drawing;
    mali_inst_planner_index_bounds bounds[2];
    begin(&drawing, 6, 0, 0);
    memset(drawing.scene.bytes, 0, sizeof drawing.scene.bytes);
    index_from(&drawing, 64);
    mali_inst_planner_buffer *buffer = &drawing.scene.buffer;
    const mali_inst_planned_input *input = &drawing.drawn.input;
    CHECK(mali_inst_planner_buffer_keep_bounds(buffer, bounds, 2, NULL) == MALI_INST_OK);
    CHECK(outcome(&drawing, 1) == MALI_INST_OUTCOME_WRITTEN && input->vertices.vertices == 1);
    /* The application has not said that these bytes changed. A state knows the bounds of its last indices, and a new one
       does not. */
    drawing.scene.bytes[64] = 9;
    bind(&drawing);
    CHECK(outcome(&drawing, 1) == MALI_INST_OUTCOME_WRITTEN && input->vertices.vertices == 1);
    CHECK(mali_inst_planner_buffer_keep_bounds(buffer, NULL, 2, NULL) == MALI_INST_ERROR_NULL);
    CHECK(mali_inst_planner_index_bounds_size() == sizeof bounds[0]);
    CHECK(mali_inst_planner_buffer_keep_bounds_sized(buffer, bounds, sizeof bounds[0] - 8, 2, NULL) == MALI_INST_ERROR_SIZE);
    CHECK(mali_inst_planner_buffer_keep_bounds(buffer, NULL, 0, NULL) == MALI_INST_OK);
    memset(bounds, 0xee, sizeof bounds);
    bind(&drawing);
    CHECK(outcome(&drawing, 1) == MALI_INST_OUTCOME_WRITTEN && input->vertices.vertices == 10);
    end(&drawing);
}

static void line_loops_are_drawn_as_strips_and_lines(void)
{
    static const uint8_t loop[8] = {7, 0, 8, 0, 9, 0, 10, 0};
    static const uint8_t strip[10] = {7, 0, 8, 0, 9, 0, 10, 0, 7, 0};
    const mali_inst_data_source client = {3, MALI_INST_DATA_CLIENT};
    const mali_inst_planner_target robust = {MALI_INST_ARCH_V7, 1, 0, 0, {0}};
    struct drawing drawing;
    mali_inst_line_loop drawn;
    mali_inst_error error;
    uint8_t bytes[10] = {0};
    begin(&drawing, 15, 0, 0);
    index_from(&drawing, 1392);
    memcpy(drawing.scene.bytes + 1392, loop, sizeof loop);
    drawing.draw.count = 4;
    drawing.draw.instances = 1;
    drawing.draw.first_instance = 5;
    drawing.draw.base_vertex = -2;

    /* The line from the last vertex to the first. */
    CHECK(mali_inst_planner_line_loop(&drawing.planner, &drawing.draw, &drawing.client_state, client, bytes, sizeof bytes,
                                      &drawn, &error) == MALI_INST_OK);
    CHECK(drawn.kind == MALI_INST_LINE_LOOP_CLOSED && drawn.size == 4);
    CHECK(bytes[0] == 10 && bytes[1] == 0 && bytes[2] == 7 && bytes[3] == 0);
    CHECK(drawn.draw.count == 2 && drawn.draw.index_size == 2 && drawn.draw.index_offset == 0);
    CHECK(drawn.draw.index_source.kind == MALI_INST_DATA_CLIENT && drawn.draw.index_source.number == 3);
    CHECK(drawn.draw.base_vertex == -2 && drawn.draw.instances == 1 && drawn.draw.first_instance == 5);
    CHECK(drawn.draw.has_index_bounds && drawn.draw.minimum_index == 7 && drawn.draw.maximum_index == 10);

    /* A closing line would come after the strips of all instances. */
    drawing.draw.instances = 2;
    CHECK(mali_inst_planner_line_loop(&drawing.planner, &drawing.draw, &drawing.client_state, client, NULL, 0, &drawn,
                                      &error) == MALI_INST_OK);
    CHECK(drawn.kind == MALI_INST_LINE_LOOP_REWRITTEN && drawn.size == sizeof strip && drawn.draw.count == 5);
    CHECK(mali_inst_planner_line_loop(&drawing.planner, &drawing.draw, &drawing.client_state, client, bytes,
                                      sizeof strip - 1, &drawn, &error) == MALI_INST_ERROR_OUTPUT_TOO_SMALL);
    CHECK(mali_inst_planner_line_loop(&drawing.planner, &drawing.draw, &drawing.client_state, client, bytes, sizeof bytes,
                                      &drawn, &error) == MALI_INST_OK);
    CHECK(memcmp(bytes, strip, sizeof strip) == 0);

    /* One index more than there are, and with robust access those that there are. */
    drawing.draw.count = 5;
    CHECK(mali_inst_planner_line_loop(&drawing.planner, &drawing.draw, &drawing.client_state, client, NULL, 0, &drawn,
                                      &error) == MALI_INST_ERROR_PAST_END);
    CHECK(mali_inst_planner_init(&drawing.planner, 4, &robust, 2048, NULL) == MALI_INST_OK);
    CHECK(mali_inst_planner_line_loop(&drawing.planner, &drawing.draw, &drawing.client_state, client, NULL, 0, &drawn,
                                      &error) == MALI_INST_OK);
    CHECK(drawn.kind == MALI_INST_LINE_LOOP_REWRITTEN && drawn.draw.count == 5);
    drawing.draw.index_offset = 1398;
    CHECK(mali_inst_planner_line_loop(&drawing.planner, &drawing.draw, &drawing.client_state, client, NULL, 0, &drawn,
                                      &error) == MALI_INST_OK);
    CHECK(drawn.kind == MALI_INST_LINE_LOOP_NOTHING && drawn.size == 0);
    end(&drawing);
}

static void nothing_is_drawn_of_indices_that_all_restart(void)
{
    struct drawing drawing;
    begin(&drawing, 7, 0, 0);
    memset(drawing.scene.bytes, 0xff, sizeof drawing.scene.bytes);
    index_from(&drawing, 64);
    drawing.draw.has_restart_index = 1;
    drawing.draw.restart_index = 0xffff;
    CHECK(outcome(&drawing, 1) == MALI_INST_OUTCOME_NOTHING);
    drawing.draw.instances = 0;
    CHECK(outcome(&drawing, 1) == MALI_INST_OUTCOME_NOTHING);
    end(&drawing);
}

static void robust_access_draws_nothing_of_indices_past_the_end(void)
{
    struct drawing drawing;
    for (uint32_t robust_access = 0; robust_access < 2; robust_access++) {
        begin(&drawing, 8 + robust_access, robust_access, 0);
        index_from(&drawing, 1400);
        CHECK(draw(&drawing, 1) == (robust_access ? MALI_INST_OK : MALI_INST_ERROR_PAST_END));
        if (robust_access)
            CHECK(drawing.drawn.outcome == MALI_INST_OUTCOME_NOTHING);
        end(&drawing);
    }
}

static void changes_of_a_buffer_say_which_work_reads_the_old_data(void)
{
    struct drawing drawing;
    begin(&drawing, 10, 0, 0);
    mali_inst_planner_buffer *buffer = &drawing.scene.buffer;
    const mali_inst_gpu_memory *memory = &drawing.memory;
    uint64_t work = 9;
    CHECK(outcome(&drawing, 1) == MALI_INST_OUTCOME_WRITTEN);

    /* Nothing changes where the change cannot be. */
    CHECK(mali_inst_planner_buffer_moved(buffer, 0, &work, &drawing.error) == MALI_INST_ERROR_ZERO);
    CHECK(strstr(drawing.error.text, "address 0") != NULL);
    CHECK(mali_inst_planner_buffer_moved(buffer, 0x10002000, NULL, NULL) == MALI_INST_ERROR_NULL);
    CHECK(mali_inst_planner_buffer_changed(buffer, 0, 4, 0, memory, NULL, NULL) == MALI_INST_ERROR_NULL);
    CHECK(mali_inst_planner_buffer_release(buffer, memory, NULL, NULL) == MALI_INST_ERROR_NULL);
    CHECK(mali_inst_planner_buffer_set_volatile(buffer, 1, NULL, NULL) == MALI_INST_ERROR_NULL);
    CHECK(outcome(&drawing, 1) == MALI_INST_OUTCOME_UNCHANGED);

    CHECK(mali_inst_planner_buffer_moved(buffer, 0x10002000, &work, NULL) == MALI_INST_OK && work == 1);
    CHECK(outcome(&drawing, 2) == MALI_INST_OUTCOME_WRITTEN && drawing.words[0] == 0x10002003);
    CHECK(mali_inst_planner_buffer_changed(buffer, 0, 4, 1, memory, &work, NULL) == MALI_INST_OK && work == 2);
    CHECK(mali_inst_planner_buffer_changed(buffer, 0, 4, 2, memory, &work, NULL) == MALI_INST_OK && work == 0);
    CHECK(mali_inst_planner_buffer_set_volatile(buffer, 1, memory, NULL) == MALI_INST_OK);
    CHECK(outcome(&drawing, 3) == MALI_INST_OUTCOME_WRITTEN);
    CHECK(mali_inst_planner_buffer_data(buffer, 1400, MALI_INST_USAGE_DYNAMIC, 0x10001000, memory, &work, NULL) == MALI_INST_OK &&
          work == 3);
    CHECK(outcome(&drawing, 4) == MALI_INST_OUTCOME_WRITTEN && drawing.words[0] == 0x10001003);
    CHECK(mali_inst_planner_buffer_release(buffer, memory, &work, NULL) == MALI_INST_OK && work == 4);
    CHECK(mali_inst_planner_get_counters(&drawing.planner, NULL, NULL) == MALI_INST_ERROR_NULL);
    const mali_inst_planner_counters counters = counters_of(&drawing);
    CHECK(counters.written == 4 && counters.unchanged == 1 && counters.bytes_streamed == 0);
    end(&drawing);
}

/* A buffer that the GPU does not see is copied once it is static, and its copy is given back when it changes. */
static void a_copy_is_made_once_and_given_back(void)
{
    struct drawing drawing;
    begin(&drawing, 11, 0, 0);
    mali_inst_planner_buffer *buffer = &drawing.scene.buffer;
    uint64_t work = 9;
    CHECK(mali_inst_planner_buffer_data(buffer, 1400, MALI_INST_USAGE_STATIC, 0, &drawing.memory, &work, NULL) == MALI_INST_OK &&
          work == 0);
    mali_inst_decision decision;
    size_t found = 9;
    CHECK(outcome(&drawing, 1) == MALI_INST_OUTCOME_WRITTEN);
    CHECK(mali_inst_planner_state_explain(drawing.state, &decision, 1, &found, NULL) == MALI_INST_OK && found == 1);
    CHECK(decision.attribute == 0 && decision.kind == MALI_INST_DECISION_COPY_MADE &&
          decision.obstacle == MALI_INST_OBSTACLE_NOT_MAPPED && decision.reason == MALI_INST_REASON_STATIC);
    drawing.draw.instances = 99;
    CHECK(outcome(&drawing, 2) == MALI_INST_OUTCOME_WRITTEN);
    CHECK(mali_inst_planner_state_explain(drawing.state, &decision, 1, &found, NULL) == MALI_INST_OK);
    CHECK(decision.kind == MALI_INST_DECISION_COPY_FOUND && counters_of(&drawing).copies_made == 1);
    CHECK(mali_inst_planner_buffer_changed(buffer, 0, 4, 0, &drawing.memory, &work, NULL) == MALI_INST_OK);
    CHECK(drawing.scene.retired == 1 && drawing.scene.retired_until == 2 && work == 0);
    end(&drawing);
}

/* The attribute, and after it the indices; there may be less room than decisions. */
static void a_state_says_why_its_data_was_streamed(void)
{
    struct drawing drawing;
    begin(&drawing, 12, 0, 0);
    mali_inst_decision decisions[MALI_INST_MAX_DECISIONS];
    size_t found = 9;
    CHECK(mali_inst_planner_state_explain(drawing.state, decisions, MALI_INST_MAX_DECISIONS, &found, NULL) == MALI_INST_OK &&
          found == 0);
    drawing.binding.source.kind = MALI_INST_DATA_CLIENT;
    bind(&drawing);
    index_from(&drawing, 64);
    memset(drawing.scene.bytes, 0, sizeof drawing.scene.bytes);
    CHECK(outcome(&drawing, 1) == MALI_INST_OUTCOME_WRITTEN);
    CHECK(mali_inst_planner_state_explain(drawing.state, decisions, 1, &found, NULL) == MALI_INST_OK && found == 2);
    CHECK(mali_inst_planner_state_explain(drawing.state, decisions, MALI_INST_MAX_DECISIONS, &found, NULL) == MALI_INST_OK &&
          found == 2);
    CHECK(decisions[0].attribute == 0 && decisions[0].kind == MALI_INST_DECISION_STREAMED &&
          decisions[0].obstacle == MALI_INST_OBSTACLE_CLIENT_MEMORY &&
          decisions[0].reason == MALI_INST_REASON_CLIENT_MEMORY);
    CHECK(decisions[1].attribute == MALI_INST_NO_ELEMENT && decisions[1].kind == MALI_INST_DECISION_IN_PLACE &&
          decisions[1].obstacle == MALI_INST_OBSTACLE_NONE && decisions[1].reason == MALI_INST_REASON_NONE);
    end(&drawing);
}

/* The indices 0, 99 and 0, and vertices in client memory whose bytes are their numbers. */
static void few_indices_far_apart_are_drawn_without_the_vertices_between(void)
{
    struct drawing drawing;
    for (uint32_t no_vertex_id = 0; no_vertex_id < 2; no_vertex_id++) {
        begin(&drawing, 13 + no_vertex_id, 0, 0);
        struct scene *scene = &drawing.scene;
        for (size_t i = 0; i < 1200; i++)
            scene->bytes[i] = (uint8_t)(i / 12);
        const uint8_t indices[6] = {0, 0, 99, 0, 0, 0};
        memcpy(scene->bytes + 1200, indices, sizeof indices);
        index_from(&drawing, 1200);
        drawing.draw.count = 3;
        drawing.binding.source.kind = MALI_INST_DATA_CLIENT;
        drawing.binding.stride = 12;
        drawing.rules.no_vertex_id = no_vertex_id;
        bind(&drawing);
        mali_inst_decision decisions[MALI_INST_MAX_DECISIONS];
        size_t found = 9;
        CHECK(outcome(&drawing, 1) == MALI_INST_OUTCOME_WRITTEN);
        CHECK(mali_inst_planner_state_explain(drawing.state, decisions, MALI_INST_MAX_DECISIONS, &found, NULL) == MALI_INST_OK);
        const mali_inst_planned_input *input = &drawing.drawn.input;
        const uint64_t streamed = counters_of(&drawing).bytes_streamed;
        if (no_vertex_id) {
            CHECK(input->index_size == 0 && input->vertices.vertices == 3 && streamed == 36);
            CHECK(scene->memory[0] == 0 && scene->memory[12] == 99 && scene->memory[24] == 0);
            CHECK(found == 1 && decisions[0].kind == MALI_INST_DECISION_GATHERED &&
                  decisions[0].obstacle == MALI_INST_OBSTACLE_NONE && decisions[0].reason == MALI_INST_REASON_NONE);
        } else {
            CHECK(input->index_size == 2 && input->vertices.vertices == 100 && streamed == 1200);
            CHECK(scene->memory[12] == 1 && scene->memory[1188] == 99);
            CHECK(found == 2 && decisions[0].kind == MALI_INST_DECISION_STREAMED);
        }
        end(&drawing);
    }
}

void test_planner(void)
{
    a_draw_is_written_and_the_same_again_is_not();
    a_full_ring_waits_for_the_work_that_reads_it();
    without_memory_a_draw_fails_and_leaves_no_harm();
    elements_are_set_again_within_the_states_memory();
    interleaved_arrays_are_one_binding();
    an_indexed_draw_says_what_it_is_submitted_with();
    bounds_are_kept_in_memory_that_the_caller_gives();
    line_loops_are_drawn_as_strips_and_lines();
    nothing_is_drawn_of_indices_that_all_restart();
    robust_access_draws_nothing_of_indices_past_the_end();
    changes_of_a_buffer_say_which_work_reads_the_old_data();
    a_copy_is_made_once_and_given_back();
    a_state_says_why_its_data_was_streamed();
    few_indices_far_apart_are_drawn_without_the_vertices_between();
}
