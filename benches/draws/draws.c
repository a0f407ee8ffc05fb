// Packs the draws of a case in turn through the C interface, whose pipelines were made before, with a given number of
// repetitions: `draws_c write 10`, or `draws_c make 10` for making the pipelines. NUMBERS is the output of
// `draws numbers`. Fails if the words are not those of Rust.
#include "mali_inst.h"

#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const uint64_t numbers[] = {
#include NUMBERS
};

enum { MAX_BUFFERS = 16, MAX_ATTRIBUTES = 18, MAX_WORDS = 512 };

struct draw {
    mali_inst_target target;
    // Kept from draw to draw, but for its words.
    mali_inst_draw draw;
    size_t attribute_count, word_count;
    mali_inst_vertex_buffer buffers[MAX_BUFFERS];
    mali_inst_buffer_range ranges[MAX_BUFFERS];
    mali_inst_vertex_attribute attributes[MAX_ATTRIBUTES];
    uint32_t input[MALI_INST_VERTEX_INPUT_WORDS(MALI_INST_ARCH_V7, MAX_BUFFERS, MAX_ATTRIBUTES)];
    const uint64_t *words;
};

static const uint64_t *position = numbers;

static uint32_t next(void)
{
    return (uint32_t)*position++;
}

// The range of a buffer whose pipeline knows the stride.
static mali_inst_buffer_range range(uint64_t address, uint32_t size)
{
    return (mali_inst_buffer_range){.address = address, .size = size};
}

static void read_draw(struct draw *draw)
{
    draw->target.arch = next();
    draw->target.padding = next();
    draw->target.rounding = next();
    draw->target.resource_table = next();
    draw->target.idvs = next();
    draw->target.layout = next();
    draw->draw.call.vertices = next();
    draw->draw.call.instances = next();
    draw->draw.call.first_vertex = next();
    draw->draw.call.first_instance = next();
    draw->draw.range_count = next();
    for (size_t i = 0; i < draw->draw.range_count; i++) {
        mali_inst_vertex_buffer *buffer = &draw->buffers[i];
        buffer->stride = next();
        buffer->rate = next();
        buffer->divisor = next();
        const uint64_t address = *position++;
        draw->ranges[i] = range(address, next());
    }
    draw->attribute_count = next();
    for (size_t i = 0; i < draw->attribute_count; i++) {
        mali_inst_vertex_attribute *attribute = &draw->attributes[i];
        attribute->source = next();
        attribute->buffer = next();
        attribute->format = next();
        attribute->offset = next();
    }
    draw->draw.input_words =
        MALI_INST_VERTEX_INPUT_WORDS(draw->target.arch, draw->draw.range_count, draw->attribute_count);
    draw->draw.input = draw->input;
    draw->draw.ranges = draw->ranges;
    draw->draw.word_count = MAX_WORDS;
    draw->word_count = next();
    draw->words = position;
    position += draw->word_count;
}

static mali_inst_status make(struct draw *draw)
{
    mali_inst_tables tables;
    return mali_inst_vertex_input_init(draw->input, draw->draw.input_words, &draw->target, draw->buffers,
                                       draw->draw.range_count, draw->attributes, draw->attribute_count, &tables, NULL);
}

static mali_inst_tables write(struct draw *draw, uint32_t *words)
{
    draw->draw.words = words;
    return mali_inst_draw_write(&draw->draw);
}

static int is_as_in_rust(const struct draw *draw, const uint32_t *words, mali_inst_tables tables)
{
    if (!tables.is_written || tables.buffer_words + tables.attribute_words != draw->word_count)
        return 0;
    for (size_t i = 0; i < draw->word_count; i++)
        if (words[i] != draw->words[i])
            return 0;
    return 1;
}

int main(int argc, char **argv)
{
    if (argc != 3)
        return 2;
    const int makes = strcmp(argv[1], "make") == 0;
    const int rounds = atoi(argv[2]);
    const uint64_t *const end = numbers + sizeof numbers / sizeof *numbers;
    // A draw has at least 14 numbers.
    struct draw *const draws = calloc(sizeof numbers / sizeof *numbers / 14, sizeof *draws);
    if (!draws)
        return 1;
    size_t count = 0;
    uint32_t words[MAX_WORDS] = {0};
    while (position < end) {
        struct draw *draw = &draws[count++];
        read_draw(draw);
        if (make(draw) != MALI_INST_OK || !is_as_in_rust(draw, words, write(draw, words))) {
            fprintf(stderr, "draw %zu is not as in Rust\n", count - 1);
            return 1;
        }
    }
    for (int round = 0; round < rounds; round++)
        for (size_t i = 0; i < count; i++)
            if (makes ? make(&draws[i]) != MALI_INST_OK : !write(&draws[i], words).is_written)
                return 1;
    free(draws);
    return 0;
}
