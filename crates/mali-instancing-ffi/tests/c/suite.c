/* The interface as C and C++ see it. `run` compiles it as both, with the address sanitizer. */
#include "check.h"

#if UINTPTR_MAX > 0xffffffff
#define SIZE(type, size, alignment)                                                                       \
    typedef char size_of_##type[sizeof(type) == (size) ? 1 : -1];                                         \
    struct aligned_##type { char byte; type value; };                                                     \
    typedef char alignment_of_##type[offsetof(struct aligned_##type, value) == (alignment) ? 1 : -1];
#define OFFSET(type, field, offset) typedef char offset_of_##type##_##field[offsetof(type, field) == (offset) ? 1 : -1];
#include "layout.h"
#endif

int failures;

int main(void)
{
    test_draws();
    test_planner();
    test_varyings();
    return failures != 0;
}
