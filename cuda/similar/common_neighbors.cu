// Counts the common neighbors of the ends of every edge: the triangles that the edge is in.
// CommonNeighborsAlgorithm.java has the definition; the oriented graph is that of triangle_prep.cu.
//
// Each triangle w < v < u (by rank) is found once, from its middle vertex: v keeps its row in shared memory, and for
// each slot (u, v) that leads to v the neighbors w of u before v are looked up in it. That is one look-up for each pair
// of neighbors in a row. The usual choice, the row of u in shared memory and the rows of its neighbors streamed, needs
// many more, since it streams the long rows of hubs once for each vertex that leads to them. Of a triangle,
//   (v, w) is counted in shared memory, next to the row of v;
//   (u, v) in a register of the lane that has the slot (u, v);
//   (u, w) in global memory, in the slot just read: neighboring lanes add to neighboring slots.
//
// Owners v are in order of rank, so of degree. Blocks take those of many incoming slots, in tiles of incoming slots (a
// hub is many tiles, each of which puts the row into shared memory again). Their row is a bitmap over all ranks before
// v, each word with the position of its first vertex in the row, or a hash table if the bitmap does not fit. A warp
// takes each of the other owners, with a hash table.
//
// Launches. The words are those of cuda/README.md.
//
// Each triangle w < v < u is counted once, from its middle vertex v, the owner. Counts are u32 by slot, zero before;
// the kernels add to them. Zero claimed u64[1] and rests before the first launch and unfinished u64[1] before each;
// again and again until it stays 0.
//   kernel; grid x block; dynamic shared memory:
//     common_neighbors_bitmap_per_block: resident x 128; rests u64[2] a block; to <= 32 bitmapWords; 8 bitmapWords + 4
//       counters
//     common_neighbors_hash_per_block: resident x 128; rests u64[2] a block; capacity a power of two; 8 capacity
//     common_neighbors_hash_per_warp: resident x 128; rests u64 a warp; 8 capacity a warp
//     common_neighbors_values_per_edge: m/1024 x 256
//
// Owners [0, min(2^16, heavy)) take bitmaps, those up to heavy hash tables of blocks, the rest those of warps.
// heavyDegree is 256, tileSlots 2048, counters 1024, capacity 2048 and 1024 for warps. Every kernel is right for every
// owner: positions beyond counters are counted in global memory, rows of more than capacity / 2 in several walks.
//
// Passes. For ranges of rows i >= j: owners from range j, streamed rows from range i, with incoming of range i (steps
// 13 to 16), in arrays of their own also if i = j. OrientedPassesGpu.java adds the counts up.
#include "include/count.cuh"
#include "include/csr.cuh"
#include "include/kernel_abi.h"
#include "include/prefix.cuh"
#include "include/slice.cuh"

/** Rows on the device, from slot `first` of the graph on. Counts are by slot; kernels add to them. */
struct SlotRange {
    const u32* __restrict__ neighbors;
    u32* counts;
    u64 first;
};

/**
 * The owners to count, [from, to), and the rows that are streamed. The slots of the latter that lead to vertex v
 * are incoming[starts[v] .. starts[v + 1]). Row v of the graph is slots [offsets[v], offsets[v + 1]).
 */
struct Job {
    const u64* __restrict__ offsets;
    SlotRange owners;
    SlotRange streamed;
    const u64* __restrict__ starts;
    const u64* __restrict__ incoming;
    u32 from, to;
};

/** Variables that the threads of a block share beside a table. */
struct BlockTurn {
    u64 tile;     // the first slot of the tile that was claimed last, after that of the job
    u32 batches;  // of 32 slots: how many of an owner's have been claimed
    u32 isOver;   // whether time is over, when an owner has been walked through
};

/** The threads of a block, which share a table. */
struct Block {
    BlockTurn* turn;
    const Slice& slice;

    __device__ __forceinline__ u32 id() const { return threadIdx.x; }
    __device__ __forceinline__ u32 size() const { return blockDim.x; }
    __device__ __forceinline__ void sync() const { __syncthreads(); }
    /**
     * The number of the batch of 32 slots that a warp takes next. If it may stop, none is left once time is over, except
     * for the first. All lanes call it.
     */
    __device__ __forceinline__ u32 claim(u32, bool mayStop) const {
        u32 claimed = 0;
        if ((threadIdx.x & 31) == 0) {
            const bool stops = mayStop && *(const volatile u32*)&turn->batches > 0 && slice.isOver();
            claimed = stops ? NOTHING_LEFT : atomicAdd(&turn->batches, 1u);
        }
        return __shfl_sync(FULL_WARP, claimed, 0);
    }
    /** Begins the claims again. Called between two synchronizations. */
    __device__ __forceinline__ void resetClaims() const {
        if (threadIdx.x == 0) {
            turn->batches = 0;
        }
    }
    /** Called when a warp has nothing left to claim, before a synchronization; batchesOf is called after it. */
    __device__ __forceinline__ void endClaims() const {
        if (threadIdx.x == 0) {
            turn->isOver = slice.isOver();
        }
    }
    /** How many batches have been walked through, of so many. */
    __device__ __forceinline__ u32 walked(u32 batches) const { return min(turn->batches, batches); }
    static constexpr u32 NOTHING_LEFT = 0x80000000u;
};

