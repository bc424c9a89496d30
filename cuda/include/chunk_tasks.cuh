// The tasks of some chunks of all (CyclicPartition.java), which devices claim.
#pragma once
#include "include/count.cuh"

/** The tasks of some chunks of all, in their order: chunk h has the tasks h, h + chunks and so on. */
struct ChunkTasks {
    u64 chunks, first, held;  // held: how many chunks, from the first on
    u64 count;                // of their tasks

    /** The task that is number `turn` of them. */
    __device__ __forceinline__ u64 at(u64 turn) const { return turn / held * chunks + first + turn % held; }
};
