// The graph among the candidates of a task, as rows of bits, made by one warp for itself.
#pragma once
#include "include/bit_rows.cuh"
#include "include/chunk_tasks.cuh"
#include "include/csr.cuh"

/** Row r holds the neighbors of lower rank, ascending. */
struct OrientedRows {
    const u64* __restrict__ offsets;
    const u32* __restrict__ neighbors;

    __device__ __forceinline__ u32 length(u32 r) const { return (u32)(offsets[(u64)r + 1] - offsets[r]); }
    __device__ __forceinline__ const u32* row(u32 r) const { return neighbors + offsets[r]; }
};

/** The first position of ascending values that is not below bound. */
__device__ __forceinline__ u32 positionOf(const u32* values, u32 count, u32 bound) {
    u32 low = 0;
    while (count > 0) {
        const u32 half = count >> 1;
        const bool right = values[low + half] < bound;
        low = right ? low + half + 1 : low;
        count = right ? count - half - 1 : half;
    }
    return low;
}

__device__ __forceinline__ bool contains(const u32* values, u32 count, u32 value) {
    const u32 at = positionOf(values, count, value);
    return at < count && values[at] == value;
}

/** A task: a root, or, above its bits, 1 + the position in its row of a second vertex: the edge between them. */
struct CliqueTask {
    u32 root, second;

    __device__ __forceinline__ explicit CliqueTask(u64 packed) : root((u32)packed), second((u32)(packed >> 32)) {}
    __device__ __forceinline__ bool isEdge() const { return second != 0; }
};

struct LocalCliqueGraph {
    u32 index;          // of the task
    bool whole;         // all candidates are linked
    u32 root, partner;  // partner only of an edge
    u32 fixed;
    u32 size, words, stride;
    u32* ranks;      // of the candidates, ascending
    u32* rows;       // word k of the neighbors of candidate x: rows[k * stride + x]
    u32* positions;  // of candidate j < i in the row of candidate i, when wanted

    /** The words that a graph of `candidates` candidates takes. */
    __host__ __device__ static u64 wordsFor(u64 candidates) {
        return candidates + ((candidates + 31) / 32) * (candidates | 1);
    }

    /** The words of the positions in it. */
    __host__ __device__ static u64 positionWords(u64 candidates) { return candidates * (candidates - 1) / 2; }

    __device__ __forceinline__ u32 position(u32 i, u32 j) const { return positions[positionWords(i) + j]; }

    /**
     * Finds the candidates of a task; they are to be linked next. All lanes. `near` is taken when it suffices, but never for
     * positions, which come first in `far`.
     */
    __device__ __forceinline__ void open(
            const OrientedRows& graph, u64 packed, u32 taskIndex, u32* near, u32 nearWords, u32* far,
            bool withPositions) {
        const CliqueTask task(packed);
        index = taskIndex;
        root = task.root;
        fixed = task.isEdge() ? 2 : 1;
        const u32* row = graph.row(root);
        partner = task.isEdge() ? row[task.second - 1] : 0;
        const u32 most = task.isEdge() ? min(task.second - 1, graph.length(partner)) : graph.length(root);
        positions = withPositions ? far : nullptr;
        ranks = wordsFor(most) <= nearWords ? near : far + (withPositions ? positionWords(most) : 0);
        rows = ranks + most;
        __syncwarp();
        size = task.isEdge() ? intersect(row, task.second - 1, graph.row(partner), graph.length(partner))
                             : copy(row, most);
        words = setWords(size);
        stride = size | 1;
        whole = false;
    }

    /** Links all candidates that are neighbors: each to earlier ones, in its row or each in turn, whichever is less. All lanes. */
    __device__ __forceinline__ void link(const OrientedRows& graph) {
        const u32 lane = threadIdx.x & 31;
        clear();
        for (u32 i = 1; i < size; i++) {
            const u32* row = graph.row(ranks[i]);
            const u32 length = graph.length(ranks[i]);
            if (length <= 2 * i) {
                for (u32 s = lane; s < length; s += 32) {
                    const u32 value = row[s], j = positionOf(ranks, i, value);
                    if (j < i && ranks[j] == value) {
                        join(i, j, s);
                    }
                }
            } else {
                for (u32 j = lane; j < i; j += 32) {
                    joinIfAdjacent(row, length, i, j);
                }
            }
        }
        whole = true;
        __syncwarp();
    }

    /** Links only the candidates in `set`, which take less time if they are few. All lanes. `list`: 64 words of the warp. */
    __device__ __forceinline__ void linkAmong(const OrientedRows& graph, const u32* set, u32* list) {
        clear();
        for (u32 k = 0; k < words; k++) {
            for (u32 members = set[k]; members != 0; members &= members - 1) {
                const u32 i = 32 * k + __ffs(members) - 1;
                const u32* row = graph.row(ranks[i]);
                const u32 length = graph.length(ranks[i]);
                forEachMember(set, k + 1, list, [&](u32 j, bool active) {
                    if (active && j < i) {
                        joinIfAdjacent(row, length, i, j);
                    }
                });
            }
        }
        __syncwarp();
    }

private:
    __device__ __forceinline__ void clear() {
        for (u32 k = threadIdx.x & 31; k < words * stride; k += 32) {
            rows[k] = 0;
        }
        __syncwarp();
    }

    __device__ __forceinline__ void joinIfAdjacent(const u32* row, u32 length, u32 i, u32 j) {
        const u32 s = positionOf(row, length, ranks[j]);
        if (s < length && row[s] == ranks[j]) {
            join(i, j, s);
        }
    }

    __device__ __forceinline__ u32 copy(const u32* row, u32 length) {
        for (u32 i = threadIdx.x & 31; i < length; i += 32) {
            ranks[i] = row[i];
        }
        __syncwarp();
        return length;
    }

    /** The common values of two rows, by looking up those of the shorter one. */
    __device__ __forceinline__ u32 intersect(const u32* a, u32 aLength, const u32* b, u32 bLength) {
        const u32 lane = threadIdx.x & 31;
        const u32 *few = aLength < bLength ? a : b, *many = aLength < bLength ? b : a;
        const u32 fewLength = min(aLength, bLength), manyLength = max(aLength, bLength);
        u32 found = 0;
        for (u32 base = 0; base < fewLength; base += 32) {
            const u32 value = base + lane < fewLength ? few[base + lane] : 0;
            const bool common = base + lane < fewLength && contains(many, manyLength, value);
            const u32 lanes = __ballot_sync(FULL_WARP, common);
            if (common) {
                ranks[found + __popc(lanes & ((1u << lane) - 1))] = value;
            }
            found += __popc(lanes);
        }
        __syncwarp();
        return found;
    }

    /** Candidate j is at that position of the row of candidate i. */
    __device__ __forceinline__ void join(u32 i, u32 j, u32 position) {
        atomicOr(rows + (j >> 5) * stride + i, 1u << (j & 31));
        atomicOr(rows + (i >> 5) * stride + j, 1u << (i & 31));
        if (positions != nullptr) {
            positions[positionWords(i) + j] = position;
        }
    }
};
