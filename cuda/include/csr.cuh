// Rows of a graph and searches in them.
#pragma once
#include "include/count.cuh"
#include "include/kernel_abi.h"

/** Row r is neighbors[offsets[r - base] .. offsets[r - base + 1]), ascending. */
struct Rows {
    const u64* __restrict__ offsets;
    const u32* __restrict__ neighbors;
    u32 base;

    __device__ __forceinline__ u64 begin(u32 row) const { return offsets[row - base]; }
    __device__ __forceinline__ u64 end(u32 row) const { return offsets[(u64)(row - base) + 1]; }
};

/** Makes the compiler keep x, which it would otherwise compute again in every round of an inner loop. */
__device__ __forceinline__ void keepInRegister(u32& x) { asm volatile("" : "+r"(x)); }

/** The 32-bit address within shared memory of a pointer to it. */
__device__ __forceinline__ u32 sharedAddress(const void* shared) {
    u32 address = (u32)__cvta_generic_to_shared(shared);
    keepInRegister(address);
    return address;
}

/** The first slot in [low, high) whose neighbor is not below bound. */
__device__ __forceinline__ u64 lowerBound(const u32* __restrict__ neighbors, u64 low, u64 high, u32 bound) {
    while (low < high) {
        u64 middle = low + ((high - low) >> 1);
        if (neighbors[middle] < bound) {
            low = middle + 1;
        } else {
            high = middle;
        }
    }
    return low;
}

/** The row that holds a slot: the last row of [low, high] that starts at or before the slot. */
__device__ __forceinline__ u32 rowOfSlot(const u64* __restrict__ offsets, u32 low, u32 high, u64 slot) {
    while (low < high) {
        u32 middle = low + ((high - low + 1) >> 1);
        if (offsets[middle] <= slot) {
            low = middle;
        } else {
            high = middle - 1;
        }
    }
    return low;
}

/**
 * Calls visit(slot, row, isSlot) for the slots [first, first + slotCount) of `rowCount` rows; `slot` counts from `first` on.
 * Blocks take tiles of MOTIF_SLOT_TILE slots, threads every blockDim.x-th of a tile. Warps call it whole: a thread without
 * a slot has isSlot false, and a row of the tile. All threads of the block, with barriers between tiles.
 */
template <class Visit>
__device__ __forceinline__ void forEachSlotOfWarps(
        const u64* __restrict__ offsets, u32 rowCount, u64 first, u64 slotCount, Visit visit) {
    __shared__ u32 firstRow, lastRow;
    const u64 tiles = (slotCount + MOTIF_SLOT_TILE - 1) / MOTIF_SLOT_TILE;
    for (u64 tile = blockIdx.x; tile < tiles; tile += gridDim.x) {
        const u64 from = tile * MOTIF_SLOT_TILE, to = min(from + MOTIF_SLOT_TILE, slotCount);
        if (threadIdx.x == 0) {
            firstRow = rowOfSlot(offsets, 0, rowCount - 1, first + from);
        } else if (threadIdx.x == 32) {
            lastRow = rowOfSlot(offsets, 0, rowCount - 1, first + to - 1);
        }
        __syncthreads();
        for (u64 step = from; step < to; step += blockDim.x) {
            const u64 slot = step + threadIdx.x;
            const bool isSlot = slot < to;
            visit(slot, isSlot ? rowOfSlot(offsets, firstRow, lastRow, first + slot) : firstRow, isSlot);
        }
        __syncthreads();
    }
}

/** Calls visit(slot, row) for all slots of `rowCount` rows; see forEachSlotOfWarps. */
template <class Visit>
__device__ __forceinline__ void forEachSlot(const u64* __restrict__ offsets, u32 rowCount, u64 slotCount, Visit visit) {
    forEachSlotOfWarps(offsets, rowCount, 0, slotCount, [&](u64 slot, u32 row, bool isSlot) {
        if (isSlot) {
            visit(slot, row);
        }
    });
}

/** The two slots of an edge of a ranked graph. */
struct EdgeSlots {
    u64 ofEarlier, ofLater;

    /**
     * Finds those of the edge between ranks a and b. The slot in the row of the earlier rank is searched for; its prefix,
     * the wedges of that slot, says where the other one is in its row.
     */
    __device__ __forceinline__ EdgeSlots(
            const u64* __restrict__ offsets, const u32* __restrict__ neighbors, const u32* __restrict__ prefixes, u32 a,
            u32 b) {
        const u32 earlier = min(a, b), later = max(a, b);
        ofEarlier = lowerBound(neighbors, offsets[earlier], offsets[(u64)earlier + 1], later);
        ofLater = offsets[later] + prefixes[ofEarlier];
    }
};
