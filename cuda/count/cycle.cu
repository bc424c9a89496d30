// Directed cycles of two to five vertices. CycleAlgorithm.java says which ones; CycleGpu.java launches the kernels.
//
// Vertices are ranked by their number of neighbors, and each cycle is found from its vertex of the lowest rank, the
// root r. Only vertices of higher rank are used. With
//   f(b): the number of a with r -> a -> b        g(c): the number of d with c -> d -> r
// there are sum f(b) g(b) closed walks r -> a -> b -> d -> r, and sum over arcs b -> c of f(b) g(c) closed walks r -> a
// -> b -> c -> d -> r. Such a walk is a cycle unless it visits a vertex twice. Then it goes over a pair of mutual arcs
// and back:
//   4 arcs: r <-> a <-> b, for every mutual neighbor b > r of a mutual neighbor a > r of r;
//   5 arcs: a directed triangle t -> x -> y -> t with the lowest vertex t, and a pair of mutual arcs at one of its
//     vertices, which leads to any vertex but t from x and y, and to one below t from t. The pair between x and y makes
//     one walk, not two. So with M(v) for the number of mutual neighbors of v, and L(t) for the number of those of t
//     below t, a triangle has L(t) + M(x) + M(y) - (the mutual pairs among t, x and y) such walks.
// So paths of two arcs are enumerated, but none of three.
//
// By arc, a walk counts for each of its arcs. With h(b) = sum of g over the successors of b, and k(c) = sum of f over
// the predecessors of c, an arc x -> y is in
//   f(x) [y -> r] + f(x) g(y)        walks as the last but one of four arcs, and as the middle one of five
//   g(y) + h(y), where r -> x        as the second one of four, and of five
//   k(x), where y -> r               as the last but one of five
// and arcs r -> a and d -> r are in the sums over their successors and predecessors. What walks that are no cycles take
// away from the arcs of a mutual pair is found for all triangles of a vertex at once, at the end: see `ofPair`. All of
// these sums are linear, so devices count from some roots each, and add up counts by arc. They are computed modulo
// 2^64, and exact: a cycle v -> a -> b -> c -> d -> v is determined by its arcs a -> b and c -> d, a shorter one by a
// -> b, or v -> a without b, and its last arc, so with fewer than 2^31 arcs no vertex v is on 2^62 cycles.
//
// A block takes one root at a time, the roots with most neighbors first. It has an array for each of f, g, h and k with
// a word for each vertex, and a list of the vertices with f > 0. It deals the arcs of a list of vertices to its threads
// one by one, whatever row they are in.
//
// Launches. The words are those of cuda/README.md; arcs < 2^31, n < 2^30.
//
// Copy the successors and the predecessors of all vertices, by rank, to the device, zero mutual and lower u32[n], and
// mark mutual arcs. Then zero states u32[STATE_WORDS grid], scratch u32[TOTAL_ARRAYS or ARC_ARRAYS n grid] and totals
// u64[2 TOTALS] once, claimed u64[1] for each range of chunks of roots, and unfinished u64[1] before each launch; again
// and again until it stays 0. By arc also zero triangles u32[arcs], counts, incoming and pairs u64[arcs] and rooted
// u64[n]; in the end sum up the triangles of vertices, finish the counts, and sum up the counts of vertices.
//   kernel; grid x block:
//     cycle_mutual_per_slot: any x SLOT_THREADS
//     cycle_totals_per_root: at most resident x CYCLE_THREADS
//     cycle_arcs_per_root: at most resident x CYCLE_THREADS
//     cycle_triangles_per_vertex: any x 256
//     cycle_arcs_per_slot: any x SLOT_THREADS
//     cycle_arcs_per_vertex: any x 256
#include "include/chunk_tasks.cuh"
#include "include/csr.cuh"
#include "include/slice.cuh"

static constexpr u32 THREADS = MOTIF_CYCLE_THREADS;
static constexpr u32 WARPS = THREADS / 32;

/** In a word of a row: whether there is an arc in the other direction too. The other bits are a vertex. */
static constexpr u32 MUTUAL = 1u << 31;

