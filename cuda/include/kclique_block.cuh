// What the kernels share that have a block for a vertex or an edge: sub-warps, and the graph among the candidates of a
// block, as rows of bits (binary encoding) or as lists.
#pragma once
#include "bit_rows.cuh"
#include "csr.cuh"
#include "kclique_local.cuh"
#include "kernel_abi.h"

/** 1, 2, 4, 8, 16 or 32 neighboring threads of a warp, which work together apart from the others. */
struct SubWarp {
    u32 size, lane, mask;

    __device__ __forceinline__ explicit SubWarp(u32 size)
        : size(size), lane(threadIdx.x & (size - 1)),
          mask((size == 32 ? FULL_WARP : (1u << size) - 1) << (threadIdx.x & 31 & ~(size - 1))) {}

    __device__ __forceinline__ u32 index() const { return threadIdx.x / size; }
    __device__ __forceinline__ u32 count() const { return blockDim.x / size; }
    __device__ __forceinline__ void sync() const { __syncwarp(mask); }

    /** Valid on every lane. */
    __device__ __forceinline__ u32 sum(u32 x) const {
        for (u32 d = size >> 1; d > 0; d >>= 1) {
            x += __shfl_xor_sync(mask, x, d);
        }
        return x;
    }

    /** The lanes of this sub-warp that say yes, from bit 0 on. */
    __device__ __forceinline__ u32 ballot(bool yes) const {
        return (__ballot_sync(mask, yes) & mask) >> (threadIdx.x & 31 & ~(size - 1));
    }

    /** What the first lane has. */
    __device__ __forceinline__ u32 first(u32 x) const { return __shfl_sync(mask, x, 0, size); }
};

/** Whether a launch is to end: the host has set the word, or a block has, when its time was over. Any thread. */
struct StopSign {
    u32* word;
    u64 deadline;

    __device__ __forceinline__ bool isUp() const {
        if (*(volatile u32*)word == 0 && deviceNanos() > deadline) {
            atomicExch(word, 1u);
        }
        return *(volatile u32*)word != 0;
    }
};

/** A block's turn: each of its threads gets the next of `count` tasks, or `count`, also when it is to end. Barriers inside. */
__device__ __forceinline__ u64 claimTask(u64* claimed, u64 count, const StopSign& stop) {
    __shared__ u64 task;
    __syncthreads();
    if (threadIdx.x == 0) {
        task = stop.isUp() ? count : min(atomicAdd(claimed, 1ull), count);
    }
    __syncthreads();
    return task;
}

/** Where the threads that say yes append, in order, behind `length`, which grows. All threads of the block; barriers inside. */
__device__ __forceinline__ u32 blockAppend(bool yes, u32& length) {
    __shared__ u32 counts[MOTIF_KCLIQUE_BLOCK_THREADS / 32];
    const u32 lanes = __ballot_sync(FULL_WARP, yes), warp = threadIdx.x >> 5;
    if ((threadIdx.x & 31) == 0) {
        counts[warp] = __popc(lanes);
    }
    __syncthreads();
    u32 at = length + __popc(lanes & ((1u << (threadIdx.x & 31)) - 1));
    for (u32 w = 0; w < blockDim.x >> 5; w++) {
        at += w < warp ? counts[w] : 0;
        length += counts[w];
    }
    __syncthreads();
    return at;
}

/** Words of a block: in shared memory when they suffice. */
struct BlockWords {
    u32* near;
    u32 nearWords;
    u32* far;

    __device__ __forceinline__ u32* of(u64 words) const { return words <= nearWords ? near : far; }
};

/** The graph among the candidates of a block. DIRECTED: only neighbors before a candidate are kept. */
struct BlockGraph {
    u32 fixed;  // 1 for a vertex, 2 for an edge
    u32 size, words;
    u32* ranks;
    u32* rows;     // binary: `words` words for each candidate
    u32* lengths;  // lists: of each candidate's list, which starts at lists + size * candidate
    u32* lists;

