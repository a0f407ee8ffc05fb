/* What panfrost_vertex_state and panfrost_context keep for mali-instancing. */
#ifndef MALI_INST_PANFROST_PIPELINE_H
#define MALI_INST_PANFROST_PIPELINE_H

#include <stdbool.h>
#include "mali_inst.h"

/* A vertex elements state, checked once. */
struct mali_inst_panfrost_pipeline {
   struct mali_inst_vertex_input input;
   struct mali_inst_tables tables;
   /* Not set where the library has no such pipeline: the driver's own code draws it. */
   bool usable;
};

/* What a draw's tables and its jobs share. */
struct mali_inst_panfrost_draw {
   struct mali_inst_draw_call call;
   struct mali_inst_job_words job;
   /* From V9 on, the table of buffers, which comes right before that of the attributes. */
   uint64_t buffers;
   /* Draws that were left to the driver's own code, and what was wrong with the last. */
   unsigned left;
   struct mali_inst_error error;
};

#endif
