// Counts butterflies: in total, by vertex, by edge. ButterflyAlgorithm.java has the definition; ranks are those of
// graph_prep.cu.
//
// For each start vertex u the wedges u-v-w with w before u and v are counted by end: H[w]. Each butterfly is two of the
// wedges of one pair (u, w), so the counts get
//   total   C(H[w], 2), added up while counting: each wedge is paired with those that came before it;
//   vertex  w, u: C(H[w], 2);  v: H[w] - 1 for each of its wedges;
//   edge    (u,v), (v,w): H[w] - 1 for each wedge.
// The work is one read and one shared atomic a wedge; middles and edges need a second walk.
//
// Owners of several sizes: a block with direct counters (wedge_table.cuh) for start vertices of much work, launched
// with fewer threads and smaller tables for those of less, so that more blocks run at once and less is cleared; a warp
// with a small hash table for the others. Blocks claim start vertices, heaviest first; the order is that of
// graph_prep.cu, where vertices of one work key are about as heavy, so warps take every n-th.
//
// Launches. The words are those of cuda/README.md.
//
// Three launches: large blocks for start vertices of work >= 2^12, small blocks down to 2^9, warps for the others. Work
// = wedges + degree; the key of work x is 255 - (4 * floor(log2 x) + the next two bits), so work >= 2^e has keys below
// WORK_KEYS - 4 * e. Key 255 (fewer than two wedges) is left out. keyStarts can also be positions of order: a launch
// takes those from [keyFrom] to [keyTo].
//
// Zero before: total u64[2] (low, high word), a claimed u32[1] for each launch of blocks, and perRank u64[n] or credits
// u64[2m]. Results are added to them. Usually first... and second... are the rows of the ranked graph, firstBase is 0,
// ends are in [0, n), and work keys are [0, 208), [208, 220), [220, WORK_KEY_IDLE). For edges firstCredits and
// secondCredits are both credits.
//
// - Blocks: at most COUNT_THREADS_MAX threads, grid the resident blocks. Dynamic shared memory 4 * (tableWords +
//   hashWords) + TABLE_EXTRA_BYTES and COUNT_WARP_BYTES a warp. tableWords is a multiple of TABLE_WORD_MULTIPLE,
//   hashWords a power of two. FourCyclesGpu.java halves the tables until a block fits.
//   threads; tableWords; hashWords; resident on an H200:
//     work >= 2^12: 512; 15,360 (60 KB); 8,192 (32 KB); 2 a multiprocessor
//     work >= 2^9: 128; 3,072 (12 KB); 2,048 (8 KB); 8
//
// - Ends: the first tableWords << LOG have direct counters of 32 >> LOG bits (LOG 2 for degrees of the start vertex up
//   to 255, 1 up to 65,535, else 0), the others go into the hash table, and what finds no place within 8 probes there
//   into spill.
// - spill: grid * spillWords words, zero before the first launch; launches leave them zero. spillWords is a multiple of
//   4, at least 64; n is always enough, n / 4 for starts of degrees up to 255. With fewer words the kernel walks the
//   rows several times. 4 GiB in all is a good cap.
// - secondNeighbors are read 16 bytes at a time, so the array must be readable up to a multiple of 16 bytes. first rows
//   must be whole rows.
// - Warps: 256 threads, maxSlots = 2^10, dynamic shared memory threads / 32 * maxSlots * 8 bytes (128 threads if a
//   block has less than 73 KB), grid the resident blocks.
//
// Passes for graphs larger than the device. For start vertices [a, b) and ends [c, d): first = rows a..b-1 with offsets
// from 0, firstBase = a; second = all n rows restricted to neighbors in [c, d), endLow = c, endHigh = d. Each pass:
// step 12 on the second rows, step 14 with (first, second), step 15 on the first rows and the sort of step 16 (b - a
// items). Second rows may leave out neighbors that rank after their own vertex; parts with b - 1 <= c have no wedges.
// ButterflyPassesGpu.java adds the credits up.
#include "count/wedge_table.cuh"
#include "count/wedge_walk.cuh"
#include "include/count.cuh"
#include "include/csr.cuh"
#include "include/kernel_abi.h"

/**
 * The number of blocks of MOTIF_COUNT_THREADS_MAX threads that a multiprocessor must hold: a thread gets 64 registers.
 */
static constexpr u32 COUNT_BLOCKS = 2;

enum class Wanted { TOTAL, VERTICES, EDGES };

