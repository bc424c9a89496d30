// Finds the pairs of vertices of one side with common neighbors, or the most alike of each vertex. PairBatchAlgorithm.java
// has the definition.
//
// For each source u the paths u-v-w are counted by their end w in shared memory: the counts are the common neighbors of
// all pairs (u, w). A source of few paths has a hash table. Those of the others are counted in windows of ends, with a
// direct counter for each end of the window: rows are ascending, so each window is a part of each row, and no path is
// read twice. A block takes one source at a time, heaviest first.
//
// The ends whose counts are large enough to be wanted become candidates, in shared memory. Where `limit` of them are
// wanted, the candidates are sorted when they fill their room, the best `limit` stay, and the worst of these tells which
// counts can still be of use; so few ends are looked at closer. A similarity is the double nearest to its exact value,
// as on the host, so that equal ones are equal.
//
// Some similarities are sums of weights of the common neighbors, by their degrees. Weights are whole numbers of 2^-62,
// and sums have 96 bits beside the counters, so they are exact and the same in any order; their value is the double
// nearest to them, but for sums above 2^23 rounded once more, as on the host. Where edges have weights, each path adds
// the smaller one of its two, or their product, in whole numbers whose sums are below 2^53, or narrow ones below 2^32.
//
// Results are chunks of 64-bit rows: a header (how many pairs follow, where the previous chunk of the source is) and for
// each pair its end and count, in another row its value where that is a sum. heads[i] is 1 + the position of the last
// chunk of source from + i, 0 without any.
//
// Launches. The words are those of cuda/README.md.
//
// Input: CSR of both sides, first... the rows of the sources' side with vertices rows, second... those of the other; in
// a unipartite graph both are the same. Sources are [from, from + count).
//   step; kernel; grid x block:
//     1  pairs_work_per_source; any x 256; keys and values, the numbers of sources in the batch
//     2  sort of count items by 8 bits (graph_prep.cu); values are order, digitStarts = keyStarts
//     3  pairs_windows_per_block; resident x 32 to PAIRS_THREADS_MAX; any work keys; words of counters, a multiple of 4
//     4  pairs_hash_per_block, for each size of table; resident x 32 to PAIRS_THREADS_MAX; work < slots / 2, a power of
//       two
//     3, 4  where values are sums pairs_sums_windows_per_block and pairs_sums_hash_per_block; weights u64, by degree up
//       to the largest of second, below 2^63, those of degrees 0 and 1 being 0; or, with PAIRS_WEIGHED, by slot of
//       first, secondWeights by slot of second, totals f64 the sum of those of each vertex, for PAIRS_COSINE of their
//       squares, and scale the bits of the double that a weight of 1 is
//     3, 4  where these sums are below 2^32 pairs_narrow_windows_per_block and pairs_narrow_hash_per_block; weights and
//       secondWeights u32
//
// - Work is that of butterfly.cu with 1 + the paths to other vertices. Steps 3 and 4 again and again until unfinished,
//   zero before each launch, stays 0.
// - Dynamic shared memory: PAIRS_CANDIDATE_BYTES for each of capacity candidates, a power of two of at least 32 and 2
//   limit, and 8 bytes a slot or 4 a word, 12 more of each for sums, 4 for narrow ones.
// - Zero before: used u64[1], heads u32[count], claimed u64[1] for each kernel, rests a word a block of step 3.
// - rows u64[rowLimit], rowLimit < 2^32 - 1: count (limit + 1) is enough where there is a limit. When used is larger
//   than rowLimit, pairs are missing: zero and launch again with fewer sources. The pairs of one source without a
//   limit, vertices * 33 / 32 + 4096 rows at most, always fit. A pair with a sum counts twice.
// - cutoff is the bits of a double. Chunks of rows: see the head of the .cu file.
#include "count/wedge_table.cuh"
#include "include/slice.cuh"
#include "include/work_key.cuh"

/** A pair of the source that may be wanted. Those of smaller keys, then of smaller ends come first. */
struct __align__(16) Candidate {
    u64 key;
    u32 end, common;

    __device__ __forceinline__ bool isBefore(u64 otherKey, u32 otherEnd) const {
        return key < otherKey || (key == otherKey && end < otherEnd);
    }
};

static_assert(sizeof(Candidate) == MOTIF_PAIRS_CANDIDATE_BYTES, "what a candidate takes of shared memory");

/** Rows of more paths than this are counted by all threads of the block together. */
static constexpr u32 LONG_ROW = 1024;
static constexpr u32 MOST_LONG_ROWS = 64;
/** Of so many middles it is remembered where the next window begins in their rows. */
static constexpr u32 CURSORS = 1024;

/** Less than 1 by more than any rounding of the bounds below. */
static constexpr double ALMOST_ONE = 1 - 1e-9;

/** Pairs that are wanted, and where they go. */
struct Job {
    Rows first;   // the middles of each source
    Rows second;  // the ends of each middle
    u32 vertices;
    u32 from;  // the first source
    const u32* __restrict__ order;
    u64 begin, end;  // positions of order to take
    u32 metric, flags;
    double cutoff;
    u32 minCommon, leastDegree, mostDegree;
    u32 limit;     // most pairs of a source, the best; 0 for all
    u32 capacity;  // room for candidates, a power of two
    u64* rows;
    u64 rowLimit;
    u64* used;
    u32* heads;

    __device__ __forceinline__ bool wantsLeast() const { return (flags & MOTIF_PAIRS_LEAST) != 0; }
    __device__ __forceinline__ bool wantsAbove() const { return (flags & MOTIF_PAIRS_ABOVE) != 0; }
    /** Whether edges have weights. */
    __device__ __forceinline__ bool isWeighed() const { return (flags & MOTIF_PAIRS_WEIGHED) != 0; }
    /** Whether rows have been dropped, so that the launches are in vain. */
    __device__ __forceinline__ bool isOverfull() const { return *(volatile u64*)used > rowLimit; }
};

