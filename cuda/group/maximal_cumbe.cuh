// Finds maximal bicliques after Chang, "Parallel Maximal Biclique Enumeration on GPUs" (NTU, 2023): cuMBE. maximal.cuh
// has the words, and MaximalBicliqueAlgorithm.java the definition.
//
// A block searches below a root vertex without recursion. Its sets are compact arrays that all levels share: L in one,
// with the common vertices of a level in front; Q and P in another one, a level's P right after its Q. A level is a few
// pointers into them. To go back to a level is to read its pointers again, since a child moves members only within the
// ranges of its parent, except that the child's own candidates, which are in its Q by now, go back after the parent's
// Q. Of R only the size is kept; its members are computed when they are wanted.
//
// Techniques, each of which can be left out, as Techniques::has says, which the including file defines:
//   candidate selection           the candidate that leaves the fewest common vertices goes next, else the first;
//   first-level early stop        a candidate's edges are read until it cannot be the smallest any more;
//   second-level early stop       the selection ends at a candidate as small as the one selected before;
//   work stealing                 blocks without a root vertex take candidates of the roots of others;
//   intersection computation      |N(x) & L'| is counted along the edges of L' for all x at once, else along those of x
//   two-level parallelism         a warp for a vertex and a lane for an edge, else a thread for a vertex;
//   exact root order              candidates of a root are sorted by what they leave, else into 64 classes of that;
//   deep stealing                 when blocks have no work, the rest of the lowest level that has one is listed too.
// In the thesis second-level trees are handed over between launches of a cooperative group. Here they are taken at any
// time, from a list that does not change while it is open. It has the candidates of a root or, by deep stealing, those
// that a level of the owner's own search had left: from then on the owner takes these from its list, as others do.
//
// Launches. The words are those of cuda/README.md.
//
// Set CLAIMED to 0, and launch the kernel again while STOP is set. With branches null and
// branchCount n it searches below all roots. wordsPerBlock is CUMBE_ARRAYS * n + CUMBE_LEVEL_WORDS * (largest degree of
// a root + 4).
#pragma once
#include "group/maximal.cuh"

static constexpr u32 THREADS = MOTIF_MAXIMAL_THREADS;
/** Blocks that a multiprocessor must hold: with fewer registers than the compiler takes by itself there are more. */
static constexpr u32 BLOCKS_PER_MULTIPROCESSOR = 4;
static constexpr u32 ROOT_LEVEL = 1;
static constexpr u64 GATE_OPEN = 1ull << 32;

/** Pointers into the arrays: Q is [before, candidates), P is [candidates, end), L is [0, commons). */
struct Level {
    u32 before, candidates, end, commons;
    u32 roots;     // |R|
    u32 selected;  // the common vertices that the candidate selected last leaves
};
static_assert(sizeof(Level) == 4 * MOTIF_CUMBE_LEVEL_WORDS, "a level");

/** The state of a block between launches, which the blocks that steal from it see. */
struct BlockState {
    u64 gate;            // GATE_OPEN while listed candidates may be taken, and how many blocks are taking one
    const u32* commons;  // L of the level whose Q and P are listed
    u32 next, before, total, size, roots;  // candidates taken, |Q|, |Q| + |P|, |L| and |R| there
    u32 waiting;                           // a branch that was claimed but not reported yet, plus 1; 0 for none
    u32 level;                             // of the search; 0 when there is none
    u32 selected;                          // whether the level's candidate was selected but not reported yet
    u32 active;                            // whether the block is counted in ACTIVE
    u32 pad;
    u64 busy;
};
static_assert(sizeof(BlockState) == 8 * MOTIF_MAXIMAL_BLOCK_WORDS, "the state of a block");

/** A block's arrays, n words each, and its levels. */
struct Arrays {
    u32* counts;   // zero between nodes
    u32* levelOf;  // of a common vertex: the deepest level whose L it is in; 0 if it is not in the root's L
    u32* takenAt;  // of a root vertex in Q: the level whose candidate it was, 0 when it has been in Q from the root on
    u32 *commons, *members, *spare;
    u32* listed;  // Q and P in front, which are root vertices; at the end L, unless it is in the graph
    Level* levels;

    __device__ __forceinline__ Arrays(u32* all, u64 wordsPerBlock, u32 n, u64 block) {
        u32* own = all + block * wordsPerBlock;
        counts = own;
        levelOf = own + n;
        commons = own + 2ull * n;
        members = own + 3ull * n;
        listed = own + 4ull * n;
        spare = own + 5ull * n;
        takenAt = own + 6ull * n;
        levels = (Level*)(own + (u64)MOTIF_CUMBE_ARRAYS * n);
    }
};

