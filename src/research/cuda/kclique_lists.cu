// ORIENTATION and PIVOT with lists in place of rows of bits: the encoding that "K-Clique Counting on GPUs" (Almasri et al., ICS
// 2022) compares with bits. count/kclique_orientation.cuh and count/kclique_pivot.cuh have the searches.
//
// Launches: as kclique_block.cuh says. farWords:
//     kclique_orientation_lists_total_per_block: 2 D + D D + (threads / groupSize) k (1 + D)
//     kclique_pivot_lists_histogram_per_block: 2 D + D D + (D + 2) (KCLIQUE_PIVOT_LEVEL_WORDS + 2 D)
//     the same with vertices or edges in place of total: KCLIQUE_FRAME_HEADER in place of 1
//     the same with vertices or edges in place of histogram: D more
#include "count/kclique_orientation.cuh"
#include "count/kclique_pivot.cuh"

/** Blocks of a multiprocessor that there are to be registers for: for totals, and by vertex or edge. */
static constexpr int TOTAL_BLOCKS = 10, MEMBER_BLOCKS = 8;

/** The lanes of a sub-warp that say yes, from bit 0 on. Valid on all of them. */
__device__ __forceinline__ u32 ballot(const SubWarp& group, bool yes) {
    return (__ballot_sync(group.mask, yes) & group.mask) >> (threadIdx.x & 31 & ~(group.size - 1));
}

/** The graph among the candidates of a block, as lists; sets of candidates are lists, too. */
struct BlockLists : BlockCandidates {
    u32* lengths;  // of each candidate's list, which starts at lists + size * candidate
    u32* lists;

    /** Words of a graph of so many candidates, and of a set. */
    __host__ __device__ static u64 graphWords(u64 size) { return 2 * size + size * size; }
    __host__ __device__ static u64 setWords(u64 size) { return size; }

    __device__ __forceinline__ u32 setWords() const { return size; }
    __device__ __forceinline__ const u32* list(u32 x) const { return lists + (u64)x * size; }
    __device__ __forceinline__ bool adjacent(u32 v, u32 w) const { return contains(list(v), lengths[v], w); }

    /** So many candidates, and all that belongs to them, at `block`, when that has been encoded there before. */
    __device__ __forceinline__ void resume(u32* block, u32 candidates, u32 fixedVertices) {
        ranks = block;
        size = candidates;
        fixed = fixedVertices;
        lay();
    }

    /** Links the candidates; DIRECTED: only to those before. All threads of the block; a warp takes a candidate. */
    template <bool DIRECTED>
    __device__ __forceinline__ void encode(const OrientedRows& graph) {
        const u32 lane = threadIdx.x & 31;
        lay();
        for (u32 i = threadIdx.x >> 5; i < size; i += blockDim.x >> 5) {
            u32 found = 0;
            const u32 end = DIRECTED ? i : size;
            for (u32 base = 0; base < end; base += 32) {
                const u32 j = base + lane;
                const u32 high = ranks[max(i, min(j, size - 1))], low = ranks[min(i, min(j, size - 1))];
                const bool linked = j < end && j != i && contains(graph.row(high), graph.length(high), low);
                const u32 lanes = __ballot_sync(FULL_WARP, linked);
                if (linked) {
                    lists[(u64)i * size + found + __popc(lanes & ((1u << lane) - 1))] = j;
                }
                found += __popc(lanes);
            }
            if (lane == 0) {
                lengths[i] = found;
            }
        }
        __syncthreads();
    }

private:
    /** Where the lists are, behind the candidates. */
    __device__ __forceinline__ void lay() {
        lengths = ranks + size;
        lists = lengths + size;
    }
};

// ---- ORIENTATION ----

/** The sets of the walks: lists of `cursor` candidates. All lanes of a sub-warp. */
struct OrientationLists : BlockLists {
    __device__ __forceinline__ u32 first(const SubWarp& group, u32 v, u32* set) const {
        const u32 count = positionOf(list(v), lengths[v], v);
        for (u32 i = group.lane; i < count; i += group.size) {
            set[i] = list(v)[i];
        }
        return count;
    }

