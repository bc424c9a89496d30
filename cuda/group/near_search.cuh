// The search of parts of a graph for near-groups, a warp each; near.cu tells how.
#pragma once
#include "count/branch_queue.cuh"
#include "group/group_output.cuh"
#include "include/bit_rows.cuh"
#include "include/kernel_abi.h"

static constexpr u32 NEAR_NONE = 0xffffffffu;
/** Nodes between two looks at the clock and at warps that are idle. */
static constexpr u32 NEAR_NODES_A_LOOK = 8;
static constexpr u32 NEAR_IDLE_NANOS = 500;
/** The most nodes that a warp gives away at a look: many branches of a root are soon done. */
static constexpr u32 NEAR_GIVEN_A_LOOK = 4;

/** The arguments of the search. */
struct NearArguments {
    const u32* __restrict__ pool;
    const u64* __restrict__ places;  // where each part begins in the pool
    u64 partCount;
    u32 missing, leastFirst, leastSecond;  // vertices of the groups that are wanted, on either side
    u64 nanos;
    u64* state;
    u64* control;  // of the queue
    u32* stacks;   // `frames` frames of `frameWords` words a warp
    u32 frameWords, frames;
    u32* saved;  // two words a warp
    u32* queue;
    u32* queueFlags;
    u32 queueSlots, queueSlotWords;
    u32 setWords;  // of the sets of both sides of a part, at most
    u32* output;
    u64 outputWords;
    u32 members;  // whether groups are put out with their vertices
};

/** The sets of a node; in the shared memory there are two more. Each has the words of side 0, and then of side 1. */
enum NearSet { NEAR_CHOSEN, NEAR_CANDIDATES, NEAR_EXCLUDED, NEAR_BRANCHES, NEAR_PRESENT, NEAR_SCRATCH };

/**
 * The header of a frame, before its sets: the part, and whether the rest of the node comes after its branches. In the queue a
 * node has instead of the latter its vertex that is to be chosen, see NearSearch::takeFrom.
 */
enum NearFrameWord { NEAR_PART, NEAR_REST };

/** Where a part of the graph lies. */
struct NearPart {
    u32 index;
    u32 inner[2];     // of each side the words of chosen vertices and candidates
    u32 words[2];     // of each side the words of these, and of other excluded vertices behind them
    u32 setWords;     // the words of both sides
    const u32* sets;  // of the first node
    const u32* rows[2];
    const u32* together[2];
    const u32* vertices[2];
};
static_assert(sizeof(NearPart) == 4 * MOTIF_NEAR_PART_SHARED_WORDS, "a part in the shared memory");

/** One warp's search of parts with one side, or with two. */
template <u32 SIDES>
class NearSearch {
public:
    /** `shared`: PART_SHARED_WORDS words, and NODE_SETS sets. */
    __device__ NearSearch(const NearArguments& job, u32* shared)
        : job(job),
          queue{job.control, job.queue, job.queueFlags, job.queueSlots, job.queueSlotWords},
          output{job.output, job.outputWords, job.state},
          lane(threadIdx.x & 31),
          warp((blockIdx.x * blockDim.x + threadIdx.x) >> 5),
          stack(job.stacks + (u64)warp * job.frames * job.frameWords),
          deadline(deviceNanos() + job.nanos),
          part(*reinterpret_cast<NearPart*>(shared)),
          node(shared + MOTIF_NEAR_PART_SHARED_WORDS) {}

    __device__ void run() {
        bottom = job.saved[2 * warp];
        depth = job.saved[2 * warp + 1];
        if (depth > bottom) {
            open(frame(bottom)[NEAR_PART]);
        }
        u32 nodes = 0;
        while (true) {
            u32 choice = 0;
            if (depth > bottom) {
                bool isOver;
                choice = takeFrom(frame(depth - 1), node, isOver);
                depth -= isOver ? 1 : 0;
            } else if (!takePart() && !awaitNode(choice)) {
                break;
            }
            visit(choice);
            if (depth == bottom) {
                endTask();
            }
            if (++nodes % NEAR_NODES_A_LOOK == 0) {
                if (mustStop()) {
                    break;
                }
                u32 given = 0;
                while (given < NEAR_GIVEN_A_LOOK && shareNode()) {
                    given++;
                }
            }
        }
        if (lane == 0) {
            job.saved[2 * warp] = bottom;
            job.saved[2 * warp + 1] = depth;
            atomicAdd(job.state + MOTIF_MAXIMAL_CLIQUE_NODES, (u64)nodes);
        }
    }

private:
    const NearArguments& job;
    const BranchQueue queue;
    const GroupOutput output;
    const u32 lane, warp;
    u32* const stack;
    const u64 deadline;
    NearPart& part;
    u32* const node;            // its sets
    u32 bottom = 0, depth = 0;  // frames [bottom, depth) have something left

