// Tip numbers. TipAlgorithm.java has the definition. Vertices of the side that is peeled are items, by their ids; the
// other side is that of the middles.
//
// A step (peel.cuh) peels at most as many vertices as there are maps; a map has a counter for each vertex of the side.
// First the wedges u-v-w from each peeled vertex to vertices of its range are counted by their end w in its map. Then
// the counters are set back to 0, and each w that stays loses C(count, 2) butterflies. The counters are found by walking
// the wedges once more, or by reading the whole map when that is shorter. The wedges of a vertex are walked only when it
// is peeled, so nothing has to be counted again, and they are dealt to the warps in equal parts, whatever rows they are
// in.
//
// Between the passes of the peeling the rows of the middles are grouped by range, so that the fine pass walks only the
// wedges to vertices of the same range.
//
// Launches. The words are those of cuda/README.md.
//
// The rows of the side that is peeled (offsets, neighbors) and of the other one (middle...), not ranked, and supports,
// the butterflies of the vertices.
//   step; kernel; grid x block:
//     1  tip_wedges_per_warp, without rangeOf (zero wedges u64[2]: most, all); any x 256; wedgeStarts, wedgeEnds: u32 a
//       slot
//     2  tip_numbers_per_grid, coarse (zero maps u32[mapCount * itemEnd] before); cooperative; a step has at most
//       mapCount * wedges[0] wedges
//     3  tip_groups_per_warp and tip_groups_per_block; any x GROUP_THREADS; grouped u32 a slot
//     4  tip_wedges_per_warp, with rangeOf and grouped for the neighbors of the middles (zero wedges); any x 256
//     5  tip_numbers_per_grid, fine, with grouped; cooperative
#include "count/wedge_deal.cuh"
#include "include/csr.cuh"
#include "include/peel.cuh"

/** The wedges of a unit of work. */
static constexpr u32 WEDGES_A_UNIT = 256;

/** Rows of more neighbors than this are grouped by whole blocks. */
static constexpr u32 LONG_ROW = 1024;

/** The rows of the middles, grouped by range. */
struct Grouping {
    const u64* offsets;
    const u32* neighbors;
    u32 count;
    const u32* rangeOf;  // by vertex
    u32 rangeCount;
    u32* grouped;  // the neighbors of each row, ascending by their ranges

    /**
     * Groups a row. `size` threads call it, with their `rank` among them and `sync`, which waits for all of them;
     * `places` is theirs, with a word for each range.
     */
    template <class Sync>
    __device__ __forceinline__ void run(u32 v, u32* places, u32 rank, u32 size, Sync sync) const {
        const u64 begin = offsets[v], end = offsets[(u64)v + 1];
        sync();
        for (u32 range = rank; range < rangeCount; range += size) {
            places[range] = 0;
        }
        sync();
        for (u64 slot = begin + rank; slot < end; slot += size) {
            atomicAdd(&places[rangeOf[neighbors[slot]]], 1);
        }
        sync();
        if (rank < 32) {
            u32 before = 0;
            for (u32 first = 0; first < rangeCount; first += 32) {
                const u32 range = first + rank, members = range < rangeCount ? places[range] : 0;
                const u32 upTo = warpSumUpTo(members);
                if (range < rangeCount) {
                    places[range] = before + upTo - members;
                }
                before += __shfl_sync(FULL_WARP, upTo, 31);
            }
        }
        sync();
        for (u64 slot = begin + rank; slot < end; slot += size) {
            const u32 w = neighbors[slot];
            grouped[begin + atomicAdd(&places[rangeOf[w]], 1)] = w;
        }
    }

    __device__ __forceinline__ bool isLong(u32 v) const { return offsets[(u64)v + 1] - offsets[v] > LONG_ROW; }
};

/** Groups the rows of up to LONG_ROW neighbors, a warp each. */
extern "C" __global__ void __launch_bounds__(MOTIF_GROUP_THREADS) tip_groups_per_warp(Grouping rows) {
    constexpr u32 WARPS = MOTIF_GROUP_THREADS / 32;
    __shared__ u32 places[WARPS][MOTIF_PEEL_RANGES];
    const u32 warp = threadIdx.x >> 5;
    for (u32 v = blockIdx.x * WARPS + warp; v < rows.count; v += gridDim.x * WARPS) {
        if (!rows.isLong(v)) {
            rows.run(v, places[warp], threadIdx.x & 31, 32, [] { __syncwarp(); });
        }
    }
}

/** Groups the other rows, a block each. */
extern "C" __global__ void __launch_bounds__(MOTIF_GROUP_THREADS) tip_groups_per_block(Grouping rows) {
    __shared__ u32 places[MOTIF_PEEL_RANGES];
    for (u32 v = blockIdx.x; v < rows.count; v += gridDim.x) {
        if (rows.isLong(v)) {
            rows.run(v, places, threadIdx.x, MOTIF_GROUP_THREADS, [] { __syncthreads(); });
        }
    }
}

