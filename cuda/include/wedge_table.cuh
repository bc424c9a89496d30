// Counters of wedges by end vertex, for one start vertex u.
//
// No counter exceeds d(u), so the smaller d(u), the narrower the counters: 4 bits up to 15, 8 up to 255, 16 up to 65535.
// Ends are few and rank early (82.5 % below rank 1024 on youtube, 86 to 96 % below 65536 on generated power-law graphs
// of 50 million edges), so most have direct counters in shared memory; most of the others fit a hash table there.
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
#ifdef INTERLEAVE
    __device__ __forceinline__ u32 word(u32 x) const { return ((x >> log) & ~31u) | (x & 31); }
    __device__ __forceinline__ u32 shift(u32 x) const { return x >> 5 << (5 - log); }
    __device__ __forceinline__ u32 endAt(u32 word, u32 k) const { return (word >> 5 << (5 + log)) + (k << 5) + (word & 31); }
#else
    __device__ __forceinline__ u32 word(u32 x) const { return x >> log; }
    __device__ __forceinline__ u32 shift(u32 x) const { return x << (5 - log); }
    __device__ __forceinline__ u32 endAt(u32 word, u32 k) const { return (word << log) + k; }
#endif
    /** What to add to the word to add one to the counter. Funnel shifts take the shift modulo 32. */
    __device__ __forceinline__ u32 one(u32 x) const { return __funnelshift_l(0, 1, shift(x)); }
    __device__ __forceinline__ u32 count(u32 word, u32 x) const {
        return __funnelshift_r(word, 0, shift(x)) & mask();
    }
    __device__ __forceinline__ u32 mask() const { return 0xffffffffu >> (32 - (32 >> log)); }
    /** Whether a counter of the word is at least 2. */
    __device__ __forceinline__ bool any(u32 word) const {
        u32 ones = log == 0 ? 1 : log == 1 ? 0x00010001u : log == 2 ? 0x01010101u : 0x11111111u;
        return (word & ~ones) != 0;
    }
    /** Words that hold the counters of ends [0, count), rounded up to whole uint4. */
#ifdef INTERLEAVE
    __device__ __forceinline__ u64 words(u64 count) const { return (count + (32u << log) - 1) >> (5 + log) << 5; }
#else
    __device__ __forceinline__ u64 words(u64 count) const { return (count + (4u << log) - 1) >> (2 + log) << 2; }
#endif
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

/** Stores x where there is 0; what there was. */
__device__ __forceinline__ u32 claimShared(u32 address, u32 x) {
    u32 before;
    asm volatile("atom.shared.cas.b32 %0, [%1], 0, %2;" : "=r"(before) : "r"(address), "r"(x) : "memory");
    return before;
}

__device__ __forceinline__ void storeShared(u32 address, u32 x) {
    asm volatile("st.shared.u32 [%0], %1;" ::"r"(address), "r"(x) : "memory");
}

__device__ __forceinline__ u32 loadShared(u32 address) {
    u32 x;
    asm volatile("ld.shared.u32 %0, [%1];" : "=r"(x) : "r"(address) : "memory");
    return x;
}

__device__ __forceinline__ uint4 loadQuad(u32 address) {
    uint4 x;
    asm volatile("ld.shared.v4.u32 {%0, %1, %2, %3}, [%4];" : "=r"(x.x), "=r"(x.y), "=r"(x.z), "=r"(x.w) : "r"(address) : "memory");
    return x;
}

__device__ __forceinline__ void clearQuad(u32 address) {
    asm volatile("st.shared.v4.u32 [%0], {%1, %1, %1, %1};" ::"r"(address), "r"(0) : "memory");
}

/** Ends beyond the direct counters that a warp has met and not counted yet: in shared memory, fewer than 32 between visits. */
struct LateEnds {
    static constexpr u32 AHEAD = 4;
    u32 address, count;

