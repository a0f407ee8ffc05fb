#version 450
struct Light { vec3 direction; mediump vec2 size[2]; };
layout(location = 0) out vec3 normal;
layout(location = 1) flat out uint material;
layout(location = 2) out mediump vec2 uv;
layout(location = 3) out mat3 unread;
layout(location = 6) out Light light;
layout(location = 9) out Surface { mediump vec4 colour; noperspective float depth[3]; } surface;
layout(location = 13, component = 1) out vec2 shared_by;
layout(location = 0) in vec4 position;
void main() {
    gl_Position = position;
    normal = position.xyz;
    material = 3u;
    uv = position.xy;
    unread = mat3(1.0);
    light.direction = position.zyx;
    light.size[0] = light.size[1] = position.xy;
    surface.colour = position;
    surface.depth[0] = surface.depth[1] = surface.depth[2] = position.z;
    shared_by = position.zw;
}
