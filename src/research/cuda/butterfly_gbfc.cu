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
// - The other two ways of Section 4.1 to share a table are here as well: a lock for each count, and a table for each
//   thread, of as many threads as the memory holds tables for.
//
// Without direction: starts are the vertices of one side, in their own ids; `start` rows lead to the other side and
// `middle` rows back. With direction: both are the rows of the ranked graph and only neighbors after u count. Rows are
// ascending, so the wedges of one part of the id space are a run of each row.
//
// Launches. The words are those of cuda/README.md.
//
// Without edge direction start is the side with fewer vertices, middle the other one, and directed 0. With it both are
// the ranked graph, startCount is n, and directed 1. starts is null for all vertices, or a list with a pointer to its
// length. Zero total, places before the first launch and unfinished u64[1] before each; again and again until it stays
// 0.
//   kernel; launch:
//     butterfly_gbfc_classes_per_vertex: any; lists u32[3 * startCount], zero listSizes u64[3]: thread, block, several
//       blocks
//     butterfly_gbfc_lists_total_per_thread: any x GBFC_THREAD_BLOCK exactly; places u64[GBFC_THREAD_PLACE_WORDS] a
//       thread
//     butterfly_gbfc_map_total_per_thread: any x GBFC_THREAD_BLOCK; tables u32[tableCount * startCount], zero before the
//       first launch and after the last; places as of the one above
//     butterfly_gbfc_shared_total_per_block, butterfly_gbfc_locked_total_per_block: resident x GBFC_THREADS; dynamic
//       shared 4 * tableWords; savedTables u32[grid * tableWords]; places u64[GBFC_PLACE_WORDS + GBFC_THREADS] a block
//     butterfly_gbfc_global_total_per_block: any x GBFC_THREADS; tables u32[grid * startCount], zero before the first
//       launch and after the last; places as above
//     butterfly_gbfc_wedges_per_blocks: exactly (start vertices of the batch) * blocksPerStart x GBFC_THREADS; tables
//       as above; places u64 a warp
//     butterfly_gbfc_total_per_table: any; after the last one above; words = batch * startCount
//
// The paper has threadDegree 16, blockDegree 1024, wedgeThreshold 4096, and two blocks a vertex. Its edge direction is
// not exact as published; see the head of the file.
#include "include/count.cuh"
#include "include/csr.cuh"
#include "include/kernel_abi.h"
#include "include/slice.cuh"

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

/** How often a launch looks at the clock: once in so many elements of lists, or middles of a thread or warp. */
static constexpr u32 ELEMENTS_A_LOOK = 1024, MIDDLES_A_LOOK = 8;

/** How a block goes through the wedges of a start vertex; or not at all, since time is over. */
enum Walk : u32 { STOP, MIDDLE_A_THREAD, MIDDLE_A_WARP };

/** The time of a launch, and how many middles this thread has taken. */
struct Clock {
    const Slice slice;
    u32 middles;

    __device__ __forceinline__ explicit Clock(u64 nanos) : slice(nanos), middles(0) {}

    /** Whether time is over, at a middle of the thread; or of the warp, whose lanes then get the same answer. */
    __device__ __forceinline__ bool isOverAfterMiddle(bool byWarp) {
        const bool isOver = ++middles % MIDDLES_A_LOOK == 0 && slice.isOver();
        // Lanes may have taken different numbers of middles before.
        return byWarp ? __any_sync(FULL_WARP, isOver) : isOver;
    }
};

/** The slot of the first middle that a thread takes, or its warp. */
__device__ __forceinline__ u64 firstMiddle(u64 begin, Walk walk) {
    return begin + (walk == MIDDLE_A_WARP ? threadIdx.x >> 5 : threadIdx.x);
}

/**
 * Calls add for each end in [low, high) of the middles in slots [at, end) that are this thread's; at is its first one.
 * In a warp each lane takes another end of its middle. Returns whether time is over; then `at` is where to go on.
 */
template <class Add>
__device__ __forceinline__ bool countEnds(
        const Bipartite& g, u64& at, u64 end, u64 low, u64 high, Walk walk, Clock& clock, Add add) {
    const bool byWarp = walk == MIDDLE_A_WARP;
    const u32* __restrict__ ends = g.middle.neighbors;
    const u32 offset = byWarp ? threadIdx.x & 31 : 0, step = byWarp ? 32 : 1;
    bool isOver = false;
    for (; at < end && !isOver; at += byWarp ? blockDim.x >> 5 : blockDim.x) {
        u32 v = g.start.neighbors[at];
        u64 last = g.middle.end(v);
        for (u64 j = lowerBound(ends, g.middle.begin(v), last, (u32)low) + offset; j < last; j += step) {
            u32 w = ends[j];
            if (w >= high) {
                break;
            }
            add(w);
        }
        isOver = clock.isOverAfterMiddle(byWarp);
    }
    __syncwarp();
    return isOver;
}

