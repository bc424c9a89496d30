// Orbit 12 of graphlets. GraphletAlgorithm.java has the definition: for each vertex the sum over its triangles of the
// triangles of the opposite edge, less one. The oriented graph is that of triangle_prep.cu, the triangles of edges those
// of common_neighbors.cu.
//
// A warp takes each slot (u, v) whose edge is in a triangle. The shorter one of the rows of u before v, and of v, is
// looked up in the other one: each w in both makes the triangle w < v < u, from which u gets t(v,w) - 1, v t(u,w) - 1
// and w t(u,v) - 1. The warp adds up what u and v get. What w gets goes to memory for each triangle, where w is one of
// the first ranks, as it mostly is, to shared memory.
//
// Launches. The words are those of cuda/README.md.
//
// Zero perRank u64[n] and claimed u64[1] before the first launch and unfinished u64[1] before each; again and again
// until it stays 0.
//   kernel; grid x block:
//     graphlet_opposites_per_slot: resident x 256
#include "count/shared_sums.cuh"
#include "include/csr.cuh"
#include "include/slice.cuh"

static constexpr u32 THREADS = 256;

/** The slots that a block claims at a time. */
static constexpr u32 SLOTS_PER_TILE = 128;

/** The first ranks, whose sums a block keeps in shared memory. */
static constexpr u32 HUBS = 2048;

/** Sums by rank: those of hubs in shared memory. */
struct Sums {
    SharedSums<HUBS>& hubs;
    u64* perRank;

    __device__ __forceinline__ void add(u32 rank, u32 x) const {
        if (rank < HUBS) {
            hubs.add(rank, x);
        } else {
            atomicAdd(&perRank[rank], (u64)x);
        }
    }
};

/** The slots [from, from + length) of a row, ascending. */
struct Row {
    u64 from;
    u32 length;
};

/** Adds what the triangles of the edge at `slot` give. All lanes call it with the same arguments. */
__device__ __forceinline__ void addTriangles(
        const u64* __restrict__ offsets, const u32* __restrict__ neighbors, const u32* __restrict__ triangles, u32 u,
        u64 slot, const Sums& sums) {
    const u32 own = triangles[slot];
    if (own == 0) {
        return;
    }
    const u32 v = neighbors[slot];
    const Row ofU = {offsets[u], (u32)(slot - offsets[u])};
    const Row ofV = {offsets[v], (u32)(offsets[v + 1ull] - offsets[v])};
    const bool walksU = ofU.length < ofV.length;
    const Row walked = walksU ? ofU : ofV, other = walksU ? ofV : ofU;
    const u64 end = other.from + other.length;
    u64 inWalked = 0, inOther = 0;
    for (u32 i = threadIdx.x & 31; i < walked.length; i += 32) {
        const u32 w = neighbors[walked.from + i];
        const u64 at = lowerBound(neighbors, other.from, end, w);
        if (at < end && neighbors[at] == w) {
            inWalked += triangles[walked.from + i] - 1;
            inOther += triangles[at] - 1;
            sums.add(w, own - 1);
        }
    }
    inWalked = warpSum(inWalked);
    inOther = warpSum(inOther);
    if ((threadIdx.x & 31) == 0) {
        // The edges in the row of u are opposite v, and the other way round.
        atomicAdd(&sums.perRank[u], walksU ? inOther : inWalked);
        atomicAdd(&sums.perRank[v], walksU ? inWalked : inOther);
    }
}

/**
 * perRank[x] += the sum over the triangles of x of the triangles of the opposite edge, less one. triangles: by slot. A
 * launch ends after about `nanos` nanoseconds; when it sets *unfinished, launch again. `claimed` is zero before the
 * first launch, and tells the next one where to go on.
 */
extern "C" __global__ void __launch_bounds__(THREADS) graphlet_opposites_per_slot(
        const u64* __restrict__ offsets, const u32* __restrict__ neighbors, u32 count, u64 slotCount,
        const u32* __restrict__ triangles, u64 nanos, u64* claimed, u64* unfinished, u64* perRank) {
    __shared__ SharedSums<HUBS> hubs;
    __shared__ u64 tile;
    __shared__ u32 firstRow, lastRow;
    const Slice slice(nanos);
    const Sums sums = {hubs, perRank};
    hubs.clear();
    for (bool isOver = false; !isOver;) {
        if (threadIdx.x == 0) {
            tile = atomicAdd(claimed, (u64)SLOTS_PER_TILE);
        }
        __syncthreads();
        const u64 from = tile, to = min(from + SLOTS_PER_TILE, slotCount);
        if (from >= slotCount) {
            break;
        }
        if (threadIdx.x == 0) {
            firstRow = rowOfSlot(offsets, 0, count - 1, from);
        } else if (threadIdx.x == 32) {
            lastRow = rowOfSlot(offsets, 0, count - 1, to - 1);
        }
        __syncthreads();
        for (u64 slot = from + (threadIdx.x >> 5); slot < to; slot += blockDim.x >> 5) {
            addTriangles(offsets, neighbors, triangles, rowOfSlot(offsets, firstRow, lastRow, slot), slot, sums);
        }
        isOver = __syncthreads_or(threadIdx.x == 0 && slice.isOver());
        if (isOver && threadIdx.x == 0) {
            *unfinished = 1;
        }
    }
    hubs.forEach([&](u32 rank, u64 sum) { atomicAdd(&perRank[rank], sum); });
}
