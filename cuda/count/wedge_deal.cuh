// Deals the wedges u-v-w of up to 32 middles v of u to the lanes of a warp, so that each lane gets equally many,
// however long the rows are.
#pragma once
#include "count/shared_memory.cuh"
#include "include/csr.cuh"

static constexpr u32 NO_VERTEX = 0xffffffffu;

/** The middle of a lane, of up to 32 of a warp. Its ends are the slots [from, from + length) of the second rows. */
struct Middles {
    u64 from;
    u32 v, length;
};

/** Loads middle i of a start vertex; a lane beyond the degree gets one without ends. */
__device__ __forceinline__ Middles
openMiddles(const u32* __restrict__ neighbors, const u32* __restrict__ prefixes, u64 begin, u32 degree, u32 i) {
    Middles mine = {0, 0, 0};
    if (i < degree) {
        mine.v = neighbors[begin + i];
        mine.length = prefixes[begin + i];
    }
    return mine;
}

/** Loads where the ends of the lane's middle begin. */
__device__ __forceinline__ void openRows(const Rows& second, Middles& mine) {
    if (mine.length > 0) {
        mine.from = second.offsets[mine.v];
    }
}

static constexpr u32 BASES_BYTES = 32 * sizeof(const u32*);

/**
 * Visits the ends of a batch of middles, dealt to the lanes one by one, whatever row they are in. `bases` is the
 * address of BASES_BYTES of shared memory of the warp. Visit has
 *   static constexpr u32 AHEAD: how many wedges of a lane are loaded before they are visited;
 *   void visit(u32 (&w)[AHEAD], const u64*): wedges with ends w (NO_VERTEX: none).
 * All lanes call it.
 */
template <class Visit>
__device__ __forceinline__ void dealWedges(const u32* __restrict__ ends, const Middles& mine, u32 bases, Visit& visit) {
    constexpr u32 AHEAD = Visit::AHEAD;
    const u32 lane = threadIdx.x & 31;
    const u32 lanesBelow = (1u << lane) - 1;
    const u32 upTo = warpSumUpTo(mine.length);
    const u32 total = __shfl_sync(FULL_WARP, upTo, 31);
    // Rows that are not empty, in order: wedge k, in row r, ends at bases[r][k].
    const u32 rows = __ballot_sync(FULL_WARP, mine.length > 0);
    __syncwarp();
    if (mine.length > 0) {
        storeSharedLong(bases + 8 * __popc(rows & lanesBelow), (u64)(ends + mine.from - (upTo - mine.length)));
    }
    __syncwarp();
    const u32 last = mine.length > 0 ? upTo - 1 : 0xffffffffu;
    u32 before = 0;  // rows that ended before wedge k
    for (u32 k = 0; k < total;) {
        u32 w[AHEAD];
#pragma unroll
        for (u32 i = 0; i < AHEAD; i++, k += 32) {
            // Bit b: a row's last wedge is k + b.
            u32 rowEnds = warpOr(last - k < 32 ? 1u << (last - k) : 0);
            u32 row = before + __popc(rowEnds & lanesBelow);
            w[i] = k + lane < total ? __ldg(reinterpret_cast<const u32*>(loadSharedLong(bases + 8 * row)) + (k + lane))
                                    : NO_VERTEX;
            before += __popc(rowEnds);
        }
        visit.visit(w, nullptr);
    }
}

/** The number of wedges that a lane loads at once. */
static constexpr u32 QUAD = 4;

/** Bytes of shared memory that a warp needs to deal quads: a QuadRow for each lane. */
static constexpr u32 QUAD_ROWS_BYTES = 32 * 16;

/**
 * A row whose quads are dealt: all ends are numbered, quad q begins with number 4q, and the row has `length` of them
 * from `first` on.
 */
struct QuadRow {
    const uint4* quads;
    u32 first, length;

    __device__ __forceinline__ void store(u32 address) const {
        const u64 at = (u64)quads;
        storeSharedQuad(address, make_uint4((u32)at, (u32)(at >> 32), first, length));
    }
    __device__ __forceinline__ static QuadRow load(u32 address) {
        const uint4 x = loadSharedQuad(address);
        return {reinterpret_cast<const uint4*>((u64)x.y << 32 | x.x), x.z, x.w};
    }
    __device__ __forceinline__ void ends(u32 quad, u32 (&w)[QUAD]) const {
        const uint4 x = __ldg(quads + quad);
        const u32 in = QUAD * quad - first;
        w[0] = in < length ? x.x : NO_VERTEX;
        w[1] = in + 1 < length ? x.y : NO_VERTEX;
        w[2] = in + 2 < length ? x.z : NO_VERTEX;
        w[3] = in + 3 < length ? x.w : NO_VERTEX;
    }
};

