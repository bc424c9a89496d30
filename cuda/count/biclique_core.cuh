// The (p,q)-core of a ranked graph, its wedges from one side, and the local graphs of root vertices.
#pragma once
#include "include/csr.cuh"
#include "include/kernel_abi.h"

static constexpr u32 BICLIQUE_REMOVED = 0x80000000u;

/** Rows of the core: row r is neighbors[offsets[r] .. offsets[r] + lengths[r]), which are ranks, ascending. */
struct CoreRows {
    const u64* __restrict__ offsets;
    const u32* __restrict__ neighbors;
    const u32* __restrict__ lengths;
};

/** Counters of a block, one for each end. Those of the lowest ranks, at which most wedges end, are in shared memory. */
struct EndCounters {
    u32* nearby;
    u32 nearbyCount;
    u32* spill;

    __device__ __forceinline__ u32* of(u32 w) const { return w < nearbyCount ? nearby + w : spill + (w - nearbyCount); }
};

/**
 * Clears the shared counters; the others are zero between roots. All threads of the block call it; it has a barrier.
 */
__device__ __forceinline__ void clearNearby(const EndCounters& counters) {
    for (u32 i = threadIdx.x; i < counters.nearbyCount; i += blockDim.x) {
        counters.nearby[i] = 0;
    }
    __syncthreads();
}

/**
 * Calls visit(j, w) for the wedges u-v-w with w < u, where v is the j-th neighbor of u. A warp takes a v, its lanes the
 * ends. All threads of the block call it; it has no barrier.
 */
template <class Visit>
__device__ __forceinline__ void walkEarlierEnds(const CoreRows& core, u32 u, Visit visit) {
    const u32 lane = threadIdx.x & 31;
    const u64 row = core.offsets[u];
    const u32 degree = core.lengths[u];
    for (u32 j = threadIdx.x >> 5; j < degree; j += blockDim.x >> 5) {
        u32 v = core.neighbors[row + j];
        const u32* ends = core.neighbors + core.offsets[v];
        u32 length = core.lengths[v];
        bool more = true;
        for (u32 i = lane; more; i += 32) {
            u32 w = i < length ? ends[i] : u;
            if (w < u) {
                visit(j, w);
            }
            more = __all_sync(FULL_WARP, w < u);
        }
    }
}

/**
 * Claims the next of `count` items for the whole block; `count` when none is left. All threads call it; it has
 * barriers.
 */
__device__ __forceinline__ u32 claimForBlock(u64* cursor, u32 count) {
    __shared__ u32 claimed;
    __syncthreads();
    if (threadIdx.x == 0) {
        u64 item = atomicAdd(cursor, 1ull);
        claimed = item < count ? (u32)item : count;
    }
    __syncthreads();
    return claimed;
}

/** Whether `deadline` has passed, the same for the whole block. All threads call it; it has a barrier. */
__device__ __forceinline__ bool blockIsLate(u64 deadline) {
    return __syncthreads_or(threadIdx.x == 0 && deviceNanos() > deadline);
}
