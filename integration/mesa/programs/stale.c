/*
 * Panfrost's GL driver of Mesa 25.0 keeps the tables of the first of these draws for the second, since no buffer was
 * bound in between. But the descriptor of the buffer has the padded vertex count, 4 in the first draw, so that vertex 5
 * of the second, whose padded count is 8, reads element 5 mod 4 = 1.
 */
#include "context.h"

int main(void)
{
    make_context();
    glUseProgram(link_program("#version 310 es\n"
                              "layout(location = 0) in uint element;\n"
                              "flat out uint read;\n"
                              "void main() {\n"
                              "    read = element;\n"
                              "    gl_Position = vec4(gl_VertexID == 5 ? 0.0 : 4.0, 0.0, 0.0, 1.0);\n"
                              "    gl_PointSize = 64.0;\n"
                              "}\n",
                              "#version 310 es\n"
                              "precision mediump float;\n"
                              "flat in highp uint read;\n"
                              "out vec4 colour;\n"
                              "void main() { colour = vec4(float(read) / 255.0); }\n"));

    const uint32_t elements[8] = { 10, 11, 12, 13, 14, 15, 16, 17 };
    GLuint buffer;
    glGenBuffers(1, &buffer);
    glBindBuffer(GL_ARRAY_BUFFER, buffer);
    glBufferData(GL_ARRAY_BUFFER, sizeof elements, elements, GL_STATIC_DRAW);
    glVertexAttribIPointer(0, 1, GL_UNSIGNED_INT, 4, NULL);
    glEnableVertexAttribArray(0);
    glDrawArraysInstanced(GL_POINTS, 0, 4, 2);
    glDrawArraysInstanced(GL_POINTS, 0, 8, 2);

    uint8_t pixel[4] = { 0 };
    glReadPixels(PIXELS / 2, 0, 1, 1, GL_RGBA, GL_UNSIGNED_BYTE, pixel);
    printf("element of value %u, 15 is right\n", pixel[0]);
    return pixel[0] != 15;
}
