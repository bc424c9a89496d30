// ORIENTATION (kclique_orientation.cuh), and triangles alone. kclique_block.cuh has the launches.
#include "count/kclique_orientation.cuh"

/** Blocks of a multiprocessor that there are to be registers for: for totals, and by vertex or edge. */
static constexpr int TOTAL_BLOCKS = 12, MEMBER_BLOCKS = 8;

/**
 * total: low and high word of the cliques of k vertices, added to. Tasks: `roots`, or, by edge, the slots. `control` and
 * `pauses` are zero before the first launch, which ends after about `nanos` nanoseconds; the next one goes on, until all tasks
 * have been claimed and no block has paused.
 */
extern "C" __global__ void __launch_bounds__(MOTIF_KCLIQUE_BLOCK_THREADS, TOTAL_BLOCKS)
        kclique_orientation_total_per_block(ORIENTATION_PARAMETERS, u64* total) {
    countByOrientation<OrientationGraph, CountedFor::ALL>(ORIENTATION_ARGUMENTS, total, {});
}

/** counts[2 * rank], counts[2 * rank + 1]: the cliques of k vertices that each vertex is in, added to; all in the sum of `result`. */
extern "C" __global__ void __launch_bounds__(MOTIF_KCLIQUE_BLOCK_THREADS, MEMBER_BLOCKS)
        kclique_orientation_vertices_per_block(ORIENTATION_PARAMETERS, u64* result, u64* counts) {
    countByOrientation<OrientationGraph, CountedFor::VERTICES>(
            ORIENTATION_ARGUMENTS, result + MOTIF_KCLIQUE_SUM, ORIENTATION_COUNTS);
}

/** counts[2 * slot], counts[2 * slot + 1]: the cliques of k vertices that each edge is in, added to; all in the sum of `result`. */
extern "C" __global__ void __launch_bounds__(MOTIF_KCLIQUE_BLOCK_THREADS, MEMBER_BLOCKS)
        kclique_orientation_edges_per_block(ORIENTATION_PARAMETERS, u64* result, u64* counts) {
    countByOrientation<OrientationGraph, CountedFor::EDGES>(
            ORIENTATION_ARGUMENTS, result + MOTIF_KCLIQUE_SUM, ORIENTATION_COUNTS);
}

// ---- triangles alone, where no row is long ----

/** The ranks of a row, in a hash table that a warp has in shared memory. */
struct RowTable {
    u32* slots;
    u32 mask;

    static constexpr u32 NONE = 0xffffffffu;

    __device__ __forceinline__ u32 slotOf(u32 rank) const { return rank * 0x9e3779b1u >> 7 & mask; }

    /** Makes room for `length` ranks. All lanes. */
    __device__ __forceinline__ void clear(u32 length) {
        mask = max(2u << (31 - __clz(2 * length - 1)), 32u) - 1;
        for (u32 k = threadIdx.x & 31; k <= mask; k += 32) {
            slots[k] = NONE;
        }
        __syncwarp();
    }
    __device__ __forceinline__ void put(u32 rank) const {
        for (u32 at = slotOf(rank); atomicCAS(slots + at, NONE, rank) != NONE; at = (at + 1) & mask) {}
    }
    __device__ __forceinline__ bool has(u32 rank) const {
        u32 at = slotOf(rank), found = slots[at];
        while (found != rank && found != NONE) {
            at = (at + 1) & mask;
            found = slots[at];
        }
        return found == rank;
    }
};

/** The rows of up to 32 candidates of a root, one behind the other: one of each lane. */
struct JoinedRows {
    const u32* __restrict__ neighbors;
    u64 shift;
    u32 end;

    /** All lanes. */
    __device__ __forceinline__ JoinedRows(const OrientedRows& graph, const u32* candidates, u32 count)
        : neighbors(graph.neighbors) {
        const u32 lane = threadIdx.x & 31, candidate = lane < count ? candidates[lane] : 0;
        const u32 own = lane < count ? graph.length(candidate) : 0;
        end = warpSumUpTo(own);
        shift = (lane < count ? graph.offsets[candidate] : 0) - (end - own);
    }
    __device__ __forceinline__ u32 length() const { return __shfl_sync(FULL_WARP, end, 31); }

    /** The vertex at this place, if it is below `length`. All lanes, each with a place of its own. */
    __device__ __forceinline__ u32 at(u32 place, u32 length) const {
        u32 row = 0;
        for (u32 step = 16; step > 0; step >>= 1) {
            row += __shfl_sync(FULL_WARP, end, row + step - 1) <= place ? step : 0;
        }
        const u64 from = __shfl_sync(FULL_WARP, shift, min(row, 31u));
        return place < length ? neighbors[from + place] : RowTable::NONE;
    }
};

/**
 * total: low and high word of the triangles, added to. A block takes each `stride`-th root, so that all have some of many
 * candidates. Its warps take 32 candidates of a root in turn, and look up the candidates of these among those of the root, of
 * which there are at most MOTIF_KCLIQUE_TRIANGLE_ROW. `control` is as above; a launch that ends early leaves tasks to be
 * claimed.
 */
extern "C" __global__ void __launch_bounds__(MOTIF_KCLIQUE_THREADS) kclique_triangles_per_warp(
        const u64* __restrict__ offsets, const u32* __restrict__ neighbors, const u32* __restrict__ roots,
        u64 rootCount, u64 stride, u64 chunks, u64 firstChunk, u64 held, u64 taskCount, u64* control, u64 nanos,
        u64* total) {
    constexpr u32 WARPS = MOTIF_KCLIQUE_THREADS / 32;
    __shared__ u32 slots[WARPS][2 * MOTIF_KCLIQUE_TRIANGLE_ROW];
    const u32 lane = threadIdx.x & 31, warp = threadIdx.x >> 5;
    const Slice slice(nanos);
    const OrientedRows graph = {offsets, neighbors};
    const ChunkTasks tasks = {chunks, firstChunk, held, taskCount};
    RowTable table = {slots[warp], 0};
    u64 found = 0;
    // A block takes one task, however short its time is.
    for (u64 turn = claimTurn(control, tasks.count, Slice(~0ull)); turn < tasks.count;
         turn = claimTurn(control, tasks.count, slice)) {
        for (u64 base = tasks.at(turn); base < rootCount; base += 32 * stride) {
            const u64 own = base + lane * stride;
            const u32 ownRoot = own < rootCount ? roots[own] : 0;
            const u32 ownLength = own < rootCount ? graph.length(ownRoot) : 0;
            for (u32 i = 0; i < 32 && base + i * stride < rootCount; i++) {
                const u32 length = __shfl_sync(FULL_WARP, ownLength, i);
                u32 first = 32 * ((warp + i) % WARPS);
                if (first >= length) {
                    continue;
                }
                const u32* candidates = graph.row(__shfl_sync(FULL_WARP, ownRoot, i));
                __syncwarp();
                table.clear(length);
                for (u32 k = lane; k < length; k += 32) {
                    table.put(candidates[k]);
                }
                __syncwarp();
                for (; first < length; first += 32 * WARPS) {
                    const JoinedRows rows(graph, candidates + first, length - first);
                    const u32 all = rows.length();
                    for (u32 place = lane; place - lane < all; place += 64) {
                        // Both are read before any is looked up.
                        const u32 one = rows.at(place, all), other = rows.at(place + 32, all);
                        found += (one != RowTable::NONE && table.has(one))
                                + (other != RowTable::NONE && table.has(other));
                    }
                }
            }
        }
    }
    addBlockTotal(total, found);
}
