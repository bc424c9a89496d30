// Rows of a graph and searches in them.
#pragma once
#include "include/count.cuh"

/** Row r is neighbors[offsets[r - base] .. offsets[r - base + 1]), ascending. */
struct Rows {
    const u64* __restrict__ offsets;
    const u32* __restrict__ neighbors;
    u32 base;

    __device__ __forceinline__ u64 begin(u32 row) const { return offsets[row - base]; }
    __device__ __forceinline__ u64 end(u32 row) const { return offsets[(u64)(row - base) + 1]; }
};

/** Makes the compiler keep x, which it would otherwise compute again in every round of an inner loop. */
__device__ __forceinline__ void keepInRegister(u32& x) { asm volatile("" : "+r"(x)); }

/** The 32-bit address within shared memory of a pointer to it. */
__device__ __forceinline__ u32 sharedAddress(const void* shared) {
    u32 address = (u32)__cvta_generic_to_shared(shared);
    keepInRegister(address);
    return address;
}

/** The first slot in [low, high) whose neighbor is not below bound. */
__device__ __forceinline__ u64 lowerBound(const u32* __restrict__ neighbors, u64 low, u64 high, u32 bound) {
    while (low < high) {
        u64 middle = low + ((high - low) >> 1);
        if (neighbors[middle] < bound) {
            low = middle + 1;
        } else {
            high = middle;
        }
    }
    return low;
}

/** The row that holds a slot: the last row of [low, high] that starts at or before the slot. */
__device__ __forceinline__ u32 rowOfSlot(const u64* __restrict__ offsets, u32 low, u32 high, u64 slot) {
    while (low < high) {
        u32 middle = low + ((high - low + 1) >> 1);
        if (offsets[middle] <= slot) {
            low = middle;
        } else {
            high = middle - 1;
        }
    }
    return low;
}
