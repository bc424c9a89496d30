// The search of local graphs, in which a warp takes each graph; biclique_pivot.cu says how.
#pragma once
#include "count/biclique_core.cuh"
#include "include/bit_rows.cuh"
#include "include/exact_sum.cuh"
#include "include/wait.cuh"

static constexpr u32 NO_PIVOT = 0xffffffffu;
/** The number of nodes after which a warp looks at the clock and for idle warps. */
static constexpr u32 NODES_A_LOOK = 8;
static constexpr u32 IDLE_NANOS = 500;

/** The arguments of a launch. stacks: `frames` frames of `frameWords` words for each warp; saved: two words a warp. */
struct SearchJob {
    const u64* __restrict__ locals;
    const u32* __restrict__ arena;
    int minRoots, maxRoots, minMates, maxMates;
    u64 deadlineNanos;
    u64* control;
    u64* result;
    u32* stacks;
    u32 frameWords, frames;
    u32* saved;
    u32* queue;
    u32* queueFlags;
    u32 queueSlots;
};

/**
 * The words of the header of a frame. After it come the candidate sets of roots and mates; for sinks with SETS, the
 * sets of fixed roots, free roots, fixed mates and free mates; then the branches, the set of candidates of one side
 * that are fixed in turn. After them the pivot, which is of the other side, becomes free, unless there is none.
 */
enum FrameWord { LOCAL, FIXED_ROOTS, FIXED_MATES, FREE_ROOTS, FREE_MATES, PIVOT, BRANCH_SIDE, FIRST_BRANCH_WORD };

/** One side of a node. */
struct Side {
    u32* set;  // of candidates
    u32 words;
    const u32* rows;  // rows[k * size + x]: word k of the neighbors of candidate x among those of the other side
    u32 size;
    u32 count;  // number of candidates
    u32 free;
    u32 fixed;
    int low, high;            // how many more are to be fixed or chosen, at least and at most
    u32 *fixedSet, *freeSet;  // only for sinks with SETS
};

/**
 * Vertices that a leaf chooses from on a side, apart from the fixed ones: nothing, the free vertices, or also the
 * candidates.
 */
enum Choice { NOTHING, FREE, ANY };

__device__ __forceinline__ u32 choices(const Side& side, Choice choice) {
    return choice == NOTHING ? 0 : choice == FREE ? side.free : side.free + side.count;
}

/** The local graph that a leaf is in. */
struct LocalGraph {
    u32 root;
    u32 rootSize, mateSize, rootWords, mateWords;
    const u32* ranks;  // of the roots' candidates
    const u32* rootRows;
    const u32* mateRows;
};

/** Counts (p,q)-bicliques of one size; each lane holds a part of the sum. */
struct TotalSink {
    static constexpr bool SETS = false, REPEATS = false;
    Binomials binomials;
    u128 sum = 0;

    __device__ explicit TotalSink(Binomials b) : binomials(b) {}

    /** Counts a leaf. All lanes call it with the same arguments. */
    __device__ void leaf(const LocalGraph&, const Side& roots, Choice ofRoots, const Side& mates, Choice ofMates) {
        if ((threadIdx.x & 31) == 0) {
            u128 ways = productOf(
                    binomials.of(choices(roots, ofRoots), roots.low), binomials.of(choices(mates, ofMates), mates.low));
            sum = sumOf(sum, ways);
        }
    }

    /**
     * Counts leaves in which the last vertex of `side` is fixed, in `times` ways, and none of it is free; `freeOther`
     * of the other side are free. Each lane passes its own numbers.
     */
    __device__ void lastOne(const Side& side, const Side& other, u32 freeOther, u32 times, bool rootsLast) {
        u128 ways = binomials.of(freeOther, other.low);
        sum = sumOf(sum, times == 1 ? ways : productOf(ways, times));
    }

    /** Adds the sum to the result when the search ends. All lanes call it. */
    __device__ void finish(u64* result) {
        u128 all = warpSum128(sum);
        if ((threadIdx.x & 31) == 0 && !addExact(result + MOTIF_PIVOT_SUM, all)) {
            atomicExch(result + MOTIF_PIVOT_STOPPED, 1ull);
        }
    }
};

/**
 * Counts how often each kind of leaf is reached. A kind is a word of fixed roots - 1 and fixed mates (FIXED_BITS each),
 * free roots and free mates (FREE_BITS each), plus 1. A leaf stands for C(free roots, i - fixed roots) * C(free mates,
 * j - fixed mates) bicliques of i roots and j mates. The table has open addressing; kind 0 is a free slot. STOPPED is
 * set once half of the slots are taken; the launch then ends, and the kinds must be read and cleared before the next
 * one. A kind that finds no place among PROBES slots, because many were found at once, is lost: then the counts are of no
 * use, and KINDS_LOST is set.
 */
struct KindSink {
    static constexpr bool SETS = false, REPEATS = false;
    static constexpr u32 PROBES = 1024;
    u64* kinds;
    u64* counts;
    u64 slots;
    u64* result;

