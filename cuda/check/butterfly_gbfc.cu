// The techniques of G-BFC (Xu et al., PVLDB 15(11), 2022, doi:10.14778/3551793.3551806), each one selectable so that
// its
// worth can be measured. Totals only; butterfly.cu is the product. What differs from the paper, to be exact:
//
// - Barriers stand between counting, summing and clearing a map, and each start vertex adds its own sum. (The paper's
//   fence after each atomic orders nothing between threads.)
// - Two blocks on one vertex count into one global map in one kernel, and the next kernel sums it: within one kernel
//   neither knows when the other is done.
// - Edge direction. The paper stores each edge once, out of whichever end its peeling reaches first, and counts
// u->v->w.
//   That loses butterflies: in K(3,3) it counts 6 of 9, since after u1 -> v1, v2, v3 all other edges leave the v,
// and the
//   pair (u2, u3) has no wedge. Two vertices of one side can both come before their common neighbors, so a middle needs
//   the edges to both. Here the start is still the highest-priority vertex (rank 0 is the largest degree) and only
//   wedges of later ranks are walked, but on the symmetric ranked rows.
//
// Without direction: starts are the vertices of one side, in their own ids; `start` rows lead to the other side and
// `middle` rows back. With direction: both are the rows of the ranked graph and only neighbors after u count.
// Rows are ascending, so the wedges of one part of the id space are a run of each row.
#include "../include/count.cuh"
#include "../include/csr.cuh"
#include "../include/kernel_abi.h"

/** A thread's neighbor list in shared memory is at most this long: the paper's threshold of the thread kernel. */
static constexpr u32 THREAD_LIST = MOTIF_GBFC_THREAD_DEGREE;

struct Bipartite {
    Rows start, middle;
    bool directed;

    /** The first neighbor of u that counts. */
    __device__ __forceinline__ u64 begin(u32 u) const {
        u64 from = start.begin(u);
        return directed ? lowerBound(start.neighbors, from, start.end(u), u + 1) : from;
    }
};

/** The start vertices of one class, or all when there is no list. */
__device__ __forceinline__ u32 startAt(const u32* __restrict__ starts, u64 i) { return starts == nullptr
        ? (u32)i : starts[i]; }

/** Counts the ends in [low, high) into map[w - low]; one middle a thread, or one a warp and one end a lane. */
template <class Add>
__device__ __forceinline__ void countEnds(
        const Bipartite& g, u64 begin, u64 end, u64 low, u64 high, bool byWarp, Add add) {
    const u32 lane = threadIdx.x & 31;
    const u32* __restrict__ ends = g.middle.neighbors;
    u64 worker = byWarp ? threadIdx.x >> 5 : threadIdx.x, workers = byWarp ? blockDim.x >> 5 : blockDim.x;
    u32 offset = byWarp ? lane : 0, step = byWarp ? 32 : 1;
    for (u64 i = begin + worker; i < end; i += workers) {
        u32 v = g.start.neighbors[i];
        u64 last = g.middle.end(v);
        for (u64 j = lowerBound(ends, g.middle.begin(v), last, (u32)low) + offset; j < last; j += step) {
            u32 w = ends[j];
            if (w >= high) {
                break;
            }
            add(w);
        }
    }
    __syncwarp();
}

/**
 * Degree times the mean row length of up to 32 middles: the paper's estimate of the wedges. All threads; one
 * barrier.
 */
__device__ __forceinline__ bool manyWedges(const Bipartite& g, u64 begin, u64 end, u64 threshold) {
    __shared__ u64 estimate;
    if (threadIdx.x < 32) {
        u64 degree = end - begin, samples = min(degree, 32ull);
        u64 length = 0;
        if (threadIdx.x < samples) {
            u32 v = g.start.neighbors[begin + degree * threadIdx.x / samples];
            length = g.middle.end(v) - g.middle.begin(v);
        }
        length = warpSum(length);
        if (threadIdx.x == 0) {
            estimate = samples == 0 ? 0 : degree * length / samples;
        }
    }
    __syncthreads();
    return estimate > threshold;
}

