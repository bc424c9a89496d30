// Parts of the kernels that have a block for a vertex or an edge: sub-warps, and the graph among the candidates of a
// block, as rows of bits.
//
// Launches of kclique_orientation.cu and kclique_pivot.cu. The words are those of cuda/README.md.
//
// As kclique_complement.cu says, roots come first. KCLIQUE_BLOCK_THREADS threads and 4 nearWords bytes of dynamic
// shared memory a block; any grid. Tasks are the roots or the slots, in chunks (ChunkTasks), all of them when chunks = held;
// farWords are those of a block. control u64[KCLIQUE_CONTROL_WORDS] and pauses u32[KCLIQUE_PAUSE_WORDS] a block are zero
// before the first launch for some chunks; again and again until control[CLAIMED] >= taskCount, the number of their tasks,
// and control[PAUSED] is 0. For triangles, task t is every stride-th root from t on.
//   kernel; farWords:
//     kclique_triangles_per_warp, KCLIQUE_THREADS and no dynamic shared memory, D at most KCLIQUE_TRIANGLE_ROW: none
//     kclique_orientation_total_per_block: D + D W + (threads / groupSize) k (1 + W)
//     kclique_pivot_histogram_per_block: D + D W + (D + 2) (KCLIQUE_PIVOT_LEVEL_WORDS + 2 W)
//     the same with vertices or edges in place of total: KCLIQUE_FRAME_HEADER in place of 1
//     the same with vertices or edges in place of histogram: D more
//
// The last two take result, and counts and the binomials, as the complement's do.
#pragma once
#include "count/kclique_local.cuh"
#include "include/bit_rows.cuh"
#include "include/csr.cuh"
#include "include/kernel_abi.h"
#include "include/slice.cuh"

/** 1, 2, 4, 8, 16 or 32 neighboring threads of a warp, which work together apart from the others. */
struct SubWarp {
    u32 size, lane, mask;

    __device__ __forceinline__ explicit SubWarp(u32 size)
        : size(size),
          lane(threadIdx.x & (size - 1)),
          mask((size == 32 ? FULL_WARP : (1u << size) - 1) << (threadIdx.x & 31 & ~(size - 1))) {}

    __device__ __forceinline__ u32 index() const { return threadIdx.x / size; }
    __device__ __forceinline__ u32 count() const { return blockDim.x / size; }
    __device__ __forceinline__ void sync() const {
        if (size > 1) {
            __syncwarp(mask);
        }
    }

    /** Valid on every lane. */
    __device__ __forceinline__ u32 sum(u32 x) const {
        for (u32 d = size >> 1; d > 0; d >>= 1) {
            x += __shfl_xor_sync(mask, x, d);
        }
        return x;
    }

    /** The value of the first lane. */
    __device__ __forceinline__ u32 first(u32 x) const { return size > 1 ? __shfl_sync(mask, x, 0, size) : x; }
};

/** A block's turn: each of its threads gets the next of `count` turns, or `count`, also when time is over. Barriers inside. */
__device__ __forceinline__ u64 claimTurn(u64* control, u64 count, const Slice& slice) {
    __shared__ u64 turn;
    __syncthreads();
    if (threadIdx.x == 0) {
        turn = slice.isOver() ? count : min(atomicAdd(control + MOTIF_KCLIQUE_CLAIMED, 1ull), count);
    }
    __syncthreads();
    return turn;
}

/**
 * Where a block stands that has not ended its task when its time is over: the next launch, of as many blocks, goes on from
 * there. All threads of the block, but for those that say otherwise.
 */
class Pause {
public:
    __device__ __forceinline__ Pause(u32* ofBlocks, u64* control)
        : words(ofBlocks + (u64)blockIdx.x * MOTIF_KCLIQUE_PAUSE_WORDS), control(control) {}

