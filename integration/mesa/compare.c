/*
 * Compares the driver's words with ours. With MALI_INST=compare each draw is emitted by the driver and by
 * panfrost.c, and a difference is counted in a class of docs/internals/verification.md, or printed; MALI_INST_REPORT
 * names the file that gets the counts at the end. With MALI_INST=driver only the driver emits, otherwise only
 * panfrost.c.
 */
#include <stdio.h>
#include <stdlib.h>

#if defined(__x86_64__)
#include <x86intrin.h>
#define inst_clock() __rdtsc()
#else
#include <time.h>
static uint64_t inst_clock(void)
{
   struct timespec now;
   clock_gettime(CLOCK_MONOTONIC, &now);
   return now.tv_sec * 1000000000ull + now.tv_nsec;
}
#endif

enum inst_class {
   INST_TERMINATOR,     /* the last descriptor is 1 0 0 0: reads the same as zeros */
   INST_ROUNDING,       /* a multiplier in double precision, one too small */
   INST_FIRST_INSTANCE, /* the first instance's bytes, divided by the divisor */
   INST_PRODUCT,        /* padded count and divisor have a product above 2^32, which the driver wraps */
   INST_PAST_END,       /* a buffer that is bound past its end: the driver's size wraps */
   INST_UNBOUND,        /* nothing is bound: the attribute has the descriptor of another buffer */
   INST_ID_OF_ONE,      /* the instance ID of a padded count of 1 */
   INST_NO_INDEX,       /* every index restarts: nothing is drawn, and the driver's least index is above its largest */
   INST_DIVISOR_ONE,    /* V9: a power-of-two divisor of 1 is linear */
   INST_STALE,          /* 25.0: the driver keeps the tables of a draw with other counts */
   INST_UNKNOWN,
   INST_CLASSES
};

#define INST_SAMPLES (1 << 20)

/* The cycles of the first draws: if other programs run, a median is more useful than a mean. */
struct inst_cycles {
   uint32_t of_draw[INST_SAMPLES];
   uint32_t count;
};

static struct {
   uint64_t draws, instanced, left, kept, descriptors, draws_of[INST_CLASSES];
   /* Of tables that we wrote or kept, and of the driver's. */
   struct inst_cycles ours, ours_kept, theirs;
   unsigned printed;
   /* Whether the driver alone would keep the tables of the last draw. */
   bool driver_keeps;
} inst_counts;

static void
inst_took(struct inst_cycles *cycles, uint64_t begin)
{
   if (cycles->count < INST_SAMPLES)
      cycles->of_draw[cycles->count++] = MIN2(inst_clock() - begin, UINT32_MAX);
}

static int
inst_order(const void *left, const void *right)
{
   uint32_t a = *(const uint32_t *)left, b = *(const uint32_t *)right;
   return (a > b) - (a < b);
}

static uint32_t
inst_median(struct inst_cycles *cycles)
{
   qsort(cycles->of_draw, cycles->count, sizeof(*cycles->of_draw), inst_order);
   return cycles->of_draw[cycles->count / 2];
}

static void
inst_report(void)
{
   static const char *names[] = { "terminator", "rounding", "first instance", "product", "past the end",
                                  "unbound", "id of one", "no index", "divisor of one", "stale", "unknown" };
   const char *path = getenv("MALI_INST_REPORT");
   FILE *out = path ? fopen(path, "a") : stderr;

   if (!out || !inst_counts.draws)
      return;
   fprintf(out, "v%u\tdraws %lu\tinstanced %lu\tleft %lu\tkept %lu\tdescriptors %lu\t"
                "cycles %u\tcycles of kept %u\tcycles of the driver %u",
           PAN_ARCH, inst_counts.draws, inst_counts.instanced, inst_counts.left, inst_counts.kept,
           inst_counts.descriptors, inst_median(&inst_counts.ours), inst_median(&inst_counts.ours_kept),
           inst_median(&inst_counts.theirs));
   for (unsigned i = 0; i < INST_CLASSES; ++i)
      fprintf(out, "\t%s %lu", names[i], inst_counts.draws_of[i]);
   fprintf(out, "\n");
   if (path)
      fclose(out);
}

