// Counters of wedges by end vertex, for one start vertex u.
//
// No counter exceeds d(u), so the smaller d(u), the narrower the counters: 4 bits up to 15, 8 up to 255, 16 up to 65535.
// Ends are few and rank early (82.5 % below rank 1024 on youtube, 86 to 96 % below 65536 on generated power-law graphs
// of 50 million edges), so most fall into the shared table; the others are counted in global memory.
#pragma once
#include "csr.cuh"
#include "kernel_abi.h"
#include "wedge_walk.cuh"

/** How counters lie in words: 1 << log of them in each. */
struct Packing {
    u32 log;

    __device__ __forceinline__ static Packing of(u64 degree) {
        return {degree <= 15 ? 3u : degree <= 255 ? 2u : degree <= 65535 ? 1u : 0u};
    }
    __device__ __forceinline__ u32 word(u32 x) const { return x >> log; }
    /** What to add to the word to add one to the counter. Funnel shifts take the shift modulo 32. */
    __device__ __forceinline__ u32 one(u32 x) const { return __funnelshift_l(0, 1, x << (5 - log)); }
    __device__ __forceinline__ u32 count(u32 word, u32 x) const {
        return __funnelshift_r(word, 0, x << (5 - log)) & mask();
    }
    __device__ __forceinline__ u32 mask() const { return 0xffffffffu >> (32 - (32 >> log)); }
    /** Whether a counter of the word is at least 2. */
    __device__ __forceinline__ bool any(u32 word) const {
        u32 ones = log == 0 ? 1 : log == 1 ? 0x00010001u : log == 2 ? 0x01010101u : 0x11111111u;
        return (word & ~ones) != 0;
    }
    /** Words that hold the counters of ends [0, count), rounded up to whole uint4. */
    __device__ __forceinline__ u64 words(u64 count) const { return (count + (4u << log) - 1) >> (2 + log) << 2; }
};

/** The spilled ends of a block, remembered up to MOTIF_SPILL_LIST so that they can be cleared. In shared memory. */
struct SpillList {
    u32 count;
    u32 ends[MOTIF_SPILL_LIST];
};

__device__ __forceinline__ u32 addShared(u32 address, u32 x) {
    u32 before;
    asm volatile("atom.shared.add.u32 %0, [%1], %2;" : "=r"(before) : "r"(address), "r"(x) : "memory");
    return before;
}

__device__ __forceinline__ void storeShared(u32 address, u32 x) {
    asm volatile("st.shared.u32 [%0], %1;" ::"r"(address), "r"(x) : "memory");
}

/** The table of a block. Ends are relative to the first one of the window that is counted. */
struct BlockTable {
    u32* shared;      // followed by one word for each bank that nobody reads
    u32 address;      // of shared
    u32 sharedEnds;   // ends below are in the shared table
    u32 unused;       // byte offset of this lane's word after the table
    u32* spill;      // counter words of the others, in global memory, this block's own
    SpillList* spilled;
    u32 list;         // address of spilled
    Packing packing;

    /** Adds one to each of the ends w - base (NO_VERTEX: none); the sum of what they were before. Any thread. */
    template <u32 COUNT>
    __device__ __forceinline__ u64 add(const u32 (&w)[COUNT], u32 base) {
        // All atomics before the first result is used, and without a branch: lanes whose end is not in the table add
        // to a word after it. NO_VERTEX - base is negative, as there are fewer than 2^31 vertices.
        u32 word[COUNT];
        bool beyond = false;
#pragma unroll
        for (u32 k = 0; k < COUNT; k++) {
            u32 end = w[k] - base;
            u32 at = end < sharedEnds ? packing.word(end) * 4 : unused;
            word[k] = addShared(address + at, packing.one(end));
            beyond |= (int)end >= (int)sharedEnds;
        }
        u64 sum = 0;
        if (beyond) {
            sum = addSpilled(w, base);
        }
#pragma unroll
        for (u32 k = 0; k < COUNT; k++) {
            u32 end = w[k] - base;
            sum += end < sharedEnds ? packing.count(word[k], end) : 0;
        }
        return sum;
    }

    /** Any thread, after a barrier. The atomics went past L1, so must this. */
    __device__ __forceinline__ u32 get(u32 end) const {
        // sharedEnds is a multiple of the counters in a word, so the place in the word is the same.
        return packing.count(
                end < sharedEnds ? shared[packing.word(end)] : __ldcg(&spill[packing.word(end - sharedEnds)]), end);
    }

    /** Calls visit(end, count) for every counter of at least 2. All threads of the block, after a barrier. */
    template <class Visit>
    __device__ __forceinline__ void forEach(u32 ends, Visit visit) const {
        u32 words = (u32)packing.words(min(ends, sharedEnds));
        for (u32 i = threadIdx.x; i < words; i += blockDim.x) {
            visitWord(shared[i], i, 0, visit);
        }
        if (spilled->count > MOTIF_SPILL_LIST) {
            u64 beyond = packing.words(ends - sharedEnds);
            for (u64 i = threadIdx.x; i < beyond; i += blockDim.x) {
                visitWord(__ldcg(&spill[i]), (u32)i, sharedEnds, visit);
            }
            return;
        }
        for (u32 i = threadIdx.x; i < spilled->count; i += blockDim.x) {
            u32 end = sharedEnds + spilled->ends[i];
            u32 count = get(end);
            if (count > 1) {
                visit(end, count);
            }
        }
    }

