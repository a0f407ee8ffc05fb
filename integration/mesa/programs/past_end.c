/*
 * A buffer is bound past its end: Panfrost's size of it wraps to almost 4 GiB, but nothing should be readable.
 */
#include "context.h"

int main(void)
{
    make_context();
    glUseProgram(link_program("#version 310 es\n"
                              "layout(location = 0) in vec4 position;\n"
                              "void main() { gl_Position = position; }\n",
                              "#version 310 es\n"
                              "precision mediump float;\n"
                              "out vec4 colour;\n"
                              "void main() { colour = vec4(1.0); }\n"));
    GLuint buffer;
    glGenBuffers(1, &buffer);
    glBindBuffer(GL_ARRAY_BUFFER, buffer);
    glBufferData(GL_ARRAY_BUFFER, 64, NULL, GL_STATIC_DRAW);
    glVertexAttribPointer(0, 4, GL_FLOAT, GL_FALSE, 16, (const void *)128);
    glEnableVertexAttribArray(0);
    glDrawArrays(GL_TRIANGLES, 0, 3);
    glFinish();
    return 0;
}
