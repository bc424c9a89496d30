// Walks the wedges u-v-w of one start vertex u: for each middle v of u the ends w of v that rank before u and v. These
// ends are a prefix of v's row, whose length is known (prep_prefixes_per_slot), so many loads can be in flight at once.
#pragma once
#include "count/wedge_deal.cuh"

/** With fewer wedges a middle than this on average, each lane walks a row of its own when wedges are credited. */
static constexpr u64 LANE_ROWS_BELOW = 8;

/** A start vertex: its row, and which of its ends are wanted. */
struct Start {
    u32 u;
    u64 begin, end;
    u64 wedges;
    u32 low, high;  // wanted ends are in [low, high)
    bool all;       // whether every end is wanted

    __device__ __forceinline__ bool shorterThan(u64 length) const { return wedges < length * (end - begin); }
};

/** The sum over the warp, on every lane. */
__device__ __forceinline__ u64 sumOfWarp(u32 x) { return warpSum32(x); }
__device__ __forceinline__ u64 sumOfWarp(u64 x) { return warpSum(x); }

/**
 * Visits the ends of a batch of middles, 32 of one row at a time; returns the sum of the lane's own row. Visit: see
 * walkWedges. All lanes call it.
 */
template <class Visit>
__device__ __forceinline__ u64 walkRows(const u32* __restrict__ ends, const Middles& mine, Visit& visit) {
    const u32 lane = threadIdx.x & 31;
    u32 rows = __ballot_sync(FULL_WARP, mine.length > 0);
    u64 rowAt = 0, sum = 0;
    u32 rowLength = 0, offset = 0, row = 0;
    while (rows != 0 || offset < rowLength) {
        u32 w[QUAD], owner[QUAD];
        u64 at[QUAD];
#pragma unroll
        for (u32 k = 0; k < QUAD; k++) {
            if (offset >= rowLength && rows != 0) {
                row = __ffs(rows) - 1;
                rows &= rows - 1;
                rowAt = __shfl_sync(FULL_WARP, mine.from, row) + lane;
                rowLength = __shfl_sync(FULL_WARP, mine.length, row);
                offset = 0;
            }
            at[k] = rowAt + offset;
            w[k] = offset + lane < rowLength ? ends[at[k]] : NO_VERTEX;
            owner[k] = row;
            offset += 32;
        }
        visit.visit(w, at);
#pragma unroll
        for (u32 k = 0; k < QUAD; k++) {
            u64 ofRow = sumOfWarp((typename Visit::Sum)w[k]);
            sum += lane == owner[k] ? ofRow : 0;
        }
    }
    return sum;
}

/** Visits the wedges of a warp: each lane walks the row of its own middle, and gets its sum. */
template <class Visit>
__device__ __forceinline__ u64 walkOwnRow(const u32* __restrict__ ends, const Middles& mine, Visit& visit) {
    u64 sum = 0;
    for (u32 j = 0; j < mine.length; j += QUAD) {
        u32 w[QUAD];
        u64 at[QUAD];
#pragma unroll
        for (u32 k = 0; k < QUAD; k++) {
            at[k] = mine.from + j + k;
            w[k] = j + k < mine.length ? ends[at[k]] : NO_VERTEX;
        }
        visit.visit(w, at);
#pragma unroll
        for (u32 k = 0; k < QUAD; k++) {
            sum += w[k];
        }
    }
    return sum;
}

/**
 * Visits every wedge of a start vertex with the warps `worker` of `workers`. `mine` are the first middles of the warp,
 * number worker + lane * workers, with their rows. Visit is that of dealQuads, and has
 *   static constexpr bool SLOTS: whether `visit` also gets the slots of the wedges in the second rows; needs SUMS;
 *   void row(u64 slot, u32 v, u64 sum): with SUMS, gets the sum of the row of middle v, in that slot of the first rows.
 * All 32 lanes call it with the same arguments; `rowsAt`: see dealQuads.
 */
template <class Visit>
__device__ __forceinline__ void walkWedges(
        const Rows& first, const u32* __restrict__ prefixes, const Rows& second, const Start& start, u32 worker,
        u32 workers, Middles mine, u32 rowsAt, Visit& visit) {
    const u32* __restrict__ ends = second.neighbors;
    const u32 degree = (u32)(start.end - start.begin), step = 32 * workers;
    u32 i = worker + (threadIdx.x & 31) * workers;
    // Three batches are under way: the middles of one are loaded, the rows of the next, the ends of the third.
    Middles next = {0, 0, 0};
    if (worker + step < degree) {
        next = openMiddles(first.neighbors, prefixes, start.begin, degree, i + step);
    }
    for (u32 batch = worker; batch < degree; batch += step) {
        Middles afterNext = {0, 0, 0};
        if (batch + step < degree) {
            openRows(second, next);
            afterNext = openMiddles(first.neighbors, prefixes, start.begin, degree, i + 2 * step);
        }
        if (!start.all && mine.length > 0) {
            u64 to = mine.from + mine.length;
            mine.from = lowerBound(ends, mine.from, to, start.low);
            mine.length = (u32)(lowerBound(ends, mine.from, to, start.high) - mine.from);
        }
        __syncwarp();
        u64 sum;
        if (!Visit::SLOTS) {
            sum = dealQuads(ends, mine, rowsAt, visit);
        } else if (start.shorterThan(LANE_ROWS_BELOW)) {
            sum = walkOwnRow(ends, mine, visit);
        } else {
            sum = walkRows(ends, mine, visit);
        }
        if (Visit::SUMS && sum > 0) {
            visit.row(start.begin + i, mine.v, sum);
        }
        i += step;
        mine = next;
        next = afterNext;
    }
}