/** Bits of a word of `ways` beside g of the vertex: whether it leads to the root, and whether the root leads to it too. */
static constexpr u32 BEFORE_ROOT = 1u << 31;
static constexpr u32 MUTUAL_WITH_ROOT = 1u << 30;
static constexpr u32 WAYS = MUTUAL_WITH_ROOT - 1;

/** How many arcs of a thread are loaded before they are visited. */
static constexpr u32 AHEAD = 4;

/** The steps of a block between two looks at the time. */
static constexpr u32 STEPS_PER_LOOK = 8;

static constexpr u32 NO_ROOT = 0xffffffffu, ROOTS_END = 0xfffffffeu;

/** Sums of a thread that are not in the totals yet are below this. */
static constexpr u64 MOST_HELD = 1ull << 62;

/** Row v is neighbors[offsets[v] .. offsets[v + 1]), ascending but for MUTUAL. */
struct ArcRows {
    const u64* offsets;
    const u32* neighbors;

    __device__ __forceinline__ u32 end(u32 v) const { return (u32)offsets[v + 1ull]; }

    /** The first slot of row v whose neighbor is `least` or more. */
    __device__ __forceinline__ u32 from(u32 v, u32 least) const {
        u32 low = (u32)offsets[v], high = end(v);
        while (low < high) {
            const u32 middle = low + ((high - low) >> 1);
            const bool right = (neighbors[middle] & ~MUTUAL) < least;
            low = right ? middle + 1 : low;
            high = right ? high : middle;
        }
        return low;
    }
};

/** The graph, the roots and the outputs of a launch. The arrays from `triangles` on are null in total. */
struct CycleJob {
    ArcRows successors, predecessors;
    u32 count;
    const u32* __restrict__ mutual;
    const u32* __restrict__ lower;
    ChunkTasks roots;
    u32 minLength, maxLength;
    u64* claimed;
    u32* triangles;
    u64* rooted;
    u64* counts;
    u64* incoming;
    u64* pairs;

    __device__ __forceinline__ bool wants(u32 length) const { return minLength <= length && length <= maxLength; }
};

/** The arrays of a block, by vertex: f, g, h, k; and the vertices with f > 0. All but the list are zero between roots. */
struct CycleScratch {
    u32 *paths, *ways, *listed, *waysOfNext, *pathsBefore;

    __device__ __forceinline__ CycleScratch(u32* words, u32 count, u32 arrays)
        : paths(words + (u64)arrays * count * blockIdx.x),
          ways(paths + count),
          listed(ways + count),
          waysOfNext(listed + count),
          pathsBefore(waysOfNext + count) {}
};

/** Shared memory of a block: a tile of vertices, whose arcs are dealt to the threads. */
struct CycleShared {
    u32 upTo[THREADS];   // the number of arcs of this vertex and the ones before it
    u32 first[THREADS];  // arc p of the tile, at this vertex, is in slot first + p
    u32 word[THREADS];
    u32 value[THREADS];
    u32 sums[WARPS];
    u32 root, listedCount;
};

/** Where a block is with its root. The same on all threads. */
struct CyclePlace {
    u32 phase, tile, arc;
};

/** An arc that a thread visits, or none. */
struct VisitedArc {
    bool isArc;
    u32 index;     // of its first vertex in the list that is walked
    u32 word;      // of this vertex in the list
    u32 value;     // what `enter` gave for this vertex
    u32 neighbor;  // the word of its second vertex
    u32 slot;
};

/** The lanes of a warp that visit arcs of the same vertex as this one: consecutive ones. */
class LanesOfVertex {
public:
    __device__ __forceinline__ explicit LanesOfVertex(u32 index) {
        const u32 lane = threadIdx.x & 31;
        const u32 before = __shfl_up_sync(FULL_WARP, index, 1);
        const u32 starts = __ballot_sync(FULL_WARP, lane == 0 || before != index);
        first = 31 - __clz(starts & (FULL_WARP >> (31 - lane)));
        isLast = lane == 31 || (starts >> (lane + 1) & 1);
    }

