// ORIENTATION: counts the cliques of k vertices by graph orientation, as "K-Clique Counting on GPUs" (Almasri et al., ICS
// 2022) does. kclique_block.cuh has the launches.
//
// A block takes a vertex, or an edge, of the oriented graph, and makes the graph among its candidates, the neighbors of
// lower rank of the vertex or of both ends, once. Its sub-warps take the candidates in turn; each walks the tree of one,
// depth first, with a stack of its own: a level is a set of candidates, and each of them leads to those of its neighbors
// that are in the set. Sets are rows of bits, intersected word by word. The last level is not walked: its size is counted.
// For counts by vertex or edge the walks are in orientation_members.cuh. Blocks and their memory go from one vertex or edge
// to the next. When their time is over, the walks of a block pause where they are.
#pragma once
#include "count/orientation_members.cuh"

/**
 * The walk of a candidate: from its begin when `place` is BETWEEN, which it is again at the end; or else from where it has paused,
 * as it does when time is over. What all lanes read of a level they all write, the same, once all have read it.
 *
 * A level: the word that its highest member is in, then its members as bits; they leave it as they are taken.
 */
__device__ __forceinline__ u64 walkForTotal(OrientationWalk<OrientationGraph>& walk, u32 candidate, u32& place) {
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
template <class Graph, CountedFor COUNTED>
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
        const u64 graphWords = Graph::graphWords(most);
        const u64 levelWords = HEADER + (u32)Graph::setWords(most);
        const u64 blockWords = graphWords + group.count() * levelWords * max(wanted, 1u);
        u32* block = memory.of(blockWords);
        Graph local;
        const BlockMembers<COUNTED> members = {counts, local, root, partner, task};
        if (resumes) {
            memory.restore(blockWords);
            local.resume(block, pause.size(), fixed);
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
            local.template encode<DIRECTED>(graph);
        }
        if (threadIdx.x == 0) {
            next = resumes ? pause.state() : 0;
        }
        __syncthreads();
        u32* stack = block + graphWords + group.index() * levelWords * wanted;
        OrientationWalk<Graph> walk = {local, group, stack, wanted, slice, 0};
        u32 place = resumes ? *pause.ofSubWarp(group.index()) : BETWEEN;
        while (place != ENDED) {
            const u32 candidate = place == BETWEEN ? group.first(group.lane == 0 ? atomicAdd(&next, 1) : 0) : 0;
            if (candidate >= local.size) {
                place = ENDED;
                break;
            }
            if constexpr (COUNTED != CountedFor::ALL) {
                found += OrientationMembers<Graph, COUNTED>(walk, members).walk(candidate, place);
            } else {
                found += walkForTotal(walk, candidate, place);
            }
            if (place != BETWEEN || walk.leave(local.setWords())) {
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
