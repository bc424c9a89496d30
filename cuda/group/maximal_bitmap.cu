// Finds maximal bicliques by bitmaps. MaximalBicliqueAlgorithm.java has the definition, maximal.cuh the words.
//
// A frame is what is left of the graph around a set L of common vertices: a row of bits over L for each root vertex
// that has some but not all of L as neighbors. Rows are in a fixed order; the rows before that of a candidate are those
// of vertices that must not be in its bicliques. Candidate i makes L' = row i. This is maximal unless a row before i
// contains it. Rows after i that contain it join R; the others that meet it are the child's rows, compressed to the
// bits of L'. So a frame never changes, and any warp may take any of its candidates.
//
// Equal rows are merged when a frame is made: those of candidates into one of more weight, and that of a candidate
// which is equal to one before the candidates is dropped, since nothing below it is maximal. Most rows are merged: over
// few bits there are few different ones. Candidates are ordered by their number of bits, fewest first.
//
// Blocks make the frames of root vertices. If a frame would be wide and sparse, each of its candidates becomes a
// branch, for which a block does the same: it goes on by edges instead of rows. Warps search below the frames, each
// with a stack of frames in its own arena. When an arena has no room for a frame, the child stays on its parent's frame
// with a mask. A warp without work takes a ticket; a busy warp hands half of its lowest frame's rest to the next
// ticket. Every wait ends with the launch: a warp keeps its ticket, and the place in the ring that it has promised to
// fill, for the next one. So no wait depends on a block that has not begun.
//
// Launches. The words are those of cuda/README.md.
//
// Bitmaps, until a round ends with all roots framed; then, if HUBS > 0, cuMBE searches below hubs:
//   step:
//     1  set POOL_USED, FRAMES, FRAMES_CLAIMED, HEAD, TAIL, DONE to 0, zero ring; CLAIM_END to n once
//     2  maximal_frames_per_block; again while STOP is set and POOL_USED <= poolWords; when STOP is not set and
//       CLAIM_END < n + listed, where listed = BRANCHES >> BRANCHES_SHIFT, set CLAIMED to CLAIM_END, CLAIM_END to n +
//       listed, and again; else all are framed
//     3  maximal_subtrees_per_warp; again until DONE is set; round is 1 in the first round, 2 in the second, ...
//
// Zero before the first launch: counts, waiting, warpStates, arrays, blockStates. counts and touched have n words a
// block, waiting one. frames and hubs have room for n + branchCount; branchCount is below 2^32, listWords below 2^32 -
// 1, hubWords at most poolWords. arenaWords are those of a warp, ringCount is at least twice the number of warps.
//
// Several devices: between two launches of step 3, maximal_donations_per_warp moves work of each warp into donation
// u64[donationWords], with all 1 and 0 in turn; DONATION_USED is DONATION_HEADER_WORDS and the number of warps before, and
// DONATION_ENTRIES 0. On a device whose last round is done, after step 1, maximal_takes_per_warp takes as many entries as
// it has warps, and step 3 follows.
#include "group/maximal_frames.cuh"

/** A waiting warp looks this often at its own place for each look at the words that all warps read. */
static constexpr u32 POLLS_OF_OWN = 16;
static_assert(MOTIF_MAXIMAL_HEAD < MOTIF_MAXIMAL_STOP + 8 && MOTIF_MAXIMAL_TAIL < MOTIF_MAXIMAL_STOP + 8, "one read");
/** A warp looks this often at its queue for each look at the clock: a power of two. */
static constexpr u32 LOOKS_PER_TIME = 16;
static constexpr u32 WARP_SLOTS = 512;
/** Blocks that a multiprocessor must hold: with three the compiler spills, and the search was slower. */
static constexpr u32 TREE_BLOCKS = 2;

/** Finds the vertex of each rank, and estimates the work with each side as roots: 2-hop neighbors times words. */
extern "C" __global__ void maximal_costs_per_vertex(
        const u64* __restrict__ offsets, const u32* __restrict__ neighbors, const u32* __restrict__ rankOf, u32 n,
        u32 leftCount, u32* __restrict__ vertexOf, u64* __restrict__ control) {
    u32 lane = threadIdx.x & 31, warps = gridDim.x * (blockDim.x >> 5);
    u64 left = 0, right = 0;
    for (u32 vertex = (blockIdx.x * blockDim.x + threadIdx.x) >> 5; vertex < n; vertex += warps) {
        u32 v = rankOf[vertex];
        u64 begin = offsets[v], end = offsets[v + 1ull], further = 0;
        for (u64 i = begin + lane; i < end; i += 32) {
            u32 u = neighbors[i];
            further += offsets[u + 1ull] - offsets[u] - 1;
        }
        bool isLeft = vertex < leftCount;
        u64 cost = min(warpSum(further), (u64)(isLeft ? leftCount : n - leftCount)) * wordsFor((u32)(end - begin));
        left += isLeft ? cost : 0;
        right += isLeft ? 0 : cost;
        if (lane == 0) {
            vertexOf[v] = vertex;
        }
    }
    if (lane == 0) {
        atomicAdd(&control[MOTIF_MAXIMAL_COST_LEFT], left);
        atomicAdd(&control[MOTIF_MAXIMAL_COST_RIGHT], right);
    }
}