    /** The sum of x over these lanes, on the last one of them. All lanes of the warp call it. */
    template <class T>
    __device__ __forceinline__ T sum(T x) const {
        const u32 lane = threadIdx.x & 31;
#pragma unroll
        for (u32 d = 1; d < 32; d <<= 1) {
            const T below = __shfl_up_sync(FULL_WARP, x, d);
            x += lane >= first + d ? below : (T)0;
        }
        return x;
    }

    bool isLast;

private:
    u32 first;
};

/** Deals the arcs of vertices to the threads of a block, until the time of the launch is over. */
class ArcWalk {
public:
    __device__ __forceinline__ ArcWalk(CycleShared& shared, const Slice& slice, u32 root)
        : shared(shared), slice(slice), root(root) {}

    /**
     * Calls enter(i, word, isFirst) for the vertices words[0 .. count), and then visit(arc) for their arcs to vertices above
     * the root, if it is `deep`. Returns whether it has come to the end; else `place` says where it goes on. There `enter`
     * is called again, with isFirst false. All threads of the block call both, `visit` whole warps. Ends with a barrier.
     */
    template <class Enter, class Visit>
    __device__ __forceinline__ bool run(
            const ArcRows& rows, const u32* words, u32 count, bool deep, CyclePlace& place, Enter enter, Visit visit) {
        for (; place.tile < count; place.tile += THREADS, place.arc = 0) {
            const u32 total = begin(rows, words, count, deep, place, enter);
            while (place.arc < total) {
                step(rows, total, place, visit);
                place.arc += AHEAD * THREADS;
                if (isOver()) {
                    return false;
                }
            }
            __syncthreads();
            if (isOver()) {
                place.tile += THREADS;
                place.arc = 0;
                return false;
            }
        }
        place.tile = place.arc = 0;
        return true;
    }

private:
    CycleShared& shared;
    const Slice& slice;
    u32 root;
    u32 steps = 0;

    __device__ __forceinline__ bool isOver() {
        steps++;
        return steps % STEPS_PER_LOOK == 0 && __syncthreads_or(threadIdx.x == 0 && slice.isOver());
    }

    /** Puts a tile of vertices into shared memory, and returns the number of their arcs. */
    template <class Enter>
    __device__ __forceinline__ u32
    begin(const ArcRows& rows, const u32* words, u32 count, bool deep, const CyclePlace& place, Enter enter) {
        const u32 i = place.tile + threadIdx.x;
        u32 first = 0, length = 0, word = 0, value = 0;
        if (i < count) {
            word = words[i];
            const u32 v = word & ~MUTUAL;
            if (deep) {
                first = rows.from(v, root + 1);
                length = rows.end(v) - first;
            }
            value = enter(i, word, place.arc == 0);
        }
        const u32 upTo = blockSumUpTo(length, shared.sums);
        shared.upTo[threadIdx.x] = upTo;
        shared.first[threadIdx.x] = first - (upTo - length);
        shared.word[threadIdx.x] = word;
        shared.value[threadIdx.x] = value;
        __syncthreads();
        return shared.upTo[THREADS - 1];
    }

    /** Visits the next arcs of the tile, AHEAD for each thread. */
    template <class Visit>
    __device__ __forceinline__ void step(const ArcRows& rows, u32 total, const CyclePlace& place, Visit visit) {
        u32 index[AHEAD], slot[AHEAD], neighbor[AHEAD];
#pragma unroll
        for (u32 j = 0; j < AHEAD; j++) {
            const u32 arc = place.arc + j * THREADS + threadIdx.x;
            const u32 held = min(arc, total - 1);
            u32 at = 0;
#pragma unroll
            for (u32 half = THREADS / 2; half > 0; half >>= 1) {
                at += shared.upTo[at + half - 1] <= held ? half : 0;
            }
            index[j] = at;
            slot[j] = shared.first[at] + held;
            neighbor[j] = rows.neighbors[slot[j]];
        }
#pragma unroll
        for (u32 j = 0; j < AHEAD; j++) {
            const bool isArc = place.arc + j * THREADS + threadIdx.x < total;
            const u32 at = index[j];
            visit(VisitedArc{isArc, place.tile + at, shared.word[at], shared.value[at], neighbor[j], slot[j]});
        }
    }
};