/**
 * Chooses a walk by warps when degree times the mean row length of up to 32 middles, the paper's estimate of the
 * wedges, is above a threshold; none if it may stop and time is over. All threads of the block call it; it has one
 * barrier.
 */
__device__ __forceinline__ Walk
chooseWalk(const Bipartite& g, u64 begin, u64 end, u64 threshold, bool mayStop, const Slice& slice) {
    __shared__ Walk walk;
    if (threadIdx.x < 32) {
        u64 degree = end - begin, samples = min(degree, 32ull);
        u64 length = 0;
        if (threadIdx.x < samples) {
            u32 v = g.start.neighbors[begin + degree * threadIdx.x / samples];
            length = g.middle.end(v) - g.middle.begin(v);
        }
        length = warpSum(length);
        if (threadIdx.x == 0) {
            u64 estimate = samples == 0 ? 0 : degree * length / samples;
            walk = mayStop && slice.isOver() ? STOP : estimate > threshold ? MIDDLE_A_WARP : MIDDLE_A_THREAD;
        }
    }
    __syncthreads();
    return walk;
}

// start, middle: both sides of the graph, or with `directed` twice the ranked one. starts: a list of startsInList[0]
// start vertices, or null for all. total: low and high word, added to. A launch ends after about `nanos` nanoseconds; when
// it sets *unfinished, launch again with as many blocks. `places` are zero before the first launch, and tell the next one
// where to go on.
#define MOTIF_GBFC_PARAMETERS                                                                                          \
    const u64 *__restrict__ startOffsets, const u32 *__restrict__ startNeighbors,                                      \
            const u64 *__restrict__ middleOffsets, const u32 *__restrict__ middleNeighbors, u32 startCount,            \
            u32 directed, const u32 *__restrict__ starts, const u64 *__restrict__ startsInList,                        \
            u64 *__restrict__ total, u64 nanos, u64 *places, u64 *unfinished

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
 * The place of a block: how far its start vertex is from its first one in the list; in which part of that it is, as the
 * kernel counts them from 1 on, or 0 when it has not begun it; and for each thread the slot of its next middle.
 */
struct BlockPlace {
    u64* words;

    __device__ __forceinline__ explicit BlockPlace(u64* places)
        : words(places + blockIdx.x * (u64)(MOTIF_GBFC_PLACE_WORDS + blockDim.x)) {}

    __device__ __forceinline__ u64& start() const { return words[0]; }
    __device__ __forceinline__ u64& part() const { return words[1]; }
    __device__ __forceinline__ u64& middle() const { return words[MOTIF_GBFC_PLACE_WORDS + threadIdx.x]; }
};

/**
 * Takes every gridDim.x-th of `count` start vertices, from the block's place on, until time is over.
 * countStart(u, begin, end, walk, part, clock) counts from one of them, whose middles are in slots [begin, end), from a
 * part on, and returns whether time is over; `part` is then where to go on. All threads, with a barrier at its end.
 */
template <class CountStart>
__device__ __forceinline__ void forStarts(
        const Bipartite& g, const u32* starts, u64 count, u64 wedgeThreshold, u64 nanos, const BlockPlace& place,
        u64* unfinished, CountStart countStart) {
    Clock clock(nanos);
    u64 s = blockIdx.x + place.start();
    u32 part = (u32)place.part();
    bool isOver = false;
    for (bool mayStop = false; s < count && !isOver; mayStop = true) {
        const u32 u = startAt(starts, s);
        const u64 begin = g.begin(u), end = g.start.end(u);
        const Walk walk = chooseWalk(g, begin, end, wedgeThreshold, mayStop, clock.slice);
        isOver = walk == STOP || countStart(u, begin, end, walk, part, clock);
        if (!isOver) {
            s += gridDim.x;
            part = 0;
        }
    }
    if (threadIdx.x == 0) {
        place.start() = s - blockIdx.x;
        place.part() = part;
        if (isOver) {
            *unfinished = 1;
        }
    }
}