/** Rows to count in, and where counts go. The kernels add to the outputs. */
struct Job {
    Rows first;
    const u32* __restrict__ prefixes;  // by slot of the first rows
    Rows second;
    u32 low, high;  // wanted ends
    const u32* __restrict__ order;
    const u64* __restrict__ wedges;  // of each start vertex, by u - first.base
    u64 from, to;                    // positions of order to take
    u64* __restrict__ total;
    u64* __restrict__ perRank;
    u64* __restrict__ firstCredits;
    u64* __restrict__ secondCredits;
};

/** Visits the wedges of the first walk, which counts them by end, for each kind of table. */
template <class Table>
struct CountWedges;

template <u32 LOG>
struct CountWedges<BlockTable<LOG>> {
    static constexpr bool SUMS = false, SLOTS = false;
    using Sum = u32;
    const BlockTable<LOG>& table;
    u32 base;
    LateEnds late;
    u64 found;

    __device__ __forceinline__ void visit(const u32 (&w)[QUAD], const u64*) { found += table.add(w, base, late); }
    __device__ __forceinline__ void row(u64, u32, u64) {}
};

template <>
struct CountWedges<WarpTable> {
    static constexpr bool SUMS = false, SLOTS = false;
    using Sum = u32;
    WarpTable& table;
    u64 found;

    __device__ __forceinline__ void visit(const u32 (&w)[QUAD], const u64*) { found += table.add(w); }
    __device__ __forceinline__ void row(u64, u32, u64) {}
};

/** Visits the wedges of the second walk, which credits them to middles or edges. */
template <Wanted WANTED, class Table>
struct CreditWedges {
    static constexpr bool SUMS = true, SLOTS = WANTED == Wanted::EDGES;
    using Sum = typename Table::WarpSum;
    const Table& table;
    u32 base;
    const Job& job;

    __device__ __forceinline__ void visit(u32 (&w)[QUAD], const u64* at) {
#pragma unroll
        for (u32 k = 0; k < QUAD; k++) {
            u32 others = w[k] != NO_VERTEX ? table.get(w[k] - base) - 1 : 0;
            if (SLOTS && others > 0) {
                atomicAdd(&job.secondCredits[at[k]], (u64)others);
            }
            w[k] = others;
        }
    }
    __device__ __forceinline__ void row(u64 slot, u32 v, u64 sum) {
        if (WANTED == Wanted::EDGES) {
            atomicAdd(&job.firstCredits[slot], sum);
        } else {
            atomicAdd(&job.perRank[v], sum);
        }
    }
};

// ---- a block for a start vertex ----

struct BlockStart {
    u32 u;
    u64 begin, end, wedges;
};

__device__ __forceinline__ u32 vertexAt(const Job& job, u64 i) { return i < job.to ? job.order[i] : NO_VERTEX; }

__device__ __forceinline__ BlockStart startOf(const Job& job, u32 u) {
    if (u == NO_VERTEX) {
        return {NO_VERTEX, 0, 0, 0};
    }
    return {u, job.first.begin(u), job.first.end(u), job.wedges[u - job.first.base]};
}

/**
 * Claims start vertices ahead, so that no thread waits for a claim, a vertex or its row: each call of next() returns
 * the row of the vertex that the call before looked up, from the claim of the call before that. Only thread 0 uses it.
 */
struct Claims {
    u32* claimed;
    u64 claim;
    u32 vertex;

    Claims() = default;
    __device__ __forceinline__ Claims(const Job& job, u32* counter) : claimed(counter) {
        vertex = vertexAt(job, dealt(job, 0));
        claim = dealt(job, 1);
    }
    __device__ __forceinline__ BlockStart next(const Job& job, u64 claimAfter) {
        BlockStart start = startOf(job, vertex);
        vertex = vertexAt(job, claim);
        claim = claimAfter;
        return start;
    }
    /**
     * The position that a block gets in one of the first rounds: claims made ahead would take the few heavy vertices.
     */
    __device__ __forceinline__ static u64 dealt(const Job& job, u32 round) {
        return job.from + (u64)round * gridDim.x + blockIdx.x;
    }
    __device__ __forceinline__ u64 claimOne(const Job& job) const {
        return dealt(job, DEALT_ROUNDS) - blockIdx.x + atomicAdd(claimed, 1u);
    }
    static constexpr u32 DEALT_ROUNDS = 4;
};

