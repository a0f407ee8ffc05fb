/* The planner: the places that draws read their data from. */
#include "check.h"

/* The buffers and bytes of an application, and the GPU's memory. */
struct scene {
    mali_inst_buffer buffer;
    uint8_t bytes[1400];
    uint8_t stream[2048];
};

#ifdef __cplusplus
extern "C" {
#endif

static mali_inst_buffer *find_buffer(void *user, uint32_t number)
{
    return number == 1 ? &((struct scene *)user)->buffer : NULL;
}

static const uint8_t *read_bytes(void *user, mali_inst_data_source source, uint64_t begin, uint64_t size)
{
    (void)source;
    return begin + size <= 1400 ? ((struct scene *)user)->bytes + begin : NULL;
}

static uint32_t address_of(void *user, mali_inst_memory_ref memory, uint64_t *address)
{
    (void)user;
    *address = 0x20000000;
    return memory.kind == MALI_INST_MEMORY_VERTEX_STREAM;
}

static uint8_t *write_bytes(void *user, mali_inst_memory_ref memory, uint64_t begin, uint64_t size)
{
    return memory.kind == MALI_INST_MEMORY_VERTEX_STREAM && begin + size <= 2048
               ? ((struct scene *)user)->stream + begin
               : NULL;
}

#ifdef __cplusplus
}
#endif