/**
 * Raises a count while holding its lock; returns what it was before, the butterflies that its last wedge closes. (The
 * racecheck of compute-sanitizer, which knows barriers and not locks, reports the count.)
 */
__device__ __forceinline__ u32 raiseLocked(u32* count, u32* lock) {
    u32 before = 0;
    for (bool isDone = false; !isDone;) {
        if (atomicExch(lock, 1u) == 0) {
            __threadfence_block();
            before = *(volatile u32*)count;
            *(volatile u32*)count = before + 1;
            __threadfence_block();
            atomicExch(lock, 0u);
            isDone = true;
        }
    }
    return before;
}

/**
 * Counts with the table in shared memory, part by part of the id space: without locks, and sums deferred until a part is
 * counted (the paper's algorithm 2); or LOCKED, when half of the table is locks and a wedge adds up what it raises. Above
 * wedgeThreshold estimated wedges a middle has a warp, else a thread. places: those of blocks; savedTables: tableWords a
 * block, for the time between two launches.
 */
template <bool LOCKED>
__device__ __forceinline__ void sharedTotal(
        MOTIF_GBFC_PARAMETERS, u64 wedgeThreshold, u32 tableWords, u32* savedTables) {
    extern __shared__ u32 table[];
    const Bipartite g = MOTIF_GBFC_GRAPH;
    const BlockPlace place(places);
    const u32 counts = LOCKED ? tableWords / 2 : tableWords;
    u32* saved = savedTables + blockIdx.x * (u64)tableWords;
    for (u32 i = threadIdx.x; i < tableWords; i += blockDim.x) {
        table[i] = place.part() == 0 ? 0 : saved[i];
    }
    u64 found = 0;
    __syncthreads();
    // A part of a start vertex is named by the least end that is counted in it.
    const auto countStart = [&](u32 u, u64 begin, u64 end, Walk walk, u32& part, Clock& clock) {
        bool resumes = part != 0;
        for (u64 low = resumes ? part : u + 1ull; low < startCount && end - begin > 1; low += counts) {
            const u64 high = min((u64)startCount, low + counts);
            u64 at = resumes ? place.middle() : firstMiddle(begin, walk);
            resumes = false;
            const bool isLate = countEnds(g, at, end, low, high, walk, clock, [&](u32 w) {
                if (LOCKED) {
                    found += raiseLocked(&table[w - low], &table[counts + w - low]);
                } else {
                    atomicAdd(&table[w - low], 1u);
                }
            });
            if (__syncthreads_or(isLate)) {
                part = (u32)low;
                place.middle() = at;
                for (u32 i = threadIdx.x; i < tableWords; i += blockDim.x) {
                    saved[i] = table[i];
                }
                return true;
            }
            for (u32 i = threadIdx.x; i < high - low; i += blockDim.x) {
                found += LOCKED ? 0 : pairs(table[i]);
                table[i] = 0;
            }
            __syncthreads();
        }
        __syncthreads();
        return false;
    };
    const u64 count = starts == nullptr ? startCount : *startsInList;
    forStarts(g, starts, count, wedgeThreshold, nanos, place, unfinished, countStart);
    addBlockTotal(total, found);
}

#define MOTIF_GBFC_ARGUMENTS                                                                                           \
    startOffsets, startNeighbors, middleOffsets, middleNeighbors, startCount, directed, starts, startsInList, total,   \
            nanos, places, unfinished

extern "C" __global__ void __launch_bounds__(MOTIF_GBFC_THREADS, 4) butterfly_gbfc_shared_total_per_block(
        MOTIF_GBFC_PARAMETERS, u64 wedgeThreshold, u32 tableWords, u32* savedTables) {
    sharedTotal<false>(MOTIF_GBFC_ARGUMENTS, wedgeThreshold, tableWords, savedTables);
}

extern "C" __global__ void __launch_bounds__(MOTIF_GBFC_THREADS, 4) butterfly_gbfc_locked_total_per_block(
        MOTIF_GBFC_PARAMETERS, u64 wedgeThreshold, u32 tableWords, u32* savedTables) {
    sharedTotal<true>(MOTIF_GBFC_ARGUMENTS, wedgeThreshold, tableWords, savedTables);
}

/**
 * Counts with a table of startCount words a block in global memory, zero before and after, instead of shared memory.
 * places: those of blocks.
 */