/** Sums of a thread: the totals of kernel_abi.h. */
struct CycleSums {
    u64 of[MOTIF_CYCLE_TOTALS] = {};

    /** Keeps the sums small enough for the walks of another root. */
    __device__ __forceinline__ void hold(u64* totals) {
#pragma unroll
        for (u32 i = 0; i < MOTIF_CYCLE_TOTALS; i++) {
            if (of[i] >= MOST_HELD) {
                add128(totals + 2 * i, of[i]);
                of[i] = 0;
            }
        }
    }

    /** All threads of the block. */
    __device__ __forceinline__ void end(u64* totals) const {
#pragma unroll
        for (u32 i = 0; i < MOTIF_CYCLE_TOTALS; i++) {
            __syncthreads();
            addBlockTotal(totals + 2 * i, of[i]);
        }
    }
};

/** Counts the cycles of one root; EACH says whether by arc. */
template <bool EACH>
class RootedCycles {
public:
    __device__ __forceinline__ RootedCycles(
            const CycleJob& job, const CycleScratch& own, CycleShared& shared, CycleSums& sums, u32 root,
            const Slice& slice)
        : job(job), own(own), shared(shared), sums(sums), root(root), walk(shared, slice, root) {
        firstAfter = job.successors.from(root, root + 1);
        firstBefore = job.predecessors.from(root, root + 1);
        after = job.successors.neighbors + firstAfter;
        before = job.predecessors.neighbors + firstBefore;
        afterCount = job.successors.end(root) - firstAfter;
        beforeCount = job.predecessors.end(root) - firstBefore;
        low = job.lower[root];
        hasWalks = job.maxLength >= 4;
    }

    /** Goes on at `place`; false when time is over before the end. All threads of the block. */
    __device__ __forceinline__ bool run(CyclePlace& place) {
        while (place.phase < PHASES) {
            if (!runPhase(place)) {
                return false;
            }
            place.phase++;
        }
        return true;
    }

private:
    static constexpr u32 PHASES = 7;

    const CycleJob& job;
    const CycleScratch& own;
    CycleShared& shared;
    CycleSums& sums;
    u32 root;
    ArcWalk walk;
    const u32 *after, *before;
    u32 firstAfter, firstBefore, afterCount, beforeCount, low;
    bool hasWalks;

    __device__ __forceinline__ bool runPhase(CyclePlace& place) {
        switch (place.phase) {
            case 0:
                return findWays(place);
            case 1:
                return findPaths(place);
            case 2:
                return joinPaths(place);
            case 3:
                return !EACH || !hasWalks || countFirstArcs(place);
            case 4:
                return !EACH || !hasWalks || countLastArcs(place);
            case 5:
                return forgetPaths(place);
            default:
                return forgetWays(place);
        }
    }

    /** g. */
    __device__ __forceinline__ bool findWays(CyclePlace& place) {
        return walk.run(
                job.predecessors, before, beforeCount, hasWalks, place,
                [&](u32, u32 word, bool isFirst) {
                    if (isFirst) {
                        atomicOr(own.ways + (word & ~MUTUAL), BEFORE_ROOT | (word & MUTUAL ? MUTUAL_WITH_ROOT : 0));
                    }
                    return 0u;
                },
                [&](const VisitedArc& arc) {
                    if (arc.isArc) {
                        atomicAdd(own.ways + (arc.neighbor & ~MUTUAL), 1u);
                    }
                });
    }

    /** f, and on the way the pairs of mutual arcs at the root, its triangles, and their walks that are no cycles. */
    __device__ __forceinline__ bool findPaths(CyclePlace& place) {
        return walk.run(
                job.successors, after, afterCount, job.maxLength >= 3, place,
                [&](u32 i, u32 word, bool isFirst) {
                    if (isFirst && word & MUTUAL) {
                        sums.of[MOTIF_CYCLE_PAIRS]++;
                        if (EACH && job.wants(2)) {
                            atomicAdd(job.pairs + firstAfter + i, 1ull);
                        }
                    }
                    return 0u;
                },
                [&](const VisitedArc& arc) { visitPath(arc); });
    }

