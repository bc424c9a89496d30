// PIVOT: counts (p,q)-bicliques exactly, or lists them. The launches are below.
//
// A biclique is found from its last root-side vertex in rank order, its root u. The candidates of u are the earlier
// vertices w of u's side with enough neighbors in common (roots' candidates) and u's neighbors (mates' candidates). The
// edges between them are the local graph, kept as rows of bits in both directions. One warp searches it; its 32 lanes
// take 32 candidates at a time and intersect their rows with the other side's set by popcounts.
//
// A node of the search has two candidate sets; on each side a number of free vertices, which are adjacent to all
// candidates and may be in the biclique or not; and a number of fixed ones, which are in it. Candidates that cannot be
// in a biclique of the wanted size are dropped; those adjacent to all of the other side become free. Then the vertex
// with the fewest non-neighbors is the pivot. Either a biclique has none of these non-neighbors: then the pivot becomes
// free. Or there is a branch for each of them, in which it is the first one that the biclique has, and becomes fixed.
// So each biclique is counted once, and a leaf counts many at once.
//
// A frame on a warp's stack is a node with the branches that are left. Warps without work get half of the branches of
// another warp's lowest frame, through a queue. Stacks are in global memory, so a search goes on in the next launch.
//
// Launches. The words are those of cuda/README.md.
//
// Input: offsets, neighbors, rankOf of graph_prep.cu. CoreGpu, PivotSearchGpu and PivotGpu launch it. p left and q
// right vertices are wanted, or [minP, maxP] and [minQ, maxQ] of them. A search starts from the side of the roots; the
// other side is that of the mates.
//   step; kernel; grid x block; what:
//     1  biclique_degrees_per_vertex; ceil(n/256) x 256; degrees and sides by rank
//     2  biclique_core_per_vertex, PIVOT_CORE_ROUNDS times, each with a zero removed; ceil(n/256) x 256; removes left
//       vertices of less than minQ neighbors and right ones of less than minP; again until the last round removed none
//     3  biclique_rows_per_vertex; ceil(n/8) x 256; rows of the core; zero core u64[PIVOT_CORE_WORDS]
//        biclique_member_keys_per_vertex, sort by a digit; ceil(n/256) x 256; members: those of the core by rank, left ones
//        first
//     4  biclique_candidates_per_block; resident x PIVOT_ROOT_THREADS, dynamic shared 4 * nearbyCount; for each side, a
//       sample of about 2^23 wedges: candidates times mates; the side of the smaller sum is the roots'
//     5  the kernel of step 4 with stride 1; candidates of each root; until claimed has reached the sample
//     6  biclique_roots_per_vertex, sort by 8 bits; ceil(n/256) x 256; roots with enough candidates, most work first,
//       in the same order each time; zero summary u64[PIVOT_ROOT_WORDS]
//     7  biclique_binomials_per_number; ceil(limit/64) x 64; C(n, k) in 128 bits, for n up to the most candidates or
//       mates
//        biclique_held_per_root; ceil(count/256) x 256; where devices share them: the roots of some chunks
//     8  biclique_local_graphs_per_block; as 4; a batch: local graphs of roots until the arena is full; zero control;
//       again before 9 for further roots, with CLAIMED 0 and TAKEN at most READY
//     9  biclique_{total,kinds,vertices,edges,leaves}_per_warp; resident x PIVOT_SEARCH_THREADS; the search; again until
//       control[PENDING] is 0
//     10  biclique_deferred_per_root; 1 x 64; roots that did not fit come first in the next batch: 8 again
//   array; size and meaning:
//     spill: counters of ends with ranks from nearbyCount (8192) on, spillWords a block, zero before the first launch;
//       launches leave them zero
//     arena: at least summary[MOST_WORDS] words
//     locals, deferred: u64[PIVOT_LOCAL_WORDS * roots], u32[grid]
//     stacks: u32[warps * frames * frameWords]; frames at least min(maxRoots, candidates + 1) + min(maxMates, mates)
//     frameWords: header + sets * (wr + wm) + max(wr, wm), of the words of the most candidates and mates; sets is 1, or
//       3 for vertices, edges and leaves
//     saved, queueFlags: u32[2 * warps], u32[queueSlots], zero before each batch's first launch
//     queue: u32[queueSlots * frameWords]
//     result: u64[PIVOT_RESULT_WORDS], zero before the first launch: the sum in 128 bits, and flags
//
// - A launch ends after deadlineNanos; the rest is on the stacks and in the queue. The grid must not change within a
//   batch. control[STUCK] is an error: a wait was given up (include/wait.cuh).
// - STOPPED is set when the total has left 128 bits (count kinds instead), when a count by vertex or edge has (an
//   error), or when half of the kinds' slots are taken: read and clear them, clear result, launch again. KINDS_LOST is
//   an error. SUM_OVERFLOW: only the sum has left 128 bits.
// - Leaves: output has LEAF_WORDS + 1 words and more for the most candidates and mates. After each launch its first
//   min(OUTPUT_USED, ~OUTPUT_END) words are leaves: read them, clear result, launch again.
// - Kinds are explained at KindSink; the host multiplies them out. biclique_values_per_vertex and
//   biclique_values_per_edge give low and high words in the order of the input.
#include "count/biclique_core.cuh"
#include "include/bit_rows.cuh"
#include "include/exact_sum.cuh"

