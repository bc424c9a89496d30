// Leaves of the search counted for each vertex or each edge: cliques of one size k.
#pragma once
#include "count/clique_counts.cuh"
#include "count/kclique_search.cuh"

/** The sets of a leaf, as words of a set: candidates are free when at most one of them is chosen, else they are pairs. */
struct LeafSets {
    const CliqueNode& node;
    bool pairs;

    /** Of `count` candidates, which are `pairs` pairs, or, without pairs, of which at most one is chosen. All lanes. */
    __device__ static CliqueWays ways(const CliqueCounts& counts, const CliqueNode& node, u32 count, u32 pairs) {
        return counts.ways(node.fixed, node.free + (pairs > 0 ? 0 : count), pairs);
    }

    __device__ __forceinline__ u32 free(u32 k) const { return node.freeSet[k] | (pairs ? 0 : node.set[k]); }
    __device__ __forceinline__ u32 paired(u32 k) const { return pairs ? node.set[k] : 0; }
};

/** Counts the cliques of each vertex, by rank, and all of them. */
struct VertexSink {
    static constexpr bool SETS = true;
    static constexpr bool POSITIONS = false;
    CliqueCounts counts;

    /** All lanes; a lane takes a candidate. */
    __device__ void leaf(const LocalCliqueGraph& local, const CliqueNode& node, u32 count, u32 pairs) const {
        const CliqueWays ways = LeafSets::ways(counts, node, count, pairs);
        if (ways.all == 0) {
            return;
        }
        const LeafSets sets = {node, pairs > 0};
        const u32 lane = threadIdx.x & 31;
        counts.addToSum(ways.all);
        if (lane < local.fixed) {
            counts.add(lane == 0 ? local.root : local.partner, ways.all);
        }
        for (u32 k = 0; k < local.words; k++) {
            const bool fixed = node.fixedSet[k] >> lane & 1, free = sets.free(k) >> lane & 1;
            const bool paired = sets.paired(k) >> lane & 1;
            if (fixed || free || paired) {
                counts.add(local.ranks[32 * k + lane], fixed ? ways.all : free ? ways.free : ways.paired);
            }
        }
    }
};

/** Counts the cliques of each edge, by the slot in the row of its end of higher rank, and all of them. */
struct EdgeSink {
    static constexpr bool SETS = true;
    static constexpr bool POSITIONS = true;
    CliqueCounts counts;

    /** All lanes. */
    __device__ void leaf(const LocalCliqueGraph& local, const CliqueNode& node, u32 count, u32 pairs) const {
        const CliqueWays ways = LeafSets::ways(counts, node, count, pairs);
        if (ways.all == 0) {
            return;
        }
        const LeafSets sets = {node, pairs > 0};
        counts.addToSum(ways.all);
        addRow(local, sets, local.root, ways);
        if (local.fixed == 2) {
            addRow(local, sets, local.partner, ways);
            if ((threadIdx.x & 31) == 0) {
                counts.add(slotOf(local.root, local.partner), ways.all);
            }
        }
        for (u32 k = 0; k < local.words; k++) {
            for (u32 rest = node.fixedSet[k]; rest != 0; rest &= rest - 1) {
                addBefore(local, sets, 32 * k + __ffs(rest) - 1, ways.all, ways.free, ways.paired);
            }
            for (u32 rest = ways.free != 0 ? sets.free(k) : 0; rest != 0; rest &= rest - 1) {
                addBefore(local, sets, 32 * k + __ffs(rest) - 1, ways.free, ways.freeFree, ways.freePaired);
            }
            for (u32 rest = ways.paired != 0 ? sets.paired(k) : 0; rest != 0; rest &= rest - 1) {
                addBefore(local, sets, 32 * k + __ffs(rest) - 1, ways.paired, ways.freePaired, ways.pairedPaired);
            }
        }
    }

private:
    /** The edges from the root, or its partner, to the candidates of the leaf. */
    __device__ void addRow(
            const LocalCliqueGraph& local, const LeafSets& sets, u32 rank, const CliqueWays& ways) const {
        const u32 lane = threadIdx.x & 31;
        for (u32 k = 0; k < local.words; k++) {
            const u128 mine = waysOf(sets, k, ways.all, ways.free, ways.paired);
            if (mine != 0) {
                counts.add(slotOf(rank, local.ranks[32 * k + lane]), mine);
            }
        }
    }

    /** The edges from candidate x to those of the leaf before it. */
    __device__ void addBefore(
            const LocalCliqueGraph& local, const LeafSets& sets, u32 x, u128 fixedWays, u128 freeWays,
            u128 pairedWays) const {
        const u32 lane = threadIdx.x & 31;
        const u64 row = counts.graph.offsets[local.ranks[x]];
        for (u32 k = 0; k <= x >> 5; k++) {
            const u128 mine = waysOf(sets, k, fixedWays, freeWays, pairedWays);
            if (mine != 0 && 32 * k + lane < x && local.rows[k * local.stride + x] >> lane & 1) {
                counts.add(row + local.position(x, 32 * k + lane), mine);
            }
        }
    }

    /** The ways of the candidate of this lane in word k. */
    __device__ static u128 waysOf(const LeafSets& sets, u32 k, u128 fixedWays, u128 freeWays, u128 pairedWays) {
        const u32 bit = 1u << (threadIdx.x & 31);
        return sets.node.fixedSet[k] & bit ? fixedWays
                : sets.free(k) & bit       ? freeWays
                : sets.paired(k) & bit     ? pairedWays
                                           : 0;
    }

    __device__ u64 slotOf(u32 high, u32 low) const {
        return counts.graph.offsets[high] + positionOf(counts.graph.row(high), counts.graph.length(high), low);
    }
};
