// Prepares a graph for triangles: ranks the vertices of a unipartite graph by degree (0 the largest; ties: the smaller
// id) and directs every edge to its end of lower rank. Row u of the result holds the neighbors of u that rank before
// it, ascending. Each edge of the input gets its slot there, and each vertex the list of the slots that lead to it.
// Kernels of orient.cu give ranks, offsets and the first edges of vertices.
//
// No row has to be sorted: edges sorted by their lower rank, then stably by their upper one, are ordered by both. The
// sorts move edge numbers, so each slot knows its edge and nothing is searched for afterwards.
//
// Launches. The words are those of cuda/README.md.
//
// Input: symmetric CSR of a unipartite graph, graphOffsets u64[n+1], graphNeighbors u32[2m], rows ascending, no loops;
// n < 2^31, m < 2^32. Edges are numbered in the order of (u, v), u < v. Output, kept for counting; vertices are ranks,
// 0 the largest degree:
//   array; size; meaning:
//     offsets: u64[n+1]; rows of the oriented graph: row u holds the neighbors of u that rank before it
//     neighbors: u32[m]; the neighbors in these rows, each row ascending
//     slots: u32[m]; for each edge of the input, by its number, its slot in these rows
//     incomingStarts: u64[n+1]; for each v where the slots (u, v) that lead to it begin in incoming
//     incoming: u64[m]; for each of those slots offsets[u] << 24, and the position of v in row u: what
//       include/prefix.cuh unpacks
//     heavy: u64[1]; how many vertices have a degree of at least heavyDegree; they rank first
//
// Scratch: items u32[4 max(n, m)] (keysA, valuesA, keysB, valuesB), lowers, uppers u32[m], rankOf u32[n], edgeStarts
// u64[n+1], and that of sorting and prefix sums in graph_prep.cu; keys, values are where the last sort left them.
//   step; kernel; grid x block:
//     1  prep_degrees_per_vertex (zero maxDegree); n/256 x 256; the graph as left rows, no right ones
//     2  sort of n items by bits(maxDegree) bits
//     3  orient_ranks_per_vertex; n/256 x 256; not reversed
//     4  triangle_heavy_per_grid; 1 x 32
//     5  orient_forward_per_vertex; n/256 x 256
//     6  prep_sums_per_tile, prep_bases_per_grid, prep_offsets_per_tile; as in graph_prep.cu; with L = n: offsets is
//       edgeStarts, the other two outputs are not needed
//     7  triangle_edges_per_slot; 2m/SLOT_TILE x SLOT_THREADS
//     8  sort of m items by bits(n - 1) bits; by the lower rank
//     9  triangle_uppers_per_edge; m/1024 x 256
//     10  sort of m items; by the upper rank
//     11  triangle_rows_per_slot; m/1024 x 256
//     12  orient_offsets_per_key; n/256 x 256
//     13  triangle_heads_per_slot; m/SLOT_TILE x SLOT_THREADS; all slots, from 0; rows is uppers
//     14  sort of m items; by neighbor
//     15  triangle_incoming_per_slot; m/1024 x 256
//     16  orient_offsets_per_key; n/256 x 256; with incomingStarts
//
// Steps 13 to 16 also serve a range of rows: slots [first, first + slots) of the graph, at most 2^32, in arrays of
// their own.
#include "include/csr.cuh"
#include "include/kernel_abi.h"
#include "include/prefix.cuh"

/** *heavy = the number of vertices of at least `degree` (1 or more), found in the sorted complements of the degrees. */
extern "C" __global__ void triangle_heavy_per_grid(
        const u32* __restrict__ sortedKeys, u32 count, u32 degree, u64* __restrict__ heavy) {
    if (blockIdx.x == 0 && threadIdx.x == 0) {
        *heavy = lowerBound(sortedKeys, 0, count, ~(degree - 1));
    }
}

/**
 * Finds the ranks of both ends of each edge, and makes the input of the first sort: the key is the lower rank, the
 * value the edge.
 */
