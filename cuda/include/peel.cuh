// Peeling: items (edges, or vertices of one side) are taken away level by level. A level is a support: its first round
// takes all items of that support, and items that come down to it while others are peeled follow in further rounds.
// PeelQueue.java does the same on the CPU.
//
// Most rounds have few items, so their number decides how long a peeling takes. Two passes cut it down, as in RECEIPT
// (Lakhotia et al., VLDB 2020) and PBNG (2021). The coarse pass has wide levels: a level takes all items with supports
// from the least one, s, up to s + (s >> shift). These items are a range: their numbers lie between its bounds. Items of
// later ranges stay while a range is peeled, and those of earlier ones are gone, so the fine pass peels all ranges side
// by side: a round has items of every range, each at its own level. It begins with the supports that the items had when
// the coarse pass came to their range. The first levels, of a single support each, are exact at once.
//
// A round ends where it began if no item follows: a range without items in a round is between two levels. It finds its
// least support in the first phase of the round, and puts the items that have it into the next round in the second one.
// So every step of a round, with work or without, consists of two phases and two barriers of the grid.
//
// One cooperative launch peels as many rounds as fit its time, since most rounds are far shorter than a launch and a
// read-back. Between launches the state is in memory, so that the caller can stop. All threads of the grid keep the
// same copy of the state. Every launch peels an item, or else the state is broken.
//
// A counter is written in a phase in which nobody reads it, and reset a phase after all have read it. Where one counter
// is read while the next is written there is a pair of them, used by the parity of the round.
//
// Launches. The words are those of cuda/README.md.
//
// The peeling kernels are launched cooperatively, at most one block of PEEL_THREADS a multiprocessor, again and again
// until state[PEEL_PEELED] is itemCount. They take a PeelJob (peel.cuh):
//   pass; supports; list, order; itemCount; leastWidth; shift; rangeCount:
//     coarse: supports; list: the items; all; 24, for cores 0; PEEL_SHIFT; 1
//     fine: starts of the coarse one; list: its order from state[PEEL_EXACT_ITEMS] on; another order; the rest; 0; 63;
//       its state[PEEL_LEVELS]
//     only one: supports; list: the items; all; 0; 63; 1
//
// Before each pass state u64[PEEL_STATE_WORDS] is 0, but state[PEEL_LISTED] and state[PEEL_EXACT_ITEMS] are itemCount,
// and before the fine one state[PEEL_ROUND] is that of the coarse one; rounds (by item) is 0. ranges
// u64[PEEL_RANGE_WORDS * PEEL_RANGES] is 0 before the first. There is no fine pass if state[PEEL_EXACT_ITEMS] is the
// number of items. The levels are state[PEEL_EXACT_LEVELS] of the coarse and state[PEEL_LEVELS] of the fine one.
#pragma once
#include <cooperative_groups.h>
#include "include/count.cuh"
#include "include/kernel_abi.h"

/**
 * The state of a pass, in memory between launches. Before the first launch `listed` and `exactItems` are the number of
 * items, `round` is 0, or in the fine pass that of the coarse one, and all else is 0.
 */
struct PeelState {
    u64 peeled;       // items of all rounds but the current one, and of its steps so far
    u64 roundEnd;     // items of all rounds, the current one included
    u64 level;        // the largest level so far
    u64 levels;       // number of levels so far, of all ranges
    u64 round;        // number of the current round, from 1
    u64 listed;       // items in the list
    u64 swapped;      // whether the two lists have changed places
    u64 stop;         // whether the time of the launch is over
    u64 kept;         // items in the other list, while it is written
    u64 appended[2];  // by parity of a round: its items
    u64 exactItems;   // of the coarse pass: items before the first level of several supports
    u64 exactLevels;  // and the levels before it
};
static_assert(sizeof(PeelState) == MOTIF_PEEL_STATE_WORDS * sizeof(u64), "Java knows its size");
static_assert(offsetof(PeelState, peeled) == MOTIF_PEEL_PEELED * sizeof(u64), "Java reads it");
static_assert(offsetof(PeelState, level) == MOTIF_PEEL_LEVEL * sizeof(u64), "Java reads it");
static_assert(offsetof(PeelState, levels) == MOTIF_PEEL_LEVELS * sizeof(u64), "Java reads it");
static_assert(offsetof(PeelState, round) == MOTIF_PEEL_ROUND * sizeof(u64), "Java sets it");
static_assert(offsetof(PeelState, listed) == MOTIF_PEEL_LISTED * sizeof(u64), "Java sets it");
static_assert(offsetof(PeelState, exactItems) == MOTIF_PEEL_EXACT_ITEMS * sizeof(u64), "Java sets it");
static_assert(offsetof(PeelState, exactLevels) == MOTIF_PEEL_EXACT_LEVELS * sizeof(u64), "Java reads it");

