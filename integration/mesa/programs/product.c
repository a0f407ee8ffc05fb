/*
 * A padded count of 3 * 2^16 times a divisor of 2^16 is a product above 2^32, of which Panfrost keeps 32 bits. Each of
 * the three instances must read element 0.
 */
#include "context.h"

int main(void)
{
    make_context();
    glUseProgram(link_program("#version 310 es\n"
                              "layout(location = 0) in vec4 position;\n"
                              "void main() { gl_Position = position; gl_PointSize = 1.0; }\n",
                              "#version 310 es\n"
                              "precision mediump float;\n"
                              "out vec4 colour;\n"
                              "void main() { colour = vec4(1.0); }\n"));
    GLuint buffer;
    glGenBuffers(1, &buffer);
    glBindBuffer(GL_ARRAY_BUFFER, buffer);
    glBufferData(GL_ARRAY_BUFFER, 64, NULL, GL_STATIC_DRAW);
    glVertexAttribPointer(0, 4, GL_FLOAT, GL_FALSE, 16, NULL);
    glVertexAttribDivisor(0, 65536);
    glEnableVertexAttribArray(0);
    glDrawArraysInstanced(GL_POINTS, 0, 3 * 65536 - 4, 3);
    glFinish();
    return 0;
}
