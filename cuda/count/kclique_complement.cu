// COMPLEMENT: counts k-cliques exactly, of every k at once or of a range. The launches are below.
//
// A clique is found from its vertex of the highest rank, its root. The neighbors of the root of lower rank are the
// candidates; the graph among them, rows of bits, is made by the warp that searches it. A root with very many candidates
// is split: each edge to a candidate is a task of its own.
//
// A node of the search has candidates, fixed vertices, which are in every clique of it, and free ones, which are adjacent
// to all others, so that a clique may have any of them. Candidates adjacent to all others become free. Then
// - if no candidate has more than two non-neighbors, these form paths and cycles, and their independent sets are the
//   cliques: a leaf (independence.cuh);
// - if there are few non-neighbors, the candidate with most of them is fixed, or left out;
// - else the candidate with fewest is the pivot: a clique has none of its non-neighbors, and the pivot becomes free, or
//   has a first one of them, which is fixed.
// Each way splits the cliques by what they contain, so that each of them is counted once. A leaf is counted by the numbers
// of its fixed and free vertices (leaf_histogram.cuh), which gives the cliques of every size.
//
// A frame on a warp's stack is a node with the branches that are left. Warps without work get a branch of another's lowest
// frame through a queue, and make the local graph anew. Stacks are in global memory, so a search goes on in the next launch.
//
// Launches. The words are those of cuda/README.md.
//
// Input: the oriented graph of orient.cu; D is the most neighbors of a row, W = ceil(D / 32). kclique_roots_per_vertex
// (any x 256; summary zero before, least = k - 1, splitFrom a power of two) and a sort of the roots by one digit come
// first.
//
// kclique_tasks_per_root (any x 256; appended zero) makes the tasks, fewer than 2^32, of some chunks of roots, whose edges
// kclique_split_edges_per_chunk (any x 256; edges u64[chunks], zero) counts. The searches have KCLIQUE_THREADS a block. Between
// launches there may be more tasks behind the others: set TAKEN to at most the taskCount before, and add their number to
// PENDING.
//   argument; value:
//     control: u64[QUEUE_CONTROL_WORDS], zero but for PENDING = taskCount; again until PENDING is 0; STUCK is an error
//     result: u64[KCLIQUE_RESULT_WORDS], zero
//     frameWords: KCLIQUE_FRAME_HEADER + sets W, sets = KCLIQUE_SETS or, by vertex and edge, KCLIQUE_SETS_WITH_MEMBERS
//     stacks, saved: frames = min(most, D + 2), of frameWords words each, a warp; u32[2] a warp, zero before the first
//       launch
//     farWords: local graphs above nearWords: D + W (D or 1) words a warp, and D (D - 1) / 2 more by edge
//     queue: queueSlots frameWords words; its flags are zero; denseFactor is 8, setWords W
//     shared memory: 4 (KCLIQUE_LIST_WORDS + sets W + nearWords) bytes a warp, and 8 windowRows windowColumns a block
//     by kind: cells u64[2 rows columns], zero, rows = min(most, D + 2) + 1, columns = D + 2; large zero: when
//       result[LARGE_FULL] is set, take the leaves out, zero it, LARGE_USED and LARGE_FULL, and launch again
//     by vertex and edge: the binomials of biclique_pivot.cu up to D + 1; counts u64[2 kept] or u64[2 edges], zero
//
// kclique_values_per_vertex and kclique_values_per_edge put these in the order of the input.
#include "count/kclique_members.cuh"

/** The key of work x: as in graph_prep.cu. */
__device__ __forceinline__ u32 rootKey(u64 work) {
    const u32 exponent = 63 - __clzll((long long)work);
    const u32 fraction = (u32)((exponent >= 2 ? work >> (exponent - 2) : work << (2 - exponent)) & 3);
    return MOTIF_WORK_KEY_IDLE - min(4 * exponent + fraction, MOTIF_WORK_KEY_IDLE - 1u);
}

/**
 * The roots: those with `least` candidates or more. Keys by the square of the candidates; other vertices have the last
 * key, so that sorting brings the roots into an order that is always the same. `summary` is zero before.
 */
