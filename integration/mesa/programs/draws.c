/*
 * A GLES program that makes random draws: instances, divisors, first vertices and instances, indices of every type,
 * client arrays, offsets, restart. Nothing is shown; only the words that the driver writes matter.
 *
 *     draws [DRAWS [SEED]]
 */
#include "context.h"

#define ATTRIBUTES 8
#define BUFFERS 4
#define BUFFER_BYTES (1u << 20)
#define INDICES 65536
#define SHADERS 4

static uint64_t state;

/* The next random number below `limit` (xorshift64). */
static uint32_t below(uint32_t limit)
{
    state ^= state << 13;
    state ^= state >> 7;
    state ^= state << 17;
    return (uint32_t)(state >> 32) % limit;
}

/* A count up to `limit`, small ones as often as large ones. */
static uint32_t count_up_to(uint32_t limit)
{
    uint32_t bits = 1 + below(32 - __builtin_clz(limit));
    return 1 + below(limit < (1u << bits) - 1 ? limit : (1u << bits) - 1);
}

/* Indices of one type below `limit`, one in a hundred of which restarts the primitive, never the first of a draw. */
static void indices(uint8_t *bytes, uint32_t size, uint32_t limit)
{
    for (uint32_t i = 0; i < INDICES; i++) {
        uint32_t index = i % 2 == 0 || below(50) ? below(limit) : UINT32_MAX;
        memcpy(bytes + i * size, &index, size);
    }
}

/* A program that reads the first `attributes` attributes, and optionally the ids and the point size. */
static GLuint program(int attributes, int ids, int point_size)
{
    char source[2048] = "#version 310 es\n";
    for (int i = 0; i < attributes; i++)
        sprintf(source + strlen(source), "layout(location = %d) in vec4 a%d;\n", i, i);
    strcat(source, "void main() {\n    vec4 sum = vec4(0.0);\n");
    for (int i = 0; i < attributes; i++)
        sprintf(source + strlen(source), "    sum += a%d;\n", i);
    if (ids)
        strcat(source, "    sum.x += float(gl_VertexID) + float(gl_InstanceID);\n");
    if (point_size)
        strcat(source, "    gl_PointSize = 2.0;\n");
    strcat(source, "    gl_Position = sum;\n}\n");

    return link_program(source, "#version 310 es\nprecision mediump float;\nout vec4 colour;\n"
                                "void main() { colour = vec4(1.0); }\n");
}

/* An attribute of a random type, from a buffer or from client memory. */
static void attribute(GLuint index, const GLuint *buffers, const uint8_t *client)
{
    static const struct {
        GLenum type;
        uint32_t size, alignment;
    } types[] = {
        { GL_BYTE, 1, 1 },         { GL_UNSIGNED_BYTE, 1, 1 }, { GL_SHORT, 2, 2 }, { GL_UNSIGNED_SHORT, 2, 2 },
        { GL_HALF_FLOAT, 2, 2 },   { GL_FLOAT, 4, 4 },         { GL_FLOAT, 4, 4 }, { GL_FIXED, 4, 4 },
        { GL_INT, 4, 4 },          { GL_UNSIGNED_INT, 4, 4 },
    };
    static const GLuint divisors[] = { 0, 0, 0, 1, 1, 2, 3, 4, 5, 7, 8, 12, 16, 100, 1000, 65536 };

    uint32_t kind = below(sizeof types / sizeof *types);
    GLint components = 1 + (GLint)below(4);
    GLboolean normalized = types[kind].type != GL_FLOAT && below(2);
    uint32_t least = types[kind].size * (uint32_t)components;
    uint32_t stride = below(3) ? ((least + 3) & ~3u) + 4 * below(12) : 0;
    uintptr_t offset = types[kind].alignment * below(64);

    if (below(10) == 0) {
        glDisableVertexAttribArray(index);
        glVertexAttrib4f(index, 0.1f, 0.2f, 0.3f, 1.0f);
        return;
    }
    int from_client = below(8) == 0;
    glBindBuffer(GL_ARRAY_BUFFER, from_client ? 0 : buffers[below(BUFFERS)]);
    glVertexAttribPointer(index, components, types[kind].type, normalized, (GLsizei)stride,
                          from_client ? (const void *)(client + offset) : (const void *)offset);
    glVertexAttribDivisor(index, divisors[below(sizeof divisors / sizeof *divisors)]);
    glEnableVertexAttribArray(index);
}