/** The first slot in [low, high) whose neighbor is of this range or a later one; the slots ascend by range. */
__device__ __forceinline__ u64
firstOfRange(const u32* __restrict__ neighbors, const u32* __restrict__ rangeOf, u64 low, u64 high, u32 range) {
    while (low < high) {
        const u64 middle = low + ((high - low) >> 1);
        if (rangeOf[neighbors[middle]] < range) {
            low = middle + 1;
        } else {
            high = middle;
        }
    }
    return low;
}

/**
 * Says which wedges of each vertex are walked: those to vertices of its range if the rows of the middles are grouped by
 * range, or all of them if `rangeOf` is null. For slot u-v they are at wedgeStarts[slot] of v's row, and wedgeEnds[slot]
 * is the number of wedges from u over its neighbors up to v. `wedges` gets the most of a vertex, and the sum over all.
 * Also lists the vertices. A warp takes a vertex.
 */
extern "C" __global__ void tip_wedges_per_warp(
        const u64* __restrict__ offsets, const u32* __restrict__ neighbors, u32 count,
        const u64* __restrict__ middleOffsets, const u32* __restrict__ middleNeighbors, const u32* __restrict__ rangeOf,
        u32* __restrict__ wedgeStarts, u32* __restrict__ wedgeEnds, u32* __restrict__ list, u64* wedges) {
    const u32 lane = threadIdx.x & 31, warps = gridDim.x * (blockDim.x >> 5);
    for (u64 u = (blockIdx.x * (u64)blockDim.x + threadIdx.x) >> 5; u < count; u += warps) {
        const u64 end = offsets[u + 1];
        u32 before = 0;
        for (u64 slot = offsets[u] + lane; slot - lane < end; slot += 32) {
            u32 upTo = 0;
            if (slot < end) {
                const u64 v = neighbors[slot], row = middleOffsets[v], rowEnd = middleOffsets[v + 1];
                u64 from = row, to = rowEnd;
                if (rangeOf != nullptr) {
                    from = firstOfRange(middleNeighbors, rangeOf, row, rowEnd, rangeOf[u]);
                    to = firstOfRange(middleNeighbors, rangeOf, from, rowEnd, rangeOf[u] + 1);
                }
                wedgeStarts[slot] = (u32)(from - row);
                upTo = (u32)(to - from);
            }
            upTo = warpSumUpTo(upTo);
            if (slot < end) {
                wedgeEnds[slot] = before + upTo;
            }
            before += __shfl_sync(FULL_WARP, upTo, 31);
        }
        if (lane == 0) {
            list[u] = (u32)u;
            atomicMax(&wedges[0], (u64)before);
            atomicAdd(&wedges[1], (u64)before);
        }
    }
}

struct TipGraph {
    const u64* __restrict__ offsets;
    const u32* __restrict__ neighbors;
    const u32* __restrict__ wedgeStarts;
    const u32* __restrict__ wedgeEnds;
    const u64* __restrict__ middleOffsets;
    const u32* __restrict__ middleNeighbors;

    __device__ __forceinline__ u32 wedges(u32 u) const {
        const u64 begin = offsets[u], end = offsets[(u64)u + 1];
        return begin == end ? 0 : wedgeEnds[end - 1];
    }
};

/** Walks the wedges [from, to) of a vertex. `bases` is that of dealWedges. All lanes call it. */
template <class Visit>
__device__ __forceinline__ void walkPart(const TipGraph& graph, u32 u, u32 from, u32 to, u32 bases, Visit visit) {
    const u64 begin = graph.offsets[u], end = graph.offsets[(u64)u + 1];
    for (u64 first = from == 0 ? begin : lowerBound(graph.wedgeEnds, begin, end, from + 1);
         first < end && (first == begin || graph.wedgeEnds[first - 1] < to); first += 32) {
        const u64 slot = first + (threadIdx.x & 31);
        Middles mine = {0, 0, 0};
        if (slot < end) {
            const u32 start = slot == begin ? 0 : graph.wedgeEnds[slot - 1];
            const u32 low = max(start, from), high = min(graph.wedgeEnds[slot], to);
            if (low < high) {
                mine.v = graph.neighbors[slot];
                mine.from = graph.middleOffsets[mine.v] + graph.wedgeStarts[slot] + (low - start);
                mine.length = high - low;
            }
        }
        dealWedges(graph.middleNeighbors, mine, bases, visit);
    }
}

/** A vertex that is peeled: its map, its range and the level of that. */
struct Peeled {
    const Peeling& peeling;
    u32* map;
    u32 range;
    u64 level;

    /** Takes from w the butterflies of `common` wedges to it. */
    __device__ __forceinline__ void take(u32 w, u32 common, u32 roundOfEnd) const {
        if (common > 1 && peeling.stays(roundOfEnd)) {
            peeling.settle(w, peeling.take(w, pairs(common)), pairs(common), range, level);
        }
    }
};

struct CountEnds {
    static constexpr u32 AHEAD = 4;
    const Peeled& peeled;