    /** How many chosen vertices and candidates each side has. */
    u32 firstReach, secondReach;
    bool isWhole;
    /** How many more vertices than it may a chosen one misses, the most that one does. */
    u32 excess, excessSide, excessVertex;

    __device__ static constexpr u32 other(u32 side) { return SIDES - 1 - side; }
    __device__ u32 least(u32 side) const { return side == 0 ? job.leastFirst : job.leastSecond; }
    __device__ u32 reach(u32 side) const { return SIDES == 1 || side == 0 ? firstReach : secondReach; }
    __device__ u32* frame(u32 i) const { return stack + (u64)i * job.frameWords; }

    /** A set of a node of this part, whose sets begin at `sets`. */
    __device__ u32* setOf(u32* sets, NearSet set) const { return sets + set * part.setWords; }
    /** The set of a side of the node. */
    __device__ u32* set(NearSet which, u32 side) const {
        return node + which * part.setWords + (side == 0 ? 0 : part.words[0]);
    }
    __device__ static u32* setsOf(u32* frame) { return frame + MOTIF_NEAR_FRAME_HEADER; }

    /** The first words of the rows of all vertices of a side, then the second ones, and so on. */
    __device__ __forceinline__ const u32* column(u32 side, u32 word) const {
        return part.rows[side] + (u64)word * 32 * part.words[side];
    }
    /** The word of the row of v with chosen vertices and candidates of the other side. */
    __device__ __forceinline__ u32 row(u32 side, u32 v, u32 word) const { return column(side, word)[v]; }
    /** Whether y, of the other side than v, is adjacent to v, which is no excluded vertex behind the candidates. */
    __device__ __forceinline__ bool adjacent(u32 side, u32 v, u32 y) const {
        return column(other(side), v >> 5)[y] >> (v & 31) & 1;
    }

    /** How many of a set of the other side v is adjacent to. Each lane its own v. */
    __device__ __forceinline__ u32 degree(u32 side, u32 v, const u32* of) const {
        u32 sum = 0;
        for (u32 k = 0; k < part.inner[other(side)]; k++) {
            sum += __popc(of[k] & row(side, v, k));
        }
        return sum;
    }

    /** How many of a set of the other side v misses. Each lane its own v. */
    __device__ __forceinline__ u32 misses(u32 side, u32 v, const u32* of) const {
        u32 sum = 0;
        for (u32 k = 0; k < part.inner[other(side)]; k++) {
            sum += __popc(of[k] & ~row(side, v, k));
        }
        return sum;
    }

    /** How many of two sets of the other side v misses. All lanes with one v. */
    __device__ u32 missesOfBoth(u32 side, u32 v, const u32* first, const u32* second) const {
        u32 sum = 0;
        for (u32 k = lane; k < part.inner[other(side)]; k += 32) {
            sum += __popc((first[k] | second[k]) & ~row(side, v, k));
        }
        return warpSum32(sum);
    }

    // ---- nodes ----

    /** Chooses a vertex, if one is given, and takes what is found then, or makes a frame of the node. */
    __device__ void visit(u32 choice) {
        if (choice != 0) {
            chooseAt(choice - 1);
        }
        while (refine()) {
            if (isWhole) {
                if (!isExtendable() && !putOut()) {
                    clearBranches();
                    push(true);
                }
                return;
            }
            if (excess > 0) {
                findMissed();
                push(true);
                return;
            }
            const u32 count = findBranches();
            if (count > 1) {
                push(false);
            }
            if (count != 1) {
                return;
            }
            chooseAt(firstOf(setOf(node, NEAR_BRANCHES)));
        }
    }