/** A source, with row [begin, begin + degree) of the middles; index is its number in the batch. */
struct Source {
    u64 position;
    u64 begin;
    u32 index, u, degree;
    u32 low;  // the first end that has not been counted
};

static constexpr u64 NO_POSITION = ~0ull;

/** The bound that a candidate must meet to be of use. */
struct Bound {
    u64 key;  // it must come before this
    u32 end;
    u32 common;  // and have at least as many common neighbors

    __device__ __forceinline__ static Bound none(u32 common) { return {~0ull, NO_VERTEX, common}; }
};

/** Variables that the threads of a block share besides candidates and counters. */
struct Turn {
    Source source;
    Bound bound;
    u32 count;  // of candidates, and of those that found no room
    u32 base;   // of a chunk
    u32 longRows;
    u32 longLengths[MOST_LONG_ROWS];
    u64 longStarts[MOST_LONG_ROWS];
};

__device__ __forceinline__ u64 degreeOf(const Rows& rows, u32 x) { return rows.end(x) - rows.begin(x); }

__device__ __forceinline__ u64 significandOf(double value) {
    return ((u64)__double_as_longlong(value) & ((1ull << 52) - 1)) | 1ull << 52;
}

/** Whether part / sqrt(product) is above the middle of a double near to it and the next one: see SimilarityMetric. */
__device__ __forceinline__ bool isAboveMiddle(u64 part, u64 product, double near) {
    const u64 odd = significandOf(near) << 1 | 1, low = odd * odd;
    const u32 shift = 2 * (53 + 1023 - (u32)(__double_as_longlong(near) >> 52)) - 64;
    const u64 exact = shift < 64 ? part * part << shift : 0;
    const u64 middle = __umul64hi(odd, odd) * product + __umul64hi(low, product);
    return (long long)(exact - middle - (low * product != 0)) >= 0;
}

/** The double nearest to part / sqrt(product), at most 1, with a product of at most 2^62. */
__device__ __forceinline__ double nearestOverRoot(u32 part, u64 product) {
    if (part == 0) {
        return 0;
    }
    double near = __dsqrt_rn(__ddiv_rn((double)((u64)part * part), (double)product));
    // A few steps, whatever is in memory.
    for (u32 step = 0; step < 4 && isAboveMiddle(part, product, near); step++) {
        near = __longlong_as_double(__double_as_longlong(near) + 1);
    }
    for (u32 step = 0; step < 4; step++) {
        const double before = __longlong_as_double(__double_as_longlong(near) - 1);
        if (isAboveMiddle(part, product, before)) {
            break;
        }
        near = before;
    }
    return near;
}

/** The similarity of the source and another vertex: the double nearest to it, as in SimilarityMetric.java. */
__device__ __forceinline__ double similarity(const Job& job, const Source& source, u32 w, u32 degree, u32 common) {
    switch (job.metric) {
        case MOTIF_PAIRS_COUNT:
            return common;
        case MOTIF_PAIRS_TOTAL_NEIGHBORS:
            return (double)source.degree + degree - common;
        case MOTIF_PAIRS_PREFERENTIAL_ATTACHMENT:
            return (double)((u64)source.degree * degree);
        default:
            break;
    }
    if (job.metric == MOTIF_PAIRS_JACCARD || job.metric == MOTIF_PAIRS_OVERLAP) {
        const bool jaccard = job.metric == MOTIF_PAIRS_JACCARD;
        return __ddiv_rn(common, jaccard ? (double)source.degree + degree - common : min(source.degree, degree));
    }
    u32 part = common, closed = 0;
    if (job.metric == MOTIF_PAIRS_STRUCTURAL) {
        closed = 1;
        if ((job.flags & MOTIF_PAIRS_ADJACENT) != 0) {
            const u64 end = source.begin + source.degree;
            const u64 at = lowerBound(job.first.neighbors, source.begin, end, w);
            part += at < end && job.first.neighbors[at] == w ? 2 : 0;
        }
    }
    return nearestOverRoot(part, (u64)(source.degree + closed) * (degree + closed));
}

/** With fewer common neighbors no pair of the source is this similar, whatever its other end. */
__device__ __forceinline__ u32 leastCommon(const Job& job, const Source& source, double similarity) {
    double least = 0;
    switch (job.isWeighed() ? MOTIF_PAIRS_SUM : job.metric) {
        case MOTIF_PAIRS_COUNT:
            least = similarity;
            break;
        case MOTIF_PAIRS_JACCARD:
            least = similarity * source.degree;
            break;
        case MOTIF_PAIRS_COSINE:
            least = similarity * similarity * source.degree;
            break;
        default:
            break;
    }
    return max(job.minCommon, (u32)min(ceil(least * ALMOST_ONE), 4294967295.0));
}

// ---- sums of weights ----

/** Of similarities that follow from counts: nothing is added up. */
struct NoSums {
    static constexpr bool WEIGHED = false;
    static constexpr u32 ROWS_PER_PAIR = 1;

    __device__ __forceinline__ u64 weightOf(const Job&, u32, u64) const { return 0; }
    __device__ __forceinline__ u64 ofPath(u64, u64) const { return 0; }
    __device__ __forceinline__ void add(u32, u64) const {}
    __device__ __forceinline__ double value(const Job&, u32, u32, u32) const { return 0; }
    __device__ __forceinline__ void clear(u32) const {}
    __device__ __forceinline__ void putRow(u32, u64) const {}
    __device__ __forceinline__ u64 ofRow(u32) const { return 0; }
    __device__ __forceinline__ void putLongRow(u32, u64) const {}
    __device__ __forceinline__ u64 ofLongRow(u32) const { return 0; }
};

