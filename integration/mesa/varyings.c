/*
 * Compares the varying descriptors that the driver links on V4 to V7 with the library's. With MALI_INST_VARYINGS, each
 * link is printed: the slots that go in, and the words that come out of both. MALI_INST_VARYINGS_REPORT names the file
 * that gets the counts at the end.
 */
#include "mali_inst_varyings.h"

static struct {
   unsigned links, equal[2], differ[2];
} inst_varyings;

static void
inst_report_varyings(void)
{
   const char *path = getenv("MALI_INST_VARYINGS_REPORT");
   FILE *out = path ? fopen(path, "a") : stderr;

   if (!out)
      return;
   for (unsigned stage = 0; stage < 2; ++stage) {
      fprintf(out, "v%u\t%s\tlinks %u\tequal %u\tdiffer %u\n", PAN_ARCH, stage ? "fragment" : "vertex",
              inst_varyings.links, inst_varyings.equal[stage], inst_varyings.differ[stage]);
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
   struct mali_inst_slot slots[2][MALI_INST_MAX_SLOTS];
   mali_inst_driver driver = strncmp(PACKAGE_VERSION, "22.", 3) ? MALI_INST_DRIVER_PANFROST_25_0
                                                               : MALI_INST_DRIVER_PANFROST_22_3;
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
   struct mali_inst_linkage linkage;
   if (mali_inst_linkage_init_slots(&linkage, driver, PAN_ARCH, slots[0], counts[0], slots[1], counts[1], true,
                                    &error) != MALI_INST_OK) {
      fprintf(stderr, "v%u refuses to link: %s\n", PAN_ARCH, error.text);
      for (unsigned stage = 0; stage < 2; ++stage)
         inst_varyings.differ[stage] += counts[stage];
      return;
   }
   for (unsigned stage = 0; stage < 2; ++stage) {
      uint32_t ours[MALI_INST_MAX_SLOTS][2] = { 0 };

      if (mali_inst_linkage_descriptors(&linkage, stage ? MALI_INST_STAGE_FRAGMENT : MALI_INST_STAGE_VERTEX, ours[0],
                                        2 * MALI_INST_MAX_SLOTS, &error) != MALI_INST_OK) {
         fprintf(stderr, "v%u has no descriptors: %s\n", PAN_ARCH, error.text);
         inst_varyings.differ[stage] += counts[stage];
         continue;
      }
      for (unsigned i = 0; i < counts[stage]; ++i) {
         const uint32_t *their = theirs[stage * counts[0] + i];
         bool is_equal = !memcmp(their, ours[i], 8);

         inst_varyings.equal[stage] += is_equal;
         inst_varyings.differ[stage] += !is_equal;
         if (prints || !is_equal) {
            fprintf(stderr, "   %s %u, location %u: %08x %08x, the library's %08x %08x: %s\n",
                    stage ? "fragment" : "vertex", i, slots[stage][i].location, their[0], their[1], ours[i][0],
                    ours[i][1], is_equal ? "equal" : "differ");
         }
      }
   }
}
