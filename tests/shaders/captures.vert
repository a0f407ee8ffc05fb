#version 450
// Captures of every kind: arrays, structures, a block with members at places of their own, an array of blocks, and the position.
struct Lamp {
    float size;
    vec2 at[2];
};
layout(location = 0, xfb_buffer = 0, xfb_offset = 4, xfb_stride = 64) out Lamp lamp;
layout(location = 3, xfb_buffer = 0, xfb_offset = 32) out mediump vec3 normal;
layout(location = 4, xfb_buffer = 1, xfb_offset = 0) out Surface {
    float x;
    layout(xfb_offset = 16) vec4 y;
    vec2 z;
};
layout(location = 7, xfb_buffer = 2, xfb_offset = 8) out Pair { vec2 first; } pair[2];
layout(location = 9) out vec4 unseen;
out gl_PerVertex {
    layout(xfb_buffer = 0, xfb_offset = 44) vec4 gl_Position;
};
void main() {
    lamp.size = 1.0;
    normal = vec3(1.0);
    x = 2.0;
    pair[1].first = vec2(3.0);
    unseen = vec4(1.0);
    gl_Position = vec4(1.0);
}
