// SETS: counts the sets of rows of a dense matrix of bits by the columns that all rows of a set have in common, exactly:
// bicliques of few vertices in dense graphs, where pivots are adjacent to too few candidates to help.
//
// The rows of a pair have common columns. Every later row is a list's row: its bits in these columns, moved together. A
// list's row stands for a set of one row more than the list's own set. The rows after it, as far as they share enough
// columns with it, are the list of that set. So a search goes from list to list; sets of the last size are pairs of rows
// of one list, whose words are compared by and + popc.
//
// A block takes a pair, and its warps take the rows of the pair's list. What a warp finds of the last size goes to a
// column of counters for each lane in shared memory, by the columns in common; so lanes never wait for each other.
//
// Launches. The words are those of cuda/README.md. EnumerationGpu launches it.
//   kernel; grid x block:
//     biclique_sets_per_pair: resident x SETS_THREADS, dynamic shared SETS_SHARED_BYTES; again and again until unfinished
//       u64[1], zero before each launch, stays 0
//   array; size and meaning:
//     bits: u32[words * rows], word by word: bit b of bits[w * rows + i] is column 32 w + b of row i; words <= SETS_WORDS
//     least: u32[size + 1]; sets of s rows, 2 <= s <= size, are wanted that have least[s] or more columns in common; at
//       least 1, never falling; 2 <= size <= SETS_SIZE
//     claimed: u64[1], zero before the first launch
//     saved: u32[grid * SETS_SAVED_WORDS], zero before the first launch: where blocks and warps go on
//     lists: u32[grid * listWords * (1 + SETS_THREADS / 32 * max(0, size - 5))]; listWords = rows * the words that the
//       columns of any row take, moved together
//     counts: u64[(size + 1) * (32 * words + 1)], zero: counts[s * (32 * words + 1) + c] are the sets of s rows with c
//       columns in common, right for c >= least[s]
#include "include/kernel_abi.h"
#include "include/slice.cuh"

static constexpr u32 WARPS = MOTIF_SETS_THREADS / 32;

/** Sets with at most this many columns in common are counted by counters of their own. */
static constexpr u32 NEAR = 32;

/** The counters of a block for one size of sets: for each number of columns a few, so that few lanes add to the same. */
static constexpr u32 SPREAD = 8;
static constexpr u32 BINS = (NEAR + 1) * SPREAD;
static constexpr u32 BIN_SIZES = MOTIF_SETS_SIZE - 3;

/** The counters of a block for the last size, where more columns are in common. */
static constexpr u32 FAR = 32 * MOTIF_SETS_WORDS + 1;
static constexpr u32 BLOCK_WORDS = BINS * BIN_SIZES + (FAR + 3) / 4 * 4;

/** The words of the last list that a warp compares with itself, of the part that it is compared with, and of the one before. */
static constexpr u32 PIECE = 256;
static constexpr u32 OTHER = 128;
static constexpr u32 PARENT = 128;
static constexpr u32 LANE_COUNTERS = (NEAR + 1) * 32;
static constexpr u32 WARP_WORDS = LANE_COUNTERS + PIECE + OTHER + PARENT;

static_assert(MOTIF_SETS_SHARED_BYTES == 4 * (BLOCK_WORDS + WARPS * WARP_WORDS), "shared memory");
static_assert(MOTIF_SETS_SAVED_WORDS == 2 + WARPS * MOTIF_SETS_SIZE, "saved words");

/** The most sets that a warp counts in 32 bits before it moves the counts on: eight warps may share a counter. */
static constexpr u32 MOST_PENDING = 1u << 28;

/** The steps between two looks at the clock. */
static constexpr u32 STEPS_PER_LOOK = 1u << 14;

/** Rows of `words` words each, word by word, `stride` words apart. */
struct List {
    u32* at;
    u32 stride;
    u32 words;
    u32 count;

    __device__ __forceinline__ u32 get(u32 word, u32 row) const { return at[word * stride + row]; }
};

/** The words that columns moved together take. */
__device__ __forceinline__ u32 wordsOf(u32 columns) { return max(1u, (columns + 31) >> 5); }

