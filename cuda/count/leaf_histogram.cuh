// How often each kind of leaf of a search for cliques was reached: with h fixed vertices, which are in every clique of the
// leaf, and p free ones, of which any may be. Such a leaf holds C(p, k - h) cliques of k vertices, for every k.
#pragma once
#include "include/exact_sum.cuh"
#include "include/kernel_abi.h"

/** Cells are of 128 bits. A block counts the lowest rows and columns, which most leaves are in, in its shared window. */
struct LeafHistogram {
    u64* cells;   // low and high word of h and p: cells[2 * (h * columns + p)]
    u64* window;  // of h < windowRows and p < windowColumns, 64 bits each
    u32 columns, windowRows, windowColumns;
    u64* overflow;

    /** Any lane. */
    __device__ __forceinline__ void add(u32 h, u32 p, u64 times) const {
        if (h < windowRows && p < windowColumns) {
            const u64 before = atomicAdd(window + h * windowColumns + p, times);
            if (before + times < before) {
                addToCell(h, p, (u128)1 << 64);
            }
        } else {
            addToCell(h, p, times);
        }
    }

    /** Any lane. */
    __device__ __forceinline__ void add(u32 h, u32 p, u128 times) const { addToCell(h, p, times); }

    /** All threads of the block, before any of them counts. */
    __device__ __forceinline__ void clearWindow() const {
        for (u32 i = threadIdx.x; i < windowRows * windowColumns; i += blockDim.x) {
            window[i] = 0;
        }
        __syncthreads();
    }

    /** All threads of the block, when all of them have counted. */
    __device__ __forceinline__ void flushWindow() const {
        __syncthreads();
        for (u32 i = threadIdx.x; i < windowRows * windowColumns; i += blockDim.x) {
            if (window[i] != 0) {
                addToCell(i / windowColumns, i % windowColumns, window[i]);
            }
        }
    }

private:
    __device__ __forceinline__ void addToCell(u32 h, u32 p, u128 times) const {
        if (!addExact(cells + 2 * ((u64)h * columns + p), times)) {
            atomicExch(overflow, 1ull);
        }
    }
};