/**
 * Reports the biclique of each branch that begins one, and makes its frame in the pool. If that would be too large, or
 * wide and sparse, it makes branches of its candidates, which the next launch opens, or else a hub, which is left to
 * cuMBE. Ends early when the pool is full. `counts` is zero before and after; `waiting` holds the branch that a block
 * could not finish, and is zero before the first launch.
 */
extern "C" __global__ void __launch_bounds__(MOTIF_MAXIMAL_THREADS) maximal_frames_per_block(
        const __grid_constant__ SearchArguments arguments, const __grid_constant__ BranchSpace space, u32* counts,
        u32* touched, u64* waiting) {
    __shared__ OpenBranch r;
    __shared__ bool claimed;
    __shared__ Search s;
    s.begin(arguments);
    u32* ownCounts = counts + (u64)blockIdx.x * s.count;
    u32* ownTouched = touched + (u64)blockIdx.x * s.count;
    while (true) {
        if (threadIdx.x == 0) {
            claimed = !s.stopped() && claimBranch(s, space.branches, waiting[blockIdx.x], r);
        }
        __syncthreads();
        if (!claimed) {
            break;
        }
        if (r.branch.size > 0 && !openBranch(s, space, ownCounts, ownTouched, r) && threadIdx.x == 0) {
            waiting[blockIdx.x] = 1 + 2 * r.claim + (r.reported ? 1 : 0);
        }
        __syncthreads();
    }
    flushSmallSizes(s);
}

// ---- sub-trees: a warp each ----

struct WarpTables {
    u64 slots[WARP_SLOTS];  // row of the parent + 1, row of the child
    u32 classes[ORDER_CLASSES];
};

/** The bits of x at the positions of `taken`, moved together to the low end. */
__device__ __forceinline__ u32 compressed(u32 x, u32 taken) {
    u32 out = 0;
    for (u32 at = 0; taken != 0; at++, taken &= taken - 1) {
        out |= ((x >> (__ffs(taken) - 1)) & 1) << at;
    }
    return out;
}

/** The bits of a candidate: one word in a register, or pairs of word number and bits in the arena. */
template <bool WIDE>
struct Bits {
    u64 single;
    const u64* words;
    u32 count;  // words

    __device__ __forceinline__ u32 number(u32 t) const { return WIDE ? (u32)words[2 * t] : 0; }
    __device__ __forceinline__ u64 bits(u32 t) const { return WIDE ? words[2 * t + 1] : single; }
    __device__ __forceinline__ u64 of(const Entry& e, u32 row, u32 t) const {
        return e.rows[(u64)number(t) * e.stride + row] & bits(t);
    }
    __device__ __forceinline__ bool same(const Entry& e, u32 a, u32 b) const {
        for (u32 t = 0; t < count; t++) {
            if (of(e, a, t) != of(e, b, t)) {
                return false;
            }
        }
        return true;
    }
    /** Reads a row ahead of its use, if it is a single word. */
    __device__ __forceinline__ u64 ahead(const Entry& e, u32 row, u32 end) const {
        return !WIDE && row < end ? e.rows[row] : 0;
    }
    /** The number of bits that the row has in common with these; `key` is equal for equal common bits. */
    __device__ __forceinline__ u32 meet(const Entry& e, u32 row, u64 read, u64& key) const {
        if (!WIDE) {
            key = read & single;
            return __popcll(key);
        }
        u32 common = 0;
        key = 0;
#pragma unroll 8  // reads wait for memory: many at once; with 16 it was slower again
        for (u32 t = 0; t < count; t++) {
            u64 x = of(e, row, t);
            common += __popcll(x);
            key = mixed(key ^ x);
        }
        return common;
    }
    /** Writes the row, compressed to these bits, to target, target + stride, ... */
    __device__ __forceinline__ void compress(const Entry& e, u32 row, u64* target, u32 stride) const {
        u64 out = 0;
        u32 filled = 0;
        for (u32 t = 0; t < count; t++) {
            u64 x = e.rows[(u64)number(t) * e.stride + row];
            for (u32 half = 0; half < 64; half += 32) {
                u32 taken = (u32)(bits(t) >> half), more = __popc(taken);
                u64 part = compressed((u32)(x >> half), taken);
                out |= part << filled;
                filled += more;
                if (filled >= 64) {
                    *target = out;
                    target += stride;
                    filled -= 64;
                    out = filled == 0 ? 0 : part >> (more - filled);
                }
            }
        }
        if (filled > 0) {
            *target = out;
        }
    }
};

enum class Visit { DONE, PUSHED, NO_ROOM };

struct Worker {
    Search& s;
    WarpTables& tables;
    u64* arena;
    u32 arenaWords;
    u32 lane;
    u32 top;   // where in the arena the current entry is; NONE when there is none
    u32 used;  // words of the arena
    u64 nodes;
    u64 threshold;  // the least size of interest, as far as this warp knows

    __device__ __forceinline__ Entry& at(u32 offset) const { return *(Entry*)(arena + offset); }

    /** Copies an entry to the arena with all lanes, and sets its `previous` and `total`. */
    __device__ __forceinline__ void push(Entry& e, u32 total) {
        e.previous = top;
        e.total = total;
        top = used;
        used += total;
        if (lane == 0) {
            at(top) = e;
        }
        __syncwarp();
    }
    __device__ __forceinline__ void pop() {
        used = top;
        top = at(top).previous;
    }
};

