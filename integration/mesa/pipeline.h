/* The state that panfrost_vertex_state and panfrost_context keep for mali-instancing. */
#ifndef MALI_INST_PANFROST_PIPELINE_H
#define MALI_INST_PANFROST_PIPELINE_H

#include <stdbool.h>
#include "mali_inst.h"

/* A vertex elements state, checked once, and its draw, which is kept in the library's form: each draw sets what changed. */
struct mali_inst_panfrost_pipeline {
   uint32_t input[MALI_INST_VERTEX_INPUT_WORDS(MALI_INST_ARCH_V4, MALI_INST_MAX_BUFFERS, MALI_INST_MAX_ATTRIBUTES)];
   /* It has 0 words if the library does not support such a pipeline: the driver draws it. */
   struct mali_inst_draw draw;
   struct mali_inst_buffer_range ranges[MALI_INST_MAX_BUFFERS];
   /* The vertex buffer of each range. From V9 on it has the same number. */
   uint8_t bound[MALI_INST_MAX_BUFFERS];
};

/* The state that a draw's tables and its jobs share. */
struct mali_inst_panfrost_draw {
   struct mali_inst_draw_call call;
   /* The pipeline whose ranges are those of the driver's state. */
   const struct mali_inst_panfrost_pipeline *ranges_of;
   struct mali_inst_job_words job;
   /* The pipeline and the addresses of the tables that were written last; null if the driver wrote them. */
   const struct mali_inst_panfrost_pipeline *tables_of;
   uint64_t buffers, attributes;
   /* The number of draws that were left to the driver's own code, and the error of the last one. */
   unsigned left;
   struct mali_inst_error error;
};

#endif
