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
    u64 place;    // where its next item comes in an order by ranges; the coarse pass sets it
};
static_assert(sizeof(PeelRange) == MOTIF_PEEL_RANGE_WORDS * sizeof(u64), "Java knows its size");

/** What a kernel that peels takes. There are at most MOTIF_PEEL_RANGES ranges. */
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

/** How the warps of the grid are dealt to items: `share` warps take each item when there are more warps than items. */
struct Deal {
    u32 items, share, warp, warps;

    __device__ __forceinline__ Deal(u64 count) {
        items = (u32)count;
        warps = gridDim.x * (blockDim.x >> 5);
        share = items == 0 || items >= warps ? 1 : warps / items;
        // Consecutive warps of this order are on different multiprocessors.
        warp = (threadIdx.x >> 5) * gridDim.x + blockIdx.x;
    }
    /**
     * Calls visit(item, part) for each part in [0, share) of an item that is this warp's. All threads of the grid call
     * it.
     */
    template <class Visit>
    __device__ __forceinline__ void forEach(Visit visit) const {
        for (u32 task = warp; task < items * share; task += warps) {
            visit(task % items, task / items);
        }
    }
};

/** A pass. Memory that other blocks write in the same launch is read past L1. */
struct Peeling {
    PeelJob job;
    PeelState* state;
    PeelRange* ranges;
    u32* list;
    u32* otherList;

    // The copy of the state, the same in all threads.
    u64 peeled, roundEnd, listed;
    u32 round;
    bool swapped;

    __device__ __forceinline__ explicit Peeling(const PeelJob& taken)
        : job(taken),
          state(reinterpret_cast<PeelState*>(taken.state)),
          ranges(reinterpret_cast<PeelRange*>(taken.ranges)),
          list(taken.list),
          otherList(taken.otherList),
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
    __device__ __forceinline__ u64 levelOf(u32 range) const { return __ldcg(&ranges[range].level); }

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

    /** Stores the numbers of the items of the current step, and calls visit(item, range, position) for each of them. */
    template <class Visit>
    __device__ __forceinline__ void numberItems(u32 count, Visit visit) const {
        for (u32 position = spareThread(); position < count; position += gridDim.x * blockDim.x) {
            const u32 its = item(position), range = rangeOf(its);
            job.numbers[its] = levelOf(range);
            if (job.isCoarse()) {
                job.rangeOf[its] = (u32)__ldcg(&state->levels) - 1;
            }
            visit(its, range, position);
        }
    }

    __device__ __forceinline__ void numberItems(u32 count) const {
        numberItems(count, [](u32, u32, u32) {});
    }

    /** Where an item of the current step comes in an order by ranges. One thread calls it for each item. */
    __device__ __forceinline__ u64 place(u32 range, u32 position) const {
        return hasRanges() ? atomicAdd(&ranges[range].place, 1ull) : peeled + position;
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

    /** Calls visit(item) for the live items of the list. All threads of the grid. */
    template <class Visit>
    __device__ __forceinline__ void forEachLive(Visit visit) const {
        for (u64 i = spareThread(); i < listed; i += (u64)gridDim.x * blockDim.x) {
            const u32 item = __ldcg(&list[i]);
            if (roundOf(item) == 0) {
                visit(item);
            }
        }
    }

    /**
     * Makes a list of only the live items, and swaps it with the current one. All threads of the grid, between steps.
     */
    __device__ __forceinline__ void forgetPeeled(const cooperative_groups::grid_group& grid) {
        forEachLive([&](u32 item) { otherList[append(&state->kept)] = item; });
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

    /** Finds the least support of each range that is between two levels. All threads of the grid, first phase. */
    __device__ __forceinline__ void findLevels() const {
        u32 range = 0;
        u64 flipped = 0;
        forEachLive([&](u32 item) {
            const u32 its = rangeOf(item);
            if (its != range) {
                offer(range, flipped);
                range = its;
                flipped = 0;
            }
            if (__ldcg(&ranges[range].round) < round) {
                flipped = max(flipped, ~__ldcg(&job.supports[item]));
            }
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
    __device__ __forceinline__ u64 levelFrom(u64 support) const { return support + (support >> job.shift); }

    /**
     * Begins a level of each range that was between two, with its items in the next round. All threads of the grid,
     * second phase.
     */
    __device__ __forceinline__ void beginLevels() const {
        forEachLive([&](u32 item) {
            const u32 range = rangeOf(item);
            const u64 flipped = __ldcg(&ranges[range].flipped);
            if (flipped != 0) {
                const u64 support = __ldcg(&job.supports[item]);
                if (job.isCoarse()) {
                    job.starts[item] = support;
                }
                if (support <= levelFrom(~flipped)) {
                    putIntoNext(item, range);
                }
            }
        });
        forEachRange([&](u32 range) {
            const u64 flipped = __ldcg(&ranges[range].flipped);
            if (flipped != 0) {
                const u64 level = levelFrom(~flipped), levels = atomicAdd(&state->levels, 1ull);
                ranges[range].level = level;
                atomicMax(&state->level, level);
                if (job.isCoarse()) {
                    ranges[levels].place = roundEnd;
                    if (level > ~flipped && state->exactItems == job.itemCount) {
                        state->exactItems = roundEnd;
                        state->exactLevels = levels;
                    }
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
