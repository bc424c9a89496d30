// A stable sort of 32-bit keys with 32-bit values. Each pass sorts by a digit of 8 bits, in three kernels: histogram,
// offsets, scatter. Blocks take contiguous runs of tiles, so that the order of blocks is the order of items.
#pragma once
#include "include/count.cuh"
#include "include/kernel_abi.h"

static constexpr u32 SORT_ITEMS = MOTIF_SORT_TILE / MOTIF_SORT_THREADS;
static constexpr u32 SORT_WARPS = MOTIF_SORT_THREADS / 32;

__device__ __forceinline__ u32 digitOf(u32 key, u32 shift) { return (key >> shift) & (MOTIF_SORT_DIGITS - 1); }

/** The tiles [from, to) of this block. */
__device__ __forceinline__ void sortTiles(u64 count, u64& from, u64& to) {
    u64 tiles = (count + MOTIF_SORT_TILE - 1) / MOTIF_SORT_TILE;
    from = tiles * blockIdx.x / gridDim.x;
    to = tiles * (blockIdx.x + 1) / gridDim.x;
}

/** counts[digit * gridDim.x + block]: the number of keys of the block that have the digit. */
extern "C" __global__ void __launch_bounds__(MOTIF_SORT_THREADS)
        sort_histogram_per_block(const u32* __restrict__ keys, u64 count, u32 shift, u64* __restrict__ counts) {
    __shared__ u32 histogram[SORT_WARPS][MOTIF_SORT_DIGITS];
    u32 warp = threadIdx.x >> 5;
    for (u32 i = threadIdx.x; i < SORT_WARPS * MOTIF_SORT_DIGITS; i += MOTIF_SORT_THREADS) {
        (&histogram[0][0])[i] = 0;
    }
    __syncthreads();
    u64 from, to;
    sortTiles(count, from, to);
    u64 end = min(to * MOTIF_SORT_TILE, count);
    for (u64 tile = from; tile < to; tile++) {
        u64 first = tile * MOTIF_SORT_TILE + threadIdx.x;
        u32 key[SORT_ITEMS];
#pragma unroll
        for (u32 k = 0; k < SORT_ITEMS; k++) {
            u64 i = first + k * MOTIF_SORT_THREADS;
            key[k] = i < end ? keys[i] : 0;
        }
#pragma unroll
        for (u32 k = 0; k < SORT_ITEMS; k++) {
            if (first + k * MOTIF_SORT_THREADS < end) {
                atomicAdd(&histogram[warp][digitOf(key[k], shift)], 1u);
            }
        }
    }
    __syncthreads();
    u64 sum = 0;
    for (u32 w = 0; w < SORT_WARPS; w++) {
        sum += histogram[w][threadIdx.x];
    }
    counts[(u64)threadIdx.x * gridDim.x + blockIdx.x] = sum;
}

/** The sum of x over the threads before this one. All threads of a block of MOTIF_SORT_THREADS call it. */
__device__ __forceinline__ u64 sortScan(u64 x, u64& all) {
    __shared__ u64 sums[SORT_WARPS];
    u32 lane = threadIdx.x & 31, warp = threadIdx.x >> 5;
    const u64 upTo = warpSumUpTo(x);
    __syncthreads();
    if (lane == 31) {
        sums[warp] = upTo;
    }
    __syncthreads();
    u64 before = 0;
    all = 0;
    for (u32 w = 0; w < SORT_WARPS; w++) {
        before += w < warp ? sums[w] : 0;
        all += sums[w];
    }
    return before + upTo - x;
}

/**
 * A block takes a digit: the count of each block becomes the sum of those of the blocks before it, and totals[digit]
 * the sum of all.
 */
extern "C" __global__ void __launch_bounds__(MOTIF_SORT_THREADS)
        sort_offsets_per_digit(u64* __restrict__ counts, u32 blocks, u64* __restrict__ totals) {
    for (u32 digit = blockIdx.x; digit < MOTIF_SORT_DIGITS; digit += gridDim.x) {
        u64 before = 0;
        for (u32 first = 0; first < blocks; first += MOTIF_SORT_THREADS) {
            u32 block = first + threadIdx.x;
            u64* at = counts + (u64)digit * blocks + block;
            u64 x = block < blocks ? *at : 0;
            u64 all;
            u64 mine = before + sortScan(x, all);
            if (block < blocks) {
                *at = mine;
            }
            before += all;
        }
        if (threadIdx.x == 0) {
            totals[digit] = before;
        }
    }
}

/**
 * Moves every item to its place by one digit. The grid is that of the histogram. digitStarts, if not null, gets
 * MOTIF_SORT_DIGITS + 1 positions: where each digit starts in the output, and the number of items.
 */