/** Where the counters of blocks are. */
struct Tables {
    u32 words, hashWords;
    u32* spill;
    u64 spillWords;  // of each block
};

static_assert(QUAD_ROWS_BYTES + LateEnds::BYTES == MOTIF_COUNT_WARP_BYTES, "what a warp has for itself");

/**
 * Dynamic shared memory of a block, by address: direct counters, the hash table, a word for each bank that nobody
 * reads, and what the warps have for themselves. Beside it the list of spilled ends.
 */
struct BlockMemory {
    u32 counters, hash, unused, rows, late, list;
    SpillList* spilled;
    u32 turn;

    __device__ __forceinline__ BlockMemory(const Tables& tables, const void* dynamic, SpillList* spillList) {
        counters = sharedAddress(dynamic);
        hash = counters + tables.words * 4;
        unused = hash + (tables.hashWords + (threadIdx.x & 31)) * 4;
        rows = hash + tables.hashWords * 4 + MOTIF_TABLE_EXTRA_BYTES + (threadIdx.x >> 5) * MOTIF_COUNT_WARP_BYTES;
        late = rows + QUAD_ROWS_BYTES;
        list = sharedAddress(spillList);
        spilled = spillList;
        turn = 0;
    }
};

/** Counts from one start vertex; returns the butterflies that this thread has found. All threads, between barriers. */
template <Wanted WANTED, u32 LOG>
__device__ __forceinline__ u64
countStart(const Job& job, const Tables& tables, BlockMemory& memory, const BlockStart& mine, const Middles& middles) {
    const u32 warp = threadIdx.x >> 5, warps = blockDim.x >> 5, lane = threadIdx.x & 31;
    BlockTable<LOG> table;
    table.address = memory.counters;
    table.sharedEnds = tables.words << LOG;
    table.unused = memory.unused;
    table.hash = memory.hash;
    table.hashShift = __clz(tables.hashWords) + 1;
    table.countBits = 32 - __clz((u32)(mine.end - mine.begin));
    table.spill = tables.spill + blockIdx.x * tables.spillWords;
    table.spilled = memory.spilled;
    table.list = memory.list;
    const u32 high = min(mine.u, job.high);
    const u64 window = table.sharedEnds + (tables.spillWords << LOG);
    u64 found = 0;
    for (u64 low = job.low; low < high; low += window) {
        const u32 windowEnd = (u32)min((u64)high, low + window);
        const Start start = {
                mine.u, mine.begin, mine.end, mine.wedges, (u32)low, windowEnd, low == job.low && windowEnd == high};
        table.turn = memory.turn;
        CountWedges<BlockTable<LOG>> count = {table, start.low, {memory.late, 0}, 0};
        walkWedges(job.first, job.prefixes, job.second, start, warp, warps, middles, memory.rows, count);
        count.found += table.addLate(count.late);
        found += count.found;
        const u32 ends = windowEnd - start.low;
        bool credits = false;
        if (WANTED == Wanted::TOTAL) {
            __syncthreads();
        } else {
            credits = __syncthreads_or(count.found > 0);
        }
        if (credits) {
            CreditWedges<WANTED, BlockTable<LOG>> credit = {table, start.low, job};
            walkWedges(job.first, job.prefixes, job.second, start, warp, warps, middles, memory.rows, credit);
            __syncthreads();
        }
        if (credits && WANTED == Wanted::VERTICES) {
            u64 own = warpSum(count.found);
            if (lane == 0 && own > 0) {
                atomicAdd(&job.perRank[mine.u], own);
            }
            table.drain(ends, [&](u32 end, u32 c) { atomicAdd(&job.perRank[start.low + end], pairs(c)); });
        } else {
            table.clear(ends);
        }
        memory.turn ^= 1;
        if (threadIdx.x == 0) {
            memory.spilled->counts[memory.turn] = 0;
        }
        if (windowEnd < high) {
            __syncthreads();
        }
    }
    return found;
}

