// Walking the wedges u-v-w of one start vertex u: for each middle v of u the ends w of v that rank before u and v. They
// are a prefix of v's row, and its length is known (prep_prefixes_per_slot), so many loads can be in flight at once.
#pragma once
#include "csr.cuh"

static constexpr u32 NO_VERTEX = 0xffffffffu;

/** Below this many wedges a middle on average, wedges are dealt to lanes one by one when they are counted ... */
static constexpr u64 DEAL_BELOW = 24;
/** ... and when they are credited, each lane walks rows of its own. */
static constexpr u64 LANE_ROWS_BELOW = 8;

/** A start vertex: its row, and which of its ends are wanted. */
struct Start {
    u32 u;
    u64 begin, end;
    u64 wedges;
    u32 low, high;  // wanted ends are in [low, high)
    bool all;       // every end is

    __device__ __forceinline__ bool shorterThan(u64 length) const { return wedges < length * (end - begin); }
};

/** Up to 32 middles of a warp, one a lane: a lane without one has length 0. */
struct Middles {
    u64 slot;    // in the first rows
    u32 v;
    u64 from;    // the ends of v: slots [from, from + length) of the second rows
    u32 length;
};

/** The ends of a batch of middles, 32 of one row at a time. Visit: see walkWedges. All lanes. */
template <class Visit>
__device__ __forceinline__ u64 walkRows(const u32* __restrict__ ends, const Middles& mine, Visit& visit) {
    constexpr u32 AHEAD = Visit::AHEAD;
    const u32 lane = threadIdx.x & 31;
    u32 rows = __ballot_sync(FULL_WARP, mine.length > 0);
    u64 rowAt = 0, sum = 0;
    u32 rowLength = 0, offset = 0, row = 0;
    while (rows != 0 || offset < rowLength) {
        u32 w[AHEAD], owner[AHEAD];
        u64 at[AHEAD];
#pragma unroll
        for (u32 k = 0; k < AHEAD; k++) {
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
        if (Visit::SUMS) {
#pragma unroll
            for (u32 k = 0; k < AHEAD; k++) {
                u64 ofRow = visit.warpTotal(w[k]);
                sum += lane == owner[k] ? ofRow : 0;
            }
        }
    }
    return sum;
}

/** The same, wedges dealt to the lanes one by one, whatever row they are in; without sums. All lanes. */
template <class Visit>
__device__ __forceinline__ void dealWedges(const u32* __restrict__ ends, const Middles& mine, Visit& visit) {
    constexpr u32 AHEAD = Visit::AHEAD;
    const u32 lane = threadIdx.x & 31;
    u32 upTo = mine.length;
    for (u32 d = 1; d < 32; d <<= 1) {
        u32 below = __shfl_up_sync(FULL_WARP, upTo, d);
        upTo += lane >= d ? below : 0;
    }
    const u32 total = __shfl_sync(FULL_WARP, upTo, 31);
    const u64 base = mine.from - (upTo - mine.length);
    for (u32 next = lane; next - lane < total;) {
        u32 w[AHEAD];
        u64 at[AHEAD];
#pragma unroll
        for (u32 k = 0; k < AHEAD; k++, next += 32) {
            u32 row = 0;
#pragma unroll
            for (u32 step = 16; step > 0; step >>= 1) {
                row += next >= __shfl_sync(FULL_WARP, upTo, row + step - 1) ? step : 0;
            }
            at[k] = __shfl_sync(FULL_WARP, base, row) + next;
            w[k] = next < total ? ends[at[k]] : NO_VERTEX;
        }
        visit.visit(w, at);
    }
}

/** The same, each lane walks the row of its own middle. */
template <class Visit>
__device__ __forceinline__ u64 walkOwnRow(const u32* __restrict__ ends, const Middles& mine, Visit& visit) {
    constexpr u32 AHEAD = Visit::AHEAD;
    u64 sum = 0;
    for (u32 j = 0; j < mine.length; j += AHEAD) {
        u32 w[AHEAD];
        u64 at[AHEAD];
#pragma unroll
        for (u32 k = 0; k < AHEAD; k++) {
            at[k] = mine.from + j + k;
            w[k] = j + k < mine.length ? ends[at[k]] : NO_VERTEX;
        }
        visit.visit(w, at);
#pragma unroll
        for (u32 k = 0; k < AHEAD; k++) {
            sum += w[k];
        }
    }
    return sum;
}

/**
 * Visits every wedge of a start vertex with the warps `worker` of `workers`. Visit has
 *   static constexpr u32 AHEAD: how many wedges of a lane are loaded before they are visited;
 *   void visit(u32 (&w)[AHEAD], const u64 (&at)[AHEAD]): wedges with ends w, in slots `at` of the second rows; w is
 *     NO_VERTEX where there is none; with SUMS, replaces each w by what is to be summed up;
 *   static constexpr bool SUMS: whether there are sums; if so
 *   void row(u64 slot, u32 v, u64 sum): the sum of the row of middle v, in that slot of the first rows.
 * All 32 lanes call it with the same arguments.
 */
template <class Visit>
__device__ __forceinline__ void walkWedges(
        const Rows& first, const u32* __restrict__ prefixes, const Rows& second, const Start& start, u32 worker,
        u32 workers, Visit& visit) {
    const u32* __restrict__ ends = second.neighbors;
    const u64 step = 32ull * workers;
    u64 slot = start.begin + worker + (u64)(threadIdx.x & 31) * workers;
    // Three batches under way: the middles of one, the rows of the next, the ends of the third.
    bool in = slot < start.end;
    u32 v = in ? first.neighbors[slot] : 0, length = in ? prefixes[slot] : 0;
    in = slot + step < start.end;
    u32 v1 = in ? first.neighbors[slot + step] : 0, length1 = in ? prefixes[slot + step] : 0;
    u64 from = length > 0 ? second.offsets[v] : 0;
    for (u64 batch = start.begin + worker; batch < start.end; batch += step) {
        u64 from1 = length1 > 0 ? second.offsets[v1] : 0;
        in = slot + 2 * step < start.end;
        u32 v2 = in ? first.neighbors[slot + 2 * step] : 0, length2 = in ? prefixes[slot + 2 * step] : 0;
        Middles mine = {slot, v, from, length};
        if (!start.all && length > 0) {
            mine.from = lowerBound(ends, from, from + length, start.low);
            mine.length = (u32)(lowerBound(ends, mine.from, from + length, start.high) - mine.from);
        }
        __syncwarp();
        if (Visit::SUMS) {
            u64 sum = start.shorterThan(LANE_ROWS_BELOW) ? walkOwnRow(ends, mine, visit) : walkRows(ends, mine, visit);
            if (sum > 0) {
                visit.row(slot, v, sum);
            }
        } else if (start.shorterThan(DEAL_BELOW)) {
            dealWedges(ends, mine, visit);
        } else {
            walkRows(ends, mine, visit);
        }
        slot += step;
        v = v1;
        length = length1;
        from = from1;
        v1 = v2;
        length1 = length2;
    }
}
