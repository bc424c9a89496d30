// Counts (p,q)-bicliques by the techniques of the GBC paper. Gbc.java says what is counted; the launches are below.
//
// The search chooses `size` vertices of one layer, the anchor vertices, one a level, each after the one before in the
// order of priority. A node of the search tree is a set L of anchor vertices with
//   candidates = the later anchor vertices that share enough neighbors with every vertex of L     (the paper's C_L)
//   common     = the neighbors that all of L share                                                (the paper's C_R)
// A child adds one candidate w: its sets are candidates * twoHops(w) and common * neighbors(w), where * is
// intersection. The kernels do not multiply binomials: leaves[c] counts the sets L of full size with c common
// neighbors, so no sum can overflow on the device, and the host adds up leaves[c] * C(c, q).
//
// A worker is a warp with frames of its own in global memory, one a level: the children of a batch wait there while the
// search goes down. A set is kept as its nonzero 32-bit words (Hierarchical Truncated Bitmap) or, for comparison, as
// its elements. The sets of a batch are intersected together, each by a group of lanes, the smallest power of two that
// holds the parent's words. Workers stop after `sliceNanos` and go on in the next launch, so that the host can cancel
// between launches.
//
// Launches. The words are those of cuda/README.md.
//
// biclique_bitmap_leaves_per_warp takes sets as nonzero words, biclique_list_leaves_per_warp sorted elements, without
// the two ...Bits. Rows are of one layer, the roots: row v of a set is index[offsets[v] .. offsets[v+1]), ascending. A
// worker is a warp; workers of them have memory. GbcJob has the rest:
//   field; value:
//     candidateWords, commonWords: at least the longest two-hop row and the longest row of mates
//     batch: 1 (DFS) to GBC_BATCH
//     claimed, heads: u64[workers], u32[2 * workers], zero before the first launch
//     frameWords: a multiple of 4, at least 8 (size - 1) + (size - 2)(3 GBC_BATCH + w (candidateWords + commonWords)),
//       w = 2 for bitmaps, 1 for lists
//     leaves[c]: sets of size roots with c common mates, zero once; c is at most the most mates of a root
//
// Block: GBC_THREADS. Zero unfinished before each launch; again and again until it stays 0. Roots have at least least
// mates, each task's root at least size - 1 later two-hop neighbors. Bicliques = sum of leaves[c] * C(c, least).
#include "include/count.cuh"
#include "include/kernel_abi.h"

/**
 * Rows of sets. Row v is index[offsets[v] .. offsets[v + 1]), ascending: positions of words, whose values are in
 * `bits`, or plain elements, without bits.
 */
struct SetRows {
    const u64* __restrict__ offsets;
    const u32* __restrict__ index;
    const u32* __restrict__ bits;
};

/** A set on its way down the search tree: in the graph's rows, or in a frame. */
struct WordSet {
    const u32* index;
    const u32* bits;
    u32 words;
};

/** Where the children of a node go: child k has the words from k * parent.words on. */
struct WordSpace {
    u32* index;
    u32* bits;
};

/** The arguments of both kernels. Rows of lists have no bits: those pointers are null. */
struct GbcJob {
    const u64* neighborOffsets;  // of anchor vertices, in the other layer
    const u32* neighborIndex;
    const u32* neighborBits;
    const u64* twoHopOffsets;  // of anchor vertices: later ones with enough common neighbors
    const u32* twoHopIndex;
    const u32* twoHopBits;
    const u32* roots;    // of each task
    const u32* seconds;  // of each task, or null when a task is a whole root
    u64 tasks;
    u32 size, least;                  // vertices to choose in the anchor layer, common neighbors they need
    u32 batch;                        // children looked at together
    u32 candidateWords, commonWords;  // of a frame
    u32 workers;
    u32 steals;    // whether idle workers steal
    u64* claimed;  // the status array, by worker
    u32* heads;    // depth and root of the current task, by worker
    u32* frames;
    u64 frameWords;   // a worker
    u64 sliceNanos;   // after which the launch ends
    u64* leaves;      // added to: by common neighbors
    u32* unfinished;  // added to: workers that have work left

    __device__ __forceinline__ SetRows neighbors() const { return {neighborOffsets, neighborIndex, neighborBits}; }
    __device__ __forceinline__ SetRows twoHops() const { return {twoHopOffsets, twoHopIndex, twoHopBits}; }
};

/**
 * A node of the search tree. Its sets are in the frame of the level above; those of a root are rows. The same on all
 * lanes.
 */