    /** Chooses the candidate at a position of the sets. */
    __device__ void chooseAt(u32 position) {
        const u32 before = 32 * part.words[0];
        choose(SIDES == 1 || position < before ? 0 : 1, SIDES == 1 || position < before ? position : position - before);
    }

    /** Chooses a candidate, and drops what cannot be added any more. */
    __device__ void choose(u32 side, u32 v) {
        const u32 there = other(side), bit = 1u << (v & 31);
        u32 *const chosen = set(NEAR_CHOSEN, there), *const candidates = set(NEAR_CANDIDATES, there);
        u32* const excluded = set(NEAR_EXCLUDED, there);
        const u32* const own = set(NEAR_CHOSEN, side);
        if (lane == 0) {
            set(NEAR_CANDIDATES, side)[v >> 5] &= ~bit;
            set(NEAR_CHOSEN, side)[v >> 5] |= bit;
        }
        __syncwarp();
        keepTogether(side, v);
        const bool full = missesOfBoth(side, v, chosen, chosen) == job.missing;
        for (u32 k = 0; k < part.words[there]; k++) {
            const u32 here = chosen[k] | candidates[k] | excluded[k], y = 32 * k + lane;
            const bool missed = (here >> lane & 1) != 0 && !adjacent(side, v, y);
            const u32 count = missed ? misses(there, y, own) : 0;
            const u32 gone = __ballot_sync(FULL_WARP, missed && (full || count > job.missing));
            u32 saturated = __ballot_sync(FULL_WARP, missed && count == job.missing) & chosen[k];
            __syncwarp();
            if (lane == 0) {
                candidates[k] &= ~gone;
                excluded[k] &= ~gone;
            }
            __syncwarp();
            for (; saturated != 0; saturated &= saturated - 1) {
                keepNeighbors(there, 32 * k + __ffs(saturated) - 1);
            }
        }
    }

    /** Drops what cannot be in a group with a chosen vertex. */
    __device__ void keepTogether(u32 side, u32 v) {
        const u32* with = part.together[side] + (u64)v * part.words[side];
        for (u32 k = lane; k < part.words[side]; k += 32) {
            set(NEAR_CANDIDATES, side)[k] &= with[k];
            set(NEAR_EXCLUDED, side)[k] &= with[k];
        }
        __syncwarp();
    }

    /** Drops what a chosen vertex is not adjacent to, which may miss no more. */
    __device__ void keepNeighbors(u32 side, u32 v) {
        const u32 there = other(side);
        u32 *const candidates = set(NEAR_CANDIDATES, there), *const excluded = set(NEAR_EXCLUDED, there);
        for (u32 k = 0; k < part.words[there]; k++) {
            const u32 neighbors = __ballot_sync(FULL_WARP, adjacent(side, v, 32 * k + lane));
            if (lane == 0) {
                candidates[k] &= neighbors;
                excluded[k] &= neighbors;
            }
        }
        __syncwarp();
    }

    /**
     * Drops candidates and excluded vertices that can be added only to what is too small. Returns whether something that is
     * large enough is left, and finds whether that is one group, and the chosen vertex that misses the most.
     */
    __device__ bool refine() {
        bool changed;
        do {
            changed = false;
            firstReach = findPresent(0);
            secondReach = SIDES == 2 ? findPresent(1) : 0;
            if (firstReach < least(0) || SIDES == 2 && secondReach < least(1)) {
                return false;
            }
            isWhole = true;
            excess = 0;
            for (u32 side = 0; side < SIDES; side++) {
                if (!look(side, changed) || excess > 0 && atMost(side) < least(other(side))) {
                    return false;
                }
            }
        } while (changed);
        for (u32 side = 0; side < SIDES; side++) {
            dropExcluded(side);
        }
        return true;
    }

    /** Finds the chosen vertices and candidates of a side; returns how many they are. */
    __device__ u32 findPresent(u32 side) {
        u32 count = 0;
        for (u32 k = lane; k < part.inner[side]; k += 32) {
            const u32 here = set(NEAR_CHOSEN, side)[k] | set(NEAR_CANDIDATES, side)[k];
            set(NEAR_PRESENT, side)[k] = here;
            count += __popc(here);
        }
        __syncwarp();
        return warpSum32(count);
    }