/** Items that go from level to level together. All words are 0 before the coarse pass. */
struct PeelRange {
    u64 level;    // its current level
    u64 flipped;  // ~ the least support of its live items while it is between two levels, else 0
    u64 round;    // the last round with items of it
};
static_assert(sizeof(PeelRange) == MOTIF_PEEL_RANGE_WORDS * sizeof(u64), "Java knows its size");

/** Arguments of a kernel that peels. There are at most MOTIF_PEEL_RANGES ranges. */
struct PeelJob {
    u64* state;     // a PeelState
    u64* ranges;    // a PeelRange each; the first one alone in the coarse pass
    u64* supports;  // by item
    u64* starts;    // by item: the coarse pass stores the support that the fine pass begins with
    u64* numbers;   // by item: its level; may be `supports` in the coarse pass
    u32* rangeOf;   // by item: its range; the coarse pass stores it
    u32* rounds;    // by item: the round it is peeled in, 0 while it is in none
    u32* order;     // items in the order of peeling
    u32* list;      // items that may be live
    u32* otherList;
    u64 itemCount;
    u64 nanos;       // how long the launch may take
    u64 leastWidth;  // of the levels above 0 of the coarse pass; else 0
    u32 shift;       // of the coarse pass, at most MOTIF_PEEL_SHIFT; else 63, which makes levels exact
    u32 rangeCount;  // 1 in the coarse pass

    __device__ __forceinline__ bool isCoarse() const { return shift < 63; }
};

/** The position of one new item at the end of a list. Threads of a warp that append together share one atomic. */
__device__ __forceinline__ u64 append(u64* counter) {
    auto together = cooperative_groups::coalesced_threads();
    u64 first = 0;
    if (together.thread_rank() == 0) {
        first = atomicAdd(counter, (u64)together.size());
    }
    return together.shfl(first, 0) + together.thread_rank();
}

/** Deals the work of items to the warps of the grid. All threads of the grid call one of its functions. */
class Deal {
public:
    /** The most items that are dealt evenly. */
    static constexpr u32 MOST = 2 * MOTIF_PEEL_THREADS;

    /**
     * Gives each item as many warps as there are to spare: calls visit(position, part, share) for each part in
     * [0, share) of each item.
     */
    template <class Visit>
    __device__ __forceinline__ static void byItem(u32 count, Visit visit) {
        const u32 share = count == 0 || count >= warps() ? 1 : warps() / count;
        for (u32 task = warp(); task < count * share; task += warps()) {
            visit(task % count, task / count, share);
        }
    }

    /**
     * Gives warps equal shares of the work of up to MOST items, so that a round does not wait for one with a heavy item.
     * Finding the shares takes some microseconds, which pays in the coarse pass. Work is counted in units: calls
     * visit(position, from, to) for units [from, to) of an item, which together are all of them. unitsOf(position) is
     * the same in all blocks.
     */
    template <class Units, class Visit>
    __device__ __forceinline__ static void evenly(u32 count, Units unitsOf, Visit visit) {
        __shared__ u32 ends[MOST], sums[MOTIF_PEEL_THREADS / 32];
        if (count > MOST) {
            for (u32 position = warp(); position < count; position += warps()) {
                visit(position, 0, unitsOf(position));
            }
            return;
        }
        if (count == 0) {
            return;
        }
        addUp(count, unitsOf, ends, sums);
        const u32 total = ends[count - 1], share = (total + warps() - 1) / warps();
        const u64 first = (u64)warp() * share;
        if (first >= total) {
            return;
        }
        const u32 to = min((u32)first + share, total);
        u32 position = firstAbove(ends, count, (u32)first);
        for (u32 unit = (u32)first; unit < to; position++) {
            const u32 begin = position == 0 ? 0 : ends[position - 1], end = min(ends[position], to);
            if (unit < end) {
                visit(position, unit - begin, end - begin);
                unit = end;
            }
        }
    }

private:
    __device__ __forceinline__ static u32 warps() { return gridDim.x * (blockDim.x >> 5); }

    /** The number of this warp; consecutive ones are on different multiprocessors. */
    __device__ __forceinline__ static u32 warp() { return (threadIdx.x >> 5) * gridDim.x + blockIdx.x; }

