// The keys by which start vertices are ordered: those of most work first.
#pragma once
#include "include/count.cuh"
#include "include/kernel_abi.h"

/** The key of work of 2 or more. */
__device__ __forceinline__ u32 workKey(u64 work) {
    u32 exponent = 63 - __clzll(work);
    u32 fraction = (u32)(((work << 2) >> exponent) & 3);
    return MOTIF_WORK_KEY_IDLE - min(4 * exponent + fraction, 254u);
}