    /** Drops candidates that have too few neighbors; returns whether all chosen vertices have enough. */
    __device__ bool look(u32 side, bool& changed) {
        const u32 there = other(side), few = least(there) - job.missing, whole = reach(there) - job.missing;
        const u32 *const present = set(NEAR_PRESENT, side), *const chosen = set(NEAR_CHOSEN, side);
        for (u32 k = 0; k < part.inner[side]; k++) {
            const u32 here = present[k];
            if (here == 0) {
                continue;
            }
            const u32 v = 32 * k + lane, isChosen = chosen[k] >> lane & 1;
            const u32 has = here >> lane & 1 ? degree(side, v, set(NEAR_PRESENT, there)) : whole;
            const u32 low = __ballot_sync(FULL_WARP, (here >> lane & 1) != 0 && has < few);
            if ((low & chosen[k]) != 0) {
                return false;
            }
            isWhole = isWhole && !__any_sync(FULL_WARP, has < whole);
            const u32 most = warpMax32(isChosen && has < whole ? whole - has : 0);
            if (most > excess) {
                excess = most;
                excessSide = side;
                excessVertex = 32 * k + __ffs(__ballot_sync(FULL_WARP, isChosen && has + most == whole)) - 1;
            }
            if (low != 0) {
                if (lane == 0) {
                    set(NEAR_CANDIDATES, side)[k] &= ~low;
                }
                changed = true;
            }
        }
        __syncwarp();
        return true;
    }

    /**
     * The most vertices that the other side of a group has. Of the candidates that a chosen vertex misses, a group has no more
     * than the vertex may still miss; so only this number of candidates counts, each with the first chosen vertex that misses
     * too many of them.
     */
    __device__ u32 atMost(u32 side) {
        const u32 there = other(side), words = part.inner[there];
        const u32 *const chosen = set(NEAR_CHOSEN, side), *const otherChosen = set(NEAR_CHOSEN, there);
        u32* const left = set(NEAR_SCRATCH, there);
        for (u32 k = lane; k < words; k += 32) {
            left[k] = set(NEAR_CANDIDATES, there)[k];
        }
        __syncwarp();
        u32 most = reach(there);
        for (u32 k = 0; k < part.inner[side]; k++) {
            const u32 v = 32 * k + lane;
            const bool isChosen = (chosen[k] >> lane & 1) != 0;
            const u32 missed = isChosen ? misses(side, v, left) + misses(side, v, otherChosen) : 0;
            // Vertices that were counted meanwhile count no more.
            for (u32 over = __ballot_sync(FULL_WARP, missed > job.missing); over != 0; over &= over - 1) {
                const u32 u = 32 * k + __ffs(over) - 1, now = missesOfBoth(side, u, left, otherChosen);
                if (now > job.missing) {
                    most -= now - job.missing;
                    __syncwarp();
                    for (u32 i = lane; i < words; i += 32) {
                        left[i] &= row(side, u, i);
                    }
                    __syncwarp();
                }
            }
        }
        return most;
    }

    __device__ void dropExcluded(u32 side) {
        const u32 few = least(other(side)) - job.missing;
        u32* const excluded = set(NEAR_EXCLUDED, side);
        for (u32 k = 0; k < part.words[side]; k++) {
            const u32 here = excluded[k];
            if (here != 0) {
                const bool has =
                        (here >> lane & 1) != 0 && degree(side, 32 * k + lane, set(NEAR_PRESENT, other(side))) >= few;
                const u32 kept = __ballot_sync(FULL_WARP, has);
                __syncwarp();
                if (lane == 0) {
                    excluded[k] = kept;
                }
            }
        }
        __syncwarp();
    }

    /** Whether an excluded vertex can be added to all that is chosen or a candidate, which is a group. */
    __device__ bool isExtendable() {
        for (u32 side = 0; side < SIDES; side++) {
            for (u32 k = 0; k < part.inner[side]; k++) {
                const bool here = (set(NEAR_PRESENT, side)[k] >> lane & 1) != 0;
                const bool full = here
                        && degree(side, 32 * k + lane, set(NEAR_PRESENT, other(side))) + job.missing
                                == reach(other(side));
                const u32 saturated = __ballot_sync(FULL_WARP, full);
                if (lane == 0) {
                    set(NEAR_SCRATCH, side)[k] = saturated;
                }
            }
        }
        __syncwarp();
        for (u32 side = 0; side < SIDES; side++) {
            const u32 there = other(side);
            for (u32 k = 0; k < part.words[side]; k++) {
                const u32 x = 32 * k + lane, excluded = set(NEAR_EXCLUDED, side)[k];
                const bool fits = (excluded >> lane & 1) != 0
                        && degree(side, x, set(NEAR_PRESENT, there)) + job.missing >= reach(there)
                        && misses(side, x, set(NEAR_SCRATCH, there)) == 0;
                if (__any_sync(FULL_WARP, fits)) {
                    return true;
                }
            }
        }
        return false;
    }

