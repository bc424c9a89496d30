// The edges u-v, u < v, with u in one range of vertices and v in another, and the rows of both: the whole graph twice,
// or parts of it. Counts are by slot of the rows of the first range.
//
// Launches of common_neighbors_mps.cu and common_neighbors_bmp.cu. The words are those of cuda/README.md.
//
// The kernels count for the edges u-v, u < v, of a symmetric CSR, with u in one range of vertices and v in another,
// usually both [0, n). Rows of the first range begin with slot firstSlot of the graph, those of the second with
// secondSlot. counts are by slot of the first range's rows. Blocks have 1 to 32 warps, all resident; again and again as
// in graph_prep.cu2.
//   kernel; takes; claims; rests:
//     common_neighbors_merge_per_warp: edges of which no list is more than skew times as long as the other; slots,
//       atOnce a warp; u64[2] a warp
//     common_neighbors_pivot_skip_per_thread: the other edges; likewise; likewise
//     common_neighbors_bitmaps_per_block: all; bitmaps zero before and after every launch, bitmapWords = ceil(n / 32) a
//       block; 4 filterWords bytes of dynamic shared memory, 0 for no range filtering, else (n >> rangeBits) / 32 + 1;
//       vertices, atOnce a block; u64[2 + warps] a block
#pragma once
#include "include/csr.cuh"
#include "include/slice.cuh"

/** The vertices [from, to) and their rows, which begin with slot `first` of the graph. */
struct VertexRange {
    const u32* __restrict__ neighbors;
    u64 first;
    u32 from, to;
};

/** Part of a sorted row: slots [at, end) of the range's neighbors. */
struct List {
    const u32* __restrict__ neighbors;
    u64 at, end;

    __device__ __forceinline__ u64 length() const { return end - at; }
};

struct EdgeRows {
    const u64* __restrict__ offsets;  // of the graph
    VertexRange firsts;
    u32* __restrict__ counts;
    VertexRange seconds;

    __device__ __forceinline__ List row(const VertexRange& range, u32 vertex) const {
        return {range.neighbors, offsets[vertex] - range.first, offsets[vertex + 1ull] - range.first};
    }
    /** The part of the row of u that leads to vertices after u in the second range. */
    __device__ __forceinline__ List edges(const List& row, u32 u) const {
        u64 from = lowerBound(row.neighbors, row.at, row.end, max(u + 1, seconds.from));
        return {row.neighbors, from, lowerBound(row.neighbors, from, row.end, seconds.to)};
    }
};

// A launch ends after about `nanos` nanoseconds; when it sets *unfinished, launch again with as many blocks. `claimed`,
// `atOnce` of which a warp or a block takes in turn, and `rests` are zero before the first launch, and tell the next one
// where to go on.
#define MOTIF_EDGE_ROWS_PARAMETERS                                                                                     \
    const u64 *__restrict__ offsets, const u32 *__restrict__ firstNeighbors, u64 firstSlot, u32 firstFrom,             \
            u32 firstTo, u32 *__restrict__ counts, const u32 *__restrict__ secondNeighbors, u64 secondSlot,            \
            u32 secondFrom, u32 secondTo, u64 nanos, u64 *claimed, u32 atOnce, u64 *rests, u64 *unfinished

#define MOTIF_EDGE_ROWS                                                                                                \
    EdgeRows {                                                                                                         \
        offsets, {firstNeighbors, firstSlot, firstFrom, firstTo}, counts, {                                            \
            secondNeighbors, secondSlot, secondFrom, secondTo                                                          \
        }                                                                                                              \
    }