/** The shared memory of a block. */
struct Shared {
    Level level;
    u32 depth, claimed;
    u32 kept, dropped, size, absorbed, keptCandidates;
    bool contained, flag;
    bool begun;  // whether the launch has begun to look for work, as each block may before it ends
    bool open;   // whether the block's own list is open
    u32 above, done;
    u64 best;
    u32 touched;
    u32 classes[ORDER_CLASSES];
    const u32* listedCommons;
    Level offered;
    u32 offeredLevel;
    u64 quietNodes;  // visited since a level was listed
};

struct Block {
    Search& s;
    Shared& shared;
    Arrays arrays;
    Techniques techniques;
    const Branch* branches;  // null: all root vertices
    u64 branchCount;

    __device__ __forceinline__ Branch branch(u32 i) const {
        return branches == nullptr ? s.rootBranch(i) : branches[i];
    }
    __device__ __forceinline__ bool has(u32 technique) const { return techniques.has(technique); }
    __device__ __forceinline__ u32 width() const { return has(MOTIF_CUMBE_TWO_LEVEL_PARALLELISM) ? 32 : 1; }
};

/**
 * Calls visit(x) for each neighbor x of list[0, count); a group of lanes takes a vertex of the list. All threads of the
 * block call it.
 */
template <class Visit>
__device__ __forceinline__ void forEachEdge(const Block& b, const u32* list, u32 count, Visit visit) {
    u32 width = b.width(), lane = threadIdx.x & (width - 1);
    for (u32 i = threadIdx.x / width; i < count; i += THREADS / width) {
        const u32* row = b.s.row(list[i]);
        u32 degree = b.s.degree(list[i]);
        for (u32 k = lane; k < degree; k += width) {
            visit(row[k]);
        }
    }
}

/**
 * Moves the members of array[from, to) for which keep(x) is true to its front, or to its back; returns their number.
 * The order changes. All threads of the block call it.
 */
template <class Keep>
__device__ __forceinline__ u32 partition(const Block& b, u32* array, u32 from, u32 to, bool toFront, Keep keep) {
    if (threadIdx.x == 0) {
        b.shared.kept = b.shared.dropped = 0;
    }
    __syncthreads();
    for (u32 first = from; first < to; first += THREADS) {
        u32 i = first + threadIdx.x, x = NONE;
        bool kept = false;
        if (i < to) {
            x = array[toFront ? i : to - 1 - (i - from)];
            kept = keep(x);
        }
        __syncthreads();
        if (i < to && kept) {
            u32 place = atomicAdd(&b.shared.kept, 1u);
            array[toFront ? from + place : to - 1 - place] = x;
        } else if (i < to) {
            b.arrays.spare[atomicAdd(&b.shared.dropped, 1u)] = x;
        }
    }
    __syncthreads();
    u32 kept = b.shared.kept;
    for (u32 i = threadIdx.x; i < to - from - kept; i += THREADS) {
        array[toFront ? from + kept + i : from + i] = b.arrays.spare[i];
    }
    __syncthreads();
    return kept;
}

// ---- a branch, mostly a root vertex: its biclique, and the list of its candidates ----

/**
 * Appends the candidates among items[0, count) to the first `before` entries of the list, those that leave few commons
 * first. All threads of the block call it.
 *
 * @param isCandidate for x and its index, whether it is one; it leaves fewer than `size` commons
 */