// ---- the core ----

/** degrees: the degree of each rank. sides: 0 for the rank of a left vertex, 1 for that of a right one. */
extern "C" __global__ void biclique_degrees_per_vertex(
        const u64* __restrict__ offsets, const u32* __restrict__ rankOf, u32 leftCount, u32 count,
        u32* __restrict__ degrees, u32* __restrict__ sides) {
    for (u64 x = blockIdx.x * (u64)blockDim.x + threadIdx.x; x < count; x += (u64)gridDim.x * blockDim.x) {
        degrees[x] = (u32)(offsets[x + 1] - offsets[x]);
        sides[rankOf[x]] = x < leftCount ? 0 : 1;
    }
}

/**
 * Removes vertices of too few neighbors: marks their degree, and lowers the degrees of their neighbors. `removed` is
 * set if there was any. A warp looks at 32 vertices and walks the rows of those that are removed.
 */
extern "C" __global__ void biclique_core_per_vertex(
        const u64* __restrict__ offsets, const u32* __restrict__ neighbors, const u32* __restrict__ sides, u32 count,
        u32 leftMinimum, u32 rightMinimum, u32* degrees, u32* removed) {
    const u32 lane = threadIdx.x & 31;
    const u64 step = (u64)gridDim.x * blockDim.x;
    bool any = false;
    for (u64 x = blockIdx.x * (u64)blockDim.x + threadIdx.x; x - lane < count; x += step) {
        u32 degree = x < count ? +*(volatile u32*)(degrees + x) : +BICLIQUE_REMOVED;
        bool goes = !(degree & BICLIQUE_REMOVED) && degree < (sides[x] == 0 ? leftMinimum : rightMinimum);
        if (goes) {
            atomicOr(degrees + x, BICLIQUE_REMOVED);
        }
        for (u32 rest = __ballot_sync(FULL_WARP, goes); rest != 0; rest &= rest - 1) {
            any = true;
            u64 row = x - lane + __ffs(rest) - 1;
            for (u64 slot = offsets[row] + lane; slot < offsets[row + 1]; slot += 32) {
                atomicSub(degrees + neighbors[slot], 1);
            }
        }
    }
    if (any && lane == 0) {
        *removed = 1;
    }
}

/**
 * Writes the rows of the core to the places of the whole rows. core[MEMBERS + side]: the number of its vertices of that side; core[WEDGES + side]: the wedges with a middle on that side; core[RANKS]: its
 * largest rank plus 1. A warp takes a row.
 */
extern "C" __global__ void biclique_rows_per_vertex(
        const u64* __restrict__ offsets, const u32* __restrict__ neighbors, const u32* __restrict__ sides,
        const u32* __restrict__ degrees, u32 count, u32* __restrict__ coreNeighbors, u32* __restrict__ lengths,
        u64* __restrict__ core) {
    const u32 lane = threadIdx.x & 31, lanesBelow = (1u << lane) - 1;
    const u64 warps = (u64)gridDim.x * (blockDim.x >> 5);
    u64 wedges[2] = {0, 0}, ranks = 0;
    for (u64 row = (blockIdx.x * (u64)blockDim.x + threadIdx.x) >> 5; row < count; row += warps) {
        u32 degree = degrees[row];
        if (degree & BICLIQUE_REMOVED) {
            if (lane == 0) {
                lengths[row] = 0;
            }
            continue;
        }
        u64 begin = offsets[row], end = offsets[row + 1];
        u32* out = coreNeighbors + begin;
        for (u64 slot = begin; slot < end; slot += 32) {
            u32 v = slot + lane < end ? neighbors[slot + lane] : 0;
            bool kept = slot + lane < end && !(degrees[v] & BICLIQUE_REMOVED);
            u32 keptLanes = __ballot_sync(FULL_WARP, kept);
            if (kept) {
                out[__popc(keptLanes & lanesBelow)] = v;
            }
            out += __popc(keptLanes);
        }
        if (lane == 0) {
            u32 side = sides[row];
            lengths[row] = degree;
            atomicAdd(core + MOTIF_PIVOT_MEMBERS + side, 1ull);
            wedges[side] += pairs(degree);
            ranks = row + 1;
        }
    }
    if (lane == 0 && ranks > 0) {
        atomicAdd(core + MOTIF_PIVOT_WEDGES, wedges[0]);
        atomicAdd(core + MOTIF_PIVOT_WEDGES + 1, wedges[1]);
        atomicMax(core + MOTIF_PIVOT_RANKS, ranks);
    }
}

