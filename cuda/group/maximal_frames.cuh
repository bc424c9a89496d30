// The frames of the search for maximal bicliques by bitmaps, and how blocks make those of branches. maximal_bitmap.cu
// says what frames are.
#pragma once
#include "group/maximal.cuh"

static constexpr u32 WARPS = MOTIF_MAXIMAL_THREADS / 32;
/** Rows of fewer words than this are never too sparse for bitmaps. */
static constexpr u32 SPARSE_WORDS = 8;
static constexpr u32 BLOCK_SLOTS = 4096;
static constexpr u32 BLOCK_PROBES = 8;

__device__ __forceinline__ u64 mixed(u64 x) {
    x ^= x >> 32;
    x *= 0x9E3779B97F4A7C15ull;
    return x ^ (x >> 29);
}

__device__ __forceinline__ u32 wordsFor(u32 bits) { return (bits + 63) / 64; }

/** The class, of ORDER_CLASSES, of a row that has `bits` of `size` bits set; size > bits. */
__device__ __forceinline__ u32 orderClass(u32 bits, u32 size) { return (u32)((u64)bits * ORDER_CLASSES / size); }

/** Turns the counts of the classes into the positions where the classes begin, from `base` on. A warp calls it. */
__device__ __forceinline__ void classStarts(u32* counts, u32 base) {
    u32 lane = threadIdx.x & 31;
    u32 first = counts[2 * lane], second = counts[2 * lane + 1];
    const u32 upTo = warpSumUpTo(first + second);
    counts[2 * lane] = base + upTo - first - second;
    counts[2 * lane + 1] = base + upTo - second;
    __syncwarp();
}

/**
 * A frame of the pool. Word k of row j is at rows + k * rowCount + j; the rows from `before` on are those of
 * candidates.
 */
struct Frame {
    u64 rows;
    u64 weights;  // in the pool, of the candidates, 32 bits each
    const u32* ids;
    u32 before, rowCount;
    u32 size, roots;  // the vertices of L, of R so far
};
static_assert(sizeof(Frame) == 8 * MOTIF_MAXIMAL_FRAME_WORDS, "a frame");

/**
 * A frame on a warp's stack, with the candidates that are left. The mask selects the bits of L; null means all of them.
 */
struct Entry {
    u64* rows;
    u32* weights;  // of the candidates
    const u32* ids;
    u64* mask;
    u32 stride, words, before, rowCount;
    u32 size, roots, next, end;
    u32 previous, total;  // words of the arena: where the entry below is, and what this one takes

    __device__ __forceinline__ u32 weight(u32 row) const { return weights[row - before]; }
};
static constexpr u32 ENTRY_WORDS = sizeof(Entry) / 8;

/**
 * The words of an arena that must be free above an entry so that every node below it finds room: each further entry
 * with a mask has a candidate less and a common vertex less, and there is a list of words.
 */
__device__ __forceinline__ u64 wordsAbove(u32 candidates, u32 size, u32 words) {
    return (u64)min(candidates, size) * (ENTRY_WORDS + words) + 2 * words;
}

/** Where the blocks put frames and branches, and the limits for a frame. Java sets its fields by name. */
struct BranchSpace {
    u64* pool;
    u64 poolWords;
    Frame* frames;
    Branch* branches;  // branches that wait for a block
    u64 branchCount;
    u32* lists;  // their common vertices
    u64 listWords;
    Branch* hubs;
    u64 hubWords;
    u32 arenaWords;
    u64 sparseRatio;
};

/** The fate of a branch with candidates: a frame, a branch for each candidate, or a hub; or it waits for room. */
enum class Fate : u32 { FRAME, SPLIT, HUB, WAIT };

