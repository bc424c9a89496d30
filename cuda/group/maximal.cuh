// Parts of both searches for maximal bicliques. MaximalBicliqueAlgorithm.java has the definition.
//
// Vertices are ranks of graph_prep.cu. One side is the root side, whose subsets are searched; the other one is the
// common side. Root vertices are in the order of falling ranks, which is that of nondecreasing degree: x is before v
// when x > v.
//
// Launches. The words are those of cuda/README.md.
//
// Input: the ranked graph of graph_prep.cu. maximal_costs_per_vertex (any x 256) gives vertexOf u32[n] and, in control
// (zero before), the costs of both sides as roots: take the cheaper one. SearchArguments (maximal.cuh) has what all
// other kernels take, BranchSpace (maximal_frames.cuh) where frames and branches go.
//
// Blocks have MAXIMAL_THREADS threads; the grid is that of the resident blocks in every launch. Before each launch set
// STOP and OUTPUT_USED to 0, OUTPUT_END to outputWords, THRESHOLD to the least size wanted. After it, records (number
// of commons, of roots, commons, roots) are output[0, min(OUTPUT_USED, OUTPUT_END)). If FAILED is SIZES_FULL, start the
// search again with a larger sizes.
#pragma once
#include "include/count.cuh"
#include "include/csr.cuh"
#include "include/kernel_abi.h"

static constexpr u32 NONE = 0xffffffffu;

/** The number of classes of size into which candidates are sorted. */
static constexpr u32 ORDER_CLASSES = 64;

/** Bicliques of at most this many commons and this many roots are counted in shared memory. */
static constexpr u32 SMALL_SIZE = 32;

/**
 * A node of the search tree with its common vertices L. R is the set of all root vertices that are adjacent to all of
 * L.
 */
struct Branch {
    const u32* commons;
    u32 size;   // |L|
    u32 last;   // the vertex of R that the search added last
    u32 above;  // how many of R are known to come before `last`: if more do, the node is found elsewhere
    u32 pad;
};
static_assert(sizeof(Branch) == 8 * MOTIF_MAXIMAL_BRANCH_WORDS, "a branch");

/** The arguments that all searching kernels take. */
struct SearchArguments {
    const u64* __restrict__ offsets;
    const u32* __restrict__ neighbors;
    const u32* __restrict__ vertexOf;  // the vertex of a rank: left vertices, then right ones
    u32 count, leftCount;
    u32 rootsAreLeft;  // 1 or 0
    u32 minCommons, maxCommons, minRoots, maxRoots;
    u32 wanted;  // bits MAXIMAL_WANT_* and MAXIMAL_BY_BALANCED_SIZE
    volatile u64* control;
    u64* sizes;        // an open hash table: capacity keys, left << 32 or right, then as many counts; zero at first
    u64 sizeCapacity;  // a power of two, or 0: sizes are not wanted
    u64* perVertex;    // by vertex, zero at first; null unless wanted
    u32* output;
    u64 outputWords;  // at least count + 2 when members are wanted
    u64 nanos;        // after which the launch ends
};

struct Search : SearchArguments {
    u64 deadline;
    u64 threshold;                            // the least size of interest when the launch began
    u32 smallSizes[SMALL_SIZE * SMALL_SIZE];  // how many of each small size, roots fastest

    /**
     * Begins a launch. A Search is in shared memory, so that it takes no registers. All threads of the block call it.
     */
    __device__ __forceinline__ void begin(const SearchArguments& arguments) {
        if (threadIdx.x == 0) {
            *static_cast<SearchArguments*>(this) = arguments;
            deadline = now() + nanos;
            threshold = control[MOTIF_MAXIMAL_THRESHOLD];
        }
        __syncthreads();
        for (u32 i = threadIdx.x; i < SMALL_SIZE * SMALL_SIZE; i += blockDim.x) {
            smallSizes[i] = 0;
        }
        __syncthreads();
    }

    __device__ __forceinline__ static u64 now() {
        u64 nanos;
        asm volatile("mov.u64 %0, %%globaltimer;" : "=l"(nanos));
        return nanos;
    }