struct Node {
    u32 word, unseen;    // candidates before these have been looked at
    u32 children, next;  // of the batch that waits in the frame of this level
    u32 candidatesAt, candidateWords;
    u32 commonAt, commonWords;
};

static constexpr u32 WARPS = MOTIF_GBC_THREADS / 32;
static constexpr u32 STEPS_BETWEEN_CLOCKS = 16;

/** The fields of each child in a frame: its place, words of candidates, words of common. */
static constexpr u32 CHILD_FIELDS = 3;
static constexpr u32 TABLE_WORDS = CHILD_FIELDS * MOTIF_GBC_BATCH;
static constexpr u32 NODE_WORDS = sizeof(Node) / sizeof(u32);

__device__ __forceinline__ u64 nanosNow() {
    u64 nanos;
    asm volatile("mov.u64 %0, %globaltimer;" : "=l"(nanos));
    return nanos;
}

// ---- sets ----

/**
 * Intersects one word of a set with the row that begins at `begin`: finds its index by binary search, then ands the
 * bits.
 */
template <bool BITMAPS>
__device__ __forceinline__ u32 meet(const SetRows& rows, u64 begin, u32 length, u32 index, u32 bits) {
    const u32* row = rows.index + begin;
    u32 low = 0;
    for (u32 rest = length; rest > 1;) {
        u32 half = rest >> 1;
        low = row[low + half] <= index ? low + half : low;
        rest -= half;
    }
    if (length == 0 || row[low] != index) {
        return 0;
    }
    return BITMAPS ? bits & rows.bits[begin + low] : 1;
}

template <bool BITMAPS>
__device__ __forceinline__ WordSet rowOf(const SetRows& rows, u32 v) {
    u64 begin = rows.offsets[v];
    return {rows.index + begin, BITMAPS ? rows.bits + begin : nullptr, (u32)(rows.offsets[v + 1ull] - begin)};
}

struct Meeting {
    u32 elements, words;
};

/**
 * Intersects `parent` with the rows of `children` vertices, child k on lane k. Lane k gets the size of the result of
 * child k; with KEEP its words are written to `space`, at the `place` of lane k. All 32 lanes call it.
 *
 * @param together many children at once, or one by one with the whole warp
 */
template <bool BITMAPS, bool KEEP>
__device__ __forceinline__ Meeting intersect(
        const WordSet& parent, const SetRows& rows, u32 children, u32 vertex, u32 place, bool together,
        const WordSpace& space) {
    const u32 lane = threadIdx.x & 31;
    const u64 begin = lane < children ? rows.offsets[vertex] : 0;
    const u32 length = lane < children ? (u32)(rows.offsets[vertex + 1ull] - begin) : 0;
    const u32 log = together && parent.words < 32 ? 32 - __clz(parent.words - 1) : 5;  // words 1: clz(0) = 32
    const u32 group = 1u << log, inGroup = lane & (group - 1), atOnce = 32u >> log;
    const u32 groupMask = (group == 32 ? FULL_WARP : (1u << group) - 1) << (lane - inGroup);
    // Sets of one word a lane stay in registers for all children.
    const bool held = parent.words <= group;
    u32 index = 0, bits = 0;
    if (held && inGroup < parent.words) {
        index = parent.index[inGroup];
        bits = BITMAPS ? parent.bits[inGroup] : 1;
    }
    Meeting mine = {0, 0};
    for (u32 first = 0; first < children; first += atOnce) {
        const u32 child = first + (lane >> log);
        const u64 rowBegin = __shfl_sync(FULL_WARP, begin, child);
        const u32 rowLength = __shfl_sync(FULL_WARP, length, child);  // 0 behind the last child
        const u32 to = KEEP ? __shfl_sync(FULL_WARP, place, child) * parent.words : 0;
        Meeting found = {0, 0};
        for (u32 from = 0; from < parent.words; from += group) {
            const u32 at = from + inGroup;
            if (!held) {
                index = at < parent.words ? parent.index[at] : 0;
                bits = BITMAPS && at < parent.words ? parent.bits[at] : 1;
            }
            const u32 word = at < parent.words ? meet<BITMAPS>(rows, rowBegin, rowLength, index, bits) : 0;
            found.elements += __popc(word);
            if (KEEP) {
                const u32 nonzero = __ballot_sync(FULL_WARP, word != 0) & groupMask;
                if (word != 0) {
                    const u32 target = to + found.words + __popc(nonzero & ((1u << lane) - 1));
                    space.index[target] = index;
                    if (BITMAPS) {
                        space.bits[target] = word;
                    }
                }
                found.words += __popc(nonzero);
            }
        }
        for (u32 d = group >> 1; d > 0; d >>= 1) {
            found.elements += __shfl_xor_sync(FULL_WARP, found.elements, d);
        }
        const u32 leader = ((lane - first) << log) & 31;
        const u32 elements = __shfl_sync(FULL_WARP, found.elements, leader);
        const u32 words = KEEP ? __shfl_sync(FULL_WARP, found.words, leader) : 0;
        if (lane >= first && lane < first + atOnce) {
            mine = {elements, words};
        }
    }
    return mine;
}