    // ---- branches ----

    /** The chosen vertices that a pivot misses, at most three. */
    struct Missed {
        u32 vertices[MOTIF_NEAR_MOST_MISSING];
    };

    /** Each lane its own v. */
    __device__ __forceinline__ Missed missedBy(u32 side, u32 v) const {
        const u32* const chosen = set(NEAR_CHOSEN, other(side));
        Missed missed = {{NEAR_NONE, NEAR_NONE, NEAR_NONE}};
        for (u32 k = 0; k < part.inner[other(side)]; k++) {
            for (u32 rest = chosen[k] & ~row(side, v, k); rest != 0; rest &= rest - 1) {
                missed.vertices[2] = missed.vertices[1];
                missed.vertices[1] = missed.vertices[0];
                missed.vertices[0] = 32 * k + __ffs(rest) - 1;
            }
        }
        return missed;
    }

    /** The branches of the side of a pivot v, in one word. Each lane its own v. */
    __device__ __forceinline__ u32 ownBranches(u32 side, u32 v, const Missed& missed, u32 k) const {
        u32 may = v >> 5 == k ? 1u << (v & 31) : 0;
        if (SIDES == 1) {
            may |= ~row(side, v, k);
        }
#pragma unroll
        for (u32 i = 0; i < MOTIF_NEAR_MOST_MISSING; i++) {
            may |= missed.vertices[i] == NEAR_NONE ? 0 : ~row(other(side), missed.vertices[i], k);
        }
        return set(NEAR_CANDIDATES, side)[k] & may;
    }

    /** How many branches a pivot has. Each lane its own v. */
    __device__ __forceinline__ u32 branchesOf(u32 side, u32 v) const {
        const Missed missed = missedBy(side, v);
        u32 count = SIDES == 1 ? 0 : misses(side, v, set(NEAR_CANDIDATES, other(side)));
        for (u32 k = 0; k < part.inner[side]; k++) {
            count += __popc(ownBranches(side, v, missed, k));
        }
        return count;
    }

    /** Finds the fewest vertices of which one must be chosen next; returns how many they are. */
    __device__ u32 findBranches() {
        u32 best = NEAR_NONE, bestSide = 0, pivot = 0;
        for (u32 side = 0; side < SIDES; side++) {
            for (u32 which = NEAR_EXCLUDED; which >= NEAR_CANDIDATES; which--) {
                const u32* const pivots = set((NearSet)which, side);
                for (u32 k = 0; k < part.words[side]; k++) {
                    const u32 here = pivots[k];
                    if (here == 0) {
                        continue;
                    }
                    const u32 count = here >> lane & 1 ? branchesOf(side, 32 * k + lane) : NEAR_NONE;
                    const u32 fewest = ~warpMax32(~count);
                    if (fewest == 0) {
                        return 0;
                    }
                    if (fewest < best) {
                        best = fewest;
                        bestSide = side;
                        pivot = 32 * k + __ffs(__ballot_sync(FULL_WARP, count == fewest)) - 1;
                    }
                }
            }
        }
        clearBranches();
        const Missed missed = missedBy(bestSide, pivot);
        if (SIDES == 2) {
            branchToMissed(bestSide, pivot);
        }
        for (u32 k = lane; k < part.inner[bestSide]; k += 32) {
            set(NEAR_BRANCHES, bestSide)[k] = ownBranches(bestSide, pivot, missed, k);
        }
        __syncwarp();
        return best;
    }

    /** Takes the candidates as branches that the chosen vertex misses which misses the most. */
    __device__ void findMissed() {
        clearBranches();
        branchToMissed(excessSide, excessVertex);
        __syncwarp();
    }

