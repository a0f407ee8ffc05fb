/* The state that panfrost_vertex_state and panfrost_context keep for mali-instancing. */
#ifndef MALI_INST_PANFROST_PIPELINE_H
#define MALI_INST_PANFROST_PIPELINE_H

#include <stdbool.h>
#include "mali_inst.h"

/* A vertex elements state, checked once. */
struct mali_inst_panfrost_pipeline {
   struct mali_inst_vertex_input input;
   struct mali_inst_tables tables;
   /* Not set if the library does not support such a pipeline: the driver's own code draws it. */
   bool usable;
};

/* The state that a draw's tables and its jobs share. */
struct mali_inst_panfrost_draw {
   struct mali_inst_draw_call call;
   struct mali_inst_job_words job;
   /* From V9 on, the table of buffers, directly followed by the table of attributes. */
   uint64_t buffers;
   /* The number of draws that were left to the driver's own code, and the error of the last one. */
   unsigned left;
   struct mali_inst_error error;
};

#endif
