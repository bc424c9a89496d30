// Estimates of (p,q)-bicliques. A block takes a sample of one root at a time: sets of roots, level by level, with the mates
// that all of them share as the set of a node. A warp takes a node, its lanes the roots that may be added.
#include "include/csr.cuh"
#include "include/sample.cuh"

static constexpr u32 PLACED = 0x80000000u;

/** Rows hold the mates of the first root that a later one shares, those that share few of them first. */
struct BicliqueSample {
    const SampledGraph& graph;
    const double* __restrict__ choices;  // C(n, minMates)
    u32 minMates;
    u32 words;
    double* products;  // of this warp

    /**
     * The weight of a child is what it would hold if each later root kept its part of any mates: BicliqueSampler.java. Places
     * come from the last one on; the sums of the products of r parts are known for r = 0, and for r + 1 they follow by a
     * prefix sum from those for r.
     */
    __device__ __forceinline__ void expand(
            const u32* set, u32 last, double standsFor, u32 need, double* weights) const {
        const u32 lane = threadIdx.x & 31;
        const double all = factorOf(choices[sizeOf(set, words)]);
        const u32 first = last == NO_PLACE ? 0 : last + 1;
        for (u32 r = 1 + lane; r <= need; r += 32) {
            products[r] = 0;
        }
        for (u32 place = lane; place < first; place += 32) {
            weights[place] = 0;
        }
        __syncwarp();
        for (u32 end = graph.candidates; end > first; end = end - first > 32 ? end - 32 : first) {
            const bool active = end - first > lane;
            const u32 place = active ? end - 1 - lane : 0;
            const u32 found = active ? graph.shared(set, place, words) : 0;
            const bool child = active && found >= minMates;
            const double own = child ? factorOf(choices[found]) : 0;
            double before = 1;
            for (u32 r = 1; r <= need; r++) {
                const double sum = warpSumUpTo(child ? own / all * before : 0.0);
                double earlier = __shfl_up_sync(FULL_WARP, sum, 1);
                earlier = products[r] + (lane == 0 ? 0.0 : earlier);
                const double whole = products[r] + __shfl_sync(FULL_WARP, sum, 31);
                __syncwarp();
                if (lane == 0) {
                    products[r] = whole > 0 ? factorOf(whole) : 0;
                }
                __syncwarp();
                before = earlier > 0 ? factorOf(earlier) : 0;
            }
            if (active) {
                weights[place] = child ? fmin(MOST_WEIGHT, standsFor * own * before) : 0.0;
            }
        }
    }

    /** Roots are added in their order. */
    __device__ __forceinline__ double orders(u32) const { return 1; }

    /** The bicliques with one root more. */
    __device__ __forceinline__ double count(const u32* set, u32 last) const {
        double sum = 0;
        for (u32 place = (last == NO_PLACE ? 0 : last + 1) + (threadIdx.x & 31); place < graph.candidates;
             place += 32) {
            sum += choices[graph.shared(set, place, words)];
        }
        return warpSumOf(sum);
    }
};

/** Calls visit(j, w) for the wedges u-v-w with w > u, where v is the j-th mate of u. All threads; no barrier. */
template <class Visit>
__device__ __forceinline__ void walkLaterRoots(const Rows& roots, const Rows& mates, u32 u, Visit visit) {
    const u64 begin = roots.begin(u);
    const u32 degree = (u32)(roots.end(u) - begin);
    for (u32 j = threadIdx.x >> 5; j < degree; j += blockDim.x >> 5) {
        const u32 v = roots.neighbors[begin + j];
        const u64 end = mates.end(v);
        for (u64 slot = lowerBound(mates.neighbors, mates.begin(v), end, u + 1) + (threadIdx.x & 31); slot < end;
             slot += 32) {
            visit(j, mates.neighbors[slot]);
        }
    }
}

/**
 * Makes the rows of the graphs of roots, zero before. A block takes a root. It has a counter for each root of the core, zero
 * before and after, and keysPerBlock keys.
 */
