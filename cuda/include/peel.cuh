// Peeling: items (edges, or vertices of one side) are taken away level by level. A level is a support: its first round
// takes all items of that support, and items that come down to it while others are peeled follow in further rounds.
// PeelQueue.java does the same on the CPU.
//
// One cooperative launch peels as many rounds as fit its time, since most rounds are far shorter than a launch and a
// read-back. Between launches the state is in memory, so that the caller can stop. All threads of the grid keep the
// same copy of the state; barriers of the grid separate the phases:
//
//   next level   drop peeled items from the list if they are half of it; find the least support; collect the items that
//                have it
//   a step       the algorithm counts, then it lowers supports
//
// A counter is written in a phase in which nobody reads it, and reset a phase after all have read it. Where one counter
// is read while the next is written there is a pair of them, used by the parity of the round or of the level.
#pragma once
#include <cooperative_groups.h>
#include "include/count.cuh"
#include "include/kernel_abi.h"

/**
 * The state of a peeling, in memory between launches. Before the first launch `listed` is the number of items, both
 * `least` are the largest u64, and all else is 0.
 */
struct PeelState {
    u64 peeled;       // items of all rounds but the current one, and of its steps so far
    u64 roundEnd;     // items of all rounds, the current one included
    u64 level;        // support of the current level
    u64 levels;       // number of levels so far
    u64 round;        // number of the current round, from 1
    u64 listed;       // items in the list
    u64 swapped;      // whether the two lists have changed places
    u64 stop;         // whether the time of the launch is over
    u64 kept;         // items in the other list, while it is written
    u64 appended[2];  // by parity of a round: its items
    u64 least[2];     // by parity of a level: the least support of live items
};
static_assert(sizeof(PeelState) == MOTIF_PEEL_STATE_WORDS * sizeof(u64), "Java knows its size");
static_assert(offsetof(PeelState, peeled) == MOTIF_PEEL_PEELED * sizeof(u64), "Java reads it");
static_assert(offsetof(PeelState, level) == MOTIF_PEEL_LEVEL * sizeof(u64), "Java reads it");
static_assert(offsetof(PeelState, levels) == MOTIF_PEEL_LEVELS * sizeof(u64), "Java reads it");
static_assert(offsetof(PeelState, listed) == MOTIF_PEEL_LISTED * sizeof(u64), "Java sets it");
static_assert(offsetof(PeelState, least) == MOTIF_PEEL_LEAST * sizeof(u64), "Java sets it");

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

/** The arrays and the state of a peeling. Memory that other blocks write in the same launch is read past L1. */
struct Peeling {
    u64* supports;  // by item
    u64* numbers;   // by item: the level it was peeled at; may be supports
    u32* rounds;    // by item: the round it is peeled in, 0 while it is in none
    u32* order;     // items in the order of peeling
    u32* list;      // items that may be live
    u32* otherList;
    u64 items;
    PeelState* state;

    // The copy of the state, the same in all threads.
    u64 peeled, roundEnd, level, levels, listed;
    u32 round;
    bool swapped;