struct Warp {
    __device__ __forceinline__ u32 id() const { return threadIdx.x & 31; }
    __device__ __forceinline__ u32 size() const { return 32; }
    __device__ __forceinline__ void sync() const { __syncwarp(); }
    __device__ __forceinline__ u32 claim(u32 before, bool) const { return before + 1; }
    __device__ __forceinline__ void resetClaims() const {}
    __device__ __forceinline__ void endClaims() const {}
    __device__ __forceinline__ u32 walked(u32 batches) const { return batches; }
};

// ---- tables: the row of an owner ----

/** A bitmap over the ranks before the owner. Positions from `counters` on are counted in global memory. */
struct BitmapTable {
    uint2* words;  // shared: 32 ranks, and the position of the first of them
    u32* counts;   // shared
    u32 counters;
    u32* global;  // by position

    __device__ __forceinline__ u32 most(u32 degree) const { return degree; }

    template <class Group>
    __device__ __forceinline__ void open(const Group& group, u32 owner, const u32* row, u32 degree, u32* globalCounts) {
        global = globalCounts;
        for (u32 i = group.id(); i <= owner >> 5; i += group.size()) {
            words[i] = {0, 0};
        }
        for (u32 i = group.id(); i < min(degree, counters); i += group.size()) {
            counts[i] = 0;
        }
        group.sync();
        for (u32 i = group.id(); i < degree; i += group.size()) {
            u32 w = row[i];
            atomicOr(&words[w >> 5].x, 1u << (w & 31));
            if (i == 0 || row[i - 1] >> 5 != w >> 5) {
                words[w >> 5].y = i;
            }
        }
    }
    /** Counts w if it is in the row. */
    __device__ __forceinline__ bool count(u32 w) {
        uint2 word = words[w >> 5];
        bool in = (word.x >> (w & 31)) & 1;
        if (in) {
            u32 position = word.y + __popc(word.x & ((1u << (w & 31)) - 1));
            if (position < counters) {
                atomicAdd(&counts[position], 1u);
            } else {
                atomicAdd(&global[position], 1u);
            }
        }
        return in;
    }
    __device__ __forceinline__ u32 countAt(u32 position, u32) const {
        return position < counters ? counts[position] : 0;
    }
};

/** A hash table with open addressing and linear probing, at most half full. Longer rows are taken in parts. */
struct HashTable {
    static constexpr u32 EMPTY = 0xffffffffu;
    u32* keys;    // shared
    u32* counts;  // shared
    u32 capacity;
    u32 slots, shift;

    __device__ __forceinline__ u32 most(u32 degree) const { return min(degree, capacity / 2); }

    template <class Group>
    __device__ __forceinline__ void open(const Group& group, u32, const u32* row, u32 degree, u32*) {
        u32 log = degree <= 8 ? 5 : 34 - __clz(degree - 1);  // a quarter full, while there is room
        while (1u << log > capacity) {
            log--;
        }
        slots = 1u << log;
        shift = 32 - log;
        for (u32 i = group.id(); i < slots; i += group.size()) {
            keys[i] = EMPTY;
            counts[i] = 0;
        }
        group.sync();
        for (u32 i = group.id(); i < degree; i += group.size()) {
            u32 w = row[i], at = start(w);
            while (atomicCAS(&keys[at], EMPTY, w) != EMPTY) {
                at = (at + 1) & (slots - 1);
            }
        }
    }
    __device__ __forceinline__ u32 start(u32 w) const { return (w * 0x9E3779B1u) >> shift; }
    /** The slot that holds w, or an empty slot if none does; `key` gets the key in it. */
    __device__ __forceinline__ u32 find(u32 w, u32& key) const {
        u32 at = start(w);
        while ((key = keys[at]) != w && key != EMPTY) {
            at = (at + 1) & (slots - 1);
        }
        return at;
    }
    __device__ __forceinline__ bool count(u32 w) {
        u32 key, at = find(w, key);
        bool in = key == w;
        if (in) {
            atomicAdd(&counts[at], 1u);
        }
        return in;
    }
    __device__ __forceinline__ u32 countAt(u32, u32 w) const {
        u32 key;
        return counts[find(w, key)];
    }
};