    __device__ __forceinline__ void visitPath(const VisitedArc& arc) {
        const u32 a = arc.word & ~MUTUAL, b = arc.neighbor & ~MUTUAL;
        const bool goesBack = arc.isArc && arc.word & arc.neighbor & MUTUAL;
        const u32 ways = arc.isArc ? own.ways[b] : 0;
        const bool isTriangle = ways & BEFORE_ROOT;
        u64 others = 0;
        if (arc.isArc && hasWalks) {
            if (atomicAdd(own.paths + b, 1u) == 0) {
                own.listed[atomicAdd(&shared.listedCount, 1u)] = b;
            }
        }
        if (isTriangle) {
            others = (u64)low + job.mutual[a] + job.mutual[b] - (arc.word >> 31) - (arc.neighbor >> 31)
                    - (ways & MUTUAL_WITH_ROOT ? 1 : 0);
        }
        sums.of[MOTIF_CYCLE_OTHERS_OF_FOUR] += goesBack;
        sums.of[MOTIF_CYCLE_TRIANGLES] += isTriangle;
        sums.of[MOTIF_CYCLE_OTHERS_OF_FIVE] += others;
        if (EACH) {
            countTriangle(arc, b, goesBack && job.wants(4), isTriangle, job.wants(5) ? others : 0);
        }
    }

    __device__ __forceinline__ void countTriangle(
            const VisitedArc& arc, u32 b, bool goesBack, bool isTriangle, u64 others) {
        const LanesOfVertex lanes(arc.index);
        const u32 triangles = lanes.sum((u32)isTriangle), returns = lanes.sum((u32)goesBack);
        const u64 sum = lanes.sum(others);
        if (isTriangle) {
            const u32 back = job.successors.from(b, root);
            atomicAdd(job.triangles + arc.slot, 1u);
            atomicAdd(job.triangles + back, 1u);
            if (others > 0) {
                atomicAdd(job.counts + arc.slot, 0 - others);
                atomicAdd(job.counts + back, 0 - others);
            }
        }
        if (goesBack) {
            atomicAdd(job.pairs + arc.slot, ~0ull);
        }
        if (lanes.isLast && triangles > 0) {
            atomicAdd(job.triangles + firstAfter + arc.index, triangles);
            atomicAdd(job.rooted + root, (u64)triangles);
            atomicAdd(job.counts + firstAfter + arc.index, 0 - sum);
        }
        if (lanes.isLast && returns > 0) {
            atomicAdd(job.pairs + firstAfter + arc.index, 0 - (u64)returns);
        }
    }

    /** The walks of four arcs, and of five; by arc also h, k, and the arcs from where paths end. */
    __device__ __forceinline__ bool joinPaths(CyclePlace& place) {
        return walk.run(
                job.successors, own.listed, shared.listedCount, EACH || job.maxLength >= 5, place,
                [&](u32, u32 b, bool isFirst) {
                    const u32 paths = own.paths[b];
                    if (isFirst) {
                        sums.of[MOTIF_CYCLE_WALKS_OF_FOUR] += (u64)paths * (own.ways[b] & WAYS);
                    }
                    return paths;
                },
                [&](const VisitedArc& arc) {
                    const u32 c = arc.neighbor & ~MUTUAL;
                    const u32 found = arc.isArc ? own.ways[c] : 0, ways = found & WAYS;
                    sums.of[MOTIF_CYCLE_WALKS_OF_FIVE] += (u64)arc.value * ways;
                    if (EACH) {
                        const LanesOfVertex lanes(arc.index);
                        const u32 sum = lanes.sum(ways);
                        if (lanes.isLast && sum > 0) {
                            atomicAdd(own.waysOfNext + arc.word, sum);
                        }
                        if (found != 0) {
                            atomicAdd(own.pathsBefore + c, arc.value);
                            const u64 walks = (job.wants(4) && found & BEFORE_ROOT ? arc.value : 0)
                                    + (job.wants(5) ? (u64)arc.value * ways : 0);
                            atomicAdd(job.counts + arc.slot, walks);
                        }
                    }
                });
    }

