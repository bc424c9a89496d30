// ORIENTATION: counts the cliques of k vertices by graph orientation, as "K-Clique Counting on GPUs" (Almasri et al., ICS
// 2022) does. kclique_block.cuh has the launches.
//
// A block takes a vertex, or an edge, of the oriented graph, and makes the graph among its candidates, the neighbors of
// lower rank of the vertex or of both ends, once. Its sub-warps take the candidates in turn; each walks the tree of one,
// depth first, with a stack of its own: a level is a set of candidates, and each of them leads to those of its neighbors
// that are in the set. Sets are rows of bits, intersected word by word, or lists, whose members are searched in another.
// The last level is not walked: its size is counted. For counts by vertex or edge the walks are in orientation_members.cuh. Blocks
// and their memory go from one vertex or edge to the next. When their time is over, the walks of a block pause where they are.
#include "count/orientation_members.cuh"

/** Blocks of a multiprocessor that there are to be registers for: with rows of bits, with lists, and by vertex or edge. */
static constexpr int BINARY_BLOCKS = 12, LIST_BLOCKS = 10, MEMBER_BLOCKS = 8;

/**
 * The walk of a candidate: from its begin when `place` is BETWEEN, which it is again at the end; or else from where it has paused,
 * as it does when time is over. What all lanes read of a level they all write, the same, once all have read it.
 *
 * A level: the word that its highest member is in, then its members as bits; they leave it as they are taken.
 */
__device__ __forceinline__ u64 walkBinary(OrientationWalk& walk, u32 candidate, u32& place) {
    const SubWarp& group = walk.group;
    const u32 words = walk.graph.words, stride = words + MOTIF_KCLIQUE_ORIENTATION_LEVEL_WORDS;
    u64 found = 0;
    u32 depth = place;
    if (depth == BETWEEN) {
        depth = 0;
        for (u32 k = group.lane; k < words; k += group.size) {
            walk.stack[1 + k] = walk.graph.row(candidate)[k];
            found += walk.wanted == 1 ? __popc(walk.stack[1 + k]) : 0;
        }
        walk.stack[0] = candidate >> 5;
    }
    u32* level = walk.stack + depth * stride;
    group.sync();
    while (walk.wanted > 1) {
        u32 word = level[0];
        while (word > 0 && level[1 + word] == 0) {
            word--;
        }
        const u32 bits = level[1 + word];
        if (bits == 0) {
            if (depth == 0) {
                break;
            }
            depth--;
            level -= stride;
            if (walk.leave(words)) {
                place = depth;
                return found;
            }
            continue;
        }
        const u32 v = 32 * word + 31 - __clz((int)bits);
        const u32* row = walk.graph.row(v);
        group.sync();
        level[0] = word;
        level[1 + word] = bits & ~(1u << (v & 31));
        const bool last = walk.wanted - depth == 2;
        u32 count = 0;
        for (u32 k = group.lane; k <= word; k += group.size) {
            const u32 common = level[1 + k] & row[k];
            count += __popc(common);
            if (!last) {
                level[stride + 1 + k] = common;
            }
        }
        if (last) {
            found += count;
        } else if (group.sum(count) >= walk.wanted - depth - 1) {
            depth++;
            level += stride;
            level[0] = word;
            group.sync();
        }
    }
    place = BETWEEN;
    return found;
}

/** The walk with lists in place of bits. A level: how many members are left, then the members, ascending; they are taken from the end. */
__device__ __forceinline__ u64 walkLists(OrientationWalk& walk, u32 candidate, u32& place) {
    const SubWarp& group = walk.group;
    const u32 stride = walk.graph.size + MOTIF_KCLIQUE_ORIENTATION_LEVEL_WORDS;
    u64 found = 0;
    u32 depth = place;
    if (depth == BETWEEN) {
        depth = 0;
        const u32 length = walk.graph.lengths[candidate];
        for (u32 i = group.lane; i < length; i += group.size) {
            walk.stack[1 + i] = walk.graph.list(candidate)[i];
        }
        walk.stack[0] = length;
        found = walk.wanted == 1 && group.lane == 0 ? length : 0;
    }
    u32* level = walk.stack + depth * stride;
    group.sync();
    while (walk.wanted > 1) {
        const u32 left = level[0];
        if (left == 0) {
            if (depth == 0) {
                break;
            }
            depth--;
            level -= stride;
            if (walk.leave(walk.graph.size)) {
                place = depth;
                return found;
            }
            continue;
        }
        const u32 v = level[left];
        const u32 *row = walk.graph.list(v), rowLength = walk.graph.lengths[v];
        group.sync();
        level[0] = left - 1;
        const bool last = walk.wanted - depth == 2;
        u32 count = 0;
        for (u32 base = 0; base < left - 1; base += group.size) {
            const u32 i = base + group.lane, member = i < left - 1 ? level[1 + i] : 0;
            const u32 common = group.ballot(i < left - 1 && contains(row, rowLength, member));
            if (!last && common >> group.lane & 1) {
                level[stride + 1 + count + __popc(common & ((1u << group.lane) - 1))] = member;
            }
            count += __popc(common);
        }
        if (last) {
            found += group.lane == 0 ? count : 0;
        } else if (count >= walk.wanted - depth - 1) {
            depth++;
            level += stride;
            level[0] = count;
            group.sync();
        }
    }
    place = BETWEEN;
    return found;
}