__device__ __forceinline__ bool containsMask(const Entry& e, u32 row) {
    for (u32 k = 0; k < e.words; k++) {
        if ((e.rows[(u64)k * e.stride + row] & e.mask[k]) != e.mask[k]) {
            return false;
        }
    }
    return true;
}

/** The numbers of rows after a candidate that its child absorbs and keeps, and the weight of those that it keeps. */
struct Behind {
    u32 absorbed, kept, keptWeight;
};

template <bool WIDE>
__device__ __forceinline__ Behind lookBehind(Worker& w, const Entry& e, const Bits<WIDE>& bits, u32 i, u32 size) {
    u32 absorbed = 0, kept = 0, keptWeight = 0;
    u64 next = bits.ahead(e, i + 1 + w.lane, e.rowCount);
    for (u32 first = i + 1; first < e.rowCount; first += 32) {
        u32 j = first + w.lane;
        u64 read = next;
        next = bits.ahead(e, j + 32, e.rowCount);
        bool keep = false;
        if (j < e.rowCount) {
            u64 key;
            u32 common = bits.meet(e, j, read, key);
            if (common == size) {
                absorbed += e.mask != nullptr && containsMask(e, j) ? 0 : e.weight(j);
            } else if (common >= w.s.minCommons) {
                keep = true;
                keptWeight += e.weight(j);
            }
        }
        kept += __popc(__ballot_sync(FULL_WARP, keep));
    }
    return {warpSum32(absorbed), kept, warpSum32(keptWeight)};
}

/** The child that is being made in the arena. */
struct Child {
    u64* rows;
    u32* weights;
    u32 stride, count;

    __device__ __forceinline__ u64* row(u32 j) const { return rows + j; }
};

/**
 * Puts the rows j of the lanes that keep theirs into the child, except rows that are equal to one of the child, as far
 * as the table remembers. Rows of candidates have weights; firstWeighted is the child's first row of a candidate.
 */
template <bool WIDE, bool CANDIDATES>
__device__ __forceinline__ void addRows(
        Worker& w, const Entry& e, const Bits<WIDE>& bits, Child& child, bool keep, u32 j, u64 key, u32 slotMask,
        u32 firstWeighted) {
    u32 keeping = __ballot_sync(FULL_WARP, keep);
    if (keeping == 0) {
        return;
    }
    u32 leader = w.lane, found = NONE, slot = 0;
    if (keep) {
        leader = __ffs(__match_any_sync(keeping, key)) - 1;
        u32 leading = __shfl_sync(keeping, j, leader);
        if (WIDE && leader != w.lane && !bits.same(e, j, leading)) {
            leader = w.lane;
        }
        slot = (u32)(mixed(key) >> 20) & slotMask;
        u64 seen = leader == w.lane ? w.tables.slots[slot] : 0;
        if (seen != 0 && bits.same(e, j, (u32)(seen >> 32) - 1)) {
            found = (u32)seen;
        }
    }
    bool isNew = keep && leader == w.lane && found == NONE;
    u32 news = __ballot_sync(FULL_WARP, isNew);
    u32 place = isNew ? child.count + __popc(news & ((1u << w.lane) - 1)) : found;
    child.count += __popc(news);
    __syncwarp();
    if (isNew) {
        bits.compress(e, j, child.row(place), child.stride);
        if (CANDIDATES) {
            child.weights[place - firstWeighted] = e.weight(j);
        }
        // If several rows have the same slot, any of them may be remembered.
        atomicExch(&w.tables.slots[slot], (u64)(j + 1) << 32 | place);
    }
    __syncwarp();
    if (CANDIDATES) {
        u32 target = __shfl_sync(FULL_WARP, place, leader);
        if (keep && !isNew && target >= firstWeighted) {
            atomicAdd(&child.weights[target - firstWeighted], e.weight(j));
        }
        __syncwarp();
    }
}

/** Moves candidates [from, child.count) of the child to [to, ...), fewest bits first. */
__device__ __forceinline__ void orderCandidates(
        Worker& w, const Child& child, u32 from, u32 to, u32 size, u32* weights) {
    u32* classes = w.tables.classes;
    u32 words = wordsFor(size);
    auto classOf = [&](u32 j) {
        u32 bits = 0;
        for (u32 k = 0; k < words; k++) {
            bits += __popcll(child.rows[(u64)k * child.stride + j]);
        }
        return orderClass(bits, size);
    };
    classes[w.lane] = classes[w.lane + 32] = 0;
    __syncwarp();
    for (u32 j = from + w.lane; j < child.count; j += 32) {
        atomicAdd(&classes[classOf(j)], 1u);
    }
    __syncwarp();
    classStarts(classes, to);
    for (u32 j = from + w.lane; j < child.count; j += 32) {
        u32 place = atomicAdd(&classes[classOf(j)], 1u);
        for (u32 k = 0; k < words; k++) {
            child.rows[(u64)k * child.stride + place] = child.rows[(u64)k * child.stride + j];
        }
        weights[place - to] = child.weights[j - from];
    }
    __syncwarp();
}