/** The branch that a block works on, and what the block knows of it. */
struct OpenBranch {
    Branch branch;
    u64 claim;
    bool reported;
    Fate fate;
    u32 touched, before, candidates;
    u32 above, absorbed;  // other root vertices that contain L: before the branch's last vertex, and after it
    u64 candidateSizes;   // sum of the candidates' sizes
    u64 edges;            // of the common vertices
    u64 pool, firstBranch, list;
    u32 classes[ORDER_CLASSES];
    u32 slots[BLOCK_SLOTS];
    u64 ends[MOTIF_MAXIMAL_THREADS], shifts[MOTIF_MAXIMAL_THREADS];
    u64 sums[WARPS];

    __device__ __forceinline__ u32 rowCount() const { return before + candidates; }
};

/**
 * Calls visit(x, i, fetch(x)) for each neighbor x of each common vertex i of the branch. Edges are dealt to the threads
 * one by one, whatever vertex they belong to. Returns the number of edges. All threads of the block call it.
 */
template <class Fetch, class Visit>
__device__ __forceinline__ u64 forEachEdge(const Search& s, OpenBranch& r, Fetch fetch, Visit visit) {
    constexpr u32 AHEAD = 4;  // reads wait for memory
    u64 all = 0;
    for (u32 first = 0; first < r.branch.size; first += MOTIF_MAXIMAL_THREADS) {
        u32 i = first + threadIdx.x;
        u64 begin = 0, degree = 0;
        if (i < r.branch.size) {
            u32 u = r.branch.commons[i];
            begin = s.offsets[u];
            degree = s.offsets[u + 1ull] - begin;
        }
        u64 end = blockSumUpTo(degree, r.sums);
        r.ends[threadIdx.x] = end;
        r.shifts[threadIdx.x] = begin - (end - degree);
        __syncthreads();
        u64 total = r.ends[MOTIF_MAXIMAL_THREADS - 1];
        for (u64 e = threadIdx.x; e < total; e += AHEAD * MOTIF_MAXIMAL_THREADS) {
            u32 x[AHEAD], of[AHEAD], fetched[AHEAD];
#pragma unroll
            for (u32 k = 0; k < AHEAD; k++) {
                u64 edge = e + k * MOTIF_MAXIMAL_THREADS;
                of[k] = 0;
                if (edge < total) {
                    for (u32 step = MOTIF_MAXIMAL_THREADS / 2; step > 0; step >>= 1) {
                        of[k] += r.ends[of[k] + step - 1] <= edge ? step : 0;
                    }
                    x[k] = s.neighbors[r.shifts[of[k]] + edge];
                }
            }
#pragma unroll
            for (u32 k = 0; k < AHEAD; k++) {
                if (e + k * MOTIF_MAXIMAL_THREADS < total) {
                    fetched[k] = fetch(x[k]);
                }
            }
#pragma unroll
            for (u32 k = 0; k < AHEAD; k++) {
                if (e + k * MOTIF_MAXIMAL_THREADS < total) {
                    visit(x[k], first + of[k], fetched[k]);
                }
            }
        }
        all += total;
        __syncthreads();
    }
    return all;
}

/** Adds the x of every thread to `target`. All threads of the block call it. */
__device__ __forceinline__ void addAll(u32& target, u32 x) {
    x = warpSum32(x);
    if ((threadIdx.x & 31) == 0 && x > 0) {
        atomicAdd(&target, x);
    }
}

/**
 * Counts the common vertices that each root vertex is adjacent to, and lists these root vertices in `touched`. All
 * threads.
 */
