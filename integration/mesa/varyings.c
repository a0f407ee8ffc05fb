/*
 * Compares the varying descriptors that the driver links on V4 to V7 with the library's. With MALI_INST_VARYINGS, each
 * link is printed: the slots that go in, and the words that come out of both. MALI_INST_VARYINGS_REPORT names the file
 * that gets the counts at the end.
 *
 * Mesa 22.3.6 and 25.0.7 lay varyings out otherwise than Mesa of 2026, which the library follows: one after the other
 * without alignment, in the consumer's format, only what the consumer reads, and also the position if a fragment of V4
 * or V5 does. A descriptor that differs is explained if it is exactly what these rules make of the slots: "layout" has
 * another offset, "read format" also the consumer's format where the library has the stored one.
 */
#include "mali_inst_varyings.h"

enum inst_varying_class { INST_EQUAL, INST_LAYOUT, INST_READ_FORMAT, INST_VARYING_UNKNOWN, INST_VARYING_CLASSES };

static struct {
   unsigned links, of[2][INST_VARYING_CLASSES];
} inst_varyings;

static void
inst_report_varyings(void)
{
   const char *path = getenv("MALI_INST_VARYINGS_REPORT");
   FILE *out = path ? fopen(path, "a") : stderr;

   if (!out)
      return;
   for (unsigned stage = 0; stage < 2; ++stage) {
      fprintf(out, "v%u\t%s\tlinks %u\tequal %u\tlayout %u\tread format %u\tunknown %u\n", PAN_ARCH,
              stage ? "fragment" : "vertex", inst_varyings.links, inst_varyings.of[stage][INST_EQUAL],
              inst_varyings.of[stage][INST_LAYOUT], inst_varyings.of[stage][INST_READ_FORMAT],
              inst_varyings.of[stage][INST_VARYING_UNKNOWN]);
   }
   if (path)
      fclose(out);
}

/* The slot of a varying of the driver's, whose index is its place in the driver's table. */
static struct mali_inst_slot
inst_slot(const struct pan_shader_varying *varying, unsigned index)
{
   enum pipe_format format = varying->format;
   bool is_signed = util_format_is_pure_sint(format), is_unsigned = util_format_is_pure_uint(format);

   return (struct mali_inst_slot) {
      .location = varying->location,
      .index = index,
      .bits = util_format_get_component_bits(format, UTIL_FORMAT_COLORSPACE_RGB, 0),
      .components = util_format_get_nr_components(format),
      .is_flat = is_signed || is_unsigned,
      .base_type = is_signed     ? MALI_INST_BASE_INT
                   : is_unsigned ? MALI_INST_BASE_UINT
                                 : MALI_INST_BASE_FLOAT,
   };
}

/* The varying at a location; null if there is none. */
static const struct pan_shader_varying *
inst_varying_at(const struct pan_shader_varying *varyings, unsigned count, unsigned location)
{
   for (unsigned i = 0; i < count; ++i) {
      if (varyings[i].location == location)
         return &varyings[i];
   }
   return NULL;
}

static void
inst_print_slots(const char *name, const struct mali_inst_slot *slots, unsigned count)
{
   static const char kinds[] = { [MALI_INST_BASE_FLOAT] = 'f', [MALI_INST_BASE_INT] = 'i', [MALI_INST_BASE_UINT] = 'u' };

   for (unsigned i = 0; i < count; ++i)
      fprintf(stderr, "   %s slot %u: location %u, %c%u x %u\n", name, slots[i].index, slots[i].location,
              kinds[slots[i].base_type], slots[i].bits, slots[i].components);
}

static void
inst_compare_varyings(const struct pan_shader_info *producer, const struct pan_shader_info *consumer,
                      uint16_t point_sprites, const void *descriptors)
{
   const struct pan_shader_varying *outputs = producer->varyings.output, *inputs = consumer->varyings.input;
   const unsigned counts[] = { producer->varyings.output_count, consumer->varyings.input_count };
   const uint32_t(*theirs)[2] = descriptors;
   struct mali_inst_slot slots[2][MALI_INST_MAX_STAGE_SLOTS];
   bool prints = getenv("MALI_INST_VARYINGS");
   struct mali_inst_error error;
   /* Texture coordinates that are point coordinates are slots of the point coordinate. */
   if (point_sprites)
      return;
   for (unsigned i = 0; i < counts[0]; ++i)
      slots[0][i] = inst_slot(&outputs[i], i);
   for (unsigned i = 0; i < counts[1]; ++i)
      slots[1][i] = inst_slot(&inputs[i], i);
   if (!inst_varyings.links++)
      atexit(inst_report_varyings);
   if (prints) {
      fprintf(stderr, "v%u link\n", PAN_ARCH);
      inst_print_slots("out", slots[0], counts[0]);
      inst_print_slots("in", slots[1], counts[1]);
   }
   for (unsigned stage = 0; stage < 2; ++stage) {
      uint32_t ours[MALI_INST_MAX_STAGE_SLOTS][2] = { 0 };

      if (mali_inst_slots_descriptors(MALI_INST_DRIVER_PANFROST, PAN_ARCH, slots[0], counts[0], slots[1], counts[1],
                                      true, stage ? MALI_INST_STAGE_FRAGMENT : MALI_INST_STAGE_VERTEX, ours[0],
                                      2 * MALI_INST_MAX_STAGE_SLOTS, &error) != MALI_INST_OK) {
         fprintf(stderr, "v%u refuses to link: %s\n", PAN_ARCH, error.text);
         inst_varyings.of[stage][INST_VARYING_UNKNOWN] += counts[stage];
         continue;
      }
      for (unsigned i = 0; i < counts[stage]; ++i) {
         const uint32_t *their = theirs[stage * counts[0] + i];
         unsigned location = slots[stage][i].location, offset = 0;
         const struct pan_shader_varying *read = inst_varying_at(inputs, counts[1], location);
         enum inst_varying_class class = INST_VARYING_UNKNOWN;
         uint32_t word = ours[i][0];

         /* The sizes of what the consumer reads of the outputs before. */
         for (unsigned j = 0; j < counts[0] && outputs[j].location != location; ++j) {
            const struct pan_shader_varying *before = inst_varying_at(inputs, counts[1], outputs[j].location);
            offset += before ? util_format_get_blocksize(before->format) : 0;
         }
         if (read && read->format)
            word = (word & 0x3ff) | GENX(panfrost_format_from_pipe_format)(read->format)->hw << 10;
         if (!memcmp(their, ours[i], 8))
            class = INST_EQUAL;
         else if (their[0] == ours[i][0] && their[1] == offset)
            class = INST_LAYOUT;
         else if (their[0] == word && their[1] == offset)
            class = INST_READ_FORMAT;
         inst_varyings.of[stage][class]++;
         if (prints || class == INST_VARYING_UNKNOWN) {
            static const char *names[] = { "equal", "layout", "read format", "unknown" };

            fprintf(stderr, "   %s %u, location %u: %08x %08x, the library's %08x %08x: %s\n",
                    stage ? "fragment" : "vertex", i, location, their[0], their[1], ours[i][0], ours[i][1],
                    names[class]);
         }
      }
   }
}
