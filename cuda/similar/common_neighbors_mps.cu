// MPS of Che et al., whose paper CommonNeighborsAlgorithm.java names: the sorted neighbor lists of both ends of every
// edge are intersected. A warp merges lists of similar length, block by block; where one is more than `skew` times as
// long as the other, a thread fixes pivots in each list in turn and skips to them in the other. There are two kernels,
// each for its edges.
//
// A warp takes some slots of the rows in turn, and finds the edges u-v, u < v, of 32 slots at once. In the paper a thread
// block takes a vertex u and its warps the edges of u, so that the edges of a hub wait for one another.
#include "include/count.cuh"
#include "include/csr.cuh"
#include "similar/edge_rows.cuh"

/** The numbers of elements of the two lists that a warp compares with each other at once. */
static constexpr u32 MERGE_ROWS = 8, MERGE_COLUMNS = 4;
static constexpr u32 WARPS_MAX = 32;

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

// ---- edges ----

/** Whether one list is more than `skew` times as long as the other. */
__device__ __forceinline__ bool skewed(const List& a, const List& b, u32 skew) {
    return a.length() > skew * b.length() || b.length() > skew * a.length();
}

/** The edge in a slot of the first range; `u` and `v` are equal when there is none to count. */
struct Edge {
    u32 u, v;
};

/** The edge in a slot of the first range, of a row in [lowRow, highRow]; none for slots from `end` on. */
__device__ __forceinline__ Edge edgeAt(const EdgeRows& rows, u64 slot, u64 end, u32 lowRow, u32 highRow) {
    if (slot >= end) {
        return {0, 0};
    }
    const u32 u = rowOfSlot(rows.offsets, lowRow, highRow, rows.firsts.first + slot);
    const u32 v = rows.firsts.neighbors[slot];
    return {u, v > u && v >= rows.seconds.from && v < rows.seconds.to ? v : u};
}

/**
 * Takes slots of the first range until none is left or time is over. countEdges(edge, slot, slice) counts for 32 slots,
 * each lane's edge being that of `slot` + lane, and returns how many of them, from the first on, need not be visited
 * again: 1 to 32. `rests` has two words a warp: the slots that it has claimed and not counted.
 */
template <class CountEdges>
__device__ __forceinline__ void countSlots(
        const EdgeRows& rows, u64 nanos, u64* claimed, u32 atOnce, u64* rests, u64* unfinished, CountEdges countEdges) {
    const Slice slice(nanos);
    const u32 lane = threadIdx.x & 31;
    const u32 warp = (blockIdx.x * blockDim.x + threadIdx.x) >> 5;
    const u64 slots = rows.offsets[rows.firsts.to] - rows.offsets[rows.firsts.from];
    u64 at = rests[2 * warp], end = rests[2 * warp + 1];
    bool isOver = false;
    while (!isOver) {
        if (at >= end) {
            at = __shfl_sync(FULL_WARP, lane == 0 ? atomicAdd(claimed, (u64)atOnce) : 0, 0);
            end = min(at + atOnce, slots);
            if (at >= slots) {
                break;
            }
        }
        // The first and the last row of these slots are looked up at once.
        const u64 bound = rows.firsts.first + ((lane & 1) == 0 ? at : end - 1);
        const u32 row = rowOfSlot(rows.offsets, rows.firsts.from, rows.firsts.to - 1, bound);
        const u32 lowRow = __shfl_sync(FULL_WARP, row, 0), highRow = __shfl_sync(FULL_WARP, row, 1);
        while (at < end && !isOver) {
            at += countEdges(edgeAt(rows, at + lane, end, lowRow, highRow), at, slice);
            isOver = slice.isOverForWarp();
        }
    }
    if (lane == 0) {
        rests[2 * warp] = at;
        rests[2 * warp + 1] = end;
        if (isOver) {
            *unfinished = 1;
        }
    }
}

/** The elements that a warp merges between two looks at the clock, about. */
static constexpr u64 MERGED_A_LOOK = 1 << 14;

/** Counts for the edges whose lists are of similar length; `skew` is at least 1. */
extern "C" __global__ void __launch_bounds__(1024)
        common_neighbors_merge_per_warp(MOTIF_EDGE_ROWS_PARAMETERS, u32 skew) {
    __shared__ u32 windows[WARPS_MAX][2][32];
    const EdgeRows rows = MOTIF_EDGE_ROWS;
    const u32 warp = threadIdx.x >> 5;
    countSlots(rows, nanos, claimed, atOnce, rests, unfinished, [&](const Edge& edge, u64 slot, const Slice& slice) {
        u64 merges = 0;
        const bool mine =
                edge.u != edge.v && !skewed(rows.row(rows.firsts, edge.u), rows.row(rows.seconds, edge.v), skew);
        for (u32 left = __ballot_sync(FULL_WARP, mine); left != 0;) {
            const u32 lane = __ffs(left) - 1;
            left &= left - 1;
            const List ofU = rows.row(rows.firsts, __shfl_sync(FULL_WARP, edge.u, lane));
            const List ofV = rows.row(rows.seconds, __shfl_sync(FULL_WARP, edge.v, lane));
            const u32 common = warpSum32(merged(ofU, ofV, windows[warp][0], windows[warp][1]));
            if ((threadIdx.x & 31) == 0) {
                rows.counts[slot + lane] = common;
            }
            merges += ofU.length() + ofV.length();
            if (merges >= MERGED_A_LOOK && left != 0) {
                merges = 0;
                if (slice.isOverForWarp()) {
                    return lane + 1;
                }
            }
        }
        return 32u;
    });
}

// ---- lists of which one is much longer ----

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
    countSlots(rows, nanos, claimed, atOnce, rests, unfinished, [&](const Edge& edge, u64 slot, const Slice&) {
        if (edge.u != edge.v) {
            const List ofU = rows.row(rows.firsts, edge.u), ofV = rows.row(rows.seconds, edge.v);
            if (skewed(ofU, ofV, skew)) {
                rows.counts[slot + (threadIdx.x & 31)] = pivotSkipped(ofU, ofV);
            }
        }
        __syncwarp();
        return 32u;
    });
}