template <Wanted WANTED>
__device__ __forceinline__ void countPerBlock(const Job& job, const Tables& tables, u32* claimed) {
    extern __shared__ uint4 sharedTable[];
    __shared__ SpillList spilled;
    // The start of this round, of the next, and the one that thread 0 fetches: none is read and written in one round.
    __shared__ BlockStart starts[3];
    const u32 warp = threadIdx.x >> 5, warps = blockDim.x >> 5, lane = threadIdx.x & 31;
    BlockMemory memory(tables, sharedTable, &spilled);
    for (u32 i = threadIdx.x; i < (tables.words + tables.hashWords) / 4; i += blockDim.x) {
        storeSharedQuad(memory.counters + i * 16, make_uint4(0, 0, 0, 0));
    }
    Claims claims;
    if (threadIdx.x == 0) {
        spilled.counts[0] = 0;
        claims = Claims(job, claimed);
        starts[0] = claims.next(job, Claims::dealt(job, 2));
        starts[1] = claims.next(job, Claims::dealt(job, 3));
    }
    __syncthreads();
    // The first middles of the next start vertex are loaded while this one's are counted.
    auto open = [&](const BlockStart& start) {
        return openMiddles(
                job.first.neighbors, job.prefixes, start.begin, (u32)(start.end - start.begin), warp + lane * warps);
    };
    Middles middles = open(starts[0]);
    openRows(job.second, middles);
    u64 found = 0;
    for (u32 round = 0; starts[round].u != NO_VERTEX;) {
        const BlockStart mine = starts[round];
        const u32 nextRound = round == 2 ? 0 : round + 1, lastRound = round == 0 ? 2 : round - 1;
        Middles nextMiddles = open(starts[nextRound]);
        if (threadIdx.x == 0) {
            starts[lastRound] = claims.next(job, claims.claimOne(job));
        }
        const u64 degree = mine.end - mine.begin;
        if (degree < 1 << 8) {
            found += countStart<WANTED, 2>(job, tables, memory, mine, middles);
        } else if (degree < 1 << 16) {
            found += countStart<WANTED, 1>(job, tables, memory, mine, middles);
        } else {
            found += countStart<WANTED, 0>(job, tables, memory, mine, middles);
        }
        openRows(job.second, nextMiddles);
        middles = nextMiddles;
        round = nextRound;
        __syncthreads();
    }
    addBlockTotal(job.total, found);
}

// ---- a warp for a start vertex ----

template <Wanted WANTED>
__device__ __forceinline__ void countPerWarp(const Job& job, u32 maxSlots) {
    extern __shared__ uint4 sharedTable[];
    __shared__ uint4 rowsOfWarps[MOTIF_COUNT_THREADS_MAX / 32][QUAD_ROWS_BYTES / 16];
    const u32 warp = threadIdx.x >> 5, lane = threadIdx.x & 31;
    const u32 rows = sharedAddress(rowsOfWarps[warp]);
    WarpTable table;
    table.keys = reinterpret_cast<u32*>(sharedTable) + warp * maxSlots * 2;
    table.counts = table.keys + maxSlots;
    table.slots = maxSlots;
    table.clear();
    __syncwarp();
    u64 found = 0;
    const u64 stride = (u64)gridDim.x * blockDim.x >> 5;
    u64 at = job.from + ((blockIdx.x * (u64)blockDim.x + threadIdx.x) >> 5);
    BlockStart mine = startOf(job, vertexAt(job, at));
    u32 nextVertex = vertexAt(job, at + stride);
    for (; mine.u != NO_VERTEX; at += stride) {
        BlockStart next = startOf(job, nextVertex);
        nextVertex = vertexAt(job, at + 2 * stride);
        u32 log = mine.wedges > MOTIF_HASH_SLOTS_MIN / 2 ? 33 - __clz((u32)mine.wedges - 1) : 6;
        table.slots = 1u << log;
        table.shift = 32 - log;
        const Start start = {mine.u, mine.begin, mine.end, mine.wedges, job.low, min(mine.u, job.high), true};
        Middles middles =
                openMiddles(job.first.neighbors, job.prefixes, mine.begin, (u32)(mine.end - mine.begin), lane);
        openRows(job.second, middles);
        CountWedges<WarpTable> count = {table, 0};
        walkWedges(job.first, job.prefixes, job.second, start, 0, 1, middles, rows, count);
        found += count.found;
        __syncwarp();
        if (WANTED != Wanted::TOTAL && __any_sync(FULL_WARP, count.found > 0)) {
            CreditWedges<WANTED, WarpTable> credit = {table, 0, job};
            walkWedges(job.first, job.prefixes, job.second, start, 0, 1, middles, rows, credit);
            if (WANTED == Wanted::VERTICES) {
                u64 own = warpSum(count.found);
                if (lane == 0) {
                    atomicAdd(&job.perRank[mine.u], own);
                }
                table.forEach([&](u32 end, u32 c) { atomicAdd(&job.perRank[end], pairs(c)); });
            }
            __syncwarp();
        }
        table.clear();
        __syncwarp();
        mine = next;
    }
    addBlockTotal(job.total, found);
}

