// Counters of wedges by end vertex, for one start vertex u.
//
// No counter exceeds d(u), so the smaller d(u), the narrower the counters: 8 bits up to 255, 16 up to 65535.
// Ends are few and rank early (82.5 % below rank 1024 on youtube, 86 to 96 % below 65536 on generated power-law graphs
// of 50 million edges), so most have direct counters in shared memory; most of the others fit a hash table there.
#pragma once
#include "count/wedge_walk.cuh"
#include "include/csr.cuh"
#include "include/kernel_abi.h"

/** How counters lie in words: 1 << LOG of them in each word. */
template <u32 LOG>
struct Packing {
    __device__ __forceinline__ static u32 word(u32 x) { return x >> LOG; }
    __device__ __forceinline__ static u32 shift(u32 x) { return x << (5 - LOG) & 31; }
    /** The number that adds one to the counter when it is added to the word. */
    __device__ __forceinline__ static u32 one(u32 x) { return 1u << shift(x); }
    __device__ __forceinline__ static u32 count(u32 word, u32 x) { return word >> shift(x) & mask(); }
    __device__ __forceinline__ static u32 mask() { return 0xffffffffu >> (32 - (32 >> LOG)); }
    /** Whether a counter of the word is at least 2. */
    __device__ __forceinline__ static bool any(u32 word) {
        constexpr u32 ones = LOG == 0 ? 1 : LOG == 1 ? 0x00010001u : 0x01010101u;
        return (word & ~ones) != 0;
    }
    /** Words that hold the counters of ends [0, count), rounded up to whole uint4. */
    __device__ __forceinline__ static u64 words(u64 count) { return (count + (4u << LOG) - 1) >> (2 + LOG) << 2; }
};

/** The type that holds the sum of 32 * QUAD counters. */
template <u32 LOG>
struct SumOf {
    using Type = u32;
};
template <>
struct SumOf<0> {
    using Type = u64;
};

/**
 * The spilled ends of a block, in shared memory: up to MOTIF_SPILL_LIST of them are listed so that they can be cleared.
 */
struct SpillList {
    u32 counts[2];  // how many: of this window of ends and of the next one, by turns
    u32 ends[MOTIF_SPILL_LIST];
};

/**
 * Ends beyond the direct counters that a warp has met and not counted yet, fewer than 32 between visits. In shared
 * memory.
 */
struct LateEnds {
    static constexpr u32 BYTES = 4 * (31 + 32 * QUAD + 1);
    u32 address, count;

    /** Appends the ends of the lanes that have a `late` one. All lanes call it. */
    __device__ __forceinline__ void put(bool late, u32 end) {
        const u32 lanes = __ballot_sync(FULL_WARP, late);
        if (late) {
            storeShared(address + 4 * (count + __popc(lanes & ((1u << (threadIdx.x & 31)) - 1))), end);
        }
        count += __popc(lanes);
    }
    /** Takes out the last 32 at most, one a lane; NO_VERTEX on a lane without one. All lanes, after __syncwarp. */
    __device__ __forceinline__ u32 take() {
        const u32 lane = threadIdx.x & 31, taken = min(count, 32u);
        count -= taken;
        return lane < taken ? loadShared(address + 4 * (count + lane)) : NO_VERTEX;
    }
};

/**
 * The counters of a block. Ends are relative to the first one of the window that is counted. The first `sharedEnds`
 * have direct counters in shared memory. The few others share a hash table after these; an end that finds no place
 * there within a few probes has a counter in global memory.
 */
template <u32 LOG>
struct BlockTable {
    u32 address;     // of the direct counters
    u32 sharedEnds;  // how many there are
    u32 unused;      // the address of a word that nobody reads, of the bank of this lane
    u32 hash;        // the address of the hash table: words end + 1 << countBits | count
    u32 hashShift;   // 32 - log2 of its words
    u32 countBits;   // bits of a count: those of the degree of the start vertex
    u32* spill;      // counter words in global memory, this block's own
    SpillList* spilled;
    u32 list;  // address of `spilled`
    u32 turn;  // which of its counts is that of this window
    using Words = Packing<LOG>;
    /** Holds the sum of the counters of 32 quads. */
    using WarpSum = typename SumOf<LOG>::Type;

    static constexpr u32 PROBES = 8;