    /** All lanes; `late`: whether this lane has one. */
    __device__ __forceinline__ void put(bool late, u32 end) {
        const u32 lanes = __ballot_sync(FULL_WARP, late);
        if (late) {
            storeShared(address + 4 * (count + __popc(lanes & ((1u << (threadIdx.x & 31)) - 1))), end);
        }
        count += __popc(lanes);
    }
    /** The last 32 at most, one a lane; NO_VERTEX: none. All lanes, after __syncwarp. */
    __device__ __forceinline__ u32 take() {
        const u32 lane = threadIdx.x & 31, taken = min(count, 32u);
        count -= taken;
        return lane < taken ? loadShared(address + 4 * (count + lane)) : NO_VERTEX;
    }
};

/**
 * The counters of a block, ends relative to the first one of the window that is counted. The first `sharedEnds` have
 * direct counters in shared memory. The few others share a hash table behind these, and those that find no place there,
 * within a few probes, have counters in global memory.
 */
struct BlockTable {
    u32 address;     // of the direct counters
    u32 sharedEnds;  // how many there are
    u32 unused;      // the address of a word that nobody reads, of the bank of this lane
    u32 hash;        // the address of the hash table: words end + 1 << countBits | count
    u32 hashShift;   // 32 - log2 of its words
    u32 countBits;   // of the degree of the start vertex
    u32* spill;      // counter words in global memory, this block's own
    SpillList* spilled;
    u32 list;        // address of spilled
    Packing packing;

    static constexpr u32 PROBES = 8;

    /**
     * Adds one to each of the ends w - base (NO_VERTEX: none), or puts them into `late`; the sum of what counters were
     * before. All lanes.
     */
    template <u32 COUNT>
    __device__ __forceinline__ u64 add(const u32 (&w)[COUNT], u32 base, LateEnds& late) const {
        // All atomics before the first result is used, and without a branch: lanes whose end is not in the table add
        // to a word after it. NO_VERTEX - base is negative, as there are fewer than 2^31 vertices.
        u32 word[COUNT];
        bool beyond = false;
#pragma unroll
        for (u32 k = 0; k < COUNT; k++) {
            u32 end = w[k] - base;
            u32 at = end < sharedEnds ? address + packing.word(end) * 4 : unused;
            word[k] = addShared(at, packing.one(end));
            beyond |= (int)end >= (int)sharedEnds;
        }
        u64 sum = 0;
        if (__any_sync(FULL_WARP, beyond)) {
#pragma unroll
            for (u32 k = 0; k < COUNT; k++) {
                u32 end = w[k] - base;
                late.put((int)end >= (int)sharedEnds, end - sharedEnds);
            }
            if (late.count >= 32) {
                __syncwarp();
                do {
                    sum += addBeyond(late.take());
                } while (late.count >= 32);
                __syncwarp();
            }
        }
#pragma unroll
        for (u32 k = 0; k < COUNT; k++) {
            u32 end = w[k] - base;
            sum += end < sharedEnds ? packing.count(word[k], end) : 0;
        }
        return sum;
    }

    /** Adds the late ends that are left. All lanes. */
    __device__ __forceinline__ u64 addLate(LateEnds& late) const {
        __syncwarp();
        u64 sum = late.count > 0 ? addBeyond(late.take()) : 0;
        __syncwarp();
        return sum;
    }

    /** Of an end that was added. Any thread, after a barrier. */
    __device__ __forceinline__ u32 get(u32 end) const {
        if (end < sharedEnds) {
            return packing.count(loadShared(address + packing.word(end) * 4), end);
        }
        const u32 beyond = end - sharedEnds, key = beyond + 1;
        if (isHashed(key)) {
            u32 slot = hashOf(key);
#pragma unroll 1
            for (u32 probe = 0; probe < PROBES; probe++) {
                u32 word = loadShared(hash + slot * 4);
                if (word >> countBits == key) {
                    return word & countMask();
                }
                slot = next(slot);
            }
        }
        // The atomics went past L1, so must this.
        return packing.count(__ldcg(&spill[packing.word(beyond)]), beyond);
    }

