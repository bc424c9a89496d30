// Finds maximal cliques: counts them by size and by vertex, or lists them. MaximalCliqueAlgorithm.java has the definition.
// Or lists all cliques of one size.
//
// A clique is found from its vertex of the highest rank, its root. The neighbors of the root of lower rank are the
// candidates. Its neighbors of higher rank are excluded: a clique that one of them could join is found from there. A block
// makes the graph around a root, rows of bits: for each candidate, and for each excluded vertex that is adjacent to any,
// the candidates that it is adjacent to. This graph never changes, and any warp may search in it.
//
// A node of the search has chosen candidates, the candidates that are adjacent to all of these, and the excluded vertices
// that are so too: candidates that an earlier branch had, as a set of bits, and others, as the first ones of a list. A
// branch chooses one more of the candidates that a pivot is not adjacent to; the pivot, a candidate or an excluded vertex,
// is adjacent to the most candidates. A node ends where an excluded vertex is adjacent to all candidates; where these are
// all adjacent, which is a clique; and where they are so but for disjoint pairs, and no excluded vertex is adjacent to any
// of them: 2^p cliques of p pairs.
//
// All cliques of one size have no excluded vertices and no pivot: a node has a branch for each candidate, in turn without
// those before it, and ends where one vertex is missing.
//
// A child brings those of the list that it keeps to the front, so that the lists of all nodes on a stack are parts of one.
// Warps without work get a branch of another's lowest frame through a queue. Stacks and lists are in global memory, so a
// search goes on in the next launch.
//
// Launches. The words are those of cuda/README.md.
//
// Input: the tasks of kclique_complement.cu, none of them split, of a degeneracy order; D is the most candidates, W =
// ceil(D / 32), X the largest degree. state u64[MAXIMAL_CLIQUE_STATE_WORDS] and control u64[QUEUE_CONTROL_WORDS] are zero
// at first, but for OUTPUT_END: outputWords, or 0.
//   maximal_clique_graphs_per_block (any x KCLIQUE_BLOCK_THREADS, the same grid each time; 4 W bytes of dynamic shared
//     memory a warp) makes graphs, again and again until POOL_FULL is 1, or CLAIMED >= taskCount: all tasks are done. waiting
//     u64[grid] is zero at first; TOO_LARGE is an error. places: room for the tasks. Then a search, again and again until
//     control[PENDING] is 0; STUCK is an error. Then set GRAPHS, POOL_USED, POOL_FULL and control[TAKEN] to 0, and, if tasks
//     are left, begin again. With CLAIMED 0 there may be other tasks.
//   maximal_clique_sizes_per_warp, ..._vertices_per_warp, ..._lists_per_warp, clique_lists_of_size_per_warp (resident x
//     KCLIQUE_THREADS, the same grid each time), graphCount = GRAPHS:
//     frameWords: MAXIMAL_CLIQUE_FRAME_HEADER + S W, S = 3 for sizes, else 4; setWords W
//     stacks, lists, saved: frames = D + 1, of frameWords words each, a warp; listWords = X; u32[2] a warp, zero at first
//     queue: queueSlots slots of queueSlotWords = frameWords + X; its flags are zero
//     shared memory: 4 (KCLIQUE_LIST_WORDS + (S - 1) W) bytes a warp, and 8 windowRows windowColumns a block but for lists
//     cells u64[2 rows columns], zero, rows = D + 2, columns = D / 2 + 1: the leaves by size and pairs; counts u64[vertices],
//       zero; OVERFLOW is an error
//     lists: outputWords is D + 2 or more, for k vertices D (k + 1); after each launch the cliques are output[0, min(OUTPUT_USED, OUTPUT_END)): set
//       OUTPUT_USED to 0 and OUTPUT_END to outputWords. THRESHOLD: the least size that is still of interest; may grow, and
//       does, when `one` is 1, to that of each clique
//     lists of one size: kept = 0 in the graphs, minSize = maxSize = k, 2 or more
#include "count/kclique_block.cuh"
#include "group/maximal_clique_search.cuh"

// ---- graphs around roots ----

/** The plain graph, by vertex, beside the oriented one, by rank. */
struct RankedRows {
    const u64* __restrict__ offsets;
    const u32* __restrict__ neighbors;
    const u32* __restrict__ rankOf;
    const u32* __restrict__ order;  // vertices by falling ranks
    u32 count, kept;                // excluded vertices have lower ranks; there are none with 0

    __device__ __forceinline__ u32 vertexOf(u32 rank) const { return order[count - 1 - rank]; }
};

struct RootedGraphState {
    u64 at;
    bool fits;
    u32 covered, excluded;
};