    /** The walks by their first arc and by the next one. */
    __device__ __forceinline__ bool countFirstArcs(CyclePlace& place) {
        return walk.run(
                job.successors, after, afterCount, true, place, [](u32, u32, bool) { return 0u; },
                [&](const VisitedArc& arc) {
                    const u32 b = arc.neighbor & ~MUTUAL;
                    const u64 walks = !arc.isArc ? 0
                                                 : (job.wants(4) ? (u64)(own.ways[b] & WAYS) : 0)
                                    + (job.wants(5) ? (u64)own.waysOfNext[b] : 0);
                    addWalks(job.counts, arc, firstAfter, walks);
                });
    }

    /** The walks by their last arc and by the one before it. */
    __device__ __forceinline__ bool countLastArcs(CyclePlace& place) {
        return walk.run(
                job.predecessors, before, beforeCount, true, place,
                [&](u32 i, u32 word, bool isFirst) {
                    const u32 walks = own.pathsBefore[word & ~MUTUAL];
                    if (isFirst && job.wants(4) && walks > 0) {
                        atomicAdd(job.incoming + firstBefore + i, (u64)walks);
                    }
                    return 0u;
                },
                [&](const VisitedArc& arc) {
                    const u64 walks = arc.isArc && job.wants(5) ? own.pathsBefore[arc.neighbor & ~MUTUAL] : 0;
                    addWalks(job.incoming, arc, firstBefore, walks);
                });
    }

    /** Adds to the slot of an arc, and to the slot of the arc between its first vertex and the root. */
    __device__ __forceinline__ static void addWalks(u64* counts, const VisitedArc& arc, u32 firstOfRoot, u64 walks) {
        const LanesOfVertex lanes(arc.index);
        const u64 sum = lanes.sum(walks);
        if (walks > 0) {
            atomicAdd(counts + arc.slot, walks);
        }
        if (lanes.isLast && sum > 0) {
            atomicAdd(counts + firstOfRoot + arc.index, sum);
        }
    }

    __device__ __forceinline__ bool forgetPaths(CyclePlace& place) {
        return walk.run(
                job.successors, own.listed, shared.listedCount, false, place,
                [&](u32, u32 b, bool) {
                    own.paths[b] = 0;
                    if (EACH) {
                        own.waysOfNext[b] = 0;
                    }
                    return 0u;
                },
                [](const VisitedArc&) {});
    }

    __device__ __forceinline__ bool forgetWays(CyclePlace& place) {
        return walk.run(
                job.predecessors, before, beforeCount, hasWalks, place,
                [&](u32, u32 word, bool) {
                    forget(word & ~MUTUAL);
                    return 0u;
                },
                [&](const VisitedArc& arc) {
                    if (arc.isArc) {
                        forget(arc.neighbor & ~MUTUAL);
                    }
                });
    }

    __device__ __forceinline__ void forget(u32 vertex) const {
        own.ways[vertex] = 0;
        if (EACH) {
            own.pathsBefore[vertex] = 0;
        }
    }
};

/**
 * Claims the next root that may be on a cycle; ROOTS_END when none is left, NO_ROOT when time is over, which the first claim
 * of a launch does not ask. One thread.
 */
__device__ __forceinline__ u32 claimRoot(const CycleJob& job, const Slice& slice, bool& isFirst) {
    while (isFirst || !slice.isOver()) {
        isFirst = false;
        const u64 turn = atomicAdd(job.claimed, 1ull);
        if (turn >= job.roots.count) {
            return ROOTS_END;
        }
        const u32 root = (u32)job.roots.at(turn);
        if (job.successors.from(root, root + 1) < job.successors.end(root)
            && job.predecessors.from(root, root + 1) < job.predecessors.end(root)) {
            return root;
        }
    }
    return NO_ROOT;
}

