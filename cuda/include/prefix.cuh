// Walks over prefixes of rows. The prefix of a slot (u, v) of row u are the neighbors of u that come before v. A slot
// is kept as one word with the start of its row and the length of its prefix, so that a walk needs nothing else.
#pragma once
#include "include/csr.cuh"

/** Bits of a length: a row of the oriented graph has at most sqrt(2 m) neighbors, below 2^24 for up to 2^47 edges. */
static constexpr u32 PREFIX_LENGTH_BITS = 24;

__device__ __forceinline__ u64 packedPrefix(u64 start, u32 length) { return start << PREFIX_LENGTH_BITS | length; }

/** The prefix of a lane: slots [start, start + length) of the rows. */
struct Prefix {
    u64 start;
    u32 length;

    __device__ __forceinline__ static Prefix of(u64 packed) {
        return {packed >> PREFIX_LENGTH_BITS, (u32)packed & ((1u << PREFIX_LENGTH_BITS) - 1)};
    }
    /** The slot that the prefix belongs to. */
    __device__ __forceinline__ u64 slot() const { return start + length; }
};

/** A word with those of the bits [from, to) that lie in [0, 32). */
__device__ __forceinline__ u32 bitsBetween(int from, int to) {
    from = max(from, 0);
    to = min(to, 32);
    return from < to ? (FULL_WARP >> (32 - (to - from))) << from : 0;
}

/** 64-bit words of shared memory that a warp needs for a walk. */
static constexpr u32 PREFIX_BASES = 32;

/**
 * Walks the prefixes of a warp. Their slots are dealt to the lanes one by one, whatever row they are in. Visit has
 *   static constexpr u32 AHEAD: how many neighbors of a lane are loaded before they are visited;
 *   bool visit(u32 w, u64 slot): whether the neighbor w in that slot counts;
 *   u32 none() const: a neighbor that does not count.
 * Returns how many neighbors of the lane's own prefix count. `bases` is PREFIX_BASES words of the warp's own. All lanes
 * call it.
 */
template <class Visit>
__device__ __forceinline__ u32
walkPrefixes(const u32* __restrict__ neighbors, const Prefix& mine, u64* bases, Visit& visit) {
    constexpr u32 AHEAD = Visit::AHEAD;
    const u32 lane = threadIdx.x & 31;
    const u32 lanesBelow = (1u << lane) - 1;
    const u32 upTo = warpSumUpTo(mine.length);
    const u32 total = __shfl_sync(FULL_WARP, upTo, 31);
    const u32 before = upTo - mine.length;
    // Prefixes that are not empty, in order: item k of all, in prefix r, is in slot bases[r] + k.
    const u32 full = __ballot_sync(FULL_WARP, mine.length > 0);
    __syncwarp();
    if (mine.length > 0) {
        bases[__popc(full & lanesBelow)] = mine.start - before;
    }
    __syncwarp();
    const u32 last = mine.length > 0 ? upTo - 1 : 0xffffffffu;
    u32 ended = 0;  // prefixes that ended before item k
    u32 counted = 0;
    for (u32 k = 0; k < total; k += 32 * AHEAD) {
        u32 w[AHEAD];
        u64 slot[AHEAD];
#pragma unroll
        for (u32 i = 0; i < AHEAD; i++) {
            const u32 first = k + 32 * i;
            // Bit b: a prefix's last item is first + b.
            u32 ends = warpOr(last - first < 32 ? 1u << (last - first) : 0);
            u32 row = min(ended + __popc(ends & lanesBelow), 31u);
            slot[i] = bases[row] + (first + lane);
            w[i] = first + lane < total ? __ldg(neighbors + slot[i]) : visit.none();
            ended += __popc(ends);
        }
#pragma unroll
        for (u32 i = 0; i < AHEAD; i++) {
            const int first = (int)(k + 32 * i);
            u32 hits = __ballot_sync(FULL_WARP, visit.visit(w[i], slot[i]));
            counted += __popc(hits & bitsBetween((int)before - first, (int)upTo - first));
        }
    }
    return counted;
}
