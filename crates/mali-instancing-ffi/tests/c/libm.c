/* Every function of libm in a program that links the library too: they are libm's. */
#include "mali_inst.h"

#include <math.h>
#include <stdio.h>

static volatile double argument = 0.75;

int main(void)
{
    double x = argument, d;
    float f;
    int i;
    double sum = 0;
    sum += (double)acos(x) + (double)acosf((float)x);
    sum += (double)asin(x) + (double)asinf((float)x);
    sum += (double)atan(x) + (double)atanf((float)x);
    sum += (double)atan2(x, x) + (double)atan2f((float)x, (float)x);
    sum += (double)cos(x) + (double)cosf((float)x);
    sum += (double)sin(x) + (double)sinf((float)x);
    sum += (double)tan(x) + (double)tanf((float)x);
    sum += (double)cosh(x) + (double)coshf((float)x);
    sum += (double)sinh(x) + (double)sinhf((float)x);
    sum += (double)tanh(x) + (double)tanhf((float)x);
    sum += (double)acosh(x) + (double)acoshf((float)x);
    sum += (double)asinh(x) + (double)asinhf((float)x);
    sum += (double)atanh(x) + (double)atanhf((float)x);
    sum += (double)exp(x) + (double)expf((float)x);
    sum += (double)exp2(x) + (double)exp2f((float)x);
    sum += (double)expm1(x) + (double)expm1f((float)x);
    sum += (double)frexp(x, &i) + (double)frexpf((float)x, &i);
    sum += (double)ilogb(x) + (double)ilogbf((float)x);
    sum += (double)ldexp(x, 2) + (double)ldexpf((float)x, 2);
    sum += (double)log(x) + (double)logf((float)x);
    sum += (double)log10(x) + (double)log10f((float)x);
    sum += (double)log1p(x) + (double)log1pf((float)x);
    sum += (double)log2(x) + (double)log2f((float)x);
    sum += (double)logb(x) + (double)logbf((float)x);
    sum += modf(x, &d) + (double)modff((float)x, &f);
    sum += (double)scalbn(x, 2) + (double)scalbnf((float)x, 2);
    sum += (double)scalbln(x, 2) + (double)scalblnf((float)x, 2);
    sum += (double)cbrt(x) + (double)cbrtf((float)x);
    sum += (double)fabs(x) + (double)fabsf((float)x);
    sum += (double)hypot(x, x) + (double)hypotf((float)x, (float)x);
    sum += (double)pow(x, x) + (double)powf((float)x, (float)x);
    sum += (double)sqrt(x) + (double)sqrtf((float)x);
    sum += (double)erf(x) + (double)erff((float)x);
    sum += (double)erfc(x) + (double)erfcf((float)x);
    sum += (double)lgamma(x) + (double)lgammaf((float)x);
    sum += (double)tgamma(x) + (double)tgammaf((float)x);
    sum += (double)ceil(x) + (double)ceilf((float)x);
    sum += (double)floor(x) + (double)floorf((float)x);
    sum += (double)nearbyint(x) + (double)nearbyintf((float)x);
    sum += (double)rint(x) + (double)rintf((float)x);
    sum += (double)lrint(x) + (double)lrintf((float)x);
    sum += (double)llrint(x) + (double)llrintf((float)x);
    sum += (double)round(x) + (double)roundf((float)x);
    sum += (double)lround(x) + (double)lroundf((float)x);
    sum += (double)llround(x) + (double)llroundf((float)x);
    sum += (double)trunc(x) + (double)truncf((float)x);
    sum += (double)fmod(x, x) + (double)fmodf((float)x, (float)x);
    sum += (double)remainder(x, x) + (double)remainderf((float)x, (float)x);
    sum += (double)remquo(x, x, &i) + (double)remquof((float)x, (float)x, &i);
    sum += (double)copysign(x, x) + (double)copysignf((float)x, (float)x);
    sum += (double)nextafter(x, x) + (double)nextafterf((float)x, (float)x);
    sum += (double)nexttoward(x, (long double)x) + (double)nexttowardf((float)x, (long double)x);
    sum += (double)fdim(x, x) + (double)fdimf((float)x, (float)x);
    sum += (double)fmax(x, x) + (double)fmaxf((float)x, (float)x);
    sum += (double)fmin(x, x) + (double)fminf((float)x, (float)x);
    sum += (double)fma(x, x, x) + (double)fmaf((float)x, (float)x, (float)x);
    argument = sum;
    printf("%d\n", mali_inst_abi() != MALI_INST_ABI);
    return 0;
}