/* The CPU's pointer to memory that the batch's pool allocated. */
static const uint32_t *
inst_view(struct panfrost_batch *batch, uint64_t address)
{
   util_dynarray_foreach(&batch->pool.bos, struct panfrost_bo *, bo) {
      if (address >= (*bo)->ptr.gpu && address < (*bo)->ptr.gpu + INST_BO_SIZE(*bo))
         return (const uint32_t *)((const char *)(*bo)->ptr.cpu + (address - (*bo)->ptr.gpu));
   }
   return NULL;
}

/* Compares some words. If they differ, the draw gets `class`, or is printed if there is no class. */
static void
inst_compare(const struct panfrost_context *ctx, const char *what, unsigned index, const uint32_t *ours,
             const uint32_t *theirs, unsigned words, enum inst_class class, uint32_t *classes)
{
   inst_counts.descriptors++;
   if (!memcmp(ours, theirs, words * 4))
      return;
   *classes |= BITFIELD_BIT(class);
   if (class != INST_UNKNOWN || inst_counts.printed++ >= 20)
      return;
   fprintf(stderr, "v%u %s %u: vertices %u padded %u first %u, instances %u first %u:", PAN_ARCH, what, index,
           ctx->inst.call.vertices, ctx->inst.call.padded_vertices, ctx->inst.call.first_vertex,
           ctx->inst.call.instances, ctx->inst.call.first_instance);
   for (unsigned i = 0; i < words; ++i)
      fprintf(stderr, " %08x", ours[i]);
   fprintf(stderr, " for the driver's");
   for (unsigned i = 0; i < words; ++i)
      fprintf(stderr, " %08x", theirs[i]);
   fprintf(stderr, "\n");
}

static void
inst_left(const struct panfrost_context *ctx)
{
   if (inst_counts.left++ < 20)
      fprintf(stderr, "v%u leaves a draw to the driver: %s\n", PAN_ARCH, ctx->inst.error.text);
}

static void
inst_count(const struct panfrost_context *ctx, uint32_t classes, bool kept)
{
   if (!inst_counts.draws++)
      atexit(inst_report);
   inst_counts.instanced += ctx->instance_count > 1;
   inst_counts.kept += kept;
   u_foreach_bit(class, classes)
      inst_counts.draws_of[class]++;
}

enum inst_mode { INST_OURS, INST_DRIVER, INST_COMPARE };

static enum inst_mode
inst_mode(void)
{
   static int mode = -1;
   if (mode < 0) {
      const char *value = getenv("MALI_INST");
      mode = !value ? INST_OURS : !strcmp(value, "compare") ? INST_COMPARE : !strcmp(value, "driver");
   }
   return mode;
}

#if PAN_ARCH <= 7
void
GENX(inst_compare_job)(struct panfrost_context *ctx, unsigned vertices, bool idvs)
{
   uint32_t padded = ctx->padded_count, classes = 0;
   bool kept = !INST_IS_DIRTY(ctx);

   if (inst_mode() == INST_DRIVER)
      return;
   inst_emit_job(ctx, vertices, idvs);
   if (inst_mode() == INST_OURS)
      return;
   inst_counts.driver_keeps = kept && INST_IS_DIRTY(ctx);
   inst_compare(ctx, "padded count", 0, &ctx->padded_count, &padded, 1, INST_UNKNOWN, &classes);
   inst_counts.draws_of[INST_UNKNOWN] += classes != 0;
}

void
GENX(inst_compare_invocation)(const struct panfrost_context *ctx, struct mali_invocation_packed *invocation)
{
   struct mali_invocation_packed theirs = *invocation;
   uint32_t classes = 0;

   if (inst_mode() == INST_DRIVER)
      return;
   inst_emit_invocation(ctx, invocation);
   if (inst_mode() == INST_OURS)
      return;
   inst_compare(ctx, "invocation", 0, invocation->opaque, theirs.opaque, 2, INST_UNKNOWN, &classes);
   inst_counts.draws_of[INST_UNKNOWN] += classes != 0;
}