extern "C" __global__ void __launch_bounds__(SAMPLE_THREADS) biclique_sampled_graphs_per_block(
        const u64* __restrict__ rootOffsets, const u32* __restrict__ rootNeighbors, const u64* __restrict__ mateOffsets,
        const u32* __restrict__ mateNeighbors, u32 rootCount, const u32* __restrict__ roots, u32 count,
        const u64* __restrict__ graphs, u32 minMates, u32* counters, u64* keys, u64 keysPerBlock,
        u32* __restrict__ rows, u64* claimed, u64 nanos, u64* unfinished) {
    __shared__ u32 found;
    const Rows rootRows = {rootOffsets, rootNeighbors, 0}, mates = {mateOffsets, mateNeighbors, 0};
    const Slice slice(nanos);
    u32* shared = counters + (u64)blockIdx.x * rootCount;
    u64* own = keys + blockIdx.x * keysPerBlock;
    for (u32 i; (i = claimInTime(slice, claimed, count, unfinished)) < count;) {
        const u32 u = roots[i], candidates = (u32)graphs[2ull * i + 1];
        u32* target = rows + graphs[2ull * i];
        if (threadIdx.x == 0) {
            found = 0;
        }
        __syncthreads();
        walkLaterRoots(rootRows, mates, u, [&](u32, u32 w) {
            if (atomicAdd(shared + w, 1u) + 1 == minMates) {
                const u32 at = atomicAdd(&found, 1u);
                if (at < candidates) {
                    own[at] = w;
                }
            }
        });
        __syncthreads();
        for (u32 x = threadIdx.x; x < candidates; x += blockDim.x) {
            own[x] |= (u64) * (volatile u32*)(shared + own[x]) << 32;
        }
        __syncthreads();
        // The counter of a candidate becomes its place among the others, with a mark that no count has.
        for (u32 x = threadIdx.x; x < candidates; x += blockDim.x) {
            u32 place = 0;
            for (u32 y = 0; y < candidates; y++) {
                place += own[y] < own[x];
            }
            atomicExch(shared + (u32)own[x], PLACED | place);
        }
        __syncthreads();
        walkLaterRoots(rootRows, mates, u, [&](u32 j, u32 w) {
            const u32 place = *(volatile u32*)(shared + w);
            if (place & PLACED) {
                atomicOr(target + (u64)(j >> 5) * candidates + (place & ~PLACED), 1u << (j & 31));
            }
        });
        __syncthreads();
        walkLaterRoots(rootRows, mates, u, [&](u32, u32 w) { atomicExch(shared + w, 0u); });
    }
}

/**
 * estimates[i]: an estimate of the bicliques of a root, without bias. tasks[2 i ..): the number of its graph | nodes of a
 * level << 32, and a seed. A block has scratchWords words of 64 bits, and minRoots doubles of shared memory for each warp.
 */
extern "C" __global__ void __launch_bounds__(SAMPLE_THREADS) biclique_samples_per_block(
        const u64* __restrict__ graphs, const u32* __restrict__ rows, const u64* __restrict__ tasks, u32 count,
        u32 minRoots, u32 minMates, const double* __restrict__ choices, u64* scratch, u64 scratchWords, u64* claimed,
        double* __restrict__ estimates, u64 nanos, u64* unfinished) {
    extern __shared__ double products[];
    __shared__ SampleShared shared;
    const Slice slice(nanos);
    for (u32 i; (i = claimInTime(slice, claimed, count, unfinished)) < count;) {
        const u64 task = tasks[2ull * i];
        const SampledGraph graph(graphs, rows, (u32)task);
        const BicliqueSample family = {
                graph, choices, minMates, setWords(graph.members), products + (threadIdx.x >> 5) * minRoots};
        const double estimate = estimateOf(
                family, graph, minRoots - 2, 1, (u32)(task >> 32), tasks[2ull * i + 1],
                scratch + blockIdx.x * scratchWords, shared);
        if (threadIdx.x == 0) {
            estimates[i] = estimate;
        }
    }
}