// ---- kernels ----
// first: the rows of start vertices from rank firstBase on; second: the rows of all vertices, in which ends of [endLow,
// endHigh) are wanted. prefixes are by slot of the first rows, wedges by start vertex. order: start vertices, of which
// a launch takes those from position keyStarts[keyFrom] to keyStarts[keyTo]. total: low and high word, added to, as all
// outputs are.

#define MOTIF_JOB_PARAMETERS                                                                                           \
    const u64 *__restrict__ firstOffsets, const u32 *__restrict__ firstNeighbors, const u32 *__restrict__ prefixes,    \
            u32 firstBase, const u64 *__restrict__ secondOffsets, const u32 *__restrict__ secondNeighbors, u32 endLow, \
            u32 endHigh, const u32 *__restrict__ order, const u64 *__restrict__ wedges,                                \
            const u64 *__restrict__ keyStarts, u32 keyFrom, u32 keyTo, u64 *__restrict__ total

#define MOTIF_JOB(perRank, firstCredits, secondCredits)                                                                \
    Job {                                                                                                              \
        {firstOffsets, firstNeighbors, firstBase}, prefixes, {secondOffsets, secondNeighbors, 0}, endLow, endHigh,     \
                order, wedges, keyStarts[keyFrom], keyStarts[keyTo], total, perRank, firstCredits, secondCredits       \
    }

extern "C" __global__ void __launch_bounds__(MOTIF_COUNT_THREADS_MAX, COUNT_BLOCKS) butterfly_total_per_block(
        MOTIF_JOB_PARAMETERS, u32 tableWords, u32 hashWords, u32* spill, u64 spillWords, u32* claimed) {
    const Job job = MOTIF_JOB(nullptr, nullptr, nullptr);
    countPerBlock<Wanted::TOTAL>(job, {tableWords, hashWords, spill, spillWords}, claimed);
}

extern "C" __global__ void __launch_bounds__(MOTIF_COUNT_THREADS_MAX, COUNT_BLOCKS) butterfly_vertices_per_block(
        MOTIF_JOB_PARAMETERS, u32 tableWords, u32 hashWords, u32* spill, u64 spillWords, u32* claimed,
        u64* __restrict__ perRank) {
    const Job job = MOTIF_JOB(perRank, nullptr, nullptr);
    countPerBlock<Wanted::VERTICES>(job, {tableWords, hashWords, spill, spillWords}, claimed);
}

extern "C" __global__ void __launch_bounds__(MOTIF_COUNT_THREADS_MAX, COUNT_BLOCKS) butterfly_edges_per_block(
        MOTIF_JOB_PARAMETERS, u32 tableWords, u32 hashWords, u32* spill, u64 spillWords, u32* claimed,
        u64* firstCredits, u64* secondCredits) {
    const Job job = MOTIF_JOB(nullptr, firstCredits, secondCredits);
    countPerBlock<Wanted::EDGES>(job, {tableWords, hashWords, spill, spillWords}, claimed);
}

extern "C" __global__ void __launch_bounds__(MOTIF_COUNT_THREADS_MAX, COUNT_BLOCKS)
        butterfly_total_per_warp(MOTIF_JOB_PARAMETERS, u32 maxSlots) {
    const Job job = MOTIF_JOB(nullptr, nullptr, nullptr);
    countPerWarp<Wanted::TOTAL>(job, maxSlots);
}

extern "C" __global__ void __launch_bounds__(MOTIF_COUNT_THREADS_MAX, COUNT_BLOCKS)
        butterfly_vertices_per_warp(MOTIF_JOB_PARAMETERS, u32 maxSlots, u64* __restrict__ perRank) {
    const Job job = MOTIF_JOB(perRank, nullptr, nullptr);
    countPerWarp<Wanted::VERTICES>(job, maxSlots);
}

extern "C" __global__ void __launch_bounds__(MOTIF_COUNT_THREADS_MAX, COUNT_BLOCKS)
        butterfly_edges_per_warp(MOTIF_JOB_PARAMETERS, u32 maxSlots, u64* firstCredits, u64* secondCredits) {
    const Job job = MOTIF_JOB(nullptr, firstCredits, secondCredits);
    countPerWarp<Wanted::EDGES>(job, maxSlots);
}
