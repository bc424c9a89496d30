// Sums of what several devices have counted: adds a part of the counts of one device to those of another, after it was copied.
//
// Launches. The words are those of cuda/README.md.
//
// exchange_sums_per_int, exchange_sums_per_long, exchange_sums_per_wide, any x 256: sums += part, both of count counts
// of 32, 64 or 128 bits, the last ones low word first. part is a copy of what another device has counted of the same
// items. A 128-bit sum of 2^127 or more keeps its highest bit.
#include "include/csr.cuh"

/** sums[i] += part[i]; no sum exceeds its type. */
template <typename T>
__device__ void addPart(const T* __restrict__ part, u64 count, T* __restrict__ sums) {
    for (u64 i = blockIdx.x * (u64)blockDim.x + threadIdx.x; i < count; i += (u64)gridDim.x * blockDim.x) {
        sums[i] += part[i];
    }
}

/** Adds 32-bit counts. */
extern "C" __global__ void exchange_sums_per_int(const u32* __restrict__ part, u64 count, u32* __restrict__ sums) {
    addPart(part, count, sums);
}

/** Adds 64-bit counts. */
extern "C" __global__ void exchange_sums_per_long(const u64* __restrict__ part, u64 count, u64* __restrict__ sums) {
    addPart(part, count, sums);
}

/**
 * Adds counts of 128 bits, each the low word and then the high one. A sum that 127 bits do not hold stays above them, however
 * much is added to it.
 */
extern "C" __global__ void exchange_sums_per_wide(const u64* __restrict__ part, u64 count, u64* __restrict__ sums) {
    for (u64 i = blockIdx.x * (u64)blockDim.x + threadIdx.x; i < count; i += (u64)gridDim.x * blockDim.x) {
        u64 low = sums[2 * i] + part[2 * i];
        u64 high = sums[2 * i + 1] + part[2 * i + 1] + (low < part[2 * i]);
        bool tooLarge = (sums[2 * i + 1] | part[2 * i + 1] | high) >> 63;
        sums[2 * i] = low;
        sums[2 * i + 1] = tooLarge ? ~0ull : high;
    }
}