    /**
     * Adds one to the counter of each end w - base (NO_VERTEX: none), or puts the end into `late`. Returns the sum of
     * what these counters were before. All lanes call it.
     */
    __device__ __forceinline__ u64 add(const u32 (&w)[QUAD], u32 base, LateEnds& late) const {
        // All atomics before the first result is used, and without a branch: lanes whose end is not in the table add
        // to a word after it. NO_VERTEX - base is negative, as there are fewer than 2^31 vertices.
        u32 word[QUAD];
        bool beyond = false;
#pragma unroll
        for (u32 k = 0; k < QUAD; k++) {
            u32 end = w[k] - base;
            u32 at = end < sharedEnds ? address + Words::word(end) * 4 : unused;
            word[k] = addShared(at, Words::one(end));
            beyond |= (int)end >= (int)sharedEnds;
        }
        u64 sum = 0;
        if (__any_sync(FULL_WARP, beyond)) {
#pragma unroll
            for (u32 k = 0; k < QUAD; k++) {
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
        for (u32 k = 0; k < QUAD; k++) {
            u32 end = w[k] - base;
            sum += end < sharedEnds ? Words::count(word[k], end) : 0;
        }
        return sum;
    }

    /** Counts the late ends that are left; returns the sum of what their counters were before. All lanes call it. */
    __device__ __forceinline__ u64 addLate(LateEnds& late) const {
        __syncwarp();
        u64 sum = late.count > 0 ? addBeyond(late.take()) : 0;
        __syncwarp();
        return sum;
    }

    /** The count of an end that was added. Any thread, after a barrier. */
    __device__ __forceinline__ u32 get(u32 end) const {
        if (end < sharedEnds) {
            return Words::count(loadShared(address + Words::word(end) * 4), end);
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
        // The atomics went past L1, so this read must too.
        return Words::count(__ldcg(&spill[Words::word(beyond)]), beyond);
    }

    /**
     * Calls visit(end, count) for every counter of at least 2, and clears all. All threads of the block, between
     * barriers.
     */
    template <class Visit>
    __device__ __forceinline__ void drain(u32 ends, Visit visit) const {
        const u32 last = (u32)Words::words(min(ends, sharedEnds)) * 4;
        for (u32 at = threadIdx.x * 16; at < last; at += blockDim.x * 16) {
            uint4 words = loadSharedQuad(address + at);
            storeSharedQuad(address + at, make_uint4(0, 0, 0, 0));
            if (Words::any(words.x | words.y | words.z | words.w)) {
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
            storeShared(hash + i * 4, 0);
            if ((word & countMask()) > 1) {
                visit(sharedEnds + (word >> countBits) - 1, word & countMask());
            }
        }
        const u32 listed = spilled->counts[turn];
        if (listed > MOTIF_SPILL_LIST) {
            u64 words = Words::words(ends - sharedEnds);
            for (u64 i = threadIdx.x; i < words; i += blockDim.x) {
                visitWord(__ldcg(&spill[i]), (u32)i, sharedEnds, visit);
                spill[i] = 0;
            }
            return;
        }
        for (u32 i = threadIdx.x; i < listed; i += blockDim.x) {
            u32 beyond = spilled->ends[i], at = Words::word(beyond);
            // Other listed ends may be in the same word.
            u32 count = Words::count(atomicAnd(&spill[at], ~(Words::mask() << Words::shift(beyond))), beyond);
            if (count > 1) {
                visit(sharedEnds + beyond, count);
            }
        }
    }

    /** Sets all counters of ends [0, ends) to 0. All threads of the block, between barriers. */
    __device__ __forceinline__ void clear(u32 ends) const {
        clearShared(address, (u32)Words::words(min(ends, sharedEnds)));
        if (ends <= sharedEnds) {
            return;
        }
        clearShared(hash, hashWords());
        const u32 listed = spilled->counts[turn];
        if (listed > MOTIF_SPILL_LIST) {
            u64 quads = Words::words(ends - sharedEnds) / 4;
            for (u64 i = threadIdx.x; i < quads; i += blockDim.x) {
                reinterpret_cast<uint4*>(spill)[i] = make_uint4(0, 0, 0, 0);
            }
            return;
        }
        for (u32 i = threadIdx.x; i < listed; i += blockDim.x) {
            spill[Words::word(spilled->ends[i])] = 0;
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
            storeSharedQuad(at, make_uint4(0, 0, 0, 0));
        }
    }

    /** Adds one to an end, relative to sharedEnds (NO_VERTEX: none); returns its count before. Any lane may call it. */
    __device__ __forceinline__ u32 addBeyond(u32 beyond) const {
        const u32 key = beyond + 1;
        if (key == 0) {
            return 0;
        }
        if (isHashed(key)) {
            // A place in the table is never given up, so an end that finds none now will never find one.
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

    /** Adds one to the count of an end in global memory, and returns the count before; a new end is listed. */
    __device__ __forceinline__ u32 addSpilled(u32 beyond) const {
        u32 before = Words::count(atomicAdd(&spill[Words::word(beyond)], Words::one(beyond)), beyond);
        if (before == 0) {
            u32 at = addShared(list + turn * 4, 1);
            if (at < MOTIF_SPILL_LIST) {
                storeShared(list + 4 * (2 + at), beyond);
            }
        }
        return before;
    }

    template <class Visit>
    __device__ __forceinline__ void visitWord(u32 word, u32 index, u32 base, Visit& visit) const {
        if (!Words::any(word)) {
            return;
        }
        for (u32 k = 0; k < 1u << LOG; k++) {
            u32 count = word >> k * (32 >> LOG) & Words::mask();
            if (count > 1) {
                visit(base + (index << LOG) + k, count);
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
    using WarpSum = u32;

    __device__ __forceinline__ u32 hash(u32 end) const { return (end * 0x9E3779B1u) >> shift; }

    /**
     * Adds one to each of the ends w (NO_VERTEX: none); returns the sum of their counts before. Any lane may call it.
     */
    __device__ __forceinline__ u64 add(const u32 (&w)[QUAD]) {
        u64 sum = 0;
#pragma unroll
        for (u32 k = 0; k < QUAD; k++) {
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

    /** The count of an end that was added; after __syncwarp. */
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

    /** Empties the table. All lanes call it, between two __syncwarp. */
    __device__ __forceinline__ void clear() {
        for (u32 i = threadIdx.x & 31; i < slots; i += 32) {
            keys[i] = NO_VERTEX;
            counts[i] = 0;
        }
    }
};
