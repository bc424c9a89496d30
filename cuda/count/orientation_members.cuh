// The walks of ORIENTATION, and those that count the cliques of each vertex or each edge.
//
// A walk goes through the candidates of a level from the last one to the first, each of which leads to a level of its neighbors
// before it, and is taken out. Where two more vertices are chosen, each candidate has as many cliques as it has neighbors in
// the level. A level adds up the cliques below it: they are those of the vertex that has led to it, and of its edges to the
// vertices that have led to the levels above, when the walk leaves it.
#pragma once
#include "count/block_members.cuh"
#include "count/kclique_block.cuh"

/** Words of the levels that a sub-warp leaves between two looks at the clock. */
static constexpr u32 WORDS_A_LOOK = 4096;

/** Where a sub-warp is: how deep in the walk of a candidate; or between two walks; or behind the last one. */
static constexpr u32 BETWEEN = 0xfffffffeu, ENDED = 0xffffffffu;

/** State of the walks of a sub-warp. */
template <class Graph>
struct OrientationWalk {
    const Graph& graph;
    SubWarp group;
    u32* stack;
    u32 wanted;  // vertices still to be chosen below the first candidate
    const Slice& slice;
    u32 wordsLeft;  // of the levels that were left since the last look at the clock

    /** Leaves a level of so many words; whether time is over. All lanes. */
    __device__ __forceinline__ bool leave(u32 words) {
        wordsLeft += words;
        if (wordsLeft < WORDS_A_LOOK) {
            return false;
        }
        wordsLeft = 0;
        return group.first(slice.isOver()) != 0;
    }
};

/**
 * The header of a level; then its candidates, up to CURSOR. What all lanes read of a level they all write, the same, once all
 * have read it.
 */
enum OrientationLevelWord { ORIENTATION_CURSOR, ORIENTATION_VERTEX, ORIENTATION_SUM_LOW, ORIENTATION_SUM_HIGH };

/** No candidate of a level. */
static constexpr u32 NO_CANDIDATE = 0xffffffffu;

/** The graph with its sets of candidates as the walks take them: bits, up to the word `cursor`. All lanes of a sub-warp. */
struct OrientationGraph : BlockGraph {
    /** Makes the set of the neighbors of v before it. Returns its cursor. */
    __device__ __forceinline__ u32 first(const SubWarp& group, u32 v, u32* set) const {
        for (u32 k = group.lane; k <= v >> 5; k += group.size) {
            set[k] = row(v)[k] & (k < v >> 5 ? ~0u : (1u << (v & 31)) - 1);
        }
        return v >> 5;
    }

    /** The last candidate, or NO_CANDIDATE; moves the cursor, and tells what `keep` keeps without the candidate. */
    __device__ __forceinline__ u32 last(const u32* set, u32& cursor, u32& kept) const {
        while (cursor > 0 && set[cursor] == 0) {
            cursor--;
        }
        const u32 bits = set[cursor], v = bits == 0 ? NO_CANDIDATE : 32 * cursor + 31 - __clz((int)bits);
        kept = bits & ~(1u << (v & 31));
        return v;
    }
    __device__ __forceinline__ void keep(u32* set, u32 cursor, u32 kept) const { set[cursor] = kept; }

    /** Makes the set `to` of those that are neighbors of v. Returns how many they are. */
    __device__ __forceinline__ u32 intersect(const SubWarp& group, u32 v, const u32* set, u32 cursor, u32* to) const {
        u32 count = 0;
        for (u32 k = group.lane; k <= cursor; k += group.size) {
            const u32 common = set[k] & row(v)[k];
            to[k] = common;
            count += __popc(common);
        }
        return group.sum(count);
    }

    /** The cursor of the set of `count` candidates that `intersect` has made of one with this cursor. */
    __device__ __forceinline__ u32 cursorOf(u32 cursor, u32) const { return cursor; }

    /** The candidates in turn: visit(v). Returns how many they are. */
    template <class Visit>
    __device__ __forceinline__ u32 forEach(const u32* set, u32 cursor, Visit visit) const {
        u32 count = 0;
        for (u32 k = 0; k <= cursor; k++) {
            const u32 bits = set[k];
            count += __popc(bits);
            for (u32 rest = bits; rest != 0; rest &= rest - 1) {
                visit(32 * k + __ffs(rest) - 1);
            }
        }
        return count;
    }

    /** How many neighbors of v a lane finds; BEFORE: before(w) for each of them that is before v. */
    template <bool BEFORE, class Before>
    __device__ __forceinline__ u32
    countNeighbors(const SubWarp& group, u32 v, const u32* set, u32 cursor, Before before) const {
        u32 count = 0;
        for (u32 k = group.lane; k <= cursor; k += group.size) {
            const u32 common = set[k] & row(v)[k];
            count += __popc(common);
            u32 low = k < v >> 5 ? common : k > v >> 5 ? 0 : common & ((1u << (v & 31)) - 1);
            for (; BEFORE && low != 0; low &= low - 1) {
                before(32 * k + __ffs(low) - 1);
            }
        }
        return count;
    }
};

/** All lanes of a sub-warp call all of it. The graph among the candidates has both directions of every edge. */
template <class Graph, CountedFor COUNTED>
class OrientationMembers {
public:
    __device__ __forceinline__ OrientationMembers(OrientationWalk<Graph>& walk, const BlockMembers<COUNTED>& members)
        : walker(walk),
          graph(walk.graph),
          group(walk.group),
          members(members),
          stride(MOTIF_KCLIQUE_FRAME_HEADER + graph.setWords()) {}