/** Writes the ids of the child's common vertices. */
template <bool WIDE>
__device__ __forceinline__ void selectIds(Worker& w, const Entry& e, const Bits<WIDE>& bits, u32* ids) {
    u32 base = 0;
    for (u32 t = 0; t < bits.count; t++) {
        u64 x = bits.bits(t);
        for (u32 half = 0; half < 2; half++) {
            u32 part = (u32)(x >> (32 * half));
            if ((part >> w.lane) & 1) {
                ids[base + __popc(part & ((1u << w.lane) - 1))] = e.ids[(u64)bits.number(t) * 64 + 32 * half + w.lane];
            }
            base += __popc(part);
        }
    }
    __syncwarp();
}

/** Pushes candidate i's child onto its parent's frame, with a mask. */
template <bool WIDE>
__device__ __forceinline__ void pushMasked(
        Worker& w, const Entry& e, const Bits<WIDE>& bits, u32 i, u32 size, u32 roots) {
    u32 total = ENTRY_WORDS + e.words;
    u64* mask = w.arena + w.used + ENTRY_WORDS;
    if (WIDE) {
        for (u32 k = w.lane; k < e.words; k += 32) {
            mask[k] = 0;
        }
        __syncwarp();
        for (u32 t = w.lane; t < bits.count; t += 32) {
            mask[bits.number(t)] = bits.bits(t);
        }
    } else if (w.lane == 0) {
        mask[0] = bits.single;
    }
    __syncwarp();
    Entry child = e;
    child.mask = mask;
    child.next = i + 1;
    child.end = e.rowCount;
    child.size = size;
    child.roots = roots;
    w.push(child, total);
}

/** Visits candidate i of the entry: reports it if it is maximal, and pushes its child if anything is below it. */
template <bool WIDE>
__device__ __forceinline__ Visit visit(Worker& w, const Entry& e, u32 i) {
    Search& s = w.s;
    u32 size = 0, room = w.arenaWords;
    Bits<WIDE> bits = {0, nullptr, 1};
    if (WIDE) {
        // The list of words is at the end of the arena.
        u64* list = w.arena + w.arenaWords - 2ull * e.words;
        room -= 2 * e.words;
        u32 count = 0;
        for (u32 first = 0; first < e.words; first += 32) {
            u32 k = first + w.lane;
            u64 x = k < e.words ? e.rows[(u64)k * e.stride + i] & (e.mask == nullptr ? ~0ull : e.mask[k]) : 0;
            u32 some = __ballot_sync(FULL_WARP, x != 0);
            if (x != 0) {
                u32 t = count + __popc(some & ((1u << w.lane) - 1));
                list[2 * t] = k;
                list[2 * t + 1] = x;
            }
            count += __popc(some);
            size += __popcll(x);
        }
        size = warpSum32(size);
        bits.words = list;
        bits.count = count;
        __syncwarp();
    } else {
        bits.single = e.rows[i] & (e.mask == nullptr ? ~0ull : e.mask[0]);
        size = __popcll(bits.single);
    }
    if (size < s.minCommons || size == e.size) {
        return Visit::DONE;
    }
    w.nodes++;
    Behind behind = lookBehind(w, e, bits, i, size);
    u32 roots = e.roots + e.weight(i) + behind.absorbed;
    bool descends = behind.kept > 0 && s.mayReach(size, roots, behind.keptWeight, w.threshold);

    u32 words = wordsFor(size), idWords = (size + 1) / 2;
    Child child = {nullptr, nullptr, i + 2 * behind.kept, 0};
    u64 total = ENTRY_WORDS + idWords + behind.kept + (u64)child.stride * words;
    bool fits =
            descends && w.used + total <= room && w.used + total + wordsAbove(behind.kept, size, words) <= w.arenaWords;
    u32* weights = (u32*)(w.arena + w.used + ENTRY_WORDS + idWords);
    child.rows = w.arena + w.used + ENTRY_WORDS + idWords + behind.kept;
    child.weights = weights + behind.kept;
    u32 slotMask = WARP_SLOTS - 1;
    if (fits) {
        u32 rows = min(i + behind.kept, WARP_SLOTS / 2);
        slotMask = max(31u, (2u << (31 - __clz(rows | 1))) - 1) & (WARP_SLOTS - 1);
        for (u32 slot = w.lane; slot <= slotMask; slot += 32) {
            w.tables.slots[slot] = 0;
        }
        __syncwarp();
    }
    bool contained = false;
    u64 next = bits.ahead(e, w.lane, i);
    for (u32 first = 0; first < i; first += 32) {
        u32 j = first + w.lane;
        u64 read = next, key = 0;
        next = bits.ahead(e, j + 32, i);
        bool keep = false;
        if (j < i) {
            u32 common = bits.meet(e, j, read, key);
            contained = common == size && !(e.mask != nullptr && containsMask(e, j));
            keep = common < size && common >= s.minCommons;
        }
        if (__any_sync(FULL_WARP, contained)) {
            return Visit::DONE;
        }
        if (fits) {
            addRows<WIDE, false>(w, e, bits, child, keep, j, key, slotMask, 0);
        }
    }
    if (!report(s, {e.ids, bits.count, bits.words, bits.single, true}, size, roots)) {
        return Visit::NO_ROOM;
    }
    if (!descends) {
        return Visit::DONE;
    }
    if (!fits) {
        pushMasked(w, e, bits, i, size, roots);
        return Visit::PUSHED;
    }
    // Candidates are first put after the places that they can take in the end.
    u32 before = child.count, temporary = i + behind.kept;
    child.count = temporary;
    next = bits.ahead(e, i + 1 + w.lane, e.rowCount);
    for (u32 first = i + 1; first < e.rowCount; first += 32) {
        u32 j = first + w.lane;
        u64 read = next, key = 0;
        next = bits.ahead(e, j + 32, e.rowCount);
        u32 common = j < e.rowCount ? bits.meet(e, j, read, key) : 0;
        bool keep = j < e.rowCount && common < size && common >= s.minCommons;
        addRows<WIDE, true>(w, e, bits, child, keep, j, key, slotMask, temporary);
    }
    u32 candidates = child.count - temporary;
    if (candidates == 0) {
        return Visit::DONE;
    }
    orderCandidates(w, child, temporary, before, size, weights);
    u32* ids = (u32*)(w.arena + w.used + ENTRY_WORDS);
    if (s.wanted != 0) {
        selectIds(w, e, bits, ids);
    }
    Entry entry = {child.rows,          weights, ids,   nullptr, child.stride,        words, before,
                   before + candidates, size,    roots, before,  before + candidates, 0,     0};
    w.push(entry, (u32)(words == 1 ? total - child.stride + entry.rowCount : total));
    return Visit::PUSHED;
}

