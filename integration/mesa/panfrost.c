/*
 * The vertex input of Mesa's Panfrost, packed by mali-instancing: a vertex elements state is checked once, a draw
 * writes its tables and the words of its jobs.
 *
 * hook.py includes this file in pan_cmdstream.c, after the functions that it replaces. A draw that the library cannot
 * pack is left to the driver's own functions.
 */
#undef panfrost_emit_vertex_data
#undef panfrost_emit_vertex_buffers
#include "mesa.h"

/* The rules that the driver itself packs with. */
static const struct mali_inst_target inst_target = {
   .arch = PAN_ARCH,
   .padding = MALI_INST_PADDING_MESA,
   .bound_strides = INST_HAS_STRIDE,
#if PAN_ARCH >= 9
   .resource_table = PAN_TABLE_ATTRIBUTE_BUFFER,
#endif
};

/* With the ids of V4 and V5, which the driver's shaders read as attributes 16 and 17, there are that many attributes. */
static void
inst_pipeline_init(struct mali_inst_panfrost_pipeline *pipeline, const struct panfrost_vertex_state *so, bool ids)
{
   struct mali_inst_draw *draw = &pipeline->draw;
   struct mali_inst_vertex_buffer buffers[PIPE_MAX_ATTRIBS] = { 0 };
   struct mali_inst_vertex_attribute attributes[PIPE_MAX_ATTRIBS] = { 0 };
   unsigned attribute_count = so->num_elements;
   struct mali_inst_tables tables;

   for (unsigned i = 0; i < so->num_elements; ++i) {
      const struct pipe_vertex_element *element = &so->pipe[i];
#if PAN_ARCH >= 9
      unsigned buffer = element->vertex_buffer_index;
#else
      unsigned buffer = so->element_buffer[i];
#endif

      pipeline->bound[buffer] = element->vertex_buffer_index;
      draw->range_count = MAX2(draw->range_count, buffer + 1);
      buffers[buffer] = (struct mali_inst_vertex_buffer) {
         .stride = INST_ELEMENT_STRIDE(element),
         .rate = element->instance_divisor ? MALI_INST_RATE_INSTANCE : MALI_INST_RATE_VERTEX,
         .divisor = element->instance_divisor,
      };
      attributes[i] = (struct mali_inst_vertex_attribute) {
         .buffer = buffer,
         .format = inst_format(element->src_format),
         .offset = element->src_offset,
      };
   }
   for (; ids && attribute_count < 18; ++attribute_count) {
      attributes[attribute_count] = (struct mali_inst_vertex_attribute) {
         .source = attribute_count == 17 ? MALI_INST_SOURCE_INSTANCE_ID : MALI_INST_SOURCE_VERTEX_ID,
         .format = MALI_INST_FORMAT_R32_UINT,
      };
   }
   draw->input = pipeline->input;
   draw->input_words = ARRAY_SIZE(pipeline->input);
   draw->ranges = pipeline->ranges;
   if (mali_inst_vertex_input_init(pipeline->input, ARRAY_SIZE(pipeline->input), &inst_target, buffers, draw->range_count,
                                   attributes, attribute_count, &tables, NULL) == MALI_INST_OK)
      draw->word_count = MAX2(tables.buffer_words + tables.attribute_words, 1);
#if PAN_ARCH >= 9
   /* No word depends on counts, and the shader adds the first instance. */
   draw->call.vertices = draw->call.instances = 1;
#endif
}

static void *
inst_create_vertex_elements_state(struct pipe_context *pipe, unsigned count,
                                  const struct pipe_vertex_element *elements)
{
   struct panfrost_vertex_state *so = panfrost_create_vertex_elements_state(pipe, count, elements);

   inst_pipeline_init(&so->inst[0], so, false);
   if (PAN_ARCH <= 5)
      inst_pipeline_init(&so->inst[1], so, true);
   return so;
}

/*
 * Brings a pipeline's ranges up to date, and tells the batch that it reads their buffers: for all draws until a buffer,
 * the pipeline or the batch changes, after which the driver's state is dirty. A buffer that is not bound has no bytes.
 */
static inline void
inst_set_ranges(struct panfrost_batch *batch, struct mali_inst_panfrost_pipeline *pipeline)
{
   const struct pipe_vertex_buffer *buffers = batch->ctx->vertex_buffers;
   const unsigned count = pipeline->draw.range_count;

   for (unsigned i = 0; i < count; ++i) {
      const struct pipe_vertex_buffer *buffer = &buffers[PAN_ARCH >= 9 ? i : pipeline->bound[i]];
      struct panfrost_resource *resource = pan_resource(buffer->buffer.resource);
      struct mali_inst_buffer_range *range = &pipeline->ranges[i];

      if (!resource) {
         *range = (struct mali_inst_buffer_range) { 0 };
         continue;
      }
      panfrost_batch_read_rsrc(batch, resource, PIPE_SHADER_VERTEX);
      range->address = INST_ADDRESS(resource) + buffer->buffer_offset;
      range->size = resource->base.width0 - MIN2(buffer->buffer_offset, resource->base.width0);
      range->stride = INST_BUFFER_STRIDE(buffer);
   }
}

