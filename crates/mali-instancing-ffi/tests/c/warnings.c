/* What the header's pages show, under the warnings that a user may turn on. */
#include "mali_inst_buffers.h"
#include "mali_inst_varyings.h"

uint32_t with_flags(uint32_t flags, const mali_inst_job_words *job);
uint32_t with_flags(uint32_t flags, const mali_inst_job_words *job)
{
    return (flags & ~MALI_INST_DRAW_WORD_0_MASK) | job->draw[0];
}

/* A compiler knows the values of an enumeration: without one of these cases, it warns. */
int is_per_instance(mali_inst_rate rate);
int is_per_instance(mali_inst_rate rate)
{
    switch (rate) {
    case MALI_INST_RATE_VERTEX:
    case MALI_INST_RATE_CONSTANT:
        return 0;
    case MALI_INST_RATE_INSTANCE:
        return 1;
    }
    return -1;
}
