// The rows of both ends of edges u-v, u < v: those of some vertices u, and those of some vertices v. For a graph that the
// device holds both are all rows. Counts are by slot of the first rows.
#pragma once
#include "csr.cuh"

struct EdgeRows {
    const u64* __restrict__ firstOffsets;
    const u32* __restrict__ firstNeighbors;
    u32 firstBase, firstCount;
    u32* __restrict__ counts;
    const u64* __restrict__ secondOffsets;
    const u32* __restrict__ secondNeighbors;
    u32 secondBase, secondCount;

    /** Slots [begin, end) of row u, the whole of it, and those [from, to) whose neighbor v is above u and has a row. */
    struct First {
        u64 begin, end, from, to;
    };

    __device__ __forceinline__ First first(u32 row) const {
        First f;
        f.begin = firstOffsets[row];
        f.end = firstOffsets[row + 1ull];
        f.from = lowerBound(firstNeighbors, f.begin, f.end, max(firstBase + row + 1, secondBase));
        f.to = lowerBound(firstNeighbors, f.from, f.end, secondBase + secondCount);
        return f;
    }
    __device__ __forceinline__ u64 secondBegin(u32 v) const { return secondOffsets[v - secondBase]; }
    __device__ __forceinline__ u64 secondEnd(u32 v) const { return secondOffsets[v - secondBase + 1ull]; }
};

/** Whether the call has been cancelled: kernels look now and then, and end early. */
__device__ __forceinline__ bool stopped(const u32* stop) { return *(const volatile u32*)stop != 0; }

#define MOTIF_EDGE_ROWS_PARAMETERS                                                                                     \
    const u64 *__restrict__ firstOffsets, const u32 *__restrict__ firstNeighbors, u32 firstBase, u32 firstCount,       \
            u32 *__restrict__ counts, const u64 *__restrict__ secondOffsets, const u32 *__restrict__ secondNeighbors, \
            u32 secondBase, u32 secondCount, const u32 *stop

#define MOTIF_EDGE_ROWS                                                                                                \
    EdgeRows {                                                                                                         \
        firstOffsets, firstNeighbors, firstBase, firstCount, counts, secondOffsets, secondNeighbors, secondBase,       \
                secondCount                                                                                            \
    }
