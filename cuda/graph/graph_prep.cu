// Prepares a bipartite graph: ranks all vertices by degree (0 the largest; ties: left side first, then the smaller id)
// and builds the ranked, symmetric CSR of RankedGraph.java, every row ascending. The launches are below.
//
// No row has to be sorted: edges in order of one end that are sorted stably by the other end are ordered by both. So
// the m edges are sorted twice, first by the rank of their right vertex, then by the rank of their left one.
//
// Launches. The words are those of cuda/README.md.
//
// Input: bipartite CSR of both sides, leftOffsets u64[L+1], leftNeighbors u32[m], rightOffsets u64[R+1]. Output, kept
// for counting:
//   array; size; meaning:
//     offsets: u64[n+1]; where each row of the ranked graph begins, as in RankedGraph.java
//     neighbors: u32[2m]; the neighbors in these rows, as ranks, each row ascending
//     prefixes: u32[2m]; for slot u-v: the number of wedges u-v-w with w before u and v
//     rankOf: u32[n]; the rank of left vertex x at x, of right vertex y at L + y
//     wedges: u64[n]; the number of wedges of each start vertex, by rank
//     order: u32[n]; start vertices (ranks), heaviest work first
//     keyStarts: u64[WORK_KEYS+1]; where each work key starts in order; see butterfly.cu
//     wedgeTotal: u64[2]; low and high word of the sum of wedges
//
// Scratch: vertexItems u32[4n] (keysA, valuesA, keysB, valuesB), edgeItems u32[4m] (likewise), sideStarts u64[n],
// downDegrees u32[n], tileSums u64[2 * ceil(n / SCAN_TILE)], maxDegree u32[1], sortCounts u64[SORT_DIGITS * sortGrid],
// sortTotals u64[SORT_DIGITS]. In bytes: 16m (result) + 16m (scratch) + about 60n. order ends in one of the four
// quarters of vertexItems: keep that one.
//
// sort(keys, values, otherKeys, otherValues, count, bits, digitStarts), sortGrid = min(ceil(count / SORT_TILE), 4 *
// SMs); for shift = 0, 8, ... while shift < bits, swapping the two pairs after each pass:
//   kernel; grid x block:
//     sort_histogram_per_block: sortGrid x SORT_THREADS
//     sort_offsets_per_digit: SORT_DIGITS x SORT_THREADS
//     sort_scatter_per_block: sortGrid x SORT_THREADS (same grid as the histogram); digitStarts: null, or
//       u64[SORT_DIGITS+1]
//
// Sequence
//   step; kernel; grid x block:
//     1  zero maxDegree
//     2  prep_degrees_per_vertex; ceil(n/256) x 256
//     3  read maxDegree back (or know it); check maxDegree * m < 2^65: then no counter can overflow
//     4  sort of vertexItems; count n, bits = bit length of maxDegree, digitStarts null
//     5  prep_sums_per_tile; ceil(n/SCAN_TILE) x SCAN_THREADS
//     6  prep_bases_per_grid; 1 x 1024
//     7  prep_offsets_per_tile; ceil(n/SCAN_TILE) x SCAN_THREADS
//     8  prep_edges_per_slot; ceil(m/SLOT_TILE) x SLOT_THREADS; keys and values of edgeItems
//     9  sort of edgeItems; count m, bits = bit length of n - 1, digitStarts null
//     10  prep_rows_per_slot; 16 * SMs x 256
//     11  steps 9 and 10 again; step 10 has left the input of the second sort in the same arrays
//     12  prep_down_degrees_per_vertex; ceil(n/256) x 256
//     13  zero wedges (n) and wedgeTotal
//     14  prep_prefixes_per_slot; 16 * SMs x SLOT_THREADS; first and second rows are both those of the graph, 2m slots
//     15  prep_work_per_vertex; ceil(n/256) x 256; keys and values of vertexItems
//     16  sort of vertexItems; count n, bits = 8, digitStarts = keyStarts; the values are order
//
// A unipartite graph is prepared alike: its 2m slots are left ones, R = 0, rightBase = 0 in step 8, where that of a
// bipartite graph is L. Each slot is there from both ends, so step 11 is left out.
//
// Results in the order of the input: rank_values_per_vertex (ceil(n/256) x 256): left vertices, then right ones.
// rank_edges_per_slot (ceil(m/SLOT_TILE) x SLOT_THREADS): by left slot.
#include "graph/radix_sort.cuh"
#include "include/count.cuh"
#include "include/csr.cuh"
#include "include/kernel_abi.h"
#include "include/work_key.cuh"

/**
 * Makes the input of the sort by degree: for each vertex (left ones first) the key is the complement of its degree, so
 * that the largest degree comes first. maxDegree gets the largest degree, whose bits are all that the sort needs.
 */