__device__ __forceinline__ void countCommons(const Search& s, u32* counts, u32* touched, OpenBranch& r) {
    if (threadIdx.x == 0) {
        r.touched = r.before = r.candidates = r.above = r.absorbed = 0;
        r.candidateSizes = 0;
    }
    __syncthreads();
    u32 last = r.branch.last, size = r.branch.size;
    auto count = [&](u32 x) { return x == last ? NONE : atomicAdd(&counts[x], 1u); };
    u64 edges = forEachEdge(s, r, count, [&](u32 x, u32, u32 counted) {
        if (counted == 0) {
            touched[atomicAdd(&r.touched, 1u)] = x;
        }
    });
    u32 above = 0, absorbed = 0, before = 0, candidates = 0;
    u64 candidateSizes = 0;
    for (u32 i = threadIdx.x; i < r.touched; i += MOTIF_MAXIMAL_THREADS) {
        u32 x = touched[i], common = counts[x];
        bool isRow = common < size && common >= s.minCommons;
        above += common == size && x > last;
        absorbed += common == size && x < last;
        before += isRow && x > last;
        candidates += isRow && x < last;
        candidateSizes += isRow && x < last ? common : 0;
    }
    addAll(r.above, above);
    addAll(r.absorbed, absorbed);
    addAll(r.before, before);
    addAll(r.candidates, candidates);
    candidateSizes = warpSum(candidateSizes);
    if ((threadIdx.x & 31) == 0) {
        atomicAdd(&r.candidateSizes, candidateSizes);
    }
    if (threadIdx.x == 0) {
        r.edges = edges;
    }
    __syncthreads();
}

/** Sets the counts of the touched vertices back to zero. All threads of the block call it. */
__device__ __forceinline__ void forgetCounts(u32* counts, const u32* touched, const OpenBranch& r) {
    for (u32 i = threadIdx.x; i < r.touched; i += MOTIF_MAXIMAL_THREADS) {
        counts[touched[i]] = 0;
    }
    if (threadIdx.x == 0) {
        counts[r.branch.last] = 0;
    }
    __syncthreads();
}

/**
 * Fills the raw rows and clears the counts; afterwards touched[j] is the weight of row j, 1. All threads of the block
 * call it.
 */
__device__ __forceinline__ void fillRows(const Search& s, u32* counts, u32* touched, u64* raw, OpenBranch& r) {
    u32 last = r.branch.last, size = r.branch.size, before = r.before, rowCount = r.rowCount();
    for (u64 i = threadIdx.x; i < (u64)wordsFor(size) * rowCount; i += MOTIF_MAXIMAL_THREADS) {
        raw[i] = 0;
    }
    __syncthreads();
    if (threadIdx.x == 0) {
        r.before = r.candidates = 0;
        counts[last] = NONE;
    }
    __syncthreads();
    for (u32 i = threadIdx.x; i < r.touched; i += MOTIF_MAXIMAL_THREADS) {
        u32 x = touched[i], common = counts[x];
        bool isRow = common < size && common >= s.minCommons;
        counts[x] = !isRow ? NONE : x > last ? atomicAdd(&r.before, 1u) : before + atomicAdd(&r.candidates, 1u);
    }
    __syncthreads();
    auto rowOf = [&](u32 x) { return counts[x]; };
    forEachEdge(s, r, rowOf, [&](u32, u32 i, u32 row) {
        if (row != NONE) {
            atomicOr(&raw[(u64)(i >> 6) * rowCount + row], 1ull << (i & 63));
        }
    });
    forgetCounts(counts, touched, r);
    for (u32 j = threadIdx.x; j < rowCount; j += MOTIF_MAXIMAL_THREADS) {
        touched[j] = 1;
    }
    for (u32 i = threadIdx.x; i < BLOCK_SLOTS; i += MOTIF_MAXIMAL_THREADS) {
        r.slots[i] = NONE;
    }
    __syncthreads();
}

struct RawRows {
    const u64* rows;
    u32 count, words;

    __device__ __forceinline__ u64 at(u32 row, u32 word) const { return rows[(u64)word * count + row]; }
    __device__ __forceinline__ bool same(u32 a, u32 b) const {
        for (u32 k = 0; k < words; k++) {
            if (at(a, k) != at(b, k)) {
                return false;
            }
        }
        return true;
    }
    __device__ __forceinline__ u64 hash(u32 row) const {
        u64 h = 0;
#pragma unroll 8
        for (u32 k = 0; k < words; k++) {
            h = mixed(h ^ at(row, k));
        }
        return h;
    }
};

/**
 * The row of the table that this row is equal to, or the row itself if there is none; it is then put into the table if
 * it finds a place. Rows before the candidates must be put in before any candidate.
 */