#define ORIENTATION_PARAMETERS                                                                                         \
    const u64 *__restrict__ offsets, const u32 *__restrict__ neighbors, const u32 *__restrict__ sources,               \
            const u32 *__restrict__ roots, u64 chunks, u64 firstChunk, u64 held, u64 taskCount, u32 byEdge, u32 k,     \
            u32 groupSize, u32 *far, u64 farWords, u32 nearWords, u64 *control, u32 *pauses, u64 nanos

#define ORIENTATION_ARGUMENTS                                                                                          \
    {offsets, neighbors}, sources, roots, {chunks, firstChunk, held, taskCount}, byEdge, k, groupSize, far, farWords,  \
            nearWords, control, pauses, nanos

#define ORIENTATION_COUNTS                                                                                             \
    { {nullptr, 0}, {offsets, neighbors}, k, result, counts }

/** counts: by vertex or edge where cliques are added, else nothing. total: low and high word of all cliques, added to. */
template <bool BINARY, CountedFor COUNTED>
__device__ __forceinline__ void countByOrientation(
        const OrientedRows graph, const u32* sources, const u32* roots, const ChunkTasks tasks, u32 byEdge, u32 k,
        u32 groupSize, u32* far, u64 farWords, u32 nearWords, u64* control, u32* pauses, u64 nanos, u64* total,
        const CliqueCounts& counts) {
    constexpr bool DIRECTED = COUNTED == CountedFor::ALL;
    constexpr u32 HEADER = DIRECTED ? MOTIF_KCLIQUE_ORIENTATION_LEVEL_WORDS : MOTIF_KCLIQUE_FRAME_HEADER;
    extern __shared__ u32 words[];
    __shared__ u32 next;
    const SubWarp group(groupSize);
    const BlockWords memory = {words, nearWords, far + blockIdx.x * farWords};
    const Slice slice(nanos);
    const Pause pause(pauses, control);
    bool resumes = pause.end();
    u64 found = 0;
    for (u64 turn = resumes ? pause.turn() : claimTurn(control, tasks.count, slice); turn < tasks.count;
         turn = claimTurn(control, tasks.count, slice), resumes = false) {
        const u64 task = tasks.at(turn);
        const u32 root = byEdge ? sources[task] : roots[task], partner = byEdge ? graph.neighbors[task] : root;
        const u32 most = min(graph.length(root), byEdge ? graph.length(partner) : ~0u);
        const u32 fixed = byEdge ? 2 : 1, wanted = k - fixed - 1;
        if (most + fixed < k) {
            continue;
        }
        const u64 graphWords = BINARY ? BlockGraph::binaryWords(most) : BlockGraph::listWords(most);
        const u64 levelWords = HEADER + (BINARY ? setWords(most) : most);
        const u64 blockWords = graphWords + group.count() * levelWords * max(wanted, 1u);
        u32* block = memory.of(blockWords);
        BlockGraph local;
        const BlockMembers<COUNTED> members = {counts, local, root, partner, task};
        if (resumes) {
            memory.restore(blockWords);
            local.template resume<BINARY>(block, pause.size(), fixed);
        } else {
            if (byEdge) {
                local.collect(graph, root, partner, block);
            } else {
                local.collect(graph, root, block);
            }
            if (local.size + fixed < k) {
                continue;
            }
            if (wanted == 0) {
                found += threadIdx.x == 0 ? local.size : 0;
                if (COUNTED != CountedFor::ALL) {
                    for (u32 i = threadIdx.x; i < local.size; i += blockDim.x) {
                        members.addToCandidate(i, 1);
                    }
                    if (threadIdx.x == 0) {
                        members.addToRoots(local.size);
                    }
                }
                continue;
            }
            if (BINARY) {
                local.template encodeBinary<DIRECTED>(graph);
            } else {
                local.template encodeLists<DIRECTED>(graph);
            }
        }
        if (threadIdx.x == 0) {
            next = resumes ? pause.state() : 0;
        }
        __syncthreads();
        u32* stack = block + graphWords + group.index() * levelWords * wanted;
        OrientationWalk walk = {local, group, stack, wanted, slice, 0};
        u32 place = resumes ? *pause.ofSubWarp(group.index()) : BETWEEN;
        while (place != ENDED) {
            const u32 candidate = place == BETWEEN ? group.first(group.lane == 0 ? atomicAdd(&next, 1) : 0) : 0;
            if (candidate >= local.size) {
                place = ENDED;
                break;
            }
            if constexpr (COUNTED != CountedFor::ALL) {
                found += OrientationMembers<BINARY, COUNTED>(walk, members).walk(candidate, place);
            } else {
                found += BINARY ? walkBinary(walk, candidate, place) : walkLists(walk, candidate, place);
            }
            if (place != BETWEEN || walk.leave(BINARY ? local.words : local.size)) {
                break;
            }
        }
        if (__syncthreads_or(place != ENDED)) {
            pause.begin(turn, local.size, next);
            if (group.lane == 0) {
                *pause.ofSubWarp(group.index()) = place;
            }
            memory.save(blockWords);
            break;
        }
    }
    addBlockTotal(total, found);
}