/**
 * Adds up by row what the lanes have from their quads, 32 quads at a time. When the last quad of a row has been added,
 * its sum overwrites the QuadRow.
 */
template <class T>
struct RowSums {
    u32 rowsAt;
    u64 open;  // sum so far of the row that goes on

    /**
     * Adds x of each lane. `row`: the number of the lane's row; `rowEnds`: the lanes with the last quad of a row. All
     * lanes.
     */
    __device__ __forceinline__ void add(T x, u32 row, u32 rowEnds) {
        const u32 lane = threadIdx.x & 31, endsBefore = rowEnds & ((1u << lane) - 1);
        const T upTo = warpSumUpTo(x);
        const T before = __shfl_sync(FULL_WARP, upTo, lastOf(endsBefore));
        __syncwarp();
        if (rowEnds >> lane & 1) {
            storeSharedLong(rowsAt + 16 * row, endsBefore == 0 ? open + upTo : (u64)(upTo - before));
        }
        const T all = __shfl_sync(FULL_WARP, upTo, 31);
        const T ended = __shfl_sync(FULL_WARP, upTo, lastOf(rowEnds));
        open = rowEnds == 0 ? open + all : (u64)(all - ended);
    }

private:
    /** The last of the lanes, 0 if there is none. */
    __device__ __forceinline__ static u32 lastOf(u32 lanes) { return lanes == 0 ? 0 : 31 - __clz(lanes); }
};

/**
 * Visits the ends of a batch of middles, dealt to the lanes in quads, four ends that lie together in memory, whatever
 * row they are in. Reads beyond rows, up to a multiple of 16 bytes. `rowsAt` is the address of QUAD_ROWS_BYTES of
 * shared memory of the warp. Visit has
 *   void visit(u32 (&w)[QUAD], const u64*): wedges with ends w (NO_VERTEX: none); with SUMS it replaces each w by a
 *     summand;
 *   static constexpr bool SUMS: whether there are sums; then the lane gets that of its own middle;
 *   Sum: a type that holds what 32 lanes add up;
 *   with ROWS, void open(u32 row): the lane's middle has this number among the rows that are not empty; void enter(u32
 *     row, u64 slot): what is visited next is of this row, the first of its ends in this slot of the second rows.
 * All lanes call it.
 */
template <bool ROWS = false, class Visit>
__device__ __forceinline__ u64 dealQuads(const u32* __restrict__ ends, const Middles& mine, u32 rowsAt, Visit& visit) {
    const u32 lane = threadIdx.x & 31;
    const u32 lanesBelow = (1u << lane) - 1;
    const u64 at = (u64)(ends + mine.from);
    const u32 skipped = (u32)at / sizeof(u32) % QUAD;
    const u32 quads = mine.length > 0 ? (skipped + mine.length + QUAD - 1) / QUAD : 0;
    const u32 upTo = warpSumUpTo(quads), first = upTo - quads;
    const u32 total = __shfl_sync(FULL_WARP, upTo, 31);
    // Rows that are not empty, in order.
    const u32 rows = __ballot_sync(FULL_WARP, quads > 0);
    const u32 number = __popc(rows & lanesBelow), ownRow = rowsAt + 16 * number;
    __syncwarp();
    if (quads > 0) {
        const QuadRow row = {
                reinterpret_cast<const uint4*>(at - sizeof(u32) * skipped) - first, QUAD * first + skipped,
                mine.length};
        row.store(ownRow);
        if constexpr (ROWS) {
            visit.open(number);
        }
    }
    __syncwarp();
    const u32 last = quads > 0 ? upTo - 1 : 0xffffffffu;
    u32 before = 0;  // rows that ended before quad k
    RowSums<typename Visit::Sum> sums = {rowsAt, 0};
    for (u32 k = 0; k < total; k += 32) {
        // Bit b: a row's last quad is k + b.
        const u32 rowEnds = warpOr(last - k < 32 ? 1u << (last - k) : 0);
        const u32 row = before + __popc(rowEnds & lanesBelow);
        u32 w[QUAD] = {NO_VERTEX, NO_VERTEX, NO_VERTEX, NO_VERTEX};
        if (k + lane < total) {
            const QuadRow at = QuadRow::load(rowsAt + 16 * row);
            at.ends(k + lane, w);
            if constexpr (ROWS) {
                visit.enter(row, (u64)(reinterpret_cast<const u32*>(at.quads + (k + lane)) - ends));
            }
        }
        before += __popc(rowEnds);
        visit.visit(w, nullptr);
        if (Visit::SUMS) {
            sums.add((typename Visit::Sum)w[0] + w[1] + w[2] + w[3], row, rowEnds);
        }
    }
    if (!Visit::SUMS) {
        return 0;
    }
    __syncwarp();
    return quads > 0 ? loadSharedLong(ownRow) : 0;
}