__device__ __forceinline__ u32 firstLike(const RawRows& rows, u32 row, u32* slots) {
    u32 slot = (u32)(rows.hash(row) >> 20) & (BLOCK_SLOTS - 1);
    for (u32 probe = 0; probe < BLOCK_PROBES; probe++, slot = (slot + 1) & (BLOCK_SLOTS - 1)) {
        u32 other = atomicCAS(&slots[slot], NONE, row);
        if (other == NONE) {
            return row;
        }
        if (rows.same(row, other)) {
            return other;
        }
    }
    return row;
}

/** Merges equal rows: weights[j] becomes 0 for rows that are dropped. All threads of the block call it. */
__device__ __forceinline__ void mergeRows(const RawRows& rows, u32 before, u32* weights, OpenBranch& r) {
    for (u32 j = threadIdx.x; j < before; j += MOTIF_MAXIMAL_THREADS) {
        if (firstLike(rows, j, r.slots) != j) {
            weights[j] = 0;
        }
    }
    __syncthreads();
    for (u32 j = before + threadIdx.x; j < rows.count; j += MOTIF_MAXIMAL_THREADS) {
        u32 other = firstLike(rows, j, r.slots);
        if (other != j) {
            weights[j] = 0;
            if (other >= before) {
                atomicAdd(&weights[other], 1u);
            }
        }
    }
    __syncthreads();
}

/**
 * Copies the rows that are left to their places: rows before the candidates, then candidates by size. All threads of
 * the block call it.
 */
__device__ __forceinline__ void orderRows(
        const RawRows& rows, u32 before, u32 size, const u32* weights, u64* target, u32* targetWeights, OpenBranch& r) {
    auto classOf = [&](u32 j) {
        u32 bits = 0;
        for (u32 k = 0; k < rows.words; k++) {
            bits += __popcll(rows.at(j, k));
        }
        return orderClass(bits, size);
    };
    if (threadIdx.x == 0) {
        r.before = r.candidates = 0;
    }
    for (u32 i = threadIdx.x; i < ORDER_CLASSES; i += MOTIF_MAXIMAL_THREADS) {
        r.classes[i] = 0;
    }
    __syncthreads();
    for (u32 j = threadIdx.x; j < rows.count; j += MOTIF_MAXIMAL_THREADS) {
        if (weights[j] > 0) {
            atomicAdd(j < before ? &r.before : &r.candidates, 1u);
            if (j >= before) {
                atomicAdd(&r.classes[classOf(j)], 1u);
            }
        }
    }
    __syncthreads();
    u32 left = r.before + r.candidates, firstCandidate = r.before;
    if (threadIdx.x < 32) {
        classStarts(r.classes, firstCandidate);
    }
    __syncthreads();
    if (threadIdx.x == 0) {
        r.before = 0;
    }
    __syncthreads();
    for (u32 j = threadIdx.x; j < rows.count; j += MOTIF_MAXIMAL_THREADS) {
        if (weights[j] == 0) {
            continue;
        }
        u32 at = j < before ? atomicAdd(&r.before, 1u) : atomicAdd(&r.classes[classOf(j)], 1u);
#pragma unroll 8
        for (u32 k = 0; k < rows.words; k++) {
            target[(u64)k * left + at] = rows.at(j, k);
        }
        if (j >= before) {
            targetWeights[at - firstCandidate] = weights[j];
        }
    }
    __syncthreads();
}

/**
 * Reports the branch's biclique if that has not been done. False when there is no room for the report. All threads of
 * the block call it.
 */
__device__ __forceinline__ bool reportOnce(Search& s, OpenBranch& r) {
    bool reported = r.reported;
    __syncthreads();
    if (threadIdx.x < 32 && !reported) {
        const Branch& b = r.branch;
        bool room = report(s, {b.commons, b.size, nullptr, 0, false}, b.size, 1 + r.above + r.absorbed);
        if (threadIdx.x == 0) {
            r.reported = room;
            atomicAdd(s.counter(MOTIF_MAXIMAL_NODES), room ? 1ull : 0ull);
        }
    }
    __syncthreads();
    return r.reported;
}

