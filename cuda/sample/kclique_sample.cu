// Estimates of k-cliques. A block takes a sample of one root at a time: cliques in any order after the root, level by level,
// with the candidates that each may be extended by as its set. A warp takes a node, its lanes the candidates.
#include "count/kclique_local.cuh"
#include "include/sample.cuh"

/** Rows hold all neighbors, so that a clique is found by each order of its vertices after the root: CliqueSampler.java. */
struct CliqueSample {
    const SampledGraph& graph;
    const double* __restrict__ logFactorials;
    u32 words;

    /** The candidates that are neighbors of candidate x; 0 when x is none. Any thread. */
    __device__ __forceinline__ u32 degree(const u32* set, u32 x) const {
        return x < graph.candidates && (set[x >> 5] >> (x & 31) & 1) ? graph.shared(set, x, words) : 0;
    }

    /** Any of the vertices that a node needs may be the first of them. */
    __device__ __forceinline__ double orders(u32 need) const { return need + 1.0; }

    __device__ __forceinline__ void expand(const u32* set, u32, double standsFor, u32 need, double* weights) const {
        const u32 lane = threadIdx.x & 31;
        u64 ends = 0;
        for (u32 x = lane; x < graph.candidates; x += 32) {
            const u32 found = degree(set, x);
            ends += found;
            weights[x] = found;
        }
        ends = warpSum(ends);
        const double count = sizeOf(set, words);
        const double density = count > 1 ? ends / (count * (count - 1)) : 0;
        // Half of the clique's edges: CliqueSampler.SHARE_OF_EDGES.
        const double part = standsFor * factorOf(pow(density, 0.25 * need * (need - 1.0)));
        for (u32 x = lane; x < graph.candidates; x += 32) {
            const u32 found = (u32)weights[x];
            weights[x] = found < need ? 0.0 : fmin(MOST_WEIGHT, part * factorOf(choicesOf(logFactorials, found, need)));
        }
    }

    /** The edges among the candidates. */
    __device__ __forceinline__ double count(const u32* set, u32) const {
        u64 ends = 0;
        for (u32 x = threadIdx.x & 31; x < graph.candidates; x += 32) {
            ends += degree(set, x);
        }
        return 0.5 * warpSum(ends);
    }
};

/** Makes the rows of the graphs among the candidates of roots, zero before. A block takes a root, a warp a candidate. */
extern "C" __global__ void __launch_bounds__(SAMPLE_THREADS) kclique_sampled_graphs_per_block(
        const u64* __restrict__ offsets, const u32* __restrict__ neighbors, const u32* __restrict__ roots, u32 count,
        const u64* __restrict__ graphs, u32* __restrict__ rows, u64* claimed, u64 nanos, u64* unfinished) {
    const OrientedRows oriented = {offsets, neighbors};
    const Slice slice(nanos);
    for (u32 i; (i = claimInTime(slice, claimed, count, unfinished)) < count;) {
        const u32* candidates = oriented.row(roots[i]);
        const u32 size = oriented.length(roots[i]);
        u32* own = rows + graphs[2ull * i];
        for (u32 x = 1 + (threadIdx.x >> 5); x < size; x += blockDim.x >> 5) {
            const u32* row = oriented.row(candidates[x]);
            const u32 length = oriented.length(candidates[x]);
            for (u32 s = threadIdx.x & 31; s < length; s += 32) {
                const u32 y = positionOf(candidates, x, row[s]);
                if (y < x && candidates[y] == row[s]) {
                    atomicOr(own + (u64)(y >> 5) * size + x, 1u << (y & 31));
                    atomicOr(own + (u64)(x >> 5) * size + y, 1u << (x & 31));
                }
            }
        }
    }
}

/**
 * estimates[i]: an estimate of the k-cliques of a root, without bias. tasks[2 i ..): the number of its graph | nodes of a
 * level << 32, and a seed. A block has scratchWords words of 64 bits.
 */
extern "C" __global__ void __launch_bounds__(SAMPLE_THREADS) kclique_samples_per_block(
        const u64* __restrict__ graphs, const u32* __restrict__ rows, const u64* __restrict__ tasks, u32 count, u32 k,
        const double* __restrict__ logFactorials, u64* scratch, u64 scratchWords, u64* claimed,
        double* __restrict__ estimates, u64 nanos, u64* unfinished) {
    __shared__ SampleShared shared;
    const Slice slice(nanos);
    for (u32 i; (i = claimInTime(slice, claimed, count, unfinished)) < count;) {
        const u64 task = tasks[2ull * i];
        const SampledGraph graph(graphs, rows, (u32)task);
        const CliqueSample family = {graph, logFactorials, setWords(graph.members)};
        const double estimate = estimateOf(
                family, graph, k - 2, 2, (u32)(task >> 32), tasks[2ull * i + 1], scratch + blockIdx.x * scratchWords,
                shared);
        if (threadIdx.x == 0) {
            estimates[i] = estimate;
        }
    }
}
