/* Names that the headers have which Mesa generates of its genxml: beside them, a driver includes ours. */
#ifndef GENXML_NAMES_H
#define GENXML_NAMES_H

enum mali_format { MALI_R8_UNORM = 0, MALI_CONSTANT = 95, MALI_R32_UINT = 1 };
enum mali_attribute_type {
    MALI_ATTRIBUTE_TYPE_1D = 1,
    MALI_ATTRIBUTE_TYPE_1D_POT_DIVISOR = 2,
    MALI_ATTRIBUTE_TYPE_1D_MODULUS = 3,
    MALI_ATTRIBUTE_TYPE_1D_NPOT_DIVISOR = 4,
};
enum mali_index_type { MALI_INDEX_TYPE_NONE = 0, MALI_INDEX_TYPE_UINT8 = 1 };
/* V4 and V5. */
enum mali_attribute_special { MALI_ATTRIBUTE_VERTEX_ID = 0x22, MALI_ATTRIBUTE_INSTANCE_ID = 0x24 };
/* V9. */
enum mali_section { MALI_INDICES = 1, MALI_VERTEX = 2, MALI_INSTANCE = 3 };

struct MALI_INVOCATION { unsigned invocations; };
struct MALI_DRAW { unsigned instance_size; };
struct MALI_ATTRIBUTE { unsigned buffer_index; };
struct MALI_ATTRIBUTE_BUFFER { unsigned stride; };
struct MALI_BUFFER { unsigned size; };
struct mali_invocation_packed { unsigned opaque[2]; };
struct mali_draw_packed { unsigned opaque[32]; };
struct mali_attribute_packed { unsigned opaque[2]; };
struct mali_attribute_buffer_packed { unsigned opaque[4]; };
#define MALI_INVOCATION_LENGTH 8
#define MALI_DRAW_LENGTH 128
#define MALI_ATTRIBUTE_LENGTH 8
#define MALI_ATTRIBUTE_BUFFER_LENGTH 16
#define MALI_INVOCATION_header 0
#define MALI_DRAW_header 0
#define mali_pixel_format_print(fp, format) ((void)(fp), (void)(format))

#endif