extern "C" __global__ void prep_degrees_per_vertex(
        const u64* __restrict__ leftOffsets, u32 leftCount, const u64* __restrict__ rightOffsets, u32 rightCount,
        u32* __restrict__ keys, u32* __restrict__ vertices, u32* __restrict__ maxDegree) {
    u64 count = (u64)leftCount + rightCount;
    u32 largest = 0;
    for (u64 x = blockIdx.x * (u64)blockDim.x + threadIdx.x; x < count; x += (u64)gridDim.x * blockDim.x) {
        const u64* offsets = x < leftCount ? leftOffsets + x : rightOffsets + (x - leftCount);
        u32 degree = (u32)(offsets[1] - offsets[0]);
        keys[x] = ~degree;
        vertices[x] = (u32)x;
        largest = max(largest, degree);
    }
    for (int d = 16; d > 0; d >>= 1) {
        largest = max(largest, __shfl_xor_sync(FULL_WARP, largest, d));
    }
    if ((threadIdx.x & 31) == 0 && largest > 0) {
        atomicMax(maxDegree, largest);
    }
}

/** Adds a number to `sum` that depends on all words and their places. */
extern "C" __global__ void prep_checksum_per_word(const u32* __restrict__ words, u64 count, u64* __restrict__ sum) {
    u64 mine = 0;
    for (u64 i = blockIdx.x * (u64)blockDim.x + threadIdx.x; i < count; i += (u64)gridDim.x * blockDim.x) {
        // The finalizer of SplitMix64 (Steele, Lea and Flood, OOPSLA 2014).
        u64 x = (i << 32 | words[i]) + 0x9e3779b97f4a7c15ull;
        x = (x ^ (x >> 30)) * 0xbf58476d1ce4e5b9ull;
        x = (x ^ (x >> 27)) * 0x94d049bb133111ebull;
        mine += x ^ (x >> 31);
    }
    for (int d = 16; d > 0; d >>= 1) {
        mine += __shfl_xor_sync(FULL_WARP, mine, d);
    }
    if ((threadIdx.x & 31) == 0) {
        atomicAdd(sum, mine);
    }
}

// ---- offsets: prefix sums of the degrees in rank order, for each side ----

static constexpr u32 SCAN_ITEMS = MOTIF_SCAN_TILE / MOTIF_SCAN_THREADS;

struct Sides {
    u64 left, right;
};

__device__ __forceinline__ Sides operator+(Sides a, Sides b) { return {a.left + b.left, a.right + b.right}; }

/** The sum of x over the threads before this one; `all` gets the block's sum. All threads of the block call it. */
__device__ __forceinline__ Sides scanBlock(Sides x, Sides& all) {
    __shared__ Sides sums[32];
    u32 lane = threadIdx.x & 31, warp = threadIdx.x >> 5, warps = blockDim.x >> 5;
    const Sides upTo = {warpSumUpTo(x.left), warpSumUpTo(x.right)};
    __syncthreads();
    if (lane == 31) {
        sums[warp] = upTo;
    }
    __syncthreads();
    Sides before = {0, 0};
    all = {0, 0};
    for (u32 i = 0; i < warps; i++) {
        if (i == warp) {
            before = all;
        }
        all = all + sums[i];
    }
    return {before.left + upTo.left - x.left, before.right + upTo.right - x.right};
}

__device__ __forceinline__ Sides degreeAt(const u32* keys, const u32* vertices, u32 leftCount, u64 rank, u64 count) {
    if (rank >= count) {
        return {0, 0};
    }
    u64 degree = ~keys[rank];
    return vertices[rank] < leftCount ? Sides{degree, 0} : Sides{0, degree};
}

/** sums[2 * tile], sums[2 * tile + 1]: the left and right degrees in a tile of MOTIF_SCAN_TILE ranks. */
extern "C" __global__ void __launch_bounds__(MOTIF_SCAN_THREADS) prep_sums_per_tile(
        const u32* __restrict__ keys, const u32* __restrict__ vertices, u32 leftCount, u32 count,
        u64* __restrict__ sums) {
    u64 tiles = ((u64)count + MOTIF_SCAN_TILE - 1) / MOTIF_SCAN_TILE;
    for (u64 tile = blockIdx.x; tile < tiles; tile += gridDim.x) {
        Sides sum = {0, 0}, all;
        for (u32 k = 0; k < SCAN_ITEMS; k++) {
            sum = sum
                    + degreeAt(
                            keys, vertices, leftCount, tile * MOTIF_SCAN_TILE + k * MOTIF_SCAN_THREADS + threadIdx.x,
                            count);
        }
        scanBlock(sum, all);
        if (threadIdx.x == 0) {
            sums[2 * tile] = all.left;
            sums[2 * tile + 1] = all.right;
        }
    }
}