    __device__ KindSink(u64* kinds, u64* counts, u64 slots, u64* result)
        : kinds(kinds), counts(counts), slots(slots), result(result) {}

    __device__ void leaf(const LocalGraph&, const Side& roots, Choice ofRoots, const Side& mates, Choice ofMates) {
        if ((threadIdx.x & 31) == 0) {
            add(roots.fixed, choices(roots, ofRoots), mates.fixed, choices(mates, ofMates), 1);
        }
    }

    __device__ void lastOne(const Side& side, const Side& other, u32 freeOther, u32 times, bool rootsLast) {
        if (rootsLast) {
            add(side.fixed + 1, 0, other.fixed, freeOther, times);
        } else {
            add(other.fixed, freeOther, side.fixed + 1, 0, times);
        }
    }

private:
    __device__ void add(u32 fixedRoots, u32 freeRoots, u32 fixedMates, u32 freeMates, u64 times) {
        u64 kind = (u64)(fixedRoots - 1) << MOTIF_PIVOT_FIXED_BITS | fixedMates;
        kind = (kind << MOTIF_PIVOT_FREE_BITS | freeRoots) << MOTIF_PIVOT_FREE_BITS | freeMates;
        kind++;
        u64 at = (kind * 0x9E3779B97F4A7C15ull >> 20) % slots;
        for (u32 probes = 0; probes < PROBES && !lost; probes++) {
            u64 there = *(volatile u64*)(kinds + at);
            if (there == 0) {
                there = atomicCAS(kinds + at, 0ull, kind);
                if (there == 0) {
                    if (atomicAdd(result + MOTIF_PIVOT_KINDS, 1ull) == slots / 2) {
                        atomicExch(result + MOTIF_PIVOT_STOPPED, 1ull);
                    }
                    there = kind;
                }
            }
            if (there == kind) {
                atomicAdd(counts + at, times);
                return;
            }
            at = at + 1 == slots ? 0 : at + 1;
        }
        lost = true;
        atomicExch(result + MOTIF_PIVOT_KINDS_LOST, 1ull);
        atomicExch(result + MOTIF_PIVOT_STOPPED, 1ull);
    }

    bool lost = false;  // a kind of this lane: then it looks for no further places
};

/** Bicliques that a leaf adds to the total, and to vertices and edges by whether their ends are fixed or chosen. */
struct LeafWays {
    u128 fixedFixed, freeFixed, fixedFree, freeFree;  // the root end first

    __device__ LeafWays(const Binomials& binomials, u32 freeRoots, int roots, u32 freeMates, int mates) {
        u128 ofRoots = binomials.of(freeRoots, roots), ofMates = binomials.of(freeMates, mates);
        u128 withRoot = freeRoots > 0 && roots > 0 ? binomials.of(freeRoots - 1, roots - 1) : 0;
        u128 withMate = freeMates > 0 && mates > 0 ? binomials.of(freeMates - 1, mates - 1) : 0;
        fixedFixed = productOf(ofRoots, ofMates);
        freeFixed = productOf(withRoot, ofMates);
        fixedFree = productOf(ofRoots, withMate);
        freeFree = productOf(withRoot, withMate);
    }
};

/** The core, for sinks that count by vertex or edge. */
struct CountedCore {
    CoreRows rows;
    u64* result;
    u64* counts;  // two words each, low and high

    __device__ void addToSum(u128 ways) const {
        if ((threadIdx.x & 31) == 0 && !addExact(result + MOTIF_PIVOT_SUM, ways)) {
            atomicExch(result + MOTIF_PIVOT_SUM_OVERFLOW, 1ull);
        }
    }

    __device__ void addTo(u64 index, u128 ways) const {
        if (!addExact(counts + 2 * index, ways)) {
            atomicExch(result + MOTIF_PIVOT_STOPPED, 1ull);
        }
    }
};

/** Counts the bicliques of each vertex of the core, by rank, and their total. */
struct VertexSink {
    static constexpr bool SETS = true, REPEATS = false;
    Binomials binomials;
    CountedCore core;

    __device__ VertexSink(Binomials binomials, CountedCore core) : binomials(binomials), core(core) {}

    __device__ void leaf(
            const LocalGraph& local, const Side& roots, Choice ofRoots, const Side& mates, Choice ofMates) {
        const LeafWays ways(binomials, choices(roots, ofRoots), roots.low, choices(mates, ofMates), mates.low);
        if (ways.fixedFixed == 0) {
            return;
        }
        core.addToSum(ways.fixedFixed);
        if ((threadIdx.x & 31) == 0) {
            core.addTo(local.root, ways.fixedFixed);
        }
        addSide(roots, ofRoots, local.ranks, ways.fixedFixed, ways.freeFixed);
        addSide(mates, ofMates, core.rows.neighbors + core.rows.offsets[local.root], ways.fixedFixed, ways.fixedFree);
    }

