#version 450
struct Light { vec3 direction; mediump vec2 size[2]; };
layout(location = 0) in vec3 normal;
layout(location = 1) flat in uint material;
layout(location = 2) in vec2 uv;
layout(location = 6) in Light light;
layout(location = 9) in Surface { mediump vec4 colour; noperspective float depth[3]; } surface;
layout(location = 13, component = 1) in vec2 shared_by;
layout(location = 0) out vec4 result;
void main() {
    result = gl_FragCoord + surface.colour + vec4(normal, uv.x)
        + vec4(light.direction * float(material), surface.depth[1] + shared_by.y);
}