static void a_draw_is_planned(void)
{
    const mali_inst_planner_target target = {MALI_INST_ARCH_V7, 0, 0};
    const mali_inst_planned_rules rules = {MALI_INST_PADDING_HARDWARE, MALI_INST_ROUNDING_ROUND_DOWN, 0, 0, 3, 0};
    struct scene scene;
    memset(&scene, 7, sizeof scene);
    const mali_inst_client_state client_state = {&scene, find_buffer, read_bytes};
    const mali_inst_gpu_memory memory = {&scene, address_of, write_bytes};
    mali_inst_planned_attribute attribute;
    memset(&attribute, 0, sizeof attribute);
    attribute.source.number = 1;
    attribute.format = MALI_INST_FORMAT_R32G32B32_SFLOAT;
    attribute.stride = 20;
    mali_inst_planned_draw draw;
    memset(&draw, 0, sizeof draw);
    draw.count = 70;
    draw.instances = 100;

    mali_inst_planner planner;
    mali_inst_vertex_state state;
    mali_inst_plan plan;
    mali_inst_error error;
    CHECK(mali_inst_buffer_init(&scene.buffer, sizeof scene.buffer, 1, 1400, MALI_INST_USAGE_STATIC, 0x10000000, &error) == MALI_INST_OK);
    CHECK(mali_inst_planner_init(&planner, sizeof planner, 1, &target, 1408, 1024, &error) == MALI_INST_OK);
    CHECK(mali_inst_vertex_state_init(&state, sizeof state, &rules, &attribute, 1, &error) == MALI_INST_OK);
    CHECK(mali_inst_plan_init(&plan, sizeof plan, 0, &error) == MALI_INST_OK);

    /* In a buffer that the GPU sees: in place, and the same again. */
    uint32_t *words = words_of(14);
    mali_inst_planned_input input;
    uint32_t drawn = 9;
    mali_inst_in_place outcome = 9;
    CHECK(mali_inst_planner_draw_in_place(&planner, &state, &draw, &client_state, &memory, 1, words, 14, &outcome,
                                          &input, &error) == MALI_INST_OK);
    CHECK(outcome == MALI_INST_IN_PLACE_WRITTEN && input.tables.buffer_words == 8 &&
          input.tables.attribute_words == 2);
    CHECK(words[0] == 0x10000003 && words[1] == 0x83000000 && words[2] == 20 && words[3] == 1400);
    CHECK(mali_inst_planner_draw_in_place(&planner, &state, &draw, &client_state, &memory, 1, words, 14, &outcome,
                                          &input, &error) == MALI_INST_OK);
    CHECK(outcome == MALI_INST_IN_PLACE_UNCHANGED);

    /* In memory of the client's: streamed. */
    attribute.source.kind = MALI_INST_DATA_CLIENT;
    CHECK(mali_inst_vertex_state_init(&state, sizeof state, &rules, &attribute, 1, &error) == MALI_INST_OK);
    CHECK(mali_inst_planner_draw_in_place(&planner, &state, &draw, &client_state, &memory, 1, words, 14, &outcome,
                                          &input, &error) == MALI_INST_OK);
    CHECK(outcome == MALI_INST_IN_PLACE_NEEDS_PLAN);
    size_t found = 9;
    CHECK(mali_inst_planner_prepare(&planner, &state, &draw, &client_state, 1, &plan, &drawn, &error) == MALI_INST_OK);
    CHECK(drawn == 1);
    CHECK(mali_inst_plan_allocations(&plan, NULL, 0, &found, &error) == MALI_INST_OK && found == 0);
    CHECK(mali_inst_plan_write(&plan, &memory, words, 13, &input, &error) == MALI_INST_ERROR_OUTPUT_TOO_SMALL);
    CHECK(mali_inst_plan_write(&plan, &memory, words, 14, &input, &error) == MALI_INST_OK);
    CHECK(words[0] == 0x20000003 && input.vertices.vertices == 70 && input.job.has_draw == 1);
    const mali_inst_target of_v7 = target_of(MALI_INST_ARCH_V7);
    mali_inst_draw_call call = call_of(70, 100);
    call.primitive_vertices = rules.primitive_vertices;
    mali_inst_job_words job;
    CHECK(mali_inst_draw_job_words(&of_v7, &call, &job, &error) == MALI_INST_OK);
    CHECK(memcmp(&input.job, &job, sizeof job) == 0);
    CHECK(scene.stream[0] == 7);
    memset(scene.stream, 0, sizeof scene.stream);
    CHECK(mali_inst_plan_execute(&plan, &client_state, &memory, &error) == MALI_INST_OK);
    CHECK(scene.stream[0] == 7);
    CHECK(mali_inst_planner_commit(&planner, &plan, &client_state, &error) == MALI_INST_OK);
    CHECK(mali_inst_planner_commit(&planner, &plan, &client_state, &error) == MALI_INST_ERROR_OUTDATED_PLAN);
    CHECK(mali_inst_plan_retired(&plan, NULL, 0, &found, &error) == MALI_INST_OK && found == 0);

    /* The same again does not fit after those, and there is to be no other block: work 1 must be finished. */
    CHECK(mali_inst_plan_init(&plan, sizeof plan, 1, &error) == MALI_INST_OK);
    CHECK(mali_inst_planner_prepare(&planner, &state, &draw, &client_state, 2, &plan, &drawn, &error) ==
          MALI_INST_ERROR_IN_FLIGHT);
    CHECK(error.work == 1 && error.element == MALI_INST_NO_ELEMENT);
    CHECK(mali_inst_planner_complete(&planner, error.work, &error) == MALI_INST_OK);
    CHECK(mali_inst_planner_prepare(&planner, &state, &draw, &client_state, 2, &plan, &drawn, &error) == MALI_INST_OK);

    /* A planned draw has fewer attributes than another may have. */
    mali_inst_planned_attribute attributes[MALI_INST_MAX_PLANNED_ATTRIBUTES + 1];
    for (size_t i = 0; i < sizeof attributes / sizeof *attributes; i++)
        attributes[i] = attribute;
    CHECK(mali_inst_vertex_state_init(&state, sizeof state, &rules, attributes, MALI_INST_MAX_PLANNED_ATTRIBUTES, &error) ==
          MALI_INST_OK);
    CHECK(mali_inst_vertex_state_init(&state, sizeof state, &rules, attributes, MALI_INST_MAX_PLANNED_ATTRIBUTES + 1, &error) ==
          MALI_INST_ERROR_TOO_MANY);
    free(words);
}

/* A planner, a buffer of 1400 bytes in place, and a draw of 35 indices in it, which are 16 bits wide. */
struct indexed {
    struct scene scene;
    mali_inst_client_state client_state;
    mali_inst_planner planner;
    mali_inst_vertex_state state;
    mali_inst_planned_draw draw;
};