    __host__ __device__ static u64 binaryWords(u64 size) { return size + size * ((size + 31) / 32); }
    __host__ __device__ static u64 listWords(u64 size) { return 2 * size + size * size; }

    __device__ __forceinline__ const u32* row(u32 x) const { return rows + (u64)x * words; }
    __device__ __forceinline__ const u32* list(u32 x) const { return lists + (u64)x * size; }

    /** The candidates of a vertex or of a slot: into `to`. All threads of the block. */
    __device__ __forceinline__ void collect(const OrientedRows& graph, u32 root, u32* to) {
        ranks = to;
        fixed = 1;
        size = graph.length(root);
        for (u32 i = threadIdx.x; i < size; i += blockDim.x) {
            ranks[i] = graph.row(root)[i];
        }
        __syncthreads();
    }

    __device__ __forceinline__ void collect(const OrientedRows& graph, u32 root, u32 partner, u32* to) {
        ranks = to;
        fixed = 2;
        size = 0;
        const u32 *a = graph.row(partner), *b = graph.row(root);
        const u32 aLength = graph.length(partner), bLength = graph.length(root);
        const u32 *few = aLength < bLength ? a : b, *many = aLength < bLength ? b : a;
        const u32 fewLength = min(aLength, bLength), manyLength = max(aLength, bLength);
        for (u32 base = 0; base < fewLength; base += blockDim.x) {
            const u32 i = base + threadIdx.x, value = i < fewLength ? few[i] : 0;
            const bool common = i < fewLength && contains(many, manyLength, value);
            const u32 at = blockAppend(common, size);
            if (common) {
                ranks[at] = value;
            }
        }
        __syncthreads();
    }

    /** All threads of the block; a warp takes a candidate. */
    template <bool DIRECTED>
    __device__ __forceinline__ void encodeBinary(const OrientedRows& graph) {
        words = setWords(size);
        rows = ranks + size;
        for (u32 i = threadIdx.x; i < size * words; i += blockDim.x) {
            rows[i] = 0;
        }
        __syncthreads();
        for (u32 i = threadIdx.x >> 5; i < size; i += blockDim.x >> 5) {
            const u32* row = graph.row(ranks[i]);
            const u32 length = graph.length(ranks[i]);
            for (u32 s = threadIdx.x & 31; s < (length < i ? length : i); s += 32) {
                // The shorter one of the row and the candidates before i is looked up in the other.
                const u32 j = length < i ? positionOf(ranks, i, row[s]) : s;
                if (length < i ? j < i && ranks[j] == row[s] : contains(row, length, ranks[s])) {
                    atomicOr(rows + i * words + (j >> 5), 1u << (j & 31));
                    if (!DIRECTED) {
                        atomicOr(rows + j * words + (i >> 5), 1u << (i & 31));
                    }
                }
            }
        }
        __syncthreads();
    }

    /** All threads of the block; a warp takes a candidate. */
    template <bool DIRECTED>
    __device__ __forceinline__ void encodeLists(const OrientedRows& graph) {
        const u32 lane = threadIdx.x & 31;
        lengths = ranks + size;
        lists = lengths + size;
        for (u32 i = threadIdx.x >> 5; i < size; i += blockDim.x >> 5) {
            u32 found = 0;
            const u32 end = DIRECTED ? i : size;
            for (u32 base = 0; base < end; base += 32) {
                const u32 j = base + lane;
                const u32 high = ranks[max(i, min(j, size - 1))], low = ranks[min(i, min(j, size - 1))];
                const bool linked = j < end && j != i && contains(graph.row(high), graph.length(high), low);
                const u32 lanes = __ballot_sync(FULL_WARP, linked);
                if (linked) {
                    lists[(u64)i * size + found + __popc(lanes & ((1u << lane) - 1))] = j;
                }
                found += __popc(lanes);
            }
            if (lane == 0) {
                lengths[i] = found;
            }
        }
        __syncthreads();
    }
};
