// The launch sequence of the radix sort, and grids.
#pragma once
#include "device.cuh"

inline int blocksFor(u64 items, u64 perBlock, int most) {
    return (int)std::max<u64>(1, std::min<u64>((items + perBlock - 1) / perBlock, most));
}

inline int bitsOf(u64 x) {
    int bits = 0;
    for (; x > 0; x >>= 1) {
        bits++;
    }
    return bits;
}

struct SortBuffers {
    Array<u64> counts, totals;
    int grid = 0;
};

struct Items {
    u32 *keys, *values;
};

/** Sorts `from` by the low bits of the keys; leaves the result in `from`, swapping the two as needed. */
inline void radixSort(Items& from, Items& to, u64 count, int bits, SortBuffers& buffers, u64* digitStarts = nullptr) {
    int grid = blocksFor(count, MOTIF_SORT_TILE, buffers.grid);
    for (int shift = 0; shift < bits; shift += MOTIF_SORT_DIGIT_BITS) {
        sort_histogram_per_block<<<grid, MOTIF_SORT_THREADS>>>(from.keys, count, shift, buffers.counts.get());
        sort_offsets_per_digit<<<MOTIF_SORT_DIGITS, MOTIF_SORT_THREADS>>>(buffers.counts.get(), grid,
                buffers.totals.get());
        sort_scatter_per_block<<<grid, MOTIF_SORT_THREADS>>>(
                from.keys, from.values, count, shift, buffers.counts.get(), buffers.totals.get(), to.keys, to.values,
                digitStarts);
        std::swap(from, to);
    }
}