    __device__ __forceinline__ u32 last(const u32* set, u32& cursor, u32&) const {
        return cursor > 0 ? set[--cursor] : NO_CANDIDATE;
    }
    __device__ __forceinline__ void keep(u32*, u32, u32) const {}

    __device__ __forceinline__ u32 intersect(const SubWarp& group, u32 v, const u32* set, u32 cursor, u32* to) const {
        u32 count = 0;
        for (u32 base = 0; base < cursor; base += group.size) {
            const u32 i = base + group.lane, member = i < cursor ? set[i] : 0;
            const u32 common = ballot(group, i < cursor && adjacent(v, member));
            if (common >> group.lane & 1) {
                to[count + __popc(common & ((1u << group.lane) - 1))] = member;
            }
            count += __popc(common);
        }
        return count;
    }
    __device__ __forceinline__ u32 cursorOf(u32, u32 count) const { return count; }

    template <class Visit>
    __device__ __forceinline__ u32 forEach(const u32* set, u32 cursor, Visit visit) const {
        for (u32 i = 0; i < cursor; i++) {
            visit(set[i]);
        }
        return cursor;
    }

    template <bool BEFORE, class Before>
    __device__ __forceinline__ u32
    countNeighbors(const SubWarp& group, u32 v, const u32* set, u32 cursor, Before before) const {
        u32 count = 0;
        for (u32 i = group.lane; i < cursor; i += group.size) {
            const u32 w = set[i];
            if (adjacent(v, w)) {
                count++;
                if (BEFORE && w < v) {
                    before(w);
                }
            }
        }
        return count;
    }
};