#define MOTIF_GBFC_PARAMETERS                                                                                          \
    const u64 *__restrict__ startOffsets, const u32 *__restrict__ startNeighbors, const u64 *__restrict__ middleOffsets, \
            const u32 *__restrict__ middleNeighbors, u32 startCount, u32 directed, const u32 *__restrict__ starts,     \
            const u64 *__restrict__ startsInList, u64 *__restrict__ total

#define MOTIF_GBFC_GRAPH \
    Bipartite { {startOffsets, startNeighbors, 0}, {middleOffsets, middleNeighbors, 0}, directed != 0 }

/** Sorts the start vertices into three lists by degree: thread (0), block (1), several blocks (2). */
extern "C" __global__ void butterfly_gbfc_classes_per_vertex(
        const u64* __restrict__ startOffsets, const u32* __restrict__ startNeighbors, u32 startCount, u32 directed,
        u32 threadDegree, u32 blockDegree, u32* __restrict__ lists, u64* __restrict__ listSizes) {
    const Bipartite g = {{startOffsets, startNeighbors, 0}, {nullptr, nullptr, 0}, directed != 0};
    for (u64 u = blockIdx.x * (u64)blockDim.x + threadIdx.x; u < startCount; u += (u64)gridDim.x * blockDim.x) {
        u64 degree = g.start.end((u32)u) - g.begin((u32)u);
        if (degree > 1) {
            u32 list = degree < threadDegree ? 0 : degree <= blockDegree ? 1 : 2;
            u64 at = atomicAdd(&listSizes[list], 1ull);
            lists[(u64)list * startCount + at] = (u32)u;
        }
    }
}

/**
 * Lock-free counting with the map in shared memory, part by part of the id space, and sums deferred until a part is
 * counted (the paper's algorithm 2). Above wedgeThreshold estimated wedges a middle has a warp, else a thread.
 */
extern "C" __global__ void __launch_bounds__(1024) butterfly_gbfc_shared_total_per_block(
        MOTIF_GBFC_PARAMETERS, u64 wedgeThreshold, u32 mapWords) {
    extern __shared__ u32 map[];
    const Bipartite g = MOTIF_GBFC_GRAPH;
    const u64 count = starts == nullptr ? startCount : *startsInList;
    for (u32 i = threadIdx.x; i < mapWords; i += blockDim.x) {
        map[i] = 0;
    }
    u64 found = 0;
    __syncthreads();
    for (u64 s = blockIdx.x; s < count; s += gridDim.x) {
        const u32 u = startAt(starts, s);
        const u64 begin = g.begin(u), end = g.start.end(u);
        const bool byWarp = manyWedges(g, begin, end, wedgeThreshold);
        for (u64 low = u + 1ull; low < startCount && end - begin > 1; low += mapWords) {
            const u64 high = min((u64)startCount, low + mapWords);
            countEnds(g, begin, end, low, high, byWarp, [&](u32 w) { atomicAdd(&map[w - low], 1u); });
            __syncthreads();
            for (u32 i = threadIdx.x; i < high - low; i += blockDim.x) {
                found += pairs(map[i]);
                map[i] = 0;
            }
            __syncthreads();
        }
        __syncthreads();
    }
    addBlockTotal(total, found);
}

/** The same without shared memory: one global map of startCount words a block, zero before and after. */
extern "C" __global__ void __launch_bounds__(1024) butterfly_gbfc_global_total_per_block(
        MOTIF_GBFC_PARAMETERS, u64 wedgeThreshold, u32* __restrict__ maps) {
    const Bipartite g = MOTIF_GBFC_GRAPH;
    const u64 count = starts == nullptr ? startCount : *startsInList;
    u32* map = maps + (u64)blockIdx.x * startCount;
    u64 found = 0;
    for (u64 s = blockIdx.x; s < count; s += gridDim.x) {
        const u32 u = startAt(starts, s);
        const u64 begin = g.begin(u), end = g.start.end(u);
        const bool byWarp = manyWedges(g, begin, end, wedgeThreshold);
        countEnds(g, begin, end, u + 1ull, startCount, byWarp, [&](u32 w) { atomicAdd(&map[w], 1u); });
        __syncthreads();
        // Whoever takes an end's count sums it: the same walk sums and clears, and touches only what was counted.
        countEnds(g, begin, end, u + 1ull, startCount, byWarp, [&](u32 w) { found += pairs(atomicExch(&map[w], 0u)); });
        __syncthreads();
    }
    addBlockTotal(total, found);
}