    /** Calls visit(end, count) for every counter of at least 2. All threads of the block, after a barrier. */
    template <class Visit>
    __device__ __forceinline__ void forEach(u32 ends, Visit visit) const {
        const u32 last = (u32)packing.words(min(ends, sharedEnds)) * 4;
        for (u32 at = threadIdx.x * 16; at < last; at += blockDim.x * 16) {
            uint4 words = loadQuad(address + at);
            if (packing.any(words.x | words.y | words.z | words.w)) {
                visitWord(words.x, at / 4, 0, visit);
                visitWord(words.y, at / 4 + 1, 0, visit);
                visitWord(words.z, at / 4 + 2, 0, visit);
                visitWord(words.w, at / 4 + 3, 0, visit);
            }
        }
        if (ends <= sharedEnds) {
            return;
        }
        for (u32 i = threadIdx.x; i < hashWords(); i += blockDim.x) {
            u32 word = loadShared(hash + i * 4);
            if ((word & countMask()) > 1) {
                visit(sharedEnds + (word >> countBits) - 1, word & countMask());
            }
        }
        if (spilled->count > MOTIF_SPILL_LIST) {
            u64 beyond = packing.words(ends - sharedEnds);
            for (u64 i = threadIdx.x; i < beyond; i += blockDim.x) {
                visitWord(__ldcg(&spill[i]), (u32)i, sharedEnds, visit);
            }
            return;
        }
        for (u32 i = threadIdx.x; i < spilled->count; i += blockDim.x) {
            u32 beyond = spilled->ends[i];
            u32 count = packing.count(__ldcg(&spill[packing.word(beyond)]), beyond);
            if (count > 1) {
                visit(sharedEnds + beyond, count);
            }
        }
    }

    /** Sets all counters of ends [0, ends) to 0. All threads of the block, between barriers. */
    __device__ __forceinline__ void clear(u32 ends) const {
        clearShared(address, (u32)packing.words(min(ends, sharedEnds)));
        if (ends <= sharedEnds) {
            return;
        }
        clearShared(hash, hashWords());
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
    __device__ __forceinline__ u32 hashWords() const { return 1u << (32 - hashShift); }
    __device__ __forceinline__ u32 countMask() const { return (1u << countBits) - 1; }
    /** Whether a word has room for the key. */
    __device__ __forceinline__ bool isHashed(u32 key) const { return key <= 0xffffffffu >> countBits; }
    __device__ __forceinline__ u32 hashOf(u32 key) const { return (key * 0x9E3779B1u) >> hashShift; }
    __device__ __forceinline__ u32 next(u32 slot) const { return (slot + 1) & (hashWords() - 1); }

    __device__ __forceinline__ void clearShared(u32 from, u32 words) const {
        const u32 last = from + words * 4, step = blockDim.x * 16;
#pragma unroll 4
        for (u32 at = from + threadIdx.x * 16; at < last; at += step) {
            clearQuad(at);
        }
    }

    /** Adds one to an end, relative to sharedEnds (NO_VERTEX: none); what it was before. Any lane. */
    __device__ __forceinline__ u32 addBeyond(u32 beyond) const {
        const u32 key = beyond + 1;
        if (key == 0) {
            return 0;
        }
        if (isHashed(key)) {
            // Places are never given up, so an end that finds none never will.
            u32 slot = hashOf(key);
#pragma unroll 1
            for (u32 probe = 0; probe < PROBES; probe++) {
                u32 at = hash + slot * 4, word = claimShared(at, key << countBits | 1);
                if (word == 0) {
                    return 0;
                }
                if (word >> countBits == key) {
                    return addShared(at, 1) & countMask();
                }
                slot = next(slot);
            }
        }
        return addSpilled(beyond);
    }

    /** The same in global memory; a new end is listed. */
    __device__ __forceinline__ u32 addSpilled(u32 beyond) const {
        u32 before = packing.count(atomicAdd(&spill[packing.word(beyond)], packing.one(beyond)), beyond);
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
            u32 count = word >> k * (32 >> packing.log) & packing.mask();
            if (count > 1) {
                visit(base + packing.endAt(index, k), count);
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

    /** Adds one to each of the ends w (NO_VERTEX: none); the sum of what they were before. Any lane. */
    template <u32 COUNT>
    __device__ __forceinline__ u64 add(const u32 (&w)[COUNT]) {
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