    /** Sets all counters of ends [0, ends) to 0. All threads of the block, between barriers. */
    __device__ __forceinline__ void clear(u32 ends) const {
        const u32 last = address + (u32)packing.words(min(ends, sharedEnds)) * 4, step = blockDim.x * 16;
#pragma unroll 4
        for (u32 at = address + threadIdx.x * 16; at < last; at += step) {
            asm volatile("st.shared.v4.u32 [%0], {%1, %1, %1, %1};" ::"r"(at), "r"(0) : "memory");
        }
        if (spilled->count > MOTIF_SPILL_LIST) {
            u64 quads = packing.words(ends - sharedEnds) / 4;
            for (u64 i = threadIdx.x; i < quads; i += blockDim.x) {
                reinterpret_cast<uint4*>(spill)[i] = make_uint4(0, 0, 0, 0);
            }
            return;
        }
        for (u32 i = threadIdx.x; i < spilled->count; i += blockDim.x) {
            spill[packing.word(spilled->ends[i])] = 0;
        }
    }

private:
    /** Adds one to those of the ends that are beyond the table, and lists the new ones; the sum of what they were. */
    template <u32 COUNT>
    __device__ __forceinline__ u64 addSpilled(const u32 (&w)[COUNT], u32 base) const {
        u64 sum = 0;
        u32 word[COUNT];
#pragma unroll
        for (u32 k = 0; k < COUNT; k++) {
            u32 beyond = w[k] - base - sharedEnds;
            if ((int)(w[k] - base) >= (int)sharedEnds) {
                word[k] = atomicAdd(&spill[packing.word(beyond)], packing.one(beyond));
            }
        }
#pragma unroll
        for (u32 k = 0; k < COUNT; k++) {
            if ((int)(w[k] - base) >= (int)sharedEnds) {
                sum += listSpilled(w[k] - base - sharedEnds, word[k]);
            }
        }
        return sum;
    }

    /** From the word before one was added: the counter; a new end is listed. */
    __device__ __forceinline__ u32 listSpilled(u32 beyond, u32 word) const {
        u32 before = packing.count(word, beyond);
        if (before == 0) {
            u32 at = addShared(list, 1);
            if (at < MOTIF_SPILL_LIST) {
                storeShared(list + sizeof(u32) * (1 + at), beyond);
            }
        }
        return before;
    }

    template <class Visit>
    __device__ __forceinline__ void visitWord(u32 word, u32 index, u32 base, Visit& visit) const {
        if (!packing.any(word)) {
            return;
        }
        for (u32 k = 0; k < 1u << packing.log; k++) {
            u32 count = packing.count(word, k);
            if (count > 1) {
                visit(base + (index << packing.log) + k, count);
            }
        }
    }
};

/** The hash table of a warp, in shared memory: open addressing, at most half full. */
struct WarpTable {
    u32* keys;
    u32* counts;
    u32 slots;  // a power of two
    u32 shift;

    __device__ __forceinline__ u32 hash(u32 end) const { return (end * 0x9E3779B1u) >> shift; }

    /** Adds one to each of the ends w - base (NO_VERTEX: none); the sum of what they were before. Any lane. */
    template <u32 COUNT>
    __device__ __forceinline__ u64 add(const u32 (&w)[COUNT], u32) {
        u64 sum = 0;
#pragma unroll
        for (u32 k = 0; k < COUNT; k++) {
            if (w[k] != NO_VERTEX) {
                sum += addOne(w[k]);
            }
        }
        return sum;
    }

    __device__ __forceinline__ u32 addOne(u32 end) {
        u32 slot = hash(end);
        for (;;) {
            u32 key = atomicCAS(&keys[slot], NO_VERTEX, end);
            if (key == NO_VERTEX || key == end) {
                return atomicAdd(&counts[slot], 1u);
            }
            slot = (slot + 1) & (slots - 1);
        }
    }

    /** Of an end that was added; after __syncwarp. */
    __device__ __forceinline__ u32 get(u32 end) const {
        u32 slot = hash(end);
        while (keys[slot] != end) {
            slot = (slot + 1) & (slots - 1);
        }
        return counts[slot];
    }

    /** Calls visit(end, count) for every counter of at least 2. All lanes, after __syncwarp. */
    template <class Visit>
    __device__ __forceinline__ void forEach(Visit visit) const {
        for (u32 i = threadIdx.x & 31; i < slots; i += 32) {
            if (counts[i] > 1) {
                visit(keys[i], counts[i]);
            }
        }
    }

    /** All lanes, between __syncwarp. */
    __device__ __forceinline__ void clear() {
        for (u32 i = threadIdx.x & 31; i < slots; i += 32) {
            keys[i] = NO_VERTEX;
            counts[i] = 0;
        }
    }
};