static void begin_indexed(struct indexed *indexed)
{
    const mali_inst_planner_target target = {MALI_INST_ARCH_V7, 0, 0};
    const mali_inst_planned_rules rules = {MALI_INST_PADDING_HARDWARE, MALI_INST_ROUNDING_ROUND_DOWN, 0, 0, 3, 0};
    memset(indexed, 0, sizeof *indexed);
    indexed->client_state.user = &indexed->scene;
    indexed->client_state.buffer = find_buffer;
    indexed->client_state.read = read_bytes;
    mali_inst_planned_attribute attribute;
    memset(&attribute, 0, sizeof attribute);
    attribute.source.number = 1;
    attribute.format = MALI_INST_FORMAT_R32G32B32_SFLOAT;
    attribute.stride = 20;
    CHECK(mali_inst_buffer_init(&indexed->scene.buffer, sizeof indexed->scene.buffer, 1, 1400, MALI_INST_USAGE_DYNAMIC, 0x10000000, NULL) ==
          MALI_INST_OK);
    CHECK(mali_inst_planner_init(&indexed->planner, sizeof indexed->planner, 2, &target, 2048, 1024, NULL) == MALI_INST_OK);
    CHECK(mali_inst_vertex_state_init(&indexed->state, sizeof indexed->state, &rules, &attribute, 1, NULL) == MALI_INST_OK);
    indexed->draw.count = 35;
    indexed->draw.instances = 100;
    indexed->draw.index_size = 2;
    indexed->draw.index_source.number = 1;
    indexed->draw.index_offset = 64;
}

static mali_inst_in_place draw_in_place(struct indexed *indexed, mali_inst_planned_input *input)
{
    uint32_t *words = words_of(14);
    mali_inst_in_place outcome = 9;
    CHECK(mali_inst_planner_draw_in_place(&indexed->planner, &indexed->state, &indexed->draw, &indexed->client_state, NULL,
                                          1, words, 14, &outcome, input, NULL) == MALI_INST_OK);
    free(words);
    return outcome;
}

static void an_indexed_draw_in_place_says_what_it_is_submitted_with(void)
{
    struct indexed indexed;
    begin_indexed(&indexed);
    indexed.draw.base_vertex = 2;
    indexed.draw.has_index_bounds = 1;
    indexed.draw.minimum_index = 3;
    indexed.draw.maximum_index = 12;
    mali_inst_planned_input input;
    CHECK(draw_in_place(&indexed, &input) == MALI_INST_IN_PLACE_WRITTEN);
    /* Vertices 5 to 14, and an index counts from the first of them. */
    CHECK(input.vertices.vertices == 10 && input.vertices.first_vertex == 5);
    CHECK(input.vertices.base_vertex_offset == -3);
    CHECK(input.index_memory.kind == MALI_INST_MEMORY_BUFFER && input.index_memory.address == 0x10000000);
    CHECK(input.index_offset == 64 && input.index_size == 2 && input.index_count == 35);
    CHECK(input.job.has_draw == 1 && input.job.has_invocation == 1);
}

/* Plans the draw, and commits it as if it were executed. */
static void plan_indexed(struct indexed *indexed)
{
    mali_inst_plan plan;
    uint32_t drawn = 9;
    CHECK(mali_inst_plan_init(&plan, sizeof plan, 0, NULL) == MALI_INST_OK);
    CHECK(mali_inst_planner_prepare(&indexed->planner, &indexed->state, &indexed->draw, &indexed->client_state, 1, &plan,
                                    &drawn, NULL) == MALI_INST_OK);
    CHECK(drawn == 1);
    CHECK(mali_inst_planner_commit(&indexed->planner, &plan, &indexed->client_state, NULL) == MALI_INST_OK);
}