    __device__ void branchToMissed(u32 side, u32 v) {
        const u32 there = other(side);
        for (u32 k = lane; k < part.inner[there]; k += 32) {
            set(NEAR_BRANCHES, there)[k] = set(NEAR_CANDIDATES, there)[k] & ~row(side, v, k);
        }
    }

    __device__ void clearBranches() {
        for (u32 k = lane; k < part.setWords; k += 32) {
            setOf(node, NEAR_BRANCHES)[k] = 0;
        }
        __syncwarp();
    }

    /** The first position of a set, or NEAR_NONE. All lanes. */
    __device__ u32 firstOf(const u32* of) const {
        for (u32 base = 0; base < part.setWords; base += 32) {
            const u32 mine = base + lane < part.setWords ? of[base + lane] : 0;
            const u32 some = __ballot_sync(FULL_WARP, mine != 0);
            if (some != 0) {
                const u32 k = __ffs(some) - 1;
                return (base + k) * 32 + __ffs(__shfl_sync(FULL_WARP, mine, k)) - 1;
            }
        }
        return NEAR_NONE;
    }

    // ---- groups ----

    /** Puts out the chosen vertices and candidates. False when there is no room. */
    __device__ bool putOut() {
        const u32 second = SIDES == 2 ? secondReach : 0;
        const u64 at = output.reserve(job.members != 0 ? SIDES + firstReach + second : 1);
        if (at >= output.length) {
            return false;
        }
        u32* to = output.words + at;
        if (job.members == 0) {
            if (lane == 0) {
                to[0] = firstReach | second << 16;
            }
            return true;
        }
        if (lane < SIDES) {
            to[lane] = lane == 0 ? firstReach : second;
        }
        to += SIDES;
        for (u32 side = 0; side < SIDES; side++) {
            for (u32 k = 0; k < part.inner[side]; k++) {
                const u32 here = set(NEAR_PRESENT, side)[k];
                if (here >> lane & 1) {
                    to[__popc(here & ((1u << lane) - 1))] = part.vertices[side][32 * k + lane];
                }
                to += __popc(here);
            }
        }
        return true;
    }

    // ---- frames ----

    /** Makes a frame of the node. */
    __device__ void push(bool rest) {
        u32* f = frame(depth);
        for (u32 k = lane; k < MOTIF_NEAR_FRAME_SETS * part.setWords; k += 32) {
            setsOf(f)[k] = node[k];
        }
        if (lane == 0) {
            f[NEAR_PART] = part.index;
            f[NEAR_REST] = rest ? 1 : 0;
        }
        __syncwarp();
        depth++;
    }

    /**
     * Takes the next branch out of a frame, or the rest of its node, and copies the sets of the node. Returns 1 + the position
     * of the branch, which is to be chosen yet; 0 for the rest.
     */
    __device__ u32 takeFrom(u32* f, u32* to, bool& isOver) const {
        u32* const from = setsOf(f);
        const u32 branch = firstOf(setOf(from, NEAR_BRANCHES));
        u32 left = branch == NEAR_NONE ? 0 : f[NEAR_REST];
        __syncwarp();
        for (u32 k = lane; k < part.setWords; k += 32) {
            const u32 bit = branch >> 5 == k ? 1u << (branch & 31) : 0;
            const u32 candidates = setOf(from, NEAR_CANDIDATES)[k], excluded = setOf(from, NEAR_EXCLUDED)[k];
            const u32 branches = setOf(from, NEAR_BRANCHES)[k] & ~bit;
            setOf(to, NEAR_CHOSEN)[k] = setOf(from, NEAR_CHOSEN)[k];
            setOf(to, NEAR_CANDIDATES)[k] = candidates;
            setOf(to, NEAR_EXCLUDED)[k] = excluded;
            setOf(from, NEAR_CANDIDATES)[k] = candidates & ~bit;
            setOf(from, NEAR_EXCLUDED)[k] = excluded | bit;
            setOf(from, NEAR_BRANCHES)[k] = branches;
            left |= branches;
        }
        __syncwarp();
        isOver = !__any_sync(FULL_WARP, left != 0);
        return branch + 1;
    }

    // ---- work ----

