// PIVOT: counts cliques of all sizes by pivoting, as "K-Clique Counting on GPUs" (Almasri et al., ICS 2022) does, but for the
// leaves, which are counted by kind. kclique_block.cuh has the launches.
//
// A block takes a vertex, or an edge, of the oriented graph, and makes the graph among its candidates once, both directions
// of every edge. All of it walks one tree, depth first: at a node, sub-warps take the candidates in turn and count their
// neighbors among the candidates; the one with most is the pivot. The node leads on to the pivot, which becomes free, and
// to each candidate that is no neighbor of the pivot, which is fixed; a candidate that has been taken leaves the node.
// Candidates are rows of bits. A node ends, beyond what was published, where its cliques are too small, or only one
// more vertex can be fixed. Blocks and their memory go from one vertex or edge to the next; when its time is over, a block
// pauses between two nodes.
//
// For counts by vertex or edge, a list has the vertices that the tree has taken, one for each level, and a leaf adds its cliques
// to all of them, to its candidates, and to what the task begins with.
#pragma once
#include "count/block_members.cuh"
#include "count/kclique_block.cuh"
#include "count/leaf_histogram.cuh"

/** The header of a level; then its candidates; then its branches, the candidates that it leads to. */
enum PivotLevelWord { PIVOT_VERTEX, PIVOT_FIXED, PIVOT_FREE, PIVOT_LENGTH, PIVOT_BRANCHES };

/** Says that there is no branch. */
static constexpr u32 NO_BRANCH = 0xffffffffu;

/** The levels of a tree. */
struct PivotLevels {
    u32* const stack;
    const u32 capacity;  // words of a set of candidates

    __device__ u32* level(int depth) const {
        return stack + (u64)depth * (MOTIF_KCLIQUE_PIVOT_LEVEL_WORDS + 2 * capacity);
    }
    __device__ u32* candidates(int depth) const { return level(depth) + MOTIF_KCLIQUE_PIVOT_LEVEL_WORDS; }
    __device__ u32* branches(int depth) const { return candidates(depth) + capacity; }
};

/** The graph with the candidates and branches of levels as the tree takes them: bits. All threads of the block call all of it. */
struct PivotGraph : BlockGraph {
    /** Word k of the candidates of the root. */
    __device__ u32 allCandidates(u32 k) const {
        return size - 32 * k >= 32 ? 0xffffffffu : (1u << (size - 32 * k)) - 1;
    }

    /** Whether there is a candidate at position i, where a level has `length` candidates. */
    __device__ bool isThere(const PivotLevels of, int depth, u32 length, u32 i) const {
        return i < size && of.candidates(depth)[i >> 5] >> (i & 31) & 1;
    }

    /** The candidate at a position. */
    __device__ u32 at(const PivotLevels of, int depth, u32 position) const { return position; }

    /** The candidates of a level in turn, one for each sub-warp: visit(v), all its lanes. */
    template <class Visit>
    __device__ void forEach(const PivotLevels of, int depth, u32 length, const SubWarp& group, Visit visit) const {
        u32 before = 0;
        for (u32 k = 0; k < words; k++) {
            for (u32 rest = of.candidates(depth)[k]; rest != 0; rest &= rest - 1, before++) {
                if (before % group.count() == group.index()) {
                    visit(32 * k + __ffs(rest) - 1);
                }
            }
        }
    }

    /** How many candidates are neighbors of v. A sub-warp; valid on all of its lanes. */
    __device__ u32 neighborsAmong(const PivotLevels of, int depth, u32 length, const SubWarp& group, u32 v) const {
        u32 count = 0;
        for (u32 k = group.lane; k < words; k += group.size) {
            count += __popc(of.candidates(depth)[k] & row(v)[k]);
        }
        return group.sum(count);
    }

