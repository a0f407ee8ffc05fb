/*
 * The vertex input of Mesa's Panfrost, packed by mali-instancing: a vertex elements state is checked once, a draw
 * writes its tables and the words of its jobs.
 *
 * hook.py includes this file in pan_cmdstream.c, after the functions that it replaces. A draw that the library cannot
 * pack is left to the driver's own functions.
 */
#undef panfrost_emit_vertex_data
#undef panfrost_emit_vertex_buffers

static uint32_t
inst_format(enum pipe_format format)
{
   switch (format) {
#include "formats.h"
   default: return 0;
   }
}

/* The rules that the driver itself packs with. */
static struct mali_inst_target
inst_target(void)
{
   return (struct mali_inst_target) {
      .arch = PAN_ARCH,
      .padding = MALI_INST_PADDING_MESA,
      .rounding = MALI_INST_ROUNDING_ROUND_DOWN,
#if PAN_ARCH >= 9
      .resource_table = PAN_TABLE_ATTRIBUTE_BUFFER,
#endif
      .layout = MALI_INST_LAYOUT_DRIVER,
   };
}

/* With the ids of V4 and V5, which the driver's shaders read as attributes 16 and 17, there are that many attributes. */
static void
inst_pipeline_init(struct mali_inst_panfrost_pipeline *pipeline, const struct panfrost_vertex_state *so, bool ids)
{
   struct mali_inst_vertex_buffer buffers[PIPE_MAX_ATTRIBS] = { 0 };
   struct mali_inst_vertex_attribute attributes[PIPE_MAX_ATTRIBS] = { 0 };
   unsigned buffer_count = 0, attribute_count = so->num_elements;

   for (unsigned i = 0; i < so->num_elements; ++i) {
      const struct pipe_vertex_element *element = &so->pipe[i];
#if PAN_ARCH >= 9
      unsigned buffer = element->vertex_buffer_index;
#else
      unsigned buffer = so->element_buffer[i];
#endif
      buffer_count = MAX2(buffer_count, buffer + 1);
      buffers[buffer].rate = element->instance_divisor ? MALI_INST_RATE_INSTANCE : MALI_INST_RATE_VERTEX;
      buffers[buffer].divisor = element->instance_divisor;
      attributes[i] = (struct mali_inst_vertex_attribute) {
         .source = MALI_INST_SOURCE_BUFFER,
         .buffer = buffer,
         .format = inst_format(element->src_format),
         .offset = element->src_offset,
      };
   }
#if PAN_ARCH <= 5
   if (ids) {
      for (; attribute_count <= PAN_INSTANCE_ID; ++attribute_count) {
         attributes[attribute_count] = (struct mali_inst_vertex_attribute) {
            .source = attribute_count == PAN_INSTANCE_ID ? MALI_INST_SOURCE_INSTANCE_ID : MALI_INST_SOURCE_VERTEX_ID,
            .format = MALI_INST_FORMAT_R32_UINT,
         };
      }
   }
#endif

   struct mali_inst_target target = inst_target();
   pipeline->usable = mali_inst_vertex_input_init(&pipeline->input, sizeof(pipeline->input), &target, buffers,
                                                  buffer_count, attributes, attribute_count, &pipeline->tables,
                                                  NULL) == MALI_INST_OK;
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

/* The range of a vertex buffer. A buffer that is not bound has no bytes. */
static struct mali_inst_buffer_range
inst_range(struct panfrost_batch *batch, unsigned index)
{
   struct panfrost_context *ctx = batch->ctx;
   const struct pipe_vertex_buffer *buffer = &ctx->vertex_buffers[index];
   struct panfrost_resource *resource = pan_resource(buffer->buffer.resource);

   if (!(ctx->vb_mask & BITFIELD_BIT(index)) || !resource)
      return (struct mali_inst_buffer_range) { 0 };

   panfrost_batch_read_rsrc(batch, resource, PIPE_SHADER_VERTEX);
   return (struct mali_inst_buffer_range) {
      .address = resource->image.data.bo->ptr.gpu + buffer->buffer_offset,
      .size = resource->base.width0 - MIN2(buffer->buffer_offset, resource->base.width0),
      .has_stride = true,
      .stride = buffer->stride,
   };
}

/* Writes both tables of a draw, one after the other. Returns false if they are left to the driver. */
static bool
inst_write(struct panfrost_batch *batch, const struct mali_inst_panfrost_pipeline *pipeline,
           const struct mali_inst_buffer_range *ranges, unsigned count, mali_ptr *buffers, mali_ptr *attributes)
{
   size_t words = pipeline->tables.buffer_words + pipeline->tables.attribute_words;
   struct panfrost_ptr tables = pan_pool_alloc_aligned(&batch->pool.base, MAX2(words, 1) * 4, 64);
   struct mali_inst_tables written;

   if (mali_inst_draw_write(&pipeline->input, &batch->ctx->inst.call, ranges, count, tables.cpu, words, &written,
                            &batch->ctx->inst.error) != MALI_INST_OK)
      return false;
   *buffers = tables.gpu;
   *attributes = tables.gpu + written.buffer_words * 4;
   return true;
}

#if PAN_ARCH <= 7
/* Sets the padded count, and the words of a draw's jobs that depend on its counts. */
static void
inst_emit_job(struct panfrost_batch *batch, const struct pipe_draw_info *info, unsigned vertices, bool idvs,
              struct mali_invocation_packed *invocation)
{
   struct panfrost_context *ctx = batch->ctx;
   struct mali_inst_target target = inst_target();

   ctx->inst.call = (struct mali_inst_draw_call) {
      .vertices = vertices,
      .instances = ctx->instance_count,
      .first_vertex = ctx->offset_start,
      .first_instance = ctx->base_instance,
      .idvs = idvs,
   };
   ctx->inst.job.has_draw = false;
   if (mali_inst_draw_job_words(&target, &ctx->inst.call, &ctx->inst.job, NULL) != MALI_INST_OK)
      return;
   if (ctx->instance_count > 1 &&
       mali_inst_padded_vertices(&target, &ctx->inst.call, &ctx->padded_count, NULL) == MALI_INST_OK)
      ctx->inst.call.padded_vertices = ctx->padded_count;
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

/* Whether the shader reads ids as attributes, as shaders of V4 and V5 do. */
static bool
inst_has_ids(const struct panfrost_context *ctx)
{
   const struct panfrost_compiled_shader *xfb = ctx->uncompiled[PIPE_SHADER_VERTEX]->xfb;
   unsigned count = MAX2(ctx->prog[PIPE_SHADER_VERTEX]->info.attribute_count, xfb ? xfb->info.attribute_count : 0);

   return PAN_ARCH <= 5 && count >= PAN_VERTEX_ID;
}

static mali_ptr
inst_emit_vertex_data(struct panfrost_batch *batch, mali_ptr *buffers)
{
   struct panfrost_context *ctx = batch->ctx;
   struct panfrost_vertex_state *so = ctx->vertex;
   const struct mali_inst_panfrost_pipeline *pipeline = &so->inst[inst_has_ids(ctx)];
   struct mali_inst_buffer_range ranges[PIPE_MAX_ATTRIBS];
   mali_ptr attributes;

   for (unsigned i = 0; i < so->nr_bufs; ++i)
      ranges[i] = inst_range(batch, so->buffers[i].vbi);

   /* Images of vertex shaders follow the buffers: as many as are bound, a number that no state contains. */
   if (pipeline->usable && !ctx->indirect_draw && !ctx->image_mask[PIPE_SHADER_VERTEX] &&
       inst_write(batch, pipeline, ranges, so->nr_bufs, buffers, &attributes))
      return attributes;
   ctx->inst.left++;
   return panfrost_emit_vertex_data(batch, buffers);
}
#else
static mali_ptr
inst_emit_vertex_data(struct panfrost_batch *batch)
{
   struct panfrost_context *ctx = batch->ctx;
   struct panfrost_vertex_state *so = ctx->vertex;
   struct mali_inst_buffer_range ranges[PIPE_MAX_ATTRIBS];
   unsigned count = so->inst[0].tables.buffer_descriptors;
   mali_ptr attributes;

   for (unsigned i = 0; i < count; ++i)
      ranges[i] = inst_range(batch, i);

   /* From V9 on no word depends on counts, and the shader adds the first instance. */
   ctx->inst.call = (struct mali_inst_draw_call) { .vertices = 1, .instances = 1 };
   ctx->inst.buffers = 0;
   if (so->inst[0].usable &&
       inst_write(batch, &so->inst[0], ranges, count, &ctx->inst.buffers, &attributes))
      return attributes;
   ctx->inst.left++;
   return panfrost_emit_vertex_data(batch);
}

static mali_ptr
inst_emit_vertex_buffers(struct panfrost_batch *batch)
{
   return batch->ctx->inst.buffers ? batch->ctx->inst.buffers : panfrost_emit_vertex_buffers(batch);
}
#endif

#include "compare.c"
#define panfrost_create_vertex_elements_state inst_create_vertex_elements_state
