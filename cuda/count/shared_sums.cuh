// Sums of 64 bits in the shared memory of a block, where only words of 32 bits are added to at once.
#pragma once
#include "include/count.cuh"

template <u32 COUNT>
struct SharedSums {
    u32 low[COUNT], high[COUNT];

    /** All threads of the block, before a synchronization and the first sum. */
    __device__ __forceinline__ void clear() {
        for (u32 i = threadIdx.x; i < COUNT; i += blockDim.x) {
            low[i] = high[i] = 0;
        }
    }
    /** Any thread. */
    __device__ __forceinline__ void add(u32 i, u64 x) {
        const u32 lowOfX = (u32)x;
        const u32 highOfX = (u32)(x >> 32) + (atomicAdd(&low[i], lowOfX) > ~lowOfX ? 1 : 0);
        if (highOfX > 0) {
            atomicAdd(&high[i], highOfX);
        }
    }
    /** Calls visit(i, sum) for each sum that is not 0. All threads of the block, when all have added. */
    template <class Visit>
    __device__ __forceinline__ void forEach(Visit visit) const {
        __syncthreads();
        for (u32 i = threadIdx.x; i < COUNT; i += blockDim.x) {
            const u64 sum = (u64)high[i] << 32 | low[i];
            if (sum > 0) {
                visit(i, sum);
            }
        }
    }
};
