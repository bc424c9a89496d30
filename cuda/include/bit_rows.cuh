// Sets of local vertices as bits, 32 to a word, worked on by one warp.
#pragma once
#include "include/count.cuh"

/** Words that a set of `count` members takes. */
__host__ __device__ __forceinline__ u32 setWords(u32 count) { return (count + 31) / 32; }

/** The number of members of a set, on every lane. All lanes call it. */
__device__ __forceinline__ u32 sizeOf(const u32* set, u32 words) {
    u32 size = 0;
    for (u32 k = threadIdx.x & 31; k < words; k += 32) {
        size += __popc(set[k]);
    }
    return warpSum32(size);
}

/** Makes a set hold 0 .. count - 1. All lanes; the caller synchronizes. */
__device__ __forceinline__ void fillSet(u32* set, u32 count) {
    for (u32 k = threadIdx.x & 31; k < setWords(count); k += 32) {
        set[k] = count - 32 * k >= 32 ? 0xffffffffu : (1u << (count - 32 * k)) - 1;
    }
}

/**
 * Calls visit(x, active) on all lanes for the members x of a set, in order and 32 at a time; lanes without a member are
 * not active. `list` is 64 words of the warp's own. The visit may take members visited so far out of the set. All lanes
 * call it.
 */
template <class Visit>
__device__ __forceinline__ void forEachMember(const u32* set, u32 words, u32* list, Visit visit) {
    const u32 lane = threadIdx.x & 31, lanesBelow = (1u << lane) - 1;
    u32 held = 0, next = 0, mine = 0, rest = 0;
    while (true) {
        while (held < 32 && (rest != 0 || next < words)) {
            if (rest == 0) {
                mine = next + lane < words ? set[next + lane] : 0;
                rest = __ballot_sync(FULL_WARP, mine != 0);
                next += 32;
                continue;
            }
            u32 k = __ffs(rest) - 1;
            u32 word = __shfl_sync(FULL_WARP, mine, k);
            if (word >> lane & 1) {
                list[held + __popc(word & lanesBelow)] = (next - 32 + k) * 32 + lane;
            }
            held += __popc(word);
            rest &= rest - 1;
        }
        if (held == 0) {
            return;
        }
        __syncwarp();
        u32 x = list[lane], later = list[32 + lane];
        visit(x, lane < held);
        held -= min(held, 32u);
        __syncwarp();
        list[lane] = later;
        __syncwarp();
    }
}

/**
 * The number of members of `set` that are neighbors of x, for the x of each active lane. Word k of the neighbors of x
 * is rows[k * stride + x]. All lanes call it.
 */
__device__ __forceinline__ u32
neighborsIn(const u32* __restrict__ rows, u32 stride, u32 x, bool active, const u32* set, u32 words) {
    const u32 lane = threadIdx.x & 31;
    const u32* column = rows + (active ? x : 0);
    u32 common = 0;
    for (u32 base = 0; base < words; base += 32) {
        u32 mine = base + lane < words ? set[base + lane] : 0;
        u32 rest = __ballot_sync(FULL_WARP, mine != 0);
        while (rest != 0) {
            u32 row[4], word[4];
#pragma unroll
            for (u32 i = 0; i < 4; i++) {
                u32 k = rest != 0 ? __ffs(rest) - 1 : 0;
                word[i] = __shfl_sync(FULL_WARP, mine, k);
                word[i] = rest != 0 ? word[i] : 0;
                rest &= rest - 1;
                row[i] = __ldg(column + (u64)(base + k) * stride);
            }
#pragma unroll
            for (u32 i = 0; i < 4; i++) {
                common += __popc(row[i] & word[i]);
            }
        }
    }
    return common;
}

/**
 * Puts the x of each lane in `lanes` into a set (IN), or takes it out. The x ascend with the lanes. All lanes call it;
 * synchronizes the warp.
 */
template <bool IN>
__device__ __forceinline__ void setMembers(u32* set, u32 x, u32 lanes) {
    const u32 lane = threadIdx.x & 31;
    const bool mine = lanes >> lane & 1;
    while (lanes != 0) {
        u32 word = __shfl_sync(FULL_WARP, x >> 5, __ffs(lanes) - 1);
        bool here = mine && x >> 5 == word;
        u32 bits = warpOr(here ? 1u << (x & 31) : 0);
        lanes &= ~__ballot_sync(FULL_WARP, here);
        if (lane == 0) {
            set[word] = IN ? set[word] | bits : set[word] & ~bits;
        }
    }
    __syncwarp();
}

/**
 * The first member of a set from word `from` on, the same on all lanes. The set must have one; else it is the first
 * place there. All lanes call it.
 */
__device__ __forceinline__ u32 firstMember(const u32* set, u32 words, u32 from) {
    const u32 lane = threadIdx.x & 31;
    for (u32 base = from; base < words; base += 32) {
        u32 mine = base + lane < words ? set[base + lane] : 0;
        u32 some = __ballot_sync(FULL_WARP, mine != 0);
        if (some != 0) {
            u32 k = __ffs(some) - 1;
            return (base + k) * 32 + __ffs(__shfl_sync(FULL_WARP, mine, k)) - 1;
        }
    }
    return from * 32;
}