/** Replaces the sums of each tile by those of all tiles before it. Launched as one block. */
extern "C" __global__ void __launch_bounds__(1024) prep_bases_per_grid(u64* __restrict__ sums, u32 count) {
    u64 tiles = ((u64)count + MOTIF_SCAN_TILE - 1) / MOTIF_SCAN_TILE;
    Sides before = {0, 0};
    for (u64 first = 0; first < tiles; first += blockDim.x) {
        u64 tile = first + threadIdx.x;
        Sides x = tile < tiles ? Sides{sums[2 * tile], sums[2 * tile + 1]} : Sides{0, 0};
        Sides all;
        Sides mine = before + scanBlock(x, all);
        if (tile < tiles) {
            sums[2 * tile] = mine.left;
            sums[2 * tile + 1] = mine.right;
        }
        before = before + all;
    }
}

/**
 * offsets: where the row of each rank starts in the ranked graph. sideStarts: where it starts among the rows of its own
 * side. rankOf: the rank of each vertex (left ids first, then right ones).
 */
extern "C" __global__ void __launch_bounds__(MOTIF_SCAN_THREADS) prep_offsets_per_tile(
        const u32* __restrict__ keys, const u32* __restrict__ vertices, u32 leftCount, u32 count,
        const u64* __restrict__ bases, u64* __restrict__ offsets, u64* __restrict__ sideStarts,
        u32* __restrict__ rankOf) {
    u64 tiles = ((u64)count + MOTIF_SCAN_TILE - 1) / MOTIF_SCAN_TILE;
    for (u64 tile = blockIdx.x; tile < tiles; tile += gridDim.x) {
        Sides before = {bases[2 * tile], bases[2 * tile + 1]};
        for (u32 k = 0; k < SCAN_ITEMS; k++) {
            u64 rank = tile * MOTIF_SCAN_TILE + k * MOTIF_SCAN_THREADS + threadIdx.x;
            Sides x = degreeAt(keys, vertices, leftCount, rank, count);
            Sides all;
            Sides start = before + scanBlock(x, all);
            before = before + all;
            if (rank < count) {
                u32 vertex = vertices[rank];
                rankOf[vertex] = (u32)rank;
                offsets[rank] = start.left + start.right;
                sideStarts[rank] = vertex < leftCount ? start.left : start.right;
                if (rank == count - 1) {
                    offsets[count] = start.left + start.right + x.left + x.right;
                }
            }
        }
    }
}

// ---- edges ----

/**
 * Writes the slots of left rows in order of the rank of their left vertex, as the input of a sort: the key is the rank
 * of the neighbor, which is vertex rightBase + its id, the value that of the left vertex.
 */
extern "C" __global__ void __launch_bounds__(MOTIF_SLOT_THREADS) prep_edges_per_slot(
        const u64* __restrict__ leftOffsets, const u32* __restrict__ leftNeighbors, u32 leftCount, u64 edgeCount,
        u32 rightBase, const u32* __restrict__ rankOf, const u64* __restrict__ sideStarts, u32* __restrict__ keys,
        u32* __restrict__ values) {
    forEachSlot(leftOffsets, leftCount, edgeCount, [&](u64 slot, u32 row) {
        u32 left = rankOf[row];
        u64 at = sideStarts[left] + (slot - leftOffsets[row]);
        keys[at] = rankOf[(u64)rightBase + leftNeighbors[slot]];
        values[at] = left;
    });
}

/** Copies sorted edges into the rows of their keys, then swaps keys and values: the input of the next sort. */
extern "C" __global__ void prep_rows_per_slot(
        u32* __restrict__ keys, u32* __restrict__ values, u64 edgeCount, const u64* __restrict__ offsets,
        const u64* __restrict__ sideStarts, u32* __restrict__ neighbors) {
    for (u64 i = blockIdx.x * (u64)blockDim.x + threadIdx.x; i < edgeCount; i += (u64)gridDim.x * blockDim.x) {
        u32 row = keys[i], neighbor = values[i];
        neighbors[offsets[row] + (i - sideStarts[row])] = neighbor;
        keys[i] = neighbor;
        values[i] = row;
    }
}

// ---- wedges and the order of the start vertices ----

/** downDegrees[v]: the number of neighbors of v that rank before it. */
extern "C" __global__ void prep_down_degrees_per_vertex(
        const u64* __restrict__ offsets, const u32* __restrict__ neighbors, u32 count, u32* __restrict__ downDegrees) {
    for (u64 v = blockIdx.x * (u64)blockDim.x + threadIdx.x; v < count; v += (u64)gridDim.x * blockDim.x) {
        u64 begin = offsets[v];
        downDegrees[v] = (u32)(lowerBound(neighbors, begin, offsets[v + 1], (u32)v) - begin);
    }
}