template <class Table>
struct CountNeighbors {
    static constexpr u32 AHEAD = 8;
    Table& table;
    u32* counts;
    u32 owner;

    __device__ __forceinline__ u32 none() const { return owner; }
    __device__ __forceinline__ bool visit(u32 w, u64 slot) {
        bool in = table.count(w);
        if (in) {
            atomicAdd(&counts[slot], 1u);
        }
        return in;
    }
};

/**
 * Counts the triangles of an owner that have one of the incoming slots [at, end). When time is over it may end before
 * that: returns the end of the slots that it has counted, at least one of them. All threads of the group call it.
 */
template <class Table, class Group>
__device__ __forceinline__ u64
countOwner(const Job& job, const Group& group, Table& table, u64* bases, u32 owner, u64 at, u64 end) {
    const u32 degree = (u32)(job.offsets[owner + 1ull] - job.offsets[owner]);
    const u64 begin = job.offsets[owner] - job.owners.first;
    const u32* row = job.owners.neighbors + begin;
    u32* counts = job.owners.counts + begin;
    const u32 batches = (u32)((end - at + 31) / 32);
    u32 walked = batches;
    for (u32 first = 0, part; first < degree; first += part) {
        part = table.most(degree - first);
        table.open(group, owner, row + first, part, counts + first);
        group.resetClaims();
        group.sync();
        CountNeighbors<Table> visit = {table, job.streamed.counts, owner};
        // A row that is taken in parts needs all slots for each of them.
        const bool mayStop = part == degree;
        for (u32 batch = group.claim(0xffffffffu, mayStop); batch < batches; batch = group.claim(batch, mayStop)) {
            u64 i = at + batch * 32ull + (threadIdx.x & 31);
            Prefix mine = {0, 0};
            if (i < end) {
                mine = Prefix::of(job.incoming[i]);
                mine.start -= job.streamed.first;
            }
            u32 counted = walkPrefixes(job.streamed.neighbors, mine, bases, visit);
            if (counted > 0) {
                atomicAdd(&job.streamed.counts[mine.slot()], counted);
            }
        }
        group.endClaims();
        group.sync();
        walked = group.walked(batches);
        for (u32 i = group.id(); i < part; i += group.size()) {
            u32 counted = table.countAt(i, row[first + i]);
            if (counted > 0) {
                atomicAdd(&counts[first + i], counted);
            }
        }
        group.sync();
    }
    return min(at + walked * 32ull, end);
}

/** Incoming slots that a block has claimed and not counted when its time was over; none at first. */
struct Rest {
    u64 from, to;
};

/**
 * Counts with blocks, which claim tiles of incoming slots. `rest` is that of the block, whose slots it takes first. Sets
 * *unfinished when time is over.
 */
template <class Table>
__device__ __forceinline__ void countPerBlock(
        const Job& job, Table& table, u32 tileSlots, u64 nanos, u64* claimed, Rest* rest, u64* unfinished) {
    __shared__ u64 bases[MOTIF_COUNT_THREADS_MAX / 32][PREFIX_BASES];
    __shared__ BlockTurn turn;
    const Slice slice(nanos);
    const Block group = {&turn, slice};
    const u64 first = job.starts[job.from], last = job.starts[job.to];
    u64 at = rest->from, end = rest->to;
    if (threadIdx.x == 0) {
        turn.isOver = 0;
    }
    __syncthreads();
    bool isOver = false;
    while (!isOver) {
        if (at == end) {
            __syncthreads();
            if (threadIdx.x == 0) {
                turn.tile = atomicAdd(claimed, (u64)tileSlots);
            }
            __syncthreads();
            if (turn.tile >= last - first) {
                break;
            }
            at = first + turn.tile;
            end = min(at + tileSlots, last);
        }
        for (u32 owner = rowOfSlot(job.starts, job.from, job.to - 1, at); at < end && !isOver; owner++) {
            const u64 ownerEnd = min(job.starts[owner + 1ull], end);
            if (at < ownerEnd) {
                at = countOwner(job, group, table, bases[threadIdx.x >> 5], owner, at, ownerEnd);
                isOver = turn.isOver != 0;
            }
        }
    }
    if (threadIdx.x == 0) {
        *rest = {at, end};
        if (isOver) {
            *unfinished = 1;
        }
    }
}