    /** Finds the branches: the candidates that are no neighbors of the pivot, itself one of them. Returns the word BRANCHES. */
    __device__ u32 findBranches(const PivotLevels of, int depth, u32 length, u32 pivot) const {
        for (u32 k = threadIdx.x; k < words; k += blockDim.x) {
            of.branches(depth)[k] = of.candidates(depth)[k] & ~row(pivot)[k];
        }
        return 0;
    }

    /** The position of the next branch of a level, or NO_BRANCH. None is in a word before BRANCHES. */
    __device__ u32 nextBranch(const PivotLevels of, int depth) const {
        for (u32 k = of.level(depth)[PIVOT_BRANCHES]; k < words; k++) {
            if (of.branches(depth)[k] != 0) {
                return 32 * k + __ffs(of.branches(depth)[k]) - 1;
            }
        }
        return NO_BRANCH;
    }

    /**
     * The candidates of the next level are the neighbors of v, the branch at a position, in this one, which v leaves. Returns how
     * many they are.
     */
    __device__ u32 descend(const PivotLevels of, int depth, u32 v, u32 position) const {
        __shared__ u32 found;
        __syncthreads();
        if (threadIdx.x == 0) {
            found = 0;
            of.level(depth)[PIVOT_BRANCHES] = v >> 5;
        }
        __syncthreads();
        for (u32 k = threadIdx.x; k < words; k += blockDim.x) {
            const u32 common = of.candidates(depth)[k] & row(v)[k];
            of.candidates(depth + 1)[k] = common;
            if (common != 0) {
                atomicAdd(&found, __popc(common));
            }
            if (v >> 5 == k) {
                of.candidates(depth)[k] &= ~(1u << (v & 31));
                of.branches(depth)[k] &= ~(1u << (v & 31));
            }
        }
        __syncthreads();
        return found;
    }
};

/** The tree of a block. All threads of the block call all of it and have the same depth. */
template <class Graph, CountedFor COUNTED>
class PivotTree {
public:
    /** leaves: of all cliques. members, and path, which has room for the candidates: of those by vertex or edge. */
    __device__ PivotTree(
            const Graph& graph, const SubWarp& group, u32* path, u32* stack, u32 least, u32 most,
            const LeafHistogram& leaves, const BlockMembers<COUNTED>& members)
        : graph(graph),
          group(group),
          path(path),
          levels({stack, graph.setWords()}),
          least(least),
          most(most),
          leaves(leaves),
          members(members) {}

    /** Words of the stack for the tree of `size` candidates. */
    __host__ __device__ static u64 stackWords(u64 size) {
        return (size + 2) * (MOTIF_KCLIQUE_PIVOT_LEVEL_WORDS + 2 * Graph::setWords(size));
    }

    /** Makes the root. Returns its depth, or ENDED when there is nothing to walk. */
    __device__ int begin() {
        for (u32 k = threadIdx.x; k < levels.capacity; k += blockDim.x) {
            levels.candidates(0)[k] = graph.allCandidates(k);
        }
        __syncthreads();
        if (isLeaf(0, graph.fixed, 0, graph.size)) {
            return ENDED;
        }
        begin(0, graph.fixed, 0, graph.size);
        return 0;
    }

    /** Walks on from the node at a depth. Returns ENDED, or the depth of the node to go on from when time is over. */
    __device__ int walk(int depth, const Slice& slice) {
        while (depth != ENDED) {
            const u32 branch = graph.nextBranch(levels, depth);
            if (branch == NO_BRANCH) {
                depth--;
            } else if (__syncthreads_or(threadIdx.x == 0 && slice.isOver())) {
                return depth;
            } else {
                depth = take(depth, branch);
            }
        }
        return ENDED;
    }

    /** The level of a search that is over, above the root. */
    static constexpr int ENDED = -1;

private:
    static constexpr bool BY_MEMBERS = COUNTED != CountedFor::ALL;
    const Graph& graph;
    const SubWarp& group;
    u32* const path;
    const PivotLevels levels;
    const u32 least, most;
    const LeafHistogram& leaves;
    const BlockMembers<COUNTED>& members;

