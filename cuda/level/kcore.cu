// Core numbers. The core number of a vertex is the largest k such that it has k neighbors or more in a subgraph in which
// every vertex does.
//
// Vertices are the items of a peeling (peel.cuh), their degrees the supports. A vertex that is peeled takes 1 from each
// neighbor of its range that stays. Vertices by their numbers, and those of a number by their rounds, are in a degeneracy
// order: a vertex has at most its core number of neighbors after it, those of its own round included in any order, since all
// of them are still counted in its degree when the round begins. A graph has the same rounds each time, so with ties by id
// the order is the same on every device.
//
// Launches. The words are those of cuda/README.md.
//
// Input: both directions of every edge, offsets u64[n+1], neighbors u32[s], with s = 2m slots.
//   step; kernel; grid x block:
//     1  kcore_degrees_per_vertex; any x 256
//     2  kcore_numbers_per_grid; cooperative, peel.cuh; n items; numbers are the core numbers, roundOf the rounds that
//       order those of one number, state[PEEL_LEVEL] of the last pass the degeneracy
//        kcore_round_keys_per_vertex, sort, kcore_number_keys_per_vertex, sort; any x 256; order: a degeneracy order, the same
//        each time
//        kcore_values_per_vertex; any x 256
//     1, 2  by weights, whole numbers u64[s] by slot: kcore_strengths_per_vertex, kcore_strong_numbers_per_grid
//     3  kcore_kept_per_grid; 1 x 1; kept: how many vertices have that core number or more
#include "include/csr.cuh"
#include "include/peel.cuh"

/** Neighbors of a part of a row that a warp takes, at least, if there are. */
static constexpr u32 NEIGHBORS_A_PART = 256;

/** degrees: those of all vertices; list: the vertices. */
extern "C" __global__ void kcore_degrees_per_vertex(
        const u64* __restrict__ offsets, u32 count, u64* __restrict__ degrees, u32* __restrict__ list) {
    for (u64 v = blockIdx.x * (u64)blockDim.x + threadIdx.x; v < count; v += (u64)gridDim.x * blockDim.x) {
        degrees[v] = offsets[v + 1] - offsets[v];
        list[v] = (u32)v;
    }
}

/** strengths: the sum of the weights of the slots of each vertex; list: the vertices. A warp takes a vertex. */
extern "C" __global__ void kcore_strengths_per_vertex(
        const u64* __restrict__ offsets, u32 count, const u64* __restrict__ weights, u64* __restrict__ strengths,
        u32* __restrict__ list) {
    const u32 lane = threadIdx.x & 31, warps = gridDim.x * (blockDim.x >> 5);
    for (u64 v = (blockIdx.x * (u64)blockDim.x + threadIdx.x) >> 5; v < count; v += warps) {
        u64 sum = 0;
        for (u64 slot = offsets[v] + lane; slot < offsets[v + 1]; slot += 32) {
            sum += weights[slot];
        }
        sum = warpSum(sum);
        if (lane == 0) {
            strengths[v] = sum;
            list[v] = (u32)v;
        }
    }
}

/** Peels vertices; what one takes from a neighbor is amountOf(slot). visit(u) is called for each as it gets its number. */
template <class Amount, class Visit>
__device__ __forceinline__ void peelVertices(
        const PeelJob& job, const u64* __restrict__ offsets, const u32* __restrict__ neighbors, Amount amountOf,
        Visit visit) {
    const u32 lane = threadIdx.x & 31;
    __shared__ RangesOfBlock ranges;
    Peeling peeling(job, ranges);
    const auto peel = [&](u32 vertices, bool lowers) {
        peeling.numberItems(vertices, [&](u32 u) { visit(u, peeling.round); });
        if (!lowers) {
            return;
        }
        Deal::byItem(vertices, [&](u32 position, u32 part, u32 share) {
            const u32 u = peeling.item(position), range = peeling.rangeOf(u);
            const u64 begin = offsets[u], degree = offsets[(u64)u + 1] - begin;
            const u64 parts = min((u64)share, (degree + NEIGHBORS_A_PART - 1) / NEIGHBORS_A_PART);
            const u64 level = peeling.levelOf(range);
            if (part < parts) {
                const u64 end = begin + degree * (part + 1) / parts;
                for (u64 slot = begin + degree * part / parts + lane; slot < end; slot += 32) {
                    const u32 v = neighbors[slot], roundOfV = peeling.roundOf(v);
                    if (peeling.rangeOf(v) == range && peeling.stays(roundOfV)) {
                        const u64 amount = amountOf(slot);
                        peeling.settle(v, peeling.take(v, amount), amount, range, level);
                    }
                }
            }
        });
    };
    peeling.run(job.itemCount, peel, [](u32, bool) {});
}

/** Peels vertices. `numbers` gets their core numbers, `roundOf` their rounds in the pass that finds the number. */
extern "C" __global__ void __launch_bounds__(MOTIF_PEEL_THREADS, 1) kcore_numbers_per_grid(
        PeelJob job, const u64* __restrict__ offsets, const u32* __restrict__ neighbors, u32* roundOf) {
    peelVertices(
            job, offsets, neighbors, [](u64) { return 1ull; }, [&](u32 u, u32 round) { roundOf[u] = round; });
}

/** Peels vertices by weights. `numbers` gets their core numbers. */
extern "C" __global__ void __launch_bounds__(MOTIF_PEEL_THREADS, 1) kcore_strong_numbers_per_grid(
        PeelJob job, const u64* __restrict__ offsets, const u32* __restrict__ neighbors,
        const u64* __restrict__ weights) {
    peelVertices(
            job, offsets, neighbors, [&](u64 slot) { return weights[slot]; }, [](u32, u32) {});
}

/** Keys for the first sort of vertices: their rounds. */
extern "C" __global__ void kcore_round_keys_per_vertex(
        const u32* __restrict__ roundOf, u32 count, u32* __restrict__ keys, u32* __restrict__ order) {
    for (u64 v = blockIdx.x * (u64)blockDim.x + threadIdx.x; v < count; v += (u64)gridDim.x * blockDim.x) {
        keys[v] = roundOf[v];
        order[v] = (u32)v;
    }
}

/** Keys for the second sort of vertices: their core numbers. */
extern "C" __global__ void kcore_number_keys_per_vertex(
        const u64* __restrict__ numbers, const u32* __restrict__ order, u32 count, u32* __restrict__ keys) {
    for (u64 i = blockIdx.x * (u64)blockDim.x + threadIdx.x; i < count; i += (u64)gridDim.x * blockDim.x) {
        keys[i] = (u32)numbers[order[i]];
    }
}

/** The core numbers as they are handed out. */
extern "C" __global__ void kcore_values_per_vertex(
        const u64* __restrict__ numbers, u32 count, u32* __restrict__ cores) {
    for (u64 v = blockIdx.x * (u64)blockDim.x + threadIdx.x; v < count; v += (u64)gridDim.x * blockDim.x) {
        cores[v] = (u32)numbers[v];
    }
}

/** kept: how many vertices have a core number of `least` or more; they are the last ones of the order. One thread. */
extern "C" __global__ void kcore_kept_per_grid(
        const u64* __restrict__ numbers, const u32* __restrict__ order, u32 count, u32 least, u64* __restrict__ kept) {
    u32 low = 0, high = count;
    while (low < high) {
        const u32 middle = low + (high - low) / 2;
        if (numbers[order[middle]] < least) {
            low = middle + 1;
        } else {
            high = middle;
        }
    }
    *kept = count - low;
}