    __device__ void lastOne(const Side&, const Side&, u32, u32, bool) {}

private:
    /** Credits the vertices of a side. A lane takes a word of the sets. */
    __device__ void addSide(const Side& side, Choice choice, const u32* ranks, u128 fixedWays, u128 freeWays) {
        for (u32 k = threadIdx.x & 31; k < side.words; k += 32) {
            for (u32 rest = side.fixedSet[k]; rest != 0; rest &= rest - 1) {
                core.addTo(ranks[32 * k + __ffs(rest) - 1], fixedWays);
            }
            u32 chosen = choice == NOTHING ? 0 : choice == FREE ? side.freeSet[k] : side.freeSet[k] | side.set[k];
            for (u32 rest = freeWays != 0 ? chosen : 0; rest != 0; rest &= rest - 1) {
                core.addTo(ranks[32 * k + __ffs(rest) - 1], freeWays);
            }
        }
    }
};

/**
 * Counts the bicliques of each edge of the core, by its slot in the row of its end on the roots' side, and their total.
 */
struct EdgeSink {
    static constexpr bool SETS = true, REPEATS = false;
    Binomials binomials;
    CountedCore core;

    __device__ EdgeSink(Binomials binomials, CountedCore core) : binomials(binomials), core(core) {}

    __device__ void leaf(
            const LocalGraph& local, const Side& roots, Choice ofRoots, const Side& mates, Choice ofMates) {
        const LeafWays ways(binomials, choices(roots, ofRoots), roots.low, choices(mates, ofMates), mates.low);
        if (ways.fixedFixed == 0) {
            return;
        }
        core.addToSum(ways.fixedFixed);
        addRow(local, local.root, mates, ofMates, ways.fixedFixed, ways.fixedFree);
        for (u32 k = 0; k < roots.words; k++) {
            for (u32 rest = roots.fixedSet[k]; rest != 0; rest &= rest - 1) {
                u32 rank = local.ranks[32 * k + __ffs(rest) - 1];
                addRow(local, rank, mates, ofMates, ways.fixedFixed, ways.fixedFree);
            }
            u32 chosen = ofRoots == NOTHING ? 0 : ofRoots == FREE ? roots.freeSet[k] : roots.freeSet[k] | roots.set[k];
            for (u32 rest = ways.freeFixed != 0 || ways.freeFree != 0 ? chosen : 0; rest != 0; rest &= rest - 1) {
                u32 rank = local.ranks[32 * k + __ffs(rest) - 1];
                addRow(local, rank, mates, ofMates, ways.freeFixed, ways.freeFree);
            }
        }
    }

    __device__ void lastOne(const Side&, const Side&, u32, u32, bool) {}

private:
    /** Credits the edges between one root-side vertex and the mates of the leaf. */
    __device__ void addRow(
            const LocalGraph& local, u32 rank, const Side& mates, Choice choice, u128 fixedWays, u128 freeWays) {
        const u64 begin = core.rows.offsets[rank], end = begin + core.rows.lengths[rank];
        const u32* mateRanks = core.rows.neighbors + core.rows.offsets[local.root];
        for (u32 k = threadIdx.x & 31; k < mates.words; k += 32) {
            u32 fixed = mates.fixedSet[k];
            u32 chosen = choice == NOTHING ? 0 : choice == FREE ? mates.freeSet[k] : mates.freeSet[k] | mates.set[k];
            for (u32 rest = fixed | (freeWays != 0 ? chosen : 0); rest != 0; rest &= rest - 1) {
                u32 bit = __ffs(rest) - 1;
                u64 slot = lowerBound(core.rows.neighbors, begin, end, mateRanks[32 * k + bit]);
                core.addTo(slot, fixed >> bit & 1 ? fixedWays : freeWays);
            }
        }
    }
};

/**
 * Puts leaves out, those with bicliques: LEAF_WORDS words, the numbers of fixed roots, roots to choose from, fixed mates and
 * mates to choose from, and then the ranks of these. A leaf that finds no room comes again in the next launch: then
 * STOPPED is set, and OUTPUT_END.
 */
struct LeafSink {
    static constexpr bool SETS = true, REPEATS = true;
    CoreRows core;
    u32* output;
    u64 outputWords;
    u64* result;
    bool full = false;  // the last leaf found no room

    __device__ LeafSink(CoreRows core, u32* output, u64 outputWords, u64* result)
        : core(core), output(output), outputWords(outputWords), result(result) {}

    __device__ void leaf(
            const LocalGraph& local, const Side& roots, Choice ofRoots, const Side& mates, Choice ofMates) {
        const u32 freeRoots = choices(roots, ofRoots), freeMates = choices(mates, ofMates);
        if ((int)freeRoots < roots.low || (int)freeMates < mates.low) {
            return;
        }
        const u64 words = MOTIF_PIVOT_LEAF_WORDS + roots.fixed + freeRoots + mates.fixed + freeMates;
        u64 at = 0;
        if ((threadIdx.x & 31) == 0) {
            at = atomicAdd(result + MOTIF_PIVOT_OUTPUT_USED, words);
        }
        at = __shfl_sync(FULL_WARP, at, 0);
        full = at + words > outputWords;
        if (full) {
            if ((threadIdx.x & 31) == 0) {
                atomicMax(result + MOTIF_PIVOT_OUTPUT_END, ~at);
                atomicExch(result + MOTIF_PIVOT_STOPPED, 1ull);
            }
            return;
        }
        u32* to = output + at + MOTIF_PIVOT_LEAF_WORDS;
        if ((threadIdx.x & 31) == 0) {
            output[at] = roots.fixed;
            output[at + 1] = freeRoots;
            output[at + 2] = mates.fixed;
            output[at + 3] = freeMates;
            *to = local.root;
        }
        to = putSide(to + 1, roots, ofRoots, local.ranks);
        putSide(to, mates, ofMates, core.neighbors + core.offsets[local.root]);
    }

