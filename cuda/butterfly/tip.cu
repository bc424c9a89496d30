// Tip numbers. TipAlgorithm.java has the definition. Vertices of the side that is peeled are items, by their ids; the
// other side is that of the middles.
//
// A step (peel.cuh) peels at most as many vertices as there are maps; a map has a counter for each vertex of the side.
// First the wedges u-v-w from each peeled vertex to vertices of its range are counted by their end w in its map. Then
// the counters are set back to 0, and each w that stays loses C(count, 2) butterflies. The counters are found by walking
// the wedges once more, or by reading the whole map when that is shorter. The wedges of a vertex are walked only when it
// is peeled, so nothing has to be counted again, and they are dealt to the warps in equal parts, whatever rows they are
// in.
#include "butterfly/wedge_deal.cuh"
#include "include/csr.cuh"
#include "include/peel.cuh"

/** A part of the wedges of a vertex has at least this many, if the vertex has as many. */
static constexpr u32 WEDGES_A_PART = 256;

/**
 * wedgeEnds[slot] of u-v: the number of wedges from u over its neighbors up to v. `wedges` gets the most of a vertex,
 * and the sum over all. Also lists the vertices. A warp takes a vertex.
 */
extern "C" __global__ void tip_wedges_per_warp(
        const u64* __restrict__ offsets, const u32* __restrict__ neighbors, u32 count,
        const u64* __restrict__ middleOffsets, u32* __restrict__ wedgeEnds, u32* __restrict__ list, u64* wedges) {
    const u32 lane = threadIdx.x & 31, warps = gridDim.x * (blockDim.x >> 5);
    for (u64 u = (blockIdx.x * (u64)blockDim.x + threadIdx.x) >> 5; u < count; u += warps) {
        const u64 end = offsets[u + 1];
        u32 before = 0;
        for (u64 first = offsets[u]; first < end; first += 32) {
            u32 upTo = 0;
            if (first + lane < end) {
                const u64 v = neighbors[first + lane];
                upTo = (u32)(middleOffsets[v + 1] - middleOffsets[v]);
            }
            for (u32 d = 1; d < 32; d <<= 1) {
                const u32 below = __shfl_up_sync(FULL_WARP, upTo, d);
                upTo += lane >= d ? below : 0;
            }
            if (first + lane < end) {
                wedgeEnds[first + lane] = before + upTo;
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
                mine.from = graph.middleOffsets[mine.v] + (low - start);
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

    __device__ __forceinline__ bool counts(u32 w) const { return w != NO_VERTEX && peeling.rangeOf(w) == range; }

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
        bool counts[AHEAD];
#pragma unroll
        for (u32 k = 0; k < AHEAD; k++) {
            counts[k] = peeled.counts(w[k]);
        }
#pragma unroll
        for (u32 k = 0; k < AHEAD; k++) {
            if (counts[k]) {
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
            common[k] = peeled.counts(w[k]);
        }
#pragma unroll
        for (u32 k = 0; k < AHEAD; k++) {
            roundOfEnd[k] = common[k] != 0 ? peeled.peeling.roundOf(w[k]) : 0;
            common[k] = common[k] != 0 ? atomicExch(&peeled.map[w[k]], 0) : 0;
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

/** Calls take(from, to) with part number `part` of the `share` parts of [0, total). */
template <class Take>
__device__ __forceinline__ void takePart(u32 total, u32 part, u32 share, Take take) {
    const u32 parts = min(share, (total + WEDGES_A_PART - 1) / WEDGES_A_PART);
    if (part < parts) {
        take((u32)((u64)total * part / parts), (u32)((u64)total * (part + 1) / parts));
    }
}

/**
 * Peels vertices, at most `mapCount` at once that lower supports. Each map has itemEnd words, one for each vertex of
 * the side, which are 0 before and after.
 */
extern "C" __global__ void __launch_bounds__(MOTIF_PEEL_THREADS, 1) tip_numbers_per_grid(
        PeelJob job, const u64* __restrict__ offsets, const u32* __restrict__ neighbors,
        const u32* __restrict__ wedgeEnds, const u64* __restrict__ middleOffsets,
        const u32* __restrict__ middleNeighbors, u32 itemEnd, u32* maps, u32 mapCount) {
    __shared__ uint4 basesOfWarps[MOTIF_PEEL_THREADS / 32][BASES_BYTES / 16];
    const u32 bases = sharedAddress(basesOfWarps[threadIdx.x >> 5]);
    const TipGraph graph = {offsets, neighbors, wedgeEnds, middleOffsets, middleNeighbors};
    Peeling peeling(job);
    const auto vertex = [&](u32 u, u32 position) -> Peeled {
        const u32 range = peeling.rangeOf(u);
        return {peeling, maps + (u64)position * itemEnd, range, peeling.levelOf(range)};
    };
    const auto count = [&](u32 vertices, bool lowers) {
        peeling.numberItems(vertices);
        if (!lowers) {
            return;
        }
        const Deal deal(vertices);
        deal.forEach([&](u32 position, u32 part) {
            const u32 u = peeling.item(position);
            const Peeled peeled = vertex(u, position);
            takePart(graph.wedges(u), part, deal.share, [&](u32 from, u32 to) {
                walkPart(graph, u, from, to, bases, CountEnds{peeled});
            });
        });
    };
    const auto take = [&](u32 vertices, bool lowers) {
        if (!lowers) {
            return;
        }
        const Deal deal(vertices);
        deal.forEach([&](u32 position, u32 part) {
            const u32 u = peeling.item(position), wedges = graph.wedges(u);
            const Peeled peeled = vertex(u, position);
            takePart(min(wedges, itemEnd), part, deal.share, [&](u32 from, u32 to) {
                if (wedges < itemEnd) {
                    walkPart(graph, u, from, to, bases, TakeEnds{peeled});
                } else {
                    takeEnds(peeled, from, to);
                }
            });
        });
    };
    peeling.run(mapCount, count, take);
}