/**
 * Moves the bits of a row that are set in a mask together, word after word. Every row gets the same places for the same
 * columns, in no order that matters.
 */
class Gathered {
public:
    __device__ __forceinline__ void add(u32 mask, u32 word, u32* to, u32 stride, bool stores) {
        for (; mask != 0; mask &= mask - 1) {
            const u32 bit = mask & -mask;
            bits = bits + bits + ((word & bit) != 0 ? 1 : 0);
            if ((++count & 31) == 0) {
                put(to, stride, stores);
            }
        }
    }

    __device__ __forceinline__ void end(u32* to, u32 stride, bool stores) {
        if ((count & 31) != 0) {
            put(to, stride, stores);
        }
    }

private:
    u32 bits = 0, count = 0, word = 0;

    __device__ __forceinline__ void put(u32* to, u32 stride, bool stores) {
        if (stores) {
            to[word * stride] = bits;
        }
        word++;
        bits = 0;
    }
};

/** Where sets are counted. */
struct Counters {
    u32* bins;
    u32* lanes;
    u64* counts;
    u32 columns;
    u32 size;

    /** Counts a set of `of` rows, fewer than the last size unless that is 3 or 4. */
    __device__ __forceinline__ void add(u32 of, u32 common) const {
        if (common - 1 < NEAR) {
            atomicAdd(bins + (of - 3) * BINS + common * SPREAD + (threadIdx.x & (SPREAD - 1)), 1u);
        } else if (common != 0) {
            atomicAdd(counts + of * (u64)columns + common, 1ull);
        }
    }

    /** Counts a set of the last size with at most NEAR columns in common; the counter of 0 has no meaning. */
    __device__ __forceinline__ void addNear(u32 common) const { lanes[common * 32] += 1; }

    __device__ __forceinline__ void addLast(u32 common) const {
        if (common <= NEAR) {
            addNear(common);
        } else {
            atomicAdd(bins + BINS * BIN_SIZES + common, 1u);
        }
    }

    /** Counts `times` sets of the last size. One lane calls it. */
    __device__ __forceinline__ void addLast(u32 common, u32 times) const {
        if (common <= NEAR) {
            lanes[common * 32] += times;
        } else {
            atomicAdd(bins + BINS * BIN_SIZES + common, times);
        }
    }
};

/** Moves what is in shared memory to `counts`. All lanes of the warp call it. */
__device__ __noinline__ void flush(Counters counters) {
    const u32 lane = threadIdx.x & 31;
    for (u32 common = 1; common <= NEAR; common++) {
        const u64 sum = warpSum((u64)counters.lanes[common * 32]);
        counters.lanes[common * 32] = 0;
        if (lane == 0 && sum > 0) {
            atomicAdd(counters.counts + counters.size * (u64)counters.columns + common, sum);
        }
    }
    for (u32 i = lane; i < BINS * BIN_SIZES; i += 32) {
        const u32 sum = atomicExch(counters.bins + i, 0u);
        if (sum > 0) {
            atomicAdd(counters.counts + (i / BINS + 3) * (u64)counters.columns + i % BINS / SPREAD, (u64)sum);
        }
    }
    for (u32 common = NEAR + 1 + lane; common < counters.columns; common += 32) {
        const u32 sum = atomicExch(counters.bins + BINS * BIN_SIZES + common, 0u);
        if (sum > 0) {
            atomicAdd(counters.counts + counters.size * (u64)counters.columns + common, (u64)sum);
        }
    }
    __syncwarp();
}

/** Pairs of each lane's row and the rows others[0, count), of one word each. `others` is a multiple of 16 bytes. */
__device__ __forceinline__ void countRow(u32 row, const u32* others, u32 count, const Counters& counters) {
    u32 other = 0;
    for (; other + 4 <= count; other += 4) {
        const uint4 four = *(const uint4*)(others + other);
        const u32 x = __popc(row & four.x), y = __popc(row & four.y), z = __popc(row & four.z),
                  w = __popc(row & four.w);
        counters.addNear(x);
        counters.addNear(y);
        counters.addNear(z);
        counters.addNear(w);
    }
    for (; other < count; other++) {
        counters.addNear(__popc(row & others[other]));
    }
}

