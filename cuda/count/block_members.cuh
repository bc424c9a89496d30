// Where the kernels that have a block for a vertex or an edge add the cliques of each vertex or each edge.
#pragma once
#include "count/clique_counts.cuh"
#include "count/kclique_block.cuh"

/** Elements for which cliques are counted. */
enum class CountedFor { ALL, VERTICES, EDGES };

/** The vertices, or the edges, among the root of a task, its partner, and its candidates. */
template <CountedFor COUNTED>
struct BlockMembers {
    static constexpr bool EDGES = COUNTED == CountedFor::EDGES;
    const CliqueCounts& counts;
    const BlockCandidates& local;
    u32 root, partner;  // the same, but for an edge
    u64 task;           // for an edge its slot

    /** Counts `ways` cliques for what the task begins with. One thread. */
    __device__ __forceinline__ void addToRoots(u128 ways) const {
        if (EDGES) {
            if (local.fixed == 2) {
                counts.add(task, ways);
            }
        } else {
            counts.add(root, ways);
            if (local.fixed == 2) {
                counts.add(partner, ways);
            }
        }
    }

    /** The same with candidate v, or its edges to the root and the partner. One thread. */
    __device__ __forceinline__ void addToCandidate(u32 v, u128 ways) const {
        if (ways == 0) {
            return;
        }
        if (EDGES) {
            counts.add(slotOf(root, v), ways);
            if (local.fixed == 2) {
                counts.add(slotOf(partner, v), ways);
            }
        } else {
            counts.add(local.ranks[v], ways);
        }
    }

    /** The same with the edge of two candidates; not by vertex. One thread. */
    __device__ __forceinline__ void addToPair(u32 v, u32 w, u128 ways) const {
        if (ways == 0) {
            return;
        }
        counts.add(slotOf(local.ranks[max(v, w)], min(v, w)), ways);
    }

private:
    /** Of the edge from a rank to candidate v, which is in its row. */
    __device__ __forceinline__ u64 slotOf(u32 rank, u32 v) const {
        return counts.graph.offsets[rank]
                + positionOf(counts.graph.row(rank), counts.graph.length(rank), local.ranks[v]);
    }
};