/**
 * The sums of weights of the common neighbors, or of the paths, one for each counter, and the weights of the rows that are
 * dealt. Sums and the latter are in shared memory. Weights are u64, and sums have 96 bits; or u32, as sums of weights of
 * edges are then.
 */
template <class Weight>
struct Sums {
    static constexpr bool WEIGHED = true;
    static constexpr bool NARROW = sizeof(Weight) == sizeof(u32);
    static constexpr u32 ROWS_PER_PAIR = 2;
    u32* low;  // the words of all sums, lowest first: as many as there are counters, thrice, or once
    u32 counters;
    const Weight* __restrict__ weights;        // by degree of the middle; by slot of first where edges have weights
    const Weight* __restrict__ secondWeights;  // by slot of second; null where edges have none
    const double* __restrict__ totals;         // by vertex
    double scale;                              // of a sum of weights of edges
    bool multiplied;                           // whether the weight of a path is the product of those of its edges
    u64* rows;                                 // of this warp
    u64* longRows;                             // of the block

    /** The weight of all paths by a middle: `slot` leads to it, and it has this degree. */
    __device__ __forceinline__ u64 weightOf(const Job& job, u32 degree, u64 slot) const {
        return __ldg(weights + (NARROW || job.isWeighed() ? slot : degree));
    }

    /** The weight of a path: `weight` is that of its middle, and `slot` leads to its end. */
    __device__ __forceinline__ u64 ofPath(u64 weight, u64 slot) const {
        if (!NARROW && secondWeights == nullptr) {
            return weight;
        }
        const Weight first = (Weight)weight, second = __ldg(secondWeights + slot);
        return multiplied ? first * second : min(first, second);
    }

    /** Adds a weight below 2^63. Any thread; of all that add to one sum, those that make a word wrap carry. */
    __device__ __forceinline__ void add(u32 at, u64 weight) const {
        const u32 first = (u32)weight;
        if (NARROW) {
            atomicAdd(low + at, first);
            return;
        }
        const u32 second = (u32)(weight >> 32) + (atomicAdd(low + at, first) > ~first ? 1 : 0);
        if (atomicAdd(low + counters + at, second) > ~second) {
            atomicAdd(low + 2 * counters + at, 1u);
        }
    }

    /**
     * The value of the pair (u, w), whose counter is `at`: its sum, or what follows from that. Products are exact, so
     * that fused operations change nothing. After a barrier.
     */
    __device__ __forceinline__ double value(const Job& job, u32 u, u32 w, u32 at) const {
        if (!NARROW && !job.isWeighed()) {
            return low[2 * counters + at] * 0x1p2 + low[counters + at] * 0x1p-30 + low[at] * 0x1p-62;
        }
        const double sum = NARROW ? (double)low[at] : (double)((u64)low[counters + at] << 32 | low[at]);
        if (job.metric == MOTIF_PAIRS_COUNT) {
            return sum * scale;
        }
        const double ofU = totals[u], ofW = totals[w];
        const double whole = job.metric == MOTIF_PAIRS_JACCARD ? ofU + ofW - sum
                : job.metric == MOTIF_PAIRS_OVERLAP            ? min(ofU, ofW)
                                                               : __dsqrt_rn(ofU * ofW);
        return whole == 0 ? 0 : __ddiv_rn(sum, whole);
    }

    __device__ __forceinline__ void clear(u32 at) const {
        low[at] = 0;
        if (!NARROW) {
            low[counters + at] = low[2 * counters + at] = 0;
        }
    }

    __device__ __forceinline__ void putRow(u32 row, u64 weight) const { rows[row] = weight; }
    __device__ __forceinline__ u64 ofRow(u32 row) const { return rows[row]; }
    __device__ __forceinline__ void putLongRow(u32 row, u64 weight) const { longRows[row] = weight; }
    __device__ __forceinline__ u64 ofLongRow(u32 row) const { return longRows[row]; }
};

// ---- candidates ----

/** The candidates of a block. */
template <class S>
struct Candidates {
    const Job& job;
    Turn& turn;
    Candidate* list;
    S sums;

    /**
     * Adds a pair of the source if it is wanted; false if there is no room for it. `counter` is that of the end. Any
     * thread.
     */
    __device__ __forceinline__ bool offer(
            const Source& source, const Bound& bound, u32 end, u32 common, u32 counter) const {
        if (common < bound.common || end == source.u) {
            return true;
        }
        const u64 degree = degreeOf(job.first, end);
        if (degree < job.leastDegree || degree > job.mostDegree) {
            return true;
        }
        const double value = S::WEIGHED ? sums.value(job, source.u, end, counter)
                                        : similarity(job, source, end, (u32)degree, common);
        const Candidate candidate = {keyOf(value), end, common};
        if (!(value >= job.cutoff) || !candidate.isBefore(bound.key, bound.end)) {
            return true;
        }
        const u32 at = atomicAdd(&turn.count, 1u);
        if (at >= job.capacity) {
            return false;
        }
        list[at] = candidate;
        return true;
    }

    /** Makes room when there is none. All threads, between barriers. */
    __device__ __forceinline__ void makeRoom(const Source& source) const {
        if (job.limit > 0) {
            choose(source);
        } else {
            write(source, job.capacity);
        }
    }