/**
 * Reserves room for the branches of all candidates, their common vertices and the vertices absorbed, if there is enough
 * for both. One thread calls it.
 */
__device__ __forceinline__ bool reserveBranches(const Search& s, const BranchSpace& space, OpenBranch& r) {
    u64 words = r.candidateSizes + r.absorbed, reserved = s.control[MOTIF_MAXIMAL_BRANCHES];
    while (true) {
        r.firstBranch = reserved >> MOTIF_MAXIMAL_BRANCHES_SHIFT;
        r.list = reserved & ((1ull << MOTIF_MAXIMAL_BRANCHES_SHIFT) - 1);
        if (r.firstBranch + r.candidates > space.branchCount || r.list + words > space.listWords) {
            return false;
        }
        // One word for both: nobody sees one of them reserved without the other, and nothing has to be taken back.
        u64 more = (u64)r.candidates << MOTIF_MAXIMAL_BRANCHES_SHIFT | words;
        u64 before = atomicCAS(s.counter(MOTIF_MAXIMAL_BRANCHES), reserved, reserved + more);
        if (before == reserved) {
            return true;
        }
        reserved = before;
    }
}

/** The words of the pool for a branch's rows, its weights and, while the frame is made, its raw rows. */
__device__ __forceinline__ u64 frameWords(const OpenBranch& r) {
    return 2ull * r.rowCount() * wordsFor(r.branch.size) + (r.candidates + 1) / 2;
}

__device__ __forceinline__ bool reserveFrame(const Search& s, const BranchSpace& space, OpenBranch& r) {
    r.pool = atomicAdd(s.counter(MOTIF_MAXIMAL_POOL_USED), frameWords(r));
    if (r.pool + frameWords(r) <= space.poolWords) {
        return true;
    }
    s.control[MOTIF_MAXIMAL_STOP] = 1;
    return false;
}

/** Decides what becomes of a branch, and reserves room for it. One thread calls it. */
__device__ __forceinline__ Fate fateOf(const Search& s, const BranchSpace& space, OpenBranch& r) {
    u32 size = r.branch.size, words = wordsFor(size);
    bool sparse = words >= SPARSE_WORDS && (u64)r.rowCount() * words > space.sparseRatio * r.edges;
    bool fits =
            frameWords(r) <= space.hubWords && ENTRY_WORDS + wordsAbove(r.candidates, size, words) <= space.arenaWords;
    if ((sparse || !fits) && reserveBranches(s, space, r)) {
        return Fate::SPLIT;
    }
    return !fits ? Fate::HUB : reserveFrame(s, space, r) ? Fate::FRAME : Fate::WAIT;
}

/**
 * Makes the branches of all candidates, in the order of falling ranks, and clears the counts. All threads of the block
 * call it.
 */
__device__ __forceinline__ void splitBranch(
        const Search& s, const BranchSpace& space, u32* counts, const u32* touched, OpenBranch& r) {
    u32 last = r.branch.last, size = r.branch.size, absorbed = r.absorbed, above = r.branch.above;
    u32* lists = space.lists + r.list;
    Branch* branches = space.branches + r.firstBranch;
    __syncthreads();
    if (threadIdx.x == 0) {
        r.absorbed = r.candidates = 0;
        r.candidateSizes = absorbed;
        counts[last] = NONE;
    }
    __syncthreads();
    for (u32 i = threadIdx.x; i < r.touched; i += MOTIF_MAXIMAL_THREADS) {
        u32 x = touched[i];
        if (counts[x] == size && x < last) {
            lists[atomicAdd(&r.absorbed, 1u)] = x;
        }
    }
    __syncthreads();
    for (u32 i = threadIdx.x; i < r.touched; i += MOTIF_MAXIMAL_THREADS) {
        u32 x = touched[i], common = counts[x], list = NONE;
        if (x < last && common < size && common >= s.minCommons) {
            u32 aboveX = above + 1;
            for (u32 k = 0; k < absorbed; k++) {
                aboveX += lists[k] > x;
            }
            list = (u32)atomicAdd(&r.candidateSizes, (u64)common);
            branches[atomicAdd(&r.candidates, 1u)] = {lists + list, common, x, aboveX, 0};
        }
        counts[x] = list;
    }
    __syncthreads();
    auto placeOf = [&](u32 x) { return counts[x] == NONE ? NONE : atomicAdd(&counts[x], 1u); };
    forEachEdge(s, r, placeOf, [&](u32, u32 i, u32 place) {
        if (place != NONE) {
            lists[place] = r.branch.commons[i];
        }
    });
    forgetCounts(counts, touched, r);
}