    /**
     * Whether there is nothing more to search below the candidates of a level. At most one of them, `length` in all, can be in
     * a clique then: it is counted.
     */
    __device__ bool isLeaf(int depth, u32 fixed, u32 free, u32 length) const {
        if (fixed + free + length < least) {
            return true;
        }
        const bool leaf = length == 0 || fixed + 1 >= most;
        if (leaf && BY_MEMBERS) {
            countMembers(depth, fixed, free + length, length);
        } else if (leaf && threadIdx.x == 0) {
            leaves.add(fixed, free + length, (u64)1);
        }
        return leaf;
    }

    /** Counts a leaf whose `length` candidates are among its free vertices. */
    __device__ void countMembers(int depth, u32 fixed, u32 free, u32 length) const {
        const CliqueWays ways = members.counts.ways(fixed, free, 0);
        if (ways.all == 0) {
            return;
        }
        u32 count = depth;
        for (u32 base = 0; length > 0 && base < graph.size; base += blockDim.x) {
            const u32 i = base + threadIdx.x;
            const bool in = graph.isThere(levels, depth, length, i);
            const u32 place = blockAppend(in, count);
            if (in) {
                path[place] = graph.at(levels, depth, i) << 1;
            }
        }
        __syncthreads();
        addToMembers(ways, count);
        __syncthreads();
    }

    /** Adds the ways of a leaf to the `count` vertices that are on the path. */
    __device__ void addToMembers(const CliqueWays& ways, u32 count) const {
        if (threadIdx.x < 32) {
            members.counts.addToSum(ways.all);
        }
        if (threadIdx.x == 0) {
            members.addToRoots(ways.all);
        }
        for (u32 i = threadIdx.x; i < count; i += blockDim.x) {
            members.addToCandidate(path[i] >> 1, path[i] & 1 ? ways.all : ways.free);
        }
        for (u32 i = threadIdx.x >> 5; COUNTED == CountedFor::EDGES && i < count; i += blockDim.x >> 5) {
            const u128 withFixed = path[i] & 1 ? ways.all : ways.free,
                       withFree = path[i] & 1 ? ways.free : ways.freeFree;
            for (u32 j = threadIdx.x & 31; j < i; j += 32) {
                members.addToPair(path[i] >> 1, path[j] >> 1, path[j] & 1 ? withFixed : withFree);
            }
        }
    }

    /** Takes a branch; returns the depth to go on with. */
    __device__ int take(int depth, u32 branch) {
        const u32* header = levels.level(depth);
        const u32 v = graph.at(levels, depth, branch);
        const bool pivot = v == header[PIVOT_VERTEX];
        const u32 fixed = header[PIVOT_FIXED] + (pivot ? 0 : 1), free = header[PIVOT_FREE] + (pivot ? 1 : 0);
        if (BY_MEMBERS && threadIdx.x == 0) {
            path[depth] = v << 1 | (pivot ? 0 : 1);  // the last bit says whether it is fixed
        }
        const u32 length = graph.descend(levels, depth, v, branch);
        if (isLeaf(depth + 1, fixed, free, length)) {
            return depth;
        }
        begin(depth + 1, fixed, free, length);
        return depth + 1;
    }

    /** Finds the pivot of a level whose candidates are there, and its branches. */
    __device__ void begin(int depth, u32 fixed, u32 free, u32 length) {
        __shared__ u64 best;
        if (threadIdx.x == 0) {
            best = 0;
        }
        __syncthreads();
        u64 mine = 0;
        graph.forEach(levels, depth, length, group, [&](u32 v) {
            mine = max(mine, (u64)graph.neighborsAmong(levels, depth, length, group, v) << 32 | v);
        });
        if (group.lane == 0) {
            atomicMax(&best, mine);
        }
        __syncthreads();
        const u32 pivot = (u32)best, count = graph.findBranches(levels, depth, length, pivot);
        if (threadIdx.x == 0) {
            u32* header = levels.level(depth);
            header[PIVOT_VERTEX] = pivot;
            header[PIVOT_FIXED] = fixed;
            header[PIVOT_FREE] = free;
            header[PIVOT_LENGTH] = length;
            header[PIVOT_BRANCHES] = count;
        }
        __syncthreads();
    }
};