    /** Keeps the best `limit` of the candidates, of which there are as many or more. All threads, between barriers. */
    __device__ __forceinline__ void choose(const Source& source) const {
        const u32 count = min(turn.count, job.capacity);
        const u32 size = count <= 1 ? 1 : 1u << (32 - __clz(count - 1));
        for (u32 i = count + threadIdx.x; i < size; i += blockDim.x) {
            list[i] = {~0ull, NO_VERTEX, 0};
        }
        __syncthreads();
        for (u32 k = 2; k <= size; k <<= 1) {
            for (u32 j = k >> 1; j > 0; j >>= 1) {
                for (u32 i = threadIdx.x; i < size / 2; i += blockDim.x) {
                    const u32 at = 2 * i - (i & (j - 1));
                    const Candidate a = list[at], b = list[at + j];
                    if (b.isBefore(a.key, a.end) == ((at & k) == 0)) {
                        list[at] = b;
                        list[at + j] = a;
                    }
                }
                __syncthreads();
            }
        }
        if (threadIdx.x == 0) {
            const Candidate worst = list[job.limit - 1];
            turn.count = min(count, job.limit);
            turn.bound.key = worst.key;
            turn.bound.end = worst.end;
            if (!job.wantsLeast()) {
                turn.bound.common = max(turn.bound.common, leastCommon(job, source, valueOf(worst.key)));
            }
        }
        __syncthreads();
    }

    /** Writes the pairs of a source of which all, or all of this launch, have been offered. All threads. */
    __device__ __forceinline__ void finish(const Source& source, bool goesOn) const {
        if (job.limit > 0 && turn.count > job.limit) {
            choose(source);
        }
        write(source, job.limit > 0 && goesOn ? job.limit : min(turn.count, job.capacity));
    }

    /** Takes back what finish() wrote in the launch before. All threads, between barriers. */
    __device__ __forceinline__ void reload(const Source& source) const {
        const u32 head = job.limit > 0 ? job.heads[source.index] : 0;
        if (head == 0) {
            return;
        }
        const u64* chunk = job.rows + (head - 1);
        const u32 count = (u32)(chunk[0] >> 32);
        for (u32 i = threadIdx.x; i < count; i += blockDim.x) {
            const u64* pair = chunk + 1 + i * S::ROWS_PER_PAIR;
            const u32 end = (u32)(pair[0] >> 32), common = (u32)pair[0];
            const double value = S::WEIGHED ? __longlong_as_double((long long)pair[S::ROWS_PER_PAIR - 1])
                                            : similarity(job, source, end, (u32)degreeOf(job.first, end), common);
            list[i] = {keyOf(value), end, common};
        }
        if (threadIdx.x == 0) {
            turn.count = count;
        }
        __syncthreads();
        if (count == job.limit) {
            choose(source);
        }
    }

private:
    __device__ __forceinline__ u64 keyOf(double value) const {
        const u64 bits = (u64)__double_as_longlong(value);
        return job.wantsLeast() ? bits : ~bits;
    }
    __device__ __forceinline__ double valueOf(u64 key) const {
        return __longlong_as_double((long long)(job.wantsLeast() ? key : ~key));
    }

    /**
     * Writes the candidates as a chunk with room for `room` pairs, and keeps none. Chosen ones replace those of the
     * launch before; otherwise the chunks of a source are linked. All threads, between barriers.
     */
    __device__ __forceinline__ void write(const Source& source, u32 room) const {
        const u32 count = min(turn.count, job.capacity);
        if (count == 0) {
            return;
        }
        if (threadIdx.x == 0) {
            const u32 head = job.heads[source.index];
            const bool replaces = job.limit > 0 && head != 0;
            const u64 size = (u64)room * S::ROWS_PER_PAIR + 1;
            const u64 base = replaces ? head - 1 : atomicAdd(job.used, size);
            const bool fits = base + size <= job.rowLimit;
            turn.base = fits ? (u32)base + 1 : 0;
            if (fits) {
                job.rows[base] = (u64)count << 32 | (job.limit > 0 ? 0 : head);
                job.heads[source.index] = (u32)base + 1;
            }
        }
        __syncthreads();
        const u32 base = turn.base;
        if (base != 0) {
            for (u32 i = threadIdx.x; i < count; i += blockDim.x) {
                u64* pair = job.rows + base + i * S::ROWS_PER_PAIR;
                pair[0] = (u64)list[i].end << 32 | list[i].common;
                if (S::WEIGHED) {
                    pair[S::ROWS_PER_PAIR - 1] = (u64)__double_as_longlong(valueOf(list[i].key));
                }
            }
        }
        __syncthreads();
        if (threadIdx.x == 0) {
            turn.count = 0;
        }
        __syncthreads();
    }
};

// ---- counting ----

/** Calls visit(middles) with the rows of the middles of the source, dealt to the warps. */
template <class Visit>
__device__ __forceinline__ void walkMiddles(const Job& job, const Source& source, Visit visit) {
    const u32 warp = threadIdx.x >> 5, warps = blockDim.x >> 5, lane = threadIdx.x & 31;
    const u32 atOnce = min((source.degree + warps - 1) / warps, 32u);
    for (u64 i = (u64)warp * atOnce; i < source.degree; i += (u64)warps * atOnce) {
        Middles mine = {0, 0, 0};
        if (lane < atOnce && i + lane < source.degree) {
            mine.v = job.first.neighbors[source.begin + i + lane];
            mine.from = job.second.begin(mine.v);
            mine.length = (u32)(job.second.end(mine.v) - mine.from);
        }
        visit(mine, (u32)min(i + lane, (u64)NO_VERTEX));
    }
}

/** A hash table of a block: ends and their counts, never more than half full. */
struct HashTable {
    u32* keys;
    u32* counts;
    u32 slots;