    /** ends[i]: the units of items 0 to i. All threads of the block. */
    template <class Units>
    __device__ __forceinline__ static void addUp(u32 count, Units unitsOf, u32* ends, u32* sums) {
        const u32 at = 2 * threadIdx.x;
        // The arrays may still be read for the deal before.
        __syncthreads();
        const u32 first = at < count ? unitsOf(at) : 0, second = at + 1 < count ? unitsOf(at + 1) : 0;
        const u32 upTo = blockSumUpTo(first + second, sums);
        ends[at] = upTo - second;
        ends[at + 1] = upTo;
        __syncthreads();
    }

    /** The first of the ascending `ends` above `unit`, which is below the last one. */
    __device__ __forceinline__ static u32 firstAbove(const u32* ends, u32 count, u32 unit) {
        u32 low = 0, high = count - 1;
        while (low < high) {
            const u32 middle = (low + high) >> 1;
            if (ends[middle] > unit) {
                high = middle;
            } else {
                low = middle + 1;
            }
        }
        return low;
    }
};

/**
 * State of all ranges that a block has in shared memory, since reading the same few lines of memory by all threads takes long.
 */
struct RangesOfBlock {
    u64 levels[MOTIF_PEEL_RANGES];   // as the step begins
    u64 flipped[MOTIF_PEEL_RANGES];  // in the second phase, 0 for ranges that are at a level
    bool isBetween[MOTIF_PEEL_RANGES];
};
static_assert(MOTIF_PEEL_RANGES <= MOTIF_PEEL_THREADS, "a thread takes a range");

/** A pass. Memory that other blocks write in the same launch is read past L1. */
struct Peeling {
    PeelJob job;
    PeelState* state;
    PeelRange* ranges;
    u32* list;
    u32* otherList;
    RangesOfBlock& ofBlock;

    // The copy of the state, the same in all threads.
    u64 peeled, roundEnd, listed;
    u32 round;
    bool swapped;

    __device__ __forceinline__ Peeling(const PeelJob& taken, RangesOfBlock& shared)
        : job(taken),
          state(reinterpret_cast<PeelState*>(taken.state)),
          ranges(reinterpret_cast<PeelRange*>(taken.ranges)),
          list(taken.list),
          otherList(taken.otherList),
          ofBlock(shared),
          peeled(state->peeled),
          roundEnd(state->roundEnd),
          listed(state->listed),
          round((u32)state->round),
          swapped(false) {
        if (state->swapped != 0) {
            swapLists();
        }
    }

    __device__ __forceinline__ void swapLists() {
        u32* other = otherList;
        otherList = list;
        list = other;
        swapped = !swapped;
    }

    __device__ __forceinline__ void store() const {
        if (isKeeper()) {
            state->peeled = peeled;
            state->roundEnd = roundEnd;
            state->listed = listed;
            state->round = round;
            state->swapped = swapped;
            state->stop = 0;
        }
    }

    /** Whether this is the one thread of the grid that writes the state; its block gets work last. */
    __device__ __forceinline__ static bool isKeeper() { return blockIdx.x == gridDim.x - 1 && threadIdx.x == 0; }

    /** Calls visit(range) for all ranges, in the block of the keeper, which calls it for the first range. */
    template <class Visit>
    __device__ __forceinline__ void forEachRange(Visit visit) const {
        if (blockIdx.x == gridDim.x - 1) {
            for (u32 range = threadIdx.x; range < job.rangeCount; range += blockDim.x) {
                visit(range);
            }
        }
    }

    __device__ __forceinline__ bool hasRanges() const { return job.rangeCount > 1; }

    __device__ __forceinline__ u32 rangeOf(u32 item) const { return hasRanges() ? job.rangeOf[item] : 0; }

    /** The level of a range that has items in this round. */
    __device__ __forceinline__ u64 levelOf(u32 range) const { return ofBlock.levels[range]; }

    /** The round of an item, 0 if it is in none yet; it may become that of the next round while a round runs. */
    __device__ __forceinline__ u32 roundOf(u32 item) const { return __ldcg(&job.rounds[item]); }

    /** Whether an item with that round, of a range with items in this round, is left after it. */
    __device__ __forceinline__ bool stays(u32 roundOfItem) const { return roundOfItem == 0 || roundOfItem > round; }

    /** Lowers the support of an item that stays, and returns what it was before. settle() must follow. */
    __device__ __forceinline__ u64 take(u32 item, u64 amount) const {
        return atomicAdd(&job.supports[item], 0 - amount);
    }

    /** Puts the item into the next round if this thread's take() brought it down to the level of its range. */
    __device__ __forceinline__ void settle(u32 item, u64 before, u64 amount, u32 range, u64 level) const {
        if (before > level && before - amount <= level) {
            putIntoNext(item, range);
        }
    }