template <class IsCandidate>
__device__ __forceinline__ void listCandidates(
        const Block& b, const u32* items, u32 count, u32 before, u32 size, IsCandidate isCandidate) {
    bool exact = b.has(MOTIF_CUMBE_EXACT_ROOT_ORDER), selects = b.has(MOTIF_CUMBE_CANDIDATE_SELECTION);
    u32 classes = !selects ? 1 : exact ? size : ORDER_CLASSES;
    u32* starts = classes > ORDER_CLASSES ? b.arrays.spare : b.shared.classes;
    auto classOf = [&](u32 x) { return (u32)((u64)b.arrays.counts[x] * classes / size); };
    for (u32 i = threadIdx.x; i < classes; i += THREADS) {
        starts[i] = 0;
    }
    __syncthreads();
    for (u32 i = threadIdx.x; i < count; i += THREADS) {
        if (isCandidate(items[i], i)) {
            atomicAdd(&starts[classOf(items[i])], 1u);
        }
    }
    __syncthreads();
    if (threadIdx.x < 32) {
        u32 next = before;
        for (u32 first = 0; first < classes; first += 32) {
            u32 i = first + threadIdx.x, own = i < classes ? starts[i] : 0, sum = own;
            // Not warpSumUpTo: with (threadIdx.x & 31) >= d ptxas of CUDA 13.0, and of driver 580, makes code in which warps
            // come apart before a barrier of offerLevel (synccheck says so) and read what is not written yet. With
            // listCandidates out of line it is right too, and a sixth slower.
            for (u32 d = 1; d < 32; d *= 2) {
                u32 lower = __shfl_up_sync(FULL_WARP, sum, d);
                sum += threadIdx.x >= d ? lower : 0;
            }
            if (i < classes) {
                starts[i] = next + sum - own;
            }
            next += __shfl_sync(FULL_WARP, sum, 31);
        }
    }
    __syncthreads();
    for (u32 i = threadIdx.x; i < count; i += THREADS) {
        if (isCandidate(items[i], i)) {
            b.arrays.listed[atomicAdd(&starts[classOf(items[i])], 1u)] = items[i];
        }
    }
    __syncthreads();
}

/** Lists Q and P of a branch. All threads of the block call it. */
__device__ __forceinline__ void listBranch(const Block& b, const Branch& of) {
    Shared& h = b.shared;
    u32 v = of.last, size = of.size;
    u32 *counts = b.arrays.counts, *touched = b.arrays.members;
    if (threadIdx.x == 0) {
        h.touched = h.kept = h.dropped = h.above = h.absorbed = 0;
    }
    __syncthreads();
    forEachEdge(b, of.commons, size, [&](u32 x) {
        if (x != v && atomicAdd(&counts[x], 1u) == 0) {
            touched[atomicAdd(&h.touched, 1u)] = x;
        }
    });
    __syncthreads();
    for (u32 i = threadIdx.x; i < h.touched; i += THREADS) {
        u32 x = touched[i], common = counts[x];
        if (common == size) {
            atomicAdd(x > v ? &h.above : &h.absorbed, 1u);
        } else if (common >= b.s.minCommons) {
            if (x > v) {
                b.arrays.listed[atomicAdd(&h.kept, 1u)] = x;
            } else {
                atomicAdd(&h.dropped, 1u);
            }
        }
    }
    __syncthreads();
    listCandidates(b, touched, h.touched, h.kept, size, [&](u32 x, u32) {
        return x < v && counts[x] < size && counts[x] >= b.s.minCommons;
    });
    for (u32 i = threadIdx.x; i < h.touched; i += THREADS) {
        counts[touched[i]] = 0;
    }
    __syncthreads();
}

/** Opens the block's list of a level to all blocks; what is in it must be fenced. Thread 0 calls it. */
__device__ __forceinline__ void openList(const Block& b, BlockState& own, const u32* commons, const Level& level) {
    own.commons = commons;
    own.next = 0;
    own.before = level.candidates;
    own.total = level.end;
    own.size = level.commons;
    own.roots = level.roots;
    __threadfence();
    atomicAdd(&own.gate, GATE_OPEN);
    b.shared.open = true;
    __threadfence();
    atomicAdd(b.s.counter(MOTIF_MAXIMAL_OFFERS), 1ull);
}

/**
 * Opens a branch's list to all blocks. A root vertex is reported: false when there is no room for that. All threads of
 * the block call it.
 */
__device__ __forceinline__ bool openBranch(const Block& b, u32 claimed, BlockState& own) {
    Shared& h = b.shared;
    Branch of = b.branch(claimed);
    listBranch(b, of);
    u32 roots = 1 + h.above + h.absorbed, candidates = h.dropped;
    bool maximal = h.above == of.above, isNew = maximal && b.branches == nullptr;
    bool descends = maximal && candidates > 0 && b.s.mayReach(of.size, roots, candidates);
    __syncthreads();
    if (threadIdx.x < 32) {
        bool room = !isNew || report(b.s, {of.commons, of.size, nullptr, 0, false}, of.size, roots);
        if (threadIdx.x == 0) {
            h.flag = room;
        }
    }
    __threadfence();
    __syncthreads();
    if (threadIdx.x == 0 && h.flag) {
        atomicAdd(b.s.counter(MOTIF_MAXIMAL_NODES), b.branches == nullptr ? 1ull : 0ull);
        if (descends) {
            openList(b, own, of.commons, {0, h.kept, h.kept + candidates, of.size, roots, NONE});
        }
    }
    __syncthreads();
    return h.flag;
}