// ---- handing over work ----

/**
 * The slots by which warps hand over work. A slot has whose turn it is, an entry and, unless it is in the pool, its
 * frame.
 */
struct Ring {
    u64* slots;
    u32 count, words;
    u64* pool;
    u64 poolWords;

    __device__ __forceinline__ u64* slot(u64 ticket) const { return slots + ticket % count * words; }
    __device__ __forceinline__ volatile u64& turn(u64 ticket) const { return *slot(ticket); }
    __device__ __forceinline__ u64* content(u64 ticket) const { return slot(ticket) + MOTIF_MAXIMAL_RING_HEADER_WORDS; }
    __device__ __forceinline__ u32 room() const { return words - MOTIF_MAXIMAL_RING_HEADER_WORDS; }
    __device__ __forceinline__ bool inPool(const Entry& e) const { return e.rows >= pool && e.rows < pool + poolWords; }
};

/**
 * The numbers of words of an entry's own parts: the mask and, unless its frame is in the pool, rows, weights and ids.
 */
struct Parts {
    u32 mask, rows, weights, ids;

    __device__ __forceinline__ Parts(const Ring& ring, const Entry& e) {
        bool own = !ring.inPool(e);
        mask = e.mask == nullptr ? 0 : e.words;
        rows = own ? (e.words - 1) * e.stride + e.rowCount : 0;
        weights = own ? (e.rowCount - e.before + 1) / 2 : 0;
        ids = own ? (e.size + 1) / 2 : 0;
        if (own && e.mask != nullptr) {
            ids = e.words * 32;
        }
    }
    __device__ __forceinline__ u32 total() const { return ENTRY_WORDS + mask + rows + weights + ids; }
};

__device__ __forceinline__ u64* copyWords(u32 lane, u64*& target, const u64* source, u32 words) {
    u64* start = target;
#pragma unroll 4
    for (u32 k = lane; k < words; k += 32) {
        start[k] = __ldcg(source + k);
    }
    target += words;
    return start;
}

/** Copies an entry and its parts to `target`. Returns the entry with pointers to the copied parts. */
__device__ __forceinline__ Entry copyEntry(u32 lane, const Parts& parts, const Entry& e, u64* target) {
    Entry copy = e;
    u64* next = target + ENTRY_WORDS;
    if (parts.mask > 0) {
        copy.mask = copyWords(lane, next, e.mask, parts.mask);
    }
    if (parts.rows > 0) {
        copy.rows = copyWords(lane, next, e.rows, parts.rows);
        copy.weights = (u32*)copyWords(lane, next, (const u64*)e.weights, parts.weights);
        copy.ids = (const u32*)copyWords(lane, next, (const u64*)e.ids, parts.ids);
    }
    if (lane == 0) {
        *(Entry*)target = copy;
    }
    return copy;
}

/** Copies an entry's frame to the pool, where all warps can read it. False when too little of the pool is left. */
__device__ __forceinline__ bool moveToPool(const Worker& w, const Ring& ring, const Parts& parts, Entry& e) {
    u64 words = (u64)parts.rows + parts.weights + parts.ids, at = 0;
    if (w.lane == 0) {
        bool room = w.s.control[MOTIF_MAXIMAL_POOL_USED] + words <= ring.poolWords;
        at = room ? atomicAdd(w.s.counter(MOTIF_MAXIMAL_POOL_USED), words) : ring.poolWords;
    }
    at = __shfl_sync(FULL_WARP, at, 0);
    if (at + words > ring.poolWords) {
        return false;
    }
    u64* next = ring.pool + at;
    e.rows = copyWords(w.lane, next, e.rows, parts.rows);
    e.weights = (u32*)copyWords(w.lane, next, (const u64*)e.weights, parts.weights);
    e.ids = (const u32*)copyWords(w.lane, next, (const u64*)e.ids, parts.ids);
    return true;
}