    __device__ __forceinline__ u64* counter(u32 word) const { return const_cast<u64*>(control) + word; }
    __device__ __forceinline__ u32 degree(u32 v) const { return (u32)(offsets[v + 1ull] - offsets[v]); }
    __device__ __forceinline__ const u32* row(u32 v) const { return neighbors + offsets[v]; }
    __device__ __forceinline__ bool isRoot(u32 v) const { return (vertexOf[v] < leftCount) == (rootsAreLeft != 0); }
    /** The branch of root vertex v; it has no common vertices if v is not of the root side. */
    __device__ __forceinline__ Branch rootBranch(u32 v) const { return {row(v), isRoot(v) ? degree(v) : 0, v, 0, 0}; }

    /** Whether the launch should end: its time is over, or some warp or block cannot go on. */
    __device__ __forceinline__ bool stopped() const { return control[MOTIF_MAXIMAL_STOP] != 0 || expired(); }
    /** Whether the time of the launch is over; if it is, all other warps stop too. */
    __device__ __forceinline__ bool expired() const {
        if (now() < deadline) {
            return false;
        }
        control[MOTIF_MAXIMAL_STOP] = 1;
        return true;
    }
    __device__ __forceinline__ void fail(u64 reason) const {
        control[MOTIF_MAXIMAL_FAILED] = reason;
        control[MOTIF_MAXIMAL_STOP] = 1;
    }

    __device__ __forceinline__ u64 sizeOf(u64 commons, u64 roots) const {
        return wanted & MOTIF_MAXIMAL_BY_BALANCED_SIZE ? min(commons, roots) : commons * roots;
    }
    __device__ __forceinline__ bool admits(u32 commons, u32 roots) const {
        return minCommons <= commons && commons <= maxCommons && minRoots <= roots && roots <= maxRoots
                && sizeOf(commons, roots) >= threshold;
    }
    /**
     * Whether a biclique with fewer commons and at most `furtherRoots` more roots may be wanted.
     *
     * @param least the least size of interest; the same on all lanes
     */
    __device__ __forceinline__ bool mayReach(u32 commons, u32 roots, u32 furtherRoots, u64 least) const {
        return commons > minCommons && roots < maxRoots && (u64)roots + furtherRoots >= minRoots
                && sizeOf(commons - 1, (u64)roots + furtherRoots) >= least;
    }
    __device__ __forceinline__ bool mayReach(u32 commons, u32 roots, u32 furtherRoots) const {
        return mayReach(commons, roots, furtherRoots, threshold);
    }
    /**
     * Whether all bicliques found so far are of this size or smaller. No smaller ones are of interest from now on. One
     * thread calls it.
     */
    __device__ __forceinline__ bool isLargest(u32 commons, u32 roots) const {
        const u64 size = sizeOf(commons, roots);
        return control[MOTIF_MAXIMAL_THRESHOLD] <= size && atomicMax(counter(MOTIF_MAXIMAL_THRESHOLD), size) <= size;
    }
};

// ---- common vertices of a biclique, as a list or as bits that select from one ----

struct Commons {
    const u32* ids;
    u32 count;         // how many ids, or words of bits when there are bits
    const u64* words;  // null, or pairs: which 64 ids, and their bits
    u64 single;        // the bits of the first 64 ids, when words is null and bits is set
    bool bits;