/**
 * Takes the next candidate of the level that `of` has listed: afterwards the block's arrays are those of its level
 * with the candidate selected, the last one of Q. False when there is none. All threads of the block call it.
 */
__device__ __forceinline__ bool takeCandidate(const Block& b, BlockState& of, const u32* listed) {
    Shared& h = b.shared;
    if (threadIdx.x == 0) {
        h.flag = false;
        // The list does not change while a block that saw the gate open is counted in.
        if (atomicAdd(&of.gate, 1ull) & GATE_OPEN) {
            __threadfence();
            volatile BlockState& list = of;
            h.listedCommons = list.commons;
            u32 before = list.before, total = list.total;
            u32 index = before + min(atomicAdd(&of.next, 1u), total - before);
            h.flag = index < total;
            h.level = {0, index + 1, total, list.size, list.roots, NONE};
        }
    }
    __syncthreads();
    bool taken = h.flag;
    if (taken) {
        for (u32 i = threadIdx.x; i < h.level.end; i += THREADS) {
            u32 x = __ldcg(listed + i);
            b.arrays.members[i] = x;
            b.arrays.takenAt[x] = 0;
        }
        for (u32 i = threadIdx.x; i < h.level.commons; i += THREADS) {
            u32 u = __ldcg(h.listedCommons + i);
            b.arrays.commons[i] = u;
            b.arrays.levelOf[u] = ROOT_LEVEL;
        }
    }
    __syncthreads();
    if (threadIdx.x == 0) {
        __threadfence();  // what the block has read comes before what the owner writes then
        atomicAdd(&of.gate, ~0ull);
        h.depth = taken ? ROOT_LEVEL : 0;
    }
    __syncthreads();
    return taken;
}

/**
 * Closes the block's own list, and waits until no block reads it, or the launch must end: in the next one none does.
 * Thread 0 calls it.
 */
__device__ __forceinline__ void closeList(const Search& s, BlockState& own, Shared& h) {
    atomicAdd(&own.gate, 0 - GATE_OPEN);
    h.open = false;
    while (*(volatile u64*)&own.gate != 0 && !s.stopped()) {
        __nanosleep(100);
    }
    __threadfence();
}

// ---- a node ----

/** Selects a candidate, which becomes the last one of Q; P must not be empty. All threads of the block call it. */
__device__ __forceinline__ void selectCandidate(const Block& b) {
    Shared& h = b.shared;
    u32 from = h.level.candidates, to = h.level.end, depth = h.depth;
    if (threadIdx.x == 0) {
        h.best = b.has(MOTIF_CUMBE_CANDIDATE_SELECTION) ? ~0ull : from;
        h.done = 0;
    }
    __syncthreads();
    if (b.has(MOTIF_CUMBE_CANDIDATE_SELECTION)) {
        u32 width = b.width(), lane = threadIdx.x & (width - 1);
        for (u32 i = from + threadIdx.x / width; i < to; i += THREADS / width) {
            bool done = *(volatile u32*)&h.done != 0;
            if (width == 32 ? __any_sync(FULL_WARP, done) : done) {
                break;
            }
            u32 x = b.arrays.members[i], degree = b.s.degree(x), common = 0;
            const u32* row = b.s.row(x);
            bool smaller = true;
            for (u32 k = 0; k < degree && smaller; k += width) {
                bool in = k + lane < degree && b.arrays.levelOf[row[k + lane]] == depth;
                common += width == 32 ? __popc(__ballot_sync(FULL_WARP, in)) : in;
                if (b.has(MOTIF_CUMBE_FIRST_LEVEL_EARLY_STOP)) {
                    smaller = common < (u32)(*(volatile u64*)&h.best >> 32);
                    smaller = width == 32 ? __any_sync(FULL_WARP, smaller) : smaller;
                }
            }
            if (smaller && lane == 0) {
                atomicMin(&h.best, (u64)common << 32 | i);
                if (b.has(MOTIF_CUMBE_SECOND_LEVEL_EARLY_STOP) && common == h.level.selected) {
                    atomicOr(&h.done, 1u);
                }
            }
            if (width == 32) {
                __syncwarp();
            }
        }
    }
    __syncthreads();
    if (threadIdx.x == 0) {
        u32 at = (u32)h.best, x = b.arrays.members[at];
        b.arrays.members[at] = b.arrays.members[from];
        b.arrays.members[from] = x;
        b.arrays.takenAt[x] = depth;
        h.level.candidates++;
        h.level.selected = (u32)(h.best >> 32);
    }
    __syncthreads();
}

