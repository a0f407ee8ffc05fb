/* Our headers beside those that Mesa generates, whichever is first. */
#ifdef OURS_FIRST
#include "mali_inst_buffers.h"
#include "mali_inst_varyings.h"

#include "genxml_names.h"
#else
#include "genxml_names.h"

#include "mali_inst_buffers.h"
#include "mali_inst_varyings.h"
#endif

/* One of each, so that both are there. */
extern const uint32_t named[];
const uint32_t named[] = {MALI_CONSTANT, MALI_ATTRIBUTE_VERTEX_ID, MALI_INDICES, MALI_INST_RATE_CONSTANT,
                          MALI_INST_SOURCE_VERTEX_ID, MALI_INST_DATA_CLIENT, MALI_INST_STAGE_VERTEX};