/** Sets the bits of the candidates that x is adjacent to, and returns how many there are. All lanes. */
__device__ __forceinline__ u32 joinExcluded(const OrientedRows& graph, const BlockGraph& local, u32 x, u32* bits) {
    const u32 lane = threadIdx.x & 31, length = graph.length(x), words = setWords(local.size);
    const u32* row = graph.row(x);
    for (u32 k = lane; k < words; k += 32) {
        bits[k] = 0;
    }
    __syncwarp();
    for (u32 s = lane; s < min(length, local.size); s += 32) {
        // The shorter one of the row and the candidates is looked up in the other.
        const u32 j = length < local.size ? positionOf(local.ranks, local.size, row[s]) : s;
        if (length < local.size ? j < local.size && local.ranks[j] == row[s] : contains(row, length, local.ranks[s])) {
            atomicOr(bits + (j >> 5), 1u << (j & 31));
        }
    }
    __syncwarp();
    return sizeOf(bits, words);
}

/** Writes the rows of excluded vertices behind those of the candidates, until one is adjacent to all. All threads. */
__device__ __forceinline__ void joinAllExcluded(
        const OrientedRows& graph, const RankedRows& plain, const BlockGraph& local, u32 root, u32* bits,
        RootedGraphState& made) {
    const u32 lane = threadIdx.x & 31, vertex = plain.vertexOf(root), words = setWords(local.size);
    u32* rows = local.ranks + local.size + (u64)local.size * words;
    const u64 begin = plain.offsets[vertex], end = plain.kept == 0 ? begin : plain.offsets[vertex + 1ull];
    for (u64 base = begin + (threadIdx.x & ~31u); base < end; base += blockDim.x) {
        const u32 rank = base + lane < end ? plain.rankOf[plain.neighbors[base + lane]] : 0;
        for (u32 rest = __ballot_sync(FULL_WARP, rank > root && rank < plain.kept); rest != 0; rest &= rest - 1) {
            const u32 common = joinExcluded(graph, local, __shfl_sync(FULL_WARP, rank, __ffs(rest) - 1), bits);
            if (common == 0) {
                continue;
            }
            u32 at = 0;
            if (lane == 0) {
                at = common == local.size ? atomicExch(&made.covered, 1u) : atomicAdd(&made.excluded, 1u);
            }
            if (common == local.size) {
                return;
            }
            at = __shfl_sync(FULL_WARP, at, 0);
            for (u32 k = lane; k < words; k += 32) {
                rows[(u64)at * words + k] = bits[k];
            }
        }
        if (__shfl_sync(FULL_WARP, lane == 0 ? atomicOr(&made.covered, 0u) : 0, 0) != 0) {
            return;
        }
    }
}

/**
 * Makes the graph around a root, unless no clique is found from there. False when it has to wait for the next launch. All
 * threads of the block.
 */
__device__ __forceinline__ bool makeRootedGraph(
        const OrientedRows& graph, const RankedRows& plain, u32 root, u64* state, u64* control, u32* pool,
        u64 poolWords, RootedGraphPlace* places, u32* bits) {
    __shared__ RootedGraphState made;
    const u32 vertex = plain.vertexOf(root), size = graph.length(root);
    const u64 degree = plain.offsets[vertex + 1ull] - plain.offsets[vertex];
    if (size == 0 && degree > 0) {
        return true;
    }
    if (threadIdx.x == 0) {
        const u64 words = RootedGraph::wordsFor(size, plain.kept == 0 ? 0 : degree - size);
        made.at = atomicAdd(state + MOTIF_MAXIMAL_CLIQUE_POOL_USED, words);
        made.fits = made.at + words <= poolWords;
        made.covered = made.excluded = 0;
        if (!made.fits) {
            const bool never = words > poolWords;
            atomicExch(state + (never ? MOTIF_MAXIMAL_CLIQUE_TOO_LARGE : MOTIF_MAXIMAL_CLIQUE_POOL_FULL), 1ull);
        }
    }
    __syncthreads();
    if (!made.fits) {
        return false;
    }
    BlockGraph local;
    local.collect(graph, root, pool + made.at);
    joinAllExcluded(graph, plain, local, root, bits, made);
    __syncthreads();
    if (made.covered != 0) {
        return true;
    }
    local.encode<false>(graph);
    for (u32 i = threadIdx.x; i < size; i += blockDim.x) {
        local.ranks[i] = plain.vertexOf(local.ranks[i]);
    }
    if (threadIdx.x == 0) {
        places[atomicAdd(state + MOTIF_MAXIMAL_CLIQUE_GRAPHS, 1ull)] = {made.at, size, made.excluded, vertex, 0};
        atomicAdd(control + MOTIF_QUEUE_PENDING, 1ull);
    }
    return true;
}