    __device__ void lastOne(const Side&, const Side&, u32, u32, bool) {}

private:
    /** Puts out the fixed vertices of a side, then those to choose from; returns the end. */
    __device__ u32* putSide(u32* to, const Side& side, Choice choice, const u32* ranks) {
        to = put(to, side.words, ranks, [&](u32 k) { return side.fixedSet[k]; });
        return choice == NOTHING ? to : put(to, side.words, ranks, [&](u32 k) {
            return choice == FREE ? side.freeSet[k] : side.freeSet[k] | side.set[k];
        });
    }

    /** Puts out the members of a set, of which word(k) gives the words; a lane takes a word. */
    template <class Word>
    __device__ u32* put(u32* to, u32 words, const u32* ranks, Word word) {
        const u32 lane = threadIdx.x & 31;
        for (u32 base = 0; base < words; base += 32) {
            const u32 mine = base + lane < words ? word(base + lane) : 0;
            const u32 upTo = warpSumUpTo((u32)__popc(mine));
            u32* own = to + upTo - __popc(mine);
            for (u32 rest = mine; rest != 0; rest &= rest - 1) {
                *own++ = ranks[32 * (base + lane) + __ffs(rest) - 1];
            }
            to += __shfl_sync(FULL_WARP, upTo, 31);
        }
        return to;
    }
};

/** The search of one warp. */
template <class Sink>
class WarpSearch {
public:
    __device__ WarpSearch(const SearchJob& job, Sink& sink, u32* list)
        : job(job),
          sink(sink),
          list(list),
          lane(threadIdx.x & 31),
          warp((blockIdx.x * blockDim.x + threadIdx.x) >> 5),
          stack(job.stacks + (u64)warp * job.frames * job.frameWords),
          deadline(deviceNanos() + job.deadlineNanos),
          oneSize(job.minRoots == job.maxRoots && job.minMates == job.maxMates) {}

    __device__ void run() {
        bottom = job.saved[2 * warp];
        depth = job.saved[2 * warp + 1];
        if (depth > bottom) {
            open(frame(bottom)[LOCAL]);
        }
        bool late = false;
        while (!late) {
            u32 node = 0;
            if (depth > bottom) {
                node = nextNode();
            } else if (!takeRoot()) {
                if (!takeBranches()) {
                    break;
                }
                node = nextNode();
            }
            look(node);
            if (depth == bottom) {
                endTask();
            }
            if (nodes % NODES_A_LOOK == 0) {
                late = __shfl_sync(FULL_WARP, mustStop(), 0);
                shareWork();
            }
        }
        if (lane == 0) {
            job.saved[2 * warp] = bottom;
            job.saved[2 * warp + 1] = depth;
            atomicAdd(job.result + MOTIF_PIVOT_NODES, (u64)nodes);
        }
    }

private:
    /**
     * A side's candidates are taken in turn when this many are left to choose. With sets it is 1: lastOnes keeps none.
     */
    static constexpr int LAST = Sink::SETS ? 1 : 2;

    const SearchJob& job;
    Sink& sink;
    u32* const list;
    const u32 lane, warp;
    u32* const stack;
    const u64 deadline;
    const bool oneSize;
    u32 nodes = 0;

    LocalGraph local;  // the graph of the frames on the stack

    u32 bottom = 0, depth = 0;  // frames [bottom, depth) have branches left

    __device__ u32* frame(u32 i) const { return stack + (u64)i * job.frameWords; }
    __device__ u32* rootSet(u32* f) const { return f + MOTIF_PIVOT_FRAME_HEADER; }
    __device__ u32* mateSet(u32* f) const { return rootSet(f) + local.rootWords; }
    __device__ u32* branches(u32* f) const {
        return rootSet(f) + (Sink::SETS ? 3 : 1) * (local.rootWords + local.mateWords);
    }
    __device__ u32* fixedRoots(u32* f) const { return mateSet(f) + local.mateWords; }
    __device__ u32* freeRoots(u32* f) const { return fixedRoots(f) + local.rootWords; }
    __device__ u32* fixedMates(u32* f) const { return freeRoots(f) + local.rootWords; }
    __device__ u32* freeMates(u32* f) const { return fixedMates(f) + local.mateWords; }
    /** The number of words of a frame before its branches. */
    __device__ u32 nodeWords() const { return (u32)(branches(stack) - stack); }

