// (alpha,beta)-cores. AlphaBetaCoreAlgorithm.java has the definition.
//
// Right vertices are the items of a peeling (peel.cuh); the support of each are its neighbors that have alpha neighbors
// at least. A round takes two phases: each right vertex takes 1 from its left neighbors, and those that it leaves with
// fewer than alpha go with the round; then these take 1 from their right neighbors that stay.
//
// A left vertex goes in a range of the coarse pass as well. The fine pass counts its degree anew, from its neighbors of
// that range and later ones, and only those of the range lower it.
//
// Launches. The words are those of cuda/README.md.
//
// The rows of both sides, not ranked: left... and, of the right side, offsets and neighbors. For each alpha:
//   step; kernel; grid x block:
//     1  alpha_beta_core_degrees_per_vertex, then alpha_beta_core_supports_per_warp; any x 256
//     2  alpha_beta_core_numbers_per_grid, coarse (zero goneCounts u64[2] before each pass; gone has leftCount words);
//       cooperative; betas are those of the left vertices
//     3  alpha_beta_core_range_degrees_per_warp, with firstRange = state[PEEL_EXACT_LEVELS]; any x 256
//     4  alpha_beta_core_numbers_per_grid, fine; cooperative
//     5  alpha_beta_core_values_per_vertex; any x 256
#include "include/csr.cuh"
#include "include/peel.cuh"

/** Neighbors of a part of a row that a warp takes, at least, if there are. */
static constexpr u32 NEIGHBORS_A_PART = 256;

/** The range of left vertices that were never in a core. */
static constexpr u32 NO_RANGE = 0xffffffffu;

/** Left vertices, and how they stand for one alpha. */
struct LeftSide {
    const u64* leftOffsets;
    const u32* leftNeighbors;
    u32* degrees;      // at least alpha for those that are left, and less for others
    u32* betas;        // of those that have gone
    u32* leftRangeOf;  // the range that each goes in
    u32 leftCount;
    u32 alpha;

    __device__ __forceinline__ u64 begin(u32 u) const { return leftOffsets[u]; }
    __device__ __forceinline__ u64 end(u32 u) const { return leftOffsets[u + 1ull]; }
};

/** Takes away the left vertices of fewer than alpha neighbors. */
extern "C" __global__ void alpha_beta_core_degrees_per_vertex(LeftSide left) {
    for (u64 u = blockIdx.x * (u64)blockDim.x + threadIdx.x; u < left.leftCount; u += (u64)gridDim.x * blockDim.x) {
        const u64 degree = left.end((u32)u) - left.begin((u32)u);
        left.degrees[u] = degree < left.alpha ? 0 : (u32)degree;
        left.betas[u] = 0;
        left.leftRangeOf[u] = NO_RANGE;
    }
}

/** supports: for each right vertex its neighbors that are left; list: the right vertices. A warp takes a vertex. */
extern "C" __global__ void alpha_beta_core_supports_per_warp(
        const u64* __restrict__ offsets, const u32* __restrict__ neighbors, u32 count, const u32* __restrict__ degrees,
        u64* __restrict__ supports, u32* __restrict__ list) {
    const u32 lane = threadIdx.x & 31, warps = gridDim.x * (blockDim.x >> 5);
    for (u64 v = (blockIdx.x * (u64)blockDim.x + threadIdx.x) >> 5; v < count; v += warps) {
        u32 some = 0;
        for (u64 slot = offsets[v] + lane; slot < offsets[v + 1]; slot += 32) {
            some += degrees[neighbors[slot]] > 0;
        }
        some = warpSum32(some);
        if (lane == 0) {
            supports[v] = some;
            list[v] = (u32)v;
        }
    }
}

/**
 * Counts the degrees of left vertices that go in range `firstRange` or later, as they are when their range begins. A warp
 * takes a vertex.
 */
