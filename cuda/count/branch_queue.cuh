// A queue through which warps of one launch give parts of their searches to warps that are idle.
//
// A ticket names a slot and a turn of it. The flag of the slot says whose turn it is: 2 t before it is filled in turn t,
// 2 t + 1 when it is full. Whether it is full alone would not do: a slot whose giver is slow looks free to the giver of the
// next turn, who may come before. Whoever changes the flag is past all that could wait, so waiting for it ends whichever
// warps run. The words in `control` are apart from one another by a cache line.
#pragma once
#include "include/kernel_abi.h"
#include "include/wait.cuh"

struct BranchQueue {
    static constexpr u64 NO_TICKET = ~0ull;

    u64* control;
    u32* words;
    u32* flags;
    u32 slots, slotWords;

    __device__ __forceinline__ u32* slot(u64 ticket) const { return words + ticket % slots * slotWords; }

    /** Whether more warps are idle than there are parts in the queue. One lane. */
    __device__ __forceinline__ bool wanted() const {
        const long long idle = (long long)read(MOTIF_QUEUE_IDLE);
        return idle > 0 && idle > (long long)read(MOTIF_QUEUE_READY);
    }

    /** A free slot, to be filled and then given with finishGive(), or NO_TICKET. One lane. */
    __device__ __forceinline__ u64 beginGive() const {
        if (atomicAdd(control + MOTIF_QUEUE_USED, 1ull) >= slots) {
            atomicAdd(control + MOTIF_QUEUE_USED, ~0ull);
            return NO_TICKET;
        }
        atomicAdd(control + MOTIF_QUEUE_PENDING, 1ull);
        const u64 ticket = atomicAdd(control + MOTIF_QUEUE_TAIL, 1ull);
        return awaitFlag(ticket, FREE) ? ticket : NO_TICKET;
    }

    /** All lanes; what they wrote into the slot is seen by who takes it. */
    __device__ __forceinline__ void finishGive(u64 ticket) const {
        __threadfence();
        __syncwarp();
        if ((threadIdx.x & 31) == 0) {
            atomicExch(flags + ticket % slots, turn(ticket) + FULL);
            atomicAdd(control + MOTIF_QUEUE_READY, 1ull);
        }
    }

    /** A full slot, to be emptied and then given back with finishTake(), or NO_TICKET. One lane. */
    __device__ __forceinline__ u64 beginTake() const {
        if ((long long)read(MOTIF_QUEUE_READY) <= 0) {
            return NO_TICKET;
        }
        if ((long long)atomicAdd(control + MOTIF_QUEUE_READY, ~0ull) <= 0) {
            atomicAdd(control + MOTIF_QUEUE_READY, 1ull);
            return NO_TICKET;
        }
        const u64 ticket = atomicAdd(control + MOTIF_QUEUE_HEAD, 1ull);
        return awaitFlag(ticket, FULL) ? ticket : NO_TICKET;
    }

    /** All lanes, after the last of them has read the slot. */
    __device__ __forceinline__ void finishTake(u64 ticket) const {
        __threadfence();
        __syncwarp();
        if ((threadIdx.x & 31) == 0) {
            atomicExch(flags + ticket % slots, turn(ticket) + EMPTIED);
            atomicAdd(control + MOTIF_QUEUE_USED, ~0ull);
        }
    }

    /** Counts this warp as idle or no longer so. One lane. */
    __device__ __forceinline__ void addIdle(int change) const {
        atomicAdd(control + MOTIF_QUEUE_IDLE, (u64)(long long)change);
    }

    /** A task, from the queue or not, is done. One lane. */
    __device__ __forceinline__ void finishTask() const {
        __threadfence();
        atomicAdd(control + MOTIF_QUEUE_PENDING, ~0ull);
    }

    /** Whether tasks that nobody has finished are left. */
    __device__ __forceinline__ bool pending() const { return read(MOTIF_QUEUE_PENDING) != 0; }

private:
    __device__ __forceinline__ u64 read(u32 word) const { return *(volatile u64*)(control + word); }

    static constexpr u32 FREE = 0, FULL = 1, EMPTIED = 2;

    __device__ __forceinline__ u32 turn(u64 ticket) const { return 2 * (u32)(ticket / slots); }

    /** False when the flag will never have that state in the turn of the ticket. */
    __device__ __forceinline__ bool awaitFlag(u64 ticket, u32 state) const {
        const u32 wanted = turn(ticket) + state;
        return await(control + MOTIF_QUEUE_STUCK, [&] { return *(volatile u32*)(flags + ticket % slots) == wanted; });
    }
};