/**
 * counts[x] = |N(x) & L'| for all x in the level's Q and P, maybe also for others; L' is commons[0, size). All threads
 * of the block call it.
 */
__device__ __forceinline__ void countMembers(const Block& b, u32 size) {
    const Level& level = b.shared.level;
    u32 *counts = b.arrays.counts, child = b.shared.depth + 1;
    if (b.has(MOTIF_CUMBE_INTERSECTION_COMPUTATION)) {
        forEachEdge(b, b.arrays.commons, size, [&](u32 x) { atomicAdd(&counts[x], 1u); });
    } else {
        u32 width = b.width(), lane = threadIdx.x & (width - 1);
        for (u32 i = level.before + threadIdx.x / width; i < level.end; i += THREADS / width) {
            u32 x = b.arrays.members[i], degree = b.s.degree(x), common = 0;
            for (u32 k = lane; k < degree; k += width) {
                common += b.arrays.levelOf[b.s.row(x)[k]] == child;
            }
            common = width == 32 ? warpSum32(common) : common;
            if (lane == 0) {
                counts[x] = common;
            }
        }
    }
    __syncthreads();
}

__device__ __forceinline__ void forgetCounts(const Block& b, u32 size) {
    u32* counts = b.arrays.counts;
    __syncthreads();
    if (b.has(MOTIF_CUMBE_INTERSECTION_COMPUTATION)) {
        forEachEdge(b, b.arrays.commons, size, [&](u32 x) { counts[x] = 0; });
    } else {
        for (u32 i = b.shared.level.before + threadIdx.x; i < b.shared.level.end; i += THREADS) {
            counts[b.arrays.members[i]] = 0;
        }
    }
    __syncthreads();
}

__device__ __forceinline__ void setLevelOf(const Block& b, u32 size, u32 level) {
    for (u32 i = threadIdx.x; i < size; i += THREADS) {
        b.arrays.levelOf[b.arrays.commons[i]] = level;
    }
    __syncthreads();
}

/**
 * Finds what the counts of Q and P say of L': whether it is maximal, and what its child keeps. All threads of the block
 * call it.
 */
__device__ __forceinline__ void inspectMembers(const Block& b, u32 size) {
    Shared& h = b.shared;
    if (threadIdx.x == 0) {
        h.absorbed = h.keptCandidates = 0;
        h.contained = false;
    }
    __syncthreads();
    for (u32 i = h.level.before + threadIdx.x; i < h.level.end; i += THREADS) {
        u32 common = b.arrays.counts[b.arrays.members[i]];
        if (i + 1 == h.level.candidates || common < b.s.minCommons) {
            continue;
        }
        if (common < size) {
            if (i >= h.level.candidates) {
                atomicAdd(&h.keptCandidates, 1u);
            }
        } else if (i < h.level.candidates) {
            h.contained = true;
        } else {
            atomicAdd(&h.absorbed, 1u);
        }
    }
    __syncthreads();
}

/** Goes to the level below: Q' is the back of Q, P' the front of P. All threads of the block call it. */
__device__ __forceinline__ void descend(const Block& b, u32 size, u32 roots) {
    Shared& h = b.shared;
    Level level = h.level;
    auto keep = [&](u32 x) {
        u32 common = b.arrays.counts[x];
        return common < size && common >= b.s.minCommons;
    };
    u32 before = partition(b, b.arrays.members, level.before, level.candidates, false, keep);
    u32 candidates = partition(b, b.arrays.members, level.candidates, level.end, true, keep);
    forgetCounts(b, size);
    if (threadIdx.x == 0) {
        b.arrays.levels[h.depth] = level;
        h.depth++;
        h.level = {level.candidates - before, level.candidates, level.candidates + candidates, size, roots, NONE};
    }
    __syncthreads();
}

/**
 * Visits the child of the candidate that is selected. False when there is no room for the report. All threads of the
 * block call it.
 */
