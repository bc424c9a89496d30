// Walking the wedges u-v-w of one start vertex u: for each middle v of u the ends w of v that rank before u and v. They
// are a prefix of v's row, and its length is known (prep_prefixes_per_slot), so many loads can be in flight at once.
#pragma once
#include "csr.cuh"

static constexpr u32 NO_VERTEX = 0xffffffffu;

/** Below this many wedges a middle on average, each lane walks a row of its own when wedges are credited. */
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

/** Up to 32 middles of a warp, one a lane. The ends of v: slots [from, from + length) of the second rows. */
struct Middles {
    u64 from;
    u32 v, length;
};

/** Loads middle i of a start vertex; a lane beyond the degree gets one without ends. */
__device__ __forceinline__ Middles openMiddles(
        const u32* __restrict__ neighbors, const u32* __restrict__ prefixes, u64 begin, u32 degree, u32 i) {
    Middles mine = {0, 0, 0};
    if (i < degree) {
        mine.v = neighbors[begin + i];
        mine.length = prefixes[begin + i];
    }
    return mine;
}

/** Loads where its ends are. */
__device__ __forceinline__ void openRows(const Rows& second, Middles& mine) {
    if (mine.length > 0) {
        mine.from = second.offsets[mine.v];
    }
}

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

static constexpr u32 BASES_BYTES = 32 * 16;

__device__ __forceinline__ void storeBase(u32 address, const u32* base) {
    asm volatile("st.shared.u64 [%0], %1;" ::"r"(address), "l"(base) : "memory");
}

__device__ __forceinline__ const u32* loadBase(u32 address) {
    const u32* base;
    asm volatile("ld.shared.u64 %0, [%1];" : "=l"(base) : "r"(address));
    return base;
}

/**
 * The same, wedges dealt to the lanes one by one, whatever row they are in; without sums. All lanes. `bases` is the
 * address of BASES_BYTES of shared memory of the warp.
 */
template <class Visit>
__device__ __forceinline__ void dealWedges(const u32* __restrict__ ends, const Middles& mine, u32 bases, Visit& visit) {
    constexpr u32 AHEAD = Visit::AHEAD;
    const u32 lane = threadIdx.x & 31;
    const u32 lanesBelow = (1u << lane) - 1;
    u32 upTo = mine.length;
    for (u32 d = 1; d < 32; d <<= 1) {
        u32 below = __shfl_up_sync(FULL_WARP, upTo, d);
        upTo += lane >= d ? below : 0;
    }
    const u32 total = __shfl_sync(FULL_WARP, upTo, 31);
    // Rows that are not empty, in order: wedge k, in row r, ends at bases[r][k].
    const u32 rows = __ballot_sync(FULL_WARP, mine.length > 0);
    __syncwarp();
    if (mine.length > 0) {
        storeBase(bases + 8 * __popc(rows & lanesBelow), ends + mine.from - (upTo - mine.length));
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
            w[i] = k + lane < total ? __ldg(loadBase(bases + 8 * row) + (k + lane)) : NO_VERTEX;
            before += __popc(rowEnds);
        }
        visit.visit(w, nullptr);
    }
}

#ifdef QUADS
/** Where the ends of a row are when wedges are dealt four by four. */
struct QuadRow {
    u64 quads;          // wedges 4q to 4q + 3 of the warp are quad q from here
    u32 first, length;  // the row's are the `length` ones from `first` on
};

__device__ __forceinline__ void storeRow(u32 address, const QuadRow& row) {
    asm volatile("st.shared.v4.u32 [%0], {%1, %2, %3, %4};" ::"r"(address), "r"((u32)row.quads), "r"((u32)(row.quads >> 32)), "r"(row.first), "r"(row.length) : "memory");
}

__device__ __forceinline__ void storeSum(u32 address, u64 sum) {
    asm volatile("st.shared.u64 [%0], %1;" ::"r"(address), "l"(sum) : "memory");
}

__device__ __forceinline__ u64 loadSum(u32 address) {
    u64 sum;
    asm volatile("ld.shared.u64 %0, [%1];" : "=l"(sum) : "r"(address) : "memory");
    return sum;
}

__device__ __forceinline__ QuadRow loadRow(u32 address) {
    u32 low, high;
    QuadRow row;
    asm volatile("ld.shared.v4.u32 {%0, %1, %2, %3}, [%4];" : "=r"(low), "=r"(high), "=r"(row.first), "=r"(row.length) : "r"(address) : "memory");
    row.quads = (u64)high << 32 | low;
    return row;
}

/** x of this lane and all before it. All lanes. */
template <class T>
__device__ __forceinline__ T sumUpTo(T x) {
    const u32 lane = threadIdx.x & 31;
#pragma unroll
    for (u32 d = 1; d < 32; d <<= 1) {
        T below = __shfl_up_sync(FULL_WARP, x, d);
        x += lane >= d ? below : 0;
    }
    return x;
}

/**
 * The sums of rows whose quads are dealt to lanes, 32 quads at a time: each row's is stored at its place once its last quad
 * has come.
 */
template <class T>
struct RowSums {
    u32 rowsAt;
    u64 open;  // of the row that goes on

