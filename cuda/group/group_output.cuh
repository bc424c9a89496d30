// Where searches put out groups with their members.
#pragma once
#include "include/count.cuh"
#include "include/kernel_abi.h"

/** Room for the groups that a launch finds, the words of each behind one another, in no order. */
struct GroupOutput {
    u32* words;
    u64 length;
    u64* state;

    /** The place of so many words, the same for all lanes; `length` or more when there is no room. All lanes. */
    __device__ __forceinline__ u64 reserve(u64 count) const {
        u64 at = 0;
        if ((threadIdx.x & 31) == 0) {
            at = atomicAdd(state + MOTIF_MAXIMAL_CLIQUE_OUTPUT_USED, count);
            if (at + count > length) {
                atomicMin(state + MOTIF_MAXIMAL_CLIQUE_OUTPUT_END, at);
                at = length;
            }
        }
        return __shfl_sync(FULL_WARP, at, 0);
    }
};