/** Keys by which vertices are sorted: the sides of vertices in the core, then the others. Takes the place of degrees and sides. */
extern "C" __global__ void biclique_member_keys_per_vertex(u32* degreesToKeys, u32* sidesToVertices, u32 count) {
    for (u64 x = blockIdx.x * (u64)blockDim.x + threadIdx.x; x < count; x += (u64)gridDim.x * blockDim.x) {
        degreesToKeys[x] = degreesToKeys[x] & BICLIQUE_REMOVED ? 2 : sidesToVertices[x];
        sidesToVertices[x] = (u32)x;
    }
}

// ---- roots ----

/**
 * candidateCounts[u]: for every stride-th member u the number of earlier vertices that have at least `minimum`
 * neighbors in common with u. cost: the sum of candidates times degree over these members.
 */
extern "C" __global__ void __launch_bounds__(MOTIF_PIVOT_ROOT_THREADS) biclique_candidates_per_block(
        const u64* __restrict__ offsets, const u32* __restrict__ coreNeighbors, const u32* __restrict__ lengths,
        const u32* __restrict__ members, const u64* __restrict__ memberCount, u32 stride, u32 minimum, u32 nearbyCount,
        u32* __restrict__ spill, u64 spillWords, u64 deadlineNanos, u64* __restrict__ claimed,
        u32* __restrict__ candidateCounts, u64* __restrict__ cost) {
    extern __shared__ u32 nearby[];
    __shared__ u32 found;
    const CoreRows core = {offsets, coreNeighbors, lengths};
    const EndCounters counters = {nearby, nearbyCount, spill + blockIdx.x * spillWords};
    const u32 sampled = ((u32)*memberCount + stride - 1) / stride;
    const u64 deadline = deviceNanos() + deadlineNanos;
    u64 sum = 0;
    clearNearby(counters);
    while (!blockIsLate(deadline)) {
        u32 i = claimForBlock(claimed, sampled);
        if (i == sampled) {
            break;
        }
        u32 u = members[(u64)i * stride];
        if (threadIdx.x == 0) {
            found = 0;
        }
        __syncthreads();
        walkEarlierEnds(core, u, [&](u32, u32 w) {
            if (atomicAdd(counters.of(w), 1) + 1 == minimum) {
                atomicAdd(&found, 1);
            }
        });
        __syncthreads();
        walkEarlierEnds(core, u, [&](u32, u32 w) { atomicExch(counters.of(w), 0); });
        if (threadIdx.x == 0) {
            candidateCounts[u] = found;
            sum += (u64)found * lengths[u];
        }
    }
    if (threadIdx.x == 0 && sum != 0) {
        atomicAdd(cost, sum);
    }
}

/** The number of words of a local graph: the ranks of its candidates, then their rows, then the rows of its mates. */
__device__ __forceinline__ u64 localWords(u32 roots, u32 mates) {
    return roots + (u64)setWords(mates) * roots + (u64)setWords(roots) * mates;
}

/** The sort key of work x, as workKey in graph_prep.cu gives it. */
__device__ __forceinline__ u32 searchKey(u64 work) {
    u32 exponent = 63 - __clzll((long long)work);
    u32 fraction = (u32)((exponent >= 2 ? work >> (exponent - 2) : work << (2 - exponent)) & 3);
    return MOTIF_WORK_KEY_IDLE - min(4 * exponent + fraction, MOTIF_WORK_KEY_IDLE - 1u);
}