extern "C" __global__ void kclique_roots_per_vertex(
        const u64* __restrict__ offsets, u32 count, u32 least, u32 splitFrom, u32* __restrict__ keys,
        u32* __restrict__ roots, u64* __restrict__ summary) {
    for (u64 r = blockIdx.x * (u64)blockDim.x + threadIdx.x; r < count; r += (u64)gridDim.x * blockDim.x) {
        const u64 candidates = offsets[r + 1] - offsets[r];
        roots[r] = (u32)r;
        if (candidates < least) {
            keys[r] = MOTIF_WORK_KEY_IDLE;
            continue;
        }
        keys[r] = rootKey(candidates * candidates + 1);
        atomicAdd(summary + MOTIF_KCLIQUE_ROOTS, 1ull);
        atomicMax(summary + MOTIF_KCLIQUE_MOST_CANDIDATES, candidates);
        if (candidates >= splitFrom) {
            atomicAdd(summary + MOTIF_KCLIQUE_SPLIT_ROOTS, 1ull);
        }
    }
}

/** edges[h]: how many edges to candidates the roots of chunk h have that are split, the first `split`; added to. */
extern "C" __global__ void kclique_split_edges_per_chunk(
        const u64* __restrict__ offsets, const u32* __restrict__ roots, u64 chunks, u64 split, u64* edges) {
    for (u64 i = blockIdx.x * (u64)blockDim.x + threadIdx.x; i < split; i += (u64)gridDim.x * blockDim.x) {
        const u32 root = roots[i];
        atomicAdd(edges + i % chunks, offsets[(u64)root + 1] - offsets[root]);
    }
}

/**
 * The tasks of `rootCount` roots of some chunks: the edges of the first splitCount, then from splitEdges on the others, in
 * order. splitFrom of kclique_roots_per_vertex is a power of two, so that roots that are split have keys of their own.
 * `appended` is zero before: the edges so far.
 */
extern "C" __global__ void kclique_tasks_per_root(
        const u64* __restrict__ offsets, const u32* __restrict__ roots, u64 chunks, u64 firstChunk, u64 held,
        u64 rootCount, u64 splitCount, u64 splitEdges, u64* __restrict__ tasks, u64* appended) {
    __shared__ u64 base;
    const ChunkTasks handed = {chunks, firstChunk, held, rootCount};
    for (u64 i = blockIdx.x; i < splitCount; i += gridDim.x) {
        const u32 root = roots[handed.at(i)];
        const u64 candidates = offsets[(u64)root + 1] - offsets[root];
        if (threadIdx.x == 0) {
            base = atomicAdd(appended, candidates);
        }
        __syncthreads();
        for (u64 s = threadIdx.x; s < candidates; s += blockDim.x) {
            tasks[base + s] = (candidates - s) << 32 | root;
        }
        __syncthreads();
    }
    for (u64 i = splitCount + blockIdx.x * (u64)blockDim.x + threadIdx.x; i < handed.count;
         i += (u64)gridDim.x * blockDim.x) {
        tasks[splitEdges + i - splitCount] = roots[handed.at(i)];
    }
}

// ---- the search ----

#define SEARCH_PARAMETERS                                                                                              \
    const u64 *__restrict__ offsets, const u32 *__restrict__ neighbors, const u64 *__restrict__ tasks, u64 taskCount,  \
            u32 least, u32 most, u32 denseFactor, u64 nanos, u64 *control, u64 *result, u32 *stacks, u32 frameWords,   \
            u32 frames, u32 *saved, u32 *far, u64 farWords, u32 nearWords, u32 setWords, u32 *queue, u32 *queueFlags,  \
            u32 queueSlots

#define SEARCH_ARGUMENTS                                                                                               \
    {                                                                                                                  \
        {offsets, neighbors}, tasks, taskCount, least, most, denseFactor, nanos, result, stacks, frameWords, frames,   \
                saved, far, farWords, nearWords, setWords, {                                                           \
            control, queue, queueFlags, queueSlots, frameWords                                                         \
        }                                                                                                              \
    }

/** Searches with the part of the shared memory from `words` on that is this warp's. All threads. */
template <class Sink>
__device__ __forceinline__ void searchCliques(const CliqueJob& job, const Sink& sink, u32* words) {
    const u32 sets = Sink::SETS ? MOTIF_KCLIQUE_SETS_WITH_MEMBERS : MOTIF_KCLIQUE_SETS;
    const u32 wordsAWarp = MOTIF_KCLIQUE_LIST_WORDS + sets * job.setWords + job.nearWords;
    CliqueSearch<Sink>(job, sink, words + (threadIdx.x >> 5) * wordsAWarp).run();
}

/**
 * cells: see LeafHistogram, added to; of `columns` columns. Cliques of fewer than `least` or more than `most` vertices may
 * be missing from it. The window takes 8 * windowRows * windowColumns bytes of the shared memory. large: room for leaves of
 * more than MOTIF_KCLIQUE_LARGE_LEAF vertices that are no free ones, zero before; when it is full, the search stops.
 */