extern "C" __global__ void __launch_bounds__(MOTIF_SORT_THREADS, 2) sort_scatter_per_block(
        const u32* __restrict__ keys, const u32* __restrict__ values, u64 count, u32 shift,
        const u64* __restrict__ counts, const u64* __restrict__ totals, u32* __restrict__ keysOut,
        u32* __restrict__ valuesOut, u64* __restrict__ digitStarts) {
    __shared__ u32 histogram[SORT_WARPS][MOTIF_SORT_DIGITS];
    __shared__ u32 staged[MOTIF_SORT_TILE];
    __shared__ u64 next[MOTIF_SORT_DIGITS];
    u32 lane = threadIdx.x & 31, warp = threadIdx.x >> 5, digit = threadIdx.x;
    u64 all;
    u64 start = sortScan(totals[digit], all);
    if (digitStarts != nullptr && blockIdx.x == 0) {
        digitStarts[digit] = start;
        if (digit == 0) {
            digitStarts[MOTIF_SORT_DIGITS] = all;
        }
    }
    u64 mine = start + counts[(u64)digit * gridDim.x + blockIdx.x];
    u64 from, to;
    sortTiles(count, from, to);
    for (u64 tile = from; tile < to; tile++) {
        u64 base = tile * MOTIF_SORT_TILE;
        u32 tileCount = (u32)min((u64)MOTIF_SORT_TILE, count - base);
        u32 firstOfWarp = warp * (SORT_ITEMS * 32) + lane;
        u32 key[SORT_ITEMS], local[SORT_ITEMS];
#pragma unroll
        for (u32 k = 0; k < SORT_ITEMS; k++) {
            u32 i = firstOfWarp + k * 32;
            key[k] = i < tileCount ? keys[base + i] : 0;
        }
        for (u32 d = lane; d < MOTIF_SORT_DIGITS; d += 32) {
            histogram[warp][d] = 0;
        }
        __syncwarp();
        // Finds the lanes of equal digit, by one bit of the digit after the other; the first of these lanes counts for
        // all.
#pragma unroll
        for (u32 k = 0; k < SORT_ITEMS; k++) {
            bool in = firstOfWarp + k * 32 < tileCount;
            u32 d = digitOf(key[k], shift);
            u32 same = __ballot_sync(FULL_WARP, in);
#pragma unroll
            for (u32 bit = 0; bit < MOTIF_SORT_DIGIT_BITS; bit++) {
                u32 ones = __ballot_sync(FULL_WARP, (d >> bit) & 1);
                same &= (d >> bit) & 1 ? ones : ~ones;
            }
            u32 before = histogram[warp][d];
            __syncwarp();
            u32 ahead = __popc(same & ((1u << lane) - 1));
            if (in && ahead == 0) {
                histogram[warp][d] = before + __popc(same);
            }
            __syncwarp();
            local[k] = before + ahead;
        }
        __syncthreads();
        u32 ofDigit = 0;
#pragma unroll
        for (u32 w = 0; w < SORT_WARPS; w++) {
            u32 x = histogram[w][digit];
            histogram[w][digit] = ofDigit;
            ofDigit += x;
        }
        u32 digitStart = (u32)sortScan(ofDigit, all);
#pragma unroll
        for (u32 w = 0; w < SORT_WARPS; w++) {
            histogram[w][digit] += digitStart;
        }
        next[digit] = mine - digitStart;
        mine += ofDigit;
        __syncthreads();
#pragma unroll
        for (u32 k = 0; k < SORT_ITEMS; k++) {
            u32 i = firstOfWarp + k * 32;
            if (i < tileCount) {
                local[k] += histogram[warp][digitOf(key[k], shift)];
                staged[local[k]] = key[k];
            }
        }
        __syncthreads();
        u32 digits[SORT_ITEMS];
#pragma unroll
        for (u32 k = 0; k < SORT_ITEMS; k++) {
            u32 i = k * MOTIF_SORT_THREADS + threadIdx.x;
            if (i < tileCount) {
                u32 sorted = staged[i];
                digits[k] = digitOf(sorted, shift);
                keysOut[next[digits[k]] + i] = sorted;
            }
        }
        u32 value[SORT_ITEMS];
#pragma unroll
        for (u32 k = 0; k < SORT_ITEMS; k++) {
            u32 i = firstOfWarp + k * 32;
            value[k] = i < tileCount ? values[base + i] : 0;
        }
        __syncthreads();
#pragma unroll
        for (u32 k = 0; k < SORT_ITEMS; k++) {
            if (firstOfWarp + k * 32 < tileCount) {
                staged[local[k]] = value[k];
            }
        }
        __syncthreads();
#pragma unroll
        for (u32 k = 0; k < SORT_ITEMS; k++) {
            u32 i = k * MOTIF_SORT_THREADS + threadIdx.x;
            if (i < tileCount) {
                valuesOut[next[digits[k]] + i] = staged[i];
            }
        }
        __syncthreads();
    }
}
