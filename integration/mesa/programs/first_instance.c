/*
 * Panfrost's GL driver divides the first instance's bytes by the divisor: instance 0 of this draw must read element
 * floor(0 / 3) + 2 = 2, which is 8 bytes into the buffer; the driver's offset is 2 * 4 / 3 = 2 bytes.
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
                              "    gl_Position = vec4(0.0, 0.0, 0.0, 1.0);\n"
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
    glVertexAttribDivisor(0, 3);
    glEnableVertexAttribArray(0);

    void (*draw)(GLenum, GLint, GLsizei, GLsizei, GLuint) =
        (void *)eglGetProcAddress("glDrawArraysInstancedBaseInstanceEXT");
    if (!draw)
        fail("the driver has no GL_EXT_base_instance");
    draw(GL_POINTS, 0, 1, 3, 2);

    uint8_t pixel[4] = { 0 };
    glReadPixels(PIXELS / 2, 0, 1, 1, GL_RGBA, GL_UNSIGNED_BYTE, pixel);
    printf("element of value %u, 12 is right\n", pixel[0]);
    return pixel[0] != 12;
}