    /** Counts an end; returns its slot. Any thread. */
    __device__ __forceinline__ u32 add(u32 end) const {
        u32 slot = (end * 0x9E3779B1u) >> (__clz(slots) + 1);
        // There always is a free slot, unless memory were damaged.
        for (u32 probe = 0; probe < slots; probe++, slot = (slot + 1) & (slots - 1)) {
            const u32 key = atomicCAS(&keys[slot], NO_VERTEX, end);
            if (key == NO_VERTEX || key == end) {
                atomicAdd(&counts[slot], 1u);
                return slot;
            }
        }
        return 0;
    }
};

/** Counts the ends of rows that are dealt: all ends of a row have the same middle, and so the same weight. */
template <class S>
struct CountRows {
    static constexpr bool SUMS = false;
    using Sum = u32;
    S sums;
    u64 weight;  // of the lane's middle, then of the row whose ends are visited
    u64 slot;    // of the first end that is visited

    __device__ __forceinline__ void open(u32 row) const { sums.putRow(row, weight); }
    __device__ __forceinline__ void enter(u32 row, u64 at) {
        weight = sums.ofRow(row);
        slot = at;
    }
};

template <class S>
struct CountInHash : CountRows<S> {
    HashTable table;

    __device__ __forceinline__ void visit(const u32 (&w)[QUAD], const u64*) const {
#pragma unroll
        for (u32 k = 0; k < QUAD; k++) {
            if (w[k] != NO_VERTEX) {
                this->sums.add(table.add(w[k]), this->sums.ofPath(this->weight, this->slot + k));
            }
        }
    }
};

template <u32 LOG, class S>
struct CountInWindow : CountRows<S> {
    static_assert(!S::WEIGHED || LOG == 0, "an end that has a sum has a counter of its own");
    u32* counters;
    u32 low;

    __device__ __forceinline__ void add(u32 w, u64 at) const {
        const u32 end = w - low;
        atomicAdd(&counters[Packing<LOG>::word(end)], Packing<LOG>::one(end));
        this->sums.add(end, this->sums.ofPath(this->weight, at));
    }
    __device__ __forceinline__ void visit(const u32 (&w)[QUAD], const u64*) const {
#pragma unroll
        for (u32 k = 0; k < QUAD; k++) {
            if (w[k] != NO_VERTEX) {
                add(w[k], this->slot + k);
            }
        }
    }
};

/** The counters of a word that are `least` or more, the others 0. */
template <u32 LOG>
__device__ __forceinline__ u32 atLeast(u32 word, u32 least) {
    if (least > Packing<LOG>::mask()) {
        return 0;
    }
    return LOG == 2    ? word & __vcmpgeu4(word, least * 0x01010101u)
            : LOG == 1 ? word & __vcmpgeu2(word, least * 0x00010001u)
                       : (word >= least ? word : 0);
}

/** State of a block of the windows, besides candidates. */
template <class S>
struct Windows {
    S sums;
    u32* counters;
    u32 words;  // a multiple of 4
    u32* cursors;
    uint4* dealt;  // of this warp

    /** Counts the paths to the ends [low, high). All threads; a barrier follows. */
    template <u32 LOG>
    __device__ __forceinline__ void count(
            const Job& job, const Source& source, Turn& turn, u32 low, u32 high, bool first) const {
        CountInWindow<LOG, S> visit = {{sums, 0, 0}, counters, low};
        const u32 rowsAt = sharedAddress(dealt);
        walkMiddles(job, source, [&](Middles mine, u32 i) {
            const u32* ends = job.second.neighbors;
            visit.weight = mine.length > 0 ? sums.weightOf(job, mine.length, source.begin + i) : 0;
            const u64 begin = mine.from, end = mine.from + mine.length;
            if (mine.length > 0) {
                const bool known = !first && i < CURSORS;
                mine.from = known ? begin + cursors[i] : low == 0 ? begin : lowerBound(ends, begin, end, low);
                const u64 to = high == job.vertices ? end : lowerBound(ends, mine.from, end, high);
                mine.length = (u32)(to - mine.from);
                if (i < CURSORS) {
                    cursors[i] = (u32)(to - begin);
                }
            }
            if (mine.length > LONG_ROW) {
                const u32 at = atomicAdd(&turn.longRows, 1u);
                if (at < MOST_LONG_ROWS) {
                    turn.longStarts[at] = mine.from;
                    turn.longLengths[at] = mine.length;
                    sums.putLongRow(at, visit.weight);
                    mine.length = 0;
                }
            }
            __syncwarp();
            dealQuads<S::WEIGHED>(ends, mine, rowsAt, visit);
        });
        __syncthreads();
        const u32 longRows = min(turn.longRows, MOST_LONG_ROWS);
        for (u32 row = 0; row < longRows; row++) {
            const u64 start = turn.longStarts[row];
            const u32* ends = job.second.neighbors + start;
            const u32 length = turn.longLengths[row];
            visit.weight = sums.ofLongRow(row);
#pragma unroll 4
            for (u32 i = threadIdx.x; i < length; i += blockDim.x) {
                visit.add(__ldg(ends + i), start + i);
            }
        }
        __syncthreads();
        if (threadIdx.x == 0) {
            turn.longRows = 0;
        }
    }