int main(int argc, char **argv)
{
    uint32_t draws = argc > 1 ? (uint32_t)strtoul(argv[1], NULL, 0) : 10000;
    state = argc > 2 ? strtoull(argv[2], NULL, 0) : 1;
    state = state * 0x9e3779b97f4a7c15u | 1;

    make_context();
    void (*draw_arrays_from)(GLenum, GLint, GLsizei, GLsizei, GLuint) =
        (void *)eglGetProcAddress("glDrawArraysInstancedBaseInstanceEXT");
    void (*draw_elements_from)(GLenum, GLsizei, GLenum, const void *, GLsizei, GLint, GLuint) =
        (void *)eglGetProcAddress("glDrawElementsInstancedBaseVertexBaseInstanceEXT");

    GLuint buffers[BUFFERS + 1], programs[SHADERS];
    uint8_t *client = calloc(1, BUFFER_BYTES + 65536);
    if (!client)
        fail("no memory for client arrays");
    for (uint32_t i = 0; i < BUFFER_BYTES; i++)
        client[i] = (uint8_t)below(200);
    glGenBuffers(BUFFERS + 1, buffers);
    for (int i = 0; i < BUFFERS; i++) {
        glBindBuffer(GL_ARRAY_BUFFER, buffers[i]);
        glBufferData(GL_ARRAY_BUFFER, BUFFER_BYTES, client, GL_STATIC_DRAW);
    }
    glBindBuffer(GL_ELEMENT_ARRAY_BUFFER, buffers[BUFFERS]);
    uint8_t *elements = malloc(7 * INDICES);
    if (!elements)
        fail("no memory for indices");
    indices(elements, 1, 200);
    indices(elements + INDICES, 2, 5000);
    indices(elements + 3 * INDICES, 4, 5000);
    glBufferData(GL_ELEMENT_ARRAY_BUFFER, 7 * INDICES, elements, GL_STATIC_DRAW);

    for (int i = 0; i < SHADERS; i++)
        programs[i] = program(1 + i * (ATTRIBUTES - 1) / (SHADERS - 1), i & 1, i & 2);

    for (uint32_t draw = 0; draw < draws; draw++) {
        static const GLenum modes[] = { GL_POINTS,    GL_LINES,          GL_LINE_LOOP,   GL_LINE_STRIP,
                                        GL_TRIANGLES, GL_TRIANGLE_STRIP, GL_TRIANGLE_FAN };
        static const GLenum index_types[] = { GL_UNSIGNED_BYTE, GL_UNSIGNED_SHORT, GL_UNSIGNED_INT };

        if (below(4) == 0) {
            glUseProgram(programs[below(SHADERS)]);
            for (GLuint i = 0; i < ATTRIBUTES; i++)
                attribute(i, buffers, client);
        }
        GLenum mode = modes[below(7)];
        GLsizei vertices = (GLsizei)count_up_to(3000);
        /* The driver allocates memory for the varyings of all vertices of all instances. */
        uint32_t most = 200000u / (uint32_t)vertices;
        GLsizei instances = below(3) ? (GLsizei)count_up_to(most < 2000 ? most : 2000) : 1;
        GLuint first_instance = draw_arrays_from && below(4) == 0 ? count_up_to(1000) : 0;
        GLint first = below(2) ? (GLint)count_up_to(1000) : 0;

        if (below(2)) {
            if (draw_arrays_from)
                draw_arrays_from(mode, first, vertices, instances, first_instance);
            else
                glDrawArraysInstanced(mode, first, vertices, instances);
        } else {
            uint32_t type = below(3);
            /* Without restart, an index of all ones is a vertex. Only that of 8-bit indices is within the buffers. */
            (type == 0 && below(2) ? glDisable : glEnable)(GL_PRIMITIVE_RESTART_FIXED_INDEX);
            uintptr_t begin = (uintptr_t)INDICES * ((1u << type) - 1) + ((uintptr_t)(2 * below(INDICES / 2 - 1500)) << type);
            if (draw_elements_from)
                draw_elements_from(mode, vertices, index_types[type], (const void *)begin, instances, first,
                                   first_instance);
            else
                glDrawElementsInstanced(mode, vertices, index_types[type], (const void *)begin, instances);
        }
        if (draw % 256 == 255)
            glFinish();
    }
    glFinish();
    GLenum error = glGetError();
    if (error != GL_NO_ERROR) {
        fprintf(stderr, "draws: GL error %#x\n", error);
        return 1;
    }
    return 0;
}