extern "C" __global__ void __launch_bounds__(MOTIF_GBFC_THREADS, 8)
        butterfly_gbfc_global_total_per_block(MOTIF_GBFC_PARAMETERS, u64 wedgeThreshold, u32* __restrict__ tables) {
    enum Part : u32 { COUNT = 1, SUM };
    const Bipartite g = MOTIF_GBFC_GRAPH;
    const BlockPlace place(places);
    u32* table = tables + (u64)blockIdx.x * startCount;
    u64 found = 0;
    const auto countStart = [&](u32 u, u64 begin, u64 end, Walk walk, u32& part, Clock& clock) {
        bool resumes = part != 0;
        for (part = resumes ? part : COUNT; part <= SUM; part++) {
            u64 at = resumes ? place.middle() : firstMiddle(begin, walk);
            resumes = false;
            // The thread that takes an end's count out sums it: one walk sums and clears, and touches only what was
            // counted.
            const bool isLate = part == COUNT
                    ? countEnds(g, at, end, u + 1ull, startCount, walk, clock, [&](u32 w) { atomicAdd(&table[w], 1u); })
                    : countEnds(g, at, end, u + 1ull, startCount, walk, clock, [&](u32 w) {
                          found += pairs(atomicExch(&table[w], 0u));
                      });
            if (__syncthreads_or(isLate)) {
                place.middle() = at;
                return true;
            }
        }
        return false;
    };
    const u64 count = starts == nullptr ? startCount : *startsInList;
    forStarts(g, starts, count, wedgeThreshold, nanos, place, unfinished, countStart);
    addBlockTotal(total, found);
}

/**
 * Counts vertices of high degree with several blocks each: each block counts a share of the middles into the vertex's
 * global table. Vertex firstStart + i of the list has table i and the blocksPerStart blocks from i * blocksPerStart on.
 * places: for each warp the slot of its next middle, or 0.
 */