/* A draw in place needs bounds that were found before. */
static void bounds_are_kept_in_memory_that_the_caller_gives(void)
{
    struct indexed indexed;
    mali_inst_index_bounds bounds[2];
    mali_inst_planned_input input;
    mali_inst_buffer *buffer = &indexed.scene.buffer;
    begin_indexed(&indexed);
    plan_indexed(&indexed);
    CHECK(draw_in_place(&indexed, &input) == MALI_INST_IN_PLACE_NEEDS_PLAN);
    CHECK(mali_inst_buffer_keep_bounds(buffer, bounds, 2, NULL) == MALI_INST_OK);
    for (uint32_t count = 34; count <= 35; count++) {
        indexed.draw.count = count;
        CHECK(draw_in_place(&indexed, &input) == MALI_INST_IN_PLACE_NEEDS_PLAN);
        plan_indexed(&indexed);
        CHECK(draw_in_place(&indexed, &input) == MALI_INST_IN_PLACE_WRITTEN);
    }
    indexed.draw.count = 34;
    CHECK(draw_in_place(&indexed, &input) == MALI_INST_IN_PLACE_WRITTEN);
    CHECK(input.vertices.vertices == 1 && input.index_count == 34);
    CHECK(mali_inst_buffer_keep_bounds(buffer, NULL, 2, NULL) == MALI_INST_ERROR_NULL);
    CHECK(mali_inst_buffer_keep_bounds(buffer, NULL, 0, NULL) == MALI_INST_OK);
    indexed.draw.count = 35;
    CHECK(draw_in_place(&indexed, &input) == MALI_INST_IN_PLACE_NEEDS_PLAN);
    memset(bounds, 0xee, sizeof bounds);
    plan_indexed(&indexed);
}

static void line_loops_are_drawn_as_strips_and_lines(void)
{
    static const uint8_t loop[8] = {7, 0, 8, 0, 9, 0, 10, 0};
    static const uint8_t strip[10] = {7, 0, 8, 0, 9, 0, 10, 0, 7, 0};
    const mali_inst_data_source client = {MALI_INST_DATA_CLIENT, 3};
    const mali_inst_planner_target robust = {MALI_INST_ARCH_V7, 1, 0};
    struct indexed indexed;
    mali_inst_line_loop drawn;
    mali_inst_error error;
    uint8_t bytes[10] = {0};
    begin_indexed(&indexed);
    memcpy(indexed.scene.bytes + 1392, loop, sizeof loop);
    indexed.draw.index_offset = 1392;
    indexed.draw.count = 4;
    indexed.draw.instances = 1;
    indexed.draw.first_instance = 5;
    indexed.draw.base_vertex = -2;

    /* The line from the last vertex to the first. */
    CHECK(mali_inst_planner_line_loop(&indexed.planner, &indexed.draw, &indexed.client_state, client, bytes, sizeof bytes,
                                      &drawn, &error) == MALI_INST_OK);
    CHECK(drawn.kind == MALI_INST_LINE_LOOP_CLOSED && drawn.size == 4);
    CHECK(bytes[0] == 10 && bytes[1] == 0 && bytes[2] == 7 && bytes[3] == 0);
    CHECK(drawn.draw.count == 2 && drawn.draw.index_size == 2 && drawn.draw.index_offset == 0);
    CHECK(drawn.draw.index_source.kind == MALI_INST_DATA_CLIENT && drawn.draw.index_source.number == 3);
    CHECK(drawn.draw.base_vertex == -2 && drawn.draw.instances == 1 && drawn.draw.first_instance == 5);
    CHECK(drawn.draw.has_index_bounds && drawn.draw.minimum_index == 7 && drawn.draw.maximum_index == 10);

    /* A closing line would come after the strips of all instances. */
    indexed.draw.instances = 2;
    CHECK(mali_inst_planner_line_loop(&indexed.planner, &indexed.draw, &indexed.client_state, client, NULL, 0, &drawn,
                                      &error) == MALI_INST_OK);
    CHECK(drawn.kind == MALI_INST_LINE_LOOP_REWRITTEN && drawn.size == sizeof strip && drawn.draw.count == 5);
    CHECK(mali_inst_planner_line_loop(&indexed.planner, &indexed.draw, &indexed.client_state, client, bytes,
                                      sizeof strip - 1, &drawn, &error) == MALI_INST_ERROR_OUTPUT_TOO_SMALL);
    CHECK(mali_inst_planner_line_loop(&indexed.planner, &indexed.draw, &indexed.client_state, client, bytes, sizeof bytes,
                                      &drawn, &error) == MALI_INST_OK);
    CHECK(memcmp(bytes, strip, sizeof strip) == 0);

    /* One index more than there are, and with robust access those that there are. */
    indexed.draw.count = 5;
    CHECK(mali_inst_planner_line_loop(&indexed.planner, &indexed.draw, &indexed.client_state, client, NULL, 0, &drawn,
                                      &error) == MALI_INST_ERROR_PAST_END);
    CHECK(mali_inst_planner_init(&indexed.planner, sizeof indexed.planner, 4, &robust, 2048, 1024, NULL) == MALI_INST_OK);
    CHECK(mali_inst_planner_line_loop(&indexed.planner, &indexed.draw, &indexed.client_state, client, NULL, 0, &drawn,
                                      &error) == MALI_INST_OK);
    CHECK(drawn.kind == MALI_INST_LINE_LOOP_REWRITTEN && drawn.draw.count == 5);
    indexed.draw.index_offset = 1398;
    CHECK(mali_inst_planner_line_loop(&indexed.planner, &indexed.draw, &indexed.client_state, client, NULL, 0, &drawn,
                                      &error) == MALI_INST_OK);
    CHECK(drawn.kind == MALI_INST_LINE_LOOP_NOTHING && drawn.size == 0);
}