__device__ __forceinline__ bool visit(const Block& b) {
    Shared& h = b.shared;
    u32 depth = h.depth, x = b.arrays.members[h.level.candidates - 1], degree = b.s.degree(x);
    for (u32 k = threadIdx.x; k < degree; k += THREADS) {
        u32* levelOf = &b.arrays.levelOf[b.s.row(x)[k]];
        if (*levelOf == depth) {
            *levelOf = depth + 1;
        }
    }
    __syncthreads();
    u32 size = partition(
            b, b.arrays.commons, 0, h.level.commons, true, [&](u32 u) { return b.arrays.levelOf[u] == depth + 1; });
    countMembers(b, size);
    inspectMembers(b, size);
    u32 roots = h.level.roots + 1 + h.absorbed, candidates = h.keptCandidates;
    bool maximal = !h.contained;
    __syncthreads();
    if (threadIdx.x < 32) {
        bool room = !maximal || report(b.s, {b.arrays.commons, size, nullptr, 0, false}, size, roots);
        if (threadIdx.x == 0) {
            h.flag = room;
        }
    }
    __syncthreads();
    bool room = h.flag;
    if (room && maximal && candidates > 0 && b.s.mayReach(size, roots, candidates)) {
        descend(b, size, roots);
    } else {
        forgetCounts(b, size);
        setLevelOf(b, size, depth);
    }
    return room;
}

/** Goes back to the level above. All threads of the block call it. */
__device__ __forceinline__ void ascend(const Block& b) {
    Shared& h = b.shared;
    u32 depth = h.depth;
    setLevelOf(b, h.level.commons, depth - 1);
    if (depth > ROOT_LEVEL) {
        partition(b, b.arrays.members, h.level.before, h.level.candidates, false, [&](u32 x) {
            return b.arrays.takenAt[x] == depth;
        });
    }
    if (threadIdx.x == 0) {
        h.depth--;
        if (h.depth > 0) {
            h.level = b.arrays.levels[h.depth];
        }
    }
    __syncthreads();
}

// ---- listing what a level has left ----

/** A level is listed after at least so many nodes, so that listing takes little of the time. */
static constexpr u64 NODES_BEFORE_OFFER = 16;

/**
 * Whether blocks wait for work, and the own list has none; then `offered` is the lowest level that has candidates left.
 * The level at which the search is needs two, since the block goes on with one of them. Thread 0 calls it, between two
 * nodes.
 */
__device__ __forceinline__ bool findOffer(const Block& b, BlockState& own) {
    Shared& h = b.shared;
    const volatile u64* control = b.s.control;
    if (h.quietNodes < NODES_BEFORE_OFFER || control[MOTIF_MAXIMAL_CLAIMED] < b.branchCount
        || control[MOTIF_MAXIMAL_ACTIVE] >= gridDim.x) {
        return false;
    }
    if (h.open) {
        if (*(volatile u32*)&own.next < own.total - own.before) {
            return false;
        }
        closeList(b.s, own, h);
    }
    for (u32 depth = ROOT_LEVEL + 1; depth <= h.depth; depth++) {
        h.offered = depth == h.depth ? h.level : b.arrays.levels[depth];
        if (h.offered.end - h.offered.candidates > (depth == h.depth ? 1 : 0)) {
            h.offeredLevel = depth;
            return *(volatile u64*)&own.gate == 0;  // not when the launch must end while blocks still read
        }
    }
    return false;
}

/** Lists the rest of `offered`, which the search does not go on with. All threads of the block call it. */
__device__ __forceinline__ void offerLevel(const Block& b, BlockState& own) {
    Shared& h = b.shared;
    Level level = h.offered;
    u32 size = level.commons, from = level.before, selectedEnd = h.level.candidates, at = h.offeredLevel;
    u32 *counts = b.arrays.counts, *listed = b.arrays.listed, *members = b.arrays.members;
    u32* commons = listed + (b.s.count - size);
    if (threadIdx.x == 0) {
        h.kept = h.dropped = 0;
    }
    __syncthreads();
    // Vertices behind the last selected one are left at all levels; what is before was selected at some level, the
    // vertices that are left at this one at a deeper one.
    auto isLeft = [&](u32 x, u32 i) { return from + i >= selectedEnd || b.arrays.takenAt[x] > at; };
    for (u32 i = threadIdx.x; i < level.end - from; i += THREADS) {
        u32 x = members[from + i];
        if (isLeft(x, i)) {
            atomicAdd(&h.dropped, 1u);
        } else {
            listed[atomicAdd(&h.kept, 1u)] = x;
        }
    }
    for (u32 i = threadIdx.x; i < size; i += THREADS) {
        commons[i] = b.arrays.commons[i];
    }
    forEachEdge(b, b.arrays.commons, size, [&](u32 x) { atomicAdd(&counts[x], 1u); });
    __syncthreads();
    listCandidates(b, members + from, level.end - from, h.kept, size, isLeft);
    forEachEdge(b, b.arrays.commons, size, [&](u32 x) { counts[x] = 0; });
    __threadfence();
    __syncthreads();
    if (threadIdx.x == 0) {
        if (at == h.depth) {
            h.level.end = level.candidates;
        } else {
            b.arrays.levels[at].end = level.candidates;
        }
        h.quietNodes = 0;
        openList(b, own, commons, {0, h.kept, h.kept + h.dropped, size, level.roots, NONE});
    }
    __syncthreads();
}