/** Makes graphs around the roots of tasks; `waiting` has 1 + the task that a block could not finish. */
extern "C" __global__ void __launch_bounds__(MOTIF_KCLIQUE_BLOCK_THREADS) maximal_clique_graphs_per_block(
        const u64* __restrict__ offsets, const u32* __restrict__ neighbors, const u64* __restrict__ plainOffsets,
        const u32* __restrict__ plainNeighbors, const u32* __restrict__ rankOf, const u32* __restrict__ order,
        u32 count, u32 kept, const u64* __restrict__ tasks, u64 taskCount, u64 nanos, u64* state, u64* control,
        u64* waiting, u32* pool, u64 poolWords, u64* places, u32 setWords) {
    extern __shared__ u32 words[];
    const OrientedRows graph = {offsets, neighbors};
    const RankedRows plain = {plainOffsets, plainNeighbors, rankOf, order, count, kept};
    const Slice slice(nanos), longSlice(~0ull);
    u64 own = waiting[blockIdx.x];
    bool isFirst = true;  // which is made in any case, so that a launch gets on
    __syncthreads();
    if (threadIdx.x == 0) {
        waiting[blockIdx.x] = 0;
    }
    while (true) {
        const u64 task = own != 0
                ? own - 1
                : claimTurn(state + MOTIF_MAXIMAL_CLIQUE_CLAIMED, taskCount, isFirst ? longSlice : slice);
        own = 0;
        isFirst = false;
        if (task >= taskCount) {
            return;
        }
        __syncthreads();
        if (!makeRootedGraph(
                    graph, plain, CliqueTask(tasks[task]).root, state, control, pool, poolWords,
                    reinterpret_cast<RootedGraphPlace*>(places), words + (threadIdx.x >> 5) * setWords)) {
            if (threadIdx.x == 0) {
                waiting[blockIdx.x] = 1 + task;
            }
            return;
        }
        __syncthreads();
    }
}

// ---- the search ----

/** Searches with the part of the shared memory from `words` on that is this warp's. All threads. */
template <class Sink>
__device__ __forceinline__ void searchMaximalCliques(const MaximalCliqueArguments& job, const Sink& sink, u32* words) {
    using Search = MaximalCliqueSearch<Sink>;
    const u32 wordsAWarp = MOTIF_KCLIQUE_LIST_WORDS + (Search::SETS - 1) * job.setWords;
    Search(job, sink, words + (threadIdx.x >> 5) * wordsAWarp).run();
}

#define WINDOW_PARAMETERS u64 *cells, u32 columns, u32 windowRows, u32 windowColumns

/**
 * cells: of `columns` columns, added to: at size and p the leaves of 2^p cliques of that size. The window takes 8 *
 * windowRows * windowColumns bytes of the shared memory.
 */
extern "C" __global__ void __launch_bounds__(MOTIF_KCLIQUE_THREADS, 4)
        maximal_clique_sizes_per_warp(const __grid_constant__ MaximalCliqueArguments job, WINDOW_PARAMETERS) {
    extern __shared__ u64 shared[];
    const MaximalSizesSink sink = {
            {cells, shared, columns, windowRows, windowColumns, job.state + MOTIF_MAXIMAL_CLIQUE_OVERFLOW}};
    sink.histogram.clearWindow();
    searchMaximalCliques(job, sink, reinterpret_cast<u32*>(shared + windowRows * windowColumns));
    sink.histogram.flushWindow();
}

/** The same, and counts: of each vertex, added to. */
extern "C" __global__ void __launch_bounds__(MOTIF_KCLIQUE_THREADS, 4) maximal_clique_vertices_per_warp(
        const __grid_constant__ MaximalCliqueArguments job, WINDOW_PARAMETERS, u64* counts) {
    extern __shared__ u64 shared[];
    u64* overflow = job.state + MOTIF_MAXIMAL_CLIQUE_OVERFLOW;
    const MaximalVerticesSink sink = {
            {{cells, shared, columns, windowRows, windowColumns, overflow}}, counts, overflow};
    sink.sizes.histogram.clearWindow();
    searchMaximalCliques(job, sink, reinterpret_cast<u32*>(shared + windowRows * windowColumns));
    sink.sizes.histogram.flushWindow();
}

/** Lists cliques, each as the number of its vertices and then these, until the output is full. */
extern "C" __global__ void __launch_bounds__(MOTIF_KCLIQUE_THREADS, 4) maximal_clique_lists_per_warp(
        const __grid_constant__ MaximalCliqueArguments job, u32* output, u64 outputWords, u32 one) {
    extern __shared__ u64 shared[];
    const MaximalListsSink sink = {{output, outputWords, job.state}, one != 0};
    searchMaximalCliques(job, sink, reinterpret_cast<u32*>(shared));
}

/** Lists all cliques of job.maxSize vertices, in the same form. */
extern "C" __global__ void __launch_bounds__(MOTIF_KCLIQUE_THREADS, 4) clique_lists_of_size_per_warp(
        const __grid_constant__ MaximalCliqueArguments job, u32* output, u64 outputWords) {
    extern __shared__ u64 shared[];
    const SizedListsSink sink = {{output, outputWords, job.state}};
    searchMaximalCliques(job, sink, reinterpret_cast<u32*>(shared));
}