static void indices_that_all_restart_draw_nothing(void)
{
    struct indexed indexed;
    begin_indexed(&indexed);
    indexed.draw.has_restart_index = 1; /* the index 0, and all bytes are 0 */
    const mali_inst_gpu_memory memory = {&indexed.scene, address_of, write_bytes};
    mali_inst_plan plan;
    mali_inst_planned_input input;
    mali_inst_error error;
    uint32_t drawn = 9;
    size_t found = 9;
    CHECK(draw_in_place(&indexed, &input) == MALI_INST_IN_PLACE_NEEDS_PLAN);
    CHECK(mali_inst_plan_init(&plan, sizeof plan, 0, NULL) == MALI_INST_OK);
    CHECK(mali_inst_planner_prepare(&indexed.planner, &indexed.state, &indexed.draw, &indexed.client_state, 1, &plan,
                                    &drawn, &error) == MALI_INST_OK);
    CHECK(drawn == 0);
    CHECK(mali_inst_plan_allocations(&plan, NULL, 0, &found, &error) == MALI_INST_OK && found == 0);
    CHECK(mali_inst_plan_write(&plan, &memory, NULL, 0, &input, &error) == MALI_INST_ERROR_EMPTY_PLAN);
    CHECK(mali_inst_planner_commit(&indexed.planner, &plan, &indexed.client_state, &error) == MALI_INST_OK);
}

static void robust_access_draws_nothing_of_indices_past_the_end(void)
{
    struct indexed indexed;
    begin_indexed(&indexed);
    indexed.draw.index_offset = 1400;
    mali_inst_plan plan;
    uint32_t drawn = 9;
    CHECK(mali_inst_plan_init(&plan, sizeof plan, 0, NULL) == MALI_INST_OK);
    CHECK(mali_inst_planner_prepare(&indexed.planner, &indexed.state, &indexed.draw, &indexed.client_state, 1, &plan,
                                    &drawn, NULL) == MALI_INST_ERROR_PAST_END);
    const mali_inst_planner_target robust = {MALI_INST_ARCH_V7, 1, 0};
    CHECK(mali_inst_planner_init(&indexed.planner, sizeof indexed.planner, 3, &robust, 2048, 1024, NULL) == MALI_INST_OK);
    CHECK(mali_inst_planner_prepare(&indexed.planner, &indexed.state, &indexed.draw, &indexed.client_state, 1, &plan,
                                    &drawn, NULL) == MALI_INST_OK);
    CHECK(drawn == 0);
}