/**
 * The members with their sort keys: those that have enough candidates by their work, the others with the last key, so that
 * sorting brings the roots into an order that is always the same. `summary` gets their number, the most
 * candidates, mates and words of a local graph, and the words of all local graphs.
 */
extern "C" __global__ void biclique_roots_per_vertex(
        const u32* __restrict__ members, const u64* __restrict__ memberCount, const u32* __restrict__ lengths,
        const u32* __restrict__ candidateCounts, u32 minimum, u32* __restrict__ keys, u32* __restrict__ roots,
        u64* __restrict__ summary) {
    u64 count = *memberCount;
    for (u64 i = blockIdx.x * (u64)blockDim.x + threadIdx.x; i < count; i += (u64)gridDim.x * blockDim.x) {
        u32 u = members[i], found = candidateCounts[u], mates = lengths[u];
        roots[i] = u;
        keys[i] = MOTIF_WORK_KEY_IDLE;
        if (found >= max(minimum, 1u)) {
            u64 words = localWords(found, mates);
            keys[i] = searchKey((u64)found * mates + 1);
            atomicAdd(summary + MOTIF_PIVOT_ROOTS, 1ull);
            atomicMax(summary + MOTIF_PIVOT_MOST_CANDIDATES, (u64)found);
            atomicMax(summary + MOTIF_PIVOT_MOST_MATES, (u64)mates);
            atomicMax(summary + MOTIF_PIVOT_MOST_WORDS, words);
            atomicAdd(summary + MOTIF_PIVOT_ALL_WORDS, words);
        }
    }
}

/** The roots of `held` chunks from firstChunk on, of `chunks`: root i is root i / held * chunks + firstChunk + i % held of all. */
extern "C" __global__ void biclique_held_per_root(
        const u32* __restrict__ roots, u64 chunks, u64 firstChunk, u64 held, u64 count, u32* __restrict__ out) {
    for (u64 i = blockIdx.x * (u64)blockDim.x + threadIdx.x; i < count; i += (u64)gridDim.x * blockDim.x) {
        out[i] = roots[i / held * chunks + firstChunk + i % held];
    }
}

/**
 * Makes the local graphs of roots, as many as the arena holds. locals[LOCAL_WORDS * i ..): the root, candidates | mates
 * << 32, and where its words are. Roots whose local graphs no longer fit are put into `deferred`.
 */
extern "C" __global__ void __launch_bounds__(MOTIF_PIVOT_ROOT_THREADS) biclique_local_graphs_per_block(
        const u64* __restrict__ offsets, const u32* __restrict__ coreNeighbors, const u32* __restrict__ lengths,
        const u32* __restrict__ roots, u32 rootCount, const u32* __restrict__ candidateCounts, u32 minimum,
        u32 nearbyCount, u32* __restrict__ spill, u64 spillWords, u64 deadlineNanos, u32* __restrict__ arena,
        u64 arenaWords, u64* __restrict__ control, u64* __restrict__ locals, u32* __restrict__ deferred) {
    extern __shared__ u32 nearby[];
    __shared__ u32 found;
    __shared__ u64 place;
    const CoreRows core = {offsets, coreNeighbors, lengths};
    const EndCounters counters = {nearby, nearbyCount, spill + blockIdx.x * spillWords};
    const u64 deadline = deviceNanos() + deadlineNanos;
    clearNearby(counters);
    while (!blockIsLate(deadline)) {
        u32 i = claimForBlock(control + MOTIF_PIVOT_CLAIMED, rootCount);
        if (i == rootCount) {
            break;
        }
        const u32 u = roots[i], candidates = candidateCounts[u], mates = lengths[u];
        const u64 words = localWords(candidates, mates);
        if (threadIdx.x == 0) {
            found = 0;
            place = atomicAdd(control + MOTIF_PIVOT_ARENA, words);
            if (place + words > arenaWords) {
                deferred[atomicAdd(control + MOTIF_PIVOT_DEFERRED, 1ull)] = u;
            }
        }
        __syncthreads();
        if (place + words > arenaWords) {
            break;
        }
        u32* list = arena + place;
        u32* rootRows = list + candidates;
        u32* mateRows = rootRows + (u64)setWords(mates) * candidates;
        for (u64 k = candidates + threadIdx.x; k < words; k += blockDim.x) {
            list[k] = 0;
        }
        walkEarlierEnds(core, u, [&](u32, u32 w) {
            if (atomicAdd(counters.of(w), 1) + 1 == minimum) {
                list[atomicAdd(&found, 1)] = w;
            }
        });
        __syncthreads();
        // The counter of a candidate becomes its number, with a mark that no count has.
        for (u32 k = threadIdx.x; k < candidates; k += blockDim.x) {
            atomicExch(counters.of(list[k]), BICLIQUE_REMOVED | k);
        }
        __syncthreads();
        walkEarlierEnds(core, u, [&](u32 j, u32 w) {
            u32 x = *(volatile u32*)counters.of(w);
            if (x & BICLIQUE_REMOVED) {
                x &= ~BICLIQUE_REMOVED;
                atomicOr(rootRows + (u64)(j >> 5) * candidates + x, 1u << (j & 31));
                atomicOr(mateRows + (u64)(x >> 5) * mates + j, 1u << (x & 31));
            }
        });
        __syncthreads();
        walkEarlierEnds(core, u, [&](u32, u32 w) { atomicExch(counters.of(w), 0); });
        if (threadIdx.x == 0) {
            u64* local = locals + MOTIF_PIVOT_LOCAL_WORDS * atomicAdd(control + MOTIF_PIVOT_READY, 1ull);
            local[0] = u;
            local[1] = candidates | (u64)mates << 32;
            local[2] = place;
            atomicAdd(control + MOTIF_PIVOT_PENDING, 1ull);
        }
    }
}