    /** Whether the block has paused; it has not from now on. A barrier inside. */
    __device__ __forceinline__ bool end() const {
        const bool paused = words[PAUSED] != 0;
        __syncthreads();
        if (paused && threadIdx.x == 0) {
            words[PAUSED] = 0;
            atomicAdd(control + MOTIF_KCLIQUE_PAUSED, ~0ull);
        }
        return paused;
    }

    /** `state` means something only to the kernel. */
    __device__ __forceinline__ void begin(u64 turn, u32 size, u32 state) const {
        if (threadIdx.x == 0) {
            words[PAUSED] = 1;
            words[TURN_LOW] = (u32)turn;
            words[TURN_HIGH] = (u32)(turn >> 32);
            words[SIZE] = size;
            words[STATE] = state;
            atomicAdd(control + MOTIF_KCLIQUE_PAUSED, 1ull);
        }
    }

    __device__ __forceinline__ u64 turn() const { return (u64)words[TURN_HIGH] << 32 | words[TURN_LOW]; }
    /** Candidates of the task. */
    __device__ __forceinline__ u32 size() const { return words[SIZE]; }
    __device__ __forceinline__ u32 state() const { return words[STATE]; }
    /** A word of a sub-warp, for its first lane to write. */
    __device__ __forceinline__ u32* ofSubWarp(u32 index) const { return words + SUB_WARPS + index; }

private:
    enum Word { PAUSED, TURN_LOW, TURN_HIGH, SIZE, STATE, SUB_WARPS };
    static_assert(
            SUB_WARPS + MOTIF_KCLIQUE_BLOCK_THREADS == MOTIF_KCLIQUE_PAUSE_WORDS, "room for the smallest sub-warps");

    u32* const words;
    u64* const control;
};

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

/** Words of a block: in shared memory when they suffice; far ones are no fewer. */
struct BlockWords {
    u32* near;
    u32 nearWords;
    u32* far;

    __device__ __forceinline__ u32* of(u64 words) const { return words <= nearWords ? near : far; }

    /** Puts what `of` gave where it outlives the launch. All threads, after a barrier. */
    __device__ __forceinline__ void save(u64 words) const { copy(near, far, words); }

    /** Brings it back. All threads; a barrier must follow. */
    __device__ __forceinline__ void restore(u64 words) const { copy(far, near, words); }

private:
    __device__ __forceinline__ void copy(const u32* from, u32* to, u64 words) const {
        for (u32 i = threadIdx.x; words <= nearWords && i < words; i += blockDim.x) {
            to[i] = from[i];
        }
    }
};

/** The candidates of a block. */
struct BlockCandidates {
    u32 fixed;  // 1 for a vertex, 2 for an edge
    u32 size;
    u32* ranks;

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
};

/** The graph among the candidates of a block; sets of candidates are bits, too. */
struct BlockGraph : BlockCandidates {
    u32 words;
    u32* rows;  // `words` words for each candidate

    /** Words of a graph of so many candidates, and of a set. */
    __host__ __device__ static u64 graphWords(u64 size) { return size + size * ((size + 31) / 32); }
    __host__ __device__ static u64 setWords(u64 size) { return (size + 31) / 32; }

    __device__ __forceinline__ u32 setWords() const { return words; }
    __device__ __forceinline__ const u32* row(u32 x) const { return rows + (u64)x * words; }

    /** So many candidates, and all that belongs to them, at `block`, when that has been encoded there before. */
    __device__ __forceinline__ void resume(u32* block, u32 candidates, u32 fixedVertices) {
        ranks = block;
        size = candidates;
        fixed = fixedVertices;
        lay();
    }

    /** Links the candidates; DIRECTED: only to those before. All threads of the block; a warp takes a candidate. */
    template <bool DIRECTED>
    __device__ __forceinline__ void encode(const OrientedRows& graph) {
        lay();
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

private:
    /** Where the rows are, behind the candidates. */
    __device__ __forceinline__ void lay() {
        words = setWords(size);
        rows = ranks + size;
    }
};
