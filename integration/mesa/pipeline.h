/* The state that panfrost_vertex_state and panfrost_context keep for mali-instancing. */
#ifndef MALI_INST_PANFROST_PIPELINE_H
#define MALI_INST_PANFROST_PIPELINE_H

#include <stdbool.h>
#include "mali_inst.h"

/* A vertex elements state, checked once. */
struct mali_inst_panfrost_pipeline {
   uint32_t input[MALI_INST_VERTEX_INPUT_WORDS(MALI_INST_ARCH_V4, MALI_INST_MAX_BUFFERS, MALI_INST_MAX_ATTRIBUTES)];
   /* The words of both tables at most. 0 if the library does not support such a pipeline: the driver draws it. */
   unsigned words;
   /* The vertex buffer of each range. */
   unsigned ranges;
   uint8_t bound[MALI_INST_MAX_BUFFERS];
};

/* The state that a draw's tables and its jobs share. */
struct mali_inst_panfrost_draw {
   /* The draw that is written, and its ranges. They are kept until the driver's state changes. */
   struct mali_inst_draw written;
   struct mali_inst_buffer_range ranges[MALI_INST_MAX_BUFFERS];
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