extern "C" __global__ void alpha_beta_core_range_degrees_per_warp(
        LeftSide left, const u32* __restrict__ rangeOf, u32 firstRange) {
    const u32 lane = threadIdx.x & 31, warps = gridDim.x * (blockDim.x >> 5);
    for (u64 u = (blockIdx.x * (u64)blockDim.x + threadIdx.x) >> 5; u < left.leftCount; u += warps) {
        const u32 range = left.leftRangeOf[u];
        if (range == NO_RANGE || range < firstRange) {
            continue;
        }
        u32 later = 0;
        for (u64 slot = left.begin((u32)u) + lane; slot < left.end((u32)u); slot += 32) {
            later += rangeOf[left.leftNeighbors[slot]] >= range;
        }
        later = warpSum32(later);
        if (lane == 0) {
            left.degrees[u] = later;
        }
    }
}

/** Calls visit(neighbor) for a part of a row: each warp of `share` takes one, if the row is long enough. */
template <class Visit>
__device__ __forceinline__ void forEachOfPart(
        const u32* neighbors, u64 begin, u64 end, u32 part, u32 share, Visit visit) {
    const u64 degree = end - begin, parts = min((u64)share, (degree + NEIGHBORS_A_PART - 1) / NEIGHBORS_A_PART);
    if (part < parts) {
        const u64 last = begin + degree * (part + 1) / parts;
        for (u64 slot = begin + degree * part / parts + (threadIdx.x & 31); slot < last; slot += 32) {
            visit(neighbors[slot]);
        }
    }
}

/**
 * Peels right vertices; their numbers are the largest beta of each. `gone` has room for all left vertices; the two words
 * of `goneCounts` are zero before each pass.
 */
extern "C" __global__ void __launch_bounds__(MOTIF_PEEL_THREADS, 1) alpha_beta_core_numbers_per_grid(
        PeelJob job, const u64* __restrict__ offsets, const u32* __restrict__ neighbors, LeftSide left, u32* gone,
        u64* goneCounts) {
    __shared__ RangesOfBlock ranges;
    Peeling peeling(job, ranges);
    const auto leave = [&](u32 count, bool) {
        peeling.numberItems(count);
        const u32 rangeOfLevel = job.isCoarse() ? (u32)__ldcg(&peeling.state->levels) - 1 : 0;
        Deal::byItem(count, [&](u32 position, u32 part, u32 share) {
            const u32 v = peeling.item(position), range = peeling.rangeOf(v);
            const u64 level = peeling.levelOf(range);
            // A right vertex of support 0 has no neighbor that is left.
            if (level == 0) {
                return;
            }
            forEachOfPart(neighbors, offsets[v], offsets[v + 1ull], part, share, [&](u32 u) {
                if ((peeling.hasRanges() && left.leftRangeOf[u] != range) || __ldcg(&left.degrees[u]) < left.alpha) {
                    return;
                }
                if (atomicSub(&left.degrees[u], 1) == left.alpha) {
                    left.betas[u] = (u32)level;
                    if (job.isCoarse()) {
                        left.leftRangeOf[u] = rangeOfLevel;
                    }
                    gone[append(&goneCounts[peeling.round & 1])] = u;
                }
            });
        });
    };
    const auto lower = [&](u32, bool lowers) {
        const u32 count = lowers ? (u32)__ldcg(&goneCounts[peeling.round & 1]) : 0;
        Deal::byItem(count, [&](u32 position, u32 part, u32 share) {
            const u32 u = __ldcg(&gone[position]), range = peeling.hasRanges() ? left.leftRangeOf[u] : 0;
            const u64 level = peeling.levelOf(range);
            forEachOfPart(left.leftNeighbors, left.begin(u), left.end(u), part, share, [&](u32 v) {
                const u32 roundOfV = peeling.roundOf(v);
                if (peeling.rangeOf(v) == range && peeling.stays(roundOfV)) {
                    peeling.settle(v, peeling.take(v, 1), 1, range, level);
                }
            });
        });
        if (Peeling::isKeeper()) {
            goneCounts[~peeling.round & 1] = 0;
        }
    };
    peeling.run(job.itemCount, leave, lower);
}

/** The betas of the right vertices as they are handed out. */
extern "C" __global__ void alpha_beta_core_values_per_vertex(
        const u64* __restrict__ numbers, u32 count, u32* __restrict__ rightBetas) {
    for (u64 v = blockIdx.x * (u64)blockDim.x + threadIdx.x; v < count; v += (u64)gridDim.x * blockDim.x) {
        rightBetas[v] = (u32)numbers[v];
    }
}
