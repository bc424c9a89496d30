// Cliques of one size k counted for each vertex or each edge, in 128 bits.
#pragma once
#include "count/kclique_local.cuh"
#include "include/exact_sum.cuh"
#include "include/kernel_abi.h"

/**
 * Ways to choose vertices, no two of a pair, from free ones and pairs: all, those with a given free vertex,
 * with a given vertex of a pair, and with two given ones.
 */
struct CliqueWays {
    u128 all, free, paired, freeFree, freePaired, pairedPaired;

    /** All lanes call it with the same arguments. */
    __device__ CliqueWays(const Binomials& binomials, u32 free, u32 pairs, u32 chosen)
        : all(ways(binomials, free, pairs, chosen)),
          free(free < 1 ? 0 : ways(binomials, free - 1, pairs, chosen - 1)),
          paired(pairs < 1 ? 0 : ways(binomials, free, pairs - 1, chosen - 1)),
          freeFree(free < 2 ? 0 : ways(binomials, free - 2, pairs, chosen - 2)),
          freePaired(free < 1 || pairs < 1 ? 0 : ways(binomials, free - 1, pairs - 1, chosen - 2)),
          pairedPaired(pairs < 2 ? 0 : ways(binomials, free, pairs - 2, chosen - 2)) {}

private:
    /** A lane takes a number of pairs to choose from, each of which gives one of two. */
    __device__ static u128 ways(const Binomials& binomials, u32 free, u32 pairs, int chosen) {
        if (chosen < 0) {
            return 0;
        }
        u128 sum = 0;
        const int most = min((int)pairs, chosen);
        for (int i = threadIdx.x & 31; i <= most; i += 32) {
            if ((u32)(chosen - i) <= free) {
                u128 product = productOf(binomials.of(pairs, i), binomials.of(free, chosen - i));
                const bool fits = i < 128 && product >> (127 - i) >> 1 == 0;
                sum = sumOf(sum, product == 0 ? 0 : fits ? product << i : TOO_LARGE);
            }
        }
        return pairs == 0 ? broadcast(sum) : warpSum128(sum);
    }

    __device__ static u128 broadcast(u128 x) {
        const u64 low = __shfl_sync(FULL_WARP, (u64)x, 0), high = __shfl_sync(FULL_WARP, (u64)(x >> 64), 0);
        return (u128)high << 64 | low;
    }
};

/** Where cliques of k vertices are counted, all of them and those of each vertex or edge. */
struct CliqueCounts {
    Binomials binomials;
    OrientedRows graph;
    u32 k;
    u64* result;
    u64* counts;  // of each vertex by rank, or of each edge by slot: two words, low and high

    /** Any lane. */
    __device__ void add(u64 index, u128 ways) const {
        if (ways != 0 && !addExact(counts + 2 * index, ways)) {
            atomicExch(result + MOTIF_KCLIQUE_OVERFLOW, 1ull);
        }
    }

    /** All lanes. */
    __device__ void addToSum(u128 ways) const {
        if ((threadIdx.x & 31) == 0 && !addExact(result + MOTIF_KCLIQUE_SUM, ways)) {
            atomicExch(result + MOTIF_KCLIQUE_SUM_OVERFLOW, 1ull);
        }
    }

    /** The ways of a leaf of so many fixed vertices, free ones and pairs. All lanes. */
    __device__ CliqueWays ways(u32 fixed, u32 free, u32 pairs) const {
        return CliqueWays(binomials, free, pairs, k - fixed);
    }
};