extern "C" __global__ void __launch_bounds__(MOTIF_GBFC_THREADS, 8) butterfly_gbfc_wedges_per_blocks(
        MOTIF_GBFC_PARAMETERS, u64 firstStart, u32 blocksPerStart, u32* __restrict__ tables) {
    const Bipartite g = MOTIF_GBFC_GRAPH;
    const u64 count = starts == nullptr ? startCount : *startsInList;
    const u64 s = firstStart + blockIdx.x / blocksPerStart;
    if (s < count) {
        Clock clock(nanos);
        u32* table = tables + (u64)(blockIdx.x / blocksPerStart) * startCount;
        u64& next = places[(blockIdx.x * blockDim.x + threadIdx.x) >> 5];
        const u32 u = startAt(starts, s), share = blockIdx.x % blocksPerStart;
        const u64 begin = g.begin(u), degree = g.start.end(u) - begin;
        const u64 first = begin + degree * share / blocksPerStart, end = begin + degree * (share + 1) / blocksPerStart;
        u64 at = next == 0 ? firstMiddle(first, MIDDLE_A_WARP) : next;
        countEnds(g, at, end, u + 1ull, startCount, MIDDLE_A_WARP, clock, [&](u32 w) { atomicAdd(&table[w], 1u); });
        if ((threadIdx.x & 31) == 0) {
            next = at;
            if (at < end) {
                *unfinished = 1;
            }
        }
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

/**
 * Intersects lists, meant for vertices of few neighbors: for each wedge u-v-w it counts the later neighbors x of w that
 * are neighbors of u, by binary search in u's list, which is in shared memory if it has at most MOTIF_GBFC_THREAD_LIST
 * elements. places: for each thread how far its start vertex is from its first one, the position of v in u's list, and
 * the slots of w and of x, or 0 for the first ones.
 */
extern "C" __global__ void __launch_bounds__(MOTIF_GBFC_THREAD_BLOCK)
        butterfly_gbfc_lists_total_per_thread(MOTIF_GBFC_PARAMETERS) {
    __shared__ u32 lists[MOTIF_GBFC_THREAD_BLOCK][MOTIF_GBFC_THREAD_LIST + 1];
    const Bipartite g = MOTIF_GBFC_GRAPH;
    const Slice slice(nanos);
    const u64 count = starts == nullptr ? startCount : *startsInList;
    const u32 thread = blockIdx.x * blockDim.x + threadIdx.x;
    places += MOTIF_GBFC_THREAD_PLACE_WORDS * (u64)thread;
    u64 s = thread + places[0], j = places[2], k = places[3];
    u32 i = (u32)places[1];
    u64 found = 0;
    u32 elements = 0;
    const auto isOverAfterElement = [&] { return ++elements % ELEMENTS_A_LOOK == 0 && slice.isOver(); };
    bool isOver = false;
    for (; s < count && !isOver; s += isOver ? 0 : (u64)gridDim.x * blockDim.x) {
        const u32 u = startAt(starts, s);
        const u64 begin = g.begin(u), end = g.start.end(u);
        const u32 degree = (u32)(end - begin);
        const u32* list = g.start.neighbors + begin;
        if (degree <= MOTIF_GBFC_THREAD_LIST) {
            for (u32 n = 0; n < degree; n++) {
                lists[threadIdx.x][n] = list[n];
            }
            list = lists[threadIdx.x];
        }
        for (; i < degree && !isOver; i += isOver ? 0 : 1) {
            const u32 v = list[i];
            const u64 last = g.middle.end(v);
            j = j != 0 ? j : lowerBound(g.middle.neighbors, g.middle.begin(v), last, u + 1);
            for (; j < last && !isOver; j += isOver ? 0 : 1) {
                const u32 w = g.middle.neighbors[j];
                const u64 lastOfW = g.start.end(w);
                k = k != 0 ? k : lowerBound(g.start.neighbors, g.start.begin(w), lastOfW, v + 1);
                for (; k < lastOfW && !isOver; k++) {
                    const u32 x = g.start.neighbors[k];
                    const u64 at = lowerBound(list, i + 1, degree, x);
                    found += at < degree && list[at] == x;
                    isOver = isOverAfterElement();
                }
                isOver = isOver || isOverAfterElement();
                k = isOver ? k : 0;
            }
            j = isOver ? j : 0;
        }
        i = isOver ? i : 0;
    }
    places[0] = s - thread;
    places[1] = i;
    places[2] = j;
    places[3] = k;
    if (isOver) {
        *unfinished = 1;
    }
    addBlockTotal(total, found);
}

/**
 * Counts with a table for each thread, which takes a start vertex alone: a wedge adds up what it raises, and a second
 * walk clears the table. places: for each thread how far its start vertex is from its first one, the position of the
 * middle among its neighbors, the slot of the end, or 0 for the first one, and 1 while it clears.
 */
extern "C" __global__ void __launch_bounds__(MOTIF_GBFC_THREAD_BLOCK)
        butterfly_gbfc_map_total_per_thread(MOTIF_GBFC_PARAMETERS, u32* __restrict__ tables, u32 tableCount) {
    const Bipartite g = MOTIF_GBFC_GRAPH;
    const Slice slice(nanos);
    const u64 count = starts == nullptr ? startCount : *startsInList;
    const u32 thread = blockIdx.x * blockDim.x + threadIdx.x;
    const u64 stride = min((u64)tableCount, (u64)gridDim.x * blockDim.x);
    u32* table = tables + (u64)thread * startCount;
    places += MOTIF_GBFC_THREAD_PLACE_WORDS * (u64)thread;
    u64 s = thread < tableCount ? thread + places[0] : count, j = places[2];
    u32 i = (u32)places[1];
    bool clears = places[3] != 0;
    u64 found = 0;
    u32 elements = 0;
    bool isOver = false;
    while (s < count && !isOver) {
        const u32 u = startAt(starts, s);
        const u64 begin = g.begin(u);
        const u32 degree = (u32)(g.start.end(u) - begin);
        for (; i < degree && !isOver; i += isOver ? 0 : 1) {
            const u32 v = g.start.neighbors[begin + i];
            const u64 last = g.middle.end(v);
            j = j != 0 ? j : lowerBound(g.middle.neighbors, g.middle.begin(v), last, u + 1);
            for (; j < last && !isOver; j++) {
                u32& ofEnd = table[g.middle.neighbors[j]];
                found += clears ? 0 : ofEnd;
                ofEnd = clears ? 0 : ofEnd + 1;
                isOver = ++elements % ELEMENTS_A_LOOK == 0 && slice.isOver();
            }
            j = isOver ? j : 0;
        }
        if (!isOver) {
            i = 0;
            s += clears ? stride : 0;
            clears = !clears;
        }
    }
    if (thread < tableCount) {
        places[0] = s - thread;
        places[1] = i;
        places[2] = j;
        places[3] = clears;
    }
    if (isOver) {
        *unfinished = 1;
    }
    addBlockTotal(total, found);
}