/**
 * Searches until the tree below the root's candidate is done; false if the launch ends before, but not before a node
 * has been visited: a block that began late, when others had the device, gets on too. All threads of the block.
 */
__device__ __forceinline__ bool searchTree(const Block& b, BlockState& own, u64& nodes) {
    Shared& h = b.shared;
    bool selected = own.selected != 0;
    __syncthreads();
    bool offers = b.has(MOTIF_CUMBE_DEEP_STEALING) && b.has(MOTIF_CUMBE_WORK_STEALING);
    while (h.depth > 0) {
        if (threadIdx.x == 0) {
            h.flag = b.s.stopped() && nodes > 0;
            own.selected = selected;
            h.offeredLevel = 0;
            if (offers && !selected && !h.flag && !findOffer(b, own)) {
                h.offeredLevel = 0;
            }
        }
        __syncthreads();
        if (h.flag) {
            return false;
        }
        if (h.offeredLevel > 0) {
            offerLevel(b, own);
        }
        if (!selected) {
            if (h.depth == ROOT_LEVEL || h.level.candidates == h.level.end) {
                ascend(b);
                continue;
            }
            selectCandidate(b);
        }
        selected = false;
        if (!visit(b)) {
            if (threadIdx.x == 0) {
                own.selected = true;
            }
            __syncthreads();
            return false;
        }
        nodes++;
        if (threadIdx.x == 0) {
            h.quietNodes++;
        }
    }
    return true;
}

// ---- finding work ----

/** Counts the block in ACTIVE, the blocks that may list something. Thread 0 calls it. */
__device__ __forceinline__ void enter(const Search& s, BlockState& own) {
    if (own.active == 0) {
        own.active = 1;
        atomicAdd(s.counter(MOTIF_MAXIMAL_ACTIVE), 1ull);
        __threadfence();
    }
}

/** Takes the block out of ACTIVE. Thread 0 calls it. */
__device__ __forceinline__ void leave(const Search& s, BlockState& own) {
    if (own.active != 0) {
        own.active = 0;
        __threadfence();
        atomicAdd(s.counter(MOTIF_MAXIMAL_ACTIVE), ~0ull);
    }
}

/** Claims the next branch, with the block in ACTIVE; NONE when none is left. Thread 0 calls it. */
__device__ __forceinline__ u32 claimBranch(const Block& b, BlockState& own) {
    if (own.waiting != 0) {
        return own.waiting - 1;
    }
    u64* claimed = b.s.counter(MOTIF_MAXIMAL_CLAIMED);
    if (b.s.control[MOTIF_MAXIMAL_CLAIMED] >= b.branchCount) {
        return NONE;
    }
    enter(b.s, own);
    for (u64 i = atomicAdd(claimed, 1ull); i < b.branchCount; i = atomicAdd(claimed, 1ull)) {
        if (b.branch((u32)i).size > 0) {
            own.waiting = (u32)i + 1;
            return (u32)i;
        }
    }
    return NONE;
}

/**
 * Takes a candidate from another block's list. False when there is none now; `ended` is set when there will be none.
 *
 * @param seen how many lists had been opened when there was none; the same on all threads
 */