/** The words of a block's state: 1 + its root, or 0; its place; and the vertices listed. */
template <bool EACH>
__device__ __forceinline__ void countCycles(
        const CycleJob& job, u64 nanos, u64* unfinished, u32* states, u32* scratch, u64* totals) {
    __shared__ CycleShared shared;
    const Slice slice(nanos);
    const CycleScratch own(scratch, job.count, EACH ? MOTIF_CYCLE_ARC_ARRAYS : MOTIF_CYCLE_TOTAL_ARRAYS);
    u32* state = states + MOTIF_CYCLE_STATE_WORDS * blockIdx.x;
    CycleSums sums;
    CyclePlace place = {state[1], state[2], state[3]};
    if (threadIdx.x == 0) {
        shared.root = state[0] - 1;  // NO_ROOT where there is none
        shared.listedCount = state[4];
    }
    __syncthreads();
    bool isOver = false, isFirst = true;
    while (true) {
        if (threadIdx.x == 0 && shared.root == NO_ROOT) {
            shared.root = claimRoot(job, slice, isFirst);
            shared.listedCount = 0;
        }
        __syncthreads();
        const u32 root = shared.root;
        isOver = root == NO_ROOT;
        if (isOver || root == ROOTS_END) {
            break;
        }
        RootedCycles<EACH> cycles(job, own, shared, sums, root, slice);
        isOver = !cycles.run(place);
        if (isOver) {
            break;
        }
        place = {0, 0, 0};
        sums.hold(totals);
        __syncthreads();
        if (threadIdx.x == 0) {
            shared.root = NO_ROOT;
        }
    }
    if (threadIdx.x == 0) {
        state[0] = shared.root == ROOTS_END ? 0 : shared.root + 1;
        state[1] = place.phase;
        state[2] = place.tile;
        state[3] = place.arc;
        state[4] = shared.listedCount;
        if (isOver) {
            *unfinished = 1;
        }
    }
    sums.end(totals);
}

/** Adds to the totals, from the roots of some chunks; see the head. */
extern "C" __global__ void __launch_bounds__(THREADS, 3) cycle_totals_per_root(
        const u64* __restrict__ offsets, const u32* __restrict__ neighbors, const u64* __restrict__ incomingOffsets,
        const u32* __restrict__ incomingNeighbors, u32 count, const u32* __restrict__ mutual,
        const u32* __restrict__ lower, u64 chunks, u64 firstChunk, u64 held, u64 rootCount, u32 minLength,
        u32 maxLength, u64* claimed, u64 nanos, u64* unfinished, u32* states, u32* scratch, u64* totals) {
    const CycleJob job = {
            {offsets, neighbors},
            {incomingOffsets, incomingNeighbors},
            count,
            mutual,
            lower,
            {chunks, firstChunk, held, rootCount},
            minLength,
            maxLength,
            claimed,
            nullptr,
            nullptr,
            nullptr,
            nullptr,
            nullptr};
    countCycles<false>(job, nanos, unfinished, states, scratch, totals);
}

/**
 * The same by arc: triangles[arc] and rooted[root] get the directed triangles through an arc, and with the lowest vertex
 * `root`; counts[arc], incoming[arc], by the slot in the row of the arc's end, and pairs[arc], which is for the arc and the
 * arc in the other direction, get closed walks less those that are no cycles.
 */
extern "C" __global__ void __launch_bounds__(THREADS, 3) cycle_arcs_per_root(
        const u64* __restrict__ offsets, const u32* __restrict__ neighbors, const u64* __restrict__ incomingOffsets,
        const u32* __restrict__ incomingNeighbors, u32 count, const u32* __restrict__ mutual,
        const u32* __restrict__ lower, u64 chunks, u64 firstChunk, u64 held, u64 rootCount, u32 minLength,
        u32 maxLength, u64* claimed, u64 nanos, u64* unfinished, u32* states, u32* scratch, u64* totals, u32* triangles,
        u64* rooted, u64* counts, u64* incoming, u64* pairs) {
    const CycleJob job = {
            {offsets, neighbors},
            {incomingOffsets, incomingNeighbors},
            count,
            mutual,
            lower,
            {chunks, firstChunk, held, rootCount},
            minLength,
            maxLength,
            claimed,
            triangles,
            rooted,
            counts,
            incoming,
            pairs};
    countCycles<true>(job, nanos, unfinished, states, scratch, totals);
}