/** The lowest entry that has at least `least` to share and can be handed over; NONE when there is none. */
__device__ __forceinline__ u32 lowestToShare(const Worker& w, const Ring& ring, u32 least) {
    for (u32 at = 0; at != w.used; at += w.at(at).total) {
        const Entry& e = w.at(at);
        Parts parts(ring, e);
        u32 ownWords = min(parts.total(), ring.room());
        if (e.next < e.end && (u64)(e.rowCount - e.next) * e.rowCount * e.words >= least
            && ENTRY_WORDS + parts.mask <= ring.room()
            && ownWords + wordsAbove(e.end - e.next, e.size, e.words) <= w.arenaWords) {
            return at;
        }
    }
    return NONE;
}

/**
 * Waits for the place of a ticket to be free. False when the launch must end before. The ring has at least two places
 * for a warp, so a warp holds the ticket that had this place before, and will empty it. One lane.
 */
__device__ __forceinline__ bool awaitPlace(const Search& s, const Ring& ring, u64 ticket) {
    while (ring.turn(ticket) != 2 * (ticket / ring.count)) {
        if (s.stopped()) {
            return false;
        }
        __nanosleep(100);
    }
    __threadfence();
    return true;
}

/**
 * Hands the later half of the lowest entry's candidates to a waiting warp. It is half so that both warps can halve
 * again: if all of the rest were handed over, only one warp at a time would work on it. Not inlined, since it would
 * take registers of the search.
 *
 * @param promised the ticket + 1 of a place that this warp has promised to fill, or 0. The stack is as it was then, so
 *     there is work for it.
 * @return 0, or the promise that is left when the launch must end before the place is free
 */
__device__ __noinline__ u64 shareWork(const Worker w, const Ring ring, u32 least, u64 promised) {
    u32 lowest = lowestToShare(w, ring, least);
    if (lowest == NONE) {
        return 0;
    }
    Entry e = w.at(lowest);
    Parts parts(ring, e);
    if (parts.total() > ring.room()) {
        if (!moveToPool(w, ring, parts, e)) {
            return 0;
        }
        parts = Parts(ring, e);
    }
    bool isFree = false;
    if (w.lane == 0) {
        // When several warps hand work over to one, the rest is for warps that will wait next.
        promised = promised != 0 ? promised : atomicAdd(w.s.counter(MOTIF_MAXIMAL_TAIL), 1ull) + 1;
        isFree = awaitPlace(w.s, ring, promised - 1);
    }
    promised = __shfl_sync(FULL_WARP, promised, 0);
    if (!__shfl_sync(FULL_WARP, isFree, 0)) {
        if (w.lane == 0) {
            w.at(lowest) = e;  // its frame may be in the pool now
        }
        __syncwarp();
        return promised;
    }
    u64 ticket = promised - 1;
    u32 next = e.next, middle = next + (e.end - next) / 2;
    e.next = middle;
    copyEntry(w.lane, parts, e, ring.content(ticket));
    __threadfence();
    __syncwarp();
    if (w.lane == 0) {
        e.next = next;
        e.end = middle;
        w.at(lowest) = e;
        ring.turn(ticket) = 2 * (ticket / ring.count) + 1;
    }
    __syncwarp();
    return 0;
}

/** Takes the work that was handed over for this ticket. */
__device__ __forceinline__ void receive(Worker& w, const Ring& ring, u64 ticket) {
    __threadfence();
    Entry e;
    const u64* content = ring.content(ticket);
    for (u32 k = 0; k < ENTRY_WORDS; k++) {
        ((u64*)&e)[k] = __ldcg(content + k);
    }
    Parts parts(ring, e);
    Entry copy = copyEntry(w.lane, parts, e, w.arena);
    __threadfence();
    __syncwarp();
    if (w.lane == 0) {
        ring.turn(ticket) = 2 * (ticket / ring.count) + 2;
    }
    w.top = NONE;
    w.used = 0;
    w.push(copy, parts.total());
}

/** State of a warp between launches. */
struct WarpState {
    u32 top;  // + 1; 0 for none
    u32 used;
    u64 ticket;  // + 1; 0 for none: without work, the one that it waits for; with work, the one that it has promised
    u64 busy;
    u64 round;  // that the ticket is of
};
static_assert(sizeof(WarpState) == 8 * MOTIF_MAXIMAL_WARP_WORDS, "the state of a warp");

/** Finds work: a frame of a root vertex, or what another warp hands over. False when the launch or the round ends. */
__device__ __forceinline__ bool findWork(
        Worker& w, const Ring& ring, Search& s, const Frame* frames, u64 warps, u64& ticket) {
    u64 claim = ~0ull;
    if (w.lane == 0 && ticket == 0) {
        claim = atomicAdd(s.counter(MOTIF_MAXIMAL_FRAMES_CLAIMED), 1ull);
        if (claim >= s.control[MOTIF_MAXIMAL_FRAMES]) {
            claim = ~0ull;
            ticket = atomicAdd(s.counter(MOTIF_MAXIMAL_HEAD), 1ull) + 1;
            // A waiting warp hands nothing over, so the last one to wait sees that all do.
            __threadfence();
            if (ticket - s.control[MOTIF_MAXIMAL_TAIL] == warps) {
                s.control[MOTIF_MAXIMAL_DONE] = 1;
            }
        }
    }
    claim = __shfl_sync(FULL_WARP, claim, 0);
    ticket = __shfl_sync(FULL_WARP, ticket, 0);
    if (claim != ~0ull) {
        Frame f = frames[claim];
        Entry e = {
                ring.pool + f.rows,
                (u32*)(ring.pool + f.weights),
                f.ids,
                nullptr,
                f.rowCount,
                wordsFor(f.size),
                f.before,
                f.rowCount,
                f.size,
                f.roots,
                f.before,
                f.rowCount,
                0,
                0};
        w.top = NONE;
        w.used = 0;
        w.push(e, ENTRY_WORDS);
        return true;
    }
    bool handed = false;
    if (w.lane == 0) {
        u64 turn = 2 * ((ticket - 1) / ring.count) + 1;
        for (u32 polls = 0; !(handed = ring.turn(ticket - 1) == turn); polls++) {
            __nanosleep(500);
            if (polls % POLLS_OF_OWN == 0 && (s.control[MOTIF_MAXIMAL_DONE] != 0 || s.stopped())) {
                break;
            }
        }
    }
    handed = __shfl_sync(FULL_WARP, handed, 0);
    if (handed) {
        receive(w, ring, ticket - 1);
        ticket = 0;
    }
    return handed;
}

