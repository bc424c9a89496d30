// MPS of Che et al., whose paper CommonNeighborsAlgorithm.java names: the sorted neighbor lists of both ends of every
// edge are intersected. A warp merges lists of similar length, block by block; where one is more than `skew` times as
// long as the other, a thread fixes pivots in each list in turn and skips to them in the other. There are two kernels,
// each for its edges.
//
// A thread block takes a vertex u, and its warps or threads take the edges u-v, u < v.
#include "commonneighbors/edge_rows.cuh"
#include "include/count.cuh"
#include "include/csr.cuh"

/** The numbers of elements of the two lists that a warp compares with each other at once. */
static constexpr u32 MERGE_ROWS = 8, MERGE_COLUMNS = 4;
static constexpr u32 WARPS_MAX = 32;

__device__ __forceinline__ bool skewed(const List& a, const List& b, u32 skew) {
    return a.length() > skew * b.length() || b.length() > skew * a.length();
}

/** The next 32 elements of a list in shared memory; beyond its end there is `padding`, larger than any element. */
struct Window {
    u32* elements;
    u32 used, padding;

    __device__ __forceinline__ void fill(const List& list) {
        const u32 lane = threadIdx.x & 31;
        __syncwarp();
        elements[lane] = list.at + lane < list.end ? list.neighbors[list.at + lane] : padding;
        used = 0;
        __syncwarp();
    }
    __device__ __forceinline__ void advance(List& list, u32 count) {
        list.at += count;
        used += count;
        if (used == 32 && list.at < list.end) {
            fill(list);
        }
    }
};

/** The number of common elements that this lane found; the sum over the lanes is the result. All lanes call it. */
__device__ __forceinline__ u32 merged(List a, List b, u32* windowOfA, u32* windowOfB) {
    static_assert(MERGE_ROWS * MERGE_COLUMNS == 32, "a lane a pair");
    static_assert(32 % MERGE_ROWS == 0 && 32 % MERGE_COLUMNS == 0, "whole blocks a window");
    const u32 lane = threadIdx.x & 31;
    Window left = {windowOfA, 0, 0xffffffffu}, right = {windowOfB, 0, 0xfffffffeu};
    left.fill(a);
    right.fill(b);
    u32 common = 0;
    while (a.at < a.end && b.at < b.end) {
        common += left.elements[left.used + lane / MERGE_COLUMNS] == right.elements[right.used + lane % MERGE_COLUMNS];
        const u32 lastOfA = left.elements[left.used + MERGE_ROWS - 1];
        const u32 lastOfB = right.elements[right.used + MERGE_COLUMNS - 1];
        if (lastOfA <= lastOfB) {
            left.advance(a, MERGE_ROWS);
        }
        if (lastOfB <= lastOfA) {
            right.advance(b, MERGE_COLUMNS);
        }
    }
    return common;
}

/** Counts for the edges whose lists are of similar length; `skew` is at least 1. */
extern "C" __global__ void __launch_bounds__(1024)
        common_neighbors_merge_per_warp(MOTIF_EDGE_ROWS_PARAMETERS, u32 skew) {
    __shared__ u32 windows[WARPS_MAX][2][32];
    const EdgeRows rows = MOTIF_EDGE_ROWS;
    const u32 warp = threadIdx.x >> 5, warps = blockDim.x >> 5;
    for (u64 u = rows.firsts.from + (u64)blockIdx.x; u < rows.firsts.to && !stopped(stop); u += gridDim.x) {
        const List ofU = rows.row(rows.firsts, (u32)u), edges = rows.edges(ofU, (u32)u);
        for (u64 slot = edges.at + warp; slot < edges.end && !__any_sync(FULL_WARP, stopped(stop)); slot += warps) {
            const List ofV = rows.row(rows.seconds, edges.neighbors[slot]);
            if (skewed(ofU, ofV, skew)) {
                continue;
            }
            u32 common = warpSum32(merged(ofU, ofV, windows[warp][0], windows[warp][1]));
            if ((threadIdx.x & 31) == 0) {
                rows.counts[slot] = common;
            }
        }
    }
}

/** The number of elements that are looked at one by one before a search begins to skip. */
static constexpr u32 LINEAR_STEPS = 8;
static constexpr u64 FIRST_SKIP = 16;

/** The first slot of the list whose element is not below the pivot: near the front first, then in skips that double. */
__device__ __forceinline__ u64 skipTo(const List& list, u32 pivot) {
    u64 at = list.at;
    for (u32 step = 0; step < LINEAR_STEPS; step++, at++) {
        if (at >= list.end || list.neighbors[at] >= pivot) {
            return at;
        }
    }
    u64 low = at, skip = FIRST_SKIP;
    while (low + skip < list.end && list.neighbors[low + skip] < pivot) {
        low += skip;
        skip *= 2;
    }
    return lowerBound(list.neighbors, low, min(low + skip, list.end), pivot);
}

__device__ __forceinline__ u32 pivotSkipped(List a, List b) {
    u32 common = 0;
    while (a.at < a.end && b.at < b.end) {
        a.at = skipTo(a, b.neighbors[b.at]);
        if (a.at == a.end) {
            break;
        }
        b.at = skipTo(b, a.neighbors[a.at]);
        if (b.at < b.end && a.neighbors[a.at] == b.neighbors[b.at]) {
            common++;
            a.at++;
            b.at++;
        }
    }
    return common;
}

/** Counts for the edges of which one list is more than `skew` times as long as the other. */
extern "C" __global__ void __launch_bounds__(1024, 1)
        common_neighbors_pivot_skip_per_thread(MOTIF_EDGE_ROWS_PARAMETERS, u32 skew) {
    const EdgeRows rows = MOTIF_EDGE_ROWS;
    for (u64 u = rows.firsts.from + (u64)blockIdx.x; u < rows.firsts.to && !stopped(stop); u += gridDim.x) {
        const List ofU = rows.row(rows.firsts, (u32)u), edges = rows.edges(ofU, (u32)u);
        for (u64 slot = edges.at + threadIdx.x; slot < edges.end && !stopped(stop); slot += blockDim.x) {
            const List ofV = rows.row(rows.seconds, edges.neighbors[slot]);
            if (skewed(ofU, ofV, skew)) {
                rows.counts[slot] = pivotSkipped(ofU, ofV);
            }
        }
    }
}
