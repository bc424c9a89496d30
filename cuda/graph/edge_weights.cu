// Brings the weights of the edges of a graph into the order of the slots of its rows, in whole numbers of a unit, and adds
// them up by vertex. DeviceWeights.java launches the kernels.
//
// Launches. The words are those of cuda/README.md.
//
// Input: the rows in whose order edges are numbered, first...: the left ones of a bipartite graph, or those of a unipartite
// one, where only slots whose neighbor is above their row have numbers. edgeStarts u64[n+1]: the number of the first edge
// of each of these rows, in a bipartite graph firstOffsets. values u64[m]: the weight of each edge, an integer or the bits
// of a double. A weight is below 2^53 units, a sum of weights, or with squared of their squares, too. Units are u64, or u32
// where narrow says that all are below 2^32.
//   step; kernel; grid x block:
//     1  weights_units_per_slot; s/SLOT_TILE x SLOT_THREADS; units[s], for any rows of the graph
//     2  weights_totals_per_vertex; n/8 x 256; totals f64[n]
#include "include/csr.cuh"

/** Whole numbers, of 32 bits or of 64. */
struct Units {
    void* units;
    bool narrow;

    __device__ __forceinline__ u64 get(u64 slot) const {
        return narrow ? static_cast<const u32*>(units)[slot] : static_cast<const u64*>(units)[slot];
    }
    __device__ __forceinline__ void set(u64 slot, u64 value) const {
        if (narrow) {
            static_cast<u32*>(units)[slot] = (u32)value;
        } else {
            static_cast<u64*>(units)[slot] = value;
        }
    }
};

/**
 * units: the weight of the edge of each slot, in units of 2^exponent. symmetric: whether the graph is unipartite, so that
 * both ends of an edge have it in the same rows.
 */
extern "C" __global__ void __launch_bounds__(MOTIF_SLOT_THREADS) weights_units_per_slot(
        const u64* __restrict__ firstOffsets, const u32* __restrict__ firstNeighbors,
        const u64* __restrict__ edgeStarts, const u64* __restrict__ offsets, const u32* __restrict__ neighbors,
        u32 rowCount, u64 slotCount, u32 symmetric, const u64* __restrict__ values, u32 floats, u32 exponent,
        u32 narrow, void* units) {
    forEachSlot(offsets, rowCount, slotCount, [&](u64 slot, u32 row) {
        const u32 neighbor = neighbors[slot];
        const bool isNumbered = offsets == firstOffsets && (symmetric == 0 || row < neighbor);
        const u32 first = isNumbered ? row : neighbor;
        const u64 end = firstOffsets[(u64)first + 1];
        const u64 numbered = isNumbered ? slot : lowerBound(firstNeighbors, firstOffsets[first], end, row);
        // The numbered slots are the last ones of a row.
        const u64 value = values[edgeStarts[(u64)first + 1] - (end - numbered)];
        const double weight = floats != 0 ? __longlong_as_double((long long)value) : (double)value;
        Units{units, narrow != 0}.set(slot, (u64)scalbn(weight, -(int)exponent));
    });
}

/** totals: the sum of the units, or with squared of their squares, of the slots of each vertex. A warp takes a vertex. */
extern "C" __global__ void weights_totals_per_vertex(
        const u64* __restrict__ offsets, u32 count, void* units, u32 narrow, u32 squared, double* __restrict__ totals) {
    const u32 lane = threadIdx.x & 31, warps = gridDim.x * (blockDim.x >> 5);
    for (u64 v = (blockIdx.x * (u64)blockDim.x + threadIdx.x) >> 5; v < count; v += warps) {
        u64 sum = 0;
        for (u64 slot = offsets[v] + lane; slot < offsets[v + 1]; slot += 32) {
            const u64 each = Units{units, narrow != 0}.get(slot);
            sum += squared != 0 ? each * each : each;
        }
        sum = warpSum(sum);
        if (lane == 0) {
            totals[v] = (double)sum;
        }
    }
}