    __device__ void open(u32 index) {
        const u64* words = job.locals + (u64)MOTIF_PIVOT_LOCAL_WORDS * index;
        const u64 sizes = words[1];
        local.root = (u32)words[0];
        local.rootSize = (u32)sizes;
        local.mateSize = (u32)(sizes >> 32);
        local.rootWords = setWords(local.rootSize);
        local.mateWords = setWords(local.mateSize);
        local.ranks = job.arena + words[2];
        local.rootRows = local.ranks + local.rootSize;
        local.mateRows = local.rootRows + (u64)local.mateWords * local.rootSize;
    }

    __device__ void openSides(u32* f, Side& roots, Side& mates) const {
        u32 rootsFixed = f[FIXED_ROOTS], matesFixed = f[FIXED_MATES];
        u32 *rootBits = rootSet(f), *mateBits = mateSet(f);
        roots = {
                rootBits,
                local.rootWords,
                local.rootRows,
                local.rootSize,
                sizeOf(rootBits, local.rootWords),
                f[FREE_ROOTS],
                rootsFixed,
                job.minRoots - (int)rootsFixed,
                job.maxRoots - (int)rootsFixed,
                fixedRoots(f),
                freeRoots(f)};
        mates = {
                mateBits,
                local.mateWords,
                local.mateRows,
                local.mateSize,
                sizeOf(mateBits, local.mateWords),
                f[FREE_MATES],
                matesFixed,
                job.minMates - (int)matesFixed,
                job.maxMates - (int)matesFixed,
                fixedMates(f),
                freeMates(f)};
    }

    // ---- nodes ----

    /** Takes the next branch of the top frame. Returns the frame of the node that it leads to. */
    __device__ u32 nextNode() {
        u32* top = frame(depth - 1);
        const bool ofMates = top[BRANCH_SIDE];
        const u32 words = ofMates ? local.mateWords : local.rootWords;
        u32* todo = branches(top);
        u32 first = top[FIRST_BRANCH_WORD];
        if (first == words) {
            if (top[PIVOT] != NO_PIVOT) {
                freePivot(top, ofMates);
            }
            return --depth;
        }
        u32 v = firstMember(todo, words, first);
        u32* child = frame(depth);
        copyNode(top, child, ofMates, v);
        u32 rest = todo[v >> 5] & ~(1u << (v & 31));
        u32 next = rest != 0 ? v >> 5 : nextWord(todo, words, (v >> 5) + 1);
        __syncwarp();
        if (lane == 0) {
            todo[v >> 5] = rest;
            top[FIRST_BRANCH_WORD] = next;
            (ofMates ? mateSet(top) : rootSet(top))[v >> 5] &= ~(1u << (v & 31));
        }
        __syncwarp();
        if (next == words && top[PIVOT] == NO_PIVOT) {
            // The frame is done: the node moves to its place, and becomes a frame there if it branches.
            moveNode(child, top);
            depth--;
        }
        return depth;
    }

    /** The first word from `from` on that is not 0, or `words`. */
    __device__ u32 nextWord(const u32* set, u32 words, u32 from) const {
        for (u32 base = from; base < words; base += 32) {
            u32 some = __ballot_sync(FULL_WARP, base + lane < words && set[base + lane] != 0);
            if (some != 0) {
                return base + __ffs(some) - 1;
            }
        }
        return words;
    }

    /** Makes the node of a branch: v of one side is fixed, and the other side keeps the neighbors of v. */
    __device__ void copyNode(u32* from, u32* to, bool ofMates, u32 v) {
        const u32 *fromRoots = rootSet(from), *fromMates = mateSet(from);
        u32 *toRoots = rootSet(to), *toMates = mateSet(to);
        for (u32 k = lane; k < local.rootWords; k += 32) {
            u32 word = fromRoots[k];
            if (ofMates) {
                word &= __ldg(local.mateRows + (u64)k * local.mateSize + v);
            } else if (k == v >> 5) {
                word &= ~(1u << (v & 31));
            }
            toRoots[k] = word;
        }
        for (u32 k = lane; k < local.mateWords; k += 32) {
            u32 word = fromMates[k];
            if (!ofMates) {
                word &= __ldg(local.rootRows + (u64)k * local.rootSize + v);
            } else if (k == v >> 5) {
                word &= ~(1u << (v & 31));
            }
            toMates[k] = word;
        }
        if (Sink::SETS) {
            u32* fixed = ofMates ? fixedMates(to) : fixedRoots(to);
            for (u32 k = (u32)(fixedRoots(from) - from) + lane; k < nodeWords(); k += 32) {
                to[k] = from[k] | (to + k == fixed + (v >> 5) ? 1u << (v & 31) : 0);
            }
        }
        if (lane < MOTIF_PIVOT_FRAME_HEADER) {
            u32 more = lane == (ofMates ? FIXED_MATES : FIXED_ROOTS) ? 1 : 0;
            to[lane] = from[lane] + more;
        }
    }

    __device__ void moveNode(const u32* from, u32* to) {
        for (u32 k = lane; k < nodeWords(); k += 32) {
            to[k] = from[k];
        }
        __syncwarp();
    }

