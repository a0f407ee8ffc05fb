/* From here on, calls of the driver's functions go to those of compare.c. */
#if PAN_ARCH >= 9
uint64_t GENX(inst_compare_vertex_data)(struct panfrost_batch *batch);
uint64_t GENX(inst_emit_vertex_buffers)(struct panfrost_batch *batch);
#define panfrost_emit_vertex_buffers GENX(inst_emit_vertex_buffers)
#else
uint64_t GENX(inst_compare_vertex_data)(struct panfrost_batch *batch, uint64_t *buffers);
void GENX(inst_compare_job)(struct panfrost_context *ctx, unsigned vertices, bool idvs);
void GENX(inst_compare_invocation)(const struct panfrost_context *ctx, struct mali_invocation_packed *invocation);
void GENX(inst_compare_draw)(const struct panfrost_context *ctx, void *draw);
#endif
#define panfrost_emit_vertex_data GENX(inst_compare_vertex_data)