/** Moves the next candidates, at most `most`, into batch[]; returns their number. All 32 lanes call it. */
template <bool BITMAPS>
__device__ __forceinline__ u32 nextCandidates(const WordSet& candidates, Node& node, u32 most, u32* batch) {
    const u32 lane = threadIdx.x & 31, at = node.word + lane;
    const u32 index = at < candidates.words ? candidates.index[at] : 0;
    u32 bits = at < candidates.words ? (BITMAPS ? candidates.bits[at] : 1) : 0;
    if (lane == 0) {
        bits &= node.unseen;
    }
    const u32 upTo = warpSumUpTo((u32)__popc(bits));
    const u32 all = __shfl_sync(FULL_WARP, upTo, 31);
    __syncwarp();
    for (u32 i = upTo - __popc(bits); bits != 0 && i < most; i++) {
        batch[i] = BITMAPS ? index * 32 + __ffs(bits) - 1 : index;
        bits &= bits - 1;
    }
    __syncwarp();
    const u32 left = __ballot_sync(FULL_WARP, bits != 0);
    const u32 first = left == 0 ? 32 : __ffs(left) - 1;
    const u32 rest = __shfl_sync(FULL_WARP, bits, first & 31);
    node.word += first;
    node.unseen = left == 0 ? FULL_WARP : rest;
    return min(all, most);
}

// ---- a worker's memory ----

/**
 * The memory of a worker: a Node for each level, then the frames: a table of children, words of candidates, of common.
 */
template <bool BITMAPS>
struct Frames {
    u32* memory;
    u32 levels, candidateWords, commonWords;

    __device__ __forceinline__ u32* table(u32 depth) const {
        const u64 words = TABLE_WORDS + (BITMAPS ? 2ull : 1ull) * (candidateWords + commonWords);
        return memory + NODE_WORDS * levels + (depth - 1) * words;
    }
    __device__ __forceinline__ WordSpace candidates(u32 depth) const {
        u32* words = table(depth) + TABLE_WORDS;
        return {words, BITMAPS ? words + candidateWords : nullptr};
    }
    __device__ __forceinline__ WordSpace common(u32 depth) const {
        u32* words = table(depth) + TABLE_WORDS + (BITMAPS ? 2 : 1) * candidateWords;
        return {words, BITMAPS ? words + commonWords : nullptr};
    }
    __device__ __forceinline__ Node load(u32 depth) const {
        const uint4* words = reinterpret_cast<const uint4*>(memory + NODE_WORDS * (depth - 1));
        const uint4 a = words[0], b = words[1];
        return {a.x, a.y, a.z, a.w, b.x, b.y, b.z, b.w};
    }
    __device__ __forceinline__ void store(u32 depth, const Node& n) const {
        uint4* words = reinterpret_cast<uint4*>(memory + NODE_WORDS * (depth - 1));
        if ((threadIdx.x & 31) == 0) {
            words[0] = {n.word, n.unseen, n.children, n.next};
            words[1] = {n.candidatesAt, n.candidateWords, n.commonAt, n.commonWords};
        }
        __syncwarp();
    }
};

// ---- claiming tasks ----

/** Worker w owns tasks w, w + workers, ...; claimed[w] of them are taken, by itself or by others. */
struct Shares {
    u64* claimed;
    u64 tasks;
    u32 workers;

    __device__ __forceinline__ u64 of(u32 worker) const {
        return worker < tasks ? (tasks - worker + workers - 1) / workers : 0;
    }
    /** Claims the next task of `owner`; `tasks` when none is left. All lanes call it and get the task. */
    __device__ __forceinline__ u64 claim(u32 owner) const {
        u64 turn = 0;
        if ((threadIdx.x & 31) == 0) {
            turn = atomicAdd(&claimed[owner], 1ull);
        }
        turn = __shfl_sync(FULL_WARP, turn, 0);
        return turn < of(owner) ? owner + turn * workers : tasks;
    }
    /** Claims a task of another worker that has some left; `tasks` when none has. All lanes call it. */
    __device__ __forceinline__ u64 steal(u32 thief) const {
        for (u32 from = 0; from < workers; from += 32) {
            const u32 step = from + (threadIdx.x & 31);
            const u32 victim = (u32)((thief + 1ull + step) % workers);
            const bool left = step < workers && *(volatile u64*)&claimed[victim] < of(victim);
            for (u32 mask = __ballot_sync(FULL_WARP, left); mask != 0; mask &= mask - 1) {
                const u64 task = claim(__shfl_sync(FULL_WARP, victim, __ffs(mask) - 1));
                if (task < tasks) {
                    return task;
                }
            }
        }
        return tasks;
    }
};

