/* Firmware that pads vertex counts on ARCH, whose size `run` measures. */
#include "mali_inst.h"
uint32_t start(void);
uint32_t start(void)
{
    const mali_inst_target target = {.arch = ARCH, .padding = MALI_INST_PADDING_HARDWARE};
    const mali_inst_draw_call call = {.vertices = *(volatile uint32_t *)0x20000000, .instances = 1};
    uint32_t padded;
    return mali_inst_padded_vertices(&target, &call, &padded, NULL) == MALI_INST_OK ? padded : 0;
}