    __device__ __forceinline__ void putIntoNext(u32 item, u32 range) const {
        const u32 next = round + 1;
        job.order[roundEnd + append(&state->appended[next & 1])] = item;
        job.rounds[item] = next;
        ranges[range].round = next;
    }

    /** The item of the current step at `position`, counted from 0. */
    __device__ __forceinline__ u32 item(u32 position) const { return __ldcg(&job.order[peeled + position]); }

    /** The number of this thread in the grid; threads of warps that get items of a round first have the last ones. */
    __device__ __forceinline__ static u32 spareThread() {
        return ((blockDim.x >> 5) - 1 - (threadIdx.x >> 5)) * (gridDim.x * 32) + blockIdx.x * 32 + (threadIdx.x & 31);
    }

    /** Stores the numbers of the items of the current step, and calls visit(item) for each of them. */
    template <class Visit>
    __device__ __forceinline__ void numberItems(u32 count, Visit visit) const {
        for (u32 position = spareThread(); position < count; position += gridDim.x * blockDim.x) {
            const u32 its = item(position), range = rangeOf(its);
            job.numbers[its] = levelOf(range);
            if (job.isCoarse()) {
                job.rangeOf[its] = (u32)__ldcg(&state->levels) - 1;
            }
            visit(its);
        }
    }

    __device__ __forceinline__ void numberItems(u32 count) const {
        numberItems(count, [](u32) {});
    }

    /** Goes to the items of the next round. All threads call it, after a barrier. */
    __device__ __forceinline__ void beginRound() {
        round++;
        roundEnd = min(peeled + __ldcg(&state->appended[round & 1]), job.itemCount);
    }

    /** In the last phase of a step. The launch ends after a step with items if its time is over. */
    __device__ __forceinline__ void endStep(bool hasItems, u64 deadline) const {
        if (isKeeper()) {
            state->appended[round & 1] = 0;
            state->kept = 0;
            if (hasItems && deviceNanos() > deadline) {
                state->stop = 1;
            }
        }
    }

    /**
     * Calls visit(item, range) for the live items of the list that are of a range that passes. All threads of the grid.
     */
    template <class Passes, class Visit>
    __device__ __forceinline__ void forEachLive(Passes passes, Visit visit) const {
        // So many items are in flight at once: lists are long, and a step mostly waits for memory.
        constexpr u32 AHEAD = 4, NONE = 0xffffffffu;
        const u64 threads = (u64)gridDim.x * blockDim.x;
        for (u64 first = spareThread(); first < listed; first += AHEAD * threads) {
            u32 items[AHEAD], rangesOf[AHEAD];
            bool lives[AHEAD];
#pragma unroll
            for (u32 k = 0; k < AHEAD; k++) {
                items[k] = first + k * threads < listed ? __ldcg(&list[first + k * threads]) : NONE;
            }
#pragma unroll
            for (u32 k = 0; k < AHEAD; k++) {
                rangesOf[k] = items[k] != NONE ? rangeOf(items[k]) : 0;
            }
#pragma unroll
            for (u32 k = 0; k < AHEAD; k++) {
                // Without branches, so that no load waits for another.
                const bool passed = passes(rangesOf[k]);
                lives[k] = passed & (items[k] != NONE) && roundOf(items[k]) == 0;
            }
#pragma unroll
            for (u32 k = 0; k < AHEAD; k++) {
                if (lives[k]) {
                    visit(items[k], rangesOf[k]);
                }
            }
        }
    }

    /**
     * Makes a list of only the live items, and swaps it with the current one. All threads of the grid, between steps.
     */
    __device__ __forceinline__ void forgetPeeled(const cooperative_groups::grid_group& grid) {
        forEachLive([](u32) { return true; }, [&](u32 item, u32) { otherList[append(&state->kept)] = item; });
        grid.sync();
        listed = __ldcg(&state->kept);
        swapLists();
    }

    /** Adds a support to those of which a range between two levels takes the least one. */
    __device__ __forceinline__ void offer(u32 range, u64 flipped) const {
        if (flipped > __ldcg(&ranges[range].flipped)) {
            atomicMax(&ranges[range].flipped, flipped);
        }
    }

    /** Reads what the first phase needs of all ranges. All threads of the block, after a barrier. */
    __device__ __forceinline__ void readRanges() const {
        if (threadIdx.x < job.rangeCount) {
            ofBlock.levels[threadIdx.x] = __ldcg(&ranges[threadIdx.x].level);
            ofBlock.isBetween[threadIdx.x] = __ldcg(&ranges[threadIdx.x].round) < round;
        }
        __syncthreads();
    }