// ---- the search ----

/** The counts of leaves. leaves[c] of c in [least, least + MOTIF_GBC_SHARED_LEAVES) are first added up in the block. */
struct Leaves {
    u32* shared;
    u64* global;
    u32 least;

    __device__ __forceinline__ void add(u32 common) const {
        const u32 at = common - least;
        if (at < MOTIF_GBC_SHARED_LEAVES) {
            atomicAdd(&shared[at], 1u);
        } else {
            atomicAdd(&global[common], 1ull);
        }
    }
};

template <bool BITMAPS>
struct Search {
    const GbcJob& job;
    Frames<BITMAPS> frames;
    Leaves leaves;
    u32* batch;  // shared memory: the vertices of a batch
    u32 depth, root;
    Node node;
    WordSet candidates, common;

    __device__ __forceinline__ bool atLeaves() const { return depth + 1 == job.size; }

    __device__ __forceinline__ void openRoot(u32 vertex) {
        depth = 1;
        root = vertex;
        candidates = rowOf<BITMAPS>(job.twoHops(), root);
        common = rowOf<BITMAPS>(job.neighbors(), root);
        node = {0, FULL_WARP, 0, 0, 0, candidates.words, 0, common.words};
    }

    /** Points to the sets of the current node. */
    __device__ __forceinline__ void openSets() {
        if (depth == 1) {
            candidates = rowOf<BITMAPS>(job.twoHops(), root);
            common = rowOf<BITMAPS>(job.neighbors(), root);
            return;
        }
        const WordSpace upper = frames.candidates(depth - 1), lower = frames.common(depth - 1);
        candidates = {
                upper.index + node.candidatesAt, BITMAPS ? upper.bits + node.candidatesAt : nullptr,
                node.candidateWords};
        common = {lower.index + node.commonAt, BITMAPS ? lower.bits + node.commonAt : nullptr, node.commonWords};
    }

    __device__ __forceinline__ void open(u32 level) {
        depth = level;
        node = frames.load(depth);
        openSets();
    }

    __device__ __forceinline__ void descend() {
        const u32* child = frames.table(depth) + CHILD_FIELDS * node.next++;
        frames.store(depth, node);
        node = {0, FULL_WARP, 0, 0, child[0] * candidates.words, child[1], child[0] * common.words, child[2]};
        depth++;
        openSets();
    }

    __device__ __forceinline__ void ascend() {
        depth--;
        if (depth > 0) {
            open(depth);
        }
    }

    /** The number of children that fit the frame: at least 1, since a frame holds the longest row. */
    __device__ __forceinline__ u32 batchSize() const {
        if (atLeaves()) {
            return job.batch;
        }
        return min(job.batch, min(job.candidateWords / candidates.words, job.commonWords / common.words));
    }

    __device__ __forceinline__ void expand(u32 children) {
        const u32 lane = threadIdx.x & 31;
        const u32 vertex = lane < children ? batch[lane] : 0;
        const bool together = job.batch > 1;
        if (atLeaves()) {
            const Meeting met =
                    intersect<BITMAPS, false>(common, job.neighbors(), children, vertex, lane, together, {});
            if (lane < children && met.elements >= job.least) {
                leaves.add(met.elements);
            }
            return;
        }
        const Meeting met = intersect<BITMAPS, true>(
                common, job.neighbors(), children, vertex, lane, together, frames.common(depth));
        u32 stay = __ballot_sync(FULL_WARP, lane < children && met.elements >= job.least);
        u32 from = nthBit(stay, lane);
        const u32 stayVertex = __shfl_sync(FULL_WARP, vertex, from),
                  stayCommon = __shfl_sync(FULL_WARP, met.words, from);
        const Meeting later = intersect<BITMAPS, true>(
                candidates, job.twoHops(), __popc(stay), stayVertex, from, together, frames.candidates(depth));
        const bool good = lane < __popc(stay) && later.elements >= job.size - depth - 1;
        const u32 kept = __ballot_sync(FULL_WARP, good);
        if (good) {
            u32* child = frames.table(depth) + CHILD_FIELDS * __popc(kept & ((1u << lane) - 1));
            child[0] = from;
            child[1] = later.words;
            child[2] = stayCommon;
        }
        __syncwarp();
        node.children = __popc(kept);
        node.next = 0;
    }