    /** Calls visit for each id. All lanes go through all ids together. */
    template <class Visit>
    __device__ __forceinline__ void forEach(Visit visit) const {
        forEachFrom(0, 1, visit);
    }
    /** Calls visit for each id, on one lane each. */
    template <class Visit>
    __device__ __forceinline__ void forEachByLane(Visit visit) const {
        forEachFrom(threadIdx.x & 31, 32, visit);
    }
    /** Calls visit for the ids from place `first` on in steps of `step`; places are ids, or words of bits. */
    template <class Visit>
    __device__ __forceinline__ void forEachFrom(u32 first, u32 step, Visit visit) const {
        if (!bits) {
            for (u32 i = first; i < count; i += step) {
                visit(ids[i]);
            }
        } else if (words == nullptr) {
            for (u64 left = single & spread(first, step); left != 0; left &= left - 1) {
                visit(ids[__ffsll(left) - 1]);
            }
        } else {
            for (u32 t = first; t < count; t += step) {
                for (u64 left = words[2 * t + 1]; left != 0; left &= left - 1) {
                    visit(ids[words[2 * t] * 64 + __ffsll(left) - 1]);
                }
            }
        }
    }
    /** The bits from `first` on in steps of `step`, which is 1 or 32. */
    __device__ __forceinline__ static u64 spread(u32 first, u32 step) {
        return step == 1 ? ~0ull << first : 0x100000001ull << first;
    }
};

__device__ __forceinline__ bool adjacent(const Search& s, u32 u, u32 x) {
    u64 end = s.offsets[u + 1ull], at = lowerBound(s.neighbors, s.offsets[u], end, x);
    return at < end && s.neighbors[at] == x;
}

/**
 * Calls visit(x, i), on the lane that found x, for the root vertices x that are adjacent to all of the `size` commons. A
 * warp calls it.
 */
template <class Visit>
__device__ __forceinline__ void forEachRoot(const Search& s, const Commons& commons, u32 size, Visit visit) {
    u32 lane = threadIdx.x & 31, best = NONE, least = NONE, found = 0;
    commons.forEachByLane([&](u32 u) {
        u32 degree = s.degree(u);
        best = degree < least ? u : best;
        least = min(least, degree);
    });
    for (u32 d = 16; d > 0; d >>= 1) {
        u32 degree = __shfl_xor_sync(FULL_WARP, least, d), u = __shfl_xor_sync(FULL_WARP, best, d);
        best = degree < least || (degree == least && u < best) ? u : best;
        least = min(least, degree);
    }
    // The longer list is dealt out to lanes.
    if (size > least) {
        for (u32 i = 0; i < least; i++) {
            u32 x = s.row(best)[i];
            bool all = true;
            commons.forEachByLane([&](u32 u) { all = all && (u == best || adjacent(s, u, x)); });
            if (__all_sync(FULL_WARP, all)) {
                if (lane == 0) {
                    visit(x, found);
                }
                found++;
            }
        }
        return;
    }
    for (u32 first = 0; first < least; first += 32) {
        u32 x = first + lane < least ? s.row(best)[first + lane] : NONE;
        bool all = x != NONE;
        commons.forEach([&](u32 u) { all = all && (u == best || adjacent(s, u, x)); });
        u32 in = __ballot_sync(FULL_WARP, all);
        if (all) {
            visit(x, found + __popc(in & ((1u << lane) - 1)));
        }
        found += __popc(in);
    }
}

/** Counts x more bicliques of a size. One thread calls it. */
__device__ __forceinline__ void addSize(const Search& s, u32 commons, u32 roots, u64 x) {
    u32 left = s.rootsAreLeft ? roots : commons, right = s.rootsAreLeft ? commons : roots;
    u64 key = (u64)left << 32 | right, mask = s.sizeCapacity - 1;
    u64 slot = (key * 0x9E3779B97F4A7C15ull >> 32) & mask;
    for (u64 probes = 0; probes <= mask; probes++, slot = (slot + 1) & mask) {
        u64 before = s.sizes[slot];
        if (before == 0) {
            before = atomicCAS(&s.sizes[slot], 0ull, key);
        }
        if (before == 0 || before == key) {
            atomicAdd(&s.sizes[s.sizeCapacity + slot], x);
            return;
        }
    }
    s.fail(MOTIF_MAXIMAL_SIZES_FULL);
}

/** Adds the small sizes to the table, at the end of a kernel that reports. All threads of the block call it. */
__device__ __forceinline__ void flushSmallSizes(const Search& s) {
    __syncthreads();
    for (u32 i = threadIdx.x; s.sizeCapacity > 0 && i < SMALL_SIZE * SMALL_SIZE; i += blockDim.x) {
        if (s.smallSizes[i] > 0) {
            addSize(s, i / SMALL_SIZE + 1, i % SMALL_SIZE + 1, s.smallSizes[i]);
        }
    }
}