/**
 * Searches below the frames. Ends when the work is done or the launch must end; the next launch, with the same grid,
 * goes on. `warpStates` is zero before the first launch, `ringSlots` before the first of a round. Rounds have numbers of
 * their own: tickets of an earlier one, which a warp may have kept when it left just before the round was done, mean
 * nothing.
 */
extern "C" __global__ void __launch_bounds__(MOTIF_MAXIMAL_THREADS, TREE_BLOCKS) maximal_subtrees_per_warp(
        const __grid_constant__ SearchArguments arguments, u64* pool, u64 poolWords, const Frame* frames,
        WarpState* warpStates, u64* arenas, u32 arenaWords, u64* ringSlots, u32 ringCount, u32 ringWords,
        u32 leastShared, u64 round) {
    __shared__ WarpTables tables[WARPS];
    __shared__ Search s;
    s.begin(arguments);
    u32 warp = threadIdx.x >> 5, lane = threadIdx.x & 31;
    u64 self = (u64)blockIdx.x * WARPS + warp, warps = (u64)gridDim.x * WARPS;
    WarpState& state = warpStates[self];
    Ring ring = {ringSlots, ringCount, ringWords, pool, poolWords};
    Worker w = {s, tables[warp], arenas + self * arenaWords, arenaWords, lane, state.top - 1, state.used, 0, 0};
    u64 ticket = state.round == round ? state.ticket : 0, busy = 0, since = Search::now();
    u32 looks = 0;
    Entry e;
    if (w.top != NONE) {
        e = w.at(w.top);
    }
    while (true) {
        // The words that all warps read are read together, and seldom enough for one line of memory to serve them.
        u64 word = s.control[MOTIF_MAXIMAL_STOP + (lane & 7)];
        bool stop = lane == 0 && (word != 0 || (looks % LOOKS_PER_TIME == 0 && s.expired()));
        // Not at first: a block that began late, when others had the device, gets on too.
        if (__any_sync(FULL_WARP, stop && looks > 0)) {
            break;
        }
        looks++;
        u64 head = __shfl_sync(FULL_WARP, word, MOTIF_MAXIMAL_HEAD - MOTIF_MAXIMAL_STOP);
        w.threshold = __shfl_sync(FULL_WARP, word, MOTIF_MAXIMAL_THRESHOLD - MOTIF_MAXIMAL_STOP);
        bool awaited = __shfl_sync(FULL_WARP, word, MOTIF_MAXIMAL_TAIL - MOTIF_MAXIMAL_STOP) < head;
        if (w.top == NONE) {
            busy += Search::now() - since;
            bool found = findWork(w, ring, s, frames, warps, ticket);
            since = Search::now();
            if (!found) {
                break;
            }
            e = w.at(w.top);
        }
        if (e.next == e.end) {
            w.pop();
            if (w.top != NONE) {
                e = w.at(w.top);
            }
            continue;
        }
        u32 i = e.next++;
        if (awaited || ticket != 0) {
            __syncwarp();  // all have read e
            if (lane == 0) {
                w.at(w.top) = e;
            }
            __syncwarp();
            ticket = shareWork(w, ring, leastShared, ticket);
            e = w.at(w.top);
            if (ticket != 0) {
                e.next = i;
                break;
            }
        }
        u32 parent = w.top;
        Visit visited = e.words == 1 ? visit<false>(w, e, i) : visit<true>(w, e, i);
        if (visited == Visit::NO_ROOM) {
            e.next = i;
            break;
        }
        if (visited == Visit::PUSHED) {
            if (lane == 0) {
                w.at(parent).next = e.next;
            }
            __syncwarp();
            e = w.at(w.top);
        }
    }
    if (w.top != NONE && lane == 0) {
        w.at(w.top) = e;
    }
    if (lane == 0) {
        busy += w.top != NONE ? Search::now() - since : 0;
        state = {w.top + 1, w.used, ticket, state.busy + busy, round};
        atomicAdd(s.counter(MOTIF_MAXIMAL_NODES), w.nodes);
    }
    flushSmallSizes(s);
}

// ---- handing work to other devices ----

/**
 * Work that a device gives to another: the words that are taken and the number of entries, then where each entry begins, then the
 * entries with their parts. Pointers are into the donation, where it is in the memory of the giver.
 */
