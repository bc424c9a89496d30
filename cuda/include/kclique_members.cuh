// Leaves of the search counted for each vertex or each edge: cliques of one size k.
#pragma once
#include "kclique_search.cuh"

/** What a leaf adds to what it has fixed, and to what it chooses from its p free vertices: so many are still to be chosen. */
struct CliqueWays {
    u128 fixed, free, pairs;  // all, those with a given free vertex, those with two

    __device__ CliqueWays(const Binomials& binomials, u32 p, u32 chosen) {
        fixed = binomials.of(p, chosen);
        free = p > 0 && chosen > 0 ? binomials.of(p - 1, chosen - 1) : 0;
        pairs = p > 1 && chosen > 1 ? binomials.of(p - 2, chosen - 2) : 0;
    }
};

/** What both sinks know. */
struct CliqueCounts {
    Binomials binomials;
    OrientedRows graph;
    u32 k;
    u64* result;
    u64* counts;  // two words each, low and high

    __device__ void add(u64 index, u128 ways) const {
        if (ways != 0 && !addExact(counts + 2 * index, ways)) {
            atomicExch(result + MOTIF_KCLIQUE_OVERFLOW, 1ull);
        }
    }

    __device__ void addToSum(u128 ways) const {
        if ((threadIdx.x & 31) == 0 && !addExact(result + MOTIF_KCLIQUE_SUM, ways)) {
            atomicExch(result + MOTIF_KCLIQUE_OVERFLOW, 1ull);
        }
    }
};

/** Counts the cliques of each vertex, by rank, and all of them. */
struct VertexSink {
    static constexpr bool SETS = true;
    CliqueCounts counts;

    /** All lanes; a lane takes a word of the sets. */
    __device__ void leaf(const LocalCliqueGraph& local, const CliqueNode& node, u32 count) const {
        const CliqueWays ways(counts.binomials, node.free + count, counts.k - node.fixed);
        if (ways.fixed == 0) {
            return;
        }
        counts.addToSum(ways.fixed);
        if ((threadIdx.x & 31) < local.fixed) {
            counts.add((threadIdx.x & 31) == 0 ? local.root : local.partner, ways.fixed);
        }
        for (u32 k = threadIdx.x & 31; k < local.words; k += 32) {
            for (u32 rest = node.fixedSet[k]; rest != 0; rest &= rest - 1) {
                counts.add(local.ranks[32 * k + __ffs(rest) - 1], ways.fixed);
            }
            for (u32 rest = ways.free != 0 ? node.freeSet[k] | node.set[k] : 0; rest != 0; rest &= rest - 1) {
                counts.add(local.ranks[32 * k + __ffs(rest) - 1], ways.free);
            }
        }
    }
};

/** Counts the cliques of each edge, by the slot in the row of its end of higher rank, and all of them. */
struct EdgeSink {
    static constexpr bool SETS = true;
    CliqueCounts counts;

    /** All lanes. */
    __device__ void leaf(const LocalCliqueGraph& local, const CliqueNode& node, u32 count) const {
        const CliqueWays ways(counts.binomials, node.free + count, counts.k - node.fixed);
        if (ways.fixed == 0) {
            return;
        }
        counts.addToSum(ways.fixed);
        addRow(local, node, local.root, local.size, ways.fixed, ways.free);
        if (local.fixed == 2) {
            addRow(local, node, local.partner, local.size, ways.fixed, ways.free);
            if ((threadIdx.x & 31) == 0) {
                counts.add(slotOf(local.root, local.partner), ways.fixed);
            }
        }
        for (u32 k = 0; k < local.words; k++) {
            for (u32 rest = node.fixedSet[k]; rest != 0; rest &= rest - 1) {
                const u32 x = 32 * k + __ffs(rest) - 1;
                addRow(local, node, local.ranks[x], x, ways.fixed, ways.free);
            }
            for (u32 rest = ways.free != 0 ? node.freeSet[k] | node.set[k] : 0; rest != 0; rest &= rest - 1) {
                const u32 x = 32 * k + __ffs(rest) - 1;
                addRow(local, node, local.ranks[x], x, ways.free, ways.pairs);
            }
        }
    }

private:
    /** The edges from a vertex to those of the leaf before candidate `end`. A lane takes a word of the sets. */
    __device__ void addRow(
            const LocalCliqueGraph& local, const CliqueNode& node, u32 rank, u32 end, u128 fixedWays,
            u128 freeWays) const {
        for (u32 k = threadIdx.x & 31; 32 * k < end; k += 32) {
            const u32 before = end - 32 * k < 32 ? (1u << (end - 32 * k)) - 1 : ~0u;
            const u32 fixed = node.fixedSet[k] & before;
            const u32 free = freeWays != 0 ? (node.freeSet[k] | node.set[k]) & before : 0;
            for (u32 rest = fixed | free; rest != 0; rest &= rest - 1) {
                const u32 bit = __ffs(rest) - 1;
                counts.add(slotOf(rank, local.ranks[32 * k + bit]), fixed >> bit & 1 ? fixedWays : freeWays);
            }
        }
    }

    __device__ u64 slotOf(u32 high, u32 low) const {
        const u32* row = counts.graph.row(high);
        return counts.graph.offsets[high] + positionOf(row, counts.graph.length(high), low);
    }
};
