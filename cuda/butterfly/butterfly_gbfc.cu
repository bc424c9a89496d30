// Counts totals by the techniques of G-BFC (Xu et al., PVLDB 15(11), 2022, doi:10.14778/3551793.3551806), each
// selectable: counting without locks into a table in shared memory, kernels by degree and estimated wedges, edge
// direction, and intersection of neighbor lists. What differs from the paper, to be exact:
//
// - Barriers stand between counting, summing and clearing a table, and each start vertex adds its own sum. (The paper's
//   fence after each atomic orders nothing between threads.)
// - Two blocks on one vertex count into one global table in one kernel, and the next kernel sums it: within one kernel
//   neither knows when the other is done.
// - Edge direction. The paper stores each edge once, out of whichever end its peeling reaches first, and counts u->v->w.
//   That loses butterflies: in K(3,3) it counts 6 of 9, since after u1 -> v1, v2, v3 all other edges leave the v, and
//   the pair (u2, u3) has no wedge. Two vertices of one side can both come before their common neighbors, so a middle
//   needs the edges to both. Here the start is still the highest-priority vertex (rank 0 is the largest degree) and only
//   wedges of later ranks are walked, but on the symmetric ranked rows.
//
// Without direction: starts are the vertices of one side, in their own ids; `start` rows lead to the other side and
// `middle` rows back. With direction: both are the rows of the ranked graph and only neighbors after u count. Rows are
// ascending, so the wedges of one part of the id space are a run of each row.
#include "include/count.cuh"
#include "include/csr.cuh"
#include "include/kernel_abi.h"

struct Bipartite {
    Rows start, middle;
    bool directed;

    /** The first neighbor of u that counts. */
    __device__ __forceinline__ u64 begin(u32 u) const {
        u64 from = start.begin(u);
        return directed ? lowerBound(start.neighbors, from, start.end(u), u + 1) : from;
    }
};

/** Start vertex i of a list, or i itself when there is no list. */
__device__ __forceinline__ u32 startAt(const u32* __restrict__ starts, u64 i) {
    return starts == nullptr ? (u32)i : starts[i];
}

/**
 * A thread that intersects lists checks only once in this many steps whether it must stop, since its warp waits for it.
 */
static constexpr u32 STEPS_PER_LOOK = 256;

/** Whether the host wants the kernel to end early; the host may set the word while the kernel runs. */
__device__ __forceinline__ bool isSet(const u32* stop) { return *(const volatile u32*)stop != 0; }

/** How a block goes through the wedges of a start vertex. */
enum Walk : u32 { STOP, MIDDLE_A_THREAD, MIDDLE_A_WARP };

/**
 * Calls add for each end in [low, high) of the middles in slots [begin, end). In a warp each lane takes another end of
 * its middle.
 */