static void what_a_state_knows_of_a_deleted_buffer_is_forgotten(void)
{
    struct indexed indexed;
    begin_indexed(&indexed);
    indexed.draw.has_index_bounds = 1;
    indexed.draw.maximum_index = 12;
    mali_inst_planned_input input;
    mali_inst_retired retired[MALI_INST_MAX_RELEASED];
    size_t count = 9;
    uint64_t in_flight = 9;
    CHECK(draw_in_place(&indexed, &input) == MALI_INST_IN_PLACE_WRITTEN);

    /* Where there is no room for the output, nothing has changed. */
    mali_inst_buffer *buffer = &indexed.scene.buffer;
    CHECK(mali_inst_buffer_changed(buffer, 0, 4, 0, &in_flight, NULL, &count, NULL) == MALI_INST_ERROR_NULL);
    CHECK(mali_inst_buffer_changed(buffer, 0, 4, 0, &in_flight, retired, NULL, NULL) == MALI_INST_ERROR_NULL);
    CHECK(mali_inst_buffer_release(buffer, retired, NULL, NULL) == MALI_INST_ERROR_NULL);
    CHECK(draw_in_place(&indexed, &input) == MALI_INST_IN_PLACE_UNCHANGED);

    CHECK(mali_inst_buffer_release(buffer, retired, &count, NULL) == MALI_INST_OK);
    CHECK(count == 1 && retired[0].memory.address == 0x10000000 && retired[0].until == 1);
    CHECK(mali_inst_buffer_init(buffer, sizeof *buffer, 1, 1400, MALI_INST_USAGE_DYNAMIC, 0x10000000, NULL) == MALI_INST_OK);
    CHECK(mali_inst_vertex_state_forget(&indexed.state, NULL) == MALI_INST_OK);
    CHECK(draw_in_place(&indexed, &input) == MALI_INST_IN_PLACE_WRITTEN);

    /* New data is told without that. */
    CHECK(mali_inst_buffer_data(buffer, 1400, MALI_INST_USAGE_DYNAMIC, 0x10001000, retired, &count, NULL) ==
          MALI_INST_OK);
    CHECK(draw_in_place(&indexed, &input) == MALI_INST_IN_PLACE_WRITTEN);
}

static void a_moved_and_a_volatile_buffer_are_drawn_and_counted(void)
{
    struct indexed indexed;
    begin_indexed(&indexed);
    indexed.draw.has_index_bounds = 1;
    indexed.draw.maximum_index = 12;
    mali_inst_buffer *buffer = &indexed.scene.buffer;
    mali_inst_planned_input input;
    mali_inst_planner_counters counters;
    mali_inst_retired retired[MALI_INST_MAX_RELEASED];
    mali_inst_error error;
    size_t count = 9;
    CHECK(draw_in_place(&indexed, &input) == MALI_INST_IN_PLACE_WRITTEN);

    /* Nothing changes where the change cannot be. */
    CHECK(mali_inst_buffer_moved(buffer, 0, retired, &count, &error) == MALI_INST_ERROR_ZERO);
    CHECK(strstr(error.text, "address 0") != NULL);
    CHECK(mali_inst_buffer_moved(buffer, 0x10002000, NULL, &count, NULL) == MALI_INST_ERROR_NULL);
    CHECK(mali_inst_buffer_set_volatile(buffer, 1, retired, NULL, NULL) == MALI_INST_ERROR_NULL);
    CHECK(draw_in_place(&indexed, &input) == MALI_INST_IN_PLACE_UNCHANGED);

    CHECK(mali_inst_buffer_moved(buffer, 0x10002000, retired, &count, NULL) == MALI_INST_OK);
    CHECK(count == 1 && retired[0].memory.address == 0x10000000 && retired[0].until == 1);
    CHECK(draw_in_place(&indexed, &input) == MALI_INST_IN_PLACE_WRITTEN);
    CHECK(input.index_memory.address == 0x10002000);

    CHECK(mali_inst_buffer_set_volatile(buffer, 1, retired, &count, NULL) == MALI_INST_OK && count == 0);
    CHECK(draw_in_place(&indexed, &input) == MALI_INST_IN_PLACE_WRITTEN);

    CHECK(mali_inst_planner_get_counters(&indexed.planner, NULL, NULL) == MALI_INST_ERROR_NULL);
    CHECK(mali_inst_planner_get_counters(&indexed.planner, &counters, NULL) == MALI_INST_OK);
    CHECK(counters.in_place == 3 && counters.unchanged == 1 && counters.planned == 0);
}