    /** The position of set bit n of mask, from the lowest; 0 when there are fewer. All 32 lanes call it. */
    __device__ __forceinline__ u32 nthBit(u32 mask, u32 n) const {
        const u32 lane = threadIdx.x & 31;
        __syncwarp();
        if (mask >> lane & 1) {
            batch[__popc(mask & ((1u << lane) - 1))] = lane;
        }
        __syncwarp();
        return n < __popc(mask) ? batch[n] : 0;
    }

    /** Makes one step of the search: takes a batch, goes down a level or goes up a level. */
    __device__ __forceinline__ void step() {
        if (node.next < node.children) {
            descend();
        } else if (node.word >= candidates.words) {
            ascend();
        } else {
            expand(nextCandidates<BITMAPS>(candidates, node, batchSize(), batch));
        }
    }

    __device__ __forceinline__ void begin(u64 task) {
        openRoot(job.roots[task]);
        if (job.seconds != nullptr) {
            node.word = candidates.words;
            if ((threadIdx.x & 31) == 0) {
                batch[0] = job.seconds[task];
            }
            __syncwarp();
            expand(1);
        }
    }
};

template <bool BITMAPS>
__device__ __forceinline__ void countLeaves(const GbcJob& job) {
    __shared__ u32 batches[WARPS][MOTIF_GBC_BATCH];
    __shared__ u32 sharedLeaves[MOTIF_GBC_SHARED_LEAVES];
    const u32 lane = threadIdx.x & 31, warp = threadIdx.x >> 5;
    const u64 end = nanosNow() + job.sliceNanos;
    for (u32 i = threadIdx.x; i < MOTIF_GBC_SHARED_LEAVES; i += blockDim.x) {
        sharedLeaves[i] = 0;
    }
    __syncthreads();
    const u32 warpsOfBlock = blockDim.x >> 5;
    const Shares shares = {job.claimed, job.tasks, job.workers};
    for (u64 worker = (u64)blockIdx.x * warpsOfBlock + warp; worker < job.workers;
         worker += (u64)gridDim.x * warpsOfBlock) {
        Search<BITMAPS> search = {
                job,
                {job.frames + worker * job.frameWords, job.size - 1, job.candidateWords, job.commonWords},
                {sharedLeaves, job.leaves, job.least},
                batches[warp]};
        u32* head = job.heads + 2 * worker;  // depth and root of the current task
        search.depth = head[0];
        search.root = head[1];
        if (search.depth > 0) {
            search.open(search.depth);
        }
        bool late = false;
        for (u32 steps = 1;; steps++) {
            // Not before the first steps, so that each launch makes progress, however short the slice is.
            if (steps % STEPS_BETWEEN_CLOCKS == 0) {
                late = __shfl_sync(FULL_WARP, nanosNow() >= end, 0);
                if (late) {
                    break;
                }
            }
            if (search.depth > 0) {
                search.step();
                continue;
            }
            u64 task = shares.claim((u32)worker);
            if (task == job.tasks && job.steals != 0) {
                task = shares.steal((u32)worker);
            }
            if (task == job.tasks) {
                break;
            }
            search.begin(task);
        }
        if (search.depth > 0) {
            search.frames.store(search.depth, search.node);
        }
        if (lane == 0) {
            head[0] = search.depth;
            head[1] = search.root;
            if (late) {
                atomicAdd(job.unfinished, 1u);
            }
        }
        __syncwarp();
    }
    __syncthreads();
    for (u32 i = threadIdx.x; i < MOTIF_GBC_SHARED_LEAVES; i += blockDim.x) {
        if (sharedLeaves[i] > 0) {
            atomicAdd(&job.leaves[(u64)job.least + i], (u64)sharedLeaves[i]);
        }
    }
}

extern "C" __global__ void __launch_bounds__(MOTIF_GBC_THREADS)
        biclique_bitmap_leaves_per_warp(const __grid_constant__ GbcJob job) {
    countLeaves<true>(job);
}

extern "C" __global__ void __launch_bounds__(MOTIF_GBC_THREADS)
        biclique_list_leaves_per_warp(const __grid_constant__ GbcJob job) {
    countLeaves<false>(job);
}