/** Pairs of rows of one word each: those of piece[0, count). */
__device__ __forceinline__ void countPairs(const u32* piece, u32 count, const Counters& counters) {
    const u32 lane = threadIdx.x & 31;
    for (u32 base = 0; base < count; base += 32) {
        const u32 own = min(32u, count - base);
        const u32 row = lane < own ? piece[base + lane] : 0;
        // Within these rows each lane's row meets the ones behind it in a circle, half of the way around.
        u32 next = lane < own ? lane : 0;
        for (u32 k = 1; 2 * k < own; k++) {
            next = next + 1 == own ? 0 : next + 1;
            counters.addNear(__popc(row & piece[base + next]));
        }
        if ((own & 1) == 0) {
            counters.addNear(lane < own / 2 ? __popc(row & piece[base + lane + own / 2]) : 0);
        }
        if (base + 32 < count) {
            countRow(row, piece + base + 32, count - base - 32, counters);
        }
    }
}

/** Pairs of a row of piece[0, count) and one of others[0, otherCount), of one word each. */
__device__ __forceinline__ void countCross(
        const u32* piece, u32 count, const u32* others, u32 otherCount, const Counters& counters) {
    const u32 lane = threadIdx.x & 31;
    for (u32 base = 0; base < count; base += 32) {
        const u32 row = base + lane < count ? piece[base + lane] : 0;
        countRow(row, others, otherCount, counters);
    }
}

/** Pairs of a row of `piece` and one of `others`, of several words; in the same list only those of earlier rows. */
__device__ void countWide(const List& piece, const List& others, bool isSame, const Counters& counters) {
    for (u32 other = 0; other < others.count; other++) {
        const u32 count = isSame ? other : piece.count;
        for (u32 row = threadIdx.x & 31; row < count; row += 32) {
            u32 common = 0;
            for (u32 word = 0; word < piece.words; word++) {
                common += __popc(piece.get(word, row) & others.get(word, other));
            }
            counters.addLast(common);
        }
    }
}

/** The list of the set that row `row` of `list` stands for. */
struct Child {
    const List list;
    const u32 row;
    u32 columns;
    u32 words;

    __device__ __forceinline__ Child(const List& list, u32 row) : list(list), row(row), columns(0) {
        for (u32 word = 0; word < list.words; word++) {
            columns += __popc(list.get(word, row));
        }
        words = wordsOf(columns);
    }

    /** The columns that a later row has in common with it. */
    __device__ __forceinline__ u32 common(u32 later) const {
        u32 common = 0;
        for (u32 word = 0; word < list.words; word++) {
            common += __popc(list.get(word, row) & list.get(word, later));
        }
        return common;
    }

    /** Writes a later row, if `stores`; all lanes of the warp call it with rows that there are. */
    __device__ __forceinline__ void put(u32 later, u32* to, u32 stride, bool stores) const {
        if (list.words == 1) {
            if (stores) {
                *to = list.get(0, row) & list.get(0, later);
            }
            return;
        }
        Gathered gathered;
        for (u32 word = 0; word < list.words; word++) {
            gathered.add(list.get(word, row), list.get(word, later), to, stride, stores);
        }
        gathered.end(to, stride, stores);
    }
};

/** The search of one warp in the list of a pair. */
class WarpSearch {
public:
    __device__ WarpSearch(
            const u32* least, u32 size, u32 rows, u32* lists, u64 listWords, const Counters& counters, u32* shared,
            u32* saved, const Slice& slice)
        : least(least),
          size(size),
          rows(rows),
          lists(lists),
          listWords(listWords),
          counters(counters),
          shared(shared),
          saved(saved),
          slice(slice) {}

    /** Goes on with a row of the pair's list where the last launch has stopped, if it has. */
    __device__ bool resume(const List& pairList) {
        const u32 depth = saved[0];
        __syncwarp();
        return depth == 0 || search(pairList, saved[1], depth);
    }

    /** Searches from a row of the pair's list; returns false when time is over before all is done. */
    __device__ bool run(const List& pairList, u32 row) { return search(pairList, row, 0); }