template <class Add>
__device__ __forceinline__ void countEnds(
        const Bipartite& g, u64 begin, u64 end, u64 low, u64 high, Walk walk, Add add) {
    const bool byWarp = walk == MIDDLE_A_WARP;
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
 * Chooses a walk by warps when degree times the mean row length of up to 32 middles, the paper's estimate of the
 * wedges, is above a threshold. All threads of the block call it; it has one barrier.
 */
__device__ __forceinline__ Walk chooseWalk(const Bipartite& g, u64 begin, u64 end, u64 threshold, const u32* stop) {
    __shared__ Walk walk;
    if (threadIdx.x < 32) {
        const bool stopped = isSet(stop);
        u64 degree = end - begin, samples = min(degree, 32ull);
        u64 length = 0;
        if (threadIdx.x < samples) {
            u32 v = g.start.neighbors[begin + degree * threadIdx.x / samples];
            length = g.middle.end(v) - g.middle.begin(v);
        }
        length = warpSum(length);
        if (threadIdx.x == 0) {
            u64 estimate = samples == 0 ? 0 : degree * length / samples;
            walk = stopped ? STOP : estimate > threshold ? MIDDLE_A_WARP : MIDDLE_A_THREAD;
        }
    }
    __syncthreads();
    return walk;
}

// start, middle: both sides of the graph, or with `directed` twice the ranked one. starts: a list of startsInList[0]
// start vertices, or null for all. total: low and high word, added to. A kernel ends early once stop is not 0, with a
// wrong total.
#define MOTIF_GBFC_PARAMETERS                                                                                          \
    const u64 *__restrict__ startOffsets, const u32 *__restrict__ startNeighbors,                                      \
            const u64 *__restrict__ middleOffsets, const u32 *__restrict__ middleNeighbors, u32 startCount,            \
            u32 directed, const u32 *__restrict__ starts, const u64 *__restrict__ startsInList,                        \
            u64 *__restrict__ total, const u32 *stop

#define MOTIF_GBFC_GRAPH                                                                                               \
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
 * Lock-free counting with the table in shared memory, part by part of the id space, and sums deferred until a part is
 * counted (the paper's algorithm 2). Above wedgeThreshold estimated wedges a middle has a warp, else a thread.
 */
extern "C" __global__ void __launch_bounds__(1024)
        butterfly_gbfc_shared_total_per_block(MOTIF_GBFC_PARAMETERS, u64 wedgeThreshold, u32 tableWords) {
    extern __shared__ u32 table[];
    const Bipartite g = MOTIF_GBFC_GRAPH;
    const u64 count = starts == nullptr ? startCount : *startsInList;
    for (u32 i = threadIdx.x; i < tableWords; i += blockDim.x) {
        table[i] = 0;
    }
    u64 found = 0;
    __syncthreads();
    for (u64 s = blockIdx.x; s < count; s += gridDim.x) {
        const u32 u = startAt(starts, s);
        const u64 begin = g.begin(u), end = g.start.end(u);
        const Walk walk = chooseWalk(g, begin, end, wedgeThreshold, stop);
        if (walk == STOP) {
            break;
        }
        for (u64 low = u + 1ull; low < startCount && end - begin > 1; low += tableWords) {
            const u64 high = min((u64)startCount, low + tableWords);
            countEnds(g, begin, end, low, high, walk, [&](u32 w) { atomicAdd(&table[w - low], 1u); });
            __syncthreads();
            for (u32 i = threadIdx.x; i < high - low; i += blockDim.x) {
                found += pairs(table[i]);
                table[i] = 0;
            }
            __syncthreads();
        }
        __syncthreads();
    }
    addBlockTotal(total, found);
}

/**
 * Counts with a table of startCount words a block in global memory, zero before and after, instead of shared memory.
 */
extern "C" __global__ void __launch_bounds__(1024)
        butterfly_gbfc_global_total_per_block(MOTIF_GBFC_PARAMETERS, u64 wedgeThreshold, u32* __restrict__ tables) {
    const Bipartite g = MOTIF_GBFC_GRAPH;
    const u64 count = starts == nullptr ? startCount : *startsInList;
    u32* table = tables + (u64)blockIdx.x * startCount;
    u64 found = 0;
    for (u64 s = blockIdx.x; s < count; s += gridDim.x) {
        const u32 u = startAt(starts, s);
        const u64 begin = g.begin(u), end = g.start.end(u);
        const Walk walk = chooseWalk(g, begin, end, wedgeThreshold, stop);
        if (walk == STOP) {
            break;
        }
        countEnds(g, begin, end, u + 1ull, startCount, walk, [&](u32 w) { atomicAdd(&table[w], 1u); });
        __syncthreads();
        // The thread that takes an end's count out sums it: one walk sums and clears, and touches only what was
        // counted.
        countEnds(g, begin, end, u + 1ull, startCount, walk, [&](u32 w) { found += pairs(atomicExch(&table[w], 0u)); });
        __syncthreads();
    }
    addBlockTotal(total, found);
}

/**
 * Counts vertices of high degree with several blocks each: each block counts a share of the middles into the vertex's
 * global table. Vertex firstStart + i of the list has table i and the blocksPerStart blocks from i * blocksPerStart on.
 */
extern "C" __global__ void __launch_bounds__(1024) butterfly_gbfc_wedges_per_blocks(
        MOTIF_GBFC_PARAMETERS, u64 firstStart, u32 blocksPerStart, u32* __restrict__ tables) {
    const Bipartite g = MOTIF_GBFC_GRAPH;
    const u64 count = starts == nullptr ? startCount : *startsInList;
    const u64 s = firstStart + blockIdx.x / blocksPerStart;
    if (s < count && !isSet(stop)) {
        u32* table = tables + (u64)(blockIdx.x / blocksPerStart) * startCount;
        const u32 u = startAt(starts, s), share = blockIdx.x % blocksPerStart;
        const u64 begin = g.begin(u), degree = g.start.end(u) - begin;
        countEnds(
                g, begin + degree * share / blocksPerStart, begin + degree * (share + 1) / blocksPerStart, u + 1ull,
                startCount, MIDDLE_A_WARP, [&](u32 w) { atomicAdd(&table[w], 1u); });
    }
}

/** Sums and clears tables, in a launch of its own after the counting one. */
extern "C" __global__ void butterfly_gbfc_total_per_table(
        u32* __restrict__ tables, u64 words, u64* __restrict__ total) {
    u64 found = 0;
    for (u64 i = blockIdx.x * (u64)blockDim.x + threadIdx.x; i < words; i += (u64)gridDim.x * blockDim.x) {
        u32 count = tables[i];
        if (count > 0) {
            found += pairs(count);
            tables[i] = 0;
        }
    }
    addBlockTotal(total, found);
}

/** The number of neighbors of w after v that are in the list, whose elements from `from` on are after v too. */
__device__ __forceinline__ u64
commonAfter(const Rows& rows, u32 w, u32 v, const u32* __restrict__ list, u32 from, u32 length) {
    u64 common = 0;
    const u64 last = rows.end(w);
    for (u64 k = lowerBound(rows.neighbors, rows.begin(w), last, v + 1); k < last; k++) {
        const u32 x = rows.neighbors[k];
        const u64 at = lowerBound(list, from, length, x);
        common += at < length && list[at] == x;
    }
    return common;
}

/**
 * Intersects lists, meant for vertices of few neighbors: for each wedge u-v-w it counts the later neighbors x of w that
 * are neighbors of u, by binary search in u's list, which is in shared memory if it has at most MOTIF_GBFC_THREAD_LIST
 * elements.
 */
extern "C" __global__ void __launch_bounds__(MOTIF_GBFC_THREAD_BLOCK)
        butterfly_gbfc_lists_total_per_thread(MOTIF_GBFC_PARAMETERS) {
    __shared__ u32 lists[MOTIF_GBFC_THREAD_BLOCK][MOTIF_GBFC_THREAD_LIST + 1];
    const Bipartite g = MOTIF_GBFC_GRAPH;
    const u64 count = starts == nullptr ? startCount : *startsInList;
    u64 found = 0;
    u32 steps = 0;
    bool stopped = false;
    for (u64 s = blockIdx.x * (u64)blockDim.x + threadIdx.x; s < count; s += (u64)gridDim.x * blockDim.x) {
        const u32 u = startAt(starts, s);
        const u64 begin = g.begin(u), end = g.start.end(u);
        const u32 degree = (u32)(end - begin);
        const u32* list = g.start.neighbors + begin;
        if (degree <= MOTIF_GBFC_THREAD_LIST) {
            for (u32 i = 0; i < degree; i++) {
                lists[threadIdx.x][i] = list[i];
            }
            list = lists[threadIdx.x];
        }
        for (u32 i = 0; i < degree && !stopped; i++) {
            const u32 v = list[i];
            const u64 last = g.middle.end(v);
            for (u64 j = lowerBound(g.middle.neighbors, g.middle.begin(v), last, u + 1); j < last && !stopped; j++) {
                stopped = ++steps % STEPS_PER_LOOK == 0 && isSet(stop);
                found += commonAfter(g.start, g.middle.neighbors[j], v, list, i + 1, degree);
            }
        }
    }
    addBlockTotal(total, found);
}
