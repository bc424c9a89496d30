// Truss numbers. KTrussAlgorithm.java has the definition; ranks, slots and incoming slots are those of triangle_prep.cu.
//
// An edge is named by its slot in the oriented graph. Edges are the items of a peeling (peel.cuh), the triangles of each
// its support. The triangles of an edge that is peeled are found again: the shorter one of the rows of its two ends is
// looked up in the other one, by the lanes of as many warps as there are to spare. That needs no memory for triangles,
// of which there may be hundreds for each edge. Rows hold the neighbors of both directions, and edges that are gone are
// dropped from them again and again, in the second phase of a step, so most of a row is alive when it is walked.
//
// All edges are peeled in one pass: there are few levels, and a second pass would find each triangle a second time.
//
// Launches. The words are those of cuda/README.md.
//
// The graph and the counts of triangle_prep.cu and common_neighbors.cu; an edge is named by its slot. LiveRows has
// neighbors and edges u32[2m], compactedAt u64[1] is zero.
//   step; kernel; grid x block:
//     1  ktruss_edges_per_slot; ceil(m/SLOT_TILE) x SLOT_THREADS; also supports and list
//     2  ktruss_heads_per_slot, ktruss_rows_per_vertex; any x 256
//     3  ktruss_numbers_per_grid, in one pass; most edges a step; cooperative
//     4  ktruss_values_per_edge; any x 256
#include "include/csr.cuh"
#include "include/peel.cuh"
#include "include/prefix.cuh"

/** Rows are compacted when more than 1 / GONE_PER_LIVE as many edges as are left have gone since the last time. */
static constexpr u64 GONE_PER_LIVE = 2;

/** Entries of a shorter row that a lane looks up at once, since a look-up mostly waits for memory. */
static constexpr u32 ENTRIES_AT_ONCE = 2;

/** Entries of a row that a lane loads at once when the row is compacted. */
static constexpr u32 ENTRIES_AHEAD = 4;

/**
 * The edges that are not peeled, and some that are. Nobody reads what is written in the same phase of a step, so the
 * barriers between phases are all that readers need.
 */
struct LiveRows {
    u64* rowStarts;    // by vertex: where its row begins
    u32* lengths;      // by vertex: how long its row is
    u32* neighbors;    // ascending in each row
    u32* edges;        // the edges to them
    u32* lowers;       // by edge: its end of lower rank
    u32* uppers;       // by edge: the other one
    u64* compactedAt;  // how many edges were peeled when the rows were compacted last; 0 at first
    u32 vertexCount;
};

/**
 * Begins the rows of both directions with the neighbors of lower rank, and lists the edges with their triangles. The row
 * of v is that of the oriented graph, then the vertices whose slots lead to v: it begins at
 * offsets[v] + incomingStarts[v].
 */
extern "C" __global__ void __launch_bounds__(MOTIF_SLOT_THREADS) ktruss_edges_per_slot(
        const u64* __restrict__ offsets, const u32* __restrict__ lowerNeighbors, const u64* __restrict__ incomingStarts,
        u64 slotCount, const u32* __restrict__ triangles, u64* __restrict__ supports, u32* __restrict__ list,
        LiveRows rows) {
    forEachSlot(offsets, rows.vertexCount, slotCount, [&](u64 slot, u32 row) {
        const u32 v = lowerNeighbors[slot];
        const u64 at = incomingStarts[row] + slot;
        rows.neighbors[at] = v;
        rows.edges[at] = (u32)slot;
        rows.lowers[slot] = v;
        rows.uppers[slot] = row;
        supports[slot] = triangles[slot];
        list[slot] = (u32)slot;
    });
}

/** Completes the rows with the neighbors of higher rank. `uppers` are there already. */
extern "C" __global__ void ktruss_heads_per_slot(
        const u64* __restrict__ offsets, const u64* __restrict__ incoming, u64 slotCount, LiveRows rows) {
    for (u64 i = blockIdx.x * (u64)blockDim.x + threadIdx.x; i < slotCount; i += (u64)gridDim.x * blockDim.x) {
        const u64 slot = Prefix::of(incoming[i]).slot(), at = offsets[rows.lowers[slot] + 1ull] + i;
        rows.neighbors[at] = rows.uppers[slot];
        rows.edges[at] = (u32)slot;
    }
}