    /** Says that the block has counted `sets` sets that are not the warp's. */
    __device__ void spend(u32 sets) {
        if ((pending += sets) >= MOST_PENDING) {
            flush(counters);
            pending = 0;
        }
    }

private:
    const u32* least;
    const u32 size, rows;
    u32* lists;
    const u64 listWords;
    const Counters& counters;
    u32* shared;
    u32* saved;
    const Slice& slice;
    u32 pending = 0, untilLook = STEPS_PER_LOOK;

    /** saved[0]: how many rows are on the way down, 0 for none; saved[1..]: these rows, the last one not searched yet. */
    __device__ __forceinline__ bool search(const List& pairList, u32 first, u32 resumed) {
        List stack[MOTIF_SETS_SIZE - 4];
        u32 row[MOTIF_SETS_SIZE - 4];
        stack[0] = pairList;
        row[0] = first;
        u32 depth = 0;
        for (u32 level = 1; level < resumed; level++) {
            extend(stack[level - 1], row[level - 1]++, level, false, stack[level]);
            row[level] = saved[1 + level];
            depth = level;
        }
        while (true) {
            const u32 steps = (stack[depth].count - row[depth]) * stack[depth].words;
            if (size == 4) {
                count(stack[0], row[0]);
                return true;
            }
            if (depth + 5 == size) {
                pairsAfter(stack[depth], row[depth]);
                row[depth]++;
            } else {
                extend(stack[depth], row[depth], depth + 1, true, stack[depth + 1]);
                row[depth]++;
                row[++depth] = 0;
            }
            spend(pairList.count);
            while (depth > 0 && row[depth] >= stack[depth].count) {
                depth--;
            }
            if (depth == 0) {
                return true;
            }
            if (looks(steps) && slice.isOverForWarp()) {
                save(row, depth + 1);
                return false;
            }
        }
    }

    __device__ __forceinline__ bool looks(u32 steps) {
        const bool looksNow = steps >= untilLook;
        untilLook = looksNow ? STEPS_PER_LOOK : untilLook - steps;
        return looksNow;
    }

    /** The rows above the last one are the ones that are being searched: the row after them is where to go on. */
    __device__ void save(const u32* row, u32 depth) {
        if ((threadIdx.x & 31) == 0) {
            saved[0] = depth;
            for (u32 level = 0; level < depth; level++) {
                saved[1 + level] = row[level] - (level + 1 < depth ? 1 : 0);
            }
        }
        __syncwarp();
    }

    /** Counts the sets that `row` and a later one stand for, the last ones. */
    __device__ void count(const List& list, u32 row) {
        const Child child(list, row);
        for (u32 later = row + 1 + (threadIdx.x & 31); later < list.count; later += 32) {
            counters.add(4, child.common(later));
        }
        spend(list.count - row);
    }

    /** Makes the list of the set that `row` stands for, at level `level` of the stack; counts its sets if `counts`. */
    __device__ void extend(const List& list, u32 row, u32 level, bool counts, List& made) {
        const u32 lane = threadIdx.x & 31, of = level + 3;
        const Child child(list, row);
        const u32 later = list.count - row - 1;
        const bool isParent = level + 5 == size && later * child.words <= PARENT;
        made.at = isParent ? shared + PIECE + OTHER : lists + (level - 1) * listWords;
        made.stride = isParent ? later : rows;
        made.words = child.words;
        made.count = 0;
        __syncwarp();
        for (u32 from = row + 1; from < list.count; from += 32) {
            const bool isRow = from + lane < list.count;
            const u32 at = isRow ? from + lane : from;
            const u32 common = child.common(at);
            if (counts && isRow) {
                counters.add(of, common);
            }
            const bool keeps = isRow && common >= least[of + 1];
            const u32 kept = __ballot_sync(FULL_WARP, keeps);
            if (kept != 0) {
                child.put(at, made.at + made.count + __popc(kept & ((1u << lane) - 1)), made.stride, keeps);
                made.count += __popc(kept);
            }
        }
        __syncwarp();
    }

