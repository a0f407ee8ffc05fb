/* From here on, calls of the driver's functions go to those of compare.c. */
#if PAN_ARCH >= 9
static mali_ptr inst_compare_vertex_data(struct panfrost_batch *batch);
static mali_ptr inst_emit_vertex_buffers(struct panfrost_batch *batch);
#define panfrost_emit_vertex_data inst_compare_vertex_data
#define panfrost_emit_vertex_buffers inst_emit_vertex_buffers
#else
static mali_ptr inst_compare_vertex_data(struct panfrost_batch *batch, mali_ptr *buffers);
static void inst_compare_job(struct panfrost_batch *batch, const struct pipe_draw_info *info, unsigned vertices,
                           bool idvs, struct mali_invocation_packed *invocation);
static void inst_compare_draw(const struct panfrost_context *ctx, void *draw);
#define panfrost_emit_vertex_data inst_compare_vertex_data
#endif