    /**
     * Offers counted ends from 4 * `at` words on and clears their counters; true when there is no room for one, where
     * it goes on once there is. Any thread.
     */
    template <u32 LOG>
    __device__ __forceinline__ bool offer(
            const Candidates<S>& candidates, const Source& source, const Bound& bound, u32 low, u32 quads,
            u32& at) const {
        constexpr u32 BITS = 32 >> LOG;
        for (; at < quads; at += blockDim.x) {
            const uint4 x = reinterpret_cast<uint4*>(counters)[at];
            if ((x.x | x.y | x.z | x.w) == 0) {
                continue;
            }
            u32 wanted[4] = {
                    atLeast<LOG>(x.x, bound.common), atLeast<LOG>(x.y, bound.common), atLeast<LOG>(x.z, bound.common),
                    atLeast<LOG>(x.w, bound.common)};
            bool full = false;
#pragma unroll
            for (u32 k = 0; k < 4; k++) {
                while (wanted[k] != 0 && !full) {
                    const u32 shift = (__ffs(wanted[k]) - 1) & ~(BITS - 1);
                    const u32 counter = ((4 * at + k) << LOG) + shift / BITS;
                    full = !candidates.offer(
                            source, bound, low + counter, wanted[k] >> shift & Packing<LOG>::mask(), counter);
                    wanted[k] &= full ? 0xffffffffu : ~(Packing<LOG>::mask() << shift);
                }
                if (S::WEIGHED && wanted[k] == 0) {
                    sums.clear(4 * at + k);
                }
            }
            reinterpret_cast<uint4*>(counters)[at] = make_uint4(wanted[0], wanted[1], wanted[2], wanted[3]);
            if (full) {
                return true;
            }
        }
        return false;
    }

    /** Takes the windows from source.low on; returns the end of the last one. All threads, between barriers. */
    template <u32 LOG>
    __device__ __forceinline__ u32
    take(const Job& job, const Source& source, Turn& turn, const Candidates<S>& candidates, const Slice& slice) const {
        const u64 ends = (u64)words << LOG;
        u32 low = source.low;
        bool first = true;
        while (low < job.vertices) {
            const u32 high = (u32)min((u64)job.vertices, low + ends);
            count<LOG>(job, source, turn, low, high, first);
            const u32 quads = ((high - low - 1) >> (LOG + 2)) + 1;
            u32 at = threadIdx.x;
            for (;;) {
                const Bound bound = turn.bound;
                const bool full = offer<LOG>(candidates, source, bound, low, quads, at);
                if (!__syncthreads_or(full)) {
                    break;
                }
                candidates.makeRoom(source);
            }
            low = high;
            first = false;
            if (__syncthreads_or(threadIdx.x == 0 && slice.isOver())) {
                break;
            }
        }
        return low;
    }
};

// ---- sources ----

/** Begins with the source at a position of the order, from end `low` on or, if that is 0, from the first one. Thread 0. */
__device__ __forceinline__ void beginSource(const Job& job, Turn& turn, u64 position, u32 low) {
    Source& source = turn.source;
    source.position = position;
    source.index = job.order[position];
    source.u = job.from + source.index;
    source.begin = job.first.begin(source.u);
    source.degree = (u32)(job.first.end(source.u) - source.begin);
    source.low = low > 0 ? low : job.wantsAbove() ? source.u + 1 : 0;
    turn.bound = Bound::none(leastCommon(job, source, job.cutoff));
    turn.count = 0;
}

/** Claims a source, unless none is left, time is over, or there is no room for more rows. Thread 0. */
__device__ __forceinline__ void claimSource(
        const Job& job, Turn& turn, const Slice& slice, u64* claimed, u64* unfinished) {
    turn.source.position = NO_POSITION;
    if (job.isOverfull()) {
        return;
    }
    if (slice.isOver()) {
        if (job.begin + *(volatile u64*)claimed < job.end) {
            *unfinished = 1;
        }
        return;
    }
    const u64 position = job.begin + atomicAdd(claimed, 1ull);
    if (position < job.end) {
        beginSource(job, turn, position, 0);
    }
}

/** The dynamic shared memory of a block after its candidates. */
__device__ __forceinline__ u32* sharedAfter(const Job& job, Candidate* list) {
    return reinterpret_cast<u32*>(list + job.capacity);
}

/** Finds pairs with a hash table, whose counters `sums` is of. All threads. */
template <class S>
__device__ __forceinline__ void hashPerBlock(
        const Job& job, Candidate* list, S sums, u32 slots, u64 nanos, u64* claimed, u64* unfinished) {
    __shared__ Turn turn;
    __shared__ uint4 dealt[MOTIF_PAIRS_THREADS_MAX / 32][QUAD_ROWS_BYTES / 16];
    u32* keys = sharedAfter(job, list);
    const HashTable table = {keys, keys + slots, slots};
    for (u32 i = threadIdx.x; i < slots; i += blockDim.x) {
        table.keys[i] = NO_VERTEX;
        table.counts[i] = 0;
        sums.clear(i);
    }
    const Slice slice(nanos);
    const Candidates<S> candidates = {job, turn, list, sums};
    const u32 rowsAt = sharedAddress(dealt[threadIdx.x >> 5]);
    CountInHash<S> visit = {{sums, 0, 0}, table};
    for (;;) {
        __syncthreads();
        if (threadIdx.x == 0) {
            claimSource(job, turn, slice, claimed, unfinished);
        }
        __syncthreads();
        const Source source = turn.source;
        if (source.position == NO_POSITION) {
            return;
        }
        walkMiddles(job, source, [&](Middles mine, u32 i) {
            visit.weight = mine.length > 0 ? sums.weightOf(job, mine.length, source.begin + i) : 0;
            if (source.low > 0 && mine.length > 0) {
                const u64 end = mine.from + mine.length;
                mine.from = lowerBound(job.second.neighbors, mine.from, end, source.low);
                mine.length = (u32)(end - mine.from);
            }
            __syncwarp();
            dealQuads<S::WEIGHED>(job.second.neighbors, mine, rowsAt, visit);
        });
        __syncthreads();
        for (u32 at = threadIdx.x;;) {
            const Bound bound = turn.bound;
            bool full = false;
            for (; at < slots && !full; at += full ? 0 : blockDim.x) {
                const u32 end = table.keys[at];
                if (end != NO_VERTEX) {
                    full = !candidates.offer(source, bound, end, table.counts[at], at);
                    if (!full) {
                        table.keys[at] = NO_VERTEX;
                        table.counts[at] = 0;
                        sums.clear(at);
                    }
                }
            }
            if (!__syncthreads_or(full)) {
                break;
            }
            candidates.makeRoom(source);
        }
        candidates.finish(source, false);
    }
}

