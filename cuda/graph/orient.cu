// Orients an undirected graph as OrientedGraph.java does: vertices are ranked, 0 the most central one, and every edge
// is kept in the row of its end of higher rank. Rows are compressed (offsets, neighbors), and each slot also has its
// row (sources), so that kernels can take vertices as well as edges.
//
// Edges are collected in any order and then sorted by their lower end, then, stably, by their higher end. Preparation
// for triangles (triangle_prep.cu), whose slots know the numbers of their edges, collects edges differently; it uses
// the kernels for ranks, offsets and the numbers of edges from here.
//
// Launches. The words are those of cuda/README.md.
//
// After the steps of kcore.cu or, for an order by degree, of graph_prep.cu:
//   step; kernel; grid x block:
//     4  orient_ranks_per_vertex; any x 256; reversed: 1 for the order of step 2; 0 for vertices sorted by degree
//       (graph_prep.cu, steps 1 to 4, with R = 0)
//     5  orient_edges_per_slot (zero edgeCount u64[1]); ceil(s/SLOT_TILE) x SLOT_THREADS
//     6  sort (graph_prep.cu) by lower, values higher; then by higher, values lower; m items; the keys are sources, the
//       values the oriented neighbors: CSR and COO in one
//     7  orient_offsets_per_key; any x 256; u64[kept + 1]
//
// orient_forward_per_vertex (any x 256) makes the input for steps 5 to 7 of graph_prep.cu with L = n, whose offsets
// then say where the edges of each vertex to larger ids begin.
#include "include/csr.cuh"
#include "include/kernel_abi.h"

/** rankOf: ranks by an order of the vertices that begins with the most central one, or, if `reversed`, ends with it. */
extern "C" __global__ void orient_ranks_per_vertex(
        const u32* __restrict__ order, u32 count, u32 reversed, u32* __restrict__ rankOf) {
    for (u64 i = blockIdx.x * (u64)blockDim.x + threadIdx.x; i < count; i += (u64)gridDim.x * blockDim.x) {
        rankOf[order[i]] = reversed ? count - 1 - (u32)i : (u32)i;
    }
}

/**
 * Collects the lower and the higher rank of the edges between vertices of ranks below `kept`. `edgeCount` is zero
 * before, and the number of these edges after it.
 */
extern "C" __global__ void __launch_bounds__(MOTIF_SLOT_THREADS) orient_edges_per_slot(
        const u64* __restrict__ offsets, const u32* __restrict__ neighbors, u32 count, u64 slotCount,
        const u32* __restrict__ rankOf, u32 kept, u32* __restrict__ lower, u32* __restrict__ higher, u64* edgeCount) {
    const u32 lane = threadIdx.x & 31;
    forEachSlotOfWarps(offsets, count, 0, slotCount, [&](u64 slot, u32 row, bool isSlot) {
        const u32 a = isSlot ? rankOf[row] : 0, b = isSlot ? rankOf[neighbors[slot]] : 0;
        const bool mine = isSlot && b < a && a < kept;
        const u32 lanes = __ballot_sync(FULL_WARP, mine);
        u64 base = 0;
        if (lane == 0 && lanes != 0) {
            base = atomicAdd(edgeCount, (u64)__popc(lanes));
        }
        base = __shfl_sync(FULL_WARP, base, 0) + __popc(lanes & ((1u << lane) - 1));
        if (mine) {
            lower[base] = b;
            higher[base] = a;
        }
    });
}

/**
 * offsets[key]: where the items of each key in [0, keyCount) begin among sorted keys; offsets[keyCount]: the item
 * count.
 */
extern "C" __global__ void orient_offsets_per_key(
        const u32* __restrict__ sortedKeys, u64 count, u32 keyCount, u64* __restrict__ offsets) {
    for (u64 key = blockIdx.x * (u64)blockDim.x + threadIdx.x; key <= keyCount; key += (u64)gridDim.x * blockDim.x) {
        offsets[key] = lowerBound(sortedKeys, 0, count, (u32)key);
    }
}

/**
 * Makes the input for prefix sums (graph_prep.cu) of the number of edges from each vertex to larger ids: the key of a
 * vertex is the complement of that number.
 */
extern "C" __global__ void orient_forward_per_vertex(
        const u64* __restrict__ offsets, const u32* __restrict__ neighbors, u32 count, u32* __restrict__ keys,
        u32* __restrict__ vertices) {
    for (u64 v = blockIdx.x * (u64)blockDim.x + threadIdx.x; v < count; v += (u64)gridDim.x * blockDim.x) {
        const u64 end = offsets[v + 1];
        keys[v] = ~(u32)(end - lowerBound(neighbors, offsets[v], end, (u32)v));
        vertices[v] = (u32)v;
    }
}
