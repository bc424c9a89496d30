// BMP of Che et al., whose paper CommonNeighborsAlgorithm.java names: a thread block makes a bitmap of the neighbors of
// a vertex u, and its warps look up the neighbors of each v, u < v, in it. With vertices numbered by descending degree
// the bitmap is that of the longer list.
//
// A bitmap over all vertices is large. So there is a pool of bitmaps in global memory, as many as blocks run at once,
// which blocks take and give back. A small bitmap in shared memory, one bit a range of vertices, says where the large
// one has any.
#include "commonneighbors/edge_rows.cuh"
#include "include/count.cuh"
#include "include/csr.cuh"

/** The number of edges that a warp takes between two checks whether it must stop. */
static constexpr u32 EDGES_A_LOOK = 4;

/** A pool of `count` bitmaps, and whether each is taken: 0 or 1. */
struct BitmapPool {
    u32* bitmaps;
    u64 words;  // of a bitmap
    u32* taken;
    u32 count;

    /** Takes a bitmap, first of those near this multiprocessor's; waits while all are taken. One thread calls it. */
    __device__ __forceinline__ u32 acquire() const {
        u32 processor, processors;
        asm volatile("mov.u32 %0, %%smid;" : "=r"(processor));
        asm volatile("mov.u32 %0, %%nsmid;" : "=r"(processors));
        u32 i = (u32)((u64)count * processor / processors);
        while (atomicCAS(&taken[i], 0, 1) != 0) {
            i = i + 1 < count ? i + 1 : 0;
        }
        __threadfence();
        return i;
    }
    /** Gives bitmap i back, which must be empty again. One thread calls it, after the others of the block are done. */
    __device__ __forceinline__ void release(u32 i) const {
        __threadfence();
        atomicExch(&taken[i], 0);
    }
};

/** The bitmap of the neighbors of one vertex, and its filter. */
struct NeighborBitmap {
    u32* words;
    u32* filter;  // shared; a bit for each 2^rangeBits vertices
    u32 rangeBits;
    bool filtered;

    __device__ __forceinline__ void set(u32 w) const {
        atomicOr(&words[w >> 5], 1u << (w & 31));
        if (filtered) {
            u32 range = w >> rangeBits;
            atomicOr(&filter[range >> 5], 1u << (range & 31));
        }
    }
    __device__ __forceinline__ void clear(u32 w) const {
        words[w >> 5] = 0;
        if (filtered) {
            filter[w >> rangeBits >> 5] = 0;
        }
    }
    __device__ __forceinline__ bool has(u32 w) const {
        if (filtered) {
            u32 range = w >> rangeBits;
            if (((filter[range >> 5] >> (range & 31)) & 1) == 0) {
                return false;
            }
        }
        return (words[w >> 5] >> (w & 31)) & 1;
    }
};

/**
 * Counts by bitmaps. All bitmaps and `taken` are zero before, and after a launch that was not stopped. filterWords is 0
 * for no range filtering, or enough for every range, in dynamic shared memory.
 */
extern "C" __global__ void __launch_bounds__(1024) common_neighbors_bitmaps_per_block(
        MOTIF_EDGE_ROWS_PARAMETERS, u32* bitmaps, u64 bitmapWords, u32* taken, u32 bitmapCount, u32 filterWords,
        u32 rangeBits) {
    extern __shared__ u32 filter[];
    __shared__ u32 index;
    const EdgeRows rows = MOTIF_EDGE_ROWS;
    const BitmapPool pool = {bitmaps, bitmapWords, taken, bitmapCount};
    const u32 warp = threadIdx.x >> 5, warps = blockDim.x >> 5, lane = threadIdx.x & 31;
    for (u32 i = threadIdx.x; i < filterWords; i += blockDim.x) {
        filter[i] = 0;
    }
    if (threadIdx.x == 0) {
        index = pool.acquire();
    }
    __syncthreads();
    const NeighborBitmap bitmap = {bitmaps + index * bitmapWords, filter, rangeBits, filterWords > 0};
    for (u64 u = rows.firsts.from + (u64)blockIdx.x; u < rows.firsts.to; u += gridDim.x) {
        const List ofU = rows.row(rows.firsts, (u32)u), edges = rows.edges(ofU, (u32)u);
        if (__syncthreads_or(edges.at == edges.end || stopped(stop))) {
            continue;
        }
        for (u64 slot = ofU.at + threadIdx.x; slot < ofU.end; slot += blockDim.x) {
            bitmap.set(ofU.neighbors[slot]);
        }
        __syncthreads();
        u32 turn = 0;
        for (u64 slot = edges.at + warp; slot < edges.end; slot += warps) {
            // A hub has so many edges that a cancellation must not wait for all of them.
            if (++turn % EDGES_A_LOOK == 0 && __any_sync(FULL_WARP, stopped(stop))) {
                break;
            }
            const List ofV = rows.row(rows.seconds, edges.neighbors[slot]);
            u32 common = 0;
            for (u64 at = ofV.at + lane; at < ofV.end; at += 32) {
                common += bitmap.has(ofV.neighbors[at]);
            }
            common = warpSum32(common);
            if (lane == 0) {
                rows.counts[slot] = common;
            }
        }
        __syncthreads();
        for (u64 slot = ofU.at + threadIdx.x; slot < ofU.end; slot += blockDim.x) {
            bitmap.clear(ofU.neighbors[slot]);
        }
        __syncthreads();
    }
    __syncthreads();
    if (threadIdx.x == 0) {
        pool.release(index);
    }
}