    /** Finds the least support of each range that is between two levels. All threads of the grid, first phase. */
    __device__ __forceinline__ void findLevels() const {
        u32 range = 0;
        u64 flipped = 0;
        forEachLive(
                [&](u32 its) { return ofBlock.isBetween[its]; },
                [&](u32 item, u32 its) {
                    if (its != range) {
                        offer(range, flipped);
                        range = its;
                        flipped = 0;
                    }
                    flipped = max(flipped, ~__ldcg(&job.supports[item]));
                });
        // Items of a range are side by side in the list, so most warps have those of one.
        if (__all_sync(FULL_WARP, range == __shfl_sync(FULL_WARP, range, 0))) {
            for (int d = 16; d > 0; d >>= 1) {
                flipped = max(flipped, __shfl_xor_sync(FULL_WARP, flipped, d));
            }
            flipped = (threadIdx.x & 31) == 0 ? flipped : 0;
        }
        offer(range, flipped);
    }

    /** Forgets the least supports of ranges that are at a level. First phase of the last step of a round. */
    __device__ __forceinline__ void forgetLevels() const {
        forEachRange([&](u32 range) {
            if (__ldcg(&ranges[range].round) >= round) {
                ranges[range].flipped = 0;
            }
        });
    }

    /** The level that takes items from this support on. */
    __device__ __forceinline__ u64 levelFrom(u64 support) const {
        return support == 0 ? 0 : support + max(support >> job.shift, job.leastWidth);
    }

    /**
     * Begins a level of each range that was between two, with its items in the next round. All threads of the grid,
     * second phase.
     */
    __device__ __forceinline__ void beginLevels() const {
        if (threadIdx.x < job.rangeCount) {
            ofBlock.flipped[threadIdx.x] = __ldcg(&ranges[threadIdx.x].flipped);
        }
        __syncthreads();
        forEachLive(
                [&](u32 range) { return ofBlock.flipped[range] != 0; },
                [&](u32 item, u32 range) {
                    const u64 support = __ldcg(&job.supports[item]);
                    if (job.isCoarse()) {
                        job.starts[item] = support;
                    }
                    if (support <= levelFrom(~ofBlock.flipped[range])) {
                        putIntoNext(item, range);
                    }
                });
        forEachRange([&](u32 range) {
            const u64 flipped = ofBlock.flipped[range];
            if (flipped != 0) {
                const u64 level = levelFrom(~flipped), levels = atomicAdd(&state->levels, 1ull);
                ranges[range].level = level;
                atomicMax(&state->level, level);
                if (job.isCoarse() && level > ~flipped && state->exactItems == job.itemCount) {
                    state->exactItems = roundEnd;
                    state->exactLevels = levels;
                }
            }
        });
    }

    /**
     * Peels until no item is left or the time is over, in steps of at most `most` items of a round that lower supports.
     * A step calls first(count, lowers) and second(count, lowers) for its next `count` items, with a barrier after
     * each. Both may be called with no items. `lowers` is false when no support has to be lowered, because the level is
     * 0 or no item stays. All threads of a cooperative launch call it.
     */
    template <class First, class Second>
    __device__ __forceinline__ void run(u64 most, First first, Second second) {
        const auto grid = cooperative_groups::this_grid();
        const u64 deadline = deviceNanos() + job.nanos;
        // Nobody may write the state before all have read it.
        grid.sync();
        bool hadItems = true, stop = false;
        while (!stop && peeled < job.itemCount) {
            if (peeled == roundEnd) {
                beginRound();
            }
            readRanges();
            const bool lowers = roundEnd < job.itemCount && (hasRanges() || levelOf(0) > 0);
            const u64 count = lowers ? min(roundEnd - peeled, most) : roundEnd - peeled;
            const bool endsRound = peeled + count == roundEnd, hasItems = count > 0;
            // The one range of a coarse pass is between levels only when a round is empty.
            const bool findsLevels = endsRound && (hasRanges() || !hasItems);
            if (findsLevels && listed > 0 && listed >= 2 * (job.itemCount - roundEnd)) {
                forgetPeeled(grid);
            }
            first((u32)count, lowers);
            if (endsRound) {
                forgetLevels();
            }
            if (findsLevels) {
                findLevels();
            }
            grid.sync();
            second((u32)count, lowers);
            if (findsLevels) {
                beginLevels();
            }
            endStep(hasItems, deadline);
            grid.sync();
            // Of two rounds one has items, or else the state is broken; the caller sees that nothing was peeled.
            stop = __ldcg(&state->stop) != 0 || !(hasItems || hadItems);
            hadItems = hasItems;
            peeled += count;
        }
        grid.sync();
        store();
    }
};