void
GENX(inst_compare_draw)(const struct panfrost_context *ctx, void *draw)
{
   uint32_t theirs[2], classes = 0;

   if (inst_mode() == INST_DRIVER)
      return;
   memcpy(theirs, draw, sizeof(theirs));
   inst_emit_draw(ctx, draw);
   if (inst_mode() == INST_OURS)
      return;
   inst_compare(ctx, "draw", 0, draw, theirs, 2, INST_UNKNOWN, &classes);
   inst_counts.draws_of[INST_UNKNOWN] += classes != 0;
}

uint64_t
GENX(inst_compare_vertex_data)(struct panfrost_batch *batch, uint64_t *buffers)
{
   struct panfrost_context *ctx = batch->ctx;
   const struct panfrost_vertex_state *so = ctx->vertex;
   uint64_t our_buffers = 0, their_buffers = 0, our_attributes = 0, their_attributes = 0;
   unsigned left = ctx->inst.left;
   uint64_t last = ctx->inst.attributes;
   uint32_t classes = 0;

   uint64_t last_buffers = inst_counts.driver_keeps ? *buffers : 0;

   if (inst_mode() == INST_DRIVER)
      return panfrost_emit_vertex_data(batch, buffers);
   if (inst_mode() == INST_OURS)
      return inst_emit_vertex_data(batch, buffers);

   /* Both take turns, since the first finds memory that is in no cache. */
   for (unsigned i = 0; i < 2; ++i) {
      uint64_t begin = inst_clock();
      if ((inst_counts.draws + i) % 2) {
         our_attributes = inst_emit_vertex_data(batch, &our_buffers);
         inst_took(our_attributes == last ? &inst_counts.ours_kept : &inst_counts.ours, begin);
      } else {
         their_attributes = panfrost_emit_vertex_data(batch, &their_buffers);
         inst_took(&inst_counts.theirs, begin);
      }
   }

   *buffers = our_buffers;
   if (ctx->inst.left != left) {
      inst_left(ctx);
   } else if (their_buffers) {
      const uint32_t *ours = inst_view(batch, our_buffers), *theirs = inst_view(batch, their_buffers);
      const uint32_t *our_words = inst_view(batch, our_attributes);
      const uint32_t *their_words = inst_view(batch, their_attributes);
      const uint32_t *last_words = last_buffers ? inst_view(batch, last_buffers) : NULL;

      for (unsigned i = 0; last_words && ours + i < our_words; ++i) {
         if (last_words[i] != ours[i]) {
            classes |= BITFIELD_BIT(INST_STALE);
            break;
         }
      }
      for (unsigned i = 0; i < ctx->prog[PIPE_SHADER_VERTEX]->info.attributes_read_count; ++i) {
         const struct pipe_vertex_buffer *buffer = &ctx->vertex_buffers[so->pipe[i].vertex_buffer_index];
         unsigned divisor = so->pipe[i].instance_divisor, at = their_words[2 * i] & 0x1ff;
         uint64_t product = (uint64_t)divisor * ctx->padded_count;
         enum inst_class of_attribute = INST_UNKNOWN, of_buffer = INST_UNKNOWN;
         bool bound = (ctx->vb_mask & BITFIELD_BIT(so->pipe[i].vertex_buffer_index)) && buffer->buffer.resource;

         if (ctx->offset_start > INT32_MAX)
            of_attribute = of_buffer = INST_NO_INDEX;
         else if (!bound)
            of_attribute = of_buffer = INST_UNBOUND;
         else if (ctx->instance_count > 1 && product > UINT32_MAX)
            of_attribute = of_buffer = INST_PRODUCT;
         else if (buffer->buffer_offset > pan_resource(buffer->buffer.resource)->base.width0)
            of_buffer = INST_PAST_END;
         if (of_attribute == INST_UNKNOWN && ctx->base_instance && divisor > 1)
            of_attribute = INST_FIRST_INSTANCE;

         inst_compare(ctx, "attribute", i, our_words + 2 * i, their_words + 2 * i, 2, of_attribute, &classes);
         if (at != (our_words[2 * i] & 0x1ff))
            continue;
         inst_compare(ctx, "buffer", at, ours + 4 * at, theirs + 4 * at, 4, of_buffer, &classes);
         if ((theirs[4 * at] & 0x3f) == MALI_ATTRIBUTE_TYPE_1D_NPOT_DIVISOR && of_buffer == INST_UNKNOWN) {
            uint32_t apart = ours[4 * at + 5] - theirs[4 * at + 5];
            inst_compare(ctx, "continuation", at, ours + 4 * at + 4, theirs + 4 * at + 4, 4,
                         apart == 1 ? INST_ROUNDING : INST_UNKNOWN, &classes);
         }
      }
#if PAN_ARCH <= 5
      for (unsigned i = PAN_VERTEX_ID; i <= PAN_INSTANCE_ID && inst_has_ids(ctx); ++i) {
         unsigned at = their_words[2 * i] & 0x1ff;
         uint32_t apart = ours[4 * at + 1] - theirs[4 * at + 1];
         inst_compare(ctx, "attribute", i, our_words + 2 * i, their_words + 2 * i, 2, INST_UNKNOWN, &classes);
         inst_compare(ctx, "id", at, ours + 4 * at, theirs + 4 * at, 4,
                      i == PAN_INSTANCE_ID && ctx->padded_count == 1 ? INST_ID_OF_ONE
                      : apart == 1                                  ? INST_ROUNDING
                                                                    : INST_UNKNOWN,
                      &classes);
      }
#else
      unsigned last = (our_attributes - our_buffers) / 16 - 1;
      inst_compare(ctx, "null terminator", last, ours + 4 * last, theirs + 4 * last, 4,
                   theirs[4 * last] == 1 ? INST_TERMINATOR : INST_UNKNOWN, &classes);
#endif
   }
   inst_count(ctx, classes, our_attributes == last);
   return our_attributes;
}
#else
uint64_t
GENX(inst_compare_vertex_data)(struct panfrost_batch *batch)
{
   struct panfrost_context *ctx = batch->ctx;
   const struct panfrost_vertex_state *so = ctx->vertex;
   unsigned left = ctx->inst.left;
   uint64_t last = ctx->inst.attributes;
   uint32_t classes = 0;

   if (inst_mode() == INST_DRIVER) {
      ctx->inst.tables_of = NULL;
      return panfrost_emit_vertex_data(batch);
   }
   if (inst_mode() == INST_OURS)
      return inst_emit_vertex_data(batch);

   uint64_t our_attributes = 0, their_attributes = 0, their_buffers = 0;
   for (unsigned i = 0; i < 2; ++i) {
      uint64_t begin = inst_clock();
      if ((inst_counts.draws + i) % 2) {
         our_attributes = inst_emit_vertex_data(batch);
         inst_took(our_attributes == last ? &inst_counts.ours_kept : &inst_counts.ours, begin);
      } else {
         their_attributes = panfrost_emit_vertex_data(batch);
         their_buffers = panfrost_emit_vertex_buffers(batch);
         inst_took(&inst_counts.theirs, begin);
      }
   }

   if (ctx->inst.left != left) {
      inst_left(ctx);
   } else if (so->num_elements) {
      const uint32_t *ours = inst_view(batch, ctx->inst.buffers), *theirs = inst_view(batch, their_buffers);
      const uint32_t *our_words = inst_view(batch, our_attributes);
      const uint32_t *their_words = inst_view(batch, their_attributes);

      for (unsigned i = 0; i < so->num_elements; ++i) {
         unsigned at = so->pipe[i].vertex_buffer_index, divisor = so->pipe[i].instance_divisor;
         uint32_t apart = our_words[8 * i + 6] - their_words[8 * i + 6];

         inst_compare(ctx, "attribute", i, our_words + 8 * i, their_words + 8 * i, 8,
                      divisor == 1 ? INST_DIVISOR_ONE : divisor && apart == 1 ? INST_ROUNDING : INST_UNKNOWN,
                      &classes);
         if (ctx->vb_mask & BITFIELD_BIT(at))
            inst_compare(ctx, "buffer", at, ours + 8 * at, theirs + 8 * at, 8, INST_UNKNOWN, &classes);
         else
            classes |= BITFIELD_BIT(INST_UNBOUND);
      }
   }
   inst_count(ctx, classes, our_attributes == last);
   return our_attributes;
}
#endif