    /** Frees the pivot, when no branch is left. */
    __device__ void freePivot(u32* top, bool branchesOfMates) {
        if (lane == 0) {
            u32 pivot = top[PIVOT];
            (branchesOfMates ? rootSet(top) : mateSet(top))[pivot >> 5] &= ~(1u << (pivot & 31));
            top[branchesOfMates ? FREE_ROOTS : FREE_MATES]++;
            if (Sink::SETS) {
                (branchesOfMates ? freeRoots(top) : freeMates(top))[pivot >> 5] |= 1u << (pivot & 31);
            }
        }
        __syncwarp();
    }

    /** Counts the node in frame i if it is a leaf, or makes a frame of it. */
    __device__ void look(u32 i) {
        u32* f = frame(i);
        nodes++;
        Side roots, mates;
        openSides(f, roots, mates);
        u64 best;
        bool changed;
        do {
            if (isLeaf(roots, mates)) {
                repeatIfFull(i, roots, mates);
                return;
            }
            best = ~0ull;
            changed = false;
            // Each side in turn is `roots` here, so that there is one copy of the code.
            for (u32 side = 0; side < 2; side++) {
                changed |= shrink(roots, mates, side, best);
                swapSides(roots, mates);
            }
        } while (changed);
        branch(f, roots, mates, best);
        if (!repeatIfFull(i, roots, mates)) {
            depth = i + 1;
        }
    }

    /** Makes a frame without branches of a node whose leaf found no room, so that it comes again as it is now. */
    __device__ bool repeatIfFull(u32 i, const Side& roots, const Side& mates) {
        if constexpr (Sink::REPEATS) {
            if (sink.full) {
                sink.full = false;
                u32* f = frame(i);
                if (lane == 0) {
                    f[FREE_ROOTS] = roots.free;
                    f[FREE_MATES] = mates.free;
                    f[PIVOT] = NO_PIVOT;
                    f[BRANCH_SIDE] = 0;
                    f[FIRST_BRANCH_WORD] = local.rootWords;
                }
                for (u32 k = lane; k < local.rootWords; k += 32) {
                    branches(f)[k] = 0;
                }
                __syncwarp();
                depth = i + 1;
                return true;
            }
        }
        return false;
    }

    __device__ static void swapSides(Side& a, Side& b) {
        Side c = a;
        a = b;
        b = c;
    }

    /** Whether nothing below the node has to be searched; such a node is counted here. */
    __device__ bool isLeaf(Side& roots, Side& mates) {
        if (roots.high == 0) {
            sink.leaf(local, roots, NOTHING, mates, ANY);
            return true;
        }
        if (mates.high == 0) {
            sink.leaf(local, roots, ANY, mates, NOTHING);
            return true;
        }
        if ((int)(roots.free + roots.count) < roots.low || (int)(mates.free + mates.count) < mates.low) {
            return true;
        }
        if (roots.count == 0 || mates.count == 0) {
            sink.leaf(local, roots, ANY, mates, ANY);
            return true;
        }
        if (Sink::SETS || !oneSize || (roots.low != 1 && mates.low != 1)) {
            return false;
        }
        bool rootsLast = roots.low == 1;
        if (!rootsLast) {
            swapSides(roots, mates);
        }
        lastOnes(roots, mates, rootsLast);
        return true;
    }

    /** Counts the bicliques that one more vertex of `side` completes on that side. */
    __device__ void lastOnes(const Side& side, const Side& other, bool rootsLast) {
        if (lane == 0 && side.free > 0) {
            sink.lastOne(side, other, other.free + other.count, side.free, rootsLast);
        }
        forEachMember(side.set, side.words, list, [&](u32 x, bool active) {
            u32 common = neighborsIn(side.rows, side.size, x, active, other.set, other.words);
            if (active && (int)(other.free + common) >= other.low) {
                sink.lastOne(side, other, other.free + common, 1, rootsLast);
            }
        });
    }

    /**
     * Takes out candidates that are adjacent to too few of the other side, or to all of them. `best` gets each lane's
     * candidate with the fewest non-neighbors: their number, the side, the vertex. True if any was taken out.
     */
    __device__ bool shrink(Side& mine, const Side& other, u32 side, u64& best) {
        u32 gone = 0;
        forEachMember(mine.set, mine.words, list, [&](u32 x, bool active) {
            u32 common = neighborsIn(mine.rows, mine.size, x, active, other.set, other.words);
            bool drop = active && (int)(other.free + common) < other.low;
            bool full = active && !drop && common == other.count;
            u32 out = __ballot_sync(FULL_WARP, drop || full);
            if (out != 0) {
                u32 fullLanes = __ballot_sync(FULL_WARP, full);
                setMembers<false>(mine.set, x, out);
                mine.free += __popc(fullLanes);
                if (Sink::SETS) {
                    setMembers<true>(mine.freeSet, x, fullLanes);
                }
                gone += __popc(out);
            }
            if (active && !drop && !full) {
                best = min(best, (u64)(other.count - common) << 33 | (u64)side << 32 | x);
            }
        });
        mine.count -= gone;
        return gone > 0;
    }