    __device__ bool mustStop() const {
        const volatile u64* state = job.state;
        const bool stop = deviceNanos() > deadline
                || state[MOTIF_MAXIMAL_CLIQUE_OUTPUT_USED] > state[MOTIF_MAXIMAL_CLIQUE_OUTPUT_END];
        return __shfl_sync(FULL_WARP, stop, 0);
    }

    /** The task whose frames the stack held is done. */
    __device__ void endTask() {
        bottom = depth = 0;
        if (lane == 0) {
            queue.finishTask();
        }
    }

    __device__ void open(u32 index) {
        const u32* from = job.pool + job.places[index];
        __syncwarp();
        if (lane == 0) {
            part.index = index;
            part.setWords = 0;
            for (u32 side = 0; side < 2; side++) {
                part.inner[side] = (from[2 * side] + 31) / 32;
                part.words[side] = part.inner[side] + (from[2 * side + 1] + 31) / 32;
                part.setWords += part.words[side];
            }
            part.sets = from + MOTIF_NEAR_PART_HEADER;
            const u32* at = part.sets + NEAR_BRANCHES * part.setWords;
            for (u32 side = 0; side < SIDES; side++) {
                part.rows[side] = at;
                at += (u64)part.inner[other(side)] * 32 * part.words[side];
                part.together[side] = at;
                at += (u64)from[2 * side] * part.words[side];
                part.vertices[side] = at;
                at += from[2 * side];
            }
        }
        __syncwarp();
    }

    /** The first node of the next part becomes the node. False when all are taken. */
    __device__ bool takePart() {
        u64* taken = queue.control + MOTIF_QUEUE_TAKEN;
        u64 index = job.partCount;
        if (lane == 0 && *(volatile u64*)taken < job.partCount) {
            index = atomicAdd(taken, 1ull);
        }
        index = __shfl_sync(FULL_WARP, index, 0);
        if (index >= job.partCount) {
            return false;
        }
        open((u32)index);
        for (u32 k = lane; k < NEAR_BRANCHES * part.setWords; k += 32) {
            node[k] = part.sets[k];
        }
        __syncwarp();
        return true;
    }

    /** Waits for a node from the queue. False when the launch ends. */
    __device__ bool awaitNode(u32& choice) {
        if (lane == 0) {
            queue.addIdle(1);
        }
        bool taken = false, over = false;
        while (!taken && !over) {
            taken = takeQueued(choice);
            if (!taken) {
                over = __shfl_sync(FULL_WARP, !queue.pending(), 0) || mustStop();
                __nanosleep(NEAR_IDLE_NANOS);
            }
        }
        if (lane == 0) {
            queue.addIdle(-1);
        }
        return taken;
    }

    __device__ bool takeQueued(u32& choice) {
        const u64 ticket = __shfl_sync(FULL_WARP, lane == 0 ? queue.beginTake() : 0, 0);
        if (ticket == BranchQueue::NO_TICKET) {
            return false;
        }
        u32* slot = queue.slot(ticket);
        open(__ldcg(slot + NEAR_PART));
        choice = __ldcg(slot + NEAR_REST);
        for (u32 k = lane; k < NEAR_BRANCHES * part.setWords; k += 32) {
            node[k] = __ldcg(setsOf(slot) + k);
        }
        queue.finishTake(ticket);
        return true;
    }

    /** Gives a branch of the lowest frame to the queue, if warps are idle; returns whether it has. */
    __device__ bool shareNode() {
        const bool wanted = lane == 0 && depth > bottom && queue.wanted();
        if (!__shfl_sync(FULL_WARP, wanted, 0)) {
            return false;
        }
        u32* f = frame(bottom);
        if (depth - bottom == 1 && sizeOf(setOf(setsOf(f), NEAR_BRANCHES), part.setWords) + f[NEAR_REST] < 2) {
            return false;
        }
        const u64 ticket = __shfl_sync(FULL_WARP, lane == 0 ? queue.beginGive() : 0, 0);
        if (ticket == BranchQueue::NO_TICKET) {
            return false;
        }
        u32* slot = queue.slot(ticket);
        bool isOver;
        const u32 choice = takeFrom(f, setsOf(slot), isOver);
        bottom += isOver ? 1 : 0;
        if (lane == 0) {
            slot[NEAR_PART] = part.index;
            slot[NEAR_REST] = choice;
        }
        queue.finishGive(ticket);
        return true;
    }
};