    /**
     * The walk of a candidate: from its begin when `place` is BETWEEN, which it is again at the end; or else from where it has
     * paused, as it does when time is over. Returns the cliques that are complete, on one lane.
     */
    __device__ u64 walk(u32 candidate, u32& place) {
        depth = place;
        if (depth == BETWEEN) {
            depth = 0;
            group.sync();
            enter(0, candidate, graph.first(group, candidate, candidates(0)));
        }
        while (true) {
            const u32 left = walker.wanted - depth;
            u32 work = stride;
            if (left <= 2) {
                work = left == 1 ? countOne() : countTwo();
            } else {
                const u32 v = take();
                if (v != NO_CANDIDATE) {
                    const u32 count = descend(v);
                    if (count >= left - 1) {
                        depth++;
                    }
                    continue;
                }
            }
            const u64 sum = leave();
            if (depth == 0) {
                place = BETWEEN;
                return group.lane == 0 ? sum : 0;
            }
            depth--;
            add(sum);
            if (walker.leave(work)) {
                place = depth;
                return 0;
            }
        }
    }

private:
    static constexpr bool EDGES = COUNTED == CountedFor::EDGES;

    OrientationWalk<Graph>& walker;
    const Graph& graph;
    const SubWarp& group;
    const BlockMembers<COUNTED>& members;
    const u32 stride;
    u32 depth;

    __device__ u32* header(u32 of) const { return walker.stack + (u64)of * stride; }
    __device__ u32* candidates(u32 of) const { return header(of) + MOTIF_KCLIQUE_FRAME_HEADER; }

    /** Makes the header of a level whose candidates are there. */
    __device__ void enter(u32 of, u32 v, u32 cursor) const {
        u32* level = header(of);
        level[ORIENTATION_CURSOR] = cursor;
        level[ORIENTATION_VERTEX] = v;
        level[ORIENTATION_SUM_LOW] = level[ORIENTATION_SUM_HIGH] = 0;
        group.sync();
    }

    /** Takes the last candidate out of the level. */
    __device__ u32 take() const {
        u32* level = header(depth);
        u32 cursor = level[ORIENTATION_CURSOR], kept = 0;
        const u32 v = graph.last(candidates(depth), cursor, kept);
        group.sync();
        level[ORIENTATION_CURSOR] = cursor;
        if (v != NO_CANDIDATE) {
            graph.keep(candidates(depth), cursor, kept);
        }
        group.sync();
        return v;
    }

    /** Makes the level below, that of v. Returns how many candidates it has. */
    __device__ u32 descend(u32 v) const {
        const u32 cursor = header(depth)[ORIENTATION_CURSOR];
        const u32 count = graph.intersect(group, v, candidates(depth), cursor, candidates(depth + 1));
        enter(depth + 1, v, graph.cursorOf(cursor, count));
        return count;
    }

    /** The candidates of the level in turn: visit(v). Returns the work, in words, if each takes as many as the level has. */
    template <class Visit>
    __device__ u32 forEachCandidate(Visit visit) const {
        return (graph.forEach(candidates(depth), header(depth)[ORIENTATION_CURSOR], visit) + 1) * stride;
    }

    /** One more vertex is chosen: each candidate is in one clique. */
    __device__ u32 countOne() const {
        u64 sum = 0;
        const u32 work = forEachCandidate([&](u32 v) {
            addToPath(v, 1, depth + 1);
            sum++;
        });
        add(sum);
        return work;
    }

    /** Two more vertices are chosen: each candidate is in as many cliques as it has neighbors here. */
    __device__ u32 countTwo() const {
        const u32 cursor = header(depth)[ORIENTATION_CURSOR];
        u64 sum = 0;
        const u32 work = forEachCandidate([&](u32 v) {
            const u32 count = group.sum(graph.template countNeighbors<EDGES>(
                    group, v, candidates(depth), cursor, [&](u32 w) { members.addToPair(v, w, 1); }));
            addToPath(v, count, depth + 1);
            sum += count;
        });
        add(sum / 2);
        return work;
    }

    /** Adds to the cliques of the level. */
    __device__ void add(u64 ways) const {
        u32* level = header(depth);
        const u64 sum = ((u64)level[ORIENTATION_SUM_HIGH] << 32 | level[ORIENTATION_SUM_LOW]) + ways;
        group.sync();
        level[ORIENTATION_SUM_LOW] = (u32)sum;
        level[ORIENTATION_SUM_HIGH] = (u32)(sum >> 32);
        group.sync();
    }

    /** Counts the cliques of the level for the vertex that has led to it. Returns how many they are. */
    __device__ u64 leave() const {
        const u32* level = header(depth);
        const u64 sum = (u64)level[ORIENTATION_SUM_HIGH] << 32 | level[ORIENTATION_SUM_LOW];
        addToPath(level[ORIENTATION_VERTEX], sum, depth);
        if (depth == 0 && group.lane == 0) {
            members.addToRoots(sum);
        }
        return sum;
    }

    /** Counts cliques for v, or for its edges to the vertices that have led to the first `above` levels. */
    __device__ void addToPath(u32 v, u64 ways, u32 above) const {
        if (ways == 0) {
            return;
        }
        if (group.lane == 0) {
            members.addToCandidate(v, ways);
        }
        for (u32 i = group.lane; EDGES && i < above; i += group.size) {
            members.addToPair(v, header(i)[ORIENTATION_VERTEX], ways);
        }
    }
};