    /** Writes rows from `from` on to `to`, as many as have room there; returns where it has stopped. */
    __device__ u32 fill(const Child& child, u32 from, u32 width, bool counts, List& to) {
        const u32 lane = threadIdx.x & 31;
        to.count = 0;
        __syncwarp();
        for (; from < child.list.count; from += width) {
            const bool isRow = lane < width && from + lane < child.list.count;
            const u32 at = isRow ? from + lane : from;
            const u32 common = child.common(at);
            const bool keeps = isRow && common >= least[size];
            const u32 kept = __ballot_sync(FULL_WARP, keeps);
            if (to.count + __popc(kept) > to.stride) {
                break;
            }
            if (counts && isRow) {
                counters.add(size - 1, common);
            }
            if (kept != 0) {
                child.put(at, to.at + to.count + __popc(kept & ((1u << lane) - 1)), to.stride, keeps);
                to.count += __popc(kept);
            }
        }
        __syncwarp();
        return from;
    }

    /** Counts the sets of the last two sizes that have `row` and later rows. */
    __device__ void pairsAfter(const List& list, u32 row) {
        const Child child(list, row);
        if (child.columns <= least[size]) {
            equalRows(child);
            return;
        }
        List piece = {shared, PIECE / child.words, child.words, 0};
        List other = {shared + PIECE, OTHER / child.words, child.words, 0};
        const u32 width = min(32u, other.stride);
        for (u32 from = row + 1; from < list.count;) {
            from = fill(child, from, width, true, piece);
            if (child.words == 1) {
                countPairs(piece.at, piece.count, counters);
            } else {
                countWide(piece, piece, true, counters);
            }
            spend(piece.count * piece.count / 2);
            for (u32 next = from; next < list.count && piece.count > 0;) {
                next = fill(child, next, width, false, other);
                if (child.words == 1) {
                    countCross(piece.at, piece.count, other.at, other.count, counters);
                } else {
                    countWide(piece, other, false, counters);
                }
                spend(piece.count * other.count);
            }
        }
    }

    /** As `pairsAfter` where a row that has enough columns has all of them. */
    __device__ void equalRows(const Child& child) {
        const u32 lane = threadIdx.x & 31;
        u32 equal = 0;
        for (u32 from = child.row + 1; from < child.list.count; from += 32) {
            const bool isRow = from + lane < child.list.count;
            const u32 common = isRow ? child.common(from + lane) : 0;
            counters.add(size - 1, common);
            equal += __popc(__ballot_sync(FULL_WARP, isRow && common >= least[size]));
        }
        if (lane == 0) {
            counters.addLast(child.columns, (u32)pairs(equal));
        }
        __syncwarp();
        spend((u32)pairs(equal));
    }
};

/** The pair of rows (first, second), first < second, of a number: pairs are numbered by the second row. */
__device__ __forceinline__ void pairOf(u32 number, u32& first, u32& second) {
    second = (u32)((1 + sqrtf(1 + 8.0f * number)) / 2);
    while (second * (second - 1) / 2 > number) {
        second--;
    }
    while (second * (second + 1) / 2 <= number) {
        second++;
    }
    first = number - second * (second - 1) / 2;
}