static void a_discarded_stream_is_allocated_again_and_a_plan_says_why(void)
{
    struct indexed indexed;
    begin_indexed(&indexed);
    mali_inst_planned_attribute attribute;
    memset(&attribute, 0, sizeof attribute);
    attribute.source.kind = MALI_INST_DATA_CLIENT;
    attribute.format = MALI_INST_FORMAT_R32G32B32_SFLOAT;
    const mali_inst_planned_rules rules = {MALI_INST_PADDING_HARDWARE, MALI_INST_ROUNDING_ROUND_DOWN, 0, 0, 3, 0};
    CHECK(mali_inst_vertex_state_init(&indexed.state, sizeof indexed.state, &rules, &attribute, 1, NULL) == MALI_INST_OK);
    mali_inst_plan plan;
    mali_inst_error error;
    mali_inst_allocation allocation;
    mali_inst_decision decisions[MALI_INST_MAX_DECISIONS];
    uint32_t drawn = 9;
    size_t found = 9;
    CHECK(mali_inst_plan_init(&plan, sizeof plan, 0, NULL) == MALI_INST_OK);
    CHECK(mali_inst_plan_decisions(&plan, decisions, MALI_INST_MAX_DECISIONS, &found, NULL) == MALI_INST_OK &&
          found == 0);

    CHECK(mali_inst_planner_discard(&indexed.planner, MALI_INST_MEMORY_COPY, &error) == MALI_INST_ERROR_VALUE);
    CHECK(strstr(error.text, "stream 3 is not known") != NULL);
    CHECK(mali_inst_planner_discard(&indexed.planner, MALI_INST_MEMORY_VERTEX_STREAM, &error) == MALI_INST_OK);
    CHECK(mali_inst_planner_prepare(&indexed.planner, &indexed.state, &indexed.draw, &indexed.client_state, 1, &plan,
                                    &drawn, &error) == MALI_INST_OK);
    CHECK(mali_inst_plan_allocations(&plan, &allocation, 1, &found, &error) == MALI_INST_OK && found == 1);
    CHECK(allocation.memory.kind == MALI_INST_MEMORY_VERTEX_STREAM && allocation.memory.generation == 1);

    /* The attribute, and after it the indices; there may be less room than decisions. */
    CHECK(mali_inst_plan_decisions(&plan, decisions, 1, &found, NULL) == MALI_INST_OK && found == 2);
    CHECK(mali_inst_plan_decisions(&plan, decisions, MALI_INST_MAX_DECISIONS, &found, NULL) == MALI_INST_OK &&
          found == 2);
    CHECK(decisions[0].attribute == 0 && decisions[0].kind == MALI_INST_DECISION_STREAMED &&
          decisions[0].obstacle == MALI_INST_OBSTACLE_CLIENT_MEMORY &&
          decisions[0].reason == MALI_INST_REASON_CLIENT_MEMORY);
    CHECK(decisions[1].attribute == MALI_INST_NO_ELEMENT && decisions[1].kind == MALI_INST_DECISION_IN_PLACE &&
          decisions[1].obstacle == MALI_INST_OBSTACLE_NONE && decisions[1].reason == MALI_INST_REASON_NONE);
}