extern "C" __global__ void __launch_bounds__(MOTIF_KCLIQUE_THREADS, 3) kclique_histogram_per_warp(
        SEARCH_PARAMETERS, u64* cells, u32 columns, u32 windowRows, u32 windowColumns, u32* large, u32 largeWords) {
    extern __shared__ u64 shared[];
    const CliqueJob job = SEARCH_ARGUMENTS;
    const HistogramSink sink = {
            {cells, shared, columns, windowRows, windowColumns, result + MOTIF_KCLIQUE_OVERFLOW},
            {large, largeWords, result}};
    sink.histogram.clearWindow();
    searchCliques(job, sink, reinterpret_cast<u32*>(shared + windowRows * windowColumns));
    sink.histogram.flushWindow();
}

/** counts[2 * rank], counts[2 * rank + 1]: the cliques of least = most vertices that each vertex is in, added to. */
extern "C" __global__ void __launch_bounds__(MOTIF_KCLIQUE_THREADS, 3)
        kclique_vertices_per_warp(SEARCH_PARAMETERS, const u64* __restrict__ binomials, u32 limit, u64* counts) {
    extern __shared__ u64 shared[];
    const CliqueJob job = SEARCH_ARGUMENTS;
    const VertexSink sink = {{{(const ulonglong2*)binomials, limit}, {offsets, neighbors}, most, result, counts}};
    searchCliques(job, sink, reinterpret_cast<u32*>(shared));
}

/** counts[2 * slot], counts[2 * slot + 1]: the cliques of least = most vertices that each edge is in, added to. */
extern "C" __global__ void __launch_bounds__(MOTIF_KCLIQUE_THREADS)
        kclique_edges_per_warp(SEARCH_PARAMETERS, const u64* __restrict__ binomials, u32 limit, u64* counts) {
    extern __shared__ u64 shared[];
    const CliqueJob job = SEARCH_ARGUMENTS;
    const EdgeSink sink = {{{(const ulonglong2*)binomials, limit}, {offsets, neighbors}, most, result, counts}};
    searchCliques(job, sink, reinterpret_cast<u32*>(shared));
}

// ---- results in the order of the input ----

/** Brings counts by rank into the order of the input: low and high word of each vertex. Ranks from `kept` on have no cliques. */
extern "C" __global__ void kclique_values_per_vertex(
        const u64* __restrict__ counts, const u32* __restrict__ rankOf, u32 count, u32 kept, u64* __restrict__ low,
        u64* __restrict__ high) {
    for (u64 v = blockIdx.x * (u64)blockDim.x + threadIdx.x; v < count; v += (u64)gridDim.x * blockDim.x) {
        const u32 rank = rankOf[v];
        low[v] = rank < kept ? counts[2ull * rank] : 0;
        high[v] = rank < kept ? counts[2ull * rank + 1] : 0;
    }
}

/**
 * From counts by slot of the oriented graph: low and high word of each edge, by its number; those of vertex u to larger
 * ids begin at edgeStarts[u]. A warp takes a vertex.
 */
extern "C" __global__ void kclique_values_per_edge(
        const u64* __restrict__ counts, const u64* __restrict__ orientedOffsets,
        const u32* __restrict__ orientedNeighbors, const u64* __restrict__ offsets, const u32* __restrict__ neighbors,
        const u64* __restrict__ edgeStarts, const u32* __restrict__ rankOf, u32 count, u32 kept, u64* __restrict__ low,
        u64* __restrict__ high) {
    const u64 warps = (u64)gridDim.x * (blockDim.x >> 5);
    for (u64 u = (blockIdx.x * (u64)blockDim.x + threadIdx.x) >> 5; u < count; u += warps) {
        const u64 end = offsets[u + 1], edges = edgeStarts[u + 1] - edgeStarts[u];
        for (u64 i = threadIdx.x & 31; i < edges; i += 32) {
            const u32 a = rankOf[u], b = rankOf[neighbors[end - edges + i]];
            const u32 from = max(a, b);
            const bool counted = from < kept;
            const u64 slot = counted
                    ? lowerBound(orientedNeighbors, orientedOffsets[from], orientedOffsets[(u64)from + 1], min(a, b))
                    : 0;
            low[edgeStarts[u] + i] = counted ? counts[2 * slot] : 0;
            high[edgeStarts[u] + i] = counted ? counts[2 * slot + 1] : 0;
        }
    }
}