/** Makes the branch's frame, and clears the counts. All threads of the block call it. */
__device__ __forceinline__ void makeFrame(
        const Search& s, const BranchSpace& space, u32* counts, u32* touched, OpenBranch& r) {
    u32 size = r.branch.size, before = r.before, rowCount = r.rowCount();
    u64 rowWords = (u64)rowCount * wordsFor(size), weights = r.pool + rowWords;
    u64* raw = space.pool + weights + (r.candidates + 1) / 2;
    __syncthreads();
    fillRows(s, counts, touched, raw, r);
    RawRows rows = {raw, rowCount, wordsFor(size)};
    mergeRows(rows, before, touched, r);
    orderRows(rows, before, size, touched, space.pool + r.pool, (u32*)(space.pool + weights), r);
    if (threadIdx.x == 0) {
        space.frames[atomicAdd(s.counter(MOTIF_MAXIMAL_FRAMES), 1ull)] = {
                r.pool, weights, r.branch.commons, r.before, r.before + r.candidates, size, 1 + r.above + r.absorbed};
    }
    __syncthreads();
}

/**
 * Reports a branch and makes its frame or branches. False when it has to wait for the next launch. All threads of the
 * block call it.
 */
__device__ __forceinline__ bool openBranch(
        Search& s, const BranchSpace& space, u32* counts, u32* touched, OpenBranch& r) {
    countCommons(s, counts, touched, r);
    bool maximal = r.above == r.branch.above;
    bool descends = maximal && reportOnce(s, r) && r.candidates > 0
            && s.mayReach(r.branch.size, 1 + r.above + r.absorbed, r.candidates);
    if (!descends) {
        forgetCounts(counts, touched, r);
        return !maximal || r.reported;
    }
    if (threadIdx.x == 0) {
        r.fate = fateOf(s, space, r);
    }
    __syncthreads();
    Fate fate = r.fate;
    if (fate == Fate::FRAME) {
        makeFrame(s, space, counts, touched, r);
    } else if (fate == Fate::SPLIT) {
        splitBranch(s, space, counts, touched, r);
    } else {
        forgetCounts(counts, touched, r);
        if (threadIdx.x == 0 && fate == Fate::HUB) {
            space.hubs[atomicAdd(s.counter(MOTIF_MAXIMAL_HUBS), 1ull)] = r.branch;
        }
    }
    return fate != Fate::WAIT;
}

/**
 * Claims a branch, that of a root vertex or a listed one. False when none is left for this launch. Thread 0 calls it.
 */
__device__ __forceinline__ bool claimBranch(const Search& s, const Branch* branches, u64& waiting, OpenBranch& r) {
    r.claim = waiting != 0 ? (waiting - 1) / 2 : atomicAdd(s.counter(MOTIF_MAXIMAL_CLAIMED), 1ull);
    r.reported = waiting != 0 && (waiting - 1) % 2 != 0;
    waiting = 0;
    if (r.claim >= s.control[MOTIF_MAXIMAL_CLAIM_END]) {
        return false;
    }
    r.branch = r.claim < s.count ? s.rootBranch((u32)r.claim) : branches[r.claim - s.count];
    return true;
}
