// Finds near-cliques and near-bicliques. NearCliqueAlgorithm.java and NearBicliqueAlgorithm.java have the definitions,
// NearSearch.java the search, which is the same here.
//
// The host makes the part of the graph around each root, and its first node. A part never changes, and any warp may search
// in it. Its vertices are numbered by side: vertices that may be chosen from 0 on, excluded ones from the next word on. A warp
// keeps the node that it is at in shared memory, and in global memory a stack of the nodes above it that have something left:
// so a search goes on in the next launch. Where the node has a lane for each vertex, the lanes' answers are the words of sets.
// Warps without work get a branch of another's lowest frame through a queue.
//
// Launches. The words are those of cuda/README.md.
//
// near_cliques_per_warp, near_bicliques_per_warp (resident x KCLIQUE_THREADS, the same grid each time), again and again until
//   control[PENDING] is 0; STUCK is an error. Then control is zero, but for PENDING, and there are other parts.
//     pool: for each part, from its place on, NEAR_PART_HEADER words: of side 0 and then of side 1 the vertices that may be
//       chosen, C, and the excluded vertices, X; a side that is not there has none. I = ceil(C / 32), S = I + ceil(X / 32) are
//       the words of a side. Then the sets of the first node, each of all sides: chosen vertices, candidates, excluded ones.
//       Then of each side I of the other side times 32 S words: the words of the rows of all vertices, the first words of all
//       before the second ones; C S words: for each vertex the vertices of its side that may be with it; C vertices of the graph
//     setWords: the most words of both sides. frameWords = NEAR_FRAME_HEADER + NEAR_FRAME_SETS setWords
//     stacks, saved: frames = the most vertices of a part that may be chosen, and 1, of frameWords words each, a warp; u32[2]
//       a warp, zero at first
//     queue: queueSlots slots of queueSlotWords = frameWords; its flags and control u64[QUEUE_CONTROL_WORDS] are zero at first,
//       but for PENDING: partCount
//     shared memory: 4 (NEAR_PART_SHARED_WORDS + NEAR_NODE_SETS setWords) bytes a warp
//     state u64[MAXIMAL_CLIQUE_STATE_WORDS], of which the nodes and the output are used: zero at first, but for OUTPUT_END:
//       outputWords. After each launch groups are output[0, min(OUTPUT_USED, OUTPUT_END)): set OUTPUT_USED to 0 and OUTPUT_END
//       to outputWords. A group has a word for the vertices of each side, and then these; without members, one word of which
//       each side has 16 bits. outputWords is enough for one group or more
#include "group/near_search.cuh"

template <u32 SIDES>
__device__ __forceinline__ void searchNearGroups(const NearArguments& job) {
    extern __shared__ u64 shared[];
    const u32 wordsAWarp = MOTIF_NEAR_PART_SHARED_WORDS + MOTIF_NEAR_NODE_SETS * job.setWords;
    u32* words = reinterpret_cast<u32*>(shared);
    NearSearch<SIDES>(job, words + (threadIdx.x >> 5) * wordsAWarp).run();
}

extern "C" __global__ void __launch_bounds__(MOTIF_KCLIQUE_THREADS, 4)
        near_cliques_per_warp(const __grid_constant__ NearArguments job) {
    searchNearGroups<1>(job);
}

extern "C" __global__ void __launch_bounds__(MOTIF_KCLIQUE_THREADS, 4)
        near_bicliques_per_warp(const __grid_constant__ NearArguments job) {
    searchNearGroups<2>(job);
}