    /** Makes a frame of a node that is not a leaf. */
    __device__ void branch(u32* f, const Side& roots, const Side& mates, u64 best) {
        for (int d = 16; d > 0; d >>= 1) {
            best = min(best, __shfl_xor_sync(FULL_WARP, best, d));
        }
        bool ofMates = !(best >> 32 & 1);
        u32 pivot = (u32)best;
        if (oneSize && (roots.low == LAST || mates.low == LAST)) {
            // Takes all candidates of one side in turn: what is then left to choose is counted at once.
            ofMates = mates.low == LAST && (roots.low != LAST || mates.count < roots.count);
            pivot = NO_PIVOT;
            sink.leaf(local, roots, ofMates ? ANY : FREE, mates, ofMates ? FREE : ANY);
        }
        const Side& side = ofMates ? mates : roots;
        const u32* row = ofMates ? local.rootRows + pivot : local.mateRows + pivot;
        const u32 stride = ofMates ? local.rootSize : local.mateSize;
        u32* todo = branches(f);
        for (u32 k = lane; k < side.words; k += 32) {
            todo[k] = side.set[k] & (pivot == NO_PIVOT ? ~0u : ~__ldg(row + (u64)k * stride));
        }
        __syncwarp();
        u32 first = nextWord(todo, side.words, 0);
        if (lane == 0) {
            f[FREE_ROOTS] = roots.free;
            f[FREE_MATES] = mates.free;
            f[PIVOT] = pivot;
            f[BRANCH_SIDE] = ofMates;
            f[FIRST_BRANCH_WORD] = first;
        }
        __syncwarp();
    }

    // ---- work ----

    __device__ bool mustStop() const {
        return deviceNanos() > deadline || *(volatile u64*)(job.result + MOTIF_PIVOT_STOPPED) != 0;
    }

    /** Ends the task that the stack held. */
    __device__ void endTask() {
        bottom = depth = 0;
        if (lane == 0) {
            __threadfence();
            atomicAdd(job.control + MOTIF_PIVOT_PENDING, ~0ull);
        }
    }

    /** Takes the next root, whose node becomes frame 0. False when none is left. */
    __device__ bool takeRoot() {
        u64 ready = job.control[MOTIF_PIVOT_READY], taken = ready;
        if (lane == 0 && *(volatile u64*)(job.control + MOTIF_PIVOT_TAKEN) < ready) {
            taken = atomicAdd(job.control + MOTIF_PIVOT_TAKEN, 1ull);
        }
        taken = __shfl_sync(FULL_WARP, taken, 0);
        if (taken >= ready) {
            return false;
        }
        open((u32)taken);
        u32* f = frame(0);
        fillSet(rootSet(f), local.rootSize);
        fillSet(mateSet(f), local.mateSize);
        for (u32 k = (u32)(fixedRoots(f) - f) + lane; Sink::SETS && k < nodeWords(); k += 32) {
            f[k] = 0;
        }
        if (lane < MOTIF_PIVOT_FRAME_HEADER) {
            f[lane] = lane == LOCAL ? (u32)taken : lane == FIXED_ROOTS ? 1 : 0;
        }
        __syncwarp();
        return true;
    }

    /** The frame of a ticket in the queue, with the layout of one on a stack. */
    __device__ u32* queued(u64 ticket) const { return job.queue + (ticket % job.queueSlots) * job.frameWords; }

    /** Waits for branches from the queue. False when the launch ends. */
    __device__ bool takeBranches() {
        if (lane == 0) {
            atomicAdd(job.control + MOTIF_PIVOT_IDLE, 1ull);
        }
        bool taken = false, over = false;
        while (!taken && !over) {
            taken = takeQueued();
            if (!taken) {
                bool done = *(volatile u64*)(job.control + MOTIF_PIVOT_PENDING) == 0 || mustStop();
                over = __shfl_sync(FULL_WARP, done, 0);
                __nanosleep(IDLE_NANOS);
            }
        }
        if (lane == 0) {
            atomicAdd(job.control + MOTIF_PIVOT_IDLE, ~0ull);
        }
        return taken;
    }

    __device__ bool takeQueued() {
        u64 ticket = ~0ull;
        if (lane == 0 && (long long)*(volatile u64*)(job.control + MOTIF_PIVOT_QUEUE_READY) > 0) {
            if ((long long)atomicAdd(job.control + MOTIF_PIVOT_QUEUE_READY, ~0ull) > 0) {
                ticket = awaitFlag(atomicAdd(job.control + MOTIF_PIVOT_QUEUE_HEAD, 1ull), SLOT_FULL);
            } else {
                atomicAdd(job.control + MOTIF_PIVOT_QUEUE_READY, 1ull);
            }
        }
        ticket = __shfl_sync(FULL_WARP, ticket, 0);
        if (ticket == ~0ull) {
            return false;
        }
        const u32* from = queued(ticket);
        open(__ldcg(from + LOCAL));
        u32* f = frame(0);
        for (u32 k = lane; k < nodeWords() + max(local.rootWords, local.mateWords); k += 32) {
            f[k] = __ldcg(from + k);
        }
        depth = 1;
        __threadfence();
        __syncwarp();
        if (lane == 0) {
            setFlag(ticket, SLOT_EMPTIED);
            atomicAdd(job.control + MOTIF_PIVOT_QUEUE_USED, ~0ull);
        }
        return true;
    }