extern "C" __global__ void __launch_bounds__(MOTIF_SLOT_THREADS) triangle_edges_per_slot(
        const u64* __restrict__ offsets, const u32* __restrict__ neighbors, u32 count, u64 slotCount,
        const u64* __restrict__ edgeStarts, const u32* __restrict__ rankOf, u32* __restrict__ lowers,
        u32* __restrict__ uppers, u32* __restrict__ keys, u32* __restrict__ values) {
    forEachSlot(offsets, count, slotCount, [&](u64 slot, u32 row) {
        const u32 x = row, y = neighbors[slot];
        if (x < y) {
            // The neighbors larger than x are the last ones of its row, and their edges are the edges of x, in that
            // order.
            u64 edge = edgeStarts[(u64)x + 1] - (offsets[(u64)x + 1] - slot);
            u32 a = rankOf[x], b = rankOf[y];
            lowers[edge] = min(a, b);
            uppers[edge] = max(a, b);
            keys[edge] = min(a, b);
            values[edge] = (u32)edge;
        }
    });
}

/** Makes the keys of the second sort: the upper ranks of the edges in their current order. */
extern "C" __global__ void triangle_uppers_per_edge(
        const u32* __restrict__ edges, u64 count, const u32* __restrict__ uppers, u32* __restrict__ keys) {
    for (u64 i = blockIdx.x * (u64)blockDim.x + threadIdx.x; i < count; i += (u64)gridDim.x * blockDim.x) {
        keys[i] = uppers[edges[i]];
    }
}

/** Writes the neighbor of each slot and the slot of each edge, from the edges in the order of slots. */
extern "C" __global__ void triangle_rows_per_slot(
        const u32* __restrict__ sorted, u64 count, const u32* __restrict__ lowers, u32* __restrict__ neighbors,
        u32* __restrict__ slots) {
    for (u64 slot = blockIdx.x * (u64)blockDim.x + threadIdx.x; slot < count; slot += (u64)gridDim.x * blockDim.x) {
        u32 edge = sorted[slot];
        neighbors[slot] = lowers[edge];
        slots[edge] = (u32)slot;
    }
}

/**
 * Makes the input of the sort by neighbor for the slots [first, first + slotCount), which `neighbors` holds: the key is
 * the neighbor, the value the slot minus `first`. rows: the row of each of these slots. slotCount is at most 2^32.
 */
extern "C" __global__ void __launch_bounds__(MOTIF_SLOT_THREADS) triangle_heads_per_slot(
        const u64* __restrict__ offsets, u32 rowCount, u64 first, const u32* __restrict__ neighbors, u64 slotCount,
        u32* __restrict__ keys, u32* __restrict__ values, u32* __restrict__ rows) {
    forEachSlotOfWarps(offsets, rowCount, first, slotCount, [&](u64 i, u32 row, bool isSlot) {
        if (isSlot) {
            keys[i] = neighbors[i];
            values[i] = (u32)i;
            rows[i] = row;
        }
    });
}

/**
 * Cuts the vertices into `cutCount` ranges of about as many slots from and to them each: cuts[i] is where range i
 * begins, and cuts[cutCount] the number of vertices.
 */
extern "C" __global__ void triangle_cuts_per_cut(
        const u64* __restrict__ offsets, const u64* __restrict__ incomingStarts, u32 count, u32 cutCount,
        u64* __restrict__ cuts) {
    const u64 slots = offsets[count] + incomingStarts[count];
    for (u64 i = blockIdx.x * (u64)blockDim.x + threadIdx.x; i <= cutCount; i += (u64)gridDim.x * blockDim.x) {
        // The last cut is beyond every vertex, also those without slots.
        const u64 wanted = i < cutCount ? slots / cutCount * i : ~0ull;
        u32 low = 0, high = count;
        while (low < high) {
            const u32 middle = low + (high - low) / 2;
            if (offsets[middle] + incomingStarts[middle] < wanted) {
                low = middle + 1;
            } else {
                high = middle;
            }
        }
        cuts[i] = low;
    }
}

/** incoming: the slots in the order of their neighbors, packed as include/prefix.cuh does. */
extern "C" __global__ void triangle_incoming_per_slot(
        const u32* __restrict__ sorted, u64 slotCount, const u32* __restrict__ rows, const u64* __restrict__ offsets,
        u64 first, u64* __restrict__ incoming) {
    for (u64 i = blockIdx.x * (u64)blockDim.x + threadIdx.x; i < slotCount; i += (u64)gridDim.x * blockDim.x) {
        u32 slot = sorted[i];
        u64 start = offsets[rows[slot]];
        incoming[i] = packedPrefix(start, (u32)(first + slot - start));
    }
}