/**
 * Marks the arcs whose ends are joined in both directions, in both kinds of rows. mutual[v], lower[v] += the neighbors of v
 * that are joined with it like that, and those of them of lower rank.
 */
extern "C" __global__ void cycle_mutual_per_slot(
        const u64* __restrict__ offsets, u32* neighbors, const u64* __restrict__ incomingOffsets,
        u32* incomingNeighbors, u32 count, u64 slotCount, u32* mutual, u32* lower) {
    const ArcRows successors = {offsets, neighbors}, predecessors = {incomingOffsets, incomingNeighbors};
    forEachSlot(offsets, count, slotCount, [&](u64 slot, u32 u) {
        const u32 v = neighbors[slot] & ~MUTUAL;
        const u32 back = successors.from(v, u);
        if (back < successors.end(v) && (neighbors[back] & ~MUTUAL) == u) {
            neighbors[slot] = v | MUTUAL;
            incomingNeighbors[predecessors.from(v, u)] = u | MUTUAL;
            atomicAdd(mutual + u, 1u);
            if (v < u) {
                atomicAdd(lower + u, 1u);
            }
        }
    });
}

/** sums[v] = the sum of values over the slots of row v. */
template <class T>
__device__ __forceinline__ void sumRows(const u64* __restrict__ offsets, u32 count, const T* values, u64* sums) {
    const u32 lane = threadIdx.x & 31;
    for (u32 v = blockIdx.x * (blockDim.x >> 5) + (threadIdx.x >> 5); v < count; v += gridDim.x * (blockDim.x >> 5)) {
        u64 sum = 0;
        for (u64 slot = offsets[v] + lane; slot < offsets[v + 1ull]; slot += 32) {
            sum += values[slot];
        }
        sum = warpSum(sum);
        if (lane == 0) {
            sums[v] = sum;
        }
    }
}

/** ofVertex[v] = the directed triangles of v, from those of its arcs. */
extern "C" __global__ void cycle_triangles_per_vertex(
        const u64* __restrict__ offsets, u32 count, const u32* __restrict__ triangles, u64* __restrict__ ofVertex) {
    sumRows(offsets, count, triangles, ofVertex);
}

/** ofVertex[v] = the cycles of v, from those of its arcs. */
extern "C" __global__ void cycle_arcs_per_vertex(
        const u64* __restrict__ offsets, u32 count, const u64* __restrict__ counts, u64* __restrict__ ofVertex) {
    sumRows(offsets, count, counts, ofVertex);
}

/** counts[arc], which cycle_arcs_per_root has added to, = the cycles through the arc. */
extern "C" __global__ void cycle_arcs_per_slot(
        const u64* __restrict__ offsets, const u32* __restrict__ neighbors, const u64* __restrict__ incomingOffsets,
        const u32* __restrict__ incomingNeighbors, u32 count, u64 slotCount, u32 minLength, u32 maxLength,
        const u32* __restrict__ triangles, const u64* __restrict__ rooted, const u64* __restrict__ ofVertex,
        const u64* __restrict__ incoming, const u64* __restrict__ pairs, u64* counts) {
    const ArcRows successors = {offsets, neighbors}, predecessors = {incomingOffsets, incomingNeighbors};
    forEachSlot(offsets, count, slotCount, [&](u64 slot, u32 u) {
        const u32 word = neighbors[slot], v = word & ~MUTUAL;
        u64 cycles = counts[slot] + incoming[predecessors.from(v, u)];
        if (minLength <= 3 && maxLength >= 3) {
            cycles += triangles[slot];
        }
        if (word & MUTUAL) {
            const u32 back = successors.from(v, u);
            cycles += pairs[slot] + pairs[back];
            if (maxLength == 5) {
                // Each triangle of one of the two makes a walk over the pair, unless it has the other one as its lowest vertex,
                // or the vertex of lower rank as its own lowest one. A triangle over the pair makes one, not two.
                const u64 ofPair = ofVertex[u] + ofVertex[v] - rooted[min(u, v)] - triangles[slot] - triangles[back];
                cycles -= ofPair;
            }
        }
        counts[slot] = cycles;
    });
}