/** Puts the deferred roots of a batch back, as the first ones of the next batch. */
extern "C" __global__ void biclique_deferred_per_root(
        const u32* __restrict__ deferred, u32 count, u32* __restrict__ roots) {
    for (u32 i = blockIdx.x * blockDim.x + threadIdx.x; i < count; i += gridDim.x * blockDim.x) {
        roots[i] = deferred[i];
    }
}

/**
 * binomials[k * (limit + 1) + n]: low and high word of C(n, k), for k <= most and n <= limit; all ones if too large.
 */
extern "C" __global__ void biclique_binomials_per_number(u32 limit, u32 most, u64* __restrict__ binomials) {
    for (u64 n = blockIdx.x * (u64)blockDim.x + threadIdx.x; n <= limit; n += (u64)gridDim.x * blockDim.x) {
        u128 c = 1;
        for (u32 k = 0; k <= most; k++) {
            if (k > n) {
                c = 0;
            } else if (k > 0 && c != TOO_LARGE) {
                // c * (n - k + 1) / k without a product that is larger than the result.
                u64 factor = n - k + 1;
                c = sumOf(productOf(c / k, factor), (c % k) * factor / k);
            }
            u64 at = 2 * ((u64)k * ((u64)limit + 1) + n);
            binomials[at] = (u64)c;
            binomials[at + 1] = (u64)(c >> 64);
        }
    }
}

#include "count/biclique_search.cuh"

// ---- the search ----

#define SEARCH_PARAMETERS                                                                                              \
    const u64 *__restrict__ locals, const u32 *__restrict__ arena, u32 minRoots, u32 maxRoots, u32 minMates,           \
            u32 maxMates, u64 deadlineNanos, u64 *control, u64 *result, u32 *stacks, u32 frameWords, u32 frames,       \
            u32 *saved, u32 *queue, u32 *queueFlags, u32 queueSlots

#define SEARCH_ARGUMENTS                                                                                               \
    {                                                                                                                  \
        locals, arena, (int)minRoots, (int)maxRoots, (int)minMates, (int)maxMates, deadlineNanos, control, result,     \
                stacks, frameWords, frames, saved, queue, queueFlags, queueSlots                                       \
    }

/** Adds the bicliques of minRoots = maxRoots and minMates = maxMates vertices to result[SUM]. */
extern "C" __global__ void __launch_bounds__(MOTIF_PIVOT_SEARCH_THREADS)
        biclique_total_per_warp(SEARCH_PARAMETERS, const u64* __restrict__ binomials, u32 limit) {
    TotalSink sink({(const ulonglong2*)binomials, limit});
    const SearchJob job = SEARCH_ARGUMENTS;
    search(job, sink);
    sink.finish(result);
}

/** Counts how often each kind of leaf is reached; KindSink says what a kind is. */
extern "C" __global__ void __launch_bounds__(MOTIF_PIVOT_SEARCH_THREADS)
        biclique_kinds_per_warp(SEARCH_PARAMETERS, u64* __restrict__ kinds, u64* __restrict__ counts, u64 slots) {
    KindSink sink(kinds, counts, slots, result);
    const SearchJob job = SEARCH_ARGUMENTS;
    search(job, sink);
}