/* The indices 0, 99 and 0, and vertices in client memory whose bytes are their numbers. */
static void few_indices_far_apart_are_drawn_without_the_vertices_between(void)
{
    struct indexed indexed;
    for (uint32_t no_vertex_id = 0; no_vertex_id < 2; no_vertex_id++) {
        begin_indexed(&indexed);
        struct scene *scene = &indexed.scene;
        for (size_t i = 0; i < 1200; i++)
            scene->bytes[i] = (uint8_t)(i / 12);
        const uint8_t indices[6] = {0, 0, 99, 0, 0, 0};
        memcpy(scene->bytes + 1200, indices, sizeof indices);
        indexed.draw.count = 3;
        indexed.draw.index_offset = 1200;
        mali_inst_planned_attribute attribute;
        memset(&attribute, 0, sizeof attribute);
        attribute.source.kind = MALI_INST_DATA_CLIENT;
        attribute.format = MALI_INST_FORMAT_R32G32B32_SFLOAT;
        attribute.stride = 12;
        const mali_inst_planned_rules rules = {
            MALI_INST_PADDING_HARDWARE, MALI_INST_ROUNDING_ROUND_DOWN, 0, 0, 3, no_vertex_id};
        CHECK(mali_inst_vertex_state_init(&indexed.state, sizeof indexed.state, &rules, &attribute, 1, NULL) ==
              MALI_INST_OK);

        const mali_inst_gpu_memory memory = {scene, address_of, write_bytes};
        mali_inst_plan plan;
        mali_inst_planned_input input;
        mali_inst_planner_counters counters;
        mali_inst_decision decisions[MALI_INST_MAX_DECISIONS];
        uint32_t drawn = 9;
        size_t found = 9;
        uint32_t *words = words_of(14);
        CHECK(mali_inst_plan_init(&plan, sizeof plan, 0, NULL) == MALI_INST_OK);
        CHECK(mali_inst_planner_prepare(&indexed.planner, &indexed.state, &indexed.draw, &indexed.client_state, 1, &plan,
                                        &drawn, NULL) == MALI_INST_OK && drawn == 1);
        CHECK(mali_inst_plan_write(&plan, &memory, words, 14, &input, NULL) == MALI_INST_OK);
        CHECK(mali_inst_plan_execute(&plan, &indexed.client_state, &memory, NULL) == MALI_INST_OK);
        CHECK(mali_inst_planner_commit(&indexed.planner, &plan, &indexed.client_state, NULL) == MALI_INST_OK);
        CHECK(mali_inst_planner_get_counters(&indexed.planner, &counters, NULL) == MALI_INST_OK);
        CHECK(mali_inst_plan_decisions(&plan, decisions, MALI_INST_MAX_DECISIONS, &found, NULL) == MALI_INST_OK);
        if (no_vertex_id) {
            CHECK(input.index_size == 0 && input.vertices.vertices == 3 && counters.bytes_streamed == 36);
            CHECK(scene->stream[0] == 0 && scene->stream[12] == 99 && scene->stream[24] == 0);
            CHECK(found == 1 && decisions[0].kind == MALI_INST_DECISION_GATHERED &&
                  decisions[0].obstacle == MALI_INST_OBSTACLE_NONE && decisions[0].reason == MALI_INST_REASON_NONE);
        } else {
            CHECK(input.index_size == 2 && input.vertices.vertices == 100 && counters.bytes_streamed == 1200);
            CHECK(scene->stream[12] == 1 && scene->stream[1188] == 99);
            CHECK(found == 2 && decisions[0].kind == MALI_INST_DECISION_STREAMED);
        }
        free(words);
    }
}

void test_planner(void)
{
    a_draw_is_planned();
    a_moved_and_a_volatile_buffer_are_drawn_and_counted();
    a_discarded_stream_is_allocated_again_and_a_plan_says_why();
    few_indices_far_apart_are_drawn_without_the_vertices_between();
    an_indexed_draw_in_place_says_what_it_is_submitted_with();
    bounds_are_kept_in_memory_that_the_caller_gives();
    line_loops_are_drawn_as_strips_and_lines();
    indices_that_all_restart_draw_nothing();
    robust_access_draws_nothing_of_indices_past_the_end();
    what_a_state_knows_of_a_deleted_buffer_is_forgotten();
}