// ---- kernels ----
// owner: the rows of the middle vertices [from, to), which begin with slot ownerSlot of the graph; streamed: the rows
// of the last vertices, with the slots that lead to each vertex. Counts are by slot of these rows, added to. A launch
// ends after about `nanos` nanoseconds; when it sets *unfinished, launch again with as many blocks. `claimed` and `rests`
// are zero before the first launch, and tell the next one where to go on.

#define MOTIF_JOB_PARAMETERS                                                                                           \
    const u64 *__restrict__ offsets, const u32 *__restrict__ ownerNeighbors, u32 *ownerCounts, u64 ownerSlot,          \
            const u32 *__restrict__ streamedNeighbors, u32 *streamedCounts, u64 streamedSlot,                          \
            const u64 *__restrict__ incomingStarts, const u64 *__restrict__ incoming, u32 from, u32 to, u64 nanos,     \
            u64 *rests, u64 *unfinished

#define MOTIF_JOB                                                                                                      \
    Job {                                                                                                              \
        offsets, {ownerNeighbors, ownerCounts, ownerSlot}, {streamedNeighbors, streamedCounts, streamedSlot},          \
                incomingStarts, incoming, from, to                                                                     \
    }

/** Counts for owners below 32 * bitmapWords, a block with a bitmap for each tile. rests: two words a block. */
extern "C" __global__ void __launch_bounds__(MOTIF_COUNT_THREADS_MAX, 2) common_neighbors_bitmap_per_block(
        MOTIF_JOB_PARAMETERS, u32 tileSlots, u64* claimed, u32 bitmapWords, u32 counters) {
    extern __shared__ uint2 shared[];
    const Job job = MOTIF_JOB;
    BitmapTable table = {shared, reinterpret_cast<u32*>(shared + bitmapWords), counters, nullptr};
    countPerBlock(job, table, tileSlots, nanos, claimed, reinterpret_cast<Rest*>(rests) + blockIdx.x, unfinished);
}

/** Counts for any owners, a block with a hash table for each tile. rests: two words a block. */
extern "C" __global__ void __launch_bounds__(MOTIF_COUNT_THREADS_MAX, 2)
        common_neighbors_hash_per_block(MOTIF_JOB_PARAMETERS, u32 tileSlots, u64* claimed, u32 capacity) {
    extern __shared__ uint2 shared[];
    const Job job = MOTIF_JOB;
    u32* keys = reinterpret_cast<u32*>(shared);
    HashTable table = {keys, keys + capacity, capacity, 0, 0};
    countPerBlock(job, table, tileSlots, nanos, claimed, reinterpret_cast<Rest*>(rests) + blockIdx.x, unfinished);
}

/**
 * Counts for any owners, a warp for each; meant for those of few incoming slots. `capacity`: a power of two, at least
 * 32. rests: a word a warp, its next owner.
 */
extern "C" __global__ void __launch_bounds__(MOTIF_COUNT_THREADS_MAX, 2)
        common_neighbors_hash_per_warp(MOTIF_JOB_PARAMETERS, u32 capacity) {
    extern __shared__ uint2 shared[];
    __shared__ u64 bases[MOTIF_COUNT_THREADS_MAX / 32][PREFIX_BASES];
    const Job job = MOTIF_JOB;
    const Warp group;
    const u32 warp = threadIdx.x >> 5;
    u32* keys = reinterpret_cast<u32*>(shared) + warp * 2 * capacity;
    HashTable table = {keys, keys + capacity, capacity, 0, 0};
    const Slice slice(nanos);
    const u32 index = (blockIdx.x * blockDim.x + threadIdx.x) >> 5;
    u32 owner = rests[index] == 0 ? from + index : (u32)rests[index];
    for (bool isOver = false; owner < to && !isOver; owner += gridDim.x * blockDim.x >> 5) {
        u64 at = incomingStarts[owner], end = incomingStarts[owner + 1ull];
        if (at < end) {
            countOwner(job, group, table, bases[warp], owner, at, end);
        }
        isOver = slice.isOverForWarp();
    }
    if ((threadIdx.x & 31) == 0) {
        rests[index] = owner;
        if (owner < to) {
            *unfinished = 1;
        }
    }
}

/** byEdge[edge] = counts[slots[edge]] for `edgeCount` edges. */
extern "C" __global__ void common_neighbors_values_per_edge(
        const u32* __restrict__ counts, const u32* __restrict__ slots, u64 edgeCount, u32* __restrict__ byEdge) {
    for (u64 edge = blockIdx.x * (u64)blockDim.x + threadIdx.x; edge < edgeCount; edge += (u64)gridDim.x * blockDim.x) {
        byEdge[edge] = counts[slots[edge]];
    }
}