struct Donation {
    u64* words;

    __device__ __forceinline__ u64* used() const { return words + MOTIF_MAXIMAL_DONATION_USED; }
    __device__ __forceinline__ u64* entries() const { return words + MOTIF_MAXIMAL_DONATION_ENTRIES; }
    __device__ __forceinline__ u64& start(u64 entry) const {
        return words[MOTIF_MAXIMAL_DONATION_HEADER_WORDS + entry];
    }
};

/** No frame is in the pool of another device, and what is given must fit an arena. */
__device__ __forceinline__ Ring ringOfDonations(u32 arenaWords) {
    return {nullptr, 1, arenaWords + MOTIF_MAXIMAL_RING_HEADER_WORDS, nullptr, 0};
}

/**
 * Gives away the candidates of each warp's lowest entry, between two launches of the search: if `all`, those that are
 * left, which is half of the work where each candidate has as much below it as those behind it together; else the later
 * half, as where they are alike. A warp that has promised work to another one keeps its own. Ids behind the common
 * vertices are zero. `donation` has `donationWords` words; before, the first one says where entries may begin, and the number
 * of entries is zero.
 */
extern "C" __global__ void __launch_bounds__(MOTIF_MAXIMAL_THREADS, TREE_BLOCKS) maximal_donations_per_warp(
        const WarpState* warpStates, u64* arenas, u32 arenaWords, u32 leastShared, u64 round, u32 all, u64* donation,
        u64 donationWords) {
    __shared__ WarpTables tables[WARPS];
    __shared__ Search s;
    const u32 warp = threadIdx.x >> 5, lane = threadIdx.x & 31;
    const u64 self = (u64)blockIdx.x * WARPS + warp;
    const WarpState state = warpStates[self];
    if (state.top == 0 || (state.round == round && state.ticket != 0)) {
        return;
    }
    const Worker w = {s, tables[warp], arenas + self * arenaWords, arenaWords, lane, state.top - 1, state.used, 0, 0};
    const Ring ring = ringOfDonations(arenaWords);
    const u32 lowest = lowestToShare(w, ring, leastShared);
    if (lowest == NONE) {
        return;
    }
    Entry e = w.at(lowest);
    const Parts parts(ring, e);
    if (parts.total() > ring.room()) {
        return;
    }
    const Donation given = {donation};
    u64 at = 0;
    if (lane == 0) {
        at = atomicAdd(given.used(), (u64)parts.total());
        if (at + parts.total() <= donationWords) {
            given.start(atomicAdd(given.entries(), 1ull)) = at;
        }
    }
    at = __shfl_sync(FULL_WARP, at, 0);
    if (at + parts.total() > donationWords) {
        return;
    }
    const u32 first = all ? e.next : e.next + (e.end - e.next) / 2;
    Entry copy = e;
    copy.next = first;
    u64* target = donation + at + ENTRY_WORDS;
    if (parts.mask > 0) {
        copy.mask = copyWords(lane, target, e.mask, parts.mask);
    }
    copy.rows = copyWords(lane, target, e.rows, parts.rows);
    copy.weights = (u32*)copyWords(lane, target, (const u64*)e.weights, parts.weights);
    copy.ids = (const u32*)target;
    for (u32 k = lane; k < 2 * parts.ids; k += 32) {
        const bool common = e.mask == nullptr ? k < e.size : (e.mask[k / 64] >> (k % 64) & 1) != 0;
        ((u32*)target)[k] = common ? __ldcg(e.ids + k) : 0;
    }
    __syncwarp();
    if (lane == 0) {
        *(Entry*)(donation + at) = copy;
        e.end = first;
        w.at(lowest) = e;
    }
}

/**
 * Takes the entries of a donation from `first` on, at most one for each warp, as the work of a new round, in which no other work
 * is there. `distance`: by how many bytes the donation is further up in memory than it was where it was given.
 */
extern "C" __global__ void __launch_bounds__(MOTIF_MAXIMAL_THREADS, TREE_BLOCKS) maximal_takes_per_warp(
        WarpState* warpStates, u64* arenas, u32 arenaWords, u64 round, u64* donation, u64 first, u64 distance) {
    __shared__ WarpTables tables[WARPS];
    __shared__ Search s;
    const u32 warp = threadIdx.x >> 5, lane = threadIdx.x & 31;
    const u64 self = (u64)blockIdx.x * WARPS + warp;
    const Donation given = {donation};
    if (first + self >= *given.entries()) {
        return;
    }
    Worker w = {s, tables[warp], arenas + self * arenaWords, arenaWords, lane, NONE, 0, 0, 0};
    Entry e = *(const Entry*)(donation + given.start(first + self));
    e.rows = (u64*)((u64)e.rows + distance);
    e.weights = (u32*)((u64)e.weights + distance);
    e.ids = (const u32*)((u64)e.ids + distance);
    e.mask = e.mask == nullptr ? nullptr : (u64*)((u64)e.mask + distance);
    const Parts parts(ringOfDonations(arenaWords), e);
    const Entry copy = copyEntry(lane, parts, e, w.arena);
    __syncwarp();
    Entry entry = copy;
    w.push(entry, parts.total());
    if (lane == 0) {
        warpStates[self] = {w.top + 1, w.used, 0, warpStates[self].busy, round};
    }
}