/**
 * total: low and high word of the cliques of k vertices, added to. Tasks: `roots`, or, by edge, the slots. `control` and
 * `pauses` are zero before the first launch, which ends after about `nanos` nanoseconds; the next one goes on, until all tasks
 * have been claimed and no block has paused.
 */
extern "C" __global__ void __launch_bounds__(MOTIF_KCLIQUE_BLOCK_THREADS, BINARY_BLOCKS)
        kclique_orientation_total_per_block(ORIENTATION_PARAMETERS, u64* total) {
    countByOrientation<true, CountedFor::ALL>(ORIENTATION_ARGUMENTS, total, {});
}

/** Counts as kclique_orientation_total_per_block does, with lists in place of bits. */
extern "C" __global__ void __launch_bounds__(MOTIF_KCLIQUE_BLOCK_THREADS, LIST_BLOCKS)
        kclique_orientation_lists_total_per_block(ORIENTATION_PARAMETERS, u64* total) {
    countByOrientation<false, CountedFor::ALL>(ORIENTATION_ARGUMENTS, total, {});
}

/** counts[2 * rank], counts[2 * rank + 1]: the cliques of k vertices that each vertex is in, added to; all in the sum of `result`. */
extern "C" __global__ void __launch_bounds__(MOTIF_KCLIQUE_BLOCK_THREADS, MEMBER_BLOCKS)
        kclique_orientation_vertices_per_block(ORIENTATION_PARAMETERS, u64* result, u64* counts) {
    countByOrientation<true, CountedFor::VERTICES>(
            ORIENTATION_ARGUMENTS, result + MOTIF_KCLIQUE_SUM, ORIENTATION_COUNTS);
}

/** Counts as kclique_orientation_vertices_per_block does, with lists in place of bits. */
extern "C" __global__ void __launch_bounds__(MOTIF_KCLIQUE_BLOCK_THREADS, MEMBER_BLOCKS)
        kclique_orientation_lists_vertices_per_block(ORIENTATION_PARAMETERS, u64* result, u64* counts) {
    countByOrientation<false, CountedFor::VERTICES>(
            ORIENTATION_ARGUMENTS, result + MOTIF_KCLIQUE_SUM, ORIENTATION_COUNTS);
}

/** counts[2 * slot], counts[2 * slot + 1]: the cliques of k vertices that each edge is in, added to; all in the sum of `result`. */
extern "C" __global__ void __launch_bounds__(MOTIF_KCLIQUE_BLOCK_THREADS, MEMBER_BLOCKS)
        kclique_orientation_edges_per_block(ORIENTATION_PARAMETERS, u64* result, u64* counts) {
    countByOrientation<true, CountedFor::EDGES>(ORIENTATION_ARGUMENTS, result + MOTIF_KCLIQUE_SUM, ORIENTATION_COUNTS);
}

/** Counts as kclique_orientation_edges_per_block does, with lists in place of bits. */
extern "C" __global__ void __launch_bounds__(MOTIF_KCLIQUE_BLOCK_THREADS, MEMBER_BLOCKS)
        kclique_orientation_lists_edges_per_block(ORIENTATION_PARAMETERS, u64* result, u64* counts) {
    countByOrientation<false, CountedFor::EDGES>(ORIENTATION_ARGUMENTS, result + MOTIF_KCLIQUE_SUM, ORIENTATION_COUNTS);
}

// ---- triangles alone, where no row is long ----

/** The ranks of a row, in a hash table that a warp has in shared memory. */
struct RowTable {
    u32* slots;
    u32 mask;

    static constexpr u32 NONE = 0xffffffffu;

    __device__ __forceinline__ u32 slotOf(u32 rank) const { return rank * 0x9e3779b1u >> 7 & mask; }