/**
 * prefixes: for each slot u-v of the first rows the number of wedges u-v-w with w before u and v; these w are a prefix
 * of row v of the second rows. For v before u its length is the down-degree of v, else the position of u in that row.
 * wedges[u - firstBase]: the sum of these numbers over the slots of u.
 */
extern "C" __global__ void __launch_bounds__(MOTIF_SLOT_THREADS) prep_prefixes_per_slot(
        const u64* __restrict__ firstOffsets, const u32* __restrict__ firstNeighbors, u32 firstBase, u32 firstCount,
        u64 slotCount, const u64* __restrict__ secondOffsets, const u32* __restrict__ secondNeighbors,
        const u32* __restrict__ downDegrees, u32* __restrict__ prefixes, u64* __restrict__ wedges) {
    forEachSlotOfWarps(firstOffsets, firstCount, 0, slotCount, [&](u64 slot, u32 row, bool isSlot) {
        u32 prefix = 0;
        if (isSlot) {
            u32 u = firstBase + row, v = firstNeighbors[slot];
            if (v < u) {
                prefix = downDegrees[v];
            } else {
                u64 begin = secondOffsets[v];
                prefix = (u32)(lowerBound(secondNeighbors, begin, secondOffsets[(u64)v + 1], u) - begin);
            }
            prefixes[slot] = prefix;
        }
        // The slots of a warp mostly lie in one row: then one atomic adds them all.
        u32 rowOfWarp = __shfl_sync(FULL_WARP, row, 0);
        if (__all_sync(FULL_WARP, row == rowOfWarp || prefix == 0)) {
            u64 sum = warpSum(prefix);
            if ((threadIdx.x & 31) == 0 && sum > 0) {
                atomicAdd(&wedges[rowOfWarp], sum);
            }
        } else if (prefix > 0) {
            atomicAdd(&wedges[row], (u64)prefix);
        }
    });
}

/**
 * Makes the input of the sort of start vertices: the key is that of the vertex's work, the wedges to count plus the
 * rows to open. A vertex of fewer than two wedges has no butterfly, so no work. wedgeTotal: the sum of all wedges, in
 * 128 bits.
 */
extern "C" __global__ void prep_work_per_vertex(
        const u64* __restrict__ firstOffsets, u32 firstBase, u32 firstCount, const u64* __restrict__ wedges,
        u32* __restrict__ keys, u32* __restrict__ vertices, u64* __restrict__ wedgeTotal) {
    u64 total = 0;
    for (u64 row = blockIdx.x * (u64)blockDim.x + threadIdx.x; row < firstCount; row += (u64)gridDim.x * blockDim.x) {
        u64 sum = wedges[row];
        total += sum;
        keys[row] = sum < 2 ? MOTIF_WORK_KEY_IDLE : workKey(sum + firstOffsets[row + 1] - firstOffsets[row]);
        vertices[row] = firstBase + (u32)row;
    }
    addBlockTotal(wedgeTotal, total);
}

// ---- results back in the order of the input ----

/** byVertex[x] = byRank[rankOf[x]], for left vertices first, then right ones. */
extern "C" __global__ void rank_values_per_vertex(
        const u64* __restrict__ byRank, const u32* __restrict__ rankOf, u32 count, u64* __restrict__ byVertex) {
    for (u64 x = blockIdx.x * (u64)blockDim.x + threadIdx.x; x < count; x += (u64)gridDim.x * blockDim.x) {
        byVertex[x] = byRank[rankOf[x]];
    }
}

/**
 * byEdge[e] = the sum of the credits of the two slots of the edge that is left slot e. The slot in the row of the
 * earlier rank is searched for; its prefix says where the other slot is in its row.
 */
extern "C" __global__ void __launch_bounds__(MOTIF_SLOT_THREADS) rank_edges_per_slot(
        const u64* __restrict__ credits, const u64* __restrict__ offsets, const u32* __restrict__ neighbors,
        const u32* __restrict__ prefixes, const u64* __restrict__ leftOffsets, const u32* __restrict__ leftNeighbors,
        u32 leftCount, u64 edgeCount, const u32* __restrict__ rankOf, u64* __restrict__ byEdge) {
    forEachSlot(leftOffsets, leftCount, edgeCount, [&](u64 slot, u32 row) {
        const EdgeSlots two(offsets, neighbors, prefixes, rankOf[row], rankOf[(u64)leftCount + leftNeighbors[slot]]);
        byEdge[slot] = credits[two.ofEarlier] + credits[two.ofLater];
    });
}