/** Says where the rows are. */
extern "C" __global__ void ktruss_rows_per_vertex(
        const u64* __restrict__ offsets, const u64* __restrict__ incomingStarts, LiveRows rows) {
    for (u64 v = blockIdx.x * (u64)blockDim.x + threadIdx.x; v < rows.vertexCount; v += (u64)gridDim.x * blockDim.x) {
        const u64 start = offsets[v] + incomingStarts[v];
        rows.rowStarts[v] = start;
        rows.lengths[v] = (u32)(offsets[v + 1] + incomingStarts[v + 1] - start);
    }
}

/** Whether an edge of that round was there when this round began. */
__device__ __forceinline__ bool wasThere(const Peeling& peeling, u32 roundOfEdge) {
    return peeling.stays(roundOfEdge) || roundOfEdge == peeling.round;
}

/**
 * Takes the triangle of an edge of this round and two others from those that stay. When it loses several edges in the
 * round, the one with the smallest number takes it.
 */
__device__ __forceinline__ void breakTriangle(
        const Peeling& peeling, u32 edge, u32 second, u32 roundOfSecond, u32 third, u64 level) {
    const u32 roundOfThird = peeling.roundOf(third);
    if (!wasThere(peeling, roundOfThird)) {
        return;
    }
    const bool secondStays = peeling.stays(roundOfSecond), thirdStays = peeling.stays(roundOfThird);
    const bool lowersSecond = secondStays && (thirdStays || edge < third);
    const bool lowersThird = thirdStays && (secondStays || edge < second);
    // Both atomics are in flight before either result is used.
    const u64 beforeSecond = lowersSecond ? peeling.take(second, 1) : 0;
    const u64 beforeThird = lowersThird ? peeling.take(third, 1) : 0;
    peeling.settle(second, beforeSecond, 1, 0, level);
    peeling.settle(third, beforeThird, 1, 0, level);
}

/**
 * Takes the triangles of an edge of this round from their other edges. The warp takes each share-th batch of 32 entries
 * of the shorter row, from batch `part` on.
 */
__device__ __forceinline__ void breakTriangles(
        const Peeling& peeling, const LiveRows& rows, u32 edge, u32 part, u32 share) {
    const u32 u = rows.uppers[edge], v = rows.lowers[edge], lengthOfU = rows.lengths[u], lengthOfV = rows.lengths[v];
    const bool isUShorter = lengthOfU <= lengthOfV;
    const u32 length = min(lengthOfU, lengthOfV), longerLength = max(lengthOfU, lengthOfV);
    const u64 start = rows.rowStarts[isUShorter ? u : v], from = rows.rowStarts[isUShorter ? v : u];
    const u64 level = peeling.levelOf(0);
    const u64 batch = share * 32ull;
    for (u64 first = part * 32ull + (threadIdx.x & 31); first < length; first += ENTRIES_AT_ONCE * batch) {
        u32 second[ENTRIES_AT_ONCE], w[ENTRIES_AT_ONCE], roundOfSecond[ENTRIES_AT_ONCE];
        u64 at[ENTRIES_AT_ONCE];
        bool isThere[ENTRIES_AT_ONCE];
#pragma unroll
        for (u32 k = 0; k < ENTRIES_AT_ONCE; k++) {
            const u64 i = first + k * batch;
            isThere[k] = i < length;
            second[k] = isThere[k] ? rows.edges[start + i] : 0;
            w[k] = isThere[k] ? rows.neighbors[start + i] : 0;
            at[k] = from;
        }
#pragma unroll
        for (u32 k = 0; k < ENTRIES_AT_ONCE; k++) {
            roundOfSecond[k] = isThere[k] ? peeling.roundOf(second[k]) : 0;
            isThere[k] = isThere[k] && wasThere(peeling, roundOfSecond[k]);
        }
        // The last neighbor up to w, in as many steps for all.
        for (u32 left = longerLength; left > 1;) {
            const u32 half = left >> 1;
#pragma unroll
            for (u32 k = 0; k < ENTRIES_AT_ONCE; k++) {
                at[k] += isThere[k] && rows.neighbors[at[k] + half] <= w[k] ? half : 0;
            }
            left -= half;
        }
#pragma unroll
        for (u32 k = 0; k < ENTRIES_AT_ONCE; k++) {
            if (isThere[k] && rows.neighbors[at[k]] == w[k]) {
                breakTriangle(peeling, edge, second[k], roundOfSecond[k], rows.edges[at[k]], level);
            }
        }
    }
}

