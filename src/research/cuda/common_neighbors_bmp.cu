// BMP of Che et al., whose paper CommonNeighborsAlgorithm.java names: a thread block makes a bitmap of the neighbors of
// a vertex u, and its warps look up the neighbors of each v, u < v, in it. With vertices numbered by descending degree
// the bitmap is that of the longer list.
//
// A bitmap over all vertices is large, so it is in global memory; each block has one, and takes vertex after vertex. A
// small bitmap in shared memory, one bit a range of vertices, says where the large one has any.
#include "include/count.cuh"
#include "include/csr.cuh"
#include "similar/edge_rows.cuh"

/** The number of edges that a warp takes between two looks at the clock. */
static constexpr u32 EDGES_A_LOOK = 4;

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
 * Counts by bitmaps, of which each block has one; all are zero before and after a launch. filterWords is 0 for no range
 * filtering, or enough for every range, in dynamic shared memory. rests: for each block the vertices [from, to) that it
 * has claimed and not ended, and for each of its warps the slot before which it has nothing left to do.
 */
extern "C" __global__ void __launch_bounds__(1024) common_neighbors_bitmaps_per_block(
        MOTIF_EDGE_ROWS_PARAMETERS, u32* bitmaps, u64 bitmapWords, u32 filterWords, u32 rangeBits) {
    extern __shared__ u32 filter[];
    __shared__ u32 claim;
    const EdgeRows rows = MOTIF_EDGE_ROWS;
    const Slice slice(nanos);
    const u32 warp = threadIdx.x >> 5, warps = blockDim.x >> 5, lane = threadIdx.x & 31;
    for (u32 i = threadIdx.x; i < filterWords; i += blockDim.x) {
        filter[i] = 0;
    }
    const NeighborBitmap bitmap = {bitmaps + blockIdx.x * bitmapWords, filter, rangeBits, filterWords > 0};
    rests += blockIdx.x * (u64)(2 + warps);
    u32 u = (u32)rests[0], end = (u32)rests[1], turn = 0;
    bool isOver = false;
    __syncthreads();
    while (!isOver) {
        if (u >= end) {
            if (threadIdx.x == 0) {
                claim = (u32)min(rows.firsts.from + atomicAdd(claimed, (u64)atOnce), (u64)rows.firsts.to);
            }
            __syncthreads();
            u = claim;
            end = min(u + atOnce, rows.firsts.to);
            if (u == end) {
                break;
            }
        }
        List ofU = rows.row(rows.firsts, u);
        const List edges = rows.edges(ofU, u);
        bool isLeft = false;
        if (edges.at < edges.end) {
            for (u64 slot = ofU.at + threadIdx.x; slot < ofU.end; slot += blockDim.x) {
                bitmap.set(ofU.neighbors[slot]);
            }
            __syncthreads();
            u64 slot = max(edges.at + warp, rests[2 + warp]);
            for (; slot < edges.end && !isOver; slot += warps) {
                const List ofV = rows.row(rows.seconds, edges.neighbors[slot]);
                u32 common = 0;
                for (u64 at = ofV.at + lane; at < ofV.end; at += 32) {
                    common += bitmap.has(ofV.neighbors[at]);
                }
                common = warpSum32(common);
                if (lane == 0) {
                    rows.counts[slot] = common;
                }
                // A hub has so many edges that others must not wait for all of them.
                isOver = ++turn % EDGES_A_LOOK == 0 && slice.isOverForWarp();
            }
            isLeft = __syncthreads_or(slot < edges.end);
            if (isLeft && lane == 0) {
                rests[2 + warp] = min(slot, edges.end);
            }
            // Reading the row's bounds again leaves their registers to the loop above.
            keepInRegister(u);
            ofU = rows.row(rows.firsts, u);
            for (u64 slot = ofU.at + threadIdx.x; slot < ofU.end; slot += blockDim.x) {
                bitmap.clear(ofU.neighbors[slot]);
            }
        }
        u += isLeft ? 0 : 1;
        isOver = __syncthreads_or(isOver || (threadIdx.x == 0 && slice.isOver()));
    }
    if (threadIdx.x == 0) {
        rests[0] = u;
        rests[1] = end;
        if (isOver) {
            *unfinished = 1;
        }
    }
}