#define PIVOT_PARAMETERS                                                                                               \
    const u64 *__restrict__ offsets, const u32 *__restrict__ neighbors, const u32 *__restrict__ sources,               \
            const u32 *__restrict__ roots, u64 chunks, u64 firstChunk, u64 held, u64 taskCount, u32 byEdge, u32 least, \
            u32 most, u32 groupSize, u32 *far, u64 farWords, u32 nearWords, u64 *control, u32 *pauses, u64 nanos,      \
            u64 *result

#define PIVOT_ARGUMENTS                                                                                                \
    {offsets, neighbors}, sources, roots, {chunks, firstChunk, held, taskCount}, byEdge, least, most, groupSize, far,  \
            farWords, nearWords, control, pauses, nanos

#define PIVOT_LEAVES                                                                                                   \
    {cells, nullptr, columns, 0, 0, result + MOTIF_KCLIQUE_OVERFLOW}, {}

#define PIVOT_MEMBERS                                                                                                  \
    {}, { {(const ulonglong2*)binomials, limit}, {offsets, neighbors}, most, result, counts }

/** leaves: where all cliques are counted. counts: where those of each vertex or edge are. */
template <class Graph, CountedFor COUNTED>
__device__ __forceinline__ void countByPivots(
        const OrientedRows graph, const u32* sources, const u32* roots, const ChunkTasks tasks, u32 byEdge, u32 least,
        u32 most, u32 groupSize, u32* far, u64 farWords, u32 nearWords, u64* control, u32* pauses, u64 nanos,
        const LeafHistogram leaves, const CliqueCounts counts) {
    extern __shared__ u32 words[];
    const SubWarp group(groupSize);
    const BlockWords memory = {words, nearWords, far + blockIdx.x * farWords};
    const Slice slice(nanos);
    const Pause pause(pauses, control);
    bool resumes = pause.end();
    for (u64 turn = resumes ? pause.turn() : claimTurn(control, tasks.count, slice); turn < tasks.count;
         turn = claimTurn(control, tasks.count, slice), resumes = false) {
        const u64 task = tasks.at(turn);
        const u32 root = byEdge ? sources[task] : roots[task], partner = byEdge ? graph.neighbors[task] : root;
        const u32 largest = min(graph.length(root), byEdge ? graph.length(partner) : ~0u), fixed = byEdge ? 2 : 1;
        if (largest + fixed < least) {
            continue;
        }
        const u64 graphWords = Graph::graphWords(largest);
        const u64 pathWords = COUNTED != CountedFor::ALL ? largest : 0;
        const u64 blockWords = graphWords + pathWords + PivotTree<Graph, COUNTED>::stackWords(largest);
        u32* block = memory.of(blockWords);
        Graph local;
        if (resumes) {
            memory.restore(blockWords);
            local.resume(block, pause.size(), fixed);
            __syncthreads();
        } else {
            if (byEdge) {
                local.collect(graph, root, partner, block);
            } else {
                local.collect(graph, root, block);
            }
            if (local.size + fixed < least) {
                continue;
            }
            local.template encode<false>(graph);
        }
        u32* const path = block + graphWords;
        const BlockMembers<COUNTED> members = {counts, local, root, partner, task};
        PivotTree<Graph, COUNTED> tree(local, group, path, path + pathWords, least, most, leaves, members);
        const int depth = tree.walk(resumes ? (int)pause.state() : tree.begin(), slice);
        if (depth != tree.ENDED) {
            pause.begin(turn, local.size, (u32)depth);
            memory.save(blockWords);
            break;
        }
    }
}