    // The flag of a slot of the queue says whose turn it is, as in branch_queue.cuh of k-cliques.
    static constexpr u32 SLOT_FREE = 0, SLOT_FULL = 1, SLOT_EMPTIED = 2;

    __device__ u32 turn(u64 ticket) const { return 2 * (u32)(ticket / job.queueSlots); }

    /**
     * Waits until the slot of a ticket is full or free in its turn; returns the ticket, or all ones when that will never
     * be. The warp that makes it so waits for nothing any more.
     */
    __device__ u64 awaitFlag(u64 ticket, u32 state) const {
        const volatile u32* flag = job.queueFlags + ticket % job.queueSlots;
        const u32 wanted = turn(ticket) + state;
        return await(job.control + MOTIF_PIVOT_STUCK, [&] { return *flag == wanted; }) ? ticket : ~0ull;
    }

    __device__ void setFlag(u64 ticket, u32 state) const {
        __threadfence();
        atomicExch(job.queueFlags + ticket % job.queueSlots, turn(ticket) + state);
    }

    /** Gives the later half of the branches of the lowest frame to the queue, if warps are idle. */
    __device__ void shareWork() {
        bool wanted = false;
        if (lane == 0 && depth > bottom) {
            long long idle = (long long)*(volatile u64*)(job.control + MOTIF_PIVOT_IDLE);
            wanted = idle > 0 && idle > (long long)*(volatile u64*)(job.control + MOTIF_PIVOT_QUEUE_READY);
        }
        if (!__shfl_sync(FULL_WARP, wanted, 0)) {
            return;
        }
        u32* f = frame(bottom);
        const bool ofMates = f[BRANCH_SIDE], hasPivot = f[PIVOT] != NO_PIVOT;
        const u32 words = ofMates ? local.mateWords : local.rootWords;
        u32 left = sizeOf(branches(f), words), parts = left + (hasPivot ? 1 : 0);
        bool whole = parts == 1 && depth - bottom > 1;
        if (parts < 2 && !whole) {
            return;
        }
        u64 ticket = ~0ull;
        if (lane == 0) {
            if (atomicAdd(job.control + MOTIF_PIVOT_QUEUE_USED, 1ull) < job.queueSlots) {
                atomicAdd(job.control + MOTIF_PIVOT_PENDING, 1ull);
                ticket = awaitFlag(atomicAdd(job.control + MOTIF_PIVOT_QUEUE_TAIL, 1ull), SLOT_FREE);
            } else {
                atomicAdd(job.control + MOTIF_PIVOT_QUEUE_USED, ~0ull);
            }
        }
        ticket = __shfl_sync(FULL_WARP, ticket, 0);
        if (ticket == ~0ull) {
            return;
        }
        give(f, queued(ticket), ofMates, words, whole ? 0 : (left + 1) / 2);
        if (whole) {
            bottom++;
        }
        __threadfence();
        __syncwarp();
        if (lane == 0) {
            setFlag(ticket, SLOT_FULL);
            atomicAdd(job.control + MOTIF_PIVOT_QUEUE_READY, 1ull);
        }
    }

    /** Moves the branches of f after the first `keep` ones, with the pivot that follows them, to another frame. */
    __device__ void give(u32* f, u32* to, bool ofMates, u32 words, u32 keep) {
        u32* todo = branches(f);
        u32* side = ofMates ? mateSet(f) : rootSet(f);
        for (u32 k = lane; k < nodeWords(); k += 32) {
            to[k] = f[k];
        }
        __syncwarp();
        u32* toSide = to + (side - f);
        u32* toTodo = to + (todo - f);
        u32 before = 0;
        for (u32 base = 0; base < words; base += 32) {
            u32 k = base + lane;
            u32 word = k < words ? todo[k] : 0;
            const u32 upTo = warpSumUpTo((u32)__popc(word));
            u32 given = word;
            for (u32 rank = before + upTo - __popc(word); given != 0 && rank < keep; rank++) {
                given &= given - 1;
            }
            u32 kept = word & ~given;
            if (k < words) {
                toTodo[k] = given;
                toSide[k] = side[k] & ~kept;
                todo[k] = kept;
            }
            before += __shfl_sync(FULL_WARP, upTo, 31);
        }
        __syncwarp();
        u32 givenFirst = nextWord(toTodo, words, 0);
        if (lane == 0) {
            to[FIRST_BRANCH_WORD] = givenFirst;
            f[PIVOT] = NO_PIVOT;
        }
        __syncwarp();
    }
};

/** Searches with all warps of the block until the work is done or the launch must end. */
template <class Sink>
__device__ __forceinline__ void search(const SearchJob& job, Sink& sink) {
    __shared__ u32 lists[MOTIF_PIVOT_SEARCH_THREADS / 32][64];
    WarpSearch<Sink>(job, sink, lists[threadIdx.x >> 5]).run();
}