/**
 * Several blocks for a vertex of high degree: each counts a share of the middles into the vertex's global map. Vertex
 * firstStart + i of the list has map i and blocks i * blocksPerStart and on.
 */
extern "C" __global__ void __launch_bounds__(1024) butterfly_gbfc_wedges_per_blocks(
        MOTIF_GBFC_PARAMETERS, u64 firstStart, u32 blocksPerStart, u32* __restrict__ maps) {
    const Bipartite g = MOTIF_GBFC_GRAPH;
    const u64 count = starts == nullptr ? startCount : *startsInList;
    const u64 s = firstStart + blockIdx.x / blocksPerStart;
    if (s < count) {
        u32* map = maps + (u64)(blockIdx.x / blocksPerStart) * startCount;
        const u32 u = startAt(starts, s), share = blockIdx.x % blocksPerStart;
        const u64 begin = g.begin(u), degree = g.start.end(u) - begin;
        countEnds(g, begin + degree * share / blocksPerStart, begin + degree * (share + 1) / blocksPerStart, u + 1ull,
                  startCount, true, [&](u32 w) { atomicAdd(&map[w], 1u); });
    }
}

/** Sums and clears maps, in a launch of its own after the counting one. */
extern "C" __global__ void butterfly_gbfc_total_per_map(u32* __restrict__ maps, u64 words, u64* __restrict__ total) {
    u64 found = 0;
    for (u64 i = blockIdx.x * (u64)blockDim.x + threadIdx.x; i < words; i += (u64)gridDim.x * blockDim.x) {
        u32 count = maps[i];
        if (count > 0) {
            found += pairs(count);
            maps[i] = 0;
        }
    }
    addBlockTotal(total, found);
}

/**
 * List intersection for vertices of few neighbors: for wedges u-v-w the later middles x of w that are neighbors of u,
 * found by binary search in u's list, which is in shared memory when it is shorter than THREAD_LIST.
 */
extern "C" __global__ void __launch_bounds__(MOTIF_GBFC_THREAD_BLOCK) butterfly_gbfc_lists_total_per_thread(
        MOTIF_GBFC_PARAMETERS) {
    __shared__ u32 lists[MOTIF_GBFC_THREAD_BLOCK][THREAD_LIST + 1];
    const Bipartite g = MOTIF_GBFC_GRAPH;
    const u64 count = starts == nullptr ? startCount : *startsInList;
    u64 found = 0;
    for (u64 s = blockIdx.x * (u64)blockDim.x + threadIdx.x; s < count; s += (u64)gridDim.x * blockDim.x) {
        const u32 u = startAt(starts, s);
        const u64 begin = g.begin(u), end = g.start.end(u);
        const u32 degree = (u32)(end - begin);
        const u32* list = g.start.neighbors + begin;
        if (degree <= THREAD_LIST) {
            for (u32 i = 0; i < degree; i++) {
                lists[threadIdx.x][i] = list[i];
            }
            list = lists[threadIdx.x];
        }
        for (u32 i = 0; i < degree; i++) {
            const u32 v = list[i];
            const u64 lastEnd = g.middle.end(v);
            for (u64 j = lowerBound(g.middle.neighbors, g.middle.begin(v), lastEnd, u + 1); j < lastEnd; j++) {
                const u32 w = g.middle.neighbors[j];
                const u64 lastThird = g.start.end(w);
                for (u64 k = lowerBound(g.start.neighbors, g.start.begin(w), lastThird, v + 1); k < lastThird; k++) {
                    const u32 x = g.start.neighbors[k];
                    const u64 at = lowerBound(list, i + 1, degree, x);
                    found += at < degree && list[at] == x;
                }
            }
        }
    }
    addBlockTotal(total, found);
}