/** Finds pairs in windows, whose counters `sums` is of. All threads. */
template <class S>
__device__ __forceinline__ void windowsPerBlock(
        const Job& job, Candidate* list, S sums, u32 words, u64 nanos, u64* claimed, u64* rest, u64* unfinished) {
    __shared__ Turn turn;
    __shared__ u32 cursors[CURSORS];
    __shared__ uint4 dealt[MOTIF_PAIRS_THREADS_MAX / 32][QUAD_ROWS_BYTES / 16];
    const Windows<S> windows = {sums, sharedAfter(job, list), words, cursors, dealt[threadIdx.x >> 5]};
    for (u32 i = threadIdx.x; i < words; i += blockDim.x) {
        windows.counters[i] = 0;
        sums.clear(i);
    }
    const Slice slice(nanos);
    const Candidates<S> candidates = {job, turn, list, sums};
    bool resumes = true;
    if (threadIdx.x == 0) {
        turn.longRows = 0;
    }
    for (;; resumes = false) {
        __syncthreads();
        if (threadIdx.x == 0) {
            const u64 saved = resumes ? *rest : 0;
            if (saved != 0 && !job.isOverfull()) {
                *rest = 0;
                beginSource(job, turn, (saved >> 32) - 1, (u32)saved);
            } else {
                claimSource(job, turn, slice, claimed, unfinished);
            }
        }
        __syncthreads();
        const Source source = turn.source;
        if (source.position == NO_POSITION) {
            return;
        }
        if (resumes) {
            candidates.reload(source);
        }
        // Sums take so much more room than counts that these need not be narrow.
        constexpr u32 BYTES = S::WEIGHED ? 0 : 2, SHORTS = S::WEIGHED ? 0 : 1;
        const u32 low = source.degree < 1 << 8 ? windows.template take<BYTES>(job, source, turn, candidates, slice)
                : source.degree < 1 << 16      ? windows.template take<SHORTS>(job, source, turn, candidates, slice)
                                               : windows.template take<0>(job, source, turn, candidates, slice);
        candidates.finish(source, low < job.vertices);
        if (low < job.vertices) {
            if (threadIdx.x == 0 && !job.isOverfull()) {
                *rest = (source.position + 1) << 32 | low;
                *unfinished = 1;
            }
            return;
        }
    }
}

// ---- kernels ----

/**
 * Makes the input of the sort of the sources [from, from + count): the key is that of the source's paths to others, the
 * value its number in the batch. A warp takes a source; what is heavy anyway is not added up further.
 */
extern "C" __global__ void pairs_work_per_source(
        const u64* __restrict__ firstOffsets, const u32* __restrict__ firstNeighbors,
        const u64* __restrict__ secondOffsets, u32 from, u32 count, u32 leastDegree, u32 mostDegree,
        u32* __restrict__ keys, u32* __restrict__ values) {
    constexpr u64 HEAVY = 1ull << 26, MOST_MIDDLES = 1ull << 20;
    const u32 lane = threadIdx.x & 31;
    const u64 stride = (u64)gridDim.x * blockDim.x >> 5;
    for (u64 i = (blockIdx.x * (u64)blockDim.x + threadIdx.x) >> 5; i < count; i += stride) {
        const u64 begin = firstOffsets[from + i], end = firstOffsets[from + i + 1];
        u64 work = 0;
        if (end - begin >= leastDegree && end - begin <= mostDegree) {
            for (u64 slot = begin; slot < end && work < HEAVY; slot += 32) {
                if (slot - begin >= MOST_MIDDLES) {
                    work = HEAVY;
                    break;
                }
                const u32 v = slot + lane < end ? firstNeighbors[slot + lane] : NO_VERTEX;
                work += warpSum(v != NO_VERTEX ? secondOffsets[(u64)v + 1] - secondOffsets[v] - 1 : 0);
            }
        }
        if (lane == 0) {
            keys[i] = work == 0 ? MOTIF_WORK_KEY_IDLE : workKey(work + 1);
            values[i] = (u32)i;
        }
    }
}

// Of the sources in `order`, numbers in the batch that begins with `from`, a launch takes those from position
// keyStarts[keyFrom] to keyStarts[keyTo]. cutoff: the bits of the least similarity. `used`, the rows that have been
// asked for, may exceed rowLimit, at most 2^32 - 2: then some have been dropped. A launch ends after about `nanos`
// nanoseconds; when it sets *unfinished, launch again with as many blocks. Zero before the first launch: `used`,
// `heads`, `claimed` and `rests`, a word a block. Dynamic shared memory: MOTIF_PAIRS_CANDIDATE_BYTES a candidate, and
// 8 bytes a slot or 4 a word; 12 more with `weights`, or 4 where these are narrow.