    __device__ __forceinline__ void visit(const u32 (&w)[AHEAD], const u64*) const {
#pragma unroll
        for (u32 k = 0; k < AHEAD; k++) {
            if (w[k] != NO_VERTEX) {
                atomicAdd(&peeled.map[w[k]], 1);
            }
        }
    }
};

struct TakeEnds {
    static constexpr u32 AHEAD = 4;
    const Peeled& peeled;

    /** Takes the butterflies of each end: only the first of the wedges to an end finds its counter above 0. */
    __device__ __forceinline__ void visit(const u32 (&w)[AHEAD], const u64*) const {
        u32 common[AHEAD], roundOfEnd[AHEAD];
#pragma unroll
        for (u32 k = 0; k < AHEAD; k++) {
            const bool isEnd = w[k] != NO_VERTEX;
            roundOfEnd[k] = isEnd ? peeled.peeling.roundOf(w[k]) : 0;
            common[k] = isEnd ? atomicExch(&peeled.map[w[k]], 0) : 0;
        }
#pragma unroll
        for (u32 k = 0; k < AHEAD; k++) {
            peeled.take(w[k], common[k], roundOfEnd[k]);
        }
    }
};

/** Takes the butterflies of all ends in [from, to), with or without wedges to them. */
__device__ __forceinline__ void takeEnds(const Peeled& peeled, u32 from, u32 to) {
    for (u32 w = from + (threadIdx.x & 31); w < to; w += 32) {
        const u32 common = __ldcg(&peeled.map[w]);
        if (common > 0) {
            peeled.map[w] = 0;
            peeled.take(w, common, peeled.peeling.roundOf(w));
        }
    }
}

/**
 * Peels vertices, at most `mapCount` at once that lower supports. Each map has itemEnd words, one for each vertex of
 * the side, which are 0 before and after.
 */
extern "C" __global__ void __launch_bounds__(MOTIF_PEEL_THREADS, 1) tip_numbers_per_grid(
        PeelJob job, const u64* __restrict__ offsets, const u32* __restrict__ neighbors,
        const u32* __restrict__ wedgeStarts, const u32* __restrict__ wedgeEnds, const u64* __restrict__ middleOffsets,
        const u32* __restrict__ middleNeighbors, u32 itemEnd, u32* maps, u32 mapCount) {
    __shared__ uint4 basesOfWarps[MOTIF_PEEL_THREADS / 32][BASES_BYTES / 16];
    const u32 bases = sharedAddress(basesOfWarps[threadIdx.x >> 5]);
    const TipGraph graph = {offsets, neighbors, wedgeStarts, wedgeEnds, middleOffsets, middleNeighbors};
    __shared__ RangesOfBlock ranges;
    Peeling peeling(job, ranges);
    const auto vertex = [&](u32 u, u32 position) -> Peeled {
        const u32 range = peeling.rangeOf(u);
        return {peeling, maps + (u64)position * itemEnd, range, peeling.levelOf(range)};
    };
    const auto unitsOf = [&](u32 u) {
        const u32 wedges = graph.wedges(u);
        return wedges / WEDGES_A_UNIT + (wedges % WEDGES_A_UNIT > 0);
    };
    const auto deal = [&](u32 count, auto visit) {
        if (job.isCoarse()) {
            Deal::evenly(
                    count, [&](u32 position) { return unitsOf(peeling.item(position)); }, visit);
        } else {
            Deal::byItem(count, [&](u32 position, u32 part, u32 share) {
                const u32 units = unitsOf(peeling.item(position)), parts = min(share, units);
                if (part < parts) {
                    visit(position, (u32)((u64)units * part / parts), (u32)((u64)units * (part + 1) / parts));
                }
            });
        }
    };
    const auto walk = [&](u32 u, u32 from, u32 to, auto visit) {
        const u64 end = min((u64)to * WEDGES_A_UNIT, (u64)graph.wedges(u));
        walkPart(graph, u, from * WEDGES_A_UNIT, (u32)end, bases, visit);
    };
    const auto count = [&](u32 vertices, bool lowers) {
        peeling.numberItems(vertices);
        if (!lowers) {
            return;
        }
        deal(vertices, [&](u32 position, u32 from, u32 to) {
            const u32 u = peeling.item(position);
            const Peeled peeled = vertex(u, position);
            walk(u, from, to, CountEnds{peeled});
        });
    };
    const auto take = [&](u32 vertices, bool lowers) {
        if (!lowers) {
            return;
        }
        deal(vertices, [&](u32 position, u32 from, u32 to) {
            const u32 u = peeling.item(position);
            const Peeled peeled = vertex(u, position);
            if (graph.wedges(u) < itemEnd) {
                walk(u, from, to, TakeEnds{peeled});
            } else {
                // The map in as many parts as there are units of wedges.
                const u64 parts = unitsOf(u);
                takeEnds(peeled, (u32)((u64)itemEnd * from / parts), (u32)((u64)itemEnd * to / parts));
            }
        });
    };
    peeling.run(mapCount, count, take);
}
