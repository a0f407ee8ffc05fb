/*
 * An EGL library for programs that want windows: it makes surfaces in memory in their place, since the kernel driver
 * that does nothing can show none. A program finds it as libEGL.so, and Mesa's functions in libEGL.so.1, which it needs.
 */
#include <EGL/egl.h>
#include <EGL/eglext.h>
#include <dlfcn.h>
#include <string.h>

#define MOST_ATTRIBUTES 64
/* The visual that Xvfb's root window has. */
#define VISUAL 0x21
#define MESA(name) ((typeof(&name))dlsym(dlopen("libEGL.so.1", RTLD_NOW), #name))

EGLDisplay eglGetPlatformDisplay(EGLenum platform, void *native, const EGLAttrib *attributes)
{
    (void)platform, (void)native, (void)attributes;
    return MESA(eglGetPlatformDisplay)(EGL_PLATFORM_SURFACELESS_MESA, EGL_DEFAULT_DISPLAY, NULL);
}

EGLDisplay eglGetDisplay(EGLNativeDisplayType native)
{
    (void)native;
    return eglGetPlatformDisplay(0, NULL, NULL);
}

EGLBoolean eglChooseConfig(EGLDisplay display, const EGLint *wanted, EGLConfig *configs, EGLint size, EGLint *count)
{
    EGLint attributes[2 * MOST_ATTRIBUTES + 3] = { EGL_SURFACE_TYPE, EGL_PBUFFER_BIT };
    int own = 2;
    for (int i = 0; wanted && wanted[i] != EGL_NONE && own < 2 * MOST_ATTRIBUTES; i += 2) {
        if (wanted[i] != EGL_SURFACE_TYPE) {
            attributes[own++] = wanted[i];
            attributes[own++] = wanted[i + 1];
        }
    }
    attributes[own] = EGL_NONE;
    return MESA(eglChooseConfig)(display, attributes, configs, size, count);
}

EGLBoolean eglGetConfigAttrib(EGLDisplay display, EGLConfig config, EGLint attribute, EGLint *value)
{
    EGLBoolean found = MESA(eglGetConfigAttrib)(display, config, attribute, value);
    if (attribute == EGL_NATIVE_VISUAL_ID)
        *value = VISUAL;
    return found;
}

EGLSurface eglCreateWindowSurface(EGLDisplay display, EGLConfig config, EGLNativeWindowType window,
                                  const EGLint *given)
{
    (void)window, (void)given;
    return MESA(eglCreatePbufferSurface)(display, config,
                                         (const EGLint[]){ EGL_WIDTH, 800, EGL_HEIGHT, 600, EGL_NONE });
}

/* A surface in memory is not flushed when it is shown, and a frame ends here. */
EGLBoolean eglSwapBuffers(EGLDisplay display, EGLSurface surface)
{
    MESA(eglGetProcAddress)("glFlush")();
    return MESA(eglSwapBuffers)(display, surface);
}

typedef __eglMustCastToProperFunctionPointerType Function;

Function eglGetProcAddress(const char *name)
{
    static const struct {
        const char *name;
        Function function;
    } ours[] = {
        { "eglGetDisplay", (Function)eglGetDisplay },
        { "eglGetPlatformDisplay", (Function)eglGetPlatformDisplay },
        { "eglGetPlatformDisplayEXT", (Function)eglGetPlatformDisplay },
        { "eglChooseConfig", (Function)eglChooseConfig },
        { "eglGetConfigAttrib", (Function)eglGetConfigAttrib },
        { "eglCreateWindowSurface", (Function)eglCreateWindowSurface },
        { "eglSwapBuffers", (Function)eglSwapBuffers },
    };
    for (size_t i = 0; i < sizeof ours / sizeof *ours; i++) {
        if (!strcmp(name, ours[i].name))
            return ours[i].function;
    }
    return MESA(eglGetProcAddress)(name);
}