/** The walk with lists in place of bits. A level: how many members are left, then the members, ascending; they are taken from the end. */
__device__ __forceinline__ u64 walkForTotal(OrientationWalk<OrientationLists>& walk, u32 candidate, u32& place) {
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
            const u32 common = ballot(group, i < left - 1 && contains(row, rowLength, member));
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

/** Counts as kclique_orientation_total_per_block does, with lists in place of bits. */
extern "C" __global__ void __launch_bounds__(MOTIF_KCLIQUE_BLOCK_THREADS, TOTAL_BLOCKS)
        kclique_orientation_lists_total_per_block(ORIENTATION_PARAMETERS, u64* total) {
    countByOrientation<OrientationLists, CountedFor::ALL>(ORIENTATION_ARGUMENTS, total, {});
}

/** Counts as kclique_orientation_vertices_per_block does, with lists in place of bits. */
extern "C" __global__ void __launch_bounds__(MOTIF_KCLIQUE_BLOCK_THREADS, MEMBER_BLOCKS)
        kclique_orientation_lists_vertices_per_block(ORIENTATION_PARAMETERS, u64* result, u64* counts) {
    countByOrientation<OrientationLists, CountedFor::VERTICES>(
            ORIENTATION_ARGUMENTS, result + MOTIF_KCLIQUE_SUM, ORIENTATION_COUNTS);
}

/** Counts as kclique_orientation_edges_per_block does, with lists in place of bits. */
extern "C" __global__ void __launch_bounds__(MOTIF_KCLIQUE_BLOCK_THREADS, MEMBER_BLOCKS)
        kclique_orientation_lists_edges_per_block(ORIENTATION_PARAMETERS, u64* result, u64* counts) {
    countByOrientation<OrientationLists, CountedFor::EDGES>(
            ORIENTATION_ARGUMENTS, result + MOTIF_KCLIQUE_SUM, ORIENTATION_COUNTS);
}

// ---- PIVOT ----

/** Marks a candidate that has been taken. */
static constexpr u32 TAKEN = 0xffffffffu;

/**
 * The levels of the tree: candidates are lists, branches positions in them, of which BRANCHES are left; they are taken from the
 * end. All threads of the block.
 */
struct PivotLists : BlockLists {
    __device__ u32 allCandidates(u32 i) const { return i; }
    __device__ bool isThere(PivotLevels, int, u32 length, u32 i) const { return i < length; }
    __device__ u32 at(const PivotLevels of, int depth, u32 position) const { return of.candidates(depth)[position]; }

    template <class Visit>
    __device__ void forEach(const PivotLevels of, int depth, u32 length, const SubWarp& group, Visit visit) const {
        for (u32 i = group.index(); i < length; i += group.count()) {
            visit(of.candidates(depth)[i]);
        }
    }

    __device__ u32 neighborsAmong(const PivotLevels of, int depth, u32 length, const SubWarp& group, u32 v) const {
        u32 count = 0;
        for (u32 i = group.lane; i < length; i += group.size) {
            count += adjacent(v, of.candidates(depth)[i]) ? 1 : 0;
        }
        return group.sum(count);
    }

    /** Finds the branches. Returns how many they are. */
    __device__ u32 findBranches(const PivotLevels of, int depth, u32 length, u32 pivot) const {
        u32 count = 0;
        for (u32 base = 0; base < length; base += blockDim.x) {
            const u32 i = base + threadIdx.x;
            const bool branch = i < length && !adjacent(pivot, of.candidates(depth)[i]);
            const u32 place = blockAppend(branch, count);
            if (branch) {
                of.branches(depth)[place] = i;
            }
        }
        return count;
    }

    __device__ u32 nextBranch(const PivotLevels of, int depth) const {
        const u32 left = of.level(depth)[PIVOT_BRANCHES];
        return left == 0 ? NO_BRANCH : of.branches(depth)[left - 1];
    }

    __device__ u32 descend(const PivotLevels of, int depth, u32 v, u32 position) const {
        const u32 length = of.level(depth)[PIVOT_LENGTH];
        u32 count = 0;
        for (u32 base = 0; base < length; base += blockDim.x) {
            const u32 i = base + threadIdx.x, member = i < length ? of.candidates(depth)[i] : TAKEN;
            const bool common = member != TAKEN && adjacent(v, member);
            const u32 place = blockAppend(common, count);
            if (common) {
                of.candidates(depth + 1)[place] = member;
            }
        }
        __syncthreads();
        if (threadIdx.x == 0) {
            of.candidates(depth)[position] = TAKEN;
            of.level(depth)[PIVOT_BRANCHES]--;
        }
        __syncthreads();
        return count;
    }
};

/** Counts as kclique_pivot_histogram_per_block does, with lists in place of bits. */
extern "C" __global__ void __launch_bounds__(MOTIF_KCLIQUE_BLOCK_THREADS)
        kclique_pivot_lists_histogram_per_block(PIVOT_PARAMETERS, u64* cells, u32 columns) {
    countByPivots<PivotLists, CountedFor::ALL>(PIVOT_ARGUMENTS, PIVOT_LEAVES);
}

/** Counts as kclique_pivot_vertices_per_block does, with lists in place of bits. */
extern "C" __global__ void __launch_bounds__(MOTIF_KCLIQUE_BLOCK_THREADS) kclique_pivot_lists_vertices_per_block(
        PIVOT_PARAMETERS, const u64* __restrict__ binomials, u32 limit, u64* counts) {
    countByPivots<PivotLists, CountedFor::VERTICES>(PIVOT_ARGUMENTS, PIVOT_MEMBERS);
}

/** Counts as kclique_pivot_edges_per_block does, with lists in place of bits. */
extern "C" __global__ void __launch_bounds__(MOTIF_KCLIQUE_BLOCK_THREADS) kclique_pivot_lists_edges_per_block(
        PIVOT_PARAMETERS, const u64* __restrict__ binomials, u32 limit, u64* counts) {
    countByPivots<PivotLists, CountedFor::EDGES>(PIVOT_ARGUMENTS, PIVOT_MEMBERS);
}