    __device__ __forceinline__ void load() {
        peeled = state->peeled;
        roundEnd = state->roundEnd;
        level = state->level;
        levels = state->levels;
        listed = state->listed;
        round = (u32)state->round;
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
            state->level = level;
            state->levels = levels;
            state->listed = listed;
            state->round = round;
            state->swapped = swapped;
            state->stop = 0;
        }
    }

    /** Whether this is the one thread of the grid that writes the state; its block gets work last. */
    __device__ __forceinline__ static bool isKeeper() { return blockIdx.x == gridDim.x - 1 && threadIdx.x == 0; }

    /** The round of an item, 0 if it is in none yet; it may become that of the next round while a round runs. */
    __device__ __forceinline__ u32 roundOf(u32 item) const { return __ldcg(&rounds[item]); }

    /** Whether an item with that round is left after the current round. */
    __device__ __forceinline__ bool stays(u32 roundOfItem) const { return roundOfItem == 0 || roundOfItem > round; }

    /** Lowers the support of an item that stays, and returns what it was before. settle() must follow. */
    __device__ __forceinline__ u64 take(u32 item, u64 amount) const { return atomicAdd(&supports[item], 0 - amount); }

    /** Puts the item into the next round if this thread's take() brought it down to the level. */
    __device__ __forceinline__ void settle(u32 item, u64 before, u64 amount) const {
        if (before > level && before - amount <= level) {
            putInto(round + 1, roundEnd, item);
        }
    }

    __device__ __forceinline__ void putInto(u32 itsRound, u64 start, u32 item) const {
        order[start + append(&state->appended[itsRound & 1])] = item;
        rounds[item] = itsRound;
    }

    /** The item of the current step at `position`, counted from 0. */
    __device__ __forceinline__ u32 item(u32 position) const { return __ldcg(&order[peeled + position]); }

    /** Ends the launch after this step if its time is over. The keeper calls it in the last phase of a step. */
    __device__ __forceinline__ void stopAfter(u64 deadline) const {
        state->appended[round & 1] = 0;
        if (deviceNanos() > deadline) {
            state->stop = 1;
        }
    }

    /** Goes to the items of the next round. All threads call it, after a barrier. */
    __device__ __forceinline__ void beginRound() {
        round++;
        roundEnd = peeled + __ldcg(&state->appended[round & 1]);
    }

    /** Calls visit(item) for the live items of the list. All threads of the grid. */
    template <class Visit>
    __device__ __forceinline__ void forEachLive(Visit visit) const {
        for (u64 i = blockIdx.x * (u64)blockDim.x + threadIdx.x; i < listed; i += (u64)gridDim.x * blockDim.x) {
            const u32 item = __ldcg(&list[i]);
            if (roundOf(item) == 0) {
                visit(item);
            }
        }
    }

    /**
     * Makes a list of only the live items, and swaps it with the current one. All threads of the grid, between rounds.
     */
    __device__ __forceinline__ void forgetPeeled(const cooperative_groups::grid_group& grid) {
        forEachLive([&](u32 item) { otherList[append(&state->kept)] = item; });
        grid.sync();
        listed = items - peeled;
        swapLists();
    }

    /** Goes to the least support of live items; there must be a live item. All threads of the grid call it. */
    __device__ __forceinline__ void beginLevel(const cooperative_groups::grid_group& grid) {
        if (listed >= 2 * (items - peeled)) {
            forgetPeeled(grid);
        }
        u64 least = ~0ull;
        forEachLive([&](u32 item) { least = min(least, __ldcg(&supports[item])); });
        for (int d = 16; d > 0; d >>= 1) {
            least = min(least, __shfl_xor_sync(FULL_WARP, least, d));
        }
        if ((threadIdx.x & 31) == 0 && least != ~0ull) {
            atomicMin(&state->least[levels & 1], least);
        }
        grid.sync();
        level = __ldcg(&state->least[levels & 1]);
        levels++;
        forEachLive([&](u32 item) {
            if (__ldcg(&supports[item]) == level) {
                putInto(round, peeled, item);
            }
        });
        if (isKeeper()) {
            state->kept = 0;
            state->least[levels & 1] = ~0ull;
        }
        grid.sync();
        roundEnd = peeled + __ldcg(&state->appended[round & 1]);
    }

    /**
     * Peels until no item is left or the time is over. `step(grid, count, lowers)` peels the next `count` items of the
     * round, at most `most`, in two phases or more with a barrier after each but the last; `lowers` is false when no
     * item stays after the round, so that no support has to be lowered. All threads of a cooperative launch call it.
     */
    template <class Step>
    __device__ __forceinline__ void run(u64 most, u64 nanos, Step step) {
        const auto grid = cooperative_groups::this_grid();
        const u64 deadline = deviceNanos() + nanos;
        load();
        // Nobody may write the state before all have read it.
        grid.sync();
        bool stop = false;
        while (!stop && peeled < items) {
            if (peeled == roundEnd) {
                beginRound();
            }
            if (peeled == roundEnd) {
                beginLevel(grid);
            }
            const u64 count = min(roundEnd - peeled, most);
            step(grid, (u32)count, roundEnd < items);
            if (isKeeper()) {
                stopAfter(deadline);
            }
            grid.sync();
            peeled += count;
            stop = __ldcg(&state->stop) != 0;
        }
        grid.sync();
        store();
    }
};