/* Writes both tables of a draw, one after the other. Returns false if they are left to the driver. */
static inline bool
inst_write(struct panfrost_batch *batch, struct mali_inst_panfrost_pipeline *pipeline)
{
   struct mali_inst_panfrost_draw *last = &batch->ctx->inst;
   struct mali_inst_draw *draw = &pipeline->draw;
   struct mali_inst_tables tables;
   struct panfrost_ptr memory;

   last->tables_of = NULL;
   if (!draw->word_count)
      return false;
   memory = pan_pool_alloc_aligned(&batch->pool.base, draw->word_count * 4, 64);
   draw->words = memory.cpu;
   tables = mali_inst_draw_write(draw);
   if (!tables.is_written) {
      mali_inst_draw_error(draw, &last->error);
      return false;
   }

   last->tables_of = pipeline;
   last->buffers = memory.gpu;
   last->attributes = memory.gpu + tables.buffer_words * 4;
   return true;
}

#if PAN_ARCH <= 7
/* Whether the shader reads ids as attributes, as shaders of V4 and V5 do. */
static inline bool
inst_has_ids(const struct panfrost_context *ctx)
{
   const struct panfrost_compiled_shader *xfb = ctx->uncompiled[PIPE_SHADER_VERTEX]->xfb;
   unsigned count = MAX2(ctx->prog[PIPE_SHADER_VERTEX]->info.attribute_count, xfb ? xfb->info.attribute_count : 0);

   return PAN_ARCH <= 5 && count >= PAN_VERTEX_ID;
}

/* Sets the padded count, and the words of a draw's jobs that depend on its counts. */
static void
inst_emit_job(struct panfrost_context *ctx, unsigned vertices, bool idvs)
{
   struct mali_inst_draw_call *call = &ctx->inst.call, last = *call;
   struct mali_inst_target target = inst_target;

   *call = (struct mali_inst_draw_call) {
      .vertices = vertices,
      .instances = ctx->instance_count,
      .first_vertex = ctx->offset_start,
      .first_instance = ctx->base_instance,
   };
   target.idvs = idvs;
   if (mali_inst_draw_job_words(&target, call, &ctx->inst.job, NULL) != MALI_INST_OK)
      ctx->inst.job = (struct mali_inst_job_words) { 0 };
   else if (call->instances > 1)
      ctx->padded_count = call->padded_vertices = ctx->inst.job.padded_vertices;
   if (ctx->dirty & PAN_DIRTY_VERTEX)
      ctx->inst.ranges_of = ctx->inst.tables_of = NULL;
   /* Tables of one instance depend on the first instance, and on counts only by ids. */
   if (call->first_instance != last.first_instance ||
       ((call->instances > 1 || last.instances > 1 || inst_has_ids(ctx)) && memcmp(&last, call, sizeof(last))))
      ctx->inst.tables_of = NULL;
   if (!ctx->inst.tables_of)
      ctx->dirty |= PAN_DIRTY_VERTEX;
}

static void
inst_emit_invocation(const struct panfrost_context *ctx, struct mali_invocation_packed *invocation)
{
   if (ctx->inst.job.has_invocation)
      memcpy(invocation, ctx->inst.job.invocation, sizeof(ctx->inst.job.invocation));
}

/* Writes the instance size and the offset start into a draw's descriptor. */
static void
inst_emit_draw(const struct panfrost_context *ctx, void *draw)
{
   uint32_t *words = draw;

   if (!ctx->inst.job.has_draw)
      return;
   words[0] = (words[0] & ~MALI_INST_DRAW_WORD_0_MASK) | ctx->inst.job.draw[0];
   words[1] = ctx->inst.job.draw[1];
}

static inline bool
inst_write_counts(struct panfrost_batch *batch, struct mali_inst_panfrost_pipeline *pipeline)
{
   struct panfrost_context *ctx = batch->ctx;

   /* The tables of the draw before it. */
   if (ctx->inst.tables_of == pipeline)
      return true;
   if (ctx->inst.ranges_of != pipeline) {
      inst_set_ranges(batch, pipeline);
      ctx->inst.ranges_of = pipeline;
   }
   pipeline->draw.call = ctx->inst.call;
   return inst_write(batch, pipeline);
}

static uint64_t
inst_emit_vertex_data(struct panfrost_batch *batch, uint64_t *buffers)
{
   struct panfrost_context *ctx = batch->ctx;

   /* Images of vertex shaders follow the buffers: as many as are bound, a number that no state contains. */
   if (INST_INDIRECT(ctx) || ctx->image_mask[PIPE_SHADER_VERTEX] ||
       !inst_write_counts(batch, &ctx->vertex->inst[inst_has_ids(ctx)])) {
      ctx->inst.tables_of = NULL;
      ctx->inst.left++;
      return panfrost_emit_vertex_data(batch, buffers);
   }
   *buffers = ctx->inst.buffers;
   return ctx->inst.attributes;
}
#else
static uint64_t
inst_emit_vertex_data(struct panfrost_batch *batch)
{
   struct panfrost_context *ctx = batch->ctx;

   /* The driver comes here only if its state is dirty. */
   inst_set_ranges(batch, ctx->vertex->inst);
   if (inst_write(batch, ctx->vertex->inst))
      return ctx->inst.attributes;
   ctx->inst.left++;
   return panfrost_emit_vertex_data(batch);
}

uint64_t
GENX(inst_emit_vertex_buffers)(struct panfrost_batch *batch)
{
   return batch->ctx->inst.tables_of ? batch->ctx->inst.buffers : panfrost_emit_vertex_buffers(batch);
}
#endif

#include "compare.c"
#define panfrost_create_vertex_elements_state inst_create_vertex_elements_state