/** Adds the bicliques of each vertex of the core to counts[2 * rank], counts[2 * rank + 1], low and high word. */
extern "C" __global__ void __launch_bounds__(MOTIF_PIVOT_SEARCH_THREADS) biclique_vertices_per_warp(
        SEARCH_PARAMETERS, const u64* __restrict__ binomials, u32 limit, const u64* __restrict__ offsets,
        const u32* __restrict__ coreNeighbors, const u32* __restrict__ lengths, u64* __restrict__ counts) {
    VertexSink sink({(const ulonglong2*)binomials, limit}, {{offsets, coreNeighbors, lengths}, result, counts});
    const SearchJob job = SEARCH_ARGUMENTS;
    search(job, sink);
}

/**
 * Adds the bicliques of each edge of the core to counts[2 * slot], counts[2 * slot + 1], low and high word, where the
 * slot is that in the row of the edge's end on the roots' side.
 */
extern "C" __global__ void __launch_bounds__(MOTIF_PIVOT_SEARCH_THREADS) biclique_edges_per_warp(
        SEARCH_PARAMETERS, const u64* __restrict__ binomials, u32 limit, const u64* __restrict__ offsets,
        const u32* __restrict__ coreNeighbors, const u32* __restrict__ lengths, u64* __restrict__ counts) {
    EdgeSink sink({(const ulonglong2*)binomials, limit}, {{offsets, coreNeighbors, lengths}, result, counts});
    const SearchJob job = SEARCH_ARGUMENTS;
    search(job, sink);
}

/** Puts leaves out; LeafSink says how. minRoots = maxRoots and minMates = maxMates. */
extern "C" __global__ void __launch_bounds__(MOTIF_PIVOT_SEARCH_THREADS) biclique_leaves_per_warp(
        SEARCH_PARAMETERS, const u64* __restrict__ offsets, const u32* __restrict__ coreNeighbors,
        const u32* __restrict__ lengths, u32* __restrict__ output, u64 outputWords) {
    LeafSink sink({offsets, coreNeighbors, lengths}, output, outputWords, result);
    const SearchJob job = SEARCH_ARGUMENTS;
    search(job, sink);
}

// ---- results in the order of the input ----

/** Brings counts by rank into the order of the input: low and high word of each vertex, left ones first. */
extern "C" __global__ void biclique_values_per_vertex(
        const u64* __restrict__ counts, const u32* __restrict__ rankOf, u32 count, u64* __restrict__ low,
        u64* __restrict__ high) {
    for (u64 x = blockIdx.x * (u64)blockDim.x + threadIdx.x; x < count; x += (u64)gridDim.x * blockDim.x) {
        low[x] = counts[2ull * rankOf[x]];
        high[x] = counts[2ull * rankOf[x] + 1];
    }
}

/**
 * Brings counts by slot of the core into the order of the input: low and high word of each edge, by its left slot.
 * rootsOnRight: whether the roots' side is the right one. A warp takes the row of a left vertex.
 */
extern "C" __global__ void biclique_values_per_edge(
        const u64* __restrict__ counts, const u64* __restrict__ offsets, const u32* __restrict__ coreNeighbors,
        const u32* __restrict__ lengths, const u64* __restrict__ leftOffsets, const u32* __restrict__ leftNeighbors,
        u32 leftCount, const u32* __restrict__ rankOf, u32 rootsOnRight, u64* __restrict__ low,
        u64* __restrict__ high) {
    const u64 warps = (u64)gridDim.x * (blockDim.x >> 5);
    for (u64 x = (blockIdx.x * (u64)blockDim.x + threadIdx.x) >> 5; x < leftCount; x += warps) {
        u32 leftRank = rankOf[x];
        for (u64 slot = leftOffsets[x] + (threadIdx.x & 31); slot < leftOffsets[x + 1]; slot += 32) {
            u32 rightRank = rankOf[leftCount + leftNeighbors[slot]];
            u32 root = rootsOnRight ? rightRank : leftRank, mate = rootsOnRight ? leftRank : rightRank;
            u64 end = offsets[root] + lengths[root];
            u64 at = lowerBound(coreNeighbors, offsets[root], end, mate);
            bool inCore = at < end && coreNeighbors[at] == mate;
            low[slot] = inCore ? counts[2 * at] : 0;
            high[slot] = inCore ? counts[2 * at + 1] : 0;
        }
    }
}