__device__ __forceinline__ bool steal(
        const Block& b, BlockState* states, BlockState& own, u32* all, u64 wordsPerBlock, u64& seen, bool& ended) {
    Shared& h = b.shared;
    bool deep = b.has(MOTIF_CUMBE_DEEP_STEALING);
    if (threadIdx.x == 0) {
        h.done = b.s.control[MOTIF_MAXIMAL_ACTIVE] == 0;
        __threadfence();
        h.best = b.s.control[MOTIF_MAXIMAL_OFFERS];
    }
    __syncthreads();
    ended = h.done != 0;
    u64 offers = h.best;
    __syncthreads();
    if (offers == seen) {
        return false;
    }
    for (u32 first = 1; first < gridDim.x; first = h.touched + 1) {
        __syncthreads();
        if (threadIdx.x == 0) {
            h.touched = gridDim.x;
        }
        __syncthreads();
        for (u32 k = first + threadIdx.x; k < gridDim.x; k += THREADS) {
            volatile BlockState& other = states[(blockIdx.x + k) % gridDim.x];
            if ((other.gate & GATE_OPEN) != 0 && other.next < other.total - other.before) {
                atomicMin(&h.touched, k);
                break;
            }
        }
        __syncthreads();
        u32 at = (blockIdx.x + h.touched) % gridDim.x;
        if (h.touched < gridDim.x) {
            if (threadIdx.x == 0 && deep) {
                enter(b.s, own);
            }
            if (takeCandidate(b, states[at], Arrays(all, wordsPerBlock, b.s.count, at).listed)) {
                return true;
            }
        }
    }
    if (threadIdx.x == 0) {
        leave(b.s, own);
    }
    seen = offers;
    return false;
}

/**
 * Searches below the branches [0, branchCount), which have been reported, or below the root vertices of [0,
 * branchCount) when `branches` is null. Ends when the work is done or the launch must end; the next launch, with the
 * same grid, goes on. `arrays` and `blockStates` are zero before the first launch. No block waits for one that has not
 * begun.
 */
__device__ __forceinline__ void searchSubtrees(
        const SearchArguments& arguments, const Branch* branches, u64 branchCount, u32* arrays, u64 wordsPerBlock,
        BlockState* blockStates, const Techniques techniques) {
    __shared__ Shared h;
    __shared__ Search s;
    s.begin(arguments);
    Block b = {s, h, Arrays(arrays, wordsPerBlock, s.count, blockIdx.x), techniques, branches, branchCount};
    BlockState& own = blockStates[blockIdx.x];
    if (threadIdx.x == 0) {
        h.begun = false;
        h.open = (own.gate & GATE_OPEN) != 0;
        h.quietNodes = 0;
        h.depth = own.level;
        if (h.depth > 0) {
            h.level = b.arrays.levels[h.depth];
        }
    }
    __syncthreads();
    u64 nodes = 0, since = Search::now(), busy = 0, seen = ~0ull;
    while (true) {
        if (h.depth > 0 && !searchTree(b, own, nodes)) {
            break;
        }
        if (threadIdx.x == 0) {
            own.selected = 1;  // a tree begins with its candidate
            // A block that closed its list while others read it must not make another one before they have ended.
            const bool read = !h.open && *(volatile u64*)&own.gate != 0;
            h.done = s.stopped() && (h.begun || read);
            h.begun = true;
        }
        __syncthreads();
        if (h.done) {
            break;
        }
        if (h.open) {
            if (!takeCandidate(b, own, b.arrays.listed)) {
                if (threadIdx.x == 0) {
                    closeList(s, own, h);
                }
                __syncthreads();
            }
            continue;
        }
        if (threadIdx.x == 0) {
            h.claimed = claimBranch(b, own);
        }
        __syncthreads();
        u32 claimed = h.claimed;
        __syncthreads();
        if (claimed != NONE) {
            if (!openBranch(b, claimed, own)) {
                break;
            }
            if (threadIdx.x == 0) {
                own.waiting = 0;
                if (!b.has(MOTIF_CUMBE_DEEP_STEALING)) {
                    leave(s, own);
                }
            }
            __syncthreads();
            continue;
        }
        if (threadIdx.x == 0) {
            leave(s, own);
        }
        busy += Search::now() - since;
        bool ended = !b.has(MOTIF_CUMBE_WORK_STEALING), stolen = false;
        if (!ended) {
            stolen = steal(b, blockStates, own, arrays, wordsPerBlock, seen, ended);
        }
        since = Search::now();
        if (ended && !stolen) {
            break;
        }
        if (!stolen) {
            __nanosleep(1000);
        }
    }
    __syncthreads();
    if (threadIdx.x == 0) {
        own.busy += busy + (h.depth > 0 ? Search::now() - since : 0);
        own.level = h.depth;
        if (h.depth > 0) {
            b.arrays.levels[h.depth] = h.level;
        }
        atomicAdd(s.counter(MOTIF_MAXIMAL_NODES), nodes);
    }
    flushSmallSizes(s);
}
