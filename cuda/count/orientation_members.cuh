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

/** What the walks of a sub-warp need. */
struct OrientationWalk {
    const BlockGraph& graph;
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
 * The header of a level; then its candidates: as bits, up to the word CURSOR, or as a list, of which CURSOR are left. What all
 * lanes read of a level they all write, the same, once all have read it.
 */
enum OrientationLevelWord { ORIENTATION_CURSOR, ORIENTATION_VERTEX, ORIENTATION_SUM_LOW, ORIENTATION_SUM_HIGH };

/** All lanes of a sub-warp call all of it. The graph among the candidates has both directions of every edge. */
template <bool BINARY, CountedFor COUNTED>
class OrientationMembers {
public:
    __device__ __forceinline__ OrientationMembers(OrientationWalk& walk, const BlockMembers<COUNTED>& members)
        : walker(walk),
          graph(walk.graph),
          group(walk.group),
          members(members),
          stride(MOTIF_KCLIQUE_FRAME_HEADER + (BINARY ? graph.words : graph.size)) {}

    /**
     * The walk of a candidate: from its begin when `place` is BETWEEN, which it is again at the end; or else from where it has
     * paused, as it does when time is over. Returns the cliques that are complete, on one lane.
     */
    __device__ u64 walk(u32 candidate, u32& place) {
        depth = place;
        if (depth == BETWEEN) {
            depth = 0;
            group.sync();
            enter(0, candidate, first(candidate));
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
    static constexpr u32 NO_CANDIDATE = 0xffffffffu;

    OrientationWalk& walker;
    const BlockGraph& graph;
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

    /** The candidates of the first level: the neighbors of v before it. Returns its cursor. */
    __device__ u32 first(u32 v) const {
        if constexpr (BINARY) {
            for (u32 k = group.lane; k <= v >> 5; k += group.size) {
                candidates(0)[k] = graph.row(v)[k] & (k < v >> 5 ? ~0u : (1u << (v & 31)) - 1);
            }
            return v >> 5;
        } else {
            const u32 count = positionOf(graph.list(v), graph.lengths[v], v);
            for (u32 i = group.lane; i < count; i += group.size) {
                candidates(0)[i] = graph.list(v)[i];
            }
            return count;
        }
    }

    /** Takes the last candidate out of the level. */
    __device__ u32 take() const {
        u32* level = header(depth);
        u32 v = NO_CANDIDATE, cursor = level[ORIENTATION_CURSOR], bits = 0;
        if constexpr (BINARY) {
            while (cursor > 0 && candidates(depth)[cursor] == 0) {
                cursor--;
            }
            bits = candidates(depth)[cursor];
            v = bits == 0 ? NO_CANDIDATE : 32 * cursor + 31 - __clz((int)bits);
        } else if (cursor > 0) {
            v = candidates(depth)[--cursor];
        }
        group.sync();
        level[ORIENTATION_CURSOR] = cursor;
        if (BINARY && v != NO_CANDIDATE) {
            candidates(depth)[cursor] = bits & ~(1u << (v & 31));
        }
        group.sync();
        return v;
    }

    /** Makes the level below, that of v. Returns how many candidates it has. */
    __device__ u32 descend(u32 v) const {
        const u32 cursor = header(depth)[ORIENTATION_CURSOR];
        u32 count = 0;
        if constexpr (BINARY) {
            for (u32 k = group.lane; k <= cursor; k += group.size) {
                const u32 common = candidates(depth)[k] & graph.row(v)[k];
                candidates(depth + 1)[k] = common;
                count += __popc(common);
            }
            count = group.sum(count);
        } else {
            for (u32 base = 0; base < cursor; base += group.size) {
                const u32 i = base + group.lane, member = i < cursor ? candidates(depth)[i] : 0;
                const u32 common = group.ballot(i < cursor && adjacent(v, member));
                if (common >> group.lane & 1) {
                    candidates(depth + 1)[count + __popc(common & ((1u << group.lane) - 1))] = member;
                }
                count += __popc(common);
            }
        }
        enter(depth + 1, v, BINARY ? cursor : count);
        return count;
    }

    __device__ bool adjacent(u32 v, u32 w) const { return contains(graph.list(v), graph.lengths[v], w); }

    /** The candidates of the level in turn: visit(v). Returns the work, in words, if each takes as many as the level has. */
    template <class Visit>
    __device__ u32 forEachCandidate(Visit visit) const {
        const u32 cursor = header(depth)[ORIENTATION_CURSOR];
        u32 count = 0;
        if constexpr (BINARY) {
            for (u32 k = 0; k <= cursor; k++) {
                const u32 bits = candidates(depth)[k];
                count += __popc(bits);
                for (u32 rest = bits; rest != 0; rest &= rest - 1) {
                    visit(32 * k + __ffs(rest) - 1);
                }
            }
        } else {
            for (count = 0; count < cursor; count++) {
                visit(candidates(depth)[count]);
            }
        }
        return (count + 1) * stride;
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
            u32 count = 0;
            if constexpr (BINARY) {
                for (u32 k = group.lane; k <= cursor; k += group.size) {
                    const u32 common = candidates(depth)[k] & graph.row(v)[k];
                    count += __popc(common);
                    u32 before = k < v >> 5 ? common : k > v >> 5 ? 0 : common & ((1u << (v & 31)) - 1);
                    for (; EDGES && before != 0; before &= before - 1) {
                        members.addToPair(v, 32 * k + __ffs(before) - 1, 1);
                    }
                }
            } else {
                for (u32 i = group.lane; i < cursor; i += group.size) {
                    const u32 w = candidates(depth)[i];
                    if (adjacent(v, w)) {
                        count++;
                        if (EDGES && w < v) {
                            members.addToPair(v, w, 1);
                        }
                    }
                }
            }
            count = group.sum(count);
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