    /** Makes room for `length` ranks. All lanes. */
    __device__ __forceinline__ void clear(u32 length) {
        mask = max(2u << (31 - __clz(2 * length - 1)), 32u) - 1;
        for (u32 k = threadIdx.x & 31; k <= mask; k += 32) {
            slots[k] = NONE;
        }
        __syncwarp();
    }
    __device__ __forceinline__ void put(u32 rank) const {
        for (u32 at = slotOf(rank); atomicCAS(slots + at, NONE, rank) != NONE; at = (at + 1) & mask) {}
    }
    __device__ __forceinline__ bool has(u32 rank) const {
        u32 at = slotOf(rank), found = slots[at];
        while (found != rank && found != NONE) {
            at = (at + 1) & mask;
            found = slots[at];
        }
        return found == rank;
    }
};

/** The rows of up to 32 candidates of a root, one behind the other: one of each lane. */
struct JoinedRows {
    const u32* __restrict__ neighbors;
    u64 shift;
    u32 end;

    /** All lanes. */
    __device__ __forceinline__ JoinedRows(const OrientedRows& graph, const u32* candidates, u32 count)
        : neighbors(graph.neighbors) {
        const u32 lane = threadIdx.x & 31, candidate = lane < count ? candidates[lane] : 0;
        const u32 own = lane < count ? graph.length(candidate) : 0;
        end = warpSumUpTo(own);
        shift = (lane < count ? graph.offsets[candidate] : 0) - (end - own);
    }
    __device__ __forceinline__ u32 length() const { return __shfl_sync(FULL_WARP, end, 31); }

    /** What is at this place, if it is below `length`. All lanes, each with a place of its own. */
    __device__ __forceinline__ u32 at(u32 place, u32 length) const {
        u32 row = 0;
        for (u32 step = 16; step > 0; step >>= 1) {
            row += __shfl_sync(FULL_WARP, end, row + step - 1) <= place ? step : 0;
        }
        const u64 from = __shfl_sync(FULL_WARP, shift, min(row, 31u));
        return place < length ? neighbors[from + place] : RowTable::NONE;
    }
};

/**
 * total: low and high word of the triangles, added to. A block takes each `stride`-th root, so that all have some of many
 * candidates. Its warps take 32 candidates of a root in turn, and look up the candidates of these among those of the root, of
 * which there are at most MOTIF_KCLIQUE_TRIANGLE_ROW. `control` is as above; a launch that ends early leaves tasks to be
 * claimed.
 */
extern "C" __global__ void __launch_bounds__(MOTIF_KCLIQUE_THREADS) kclique_triangles_per_warp(
        const u64* __restrict__ offsets, const u32* __restrict__ neighbors, const u32* __restrict__ roots,
        u64 rootCount, u64 stride, u64 chunks, u64 firstChunk, u64 held, u64 taskCount, u64* control, u64 nanos,
        u64* total) {
    constexpr u32 WARPS = MOTIF_KCLIQUE_THREADS / 32;
    __shared__ u32 slots[WARPS][2 * MOTIF_KCLIQUE_TRIANGLE_ROW];
    const u32 lane = threadIdx.x & 31, warp = threadIdx.x >> 5;
    const Slice slice(nanos);
    const OrientedRows graph = {offsets, neighbors};
    const ChunkTasks tasks = {chunks, firstChunk, held, taskCount};
    RowTable table = {slots[warp], 0};
    u64 found = 0;
    // A block takes one task, however short its time is.
    for (u64 turn = claimTurn(control, tasks.count, Slice(~0ull)); turn < tasks.count;
         turn = claimTurn(control, tasks.count, slice)) {
        for (u64 base = tasks.at(turn); base < rootCount; base += 32 * stride) {
            const u64 own = base + lane * stride;
            const u32 ownRoot = own < rootCount ? roots[own] : 0;
            const u32 ownLength = own < rootCount ? graph.length(ownRoot) : 0;
            for (u32 i = 0; i < 32 && base + i * stride < rootCount; i++) {
                const u32 length = __shfl_sync(FULL_WARP, ownLength, i);
                u32 first = 32 * ((warp + i) % WARPS);
                if (first >= length) {
                    continue;
                }
                const u32* candidates = graph.row(__shfl_sync(FULL_WARP, ownRoot, i));
                __syncwarp();
                table.clear(length);
                for (u32 k = lane; k < length; k += 32) {
                    table.put(candidates[k]);
                }
                __syncwarp();
                for (; first < length; first += 32 * WARPS) {
                    const JoinedRows rows(graph, candidates + first, length - first);
                    const u32 all = rows.length();
                    for (u32 place = lane; place - lane < all; place += 64) {
                        // Both are read before any is looked up.
                        const u32 one = rows.at(place, all), other = rows.at(place + 32, all);
                        found += (one != RowTable::NONE && table.has(one))
                                + (other != RowTable::NONE && table.has(other));
                    }
                }
            }
        }
    }
    addBlockTotal(total, found);
}