/** Drops the edges of this round and of earlier ones from a row. A warp calls it. */
__device__ __forceinline__ void compactRow(const Peeling& peeling, const LiveRows& rows, u32 v) {
    const u32 lane = threadIdx.x & 31, length = rows.lengths[v];
    u32* neighbors = rows.neighbors + rows.rowStarts[v];
    u32* edges = rows.edges + rows.rowStarts[v];
    u32 kept = 0;
    for (u64 first = 0; first < length; first += 32 * ENTRIES_AHEAD) {
        u32 w[ENTRIES_AHEAD], edge[ENTRIES_AHEAD];
        bool stays[ENTRIES_AHEAD];
#pragma unroll
        for (u32 k = 0; k < ENTRIES_AHEAD; k++) {
            const u64 i = first + 32 * k + lane;
            w[k] = i < length ? neighbors[i] : 0;
            edge[k] = i < length ? edges[i] : 0;
        }
#pragma unroll
        for (u32 k = 0; k < ENTRIES_AHEAD; k++) {
            stays[k] = first + 32 * k + lane < length && peeling.stays(peeling.roundOf(edge[k]));
        }
        // All lanes have read before what is written now.
        __syncwarp();
#pragma unroll
        for (u32 k = 0; k < ENTRIES_AHEAD; k++) {
            const u32 staying = __ballot_sync(FULL_WARP, stays[k]);
            if (stays[k]) {
                const u32 at = kept + __popc(staying & ((1u << lane) - 1));
                neighbors[at] = w[k];
                edges[at] = edge[k];
            }
            kept += __popc(staying);
        }
    }
    if (lane == 0) {
        rows.lengths[v] = kept;
    }
}

/**
 * Compacts all rows. Each warp takes vertices whose ranks are far apart, since those of low rank have long rows. All
 * threads of the grid call it.
 */
__device__ __forceinline__ void compactRows(const Peeling& peeling, const LiveRows& rows) {
    const u32 lane = threadIdx.x & 31, warps = gridDim.x * (blockDim.x >> 5);
    const u32 warp = (threadIdx.x >> 5) * gridDim.x + blockIdx.x;
    for (u64 first = warp; first < rows.vertexCount; first += 32ull * warps) {
        const u64 mine = first + (u64)lane * warps;
        const bool isFull = mine < rows.vertexCount && rows.lengths[mine] > 0;
        for (u32 full = __ballot_sync(FULL_WARP, isFull); full != 0; full &= full - 1) {
            compactRow(peeling, rows, (u32)(first + (u64)(__ffs(full) - 1) * warps));
        }
    }
}

/** Peels edges in one pass, in steps of at most `most`. The numbers are truss numbers minus 2. */
extern "C" __global__ void __launch_bounds__(MOTIF_PEEL_THREADS, 1)
        ktruss_numbers_per_grid(PeelJob job, LiveRows rows, u64 most) {
    __shared__ RangesOfBlock ranges;
    Peeling peeling(job, ranges);
    u64 compactedAt = *rows.compactedAt;
    const auto breakAll = [&](u32 count, bool lowers) {
        peeling.numberItems(count);
        if (lowers) {
            Deal::byItem(count, [&](u32 position, u32 part, u32 share) {
                breakTriangles(peeling, rows, peeling.item(position), part, share);
            });
        }
    };
    const auto compact = [&](u32 count, bool) {
        const u64 gone = peeling.peeled + count, live = job.itemCount - gone;
        // Within a round its edges are still looked up.
        if (gone == peeling.roundEnd && live > 0 && (gone - compactedAt) * GONE_PER_LIVE > live) {
            compactRows(peeling, rows);
            compactedAt = gone;
            if (Peeling::isKeeper()) {
                *rows.compactedAt = gone;
            }
        }
    };
    peeling.run(most, breakAll, compact);
}

/** The truss numbers as they are handed out, by the numbers that edges have in the graph. */
extern "C" __global__ void ktruss_values_per_edge(
        const u64* __restrict__ numbers, const u32* __restrict__ slots, u64 edgeCount, u64* __restrict__ trusses) {
    for (u64 edge = blockIdx.x * (u64)blockDim.x + threadIdx.x; edge < edgeCount; edge += (u64)gridDim.x * blockDim.x) {
        trusses[edge] = numbers[slots[edge]] + 2;
    }
}