/** The head of this file says what it counts. */
extern "C" __global__ void __launch_bounds__(MOTIF_SETS_THREADS, 3) biclique_sets_per_pair(
        const u32* __restrict__ bits, u32 rows, u32 words, const u32* __restrict__ least, u32 size, u64 nanos,
        u64* claimed, u32* saved, u32* lists, u64 listWords, u64* counts, u64* unfinished) {
    extern __shared__ u32 dynamicShared[];
    __shared__ u32 mask[MOTIF_SETS_WORDS];
    __shared__ u32 sums[WARPS];
    __shared__ u32 atLeast[MOTIF_SETS_SIZE + 1];
    __shared__ u32 pair, nextRow, kept;
    const u32 warp = threadIdx.x >> 5, lane = threadIdx.x & 31;
    const u32 pairCount = rows * (rows - 1) / 2;
    const Slice slice(nanos);
    for (u32 i = threadIdx.x; i < BLOCK_WORDS + WARPS * WARP_WORDS; i += blockDim.x) {
        dynamicShared[i] = 0;
    }
    for (u32 i = threadIdx.x; i <= size; i += blockDim.x) {
        atLeast[i] = least[i];
    }
    u32* const ofBlock = saved + blockIdx.x * (u64)MOTIF_SETS_SAVED_WORDS;
    u32* const ofWarp = ofBlock + 2 + warp * MOTIF_SETS_SIZE;
    u32* const shared = dynamicShared + BLOCK_WORDS + warp * WARP_WORDS;
    const u64 listsPerWarp = size > 5 ? size - 5 : 0;
    u32* const blockLists = lists + blockIdx.x * listWords * (1 + WARPS * listsPerWarp);
    const Counters counters = {dynamicShared, shared + PIECE + OTHER + PARENT + lane, counts, 32 * words + 1, size};
    WarpSearch search(
            atLeast, size, rows, blockLists + listWords * (1 + warp * listsPerWarp), listWords, counters, shared,
            ofWarp, slice);
    bool resumes = ofBlock[0] != 0;
    // However short the time is, a block takes a pair, and a warp a row of its list.
    for (bool isFirst = true;; isFirst = false) {
        __syncthreads();
        if (threadIdx.x == 0) {
            if (resumes) {
                pair = ofBlock[0] - 1;
                nextRow = ofBlock[1];
            } else {
                pair = !isFirst && slice.isOver() ? pairCount : (u32)min((u64)pairCount, atomicAdd(claimed, 1ull));
                nextRow = 0;
                if (pair == pairCount && *(volatile u64*)claimed < pairCount) {
                    *unfinished = 1;
                }
            }
        }
        __syncthreads();
        if (pair == pairCount) {
            break;
        }
        u32 first, second;
        pairOf(pair, first, second);
        for (u32 word = threadIdx.x; word < words; word += blockDim.x) {
            mask[word] = bits[word * (u64)rows + first] & bits[word * (u64)rows + second];
        }
        __syncthreads();
        u32 columns = 0;
        for (u32 word = 0; word < words; word++) {
            columns += __popc(mask[word]);
        }
        if (threadIdx.x == 0 && !resumes && columns > 0) {
            atomicAdd(counts + 2 * (u64)counters.columns + columns, 1ull);
        }
        if (size == 2 || columns < atLeast[3]) {
            continue;
        }
        List list = {blockLists, rows, wordsOf(columns), 0};
        for (u32 from = second + 1; from < rows; from += blockDim.x) {
            const bool isRow = from + threadIdx.x < rows;
            const u32 row = isRow ? from + threadIdx.x : from;
            u32 common = 0;
            for (u32 word = 0; word < words; word++) {
                common += __popc(mask[word] & bits[word * (u64)rows + row]);
            }
            if (!resumes && isRow) {
                counters.add(3, common);
            }
            const bool keeps = size > 3 && isRow && common >= atLeast[size > 3 ? 4 : 3];
            const u32 upTo = blockSumUpTo(keeps ? 1u : 0u, sums);
            if (threadIdx.x == blockDim.x - 1) {
                kept = upTo;
            }
            if (size > 3) {
                Gathered gathered;
                u32* const to = list.at + list.count + upTo - 1;
                for (u32 word = 0; word < words; word++) {
                    gathered.add(mask[word], bits[word * (u64)rows + row], to, rows, keeps);
                }
                gathered.end(to, rows, keeps);
            }
            __syncthreads();
            list.count += kept;
            __syncthreads();
        }
        search.spend(rows);
        bool isDone = !resumes || search.resume(list);
        while (isDone) {
            u32 row = 0;
            if (lane == 0) {
                row = atomicAdd(&nextRow, 1u);
            }
            row = __shfl_sync(FULL_WARP, row, 0);
            if (row >= list.count) {
                break;
            }
            isDone = search.run(list, row);
            if (slice.isOverForWarp()) {
                break;
            }
        }
        if (isDone && lane == 0) {
            ofWarp[0] = 0;
        }
        const bool isLeft = __syncthreads_or(!isDone || *(volatile u32*)&nextRow < list.count);
        if (isLeft) {
            if (threadIdx.x == 0) {
                ofBlock[0] = pair + 1;
                ofBlock[1] = min(nextRow, list.count);
                *unfinished = 1;
            }
            break;
        }
        resumes = false;
        if (threadIdx.x == 0) {
            ofBlock[0] = 0;
        }
    }
    __syncwarp();
    flush(counters);
}