#define MOTIF_PAIRS_PARAMETERS                                                                                         \
    const u64 *__restrict__ firstOffsets, const u32 *__restrict__ firstNeighbors,                                      \
            const u64 *__restrict__ secondOffsets, const u32 *__restrict__ secondNeighbors, u32 vertices, u32 from,    \
            const u32 *__restrict__ order, const u64 *__restrict__ keyStarts, u32 keyFrom, u32 keyTo, u32 metric,      \
            u32 flags, u64 cutoff, u32 minCommon, u32 leastDegree, u32 mostDegree, u32 limit, u32 capacity, u64 *rows, \
            u64 rowLimit, u64 *used, u32 *heads, u64 *claimed, u64 nanos, u64 *unfinished

#define MOTIF_PAIRS_JOB                                                                                                \
    Job {                                                                                                              \
        {firstOffsets, firstNeighbors, 0}, {secondOffsets, secondNeighbors, 0}, vertices, from, order,                 \
                keyStarts[keyFrom], keyStarts[keyTo], metric, flags, __longlong_as_double((long long)cutoff),          \
                minCommon, leastDegree, mostDegree, limit, capacity, rows, rowLimit, used, heads                       \
    }

#define MOTIF_PAIRS_WEIGHT_PARAMETERS                                                                                  \
    const void *weights, const void *secondWeights, const double *__restrict__ totals, u64 scale

#define MOTIF_PAIRS_SUMS(Weight, words, counters, longRows)                                                            \
    Sums<Weight> {                                                                                                     \
        words, counters, static_cast<const Weight*>(weights), static_cast<const Weight*>(secondWeights), totals,       \
                __longlong_as_double((long long)scale), metric == MOTIF_PAIRS_COSINE, rowWeights[threadIdx.x >> 5],    \
                longRows                                                                                               \
    }

/** Where the candidates of the block begin, in dynamic shared memory. */
__device__ __forceinline__ Candidate* candidatesOfBlock() {
    extern __shared__ uint4 shared[];
    return reinterpret_cast<Candidate*>(shared);
}

/** Takes sources of fewer than slots / 2 paths, which is a power of two. */
extern "C" __global__ void __launch_bounds__(MOTIF_PAIRS_THREADS_MAX, 2)
        pairs_hash_per_block(MOTIF_PAIRS_PARAMETERS, u32 slots) {
    hashPerBlock(MOTIF_PAIRS_JOB, candidatesOfBlock(), NoSums{}, slots, nanos, claimed, unfinished);
}

/** Takes any sources, with a multiple of 4 words of counters. */
extern "C" __global__ void __launch_bounds__(MOTIF_PAIRS_THREADS_MAX, 2)
        pairs_windows_per_block(MOTIF_PAIRS_PARAMETERS, u32 words, u64* rests) {
    windowsPerBlock(
            MOTIF_PAIRS_JOB, candidatesOfBlock(), NoSums{}, words, nanos, claimed, rests + blockIdx.x, unfinished);
}

/** As pairs_hash_per_block, where values are sums of weights. */
#define MOTIF_PAIRS_SUMS_HASH(Weight)                                                                                  \
    __shared__ u64 rowWeights[MOTIF_PAIRS_THREADS_MAX / 32][32];                                                       \
    const Job job = MOTIF_PAIRS_JOB;                                                                                   \
    Candidate* list = candidatesOfBlock();                                                                             \
    const auto sums = MOTIF_PAIRS_SUMS(Weight, sharedAfter(job, list) + 2 * slots, slots, nullptr);                    \
    hashPerBlock(job, list, sums, slots, nanos, claimed, unfinished);

extern "C" __global__ void __launch_bounds__(MOTIF_PAIRS_THREADS_MAX, 2)
        pairs_sums_hash_per_block(MOTIF_PAIRS_PARAMETERS, u32 slots, MOTIF_PAIRS_WEIGHT_PARAMETERS) {
    MOTIF_PAIRS_SUMS_HASH(u64)
}

extern "C" __global__ void __launch_bounds__(MOTIF_PAIRS_THREADS_MAX, 2)
        pairs_narrow_hash_per_block(MOTIF_PAIRS_PARAMETERS, u32 slots, MOTIF_PAIRS_WEIGHT_PARAMETERS) {
    MOTIF_PAIRS_SUMS_HASH(u32)
}

/** As pairs_windows_per_block, where values are sums of weights. */
#define MOTIF_PAIRS_SUMS_WINDOWS(Weight)                                                                               \
    __shared__ u64 rowWeights[MOTIF_PAIRS_THREADS_MAX / 32][32];                                                       \
    __shared__ u64 longRowWeights[MOST_LONG_ROWS];                                                                     \
    const Job job = MOTIF_PAIRS_JOB;                                                                                   \
    Candidate* list = candidatesOfBlock();                                                                             \
    const auto sums = MOTIF_PAIRS_SUMS(Weight, sharedAfter(job, list) + words, words, longRowWeights);                 \
    windowsPerBlock(job, list, sums, words, nanos, claimed, rests + blockIdx.x, unfinished);

extern "C" __global__ void __launch_bounds__(MOTIF_PAIRS_THREADS_MAX, 2)
        pairs_sums_windows_per_block(MOTIF_PAIRS_PARAMETERS, u32 words, u64* rests, MOTIF_PAIRS_WEIGHT_PARAMETERS) {
    MOTIF_PAIRS_SUMS_WINDOWS(u64)
}

extern "C" __global__ void __launch_bounds__(MOTIF_PAIRS_THREADS_MAX, 2)
        pairs_narrow_windows_per_block(MOTIF_PAIRS_PARAMETERS, u32 words, u64* rests, MOTIF_PAIRS_WEIGHT_PARAMETERS) {
    MOTIF_PAIRS_SUMS_WINDOWS(u32)
}
