/* Draws with programs of different varyings, each linked and separable, so that the driver links their slots. */
#include "context.h"

int main(void)
{
    static const struct {
        const char *outputs, *vertex, *inputs, *fragment;
    } programs[] = {
        {"", "", "", "colour = gl_FragCoord;"},
        {"layout(location = 0) out vec3 n; layout(location = 1) out vec2 u;", "n = a.xyz; u = a.zw;",
         "layout(location = 0) in vec3 n; layout(location = 1) in vec2 u;", "colour = vec4(n, u.x + u.y);"},
        {"layout(location = 0) out float f; layout(location = 1) out vec4 v; layout(location = 5) out vec3 n;",
         "f = a.x * a.y; v = a * a; n = a.yzw;",
         "layout(location = 0) in float f; layout(location = 1) in vec4 v; layout(location = 5) in vec3 n;",
         "colour = v * f + n.xyzx;"},
        {"layout(location = 0) flat out ivec2 i; layout(location = 1) flat out uvec3 u; layout(location = 2) out vec2 v;",
         "i = ivec2(a.xy); u = uvec3(a.xyz); v = a.xw;",
         "layout(location = 0) flat in ivec2 i; layout(location = 1) flat in uvec3 u; layout(location = 2) in vec2 v;",
         "colour = vec4(vec2(i), vec2(u.xy)) + v.xyxy + float(u.z);"},
        {"layout(location = 0) out mediump vec3 n; layout(location = 1) out mediump vec2 u; layout(location = 2) out vec3 v;",
         "n = a.xyz; u = a.zw; v = a.wzy;",
         "layout(location = 0) in mediump vec3 n; layout(location = 1) in mediump vec2 u; layout(location = 2) in vec3 v;",
         "colour = vec4(n + v, u.x + u.y);"},
        {"layout(location = 0) out vec4 unread; layout(location = 3) out vec2 u;", "unread = a; u = a.xy;",
         "layout(location = 3) in vec2 u;", "colour = u.xyxy;"},
        {"layout(location = 1) out vec2 u;", "u = a.xy;", "layout(location = 1) in vec2 u;",
         "colour = vec4(gl_PointCoord, u) + (gl_FrontFacing ? gl_FragCoord : u.xyxy);"},
    };
    const int count = sizeof programs / sizeof *programs;
    char text[2][2048];

    make_context();
    for (int i = 0; i < 2 * count; ++i) {
        const char *texts[] = {text[0], text[1]};
        int n = i / 2, is_separable = i & 1;
        GLuint drawn[2] = {0, 0}, pipeline = 0;

        /* OpenGL ES does not draw with a separable vertex stage whose outputs are not all read. */
        if (is_separable && strstr(programs[n].outputs, "unread"))
            continue;
        snprintf(text[0], sizeof text[0], "#version 310 es\nlayout(location = 0) in vec4 a;\n%s\nvoid main() { gl_Position = "
                 "a; gl_PointSize = a.x; %s }", programs[n].outputs, programs[n].vertex);
        snprintf(text[1], sizeof text[1], "#version 310 es\nprecision highp float;\nprecision highp int;\n%s\n"
                 "layout(location = 0) out vec4 colour;\nvoid main() { %s }", programs[n].inputs, programs[n].fragment);
        if (is_separable) {
            glGenProgramPipelines(1, &pipeline);
            glBindProgramPipeline(pipeline);
            for (int stage = 0; stage < 2; ++stage) {
                GLint is_linked = 0;
                drawn[stage] = glCreateShaderProgramv(stage ? GL_FRAGMENT_SHADER : GL_VERTEX_SHADER, 1, &texts[stage]);
                glGetProgramiv(drawn[stage], GL_LINK_STATUS, &is_linked);
                if (!is_linked)
                    fail("a separable program does not link");
                glUseProgramStages(pipeline, stage ? GL_FRAGMENT_SHADER_BIT : GL_VERTEX_SHADER_BIT, drawn[stage]);
            }
            glUseProgram(0);
        } else {
            drawn[0] = link_program(text[0], text[1]);
            glUseProgram(drawn[0]);
        }
        fprintf(stderr, "program %d, %s\n", n, is_separable ? "separable" : "linked");
        glDrawArrays(i % 3 ? GL_TRIANGLES : GL_POINTS, 0, 3);
        glFinish();
        if (glGetError() != GL_NO_ERROR)
            fail("this program does not draw");
    }
    return 0;
}