    /** `rowEnds`: the lanes with the last quad of a row; `row`: of this lane. All lanes. */
    __device__ __forceinline__ void add(T x, u32 rowEnds, u32 row) {
        const u32 lane = threadIdx.x & 31, before = rowEnds & ((1u << lane) - 1);
        const T upTo = sumUpTo(x);
        const T ofRows = __shfl_sync(FULL_WARP, upTo, before == 0 ? 0 : 31 - __clz(before));
        __syncwarp();
        if (rowEnds >> lane & 1) {
            storeSum(rowsAt + 16 * row, before == 0 ? open + upTo : (u64)(upTo - ofRows));
        }
        const T all = __shfl_sync(FULL_WARP, upTo, 31);
        const T ended = __shfl_sync(FULL_WARP, upTo, rowEnds == 0 ? 0 : 31 - __clz(rowEnds));
        open = rowEnds == 0 ? open + all : (u64)(all - ended);
    }
};

template <class Visit>
__device__ __forceinline__ u64 dealQuads(const u32* __restrict__ ends, const Middles& mine, u32 rowsAt, Visit& visit) {
    const u32 lane = threadIdx.x & 31;
    const u32 lanesBelow = (1u << lane) - 1;
    const u64 at = (u64)(ends + mine.from);
    const u32 skipped = (u32)at >> 2 & 3;
    const u32 quads = mine.length > 0 ? (skipped + mine.length + 3) >> 2 : 0;
    const u32 upTo = sumUpTo(quads);
    const u32 total = __shfl_sync(FULL_WARP, upTo, 31);
    const u32 rows = __ballot_sync(FULL_WARP, quads > 0);
    __syncwarp();
    if (quads > 0) {
        const u32 before = upTo - quads;
        storeRow(rowsAt + 16 * __popc(rows & lanesBelow),
                 {at - 4 * skipped - 16ull * before, 4 * before + skipped, mine.length});
    }
    __syncwarp();
    const u32 last = quads > 0 ? upTo - 1 : 0xffffffffu;
    u32 before = 0;  // rows that ended before quad k
    RowSums<typename Visit::Sum> sums = {rowsAt, 0};
    for (u32 k = 0; k < total; k += 32) {
        const u32 rowEnds = warpOr(last - k < 32 ? 1u << (last - k) : 0);
        const u32 rowNumber = before + __popc(rowEnds & lanesBelow);
        u32 w[4] = {NO_VERTEX, NO_VERTEX, NO_VERTEX, NO_VERTEX};
        if (k + lane < total) {
            const QuadRow row = loadRow(rowsAt + 16 * rowNumber);
            const uint4 quad = __ldg(reinterpret_cast<const uint4*>(row.quads) + (k + lane));
            const u32 in = 4 * (k + lane) - row.first;
            w[0] = in < row.length ? quad.x : NO_VERTEX;
            w[1] = in + 1 < row.length ? quad.y : NO_VERTEX;
            w[2] = in + 2 < row.length ? quad.z : NO_VERTEX;
            w[3] = in + 3 < row.length ? quad.w : NO_VERTEX;
        }
        before += __popc(rowEnds);
        visit.visit(w, nullptr);
        if (Visit::SUMS) {
            sums.add((typename Visit::Sum)w[0] + w[1] + w[2] + w[3], rowEnds, rowNumber);
        }
    }
    if (!Visit::SUMS) {
        return 0;
    }
    __syncwarp();
    return quads > 0 ? loadSum(rowsAt + 16 * __popc(rows & lanesBelow)) : 0;
}
#endif

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
 * Visits every wedge of a start vertex with the warps `worker` of `workers`. `mine` are the first middles of the warp,
 * number worker + lane * workers, with their rows. Visit has
 *   static constexpr u32 AHEAD: how many wedges of a lane are loaded before they are visited;
 *   void visit(u32 (&w)[AHEAD], const u64* at): wedges with ends w (NO_VERTEX: none); with SUMS, `at` are their slots in
 *     the second rows, and each w is replaced by what is to be summed up;
 *   static constexpr bool SUMS: whether there are sums; if so
 *   void row(u64 slot, u32 v, u64 sum): the sum of the row of middle v, in that slot of the first rows.
 * All 32 lanes call it with the same arguments; `bases`: see dealWedges.
 */
template <class Visit>
__device__ __forceinline__ void walkWedges(
        const Rows& first, const u32* __restrict__ prefixes, const Rows& second, const Start& start, u32 worker,
        u32 workers, Middles mine, u32 bases, Visit& visit) {
    const u32* __restrict__ ends = second.neighbors;
    const u32 degree = (u32)(start.end - start.begin), step = 32 * workers;
    u32 i = worker + (threadIdx.x & 31) * workers;
    // Three batches under way: the middles of one, the rows of the next, the ends of the third.
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
        if (Visit::SUMS && !Visit::QUADS_) {
            u64 sum = start.shorterThan(LANE_ROWS_BELOW) ? walkOwnRow(ends, mine, visit) : walkRows(ends, mine, visit);
            if (sum > 0) {
                visit.row(start.begin + i, mine.v, sum);
            }
        } else {
#ifdef QUADS
            u64 sum = dealQuads(ends, mine, bases, visit);
            if (Visit::SUMS && sum > 0) {
                visit.row(start.begin + i, mine.v, sum);
            }
#else
            dealWedges(ends, mine, bases, visit);
#endif
        }
        i += step;
        mine = next;
        next = afterNext;
    }
}