/** Reserves room for a record of the output. False when there is none: then the launch ends. One thread calls it. */
__device__ __forceinline__ bool reserve(const Search& s, u64 words, u64& at) {
    at = atomicAdd(s.counter(MOTIF_MAXIMAL_OUTPUT_USED), words);
    if (at + words <= s.outputWords) {
        return true;
    }
    // Who reserves later gets a place further on, so all records before this one are whole.
    atomicMin(s.counter(MOTIF_MAXIMAL_OUTPUT_END), at);
    s.control[MOTIF_MAXIMAL_STOP] = 1;
    return false;
}

/** Writes the members of a biclique, or credits them. A warp calls it. */
__device__ __noinline__ void takeMembers(
        const Search& s, const Commons& commons, u32 commonCount, u32 rootCount, u64 at) {
    u32 lane = threadIdx.x & 31;
    u64 edges = (u64)commonCount * rootCount;
    auto credit = [&](u32 vertex) {
        if (s.wanted & MOTIF_MAXIMAL_WANT_VERTEX_COUNTS) {
            atomicAdd(&s.perVertex[vertex], 1ull);
        } else if (s.wanted & MOTIF_MAXIMAL_WANT_VERTEX_LARGEST) {
            atomicMax(&s.perVertex[vertex], edges);
        }
    };
    bool write = s.wanted & MOTIF_MAXIMAL_WANT_MEMBERS;
    u32* record = s.output + at;
    u32 commonBase = s.rootsAreLeft ? s.leftCount : 0, rootBase = s.rootsAreLeft ? 0 : s.leftCount;
    if (write && lane == 0) {
        record[0] = commonCount;
        record[1] = rootCount;
    }
    u32 own = 0;
    commons.forEachByLane([&](u32) { own++; });
    u32 next = warpSumUpTo(own) - own + 2;
    commons.forEachByLane([&](u32 u) {
        u32 vertex = s.vertexOf[u];
        credit(vertex);
        if (write) {
            record[next++] = vertex - commonBase;
        }
    });
    forEachRoot(s, commons, commonCount, [&](u32 x, u32 i) {
        u32 vertex = s.vertexOf[x];
        credit(vertex);
        if (write) {
            record[2 + commonCount + i] = vertex - rootBase;
        }
    });
    __syncwarp();
}

/** Reports a maximal biclique. False when there is no room: it must be reported in a later launch. A warp calls it. */
__device__ __forceinline__ bool report(Search& s, const Commons& commons, u32 commonCount, u32 rootCount) {
    if (!s.admits(commonCount, rootCount)) {
        return true;
    }
    u32 lane = threadIdx.x & 31;
    if (s.wanted & MOTIF_MAXIMAL_WANT_ONE && !__any_sync(FULL_WARP, lane == 0 && s.isLargest(commonCount, rootCount))) {
        return true;
    }
    u64 at = 0;
    if (s.wanted & MOTIF_MAXIMAL_WANT_MEMBERS) {
        bool room = lane != 0 || reserve(s, 2ull + commonCount + rootCount, at);
        if (!__all_sync(FULL_WARP, room)) {
            return false;
        }
        at = __shfl_sync(FULL_WARP, at, 0);
    }
    if (lane == 0) {
        if (commonCount <= SMALL_SIZE && rootCount <= SMALL_SIZE) {
            atomicAdd(&s.smallSizes[(commonCount - 1) * SMALL_SIZE + rootCount - 1], 1u);
        } else if (s.sizeCapacity > 0) {
            addSize(s, commonCount, rootCount, 1);
        }
    }
    if (s.wanted
        & (MOTIF_MAXIMAL_WANT_MEMBERS | MOTIF_MAXIMAL_WANT_VERTEX_COUNTS | MOTIF_MAXIMAL_WANT_VERTEX_LARGEST)) {
        takeMembers(s, commons, commonCount, rootCount, at);
    }
    return true;
}
